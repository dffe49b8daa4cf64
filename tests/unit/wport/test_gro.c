/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The burst of a port with LRO, on a transport by script: what is read, what is held and
 * for how long, when it leaves. What merges and what does not is tests/unit/rxbatch. */

#include <rte_cycles.h>

#include "bench.h"
#include "pkt_build.h"
#include "wport_gro.h"

#define NB_MBUFS	1023u
#define PKTS_MAX	512u
/* Longer than a test, and long gone. */
#define HOLD_LONG_US	10000000u
#define HOLD_SHORT_US	1000u
#define FLOWS		64u

static struct wport port;
static eth_rx_burst_t burst;
static uint8_t bytes[PKT_LEN_MAX];

static struct wport_conf
merge(uint32_t hold_us)
{
	return (struct wport_conf){
		.gro = WPORT_GRO_MERGE, .gro_flows = FLOWS, .gro_hold_us = hold_us,
	};
}

/* A queue with LRO as the devargs say; wish is the application's, 0: none. */
static struct bench *
open_gro(unsigned int nb_mbufs, const struct wport_conf *conf, uint32_t wish)
{
	struct bench *b = bench_open(nb_mbufs, 0, 0);
	struct rte_eth_dev_data data = { .mtu = 1500, .numa_node = SOCKET_ID_ANY };

	data.dev_conf.rxmode.max_lro_pkt_size = wish;
	memset(&port, 0, sizeof(port));
	port.family = &toy_family;
	port.name = "port0";
	port.conf = *conf;
	port.rx_offloads = RTE_ETH_RX_OFFLOAD_TCP_LRO;
	CU_ASSERT_EQUAL_FATAL(wport_gro_configure(&port), 0);
	CU_ASSERT_EQUAL_FATAL(wport_gro_apply(&port, &data), 0);
	burst = wport_gro_burst_of(&port);
	b->q.gro = port.rxq.gro;
	return b;
}

static struct rxb_gro_stats
counts(const struct bench *b)
{
	struct rxb_gro_stats s;

	wport_gro_count(&b->q, &s);
	return s;
}

static uint64_t
aggregate_flag(void)
{
	int bit = rte_mbuf_dynflag_lookup(RXB_GRO_DYNFLAG, NULL);

	return bit < 0 ? 0 : RTE_BIT64(bit);
}

static void
close_gro(struct bench *b)
{
	struct rxb_gro_stats s = counts(b);

	/* Every packet that was read is one that left, or in one, or was held at a stop. */
	if (port.conf.gro == WPORT_GRO_MERGE)
		CU_ASSERT_EQUAL(s.packets_in, s.packets_out + s.merged - s.aggregates);
	wport_rxq_stop(&b->q);
	wport_gro_free(&b->q);
	bench_close(b);
}

/* One more frame for the transfer in the making. */
static void
add(struct bench *b, const struct pkt *p)
{
	bench_packet(b, (struct toy_unit){ .mcs = 5 }, bytes, pkt_bytes(p, bytes));
}

/* The next of its flow. */
static void
add_next(struct bench *b, struct pkt *p)
{
	add(b, p);
	pkt_next(p);
}

/* Never merges, and is the next of nothing. */
static void
add_alone(struct bench *b)
{
	struct pkt syn = pkt_tcp4;

	syn.sport = 7;
	syn.flags = PKT_SYN;
	syn.len = 0;
	add(b, &syn);
}

static bool
is_alone(const struct rte_mbuf *m)
{
	return m->pkt_len == 54;
}

/* n packets of p's flow, undone; p moves on. m is freed. */
static void
is_aggregate(struct rte_mbuf *m, struct pkt *p, unsigned int n)
{
	struct rte_mbuf *pkts[PKTS_MAX];
	unsigned int i;
	uint32_t len;

	CU_ASSERT_EQUAL(rxb_gro_packets(m), n);
	CU_ASSERT_EQUAL(rxb_gro_is_aggregate(m), n > 1);
	pkts[0] = m;
	if (rxb_gro_is_aggregate(m))
		CU_ASSERT_EQUAL_FATAL(rxb_gro_undo(m, pkts, PKTS_MAX), (int)n);
	for (i = 0; i < n; i++, pkt_next(p)) {
		len = pkt_bytes(p, bytes);
		CU_ASSERT_EQUAL(pkts[i]->pkt_len, len);
		CU_ASSERT_EQUAL(pkts[i]->data_len, len);
		CU_ASSERT_EQUAL(memcmp(rte_pktmbuf_mtod(pkts[i], void *), bytes, len), 0);
	}
	rte_pktmbuf_free_bulk(pkts, n);
}

