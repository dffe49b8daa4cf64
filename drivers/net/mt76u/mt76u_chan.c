/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "wport_channel.h"

#include "mt76u.h"
#include "mt76u_bytes.h"
#include "mt76u_chan.h"
#include "mt76u_hw.h"
#include "mt76u_mcu.h"

/* From the middle of the first 20 MHz to that of the whole, in channel numbers. */
static uint8_t
half_span(uint16_t width_mhz)
{
	switch (width_mhz) {
	case 40:
		return 2;
	case 80:
		return 6;
	case 160:
		return 14;
	case 320:
		return 30;
	default:
		return 0;
	}
}

/* Wide channels of 5 and 6 GHz begin at multiples of their width from here on (802.11
 * tables E-4 and E-5). */
static uint8_t
first_of_run(const struct rte_wlan_channel *chan)
{
	return chan->band == 6 ? 1 : chan->control >= 149 ? 149 : 36;
}

static uint8_t
usual_centre(const struct rte_wlan_channel *chan, uint8_t half)
{
	unsigned int first = first_of_run(chan), at = chan->control - first;

	if (half == 0)
		return chan->control;
	if (chan->band == 2)
		return chan->control <= 7 ? chan->control + half : chan->control - half;
	return first + at - at % (2u * half + 4) + half;
}

/* 40 MHz of the 2.4 GHz band lie on either side, as far as they fit. */
static bool
is_possible_centre(const struct rte_wlan_channel *chan, uint8_t half)
{
	if (chan->band != 2 || half == 0)
		return chan->centre == usual_centre(chan, half);
	return chan->centre >= 1 + half && chan->centre <= 13 - half &&
		abs(chan->centre - chan->control) == half;
}

const char *
mt76u_chan_check(struct rte_wlan_channel *chan)
{
	const char *wrong = wport_channel_wrong(chan);
	uint8_t half = half_span(chan->width_mhz);

	if (wrong != NULL)
		return wrong;
	if (chan->centre == 0)
		chan->centre = usual_centre(chan, half);
	return is_possible_centre(chan, half) ? NULL : "no channel so wide has that centre";
}

const char *
mt76u_chan_supported(const struct rte_wlan_channel *chan, const struct mt76u_caps *caps,
		     const struct wport_chip *chip)
{
	if (chan->width_mhz > chip->bw_max_mhz)
		return "the chip has no channels so wide";
	if (chan->band == 2 && caps->phy && !caps->band_2g)
		return "the chip has no 2.4 GHz radio";
	if (chan->band == 5 && caps->phy && !caps->band_5g)
		return "the chip has no 5 GHz radio";
	if (chan->band == 6 && !caps->band_6g)
		return "the chip has no 6 GHz radio";
	return NULL;
}

static uint8_t
info_width(uint16_t width_mhz)
{
	return width_mhz == 20 ? 0 : width_mhz == 40 ? 1 : width_mhz == 80 ? 2 : 3;
}

static uint8_t
info_band(uint8_t band)
{
	return band == 2 ? 0 : band == 5 ? 1 : 2;
}

static void
put_info(uint8_t *p, const struct rte_wlan_channel *chan, uint8_t nss, uint8_t rx)
{
	memset(p, 0, MT76U_CHAN_INFO_LEN);
	p[0] = chan->control;
	p[1] = chan->centre;
	p[2] = info_width(chan->width_mhz);
	p[3] = nss;
	p[4] = rx;
	p[10] = info_band(chan->band);
}

/* Antennas as a mask in one of them, as a number in the other. */
void
mt76u_chan_put_rx_path(uint8_t *p, const struct rte_wlan_channel *chan, uint8_t nss)
{
	put_info(p, chan, nss, (1u << nss) - 1);
}

void
mt76u_chan_put_switch(uint8_t *p, const struct rte_wlan_channel *chan, uint8_t nss)
{
	put_info(p, chan, nss, nss);
}

enum { SNIFFER_TAG = 4, SNIFFER_BODY = 8 };
enum { TAG_ENABLE = 0, TAG_CONFIG = 1 };

static void
put_sniffer(uint8_t *p, uint32_t len, uint16_t tag)
{
	memset(p, 0, len);
	mt76u_put_le16(p + SNIFFER_TAG, tag);
	mt76u_put_le16(p + SNIFFER_TAG + 2, len - SNIFFER_TAG);
}

