/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Packets of a flow stand next to each other, in their order, and nothing of them changes.
 * A burst is a text, a letter for each packet: the same letter, the same flow and the same
 * way. What comes out is a text too, with a blank between groups.
 */

#include "cunit_run.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include <rte_eal.h>
#include <rte_mbuf_dyn.h>

#include "pkt_build.h"
#include "rxbatch.h"

#define BURST_MAX	1024u

static struct rte_mempool *pool;
static const struct rxb_gro_conf conf_all = {
	.mode = RXB_GRO_LIST,
	.types = RXB_GRO_TCP4 | RXB_GRO_TCP6 | RXB_GRO_UDP4 | RXB_GRO_UDP6,
	.socket_id = SOCKET_ID_ANY,
};
static const struct rxb_gro_conf *conf = &conf_all;
static struct rxb_gro_stats stats;

static struct rte_mbuf *in[BURST_MAX], *pkts[BURST_MAX];
static struct pkt list[BURST_MAX];
static uint16_t lens[BURST_MAX + 1];

/* Packet list[i] is in[i]; pkts are grouped. Number of groups. */
static uint16_t
group(unsigned int n)
{
	struct rxb_gro *gro = rxb_gro_create(conf);
	uint16_t groups;
	unsigned int i;

	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	for (i = 0; i < n; i++)
		in[i] = pkts[i] = pkt_mbuf(list + i, pool);
	memset(lens, 0xaa, sizeof(lens));
	groups = rxb_gro_group(gro, pkts, n, lens);
	CU_ASSERT(groups <= n);
	CU_ASSERT_EQUAL(lens[groups], 0xaaaa);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.packets_in, n);
	CU_ASSERT_EQUAL(stats.packets_out, n);
	rxb_gro_free(gro);
	return groups;
}

static unsigned int
index_of(const struct rte_mbuf *m, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n && in[i] != m; i++)
		;
	CU_ASSERT_NOT_EQUAL_FATAL(i, n);
	return i;
}

static void
check_untouched(unsigned int i)
{
	static uint8_t want[PKT_LEN_MAX], copy[PKT_LEN_MAX];
	uint32_t len = pkt_bytes(list + i, want);
	const uint8_t *got = rte_pktmbuf_read(in[i], 0, len, copy);

	CU_ASSERT_EQUAL(in[i]->pkt_len, len);
	CU_ASSERT(got != NULL && memcmp(got, want, len) == 0);
}

/* Each packet is there once; then it is freed. */
static void
check_and_free(unsigned int n)
{
	static bool seen[BURST_MAX];
	unsigned int i, at;

	memset(seen, 0, sizeof(seen));
	for (i = 0; i < n; i++) {
		at = index_of(pkts[i], n);
		CU_ASSERT_FALSE(seen[at]);
		seen[at] = true;
		check_untouched(at);
	}
	for (i = 0; i < n; i++)
		pkt_free(list + i, in[i]);
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 0);
}

/* list[i] is called text[i]. */
static void
check_text(const char *text, const char *want)
{
	unsigned int n = strlen(text), i, g, groups = group(n), at = 0, many = 0, grouped = 0;
	char got[3 * BURST_MAX], *p = got;

	for (g = 0; g < groups; g++) {
		if (g != 0)
			*p++ = ' ';
		for (i = 0; i < lens[g] && at < n; i++)
			*p++ = text[index_of(pkts[at++], n)];
		many += lens[g] > 1;
		grouped += lens[g] > 1 ? lens[g] : 0;
	}
	*p = '\0';
	CU_ASSERT_EQUAL(at, n);
	CU_ASSERT_EQUAL(stats.groups, many);
	CU_ASSERT_EQUAL(stats.grouped, grouped);
	CU_ASSERT_STRING_EQUAL(got, want);
	if (strcmp(got, want) != 0)
		printf("  %s: got  %s\n  want %s\n", text, got, want);
	check_and_free(n);
}

/* A letter is a port; in order, so digits that follow tell the order of packets. */
static void
flows_of(const char *text, const struct pkt *base)
{
	unsigned int i;

	for (i = 0; text[i] != '\0'; i++) {
		list[i] = *base;
		list[i].sport = 1000 + (uint8_t)toupper(text[i]);
		list[i].seq += 100 * i;
		list[i].id += i;
		list[i].len = 50 + 3 * i;
	}
}

