/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The receive burst of every family, with a chip of the test's own. */

#include <errno.h>

#include "bench.h"

#define NB_MBUFS 511u

/* Bytes in a transfer of a packet of 60 bytes: descriptor, 802.11, LLC/SNAP, EtherType
 * and rest, FCS, padding. */
#define UNIT_60 (16 + 26 + 6 + 48 + 4 + 4)

static struct bench *
open_bench(void)
{
	return bench_open(NB_MBUFS, 0, 0);
}

/* As many as asked for and no more; the transfer goes on in the next burst. */
static void
burst_limits(void)
{
	static const uint16_t sizes[] = { 1, 2, 7, 31, 32, 33, 64, 200 };
	struct rte_mbuf *pkts[1];
	unsigned int i, j;

	for (i = 0; i < RTE_DIM(sizes); i++) {
		struct bench *b = open_bench();

		for (j = 0; j < 90; j++) {
			bench_frame(b, j, 60);
			if (j % 30 == 29)
				bench_send(b);
		}
		CU_ASSERT_EQUAL(toy_rx_burst(&b->q, pkts, 0), 0);
		CU_ASSERT_EQUAL(b->s->polled, 0);
		bench_take(b, sizes[i], 0, 90, 60);
		CU_ASSERT_EQUAL(b->q.stats.packets, 90);
		CU_ASSERT_EQUAL(b->q.stats.bytes, 90 * 60);
		CU_ASSERT_EQUAL(b->q.stats.units[0], 90);
		CU_ASSERT_EQUAL(b->q.stats.bursts, (90 + sizes[i] - 1) / sizes[i]);
		CU_ASSERT_EQUAL(b->q.stats.transfers, 3);
		CU_ASSERT_EQUAL(b->q.stats.transfer_bytes, b->xfer_bytes);
		CU_ASSERT_EQUAL(b->q.stats.ends[TOY_GOOD], 3);
		bench_close(b);
	}
}

/* Rate and clock of each frame; the family's own drop; a frame without a rate. */
static void
what_the_descriptor_says(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[8];
	const struct rte_wlan_rx *rx;
	uint8_t eth[100];

	bench_ethernet(eth, 0, 100);
	bench_packet(b, (struct toy_unit){ .mcs = 3, .ppdu = 9, .tsft = 0x89abcdef }, eth, 100);
	bench_packet(b, (struct toy_unit){ .flags = TOY_FORGED }, eth, 100);
	bench_packet(b, (struct toy_unit){ .flags = TOY_FCS_BAD }, eth, 100);
	bench_packet(b, (struct toy_unit){ .flags = TOY_NO_RATE, .tsft = 1 }, eth, 100);
	bench_packet(b, (struct toy_unit){ .mcs = 4, .tsft = 2 }, eth, 100);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 8), 3);
	rx = RTE_MBUF_DYNFIELD(pkts[0], b->q.dyn_off, const struct rte_wlan_rx *);
	CU_ASSERT(rx->mcs == 3 && rx->ppdu == 9 && rx->tsft_us == 0x89abcdef);
	CU_ASSERT_EQUAL(rx->flags, RTE_WLAN_RX_RATE | RTE_WLAN_RX_TSFT);
	rx = RTE_MBUF_DYNFIELD(pkts[1], b->q.dyn_off, const struct rte_wlan_rx *);
	CU_ASSERT(rx->mcs == 0 && rx->tsft_us == 1 && rx->flags == RTE_WLAN_RX_TSFT);
	rx = RTE_MBUF_DYNFIELD(pkts[2], b->q.dyn_off, const struct rte_wlan_rx *);
	CU_ASSERT(rx->mcs == 4 && rx->tsft_us == 2);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_MAX], 1);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_FCS_ERROR], 1);
	CU_ASSERT_EQUAL(b->q.stats.bad_rate, 1);
	CU_ASSERT_EQUAL(b->q.stats.units[0], 5);
	rte_pktmbuf_free_bulk(pkts, 3);
	bench_close(b);
}

