/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What users reported of GRO, of checksums, of forwarding. */

#include <string.h>

#include "gro_check.h"

/* Payloads of 100 where nothing else is said. */
static const struct pkt *const both[] = { &pkt_tcp4, &pkt_tcp6 };

static void
push_each_third(void)
{
	struct pkt pkts[12];
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(both); u++) {
		pkt_train(pkts, 12, both[u]);
		for (i = 2; i < 12; i += 3)
			pkts[i].flags |= PKT_PSH;
		gro_check(pkts, 12, "4*300/3P", "", "end 4");
	}
}

static void
third_of_five_is_bad(void)
{
	static const uint64_t verdict[] = { 0, RTE_MBUF_F_RX_L4_CKSUM_BAD };
	struct gro_want want = { "200/2 100 200/2", "l4_csum 1", NULL };
	struct rxb_gro_conf conf = gro_conf;
	struct pkt pkts[5], p;
	unsigned int u, i;

	conf.flags |= RXB_GRO_VERIFY;
	for (u = 0; u < RTE_DIM(both); u++)
		for (i = 0; i < RTE_DIM(verdict); i++) {
			p = *both[u];
			p.ol_flags &= ~RTE_MBUF_F_RX_L4_CKSUM_MASK;
			pkt_train(pkts, 5, &p);
			pkts[2].l4_sum_xor = 2;
			pkts[2].ol_flags |= verdict[i];
			gro_check_conf(&conf, pkts, 5, &want);
		}
}

static void
short_tail(void)
{
	struct pkt pkts[6], p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++) {
		p = *both[u];
		p.len = 1448;
		pkt_train(pkts, 6, &p);
		pkts[4].len = 100;
		gro_check(pkts, 5, "5892/5", "", "end 1");
		pkts[5].seq = pkts[4].seq + 100;
		gro_check(pkts, 6, "5892/5 1448", "", "end 1, last 1");
	}
}

/* The ratio alone says little: the counters tell who was merged, and who only cost time. */
static void
short_flows_and_a_long_one(void)
{
	static const struct gro_want whatever;
	struct rxb_gro_stats stats[GRO_WAYS];
	struct pkt pkts[24 + 64];
	unsigned int i;

	for (i = 0; i < 24; i++) {
		pkts[i] = pkt_tcp4;
		pkts[i].flow = 1 + i;
		pkts[i].sport = (uint16_t)(3000 + i);
	}
	pkt_train(pkts + 24, 64, &pkt_tcp4);
	gro_check_stats(&gro_conf, pkts, 24 + 64, &whatever, stats);
	for (i = 0; i < GRO_WAYS; i++) {
		CU_ASSERT_EQUAL(stats[i].packets_in, 88);
		CU_ASSERT_EQUAL(stats[i].packets_out, 25);
		CU_ASSERT_EQUAL(stats[i].aggregates, 1);
		CU_ASSERT_EQUAL(stats[i].merged, 64);
		CU_ASSERT_EQUAL(stats[i].closed_burst + stats[i].closed_flush, 25);
	}
}

/* Streams inside of a tunnel: left alone, or each datagram given back as it was. */
static void
tunnel(void)
{
	static const struct pkt *const outer[] = { &pkt_udp4, &pkt_udp6 };
	struct gro_want alone = { "4*1400", "tunnel 4", "" };
	struct gro_want merged = { "5600/4", "", "last 1" };
	struct rxb_gro_conf conf = gro_conf;
	struct pkt pkts[4], p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++) {
		p = *outer[u];
		p.dport = 4789;
		p.len = 1400;
		pkt_train(pkts, 4, &p);
		conf.flags = gro_conf.flags;
		gro_check_conf(&conf, pkts, 4, &alone);
		conf.flags |= RXB_GRO_TUNNEL;
		gro_check_conf(&conf, pkts, 4, &merged);
	}
}

/* Addresses of all bits, through undo and split. */
static void
addresses_kept(void)
{
	static const struct pkt *const six[] = { &pkt_tcp6, &pkt_udp6 };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(both); u++) {
		p = *six[u];
		for (i = 0; i < 16; i++) {
			p.saddr[i] = (uint8_t)(0xf1 - 13 * i);
			p.daddr[i] = (uint8_t)(0x1f + 29 * i);
		}
		gro_check_merges(&p, 20);
	}
}

