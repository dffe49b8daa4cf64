/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The register file and the request that reaches it. */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "bench.h"

static struct bench *b;

static int
open_bench(void)
{
	b = bench_open(USB_SPEED_SUPER, NULL);
	return 0;
}

static int
close_bench(void)
{
	bench_close(b);
	return 0;
}

static void
test_found_by_name(void)
{
	unsigned int i;

	CU_ASSERT_PTR_NOT_NULL(usb_device_find("rtl8922au"));
	CU_ASSERT_PTR_NULL(usb_device_find("rtl8922"));
	CU_ASSERT_PTR_NULL(usb_device_find(""));
	CU_ASSERT_STRING_EQUAL(usb_device_chip(0), "rtl8922au");
	for (i = 0; usb_device_chip(i) != NULL; i++)
		CU_ASSERT_STRING_EQUAL(usb_device_find(usb_device_chip(i))->chip,
				       usb_device_chip(i));
	CU_ASSERT(i >= 5);
	CU_ASSERT_PTR_NULL(usb_device_chip(i + 1));
}

static void
test_reset_values(void)
{
	static const struct { uint32_t address, value; } rows[] = {
		{ 0x6000, 0 }, { 0x6004, 0 }, { 0x7880, 3 }, { 0x9C00, 1 },
		{ 0x9C30, 0 }, { 0x11400, 0 }, { 0x11420, 0x0F174039 },
		{ 0x11424, 0xFFFF }, { 0x11428, 0xFFFF }, { 0x1142C, 0xFFFF },
		{ 0x11440, 0 }, { 0x11470, 0 }, { 0x12345, 0 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CU_ASSERT_EQUAL(bench_read(b, rows[i].address), rows[i].value);
}

static void
test_mac_in_three_halves(void)
{
	uint8_t mac[6];
	unsigned int i;

	for (i = 0; i < 6; i += 2)
		CU_ASSERT_EQUAL(bench_request(b, 0xC0, 5, (uint16_t)(0x4078 + i), 0, 2,
					      mac + i), 2);
	CU_ASSERT_EQUAL(memcmp(mac, bench_mac, 6), 0);
	bench_switch(b, "mac", "0a:1B:2c:3d:4E:5f");
	CU_ASSERT_EQUAL(bench_read(b, 0x4078), 0x3d2c1b0a);
	CU_ASSERT_EQUAL(bench_read(b, 0x407C) & 0xffff, 0x5f4e);
	bench_switch(b, "mac", "02:22:8a:00:00:01");
}

static void
test_written_is_read_back(void)
{
	bench_write(b, 0x1A2B0, 0x89ABCDEF);
	CU_ASSERT_EQUAL(bench_read(b, 0x1A2B0), 0x89ABCDEF);
	/* wIndex is address [23:16]: another word than 0x0A2B0. */
	CU_ASSERT_EQUAL(bench_read(b, 0x0A2B0), 0);
	bench_write(b, 0xFFFFFC, 0x11223344);
	CU_ASSERT_EQUAL(bench_read(b, 0xFFFFFC), 0x11223344);
}

static void
test_parts_of_a_word(void)
{
	uint8_t d[4] = { 0x5a, 0x5b };

	bench_write(b, 0x2000, 0x44332211);
	CU_ASSERT_EQUAL(bench_request(b, 0x40, 5, 0x2001, 0, 1, d), 1);
	CU_ASSERT_EQUAL(bench_read(b, 0x2000), 0x44335a11);
	CU_ASSERT_EQUAL(bench_request(b, 0x40, 5, 0x2002, 0, 2, d), 2);
	CU_ASSERT_EQUAL(bench_read(b, 0x2000), 0x5b5a5a11);
	CU_ASSERT_EQUAL(bench_request(b, 0xC0, 5, 0x2003, 0, 1, d), 1);
	CU_ASSERT_EQUAL(d[0], 0x5b);
}

static void
test_other_requests_stall(void)
{
	static const struct { uint8_t type, request; uint16_t index, len; } rows[] = {
		{ 0xC0, 0x04, 0, 4 }, { 0xC0, 0x06, 0, 4 }, { 0x80, 0x05, 0, 4 },
		{ 0xC1, 0x05, 0, 4 }, { 0x00, 0x05, 0, 4 }, { 0xC0, 0x05, 0x100, 4 },
		{ 0xC0, 0x05, 0, 0 }, { 0xC0, 0x05, 0, 3 }, { 0x40, 0x05, 0, 3 },
		{ 0x40, 0x05, 0, 8 }, { 0x40, 0x05, 0, 0 },
	};
	uint64_t before = bench_counter(b, "control_stalls");
	uint8_t data[8] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
	const unsigned int n = sizeof(rows) / sizeof(rows[0]);
	unsigned int i;

	bench_write(b, 0x3000, 0x01020304);
	for (i = 0; i < n; i++)
		CU_ASSERT_EQUAL(bench_request(b, rows[i].type, rows[i].request, 0x3000,
					      rows[i].index, rows[i].len, data), -EPIPE);
	CU_ASSERT_EQUAL(bench_read(b, 0x3000), 0x01020304);
	CU_ASSERT_EQUAL(bench_counter(b, "control_stalls"), before + n);
}

static void
test_software_trigger_clears_itself(void)
{
	bench_write(b, 0x6000, 0x90FF2014);
	CU_ASSERT_EQUAL(bench_read(b, 0x6000), 0x80FF2014);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "found by name", test_found_by_name },
		{ "reset values", test_reset_values },
		{ "MAC address, read as Linux reads it", test_mac_in_three_halves },
		{ "written is read back", test_written_is_read_back },
		{ "parts of a word", test_parts_of_a_word },
		{ "other requests stall", test_other_requests_stall },
		{ "software trigger clears itself", test_software_trigger_clears_itself },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "rtl8922au registers", open_bench, close_bench, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
