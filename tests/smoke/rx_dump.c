/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Write what each port receives, one after the other, to a capture of its own
 * (PCAP.0, PCAP.1, ...), until nothing has come for a while, then print "port N" and
 * its counters that are not 0.
 *
 *   rx_dump EAL... -- --output=PCAP [options]
 *
 * Uses ethdev and nothing of a driver. Exit status: 0 ended well; 1 could not run;
 * 2 an mbuf is wrong or not home.
 */

#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <pcap/pcap.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include "rx_verify.h"

#define BURST	32u
#define MBUFS	8191u
#define FIRST_MS	3000u	/* a model on a busy machine needs a moment */
#define SNAPLEN	65535

enum status { STATUS_OK, STATUS_CANNOT, STATUS_WRONG };

static struct {
	const char *output;
	uint32_t mbuf_size, quiet_ms;
	int link_type;
	bool keep_crc, scatter;
} opt = {
	.mbuf_size = RTE_MBUF_DEFAULT_BUF_SIZE, .quiet_ms = 300,
	.link_type = DLT_IEEE802_11_RADIO,
};

static void __rte_noreturn __rte_format_printf(1, 2)
cannot(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("rx_dump: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(STATUS_CANNOT);
}

static void
parse_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "output", required_argument, NULL, 'o' },
		{ "mbuf-size", required_argument, NULL, 'm' },
		{ "quiet", required_argument, NULL, 'q' },	/* milliseconds */
		{ "ethernet", no_argument, NULL, 'e' },
		{ "keep-crc", no_argument, NULL, 'k' },
		{ "scatter", no_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'o': opt.output = optarg; break;
		case 'm': opt.mbuf_size = atoi(optarg); break;
		case 'q': opt.quiet_ms = atoi(optarg); break;
		case 'e': opt.link_type = DLT_EN10MB; break;
		case 'k': opt.keep_crc = true; break;
		case 's': opt.scatter = true; break;
		default: exit(STATUS_CANNOT);
		}
	}
	if (opt.output == NULL || optind != argc)
		cannot("--output=PCAP, and nothing that is no option");
}

static void
port_up(uint16_t port, struct rte_mempool *mp)
{
	struct rte_eth_conf conf = { 0 };
	int ret;

	if (opt.keep_crc)
		conf.rxmode.offloads |= RTE_ETH_RX_OFFLOAD_KEEP_CRC;
	if (opt.scatter)
		conf.rxmode.offloads |= RTE_ETH_RX_OFFLOAD_SCATTER;
	conf.rxmode.mtu = RTE_ETHER_MTU;
	ret = rte_eth_dev_configure(port, 1, 0, &conf);
	if (ret == 0)
		ret = rte_eth_rx_queue_setup(port, 0, 512, SOCKET_ID_ANY, NULL, mp);
	if (ret == 0)
		ret = rte_eth_promiscuous_enable(port);
	if (ret == 0)
		ret = rte_eth_dev_start(port);
	if (ret != 0)
		cannot("port %u: cannot start: %s", port, rte_strerror(-ret));
}

static bool
write_packet(pcap_dumper_t *dump, struct rte_mbuf *m)
{
	static uint8_t copy[SNAPLEN];
	struct pcap_pkthdr head = { .ts = { 1, 0 } };
	const char *why;
	const void *data;

	if (rte_mbuf_check(m, 1, &why) != 0) {
		printf("mbuf: %s\n", why);
		return false;
	}
	data = rte_pktmbuf_read(m, 0, m->pkt_len, copy);
	if (data == NULL || m->pkt_len > SNAPLEN) {
		printf("mbuf of %u bytes cannot be read\n", m->pkt_len);
		return false;
	}
	head.caplen = head.len = m->pkt_len;
	pcap_dump((uint8_t *)dump, &head, data);
	return true;
}

static bool
receive(uint16_t port, pcap_dumper_t *dump)
{
	uint64_t ms = rte_get_timer_hz() / 1000;
	uint64_t until = rte_get_timer_cycles() + FIRST_MS * ms;
	struct rte_mbuf *pkts[BURST];
	bool ok = true;

	while (rte_get_timer_cycles() < until) {
		uint16_t n = rte_eth_rx_burst(port, 0, pkts, BURST), i;

		for (i = 0; i < n; i++)
			ok &= write_packet(dump, pkts[i]);
		rte_pktmbuf_free_bulk(pkts, n);
		if (n != 0)
			until = rte_get_timer_cycles() + opt.quiet_ms * ms;
	}
	return ok;
}

static bool
dump_port(uint16_t port, struct rte_mempool *mp)
{
	pcap_t *pcap = pcap_open_dead(opt.link_type, SNAPLEN);
	pcap_dumper_t *dump;
	char name[PATH_MAX];
	bool ok;

	snprintf(name, sizeof(name), "%s.%u", opt.output, port);
	dump = pcap == NULL ? NULL : pcap_dump_open(pcap, name);
	if (dump == NULL)
		cannot("%s cannot be written", name);
	port_up(port, mp);
	ok = receive(port, dump);
	pcap_dump_close(dump);
	pcap_close(pcap);
	ok &= rte_eth_dev_stop(port) == 0;
	printf("port %u\n", port);
	if (rte_mempool_in_use_count(mp) != 0) {
		printf("%u mbufs are not home\n", rte_mempool_in_use_count(mp));
		ok = false;
	}
	counters_print(port);
	rte_eth_dev_close(port);
	return ok;
}

int
main(int argc, char **argv)
{
	int used = rte_eal_init(argc, argv);
	struct rte_mempool *mp;
	uint16_t port;
	bool ok = true;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (used < 0)
		cannot("EAL does not start: %s", rte_strerror(rte_errno));
	parse_options(argc - used, argv + used);
	mp = rte_pktmbuf_pool_create("dump", MBUFS, 0, 0, opt.mbuf_size, SOCKET_ID_ANY);
	if (mp == NULL)
		cannot("no memory for %u mbufs", MBUFS);
	RTE_ETH_FOREACH_DEV(port)
		ok &= dump_port(port, mp);
	rte_eal_cleanup();
	return ok ? STATUS_OK : STATUS_WRONG;
}
