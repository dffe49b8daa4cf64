/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "compare.h"
#include "plot.h"

#define PANELS_MAX 12
#define TITLE_SIZE 96

/* One kind of flow in one phase of one workload on one host. */
struct panel {
	unsigned int host, workload, phase, kind;
};

static unsigned int
panels_of(const struct runs *runs, struct panel *panels)
{
	const struct options *o = runs->o;
	unsigned int n = 0, i;
	struct panel p;

	for (i = 0; i < o->nb_hosts * o->nb_workloads * LAB_PHASES_MAX * (LAB_TCP_UP + 1); i++) {
		p.kind = i % (LAB_TCP_UP + 1);
		p.phase = i / (LAB_TCP_UP + 1) % LAB_PHASES_MAX;
		p.workload = i / (LAB_TCP_UP + 1) / LAB_PHASES_MAX % o->nb_workloads;
		p.host = i / (LAB_TCP_UP + 1) / LAB_PHASES_MAX / o->nb_workloads;
		if (o->workloads[p.workload]->phases[p.phase].length_ns == 0 ||
		    !compare_has(&o->workloads[p.workload]->phases[p.phase], p.kind))
			continue;
		if (n < PANELS_MAX)
			panels[n] = p;
		n++;
	}
	return n;
}

static double
figure_of(const struct lab_phase_result *r, unsigned int kind)
{
	const struct lab_got *got = &r->got[kind];

	if (kind == LAB_RPC)
		return (double)got->mean_ns / 1e3;
	return kind == LAB_UDP ? (double)got->p99_ns / 1e3 : compare_mbps(got, r);
}

static const char *
figure_name(unsigned int kind)
{
	if (kind == LAB_RPC)
		return "round trip, us";
	return kind == LAB_UDP ? "99 % within, us" : "Mbit/s";
}

static void
draw(struct plot *plot, const struct runs *runs, const struct panel *p)
{
	char names[OPTIONS_POLICIES][NAME_SIZE], title[TITLE_SIZE];
	const char *name_of[OPTIONS_POLICIES];
	double bars[OPTIONS_POLICIES] = { 0 }, points[OPTIONS_POLICIES] = { 0 };
	const struct options *o = runs->o;
	const struct plot_panel panel = { title, figure_name(p->kind), "CPU, %", name_of, bars,
					  points, o->nb_policies };
	const struct lab_phase_result *r;
	unsigned int i, s;

	snprintf(title, sizeof(title), "%s, %s: %s", o->hosts[p->host].name,
		 o->workloads[p->workload]->name, compare_kinds[p->kind]);
	for (i = 0; i < o->nb_policies; i++) {
		lab_policy_name(&o->policies[i], names[i], NAME_SIZE);
		name_of[i] = names[i];
		for (s = 0; s < runs->seeds; s++) {
			r = &runs_at(runs, p->host, p->workload, i, s)->result.phase[p->phase];
			bars[i] += figure_of(r, p->kind) / runs->seeds;
			points[i] += r->cpu_permille / 10.0 / runs->seeds;
		}
	}
	plot_panel(plot, &panel);
}

bool
compare_draw(const struct runs *runs)
{
	struct panel panels[PANELS_MAX];
	unsigned int n = panels_of(runs, panels), i;
	struct plot plot;

	if (n == 0 || n > PANELS_MAX)
		return options_wrong("--plot: %u pictures, 1 to %u can be", n, PANELS_MAX);
	if (!plot_begin(&plot, runs->o->plot, n))
		return false;
	for (i = 0; i < n; i++)
		draw(&plot, runs, &panels[i]);
	return plot_end(&plot);
}
