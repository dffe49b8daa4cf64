/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MODEL_FAKE_H
#define MODEL_FAKE_H

/*
 * A device, an air and a clock by script, in the place of models/ and of the real
 * time, behind the model back end. The program is linked with
 * --wrap=clock_gettime: the monotonic clock of usb_model.c stands still until the
 * test moves it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "usb_transport.h"

#define FAKE_EVENTS	256
#define FAKE_STEPS	4096

/* One call of advance() that had something to do. */
struct fake_step {
	uint64_t due_ns;	/* the event that was next before it */
	uint64_t now_ns;	/* as far as it went */
	unsigned int submitted;	/* requests given since the one before */
};

struct fake {
	/* The script. */
	uint64_t due_ns[FAKE_EVENTS];	/* at each, one transfer ends; rising */
	unsigned int nb_due;
	uint32_t short_by;	/* transfers are so much shorter than their room */
	int status;		/* of each */
	unsigned int nb_counters;
	bool no_missed;		/* no counter of lost frames */
	bool done_at_cancel;	/* one ends while the rest is cancelled */
	bool no_device, no_air;	/* fail to make one */
	/* In the host's thread, each time it asks for the time. */
	void (*on_clock)(void);

	/* What was seen. */
	unsigned int devices, airs;	/* there are now */
	int speed;
	char air_options[600];
	unsigned int nb_in, nb_done, nb_missed;	/* requests in it; events with, without one */
	unsigned int nb_steps, nb_controls;
	struct fake_step steps[FAKE_STEPS];
	bool two_inside, time_ran_back;
};

extern struct fake fake;

/* A new script: one event-free device with a few counters. */
void fake_reset(void);

/* Any thread. */
void fake_clock_set(uint64_t ns);
uint64_t fake_clock(void);

/* How often the host has looked for transfers and found no more. */
unsigned int fake_looks(void);

/* Until advance() has gone as far as that and what was due is done. */
bool fake_wait(uint64_t now_ns);

/* Values of the device's counters that have names of their own. */
#define FAKE_MISSED	7	/* fifo_overflow_frames */
#define FAKE_DEPTH	5	/* depth_now */

/* Of the control request that the device answers with its own fields. */
#define FAKE_REQUEST	0x42

#endif /* MODEL_FAKE_H */
