/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The record parser on bytes typed by hand after the layout in
 * Documentation/usb/usbmon.rst of torvalds/linux. */

#include <string.h>

#include "../cunit_run.h"
#include "usbmon.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Link type 189, little-endian: bulk IN 0x84 of 2.7, 5 of 5 bytes. */
static const uint8_t rec189[53] = {
	0x80, 0xa2, 0x31, 0x99, 0x12, 0x88, 0xff, 0xff,	/* id */
	'C', 0x03, 0x84, 0x07, 0x02, 0x01, '-', 0x00,	/* bus 0x0102 */
	0xc5, 0x2f, 0x68, 0x5c, 0, 0, 0, 0,
	0x51, 0xd0, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,	/* usec, status */
	0x05, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00,
	0, 0, 0, 0, 0, 0, 0, 0,
	0xde, 0xad, 0xbe, 0xef, 0x42,
};

/* Link type 220, big-endian: interrupt IN 0x81 of 3.9, status -71, no data. */
static const uint8_t rec220_big[64] = {
	0x00, 0x00, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05,
	'C', 0x01, 0x81, 0x09, 0x00, 0x03, '-', '<',
	0, 0, 0, 0, 0x5c, 0x68, 0x2f, 0xc5,
	0x00, 0x01, 0xd0, 0x51, 0xff, 0xff, 0xff, 0xb9,
	0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0,
};

/* Link type 220, little-endian: iso IN 0x82, one descriptor, 3 bytes of data. */
static const uint8_t rec220_iso[64 + 16 + 3] = {
	1, 0, 0, 0, 0, 0, 0, 0, 'C', 0x00, 0x82, 0x04, 1, 0, '-', 0x00,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0x03, 0, 0, 0, 0x13, 0, 0, 0,			/* 3 moved, 16 + 3 held */
	0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
	2, 0, 0, 0, 1, 0, 0, 0,				/* ndesc at 60 */
	0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
	0x11, 0x22, 0x33,
};

static uint8_t rec[128];
static struct usbmon_urb urb;

static void
take(const uint8_t *bytes, size_t len)
{
	memset(rec, 0xee, sizeof(rec));
	memcpy(rec, bytes, len);
	memset(&urb, 0x5a, sizeof(urb));
}

static bool
untouched(void)
{
	struct usbmon_urb before;

	memset(&before, 0x5a, sizeof(before));
	return memcmp(&urb, &before, sizeof(urb)) == 0;
}

/* The bytes are little-endian, as this host's parser must be told. */
static bool
little_is_swapped(void)
{
	const uint16_t one = 1;
	uint8_t first;

	memcpy(&first, &one, 1);
	return first == 0;
}

static enum usbmon_verdict
parse(uint32_t caplen, bool mmapped, bool big)
{
	return usbmon_parse(rec, caplen, mmapped, little_is_swapped() != big, &urb);
}

static void
header_of_48(void)
{
	take(rec189, sizeof(rec189));
	CU_ASSERT_EQUAL_FATAL(parse(53, false, false), USBMON_OK);
	CU_ASSERT_EQUAL(urb.id, 0xffff88129931a280);
	CU_ASSERT_EQUAL(urb.event, 'C');
	CU_ASSERT_EQUAL(urb.xfer_type, 3);
	CU_ASSERT_EQUAL(urb.endpoint, 0x84);
	CU_ASSERT_EQUAL(urb.device, 7);
	CU_ASSERT_EQUAL(urb.bus, 0x0102);
	CU_ASSERT_EQUAL(urb.time_us, 1550331845118865);
	CU_ASSERT_EQUAL(urb.status, 0);
	CU_ASSERT_EQUAL(urb.urb_len, 5);
	CU_ASSERT_EQUAL(urb.data_len, 5);
	CU_ASSERT_PTR_EQUAL(urb.data, rec + 48);
}

static void
header_of_64_other_order(void)
{
	take(rec220_big, sizeof(rec220_big));
	CU_ASSERT_EQUAL_FATAL(parse(64, true, true), USBMON_OK);
	CU_ASSERT_EQUAL(urb.id, 0x0102030405);
	CU_ASSERT_EQUAL(urb.xfer_type, 1);
	CU_ASSERT_EQUAL(urb.endpoint, 0x81);
	CU_ASSERT_EQUAL(urb.device, 9);
	CU_ASSERT_EQUAL(urb.bus, 3);
	CU_ASSERT_EQUAL(urb.status, -71);
	CU_ASSERT_EQUAL(urb.urb_len, 0);
	CU_ASSERT_EQUAL(urb.data_len, 0);
	CU_ASSERT_PTR_NULL(urb.data);
}

