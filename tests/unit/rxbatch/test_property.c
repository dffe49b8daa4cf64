/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Random bursts, and what must be true of all of them: what left can be had back byte for
 * byte and in order, split says the same of edited headers, nothing is lost nor stays
 * too long, the counters add up, and exactly that merged which had to (prop_ref.c).
 *
 *   RXBATCH_SEED=N   other cases; a failure names it, and the seed of the case
 *   RXBATCH_CASE=N   this one alone
 *   RXBATCH_LONG=1   up to 100 seeds, each with 10 times as many cases
 *   RXBATCH_SHRINK_S=N    seconds to look for a smaller case that fails
 *   RXBATCH_PROPERTY_S=N  seconds for each kind of case: 4, of a long run 100
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rte_eal.h>

#include "cunit_run.h"
#include "prop_gen.h"
#include "prop_mem.h"

#ifdef __SANITIZE_ADDRESS__
#define SLOWER	4
#else
#define SLOWER	1
#endif

static bool
is_long(void)
{
	const char *e = getenv("RXBATCH_LONG");

	return e != NULL && strcmp(e, "1") == 0;
}

static uint64_t
number(const char *name, uint64_t otherwise)
{
	const char *e = getenv(name);

	return e != NULL ? strtoull(e, NULL, 0) : otherwise;
}

static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* False: it failed, and has been told of. */
static bool
run_one(const struct prop_profile *profile, uint64_t seed)
{
	struct prop_case c;
	bool ok;

	prop_gen(&c, profile, seed);
	ok = prop_case_run(&c);
	if (!ok) {
		printf("\n  %s, RXBATCH_CASE=0x%" PRIx64 ": %s\n", profile->name, seed, prop_wrong);
		prop_case_shrink(&c);
		printf("  the least that fails: %s\n", prop_wrong);
		prop_case_print(&c);
	}
	prop_case_free(&c);
	return ok;
}

/* Cases until the time is over or nb are done, the same ones each time; the first least
 * ones also on a machine that is busy. */
static bool
run_seed(const struct prop_profile *profile, uint64_t seed, uint32_t nb, uint32_t least,
	 double end)
{
	uint32_t i;

	for (i = 0; i < nb && (i < least || seconds() < end); i++)
		if (!run_one(profile, seed + i)) {
			CU_FAIL("property");
			return false;
		}
	return true;
}

static void
run(const struct prop_profile *profile, uint32_t nb)
{
	uint64_t seed = number("RXBATCH_SEED", 1) << 32, one = number("RXBATCH_CASE", 0);
	struct prop_totals before = prop_totals;
	uint32_t seeds = is_long() ? 100 : 1, i;
	double end = seconds() + (double)number("RXBATCH_PROPERTY_S", is_long() ? 100 : 4);

	nb = is_long() ? nb * 10 : nb / SLOWER;
	if (one != 0) {
		CU_ASSERT(run_one(profile, one));
		return;
	}
	for (i = 0; i < seeds; i++)
		if (!run_seed(profile, seed + ((uint64_t)i << 32), nb, seeds > 1 ? 0 : nb / 8, end))
			return;
	printf("  %s: %" PRIu64 " cases, %" PRIu64 " bursts, %" PRIu64 " packets, %" PRIu64
	       " merged in %" PRIu64 " aggregates, undone %" PRIu64 ", split %" PRIu64
	       ", grouped %" PRIu64 "\n", profile->name, prop_totals.cases - before.cases,
	       prop_totals.calls - before.calls, prop_totals.packets - before.packets,
	       prop_totals.merged - before.merged, prop_totals.aggregates - before.aggregates,
	       prop_totals.undone - before.undone, prop_totals.split - before.split,
	       prop_totals.grouped - before.grouped);
	/* A generator of nothing would pass. */
	CU_ASSERT((profile->list ? prop_totals.grouped - before.grouped :
		   prop_totals.merged - before.merged) > 1000);
	CU_ASSERT(prop_totals.table - before.table <= (prop_totals.packets - before.packets) / 5);
}