/* No room for the dynamic field: the mbuf is left alone there. */
static void
without_a_field(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *m, probe;
	int off = b->q.dyn_off;

	b->q.dyn_off = -1;
	bench_frame(b, 0, 60);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &m, 1), 1);
	memset(&probe, 0, sizeof(probe));
	CU_ASSERT_EQUAL(memcmp(RTE_PTR_ADD(m, off), RTE_PTR_ADD(&probe, off), 16), 0);
	CU_ASSERT_PTR_EQUAL(m->buf_addr, rte_mbuf_buf_addr(m, b->mp));
	CU_ASSERT_TRUE(bench_is(m, 0, 60));
	rte_pktmbuf_free(m);
	bench_close(b);
}

/* The pool is empty in the middle of a transfer: nothing is lost, it goes on there. */
static void
starved(void)
{
	struct bench *b = bench_open(40, 0, 0);
	struct rte_mbuf *pkts[100], *more[100];
	unsigned int i;

	for (i = 0; i < 100; i++)
		bench_frame(b, i, 60);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 100), 40);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 1);
	CU_ASSERT_EQUAL(b->q.stats.units[0], 40);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, more, 60), 0);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 2);
	CU_ASSERT_EQUAL(b->q.stats.bursts, 1);
	for (i = 0; i < 40; i++)
		CU_ASSERT_TRUE(bench_is(pkts[i], i, 60));
	rte_pktmbuf_free_bulk(pkts, 3);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, more, 100), 3);
	for (i = 0; i < 3; i++)
		CU_ASSERT_TRUE(bench_is(more[i], 40 + i, 60));
	rte_pktmbuf_free_bulk(more, 3);
	rte_pktmbuf_free_bulk(pkts + 3, 37);
	bench_take(b, 32, 43, 57, 60);
	CU_ASSERT_EQUAL(b->q.stats.units[0], 100);
	bench_close(b);
}

/* In the middle of a chain too: what had been taken of it goes back. */
static void
starved_in_a_chain(void)
{
	struct bench *b = bench_open(5, 0, 0);
	struct rte_mbuf *pkts[4], *last;

	bench_lengths(b, 9000, true);
	bench_frame(b, 0, 3 * ROOM);
	bench_frame(b, 1, 3 * ROOM);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 4), 1);
	CU_ASSERT_EQUAL(pkts[0]->nb_segs, 3);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 1);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), 2);
	rte_pktmbuf_free(pkts[0]);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &last, 1), 1);
	CU_ASSERT_TRUE(bench_is(last, 1, 3 * ROOM));
	rte_pktmbuf_free(last);
	bench_close(b);
}

