/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_HOLD_ROOM_H
#define RXB_HOLD_ROOM_H

/* The inside of struct rxb_hold, here only because its owner gives the memory. */

/* Costs of a transfer and a frame, in 1/256 cycles, and the sums that they are from. */
struct rxb_hold_fit {
	uint64_t transfer, frame;
	uint64_t samples, kk, kn, nn, ky, ny;
	uint64_t halved_ns;
};

/* Counted in some time. Busy: the looks that saw frames. */
struct rxb_hold_sum {
	uint64_t ns, busy_ns;
	uint64_t transfers, frames, bytes, timer, sparse, drops;
	uint64_t polls, crowded;
	uint32_t looks, full;		/* full: completed transfers that fill 3/4 */
};

/* What was measured with a rung, rates in a second of busy time. */
struct rxb_hold_rung {
	uint64_t transfers, timer, frames;
	uint32_t frame_bytes;
	uint32_t busy_permille;
	uint32_t load_permille;		/* busy, by the costs of then */
	bool visited;
	bool behind;			/* transfers piled up */
	bool drops;
};

/* Trials that may prove useless, in one direction. */
struct rxb_hold_trial {
	uint64_t next_ns, wait_ns;
};

struct rxb_hold {
	struct rxb_hold_conf conf;
	struct rxb_hold_state state;
	struct rxb_hold_fit fit;

	struct rxb_hold_seen last;	/* counters at the last step */
	uint64_t last_ns;
	uint64_t last_drops;
	bool based;			/* last is of this run */

	uint64_t rung_since_ns;
	uint64_t write_ns;		/* of the last write asked for */
	uint64_t next_write_ns;
	uint32_t missed;		/* writes in a row that did not do */

	/* rxb_hold_choose.c, rxb_hold_rungs.c */
	uint32_t wanted;		/* rung */
	enum rxb_hold_why why;		/* ... that was chosen last */
	uint32_t budget_permille;
	uint64_t quiet_ns, quiet_transfers;	/* next to nothing for that long */
	uint64_t pause_ns;		/* nothing for that long */
	uint32_t settling;		/* looks that still see the hold of before */
	bool settled;			/* nothing is to be tried with this traffic */
	bool returning;			/* to the best that was measured */
	struct rxb_hold_sum window, brief;
	struct rxb_hold_rung rungs[RXB_HOLD_RUNGS_MAX];
	struct rxb_hold_trial up, down;
	struct rxb_hold_trial calm;	/* after drops: when all is looked at again */
	bool tries_up, tries_down;	/* ... is on */
	uint32_t tried;			/* rung that it is about */
};

#endif /* RXB_HOLD_ROOM_H */
