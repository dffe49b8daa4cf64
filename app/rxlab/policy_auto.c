/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The controller of lib/rxbatch, as a driver runs it. */

#include "lab.h"

static int
auto_init(void *state, const struct rxb_hold_conf *conf, uint64_t now_ns)
{
	return rxb_hold_init(state, conf, now_ns);
}

static bool
auto_step(void *state, const struct rxb_hold_input *in, uint32_t *us)
{
	return rxb_hold_step(state, in, us);
}

static void
auto_written(void *state, uint64_t now_ns, uint32_t us, int err)
{
	rxb_hold_written(state, now_ns, us, err);
}

static void
auto_state(const void *state, uint64_t now_ns, struct rxb_hold_state *out)
{
	rxb_hold_state(state, now_ns, out);
}

const struct lab_policy_ops lab_policy_auto = {
	.name = "auto", .about = "costs of this host, measured; lib/rxbatch",
	.state_size = sizeof(struct rxb_hold),
	.init = auto_init, .step = auto_step, .written = auto_written, .state = auto_state,
};
