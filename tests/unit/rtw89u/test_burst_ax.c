/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The receive burst of each AX chip: what test_burst.c asks of the BE one, where the
 * generation differs. */

#include "burst_fixture.h"

static const char * const chips[] = { "rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu" };

static struct bench *
open_chip(const char *chip, enum rtw89u_layout layout)
{
	struct bench *b = bench_open(511);

	bench_chip(b, chip, false, layout);
	return b;
}

/* Units that are no frames, on their alignment. */
static void
add_other(struct transfer *t, uint32_t type, uint32_t len)
{
	struct ax_desc d = ax_short(type, len);

	ax_add_unit(t, &d, 0, len, 0);
}

static void
test_all_sizes(void)
{
	unsigned int c, i;
	uint32_t len;

	for (c = 0; c < RTE_DIM(chips); c++) {
		struct bench *b = open_chip(chips[c], RTW89U_LAYOUT_VENDOR);

		for (i = 0, len = 14; i < 16; i++) {
			struct transfer t = { 0 };
			unsigned int n;

			for (n = 0; n < 12; n++, len += 7)
				bench_frame(b, &t, len, true);
			bench_add(b, &t, BENCH_SIZE, i % 8);
		}
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->nb_seen, 16 * 12);
		bench_check_sums(b);
		CU_ASSERT_EQUAL(b->q.stats.ends[RTW89U_WALK_END], 16);
		bench_close(b);
	}
}

/* A whole aggregate by bursts of every size. */
static void
test_burst_sizes(void)
{
	static const uint16_t sizes[] = { 1, 2, 3, 7, 8, 31, 32, 64, 512 };
	unsigned int c, i;

	for (c = 0; c < RTE_DIM(chips); c++) {
		for (i = 0; i < RTE_DIM(sizes); i++) {
			struct bench *b = open_chip(chips[c], RTW89U_LAYOUT_VENDOR);
			struct transfer t = { 0 };

			bench_frames(b, &t, 100, 150);
			bench_add(b, &t, BENCH_SIZE, 0);
			bench_drain(b, sizes[i]);
			bench_check_sums(b);
			bench_close(b);
		}
	}
}

static void
test_other_units(void)
{
	unsigned int c;

	for (c = 0; c < RTE_DIM(chips); c++) {
		struct bench *b = open_chip(chips[c], RTW89U_LAYOUT_VENDOR);
		struct transfer t = { 0 };

		add_other(&t, 1, 48);
		bench_frame(b, &t, 600, true);
		add_other(&t, 10, 24);
		add_other(&t, 10, 7);
		bench_frame(b, &t, 700, true);
		add_other(&t, 1, 56);
		add_other(&t, 2, 100);
		add_other(&t, 15, 1);
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_drain(b, 32);
		bench_check_sums(b);
		CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_PPDU_STAT], 2);
		CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_C2H], 2);
		CU_ASSERT_EQUAL(b->q.stats.units[RTW89U_UNIT_OTHER], 2);
		CU_ASSERT_EQUAL(b->q.stats.notes[RTW89U_NOTE_C2H_SHORT], 1);
		bench_close(b);
	}
}

/* One frame as a chip lays it out: gap bytes in front of it, tail bytes behind. */
static void
add_laid_out(struct bench *b, struct transfer *t, uint32_t dw0, uint32_t dw3, uint32_t gap,
	     uint32_t tail)
{
	uint8_t body[100] = { 0x88, 0xb5 };
	uint32_t len, tsft_us = 5000 + b->serial++;
	uint8_t *mpdu = bench_mpdu(body, sizeof(body), &len);
	struct ax_desc d = bench_ax_wifi(b, len, tsft_us);

	d.dw[0] |= dw0;
	d.dw[3] |= dw3;
	ax_add_desc(t, &d, gap);
	transfer_add(t, mpdu, len);
	if (tail != 0) {
		ax_pad(t);
		transfer_add(t, "checksum", tail);
	}
	bench_expect(b, body, sizeof(body), tsft_us);
	free(mpdu);
}

