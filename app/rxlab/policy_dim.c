/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A hill-climber in the manner of Linux net DIM: try the next rung, stay on the way while
 * it is better by a tenth, turn when it is not, park when both ways are worse. Better
 * is more bytes, then more frames, then fewer transfers. What it parked with is what it
 * leaves for, when that changes.
 */

#include <errno.h>

#include "lab.h"

#define EVENTS 64u			/* transfers to be looked at before a decision */
#define TIRED 10u			/* steps without a rest */

enum dim_way { DIM_UP, DIM_DOWN, DIM_ON_TOP, DIM_TIRED };

struct dim_rates {
	uint64_t bytes, frames, transfers;	/* in a second */
};

struct dim {
	struct rxb_hold_state state;
	enum dim_way way;
	uint32_t steps, turns;
	struct dim_rates before;
	struct rxb_hold_seen last;
	uint64_t last_ns;
};

static int
dim_init(void *state, const struct rxb_hold_conf *conf, uint64_t now_ns)
{
	struct dim *d = state;
	uint32_t us;

	for (us = conf->min_us; us <= conf->max_us && d->state.rungs < RXB_HOLD_RUNGS_MAX;
	     us *= 2) {
		if (us <= conf->start_us)
			d->state.rung = d->state.rungs;
		d->state.rung_us[d->state.rungs++] = us;
	}
	d->state.hold_us = d->state.wanted_us = conf->start_us;
	d->last_ns = now_ns;
	return d->state.rungs != 0 ? 0 : -EINVAL;
}

static bool
differs(uint64_t a, uint64_t b)
{
	return (a > b ? a - b : b - a) * 10 > b;
}

/* 1: now is better than before, -1: worse. */
static int
compare(const struct dim_rates *now, const struct dim_rates *before)
{
	if (differs(now->bytes, before->bytes))
		return now->bytes > before->bytes ? 1 : -1;
	if (differs(now->frames, before->frames))
		return now->frames > before->frames ? 1 : -1;
	if (differs(now->transfers, before->transfers))
		return now->transfers < before->transfers ? 1 : -1;
	return 0;
}

static bool
is_parked(const struct dim *d)
{
	return d->way == DIM_ON_TOP || d->way == DIM_TIRED;
}

static void
turn(struct dim *d)
{
	d->way = d->way == DIM_UP ? DIM_DOWN : DIM_UP;
	d->turns++;
	d->steps = 0;
}

/* The next way, and whether to go it. */
static bool
choose(struct dim *d, int better)
{
	if (is_parked(d)) {
		if (better == 0)
			return false;
		d->way = d->state.rung == 0 ? DIM_UP : DIM_DOWN;
		d->steps = d->turns = 0;
		return true;
	}
	if (++d->steps > TIRED) {
		d->way = DIM_TIRED;
		return false;
	}
	if (better <= 0)
		turn(d);
	/* Worse on the one side, and worse on the other. */
	if (d->turns >= 2) {
		d->way = DIM_ON_TOP;
		return false;
	}
	return true;
}

static bool
go(struct dim *d, uint32_t *us)
{
	uint32_t to = d->way == DIM_UP ? d->state.rung + 1 : d->state.rung - 1;

	if (to >= d->state.rungs) {
		d->way = DIM_ON_TOP;
		return false;
	}
	*us = d->state.wanted_us = d->state.rung_us[to];
	d->state.rung = to;
	d->state.writes++;
	return true;
}

static uint64_t
rate(uint64_t now, uint64_t before, uint64_t ns)
{
	return (now - before) * LAB_S / ns;
}

static bool
dim_step(void *state, const struct rxb_hold_input *in, uint32_t *us)
{
	struct dim *d = state;
	uint64_t ns = in->now_ns - d->last_ns;
	struct dim_rates now;
	int better;

	if (ns < RXB_HOLD_WRITE_NS || in->seen->transfers - d->last.transfers < EVENTS)
		return false;
	now = (struct dim_rates){
		.bytes = rate(in->seen->bytes, d->last.bytes, ns),
		.frames = rate(in->seen->frames, d->last.frames, ns),
		.transfers = rate(in->seen->transfers, d->last.transfers, ns),
	};
	better = compare(&now, &d->before);
	d->last = *in->seen;
	d->last_ns = in->now_ns;
	/* Parked: it is the rates of then that count. */
	if (!is_parked(d) || better != 0)
		d->before = now;
	return choose(d, better) && go(d, us);
}

static void
dim_written(void *state, uint64_t now_ns, uint32_t us, int err)
{
	struct dim *d = state;

	if (err != 0)
		d->state.failed++;
	else if (us != d->state.hold_us)
		d->state.changes++;
	if (err == 0)
		d->state.hold_us = us;
	d->last_ns = now_ns;
}

static void
dim_state(const void *state, uint64_t now_ns, struct rxb_hold_state *out)
{
	*out = ((const struct dim *)state)->state;
}

const struct lab_policy_ops lab_policy_dim = {
	.name = "dim", .about = "a hill-climber in the manner of net DIM",
	.state_size = sizeof(struct dim),
	.init = dim_init, .step = dim_step, .written = dim_written, .state = dim_state,
};
