/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The aggregator: hold, size and count, both sides of each edge. */

#include <string.h>

#include "../cunit_run.h"
#include "bench.h"
#include "fake_air.h"

#define T0 1000000ull
#define SUPER_TRANSFER_NS 2000		/* model's estimate, usb_bus.c */

/* Frames of a table row: a unit is 40 bytes longer than its frame. */
struct frame {
	uint64_t after_t0;
	uint32_t len;
};

struct row {
	const char *name;
	uint32_t rxagg0, rxagg1;
	const char *switch_name, *switch_value;
	struct frame frames[5];
	unsigned int n;
	uint32_t lens[5];	/* of the transfers that must come out */
	unsigned int n_transfers;
	const char *reason;	/* of the first one */
};

#define EN 0x80000000u
#define COUNT(n) ((uint32_t)(n) << 16)
#define HOLD(n) ((uint32_t)(n) << 8)

static const struct row size_rows[] = {
	{ "two fill it to the byte", EN | COUNT(255) | HOLD(255) | 1, 0x1F, NULL, NULL,
	  { { 0, 472 }, { 10, 472 }, { 20, 472 } }, 3, { 1024, 512 }, 2, "agg_closed_size" },
	{ "one byte more does not fit", EN | COUNT(255) | HOLD(255) | 1, 0x1F, NULL, NULL,
	  { { 0, 472 }, { 10, 473 } }, 2, { 512, 513 }, 2, "agg_closed_size" },
	{ "padding between counts", EN | COUNT(255) | HOLD(255) | 1, 0x1F, NULL, NULL,
	  { { 0, 457 }, { 10, 473 } }, 2, { 497, 513 }, 2, "agg_closed_size" },
	{ "padding behind does not", EN | COUNT(255) | HOLD(255) | 1, 0x1F, NULL, NULL,
	  { { 0, 472 }, { 10, 471 } }, 2, { 1023 }, 1, "agg_closed_timer" },
	{ "... unless it is sent", EN | COUNT(255) | HOLD(255) | 1, 0x1F, "pad", "1",
	  { { 0, 472 }, { 10, 471 } }, 2, { 1024 }, 1, "agg_closed_size" },
	{ "after: exact is not over", EN | COUNT(255) | HOLD(255) | 1, 0x1F,
	  "size", "after", { { 0, 472 }, { 10, 472 }, { 20, 60 } }, 3, { 1124 }, 1,
	  "agg_closed_size" },
	{ "after: over by one unit", EN | COUNT(255) | HOLD(255) | 1, 0x1F,
	  "size", "after", { { 0, 472 }, { 10, 473 }, { 20, 60 } }, 3, { 1025, 100 }, 2,
	  "agg_closed_size" },
	{ "larger than the limit alone", EN | COUNT(255) | HOLD(255) | 1, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 10, 2000 }, { 20, 60 } }, 3, { 100, 2040, 100 }, 3,
	  "agg_closed_size" },
	{ "20 KiB hold 12 of 1540", EN | COUNT(255) | HOLD(255) | 20, 0x1F, NULL, NULL,
	  { { 0, 1540 } }, 1, { 1580 }, 1, "agg_closed_timer" },
	{ "two more bits in RXAGG_1", EN | COUNT(255) | HOLD(255) | 0, 0x1001F, NULL, NULL,
	  { { 0, 11454 }, { 10, 11454 } }, 2, { 11504 + 11494 }, 1, "agg_closed_timer" },
	{ "0 is no limit", EN | COUNT(255) | HOLD(255) | 0, 0x1F, NULL, NULL,
	  { { 0, 11454 }, { 10, 11454 } }, 2, { 11504 + 11494 }, 1, "agg_closed_timer" },
};

static const struct row count_rows[] = {
	{ "third closes", EN | COUNT(3) | HOLD(255) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 10, 60 }, { 20, 60 }, { 30, 60 } }, 4, { 324, 100 }, 2,
	  "agg_closed_count" },
	{ "two do not", EN | COUNT(3) | HOLD(255) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 10, 60 } }, 2, { 212 }, 1, "agg_closed_timer" },
	{ "one", EN | COUNT(1) | HOLD(255) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 10, 60 } }, 2, { 100, 100 }, 2, "agg_closed_count" },
	{ "0 is no limit", EN | COUNT(0) | HOLD(255) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 10, 60 }, { 20, 60 }, { 30, 60 } }, 4, { 436 }, 1,
	  "agg_closed_timer" },
	{ "EN 0: one unit each", COUNT(255) | HOLD(255) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 10, 60 } }, 2, { 100, 100 }, 2, "agg_closed_off" },
	{ "need_en with EN", EN | COUNT(1) | HOLD(255) | 20, 0x1F, "need_en", "1",
	  { { 0, 60 } }, 1, { 100 }, 1, "agg_closed_count" },
};

