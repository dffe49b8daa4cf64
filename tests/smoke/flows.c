/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flows.h"

#define TYPE_IP4	0x0800u
#define TYPE_IP6	0x86ddu
#define TYPE_VLAN	0x8100u
#define TYPE_QINQ	0x88a8u

static uint32_t
be16(const uint8_t *p)
{
	return (uint32_t)p[0] << 8 | p[1];
}

/* addrs bytes of addresses at ip[at], protocol, and the ports behind the header. */
static void
put_ip(struct flow_key *key, const uint8_t *ip, uint32_t len, uint32_t at, uint32_t addrs,
       uint8_t proto, uint32_t header)
{
	if (len < at + addrs)
		return;
	memcpy(key->bytes + 2, ip + at, addrs);
	key->bytes[34] = proto;
	if (header != 0 && len >= header + 4 && (proto == 6 || proto == 17))
		memcpy(key->bytes + 35, ip + header, 4);
}

struct flow_key
flow_key(const uint8_t *pkt, uint32_t len)
{
	struct flow_key key = { { 0 } };
	uint32_t at = 12, type;

	while (at + 6 <= len && (be16(pkt + at) == TYPE_VLAN || be16(pkt + at) == TYPE_QINQ)) {
		memcpy(key.bytes + 39, pkt + at + 2, 2);
		at += 4;
	}
	type = be16(pkt + at);
	at += 2;
	memcpy(key.bytes, pkt + at - 2, 2);
	pkt += at;
	len -= at;
	if (type == TYPE_IP4 && len >= 20)
		put_ip(&key, pkt, len, 12, 8, pkt[9],
		       (be16(pkt + 6) & 0x3fff) == 0 ? (pkt[0] & 15) * 4u : 0);
	else if (type == TYPE_IP6 && len >= 40)
		put_ip(&key, pkt, len, 8, 32, pkt[6], 40);
	return key;
}

static unsigned int
find(const struct flows *f, const struct flow_key *key)
{
	unsigned int i;

	for (i = 0; i < f->n && memcmp(&f->keys[i], key, sizeof(*key)) != 0; i++)
		;
	return i;
}

/* From i on. */
static uint64_t
next_of(const struct flows *f, unsigned int flow, uint64_t i)
{
	while (i < f->expect->n && f->of[i] != flow)
		i++;
	return i;
}

bool
flows_find(struct flows *f, const struct expect *expect)
{
	uint64_t i;

	*f = (struct flows){ .expect = expect, .of = calloc(expect->n + 1, sizeof(*f->of)) };
	if (f->of == NULL)
		return false;
	for (i = 0; i < expect->n; i++) {
		const struct expect_packet *p = &expect->packets[i];
		struct flow_key key = flow_key(p->data, p->len);
		unsigned int flow = find(f, &key);

		if (flow == FLOWS_MAX) {
			fprintf(stderr, "more than %u flows\n", FLOWS_MAX);
			flows_free(f);
			return false;
		}
		if (flow == f->n) {
			f->keys[f->n] = key;
			f->next[f->n++] = i;
		}
		f->of[i] = flow;
	}
	return true;
}

void
flows_free(struct flows *f)
{
	free(f->of);
	f->of = NULL;
}

const struct expect_packet *
flows_due(struct flows *f, const uint8_t *pkt, uint32_t len)
{
	struct flow_key key = flow_key(pkt, len);
	unsigned int flow = find(f, &key);
	uint64_t i;

	if (flow == f->n || f->next[flow] == f->expect->n)
		return NULL;
	i = f->next[flow];
	f->next[flow] = next_of(f, flow, i + 1);
	return &f->expect->packets[i];
}
