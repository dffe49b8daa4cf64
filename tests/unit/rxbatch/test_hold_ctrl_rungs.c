/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What is thought of rungs: tables with one line for each case. */

#include "cunit_run.h"

#include <string.h>

#include "rxb_hold_rungs.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define S UINT64_C(1000000000)

static struct rxb_hold h;

/* A transfer costs 100 us, a frame 10. */
static void
start(void)
{
	static const struct rxb_hold_conf conf = {
		.step_us = 32, .min_us = 32, .max_us = 1024, .start_us = 32, .cycles_hz = S,
		.preset = RXB_HOLD_BALANCED, .buffers = 8,
	};

	CU_ASSERT_EQUAL_FATAL(rxb_hold_init(&h, &conf, 0), 0);
	h.fit.transfer = 100000 * 256;
	h.fit.frame = 10000 * 256;
	h.fit.samples = 100;
}

static void
test_predict(void)
{
	static const struct {
		uint32_t from, to;
		uint64_t transfers, timer, frames, then;
	} table[] = {
		/* 1000 apart: 32 of hold, 968 of wait. */
		{ 0, 1, 1000, 1000, 5000, 968 },
		{ 0, 5, 1000, 1000, 5000, 502 },
		{ 5, 0, 502, 502, 5000, 1000 },
		{ 2, 2, 1000, 1000, 5000, 1000 },
		/* What size closes stays; the rest is 2000 apart. */
		{ 0, 5, 1000, 500, 9000, 834 },
		{ 0, 5, 1000, 0, 9000, 1000 },
		/* No wait: as often as the hold allows, never more than frames, or than now. */
		{ 5, 4, 1420, 0, 17000, 1953 },
		{ 5, 0, 1420, 0, 17000, 17000 },
		{ 5, 0, 1420, 0, 60000, 31250 },
		{ 5, 4, 5000, 0, 60000, 5000 },
		/* No frames in most of them. */
		{ 5, 0, 900, 900, 300, 900 },
		{ 0, 5, 0, 0, 0, 0 },
	};
	struct rxb_hold_rung r;
	unsigned int i;

	for (i = 0; i < LENGTH(table); i++) {
		start();
		h.rungs[table[i].from] = (struct rxb_hold_rung){
			.transfers = table[i].transfers, .timer = table[i].timer,
			.frames = table[i].frames, .busy_permille = 1000, .visited = true,
		};
		r = rxb_hold_predict(&h, table[i].from, table[i].to);
		CU_ASSERT(r.transfers + 1 >= table[i].then && r.transfers <= table[i].then + 1);
		CU_ASSERT_EQUAL(r.frames, table[i].frames);
	}
}

static void
visit(uint32_t rung, uint64_t transfers, uint64_t frames)
{
	h.rungs[rung] = (struct rxb_hold_rung){
		.transfers = transfers, .timer = transfers, .frames = frames,
		.busy_permille = 1000, .visited = true,
	};
}

/* Of 32, 128 and 1024 us; a rung of no transfers was not visited. */
static void
test_best(void)
{
	static const struct {
		uint64_t at[3][2];
		uint32_t best;
	} table[] = {
		/* 35 %, 25 %, 15 %: within 60 all, the shortest. */
		{ { { 3000, 5000 }, { 2000, 5000 }, { 1000, 5000 } }, 0 },
		/* 65 %, 55 %, 15 % */
		{ { { 6000, 5000 }, { 5000, 5000 }, { 1000, 5000 } }, 2 },
		{ { { 0, 0 }, { 5000, 5000 }, { 1000, 5000 } }, 2 },
		{ { { 0, 0 }, { 0, 0 }, { 8000, 5000 } }, 5 },
		/* None within: the least, or, where they are alike, the shortest. */
		{ { { 7900, 5000 }, { 7500, 5000 }, { 7000, 5000 } }, 5 },
		{ { { 7500, 5000 }, { 7400, 5000 }, { 7300, 5000 } }, 0 },
		/* Goodput first, by more than 3 %. */
		{ { { 7500, 5000 }, { 5000, 4800 }, { 1000, 4800 } }, 0 },
		{ { { 7500, 5000 }, { 7000, 4900 }, { 6000, 4900 } }, 5 },
		{ { { 3000, 4800 }, { 2000, 5000 }, { 1000, 5000 } }, 2 },
		/* Saturated ones count for 7 % less, and last. */
		{ { { 9500, 5200 }, { 7000, 5000 }, { 0, 0 } }, 2 },
		{ { { 9500, 5800 }, { 7000, 5000 }, { 0, 0 } }, 0 },
		{ { { 9500, 5000 }, { 9500, 5000 }, { 9500, 5000 } }, 5 },
		{ { { 9500, 5000 }, { 9500, 5000 }, { 7000, 4600 } }, 5 },
	};
	static const uint32_t rungs[] = { 0, 2, 5 };
	unsigned int i, k;

	for (i = 0; i < LENGTH(table); i++) {
		start();
		for (k = 0; k < 3; k++)
			if (table[i].at[k][0] != 0)
				visit(rungs[k], table[i].at[k][0], table[i].at[k][1]);
		CU_ASSERT_EQUAL(rxb_hold_best(&h), table[i].best);
		if (rxb_hold_best(&h) != table[i].best)
			fprintf(stderr, "line %u: %u\n", i, rxb_hold_best(&h));
	}
}