static const struct row hold_rows[] = {
	{ "joins a nanosecond before", EN | COUNT(255) | HOLD(1) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 31999, 60 } }, 2, { 212 }, 1, "agg_closed_timer" },
	{ "late at the very end", EN | COUNT(255) | HOLD(1) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 32000, 60 } }, 2, { 100, 100 }, 2, "agg_closed_timer" },
	{ "first unit starts it", EN | COUNT(255) | HOLD(2) | 20, 0x1F, "timer", "first",
	  { { 0, 60 }, { 63000, 60 }, { 64000, 60 } }, 3, { 212, 100 }, 2,
	  "agg_closed_timer" },
	{ "each unit restarts it", EN | COUNT(255) | HOLD(2) | 20, 0x1F,
	  "timer", "restart", { { 0, 60 }, { 63000, 60 }, { 126000, 60 }, { 190000, 60 } }, 4,
	  { 324, 100 }, 2, "agg_closed_timer" },
	{ "0 closes at once", EN | COUNT(255) | HOLD(0) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 1, 60 } }, 2, { 100, 100 }, 2, "agg_closed_timer" },
	{ "255 units", EN | COUNT(255) | HOLD(255) | 20, 0x1F, NULL, NULL,
	  { { 0, 60 }, { 8159999, 60 }, { 8160000, 60 } }, 3, { 212, 100 }, 2,
	  "agg_closed_timer" },
	{ "small packets ignored", EN | COUNT(255) | HOLD(1) | 20, 0x00, NULL, NULL,
	  { { 0, 60 } }, 1, { 100 }, 1, "agg_closed_timer" },
	{ "small packets stall", EN | COUNT(1) | HOLD(1) | 20, 0x00, "smallpkt", "stall",
	  { { 0, 60 }, { 100000, 60 } }, 2, { 0 }, 0, NULL },
	{ "... until a large one comes", EN | COUNT(255) | HOLD(1) | 20, 0x00,
	  "smallpkt", "stall", { { 0, 60 }, { 100000, 472 } }, 2, { 112 + 512 }, 1,
	  NULL },
	{ "... not when switched off", EN | COUNT(255) | HOLD(1) | 20, 0x1F,
	  "smallpkt", "stall", { { 0, 60 } }, 1, { 100 }, 1, "agg_closed_timer" },
};

static struct bench *
bench_for(const struct row *row, enum usb_speed speed)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(speed, air);
	unsigned int i;

	for (i = 0; i < row->n; i++)
		fake_air_add_one(air, T0 + row->frames[i].after_t0, row->frames[i].len, i);
	if (row->switch_name != NULL)
		bench_switch(b, row->switch_name, row->switch_value);
	bench_write(b, 0x6000, row->rxagg0);
	bench_write(b, 0x6004, row->rxagg1);
	bench_submit(b, 8, 32768);
	return b;
}

static void
run_row(const struct row *row)
{
	struct bench *b = bench_for(row, USB_SPEED_SUPER);
	uint64_t n = 0;
	unsigned int i;

	bench_drain(b);
	if (b->n_transfers != row->n_transfers)
		printf("  %s: %u transfers\n", row->name, b->n_transfers);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, row->n_transfers);
	for (i = 0; i < row->n_transfers; i++) {
		if (b->transfers[i].len != row->lens[i])
			printf("  %s: transfer %u: %u\n", row->name, i, b->transfers[i].len);
		CU_ASSERT_EQUAL(b->transfers[i].len, row->lens[i]);
		n += bench_units(&b->transfers[i]);
	}
	if (row->reason != NULL)
		CU_ASSERT(bench_counter(b, row->reason) >= 1);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_units"), n);
	bench_close(b);
}

#define TEST_ROWS(name, rows) \
	static void name(void) \
	{ \
		unsigned int i; \
		for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) \
			run_row(&rows[i]); \
	}

TEST_ROWS(test_size, size_rows)
TEST_ROWS(test_count, count_rows)
TEST_ROWS(test_hold, hold_rows)

static void
test_hold_time_to_the_nanosecond(void)
{
	static const struct { uint32_t hold; uint64_t ns; } rows[] = {
		{ 0, 0 }, { 1, 32000 }, { 32, 1024000 }, { 255, 8160000 },
	};
	unsigned int i;

	for (i = 0; i < 4; i++) {
		const struct row row = {
			.rxagg0 = EN | COUNT(255) | HOLD(rows[i].hold) | 20, .rxagg1 = 0x1F,
			.frames = { { 0, 360 } }, .n = 1,
		};
		struct bench *b = bench_for(&row, USB_SPEED_SUPER);

		bench_drain(b);
		CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
		/* 400 bytes at 400 MB/s */
		CU_ASSERT_EQUAL(b->transfers[0].done_ns,
				T0 + rows[i].ns + SUPER_TRANSFER_NS + 1000);
		bench_close(b);
	}
}

