/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_HOLD_H
#define RXB_HOLD_H

/*
 * How long should a device hold received frames back, so that several travel in one
 * transfer? Long saves the host work, short saves the traffic time; which of the two is
 * scarce depends on the host and on the load. This controller decides from what a driver
 * sees anyway.
 *
 * Plain C in integers: no DPDK, no driver, no clock, no memory of its own, so that it
 * goes wherever a driver is (rxb_hold*.[ch] are all of it):
 *
 *   rxb_hold_seen.c    what a busy period cost
 *   rxb_hold_fit.c     costs of a transfer and of a frame from that
 *   rxb_hold_rungs.c   what each hold did with the traffic of now, what others would do
 *   rxb_hold_try.c     which of them is worth a look
 *   rxb_hold_choose.c  when to look, and what cannot wait
 *   rxb_hold.c         writes and their fate, time, counters
 *
 *   receive context   rxb_hold_see_poll(), rxb_hold_see_transfer(): count, nothing else
 *   control context   each RXB_HOLD_STEP_NS or so: rxb_hold_step(); it says true:
 *                     write the register, read it back, rxb_hold_written()
 *
 * The two contexts share struct rxb_hold_seen alone: one writes it, the other reads
 * differences of it. Counters are 64 bits wide and may wrap.
 *
 * Times are nanoseconds of any clock that never runs backwards, unless the name ends in
 * _us; work is counted in cycles of any clock, whose rate the configuration tells.
 */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Rungs of the ladder: the shortest hold, then each twice the one before. */
#define RXB_HOLD_RUNGS_MAX	8u
/** Between two calls of rxb_hold_step(); later calls do no harm. */
#define RXB_HOLD_STEP_NS	10000000u
/** At most one write of the register in this time: ten in a second. */
#define RXB_HOLD_WRITE_NS	100000000u
/** A transfer of at most so many frames that the timer closed is a sparse one. */
#define RXB_HOLD_SPARSE		2u
/** Of so many polls that found some, one begins a sample: one at the begin of a busy period,
 * or, where that is long in coming, any. */
#define RXB_HOLD_SAMPLE		8u
#define RXB_HOLD_SAMPLE_ANY	16u
/** A busy period that does not end is cut after so many transfers. */
#define RXB_HOLD_SAMPLE_TRANSFERS 16u

/** Which limit closed a transfer. */
enum rxb_hold_close {
	RXB_HOLD_BY_TIMER,
	RXB_HOLD_BY_SIZE,
	RXB_HOLD_BY_COUNT,
	RXB_HOLD_CLOSES
};

/** What the controller strives for. */
enum rxb_hold_preset {
	RXB_HOLD_LATENCY,	/**< short unless the host is about to drown */
	RXB_HOLD_BALANCED,	/**< receive work takes up to 60 % of its processor */
	RXB_HOLD_CPU,		/**< ... up to 30 % */
	RXB_HOLD_PRESETS
};

/** Why the hold is what it is: the reason of the last change. */
enum rxb_hold_why {
	RXB_HOLD_START,		/**< it has never changed */
	RXB_HOLD_OVERLOAD,	/**< longer: drops, or transfers pile up */
	RXB_HOLD_BUDGET,	/**< longer: the work exceeds the budget */
	RXB_HOLD_ROOM,		/**< shorter: the budget allows it */
	RXB_HOLD_NO_GAIN,	/**< back: the last change did not do what it was for */
	RXB_HOLD_IDLE,		/**< shorter: nothing arrives */
	RXB_HOLD_AGAIN,		/**< the same again: the device had lost it */
	RXB_HOLD_WHYS
};

/** Limits that the device obeys, to infer which of them closed a transfer. 0: no limit. */
struct rxb_hold_limits {
	uint32_t size;		/**< bytes */
	uint32_t units;		/**< all that the device counts, frames or not */
};

