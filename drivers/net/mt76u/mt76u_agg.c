/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "mt76u_agg.h"

/* How long a unit is stands in its first bytes. */
#define WORD0_LEN 4u

enum mt76u_walk_end
mt76u_walk_why(const struct wport_walk *w, const uint8_t *start, bool full)
{
	uint32_t left = wport_walk_left(w);
	uint32_t len;

	if (wport_all_zero(w->pos, w->end))
		return MT76U_WALK_END;
	if (left < MT76U_RXD_LEN)
		return full || w->pos == start ? MT76U_WALK_SHORT_DESC : MT76U_WALK_END;
	len = WPORT_GET(MT76U_RXD0_LENGTH, wport_word(w->pos, 0));
	if (len == 0)
		return MT76U_WALK_ZERO_LEN;
	return len > left ? MT76U_WALK_OVERRUN : MT76U_WALK_SHORT_LEN;
}

uint32_t
mt76u_walk_claimed(const struct wport_walk *w)
{
	uint32_t left = wport_walk_left(w);
	uint32_t rxd0;

	if (left < WORD0_LEN)
		return 0;
	rxd0 = wport_word(w->pos, 0);
	return WPORT_GET(MT76U_RXD0_LENGTH, rxd0) > left ? mt76u_unit_step(rxd0) : 0;
}
