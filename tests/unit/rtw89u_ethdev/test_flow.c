/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Packets over time: queue stop, counts, statistics, overload, gaps, no mbufs. */

#include <string.h>

#include <rte_byteorder.h>
#include <rte_cycles.h>

#include "port.h"

/* The generator numbers its packets, big endian, behind Ethernet, IPv4 and UDP. */
struct order {
	uint64_t last, packets, wrong;
};

static void
look_at_number(const struct rte_mbuf *m, void *arg)
{
	struct order *o = arg;
	rte_be64_t raw;
	uint64_t number;

	memcpy(&raw, rte_pktmbuf_mtod_offset(m, const uint8_t *, 42), sizeof(raw));
	number = rte_be_to_cpu_64(raw);
	o->wrong += o->packets++ != 0 && number <= o->last;
	o->last = number;
}

static void
test_queue_start_stop(void)
{
	uint16_t port = port_run(GEN("rate:100/size:200"), 0);
	struct order o = { 0 };
	unsigned int i;

	for (i = 0; i < 20; i++) {
		CU_ASSERT_EQUAL(port_take(port, 20, 300, look_at_number, &o), 20);
		CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_stop(port, 0), 0);
		CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_stop(port, 0), 0);
		CU_ASSERT_EQUAL(port_take(port, 1, 2, NULL, NULL), 0);
		CU_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 0);
		CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_start(port, 0), 0);
		CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_start(port, 0), 0);
	}
	CU_ASSERT_EQUAL(o.wrong, 0);
	port_remove(port);
}

static void
test_queue_count(void)
{
	uint16_t port = port_run(GEN("count:60/size:1000"), 0);

	rte_delay_ms(30);
	CU_ASSERT(rte_eth_rx_queue_count(port, 0) > 0);
	CU_ASSERT(rte_eth_rx_queue_count(port, 0) <= 32);
	CU_ASSERT_EQUAL(port_take(port, 1, 200, NULL, NULL), 1);
	/* The transfer in hand counts. */
	CU_ASSERT(rte_eth_rx_queue_count(port, 0) > 0);
	CU_ASSERT_EQUAL(port_take(port, 100, 60, NULL, NULL), 59);
	CU_ASSERT_EQUAL(rte_eth_rx_queue_count(port, 0), 0);
	port_remove(port);
}

