/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_SCRIPT_H
#define FAKE_SCRIPT_H

/*
 * A device by script behind the fake usbfs: for each endpoint a table of what becomes of
 * its first, second, ... request, and what of those after the table.
 */

#include "fake_usbfs.h"

enum fake_do {
	FAKE_DONE,	/* ends with status and len bytes */
	FAKE_HOLD,	/* waits; ends when discarded, cancelled with len bytes */
	FAKE_LATE,	/* the same, but ends with status and len bytes although discarded */
	FAKE_RACE,	/* the same, and the discard fails: it had just ended */
	FAKE_DEAF,	/* waits, is discarded and never ends */
	FAKE_SWAP,	/* ends as FAKE_DONE, but after the next one of the endpoint */
};

struct fake_step {
	enum fake_do what;
	int status;		/* 0 or a negative errno, of the request */
	uint32_t len;		/* cut to the request's size; OUT: bytes taken */
};

#define FAKE_ALL UINT32_MAX	/* len: all that there is room for, or all that is sent */

static const struct fake_step fake_hold = { FAKE_HOLD, 0, 0 };

struct fake_script_conf {
	/* Requests that wait are served at most so many at a time, each so many
	 * microseconds, by a thread. 0: by whoever submits, at once. */
	unsigned int pace_us, burst;
	/* Bytes of an IN request: number counts those of the endpoint that brought any,
	 * from 0. NULL: fake_fill(). */
	void (*fill)(void *arg, uint8_t ep, uint64_t number, uint8_t *data, uint32_t len);
	/* An OUT request as it ends without an error. NULL: counted only. */
	void (*sent)(void *arg, uint8_t ep, const uint8_t *data, uint32_t len, bool zlp);
	/* A vendor request. Bytes moved or a negative errno. NULL: reads give zeros. */
	int (*control)(void *arg, uint8_t type, uint8_t request, uint16_t value,
		       uint16_t index, uint8_t *data, uint16_t len);
	void *arg;
};

/* Makes the device a script's: every endpoint holds what it gets. conf may be NULL.
 * 0, or -1. Before anything is opened. */
int fake_script_attach(struct fake_usbfs *f, const struct fake_script_conf *conf);

/* From the next request of the endpoint on; steps must outlive the device or the next
 * call. rest: of those behind the table. */
void fake_script(struct fake_usbfs *f, uint8_t ep, const struct fake_step *steps,
		 unsigned int nb, struct fake_step rest);

/* End one that waits, the nth oldest of its endpoint, now. False: there is none. */
bool fake_script_end(struct fake_usbfs *f, uint8_t ep, unsigned int nth, int status,
		     uint32_t len);

/* The endpoint ends what it has and what it gets with a stall, until its halt is cleared. */
void fake_script_halt(struct fake_usbfs *f, uint8_t ep);

/* Of IN and OUT requests that ended without an error; the number that fill() counts. */
uint64_t fake_script_done(struct fake_usbfs *f, uint8_t ep);

/* Control requests wait, and go on. The ones that wait end. */
void fake_script_hold_control(struct fake_usbfs *f, bool hold);

/* "seam:", the number as one byte and as four, little endian; then a pattern of it. */
void fake_fill(void *arg, uint8_t ep, uint64_t number, uint8_t *data, uint32_t len);
/* True when len bytes are of that number. */
bool fake_filled(const uint8_t *data, uint32_t len, uint8_t ep, uint64_t number);
/* The number in them, UINT64_MAX: none. */
uint64_t fake_number(const uint8_t *data, uint32_t len);

#endif /* FAKE_SCRIPT_H */
