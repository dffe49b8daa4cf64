/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "analyse_clock.h"

/* Frames wait in the device for less than this; a clock that is further off has been
 * started anew. */
#define STRAY_US 2000000

static void
start(struct an_clock *clock, uint32_t stamp_us, uint64_t shift_us)
{
	clock->raw_us = AN_CLOCK_BEGIN_US + stamp_us;
	clock->shift_us = shift_us;
}

/* The stamp without wraps: the nearest to where the host's clock expects it. */
static uint64_t
unwrap(struct an_clock *clock, uint32_t stamp_us, uint64_t host_us)
{
	int64_t passed = (int64_t)(host_us - clock->host_us);
	uint64_t expected = clock->raw_us + (uint64_t)passed;
	int64_t off = (int32_t)(stamp_us - (uint32_t)expected);
	uint64_t now;

	if (off > STRAY_US || off < -STRAY_US) {
		clock->restarts++;
		start(clock, stamp_us, clock->shift_us + expected - (AN_CLOCK_BEGIN_US + stamp_us));
	} else {
		now = expected + (uint64_t)off;
		clock->device_us += (double)(int64_t)(now - clock->raw_us);
		clock->host_span_us += (double)passed;
		clock->raw_us = now;
	}
	clock->host_us = host_us;
	return clock->raw_us + clock->shift_us;
}

void
an_clock_unit(struct an_clock *clock, struct an_unit *unit, uint64_t host_us)
{
	uint64_t arrival_ns = clock->arrival_ns;
	bool shared = clock->running && unit->stamp_us == clock->stamp_us;

	clock->frames += unit->is_frame;
	if (unit->stamped) {
		clock->stamped++;
		if (!clock->running) {
			start(clock, unit->stamp_us, 0);
			clock->host_us = host_us;
			clock->running = true;
		}
		clock->shared += shared;
		clock->stamp_us = unit->stamp_us;
		arrival_ns = unwrap(clock, unit->stamp_us, host_us) * 1000;
		/* The rest of a PPDU. */
		if (shared && clock->arrival_ns > arrival_ns)
			arrival_ns = clock->arrival_ns;
		arrival_ns += unit->air_ns;
	}
	if (arrival_ns < clock->arrival_ns)
		arrival_ns = clock->arrival_ns;
	clock->arrival_ns = arrival_ns;
	unit->arrival_ns = arrival_ns;
}

bool
an_clock_good(const struct an_clock *clock)
{
	double device = clock->device_us, host = clock->host_span_us;

	/* Less than half of the frames, or none. */
	if (clock->stamped == 0 || clock->stamped * 2 < clock->frames)
		return false;
	/* A few restarts are unplugged devices; many, no clock. */
	if (clock->restarts * 100 > clock->stamped + 100)
		return false;
	/* Too short to be judged, or 2 % right: frames wait now longer, now shorter. */
	return host < 100000 || (device > host * 0.98 && device < host * 1.02);
}
