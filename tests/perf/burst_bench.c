/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Cycles per packet of several ports, side by side in one process.
 *
 *   burst_bench EAL... -- [--rounds=N] [--packets=N] [--burst=N] [--check=PORT:FILE]
 *                         [--send=PORT[,PORT...] --length=N --set=N] [--busy]
 *
 * Every ethdev port that EAL probed takes part: it receives a burst and frees it,
 * or, named by --send, it is given a burst of packets of so many bytes out of a set of
 * so many mbufs that go round (the time of their allocation is not counted). With
 * --busy only bursts that brought a packet count: for ports that are slower than the
 * processor. Rounds are interleaved port by port, so that whatever disturbs the
 * machine disturbs all of them. One line per port, for bench.sh to read:
 *
 *   PORT NAME packets MEDIAN BEST Q1 Q3
 *
 * with cycles per packet; raw samples go to --samples=FILE. --check compares
 * every byte that a port delivers in its first lap with a capture.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
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
	bool send[RTE_MAX_ETHPORTS];
	unsigned int length, set;	/* of what is sent */
	bool busy;
	bool touch;			/* read every byte that was received */
} opt = { .rounds = 31, .packets = 200000, .burst = 32, .length = 1514, .set = 96 };

static double cycles[RTE_MAX_ETHPORTS][ROUNDS_MAX];

static void
die(const char *what, uint16_t port)
{
	fprintf(stderr, "burst_bench: port %u: %s\n", port, what);
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
	conf.txmode.offloads = RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE & info.tx_offload_capa;
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
	fprintf(stderr, "burst_bench: port %u: packet %" PRIu64 " differs from the capture\n",
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

/* What an application does that looks at its packets. */
static void
touch(const struct rte_mbuf *m)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	uint64_t word, sum = 0;
	uint32_t i;

	for (i = 0; i + sizeof(word) <= m->data_len; i += sizeof(word)) {
		memcpy(&word, p + i, sizeof(word));
		sum += word;
	}
	/* So that the compiler does not see that nobody wants the sum. */
	asm volatile("" : : "r" (sum));
}

/* Bursts that bring nothing are not counted. */
static double
sample_busy(uint16_t port)
{
	struct rte_mbuf *pkts[BURST_MAX];
	uint64_t end = rte_rdtsc() + WAIT_S * rte_get_tsc_hz();
	uint64_t cycles_spent = 0, packets = 0;

	while (packets < opt.packets) {
		uint64_t start = rte_rdtsc();
		uint16_t i, n = rte_eth_rx_burst(port, 0, pkts, opt.burst);

		for (i = 0; i < n && opt.touch; i++)
			touch(pkts[i]);
		rte_pktmbuf_free_bulk(pkts, n);
		if (n != 0)
			cycles_spent += rte_rdtsc() - start;
		packets += n;
		if (n == 0 && start > end)
			die("too few packets received", port);
	}
	return (double)cycles_spent / packets;
}

static void
fill(struct rte_mbuf **pkts, uint16_t n)
{
	uint16_t i;

	for (i = 0; i < n; i++)
		if (rte_pktmbuf_append(pkts[i], opt.length) == NULL)
			rte_exit(EXIT_FAILURE, "--length: longer than an mbuf\n");
}

static double
sample_send(uint16_t port, struct rte_mempool *mp)
{
	struct rte_mbuf *pkts[BURST_MAX];
	uint64_t cycles_spent = 0, packets = 0, start;

	while (packets < opt.packets) {
		if (rte_pktmbuf_alloc_bulk(mp, pkts, opt.burst) != 0)
			die("its mbufs did not come back", port);
		fill(pkts, opt.burst);
		start = rte_rdtsc_precise();
		if (rte_eth_tx_burst(port, 0, pkts, opt.burst) != opt.burst)
			die("did not take a whole burst", port);
		cycles_spent += rte_rdtsc_precise() - start;
		packets += opt.burst;
	}
	return (double)cycles_spent / packets;
}

/* Mbufs of a port that sends; they go round in the order in which they were freed:
 * no cache in front of the pool. Each holds an Ethernet packet. */
static struct rte_mempool *
set_create(uint16_t port)
{
	static const uint8_t head[] = { 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0 };
	struct rte_mempool *mp;
	struct rte_mbuf *pkts[BURST_MAX];
	unsigned int i, n;
	char name[32];

	snprintf(name, sizeof(name), "set%u", port);
	opt.set = RTE_MAX(opt.set, 2 * opt.burst);
	mp = rte_pktmbuf_pool_create(name, opt.set, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				     SOCKET_ID_ANY);
	if (mp == NULL)
		die("no memory for what it sends", port);
	for (n = 0; n < opt.set; n += opt.burst) {
		if (rte_pktmbuf_alloc_bulk(mp, pkts, opt.burst) != 0)
			die("no mbufs", port);
		for (i = 0; i < opt.burst; i++)
			memcpy(rte_pktmbuf_mtod(pkts[i], void *), head, sizeof(head));
		rte_pktmbuf_free_bulk(pkts, opt.burst);
	}
	return mp;
}

static double
sample_receive(uint16_t port)
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

static double
sample(uint16_t port)
{
	static struct rte_mempool *sets[RTE_MAX_ETHPORTS];

	if (!opt.send[port])
		return opt.busy ? sample_busy(port) : sample_receive(port);
	if (sets[port] == NULL)
		sets[port] = set_create(port);
	return sample_send(port, sets[port]);
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
parse_send(const char *arg)
{
	char *end;

	do {
		unsigned long port = strtoul(arg, &end, 10);

		if (end == arg || port >= RTE_MAX_ETHPORTS)
			rte_exit(EXIT_FAILURE, "--send=PORT[,PORT...]\n");
		opt.send[port] = true;
		arg = end + 1;
	} while (*end == ',');
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
		{ "send", required_argument, NULL, 'S' },
		{ "length", required_argument, NULL, 'l' },
		{ "set", required_argument, NULL, 'n' },
		{ "busy", no_argument, NULL, 'B' },
		{ "touch", no_argument, NULL, 't' },
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
		case 'S':
			parse_send(optarg);
			break;
		case 'l':
			opt.length = RTE_MIN(RTE_MAX(atoi(optarg), 14), 2048);
			break;
		case 'n':
			opt.set = RTE_MAX(atoi(optarg), 1);
			break;
		case 'B':
			opt.busy = true;
			break;
		case 't':
			opt.touch = true;
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
