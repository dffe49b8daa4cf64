/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The descriptor: golden bytes, groups, each field by itself. */

#include <string.h>

#include "../cunit_run.h"
#include "../rtw89u/golden.h"
#include "mt7921u/chip.h"
#include "mt7921u/rxd.h"
#include "mt_receive.h"

static void
check_transfer(const struct bench *b, const char *file)
{
	uint32_t len, i;
	uint8_t *golden = golden_read(file, &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(golden);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	CU_ASSERT_EQUAL_FATAL(b->transfers[0].len, len);
	for (i = 0; i < len; i++) {
		if (b->transfers[0].data[i] != golden[i])
			printf("  %s: byte %u is %02x, not %02x\n", file, i,
			       b->transfers[0].data[i], golden[i]);
		CU_ASSERT_EQUAL(b->transfers[0].data[i], golden[i]);
	}
	free(golden);
}

static void
test_golden_beacon(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(0);
	uint32_t len;
	uint8_t *golden = golden_read("mt7921-beacon-106.hex", &len), frame[54];

	memcpy(frame, golden + 56, 50);
	memset(frame + 50, 0xfc, 4);
	f.start_ns = 0x123456ull * 1000 + 999;	/* whole microseconds */
	f.end_ns = f.start_ns + 1000;
	bench_switch(b, "channel", "6");
	mt_put(b, &f, frame, sizeof(frame));
	check_transfer(b, "mt7921-beacon-106.hex");
	free(golden);
	bench_close(b);
}

static const uint8_t ccmp_iv[8] = { 1, 0, 0, 0x20, 0, 0, 0, 0 };
static const uint8_t llc_ip[8] = { 0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0x00 };

static void
test_golden_ethernet(void)
{
	static const uint8_t header[26] = {
		0x88, 0x42, 0x2c, 0x00, 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01,
		0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02,
		0x20, 0x01, 0x05, 0x00,
	};
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(0);
	uint32_t len;
	uint8_t *golden = golden_read("mt7921-8023-108.hex", &len);
	uint8_t frame[26 + 8 + 8 + 20 + 8 + 4];

	memcpy(frame, header, 26);
	memcpy(frame + 26, ccmp_iv, 8);
	memcpy(frame + 34, llc_ip, 8);
	memcpy(frame + 42, golden + 88, 20);
	memset(frame + 62, 0xee, 12);
	f.start_ns = 0x124000ull * 1000;
	f.end_ns = f.start_ns + 1000;
	f.rate = (struct air_rate){ AIR_HT, 7, 1, 0, 1 };
	f.rssi_dbm = -55;
	f.ampdu = true;
	f.decrypted = true;
	f.sec_type = 6;		/* the air's number of CCMP-128 */
	bench_switch(b, "chainstep", "1");
	mt_write(b, MT_MDP_DCR0, MT_XLAT | MT_DAMSDU);
	mt_put(b, &f, frame, sizeof(frame));
	check_transfer(b, "mt7921-8023-108.hex");
	free(golden);
	bench_close(b);
}

static void
check_event(const char *file, const struct event *event, const uint8_t *body,
	    uint32_t body_len)
{
	uint32_t len;
	uint8_t *golden = golden_read(file, &len), ours[EVENT_UNIT_MAX];

	CU_ASSERT_EQUAL_FATAL(mt7921_event_put(ours, event, body, body_len), len);
	CU_ASSERT_EQUAL(memcmp(ours, golden, len), 0);
	free(golden);
}

static void
test_golden_events(void)
{
	static const uint8_t body[8] = { 1, 0, 0, 0, 0, 0, 0, 0 };
	const struct event semaphore = { .eid = 4, .seq = 1, .ext_eid = 2 };
	const struct event result = { .eid = 1, .seq = 1, .option = 2 };

	check_event("mt7921-event-36.hex", &semaphore, body, 0);
	check_event("mt7921-event-44.hex", &result, body, 8);
}

struct group_row {
	const char *value;
	uint32_t bits, len;
};

static void
test_group_sets(void)
{
	static const struct group_row rows[] = {
		{ "none", 0, 24 }, { "3", 0x2000, 32 }, { "12", 0x1800, 48 },
		{ "23", 0x3000, 40 }, { "4", 0x4000, 40 }, { "123", 0x3800, 56 },
		{ "1234", 0x7800, 72 }, { "321", 0x3800, 56 }, { "35", 0xa000, 104 },
		{ "1235", 0xb800, 128 }, { "12345", 0xf800, 144 }, { "5", 0x8000, 96 },
		{ "auto", 0x3800, 56 },
	};
	uint8_t frame[104];
	unsigned int i;

	mt_qos_frame(frame, 66);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air_frame f = mt_air_frame(2000000);
		struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
		struct mt_unit u;

		bench_switch(b, "groups", rows[i].value);
		mt_put(b, &f, frame, sizeof(frame));
		mt_first(b, 0, &u);
		CU_ASSERT_EQUAL(u.dw[1] & 0xf800, rows[i].bits);
		CU_ASSERT_EQUAL(u.length, rows[i].len + 100);
		CU_ASSERT_EQUAL_FATAL(u.frame_len, 100);
		CU_ASSERT_EQUAL(memcmp(u.frame, frame, 100), 0);
		bench_close(b);
	}
}

