/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the receive context counts, and when it looks at the clock. */

#include "cunit_run.h"

#include <string.h>

#include "rxb_hold.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define BUFFERS 8u

static struct rxb_hold_seen seen;
static uint64_t now, clock_reads;

static void
start(void)
{
	memset(&seen, 0, sizeof(seen));
	now = 1000;
	clock_reads = 0;
}

static void
poll(uint32_t filled)
{
	bool wants = rxb_hold_wants_time(&seen, filled);

	clock_reads += wants;
	/* Where it is not asked for, it must not matter. */
	rxb_hold_see_poll(&seen, filled, BUFFERS, wants ? now : UINT64_MAX / 3);
}

static void
transfer(uint32_t frames, uint32_t cycles)
{
	now += cycles;
	rxb_hold_see_transfer(&seen, frames, frames * 1500, RXB_HOLD_BY_TIMER);
}

/* A period of work on nb transfers, then a rest. */
static void
period(uint32_t nb, uint32_t frames, uint32_t cycles)
{
	uint32_t i;

	poll(nb);
	for (i = 0; i < nb; i++)
		transfer(frames, cycles);
	poll(0);
	now += 123456;
}

static void
test_close_of(void)
{
	static const struct {
		struct rxb_hold_limits limits;
		uint32_t bytes, units;
		enum rxb_hold_close close;
	} table[] = {
		/* 13 of 1560 bytes: the next would make 21840. */
		{ { 20480, 255 }, 20280, 13, RXB_HOLD_BY_SIZE },
		{ { 20480, 255 }, 18720, 12, RXB_HOLD_BY_TIMER },
		{ { 20480, 255 }, 20480, 13, RXB_HOLD_BY_SIZE },
		/* 12 of 1575 and one more are 20475; of 1576 20488. */
		{ { 20480, 255 }, 12 * 1575, 12, RXB_HOLD_BY_TIMER },
		{ { 20480, 255 }, 12 * 1576, 12, RXB_HOLD_BY_SIZE },
		{ { 20480, 255 }, 100, 1, RXB_HOLD_BY_TIMER },
		{ { 20480, 4 }, 400, 4, RXB_HOLD_BY_COUNT },
		{ { 20480, 4 }, 400, 5, RXB_HOLD_BY_COUNT },
		{ { 20480, 4 }, 300, 3, RXB_HOLD_BY_TIMER },
		{ { 0, 4 }, 100000, 3, RXB_HOLD_BY_TIMER },
		{ { 20480, 0 }, 400, 1000, RXB_HOLD_BY_TIMER },
		{ { 0, 0 }, 100000, 1000, RXB_HOLD_BY_TIMER },
		{ { 20480, 255 }, 0, 0, RXB_HOLD_BY_TIMER },
		/* Larger than the limit, all by itself. */
		{ { 4096, 255 }, 7000, 1, RXB_HOLD_BY_SIZE },
		{ { 1u << 31, 0 }, UINT32_MAX, UINT32_MAX, RXB_HOLD_BY_SIZE },
	};
	unsigned int i;

	for (i = 0; i < LENGTH(table); i++)
		CU_ASSERT_EQUAL(rxb_hold_close_of(&table[i].limits, table[i].bytes,
						  table[i].units), table[i].close);
}

static void
test_counts(void)
{
	start();
	rxb_hold_see_transfer(&seen, 1, 100, RXB_HOLD_BY_TIMER);
	rxb_hold_see_transfer(&seen, 2, 200, RXB_HOLD_BY_TIMER);
	rxb_hold_see_transfer(&seen, 3, 300, RXB_HOLD_BY_TIMER);
	rxb_hold_see_transfer(&seen, 1, 400, RXB_HOLD_BY_SIZE);
	rxb_hold_see_transfer(&seen, 0, 24, RXB_HOLD_BY_COUNT);
	CU_ASSERT_EQUAL(seen.transfers, 5);
	CU_ASSERT_EQUAL(seen.frames, 7);
	CU_ASSERT_EQUAL(seen.bytes, 1024);
	CU_ASSERT_EQUAL(seen.closed[RXB_HOLD_BY_TIMER], 3);
	CU_ASSERT_EQUAL(seen.closed[RXB_HOLD_BY_SIZE], 1);
	CU_ASSERT_EQUAL(seen.closed[RXB_HOLD_BY_COUNT], 1);
	CU_ASSERT_EQUAL(seen.sparse, 2);
	poll(0);
	poll(5);
	poll(6);
	poll(8);
	CU_ASSERT_EQUAL(seen.polls, 3);
	CU_ASSERT_EQUAL(seen.crowded, 2);
}

/* One busy period in eight, exactly. */
static void
test_samples(void)
{
	uint32_t i;

	start();
	for (i = 0; i < 80; i++)
		period(2, 3, 500);
	CU_ASSERT_EQUAL(seen.samples, 9);	/* none of the first eight */
	CU_ASSERT_EQUAL(clock_reads, 18);
	CU_ASSERT_EQUAL(seen.k, 9 * 2);
	CU_ASSERT_EQUAL(seen.n, 9 * 6);
	CU_ASSERT_EQUAL(seen.y, 9 * 1000);
	CU_ASSERT_EQUAL(seen.kk, 9 * 4);
	CU_ASSERT_EQUAL(seen.kn, 9 * 12);
	CU_ASSERT_EQUAL(seen.nn, 9 * 36);
	CU_ASSERT_EQUAL(seen.ky, 9 * 2000);
	CU_ASSERT_EQUAL(seen.ny, 9 * 6000);
}

