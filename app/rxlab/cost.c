/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <math.h>

#include "cost.h"

static unsigned int
kinds_of(const struct lab_phase *phase)
{
	unsigned int kinds = 0, i;

	for (i = 0; i < LAB_FLOWS_MAX && phase->flows[i].nb != 0; i++)
		kinds |= 1u << phase->flows[i].kind;
	return kinds;
}

bool
cost_has_flows(const struct lab_phase *phase)
{
	return phase->length_ns != 0 && kinds_of(phase) != 0;
}

static double
per_byte(const struct lab_phase_result *result, const struct lab_got *got)
{
	return got->bytes != 0 ? (double)result->counted_ns / (double)got->bytes : INFINITY;
}

static double
delay(const struct lab_got *got, uint64_t ns)
{
	return got->packets != 0 ? (double)ns : INFINITY;
}

static bool
keeps(const struct lab_phase_result *result, const struct lab_got *got, uint32_t budget_permille)
{
	return got->lost == 0 &&
	       result->cpu_permille <= budget_permille * (1 + COST_TOLERANCE);
}

static double
cost_udp(const struct lab_phase_result *result, const struct lab_got *got,
	 uint32_t budget_permille, enum cost_rule rule)
{
	if (rule == COST_DELIVERED)
		return per_byte(result, got);
	return keeps(result, got, budget_permille) ? delay(got, got->p99_ns) : INFINITY;
}

static double
arrived(const struct lab_got *got)
{
	return got->sent != 0 ? 1 - (double)got->lost / (double)got->sent : 0;
}

static double
cost_kind(enum lab_kind kind, const struct lab_phase_result *result)
{
	const struct lab_got *got = &result->got[kind];

	if (kind == LAB_RPC)
		return delay(got, got->mean_ns);
	if (kind == LAB_UDP)
		return delay(got, got->p99_ns) / arrived(got);
	return per_byte(result, got);
}

double
cost_phase(const struct lab_phase *phase, const struct lab_phase_result *result,
	   uint32_t budget_permille, enum cost_rule rule)
{
	unsigned int kinds = kinds_of(phase), n = 0, kind;
	double logs = 0;

	if (kinds == 1u << LAB_UDP)
		return cost_udp(result, &result->got[LAB_UDP], budget_permille, rule);
	for (kind = 0; kind <= LAB_TCP_UP; kind++) {
		if ((kinds & 1u << kind) == 0)
			continue;
		logs += log(cost_kind((enum lab_kind)kind, result));
		n++;
	}
	return exp(logs / n);
}

double
lab_cost(const struct lab_workload *workload, const struct lab_result *result,
	 uint32_t budget_permille)
{
	unsigned int n = 0, i;
	double logs = 0;

	for (i = 0; i < result->nb_phases; i++) {
		if (!cost_has_flows(&workload->phases[i]))
			continue;
		logs += log(cost_phase(&workload->phases[i], &result->phase[i],
				       budget_permille, COST_STRICT));
		n++;
	}
	return n != 0 ? exp(logs / n) : 0;
}

/* The least that a fixed one costs in phase p by the rule. */
static double
least(const struct cost_contest *c, unsigned int p, uint32_t budget, enum cost_rule rule)
{
	double min = INFINITY;
	unsigned int i;

	for (i = 0; i < c->n; i++)
		if (c->fixed[i])
			min = fmin(min, cost_phase(&c->workload->phases[p],
						   &c->results[i]->phase[p], budget, rule));
	return min;
}

static enum cost_rule
rule_of(const struct cost_contest *c, unsigned int p, uint32_t budget)
{
	return isinf(least(c, p, budget, COST_STRICT)) ? COST_DELIVERED : COST_STRICT;
}

double
cost_of(const struct cost_contest *c, unsigned int i, uint32_t budget)
{
	const struct lab_phase *phases = c->workload->phases;
	unsigned int n = 0, p;
	double logs = 0;

	for (p = 0; p < LAB_PHASES_MAX; p++) {
		if (!cost_has_flows(&phases[p]))
			continue;
		logs += log(cost_phase(&phases[p], &c->results[i]->phase[p], budget,
				       rule_of(c, p, budget)));
		n++;
	}
	return n != 0 ? exp(logs / n) : NAN;
}

unsigned int
cost_best(const struct cost_contest *c, uint32_t budget)
{
	unsigned int best = COST_NONE, i;
	double min = INFINITY, cost;

	for (i = 0; i < c->n; i++) {
		if (!c->fixed[i])
			continue;
		cost = cost_of(c, i, budget);
		if (cost < min) {
			min = cost;
			best = i;
		}
	}
	return best;
}

double
cost_regret(const struct cost_contest *c, unsigned int i, uint32_t budget)
{
	unsigned int best = cost_best(c, budget);

	return best != COST_NONE ? cost_of(c, i, budget) / cost_of(c, best, budget) - 1 : NAN;
}

double
cost_regret_phase(const struct cost_contest *c, unsigned int i, uint32_t budget)
{
	const struct lab_phase *phases = c->workload->phases;
	enum cost_rule rule;
	double worst = NAN;
	unsigned int p;

	for (p = 0; p < LAB_PHASES_MAX; p++) {
		if (!cost_has_flows(&phases[p]))
			continue;
		rule = rule_of(c, p, budget);
		worst = fmax(worst, cost_phase(&phases[p], &c->results[i]->phase[p], budget,
					       rule) / least(c, p, budget, rule) - 1);
	}
	return worst;
}
