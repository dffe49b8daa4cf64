/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include "prop_edit.h"
#include "prop_gen.h"
#include "prop_view.h"

#define SEGS_OF_CASE	3500u

struct gen {
	struct prop_rng r;
	const struct prop_profile *profile;
	struct prop_flow flows[200];
	uint32_t nb_flows;
	uint32_t now_flow;	/* of a train */
	uint32_t segs, bytes;
	int order;		/* of flows in a burst */
	bool dull;		/* now */
	uint8_t *to;
};

static uint8_t *room;
static uint32_t room_len;

static void
make_conf(struct gen *g, struct rxb_gro_conf *conf)
{
	static const uint16_t flows[] = { 0, 1, 2, 8, 64, 300, 1024 };
	static const uint16_t segs[] = { 1, 2, 3, 7, 63, 64, 65, 1024 };
	static const uint32_t lens[] = { 60, 200, 1514, 3000, 9014, 20000, 65535, 65557 };
	static const uint16_t payloads[] = { 1, 2, 10, 100, 1000 };
	static const uint64_t holds[] = { 1, 2, 100, 10000, UINT64_C(1) << 40 };
	struct prop_rng *r = &g->r;

	memset(conf, 0, sizeof(*conf));
	conf->socket_id = SOCKET_ID_ANY;
	conf->mode = g->profile->list ? RXB_GRO_LIST : RXB_GRO_MERGE;
	conf->types = prop_chance(r, 800) ? 15 : prop_below(r, 16);
	conf->flags = g->profile->dull ? 0 : RXB_GRO_EAGER;
	conf->flags |= prop_chance(r, g->profile->verify ? 900 : 200) ? RXB_GRO_VERIFY : 0;
	conf->flags |= prop_chance(r, 300) ? RXB_GRO_EXTBUF : 0;
	conf->flags |= prop_chance(r, 100) ? RXB_GRO_TUNNEL : 0;
	conf->max_flows = prop_chance(r, g->profile->tight ? 200 : 930) ? 1024 :
			  flows[prop_below(r, RTE_DIM(flows))];
	if (prop_chance(r, g->profile->tight ? 700 : 200))
		conf->max_segs = segs[prop_below(r, RTE_DIM(segs))];
	if (prop_chance(r, g->profile->tight ? 700 : 100))
		conf->max_len = lens[prop_below(r, RTE_DIM(lens))];
	if (prop_chance(r, g->profile->tight ? 300 : 50))
		conf->min_payload = payloads[prop_below(r, RTE_DIM(payloads))];
	if (g->profile->hold)
		conf->hold_cycles = prop_chance(r, 100) ? 0 :
				    holds[prop_below(r, RTE_DIM(holds))];
}

/* TCP flags and payload of the next packet of a flow. */
static uint8_t
pick_kind(struct gen *g, struct prop_flow *f, struct prop_pkt *p, uint16_t *payload)
{
	static const struct {
		uint8_t flags;
		const char *word;
	} kinds[] = {
		{ 0x08, "PSH" }, { 0x08, "PSH" }, { 0x01, "FIN" }, { 0x02, "SYN" },
		{ 0x04, "RST" }, { 0x20, "URG" }, { 0x80, "CWR" }, { 0x80, "CWR" },
	};
	struct prop_rng *r = &g->r;
	uint32_t k;

	*payload = f->mss;
	if (g->dull) {
		*payload = 0;
		return 0;
	}
	if (!prop_chance(r, g->profile->odd))
		return 0;
	k = prop_below(r, RTE_DIM(kinds) + 4);
	if (k < RTE_DIM(kinds)) {
		if (f->udp)
			return 0;
		if (prop_chance(r, 150))
			*payload = 0;
		prop_word(p, kinds[k].word);
		return kinds[k].flags;
	}
	switch (k - RTE_DIM(kinds)) {
	case 0:
		*payload = 0;
		prop_word(p, "no payload");
		break;
	case 1:
		*payload = f->mss < g->profile->mss ? f->mss + 1 : f->mss;
		prop_word(p, "longer");
		break;
	default:
		*payload = (uint16_t)(1 + prop_below(r, f->mss));
		prop_word(p, "shorter");
		break;
	}
	return 0;
}

static void
make_packet(struct gen *g, struct prop_flow *f, struct prop_pkt *p)
{
	const struct prop_profile *profile = g->profile;
	struct prop_rng *r = &g->r;
	uint8_t *bytes = g->to, flags;
	uint16_t payload;

	memset(p->words, 0, sizeof(p->words));
	if (prop_chance(r, profile->change))
		prop_word(p, prop_flow_change(r, f));
	*p = (struct prop_pkt){ .bytes = bytes, .ol_flags = f->marks.ol_flags,
				.packet_type = f->marks.packet_type, .rss = f->marks.rss,
				.mark = f->marks.mark, .vlan_tci = f->marks.vlan_tci,
				.vlan_tci_outer = f->marks.vlan_tci_outer,
				.port = f->marks.port, .headroom = f->headroom,
				.words = { p->words[0] } };
	/* Left over from another packet. */
	if (!(p->ol_flags & (RTE_MBUF_F_RX_RSS_HASH | RTE_MBUF_F_RX_FDIR)))
		p->rss = (uint32_t)prop_rnd(r);
	flags = pick_kind(g, f, p, &payload);
	p->len = prop_flow_frame(r, f, flags, payload, bytes);
	if (prop_chance(r, profile->odd) && p->len < PROP_FRAME_MAX - 60)
		prop_odd(r, f, p, bytes);
	prop_verdict(r, f->verdict_unknown, p);
	p->nb_segs = 1;
	p->seg_len[0] = (uint16_t)p->len;
	p->roomy = prop_chance(r, 100);
	if (prop_chance(r, profile->own))
		prop_odd_mbuf(r, p);
	g->to += p->len;
	g->bytes += p->len;
	g->segs += p->nb_segs;
}

