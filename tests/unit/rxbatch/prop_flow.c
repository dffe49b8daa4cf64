/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_common.h>

#include "prop_gen.h"
#include "prop_view.h"

/* Few hosts: flows share addresses, and a fragment bars more than one. */
static void
pick_hosts(struct prop_rng *r, struct prop_flow *f)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	uint8_t *addr[2] = { f->src, f->dst };
	int i;

	for (i = 0; i < 2; i++) {
		uint8_t *v4 = f->v6 ? addr[i] + 12 : addr[i];

		memset(addr[i], 0, 16);
		if (f->v6 && prop_chance(r, 700))
			put32(addr[i], 0x20010db8);
		else if (f->v6)
			memcpy(addr[i], mapped, sizeof(mapped));
		put32(v4, 0x0a000001 + prop_below(r, 3));
	}
}

static void
pick_tags(struct prop_rng *r, struct prop_flow *f)
{
	uint8_t i;

	f->nb_tags = prop_chance(r, 300) ? (uint8_t)(1 + prop_below(r, 2)) : 0;
	for (i = 0; i < f->nb_tags; i++) {
		put16(f->tags + 4 * i, i == 0 && f->nb_tags == 2 && prop_chance(r, 600) ?
		      (prop_chance(r, 200) ? 0x9100 : 0x88a8) : 0x8100);
		put16(f->tags + 4 * i + 2, (uint16_t)prop_rnd(r));
	}
}

/* Hop-by-hop, destination, routing: one or two of them. */
static void
pick_extensions(struct prop_rng *r, struct prop_flow *f)
{
	static const uint8_t kinds[] = { 0, 60, 43 };
	uint8_t kind = kinds[prop_below(r, 3)], l4 = f->udp ? 17 : 6;

	f->ext_len = 0;
	if (!f->v6 || !prop_chance(r, 150))
		return;
	f->next_header = kind;
	f->ext_len = prop_chance(r, 700) ? 8 : 16;
	memset(f->ext, 0, sizeof(f->ext));
	f->ext[0] = l4;
	f->ext[1] = (uint8_t)(f->ext_len / 8 - 1);
	f->ext[2] = 1;	/* PadN; of a routing header the type */
	f->ext[3] = (uint8_t)(kind == 43 ? 0 : f->ext_len - 4);
	if (kind == 0 && prop_chance(r, 300)) {
		f->ext[0] = 60;
		f->ext[f->ext_len] = l4;
		f->ext[f->ext_len + 2] = 1;
		f->ext[f->ext_len + 3] = 4;
		f->ext_len += 8;
	}
}

static void
pick_options(struct prop_rng *r, struct prop_flow *f)
{
	static const uint8_t timestamps[12] = { 1, 1, 8, 10, 0, 0, 1, 0, 0, 0, 2, 0 };
	uint8_t i;

	f->options_len = 0;
	if (prop_chance(r, 500)) {
		f->options_len = 12;
		memcpy(f->options, timestamps, 12);
	} else if (prop_chance(r, 300)) {
		f->options_len = (uint8_t)(4 * (1 + prop_below(r, 10)));
		for (i = 0; i < f->options_len; i++)
			f->options[i] = (uint8_t)prop_rnd(r);
	}
}

static void
pick_marks(struct prop_rng *r, struct prop_flow *f)
{
	struct prop_pkt *m = &f->marks;

	memset(m, 0, sizeof(*m));
	m->rss = (uint32_t)prop_rnd(r);
	m->mark = (uint32_t)prop_rnd(r);
	if (prop_chance(r, 300))
		m->ol_flags |= RTE_MBUF_F_RX_RSS_HASH;
	if (prop_chance(r, 100))
		m->ol_flags |= RTE_MBUF_F_RX_FDIR | RTE_MBUF_F_RX_FDIR_ID;
	if (prop_chance(r, 200)) {
		m->ol_flags |= RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED;
		m->vlan_tci = (uint16_t)prop_rnd(r);
		if (prop_chance(r, 300)) {
			m->ol_flags |= RTE_MBUF_F_RX_QINQ | RTE_MBUF_F_RX_QINQ_STRIPPED;
			m->vlan_tci_outer = (uint16_t)prop_rnd(r);
		}
	}
	if (prop_chance(r, 50))
		m->ol_flags |= RTE_MBUF_F_RX_OUTER_IP_CKSUM_BAD;
	m->packet_type = prop_chance(r, 500) ? 0 : RTE_PTYPE_L2_ETHER |
			 (f->v6 ? RTE_PTYPE_L3_IPV6 : RTE_PTYPE_L3_IPV4) |
			 (f->udp ? RTE_PTYPE_L4_UDP : RTE_PTYPE_L4_TCP);
	m->port = (uint16_t)prop_below(r, 2);
}

