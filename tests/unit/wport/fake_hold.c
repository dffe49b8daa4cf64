/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "fake_hold.h"

struct fake_hold fake_hold;

int
rxb_hold_init(struct rxb_hold *h, const struct rxb_hold_conf *conf, uint64_t now_ns)
{
	memset(h, 0, sizeof(*h));
	fake_hold.nb_init++;
	fake_hold.conf = *conf;
	fake_hold.hold_us = conf->start_us;
	fake_hold.wanted_us = conf->start_us;
	return conf->min_us == 0 ? -EINVAL : 0;
}

bool
rxb_hold_step(struct rxb_hold *h, const struct rxb_hold_input *in, uint32_t *us)
{
	fake_hold.nb_steps++;
	fake_hold.in = *in;
	if (fake_hold.want_us == 0 || fake_hold.want_us == fake_hold.hold_us)
		return false;
	fake_hold.wanted_us = fake_hold.want_us;
	*us = fake_hold.want_us;
	return true;
}

void
rxb_hold_written(struct rxb_hold *h, uint64_t now_ns, uint32_t read_us, int err)
{
	fake_hold.nb_written++;
	fake_hold.written_us = read_us;
	fake_hold.written_err = err;
	if (err == 0)
		fake_hold.hold_us = read_us;
}

void
rxb_hold_restarted(struct rxb_hold *h, uint64_t now_ns, uint32_t hold_us)
{
	fake_hold.nb_restarted++;
	fake_hold.restarted_us = hold_us;
	fake_hold.hold_us = hold_us;
}

void
rxb_hold_state(const struct rxb_hold *h, uint64_t now_ns, struct rxb_hold_state *state)
{
	*state = (struct rxb_hold_state){
		.hold_us = fake_hold.hold_us, .wanted_us = fake_hold.wanted_us, .rungs = 6,
		.rung_ns = { 5000000, 7000000 },
		.load_permille = 321, .transfer_ns = 4000, .frame_ns = 500,
		.changes = 1000, .writes = 1000, .failed = 1000, .ignored = 1000,
		.stuck = fake_hold.stuck,
	};
}

void
rxb_hold_sample(struct rxb_hold_seen *seen, uint64_t now_cycles)
{
	seen->samples++;
	seen->began = 0;
}

const char *
rxb_hold_why_name(enum rxb_hold_why why)
{
	return "because";
}

const char *
rxb_hold_preset_name(enum rxb_hold_preset preset)
{
	return "preset";
}
