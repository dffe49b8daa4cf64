/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Register requests as Linux sends them (morrownr/rtw89 usb.c, openwrt/mt76 usb.c), typed
 * by hand, and what they say of aggregation. */

#include "an_make.h"

static struct an_regs regs;
static struct an_chip chip;
static uint64_t next_id;

static void
begin(const char *name)
{
	chip = chip_called(name);
	an_regs_init(&regs, &chip);
}

/* A request and its answer: type, request, wValue, wIndex, len bytes of data. */
static bool
ask(uint8_t type, uint8_t request, uint16_t value, uint16_t index, const void *data,
    uint16_t len, int32_t status)
{
	bool in = (type & 0x80) != 0;
	struct usbmon_urb urb = {
		.id = ++next_id, .event = 'S', .xfer_type = 2, .status = -115, .urb_len = len,
		.data = in ? NULL : data, .data_len = in ? 0 : len,
		.setup = { type, request, (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)index,
			   (uint8_t)(index >> 8), (uint8_t)len, (uint8_t)(len >> 8) },
	};

	CU_ASSERT_FALSE(an_regs_see(&regs, &urb));
	memset(urb.setup, 0, sizeof(urb.setup));
	urb.event = 'C';
	urb.status = status;
	urb.data = in ? data : NULL;
	urb.data_len = in ? len : 0;
	return an_regs_see(&regs, &urb);
}

static void
write_rtw(uint32_t address, uint32_t v)
{
	const uint8_t data[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16),
				  (uint8_t)(v >> 24) };

	CU_ASSERT_TRUE(ask(0x40, 0x05, (uint16_t)address, (uint16_t)(address >> 16), data, 4, 0));
}

static void
write_mt(uint32_t address, uint32_t v)
{
	const uint8_t data[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16),
				  (uint8_t)(v >> 24) };

	CU_ASSERT_TRUE(ask(0x5f, 0x66, (uint16_t)(address >> 16), (uint16_t)address, data, 4, 0));
}

static void
is(bool enabled, uint32_t hold_us, uint32_t size, uint32_t units)
{
	struct an_agg agg;

	CU_ASSERT_FATAL(an_regs_agg(&regs, &agg));
	CU_ASSERT_EQUAL(agg.enabled, enabled);
	CU_ASSERT_EQUAL(agg.hold_us, hold_us);
	CU_ASSERT_EQUAL(agg.size, size);
	CU_ASSERT_EQUAL(agg.units, units);
}

static void
not_known(void)
{
	struct an_agg agg;

	CU_ASSERT_FALSE(an_regs_agg(&regs, &agg));
}

static void
values_of_linux(void)
{
	begin("rtl8922au");
	not_known();
	write_rtw(0x6004, 0x0000001f);
	not_known();
	write_rtw(0x6000, 0x80ff0114);
	is(true, 32, 20 * 1024, 255);
	write_rtw(0x6000, 0x80ff2014);
	is(true, 1024, 20 * 1024, 255);
	begin("rtl8852cu");
	write_rtw(0x6000, 0x80ff2010);
	is(true, 1024, 16 * 1024, 255);
	write_rtw(0x6000, 0x80ff0101);
	is(true, 32, 1024, 255);
	begin("rtl8852bu");
	write_rtw(0x8900, 0x80002005);
	is(true, 1024, 20 * 1024, 0);
	begin("rtl8852au");
	write_rtw(0x8900, 0x80002005);
	is(true, 1024, 20 * 1024, 0);
	begin("rtl8851bu");
	write_rtw(0x8900, 0x8007ff04);
	is(true, 8160, 16 * 1024, 7);
}

static void
switched_off(void)
{
	begin("rtl8852cu");
	write_rtw(0x6000, 0x00ff2014);
	is(false, 0, 20 * 1024, 255);
	begin("mt7921u");
	write_mt(0x74000018, 0x00d40000);
	is(false, 0, 0, 0);
}

static void
two_more_bits_of_size(void)
{
	begin("rtl8922au");
	write_rtw(0x6000, 0x80ff0114);
	write_rtw(0x6004, 0x0001001f);
	is(true, 32, (256 + 20) * 1024, 255);
	write_rtw(0x6004, 0xfffe001f);
	is(true, 32, (512 + 20) * 1024, 255);
}

static void
mt7921(void)
{
	begin("mt7921u");
	write_mt(0x7400000c, 0xffffff07);
	not_known();
	write_mt(0x74000018, 0x00f41480);
	is(true, 128, 20 * 1024, 7);
}

