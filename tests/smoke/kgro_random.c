/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Trains from a seed: mostly one oddity or two, at the edges of their fields. */

#include "pkt_build.h"

#include "kgro_case.h"

#define EXT(t, u, f)	((uint32_t)(t) << 16 | (u) << 8 | (f))
#define NR(list)	(sizeof(list) / sizeof((list)[0]))

static uint64_t state;

static uint32_t
draw(uint32_t below)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)((state * 2685821657736338717ull) >> 33) % below;
}

#define PICK(list) ((list)[draw(NR(list))])

static const uint32_t lens[] = { 1, 2, 3, 7, 8, 20, 99, 100, 100, 101, 536, 1448, 1460 };

/* What can be odd about a packet of any kind. */
static const struct { uint8_t field; uint32_t value; } odd_any[] = {
	{ KGRO_LEN, 0 }, { KGRO_LEN, 1 }, { KGRO_LEN, 99 }, { KGRO_LEN, 101 }, { KGRO_LEN, 50 },
	{ KGRO_TTL, 63 }, { KGRO_TTL, 0 }, { KGRO_TTL, 255 }, { KGRO_TOS, 1 }, { KGRO_TOS, 2 },
	{ KGRO_TOS, 3 }, { KGRO_TOS, 4 }, { KGRO_TOS, 0x80 }, { KGRO_SMAC, 9 },
	{ KGRO_TAG, 0x81000005 }, { KGRO_TAG, 0x88a80005 }, { KGRO_L4_XOR, 1 },
	{ KGRO_L4_XOR, 0x8000 }, { KGRO_L4_SUM, PKT_SUM_FFFF }, { KGRO_L4_SUM, PKT_SUM_ZERO },
	{ KGRO_TRAILER, 1 }, { KGRO_TRAILER, 46 }, { KGRO_CUT, 1 }, { KGRO_IP_LEN, 1 },
	{ KGRO_IP_LEN, (uint32_t)-1 }, { KGRO_SPORT, 1001 }, { KGRO_DPORT, 2001 },
	{ KGRO_SADDR, 3 }, { KGRO_LLC, 0 }, { KGRO_PROTO, 17 }, { KGRO_PROTO, 6 },
	{ KGRO_PROTO, 50 },
};
static const struct { uint8_t field; uint32_t value; } odd_tcp[] = {
	{ KGRO_FLAGS, PKT_FIN }, { KGRO_FLAGS, PKT_SYN }, { KGRO_FLAGS, PKT_RST },
	{ KGRO_FLAGS, PKT_PSH }, { KGRO_FLAGS, PKT_PSH }, { KGRO_FLAGS, PKT_FIN | PKT_PSH },
	{ KGRO_FLAGS, PKT_URG }, { KGRO_FLAGS, PKT_ECE }, { KGRO_FLAGS, PKT_CWR },
	{ KGRO_FLAGS, PKT_CWR | PKT_PSH }, { KGRO_FLAGS, PKT_NS }, { KGRO_FLAGS, 0x200 },
	{ KGRO_NO_ACK, 0 }, { KGRO_SEQ, 1 }, { KGRO_SEQ, (uint32_t)-1 },
	{ KGRO_SEQ, (uint32_t)-100 }, { KGRO_SEQ, 100 }, { KGRO_SEQ, 0x80000000 },
	{ KGRO_ACK, 1 }, { KGRO_ACK, (uint32_t)-1 }, { KGRO_WIN, 0 }, { KGRO_WIN, 0xffff },
	{ KGRO_URP, 1 }, { KGRO_URP, 0xffff }, { KGRO_DOFF, 4 }, { KGRO_DOFF, 6 },
	{ KGRO_DOFF, 15 }, { KGRO_TS, 1 }, { KGRO_TS, 0xffffffff }, { KGRO_TOPT, 0 },
	{ KGRO_TOPT, 1 }, { KGRO_TOPT, 3 }, { KGRO_TOPT, 4 },
};
static const struct { uint8_t field; uint32_t value; } odd_udp[] = {
	{ KGRO_UDP_LEN, 1 }, { KGRO_UDP_LEN, (uint32_t)-1 }, { KGRO_DPORT, 4789 },
	{ KGRO_SPORT, 2152 }, { KGRO_L4_SUM, PKT_SUM_ZERO }, { KGRO_LEN, 0 }, { KGRO_LEN, 64 },
};
static const struct { uint8_t field; uint32_t value; } odd_ip4[] = {
	{ KGRO_ID, 0 }, { KGRO_ID, 0xffff }, { KGRO_ID, 0x1000 }, { KGRO_ID, 0x1001 },
	{ KGRO_ID, 0x1003 }, { KGRO_ID_STEP, 0 }, { KGRO_ID_STEP, 2 }, { KGRO_ID_STEP, 0xffff },
	{ KGRO_FRAG, 0 }, { KGRO_FRAG, PKT_MF }, { KGRO_FRAG, 1 }, { KGRO_FRAG, PKT_RF },
	{ KGRO_FRAG, PKT_DF | PKT_MF }, { KGRO_OPT4, 4 }, { KGRO_OPT4, 40 },
	{ KGRO_IP_XOR, 1 }, { KGRO_IP_XOR, 0x8000 }, { KGRO_IP_SUM, PKT_SUM_FFFF },
};
static const struct { uint8_t field; uint32_t value; } odd_ip6[] = {
	{ KGRO_LABEL, 0 }, { KGRO_LABEL, 0xfffff }, { KGRO_EXT, EXT(0, 0, 0) },
	{ KGRO_EXT, EXT(60, 0, 0) }, { KGRO_EXT, EXT(60, 1, 5) }, { KGRO_EXT, EXT(43, 0, 0) },
	{ KGRO_EXT_AT, 0x300 }, { KGRO_EXT, EXT(44, 0, 0) }, { KGRO_EXT, EXT(135, 0, 0) },
};

