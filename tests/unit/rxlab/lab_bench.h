/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_BENCH_H
#define LAB_BENCH_H

/* One run of the laboratory, on a host and a link whose times add up by hand. */

#include <string.h>

#include "../cunit_run.h"
#include "lab.h"

#define US 1000ull

struct lab_bench {
	struct lab_host host;
	struct lab_radio radio;
	struct lab_workload workload;
	struct lab_conf conf;
	struct lab_result result;
	char err[256];
};

/*
 * SuperSpeed, 8 transfers. Work: 7 us for a transfer, 3 us for a frame, 2 us to send; 10 us
 * until it begins. The access point waits 100 us before each PPDU, the host 400 us; the
 * path takes 250 us. One second, from 0.2 s on counted. Hold 32 us, seed 1.
 */
static inline void
lab_bench_init(struct lab_bench *b)
{
	memset(b, 0, sizeof(*b));
	b->host = (struct lab_host){
		.name = "bench", .speed = USB_SPEED_SUPER, .transfer_ns = 7000,
		.frame_ns = 3000, .send_ns = 2000, .latency_ns = 10000, .urbs = 8,
		.write_ns = 100000,
	};
	b->radio = (struct lab_radio){
		.name = "bench", .air = "access:100-100", .up_min_ns = 400000,
		.up_max_ns = 400000, .path_ns = 250000,
	};
	b->workload.name = "bench";
	b->workload.phases[0].length_ns = LAB_S;
	b->workload.phases[0].skip_ns = 200 * LAB_MS;
	b->conf = (struct lab_conf){
		.host = &b->host, .radio = &b->radio, .workload = &b->workload,
		.policy = { .ops = &lab_policy_fixed, .hold_us = 32 }, .seed = 1,
	};
}

static inline struct lab_flows *
lab_bench_flows(struct lab_bench *b, enum lab_kind kind, uint32_t nb)
{
	struct lab_flows *flows = &b->workload.phases[0].flows[0];

	*flows = (struct lab_flows){ .kind = kind, .nb = nb };
	return flows;
}

static inline const struct lab_phase_result *
lab_bench_run(struct lab_bench *b)
{
	int ret = lab_run(&b->conf, &b->result, b->err, sizeof(b->err));

	if (ret != 0)
		printf("  %s\n", b->err);
	CU_ASSERT_EQUAL_FATAL(ret, 0);
	return &b->result.phase[0];
}

/* value is within permille of expected. */
static inline bool
lab_bench_near(uint64_t value, uint64_t expected, uint32_t permille)
{
	uint64_t off = value > expected ? value - expected : expected - value;

	if (off * 1000 <= expected * permille)
		return true;
	printf("  %llu, expected %llu\n", (unsigned long long)value,
	       (unsigned long long)expected);
	return false;
}

#endif /* LAB_BENCH_H */
