/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RATE_H
#define RATE_H

/*
 * How many 802.11 frames a receiver gets in a time, for programs that receive in
 * different ways and are compared: each counts from WARM_UP_MS after its first frame.
 * Needs nothing of DPDK.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WARM_UP_MS	500
#define NS_PER_MS	1000000ull

struct rate {
	uint64_t window_ns;		/* to count for */
	uint64_t first_ns;		/* of the first frame; 0: none has come */
	uint64_t start_ns;		/* counts from here; 0: not yet */
	uint64_t frames, bytes;		/* bytes of the frames, without radiotap */
	uint64_t idle_ticks;		/* of all processors, at the start */
};

static inline uint64_t
rate_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 * NS_PER_MS + t.tv_nsec;
}

/* Idle and waiting for a disk: proc(5), /proc/stat. In 1/100 s. */
static inline uint64_t
rate_idle_ticks(void)
{
	uint64_t idle = 0, iowait = 0;
	FILE *f = fopen("/proc/stat", "r");

	if (f == NULL || fscanf(f, "cpu %*u %*u %*u %" SCNu64 " %" SCNu64, &idle, &iowait) != 2)
		fputs("rate: no /proc/stat\n", stderr);
	if (f != NULL)
		fclose(f);
	return idle + iowait;
}

/* Frames may be sent. */
static inline void
rate_ready(void)
{
	puts("ready");
	fflush(stdout);
}

/* A frame has come, with radiotap in front: its length is in bytes 2 and 3. */
static inline void
rate_frame(struct rate *r, const uint8_t *data, uint32_t len)
{
	uint32_t head = len >= 4 ? (uint32_t)(data[2] | data[3] << 8) : len;

	r->frames++;
	r->bytes += len > head ? len - head : 0;
}

/* After every burst, whether it brought something or not: false when the time is up. */
static inline bool
rate_goes_on(struct rate *r)
{
	uint64_t now = rate_now_ns();

	if (r->first_ns == 0) {
		r->first_ns = r->frames != 0 ? now : 0;
	} else if (r->start_ns == 0 && now - r->first_ns >= WARM_UP_MS * NS_PER_MS) {
		r->frames = r->bytes = 0;
		r->idle_ticks = rate_idle_ticks();
		r->start_ns = now;
	}
	return r->start_ns == 0 || now - r->start_ns < r->window_ns;
}

/* "frames N bytes N ns N idle_ms N" */
static inline void
rate_print(const struct rate *r)
{
	printf("frames %" PRIu64 " bytes %" PRIu64 " ns %" PRIu64 " idle_ms %" PRIu64 "\n",
	       r->frames, r->bytes, rate_now_ns() - r->start_ns,
	       (rate_idle_ticks() - r->idle_ticks) * 10);
	fflush(stdout);
}

#endif