/* How many of p and the one behind it are GOOD when they come out. */
static unsigned int
good_after(const struct pkt *p, uint32_t flags)
{
	struct rxb_gro_conf conf = gro_conf;
	struct rte_mbuf *pkts[2], *apart[2];
	struct pkt second = *p;
	struct rxb_gro *gro;
	unsigned int i, good = 0;
	int n;

	conf.flags |= flags;
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	pkt_next(&second);
	pkts[0] = pkt_mbuf(p, gro_pool);
	pkts[1] = pkt_mbuf(&second, gro_pool);
	n = rxb_gro_process(gro, pkts, 2, 0);
	memcpy(apart, pkts, sizeof(pkts));
	if (n == 1)
		CU_ASSERT_EQUAL(rxb_gro_undo(pkts[0], apart, 2), 2);
	for (i = 0; i < 2; i++)
		if ((apart[i]->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK) ==
		    RTE_MBUF_F_RX_L4_CKSUM_GOOD)
			good++;
	rte_pktmbuf_free_bulk(apart, 2);
	rxb_gro_free(gro);
	return good;
}

/* GOOD only after a look; what is wrong, and what has no checksum, never. */
static void
verdicts(void)
{
	static const struct pkt *const usual[] = { &pkt_udp4, &pkt_udp6, &pkt_tcp4, &pkt_tcp6 };
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.ol_flags = 0;
		CU_ASSERT_EQUAL(good_after(&p, 0), 0);
		CU_ASSERT_EQUAL(good_after(&p, RXB_GRO_VERIFY), 2);
		p.l4_sum_xor = 0x20;
		CU_ASSERT_EQUAL(good_after(&p, 0), 0);
		CU_ASSERT_EQUAL(good_after(&p, RXB_GRO_VERIFY), 0);
		p.l4_sum_xor = 0;
		if (p.l4 != PKT_UDP)
			continue;
		p.l4_sum = PKT_SUM_ZERO;
		CU_ASSERT_EQUAL(good_after(&p, RXB_GRO_VERIFY), 0);
		p.l4_sum = PKT_SUM_FFFF;
		CU_ASSERT_EQUAL(good_after(&p, RXB_GRO_VERIFY), 2);
	}
}

/* A bulk stream with DF to a link of 1500 bytes: not a packet longer than what came. */
static void
forwarded(void)
{
	struct rte_mbuf *pkts[64], *apart[64];
	struct rxb_gro *gro;
	struct pkt p;
	unsigned int u, i, k, n, bytes;
	int m;

	for (u = 0; u < RTE_DIM(both); u++) {
		gro = rxb_gro_create(&gro_conf);
		CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
		p = *both[u];
		p.len = 1440;
		for (i = 0; i < 64; i++) {
			pkts[i] = pkt_mbuf(&p, gro_pool);
			pkt_next(&p);
		}
		n = rxb_gro_process(gro, pkts, 64, 0);
		CU_ASSERT(n <= 2);
		for (i = bytes = 0; i < n; i++) {
			CU_ASSERT(pkts[i]->pkt_len > 1514);
			m = rxb_gro_split(pkts[i], apart, 64);
			CU_ASSERT_FATAL(m > 1);
			for (k = 0; k < (unsigned int)m; k++) {
				CU_ASSERT(apart[k]->pkt_len <= 1514);
				bytes += apart[k]->pkt_len - 54 - 20 * u;
			}
			rte_pktmbuf_free_bulk(apart, (unsigned int)m);
		}
		CU_ASSERT_EQUAL(bytes, 64 * 1440);
		rxb_gro_free(gro);
	}
}

static CU_TestInfo tests[] = {
	{ "openperf 544: PSH on each third segment", push_each_third },
	{ "tailscale 19820: the third of five has a bad checksum", third_of_five_is_bad },
	{ "tailscale 13041: short tail", short_tail },
	{ "trex-core 801: many short flows and a long one", short_flows_and_a_long_one },
	{ "openwrt 20249: tunnel", tunnel },
	{ "vpp 803: IPv6 addresses kept", addresses_kept },
	{ "grout 724: verdicts only after a look", verdicts },
	{ "gvisor 14011: forwarded to a smaller MTU", forwarded },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "reports", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
