/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A-MSDUs: split into subframes, in 802.3 and in 802.11 form, or left whole. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_receive.h"

#define HDR_TRANS(u) mt_field((u)->dw[2], 13, 13)
#define FORMAT(u) mt_field((u)->dw[4], 1, 0)

static struct bench *
station(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));

	mt_write(b, MT_MDP_DCR0, MT_XLAT | MT_DAMSDU);
	return b;
}

/* An A-MSDU of n subframes, 10 + i bytes behind each LLC header. Length with FCS. */
static uint32_t
amsdu(uint8_t *p, unsigned int n, uint32_t *starts)
{
	static const uint8_t llc[8] = { 0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0x00 };
	uint32_t pos = 26;
	unsigned int i;

	mt_qos_frame(p, 300);
	p[24] = 0x80 | 2;
	for (i = 0; i < n; i++) {
		pos = 26 + (pos - 26 + 3) / 4 * 4;
		starts[i] = pos;
		memset(p + pos, (int)(0x40 + i), 12);
		p[pos + 12] = 0;
		p[pos + 13] = (uint8_t)(18 + i);
		memcpy(p + pos + 14, llc, 8);
		pos += 14 + 18 + i;
	}
	return pos + 4;
}

static void
check_subframe(const struct mt_unit *u, const uint8_t *sub, unsigned int i, bool ethernet)
{
	CU_ASSERT_EQUAL(HDR_TRANS(u), ethernet);
	CU_ASSERT_EQUAL(mt_field(u->dw[3], 22, 22), 1);
	CU_ASSERT_EQUAL(mt_field(u->dw[2], 19, 16), 2);
	if (ethernet) {
		CU_ASSERT_EQUAL_FATAL(u->frame_len, 14 + 10 + i);
		CU_ASSERT_EQUAL(memcmp(u->frame, sub, 12), 0);
		CU_ASSERT_EQUAL(memcmp(u->frame + 12, sub + 20, 12 + i), 0);
	} else {
		CU_ASSERT_EQUAL_FATAL(u->frame_len, 26 + 2 + 14 + 18 + i);
		CU_ASSERT_EQUAL(u->frame[24], 0x82);
		CU_ASSERT_EQUAL(u->frame[26] | u->frame[27], 0);
		CU_ASSERT_EQUAL(memcmp(u->frame + 28, sub, 32 + i), 0);
	}
}

static void
check_amsdu(bool ethernet)
{
	static const uint8_t formats[4] = { 3, 2, 2, 1 };
	struct bench *b = station();
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[400];
	uint32_t starts[4], len = amsdu(frame, 4, starts);
	unsigned int i;

	bench_switch(b, "xlat", ethernet ? "1" : "0");
	mt_put(b, &f, frame, len);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 4);
	for (i = 0; i < 4; i++) {
		struct mt_unit u;

		mt_first(b, i, &u);
		CU_ASSERT_EQUAL(FORMAT(&u), formats[i]);
		check_subframe(&u, frame + starts[i], i, ethernet);
	}
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "units_wifi"), 4);
	CU_ASSERT_EQUAL(bench_counter(b, "units_msdu"), 4);
	bench_close(b);
}

static void
test_amsdu(void)
{
	check_amsdu(true);
	check_amsdu(false);
}

/* Not split: to somebody else, a fragment, without a key, without the register. Two
 * subframes, the second one empty, are. */
static void
test_amsdu_whole(void)
{
	static const struct { unsigned int at; uint8_t value; uint32_t mdp; uint32_t n; } rows[] = {
		{ 0, 0x88, MT_DAMSDU, 2 }, { 0, 0x88, MT_XLAT, 1 }, { 5, 0x23, MT_DAMSDU, 1 },
		{ 1, 0x06, MT_DAMSDU, 1 }, { 22, 0x21, MT_DAMSDU, 1 }, { 1, 0x42, MT_DAMSDU, 1 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
		struct air_frame f = mt_air_frame(2000000);
		uint32_t starts[4], len;
		uint8_t frame[400];
		struct mt_unit u;

		len = amsdu(frame, 2, starts) - 19;
		frame[starts[1] + 13] = 0;
		frame[rows[i].at] = rows[i].value;
		mt_write(b, MT_MDP_DCR0, rows[i].mdp);
		mt_put(b, &f, frame, len);
		CU_ASSERT_EQUAL_FATAL(b->n_transfers, rows[i].n);
		CU_ASSERT_EQUAL(bench_counter(b, "units_msdu"), rows[i].n == 2 ? 2 : 0);
		mt_first(b, 0, &u);
		CU_ASSERT_EQUAL(mt_field(u.dw[2], 23, 23), 0);
		CU_ASSERT_EQUAL(u.frame_len, rows[i].n == 1 ? len - 4 : 26 + 2 + 32);
		if (rows[i].n == 2) {
			mt_first(b, 1, &u);
			CU_ASSERT_EQUAL(u.frame_len, 26 + 2 + 14);
			CU_ASSERT_EQUAL(u.frame[26] | u.frame[27], 0);
		}
		bench_close(b);
	}
}

/* Cut subframe: whole, 802.11, AMSDU_ERR. One subframe: no A-MSDU for the chip. */
static void
test_amsdu_odd(void)
{
	struct bench *b = station();
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[400];
	uint32_t starts[4], len = amsdu(frame, 2, starts);
	struct mt_unit u;

	fake_air_add(b->air, &f, frame, len - 1);
	f.start_ns = f.end_ns = 3000000;
	len = amsdu(frame, 1, starts);
	mt_put(b, &f, frame, len);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 2);
	mt_first(b, 0, &u);
	CU_ASSERT_EQUAL(mt_field(u.dw[2], 23, 23), 1);
	CU_ASSERT_EQUAL(HDR_TRANS(&u), 0);
	CU_ASSERT_EQUAL(FORMAT(&u), 0);
	mt_first(b, 1, &u);
	CU_ASSERT_EQUAL(mt_field(u.dw[2], 23, 23), 0);
	CU_ASSERT_EQUAL(FORMAT(&u), 0);
	check_subframe(&u, frame + starts[0], 0, true);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "split", test_amsdu },
		{ "left whole", test_amsdu_whole },
		{ "cut and single", test_amsdu_odd },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u A-MSDUs", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
