/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal.h>

#include "gro_pass.h"

#define TEXT_MAX 4096

struct way {
	const char *name;
	unsigned int burst;	/* 0: all at once */
	bool held, split;
};

static const struct way ways[GRO_WAYS] = {
	{ "nothing held", 0, false, false },
	{ "held", 0, true, false },
	{ "held, bursts of 1", 1, true, false },
	{ "split", 0, false, true },
};

struct rte_mempool *gro_pool;

const struct rxb_gro_conf gro_conf = {
	.types = GRO_ALL,
	.flags = RXB_GRO_EAGER,
	.socket_id = SOCKET_ID_ANY,
};

static void
feed(struct gro_pass *pass, struct rxb_gro *gro, unsigned int burst)
{
	struct rte_mbuf **pkts = calloc(pass->nb_in + 1, sizeof(*pkts));
	unsigned int i, k, n, got;

	if (pkts == NULL)
		abort();
	for (i = 0; i < pass->nb_in; i += n) {
		n = RTE_MIN(burst != 0 ? burst : pass->nb_in, pass->nb_in - i);
		for (k = 0; k < n; k++)
			pkts[k] = pass->in[i + k].m;
		got = rxb_gro_process(gro, pkts, (uint16_t)n, 0);
		CU_ASSERT_FATAL(got <= n);
		memcpy(pass->out + pass->nb_out, pkts, got * sizeof(*pkts));
		pass->nb_out += got;
	}
	free(pkts);
}

