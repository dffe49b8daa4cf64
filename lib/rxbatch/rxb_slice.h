/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_SLICE_H
#define RXB_SLICE_H

/*
 * The looks at a slice of a burst, and its flows: from a flow's first candidate on, its packets
 * are linked.
 *
 *   look[]   A   b   A   ack of A   C   A
 *   first    x   .   .   .          .   .     a bit for each: others follow
 *   later    .   .   x   x          .   x     ...            one came before
 *   next     2       3   5                    in the looks
 *   last     5
 *
 * Linked is what has the same hash: nearly always one flow. In a slice with a barrier
 * nothing is, its packets go one by one.
 */

#include <string.h>

#include "rxb_look.h"

/* What a slice has: a bit for each packet. */
struct rxb_slice {
	uint64_t filled;	/* look[] has all about it; else it is a plain candidate */
	uint64_t others;	/* no candidates */
	uint64_t aliens;	/* filled, others, but look[] has nothing about it */
	uint64_t early;		/* ..., FLOW: plain and short, before any candidate */
	uint64_t ends;		/* candidates that cannot open */
	uint64_t barriers;
	uint64_t first;
	uint64_t later;
	bool candidate;		/* there is one */
};

static inline uint64_t
rxb_slice_all(uint32_t n)
{
	return ~UINT64_C(0) >> (RXB_SLICE - n);
}

/* The last packet of a flow whose first is first. */
static inline unsigned int
rxb_slice_last(const struct rxb_gro *gro, const struct rxb_slice *s, unsigned int first)
{
	return (s->first >> first & 1) != 0 ? gro->look[first].last : first;
}

static inline void
rxb_link_later(struct rxb_gro *gro, unsigned int first, unsigned int i, struct rxb_slice *s)
{
	struct rxb_look *head = &gro->look[first];

	gro->look[(s->first >> first & 1) != 0 ? head->last : first].next = i;
	head->last = i;
	s->first |= RTE_BIT64(first);
	s->later |= RTE_BIT64(i);
}

/* To the flow's first candidate: true, if it has one before. The search ends: an eighth of
 * the places is in use at most. */
static __rte_always_inline bool
rxb_link(struct rxb_gro *gro, uint32_t hash, unsigned int i, bool candidate,
	 struct rxb_slice *s)
{
	unsigned int slot = hash % RXB_SEEN;
	uint16_t first = gro->seen[slot] - gro->stamp;

	while (unlikely(first < RXB_SLICE)) {
		if (likely(gro->look[first].hash == hash)) {
			rxb_link_later(gro, first, i, s);
			return true;
		}
		slot = (slot + 1) % RXB_SEEN;
		first = gro->seen[slot] - gro->stamp;
	}
	if (candidate) {
		gro->seen[slot] = gro->stamp + i;
		s->candidate = true;
	}
	return false;
}

static inline void
rxb_forget_links(struct rxb_gro *gro)
{
	gro->stamp += RXB_SLICE;
	if (unlikely(gro->stamp == 0)) {
		memset(gro->seen, 0, sizeof(gro->seen));
		gro->stamp = RXB_SLICE;
	}
}

/* Neither a candidate. */
static inline void
rxb_slice_other(struct rxb_gro *gro, unsigned int i, struct rxb_slice *s)
{
	struct rxb_look *lk = &gro->look[i];

	gro->stats.why[lk->why]++;
	s->others |= RTE_BIT64(i);
	if (lk->kind == RXB_KIND_BARRIER)
		s->barriers |= RTE_BIT64(i);
	else if (lk->kind == RXB_KIND_FLOW)
		rxb_link(gro, lk->hash, i, false, s);
}

/* Not a plain packet. */
static __rte_noinline uint32_t
rxb_slice_odd(struct rxb_gro *gro, struct rte_mbuf *m, unsigned int i, struct rxb_slice *s)
{
	struct rxb_look *lk = &gro->look[i];

	rxb_look_at(gro, m, lk);
	s->filled |= RTE_BIT64(i);
	if (lk->kind != RXB_KIND_CANDIDATE) {
		rxb_slice_other(gro, i, s);
	} else {
		s->ends |= (uint64_t)((lk->bits & RXB_BITS_LAST) != 0) << i;
		rxb_link(gro, lk->hash, i, true, s);
	}
	return m->pkt_len;
}

