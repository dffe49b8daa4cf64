/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Receive descriptor of the AX generation: every field of it that a frame decides, on
 * each chip, and the words worked out by hand from the published layout. */

#include <string.h>

#include "../cunit_run.h"
#include "../rtw89u/golden.h"
#include "ax_bench.h"
#include "fake_air.h"

/* v1: three bits of bandwidth, PHY report bit. */
static const struct ax_chip_row {
	const char *name;
	bool v1;
	uint8_t nss, bw;
} chips[] = {
	{ "rtl8851bu", false, 1, 2 },
	{ "rtl8852au", false, 2, 2 },
	{ "rtl8852bu", false, 2, 2 },
	{ "rtl8852cu", true, 2, 3 },
};

#define N_CHIPS (sizeof(chips) / sizeof(chips[0]))
#define FOR_CHIPS(c) for (c = chips; c < chips + N_CHIPS; c++)

static const struct air_frame plain = {
	.start_ns = 5001999, .end_ns = 6000000, .rate = { AIR_HE, 11, 1, 0, 3 },
	.rssi_dbm = -50, .ppdu = 9, .last = true,
};

/* One frame through a chip that hears everything; the caller closes the bench. */
static struct bench *
one_frame(const char *chip, const struct air_frame *template, const uint8_t *bytes,
	  uint32_t len, struct unit *u)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(chip, USB_SPEED_SUPER, air);

	fake_air_add(air, template, bytes, len);
	bench_write(b, 0xCE20, 0x03174C39);	/* sniffer, bad FCS too */
	bench_submit(b, 1, 32768);
	bench_drain(b);
	CU_ASSERT_FATAL(ax_nth(b, &ax_linux, 0, 0, u));
	return b;
}

static void
check_golden_frame(const char *chip, const char *file, uint8_t nss)
{
	const struct air_frame f = {
		.start_ns = 0, .end_ns = 500000, .rate = { AIR_HE, 11, nss, 2, 1 },
		.rssi_dbm = -50, .ppdu = 3, .last = true, .ampdu = true,
	};
	uint8_t bytes[1540], *golden, ours[32];
	uint32_t len, i;
	struct bench *b;
	struct unit u;

	/* No header and IV length, no TID, no address: the file has the fields of its
	 * list alone. */
	golden = golden_read(file, &len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(golden);
	CU_ASSERT_EQUAL_FATAL(len, 32);
	bench_frame_bytes(bytes, 1540, BENCH_FC_QOS, bench_mac, 0x1230);
	b = one_frame(chip, &f, bytes, 1540, &u);
	memcpy(ours, u.desc, 32);
	ours[2] &= 0xc0;		/* WL_HD_IV_LEN */
	for (i = 0; i < 16; i++)
		CU_ASSERT_EQUAL(ours[i], golden[i]);
	CU_ASSERT_EQUAL(u.end, 1572);
	CU_ASSERT_EQUAL(b->transfers[0].len, 1572);
	CU_ASSERT_EQUAL(memcmp(u.packet, bytes, 1540), 0);
	bench_close(b);
	free(golden);
}

static void
test_golden_frame(void)
{
	check_golden_frame("rtl8852bu", "rtl8852b-he-1540.hex", 2);
	check_golden_frame("rtl8852au", "rtl8852b-he-1540.hex", 2);
	check_golden_frame("rtl8852cu", "rtl8852c-he-1540.hex", 2);
}

static void
test_golden_c2h(void)
{
	const struct ax_chip_row *c;

	FOR_CHIPS(c) {
		struct air *air = fake_air_new(false);
		struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, air);
		struct air_frame f = plain;
		uint8_t bytes[100], *golden;
		uint32_t len;
		struct unit u;

		golden = golden_read("rtl8852b-c2h-24.hex", &len);
		CU_ASSERT_PTR_NOT_NULL_FATAL(golden);
		CU_ASSERT_EQUAL_FATAL(len, 40);
		bench_frame_bytes(bytes, 100, BENCH_FC_QOS, bench_mac, 0);
		f.start_ns = f.end_ns = 500;	/* FREERUN_CNT 0 */
		fake_air_add(air, &f, bytes, 100);
		bench_switch(b, "c2h", "1");
		bench_submit(b, 2, 32768);
		bench_drain(b);
		CU_ASSERT_FATAL(ax_nth(b, &ax_linux, 10, 0, &u));
		CU_ASSERT_EQUAL(u.end, 40);
		/* up to the length; sequence 0; what the event tells is the model's own */
		CU_ASSERT_EQUAL(memcmp(u.desc, golden, 24), 0);
		bench_close(b);
		free(golden);
	}
}