/* Lengths at the edges of mbuf and MTU, with scatter and without. */
static void
lengths(void)
{
	static const struct {
		uint32_t len, max_len;
		bool scatter;
		unsigned int segs;	/* 0: dropped */
	} cases[] = {
		{ 14, 1522, false, 1 },
		{ 1522, 1522, false, 1 },
		{ 1523, 1522, false, 0 },
		{ 1523, 1522, true, 0 },
		{ ROOM, 4000, false, 1 },
		{ ROOM - 63, 4000, false, 1 },
		{ ROOM - 64, 4000, false, 1 },
		{ ROOM + 1, 4000, false, 0 },
		{ ROOM + 1, 4000, true, 2 },
		{ 2 * ROOM, 9000, true, 2 },
		{ 2 * ROOM + 1, 9000, true, 3 },
		{ WPORT_PKT_MAX, WPORT_PKT_MAX, true, 6 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(cases); i++) {
		struct bench *b = open_bench();
		uint32_t len = cases[i].len, max_len = cases[i].max_len;
		bool too_long = len > max_len;
		struct rte_mbuf *m;
		uint16_t n;

		bench_lengths(b, max_len, cases[i].scatter);
		bench_frame(b, i, len);
		bench_send(b);
		n = toy_rx_burst(&b->q, &m, 1);
		CU_ASSERT_EQUAL(n, cases[i].segs != 0);
		CU_ASSERT_EQUAL(b->q.stats.too_long, too_long);
		CU_ASSERT_EQUAL(b->q.stats.no_scatter, n == 0 && !too_long);
		if (n != 0) {
			CU_ASSERT_TRUE(bench_is(m, i, len));
			CU_ASSERT_EQUAL(m->nb_segs, cases[i].segs);
			CU_ASSERT(m->data_off >= RTE_PKTMBUF_HEADROOM);
			CU_ASSERT(m->data_off + m->data_len <= m->buf_len);
			rte_pktmbuf_free(m);
		}
		bench_close(b);
	}
}

/* Each way a transfer can end, and what is left behind. */
static void
ends(void)
{
	struct bench *b = open_bench();
	uint32_t at;

	bench_send(b);				/* nothing at all */
	bench_frame(b, 0, 60);
	bench_send(b);				/* good */
	bench_frame(b, 1, 60);
	bench_frame(b, 2, 60);
	bench_send_part(b, UNIT_60 + 15, false);	/* the descriptor is cut */
	bench_frame(b, 2, 60);
	bench_frame(b, 3, 60);
	bench_send_part(b, UNIT_60 + 99, false);	/* the payload is cut */
	bench_frame(b, 3, 60);
	at = b->t.len;
	bench_unit(b, (struct toy_unit){ 0 }, NULL, 0);
	bench_frame(b, 99, 60);
	CU_ASSERT_EQUAL(at, UNIT_60);
	bench_send(b);				/* a length of nothing */
	bench_frame(b, 4, 60);
	bench_send(b)->status = -EIO;		/* an error, and good bytes */
	bench_take(b, 32, 0, 5, 60);
	CU_ASSERT_EQUAL(b->q.stats.ends[TOY_GOOD], 3);
	CU_ASSERT_EQUAL(b->q.stats.ends[TOY_SHORT_DESC], 1);
	CU_ASSERT_EQUAL(b->q.stats.ends[TOY_OVERRUN], 1);
	CU_ASSERT_EQUAL(b->q.stats.ends[TOY_ZERO], 1);
	CU_ASSERT_EQUAL(b->q.stats.transfer_errors, 1);
	CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, 15 + 99 + 16 + UNIT_60);
	CU_ASSERT_EQUAL(b->q.stats.splits, 0);
	bench_close(b);
}

/* A full transfer of a frame and the first at bytes of a large one; its rest, and one
 * frame more, in the next. */
static void
split_at(struct bench *b, uint32_t serial, uint32_t at)
{
	uint32_t first, whole;

	bench_frame(b, serial, 60);
	first = b->t.len;
	bench_frame(b, serial + 50, 1000);
	whole = b->t.len;
	bench_frame(b, serial + 1, 60);
	script_add(b->s, b->t.bytes, first + at, true);
	script_add(b->s, b->t.bytes + first + at, b->t.len - first - at, false);
	CU_ASSERT(whole > first + at);
	b->t.len = 0;
}

static void
splits(void)
{
	/* Unit of 16 + 26 + 6 + 988 + 4 = 1040 bytes. */
	static const uint32_t cuts[] = { 4, 8, 15, 16, 17, 500, 1039 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(cuts); i++) {
		struct bench *b = open_bench();

		split_at(b, 0, cuts[i]);
		bench_take(b, 32, 0, 2, 60);
		CU_ASSERT_EQUAL(b->q.stats.splits, 1);
		CU_ASSERT_EQUAL(b->q.stats.split_bytes, 1040 - cuts[i]);
		CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, cuts[i]);
		CU_ASSERT_EQUAL(b->q.stats.ends[TOY_GOOD], 1);
		bench_close(b);
	}
}

/* Over two more transfers; and with a length that nobody can know. */
static void
long_splits(void)
{
	struct bench *b = open_bench();
	uint8_t *bytes = b->t.bytes;

	bench_frame(b, 50, 1000);
	bench_frame(b, 0, 60);
	script_add(b->s, bytes, 400, true);
	script_add(b->s, bytes + 400, 400, true);
	script_add(b->s, bytes + 800, b->t.len - 800, false);
	bench_take(b, 32, 0, 1, 60);
	CU_ASSERT_EQUAL(b->q.stats.splits, 1);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 640);
	script_add(b->s, bytes, 3, true);
	script_add(b->s, bytes, 1040 + UNIT_60, true);	/* nobody knows: all of it goes ... */
	script_add(b->s, bytes + 1040, UNIT_60, false);	/* ... and no more */
	bench_take(b, 32, 0, 1, 60);
	CU_ASSERT_EQUAL(b->q.stats.splits, 2);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 640 + 1040 + UNIT_60);
	bench_close(b);
}

