/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The air's option most: what the chip can receive bounds what the user left open. */

#include <string.h>

#include "../cunit_run.h"
#include "air/options.h"

static bool
parse(const char *text, struct air_options *o)
{
	char err[200];

	air_options_default(o, false, false);
	return air_options_parse(o, text, err, sizeof(err));
}

static void
test_bounds(void)
{
	static const struct { const char *text; struct air_rate rate; } rows[] = {
		{ "", { AIR_EHT, 11, 2, 3, 3 } },
		{ "most:he-2-160", { AIR_HE, 11, 2, 3, 3 } },
		{ "most:he-2-80", { AIR_HE, 11, 2, 2, 3 } },
		{ "most:he-1-80", { AIR_HE, 11, 1, 2, 3 } },
		/* two streams without being told more */
		{ "most:eht-8-160", { AIR_EHT, 11, 2, 3, 3 } },
		{ "most:vht-2-20", { AIR_VHT, 9, 2, 0, 0 } },
		/* a mode that is given, with what the chip can do in it */
		{ "most:he-1-80/mode:vht", { AIR_VHT, 9, 1, 2, 0 } },
		{ "most:he-1-80/mode:ht", { AIR_HT, 7, 1, 1, 0 } },
		{ "most:he-2-80/mode:ht", { AIR_HT, 15, 2, 1, 0 } },
		{ "most:he-1-20/mode:ht", { AIR_HT, 7, 1, 0, 0 } },
		{ "most:he-1-80/mode:ofdm", { AIR_OFDM, 7, 1, 0, 0 } },
		{ "most:he-1-80/mode:cck", { AIR_CCK, 3, 1, 0, 0 } },
		/* what is given stands, also beyond the chip and in any order */
		{ "most:he-1-80/mode:eht", { AIR_EHT, 11, 1, 2, 3 } },
		{ "most:he-1-80/nss:2/bw:160", { AIR_HE, 11, 2, 3, 3 } },
		{ "mode:eht/most:he-1-80", { AIR_EHT, 11, 1, 2, 3 } },
		{ "mode:ht/mcs:15/most:he-1-80", { AIR_HT, 15, 2, 1, 0 } },
		/* a later one wins */
		{ "most:he-1-80/most:he-2-160", { AIR_HE, 11, 2, 3, 3 } },
	};
	struct air_options o;
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CU_ASSERT_FATAL(parse(rows[i].text, &o));
		if (memcmp(&o.rate, &rows[i].rate, sizeof(o.rate)) != 0)
			printf("  %s\n", rows[i].text);
		CU_ASSERT_EQUAL(o.rate.mode, rows[i].rate.mode);
		CU_ASSERT_EQUAL(o.rate.mcs, rows[i].rate.mcs);
		CU_ASSERT_EQUAL(o.rate.nss, rows[i].rate.nss);
		CU_ASSERT_EQUAL(o.rate.bw, rows[i].rate.bw);
		CU_ASSERT_EQUAL(o.rate.gi_ltf, rows[i].rate.gi_ltf);
	}
}

static void
test_refused(void)
{
	static const char *const texts[] = {
		"most:", "most:he", "most:he-2", "most:he-2-", "most:he-2-81", "most:he-0-80",
		"most:he-9-80", "most:he-22-80", "most:wifi-2-80", "most:he-2-80-1",
		"most:he-2-80x", "most:he--80", "most:-2-80", "most:he-2-320",
	};
	struct air_options o;
	unsigned int i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		bool taken = parse(texts[i], &o);

		if (taken)
			printf("  %s\n", texts[i]);
		CU_ASSERT_FALSE(taken);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "most bounds what is not given", test_bounds },
		{ "values that most does not take", test_refused },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air option most", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
