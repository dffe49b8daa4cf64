/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* IPv4's header: identification, fragments, options, checksum, lengths. */

#include <string.h>

#include "gro_check.h"

static const struct pkt *const usual[] = { &pkt_tcp4, &pkt_udp4 };

static void
ids(uint16_t frag, const uint16_t *id, unsigned int n, const char *out, const char *why,
    const char *closed)
{
	struct pkt pkts[8];
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, n, usual[u]);
		for (i = 0; i < n; i++) {
			pkts[i].id = id[i];
			pkts[i].frag = frag;
		}
		gro_check(pkts, n, out, why, closed);
	}
}

#define IDS(frag, out, why, closed, ...) \
	do { \
		static const uint16_t id_[] = { __VA_ARGS__ }; \
		ids(frag, id_, RTE_DIM(id_), out, why, closed); \
	} while (0)

static void
id_with_df(void)
{
	IDS(PKT_DF, "400/4", "", "last 1", 5, 6, 7, 8);
	IDS(PKT_DF, "400/4", "", "last 1", 5, 5, 5, 5);
	IDS(PKT_DF, "400/4", "", "last 1", 0, 0, 0, 0);
	IDS(PKT_DF, "200/2 100", "ip_id 1", "packet 1, last 1", 5, 6, 6);
	IDS(PKT_DF, "300/3 100", "ip_id 1", "packet 1, last 1", 5, 6, 7, 7);
	IDS(PKT_DF, "200/2 100", "ip_id 1", "packet 1, last 1", 5, 5, 6);
	IDS(PKT_DF, "300/3 200/2", "ip_id 1", "packet 1, last 1", 5, 5, 5, 6, 7);
	IDS(PKT_DF, "100 100 100", "ip_id 2", "packet 2, last 1", 1, 900, 17);
	IDS(PKT_DF, "100 100", "ip_id 1", "packet 1, last 1", 5, 4);
	IDS(PKT_DF, "100 100", "ip_id 1", "packet 1, last 1", 5, 7);
	/* Counting in the order of a little-endian machine is none. */
	IDS(PKT_DF, "100 100", "ip_id 1", "packet 1, last 1", 0x0500, 0x0600);
}

static void
id_wraps(void)
{
	IDS(PKT_DF, "400/4", "", "last 1", 65534, 65535, 0, 1);
	IDS(0, "400/4", "", "last 1", 65534, 65535, 0, 1);
	IDS(PKT_DF, "200/2", "", "last 1", 65535, 0);
}

static void
id_without_df(void)
{
	IDS(0, "400/4", "", "last 1", 5, 6, 7, 8);
	IDS(0, "100 100", "ip_id 1", "packet 1, last 1", 5, 5);
	IDS(0, "100 100 100", "ip_id 2", "packet 2, last 1", 0, 0, 0);
	IDS(0, "200/2 100", "ip_id 1", "packet 1, last 1", 5, 6, 6);
}

static void
df_differs(void)
{
	struct pkt a, b;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = b = *usual[u];
		pkt_next(&b);
		b.frag = 0;
		gro_check_differs(&a, &b, "ip_differs");
		gro_check_differs(&b, &a, "ip_differs");
	}
}

/* Two of a flow, f, one more of the flow. */
static void
barrier(const struct pkt *f)
{
	struct pkt pkts[4];
	char out[64], why[] = "fragment 1";
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		pkt_train(pkts, 3, usual[u]);
		pkts[3] = pkts[2];
		pkts[2] = *f;
		snprintf(out, sizeof(out), "200/2 %u 100", f->len);
		gro_check(pkts, 4, out, why, "barrier 1, last 1");
	}
}

static void
fragments(void)
{
	unsigned int u;
	struct pkt p;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.frag = PKT_MF;
		barrier(&p);
		p.frag = PKT_MF | PKT_DF;
		barrier(&p);
		/* Payload where ports might be read. */
		p.l4 = PKT_NO_L4;
		p.frag = 1;
		barrier(&p);
		p.frag = 0x1fff;
		barrier(&p);
		p.frag = PKT_MF | 185;
		barrier(&p);
		p = *usual[u];
		p.frag = PKT_RF;
		barrier(&p);
		p.frag = PKT_RF | PKT_DF;
		barrier(&p);
	}
}