static void
check_flows(const struct pkt *base, const char *text, const char *want)
{
	flows_of(text, base);
	check_text(text, want);
}

static void
flows_of_every_type(void)
{
	static const struct pkt *const types[] = { &pkt_tcp4, &pkt_tcp6, &pkt_udp4, &pkt_udp6 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(types); i++) {
		check_flows(types[i], "A", "A");
		check_flows(types[i], "AA", "AA");
		check_flows(types[i], "AB", "A B");
		check_flows(types[i], "ABA", "AA B");
		check_flows(types[i], "ABCABCABC", "AAA BBB CCC");
		check_flows(types[i], "BAABCAAB", "BBB AAAA C");
	}
}

static void
nothing_at_all(void)
{
	CU_ASSERT_EQUAL(group(0), 0);
	CU_ASSERT_EQUAL(stats.groups, 0);
}

static void
tagged_and_extended(void)
{
	struct pkt p = pkt_tcp4;

	pkt_tag(&p, 0x8100, 0x5123);
	check_flows(&p, "ABABA", "AAA BB");
	pkt_tag(&p, 0x8100, 4);
	check_flows(&p, "ABABA", "AAA BB");
	p = pkt_udp6;
	pkt_ext(&p, PKT_HOPOPTS, 0, 0);
	pkt_ext(&p, PKT_DSTOPTS, 1, 7);
	check_flows(&p, "ABABA", "AAA BB");
}

/* In order: the packets of a group as they came. */
static void
order_is_kept(void)
{
	unsigned int i, at = 0, g, groups, last;

	for (i = 0; i < 60; i++) {
		list[i] = pkt_tcp4;
		list[i].sport = 1 + i * 7 % 5;
		list[i].seq = i;
	}
	groups = group(60);
	CU_ASSERT_EQUAL(groups, 5);
	for (g = 0; g < groups; g++) {
		CU_ASSERT_EQUAL(lens[g], 12);
		last = index_of(pkts[at++], 60);
		CU_ASSERT_EQUAL(last, g);
		for (i = 1; i < 12; i++, at++) {
			CU_ASSERT(index_of(pkts[at], 60) > last);
			last = index_of(pkts[at], 60);
		}
	}
	check_and_free(60);
}

/* Second packet of the flow A as edit makes it; small: it differs. */
#define CHECK_PAIR(base, want, edit) do { \
	struct pkt *p = list + 1; \
	flows_of("AAA", base); \
	edit; \
	check_text("AaA", want); \
} while (0)
#define CHECK_SAME(base, edit)	CHECK_PAIR(base, "AaA", edit)
#define CHECK_DIFFERS(base, edit) CHECK_PAIR(base, "A a A", edit)

static void
each_packets_own(void)
{
	CHECK_SAME(&pkt_tcp4, p->seq = 1);
	CHECK_SAME(&pkt_tcp4, p->ack = 1);
	CHECK_SAME(&pkt_tcp4, p->win = 1);
	CHECK_SAME(&pkt_tcp4, p->urp = 1);
	CHECK_SAME(&pkt_tcp4, p->flags |= PKT_PSH);
	CHECK_SAME(&pkt_tcp4, p->flags |= PKT_SYN);
	CHECK_SAME(&pkt_tcp4, p->flags |= PKT_RST | PKT_URG | PKT_FIN);
	CHECK_SAME(&pkt_tcp4, p->flags |= PKT_NS | PKT_RES);
	CHECK_SAME(&pkt_tcp4, pkt_timestamps(p, 1, 2));
	CHECK_SAME(&pkt_tcp6, pkt_timestamps(p, 1, 2));
	CHECK_SAME(&pkt_tcp4, p->id = 9);
	CHECK_SAME(&pkt_tcp4, p->len = 0);
	CHECK_SAME(&pkt_tcp4, p->l4_sum_xor = 1);
	CHECK_SAME(&pkt_tcp4, p->ip_sum_xor = 1);
	CHECK_SAME(&pkt_tcp4, p->ol_flags = 0);
	CHECK_SAME(&pkt_tcp4, p->ol_flags = RTE_MBUF_F_RX_L4_CKSUM_BAD);
	CHECK_SAME(&pkt_udp4, p->l4_sum = PKT_SUM_ZERO);
	CHECK_SAME(&pkt_udp6, p->len = 0);
	/* An acknowledgement, padded to Ethernet's minimum. */
	CHECK_SAME(&pkt_tcp4, (p->len = 0, p->trailer = 6));
	CHECK_SAME(&pkt_tcp4, p->mem = PKT_MEM_SHARED);
	CHECK_SAME(&pkt_tcp4, p->rss = 5);
	CHECK_SAME(&pkt_tcp4, p->vlan_tci = 5);
}

