/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What it costs a receive path to be looked at by the controller of the hold, measured by
 * itself: cycles of a transfer in a loop that tells of it, and in the same loop that does not.
 *
 *   hold_bench [--rounds=N] [--samples=FILE]
 *
 * Three hooks: that of lib/rxbatch alone; that of a port (wport_seen.h), which counts more,
 * with a policy that watches and with none. A line for each of them and each shape of traffic,
 * more = with - without, the median of rounds:
 *
 *   HOOK|SHAPE|MORE|WITH|WITHOUT
 *
 * Raw samples, a line for each round, go to --samples: HOOK|SHAPE|WITH|WITHOUT. Fails when
 * what was counted is not what was told.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_cycles.h>

#include "wport_seen.h"

#define ROUNDS_MAX	1000
#define TRANSFERS	4096u		/* of a sample; a multiple of every batch */
#define BUFFERS		32u
#define LIMIT_BYTES	20480u		/* a transfer of 12 or 13 full frames */
#define LIMIT_UNITS	255u
#define PAUSE_US	2000		/* between rounds: a neighbour's load comes and goes */

struct transfer {
	uint32_t frames, bytes;
};

/* A poll brings batch transfers; with_empty: it is followed by one that brings none. */
struct shape {
	const char *name;
	uint32_t batch;
	bool with_empty;
};

static const struct shape shapes[] = {
	{ "1 in a poll, then none", 1, true },
	{ "16 in a poll, then none", 16, true },
	{ "16 in each poll", 16, false },
};

/* What the loop does beside looping. */
struct side {
	void (*poll)(struct wport_seen *s, uint32_t filled);
	void (*transfer)(struct wport_seen *s, const struct transfer *t);
};

static const struct rxb_hold_limits limits = { .size = LIMIT_BYTES, .units = LIMIT_UNITS };
static struct transfer transfers[256];
static struct wport_seen seen;
static unsigned int rounds = 301;
static FILE *samples;

static inline void
library_poll(struct wport_seen *s, uint32_t filled)
{
	uint64_t now = rxb_hold_wants_time(&s->all, filled) ? rte_rdtsc() : 0;

	rxb_hold_see_poll(&s->all, filled, BUFFERS, now);
}

static inline void
library_transfer(struct wport_seen *s, const struct transfer *t)
{
	rxb_hold_see_transfer(&s->all, t->frames, t->bytes,
			      rxb_hold_close_of(&limits, t->bytes, t->frames));
}

static inline void
port_transfer(struct wport_seen *s, const struct transfer *t)
{
	s->frames += t->frames;
	wport_hold_see_transfer(s, t->bytes);
}

/* A driver has these in registers anyway. */
static inline void
bare_poll(struct wport_seen *s __rte_unused, uint32_t filled)
{
	asm volatile("" : : "r" (filled));
}

static inline void
bare_transfer(struct wport_seen *s __rte_unused, const struct transfer *t)
{
	asm volatile("" : : "r" (t->frames), "r" (t->bytes));
}

static __rte_always_inline void
run(const struct shape *shape, const struct side *side)
{
	unsigned int i, n;

	for (n = 0; n < TRANSFERS; n += shape->batch) {
		side->poll(&seen, shape->batch);
		for (i = 0; i < shape->batch; i++) {
			side->transfer(&seen, &transfers[(n + i) % RTE_DIM(transfers)]);
			/* A receive path takes a transfer apart here: nothing of the
			 * counters is left in registers. */
			asm volatile("" : : : "memory");
		}
		if (shape->with_empty)
			side->poll(&seen, 0);
		asm volatile("" : : : "memory");
	}
}

static __rte_noinline void
run_library(const struct shape *shape)
{
	static const struct side side = { library_poll, library_transfer };

	run(shape, &side);
}

static __rte_noinline void
run_port(const struct shape *shape)
{
	static const struct side side = { wport_hold_see_poll, port_transfer };

	run(shape, &side);
}

static __rte_noinline void
run_bare(const struct shape *shape)
{
	static const struct side side = { bare_poll, bare_transfer };

	run(shape, &side);
}

static const struct hook {
	const char *name;
	void (*run)(const struct shape *shape);
	uint32_t watch;
} hooks[] = {
	{ "library", run_library, 1 },
	{ "port, watched", run_port, 1 },
	{ "port, nobody watches", run_port, 0 },
};

static struct result {
	double with[ROUNDS_MAX], without[ROUNDS_MAX], more[ROUNDS_MAX];
} results[RTE_DIM(hooks)][RTE_DIM(shapes)];