/* Three flows of the pair; the fragment has its place in each of them. */
static void
barrier_of_the_pair(void)
{
	struct pkt pkts[9], p[3] = { pkt_tcp4, pkt_tcp4, pkt_udp4 }, f = pkt_udp4;
	static const char *const out[] = {
		"200/2 100 100 | 200/2 100 | 200/2", "200/2 100 | 200/2 100 100 | 200/2",
		"200/2 100 | 200/2 100 | 200/2 100"
	};
	unsigned int i;

	p[1].sport = 1001;
	f.sport = 7;
	f.frag = PKT_MF;
	for (i = 0; i < 3; i++) {
		p[i].flow = i;
		pkt_train(pkts + 2 * i, 2, &p[i]);
	}
	pkts[7] = pkts[1];
	pkt_next(&pkts[7]);
	pkts[8] = pkts[3];
	pkt_next(&pkts[8]);
	for (i = 0; i < 3; i++) {
		f.flow = i;
		pkts[6] = f;
		gro_check(pkts, 9, out[i], "fragment 1", "barrier 3, last 2");
	}
}

static void
barrier_of_another_pair(void)
{
	struct pkt pkts[4], f;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		pkt_train(pkts, 3, &pkt_tcp4);
		f = pkt_tcp4;
		f.frag = PKT_MF;
		f.flow = 1;
		if (i == 0)
			f.saddr[3] = 77;
		else
			f.daddr[0] = 11;
		pkts[3] = pkts[2];
		pkts[2] = f;
		gro_check(pkts, 4, "300/3 | 100", "fragment 1", "last 1");
	}
}

static void
ttl(void)
{
	struct pkt a, b;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (bit = 0; bit < 8; bit++) {
			a = b = *usual[u];
			pkt_next(&b);
			b.ttl ^= (uint8_t)(1 << bit);
			gro_check_differs(&a, &b, "ttl_differs");
		}
}

static void
dscp(void)
{
	struct pkt a, b;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++) {
		a = b = *usual[u];
		pkt_next(&b);
		for (bit = 2; bit < 8; bit++) {
			b.tos = (uint8_t)(1 << bit);
			gro_check_differs(&a, &b, "tos_differs");
			gro_check_merges(&b, 2);
		}
	}
}

static void
ecn(void)
{
	struct pkt a, b;
	unsigned int u, i, k;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < 4; i++)
			for (k = 0; k < 4; k++) {
				a = b = *usual[u];
				pkt_next(&b);
				a.tos = (uint8_t)(0x48 | i);
				b.tos = (uint8_t)(0x48 | k);
				if (i == k)
					gro_check_merges(&a, 2);
				else
					gro_check_differs(&a, &b, "tos_differs");
			}
}

static void
options(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		/* NOP, NOP, NOP, end; and the longest of NOPs. */
		p.opt4_len = 4;
		p.opt4[0] = p.opt4[1] = p.opt4[2] = 1;
		gro_check_never(&p, usual[u], "ip_options");
		memset(p.opt4, 1, 40);
		p.opt4_len = 40;
		gro_check_never(&p, usual[u], "ip_options");
	}
}

static void
header_length(void)
{
	struct pkt p;
	unsigned int u, words;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (words = 1; words < 5; words++) {
			p = *usual[u];
			p.ihl = (uint8_t)words;
			gro_check_never(&p, usual[u], "length");
		}
}

static void
version(void)
{
	static const uint8_t versions[] = { 0, 1, 3, 5, 6, 7, 15 };
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(versions); i++) {
			p = *usual[u];
			p.version = versions[i];
			gro_check_other(&p, usual[u], "not_ip");
		}
}

static void
checksum_wrong(void)
{
	struct pkt p;
	unsigned int u, bit;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.ol_flags = RTE_MBUF_F_RX_L4_CKSUM_GOOD;
		for (bit = 0; bit < 16; bit++) {
			p.ip_sum_xor = (uint16_t)(1u << bit);
			gro_check_never(&p, usual[u], "ip_csum");
		}
		/* The chip says so. */
		p.ip_sum_xor = 1;
		p.ol_flags = RTE_MBUF_F_RX_L4_CKSUM_GOOD | RTE_MBUF_F_RX_IP_CKSUM_BAD;
		gro_check_never(&p, usual[u], "ip_csum");
	}
}

