/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_common.h>

#include "prop_gen.h"
#include "prop_view.h"

void
prop_word(struct prop_pkt *p, const char *word)
{
	int i;

	for (i = 0; i < PROP_WORDS; i++)
		if (p->words[i] == NULL) {
			p->words[i] = word;
			return;
		}
}

void
prop_verdict(struct prop_rng *r, uint16_t unknown, struct prop_pkt *p)
{
	struct prop_view v;

	p->ol_flags &= ~(uint64_t)(RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK);
	prop_view(p->bytes, p->len, &v);
	if (v.version == 4 && p->len >= v.l3 + 20 && !prop_chance(r, unknown))
		p->ol_flags |= p->bytes[v.l3] == 0x45 && prop_ip_right(p->bytes, &v) ?
			       RTE_MBUF_F_RX_IP_CKSUM_GOOD : RTE_MBUF_F_RX_IP_CKSUM_BAD;
	if (v.payload != 0 && !prop_chance(r, unknown))
		p->ol_flags |= prop_l4_right(p->bytes, &v) ? RTE_MBUF_F_RX_L4_CKSUM_GOOD :
							     RTE_MBUF_F_RX_L4_CKSUM_BAD;
}

/* Where a special packet is made. */
struct odd {
	struct prop_rng *r;
	struct prop_flow *f;
	struct prop_pkt *p;
	uint8_t *bytes;
	uint8_t *ip, *l4;	/* NULL: the packet has none any more */
	struct prop_view v;
};

/* The word at p, which is summed, such that the checksum comes out as 0. */
static void
make_sum_zero(uint8_t *p, uint16_t sum)
{
	uint32_t w = get16(p) + (uint32_t)sum;

	put16(p, (uint16_t)((w & 0xffff) + (w >> 16)));
}

static const char *
odd_sum(struct odd *o)
{
	uint8_t *field = o->bytes + prop_l4_field(&o->v);

	switch (prop_below(o->r, 6)) {
	case 0:
		field[prop_below(o->r, 2)] ^= (uint8_t)(1u << prop_below(o->r, 8));
		return "L4 sum wrong";
	case 1:
		if (o->v.version == 4)
			o->ip[10 + prop_below(o->r, 2)] ^= (uint8_t)(1u << prop_below(o->r, 8));
		return "IP sum wrong";
	case 2:
		put16(field, 0);
		return "L4 sum field 0";
	case 3:
		if (o->v.version != 4)
			break;
		put16(o->ip + 4, o->f->id);
		make_sum_zero(o->ip + 4, prop_ip_sum(o->bytes, &o->v));
		o->f->id = (uint16_t)(get16(o->ip + 4) + 1);
		put16(o->ip + 10, prop_chance(o->r, 500) ? 0 : 0xffff);
		return "IP sum zero";
	default:
		break;
	}
	if (o->v.payload_len < 2)
		return "";
	put16(field, 0);
	make_sum_zero(o->bytes + o->v.payload, (uint16_t)(o->v.proto == 17 &&
		      prop_l4_sum(o->bytes, &o->v) == 0xffff ? 0 : prop_l4_sum(o->bytes, &o->v)));
	put16(field, prop_chance(o->r, 500) ? 0 : 0xffff);
	return "L4 sum zero";
}

static const char *
odd_ip(struct odd *o)
{
	uint8_t *ip = o->ip;

	if (o->v.version == 6) {
		switch (prop_below(o->r, 4)) {
		case 0: put16(ip + 4, 0); return "no IPv6 length";
		case 1: put16(ip + 4, (uint16_t)(get16(ip + 4) - 1)); return "padding";
		case 2: ip[6] = 44; return "fragment header";
		default: ip[6] = 51; return "authentication header";
		}
	}
	switch (prop_below(o->r, 10)) {
	case 0: ip[6] |= 0x20; break;
	case 1: ip[7] = 3; break;
	case 2: ip[6] |= 0x80; break;
	case 3: ip[0] = 0x46; break;
	case 4: ip[0] = 0x44; break;
	case 5: ip[0] = 0x55; break;
	case 6: put16(ip + 2, (uint16_t)(get16(ip + 2) - 1)); break;
	case 7: put16(ip + 2, (uint16_t)(get16(ip + 2) + 1)); break;
	case 8: put16(ip + 2, 19); break;
	default: ip[9] = 1; break;
	}
	put16(ip + 10, prop_ip_sum(o->bytes, &o->v));
	return "IP: fragment, options, length or protocol";
}

