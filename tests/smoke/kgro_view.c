/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "kgro_view.h"

#define IPPROTO_HOP	0
#define IPPROTO_RT	43
#define IPPROTO_FRAG	44
#define IPPROTO_DST	60
/* What a key has of them. */
#define EXTENSIONS_MAX	128u

uint16_t
kgro_get16(const uint8_t *at)
{
	return (uint16_t)(at[0] << 8 | at[1]);
}

void
kgro_put16(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

static void
view_l4(const uint8_t *bytes, uint8_t proto, struct kgro_view *v)
{
	uint32_t room = v->end > v->l4 ? v->end - v->l4 : 0, hdr;

	if (proto != 6 && proto != 17)
		return;
	hdr = 8;
	if (proto == 6)
		hdr = room < 20 ? 20 : (uint32_t)(bytes[v->l4 + 12] >> 4) * 4;
	v->bad_header = hdr > room || (proto == 6 && hdr < 20);
	if (v->bad_header)
		return;
	v->kind = proto == 6 ? KGRO_TCP : KGRO_UDP;
	v->data = v->l4 + hdr;
	v->payload = v->end - v->data;
}

static void
view_ip4(const uint8_t *bytes, uint32_t len, struct kgro_view *v)
{
	const uint8_t *ip = bytes + v->ip;

	if (len < v->ip + 20 || ip[0] >> 4 != 4 || (ip[0] & 15) < 5)
		return;
	v->version = 4;
	v->end = v->ip + kgro_get16(ip + 2);
	v->exact = v->end == len;
	if (v->end > len)
		v->end = len;
	v->l4 = v->ip + (ip[0] & 15u) * 4;
	if ((kgro_get16(ip + 6) & 0xbfff) != 0)
		v->kind = KGRO_FRAGMENT;
	else if (v->l4 != v->ip + 20)
		v->kind = KGRO_HIDDEN;
	else
		view_l4(bytes, ip[9], v);
}

static void
view_ip6(const uint8_t *bytes, uint32_t len, struct kgro_view *v)
{
	const uint8_t *ip = bytes + v->ip;
	uint8_t proto;

	if (len < v->ip + 40 || ip[0] >> 4 != 6)
		return;
	v->version = 6;
	v->end = v->ip + 40 + kgro_get16(ip + 4);
	v->exact = v->end == len;
	if (v->end > len)
		v->end = len;
	proto = ip[6];
	v->l4 = v->ip + 40;
	while (proto == IPPROTO_HOP || proto == IPPROTO_RT || proto == IPPROTO_DST) {
		if (v->l4 + 8 > v->end)
			return;
		proto = bytes[v->l4];
		v->l4 += 8 + 8u * bytes[v->l4 + 1];
		if (v->l4 > v->end)
			return;
	}
	if (proto == IPPROTO_FRAG)
		v->kind = KGRO_FRAGMENT;
	else if (proto == 51 || proto == 135)
		v->kind = KGRO_HIDDEN;
	else
		view_l4(bytes, proto, v);
}

void
kgro_view(const uint8_t *bytes, uint32_t len, struct kgro_view *v)
{
	uint16_t type;

	*v = (struct kgro_view){ .ip = 14 };
	if (len < 14)
		return;
	type = kgro_get16(bytes + 12);
	/* Behind more than two tags the library does not look. */
	while ((type == 0x8100 || type == 0x88a8) && v->ip < 22 && v->ip + 4 <= len) {
		type = kgro_get16(bytes + v->ip + 2);
		v->ip += 4;
	}
	if (type == 0x0800)
		view_ip4(bytes, len, v);
	else if (type == 0x86dd)
		view_ip6(bytes, len, v);
}

static uint32_t
put_extensions(const uint8_t *bytes, const struct kgro_view *v, uint8_t *to)
{
	uint32_t len = v->l4 > v->ip + 40 ? v->l4 - v->ip - 40 : 0;

	if (len > EXTENSIONS_MAX)
		len = EXTENSIONS_MAX;
	to[0] = bytes[v->ip + 6];
	memcpy(to + 1, bytes + v->ip + 40, len);
	return 1 + len;
}

uint32_t
kgro_key(const uint8_t *bytes, uint32_t len, bool wide, uint8_t key[KGRO_KEY_MAX])
{
	struct kgro_view v;
	uint32_t n = 0;

	kgro_view(bytes, len, &v);
	key[n++] = (uint8_t)v.kind;
	key[n++] = v.version;
	if (wide || v.version == 0) {
		memcpy(key + n, bytes, v.ip);
		n += v.ip;
	}
	if (v.version == 4) {
		memcpy(key + n, bytes + v.ip + 12, 8);
		n += 8;
	} else if (v.version == 6) {
		memcpy(key + n, bytes + v.ip + 8, 32);
		n += 32;
		if (wide) {
			memcpy(key + n, bytes + v.ip + 1, 3);
			key[n] &= 0x0f;		/* without the traffic class */
			n += 3;
			n += put_extensions(bytes, &v, key + n);
		}
	}
	if (v.kind == KGRO_TCP || v.kind == KGRO_UDP) {
		memcpy(key + n, bytes + v.l4, 4);
		n += 4;
	}
	return n;
}

static uint32_t
add_words(const uint8_t *at, uint32_t len, uint32_t sum)
{
	uint32_t i;

	for (i = 0; i < len; i++)
		sum += i % 2 == 0 ? (uint32_t)at[i] << 8 : at[i];
	while (sum > 0xffff)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

uint16_t
kgro_l4_sum(const uint8_t *bytes, const struct kgro_view *v)
{
	uint32_t len = v->end - v->l4, sum = len + (v->kind == KGRO_TCP ? 6 : 17);

	if (v->version == 4)
		sum = add_words(bytes + v->ip + 12, 8, sum);
	else
		sum = add_words(bytes + v->ip + 8, 32, sum);
	return (uint16_t)add_words(bytes + v->l4, len, sum);
}

uint16_t
kgro_ip4_sum(const uint8_t *bytes, const struct kgro_view *v)
{
	return (uint16_t)add_words(bytes + v->ip, (bytes[v->ip] & 15u) * 4, 0);
}

uint32_t
kgro_sum_at(const struct kgro_view *v)
{
	return v->l4 + (v->kind == KGRO_TCP ? 16 : 6);
}
