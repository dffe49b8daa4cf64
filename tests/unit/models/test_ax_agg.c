/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Aggregation of the AX generation: 0x8900 with a size in 4 KiB and no count at 0, and the
 * 8852C's 0x6000 with a size in 1 KiB. */

#include <string.h>

#include "../cunit_run.h"
#include "ax_bench.h"
#include "fake_air.h"

#define MS 1000000ull

/* unit: bytes that RXAGG_0 [7:0] counts in. */
static const struct {
	const char *name;
	uint32_t rxagg_0, rxagg_1, unit;
} chips[] = {
	{ "rtl8851bu", 0x8900, 0x8904, 4096 },
	{ "rtl8852au", 0x8900, 0x8904, 4096 },
	{ "rtl8852bu", 0x8900, 0x8904, 4096 },
	{ "rtl8852cu", 0x6000, 0x6004, 1024 },
};

/* n frames that make units of 1024 bytes, a microsecond apart from 1 ms on. */
static struct bench *
frames(const char *chip, unsigned int n)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(chip, USB_SPEED_SUPER, air);
	uint8_t bytes[992];
	unsigned int i;

	bench_frame_bytes(bytes, 992, BENCH_FC_QOS, bench_mac, 0);
	for (i = 0; i < n; i++) {
		struct air_frame f = {
			.start_ns = MS, .end_ns = MS + i * 1000, .rssi_dbm = -50,
			.rate = { AIR_HE, 11, 1, 0, 3 }, .ppdu = i, .last = true,
		};

		fake_air_add(air, &f, bytes, 992);
	}
	bench_switch(b, "c2h", "0");
	bench_switch(b, "fifo", "1048576");
	return b;
}

static void
test_size_unit(void)
{
	unsigned int c, size;

	for (c = 0; c < 4; c++)
		for (size = 1; size <= 3; size++) {
			struct bench *b = frames(chips[c].name, 40);

			bench_write(b, chips[c].rxagg_0, 0x8000FF00 | size);
			bench_submit(b, 64, 20480);
			bench_drain(b);
			CU_ASSERT_EQUAL(b->transfers[0].len, size * chips[c].unit);
			CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_size"),
					40 * 1024 / (size * chips[c].unit));
			CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 40);
			bench_close(b);
		}
}

/* 20 KiB as Linux writes it on each chip. */
static void
test_linux_values(void)
{
	unsigned int c;

	for (c = 0; c < 4; c++) {
		struct bench *b = frames(chips[c].name, 60);

		bench_write(b, chips[c].rxagg_0, c == 3 ? 0x80FF2014 : 0x80002005);
		if (c == 3)
			bench_write(b, 0x6004, 0x1F);
		bench_submit(b, 8, 20480);
		bench_drain(b);
		CU_ASSERT_EQUAL(b->n_transfers, 3);
		CU_ASSERT_EQUAL(b->transfers[0].len, 20480);
		CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_size"), 3);
		bench_close(b);
	}
}

/* [17:16] of RXAGG_1 are above the size on the 8852C, and nothing elsewhere. */
static void
test_size_high(void)
{
	unsigned int c;

	for (c = 0; c < 4; c++) {
		struct bench *b = frames(chips[c].name, 300);

		bench_write(b, chips[c].rxagg_1, 0x0001001F);
		bench_write(b, chips[c].rxagg_0, 0x8000FF01);
		bench_submit(b, 64, 512 * 1024);
		bench_drain(b);
		CU_ASSERT_EQUAL(b->transfers[0].len, c == 3 ? 257 * 1024 : 4096);
		bench_close(b);
	}
}

static void
test_count(void)
{
	static const struct { uint32_t value; uint64_t count, timer; } rows[] = {
		{ 0x80032000, 4, 0 }, { 0x80FF2000, 0, 1 }, { 0x80002000, 0, 1 },
		{ 0x80012000, 12, 0 },
	};
	unsigned int c, i;

	for (c = 0; c < 4; c++)
		for (i = 0; i < 4; i++) {
			struct bench *b = frames(chips[c].name, 12);

			bench_write(b, chips[c].rxagg_0, rows[i].value);
			bench_submit(b, 64, 20480);
			bench_drain(b);
			CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_count"), rows[i].count);
			CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_timer"), rows[i].timer);
			bench_close(b);
		}
}

static void
test_hold(void)
{
	static const uint32_t holds[] = { 1, 2, 32, 255 };
	unsigned int c, i;

	for (c = 0; c < 4; c++)
		for (i = 0; i < 4; i++) {
			struct bench *b = frames(chips[c].name, 1);
			uint64_t end = MS + holds[i] * 32000ull;

			bench_write(b, chips[c].rxagg_0, 0x80000014 | holds[i] << 8);
			bench_submit(b, 1, 20480);
			bench_run(b, end - 1);
			CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_timer"), 0);
			bench_run(b, end);
			CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_timer"), 1);
			bench_close(b);
		}
}

static void
test_off(void)
{
	unsigned int c;

	for (c = 0; c < 4; c++) {
		struct bench *b = frames(chips[c].name, 5);

		/* what is another chip's register does nothing */
		bench_write(b, c == 3 ? 0x8900 : 0x6000, 0x80FF2014);
		bench_submit(b, 8, 20480);
		bench_drain(b);
		CU_ASSERT_EQUAL(b->n_transfers, 5);
		CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_off"), 5);
		bench_close(b);
	}
}

/* The small-packet function is the 8852C's; 0x8904 holds nothing up. */
static void
test_small_packets(void)
{
	unsigned int c;

	for (c = 0; c < 4; c++) {
		struct air *air = fake_air_new(false);
		struct bench *b = ax_bench_open(chips[c].name, USB_SPEED_SUPER, air);
		const struct air_frame f = {
			.end_ns = 1000, .rate = { AIR_HE, 11, 1, 0, 3 }, .rssi_dbm = -50,
			.last = true,
		};
		uint8_t bytes[100];

		bench_frame_bytes(bytes, 100, BENCH_FC_QOS, bench_mac, 0);
		fake_air_add(air, &f, bytes, 100);
		bench_switch(b, "smallpkt", "stall");
		bench_write(b, chips[c].rxagg_0, 0x80FF2014);
		bench_submit(b, 1, 20480);
		bench_run(b, 100 * MS);
		CU_ASSERT_EQUAL(b->n_transfers, c == 3 ? 0 : 1);
		bench_close(b);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "size unit", test_size_unit },
		{ "20 KiB as Linux writes it", test_linux_values },
		{ "two more bits of size on the 8852C", test_size_high },
		{ "count, and none at 0", test_count },
		{ "hold in 32 us", test_hold },
		{ "EN off; the other chips' register", test_off },
		{ "small-packet function", test_small_packets },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "AX aggregation", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
