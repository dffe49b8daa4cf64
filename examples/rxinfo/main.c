/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The smallest useful application: receive from port 0 and say what the radio
 * knew of the packets. Built against an installed rxbatch:
 *
 *   make -C examples/rxinfo
 *   examples/rxinfo/rxinfo --vdev=net_rtw89u0,model=rtl8922au,air=gen:rate:300/size:1514/flows:4 \
 *           -- 1000
 *
 * Any DPDK application receives from net_rtw89u in the same way; only the lines
 * with rte_wlan_rx in them are about Wi-Fi.
 */

#include <stdio.h>
#include <stdlib.h>

#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include <rte_pmd_wlan.h>

#define BURST 32

/* One receive queue, no transmit queue, promiscuous. */
static void
port_start(uint16_t port, struct rte_mempool *pool)
{
	const struct rte_eth_conf conf = { 0 };

	/* Promiscuous first: a capture's packets are addressed to somebody else. */
	if (rte_eth_dev_configure(port, 1, 0, &conf) != 0 ||
	    rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool) != 0 ||
	    rte_eth_promiscuous_enable(port) != 0 ||
	    rte_eth_dev_start(port) != 0)
		rte_exit(EXIT_FAILURE, "port %u does not start\n", port);
}

static void
print_radio(const struct rte_mbuf *m, int off)
{
	const struct rte_wlan_rx *wl = RTE_MBUF_DYNFIELD(m, off, const struct rte_wlan_rx *);

	printf("%5u bytes", m->pkt_len);
	/* A fact without its flag was not reported: do not print it. */
	if (wl->flags & RTE_WLAN_RX_TSFT)
		printf("  %10u us", wl->tsft_us);
	if (wl->flags & RTE_WLAN_RX_RSSI)
		printf("  %4d dBm", wl->rssi_dbm);
	if (wl->flags & RTE_WLAN_RX_RATE)
		printf("  mode %u MCS %u, %u streams, %u MHz", wl->mode, wl->mcs, wl->nss,
		       wl->bw_mhz);
	if (wl->flags & RTE_WLAN_RX_AMPDU)
		printf("  A-MPDU %u", wl->ppdu);
	printf("\n");
}

int
main(int argc, char **argv)
{
	struct rte_mbuf *pkts[BURST];
	struct rte_mempool *pool;
	uint64_t seen = 0, wanted;
	int used, off;

	used = rte_eal_init(argc, argv);
	if (used < 0)
		return EXIT_FAILURE;
	wanted = argc > used + 1 ? strtoull(argv[used + 1], NULL, 10) : 100;
	if (rte_eth_dev_count_avail() == 0)
		rte_exit(EXIT_FAILURE, "no port: give --vdev=net_rtw89u0,...\n");

	pool = rte_pktmbuf_pool_create("pool", 4095, 250, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				       SOCKET_ID_ANY);
	if (pool == NULL)
		rte_exit(EXIT_FAILURE, "no memory for packets\n");
	port_start(0, pool);

	/* Registered by the driver when the port was probed. */
	off = rte_wlan_rx_offset();
	while (seen < wanted) {
		uint16_t i, n = rte_eth_rx_burst(0, 0, pkts, BURST);

		if (n != 0 && seen % 1000 < n && off >= 0)
			print_radio(pkts[0], off);
		for (i = 0; i < n; i++)
			rte_pktmbuf_free(pkts[i]);
		seen += n;
	}
	printf("%lu packets\n", (unsigned long)seen);
	rte_eth_dev_stop(0);
	rte_eth_dev_close(0);
	rte_eal_cleanup();
	return EXIT_SUCCESS;
}
