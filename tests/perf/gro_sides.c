/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_ip.h>

#include "gro_bench.h"

#define HOLD_CYCLES	(1ull << 40)	/* longer than any batch: only flush() closes */

static struct rxb_gro *
gro_create(const struct side *s, const struct traffic *t)
{
	struct rxb_gro_conf conf = {
		.mode = s->run == run_list ? RXB_GRO_LIST : RXB_GRO_MERGE,
		.types = s->types,
		.flags = s->flags | (t->unknown ? RXB_GRO_VERIFY : 0),
		.max_flows = t->hold != 0 ? RTE_MAX(t->flows, 64u) : 0,
		.hold_cycles = t->hold != 0 ? HOLD_CYCLES : 0,
		.socket_id = SOCKET_ID_ANY,
	};
	struct rxb_gro *gro = rxb_gro_create(&conf);

	if (gro == NULL)
		die("no context: %s", rte_strerror(rte_errno));
	return gro;
}

void
side_open(struct side *s, const struct traffic *t)
{
	/* Its tables are searched up to the first free place: longer ones cost nothing. */
	const struct rte_gro_param param = {
		.gro_types = RTE_GRO_TCP_IPV4,
		.max_flow_num = RTE_MIN(t->flows, 1024u),
		.max_item_per_flow = 32,
		.socket_id = 0,
	};

	if (s->run == run_heavy)
		s->ctx = peers[s->build].ctx_create(&param);
	else if (!s->is_peer && s->run != run_nothing)
		s->ctx = gro_create(s, t);
	else
		return;
	if (s->ctx == NULL)
		die("%s: no context", s->name);
}

void
side_close(struct side *s)
{
	if (s->ctx != NULL && s->is_peer)
		peers[s->build].ctx_destroy(s->ctx);
	else
		rxb_gro_free(s->ctx);
	s->ctx = NULL;
}

/* An application that looks at its packets: what a library brings into the cache is paid for by
 * whoever comes first. */
static inline void
touch(const struct side *s, struct rte_mbuf **pkts, uint16_t n)
{
	uint32_t sum = 0;
	uint16_t i;

	if (!s->touch)
		return;
	for (i = 0; i < n; i++)
		sum += pkts[i]->pkt_len + *rte_pktmbuf_mtod_offset(pkts[i], uint16_t *, 24);
	asm volatile("" : : "r" (sum));
}

void
run_nothing(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	uint16_t burst = b->traffic->burst;
	unsigned int i;

	for (i = first; i < end; i++) {
		touch(s, b->pkts + i * burst, burst);
		b->out[i] = burst;
	}
}

static void
ours_light(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	uint16_t burst = b->traffic->burst;
	unsigned int i;

	for (i = first; i < end; i++) {
		struct rte_mbuf **pkts = b->pkts + i * burst;

		b->out[i] = rxb_gro_process(s->ctx, pkts, burst, 0);
		touch(s, pkts, b->out[i]);
	}
}

static void
ours_held(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	uint16_t burst = b->traffic->burst, hold = b->traffic->hold;
	unsigned int i;

	for (i = first; i < end; i++) {
		b->out[i] = rxb_gro_process(s->ctx, b->pkts + i * burst, burst, rte_rdtsc());
		if ((i + 1) % hold == 0)
			b->nb_more += rxb_gro_flush(s->ctx, b->more + b->nb_more,
						    PACKETS_MAX - b->nb_more);
		b->more_end[i] = b->nb_more;
	}
}

void
run_ours(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	if (b->traffic->hold != 0)
		ours_held(s, b, first, end);
	else
		ours_light(s, b, first, end);
}

void
run_list(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	uint16_t burst = b->traffic->burst;
	unsigned int i;

	for (i = first; i < end; i++) {
		b->groups += rxb_gro_group(s->ctx, b->pkts + i * burst, burst, b->lens);
		b->out[i] = burst;
	}
}

