/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Ethernet, tags, and what an mbuf says beside the bytes. */

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_tcp6, &pkt_udp4, &pkt_udp6 };

#define IP_GOOD		RTE_MBUF_F_RX_IP_CKSUM_GOOD
#define L4_GOOD		RTE_MBUF_F_RX_L4_CKSUM_GOOD
#define L4_BAD		RTE_MBUF_F_RX_L4_CKSUM_BAD
#define STRIPPED	(RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED)
#define QINQ		(STRIPPED | RTE_MBUF_F_RX_QINQ | RTE_MBUF_F_RX_QINQ_STRIPPED)

static void
addresses(void)
{
	struct pkt a, b;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < 6; i++) {
			a = b = *usual[u];
			pkt_next(&b);
			b.dst[i] ^= 4;
			gro_check_differs(&a, &b, "l2_differs");
			b.dst[i] ^= 4;
			b.src[i] ^= 4;
			gro_check_differs(&a, &b, "l2_differs");
		}
}

/* Both orders. */
static void
differ(const struct pkt *a, const struct pkt *b, const char *why)
{
	struct pkt first = *a, second = *b;

	pkt_next(&second);
	gro_check_differs(&first, &second, why);
	first = *b;
	second = *a;
	pkt_next(&second);
	gro_check_differs(&first, &second, why);
}

static void
one_tag(void)
{
	struct pkt a, b;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = *usual[u];
		pkt_tag(&a, 0x8100, 0x6064);
		gro_check_merges(&a, 3);
		for (bit = 0; bit < 16; bit++) {
			b = a;
			b.tci[0] ^= (uint16_t)(1u << bit);
			differ(&a, &b, "l2_differs");
		}
		b = a;
		b.tpid[0] = 0x88a8;
		differ(&a, &b, "l2_differs");
		differ(&a, usual[u], "l2_differs");
	}
}

static void
two_tags(void)
{
	struct pkt a, b;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = *usual[u];
		pkt_tag(&a, 0x88a8, 7);
		pkt_tag(&a, 0x8100, 8);
		gro_check_merges(&a, 3);
		for (i = 0; i < 2; i++) {
			b = a;
			b.tci[i] ^= 0x1000;
			differ(&a, &b, "l2_differs");
		}
		b = *usual[u];
		pkt_tag(&b, 0x8100, 8);
		differ(&a, &b, "l2_differs");
		/* The old way. */
		a.tpid[0] = 0x8100;
		gro_check_merges(&a, 3);
	}
}

static void
three_tags(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		pkt_tag(&p, 0x88a8, 7);
		pkt_tag(&p, 0x8100, 8);
		pkt_tag(&p, 0x8100, 9);
		gro_check_other(&p, usual[u], "not_ip");
	}
}

static void
stripped_tags(void)
{
	struct pkt a, b;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = *usual[u];
		a.ol_flags |= STRIPPED;
		a.vlan_tci = 100;
		gro_check_merges(&a, 3);
		b = a;
		b.vlan_tci = 0x2000 | 100;
		differ(&a, &b, "l2_differs");
		differ(&a, usual[u], "l2_differs");
		b = *usual[u];
		pkt_tag(&b, 0x8100, 100);
		differ(&a, &b, "l2_differs");
		a.ol_flags |= QINQ;
		a.vlan_tci_outer = 7;
		gro_check_merges(&a, 3);
		b = a;
		b.vlan_tci_outer = 8;
		differ(&a, &b, "l2_differs");
		/* One stripped, one left. */
		a = *usual[u];
		a.ol_flags |= STRIPPED;
		a.vlan_tci = 100;
		pkt_tag(&a, 0x8100, 5);
		gro_check_merges(&a, 3);
	}
}

static void
not_stripped(void)
{
	struct pkt pkts[3];
	unsigned int u;

	/* Without their flags the fields say nothing. */
	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 3, usual[u]);
		pkts[1].vlan_tci = 9;
		pkts[2].vlan_tci_outer = 9;
		gro_check(pkts, 3, "300/3", "", "last 1");
	}
}