static uint16_t
pick_mss(struct prop_rng *r, uint16_t limit)
{
	static const uint16_t sizes[] = { 1, 2, 3, 10, 64, 100, 100, 536, 1448, 1460, 8948, 9000 };
	uint16_t mss = sizes[prop_below(r, RTE_DIM(sizes))];

	return RTE_MIN(mss, limit);
}

void
prop_flow_make(struct prop_rng *r, const struct prop_profile *profile, struct prop_flow *f)
{
	static const uint16_t rooms[] = { 128, 128, 64, 8, 4, 3, 2, 0, 0 };
	uint8_t i;

	memset(f, 0, sizeof(*f));
	f->v6 = prop_chance(r, 400);
	f->udp = prop_chance(r, profile->udp);
	f->df = prop_chance(r, 600);
	f->id_fixed = prop_chance(r, 300);
	for (i = 0; i < 12; i++)
		f->mac[i] = i % 6 == 0 ? 2 : (uint8_t)prop_below(r, 3);
	pick_hosts(r, f);
	pick_tags(r, f);
	pick_extensions(r, f);
	pick_options(r, f);
	pick_marks(r, f);
	f->sport = (uint16_t)(1000 + prop_below(r, 40));
	f->dport = (uint16_t)(1000 + prop_below(r, 4));
	f->ttl = (uint8_t)prop_rnd(r);
	f->tos = (uint8_t)prop_rnd(r);
	f->label = (uint32_t)(prop_rnd(r) & 0xfffff);
	f->id = prop_chance(r, 200) ? 0xfffe : (uint16_t)prop_rnd(r);
	f->seq = prop_chance(r, 200) ? 0xffffffff - prop_below(r, 3000) : (uint32_t)prop_rnd(r);
	f->ack = (uint32_t)prop_rnd(r);
	f->window = (uint16_t)prop_rnd(r);
	f->urgent = prop_chance(r, 100) ? (uint16_t)prop_rnd(r) : 0;
	f->flags = prop_chance(r, 950) ? 0x10 : 0x00;
	f->flags |= prop_chance(r, 100) ? 0x40 : 0;
	f->reserved = prop_chance(r, 50) ? (uint8_t)prop_below(r, 16) : 0;
	f->mss = pick_mss(r, profile->mss);
	f->headroom = rooms[prop_below(r, RTE_DIM(rooms))];
	f->verdict_unknown = profile->verify ? 700 : 20;
}

const char *
prop_flow_change(struct prop_rng *r, struct prop_flow *f)
{
	switch (prop_below(r, 28)) {
	case 0: f->ttl--; return "ttl";
	case 1: f->tos ^= 1; return "ecn";
	case 2: f->tos ^= (uint8_t)(4u << prop_below(r, 6)); return "dscp";
	case 3: f->label ^= 1u << prop_below(r, 20); return "flow label";
	case 4: f->mac[prop_below(r, 12)] ^= 4; return "mac";
	case 5: f->tags[prop_below(r, 4) + 4 * prop_below(r, 2)] ^= 0; pick_tags(r, f);
		return "tags";
	case 6: f->ack++; return "ack";
	case 7: f->window ^= 1u << prop_below(r, 16); return "window";
	case 8: f->options[prop_below(r, 12)] ^= 16; return "option value";
	case 9: pick_options(r, f); return "options";
	case 10: f->urgent ^= 0x100; return "urgent pointer";
	case 11: f->seq += 1 + prop_below(r, 3000); return "gap";
	case 12: f->seq -= 1 + prop_below(r, 3000); return "older seq";
	case 13: f->id += (uint16_t)(1 + prop_below(r, 9)); return "id jump";
	case 14: f->id--; return "id back";
	case 15: f->df = !f->df; return "df";
	case 16: f->id_fixed = !f->id_fixed; return "id mode";
	case 17: f->flags ^= 0x40; return "ece";
	case 18: f->reserved ^= (uint8_t)(1u << prop_below(r, 4)); return "reserved bits";
	case 19: f->marks.rss ^= 1u << prop_below(r, 32); return "rss";
	case 20: f->marks.mark ^= 1u << prop_below(r, 32); return "mark";
	case 21: f->marks.port ^= 1; return "port";
	case 22: f->marks.packet_type ^= RTE_PTYPE_L2_ETHER; return "packet type";
	case 23: f->marks.vlan_tci ^= (uint16_t)(f->marks.ol_flags & RTE_MBUF_F_RX_VLAN ?
						 1u << prop_below(r, 16) : 0); return "vlan field";
	case 24: f->marks.ol_flags ^= RTE_MBUF_F_RX_OUTER_IP_CKSUM_BAD; return "mbuf flag";
	case 25: pick_extensions(r, f); return "extension headers";
	case 26: f->mss = pick_mss(r, f->mss); return "smaller mss";
	default: f->flags ^= 0x10; return "ack flag";
	}
}

