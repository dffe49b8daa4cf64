/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_COUNT_H
#define LAB_COUNT_H

/*
 * What is counted: all that happens in the counted time of a phase. What was sent in it
 * and comes later is no loss.
 */

#include "lab_chip.h"
#include "lab_flow.h"
#include "lab_hist.h"

#define LAB_KINDS (LAB_TCP_UP + 1)
#define LAB_TRACE_NS (10 * LAB_MS)

struct lab_phase_count {
	uint64_t begin_ns, from_ns, end_ns;	/* counted: from_ns to end_ns */
	struct lab_phase_result result;
	uint64_t in_time[LAB_KINDS];	/* UDP: arrived of those sent in the counted time */
	struct lab_hist *hist[LAB_KINDS];
	/* At from_ns. */
	struct lab_chip_count chip;
	uint64_t busy_ns, changes;
};

/* Since the last line of the trace, of all kinds. */
struct lab_trace {
	FILE *file;
	uint64_t packets[LAB_KINDS], bytes[LAB_KINDS];
	uint64_t at_ns, busy_ns;
	struct lab_chip_count chip;
};

struct lab_count {
	struct lab_phase_count phase[LAB_PHASES_MAX];
	unsigned int nb_phases, now;	/* now: the phase that is on */
	uint64_t bad_transfers, strange_units;
	struct lab_trace trace;
};

int lab_count_open(struct lab_run *run, char *err, size_t err_size);
void lab_count_close(struct lab_run *run);

/* When the last phase is over. */
uint64_t lab_count_end(const struct lab_run *run);

/* One packet is sent, so many packets arrived, of a flow's phase. */
void lab_count_sent(struct lab_run *run, const struct lab_flow *flow);
void lab_count_again(struct lab_run *run, const struct lab_flow *flow);
void lab_count_got(struct lab_run *run, const struct lab_flow *flow, uint64_t packets,
		   uint64_t bytes);
/* A time that ends now; one that began then, of which it counts when it began. */
void lab_count_round_trip(struct lab_run *run, const struct lab_flow *flow, uint64_t ns);
void lab_count_one_way(struct lab_run *run, const struct lab_flow *flow, uint64_t sent_ns);

void lab_count_result(const struct lab_run *run, struct lab_result *result);

/* lab_trace.c */
void lab_trace_open(struct lab_run *run);
/* The hold has changed. */
void lab_trace_change(struct lab_run *run);

#endif /* LAB_COUNT_H */
