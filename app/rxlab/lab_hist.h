/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_HIST_H
#define LAB_HIST_H

/* A histogram of times: each power of two in 64 buckets, so that the middle of a bucket is
 * within 1 % of all that is in it. */

#include <stdint.h>

#define LAB_HIST_BITS 6
#define LAB_HIST_OCTAVES 36	/* beyond 2^41 ns, half an hour, all is one */
#define LAB_HIST_BUCKETS ((LAB_HIST_OCTAVES + 1) << LAB_HIST_BITS)

struct lab_hist {
	uint64_t nb, sum_ns;
	uint32_t bucket[LAB_HIST_BUCKETS];
};

void lab_hist_add(struct lab_hist *hist, uint64_t ns);

/* 0 when there is nothing in it. */
uint64_t lab_hist_mean(const struct lab_hist *hist);
/* At most so many of a thousand were shorter. */
uint64_t lab_hist_permille(const struct lab_hist *hist, uint32_t permille);

#endif /* LAB_HIST_H */
