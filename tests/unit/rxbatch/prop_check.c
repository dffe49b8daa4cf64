/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "prop_check.h"
#include "prop_edit.h"
#include "prop_mem.h"
#include "prop_view.h"

#define CKSUM_FLAGS	(RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK)
#define ROOM		70000u

/* Bytes of a chain; -1: lengths or number of segments disagree with it. */
static int
flatten(const struct rte_mbuf *m, uint8_t *to)
{
	uint32_t len = 0, segs = 0, room = m->pkt_len;
	const struct rte_mbuf *s;

	for (s = m; s != NULL; s = s->next) {
		if (len + s->data_len > ROOM || s->data_len + s->data_off > s->buf_len)
			return -1;
		memcpy(to + len, rte_pktmbuf_mtod(s, const void *), s->data_len);
		len += s->data_len;
		segs++;
	}
	return len == room && segs == m->nb_segs ? (int)len : -1;
}

static void
check_flags(const struct rxb_gro_conf *conf, const struct prop_pkt *p, uint64_t ol_flags)
{
	uint64_t ip = ol_flags & RTE_MBUF_F_RX_IP_CKSUM_MASK;
	uint64_t l4 = ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK;
	uint64_t own = RTE_MBUF_F_INDIRECT | RTE_MBUF_F_EXTERNAL;
	struct prop_view v;

	PROP_CHECK(((ol_flags ^ p->ol_flags) & ~(CKSUM_FLAGS | own)) == 0,
		  "packet %u: mbuf flags 0x%" PRIx64 " came, 0x%" PRIx64 " left", p->nr, p->ol_flags, ol_flags);
	if (((ol_flags ^ p->ol_flags) & CKSUM_FLAGS) == 0)
		return;
	prop_view(p->bytes, p->len, &v);
	if (ip != (p->ol_flags & RTE_MBUF_F_RX_IP_CKSUM_MASK))
		PROP_CHECK((p->ol_flags & RTE_MBUF_F_RX_IP_CKSUM_MASK) == 0 && v.version == 4 &&
			  ip == (prop_ip_right(p->bytes, &v) ? RTE_MBUF_F_RX_IP_CKSUM_GOOD :
				 RTE_MBUF_F_RX_IP_CKSUM_BAD),
			  "packet %u: IP checksum flags 0x%" PRIx64 " came, 0x%" PRIx64 " left", p->nr,
			  p->ol_flags, ol_flags);
	if (l4 != (p->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK))
		PROP_CHECK((p->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK) == 0 &&
			  (conf->flags & RXB_GRO_VERIFY) && v.payload != 0 &&
			  l4 == (prop_l4_right(p->bytes, &v) ? RTE_MBUF_F_RX_L4_CKSUM_GOOD :
				 RTE_MBUF_F_RX_L4_CKSUM_BAD),
			  "packet %u: L4 checksum flags 0x%" PRIx64 " came, 0x%" PRIx64 " left", p->nr,
			  p->ol_flags, ol_flags);
}

static void
check_bytes(const char *what, const struct prop_pkt *p, const struct rte_mbuf *m,
	    const uint8_t *want, uint32_t len)
{
	static uint8_t got[ROOM];
	int n = flatten(m, got);
	uint32_t i = 0;

	if (n != (int)len) {
		prop_fail("%s: packet %u: %d bytes (pkt_len %u, nb_segs %u), not %u", what, p->nr,
			 n, m->pkt_len, m->nb_segs, len);
		return;
	}
	if (memcmp(got, want, len) == 0)
		return;
	while (got[i] == want[i])
		i++;
	prop_fail("%s: packet %u: byte %u is 0x%02x, not 0x%02x", what, p->nr, i, got[i], want[i]);
}

/* The same mbufs with the same pieces. */
static void
check_pieces(const char *what, const struct prop_pkt *p, const struct rte_mbuf *m)
{
	const struct rte_mbuf *s = m;
	uint8_t i;

	PROP_CHECK(m == p->m, "%s: packet %u is in another mbuf", what, p->nr);
	for (i = 0; i < p->nb_segs && s != NULL; i++, s = s->next)
		PROP_CHECK(s->data_len == p->seg_len[i], "%s: packet %u: segment %u has %u bytes, "
			  "not %u", what, p->nr, i, s->data_len, p->seg_len[i]);
	PROP_CHECK(s == NULL && i == p->nb_segs, "%s: packet %u: %u segments, not %u", what,
		  p->nr, m->nb_segs, p->nb_segs);
	PROP_CHECK(m->port == p->port && m->packet_type == p->packet_type &&
		  m->hash.rss == p->rss && m->hash.fdir.hi == p->mark &&
		  m->vlan_tci == p->vlan_tci && m->vlan_tci_outer == p->vlan_tci_outer,
		  "%s: packet %u: port, packet type, hash, mark or VLAN field changed", what,
		  p->nr);
}

