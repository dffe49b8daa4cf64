/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * One transfer becomes units. Every walk runs on a heap block that ends where
 * the transfer ends: a sanitizer sees each read outside.
 */

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u_agg.h"

#include "unit_build.h"

/* A walk to its end, and what it found. */
struct result {
	uint32_t units;
	uint32_t bytes;		/* payload of all units */
	uint32_t head;		/* before the first payload */
	enum mt76u_walk_end why, why_full;
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
	while (mt76u_walk_next(&w, &unit)) {
		CU_ASSERT(unit.rxd >= block && unit.payload >= unit.rxd + 24);
		CU_ASSERT(unit.payload + unit.len <= block + len);
		check_payload(&unit, r.units);
		if (r.units == 0)
			r.head = unit.payload - block;
		r.units++;
		r.bytes += unit.len;
	}
	r.why = mt76u_walk_why(&w, block, false);
	r.why_full = mt76u_walk_why(&w, block, true);
	r.pos = w.pos - block;
	r.left = wport_walk_left(&w);
	r.claimed = mt76u_walk_claimed(&w);
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
	uint8_t *payload = malloc(len + 1);

	CU_ASSERT_PTR_NOT_NULL_FATAL(payload);
	memset(payload, (int)(nr + 1), len);
	transfer_add_unit(t, d, payload, len);
	free(payload);
}

/* Unit and the gap behind it, of bytes that mean nothing. */
static void
add_spaced(struct transfer *t, const struct unit_desc *d, uint32_t len, uint32_t nr)
{
	add_filled(t, d, len, nr);
	transfer_fill(t, 0xee, unit_gap(d, unit_head(d) + len));
}

static void
expect(struct result r, uint32_t units, enum mt76u_walk_end why, uint32_t pos)
{
	CU_ASSERT_EQUAL(r.units, units);
	CU_ASSERT_EQUAL(r.why, why);
	CU_ASSERT_EQUAL(r.pos, pos);
}

/* Groups by their bits in DW1 [15:11], group 1 lowest: bytes before the frame. */
static const uint8_t heads[32] = {
	/* none, 1, 2, 12, 3, 13, 23, 123 */
	24, 40, 32, 48, 32, 48, 40, 56,
	/* 4 and those */
	40, 56, 48, 64, 48, 64, 56, 72,
	/* 5 and those, group 3 or not */
	96, 112, 104, 120, 104, 120, 112, 128,
	/* 4 and 5 and those */
	112, 128, 120, 136, 120, 136, 128, 144,
};

static void
test_heads(void)
{
	static const uint8_t offsets[4] = { 0, 2, 4, 6 };
	uint32_t groups, offset;

	for (groups = 0; groups < 32; groups++) {
		for (offset = 0; offset < 4; offset++) {
			struct unit_desc d = {
				.dw = { 2u << 27, groups << 11, offset << 14 },
			};
			struct transfer t = { 0 };
			struct result r;

			add_filled(&t, &d, 100, 0);
			r = walk(&t);
			expect(r, 1, MT76U_WALK_END, t.len);
			CU_ASSERT_EQUAL(r.head, heads[groups] + offsets[offset]);
			CU_ASSERT_EQUAL(r.bytes, 100);
			transfer_free(&t);
		}
	}
}

/* Each other bit of the three words moves nothing. */
static void
test_what_moves_the_frame(void)
{
	unsigned int word, bit;

	for (word = 0; word < 6; word++) {
		for (bit = 0; bit < 32; bit++) {
			struct unit_desc d = { .dw = { 2u << 27 } };
			struct transfer t = { 0 };

			if ((word == 0 && (bit < 16 || bit >= 27)) ||
			    (word == 1 && bit >= 11 && bit <= 15) ||
			    (word == 2 && (bit == 14 || bit == 15)))
				continue;
			d.dw[word] |= 1u << bit;
			add_filled(&t, &d, 10, 0);
			CU_ASSERT_EQUAL(walk(&t).head, 24);
			transfer_free(&t);
		}
	}
}

/* In a transfer that is full, what is left behind the gap and is not zero is the head
 * of a descriptor. */
static enum mt76u_walk_end
full_rest(const struct transfer *t, uint32_t len, uint8_t fill)
{
	uint32_t step = (56 + len + 7) / 8 * 8 + 4;

	return t->len > step && fill != 0 ? MT76U_WALK_SHORT_DESC : MT76U_WALK_END;
}

