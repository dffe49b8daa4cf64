/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "prop_ref.h"

/* TCP flags. */
#define FIN	0x01
#define SYN	0x02
#define RST	0x04
#define PSH	0x08
#define URG	0x20
#define CWR	0x80

#define CKSUM_FLAGS	(RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK)
#define VLAN_FLAGS	(RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED | \
			 RTE_MBUF_F_RX_QINQ | RTE_MBUF_F_RX_QINQ_STRIPPED)
#define NO_JOIN_FLAGS	(RTE_MBUF_F_RX_LRO | RTE_MBUF_F_RX_SEC_OFFLOAD | \
			 RTE_MBUF_F_RX_SEC_OFFLOAD_FAILED | RTE_MBUF_F_RX_IEEE1588_PTP | \
			 RTE_MBUF_F_RX_IEEE1588_TMST)

bool
ref_type_wanted(const struct rxb_gro_conf *conf, const struct prop_view *v)
{
	uint32_t types = conf->types != 0 ? conf->types : RXB_GRO_TCP4 | RXB_GRO_TCP6;

	if (v->proto == 6)
		return types & (v->version == 4 ? RXB_GRO_TCP4 : RXB_GRO_TCP6);
	return types & (v->version == 4 ? RXB_GRO_UDP4 : RXB_GRO_UDP6);
}

static bool
is_tunnel(const uint8_t *port)
{
	return get16(port) == 4789 || get16(port) == 6081 || get16(port) == 2152;
}

static uint64_t
ip_sum_fault(const struct prop_pkt *p, const struct prop_view *v)
{
	uint64_t verdict = p->ol_flags & RTE_MBUF_F_RX_IP_CKSUM_MASK, why = 0;

	if (v->version != 4)
		return 0;
	if (verdict == RTE_MBUF_F_RX_IP_CKSUM_BAD ||
	    (verdict != RTE_MBUF_F_RX_IP_CKSUM_GOOD && !prop_ip_right(p->bytes, v)))
		why |= WHY(IP_CSUM);
	if (get16(p->bytes + v->l3 + 10) == 0xffff)
		why |= WHY(CSUM_ZERO) | WHY(IP_CSUM);
	return why;
}

static uint64_t
l4_sum_fault(const struct rxb_gro_conf *conf, const struct prop_pkt *p,
	     const struct prop_view *v, bool *bad)
{
	uint64_t verdict = p->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK, why = 0;
	uint16_t field = get16(p->bytes + prop_l4_field(v));

	if (verdict == RTE_MBUF_F_RX_L4_CKSUM_BAD || verdict == RTE_MBUF_F_RX_L4_CKSUM_NONE)
		why |= WHY(L4_CSUM);
	if (verdict == RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN && !(conf->flags & RXB_GRO_VERIFY))
		why |= WHY(CSUM_UNKNOWN);
	if (field == (v->proto == 6 ? 0xffff : 0))
		why |= WHY(CSUM_ZERO);
	*bad = why == 0 && verdict == RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN &&
	       !prop_l4_right(p->bytes, v);
	return why;
}

static uint64_t
own_fault(const struct rxb_gro_conf *conf, const struct prop_pkt *p)
{
	switch (p->own) {
	case OWN_MINE:
		return 0;
	case OWN_EXTERNAL:
		return conf->flags & RXB_GRO_EXTBUF ? 0 : WHY(SHARED);
	default:
		return WHY(SHARED);
	}
}

uint64_t
ref_faults(const struct rxb_gro_conf *conf, const struct prop_pkt *p, const struct prop_view *v,
	   bool *bad)
{
	uint64_t why = v->why | own_fault(conf, p);
	uint32_t min_payload = conf->min_payload == 0 ? 1 : conf->min_payload;

	*bad = false;
	if (p->ol_flags & NO_JOIN_FLAGS)
		why |= WHY(META);
	if (v->version != 0 && v->proto != 0 && !ref_type_wanted(conf, v))
		why |= WHY(NOT_L4);
	if (v->version != 0 && v->proto != 0 && p->nb_segs > 1 &&
	    p->seg_len[0] < (v->payload != 0 ? v->payload + 1 : v->l3 + 60))
		why |= WHY(HEADERS);
	if (v->version == 4)
		why |= ip_sum_fault(p, v);
	if (v->payload == 0)
		return why;
	why |= l4_sum_fault(conf, p, v, bad);
	if (v->payload_len < min_payload)
		why |= WHY(PAYLOAD);
	if (v->proto == 6 && (p->bytes[v->l4 + 13] & (SYN | RST | URG)))
		why |= WHY(TCP_FLAGS);
	if (v->proto == 17 && !(conf->flags & RXB_GRO_TUNNEL) &&
	    (is_tunnel(p->bytes + v->l4) || is_tunnel(p->bytes + v->l4 + 2)))
		why |= WHY(TUNNEL);
	return why;
}

bool
ref_same_vlan(const struct prop_pkt *a, const struct prop_pkt *b)
{
	if ((a->ol_flags ^ b->ol_flags) & VLAN_FLAGS)
		return false;
	if ((a->ol_flags & RTE_MBUF_F_RX_VLAN) && a->vlan_tci != b->vlan_tci)
		return false;
	return !(a->ol_flags & RTE_MBUF_F_RX_QINQ) || a->vlan_tci_outer == b->vlan_tci_outer;
}

