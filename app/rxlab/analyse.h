/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_H
#define ANALYSE_H

/*
 * "rxlab analyse": what the transfers of a capture tell of the hold.
 *
 *   analyse_scan.c    first pass: devices, which one, its chip
 *   analyse_read.c    its transfers, taken apart by the drivers' own walks (analyse_chip.c),
 *                     with times (analyse_clock.c) and registers (analyse_regs.c)
 *   analyse_limits.c  second pass: limits, where no register tells them
 *   analyse_pass.c    third pass: everything that is counted, among it
 *   analyse_hold.c    the hold, from the times alone
 *   analyse_ladder.c  what other holds would have given
 *   analyse_print.c, analyse_csv.c, analyse_plot.c    the results
 *
 * A file is never in memory as a whole.
 */

#include <stdio.h>

#include "rxb_hold.h"

#include "analyse_hold.h"
#include "analyse_ladder.h"
#include "analyse_limits.h"
#include "analyse_read.h"
#include "lab.h"
#include "lab_hist.h"

/* Off, six of the ladder, the one in force, the chip's longest. */
#define AN_RUNGS 9
#define AN_SEGMENTS 16
/* Buckets 1, 2, 3-4, 5-8, ... */
#define AN_LOG2 21

/* rxb_hold's, and those that nothing closed. */
enum {
	AN_BY_OFF = RXB_HOLD_CLOSES,	/* aggregation was off */
	AN_BY_SNAP,			/* the capture lacks bytes of it */
	AN_CLOSES
};

/* A time in which the same limits were in force. */
struct an_segment {
	uint64_t from_us, transfers, frames;
	bool by_register;
	struct an_agg agg;
};

struct an_log2 {
	uint64_t nb, sum;
	uint64_t bucket[AN_LOG2];
};

struct an_result {
	uint64_t first_us, last_us;	/* completions */
	uint64_t transfers, whole, frames, units, bytes;
	uint64_t closed[AN_CLOSES];
	uint64_t closed_bytes[AN_CLOSES];
	struct an_log2 frames_per, bytes_per;
	struct lab_hist gap, span;
	unsigned int nb_segments;
	uint64_t segments_more;
	struct an_segment segments[AN_SEGMENTS];	/* the last one goes on to the end */
	struct an_hold hold;		/* since the last change of the hold */
	struct an_hold_range ranges[AN_TIMERS];
	const struct an_hold_range *range;	/* the one that explains more */
	unsigned int nb_rungs;
	struct an_rung rungs[AN_RUNGS];
	struct an_losses losses;
	struct an_clock clock;
	bool damaged, no_memory;
};

struct an_options {
	struct an_wish wish;
	const char *csv, *plot;
	struct lab_host host;
	bool host_given;
};

/* All that is known of a capture. */
struct an {
	struct an_options options;
	struct an_scan scan;
	const struct an_device *device;
	struct an_chip chip;
	uint32_t request;
	/* Second pass. */
	bool timed;		/* arrivals are by the device's clock */
	uint64_t reg_writes, reg_reads, reg_requests, reg_failed;
	struct an_agg reg_agg;	/* the last that the registers said ... */
	bool by_register;	/* ... if they did */
	struct an_guess guess;
	struct an_result result;
};

/* analyse_pass.c: false with one line printed. */
bool an_measure(struct an *an);
bool an_pass(struct an *an, FILE *csv);
void an_result_fini(struct an_result *result);

/* Bucket of a count, 1 .. */
unsigned int an_log2_bucket(uint64_t value);

void an_print(const struct an *an, FILE *to);

/* analyse_csv.c: one line for each transfer. */
void an_csv_head(FILE *csv);
void an_csv_line(FILE *csv, const struct an_reader *r, const struct an_agg *agg,
		 const char *close, uint64_t begin_us, uint64_t gap_us, bool timed);
const char *an_close_name(unsigned int close);

/* analyse_plot.c: false with one line printed. */
bool an_plot(const struct an *an, const char *file);

/* analyse_table.c. Of transfers and frames in one second: share of the host's processor, in
 * percent. */
double an_cpu_percent(const struct lab_host *host, double transfers, double frames);
double an_seconds(const struct an_result *result);

#endif /* ANALYSE_H */
