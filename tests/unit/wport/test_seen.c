/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the receive path counts of the device's aggregation, and when it looks at the clock. */

#include "bench.h"

/* Bytes in a transfer of a packet of 60 bytes: descriptor, 802.11, LLC/SNAP, EtherType
 * and rest, FCS, padding. */
#define UNIT_60 (16 + 26 + 6 + 48 + 4 + 4)
#define NB_MBUFS 511u

static void
limit(struct wport_seen *s, uint32_t size, uint32_t units)
{
	const struct rxb_hold_limits limits = { size, units };

	wport_seen_limit(s, &limits);
}

static void
buckets(void)
{
	static const struct { uint32_t frames; unsigned int bucket; } rows[] = {
		{ 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 3 }, { 4, 3 }, { 5, 4 }, { 8, 4 }, { 9, 5 },
		{ 16, 5 }, { 17, 6 }, { 32, 6 }, { 33, 7 }, { 64, 7 }, { 255, 7 },
		{ 65536, 7 }, { UINT32_MAX, 7 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++)
		CU_ASSERT_EQUAL(wport_seen_bucket(rows[i].frames), rows[i].bucket);
}

/* Frames, other units and what closed it. A frame is one, whatever becomes of it. */
static void
transfers(void)
{
	static const struct {
		unsigned int frames, others;
		uint32_t size, units;
		enum rxb_hold_close close;
	} rows[] = {
		{ 1, 0, 4096, 0, RXB_HOLD_BY_TIMER },
		{ 3, 2, 4096, 0, RXB_HOLD_BY_TIMER },
		/* 5 units of 104 are 520: another would not fit in 623. */
		{ 5, 0, 624, 0, RXB_HOLD_BY_TIMER },
		{ 5, 0, 623, 0, RXB_HOLD_BY_SIZE },
		/* All units count, frames or not. */
		{ 3, 2, 4096, 6, RXB_HOLD_BY_TIMER },
		{ 3, 2, 4096, 5, RXB_HOLD_BY_COUNT },
		{ 0, 2, 4096, 2, RXB_HOLD_BY_COUNT },
		/* No aggregation: one is all. */
		{ 1, 0, 0, 1, RXB_HOLD_BY_COUNT },
		{ 40, 0, 0, 0, RXB_HOLD_BY_TIMER },
	};
	static const uint8_t other[88];
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct bench *b = bench_open(NB_MBUFS, 0, 0);
		const struct rxb_hold_seen *all = &b->q.seen.all;

		limit(&b->q.seen, rows[i].size, rows[i].units);
		for (n = 0; n < rows[i].frames; n++)
			bench_frame(b, n, 60);
		for (n = 0; n < rows[i].others; n++)
			bench_unit(b, (struct toy_unit){ .type = TOY_EVENT }, other, sizeof(other));
		bench_send(b);
		bench_take(b, 7, 0, rows[i].frames, 60);
		CU_ASSERT_EQUAL(all->transfers, 1);
		CU_ASSERT_EQUAL(all->frames, rows[i].frames);
		CU_ASSERT_EQUAL(all->bytes, UNIT_60 * (rows[i].frames + rows[i].others));
		CU_ASSERT_EQUAL(all->closed[rows[i].close], 1);
		CU_ASSERT_EQUAL(b->q.seen.filled[wport_seen_bucket(rows[i].frames)], 1);
		CU_ASSERT_EQUAL(b->q.seen.frames + b->q.seen.others, 0);
		bench_close(b);
	}
}

/* A frame that is dropped, too long or without an mbuf at first is one frame. */
static void
frames_of_every_fate(void)
{
	struct bench *b = bench_open(2, 0, 0);
	struct rte_mbuf *pkts[4];
	uint8_t eth[100];

	bench_ethernet(eth, 0, 100);
	bench_packet(b, (struct toy_unit){ .flags = TOY_FORGED }, eth, 100);
	bench_packet(b, (struct toy_unit){ .flags = TOY_FCS_BAD }, eth, 100);
	bench_frame(b, 0, 60);
	bench_frame(b, 1, 60);
	bench_frame(b, 2, 60);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 4), 2);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, pkts + 2, 2), 0);
	rte_pktmbuf_free_bulk(pkts, 2);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 4), 1);
	rte_pktmbuf_free(pkts[0]);
	CU_ASSERT_EQUAL(b->q.seen.all.frames, 5);
	CU_ASSERT_EQUAL(b->q.seen.filled[4], 1);
	bench_close(b);
}