static void
what_a_router_looks_at(void)
{
	CHECK_DIFFERS(&pkt_tcp4, p->dst[5]++);
	CHECK_DIFFERS(&pkt_tcp4, p->src[0] ^= 4);
	CHECK_DIFFERS(&pkt_tcp4, pkt_tag(p, 0x8100, 1));
	CHECK_DIFFERS(&pkt_tcp4, p->tos = 1);
	CHECK_DIFFERS(&pkt_tcp4, p->tos = 0x80);
	CHECK_DIFFERS(&pkt_tcp4, p->ttl--);
	CHECK_DIFFERS(&pkt_tcp4, p->frag = 0);
	CHECK_DIFFERS(&pkt_tcp6, p->tos = 1);
	CHECK_DIFFERS(&pkt_tcp6, p->ttl--);
	CHECK_DIFFERS(&pkt_tcp6, p->label++);
	CHECK_DIFFERS(&pkt_tcp6, pkt_ext(p, PKT_HOPOPTS, 0, 0));
	CHECK_DIFFERS(&pkt_tcp4, p->port = 1);
	CHECK_DIFFERS(&pkt_tcp4, (p->ol_flags |= RTE_MBUF_F_RX_VLAN |
				  RTE_MBUF_F_RX_VLAN_STRIPPED));
}

/* Another flow: the first goes on behind it. */
static void
what_makes_a_flow(void)
{
	CHECK_PAIR(&pkt_tcp4, "AA a", p->sport--);
	CHECK_PAIR(&pkt_tcp4, "AA a", p->dport--);
	CHECK_PAIR(&pkt_tcp4, "AA a", p->saddr[3]++);
	CHECK_PAIR(&pkt_tcp4, "AA a", p->daddr[0]++);
	CHECK_PAIR(&pkt_tcp4, "AA a", (p->l4 = p->proto = PKT_UDP));
	CHECK_PAIR(&pkt_tcp6, "AA a", p->saddr[0]++);
	CHECK_PAIR(&pkt_tcp6, "AA a", p->saddr[15]++);
	CHECK_PAIR(&pkt_tcp6, "AA a", p->daddr[0]++);
	CHECK_PAIR(&pkt_tcp6, "AA a", p->daddr[15]++);
	CHECK_PAIR(&pkt_tcp6, "AA a", p->dport++);
	/* Ports changed places. */
	CHECK_PAIR(&pkt_tcp4, "AA a", (p->dport = list[0].sport, p->sport = list[0].dport));
}

static void
tags_and_extensions_of_all(void)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		flows_of("AAA", &pkt_tcp6);
		pkt_ext(list + 0, PKT_HOPOPTS, 0, 0);
		pkt_ext(list + 1, PKT_HOPOPTS, 0, i);
		pkt_ext(list + 2, PKT_HOPOPTS, 0, 0);
		check_text("AaA", i == 0 ? "AaA" : "A a A");
		flows_of("AAA", &pkt_tcp4);
		pkt_tag(list + 0, 0x8100, 3);
		pkt_tag(list + 1, 0x8100, 3 + 0x2000 * i);
		pkt_tag(list + 2, 0x8100, 3);
		check_text("AaA", i == 0 ? "AaA" : "A a A");
		flows_of("AA", &pkt_tcp4);
		list[0].ol_flags |= RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED;
		list[1].ol_flags = list[0].ol_flags;
		list[1].vlan_tci = i;
		check_text("AA", i == 0 ? "AA" : "A A");
		list[1].vlan_tci = 0;
		list[0].ol_flags |= RTE_MBUF_F_RX_QINQ | RTE_MBUF_F_RX_QINQ_STRIPPED;
		list[1].ol_flags = list[0].ol_flags;
		list[1].vlan_tci_outer = i;
		check_text("AA", i == 0 ? "AA" : "A A");
	}
}