static void
add(struct kgro_case *c, uint32_t *nr, uint8_t at, uint8_t field, uint32_t value)
{
	if (*nr < KGRO_EDITS_MAX)
		c->edit[(*nr)++] = (struct kgro_edit){ at, field, value };
}

static void
add_oddity(struct kgro_case *c, uint32_t *nr, uint8_t at)
{
	bool tcp = c->base == KGRO_TCP4 || c->base == KGRO_TCP6;
	bool ip4 = c->base == KGRO_TCP4 || c->base == KGRO_UDP4;
	uint32_t which = draw(10), i;

	if (which < 3) {
		i = draw(NR(odd_any));
		add(c, nr, at, odd_any[i].field, odd_any[i].value);
	} else if (which < 6 && ip4) {
		i = draw(NR(odd_ip4));
		add(c, nr, at, odd_ip4[i].field, odd_ip4[i].value);
	} else if (which < 5) {
		i = draw(NR(odd_ip6));
		add(c, nr, at, odd_ip6[i].field, odd_ip6[i].value);
	} else if (tcp) {
		i = draw(NR(odd_tcp));
		add(c, nr, at, odd_tcp[i].field, odd_tcp[i].value);
	} else {
		i = draw(NR(odd_udp));
		add(c, nr, at, odd_udp[i].field, odd_udp[i].value);
	}
}

void
kgro_random(uint64_t seed, bool udp, struct kgro_case *c)
{
	static const uint32_t tags[] = { 0x81000012, 0x8100e012, 0x88a80012 };
	uint32_t nr = 0, oddities;

	state = (seed + 1) * 0x9e3779b97f4a7c15ull;
	draw(2);
	*c = (struct kgro_case){ .base = (uint8_t)draw(udp ? KGRO_BASES : KGRO_UDP4) };
	c->n = (uint8_t)(2 + draw(7));
	c->flows = (uint8_t)(draw(4) == 0 ? 1 + draw(4) : 1);
	if (draw(2) == 0)
		add(c, &nr, KGRO_ON, KGRO_LEN, PICK(lens));
	if (draw(4) == 0)
		add(c, &nr, KGRO_ON, KGRO_TS, draw(3));
	if (draw(6) == 0)
		add(c, &nr, KGRO_ON, KGRO_ID_STEP, draw(3));
	if (draw(6) == 0)
		add(c, &nr, KGRO_ON, KGRO_FRAG, 0);
	if (draw(8) == 0)
		add(c, &nr, KGRO_ON, KGRO_TAG, PICK(tags));
	oddities = draw(5);
	while (oddities-- > 0)
		add_oddity(c, &nr, (uint8_t)(draw(c->n) | (draw(4) == 0 ? KGRO_ON : 0)));
}
