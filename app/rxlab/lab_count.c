/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>

#include "lab_run.h"

static bool
counted(const struct lab_phase_count *phase, uint64_t ns)
{
	return ns >= phase->from_ns && ns < phase->end_ns;
}

static struct lab_phase_count *
phase_of(struct lab_run *run, const struct lab_flow *flow)
{
	return &run->count.phase[flow->phase];
}

static struct lab_got *
got_of(struct lab_phase_count *phase, const struct lab_flow *flow)
{
	return &phase->result.got[flow->group->conf->kind];
}

void
lab_count_sent(struct lab_run *run, const struct lab_flow *flow)
{
	struct lab_phase_count *phase = phase_of(run, flow);

	got_of(phase, flow)->sent += counted(phase, run->world.now_ns);
}

void
lab_count_again(struct lab_run *run, const struct lab_flow *flow)
{
	struct lab_phase_count *phase = phase_of(run, flow);

	got_of(phase, flow)->retransmitted += counted(phase, run->world.now_ns);
}

void
lab_count_got(struct lab_run *run, const struct lab_flow *flow, uint64_t packets,
	      uint64_t bytes)
{
	struct lab_phase_count *phase = phase_of(run, flow);
	enum lab_kind kind = flow->group->conf->kind;

	run->count.trace.packets[kind] += packets;
	run->count.trace.bytes[kind] += bytes;
	if (!counted(phase, run->world.now_ns))
		return;
	got_of(phase, flow)->packets += packets;
	got_of(phase, flow)->bytes += bytes;
}

void
lab_count_round_trip(struct lab_run *run, const struct lab_flow *flow, uint64_t ns)
{
	struct lab_phase_count *phase = phase_of(run, flow);

	if (counted(phase, run->world.now_ns))
		lab_hist_add(phase->hist[flow->group->conf->kind], ns);
}

void
lab_count_one_way(struct lab_run *run, const struct lab_flow *flow, uint64_t sent_ns)
{
	struct lab_phase_count *phase = phase_of(run, flow);
	enum lab_kind kind = flow->group->conf->kind;

	if (!counted(phase, sent_ns))
		return;
	phase->in_time[kind]++;
	lab_hist_add(phase->hist[kind], run->world.now_ns - sent_ns);
}

/* The counted time begins. */
static void
from(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_phase_count *phase = what;

	lab_chip_count(&run->chip, &phase->chip);
	phase->busy_ns = lab_host_busy(run);
	phase->changes = run->policy.changes;
}

static void
count_chip(struct lab_phase_count *phase, const struct lab_chip_count *now)
{
	struct lab_phase_result *r = &phase->result;
	unsigned int i;

	r->transfers = now->transfers - phase->chip.transfers;
	r->frames = now->frames - phase->chip.frames;
	r->transfer_bytes = now->bytes - phase->chip.bytes;
	for (i = 0; i < RXB_HOLD_CLOSES; i++)
		r->closed[i] = now->closed[i] - phase->chip.closed[i];
	r->closed_other = now->closed_other - phase->chip.closed_other;
	r->chip_lost = now->lost - phase->chip.lost;
	r->ap_dropped = now->ap_dropped - phase->chip.ap_dropped;
}

static void
end(struct lab_run *run, void *what, uint64_t arg)
{
	struct lab_phase_count *phase = what;
	struct lab_phase_result *r = &phase->result;
	struct lab_chip_count now;

	lab_flow_phase_ends(run, (unsigned int)arg);
	lab_chip_count(&run->chip, &now);
	count_chip(phase, &now);
	r->counted_ns = phase->end_ns - phase->from_ns;
	r->cpu_permille = (uint32_t)((lab_host_busy(run) - phase->busy_ns) * 1000 /
				     r->counted_ns);
	r->changes = run->policy.changes - phase->changes;
	r->hold_us = run->policy.hold_us;
}

static void
begin(struct lab_run *run, void *what, uint64_t arg)
{
	run->count.now = (unsigned int)arg;
	lab_flow_phase_begins(run, (unsigned int)arg);
}

uint64_t
lab_count_end(const struct lab_run *run)
{
	return run->count.phase[run->count.nb_phases - 1].end_ns;
}

static int
make_hists(struct lab_phase_count *phase, const struct lab_phase *conf)
{
	unsigned int g;

	for (g = 0; g < LAB_FLOWS_MAX && conf->flows[g].nb != 0; g++) {
		struct lab_hist **hist = &phase->hist[conf->flows[g].kind];

		if (*hist == NULL)
			*hist = calloc(1, sizeof(**hist));
		if (*hist == NULL)
			return -ENOMEM;
	}
	return 0;
}

