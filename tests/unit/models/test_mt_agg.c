/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Transfers: aggregation limits, padding, events, faults. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_receive.h"

#define T0 1000000ull
#define AGG_EN 0x00200000u
#define LMT(kib) ((uint32_t)(kib) << 8)
#define TO(us) ((uint32_t)(us))

/* A unit is 56 bytes longer than its frame of body bytes without FCS. */
#define DESC 56u

struct frame {
	uint64_t after_t0;
	uint32_t unit_len;
};

struct row {
	const char *name;
	uint32_t wlcfg_0, wlcfg_1;	/* WLCFG_0 beside RX_EN, TX_EN, TICK */
	const char *sw, *value;
	struct frame frames[5];
	unsigned int n;
	uint32_t lens[5];
	unsigned int n_transfers;
	const char *reason;
};

/* Steps: ALIGN8(len) + 4; behind the last unit: to a multiple of 4, then 4. */
static const struct row agg_rows[] = {
	{ "off: one each", LMT(32) | TO(100), 30, NULL, NULL,
	  { { 0, 100 }, { 1, 100 } }, 2, { 104, 104 }, 2, "agg_closed_off" },
	{ "timer ends two", AGG_EN | LMT(32) | TO(100), 0, NULL, NULL,
	  { { 0, 100 }, { 99999, 101 } }, 2, { 108 + 104 + 4 }, 1, "agg_closed_timer" },
	{ "late at the very end", AGG_EN | LMT(32) | TO(100), 0, NULL, NULL,
	  { { 0, 100 }, { 100000, 100 } }, 2, { 104, 104 }, 2, "agg_closed_timer" },
	{ "timer 0", AGG_EN | LMT(32) | TO(0), 0, NULL, NULL,
	  { { 0, 100 }, { 1, 100 } }, 2, { 104, 104 }, 2, "agg_closed_timer" },
	{ "timer restarts", AGG_EN | LMT(32) | TO(100), 0, "timer", "restart",
	  { { 0, 100 }, { 90000, 100 }, { 180000, 100 } }, 3, { 108 + 108 + 104 }, 1,
	  "agg_closed_timer" },
	{ "three packets", AGG_EN | LMT(32) | TO(255), 3, NULL, NULL,
	  { { 0, 100 }, { 1, 100 }, { 2, 100 }, { 3, 100 } }, 4,
	  { 108 + 108 + 104, 104 }, 2, "agg_closed_count" },
	{ "no packet limit", AGG_EN | LMT(32) | TO(255), 0, NULL, NULL,
	  { { 0, 104 }, { 1, 104 }, { 2, 104 }, { 3, 104 } }, 4,
	  { 108 * 4 }, 1, "agg_closed_timer" },
	{ "step aligns by 8", AGG_EN | LMT(32) | TO(255), 0, NULL, NULL,
	  { { 0, 97 }, { 1, 97 } }, 2, { 108 + 100 + 4 }, 1, "agg_closed_timer" },
	{ "1 KiB is not over", AGG_EN | LMT(1) | TO(255), 0, NULL, NULL,
	  { { 0, 500 }, { 1, 516 }, { 2, 100 } }, 3, { 508 + 524 + 104 }, 1,
	  "agg_closed_size" },
	{ "over by one unit", AGG_EN | LMT(1) | TO(255), 0, NULL, NULL,
	  { { 0, 500 }, { 1, 517 }, { 2, 100 } }, 3, { 508 + 520 + 4, 104 }, 2,
	  "agg_closed_size" },
	{ "before: never over", AGG_EN | LMT(1) | TO(255), 0, "size", "before",
	  { { 0, 500 }, { 1, 517 }, { 2, 100 } }, 3, { 504, 520 + 4 + 4 + 100 }, 2,
	  "agg_closed_size" },
	{ "no size limit", AGG_EN | LMT(0) | TO(255), 0, NULL, NULL,
	  { { 0, 2000 }, { 1, 2000 } }, 2, { 2004 + 2004 }, 1, "agg_closed_timer" },
};

/* RX_MPSZ_PAD0 0x00040000: 1024-byte packets at SuperSpeed. */
static const struct row pad_rows[] = {
	{ "align4+4: 100", 0, 0, NULL, NULL, { { 0, 100 } }, 1, { 104 }, 1, NULL },
	{ "align4+4: 101", 0, 0, NULL, NULL, { { 0, 101 } }, 1, { 108 }, 1, NULL },
	{ "align4+4: 103", 0, 0, NULL, NULL, { { 0, 103 } }, 1, { 108 }, 1, NULL },
	{ "0", 0, 0, "pad", "0", { { 0, 101 } }, 1, { 101 }, 1, NULL },
	{ "align4", 0, 0, "pad", "align4", { { 0, 101 } }, 1, { 104 }, 1, NULL },
	{ "4", 0, 0, "pad", "4", { { 0, 101 } }, 1, { 105 }, 1, NULL },
	{ "whole packets", 0, 0, NULL, NULL, { { 0, 1020 } }, 1, { 1024 }, 1, NULL },
	{ "one word more", 0x00040000, 0, NULL, NULL, { { 0, 1020 } }, 1, { 1028 }, 1,
	  NULL },
	{ "... two packets", 0x00040000, 0, "pad", "0", { { 0, 2048 } }, 1, { 2052 }, 1,
	  NULL },
	{ "not needed", 0x00040000, 0, NULL, NULL, { { 0, 1024 } }, 1, { 1028 }, 1, NULL },
};

