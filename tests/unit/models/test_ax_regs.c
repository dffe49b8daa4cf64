/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Registers of the AX generation: what they hold after plug-in, the efuse, the window that
 * is read in words, the receive filter. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "ax_bench.h"
#include "fake_air.h"

static const struct chip_row {
	const char *name, *most;
	bool v1;
	uint32_t mac_at;	/* logical, in the efuse */
	uint32_t fifo_high, fifo_super;
} chips[] = {
	{ "rtl8851bu", "most:he-1-80", false, 0x488, 51584, 26624 },
	{ "rtl8852au", "most:he-2-80", false, 0x438, 189184, 189184 },
	{ "rtl8852bu", "most:he-2-80", false, 0x488, 26624, 26624 },
	{ "rtl8852cu", "most:he-2-160", true, 0x488, 208640, 22784 },
};

#define N_CHIPS (sizeof(chips) / sizeof(chips[0]))
#define FOR_CHIPS(c) for (c = chips; c < chips + N_CHIPS; c++)

static void
test_chips(void)
{
	const struct chip_row *c;

	FOR_CHIPS(c) {
		const struct usb_device_ops *ops = usb_device_find(c->name);

		CU_ASSERT_PTR_NOT_NULL_FATAL(ops);
		CU_ASSERT_STRING_EQUAL(ops->chip, c->name);
		CU_ASSERT_STRING_EQUAL(ops->air_defaults, c->most);
		/* "Realtek RTL8851BU, ..." names the chip of its row */
		CU_ASSERT_NSTRING_EQUAL(ops->about, "Realtek RTL", 11);
		CU_ASSERT_EQUAL(strncasecmp(ops->about + 8, c->name, 9), 0);
	}
}

static void
test_reset_values(void)
{
	static const struct { uint32_t address, value; } rows[] = {
		{ 0x9C00, 3 }, { 0x9C18, 0 }, { 0xCE20, 0x03174439 },
		{ 0xCE24, 0x55555555 }, { 0xCE28, 0x55555555 }, { 0xCE2C, 0x55555555 },
		{ 0xCE40, 0 }, { 0x12344, 0 },
	};
	const struct chip_row *c;
	unsigned int i;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, NULL);

		for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
			CU_ASSERT_EQUAL(bench_read(b, rows[i].address), rows[i].value);
		CU_ASSERT_EQUAL(bench_read(b, 0x8380), c->v1 ? 0 : 3);
		CU_ASSERT_EQUAL(bench_read(b, 0x7880), c->v1 ? 3 : 0);
		bench_switch(b, "reset", "cold");
		for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
			CU_ASSERT_EQUAL(bench_read(b, rows[i].address), 0);
		CU_ASSERT_EQUAL(bench_read(b, c->v1 ? 0x7880 : 0x8380), 0);
		bench_close(b);
	}
}

static void
test_preset_switches(void)
{
	const struct chip_row *c;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, NULL);

		bench_switch(b, "rxagg0", "0x80FF2014");
		bench_switch(b, "rxagg1", "0x1234001F");
		bench_switch(b, "fltr", "0x031744BE");
		CU_ASSERT_EQUAL(bench_read(b, c->v1 ? 0x6000 : 0x8900), 0x80FF2014);
		CU_ASSERT_EQUAL(bench_read(b, c->v1 ? 0x6004 : 0x8904), 0x1234001F);
		CU_ASSERT_EQUAL(bench_read(b, 0xCE20), 0x031744BE);
		bench_close(b);
	}
}

static uint8_t
efuse_byte(struct bench *b, uint32_t address)
{
	uint32_t value;

	bench_write(b, 0x0030, address << 16);
	value = bench_read(b, 0x0030);
	CU_ASSERT_EQUAL(value & 0x20000000, 0x20000000);
	CU_ASSERT_EQUAL(value >> 16 & 0x7ff, address);
	return (uint8_t)value;
}

/* The records from byte 4 on, into a map of logical bytes. */
static void
efuse_map(struct bench *b, uint8_t map[2048])
{
	uint32_t at = 4, i;

	memset(map, 0xff, 2048);
	while (at < 1216) {
		uint8_t h1 = efuse_byte(b, at++), h2;
		uint32_t block;

		if (h1 == 0xff)
			return;
		h2 = efuse_byte(b, at++);
		block = (h1 & 0xfu) << 4 | h2 >> 4;
		for (i = 0; i < 4; i++)
			if ((h2 >> i & 1) == 0) {
				map[block * 8 + i * 2] = efuse_byte(b, at++);
				map[block * 8 + i * 2 + 1] = efuse_byte(b, at++);
			}
	}
}

