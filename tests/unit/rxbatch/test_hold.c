/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Aggregates that stay open: until when, in what order they leave, what is left at the end. */

#include "hold_bench.h"

static void
empty_poll(void)
{
	struct rxb_gro_stats stats;

	start(HOLD);
	CU_ASSERT_EQUAL(feed(0, 1000), 0);
	CU_ASSERT_EQUAL(feed(0, 1001), 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 1);
	CU_ASSERT_EQUAL(flush(8), 1);
	CU_ASSERT_EQUAL(out_packets(0), 2);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	CU_ASSERT_EQUAL(flush(8), 0);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.closed_flush, 1);
	CU_ASSERT_EQUAL(stats.closed_hold, 0);
	stop();
}

static void
deadline(void)
{
	struct rxb_gro_stats stats;

	start(HOLD);
	feed(0, 1000);
	/* What comes later makes it no younger. */
	CU_ASSERT_EQUAL(feed(0, 1050), 0);
	CU_ASSERT_EQUAL(feed(1, 1000 + HOLD - 1), 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 2);
	CU_ASSERT_EQUAL(feed(2, 1000 + HOLD + 1), 1);
	CU_ASSERT_EQUAL(out_flow(0), 0);
	CU_ASSERT_EQUAL(out_packets(0), 2);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 2);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.closed_hold, 1);
	/* Flow 1 was opened at 1099. */
	CU_ASSERT_EQUAL(feed(3, 1198), 0);
	CU_ASSERT_EQUAL(feed(3, 1200), 1);
	CU_ASSERT_EQUAL(out_flow(1), 1);
	stop();
}

/* What is due is no longer there for the flow's next packet. */
static void
deadline_of_its_own_flow(void)
{
	start(HOLD);
	feed(0, 1000);
	feed(0, 1001);
	CU_ASSERT_EQUAL(feed(0, 1000 + 5 * HOLD), 1);
	CU_ASSERT(out_packets(0) >= 2);
	flush(8);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	stop();
}

static void
nothing_came(void)
{
	struct rte_mbuf *none[1];
	struct rxb_gro_stats stats;

	start(HOLD);
	feed(0, 1000);
	CU_ASSERT_EQUAL(rxb_gro_process(gro, none, 0, 1000 + 2 * HOLD), 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 1);
	CU_ASSERT_EQUAL(flush(1), 1);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.closed_hold + stats.closed_flush, 1);
	stop();
}

/* Opened at one time; the clock is somewhere else then; by one hold after that it is out. */
static void
jump(uint64_t opened, uint64_t then)
{
	unsigned int i;

	start(HOLD);
	feed(0, opened);
	feed(0, opened);
	feed(1, then);
	feed(2, then + HOLD / 2);
	feed(3, then + HOLD + 1);
	for (i = 0; i < nb_out; i++)
		if (out_flow(i) == 0)
			break;
	CU_ASSERT(i < nb_out);
	if (i == nb_out)
		printf("  opened at %#" PRIx64 ", not out at %#" PRIx64 "\n", opened,
		       then + HOLD + 1);
	stop();
}

static void
clock_jumps(void)
{
	static const uint64_t back[] = {
		1, HOLD / 2, HOLD - 1, HOLD, HOLD + 1, 10 * HOLD, UINT32_MAX, 1ull << 40
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(back); i++) {
		jump(1ull << 50, (1ull << 50) - back[i]);
		jump(1ull << 50, (1ull << 50) + back[i]);
		jump(back[i], 0);
	}
	jump(1000, 1ull << 63);
	jump(1000, UINT64_MAX - HOLD / 2);
	jump(UINT64_MAX - 10, 5);
	/* Stamps of 32 bits that wrap. */
	jump(0xffffffc0, 0x30);
	jump(0xffffffc0, 0xffffffff);
}

/* Not only the oldest is looked at when the clock has been back. */
static void
clock_goes_back_a_little(void)
{
	unsigned int i, seen = 0;

	start(HOLD);
	feed(0, 1000);
	feed(1, 1050);
	feed(2, 1010);
	/* Room for all of them. */
	for (i = 3; i < 10; i++)
		feed(i, 1120);
	for (i = 0; i < nb_out; i++)
		if (out_flow(i) == 0 || out_flow(i) == 2)
			seen++;
	CU_ASSERT_EQUAL(seen, 2);
	stop();
}

static void
clock_wraps(void)
{
	start(HOLD);
	feed(0, UINT64_MAX - 20);
	CU_ASSERT_EQUAL(feed(1, 40), 0);
	CU_ASSERT_EQUAL(feed(1, 100), 1);
	CU_ASSERT_EQUAL(out_flow(0), 0);
	stop();
}

