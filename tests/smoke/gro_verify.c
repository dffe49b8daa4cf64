/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Does a port with LRO deliver a capture, every byte, each flow in order, and nothing else?
 *
 *   gro_verify EAL... -- --expect=[PORT:]PCAP ... [options]
 *
 * What the port hands up is looked at (marks of an aggregate, what a transmit port with TSO
 * would ask), then undone (rxb_gro_undo), and what comes out compared with the capture. A
 * line for each port: "pass PORT NAME ..." or "FAIL PORT NAME: why". Uses ethdev and
 * rxbatch.h and nothing of a driver.
 *
 * Exit status: 0 all is right; 1 could not run; 2 something is wrong.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include "rxbatch.h"

#include "expect.h"
#include "flows.h"
#include "gro_verify.h"
#include "rx_verify.h"

#define BURST_MAX	512u
#define MBUFS		16383u
/* Longer than any hold: 255 steps of 32 us. */
#define EXTRAS_MS	25u

enum status { STATUS_OK, STATUS_CANNOT, STATUS_WRONG };

static struct {
	const char *expect[RTE_MAX_ETHPORTS];
	uint32_t burst, timeout_s, max_len;
	bool list, split, csum, xstats;
	const char *nonzero;
} opt = {
	.burst = 32, .timeout_s = 10, .max_len = 65535,
};

struct run {
	uint16_t port;
	struct expect expect;
	struct flows flows;
	struct rx_result result;	/* of the packets, as they were on the wire */
	uint64_t handed_up, aggregates, longest;
	int group_off;
	char why[160];			/* what is wrong, "" nothing */
};

static void
usage(FILE *to)
{
	fputs("usage: gro_verify EAL... -- --expect=[PORT:]PCAP ... [options]\n"
	      "  --list         the ports have gro=list\n"
	      "  --split        rxb_gro_split() instead of rxb_gro_undo()\n"
	      "  --burst=N      packets per rx_burst, default 32 (1..512)\n"
	      "  --max-len=N    max_lro_pkt_size, default 65535\n"
	      "  --csum         with RTE_ETH_RX_OFFLOAD_CHECKSUM\n"
	      "  --timeout=S    of each port, default 10\n"
	      "  --nonzero=LIST counters that must not be 0\n"
	      "  --xstats       print the counters that are not 0\n", to);
}

static void __rte_noreturn __rte_format_printf(1, 2)
cannot(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("gro_verify: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(STATUS_CANNOT);
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

static void
take_expect(const char *text)
{
	char *end;
	unsigned long port = strtoul(text, &end, 10);

	if (end == text || *end != ':') {
		port = 0;
		end = NULL;
	}
	if (port >= RTE_MAX_ETHPORTS)
		cannot("--expect=%s: no such port", text);
	opt.expect[port] = end == NULL ? text : end + 1;
}

static void
parse_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "expect", required_argument, NULL, 'e' },
		{ "list", no_argument, NULL, 'l' },
		{ "split", no_argument, NULL, 's' },
		{ "burst", required_argument, NULL, 'b' },
		{ "max-len", required_argument, NULL, 'm' },
		{ "csum", no_argument, NULL, 'c' },
		{ "timeout", required_argument, NULL, 't' },
		{ "nonzero", required_argument, NULL, 'n' },
		{ "xstats", no_argument, NULL, 'x' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'e': take_expect(optarg); break;
		case 'l': opt.list = true; break;
		case 's': opt.split = true; break;
		case 'b': opt.burst = number("burst", optarg, BURST_MAX); break;
		case 'm': opt.max_len = number("max-len", optarg, UINT16_MAX); break;
		case 'c': opt.csum = true; break;
		case 't': opt.timeout_s = number("timeout", optarg, 3600); break;
		case 'n': opt.nonzero = optarg; break;
		case 'x': opt.xstats = true; break;
		case 'h': usage(stdout); exit(STATUS_OK);
		default: usage(stderr); exit(STATUS_CANNOT);
		}
	}
	if (optind != argc)
		cannot("\"%s\" is no option", argv[optind]);
}

static void __rte_format_printf(2, 3)
wrong(struct run *r, const char *format, ...)
{
	va_list args;

	if (r->why[0] != '\0')
		return;
	va_start(args, format);
	vsnprintf(r->why, sizeof(r->why), format, args);
	va_end(args);
}

