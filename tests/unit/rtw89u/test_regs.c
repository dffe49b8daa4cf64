/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the driver writes to the chip, as vendor requests on endpoint 0. Values are
 * typed from what Linux 7.3.4 was seen to write on an emulated RTL8922AU, and from
 * the field tables of morrownr/rtw89 reg.h; nothing here comes from rtw89u_regs.h.
 */

#include <errno.h>
#include <string.h>

#include "../cunit_run.h"
#include "rtw89u.h"
#include "rtw89u_logs.h"
#include "rtw89u_regs.h"

int rtw89u_logtype;

/* Registers of a chip that stores what it is told, by address / 4. */
static uint32_t regs[0x12000 / 4];
static unsigned int nb_requests, fail_from;
static int fail_with;
static uint32_t stuck_at;	/* an address that does not take what is written */

static int
chip_control(struct usb_transport *t, const struct usb_request *req, void *data,
	     unsigned int timeout_ms)
{
	uint32_t addr = req->wValue | (uint32_t)req->wIndex << 16;
	uint8_t *bytes = data;

	CU_ASSERT_EQUAL(req->bRequest, 0x05);
	CU_ASSERT_EQUAL(req->wLength, 4);
	CU_ASSERT_EQUAL(timeout_ms, 500);
	CU_ASSERT_FATAL(addr < sizeof(regs) && addr % 4 == 0);
	if (++nb_requests > fail_from)
		return fail_with;
	if (req->bmRequestType == 0x40) {
		if (addr != stuck_at)
			regs[addr / 4] = bytes[0] | bytes[1] << 8 | bytes[2] << 16 |
				(uint32_t)bytes[3] << 24;
		return 4;
	}
	CU_ASSERT_EQUAL(req->bmRequestType, 0xc0);
	bytes[0] = regs[addr / 4];
	bytes[1] = regs[addr / 4] >> 8;
	bytes[2] = regs[addr / 4] >> 16;
	bytes[3] = regs[addr / 4] >> 24;
	return 4;
}

static const struct usb_transport_ops chip_ops = { .name = "chip", .control = chip_control };
static const struct usb_transport_ops capture_ops = { .name = "capture" };
static struct usb_transport usb;
static struct rtw89u_port port;

static void
plug_in(uint32_t speed_mbps)
{
	memset(regs, 0, sizeof(regs));
	memset(&port, 0, sizeof(port));
	nb_requests = 0;
	fail_from = UINT32_MAX;
	stuck_at = UINT32_MAX;
	usb.ops = &chip_ops;
	port.usb = &usb;
	port.name = "test";
	port.chip = rtw89u_chip_find("rtl8922au");
	port.usb_shared.speed_mbps = speed_mbps;
	port.conf.hold_us = RTW89U_UNSET;
	port.conf.agg_kib = RTW89U_UNSET;
	port.conf.agg_count = RTW89U_UNSET;
}

static void
test_aggregation_values(void)
{
	const uint32_t unset = RTW89U_UNSET;
	const struct {
		uint32_t mbps, hold, kib, count, rxagg0, rxagg1;
	} rows[] = {
		{ 5000, unset, unset, unset, 0x80ff0114, 0x0000001f },
		{ 480, unset, unset, unset, 0x80ff2014, 0x0000001f },
		{ 480, 32, unset, unset, 0x80ff0114, 0x0000001f },
		{ 5000, 1024, unset, unset, 0x80ff2014, 0x0000001f },
		/* Steps of 32 us, to the nearest, never to none. */
		{ 5000, 1, unset, unset, 0x80ff0114, 0x0000001f },
		{ 5000, 47, unset, unset, 0x80ff0114, 0x0000001f },
		{ 5000, 48, unset, unset, 0x80ff0214, 0x0000001f },
		{ 5000, 500, unset, unset, 0x80ff1014, 0x0000001f },
		{ 5000, 8160, unset, unset, 0x80ffff14, 0x0000001f },
		{ 5000, 0, unset, unset, 0x00ff0014, 0x0000001f },
		{ 5000, unset, 1, 1, 0x80010101, 0x0000001f },
		{ 5000, unset, 255, 128, 0x808001ff, 0x0000001f },
		{ 5000, unset, 256, unset, 0x80ff0100, 0x0001001f },
		{ 5000, unset, 400, unset, 0x80ff0190, 0x0001001f },
		{ 5000, unset, 1023, unset, 0x80ff01ff, 0x0003001f },
		{ 5000, 64, 1023, unset, 0x80ff02ff, 0x0003001f },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in(rows[i].mbps);
		port.conf.hold_us = rows[i].hold;
		port.conf.agg_kib = rows[i].kib;
		port.conf.agg_count = rows[i].count;
		CU_ASSERT_EQUAL(rtw89u_hw_set_agg(&port), 0);
		CU_ASSERT_EQUAL(regs[0x6000 / 4], rows[i].rxagg0);
		CU_ASSERT_EQUAL(regs[0x6004 / 4], rows[i].rxagg1);
	}
}

