/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Who chooses the hold: when it is asked, what it is shown, what comes of its wish. */

#include <errno.h>

#include "lab_bench.h"

#define STEPS_MAX 500u

/* A policy that wants want_us at step want_at, and notes everything. */
static struct script {
	uint32_t want_at, want_us, want_for;	/* want_for: so many steps */
	struct rxb_hold_conf conf;
	uint64_t now_ns[STEPS_MAX], drops[STEPS_MAX], frames[STEPS_MAX];
	uint32_t backlog[STEPS_MAX];
	uint32_t nb, nb_written, read_us;
	uint64_t written_ns;
	int err;
} script;

static int
script_init(void *state, const struct rxb_hold_conf *conf, uint64_t now_ns)
{
	script.conf = *conf;
	return 0;
}

static bool
script_step(void *state, const struct rxb_hold_input *in, uint32_t *us)
{
	uint32_t i = script.nb++;

	script.now_ns[i] = in->now_ns;
	script.drops[i] = in->drops;
	script.backlog[i] = in->backlog;
	script.frames[i] = in->seen->frames;
	*us = script.want_us;
	return script.want_us != 0 && i >= script.want_at &&
	       i < script.want_at + script.want_for;
}

static void
script_written(void *state, uint64_t now_ns, uint32_t us, int err)
{
	script.nb_written++;
	script.written_ns = now_ns;
	script.read_us = us;
	script.err = err;
}

static const struct lab_policy_ops script_ops = {
	.name = "script", .init = script_init, .step = script_step, .written = script_written,
};

static void
prepare(struct lab_bench *b, uint32_t want_at, uint32_t want_us)
{
	script = (struct script){ .want_at = want_at, .want_us = want_us, .want_for = 1 };
	lab_bench_init(b);
	lab_bench_flows(b, LAB_RPC, 1);
	b->conf.policy.ops = &script_ops;
}

static void
test_steps(void)
{
	struct lab_bench b;
	uint32_t i;

	prepare(&b, 0, 0);
	b.conf.policy.preset = RXB_HOLD_CPU;
	b.conf.policy.hold_us = 64;
	lab_bench_run(&b);
	CU_ASSERT_EQUAL(script.conf.step_us, 32);
	CU_ASSERT_EQUAL(script.conf.min_us, 32);
	CU_ASSERT_EQUAL(script.conf.max_us, 1024);
	CU_ASSERT_EQUAL(script.conf.start_us, 64);
	CU_ASSERT_EQUAL(script.conf.cycles_hz, 1000000000);
	CU_ASSERT_EQUAL(script.conf.preset, RXB_HOLD_CPU);
	CU_ASSERT_EQUAL(script.conf.buffers, 8);
	CU_ASSERT_EQUAL_FATAL(script.nb, 119);	/* 1.2 s, each 10 ms */
	for (i = 0; i < script.nb; i++)
		CU_ASSERT_EQUAL(script.now_ns[i], (i + 1) * 10 * LAB_MS);
	CU_ASSERT(script.frames[50] > 300);
	CU_ASSERT_EQUAL(script.nb_written, 0);
	CU_ASSERT_EQUAL(b.result.settled_ns, 0);
}

static void
test_written(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	uint64_t before_ns;

	prepare(&b, 0, 0);
	before_ns = lab_bench_run(&b)->got[LAB_RPC].mean_ns;
	prepare(&b, 9, 256);
	b.host.write_ns = 25 * LAB_MS;
	r = lab_bench_run(&b);
	CU_ASSERT_EQUAL(script.nb_written, 1);
	CU_ASSERT_EQUAL(script.read_us, 256);
	CU_ASSERT_EQUAL(script.err, 0);
	CU_ASSERT_EQUAL(script.written_ns, 125 * LAB_MS);
	CU_ASSERT_EQUAL(b.result.settled_ns, 125 * LAB_MS);
	CU_ASSERT_EQUAL(r->hold_us, 256);
	CU_ASSERT_EQUAL(r->changes, 0);		/* before the counted time */
	/* Not asked while it was written. */
	CU_ASSERT_EQUAL(script.now_ns[9], 100 * LAB_MS);
	CU_ASSERT_EQUAL(script.now_ns[10], 130 * LAB_MS);
	CU_ASSERT(lab_bench_near(r->got[LAB_RPC].mean_ns, before_ns + 224 * US, 1));
}

