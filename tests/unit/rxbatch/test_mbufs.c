/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* mbufs of all kinds: chains, headroom, frames at a page's end, shared and external ones. */

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_tcp6, &pkt_udp4, &pkt_udp6 };

static void
chained_input(void)
{
	struct pkt pkts[4], p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.len = 1000;
		p.seg_at[0] = 300;
		p.seg_at[1] = 301;
		p.seg_at[2] = 900;
		gro_check_merges(&p, 5);
		pkt_train(pkts, 4, usual[u]);
		for (i = 0; i < 4; i++)
			pkts[i].seg_at[0] = i % 2 * 120;
		gro_check(pkts, 4, "400/4", "", "last 1");
		/* Longer, in segments that are not. */
		pkt_train(pkts, 2, usual[u]);
		pkts[1].len = 150;
		pkts[1].seg_at[0] = 110;
		gro_check(pkts, 2, "100 150", "longer 1", "packet 1, last 1");
	}
}

static void
headers_in_two(void)
{
	struct pkt p;
	unsigned int u, at, end;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		end = 14 + (p.ip == 4 ? 20u : 40u) + (p.l4 == PKT_TCP ? 20u : 8u);
		/* Also where nothing but headers is in the first. */
		for (at = 1; at <= end; at++) {
			p.seg_at[0] = at;
			gro_check_never(&p, usual[u], "headers");
		}
		p.seg_at[0] = end + 1;
		gro_check_merges(&p, 3);
	}
}

static void
headroom(void)
{
	struct pkt p;
	unsigned int u, room;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (room = 0; room <= 16; room++) {
			p = *usual[u];
			p.headroom = (uint16_t)room;
			gro_check_merges(&p, 4);
			pkt_tag(&p, 0x8100, 3);
			gro_check_merges(&p, 4);
		}
}

/* Frames cut at each byte, nothing behind them to be read. */
static void
cut_frames(const struct rxb_gro_conf *conf)
{
	struct gro_want whatever = { NULL, NULL, NULL };
	struct rxb_gro_stats stats[GRO_WAYS];
	struct pkt p;
	unsigned int u, len;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.mem = PKT_MEM_GUARD;
		p.len = 10;
		len = 14 + (p.ip == 4 ? 20u : 40u) + (p.l4 == PKT_TCP ? 20u : 8u) + 10;
		for (p.cut = 0; p.cut < len; p.cut++) {
			p.ol_flags = usual[u]->ol_flags;
			gro_check_stats(conf, &p, 1, &whatever, stats);
			p.ol_flags = 0;
			gro_check_stats(conf, &p, 1, &whatever, stats);
		}
	}
}

static void
page_end(void)
{
	static const uint16_t min_payload[] = { 0, 11, 65490, 65535 };
	struct rxb_gro_conf conf = gro_conf;
	unsigned int i;

	conf.flags |= RXB_GRO_EXTBUF | RXB_GRO_VERIFY;
	for (i = 0; i < RTE_DIM(min_payload); i++) {
		conf.min_payload = min_payload[i];
		conf.max_len = 0;
		cut_frames(&conf);
		conf.max_len = 20;
		cut_frames(&conf);
	}
}

static void
page_end_merged(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want merged = { "303/3", "", "last 1" };
	struct pkt pkts[3], p;
	unsigned int u, i;

	conf.flags |= RXB_GRO_EXTBUF | RXB_GRO_VERIFY;
	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.mem = PKT_MEM_GUARD;
		/* An odd last byte to be summed. */
		p.len = 101;
		pkt_train(pkts, 3, &p);
		gro_check_conf(&conf, pkts, 3, &merged);
		for (i = 0; i < 3; i++)
			pkts[i].ol_flags = 0;
		gro_check_conf(&conf, pkts, 3, &merged);
	}
}

static void
not_ours_alone(void)
{
	static const enum pkt_mem kinds[] = { PKT_MEM_SHARED, PKT_MEM_INDIRECT, PKT_MEM_EXT };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(kinds); i++) {
			p = *usual[u];
			p.mem = kinds[i];
			gro_check_never(&p, usual[u], "shared");
			p.seg_at[0] = 100;
			gro_check_never(&p, usual[u], "shared");
		}
}

static void
external_allowed(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want merged = { "400/4", "", "last 1" };
	struct gro_want alone = { "100 100 100", "shared 1", "packet 1, last 1" };
	struct pkt pkts[4];
	unsigned int u, i;

	conf.flags |= RXB_GRO_EXTBUF;
	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 4, usual[u]);
		for (i = 0; i < 4; i++)
			pkts[i].mem = i % 2 == 0 ? PKT_MEM_EXT : PKT_MEM_POOL;
		gro_check_conf(&conf, pkts, 4, &merged);
		/* Says nothing of mbufs that others hold. */
		pkts[1].mem = PKT_MEM_SHARED;
		gro_check_conf(&conf, pkts, 3, &alone);
		pkts[1].mem = PKT_MEM_INDIRECT;
		gro_check_conf(&conf, pkts, 3, &alone);
	}
}

/* Only the second segment of a packet is held by somebody else. */
static void
shared_tail(void)
{
	struct pkt pkts[3], p = pkt_tcp4;
	struct rxb_gro_stats stats;
	struct rte_mbuf *m[3];
	struct rxb_gro *gro = rxb_gro_create(&gro_conf);
	unsigned int i;

	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	p.seg_at[0] = 100;
	pkt_train(pkts, 3, &p);
	for (i = 0; i < 3; i++)
		m[i] = pkt_mbuf(&pkts[i], gro_pool);
	rte_mbuf_refcnt_update(m[1]->next, 1);
	CU_ASSERT_EQUAL(rxb_gro_process(gro, m, 3, 0), 3);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_SHARED], 1);
	CU_ASSERT_EQUAL(stats.merged, 0);
	rte_mbuf_refcnt_update(m[1]->next, -1);
	rte_pktmbuf_free_bulk(m, 3);
	rxb_gro_free(gro);
}

static CU_TestInfo tests[] = {
	{ "63: packets of several segments", chained_input },
	{ "64: headers split over two segments, at each byte", headers_in_two },
	{ "65: headroom 0 to 16, each alignment", headroom },
	{ "65: frames that end at a page without rights, cut at each byte", page_end },
	{ "65: frames that end at a page without rights, merged", page_end_merged },
	{ "66: mbufs and buffers that others hold", not_ours_alone },
	{ "66: external buffers when allowed", external_allowed },
	{ "66: only a later segment is shared", shared_tail },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "mbufs", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
