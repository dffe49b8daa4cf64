/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rxb_equal.h"
#include "rxb_look.h"

/*
 * Packets of a slice of the burst, linked into groups; then the groups one by one, in
 * the order of their first packets:
 *
 *   look[]     A   b   A   C   A   b           pkts   A A A b b C
 *   next       2   5   4                       lens   3     2   1
 *   last       4   5
 *   first      x   x                           a bit for each: others follow
 *   later              x       x   x           ... one came before
 *
 * seen[] leads from a flow's hash to the first packet of the group that it may still join.
 * When a packet cannot join that one, it begins another, and nobody joins the first any
 * more: a flow's packets stay in order. Groups do not reach across slices.
 */

/* The last barrier of each address pair in a slice, by the pair's hash: index + 1. */
struct barriers {
	unsigned int nb;
	uint8_t at[2 * RXB_SLICE];
};

static uint8_t *
barrier_of(struct barriers *b, const struct rxb_look *look, uint32_t pair)
{
	unsigned int slot = pair % RTE_DIM(b->at);

	while (b->at[slot] != 0 && look[b->at[slot] - 1].hash != pair)
		slot = (slot + 1) % RTE_DIM(b->at);
	return &b->at[slot];
}

static void
barrier_add(struct barriers *b, const struct rxb_look *look, unsigned int i)
{
	if (b->nb++ == 0)
		memset(b->at, 0, sizeof(b->at));
	*barrier_of(b, look, look[i].hash) = i + 1;
}

/* Did a packet stand between the group's first one and now which may be of this flow? */
static bool
barrier_since(struct barriers *b, const struct rxb_gro *gro, unsigned int first)
{
	const struct rxb_look *lk = &gro->look[first];
	bool ip4 = rxb_is_ip4(lk->shape);
	const uint8_t *addr = lk->hdr + rxb_l2_len(lk->shape) + (ip4 ? 12 : 8);

	return *barrier_of(b, gro->look, rxb_pair_hash(gro->key, addr, ip4)) > first + 1;
}

static inline bool
same_marks(const struct rte_mbuf *a, const struct rte_mbuf *b)
{
	const uint64_t vlan = RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED |
			      RTE_MBUF_F_RX_QINQ | RTE_MBUF_F_RX_QINQ_STRIPPED;

	if (a->port != b->port || ((a->ol_flags ^ b->ol_flags) & vlan) != 0)
		return false;
	if ((a->ol_flags & RTE_MBUF_F_RX_VLAN) != 0 && a->vlan_tci != b->vlan_tci)
		return false;
	return (a->ol_flags & RTE_MBUF_F_RX_QINQ) == 0 || a->vlan_tci_outer == b->vlan_tci_outer;
}

/* IPv4 but length, identification and checksum, which are each packet's own; IPv6 but its
 * length, with its extension headers. */
static inline bool
same_ip(const uint8_t *a, const uint8_t *b, uint32_t shape)
{
	if (rxb_is_ip4(shape))
		return rxb_equal(a, b, 2) && rxb_equal(a + 6, b + 6, 4) &&
		       rxb_equal(a + 12, b + 12, 8);
	return rxb_equal(a, b, 4) && rxb_equal(a + 6, b + 6, rxb_l3_len(shape) - 6);
}

/* All that a router looks at, up to the ports. */
static inline bool
same_way(const struct rxb_look *a, const struct rxb_look *b)
{
	const uint32_t lens = RXB_SHAPE(0x7f, 0x1ff, 0, 0xff);
	uint32_t shape = a->shape & lens, l2 = rxb_l2_len(shape), l4 = l2 + rxb_l3_len(shape);

	return a->hdr != NULL && b->hdr != NULL && shape == (b->shape & lens) &&
	       rxb_equal(a->hdr, b->hdr, l2) && same_ip(a->hdr + l2, b->hdr + l2, shape) &&
	       rxb_equal(a->hdr + l4, b->hdr + l4, 4) && same_marks(a->m, b->m);
}

/* Groups of a slice: a bit for each packet. */
struct links {
	uint64_t first;
	uint64_t later;
};

static inline void
append(struct rxb_look *look, unsigned int first, unsigned int i, struct links *links)
{
	look[(links->first >> first & 1) != 0 ? look[first].last : first].next = i;
	look[first].last = i;
	links->first |= RTE_BIT64(first);
	links->later |= RTE_BIT64(i);
}