static void
checksum_right(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.ol_flags = RTE_MBUF_F_RX_L4_CKSUM_GOOD;
		gro_check_merges(&p, 5);
	}
}

static void
checksum_zero(void)
{
	static const uint64_t ip_flags[] = { 0, RTE_MBUF_F_RX_IP_CKSUM_GOOD };
	struct pkt pkts[3], p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (i = 0; i < RTE_DIM(ip_flags); i++) {
			p = *usual[u];
			p.ol_flags = RTE_MBUF_F_RX_L4_CKSUM_GOOD | ip_flags[i];
			p.ip_sum = PKT_SUM_FFFF;
			gro_check_never(&p, usual[u], "csum_zero");
			/* All three have the same id, that which makes the sum. */
			pkt_train(pkts, 3, &p);
			gro_check(pkts, 3, "100 100 100", "csum_zero 3", "");
			p.ip_sum = PKT_SUM_ZERO;
			gro_check_merges(&p, 3);
		}
}

static void
padded(void)
{
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		/* IP says one byte less than there is. */
		p = *usual[u];
		p.ip_len_add = -1;
		gro_check_never(&p, usual[u], "length");
		for (i = 1; i <= 20; i++) {
			p = *usual[u];
			p.trailer = i;
			gro_check_never(&p, usual[u], "length");
			p.len = 1;
			gro_check_never(&p, usual[u], "length");
		}
		/* A pure ACK as Ethernet carries it; a datagram without payload. */
		p = *usual[u];
		p.len = 0;
		p.trailer = 6;
		gro_check_never(&p, usual[u], "length");
	}
}

static void
length_past_the_end(void)
{
	struct pkt p;
	unsigned int u, i;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		p.mem = PKT_MEM_GUARD;
		p.ip_len_add = 1;
		gro_check_never(&p, usual[u], "length");
		p.ip_len_add = 60000;
		gro_check_never(&p, usual[u], "length");
		p.ip_len_add = 0;
		for (i = 1; i <= 100; i++) {
			p.cut = i;
			gro_check_never(&p, usual[u], "length");
		}
	}
}

static void
length_less_than_headers(void)
{
	struct pkt p;
	unsigned int u, len;

	for (u = 0; u < RTE_DIM(usual); u++)
		for (len = 0; len < (usual[u]->l4 == PKT_TCP ? 40u : 28u); len++) {
			p = *usual[u];
			p.ip_len_add = (int32_t)len - (p.l4 == PKT_TCP ? 140 : 128);
			gro_check_never(&p, usual[u], "length");
		}
}

static void
odd_addresses(void)
{
	struct pkt p;
	unsigned int u;

	for (u = 0; u < RTE_DIM(usual); u++) {
		p = *usual[u];
		memset(p.saddr, 0, 4);
		gro_check_merges(&p, 3);
		memset(p.daddr, 0xff, 4);
		gro_check_merges(&p, 3);
		memset(p.dst, 0xff, 6);
		gro_check_merges(&p, 3);
		memset(p.saddr, 0xff, 4);
		memset(p.daddr, 0, 4);
		gro_check_merges(&p, 3);
	}
}

static CU_TestInfo tests[] = {
	{ "34: id counting, fixed, mixed, with DF", id_with_df },
	{ "35: id wraps", id_wraps },
	{ "36: without DF only a counting id", id_without_df },
	{ "36: DF differs", df_differs },
	{ "37: fragments and the reserved flag are barriers", fragments },
	{ "37: a fragment closes all flows of its addresses", barrier_of_the_pair },
	{ "37: a fragment of other addresses closes nothing", barrier_of_another_pair },
	{ "38: TTL differs", ttl },
	{ "38: DSCP differs", dscp },
	{ "38: ECN differs, each pair", ecn },
	{ "39: options", options },
	{ "39: header length under 5 words", header_length },
	{ "39: version that is not 4", version },
	{ "40: header checksum wrong by each bit", checksum_wrong },
	{ "40: header checksum right, nobody has looked", checksum_right },
	{ "40: header checksum 0xffff, and 0", checksum_zero },
	{ "41: padding is never taken for payload", padded },
	{ "41: length past the end of the frame", length_past_the_end },
	{ "41: length less than the headers", length_less_than_headers },
	{ "42: zero and broadcast addresses", odd_addresses },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "IPv4", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
