/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * One transfer of an AX chip becomes units. Every walk runs on a heap block that
 * ends where the transfer ends: a sanitizer sees each read outside.
 */

#include "cunit_run.h"
#include "hexbytes.h"

#include "rtw89u_agg.h"

#include "ax_build.h"
#include "golden.h"

/* A walk to its end, and what it found. */
struct result {
	uint32_t units;
	uint32_t bytes;		/* payload of all units */
	enum rtw89u_walk_end why;
	uint32_t pos, left;	/* where it ended */
	uint32_t claimed;
};

enum reading { VENDOR, VENDOR_8852C, LINUX_READING, READINGS };

static struct rtw89u_ax_layout
layout_of(enum reading reading)
{
	return rtw89u_ax_layout(reading == LINUX_READING, reading == VENDOR_8852C);
}

static struct result
walk_bytes(const uint8_t *bytes, uint32_t len, enum reading reading)
{
	struct rtw89u_ax_layout layout = layout_of(reading);
	uint8_t *block = exact_copy(bytes, len);
	struct wport_unit unit = { 0 };
	struct result r = { 0 };
	struct wport_walk w;
	uint32_t i, wrong;

	wport_walk_start(&w, block, len);
	while (rtw89u_walk_next_ax(&w, layout, &unit)) {
		CU_ASSERT(unit.rxd >= block && unit.payload > unit.rxd);
		CU_ASSERT_FATAL(unit.payload + unit.len <= block + len);
		CU_ASSERT_EQUAL((unit.rxd - block) % 8, 0);
		/* Payload bytes are the unit's number: a wrong place shows. */
		for (i = 0, wrong = 0; i < unit.len; i++)
			wrong += unit.payload[i] != (uint8_t)(r.units + 1);
		CU_ASSERT_EQUAL(wrong, 0);
		r.units++;
		r.bytes += unit.len;
	}
	r.why = rtw89u_walk_why_ax(&w);
	r.pos = w.pos - block;
	r.left = wport_walk_left(&w);
	r.claimed = rtw89u_walk_claimed_ax(&w, layout);
	CU_ASSERT_EQUAL(r.pos + r.left, len);
	free(block);
	return r;
}

static struct result
walk(const struct transfer *t, enum reading reading)
{
	return walk_bytes(t->data, t->len, reading);
}

static void
expect(struct result r, uint32_t units, enum rtw89u_walk_end why, uint32_t pos)
{
	CU_ASSERT_EQUAL(r.units, units);
	CU_ASSERT_EQUAL(r.why, why);
	CU_ASSERT_EQUAL(r.pos, pos);
}

/* n good units of len bytes, payloads numbered from first. */
static void
add_units(struct transfer *t, uint32_t n, uint32_t len, uint32_t first)
{
	struct ax_desc d = ax_wifi(len);
	uint32_t i;

	for (i = 0; i < n; i++)
		ax_add_unit(t, &d, 0, len, first + i);
}

static void
test_1_to_64_units(void)
{
	uint32_t n, len, pad;

	for (n = 1; n <= 64; n++) {
		for (len = 100; len < 108; len++) {
			for (pad = 0; pad < 2; pad++) {
				struct transfer t = { 0 };
				struct result r;

				add_units(&t, n, len, 0);
				if (pad)
					ax_pad(&t);
				r = walk(&t, VENDOR);
				expect(r, n, RTW89U_WALK_END, t.len);
				CU_ASSERT_EQUAL(r.bytes, n * len);
				transfer_free(&t);
			}
		}
	}
}

static void
test_mixed_kinds(void)
{
	static const uint32_t types[] = { 0, 1, 10, 2, 6, 15, 0 };
	struct transfer t = { 0 };
	enum reading reading;
	unsigned int i;

	for (i = 0; i < RTE_DIM(types); i++) {
		struct ax_desc d = ax_short(types[i], 20 + i);

		ax_add_unit(&t, &d, 0, 20 + i, i);
	}
	for (reading = 0; reading < READINGS; reading++)
		expect(walk(&t, reading), RTE_DIM(types), RTW89U_WALK_END, t.len);
	transfer_free(&t);
}