static void
test_efuse(void)
{
	static const uint8_t other[6] = { 0x02, 0xfe, 0xdc, 0xba, 0x98, 0x76 };
	static uint8_t map[2048];
	const struct chip_row *c;
	unsigned int i, rest;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_HIGH, NULL);

		efuse_map(b, map);
		CU_ASSERT_EQUAL(memcmp(map + c->mac_at, bench_mac, 6), 0);
		for (i = 0, rest = 0; i < 2048; i++)
			rest += map[i] != 0xff;
		CU_ASSERT_EQUAL(rest, 6);
		bench_switch(b, "mac", "02:fe:dc:ba:98:76");
		efuse_map(b, map);
		CU_ASSERT_EQUAL(memcmp(map + c->mac_at, other, 6), 0);
		/* a blank end, also behind the last byte there is */
		CU_ASSERT_EQUAL(efuse_byte(b, 1215), 0xff);
		CU_ASSERT_EQUAL(efuse_byte(b, 0), 0xff);
		CU_ASSERT_EQUAL(efuse_byte(b, 2047), 0xff);
		/* with b29 set it is no request */
		bench_write(b, 0x0030, 0x20050000);
		CU_ASSERT_EQUAL(bench_read(b, 0x0030), 0x20050000);
		bench_close(b);
	}
}

static uint32_t
read_part(struct bench *b, uint32_t address, uint16_t len)
{
	uint8_t d[4] = { 0 };

	CU_ASSERT_EQUAL(bench_request(b, 0xC0, 5, (uint16_t)address,
				      (uint16_t)(address >> 16), len, d), len);
	return (uint32_t)d[0] | (uint32_t)d[1] << 8 | (uint32_t)d[2] << 16 |
	       (uint32_t)d[3] << 24;
}

/* 0xC000 to 0xFFFF is read in whole words. */
static void
test_window(void)
{
	const struct chip_row *c;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_HIGH, NULL);

		bench_write(b, 0xC000, 0x11223344);
		bench_write(b, 0xFFFC, 0x55667788);
		bench_write(b, 0xBFFC, 0x99AABBCC);
		bench_write(b, 0x10000, 0xDDEEFF00);
		CU_ASSERT_EQUAL(bench_read(b, 0xC000), 0x11223344);
		CU_ASSERT_EQUAL(bench_read(b, 0xFFFC), 0x55667788);
		CU_ASSERT_EQUAL(read_part(b, 0xC000, 1), 0xEF);
		CU_ASSERT_EQUAL(read_part(b, 0xC003, 1), 0xDE);
		CU_ASSERT_EQUAL(read_part(b, 0xC002, 2), 0xDEAD);
		CU_ASSERT_EQUAL(read_part(b, 0xFFFF, 1), 0xDE);
		CU_ASSERT_EQUAL(read_part(b, 0xC001, 4), 0xEFDEADBE);
		/* around it bytes are bytes */
		CU_ASSERT_EQUAL(read_part(b, 0xBFFF, 1), 0x99);
		CU_ASSERT_EQUAL(read_part(b, 0x10003, 1), 0xDD);
		/* written it is as one likes */
		CU_ASSERT_EQUAL(bench_request(b, 0x40, 5, 0xC001, 0, 1,
					      (uint8_t []){ 0xAB }), 1);
		CU_ASSERT_EQUAL(bench_read(b, 0xC000), 0x1122AB44);
		bench_close(b);
	}
}

static void
test_window_asleep(void)
{
	const struct chip_row *c;

	FOR_CHIPS(c) {
		struct bench *b = ax_bench_open(c->name, USB_SPEED_HIGH, NULL);

		bench_switch(b, "cmac", "off");
		CU_ASSERT_EQUAL(bench_read(b, 0xCE20), 0xDEADBEEF);
		CU_ASSERT_EQUAL(bench_read(b, 0x9C00), 3);
		bench_write(b, 0xC004, 0x00FFFFFF);
		CU_ASSERT_EQUAL(bench_read(b, 0xCE20), 0xDEADBEEF);
		bench_write(b, 0xC004, 0xFFFFFFFF);
		CU_ASSERT_EQUAL(bench_read(b, 0xCE20), 0x03174439);
		bench_close(b);
	}
}