/* FREERUN_CNT of an event: whole microseconds. */
static void
test_c2h_time(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open("rtl8852cu", USB_SPEED_SUPER, air);
	struct air_frame f = plain;
	uint8_t bytes[100];
	struct unit u;

	bench_frame_bytes(bytes, 100, BENCH_FC_QOS, bench_mac, 0);
	f.end_ns = 0x12345678ull * 1000 + 999;
	fake_air_add(air, &f, bytes, 100);
	bench_switch(b, "c2h", "1");
	bench_submit(b, 2, 32768);
	bench_drain(b);
	CU_ASSERT_FATAL(ax_nth(b, &ax_linux, 10, 0, &u));
	CU_ASSERT_EQUAL(u.dw[1], 0);
	CU_ASSERT_EQUAL(u.dw[2], 0x12345678);
	CU_ASSERT_EQUAL(u.dw[3], 0);
	bench_close(b);
}

/* From the header alone. qos is the QoS control field where fc says so. */
static const struct {
	const char *name;
	uint16_t fc, seq_ctl, qos;
	const uint8_t *ra;
	uint32_t dw3, dw4, dw5;
} header_rows[] = {
	/*					      TYPE 2; MAC_ID ff */
	{ "data", 0x0208, 0, 0, bench_other, 0, 0x00000002, 0x00FF0000 },
	{ "own address", 0x0208, 0, 0, bench_mac, 0x00000001, 0x00000002, 0x10000000 },
	{ "broadcast", 0x0208, 0, 0, bench_broadcast, 0, 0x0000000A, 0x00FF0000 },
	{ "multicast", 0x0208, 0, 0, bench_group, 0, 0x00000006, 0x00FF0000 },
	{ "management", 0x0080, 0, 0, bench_other, 0, 0x00000000, 0x00FF0000 },
	{ "sequence", 0x0208, 0xABC0, 0, bench_other, 0, 0x0ABC0002, 0x00FF0000 },
	{ "fragment", 0x0208, 0x0005, 0, bench_other, 0, 0x50000002, 0x00FF0000 },
	{ "more fragments", 0x0608, 0, 0, bench_other, 0, 0x00000022, 0x00FF0000 },
	{ "power management", 0x1208, 0, 0, bench_other, 0, 0x00000042, 0x00FF0000 },
	{ "more data", 0x2208, 0, 0, bench_other, 0, 0x00000012, 0x00FF0000 },
	{ "QoS", 0x0288, 0, 0, bench_other, 0, 0x00000082, 0x00FF0000 },
	{ "TID", 0x0288, 0, 0x0005, bench_other, 0, 0x00000582, 0x00FF0000 },
	{ "end of service period", 0x0288, 0, 0x0010, bench_other, 0, 0x00001082, 0x00FF0000 },
	{ "A-MSDU", 0x0288, 0, 0x0080, bench_other, 0x00000020, 0x00000082, 0x00FF0000 },
	{ "QoS Null", 0x02C8, 0, 0, bench_other, 0, 0x00004082, 0x00FF0000 },
	{ "HT control", 0x8288, 0, 0, bench_other, 0, 0x00002082, 0x00FF0000 },
	{ "order without QoS", 0x8208, 0, 0, bench_other, 0, 0x00000002, 0x00FF0000 },
	{ "HT control, management", 0x8080, 0, 0, bench_other, 0, 0x00002000, 0x00FF0000 },
	{ "protected, no key", 0x4208, 0, 0, bench_other, 0x00000002, 0x00000002,
	  0x00FF0000 },
};

