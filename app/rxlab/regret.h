/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef REGRET_H
#define REGRET_H

/* "rxlab regret": what a hold or a policy cost more than the best fixed hold. */

#include "runs.h"

/* Limits of a policy that adapts, and what each fixed hold must lose somewhere. */
#define REGRET_STEADY 0.05
#define REGRET_SWITCHING 0.10
#define REGRET_FIXED 0.20

/* One hold on one workload on one host, over the seeds. 0.05 is 5 %. */
struct regret {
	unsigned int host, workload, policy;
	double cost;			/* median, NAN: not to be compared */
	double median, worst;
	double phase;			/* worst of the phases, each against its own best */
	uint64_t worst_seed;
	const char *broke;		/* why worst is infinite; NULL: it is not */
};

struct regret_table {
	const struct runs *runs;
	struct regret *at;		/* for each host, workload, policy */
	unsigned int n;
	unsigned int *best;		/* policy, for each host and workload: of most seeds */
};

/* False with one line on standard error. */
bool regret_make(struct regret_table *table, const struct runs *runs);
void regret_free(struct regret_table *table);
const struct regret *regret_at(const struct regret_table *table, unsigned int host,
			       unsigned int workload, unsigned int policy);

bool regret_is_fixed(const struct runs *runs, unsigned int policy);
/* The worst that a policy may have. */
double regret_limit(const struct lab_workload *workload);

/* regret_table.c: as text, and to a CSV file. False with one line on standard error. */
bool regret_show(const struct regret_table *table);
bool regret_save(const struct regret_table *table, const char *file);

#endif /* REGRET_H */
