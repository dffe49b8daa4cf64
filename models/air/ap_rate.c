/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "ap_rate.h"

/*
 * The simplest rule that has what all have: a mean over the last PPDUs, a limit below
 * which the rate is too high, and patience before a higher one is tried. Nobody publishes
 * what an access point does; the constants are chosen, with Linux's minstrel_ht in mind
 * (mean with a weight of 3/4 for the past, a look each 50 ms):
 *
 * - mean += (share of this PPDU - mean) / 4;
 * - below 80 %: one MCS down, which starts with a mean of 100 %. A step of MCS is a step
 *   of 10 to 33 % of the rate, so what loses a fifth is not better than the next lower;
 * - not below 95 % for 100 ms, nor changed for as long: one MCS up.
 *
 * It knows MCS alone, no other number of streams and no other width.
 */
#define MEAN_WEIGHT 4
#define DOWN_PERMILLE 800
#define GOOD_PERMILLE 950
#define UP_NS 100000000ull
#define WHOLE 1000

/* Within the modulations of one number of streams: HT counts on. */
static uint8_t
lowest(const struct air_rate_control *r)
{
	return r->now.mode == AIR_HT ? (uint8_t)(r->now.mcs & ~7u) : 0;
}

void
air_rate_init(struct air_rate_control *r, const struct air_rate *best, bool adapts)
{
	r->now = r->best = *best;
	r->adapts = adapts;
	r->share = WHOLE;
	r->good_ns = 0;
	r->changes = 0;
}

static void
change(struct air_rate_control *r, uint64_t now_ns, int by)
{
	r->now.mcs = (uint8_t)(r->now.mcs + by);
	r->share = WHOLE;
	r->good_ns = now_ns;
	r->changes++;
}

void
air_rate_answered(struct air_rate_control *r, uint64_t now_ns, uint32_t sent,
		  uint32_t acknowledged)
{
	int32_t share = (int32_t)(acknowledged * (uint64_t)WHOLE / sent);

	if (!r->adapts)
		return;
	r->share = (uint32_t)((int32_t)r->share + (share - (int32_t)r->share) / MEAN_WEIGHT);
	if (r->share < GOOD_PERMILLE)
		r->good_ns = now_ns;
	if (r->share < DOWN_PERMILLE && r->now.mcs > lowest(r))
		change(r, now_ns, -1);
	else if (r->now.mcs < r->best.mcs && now_ns - r->good_ns >= UP_NS)
		change(r, now_ns, 1);
}