static void
check_header_fields(const char *chip)
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
		b = one_frame(chip, &plain, bytes, 100, &u);
		if (u.dw[3] != header_rows[i].dw3 || u.dw[4] != header_rows[i].dw4 ||
		    u.dw[5] != header_rows[i].dw5)
			printf("  %s, %s: %08x %08x %08x\n", chip, header_rows[i].name,
			       u.dw[3], u.dw[4], u.dw[5]);
		CU_ASSERT_EQUAL(u.dw[3], header_rows[i].dw3);
		CU_ASSERT_EQUAL(u.dw[4], header_rows[i].dw4);
		CU_ASSERT_EQUAL(u.dw[5], header_rows[i].dw5);
		CU_ASSERT_EQUAL(u.dw[0] & ~0x003F0000u, 0x80000064);
		bench_close(b);
	}
}

static void
test_header_fields(void)
{
	const struct ax_chip_row *c;

	FOR_CHIPS(c)
		check_header_fields(c->name);
}

static void
test_air_fields(void)
{
	static const struct {
		bool ampdu, last, fcs_bad, decrypted;
		uint8_t sec_type;
		uint16_t fc;
		uint32_t dw3, dw7;
	} rows[] = {
		{ false, true, false, false, 0, 0x0208, 0, 0 },
		{ true, false, false, false, 0, 0x0208, 0x00000008, 0 },
		{ true, true, false, false, 0, 0x0208, 0x00000018, 0 },
		{ false, true, true, false, 0, 0x0208, 0x00000200, 0 },
		{ false, true, false, true, 6, 0x4208, 0x00000004, 0x000C0000 },
		{ false, true, false, true, 9, 0x4208, 0x00000004, 0x00120000 },
		{ false, true, false, false, 6, 0x4208, 0x00000002, 0x000C0000 },
		/* a key says nothing about a frame that is not protected */
		{ false, true, false, true, 6, 0x0208, 0, 0 },
	};
	const struct ax_chip_row *c;
	unsigned int i;

	FOR_CHIPS(c)
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
			b = one_frame(c->name, &f, bytes, 100, &u);
			CU_ASSERT_EQUAL(u.dw[3], rows[i].dw3);
			CU_ASSERT_EQUAL(u.dw[7] & 0xFFFF0000, rows[i].dw7);
			bench_close(b);
		}
}

/* DW1 without the bandwidth. */
static const struct rate_row {
	struct air_rate rate;
	uint32_t ppdu, dw1;
} rate_rows[] = {
	{ { AIR_CCK, 0, 1, 0, 0 }, 0, 0x00000000 },
	{ { AIR_CCK, 3, 1, 0, 0 }, 1, 0x00030010 },
	{ { AIR_OFDM, 0, 1, 0, 0 }, 7, 0x00040072 },
	{ { AIR_OFDM, 7, 1, 0, 0 }, 8, 0x000B0002 },
	{ { AIR_HT, 0, 1, 0, 1 }, 2, 0x02800023 },
	{ { AIR_HT, 7, 1, 1, 0 }, 2, 0x00870023 },
	{ { AIR_HT, 15, 2, 1, 0 }, 2, 0x008F0023 },
	{ { AIR_VHT, 0, 1, 3, 0 }, 4, 0x01000045 },
	{ { AIR_VHT, 9, 2, 2, 5 }, 4, 0x03190045 },
	{ { AIR_HE, 11, 1, 2, 1 }, 5, 0x038B0057 },
	{ { AIR_HE, 11, 2, 2, 1 }, 5, 0x039B0057 },
	{ { AIR_HE, 0, 1, 0, 5 }, 5, 0x0B800057 },
	{ { AIR_HE, 11, 2, 3, 4 }, 0xFFFFFFFE, 0x099B0067 },
};