/* Bits beside the ones that are meant stay as they were: all clear, all set. */
static void
test_init_values(void)
{
	static const struct {
		uint32_t addr, from_zeros, from_ones;
	} rows[] = {
		{ 0x9c00, 0x00000001, 0xffffffff },	/* FCS appended */
		{ 0x11400, 0x00000010, 0xffffffdf },	/* PHY report of one unit ... */
		{ 0x11470, 0x00000001, 0xffffffff },	/* ... to the host */
		{ 0x9c30, 0x00000003, 0xffffff03 },	/* PPDU status to the host ... */
		{ 0x11440, 0x0000006d, 0x0000006d },	/* ... as Linux has it */
		{ 0x7880, 0x00000000, 0xfffffffd },	/* RXDMA off until start */
	};
	unsigned int i, ones;

	for (ones = 0; ones < 2; ones++) {
		plug_in(5000);
		for (i = 0; i < RTE_DIM(rows); i++)
			regs[rows[i].addr / 4] = ones ? 0xffffffff : 0;
		CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
		for (i = 0; i < RTE_DIM(rows); i++)
			CU_ASSERT_EQUAL(regs[rows[i].addr / 4],
					ones ? rows[i].from_ones : rows[i].from_zeros);
		CU_ASSERT_EQUAL(rtw89u_hw_set_rx(&port, true), 0);
		CU_ASSERT_EQUAL(regs[0x7880 / 4], ones ? 0xffffffff : 0x00000002);
	}
}

static void
test_mac_address(void)
{
	static const uint8_t mac[] = { 0x00, 0xe0, 0x4c, 0x12, 0x34, 0x56 };

	plug_in(5000);
	regs[0x4078 / 4] = 0x124ce000;
	regs[0x407c / 4] = 0xffff5634;
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
	CU_ASSERT_EQUAL(memcmp(port.mac.addr_bytes, mac, sizeof(mac)), 0);
}

/* A device without a valid address gets a local one. */
static void
test_no_mac_address(void)
{
	plug_in(5000);
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
	CU_ASSERT(rte_is_valid_assigned_ether_addr(&port.mac));
	CU_ASSERT(rte_is_local_admin_ether_addr(&port.mac));
}

static void
test_filter_values(void)
{
	static const struct {
		uint8_t promiscuous, allmulticast;
		uint32_t value;
	} rows[] = {
		{ 0, 0, 0x0f1740be },	/* as Linux, station */
		{ 0, 1, 0x0f1740b6 },
		{ 1, 0, 0x0f1740b0 },
		{ 1, 1, 0x0f1740b0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in(5000);
		port.promiscuous = rows[i].promiscuous;
		port.allmulticast = rows[i].allmulticast;
		CU_ASSERT_EQUAL(rtw89u_hw_set_filter(&port), 0);
		CU_ASSERT_EQUAL(regs[0x11420 / 4], rows[i].value);
	}
}

static void
test_register_that_does_not_take(void)
{
	plug_in(5000);
	stuck_at = 0x6000;
	CU_ASSERT_EQUAL(rtw89u_hw_set_agg(&port), -EIO);
	plug_in(5000);
	stuck_at = 0x6004;
	CU_ASSERT_EQUAL(rtw89u_hw_set_agg(&port), -EIO);
	/* The switch is not thrown over limits that did not take. */
	CU_ASSERT_EQUAL(regs[0x6000 / 4], 0);
}

/* Every request of the bring-up fails in turn: its error comes back, after ten
 * tries, and one when the device is gone. */
static void
test_each_request_fails(void)
{
	static const struct {
		int error;
		unsigned int tries;
	} rows[] = { { -EPIPE, 10 }, { -ETIMEDOUT, 10 }, { -ENODEV, 1 } };
	unsigned int i, n, total;

	plug_in(5000);
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
	total = nb_requests;
	for (i = 0; i < RTE_DIM(rows); i++) {
		for (n = 0; n < total; n++) {
			plug_in(5000);
			fail_from = n;
			fail_with = rows[i].error;
			CU_ASSERT_EQUAL(rtw89u_hw_init(&port), rows[i].error);
			CU_ASSERT_EQUAL(nb_requests, n + rows[i].tries);
		}
	}
	plug_in(5000);
	fail_from = 0;
	fail_with = 2;		/* half a register */
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), -EIO);
}

static void
test_capture_has_no_registers(void)
{
	plug_in(0);
	usb.ops = &capture_ops;
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
	CU_ASSERT(rte_is_valid_assigned_ether_addr(&port.mac));
	CU_ASSERT_EQUAL(rtw89u_hw_set_agg(&port), 0);
	CU_ASSERT_EQUAL(rtw89u_hw_set_filter(&port), 0);
	CU_ASSERT_EQUAL(rtw89u_hw_set_rx(&port, true), 0);
	CU_ASSERT_EQUAL(nb_requests, 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "aggregation values", test_aggregation_values },
		{ "init values", test_init_values },
		{ "MAC address", test_mac_address },
		{ "no MAC address", test_no_mac_address },
		{ "filter values", test_filter_values },
		{ "a register that does not take", test_register_that_does_not_take },
		{ "each request fails", test_each_request_fails },
		{ "a capture has no registers", test_capture_has_no_registers },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_regs", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
