/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "compare.h"
#include "cost.h"
#include "table.h"

const char *const compare_kinds[] = { "rpc", "tcp", "udp", "tcp-up" };

bool
compare_has(const struct lab_phase *phase, unsigned int kind)
{
	unsigned int i;

	for (i = 0; i < LAB_FLOWS_MAX && phase->flows[i].nb != 0; i++)
		if (phase->flows[i].kind == kind)
			return true;
	return false;
}

double
compare_rate(uint64_t count, const struct lab_phase_result *r)
{
	return r->counted_ns != 0 ? (double)count * 1e9 / (double)r->counted_ns : 0;
}

double
compare_mbps(const struct lab_got *got, const struct lab_phase_result *r)
{
	return compare_rate(got->bytes, r) * 8 / 1e6;
}

static double
percent(uint64_t part, uint64_t all)
{
	return all != 0 ? 100.0 * (double)part / (double)all : 0;
}

static const char heading[] =
	"host,workload,hold,seed,phase,kind,Mbit/s,packets/s,mean us,p50 us,p99 us,lost %,"
	"resent,CPU %,transfers/s,frames each,timer %,size %,count %,chip lost,AP dropped,"
	"changes,hold at end";

static void
put_run(struct table *t, const struct lab_conf *conf)
{
	char hold[NAME_SIZE];

	lab_policy_name(&conf->policy, hold, sizeof(hold));
	table_put(t, "%s", conf->host->name);
	table_put(t, "%s", conf->workload->name);
	table_put(t, "%s", hold);
	table_put(t, "%llu", (unsigned long long)conf->seed);
}

static void
put_traffic(struct table *t, const struct lab_phase_result *r, const struct lab_got *got)
{
	table_put(t, "%.1f", compare_mbps(got, r));
	table_put(t, "%.0f", compare_rate(got->packets, r));
	table_put(t, "%.1f", (double)got->mean_ns / 1e3);
	table_put(t, "%.1f", (double)got->p50_ns / 1e3);
	table_put(t, "%.1f", (double)got->p99_ns / 1e3);
	table_put(t, "%.2f", percent(got->lost, got->sent));
	table_put(t, "%llu", (unsigned long long)got->retransmitted);
}

static void
put_path(struct table *t, const struct lab_phase_result *r)
{
	unsigned int i;

	table_put(t, "%.1f", r->cpu_permille / 10.0);
	table_put(t, "%.0f", compare_rate(r->transfers, r));
	table_put(t, "%.2f", r->transfers != 0 ? (double)r->frames / (double)r->transfers : 0);
	for (i = 0; i < RXB_HOLD_CLOSES; i++)
		table_put(t, "%.1f", percent(r->closed[i], r->transfers));
	table_put(t, "%llu", (unsigned long long)r->chip_lost);
	table_put(t, "%llu", (unsigned long long)r->ap_dropped);
	table_put(t, "%llu", (unsigned long long)r->changes);
	table_put(t, "%u", r->hold_us);
}

static void
put_phase(struct table *t, const struct lab_job *job, unsigned int phase)
{
	const struct lab_phase_result *r = &job->result.phase[phase];
	static const struct lab_got nothing;
	bool silent = !cost_has_flows(&job->conf.workload->phases[phase]);
	unsigned int kind;

	for (kind = 0; kind <= LAB_TCP_UP; kind++) {
		if (!compare_has(&job->conf.workload->phases[phase], kind) &&
		    !(silent && kind == 0))
			continue;
		put_run(t, &job->conf);
		table_put(t, "%u", phase + 1);
		table_put(t, "%s", silent ? "idle" : compare_kinds[kind]);
		put_traffic(t, r, silent ? &nothing : &r->got[kind]);
		put_path(t, r);
	}
}

/* What no run should have, or seldom. */
static void
show_faults(const struct lab_job *job)
{
	const struct lab_result *r = &job->result;
	char hold[NAME_SIZE];

	if ((r->bad_transfers | r->strange_units | r->order_late | r->order_given_up) == 0)
		return;
	lab_policy_name(&job->conf.policy, hold, sizeof(hold));
	printf("%s, %s, hold %s, seed %llu: %llu transfers with errors, %llu units not understood, "
	       "%llu frames late or twice, %llu never came\n", job->conf.host->name,
	       job->conf.workload->name, hold, (unsigned long long)job->conf.seed,
	       (unsigned long long)r->bad_transfers, (unsigned long long)r->strange_units,
	       (unsigned long long)r->order_late, (unsigned long long)r->order_given_up);
}

bool
compare_show(const struct runs *runs)
{
	struct table t;
	unsigned int i, phase;
	bool good;

	table_begin(&t, heading);
	for (i = 0; i < runs->n; i++)
		for (phase = 0; phase < runs->jobs[i].result.nb_phases; phase++)
			put_phase(&t, &runs->jobs[i], phase);
	good = table_print(&t, stdout) || options_wrong("output: %s", strerror(errno));
	for (i = 0; i < runs->n; i++)
		show_faults(&runs->jobs[i]);
	if (good && runs->o->csv != NULL)
		good = table_save_csv(&t, runs->o->csv);
	table_end(&t);
	return good;
}