static void
test_group_contents(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(7000000);
	uint8_t frame[104];
	struct mt_unit u;

	mt_qos_frame(frame, 66);
	frame[24] = 3;		/* TID */
	bench_switch(b, "groups", "12345");
	mt_put(b, &f, frame, sizeof(frame));
	mt_first(b, 0, &u);
	CU_ASSERT_EQUAL(mt_word(u.group[4]), 0xaa020288);	/* TA 02:aa:.., FC 0x0288 */
	CU_ASSERT_EQUAL(mt_word(u.group[4] + 4), 0xeeddccbb);
	CU_ASSERT_EQUAL(mt_word(u.group[4] + 8), 0x00030120);
	CU_ASSERT_EQUAL(mt_word(u.group[2]), 6999);
	CU_ASSERT_EQUAL(mt_word(u.group[3]), 0x0100000b);
	CU_ASSERT_EQUAL(mt_word(u.group[3] + 4), 0x00007478);
	CU_ASSERT_EQUAL(mt_word(u.group[5]), 0x00000010);	/* TX_MODE 1 */
	CU_ASSERT_EQUAL(mt_word(u.group[5] + 24), 0x00007478);
	bench_close(b);
}

/* Group 5 without a switch: DMA_DCR0 bit 23. */
static void
test_group5_register(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[104];
	struct mt_unit u;

	mt_qos_frame(frame, 66);
	mt_write(b, MT_DMA_DCR0, 0x02f73400);
	mt_put(b, &f, frame, sizeof(frame));
	mt_first(b, 0, &u);
	CU_ASSERT_PTR_NOT_NULL(u.group[5]);
	CU_ASSERT_EQUAL(u.length, 128 + 100);
	bench_close(b);
}

