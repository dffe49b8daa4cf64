/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 *   lro_count EAL... -- [--packets=N]
 *
 * Receives N packets through the one port with RTE_ETH_RX_OFFLOAD_TCP_LRO, counts what is handed
 * up, and at every poll that brings nothing what is held back. Prints NAME VALUE:
 *
 *   packets       that came in, in aggregates and alone
 *   handed_up     mbuf chains that rx_burst gave
 *   waiting_most  packets that were held after an empty poll, at worst
 *   elapsed_ns    from the first packet to the last
 *
 * and the port's counters that are not 0.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#define BURST		32
#define MBUFS		16383
#define WAIT_S		20
#define LRO_LEN		65535

/* packets in, out, of aggregates, in them: in = out - aggregates + merged + those that wait */
static const char *const names[] = {
	"rx_gro_packets_in", "rx_gro_packets_out", "rx_gro_aggregates", "rx_gro_merged",
};
static uint64_t ids[RTE_DIM(names)];

static void
port_up(uint16_t port)
{
	struct rte_eth_conf conf = {
		.rxmode = {
			.offloads = RTE_ETH_RX_OFFLOAD_TCP_LRO,
			.max_lro_pkt_size = LRO_LEN,
		},
	};
	struct rte_eth_dev_info info;
	struct rte_mempool *mp;
	unsigned int i;

	mp = rte_pktmbuf_pool_create("lro", MBUFS, 250, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				     SOCKET_ID_ANY);
	if (mp == NULL || rte_eth_dev_info_get(port, &info) != 0)
		rte_exit(EXIT_FAILURE, "lro_count: no memory for mbufs\n");
	conf.rxmode.offloads |= RTE_ETH_RX_OFFLOAD_CHECKSUM & info.rx_offload_capa;
	if (rte_eth_dev_configure(port, 1, 0, &conf) != 0 ||
	    rte_eth_rx_queue_setup(port, 0, 512, SOCKET_ID_ANY, NULL, mp) != 0 ||
	    rte_eth_promiscuous_enable(port) != 0 || rte_eth_dev_start(port) != 0)
		rte_exit(EXIT_FAILURE, "lro_count: the port does not start\n");
	for (i = 0; i < RTE_DIM(names); i++)
		if (rte_eth_xstats_get_id_by_name(port, names[i], &ids[i]) != 0)
			rte_exit(EXIT_FAILURE, "lro_count: no counter %s\n", names[i]);
}

static uint64_t
waiting(uint16_t port)
{
	uint64_t v[RTE_DIM(names)];

	if (rte_eth_xstats_get_by_id(port, ids, v, RTE_DIM(v)) != RTE_DIM(v))
		rte_exit(EXIT_FAILURE, "lro_count: no counters\n");
	return v[0] - v[1] + v[2] - v[3];
}

static void
receive(uint16_t port, uint64_t wanted)
{
	uint64_t end = rte_rdtsc() + WAIT_S * rte_get_tsc_hz();
	uint64_t packets = 0, handed_up = 0, waiting_most = 0, start = 0;
	struct rte_mbuf *pkts[BURST];

	while (packets < wanted) {
		uint16_t i, n = rte_eth_rx_burst(port, 0, pkts, BURST);

		for (i = 0; i < n; i++)
			packets += pkts[i]->nb_segs;
		handed_up += n;
		if (start == 0 && n != 0)
			start = rte_rdtsc();
		rte_pktmbuf_free_bulk(pkts, n);
		if (n == 0)
			waiting_most = RTE_MAX(waiting_most, waiting(port));
		if (rte_rdtsc() > end)
			rte_exit(EXIT_FAILURE, "lro_count: %" PRIu64 " packets in %u s\n", packets,
				 WAIT_S);
	}
	printf("packets %" PRIu64 "\nhanded_up %" PRIu64 "\nwaiting_most %" PRIu64 "\n", packets,
	       handed_up, waiting_most);
	printf("elapsed_ns %.0f\n", (rte_rdtsc() - start) * 1e9 / rte_get_tsc_hz());
}

static void
print_counters(uint16_t port)
{
	int i, n = rte_eth_xstats_get_names(port, NULL, 0);
	struct rte_eth_xstat_name *what = calloc(n, sizeof(*what));
	struct rte_eth_xstat *value = calloc(n, sizeof(*value));

	if (what == NULL || value == NULL || rte_eth_xstats_get_names(port, what, n) != n ||
	    rte_eth_xstats_get(port, value, n) != n)
		rte_exit(EXIT_FAILURE, "lro_count: no counters\n");
	for (i = 0; i < n; i++)
		if (value[i].value != 0)
			printf("%s %" PRIu64 "\n", what[value[i].id].name, value[i].value);
	free(what);
	free(value);
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "packets", required_argument, NULL, 'p' },
		{ NULL, 0, NULL, 0 },
	};
	uint64_t wanted = 20000;
	int c, n = rte_eal_init(argc, argv);

	if (n < 0 || rte_eth_dev_count_avail() != 1)
		rte_exit(EXIT_FAILURE, "lro_count: not one port\n");
	while ((c = getopt_long(argc - n, argv + n, "", options, NULL)) != -1) {
		if (c != 'p')
			return EXIT_FAILURE;
		wanted = strtoull(optarg, NULL, 10);
	}
	port_up(0);
	receive(0, wanted);
	print_counters(0);
	rte_eth_dev_stop(0);
	rte_eth_dev_close(0);
	rte_eal_cleanup();
	return EXIT_SUCCESS;
}
