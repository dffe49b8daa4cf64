/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A host that answers pings, on a net_rtw89u port whose model sends them (air=ping), in real
 * time; and what the sender of the pings sees while the hold is changed under it.
 *
 *   hold_live EAL... -- [--pings=N] [STEP]...
 *
 * A STEP is a hold to set while pings run, in microseconds, "auto", "auto:latency" or
 * "auto:cpu"; "as-is" leaves what devargs have set; "away:MS" polls nothing for so long. After
 * each the round trips of N pings are looked at, and a line is printed:
 *
 *   STEP hold US settled MS lost N p50 NS p99 NS min NS late NS
 *
 * settled: since the step, until the hold changed for the last time. late: how far the model
 * was behind real time at worst, since the program began.
 *
 * Exit status: 0 all steps were measured; 1 could not run; 2 pings are not answered.
 */

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_icmp.h>
#include <rte_ip.h>
#include <rte_launch.h>
#include <rte_mbuf.h>

#include "rte_pmd_rtw89u.h"

#define BURST		32
#define MBUFS		4095
#define PINGS_MAX	10000
#define POLL_US		100		/* a ping takes longer, and the gap after it */
#define WAIT_MS		20000u
#define SETTLE_MS	5000u		/* a policy has found its hold by then */
#define QUIET_MS	500u		/* ... and this long has not changed it */

enum status { STATUS_OK, STATUS_CANNOT, STATUS_NO_ANSWER };

static struct {
	bool stop;
	bool away;
} worker;			/* atomic */

static unsigned int nb_pings = 256;

static void __rte_noreturn __rte_format_printf(2, 3)
end(enum status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("hold_live: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(status);
}

/* --- the host --- */

/* An echo request becomes its reply, in place; false: it is none. */
static bool
turn_around(struct rte_mbuf *m)
{
	struct rte_ether_hdr *eth = rte_pktmbuf_mtod(m, struct rte_ether_hdr *);
	struct rte_ipv4_hdr *ip = (struct rte_ipv4_hdr *)(eth + 1);
	struct rte_ether_addr mac;
	struct rte_icmp_hdr *icmp;
	rte_be32_t address;
	uint32_t sum;

	if (m->data_len < sizeof(*eth) + sizeof(*ip) + sizeof(*icmp) ||
	    eth->ether_type != RTE_BE16(RTE_ETHER_TYPE_IPV4) ||
	    ip->next_proto_id != IPPROTO_ICMP || rte_ipv4_hdr_len(ip) != sizeof(*ip))
		return false;
	icmp = (struct rte_icmp_hdr *)(ip + 1);
	if (icmp->icmp_type != RTE_IP_ICMP_ECHO_REQUEST)
		return false;
	mac = eth->src_addr;
	eth->src_addr = eth->dst_addr;
	eth->dst_addr = mac;
	address = ip->src_addr;
	ip->src_addr = ip->dst_addr;
	ip->dst_addr = address;
	icmp->icmp_type = RTE_IP_ICMP_ECHO_REPLY;
	/* RFC 1624: the sum of what was taken away comes to its complement. */
	sum = icmp->icmp_cksum + RTE_BE16(RTE_IP_ICMP_ECHO_REQUEST << 8);
	icmp->icmp_cksum = sum + (sum >> 16);
	return true;
}

static int
serve(void *arg)
{
	uint16_t port = *(const uint16_t *)arg;
	struct rte_mbuf *pkts[BURST];

	while (!__atomic_load_n(&worker.stop, __ATOMIC_ACQUIRE)) {
		uint16_t i, n, replies = 0;

		if (__atomic_load_n(&worker.away, __ATOMIC_ACQUIRE))
			continue;
		n = rte_eth_rx_burst(port, 0, pkts, BURST);
		for (i = 0; i < n; i++)
			if (turn_around(pkts[i]))
				pkts[replies++] = pkts[i];
			else
				rte_pktmbuf_free(pkts[i]);
		n = rte_eth_tx_burst(port, 0, pkts, replies);
		rte_pktmbuf_free_bulk(pkts + n, replies - n);
	}
	return 0;
}

static void
port_up(uint16_t port)
{
	struct rte_eth_conf conf = { 0 };
	struct rte_mempool *mp;

	mp = rte_pktmbuf_pool_create("live", MBUFS, 64, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				     SOCKET_ID_ANY);
	if (mp == NULL || rte_eth_dev_configure(port, 1, 1, &conf) != 0 ||
	    rte_eth_rx_queue_setup(port, 0, 512, SOCKET_ID_ANY, NULL, mp) != 0 ||
	    rte_eth_tx_queue_setup(port, 0, 512, SOCKET_ID_ANY, NULL) != 0 ||
	    rte_eth_dev_start(port) != 0)
		end(STATUS_CANNOT, "the port does not start");
}

/* --- what is seen of it --- */

/* Round trips so far, as the model counts them. */
struct trips {
	uint64_t done, sum_ns;
};

static uint64_t trips_ns[PINGS_MAX];

static uint64_t
counter(uint16_t port, const char *name)
{
	uint64_t id, value;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) != 0 ||
	    rte_eth_xstats_get_by_id(port, &id, &value, 1) != 1)
		end(STATUS_CANNOT, "no counter %s", name);
	return value;
}

static uint64_t
now_ms(void)
{
	return rte_rdtsc() / (rte_get_tsc_hz() / 1000);
}

