/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Bytes into mbufs of every kind. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pkt_build.h"

/* What an external buffer's callback needs to give it back. */
struct room {
	struct rte_mbuf_ext_shared_info info;
	void *map;
	size_t map_len;		/* 0: of the heap */
};

static void
out_of_memory(const char *what)
{
	fprintf(stderr, "pkt_mbuf: no memory for %s\n", what);
	abort();
}

static struct rte_mbuf *
alloc(struct rte_mempool *pool)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	if (m == NULL)
		out_of_memory("an mbuf");
	return m;
}

static void
room_free(void *addr, void *opaque)
{
	struct room *room = opaque;

	(void)addr;
	if (room->map_len != 0)
		munmap(room->map, room->map_len);
	else
		free(room->map);
	free(room);
}

/* Room of len bytes that ends where a page without rights begins. */
static uint8_t *
guarded(struct room *room, uint32_t len)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (len + page - 1) / page + 1;
	uint8_t *map;

	map = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED || mprotect(map + (pages - 1) * page, page, PROT_NONE) != 0)
		out_of_memory("a guarded frame");
	room->map = map;
	room->map_len = pages * page;
	return map + (pages - 1) * page - len;
}

static struct rte_mbuf *
external(const struct pkt *p, struct rte_mempool *pool, const uint8_t *bytes, uint32_t len)
{
	struct rte_mbuf *m = alloc(pool);
	struct room *room = calloc(1, sizeof(*room));
	uint8_t *at;

	if (room == NULL)
		out_of_memory("an external buffer");
	if (p->mem == PKT_MEM_GUARD)
		at = guarded(room, p->headroom + len);
	else
		at = room->map = malloc(p->headroom + len);
	if (at == NULL)
		out_of_memory("an external buffer");
	room->info.free_cb = room_free;
	room->info.fcb_opaque = room;
	rte_mbuf_ext_refcnt_set(&room->info, 1);
	rte_pktmbuf_attach_extbuf(m, at, 0, (uint16_t)(p->headroom + len), &room->info);
	m->data_off = p->headroom;
	memcpy(at + p->headroom, bytes, len);
	m->data_len = (uint16_t)len;
	m->pkt_len = len;
	return m;
}

static struct rte_mbuf *
direct(const struct pkt *p, struct rte_mempool *pool, const uint8_t *bytes, uint32_t len)
{
	struct rte_mbuf *m = alloc(pool);

	m->data_off = p->headroom;
	memcpy(rte_pktmbuf_mtod(m, void *), bytes, len);
	m->data_len = (uint16_t)len;
	m->pkt_len = len;
	return m;
}

static struct rte_mbuf *
segment(const struct pkt *p, struct rte_mempool *pool, const uint8_t *bytes, uint32_t len)
{
	struct rte_mbuf *m, *owner;

	if (p->mem == PKT_MEM_EXT || p->mem == PKT_MEM_GUARD)
		return external(p, pool, bytes, len);
	m = direct(p, pool, bytes, len);
	if (p->mem == PKT_MEM_SHARED) {
		rte_mbuf_refcnt_update(m, 1);
	} else if (p->mem == PKT_MEM_INDIRECT) {
		owner = m;
		m = alloc(pool);
		rte_pktmbuf_attach(m, owner);
		rte_pktmbuf_free(owner);
	}
	return m;
}

/* Where the segment ends that begins at from. */
static uint32_t
segment_end(const struct pkt *p, struct rte_mempool *pool, uint32_t from, uint32_t len)
{
	uint32_t room = 65535u - p->headroom;
	unsigned int i;

	if (p->mem != PKT_MEM_EXT && p->mem != PKT_MEM_GUARD)
		room = (uint32_t)rte_pktmbuf_data_room_size(pool) - p->headroom;
	for (i = 0; i < PKT_SEGS_MAX; i++)
		if (p->seg_at[i] > from) {
			len = RTE_MIN(len, p->seg_at[i]);
			break;
		}
	return RTE_MIN(len, from + room);
}

struct rte_mbuf *
pkt_mbuf_of(const struct pkt *p, struct rte_mempool *pool, const uint8_t *bytes, uint32_t len)
{
	struct rte_mbuf *first = NULL, **link = &first;
	uint32_t from = 0, end;

	do {
		end = segment_end(p, pool, from, len);
		*link = segment(p, pool, bytes + from, end - from);
		if (first != *link)
			first->nb_segs++;
		link = &(*link)->next;
		from = end;
	} while (from < len);
	first->pkt_len = len;
	first->ol_flags |= p->ol_flags;
	first->packet_type = p->packet_type;
	first->hash.rss = p->rss;
	first->hash.fdir.hi = p->mark;
	first->port = p->port;
	first->vlan_tci = p->vlan_tci;
	first->vlan_tci_outer = p->vlan_tci_outer;
	return first;
}

struct rte_mbuf *
pkt_mbuf(const struct pkt *p, struct rte_mempool *pool)
{
	uint8_t *bytes = malloc(PKT_LEN_MAX);
	struct rte_mbuf *m;

	if (bytes == NULL)
		out_of_memory("a frame");
	m = pkt_mbuf_of(p, pool, bytes, pkt_bytes(p, bytes));
	free(bytes);
	return m;
}

void
pkt_free(const struct pkt *p, struct rte_mbuf *m)
{
	struct rte_mbuf *seg;

	if (p->mem == PKT_MEM_SHARED)
		for (seg = m; seg != NULL; seg = seg->next)
			rte_mbuf_refcnt_update(seg, -1);
	rte_pktmbuf_free(m);
}
