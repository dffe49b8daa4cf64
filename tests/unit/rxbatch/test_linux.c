/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What Linux's own test of its GRO sends (tools/testing/selftests/net/gro.c), case by
 * case in words. Where ours merge less than Linux, the exactness rules ask for it. */

#include "gro_check.h"

/* Payloads of 100 where nothing else is said. */
static const struct pkt *const both[] = { &pkt_tcp4, &pkt_tcp6 };

static void
data_same(void)
{
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++)
		gro_check_merges(both[u], 2);
}

static void
data_small_large(void)
{
	struct pkt pkts[2];
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++) {
		pkt_train(pkts, 2, both[u]);
		pkts[1].len = 50;
		gro_check(pkts, 2, "150/2", "", "end 1");
		pkts[0].len = 50;
		pkts[1].len = 100;
		pkts[1].seq = pkts[0].seq + 50;
		gro_check(pkts, 2, "50 100", "longer 1", "packet 1, last 1");
	}
}

static void
pure_acks(void)
{
	struct pkt pkts[3], p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++) {
		p = *both[u];
		p.len = 0;
		pkt_train(pkts, 3, &p);
		pkts[2].ack++;
		gro_check(pkts, 3, "0 0 0", "payload 3", "");
	}
}

/* Five, the third with these flags, with payload or without. */
static void
flags_on_third(uint16_t flags, uint32_t len, const char *out, const char *why, const char *closed)
{
	struct pkt pkts[5], p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(both); u++) {
		p = *both[u];
		for (i = 0; i < 5; i++) {
			pkts[i] = p;
			pkts[i].len = i == 2 ? len : 100;
			if (i == 2)
				pkts[i].flags |= flags;
			p.seq += pkts[i].len;
			p.fill += pkts[i].len;
			p.id++;
		}
		gro_check(pkts, 5, out, why, closed);
	}
}

static void
push(void)
{
	flags_on_third(PKT_PSH, 100, "300/3P 200/2", "", "end 1, last 1");
}

static void
syn(void)
{
	flags_on_third(PKT_SYN, 0, "200/2 0S 200/2", "tcp_flags 1", "packet 1, last 1");
}

static void
reset(void)
{
	flags_on_third(PKT_RST, 0, "200/2 0R 200/2", "tcp_flags 1", "packet 1, last 1");
}

static void
checksum(void)
{
	struct gro_want want = { "100 100", "l4_csum 1", NULL };
	struct rxb_gro_conf conf = gro_conf;
	struct pkt pkts[2], p;
	unsigned int u;

	conf.flags |= RXB_GRO_VERIFY;
	for (u = 0; u < RTE_DIM(both); u++) {
		p = *both[u];
		p.ol_flags = 0;
		pkt_train(pkts, 2, &p);
		pkts[1].l4_sum_xor = 0x0100;
		gro_check_conf(&conf, pkts, 2, &want);
	}
}

static void
sequence(void)
{
	struct pkt pkts[2];
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++) {
		pkt_train(pkts, 2, both[u]);
		pkts[1].seq++;
		gro_check_differs(&pkts[0], &pkts[1], "seq");
	}
}

static void
timestamps(void)
{
	static const uint8_t behind[] = { 8, 10, 0, 0, 4, 1, 0, 0, 0, 9, 1, 1 };
	static const uint8_t around[] = { 1, 8, 10, 0, 0, 4, 1, 0, 0, 0, 9, 1 };
	struct pkt pkts[5];
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(both); u++) {
		pkt_train(pkts, 5, both[u]);
		for (i = 0; i < 3; i++)
			pkt_timestamps(&pkts[i], i < 2 ? 0x400 : 0x401, 9);
		pkt_topt(&pkts[3], behind, sizeof(behind));
		pkt_topt(&pkts[4], around, sizeof(around));
		gro_check(pkts, 5, "200/2 100 100 100", "options_differ 3", "packet 3, last 1");
	}
}

