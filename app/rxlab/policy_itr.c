/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A rule in the manner of ixgbe's interrupt moderation: frames of each transfer alone
 * decide. Few small ones: the shortest hold; some: longer, little by little; many: as it
 * is; very many: half of it. It asks neither what they cost nor what is gained.
 */

#include <errno.h>

#include "lab.h"

#define FEW 4u
#define FEW_BYTES 9000u
#define MANY 48u
#define VERY_MANY 96u

struct itr {
	struct rxb_hold_state state;
	struct rxb_hold_seen last;
	uint64_t last_ns;
};

static int
itr_init(void *state, const struct rxb_hold_conf *conf, uint64_t now_ns)
{
	struct itr *p = state;
	uint32_t us;

	for (us = conf->min_us; us <= conf->max_us && p->state.rungs < RXB_HOLD_RUNGS_MAX;
	     us *= 2) {
		if (us <= conf->start_us)
			p->state.rung = p->state.rungs;
		p->state.rung_us[p->state.rungs++] = us;
	}
	p->state.hold_us = p->state.wanted_us = conf->start_us;
	p->last_ns = now_ns;
	return p->state.rungs != 0 ? 0 : -EINVAL;
}

static uint32_t
choose(const struct rxb_hold_state *state, uint64_t frames, uint64_t bytes)
{
	uint32_t rung = state->rung;

	if (frames < FEW && bytes < FEW_BYTES)
		return 0;
	if (frames < MANY)
		return rung + 1 < state->rungs ? rung + 1 : rung;
	if (frames < VERY_MANY || rung == 0)
		return rung;
	return rung - 1;
}

static bool
itr_step(void *state, const struct rxb_hold_input *in, uint32_t *us)
{
	struct itr *p = state;
	uint64_t transfers = in->seen->transfers - p->last.transfers;
	uint32_t rung;

	if (in->now_ns - p->last_ns < RXB_HOLD_WRITE_NS || transfers == 0)
		return false;
	rung = choose(&p->state, (in->seen->frames - p->last.frames) / transfers,
		      (in->seen->bytes - p->last.bytes) / transfers);
	p->last = *in->seen;
	p->last_ns = in->now_ns;
	if (p->state.rung_us[rung] == p->state.hold_us)
		return false;
	p->state.rung = rung;
	p->state.writes++;
	*us = p->state.wanted_us = p->state.rung_us[rung];
	return true;
}

static void
itr_written(void *state, uint64_t now_ns, uint32_t us, int err)
{
	struct itr *p = state;

	if (err != 0) {
		p->state.failed++;
		return;
	}
	p->state.changes += us != p->state.hold_us;
	p->state.hold_us = us;
}

static void
itr_state(const void *state, uint64_t now_ns, struct rxb_hold_state *out)
{
	*out = ((const struct itr *)state)->state;
}

const struct lab_policy_ops lab_policy_itr = {
	.name = "itr", .about = "frames of each transfer, in the manner of ixgbe",
	.state_size = sizeof(struct itr),
	.init = itr_init, .step = itr_step, .written = itr_written, .state = itr_state,
};
