/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Where the packet of an AX unit stands: what each of the two readings of the descriptor
 * makes of the layout switches, the checksum option, and 8-byte alignment. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "ax_bench.h"
#include "fake_air.h"

static const char *const chips[] = { "rtl8851bu", "rtl8852au", "rtl8852bu", "rtl8852cu" };

#define N_CHIPS (sizeof(chips) / sizeof(chips[0]))

static const struct air_frame plain = {
	.end_ns = 1000, .rate = { AIR_HE, 0, 1, 0, 0 }, .rssi_dbm = -50, .ppdu = 1,
	.last = true,
};

static struct bench *
open_with_frame(const char *chip, uint32_t len, uint8_t *bytes)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(chip, USB_SPEED_SUPER, air);

	bench_frame_bytes(bytes, len, 0x0208, bench_mac, 0);
	fake_air_add(air, &plain, bytes, len);
	return b;
}

/* "NAME:VALUE/NAME:VALUE" */
static void
switches(struct bench *b, const char *text)
{
	char copy[100], *p = copy, *pair;

	snprintf(copy, sizeof(copy), "%s", text);
	while ((pair = strsep(&p, "/")) != NULL) {
		char *value = strchr(pair, ':');

		*value = '\0';
		bench_switch(b, pair, value + 1);
	}
}

/* dw0: its fields but length and WL_HD_IV_LEN. at: where the packet stands. */
static const struct layout_row {
	const char *chip, *text;
	uint32_t dw0, at;
} rows[] = {
	{ "rtl8852bu", "layout:plain", 0x80000000, 32 },
	{ "rtl8852bu", "shift:1", 0x80004000, 34 },
	{ "rtl8852bu", "shift:3", 0x8000C000, 38 },
	{ "rtl8852bu", "drvinfo:1", 0x90000000, 40 },
	{ "rtl8852bu", "drvinfo:7", 0xF0000000, 88 },
	{ "rtl8852bu", "macinfo:1", 0x80800000, 36 },
	{ "rtl8852bu", "shift:2/drvinfo:2/macinfo:1", 0xA0808000, 56 },
	{ "rtl8852bu", "drvinfo:1/drvunit:16", 0x90000000, 48 },
	{ "rtl8852bu", "layout:vendor", 0x90800000, 44 },
	{ "rtl8852bu", "bb:1", 0x80400000, 32 },
	{ "rtl8852bu", "shift:1/macinfo:1/layout:plain", 0x80000000, 32 },
	{ "rtl8851bu", "shift:2/drvinfo:2/macinfo:1", 0xA0808000, 56 },
	{ "rtl8852au", "shift:2/drvinfo:2/macinfo:1", 0xA0808000, 56 },
	{ "rtl8852cu", "layout:plain", 0x80000000, 32 },
	{ "rtl8852cu", "shift:1", 0x80004000, 34 },
	{ "rtl8852cu", "drvinfo:1", 0x90000000, 48 },
	{ "rtl8852cu", "drvinfo:1/drvunit:8", 0x90000000, 40 },
	{ "rtl8852cu", "drvinfo:7/shift:3/macinfo:1", 0xF080C000, 154 },
	{ "rtl8852cu", "layout:vendor", 0x90800000, 52 },
	{ "rtl8852cu", "phyrpt:1", 0x90000000, 48 },
	/* the same bits, the packet where Linux looks */
	{ "rtl8852bu", "reading:linux/shift:1", 0x80004000, 32 },
	{ "rtl8852bu", "reading:linux/macinfo:1", 0x80800000, 32 },
	{ "rtl8852bu", "reading:linux/drvinfo:2", 0xA0000000, 48 },
	{ "rtl8852cu", "reading:linux/drvinfo:2", 0xA0000000, 48 },
	{ "rtl8852cu", "reading:linux/shift:3/drvinfo:7/macinfo:1", 0xF080C000, 88 },
	{ "rtl8852cu", "reading:linux/reading:vendor/drvinfo:1", 0x90000000, 48 },
};