/* The rest of a unit is shorter than it should be: what follows is not its rest. */
static void
split_ends_early(void)
{
	struct bench *b = open_bench();

	bench_frame(b, 50, 1000);
	script_add(b->s, b->t.bytes, 400, true);
	script_add(b->s, b->t.bytes + 400, 600, false);
	b->t.len = 0;
	bench_frame(b, 0, 60);
	bench_send(b);
	bench_take(b, 32, 0, 1, 60);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 600);
	bench_close(b);
}

/* A transfer of the other endpoint comes between the two parts of a unit. */
static void
split_and_event(void)
{
	struct bench *b = open_bench();
	uint8_t *bytes = b->t.bytes;

	bench_frame(b, 50, 1000);
	bench_frame(b, 1, 60);
	script_add(b->s, bytes, 400, true);
	b->t.len = 0;
	bench_frame(b, 0, 60);
	script_add(b->s, bytes, b->t.len, false)->ep = 0x85;
	/* Cut, and yet nothing goes on there. */
	script_add(b->s, bytes, b->t.len - 8, true)->ep = 0x85;
	b->t.len = 0;
	bench_frame(b, 50, 1000);
	bench_frame(b, 1, 60);
	script_add(b->s, bytes + 400, b->t.len - 400, false);
	bench_take(b, 32, 0, 2, 60);
	CU_ASSERT_EQUAL(b->q.stats.splits, 1);
	CU_ASSERT_EQUAL(b->q.stats.split_bytes, 640);
	bench_close(b);
}

/* The device was away between a transfer and the next: the rest of a unit never comes. Also
 * where the transfer is looked at when all of that is over. */
static void
split_and_restart(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkt;
	uint32_t late;

	for (late = 0; late < 2; late++) {
		bench_frame(b, 0, 60);
		bench_send(b);
		bench_frame(b, 50, 1000);
		script_add(b->s, b->t.bytes, 400, true);
		b->t.len = 0;
		CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &pkt, 1), 1);
		rte_pktmbuf_free(pkt);
		if (late == 0)
			CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &pkt, 1), 0);
		CU_ASSERT_EQUAL(b->q.stats.splits, 1);
		b->q.epoch++;
		bench_frame(b, 7, 60);
		bench_frame(b, 8, 60);
		bench_send(b);
		bench_take(b, 32, 7, 2, 60);
		CU_ASSERT_EQUAL(b->q.stats.splits, late + 1);
		CU_ASSERT_EQUAL(b->q.stats.split_bytes, 0);
	}
	bench_close(b);
}

/* The other endpoint has no aggregates: a unit that is cut there does not go on. */
static void
event_does_not_go_on(void)
{
	struct bench *b = open_bench();

	bench_frame(b, 50, 1000);
	bench_send_part(b, 400, true)->ep = 0x85;
	bench_frame(b, 0, 60);
	bench_send(b);
	bench_take(b, 32, 0, 1, 60);
	CU_ASSERT_EQUAL(b->q.stats.ends[TOY_OVERRUN], 1);
	CU_ASSERT_EQUAL(b->q.stats.splits, 0);
	bench_close(b);
}