static void
hold_for_ever(void)
{
	start(UINT64_MAX);
	feed(0, 0);
	CU_ASSERT_EQUAL(feed(1, 1ull << 62), 0);
	CU_ASSERT_EQUAL(feed(0, 1ull << 62), 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 2);
	CU_ASSERT_EQUAL(flush(8), 2);
	CU_ASSERT_EQUAL(out_flow(0), 0);
	CU_ASSERT_EQUAL(out_packets(0), 2);
	stop();
}

static void
little_room(void)
{
	static const unsigned int rooms[] = { 3, 0, 3, 1, 2, 5 }, got[] = { 3, 0, 3, 1, 2, 1 };
	unsigned int i, left = 10;

	start(HOLD);
	for (i = 0; i < 10; i++) {
		feed(i, i);
		feed(i, i);
	}
	CU_ASSERT_EQUAL(nb_out, 0);
	for (i = 0; i < RTE_DIM(rooms); i++) {
		CU_ASSERT_EQUAL(rxb_gro_held(gro), left);
		CU_ASSERT_EQUAL(flush(rooms[i]), got[i]);
		left -= got[i];
	}
	CU_ASSERT_EQUAL(nb_out, 10);
	for (i = 0; i < nb_out; i++) {
		CU_ASSERT_EQUAL(out_flow(i), i);
		CU_ASSERT_EQUAL(out_packets(i), 2);
	}
	stop();
}

/* Closed for want of room is closed: the flow's next packet is behind it. */
static void
little_room_and_more(void)
{
	unsigned int i, seen = 0, packets = 0;

	start(HOLD);
	for (i = 0; i < 10; i++)
		feed(i, i);
	CU_ASSERT_EQUAL(flush(4), 4);
	CU_ASSERT_EQUAL(feed(9, 20), 1);
	CU_ASSERT_EQUAL(out_flow(4), 4);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 6);
	CU_ASSERT_EQUAL(flush(64), 6);
	for (i = 0; i < nb_out; i++) {
		packets += out_packets(i);
		if (out_flow(i) == 9)
			seen++;
	}
	CU_ASSERT_EQUAL(seen, 2);
	CU_ASSERT_EQUAL(packets, 11);
	for (i = 0; i < 9; i++)
		CU_ASSERT_EQUAL(out_flow(i), i);
	stop();
}

static void
freed_with_packets(void)
{
	unsigned int i;

	/* Open ones. */
	start(HOLD);
	for (i = 0; i < 20; i++)
		feed(i % 7, i);
	stop();
	/* Closed ones. */
	start(HOLD);
	for (i = 0; i < 20; i++)
		feed(i % 7, i);
	flush(2);
	stop();
	/* Both. */
	start(HOLD);
	for (i = 0; i < 20; i++)
		feed(i % 7, i);
	flush(2);
	feed(10, 30);
	feed(11, 30);
	CU_ASSERT(rxb_gro_held(gro) > 0);
	stop();
	start(HOLD);
	stop();
}

static void
counters_reset_with_packets(void)
{
	struct rxb_gro_stats stats;

	start(HOLD);
	feed(0, 1);
	feed(0, 1);
	rxb_gro_stats_reset(gro);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 1);
	CU_ASSERT_EQUAL(flush(8), 1);
	CU_ASSERT_EQUAL(out_packets(0), 2);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.packets_in, 0);
	CU_ASSERT_EQUAL(stats.packets_out, 1);
	CU_ASSERT_EQUAL(stats.aggregates, 1);
	CU_ASSERT_EQUAL(stats.merged, 2);
	stop();
}

static CU_TestInfo tests[] = {
	{ "68: an empty poll flushes", empty_poll },
	{ "68: the deadline, seen by process()", deadline },
	{ "68: the deadline of the flow that goes on", deadline_of_its_own_flow },
	{ "68: process() of nothing loses nothing", nothing_came },
	{ "69: the clock jumps, either way", clock_jumps },
	{ "69: the clock goes back less than the hold", clock_goes_back_a_little },
	{ "69: the clock wraps", clock_wraps },
	{ "69: a hold without an end", hold_for_ever },
	{ "70: less room than is held", little_room },
	{ "70: packets between two flushes", little_room_and_more },
	{ "71: freed with packets held", freed_with_packets },
	{ "71: counters reset with packets held", counters_reset_with_packets },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "hold", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