void
prop_check_whole(const struct rxb_gro_conf *conf, const struct prop_pkt *p,
		const struct rte_mbuf *m)
{
	check_bytes("whole", p, m, p->bytes, p->len);
	check_pieces("whole", p, m);
	check_flags(conf, p, m->ol_flags);
}

/* What the aggregate must look like. */
static uint32_t
expect(uint8_t *to, struct prop_pkt *const *pkts, uint16_t n, const struct prop_view *first)
{
	uint32_t len = pkts[0]->len;
	struct prop_view v;
	uint16_t i;

	memcpy(to, pkts[0]->bytes, len);
	for (i = 1; i < n; i++) {
		prop_view(pkts[i]->bytes, pkts[i]->len, &v);
		if (v.payload == 0 || len + v.payload_len > ROOM)
			return 0;
		memcpy(to + len, pkts[i]->bytes + v.payload, v.payload_len);
		len += v.payload_len;
	}
	if (first->proto == 6)
		to[first->l4 + 13] |= pkts[n - 1]->bytes[v.l4 + 13] & 0x09;
	else
		put16(to + first->l4 + 4, (uint16_t)(len - first->l4));
	if (first->version == 6) {
		put16(to + first->l3 + 4, (uint16_t)(len - first->l3 - 40));
	} else {
		put16(to + first->l3 + 2, (uint16_t)(len - first->l3));
		put16(to + first->l3 + 10, prop_ip_sum(to, first));
	}
	return len;
}

static uint64_t
dyn_flag(void)
{
	int bit = rte_mbuf_dynflag_lookup(RXB_GRO_DYNFLAG, NULL);

	return bit < 0 ? 0 : UINT64_C(1) << bit;
}

void
prop_check_aggregate(const struct rte_mbuf *m, struct prop_pkt *const *pkts, uint16_t n)
{
	static uint8_t want[ROOM];
	const struct prop_pkt *p = pkts[0];
	struct prop_view v;
	uint64_t flags;
	uint32_t len;

	prop_view(p->bytes, p->len, &v);
	if (v.payload == 0) {
		prop_fail("packet %u is no TCP or UDP and heads an aggregate", p->nr);
		return;
	}
	len = expect(want, pkts, n, &v);
	check_bytes("aggregate", p, m, want, len);
	flags = (p->ol_flags & ~CKSUM_FLAGS) | RTE_MBUF_F_RX_L4_CKSUM_NONE;
	flags |= dyn_flag() | (v.proto == 6 ? RTE_MBUF_F_RX_LRO : 0);
	if (v.version == 4)
		flags |= RTE_MBUF_F_RX_IP_CKSUM_GOOD;
	else
		flags |= m->ol_flags & RTE_MBUF_F_RX_IP_CKSUM_GOOD;
	PROP_CHECK((m->ol_flags & ~RTE_MBUF_F_EXTERNAL) == flags,
		  "aggregate of packet %u: mbuf flags 0x%" PRIx64 ", not 0x%" PRIx64, p->nr, m->ol_flags, flags);
	PROP_CHECK(m->tso_segsz == v.payload_len, "aggregate of packet %u: tso_segsz %u, not %u",
		  p->nr, m->tso_segsz, v.payload_len);
	PROP_CHECK(m->l2_len == v.l3 && m->l3_len == v.l4 - v.l3 && m->l4_len == v.payload - v.l4,
		  "aggregate of packet %u: header lengths %u %u %u", p->nr, m->l2_len, m->l3_len,
		  m->l4_len);
	PROP_CHECK(m->port == p->port && m->packet_type == p->packet_type &&
		  m->vlan_tci == p->vlan_tci && m->vlan_tci_outer == p->vlan_tci_outer &&
		  m->hash.rss == p->rss && m->hash.fdir.hi == p->mark,
		  "aggregate of packet %u: port, packet type, hash, mark or VLAN field changed",
		  p->nr);
}

void
prop_check_undo(const struct rxb_gro_conf *conf, struct rte_mbuf *m,
	       struct prop_pkt *const *pkts, uint16_t n)
{
	struct rte_mbuf **got = calloc(n, sizeof(*got));
	uint16_t i;
	int ret;

	ret = rxb_gro_undo(m, got, n - 1);
	PROP_CHECK(ret == -ENOSPC, "undo into too little room: %d", ret);
	prop_check_aggregate(m, pkts, n);
	ret = rxb_gro_undo(m, got, n);
	PROP_CHECK(ret == n, "undo of %u packets: %d", n, ret);
	for (i = 0; i < n && ret == n && prop_wrong[0] == '\0'; i++) {
		if (got[i] != pkts[i]->m) {
			prop_fail("undo: packet %u is not mbuf %u of the aggregate", pkts[i]->nr, i);
			break;
		}
		check_bytes("undo", pkts[i], got[i], pkts[i]->bytes, pkts[i]->len);
		check_pieces("undo", pkts[i], got[i]);
		check_flags(conf, pkts[i], got[i]->ol_flags);
		PROP_CHECK(!rxb_gro_is_aggregate(got[i]), "undo: packet %u is still an aggregate",
			  pkts[i]->nr);
	}
	free(got);
}