static void
test_exact_totals(void)
{
	static const uint32_t totals[] = { 1024, 2048, 20480 };
	unsigned int i, pad;

	for (i = 0; i < RTE_DIM(totals); i++) {
		for (pad = 0; pad < 8; pad++) {
			/* 32 + 480 = 512; the last unit is up to 7 bytes short of its
			 * padded end, and the padding is there. */
			uint32_t n = totals[i] / 512 - 1;
			struct transfer t = { 0 };

			add_units(&t, n, 480, 0);
			add_units(&t, 1, 480 - pad, n);
			ax_pad(&t);
			CU_ASSERT_EQUAL(t.len, totals[i]);
			expect(walk(&t, VENDOR), n + 1, RTW89U_WALK_END, t.len);
			transfer_free(&t);
		}
	}
}

/* What stands in the gap, by reading: every field, alone and together. */
static void
test_gaps(void)
{
	static const struct {
		uint32_t dw0;
		uint32_t gap[READINGS];
	} rows[] = {
		{ 0, { 0, 0, 0 } },
		{ 1u << 14, { 2, 2, 0 } },
		{ 3u << 14, { 6, 6, 0 } },
		{ 1u << 28, { 8, 16, 8 } },
		{ 7u << 28, { 56, 112, 56 } },
		{ 1u << 23, { 4, 4, 0 } },
		{ 1u << 23 | 1u << 14 | 1u << 28, { 14, 22, 8 } },
		{ 1u << 23 | 3u << 14 | 7u << 28, { 66, 122, 56 } },
	};
	enum reading reading;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (reading = 0; reading < READINGS; reading++) {
			struct ax_desc d = ax_wifi(77);
			struct transfer t = { 0 };

			d.dw[0] |= rows[i].dw0;
			ax_add_unit(&t, &d, rows[i].gap[reading], 77, 0);
			ax_add_unit(&t, &d, rows[i].gap[reading], 77, 1);
			expect(walk(&t, reading), 2, RTW89U_WALK_END, t.len);
			transfer_free(&t);
		}
	}
}

/* MAC_INFO_VLD moves no PPDU status, in any reading. */
static void
test_mac_info_of_status(void)
{
	struct ax_desc d = ax_short(1, 48);
	struct transfer t = { 0 };
	enum reading reading;

	d.dw[0] |= 1u << 23;
	ax_add_unit(&t, &d, 0, 48, 0);
	ax_add_unit(&t, &d, 0, 48, 1);
	CU_ASSERT_EQUAL(t.len, 2 * 64);
	for (reading = 0; reading < READINGS; reading++)
		expect(walk(&t, reading), 2, RTW89U_WALK_END, t.len);
	transfer_free(&t);
}

/* 8 bytes of checksum behind the padded frame, vendor's reading alone; behind the
 * last one they may be missing, or a part of them. */
static void
test_checksum_tail(void)
{
	struct ax_desc d = ax_wifi(77);
	enum reading reading;
	uint32_t rest;

	d.dw[3] |= 1u << 24;
	for (reading = 0; reading < READINGS; reading++) {
		for (rest = 0; rest <= 8; rest++) {
			struct transfer t = { 0 };

			ax_add_unit(&t, &d, 0, 77, 0);
			ax_pad(&t);
			if (reading != LINUX_READING)
				transfer_add(&t, "checksum", 8);
			ax_add_unit(&t, &d, 0, 77, 1);
			if (reading != LINUX_READING) {
				ax_pad(&t);
				transfer_add(&t, "checksum", rest);
			}
			expect(walk(&t, reading), 2, RTW89U_WALK_END, t.len);
			transfer_free(&t);
		}
	}
}

