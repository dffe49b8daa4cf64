/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A run as a whole: the same again, phase after phase, and what is refused. */

#include "lab_bench.h"

/* All kinds of traffic at once, with every kind of chance. */
static void
crowd(struct lab_bench *b)
{
	struct lab_flows *flows = b->workload.phases[0].flows;

	lab_bench_init(b);
	flows[0] = (struct lab_flows){ .kind = LAB_RPC, .nb = 4 };
	flows[1] = (struct lab_flows){ .kind = LAB_TCP, .nb = 2, .on_off_hz = 10 };
	flows[2] = (struct lab_flows){ .kind = LAB_UDP, .nb = 1, .rate_kbps = 20000 };
	flows[3] = (struct lab_flows){ .kind = LAB_TCP_UP, .nb = 1 };
	b->radio.air = "access:66-154/ratectl:ewma";
	b->radio.up_min_ns = 100000;
	b->radio.up_kbps = 300000;
	b->radio.queue = 100;
	b->host.frame_ns = 9000;
}

static char *
traced(struct lab_bench *b, uint64_t seed, size_t *size)
{
	char *text = NULL;

	crowd(b);
	b->conf.seed = seed;
	b->conf.trace = open_memstream(&text, size);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b->conf.trace);
	lab_bench_run(b);
	fclose(b->conf.trace);
	return text;
}

static void
test_same_again(void)
{
	struct lab_bench a, b;
	size_t a_size = 0, b_size = 0;
	char *a_text = traced(&a, 5, &a_size), *b_text = traced(&b, 5, &b_size);

	CU_ASSERT_EQUAL(a_size, b_size);
	CU_ASSERT(a_size > 5000);
	CU_ASSERT_EQUAL(memcmp(a_text, b_text, a_size), 0);
	CU_ASSERT_EQUAL(memcmp(&a.result, &b.result, sizeof(a.result)), 0);
	free(b_text);
	b_text = traced(&b, 6, &b_size);
	CU_ASSERT_NOT_EQUAL(memcmp(&a.result, &b.result, sizeof(a.result)), 0);
	free(a_text);
	free(b_text);
}

/* The air has its chance from the same seed: nothing else differs here. */
static void
test_air_seed(void)
{
	struct lab_result first;
	struct lab_bench b;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_UDP, 1)->rate_kbps = 20000;
	b.radio.air = "access:66-154";
	lab_bench_run(&b);
	first = b.result;
	b.conf.seed = 2;
	lab_bench_run(&b);
	CU_ASSERT_NOT_EQUAL(b.result.phase[0].got[LAB_UDP].mean_ns,
			    first.phase[0].got[LAB_UDP].mean_ns);
}

/* Every kind gets something when all share the link. */
static void
test_all_kinds(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	unsigned int k;

	crowd(&b);
	r = lab_bench_run(&b);
	for (k = LAB_RPC; k <= LAB_TCP_UP; k++) {
		CU_ASSERT(r->got[k].packets > 100);
		CU_ASSERT(r->got[k].mean_ns > 500 * US);
	}
	CU_ASSERT(r->closed[RXB_HOLD_BY_TIMER] + r->closed[RXB_HOLD_BY_SIZE] +
		  r->closed[RXB_HOLD_BY_COUNT] + r->closed_other >= r->transfers - 2);
}

static void
test_phases(void)
{
	struct lab_phase *phase;
	struct lab_result *r;
	struct lab_bench b;

	lab_bench_init(&b);
	phase = b.workload.phases;
	phase[0] = (struct lab_phase){ .length_ns = 500 * LAB_MS, .skip_ns = 100 * LAB_MS,
				       .flows = { { .kind = LAB_RPC, .nb = 1 } } };
	phase[1] = (struct lab_phase){ .length_ns = 700 * LAB_MS,
				       .flows = { { .kind = LAB_TCP, .nb = 8 } } };
	phase[2] = (struct lab_phase){ .length_ns = 500 * LAB_MS, .skip_ns = 100 * LAB_MS };
	phase[3] = (struct lab_phase){
		.length_ns = 400 * LAB_MS,
		.flows = { { .kind = LAB_UDP, .nb = 1, .rate_kbps = 11760 } },
	};
	lab_bench_run(&b);
	r = &b.result;
	CU_ASSERT_EQUAL(r->nb_phases, 4);
	CU_ASSERT_EQUAL(r->phase[0].counted_ns, 400 * LAB_MS);
	CU_ASSERT(r->phase[0].got[LAB_RPC].packets > 200);
	CU_ASSERT_EQUAL(r->phase[0].got[LAB_TCP].packets, 0);
	CU_ASSERT(r->phase[1].got[LAB_TCP].packets > 20000);
	CU_ASSERT_EQUAL(r->phase[1].got[LAB_RPC].packets, 0);
	CU_ASSERT_EQUAL(r->phase[2].frames, 0);
	CU_ASSERT_EQUAL(r->phase[2].cpu_permille, 0);
	/* 1000 datagrams in a second, from the first moment on; all that were sent come. */
	CU_ASSERT_EQUAL(r->phase[3].got[LAB_UDP].sent, 400);
	CU_ASSERT_EQUAL(r->phase[3].got[LAB_UDP].lost, 0);
	CU_ASSERT_EQUAL(r->phase[3].got[LAB_UDP].packets, 400);
}

