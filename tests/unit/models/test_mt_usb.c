/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the MT7921U says of itself, and the standard requests. Numbers typed from USB 2.0
 * tables 9-2 to 9-13, USB 3.2 tables 9-4 to 9-26 and the listings of dongles in
 * morrownr/USB-WiFi issues 87, 107, 222, 309 and 726.
 */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "../hexbytes.h"
#include "mt_bench.h"

static int
get_descriptor(struct bench *b, unsigned int type, unsigned int number, uint16_t language,
	       uint16_t len, uint8_t *data)
{
	return bench_request(b, 0x80, 6, (uint16_t)(type << 8 | number), language, len, data);
}

static void
expect_descriptor(struct bench *b, unsigned int type, unsigned int number,
		  uint16_t language, const char *hex)
{
	uint32_t len;
	uint8_t *want = hex_bytes(hex, &len), data[1024];
	int got = get_descriptor(b, type, number, language, sizeof(data), data);

	CU_ASSERT_EQUAL_FATAL(got, (int)len);
	CU_ASSERT_EQUAL(memcmp(data, want, len), 0);
	free(want);
}

static void
test_super(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint8_t data[16];

	expect_descriptor(b, 1, 0, 0, "12 01 20 03 00 00 00 09 8d 0e 61 79 00 01 02 03 04 01");
	expect_descriptor(b, 2, 0, 0,
		"09 02 87 00 01 01 05 a0 14" "09 04 00 00 09 ff ff ff 01"
		"07 05 84 02 00 04 00 06 30 07 00 00 00" "07 05 85 02 00 04 00 06 30 07 00 00 00"
		"07 05 08 02 00 04 00 06 30 07 00 00 00" "07 05 04 02 00 04 00 06 30 07 00 00 00"
		"07 05 05 02 00 04 00 06 30 07 00 00 00" "07 05 06 02 00 04 00 06 30 07 00 00 00"
		"07 05 07 02 00 04 00 06 30 07 00 00 00" "07 05 09 02 00 04 00 06 30 07 00 00 00"
		"07 05 86 03 02 00 01 06 30 00 00 02 00");
	expect_descriptor(b, 15, 0, 0,
		"05 0f 16 00 02" "07 10 02 1e f1 00 00" "0a 10 03 00 0e 00 01 0a b4 00");
	/* A SuperSpeed device has no other speed to qualify. */
	CU_ASSERT_EQUAL(get_descriptor(b, 6, 0, 0, 10, data), -EPIPE);
	bench_close(b);
}

static void
test_high(void)
{
	struct bench *b = mt_open(USB_SPEED_HIGH, NULL);
	uint8_t data[16];

	expect_descriptor(b, 1, 0, 0, "12 01 10 02 00 00 00 40 8d 0e 61 79 00 01 02 03 04 01");
	expect_descriptor(b, 2, 0, 0,
		"09 02 51 00 01 01 05 a0 32" "09 04 00 00 09 ff ff ff 01"
		"07 05 84 02 00 02 00" "07 05 85 02 00 02 00" "07 05 08 02 00 02 00"
		"07 05 04 02 00 02 00" "07 05 05 02 00 02 00" "07 05 06 02 00 02 00"
		"07 05 07 02 00 02 00" "07 05 09 02 00 02 00" "07 05 86 03 02 00 01");
	expect_descriptor(b, 6, 0, 0, "0a 06 10 02 00 00 00 40 01 00");
	expect_descriptor(b, 15, 0, 0,
		"05 0f 16 00 02" "07 10 02 1e f1 00 00" "0a 10 03 00 0e 00 01 0a b4 00");
	CU_ASSERT_EQUAL(get_descriptor(b, 7, 0, 0, 9, data), -EPIPE);
	CU_ASSERT_EQUAL(get_descriptor(b, 2, 1, 0, 9, data), -EPIPE);
	bench_close(b);
}

