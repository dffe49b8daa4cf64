/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RUNS_H
#define RUNS_H

/* All that the options ask for: each host, each workload, each hold, each seed. */

#include "jobs.h"
#include "options.h"

struct runs {
	const struct options *o;
	struct options_link links[OPTIONS_HOSTS];
	/* With the window of the host's radio. */
	struct lab_workload workloads[OPTIONS_HOSTS][OPTIONS_WORKLOADS];
	struct lab_job *jobs;
	unsigned int n, seeds;
};

/* False with one line on standard error; runs_end() follows in any case. */
bool runs_begin(struct runs *runs, const struct options *o);
bool runs_go(struct runs *runs);
void runs_end(struct runs *runs);

struct lab_job *runs_at(const struct runs *runs, unsigned int host, unsigned int workload,
			unsigned int policy, unsigned int seed);

#endif /* RUNS_H */
