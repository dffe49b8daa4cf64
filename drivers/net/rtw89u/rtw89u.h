/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_H
#define RTW89U_H

/* What the rooms of this driver share. A port and its queues: wport.h. */

#include <assert.h>

#include "wport.h"

#include "rtw89u_agg.h"
#include "rtw89u_chip.h"

/* The devarg of this family, and what it says: how AX descriptors are laid out where the
 * published sources disagree. The 8922A's are not in doubt. */
#define RTW89U_ARG_RXD_LAYOUT	"rxd-layout"
enum rtw89u_layout { RTW89U_LAYOUT_VENDOR, RTW89U_LAYOUT_LINUX };

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
	/* Monitor mode: a PPDU status that cannot be read, by reason from here on. */
	RTW89U_NOTE_STATUS,
	RTW89U_NOTE_MAX = RTW89U_NOTE_STATUS + RTW89U_PPDU_MAX - RTW89U_PPDU_SHORT
};
static_assert(RTW89U_NOTE_MAX <= WPORT_NOTES_MAX, "a place for every note");

/* end: any but RTW89U_PPDU_OK. */
#define RTW89U_NOTE_OF(end) (RTW89U_NOTE_STATUS + (end) - RTW89U_PPDU_SHORT)

/* rtw89u_rxtx.c: the bursts of a port, by its chip's generation and its mode. */
eth_rx_burst_t rtw89u_rx_burst_of(const struct wport *port);
eth_tx_burst_t rtw89u_tx_burst_of(const struct wport *port);
void rtw89u_rxq_init(const struct wport *port, struct wport_rxq *q);

/* rtw89u_ethdev.c */
extern const struct wport_family rtw89u_family;

#endif /* RTW89U_H */