static void
drain(struct gro_pass *pass, struct rxb_gro *gro)
{
	unsigned int room, got;

	do {
		room = RTE_MIN(pass->nb_in - pass->nb_out, 65535u);
		CU_ASSERT(rxb_gro_held(gro) <= room);
		got = rxb_gro_flush(gro, pass->out + pass->nb_out, (uint16_t)room);
		CU_ASSERT_FATAL(got <= room);
		pass->nb_out += got;
	} while (got != 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
}

static void
count_check(const struct gro_pass *pass, const struct rxb_gro_stats *s)
{
	uint64_t bytes = 0, merged = 0, aggregates = 0;
	unsigned int i;

	for (i = 0; i < pass->nb_in; i++)
		bytes += pass->in[i].len;
	for (i = 0; i < pass->nb_out; i++)
		if (rxb_gro_is_aggregate(pass->out[i])) {
			aggregates++;
			merged += rxb_gro_packets(pass->out[i]);
		}
	CU_ASSERT_EQUAL(s->packets_in, pass->nb_in);
	CU_ASSERT_EQUAL(s->bytes_in, bytes);
	CU_ASSERT_EQUAL(s->packets_out, pass->nb_out);
	CU_ASSERT_EQUAL(s->aggregates, aggregates);
	CU_ASSERT_EQUAL(s->merged, merged);
	CU_ASSERT_EQUAL(s->groups, 0);
	CU_ASSERT_EQUAL(s->grouped, 0);
}

/* Each packet opened an aggregate, joined one, or has its reason; closers may have one too. */
static void
reasons_check(const struct rxb_gro_stats *s)
{
	uint64_t opened = s->closed_packet + s->closed_end + s->closed_barrier +
		s->closed_burst + s->closed_flush + s->closed_hold;
	uint64_t alone = s->packets_in - opened - (s->merged - s->aggregates), why = 0;
	unsigned int i;

	for (i = 0; i < RXB_GRO_WHY_MAX; i++)
		why += s->why[i];
	CU_ASSERT(alone <= why);
	CU_ASSERT(why <= alone + s->closed_packet);
}

static void
words_check(const struct gro_pass *pass, const struct rxb_gro_stats *stats, const struct way *way,
	    const struct gro_want *want)
{
	static char text[TEXT_MAX];

	if (want->out == NULL)
		return;
	gro_out_text(pass, text, sizeof(text));
	gro_same(way->name, text, want->out);
	gro_why_text(stats, text, sizeof(text));
	gro_same(way->name, text, want->why);
	if (want->closed == NULL)
		return;
	gro_closed_text(stats, way->held, text, sizeof(text));
	gro_same(way->name, text, want->closed);
}

static void
one_way(const struct rxb_gro_conf *base, const struct pkt *pkts, unsigned int n,
	const struct gro_want *want, const struct way *way, struct rxb_gro_stats *stats)
{
	struct rxb_gro_conf conf = *base;
	struct gro_pass pass;
	struct rxb_gro *gro;
	unsigned int i;
	bool right = true;

	conf.hold_cycles = way->held ? GRO_HOLD : 0;
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	gro_pass_make(&pass, &conf, pkts, n);
	feed(&pass, gro, way->burst);
	if (!way->held)
		CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	drain(&pass, gro);
	rxb_gro_stats_get(gro, stats);
	words_check(&pass, stats, way, want);
	count_check(&pass, stats);
	reasons_check(stats);
	for (i = 0; i < pass.nb_out; i++)
		right = gro_marks_check(&pass, pass.out[i]) && right;
	right = gro_apart_check(&pass, way->split) && right;
	if (!right)
		printf("  %s: ... %s\n", CU_get_current_test()->pName, way->name);
	rxb_gro_free(gro);
	gro_pass_free(&pass);
}

void
gro_check_stats(const struct rxb_gro_conf *conf, const struct pkt *pkts, unsigned int n,
		const struct gro_want *want, struct rxb_gro_stats stats[GRO_WAYS])
{
	unsigned int i;

	for (i = 0; i < GRO_WAYS; i++)
		one_way(conf, pkts, n, want, &ways[i], &stats[i]);
}

void
gro_check_conf(const struct rxb_gro_conf *conf, const struct pkt *pkts, unsigned int n,
	       const struct gro_want *want)
{
	struct rxb_gro_stats stats[GRO_WAYS];

	gro_check_stats(conf, pkts, n, want, stats);
}

void
gro_check(const struct pkt *pkts, unsigned int n, const char *out, const char *why,
	  const char *closed)
{
	struct gro_want want = { .out = out, .why = why, .closed = closed };

	gro_check_conf(&gro_conf, pkts, n, &want);
}

void
gro_check_differs(const struct pkt *first, const struct pkt *second, const char *why)
{
	struct pkt pkts[2] = { *first, *second };
	char out[64] = "", count[64] = "";

	gro_text_packet(out, sizeof(out), first, 1);
	gro_text_packet(out, sizeof(out), second, 1);
	gro_text_count(count, sizeof(count), why, 1);
	gro_check(pkts, 2, out, count, "packet 1, last 1");
}

void
gro_check_alone(const struct pkt *p, const char *why)
{
	char out[64] = "", count[64] = "";

	gro_text_packet(out, sizeof(out), p, 1);
	gro_text_count(count, sizeof(count), why, 1);
	gro_check(p, 1, out, count, "");
}

/* to becomes what comes behind p. */
static void
behind(struct pkt *to, const struct pkt *p)
{
	to->seq = p->seq + p->len;
	to->fill = p->fill + p->len;
	to->id = (uint16_t)(p->id + 1);
}

void
gro_check_never(const struct pkt *odd, const struct pkt *usual, const char *why)
{
	struct pkt pkts[3] = { *usual, *odd, *usual };
	char out[64] = "", count[64] = "";
	unsigned int i;

	gro_check_alone(odd, why);
	behind(&pkts[1], &pkts[0]);
	behind(&pkts[2], &pkts[1]);
	for (i = 0; i < RTE_DIM(pkts); i++)
		gro_text_packet(out, sizeof(out), &pkts[i], 1);
	gro_text_count(count, sizeof(count), why, 1);
	gro_check(pkts, 3, out, count, NULL);
}

void
gro_check_other(const struct pkt *odd, const struct pkt *usual, const char *why)
{
	struct pkt pkts[3] = { *usual, *odd, *usual };
	char out[64] = "", count[64] = "";

	gro_check_alone(odd, why);
	pkts[1].flow = usual->flow + 1;
	behind(&pkts[2], &pkts[0]);
	gro_text_packet(out, sizeof(out), usual, 2);
	gro_text_next_flow(out, sizeof(out));
	gro_text_packet(out, sizeof(out), odd, 1);
	gro_text_count(count, sizeof(count), why, 1);
	gro_check(pkts, 3, out, count, "last 1");
}

void
gro_check_merges(const struct pkt *first, unsigned int n)
{
	struct pkt pkts[128];
	char out[64] = "";

	pkt_train(pkts, n, first);
	gro_text_packet(out, sizeof(out), first, n);
	gro_check(pkts, n, out, "", "last 1");
}

int
gro_main(CU_SuiteInfo *suites)
{
	char args[][20] = { "unit", "--no-huge", "-m", "256", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	char *argv[RTE_DIM(args)];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	if (rte_eal_init(RTE_DIM(args), argv) < 0)
		return EXIT_FAILURE;
	gro_pool = rte_pktmbuf_pool_create("packets", 16383, 0, 0, 128 + 2048, SOCKET_ID_ANY);
	if (gro_pool == NULL || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_mempool_free(gro_pool);
	rte_eal_cleanup();
	return ret;
}
