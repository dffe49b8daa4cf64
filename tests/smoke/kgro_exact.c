/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "kgro_exact.h"
#include "kgro_view.h"

#define TCP_FIN_PSH	0x09u
#define TCP_CWR		0x80u

static uint8_t piece[KGRO_UNIT_MAX];

static void
cut_ip(const struct kgro_view *v, uint32_t nr, uint32_t len, bool counts)
{
	uint8_t *ip = piece + v->ip;

	if (v->version == 6) {
		kgro_put16(ip + 4, len - v->ip - 40);
		return;
	}
	kgro_put16(ip + 2, len - v->ip);
	kgro_put16(ip + 4, kgro_get16(ip + 4) + (counts ? nr : 0));
	kgro_put16(ip + 10, 0);
	kgro_put16(ip + 10, (uint16_t)~kgro_ip4_sum(piece, v));
}

static void
cut_l4(const struct kgro_view *v, uint32_t from, uint32_t len, bool first, bool last)
{
	uint8_t *l4 = piece + v->l4;
	uint32_t seq;
	uint16_t sum;

	if (v->kind == KGRO_TCP) {
		seq = (uint32_t)kgro_get16(l4 + 4) << 16 | kgro_get16(l4 + 6);
		seq += from;
		kgro_put16(l4 + 4, seq >> 16);
		kgro_put16(l4 + 6, seq);
		if (!last)
			l4[13] &= (uint8_t)~TCP_FIN_PSH;
		if (!first)
			l4[13] &= (uint8_t)~TCP_CWR;
	} else {
		kgro_put16(l4 + 4, len - v->l4);
	}
	kgro_put16(piece + kgro_sum_at(v), 0);
	sum = (uint16_t)~kgro_l4_sum(piece, v);
	kgro_put16(piece + kgro_sum_at(v), v->kind == KGRO_UDP && sum == 0 ? 0xffff : sum);
}

/* The nr-th packet of the unit into piece. Returns its length. */
static uint32_t
cut(const struct kgro_unit *u, const struct kgro_view *v, uint32_t nr, bool counts)
{
	uint32_t from = nr * u->size, n = v->payload - from, len;
	struct kgro_view own = *v;
	bool last = n <= u->size;

	if (!last)
		n = u->size;
	len = own.end = v->data + n;
	memcpy(piece, u->bytes, v->data);
	memcpy(piece + v->data, u->bytes + v->data + from, n);
	cut_ip(&own, nr, len, counts);
	cut_l4(&own, from, len, nr == 0, last);
	return len;
}

/* The first of these bytes that was not found yet; the train's length: there is none. */
static uint32_t
find(const struct kgro_train *train, bool *found, const uint8_t *bytes, uint32_t len)
{
	uint32_t i;

	for (i = 0; i < train->n; i++)
		if (!found[i] && train->frame[i].len == len &&
		    memcmp(train->frame[i].bytes, bytes, len) == 0)
			break;
	return i;
}

/* A frame of the same flow before this one that is still to come. */
static bool
overtakes(const struct kgro_train *train, const bool *found, uint32_t nr)
{
	uint8_t key[2][KGRO_KEY_MAX];
	uint32_t len, i;

	len = kgro_key(train->frame[nr].bytes, train->frame[nr].len, false, key[0]);
	for (i = 0; i < nr; i++)
		if (!found[i] &&
		    kgro_key(train->frame[i].bytes, train->frame[i].len, false, key[1]) == len &&
		    memcmp(key[0], key[1], len) == 0)
			return true;
	return false;
}

static bool
take(const struct kgro_train *train, bool *found, const uint8_t *bytes, uint32_t len)
{
	uint32_t nr = find(train, found, bytes, len);

	if (nr == train->n || overtakes(train, found, nr))
		return false;
	found[nr] = true;
	return true;
}

static bool
take_unit(const struct kgro_train *train, bool *found, const struct kgro_unit *u, bool counts)
{
	struct kgro_view v;
	uint32_t nr;

	if (u->size == 0)
		return take(train, found, u->bytes, u->len);
	kgro_view(u->bytes, u->len, &v);
	if ((v.kind != KGRO_TCP && v.kind != KGRO_UDP) || !v.exact || v.payload <= u->size)
		return false;
	for (nr = 0; nr * u->size < v.payload; nr++)
		if (!take(train, found, piece, cut(u, &v, nr, counts)))
			return false;
	return true;
}

bool
kgro_exact(const struct kgro_train *train, const struct kgro_units *units)
{
	bool found[KGRO_FRAMES_MAX] = { false }, before[KGRO_FRAMES_MAX];
	uint32_t i;

	for (i = 0; i < units->n; i++) {
		memcpy(before, found, sizeof(before));
		if (take_unit(train, found, &units->unit[i], true))
			continue;
		memcpy(found, before, sizeof(before));
		if (!take_unit(train, found, &units->unit[i], false))
			return false;
	}
	for (i = 0; i < train->n; i++)
		if (!found[i])
			return false;
	return true;
}
