/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CUNIT_RUN_H
#define CUNIT_RUN_H

/*
 * What every unit test program needs: run its CUnit suites, name the tests that
 * fail, end with "N passed, N failed, N skipped". A test that cannot run here
 * calls skip("why") and returns.
 */

#include <stdio.h>
#include <stdlib.h>

#include <CUnit/Basic.h>

static unsigned int cunit_skipped;

static inline void
skip(const char *why)
{
	cunit_skipped++;
	printf("  skipped: %s: %s\n", CU_get_current_test()->pName, why);
}

/* Register with CU_register_suites() before. Returns the exit status. */
static inline int
cunit_run(void)
{
	unsigned int failed, run;

	CU_basic_set_mode(CU_BRM_NORMAL);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (CU_basic_run_tests() != CUE_SUCCESS)
		return EXIT_FAILURE;
	failed = CU_get_number_of_tests_failed() + CU_get_number_of_suites_failed();
	run = CU_get_number_of_tests_run();
	if (run == 0)
		failed++;
	printf("\n%u passed, %u failed, %u skipped\n",
	       run - CU_get_number_of_tests_failed() - cunit_skipped, failed,
	       cunit_skipped);
	CU_cleanup_registry();
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif /* CUNIT_RUN_H */