/* Everything in the transport is visible: it becomes one aggregate, with its marks. */
static void
across_transfers(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt p = pkt_tcp4, want = pkt_tcp4;
	struct rte_mbuf *pkts[32], *m;
	unsigned int i;

	for (i = 0; i < 12; i++) {
		add_next(b, &p);
		if (i % 4 == 3)
			bench_send(b);
	}
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 32), 1);
	m = pkts[0];
	CU_ASSERT(m->nb_segs == 12 && m->pkt_len == 54 + 12 * 100);
	CU_ASSERT(m->l2_len == 14 && m->l3_len == 20 && m->l4_len == 20 && m->tso_segsz == 100);
	CU_ASSERT_EQUAL(m->packet_type, RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 |
			RTE_PTYPE_L4_TCP);
	CU_ASSERT_EQUAL(m->ol_flags, aggregate_flag() | RTE_MBUF_F_RX_LRO |
			RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_NONE);
	CU_ASSERT_EQUAL(m->port, PORT_ID);
	is_aggregate(m, &want, 12);
	CU_ASSERT_EQUAL(b->q.stats.packets, 12);
	CU_ASSERT_EQUAL(b->q.stats.bytes, 12 * 154);
	CU_ASSERT(counts(b).aggregates == 1 && counts(b).merged == 12);
	CU_ASSERT_EQUAL(counts(b).closed_flush, 1);
	close_gro(b);
}

/* Sums that were made during the copy, and those that nobody made. */
static void
checksums(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct pkt p = pkt_tcp4, bad;
	struct rte_mbuf *pkts[8];
	unsigned int csum;
	struct bench *b;

	for (csum = 0; csum < 2; csum++) {
		b = open_gro(NB_MBUFS, &conf, 0);
		b->q.csum = csum != 0;
		add_next(b, &p);
		add_next(b, &p);
		bad = p;
		bad.l4_sum_xor = 0x0100;
		add(b, &bad);
		pkt_next(&p);
		add_next(b, &p);
		add_next(b, &p);
		bench_send(b);
		CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 8), 3);
		CU_ASSERT(rxb_gro_packets(pkts[0]) == 2 && rxb_gro_packets(pkts[2]) == 2);
		CU_ASSERT_EQUAL(pkts[1]->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK,
				RTE_MBUF_F_RX_L4_CKSUM_BAD);
		CU_ASSERT_EQUAL(counts(b).why[RXB_GRO_WHY_L4_CSUM], 1);
		if (csum)
			CU_ASSERT_EQUAL(counts(b).verified, 0);
		rte_pktmbuf_free_bulk(pkts, 3);
		close_gro(b);
	}
}

/* A poll that finds nothing more gives up what there is; one that finds nothing at all
 * has nothing to give. */
static void
empty_poll(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt p = pkt_tcp4, want = pkt_tcp4;
	struct rte_mbuf *pkts[32];
	unsigned int i;

	for (i = 0; i < 3; i++) {
		add_next(b, &p);
		add_next(b, &p);
		bench_send(b);
		CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 32), 1);
		is_aggregate(pkts[0], &want, 2);
		CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 0);
		CU_ASSERT_EQUAL(burst(&b->q, pkts, 32), 0);
	}
	CU_ASSERT_EQUAL(counts(b).closed_flush, 3);
	close_gro(b);
}

