/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_HOLD_H
#define ANALYSE_HOLD_H

/*
 * The hold that a device kept, from when its frames arrived. It lies between two things
 * that can be seen by the device's clock alone:
 *
 *   no frame of a transfer came later after its first than the hold;
 *   after a transfer that the timer closed, the next one begins no earlier than the hold
 *   after the first frame of that one: else its frame would have travelled with it.
 *
 *      first            last                    first of the next transfer
 *   -----|---------------|-----------|------------|--------> time
 *        |<-- span ----->|           |            |
 *        |<-------- hold ----------->|            |
 *        |<------------------ spacing ----------->|
 *
 * Frames that are dense pin it down to a few microseconds; of lone frames it can only be
 * said that it is shorter than the least time between them.
 */

#include <stdbool.h>
#include <stdint.h>

#include "analyse_read.h"

/* A little more than the longest hold of any chip, 255 * 32 us. */
#define AN_HOLD_MAX_US 8400u

/* No source says whether a further frame starts the timer anew; then the same holds for
 * the time from each frame to the next. */
enum an_timer { AN_TIMER_FIRST, AN_TIMER_RESTART, AN_TIMERS };

struct an_hold {
	/* By whole us, the last: longer. Longest time from the frame that started the timer
	 * to one that came in time; and to the first that did not. */
	uint32_t span[AN_TIMERS][AN_HOLD_MAX_US + 2];
	uint32_t spacing[AN_TIMERS][AN_HOLD_MAX_US + 2];
	uint64_t spans, spacings;
	/* What limits closed whatever the time, and, by spacing, transfers that the next unit
	 * would not have fitted in: size, if it came in time. */
	uint64_t at_size, at_count, by_timer_rough;
	uint32_t full[AN_HOLD_MAX_US + 2];
	/* The transfer before this one. */
	bool pending;
	bool rough;		/* its first unit has no stamp: times are good enough for
				 * full[] alone */
	uint64_t first_ns, last_ns;
	uint32_t len, units;
};

struct an_hold_range {
	bool known;		/* there was something to look at */
	uint32_t low_us, high_us;	/* high: AN_HOLD_MAX_US where nothing limits it */
	uint64_t spans, samples;
	uint64_t against;	/* samples that contradict even the best hold */
};

/* Too many of them for any single hold to be believed: more than 2 %. */
static inline bool
an_range_is_bad(const struct an_hold_range *range)
{
	return range->against * 50 > range->samples;
}

/* Start over: another hold is in force now. */
void an_hold_init(struct an_hold *hold);
/* Transfers in their order. agg: limits in force. */
void an_hold_see(struct an_hold *hold, const struct an_transfer *t,
		 const struct an_unit *units, const struct an_agg *agg);
void an_hold_range(const struct an_hold *hold, enum an_timer timer,
		   struct an_hold_range *range);

/* What closed the transfers, by when the next unit came, with a timer that the first frame
 * starts. */
struct an_hold_closes {
	uint64_t size, count, timer;
};
void an_hold_closes(const struct an_hold *hold, uint32_t hold_us, struct an_hold_closes *closes);

#endif /* ANALYSE_HOLD_H */
