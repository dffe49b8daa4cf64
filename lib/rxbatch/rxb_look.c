/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_tcp.h>
#include <rte_udp.h>

#include "rxb_look.h"
#include "rxb_sum.h"

/* Longest header that is read: two tags, IPv6 with as much behind it as mbuf.l3_len
 * can say, TCP with all options. */
#define L3_MAX		508u
#define HEADERS_MAX	(22u + L3_MAX + 60u)

#define TCP_SYN		0x02u
#define TCP_RST		0x04u
#define TCP_URG		0x20u

/* A packet on its way through the layers. */
struct view {
	const uint8_t *p;	/* its first byte */
	uint32_t avail;		/* bytes to be read there */
	uint32_t frame;		/* bytes of the packet */
	bool cut;		/* a header went on behind avail */
	uint32_t l2;
	uint32_t l3;
	uint32_t total;		/* from the IP header on, by its own word */
	uint32_t type;
};

static void
is(struct rxb_look *lk, enum rxb_kind kind, enum rxb_gro_why why)
{
	lk->kind = kind;
	lk->why = why;
}

static bool
readable(struct view *v, uint32_t end)
{
	if (end <= v->avail)
		return true;
	v->cut = v->avail < v->frame;
	return false;
}

/* EtherType behind at most two tags; 0: none. */
static uint16_t
look_ether(struct view *v)
{
	for (v->l2 = 14; v->l2 <= 22; v->l2 += 4) {
		uint16_t type;

		if (!readable(v, v->l2))
			return 0;
		type = rxb_be16(v->p + v->l2 - 2);
		if (type != RTE_ETHER_TYPE_VLAN && type != RTE_ETHER_TYPE_QINQ &&
		    type != RTE_ETHER_TYPE_QINQ1)
			return type;
	}
	return 0;
}

/* False: *lk says what else it is. */
static bool
look_ip4(const struct rxb_gro *gro, struct view *v, struct rxb_look *lk)
{
	const uint8_t *ip = v->p + v->l2;
	unsigned int words;

	is(lk, RXB_KIND_ALIEN, RXB_GRO_WHY_NOT_IP);
	if (!readable(v, v->l2 + 20) || ip[0] >> 4 != 4)
		return false;
	words = ip[0] & 0xf;
	is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_LENGTH);
	if (words < 5)
		return false;
	is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_FRAGMENT);
	if ((rxb_be16(ip + 6) & (uint16_t)~RTE_IPV4_HDR_DF_FLAG) != 0)
		return false;
	is(lk, RXB_KIND_ALIEN, RXB_GRO_WHY_NOT_L4);
	v->type = rxb_wanted(gro, ip[9], true);
	if (v->type == 0)
		return false;
	is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_IP_OPTIONS);
	if (words > 5)
		return false;
	v->l3 = 20;
	v->total = rxb_be16(ip + 2);
	return true;
}

/* TCP's and UDP's sum is over the addresses that the packet has when it arrives: those of
 * the header, unless a router is still to be visited, or another home is named. */
static bool
moves_address(uint8_t type, const uint8_t *ext, uint32_t len)
{
	uint32_t i;

	if (type == IPPROTO_ROUTING)
		return ext[3] != 0;
	if (type != IPPROTO_DSTOPTS)
		return false;
	for (i = 2; i + 1 < len; i += ext[i] == 0 ? 1 : 2u + ext[i + 1])
		if (ext[i] == 0xc9)
			return true;
	return false;
}

/* From the fixed header to TCP or UDP. */
static bool
look_extensions(const struct rxb_gro *gro, struct view *v, struct rxb_look *lk)
{
	const uint8_t *ip = v->p + v->l2;
	uint8_t next = ip[6];

	for (v->l3 = 40;;) {
		uint32_t len;

		switch (next) {
		case IPPROTO_FRAGMENT:
			is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_FRAGMENT);
			return false;
		case IPPROTO_AH:
		case 135: /* mobility */
		case 139: /* HIP */
		case 140: /* Shim6 */
			is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_IP_OPTIONS);
			return false;
		case IPPROTO_HOPOPTS:
		case IPPROTO_ROUTING:
		case IPPROTO_DSTOPTS:
			break;
		default:
			is(lk, RXB_KIND_ALIEN, RXB_GRO_WHY_NOT_L4);
			v->type = rxb_wanted(gro, next, false);
			return v->type != 0;
		}
		is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_LENGTH);
		if (v->l3 + 8 > v->total || !readable(v, v->l2 + v->l3 + 8))
			return false;
		len = 8 * (1u + ip[v->l3 + 1]);
		if (v->l3 + len > v->total)
			return false;
		is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_IP_OPTIONS);
		if (v->l3 + len > L3_MAX)
			return false;
		is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_LENGTH);
		if (!readable(v, v->l2 + v->l3 + len))
			return false;
		is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_IP_OPTIONS);
		if (moves_address(next, ip + v->l3, len))
			return false;
		next = ip[v->l3];
		v->l3 += len;
	}
}

