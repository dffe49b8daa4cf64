/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stddef.h>

#include "rxb_hold_choose.h"

#define MISSED_MAX	3u	/* then the register is stuck */
#define RETRY_NS	UINT64_C(1000000000)
#define RETRY_MAX_NS	UINT64_C(30000000000)

const char *
rxb_hold_why_name(enum rxb_hold_why why)
{
	static const char *const names[RXB_HOLD_WHYS] = {
		[RXB_HOLD_START] = "start",
		[RXB_HOLD_OVERLOAD] = "overload",
		[RXB_HOLD_BUDGET] = "budget",
		[RXB_HOLD_ROOM] = "room",
		[RXB_HOLD_NO_GAIN] = "no-gain",
		[RXB_HOLD_IDLE] = "idle",
		[RXB_HOLD_AGAIN] = "again",
	};

	return why < RXB_HOLD_WHYS ? names[why] : "?";
}

const char *
rxb_hold_preset_name(enum rxb_hold_preset preset)
{
	static const char *const names[RXB_HOLD_PRESETS] = {
		[RXB_HOLD_LATENCY] = "latency",
		[RXB_HOLD_BALANCED] = "balanced",
		[RXB_HOLD_CPU] = "cpu",
	};

	return preset < RXB_HOLD_PRESETS ? names[preset] : "?";
}

/* The nearest by ratio; the border between 64 and 128 is 90.5. */
static uint32_t
rung_of(const struct rxb_hold_state *state, uint64_t us)
{
	uint32_t i = 0;

	while (i + 1 < state->rungs &&
	       us * us > (uint64_t)state->rung_us[i] * state->rung_us[i + 1])
		i++;
	return i;
}

/* Far from any of the ladder: switched off, or somebody else's. */
static bool
is_strange(const struct rxb_hold_state *state, uint64_t us)
{
	uint64_t first = state->rung_us[0], top = state->rung_us[state->rungs - 1];

	return us * us * 2 < first * first || us * us > top * top * 2;
}

static int
check_conf(const struct rxb_hold_conf *conf)
{
	if (conf->step_us == 0 || conf->min_us == 0 || conf->min_us % conf->step_us != 0 ||
	    conf->max_us < conf->min_us || conf->max_us > UINT32_MAX / 4 ||
	    conf->cycles_hz < 1000000 || conf->preset >= RXB_HOLD_PRESETS ||
	    conf->budget_permille > 1000 || conf->buffers == 0)
		return -EINVAL;
	return 0;
}

static void
make_ladder(struct rxb_hold_state *state, const struct rxb_hold_conf *conf)
{
	uint32_t us;

	for (us = conf->min_us; us <= conf->max_us && state->rungs < RXB_HOLD_RUNGS_MAX; us *= 2)
		state->rung_us[state->rungs++] = us;
}

int
rxb_hold_init(struct rxb_hold *h, const struct rxb_hold_conf *conf, uint64_t now_ns)
{
	int ret = check_conf(conf);

	*h = (struct rxb_hold){ .conf = *conf };
	if (ret != 0)
		return ret;
	make_ladder(&h->state, conf);
	rxb_hold_fit_init(&h->fit);
	rxb_hold_choose_init(h);
	h->next_write_ns = now_ns;
	rxb_hold_restarted(h, now_ns, conf->start_us);
	h->wanted = h->state.rung;
	h->why = RXB_HOLD_START;
	h->state.wanted_us = h->state.rung_us[h->wanted];
	return 0;
}

static void
spend(const struct rxb_hold *h, uint64_t now_ns, struct rxb_hold_state *state)
{
	state->rung_ns[state->rung] += now_ns - h->rung_since_ns;
}

static void
set_hold(struct rxb_hold *h, uint64_t now_ns, uint32_t us)
{
	struct rxb_hold_state *state = &h->state;

	spend(h, now_ns, state);
	h->rung_since_ns = now_ns;
	state->hold_us = us;
	state->rung = rung_of(state, us);
}

static bool
is_obeyed(const struct rxb_hold *h)
{
	return h->state.rung == h->wanted && !is_strange(&h->state, h->state.hold_us);
}

