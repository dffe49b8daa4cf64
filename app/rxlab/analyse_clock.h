/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_CLOCK_H
#define ANALYSE_CLOCK_H

/*
 * The device's clock of 32 bits of microseconds, which wraps each 71 minutes, made one
 * that does not; and when each unit has arrived. A stamp is of the beginning of a frame,
 * or of the PPDU that it came in: frames that share one follow one another at their rate.
 */

#include <stdbool.h>
#include <stdint.h>

#include "analyse_chip.h"

/* What a stamp of 0 becomes at first, so that the clock can go back a little. */
#define AN_CLOCK_BEGIN_US (1ull << 32)

struct an_clock {
	bool running;
	uint64_t raw_us;	/* the last stamp, with the wraps before it */
	uint64_t shift_us;	/* what restarts of the device's clock took off, modulo 2^64 */
	uint64_t host_us;	/* when the transfer with the last stamp was complete */
	uint64_t arrival_ns;	/* of the last unit */
	uint32_t stamp_us;
	/* For the report. */
	uint64_t frames, stamped, shared, restarts;
	double device_us, host_span_us;	/* how far both went, restarts left out */
};

/* Sets unit->arrival_ns, never before that of the unit before it. host_us: completion of
 * the transfer that the unit is in. */
void an_clock_unit(struct an_clock *clock, struct an_unit *unit, uint64_t host_us);

/* Are the stamps those of a clock that counts microseconds? */
bool an_clock_good(const struct an_clock *clock);

#endif /* ANALYSE_CLOCK_H */
