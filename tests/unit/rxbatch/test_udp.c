/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Datagrams. */

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_udp4, &pkt_udp6 };

static void
sixty_four(void)
{
	struct pkt pkts[65];
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 65, usual[u]);
		gro_check(pkts, 63, "6300/63", "", "last 1");
		gro_check(pkts, 64, "6400/64", "", "end 1");
		gro_check(pkts, 65, "6400/64 100", "", "end 1, last 1");
	}
}

static void
fewer_when_asked(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want want = { "400/4 400/4 200/2", "", "end 2, last 1" };
	struct gro_want most = { "6400/64 600/6", "", "end 1, last 1" };
	struct pkt pkts[70];

	pkt_train(pkts, 70, &pkt_udp4);
	conf.max_segs = 4;
	gro_check_conf(&conf, pkts, 10, &want);
	conf.max_segs = 1000;
	gro_check_conf(&conf, pkts, 70, &most);
}

static void
not_asked_for(void)
{
	static const struct {
		uint32_t types;
		const struct pkt *yes[4], *no[4];
	} rows[] = {
		{ 0, { &pkt_tcp4, &pkt_tcp6 }, { &pkt_udp4, &pkt_udp6 } },
		{ RXB_GRO_TCP4, { &pkt_tcp4 }, { &pkt_tcp6, &pkt_udp4, &pkt_udp6 } },
		{ RXB_GRO_TCP6, { &pkt_tcp6 }, { &pkt_tcp4, &pkt_udp4, &pkt_udp6 } },
		{ RXB_GRO_UDP4, { &pkt_udp4 }, { &pkt_tcp4, &pkt_tcp6, &pkt_udp6 } },
		{ RXB_GRO_UDP6, { &pkt_udp6 }, { &pkt_tcp4, &pkt_tcp6, &pkt_udp4 } },
		{ RXB_GRO_TCP4 | RXB_GRO_UDP6, { &pkt_tcp4, &pkt_udp6 },
		  { &pkt_tcp6, &pkt_udp4 } },
	};
	struct gro_want merged = { "300/3", "", "last 1" };
	struct gro_want alone = { "100 100 100", "not_l4 3", "" };
	struct rxb_gro_conf conf = gro_conf;
	struct pkt pkts[3];
	unsigned int i, k;

	for (i = 0; i < RTE_DIM(rows); i++) {
		conf.types = rows[i].types;
		for (k = 0; k < 4; k++) {
			if (rows[i].yes[k] != NULL) {
				pkt_train(pkts, 3, rows[i].yes[k]);
				gro_check_conf(&conf, pkts, 3, &merged);
			}
			if (rows[i].no[k] != NULL) {
				pkt_train(pkts, 3, rows[i].no[k]);
				gro_check_conf(&conf, pkts, 3, &alone);
			}
		}
	}
}

static void
lengths(void)
{
	struct pkt pkts[4];
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 4, usual[u]);
		pkts[2].len = 99;
		gro_check(pkts, 4, "299/3 100", "", "end 1, last 1");
		pkts[2].len = 1;
		gro_check(pkts, 4, "201/3 100", "", "end 1, last 1");
		pkts[2].len = 101;
		gro_check(pkts, 4, "200/2 201/2", "longer 1", "packet 1, end 1");
		pkts[2].len = 0;
		gro_check(pkts, 4, "200/2 0 100", "payload 1", "packet 1, last 1");
	}
}

static void
fills_ip(void)
{
	/* 65535 - 20 - 8 = 65507 = 11 * 5955 + 2; 65535 - 40 - 8 = 65487 = 11 * 5953 + 4 */
	struct pkt pkts[12], p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.len = u == 0 ? 5955 : 5953;
		pkt_train(pkts, 12, &p);
		pkts[11].len = u == 0 ? 2 : 4;
		gro_check(pkts, 12, u == 0 ? "65507/12" : "65487/12", "", "end 1");
		pkts[11].len++;
		gro_check(pkts, 12, u == 0 ? "65505/11 3" : "65483/11 5", "full 1",
			  "packet 1, last 1");
	}
}

static void
without_checksum(void)
{
	struct pkt pkts[3], p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.l4_sum = PKT_SUM_ZERO;
		gro_check_never(&p, usual[u], "csum_zero");
		pkt_train(pkts, 3, &p);
		gro_check(pkts, 3, "100 100 100", "csum_zero 3", "");
	}
}

static void
checksum_ffff(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.l4_sum = PKT_SUM_FFFF;
		gro_check_merges(&p, 3);
	}
}

static void
udp_length(void)
{
	static const int32_t add[] = { -100, -99, -1, 1, 2, 1000, -107, -108, -101 };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(add); i++) {
			p = *usual[u];
			p.mem = PKT_MEM_GUARD;
			p.udp_len_add = add[i];
			gro_check_never(&p, usual[u], "length");
		}
}

static void
tunnels(void)
{
	static const uint16_t ports[] = { 4789, 6081, 2152 };
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want merged = { "300/3", "", "last 1" };
	struct pkt pkts[3], p;
	unsigned int u, i;

	conf.flags |= RXB_GRO_TUNNEL;
	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(ports); i++) {
			p = *usual[u];
			p.dport = ports[i];
			pkt_train(pkts, 3, &p);
			gro_check(pkts, 3, "100 100 100", "tunnel 3", "");
			gro_check_conf(&conf, pkts, 3, &merged);
			p.dport = (uint16_t)(ports[i] + 1);
			gro_check_merges(&p, 3);
			p.dport = (uint16_t)(ports[i] - 1);
			gro_check_merges(&p, 3);
			/* No tunnel of TCP's. */
			p = u == 0 ? pkt_tcp4 : pkt_tcp6;
			p.dport = ports[i];
			gro_check_merges(&p, 3);
		}
}

static void
fragments(void)
{
	struct pkt pkts[5], p;

	pkt_train(pkts, 3, &pkt_udp4);
	pkts[4] = pkts[2];
	p = pkts[2];
	p.frag = PKT_MF;
	p.len = 64;
	p.ip_len_add = 0;
	pkts[2] = p;
	p.l4 = PKT_NO_L4;
	p.frag = 9;
	pkts[3] = p;
	gro_check(pkts, 5, "200/2 64 64 100", "fragment 2", "barrier 1, last 1");
}

static void
fields_differ(void)
{
	struct pkt a, b;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = b = *usual[u];
		pkt_next(&b);
		b.ttl--;
		gro_check_differs(&a, &b, "ttl_differs");
		b.ttl = a.ttl;
		b.tos = 1;
		gro_check_differs(&a, &b, "tos_differs");
		b.tos = 0;
		b.src[5]++;
		gro_check_differs(&a, &b, "l2_differs");
	}
}

static CU_TestInfo tests[] = {
	{ "53: 64 equal datagrams, the 65th starts anew", sixty_four },
	{ "53: fewer than 64 when asked", fewer_when_asked },
	{ "53: only types that were asked for", not_asked_for },
	{ "54: shorter closes, longer starts anew, empty never", lengths },
	{ "54: 65535 bytes of IP, and one more", fills_ip },
	{ "55: without a checksum never", without_checksum },
	{ "55: checksum 0xffff", checksum_ffff },
	{ "56: UDP length that is not IP's", udp_length },
	{ "57: ports of tunnels", tunnels },
	{ "58: fragments of a datagram", fragments },
	{ "58: fields of IP and Ethernet differ", fields_differ },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "UDP", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