static void
no_candidates(void)
{
	flows_of("AxAxA", &pkt_tcp4);
	list[1].type = list[3].type = 0x0806;
	check_text("AxAxA", "AAA x x");
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_NOT_IP], 2);
	flows_of("AxAxA", &pkt_tcp4);
	list[1].proto = list[3].proto = 1;
	check_text("AxAxA", "AAA x x");
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_NOT_L4], 2);
}

/* Only TCP is asked for: datagrams are none of its business. */
static void
types_not_asked_for(void)
{
	struct rxb_gro_conf tcp = conf_all;

	tcp.types = 0;
	conf = &tcp;
	check_flows(&pkt_udp4, "ABAB", "A B A B");
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_NOT_L4], 4);
	check_flows(&pkt_tcp4, "ABAB", "AA BB");
	conf = &conf_all;
}

/* A fragment may be of any flow between its two addresses. */
static void
fragments(void)
{
	flows_of("ABxAB", &pkt_tcp4);
	list[2].frag = PKT_MF;
	check_text("ABxAB", "A B x A B");
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_FRAGMENT], 1);
	/* Behind it they go on. */
	flows_of("AAxAAxAA", &pkt_tcp4);
	list[2].frag = PKT_MF;
	list[5].frag = 100;
	check_text("AAxAAxAA", "AA x AA x AA");
	/* Other addresses do not mind. */
	flows_of("AxyAz", &pkt_tcp4);
	for (unsigned int i = 1; i < 5; i += i == 2 ? 2 : 1) {
		list[i].frag = PKT_MF;
		list[i].daddr[3] = 10 + i;
	}
	check_text("AxyAz", "AA x y z");
	flows_of("ABxBA", &pkt_tcp6);
	list[2].ext_len = 0;
	pkt_ext(list + 2, PKT_FRAGMENT, 0, 0);
	check_text("ABxBA", "A B x B A");
}

/* Fragments of fifty other pairs, in contexts of ten keys. */
static void
fragments_of_others(void)
{
	unsigned int i, key;

	for (key = 0; key < 10; key++) {
		for (i = 0; i < 62; i++) {
			list[i] = pkt_tcp4;
			list[i].daddr[3] = i < 56 ? i : i - 56;
			list[i].frag = i >= 6 && i < 56 ? PKT_MF : PKT_DF;
		}
		CU_ASSERT_EQUAL(group(62), 56);
		CU_ASSERT_EQUAL(stats.grouped, 12);
		check_and_free(62);
	}
}

/* As many fragments as a slice has, of as many pairs. */
static void
many_fragments(void)
{
	unsigned int i;

	for (i = 0; i < 60; i++) {
		list[i] = pkt_tcp4;
		list[i].daddr[3] = i / 4;
		list[i].frag = i % 4 == 1 ? PKT_MF : PKT_DF;
	}
	/* Of each four: one, the fragment, and two that go on. */
	CU_ASSERT_EQUAL(group(60), 45);
	CU_ASSERT_EQUAL(stats.groups, 15);
	check_and_free(60);
	for (i = 0; i < 60; i++)
		list[i].daddr[3] = i % 15;
	for (i = 0; i < 60; i++)
		list[i].frag = i / 15 == 1 ? PKT_MF : PKT_DF;
	CU_ASSERT_EQUAL(group(60), 45);
	CU_ASSERT_EQUAL(stats.groups, 15);
	check_and_free(60);
}

static void
ports_out_of_sight(void)
{
	flows_of("ABxAB", &pkt_tcp4);
	list[2].opt4_len = 4;
	memset(list[2].opt4, 1, 4);
	check_text("ABxAB", "A B x A B");
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_IP_OPTIONS], 1);
	flows_of("AxA", &pkt_tcp4);
	list[1].cut = list[1].len + 18;
	check_text("AxA", "A x A");
}

