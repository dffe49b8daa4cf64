/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What DPDK's lib/gro was seen to do to packets, and what is right; traps named in the
 * history of that library. */

#include <string.h>

#include "gro_check.h"

#define DATA		{ .len = 100 }
#define WITH(f)		{ .len = 100, .flags = f }
#define EMPTY(f)	{ .flags = f }

/* What is special of one packet of a stream; the rest goes on as a sender would. */
struct step {
	uint32_t len;
	uint16_t flags;
	uint8_t ttl, tos;	/* 0: the usual ones */
	uint16_t win;
	uint32_t ack;
};

/* Packets of a stream with timestamps, into pkts. */
static void
stream(struct pkt *pkts, const struct step *steps, unsigned int n)
{
	struct pkt p = pkt_tcp4;
	unsigned int i;

	pkt_timestamps(&p, 1000, 2000);
	for (i = 0; i < n; i++) {
		pkts[i] = p;
		pkts[i].len = p.len = steps[i].len;
		pkts[i].flags |= steps[i].flags;
		if (steps[i].ttl != 0)
			pkts[i].ttl = steps[i].ttl;
		if (steps[i].win != 0)
			pkts[i].win = steps[i].win;
		if (steps[i].ack != 0)
			pkts[i].ack = steps[i].ack;
		pkts[i].tos = steps[i].tos;
		pkt_next(&p);
		if ((steps[i].flags & (PKT_SYN | PKT_FIN)) != 0)
			p.seq++;
	}
}

#define STREAM(out, why, closed, ...) \
	do { \
		static const struct step steps_[] = { __VA_ARGS__ }; \
		struct pkt pkts_[RTE_DIM(steps_)]; \
		stream(pkts_, steps_, RTE_DIM(steps_)); \
		gro_check(pkts_, RTE_DIM(steps_), out, why, closed); \
	} while (0)

static void
three_equal(void)
{
	STREAM("300/3", "", "last 1", DATA, DATA, DATA);
}

static void
ack_between(void)
{
	STREAM("100 0 100", "payload 1", "packet 1, last 1", DATA, EMPTY(0), DATA);
}

static void
fin_behind(void)
{
	STREAM("200/2 0F", "payload 1", "packet 1", DATA, DATA, EMPTY(PKT_FIN));
}

static void
reset_behind(void)
{
	STREAM("200/2 0R", "tcp_flags 1", "packet 1", DATA, DATA, EMPTY(PKT_RST));
}

static void
push_between(void)
{
	STREAM("200/2P 100", "", "end 1, last 1", DATA, WITH(PKT_PSH), DATA);
}

static void
urgent_between(void)
{
	STREAM("100 100U 100", "tcp_flags 1", "packet 1, last 1", DATA, WITH(PKT_URG), DATA);
}

static void
cwr_between(void)
{
	STREAM("100 200/2C", "tcp_flags 1", "packet 1, last 1", DATA, WITH(PKT_CWR), DATA);
}

static void
syn_before(void)
{
	STREAM("0S 200/2", "tcp_flags 1", "last 1", EMPTY(PKT_SYN), DATA, DATA);
}

static void
sizes(void)
{
	STREAM("50 200/2", "longer 1", "packet 1, last 1", { .len = 50 }, DATA, DATA);
	STREAM("150/2 100", "", "end 1, last 1", DATA, { .len = 50 }, DATA);
}

static void
ttls(void)
{
	STREAM("100 100", "ttl_differs 1", "packet 1, last 1", DATA, { .len = 100, .ttl = 63 });
}

static void
congestion(void)
{
	STREAM("100 100", "tos_differs 1", "packet 1, last 1", DATA, { .len = 100, .tos = 3 });
	STREAM("100 100", "tos_differs 1", "packet 1, last 1", { .len = 100, .tos = 2 },
	       { .len = 100, .tos = 3 });
}

static void
windows(void)
{
	STREAM("100 100", "window_differs 1", "packet 1, last 1", DATA,
	       { .len = 100, .win = 400 });
}

static void
alternating_ack(void)
{
	STREAM("4*100", "ack_differs 3", "packet 3, last 1", { .len = 100, .ack = 7 },
	       { .len = 100, .ack = 8 }, { .len = 100, .ack = 7 }, { .len = 100, .ack = 8 });
}