/* One frame in a transfer and any tail: 0..23 bytes behind the filled-up length. */
static void
test_single_and_tail(void)
{
	static const uint8_t fills[] = { 0x00, 0xee, 0xff };
	struct unit_desc d = unit_frame();
	uint32_t len, tail, f;

	for (len = 40; len < 56; len++) {
		for (tail = 0; tail < 24; tail++) {
			for (f = 0; f < RTE_DIM(fills); f++) {
				struct transfer t = { 0 };

				add_filled(&t, &d, len, 0);
				transfer_fill(&t, fills[f], tail);
				CU_ASSERT_EQUAL(walk(&t).units, 1);
				CU_ASSERT_EQUAL(walk(&t).bytes, len);
				CU_ASSERT_EQUAL(walk(&t).why, MT76U_WALK_END);
				CU_ASSERT_EQUAL(walk(&t).why_full, full_rest(&t, len, fills[f]));
				transfer_free(&t);
			}
		}
	}
}

/* Hardware sent 6 or 7 bytes behind a frame: filled up to 4, then a word. */
static void
test_tail_of_hardware(void)
{
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };

	add_filled(&t, &d, 50, 0);	/* 106 in all */
	transfer_fill(&t, 0xee, 6);
	CU_ASSERT_EQUAL(t.len, 112);
	expect(walk(&t), 1, MT76U_WALK_END, 112);
	transfer_free(&t);
}

static void
test_2_to_30_units(void)
{
	uint32_t n, len, tail;

	for (n = 2; n <= 30; n++) {
		for (len = 100; len < 108; len++) {
			struct unit_desc d = unit_frame();
			struct transfer t = { 0 };
			struct result r;
			uint32_t i;

			for (i = 0; i + 1 < n; i++)
				add_spaced(&t, &d, len, i);
			add_filled(&t, &d, len, i);
			for (tail = 0; tail < 24; tail++) {
				r = walk(&t);
				CU_ASSERT_EQUAL(r.units, n);
				CU_ASSERT_EQUAL(r.bytes, n * len);
				CU_ASSERT_EQUAL(r.why, MT76U_WALK_END);
				transfer_fill(&t, 0xee, 1);
			}
			transfer_free(&t);
		}
	}
}

/* The steps, in numbers: 56 + 45 = 101, filled up to 104, and 4; an event of 36
 * bytes ends where the next unit begins, one of 37 is filled up to 40. */
static void
test_steps(void)
{
	static const struct {
		uint32_t type, flag, len, length, step;
	} rows[] = {
		{ 2, 0, 45, 69, 76 }, { 2, 0, 48, 72, 76 }, { 2, 0, 49, 73, 84 },
		{ 7, 0, 12, 36, 36 }, { 7, 0, 13, 37, 40 }, { 7, 0, 16, 40, 40 },
		{ 7, 1, 13, 37, 40 }, { 8, 0, 13, 37, 40 }, { 0, 0, 16, 40, 40 },
		{ 12, 0, 1, 25, 28 }, { 31, 0, 0, 24, 24 }, { 1, 0, 3, 27, 28 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = unit_type(rows[i].type), next = unit_frame();
		struct transfer t = { 0 };
		struct wport_unit unit;
		struct wport_walk w;
		uint8_t *block;

		d.dw[0] |= rows[i].flag << 16;
		add_filled(&t, &d, rows[i].len, 0);
		CU_ASSERT_EQUAL(t.len, rows[i].length);
		transfer_fill(&t, 0xee, rows[i].step - t.len);
		add_filled(&t, &next, 30, 1);
		expect(walk(&t), 2, MT76U_WALK_END, t.len);
		block = exact_copy(t.data, t.len);
		wport_walk_start(&w, block, t.len);
		CU_ASSERT_TRUE(mt76u_walk_next(&w, &unit));
		CU_ASSERT_EQUAL(w.pos - block, rows[i].step);
		CU_ASSERT_EQUAL(unit.len, rows[i].len);
		free(block);
		transfer_free(&t);
	}
}

/* Groups are a frame's: the same bits in another unit mean something else. */
static void
test_no_groups_in_an_event(void)
{
	static const uint32_t types[] = { 0, 1, 3, 4, 5, 6, 7, 9, 12, 16, 24, 31 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(types); i++) {
		struct unit_desc d = unit_type(types[i]);
		struct transfer t = { 0 };
		struct result r;

		d.dw[1] = 0xffffffff;
		d.dw[2] = 0xffffffff;
		add_filled(&t, &d, 12, 0);
		r = walk(&t);
		expect(r, 1, MT76U_WALK_END, 36);
		CU_ASSERT_EQUAL(r.head, 24);
		CU_ASSERT_EQUAL(r.bytes, 12);
		transfer_free(&t);
	}
}

static void
test_frames_of_the_firmware(void)
{
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };

	d.dw[0] = 7u << 27 | 1u << 16;
	add_spaced(&t, &d, 31, 0);
	d.dw[0] = 8u << 27;
	add_spaced(&t, &d, 32, 1);
	CU_ASSERT_EQUAL(walk(&t).head, 56);
	expect(walk(&t), 2, MT76U_WALK_END, t.len);
	CU_ASSERT_EQUAL(walk(&t).bytes, 63);
	transfer_free(&t);
}