static void
test_statistics(void)
{
	uint16_t port = port_run(GEN("count:60/size:500"), 0);
	struct rte_eth_stats stats;

	CU_ASSERT_EQUAL(port_take(port, 100, 60, NULL, NULL), 60);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT_EQUAL(stats.ipackets, 60);
	CU_ASSERT_EQUAL(stats.ibytes, 60 * 500);
	CU_ASSERT_EQUAL(stats.q_ipackets[0], 60);
	CU_ASSERT_EQUAL(stats.q_ibytes[0], 60 * 500);
	CU_ASSERT_EQUAL(stats.imissed + stats.ierrors + stats.rx_nombuf, 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_unit_wifi"), 60);
	CU_ASSERT_EQUAL(xstat(port, "model_frames_delivered"), 60);
	CU_ASSERT_EQUAL(rte_eth_stats_reset(port), 0);
	CU_ASSERT_EQUAL(rte_eth_xstats_reset(port), 0);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT_EQUAL(stats.ipackets + stats.ibytes + stats.q_ipackets[0], 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_unit_wifi"), 0);
	CU_ASSERT_EQUAL(xstat(port, "model_frames_delivered"), 0);
	port_remove(port);
}

static void
test_xstats_by_id(void)
{
	uint16_t port = port_run(GEN("count:30"), 0);
	struct rte_eth_xstat_name names[512];
	uint64_t id, value;
	int n, i;

	CU_ASSERT_EQUAL(port_take(port, 100, 60, NULL, NULL), 30);
	n = rte_eth_xstats_get_names(port, NULL, 0);
	CU_ASSERT_FATAL(n > 40 && n <= (int)RTE_DIM(names));
	CU_ASSERT_EQUAL(rte_eth_xstats_get_names(port, names, n), n);
	/* Too small an array: the size that is needed. */
	CU_ASSERT_EQUAL(rte_eth_xstats_get(port, NULL, 0), n);
	for (i = 0; i < n; i++) {
		CU_ASSERT_EQUAL(rte_eth_xstats_get_id_by_name(port, names[i].name, &id), 0);
		CU_ASSERT_EQUAL(id, (uint64_t)i);
		CU_ASSERT_EQUAL(rte_eth_xstats_get_by_id(port, &id, &value, 1), 1);
		CU_ASSERT(value == xstat(port, names[i].name) ||
			  strstr(names[i].name, "late") != NULL);
	}
	port_remove(port);
}

/* Nobody polls while more comes than FIFO and transfers hold. */
static void
test_overload(void)
{
	uint16_t port = port_run(GEN("count:4000/size:1500"), 0);
	struct rte_eth_stats stats;
	struct order o = { 0 };

	rte_delay_ms(100);
	CU_ASSERT(port_take(port, UINT64_MAX, 60, look_at_number, &o) < 4000);
	CU_ASSERT_EQUAL(o.wrong, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT(stats.imissed > 0);
	CU_ASSERT_EQUAL(stats.ipackets + stats.imissed, 4000);
	CU_ASSERT_EQUAL(xstat(port, "model_frames_air"), 4000);
	CU_ASSERT_EQUAL(xstat(port, "model_fifo_overflow_frames"), stats.imissed);
	port_remove(port);
}

static void
test_overload_recovery(void)
{
	uint16_t port = port_run(GEN("rate:30/size:1000"), 0);
	struct rte_eth_stats stats;
	struct order o = { 0 };

	rte_delay_ms(400);
	/* What was kept, then what is sent now: it flows again. How much of that is
	 * missed is a question of who gets the processor, and not asked. */
	port_take(port, 2000, 20, look_at_number, &o);
	rte_eth_stats_get(port, &stats);
	CU_ASSERT(stats.imissed > 0);
	CU_ASSERT_EQUAL(port_take(port, 500, 3000, look_at_number, &o), 500);
	CU_ASSERT_EQUAL(o.wrong, 0);
	port_remove(port);
}

/* Packets far apart: the bus sleeps in between. */
static void
test_gaps(void)
{
	/* 1 Mbit/s: one packet of 1500 bytes in 12 ms. */
	uint16_t port = port_run(GEN("rate:1/size:1500/count:20"), 0);
	struct order o = { 0 };

	CU_ASSERT_EQUAL(port_take(port, 20, 5000, look_at_number, &o), 20);
	CU_ASSERT_EQUAL(port_take(port, UINT64_MAX, 100, look_at_number, &o), 0);
	CU_ASSERT_EQUAL(o.wrong, 0);
	CU_ASSERT_EQUAL(o.last, 19);
	port_remove(port);
}

/* Everything of the pool is held elsewhere; then it comes back. */
static void
test_no_mbufs(void)
{
	static struct rte_mbuf *held[2047];
	uint16_t port = port_run(GEN("count:80/size:300"), 0);
	struct rte_eth_stats stats;
	struct order o = { 0 };

	CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_alloc_bulk(pool, held, RTE_DIM(held)), 0);
	CU_ASSERT_EQUAL(port_take(port, 100, 60, look_at_number, &o), 0);
	rte_eth_stats_get(port, &stats);
	CU_ASSERT(stats.rx_nombuf > 0);
	CU_ASSERT_EQUAL(stats.ipackets, 0);
	/* Fewer than are taken from the pool at once: they serve too. */
	rte_pktmbuf_free_bulk(held, 3);
	CU_ASSERT_EQUAL(port_take(port, 3, 60, look_at_number, &o), 3);
	rte_pktmbuf_free_bulk(held + 3, RTE_DIM(held) - 3);
	CU_ASSERT_EQUAL(port_take(port, 100, 60, look_at_number, &o), 77);
	CU_ASSERT_EQUAL(o.wrong, 0);
	CU_ASSERT_EQUAL(o.last, 79);
	port_remove(port);
}

static void
test_no_mbufs_at_stop(void)
{
	static struct rte_mbuf *held[2047];
	uint16_t port = port_run(GEN("rate:0/size:300"), 0);

	CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_alloc_bulk(pool, held, RTE_DIM(held)), 0);
	CU_ASSERT_EQUAL(port_take(port, 1, 20, NULL, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	rte_pktmbuf_free_bulk(held, RTE_DIM(held));
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(port_take(port, 50, 300, NULL, NULL), 50);
	port_remove(port);
}

/* A packet of several mbufs when the pool has too few of them. */
static void
test_no_mbufs_for_a_chain(void)
{
	static struct rte_mbuf *held[2047];
	uint16_t port = port_add(GEN("count:6/size:9000"));

	CU_ASSERT_EQUAL(port_setup(port, RTE_ETH_RX_OFFLOAD_SCATTER, 9000), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_alloc_bulk(pool, held, RTE_DIM(held)), 0);
	rte_pktmbuf_free_bulk(held, 3);
	CU_ASSERT_EQUAL(port_take(port, 10, 60, NULL, NULL), 0);
	rte_pktmbuf_free_bulk(held + 3, RTE_DIM(held) - 3);
	CU_ASSERT_EQUAL(port_take(port, 10, 60, NULL, NULL), 6);
	port_remove(port);
}

CU_TestInfo flow_tests[] = {
	{ "queue start and stop", test_queue_start_stop },
	{ "queue count", test_queue_count },
	{ "statistics and their reset", test_statistics },
	{ "xstats by number", test_xstats_by_id },
	{ "overload: every frame is delivered or missed", test_overload },
	{ "overload: recovery", test_overload_recovery },
	{ "gaps", test_gaps },
	{ "empty pool, and recovery", test_no_mbufs },
	{ "empty pool at stop", test_no_mbufs_at_stop },
	{ "pool with too few mbufs for a chain", test_no_mbufs_for_a_chain },
	CU_TEST_INFO_NULL,
};
