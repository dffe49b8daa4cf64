/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lab_run.h"

#define HOLD_MAX_US 1024u	/* as the drivers' ladder ends */

/* A constant. */

static int
fixed_init(void *state, const struct rxb_hold_conf *conf, uint64_t now_ns)
{
	return 0;
}

static bool
fixed_step(void *state, const struct rxb_hold_input *in, uint32_t *us)
{
	return false;
}

const struct lab_policy_ops lab_policy_fixed = {
	.name = "fixed", .about = "one hold, always",
	.init = fixed_init, .step = fixed_step,
};

static void
written(struct lab_run *run, void *what, uint64_t us)
{
	struct lab_chooser *c = &run->policy;
	uint64_t now_ns = run->world.now_ns;
	uint32_t read_us = 0;
	int ret = lab_chip_set_hold(&run->chip, now_ns, (uint32_t)us);

	if (ret == 0)
		ret = lab_chip_get_hold(&run->chip, now_ns, &read_us);
	c->writes = false;
	c->ops->written(c->state, now_ns, read_us, ret);
	if (ret != 0 || read_us == c->hold_us)
		return;
	c->hold_us = read_us;
	c->changes++;
	c->settled_ns = now_ns;
	lab_trace_change(run);
}

static uint64_t
drops(const struct lab_run *run)
{
	struct lab_chip_count count;

	if (!run->conf->drops_seen)
		return 0;
	lab_chip_count(&run->chip, &count);
	return count.lost;
}

static void
step(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_chooser *c = &run->policy;
	struct rxb_hold_input in = {
		.now_ns = run->world.now_ns, .seen = &run->host.seen,
		.drops = drops(run), .backlog = run->host.done_nb,
	};
	uint32_t us;

	lab_at(&run->world, run->world.now_ns + RXB_HOLD_STEP_NS, step, NULL, 0);
	if (c->writes || !c->ops->step(c->state, &in, &us))
		return;
	c->writes = true;
	lab_at(&run->world, run->world.now_ns + run->conf->host->write_ns, written, NULL, us);
}

int
lab_policy_open(struct lab_run *run, char *err, size_t err_size)
{
	const struct lab_policy *policy = &run->conf->policy;
	uint32_t step_us = lab_chip_hold_step_us(&run->chip);
	struct rxb_hold_conf conf = {
		.step_us = step_us, .min_us = step_us, .max_us = HOLD_MAX_US,
		.cycles_hz = LAB_S, .preset = policy->preset,
		.buffers = run->conf->host->urbs,
	};
	struct lab_chooser *c = &run->policy;
	int ret = lab_chip_get_hold(&run->chip, 0, &c->hold_us);

	conf.start_us = c->hold_us;
	c->ops = policy->ops;
	c->state = calloc(1, c->ops->state_size + 1);
	if (ret == 0)
		ret = c->state != NULL ? c->ops->init(c->state, &conf, 0) : -ENOMEM;
	if (ret != 0)
		snprintf(err, err_size, "policy %s: %s", c->ops->name, strerror(-ret));
	else if (c->ops->written != NULL)
		lab_at(&run->world, RXB_HOLD_STEP_NS, step, NULL, 0);
	return ret;
}

void
lab_policy_close(struct lab_run *run)
{
	free(run->policy.state);
}

void
lab_policy_result(const struct lab_run *run, struct lab_result *result)
{
	const struct lab_chooser *c = &run->policy;

	result->settled_ns = c->settled_ns;
	if (c->ops->state != NULL)
		c->ops->state(c->state, run->world.now_ns, &result->hold);
}