/* What is odd about a transfer is counted, and the run goes on. */
static void
test_odd(void)
{
	struct lab_bench b;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_UDP, 1)->rate_kbps = 50000;
	lab_bench_run(&b);
	CU_ASSERT_EQUAL(b.result.bad_transfers + b.result.strange_units, 0);
	CU_ASSERT_EQUAL(b.result.order_late + b.result.order_given_up, 0);
	b.conf.switches = "eproto:100/badlen:1000";
	lab_bench_run(&b);
	CU_ASSERT(b.result.bad_transfers >= 20);
	CU_ASSERT(b.result.strange_units >= 4);
	CU_ASSERT(b.result.strange_units <= 10);
	/* Each is a hole that the host waits for in vain. */
	CU_ASSERT(b.result.order_given_up >= b.result.strange_units);
	CU_ASSERT(b.result.phase[0].got[LAB_UDP].lost >= 3);
	/* Frames that say they are for a key that the host has not got. */
	b.conf.switches = NULL;
	b.radio.air = "access:100-100/protect:ccmp128/undecrypted:1";
	lab_bench_run(&b);
	CU_ASSERT(b.result.strange_units > 4000);
	CU_ASSERT_EQUAL(b.result.phase[0].got[LAB_UDP].packets, 0);
	/* What the chip has no room for is not sent again. */
	b.conf.switches = "fifo:2048";
	b.workload.phases[0].flows[0].rate_kbps = 200000;
	b.radio.air = "access:100-100/retry:0";
	lab_bench_run(&b);
	CU_ASSERT(b.result.order_given_up > 0);
}

static void
refused(struct lab_bench *b, const char *word)
{
	CU_ASSERT(lab_run(&b->conf, &b->result, b->err, sizeof(b->err)) < 0);
	if (strstr(b->err, word) == NULL)
		printf("  \"%s\" does not say %s\n", b->err, word);
	CU_ASSERT_PTR_NOT_NULL(strstr(b->err, word));
}

static struct lab_bench *
anew(struct lab_bench *b)
{
	lab_bench_init(b);
	lab_bench_flows(b, LAB_RPC, 1);
	return b;
}

static void
test_refused(void)
{
	struct lab_bench b;

	anew(&b)->conf.chip = "rtl9999";
	refused(&b, "rtl9999");
	anew(&b)->conf.switches = "c2h:0/nonsense:1";
	refused(&b, "nonsense");
	anew(&b)->conf.switches = "c2h";
	refused(&b, "c2h");
	anew(&b)->radio.air = "access:1-2/mode:gibberish";
	refused(&b, "gibberish");
	anew(&b)->conf.agg_kib = 1024;
	refused(&b, "1023");
	anew(&b)->conf.agg_count = 256;
	refused(&b, "255");
	anew(&b)->conf.policy.hold_us = 8192;
	refused(&b, "8160");
	anew(&b)->host.urbs = 257;
	refused(&b, "256");
	anew(&b)->workload.phases[0].skip_ns = LAB_S;
	refused(&b, "counted");
	anew(&b)->workload.phases[0].length_ns = 0;
	refused(&b, "no phase");
	lab_bench_flows(anew(&b), LAB_UDP, 1);
	refused(&b, "rate");
	lab_bench_flows(anew(&b), LAB_RPC, 1)->size = 2000;
	refused(&b, "1514");
	anew(&b)->workload.phases[0].flows[0].size = 59;
	refused(&b, "60");
}

/* Size and count limits are obeyed: a transfer of the model is what the register says. */
static void
test_limits(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_TCP, 1);
	b.conf.policy.hold_us = 1024;
	r = lab_bench_run(&b);
	CU_ASSERT(r->closed[RXB_HOLD_BY_SIZE] * 10 > r->transfers * 9);
	CU_ASSERT(lab_bench_near(r->transfer_bytes / r->transfers, 20480, 100));
	b.conf.agg_kib = 8;
	r = lab_bench_run(&b);
	CU_ASSERT(lab_bench_near(r->transfer_bytes / r->transfers, 8192, 200));
	b.conf.agg_count = 2;
	r = lab_bench_run(&b);
	CU_ASSERT(r->closed[RXB_HOLD_BY_COUNT] * 10 > r->transfers * 9);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "the same conf, the same bytes", test_same_again },
		{ "another seed, another air", test_air_seed },
		{ "every kind of traffic at once", test_all_kinds },
		{ "phase after phase", test_phases },
		{ "what is odd has a name", test_odd },
		{ "limits of a transfer", test_limits },
		{ "what is refused, and why", test_refused },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "lab: run", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