/* Events alone without end: a burst comes back all the same. */
static void
budget(void)
{
	static const uint8_t event[8] = { 0 };
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[32];
	unsigned int i, calls = 0;

	for (i = 0; i < 900; i++) {
		bench_unit(b, (struct toy_unit){ .type = TOY_EVENT }, event, 8);
		bench_send(b);
	}
	bench_frame(b, 0, 60);
	bench_send(b);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, pkts, 4), 0);
	CU_ASSERT_EQUAL(b->s->returned, 4 + WPORT_XFER_BATCH);
	while (toy_rx_burst(&b->q, pkts, 32) == 0 && calls < 100)
		calls++;
	CU_ASSERT(calls >= 900 / (32 + WPORT_XFER_BATCH) - 1 && calls < 20);
	CU_ASSERT_TRUE(bench_is(pkts[0], 0, 60));
	rte_pktmbuf_free(pkts[0]);
	CU_ASSERT_EQUAL(b->q.stats.units[TOY_EVENT], 900);
	CU_ASSERT_EQUAL(b->q.stats.notes[0], 900 * 8);
	bench_close(b);
}

/* Stopped in the middle of a transfer, with more polled and more behind. */
static void
stop_in_the_middle(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[4];
	unsigned int i;

	for (i = 0; i < 20; i++) {
		bench_frame(b, 2 * i, 60);
		bench_frame(b, 2 * i + 1, 60);
		bench_send(b);
	}
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, pkts, 3), 3);
	CU_ASSERT_EQUAL(wport_rxq_count(&b->q), 19);
	rte_pktmbuf_free_bulk(pkts, 3);
	wport_rxq_stop(&b->q);
	CU_ASSERT_EQUAL(b->q.stats.stopped, 1);
	CU_ASSERT_EQUAL(b->q.stats.unread, WPORT_XFER_BATCH - 2);
	CU_ASSERT_EQUAL(b->q.stats.transfers, 2);
	CU_ASSERT_EQUAL(wport_rxq_count(&b->q), 4);
	bench_check_sums(b);
	/* Who polls a stopped queue gets nothing; twice is once. */
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, pkts, 4), 0);
	CU_ASSERT_EQUAL(b->s->polled, WPORT_XFER_BATCH);
	wport_rxq_stop(&b->q);
	bench_check_sums(b);
	wport_rxq_start(&b->q);
	bench_take(b, 32, 32, 8, 60);
	bench_close(b);
}

/* Done with, and not returned yet: that is a good end. */
static void
stop_at_the_end(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *m;

	bench_frame(b, 0, 60);
	bench_send(b);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &m, 1), 1);
	rte_pktmbuf_free(m);
	CU_ASSERT_EQUAL(wport_rxq_count(&b->q), 1);
	wport_rxq_stop(&b->q);
	CU_ASSERT_EQUAL(b->q.stats.stopped, 0);
	CU_ASSERT_EQUAL(b->q.stats.ends[TOY_GOOD], 1);
	bench_close(b);
}

/* What a stop forgets: the rest of a unit, the PPDU, the chip's state. */
static void
start_anew(void)
{
	struct bench *b = open_bench();

	split_at(b, 0, 500);
	b->s->added--;	/* its rest never comes */
	free(b->s->blocks[1]);
	bench_take(b, 32, 0, 1, 60);
	CU_ASSERT_EQUAL(b->q.carry, 540);
	b->q.chip_state = 5;
	wport_rxq_stop(&b->q);
	wport_rxq_start(&b->q);
	CU_ASSERT_EQUAL(b->q.chip_state, 0);
	CU_ASSERT_EQUAL(b->q.ppdu_key, UINT64_MAX);
	bench_frame(b, 1, 60);
	bench_send(b);
	bench_take(b, 32, 1, 1, 60);
	bench_close(b);
}

static CU_TestInfo tests[] = {
	{ "burst limits", burst_limits },
	{ "what the descriptor says", what_the_descriptor_says },
	{ "without a field", without_a_field },
	{ "starved", starved },
	{ "starved in a chain", starved_in_a_chain },
	{ "lengths", lengths },
	{ "ends", ends },
	{ "splits", splits },
	{ "long splits", long_splits },
	{ "split ends early", split_ends_early },
	{ "split and event", split_and_event },
	{ "split and restart", split_and_restart },
	{ "event does not go on", event_does_not_go_on },
	{ "budget", budget },
	{ "stop in the middle", stop_in_the_middle },
	{ "stop at the end", stop_at_the_end },
	{ "start anew", start_anew },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_rx", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
