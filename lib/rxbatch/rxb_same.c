/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rxb_same.h"

/* Bytes behind the room for tags. */
#define L2		[0 ... 21] = 0xff
#define IP4		[22 ... 23] = 0xff, [28 ... 31] = 0xff, [34 ... 41] = 0xff
#define IP6		[22 ... 25] = 0xff, [28 ... 61] = 0xff
#define PORTS(at)	[at ... (at) + 3] = 0xff
#define TCP(at)		PORTS(at), [(at) + 8 ... (at) + 12] = 0xff, [(at) + 13] = 0x76, \
			[(at) + 14 ... (at) + 15] = 0xff, [(at) + 18 ... (at) + 59] = 0xff

const uint8_t rxb_masks[4][RXB_MASK_L2 + 40 + 60] = {
	{ L2, IP4, TCP(42) },
	{ L2, IP6, TCP(62) },
	{ L2, IP4, PORTS(42) },
	{ L2, IP6, PORTS(62) },
};

const uint8_t rxb_mask_usual[RXB_USUAL_MAX] __rte_aligned(16) = {
	[0 ... 15] = 0xff, [20 ... 23] = 0xff, [26 ... 37] = 0xff, [42 ... 49] = 0xff,
	[52 ... 79] = 0xff,
};

/* Two headers side by side. */
struct both {
	const uint8_t *a, *b;	/* from the layer in question on */
	uint32_t sa, sb;	/* shapes */
};

static bool
same(const struct both *t, uint32_t off, uint32_t len)
{
	return memcmp(t->a + off, t->b + off, len) == 0;
}

static struct both
layer(const struct rxb_agg *agg, const struct rxb_look *lk, bool l4)
{
	struct both t = { agg->hdr, lk->hdr, agg->shape, lk->shape };

	t.a += rxb_l2_len(t.sa) + (l4 ? rxb_l3_len(t.sa) : 0);
	t.b += rxb_l2_len(t.sb) + (l4 ? rxb_l3_len(t.sb) : 0);
	return t;
}

static bool
same_flow(const struct both *ip, const struct both *l4)
{
	if (rxb_type(ip->sa) != rxb_type(ip->sb) || !same(l4, 0, 4))
		return false;
	return rxb_is_ip4(ip->sa) ? same(ip, 12, 8) : same(ip, 8, 32);
}

static bool
same_l2(const struct rxb_agg *agg, const struct rxb_look *lk)
{
	const uint64_t tags = RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED |
			      RTE_MBUF_F_RX_QINQ | RTE_MBUF_F_RX_QINQ_STRIPPED;
	const struct rte_mbuf *a = agg->head, *b = lk->m;

	if (rxb_l2_len(agg->shape) != rxb_l2_len(lk->shape) ||
	    memcmp(agg->hdr, lk->hdr, rxb_l2_len(lk->shape)) != 0 ||
	    ((a->ol_flags ^ b->ol_flags) & tags) != 0)
		return false;
	if ((a->ol_flags & RTE_MBUF_F_RX_VLAN) != 0 && a->vlan_tci != b->vlan_tci)
		return false;
	return (a->ol_flags & RTE_MBUF_F_RX_QINQ) == 0 || a->vlan_tci_outer == b->vlan_tci_outer;
}

static bool
same_marks(const struct rte_mbuf *a, const struct rte_mbuf *b)
{
	const uint64_t others = RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK |
				RTE_MBUF_F_EXTERNAL;
	uint64_t ol = a->ol_flags;

	if (((ol ^ b->ol_flags) & ~others) != 0 || a->port != b->port ||
	    a->packet_type != b->packet_type)
		return false;
	if ((ol & (RTE_MBUF_F_RX_RSS_HASH | RTE_MBUF_F_RX_FDIR)) != 0 &&
	    a->hash.rss != b->hash.rss)
		return false;
	return (ol & (RTE_MBUF_F_RX_FDIR | RTE_MBUF_F_RX_FDIR_ID | RTE_MBUF_F_RX_FDIR_FLX)) == 0 ||
	       a->hash.fdir.hi == b->hash.fdir.hi;
}