static void
test_strings(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint8_t data[64];

	expect_descriptor(b, 3, 0, 0, "04 03 09 04");
	expect_descriptor(b, 3, 1, 0x0409,
		"10 03 57 00 69 00 46 00 69 00 5f 00 49 00 66 00");
	expect_descriptor(b, 3, 2, 0x0409,
		"1c 03 4d 00 65 00 64 00 69 00 61 00 54 00 65 00 6b 00 20 00 49 00 6e 00 63 00"
		"2e 00");
	expect_descriptor(b, 3, 3, 0x0409,
		"20 03 57 00 69 00 72 00 65 00 6c 00 65 00 73 00 73 00 5f 00 44 00 65 00 76 00"
		"69 00 63 00 65 00");
	expect_descriptor(b, 3, 4, 0x0409,
		"14 03 30 00 30 00 30 00 30 00 30 00 30 00 30 00 30 00 30 00");
	expect_descriptor(b, 3, 5, 0x0409,
		"14 03 43 00 6f 00 6e 00 66 00 69 00 67 00 5f 00 30 00 31 00");
	CU_ASSERT_EQUAL(get_descriptor(b, 3, 6, 0x0409, 64, data), -EPIPE);
	CU_ASSERT_EQUAL(get_descriptor(b, 3, 255, 0x0409, 64, data), -EPIPE);
	CU_ASSERT_EQUAL(get_descriptor(b, 3, 1, 0x0407, 64, data), -EPIPE);
	/* The host asks for less: it gets the beginning. */
	CU_ASSERT_EQUAL(get_descriptor(b, 3, 3, 0x0409, 5, data), 5);
	CU_ASSERT_EQUAL(data[0], 0x20);
	CU_ASSERT_EQUAL(get_descriptor(b, 2, 0, 0, 9, data), 9);
	CU_ASSERT_EQUAL(data[2], 0x87);
	bench_close(b);
}

/* Interfaces, endpoints by address and type, as a host's walk finds them. */
struct found {
	unsigned int interfaces, wifi, wifi_endpoints;
	uint8_t order[16];
	unsigned int total;
};

static void
walk(const uint8_t *p, unsigned int len, struct found *f)
{
	unsigned int pos, number = 0;

	memset(f, 0, sizeof(*f));
	f->total = p[2] | p[3] << 8;
	for (pos = 0; pos < len; pos += p[pos]) {
		CU_ASSERT_FATAL(p[pos] >= 2 && pos + p[pos] <= len);
		if (p[pos + 1] == 4) {
			number = p[pos + 2];
			f->interfaces += p[pos + 3] == 0;
			if (p[pos + 5] == 0xff)
				f->wifi = number;
		}
		if (p[pos + 1] == 5 && number == f->wifi && f->wifi != 0)
			f->order[f->wifi_endpoints++] = p[pos + 2];
	}
}

static void
test_composite(void)
{
	static const uint8_t order[] = { 0x84, 0x85, 8, 4, 5, 6, 7, 9, 0x86 };
	static const struct { enum usb_speed speed; unsigned int total; } rows[] = {
		{ USB_SPEED_HIGH, 326 }, { USB_SPEED_SUPER, 506 },
	};
	uint8_t data[1024];
	struct found f;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct bench *b = mt_open(rows[i].speed, NULL);

		bench_switch(b, "composite", "1");
		CU_ASSERT_EQUAL_FATAL(get_descriptor(b, 2, 0, 0, 1024, data),
				      (int)rows[i].total);
		walk(data, rows[i].total, &f);
		CU_ASSERT_EQUAL(f.total, rows[i].total);
		CU_ASSERT_EQUAL(f.interfaces, 4);
		CU_ASSERT_EQUAL(data[4], 4);
		CU_ASSERT_EQUAL(f.wifi, 3);
		CU_ASSERT_EQUAL(f.wifi_endpoints, 9);
		CU_ASSERT_EQUAL(memcmp(f.order, order, 9), 0);
		CU_ASSERT_EQUAL(get_descriptor(b, 1, 0, 0, 18, data), 18);
		CU_ASSERT_EQUAL(memcmp(data + 4, "\xef\x02\x01", 3), 0);
		CU_ASSERT_EQUAL(memcmp(data + 14, "\x06\x07\x08", 3), 0);
		expect_descriptor(b, 3, 5, 0x0409,
			"10 03 57 00 69 00 46 00 69 00 5f 00 49 00 66 00");
		bench_close(b);
	}
}