static void
monitor_mode(void)
{
	static const uint8_t status[TOY_ST_LEN];
	struct bench *b = bench_open(NB_MBUFS, 0, 0);
	struct rte_mbuf *pkts[8];
	uint16_t n;

	bench_lengths(b, 2000, false);
	CU_ASSERT_EQUAL_FATAL(wport_monitor_init(&b->q, SOCKET_ID_ANY), 0);
	limit(&b->q.seen, 0, 4);
	bench_frame(b, 0, 60);
	bench_frame(b, 1, 60);
	bench_frame(b, 2, 60);
	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS }, status, sizeof(status));
	bench_send(b);
	n = toy_monitor_burst(&b->q, pkts, 8);
	CU_ASSERT_EQUAL(n, 3);
	rte_pktmbuf_free_bulk(pkts, n);
	CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, pkts, 8), 0);
	CU_ASSERT_EQUAL(b->q.seen.all.frames, 3);
	CU_ASSERT_EQUAL(b->q.seen.filled[3], 1);
	CU_ASSERT_EQUAL(b->q.seen.all.closed[RXB_HOLD_BY_COUNT], 1);
	bench_close(b);
}

/* Another endpoint's transfers are not the aggregator's, and leave nothing behind. */
static void
events_of_a_capture(void)
{
	static const uint8_t other[8];
	struct bench *b = bench_open(NB_MBUFS, 0, 0);

	bench_unit(b, (struct toy_unit){ .type = TOY_EVENT }, other, sizeof(other));
	bench_send(b)->ep = SCRIPT_EP + 1;
	bench_frame(b, 0, 60);
	bench_send(b);
	bench_take(b, 8, 0, 1, 60);
	CU_ASSERT_EQUAL(b->q.seen.all.transfers, 1);
	CU_ASSERT_EQUAL(b->q.seen.filled[1], 1);
	bench_close(b);
}

/* Taken as far as its end, and no further: it is counted when the queue stops. */
static void
stopped_in_hand(void)
{
	struct bench *b = bench_open(NB_MBUFS, 0, 0);
	struct rte_mbuf *pkts[2];
	unsigned int left;

	for (left = 0; left < 2; left++) {
		bench_frame(b, 0, 60);
		bench_frame(b, 1, 60);
		bench_send(b);
		CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 2 - left), 2 - left);
		rte_pktmbuf_free_bulk(pkts, 2 - left);
		wport_rxq_stop(&b->q);
		CU_ASSERT_EQUAL(b->q.seen.all.transfers, 1);
		CU_ASSERT_EQUAL(b->q.stats.stopped, left);
		wport_rxq_start(&b->q);
		CU_ASSERT_EQUAL(b->q.seen.frames, 0);
	}
	bench_close(b);
}

static void
watch(struct bench *b, uint32_t number, uint32_t buffers)
{
	b->q.seen.buffers = buffers;
	b->q.seen.watch = number;
}

/* Without a policy nothing is timed and polls are not looked at. */
static void
nobody_watches(void)
{
	struct bench *b = bench_open(NB_MBUFS, 0, 0);
	unsigned int i;

	watch(b, 0, 1);
	for (i = 0; i < 40; i++) {
		bench_frame(b, i, 60);
		bench_send(b);
		bench_take(b, 8, i, 1, 60);
	}
	CU_ASSERT_EQUAL(b->q.seen.all.transfers, 40);
	CU_ASSERT_EQUAL(b->q.seen.all.polls, 0);
	CU_ASSERT_EQUAL(b->q.seen.all.samples, 0);
	CU_ASSERT_EQUAL(b->q.seen.all.began, 0);
	bench_close(b);
}

