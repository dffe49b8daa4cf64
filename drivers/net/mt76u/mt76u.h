/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_H
#define MT76U_H

/* What the rooms of this driver share. A port and its queues: wport.h. */

#include "wport.h"

#include "mt76u_agg.h"
#include "mt76u_chip.h"

/* Units by type: what the chip sends besides frames. */
enum mt76u_unit_kind {
	MT76U_UNIT_FRAME,
	MT76U_UNIT_EVENT,
	MT76U_UNIT_TX_STATUS,
	MT76U_UNIT_OTHER,
};

/* Counted under names of their own. */
enum mt76u_note {
	MT76U_NOTE_EVENT_SHORT,	/* an event shorter than its header */
	/* On the endpoint of the chip's answers, while one was waited for: ... */
	MT76U_NOTE_MCU_UNASKED,	/* ... an event that answers nothing */
	MT76U_NOTE_MCU_STALE,	/* ... an answer that nobody waits for any more */
	MT76U_NOTE_MCU_OTHER,	/* ... a unit that is no event */
	MT76U_NOTE_MCU_BAD,	/* ... bytes that are no unit */
};

/* mt76u_rxtx.c: the bursts of a port, by its chip's generation and its mode. */
eth_rx_burst_t mt76u_rx_burst_of(const struct wport *port);
eth_tx_burst_t mt76u_tx_burst_of(const struct wport *port);

/* mt76u_ethdev.c */
extern const struct wport_family mt76u_family;

#endif /* MT76U_H */