static double
sample(const struct shape *shape, void (*loop)(const struct shape *shape))
{
	uint64_t start = rte_rdtsc_precise();

	loop(shape);
	return (double)(rte_rdtsc_precise() - start) / TRANSFERS;
}

/* 12 to 14 full frames, as an aggregate of 20 KiB has them: now the size has closed it,
 * now the timer. */
static void
fill(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(transfers); i++) {
		transfers[i].frames = 12 + (i * 7 + i / 5) % 3;
		transfers[i].bytes = transfers[i].frames * 1500;
	}
}

static void
begin(const struct hook *hook)
{
	memset(&seen, 0, sizeof(seen));
	seen.watch = hook->watch;
	seen.buffers = BUFFERS;
	wport_seen_limit(&seen, &limits);
	wport_seen_start(&seen);
}

static void
check(unsigned int h, unsigned int s)
{
	const struct hook *hook = &hooks[h];
	const struct shape *shape = &shapes[s];
	const struct rxb_hold_seen *all = &seen.all;
	uint64_t frames = 0, bytes = 0, closed;
	unsigned int i;

	begin(hook);
	hook->run(shape);
	for (i = 0; i < TRANSFERS; i++) {
		frames += transfers[i % RTE_DIM(transfers)].frames;
		bytes += transfers[i % RTE_DIM(transfers)].bytes;
	}
	closed = all->closed[RXB_HOLD_BY_SIZE] + all->closed[RXB_HOLD_BY_TIMER];
	if (all->transfers == TRANSFERS && all->frames == frames && all->bytes == bytes &&
	    closed == TRANSFERS && all->closed[RXB_HOLD_BY_SIZE] != closed &&
	    all->closed[RXB_HOLD_BY_TIMER] != closed && (all->samples != 0) == (hook->watch != 0))
		return;
	fprintf(stderr, "hold_bench: %s, %s: told of %u transfers with %" PRIu64
		" frames, counted %" PRIu64 " with %" PRIu64 ", %" PRIu64 " samples\n",
		hook->name, shape->name, TRANSFERS, frames, all->transfers, all->frames,
		all->samples);
	exit(EXIT_FAILURE);
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *values)
{
	qsort(values, rounds, sizeof(*values), by_value);
	return values[rounds / 2];
}

/* One round of one row. */
static void
measure(unsigned int h, unsigned int i, unsigned int r)
{
	const struct hook *hook = &hooks[h];
	const struct shape *shape = &shapes[i];
	struct result *result = &results[h][i];

	begin(hook);
	hook->run(shape);	/* to warm up */
	result->with[r] = sample(shape, hook->run);
	result->without[r] = sample(shape, run_bare);
	result->more[r] = result->with[r] - result->without[r];
	if (samples != NULL)
		fprintf(samples, "%s|%s|%.3f|%.3f\n", hook->name, shape->name, result->with[r],
			result->without[r]);
}

static void
report(unsigned int h, unsigned int i)
{
	struct result *result = &results[h][i];

	printf("%s|%s|%.1f|%.1f|%.1f\n", hooks[h].name, shapes[i].name, median(result->more),
	       median(result->with), median(result->without));
}

/* f of each row. */
#define FOR_EACH_ROW(f, ...) \
	do { \
		unsigned int h, i; \
		for (h = 0; h < RTE_DIM(hooks); h++) \
			for (i = 0; i < RTE_DIM(shapes); i++) \
				f(h, i, ## __VA_ARGS__); \
	} while (0)

static void
parse(int argc, char **argv)
{
	static const struct option options[] = {
		{ "rounds", required_argument, NULL, 'r' },
		{ "samples", required_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'r') {
			rounds = RTE_MIN(RTE_MAX(atoi(optarg), 1), ROUNDS_MAX);
		} else if (c == 's') {
			samples = fopen(optarg, "w");
			if (samples == NULL) {
				fprintf(stderr, "hold_bench: cannot write %s\n", optarg);
				exit(EXIT_FAILURE);
			}
		} else {
			exit(2);
		}
	}
}

int
main(int argc, char **argv)
{
	unsigned int r;

	parse(argc, argv);
	fill();
	FOR_EACH_ROW(check);
	for (r = 0; r < rounds; r++) {
		FOR_EACH_ROW(measure, r);
		usleep(PAUSE_US);
	}
	FOR_EACH_ROW(report);
	if (samples != NULL)
		fclose(samples);
	return EXIT_SUCCESS;
}