#define PACKET_MIN 60u
#define PACKET_MAX 1514u
#define UDP_HEADERS 42u		/* Ethernet, IPv4, UDP */

/* NULL, or what cannot be. */
static const char *
wrong(const struct lab_flows *flows)
{
	uint32_t size = flows->size + (flows->kind == LAB_UDP ? UDP_HEADERS : 0);

	if (flows->kind == LAB_UDP && flows->rate_kbps == 0)
		return "UDP without a rate";
	if (flows->size != 0 && (size < PACKET_MIN || size > PACKET_MAX))
		return "packets below 60 or above 1514 bytes";
	return NULL;
}

static int
check_phase(const struct lab_workload *w, unsigned int p, char *err, size_t err_size)
{
	const struct lab_phase *phase = &w->phases[p];
	const char *what = NULL;
	unsigned int g;

	if (phase->skip_ns >= phase->length_ns)
		what = "nothing of it is counted";
	for (g = 0; what == NULL && g < LAB_FLOWS_MAX && phase->flows[g].nb != 0; g++)
		what = wrong(&phase->flows[g]);
	if (what == NULL)
		return 0;
	snprintf(err, err_size, "workload %s, phase %u: %s", w->name, p, what);
	return -EINVAL;
}

static int
add_phase(struct lab_run *run, unsigned int p, uint64_t begin_ns, char *err, size_t err_size)
{
	const struct lab_phase *conf = &run->conf->workload->phases[p];
	struct lab_phase_count *phase = &run->count.phase[p];
	int ret = check_phase(run->conf->workload, p, err, err_size);

	if (ret != 0)
		return ret;
	phase->begin_ns = begin_ns;
	phase->from_ns = begin_ns + conf->skip_ns;
	phase->end_ns = begin_ns + conf->length_ns;
	lab_at(&run->world, phase->begin_ns, begin, phase, p);
	lab_at(&run->world, phase->from_ns, from, phase, p);
	lab_at(&run->world, phase->end_ns, end, phase, p);
	ret = make_hists(phase, conf);
	if (ret != 0)
		snprintf(err, err_size, "no memory");
	return ret;
}

int
lab_count_open(struct lab_run *run, char *err, size_t err_size)
{
	const struct lab_workload *w = run->conf->workload;
	uint64_t begin_ns = 0;
	unsigned int p;
	int ret = 0;

	for (p = 0; ret == 0 && p < LAB_PHASES_MAX && w->phases[p].length_ns != 0; p++) {
		ret = add_phase(run, p, begin_ns, err, err_size);
		begin_ns += w->phases[p].length_ns;
	}
	run->count.nb_phases = p;
	if (ret == 0 && p == 0) {
		snprintf(err, err_size, "workload %s has no phase", w->name);
		ret = -EINVAL;
	}
	if (ret == 0)
		lab_trace_open(run);
	return ret;
}

void
lab_count_close(struct lab_run *run)
{
	unsigned int p, k;

	for (p = 0; p < LAB_PHASES_MAX; p++)
		for (k = 0; k < LAB_KINDS; k++)
			free(run->count.phase[p].hist[k]);
}

static void
finish_got(struct lab_got *got, const struct lab_hist *hist)
{
	got->mean_ns = lab_hist_mean(hist);
	got->p50_ns = lab_hist_permille(hist, 500);
	got->p99_ns = lab_hist_permille(hist, 990);
}

void
lab_count_result(const struct lab_run *run, struct lab_result *result)
{
	const struct lab_phase_count *phase;
	struct lab_got *got;
	unsigned int p, k;

	result->nb_phases = run->count.nb_phases;
	result->bad_transfers = run->count.bad_transfers;
	result->strange_units = run->count.strange_units;
	result->order_late = run->order.late;
	result->order_given_up = run->order.given_up;
	for (p = 0; p < result->nb_phases; p++) {
		phase = &run->count.phase[p];
		result->phase[p] = phase->result;
		for (k = 0; k < LAB_KINDS; k++) {
			got = &result->phase[p].got[k];
			if (phase->hist[k] != NULL)
				finish_got(got, phase->hist[k]);
			if (k == LAB_UDP)
				got->lost = got->sent - phase->in_time[k];
		}
	}
}