/* LENGTH against the unit's own head: the frame has at least one byte. */
static void
test_shortest_frame(void)
{
	uint32_t groups, offset, length;

	for (groups = 0; groups < 32; groups++) {
		for (offset = 0; offset < 4; offset++) {
			uint32_t head = heads[groups] + 2 * offset;
			struct unit_desc d = {
				.dw = { 0, groups << 11, offset << 14 },
			};
			struct transfer t = { 0 };

			d.dw[0] = 2u << 27 | 0xffff;
			transfer_add_desc(&t, &d);
			transfer_fill(&t, 1, 40);
			for (length = 1; length <= head + 1; length++) {
				struct result r;

				t.data[0] = length & 0xff;
				t.data[1] = length >> 8;
				r = walk(&t);
				CU_ASSERT_EQUAL(r.units, length == head + 1);
				if (length <= head)
					expect(r, 0, MT76U_WALK_SHORT_LEN, 0);
				else
					CU_ASSERT_EQUAL(r.bytes, 1);
				CU_ASSERT(length > head || r.claimed == 0);
			}
			transfer_free(&t);
		}
	}
}

static void
test_shortest_event(void)
{
	uint32_t length;

	for (length = 1; length < 25; length++) {
		struct unit_desc d = unit_type(7);
		struct transfer t = { 0 };

		d.dw[0] |= length;
		transfer_add_desc(&t, &d);
		if (length < 24)
			expect(walk(&t), 0, MT76U_WALK_SHORT_LEN, 0);
		else
			expect(walk(&t), 1, MT76U_WALK_END, 24);
		transfer_free(&t);
	}
}

static void
test_length_zero(void)
{
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };
	struct result r;

	add_spaced(&t, &d, 60, 0);
	transfer_add_desc(&t, &d);	/* says nothing of a length */
	transfer_fill(&t, 1, 60);
	r = walk(&t);
	/* 56 + 60 = 116, up to 120, and 4 */
	expect(r, 1, MT76U_WALK_ZERO_LEN, 124);
	CU_ASSERT_EQUAL(r.claimed, 0);
	transfer_free(&t);
}

/* A zero length and nothing but zeros behind it is the end. */
static void
test_zero_tail(void)
{
	struct unit_desc d = unit_frame();
	uint32_t tail;

	for (tail = 24; tail < 600; tail += 7) {
		struct transfer t = { 0 };

		add_spaced(&t, &d, 60, 0);
		transfer_add(&t, NULL, tail);
		expect(walk(&t), 1, MT76U_WALK_END, 124);
		t.data[t.len - 1] = 1;
		expect(walk(&t), 1, MT76U_WALK_ZERO_LEN, 124);
		transfer_free(&t);
	}
}

static void
test_less_than_a_descriptor(void)
{
	static const uint8_t zeros[24];
	uint8_t bytes[24] = { 0 };
	uint32_t len;

	expect(walk_bytes(bytes, 0), 0, MT76U_WALK_END, 0);
	memset(bytes, 0xff, sizeof(bytes));
	for (len = 1; len < 24; len++) {
		struct result r = walk_bytes(bytes, len);

		expect(r, 0, MT76U_WALK_SHORT_DESC, 0);
		CU_ASSERT_EQUAL(r.why_full, MT76U_WALK_SHORT_DESC);
		/* 0xffff, of a type that is none: up to 4 */
		CU_ASSERT_EQUAL(r.claimed, len < 4 ? 0 : 65536);
		expect(walk_bytes(zeros, len), 0, MT76U_WALK_END, 0);
	}
	expect(walk_bytes(zeros, 24), 0, MT76U_WALK_END, 0);
	expect(walk_bytes(bytes, 24), 0, MT76U_WALK_OVERRUN, 0);
}

