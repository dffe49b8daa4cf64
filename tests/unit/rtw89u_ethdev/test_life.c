/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Ports come and go, start and stop; two live side by side. */

#include <rte_dev.h>
#include <rte_malloc.h>

#include "port.h"

static size_t
memory_in_use(void)
{
	struct rte_malloc_socket_stats stats;

	CU_ASSERT_EQUAL(rte_malloc_get_socket_stats(0, &stats), 0);
	return stats.heap_allocsz_bytes;
}

static void
test_probe_remove_100(void)
{
	size_t before = 0;
	unsigned int i;

	for (i = 0; i < 100; i++) {
		uint16_t port = port_add(i % 2 == 0 ? GEN("size:100") : MODEL ",speed=high");

		CU_ASSERT_FATAL(port != NO_PORT);
		if (i % 3 == 0)
			CU_ASSERT_EQUAL(port_setup(port, 0, 0), 0);
		port_remove(port);
		/* The first ones leave what is there once: the dynamic field. */
		if (i == 3)
			before = memory_in_use();
	}
	CU_ASSERT_EQUAL(memory_in_use(), before);
	CU_ASSERT_EQUAL(rte_eth_dev_count_avail(), 0);
}

static void
test_refused_probe(void)
{
	static const char * const bad[] = {
		"", "model=nix", MODEL ",hold=x", MODEL ",air=gen:size:1", "replay=/nowhere",
		MODEL ",model-set=nix:1", MODEL ",rx-csum=chip", MODEL ",buffer-size=1024",
	};
	size_t before = memory_in_use();
	unsigned int i;

	for (i = 0; i < RTE_DIM(bad); i++)
		CU_ASSERT_EQUAL(port_add(bad[i]), NO_PORT);
	CU_ASSERT_EQUAL(memory_in_use(), before);
	CU_ASSERT_EQUAL(rte_eth_dev_count_avail(), 0);
}

static void
test_start_stop_100(void)
{
	uint16_t port = port_run(GEN("rate:0/size:400"), 0);
	uint64_t got = 0;
	unsigned int i;

	for (i = 0; i < 100; i++) {
		/* Stops with a transfer in hand, and with none. */
		got += port_take(port, i % 3 * 5, 20, NULL, NULL);
		CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
		CU_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 0);
		CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	}
	CU_ASSERT_EQUAL(port_take(port, 200, 500, NULL, NULL), 200);
	CU_ASSERT(got > 300);
	port_remove(port);
}

static void
test_stop_twice_close(void)
{
	uint16_t port = port_run(GEN("rate:50"), 0);

	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_close(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_count_avail(), 0);
}

static void
test_configure_again(void)
{
	uint16_t port = port_run(GEN("rate:0/size:200"), 0);

	CU_ASSERT_EQUAL(port_take(port, 50, 500, NULL, NULL), 50);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(port_setup(port, RTE_ETH_RX_OFFLOAD_SCATTER, 4000), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(port_take(port, 50, 500, NULL, NULL), 50);
	port_remove(port);
}

static void
test_two_ports(void)
{
	uint16_t one = port_run(GEN("rate:20/size:300"), 0);
	uint16_t two = port_run(GEN("rate:20/size:300") ",speed=high", 0);

	CU_ASSERT_NOT_EQUAL(one, two);
	CU_ASSERT_EQUAL(port_take(one, 20, 500, NULL, NULL), 20);
	CU_ASSERT_EQUAL(port_take(two, 20, 500, NULL, NULL), 20);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(one), 0);
	CU_ASSERT_EQUAL(port_take(two, 50, 500, NULL, NULL), 50);
	port_remove(one);
	CU_ASSERT_EQUAL(port_take(two, 50, 500, NULL, NULL), 50);
	port_remove(two);
}

CU_TestInfo life_tests[] = {
	{ "probe and remove 100 times, memory flat", test_probe_remove_100 },
	{ "refused devargs leave nothing", test_refused_probe },
	{ "start and stop 100 times under traffic", test_start_stop_100 },
	{ "stop twice, start twice, close", test_stop_twice_close },
	{ "configure again", test_configure_again },
	{ "two ports, one stops", test_two_ports },
	CU_TEST_INFO_NULL,
};
