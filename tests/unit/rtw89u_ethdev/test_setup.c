/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the port says of itself, and what it refuses. */

#include <errno.h>
#include <string.h>

#include "port.h"

/* An MPDU of 11454 bytes: 802.11 header 26, LLC/SNAP 6, FCS 4 go, two addresses come. */
#define PKT_MAX 11430
#define MTU_MAX 11408	/* less the Ethernet header and two tags */

static void
test_dev_info(void)
{
	uint16_t port = port_add(MODEL);
	struct rte_eth_dev_info info;

	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_info_get(port, &info), 0);
	CU_ASSERT_STRING_EQUAL(info.driver_name, "net_rtw89u");
	CU_ASSERT_EQUAL(info.max_rx_queues, 1);
	CU_ASSERT_EQUAL(info.max_tx_queues, 4);
	CU_ASSERT_EQUAL(info.max_mac_addrs, 1);
	CU_ASSERT_EQUAL(info.max_rx_pktlen, PKT_MAX);
	CU_ASSERT_EQUAL(info.max_mtu, MTU_MAX);
	CU_ASSERT_EQUAL(info.min_mtu, 68);
	CU_ASSERT_EQUAL(info.rx_offload_capa, RTE_ETH_RX_OFFLOAD_IPV4_CKSUM |
			RTE_ETH_RX_OFFLOAD_UDP_CKSUM | RTE_ETH_RX_OFFLOAD_TCP_CKSUM |
			RTE_ETH_RX_OFFLOAD_SCATTER | RTE_ETH_RX_OFFLOAD_TCP_LRO);
	CU_ASSERT_EQUAL(info.max_lro_pkt_size, 65535);
	CU_ASSERT_EQUAL(info.default_rxportconf.nb_queues, 1);
	port_remove(port);
}

static void
test_mac_address(void)
{
	static const uint8_t own[] = OWN_MAC, set[] = { 0x02, 0xab, 0xcd, 0xef, 0x12, 0x34 };
	struct rte_ether_addr mac;
	uint16_t port = port_add(MODEL);

	CU_ASSERT_EQUAL(rte_eth_macaddr_get(port, &mac), 0);
	CU_ASSERT_EQUAL(memcmp(mac.addr_bytes, own, 6), 0);
	port_remove(port);
	port = port_add(MODEL ",model-set=mac:02:ab:cd:ef:12:34");
	CU_ASSERT_EQUAL(rte_eth_macaddr_get(port, &mac), 0);
	CU_ASSERT_EQUAL(memcmp(mac.addr_bytes, set, 6), 0);
	port_remove(port);
}

static void
check_link(const char *args, uint32_t mbps)
{
	uint16_t port = port_run(args, 0);
	struct rte_eth_link link;

	CU_ASSERT_EQUAL(rte_eth_link_get(port, &link), 0);
	CU_ASSERT_EQUAL(link.link_status, RTE_ETH_LINK_UP);
	CU_ASSERT_EQUAL(link.link_speed, mbps);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_link_get_nowait(port, &link), 0);
	CU_ASSERT_EQUAL(link.link_status, RTE_ETH_LINK_DOWN);
	port_remove(port);
}

static void
test_link(void)
{
	/* ethdev has no word for 480 Mbit/s. */
	check_link(MODEL ",speed=high", RTE_ETH_SPEED_NUM_UNKNOWN);
	check_link(MODEL ",speed=super", 5000);
	check_link(MODEL, 5000);
}

static void
test_queue_refusals(void)
{
	struct rte_mempool *small = rte_pktmbuf_pool_create("small", 63, 0, 0,
			RTE_PKTMBUF_HEADROOM + 32, SOCKET_ID_ANY);
	struct rte_eth_conf conf = { 0 };
	uint16_t port = port_add(MODEL);

	CU_ASSERT_PTR_NOT_NULL_FATAL(small);
	CU_ASSERT_EQUAL(rte_eth_dev_configure(port, 2, 0, &conf), -EINVAL);
	CU_ASSERT_EQUAL(rte_eth_dev_configure(port, 1, 5, &conf), -EINVAL);
	CU_ASSERT_EQUAL(port_setup(port, RTE_ETH_RX_OFFLOAD_VLAN_STRIP, 0), -EINVAL);
	CU_ASSERT_EQUAL(rte_eth_dev_configure(port, 1, 0, &conf), 0);
	CU_ASSERT_EQUAL(rte_eth_rx_queue_setup(port, 1, 64, SOCKET_ID_ANY, NULL, pool), -EINVAL);
	CU_ASSERT(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, NULL) < 0);
	CU_ASSERT(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, small) < 0);
	/* None was configured. */
	CU_ASSERT(rte_eth_tx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL) < 0);
	CU_ASSERT_EQUAL(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool), 0);
	port_remove(port);
	rte_mempool_free(small);
}