static bool
look_ip6(const struct rxb_gro *gro, struct view *v, struct rxb_look *lk)
{
	const uint8_t *ip = v->p + v->l2;

	is(lk, RXB_KIND_ALIEN, RXB_GRO_WHY_NOT_IP);
	if (!readable(v, v->l2 + 40) || ip[0] >> 4 != 6)
		return false;
	v->total = 40u + rxb_be16(ip + 4);
	return look_extensions(gro, v, lk);
}

/* The flow. False: its ports are out of sight. */
static bool
look_ports(const struct rxb_gro *gro, struct view *v, struct rxb_look *lk)
{
	const uint8_t *ip = v->p + v->l2;
	uint32_t ports;

	is(lk, RXB_KIND_BARRIER, RXB_GRO_WHY_LENGTH);
	if (v->total < v->l3 + 4 || !readable(v, v->l2 + v->l3 + 4))
		return false;
	ports = rxb_load32(ip + v->l3);
	if ((v->type & (RXB_GRO_TCP4 | RXB_GRO_UDP4)) != 0)
		lk->hash = rxb_hash4(gro->key, ip + 12, ports, v->type);
	else
		lk->hash = rxb_hash6(gro->key, ip + 8, ports, v->type);
	lk->kind = RXB_KIND_FLOW;
	lk->shape = RXB_SHAPE(v->l2, v->l3, 0, v->type);
	return true;
}

/* All lengths agree, and the headers are here. */
static bool
look_lengths(struct view *v, struct rxb_look *lk)
{
	const uint8_t *l4 = v->p + v->l2 + v->l3;
	uint32_t rest = v->total - v->l3, len = 8;
	bool tcp = (v->type & (RXB_GRO_TCP4 | RXB_GRO_TCP6)) != 0;

	lk->why = RXB_GRO_WHY_LENGTH;
	if (v->l2 + v->total != v->frame || rest < (tcp ? 20 : 8))
		return false;
	if (!readable(v, v->l2 + v->l3 + (tcp ? 20 : 8)))
		return false;
	if (tcp)
		len = (l4[12] >> 4) * 4u;
	else if (rxb_be16(l4 + 4) != rest)
		return false;
	if (len < (tcp ? 20 : 8) || len > rest || !readable(v, v->l2 + v->l3 + len))
		return false;
	lk->shape = RXB_SHAPE(v->l2, v->l3, len, v->type);
	lk->payload = rest - len;
	/* Appended, its first mbuf would be empty, which not every NIC sends. */
	lk->why = RXB_GRO_WHY_HEADERS;
	return lk->m->nb_segs == 1 || lk->m->data_len > rxb_header_len(lk->shape);
}

static bool
look_ip_sum(const struct view *v, struct rxb_look *lk)
{
	const uint8_t *ip = v->p + v->l2;
	uint64_t ol = lk->m->ol_flags & RTE_MBUF_F_RX_IP_CKSUM_MASK;

	lk->why = RXB_GRO_WHY_IP_CSUM;
	if (ol == RTE_MBUF_F_RX_IP_CKSUM_UNKNOWN) {
		if (rxb_sum(ip, 20) != 0xffff)
			return false;
		lk->bits |= RXB_BIT_IP_GOOD;
	} else if (ol != RTE_MBUF_F_RX_IP_CKSUM_GOOD) {
		return false;
	}
	lk->why = RXB_GRO_WHY_CSUM_ZERO;
	return rxb_load16(ip + 10) != 0xffff;
}

static bool
look_l4_sum(const struct rxb_gro *gro, const uint8_t *l4, bool tcp, struct rxb_look *lk)
{
	uint64_t ol = lk->m->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK;

	if (!tcp && rxb_load16(l4 + 6) == 0) {
		lk->why = RXB_GRO_WHY_CSUM_ZERO;
		return false;
	}
	if (ol == RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN) {
		lk->why = RXB_GRO_WHY_CSUM_UNKNOWN;
		if ((gro->flags & RXB_GRO_VERIFY) == 0)
			return false;
		lk->bits |= RXB_BIT_UNKNOWN;
	} else if (ol != RTE_MBUF_F_RX_L4_CKSUM_GOOD) {
		/* An aggregate has no sum either, and nothing is wrong with it. */
		lk->why = (lk->m->ol_flags & gro->ol_strange) != 0 ? RXB_GRO_WHY_META :
								     RXB_GRO_WHY_L4_CSUM;
		return false;
	}
	lk->why = RXB_GRO_WHY_CSUM_ZERO;
	return !tcp || rxb_load16(l4 + 16) != 0xffff;
}

