/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_H
#define RTW89U_H

/* What the rooms of this driver share. A port and its queues: wport.h. */

#include "wport.h"

#include "rtw89u_agg.h"
#include "rtw89u_chip.h"

/* Units by type: what the chip sends besides frames. */
enum rtw89u_unit_kind {
	RTW89U_UNIT_WIFI,
	RTW89U_UNIT_PPDU_STAT,
	RTW89U_UNIT_C2H,
	RTW89U_UNIT_OTHER,
};

/* Counted under names of their own. */
enum rtw89u_note {
	RTW89U_NOTE_C2H_SHORT,	/* a C2H unit shorter than its header */
	RTW89U_NOTE_BAD_STATUS,	/* a PPDU status that cannot be read (monitor mode) */
};

/* rtw89u_rxtx.c: the bursts of a port, by its chip's generation and its mode. */
eth_rx_burst_t rtw89u_rx_burst_of(const struct wport *port);
eth_tx_burst_t rtw89u_tx_burst_of(const struct wport *port);
void rtw89u_rxq_init(const struct wport *port, struct wport_rxq *q);

/* rtw89u_ethdev.c */
extern const struct wport_family rtw89u_family;

#endif /* RTW89U_H */
