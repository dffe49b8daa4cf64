/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_LIMITS_H
#define ANALYSE_LIMITS_H

/*
 * Which limits of size and count a device obeys, from its transfers alone, for a capture
 * that holds no register. A limit shows in the longest transfers. What tells them from
 * those that the timer closed: they were over sooner than others, or took now longer, now
 * shorter to fill.
 */

#include <stdbool.h>
#include <stdint.h>

#include "analyse_read.h"

#define AN_KIB_MAX 1024u	/* the largest limit of any chip, and one */
#define AN_COUNT_MAX 256u

struct an_pile {
	uint64_t nb;
	uint32_t span_min_us, span_max_us;	/* first to last arrival */
	uint64_t nb_next, next_us;	/* first to first of the next transfer: sum */
};

struct an_limits {
	const struct an_chip *chip;
	uint64_t transfers, single;
	uint64_t near_usual;	/* that the chip's usual size limit would have closed */
	uint32_t max_len, max_unit, max_units, max_span_us;
	/* The transfer before this one. */
	bool pending;
	uint64_t first_ns;
	uint32_t kib, units;	/* its piles */
	struct an_pile by_kib[AN_KIB_MAX + 1];	/* each by its length, begun KiB */
	struct an_pile by_units[AN_COUNT_MAX + 1];
};

struct an_guess {
	struct an_agg agg;	/* size and units: 0 where none shows */
	bool single;		/* no transfer has two units */
	char why_size[160], why_units[160];
};

void an_limits_init(struct an_limits *limits, const struct an_chip *chip);
/* Transfers in their order; those that are not whole, or go over
 * several requests, count for nothing. */
void an_limits_see(struct an_limits *limits, const struct an_transfer *t,
		   const struct an_unit *units);
/* timed: arrivals are the device's own. */
void an_limits_guess(const struct an_limits *limits, bool timed, struct an_guess *guess);

#endif /* ANALYSE_LIMITS_H */
