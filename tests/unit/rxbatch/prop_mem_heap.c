/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "prop_mem.h"

static unsigned int used;

int
prop_mem_init(void)
{
	return 0;
}

unsigned int
prop_mem_used(void)
{
	return used;
}

struct rte_mbuf *
prop_mem_get(uint16_t headroom, uint16_t len, bool roomy)
{
	size_t priv = RTE_ALIGN(sizeof(struct prop_priv), RTE_MBUF_PRIV_ALIGN);
	struct rte_mbuf *m = aligned_alloc(RTE_CACHE_LINE_SIZE,
					   RTE_ALIGN(sizeof(*m) + priv, RTE_CACHE_LINE_SIZE));
	uint32_t size = headroom + (uint32_t)len + (roomy ? 64 : 0);

	if (m == NULL)
		abort();
	memset(m, 0, sizeof(*m) + priv);
	m->priv_size = (uint16_t)priv;
	m->buf_addr = malloc(size == 0 ? 1 : size);
	if (m->buf_addr == NULL)
		abort();
	prop_priv(m)->slot = m->buf_addr;
	m->buf_len = (uint16_t)size;
	m->data_off = headroom;
	rte_mbuf_refcnt_set(m, 1);
	m->nb_segs = 1;
	used++;
	return m;
}

void
prop_mem_put(struct rte_mbuf *seg)
{
	free(prop_priv(seg)->slot);
	free(seg);
	used--;
}

void
prop_mem_reset(void)
{
	used = 0;
}

bool
prop_mem_can_free(void)
{
	return false;
}