/**
 * What the receive context has seen since it was zeroed. Written by that context alone.
 * Cost samples are sums over busy periods of k transfers, n frames and y cycles, for a
 * fit of y = k * cost_of_transfer + n * cost_of_frame.
 */
struct rxb_hold_seen {
	uint64_t transfers;
	uint64_t frames;
	uint64_t bytes;
	uint64_t closed[RXB_HOLD_CLOSES];
	uint64_t sparse;
	uint64_t polls;		/**< that found some */
	uint64_t crowded;	/**< ... that fill at least 3/4 of the buffers */
	uint64_t samples;
	uint64_t k, n, y, kk, kn, nn, ky, ny;
	/* The sample that is being taken. */
	uint64_t began;		/* cycles, 0: none */
	uint64_t began_transfers, began_frames;
	uint64_t usual;		/* cycles of each transfer and frame, sixteenths */
	uint64_t began_polls;	/* of the last that began */
	bool busy;		/* the last poll found some */
	bool cut;		/* the sample began where no busy period does */
};

/** Which limit closed it; bytes and units are the transfer's. */
static inline enum rxb_hold_close
rxb_hold_close_of(const struct rxb_hold_limits *limits, uint32_t bytes, uint32_t units)
{
	/* One unit more, of the mean length, would not have fitted. */
	if (limits->size != 0 &&
	    bytes * ((uint64_t)units + 1) > (uint64_t)limits->size * units)
		return RXB_HOLD_BY_SIZE;
	if (limits->units != 0 && units >= limits->units)
		return RXB_HOLD_BY_COUNT;
	return RXB_HOLD_BY_TIMER;
}

/** A transfer has been taken apart. Receive context; some additions. */
static inline void
rxb_hold_see_transfer(struct rxb_hold_seen *seen, uint32_t frames, uint32_t bytes,
		      enum rxb_hold_close close)
{
	seen->transfers++;
	seen->frames += frames;
	seen->bytes += bytes;
	seen->closed[close]++;
	seen->sparse += close == RXB_HOLD_BY_TIMER && frames <= RXB_HOLD_SPARSE;
}

static inline bool
rxb_hold_sample_ends(const struct rxb_hold_seen *seen, uint32_t filled)
{
	return filled == 0 ||
		seen->transfers - seen->began_transfers >= RXB_HOLD_SAMPLE_TRANSFERS;
}

static inline bool
rxb_hold_sample_begins(const struct rxb_hold_seen *seen, uint32_t filled)
{
	uint64_t since = seen->polls - seen->began_polls;

	return filled != 0 && since >= (seen->busy ? RXB_HOLD_SAMPLE_ANY : RXB_HOLD_SAMPLE);
}

/** Would a poll now want to know the time? When not, now is not looked at. */
static inline bool
rxb_hold_wants_time(const struct rxb_hold_seen *seen, uint32_t filled)
{
	if (seen->began != 0)
		return rxb_hold_sample_ends(seen, filled);
	return rxb_hold_sample_begins(seen, filled);
}

/* rxb_hold_seen.c: the sample that began is over. */
void rxb_hold_sample(struct rxb_hold_seen *seen, uint64_t now_cycles);

/**
 * The receive context has looked for completed transfers and got filled of them, before
 * it works on them. A busy period goes from a poll that found some to the next that found
 * none: what the application did with the packets lies in it. Therefore a poll that found
 * none is told only where its burst call has no packet to hand out.
 * now_cycles is read where rxb_hold_wants_time() says so.
 */
static inline void
rxb_hold_see_poll(struct rxb_hold_seen *seen, uint32_t filled, uint32_t buffers,
		  uint64_t now_cycles)
{
	if (seen->began != 0 && rxb_hold_sample_ends(seen, filled))
		rxb_hold_sample(seen, now_cycles);
	else if (seen->began == 0 && rxb_hold_sample_begins(seen, filled)) {
		seen->began = now_cycles;
		seen->began_polls = seen->polls;
		seen->began_transfers = seen->transfers;
		seen->began_frames = seen->frames;
		seen->cut = seen->busy;
	}
	seen->busy = filled != 0;
	seen->polls += filled != 0;
	seen->crowded += filled * 4 >= buffers * 3;
}

