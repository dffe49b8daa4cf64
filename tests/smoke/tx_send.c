/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Give the records of a capture to a port's transmit queues, as they are: Ethernet,
 * or radiotap in mode=monitor. Ends with a line "pass ..." or "FAIL ...: why".
 *
 *   tx_send EAL... -- --send=PCAP [options]
 *
 * Looks at what ethdev promises: what a burst took is counted and freed, what it did
 * not take is as it was. What went into the air is another one's business
 * (air_out_check.py). Uses ethdev and nothing of a driver.
 *
 * Exit status: 0 all is right; 1 could not run; 2 something is wrong.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include "rx_verify.h"

#define BURST		32u
#define QUEUES_MAX	4u
#define SEGMENTS_MAX	8u
#define MBUFS		4095u

enum status { STATUS_OK, STATUS_CANNOT, STATUS_WRONG };

static struct {
	const char *send;
	uint32_t queues, segments, first, mtu, laps, stop_after, timeout_s;
	bool fast_free, flood, xstats;
} opt = { .queues = 1, .segments = 1, .first = 7, .mtu = RTE_ETHER_MTU, .laps = 1, .timeout_s = 20 };

struct record {
	uint8_t *data;
	uint32_t len;
};

static struct record *records;
static uint32_t nb_records;

static struct {
	uint64_t offered, taken, refused;
	char why[160];
} run;

static void __rte_noreturn __rte_format_printf(1, 2)
cannot(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("tx_send: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(STATUS_CANNOT);
}

static void __rte_format_printf(1, 2)
wrong(const char *format, ...)
{
	va_list args;

	if (run.why[0] != '\0')
		return;
	va_start(args, format);
	vsnprintf(run.why, sizeof(run.why), format, args);
	va_end(args);
}

static uint32_t
number(const char *name, const char *text, uint32_t max)
{
	char *end;
	unsigned long v = strtoul(text, &end, 10);

	if (end == text || *end != '\0' || v == 0 || v > max)
		cannot("--%s=%s: need a number from 1 to %u", name, text, max);
	return v;
}

static const struct option options[] = {
	{ "send", required_argument, NULL, 's' },
	{ "queues", required_argument, NULL, 'q' },	/* in turn; default 1 */
	{ "segments", required_argument, NULL, 'g' },	/* mbufs of a packet */
	{ "first", required_argument, NULL, 'i' },	/* bytes of the first of several */
	{ "mtu", required_argument, NULL, 'm' },
	{ "laps", required_argument, NULL, 'l' },
	{ "stop-after", required_argument, NULL, 'a' },	/* stop at once after N taken */
	{ "timeout", required_argument, NULL, 't' },
	{ "fast-free", no_argument, NULL, 'f' },	/* with MBUF_FAST_FREE */
	{ "flood", no_argument, NULL, 'o' },	/* what is not taken is not offered again */
	{ "xstats", no_argument, NULL, 'x' },
	{ NULL, 0, NULL, 0 },
};

static void
parse_options(int argc, char **argv)
{
	int c, i = 0;

	while ((c = getopt_long(argc, argv, "", options, &i)) != -1) {
		switch (c) {
		case 's': opt.send = optarg; break;
		case 'q': opt.queues = number("queues", optarg, QUEUES_MAX); break;
		case 'g': opt.segments = number("segments", optarg, SEGMENTS_MAX); break;
		case 'i': opt.first = number("first", optarg, 512); break;
		case 'm': opt.mtu = number("mtu", optarg, UINT16_MAX); break;
		case 'l': opt.laps = number("laps", optarg, UINT16_MAX); break;
		case 'a': opt.stop_after = number("stop-after", optarg, UINT32_MAX); break;
		case 't': opt.timeout_s = number("timeout", optarg, 600); break;
		case 'f': opt.fast_free = true; break;
		case 'o': opt.flood = true; break;
		case 'x': opt.xstats = true; break;
		default: exit(STATUS_CANNOT);
		}
	}
	if (opt.send == NULL || optind != argc)
		cannot("--send=PCAP, and nothing that is no option");
}

static void
load(const char *file)
{
	char why[PCAP_ERRBUF_SIZE];
	pcap_t *pcap = pcap_open_offline(file, why);
	struct pcap_pkthdr *head;
	const u_char *data;
	int got;

	if (pcap == NULL)
		cannot("%s", why);
	while ((got = pcap_next_ex(pcap, &head, &data)) == 1) {
		struct record *r;

		records = realloc(records, (nb_records + 1) * sizeof(*records));
		if (records == NULL)
			cannot("no memory");
		r = &records[nb_records++];
		r->len = head->caplen;
		r->data = malloc(r->len + 1);
		if (r->data == NULL)
			cannot("no memory");
		memcpy(r->data, data, r->len);
	}
	if (got == PCAP_ERROR || nb_records == 0)
		cannot("%s: damaged or empty", file);
	pcap_close(pcap);
}

/* len bytes of the packet in one more mbuf. */
static void
append(struct rte_mbuf *m, struct rte_mempool *mp, const uint8_t *data, uint32_t len)
{
	struct rte_mbuf *more = rte_pktmbuf_alloc(mp);

	if (more == NULL || len > rte_pktmbuf_tailroom(more) || rte_pktmbuf_chain(m, more) != 0)
		cannot("no mbuf for %u bytes", len);
	more->data_len = len;
	m->pkt_len += len;
	memcpy(rte_pktmbuf_mtod(more, void *), data, len);
}

/* In so many segments as were asked for, the later ones of an odd size, one of them
 * empty; a packet that no mbuf holds has as many as it needs. */
static struct rte_mbuf *
packet(struct rte_mempool *mp, const struct record *r)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(mp);
	uint32_t room, at, i;

	if (m == NULL)
		cannot("no mbuf");
	room = rte_pktmbuf_tailroom(m);
	at = opt.segments == 1 ? RTE_MIN(r->len, room) : RTE_MIN(r->len, opt.first);
	memcpy(rte_pktmbuf_append(m, at), r->data, at);
	for (i = 2; i < opt.segments; i++) {
		uint32_t n = i == 3 ? 0 : RTE_MIN(r->len - at, 11 * i + 1);

		append(m, mp, r->data + at, n);
		at += n;
	}
	while (at < r->len) {
		uint32_t n = RTE_MIN(r->len - at, room);

		append(m, mp, r->data + at, n);
		at += n;
	}
	return m;
}