static int
configure(struct bench *b, uint16_t value)
{
	return bench_request(b, 0x00, 9, value, 0, 0, NULL);
}

static int
set_interface(struct bench *b, uint16_t number, uint16_t alt)
{
	return bench_request(b, 0x01, 11, alt, number, 0, NULL);
}

static void
test_configuration(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint8_t data[2] = { 0xee, 0xee };

	bench_switch(b, "composite", "1");
	CU_ASSERT_EQUAL(bench_request(b, 0x80, 8, 0, 0, 1, data), 1);
	CU_ASSERT_EQUAL(data[0], 0);
	/* No interface is there yet. */
	CU_ASSERT_EQUAL(bench_request(b, 0x81, 10, 0, 1, 1, data), -EPIPE);
	CU_ASSERT_EQUAL(set_interface(b, 1, 6), -EPIPE);
	CU_ASSERT_EQUAL(configure(b, 2), -EPIPE);
	CU_ASSERT_EQUAL(configure(b, 1), 0);
	CU_ASSERT_EQUAL(bench_request(b, 0x80, 8, 0, 0, 1, data), 1);
	CU_ASSERT_EQUAL(data[0], 1);
	CU_ASSERT_EQUAL(set_interface(b, 1, 6), 0);
	CU_ASSERT_EQUAL(set_interface(b, 1, 7), -EPIPE);
	CU_ASSERT_EQUAL(set_interface(b, 4, 0), -EPIPE);
	CU_ASSERT_EQUAL(bench_request(b, 0x81, 10, 0, 1, 1, data), 1);
	CU_ASSERT_EQUAL(data[0], 6);
	CU_ASSERT_EQUAL(bench_request(b, 0x81, 10, 0, 3, 1, data), 1);
	CU_ASSERT_EQUAL(data[0], 0);
	CU_ASSERT_EQUAL(configure(b, 1), 0);
	CU_ASSERT_EQUAL(bench_request(b, 0x81, 10, 0, 1, 1, data), 1);
	CU_ASSERT_EQUAL(data[0], 0);
	b->ops->reset(b->dev, b->now_ns);
	CU_ASSERT_EQUAL(bench_request(b, 0x80, 8, 0, 0, 1, data), 1);
	CU_ASSERT_EQUAL(data[0], 0);
	bench_close(b);
}

static unsigned int
status(struct bench *b, uint8_t type, uint16_t index)
{
	uint8_t data[2] = { 0xee, 0xee };
	int got = bench_request(b, type, 0, 0, index, 2, data);

	return got == 2 ? data[0] | (unsigned int)data[1] << 8 : 0x10000;
}

static int
feature(struct bench *b, uint8_t type, bool set, uint16_t what, uint16_t index)
{
	return bench_request(b, type, set ? 3 : 1, what, index, 0, NULL);
}

