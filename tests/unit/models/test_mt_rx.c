/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Frames: header translation, header facts, runts. */

#include <string.h>

#include "../cunit_run.h"
#include "mt_receive.h"

#define HDR_TRANS(u) mt_field((u)->dw[2], 13, 13)

static struct bench *
station(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));

	mt_write(b, MT_MDP_DCR0, MT_XLAT | MT_DAMSDU);
	return b;
}

static void
test_translated(void)
{
	static const uint8_t ethernet[14] = {
		0x02, 0x22, 0x8a, 0, 0, 1, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x08, 0x00,
	};
	struct bench *b = station();
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[104];
	struct mt_unit u;

	mt_qos_frame(frame, 66);
	mt_put(b, &f, frame, sizeof(frame));
	mt_first(b, 0, &u);
	CU_ASSERT_EQUAL(u.dw[1], 0x00007801);		/* 1 2 3 4, WLAN_IDX 1 */
	CU_ASSERT_EQUAL(u.dw[2], 0x40006d00);		/* NON_AMPDU, offset 1, 13 */
	CU_ASSERT_EQUAL(u.dw[3], 0x00012400);		/* to me, channel 36 */
	CU_ASSERT_EQUAL(u.length, 72 + 2 + 14 + 66);
	CU_ASSERT_EQUAL(memcmp(u.frame, ethernet, 14), 0);
	CU_ASSERT_EQUAL(memcmp(u.frame + 14, frame + 34, 66), 0);
	bench_close(b);
}

/* What stays 802.11 with translation on: each row changes one thing. */
struct stay_row {
	const char *name;
	unsigned int at;	/* byte of the frame */
	uint8_t value;
	bool fcs_bad;
	const char *sw, *sw_value;
	uint32_t mdp;
	bool stays;
};

static const struct stay_row stay_rows[] = {
	{ "nothing", 0, 0x88, false, NULL, NULL, MT_XLAT, false },
	{ "register off", 0, 0x88, false, NULL, NULL, MT_DAMSDU, true },
	{ "station's entry", 0, 0x88, false, "xlat", "0", MT_XLAT, true },
	{ "somebody else", 5, 0x23, false, NULL, NULL, MT_XLAT, true },
	{ "multicast", 4, 0x03, false, NULL, NULL, MT_XLAT, true },
	{ "QoS null", 0, 0xc8, false, NULL, NULL, MT_XLAT, true },
	{ "to the DS", 1, 0x01, false, NULL, NULL, MT_XLAT, true },
	{ "no DS", 1, 0x00, false, NULL, NULL, MT_XLAT, true },
	{ "management", 0, 0x50, false, NULL, NULL, MT_XLAT, true },
	{ "protected", 1, 0x42, false, NULL, NULL, MT_XLAT, true },
	{ "first fragment", 1, 0x06, false, NULL, NULL, MT_XLAT, false },
	{ "... by switch", 1, 0x06, false, "xlatfrag", "0", MT_XLAT, true },
	{ "later fragment", 22, 0x21, false, NULL, NULL, MT_XLAT, true },
	{ "broken", 0, 0x88, true, NULL, NULL, MT_XLAT, true },
	{ "A-MSDU without split", 24, 0x80, false, NULL, NULL, MT_XLAT, true },
};

static void
test_what_stays(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(stay_rows) / sizeof(stay_rows[0]); i++) {
		const struct stay_row *r = &stay_rows[i];
		struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
		struct air_frame f = mt_air_frame(2000000);
		uint8_t frame[104];
		struct mt_unit u;

		mt_qos_frame(frame, 66);
		frame[r->at] = r->value;
		f.fcs_bad = r->fcs_bad;
		mt_write(b, MT_RFCR, 0);
		mt_write(b, MT_MDP_DCR0, r->mdp);
		if (r->sw != NULL)
			bench_switch(b, r->sw, r->sw_value);
		mt_put(b, &f, frame, sizeof(frame));
		mt_first(b, 0, &u);
		if (HDR_TRANS(&u) == r->stays)
			printf("  %s\n", r->name);
		CU_ASSERT_NOT_EQUAL(HDR_TRANS(&u), r->stays);
		CU_ASSERT_EQUAL(mt_field(u.dw[1], 27, 27), r->fcs_bad);
		if (r->stays) {
			CU_ASSERT_EQUAL_FATAL(u.frame_len, 100);
			CU_ASSERT_EQUAL(memcmp(u.frame, frame, 100), 0);
		}
		bench_close(b);
	}
}