/* LENGTH is held against what arrived, never against the buffer's room. */
static void
test_cut_unit(void)
{
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };
	uint32_t len;

	add_filled(&t, &d, 200, 0);	/* 256 in all */
	for (len = 24; len < 256; len++) {
		struct result r = walk_bytes(t.data, len);

		expect(r, 0, MT76U_WALK_OVERRUN, 0);
		CU_ASSERT_EQUAL(r.claimed, 260);
	}
	expect(walk_bytes(t.data, 256), 1, MT76U_WALK_END, 256);
	transfer_free(&t);
}

static void
test_cut_event(void)
{
	struct unit_desc d = unit_type(7);
	struct transfer t = { 0 };
	struct result r;

	add_filled(&t, &d, 13, 0);
	r = walk_bytes(t.data, 36);
	expect(r, 0, MT76U_WALK_OVERRUN, 0);
	CU_ASSERT_EQUAL(r.claimed, 40);
	expect(walk_bytes(t.data, 37), 1, MT76U_WALK_END, 37);
	transfer_free(&t);
}

static void
test_largest_length(void)
{
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };
	struct result r;

	add_filled(&t, &d, 65535 - 56, 0);
	r = walk(&t);
	expect(r, 1, MT76U_WALK_END, 65535);
	CU_ASSERT_EQUAL(r.bytes, 65479);
	r = walk_bytes(t.data, 65534);
	expect(r, 0, MT76U_WALK_OVERRUN, 0);
	CU_ASSERT_EQUAL(r.claimed, 65540);	/* 65536 and 4 */
	transfer_free(&t);
}

static void
test_fourth_of_ten_broken(void)
{
	static const struct {
		uint32_t length;
		enum mt76u_walk_end why;
	} rows[] = {
		{ 0, MT76U_WALK_ZERO_LEN }, { 23, MT76U_WALK_SHORT_LEN },
		{ 56, MT76U_WALK_SHORT_LEN }, { 4000, MT76U_WALK_OVERRUN },
		{ 65535, MT76U_WALK_OVERRUN },
	};
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = unit_frame();
		struct transfer t = { 0 };
		uint32_t at = 0;

		for (n = 0; n < 10; n++) {
			at = n == 3 ? t.len : at;
			add_spaced(&t, &d, 200, n);
		}
		t.data[at] = rows[i].length & 0xff;
		t.data[at + 1] = rows[i].length >> 8;
		expect(walk(&t), 3, rows[i].why, at);
		transfer_free(&t);
	}
}

/* A walk that has ended stays ended. */
static void
test_end_is_final(void)
{
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };
	struct wport_unit unit;
	struct wport_walk w;
	uint8_t *block;

	add_spaced(&t, &d, 10, 0);
	block = exact_copy(t.data, t.len);
	wport_walk_start(&w, block, t.len);
	CU_ASSERT_TRUE(mt76u_walk_next(&w, &unit));
	CU_ASSERT_FALSE(mt76u_walk_next(&w, &unit));
	CU_ASSERT_FALSE(mt76u_walk_next(&w, &unit));
	CU_ASSERT_PTR_EQUAL(w.pos, block + t.len);
	free(block);
	transfer_free(&t);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "where the frame begins, all groups and offsets", test_heads },
		{ "nothing else moves the frame", test_what_moves_the_frame },
		{ "one frame and a tail", test_single_and_tail },
		{ "the tail of hardware", test_tail_of_hardware },
		{ "2 to 30 units", test_2_to_30_units },
		{ "steps", test_steps },
		{ "an event has no groups", test_no_groups_in_an_event },
		{ "frames of the firmware", test_frames_of_the_firmware },
		{ "shortest frame, each length below", test_shortest_frame },
		{ "shortest event, each length below", test_shortest_event },
		{ "length 0", test_length_zero },
		{ "zeros at the end", test_zero_tail },
		{ "less than a descriptor", test_less_than_a_descriptor },
		{ "unit cut at each byte", test_cut_unit },
		{ "event cut", test_cut_event },
		{ "length 65535", test_largest_length },
		{ "length of the fourth of ten broken", test_fourth_of_ten_broken },
		{ "the end is final", test_end_is_final },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_walk", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
