/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

#include <rte_mbuf.h>
#include <rte_mempool.h>

#include "prop_mem.h"

/*
 * The mempool's mbufs have no data room of their own: each has a slot of some
 * pages with an inaccessible one behind them, and the frame is put so that it ends
 * there.
 */

#define MBUFS		4095u
#define SLOT_PAGES	5u
#define PAGE		4096u

static struct rte_mempool *pool;
static uint8_t *arena;

static void
give_slot(struct rte_mempool *mp, void *arg, void *obj, unsigned int i)
{
	prop_priv(obj)->slot = arena + (size_t)i * SLOT_PAGES * PAGE;
}

static int
make_pool(void)
{
	static unsigned int nr;
	char name[32];

	snprintf(name, sizeof(name), "prop_mem_%u", nr++);
	pool = rte_pktmbuf_pool_create(name, MBUFS, 0, RTE_ALIGN(sizeof(struct prop_priv),
				       RTE_MBUF_PRIV_ALIGN), 0, SOCKET_ID_ANY);
	if (pool == NULL)
		return -1;
	rte_mempool_obj_iter(pool, give_slot, NULL);
	return 0;
}

int
prop_mem_init(void)
{
	unsigned int i;

	if (pool != NULL)
		return 0;
	arena = mmap(NULL, (size_t)MBUFS * SLOT_PAGES * PAGE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (arena == MAP_FAILED)
		return -1;
	for (i = 0; i < MBUFS; i++)
		if (mprotect(arena + ((size_t)i * SLOT_PAGES + SLOT_PAGES - 1) * PAGE, PAGE,
			     PROT_NONE) != 0)
			return -1;
	return make_pool();
}

unsigned int
prop_mem_used(void)
{
	return rte_mempool_in_use_count(pool);
}

struct rte_mbuf *
prop_mem_get(uint16_t headroom, uint16_t len, bool roomy)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);
	uint32_t size = headroom + (uint32_t)len, room = (SLOT_PAGES - 1) * PAGE;
	uint8_t *slot;

	if (m == NULL || size > room)
		rte_panic("prop_mem: no room for %u bytes\n", size);
	slot = prop_priv(m)->slot;
	m->buf_addr = roomy ? slot + (len & 7) : slot + room - size;
	m->buf_len = (uint16_t)(roomy ? RTE_MIN(room - (len & 7), 65535u) : size);
	m->data_off = headroom;
#ifdef __SANITIZE_ADDRESS__
	ASAN_POISON_MEMORY_REGION(slot, room);
	ASAN_UNPOISON_MEMORY_REGION(m->buf_addr, m->buf_len);
#endif
	return m;
}

void
prop_mem_put(struct rte_mbuf *seg)
{
	rte_mbuf_raw_free(seg);
}

void
prop_mem_reset(void)
{
	rte_mempool_free(pool);
	if (make_pool() != 0)
		rte_panic("prop_mem: no pool\n");
}

bool
prop_mem_can_free(void)
{
	return true;
}
