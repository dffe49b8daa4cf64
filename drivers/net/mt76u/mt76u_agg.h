/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_AGG_H
#define MT76U_AGG_H

/*
 * One completed bulk-IN transfer becomes units:
 *
 *   | descriptor | groups | pad | frame | gap | descriptor | groups | ...
 *   |<------------ LENGTH ------------->|
 *
 * LENGTH is in the descriptor's own first word. The gap behind a packet fills up to
 * 8 and 4 more; behind another unit it fills up to 4 (the vendor's gen4m driver,
 * cmm_asic_connac2x.c). Where the chip does not aggregate, as Linux leaves it, a
 * transfer is one unit, and the same walk serves.
 *
 * What the chip writes behind the last unit is not published, so a rest that is
 * too short for a descriptor is padding, whatever it holds. Hardware sends 6 or 7
 * bytes there (Network-Weather/mt76-usb-macos). But where the transfer was full, the
 * descriptor goes on in the next one.
 *
 * This file is the only one that believes a length from the wire, and it does
 * so after looking at both ends: the groups that the unit itself announces, and the
 * bytes that arrived. Bytes behind a length that cannot be are never read as a
 * descriptor: they may be somebody's payload.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>

#include "wport_walk.h"

#include "mt76u_rxd.h"

#define MT76U_AGG_ALIGN		8u	/* of a packet ... */
#define MT76U_AGG_GAP		4u	/* ... and what follows it */
#define MT76U_AGG_ALIGN_OTHER	4u	/* of any other unit */

/* Why a walk is over. */
enum mt76u_walk_end {
	MT76U_WALK_END,		/* nothing left but padding */
	/* The rest of the transfer is abandoned because: */
	MT76U_WALK_SHORT_DESC,	/* less than a descriptor arrived at all, or fitted */
	MT76U_WALK_ZERO_LEN,	/* a unit says that it is empty, and is not */
	MT76U_WALK_SHORT_LEN,	/* a unit says that it ends before its frame begins */
	MT76U_WALK_OVERRUN,	/* a unit says that it goes on past the end */
	MT76U_WALK_MAX
};

/* Of a struct wport_unit here: rxd's groups stand right behind the descriptor; the
 * payload is the frame, or what stands behind word 5; its len may be 0 where the unit
 * is no frame; aux is word 1 of the descriptor. */

/* From one unit to the next. */
static inline uint32_t
mt76u_unit_step(uint32_t rxd0)
{
	uint32_t len = WPORT_GET(MT76U_RXD0_LENGTH, rxd0);

	if (likely(mt76u_rxd_type(rxd0) == MT76U_PKT_NORMAL))
		return RTE_ALIGN_CEIL(len, MT76U_AGG_ALIGN) + MT76U_AGG_GAP;
	return RTE_ALIGN_CEIL(len, MT76U_AGG_ALIGN_OTHER);
}

/* Why mt76u_walk_next() found no unit at pos, in a transfer that begins at start; full:
 * no more bytes would have fitted in it. */
enum mt76u_walk_end mt76u_walk_why(const struct wport_walk *w, const uint8_t *start,
				   bool full);

/* Whole length of the unit that starts at pos, gap included, as its descriptor says
 * it, for a unit that goes on past the end; 0 for any other, and where that is cut. */
uint32_t mt76u_walk_claimed(const struct wport_walk *w);

/*
 * The unit at pos, and one step. False when there is no unit, or none that can
 * be believed: then unit means nothing and pos stays.
 */
static __rte_always_inline bool
mt76u_walk_next(struct wport_walk *w, struct wport_unit *unit)
{
	uint32_t left = wport_walk_left(w);
	uint32_t head, len, step;

	if (unlikely(left < MT76U_RXD_LEN))
		return false;

	unit->rxd0 = wport_word(w->pos, 0);
	unit->aux = wport_word(w->pos, 1);
	len = WPORT_GET(MT76U_RXD0_LENGTH, unit->rxd0);
	if (likely(mt76u_rxd_is_frame(unit->rxd0))) {
		head = mt76u_rxd_head(unit->aux, wport_word(w->pos, 2));
		if (unlikely(len <= head))
			return false;
	} else {
		head = MT76U_RXD_LEN;
		if (len < head)
			return false;
	}
	if (unlikely(len > left))
		return false;

	unit->rxd = w->pos;
	unit->payload = w->pos + head;
	unit->len = len - head;
	step = mt76u_unit_step(unit->rxd0);
	w->pos += RTE_MIN(step, left);
	return true;
}

#endif /* MT76U_AGG_H */
