/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A lone request: every time that it takes is known. */

#include "lab_bench.h"

/*
 * A frame of 98 bytes of Ethernet is an MPDU of 122: 26 header, 8 LLC/SNAP, 84 and 4 FCS
 * (IEEE Std 802.11-2020, 9.3.2.1). At 24 Mbit/s OFDM it is 11 symbols of 4 us behind a
 * preamble of 20 us (17.3.2.4: 16 + 976 + 6 bits, 96 in a symbol); its last bit is in
 * the 11th: 16 + 976 bits take 41.333 us.
 */
#define OFDM "access:100-100/mode:ofdm/mcs:4"
#define ON_AIR_NS (20000 + 41333)

/* A transfer on the bus at SuperSpeed: 2 us, and 400 bytes in a microsecond (usb_bus.c). */
static uint64_t
bus_ns(uint64_t bytes)
{
	return 2000 + (bytes * 10 + 3) / 4;
}

static uint64_t
expected_ns(const struct lab_bench *b, uint64_t bytes, uint64_t hold_us)
{
	return b->radio.path_ns + 100 * US + ON_AIR_NS + hold_us * US + bus_ns(bytes) +
	       b->host.latency_ns + b->host.transfer_ns + b->host.frame_ns + b->host.send_ns +
	       b->radio.up_min_ns + b->radio.path_ns;
}

static uint64_t
round_trip(struct lab_bench *b, uint32_t hold_us)
{
	const struct lab_phase_result *r;

	b->conf.policy.hold_us = hold_us;
	r = lab_bench_run(b);
	CU_ASSERT_FATAL(r->got[LAB_RPC].packets > 100);
	return r->got[LAB_RPC].mean_ns;
}

static void
test_sum(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	uint64_t bytes;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_RPC, 1);
	b.radio.air = OFDM;
	b.conf.switches = "c2h:0";
	r = lab_bench_run(&b);
	CU_ASSERT(r->got[LAB_RPC].packets > 700);
	CU_ASSERT_EQUAL(r->got[LAB_RPC].lost, 0);
	/* One frame in a transfer, and nothing else in between. */
	CU_ASSERT(r->transfers - r->got[LAB_RPC].packets <= 1);
	CU_ASSERT_EQUAL(r->frames, r->transfers);
	CU_ASSERT_EQUAL(r->closed[RXB_HOLD_BY_TIMER], r->transfers);
	bytes = r->transfer_bytes / r->transfers;
	CU_ASSERT_EQUAL(bytes * r->transfers, r->transfer_bytes);
	CU_ASSERT_EQUAL(r->got[LAB_RPC].mean_ns, expected_ns(&b, bytes, 32));
	CU_ASSERT(lab_bench_near(r->got[LAB_RPC].p50_ns, expected_ns(&b, bytes, 32), 10));
	CU_ASSERT(lab_bench_near(r->got[LAB_RPC].p99_ns, expected_ns(&b, bytes, 32), 10));
	/* As many as there is time for. */
	CU_ASSERT(lab_bench_near(r->got[LAB_RPC].packets,
				 800 * LAB_MS / expected_ns(&b, bytes, 32), 2));
}

/* The difference of two holds is the difference of two round trips, to the nanosecond. */
static void
test_hold_alone(void)
{
	struct lab_bench b;
	uint64_t short_ns;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_RPC, 1);
	b.conf.switches = "c2h:0";
	short_ns = round_trip(&b, 32);
	CU_ASSERT_EQUAL(round_trip(&b, 1024) - short_ns, 992 * US);
	CU_ASSERT_EQUAL(round_trip(&b, 64) - short_ns, 32 * US);
}

/* Without aggregation the frame does not wait for the one that never comes; what the chip
 * says of its PPDU comes as a transfer of its own. */
