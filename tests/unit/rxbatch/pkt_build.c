/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pkt_build.h"

#define DEFAULTS \
	.dst = { 0x02, 0, 0, 0, 0, 0x02 }, \
	.src = { 0x02, 0, 0, 0, 0, 0x01 }, \
	.ttl = 64, \
	.id = 0x1000, \
	.sport = 1000, \
	.dport = 2000, \
	.seq = 0x10000000, \
	.ack = 0x20000000, \
	.flags = PKT_ACK, \
	.win = 500, \
	.len = 100, \
	.headroom = 128

#define DEFAULTS4 \
	DEFAULTS, \
	.type = 0x0800, \
	.ip = 4, \
	.version = 4, \
	.frag = PKT_DF, \
	.saddr = { 10, 0, 0, 1 }, \
	.daddr = { 10, 0, 0, 2 }, \
	.ol_flags = RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_GOOD

#define DEFAULTS6 \
	DEFAULTS, \
	.type = 0x86dd, \
	.ip = 6, \
	.version = 6, \
	.label = 0xabcde, \
	.saddr = { 0x20, 0x01, 0x0d, 0xb8, [15] = 1 }, \
	.daddr = { 0x20, 0x01, 0x0d, 0xb8, [15] = 2 }, \
	.ol_flags = RTE_MBUF_F_RX_L4_CKSUM_GOOD

const struct pkt pkt_tcp4 = { DEFAULTS4, .l4 = PKT_TCP, .proto = PKT_TCP };
const struct pkt pkt_tcp6 = { DEFAULTS6, .l4 = PKT_TCP, .proto = PKT_TCP };
const struct pkt pkt_udp4 = { DEFAULTS4, .l4 = PKT_UDP, .proto = PKT_UDP };
const struct pkt pkt_udp6 = { DEFAULTS6, .l4 = PKT_UDP, .proto = PKT_UDP };

static uint8_t *
put8(uint8_t *at, uint32_t value)
{
	*at = (uint8_t)value;
	return at + 1;
}

static uint8_t *
put16(uint8_t *at, uint32_t value)
{
	return put8(put8(at, value >> 8), value);
}

static uint8_t *
put32(uint8_t *at, uint32_t value)
{
	return put16(put16(at, value >> 16), value);
}

static uint8_t *
put(uint8_t *at, const void *bytes, uint32_t len)
{
	if (len != 0)
		memcpy(at, bytes, len);
	return at + len;
}

/* Words in network order, added with the carry brought round; goes on from sum. */
static uint32_t
plain_sum(const uint8_t *p, uint32_t len, uint32_t sum)
{
	uint32_t i;

	for (i = 0; i < len; i++) {
		sum += i % 2 == 0 ? (uint32_t)p[i] << 8 : p[i];
		while (sum > 0xffff)
			sum -= 0xffff;
	}
	return sum;
}

static uint8_t *
put_ethernet(uint8_t *at, const struct pkt *p, uint8_t **len_at)
{
	static const uint8_t snap[] = { 0xaa, 0xaa, 0x03, 0x00, 0x00, 0x00 };
	uint8_t i;

	at = put(put(at, p->dst, 6), p->src, 6);
	for (i = 0; i < p->nb_tags; i++)
		at = put16(put16(at, p->tpid[i]), p->tci[i]);
	*len_at = NULL;
	if (p->llc) {
		*len_at = at;
		at = put(put16(at, 0), snap, sizeof(snap));
	}
	return put16(at, p->type);
}

static uint8_t *
put_ip4(uint8_t *at, const struct pkt *p)
{
	uint32_t words = 5 + p->opt4_len / 4u;

	at = put8(at, (uint32_t)p->version << 4 | (p->ihl != 0 ? p->ihl : words));
	at = put8(at, p->tos);
	at = put16(at, 0);
	at = put16(put16(at, p->id), p->frag);
	at = put8(put8(at, p->ttl), p->proto);
	at = put16(at, 0);
	at = put(put(at, p->saddr, 4), p->daddr, 4);
	return put(at, p->opt4, p->opt4_len);
}

static uint8_t *
put_ip6(uint8_t *at, const struct pkt *p)
{
	at = put32(at, (uint32_t)p->version << 28 | (uint32_t)p->tos << 20 | p->label);
	at = put16(at, 0);
	at = put8(at, p->ext_len != 0 ? p->ext_first : p->proto);
	at = put8(at, p->ttl);
	at = put(put(at, p->saddr, 16), p->daddr, 16);
	return put(at, p->ext, p->ext_len);
}

static uint8_t *
put_tcp(uint8_t *at, const struct pkt *p)
{
	uint32_t words = 5 + p->topt_len / 4u;

	at = put16(put16(at, p->sport), p->dport);
	at = put32(put32(at, p->seq), p->ack);
	at = put16(at, (uint32_t)(p->doff != 0 ? p->doff : words) << 12 | p->flags);
	at = put16(put16(put16(at, p->win), 0), p->urp);
	return put(at, p->topt, p->topt_len);
}

static uint8_t *
put_udp(uint8_t *at, const struct pkt *p)
{
	at = put16(put16(at, p->sport), p->dport);
	return put16(put16(at, (uint32_t)((int32_t)(8 + p->len) + p->udp_len_add)), 0);
}

