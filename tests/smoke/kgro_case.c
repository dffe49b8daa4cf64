/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>

#include "pkt_build.h"

#include "kgro_case.h"

static const char *const field_names[KGRO_FIELDS] = {
	[KGRO_LEN] = "len", [KGRO_FLAGS] = "flags", [KGRO_NO_ACK] = "no ACK", [KGRO_SEQ] = "seq+",
	[KGRO_ACK] = "ack+", [KGRO_WIN] = "win", [KGRO_URP] = "urp", [KGRO_DOFF] = "doff",
	[KGRO_TS] = "ts", [KGRO_TOPT] = "options", [KGRO_TTL] = "ttl", [KGRO_TOS] = "tos",
	[KGRO_ID] = "id", [KGRO_ID_STEP] = "id step", [KGRO_FRAG] = "frag",
	[KGRO_OPT4] = "IPv4 options", [KGRO_LABEL] = "label", [KGRO_EXT] = "ext",
	[KGRO_EXT_AT] = "ext byte",
	[KGRO_SADDR] = "saddr", [KGRO_SPORT] = "sport", [KGRO_DPORT] = "dport",
	[KGRO_SMAC] = "smac", [KGRO_TAG] = "tag", [KGRO_LLC] = "llc", [KGRO_PROTO] = "proto",
	[KGRO_IP_LEN] = "IP length+", [KGRO_UDP_LEN] = "UDP length+", [KGRO_IP_SUM] = "IP sum",
	[KGRO_IP_XOR] = "IP sum^", [KGRO_L4_SUM] = "L4 sum", [KGRO_L4_XOR] = "L4 sum^",
	[KGRO_TRAILER] = "trailer", [KGRO_CUT] = "cut",
};

static const struct pkt *const bases[KGRO_BASES] = {
	&pkt_tcp4, &pkt_tcp6, &pkt_udp4, &pkt_udp6,
};
static const char *const base_names[KGRO_BASES] = { "tcp4", "tcp6", "udp4", "udp6" };

/* Timestamps in their usual order, in two others, and SACK. */
static const uint8_t option_lists[][12] = {
	{ 1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2 },
	{ 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2, 1 },
	{ 8, 10, 0, 0, 0, 1, 0, 0, 0, 2, 1, 1 },
	{ 1, 1, 5, 10, 0x20, 0, 0x10, 0, 0x20, 0, 0x20, 0 },
	{ 8, 10, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0 },
};

static void
edit_tcp(struct pkt *p, uint8_t field, uint32_t value)
{
	switch (field) {
	case KGRO_FLAGS:
		p->flags |= (uint16_t)value;
		break;
	case KGRO_NO_ACK:
		p->flags &= (uint16_t)~PKT_ACK;
		break;
	case KGRO_SEQ:
		p->seq += value;
		break;
	case KGRO_ACK:
		p->ack += value;
		break;
	case KGRO_WIN:
		p->win = (uint16_t)value;
		break;
	case KGRO_URP:
		p->urp = (uint16_t)value;
		break;
	case KGRO_DOFF:
		p->doff = (uint8_t)value;
		break;
	case KGRO_TS:
		p->topt_len = 0;
		pkt_timestamps(p, value, 77);
		break;
	case KGRO_TOPT:
		p->topt_len = 0;
		pkt_topt(p, option_lists[value % 5], 12);
		break;
	}
}

