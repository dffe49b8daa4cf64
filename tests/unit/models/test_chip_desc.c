/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Descriptor version 2: every field of it that a frame decides, and the words
 * worked out by hand from the published layout. */

#include <string.h>

#include "../cunit_run.h"
#include "bench.h"
#include "fake_air.h"

/* PHY report on: RCR [5:4] = 1, DRV_INFO_OPTION b0. */
static void
phy_report_on(struct bench *b)
{
	bench_write(b, 0x11400, 0x20F28010);
	bench_write(b, 0x11470, 0x00000001);
}

/* Give one frame to a chip with the switches and filters given; the unit that
 * comes out is in the bench, which the caller closes. */
static struct bench *
one_frame(const struct air_frame *template, const uint8_t *bytes, uint32_t len,
	  struct unit *u, bool phy_report)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);

	fake_air_add(air, template, bytes, len);
	bench_write(b, 0x11420, 0x0F174839);	/* sniffer, bad FCS too */
	if (phy_report)
		phy_report_on(b);
	bench_submit(b, 1, 32768);
	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 0, 0, u));
	return b;
}

static const struct air_frame plain = {
	.start_ns = 5001999, .end_ns = 6000000, .rate = { AIR_EHT, 11, 2, 3, 3 },
	.rssi_dbm = -50, .ppdu = 9, .last = true,
};

static void
test_golden_long(void)
{
	/* BE long, WIFI, 1540 B, PHY report 8 B, EHT 2 streams MCS 13, 80 MHz,
	 * gi 1, ppdu_cnt 3: DW0 0x80400604, DW4 0x42D12300, 1588 -> 1600. */
	const struct air_frame f = {
		.start_ns = 0x12345678ull * 1000, .end_ns = 0x12345678ull * 1000 + 500000,
		.rate = { AIR_EHT, 13, 2, 2, 1 }, .rssi_dbm = -50, .ppdu = 3, .last = true,
	};
	uint8_t bytes[1540];
	struct bench *b;
	struct unit u;

	bench_frame_bytes(bytes, 1540, BENCH_FC_QOS, bench_mac, 0x1230);
	b = one_frame(&f, bytes, 1540, &u, true);
	CU_ASSERT_EQUAL(u.dw[0], 0x80400604);
	CU_ASSERT_EQUAL(u.dw[4], 0x42D12300);
	CU_ASSERT_EQUAL(u.dw[5], 0x12345678);
	CU_ASSERT_EQUAL(u.end, 1588);
	CU_ASSERT_EQUAL(b->transfers[0].len, 1588);
	CU_ASSERT_EQUAL(memcmp(u.packet, bytes, 1540), 0);
	bench_close(b);
}

static void
test_golden_c2h(void)
{
	/* BE short, C2H, 24 B: DW0 0x0A000018, 24 + 24 = 48 -> 48. */
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);
	struct unit u;

	fake_air_add_one(air, 1000000, 100, 1);
	bench_switch(b, "c2h", "1");
	bench_submit(b, 2, 32768);
	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 10, 0, &u));
	CU_ASSERT_EQUAL(u.dw[0], 0x0A000018);
	CU_ASSERT_EQUAL(u.end, 48);
	CU_ASSERT_EQUAL(u.dw[5], 1000);		/* FREERUN_CNT */
	/* category 1, class 0, function 3; then the length with its header */
	CU_ASSERT_EQUAL(u.packet[0], 0x01);
	CU_ASSERT_EQUAL(u.packet[1], 0x03);
	CU_ASSERT_EQUAL(u.packet[4], 24);
	CU_ASSERT_EQUAL(u.packet[5], 0);
	bench_close(b);
}

