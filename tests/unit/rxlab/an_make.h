/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AN_MAKE_H
#define AN_MAKE_H

/* Units and transfers for the tests of "rxlab analyse", by when they arrive. */

#include <string.h>

#include "../cunit_run.h"
#include "analyse_read.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static inline struct an_chip
chip_called(const char *name)
{
	struct an_chip chip;

	CU_ASSERT_FATAL(an_chip_by_name(&chip, name, false));
	return chip;
}

static inline struct an_unit
unit_at(uint64_t us, uint32_t bytes)
{
	return (struct an_unit){ .bytes = bytes, .is_frame = true, .stamped = true,
				 .stamp_us = (uint32_t)us, .arrival_ns = us * 1000 };
}

/* A good transfer of these units. */
static inline struct an_transfer
transfer_of(const struct an_unit *units, uint32_t n)
{
	struct an_transfer t = { .cause = AN_GOOD, .follows = true, .nb_units = n,
				 .nb_frames = n, .end = AN_END_WELL };
	uint32_t i;

	for (i = 0; i < n; i++)
		t.len += units[i].bytes;
	t.held = t.len;
	return t;
}

#endif /* AN_MAKE_H */