void
prepare_aggregates(const struct side *s, struct batch *b)
{
	ours_light(s, b, 0, b->bursts);
}

static void
there_and_back(struct batch *b, unsigned int first, unsigned int end,
	       int (*back)(struct rte_mbuf *agg, struct rte_mbuf **pkts, uint16_t room))
{
	uint16_t burst = b->traffic->burst;
	unsigned int i, j;

	for (i = first; i < end; i++) {
		for (j = 0; j < b->out[i]; j++) {
			int n = back(b->pkts[i * burst + j], b->more + b->nb_more, burst);

			b->nb_more += RTE_MAX(n, 0);
		}
		b->out[i] = 0;
		b->more_end[i] = b->nb_more;
	}
}

void
run_undo(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	there_and_back(b, first, end, rxb_gro_undo);
}

void
run_split(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	there_and_back(b, first, end, rxb_gro_split);
}

static const struct rte_gro_param light = {
	.gro_types = RTE_GRO_TCP_IPV4,
	.max_flow_num = 64,
	.max_item_per_flow = 32,
};

void
run_light(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	const struct peer *peer = &peers[s->build];
	uint16_t burst = b->traffic->burst;
	unsigned int i;

	for (i = first; i < end; i++) {
		struct rte_mbuf **pkts = b->pkts + i * burst;

		b->out[i] = peer->burst(pkts, burst, &light);
		touch(s, pkts, b->out[i]);
	}
}

static bool
all_good(struct rte_mbuf **pkts, uint16_t n)
{
	uint16_t i, bad = 0;

	for (i = 0; i < n; i++) {
		uint8_t *ip = rte_pktmbuf_mtod_offset(pkts[i], uint8_t *, pkts[i]->l2_len);

		bad += rte_ipv4_udptcp_cksum_verify((void *)ip, ip + pkts[i]->l3_len) != 0;
	}
	return bad == 0;
}

void
run_light_verify(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	const struct peer *peer = &peers[s->build];
	uint16_t burst = b->traffic->burst;
	unsigned int i;

	for (i = first; i < end; i++) {
		if (!all_good(b->pkts + i * burst, burst))
			die("%s: a bad checksum", s->name);
		b->out[i] = peer->burst(b->pkts + i * burst, burst, &light);
	}
}

void
run_heavy(const struct side *s, struct batch *b, unsigned int first, unsigned int end)
{
	const struct peer *peer = &peers[s->build];
	uint16_t burst = b->traffic->burst, hold = b->traffic->hold;
	unsigned int i;

	for (i = first; i < end; i++) {
		b->out[i] = peer->reassemble(b->pkts + i * burst, burst, s->ctx);
		if ((i + 1) % hold == 0)
			b->nb_more += peer->flush(s->ctx, 0, RTE_GRO_TCP_IPV4,
						  b->more + b->nb_more, PACKETS_MAX - b->nb_more);
		b->more_end[i] = b->nb_more;
	}
}

static struct batch recovery;

static bool
is_back(struct rxb_gro *gro, const struct traffic *t, unsigned int turn)
{
	uint16_t n;

	traffic_make(&recovery, t, t->burst, turn);
	n = rxb_gro_process(gro, recovery.pkts, t->burst, 0);
	rte_pktmbuf_free_bulk(recovery.pkts, n);
	return n == traffic_fewest(t, t->burst, turn);
}

unsigned int
recovery_bursts(const struct traffic *before, const struct traffic *after)
{
	const struct side s = { .run = run_ours };
	struct rxb_gro *gro = gro_create(&s, before);
	unsigned int i, phase, bursts, worst = 0;

	for (phase = 0; phase < 16; phase++) {
		for (i = 0; i < 1000 + phase; i++)
			is_back(gro, before, i);
		/* Back is what stays back. */
		for (i = bursts = 0; i < 64; i++)
			if (!is_back(gro, after, i))
				bursts = i + 1;
		worst = RTE_MAX(worst, bursts);
	}
	rxb_gro_free(gro);
	return worst;
}