/* One field of struct rxd all ones: this word has these bits more, no other word. */
#define FIELD_ROW(field, value, word, bits) \
	{ #field, { .type = 2, .field = value }, word, bits }

static void
test_each_field(void)
{
	static const struct { const char *name; struct rxd rxd; unsigned int word;
			      uint32_t bits; } rows[] = {
		FIELD_ROW(wlan_idx, 0x3ff, 1, 0x000003ff),
		FIELD_ROW(sec_mode, 0x1f, 1, 0x001f0000),
		FIELD_ROW(key_id, 3, 1, 0x00600000),
		FIELD_ROW(cm, true, 1, 0x00800000), FIELD_ROW(clm, true, 1, 0x01000000),
		FIELD_ROW(icv_err, true, 1, 0x02000000),
		FIELD_ROW(tkip_mic_err, true, 1, 0x04000000),
		FIELD_ROW(fcs_err, true, 1, 0x08000000),
		FIELD_ROW(sec_done, true, 1, 0x80000000),
		FIELD_ROW(mac_hdr_len, 0x1f, 2, 0x00001f00),
		FIELD_ROW(hdr_trans, true, 2, 0x00002000),
		FIELD_ROW(tid, 0xf, 2, 0x000f0000),
		FIELD_ROW(amsdu_err, true, 2, 0x00800000),
		FIELD_ROW(frag, true, 2, 0x08000000),
		FIELD_ROW(null_frame, true, 2, 0x10000000),
		FIELD_ROW(non_ampdu, true, 2, 0x40000000),
		FIELD_ROW(rxv_seq, 0xff, 3, 0x000000ff),
		FIELD_ROW(ch_freq, 0xff, 3, 0x0000ff00),
		FIELD_ROW(addr_type, 3, 3, 0x00030000),
		FIELD_ROW(beacon_mc, true, 3, 0x00100000),
		FIELD_ROW(beacon_uc, true, 3, 0x00200000),
		FIELD_ROW(amsdu, true, 3, 0x00400000),
		FIELD_ROW(payload_format, 3, 4, 0x00000003),
	};
	unsigned int i, w;
	uint8_t out[RXD_MAX + 6];

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CU_ASSERT_EQUAL(mt7921_rxd_put(&rows[i].rxd, 10, out), 24);
		CU_ASSERT_EQUAL(mt_word(out), 0x10000022);
		for (w = 1; w < 6; w++)
			if (mt_word(out + 4 * w) != (w == rows[i].word ? rows[i].bits : 0)) {
				printf("  %s: word %u\n", rows[i].name, w);
				CU_FAIL("wrong word");
			}
	}
}

static void
test_header_offset(void)
{
	static const struct rxd rxd = { .type = 2, .hdr_offset = 3 };
	uint8_t out[RXD_MAX + 6];

	memset(out, 0xee, sizeof(out));
	CU_ASSERT_EQUAL(mt7921_rxd_put(&rxd, 1, out), 30);
	CU_ASSERT_EQUAL(mt_word(out), 0x1000001f);
	CU_ASSERT_EQUAL(mt_word(out + 8), 0x0000c000);
	CU_ASSERT_EQUAL(mt_word(out + 24), 0);
	CU_ASSERT_EQUAL(out[30], 0xee);
}

/* The log says what the descriptor says, "-" for what it does not. */
static void
check_log(const char *groups, const char *channel, const char *expected)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(3000000001000ull);
	uint8_t frame[104];
	char text[1024] = "";
	FILE *log = tmpfile();

	mt_qos_frame(frame, 66);
	f.rate = (struct air_rate){ AIR_HT, 15, 2, 1, 1 };
	bench_switch(b, "groups", groups);
	bench_switch(b, "channel", channel);
	bench_switch(b, "ldpc", "1");
	b->ops->log_frames(b->dev, log);
	mt_put(b, &f, frame, sizeof(frame));
	rewind(log);
	CU_ASSERT(fread(text, 1, sizeof(text) - 1, log) > 0);
	if (strstr(text, expected) == NULL)
		printf("  %s", text);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, expected));
	fclose(log);
	bench_close(b);
}

static void
test_log(void)
{
	check_log("123", "36", ",3000000000,ht,15,2,40,400,-,-50,-52,5180,0,-,0,0,0,1,100,");
	check_log("none", "181", ",-,-,-,-,-,-,-,-,-,5955,0,-,0,0,-,-,100,");
	check_log("3", "14", ",-,ht,15,2,40,400,-,-50,-52,2484,0,-,0,0,0,1,100,");
	check_log("2", "13", ",3000000000,-,-,-,-,-,-,-,-,2472,0,-,0,0,-,-,100,");
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "golden: beacon, 106", test_golden_beacon },
		{ "golden: translated, 108", test_golden_ethernet },
		{ "golden: events", test_golden_events },
		{ "group sets", test_group_sets },
		{ "group contents", test_group_contents },
		{ "group 5 by register", test_group5_register },
		{ "each field alone", test_each_field },
		{ "header offset", test_header_offset },
		{ "log", test_log },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u descriptor", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