/* Many equal frames, 1000 ns apart. */
static struct bench *
many(unsigned int n, uint32_t len, uint32_t rxagg0, uint32_t rxagg1, bool status)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);
	unsigned int i;

	for (i = 0; i < n; i++)
		fake_air_add_one(air, T0 + i * 1000, len, i);
	bench_switch(b, "fifo", "10000000");
	bench_switch(b, "c2h", "0");
	bench_write(b, 0x6000, rxagg0);
	bench_write(b, 0x6004, rxagg1);
	if (status) {
		bench_write(b, 0x11440, 0x6D);
		bench_write(b, 0x9C30, 3);
	}
	bench_submit(b, 8, 1 << 20);
	bench_drain(b);
	return b;
}

static void
test_kernel_value_packs_twelve(void)
{
	/* 0x80FF2014, frames of 1540: units of 1584, the last one 1580. */
	struct bench *b = many(24, 1540, 0x80FF2014, 0x1F, false);

	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(b->transfers[0].len, 11 * 1584 + 1580);
	CU_ASSERT_EQUAL(bench_units(&b->transfers[0]), 12);
	CU_ASSERT_EQUAL(bench_units(&b->transfers[1]), 12);
	bench_close(b);
}

static void
test_255_units(void)
{
	struct bench *b = many(256, 1540, 0x80FFFF00, 0x3001F, false);

	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(bench_units(&b->transfers[0]), 255);
	CU_ASSERT_EQUAL(bench_units(&b->transfers[1]), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_count"), 1);
	bench_close(b);
}

static void
test_all_units_count(void)
{
	struct bench *b = many(4, 60, EN | COUNT(4) | HOLD(255) | 20, 0x1F, true);

	/* frame, status, frame, status */
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(bench_units(&b->transfers[0]), 4);
	CU_ASSERT_EQUAL(bench_counter(b, "units_ppdu_status"), 4);
	bench_close(b);
}

static void
test_units_start_on_16(void)
{
	uint32_t len, pos;
	struct unit u;

	for (len = 60; len < 76; len++) {
		struct bench *b = many(3, len, EN | COUNT(3) | HOLD(255) | 20, 0x1F, false);
		unsigned int k, n = 0;

		for (pos = 0; bench_unit(&b->transfers[0], &pos, &u); n++)
			for (k = u.end; k < pos && k < b->transfers[0].len; k++)
				CU_ASSERT_EQUAL(b->transfers[0].data[k], 0);
		CU_ASSERT_EQUAL(n, 3);
		CU_ASSERT_EQUAL(b->transfers[0].len, u.end);
		bench_close(b);
	}
}

static void
test_flush(void)
{
	const struct row row = {
		.rxagg0 = EN | COUNT(255) | HOLD(255) | 20, .rxagg1 = 0x1F,
		.frames = { { 0, 60 }, { 10, 60 }, { 200000, 60 } }, .n = 3,
	};
	struct bench *b = bench_for(&row, USB_SPEED_SUPER);

	bench_run(b, T0 + 100000);
	CU_ASSERT_EQUAL(b->n_transfers, 0);
	bench_write(b, 0x6000, row.rxagg0 | 0x10000000);	/* SW_TRIG */
	bench_run(b, T0 + 150000);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL(b->transfers[0].len, 212);
	CU_ASSERT_EQUAL(b->transfers[0].done_ns, T0 + 100000 + 2000 + 530);
	bench_run(b, T0 + 250000);
	bench_write(b, 0x6000, 0);				/* EN away */
	bench_run(b, T0 + 260000);
	CU_ASSERT_EQUAL(b->n_transfers, 2);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_flush"), 2);
	bench_close(b);
}

static void
test_need_en(void)
{
	const struct row row = {
		.rxagg0 = 0, .switch_name = "need_en", .switch_value = "1",
		.frames = { { 0, 60 }, { 100, 60 } }, .n = 2,
	};
	struct bench *b = bench_for(&row, USB_SPEED_SUPER);

	bench_drain(b);
	CU_ASSERT_EQUAL(b->n_transfers, 0);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_disabled_frames"), 2);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "size", test_size },
		{ "count", test_count },
		{ "hold", test_hold },
		{ "hold to the nanosecond", test_hold_time_to_the_nanosecond },
		{ "20 KiB pack twelve of 1540", test_kernel_value_packs_twelve },
		{ "255 units", test_255_units },
		{ "all units count", test_all_units_count },
		{ "units start on 16 bytes", test_units_start_on_16 },
		{ "flush by SW_TRIG and by EN", test_flush },
		{ "need_en without EN", test_need_en },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "rtl8922au aggregator", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
