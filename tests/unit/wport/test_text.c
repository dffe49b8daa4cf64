/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Words that a user types, both sides of each edge. */

#include <stdio.h>
#include <string.h>

#include "cunit_run.h"

#include "wport_text.h"

#include <rte_common.h>

#define KEEP	RTE_WLAN_HOLD_KEEP

static void
number(void)
{
	static const struct { const char *text; bool good; uint32_t value; } rows[] = {
		{ "0", true, 0 }, { "7", true, 7 }, { "007", true, 7 },
		{ "4294967294", true, 4294967294u }, { "4294967295", false, 0 },
		{ "4294967296", false, 0 }, { "99999999999999999999", false, 0 },
		{ "", false, 0 }, { "-1", false, 0 }, { "+1", false, 0 }, { " 1", false, 0 },
		{ "1 ", false, 0 }, { "0x10", false, 0 }, { "1.5", false, 0 }, { "1,", false, 0 },
		{ "one", false, 0 },
	};
	uint32_t got;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		bool good = wport_text_number(rows[i].text, &got);

		CU_ASSERT_EQUAL(good, rows[i].good);
		CU_ASSERT(!rows[i].good || got == rows[i].value);
		if (good != rows[i].good)
			printf("    \"%s\"\n", rows[i].text);
	}
}

static void
numbers(void)
{
	static const struct { const char *text; unsigned int n; bool good; } rows[] = {
		{ "1,22,333", 3, true }, { "1", 1, true }, { "0,65536", 2, true },
		{ "1,22", 3, false }, { "1,22,333,4", 3, false }, { "1,22,", 3, false },
		{ ",22,333", 3, false }, { "1,,333", 3, false }, { "1;22;333", 3, false },
		{ "1, 22,333", 3, false }, { "1,22,x", 3, false }, { "", 1, false },
		{ NULL, 1, false },
	};
	uint32_t got[3];
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		bool good = wport_text_numbers(rows[i].text, got, rows[i].n);

		CU_ASSERT_EQUAL(good, rows[i].good);
		if (good != rows[i].good)
			printf("    \"%s\"\n", rows[i].text);
	}
	CU_ASSERT_TRUE(wport_text_numbers("1,22,333", got, 3));
	CU_ASSERT(got[0] == 1 && got[1] == 22 && got[2] == 333);
}

static void
hold(void)
{
	static const struct {
		const char *text;
		bool good;
		enum rte_wlan_hold_policy policy;
		uint32_t us;
	} rows[] = {
		{ "0", true, RTE_WLAN_HOLD_FIXED, 0 },
		{ "500", true, RTE_WLAN_HOLD_FIXED, 500 },
		{ "auto", true, RTE_WLAN_HOLD_BALANCED, KEEP },
		{ "auto:latency", true, RTE_WLAN_HOLD_LATENCY, KEEP },
		{ "auto:balanced", true, RTE_WLAN_HOLD_BALANCED, KEEP },
		{ "auto:cpu", true, RTE_WLAN_HOLD_CPU, KEEP },
		{ "", false, 0, 0 }, { "auto:", false, 0, 0 }, { "auto:x", false, 0, 0 },
		{ "auto:cpu ", false, 0, 0 }, { "autocpu", false, 0, 0 }, { "cpu", false, 0, 0 },
		{ "fixed", false, 0, 0 }, { "AUTO", false, 0, 0 }, { "500us", false, 0, 0 },
		{ "-1", false, 0, 0 }, { "4294967295", false, 0, 0 },
	};
	struct rte_wlan_rx_hold got;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		bool good;

		memset(&got, 0x5a, sizeof(got));
		good = wport_text_hold(rows[i].text, &got);
		CU_ASSERT_EQUAL(good, rows[i].good);
		CU_ASSERT(!rows[i].good || (got.policy == rows[i].policy &&
					    got.hold_us == rows[i].us));
		/* These are others' to say. */
		CU_ASSERT(got.size == 0x5a5a5a5a && got.count == 0x5a5a5a5a);
		if (good != rows[i].good)
			printf("    \"%s\"\n", rows[i].text);
	}
}

/* What is shown of a policy that adapts is what sets it. */
static void
policy(void)
{
	struct rte_wlan_rx_hold got;
	unsigned int i;

	CU_ASSERT_STRING_EQUAL(wport_text_policy(RTE_WLAN_HOLD_FIXED), "fixed");
	for (i = RTE_WLAN_HOLD_LATENCY; i <= RTE_WLAN_HOLD_CPU; i++) {
		CU_ASSERT_TRUE(wport_text_hold(wport_text_policy(i), &got));
		CU_ASSERT_EQUAL(got.policy, i);
	}
	CU_ASSERT_STRING_EQUAL(wport_text_policy(RTE_WLAN_HOLD_CPU + 1), "unknown");
	CU_ASSERT_STRING_EQUAL(wport_text_policy(KEEP), "unknown");
}

static CU_TestInfo tests[] = {
	{ "a number", number },
	{ "numbers", numbers },
	{ "a hold", hold },
	{ "a policy's name", policy },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_text", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
