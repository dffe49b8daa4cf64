/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* rx_burst and its mbufs: pools that run dry, packets longer than an mbuf. */

#include "burst_fixture.h"

/* MTU that the largest packet asks for: 11454 - 26 - 6 - 4 + 12. */
#define LONGEST 11430u

/* Bursts of which each keeps its packets until the pool is dry, then frees all:
 * nothing is lost, and each time that the pool was asked in vain is counted. */
static void
drain_with_dry_pool(struct bench *b)
{
	struct rte_mbuf *held[256];
	unsigned int idle = 0;

	while (idle < 2) {
		uint64_t nombuf = b->q.stats.nombuf;
		uint16_t n = b->burst(&b->q, held, RTE_DIM(held)), i;
		/* Asked again while everything is held. */
		uint16_t again = n == b->nb_mbufs ?
			b->burst(&b->q, held + n, RTE_DIM(held) - n) : 0;

		CU_ASSERT_EQUAL(again, 0);
		CU_ASSERT(n <= b->nb_mbufs);
		if (n == b->nb_mbufs && b->nb_seen + n < b->nb_expected)
			CU_ASSERT(b->q.stats.nombuf >= nombuf + 2);
		for (i = 0; i < n; i++) {
			bench_check_packet(b, held[i]);
			rte_pktmbuf_free(held[i]);
		}
		idle = n == 0 ? idle + 1 : 0;
	}
	CU_ASSERT_EQUAL(b->nb_seen, b->nb_expected);
}

static void
test_small_pools(void)
{
	static const unsigned int pools[] = { 1, 2, 31, 32, 33, 64 };
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(pools); i++) {
		struct bench *b = bench_open(pools[i]);
		struct transfer t = { 0 };

		for (n = 0; n < 10; n++) {
			bench_frames(b, &t, 20, 200 + n);
			bench_add(b, &t, BENCH_SIZE, 0);
		}
		drain_with_dry_pool(b);
		CU_ASSERT(b->q.stats.nombuf > 0);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* CESNET/ipfixprobe#252: no mbuf at all, many transfers; later there are some. */
static void
test_empty_pool(void)
{
	struct bench *b = bench_open(40);
	struct rte_mbuf *taken[40], *pkts[32];
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < 30; i++) {
		bench_frames(b, &t, 3, 300);
		bench_add(b, &t, BENCH_SIZE, 0);
	}
	CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_alloc_bulk(b->mp, taken, 40), 0);
	for (i = 0; i < 5; i++)
		CU_ASSERT_EQUAL(b->burst(&b->q, pkts, 32), 0);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 5);
	/* No transfer was thrown away for it. */
	CU_ASSERT_EQUAL(b->returned, 0);
	CU_ASSERT_EQUAL(b->q.stats.packets, 0);
	/* Not counted as taken apart yet, so not twice later. */
	CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_WIFI], 0);
	rte_pktmbuf_free_bulk(taken, 40);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 5);
	CU_ASSERT_EQUAL(b->q.stats.packets, 90);
	bench_check_sums(b);
	bench_close(b);
}

/* Stopped with an empty pool and with spares in hand: all mbufs go home. */
static void
test_stop_gives_mbufs_back(void)
{
	unsigned int n;

	for (n = 1; n < 70; n++) {
		struct bench *b = bench_open(100);
		struct transfer t = { 0 };

		bench_frames(b, &t, n, 100);
		bench_add(b, &t, BENCH_SIZE, 0);
		CU_ASSERT_EQUAL(bench_burst(b, n), n);
		wport_rxq_stop(&b->q);
		CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), 100);
		/* Twice does no harm. */
		bench_close(b);
	}
}

/* svpcom/rtl8812au#31, sdnfv/openNetVM#314: frames of these sizes, 2 KiB mbufs. */
static const uint32_t long_frames[] = { 2304, 3839, 4052, 7935, 11454 };

static void
test_scatter(void)
{
	static const uint16_t segs[] = { 2, 2, 2, 4, 6 };
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	bench_lengths(b, LONGEST, true);
	for (i = 0; i < RTE_DIM(long_frames); i++) {
		bench_frame(b, &t, long_frames[i] - 26 - 6 - 4 + 12, true);
		/* Short ones between, to see that the walk goes on. */
		bench_frame(b, &t, 100, true);
	}
	bench_add(b, &t, 65536, 0);
	for (i = 0; i < RTE_DIM(long_frames); i++) {
		struct rte_mbuf *m[2];

		CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, m, 2), 2);
		CU_ASSERT_EQUAL(m[0]->nb_segs, segs[i]);
		CU_ASSERT_EQUAL(m[1]->nb_segs, 1);
		bench_check_packet(b, m[0]);
		bench_check_packet(b, m[1]);
		rte_pktmbuf_free_bulk(m, 2);
	}
	bench_drain(b, 2);
	bench_check_sums(b);
	bench_close(b);
}