static void
test_packet_place(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint8_t bytes[100];
		struct bench *b = open_with_frame(rows[i].chip, 100, bytes);
		uint32_t dw0;

		switches(b, rows[i].text);
		bench_submit(b, 1, 4096);
		bench_drain(b);
		CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
		if (b->transfers[0].len != rows[i].at + 100)
			printf("  %s %s: %u\n", rows[i].chip, rows[i].text,
			       b->transfers[0].len);
		CU_ASSERT_EQUAL_FATAL(b->transfers[0].len, rows[i].at + 100);
		memcpy(&dw0, b->transfers[0].data, 4);
		CU_ASSERT_EQUAL(dw0, rows[i].dw0 | 24 << 16 | 100);
		CU_ASSERT_EQUAL(memcmp(b->transfers[0].data + rows[i].at, bytes, 100), 0);
		bench_close(b);
	}
}

/* The plain layout is where both readings meet. */
static void
test_default_is_plain(void)
{
	const struct ax_reading *const readings[] = { &ax_linux, &ax_vendor,
						      &ax_vendor_8852c };
	unsigned int c, r;

	for (c = 0; c < N_CHIPS; c++)
		for (r = 0; r < 3; r++) {
			uint8_t bytes[100];
			struct bench *b = open_with_frame(chips[c], 100, bytes);
			struct unit u;

			bench_submit(b, 1, 4096);
			bench_drain(b);
			CU_ASSERT_FATAL(ax_nth(b, readings[r], 0, 0, &u));
			CU_ASSERT_EQUAL(u.gap_len, 0);
			CU_ASSERT_EQUAL(memcmp(u.packet, bytes, 100), 0);
			bench_close(b);
		}
}

static void
test_phy_report(void)
{
	static const struct { int8_t dbm; const char *channel; uint32_t word; } reports[] = {
		{ -50, "5g36", 0x002400F0 }, { -110, "2g11", 0x000B0000 },
		{ -1, "6g53", 0x003501B4 },
	};
	unsigned int i;

	for (i = 0; i < 3; i++) {
		struct air *air = fake_air_new(false);
		struct bench *b = ax_bench_open("rtl8852cu", USB_SPEED_SUPER, air);
		struct air_frame f = plain;
		uint8_t bytes[60];
		uint32_t word;
		struct unit u;

		f.rssi_dbm = reports[i].dbm;
		bench_frame_bytes(bytes, 60, 0x0208, bench_other, 0);
		fake_air_add(air, &f, bytes, 60);
		bench_switch(b, "phyrpt", "1");
		bench_switch(b, "channel", reports[i].channel);
		bench_submit(b, 1, 4096);
		bench_drain(b);
		CU_ASSERT_FATAL(ax_nth(b, &ax_vendor_8852c, 0, 0, &u));
		CU_ASSERT_EQUAL(u.dw[1] & 0x10000000, 0x10000000);
		CU_ASSERT_EQUAL_FATAL(u.gap_len, 16);
		memcpy(&word, u.gap, 4);
		CU_ASSERT_EQUAL(word, reports[i].word);
		CU_ASSERT_EQUAL(memcmp(u.packet, bytes, 60), 0);
		bench_close(b);
	}
}

/* layout:vendor has one where there can be one. */
static void
test_phy_report_of_vendor_layout(void)
{
	unsigned int c;

	for (c = 0; c < N_CHIPS; c++) {
		bool v1 = strcmp(chips[c], "rtl8852cu") == 0;
		uint8_t bytes[100];
		struct bench *b = open_with_frame(chips[c], 100, bytes);
		struct unit u;

		bench_switch(b, "layout", "vendor");
		bench_submit(b, 1, 4096);
		bench_drain(b);
		CU_ASSERT_FATAL(ax_nth(b, v1 ? &ax_vendor_8852c : &ax_vendor, 0, 0, &u));
		CU_ASSERT_EQUAL(u.dw[1] & 0x10000000, v1 ? 0x10000000 : 0);
		CU_ASSERT_EQUAL(memcmp(u.packet, bytes, 100), 0);
		bench_close(b);
	}
}

