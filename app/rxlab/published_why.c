/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "options.h"
#include "published.h"
#include "table.h"

#define ERR_SIZE 256
#define AIR_SIZE 128

/*
 * What could make TCP slower when the hold is long. window: what is in flight is bounded,
 * so a longer round trip is a lower rate. quota: the chip loses frames when its receive
 * buffer, pages of 256 bytes, is smaller than what comes while a full transfer leaves; the
 * access point sends them again, and they wait in the chip alone, for the whole hold, with
 * what came after them waiting in the reorder window. rate: the access point takes lost
 * frames for a rate that is too high (models/air/ap_rate.c).
 */
static const struct mechanism {
	const char *name;
	bool window;
	const char *switches;
	const char *air;	/* behind that of the radio */
} mechanisms[] = {
	{ "none", false, "quota:max", "ratectl:fixed" },
	{ "window", true, "quota:max", "ratectl:fixed" },
	{ "quota 70", false, "quota:scc-max", "ratectl:fixed" },
	{ "quota 70, rate", false, "quota:scc-max", "ratectl:ewma" },
	{ "window, quota 70", true, "quota:scc-max", "ratectl:fixed" },
	{ "window, quota 70, rate", true, "quota:scc-max", "ratectl:ewma" },
	{ "window, quota 80", true, "fifo:20480", "ratectl:fixed" },
	{ "window, quota 64", true, "fifo:16384", "ratectl:fixed" },
	{ "window, quota 57", true, "quota:scc-min", "ratectl:fixed" },
};
#define NB_MECHANISMS (sizeof(mechanisms) / sizeof(mechanisms[0]))

static const enum published_figure figures[] = { PUBLISHED_TCP1, PUBLISHED_TCP8 };
#define NB_FIGURES (sizeof(figures) / sizeof(figures[0]))

#define NB_CASES (NB_MECHANISMS * NB_FIGURES)

struct why {
	unsigned int seeds, n;
	struct published_run runs[NB_CASES];
	char air[NB_CASES][AIR_SIZE];
	struct lab_job *jobs;
};

static void
prepare(struct why *w, unsigned int i)
{
	const struct mechanism *m = &mechanisms[i / NB_FIGURES];
	struct published_run *run = &w->runs[i];

	published_prepare(run, published_setup_at(0), figures[i % NB_FIGURES], 0);
	if (!m->window) {
		run->workload.phases[0].flows[0].window = 0;
		run->workload.phases[0].flows[0].shared_window = 0;
	}
	snprintf(w->air[i], AIR_SIZE, "%s/%s", run->radio.air, m->air);
	run->radio.air = w->air[i];
}

static struct lab_job *
job_at(const struct why *w, unsigned int i, unsigned int hold, unsigned int seed)
{
	return &w->jobs[(i * PUBLISHED_HOLDS + hold) * w->seeds + seed];
}

static void
fill(struct why *w, uint64_t seed_first)
{
	unsigned int i, hold, s;
	struct lab_conf *conf;

	for (i = 0; i < NB_CASES; i++) {
		prepare(w, i);
		for (hold = 0; hold < PUBLISHED_HOLDS; hold++)
			for (s = 0; s < w->seeds; s++) {
				conf = &job_at(w, i, hold, s)->conf;
				*conf = published_conf(&w->runs[i], published_hold_us[hold],
						       seed_first + s);
				conf->switches = mechanisms[i / NB_FIGURES].switches;
			}
	}
}

static double
mean_of(const struct why *w, unsigned int i, unsigned int hold)
{
	double sum = 0;
	unsigned int s;

	for (s = 0; s < w->seeds; s++)
		sum += published_value(figures[i % NB_FIGURES], &job_at(w, i, hold, s)->result);
	return sum / w->seeds;
}

static void
put_figures(struct table *t, double with_long, double with_short)
{
	table_put(t, "%.0f", with_long);
	table_put(t, "%.0f", with_short);
	table_put(t, "%.2f", with_long / with_short);
}

static void
put_published(struct table *t)
{
	const struct published_row *row;
	unsigned int i, f;

	table_put(t, "published");
	for (f = 0; f < NB_FIGURES; f++)
		for (i = 0; (row = published_row_at(i)) != NULL; i++)
			if (row->figure == figures[f] &&
			    strcmp(row->setup, published_setup_at(0)->name) == 0)
				put_figures(t, row->value[PUBLISHED_LONG],
					    row->value[PUBLISHED_SHORT]);
}

static void
put_all(struct table *t, const struct why *w)
{
	unsigned int i;

	table_begin(t, "mechanism,1 flow 1024 us,32 us,ratio,8 flows 1024 us,32 us,ratio");
	put_published(t);
	for (i = 0; i < NB_CASES; i++) {
		if (i % NB_FIGURES == 0)
			table_put(t, "%s", mechanisms[i / NB_FIGURES].name);
		put_figures(t, mean_of(w, i, PUBLISHED_LONG), mean_of(w, i, PUBLISHED_SHORT));
	}
}

bool
published_why(struct table *t, unsigned int nb_workers, uint64_t seed_first, unsigned int seeds)
{
	static struct why w;
	char err[ERR_SIZE] = "no memory";
	bool good;

	w.seeds = seeds;
	w.n = NB_CASES * PUBLISHED_HOLDS * seeds;
	w.jobs = jobs_new(w.n);
	good = w.jobs != NULL;
	if (good) {
		fill(&w, seed_first);
		good = jobs_run(w.jobs, w.n, nb_workers, err, sizeof(err));
	}
	if (good)
		put_all(t, &w);
	else
		options_wrong("%s", err);
	jobs_free(w.jobs, w.n);
	return good;
}
