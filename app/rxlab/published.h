/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PUBLISHED_H
#define PUBLISHED_H

/*
 * What was measured with an RTL8922AU at a hold of 1024 and of 32 us: published with the
 * patch to Linux rtw89 that shortened the hold on SuperSpeed.
 */

#include "jobs.h"

enum published_hold { PUBLISHED_LONG, PUBLISHED_SHORT, PUBLISHED_HOLDS };
extern const uint32_t published_hold_us[PUBLISHED_HOLDS];

enum published_figure {
	PUBLISHED_TCP1,			/* Mbit/s */
	PUBLISHED_TCP8,			/* ... all flows in one window */
	PUBLISHED_TCP_UP,
	PUBLISHED_ROUND_TRIP,		/* ms */
	PUBLISHED_CPU,			/* %, of the busiest processor, at udp_mbps */
	PUBLISHED_LOSS,			/* %, at udp_mbps */
};

struct published_setup {
	const char *name;
	const char *host, *radio;
};

struct published_row {
	const char *setup;
	enum published_figure figure;
	uint32_t udp_mbps;
	double value[PUBLISHED_HOLDS];
	const char *sets[PUBLISHED_HOLDS];	/* constant that this cell sets; NULL: predicted */
	const char *note;		/* where the model does not tell the same; or NULL */
};

/* NULL past the last. */
const struct published_setup *published_setup_at(unsigned int i);
const struct published_setup *published_setup_find(const char *name);
const struct published_row *published_row_at(unsigned int i);

/* A figure with its own memory; what is pointed to stays there. */
struct published_run {
	struct lab_host host;
	struct lab_radio radio;
	struct lab_workload workload;
};

/* Another load, host and radio as they are. */
void published_load(struct published_run *run, enum published_figure figure, uint32_t udp_mbps);
void published_prepare(struct published_run *run, const struct published_setup *setup,
		       enum published_figure figure, uint32_t udp_mbps);
struct lab_conf published_conf(const struct published_run *run, uint32_t hold_us, uint64_t seed);
double published_value(enum published_figure figure, const struct lab_result *result);

/*
 * published_why.c: the fall of TCP from the short to the long hold on the first setup, with
 * each mechanism that could carry it and with several together.
 */
struct table;
bool published_why(struct table *t, unsigned int nb_workers, uint64_t seed_first,
		   unsigned int seeds);

/* calibrate.c: finds the constants again and prints them. False with one line of reason. */
bool published_calibrate(unsigned int nb_workers, uint64_t seed_first, unsigned int seeds);

#endif /* PUBLISHED_H */
