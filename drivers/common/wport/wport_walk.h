/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_WALK_H
#define WPORT_WALK_H

/* The walk through one completed bulk-IN transfer, unit by unit. How a unit is
 * framed is the chip's business (its _agg.h); what a walk is, is not. */

#include <stdint.h>

struct wport_walk {
	const uint8_t *pos;	/* next unit, on its alignment */
	const uint8_t *end;	/* first byte that did not arrive */
};

struct wport_unit {
	const uint8_t *rxd;	/* descriptor */
	const uint8_t *payload;
	uint32_t len;		/* of the payload, bytes, at least 1 */
	uint32_t rxd0;		/* word 0 of the descriptor, CPU order */
	uint32_t aux;		/* the chip's own */
};

static inline void
wport_walk_start(struct wport_walk *w, const uint8_t *data, uint32_t len)
{
	w->pos = data;
	w->end = data + len;
}

static inline uint32_t
wport_walk_left(const struct wport_walk *w)
{
	return w->end - w->pos;
}

#endif /* WPORT_WALK_H */