static void
test_phy_report_is_the_8852c_s(void)
{
	unsigned int c;

	for (c = 0; c < N_CHIPS; c++) {
		bool v1 = strcmp(chips[c], "rtl8852cu") == 0;
		uint8_t bytes[100];
		struct bench *b = open_with_frame(chips[c], 100, bytes);
		struct unit u;

		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "phyrpt", "1"),
				v1 ? 0 : -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "phyrpt", "0"), 0);
		bench_switch(b, "drvinfo", "0");
		bench_submit(b, 1, 4096);
		bench_drain(b);
		CU_ASSERT_FATAL(ax_nth(b, &ax_linux, 0, 0, &u));
		CU_ASSERT_EQUAL(u.dw[1] & 0x10000000, 0);
		CU_ASSERT_EQUAL(u.gap_len, 0);
		bench_close(b);
	}
}

static void
test_csum(void)
{
	uint32_t len;

	for (len = 100; len < 109; len++) {
		uint32_t padded = (32 + len + 7) / 8 * 8;
		uint8_t bytes[120];
		struct bench *b = open_with_frame("rtl8852cu", len, bytes);
		struct unit u;

		bench_switch(b, "csum", "1");
		bench_submit(b, 1, 4096);
		bench_drain(b);
		CU_ASSERT_EQUAL(b->transfers[0].len, padded + 8);
		CU_ASSERT_FATAL(ax_nth(b, &ax_vendor, 0, 0, &u));
		CU_ASSERT_EQUAL(u.dw[3], 0x01000001);
		CU_ASSERT_EQUAL(u.packet_len, len);
		CU_ASSERT_EQUAL(memcmp(u.packet, bytes, len), 0);
		bench_close(b);
	}
}

/* Frames of eight lengths one behind the other, with status and events between them. */
static void
fill_air(struct air *air, uint8_t bytes[8][120])
{
	struct air_frame f = plain;
	unsigned int i;

	for (i = 0; i < 8; i++) {
		bench_frame_bytes(bytes[i], 100 + i, 0x0208, bench_mac,
				  (uint16_t)(i << 4));
		f.end_ns = 1000 + i;
		f.ppdu = i;
		fake_air_add(air, &f, bytes[i], 100 + i);
	}
}

static void
check_aligned(const char *chip, const char *pad, const char *csum)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(chip, USB_SPEED_SUPER, air);
	uint8_t bytes[8][120];
	uint32_t pos = 0;
	struct unit u;
	unsigned int i;

	fill_air(air, bytes);
	bench_switch(b, "pad", pad);
	bench_switch(b, "csum", csum);
	bench_switch(b, "c2h", "2");
	bench_write(b, 0xCE40, 0x2B);
	bench_write(b, 0x9C18, 1);
	bench_write(b, strcmp(chip, "rtl8852cu") == 0 ? 0x6000 : 0x8900, 0x80002000);
	bench_submit(b, 1, 20480);
	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	for (i = 0; i < 8; i++) {
		CU_ASSERT_FATAL(ax_unit(&b->transfers[0], &ax_vendor, &pos, &u));
		CU_ASSERT_EQUAL(u.type, 0);
		CU_ASSERT_EQUAL(u.packet_len, 100 + i);
		CU_ASSERT_EQUAL(memcmp(u.packet, bytes[i], 100 + i), 0);
		CU_ASSERT_FATAL(ax_unit(&b->transfers[0], &ax_vendor, &pos, &u));
		CU_ASSERT_EQUAL(u.type, 1);
		CU_ASSERT_EQUAL(u.gap_len, 0);
		if (i % 2 == 0)
			continue;
		CU_ASSERT_FATAL(ax_unit(&b->transfers[0], &ax_vendor, &pos, &u));
		CU_ASSERT_EQUAL(u.type, 10);
	}
	CU_ASSERT_FALSE(ax_unit(&b->transfers[0], &ax_vendor, &pos, &u));
	bench_close(b);
}

static void
test_alignment(void)
{
	unsigned int c;

	for (c = 0; c < N_CHIPS; c++) {
		check_aligned(chips[c], "0", "0");
		check_aligned(chips[c], "1", "0");
		check_aligned(chips[c], "0", "1");
	}
}

