/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rxb_sum_impl.h"

#ifdef RXB_SUM_AVX2

#include <immintrin.h>

#define LANES_SIZE 32
/* For a processor of before AVX2 the compiler would cut each load and store in two. */
#define LANES_TARGET __attribute__((target("avx2,tune=haswell")))
#define LANES_AVERAGE(a, b) ((lanes)_mm256_avg_epu16((__m256i)(a), (__m256i)(b)))

#include "rxb_sum_lanes.h"

const struct rxb_sum_impl rxb_sum_avx2 = {
	.name = "avx2",
	.sum = lanes_sum,
	.copy_sum = lanes_copy_sum,
};

#endif /* RXB_SUM_AVX2 */