static void
ids(void)
{
	struct pkt pkts[3], p = pkt_tcp4;

	pkt_timestamps(&p, 1000, 2000);
	pkt_train(pkts, 3, &p);
	pkts[0].id = 1;
	pkts[1].id = 900;
	pkts[2].id = 17;
	gro_check(pkts, 3, "100 100 100", "ip_id 2", "packet 2, last 1");
	pkts[0].id = 65535;
	pkts[1].id = 0;
	pkts[0].frag = pkts[1].frag = 0;
	gro_check(pkts, 2, "200/2", "", "last 1");
}

static void
reversed(void)
{
	struct pkt pkts[3], p = pkt_tcp4, first;

	pkt_timestamps(&p, 1000, 2000);
	pkt_train(pkts, 3, &p);
	first = pkts[0];
	pkts[0] = pkts[2];
	pkts[2] = first;
	pkts[0].id = 1;
	pkts[1].id = 2;
	pkts[2].id = 3;
	gro_check(pkts, 3, "100 100 100", "seq 2", "packet 2, last 1");
}

static void
thirty(void)
{
	struct pkt p = pkt_tcp4;

	pkt_timestamps(&p, 1000, 2000);
	gro_check_merges(&p, 30);
}

static void
flag_into_payload(void)
{
	/* Every offset that TCP's flags may have in the appended segment's bytes. */
	struct pkt pkts[3], p;
	uint32_t len;

	for (len = 1; len < 80; len++) {
		char out[32];

		p = pkt_tcp4;
		p.len = len;
		pkt_train(pkts, 3, &p);
		pkts[2].flags |= PKT_PSH | PKT_FIN;
		snprintf(out, sizeof(out), "%u/3FP", 3 * len);
		gro_check(pkts, 3, out, "", "end 1");
	}
}

static void
packets_lost(void)
{
	struct gro_want want = {
		"300/3P | 300/3 | 100 | 100 | 100 | 100 | 100 | 100 | 100 100 100",
		"not_l4 3, fragment 3, tunnel 3", "end 1, last 1"
	};
	struct pkt pkts[15], *at = pkts, p;
	unsigned int i;

	/* Everything that leaves at once among what is merged, in front and behind. */
	for (i = 0; i < 3; i++) {
		p = pkt_tcp4;
		p.seq += 100 * i;
		p.fill = p.seq;
		p.id = (uint16_t)i;
		if (i == 2)
			p.flags |= PKT_PSH;
		*at++ = p;
		p = pkt_udp6;
		p.flow = 1;
		p.fill = 7777 + 100 * i;
		*at++ = p;
		p = pkt_tcp4;
		p.flow = 2 + i;
		p.fill = 999 * i;
		p.saddr[3] = 77;
		p.proto = 47;
		*at++ = p;
		p.flow = 5 + i;
		p.saddr[3] = 78;
		p.proto = PKT_TCP;
		p.frag = PKT_MF;
		*at++ = p;
		p = pkt_udp4;
		p.flow = 8;
		p.dport = 4789;
		p.fill = 5555 + 100 * i;
		*at++ = p;
	}
	gro_check_conf(&gro_conf, pkts, 15, &want);
}

static void
padding(void)
{
	struct pkt pkts[4], p = pkt_tcp4;
	unsigned int i;

	/* 14 + 20 + 20 + 1: five bytes short of what Ethernet sends. */
	p.len = 1;
	p.trailer = 5;
	pkt_train(pkts, 4, &p);
	gro_check(pkts, 4, "4*1", "length 4", "");
	for (i = 0; i < 4; i++)
		pkts[i].trailer = i == 2 ? 5 : 0;
	gro_check(pkts, 4, "2/2 1 1", "length 1", "packet 1, last 1");
}

static void
third_of_a_chain(void)
{
	/* 0 100 300 200 400: what comes late goes to the end, not into the middle. */
	static const uint32_t at[] = { 0, 100, 300, 200, 400 };
	struct pkt pkts[5];
	unsigned int i;

	for (i = 0; i < 5; i++) {
		pkts[i] = pkt_tcp4;
		pkts[i].seq += at[i];
		pkts[i].fill += at[i];
		pkts[i].id = (uint16_t)i;
	}
	gro_check(pkts, 5, "200/2 100 100 100", "seq 3", "packet 3, last 1");
}