static struct prop_flow *
next_flow(struct gen *g)
{
	switch (g->order) {
	case 0:		/* trains */
		if (prop_chance(&g->r, 150))
			g->now_flow = prop_below(&g->r, g->nb_flows);
		break;
	case 1:
		g->now_flow = (g->now_flow + 1) % g->nb_flows;
		break;
	default:
		g->now_flow = prop_below(&g->r, g->nb_flows);
		break;
	}
	return &g->flows[g->now_flow];
}

static uint16_t
pick_burst(struct gen *g)
{
	static const uint16_t sizes[] = { 0, 1, 2, 4, 31, 32, 33, 63, 64, 65, 128, 512 };
	uint16_t n = sizes[prop_below(&g->r, RTE_DIM(sizes))];

	if (prop_chance(&g->r, 500))
		n = (uint16_t)prop_below(&g->r, 40);
	return RTE_MIN(n, g->profile->burst);
}

static bool
has_room(const struct gen *g)
{
	return g->segs + PROP_SEGS < SEGS_OF_CASE && g->bytes + PROP_FRAME_MAX < g->profile->bytes;
}

static void
make_burst(struct gen *g, struct prop_op *op)
{
	uint16_t want = pick_burst(g), i;

	op->pkts = calloc(want + 1u, sizeof(*op->pkts));
	g->order = (int)prop_below(&g->r, 3);
	for (i = 0; i < want && has_room(g); i++)
		make_packet(g, next_flow(g), &op->pkts[i]);
	op->nb_pkts = i;
	if (prop_chance(&g->r, 150) && i >= 2) {
		uint16_t k = (uint16_t)prop_below(&g->r, i - 1u);
		struct prop_pkt t = op->pkts[k];

		op->pkts[k] = op->pkts[k + 1];
		op->pkts[k + 1] = t;
		prop_word(&op->pkts[k], "came early");
	}
	if (prop_chance(&g->r, 30) && i >= 2) {
		op->pkts[i - 1] = op->pkts[i - 2];
		prop_word(&op->pkts[i - 1], "twice");
	}
}

static void
make_op(struct gen *g, struct prop_op *op, uint64_t *now, uint64_t hold)
{
	struct prop_rng *r = &g->r;
	uint32_t k = g->profile->hold ? prop_below(r, 100) : 99;

	*now += prop_chance(r, 500) ? 0 : prop_below(r, (uint32_t)RTE_MIN(hold + 2, 100000u));
	if (g->profile->hold && prop_chance(r, 30))
		*now += prop_chance(r, 500) ? hold * 3 + 1 : -(hold / 2 + prop_below(r, 100));
	op->now = *now;
	op->edit = prop_chance(r, 500) ? 0 : 1 + prop_below(r, EDIT_ALL);
	if (k < 12) {
		op->kind = OP_FLUSH;
		op->room = (uint16_t)(prop_chance(r, 500) ? prop_below(r, 5) : 512);
	} else if (k < 20) {
		op->kind = OP_FLUSH_DUE;
		op->room = (uint16_t)(prop_chance(r, 500) ? prop_below(r, 5) : 512);
	} else if (k < 25) {
		op->kind = OP_HOLD;
		op->hold = prop_chance(r, 300) ? 0 : prop_below(r, 20000);
	} else {
		op->kind = g->profile->list ? OP_GROUP : OP_PROCESS;
		make_burst(g, op);
	}
}

void
prop_gen(struct prop_case *c, const struct prop_profile *profile, uint64_t seed)
{
	static struct gen g;
	uint64_t now;
	uint32_t i, calls;

	memset(&g, 0, offsetof(struct gen, flows));
	g.r.state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
	prop_rnd(&g.r);
	prop_rnd(&g.r);
	g.profile = profile;
	g.segs = g.bytes = g.now_flow = 0;
	if (room_len < profile->bytes + 2 * PROP_FRAME_MAX) {
		room_len = profile->bytes + 2 * PROP_FRAME_MAX;
		free(room);
		room = malloc(room_len);
	}
	g.to = room;
	memset(c, 0, sizeof(*c));
	c->seed = seed;
	make_conf(&g, &c->conf);
	g.nb_flows = prop_chance(&g.r, 500) ? 1 + prop_below(&g.r, RTE_MIN(profile->flows, 4)) :
					      1 + prop_below(&g.r, profile->flows);
	for (i = 0; i < g.nb_flows; i++)
		prop_flow_make(&g.r, profile, &g.flows[i]);
	calls = 1 + prop_below(&g.r, profile->calls);
	c->ops = calloc(calls, sizeof(*c->ops));
	now = prop_chance(&g.r, 200) ? (uint64_t)-50 : prop_rnd(&g.r);
	for (i = 0; i < calls && has_room(&g); i++) {
		g.dull = profile->dull && i < calls / 2;
		make_op(&g, &c->ops[i], &now, c->conf.hold_cycles);
	}
	c->nb_ops = (int)i;
}