void
mt76u_chan_put_sniffer_enable(uint8_t *p, bool on)
{
	put_sniffer(p, MT76U_SNIFFER_ENABLE_LEN, TAG_ENABLE);
	p[SNIFFER_BODY] = on;
}

/* Where the rest of a wide channel lies. */
static uint8_t
rest_of_channel(const struct rte_wlan_channel *chan)
{
	enum { NONE = 0, ABOVE = 1, BELOW = 3 };

	if (chan->width_mhz == 20)
		return NONE;
	return chan->centre > chan->control ? ABOVE : BELOW;
}

static uint8_t
sniffer_width(uint16_t width_mhz)
{
	return width_mhz <= 40 ? 0 : width_mhz == 80 ? 1 : 2;
}

void
mt76u_chan_put_sniffer_config(uint8_t *p, const struct rte_wlan_channel *chan)
{
	uint8_t *body = p + SNIFFER_BODY;

	put_sniffer(p, MT76U_SNIFFER_CONFIG_LEN, TAG_CONFIG);
	body[2] = info_band(chan->band) + 1;
	body[3] = sniffer_width(chan->width_mhz);
	body[4] = chan->control;
	body[5] = rest_of_channel(chan);
	body[6] = chan->centre;
	body[8] = 1;		/* frames with errors: RFCR decides */
}

enum { FILTER_MODE = 4, FILTER_FLAGS = 8, FILTER_BY_FLAGS = 1 };
#define FILTER_ON		0x80000000u
#define FILTER_FCS_FAIL		0x00000004u
#define FILTER_CONTROL		0x00000020u
#define FILTER_OTHER_BSS	0x00000040u

void
mt76u_chan_put_filter(uint8_t *p, bool bad_fcs)
{
	memset(p, 0, MT76U_FILTER_LEN);
	p[FILTER_MODE] = FILTER_BY_FLAGS;
	mt76u_put_le32(p + FILTER_FLAGS, FILTER_ON | FILTER_CONTROL | FILTER_OTHER_BSS |
		       (bad_fcs ? FILTER_FCS_FAIL : 0));
}

int
mt76u_chan_listen(struct wport *port)
{
	uint8_t enable[MT76U_SNIFFER_ENABLE_LEN], config[MT76U_SNIFFER_CONFIG_LEN];
	uint8_t filter[MT76U_FILTER_LEN];
	int ret;

	mt76u_chan_put_sniffer_enable(enable, true);
	ret = mt76u_mcu_send(port, &mt76u_cmd_sniffer, enable, sizeof(enable), NULL);
	if (ret != 0)
		return ret;
	if (port->channel.control != 0) {
		mt76u_chan_put_sniffer_config(config, &port->channel);
		ret = mt76u_mcu_send(port, &mt76u_cmd_sniffer, config, sizeof(config), NULL);
	}
	if (ret != 0)
		return ret;
	mt76u_chan_put_filter(filter, port->conf.bad_fcs == WPORT_BAD_FCS_KEEP);
	return mt76u_mcu_send(port, &mt76u_cmd_set_rx_filter, filter, sizeof(filter), NULL);
}

int
mt76u_chan_set_rx_path(struct wport *port)
{
	uint8_t info[MT76U_CHAN_INFO_LEN];

	mt76u_chan_put_rx_path(info, &port->channel, mt76u_hw_of(port)->caps.nss);
	return mt76u_mcu_send(port, &mt76u_cmd_set_rx_path, info, sizeof(info), NULL);
}

/* A sniffer that is not told again after a change of channel hears no beacons
 * (morrownr/mt76 pull request 22). */
int
mt76u_chan_switch(struct wport *port)
{
	uint8_t info[MT76U_CHAN_INFO_LEN];
	int ret;

	mt76u_chan_put_switch(info, &port->channel, mt76u_hw_of(port)->caps.nss);
	ret = mt76u_mcu_send(port, &mt76u_cmd_channel_switch, info, sizeof(info), NULL);
	if (ret == 0 && wport_is_monitor(port))
		ret = mt76u_chan_listen(port);
	if (ret == 0)
		WPORT_LOG(INFO, port, "channel %u, band %u, %u MHz around %u",
			  port->channel.control, port->channel.band, port->channel.width_mhz,
			  port->channel.centre);
	return ret;
}
