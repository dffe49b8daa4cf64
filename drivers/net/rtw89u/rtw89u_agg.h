/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_AGG_H
#define RTW89U_AGG_H

/*
 * One completed bulk-IN transfer becomes units (morrownr/rtw89 usb.c, core.c):
 *
 *   | descriptor | gap | payload | pad | tail | descriptor | gap | payload | ...
 *   ^ multiple of 8 (AX) or 16 (8922A) from the start of the transfer
 *
 * descriptor 16 or 32 bytes (AX), 24 or 40 (BE); gap = PHY report, driver info,
 * converted header, MAC info and shift, each 0 or more; payload RPKT_LEN bytes; tail
 * = checksum result (AX, vendor's reading). Padding and tail of the last unit may be
 * there or not.
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

#include "wport_walk.h"

#include "rtw89u_rxd.h"
#include "rtw89u_rxd_ax.h"

#define RTW89U_AGG_ALIGN 16u	/* 8922A, morrownr/rtw89 rtw8922au.c */
#define RTW89U_AGG_ALIGN_AX 8u	/* morrownr/rtw89 rtw8851bu.c, rtw8852*u.c */

/* Why a walk is over. */
enum rtw89u_walk_end {
	RTW89U_WALK_END,	/* nothing left but zero padding */
	/* The rest of the transfer is abandoned because: */
	RTW89U_WALK_SHORT_DESC,	/* it is shorter than the descriptor it starts */
	RTW89U_WALK_ZERO_LEN,	/* a unit says that it has no payload */
	RTW89U_WALK_OVERRUN,	/* a unit says that it goes on past the end */
	RTW89U_WALK_MAX
};

/* Why the walk found no unit at pos. */
enum rtw89u_walk_end rtw89u_walk_why(const struct wport_walk *w);
enum rtw89u_walk_end rtw89u_walk_why_ax(const struct wport_walk *w);

/* Whole length of the unit that starts at pos, as its descriptor says it, for a
 * unit that goes on past the end; 0 when a word that it needs is cut, or says no
 * payload. */
uint32_t rtw89u_walk_claimed(const struct wport_walk *w);
uint32_t rtw89u_walk_claimed_ax(const struct wport_walk *w,
				struct rtw89u_ax_layout layout);

/* The unit at pos with head bytes before its payload of len bytes, and one step, if
 * all of it arrived. */
static __rte_always_inline bool
rtw89u_walk_take(struct wport_walk *w, struct wport_unit *unit, uint32_t head,
		 uint32_t len, uint32_t tail, uint32_t align)
{
	uint32_t left = wport_walk_left(w), step;

	if (unlikely(len == 0) || unlikely(left < head + len))
		return false;
	unit->rxd = w->pos;
	unit->payload = w->pos + head;
	unit->len = len;
	step = RTE_ALIGN_CEIL(head + len, align) + tail;
	w->pos += RTE_MIN(step, left);
	return true;
}

/*
 * The unit at pos, and one step. False when there is no unit, or none that can
 * be believed: then unit means nothing and pos stays.
 */
static __rte_always_inline bool
rtw89u_walk_next(struct wport_walk *w, struct wport_unit *unit)
{
	if (unlikely(wport_walk_left(w) < RTW89U_RXD_SHORT_LEN))
		return false;
	unit->rxd0 = wport_word(w->pos, 0);
	return rtw89u_walk_take(w, unit,
				rtw89u_rxd_len(unit->rxd0) + rtw89u_rxd_gap(unit->rxd0),
				rtw89u_rxd_payload_len(unit->rxd0), 0, RTW89U_AGG_ALIGN);
}

/* The same for an AX chip; aux of the unit is layout.wide_bw. */
static __rte_always_inline bool
rtw89u_walk_next_ax(struct wport_walk *w, struct rtw89u_ax_layout layout,
		    struct wport_unit *unit)
{
	uint32_t tail;

	if (unlikely(wport_walk_left(w) < RTW89U_AX_SHORT_LEN))
		return false;
	unit->rxd0 = wport_word(w->pos, 0);
	unit->aux = layout.wide_bw;
	tail = rtw89u_ax_tail(unit->rxd0, wport_word(w->pos, 3), layout);
	return rtw89u_walk_take(w, unit,
				rtw89u_ax_len(unit->rxd0) + rtw89u_ax_gap(unit->rxd0, layout),
				rtw89u_ax_payload_len(unit->rxd0), tail, RTW89U_AGG_ALIGN_AX);
}

#endif /* RTW89U_AGG_H */