static bool
heard(const struct ax_chip_row *c, const struct air_rate *rate)
{
	return rate->nss <= c->nss && rate->bw <= c->bw;
}

static void
check_rate(const struct ax_chip_row *c, const struct rate_row *r)
{
	uint32_t dw1 = r->dw1 | (uint32_t)r->rate.bw << (c->v1 ? 29 : 30);
	struct air_frame f = plain;
	uint8_t bytes[100];
	struct bench *b;
	struct unit u;

	f.rate = r->rate;
	f.ppdu = r->ppdu;
	bench_frame_bytes(bytes, 100, 0x0208, bench_other, 0);
	b = one_frame(c->name, &f, bytes, 100, &u);
	if (u.dw[1] != dw1)
		printf("  %s: DW1 %08x, not %08x\n", c->name, u.dw[1], dw1);
	CU_ASSERT_EQUAL(u.dw[1], dw1);
	/* whole microseconds of the start, not rounded up */
	CU_ASSERT_EQUAL(u.dw[2], 5001);
	bench_close(b);
}

static void
test_rates(void)
{
	const struct ax_chip_row *c;
	unsigned int i;

	FOR_CHIPS(c)
		for (i = 0; i < sizeof(rate_rows) / sizeof(rate_rows[0]); i++)
			if (heard(c, &rate_rows[i].rate))
				check_rate(c, &rate_rows[i]);
}

/* Every rate of a two-stream 802.11ax chip, each once. */
static void
test_all_rate_codes(void)
{
	static const struct { enum air_mode mode; uint8_t mcs, nss; uint16_t base; } groups[] = {
		{ AIR_CCK, 4, 1, 0x000 }, { AIR_OFDM, 8, 1, 0x004 }, { AIR_HT, 16, 1, 0x080 },
		{ AIR_VHT, 10, 1, 0x100 }, { AIR_VHT, 10, 2, 0x110 },
		{ AIR_HE, 12, 1, 0x180 }, { AIR_HE, 12, 2, 0x190 },
	};
	unsigned int g;
	uint8_t mcs;

	for (g = 0; g < sizeof(groups) / sizeof(groups[0]); g++)
		for (mcs = 0; mcs < groups[g].mcs; mcs++) {
			struct air_frame f = plain;
			uint8_t bytes[60];
			struct bench *b;
			struct unit u;

			f.rate.mode = groups[g].mode;
			f.rate.mcs = mcs;
			f.rate.nss = groups[g].mode == AIR_HT ? mcs / 8 + 1 : groups[g].nss;
			bench_frame_bytes(bytes, 60, 0x0208, bench_other, 0);
			b = one_frame("rtl8852bu", &f, bytes, 60, &u);
			CU_ASSERT_EQUAL(u.dw[1] >> 16 & 0x1ff, groups[g].base + mcs);
			bench_close(b);
		}
}

/* What the radio cannot demodulate reaches nobody and is counted. */
static void
test_rates_not_heard(void)
{
	static const struct air_rate rates[] = {
		{ AIR_EHT, 0, 1, 0, 0 }, { AIR_HE, 0, 2, 0, 0 }, { AIR_HE, 0, 3, 0, 0 },
		{ AIR_HE, 0, 1, 3, 0 }, { AIR_HT, 8, 2, 0, 0 }, { AIR_VHT, 0, 1, 3, 0 },
		{ AIR_HE, 0, 1, 2, 0 },
	};
	const struct ax_chip_row *c;
	unsigned int i;

	FOR_CHIPS(c)
		for (i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
			struct air *air = fake_air_new(false);
			struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, air);
			bool ok = rates[i].mode != AIR_EHT && heard(c, &rates[i]);
			struct air_frame f = plain;
			uint8_t bytes[100];

			f.rate = rates[i];
			bench_frame_bytes(bytes, 100, 0x0208, bench_mac, 0);
			fake_air_add(air, &f, bytes, 100);
			bench_submit(b, 1, 32768);
			bench_drain(b);
			CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), ok ? 1 : 0);
			CU_ASSERT_EQUAL(bench_counter(b, "filtered_rate"), ok ? 0 : 1);
			CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 1);
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
		b = one_frame("rtl8852cu", &plain, bytes, 100, &u);
		CU_ASSERT_EQUAL(u.desc_len, 32);
		CU_ASSERT_EQUAL(u.dw[0], 0x80000064 | rows[i].header << 16);
		/* address 2: 02:aa:bb:cc:dd:ee */
		CU_ASSERT_EQUAL(u.dw[6], 0xccbbaa02);
		CU_ASSERT_EQUAL(u.dw[7], 0x0000eedd);
		bench_close(b);
	}
}

