/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Frames into order: sequence numbers in, packets out. */

#include "../cunit_run.h"
#include "lab_run.h"

#define OUT_MAX 4096u

static struct {
	uint32_t seq[OUT_MAX];
	uint64_t at_ns[OUT_MAX];
	uint32_t nb;
} out;

static void
arrives(struct lab_run *run, struct lab_flow *flow, const struct lab_packet *packet)
{
	out.seq[out.nb] = packet->seq;
	out.at_ns[out.nb++] = run->world.now_ns;
}

static const struct lab_flow_ops ops = { .arrives = arrives };
static struct lab_flow flow = { .ops = &ops };
static struct lab_flow *flows[] = { &flow };

static struct lab_run *
make(void)
{
	struct lab_run *run = calloc(1, sizeof(*run));

	CU_ASSERT_PTR_NOT_NULL_FATAL(run);
	run->flows.flow = flows;
	run->flows.nb = 1;
	run->order.window = 1024;
	out.nb = 0;
	return run;
}

static void
unmake(struct lab_run *run)
{
	lab_world_free(&run->world);
	free(run);
}

/* The packet's number is that of its frame, before it wraps. */
static void
take(struct lab_run *run, uint32_t number)
{
	struct lab_frame frame = { .sn = number & 0xfff, .packet = { .seq = number } };

	lab_order_take(run, &frame);
	lab_order_watch(run);
}

static void
pass(struct lab_run *run, uint64_t until_ns)
{
	while (lab_world_next(&run->world) <= until_ns)
		lab_world_step(&run->world, run);
	run->world.now_ns = until_ns;
}

/* Numbers that came out, as they were asked for. */
static bool
came(const uint32_t *wanted, uint32_t nb)
{
	uint32_t i;

	for (i = 0; i < nb && i < out.nb; i++)
		if (out.seq[i] != wanted[i])
			return false;
	return out.nb == nb;
}

#define CAME(...) CU_ASSERT(came((const uint32_t[]){ __VA_ARGS__ }, \
	sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)))

static void
test_hole_filled(void)
{
	struct lab_run *run = make();

	take(run, 5);		/* whatever comes first begins */
	take(run, 6);
	take(run, 8);
	take(run, 9);
	CAME(5, 6);
	take(run, 7);
	CAME(5, 6, 7, 8, 9);
	CU_ASSERT_EQUAL(run->order.waiting, 0);
	CU_ASSERT_EQUAL(run->order.given_up, 0);
	unmake(run);
}

static void
test_twice(void)
{
	struct lab_run *run = make();

	take(run, 5);
	take(run, 5);
	take(run, 8);
	take(run, 8);
	take(run, 4);
	CAME(5);
	CU_ASSERT_EQUAL(run->order.late, 3);
	CU_ASSERT_EQUAL(run->order.waiting, 1);
	unmake(run);
}

/* 1024 numbers have room beside each other; one more and the hole is past. */
static void
test_window(void)
{
	struct lab_run *run = make();

	take(run, 0);
	take(run, 2);
	take(run, 1 + 1023);
	CAME(0);
	take(run, 1 + 1024);
	CAME(0, 2);
	CU_ASSERT_EQUAL(run->order.next, 3);
	CU_ASSERT_EQUAL(run->order.given_up, 1);
	CU_ASSERT_EQUAL(run->order.waiting, 2);
	take(run, 1);
	CU_ASSERT_EQUAL(run->order.late, 1);
	unmake(run);

	run = make();
	run->order.window = 64;
	take(run, 0);
	take(run, 1 + 63);
	CAME(0);
	take(run, 1 + 64);
	CU_ASSERT_EQUAL(run->order.given_up, 1);
	CU_ASSERT_EQUAL(run->order.next, 2);
	unmake(run);
}

static void
test_time(void)
{
	struct lab_run *run = make();

	run->world.now_ns = 7 * LAB_MS;
	take(run, 1);
	take(run, 3);
	pass(run, 60 * LAB_MS);
	take(run, 6);
	pass(run, 106 * LAB_MS);
	CAME(1);
	pass(run, 107 * LAB_MS);
	CAME(1, 3);
	pass(run, 159 * LAB_MS);
	CAME(1, 3);
	pass(run, 160 * LAB_MS);
	CAME(1, 3, 6);
	CU_ASSERT_EQUAL(out.at_ns[1], 107 * LAB_MS);
	CU_ASSERT_EQUAL(out.at_ns[2], 160 * LAB_MS);
	CU_ASSERT_EQUAL(lab_world_next(&run->world), LAB_NEVER);
	unmake(run);
}

/* The numbers wrap at 4096. */
static void
test_wrap(void)
{
	struct lab_run *run = make();
	uint32_t i;

	for (i = 4000; i < 4000 + 2048; i += 2) {
		if (i == 4000)
			take(run, i);
		take(run, i + 2);
		take(run, i + 1);
	}
	CU_ASSERT_EQUAL_FATAL(out.nb, 2049);
	for (i = 0; i < out.nb; i++)
		CU_ASSERT_EQUAL(out.seq[i], 4000 + i);
	unmake(run);

	/* A hole just there. */
	run = make();
	take(run, 4094);
	take(run, 4096);
	pass(run, 100 * LAB_MS);
	take(run, 4097);
	CAME(4094, 4096, 4097);
	unmake(run);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "a hole is filled", test_hole_filled },
		{ "one that came before", test_twice },
		{ "the window moves on", test_window },
		{ "100 ms", test_time },
		{ "numbers wrap", test_wrap },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "lab: order", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
