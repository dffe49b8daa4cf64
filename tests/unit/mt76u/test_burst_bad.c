/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* rx_burst on bad transfers, and on frames that are no packets: what came before
 * is delivered, what is given up is counted, the next transfer is fine. */

#include "burst_fixture.h"

/* A unit whose packet has 200 bytes: 56 + 26 + 6 + 188 = 276, up to 280, and 4. */
#define UNIT_200 284u

static void
test_fourth_of_ten_broken(void)
{
	static const struct {
		uint32_t length;
		enum mt76u_walk_end why;
	} rows[] = {
		{ 0, MT76U_WALK_ZERO_LEN }, { 23, MT76U_WALK_SHORT_LEN },
		{ 56, MT76U_WALK_SHORT_LEN }, { 7 * UNIT_200 + 1, MT76U_WALK_OVERRUN },
		{ 0xffff, MT76U_WALK_OVERRUN },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct bench *b = bench_open(64);
		struct transfer t = { 0 };
		uint32_t at;

		bench_frames(b, &t, 3, 200);
		at = t.len;
		CU_ASSERT_EQUAL(at, 3 * UNIT_200);
		for (; b->serial < 10;)
			bench_frame(b, &t, 200, false);
		t.data[at] = rows[i].length & 0xff;
		t.data[at + 1] = rows[i].length >> 8;
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_frames(b, &t, 2, 200);
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->q.stats.packets, 5);
		CU_ASSERT_EQUAL(b->q.stats.ends[rows[i].why], 1);
		CU_ASSERT_EQUAL(b->q.stats.ends[MT76U_WALK_END], 1);
		CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, 7 * UNIT_200);
		CU_ASSERT_EQUAL(b->q.stats.splits, 0);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* Less than a descriptor in all is an error; nothing, or zeros, is none. A transfer
 * that comes back empty says nothing of the one before. */
static void
test_short_transfers(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	uint32_t n;

	for (n = 1; n < 24; n++) {
		transfer_fill(&t, 0xff, n);
		bench_add(b, &t, BENCH_SIZE, 0);
	}
	bench_frame(b, &t, 100, true);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_add(b, &t, BENCH_SIZE, 0);	/* empty */
	transfer_fill(&t, 0, 512);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.ends[MT76U_WALK_SHORT_DESC], 23);
	CU_ASSERT_EQUAL(b->q.stats.ends[MT76U_WALK_END], 3);
	CU_ASSERT_EQUAL(b->q.stats.packets, 1);
	bench_check_sums(b);
	bench_close(b);
}

/* A frame whose transfer was cut: nothing of it, and nothing of the buffer's old
 * content. */
static void
test_cut_frame(void)
{
	uint32_t cut;

	for (cut = 1; cut < 276; cut += 5) {
		struct bench *b = bench_open(64);
		struct transfer t = { 0 };

		bench_frame(b, &t, 200, false);
		t.len = cut;
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_frame(b, &t, 200, true);
		bench_add(b, &t, BENCH_SIZE, 0);
		b->ppdus_unseen = 0;
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->q.stats.ends[cut < 24 ? MT76U_WALK_SHORT_DESC :
						MT76U_WALK_OVERRUN], 1);
		CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, cut);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* A full transfer ends inside a unit, or inside its descriptor: the rest is skipped in
 * the next one. */