static void
edit_ip(struct pkt *p, uint8_t field, uint32_t value)
{
	switch (field) {
	case KGRO_TTL:
		p->ttl = (uint8_t)value;
		break;
	case KGRO_TOS:
		p->tos = (uint8_t)value;
		break;
	case KGRO_ID:
		p->id = (uint16_t)value;
		break;
	case KGRO_FRAG:
		p->frag = (uint16_t)value;
		break;
	case KGRO_OPT4:
		p->opt4_len = (uint8_t)value;
		memset(p->opt4, 1, sizeof(p->opt4));
		break;
	case KGRO_LABEL:
		p->label = value;
		break;
	case KGRO_EXT:
		pkt_ext(p, (uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value);
		break;
	case KGRO_SADDR:
		p->saddr[p->ip == 4 ? 3 : 15] = (uint8_t)value;
		break;
	case KGRO_EXT_AT:
		p->ext[value >> 8 & 0x7f] = (uint8_t)value;
		break;
	case KGRO_PROTO:
		p->proto = (uint8_t)value;
		break;
	case KGRO_IP_LEN:
		p->ip_len_add = (int32_t)value;
		break;
	case KGRO_IP_SUM:
		p->ip_sum = (enum pkt_sum)value;
		break;
	case KGRO_IP_XOR:
		p->ip_sum_xor = (uint16_t)value;
		break;
	}
}

static void
edit_rest(struct pkt *p, uint8_t field, uint32_t value)
{
	switch (field) {
	case KGRO_LEN:
		p->len = value;
		break;
	case KGRO_SPORT:
		p->sport = (uint16_t)value;
		break;
	case KGRO_DPORT:
		p->dport = (uint16_t)value;
		break;
	case KGRO_SMAC:
		p->src[5] = (uint8_t)value;
		break;
	case KGRO_TAG:
		pkt_tag(p, (uint16_t)(value >> 16), (uint16_t)value);
		break;
	case KGRO_LLC:
		p->llc = true;
		break;
	case KGRO_UDP_LEN:
		p->udp_len_add = (int32_t)value;
		break;
	case KGRO_L4_SUM:
		p->l4_sum = (enum pkt_sum)value;
		break;
	case KGRO_L4_XOR:
		p->l4_sum_xor = (uint16_t)value;
		break;
	case KGRO_TRAILER:
		p->trailer = value;
		break;
	case KGRO_CUT:
		p->cut = value;
		break;
	}
}

/* The edits of this packet: those that stay into stay, all of them into p. */
static void
apply(const struct kgro_case *c, uint32_t nr, struct pkt *stay, struct pkt *p, uint16_t *id_step)
{
	const struct kgro_edit *e;
	uint32_t pass;

	for (pass = 0; pass < 2; pass++) {
		for (e = c->edit; e < c->edit + KGRO_EDITS_MAX; e++) {
			if ((e->at & ~KGRO_ON) != nr || (pass == 0) != ((e->at & KGRO_ON) != 0))
				continue;
			if (e->field == KGRO_ID_STEP)
				*id_step = (uint16_t)e->value;
			edit_tcp(p, e->field, e->value);
			edit_ip(p, e->field, e->value);
			edit_rest(p, e->field, e->value);
		}
		if (pass == 0)
			*stay = *p;
	}
}

void
kgro_case_build(const struct kgro_case *c, struct kgro_train *train)
{
	static uint8_t bytes[PKT_LEN_MAX];
	struct pkt flow[KGRO_FLOWS_MAX];
	uint16_t id_step[KGRO_FLOWS_MAX];
	uint32_t flows = c->flows == 0 ? 1 : c->flows, i, k;
	struct pkt p;

	kgro_train_clear(train);
	for (k = 0; k < flows; k++) {
		flow[k] = *bases[c->base];
		flow[k].sport = (uint16_t)(flow[k].sport + k);
		id_step[k] = 1;
	}
	for (i = 0; i < c->n; i++) {
		for (k = 0; k < flows; k++) {
			p = flow[k];
			apply(c, i, &flow[k], &p, &id_step[k]);
			kgro_train_add(train, bytes, pkt_bytes(&p, bytes));
			flow[k].seq += p.len;
			flow[k].fill += p.len;
			flow[k].id = (uint16_t)(flow[k].id + id_step[k]);
		}
	}
}

void
kgro_case_print(const struct kgro_case *c)
{
	const struct kgro_edit *e;

	printf("    %u x %s", c->n, base_names[c->base]);
	if (c->flows > 1)
		printf(" of each of %u flows in turn", c->flows);
	for (e = c->edit; e < c->edit + KGRO_EDITS_MAX; e++)
		if (e->field != KGRO_NONE)
			printf("; %u%s: %s %d (0x%x)", e->at & ~KGRO_ON,
			       e->at & KGRO_ON ? " on" : "", field_names[e->field],
			       (int)e->value, e->value);
	printf("\n");
}
