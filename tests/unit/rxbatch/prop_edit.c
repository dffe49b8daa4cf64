/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "prop_edit.h"
#include "prop_view.h"

static void
edit_ip4(uint8_t *ip, uint32_t edits)
{
	if (edits & EDIT_TTL)
		ip[8]--;
	if (edits & EDIT_TOS)
		ip[1] = 0xb9;	/* EF, ECT(1) */
	if (edits & EDIT_ADDR) {
		put32(ip + 12, 0xc6336411);
		put32(ip + 16, 0xcb007122);
	}
}

static void
edit_ip6(uint8_t *ip, uint32_t edits)
{
	if (edits & EDIT_TTL)
		ip[7]--;
	if (edits & EDIT_TOS)
		put16(ip, (uint16_t)((get16(ip) & 0xf00f) | 0x0b90));
	if (edits & EDIT_LABEL)
		put32(ip, (get32(ip) & 0xfff00000) | 0x51234);
	if (edits & EDIT_ADDR) {
		put32(ip + 8, 0x20010db8);
		ip[23] ^= 0x31;
		put32(ip + 24, 0x20010db9);
		ip[39] ^= 0x72;
	}
}

static void
edit_l4(uint8_t *l4, const struct prop_view *v, uint32_t edits)
{
	if (edits & EDIT_PORTS) {
		put16(l4, 40001);
		put16(l4 + 2, 40002);
	}
	if (v->proto != 6)
		return;
	if (edits & EDIT_TCP) {
		put32(l4 + 8, get32(l4 + 8) + 1000);
		put16(l4 + 14, 0x7f01);
	}
	if ((edits & EDIT_OPTIONS) && v->payload - v->l4 > 20)
		l4[v->payload - v->l4 - 1] ^= 0x5a;
}

/* The frame begins so many bytes earlier. */
static void
shift(struct prop_view *v, int by)
{
	v->l3 += by;
	v->l4 += by;
	v->payload += by;
}

uint8_t *
prop_edit(uint8_t *p, uint32_t len, uint32_t edits, struct prop_view *v)
{
	prop_view(p, len, v);
	if (v->version == 4)
		edit_ip4(p + v->l3, edits);
	else
		edit_ip6(p + v->l3, edits);
	edit_l4(p + v->l4, v, edits);
	if (edits & EDIT_MAC) {
		memcpy(p, "\x02\x11\x22\x33\x44\x55", 6);
		memcpy(p + 6, "\x02\xaa\xbb\xcc\xdd\xee", 6);
	}
	if (edits & EDIT_PUSH) {
		memmove(p - 4, p, 12);
		p -= 4;
		put16(p + 12, 0x8100);
		put16(p + 14, 0x6123);
		shift(v, 4);
	} else if ((edits & EDIT_POP) && v->l3 > 14) {
		memmove(p + 4, p, 12);
		p += 4;
		shift(v, -4);
	}
	return p;
}
