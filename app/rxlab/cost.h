/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef COST_H
#define COST_H

/*
 * What a run cost; less is better.
 *
 *   TCP   nanoseconds for each byte that arrived
 *   RPC   mean time of a round trip
 *   UDP   99 % of the packets were not slower; infinite when a packet was lost or the
 *         processor worked for more than the budget and COST_TOLERANCE
 *   more than one kind at a time   geometric mean of the above, that of UDP divided by the
 *         share that arrived, without a budget: TCP takes what there is
 *
 * Several phases: the geometric mean of those that have flows.
 *
 * Where the hardware cannot do it with any of the holds that are compared, UDP is judged by
 * what arrived: nanoseconds for each byte (COST_DELIVERED).
 *
 * Regret of a hold or a policy: what it cost more than the best of the fixed holds, each of
 * which was used from the beginning to the end.
 */

#include "lab.h"

/* A hold at the very border of the budget is not good or bad by a coin. */
#define COST_TOLERANCE 0.02

enum cost_rule { COST_STRICT, COST_DELIVERED };

bool cost_has_flows(const struct lab_phase *phase);
double cost_phase(const struct lab_phase *phase, const struct lab_phase_result *result,
		  uint32_t budget_permille, enum cost_rule rule);

/* Results of the same workload and seed, one for each hold or policy. */
struct cost_contest {
	const struct lab_workload *workload;
	const struct lab_result *const *results;
	const bool *fixed;		/* ... that may be the best */
	unsigned int n;
};

#define COST_NONE UINT32_MAX

/* What result i cost, each phase by the rule that fits the fixed ones. */
double cost_of(const struct cost_contest *contest, unsigned int i, uint32_t budget_permille);
/* Which of the fixed ones is best under the budget; COST_NONE: none can be compared. */
unsigned int cost_best(const struct cost_contest *contest, uint32_t budget_permille);
/* Of result i; 0.05: 5 % more than the best. Infinite, or not a number without a best. */
double cost_regret(const struct cost_contest *contest, unsigned int i,
		   uint32_t budget_permille);
/* The worst of its phases, each against the hold that is best in that phase. */
double cost_regret_phase(const struct cost_contest *contest, unsigned int i,
			 uint32_t budget_permille);

#endif /* COST_H */