/* A refused packet must be as it was. */
static void
check_refused(const struct rte_mbuf *m, const struct record *r)
{
	uint8_t copy[65536];
	const uint8_t *data = rte_pktmbuf_read(m, 0, r->len, copy);

	if (m->pkt_len != r->len || rte_mbuf_refcnt_read(m) != 1 || data == NULL ||
	    memcmp(data, r->data, r->len) != 0)
		wrong("a packet that was not taken was touched");
}

static uint64_t
deadline(void)
{
	return rte_get_timer_cycles() + opt.timeout_s * rte_get_timer_hz();
}

static bool
enough(void)
{
	return run.why[0] != '\0' || (opt.stop_after != 0 && run.taken >= opt.stop_after);
}

/* n packets, first of them records[first], every queues-th, to one queue. */
static void
send_burst(uint16_t port, uint16_t queue, struct rte_mempool *mp, const uint32_t *which,
	   uint16_t n)
{
	struct rte_mbuf *pkts[BURST];
	uint64_t end = deadline();
	uint16_t i, sent = 0;

	for (i = 0; i < n; i++)
		pkts[i] = packet(mp, &records[which[i]]);
	run.offered += n;
	do {
		sent += rte_eth_tx_burst(port, queue, pkts + sent, n - sent);
		if (rte_get_timer_cycles() > end)
			wrong("queue %u takes nothing", queue);
	} while (sent < n && !opt.flood && run.why[0] == '\0');
	run.taken += sent;
	run.refused += n - sent;
	for (i = sent; i < n; i++) {
		check_refused(pkts[i], &records[which[i]]);
		rte_pktmbuf_free(pkts[i]);
	}
}

static void
send_all(uint16_t port, struct rte_mempool *mp)
{
	uint64_t next[QUEUES_MAX], all = (uint64_t)nb_records * opt.laps;
	uint32_t which[BURST];
	uint16_t q, n;
	bool more;

	for (q = 0; q < opt.queues; q++)
		next[q] = q;
	do {
		more = false;
		for (q = 0; q < opt.queues && !enough(); q++) {
			for (n = 0; n < BURST && next[q] < all; n++, next[q] += opt.queues)
				which[n] = next[q] % nb_records;
			if (n != 0)
				send_burst(port, q, mp, which, n);
			more |= next[q] < all;
		}
	} while (more && !enough());
}