/* rxd-layout= and chip decide where the frame stands. */
static void
test_layouts(void)
{
	static const struct {
		const char *chip;
		enum rtw89u_layout layout;
		uint32_t gap, tail;
	} rows[] = {
		/* SHIFT 1: 2, DRV_INFO 1: 8 or 16, MAC_INFO_VLD: 4 */
		{ "rtl8852cu", RTW89U_LAYOUT_VENDOR, 2 + 16 + 4, 8 },
		{ "rtl8852bu", RTW89U_LAYOUT_VENDOR, 2 + 8 + 4, 8 },
		{ "rtl8852au", RTW89U_LAYOUT_VENDOR, 2 + 8 + 4, 8 },
		{ "rtl8851bu", RTW89U_LAYOUT_VENDOR, 2 + 8 + 4, 8 },
		{ "rtl8852cu", RTW89U_LAYOUT_LINUX, 8, 0 },
		{ "rtl8852bu", RTW89U_LAYOUT_LINUX, 8, 0 },
	};
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct bench *b = open_chip(rows[i].chip, rows[i].layout);
		struct transfer t = { 0 };

		for (n = 0; n < 20; n++)
			add_laid_out(b, &t, 1u << 14 | 1u << 28 | 1u << 23, 1u << 24,
				     rows[i].gap, rows[i].tail);
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_drain(b, 32);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* A unit cut by the end of a full transfer: its rest is skipped in the next. */
static void
test_split(void)
{
	unsigned int c;
	uint32_t cut;

	for (c = 0; c < RTE_DIM(chips); c++) {
		for (cut = 4; cut < 300; cut += 37) {
			struct bench *b = open_chip(chips[c], RTW89U_LAYOUT_VENDOR);
			struct transfer t = { 0 }, rest = { 0 };
			uint32_t end;

			bench_frames(b, &t, 3, 300);
			ax_pad(&t);
			end = t.len + cut;
			bench_frame(b, &t, 300, false);
			ax_pad(&t);
			/* Word 3 cut: nobody knows how long it is, all of the next goes. */
			if (cut >= 16)
				bench_frames(b, &t, 2, 300);
			else
				transfer_add(&t, NULL, 100);
			transfer_add(&rest, t.data + end, t.len - end);
			t.len = end;
			bench_add(b, &t, end, 0);
			bench_add(b, &rest, BENCH_SIZE, 0);
			bench_drain(b, 32);
			CU_ASSERT_EQUAL(b->q.stats.splits, 1);
			bench_check_sums(b);
			bench_close(b);
		}
	}
}

static void
test_broken_length(void)
{
	static const struct {
		uint32_t len;
		enum rtw89u_walk_end why;
	} rows[] = { { 0, RTW89U_WALK_ZERO_LEN }, { 16383, RTW89U_WALK_OVERRUN } };
	unsigned int c, i;

	for (c = 0; c < RTE_DIM(chips); c++) {
		for (i = 0; i < RTE_DIM(rows); i++) {
			struct bench *b = open_chip(chips[c], RTW89U_LAYOUT_VENDOR);
			struct ax_desc bad = bench_ax_wifi(b, rows[i].len, 1);
			struct transfer t = { 0 };

			bench_frames(b, &t, 3, 200);
			ax_add_unit(&t, &bad, 0, 200, 0);
			bench_frame(b, &t, 200, false);
			bench_add(b, &t, BENCH_SIZE, 0);
			bench_drain(b, 32);
			bench_check_sums(b);
			CU_ASSERT_EQUAL(b->q.stats.ends[rows[i].why], 1);
			CU_ASSERT(b->q.stats.abandoned_bytes > 400);
			bench_close(b);
		}
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "packets of all sizes", test_all_sizes },
		{ "bursts of all sizes", test_burst_sizes },
		{ "units that are no frames", test_other_units },
		{ "layouts", test_layouts },
		{ "unit split by a full transfer", test_split },
		{ "length that cannot be", test_broken_length },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_burst_ax", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