/* The model writes one after the other: what is the same for a while belongs together. */
static struct trips
trips_now(uint16_t port)
{
	struct trips t, before;

	do {
		before.done = counter(port, "model_air_ping_done");
		before.sum_ns = counter(port, "model_air_ping_rtt_sum_ns");
		rte_delay_us_sleep(POLL_US);
		t.done = counter(port, "model_air_ping_done");
		t.sum_ns = counter(port, "model_air_ping_rtt_sum_ns");
	} while (t.done != before.done || t.sum_ns != before.sum_ns);
	return t;
}

/* n round trips from now on; those that were seen together count as their mean. */
static void
wait_for_pings(uint16_t port, unsigned int n)
{
	struct trips before = trips_now(port), now;
	uint64_t until = now_ms() + WAIT_MS;
	unsigned int i = 0;

	while (i < n) {
		now = trips_now(port);
		for (; i < n && before.done < now.done; i++) {
			trips_ns[i] = (now.sum_ns - before.sum_ns) / (now.done - before.done);
			before.sum_ns += trips_ns[i];
			before.done++;
		}
		if (now_ms() > until)
			end(STATUS_NO_ANSWER, "%u replies in %u ms", i, WAIT_MS);
	}
}

static int
by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static struct rte_wlan_rx_hold
hold_now(uint16_t port)
{
	struct rte_wlan_rx_hold hold;
	int err = rte_pmd_rtw89u_rx_hold_get(port, &hold);

	if (err != 0)
		end(STATUS_CANNOT, "rx_hold_get: %s", rte_strerror(-err));
	return hold;
}

/* Until the policy leaves the hold alone, in ms from now. */
static uint64_t
settle(uint16_t port)
{
	uint64_t start = now_ms(), changed = start;
	struct rte_wlan_rx_hold hold = hold_now(port);
	uint32_t last = hold.hold_us;

	while (hold.policy != RTE_WLAN_HOLD_FIXED && now_ms() - changed < QUIET_MS &&
	       now_ms() - start < SETTLE_MS) {
		rte_delay_us_sleep(10000);
		hold = hold_now(port);
		if (hold.hold_us != last)
			changed = now_ms();
		last = hold.hold_us;
	}
	return changed - start;
}

static void
set(uint16_t port, const char *word)
{
	struct rte_wlan_rx_hold hold = {
		.policy = RTE_WLAN_HOLD_FIXED,
		.hold_us = RTE_WLAN_HOLD_KEEP,
		.size = RTE_WLAN_HOLD_KEEP,
		.count = RTE_WLAN_HOLD_KEEP,
	};
	char *rest;
	int err;

	if (strcmp(word, "auto") == 0) {
		hold.policy = RTE_WLAN_HOLD_BALANCED;
	} else if (strcmp(word, "auto:latency") == 0) {
		hold.policy = RTE_WLAN_HOLD_LATENCY;
	} else if (strcmp(word, "auto:cpu") == 0) {
		hold.policy = RTE_WLAN_HOLD_CPU;
	} else {
		hold.hold_us = strtoul(word, &rest, 10);
		if (rest == word || *rest != '\0')
			end(STATUS_CANNOT, "\"%s\" is no hold", word);
	}
	err = rte_pmd_rtw89u_rx_hold_set(port, &hold);
	if (err != 0)
		end(STATUS_CANNOT, "rx_hold_set to %s: %s", word, rte_strerror(-err));
}

static void
away(unsigned long ms)
{
	__atomic_store_n(&worker.away, true, __ATOMIC_RELEASE);
	rte_delay_us_sleep(ms * 1000);
	__atomic_store_n(&worker.away, false, __ATOMIC_RELEASE);
}

static void
step(uint16_t port, const char *word)
{
	uint64_t settled;

	if (strncmp(word, "away:", 5) == 0)
		away(strtoul(word + 5, NULL, 10));
	else if (strcmp(word, "as-is") != 0)
		set(port, word);
	settled = settle(port);
	/* The ping that was on its way. */
	wait_for_pings(port, 1);
	wait_for_pings(port, nb_pings);
	qsort(trips_ns, nb_pings, sizeof(*trips_ns), by_value);
	printf("%s hold %u settled %" PRIu64 " lost %" PRIu64 " p50 %" PRIu64 " p99 %" PRIu64
	       " min %" PRIu64 " late %" PRIu64 "\n", word, hold_now(port).hold_us, settled,
	       counter(port, "model_air_ping_lost"), trips_ns[nb_pings / 2],
	       trips_ns[nb_pings * 99 / 100], trips_ns[0],
	       counter(port, "model_late_max_ns"));
	fflush(stdout);
}

static int
parse(int argc, char **argv)
{
	static const struct option options[] = {
		{ "pings", required_argument, NULL, 'p' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c != 'p')
			exit(STATUS_CANNOT);
		nb_pings = RTE_MIN(RTE_MAX(atoi(optarg), 1), PINGS_MAX);
	}
	return optind;
}

int
main(int argc, char **argv)
{
	int i, used = rte_eal_init(argc, argv);
	uint16_t port = 0;

	if (used < 0 || rte_eth_dev_count_avail() != 1 || rte_lcore_count() != 2)
		end(STATUS_CANNOT, "wants one port and two lcores");
	i = parse(argc - used, argv + used) + used;
	port_up(port);
	rte_eal_mp_remote_launch(serve, &port, SKIP_MAIN);
	for (; i < argc; i++)
		step(port, argv[i]);
	__atomic_store_n(&worker.stop, true, __ATOMIC_RELEASE);
	rte_eal_mp_wait_lcore();
	rte_eth_dev_stop(port);
	rte_eth_dev_close(port);
	rte_eal_cleanup();
	return STATUS_OK;
}
