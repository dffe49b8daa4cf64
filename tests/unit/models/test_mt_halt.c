/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Halted endpoints, requests that are cancelled one by one, a reset of the port: through
 * the MT7921U, whose endpoints are 0x84 and 0x85 IN, 0x08 and 0x04 to 0x09 OUT. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "mt_receive.h"

#define T0 1000000ull

static int
halt(struct bench *b, uint8_t ep, bool on)
{
	return bench_request(b, 0x02, on ? 3 : 1, 0, ep, 0, NULL);
}

/* n frames, the i-th of 100 + i bytes, a millisecond from each other. */
static struct bench *
with_frames(unsigned int n)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	uint8_t bytes[256];
	unsigned int i;

	bench_switch(b, "event", "0");
	for (i = 0; i < n; i++) {
		struct air_frame frame = mt_air_frame(T0 * (i + 1));

		bench_frame_bytes(bytes, 100 + i, BENCH_FC_DATA, bench_mac, 0x10);
		fake_air_add(b->air, &frame, bytes, 100 + i);
	}
	b->hungry = false;
	return b;
}

static unsigned int
frame_len(const struct bench *b, unsigned int i)
{
	struct mt_unit u;

	mt_first(b, i, &u);
	return u.frame_len;
}

static void
test_in_keeps_its_data(void)
{
	struct bench *b = with_frames(2);

	bench_submit(b, 1, 16384);
	CU_ASSERT_EQUAL(halt(b, 0x84, true), 0);
	bench_run(b, T0 / 2);
	/* At once, with nothing to send. */
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL(b->transfers[0].status, -EPIPE);
	CU_ASSERT_EQUAL(b->transfers[0].len, 0);
	bench_run(b, 5 * T0);
	bench_submit(b, 1, 16384);	/* and with two frames waiting */
	bench_run(b, 6 * T0);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(b->transfers[1].status, -EPIPE);
	CU_ASSERT_EQUAL(bench_counter(b, "urbs_stalled"), 2);
	CU_ASSERT_EQUAL(halt(b, 0x84, false), 0);
	bench_submit(b, 2, 16384);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 4);
	CU_ASSERT_EQUAL(b->transfers[2].status, 0);
	CU_ASSERT_EQUAL(frame_len(b, 2), 96);	/* without FCS */
	CU_ASSERT_EQUAL(frame_len(b, 3), frame_len(b, 2) + 1);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 2);
	bench_close(b);
}

/* Others go on, and a request that waited for data is served when they come. */
static void
test_in_alone(void)
{
	struct bench *b = with_frames(1);

	CU_ASSERT_EQUAL(halt(b, 0x85, true), 0);
	CU_ASSERT_EQUAL(halt(b, 0x08, true), 0);
	CU_ASSERT_EQUAL(halt(b, 0x03, true), -EPIPE);
	CU_ASSERT_EQUAL(halt(b, 0x00, true), -EPIPE);
	bench_submit(b, 1, 16384);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL(b->transfers[0].status, 0);
	bench_close(b);
}

static void
test_out(void)
{
	static const uint8_t bytes[64];
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint64_t taken = bench_counter(b, "tx_transfers");
	struct bench_out *out;

	CU_ASSERT_EQUAL(halt(b, 0x04, true), 0);
	out = bench_out(b, 0x04, bytes, sizeof(bytes), false);
	bench_drain(b);
	CU_ASSERT_FATAL(out->done);
	CU_ASSERT_EQUAL(out->urb.status, -EPIPE);
	CU_ASSERT_EQUAL(out->urb.actual, 0);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_transfers"), taken);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_stalls"), 1);
	CU_ASSERT_EQUAL(halt(b, 0x04, false), 0);
	out = bench_out(b, 0x04, bytes, sizeof(bytes), false);
	bench_drain(b);
	CU_ASSERT_FATAL(out->done);
	CU_ASSERT_EQUAL(out->urb.status, 0);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_transfers"), taken + 1);
	bench_close(b);
}

