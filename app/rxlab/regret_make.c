/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cost.h"
#include "regret.h"

bool
regret_is_fixed(const struct runs *runs, unsigned int policy)
{
	return runs->o->policies[policy].ops == &lab_policy_fixed;
}

double
regret_limit(const struct lab_workload *workload)
{
	return workload->phases[1].length_ns != 0 ? REGRET_SWITCHING : REGRET_STEADY;
}

const struct regret *
regret_at(const struct regret_table *table, unsigned int host, unsigned int workload,
	  unsigned int policy)
{
	const struct options *o = table->runs->o;

	return &table->at[(host * o->nb_workloads + workload) * o->nb_policies + policy];
}

/* All holds with one seed. */
struct contest {
	struct cost_contest cost;
	const struct lab_result *results[OPTIONS_POLICIES];
	bool fixed[OPTIONS_POLICIES];
};

static void
contest_of(const struct runs *runs, unsigned int host, unsigned int workload,
	   unsigned int seed, struct contest *c)
{
	unsigned int i;

	for (i = 0; i < runs->o->nb_policies; i++) {
		c->results[i] = &runs_at(runs, host, workload, i, seed)->result;
		c->fixed[i] = regret_is_fixed(runs, i);
	}
	c->cost = (struct cost_contest){ runs->o->workloads[workload], c->results, c->fixed,
					 runs->o->nb_policies };
}

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median_of(double *values, unsigned int n)
{
	qsort(values, n, sizeof(*values), by_size);
	return n % 2 != 0 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* What the first phase with datagrams alone did not keep. */
static const char *
broke_of(const struct lab_workload *workload, const struct lab_result *result)
{
	unsigned int i;

	for (i = 0; i < result->nb_phases; i++)
		if (workload->phases[i].flows[0].kind == LAB_UDP &&
		    result->phase[i].got[LAB_UDP].lost != 0)
			return "loss";
	return "cpu";
}

static void
worse(struct regret *r, const struct contest *c, double regret, uint64_t seed)
{
	/* Not a number is worse than anything. */
	if (regret <= r->worst)
		return;
	r->worst = regret;
	r->worst_seed = seed;
	r->broke = isfinite(regret) ? NULL :
		   broke_of(c->cost.workload, c->results[r->policy]);
}

static void
sum_up(const struct runs *runs, struct regret *r, double *costs, double *regrets)
{
	uint32_t budget = lab_budget_permille(runs->o->policies[r->policy].preset);
	struct contest c;
	unsigned int s;

	r->worst = -INFINITY;
	r->phase = -INFINITY;
	for (s = 0; s < runs->seeds; s++) {
		contest_of(runs, r->host, r->workload, s, &c);
		costs[s] = cost_of(&c.cost, r->policy, budget);
		regrets[s] = cost_regret(&c.cost, r->policy, budget);
		worse(r, &c, regrets[s], runs->o->seed_first + s);
		r->phase = fmax(r->phase, cost_regret_phase(&c.cost, r->policy, budget));
	}
	r->cost = median_of(costs, runs->seeds);
	r->median = median_of(regrets, runs->seeds);
}

/* Which fixed hold most of the seeds find best. */
static unsigned int
best_of(const struct runs *runs, unsigned int host, unsigned int workload)
{
	unsigned int votes[OPTIONS_POLICIES] = { 0 }, best, i, s;
	struct contest c;

	for (s = 0; s < runs->seeds; s++) {
		contest_of(runs, host, workload, s, &c);
		best = cost_best(&c.cost, lab_budget_permille(RXB_HOLD_BALANCED));
		if (best != COST_NONE)
			votes[best]++;
	}
	for (best = 0, i = 1; i < runs->o->nb_policies; i++)
		if (votes[i] > votes[best])
			best = i;
	return votes[best] != 0 ? best : COST_NONE;
}

static bool
make_room(struct regret_table *table, double **scratch)
{
	const struct options *o = table->runs->o;
	unsigned int cases = o->nb_hosts * o->nb_workloads;

	table->n = cases * o->nb_policies;
	table->at = calloc(table->n, sizeof(*table->at));
	table->best = calloc(cases, sizeof(*table->best));
	*scratch = calloc(2 * table->runs->seeds, sizeof(**scratch));
	return table->at != NULL && table->best != NULL && *scratch != NULL;
}

static void
make(struct regret_table *table, double *scratch)
{
	const struct options *o = table->runs->o;
	unsigned int i, one;
	struct regret *r;

	for (i = 0; i < table->n; i++) {
		one = i / o->nb_policies;
		r = &table->at[i];
		r->policy = i % o->nb_policies;
		r->workload = one % o->nb_workloads;
		r->host = one / o->nb_workloads;
		sum_up(table->runs, r, scratch, scratch + table->runs->seeds);
		if (r->policy == 0)
			table->best[one] = best_of(table->runs, r->host, r->workload);
	}
}

bool
regret_make(struct regret_table *table, const struct runs *runs)
{
	double *scratch;
	bool good;

	memset(table, 0, sizeof(*table));
	table->runs = runs;
	good = make_room(table, &scratch);
	if (good)
		make(table, scratch);
	free(scratch);
	return good || options_wrong("no memory for the table");
}

void
regret_free(struct regret_table *table)
{
	free(table->at);
	free(table->best);
}
