/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Limits of size and count from transfers alone, and when they are not to be seen. */

#include "analyse_limits.h"
#include "an_make.h"

static struct an_limits limits;
static struct an_guess guess;
static struct an_chip chip;
static uint64_t now_us;

static void
begin(const char *name)
{
	chip = chip_called(name);
	an_limits_init(&limits, &chip);
	now_us = 1000000;
}

/* n transfers of so many units of so many bytes, one each gap us, then a pause. */
static void
see(unsigned int n, uint32_t units, uint32_t bytes, uint32_t gap_us, uint32_t pause_us)
{
	static struct an_unit u[300];
	struct an_transfer t;
	uint32_t i;

	CU_ASSERT_FATAL(units <= COUNT(u));
	for (; n > 0; n--) {
		for (i = 0; i < units; i++) {
			u[i] = unit_at(now_us, bytes);
			now_us += gap_us;
		}
		t = transfer_of(u, units);
		an_limits_see(&limits, &t, u);
		now_us += pause_us;
	}
}

static void
end(bool timed, uint32_t size, uint32_t units)
{
	an_limits_guess(&limits, timed, &guess);
	CU_ASSERT_EQUAL(guess.agg.size, size);
	CU_ASSERT_EQUAL(guess.agg.units, units);
	CU_ASSERT_NOT_EQUAL(strlen(guess.why_size), 0);
	CU_ASSERT_NOT_EQUAL(strlen(guess.why_units), 0);
}

/* 20 KiB, as Linux sets it: 13 units of 1568 bytes are 20384. */
static void
usual_size(void)
{
	begin("rtl8922au");
	see(100, 3, 1568, 300, 1024);
	see(2, 13, 1568, 10, 0);
	end(true, 0, 0);
	see(1, 13, 1568, 10, 0);
	end(true, 20 * 1024, 0);
	CU_ASSERT_FALSE(guess.single);
	/* Without times too. */
	end(false, 20 * 1024, 0);
	/* One that is longer by more than a unit: it is not the limit. */
	see(1, 16, 1568, 10, 0);
	end(false, 0, 0);
}

/* 16 KiB, as the vendor's drivers set it: filled in 100 us, or in 700. */
static void
other_size(void)
{
	begin("rtl8852cu");
	see(50, 4, 1560, 200, 1000);
	see(15, 10, 1560, 10, 0);
	see(5, 10, 1560, 70, 0);
	end(true, 16 * 1024, 0);
	end(false, 0, 0);
	/* Most as slowly as any, a few fast. */
	begin("rtl8852cu");
	see(20, 10, 1560, 70, 0);
	see(3, 10, 1560, 10, 0);
	end(true, 16 * 1024, 0);
}

/* A-MPDUs of always so many frames, each in a transfer of its own. */
static void
even_traffic_is_no_limit(void)
{
	begin("rtl8922au");
	see(200, 8, 1568, 10, 1000);
	end(true, 0, 0);
	begin("rtl8922au");
	see(200, 1, 1568, 10, 1000);
	end(true, 0, 0);
	CU_ASSERT_TRUE(guess.single);
	CU_ASSERT_FALSE(guess.agg.enabled);
	/* Two A-MSDUs would not fit, but nobody tried. */
	begin("rtl8922au");
	see(200, 1, 11000, 10, 1000);
	see(200, 2, 1568, 10, 1000);
	end(true, 0, 0);
}

/* 7 units, over after 28 us, while smaller ones went on for 500. */
static void
count(void)
{
	begin("rtl8852bu");
	see(50, 5, 200, 100, 600);
	see(60, 7, 200, 4, 0);
	end(true, 0, 7);
	CU_ASSERT_TRUE(guess.agg.enabled);
}

static void
nothing_whole(void)
{
	const struct an_unit unit = unit_at(1000, 1568);
	struct an_transfer t = transfer_of(&unit, 1);

	begin("rtl8922au");
	end(true, 0, 0);
	t.len += 100;
	an_limits_see(&limits, &t, &unit);
	t.cause = AN_ERROR;
	an_limits_see(&limits, &t, &unit);
	end(true, 0, 0);
	CU_ASSERT_EQUAL(limits.transfers, 0);
	CU_ASSERT_FALSE(guess.single);
	CU_ASSERT_TRUE(guess.agg.enabled);
}

/* The request's end is no limit of the device's. */
static void
request_is_no_limit(void)
{
	static struct an_unit u[5];
	struct an_transfer t;
	unsigned int i;

	begin("rtl8922au");
	for (i = 0; i < COUNT(u); i++)
		u[i] = unit_at(1000 + i, 1632);
	t = transfer_of(u, COUNT(u));
	t.split = true;
	for (i = 0; i < 100; i++)
		an_limits_see(&limits, &t, u);
	see(50, 3, 1632, 100, 500);
	end(true, 0, 0);
	CU_ASSERT_EQUAL(limits.transfers, 50);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "usual_size", usual_size },
		{ "other_size", other_size },
		{ "even_traffic_is_no_limit", even_traffic_is_no_limit },
		{ "count", count },
		{ "nothing_whole", nothing_whole },
		{ "request_is_no_limit", request_is_no_limit },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "analyse_limits", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
