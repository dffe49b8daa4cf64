/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A hold that changes, and its bound under load. */

#include "hold_bench.h"

static void
hold_shorter(void)
{
	start(1000);
	feed(0, 0);
	rxb_gro_set_hold(gro, 100, 50);
	CU_ASSERT_EQUAL(feed(1, 149), 0);
	CU_ASSERT_EQUAL(feed(2, 151), 1);
	CU_ASSERT_EQUAL(out_flow(0), 0);
	/* Opened since: the new one. */
	CU_ASSERT_EQUAL(feed(3, 248), 0);
	CU_ASSERT_EQUAL(feed(3, 250), 1);
	CU_ASSERT_EQUAL(out_flow(1), 1);
	stop();
}

static void
hold_longer(void)
{
	start(100);
	feed(0, 0);
	rxb_gro_set_hold(gro, 1000, 50);
	CU_ASSERT_EQUAL(feed(1, 60), 0);
	CU_ASSERT_EQUAL(feed(2, 99), 0);
	CU_ASSERT_EQUAL(feed(2, 101), 1);
	CU_ASSERT_EQUAL(out_flow(0), 0);
	CU_ASSERT_EQUAL(feed(2, 1059), 0);
	CU_ASSERT_EQUAL(feed(3, 1061), 1);
	CU_ASSERT_EQUAL(out_flow(1), 1);
	stop();
}

/* A short promise behind a long one. */
static void
hold_up_and_down(void)
{
	start(1000);
	feed(0, 0);
	rxb_gro_set_hold(gro, 100, 10);
	feed(1, 20);
	rxb_gro_set_hold(gro, 5000, 30);
	feed(2, 40);
	rxb_gro_set_hold(gro, 200, 50);
	CU_ASSERT_EQUAL(feed(3, 109), 0);
	CU_ASSERT_EQUAL(feed(3, 111), 1);
	CU_ASSERT_EQUAL(feed(3, 121), 1);
	CU_ASSERT_EQUAL(feed(3, 249), 0);
	CU_ASSERT_EQUAL(feed(3, 251), 1);
	CU_ASSERT_EQUAL(out_flow(0), 0);
	CU_ASSERT_EQUAL(out_flow(1), 1);
	CU_ASSERT_EQUAL(out_flow(2), 2);
	stop();
}

static void
hold_off_and_on(void)
{
	unsigned int i;

	start(1000);
	for (i = 0; i < 5; i++)
		feed(i, i);
	rxb_gro_set_hold(gro, 0, 10);
	/* Room for one with each, oldest first. */
	for (i = 0; i < 5; i++)
		CU_ASSERT_EQUAL(feed(5 + i, 11 + i), 1);
	CU_ASSERT_EQUAL(flush(64), 5);
	for (i = 0; i < 10; i++)
		CU_ASSERT_EQUAL(out_flow(i), i);
	drop();
	/* Nothing is held now. */
	CU_ASSERT_EQUAL(feed(20, 100), 1);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	rxb_gro_set_hold(gro, 50, 200);
	CU_ASSERT_EQUAL(feed(20, 201), 0);
	CU_ASSERT_EQUAL(feed(20, 202), 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 1);
	CU_ASSERT_EQUAL(feed(21, 252), 1);
	CU_ASSERT_EQUAL(out_packets(1), 2);
	stop();
}

static void
due_leave(void)
{
	struct rxb_gro_stats stats;
	unsigned int i;

	start(HOLD);
	for (i = 0; i < 10; i++)
		feed(i, 10 * i);
	CU_ASSERT_EQUAL(flush_due(64, 95), 0);
	/* 0 to 4 are older; in their order, as far as there is room. */
	CU_ASSERT_EQUAL(flush_due(0, 145), 0);
	CU_ASSERT_EQUAL(flush_due(3, 145), 3);
	CU_ASSERT_EQUAL(flush_due(64, 145), 2);
	CU_ASSERT_EQUAL(flush_due(64, 145), 0);
	for (i = 0; i < 5; i++)
		CU_ASSERT_EQUAL(out_flow(i), i);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.closed_hold, 5);
	CU_ASSERT_EQUAL(stats.closed_flush, 0);
	CU_ASSERT_EQUAL(stats.packets_out, 5);
	/* The others are still open. */
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 5);
	CU_ASSERT_EQUAL(feed(9, 146), 0);
	CU_ASSERT_EQUAL(flush(64), 5);
	CU_ASSERT_EQUAL(out_packets(9), 2);
	stop();
}

/* What was closed and found no room is due at any time. */
static void
due_what_waits(void)
{
	unsigned int i;

	start(HOLD);
	for (i = 0; i < 10; i++)
		feed(i, 10);
	CU_ASSERT_EQUAL(flush(2), 2);
	feed(20, 20);
	CU_ASSERT_EQUAL(flush_due(64, 21), 7);
	for (i = 0; i < 10; i++)
		CU_ASSERT_EQUAL(out_flow(i), i);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 1);
	CU_ASSERT_EQUAL(flush_due(64, 10), 1);	/* the clock has been back */
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	stop();
}

/* As the header shows it: 64 become due at once while hardly anything comes. */
static void
due_before_each_poll(void)
{
	unsigned int i, polls;

	start(HOLD);
	for (i = 0; i < 64; i++)
		feed(i, 0);
	CU_ASSERT_EQUAL(nb_out, 0);
	for (polls = 1; nb_out < 64 && polls < 100; polls++) {
		CU_ASSERT(flush_due(32, HOLD + polls) <= 32);
		feed(0, HOLD + polls);
	}
	CU_ASSERT_EQUAL(polls, 3);
	for (i = 0; i < 64; i++)
		CU_ASSERT_EQUAL(out_flow(i), i);
	flush(64);
	stop();
}

