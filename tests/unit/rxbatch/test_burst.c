/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Many flows, bursts of all sizes, contexts side by side. */

#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_tcp6, &pkt_udp4, &pkt_udp6 };

/* The n-th flow of each kind in turn. */
static struct pkt
flow(unsigned int n)
{
	struct pkt p = *usual[n % RTE_DIM(usual)];

	p.flow = n;
	p.sport = (uint16_t)(5000 + n % 100);
	p.saddr[2] = (uint8_t)(n / 100);
	p.fill = n * 100003;
	p.seq = n * 7919;
	return p;
}

/* Each flow's k-th packet, then each flow's k + 1st. */
static void
round_robin(struct pkt *pkts, unsigned int flows, unsigned int each)
{
	unsigned int i, k;

	for (i = 0; i < flows; i++)
		pkts[i] = flow(i);
	for (k = 1; k < each; k++)
		for (i = 0; i < flows; i++) {
			pkts[k * flows + i] = pkts[(k - 1) * flows + i];
			pkt_next(&pkts[k * flows + i]);
		}
}

/* The table's buckets may be full before the table is: a few packets at most pass alone. */
static void
many_flows(unsigned int flows, unsigned int each)
{
	static const struct gro_want whatever;
	static struct pkt pkts[4096];
	struct rxb_gro_stats stats[GRO_WAYS], *s;
	struct rxb_gro_conf conf = gro_conf;
	unsigned int i, n = flows * each;
	uint64_t alone;

	conf.max_flows = (uint16_t)flows;
	round_robin(pkts, flows, each);
	gro_check_stats(&conf, pkts, n, &whatever, stats);
	for (i = 0; i < GRO_WAYS; i++) {
		s = &stats[i];
		alone = s->why[RXB_GRO_WHY_TABLE];
		CU_ASSERT_EQUAL(s->merged + alone, n);
		CU_ASSERT_EQUAL(s->aggregates, flows - alone / each);
		CU_ASSERT(alone <= n / 25);
		CU_ASSERT_EQUAL(s->closed_packet + s->closed_end + s->closed_barrier, 0);
	}
}

static void
flows_of_64(void)
{
	many_flows(64, 4);
	many_flows(64, 60);
}

static void
flows_of_1024(void)
{
	many_flows(1024, 4);
}

static void
more_flows_than_room(void)
{
	struct gro_want four = {
		"200/2 | 200/2 | 200/2 | 200/2 | 100 100 | 100 100 | 100 100 | 100 100",
		"table 8", "last 4"
	};
	struct gro_want one = { "200/2 | 100 100", "table 2", "last 1" };
	struct rxb_gro_conf conf = gro_conf;
	struct pkt pkts[16];
	unsigned int i;

	/* One kind, for the words to be equal. */
	round_robin(pkts, 8, 2);
	for (i = 0; i < 16; i++) {
		struct pkt p = pkt_udp4;

		p.flow = pkts[i].flow;
		p.sport = pkts[i].sport;
		p.fill = pkts[i].fill;
		p.id = pkts[i].id;
		pkts[i] = p;
	}
	conf.max_flows = 4;
	gro_check_conf(&conf, pkts, 16, &four);
	conf.max_flows = 1;
	pkts[2] = pkts[8];
	pkts[3] = pkts[9];
	gro_check_conf(&conf, pkts, 4, &one);
}

static void
separate_flows(void)
{
	struct pkt pkts[8], *p = pkts;
	unsigned int u, i;

	for (u = 0; u < 2; u++) {
		/* TCP and UDP of the same four numbers, and both with the ends swapped. */
		p[0] = p[2] = u == 0 ? pkt_tcp4 : pkt_tcp6;
		p[1] = p[3] = u == 0 ? pkt_udp4 : pkt_udp6;
		for (i = 2; i < 4; i++) {
			memcpy(p[i].saddr, p[0].daddr, 16);
			memcpy(p[i].daddr, p[0].saddr, 16);
			p[i].sport = p[0].dport;
			p[i].dport = p[0].sport;
		}
		for (i = 0; i < 4; i++) {
			p[i].flow = i;
			p[4 + i] = p[i];
			pkt_next(&p[4 + i]);
		}
		gro_check(p, 8, "200/2 | 200/2 | 200/2 | 200/2", "", "last 4");
		/* Ports alone swapped, addresses not. */
		p[2] = p[0];
		p[2].sport = p[0].dport;
		p[2].dport = p[0].sport;
		p[2].flow = 2;
		p[1] = p[0];
		p[3] = p[2];
		pkt_next(&p[1]);
		pkt_next(&p[3]);
		gro_check(p, 4, "200/2 | 200/2", "", "last 2");
	}
}

static void
burst_sizes(void)
{
	static const unsigned int sizes[] = { 1, 2, 31, 32, 33, 63, 64, 65, 128, 512 };
	struct gro_want want = { NULL, "", "last 1" };
	struct rxb_gro_conf conf = gro_conf;
	static struct pkt pkts[512];
	unsigned int i, u;
	char out[32];

	conf.max_segs = RXB_GRO_SEGS_MAX;
	want.out = out;
	for (u = 0; u < 2; u++)
		for (i = 0; i < RTE_DIM(sizes); i++) {
			pkt_train(pkts, sizes[i], usual[u]);
			snprintf(out, sizeof(out), sizes[i] == 1 ? "100" : "%u/%u",
				 100 * sizes[i], sizes[i]);
			gro_check_conf(&conf, pkts, sizes[i], &want);
		}
}

