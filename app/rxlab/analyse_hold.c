/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_common.h>

#include "analyse_hold.h"

/* Two stamps of whole microseconds. */
#define FUZZ_US 2u
/* Of so many samples one may be wrong: a stamp, or a transfer that something else closed. */
#define ALLOWED_OF 500u
/* Behind the last unit, in front of another. */
#define PAD_MAX 16u

void
an_hold_init(struct an_hold *hold)
{
	memset(hold, 0, sizeof(*hold));
}

static uint32_t
place(uint64_t ns)
{
	return (uint32_t)RTE_MIN(ns / 1000, AN_HOLD_MAX_US + 1);
}

/* Could the unit that came next have joined but for the time? In doubt no. */
static void
see_next(struct an_hold *hold, const struct an_unit *next, const struct an_agg *agg)
{
	uint32_t at = place(next->arrival_ns - hold->first_ns);

	if (agg->units != 0 && hold->units >= agg->units) {
		hold->at_count++;
	} else if (agg->size != 0 && hold->len >= agg->size) {
		hold->at_size++;
	} else if (agg->size != 0 && hold->len + next->bytes + PAD_MAX > agg->size) {
		hold->full[at]++;
	} else if (hold->rough || !next->stamped) {
		hold->by_timer_rough++;
	} else {
		hold->spacing[AN_TIMER_FIRST][at]++;
		hold->spacing[AN_TIMER_RESTART][place(next->arrival_ns - hold->last_ns)]++;
		hold->spacings++;
	}
}

static void
see_inside(struct an_hold *hold, const struct an_transfer *t, const struct an_unit *units)
{
	uint64_t gap_ns = 0;
	uint32_t i;

	for (i = 1; i < t->nb_units; i++)
		gap_ns = RTE_MAX(gap_ns, units[i].arrival_ns - units[i - 1].arrival_ns);
	hold->span[AN_TIMER_FIRST][place(units[i - 1].arrival_ns - units[0].arrival_ns)]++;
	hold->span[AN_TIMER_RESTART][place(gap_ns)]++;
	hold->spans++;
}

void
an_hold_see(struct an_hold *hold, const struct an_transfer *t, const struct an_unit *units,
	    const struct an_agg *agg)
{
	if (t->cause != AN_GOOD || t->nb_units == 0 || t->carried != 0) {
		hold->pending = false;
		return;
	}
	if (hold->pending && t->follows)
		see_next(hold, &units[0], agg);
	hold->rough = !units[0].stamped;
	if (an_transfer_whole(t) && !t->split && !hold->rough)
		see_inside(hold, t, units);
	hold->pending = t->end == AN_END_WELL;
	hold->first_ns = units[0].arrival_ns;
	hold->last_ns = units[t->nb_units - 1].arrival_ns;
	hold->len = t->len;
	hold->units = t->nb_units;
}

void
an_hold_closes(const struct an_hold *hold, uint32_t hold_us, struct an_hold_closes *closes)
{
	uint32_t us;

	closes->size = hold->at_size;
	closes->count = hold->at_count;
	closes->timer = hold->spacings + hold->by_timer_rough;
	for (us = 0; us <= AN_HOLD_MAX_US + 1; us++)
		*(us < hold_us ? &closes->size : &closes->timer) += hold->full[us];
}

/* Samples that a hold of so many us cannot have given. */
static void
contradictions(const uint32_t *span, const uint32_t *spacing, uint64_t spans, uint32_t *against)
{
	uint64_t longer = spans, shorter = 0;
	uint32_t us;

	for (us = 0; us < FUZZ_US; us++)
		longer -= span[us];
	for (us = 0; us <= AN_HOLD_MAX_US; us++) {
		if (us + FUZZ_US <= AN_HOLD_MAX_US)
			longer -= span[us + FUZZ_US];
		if (us > FUZZ_US)
			shorter += spacing[us - FUZZ_US - 1];
		against[us] = (uint32_t)RTE_MIN(longer + shorter, UINT32_MAX);
	}
}

void
an_hold_range(const struct an_hold *hold, enum an_timer timer, struct an_hold_range *range)
{
	static uint32_t against[AN_HOLD_MAX_US + 1];
	uint32_t us, best = 0, allowed;

	memset(range, 0, sizeof(*range));
	range->spans = hold->spans;
	range->samples = hold->spans + hold->spacings;
	range->known = hold->spacings != 0;
	if (!range->known)
		return;
	contradictions(hold->span[timer], hold->spacing[timer], hold->spans, against);
	for (us = 1; us <= AN_HOLD_MAX_US; us++)
		if (against[us] < against[best])
			best = us;
	range->against = against[best];
	allowed = against[best] + (uint32_t)(range->samples / ALLOWED_OF);
	for (us = best; us > 0 && against[us - 1] <= allowed; us--)
		;
	range->low_us = us;
	for (us = best; us < AN_HOLD_MAX_US && against[us + 1] <= allowed; us++)
		;
	range->high_us = us;
}