/* The packet type says what it likes; the headers say what there is. */
static void
lying_types(void)
{
	static const uint32_t types[] = {
		RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 | RTE_PTYPE_L4_TCP,
		RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV6 | RTE_PTYPE_L4_UDP,
		RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 | RTE_PTYPE_L4_FRAG,
		RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 | RTE_PTYPE_L4_UDP |
			RTE_PTYPE_TUNNEL_VXLAN | RTE_PTYPE_INNER_L2_ETHER |
			RTE_PTYPE_INNER_L3_IPV4 | RTE_PTYPE_INNER_L4_TCP,
		RTE_PTYPE_L2_ETHER_ARP, UINT32_MAX,
	};
	static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_tcp6, &pkt_udp4, &pkt_udp6 };
	struct pkt p;
	unsigned int i, u;

	for (i = 0; i < RTE_DIM(types); i++) {
		for (u = 0; u < RTE_DIM(usual); u++) {
			p = *usual[u];
			p.packet_type = types[i];
			gro_check_merges(&p, 3);
		}
		p = pkt_tcp4;
		p.packet_type = types[i];
		p.frag = PKT_MF;
		gro_check_alone(&p, "fragment");
		p = pkt_udp4;
		p.packet_type = types[i];
		p.dport = 4789;
		gro_check_alone(&p, "tunnel");
		p = pkt_tcp4;
		p.packet_type = types[i];
		p.type = 0x0806;
		gro_check_alone(&p, "not_ip");
	}
}

static void
shorter_than_headers(void)
{
	static const struct gro_want whatever;
	struct rxb_gro_stats stats[GRO_WAYS];
	struct pkt pkts[3];
	unsigned int cut;

	/* Nothing of it may be merged with what is whole, and every packet has its reason. */
	for (cut = 1; cut < 14 + 20 + 20 + 100; cut++) {
		pkt_train(pkts, 3, &pkt_tcp4);
		pkts[1].cut = cut;
		pkts[1].mem = PKT_MEM_GUARD;
		/* Too short for addresses: nobody knows whose it was. */
		pkts[1].flow = cut > 100 ? 1 : 0;
		gro_check_stats(&gro_conf, pkts, 3, &whatever, stats);
		CU_ASSERT_EQUAL(stats[0].why[RXB_GRO_WHY_LENGTH] +
				stats[0].why[RXB_GRO_WHY_NOT_IP], 1);
	}
}

static void
stale_checksum(void)
{
	/* Every length of IP that an aggregate may have has a right header checksum. */
	struct pkt p = pkt_tcp4;
	unsigned int n;

	for (n = 2; n < 128; n++) {
		p.id = (uint16_t)(0xfffb * n);
		p.tos = (uint8_t)(n & 0xfc);
		gro_check_merges(&p, n);
	}
}

static void
pushes(void)
{
	struct pkt pkts[9];
	unsigned int i;

	pkt_train(pkts, 9, &pkt_tcp4);
	for (i = 2; i < 9; i += 3)
		pkts[i].flags |= PKT_PSH;
	gro_check(pkts, 9, "300/3P 300/3P 300/3P", "", "end 3");
}

static CU_TestInfo conformance[] = {
	{ "three equal segments", three_equal },
	{ "data, pure ACK, data", ack_between },
	{ "data, data, FIN without data", fin_behind },
	{ "data, data, RST", reset_behind },
	{ "D1: data, data with PSH, data", push_between },
	{ "data, data with URG, data", urgent_between },
	{ "data, data with CWR, data", cwr_between },
	{ "SYN, data, data", syn_before },
	{ "50 100 100, and 100 50 100", sizes },
	{ "TTL 64 and 63", ttls },
	{ "no congestion, congestion", congestion },
	{ "window 500 and 400", windows },
	{ "ids 1 900 17; without DF 65535 0", ids },
	{ "ACK 7 8 7 8", alternating_ack },
	{ "200 100 0", reversed },
	{ "30 segments are one packet", thirty },
	CU_TEST_INFO_NULL,
};

static CU_TestInfo traps[] = {
	{ "D2: flags never go into the payload", flag_into_payload },
	{ "D3: nothing is lost among what leaves at once", packets_lost },
	{ "D4: padding is no payload", padding },
	{ "D5: the third of a chain", third_of_a_chain },
	{ "D6, D7: packet types that lie", lying_types },
	{ "D8, D9: frames shorter than their headers, each length", shorter_than_headers },
	{ "D11: header checksum of each aggregate", stale_checksum },
	{ "D12: PSH closes, it does not exclude", pushes },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "conformance", NULL, NULL, NULL, NULL, conformance },
	{ "traps", NULL, NULL, NULL, NULL, traps },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