static void
burst_of_none(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct rte_mbuf *none[1] = { NULL };
	struct rxb_gro *gro;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		conf.hold_cycles = i * GRO_HOLD;
		gro = rxb_gro_create(&conf);
		CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
		CU_ASSERT_EQUAL(rxb_gro_process(gro, none, 0, 1), 0);
		CU_ASSERT_EQUAL(rxb_gro_process(gro, NULL, 0, 2), 0);
		CU_ASSERT_EQUAL(rxb_gro_flush(gro, none, 1), 0);
		CU_ASSERT_EQUAL(rxb_gro_flush(gro, NULL, 0), 0);
		CU_ASSERT_PTR_NULL(none[0]);
		rxb_gro_free(gro);
	}
}

#define THREADS	2
#define ROUNDS	2000

/* What a thread has: nothing of the other's. */
struct queue {
	uint64_t hold;
	struct rte_mempool *pool;
};

/* One queue's thread, nothing of CUnit in it. Returns what went wrong, NULL: nothing. */
static void *
queue_thread(void *arg)
{
	static char wrong[] = "wrong";
	const struct queue *queue = arg;
	struct rxb_gro_conf conf = gro_conf;
	struct rte_mbuf *pkts[32], *apart[32];
	struct rxb_gro_stats stats;
	struct rxb_gro *gro;
	struct pkt p[4];
	unsigned int round, i, n, out, seen;
	void *ret = NULL;

	conf.hold_cycles = queue->hold;
	gro = rxb_gro_create(&conf);
	if (gro == NULL)
		return wrong;
	for (i = 0; i < 4; i++)
		p[i] = flow(i);
	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < 32; i++) {
			pkts[i] = pkt_mbuf(&p[i % 4], queue->pool);
			pkt_next(&p[i % 4]);
		}
		out = rxb_gro_process(gro, pkts, 32, round);
		out += rxb_gro_flush(gro, pkts + out, (uint16_t)(32 - out));
		for (i = seen = 0; i < out; i++, seen += n) {
			n = (unsigned int)rxb_gro_undo(pkts[i], apart, 32);
			if (n != 8) {
				ret = wrong;
				break;
			}
			rte_pktmbuf_free_bulk(apart, n);
		}
		if (out != 4 || seen != 32)
			ret = wrong;
		if (ret != NULL)
			break;
	}
	rxb_gro_stats_get(gro, &stats);
	if (stats.merged != (uint64_t)32 * ROUNDS)
		ret = wrong;
	rxb_gro_free(gro);
	return ret;
}

/* A thread inherits the one processor that EAL gave its maker. */
static void
any_processor(pthread_t thread)
{
	cpu_set_t all;
	int i;

	CPU_ZERO(&all);
	for (i = 0; i < CPU_SETSIZE; i++)
		CPU_SET(i, &all);
	pthread_setaffinity_np(thread, sizeof(all), &all);
}

static void
two_threads(void)
{
	static const uint64_t holds[][THREADS] = {
		{ 0, 0 }, { 0, GRO_HOLD }, { GRO_HOLD, GRO_HOLD }
	};
	struct queue queues[THREADS];
	pthread_t threads[THREADS];
	unsigned int i, k;
	char name[16];
	void *ret;

	for (i = 0; i < THREADS; i++) {
		snprintf(name, sizeof(name), "queue %u", i);
		queues[i].pool = rte_pktmbuf_pool_create(name, 255, 0, 0, 512, SOCKET_ID_ANY);
		CU_ASSERT_PTR_NOT_NULL_FATAL(queues[i].pool);
	}
	for (k = 0; k < RTE_DIM(holds); k++) {
		for (i = 0; i < THREADS; i++) {
			queues[i].hold = holds[k][i];
			CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, queue_thread,
							     &queues[i]), 0);
			any_processor(threads[i]);
		}
		for (i = 0; i < THREADS; i++) {
			CU_ASSERT_EQUAL(pthread_join(threads[i], &ret), 0);
			CU_ASSERT_PTR_NULL(ret);
		}
	}
	for (i = 0; i < THREADS; i++) {
		CU_ASSERT_EQUAL(rte_mempool_avail_count(queues[i].pool), 255);
		rte_mempool_free(queues[i].pool);
	}
}

static CU_TestInfo tests[] = {
	{ "59: 64 flows round robin", flows_of_64 },
	{ "59: 1024 flows round robin", flows_of_1024 },
	{ "59: more flows than room pass alone, in order", more_flows_than_room },
	{ "61: TCP and UDP, and both directions, of the same numbers", separate_flows },
	{ "62: bursts of 1 to 512", burst_sizes },
	{ "62: bursts of none", burst_of_none },
	{ "67: two threads, a context each", two_threads },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "bursts", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