/* A short descriptor with that bit has no tail. */
static void
test_no_tail_of_short(void)
{
	struct ax_desc d = ax_short(10, 24);
	struct transfer t = { 0 };

	d.dw[3] = 1u << 24;
	ax_add_unit(&t, &d, 0, 24, 0);
	ax_add_unit(&t, &d, 0, 24, 1);
	expect(walk(&t, VENDOR), 2, RTW89U_WALK_END, t.len);
	transfer_free(&t);
}

static void
test_zero_tail(void)
{
	uint32_t tail;

	for (tail = 0; tail <= 600; tail++) {
		struct transfer t = { 0 };
		uint32_t end;

		add_units(&t, 3, 77, 0);
		ax_pad(&t);
		end = t.len;
		transfer_add(&t, NULL, tail);
		expect(walk(&t, VENDOR), 3, RTW89U_WALK_END, end);
		transfer_free(&t);
	}
}

static void
test_nothing_arrived(void)
{
	struct result r = walk_bytes(NULL, 0, VENDOR);

	expect(r, 0, RTW89U_WALK_END, 0);
	CU_ASSERT_EQUAL(r.claimed, 0);
}

/* A tail that is neither zero nor a descriptor: 1 to 31 bytes of a long one, 1 to
 * 15 of a short one. */
static void
test_cut_descriptor(void)
{
	uint32_t is_long, n;

	for (is_long = 0; is_long < 2; is_long++) {
		uint32_t desc_len = is_long ? 32 : 16;

		for (n = 1; n < desc_len; n++) {
			struct ax_desc d = { { is_long << 31 | 50 } };
			struct transfer t = { 0 }, u = { 0 };
			struct result r;
			uint32_t end;

			add_units(&t, 2, 50, 0);
			ax_pad(&t);
			end = t.len;
			ax_add_desc(&u, &d, 0);
			transfer_add(&t, u.data, n);
			r = walk(&t, VENDOR);
			expect(r, 2, RTW89U_WALK_SHORT_DESC, end);
			/* desc_len + 50 on 8 bytes, once word 3 is there */
			CU_ASSERT_EQUAL(r.claimed, n < 16 ? 0 : 88);
			transfer_free(&t);
			transfer_free(&u);
		}
	}
}

/* Any cut inside gap or payload, byte by byte, is a unit past the end. */
static void
test_cut_unit(void)
{
	struct ax_desc d = ax_wifi(100);
	struct transfer t = { 0 };
	uint32_t n, end;

	d.dw[0] |= 3u << 14 | 7u << 28 | 1u << 23;
	d.dw[3] |= 1u << 24;
	add_units(&t, 1, 60, 0);
	ax_pad(&t);
	end = t.len;
	ax_add_unit(&t, &d, 6 + 56 + 4, 100, 1);
	for (n = end + 32; n < t.len; n++) {
		struct result r = walk_bytes(t.data, n, VENDOR);

		expect(r, 1, RTW89U_WALK_OVERRUN, end);
		/* 32 + 66 + 100 = 198, on 8 bytes 200, checksum 8 */
		CU_ASSERT_EQUAL(r.claimed, 208);
		CU_ASSERT_EQUAL(r.left, n - end);
	}
	expect(walk(&t, VENDOR), 2, RTW89U_WALK_END, t.len);
	transfer_free(&t);
}

static void
test_length_zero(void)
{
	static const uint32_t types[] = { 0, 1, 10, 5 };
	unsigned int i, behind;

	for (i = 0; i < RTE_DIM(types); i++) {
		for (behind = 0; behind < 2; behind++) {
			struct ax_desc zero = ax_short(types[i], 0);
			struct transfer t = { 0 };
			struct result r;
			uint32_t end;

			/* Not all zero, or it would be padding. */
			zero.dw[2] = 0x11223344;
			add_units(&t, 4, 90, 0);
			ax_pad(&t);
			end = t.len;
			ax_add_desc(&t, &zero, 0);
			if (behind)
				add_units(&t, 3, 90, 4);
			r = walk(&t, VENDOR);
			expect(r, 4, RTW89U_WALK_ZERO_LEN, end);
			CU_ASSERT_EQUAL(r.claimed, 0);
			transfer_free(&t);
		}
	}
}

