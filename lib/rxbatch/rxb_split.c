/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "rxb_equal.h"
#include "rxb_head.h"
#include "rxb_sum.h"
#include "rxb_walk.h"

/*
 * Each later packet still has its old header in front of its payload. As long as ports,
 * addresses and all that an aggregate's packets share in the TCP or UDP header are as
 * they came, the old TCP or UDP header is right to the last byte, checksum included,
 * and only what stands before it is written anew. Else it is copied from the head, gets
 * its own sequence number and flags back, and its old checksum changes by what all of
 * them change by (RFC 1624): payload is never looked at.
 */
struct split {
	const struct rxb_walk *w;
	struct rxb_head now;	/* the head's headers, as they are */
	uint16_t front;		/* bytes in front of the TCP or UDP header */
	bool l4_same;
	uint32_t l4_sum;	/* else: what each checksum's sum grows by */
	uint32_t seq_shift;	/* ... and each sequence number */
	uint32_t ip_sum;	/* IPv4 header but length, identification, checksum */
	uint64_t ol_flags;	/* of the packets */
};

/* Belongs to the mbuf rather than to the packet. */
#define MBUF_FLAGS	(RTE_MBUF_F_EXTERNAL | RTE_MBUF_F_INDIRECT)

/* A packet's own flags; the others are the aggregate's. */
#define OWN_TCP_FLAGS	(RXB_WALK_LAST_FLAGS | RTE_TCP_CWR_FLAG)

/* What the packets of an aggregate have in common of that which their checksum covers. */
struct covered {
	uint8_t addr[32];
	uint8_t l4[60];
};

static void
cover_addr(struct covered *c, const struct split *s, const uint8_t *ip)
{
	if (s->now.v6)
		memcpy(c->addr, ip + offsetof(struct rte_ipv6_hdr, src_addr), 32);
	else
		memcpy(c->addr, ip + offsetof(struct rte_ipv4_hdr, src_addr), 8);
}

static void
cover_l4(struct covered *c, const struct split *s, const uint8_t *l4)
{
	struct rte_tcp_hdr *tcp = (struct rte_tcp_hdr *)c->l4;

	if (s->w->udp) {
		memcpy(c->l4, l4, offsetof(struct rte_udp_hdr, dgram_len));
		return;
	}
	memcpy(c->l4, l4, s->w->l4_len);
	tcp->sent_seq = 0;
	tcp->cksum = 0;
	tcp->tcp_flags &= ~OWN_TCP_FLAGS;
}

static inline uint32_t
seq_of(const uint8_t *l4)
{
	return rxb_be32(l4 + offsetof(struct rte_tcp_hdr, sent_seq));
}

static inline bool
same_addr(const struct split *s, const uint8_t *old)
{
	return s->now.v6 ? rxb_equal(old + 8, s->now.ip + 8, 32) :
			   rxb_equal(old + 12, s->now.ip + 12, 8);
}

/* Ports; acknowledgement; data offset, flags and window; urgent pointer and options. */
static inline bool
same_l4(const struct split *s, const uint8_t *old)
{
	const uint32_t own = RTE_BE32((uint32_t)OWN_TCP_FLAGS << 16);
	const uint8_t *now = s->now.l4;

	if (s->w->udp)
		return rxb_equal(old, now, 4);
	return rxb_equal(old, now, 4) && rxb_equal(old + 8, now + 8, 4) &&
	       ((rxb_load32(old + 12) ^ rxb_load32(now + 12)) & ~own) == 0 &&
	       rxb_equal(old + 18, now + 18, s->w->l4_len - 18);
}

/* Slow: what was edited that a checksum covers? */
static __rte_noinline void
sum_l4(struct split *s, const uint8_t *old_l4)
{
	struct covered old = { 0 }, now = { 0 };

	cover_addr(&old, s, old_l4 - s->w->l3_len);
	cover_addr(&now, s, s->now.ip);
	cover_l4(&old, s, old_l4);
	cover_l4(&now, s, s->now.l4);
	s->l4_sum = rxb_sum_sub(rxb_sum_head((const uint8_t *)&now, sizeof(now)),
				rxb_sum_head((const uint8_t *)&old, sizeof(old)));
}

