/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_SUM_IMPL_H
#define RXB_SUM_IMPL_H

/*
 * The ways to sum, one for each kind of vector; rxb_sum() and rxb_copy_sum() go the best one
 * that the processor and EAL's --force-max-simd-bitwidth allow. All do what rxb_sum.h says of
 * these two.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_config.h>

struct rxb_sum_impl {
	const char *name;
	uint32_t (*sum)(const uint8_t *p, uint32_t len);
	uint32_t (*copy_sum)(uint8_t *dst, const uint8_t *src, uint32_t len);
};

/* In the vectors that this build may use everywhere. */
extern const struct rxb_sum_impl rxb_sum_base;

#ifdef RTE_ARCH_X86_64
#define RXB_SUM_AVX2
extern const struct rxb_sum_impl rxb_sum_avx2;
#endif

/*
 * The best that may be used here. *final: EAL is up, so the answer stays. A program that has
 * nothing of DPDK may bring its own.
 */
const struct rxb_sum_impl *rxb_sum_choose(bool *final);

#endif /* RXB_SUM_IMPL_H */
