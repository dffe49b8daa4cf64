/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <math.h>
#include <string.h>

#include "cost.h"
#include "regret.h"
#include "table.h"

#define HEADING_SIZE 512

static const char *
policy_name(const struct runs *runs, unsigned int policy, char *name)
{
	lab_policy_name(&runs->o->policies[policy], name, NAME_SIZE);
	return name;
}

static void
begin(struct table *t, const struct runs *runs)
{
	char heading[HEADING_SIZE] = "host,workload,best", name[NAME_SIZE];
	unsigned int i;
	size_t len;

	for (i = 0; i < runs->o->nb_policies; i++) {
		len = strlen(heading);
		snprintf(heading + len, sizeof(heading) - len, ",%s",
			 policy_name(runs, i, name));
	}
	table_begin(t, heading);
}

static void
put_percent(struct table *t, double regret, const char *broke)
{
	if (isfinite(regret))	/* no "-0.0" */
		table_put(t, "%.1f", fabs(regret) < 0.0005 ? 0 : 100 * regret);
	else
		table_put(t, "%s", isnan(regret) ? "-" : broke != NULL ? broke : "inf");
}

static void
put_case(struct table *t, const struct regret_table *r, unsigned int host,
	 unsigned int workload)
{
	const struct options *o = r->runs->o;
	unsigned int best = r->best[host * o->nb_workloads + workload], i;
	const struct regret *one;
	char name[NAME_SIZE] = "-";

	table_put(t, "%s", o->hosts[host].name);
	table_put(t, "%s", o->workloads[workload]->name);
	table_put(t, "%s", best != COST_NONE ? policy_name(r->runs, best, name) : name);
	for (i = 0; i < o->nb_policies; i++) {
		one = regret_at(r, host, workload, i);
		put_percent(t, one->worst, one->broke);
	}
}

static bool
show_cases(const struct regret_table *r)
{
	const struct options *o = r->runs->o;
	unsigned int host, workload;
	struct table t;
	bool good;

	printf("Regret in percent, worst of %u seeds. loss, cpu: lost packets, or worked for more\n"
	       "than the budget, where a fixed hold did not.\n\n", r->runs->seeds);
	begin(&t, r->runs);
	for (host = 0; host < o->nb_hosts; host++)
		for (workload = 0; workload < o->nb_workloads; workload++)
			put_case(&t, r, host, workload);
	good = table_print(&t, stdout);
	table_end(&t);
	return good || options_wrong("output: %s", strerror(errno));
}

/* Where a hold or policy does worst; by the median, so that no one seed decides. */
static const struct regret *
worst_of(const struct regret_table *r, unsigned int policy)
{
	const struct regret *worst = &r->at[policy], *one;
	unsigned int i;

	for (i = policy; i < r->n; i += r->runs->o->nb_policies) {
		one = &r->at[i];
		if (one->median > worst->median || isnan(worst->median))
			worst = one;
	}
	return worst;
}

static bool
show_worst(const struct regret_table *r)
{
	const struct options *o = r->runs->o;
	const struct regret *worst;
	char name[NAME_SIZE];
	struct table t;
	unsigned int i;
	bool good;

	printf("\nWhere each does worst, median of the seeds.\n\n");
	table_begin(&t, "hold,regret %,host,workload");
	for (i = 0; i < o->nb_policies; i++) {
		worst = worst_of(r, i);
		table_put(&t, "%s", policy_name(r->runs, i, name));
		put_percent(&t, worst->median, worst->broke);
		table_put(&t, "%s", o->hosts[worst->host].name);
		table_put(&t, "%s", o->workloads[worst->workload]->name);
	}
	good = table_print(&t, stdout);
	table_end(&t);
	return good || options_wrong("output: %s", strerror(errno));
}

bool
regret_show(const struct regret_table *r)
{
	return show_cases(r) && show_worst(r);
}

static void
put_row(struct table *t, const struct regret_table *r, const struct regret *one)
{
	const struct options *o = r->runs->o;
	unsigned int best = r->best[one->host * o->nb_workloads + one->workload];
	char name[NAME_SIZE];

	table_put(t, "%s", o->hosts[one->host].name);
	table_put(t, "%s", o->workloads[one->workload]->name);
	table_put(t, "%s", policy_name(r->runs, one->policy, name));
	table_put(t, "%s", best != COST_NONE ? policy_name(r->runs, best, name) : "-");
	table_put(t, "%.6g", one->cost);
	put_percent(t, one->median, NULL);
	put_percent(t, one->worst, NULL);
	table_put(t, "%llu", (unsigned long long)one->worst_seed);
	put_percent(t, one->phase, NULL);
	table_put(t, "%s", one->broke != NULL ? one->broke : "");
	if (regret_is_fixed(r->runs, one->policy))
		table_put(t, "%s", "");
	else
		table_put(t, "%.0f", 100 * regret_limit(o->workloads[one->workload]));
}

bool
regret_save(const struct regret_table *r, const char *file)
{
	struct table t;
	unsigned int i;
	bool good;

	table_begin(&t, "host,workload,hold,best,cost,regret median %,regret worst %,worst seed,"
		    "worst phase %,broke,limit %");
	for (i = 0; i < r->n; i++)
		put_row(&t, r, &r->at[i]);
	good = table_save_csv(&t, file);
	table_end(&t);
	return good;
}