static void
due_of_no_hold(void)
{
	start(0);
	CU_ASSERT_EQUAL(feed(0, 0), 1);
	CU_ASSERT_EQUAL(flush_due(64, 1000), 0);
	stop();
}

/* Held to the limit, with bursts that close everything: never more than flows and a burst. */
static void
never_more_than(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct rte_mbuf *pkts[32];
	unsigned int round, i, n, in = 0, gone = 0;
	struct pkt p;

	conf.max_flows = 8;
	start_with(&conf, UINT64_MAX);
	for (round = 0; round < 200; round++) {
		for (i = 0; i < 32; i++) {
			p = flows[(i + round) % 64];
			p.ttl = (uint8_t)(64 + (round + i / 8) % 2);
			pkts[i] = pkt_mbuf(&p, gro_pool);
		}
		in += 32;
		n = rxb_gro_process(gro, pkts, 32, round);
		for (i = 0; i < n; i++)
			gone += rxb_gro_packets(pkts[i]);
		rte_pktmbuf_free_bulk(pkts, n);
		CU_ASSERT(rxb_gro_held(gro) <= 8 + 32);
	}
	while (flush(32) != 0) {
		for (i = 0; i < nb_out; i++)
			gone += out_packets(i);
		drop();
	}
	CU_ASSERT_EQUAL(gone, in);
	stop();
}

#ifdef __SANITIZE_ADDRESS__
#define SATURATED 500000u
#else
#define SATURATED 10000000u
#endif
#define BUSY 4
#define BURST 32
#define STEP 10

/* A packet from bytes that are there, with another sequence number and id. */
static struct rte_mbuf *
quick(const struct rte_mbuf *from, uint32_t seq, uint32_t id)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(gro_pool);
	uint8_t *eth;

	CU_ASSERT_PTR_NOT_NULL_FATAL(m);
	m->ol_flags = from->ol_flags;
	m->data_len = from->data_len;
	m->pkt_len = from->pkt_len;
	eth = rte_pktmbuf_mtod(m, uint8_t *);
	memcpy(eth, rte_pktmbuf_mtod(from, void *), 14 + 20 + 20);
	eth[18] = (uint8_t)(id >> 8);
	eth[19] = (uint8_t)id;
	eth[38] = (uint8_t)(seq >> 24);
	eth[39] = (uint8_t)(seq >> 16);
	eth[40] = (uint8_t)(seq >> 8);
	eth[41] = (uint8_t)seq;
	return m;
}

static void
saturation(void)
{
	struct rte_mbuf *like[BUSY + 1], *pkts[BURST], *rare = NULL;
	uint64_t now = 0, rare_since = 0, worst = 0, rare_out = 0, gone = 0;
	uint32_t seq[BUSY + 1] = { 0 }, id[BUSY + 1] = { 0 };
	unsigned int i, f, n, round, nb_rare = 0;

	start(HOLD);
	for (f = 0; f <= BUSY; f++)
		like[f] = pkt_mbuf(&flows[2 * f], gro_pool);
	for (round = 0; round < SATURATED / BURST; round++, now += STEP) {
		for (i = 0; i < BURST; i++) {
			f = i / (BURST / BUSY);
			if (round % 1000 == 7 && i == 13)
				f = BUSY;
			pkts[i] = quick(like[f], seq[f], id[f]++);
			seq[f] += 100;
			if (f == BUSY) {
				rare = pkts[i];
				rare_since = now;
				nb_rare++;
			}
		}
		n = rxb_gro_process(gro, pkts, BURST, now);
		for (i = 0; i < n; i++) {
			gone += rxb_gro_packets(pkts[i]);
			if (pkts[i] == rare) {
				worst = RTE_MAX(worst, now - rare_since);
				rare_out++;
				rare = NULL;
			}
		}
		rte_pktmbuf_free_bulk(pkts, n);
		if (rxb_gro_held(gro) > 64 + BURST)
			break;
	}
	CU_ASSERT_EQUAL(round, SATURATED / BURST);
	CU_ASSERT_EQUAL(rare_out, nb_rare);
	CU_ASSERT(worst >= HOLD - STEP && worst <= HOLD + STEP);
	flush(64);
	for (i = 0; i < nb_out; i++)
		gone += out_packets(i);
	CU_ASSERT_EQUAL(gone, (uint64_t)round * BURST);
	for (f = 0; f <= BUSY; f++)
		rte_pktmbuf_free(like[f]);
	stop();
}

static CU_TestInfo tests[] = {
	{ "72: hold becomes shorter", hold_shorter },
	{ "72: hold becomes longer", hold_longer },
	{ "72: hold up and down", hold_up_and_down },
	{ "72: hold 0, and back", hold_off_and_on },
	{ "73: flush_due() gives what is due, leaves the rest open", due_leave },
	{ "73: flush_due() gives what found no room", due_what_waits },
	{ "73: flush_due() before each poll keeps the bound", due_before_each_poll },
	{ "73: flush_due() without a hold", due_of_no_hold },
	{ "73: never more held than flows and a burst", never_more_than },
	{ "73: 10^7 packets, a rare flow among busy ones", saturation },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "hold and its bound", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