/* From the header alone. qos is the QoS control field where fc says so. */
static const struct {
	const char *name;
	uint16_t fc, seq_ctl, qos;
	const uint8_t *ra;
	uint32_t dw2, dw3;
} header_rows[] = {
	/*                                              MAC_ID ff, TYPE 2 = 0x800 */
	{ "data", 0x0208, 0, 0, bench_other, 0x000008FF, 0 },
	{ "own address", 0x0208, 0, 0, bench_mac, 0x00004800, 0x00000400 },
	{ "broadcast", 0x0208, 0, 0, bench_broadcast, 0x000008FF, 0x00008000 },
	{ "multicast", 0x0208, 0, 0, bench_group, 0x000008FF, 0x00004000 },
	{ "management", 0x0080, 0, 0, bench_other, 0x000000FF, 0 },
	{ "sequence", 0x0208, 0xABC0, 0, bench_other, 0x0ABC08FF, 0 },
	{ "fragment", 0x0208, 0x0005, 0, bench_other, 0x000008FF, 0x05000000 },
	{ "more fragments", 0x0608, 0, 0, bench_other, 0x000008FF, 0x00020000 },
	{ "power management", 0x1208, 0, 0, bench_other, 0x000008FF, 0x00040000 },
	{ "more data", 0x2208, 0, 0, bench_other, 0x000008FF, 0x00010000 },
	{ "QoS", 0x0288, 0, 0, bench_other, 0x000008FF, 0x00080000 },
	{ "TID", 0x0288, 0, 0x0005, bench_other, 0x500008FF, 0x00080000 },
	{ "end of service period", 0x0288, 0, 0x0010, bench_other, 0x000008FF, 0x00180000 },
	{ "A-MSDU", 0x0288, 0, 0x0080, bench_other, 0x000008FF, 0x00082000 },
	{ "QoS Null", 0x02C8, 0, 0, bench_other, 0x000008FF, 0x00480000 },
	{ "HT control", 0x8288, 0, 0, bench_other, 0x000008FF, 0x00280000 },
	{ "order without QoS", 0x8208, 0, 0, bench_other, 0x000008FF, 0 },
	{ "HT control, management", 0x8080, 0, 0, bench_other, 0x000000FF, 0x00200000 },
	{ "four addresses", 0x0308, 0, 0, bench_other, 0x000008FF, 0x00800000 },
	{ "protected, no key", 0x4208, 0, 0, bench_other, 0x000008FF, 0x00000200 },
};

static void
test_header_fields(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(header_rows) / sizeof(header_rows[0]); i++) {
		uint8_t bytes[100];
		struct bench *b;
		struct unit u;

		bench_frame_bytes(bytes, 100, header_rows[i].fc, header_rows[i].ra,
				  header_rows[i].seq_ctl);
		if (header_rows[i].fc & 0x80)
			bytes[24] = (uint8_t)header_rows[i].qos;
		b = one_frame(&plain, bytes, 100, &u, false);
		if (u.dw[2] != header_rows[i].dw2 || u.dw[3] != header_rows[i].dw3)
			printf("  %s: DW2 %08x DW3 %08x\n", header_rows[i].name, u.dw[2],
			       u.dw[3]);
		CU_ASSERT_EQUAL(u.dw[2], header_rows[i].dw2);
		CU_ASSERT_EQUAL(u.dw[3], header_rows[i].dw3);
		CU_ASSERT_EQUAL(u.dw[0], 0x80000064);
		CU_ASSERT_EQUAL(u.dw[1], 0);
		bench_close(b);
	}
}