static void
expect_halted(struct bench *b, uint8_t ep, bool yes)
{
	uint8_t data[2] = { 0xee, 0xee };

	CU_ASSERT_EQUAL(bench_request(b, 0x82, 0, 0, ep, 2, data), 2);
	CU_ASSERT_EQUAL(data[0], yes);
	CU_ASSERT_EQUAL(data[1], 0);
}

static void
test_what_ends_it(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);

	halt(b, 0x84, true);
	halt(b, 0x09, true);
	halt(b, 0x86, true);
	expect_halted(b, 0x84, true);
	expect_halted(b, 0x09, true);
	expect_halted(b, 0x86, true);
	expect_halted(b, 0x04, false);
	halt(b, 0x84, false);
	expect_halted(b, 0x84, false);
	expect_halted(b, 0x09, true);
	b->ops->reset(b->dev, b->now_ns);
	expect_halted(b, 0x09, false);
	halt(b, 0x84, true);
	CU_ASSERT_EQUAL(bench_request(b, 0x00, 9, 1, 0, 0, NULL), 0);	/* configuration */
	expect_halted(b, 0x84, false);
	halt(b, 0x84, true);
	CU_ASSERT_EQUAL(bench_request(b, 0x01, 11, 0, 0, 0, NULL), 0);	/* interface */
	expect_halted(b, 0x84, false);
	bench_close(b);
}

static void
test_cancel_one_in(void)
{
	struct bench *b = with_frames(3);

	bench_submit(b, 4, 16384);
	/* The second and, while its bytes are on the bus, the first. */
	CU_ASSERT(b->ops->cancel_urb(b->dev, &b->urbs[1]));
	CU_ASSERT_FALSE(b->ops->cancel_urb(b->dev, &b->urbs[1]));
	CU_ASSERT_EQUAL(b->urbs[1].status, -ENOENT);
	bench_run(b, T0 + 10);
	CU_ASSERT_EQUAL(b->n_transfers, 0);
	CU_ASSERT(b->ops->cancel_urb(b->dev, &b->urbs[0]));
	CU_ASSERT_EQUAL(bench_counter(b, "urbs_aborted"), 1);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(frame_len(b, 1), frame_len(b, 0) + 1);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 2);
	CU_ASSERT_FALSE(b->ops->cancel_urb(b->dev, &b->urbs[2]));	/* it has completed */
	bench_submit(b, 1, 16384);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 3);
	bench_close(b);
}

/* The next one gets, at once, what the first had on the bus. */
static void
test_cancel_hands_on(void)
{
	struct bench *b = with_frames(1);

	bench_submit(b, 2, 16384);
	bench_run(b, T0 + 10);
	CU_ASSERT(b->ops->cancel_urb(b->dev, &b->urbs[0]));
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL(frame_len(b, 0), 96);
	bench_close(b);
}

static void
test_cancel_one_out(void)
{
	static const uint8_t bytes[3][64] = { { 64 }, { 64 }, { 64 } };
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	struct bench_out *out[3];
	unsigned int i;

	for (i = 0; i < 3; i++)
		out[i] = bench_out(b, 0x08, bytes[i], 64, false);
	CU_ASSERT(b->ops->cancel_urb(b->dev, &out[1]->urb));
	CU_ASSERT(b->ops->cancel_urb(b->dev, &out[0]->urb));
	CU_ASSERT_EQUAL(bench_counter(b, "tx_aborted"), 1);	/* on the bus already */
	bench_drain(b);
	CU_ASSERT_FALSE(out[0]->done);
	CU_ASSERT_FALSE(out[1]->done);
	CU_ASSERT(out[2]->done);
	CU_ASSERT_EQUAL(out[1]->urb.status, -ENOENT);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_transfers"), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "tx_fifo_now"), 0);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "a halted IN endpoint keeps its data", test_in_keeps_its_data },
		{ "a halted endpoint halts no other", test_in_alone },
		{ "a halted OUT endpoint takes nothing", test_out },
		{ "what ends it", test_what_ends_it },
		{ "one IN request cancelled, others go on", test_cancel_one_in },
		{ "a cancelled IN request hands on its data", test_cancel_hands_on },
		{ "one OUT request cancelled, others go on", test_cancel_one_out },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "mt7921u: halted endpoints, cancelled requests", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