/* The burst is full: what is open waits for the rest of the input. */
static void
over_bursts(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt p = pkt_tcp4, want = pkt_tcp4;
	struct rte_mbuf *m;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		add_next(b, &p);
		add_next(b, &p);
		add_alone(b);
	}
	bench_send(b);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
		CU_ASSERT_TRUE(is_alone(m));
		rte_pktmbuf_free(m);
		CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 1);
		CU_ASSERT_EQUAL(burst(&b->q, &m, 0), 0);
		CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 1);
	}
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	is_aggregate(m, &want, 6);
	close_gro(b);
}

/* Input that never ends keeps nothing longer than the bound. */
static void
hold_bound(void)
{
	const struct wport_conf conf = merge(HOLD_SHORT_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt p = pkt_tcp4, want = pkt_tcp4;
	struct rte_mbuf *m;
	unsigned int i, nb_alone = 0, nb_ours = 0;

	add_next(b, &p);
	add_next(b, &p);
	for (i = 0; i < 20; i++)
		add_alone(b);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	CU_ASSERT_TRUE(is_alone(m));
	rte_pktmbuf_free(m);
	CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 1);
	rte_delay_us_block(2 * HOLD_SHORT_US);
	/* By the second poll after it is due: the first has to find that out. */
	for (i = 0; i < 2 && nb_ours == 0; i++) {
		CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
		if (is_alone(m)) {
			rte_pktmbuf_free(m);
			continue;
		}
		is_aggregate(m, &want, 2);
		nb_ours++;
	}
	CU_ASSERT_EQUAL(nb_ours, 1);
	CU_ASSERT_EQUAL(counts(b).closed_hold, 1);
	while (burst(&b->q, &m, 1) != 0) {
		CU_ASSERT_TRUE(is_alone(m));
		rte_pktmbuf_free(m);
		nb_alone++;
	}
	CU_ASSERT(nb_alone == 19 || nb_alone == 18);
	close_gro(b);
}

/* gro-hold=0: nothing stays open from one read to the next. */
static void
no_hold(void)
{
	const struct wport_conf conf = merge(0);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt p = pkt_tcp4, want = pkt_tcp4;
	struct rte_mbuf *pkts[4];
	unsigned int i;

	for (i = 0; i < 11; i++)
		add_next(b, &p);
	bench_send(b);
	/* Four become one, then three, then two, then one. */
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 4), 4);
	for (i = 0; i < 4; i++)
		is_aggregate(pkts[i], &want, 4 - i);
	CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 0);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 4), 1);
	is_aggregate(pkts[0], &want, 1);
	CU_ASSERT_EQUAL(counts(b).closed_flush, 0);
	close_gro(b);
}

/* Many flows, each with one packet at a time: none is ready by itself. A call reads so many
 * and no more, and comes back with something; nothing is lost. */
static void
saturated(void)
{
	struct wport_conf conf = merge(HOLD_LONG_US);
	struct rte_mbuf *pkts[32];
	unsigned int i, n, got = 0, calls = 0;
	uint64_t before = 0;
	struct bench *b;

	conf.gro_flows = 512;
	b = open_gro(NB_MBUFS, &conf, 0);
	for (i = 0; i < 900; i++) {
		struct pkt p = pkt_tcp4;

		p.sport = 1000 + i;
		add(b, &p);
		if (i % 30 == 29)
			bench_send(b);
	}
	while ((n = burst(&b->q, pkts, 32)) != 0) {
		CU_ASSERT(b->q.stats.packets - before <= 32 + 256);
		before = b->q.stats.packets;
		if (calls++ == 0)
			CU_ASSERT_EQUAL(before, 288);
		rte_pktmbuf_free_bulk(pkts, n);
		got += n;
	}
	CU_ASSERT_EQUAL(got, 900);
	CU_ASSERT(calls <= 30);
	close_gro(b);
}

/* All of one flow, without an end: aggregates close because they are full. */
static void
full_aggregates(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt p = pkt_tcp4, want;
	struct rte_mbuf *pkts[32];
	unsigned int i, n;

	p.len = 1448;
	want = p;
	for (i = 0; i < 90; i++) {
		add_next(b, &p);
		if (i % 10 == 9)
			bench_send(b);
	}
	/* 65535 - 14 - 40 hold 45 of them. */
	n = burst(&b->q, pkts, 32);
	CU_ASSERT_EQUAL_FATAL(n, 2);
	for (i = 0; i < n; i++) {
		CU_ASSERT(pkts[i]->pkt_len <= 65535);
		is_aggregate(pkts[i], &want, 45);
	}
	close_gro(b);
}