/* The next poll that finds something begins a sample. */
static void
sample_next(struct bench *b)
{
	b->q.seen.all.began_polls = b->q.seen.all.polls - 1000;
}

/* One busy period in several is timed: from its first poll to the burst that finds nothing,
 * not to the end of the burst that has packets. */
static void
a_policy_watches(void)
{
	struct bench *b = bench_open(NB_MBUFS, 0, 0);
	const struct rxb_hold_seen *all = &b->q.seen.all;
	struct rte_mbuf *pkts[8];
	unsigned int i, timed = 0;

	watch(b, 1, 32);
	for (i = 0; i < 10 * RXB_HOLD_SAMPLE; i++) {
		bench_frame(b, i, 60);
		bench_send(b);
		CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 8), 1);
		rte_pktmbuf_free(pkts[0]);
		timed += all->began != 0;
		CU_ASSERT_EQUAL(toy_rx_burst(&b->q, pkts, 8), 0);
		CU_ASSERT_EQUAL(all->began, 0);
	}
	CU_ASSERT_EQUAL(all->polls, 10 * RXB_HOLD_SAMPLE);
	CU_ASSERT(timed >= 9 && timed <= 10);
	CU_ASSERT_EQUAL(all->samples, timed);
	CU_ASSERT_EQUAL(all->k, timed);
	CU_ASSERT_EQUAL(all->n, timed);
	CU_ASSERT(all->y > 0);
	bench_close(b);
}

/* Another watch, and a queue that was stopped, begin anew. */
static void
another_watch(void)
{
	struct bench *b = bench_open(NB_MBUFS, 0, 0);
	const struct rxb_hold_seen *all = &b->q.seen.all;
	struct rte_mbuf *pkts[8];
	unsigned int i;

	watch(b, 1, 32);
	for (i = 0; i < 3; i++) {
		sample_next(b);
		bench_frame(b, i, 60);
		bench_send(b);
		CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 8), 1);
		rte_pktmbuf_free(pkts[0]);
		CU_ASSERT_NOT_EQUAL(all->began, 0);
		if (i == 0)
			watch(b, 2, 32);
		else if (i == 1)
			watch(b, 0, 32);
		else
			wport_rxq_start(&b->q);
		CU_ASSERT_EQUAL(toy_rx_burst(&b->q, pkts, 8), 0);
		CU_ASSERT_EQUAL(all->began, 0);
		watch(b, 3, 32);
	}
	CU_ASSERT_EQUAL(all->samples, 0);
	bench_close(b);
}

/* Three quarters of the buffers filled, those behind the batch of a poll too. */
static void
crowded(void)
{
	static const struct { unsigned int nb, buffers, crowded, polls; } rows[] = {
		{ 2, 4, 0, 1 }, { 3, 4, 1, 1 }, { 15, 32, 0, 1 }, { 16, 32, 0, 1 },
		/* 23 there, then 7; 24, then 8; 32, then 16 */
		{ 23, 32, 0, 2 }, { 24, 32, 1, 2 }, { 32, 32, 1, 2 },
	};
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct bench *b = bench_open(NB_MBUFS, 0, 0);

		watch(b, 1, rows[i].buffers);
		for (n = 0; n < rows[i].nb; n++) {
			bench_frame(b, n, 60);
			bench_send(b);
		}
		bench_take(b, 64, 0, rows[i].nb, 60);
		CU_ASSERT_EQUAL(b->q.seen.all.crowded, rows[i].crowded);
		CU_ASSERT_EQUAL(b->q.seen.all.polls, rows[i].polls);
		bench_close(b);
	}
}

static CU_TestInfo tests[] = {
	{ "buckets", buckets },
	{ "transfers", transfers },
	{ "frames of every fate", frames_of_every_fate },
	{ "monitor mode", monitor_mode },
	{ "events of a capture", events_of_a_capture },
	{ "stopped in hand", stopped_in_hand },
	{ "nobody watches", nobody_watches },
	{ "a policy watches", a_policy_watches },
	{ "another watch", another_watch },
	{ "crowded", crowded },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_seen", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