/* Work in many small bursts is one period: it ends where a poll finds nothing. */
static void
test_small_bursts(void)
{
	uint32_t i, k;

	start();
	for (i = 0; i < 160; i++) {
		for (k = 0; k < 4; k++) {
			poll(1);
			transfer(1, 700);
		}
		poll(0);
		now += 99999;
	}
	CU_ASSERT(seen.samples >= 50);
	CU_ASSERT_EQUAL(seen.k, 4 * seen.samples);
	CU_ASSERT_EQUAL(seen.y, 2800 * seen.samples);
	CU_ASSERT_EQUAL(clock_reads, 2 * seen.samples);
}

/* Never a poll that finds nothing. */
static void
test_never_idle(void)
{
	uint32_t i;

	start();
	for (i = 0; i < 3200; i++) {
		poll(1);
		transfer(10, 900);
	}
	CU_ASSERT(seen.samples >= 90);
	CU_ASSERT_EQUAL(seen.k, RXB_HOLD_SAMPLE_TRANSFERS * seen.samples);
	CU_ASSERT_EQUAL(seen.y, RXB_HOLD_SAMPLE_TRANSFERS * 900 * seen.samples);
	CU_ASSERT(clock_reads <= 2 * seen.samples + 1);
	/* The clock each 8 transfers at most. */
	CU_ASSERT(clock_reads <= 3200 / 8);
}

/* Begun in the middle of work and soon over: what was cut off counts too much. */
static void
test_cut(void)
{
	uint32_t i, k;

	start();
	for (k = 0; k < RXB_HOLD_SAMPLE_ANY; k++) {
		poll(1);
		transfer(1, 900);
	}
	/* The sample of these began at the first or at the eighth: this one is cut. */
	for (i = 0; seen.began == 0 && i < 100; i++) {
		poll(1);
		transfer(1, 900);
	}
	CU_ASSERT(seen.cut);
	i = (uint32_t)seen.samples;
	poll(0);
	CU_ASSERT_EQUAL(seen.samples, i);
	CU_ASSERT_EQUAL(seen.began, 0);
}

/* The processor was somebody else's. */
static void
test_interrupted(void)
{
	uint64_t before, samples;
	uint32_t i;

	start();
	for (i = 0; i < 800; i++)
		period(1, 1, 2000);
	/* For milliseconds: it counts as a few. */
	while (!rxb_hold_wants_time(&seen, 1))
		period(1, 1, 2000);
	before = seen.y;
	samples = seen.samples;
	period(1, 1, 12000000);
	CU_ASSERT_EQUAL(seen.samples, samples + 1);
	CU_ASSERT(seen.y - before <= 8 * 2100);
	/* For seconds: it does not count. */
	while (!rxb_hold_wants_time(&seen, 1))
		period(1, 1, 2000);
	before = seen.y;
	samples = seen.samples;
	poll(1);
	transfer(1, 1u << 31);
	poll(0);
	CU_ASSERT_EQUAL(seen.samples, samples);
	CU_ASSERT_EQUAL(seen.y, before);
	/* What is slower for good is soon believed. */
	for (i = 0; i < 800; i++)
		period(1, 1, 200000);
	before = seen.y;
	samples = seen.samples;
	for (i = 0; i < 80; i++)
		period(1, 1, 200000);
	CU_ASSERT_EQUAL(seen.y - before, (seen.samples - samples) * 200000);
}

static void
test_stop(void)
{
	start();
	seen.polls = 100;
	poll(1);
	CU_ASSERT_NOT_EQUAL(seen.began, 0);
	rxb_hold_see_stop(&seen);
	now += 1u << 20;
	transfer(1, 10);
	poll(0);
	CU_ASSERT_EQUAL(seen.samples, 0);
}

/* Transfers that hold no frame, and a period without a transfer. */
static void
test_nothing(void)
{
	uint32_t i;

	start();
	for (i = 0; i < 80; i++)
		period(1, 0, 500);
	CU_ASSERT_EQUAL(seen.samples, 9);
	CU_ASSERT_EQUAL(seen.n, 0);
	for (i = 0; i < 80; i++)
		period(0, 0, 0);
	CU_ASSERT_EQUAL(seen.samples, 9);
	seen.polls += 100;
	poll(1);
	poll(0);
	CU_ASSERT_EQUAL(seen.samples, 9);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "which limit closed it", test_close_of },
		{ "what is counted", test_counts },
		{ "one period in eight is timed", test_samples },
		{ "small bursts", test_small_bursts },
		{ "work that never ends", test_never_idle },
		{ "a sample that is cut", test_cut },
		{ "interrupted", test_interrupted },
		{ "stopped", test_stop },
		{ "no frames, no transfers", test_nothing },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxbatch_hold_ctrl_seen", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
