/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_CHAN_H
#define MT76U_CHAN_H

/* Channels: which there are, what the chip can of them, and how it is told. */

#include <stdbool.h>
#include <stdint.h>

#include "rte_pmd_wlan.h"

struct mt76u_caps;
struct wport;
struct wport_chip;

/*
 * Fill in the centre where it is 0, and look whether there is such a channel: NULL, or
 * what is wrong. 40 MHz in the 2.4 GHz band: channels 1 to 7 have their second half above,
 * 8 to 13 below, unless the centre says otherwise.
 */
const char *mt76u_chan_check(struct rte_wlan_channel *chan);

/* NULL, or what the chip cannot. chan went through mt76u_chan_check(). */
const char *mt76u_chan_supported(const struct rte_wlan_channel *chan,
				 const struct mt76u_caps *caps, const struct wport_chip *chip);

/* Payloads, of a channel that went through mt76u_chan_check() (openwrt/mt76
 * mt7921/mcu.c). nss: antennas. */
#define MT76U_CHAN_INFO_LEN	76u
void mt76u_chan_put_rx_path(uint8_t *p, const struct rte_wlan_channel *chan, uint8_t nss);
void mt76u_chan_put_switch(uint8_t *p, const struct rte_wlan_channel *chan, uint8_t nss);
#define MT76U_SNIFFER_ENABLE_LEN 12u
void mt76u_chan_put_sniffer_enable(uint8_t *p, bool on);
#define MT76U_SNIFFER_CONFIG_LEN 20u
void mt76u_chan_put_sniffer_config(uint8_t *p, const struct rte_wlan_channel *chan);

/* What a monitor wants: control frames, those of every BSS, and maybe those with a wrong
 * FCS. */
#define MT76U_FILTER_LEN	68u
void mt76u_chan_put_filter(uint8_t *p, bool bad_fcs);

/*
 * Hand up what the radio hears, on port->channel or, where that has no control channel,
 * where it is. Control context. 0 or a negative errno with an error line.
 */
int mt76u_chan_listen(struct wport *port);

/*
 * Tune to port->channel, in this order, and where the port is in monitor mode listen
 * there. Control context, port->channel checked and supported. 0 or a negative errno with
 * an error line.
 */
int mt76u_chan_set_rx_path(struct wport *port);
int mt76u_chan_switch(struct wport *port);

#endif /* MT76U_CHAN_H */