static bool
is_tunnel(uint16_t port)
{
	return port == 4789 /* VXLAN */ || port == 6081 /* GENEVE */ || port == 2152 /* GTP-U */;
}

/* What TCP or UDP says against it. */
static bool
look_l4(const struct rxb_gro *gro, const uint8_t *l4, bool tcp, struct rxb_look *lk)
{
	uint8_t flags = tcp ? l4[13] : 0;

	lk->why = RXB_GRO_WHY_TCP_FLAGS;
	if ((flags & (TCP_SYN | TCP_RST | TCP_URG)) != 0)
		return false;
	lk->bits |= flags & (RXB_BITS_LAST | RXB_BIT_CWR);
	lk->why = RXB_GRO_WHY_PAYLOAD;
	if (lk->payload < gro->min_payload)
		return false;
	lk->why = RXB_GRO_WHY_TUNNEL;
	return tcp || (gro->flags & RXB_GRO_TUNNEL) != 0 || !is_tunnel(rxb_be16(l4 + 2));
}

/* May all its mbufs be written, and may what they are marked with be joined? */
static bool
look_mbuf(const struct rxb_gro *gro, struct rxb_look *lk)
{
	const struct rte_mbuf *s;

	lk->why = RXB_GRO_WHY_SHARED;
	for (s = lk->m; s != NULL; s = s->next)
		if (rte_mbuf_refcnt_read(s) != 1 || (s->ol_flags & gro->ol_shared) != 0)
			return false;
	lk->why = RXB_GRO_WHY_META;
	if ((lk->m->ol_flags & gro->ol_strange) != 0)
		return false;
	if (lk->m->nb_segs > 1)
		lk->bits |= RXB_BIT_CHAIN;
	lk->why = RXB_GRO_WHY_COUNT;
	return gro->max_segs > 1 && lk->m->nb_segs <= RXB_SEGMENTS_MAX;
}

/* Neither opens nor joins what has no room for two. */
static bool
look_room(const struct rxb_gro *gro, const struct view *v, struct rxb_look *lk)
{
	lk->why = RXB_GRO_WHY_FULL;
	return v->frame <= gro->max_frame && v->total + gro->min_payload <= UINT16_MAX;
}

/* The IP header of a usual packet; false: not usual, or of no flow. */
static inline bool
usual_ip(const struct rxb_gro *gro, struct view *v)
{
	uint16_t ether = look_ether(v);
	const uint8_t *ip = v->p + v->l2;

	if (ether == RTE_ETHER_TYPE_IPV4) {
		v->l3 = 20;
		v->total = rxb_be16(ip + 2);
		v->type = rxb_wanted(gro, ip[9], true);
		return v->type != 0 && ip[0] == 0x45 && rxb_load16(ip + 10) != 0xffff &&
		       (rxb_load16(ip + 6) & RTE_BE16(0xbfff)) == 0;
	}
	v->l3 = 40;
	v->total = 40u + rxb_be16(ip + 4);
	v->type = rxb_wanted(gro, ip[6], false);
	return ether == RTE_ETHER_TYPE_IPV6 && v->type != 0 && ip[0] >> 4 == 6;
}

/* Its TCP or UDP header: length, 0: not usual. */
static inline uint32_t
usual_l4(const struct rxb_gro *gro, const struct view *v, const uint8_t *l4)
{
	if ((v->type & (RXB_GRO_TCP4 | RXB_GRO_TCP6)) == 0)
		return rxb_be16(l4 + 4) == v->total - v->l3 && rxb_load16(l4 + 6) != 0 &&
		       ((gro->flags & RXB_GRO_TUNNEL) != 0 || !is_tunnel(rxb_be16(l4 + 2))) ? 8 : 0;
	if (v->frame < v->l2 + v->l3 + 20 || rxb_load16(l4 + 16) == 0xffff ||
	    (l4[13] & (TCP_SYN | TCP_RST | TCP_URG)) != 0 || l4[12] < 0x50)
		return 0;
	return l4[12] >> 4 << 2;
}

/* What is not plain, but nothing to worry about either: tags, IPv6, UDP. This says nothing
 * that look_packet() would not; it says it sooner. */