static void
tos(void)
{
	struct pkt pkts[2];
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++) {
		pkt_train(pkts, 2, both[u]);
		pkts[0].tos = 2;
		pkts[1].tos = 3;
		gro_check_differs(&pkts[0], &pkts[1], "tos_differs");
		pkts[0].tos = 0;
		pkts[1].tos = 0xb8;
		gro_check_differs(&pkts[0], &pkts[1], "tos_differs");
	}
}

static void
ttl(void)
{
	struct pkt pkts[2];
	unsigned int u;

	/* Linux leaves the hop limit out in that case; ours differ, or it would be lost. */
	for (u = 0; u < RTE_DIM(both); u++) {
		pkt_train(pkts, 2, both[u]);
		pkts[1].ttl = 65;
		gro_check_differs(&pkts[0], &pkts[1], "ttl_differs");
	}
}

static void
fragment4(void)
{
	struct pkt pkts[2];

	pkt_train(pkts, 2, &pkt_tcp4);
	pkts[1].frag = PKT_MF;
	gro_check(pkts, 2, "100 100", "fragment 1", "barrier 1");
}

static void
id4(void)
{
	struct pkt pkts[2];

	pkt_train(pkts, 2, &pkt_tcp4);
	gro_check(pkts, 2, "200/2", "", "last 1");
	pkts[1].id = pkts[0].id;
	gro_check(pkts, 2, "200/2", "", "last 1");
	pkt_train(pkts, 2, &pkt_tcp4);
	pkts[0].frag = pkts[1].frag = 0;
	gro_check(pkts, 2, "200/2", "", "last 1");
	/* Not in the words, but in the rules: without DF a fixed id is none. */
	pkts[1].id = pkts[0].id;
	gro_check(pkts, 2, "100 100", "ip_id 1", "packet 1, last 1");
}

static void
fragment6(void)
{
	struct pkt pkts[4];

	pkt_train(pkts, 4, &pkt_tcp6);
	pkt_ext(&pkts[2], PKT_FRAGMENT, 0, 0);
	pkts[2].ext[2] = 0;
	pkts[2].ext[3] = 1;
	gro_check(pkts, 4, "200/2 100 100", "fragment 1", "barrier 1, last 1");
}

static void
hop_by_hop(void)
{
	struct pkt p = pkt_tcp6;

	pkt_ext(&p, PKT_HOPOPTS, 0, 0);
	gro_check_merges(&p, 2);
}

static void
largest(void)
{
	/* 65535 - 20 - 20 = 45 * 1448 + 335, 65535 - 40 - 20 = 45 * 1448 + 315 */
	struct pkt pkts[47], p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(both); u++) {
		p = *both[u];
		p.len = 1448;
		pkt_train(pkts, 46, &p);
		pkts[45].len = u == 0 ? 335 : 315;
		pkts[46] = pkts[45];
		pkt_next(&pkts[46]);
		pkts[46].len = 100;
		gro_check(pkts, 47, u == 0 ? "65495/46 100" : "65475/46 100", "", "end 1, last 1");
		/* All equal: Linux's limit is the same, the last of them starts anew. */
		pkt_train(pkts, 47, &p);
		gro_check(pkts, 47, "65160/45 2896/2", "full 1", "packet 1, last 1");
	}
}

static CU_TestInfo tests[] = {
	{ "two in order: 200", data_same },
	{ "100 and 50: 150; 50 and 100: both", data_small_large },
	{ "pure ACKs: none merged", pure_acks },
	{ "PSH on the third of five: 300, 200", push },
	{ "SYN in the middle: 200, 0, 200", syn },
	{ "RST in the middle: 200, 0, 200", reset },
	{ "wrong checksum on the second: 100, 100", checksum },
	{ "sequence + 1: 100, 100", sequence },
	{ "five with timestamps: 200, 100, 100, 100", timestamps },
	{ "ECN and TOS: 100, 100", tos },
	{ "TTL and hop limit: 100, 100", ttl },
	{ "IPv4 fragment second: 100, 100", fragment4 },
	{ "DF and ids", id4 },
	{ "IPv6 fragment header third: 200, 100, 100", fragment6 },
	{ "hop-by-hop header on both: 200", hop_by_hop },
	{ "the largest, and one more", largest },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "Linux's cases", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