static void
test_unit_across_transfers(void)
{
	uint32_t cut;

	for (cut = 4; cut < 276; cut++) {
		struct bench *b = bench_open(64);
		struct transfer t = { 0 }, rest = { 0 };

		bench_frame(b, &t, 200, true);
		bench_frame(b, &t, 200, false);
		transfer_add(&rest, t.data + UNIT_200 + cut, UNIT_200 - cut);
		t.len = UNIT_200 + cut;
		bench_add(b, &t, UNIT_200 + cut, 0);	/* full */
		bench_frame(b, &rest, 200, true);
		bench_add(b, &rest, BENCH_SIZE, 0);
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->q.stats.packets, 2);
		CU_ASSERT_EQUAL(b->q.stats.splits, 1);
		CU_ASSERT_EQUAL(b->q.stats.split_bytes, UNIT_200 - cut);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* ... or inside its length: nobody can say where the next unit begins in the next
 * transfer, and nothing of that is taken for one. */
static void
test_length_across_transfers(void)
{
	uint32_t cut;

	for (cut = 1; cut < 4; cut++) {
		struct bench *b = bench_open(64);
		struct transfer t = { 0 }, rest = { 0 };

		bench_frame(b, &t, 200, true);
		bench_frame(b, &t, 200, false);
		transfer_add(&rest, t.data + UNIT_200 + cut, UNIT_200 - cut);
		t.len = UNIT_200 + cut;
		bench_add(b, &t, UNIT_200 + cut, 0);	/* full */
		bench_add(b, &rest, BENCH_SIZE, 0);
		bench_frame(b, &t, 200, true);
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->q.stats.packets, 2);
		CU_ASSERT_EQUAL(b->q.stats.ends[MT76U_WALK_SHORT_DESC], 1);
		CU_ASSERT_EQUAL(b->q.stats.splits, 1);
		CU_ASSERT_EQUAL(b->q.stats.split_bytes, UNIT_200 - cut);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* What the chip marks, each under its name; frames around it come out. */
static void
test_chip_drops(void)
{
	static const struct {
		uint32_t dw1, dw2;
		unsigned int drop;
	} rows[] = {
		{ 1u << 28, 0, WLAN_DROP_MAX + 0 },		/* another band */
		{ 0, 1u << 23, WLAN_DROP_MAX + 1 },		/* A-MSDU */
		{ 1u << 23, 1u << 13, WLAN_DROP_MAX + 2 },	/* cipher mismatch, translated */
		{ 0, 1u << 24, WLAN_DROP_MAX + 3 },		/* longer than the limit */
		{ 1u << 27, 0, WLAN_DROP_FCS_ERROR },
		{ 1u << 27, 1u << 13, WLAN_DROP_FCS_ERROR },
		{ 1u << 25, 0, WLAN_DROP_ICV_ERROR },
		{ 1u << 26, 0, WLAN_DROP_ICV_ERROR },
		{ 1u << 25, 1u << 13, WLAN_DROP_ICV_ERROR },
		/* translated, encrypted, and not decrypted: cipher length mismatch */
		{ 1u << 24 | 4u << 16, 1u << 13, WLAN_DROP_PROTECTED },
		{ 0, 1u << 13 | 1u << 27, WLAN_DROP_FRAGMENT },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		static const uint8_t body[50] = { 0x88, 0xb5 };
		struct bench *b = bench_open(64);
		struct unit_desc d = unit_frame();
		struct transfer t = { 0 };
		uint32_t len;
		uint8_t *frame = (rows[i].dw2 & 1u << 13) != 0 ?
			bench_translated(body, sizeof(body), &len) :
			bench_mpdu(body, sizeof(body), &len);

		d.dw[1] |= rows[i].dw1;
		d.dw[2] |= rows[i].dw2;
		bench_frame(b, &t, 100, true);
		bench_unit(&t, &d, frame, len);
		bench_frame(b, &t, 101, true);
		bench_add(b, &t, BENCH_SIZE, 0);
		free(frame);
		bench_drain(b, 32);
		CU_ASSERT_EQUAL(b->q.stats.packets, 2);
		CU_ASSERT_EQUAL(b->q.stats.drops[rows[i].drop], 1);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* Group 4 says that the frame which was translated had More Fragments; and a translated
 * frame that is shorter than its addresses and type. */
static void
test_translated_odd(void)
{
	static const uint8_t body[50] = { 0x88, 0xb5 };
	struct bench *b = bench_open(64);
	struct unit_desc d = unit_frame();
	struct transfer t = { 0 };
	uint32_t len, n;
	uint8_t *frame = bench_translated(body, sizeof(body), &len);

	d.dw[1] |= HAS_4;
	d.dw[2] |= 1u << 13;
	d.g4[0] = 0x0400 | 0x0288;
	bench_unit(&t, &d, frame, len);
	d.g4[0] = 0x0288;
	for (n = 1; n < 14; n++)
		bench_unit(&t, &d, frame, n);
	bench_unit(&t, &d, frame, 14);
	bench_expect(b, body, 2, d.g2[0]);
	bench_add(b, &t, BENCH_SIZE, 0);
	free(frame);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_FRAGMENT], 1);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_SHORT], 13);
	CU_ASSERT_EQUAL(b->q.stats.packets, 1);
	bench_check_sums(b);
	bench_close(b);
}

/* Encrypted, and the chip had no key. */
static void
test_not_decrypted(void)
{
	static const uint32_t dw1[] = { 0, 4u << 16 | 1u << 23, 4u << 16 | 1u << 24 };
	static const uint8_t body[50] = { 0x88, 0xb5 };
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(dw1); i++) {
		struct unit_desc d = unit_frame();
		uint32_t len;
		uint8_t *mpdu = bench_mpdu(body, sizeof(body), &len);

		mpdu[1] |= 0x40;
		d.dw[1] |= dw1[i];
		bench_unit(&t, &d, mpdu, len);
		free(mpdu);
	}
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_PROTECTED], 3);
	bench_check_sums(b);
	bench_close(b);
}

static void
test_too_long(void)
{
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int translate;

	for (translate = 0; translate < 2; translate++) {
		b->translate = translate;
		bench_frame(b, &t, 1522, true);
		bench_frame(b, &t, 1523, false);
		bench_frame(b, &t, 60, true);
	}
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.too_long, 2);
	CU_ASSERT_EQUAL(b->q.stats.packets, 4);
	bench_check_sums(b);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "length of the fourth of ten broken", test_fourth_of_ten_broken },
		{ "short transfers", test_short_transfers },
		{ "cut frame", test_cut_frame },
		{ "a unit across transfers", test_unit_across_transfers },
		{ "its length across transfers", test_length_across_transfers },
		{ "what the chip marks", test_chip_drops },
		{ "translated: fragment, too short", test_translated_odd },
		{ "not decrypted", test_not_decrypted },
		{ "too long", test_too_long },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_burst_bad", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
