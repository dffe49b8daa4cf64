/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MODEL_FAKE_H
#define MODEL_FAKE_H

/*
 * A device, an air and a clock by script, in the place of models/ and of the real
 * time, behind the model back end. The program is linked with
 * --wrap=clock_gettime: the monotonic clock of usb_model.c stands still until the
 * test moves it; and with --wrap=syscall: how the host's thread sleeps is seen.
 */

#include <stdbool.h>
#include <stdint.h>

#include "usb_transport.h"

#define FAKE_EVENTS	256
#define FAKE_STEPS	4096
#define FAKE_OUTS	4096

/* Its second bulk-IN endpoint. */
#define FAKE_EP_EVENT	0x85

/* OUT endpoints that it has. */
#define FAKE_EP_A	0x05
#define FAKE_EP_B	0x06

/* One call of advance() that had something to do. */
struct fake_step {
	uint64_t due_ns;	/* the event that was next before it */
	uint64_t now_ns;	/* as far as it went */
	unsigned int submitted;	/* requests given since the one before */
};

/* One OUT transfer as submit_out() got it. */
struct fake_out {
	uint8_t ep;
	uint8_t first;		/* its first byte */
	bool zlp;
	uint32_t len;
	uint64_t at_ns;		/* of model time */
};

struct fake {
	/* The script. */
	uint64_t due_ns[FAKE_EVENTS];	/* at each, one transfer ends; rising */
	unsigned int nb_due;
	uint64_t event_due_ns[FAKE_EVENTS];	/* the same on FAKE_EP_EVENT */
	unsigned int nb_event_due;
	uint32_t short_by;	/* transfers are so much shorter than their room */
	int status;		/* of each */
	unsigned int nb_counters;
	bool no_missed;		/* no counter of lost frames */
	bool done_at_cancel;	/* one ends while the rest is cancelled */
	bool no_device, no_air, no_air_out;	/* fail to make one */
	bool real_clock;	/* it runs by itself */
	bool no_out;		/* one IN endpoint, no OUT, nor options for the air */
	uint64_t out_ns;	/* each takes so long after the one before; FAKE_NEVER */
	int out_status;
	uint32_t out_short_by;
	unsigned int out_places;	/* that can wait, 0: as many as a model takes */
	bool out_done_at_cancel;	/* one ends while the rest is cancelled */
	bool urb_done_at_cancel;	/* an OUT transfer ends as it alone is cancelled */
	bool long_sleep;	/* who sleeps is not woken by time, not for long */
	/* In the host's thread, each time it asks for the time. */
	void (*on_clock)(void);
	/* There too, each time it asks for the next event: when a step begins and ends. */
	void (*on_next_event)(void);

	/* What was seen. */
	unsigned int devices, airs;	/* there are now */
	int speed;
	char air_options[600];
	char air_spec[64];	/* "" for NULL */
	char air_out[64];
	unsigned int nb_in, nb_done, nb_missed;	/* requests in it; events with, without one */
	unsigned int nb_event_in, nb_event_done;	/* the same on FAKE_EP_EVENT */
	unsigned int nb_steps, nb_controls;
	struct fake_step steps[FAKE_STEPS];
	bool two_inside, time_ran_back;
	struct fake_out outs[FAKE_OUTS];	/* the first of them */
	unsigned int nb_outs;		/* atomic: given to the device in all */
	unsigned int nb_outs_in;	/* it has now */
	unsigned int nb_resets, nb_halts;	/* of the port; cleared */
	uint64_t now_ns;		/* of the device */
	unsigned int nb_sleeps, nb_wakes;	/* atomic: futex calls */
	long sleep_ns;			/* atomic: how long the last was to be */
};

#define FAKE_NEVER UINT64_MAX

extern struct fake fake;

/* A new script: one event-free device with a few counters. */
void fake_reset(void);

/* First byte of transfer n of FAKE_EP_EVENT; those of the first endpoint count up. */
#define FAKE_EVENT_BYTE(n) (0xc0 + (n))

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