static void
port_up(struct run *r, struct rte_mempool *mp)
{
	struct rte_eth_conf conf = {
		.rxmode = {
			.offloads = RTE_ETH_RX_OFFLOAD_TCP_LRO |
				(opt.csum ? RTE_ETH_RX_OFFLOAD_CHECKSUM : 0),
			.max_lro_pkt_size = opt.max_len,
		},
	};
	int ret = rte_eth_dev_configure(r->port, 1, 0, &conf);

	if (ret == 0)
		ret = rte_eth_rx_queue_setup(r->port, 0, 512, SOCKET_ID_ANY, NULL, mp);
	/* The capture's packets are for all kinds of stations. */
	if (ret == 0)
		ret = rte_eth_promiscuous_enable(r->port);
	if (ret == 0)
		ret = rte_eth_dev_start(r->port);
	if (ret != 0)
		cannot("port %u: cannot start: %s", r->port, rte_strerror(-ret));
	r->group_off = rte_mbuf_dynfield_lookup(RXB_GRO_GROUP_DYNFIELD, NULL);
	if (opt.list && r->group_off < 0)
		cannot("port %u: no field of groups", r->port);
}

/* One packet as it was on the wire, in one segment. */
static void
check_packet(struct run *r, struct rte_mbuf *m)
{
	const uint8_t *data = rte_pktmbuf_mtod(m, const uint8_t *);
	const struct expect_packet *want = flows_due(&r->flows, data, m->data_len);
	uint64_t i = r->result.packets++;
	const char *why;

	r->result.bytes += m->pkt_len;
	if (want == NULL)
		wrong(r, "packet %" PRIu64 ": of no flow of the capture, or one too many", i);
	else if (m->nb_segs != 1 || m->pkt_len != want->len || m->data_len != want->len)
		wrong(r, "packet %" PRIu64 ": %u bytes in %u segments for %u of packet %td", i,
		      m->pkt_len, m->nb_segs, want->len, want - r->expect.packets);
	else if (memcmp(data, want->data, want->len) != 0)
		wrong(r, "packet %" PRIu64 ": other bytes than packet %td of the capture", i,
		      want - r->expect.packets);
	else if (rte_mbuf_check(m, 1, &why) != 0)
		wrong(r, "packet %" PRIu64 ": mbuf: %s", i, why);
}

/* What was handed up, and all that is in it. */
static void
take_one(struct run *r, struct rte_mbuf *m)
{
	static struct rte_mbuf *pkts[RXB_GRO_SEGS_MAX];
	const char *why = opt.list && rxb_gro_is_aggregate(m) ? "an aggregate, from gro=list" :
		marks_wrong(m, opt.max_len);
	int n = 1, i;

	r->handed_up++;
	if (why != NULL)
		wrong(r, "handed up %" PRIu64 ": %s", r->handed_up, why);
	pkts[0] = m;
	if (rxb_gro_is_aggregate(m)) {
		r->aggregates++;
		r->longest = RTE_MAX(r->longest, m->pkt_len);
		n = opt.split ? rxb_gro_split(m, pkts, RTE_DIM(pkts)) :
			rxb_gro_undo(m, pkts, RTE_DIM(pkts));
	}
	if (n <= 0) {
		wrong(r, "handed up %" PRIu64 ": no way back: %d", r->handed_up, n);
		rte_pktmbuf_free(m);
		return;
	}
	for (i = 0; i < n; i++)
		check_packet(r, pkts[i]);
	rte_pktmbuf_free_bulk(pkts, n);
}

/* 3 2 1 for a group of three, all of one flow, none cut by the burst's end. */
static void
check_groups(struct run *r, struct rte_mbuf **pkts, uint16_t n)
{
	uint16_t i, left;

	for (i = 0; i < n; i++) {
		struct flow_key key = flow_key(rte_pktmbuf_mtod(pkts[i], const uint8_t *),
					       pkts[i]->data_len), next;

		left = *rxb_gro_group_left(pkts[i], r->group_off);
		if (left == 0 || left > n - i) {
			wrong(r, "%u of a group come, %u packets are there", left, n - i);
			return;
		}
		if (left == 1)
			continue;
		next = flow_key(rte_pktmbuf_mtod(pkts[i + 1], const uint8_t *),
				pkts[i + 1]->data_len);
		if (*rxb_gro_group_left(pkts[i + 1], r->group_off) != left - 1 ||
		    memcmp(&key, &next, sizeof(key)) != 0)
			wrong(r, "a group is no group");
	}
}

