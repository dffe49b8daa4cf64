/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The rule, in order:
 *
 *   nothing arrives           the shortest, after a while
 *   sparse, and cheap enough  the shortest, at once
 *   saturated, drops          longer: at least two rungs, to where the costs say
 *   above the budget          longer, where that saves work: a trial
 *   below it                  shorter, as far as the costs allow; a trial beyond that
 *   all of it tried           the best of what was measured, until the traffic is another
 *
 * Traffic that answers (TCP, requests) gets slower with a longer hold, and faster with a
 * shorter one; other traffic does not. A trial tells: goodput is compared first, then the
 * budget, then the hold. What was tried is remembered, so that a constant load comes to
 * rest; trials that were of no use are repeated ever more seldom.
 */

#include "rxb_hold_choose.h"
#include "rxb_hold_rungs.h"

#define MS	UINT64_C(1000000)

#define IDLE_NS		(1500 * MS)	/* longer than a pause in traffic that comes and goes */
#define QUIET_TRANSFERS	15u		/* in that time are as good as none */
#define QUIET_AT_ONCE	4u		/* ... but not so many in one look */
#define PAUSE_NS	(60 * MS)
#define SETTLING	2u		/* looks after a change */
#define WINDOW_NS	(100 * MS)
#define WINDOW_MAX_NS	(400 * MS)
#define WINDOW_TRANSFERS 48u
#define BRIEF_NS	(40 * MS)	/* enough to see that the processor drowns */
#define SPARSE_NS	(50 * MS)
#define SPARSE_BEHIND_NS (400 * MS)	/* ... a flood: what the device lost comes again, one by one */
#define SPARSE_TRANSFERS 8u

#define CALM_NS		(16000 * MS)
#define CALM_MAX_NS	(1024000 * MS)
#define OVER_PERMILLE	1050u		/* of the budget, which was not exceeded before */
#define FAR_PERMILLE	50u		/* a load that is another, by a quarter and so much */

static const uint32_t budgets[RXB_HOLD_PRESETS] = {
	[RXB_HOLD_LATENCY] = 900, [RXB_HOLD_BALANCED] = 600, [RXB_HOLD_CPU] = 300,
};

void
rxb_hold_choose_init(struct rxb_hold *h)
{
	h->budget_permille = h->conf.budget_permille;
	if (h->budget_permille == 0)
		h->budget_permille = budgets[h->conf.preset];
}

static void
restart(struct rxb_hold *h)
{
	h->window = h->brief = (struct rxb_hold_sum){ 0 };
}

void
rxb_hold_choose_anew(struct rxb_hold *h)
{
	restart(h);
	h->settling = SETTLING;
	h->settled = false;
}

void
rxb_hold_want(struct rxb_hold *h, uint32_t rung, enum rxb_hold_why why)
{
	if (rung == h->wanted)
		return;
	h->wanted = rung;
	h->why = why;
}

static void
sum_add(struct rxb_hold_sum *sum, const struct rxb_hold *h, const struct rxb_hold_look *look)
{
	const struct rxb_hold_seen *since = &look->since;

	sum->ns += look->ns;
	sum->busy_ns += since->transfers != 0 ? look->ns : 0;
	sum->transfers += since->transfers;
	sum->frames += since->frames;
	sum->bytes += since->bytes;
	sum->timer += since->closed[RXB_HOLD_BY_TIMER];
	sum->sparse += since->sparse;
	sum->drops += look->drops;
	sum->polls += since->polls;
	sum->crowded += since->crowded;
	sum->looks++;
	sum->full += look->backlog * UINT64_C(4) >= h->conf.buffers * UINT64_C(3);
}

/* Next to nothing for a while; what may come then is nobody's guess. */
static bool
is_idle(struct rxb_hold *h, const struct rxb_hold_look *look)
{
	h->quiet_ns += look->ns;
	h->quiet_transfers += look->since.transfers;
	if (h->quiet_transfers > QUIET_TRANSFERS || look->since.transfers > QUIET_AT_ONCE)
		h->quiet_ns = h->quiet_transfers = 0;
	if (h->quiet_ns < IDLE_NS)
		return false;
	rxb_hold_forget(h);
	rxb_hold_choose_anew(h);
	h->returning = false;
	h->calm.next_ns = 0;
	h->quiet_transfers = 0;
	h->state.load_permille = 0;
	rxb_hold_want(h, 0, RXB_HOLD_IDLE);
	return true;
}

/* Traffic that pauses for long is measured between its pauses, and without the looks that
 * saw a part of it. */
static bool
is_pause(struct rxb_hold *h, const struct rxb_hold_look *look)
{
	bool after = h->pause_ns >= PAUSE_NS;

	h->pause_ns = look->since.transfers != 0 ? 0 : h->pause_ns + look->ns;
	if (h->pause_ns >= PAUSE_NS)
		restart(h);
	return after;
}

/* Lone frames, and each in a transfer of its own would do. */
static bool
is_sparse(const struct rxb_hold *h, const struct rxb_hold_sum *sum)
{
	const struct rxb_hold_rung *then = &h->rungs[h->state.rung];
	bool flood = then->visited && rxb_hold_is_saturated(h, then);
	struct rxb_hold_rung r = rxb_hold_measure(sum);

	if (sum->ns < (flood ? SPARSE_BEHIND_NS : SPARSE_NS) ||
	    sum->transfers < SPARSE_TRANSFERS)
		return false;
	if (sum->sparse * 4 < sum->transfers * 3 || sum->drops != 0)
		return false;
	if (h->tries_up || (h->rungs[0].visited && rxb_hold_best(h) != 0))
		return false;
	r.transfers = r.frames;
	return rxb_hold_load(h, &r) * 1000 <= h->budget_permille * RXB_HOLD_ROOM_PERMILLE;
}

