/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* An air that is silent until it is told, and stops again. */

#include "../cunit_run.h"
#include "air.h"

#define MS 1000000ull

static struct air *
generator(const char *options)
{
	char err[200];
	struct air *air = air_open("gen:rate:100/size:1000/flows:1/count:20", options, err,
				   sizeof(err));

	CU_ASSERT_PTR_NOT_NULL_FATAL(air);
	return air;
}

static void
test_start_never(void)
{
	struct air *air = generator("start:never/ampdu:1");
	const struct air_frame *frame;

	CU_ASSERT(air_held(air));
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_begin(air, 3 * MS);		/* somebody listens, to nothing */
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_take(air);
	air_release(air, 70 * MS);
	CU_ASSERT_FALSE(air_held(air));
	frame = air_peek(air);
	CU_ASSERT_PTR_NOT_NULL_FATAL(frame);
	CU_ASSERT(frame->start_ns >= 70 * MS && frame->start_ns < 71 * MS);
	air_close(air);
}

static void
test_hold_in_between(void)
{
	struct air *air = generator("ampdu:1");
	const struct air_frame *frame;
	unsigned int taken;

	CU_ASSERT_FALSE(air_held(air));
	air_release(air, 500 * MS);	/* it is not held: nothing moves */
	CU_ASSERT(air_peek(air)->start_ns < 10 * MS);
	for (taken = 0; taken < 5; taken++)
		air_take(air);
	air_hold(air);
	CU_ASSERT_PTR_NULL(air_peek(air));
	air_hold(air);
	air_release(air, 900 * MS);
	frame = air_peek(air);
	CU_ASSERT_PTR_NOT_NULL_FATAL(frame);
	CU_ASSERT(frame->start_ns >= 900 * MS && frame->start_ns < 901 * MS);
	for (; air_peek(air) != NULL; taken++)
		air_take(air);
	CU_ASSERT_EQUAL(taken, 20);	/* none was lost */
	air_close(air);
}

static void
test_release_is_no_way_back(void)
{
	struct air *air = generator("ampdu:1/start:50");

	air_hold(air);
	air_release(air, 1 * MS);	/* its time has not come yet */
	CU_ASSERT(air_peek(air)->start_ns >= 50 * MS);
	air_close(air);
}

static void
test_hold_after(void)
{
	struct air *air = generator("ampdu:4");
	unsigned int round, taken;

	for (round = 0; round < 3; round++) {
		air_hold_after(air, 6);		/* not a whole number of PPDUs */
		air_release(air, (round + 1) * 100 * MS);
		for (taken = 0; air_peek(air) != NULL; taken++)
			air_take(air);
		CU_ASSERT_EQUAL(taken, 6);
		CU_ASSERT(air_held(air));
	}
	air_hold_after(air, 6);
	air_hold_after(air, 0);		/* not counted any more */
	air_release(air, 500 * MS);
	CU_ASSERT_PTR_NOT_NULL_FATAL(air_peek(air));
	CU_ASSERT(air_peek(air)->end_ns >= 500 * MS);
	for (taken = 0; air_peek(air) != NULL; taken++)
		air_take(air);
	CU_ASSERT_EQUAL(taken, 2);
	CU_ASSERT_FALSE(air_held(air));
	air_close(air);
}

/* The first to listen hears the air from its zero on, a later one from where it is. */
static void
test_begin(void)
{
	struct air *air = generator("ampdu:1/start:50");

	air_begin(air, 1000 * MS);
	CU_ASSERT(air_peek(air)->start_ns >= 1050 * MS);
	CU_ASSERT(air_peek(air)->start_ns < 1051 * MS);
	air_take(air);
	air_begin(air, 3000 * MS);
	CU_ASSERT(air_peek(air)->start_ns >= 3000 * MS);
	CU_ASSERT(air_peek(air)->start_ns < 3001 * MS);
	air_close(air);
}

static void
test_begin_behind_release(void)
{
	struct air *air = generator("ampdu:1/start:never");

	air_release(air, 1000 * MS);
	air_begin(air, 1500 * MS);
	CU_ASSERT(air_peek(air)->start_ns >= 1500 * MS);
	CU_ASSERT(air_peek(air)->start_ns < 1501 * MS);
	air_close(air);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "start:never", test_start_never },
		{ "held in between", test_hold_in_between },
		{ "released before its time", test_release_is_no_way_back },
		{ "held after so many frames", test_hold_after },
		{ "who listens first, who listens later", test_begin },
		{ "released before anybody listens", test_begin_behind_release },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "air: held and released", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