static struct bench *
bench_for(const struct row *row)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	uint8_t bytes[4096];
	unsigned int i;

	bench_switch(b, "event", "0");
	for (i = 0; i < row->n; i++) {
		uint32_t len = row->frames[i].unit_len - DESC + 4;
		struct air_frame f = mt_air_frame(T0 + row->frames[i].after_t0);

		f.ppdu = i;
		bench_frame_bytes(bytes, len, BENCH_FC_DATA, bench_mac, (uint16_t)(i << 4));
		fake_air_add(b->air, &f, bytes, len);
	}
	if (row->sw != NULL)
		bench_switch(b, row->sw, row->value);
	mt_write(b, MT_WLCFG_0, 0x00d00000 | row->wlcfg_0);
	mt_write(b, MT_WLCFG_1, row->wlcfg_1);
	bench_submit(b, 8, 65536);
	bench_drain(b);
	return b;
}

/* Each unit of a transfer at its place. */
static unsigned int
count_units(const struct bench_transfer *t, const struct row *row, unsigned int first)
{
	unsigned int n = 0;
	uint32_t pos = 0;
	struct mt_unit u;

	while (t->len >= pos + 24 + 8 && first + n < row->n) {
		mt_unit_at(t, pos, &u);
		CU_ASSERT_EQUAL(u.length, row->frames[first + n].unit_len);
		pos += (u.length + 7) / 8 * 8 + 4;
		n++;
	}
	return n;
}

static void
run_row(const struct row *row)
{
	struct bench *b = bench_for(row);
	unsigned int i, n = 0;

	if (b->n_transfers != row->n_transfers)
		printf("  %s: %u transfers\n", row->name, b->n_transfers);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, row->n_transfers);
	for (i = 0; i < row->n_transfers; i++) {
		if (b->transfers[i].len != row->lens[i])
			printf("  %s: transfer %u: %u\n", row->name, i, b->transfers[i].len);
		CU_ASSERT_EQUAL(b->transfers[i].len, row->lens[i]);
		n += count_units(&b->transfers[i], row, n);
	}
	CU_ASSERT_EQUAL(n, row->n);
	if (row->reason != NULL)
		CU_ASSERT(bench_counter(b, row->reason) >= 1);
	bench_close(b);
}

static void
test_limits(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(agg_rows) / sizeof(agg_rows[0]); i++)
		run_row(&agg_rows[i]);
}

static void
test_padding(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(pad_rows) / sizeof(pad_rows[0]); i++)
		run_row(&pad_rows[i]);
}

/* Padding: its byte; the word more is zero. */
static void
test_pad_bytes(void)
{
	static const struct row row = { "", 0x00040000 | AGG_EN | TO(255), 0, "padbyte", "238",
					{ { 0, 109 }, { 1, 904 } }, 2, { 0 }, 1, NULL };
	struct bench *b = bench_for(&row);
	const uint8_t *p = b->transfers[0].data;
	unsigned int i;

	/* 109 to 112 and 4; 904 and 4 make whole packets; one word more. */
	CU_ASSERT_EQUAL_FATAL(b->transfers[0].len, 116 + 904 + 4 + 4);
	for (i = 109; i < 116; i++)
		CU_ASSERT_EQUAL(p[i], 0xee);
	CU_ASSERT_EQUAL(mt_word(p + 1020), 0xeeeeeeee);
	CU_ASSERT_EQUAL(mt_word(p + 1024), 0);
	bench_close(b);
}

/* Taking RX_AGG_EN away closes what is open. */
static void
test_flush(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(T0);
	uint8_t frame[104];

	mt_qos_frame(frame, 66);
	mt_write(b, MT_WLCFG_0, MT_WLCFG_0_ON | AGG_EN | LMT(32) | TO(255));
	fake_air_add(b->air, &f, frame, sizeof(frame));
	bench_submit(b, 8, 65536);
	bench_run(b, T0 + 10);
	CU_ASSERT_EQUAL(b->n_transfers, 0);
	CU_ASSERT_EQUAL(mt_read(b, MT_WLCFG_0) >> 30, 1);	/* RX_BUSY */
	mt_write(b, MT_WLCFG_0, MT_WLCFG_0_ON);
	bench_run(b, T0 + 50000);
	CU_ASSERT_EQUAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL(bench_counter(b, "agg_closed_flush"), 1);
	CU_ASSERT_EQUAL(mt_read(b, MT_WLCFG_0), MT_WLCFG_0_ON);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "limits", test_limits },
		{ "padding", test_padding },
		{ "padding bytes", test_pad_bytes },
		{ "flush", test_flush },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u transfers", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
