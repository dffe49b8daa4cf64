/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * How fast a port delivers 802.11 frames (mode=monitor) to a program that frees them:
 * the one of packet_rate.c's kind that DPDK offers.
 *
 *   port_rate EAL... -- --ms=N
 *
 * Prints "ready" and the line of rate_print(). Exit status 1: it could not, or nothing came.
 */

#include <getopt.h>

#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include "rate.h"

#define BURST		32
#define MBUFS		4095
#define MBUF_SIZE	(RTE_PKTMBUF_HEADROOM + 6144)
#define WAIT_MS		10000

static void
port_up(uint16_t port)
{
	struct rte_eth_conf conf = { 0 };
	struct rte_mempool *mp;

	mp = rte_pktmbuf_pool_create("rate", MBUFS, 250, 0, MBUF_SIZE, SOCKET_ID_ANY);
	if (mp == NULL)
		rte_exit(EXIT_FAILURE, "port_rate: no memory for mbufs\n");
	if (rte_eth_dev_configure(port, 1, 0, &conf) != 0 ||
	    rte_eth_rx_queue_setup(port, 0, 512, SOCKET_ID_ANY, NULL, mp) != 0 ||
	    rte_eth_promiscuous_enable(port) != 0 || rte_eth_dev_start(port) != 0)
		rte_exit(EXIT_FAILURE, "port_rate: the port does not start\n");
}

static void
receive(uint16_t port, struct rate *rate)
{
	uint64_t end = rate_now_ns() + WAIT_MS * NS_PER_MS;
	struct rte_mbuf *pkts[BURST];
	uint16_t i, n;

	do {
		n = rte_eth_rx_burst(port, 0, pkts, BURST);
		for (i = 0; i < n; i++)
			rate_frame(rate, rte_pktmbuf_mtod(pkts[i], uint8_t *), pkts[i]->pkt_len);
		rte_pktmbuf_free_bulk(pkts, n);
		if (rate->frames == 0 && rate->start_ns == 0 && rate_now_ns() > end)
			rte_exit(EXIT_FAILURE, "port_rate: nothing received\n");
	} while (rate_goes_on(rate));
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "ms", required_argument, NULL, 'm' },
		{ NULL, 0, NULL, 0 },
	};
	struct rate rate = { .window_ns = 3000 * NS_PER_MS };
	int c, n = rte_eal_init(argc, argv);

	if (n < 0 || rte_eth_dev_count_avail() != 1)
		rte_exit(EXIT_FAILURE, "port_rate: not one port\n");
	argc -= n;
	argv += n;
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c != 'm')
			return EXIT_FAILURE;
		rate.window_ns = strtoull(optarg, NULL, 10) * NS_PER_MS;
	}
	port_up(0);
	rate_ready();
	receive(0, &rate);
	rate_print(&rate);
	rte_eth_dev_stop(0);
	rte_eth_dev_close(0);
	rte_eal_cleanup();
	return EXIT_SUCCESS;
}