/* The second packet has it as it came. */
static inline void
compare_l4(struct split *s, const struct rte_mbuf *second)
{
	const uint8_t *old = rte_pktmbuf_mtod(second, const uint8_t *) - s->w->l4_len;

	s->seq_shift = s->w->udp ? 0 : seq_of(s->now.l4) + s->w->size - seq_of(old);
	s->l4_same = s->seq_shift == 0 && same_addr(s, old - s->w->l3_len) && same_l4(s, old);
	if (!s->l4_same)
		sum_l4(s, old);
}

static void
sum_ip(struct split *s)
{
	struct rte_ipv4_hdr v4;

	if (s->now.v6)
		return;
	memcpy(&v4, s->now.ip, sizeof(v4));
	v4.total_length = 0;
	v4.packet_id = 0;
	v4.hdr_checksum = 0;
	s->ip_sum = rxb_sum_head((const uint8_t *)&v4, sizeof(v4));
}

static void
choose_flags(struct split *s, const struct rte_mbuf *agg)
{
	s->ol_flags = agg->ol_flags &
		      ~(s->w->flag | MBUF_FLAGS | RXB_WALK_TX_FLAGS | RTE_MBUF_F_RX_L4_CKSUM_MASK);
	s->ol_flags |= RTE_MBUF_F_RX_L4_CKSUM_GOOD;
	if (s->now.v6)
		return;
	s->ol_flags &= ~RTE_MBUF_F_RX_IP_CKSUM_MASK;
	s->ol_flags |= RTE_MBUF_F_RX_IP_CKSUM_GOOD;
}

/* len is the IP packet's, id as the wire has it. */
static inline void
write_ip(const struct split *s, uint8_t *ip, uint16_t len, rte_be16_t id)
{
	struct rte_ipv4_hdr *v4 = (struct rte_ipv4_hdr *)ip;
	rte_be16_t be = rte_cpu_to_be_16(len);

	if (s->now.v6) {
		((struct rte_ipv6_hdr *)ip)->payload_len =
			rte_cpu_to_be_16(len - sizeof(struct rte_ipv6_hdr));
		return;
	}
	v4->total_length = be;
	v4->packet_id = id;
	v4->hdr_checksum = ~rxb_sum_fold((uint64_t)s->ip_sum + be + id);
}

/* A 32-bit field as two words of a sum. */
static inline uint32_t
words(rte_be32_t v)
{
	return (v & UINT16_MAX) + (v >> 16);
}

static inline uint16_t
changed_csum(const struct split *s, uint16_t csum, rte_be32_t old_seq, rte_be32_t new_seq)
{
	return ~rxb_sum_fold((uint64_t)(uint16_t)~csum + s->l4_sum + words(new_seq) +
			     words(~old_seq));
}

static inline uint16_t
changed_udp_csum(const struct split *s, uint16_t csum)
{
	csum = changed_csum(s, csum, 0, 0);
	return csum != 0 ? csum : UINT16_MAX;
}

static void
edit_udp(const struct split *s, struct rte_udp_hdr *udp)
{
	const struct rte_udp_hdr *now = (const struct rte_udp_hdr *)s->now.l4;

	udp->src_port = now->src_port;
	udp->dst_port = now->dst_port;
	udp->dgram_cksum = changed_udp_csum(s, udp->dgram_cksum);
}

static void
edit_tcp(const struct split *s, struct rte_tcp_hdr *tcp)
{
	struct rte_tcp_hdr old = *tcp;

	memcpy(tcp, s->now.l4, s->w->l4_len);
	tcp->sent_seq = rte_cpu_to_be_32(rte_be_to_cpu_32(old.sent_seq) + s->seq_shift);
	tcp->tcp_flags &= ~OWN_TCP_FLAGS;
	tcp->tcp_flags |= old.tcp_flags & OWN_TCP_FLAGS;
	tcp->cksum = changed_csum(s, old.cksum, old.sent_seq, tcp->sent_seq);
}

/* csum is what the head came with. */
static void
head_udp(const struct split *s, uint16_t csum)
{
	struct rte_udp_hdr *udp = (struct rte_udp_hdr *)s->now.l4;

	udp->dgram_len = rte_cpu_to_be_16(sizeof(*udp) + s->w->size);
	udp->dgram_cksum = s->l4_same ? csum : changed_udp_csum(s, csum);
}

