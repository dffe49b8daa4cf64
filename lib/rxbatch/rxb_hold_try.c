/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which rung is worth a look, by what was measured with others. */

#include "rxb_hold_choose.h"
#include "rxb_hold_rungs.h"

#define MS	UINT64_C(1000000)

#define TRIAL_PERMILLE	850u		/* of the processor, for a trial beyond the budget */
#define AIM_PERMILLE	800u		/* of the processor, where it is saturated */
#define FALLS_PERMILLE	920u		/* goodput that a longer hold has spoilt for good */
#define GAIN_PERMILLE	950u		/* of the load, that a longer hold must bring it to */

/* A trial of no use is not repeated for so long, and then for twice as long. Up is what a
 * budget asks for; down is a hope. */
#define UP_NS		(2000 * MS)
#define DOWN_NS		(16000 * MS)
#define TRIAL_MAX_NS	(128000 * MS)

#define NONE		UINT32_MAX
#define ANY		UINT32_MAX

/* The lowest rung that spoils what base carries. */
static uint32_t
cap_above(const struct rxb_hold *h, uint32_t base)
{
	uint32_t i = base + 1;

	while (i < h->state.rungs && !(h->rungs[i].visited && h->rungs[i].frames * 1000 <
				       h->rungs[base].frames * FALLS_PERMILLE))
		i++;
	return i;
}

/* Nearest to rung, strictly between low and cap, that nobody has been to; NONE. */
static uint32_t
unvisited(const struct rxb_hold *h, uint32_t rung, uint32_t low, uint32_t cap)
{
	uint32_t i, best = NONE, far, least = NONE;

	for (i = low + 1; i < cap; i++) {
		far = i > rung ? i - rung : rung - i;
		if (!h->rungs[i].visited && far < least) {
			least = far;
			best = i;
		}
	}
	return best;
}

/* The lowest of these that is thought to work no more than load with the traffic's
 * pauses and busy between them; NONE. */
static uint32_t
lowest_within(const struct rxb_hold *h, uint32_t base, uint32_t low, uint32_t cap, uint32_t load,
	      uint32_t busy)
{
	struct rxb_hold_rung r;
	uint32_t i;

	for (i = low; i < cap; i++) {
		r = rxb_hold_predict(h, base, i);
		if (rxb_hold_load(h, &r) <= load && rxb_hold_busy_load(h, &r) <= busy)
			return i;
	}
	return NONE;
}

static uint32_t
rescue(const struct rxb_hold *h, uint32_t base)
{
	uint32_t cap = cap_above(h, base);
	uint32_t to = lowest_within(h, base, base + 1, h->state.rungs, ANY, AIM_PERMILLE);

	if (to == NONE)
		to = h->state.rungs - 1;
	if (to < base + 2)
		to = base + 2;
	if (to >= cap)
		to = cap < h->state.rungs ? (base + cap + 1) / 2 : h->state.rungs - 1;
	return unvisited(h, to, base, cap);
}

static bool
may_try(const struct rxb_hold_trial *trial, uint64_t now_ns)
{
	return trial->wait_ns == 0 || now_ns >= trial->next_ns;
}

/* Above the budget, not saturated. Where size closes most of them, nothing is to be gained. */
static uint32_t
save(struct rxb_hold *h, uint32_t base, uint64_t now_ns)
{
	const struct rxb_hold_rung *r = &h->rungs[base];
	uint32_t load = rxb_hold_load(h, r), to;
	struct rxb_hold_rung then;

	if (base + 1 >= h->state.rungs || cap_above(h, base) < h->state.rungs ||
	    !may_try(&h->up, now_ns))
		return NONE;
	to = lowest_within(h, base, base + 1, h->state.rungs,
			   h->budget_permille * RXB_HOLD_ROOM_PERMILLE / 1000, ANY);
	to = unvisited(h, to != NONE ? to : h->state.rungs - 1, base, h->state.rungs);
	if (to == NONE)
		return NONE;
	then = rxb_hold_predict(h, base, to);
	if (rxb_hold_load(h, &then) * 1000 > load * GAIN_PERMILLE)
		return NONE;
	h->tries_up = true;
	h->tried = to;
	return to;
}

/* The highest rung below base that was tried and found worse; NONE. */
static uint32_t
floor_below(const struct rxb_hold *h, uint32_t base)
{
	uint32_t i = base;

	while (i-- > 0)
		if (h->rungs[i].visited)
			return i;
	return NONE;
}

static uint32_t
shorten(struct rxb_hold *h, uint32_t base, uint64_t now_ns)
{
	uint32_t low = floor_below(h, base), from = low + 1, to;

	/* There the costs were wrong: half-way. */
	if (low != NONE && rxb_hold_is_saturated(h, &h->rungs[low]))
		from = (low + base + 1) / 2;
	to = lowest_within(h, base, from, base, h->budget_permille * RXB_HOLD_ROOM_PERMILLE / 1000,
			   TRIAL_PERMILLE);
	if (to != NONE || low != NONE || !may_try(&h->down, now_ns))
		return to;
	to = lowest_within(h, base, 0, base, ANY, TRIAL_PERMILLE);
	h->tries_down = to != NONE;
	h->tried = to;
	return to;
}

static void
judge_one(struct rxb_hold_trial *trial, bool useful, uint64_t now_ns, uint64_t least_ns)
{
	if (useful) {
		trial->wait_ns /= 2;
		return;
	}
	trial->wait_ns = trial->wait_ns < least_ns ? least_ns : trial->wait_ns * 2;
	if (trial->wait_ns > TRIAL_MAX_NS)
		trial->wait_ns = TRIAL_MAX_NS;
	trial->next_ns = now_ns + trial->wait_ns;
}

/* Did the trial lead to something? */
static void
judge(struct rxb_hold *h, uint32_t best, uint64_t now_ns)
{
	if (h->tries_up && h->state.rung == h->tried)
		judge_one(&h->up, best == h->tried, now_ns, UP_NS);
	if (h->tries_down && h->state.rung == h->tried)
		judge_one(&h->down, best == h->tried, now_ns, DOWN_NS);
	h->tries_up = h->tries_down = false;
}

/* From drops too that the processor has no part in: long holds may fill the chip. */
static bool
may_shorten(const struct rxb_hold *h, uint32_t base)
{
	const struct rxb_hold_rung *r = &h->rungs[base];

	if (base == 0 || rxb_hold_busy_load(h, r) > RXB_HOLD_SATURATED)
		return false;
	return r->drops || h->calm.next_ns == 0;
}

void
rxb_hold_try(struct rxb_hold *h, uint64_t now_ns)
{
	uint32_t base = rxb_hold_best(h), to;
	const struct rxb_hold_rung *r = &h->rungs[base];
	enum rxb_hold_why why;

	judge(h, base, now_ns);
	if (rxb_hold_is_saturated(h, r)) {
		to = rescue(h, base);
		why = RXB_HOLD_OVERLOAD;
	} else {
		to = rxb_hold_load(h, r) > h->budget_permille ? save(h, base, now_ns) : NONE;
		why = RXB_HOLD_BUDGET;
	}
	if (to == NONE && may_shorten(h, base)) {
		to = shorten(h, base, now_ns);
		why = RXB_HOLD_ROOM;
	}
	if (to == NONE) {
		to = base;
		why = RXB_HOLD_NO_GAIN;
	}
	h->settled = to == h->state.rung;
	h->returning = h->rungs[to].visited;
	rxb_hold_want(h, to, why);
}