enum verdict { PASS, ADDRESS, TYPE, CRC, LENGTH };

static const char *const verdicts[] = {
	"frames_delivered", "filtered_address", "filtered_type", "filtered_crc",
	"filtered_length",
};

static const struct filter_row {
	uint32_t options, mgmt, ctrl, data;
	uint16_t fc;
	const uint8_t *ra;
	uint32_t len;
	bool fcs_bad;
	enum verdict verdict;
} filter_rows[] = {
#define ALL 0x55555555, 0x55555555, 0x55555555
	/* as Linux sets it: a station, a monitor, a monitor that wants bad frames */
	{ 0x031744BE, ALL, 0x0208, bench_mac, 100, false, PASS },
	{ 0x031744BE, ALL, 0x0208, bench_other, 100, false, ADDRESS },
	{ 0x031744BE, ALL, 0x0208, bench_broadcast, 100, false, PASS },
	{ 0x031744BE, ALL, 0x0208, bench_mac, 100, true, CRC },
	{ 0x03174439, ALL, 0x0208, bench_other, 100, false, PASS },
	{ 0x03174439, ALL, 0x0208, bench_other, 100, true, CRC },
	{ 0x03174C3B, ALL, 0x0208, bench_other, 100, true, PASS },
	{ 0x031744BC, ALL, 0x0208, bench_other, 100, false, PASS },	/* A1_MATCH off */
	/* MPDU_MAX_LEN, 512 bytes each */
	{ 0x03024439, ALL, 0x0208, bench_mac, 1024, false, PASS },
	{ 0x03024439, ALL, 0x0208, bench_mac, 1025, false, LENGTH },
	{ 0x03174439, ALL, 0x0208, bench_mac, 11454, false, PASS },
	/* two bits a subtype, 1 to the host: data, QoS data, beacon, Ack */
	{ 0x03174439, 0x55555555, 0x55555555, 0x55555554, 0x0208, bench_mac, 100, false, TYPE },
	{ 0x03174439, 0x55555555, 0x55555555, 0x55555556, 0x0208, bench_mac, 100, false, TYPE },
	{ 0x03174439, 0x55555555, 0x55555555, 0x55555557, 0x0208, bench_mac, 100, false, TYPE },
	{ 0x03174439, 0, 0, 0x00000001, 0x0208, bench_mac, 100, false, PASS },
	{ 0x03174439, 0, 0, 0x00010000, 0x0288, bench_mac, 100, false, PASS },
	{ 0x03174439, 0x55555555, 0x55555555, 0x55545555, 0x0288, bench_mac, 100, false, TYPE },
	{ 0x03174439, 0x00010000, 0, 0, 0x0080, bench_broadcast, 100, false, PASS },
	{ 0x03174439, 0x55545555, 0x55555555, 0x55555555, 0x0080, bench_broadcast, 100, false,
	  TYPE },
	{ 0x03174439, 0, 0x04000000, 0, 0x00D4, bench_mac, 14, false, PASS },
	{ 0x03174439, 0x55555555, 0x51555555, 0x55555555, 0x00D4, bench_mac, 14, false, TYPE },
#undef ALL
};

static void
check_filter(const char *chip, const struct filter_row *r)
{
	static uint8_t bytes[AIR_MPDU_MAX];
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open(chip, USB_SPEED_SUPER, air);
	struct air_frame f = {
		.end_ns = 1000, .rate = { AIR_OFDM, 0, 1, 0, 0 }, .rssi_dbm = -50,
		.last = true, .fcs_bad = r->fcs_bad,
	};
	unsigned int v;

	bench_frame_bytes(bytes, r->len, r->fc, r->ra, 0);
	fake_air_add(air, &f, bytes, r->len);
	bench_write(b, 0xCE20, r->options);
	bench_write(b, 0xCE28, r->mgmt);
	bench_write(b, 0xCE24, r->ctrl);
	bench_write(b, 0xCE2C, r->data);
	bench_submit(b, 1, 20480);
	bench_drain(b);
	for (v = 0; v < 5; v++)
		CU_ASSERT_EQUAL(bench_counter(b, verdicts[v]), v == r->verdict);
	bench_close(b);
}