void
pkt_fill(uint8_t *to, uint32_t len, uint32_t fill)
{
	uint32_t i, x;

	for (i = 0; i < len; i++) {
		x = (fill + i) * 2654435761u;
		to[i] = (uint8_t)(x >> 24 ^ x >> 13);
	}
}

static void
sum_ip4(uint8_t *ip, const struct pkt *p)
{
	uint32_t hdr_len = 20u + p->opt4_len, right;

	if (p->ip_sum != PKT_SUM_RIGHT) {
		put16(ip + 4, 0);
		put16(ip + 4, 0xffff - plain_sum(ip, hdr_len, 0));
	}
	right = 0xffff - plain_sum(ip, hdr_len, 0);
	if (p->ip_sum == PKT_SUM_FFFF)
		right = 0xffff;
	put16(ip + 10, right ^ p->ip_sum_xor);
}

static uint32_t
pseudo_sum(const struct pkt *p, uint32_t l4_len)
{
	uint32_t addr_len = p->ip == 4 ? 4 : 16, sum;
	uint8_t rest[6];

	put16(put32(rest, l4_len), p->l4);
	sum = plain_sum(p->saddr, addr_len, 0);
	sum = plain_sum(p->daddr, addr_len, sum);
	return plain_sum(rest, sizeof(rest), sum);
}

/* end is that of the payload. */
static void
sum_l4(uint8_t *l4, uint8_t *end, const struct pkt *p)
{
	uint32_t len = (uint32_t)(end - l4), pseudo = pseudo_sum(p, len), right;
	uint8_t *sum_at = l4 + (p->l4 == PKT_TCP ? 16 : 6), *data = end - p->len;
	bool udp = p->l4 == PKT_UDP;

	if (p->len >= 2 && (p->l4_sum == PKT_SUM_FFFF || (p->l4_sum == PKT_SUM_ZERO && !udp))) {
		put16(data, 0);
		put16(data, 0xffff - plain_sum(l4, len, pseudo));
	}
	right = 0xffff - plain_sum(l4, len, pseudo);
	if (p->l4_sum == PKT_SUM_FFFF || (udp && right == 0))
		right = 0xffff;
	if (p->l4_sum == PKT_SUM_ZERO)
		right = 0;
	put16(sum_at, right ^ p->l4_sum_xor);
}

uint32_t
pkt_bytes(const struct pkt *p, uint8_t *buf)
{
	uint8_t *ip, *l4, *end, *len_at;
	uint32_t len;

	ip = put_ethernet(buf, p, &len_at);
	l4 = p->ip == 4 ? put_ip4(ip, p) : p->ip == 6 ? put_ip6(ip, p) : ip;
	end = p->l4 == PKT_TCP ? put_tcp(l4, p) : p->l4 == PKT_UDP ? put_udp(l4, p) : l4;
	pkt_fill(end, p->len, p->fill);
	end += p->len;
	len = (uint32_t)((int32_t)(end - ip) + p->ip_len_add);
	if (len_at != NULL)
		put16(len_at, (uint32_t)(end - len_at - 2));
	if (p->ip == 4)
		put16(ip + 2, len);
	else if (p->ip == 6)
		put16(ip + 4, len - 40);
	if (p->l4 != PKT_NO_L4)
		sum_l4(l4, end, p);
	if (p->ip == 4)
		sum_ip4(ip, p);
	memset(end, 0, p->trailer);
	return (uint32_t)(end - buf) + p->trailer - p->cut;
}

void
pkt_next(struct pkt *p)
{
	p->seq += p->len;
	p->fill += p->len;
	p->id++;
}

void
pkt_train(struct pkt *list, unsigned int n, const struct pkt *first)
{
	struct pkt p = *first;
	unsigned int i;

	for (i = 0; i < n; i++) {
		list[i] = p;
		pkt_next(&p);
	}
}

void
pkt_tag(struct pkt *p, uint16_t tpid, uint16_t tci)
{
	p->tpid[p->nb_tags] = tpid;
	p->tci[p->nb_tags++] = tci;
}

void
pkt_topt(struct pkt *p, const void *bytes, uint8_t len)
{
	put(p->topt + p->topt_len, bytes, len);
	p->topt_len = (uint8_t)(p->topt_len + len);
}

void
pkt_timestamps(struct pkt *p, uint32_t value, uint32_t echo)
{
	uint8_t opt[12] = { 1, 1, 8, 10 };

	put32(put32(opt + 4, value), echo);
	pkt_topt(p, opt, sizeof(opt));
}

void
pkt_ext(struct pkt *p, uint8_t type, uint8_t units, uint8_t fill)
{
	uint8_t len = (uint8_t)(8 + 8 * units), *at = p->ext + p->ext_len;

	/* The header before it says what this one is; the last says what L4 is. */
	if (p->ext_len == 0) {
		p->ext_first = type;
	} else {
		uint8_t *last = p->ext;

		while (last + 8 + 8 * last[1] < at)
			last += 8 + 8 * last[1];
		*last = type;
	}
	at[0] = p->proto;
	at[1] = units;
	/* PadN over the rest: legal in the two option headers. */
	at[2] = 1;
	at[3] = (uint8_t)(len - 4);
	memset(at + 4, fill, len - 4u);
	p->ext_len = (uint8_t)(p->ext_len + len);
}
