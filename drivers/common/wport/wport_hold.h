/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_HOLD_H
#define WPORT_HOLD_H

/*
 * The device's aggregation limits while the port lives: as devargs ask, as a caller asks
 * later, as a policy finds out. What decides is lib/rxbatch (rxb_hold.h); here is what a
 * port adds: what it sees, a thread that writes, who may do what.
 *
 *   receive context   wport_seen.h, in the queue
 *   hold thread       only while a policy adapts and the port runs: each RXB_HOLD_STEP_NS
 *                     it looks, and at most ten times in a second it writes. It has the
 *                     port's lock for that, or, while somebody else has it, does not look;
 *                     rx_burst takes none and never waits
 *   anyone            wport_hold_set(), wport_hold_get(): lock inside
 *   control context   wport_hold_apply(): from start, and when a device came back
 *
 *   wport_hold_set.c    the calls          wport_hold_limits.c  from a wish to the chip
 *   wport_hold.c        the registers, and what the policy is told of them
 *   wport_hold_thread.c the thread         wport_hold_stats.c   counters
 */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rxb_compat.h"
#include "rxb_hold.h"
#include "rte_pmd_wlan.h"

struct wport;

/* Aggregation limits in bytes and microseconds, in the chip's units. Of a wish
 * WPORT_UNSET is the chip's default. */
struct wport_agg {
	uint32_t hold_us;		/* 0: off, and the others mean nothing */
	uint32_t bytes;
	uint32_t count;			/* 0: no limit */
};

/* What was asked for. */
struct wport_hold_wish {
	enum rte_wlan_hold_policy policy;
	struct wport_agg agg;		/* a policy that adapts starts from its hold */
};

/* Counted for statistics under the port's lock. */
struct wport_hold_counts {
	uint64_t changes;		/* of the hold in use, whoever made them */
	uint64_t writes;		/* of the limits */
	uint64_t failed;		/* ... that failed */
	uint64_t ignored;		/* ... after which something else was read */
	uint64_t rung_ns[RXB_HOLD_RUNGS_MAX];	/* time in each, while a policy adapts */
};

/* In struct wport. Under the port's lock where nothing else is said. */
struct wport_hold {
	struct wport_hold_wish wish;
	struct wport_agg now;		/* in use, as read back ... */
	bool known;			/* ... since the first start */

	struct rxb_hold ctl;
	bool adapts;			/* ctl is at work, or goes on when the port starts */
	uint32_t watch;			/* of ctl, for struct wport_seen */

	/* Of the thread's life: taken before the port's lock, never by the thread. */
	pthread_mutex_t life;
	rxb_thread_t thread;
	bool has_thread;
	bool started;
	bool stop;			/* atomic */

	/* For statistics, in any process. */
	bool device;			/* the limits are known */
	uint32_t rungs;			/* of the chip */
	uint32_t rung_us[RXB_HOLD_RUNGS_MAX];
	struct rxb_hold_state state;	/* of ctl as the thread saw it last; else zero */
	struct wport_hold_counts past;	/* all but the time that is in state */
	struct wport_hold_counts base;	/* at the last reset */
};

/* Probe. make: the locks. init: the wishes of the devargs, before the transport is opened;
 * opened: behind that. free: the port closes, and has been stopped. */
void wport_hold_make(struct wport *port);
void wport_hold_init(struct wport *port);
void wport_hold_opened(struct wport *port);
void wport_hold_free(struct wport *port);

/* What is wished for, in the chip's units: what a policy has made of it is not looked at. */
struct wport_agg wport_agg_limits(const struct wport *port);

/*
 * Set what is not RTE_WLAN_HOLD_KEEP; a port that is stopped, or whose device is away,
 * remembers it for its start. Hold 0 and a policy that adapts at once cannot be; one that
 * is to adapt where no aggregation was begins at its shortest hold.
 * Any thread that may sleep. 0, or with nothing changed and one error line: -EINVAL a
 * policy there is none of, a value out of the chip's range, a size that the port's
 * transfers have no room for, a policy that adapts with hold 0; -ENOTSUP no device (a
 * capture), or this chip cannot; -ENODEV gone; -EIO the register reads back as another;
 * else what the transport said, or why there can be no thread.
 */
int wport_hold_set(struct wport *port, const struct rte_wlan_rx_hold *hold);

/* What is in use, as read back; of a port that does not run, what it starts with. Policy
 * as set. 0; -ENOTSUP without a device, -ENODEV closed: no line. */
int wport_hold_get(struct wport *port, struct rte_wlan_rx_hold *hold);

/* Why wport_hold_set() would say no, in words, or 0. Lock inside. */
int wport_hold_check(struct wport *port, const struct rte_wlan_rx_hold *hold, char *why,
		     size_t size);

/* What has become of the hold, counters since the last reset: without a policy that adapts
 * only hold_us, wanted_us, changes, writes, failed and ignored. Errors as wport_hold_get(). */
int wport_hold_state(struct wport *port, struct rxb_hold_state *state);

/* wport_hold_stats.c. What was counted since the last reset. Any process. */
void wport_hold_count(const struct wport *port, struct wport_hold_counts *counts);
/* Line i of the xstats, or *i less than before by as many as there are. */
struct wport_line;
bool wport_hold_line(const struct wport *port, unsigned int *i, struct wport_line *line);
/* The counters go on: zero is what they show now. */
void wport_hold_reset(struct wport *port);

/* Lock held: write what is wished for to the device, see that it is there, tell the
 * policy. 0 or a negative errno with an error line. */
int wport_hold_apply(struct wport *port);

/* A policy that adapts gets its thread, 0 or a negative errno with an error line; it goes.
 * Port's lock not held. */
int wport_hold_start(struct wport *port);
void wport_hold_stop(struct wport *port);

static inline bool
wport_hold_is_adaptive(enum rte_wlan_hold_policy policy)
{
	return policy != RTE_WLAN_HOLD_FIXED;
}

#endif /* WPORT_HOLD_H */