/* 16 zero bytes where a descriptor should be, and data behind: not padding. Linux
 * makes an empty frame of it. */
static void
test_zeros_in_the_middle(void)
{
	struct transfer t = { 0 };
	uint32_t end;

	add_units(&t, 2, 90, 0);
	ax_pad(&t);
	end = t.len;
	transfer_add(&t, NULL, 16);
	add_units(&t, 2, 90, 2);
	expect(walk(&t, VENDOR), 2, RTW89U_WALK_ZERO_LEN, end);
	transfer_free(&t);
}

static void
test_one_past_the_end(void)
{
	struct ax_desc d = ax_wifi(101);
	struct transfer t = { 0 };
	uint32_t end;

	add_units(&t, 5, 90, 0);
	ax_pad(&t);
	end = t.len;
	ax_add_unit(&t, &d, 0, 100, 5);
	expect(walk(&t, VENDOR), 5, RTW89U_WALK_OVERRUN, end);
	transfer_free(&t);
}

/* Gap fields alone lead past the end, where the reading has them. */
static void
test_gap_past_the_end(void)
{
	static const struct {
		uint32_t dw0;
		bool linux_too;
	} rows[] = { { 3u << 14, false }, { 1u << 23, false }, { 1u << 28, true } };
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct ax_desc d = ax_short(0, 4);
		struct transfer t = { 0 };
		uint32_t end;

		add_units(&t, 1, 90, 0);
		ax_pad(&t);
		end = t.len;
		d.dw[0] |= rows[i].dw0;
		ax_add_unit(&t, &d, 0, 4, 1);
		expect(walk(&t, VENDOR), 1, RTW89U_WALK_OVERRUN, end);
		expect(walk(&t, LINUX_READING), rows[i].linux_too ? 1 : 2,
		       rows[i].linux_too ? RTW89U_WALK_OVERRUN : RTW89U_WALK_END,
		       rows[i].linux_too ? end : t.len);
		transfer_free(&t);
	}
}

static void
test_largest_length(void)
{
	struct transfer t = { 0 };
	struct ax_desc d = ax_wifi(16383);
	struct result r;

	ax_add_unit(&t, &d, 0, 16383, 0);
	r = walk(&t, VENDOR);
	expect(r, 1, RTW89U_WALK_END, t.len);
	CU_ASSERT_EQUAL(r.bytes, 16383);
	r = walk_bytes(t.data, t.len - 1, VENDOR);
	expect(r, 0, RTW89U_WALK_OVERRUN, 0);
	CU_ASSERT_EQUAL(r.claimed, 16416);	/* 32 + 16383, on 8 */
	transfer_free(&t);
}

/* Every bit set: the longest unit there can be. */
static void
test_all_ones(void)
{
	static const uint32_t gaps[READINGS] = { 6 + 56 + 4, 6 + 112 + 4, 56 };
	enum reading reading;

	for (reading = 0; reading < READINGS; reading++) {
		struct transfer t = { 0 };
		struct ax_desc d;
		struct result r;

		memset(d.dw, 0xff, sizeof(d.dw));
		ax_add_unit(&t, &d, gaps[reading], 16383, 0);
		expect(walk(&t, reading), 1, RTW89U_WALK_END, t.len);
		r = walk_bytes(t.data, 32, reading);
		expect(r, 0, RTW89U_WALK_OVERRUN, 0);
		transfer_free(&t);
	}
}

static void
test_fourth_of_ten_broken(void)
{
	static const uint32_t lengths[] = { 0, 16383, 2000 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(lengths); i++) {
		struct ax_desc bad = ax_wifi(lengths[i]);
		struct transfer t = { 0 };
		uint32_t end;

		add_units(&t, 3, 200, 0);
		ax_pad(&t);
		end = t.len;
		ax_add_unit(&t, &bad, 0, 200, 3);
		add_units(&t, 6, 200, 4);
		expect(walk(&t, VENDOR), 3, lengths[i] == 0 ? RTW89U_WALK_ZERO_LEN :
		       RTW89U_WALK_OVERRUN, end);
		transfer_free(&t);
	}
}

