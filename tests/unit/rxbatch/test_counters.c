/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Counters, the names of reasons, and back-off, which only they show. */

#include <inttypes.h>
#include <string.h>

#include "gro_check.h"

static const struct rxb_gro_conf zero = { .socket_id = SOCKET_ID_ANY };

static void
counters(void)
{
	struct rxb_gro_stats stats, none;
	struct rxb_gro *gro = rxb_gro_create(&zero);
	struct rte_mbuf *pkts[3];
	struct pkt p = pkt_tcp4;
	unsigned int i;

	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	memset(&none, 0, sizeof(none));
	memset(&stats, 0xff, sizeof(stats));
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(memcmp(&stats, &none, sizeof(none)), 0);
	for (i = 0; i < 3; i++) {
		p.ttl = i == 2 ? 9 : 64;
		pkts[i] = pkt_mbuf(&p, gro_pool);
		pkt_next(&p);
	}
	CU_ASSERT_EQUAL(rxb_gro_process(gro, pkts, 3, 0), 2);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.packets_in, 3);
	CU_ASSERT_EQUAL(stats.bytes_in, 3 * 154);
	CU_ASSERT_EQUAL(stats.packets_out, 2);
	CU_ASSERT_EQUAL(stats.aggregates, 1);
	CU_ASSERT_EQUAL(stats.merged, 2);
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_TTL_DIFFERS], 1);
	/* Reading changes nothing. */
	memset(&none, 0xff, sizeof(none));
	rxb_gro_stats_get(gro, &none);
	CU_ASSERT_EQUAL(memcmp(&stats, &none, sizeof(none)), 0);
	rxb_gro_stats_reset(gro);
	memset(&none, 0, sizeof(none));
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(memcmp(&stats, &none, sizeof(none)), 0);
	rte_pktmbuf_free_bulk(pkts, 2);
	rxb_gro_free(gro);
}

static void
names(void)
{
	static const char *const want[] = {
		"not_ip", "not_l4", "ip_options", "fragment", "length", "headers", "ip_csum",
		"l4_csum", "csum_unknown", "csum_zero", "tcp_flags", "payload", "tunnel",
		"shared", "meta", "l2_differs", "meta_differs", "tos_differs", "ttl_differs",
		"ip_differs", "ip_id", "seq", "ack_differs", "window_differs", "flags_differ",
		"urg_differs", "options_differ", "longer", "full", "count", "table", "backoff",
	};
	const char *name;
	unsigned int i;

	CU_ASSERT_EQUAL(RTE_DIM(want), RXB_GRO_WHY_MAX);
	CU_ASSERT_EQUAL(RXB_GRO_WHY_ROOM, 64);
	for (i = 0; i < RTE_DIM(want); i++) {
		name = rxb_gro_why_name(i);
		CU_ASSERT_PTR_NOT_NULL_FATAL(name);
		gro_same("name", name, want[i]);
	}
	CU_ASSERT_PTR_NULL(rxb_gro_why_name(RXB_GRO_WHY_MAX));
	CU_ASSERT_PTR_NULL(rxb_gro_why_name(RXB_GRO_WHY_MAX + 1));
	CU_ASSERT_PTR_NULL(rxb_gro_why_name(UINT32_MAX));
}

/* One burst of packets of 64 flows, or a train of one. */
static unsigned int
burst(struct rxb_gro *gro, bool merging, unsigned int n)
{
	static uint32_t seq;
	struct rte_mbuf *pkts[64];
	struct pkt p = pkt_tcp4;
	unsigned int i, out;

	p.seq = seq;
	p.frag = PKT_DF;
	for (i = 0; i < n; i++) {
		pkts[i] = pkt_mbuf(&p, gro_pool);
		if (merging)
			pkt_next(&p);
		else
			p.sport++;
	}
	seq = p.seq;
	out = rxb_gro_process(gro, pkts, (uint16_t)n, 0);
	rte_pktmbuf_free_bulk(pkts, out);
	return out;
}

static void
back_off(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct rxb_gro_stats stats;
	struct rxb_gro *gro;
	unsigned int i, eager;

	conf.types = RXB_GRO_TCP4;
	for (eager = 0; eager < 2; eager++) {
		conf.flags = eager != 0 ? RXB_GRO_EAGER : 0;
		gro = rxb_gro_create(&conf);
		CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
		for (i = 0; i < 31; i++)
			CU_ASSERT_EQUAL(burst(gro, false, 32), 32);
		rxb_gro_stats_get(gro, &stats);
		CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_BACKOFF], 0);
		for (i = 0; i < 1000; i++)
			CU_ASSERT_EQUAL(burst(gro, false, 32), 32);
		rxb_gro_stats_get(gro, &stats);
		CU_ASSERT_EQUAL(stats.packets_in, 1031 * 32);
		CU_ASSERT_EQUAL(stats.packets_out, 1031 * 32);
		CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_BACKOFF] != 0, eager == 0);
		CU_ASSERT_EQUAL(stats.bytes_in,
				154 * (stats.packets_in - stats.why[RXB_GRO_WHY_BACKOFF]));
		/* Most are not looked at; some are. */
		if (eager == 0)
			CU_ASSERT(stats.why[RXB_GRO_WHY_BACKOFF] > 500 * 32 &&
				  stats.why[RXB_GRO_WHY_BACKOFF] < 1000 * 32);
		/* It is back within 32 bursts, and stays. */
		for (i = 0; i < 32; i++)
			if (burst(gro, true, 32) == 1)
				break;
		CU_ASSERT(i < 32);
		for (i = 0; i < 31; i++)
			CU_ASSERT_EQUAL(burst(gro, true, 32), 1);
		rxb_gro_free(gro);
	}
}

static void
no_back_off_when_held(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct rxb_gro_stats stats;
	struct rte_mbuf *m;
	struct pkt p = pkt_tcp4;
	struct rxb_gro *gro;
	unsigned int i;

	/* A flow with one packet in a burst: all its merging is between bursts. */
	conf.types = RXB_GRO_TCP4;
	conf.flags = 0;
	conf.hold_cycles = 1000;
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	for (i = 0; i < 500; i++) {
		m = pkt_mbuf(&p, gro_pool);
		pkt_next(&p);
		if (rxb_gro_process(gro, &m, 1, i) == 1)
			rte_pktmbuf_free(m);
	}
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_BACKOFF], 0);
	CU_ASSERT(stats.merged >= 128 * 3);
	rxb_gro_free(gro);
}

static CU_TestInfo tests[] = {
	{ "stats: all zero, read, reset", counters },
	{ "why_name: each, and none beyond", names },
	{ "back-off, and back", back_off },
	{ "back-off: never when held packets merge", no_back_off_when_held },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "counters", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
