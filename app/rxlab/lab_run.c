/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lab_run.h"

#define TAIL_NS (200 * LAB_MS)
#define STILL_MAX 10000000u	/* events at one time: it goes round in a circle */

void
lab_fail(struct lab_run *run, int error, const char *why)
{
	if (run->error != 0)
		return;
	run->error = error;
	run->why = why;
}

static void
chip_goes_on(struct lab_run *run, uint64_t to_ns)
{
	struct usb_urb *urb;

	if (to_ns > run->world.now_ns)
		run->world.now_ns = to_ns;
	lab_chip_advance(&run->chip, run->world.now_ns);
	while ((urb = run->chip.ops->reap(run->chip.dev)) != NULL)
		lab_host_completed(run, urb);
}

/* What is next; false when it is not before end_ns. The chip first where both are due. */
static bool
step(struct lab_run *run, uint64_t end_ns)
{
	uint64_t chip = lab_chip_next(&run->chip), world = lab_world_next(&run->world);

	if ((chip < world ? chip : world) >= end_ns)
		return false;
	if (chip <= world)
		chip_goes_on(run, chip);
	else
		lab_world_step(&run->world, run);
	return true;
}

static void
live(struct lab_run *run)
{
	uint64_t end_ns = lab_count_end(run) + TAIL_NS, last_ns = 0;
	uint32_t still = 0;

	while (run->error == 0 && step(run, end_ns)) {
		still = run->world.now_ns == last_ns ? still + 1 : 0;
		last_ns = run->world.now_ns;
		if (still == STILL_MAX)
			lab_fail(run, -EDEADLK, "time stands still");
	}
	if (run->world.no_memory)
		lab_fail(run, -ENOMEM, "no memory");
}

static int
open_all(struct lab_run *run, char *err, size_t err_size)
{
	int ret = lab_chip_open(&run->chip, run->conf, err, err_size);

	if (ret == 0)
		run->order.window = lab_chip_window(&run->chip);
	if (ret == 0)
		ret = lab_flow_open(run, err, err_size);
	if (ret == 0)
		ret = lab_count_open(run, err, err_size);
	if (ret == 0)
		ret = lab_policy_open(run, err, err_size);
	if (ret == 0)
		ret = lab_host_open(run, err, err_size);
	return ret;
}

static void
close_all(struct lab_run *run)
{
	lab_host_close(run);
	lab_policy_close(run);
	lab_count_close(run);
	lab_flow_close(run);
	lab_link_close(run);
	lab_chip_close(&run->chip);
	lab_world_free(&run->world);
}

int
lab_run(const struct lab_conf *conf, struct lab_result *result, char *err, size_t err_size)
{
	struct lab_run *run = calloc(1, sizeof(*run));
	int ret;

	memset(result, 0, sizeof(*result));
	if (run == NULL) {
		snprintf(err, err_size, "no memory");
		return -ENOMEM;
	}
	run->conf = conf;
	run->link.chance.state = conf->seed;
	run->chance.state = ~conf->seed;
	ret = open_all(run, err, err_size);
	if (ret == 0) {
		live(run);
		ret = run->error;
		if (ret != 0)
			snprintf(err, err_size, "%s after %llu us: %s", run->why,
				 (unsigned long long)(run->world.now_ns / 1000),
				 strerror(-ret));
		lab_count_result(run, result);
		lab_policy_result(run, result);
	}
	close_all(run);
	free(run);
	return ret;
}
