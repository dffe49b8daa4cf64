/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * One transfer becomes units. Every walk runs on a heap block that ends where
 * the transfer ends: a sanitizer sees each read outside.
 */

#include "cunit_run.h"
#include "hexbytes.h"

#include "rtw89u_agg.h"

#include "unit_build.h"

/* A walk to its end, and what it found. */
struct result {
	uint32_t units;
	uint32_t bytes;		/* payload of all units */
	enum rtw89u_walk_end why;
	uint32_t pos, left;	/* where it ended */
	uint32_t claimed;
};

/* Payload bytes are the unit's number, so that a wrong place shows. */
static void
check_payload(const struct wport_unit *unit, uint32_t nr)
{
	uint32_t i, wrong = 0;

	for (i = 0; i < unit->len; i++)
		wrong += unit->payload[i] != (uint8_t)(nr + 1);
	CU_ASSERT_EQUAL(wrong, 0);
}

static struct result
walk_bytes(const uint8_t *bytes, uint32_t len)
{
	uint8_t *block = exact_copy(bytes, len);
	struct wport_unit unit = { 0 };
	struct result r = { 0 };
	struct wport_walk w;

	wport_walk_start(&w, block, len);
	while (rtw89u_walk_next(&w, &unit)) {
		CU_ASSERT(unit.rxd >= block && unit.payload > unit.rxd);
		CU_ASSERT(unit.payload + unit.len <= block + len);
		CU_ASSERT_EQUAL((unit.rxd - block) % 16, 0);
		check_payload(&unit, r.units);
		r.units++;
		r.bytes += unit.len;
	}
	r.why = rtw89u_walk_why(&w);
	r.pos = w.pos - block;
	r.left = wport_walk_left(&w);
	r.claimed = rtw89u_walk_claimed(&w);
	CU_ASSERT_EQUAL(r.pos + r.left, len);
	free(block);
	return r;
}

static struct result
walk(const struct transfer *t)
{
	return walk_bytes(t->data, t->len);
}