static unsigned int
why_not_ip4(const struct rxb_agg *agg, const struct both *ip)
{
	uint16_t id = rxb_be16(ip->b + 4);

	if (!same(ip, 1, 1))
		return RXB_GRO_WHY_TOS_DIFFERS;
	if (!same(ip, 8, 1))
		return RXB_GRO_WHY_TTL_DIFFERS;
	if (!same(ip, 6, 2))
		return RXB_GRO_WHY_IP_DIFFERS;
	if (id == agg->next_id)
		return RXB_FITS;
	/* The second packet tells whether they count; without DF they must. */
	return agg->packets == 1 && id == rxb_be16(ip->a + 4) && (ip->b[6] & 0x40) != 0 ?
	       RXB_FITS : RXB_GRO_WHY_IP_ID;
}

static unsigned int
why_not_ip6(const struct both *ip)
{
	uint32_t len = rxb_l3_len(ip->sa);

	if (!same(ip, 0, 4))
		return RXB_GRO_WHY_TOS_DIFFERS;
	if (!same(ip, 7, 1))
		return RXB_GRO_WHY_TTL_DIFFERS;
	return len == rxb_l3_len(ip->sb) && same(ip, 6, 1) && same(ip, 40, len - 40) ?
	       RXB_FITS : RXB_GRO_WHY_IP_DIFFERS;
}

static unsigned int
why_not_tcp(const struct rxb_agg *agg, const struct both *tcp)
{
	uint32_t len = rxb_l4_len(tcp->sa);

	if (rxb_be32(tcp->b + 4) != agg->next_seq)
		return RXB_GRO_WHY_SEQ;
	if (!same(tcp, 8, 4))
		return RXB_GRO_WHY_ACK_DIFFERS;
	if (!same(tcp, 14, 2))
		return RXB_GRO_WHY_WINDOW_DIFFERS;
	if ((tcp->b[13] & RXB_BIT_CWR) != 0)
		return RXB_GRO_WHY_TCP_FLAGS;
	if (((tcp->a[12] ^ tcp->b[12]) & 0x0f) != 0 || ((tcp->a[13] ^ tcp->b[13]) & 0x76) != 0)
		return RXB_GRO_WHY_FLAGS_DIFFER;
	if (!same(tcp, 18, 2))
		return RXB_GRO_WHY_URG_DIFFERS;
	return len == rxb_l4_len(tcp->sb) && same(tcp, 20, len - 20) ?
	       RXB_FITS : RXB_GRO_WHY_OPTIONS_DIFFER;
}

static unsigned int
why_not_size(const struct rxb_agg *agg, const struct rxb_look *lk)
{
	if (lk->payload > agg->seg_len)
		return RXB_GRO_WHY_LONGER;
	if (lk->payload > agg->room)
		return RXB_GRO_WHY_FULL;
	return agg->head->nb_segs + (uint32_t)lk->m->nb_segs > RXB_SEGMENTS_MAX ?
	       RXB_GRO_WHY_COUNT : RXB_FITS;
}

unsigned int
rxb_why_not(const struct rxb_agg *agg, const struct rxb_look *lk)
{
	struct both ip = layer(agg, lk, false), l4 = layer(agg, lk, true);
	unsigned int why;

	if (!same_flow(&ip, &l4))
		return RXB_OTHER;
	if (!same_l2(agg, lk))
		return RXB_GRO_WHY_L2_DIFFERS;
	if (!same_marks(agg->head, lk->m))
		return RXB_GRO_WHY_META_DIFFERS;
	why = rxb_is_ip4(lk->shape) ? why_not_ip4(agg, &ip) : why_not_ip6(&ip);
	if (why == RXB_FITS && rxb_is_tcp(lk->shape))
		why = why_not_tcp(agg, &l4);
	return why == RXB_FITS ? why_not_size(agg, lk) : why;
}