/* Rounded to the chip's steps; the same value is no change. */
static void
test_same_value(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;

	prepare(&b, 30, 110);
	script.want_for = 3;
	r = lab_bench_run(&b);
	CU_ASSERT_EQUAL(script.nb_written, 3);
	CU_ASSERT_EQUAL(script.read_us, 96);
	CU_ASSERT_EQUAL(r->changes, 1);
	CU_ASSERT_EQUAL(b.result.settled_ns, 310 * LAB_MS + 100 * US);
}

/* Registers that do not do as they are told, once the chip is set up with two writes. */
static void
test_faults(void)
{
	static const struct {
		const char *fault;
		uint32_t read_us;
		bool err;
	} table[] = {
		{ "agg-reg:dead/agg-reg-from:3", 32, false },
		{ "agg-reg:clamp/agg-reg-from:3", 128, false },
		{ "agg-reg:stall/agg-reg-from:3", 0, true },
	};
	struct lab_bench b;
	const struct lab_phase_result *r;
	unsigned int i;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		prepare(&b, 50, 512);
		b.conf.switches = table[i].fault;
		r = lab_bench_run(&b);
		CU_ASSERT_EQUAL(script.nb_written, 1);
		CU_ASSERT_EQUAL(script.err < 0, table[i].err);
		if (!table[i].err)
			CU_ASSERT_EQUAL(script.read_us, table[i].read_us);
		CU_ASSERT_EQUAL(r->hold_us, table[i].err ? 32 : table[i].read_us);
		CU_ASSERT_EQUAL(r->changes, r->hold_us != 32);
	}
}

/* What the chip loses is shown to one who is to see it, and to nobody else. */
static void
test_drops(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	unsigned int seen;

	for (seen = 0; seen < 2; seen++) {
		prepare(&b, 0, 0);
		lab_bench_flows(&b, LAB_UDP, 1)->rate_kbps = 50000;
		b.host.frame_ns = 1000000;
		b.conf.drops_seen = seen != 0;
		r = lab_bench_run(&b);
		CU_ASSERT(r->chip_lost > 100);
		CU_ASSERT_EQUAL(script.drops[90] != 0, seen != 0);
		/* The host is behind: more than one transfer waits. */
		CU_ASSERT(script.backlog[90] > 1);
		CU_ASSERT(script.backlog[90] <= 8);
	}
}

/* lib/rxbatch finds out what the host costs, from what a driver sees: transfers of
 * several lengths. */
static void
test_costs(void)
{
	static const struct {
		uint32_t transfer_ns, frame_ns;
	} table[] = {
		{ 7000, 3000 }, { 2000, 1000 }, { 50000, 20000 },
	};
	struct lab_bench b;
	unsigned int i;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		lab_bench_init(&b);
		lab_bench_flows(&b, LAB_TCP, 1)->window = 100000;
		b.workload.phases[0].flows[1] = (struct lab_flows){ .kind = LAB_RPC, .nb = 2 };
		b.workload.phases[0].length_ns = 3 * LAB_S;
		b.radio.air = "access:66-154";
		b.host.transfer_ns = table[i].transfer_ns;
		b.host.frame_ns = table[i].frame_ns;
		b.host.send_ns = 0;
		b.conf.policy = (struct lab_policy){ .ops = &lab_policy_auto, .hold_us = 256 };
		lab_bench_run(&b);
		CU_ASSERT(lab_bench_near(b.result.hold.transfer_ns, table[i].transfer_ns, 30));
		CU_ASSERT(lab_bench_near(b.result.hold.frame_ns, table[i].frame_ns, 30));
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "asked each 10 ms", test_steps },
		{ "written, and read back", test_written },
		{ "the same value again", test_same_value },
		{ "registers that do not obey", test_faults },
		{ "drops", test_drops },
		{ "costs of the host", test_costs },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "lab: policy", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
