/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "lab_hist.h"

#define PER_OCTAVE (1u << LAB_HIST_BITS)

static uint32_t
bucket_of(uint64_t ns)
{
	uint32_t shift, bucket;

	if (ns < PER_OCTAVE)
		return (uint32_t)ns;
	shift = 63 - (uint32_t)__builtin_clzll(ns) - LAB_HIST_BITS;
	bucket = ((shift + 1) << LAB_HIST_BITS) + (uint32_t)(ns >> shift) - PER_OCTAVE;
	return bucket < LAB_HIST_BUCKETS ? bucket : LAB_HIST_BUCKETS - 1;
}

static uint64_t
middle_of(uint32_t bucket)
{
	uint32_t shift;

	if (bucket < PER_OCTAVE)
		return bucket;
	shift = (bucket >> LAB_HIST_BITS) - 1;
	return ((uint64_t)(PER_OCTAVE + (bucket & (PER_OCTAVE - 1))) << shift) +
	       ((1ull << shift) - 1) / 2;
}

void
lab_hist_add(struct lab_hist *hist, uint64_t ns)
{
	hist->nb++;
	hist->sum_ns += ns;
	hist->bucket[bucket_of(ns)]++;
}

uint64_t
lab_hist_mean(const struct lab_hist *hist)
{
	return hist->nb != 0 ? (hist->sum_ns + hist->nb / 2) / hist->nb : 0;
}

uint64_t
lab_hist_permille(const struct lab_hist *hist, uint32_t permille)
{
	uint64_t rank, seen = 0;
	uint32_t i;

	if (hist->nb == 0)
		return 0;
	rank = (hist->nb * permille + 999) / 1000;
	for (i = 0; i < LAB_HIST_BUCKETS - 1; i++) {
		seen += hist->bucket[i];
		if (seen != 0 && seen >= rank)
			break;
	}
	return middle_of(i);
}