static uint16_t
take_burst(struct run *r)
{
	struct rte_mbuf *pkts[BURST_MAX];
	uint16_t n = rte_eth_rx_burst(r->port, 0, pkts, opt.burst), i;

	if (opt.list)
		check_groups(r, pkts, n);
	for (i = 0; i < n; i++)
		take_one(r, pkts[i]);
	return n;
}

static void
receive_all(struct run *r)
{
	uint64_t hz = rte_get_timer_hz(), end = rte_get_timer_cycles() + opt.timeout_s * hz;

	while (r->result.packets < r->expect.n && r->why[0] == '\0')
		if (take_burst(r) == 0 && rte_get_timer_cycles() > end)
			wrong(r, "%" PRIu64 " of %" PRIu64 " packets after %u s",
			      r->result.packets, r->expect.n, opt.timeout_s);
	end = rte_get_timer_cycles() + EXTRAS_MS * hz / 1000;
	while (rte_get_timer_cycles() < end)
		take_burst(r);
}

static enum status
check_port(uint16_t port, struct rte_mempool *mp)
{
	struct run r = { .port = port };
	char name[RTE_ETH_NAME_MAX_LEN] = "?";

	if (rte_eth_dev_get_name_by_port(port, name) != 0)
		cannot("no port %u", port);
	if (!expect_load(&r.expect, opt.expect[port], RTE_ETHER_MTU) ||
	    !flows_find(&r.flows, &r.expect))
		exit(STATUS_CANNOT);
	if (r.expect.n == 0)
		cannot("%s: no packet that could arrive", opt.expect[port]);
	port_up(&r, mp);
	receive_all(&r);
	if (rte_eth_dev_stop(port) != 0)
		wrong(&r, "port does not stop");
	if (rte_mempool_in_use_count(mp) != 0)
		wrong(&r, "%u mbufs are not home", rte_mempool_in_use_count(mp));
	if (r.why[0] == '\0' &&
	    !counters_right(port, &r.result, r.expect.dropped, false, opt.nonzero))
		wrong(&r, "counters do not add up");
	if (r.why[0] == '\0' && !gro_counters_right(port, &r.result, r.handed_up, r.aggregates))
		wrong(&r, "counters of LRO do not add up");
	printf("%s %u %s: %" PRIu64 " packets in %" PRIu64 ", %" PRIu64 " aggregates, longest "
	       "%" PRIu64 "%s%s\n", r.why[0] == '\0' ? "pass" : "FAIL", port, name,
	       r.result.packets, r.handed_up, r.aggregates, r.longest,
	       r.why[0] != '\0' ? ": " : "", r.why);
	if (opt.xstats || r.why[0] != '\0')
		counters_print(port);
	rte_eth_dev_close(port);
	flows_free(&r.flows);
	expect_free(&r.expect);
	return r.why[0] == '\0' ? STATUS_OK : STATUS_WRONG;
}

int
main(int argc, char **argv)
{
	enum status worst = STATUS_OK;
	int used = rte_eal_init(argc, argv);
	struct rte_mempool *mp;
	unsigned int port, checked = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (used < 0)
		cannot("EAL does not start: %s", rte_strerror(rte_errno));
	parse_options(argc - used, argv + used);
	mp = rte_pktmbuf_pool_create("verify", MBUFS, 256, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				     SOCKET_ID_ANY);
	if (mp == NULL)
		cannot("no memory for %u mbufs", MBUFS);
	for (port = 0; port < RTE_MAX_ETHPORTS; port++) {
		if (opt.expect[port] == NULL)
			continue;
		worst = RTE_MAX(worst, check_port(port, mp));
		checked++;
	}
	if (checked == 0)
		cannot("--expect is missing; --help shows all");
	rte_eal_cleanup();
	return worst;
}
