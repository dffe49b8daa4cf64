/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Datagrams at a constant rate: what a host can take, what it costs, what is lost. */

#include "lab_bench.h"

#define COUNTED (800 * LAB_MS)

/* Datagrams of 1470 bytes that so many kbit/s send in the counted time. */
static uint64_t
datagrams(uint64_t kbps)
{
	return kbps * (COUNTED / LAB_MS) / (1470 * 8);
}

static void
test_all_arrive(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;

	lab_bench_init(&b);
	b.workload.phases[0] = (struct lab_phase){ .length_ns = COUNTED };
	lab_bench_flows(&b, LAB_UDP, 4)->rate_kbps = 50000;
	r = lab_bench_run(&b);
	CU_ASSERT(lab_bench_near(r->got[LAB_UDP].sent, datagrams(50000), 1));
	/* What was sent just before the end arrived later, and was not lost. */
	CU_ASSERT_EQUAL(r->got[LAB_UDP].lost, 0);
	CU_ASSERT(r->got[LAB_UDP].packets < r->got[LAB_UDP].sent);
	CU_ASSERT(lab_bench_near(r->got[LAB_UDP].packets, datagrams(50000), 2));
	CU_ASSERT_EQUAL(r->got[LAB_UDP].bytes, r->got[LAB_UDP].packets * 1470);
	CU_ASSERT(r->got[LAB_UDP].p99_ns >= r->got[LAB_UDP].p50_ns);
	CU_ASSERT_EQUAL(r->chip_lost + r->ap_dropped, 0);
}

/* Work is transfers and frames, and nothing else. */
static void
test_cpu(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	uint64_t work;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_UDP, 1)->rate_kbps = 20000;
	r = lab_bench_run(&b);
	/* 588 us from one to the next, and a hold of 32: each has a transfer of its own. */
	work = datagrams(20000) * (7000 + 3000);
	CU_ASSERT(lab_bench_near(r->cpu_permille, work * 1000 / COUNTED, 60));
	b.conf.policy.hold_us = 1024;
	r = lab_bench_run(&b);
	/* Two in a transfer: the third would come after the hold. */
	work = datagrams(20000) * 3000 + datagrams(20000) / 2 * 7000;
	CU_ASSERT(lab_bench_near(r->cpu_permille, work * 1000 / COUNTED, 60));
	work = r->transfers * 7000 + r->frames * 3000;
	CU_ASSERT(lab_bench_near(r->cpu_permille, work * 1000 / COUNTED, 100));
}

/* A frame costs a millisecond: it takes 1000 in a second, and loses the others. */
static void
test_overload(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	uint64_t lost = datagrams(20000) - COUNTED / LAB_MS;

	lab_bench_init(&b);
	b.workload.phases[0] = (struct lab_phase){
		.length_ns = COUNTED + 2 * LAB_S, .skip_ns = 2 * LAB_S,
	};
	lab_bench_flows(&b, LAB_UDP, 1)->rate_kbps = 20000;
	b.host.transfer_ns = 0;
	b.host.frame_ns = 1000000;
	b.conf.switches = "fifo:65536";
	r = lab_bench_run(&b);
	CU_ASSERT(r->cpu_permille >= 995 && r->cpu_permille <= 1000);
	CU_ASSERT(lab_bench_near(r->got[LAB_UDP].packets, COUNTED / LAB_MS, 3));
	CU_ASSERT(lab_bench_near(r->got[LAB_UDP].lost, lost, 50));
	CU_ASSERT(r->chip_lost > 0);
	CU_ASSERT(r->ap_dropped > 0);
}

/* Without an access point that tries again each frame that the chip has no room for is
 * lost, and no other. */
static void
test_lost_in_chip(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_UDP, 1)->rate_kbps = 20000;
	b.radio.air = "access:100-100/retry:0";
	b.host.frame_ns = 1000000;
	r = lab_bench_run(&b);
	CU_ASSERT(r->chip_lost > 0);
	CU_ASSERT(lab_bench_near(r->got[LAB_UDP].lost, r->chip_lost, 20));
}

/* On half of the time: half of the packets, and silence in between. */
static void
on_off(uint32_t hz)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	char *text = NULL, *line, *rest = NULL;
	unsigned int silent = 0, loud = 0;
	size_t size = 0;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_UDP, 2)->rate_kbps = 100000;
	b.workload.phases[0].flows[0].on_off_hz = hz;
	b.workload.phases[0].length_ns = 2 * LAB_S;
	b.workload.phases[0].skip_ns = LAB_S;
	b.conf.trace = open_memstream(&text, &size);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b.conf.trace);
	r = lab_bench_run(&b);
	fclose(b.conf.trace);
	/* Each time that it is on it begins with a datagram. */
	CU_ASSERT(lab_bench_near(r->got[LAB_UDP].sent, datagrams(125000) / 2 + hz / 2, 5));
	CU_ASSERT_EQUAL(r->got[LAB_UDP].lost, 0);
	for (line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		uint64_t kbps = 0;

		if (sscanf(line, "%*u,tick,%*u,%*u,%*u,%*u,%*u,%lu", &kbps) != 1)
			continue;
		silent += kbps == 0;
		loud += kbps > 90000;
	}
	if (hz <= 10) {
		CU_ASSERT(silent >= 80 && silent <= 102);
		CU_ASSERT(loud >= 80 && loud <= 102);
	}
	free(text);
}

static void
test_on_off(void)
{
	on_off(1);
	on_off(10);
	on_off(100);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "all arrive, and are counted once", test_all_arrive },
		{ "work is arithmetic", test_cpu },
		{ "loss at overload is arithmetic", test_overload },
		{ "what the chip loses is lost", test_lost_in_chip },
		{ "on and off", test_on_off },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "lab: UDP", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