bool
ref_same_marks(const struct prop_pkt *a, const struct prop_pkt *b)
{
	if ((a->ol_flags ^ b->ol_flags) & ~(CKSUM_FLAGS | VLAN_FLAGS))
		return false;
	/* The two share their bytes. */
	if ((a->ol_flags & (RTE_MBUF_F_RX_RSS_HASH | RTE_MBUF_F_RX_FDIR)) && a->rss != b->rss)
		return false;
	if ((a->ol_flags & RTE_MBUF_F_RX_FDIR_ID) && a->mark != b->mark)
		return false;
	return a->port == b->port && a->packet_type == b->packet_type;
}

static uint64_t
ip_differs(const struct ref_agg *a, const struct prop_pkt *p, const struct prop_view *v)
{
	const uint8_t *one = a->first->bytes + a->v.l3, *two = p->bytes + v->l3;
	uint64_t d = 0;
	uint16_t step;

	if (v->version == 6) {
		if ((get32(one) ^ get32(two)) & 0x0fffffff)
			d |= WHY(TOS_DIFFERS);
		if (one[7] != two[7])
			d |= WHY(TTL_DIFFERS);
		if (v->l4 - v->l3 != a->v.l4 - a->v.l3 || one[6] != two[6] ||
		    memcmp(one + 40, two + 40, v->l4 - v->l3 - 40) != 0)
			d |= WHY(IP_DIFFERS);
		return d;
	}
	if (one[1] != two[1])
		d |= WHY(TOS_DIFFERS);
	if (one[8] != two[8])
		d |= WHY(TTL_DIFFERS);
	if ((one[6] ^ two[6]) & 0x40)
		d |= WHY(IP_DIFFERS);
	step = (uint16_t)(get16(two + 4) - get16(one + 4));
	if (a->count == 1 ? step != 1 && !(step == 0 && (one[6] & 0x40)) :
			    step != (uint16_t)(a->count * a->id_step))
		d |= WHY(IP_ID);
	return d;
}

static uint64_t
tcp_differs(const struct ref_agg *a, const struct prop_pkt *p, const struct prop_view *v)
{
	const uint8_t *one = a->first->bytes + a->v.l4, *two = p->bytes + v->l4;
	uint32_t options = v->payload - v->l4 - 20;
	uint64_t d = 0;

	if (get32(two + 4) != a->seq)
		d |= WHY(SEQ);
	if (get32(one + 8) != get32(two + 8))
		d |= WHY(ACK_DIFFERS);
	if ((one[12] ^ two[12]) & 0x0f || (one[13] ^ two[13]) & ~(FIN | PSH | CWR))
		d |= WHY(FLAGS_DIFFER);
	if (two[13] & CWR)
		d |= WHY(TCP_FLAGS);
	if (get16(one + 14) != get16(two + 14))
		d |= WHY(WINDOW_DIFFERS);
	if (get16(one + 18) != get16(two + 18))
		d |= WHY(URG_DIFFERS);
	if (options != a->v.payload - a->v.l4 - 20 || memcmp(one + 20, two + 20, options) != 0)
		d |= WHY(OPTIONS_DIFFER);
	return d;
}

/* Whether a byte more than this many has no place. */
static bool
too_long(const struct rxb_gro_conf *conf, const struct prop_view *v, uint32_t len)
{
	return len - v->l3 > 65535 || (conf->max_len != 0 && len > conf->max_len);
}

uint64_t
ref_differs(const struct rxb_gro_conf *conf, const struct ref_agg *a, const struct prop_pkt *p,
	    const struct prop_view *v)
{
	uint32_t segs = conf->max_segs == 0 ? 128 : conf->max_segs;
	uint32_t len = a->len + v->payload_len;
	uint64_t d = ip_differs(a, p, v);

	if (v->l3 != a->v.l3 || memcmp(p->bytes, a->first->bytes, v->l3) != 0 ||
	    !ref_same_vlan(a->first, p))
		d |= WHY(L2_DIFFERS);
	if (!ref_same_marks(a->first, p))
		d |= WHY(META_DIFFERS);
	if (v->proto == 6)
		d |= tcp_differs(a, p, v);
	else if (segs > 64)
		segs = 64;
	if (v->payload_len > a->v.payload_len)
		d |= WHY(LONGER);
	if (too_long(conf, v, len))
		d |= WHY(FULL);
	if (a->count + 1 > segs)
		d |= WHY(COUNT);
	return d;
}

uint64_t
ref_is_full(const struct rxb_gro_conf *conf, const struct ref_agg *a)
{
	uint32_t segs = conf->max_segs == 0 ? 128 : conf->max_segs;
	uint64_t why = 0;

	if (a->v.proto == 17 && segs > 64)
		segs = 64;
	if (too_long(conf, &a->v, a->len + (conf->min_payload == 0 ? 1 : conf->min_payload)))
		why |= WHY(FULL);
	if (a->count == segs)
		why |= WHY(COUNT);
	return why;
}

void
ref_open(struct ref_agg *a, struct prop_pkt *p, const struct prop_view *v)
{
	a->first = p;
	a->v = *v;
	a->count = 1;
	a->len = p->len;
	a->id_step = 0;
	if (v->proto == 6)
		a->seq = get32(p->bytes + v->l4 + 4) + v->payload_len;
}

void
ref_append(struct ref_agg *a, const struct prop_pkt *p, const struct prop_view *v)
{
	if (a->count == 1)
		a->id_step = (uint16_t)(get16(p->bytes + v->l3 + 4) -
					get16(a->first->bytes + v->l3 + 4));
	a->count++;
	a->len += v->payload_len;
	a->seq += v->payload_len;
}

bool
ref_is_last(const struct ref_agg *a, const struct prop_pkt *p, const struct prop_view *v)
{
	return v->payload_len < a->v.payload_len ||
	       (v->proto == 6 && (p->bytes[v->l4 + 13] & (FIN | PSH)));
}
