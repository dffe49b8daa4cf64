/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* PPDU status of the AX generation: the packet, the registers that switch it on, and the
 * byte that says band and channel. */

#include <string.h>

#include "../cunit_run.h"
#include "../rtw89u/golden.h"
#include "ax_bench.h"
#include "fake_air.h"
#include "rtw89/chan_idx.h"

static uint32_t
word(const uint8_t *p, unsigned int i)
{
	p += 4 * i;
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

/* A PPDU of n frames of 100 bytes; status on as Linux does. */
static struct bench *
one_ppdu(const char *chip, const struct air_rate *rate, int8_t dbm, const uint8_t *ra,
	 uint16_t fc, unsigned int n)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(chip, USB_SPEED_SUPER, air);
	uint8_t bytes[100];
	unsigned int i;

	bench_frame_bytes(bytes, 100, fc, ra, 0);
	for (i = 0; i < n; i++) {
		struct air_frame f = {
			.start_ns = 0x12345678ull * 1000, .rate = *rate, .rssi_dbm = dbm,
			.ppdu = 3, .ampdu = n > 1, .last = i + 1 == n,
			.end_ns = 0x12345678ull * 1000 + 500 * (i + 1),
		};

		fake_air_add(air, &f, bytes, 100);
	}
	bench_write(b, 0xCE40, 0x2B);
	bench_write(b, 0x9C18, 1);
	return b;
}

static void
the_status(struct bench *b, struct unit *u)
{
	bench_submit(b, 4, 32768);
	bench_drain(b);
	CU_ASSERT_FATAL(ax_nth(b, &ax_vendor, 1, 0, u));
	CU_ASSERT_EQUAL(u->desc_len, 16);
	CU_ASSERT_EQUAL(u->gap_len, 0);
}

static void
check_golden(const char *chip, const uint8_t *golden)
{
	const struct air_rate rate = { AIR_HE, 11, 2, 2, 1 };
	struct bench *b = one_ppdu(chip, &rate, -50, bench_mac, 0x0208, 1);
	uint32_t i, dw1;
	struct unit u;

	bench_switch(b, "channel", "2g11");
	bench_switch(b, "pathb", "5");
	the_status(b, &u);
	CU_ASSERT_EQUAL_FATAL(u.packet_len, 56);
	dw1 = strcmp(chip, "rtl8852cu") == 0 ? 0x439b0037 : 0x839b0037;
	CU_ASSERT_EQUAL(u.dw[1], dw1);
	for (i = 0; i < 72; i++)
		if (i < 4 || i >= 8)
			CU_ASSERT_EQUAL(u.desc[i], golden[i]);
	bench_close(b);
}

