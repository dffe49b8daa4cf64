/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* One transfer of an MT7921, all the way: walk, descriptor, decap. The input is the
 * transfer. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mt76u_agg.h"

#include "check_msdu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_frame(const struct wport_unit *unit, struct mt76u_ampdu *ampdu)
{
	uint32_t rxd2 = wport_word(unit->rxd, 2);
	struct wlan_monitor mon;
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;

	if (unit->len == 0 || unit->payload != unit->rxd + mt76u_rxd_head(unit->aux, rxd2))
		abort();
	info = mt76u_rxd_decode(unit->rxd, ampdu, &rx);
	mt76u_rxd_decode_monitor(unit->rxd, unit->aux, info, ampdu, &rx, &mon);
	if (mt76u_rxd_is_translated(rxd2))
		check_translated(unit->payload, unit->len);
	else
		check_decap_fcs(unit->payload, unit->len, 0, info);
}

static void
check_unit(const uint8_t *data, uint32_t len, const struct wport_unit *unit,
	   struct mt76u_ampdu *ampdu)
{
	check_inside(data, len, unit->rxd, MT76U_RXD_LEN);
	if (unit->len != 0)
		check_inside(data, len, unit->payload, unit->len);
	if (unit->payload < unit->rxd + MT76U_RXD_LEN)
		abort();
	if (mt76u_rxd_is_frame(unit->rxd0))
		check_frame(unit, ampdu);
}

/* The end: everything was walked, or there is a reason and a rest. */
static void
check_end(const uint8_t *data, uint32_t len, const struct wport_walk *w)
{
	enum mt76u_walk_end why = mt76u_walk_why(w, data, false);
	uint32_t left = wport_walk_left(w), claimed = mt76u_walk_claimed(w);

	if (why >= MT76U_WALK_MAX || left > len || w->pos != data + len - left)
		abort();
	if (why == MT76U_WALK_END ? left >= MT76U_RXD_LEN && claimed != 0 : left == 0)
		abort();
	if (why == MT76U_WALK_OVERRUN ? claimed <= left :
	    claimed != 0 && (left >= MT76U_RXD_LEN || claimed <= left))
		abort();
	if (why == MT76U_WALK_SHORT_DESC && left != len)
		abort();
	/* Where nothing more fitted, a short rest is no padding. */
	if (mt76u_walk_why(w, data, true) != why &&
	    (why != MT76U_WALK_END || left == 0 || left >= MT76U_RXD_LEN))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t len = (uint32_t)size, walked = 0;
	struct mt76u_ampdu ampdu = { 0 };
	struct wport_unit unit;
	struct wport_walk w;
	uint8_t *block = malloc(size);

	if (block == NULL)
		return 0;
	if (size != 0)
		memcpy(block, data, size);
	wport_walk_start(&w, block, len);
	while (mt76u_walk_next(&w, &unit)) {
		check_unit(block, len, &unit, &ampdu);
		/* Each step is forward, over the whole unit. */
		if (w.pos < unit.payload + unit.len || w.pos > block + len ||
		    (uint32_t)(w.pos - block) <= walked)
			abort();
		walked = w.pos - block;
	}
	check_end(block, len, &w);
	free(block);
	return 0;
}