static void
head_tcp(const struct split *s, uint16_t csum)
{
	struct rte_tcp_hdr *tcp = (struct rte_tcp_hdr *)s->now.l4;
	rte_be32_t old_seq =
		rte_cpu_to_be_32(rte_be_to_cpu_32(tcp->sent_seq) - s->seq_shift);

	tcp->tcp_flags &= ~RXB_WALK_LAST_FLAGS;
	tcp->cksum = s->l4_same ? csum : changed_csum(s, csum, old_seq, tcp->sent_seq);
}

/* Behind the later packets: they copy what stands in the head. */
static void
split_head(const struct split *s, struct rte_mbuf *head, const struct rte_mbuf *end,
	   uint16_t csum)
{
	write_ip(s, s->now.ip, s->w->l3_len + s->w->l4_len + s->w->size,
		 ((const struct rte_ipv4_hdr *)s->now.ip)->packet_id);
	if (s->w->udp)
		head_udp(s, csum);
	else
		head_tcp(s, csum);
	head->ol_flags = s->ol_flags | (head->ol_flags & MBUF_FLAGS);
	head->pkt_len = s->w->head_hdr + s->w->size;
	rxb_walk_cut(head, end);
}

/* At least an Ethernet and an IPv4 header, 34 bytes; IPv4 behind three tags is 46. */
static inline void
copy_front(uint8_t *dst, const uint8_t *src, uint16_t len)
{
	uint16_t i;

	memcpy(dst, src, 16);
	memcpy(dst + 16, src + 16, 16);
	for (i = 32; unlikely(i + 16 < len); i += 16)
		memcpy(dst + i, src + i, 16);
	memcpy(dst + len - 16, src + len - 16, 16);
}

static inline void
copy_marks(const struct split *s, struct rte_mbuf *m, const struct rte_mbuf *head)
{
	m->ol_flags = s->ol_flags | (m->ol_flags & MBUF_FLAGS);
	m->port = head->port;
	m->packet_type = head->packet_type;
	m->vlan_tci = head->vlan_tci;
	m->vlan_tci_outer = head->vlan_tci_outer;
	m->hash = head->hash;
}

static inline void
split_later(const struct split *s, struct rte_mbuf *m, const struct rte_mbuf *end)
{
	uint8_t *l4 = rte_pktmbuf_mtod(m, uint8_t *) - s->w->l4_len;
	uint8_t *ip = l4 - s->w->l3_len;
	rte_be16_t id = ((const struct rte_ipv4_hdr *)ip)->packet_id;

	if (!s->l4_same) {
		if (s->w->udp)
			edit_udp(s, (struct rte_udp_hdr *)l4);
		else
			edit_tcp(s, (struct rte_tcp_hdr *)l4);
	}
	copy_front(l4 - s->front, s->now.eth, s->front);
	write_ip(s, ip, s->w->l3_len + s->w->l4_len + m->pkt_len, id);
	rxb_walk_cut_later(m, end, s->w->head_hdr);
}

static int
prepare(struct split *s, struct rte_mbuf *agg, const struct rte_mbuf *second)
{
	int rc = rxb_head_find(agg, s->w, &s->now);

	if (rc < 0)
		return rc;
	s->front = s->now.l2_len + s->w->l3_len;
	compare_l4(s, second);
	sum_ip(s);
	choose_flags(s, agg);
	return 0;
}

/* Old headers that the cache gets while others are written. */
#define AHEAD	4u

static inline void
prefetch_header(const struct rte_mbuf *m)
{
	rte_prefetch0(rte_pktmbuf_mtod(m, const uint8_t *) - 1);
}

int
rxb_gro_split(struct rte_mbuf *agg, struct rte_mbuf **pkts, uint16_t room)
{
	struct rxb_walk w;
	struct split s = { .w = &w };
	uint16_t csum, i, n;
	int rc;

	if (rxb_walk(agg, pkts, room, &w) < 0)
		return -EINVAL;
	if (w.nb_pkts > room)
		return -ENOSPC;
	rc = prepare(&s, agg, pkts[1]);
	if (rc < 0)
		return rc;
	if (w.room < w.head_hdr)
		return -ENOBUFS;
	n = w.nb_pkts;
	csum = pkts[1]->tso_segsz;
	for (i = 1; i < n; i++) {
		if (i + AHEAD < n)
			prefetch_header(pkts[i + AHEAD]);
		copy_marks(&s, pkts[i], agg);
		split_later(&s, pkts[i], i + 1 < n ? pkts[i + 1] : NULL);
	}
	split_head(&s, agg, pkts[1], csum);
	return n;
}