/** Nothing is looked at for a while: what is being timed would be of no use. */
static inline void
rxb_hold_see_stop(struct rxb_hold_seen *seen)
{
	seen->began = 0;
	seen->busy = false;
}

/** Fixed at rxb_hold_init(). */
struct rxb_hold_conf {
	uint32_t step_us;	/**< unit of the device's register */
	uint32_t min_us;	/**< shortest hold, a multiple of step_us, not 0 */
	uint32_t max_us;	/**< longest; the ladder ends at or before it */
	uint32_t start_us;	/**< in force now */
	uint64_t cycles_hz;	/**< of the receive context's clock */
	enum rxb_hold_preset preset;
	uint32_t budget_permille; /**< of the processor; 0: the preset's */
	uint32_t buffers;	/**< transfers that are armed at most */
};

/** What rxb_hold_step() looks at. */
struct rxb_hold_input {
	uint64_t now_ns;
	const struct rxb_hold_seen *seen;
	uint64_t drops;		/**< frames or transfers lost for want of room, counts up */
	uint32_t backlog;	/**< completed transfers not yet looked at */
};

/** What a user may ask; copied by rxb_hold_state(). */
struct rxb_hold_state {
	uint32_t hold_us;	/**< in force, as read back */
	uint32_t wanted_us;	/**< what the controller would have */
	uint32_t rung;		/**< of hold_us: the nearest */
	uint32_t rungs;
	uint32_t rung_us[RXB_HOLD_RUNGS_MAX];
	uint64_t rung_ns[RXB_HOLD_RUNGS_MAX];	/**< time spent in each */
	uint64_t changes;	/**< of hold_us */
	uint64_t writes;	/**< asked for, failed ones too */
	uint64_t failed;	/**< ... that failed */
	uint64_t ignored;	/**< ... after which it read back as another */
	uint32_t load_permille;	/**< of the processor, last look */
	uint32_t transfer_ns;	/**< estimated cost of a transfer; 0: not known */
	uint32_t frame_ns;	/**< ... and of each frame in it */
	enum rxb_hold_why why;
	bool stuck;		/**< the register does not obey: it is tried seldom */
};

/** One controller. The fields are rxb_hold.c's. */
struct rxb_hold;

#include "rxb_hold_room.h"

/** Start over: 0, or -EINVAL when conf cannot be (then h is not usable). */
int rxb_hold_init(struct rxb_hold *h, const struct rxb_hold_conf *conf, uint64_t now_ns);

/**
 * Look, and decide. True: the register is to be set to *us, and rxb_hold_written() to be
 * called with what came of it, before the next step. Never oftener than each
 * RXB_HOLD_WRITE_NS, never the value in force.
 */
bool rxb_hold_step(struct rxb_hold *h, const struct rxb_hold_input *in, uint32_t *us);

/**
 * The register was written: it now reads read_us; or err, a negative errno, and nobody
 * knows (read_us is not looked at).
 */
void rxb_hold_written(struct rxb_hold *h, uint64_t now_ns, uint32_t read_us, int err);

/** The device was set up anew and has hold_us now: what was wanted is written again. */
void rxb_hold_restarted(struct rxb_hold *h, uint64_t now_ns, uint32_t hold_us);

/** Time in the rungs up to now_ns included. */
void rxb_hold_state(const struct rxb_hold *h, uint64_t now_ns, struct rxb_hold_state *state);

/** For counters and logs. */
const char *rxb_hold_why_name(enum rxb_hold_why why);
const char *rxb_hold_preset_name(enum rxb_hold_preset preset);

#ifdef __cplusplus
}
#endif

#endif /* RXB_HOLD_H */
