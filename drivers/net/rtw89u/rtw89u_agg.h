/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_AGG_H
#define RTW89U_AGG_H

/*
 * One completed bulk-IN transfer becomes units (morrownr/rtw89 usb.c, core.c):
 *
 *   | descriptor | gap | payload | pad | descriptor | gap | payload | ...
 *   ^ multiple of 16 from the start of the transfer (8922A)
 *
 * descriptor 24 or 40 bytes; gap = PHY report, driver info, converted header and
 * shift, each 0 or more; payload RPKT_LEN bytes. Padding behind the last unit
 * may be there or not.
 *
 * This file is the only one that believes a length from the wire, and it does
 * so after looking at both ends: the unit's own headers, and the bytes that
 * arrived. Bytes behind a length that cannot be are never read as a descriptor:
 * they may be somebody's payload.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>

#include "rtw89u_rxd.h"

#define RTW89U_AGG_ALIGN 16u	/* 8922A, morrownr/rtw89 rtw8922au.c */

/* Why a walk is over. */
enum rtw89u_walk_end {
	RTW89U_WALK_END,	/* nothing left but zero padding */
	/* The rest of the transfer is abandoned because: */
	RTW89U_WALK_SHORT_DESC,	/* it is shorter than the descriptor it starts */
	RTW89U_WALK_ZERO_LEN,	/* a unit says that it has no payload */
	RTW89U_WALK_OVERRUN,	/* a unit says that it goes on past the end */
	RTW89U_WALK_MAX
};

/* Where the walk of one transfer stands. */
struct rtw89u_walk {
	const uint8_t *pos;	/* next unit, on its alignment */
	const uint8_t *end;	/* first byte that did not arrive */
};

struct rtw89u_unit {
	const uint8_t *rxd;	/* descriptor; the PHY report stands right behind it */
	const uint8_t *payload;
	uint32_t len;		/* of the payload, bytes, at least 1 */
	uint32_t rxd0;		/* word 0 of the descriptor, CPU order */
};

static inline void
rtw89u_walk_start(struct rtw89u_walk *w, const uint8_t *data, uint32_t len)
{
	w->pos = data;
	w->end = data + len;
}

static inline uint32_t
rtw89u_walk_left(const struct rtw89u_walk *w)
{
	return w->end - w->pos;
}

/* Why rtw89u_walk_next() found no unit at pos. */
enum rtw89u_walk_end rtw89u_walk_why(const struct rtw89u_walk *w);

/* Whole length of the unit that starts at pos, as its descriptor says it, for a
 * unit that goes on past the end; 0 when word 0 is cut or says no payload. */
uint32_t rtw89u_walk_claimed(const struct rtw89u_walk *w);

/*
 * The unit at pos, and one step. False when there is no unit, or none that can
 * be believed: then unit means nothing and pos stays.
 */
static __rte_always_inline bool
rtw89u_walk_next(struct rtw89u_walk *w, struct rtw89u_unit *unit)
{
	uint32_t left = rtw89u_walk_left(w);
	uint32_t head, len, step;

	if (unlikely(left < RTW89U_RXD_SHORT_LEN))
		return false;

	unit->rxd0 = rtw89u_rxd_word(w->pos, 0);
	head = rtw89u_rxd_len(unit->rxd0) + rtw89u_rxd_gap(unit->rxd0);
	len = rtw89u_rxd_payload_len(unit->rxd0);
	if (unlikely(len == 0) || unlikely(left < head + len))
		return false;

	unit->rxd = w->pos;
	unit->payload = w->pos + head;
	unit->len = len;
	step = RTE_ALIGN_CEIL(head + len, RTW89U_AGG_ALIGN);
	w->pos += RTE_MIN(step, left);
	return true;
}

#endif /* RTW89U_AGG_H */
