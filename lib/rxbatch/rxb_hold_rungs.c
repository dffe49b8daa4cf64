/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rxb_hold_rungs.h"

#define SECOND_NS	UINT64_C(1000000000)

/* Frame rates that differ by less are the same. */
#define SAME_PERMILLE	970u
/* Where the processor is saturated, goodput counts for less. */
#define SATURATED_PERMILLE 930u
/* Traffic that differs by more is other traffic. */
#define OTHER_PERMILLE	750u
/* A load is less when it is by so much. */
#define LESS_PERMILLE	950u
/* Two loads this near are the same, whatever the ratio. */
#define NEAR_PERMILLE	50u
/* Polls find the buffers filled: the processor is behind when it works at least so much. */
#define BEHIND_PERMILLE	700u

void
rxb_hold_forget(struct rxb_hold *h)
{
	uint32_t i;

	for (i = 0; i < RXB_HOLD_RUNGS_MAX; i++)
		h->rungs[i].visited = false;
}

static uint64_t
per_second(uint64_t count, uint64_t ns)
{
	return ns != 0 ? count * SECOND_NS / ns : 0;
}

struct rxb_hold_rung
rxb_hold_measure(const struct rxb_hold_sum *sum)
{
	return (struct rxb_hold_rung){
		.transfers = per_second(sum->transfers, sum->busy_ns),
		.timer = per_second(sum->timer, sum->busy_ns),
		.frames = per_second(sum->frames, sum->busy_ns),
		.frame_bytes = sum->frames != 0 ? (uint32_t)(sum->bytes / sum->frames) : 0,
		.busy_permille = sum->ns != 0 ? (uint32_t)(sum->busy_ns * 1000 / sum->ns) : 0,
		.visited = true,
		.behind = sum->crowded * 2 > sum->polls || sum->full * 2 > sum->looks,
		.drops = sum->drops != 0,
	};
}

uint32_t
rxb_hold_busy_load(const struct rxb_hold *h, const struct rxb_hold_rung *rung)
{
	return rxb_hold_fit_permille(&h->fit, h->conf.cycles_hz, rung->transfers, rung->frames);
}

uint32_t
rxb_hold_load(const struct rxb_hold *h, const struct rxb_hold_rung *rung)
{
	return (uint32_t)((uint64_t)rxb_hold_busy_load(h, rung) * rung->busy_permille / 1000);
}

bool
rxb_hold_is_saturated(const struct rxb_hold *h, const struct rxb_hold_rung *rung)
{
	uint32_t load = rxb_hold_busy_load(h, rung);

	return rung->drops || load > RXB_HOLD_SATURATED ||
		(rung->behind && load > BEHIND_PERMILLE);
}

static bool
is_less(uint64_t a, uint64_t b, uint32_t permille)
{
	return a * 1000 < b * permille;
}

static bool
differ(uint64_t a, uint64_t b)
{
	return is_less(a, b, OTHER_PERMILLE) || is_less(b, a, OTHER_PERMILLE);
}

static bool
is_other(const struct rxb_hold_rung *a, const struct rxb_hold_rung *b)
{
	return differ(a->frames, b->frames) || differ(a->frame_bytes, b->frame_bytes);
}

bool
rxb_hold_remember(struct rxb_hold *h, uint32_t rung, const struct rxb_hold_sum *sum)
{
	struct rxb_hold_rung now = rxb_hold_measure(sum);
	bool same = !h->rungs[rung].visited || !is_other(&now, &h->rungs[rung]);

	now.load_permille = rxb_hold_busy_load(h, &now);
	if (!same)
		rxb_hold_forget(h);
	h->rungs[rung] = now;
	return same;
}

/*
 * While the timer closes, a transfer takes its hold and the wait for the next frame, which
 * stays as it is; what size closes had no wait, and a longer hold does not move it. No
 * transfer is without a frame.
 */
struct rxb_hold_rung
rxb_hold_predict(const struct rxb_hold *h, uint32_t from, uint32_t i)
{
	struct rxb_hold_rung r = h->rungs[from];
	uint64_t before_ns = h->state.rung_us[from] * UINT64_C(1000);
	uint64_t then_ns = h->state.rung_us[i] * UINT64_C(1000);
	uint64_t most = r.frames > r.transfers ? r.frames : r.transfers;
	uint64_t moved = then_ns > before_ns ? r.timer : r.transfers;
	uint64_t apart_ns, least = r.transfers;

	r.behind = r.drops = false;
	if (moved == 0)
		return r;
	apart_ns = SECOND_NS / moved;
	apart_ns = apart_ns > before_ns ? apart_ns - before_ns : 0;
	r.transfers -= moved;
	r.transfers += SECOND_NS / (apart_ns + then_ns);
	if (then_ns < before_ns && r.transfers < least)
		r.transfers = least;
	if (r.transfers > most)
		r.transfers = most;
	r.timer = r.transfers;
	return r;
}

/* Where both carry the same. a is the shorter. */
static bool
is_better(const struct rxb_hold *h, const struct rxb_hold_rung *a,
	  const struct rxb_hold_rung *b)
{
	uint32_t load_a = rxb_hold_load(h, a), load_b = rxb_hold_load(h, b);

	if (rxb_hold_is_saturated(h, a))
		return false;
	if (rxb_hold_is_saturated(h, b) || load_a <= h->budget_permille)
		return true;
	return !is_less(load_b, load_a, LESS_PERMILLE) || load_a < load_b + NEAR_PERMILLE / 5;
}

/* Goodput by which rungs are compared: a processor that is no bottleneck is worth some. */
static uint64_t
worth(const struct rxb_hold *h, uint32_t i)
{
	uint64_t frames = h->rungs[i].frames;

	return rxb_hold_is_saturated(h, &h->rungs[i]) ? frames * SATURATED_PERMILLE / 1000 : frames;
}

static uint64_t
most_worth(const struct rxb_hold *h)
{
	uint64_t most = 0;
	uint32_t i;

	for (i = 0; i < h->state.rungs; i++)
		if (h->rungs[i].visited && worth(h, i) > most)
			most = worth(h, i);
	return most;
}

uint32_t
rxb_hold_best(const struct rxb_hold *h)
{
	uint64_t most = most_worth(h);
	uint32_t best = h->state.rungs, i = h->state.rungs;

	while (i-- > 0) {
		if (!h->rungs[i].visited || is_less(worth(h, i), most, SAME_PERMILLE))
			continue;
		if (best == h->state.rungs || is_better(h, &h->rungs[i], &h->rungs[best]))
			best = i;
	}
	return best;
}
