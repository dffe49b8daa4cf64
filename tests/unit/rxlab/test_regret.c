/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What a run cost, and what it cost more than the best fixed hold. */

#include <math.h>

#include "cost.h"
#include "cunit_run.h"
#include "names.h"

#define NEAR 1e-9

#define ONE_RPC { .kind = LAB_RPC, .nb = 1 }
#define ONE_TCP { .kind = LAB_TCP, .nb = 1 }
#define ONE_UDP { .kind = LAB_UDP, .nb = 1, .rate_kbps = 20000 }
#define PHASE(...) { .length_ns = LAB_S, .flows = { __VA_ARGS__ } }

static const struct lab_workload rpc = { "rpc", "", { PHASE(ONE_RPC) } };
static const struct lab_workload tcp = { "tcp", "", { PHASE(ONE_TCP) } };
static const struct lab_workload udp = { "udp", "", { PHASE(ONE_UDP) } };
static const struct lab_workload mixed = { "mixed", "", { PHASE(ONE_TCP, ONE_RPC, ONE_UDP) } };
static const struct lab_workload switching = {
	"switching", "", { PHASE(ONE_RPC), PHASE({ 0 }), PHASE(ONE_UDP) }
};

/* A second in which each kind got something. */
static struct lab_phase_result
phase(uint64_t rpc_ns, uint64_t tcp_bytes, uint64_t udp_ns, uint64_t lost, uint32_t cpu)
{
	struct lab_phase_result r = { .counted_ns = LAB_S, .cpu_permille = cpu };

	r.got[LAB_RPC] = (struct lab_got){ .packets = 10, .mean_ns = rpc_ns, .p99_ns = 7 };
	r.got[LAB_TCP] = (struct lab_got){ .packets = 10, .bytes = tcp_bytes };
	r.got[LAB_UDP] = (struct lab_got){ .packets = 100 - lost, .bytes = 1000 * (100 - lost),
					   .sent = 100, .lost = lost, .mean_ns = 1,
					   .p50_ns = 2, .p99_ns = udp_ns };
	return r;
}

static struct lab_result
result(struct lab_phase_result p)
{
	return (struct lab_result){ .nb_phases = 1, .phase = { p } };
}

static bool
is_near(double a, double b)
{
	return isinf(b) ? isinf(a) : fabs(a - b) <= NEAR * fabs(b);
}

static void
test_cost_of_one_kind(void)
{
	const struct {
		const char *what;
		const struct lab_workload *workload;
		struct lab_phase_result result;
		enum cost_rule rule;
		double cost;
	} cases[] = {
		{ "rpc: mean", &rpc, phase(5000, 0, 0, 0, 0), COST_STRICT, 5000 },
		{ "rpc: no budget", &rpc, phase(5000, 0, 0, 0, 1000), COST_STRICT, 5000 },
		{ "tcp: time per byte", &tcp, phase(0, 4000000, 0, 0, 0), COST_STRICT, 250 },
		{ "tcp: no budget", &tcp, phase(0, 4000000, 0, 0, 1000), COST_STRICT, 250 },
		{ "tcp: nothing", &tcp, phase(0, 0, 0, 0, 0), COST_STRICT, INFINITY },
		{ "udp: p99", &udp, phase(0, 0, 900, 0, 600), COST_STRICT, 900 },
		{ "udp: within 2 %", &udp, phase(0, 0, 900, 0, 612), COST_STRICT, 900 },
		{ "udp: beyond", &udp, phase(0, 0, 900, 0, 613), COST_STRICT, INFINITY },
		{ "udp: one lost", &udp, phase(0, 0, 900, 1, 100), COST_STRICT, INFINITY },
		{ "udp delivered", &udp, phase(0, 0, 900, 50, 1000), COST_DELIVERED, 20000 },
		{ "udp: all lost", &udp, phase(0, 0, 900, 100, 0), COST_DELIVERED, INFINITY },
	};
	unsigned int i;
	double cost;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cost = cost_phase(&cases[i].workload->phases[0], &cases[i].result, 600,
				  cases[i].rule);
		if (!is_near(cost, cases[i].cost))
			printf("  %s: %g\n", cases[i].what, cost);
		CU_ASSERT_TRUE(is_near(cost, cases[i].cost));
	}
}

static void
test_cost_of_several_kinds(void)
{
	/* (250 ns per byte * 5000 * 800)^(1/3) = 1000; the processor is not asked */
	struct lab_phase_result r = phase(5000, 4000000, 800, 0, 1000);
	struct lab_result all = result(r);

	CU_ASSERT_TRUE(is_near(lab_cost(&mixed, &all, 600), 1000));
	/* Half arrived: its part counts twice. */
	r.got[LAB_UDP].lost = 50;
	CU_ASSERT_TRUE(is_near(cost_phase(&mixed.phases[0], &r, 600, COST_STRICT),
			       1000 * cbrt(2)));
	r.got[LAB_UDP].lost = 100;
	CU_ASSERT_TRUE(isinf(cost_phase(&mixed.phases[0], &r, 600, COST_STRICT)));
}

static void
test_cost_of_phases(void)
{
	struct lab_result r = { .nb_phases = 3 };

	r.phase[0] = phase(400, 0, 0, 0, 0);
	r.phase[1] = phase(0, 0, 0, 0, 0);	/* silence costs nothing, and does not count */
	r.phase[2] = phase(0, 0, 900, 0, 0);
	CU_ASSERT_TRUE(is_near(lab_cost(&switching, &r, 600), 600));
	r.phase[2].cpu_permille = 900;
	CU_ASSERT_TRUE(isinf(lab_cost(&switching, &r, 600)));
	CU_ASSERT_TRUE(is_near(lab_cost(&switching, &r, 900), 600));
}