/* LLC headers and what becomes of them. */
static void
test_llc(void)
{
	static const struct { uint8_t llc[8]; uint16_t type; uint32_t skip; } rows[] = {
		{ { 0xaa, 0xaa, 3, 0, 0, 0, 0x86, 0xdd }, 0x86dd, 8 },
		{ { 0xaa, 0xaa, 3, 0, 0, 0xf8, 0x81, 0x37 }, 0x8137, 8 },
		{ { 0xaa, 0xaa, 3, 0, 0, 0, 0x81, 0x37 }, 74, 0 },
		{ { 0xaa, 0xaa, 3, 0, 0, 0, 0x05, 0xff }, 74, 0 },
		{ { 0x42, 0x42, 3, 0, 0, 0, 0x08, 0x00 }, 74, 0 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bench *b = station();
		struct air_frame f = mt_air_frame(2000000);
		uint8_t frame[104];
		struct mt_unit u;

		mt_qos_frame(frame, 66);
		memcpy(frame + 26, rows[i].llc, 8);
		mt_put(b, &f, frame, sizeof(frame));
		mt_first(b, 0, &u);
		CU_ASSERT_EQUAL(u.frame[12] << 8 | u.frame[13], rows[i].type);
		CU_ASSERT_EQUAL_FATAL(u.frame_len, 14 + 74 - rows[i].skip);
		CU_ASSERT_EQUAL(memcmp(u.frame + 14, frame + 26 + rows[i].skip,
				       u.frame_len - 14), 0);
		bench_close(b);
	}
}

/* What a descriptor repeats of the header: word 2 without the header's length, word 3
 * without the channel. */
static void
test_header_facts(void)
{
	static const struct { const char *name; uint16_t fc, seq; const uint8_t *ra; uint8_t qos;
			      uint32_t dw2, dw3; unsigned int header; } facts[] = {
		{ "QoS data", 0x0288, 0x20, bench_mac, 5, 0x40050000, 0x00010000, 13 },
		{ "data", 0x0208, 0x20, bench_mac, 5, 0x40000000, 0x00010000, 12 },
		{ "to somebody", 0x0288, 0x20, bench_other, 0, 0x40000000, 0, 13 },
		{ "multicast", 0x0208, 0x20, bench_group, 0, 0x40000000, 0x00020000, 12 },
		{ "broadcast", 0x0208, 0x20, bench_broadcast, 0, 0x40000000, 0x00030000, 12 },
		{ "first fragment", 0x0688, 0x20, bench_mac, 0, 0x48000000, 0x00010000, 13 },
		{ "last fragment", 0x0288, 0x21, bench_mac, 0, 0x48000000, 0x00010000, 13 },
		{ "null", 0x0248, 0x20, bench_mac, 0, 0x50000000, 0x00010000, 12 },
		{ "QoS null", 0x02c8, 0x20, bench_mac, 0, 0x50000000, 0x00010000, 13 },
		{ "A-MSDU", 0x0288, 0x20, bench_mac, 0x80, 0x40000000, 0x00410000, 13 },
		{ "beacon", 0x0080, 0x20, bench_broadcast, 0, 0x40000000, 0x00130000, 12 },
		{ "beacon to me", 0x0080, 0x20, bench_mac, 0, 0x40000000, 0x00210000, 12 },
		{ "probe answer", 0x0050, 0x20, bench_mac, 0, 0x40000000, 0x00010000, 12 },
		{ "action, group", 0x00d0, 0x20, bench_group, 0, 0x40000000, 0x00020000, 12 },
		{ "four addresses", 0x0388, 0x20, bench_mac, 0, 0x40000000, 0x00010000, 16 },
		{ "HT control", 0x8288, 0x20, bench_mac, 0, 0x40000000, 0x00010000, 15 },
		{ "management HT control", 0x8050, 0, bench_mac, 0, 0x40000000, 0x00010000, 14 },
		{ "order bit of data", 0x8208, 0, bench_mac, 0, 0x40000000, 0x00010000, 12 },
		{ "RTS", 0x00b4, 0, bench_mac, 0, 0x40000000, 0x00010000, 8 },
		{ "CTS", 0x00c4, 0, bench_mac, 0, 0x40000000, 0x00010000, 5 },
		{ "Ack", 0x00d4, 0, bench_mac, 0, 0x40000000, 0x00010000, 5 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		struct air_frame f = mt_air_frame(2000000);
		uint8_t frame[104];
		struct bench *b;
		struct mt_unit u;

		bench_frame_bytes(frame, sizeof(frame), facts[i].fc, facts[i].ra, facts[i].seq);
		frame[(facts[i].fc & 0x300) == 0x300 ? 30 : 24] = facts[i].qos;
		b = mt_receive(&f, frame, sizeof(frame));
		mt_first(b, 0, &u);
		if ((u.dw[2] & ~0x1f00u) != facts[i].dw2 || mt_field(u.dw[2], 12, 8) !=
		    facts[i].header || (u.dw[3] & ~0xff00u) != facts[i].dw3) {
			printf("  %s: %08x %08x\n", facts[i].name, u.dw[2], u.dw[3]);
			CU_FAIL("facts");
		}
		bench_close(b);
	}
}

/* Frames that end before their header does. */
static void
test_runts(void)
{
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[104];
	uint32_t len;

	mt_qos_frame(frame, 66);
	frame[1] |= 0x81;	/* four addresses, HT control */
	for (len = 0; len < 44; len++) {
		struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
		struct mt_unit u;

		mt_write(b, MT_RFCR, 0);
		mt_write(b, MT_MDP_DCR0, MT_XLAT | MT_DAMSDU);
		mt_put(b, &f, frame, len);
		mt_first(b, 0, &u);
		CU_ASSERT_EQUAL(u.frame_len, len < 4 ? 0 : len - 4);
		CU_ASSERT(mt_field(u.dw[2], 12, 8) * 2 <= u.frame_len);
		bench_close(b);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "translated", test_translated },
		{ "what stays 802.11", test_what_stays },
		{ "LLC to Ethernet", test_llc },
		{ "header facts", test_header_facts },
		{ "runts", test_runts },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u frames", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