static inline void
forget_seen(struct rxb_gro *gro)
{
	gro->stamp += RXB_SLICE;
	if (unlikely(gro->stamp == 0)) {
		memset(gro->seen, 0, sizeof(gro->seen));
		gro->stamp = RXB_SLICE;
	}
}

/* Into its flow's group, or a new one. The search ends: an eighth of the places is in use
 * at most. */
static inline void
join(struct rxb_gro *gro, unsigned int i, struct links *links, struct barriers *b)
{
	const struct rxb_look *lk = &gro->look[i];
	unsigned int slot = lk->hash % RXB_SEEN;
	uint16_t first;

	while ((first = gro->seen[slot] - gro->stamp) < RXB_SLICE) {
		if (likely(gro->look[first].hash == lk->hash)) {
			if (unlikely(!same_way(&gro->look[first], lk) ||
				     (b->nb != 0 && barrier_since(b, gro, first))))
				break;
			append(gro->look, first, i, links);
			return;
		}
		slot = (slot + 1) % RXB_SEEN;
	}
	gro->seen[slot] = gro->stamp + i;
}

static inline uint32_t
look_one(struct rxb_gro *gro, struct rte_mbuf *m, unsigned int i, struct links *links,
	 struct barriers *b)
{
	struct rxb_look *lk = &gro->look[i];

	rxb_look_at(gro, m, lk);
	/* A group of one: of no flow, or with headers that nobody compares. */
	if (unlikely(lk->hdr == NULL || lk->kind < RXB_KIND_FLOW))
		gro->stats.why[lk->why]++;
	if (likely(lk->kind >= RXB_KIND_FLOW))
		join(gro, i, links, b);
	else if (lk->kind == RXB_KIND_BARRIER)
		barrier_add(b, gro->look, i);
	return m->pkt_len;
}

/* Headers on their way while others are looked at. */
#define AHEAD	4u

static inline struct links
look_slice(struct rxb_gro *gro, struct rte_mbuf **pkts, uint32_t n)
{
	struct links links = { 0 };
	struct barriers b;
	uint64_t bytes = 0;
	uint32_t i;

	b.nb = 0;
	forget_seen(gro);
	for (i = 0; i < n; i++) {
		if (i + AHEAD < n)
			rte_prefetch0(rte_pktmbuf_mtod(pkts[i + AHEAD], void *));
		bytes += look_one(gro, pkts[i], i, &links, &b);
	}
	gro->stats.bytes_in += bytes;
	return links;
}

/* A group of several to pkts. */
static inline uint16_t
put_group(struct rxb_gro *gro, unsigned int first, struct rte_mbuf **pkts)
{
	const struct rxb_look *look = gro->look;
	unsigned int i = first;
	uint16_t n = 0;

	pkts[n++] = look[i].m;
	do {
		i = look[i].next;
		pkts[n++] = look[i].m;
	} while (i != look[first].last);
	gro->stats.groups++;
	gro->stats.grouped += n;
	return n;
}

static uint16_t
group_slice(struct rxb_gro *gro, struct rte_mbuf **pkts, uint32_t n, uint16_t *lens)
{
	struct links links = look_slice(gro, pkts, n);
	uint16_t nb_groups = 0;
	uint32_t i, out = 0;

	for (i = 0; i < n; i++) {
		if ((links.later >> i & 1) != 0)
			continue;
		lens[nb_groups] = 1;
		if ((links.first >> i & 1) != 0)
			lens[nb_groups] = put_group(gro, i, pkts + out);
		else
			pkts[out] = gro->look[i].m;
		out += lens[nb_groups++];
	}
	return nb_groups;
}

uint16_t
rxb_gro_group(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t nb_pkts, uint16_t *lens)
{
	uint16_t nb_groups = 0;
	uint32_t i, n;

	if (unlikely(gro->mode != RXB_GRO_LIST)) {
		for (i = 0; i < nb_pkts; i++)
			lens[i] = 1;
		return nb_pkts;
	}
	for (i = 0; i < nb_pkts; i += n) {
		n = RTE_MIN(nb_pkts - i, RXB_SLICE);
		nb_groups += group_slice(gro, pkts + i, n, lens + nb_groups);
	}
	gro->stats.packets_in += nb_pkts;
	gro->stats.packets_out += nb_pkts;
	return nb_groups;
}
