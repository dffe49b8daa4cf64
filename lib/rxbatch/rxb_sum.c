/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rxb_sum.h"
#include "rxb_sum_impl.h"

/*
 * Chosen by the first call that finds EAL up. A constructor would be too early, and a call of
 * its own would be one more thing that a user could forget. Threads that come at the same time
 * store the same.
 */
static const struct rxb_sum_impl *chosen;

static __rte_noinline const struct rxb_sum_impl *
choose(void)
{
	bool final;
	const struct rxb_sum_impl *impl = rxb_sum_choose(&final);

	if (final)
		__atomic_store_n(&chosen, impl, __ATOMIC_RELAXED);
	return impl;
}

static inline const struct rxb_sum_impl *
impl(void)
{
	const struct rxb_sum_impl *found = __atomic_load_n(&chosen, __ATOMIC_RELAXED);

	return likely(found != NULL) ? found : choose();
}

uint32_t
rxb_sum(const uint8_t *p, uint32_t len)
{
	return impl()->sum(p, len);
}

uint32_t
rxb_copy_sum(uint8_t *dst, const uint8_t *src, uint32_t len)
{
	return impl()->copy_sum(dst, src, len);
}

/* Bytes behind an odd length stand in the other half of their words (RFC 1071 2B). */
uint32_t
rxb_sum_chain(const struct rte_mbuf *m, uint32_t off, uint32_t len)
{
	uint64_t sum = 0;
	uint32_t done = 0;

	while (off >= m->data_len) {
		off -= m->data_len;
		m = m->next;
	}
	for (; len != 0; m = m->next, off = 0) {
		uint32_t n = RTE_MIN(m->data_len - off, len);
		uint32_t part = rxb_sum(rte_pktmbuf_mtod_offset(m, uint8_t *, off), n);

		sum += (done & 1) != 0 ? rte_bswap16(part) : part;
		done += n;
		len -= n;
	}
	return rxb_sum_fold(sum);
}
