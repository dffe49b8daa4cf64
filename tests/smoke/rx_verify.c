/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Does a port deliver a capture, every byte, in order, and nothing else?
 *
 *   rx_verify EAL... -- --expect=[PORT:]PCAP ... [options]
 *
 * Ports are looked at one after the other, each with a line of its own:
 * "pass PORT NAME ..." or "FAIL PORT NAME: why". Uses ethdev and nothing of a
 * driver. What may differ from the capture is listed in expect.h.
 *
 * Exit status: 0 all is right; 1 could not run; 2 packets are wrong, missing or
 * too many; 3 the packets are right and the counters do not add up.
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

#include "expect.h"
#include "rx_verify.h"

#define BURST_MAX	512u
#define MBUFS		8191u
#define MTU_AUTO	UINT32_MAX
#define HOLD_MAX	4000u
#define HOLD_EVERY	5u
/* Longer than any hold: 255 steps of 32 us. */
#define EXTRAS_MS	25u
#define QUIET_MS	200u

enum status { STATUS_OK, STATUS_CANNOT, STATUS_PACKETS, STATUS_COUNTERS };

static struct {
	const char *expect[RTE_MAX_ETHPORTS];
	uint64_t laps;
	uint32_t burst, mtu, mbuf_size, timeout_s, hold;
	bool scatter, xstats, anything, scribble;
	enum csum_wanted csum;
	const char *nonzero;
} opt = {
	.laps = 1, .burst = 32, .mbuf_size = RTE_MBUF_DEFAULT_BUF_SIZE, .timeout_s = 10,
};

/* One port's run. */
struct run {
	uint16_t port;
	const char *name;
	struct expect expect;
	struct rx_result result;
	char why[160];			/* what is wrong, "" nothing */
};

static void
usage(FILE *to)
{
	fputs("usage: rx_verify EAL... -- --expect=[PORT:]PCAP ... [options]\n"
	      "  --laps=N       the capture N times, from a source that repeats it for ever\n"
	      "  --burst=N      packets per rx_burst, default 32 (1..512)\n"
	      "  --mtu=N|auto   default 1500; auto: what the capture needs\n"
	      "  --scatter      with RTE_ETH_RX_OFFLOAD_SCATTER (always with --mtu=auto)\n"
	      "  --mbuf-size=N  headroom included, default 2176\n"
	      "  --csum=sw|off  with RTE_ETH_RX_OFFLOAD_CHECKSUM, and what rx-csum= is\n"
	      "  --scribble     write to every byte of every buffer that was received\n"
	      "  --hold=N       keep every fifth mbuf until N are kept, the last N beyond the\n"
	      "                 port's close; with --scribble nobody else may write to them\n"
	      "  --anything     nobody knows what comes: only the counters are looked at\n"
	      "  --timeout=S    of each port, default 10\n"
	      "  --nonzero=LIST counters that must not be 0\n"
	      "  --xstats       print the counters that are not 0\n", to);
}