static void
llc(void)
{
	static const uint16_t types[] = { 0x0806, 0x888e, 0x0000, 0x0400, 0x8864, 0xffff };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.llc = true;
		gro_check_other(&p, usual[u], "not_ip");
		for (i = 0; i < RTE_DIM(types); i++) {
			p = *usual[u];
			p.type = types[i];
			gro_check_other(&p, usual[u], "not_ip");
		}
		/* The other IP's number. */
		p = *usual[u];
		p.type = p.ip == 4 ? 0x86dd : 0x0800;
		gro_check_other(&p, usual[u], "not_ip");
	}
}

static void
other_protocols(void)
{
	/* ICMP, IGMP, GRE, ESP, ICMPv6, SCTP, UDP-Lite */
	static const uint8_t protos[] = { 1, 2, 47, 50, 58, 132, 136 };
	struct pkt p;
	unsigned int i;

	for (i = 0; i < RTE_DIM(protos); i++) {
		p = pkt_tcp4;
		p.proto = protos[i];
		gro_check_alone(&p, "not_l4");
		p = pkt_tcp6;
		p.proto = protos[i];
		gro_check_alone(&p, "not_l4");
	}
}

static void
marks_differ(void)
{
	struct pkt a, b;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = b = *usual[u];
		b.port = 1;
		differ(&a, &b, "meta_differs");
		b = a;
		b.packet_type = RTE_PTYPE_L2_ETHER;
		differ(&a, &b, "meta_differs");
		a.ol_flags |= RTE_MBUF_F_RX_RSS_HASH;
		a.rss = 0x12345678;
		gro_check_merges(&a, 3);
		b = a;
		b.rss ^= 0x80000000;
		differ(&a, &b, "meta_differs");
		b = *usual[u];
		differ(&a, &b, "meta_differs");
		a = *usual[u];
		a.ol_flags |= RTE_MBUF_F_RX_FDIR | RTE_MBUF_F_RX_FDIR_ID;
		a.mark = 77;
		gro_check_merges(&a, 3);
		b = a;
		b.mark = 78;
		differ(&a, &b, "meta_differs");
		b = *usual[u];
		differ(&a, &b, "meta_differs");
	}
}

static void
marks_without_flags(void)
{
	struct pkt pkts[3];
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 3, usual[u]);
		pkts[1].rss = 5;
		pkts[2].mark = 5;
		gro_check(pkts, 3, "300/3", "", "last 1");
	}
}

static void
marks_that_cannot(void)
{
	static const uint64_t flags[] = {
		RTE_MBUF_F_RX_LRO, RTE_MBUF_F_RX_SEC_OFFLOAD, RTE_MBUF_F_RX_SEC_OFFLOAD_FAILED,
		RTE_MBUF_F_RX_SEC_OFFLOAD | RTE_MBUF_F_RX_SEC_OFFLOAD_FAILED,
		RTE_MBUF_F_RX_IEEE1588_PTP, RTE_MBUF_F_RX_IEEE1588_TMST,
	};
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(flags); i++) {
			p = *usual[u];
			p.ol_flags |= flags[i];
			gro_check_never(&p, usual[u], "meta");
		}
}

static void
verdicts(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.ol_flags &= ~RTE_MBUF_F_RX_L4_CKSUM_MASK;
		gro_check_never(&p, usual[u], "csum_unknown");
		p.ol_flags |= L4_BAD;
		gro_check_never(&p, usual[u], "l4_csum");
		/* Wrong and said so, wrong and nobody has looked. */
		p.l4_sum_xor = 0x0400;
		gro_check_never(&p, usual[u], "l4_csum");
		p.ol_flags &= ~RTE_MBUF_F_RX_L4_CKSUM_MASK;
		gro_check_never(&p, usual[u], "csum_unknown");
		/* Not in the packet: nothing gives back what stands there. */
		p.ol_flags |= RTE_MBUF_F_RX_L4_CKSUM_NONE;
		gro_check_never(&p, usual[u], "l4_csum");
		/* What hardware or another context merged: no sum, and none wrong. */
		p.ol_flags |= RTE_MBUF_F_RX_LRO;
		gro_check_never(&p, usual[u], "meta");
	}
}

