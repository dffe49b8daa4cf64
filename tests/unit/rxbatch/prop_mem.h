/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROP_MEM_H
#define PROP_MEM_H

/* Where the packets of a case live. Two rooms to choose from: prop_mem_pool.c, a mempool
 * with frames in front of inaccessible pages, and prop_mem_heap.c, blocks of exactly the
 * size for a sanitizer, without any of DPDK's libraries. */

#include <rte_mbuf.h>

#include "prop_case.h"

/* In each mbuf's private area. */
struct prop_priv {
	struct prop_pkt *pkt;
	uint8_t *slot;
};

static inline struct prop_priv *
prop_priv(struct rte_mbuf *m)
{
	return (struct prop_priv *)rte_mbuf_to_priv(m);
}

/* 0 or -1. */
int prop_mem_init(void);
/* mbufs not given back. */
unsigned int prop_mem_used(void);
/* An mbuf with buf_addr, buf_len and data_off for a segment of this length. */
struct rte_mbuf *prop_mem_get(uint16_t headroom, uint16_t len, bool roomy);
void prop_mem_put(struct rte_mbuf *seg);
/* After a failure: forget everything. */
void prop_mem_reset(void);
/* The library frees what it holds: real reference counts and pools. */
bool prop_mem_can_free(void);

#endif /* PROP_MEM_H */