static void
test_no_aggregation(void)
{
	struct lab_bench b;
	uint64_t short_ns, none_ns;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_RPC, 1);
	short_ns = round_trip(&b, 32);
	none_ns = round_trip(&b, 0);
	CU_ASSERT(none_ns < short_ns - 31 * US);
	CU_ASSERT_EQUAL(b.result.phase[0].hold_us, 0);
	CU_ASSERT(b.result.phase[0].closed_other >= b.result.phase[0].got[LAB_RPC].packets);
}

static void
test_chips(void)
{
	static const char *const chips[] = {
		"rtl8922au", "rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu",
	};
	struct lab_bench b;
	uint64_t short_ns;
	unsigned int i;

	for (i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
		lab_bench_init(&b);
		lab_bench_flows(&b, LAB_RPC, 1);
		b.conf.chip = chips[i];
		b.conf.switches = "c2h:0";
		short_ns = round_trip(&b, 32);
		CU_ASSERT_EQUAL(round_trip(&b, 1024) - short_ns, 992 * US);
	}
}

/* Many at a time, and a wait for the medium that nobody knows: all come home. */
static void
test_many(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;
	const struct lab_got *got;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_RPC, 16);
	b.radio.air = "access:66-154";
	b.radio.up_min_ns = 200000;
	r = lab_bench_run(&b);
	got = &r->got[LAB_RPC];
	CU_ASSERT_EQUAL(got->retransmitted, 0);
	CU_ASSERT(got->sent - got->packets <= 16 || got->packets - got->sent <= 16);
	/* 16 at a time, as the law of Little has it. */
	CU_ASSERT(lab_bench_near(got->packets * got->mean_ns, 16 * 800 * LAB_MS, 20));
}

/* The server thinks from 0 to 2 ms, 1 in the mean: that is no round trip, and it takes time. */
static void
test_think(void)
{
	struct lab_bench b;
	const struct lab_got *got = &b.result.phase[0].got[LAB_RPC];
	uint64_t round_ns;

	lab_bench_init(&b);
	b.workload.phases[0].length_ns = 4200 * LAB_MS;
	lab_bench_flows(&b, LAB_RPC, 1);
	round_ns = round_trip(&b, 32);
	b.workload.phases[0].flows[0].think_us = 2000;
	CU_ASSERT(lab_bench_near(round_trip(&b, 32), round_ns, 5));
	CU_ASSERT(lab_bench_near(got->packets, 4 * LAB_S / (round_ns + LAB_MS), 50));
}

/* Asked again each time that the group is on, and never twice at a time. */
static void
test_on_off(void)
{
	struct lab_bench b;
	const struct lab_got *got = &b.result.phase[0].got[LAB_RPC];
	uint64_t all;

	lab_bench_init(&b);
	b.workload.phases[0].length_ns = 2200 * LAB_MS;
	lab_bench_flows(&b, LAB_RPC, 1)->think_us = 100;
	round_trip(&b, 32);
	all = got->packets;
	b.workload.phases[0].flows[0].on_off_hz = 5;
	round_trip(&b, 32);
	CU_ASSERT(lab_bench_near(got->packets, all / 2, 50));
}

/* The access point's queue is too short for all: those that it drops are asked again. */
static void
test_dropped(void)
{
	struct lab_bench b;
	const struct lab_phase_result *r;

	lab_bench_init(&b);
	lab_bench_flows(&b, LAB_RPC, 16);
	b.radio.queue = 2;
	b.radio.air = "access:1000-1000/ampdu:2";
	r = lab_bench_run(&b);
	CU_ASSERT(r->ap_dropped > 0);
	CU_ASSERT(r->got[LAB_RPC].retransmitted > 0);
	CU_ASSERT(r->got[LAB_RPC].packets > 16);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "a round trip is the sum of its parts", test_sum },
		{ "two holds differ by their difference", test_hold_alone },
		{ "no aggregation, no wait", test_no_aggregation },
		{ "on every chip", test_chips },
		{ "many at a time", test_many },
		{ "the server thinks", test_think },
		{ "on and off", test_on_off },
		{ "one that is dropped is asked again", test_dropped },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "lab: RPC", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