/* Other addresses, the other family's request, and what is no register request at all. */
static void
others_change_nothing(void)
{
	const uint8_t data[8] = { 0x14, 0x20, 0xff, 0x80 };

	begin("rtl8922au");
	CU_ASSERT_FALSE(ask(0x40, 0x05, 0x8900, 0, data, 4, 0));
	CU_ASSERT_FALSE(ask(0x40, 0x05, 0x6000, 1, data, 4, 0));
	CU_ASSERT_FALSE(ask(0x40, 0x05, 0x5ffc, 0, data, 4, 0));
	CU_ASSERT_FALSE(ask(0x40, 0x05, 0x6008, 0, data, 4, 0));
	CU_ASSERT_FALSE(ask(0x40, 0x05, 0x6000, 0, data, 8, 0));
	CU_ASSERT_FALSE(ask(0x40, 0x05, 0x6000, 0, data, 0, 0));
	CU_ASSERT_FALSE(ask(0x40, 0x06, 0x6000, 0, data, 4, 0));
	CU_ASSERT_FALSE(ask(0x5f, 0x66, 0x0000, 0x6000, data, 4, 0));
	not_known();
	CU_ASSERT_EQUAL(regs.requests_seen, 6);
	CU_ASSERT_EQUAL(regs.writes, 0);
}

static void
read_back(void)
{
	const uint8_t data[4] = { 0x14, 0x01, 0xff, 0x80 };

	begin("rtl8922au");
	CU_ASSERT_TRUE(ask(0xc0, 0x05, 0x6000, 0, data, 4, 0));
	is(true, 32, 20 * 1024, 255);
	CU_ASSERT_EQUAL(regs.reads, 1);
	CU_ASSERT_EQUAL(regs.writes, 0);
	begin("mt7921u");
	CU_ASSERT_TRUE(ask(0xdf, 0x63, 0x7400, 0x0018, "\xff\x01\xf4\x00", 4, 0));
	is(true, 255, 1024, 0);
}

static void
one_byte_of_it(void)
{
	begin("rtl8922au");
	write_rtw(0x6000, 0x80ff2014);
	CU_ASSERT_TRUE(ask(0x40, 0x05, 0x6001, 0, "\x02", 1, 0));
	is(true, 64, 20 * 1024, 255);
	CU_ASSERT_TRUE(ask(0x40, 0x05, 0x6002, 0, "\x10\x00", 2, 0));
	is(false, 0, 20 * 1024, 16);
	/* From one register into the next. */
	CU_ASSERT_TRUE(ask(0x40, 0x05, 0x6003, 0, "\x80\xff", 2, 0));
	is(true, 64, 20 * 1024, 16);
}

static void
failed_write(void)
{
	begin("rtl8922au");
	write_rtw(0x6000, 0x80ff2014);
	CU_ASSERT_FALSE(ask(0x40, 0x05, 0x6000, 0, "\x14\x01\xff\x80", 4, -32));
	is(true, 1024, 20 * 1024, 255);
	CU_ASSERT_EQUAL(regs.failed, 1);
	/* An answer that is shorter than what was asked for. */
	CU_ASSERT_FALSE(ask(0xc0, 0x05, 0x6000, 0, NULL, 4, -71));
	is(true, 1024, 20 * 1024, 255);
}

/* Answers that never come do not fill the table for good; others' are not ours. */
static void
unanswered(void)
{
	struct usbmon_urb urb = {
		.event = 'S', .urb_len = 4, .setup = { 0xc0, 0x05, 0x00, 0x60, 0, 0, 4, 0 },
	};
	unsigned int i;

	begin("rtl8922au");
	for (i = 0; i < 100; i++) {
		urb.id = 1000000 + i;
		CU_ASSERT_FALSE(an_regs_see(&regs, &urb));
	}
	write_rtw(0x6000, 0x80ff2014);
	urb.event = 'C';
	urb.id = 999;
	urb.data = (const uint8_t *)"\x14\x01\xff\x80";
	urb.data_len = 4;
	CU_ASSERT_FALSE(an_regs_see(&regs, &urb));
	is(true, 1024, 20 * 1024, 255);
	urb.id = 1000099;
	CU_ASSERT_TRUE(an_regs_see(&regs, &urb));
	is(true, 32, 20 * 1024, 255);
}

/* The submission's data was cut by the snap length: what was written is not known. */
static void
write_without_data(void)
{
	struct usbmon_urb urb = {
		.id = 7, .event = 'S', .urb_len = 4,
		.setup = { 0x40, 0x05, 0x00, 0x60, 0, 0, 4, 0 },
	};

	begin("rtl8922au");
	CU_ASSERT_FALSE(an_regs_see(&regs, &urb));
	urb.event = 'C';
	CU_ASSERT_FALSE(an_regs_see(&regs, &urb));
	not_known();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "values_of_linux", values_of_linux },
		{ "switched_off", switched_off },
		{ "two_more_bits_of_size", two_more_bits_of_size },
		{ "mt7921", mt7921 },
		{ "others_change_nothing", others_change_nothing },
		{ "read_back", read_back },
		{ "one_byte_of_it", one_byte_of_it },
		{ "failed_write", failed_write },
		{ "unanswered", unanswered },
		{ "write_without_data", write_without_data },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "analyse_regs", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
