/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Each constant of lab_hosts.c, lab_radios.c and published_rows.c that one published cell
 * sets, found again from that cell. A constant is looked for with those before it in
 * place: costs of a transfer and of a frame (two cells, two equations), the path to the
 * server, the window of TCP, the cost of sending.
 */

#include <math.h>
#include <string.h>

#include "options.h"
#include "published.h"

#define ERR_SIZE 256
#define SEEDS_MAX 16
/* Costs move how many transfers there are, which moves the costs: not for long. */
#define ROUNDS 6
#define STEPS 12

struct bench {
	struct lab_job *jobs;
	unsigned int workers, seeds;
	uint64_t seed_first;
	const struct published_setup *setup;
	struct published_run run;	/* what has been found so far is in host and radio */
	bool failed;
};

/* Means of one figure over the seeds. */
struct sample {
	double value;
	double transfers, frames;	/* each second */
};

static void
take(struct bench *b, enum published_figure figure, uint32_t mbps, unsigned int hold,
     struct sample *sample)
{
	const struct lab_phase_result *r;
	struct published_run run;
	char err[ERR_SIZE] = "";
	unsigned int i;

	memset(sample, 0, sizeof(*sample));
	run = b->run;
	published_load(&run, figure, mbps);
	for (i = 0; i < b->seeds; i++)
		b->jobs[i].conf = published_conf(&run, published_hold_us[hold],
						 b->seed_first + i);
	if (!jobs_run(b->jobs, b->seeds, b->workers, err, sizeof(err)))
		b->failed = !options_wrong("%s", err);
	for (i = 0; i < b->seeds && !b->failed; i++) {
		r = &b->jobs[i].result.phase[0];
		sample->value += published_value(figure, &b->jobs[i].result) / b->seeds;
		sample->transfers += (double)r->transfers * 1e9 / (double)r->counted_ns / b->seeds;
		sample->frames += (double)r->frames * 1e9 / (double)r->counted_ns / b->seeds;
	}
}

static uint32_t
whole(double x)
{
	return x > 0 ? (uint32_t)lround(x) : 0;
}

/* CPU share = transfers * transfer_ns + frames * frame_ns, at both holds. */
static void
find_costs(struct bench *b, const struct published_row *row)
{
	struct sample l, s;
	double x, y, det;
	unsigned int i;

	for (i = 0; i < ROUNDS && !b->failed; i++) {
		take(b, row->figure, row->udp_mbps, PUBLISHED_LONG, &l);
		take(b, row->figure, row->udp_mbps, PUBLISHED_SHORT, &s);
		det = l.transfers * s.frames - s.transfers * l.frames;
		x = row->value[PUBLISHED_LONG] * 1e7;
		y = row->value[PUBLISHED_SHORT] * 1e7;
		b->run.host.transfer_ns = whole((x * s.frames - y * l.frames) / det);
		b->run.host.frame_ns = whole((y * l.transfers - x * s.transfers) / det);
	}
}

static void
find_path(struct bench *b, const struct published_row *row)
{
	struct sample s;
	unsigned int i;

	for (i = 0; i < 2 && !b->failed; i++) {
		take(b, row->figure, 0, PUBLISHED_SHORT, &s);
		b->run.radio.path_ns = whole(b->run.radio.path_ns +
			(row->value[PUBLISHED_SHORT] - s.value) * 1e6 / 2);
	}
}

/* *at between low and high, so that the figure is the published one; rises: with *at. */
static void
search(struct bench *b, const struct published_row *row, unsigned int hold, uint32_t *at,
       double low, double high, bool rises)
{
	struct sample s;
	unsigned int i;

	for (i = 0; i < STEPS && !b->failed; i++) {
		*at = whole(sqrt(low * high));
		take(b, row->figure, 0, hold, &s);
		if ((s.value < row->value[hold]) == rises)
			low = *at;
		else
			high = *at;
	}
}

static void
find(struct bench *b, const struct published_row *row)
{
	unsigned int hold;

	for (hold = 0; hold < PUBLISHED_HOLDS; hold++) {
		if (row->sets[hold] == NULL || strcmp(row->setup, b->setup->name) != 0)
			continue;
		if (strcmp(row->sets[hold], "transfer") == 0)
			find_costs(b, row);
		else if (strcmp(row->sets[hold], "path") == 0)
			find_path(b, row);
		else if (strcmp(row->sets[hold], "window") == 0)
			search(b, row, hold, &b->run.radio.window, 2e4, 2e6, true);
		else if (strcmp(row->sets[hold], "send") == 0)
			search(b, row, hold, &b->run.host.send_ns, 1e3, 1e6, false);
	}
}

static void
calibrate(struct bench *b)
{
	const struct published_row *row;
	unsigned int i;

	published_prepare(&b->run, b->setup, PUBLISHED_ROUND_TRIP, 0);
	for (i = 0; (row = published_row_at(i)) != NULL; i++)
		find(b, row);
	printf("%-10s  host %-8s transfer_ns %6u  frame_ns %6u  send_ns %6u  radio %-8s "
	       "path_ns %6u  window %6u\n", b->setup->name, b->setup->host,
	       b->run.host.transfer_ns, b->run.host.frame_ns, b->run.host.send_ns,
	       b->setup->radio, b->run.radio.path_ns, b->run.radio.window);
	fflush(stdout);
}

bool
published_calibrate(unsigned int nb_workers, uint64_t seed_first, unsigned int seeds)
{
	struct bench b = { .workers = nb_workers, .seed_first = seed_first, .seeds = seeds };
	unsigned int i;

	if (seeds > SEEDS_MAX)
		return options_wrong("--calibrate: %u seeds at most", SEEDS_MAX);
	b.jobs = jobs_new(seeds);
	if (b.jobs == NULL)
		return options_wrong("no memory");
	for (i = 0; (b.setup = published_setup_at(i)) != NULL && !b.failed; i++)
		calibrate(&b);
	jobs_free(b.jobs, seeds);
	return !b.failed;
}
