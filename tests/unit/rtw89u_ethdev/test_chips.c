/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Each chip of the family on its model. */

#include <stdio.h>
#include <string.h>

#include "port.h"

/* Slow enough for the smallest receive buffer and a busy machine. */
#define AIR ",air=gen:count:60/size:500/rate:10,air-set=start:0,"

static const char * const chips[] = {
	"rtl8922au", "rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu",
};

static void
check_port(const char *args)
{
	uint16_t port = port_run(args, 0);
	struct rte_eth_stats stats;

	CU_ASSERT_EQUAL(port_take(port, 100, 100, NULL, NULL), 60);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT_EQUAL(stats.ipackets, 60);
	CU_ASSERT_EQUAL(stats.ibytes, 60 * 500);
	CU_ASSERT_EQUAL(stats.imissed + stats.ierrors + stats.rx_nombuf, 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_unit_wifi"), 60);
	port_remove(port);
}

static void
test_each_receives(void)
{
	char args[160];
	unsigned int i;

	for (i = 0; i < RTE_DIM(chips); i++) {
		snprintf(args, sizeof(args), "model=%s" AIR "speed=%s", chips[i],
			 i == 4 ? "high" : "super");
		check_port(args);
	}
}

/* The AX chips say theirs through the efuse. */
static void
test_each_mac_address(void)
{
	static const uint8_t own[] = OWN_MAC;
	struct rte_ether_addr mac;
	char args[64];
	unsigned int i;

	for (i = 0; i < RTE_DIM(chips); i++) {
		uint16_t port;

		snprintf(args, sizeof(args), "model=%s", chips[i]);
		port = port_add(args);
		CU_ASSERT_EQUAL_FATAL(rte_eth_macaddr_get(port, &mac), 0);
		CU_ASSERT_EQUAL(memcmp(mac.addr_bytes, own, 6), 0);
		port_remove(port);
	}
}

/* rxd-layout= where the sources disagree. */
static void
test_layouts(void)
{
	check_port("model=rtl8852cu" AIR "model-set=layout:vendor");
	check_port("model=rtl8852bu" AIR "model-set=shift:3/drvinfo:2/macinfo:1/csum:1");
	check_port("model=rtl8852cu" AIR "model-set=layout:vendor/reading:linux,"
		   "rxd-layout=linux");
}

CU_TestInfo chip_tests[] = {
	{ "Each chip receives", test_each_receives },
	{ "Each chip's MAC address", test_each_mac_address },
	{ "Layouts of AX descriptors", test_layouts },
	CU_TEST_INFO_NULL
};
