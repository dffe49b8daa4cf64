/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_CHIP_H
#define ANALYSE_CHIP_H

/*
 * What analysing a capture needs to know of a chip, from the drivers: its place in their
 * tables, their walk through a transfer, what their decoders read of a unit's time.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wport_walk.h"

#include "rtw89u_rxd_ax.h"

struct wport_chip;

enum an_framing { AN_BE, AN_AX, AN_MT };

struct an_chip {
	const struct wport_chip *port;	/* name, endpoint, limits of aggregation */
	enum an_framing framing;
	struct rtw89u_ax_layout layout;	/* AX */
	uint32_t agg_reg[2];		/* addresses of its aggregation registers, 0: none */
};

/* A unit, as far as aggregation and time are concerned. */
struct an_unit {
	uint32_t bytes;		/* from its beginning to where the next may begin */
	bool is_frame;
	bool stamped;		/* stamp_us is the device's clock at its beginning */
	uint32_t stamp_us;
	uint32_t air_ns;	/* that its bits took on the air; 0: rate not known */
	uint64_t arrival_ns;	/* last bit, by the device's clock (analyse_clock.h) */
};

/* Why a walk ended. */
enum an_end {
	AN_END_WELL,
	AN_END_CUT,		/* a unit goes on past the end, as its descriptor says */
	AN_END_BAD		/* a length that cannot be, or half a descriptor */
};

/* False: no such chip. */
bool an_chip_by_name(struct an_chip *chip, const char *name, bool linux_layout);
bool an_chip_by_id(struct an_chip *chip, uint16_t vendor, uint16_t product,
		   bool linux_layout);
/* "rtl8922au, rtl8852cu, ..." */
void an_chip_names(char *text, uint32_t size);

/* The unit at w->pos, and one step; false: none that can be believed. */
bool an_chip_next(const struct an_chip *chip, struct wport_walk *w, struct an_unit *unit);

/*
 * Why there is no unit at w->pos, in a transfer that begins at start; full: no more bytes
 * would have fitted. AN_END_CUT: *claimed is its whole length, and where its descriptor is
 * there, unit is set and *described true.
 */
enum an_end an_chip_why(const struct an_chip *chip, const struct wport_walk *w,
			const uint8_t *start, bool full, struct an_unit *unit,
			uint32_t *claimed, bool *described);

#endif /* ANALYSE_CHIP_H */