static void __rte_noreturn __rte_format_printf(1, 2)
cannot(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("rx_verify: ", stderr);
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
take_option(const char *name, const char *value)
{
	if (strcmp(name, "expect") == 0)
		take_expect(value);
	else if (strcmp(name, "laps") == 0)
		opt.laps = number(name, value, UINT32_MAX);
	else if (strcmp(name, "burst") == 0)
		opt.burst = number(name, value, BURST_MAX);
	else if (strcmp(name, "mtu") == 0 && strcmp(value, "auto") == 0)
		opt.mtu = MTU_AUTO;
	else if (strcmp(name, "mtu") == 0)
		opt.mtu = number(name, value, UINT16_MAX);
	else if (strcmp(name, "scatter") == 0)
		opt.scatter = true;
	else if (strcmp(name, "mbuf-size") == 0)
		opt.mbuf_size = number(name, value, UINT16_MAX);
	else if (strcmp(name, "scribble") == 0)
		opt.scribble = true;
	else if (strcmp(name, "hold") == 0)
		opt.hold = number(name, value, HOLD_MAX);
	else if (strcmp(name, "anything") == 0)
		opt.anything = true;
	else if (strcmp(name, "csum") == 0 && strcmp(value, "sw") == 0)
		opt.csum = CSUM_SW;
	else if (strcmp(name, "csum") == 0 && strcmp(value, "off") == 0)
		opt.csum = CSUM_OFF;
	else if (strcmp(name, "timeout") == 0)
		opt.timeout_s = number(name, value, 3600);
	else if (strcmp(name, "nonzero") == 0)
		opt.nonzero = value;
	else if (strcmp(name, "xstats") == 0)
		opt.xstats = true;
	else
		cannot("--%s=%s: no such value", name, value);
}

static void
parse_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "expect", required_argument, NULL, 'o' },
		{ "laps", required_argument, NULL, 'o' },
		{ "burst", required_argument, NULL, 'o' },
		{ "mtu", required_argument, NULL, 'o' },
		{ "scatter", no_argument, NULL, 'o' },
		{ "mbuf-size", required_argument, NULL, 'o' },
		{ "scribble", no_argument, NULL, 'o' },
		{ "hold", required_argument, NULL, 'o' },
		{ "anything", no_argument, NULL, 'o' },
		{ "csum", required_argument, NULL, 'o' },
		{ "timeout", required_argument, NULL, 'o' },
		{ "nonzero", required_argument, NULL, 'o' },
		{ "xstats", no_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c, i = 0;

	while ((c = getopt_long(argc, argv, "", options, &i)) != -1) {
		if (c == 'o') {
			take_option(options[i].name, optarg);
			continue;
		}
		usage(c == 'h' ? stdout : stderr);
		exit(c == 'h' ? STATUS_OK : STATUS_CANNOT);
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
	struct rte_eth_conf conf = { 0 };
	uint32_t mtu = opt.mtu == 0 ? RTE_ETHER_MTU : opt.mtu;
	int ret;

	if (opt.mtu == MTU_AUTO)
		mtu = RTE_MAX(r->expect.longest, RTE_ETHER_MTU + 14u) - 14;
	if (opt.mtu == MTU_AUTO || opt.scatter)
		conf.rxmode.offloads |= RTE_ETH_RX_OFFLOAD_SCATTER;
	if (opt.csum != CSUM_NOT_ASKED)
		conf.rxmode.offloads |= RTE_ETH_RX_OFFLOAD_CHECKSUM;
	conf.rxmode.mtu = mtu;
	ret = rte_eth_dev_configure(r->port, 1, 0, &conf);
	if (ret == 0)
		ret = rte_eth_rx_queue_setup(r->port, 0, 512, SOCKET_ID_ANY, NULL, mp);
	/* The capture's packets are for all kinds of stations. */
	if (ret == 0)
		ret = rte_eth_promiscuous_enable(r->port);
	if (ret == 0)
		ret = rte_eth_dev_start(r->port);
	if (ret != 0)
		cannot("port %u: cannot start: %s", r->port, rte_strerror(-ret));
}

/* Offset of the first byte that differs, or -1. */
static int64_t
difference(const struct rte_mbuf *m, const struct expect_packet *want)
{
	uint32_t at = 0, i, n;

	for (; m != NULL; m = m->next, at += n) {
		const uint8_t *data = rte_pktmbuf_mtod(m, const uint8_t *);

		n = m->data_len;
		if (at + n > want->len)
			return want->len;
		if (memcmp(data, want->data + at, n) == 0)
			continue;
		for (i = 0; data[i] == want->data[at + i]; i++)
			;
		return at + i;
	}
	return at == want->len ? -1 : (int64_t)at;
}

static void
check_packet(struct run *r, const struct rte_mbuf *m)
{
	const struct expect_packet *want;
	uint64_t i = r->result.packets;
	const char *flags;
	int64_t at;

	if (i >= r->expect.n * opt.laps) {
		wrong(r, "a packet too many, of %u bytes", m->pkt_len);
		return;
	}
	want = &r->expect.packets[i % r->expect.n];
	at = difference(m, want);
	if (at >= 0 || m->pkt_len != want->len) {
		wrong(r, "packet %" PRIu64 ": %u bytes for %u, first difference at %" PRId64, i,
		      m->pkt_len, want->len, at);
		return;
	}
	if (rte_mbuf_check(m, 1, &flags) != 0) {
		wrong(r, "packet %" PRIu64 ": mbuf: %s", i, flags);
		return;
	}
	flags = flags_wrong(m, opt.csum);
	if (flags != NULL)
		wrong(r, "packet %" PRIu64 ": %s", i, flags);
}

/* Mbufs that were kept, in a ring; each has a byte of its own. */
static struct {
	struct rte_mbuf *mbufs[HOLD_MAX];
	uint8_t bytes[HOLD_MAX];
	uint32_t next, n;
	uint64_t segments;		/* of all mbufs that are kept */
} held;

/* An application may write to all of a buffer that it has for itself: before, in and
 * behind the packet. */
static void
scribble(struct rte_mbuf *m, uint8_t byte)
{
	for (; m != NULL; m = m->next)
		memset(m->buf_addr, byte, m->buf_len);
}

static bool
is_scribbled(const struct rte_mbuf *m, uint8_t byte)
{
	for (; m != NULL; m = m->next) {
		const uint8_t *buf = m->buf_addr;

		if (m->buf_len != 0 &&
		    (buf[0] != byte || memcmp(buf, buf + 1, m->buf_len - 1) != 0))
			return false;
	}
	return true;
}

/* The one that was kept longest goes. */
static void
let_go(struct run *r)
{
	uint32_t i = (held.next + HOLD_MAX - held.n) % HOLD_MAX;

	if (opt.scribble && !is_scribbled(held.mbufs[i], held.bytes[i]))
		wrong(r, "somebody wrote to an mbuf that was kept");
	held.segments -= held.mbufs[i]->nb_segs;
	rte_pktmbuf_free(held.mbufs[i]);
	held.n--;
}

static void
hold(struct run *r, struct rte_mbuf *m, uint8_t byte)
{
	if (held.n == opt.hold)
		let_go(r);
	held.mbufs[held.next] = m;
	held.bytes[held.next] = byte;
	held.next = (held.next + 1) % HOLD_MAX;
	held.segments += m->nb_segs;
	held.n++;
}

static void
done_with(struct run *r, struct rte_mbuf *m)
{
	uint8_t byte = r->result.packets * 7 + 1;

	if (opt.scribble)
		scribble(m, byte);
	if (opt.hold != 0 && r->result.packets % HOLD_EVERY == 0)
		hold(r, m, byte);
	else
		rte_pktmbuf_free(m);
}

static uint16_t
take_burst(struct run *r, uint16_t burst)
{
	struct rte_mbuf *pkts[BURST_MAX];
	uint16_t n = rte_eth_rx_burst(r->port, 0, pkts, burst), i;

	for (i = 0; i < n; i++) {
		uint64_t sum = pkts[i]->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK;

		if (!opt.anything)
			check_packet(r, pkts[i]);
		r->result.packets++;
		r->result.bytes += pkts[i]->pkt_len;
		r->result.csum_good += sum == RTE_MBUF_F_RX_L4_CKSUM_GOOD;
		r->result.csum_bad += sum == RTE_MBUF_F_RX_L4_CKSUM_BAD;
		done_with(r, pkts[i]);
	}
	return n;
}

static void
receive_all(struct run *r)
{
	uint64_t want = r->expect.n * opt.laps, hz = rte_get_timer_hz();
	uint64_t end = rte_get_timer_cycles() + opt.timeout_s * hz;

	while (r->result.packets < want && r->why[0] == '\0') {
		/* No further than the last lap. */
		uint16_t burst = RTE_MIN(want - r->result.packets, opt.burst);

		if (take_burst(r, burst) == 0 && rte_get_timer_cycles() > end)
			wrong(r, "%" PRIu64 " of %" PRIu64 " packets after %u s",
			      r->result.packets, want, opt.timeout_s);
	}
	end = rte_get_timer_cycles() + EXTRAS_MS * hz / 1000;
	while (opt.laps == 1 && rte_get_timer_cycles() < end)
		take_burst(r, opt.burst);
}

/* Until nothing has come for a while. */
static void
receive_anything(struct run *r)
{
	uint64_t pause = rte_get_timer_hz() * QUIET_MS / 1000;
	uint64_t quiet = rte_get_timer_cycles() + pause;

	while (rte_get_timer_cycles() < quiet)
		if (take_burst(r, opt.burst) != 0)
			quiet = rte_get_timer_cycles() + pause;
}

/* After the port has gone. */
static bool
let_all_go(struct run *r, const struct rte_mempool *mp)
{
	if (held.n == 0)
		return true;
	while (held.n != 0)
		let_go(r);
	if (rte_mempool_in_use_count(mp) != 0)
		wrong(r, "%u mbufs are not home after close", rte_mempool_in_use_count(mp));
	printf("%s %u kept beyond close%s%s\n", r->why[0] == '\0' ? "pass" : "FAIL", r->port,
	       r->why[0] == '\0' ? "" : ": ", r->why);
	return r->why[0] == '\0';
}

static enum status
check_port(uint16_t port, struct rte_mempool *mp)
{
	struct run r = { .port = port };
	char name[RTE_ETH_NAME_MAX_LEN] = "?";
	enum status status = STATUS_OK;
	uint32_t mtu = opt.mtu == MTU_AUTO ? 0 : opt.mtu != 0 ? opt.mtu : RTE_ETHER_MTU;

	if (rte_eth_dev_get_name_by_port(port, name) != 0)
		cannot("no port %u", port);
	if (!expect_load(&r.expect, opt.expect[port], mtu))
		exit(STATUS_CANNOT);
	if (r.expect.n == 0)
		cannot("%s: no packet that could arrive", opt.expect[port]);
	port_up(&r, mp);
	if (opt.anything)
		receive_anything(&r);
	else
		receive_all(&r);
	if (rte_eth_dev_stop(port) != 0)
		wrong(&r, "port does not stop");
	if (rte_mempool_in_use_count(mp) != held.segments)
		wrong(&r, "%u mbufs are not home", rte_mempool_in_use_count(mp));
	if (r.why[0] != '\0')
		status = STATUS_PACKETS;
	else if (!counters_right(port, &r.result,
				 opt.anything ? DROPPED_ANY : r.expect.dropped,
				 opt.laps != 1, opt.nonzero))
		status = STATUS_COUNTERS;
	if (status == STATUS_COUNTERS)
		wrong(&r, "counters do not add up");
	printf("%s %u %s: %" PRIu64 " packets, %" PRIu64 " bytes, %" PRIu64 " dropped, %" PRIu64
	       " not sent, checksums %" PRIu64 " good %" PRIu64 " bad%s%s\n",
	       status == STATUS_OK ? "pass" : "FAIL", port, name, r.result.packets,
	       r.result.bytes, r.expect.dropped, r.expect.not_sent, r.result.csum_good,
	       r.result.csum_bad, r.why[0] != '\0' ? ": " : "", r.why);
	if (opt.xstats || status != STATUS_OK)
		counters_print(port);
	rte_eth_dev_close(port);
	if (!let_all_go(&r, mp) && status == STATUS_OK)
		status = STATUS_PACKETS;
	expect_free(&r.expect);
	return status;
}

int
main(int argc, char **argv)
{
	enum status worst = STATUS_OK, status;
	int used = rte_eal_init(argc, argv);
	struct rte_mempool *mp;
	unsigned int port, checked = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (used < 0)
		cannot("EAL does not start: %s", rte_strerror(rte_errno));
	parse_options(argc - used, argv + used);
	mp = rte_pktmbuf_pool_create("verify", MBUFS, 256, 0, opt.mbuf_size, SOCKET_ID_ANY);
	if (mp == NULL)
		cannot("no memory for %u mbufs", MBUFS);
	for (port = 0; port < RTE_MAX_ETHPORTS; port++) {
		if (opt.expect[port] == NULL)
			continue;
		status = check_port(port, mp);
		checked++;
		/* Wrong packets weigh more than wrong counters. */
		if (worst != STATUS_PACKETS && status != STATUS_OK)
			worst = status;
	}
	if (checked == 0)
		cannot("--expect is missing; --help shows all");
	rte_eal_cleanup();
	return worst;
}