static void
test_measure(void)
{
	struct rxb_hold_sum sum = {
		.ns = 200000000, .busy_ns = 100000000, .transfers = 100, .frames = 700,
		.bytes = 700 * 1500, .timer = 60, .polls = 100, .crowded = 50, .looks = 20,
		.full = 10,
	};
	struct rxb_hold_rung r = rxb_hold_measure(&sum);

	start();
	CU_ASSERT_EQUAL(r.transfers, 1000);
	CU_ASSERT_EQUAL(r.timer, 600);
	CU_ASSERT_EQUAL(r.frames, 7000);
	CU_ASSERT_EQUAL(r.frame_bytes, 1500);
	CU_ASSERT_EQUAL(r.busy_permille, 500);
	CU_ASSERT_FALSE(r.behind || r.drops);
	CU_ASSERT_EQUAL(rxb_hold_busy_load(&h, &r), 170);
	CU_ASSERT_EQUAL(rxb_hold_load(&h, &r), 85);
	sum.crowded = 51;
	CU_ASSERT(rxb_hold_measure(&sum).behind);
	sum.crowded = 0;
	sum.full = 11;
	CU_ASSERT(rxb_hold_measure(&sum).behind);
	sum.drops = 1;
	CU_ASSERT(rxb_hold_measure(&sum).drops);
	memset(&sum, 0, sizeof(sum));
	CU_ASSERT_EQUAL(rxb_hold_measure(&sum).transfers, 0);
}

/* Other traffic: what was remembered of other rungs goes. */
static void
test_remember(void)
{
	static const struct {
		uint32_t frames, bytes;
		bool same;
	} table[] = {
		{ 700, 1500, true }, { 900, 1500, true }, { 940, 1500, false },
		{ 530, 1500, true }, { 520, 1500, false }, { 700, 1130, true },
		{ 700, 1120, false }, { 700, 2010, false },
	};
	struct rxb_hold_sum sum = {
		.ns = 100000000, .busy_ns = 100000000, .transfers = 100, .frames = 700,
		.bytes = 700 * 1500, .timer = 100,
	};
	unsigned int i;

	for (i = 0; i < LENGTH(table); i++) {
		start();
		sum.frames = 700;
		sum.bytes = 700 * 1500;
		CU_ASSERT(rxb_hold_remember(&h, 0, &sum));
		CU_ASSERT(rxb_hold_remember(&h, 3, &sum));
		sum.frames = table[i].frames;
		sum.bytes = (uint64_t)table[i].frames * table[i].bytes;
		CU_ASSERT_EQUAL(rxb_hold_remember(&h, 3, &sum), table[i].same);
		CU_ASSERT(h.rungs[3].visited);
		CU_ASSERT_EQUAL(h.rungs[3].frames, table[i].frames * 10);
		CU_ASSERT_EQUAL(h.rungs[0].visited, table[i].same);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "what another rung would do", test_predict },
		{ "which is the best", test_best },
		{ "what was measured", test_measure },
		{ "what is remembered", test_remember },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxbatch_hold_ctrl_rungs", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