/* All ones in one field alone: exactly that one changes. */
static void
each_field_alone(void)
{
	static const struct { uint8_t off, len; } fields[] = {
		{ 0, 8 }, { 8, 1 }, { 9, 1 }, { 10, 1 }, { 11, 1 }, { 12, 2 },
		{ 16, 8 }, { 24, 4 }, { 28, 4 }, { 32, 4 }, { 40, 8 },
		/* Not in the result: flags, the rest of 220. */
		{ 14, 2 }, { 48, 16 },
	};
	struct usbmon_urb want;
	unsigned int i;

	for (i = 0; i < COUNT(fields); i++) {
		take(rec220_big, sizeof(rec220_big));
		CU_ASSERT_EQUAL_FATAL(parse(64, true, true), USBMON_OK);
		want = urb;
		memset(rec + fields[i].off, 0xff, fields[i].len);
		switch (fields[i].off) {
		case 0: want.id = UINT64_MAX; break;
		case 8: want.event = (char)0xff; break;
		case 9: want.xfer_type = 0xff; break;
		case 10: want.endpoint = 0xff; break;
		case 11: want.device = 0xff; break;
		case 12: want.bus = 0xffff; break;
		case 16: want.time_us = 118865 - 1000000ull; break;
		case 24: want.time_us = 0x5c682fc5 * 1000000ull + UINT32_MAX; break;
		case 28: want.status = -1; break;
		case 32: want.urb_len = UINT32_MAX; break;
		case 40: memset(want.setup, 0xff, 8); break;
		}
		CU_ASSERT_EQUAL(parse(64, true, true), USBMON_OK);
		CU_ASSERT_EQUAL(memcmp(&urb, &want, sizeof(urb)), 0);
	}
}

static void
setup_flag_zero_or_dash(void)
{
	static const uint8_t flags[] = { 0, '-', 's', 'Z' };
	unsigned int i;

	for (i = 0; i < COUNT(flags); i++) {
		take(rec189, sizeof(rec189));
		rec[14] = flags[i];
		rec[8] = 'S';
		rec[9] = 2;
		memcpy(rec + 40, "\x40\x05\x00\x60\x00\x00\x04\x00", 8);
		CU_ASSERT_EQUAL(parse(53, false, false), USBMON_OK);
		CU_ASSERT_EQUAL(urb.data_len, 5);
		CU_ASSERT_EQUAL(memcmp(urb.setup, rec + 40, 8), 0);
	}
}

static void
shorter_than_its_header(void)
{
	uint32_t n;

	for (n = 0; n < 64; n++) {
		take(rec189, 48);
		rec[36] = 0;
		CU_ASSERT_EQUAL(parse(n, false, false),
				n < 48 ? USBMON_SHORT : USBMON_OK);
		CU_ASSERT_TRUE(n >= 48 || untouched());
		take(rec220_big, 64);
		CU_ASSERT_EQUAL(parse(n, true, true), USBMON_SHORT);
		CU_ASSERT_TRUE(untouched());
	}
}

static void
more_data_than_moved(void)
{
	take(rec189, sizeof(rec189));
	rec[32] = 4;
	CU_ASSERT_EQUAL(parse(53, false, false), USBMON_BAD_LENGTH);
	CU_ASSERT_TRUE(untouched());
	memset(rec + 36, 0xff, 4);
	CU_ASSERT_EQUAL(parse(53, false, false), USBMON_BAD_LENGTH);
}

static void
less_data_than_moved_is_for_the_caller(void)
{
	take(rec189, sizeof(rec189));
	rec[32] = 9;
	CU_ASSERT_EQUAL(parse(53, false, false), USBMON_OK);
	CU_ASSERT_EQUAL(urb.urb_len, 9);
	CU_ASSERT_EQUAL(urb.data_len, 5);
}