/* Drops are over for a while: what was not to be tried because of them may be. A while is
 * longer each time. */
static bool
is_calm(struct rxb_hold *h, uint64_t now_ns)
{
	if (h->calm.next_ns == 0 || now_ns < h->calm.next_ns)
		return false;
	h->calm.next_ns = 0;
	return true;
}

static void
wait_for_calm(struct rxb_hold *h, uint64_t now_ns)
{
	uint64_t wait_ns = h->calm.wait_ns * 2;

	if (wait_ns < CALM_NS)
		wait_ns = CALM_NS;
	h->calm.wait_ns = wait_ns < CALM_MAX_NS ? wait_ns : CALM_MAX_NS;
	h->calm.next_ns = now_ns + h->calm.wait_ns;
}

static bool
is_far(uint32_t a, uint32_t b)
{
	uint32_t most = a > b ? a : b, less = a > b ? b : a;

	return most - less > FAR_PERMILLE && less * 4 < most * 3;
}

/* What was settled is open again. */
static bool
is_open(const struct rxb_hold *h, const struct rxb_hold_rung *now,
	const struct rxb_hold_rung *then)
{
	uint32_t load = now->load_permille * now->busy_permille / 1000;
	uint32_t before = then->load_permille * then->busy_permille / 1000;

	if (!h->settled || is_far(now->load_permille, then->load_permille))
		return true;
	if (before <= h->budget_permille && load * 1000 > h->budget_permille * OVER_PERMILLE)
		return true;
	return rxb_hold_is_saturated(h, now) && !rxb_hold_is_saturated(h, then);
}

static void
decide(struct rxb_hold *h, const struct rxb_hold_sum *sum, uint64_t now_ns)
{
	struct rxb_hold_rung then = h->rungs[h->state.rung];
	bool same, calm = is_calm(h, now_ns);

	if (calm)
		rxb_hold_forget(h);
	same = rxb_hold_remember(h, h->state.rung, sum) && !calm;
	if (h->rungs[h->state.rung].drops)
		wait_for_calm(h, now_ns);
	if (!same)
		h->tries_up = h->tries_down = false;
	/* Back where it was best: a second look is not to start it all again. */
	else if (h->returning)
		h->settled = true;
	if (!same || is_open(h, &h->rungs[h->state.rung], &then))
		rxb_hold_try(h, now_ns);
	else
		h->rungs[h->state.rung] = then;
}

static bool
is_full(const struct rxb_hold_sum *sum)
{
	return sum->busy_ns >= WINDOW_NS &&
		(sum->transfers >= WINDOW_TRANSFERS || sum->busy_ns >= WINDOW_MAX_NS);
}

/* Drowning, and was not when it was measured. */
static bool
is_urgent(struct rxb_hold *h)
{
	struct rxb_hold_rung now = rxb_hold_measure(&h->brief);
	const struct rxb_hold_rung *then = &h->rungs[h->state.rung];

	return rxb_hold_is_saturated(h, &now) && h->settled &&
		!(then->visited && rxb_hold_is_saturated(h, then));
}

static void
brief_is_over(struct rxb_hold *h, uint64_t now_ns)
{
	struct rxb_hold_rung r = rxb_hold_measure(&h->brief);

	h->state.load_permille = rxb_hold_load(h, &r);
	if (is_urgent(h)) {
		h->window = h->brief;
		decide(h, &h->window, now_ns);
		restart(h);
	}
	h->brief = (struct rxb_hold_sum){ 0 };
}

static void
learn(struct rxb_hold *h, const struct rxb_hold_look *look)
{
	rxb_hold_fit_add(&h->fit, look->now_ns, &look->since);
	if (!rxb_hold_fit_knows(&h->fit))
		return;
	h->state.transfer_ns = rxb_hold_fit_ns(h->fit.transfer, h->conf.cycles_hz);
	h->state.frame_ns = rxb_hold_fit_ns(h->fit.frame, h->conf.cycles_hz);
}

void
rxb_hold_choose(struct rxb_hold *h, const struct rxb_hold_look *look)
{
	learn(h, look);
	if (is_idle(h, look))
		return;
	if (h->settling != 0) {
		h->settling--;
		return;
	}
	if (is_pause(h, look))
		return;
	sum_add(&h->window, h, look);
	sum_add(&h->brief, h, look);
	if (!rxb_hold_fit_knows(&h->fit) || (h->wanted != h->state.rung && !h->state.stuck))
		return;
	if (h->state.rung != 0 && is_sparse(h, &h->window)) {
		if (!h->rungs[0].visited)
			rxb_hold_forget(h);
		h->returning = false;
		rxb_hold_want(h, 0, RXB_HOLD_ROOM);
		restart(h);
		return;
	}
	if (h->brief.ns >= BRIEF_NS)
		brief_is_over(h, look->now_ns);
	if (is_full(&h->window)) {
		decide(h, &h->window, look->now_ns);
		restart(h);
	}
}