/* What the application asks for is kept; the length of a frame is what ethdev makes of no
 * wish. */
static void
wishes(void)
{
	static const struct { uint32_t wish; unsigned int nb; } cases[] = {
		{ 0, 1 }, { 1522, 1 }, { 65535, 1 },
		/* 54 + 2 * 1000 <= 2054 */
		{ 2054, 6 }, { 2053, 12 }, { 1523, 12 }, { 12054, 1 }, { 12053, 2 },
	};
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct rte_mbuf *pkts[32];
	unsigned int i, j, n;

	for (i = 0; i < RTE_DIM(cases); i++) {
		struct bench *b = open_gro(NB_MBUFS, &conf, cases[i].wish);
		struct pkt p = pkt_tcp4;

		p.len = 1000;
		for (j = 0; j < 12; j++)
			add_next(b, &p);
		bench_send(b);
		n = burst(&b->q, pkts, 32);
		CU_ASSERT_EQUAL(n, cases[i].nb);
		if (n != cases[i].nb)
			printf("    wish %u: %u packets\n", cases[i].wish, n);
		rte_pktmbuf_free_bulk(pkts, n);
		close_gro(b);
	}
}

/* The queue stops: what is held is freed once, and counted as packets. */
static void
stop_with_held(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt p = pkt_tcp4, other = pkt_tcp6;
	struct rte_mbuf *m;
	unsigned int i;

	for (i = 0; i < 5; i++)
		add_next(b, &p);
	add_next(b, &other);
	add_alone(b);
	add_alone(b);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	rte_pktmbuf_free(m);
	CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 2);
	wport_rxq_stop(&b->q);
	CU_ASSERT_EQUAL(b->q.stats.gro_stopped, 6);
	CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 0);
	CU_ASSERT_EQUAL(burst(&b->q, &m, 1), 0);
	wport_rxq_stop(&b->q);
	CU_ASSERT_EQUAL(b->q.stats.gro_stopped, 6);
	/* It runs again, with the same context. */
	wport_rxq_start(&b->q);
	add_next(b, &p);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	rte_pktmbuf_free(m);
	close_gro(b);
}

/* The pool runs empty in the middle of a train: what is held goes up, and so its mbufs come
 * home. */
static void
starved(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(40, &conf, 0);
	struct pkt p = pkt_tcp4, want = pkt_tcp4;
	struct rte_mbuf *pkts[32];
	unsigned int i;

	for (i = 0; i < 100; i++)
		add_next(b, &p);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 32), 1);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 1);
	CU_ASSERT_EQUAL(burst(&b->q, pkts + 1, 31), 0);
	is_aggregate(pkts[0], &want, 40);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 32), 1);
	is_aggregate(pkts[0], &want, 40);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 32), 1);
	is_aggregate(pkts[0], &want, 20);
	close_gro(b);
}

/* The application holds what it got and the context the rest. */
static void
starved_and_held(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(3, &conf, 0);
	struct pkt p = pkt_tcp4, want = pkt_tcp4;
	struct rte_mbuf *m, *kept;

	add_next(b, &p);
	add_alone(b);
	add_next(b, &p);
	add_next(b, &p);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &kept, 1), 1);
	CU_ASSERT_TRUE(is_alone(kept));
	CU_ASSERT_EQUAL(rxb_gro_held(b->q.gro.ctx), 1);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	is_aggregate(m, &want, 2);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	is_aggregate(m, &want, 1);
	rte_pktmbuf_free(kept);
	close_gro(b);
}