static void
test_filter(void)
{
	const struct chip_row *c;
	unsigned int i;

	FOR_CHIPS(c)
		for (i = 0; i < sizeof(filter_rows) / sizeof(filter_rows[0]); i++)
			check_filter(c->name, &filter_rows[i]);
}

/* The address that the filter compares is the efuse's. */
static void
test_filter_follows_mac(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = ax_bench_open("rtl8852au", USB_SPEED_SUPER, air);
	const struct air_frame f = {
		.end_ns = 1000, .rate = { AIR_OFDM, 0, 1, 0, 0 }, .rssi_dbm = -50,
		.last = true,
	};
	uint8_t bytes[100];

	bench_frame_bytes(bytes, 100, 0x0208, bench_mac, 0);
	fake_air_add(air, &f, bytes, 100);
	bench_frame_bytes(bytes, 100, 0x0208, bench_other, 0);
	fake_air_add(air, &f, bytes, 100);
	bench_switch(b, "mac", "02:11:11:11:11:11");
	bench_write(b, 0xCE20, 0x031744BE);
	bench_submit(b, 2, 20480);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "filtered_address"), 1);
	CU_ASSERT_EQUAL(b->transfers[0].data[12], 0x01);	/* A1_MATCH */
	bench_close(b);
}

static void
test_rxdma(void)
{
	const struct chip_row *c;

	FOR_CHIPS(c) {
		struct air *air = fake_air_new(false);
		struct bench *b = ax_bench_open(c->name, USB_SPEED_SUPER, air);
		uint32_t reg = c->v1 ? 0x7880 : 0x8380, other = c->v1 ? 0x8380 : 0x7880;
		unsigned int i;

		for (i = 0; i < 3; i++) {
			const struct air_frame f = {
				.end_ns = 1000 + i * 1000, .rssi_dbm = -50, .last = true,
				.rate = { AIR_OFDM, 0, 1, 0, 0 },
			};
			uint8_t bytes[100];

			bench_frame_bytes(bytes, 100, 0x0208, bench_mac, 0);
			fake_air_add(air, &f, bytes, 100);
		}
		bench_submit(b, 4, 4096);
		bench_write(b, other, 0);
		bench_run(b, 1500);
		CU_ASSERT_EQUAL(bench_counter(b, "units_wifi"), 1);
		bench_write(b, reg, 0x1);
		bench_run(b, 2500);
		CU_ASSERT_EQUAL(bench_counter(b, "rx_off_frames"), 1);
		bench_write(b, reg, 0x3);
		bench_drain(b);
		CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 2);
		bench_close(b);
	}
}

/* Without requests the receive buffer fills; what does not fit is counted. */
static void
test_fifo(void)
{
	const struct chip_row *c;
	unsigned int speed, i;

	FOR_CHIPS(c)
		for (speed = 0; speed < 2; speed++) {
			struct air *air = fake_air_new(false);
			struct bench *b = ax_bench_open(c->name, speed == 0 ?
							USB_SPEED_HIGH : USB_SPEED_SUPER,
							air);
			uint32_t room = speed == 0 ? c->fifo_high : c->fifo_super;
			uint8_t bytes[992];

			bench_frame_bytes(bytes, 992, 0x0208, bench_mac, 0);
			for (i = 0; i < 300; i++) {
				const struct air_frame f = {
					.end_ns = 1000 + i, .rssi_dbm = -50, .last = true,
					.rate = { AIR_OFDM, 0, 1, 0, 0 },
				};

				fake_air_add(air, &f, bytes, 992);
			}
			bench_switch(b, "c2h", "0");
			bench_submit(b, 1, 4096);
			bench_run(b, 1000 + 300);
			/* the bus took nothing yet in 300 ns */
			CU_ASSERT_EQUAL(bench_counter(b, "units_wifi"), room / 1024);
			bench_close(b);
		}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "found by name", test_chips },
		{ "after plug-in", test_reset_values },
		{ "switches rxagg0, rxagg1, fltr", test_preset_switches },
		{ "MAC address in the efuse", test_efuse },
		{ "0xC000 to 0xFFFF is read in words", test_window },
		{ "switch cmac", test_window_asleep },
		{ "receive filter", test_filter },
		{ "the filter follows the MAC address", test_filter_follows_mac },
		{ "RXDMA", test_rxdma },
		{ "receive buffer", test_fifo },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "AX registers", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