static void
verified(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want merged = { "300/3", "", "last 1" };
	struct gro_want third = { "200/2 100 100", "l4_csum 1", NULL };
	struct gro_want first = { "100 300/3", "l4_csum 1", NULL };
	struct gro_want mixed = { "400/4", "", "last 1" };
	struct pkt pkts[4], p;
	unsigned int u, bit;

	conf.flags |= RXB_GRO_VERIFY;
	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.ol_flags &= ~RTE_MBUF_F_RX_L4_CKSUM_MASK;
		pkt_train(pkts, 4, &p);
		gro_check_conf(&conf, pkts, 3, &merged);
		for (bit = 0; bit < 16; bit++) {
			pkts[2].l4_sum_xor = (uint16_t)(1u << bit);
			gro_check_conf(&conf, pkts, 4, &third);
		}
		pkts[2].l4_sum_xor = 0;
		pkts[0].l4_sum_xor = 0x8000;
		gro_check_conf(&conf, pkts, 4, &first);
		pkts[0].l4_sum_xor = 0;
		pkts[1].ol_flags |= L4_GOOD;
		pkts[3].ol_flags |= L4_GOOD;
		gro_check_conf(&conf, pkts, 4, &mixed);
	}
}

/* Summed over segments of odd lengths, each byte in its place. */
static void
verified_chains(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want merged = { "300/3", "", "last 1" };
	struct gro_want wrong = { "200/2 100", "l4_csum 1", NULL };
	struct pkt pkts[3], p;
	unsigned int u, at;

	conf.flags |= RXB_GRO_VERIFY;
	for (u = 0; u < RTE_DIM(usual); u++)
		for (at = 0; at < 5; at++) {
			p = *usual[u];
			p.ol_flags = 0;
			p.seg_at[0] = 75 + at;
			p.seg_at[1] = 76 + 2 * at;
			p.seg_at[2] = 95;
			pkt_train(pkts, 3, &p);
			gro_check_conf(&conf, pkts, 3, &merged);
			pkts[2].l4_sum_xor = 1;
			gro_check_conf(&conf, pkts, 3, &wrong);
		}
}

static void
spelled_ffff(void)
{
	static const uint64_t verdict[] = { L4_GOOD, 0 };
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want want = { "100 100 100", "csum_zero 3", NULL };
	struct pkt pkts[3], p;
	unsigned int u, i;

	conf.flags |= RXB_GRO_VERIFY;
	for (u = 0; u < 2; u++)
		for (i = 0; i < RTE_DIM(verdict); i++) {
			p = *usual[u];
			p.ol_flags = (p.ol_flags & ~RTE_MBUF_F_RX_L4_CKSUM_MASK) | verdict[i];
			p.l4_sum = PKT_SUM_FFFF;
			pkt_train(pkts, 3, &p);
			gro_check_conf(&conf, pkts, 3, &want);
			if (verdict[i] == L4_GOOD)
				gro_check_never(&p, usual[u], "csum_zero");
		}
}

static void
sum_of_zero(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < 2; u++) {
		p = *usual[u];
		p.l4_sum = PKT_SUM_ZERO;
		gro_check_merges(&p, 3);
	}
}

static CU_TestInfo tests[] = {
	{ "47: MAC addresses differ", addresses },
	{ "47: one tag: VLAN id, PCP, DEI, TPID differ; tagged and not", one_tag },
	{ "47: two tags, equal and different", two_tags },
	{ "47: three tags", three_tags },
	{ "47: stripped tags, equal and different; stripped and not", stripped_tags },
	{ "47: tag fields without their flags", not_stripped },
	{ "48: LLC and other EtherTypes", llc },
	{ "48: other protocols", other_protocols },
	{ "49: port, hash, mark, packet type differ", marks_differ },
	{ "49: hash and mark without their flags", marks_without_flags },
	{ "49: security, clock and LRO marks", marks_that_cannot },
	{ "50: verdicts: bad, unknown, none", verdicts },
	{ "51: wrong checksum that nobody had seen", verified },
	{ "51: checksums over segments of odd lengths", verified_chains },
	{ "52: checksum 0xffff for 0", spelled_ffff },
	{ "52: checksum 0", sum_of_zero },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "Ethernet and marks", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
