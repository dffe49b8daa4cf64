/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Costs of a transfer and a frame from sums over samples. */

#include "cunit_run.h"

#include "rxb_hold_fit.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#define GHZ UINT64_C(1000000000)
#define LOOK_NS 10000000u

/* -1 to 1 */
static double
chance(void)
{
	static uint64_t state = 1;

	state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (double)(state >> 33) / (1u << 30) - 1;
}

static void
add(struct rxb_hold_seen *seen, uint64_t k, uint64_t n, double y)
{
	uint64_t cycles = (uint64_t)y;

	seen->samples++;
	seen->kk += k * k;
	seen->kn += k * n;
	seen->nn += n * n;
	seen->ky += k * cycles;
	seen->ny += n * cycles;
}

struct shape {
	uint32_t k, n, weight;
};

/* Looks with samples of these shapes in turn, y = k * transfer + n * frame and noise. */
static void
feed(struct rxb_hold_fit *fit, const struct shape *shapes, uint32_t nb, double transfer,
     double frame, double noise, uint32_t looks)
{
	uint32_t i, k, w;

	for (i = 0; i < looks; i++) {
		struct rxb_hold_seen since = { 0 };

		for (k = 0; k < nb; k++)
			for (w = 0; w < shapes[k].weight; w++)
				add(&since, shapes[k].k, shapes[k].n,
				    (shapes[k].k * transfer + shapes[k].n * frame) *
				    (1 + noise * chance()));
		rxb_hold_fit_add(fit, i * (uint64_t)LOOK_NS, &since);
	}
}

static bool
near(uint64_t cost, double cycles, double percent)
{
	double is = (double)cost / 256;

	return is >= cycles * (1 - percent / 100) - 1 && is <= cycles * (1 + percent / 100) + 1;
}

static const struct shape varied[] = { { 1, 1, 1 }, { 1, 5, 1 }, { 2, 14, 1 }, { 16, 100, 1 } };
/* As a TCP flow beside a request looks: seven frames in nearly all of them. */
static const struct shape alike[] = {
	{ 1, 7, 53 }, { 1, 12, 5 }, { 2, 14, 60 }, { 1, 9, 2 }, { 2, 15, 3 }, { 1, 6, 1 },
};

static void
test_exact(void)
{
	static const double costs[][2] = {
		{ 7000, 3000 }, { 2000, 1000 }, { 50000, 20000 }, { 300000, 100000 },
		{ 100, 5000 }, { 50000, 50 }, { 30, 20 },
	};
	struct rxb_hold_fit fit;
	unsigned int i;

	for (i = 0; i < LENGTH(costs); i++) {
		rxb_hold_fit_init(&fit);
		CU_ASSERT_FALSE(rxb_hold_fit_knows(&fit));
		feed(&fit, varied, LENGTH(varied), costs[i][0], costs[i][1], 0, 200);
		CU_ASSERT(rxb_hold_fit_knows(&fit));
		CU_ASSERT(near(fit.transfer, costs[i][0], 1));
		CU_ASSERT(near(fit.frame, costs[i][1], 1));
		feed(&fit, alike, LENGTH(alike), costs[i][0], costs[i][1], 0, 200);
		CU_ASSERT(near(fit.transfer, costs[i][0], 3));
		CU_ASSERT(near(fit.frame, costs[i][1], 3));
	}
}

static void
test_noise(void)
{
	struct rxb_hold_fit fit;

	rxb_hold_fit_init(&fit);
	feed(&fit, varied, LENGTH(varied), 7000, 3000, 0.2, 200);
	CU_ASSERT(near(fit.transfer, 7000, 25));
	CU_ASSERT(near(fit.frame, 3000, 10));
}

/* Nobody can tell them apart; together they are right, and the ratio stays as it was. */
static void
test_same_shape(void)
{
	static const struct shape lone[] = { { 1, 1, 1 } }, many[] = { { 1, 16, 1 } };
	struct rxb_hold_fit fit;

	rxb_hold_fit_init(&fit);
	feed(&fit, lone, 1, 7000, 3000, 0, 100);
	CU_ASSERT(near(fit.transfer + fit.frame, 10000, 1));
	CU_ASSERT(near(fit.transfer, 6667, 2));
	feed(&fit, many, 1, 7000, 3000, 0, 100);
	CU_ASSERT(near(fit.transfer + 16 * fit.frame, 55000, 2));
	CU_ASSERT(fit.transfer != 0 && fit.frame != 0);
	rxb_hold_fit_init(&fit);
	feed(&fit, varied, LENGTH(varied), 7000, 3000, 0, 100);
	feed(&fit, lone, 1, 7000, 3000, 0, 1000);
	CU_ASSERT(near(fit.transfer, 7000, 3));
}

/* One of the two for nothing: no cost is below nothing. */
static void
test_one_cost(void)
{
	struct rxb_hold_fit fit;

	rxb_hold_fit_init(&fit);
	feed(&fit, varied, LENGTH(varied), 0, 3000, 0.05, 200);
	CU_ASSERT(near(fit.frame, 3000, 5));
	CU_ASSERT(fit.transfer / 256 < 600);
	rxb_hold_fit_init(&fit);
	feed(&fit, varied, LENGTH(varied), 7000, 0, 0.05, 200);
	CU_ASSERT(near(fit.transfer, 7000, 10));
	CU_ASSERT(fit.frame / 256 < 300);
}

/* A processor that changes its clock is believed after a second or two. */
static void
test_forgets(void)
{
	struct rxb_hold_fit fit;

	rxb_hold_fit_init(&fit);
	feed(&fit, varied, LENGTH(varied), 7000, 3000, 0, 1000);
	feed(&fit, varied, LENGTH(varied), 21000, 9000, 0, 300);
	CU_ASSERT(near(fit.transfer, 21000, 15));
	CU_ASSERT(near(fit.frame, 9000, 15));
}

/* The largest samples that the hook lets through, for an hour. */
static void
test_large(void)
{
	static const struct shape large[] = { { 16, 65535, 10 }, { 16, 60000, 10 }, { 1, 1, 10 } };
	struct rxb_hold_fit fit;

	rxb_hold_fit_init(&fit);
	feed(&fit, large, LENGTH(large), 10000, 4000, 0, 100000);
	CU_ASSERT(near(fit.frame, 4000, 2));
	feed(&fit, varied, LENGTH(varied), 7000, 3000, 0, 3000);
	CU_ASSERT(near(fit.transfer, 7000, 3));
}

static void
test_units(void)
{
	struct rxb_hold_fit fit = { .transfer = 7000 * 256, .frame = 3000 * 256 };

	/* 1000 * 7 us + 50000 * 3 us */
	CU_ASSERT_EQUAL(rxb_hold_fit_permille(&fit, GHZ, 1000, 50000), 157);
	CU_ASSERT_EQUAL(rxb_hold_fit_permille(&fit, 2 * GHZ, 1000, 50000), 78);
	CU_ASSERT_EQUAL(rxb_hold_fit_ns(fit.transfer, GHZ), 7000);
	CU_ASSERT_EQUAL(rxb_hold_fit_ns(fit.transfer, 2 * GHZ), 3500);
	/* A counter of 54 MHz. */
	CU_ASSERT_EQUAL(rxb_hold_fit_ns(54 * 256, 54000000), 1000);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "exact samples", test_exact },
		{ "noise", test_noise },
		{ "samples of one shape", test_same_shape },
		{ "one cost is nothing", test_one_cost },
		{ "what is old is forgotten", test_forgets },
		{ "the largest samples", test_large },
		{ "units", test_units },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxbatch_hold_ctrl_fit", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
