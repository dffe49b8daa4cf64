/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_LADDER_H
#define ANALYSE_LADDER_H

/*
 * The units of a capture packed again as another hold would have packed them: by when they
 * arrived, with the same limits of size and count. What the host or the traffic would have
 * made of it is not in here: a sender that waits for answers would have sent at other times.
 */

#include <stdbool.h>
#include <stdint.h>

#include "analyse_read.h"

/* Delays up to this are told apart, whole us. */
#define AN_DELAY_MAX_US 16384u

struct an_rung {
	uint32_t hold_us;	/* 0: every unit alone */
	struct an_agg limits;
	/* The aggregate that is open. */
	uint32_t units, frames, len;
	uint64_t first_ns;
	uint64_t *arrival_ns;	/* of its frames */
	uint32_t room;
	bool no_memory;
	/* What came out. */
	uint64_t transfers, nb_frames, nb_units;
	uint64_t delay_sum_ns;
	uint32_t *delays;	/* AN_DELAY_MAX_US + 1 of them, by whole us */
	uint64_t second;	/* which one it is, and what is in it */
	uint64_t second_transfers, second_frames;
	uint64_t busy_transfers, busy_frames;	/* of the second with most transfers */
};

/* False: no memory. */
bool an_rung_init(struct an_rung *rung, uint32_t hold_us, const struct an_agg *limits);
void an_rung_fini(struct an_rung *rung);

/* Units in the order of their arrival. */
void an_rung_add(struct an_rung *rung, const struct an_unit *unit);
/* Nothing more comes, or something is missing behind the last unit. */
void an_rung_flush(struct an_rung *rung);

/* Of the frames: how long they waited for their transfer to begin. */
uint64_t an_rung_delay_mean_ns(const struct an_rung *rung);
uint32_t an_rung_delay_us(const struct an_rung *rung, uint32_t permille);

#endif /* ANALYSE_LADDER_H */