/* Datagrams only where they are asked for, and with a mark of their own. */
static void
datagrams(void)
{
	struct wport_conf conf = merge(HOLD_LONG_US);
	struct rte_mbuf *pkts[8];
	unsigned int i, udp, n;

	for (udp = 0; udp < 2; udp++) {
		struct pkt p = pkt_udp4, want = pkt_udp4;
		struct bench *b;

		conf.gro_udp = udp != 0;
		b = open_gro(NB_MBUFS, &conf, 0);
		for (i = 0; i < 4; i++)
			add_next(b, &p);
		bench_send(b);
		n = burst(&b->q, pkts, 8);
		CU_ASSERT_EQUAL_FATAL(n, udp ? 1 : 4);
		CU_ASSERT_EQUAL(pkts[0]->ol_flags & RTE_MBUF_F_RX_LRO, 0);
		CU_ASSERT_NOT_EQUAL_FATAL(aggregate_flag(), 0);
		CU_ASSERT_EQUAL((pkts[0]->ol_flags & aggregate_flag()) != 0, udp);
		for (i = 0; i < n; i++)
			is_aggregate(pkts[i], &want, 4 / n);
		close_gro(b);
	}
}

static uint16_t
sport(const struct rte_mbuf *m)
{
	bool v4 = (m->packet_type & RTE_PTYPE_L3_MASK) == RTE_PTYPE_L3_IPV4;
	const uint8_t *ports = rte_pktmbuf_mtod_offset(m, const uint8_t *, v4 ? 34 : 54);

	return ports[0] << 8 | ports[1];
}

/* gro=list: packets as they came, each flow's together, and each is told how many. */
static void
lists(void)
{
	static const struct { uint16_t in, out, left; } want[] = {
		{ 1, 1, 3 }, { 2, 1, 2 }, { 1, 1, 1 }, { 3, 2, 2 }, { 1, 2, 1 }, { 2, 3, 1 },
	};
	const struct wport_conf conf = { .gro = WPORT_GRO_LIST, .gro_flows = FLOWS };
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct rte_mbuf *pkts[8];
	unsigned int i;

	for (i = 0; i < RTE_DIM(want); i++) {
		struct pkt p = pkt_tcp4;

		p.sport = want[i].in;
		p.seq = i;
		add(b, &p);
	}
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 8), 6);
	for (i = 0; i < RTE_DIM(want); i++) {
		CU_ASSERT_EQUAL(sport(pkts[i]), want[i].out);
		CU_ASSERT_EQUAL(*rxb_gro_group_left(pkts[i], b->q.gro.group_off), want[i].left);
		CU_ASSERT(pkts[i]->nb_segs == 1 && pkts[i]->next == NULL);
		CU_ASSERT_EQUAL(pkts[i]->ol_flags & RTE_MBUF_F_RX_LRO, 0);
	}
	rte_pktmbuf_free_bulk(pkts, 6);
	CU_ASSERT(counts(b).groups == 2 && counts(b).grouped == 5);
	/* As many as were asked for and no more, and nothing is read beyond. */
	for (i = 0; i < 3; i++)
		add_alone(b);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 2), 2);
	CU_ASSERT_EQUAL(b->q.stats.packets, 8);
	rte_pktmbuf_free_bulk(pkts, 2);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, 2), 1);
	rte_pktmbuf_free(pkts[0]);
	close_gro(b);
}

/* Bursts longer than groups are. */
static void
long_lists(void)
{
	const struct wport_conf conf = { .gro = WPORT_GRO_LIST, .gro_flows = FLOWS };
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct rte_mbuf *pkts[PKTS_MAX];
	struct pkt p = pkt_tcp6, want = pkt_tcp6;
	unsigned int i, wrong = 0;

	for (i = 0; i < 300; i++)
		add_next(b, &p);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, pkts, PKTS_MAX), 300);
	for (i = 0; i < 300; i++) {
		wrong += *rxb_gro_group_left(pkts[i], b->q.gro.group_off) !=
			(i < 256 ? 64 - i % 64 : 300 - i);
		is_aggregate(pkts[i], &want, 1);
	}
	CU_ASSERT_EQUAL(wrong, 0);
	close_gro(b);
}

/* Without the offload the burst is the family's, and a context that was goes. What it has
 * counted stays. */