static inline bool
look_usual(const struct rxb_gro *gro, struct view *v, struct rxb_look *lk)
{
	const uint8_t *ip, *l4;
	uint32_t len, ports;
	bool ip4;

	/* Two tags, IPv6 and UDP can be read. */
	if (v->frame != v->avail || v->frame < 22 + 40 + 8 || v->frame > gro->max_frame ||
	    !usual_ip(gro, v))
		return false;
	ip = v->p + v->l2;
	l4 = ip + v->l3;
	ip4 = v->l3 == 20;
	if (((lk->m->ol_flags ^ gro->ol_good) & gro->ol_mask &
	     ~(ip4 ? 0 : RTE_MBUF_F_RX_IP_CKSUM_MASK)) != 0 ||
	    rte_mbuf_refcnt_read(lk->m) != 1 || lk->m->nb_segs != 1 || gro->max_segs < 2)
		return false;
	len = usual_l4(gro, v, l4);
	if (len == 0 || v->l2 + v->total != v->frame ||
	    v->l2 + v->l3 + len + gro->min_payload > v->frame ||
	    v->total + gro->min_payload > UINT16_MAX)
		return false;
	ports = rxb_load32(l4);
	lk->hash = ip4 ? rxb_hash4(gro->key, ip + 12, ports, v->type) :
			 rxb_hash6(gro->key, ip + 8, ports, v->type);
	lk->shape = RXB_SHAPE(v->l2, v->l3, len, v->type);
	lk->payload = v->frame - v->l2 - v->l3 - len;
	lk->bits = rxb_is_tcp(lk->shape) ? l4[13] & (RXB_BITS_LAST | RXB_BIT_CWR) : 0;
	is(lk, RXB_KIND_CANDIDATE, 0);
	return true;
}

static inline void
look_packet(const struct rxb_gro *gro, struct view *v, struct rxb_look *lk)
{
	uint16_t ether = look_ether(v);
	bool ip4 = ether == RTE_ETHER_TYPE_IPV4, tcp;
	const uint8_t *l4;

	if (unlikely(!ip4 && ether != RTE_ETHER_TYPE_IPV6)) {
		is(lk, RXB_KIND_ALIEN, RXB_GRO_WHY_NOT_IP);
		return;
	}
	if (!(ip4 ? look_ip4(gro, v, lk) : look_ip6(gro, v, lk)) || !look_ports(gro, v, lk)) {
		if (lk->kind == RXB_KIND_BARRIER)
			lk->hash = rxb_pair_hash(gro->key, v->p + v->l2 + (ip4 ? 12 : 8), ip4);
		return;
	}
	if (!look_lengths(v, lk))
		return;
	l4 = v->p + v->l2 + v->l3;
	tcp = rxb_is_tcp(lk->shape);
	if (rxb_is_ip4(lk->shape) && !look_ip_sum(v, lk))
		return;
	if (look_l4_sum(gro, l4, tcp, lk) && look_l4(gro, l4, tcp, lk) && look_mbuf(gro, lk) &&
	    look_room(gro, v, lk))
		lk->kind = RXB_KIND_CANDIDATE;
}

/* Headers spread over segments: the flow is known from a copy, no more. */
static void
look_scattered(const struct rxb_gro *gro, struct view *v, struct rxb_look *lk)
{
	uint8_t copy[HEADERS_MAX];

	v->avail = RTE_MIN(v->frame, HEADERS_MAX);
	v->p = rte_pktmbuf_read(lk->m, 0, v->avail, copy);
	lk->bits = 0;
	if (v->p == NULL) {
		is(lk, RXB_KIND_ALIEN, RXB_GRO_WHY_HEADERS);
	} else {
		look_packet(gro, v, lk);
		if (lk->kind == RXB_KIND_CANDIDATE)
			lk->kind = RXB_KIND_FLOW;
		if (lk->kind == RXB_KIND_FLOW && lk->why != RXB_GRO_WHY_LENGTH)
			lk->why = RXB_GRO_WHY_HEADERS;
	}
	lk->hdr = NULL;
}

void
rxb_look_at(const struct rxb_gro *gro, struct rte_mbuf *m, struct rxb_look *lk)
{
	struct view v = {
		.p = rte_pktmbuf_mtod(m, const uint8_t *),
		.avail = m->data_len,
		.frame = m->pkt_len,
	};

	lk->m = m;
	lk->hdr = v.p;
	lk->bits = 0;
	if (look_usual(gro, &v, lk))
		return;
	look_packet(gro, &v, lk);
	if (unlikely(v.cut))
		look_scattered(gro, &v, lk);
	if (lk->kind != RXB_KIND_CANDIDATE)
		lk->bits = 0;
}
