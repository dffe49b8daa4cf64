/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "commands.h"
#include "compare.h"
#include "plot.h"

static const struct options_usage usage = {
	"usage: rxlab run [options]\n"
	"Loads on computers with several holds, and what came of it. Lists have commas.\n"
	"  --host=NAME[/FIELD:VALUE...]  default x86 (rxlab list)\n"
	"  --workload=NAME               default udp20\n"
	"  --hold=US|auto[:latency|:balanced|:cpu]|dim|itr\n"
	"                                default 32,64,128,256,512,1024,auto\n"
	"  --seed=A[-B]                  default 1; each seed is a run of its own\n"
	"  --radio=NAME                  default the computer's\n"
	"  --air-set=A:B/...             options of the air, behind those of the radio\n"
	"  --chip=NAME                   default rtl8922au\n"
	"  --model-set=A:B/...           switches of the model\n"
	"  --jobs=N                      processes, default one for each processor\n"
	"  --csv=FILE                    the table, with all its columns\n"
	"  --plot=FILE.svg|.png          by gnuplot: the main figure and the load of the\n"
	"                                processor for each hold, mean of the seeds\n"
	"  --trace=FILE                  CSV: each change of the hold, each 10 ms; one run only\n",
	"host workload hold seed radio air-set chip model-set jobs csv plot trace help ",
	"x86", "udp20", OPTIONS_LADDER ",auto", 1, 1,
};

static bool
open_trace(struct runs *runs, FILE **trace)
{
	const char *file = runs->o->trace;

	if (file == NULL)
		return true;
	if (runs->n != 1)
		return options_wrong("--trace: of one run, these are %u", runs->n);
	*trace = fopen(file, "w");
	runs->jobs[0].conf.trace = *trace;
	return *trace != NULL || options_wrong("%s: %s", file, strerror(errno));
}

static bool
close_trace(const struct runs *runs, FILE *trace)
{
	return trace == NULL || fclose(trace) == 0 ||
	       options_wrong("%s: %s", runs->o->trace, strerror(errno));
}

static bool
compare(struct runs *runs)
{
	FILE *trace = NULL;
	bool good;

	good = open_trace(runs, &trace) && runs_go(runs);
	good &= close_trace(runs, trace);
	return good && compare_show(runs) && (runs->o->plot == NULL || compare_draw(runs));
}

int
command_run(int argc, char **argv)
{
	static struct options o;
	static struct runs runs;
	bool good;
	int status;

	if (!options_parse(argc, argv, &usage, &o, &status))
		return status;
	if (o.plot != NULL && !plot_can(o.plot))
		return 2;
	good = runs_begin(&runs, &o) && compare(&runs);
	runs_end(&runs);
	return good ? 0 : 1;
}