static void
test_mtu(void)
{
	uint16_t port = port_run(MODEL, 0), mtu = 0;

	CU_ASSERT_EQUAL(rte_eth_dev_get_mtu(port, &mtu), 0);
	CU_ASSERT_EQUAL(mtu, 1500);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 1400), -EBUSY);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 67), -EINVAL);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, MTU_MAX + 1), -EINVAL);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 68), 0);
	/* 2048 bytes of room hold the Ethernet header and 2034. */
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 2034), 0);
	CU_ASSERT(rte_eth_dev_set_mtu(port, 2035) < 0);
	CU_ASSERT_EQUAL(rte_eth_dev_get_mtu(port, &mtu), 0);
	CU_ASSERT_EQUAL(mtu, 2034);
	CU_ASSERT(port_setup(port, 0, 9000) < 0);
	CU_ASSERT_EQUAL(port_setup(port, RTE_ETH_RX_OFFLOAD_SCATTER, MTU_MAX), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	port_remove(port);
}

/* Packets of 1514 bytes and an MTU of 1200, then of 1500, in one run's counters. */
static void
test_mtu_drops(void)
{
	uint16_t port = port_add(GEN("count:40/size:1514"));
	struct rte_eth_stats stats;

	CU_ASSERT_EQUAL(port_setup(port, 0, 1200), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(port_take(port, 100, 100, NULL, NULL), 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_mbuf_too_long"), 40);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT_EQUAL(stats.ierrors, 40);
	CU_ASSERT_EQUAL(stats.ipackets, 0);
	port_remove(port);
}

static void
test_queue_info(void)
{
	uint16_t port = port_run(MODEL, RTE_ETH_RX_OFFLOAD_SCATTER);
	struct rte_eth_burst_mode mode;
	struct rte_eth_rxq_info info;

	CU_ASSERT_EQUAL(rte_eth_rx_queue_info_get(port, 0, &info), 0);
	CU_ASSERT_PTR_EQUAL(info.mp, pool);
	CU_ASSERT_EQUAL(info.nb_desc, 64);
	CU_ASSERT_EQUAL(info.scattered_rx, 1);
	CU_ASSERT_EQUAL(info.queue_state, RTE_ETH_QUEUE_STATE_STARTED);
	CU_ASSERT_EQUAL(rte_eth_rx_burst_mode_get(port, 0, &mode), 0);
	CU_ASSERT_STRING_EQUAL(mode.info, "Copy");
	port_remove(port);
}

static void
test_deferred_start(void)
{
	const struct rte_eth_rxconf deferred = { .rx_deferred_start = 1 };
	struct rte_eth_conf conf = { 0 };
	uint16_t port = port_add(GEN("rate:0/size:200"));

	CU_ASSERT_EQUAL(rte_eth_dev_configure(port, 1, 0, &conf), 0);
	CU_ASSERT_EQUAL(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, &deferred, pool), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(port_take(port, 1, 30, NULL, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_start(port, 0), 0);
	CU_ASSERT_EQUAL(port_take(port, 10, 500, NULL, NULL), 10);
	port_remove(port);
}

/* A port that was never given a queue starts, receives nothing and stops. */
static void
test_start_without_queue(void)
{
	struct rte_eth_conf conf = { 0 };
	uint16_t port = port_add(GEN("rate:0"));

	CU_ASSERT_EQUAL(rte_eth_dev_configure(port, 1, 0, &conf), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT(rte_eth_dev_rx_queue_start(port, 0) < 0);
	port_remove(port);
}

CU_TestInfo setup_tests[] = {
	{ "device info", test_dev_info },
	{ "MAC address", test_mac_address },
	{ "link and speed", test_link },
	{ "queues that are refused", test_queue_refusals },
	{ "MTU", test_mtu },
	{ "packets longer than the MTU", test_mtu_drops },
	{ "queue info and burst mode", test_queue_info },
	{ "deferred queue start", test_deferred_start },
	{ "start without a queue", test_start_without_queue },
	CU_TEST_INFO_NULL,
};
