/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <math.h>
#include <string.h>

#include "commands.h"
#include "regret.h"

#define ALL_WORKLOADS \
	"rpc1,rpc16,tcp1,tcp8,udp20,udp50,udp200,mixed,onoff1,onoff10,onoff100,switching"

static const struct options_usage usage = {
	"usage: rxlab regret [options]\n"
	"What a hold or policy costs more than the best of the fixed holds in the list, for each\n"
	"load on each computer, worst of the seeds. Lists have commas.\n"
	"  --host=NAME[/FIELD:VALUE...]  default all five (rxlab list)\n"
	"  --workload=NAME               default all\n"
	"  --hold=US|auto[:latency|:balanced|:cpu]|dim|itr\n"
	"                                default 32,64,128,256,512,1024,auto,dim,itr; where no\n"
	"                                fixed one is named, these six are added\n"
	"  --seed=A[-B]                  default 101-120\n"
	"  --radio=NAME                  default the computer's\n"
	"  --air-set=A:B/...             options of the air, behind those of the radio\n"
	"  --chip=NAME                   default rtl8922au\n"
	"  --model-set=A:B/...           switches of the model\n"
	"  --jobs=N                      processes, default one for each processor\n"
	"  --csv=FILE                    a line for each host, workload and hold\n"
	"  --check                       fails when \"auto\" loses more than 5 % on a steady load\n"
	"                                or 10 % on one that changes; with all workloads also\n"
	"                                when a fixed hold loses less than 20 % everywhere\n",
	"host workload hold seed radio air-set chip model-set jobs csv check help ",
	"x86,x86-usb2,pi5,pi5-usb2,pi1", ALL_WORKLOADS,
	OPTIONS_LADDER ",auto,dim,itr",
	101, 120,
};

static bool
check_auto(const struct regret_table *table)
{
	const struct options *o = table->runs->o;
	const struct regret *r;
	bool good = true;
	unsigned int i;

	for (i = 0; i < table->n; i++) {
		r = &table->at[i];
		if (o->policies[r->policy].ops != &lab_policy_auto ||
		    r->worst <= regret_limit(o->workloads[r->workload]))
			continue;
		good = options_wrong("%s, %s: regret %.1f %% with seed %llu, above %.0f %%",
				     o->hosts[r->host].name, o->workloads[r->workload]->name,
				     100 * r->worst, (unsigned long long)r->worst_seed,
				     100 * regret_limit(o->workloads[r->workload]));
	}
	return good;
}

/* Of no use would be loads that one fixed hold serves well. */
static bool
check_fixed(const struct regret_table *table)
{
	const struct runs *runs = table->runs;
	bool good = true;
	unsigned int p, i;
	double most;

	for (p = 0; p < runs->o->nb_policies; p++) {
		if (!regret_is_fixed(runs, p))
			continue;
		for (most = 0, i = p; i < table->n; i += runs->o->nb_policies)
			most = fmax(most, table->at[i].median);
		if (most < REGRET_FIXED)
			good = options_wrong("hold %u loses %.1f %% at most, the loads do not tell",
					     runs->o->policies[p].hold_us, 100 * most);
	}
	return good;
}

static bool
check(const struct regret_table *table)
{
	bool all = table->runs->o->nb_workloads >= 12;
	bool good = check_auto(table);

	return (!all || check_fixed(table)) && good;
}

static bool
regret(struct runs *runs)
{
	const struct options *o = runs->o;
	struct regret_table table;
	bool good;

	if (!runs_go(runs) || !regret_make(&table, runs))
		return false;
	good = regret_show(&table) && (o->csv == NULL || regret_save(&table, o->csv));
	good = good && (!o->check || check(&table));
	regret_free(&table);
	return good;
}

int
command_regret(int argc, char **argv)
{
	static struct options o;
	static struct runs runs;
	bool good;
	int status;

	if (!options_parse(argc, argv, &usage, &o, &status))
		return status;
	good = options_add_ladder(&o) && runs_begin(&runs, &o) && regret(&runs);
	runs_end(&runs);
	return good ? 0 : 1;
}