static void
test_features_high(void)
{
	struct bench *b = mt_open(USB_SPEED_HIGH, NULL);

	CU_ASSERT_EQUAL(status(b, 0x80, 0), 0);
	CU_ASSERT_EQUAL(feature(b, 0x00, true, 1, 0), 0);	/* remote wakeup */
	CU_ASSERT_EQUAL(status(b, 0x80, 0), 2);
	CU_ASSERT_EQUAL(feature(b, 0x00, false, 1, 0), 0);
	CU_ASSERT_EQUAL(status(b, 0x80, 0), 0);
	CU_ASSERT_EQUAL(feature(b, 0x00, true, 2, 0), -EPIPE);	/* a test mode */
	CU_ASSERT_EQUAL(configure(b, 1), 0);
	CU_ASSERT_EQUAL(feature(b, 0x00, true, 48, 0), -EPIPE);	/* U1: SuperSpeed's */
	CU_ASSERT_EQUAL(feature(b, 0x01, true, 0, 0), -EPIPE);	/* function suspend: too */
	CU_ASSERT_EQUAL(status(b, 0x81, 0), 0);
	CU_ASSERT_EQUAL(status(b, 0x81, 1), 0x10000);
	CU_ASSERT_EQUAL(status(b, 0x82, 0), 0);
	CU_ASSERT_EQUAL(status(b, 0x82, 0x84), 0);
	CU_ASSERT_EQUAL(status(b, 0x82, 0x03), 0x10000);
	bench_switch(b, "composite", "1");	/* which has a supply of its own */
	CU_ASSERT_EQUAL(status(b, 0x80, 0), 1);
	bench_close(b);
}

static void
test_features_super(void)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, NULL);
	uint8_t sel[6] = { 1, 2, 3, 4, 5, 6 };

	CU_ASSERT_EQUAL(feature(b, 0x00, true, 48, 0), -EPIPE);	/* not before ... */
	CU_ASSERT_EQUAL(configure(b, 1), 0);
	CU_ASSERT_EQUAL(feature(b, 0x00, true, 48, 0), 0);	/* U1 */
	CU_ASSERT_EQUAL(status(b, 0x80, 0), 4);
	CU_ASSERT_EQUAL(feature(b, 0x00, true, 49, 0), 0);	/* U2 */
	CU_ASSERT_EQUAL(status(b, 0x80, 0), 12);
	CU_ASSERT_EQUAL(feature(b, 0x00, false, 48, 0), 0);
	CU_ASSERT_EQUAL(status(b, 0x80, 0), 8);
	CU_ASSERT_EQUAL(feature(b, 0x00, true, 1, 0), -EPIPE);	/* an interface's there */
	CU_ASSERT_EQUAL(feature(b, 0x01, true, 0, 0x0300), 0);	/* function suspend */
	CU_ASSERT_EQUAL(bench_request(b, 0x00, 48, 0, 0, 6, sel), 6);	/* SET_SEL */
	CU_ASSERT_EQUAL(bench_request(b, 0x00, 48, 0, 0, 4, sel), -EPIPE);
	CU_ASSERT_EQUAL(bench_request(b, 0x00, 49, 40, 0, 0, NULL), 0);	/* SET_ISOCH_DELAY */
	CU_ASSERT_EQUAL(bench_request(b, 0x00, 7, 0x0100, 0, 4, sel), -EPIPE);
	CU_ASSERT_EQUAL(bench_request(b, 0x82, 12, 0, 0x84, 2, sel), -EPIPE);
	CU_ASSERT_EQUAL(bench_request(b, 0x00, 5, 3, 0, 0, NULL), -EPIPE);
	/* Not standard: the chip's. */
	CU_ASSERT_EQUAL(mt_read(b, 0x70010200), 0x7961);
	bench_close(b);
}

/* A chip that nobody has looked at: as if it had no standard requests. */
static void
test_unknown(void)
{
	struct bench *b = bench_open(USB_SPEED_SUPER, NULL);
	uint8_t data[18];

	CU_ASSERT_PTR_NULL(b->ops->descriptors);
	CU_ASSERT_EQUAL(get_descriptor(b, 1, 0, 0, 18, data), -EPIPE);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "SuperSpeed: device, configuration, BOS", test_super },
		{ "high speed: device, configuration, qualifier, BOS", test_high },
		{ "strings", test_strings },
		{ "composite: Wi-Fi is interface 3", test_composite },
		{ "configuration and alternate settings", test_configuration },
		{ "status and features, high speed", test_features_high },
		{ "status and features, SuperSpeed", test_features_super },
		{ "a chip without descriptors", test_unknown },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "mt7921u: USB descriptors and standard requests", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
