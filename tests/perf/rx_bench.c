/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Cycles per received packet of several ports, side by side in one process.
 *
 *   rx_bench EAL... -- [--rounds=N] [--packets=N] [--burst=N] [--check=PORT:FILE]
 *
 * Every ethdev port that EAL probed takes part (rxonly: receive a burst, free
 * it). Rounds are interleaved port by port, so that whatever disturbs the
 * machine disturbs all of them. One line per port, for bench.sh to read:
 *
 *   PORT NAME packets MEDIAN BEST Q1 Q3
 *
 * with cycles per packet; raw samples go to --samples=FILE. --check compares
 * every byte that a port delivers in its first lap with a capture.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#define BURST_MAX	256
#define ROUNDS_MAX	1000
#define MBUFS		16383
#define WAIT_S		10

static struct {
	unsigned int rounds;
	unsigned int packets;		/* per port and round */
	unsigned int burst;
	const char *samples;
	const char *check[RTE_MAX_ETHPORTS];
	uint64_t offloads;
} opt = { .rounds = 31, .packets = 200000, .burst = 32 };

static double cycles[RTE_MAX_ETHPORTS][ROUNDS_MAX];

static void
die(const char *what, uint16_t port)
{
	fprintf(stderr, "rx_bench: port %u: %s\n", port, what);
	exit(EXIT_FAILURE);
}

static void
port_up(uint16_t port, struct rte_mempool *mp)
{
	struct rte_eth_conf conf = { 0 };
	struct rte_eth_dev_info info;

	if (rte_eth_dev_info_get(port, &info) != 0)
		die("no device info", port);
	conf.rxmode.offloads = opt.offloads & info.rx_offload_capa;
	if (rte_eth_dev_configure(port, 1, info.max_tx_queues != 0, &conf) != 0 ||
	    rte_eth_rx_queue_setup(port, 0, 512, SOCKET_ID_ANY, NULL, mp) != 0)
		die("cannot configure", port);
	if (info.max_tx_queues != 0 &&
	    rte_eth_tx_queue_setup(port, 0, 512, SOCKET_ID_ANY, NULL) != 0)
		die("cannot configure", port);
	if (rte_eth_dev_start(port) != 0)
		die("cannot start", port);
}

/* The next packets of the port; waits for a model or a first transfer. */
static uint16_t
receive(uint16_t port, struct rte_mbuf **pkts)
{
	uint64_t end = rte_rdtsc() + WAIT_S * rte_get_tsc_hz();
	uint16_t n;

	while ((n = rte_eth_rx_burst(port, 0, pkts, opt.burst)) == 0)
		if (rte_rdtsc() > end)
			die("nothing received", port);
	return n;
}

static void
compare(uint16_t port, pcap_t *file, const struct rte_mbuf *m, uint64_t at)
{
	struct pcap_pkthdr *hdr;
	const u_char *data;

	if (pcap_next_ex(file, &hdr, &data) != 1)
		die("check: capture ended early", port);
	if (hdr->caplen == m->pkt_len &&
	    memcmp(data, rte_pktmbuf_mtod(m, void *), m->pkt_len) == 0)
		return;
	fprintf(stderr, "rx_bench: port %u: packet %" PRIu64 " differs from the capture\n",
		port, at);
	exit(EXIT_FAILURE);
}

/* One lap through the capture, every byte looked at. */
static void
check(uint16_t port)
{
	struct rte_mbuf *pkts[BURST_MAX];
	char err[PCAP_ERRBUF_SIZE];
	uint64_t done = 0, total = 0;
	struct pcap_pkthdr *hdr;
	const u_char *data;
	pcap_t *file = pcap_open_offline(opt.check[port], err);

	if (file == NULL)
		die(err, port);
	while (pcap_next_ex(file, &hdr, &data) == 1)
		total++;
	pcap_close(file);
	file = pcap_open_offline(opt.check[port], err);
	while (done < total) {
		uint16_t i, n = receive(port, pkts);

		for (i = 0; i < n; i++) {
			if (done < total)
				compare(port, file, pkts[i], done++);
			rte_pktmbuf_free(pkts[i]);
		}
	}
	pcap_close(file);
	printf("# port %u: %" PRIu64 " packets compared byte for byte\n", port, total);
}