static uint64_t
xstat(uint16_t port, const char *name)
{
	uint64_t id, value;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) != 0 ||
	    rte_eth_xstats_get_by_id(port, &id, &value, 1) != 1)
		cannot("no counter %s", name);
	return value;
}

/* Until the air has all that was sent, or nothing moves any more. */
static void
wait_for_air(uint16_t port)
{
	uint64_t end = deadline(), sent, before = 0, still = 0;

	while (rte_get_timer_cycles() < end && still < 25) {
		sent = xstat(port, "model_air_tx_frames") + xstat(port, "tx_usb_failed");
		if (sent >= run.taken)
			return;
		still = sent == before ? still + 1 : 0;
		before = sent;
		rte_delay_us_sleep(20000);
	}
}

static void
port_up(uint16_t port, struct rte_mempool *mp)
{
	struct rte_eth_conf conf = { 0 };
	uint16_t q;
	int ret;

	conf.txmode.offloads = opt.fast_free ? RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE :
		RTE_ETH_TX_OFFLOAD_MULTI_SEGS;
	conf.rxmode.mtu = opt.mtu;
	if (opt.mtu > RTE_ETHER_MTU)
		conf.rxmode.offloads = RTE_ETH_RX_OFFLOAD_SCATTER;
	ret = rte_eth_dev_configure(port, 1, opt.queues, &conf);
	if (ret == 0)
		ret = rte_eth_rx_queue_setup(port, 0, 32, SOCKET_ID_ANY, NULL, mp);
	for (q = 0; q < opt.queues && ret == 0; q++)
		ret = rte_eth_tx_queue_setup(port, q, 256, SOCKET_ID_ANY, NULL);
	if (ret == 0)
		ret = rte_eth_dev_start(port);
	if (ret != 0)
		cannot("port %u: cannot start: %s", port, rte_strerror(-ret));
}

static void
check_counts(uint16_t port, const struct rte_mempool *mp)
{
	struct rte_eth_stats s;
	uint64_t failed = xstat(port, "tx_usb_failed"), own_errors, air;

	rte_eth_stats_get(port, &s);
	air = xstat(port, "model_air_tx_frames");
	own_errors = s.oerrors - failed;
	if (s.opackets + s.oerrors != run.taken)
		wrong("%" PRIu64 " taken, opackets %" PRIu64 " and %" PRIu64 " errors",
		      run.taken, s.opackets, s.oerrors);
	if (s.opackets != air)
		wrong("opackets %" PRIu64 ": the air has %" PRIu64, s.opackets, air);
	if (run.offered != run.taken + run.refused)
		wrong("%" PRIu64 " offered", run.offered);
	if (rte_mempool_in_use_count(mp) != 0)
		wrong("%u mbufs are not home", rte_mempool_in_use_count(mp));
	printf("%s port %u: %" PRIu64 " offered, %" PRIu64 " taken, %" PRIu64 " refused, "
	       "%" PRIu64 " errors, %" PRIu64 " failed, %" PRIu64 " in the air%s%s\n",
	       run.why[0] == '\0' ? "pass" : "FAIL", port, run.offered, run.taken, run.refused,
	       own_errors, failed, air, run.why[0] == '\0' ? "" : ": ", run.why);
	if (opt.xstats || run.why[0] != '\0')
		counters_print(port);
}

int
main(int argc, char **argv)
{
	int used = rte_eal_init(argc, argv);
	struct rte_mempool *mp;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (used < 0)
		cannot("EAL does not start: %s", rte_strerror(rte_errno));
	parse_options(argc - used, argv + used);
	load(opt.send);
	mp = rte_pktmbuf_pool_create("send", MBUFS, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				     SOCKET_ID_ANY);
	if (mp == NULL)
		cannot("no memory for %u mbufs", MBUFS);
	port_up(0, mp);
	send_all(0, mp);
	if (opt.stop_after == 0)
		wait_for_air(0);
	if (rte_eth_dev_stop(0) != 0)
		wrong("port does not stop");
	check_counts(0, mp);
	rte_eth_dev_close(0);
	rte_eal_cleanup();
	return run.why[0] == '\0' ? STATUS_OK : STATUS_WRONG;
}
