/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_common.h>

#include "prop_view.h"
#include "rxbatch.h"

static uint64_t
name_of(uint64_t h, const uint8_t *p, uint32_t len)
{
	while (len-- > 0)
		h = (h ^ *p++) * UINT64_C(0x100000001b3);
	h ^= h >> 29;
	return h == 0 ? 1 : h;
}

/* Offset of the IP header by the tags; 0: no IP behind at most two of them. */
static uint32_t
skip_tags(const uint8_t *p, uint32_t len, uint16_t *type)
{
	uint32_t at = 12, tags = 0;

	for (;;) {
		if (len < at + 2)
			return 0;
		*type = get16(p + at);
		if (*type != 0x8100 && *type != 0x88a8 && *type != 0x9100)
			break;
		if (++tags > 2)
			return 0;
		at += 4;
	}
	return *type == 0x0800 || *type == 0x86dd ? at + 2 : 0;
}

/* TCP's or UDP's header at v->l4, ip_end by the IP length. */
static void
view_l4(const uint8_t *p, uint32_t len, uint32_t ip_end, struct prop_view *v)
{
	uint32_t hdr = v->proto == 6 ? 20 : 8;

	if (ip_end > len || ip_end < v->l4 + 4) {
		v->why |= WHY(LENGTH) | WHY(HEADERS) | WHY(PAYLOAD);
		v->odd = true;
	}
	if (len < v->l4 + 4 || ip_end < v->l4 + 4) {
		v->hidden = len < v->l4 + 4;
		v->l4 = 0;
		return;
	}
	v->flow = name_of(name_of(v->pair, &v->proto, 1), p + v->l4, 4);
	if (ip_end != len)
		v->why |= WHY(LENGTH);
	if (len < v->l4 + hdr || ip_end < v->l4 + hdr) {
		v->why |= WHY(LENGTH) | WHY(PAYLOAD);
		v->odd = true;
		return;
	}
	if (v->proto == 6)
		hdr = (p[v->l4 + 12] >> 4) * 4u;
	if ((v->proto == 6 && hdr < 20) || v->l4 + hdr > ip_end || v->l4 + hdr > len) {
		v->why |= WHY(LENGTH);
		v->odd = true;
		return;
	}
	if (v->proto == 17 && get16(p + v->l4 + 4) != ip_end - v->l4)
		v->why |= WHY(LENGTH) | WHY(PAYLOAD);
	v->payload = v->l4 + hdr;
	v->payload_len = ip_end - v->payload;
}

static void
set_proto(struct prop_view *v, uint8_t proto)
{
	v->proto = proto == 6 || proto == 17 ? proto : 0;
	if (v->proto == 0)
		v->why |= WHY(NOT_L4);
}

static void
view_ip4(const uint8_t *p, uint32_t len, struct prop_view *v)
{
	const uint8_t *ip = p + v->l3;
	uint32_t total;

	if (len < v->l3 + 20) {
		v->why = WHY(NOT_IP) | WHY(LENGTH);
		return;
	}
	v->version = 4;
	v->pair = name_of(4, ip + 12, 8);
	total = get16(ip + 2);
	if (ip[0] >> 4 != 4 || (ip[0] & 15) < 5 || total < 20) {
		v->why = WHY(NOT_IP) | WHY(LENGTH) | WHY(IP_OPTIONS) | WHY(NOT_L4) |
			 WHY(FRAGMENT);
		v->odd = true;
		return;
	}
	set_proto(v, ip[9]);
	if (get16(ip + 6) & 0xbfff)
		v->why |= WHY(FRAGMENT);
	if (ip[0] != 0x45)
		v->why |= WHY(IP_OPTIONS);
	if (v->why != 0) {
		if (total != len - v->l3)
			v->why |= WHY(LENGTH);
		v->hidden = v->proto != 0;
		v->odd = v->proto == 0 && (v->why & ~WHY(NOT_L4)) != 0;
		return;
	}
	v->l4 = v->l3 + 20;
	view_l4(p, len, v->l3 + total, v);
}

/* Step over extension headers. False: something that hides what is behind. */
static bool
skip_extensions(const uint8_t *p, uint32_t len, uint8_t *next, uint32_t *at,
		struct prop_view *v)
{
	bool first = true;

