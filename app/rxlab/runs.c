/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "runs.h"

#define ERR_SIZE 256

struct lab_job *
runs_at(const struct runs *runs, unsigned int host, unsigned int workload,
	unsigned int policy, unsigned int seed)
{
	const struct options *o = runs->o;

	return &runs->jobs[((host * o->nb_workloads + workload) * o->nb_policies + policy) *
			   runs->seeds + seed];
}

/* What one flow may have in flight, or several together. */
static void
bound_flows(struct lab_flows *flows, uint32_t window)
{
	if (flows->kind != LAB_TCP && flows->kind != LAB_TCP_UP)
		return;
	if (flows->window != 0 || flows->shared_window != 0)
		return;
	if (flows->nb == 1)
		flows->window = window;
	else
		flows->shared_window = window;
}

static void
bound(struct lab_workload *workload, uint32_t window)
{
	unsigned int i, p;

	for (p = 0; p < LAB_PHASES_MAX; p++)
		for (i = 0; i < LAB_FLOWS_MAX; i++)
			bound_flows(&workload->phases[p].flows[i], window);
}

static void
fill_host(struct runs *runs, unsigned int host)
{
	const struct options *o = runs->o;
	unsigned int w, p, s;

	for (w = 0; w < o->nb_workloads; w++) {
		runs->workloads[host][w] = *o->workloads[w];
		bound(&runs->workloads[host][w], runs->links[host].radio.window);
		for (p = 0; p < o->nb_policies; p++)
			for (s = 0; s < runs->seeds; s++)
				runs_at(runs, host, w, p, s)->conf =
					options_conf(o, &o->hosts[host],
						     &runs->links[host].radio,
						     &runs->workloads[host][w],
						     &o->policies[p], o->seed_first + s);
	}
}

bool
runs_begin(struct runs *runs, const struct options *o)
{
	unsigned int host;

	memset(runs, 0, sizeof(*runs));
	runs->o = o;
	runs->seeds = options_seeds(o);
	runs->n = o->nb_hosts * o->nb_workloads * o->nb_policies * runs->seeds;
	runs->jobs = jobs_new(runs->n);
	if (runs->jobs == NULL)
		return options_wrong("no memory for %u runs", runs->n);
	for (host = 0; host < o->nb_hosts; host++) {
		if (!options_link(o, &o->hosts[host], &runs->links[host]))
			return false;
		fill_host(runs, host);
	}
	return true;
}

bool
runs_go(struct runs *runs)
{
	char err[ERR_SIZE] = "";

	return jobs_run(runs->jobs, runs->n, runs->o->jobs, err, sizeof(err)) ||
	       options_wrong("%s", err);
}

void
runs_end(struct runs *runs)
{
	jobs_free(runs->jobs, runs->n);
}