static void
test_air_fields(void)
{
	static const struct {
		bool ampdu, last, fcs_bad, decrypted;
		uint8_t sec_type;
		uint16_t fc;
		uint32_t dw3;
	} rows[] = {
		{ false, true, false, false, 0, 0x0208, 0 },
		{ true, false, false, false, 0, 0x0208, 0x00000800 },
		{ true, true, false, false, 0, 0x0208, 0x00001800 },
		{ false, true, true, false, 0, 0x0208, 0x00000040 },
		{ false, true, false, true, 6, 0x4208, 0x00000106 },
		{ false, true, false, true, 9, 0x4208, 0x00000109 },
		{ false, true, false, false, 6, 0x4208, 0x00000206 },
		/* a key says nothing about a frame that is not protected */
		{ false, true, false, true, 6, 0x0208, 0 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air_frame f = plain;
		uint8_t bytes[100];
		struct bench *b;
		struct unit u;

		f.ampdu = rows[i].ampdu;
		f.last = rows[i].last;
		f.fcs_bad = rows[i].fcs_bad;
		f.decrypted = rows[i].decrypted;
		f.sec_type = rows[i].sec_type;
		bench_frame_bytes(bytes, 100, rows[i].fc, bench_other, 0);
		b = one_frame(&f, bytes, 100, &u, false);
		CU_ASSERT_EQUAL(u.dw[3], rows[i].dw3);
		bench_close(b);
	}
}

static void
test_ppdu_words(void)
{
	static const struct {
		struct air_rate rate;
		uint32_t ppdu, dw4;
	} rows[] = {
		{ { AIR_CCK, 0, 1, 0, 0 }, 0, 0x00000000 },
		{ { AIR_CCK, 3, 1, 0, 0 }, 1, 0x00300100 },
		{ { AIR_OFDM, 0, 1, 0, 0 }, 7, 0x00400702 },
		{ { AIR_OFDM, 7, 1, 0, 0 }, 8, 0x00B00002 },
		{ { AIR_HT, 15, 2, 1, 0 }, 2, 0x10F01203 },
		{ { AIR_HT, 0, 1, 0, 1 }, 2, 0x10010203 },
		{ { AIR_VHT, 9, 2, 2, 5 }, 4, 0x22912405 },
		{ { AIR_VHT, 0, 1, 3, 0 }, 4, 0x20003405 },
		{ { AIR_HE, 11, 2, 2, 1 }, 5, 0x32B12507 },
		{ { AIR_HE, 0, 1, 0, 5 }, 5, 0x30050507 },
		{ { AIR_EHT, 0, 1, 0, 0 }, 6, 0x40000600 },
		{ { AIR_EHT, 15, 2, 3, 4 }, 0xFFFFFFFE, 0x42F43600 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air_frame f = plain;
		uint8_t bytes[100];
		struct bench *b;
		struct unit u;

		f.rate = rows[i].rate;
		f.ppdu = rows[i].ppdu;
		bench_frame_bytes(bytes, 100, 0x0208, bench_other, 0);
		b = one_frame(&f, bytes, 100, &u, false);
		if (u.dw[4] != rows[i].dw4)
			printf("  row %u: DW4 %08x\n", i, u.dw[4]);
		CU_ASSERT_EQUAL(u.dw[4], rows[i].dw4);
		/* whole microseconds of the start, not rounded up */
		CU_ASSERT_EQUAL(u.dw[5], 5001);
		bench_close(b);
	}
}

static void
test_long_words(void)
{
	static const struct { uint16_t fc; uint8_t iv; uint32_t header; } rows[] = {
		{ 0x0208, 0, 24 }, { 0x0288, 0, 26 }, { 0x8288, 0, 30 },
		{ 0x0388, 0, 32 }, { 0x4288, 0x20, 34 }, { 0x4288, 0x00, 30 },
		{ 0xC388, 0x20, 44 }, { 0x0080, 0, 24 }, { 0x4208, 0x20, 32 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint8_t bytes[100];
		struct bench *b;
		struct unit u;
		unsigned int at = rows[i].header;

		bench_frame_bytes(bytes, 100, rows[i].fc, bench_other, 0);
		/* the byte with the extended-IV bit is four into the IV */
		if (rows[i].fc & 0x4000)
			bytes[at - (rows[i].iv ? 8 : 4) + 3] = rows[i].iv;
		if ((rows[i].fc & 0x0388) == 0x0388)
			memset(bytes + 30, 0, 2);
		b = one_frame(&plain, bytes, 100, &u, false);
		CU_ASSERT_EQUAL(u.desc_len, 40);
		CU_ASSERT_EQUAL(u.dw[6], 0);
		CU_ASSERT_EQUAL(u.dw[7], 0);
		/* address 2: 02:aa:bb:cc:dd:ee */
		CU_ASSERT_EQUAL(u.dw[8], 0xccbbaa02);
		CU_ASSERT_EQUAL(u.dw[9], 0x0000eedd | rows[i].header << 21);
		bench_close(b);
	}
}

static void
test_control_frames_are_long(void)
{
	static const uint8_t lengths[] = { 14, 20, 32 };
	static const uint16_t fcs[] = { 0x00D4, 0x00B4, 0x0094 };	/* Ack, RTS, BlockAck */
	unsigned int i;

	for (i = 0; i < 3; i++) {
		uint8_t bytes[32];
		struct bench *b;
		struct unit u;

		bench_frame_bytes(bytes, lengths[i], fcs[i], bench_other, 0xffff);
		b = one_frame(&plain, bytes, lengths[i], &u, false);
		CU_ASSERT_EQUAL(u.dw[0], 0x80000000u | lengths[i]);
		CU_ASSERT_EQUAL(u.dw[2], 0x000004FF);
		CU_ASSERT_EQUAL(u.dw[3], 0);
		CU_ASSERT_EQUAL(u.end, 40u + lengths[i]);
		bench_close(b);
	}
}

static void
test_phy_report(void)
{
	static const struct { int8_t dbm; uint32_t raw; } rows[] = {
		{ -50, 240 }, { -110, 0 }, { -1, 436 }, { 0, 440 },
	};
	unsigned int i;

	for (i = 0; i < 4; i++) {
		struct air_frame f = plain;
		uint8_t bytes[60];
		struct bench *b;
		struct unit u;

		f.rssi_dbm = rows[i].dbm;
		bench_frame_bytes(bytes, 60, 0x0208, bench_other, 0);
		b = one_frame(&f, bytes, 60, &u, true);
		CU_ASSERT_EQUAL_FATAL(u.gap_len, 8);
		CU_ASSERT_EQUAL((uint32_t)(u.gap[0] | u.gap[1] << 8), rows[i].raw);
		bench_close(b);
	}
}

static void
test_phy_report_needs_both_registers(void)
{
	static const struct { uint32_t rcr, option, bytes; } rows[] = {
		{ 0, 0, 0 }, { 0x10, 0, 0 }, { 0, 1, 0 }, { 0x10, 1, 8 },
		{ 0xffffffcf, 1, 0 }, { 0x10, 0xfffffffe, 0 }, { 0x30, 1, 24 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air *air = fake_air_new(false);
		struct bench *b = bench_open(USB_SPEED_SUPER, air);
		struct unit u;

		fake_air_add_one(air, 1000, 100, 1);
		bench_write(b, 0x11400, rows[i].rcr);
		bench_write(b, 0x11470, rows[i].option);
		bench_submit(b, 1, 32768);
		bench_drain(b);
		CU_ASSERT_FATAL(bench_nth(b, 0, 0, &u));
		CU_ASSERT_EQUAL(u.gap_len, rows[i].bytes);
		bench_close(b);
	}
}

static void
test_fcs_can_be_left_out(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);
	struct unit u;

	fake_air_add_one(air, 1000, 100, 1);
	fake_air_add_one(air, 2000, 100, 2);
	bench_submit(b, 2, 32768);
	bench_run(b, 1500);
	bench_write(b, 0x9C00, 0);
	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 0, 0, &u));
	CU_ASSERT_EQUAL(u.packet_len, 100);
	CU_ASSERT_FATAL(bench_nth(b, 0, 1, &u));
	CU_ASSERT_EQUAL(u.packet_len, 96);
	bench_close(b);
}

static void
test_gap_switches(void)
{
	static const struct { const char *name, *value; uint32_t dw0, gap; } rows[] = {
		{ "shift", "1", 0x80004064, 2 }, { "shift", "3", 0x8000C064, 6 },
		{ "drvinfo", "1", 0x80040064, 8 }, { "drvinfo", "3", 0x800C0064, 24 },
		{ "hdrcnv", "1", 0x80100064, 16 }, { "hdrcnv", "3", 0x80300064, 48 },
		{ "bb", "1", 0xC0000064, 0 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air *air = fake_air_new(false);
		struct bench *b = bench_open(USB_SPEED_SUPER, air);
		struct unit u;

		fake_air_add_one(air, 1000, 100, 1);
		bench_switch(b, rows[i].name, rows[i].value);
		bench_submit(b, 1, 32768);
		bench_drain(b);
		CU_ASSERT_FATAL(bench_nth(b, 0, 0, &u));
		CU_ASSERT_EQUAL(u.dw[0], rows[i].dw0);
		CU_ASSERT_EQUAL(u.gap_len, rows[i].gap);
		CU_ASSERT_EQUAL(u.packet[0], 0x88);
		bench_close(b);
	}
}

static void
test_other_type_switches(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);
	struct air_frame f = plain;
	uint8_t ack[14];
	struct unit u;

	fake_air_add_one(air, 1000, 100, 1);
	f.end_ns = 2000;
	bench_frame_bytes(ack, 14, 0x00D4, bench_mac, 0);
	fake_air_add(air, &f, ack, 14);
	bench_switch(b, "ehttype", "165");
	bench_switch(b, "ctrlrxd", "short");
	bench_submit(b, 2, 32768);
	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 0, 0, &u));
	CU_ASSERT_EQUAL(u.dw[4] & 0xff, 165);
	CU_ASSERT_FATAL(bench_nth(b, 0, 1, &u));
	CU_ASSERT_EQUAL(u.desc_len, 24);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "worked layout: long descriptor", test_golden_long },
		{ "worked layout: C2H", test_golden_c2h },
		{ "fields from the 802.11 header", test_header_fields },
		{ "fields from the air", test_air_fields },
		{ "rate, bandwidth, guard interval, PPDU count, time", test_ppdu_words },
		{ "long descriptor: address and header length", test_long_words },
		{ "control frames are long", test_control_frames_are_long },
		{ "PHY report: quarter dB", test_phy_report },
		{ "PHY report needs both registers", test_phy_report_needs_both_registers },
		{ "FCS can be left out", test_fcs_can_be_left_out },
		{ "switches shift, drvinfo, hdrcnv, bb", test_gap_switches },
		{ "switches ehttype, ctrlrxd", test_other_type_switches },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "rtl8922au descriptor", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
