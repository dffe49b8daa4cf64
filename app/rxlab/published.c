/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "published.h"
#include "table.h"

#define ERR_SIZE 256

static const struct options_usage usage = {
	"usage: rxlab published [options]\n"
	"Figures that were published with the patch to Linux rtw89 that shortened the hold of the\n"
	"RTL8922AU, and what the model makes of the same: a constant was set so that it comes\n"
	"out (calibrated), or it was not (predicted).\n"
	"  --seed=A[-B]  default 1-3; the mean of them\n"
	"  --jobs=N      processes, default one for each processor\n"
	"  --csv=FILE    the table\n"
	"  --calibrate   finds the constants again and prints them\n",
	"seed jobs csv calibrate help ",
	"x86", "rpc1", "32", 1, 3,
};

static const char *const figures[] = {
	[PUBLISHED_TCP1] = "TCP, 1 flow, Mbit/s",
	[PUBLISHED_TCP8] = "TCP, 8 flows in one window, Mbit/s",
	[PUBLISHED_TCP_UP] = "TCP up, Mbit/s",
	[PUBLISHED_ROUND_TRIP] = "round trip, ms",
	[PUBLISHED_CPU] = "CPU %% at UDP %u Mbit/s",
	[PUBLISHED_LOSS] = "loss %% at UDP %u Mbit/s",
};

/* All rows, both holds, all seeds. */
struct published {
	unsigned int rows, seeds, n;
	struct published_run *runs;
	struct lab_job *jobs;
};

static unsigned int
count_rows(void)
{
	unsigned int n = 0;

	while (published_row_at(n) != NULL)
		n++;
	return n;
}

static struct lab_job *
job_at(const struct published *p, unsigned int row, unsigned int hold, unsigned int seed)
{
	return &p->jobs[(row * PUBLISHED_HOLDS + hold) * p->seeds + seed];
}

static void
fill(const struct published *p, uint64_t seed_first)
{
	const struct published_row *row;
	unsigned int i, hold, s;

	for (i = 0; i < p->rows; i++) {
		row = published_row_at(i);
		published_prepare(&p->runs[i], published_setup_find(row->setup), row->figure,
				  row->udp_mbps);
		for (hold = 0; hold < PUBLISHED_HOLDS; hold++)
			for (s = 0; s < p->seeds; s++)
				job_at(p, i, hold, s)->conf =
					published_conf(&p->runs[i], published_hold_us[hold],
						       seed_first + s);
	}
}

static double
mean_of(const struct published *p, unsigned int row, unsigned int hold)
{
	double sum = 0;
	unsigned int s;

	for (s = 0; s < p->seeds; s++)
		sum += published_value(published_row_at(row)->figure,
				       &job_at(p, row, hold, s)->result);
	return sum / p->seeds;
}

static void
put_cell(struct table *t, const struct published *p, unsigned int i, unsigned int hold)
{
	const struct published_row *row = published_row_at(i);
	double simulated = mean_of(p, i, hold);
	char figure[TABLE_CELL];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(figure, sizeof(figure), figures[row->figure], row->udp_mbps);
#pragma GCC diagnostic pop
	table_put(t, "%s", row->setup);
	table_put(t, "%s", figure);
	table_put(t, "%u", published_hold_us[hold]);
	table_put(t, "%.4g", row->value[hold]);
	table_put(t, "%.4g", simulated);
	table_put(t, "%.2f", simulated / row->value[hold]);
	if (row->sets[hold] != NULL)
		table_put(t, "calibrated: %s", row->sets[hold]);
	else
		table_put(t, "predicted");
}

static void
put_notes(void)
{
	const struct published_row *row;
	unsigned int i;

	for (i = 0; (row = published_row_at(i)) != NULL; i++)
		if (row->note != NULL)
			printf("\n%s: %s\n", row->setup, row->note);
}

static bool
show(const struct published *p, const char *csv)
{
	struct table t;
	unsigned int i, hold;
	bool good;

	table_begin(&t, "setup,figure,hold us,published,simulated,ratio,how");
	for (i = 0; i < p->rows; i++)
		for (hold = 0; hold < PUBLISHED_HOLDS; hold++)
			put_cell(&t, p, i, hold);
	good = table_print(&t, stdout) || options_wrong("output: %s", strerror(errno));
	if (good)
		put_notes();
	if (good && csv != NULL)
		good = table_save_csv(&t, csv);
	table_end(&t);
	return good;
}

static bool
show_why(const struct options *o)
{
	struct table t;
	bool good;

	if (!published_why(&t, o->jobs, o->seed_first, options_seeds(o)))
		return false;
	printf("\nWhat could carry the fall of TCP, %s, Mbit/s:\n\n",
	       published_setup_at(0)->name);
	good = table_print(&t, stdout) || options_wrong("output: %s", strerror(errno));
	table_end(&t);
	return good;
}

static bool
published(const struct options *o)
{
	struct published p = { .rows = count_rows(), .seeds = options_seeds(o) };
	char err[ERR_SIZE] = "no memory";
	bool good;

	p.n = p.rows * PUBLISHED_HOLDS * p.seeds;
	p.runs = calloc(p.rows, sizeof(*p.runs));
	p.jobs = jobs_new(p.n);
	good = p.runs != NULL && p.jobs != NULL;
	if (good) {
		fill(&p, o->seed_first);
		good = jobs_run(p.jobs, p.n, o->jobs, err, sizeof(err));
	}
	good = good ? show(&p, o->csv) : options_wrong("%s", err);
	jobs_free(p.jobs, p.n);
	free(p.runs);
	return good;
}

int
command_published(int argc, char **argv)
{
	static struct options o;
	int status;

	if (!options_parse(argc, argv, &usage, &o, &status))
		return status;
	if (o.calibrate)
		return published_calibrate(o.jobs, o.seed_first, options_seeds(&o)) ? 0 : 1;
	return published(&o) && show_why(&o) ? 0 : 1;
}
