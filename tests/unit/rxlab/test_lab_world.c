/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The parts that everything else stands on: events, histogram, packets as bytes. */

#include <string.h>

#include "../cunit_run.h"
#include "lab_hist.h"
#include "lab_packet.h"
#include "lab_world.h"

#define EVENTS 1000u

static struct {
	uint64_t at_ns[EVENTS], arg[EVENTS];
	uint32_t nb;
	struct lab_world *world;
} happened;

static void
note(struct lab_run *run, void *what, uint64_t arg)
{
	happened.at_ns[happened.nb] = happened.world->now_ns;
	happened.arg[happened.nb++] = arg;
}

static void
test_order(void)
{
	struct lab_world world = { 0 };
	struct lab_chance chance = { 7 };
	uint32_t i;

	happened.nb = 0;
	happened.world = &world;
	CU_ASSERT_EQUAL(lab_world_next(&world), LAB_NEVER);
	/* 1000 events at 50 different times. */
	for (i = 0; i < EVENTS; i++)
		lab_at(&world, 1000 + lab_chance_between(&chance, 0, 49), note, NULL, i);
	while (lab_world_next(&world) != LAB_NEVER)
		lab_world_step(&world, NULL);
	CU_ASSERT_EQUAL_FATAL(happened.nb, EVENTS);
	for (i = 1; i < EVENTS; i++) {
		CU_ASSERT(happened.at_ns[i] >= happened.at_ns[i - 1]);
		if (happened.at_ns[i] == happened.at_ns[i - 1])
			CU_ASSERT(happened.arg[i] > happened.arg[i - 1]);
	}
	lab_world_free(&world);
}

static void
test_not_before_now(void)
{
	struct lab_world world = { .now_ns = 500 };

	happened.nb = 0;
	happened.world = &world;
	lab_at(&world, 499, note, NULL, 1);
	CU_ASSERT_EQUAL(lab_world_next(&world), 500);
	lab_world_step(&world, NULL);
	CU_ASSERT_EQUAL(world.now_ns, 500);
	lab_world_free(&world);
}

static void
test_chance(void)
{
	struct lab_chance a = { 1 }, b = { 1 }, c = { 2 };
	bool low = false, high = false;
	uint64_t v;
	uint32_t i;

	for (i = 0; i < 1000; i++) {
		v = lab_chance_between(&a, 10, 12);
		CU_ASSERT(v >= 10 && v <= 12);
		low |= v == 10;
		high |= v == 12;
		CU_ASSERT_EQUAL(v, lab_chance_between(&b, 10, 12));
	}
	CU_ASSERT(low && high);
	CU_ASSERT_NOT_EQUAL(lab_chance_next(&a), lab_chance_next(&c));
	CU_ASSERT_EQUAL(lab_chance_between(&a, 5, 5), 5);
}

static struct lab_hist hist;

static void
test_hist_error(void)
{
	uint64_t ns;

	/* One value alone comes back within 1 %. */
	for (ns = 0; ns < 1ull << 40; ns += ns / 97 + 1) {
		uint64_t got, off;

		memset(&hist, 0, sizeof(hist));
		lab_hist_add(&hist, ns);
		got = lab_hist_permille(&hist, 500);
		off = got > ns ? got - ns : ns - got;
		CU_ASSERT(off * 100 <= ns);
		CU_ASSERT_EQUAL(lab_hist_mean(&hist), ns);
	}
}

static void
test_hist_percentiles(void)
{
	uint64_t v;

	memset(&hist, 0, sizeof(hist));
	CU_ASSERT_EQUAL(lab_hist_permille(&hist, 500), 0);
	CU_ASSERT_EQUAL(lab_hist_mean(&hist), 0);
	for (v = 1; v <= 1000; v++)
		lab_hist_add(&hist, v * 1000);
	CU_ASSERT_EQUAL(lab_hist_mean(&hist), 500500);
	v = lab_hist_permille(&hist, 500);
	CU_ASSERT(v >= 495000 && v <= 505000);
	v = lab_hist_permille(&hist, 990);
	CU_ASSERT(v >= 980100 && v <= 999900);
	v = lab_hist_permille(&hist, 1000);
	CU_ASSERT(v >= 990000 && v <= 1010000);
	lab_hist_add(&hist, UINT64_MAX / 4);	/* beyond the last bucket */
	CU_ASSERT(lab_hist_permille(&hist, 1000) > 1ull << 40);
}

static void
test_packet(void)
{
	struct lab_packet in = {
		.flow = 0x1234, .is_ack = true, .nb_sack = 3, .len = 94, .seq = 0x89abcdef,
		.sent_ns = 0x0123456789abcdefull, .ack = 0xfedcba98,
		.sack = { { 1, 2 }, { 0x80000000, 0x80000001 }, { 5, 0xffffffff } },
	}, out = { 0 };
	uint8_t bytes[LAB_PACKET_MAX] = { 0 };

	CU_ASSERT(lab_packet_min(&in) <= in.len);
	lab_packet_write(&in, bytes);
	CU_ASSERT(lab_packet_read(&out, bytes + 12, in.len - 12));
	CU_ASSERT(in.flow == out.flow && in.is_ack == out.is_ack && in.len == out.len);
	CU_ASSERT(in.seq == out.seq && in.sent_ns == out.sent_ns && in.ack == out.ack);
	CU_ASSERT_EQUAL(in.nb_sack, out.nb_sack);
	CU_ASSERT_EQUAL(memcmp(in.sack, out.sack, sizeof(in.sack)), 0);
	/* Cut, of another type, or shorter than its own ranges. */
	CU_ASSERT_FALSE(lab_packet_read(&out, bytes + 12, in.len - 13));
	CU_ASSERT_FALSE(lab_packet_read(&out, bytes + 12, 20));
	bytes[12] ^= 1;
	CU_ASSERT_FALSE(lab_packet_read(&out, bytes + 12, in.len - 12));
	in.len = 40;
	lab_packet_write(&in, bytes);
	CU_ASSERT_FALSE(lab_packet_read(&out, bytes + 12, in.len - 12));
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "events in the order of time, then of asking", test_order },
		{ "nothing happens before now", test_not_before_now },
		{ "the same seed, the same chance", test_chance },
		{ "a histogram is within 1 %", test_hist_error },
		{ "percentiles", test_hist_percentiles },
		{ "a packet and its bytes", test_packet },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "lab: world", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