static void
test_golden(void)
{
	uint32_t len;
	uint8_t *golden = golden_read("rtl8852b-ppdu-56.hex", &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(golden);
	CU_ASSERT_EQUAL_FATAL(len, 72);
	check_golden("rtl8852au", golden);
	check_golden("rtl8852bu", golden);
	check_golden("rtl8852cu", golden);
	free(golden);
}

/* Also what of rtl8852b-ppdu-48.hex the model sends: all but IE04. */
static void
test_cck(void)
{
	const struct air_rate rate = { AIR_CCK, 0, 1, 0, 0 };
	struct bench *b = one_ppdu("rtl8852bu", &rate, -50, bench_mac, 0x0208, 1);
	uint32_t len, i;
	uint8_t *golden = golden_read("rtl8852b-ppdu-48.hex", &len);
	struct unit u;

	CU_ASSERT_PTR_NOT_NULL_FATAL(golden);
	CU_ASSERT_EQUAL_FATAL(len, 64);
	bench_switch(b, "pathb", "5");
	the_status(b, &u);
	CU_ASSERT_EQUAL_FATAL(u.packet_len, 40);
	CU_ASSERT_EQUAL(u.dw[0], 0x01800028);
	CU_ASSERT_EQUAL(u.dw[1], 0x00000030);
	CU_ASSERT_EQUAL(u.dw[3], 0x00000001);
	for (i = 0; i < 40; i++)
		if (i != 17)		/* length of header and elements */
			CU_ASSERT_EQUAL(u.packet[i], golden[16 + i]);
	CU_ASSERT_EQUAL(u.packet[17], 3);
	bench_close(b);
	free(golden);
}

static void
test_one_path(void)
{
	const struct air_rate he = { AIR_HE, 5, 1, 2, 0 }, cck = { AIR_CCK, 1, 1, 0, 0 };
	struct bench *b = one_ppdu("rtl8851bu", &he, -60, bench_mac, 0x0208, 1);
	struct unit u;

	bench_switch(b, "pathb", "5");
	the_status(b, &u);
	CU_ASSERT_EQUAL(word(u.packet, 4), 0x6400058F);
	CU_ASSERT_EQUAL(word(u.packet, 5), 0x00000064);	/* path A alone */
	CU_ASSERT_EQUAL(word(u.packet, 6), 0x10206401);	/* path enable 1, channel 36 */
	bench_close(b);

	b = one_ppdu("rtl8851bu", &cck, -60, bench_mac, 0x0208, 1);
	the_status(b, &u);
	CU_ASSERT_EQUAL(word(u.packet, 5), 0x00000064);
	CU_ASSERT_EQUAL(word(u.packet, 6), 200 << 7);
	CU_ASSERT_EQUAL(word(u.packet, 9), 0x10000000);
	bench_close(b);
}

/* IE map by the kind of packet, and the signal at its ends. */
static void
test_header(void)
{
	static const struct { struct air_rate rate; int8_t dbm; uint32_t w0, w1; } rows[] = {
		{ { AIR_CCK, 0, 1, 0, 0 }, -50, 0x7800038B, 0x7878 },
		{ { AIR_OFDM, 0, 1, 0, 0 }, -50, 0x7800058C, 0x7878 },
		{ { AIR_HT, 0, 1, 0, 0 }, -50, 0x7800058D, 0x7878 },
		{ { AIR_VHT, 0, 1, 0, 0 }, -110, 0x0000058E, 0x0000 },
		{ { AIR_HE, 0, 1, 0, 0 }, 0, 0xDC00058F, 0xDCDC },
	};
	unsigned int i;

	for (i = 0; i < 5; i++) {
		struct bench *b = one_ppdu("rtl8852cu", &rows[i].rate, rows[i].dbm,
					   bench_mac, 0x0208, 1);
		struct unit u;

		the_status(b, &u);
		CU_ASSERT_EQUAL(word(u.packet, 4), rows[i].w0);
		CU_ASSERT_EQUAL(word(u.packet, 5), rows[i].w1);
		bench_close(b);
	}
}

static void
test_users(void)
{
	static const struct { uint16_t fc; const uint8_t *ra; uint32_t w0, user; } rows[] = {
		{ 0x0208, bench_mac, 0x10000001, 0x00000003 },
		{ 0x0208, bench_other, 0x00000001, 0x0000FF02 },
		{ 0x0080, bench_broadcast, 0x00000001, 0x0000FF18 },
		{ 0x00D0, bench_mac, 0x10000001, 0x00000009 },
		{ 0x00B4, bench_mac, 0x10000001, 0x00000005 },
	};
	const struct air_rate rate = { AIR_OFDM, 0, 1, 0, 0 };
	unsigned int i;

	for (i = 0; i < 5; i++) {
		struct bench *b = one_ppdu("rtl8852bu", &rate, -50, rows[i].ra, rows[i].fc,
					   1);
		struct unit u;

		the_status(b, &u);
		CU_ASSERT_EQUAL(word(u.packet, 0), rows[i].w0);
		CU_ASSERT_EQUAL(word(u.packet, 1), 0);
		CU_ASSERT_EQUAL(word(u.packet, 2), rows[i].user);
		CU_ASSERT_EQUAL(word(u.packet, 3), 0);
		CU_ASSERT_EQUAL(u.dw[3], rows[i].w0 >> 28);	/* to self, here too */
		bench_close(b);
	}
}

static void
test_blocks(void)
{
	const struct air_rate rate = { AIR_HE, 11, 1, 0, 3 };
	struct bench *b = one_ppdu("rtl8852bu", &rate, -50, bench_mac, 0x0208, 1);
	struct unit u;

	bench_switch(b, "plcp", "3");
	bench_switch(b, "rxcnt", "1");
	the_status(b, &u);
	CU_ASSERT_EQUAL_FATAL(u.packet_len, 8 + 8 + 96 + 24 + 8 + 32);
	CU_ASSERT_EQUAL(word(u.packet, 0), 0x30000001);
	CU_ASSERT_EQUAL(word(u.packet, 1), 0x00030000);
	CU_ASSERT_EQUAL(word(u.packet, (8 + 8 + 96 + 24) / 4), 0x7800058F);
	bench_close(b);
}

/* b1 of 0xCE40 puts the MAC info in front, and MAC_INFO_VLD says so. */
static void
test_without_mac_info(void)
{
	const struct air_rate rate = { AIR_HE, 11, 1, 0, 3 };
	struct bench *b = one_ppdu("rtl8852cu", &rate, -50, bench_mac, 0x0208, 1);
	struct unit u;

	bench_write(b, 0xCE40, 0x0B000201);
	bench_switch(b, "rxcnt", "1");
	the_status(b, &u);
	CU_ASSERT_EQUAL(u.dw[0], 0x01000028);
	CU_ASSERT_EQUAL(u.packet_len, 8 + 32);
	CU_ASSERT_EQUAL(word(u.packet, 0), 0x7800058F);
	bench_close(b);
}

static void
test_registers(void)
{
	static const struct { uint32_t stat, fwd; unsigned int n; } rows[] = {
		{ 0x2B, 1, 1 }, { 0x2A, 1, 0 }, { 0x2B, 0, 0 }, { 0x2B, 2, 0 },
		{ 0x2B, 3, 0 }, { 0x2B, 0xFFFFFFFD, 1 }, { 0x01, 1, 1 }, { 0, 0, 0 },
	};
	static const char *const chips[] = { "rtl8851bu", "rtl8852au", "rtl8852bu",
					     "rtl8852cu" };
	const struct air_rate rate = { AIR_HE, 11, 1, 0, 3 };
	unsigned int c, i;

	for (c = 0; c < 4; c++)
		for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			struct bench *b = one_ppdu(chips[c], &rate, -50, bench_mac, 0x0208,
						   1);

			bench_write(b, 0xCE40, rows[i].stat);
			bench_write(b, 0x9C18, rows[i].fwd);
			bench_submit(b, 2, 32768);
			bench_drain(b);
			CU_ASSERT_EQUAL(bench_counter(b, "units_ppdu_status"), rows[i].n);
			CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
			bench_close(b);
		}
}