	while (*next == 0 || *next == 43 || *next == 60 || *next == 44 || *next == 51) {
		uint8_t now = *next;

		if (len < *at + 8) {
			v->why = WHY(LENGTH) | WHY(HEADERS) | WHY(IP_OPTIONS) | WHY(FRAGMENT) |
				 WHY(NOT_L4);
			v->odd = true;
			return false;
		}
		*next = p[*at];
		if (now == 44 || now == 51) {
			v->why = now == 44 ? WHY(FRAGMENT) : WHY(IP_OPTIONS) | WHY(NOT_L4);
			set_proto(v, *next);
			v->hidden = v->proto != 0;
			v->odd = v->proto == 0;
			return false;
		}
		/* The checksum is over another address than the header's. */
		if (now == 43 && p[*at + 3] != 0) {
			v->why = WHY(IP_OPTIONS) | WHY(NOT_L4);
			v->odd = true;
			return false;
		}
		if (now == 60 && memchr(p + *at, 0xc9, RTE_MIN(len - *at, 8 + p[*at + 1] * 8u)))
			v->unsure = v->odd = true;
		v->unsure |= now == 0 && !first;
		first = false;
		*at += 8 + p[*at + 1] * 8u;
	}
	return true;
}

static void
view_ip6(const uint8_t *p, uint32_t len, struct prop_view *v)
{
	const uint8_t *ip = p + v->l3;
	uint32_t at = v->l3 + 40, end;
	uint8_t next;

	if (len < at) {
		v->why = WHY(NOT_IP) | WHY(LENGTH);
		return;
	}
	v->version = 6;
	v->pair = name_of(6, ip + 8, 32);
	end = at + get16(ip + 4);
	next = ip[6];
	if (ip[0] >> 4 != 6) {
		v->why = WHY(NOT_IP) | WHY(LENGTH) | WHY(NOT_L4) | WHY(IP_OPTIONS) |
			 WHY(FRAGMENT);
		v->odd = true;
		return;
	}
	if (!skip_extensions(p, len, &next, &at, v)) {
		if (end != len)
			v->why |= WHY(LENGTH);
		return;
	}
	set_proto(v, next);
	if (v->proto == 0) {
		v->why |= WHY(IP_OPTIONS) | WHY(LENGTH);
		v->odd = true;
		return;
	}
	/* More than anybody has to look through. */
	if (at - v->l3 > 200)
		v->unsure = v->odd = true;
	v->l4 = at;
	view_l4(p, len, end, v);
}

void
prop_view(const uint8_t *p, uint32_t len, struct prop_view *v)
{
	uint16_t type;

	memset(v, 0, sizeof(*v));
	v->l3 = skip_tags(p, len, &type);
	if (v->l3 == 0)
		v->why = WHY(NOT_IP);
	else if (type == 0x0800)
		view_ip4(p, len, v);
	else
		view_ip6(p, len, v);
}

static uint32_t
add_words(uint32_t sum, const uint8_t *p, uint32_t len)
{
	uint64_t s = sum;

	for (; len >= 2; p += 2, len -= 2)
		s += get16(p);
	if (len != 0)
		s += (uint32_t)p[0] << 8;
	while (s >> 16)
		s = (s & 0xffff) + (s >> 16);
	return (uint32_t)s;
}

uint16_t
prop_ip_sum(const uint8_t *p, const struct prop_view *v)
{
	const uint8_t *ip = p + v->l3;

	return (uint16_t)~add_words(add_words(0, ip, 10), ip + 12, 8);
}

static uint32_t
l4_words(const uint8_t *p, const struct prop_view *v, bool with_field)
{
	uint32_t l4_len = v->payload + v->payload_len - v->l4, field = prop_l4_field(v);
	uint8_t tail[8] = { 0 };
	uint32_t sum;

	sum = v->version == 4 ? add_words(0, p + v->l3 + 12, 8) :
				add_words(0, p + v->l3 + 8, 32);
	put32(tail, l4_len);
	tail[7] = v->proto;
	sum = add_words(sum, tail, sizeof(tail));
	sum = add_words(sum, p + v->l4, field - v->l4);
	if (with_field)
		sum = add_words(sum, p + field, 2);
	return add_words(sum, p + field + 2, v->payload + v->payload_len - field - 2);
}

uint16_t
prop_l4_sum(const uint8_t *p, const struct prop_view *v)
{
	uint16_t sum = (uint16_t)~l4_words(p, v, false);

	return sum == 0 && v->proto == 17 ? 0xffff : sum;
}

void
prop_sums_write(uint8_t *p, const struct prop_view *v)
{
	if (v->version == 4)
		put16(p + v->l3 + 10, prop_ip_sum(p, v));
	if (v->payload != 0)
		put16(p + prop_l4_field(v), prop_l4_sum(p, v));
}

bool
prop_ip_right(const uint8_t *p, const struct prop_view *v)
{
	return v->version != 4 || add_words(0, p + v->l3, 20) == 0xffff;
}

bool
prop_l4_right(const uint8_t *p, const struct prop_view *v)
{
	return l4_words(p, v, true) == 0xffff;
}