static void
cut_by_the_snap_length(void)
{
	uint32_t n;

	for (n = 48; n < 53; n++) {
		take(rec189, sizeof(rec189));
		CU_ASSERT_EQUAL(parse(n, false, false), USBMON_TRUNCATED);
		CU_ASSERT_EQUAL(urb.data_len, n - 48);
		CU_ASSERT_PTR_EQUAL(urb.data, n == 48 ? NULL : rec + 48);
		CU_ASSERT_EQUAL(urb.urb_len, 5);
	}
	/* As much as 32 bits can say. */
	memset(rec + 32, 0xff, 8);
	CU_ASSERT_EQUAL(parse(53, false, false), USBMON_TRUNCATED);
	CU_ASSERT_EQUAL(urb.data_len, 5);
}

static void
trailing_bytes_are_not_data(void)
{
	take(rec189, sizeof(rec189));
	CU_ASSERT_EQUAL(parse(60, false, false), USBMON_OK);
	CU_ASSERT_EQUAL(urb.data_len, 5);
}

static void
iso_descriptors_are_skipped(void)
{
	take(rec220_iso, sizeof(rec220_iso));
	CU_ASSERT_EQUAL_FATAL(parse(sizeof(rec220_iso), true, false), USBMON_OK);
	CU_ASSERT_EQUAL(urb.data_len, 3);
	CU_ASSERT_PTR_EQUAL(urb.data, rec + 80);
	/* Cut inside the descriptor: nothing is left to point to. */
	CU_ASSERT_EQUAL(parse(70, true, false), USBMON_TRUNCATED);
	CU_ASSERT_EQUAL(urb.data_len, 0);
	CU_ASSERT_PTR_NULL(urb.data);
}

static void
iso_descriptors_are_bounded(void)
{
	/* 2 x 16 and 0x10000001 x 16 = 16 modulo 2^32 are more than 19. */
	static const uint32_t ndesc[] = { 2, 0x10000001, 0x10000000, 0xffffffff };
	unsigned int i;

	for (i = 0; i < COUNT(ndesc); i++) {
		take(rec220_iso, sizeof(rec220_iso));
		rec[60] = (uint8_t)ndesc[i];
		rec[61] = (uint8_t)(ndesc[i] >> 8);
		rec[62] = (uint8_t)(ndesc[i] >> 16);
		rec[63] = (uint8_t)(ndesc[i] >> 24);
		CU_ASSERT_EQUAL(parse(sizeof(rec220_iso), true, false), USBMON_BAD_LENGTH);
		CU_ASSERT_TRUE(untouched());
	}
	/* The count means nothing for other transfers. */
	rec[9] = 3;
	rec[36] = 3;
	CU_ASSERT_EQUAL(parse(sizeof(rec220_iso), true, false), USBMON_OK);
	CU_ASSERT_PTR_EQUAL(urb.data, rec + 64);
}

/* UBSan sees a load that assumes more than the address gives. */
static void
any_alignment(void)
{
	static uint64_t room[16];
	uint8_t *base = (uint8_t *)room;
	unsigned int off;

	for (off = 0; off < 8; off++) {
		memcpy(base + off, rec220_iso, sizeof(rec220_iso));
		CU_ASSERT_EQUAL(usbmon_parse(base + off, sizeof(rec220_iso), true,
					     little_is_swapped(), &urb), USBMON_OK);
		CU_ASSERT_EQUAL(urb.data_len, 3);
		CU_ASSERT_EQUAL(urb.data[2], 0x33);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "header_of_48", header_of_48 },
		{ "header_of_64_other_order", header_of_64_other_order },
		{ "each_field_alone", each_field_alone },
		{ "setup_flag_zero_or_dash", setup_flag_zero_or_dash },
		{ "shorter_than_its_header", shorter_than_its_header },
		{ "more_data_than_moved", more_data_than_moved },
		{ "less_data_than_moved_is_for_the_caller",
		  less_data_than_moved_is_for_the_caller },
		{ "cut_by_the_snap_length", cut_by_the_snap_length },
		{ "trailing_bytes_are_not_data", trailing_bytes_are_not_data },
		{ "iso_descriptors_are_skipped", iso_descriptors_are_skipped },
		{ "iso_descriptors_are_bounded", iso_descriptors_are_bounded },
		{ "any_alignment", any_alignment },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "usbmon", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