/* Edit the aggregate's headers. */
static void
edit_aggregate(struct rte_mbuf *m, uint32_t edits)
{
	uint8_t *p = rte_pktmbuf_mtod(m, uint8_t *), *now;
	struct prop_view v;

	now = prop_edit(p, m->pkt_len, edits, &v);
	m->data_off = (uint16_t)(m->data_off + (now - p));
	m->data_len = (uint16_t)(m->data_len - (now - p));
	m->pkt_len = (uint32_t)(m->pkt_len - (now - p));
	if (v.version == 4)
		put16(now + v.l3 + 10, prop_ip_sum(now, &v));
	if (edits & EDIT_VLAN_FIELD) {
		m->vlan_tci = 0x4321;
		m->ol_flags |= RTE_MBUF_F_RX_VLAN;
	}
}

/* The tag that was pushed. */
static void
pop(struct rte_mbuf *m)
{
	uint8_t *p = rte_pktmbuf_mtod(m, uint8_t *);

	memmove(p + 4, p, 12);
	rte_pktmbuf_adj(m, 4);
}

static void
check_split_packet(const struct prop_pkt *p, const struct rte_mbuf *m, uint32_t edits,
		   const struct rte_mbuf *marks)
{
	static uint8_t room[ROOM];
	uint64_t ignore = CKSUM_FLAGS | RTE_MBUF_F_RX_LRO | dyn_flag() | RTE_MBUF_F_EXTERNAL;
	uint8_t *want = room + 4, *now;
	uint32_t len;
	struct prop_view v;

	memcpy(want, p->bytes, p->len);
	now = prop_edit(want, p->len, edits, &v);
	len = (uint32_t)(p->len - (now - want));
	prop_sums_write(now, &v);
	check_bytes("split", p, m, now, len);
	PROP_CHECK(((m->ol_flags ^ marks->ol_flags) & ~ignore) == 0 &&
		  !(m->ol_flags & (RTE_MBUF_F_RX_LRO | dyn_flag())),
		  "split: packet %u: mbuf flags 0x%" PRIx64 ", the aggregate's were 0x%" PRIx64, p->nr,
		  m->ol_flags, marks->ol_flags);
	PROP_CHECK((m->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK) == RTE_MBUF_F_RX_L4_CKSUM_GOOD &&
		  (v.version == 6 || (m->ol_flags & RTE_MBUF_F_RX_IP_CKSUM_MASK) ==
		   RTE_MBUF_F_RX_IP_CKSUM_GOOD),
		  "split: packet %u: checksum flags 0x%" PRIx64, p->nr, m->ol_flags);
	PROP_CHECK(m->port == marks->port && m->vlan_tci == marks->vlan_tci &&
		  m->vlan_tci_outer == marks->vlan_tci_outer &&
		  m->hash.fdir.hi == marks->hash.fdir.hi,
		  "split: packet %u has not the aggregate's port, VLAN field or mark", p->nr);
}

/* True: a packet has no room in front for a tag more. */
static bool
no_headroom(struct prop_pkt *const *pkts, uint16_t n)
{
	uint16_t i;

	for (i = 1; i < n; i++)
		if (pkts[i]->headroom < 4)
			return true;
	return false;
}

void
prop_check_split(struct rte_mbuf *m, struct prop_pkt *const *pkts, uint16_t n, uint32_t edits)
{
	struct rte_mbuf **got = calloc(n, sizeof(*got)), marks;
	uint16_t i;
	int ret;

	if (pkts[0]->headroom < 4)
		edits &= ~(uint32_t)EDIT_PUSH;
	edit_aggregate(m, edits);
	ret = rxb_gro_split(m, got, n - 1);
	PROP_CHECK(ret == -ENOSPC || (ret == -ENOBUFS && no_headroom(pkts, n)),
		  "split into too little room: %d", ret);
	if ((edits & EDIT_PUSH) && no_headroom(pkts, n)) {
		ret = rxb_gro_split(m, got, n);
		PROP_CHECK(ret == -ENOBUFS, "split without headroom: %d", ret);
		pop(m);
		edits &= ~(uint32_t)EDIT_PUSH;
		edits &= ~(uint32_t)EDIT_POP;
	}
	marks = *m;
	ret = rxb_gro_split(m, got, n);
	PROP_CHECK(ret == n, "split of %u packets: %d", n, ret);
	for (i = 0; i < n && ret == n && prop_wrong[0] == '\0'; i++) {
		if (got[i] != pkts[i]->m) {
			prop_fail("split: packet %u is not mbuf %u of the aggregate", pkts[i]->nr, i);
			break;
		}
		check_split_packet(pkts[i], got[i], edits, &marks);
	}
	free(got);
}