/* Of a known flow, but nobody compares what is not in the first mbuf: it stays in order. */
static void
headers_in_two_mbufs(void)
{
	flows_of("ABaAB", &pkt_tcp4);
	list[2].seg_at[0] = 36;
	check_text("ABaAB", "A BB a A");
	CU_ASSERT_EQUAL(stats.why[RXB_GRO_WHY_HEADERS], 1);
}

static void
chains(void)
{
	struct pkt p = pkt_tcp4;

	p.seg_at[0] = 60;
	check_flows(&p, "ABAB", "AA BB");
}

/* Of any length: groups end every 64 packets, flows keep their order. */
static void
long_bursts(void)
{
	static const unsigned int sizes[] = { 63, 64, 65, 127, 128, 129, 500, 1000 };
	unsigned int s, i, n, at, groups, want;
	uint32_t next[7];

	for (s = 0; s < RTE_DIM(sizes); s++) {
		n = sizes[s];
		for (i = 0; i < n; i++) {
			list[i] = pkt_tcp4;
			list[i].sport = i % 7;
			list[i].seq = i;
		}
		groups = group(n);
		want = n / 64 * 7 + RTE_MIN(n % 64, 7u);
		CU_ASSERT_EQUAL(groups, want);
		for (i = 0, at = 0; i < groups; i++)
			at += lens[i];
		CU_ASSERT_EQUAL(at, n);
		memset(next, 0, sizeof(next));
		for (i = 0; i < n; i++) {
			at = index_of(pkts[i], n);
			CU_ASSERT(at >= next[at % 7]);
			next[at % 7] = at + 1;
		}
		check_and_free(n);
	}
}

/* What was seen in earlier bursts is forgotten, however many there were. */
static void
many_bursts(void)
{
	struct rxb_gro *gro = rxb_gro_create(conf);
	unsigned int i, wrong = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	flows_of("ABA", &pkt_tcp4);
	for (i = 0; i < 3; i++)
		in[i] = pkt_mbuf(list + i, pool);
	for (i = 0; i < 5000; i++) {
		memcpy(pkts, in, 3 * sizeof(*in));
		wrong += rxb_gro_group(gro, pkts, 3, lens) != 2 || lens[0] != 2 ||
			 lens[1] != 1 || pkts[1] != in[2] || pkts[2] != in[1];
	}
	CU_ASSERT_EQUAL(wrong, 0);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.packets_in, 15000);
	CU_ASSERT_EQUAL(stats.groups, 5000);
	CU_ASSERT_EQUAL(stats.bytes_in, 5000ull * (3 * 54 + 50 + 53 + 56));
	rxb_gro_free(gro);
	rte_pktmbuf_free_bulk(in, 3);
}

/* A flow that comes back after about as many bursts as there are names for bursts: where it
 * stood then means nothing now. */
static void
flow_that_comes_back(void)
{
	struct rxb_gro *gro = rxb_gro_create(conf);
	unsigned int gap, i, wrong = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	flows_of("BBBBBA", &pkt_tcp4);
	for (i = 0; i < 6; i++)
		in[i] = pkt_mbuf(list + i, pool);
	for (gap = 1015; gap < 1030; gap++) {
		memcpy(pkts, in, 6 * sizeof(*in));
		wrong += rxb_gro_group(gro, pkts, 6, lens) != 2;
		for (i = 0; i < gap; i++) {
			pkts[0] = in[0];
			wrong += rxb_gro_group(gro, pkts, 1, lens) != 1;
		}
		pkts[0] = in[5];
		wrong += rxb_gro_group(gro, pkts, 1, lens) != 1 || pkts[0] != in[5];
	}
	CU_ASSERT_EQUAL(wrong, 0);
	rxb_gro_free(gro);
	rte_pktmbuf_free_bulk(in, 6);
}

static uint32_t
below(uint64_t *seed, uint32_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((*seed >> 33) % n);
}

/* Few flows, of which each packet may go another way. */
static void
random_packet(struct pkt *p, uint64_t *seed)
{
	*p = below(seed, 2) == 0 ? pkt_tcp4 : pkt_udp6;
	p->sport = below(seed, 6);
	p->daddr[3] = below(seed, 2);
	p->ttl = 64 - (below(seed, 8) == 0);
	p->frag = below(seed, 12) == 0 ? PKT_MF : PKT_DF;
	p->trailer = below(seed, 5) == 0;
	p->seg_at[0] = below(seed, 12) == 0 ? 30 : 0;
}