static void
test_follows_last_mpdu(void)
{
	const struct air_rate rate = { AIR_HE, 11, 1, 0, 3 };
	struct bench *b = one_ppdu("rtl8852au", &rate, -50, bench_mac, 0x0208, 3);
	uint32_t pos = 0;
	struct unit u;
	unsigned int i;

	bench_write(b, 0x8900, 0x80002005);
	bench_submit(b, 1, 20480);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_FATAL(ax_unit(&b->transfers[0], &ax_linux, &pos, &u));
		CU_ASSERT_EQUAL(u.type, 0);
		CU_ASSERT_EQUAL(u.dw[1] & 0x70, 0x30);
		/* AMPDU, and AMPDU_END on the last */
		CU_ASSERT_EQUAL(u.dw[3] & 0x18, i == 2 ? 0x18 : 0x08);
	}
	CU_ASSERT_FATAL(ax_unit(&b->transfers[0], &ax_linux, &pos, &u));
	CU_ASSERT_EQUAL(u.type, 1);
	CU_ASSERT_EQUAL(u.dw[1] & 0x70, 0x30);
	CU_ASSERT_FALSE(ax_unit(&b->transfers[0], &ax_linux, &pos, &u));
	bench_close(b);
}

static void
test_channel_index(void)
{
	static const struct { const char *text; uint8_t idx, channel; uint16_t mhz; } rows[] = {
		{ "2g1", 0x01, 1, 2412 }, { "2g11", 0x0B, 11, 2462 },
		{ "2g14", 0x0E, 14, 2484 }, { "5g36", 0x20, 36, 5180 },
		{ "5g64", 0x2E, 64, 5320 }, { "5g100", 0x30, 100, 5500 },
		{ "5g128", 0x3E, 128, 5640 }, { "5g132", 0x40, 132, 5660 },
		{ "5g144", 0x46, 144, 5720 }, { "5g149", 0x50, 149, 5745 },
		{ "5g177", 0x5E, 177, 5885 }, { "6g1", 0x70, 1, 5955 },
		{ "6g29", 0x7E, 29, 6095 }, { "6g33", 0x80, 33, 6115 },
		{ "6g53", 0x8A, 53, 6215 }, { "6g65", 0x90, 65, 6275 },
		{ "6g97", 0xA0, 97, 6435 }, { "6g193", 0xD0, 193, 6915 },
		{ "6g233", 0xE4, 233, 7115 },
	};
	static const char *const bad[] = { "", "2g", "2g0", "2g15", "5g35", "5g37", "5g99",
					   "5g68", "5g36x", "5g181", "4g1", "5", "36",
					   "6g2", "6g256", "5g180", "5g-36", " 5g36" };
	unsigned int i;
	uint8_t idx;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CU_ASSERT_FATAL(chan_idx_parse(rows[i].text, &idx));
		if (idx != rows[i].idx)
			printf("  %s: %02x\n", rows[i].text, idx);
		CU_ASSERT_EQUAL(idx, rows[i].idx);
		CU_ASSERT_EQUAL(chan_idx_channel(idx), rows[i].channel);
		CU_ASSERT_EQUAL(chan_idx_mhz(idx), rows[i].mhz);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (chan_idx_parse(bad[i], &idx))
			printf("  taken: %s\n", bad[i]);
		CU_ASSERT_FALSE(chan_idx_parse(bad[i], &idx));
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "worked layout: HE", test_golden },
		{ "worked layout: CCK", test_cck },
		{ "8851B: one path", test_one_path },
		{ "PHY header", test_header },
		{ "MAC info and user", test_users },
		{ "switches plcp, rxcnt", test_blocks },
		{ "without MAC info", test_without_mac_info },
		{ "registers that switch it on", test_registers },
		{ "follows the last MPDU", test_follows_last_mpdu },
		{ "band and channel in a byte", test_channel_index },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "AX PPDU status", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
