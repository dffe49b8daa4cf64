/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "commands.h"
#include "runs.h"
#include "table.h"

/* Time to settle, and the time in which one change is allowed. */
#define SETTLE (2 * LAB_S)
#define WATCHED (10 * LAB_S)
#define CHANGES_MAX 1
#define WRITES_MAX 10
/* Idle after load. */
#define IDLE (2 * LAB_S)
#define SHORTEST_US 32

static const struct options_usage usage = {
	"usage: rxlab settle [options]\n"
	"How a policy keeps still: 12 s of a constant load, its changes after the first 2 s; and\n"
	"where it is 2 s after the load has ended. Lists have commas.\n"
	"  --host=NAME[/FIELD:VALUE...]  default all five (rxlab list)\n"
	"  --workload=NAME               default all that are constant\n"
	"  --hold=US|auto[:latency|:balanced|:cpu]|dim|itr\n"
	"                                default auto\n"
	"  --seed=A[-B]                  default 101\n"
	"  --radio=NAME                  default the computer's\n"
	"  --air-set=A:B/...             options of the air, behind those of the radio\n"
	"  --chip=NAME                   default rtl8922au\n"
	"  --model-set=A:B/...           switches of the model\n"
	"  --jobs=N                      processes, default one for each processor\n"
	"  --csv=FILE                    the table\n"
	"  --check                       fails when \"auto\" changes more than once in these 10 s,\n"
	"                                writes more than ten times a second, or is not at 32 us\n"
	"                                after 2 s without load\n",
	"host workload hold seed radio air-set chip model-set jobs csv check help ",
	"x86,x86-usb2,pi5,pi5-usb2,pi1", "rpc1,rpc16,tcp1,tcp8,udp20,udp50,udp200,mixed",
	"auto", 101, 101,
};

/* Each workload for longer, and then silence. */
static bool
stretch(struct options *o, struct lab_workload *longer)
{
	unsigned int i;

	for (i = 0; i < o->nb_workloads; i++) {
		longer[i] = *o->workloads[i];
		if (longer[i].phases[1].length_ns != 0)
			return options_wrong("%s is not constant", longer[i].name);
		longer[i].phases[0].skip_ns = SETTLE;
		longer[i].phases[0].length_ns = SETTLE + WATCHED;
		longer[i].phases[1] = (struct lab_phase){ .length_ns = IDLE };
		o->workloads[i] = &longer[i];
	}
	return true;
}

static double
writes_per_second(const struct lab_result *result)
{
	return (double)result->hold.writes / ((SETTLE + WATCHED + IDLE) / LAB_S);
}

static bool
keeps_still(const struct lab_result *result)
{
	return result->phase[0].changes <= CHANGES_MAX &&
	       result->phase[1].hold_us == SHORTEST_US &&
	       writes_per_second(result) <= WRITES_MAX;
}

static void
put_job(struct table *t, const struct lab_job *job)
{
	const struct lab_result *result = &job->result;
	char hold[NAME_SIZE];

	lab_policy_name(&job->conf.policy, hold, sizeof(hold));
	table_put(t, "%s", job->conf.host->name);
	table_put(t, "%s", job->conf.workload->name);
	table_put(t, "%s", hold);
	table_put(t, "%llu", (unsigned long long)job->conf.seed);
	table_put(t, "%llu", (unsigned long long)result->phase[0].changes);
	table_put(t, "%.2f", writes_per_second(result));
	table_put(t, "%u", result->phase[0].hold_us);
	table_put(t, "%u", result->phase[1].hold_us);
}

static bool
show(const struct runs *runs)
{
	struct table t;
	unsigned int i;
	bool good;

	table_begin(&t, "host,workload,hold,seed,changes in 10 s,writes/s,hold under load,"
		    "hold after 2 s idle");
	for (i = 0; i < runs->n; i++)
		put_job(&t, &runs->jobs[i]);
	good = table_print(&t, stdout) || options_wrong("output: %s", strerror(errno));
	if (good && runs->o->csv != NULL)
		good = table_save_csv(&t, runs->o->csv);
	table_end(&t);
	return good;
}

static bool
check(const struct runs *runs)
{
	const struct lab_job *job;
	bool good = true;
	unsigned int i;

	for (i = 0; i < runs->n; i++) {
		job = &runs->jobs[i];
		if (job->conf.policy.ops != &lab_policy_auto || keeps_still(&job->result))
			continue;
		good = options_wrong("%s, %s: does not keep still", job->conf.host->name,
				     job->conf.workload->name);
	}
	return good;
}

int
command_settle(int argc, char **argv)
{
	static struct lab_workload longer[OPTIONS_WORKLOADS];
	static struct options o;
	static struct runs runs;
	bool good;
	int status;

	if (!options_parse(argc, argv, &usage, &o, &status))
		return status;
	if (!stretch(&o, longer))
		return 2;
	good = runs_begin(&runs, &o) && runs_go(&runs) && show(&runs) &&
	       (!o.check || check(&runs));
	runs_end(&runs);
	return good ? 0 : 1;
}
