/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_SEEN_H
#define WPORT_SEEN_H

/*
 * What the receive context sees of the device's aggregation, for statistics and for a
 * policy (wport_hold.h). It counts; who reads it takes differences. In the path of each
 * transfer: no call, no lock, and no clock while nobody watches.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_cycles.h>

#include "rxb_hold.h"

/* Transfers by their frames: 0, 1, 2, 3-4, 5-8, 9-16, 17-32, 33 and more. */
#define WPORT_SEEN_BUCKETS 8u

struct wport_seen {
	uint64_t limits;	/* atomic: a struct rxb_hold_limits; control context writes */
	uint32_t watch;		/* atomic: which watch, 0: nobody does; control context writes */
	uint32_t watched;	/* ... that was the last to be seen here */
	uint32_t buffers;	/* armed at most */
	/* Of the transfer in hand: units with a frame that are done with, and others. */
	uint32_t frames;
	uint32_t others;
	struct rxb_hold_seen all;
	uint64_t filled[WPORT_SEEN_BUCKETS];
};

static inline unsigned int
wport_seen_bucket(uint32_t frames)
{
	uint32_t bits = frames < 2 ? 0 : 32 - __builtin_clz(frames - 1);

	return frames == 0 ? 0 : RTE_MIN(bits + 1, WPORT_SEEN_BUCKETS - 1);
}

/* A poll found that many completed transfers; none of them has been looked at. Of those that
 * found none only the one of a burst without a packet counts: what a burst has brought is
 * still to be worked on. */
static inline void
wport_hold_see_poll(struct wport_seen *s, uint32_t filled)
{
	uint32_t watch = __atomic_load_n(&s->watch, __ATOMIC_RELAXED);
	uint64_t now = 0;

	/* Another watch: what the one before had begun to time is of another time. */
	if (unlikely(watch != s->watched)) {
		s->watched = watch;
		rxb_hold_see_stop(&s->all);
	}
	if (watch == 0)
		return;
	if (rxb_hold_wants_time(&s->all, filled))
		now = rte_rdtsc();
	rxb_hold_see_poll(&s->all, filled, s->buffers, now);
}

/* The transfer in hand, of that many bytes, is done with. */
static inline void
wport_hold_see_transfer(struct wport_seen *s, uint32_t bytes)
{
	uint64_t word = __atomic_load_n(&s->limits, __ATOMIC_RELAXED);
	struct rxb_hold_limits limits;

	RTE_BUILD_BUG_ON(sizeof(limits) != sizeof(word));
	memcpy(&limits, &word, sizeof(limits));
	rxb_hold_see_transfer(&s->all, s->frames, bytes,
			      rxb_hold_close_of(&limits, bytes, s->frames + s->others));
	s->filled[wport_seen_bucket(s->frames)]++;
	s->frames = 0;
	s->others = 0;
}

/* Queue stopped: it begins with nothing in hand. */
static inline void
wport_seen_start(struct wport_seen *s)
{
	s->frames = 0;
	s->others = 0;
	rxb_hold_see_stop(&s->all);
}

/* Control context. */
static inline void
wport_seen_limit(struct wport_seen *s, const struct rxb_hold_limits *limits)
{
	uint64_t word;

	memcpy(&word, limits, sizeof(word));
	__atomic_store_n(&s->limits, word, __ATOMIC_RELAXED);
}

#endif /* WPORT_SEEN_H */