static const char *
odd_l4(struct odd *o)
{
	if (o->v.proto == 17) {
		if (prop_chance(o->r, 500)) {
			put16(o->l4 + 4, (uint16_t)(get16(o->l4 + 4) - 1));
			return "UDP length";
		}
		put16(o->l4 + 2, prop_chance(o->r, 500) ? 4789 : 2152);
		prop_sums_write(o->bytes, &o->v);
		return "tunnel port";
	}
	o->l4[12] = (uint8_t)((o->l4[12] & 15) | (prop_chance(o->r, 500) ? 0x40 : 0xf0));
	return "TCP header length";
}

static const char *
odd_frame(struct odd *o)
{
	uint32_t n;

	switch (prop_below(o->r, 5)) {
	case 0:
		n = 1 + prop_below(o->r, 46);
		memset(o->bytes + o->p->len, 0, n);
		o->p->len += n;
		return "padding";
	case 1:
		o->p->len = 14 + prop_below(o->r, o->p->len - 13);
		return "cut";
	case 2:
		o->p->len -= o->p->len > 60;
		return "cut by one";
	case 3:
		put16(o->bytes + 12, prop_chance(o->r, 500) ? 0x0806 : 0x0026);
		return "no IP";
	default:
		n = prop_below(o->r, RTE_MIN(o->p->len, 128u));
		o->bytes[n] ^= (uint8_t)(1u << prop_below(o->r, 8));
		return "one bit turned";
	}
}

static const char *
odd_marks(struct odd *o)
{
	static const uint64_t flags[] = {
		RTE_MBUF_F_RX_LRO, RTE_MBUF_F_RX_SEC_OFFLOAD, RTE_MBUF_F_RX_IEEE1588_PTP,
		RTE_MBUF_F_RX_FDIR_FLX,
	};

	o->p->ol_flags |= flags[prop_below(o->r, RTE_DIM(flags))];
	return "mbuf flag";
}

void
prop_odd(struct prop_rng *r, struct prop_flow *f, struct prop_pkt *p, uint8_t *bytes)
{
	struct odd o = { .r = r, .f = f, .p = p, .bytes = bytes };

	prop_view(bytes, p->len, &o.v);
	o.ip = bytes + o.v.l3;
	o.l4 = bytes + o.v.l4;
	switch (prop_below(r, 6)) {
	case 0:
	case 1:
		prop_word(p, odd_sum(&o));
		break;
	case 2:
		prop_word(p, odd_ip(&o));
		break;
	case 3:
		prop_word(p, odd_l4(&o));
		break;
	case 4:
		prop_word(p, odd_frame(&o));
		break;
	default:
		prop_word(p, odd_marks(&o));
		break;
	}
}

/* Cut into segments: behind the headers, right at their end, or inside. */
static void
cut_segments(struct prop_rng *r, struct prop_pkt *p)
{
	uint32_t left = p->len, n;
	struct prop_view v;

	prop_view(p->bytes, p->len, &v);
	p->nb_segs = (uint8_t)(2 + prop_below(r, PROP_SEGS - 1));
	if (v.payload != 0 && prop_chance(r, 850))
		n = v.payload + (prop_chance(r, 300) ? 0 : prop_below(r, p->len - v.payload + 1));
	else
		n = prop_below(r, RTE_MIN(p->len, 90u) + 1);
	for (uint8_t i = 0; i + 1 < p->nb_segs; i++) {
		p->seg_len[i] = (uint16_t)n;
		left -= n;
		n = prop_below(r, left + 1);
	}
	p->seg_len[p->nb_segs - 1] = (uint16_t)left;
	prop_word(p, "segments");
}

void
prop_odd_mbuf(struct prop_rng *r, struct prop_pkt *p)
{
	switch (prop_below(r, 4)) {
	case 0:
		p->headroom = (uint16_t)prop_below(r, 16);
		break;
	case 1:
		p->own = (uint8_t)(1 + prop_below(r, 3));
		prop_word(p, p->own == OWN_EXTERNAL ? "external" : "shared");
		break;
	default:
		cut_segments(r, p);
		if (prop_chance(r, 200)) {
			p->own = (uint8_t)(1 + prop_below(r, 3));
			p->own_seg = prop_chance(r, 500) ? 0 : p->nb_segs - 1;
			prop_word(p, p->own == OWN_EXTERNAL ? "external" : "shared");
		}
		break;
	}
}
