/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_prefetch.h>

#include "rxb_walk.h"
#include "rxbatch.h"

/* What of the chain the walk has behind it. */
struct behind {
	uint64_t marks;		/* of tx_offload, the same in all later packets */
	uint32_t bytes;
	uint32_t segs;
	uint32_t nb_pkts;
	uint32_t room;		/* least headroom of a later packet */
	uint64_t shared;	/* not 0: an mbuf is */
};

/* Where rte_mbuf has its dynamic flags. */
#define DYNAMIC	(((RTE_MBUF_F_LAST_FREE << 1) - 1) & ~(RTE_MBUF_F_FIRST_FREE - 1))

/* Looked up until it is there, from then on remembered: a flag once registered stays. */
static uint64_t
dynflag(void)
{
	static uint64_t found;
	uint64_t flag = __atomic_load_n(&found, __ATOMIC_RELAXED);
	int bit;

	if (unlikely(flag == 0)) {
		bit = rte_mbuf_dynflag_lookup(RXB_GRO_DYNFLAG, NULL);
		flag = bit < 0 ? 0 : RTE_BIT64(bit);
		__atomic_store_n(&found, flag, __ATOMIC_RELAXED);
	}
	return flag;
}

/* Not the chain's marks: nobody clears those when an mbuf is freed, so that the aggregate
 * of some hardware may have them too. */
static uint64_t
aggregate_flag(const struct rte_mbuf *agg)
{
	if (agg->nb_segs < 2 || agg->next == NULL || agg->tso_segsz == 0 ||
	    (agg->ol_flags & DYNAMIC) == 0)
		return 0;
	return agg->ol_flags & dynflag();
}

/* All of rxb_chain.h's marks in one, but for the checksum in the second's tso_segsz. */
static inline uint64_t
marks_of(const struct rte_mbuf *m)
{
	return m->tx_offload & rte_mbuf_tx_offload(RTE_LEN2MASK(RTE_MBUF_L2_LEN_BITS, uint8_t),
						   RTE_LEN2MASK(RTE_MBUF_L3_LEN_BITS, uint16_t),
						   RTE_LEN2MASK(RTE_MBUF_L4_LEN_BITS, uint8_t), 0,
						   RTE_LEN2MASK(RTE_MBUF_OUTL3_LEN_BITS, uint16_t),
						   RTE_LEN2MASK(RTE_MBUF_OUTL2_LEN_BITS, uint8_t),
						   0);
}

/* 0: the caller's alone. */
static inline uint64_t
sharing(const struct rte_mbuf *m)
{
	return (rte_mbuf_refcnt_read(m) ^ 1) | (m->ol_flags & RTE_MBUF_F_INDIRECT);
}

/* Over the head's mbufs. Returns the second packet's first, NULL: none. A chain may bite its
 * tail: no more than nb_segs of them. */
static struct rte_mbuf *
walk_head(struct rte_mbuf *agg, struct behind *b)
{
	struct rte_mbuf *m = agg;

	b->shared = sharing(agg);
	do {
		b->bytes += m->data_len;
		m = m->next;
		if (m == NULL || ++b->segs >= agg->nb_segs)
			return NULL;
	} while (!rxb_chain_is_first(m));
	b->marks = marks_of(m);
	return m;
}

/* What of a packet is behind its first mbuf. */
struct rest {
	struct rte_mbuf *next;	/* of the packet after it */
	uint32_t bytes;
	uint32_t segs;
};

/* From its second mbuf on; marks are the first mbufs'. Others are a mistake: too many segs. */
static __rte_noinline struct rest
walk_rest(struct rte_mbuf *m, uint64_t marks, uint32_t nb_segs)
{
	struct rest r = { .next = m };

	while (r.next != NULL && marks_of(r.next) != marks && r.segs <= nb_segs) {
		r.segs += rxb_chain_is_first(r.next) ? nb_segs + 1 : 1;
		r.bytes += r.next->data_len;
		r.next = r.next->next;
	}
	return r;
}

/* Over the later packets' mbufs, from the second's first. False: they are not what a
 * merge leaves. */
static inline bool
walk_later(struct rte_mbuf *m, struct rte_mbuf **pkts, uint16_t room, uint32_t nb_segs,
	   uint32_t size, struct behind *behind)
{
	struct behind b = *behind;
	struct rte_mbuf *next;
	uint32_t payload;

	for (;; m = next) {
		if (b.nb_pkts < room)
			pkts[b.nb_pkts] = m;
		b.nb_pkts++;
		b.segs++;
		if (unlikely(m->data_off < b.room))
			b.room = m->data_off;
		b.shared |= sharing(m);
		payload = m->data_len;
		next = m->next;
		if (unlikely(next != NULL && marks_of(next) != b.marks)) {
			struct rest r = walk_rest(next, b.marks, nb_segs);

			next = r.next;
			payload += r.bytes;
			b.segs += r.segs;
		}
		b.bytes += payload;
		if (m->pkt_len != payload || payload - 1 >= size || b.segs > nb_segs)
			return false;
		if (next == NULL)
			break;
		rte_prefetch0(next);
		if (payload != size)
			return false;
	}
	*behind = b;
	return true;
}

static bool
headers_fit(const struct rte_mbuf *agg, const struct rte_mbuf *second, struct rxb_walk *w)
{
	w->l2_len = second->l2_len;
	w->l3_len = second->l3_len;
	w->l4_len = second->l4_len;
	w->udp = (agg->ol_flags & RTE_MBUF_F_RX_LRO) == 0;
	if (w->udp ? w->l4_len != sizeof(struct rte_udp_hdr) :
		     w->l4_len < sizeof(struct rte_tcp_hdr))
		return false;
	return w->l2_len >= RTE_ETHER_HDR_LEN && w->l3_len >= sizeof(struct rte_ipv4_hdr) &&
	       w->room >= w->l2_len + w->l3_len + w->l4_len &&
	       w->head_hdr >= RTE_ETHER_HDR_LEN + w->l3_len + w->l4_len;
}

int
rxb_walk(struct rte_mbuf *agg, struct rte_mbuf **pkts, uint16_t room, struct rxb_walk *w)
{
	struct behind b = { .nb_pkts = 1, .room = UINT16_MAX };
	struct rte_mbuf *second;

	w->flag = aggregate_flag(agg);
	w->size = agg->tso_segsz;
	if (w->flag == 0)
		return -EINVAL;
	w->flag |= RTE_MBUF_F_RX_LRO;
	second = walk_head(agg, &b);
	/* Below zero is a lot, too. */
	if (second == NULL || b.bytes - w->size > agg->data_len)
		return -EINVAL;
	w->head_hdr = b.bytes - w->size;
	if (!walk_later(second, pkts, room, agg->nb_segs, w->size, &b))
		return -EINVAL;
	if (b.bytes != agg->pkt_len || b.segs != agg->nb_segs || b.shared != 0)
		return -EINVAL;
	if (room != 0)
		pkts[0] = agg;
	w->nb_pkts = b.nb_pkts;
	w->room = b.room;
	return headers_fit(agg, second, w) ? 0 : -EINVAL;
}