/* All about a plain packet without payload enough, but why. */
static inline void
rxb_fill_short(const struct rxb_gro *gro, struct rte_mbuf *m, struct rxb_look *lk)
{
	lk->hash = rxb_plain_hash(gro, rte_pktmbuf_mtod(m, const uint8_t *));
	rxb_plain_look(m, lk);
	lk->kind = RXB_KIND_FLOW;
	lk->bits = 0;
}

/* A plain packet without payload enough; or its header is cut. */
static __rte_noinline uint32_t
rxb_slice_short(struct rxb_gro *gro, struct rte_mbuf *m, unsigned int i, struct rxb_slice *s)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	struct rxb_look *lk = &gro->look[i];

	rxb_fill_short(gro, m, lk);
	lk->why = rxb_plain_payload(p, m->data_len) < 0 ? RXB_GRO_WHY_LENGTH : RXB_GRO_WHY_PAYLOAD;
	s->filled |= RTE_BIT64(i);
	rxb_slice_other(gro, i, s);
	return m->pkt_len;
}

/* Of a packet that will be merged: the end of its header, and where it will be linked. */
static __rte_always_inline void
rxb_prefetch_rest(struct rte_mbuf *m, const uint8_t *p)
{
	rte_prefetch0(p + RTE_CACHE_LINE_MIN_SIZE);
	rte_prefetch0(RTE_PTR_ADD(m, RTE_CACHE_LINE_MIN_SIZE));
}

/* Returns its length. */
static __rte_always_inline uint32_t
rxb_slice_one(struct rxb_gro *gro, struct rte_mbuf *m, unsigned int i, struct rxb_slice *s)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	uint32_t len = m->data_len, hash;
	int32_t payload;

	if (unlikely(!rxb_look_plain(gro, m, p, len))) {
		if (!rxb_look_alien(gro, p, len))
			return rxb_slice_odd(gro, m, i, s);
		s->aliens |= RTE_BIT64(i);
		return m->pkt_len;
	}
	payload = rxb_plain_payload(p, len);
	if (unlikely(payload < (int32_t)gro->min_payload)) {
		if (payload < 0 || s->candidate)
			return rxb_slice_short(gro, m, i, s);
		s->early |= RTE_BIT64(i);
		return len;
	}
	hash = rxb_plain_hash(gro, p);
	if (unlikely((p[47] & RXB_BITS_LAST) != 0))
		s->ends |= RTE_BIT64(i);
	gro->look[i].hash = hash;
	if (rxb_link(gro, hash, i, true, s))
		rxb_prefetch_rest(m, p);
	return len;
}

/* What needed no hash is no different for the rest. */
static inline void
rxb_slice_passing(struct rxb_gro *gro, struct rxb_slice *s)
{
	s->filled |= s->aliens | s->early;
	s->others |= s->aliens | s->early;
	gro->stats.why[RXB_GRO_WHY_NOT_L4] += __builtin_popcountll(s->aliens);
	gro->stats.why[RXB_GRO_WHY_PAYLOAD] += __builtin_popcountll(s->early);
}

#define RXB_AHEAD	4u

static inline void
rxb_look_slice(struct rxb_gro *gro, struct rte_mbuf **pkts, uint32_t n, struct rxb_slice *s)
{
	uint64_t bytes = 0;
	uint32_t i;

	memset(s, 0, sizeof(*s));
	rxb_forget_links(gro);
	for (i = 0; i + RXB_AHEAD < n; i++) {
		rte_prefetch0(rte_pktmbuf_mtod(pkts[i + RXB_AHEAD], void *));
		bytes += rxb_slice_one(gro, pkts[i], i, s);
	}
	for (; i < n; i++)
		bytes += rxb_slice_one(gro, pkts[i], i, s);
	gro->stats.bytes_in += bytes;
	if ((s->aliens | s->early) != 0)
		rxb_slice_passing(gro, s);
	if (unlikely(s->barriers != 0)) {
		s->first = 0;
		s->later = 0;
	}
}

#endif /* RXB_SLICE_H */