static void
switched_off(void)
{
	const struct wport_conf conf = merge(HOLD_LONG_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct rte_eth_dev_data data = { .mtu = 1500, .numa_node = SOCKET_ID_ANY };
	struct rxb_gro *ctx = port.rxq.gro.ctx;
	struct pkt p = pkt_tcp4;
	struct rte_mbuf *m;

	add_next(b, &p);
	add_next(b, &p);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	rte_pktmbuf_free(m);
	/* Nothing new: it stays as it is. */
	CU_ASSERT_EQUAL(wport_gro_apply(&port, &data), 0);
	CU_ASSERT_PTR_EQUAL(port.rxq.gro.ctx, ctx);
	port.rx_offloads = 0;
	/* The bench's queue is a copy of the port's, and has the counters. */
	port.rxq.gro = b->q.gro;
	CU_ASSERT_EQUAL(wport_gro_apply(&port, &data), 0);
	CU_ASSERT_PTR_NULL(port.rxq.gro.ctx);
	CU_ASSERT_PTR_EQUAL(wport_gro_burst_of(&port), toy_rx_burst);
	b->q.gro = port.rxq.gro;
	CU_ASSERT(counts(b).packets_in == 2 && counts(b).aggregates == 1);
	port.rx_offloads = RTE_ETH_RX_OFFLOAD_TCP_LRO;
	CU_ASSERT_EQUAL(wport_gro_apply(&port, &data), 0);
	CU_ASSERT_PTR_NOT_EQUAL(wport_gro_burst_of(&port), toy_rx_burst);
	b->q.gro = port.rxq.gro;
	add_next(b, &p);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(burst(&b->q, &m, 1), 1);
	rte_pktmbuf_free(m);
	CU_ASSERT(counts(b).packets_in == 3 && counts(b).packets_out == 2);
	close_gro(b);
}

/* Random trains in random transfers, read by random bursts: each flow comes out byte for byte
 * and in order, every mbuf comes home. */
static void
random_traffic(void)
{
	const struct wport_conf conf = merge(HOLD_SHORT_US);
	struct bench *b = open_gro(NB_MBUFS, &conf, 0);
	struct pkt in[8], out[8];
	struct rte_mbuf *pkts[64];
	unsigned int i, n, sent = 0, got = 0, round;
	uint32_t r = 12345;

	for (i = 0; i < RTE_DIM(in); i++) {
		in[i] = i % 2 ? pkt_tcp4 : pkt_tcp6;
		in[i].sport = 100 + i;
		in[i].len = 50 + 100 * i;
		out[i] = in[i];
	}
	for (round = 0; round < 200; round++) {
		for (n = round * 7 % 40; n != 0 && sent - got < 700; n--, sent++) {
			r = r * 1664525 + 1013904223;
			add_next(b, &in[(r >> 24) % (1 + (r >> 28) % RTE_DIM(in))]);
			if ((r >> 20 & 7) == 0)
				bench_send(b);
		}
		if (b->t.len != 0)
			bench_send(b);
		n = burst(&b->q, pkts, 1 + (r >> 16) % 64);
		for (i = 0; i < n; i++) {
			uint16_t packets = rxb_gro_packets(pkts[i]);

			is_aggregate(pkts[i], &out[sport(pkts[i]) - 100], packets);
			got += packets;
		}
	}
	while ((n = burst(&b->q, pkts, 64)) != 0)
		for (i = 0; i < n; i++) {
			got += rxb_gro_packets(pkts[i]);
			rte_pktmbuf_free(pkts[i]);
		}
	CU_ASSERT_EQUAL(got, sent);
	CU_ASSERT(counts(b).aggregates > 100);
	close_gro(b);
}

static CU_TestInfo tests[] = {
	{ "across transfers", across_transfers },
	{ "checksums", checksums },
	{ "empty poll", empty_poll },
	{ "over bursts", over_bursts },
	{ "hold bound", hold_bound },
	{ "no hold", no_hold },
	{ "saturated", saturated },
	{ "full aggregates", full_aggregates },
	{ "wishes", wishes },
	{ "stop with held", stop_with_held },
	{ "starved", starved },
	{ "starved and held", starved_and_held },
	{ "datagrams", datagrams },
	{ "lists", lists },
	{ "long lists", long_lists },
	{ "switched off", switched_off },
	{ "random traffic", random_traffic },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_gro", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
