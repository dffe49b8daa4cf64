/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Receive from port 0, whatever its driver, merge with librxbatch, and say what merged
 * and why the rest did not. Ends when nothing has come for a second.
 *
 *   make -C examples/gro
 *   examples/gro/gro --no-huge -m 256 --vdev=net_pcap0,rx_pcap=FILE
 *
 * A capture shows what GRO would do for the TCP traffic in it; set .types for datagrams. What the
 * reasons mean is in rxbatch.h: enum rxb_gro_why.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include <rxbatch.h>

#define BURST 64

static void
port_start(uint16_t port, struct rte_mempool *pool)
{
	const struct rte_eth_conf conf = { 0 };

	if (rte_eth_dev_configure(port, 1, 0, &conf) != 0 ||
	    rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool) != 0 ||
	    rte_eth_dev_start(port) != 0)
		rte_exit(EXIT_FAILURE, "port %u does not start\n", port);
	/* A driver may not know it: then it filters. */
	rte_eth_promiscuous_enable(port);
}

static struct rxb_gro *
gro_create(void)
{
	const struct rxb_gro_conf conf = {
		.flags = RXB_GRO_VERIFY,
		.hold_cycles = rte_get_tsc_hz() / 20000,
		.socket_id = SOCKET_ID_ANY,
	};
	struct rxb_gro *gro = rxb_gro_create(&conf);

	if (gro == NULL)
		rte_exit(EXIT_FAILURE, "no GRO: %s\n", rte_strerror(rte_errno));
	return gro;
}

static void
receive(struct rxb_gro *gro)
{
	uint64_t now = rte_rdtsc(), last = now, second = rte_get_tsc_hz();
	struct rte_mbuf *pkts[BURST];

	for (; now - last < second; now = rte_rdtsc()) {
		uint16_t out = rxb_gro_flush_due(gro, pkts, BURST, now);
		uint16_t n = rte_eth_rx_burst(0, 0, pkts + out, BURST - out);

		if (n != 0) {
			last = now;
			out += rxb_gro_process(gro, pkts + out, n, now);
		} else {
			/* Nothing more is coming: what is open has waited for nothing. */
			out += rxb_gro_flush(gro, pkts + out, BURST - out);
		}
		/* Here an application would work. */
		rte_pktmbuf_free_bulk(pkts, out);
	}
}

static void
report(const struct rxb_gro *gro)
{
	struct rxb_gro_stats s;
	unsigned int why;

	rxb_gro_stats_get(gro, &s);
	printf("%" PRIu64 " packets in, %" PRIu64 " out; %" PRIu64 " of them aggregates of %"
	       PRIu64 " packets\n", s.packets_in, s.packets_out, s.aggregates, s.merged);
	for (why = 0; why < RXB_GRO_WHY_MAX; why++)
		if (s.why[why] != 0)
			printf("%10" PRIu64 "  %s\n", s.why[why], rxb_gro_why_name(why));
}

int
main(int argc, char **argv)
{
	struct rte_mempool *pool;
	struct rxb_gro *gro;

	if (rte_eal_init(argc, argv) < 0)
		return EXIT_FAILURE;
	if (rte_eth_dev_count_avail() == 0)
		rte_exit(EXIT_FAILURE, "no port: give --vdev=net_pcap0,rx_pcap=FILE\n");
	pool = rte_pktmbuf_pool_create("pool", 8191, 250, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				       SOCKET_ID_ANY);
	if (pool == NULL)
		rte_exit(EXIT_FAILURE, "no memory for packets\n");
	gro = gro_create();
	port_start(0, pool);

	receive(gro);

	report(gro);
	rxb_gro_free(gro);
	rte_eth_dev_stop(0);
	rte_eth_dev_close(0);
	rte_eal_cleanup();
	return EXIT_SUCCESS;
}