#define DEFINE_TEST(test, nb, ...) \
	static void \
	test(void) \
	{ \
		static const struct prop_profile profile = { .name = #test, __VA_ARGS__ }; \
		\
		run(&profile, nb); \
	}

/* Long trains, now and then something changes. */
DEFINE_TEST(trains_of_one_burst, 2500, .flows = 8, .calls = 12, .burst = 128, .change = 15,
	    .odd = 15, .own = 30, .udp = 200, .mss = 1460, .bytes = 400000)
/* Every field, often. */
DEFINE_TEST(every_field_changes, 3000, .flows = 4, .calls = 8, .burst = 64, .change = 150,
	    .odd = 60, .own = 60, .udp = 300, .mss = 600, .bytes = 200000)
DEFINE_TEST(odd_packets_between, 3000, .flows = 12, .calls = 8, .burst = 64, .change = 20,
	    .odd = 250, .own = 100, .udp = 300, .mss = 600, .bytes = 200000)
DEFINE_TEST(odd_mbufs, 2500, .flows = 8, .calls = 8, .burst = 64, .change = 10, .odd = 20,
	    .own = 400, .udp = 300, .mss = 1460, .bytes = 300000)
DEFINE_TEST(held_over_bursts, 3000, .flows = 12, .calls = 40, .burst = 64, .change = 25,
	    .odd = 40, .own = 30, .udp = 300, .mss = 600, .bytes = 400000, .hold = true)
DEFINE_TEST(small_limits, 3000, .flows = 20, .calls = 20, .burst = 64, .change = 20,
	    .odd = 30, .own = 20, .udp = 300, .mss = 1460, .bytes = 300000, .tight = true)
DEFINE_TEST(small_limits_held, 3000, .flows = 20, .calls = 40, .burst = 64, .change = 20,
	    .odd = 30, .own = 20, .udp = 300, .mss = 1460, .bytes = 300000, .tight = true,
	    .hold = true)
DEFINE_TEST(sums_verified, 2500, .flows = 8, .calls = 12, .burst = 64, .change = 15,
	    .odd = 80, .own = 50, .udp = 300, .mss = 600, .bytes = 200000, .verify = true)
DEFINE_TEST(many_flows, 1200, .flows = 200, .calls = 10, .burst = 512, .change = 10, .odd = 20,
	    .own = 10, .udp = 300, .mss = 100, .bytes = 400000, .hold = true)
DEFINE_TEST(largest_packets, 600, .flows = 3, .calls = 8, .burst = 128, .change = 5, .odd = 10,
	    .own = 20, .udp = 200, .mss = 9000, .bytes = 2000000, .hold = true)
DEFINE_TEST(back_off, 400, .flows = 6, .calls = 160, .burst = 16, .change = 10, .odd = 20,
	    .own = 0, .udp = 300, .mss = 100, .bytes = 400000, .dull = true)
DEFINE_TEST(list_mode, 4000, .flows = 12, .calls = 8, .burst = 128, .change = 40, .odd = 120,
	    .own = 60, .udp = 400, .mss = 100, .bytes = 200000, .list = true)

int
main(void)
{
	char args[][20] = { "unit", "--no-huge", "-m", "128", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	CU_TestInfo tests[] = {
		{ "trains_of_one_burst", trains_of_one_burst },
		{ "every_field_changes", every_field_changes },
		{ "odd_packets_between", odd_packets_between },
		{ "odd_mbufs", odd_mbufs },
		{ "held_over_bursts", held_over_bursts },
		{ "small_limits", small_limits },
		{ "small_limits_held", small_limits_held },
		{ "sums_verified", sums_verified },
		{ "many_flows", many_flows },
		{ "largest_packets", largest_packets },
		{ "back_off", back_off },
		{ "list_mode", list_mode },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "property", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};
	char *argv[RTE_DIM(args)];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	if (rte_eal_init(RTE_DIM(args), argv) < 0 || prop_mem_init() != 0 ||
	    CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_eal_cleanup();
	return ret;
}
