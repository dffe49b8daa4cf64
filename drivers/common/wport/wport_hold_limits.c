/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* From what is wished for to what a chip can be told. */

#include "wport.h"
#include "wport_hold_work.h"

void
wport_hold_init(struct wport *port)
{
	const struct wport_conf *conf = &port->conf;

	port->hold.wish = (struct wport_hold_wish){
		.policy = conf->hold_policy,
		.agg = {
			.hold_us = conf->hold_us,
			.bytes = conf->agg_kib == WPORT_UNSET ? WPORT_UNSET :
				conf->agg_kib * 1024,
			.count = conf->agg_count,
		},
	};
}

/* The ladder is the chip's: counters are named by it before any policy is at work. */
void
wport_hold_opened(struct wport *port)
{
	const struct wport_chip *chip = port->chip;
	struct wport_hold *h = &port->hold;
	uint32_t us;

	h->device = wport_has_device(port) && chip->hold_max_us != 0;
	if (!h->device)
		return;
	for (us = chip->rung_min_us; us != 0 && us <= chip->rung_max_us &&
	     h->rungs < RXB_HOLD_RUNGS_MAX; us *= 2)
		h->rung_us[h->rungs++] = us;
}

static uint32_t
hold_of(const struct wport *port, const struct wport_hold_wish *wish)
{
	const struct wport_chip *chip = port->chip;
	bool super = port->usb_shared.speed_mbps >= 5000;
	uint32_t us = wish->agg.hold_us, unit = chip->hold_unit_us;

	if (us == WPORT_UNSET)
		us = super ? chip->hold_us_super : chip->hold_us;
	if (us == 0 && wport_hold_is_adaptive(wish->policy))
		us = chip->rung_min_us;
	return us == 0 ? 0 : RTE_MAX((us + unit / 2) / unit, 1u) * unit;
}

uint32_t
wport_hold_room(const struct wport *port)
{
	if (port->buf_size == 0)
		return UINT32_MAX;
	return port->buf_size - RTE_MIN(port->buf_size, port->chip->unit_max);
}

struct wport_agg
wport_hold_limits(const struct wport *port, const struct wport_hold_wish *wish)
{
	const struct wport_chip *chip = port->chip;
	uint32_t bytes = wish->agg.bytes != WPORT_UNSET ? wish->agg.bytes :
		RTE_MIN(chip->agg_bytes, wport_hold_room(port));

	return (struct wport_agg){
		.hold_us = hold_of(port, wish),
		.bytes = RTE_MAX(bytes / chip->agg_unit, 1u) * chip->agg_unit,
		.count = wish->agg.count != WPORT_UNSET ? wish->agg.count : chip->agg_count,
	};
}

struct wport_agg
wport_agg_limits(const struct wport *port)
{
	return wport_hold_limits(port, &port->hold.wish);
}

bool
wport_hold_is_same(const struct wport_agg *a, const struct wport_agg *b)
{
	return a->hold_us == b->hold_us &&
		(a->hold_us == 0 || (a->bytes == b->bytes && a->count == b->count));
}
