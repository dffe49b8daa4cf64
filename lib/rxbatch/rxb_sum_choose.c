/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <rte_cpuflags.h>
#include <rte_vect.h>

#include "rxb_sum_impl.h"

const struct rxb_sum_impl *
rxb_sum_choose(bool *final)
{
	uint16_t bits = rte_vect_get_max_simd_bitwidth();

	/* 0 before rte_eal_init(), which asks the command line. */
	*final = bits != 0;
#ifdef RXB_SUM_AVX2
	if (bits >= RTE_VECT_SIMD_256 && rte_cpu_get_flag_enabled(RTE_CPUFLAG_AVX2) > 0)
		return &rxb_sum_avx2;
#endif
	return &rxb_sum_base;
}
