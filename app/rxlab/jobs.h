/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef JOBS_H
#define JOBS_H

/* Many runs on several processors; what comes out does not depend on how many. */

#include "lab.h"

struct lab_job {
	struct lab_conf conf;		/* pointers into memory that stays until jobs_run() is over */
	struct lab_result result;
};

/* Zeroed room for n jobs that processes share; NULL: no memory. */
struct lab_job *jobs_new(unsigned int n);
void jobs_free(struct lab_job *jobs, unsigned int n);

/* Runs all of them in nb_workers processes. False, with one line, when one could not. */
bool jobs_run(struct lab_job *jobs, unsigned int n, unsigned int nb_workers, char *err,
	      size_t err_size);

#endif /* JOBS_H */