static void
test_control_frames(void)
{
	static const char *const forms[] = { "long", "short" };
	static const uint8_t lengths[] = { 14, 20, 32 };
	static const uint16_t fcs[] = { 0x00D4, 0x00B4, 0x0094 };	/* Ack, RTS, BlockAck */
	unsigned int i, k;

	for (k = 0; k < 2; k++)
		for (i = 0; i < 3; i++) {
			struct air *air = fake_air_new(false);
			struct bench *b = ax_bench_open("rtl8852bu", USB_SPEED_SUPER, air);
			uint8_t bytes[32];
			struct unit u;

			bench_frame_bytes(bytes, lengths[i], fcs[i], bench_other, 0xffff);
			fake_air_add(air, &plain, bytes, lengths[i]);
			bench_switch(b, "ctrlrxd", forms[k]);
			bench_submit(b, 1, 32768);
			bench_drain(b);
			CU_ASSERT_FATAL(ax_nth(b, &ax_linux, 0, 0, &u));
			CU_ASSERT_EQUAL(u.desc_len, k == 0 ? 32 : 16);
			CU_ASSERT_EQUAL(u.packet_len, lengths[i]);
			CU_ASSERT_EQUAL(u.dw[4], k == 0 ? 1 : 0);
			CU_ASSERT_EQUAL(memcmp(u.packet, bytes, lengths[i]), 0);
			bench_close(b);
		}
}

static void
test_fcs_can_be_left_out(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open("rtl8851bu", USB_SPEED_HIGH, air);
	struct air_frame f = plain;
	uint8_t bytes[100];
	struct unit u;

	bench_frame_bytes(bytes, 100, 0x0208, bench_mac, 0);
	f.start_ns = 0;
	f.end_ns = 1000;
	fake_air_add(air, &f, bytes, 100);
	f.end_ns = 2000;
	fake_air_add(air, &f, bytes, 100);
	bench_submit(b, 2, 32768);
	bench_run(b, 1500);
	bench_write(b, 0x9C00, 0);
	bench_drain(b);
	CU_ASSERT_FATAL(ax_nth(b, &ax_linux, 0, 0, &u));
	CU_ASSERT_EQUAL(u.packet_len, 100);
	CU_ASSERT_FATAL(ax_nth(b, &ax_linux, 0, 1, &u));
	CU_ASSERT_EQUAL(u.packet_len, 96);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "worked layout: long descriptor", test_golden_frame },
		{ "worked layout: C2H", test_golden_c2h },
		{ "time of an event", test_c2h_time },
		{ "fields from the 802.11 header", test_header_fields },
		{ "fields from the air", test_air_fields },
		{ "rate, bandwidth, guard interval, PPDU count, time", test_rates },
		{ "every rate code", test_all_rate_codes },
		{ "rates that the chip does not hear", test_rates_not_heard },
		{ "long descriptor: address and header length", test_long_words },
		{ "control frames, switch ctrlrxd", test_control_frames },
		{ "FCS can be left out", test_fcs_can_be_left_out },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "AX descriptor", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
