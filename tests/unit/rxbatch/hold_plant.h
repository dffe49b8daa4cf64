/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef HOLD_PLANT_H
#define HOLD_PLANT_H

/*
 * Traffic, an aggregator, a processor and a register in a few formulas, and the controller
 * before them as a driver runs it: each 10 ms, one cycle is a nanosecond.
 *
 * Of a hold H: a transfer begins with a frame that comes after a wait, and ends H later or
 * when it is full. Open traffic comes at its rate, closed traffic is a window of frames, each
 * of which takes a round trip and the hold. What the processor cannot do is lost (open) or
 * waits (closed).
 */

#include <stdbool.h>
#include <stdint.h>

#include "rxb_hold.h"

#define PLANT_MS UINT64_C(1000000)
#define PLANT_S	 UINT64_C(1000000000)

enum plant_register {
	PLANT_OBEYS,
	PLANT_DEAD,		/* keeps what it has */
	PLANT_CLAMPS,		/* to 128 us at least */
	PLANT_FAILS,		/* the request gets an error */
};

struct plant_traffic {
	uint64_t rate;		/* open: frames in a second */
	uint32_t window;	/* closed: frames on their way */
	uint32_t trip_us;	/* ... for so long, without the hold */
	uint32_t together;	/* frames that come at once */
	uint32_t frame_bytes;	/* 0: 1500 */
	uint32_t hz;		/* on and off so often in a second, 0: always on */
	uint32_t noise_permille;/* of the rate, each look */
};

struct plant {
	struct rxb_hold h;
	struct rxb_hold_seen seen;
	struct rxb_hold_limits limits;
	struct rxb_hold_conf conf;
	struct plant_traffic traffic;
	uint32_t transfer_ns, frame_ns;
	enum plant_register reg;
	uint64_t drops;
	bool drops_seen;	/* what is lost is told */
	uint32_t backlog;

	uint64_t now_ns, cycles;
	uint32_t hold_us;	/* in the register */
	uint64_t frames, transfers;	/* that the processor got to, in 2^-20 */
	uint64_t chance;
	uint64_t changed_ns;	/* the register, last */
	uint32_t changes, writes;
	bool bad;		/* two writes too near, or of the value in force */
	uint64_t asked_ns;
	uint32_t load_permille;	/* of the last look */
};

/* A ladder from 32 to 1024 us, balanced, at start_us. */
void plant_init(struct plant *p, uint32_t transfer_ns, uint32_t frame_ns, uint32_t start_us);
/* conf was changed. */
void plant_begin(struct plant *p);
void plant_run(struct plant *p, uint64_t ns);

/* Changes in ns more. */
uint32_t plant_changes(struct plant *p, uint64_t ns);

#endif /* HOLD_PLANT_H */