/* Three fixed holds and a policy. */
#define NB 4
static struct lab_result results[NB];
static const struct lab_result *const pointers[NB] = {
	&results[0], &results[1], &results[2], &results[3],
};
static const bool fixed[NB] = { true, true, true, false };

static void
test_regret(void)
{
	const struct cost_contest c = { &rpc, pointers, fixed, NB };

	results[0] = result(phase(1000, 0, 0, 0, 0));
	results[1] = result(phase(800, 0, 0, 0, 0));
	results[2] = result(phase(1200, 0, 0, 0, 0));
	results[3] = result(phase(840, 0, 0, 0, 0));
	CU_ASSERT_EQUAL(cost_best(&c, 600), 1);
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 0, 600), 0.25));
	CU_ASSERT_TRUE(cost_regret(&c, 1, 600) == 0);
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 3, 600), 0.05));
	/* A policy is never the best that others are measured by. */
	results[3] = result(phase(400, 0, 0, 0, 0));
	CU_ASSERT_EQUAL(cost_best(&c, 600), 1);
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 3, 600), -0.5));
}

static void
test_regret_under_a_budget(void)
{
	const struct cost_contest c = { &udp, pointers, fixed, NB };

	results[0] = result(phase(0, 0, 100, 0, 900));	/* fast, too much work */
	results[1] = result(phase(0, 0, 300, 0, 500));
	results[2] = result(phase(0, 0, 600, 0, 250));
	results[3] = result(phase(0, 0, 330, 0, 612));
	CU_ASSERT_EQUAL(cost_best(&c, 600), 1);
	CU_ASSERT_EQUAL(cost_best(&c, 900), 0);
	CU_ASSERT_EQUAL(cost_best(&c, 300), 2);
	CU_ASSERT_TRUE(isinf(cost_regret(&c, 0, 600)));
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 3, 600), 0.1));
	CU_ASSERT_TRUE(isinf(cost_regret(&c, 3, 300)));
}

/* None of the fixed ones can do it: what arrived counts, for the policy too. */
static void
test_regret_where_none_can(void)
{
	const struct cost_contest c = { &udp, pointers, fixed, NB };

	results[0] = result(phase(0, 0, 100, 60, 1000));
	results[1] = result(phase(0, 0, 900, 20, 1000));
	results[2] = result(phase(0, 0, 500, 50, 1000));
	results[3] = result(phase(0, 0, 100, 36, 500));
	CU_ASSERT_EQUAL(cost_best(&c, 600), 1);
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 0, 600), 1));
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 3, 600), 0.25));
	/* A policy that can does not change what the others are measured by. */
	results[3] = result(phase(0, 0, 100, 0, 500));
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 0, 600), 1));
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 3, 600), -0.2));
	results[3] = result(phase(0, 0, 100, 36, 500));
	results[1].phase[0].got[LAB_UDP].lost = 0;
	results[1].phase[0].cpu_permille = 600;
	CU_ASSERT_TRUE(isinf(cost_regret(&c, 3, 600)));
}

static void
test_regret_of_phases(void)
{
	const struct cost_contest c = { &switching, pointers, fixed, NB };
	unsigned int i;

	for (i = 0; i < NB; i++)
		results[i].nb_phases = 3;
	results[0].phase[0] = phase(100, 0, 0, 0, 0);
	results[0].phase[2] = phase(0, 0, 1600, 0, 0);	/* 400 together */
	results[1].phase[0] = phase(225, 0, 0, 0, 0);
	results[1].phase[2] = phase(0, 0, 400, 0, 0);	/* 300: the best alone */
	results[2].phase[0] = phase(900, 0, 0, 0, 0);
	results[2].phase[2] = phase(0, 0, 400, 1, 0);
	results[3].phase[0] = phase(110, 0, 0, 0, 0);
	results[3].phase[2] = phase(0, 0, 480, 0, 0);
	CU_ASSERT_EQUAL(cost_best(&c, 600), 1);
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 0, 600), 400.0 / 300 - 1));
	CU_ASSERT_TRUE(is_near(cost_regret(&c, 3, 600), sqrt(110 * 480.0) / 300 - 1));
	CU_ASSERT_TRUE(is_near(cost_regret_phase(&c, 3, 600), 0.2));
	CU_ASSERT_TRUE(is_near(cost_regret_phase(&c, 1, 600), 1.25));
	CU_ASSERT_TRUE(isinf(cost_regret(&c, 2, 600)));
}

static void
test_nothing_to_compare(void)
{
	const struct cost_contest c = { &tcp, pointers, fixed, NB };
	unsigned int i;

	for (i = 0; i < NB; i++)
		results[i] = result(phase(0, 0, 0, 0, 0));
	CU_ASSERT_EQUAL(cost_best(&c, 600), COST_NONE);
	CU_ASSERT_TRUE(isnan(cost_regret(&c, 3, 600)));
}

static void
test_budgets(void)
{
	CU_ASSERT_EQUAL(lab_budget_permille(RXB_HOLD_BALANCED), 600);
	CU_ASSERT_EQUAL(lab_budget_permille(RXB_HOLD_CPU), 300);
	CU_ASSERT_EQUAL(lab_budget_permille(RXB_HOLD_LATENCY), 900);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "cost of one kind of traffic", test_cost_of_one_kind },
		{ "cost of several at a time", test_cost_of_several_kinds },
		{ "cost of phases", test_cost_of_phases },
		{ "regret", test_regret },
		{ "regret under a budget", test_regret_under_a_budget },
		{ "regret where no fixed hold can", test_regret_where_none_can },
		{ "regret of phases", test_regret_of_phases },
		{ "nothing to compare with", test_nothing_to_compare },
		{ "budgets", test_budgets },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rxlab regret", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