void
rxb_hold_restarted(struct rxb_hold *h, uint64_t now_ns, uint32_t hold_us)
{
	/* What was before is nobody's time. */
	h->rung_since_ns = now_ns;
	set_hold(h, now_ns, hold_us);
	h->based = false;
	h->missed = 0;
	h->state.stuck = false;
	if (h->next_write_ns - now_ns > RXB_HOLD_WRITE_NS)
		h->next_write_ns = now_ns;
	rxb_hold_choose_anew(h);
	if (!is_obeyed(h))
		h->why = RXB_HOLD_AGAIN;
}

static uint64_t
patience(uint32_t missed)
{
	uint64_t ns = RXB_HOLD_WRITE_NS;

	if (missed >= MISSED_MAX)
		ns = RETRY_NS << (missed - MISSED_MAX < 5 ? missed - MISSED_MAX : 5);
	return ns < RETRY_MAX_NS ? ns : RETRY_MAX_NS;
}

static void
missed(struct rxb_hold *h)
{
	h->missed += h->missed < UINT32_MAX;
	h->state.stuck = h->missed >= MISSED_MAX;
	h->next_write_ns = h->write_ns + patience(h->missed);
}

void
rxb_hold_written(struct rxb_hold *h, uint64_t now_ns, uint32_t read_us, int err)
{
	struct rxb_hold_state *state = &h->state;

	if (err != 0) {
		state->failed++;
		missed(h);
		return;
	}
	if (read_us != state->hold_us) {
		state->changes++;
		state->why = h->why;
		set_hold(h, now_ns, read_us);
		rxb_hold_choose_anew(h);
	}
	if (is_obeyed(h)) {
		h->missed = 0;
		state->stuck = false;
		return;
	}
	state->ignored++;
	missed(h);
}

/* Differences of what is counted; they wrap well. */
static struct rxb_hold_seen
since_last(const struct rxb_hold_seen *seen, const struct rxb_hold_seen *last)
{
	struct rxb_hold_seen d = {
		.transfers = seen->transfers - last->transfers,
		.frames = seen->frames - last->frames,
		.bytes = seen->bytes - last->bytes,
		.sparse = seen->sparse - last->sparse,
		.polls = seen->polls - last->polls,
		.crowded = seen->crowded - last->crowded,
		.samples = seen->samples - last->samples,
		.k = seen->k - last->k, .n = seen->n - last->n, .y = seen->y - last->y,
		.kk = seen->kk - last->kk, .kn = seen->kn - last->kn,
		.nn = seen->nn - last->nn,
		.ky = seen->ky - last->ky, .ny = seen->ny - last->ny,
	};
	unsigned int i;

	for (i = 0; i < RXB_HOLD_CLOSES; i++)
		d.closed[i] = seen->closed[i] - last->closed[i];
	return d;
}

static void
look(struct rxb_hold *h, const struct rxb_hold_input *in)
{
	struct rxb_hold_look look = {
		.since = since_last(in->seen, &h->last),
		.drops = in->drops - h->last_drops,
		.backlog = in->backlog,
		.now_ns = in->now_ns,
		.ns = in->now_ns - h->last_ns,
	};

	h->last = *in->seen;
	h->last_ns = in->now_ns;
	h->last_drops = in->drops;
	if (h->based)
		rxb_hold_choose(h, &look);
	h->based = true;
}

bool
rxb_hold_step(struct rxb_hold *h, const struct rxb_hold_input *in, uint32_t *us)
{
	look(h, in);
	spend(h, in->now_ns, &h->state);
	h->rung_since_ns = in->now_ns;
	h->state.wanted_us = h->state.rung_us[h->wanted];
	if (is_obeyed(h) || in->now_ns < h->next_write_ns)
		return false;
	h->state.writes++;
	h->write_ns = in->now_ns;
	h->next_write_ns = in->now_ns + RXB_HOLD_WRITE_NS;
	*us = h->state.wanted_us;
	return true;
}

void
rxb_hold_state(const struct rxb_hold *h, uint64_t now_ns, struct rxb_hold_state *state)
{
	*state = h->state;
	spend(h, now_ns, state);
}