static uint32_t
put_ip(const struct prop_flow *f, uint32_t l4_len, uint8_t *ip)
{
	uint8_t proto = f->udp ? 17 : 6;

	if (!f->v6) {
		memset(ip, 0, 20);
		ip[0] = 0x45;
		ip[1] = f->tos;
		put16(ip + 2, (uint16_t)(20 + l4_len));
		put16(ip + 4, f->id);
		ip[6] = f->df ? 0x40 : 0;
		ip[8] = f->ttl;
		ip[9] = proto;
		memcpy(ip + 12, f->src, 4);
		memcpy(ip + 16, f->dst, 4);
		return 20;
	}
	put32(ip, 0x60000000u | (uint32_t)f->tos << 20 | f->label);
	put16(ip + 4, (uint16_t)(f->ext_len + l4_len));
	ip[6] = f->ext_len != 0 ? f->next_header : proto;
	ip[7] = f->ttl;
	memcpy(ip + 8, f->src, 16);
	memcpy(ip + 24, f->dst, 16);
	memcpy(ip + 40, f->ext, f->ext_len);
	return 40u + f->ext_len;
}

static uint32_t
put_l4(const struct prop_flow *f, uint8_t flags, uint32_t payload, uint8_t *p)
{
	put16(p, f->sport);
	put16(p + 2, f->dport);
	if (f->udp) {
		put16(p + 4, (uint16_t)(8 + payload));
		put16(p + 6, 0);
		return 8;
	}
	put32(p + 4, f->seq);
	put32(p + 8, f->ack);
	p[12] = (uint8_t)((20u + f->options_len) / 4 << 4 | f->reserved);
	p[13] = f->flags | flags;
	put16(p + 14, f->window);
	put16(p + 16, 0);
	put16(p + 18, f->urgent);
	memcpy(p + 20, f->options, f->options_len);
	return 20u + f->options_len;
}

/* Something that is different wherever one looks, or the same: nothing and all ones. */
static void
put_payload(struct prop_rng *r, uint8_t *p, uint32_t len)
{
	static uint8_t noise[16384];

	if (noise[0] == 0) {
		struct prop_rng fix = { 0x1234567 };
		uint32_t i;

		for (i = 0; i < sizeof(noise); i++)
			noise[i] = (uint8_t)prop_rnd(&fix);
		noise[0] = 1;
	}
	if (prop_chance(r, 20))
		memset(p, prop_chance(r, 500) ? 0xff : 0, len);
	else
		memcpy(p, noise + prop_below(r, sizeof(noise) - PROP_FRAME_MAX), len);
}

uint32_t
prop_flow_frame(struct prop_rng *r, struct prop_flow *f, uint8_t flags, uint16_t payload,
		uint8_t *to)
{
	uint32_t l4 = (f->udp ? 8u : 20u + f->options_len), at = 12;
	struct prop_view v;

	memcpy(to, f->mac, 12);
	memcpy(to + at, f->tags, 4u * f->nb_tags);
	at += 4u * f->nb_tags;
	put16(to + at, f->v6 ? 0x86dd : 0x0800);
	at += 2;
	at += put_ip(f, l4 + payload, to + at);
	at += put_l4(f, flags, payload, to + at);
	put_payload(r, to + at, payload);
	at += payload;
	prop_view(to, at, &v);
	prop_sums_write(to, &v);
	f->seq += payload;
	f->id += f->id_fixed ? 0 : 1;
	return at;
}
