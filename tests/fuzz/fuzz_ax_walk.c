/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* One transfer of an AX chip, all the way: walk, descriptor, decap, in each reading of
 * its layout. The input is the transfer. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rtw89u_agg.h"

#include "check_msdu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_unit(const uint8_t *data, uint32_t len, const struct wport_unit *unit)
{
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;

	check_inside(data, len, unit->rxd, rtw89u_ax_len(unit->rxd0));
	check_inside(data, len, unit->payload, unit->len);
	if (unit->len == 0 || unit->payload < unit->rxd + rtw89u_ax_len(unit->rxd0))
		abort();
	if ((unit->rxd - data) % RTW89U_AGG_ALIGN_AX != 0)
		abort();
	info = rtw89u_ax_decode(unit->rxd, unit->rxd0, unit->aux != 0, &rx);
	if (rtw89u_ax_type(unit->rxd0) == RTW89U_RPKT_WIFI)
		check_decap(unit->payload, unit->len, info);
}

/* The end: everything was walked, or there is a reason and a rest. */
static void
check_end(const uint8_t *data, uint32_t len, const struct wport_walk *w,
	  struct rtw89u_ax_layout layout)
{
	enum rtw89u_walk_end why = rtw89u_walk_why_ax(w);
	uint32_t left = wport_walk_left(w), claimed = rtw89u_walk_claimed_ax(w, layout);

	if (why >= RTW89U_WALK_MAX || left > len || w->pos != data + len - left)
		abort();
	if (why != RTW89U_WALK_END && left == 0)
		abort();
	if (why == RTW89U_WALK_OVERRUN && claimed <= left)
		abort();
}

static void
walk(const uint8_t *block, uint32_t len, struct rtw89u_ax_layout layout)
{
	struct wport_unit unit;
	struct wport_walk w;
	uint32_t walked = 0;

	wport_walk_start(&w, block, len);
	while (rtw89u_walk_next_ax(&w, layout, &unit)) {
		check_unit(block, len, &unit);
		/* Each step is forward, over the whole unit. */
		if (w.pos < unit.payload + unit.len || w.pos > block + len ||
		    (uint32_t)(w.pos - block) <= walked)
			abort();
		walked = w.pos - block;
	}
	check_end(block, len, &w, layout);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *block = malloc(size);

	if (block == NULL)
		return 0;
	if (size != 0)
		memcpy(block, data, size);
	walk(block, size, rtw89u_ax_layout(false, false));
	walk(block, size, rtw89u_ax_layout(false, true));
	walk(block, size, rtw89u_ax_layout(true, false));
	free(block);
	return 0;
}
