/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <string.h>

#include "wport.h"

#include "analyse_print.h"
#include "table.h"

/* More transfers than this of a hundred cut by the snap length, and nothing is packed. */
#define SNAP_PERCENT 1u

double
an_cpu_percent(const struct lab_host *host, double transfers, double frames)
{
	return (transfers * host->transfer_ns + frames * host->frame_ns) / 1e7;
}

double
an_seconds(const struct an_result *result)
{
	return (result->last_us - result->first_us) / 1e6;
}

/* What is known of the hold in force: it is not shorter than this. */
static uint32_t
hold_at_least_us(const struct an *an)
{
	const struct an_hold_range *range = an->result.range;

	if (an->by_register)
		return an->reg_agg.hold_us;
	return an->timed && range->known ? range->low_us : 0;
}

static void
put_rung(struct table *t, const struct an *an, const struct an_rung *rung)
{
	double s = an_seconds(&an->result), rate = rung->transfers / s;
	const struct lab_host *host = &an->options.host;
	const struct an_rung *off = &an->result.rungs[0];
	double mean = an_cpu_percent(host, rate, rung->nb_frames / s);
	double busiest = an_cpu_percent(host, (double)rung->busy_transfers,
					(double)rung->busy_frames);

	table_put(t, "%u us%s", rung->hold_us, an_may_be_in_force(an, rung->hold_us) ? " *" : "");
	table_put(t, "%" PRIu64, rung->transfers);
	table_put(t, "%.1f", rate);
	table_put(t, "%.2f", rung->transfers == 0 ? 0 :
		  (double)rung->nb_frames / rung->transfers);
	table_put(t, "%.1f", an_rung_delay_mean_ns(rung) / 1e3);
	table_put(t, "%u", an_rung_delay_us(rung, 990));
	table_put(t, "%.1f %%", off->transfers == 0 ? 0 :
		  100.0 - 100.0 * rung->transfers / off->transfers);
	table_put(t, "%.2f %%", mean);
	table_put(t, "%.2f %%", RTE_MAX(mean, busiest));
}

/* The same reckoning for the hold in force, against what was really seen. */
static void
print_check(const struct an *an, FILE *to)
{
	const struct an_result *r = &an->result;
	uint64_t most = 0, fewest = UINT64_MAX;
	unsigned int i;

	for (i = 0; i < r->nb_rungs; i++) {
		if (!an_may_be_in_force(an, r->rungs[i].hold_us))
			continue;
		most = RTE_MAX(most, r->rungs[i].transfers);
		fewest = RTE_MIN(fewest, r->rungs[i].transfers);
	}
	if (most == 0)
		fprintf(to, "none of these can be said to be in force; ");
	else if (most == fewest)
		fprintf(to, "* in force%s, reckoned %" PRIu64 "; ", r->nb_segments > 1 ?
			" at the end" : "", most);
	else
		fprintf(to, "* may be in force, reckoned %" PRIu64 " to %" PRIu64 "; ", fewest,
			most);
	fprintf(to, "seen were %" PRIu64 " transfers\n", r->transfers);
}

static bool
can_pack(const struct an *an, FILE *to)
{
	const struct an_result *r = &an->result;

	if (r->losses.snapped * 100 > r->transfers * SNAP_PERCENT) {
		fputs("\nother holds: cannot tell, the capture lacks most of the units\n", to);
		return false;
	}
	if (r->units == 0 || r->last_us == r->first_us) {
		fputs("\nother holds: cannot tell from so little\n", to);
		return false;
	}
	return true;
}

void
an_print_ladder(const struct an *an, FILE *to)
{
	const struct an_result *r = &an->result;
	uint32_t least = an->timed ? 0 : hold_at_least_us(an);
	struct table t;
	unsigned int i;

	if (!can_pack(an, to))
		return;
	fprintf(to, "\nwhat each hold would have given the same frames at the same times, on %s\n"
		"(%u ns for a transfer, %u ns for a frame; busiest: the second with most "
		"transfers)\n", an->options.host.name, an->options.host.transfer_ns,
		an->options.host.frame_ns);
	table_begin(&t, "hold,transfers,per s,frames each,wait us,wait 99 %,fewer,processor,"
		    "busiest");
	for (i = 0; i < r->nb_rungs; i++)
		if (r->rungs[i].hold_us == 0 ? an->timed : r->rungs[i].hold_us >= least)
			put_rung(&t, an, &r->rungs[i]);
	table_print(&t, to);
	table_end(&t);
	if (!an->timed)
		fputs("times are those of completions: the hold that is in force lies in them "
		      "already; shorter ones than that cannot be told\n", to);
	print_check(an, to);
}