/* May one not overtake the other? */
static bool
bound(const struct pkt *a, const struct pkt *b)
{
	if (a->ip != b->ip || a->daddr[3] != b->daddr[3])
		return false;
	if (a->ip == 4 && (a->frag == PKT_MF || b->frag == PKT_MF))
		return true;
	return a->sport == b->sport;
}

static void
check_order(unsigned int n)
{
	unsigned int i, j, wrong = 0;

	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++) {
			unsigned int a = index_of(pkts[i], n), b = index_of(pkts[j], n);

			wrong += a > b && bound(list + a, list + b);
		}
	CU_ASSERT_EQUAL(wrong, 0);
}

static void
check_groups(unsigned int n, unsigned int groups)
{
	unsigned int g, i, at = 0;

	for (g = 0; g < groups; g++, at += lens[g - 1])
		for (i = 1; i < lens[g]; i++) {
			const struct pkt *a = list + index_of(pkts[at], n);
			const struct pkt *b = list + index_of(pkts[at + i], n);

			CU_ASSERT(a->ip == b->ip && a->sport == b->sport && a->ttl == b->ttl &&
				  a->daddr[3] == b->daddr[3] && a->seg_at[0] == 0 &&
				  b->seg_at[0] == 0);
			CU_ASSERT(a->ip == 6 || (a->frag == PKT_DF && b->frag == PKT_DF));
		}
	CU_ASSERT_EQUAL(at, n);
}

static void
random_bursts(void)
{
	uint64_t seed = 7;
	unsigned int round, n, i, groups;

	for (round = 0; round < 400; round++) {
		n = 1 + below(&seed, 100);
		for (i = 0; i < n; i++)
			random_packet(list + i, &seed);
		groups = group(n);
		check_order(n);
		check_groups(n, groups);
		check_and_free(n);
	}
}

static void
group_field(void)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);
	int offset = rxb_gro_group_offset();

	CU_ASSERT(offset > 0);
	CU_ASSERT_EQUAL(rxb_gro_group_offset(), offset);
	CU_ASSERT_EQUAL(rte_mbuf_dynfield_lookup("rxbatch_dynfield_group", NULL), offset);
	*rxb_gro_group_left(m, offset) = 0xffff;
	CU_ASSERT_EQUAL(*(const uint16_t *)((const uint8_t *)m + offset), 0xffff);
	rte_pktmbuf_free(m);
}

static CU_TestInfo tests[] = {
	{ "nothing at all", nothing_at_all },
	{ "flows of every type", flows_of_every_type },
	{ "tagged and extended", tagged_and_extended },
	{ "order is kept", order_is_kept },
	{ "each packet's own", each_packets_own },
	{ "what a router looks at", what_a_router_looks_at },
	{ "what makes a flow", what_makes_a_flow },
	{ "tags and extensions of all", tags_and_extensions_of_all },
	{ "no candidates", no_candidates },
	{ "types not asked for", types_not_asked_for },
	{ "fragments", fragments },
	{ "fragments of others", fragments_of_others },
	{ "many fragments", many_fragments },
	{ "ports out of sight", ports_out_of_sight },
	{ "headers in two mbufs", headers_in_two_mbufs },
	{ "chains", chains },
	{ "long bursts", long_bursts },
	{ "many bursts", many_bursts },
	{ "flow that comes back", flow_that_comes_back },
	{ "random bursts", random_bursts },
	{ "group field", group_field },
	CU_TEST_INFO_NULL,
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "list", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};
	char args[][20] = { "unit", "--no-huge", "-m", "64", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	char *argv[RTE_DIM(args)];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	if (rte_eal_init(RTE_DIM(args), argv) < 0)
		return EXIT_FAILURE;
	pool = rte_pktmbuf_pool_create("list", 2047, 0, 0, 2048 + 128, SOCKET_ID_ANY);
	if (pool == NULL || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_mempool_free(pool);
	rte_eal_cleanup();
	return ret;
}