static void
add_filled(struct transfer *t, const struct unit_desc *d, uint32_t len, uint32_t nr)
{
	uint8_t *payload = malloc(len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(payload);
	memset(payload, (int)(nr + 1), len);
	transfer_add_unit(t, d, payload, len);
	free(payload);
}

/* n good units of len bytes, payloads numbered from first. */
static void
add_units(struct transfer *t, uint32_t n, uint32_t len, uint32_t first)
{
	struct unit_desc d = unit_wifi(len);
	uint32_t i;

	for (i = 0; i < n; i++)
		add_filled(t, &d, len, first + i);
}

static void
expect(struct result r, uint32_t units, enum rtw89u_walk_end why, uint32_t pos)
{
	CU_ASSERT_EQUAL(r.units, units);
	CU_ASSERT_EQUAL(r.why, why);
	CU_ASSERT_EQUAL(r.pos, pos);
}

static void
test_1_to_64_units(void)
{
	uint32_t n, len, pad;

	for (n = 1; n <= 64; n++) {
		for (len = 100; len < 116; len++) {
			for (pad = 0; pad < 2; pad++) {
				struct transfer t = { 0 };
				struct result r;

				add_units(&t, n, len, 0);
				if (pad)
					transfer_pad(&t);
				r = walk(&t);
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
	static const uint32_t types[] = { 0, 1, 10, 2, 6, 63, 0 };
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(types); i++) {
		struct unit_desc d = unit_short(types[i], 20 + i);

		add_filled(&t, &d, 20 + i, i);
	}
	expect(walk(&t), RTE_DIM(types), RTW89U_WALK_END, t.len);
	transfer_free(&t);
}

static void
test_exact_totals(void)
{
	static const uint32_t totals[] = { 1024, 2048, 20480 };
	unsigned int i, pad;

	for (i = 0; i < RTE_DIM(totals); i++) {
		for (pad = 0; pad < 16; pad++) {
			/* 40 + 8 + 464 = 512; the last unit is up to 15 bytes short of
			 * its padded end, and the padding is there. */
			uint32_t n = totals[i] / 512 - 1;
			struct transfer t = { 0 };
			struct result r;

			add_units(&t, n, 464, 0);
			add_units(&t, 1, 464 - pad, n);
			transfer_pad(&t);
			CU_ASSERT_EQUAL(t.len, totals[i]);
			r = walk(&t);
			expect(r, n + 1, RTW89U_WALK_END, t.len);
			CU_ASSERT_EQUAL(r.bytes, (n + 1) * 464 - pad);
			transfer_free(&t);
		}
	}
}

/* OpenIPC/devourer#387: zeros at the end are no error, however many. */
static void
test_zero_tail(void)
{
	uint32_t tail;

	for (tail = 0; tail <= 600; tail++) {
		struct transfer t = { 0 };
		uint32_t end;

		add_units(&t, 3, 77, 0);
		transfer_pad(&t);
		end = t.len;
		transfer_add(&t, NULL, tail);
		expect(walk(&t), 3, RTW89U_WALK_END, end);
		transfer_free(&t);
	}
}

static void
test_nothing_arrived(void)
{
	struct result r = walk_bytes(NULL, 0);

	expect(r, 0, RTW89U_WALK_END, 0);
	CU_ASSERT_EQUAL(r.claimed, 0);
}

/* A tail that is neither zero nor a descriptor: 1 to 39 bytes of a long one, 1 to
 * 23 of a short one. */
static void
test_cut_descriptor(void)
{
	uint32_t is_long, n;

	for (is_long = 0; is_long < 2; is_long++) {
		uint32_t desc_len = is_long ? 40 : 24;

		for (n = 1; n < desc_len; n++) {
			struct unit_desc d = { .dw = { is_long << 31 | 50 } };
			struct transfer t = { 0 }, u = { 0 };
			uint32_t end;

			add_units(&t, 2, 50, 0);
			transfer_pad(&t);
			end = t.len;
			transfer_add_desc(&u, &d);
			transfer_add(&t, u.data, n);
			expect(walk(&t), 2, RTW89U_WALK_SHORT_DESC, end);
			transfer_free(&t);
			transfer_free(&u);
		}
	}
}

/* Any cut inside gap or payload, byte by byte, is a unit past the end. */
static void
test_cut_unit(void)
{
	struct unit_desc d = unit_wifi(100);
	struct transfer t = { 0 };
	uint32_t n, end;

	d.dw[0] |= 0x003cc000;	/* SHIFT 3, DRV_INFO 3, HDR_CNV 3 */
	add_units(&t, 1, 60, 0);
	transfer_pad(&t);
	end = t.len;
	add_filled(&t, &d, 100, 1);
	for (n = end + 40; n < t.len; n++) {
		struct result r = walk_bytes(t.data, n);

		expect(r, 1, RTW89U_WALK_OVERRUN, end);
		/* 40 + 8 + 6 + 24 + 48 + 100 = 226, on 16 bytes 240 */
		CU_ASSERT_EQUAL(r.claimed, 240);
		CU_ASSERT_EQUAL(r.left, n - end);
	}
	expect(walk(&t), 2, RTW89U_WALK_END, t.len);
	transfer_free(&t);
}

static void
test_length_zero(void)
{
	static const uint32_t types[] = { 0, 1, 10, 5 };
	unsigned int i, behind;

	for (i = 0; i < RTE_DIM(types); i++) {
		for (behind = 0; behind < 2; behind++) {
			struct unit_desc zero = unit_short(types[i], 0);
			struct transfer t = { 0 };
			uint32_t end;

			/* Not all zero, or it would be padding. */
			zero.dw[5] = 0x11223344;
			add_units(&t, 4, 90, 0);
			transfer_pad(&t);
			end = t.len;
			transfer_add_desc(&t, &zero);
			if (behind)
				add_units(&t, 3, 90, 4);
			expect(walk(&t), 4, RTW89U_WALK_ZERO_LEN, end);
			transfer_free(&t);
		}
	}
}

/* 24 zero bytes where a descriptor should be, and data behind: not padding. */
static void
test_zeros_in_the_middle(void)
{
	struct transfer t = { 0 };
	uint32_t end;

	add_units(&t, 2, 90, 0);
	transfer_pad(&t);
	end = t.len;
	transfer_add(&t, NULL, 32);
	add_units(&t, 2, 90, 2);
	expect(walk(&t), 2, RTW89U_WALK_ZERO_LEN, end);
	transfer_free(&t);
}

static void
test_one_past_the_end(void)
{
	struct unit_desc d = unit_wifi(101);
	struct transfer t = { 0 };
	uint32_t end;

	add_units(&t, 5, 90, 0);
	transfer_pad(&t);
	end = t.len;
	add_filled(&t, &d, 100, 5);
	expect(walk(&t), 5, RTW89U_WALK_OVERRUN, end);
	transfer_free(&t);
}

/* Gap fields alone lead past the end. */
static void
test_gap_past_the_end(void)
{
	static const uint32_t gaps[] = { 0x0000c000, 0x000c0000, 0x00300000, 0x00c00000 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(gaps); i++) {
		struct unit_desc d = unit_short(0, 4);
		struct transfer t = { 0 };
		uint32_t end;

		add_units(&t, 1, 90, 0);
		transfer_pad(&t);
		end = t.len;
		d.dw[0] |= gaps[i];
		transfer_add_desc(&t, &d);
		/* gap and all but the last byte of the payload */
		transfer_add(&t, NULL, 3);
		expect(walk(&t), 1, RTW89U_WALK_OVERRUN, end);
		transfer_add(&t, "\x02", 1);
		memset(t.data + t.len - 4, 2, 4);
		expect(walk(&t), 2, RTW89U_WALK_END, t.len);
		transfer_free(&t);
	}
}

/* aircrack-ng/rtl8812au#967: the largest length that the field can say. */
static void
test_largest_length(void)
{
	struct transfer t = { 0 };
	struct unit_desc d = unit_wifi(16383);
	struct result r;

	add_filled(&t, &d, 16383, 0);
	r = walk(&t);
	expect(r, 1, RTW89U_WALK_END, t.len);
	CU_ASSERT_EQUAL(r.bytes, 16383);
	r = walk_bytes(t.data, t.len - 1);
	expect(r, 0, RTW89U_WALK_OVERRUN, 0);
	CU_ASSERT_EQUAL(r.claimed, 16432);	/* 40 + 8 + 16383, on 16 */
	r = walk_bytes(t.data, 48);
	expect(r, 0, RTW89U_WALK_OVERRUN, 0);
	transfer_free(&t);
}

/* Every bit of DW0 set: the longest unit there can be. */
static void
test_all_ones(void)
{
	struct unit_desc d = { 0 };
	struct transfer t = { 0 };
	struct result r;

	memset(d.dw, 0xff, sizeof(d.dw));
	/* 40 + 6 + 24 + 48 + 24 = 142 in front */
	add_filled(&t, &d, 16383, 0);
	CU_ASSERT_EQUAL(t.len, 142 + 16383);
	expect(walk(&t), 1, RTW89U_WALK_END, t.len);
	r = walk_bytes(t.data, 40);
	expect(r, 0, RTW89U_WALK_OVERRUN, 0);
	transfer_free(&t);
}

/* OpenIPC/devourer#387: ten frames, the length of the fourth broken. Without and
 * with zeros behind, the first three come out and nothing else. */
static void
test_fourth_of_ten_broken(void)
{
	static const uint32_t lengths[] = { 0, 16383, 2000 };
	unsigned int i, tail;

	for (i = 0; i < RTE_DIM(lengths); i++) {
		for (tail = 0; tail < 2; tail++) {
			struct unit_desc bad = unit_wifi(lengths[i]);
			struct transfer t = { 0 };
			uint32_t end;

			add_units(&t, 3, 200, 0);
			transfer_pad(&t);
			end = t.len;
			add_filled(&t, &bad, 200, 3);
			add_units(&t, 6, 200, 4);
			transfer_pad(&t);
			if (tail)
				transfer_add(&t, NULL, 64);
			expect(walk(&t), 3, lengths[i] == 0 ? RTW89U_WALK_ZERO_LEN :
			       RTW89U_WALK_OVERRUN, end);
			transfer_free(&t);
		}
	}
}

/* A walk that has ended stays ended. */
static void
test_end_is_final(void)
{
	struct transfer t = { 0 };
	struct wport_unit unit;
	struct wport_walk w;
	uint8_t *block;

	add_units(&t, 1, 10, 0);
	block = exact_copy(t.data, t.len);
	wport_walk_start(&w, block, t.len);
	CU_ASSERT_TRUE(rtw89u_walk_next(&w, &unit));
	CU_ASSERT_FALSE(rtw89u_walk_next(&w, &unit));
	CU_ASSERT_FALSE(rtw89u_walk_next(&w, &unit));
	CU_ASSERT_PTR_EQUAL(w.pos, block + t.len);
	free(block);
	transfer_free(&t);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "1 to 64 units, n to n + 15 bytes, padded or not", test_1_to_64_units },
		{ "units of all kinds", test_mixed_kinds },
		{ "totals of exactly 1024, 2048, 20480", test_exact_totals },
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
		{ "the end is final", test_end_is_final },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_walk", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