/* 32 + 1540 = 1572, on 8 bytes 1576; 16 + 24 = 40; 16 + 48 = 64. */
static void
test_golden_steps(void)
{
	static const struct {
		uint32_t rxd0, rxd1, rxd3, len, step;
	} rows[] = {
		{ 0x80000604, 0x839b0037, 0x00000019, 1572, 1576 },
		{ 0x0a000018, 0, 0, 40, 40 },
		{ 0x01800030, 0, 0, 64, 64 },
	};
	enum reading reading;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (reading = 0; reading < READINGS; reading++) {
			struct wport_unit unit = { 0 };
			struct transfer t = { 0 };
			struct wport_walk w;

			transfer_add_word(&t, rows[i].rxd0);
			transfer_add_word(&t, rows[i].rxd1);
			transfer_add_word(&t, 0);
			transfer_add_word(&t, rows[i].rxd3);
			transfer_add(&t, NULL, 1600);
			wport_walk_start(&w, t.data, t.len);
			CU_ASSERT(rtw89u_walk_next_ax(&w, layout_of(reading), &unit));
			CU_ASSERT_EQUAL(unit.payload + unit.len - unit.rxd, rows[i].len);
			CU_ASSERT_EQUAL(w.pos - t.data, rows[i].step);
			transfer_free(&t);
		}
	}
}

/* The files that hold the model to the same bytes. */
static void
test_golden_files(void)
{
	static const struct {
		const char *name;
		uint32_t type, payload;
		bool whole;
	} rows[] = {
		{ "rtl8852b-he-1540.hex", 0, 1540, false },
		{ "rtl8852c-he-1540.hex", 0, 1540, false },
		{ "rtl8852b-c2h-24.hex", 10, 24, true },
		{ "rtl8852b-ppdu-48.hex", 1, 48, true },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wport_unit unit = { 0 };
		struct wport_walk w;
		uint8_t *block, *head;
		uint32_t len, total;

		head = golden_read(rows[i].name, &len);
		CU_ASSERT_PTR_NOT_NULL_FATAL(head);
		total = rows[i].whole ? len : len + rows[i].payload;
		block = calloc(1, total);
		CU_ASSERT_PTR_NOT_NULL_FATAL(block);
		memcpy(block, head, len);
		wport_walk_start(&w, block, total);
		CU_ASSERT(rtw89u_walk_next_ax(&w, layout_of(VENDOR), &unit));
		CU_ASSERT_EQUAL(unit.len, rows[i].payload);
		CU_ASSERT_EQUAL(rtw89u_ax_type(unit.rxd0), rows[i].type);
		CU_ASSERT_EQUAL(wport_walk_left(&w), 0);
		free(block);
		free(head);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "1 to 64 units, n to n + 7 bytes, padded or not", test_1_to_64_units },
		{ "units of all kinds", test_mixed_kinds },
		{ "totals of exactly 1024, 2048, 20480", test_exact_totals },
		{ "gap fields by reading", test_gaps },
		{ "MAC info of a PPDU status", test_mac_info_of_status },
		{ "checksum behind the frame", test_checksum_tail },
		{ "no checksum behind a short one", test_no_tail_of_short },
		{ "zeros at the end", test_zero_tail },
		{ "nothing arrived", test_nothing_arrived },
		{ "descriptor cut at each byte", test_cut_descriptor },
		{ "unit cut at each byte", test_cut_unit },
		{ "length 0", test_length_zero },
		{ "zeros in the middle", test_zeros_in_the_middle },
		{ "one byte past the end", test_one_past_the_end },
		{ "gap past the end", test_gap_past_the_end },
		{ "length 16383", test_largest_length },
		{ "descriptor of all ones", test_all_ones },
		{ "length of the fourth of ten broken", test_fourth_of_ten_broken },
		{ "golden steps", test_golden_steps },
		{ "golden files", test_golden_files },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_walk_ax", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