static double
sample(uint16_t port)
{
	struct rte_mbuf *pkts[BURST_MAX];
	uint64_t start, packets = 0;
	uint16_t i, n;

	start = rte_rdtsc_precise();
	while (packets < opt.packets) {
		n = receive(port, pkts);
		packets += n;
		for (i = 0; i < n; i++)
			rte_pktmbuf_free(pkts[i]);
	}
	return (double)(rte_rdtsc_precise() - start) / packets;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
report(uint16_t port)
{
	double *c = cycles[port];
	char name[RTE_ETH_NAME_MAX_LEN];
	unsigned int n = opt.rounds;

	rte_eth_dev_get_name_by_port(port, name);
	qsort(c, n, sizeof(*c), by_value);
	printf("%u %s %u %.1f %.1f %.1f %.1f\n", port, name, opt.packets,
	       c[n / 2], c[0], c[n / 4], c[3 * n / 4]);
}

static void
save_samples(void)
{
	FILE *f = opt.samples != NULL ? fopen(opt.samples, "w") : NULL;
	unsigned int r;
	uint16_t port;

	if (f == NULL)
		return;
	for (r = 0; r < opt.rounds; r++)
		RTE_ETH_FOREACH_DEV(port)
			fprintf(f, "%u %u %.2f\n", r, port, cycles[port][r]);
	fclose(f);
}

static void
parse_check(const char *arg)
{
	char *end;
	unsigned long port = strtoul(arg, &end, 10);

	if (end == arg || *end != ':' || port >= RTE_MAX_ETHPORTS)
		rte_exit(EXIT_FAILURE, "--check=PORT:FILE\n");
	opt.check[port] = end + 1;
}

static void
parse(int argc, char **argv)
{
	static const struct option options[] = {
		{ "rounds", required_argument, NULL, 'r' },
		{ "packets", required_argument, NULL, 'p' },
		{ "burst", required_argument, NULL, 'b' },
		{ "samples", required_argument, NULL, 's' },
		{ "check", required_argument, NULL, 'c' },
		{ "csum", no_argument, NULL, 'k' },
		{ NULL, 0, NULL, 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'r':
			opt.rounds = RTE_MIN(RTE_MAX(atoi(optarg), 1), ROUNDS_MAX);
			break;
		case 'p':
			opt.packets = RTE_MAX(atoi(optarg), 1);
			break;
		case 'b':
			opt.burst = RTE_MIN(RTE_MAX(atoi(optarg), 1), BURST_MAX);
			break;
		case 's':
			opt.samples = optarg;
			break;
		case 'c':
			parse_check(optarg);
			break;
		case 'k':
			opt.offloads = RTE_ETH_RX_OFFLOAD_CHECKSUM;
			break;
		default:
			rte_exit(EXIT_FAILURE, "unknown option\n");
		}
	}
}

int
main(int argc, char **argv)
{
	struct rte_mempool *mp;
	unsigned int r;
	uint16_t port;
	int used = rte_eal_init(argc, argv);

	if (used < 0)
		return EXIT_FAILURE;
	parse(argc - used, argv + used);
	RTE_ETH_FOREACH_DEV(port) {
		char name[32];

		snprintf(name, sizeof(name), "mbufs%u", port);
		mp = rte_pktmbuf_pool_create(name, MBUFS, 250, 0,
					     RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
		if (mp == NULL)
			die("no memory for its mempool", port);
		port_up(port, mp);
		if (opt.check[port] != NULL)
			check(port);
	}
	for (r = 0; r < opt.rounds; r++)
		RTE_ETH_FOREACH_DEV(port)
			cycles[port][r] = sample(port);
	save_samples();
	RTE_ETH_FOREACH_DEV(port)
		report(port);
	RTE_ETH_FOREACH_DEV(port) {
		rte_eth_dev_stop(port);
		rte_eth_dev_close(port);
	}
	rte_eal_cleanup();
	return EXIT_SUCCESS;
}