static void
test_last_unit_padding(void)
{
	static const struct { const char *pad; uint32_t len, transfer; } pads[] = {
		{ "0", 96, 128 }, { "0", 97, 129 }, { "0", 103, 135 },
		{ "1", 96, 128 }, { "1", 97, 136 }, { "1", 103, 136 },
	};
	unsigned int i;

	for (i = 0; i < 6; i++) {
		uint8_t bytes[120];
		struct bench *b = open_with_frame("rtl8852au", pads[i].len, bytes);

		bench_switch(b, "pad", pads[i].pad);
		bench_submit(b, 1, 4096);
		bench_drain(b);
		CU_ASSERT_EQUAL(b->transfers[0].len, pads[i].transfer);
		bench_close(b);
	}
}

/* The largest unit that there can be, with every option on, does not outgrow anything. */
static void
test_largest_unit(void)
{
	static uint8_t bytes[AIR_MPDU_MAX];
	struct bench *b = open_with_frame("rtl8852cu", AIR_MPDU_MAX, bytes);
	struct unit u;

	switches(b, "shift:3/drvinfo:7/macinfo:1/csum:1/fifo:65536");
	bench_write(b, 0xCE20, 0x03174439);
	bench_submit(b, 1, 20480);
	bench_drain(b);
	CU_ASSERT_FATAL(ax_nth(b, &ax_vendor_8852c, 0, 0, &u));
	CU_ASSERT_EQUAL(u.packet_len, AIR_MPDU_MAX);
	CU_ASSERT_EQUAL(memcmp(u.packet, bytes, AIR_MPDU_MAX), 0);
	bench_close(b);
}

static void
test_faults(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open("rtl8852bu", USB_SPEED_SUPER, air);
	uint8_t bytes[8][120];
	unsigned int types[3] = { 0 }, t;
	uint32_t pos;
	struct unit u;

	fill_air(air, bytes);
	bench_switch(b, "zerolen", "4");
	bench_switch(b, "unknown", "2");
	bench_submit(b, 8, 4096);
	bench_drain(b);
	for (t = 0; t < b->n_transfers; t++)
		for (pos = 0; ax_unit(&b->transfers[t], &ax_linux, &pos, &u);) {
			types[0] += u.type == 0 && u.packet_len != 0;
			types[1] += u.type == 0 && u.packet_len == 0 && u.desc_len == 16;
			types[2] += u.type == 15 && u.packet_len == 8;
		}
	CU_ASSERT_EQUAL(types[0], 8);
	CU_ASSERT_EQUAL(types[1], 2);
	CU_ASSERT_EQUAL(types[2], 4);
	bench_close(b);
}

static void
test_switch_errors(void)
{
	const char *name, *values, *help;
	unsigned int c, i;

	for (c = 0; c < N_CHIPS; c++) {
		struct bench *b = ax_bench_open(chips[c], USB_SPEED_HIGH, NULL);

		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "hdrcnv", "1"), -ENOENT);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "ehttype", "1"), -ENOENT);
		/* Every switch there is refuses nonsense. */
		for (i = 0; b->ops->list_switches(i, &name, &values, &help); i++) {
			CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, ""), -EINVAL);
			CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, "x"), -EINVAL);
			CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, "-1"), -EINVAL);
			CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, name, "99999999999"),
					-EINVAL);
		}
		CU_ASSERT(i > 28);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "drvunit", "4"), -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "shift", "4"), -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "drvinfo", "8"), -EINVAL);
		CU_ASSERT_EQUAL(b->ops->set_switch(b->dev, "layout", "linux"), -EINVAL);
		bench_close(b);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "where the packet stands", test_packet_place },
		{ "the default is where both readings meet", test_default_is_plain },
		{ "8852C: PHY report in drv_info", test_phy_report },
		{ "PHY report with layout:vendor", test_phy_report_of_vendor_layout },
		{ "the PHY report is the 8852C's", test_phy_report_is_the_8852c_s },
		{ "switch csum", test_csum },
		{ "units begin at multiples of 8", test_alignment },
		{ "switch pad", test_last_unit_padding },
		{ "the largest unit", test_largest_unit },
		{ "switches zerolen, unknown", test_faults },
		{ "switches refuse nonsense", test_switch_errors },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "AX layout", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