static void
test_no_scatter(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	bench_lengths(b, LONGEST, false);
	for (i = 0; i < RTE_DIM(long_frames); i++) {
		bench_frame(b, &t, long_frames[i] - 26 - 6 - 4 + 12, false);
		bench_frame(b, &t, 100, true);
	}
	bench_add(b, &t, 65536, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.no_scatter, 5);
	CU_ASSERT_EQUAL(b->q.stats.too_long, 0);
	CU_ASSERT_EQUAL(b->q.stats.packets, 5);
	bench_check_sums(b);
	bench_close(b);
}

/* Both sides of each limit. */
static void
test_limits(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int scatter;

	bench_frame(b, &t, 1522, true);
	bench_frame(b, &t, 1523, false);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.too_long, 1);
	bench_check_sums(b);
	bench_close(b);

	for (scatter = 0; scatter < 2; scatter++) {
		b = bench_open(64);
		bench_lengths(b, 3000, scatter);
		bench_frame(b, &t, BENCH_ROOM, true);
		bench_frame(b, &t, BENCH_ROOM + 1, scatter);
		bench_frame(b, &t, 3000, scatter);
		bench_frame(b, &t, 3001, false);
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->q.stats.too_long, 1);
		CU_ASSERT_EQUAL(b->q.stats.no_scatter, scatter ? 0 : 2);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* Every chain length and every remainder around whole mbufs. */
static void
test_chain_lengths(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int k;
	int d;

	bench_lengths(b, LONGEST, true);
	for (k = 1; k <= 5; k++) {
		for (d = -2; d <= 2; d++)
			bench_frame(b, &t, k * BENCH_ROOM + d, true);
		bench_add(b, &t, 65536, 0);
	}
	bench_drain(b, 8);
	bench_check_sums(b);
	bench_close(b);
}

/* baidu/dperf#570: the k-th segment of a chain cannot be had. The frame waits,
 * whole; nothing leaks. */
static void
test_chain_allocation_fails(void)
{
	unsigned int k;

	for (k = 0; k < 6; k++) {
		struct bench *b = bench_open(6);
		struct rte_mbuf *taken[6], *m;
		struct transfer t = { 0 };

		bench_lengths(b, LONGEST, true);
		bench_frame(b, &t, LONGEST, true);
		bench_frame(b, &t, 100, true);
		bench_add(b, &t, BENCH_SIZE, 0);
		CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_alloc_bulk(b->mp, taken, 6 - k), 0);
		CU_ASSERT_EQUAL(b->burst(&b->q, &m, 1), 0);
		CU_ASSERT_EQUAL(b->q.stats.nombuf, 1);
		CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), k);
		CU_ASSERT_EQUAL(b->burst(&b->q, &m, 1), 0);
		CU_ASSERT_EQUAL(b->q.stats.nombuf, 2);
		rte_pktmbuf_free_bulk(taken, 6 - k);
		CU_ASSERT_EQUAL(bench_burst(b, 1), 1);
		bench_drain(b, 1);
		CU_ASSERT_EQUAL(b->q.stats.nombuf, 2);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* A chain asks for software checksums too, and gets unknown, never good. */
static void
test_chain_checksum_unknown(void)
{
	struct bench *b = bench_open(16);
	struct transfer t = { 0 };
	struct rte_mbuf *m;

	bench_lengths(b, LONGEST, true);
	b->q.csum = true;
	bench_frame(b, &t, 5000, true);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	CU_ASSERT_EQUAL(m->ol_flags & (RTE_MBUF_F_RX_IP_CKSUM_MASK |
				       RTE_MBUF_F_RX_L4_CKSUM_MASK), 0);
	bench_check_packet(b, m);
	rte_pktmbuf_free(m);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "pools of 1 to 64", test_small_pools },
		{ "empty pool, then not", test_empty_pool },
		{ "stop gives mbufs back", test_stop_gives_mbufs_back },
		{ "long frames with scatter", test_scatter },
		{ "long frames without scatter", test_no_scatter },
		{ "both sides of each limit", test_limits },
		{ "chain lengths", test_chain_lengths },
		{ "allocation fails at the k-th segment", test_chain_allocation_fails },
		{ "checksum of a chain", test_chain_checksum_unknown },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_burst_mbuf", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
