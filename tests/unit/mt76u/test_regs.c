/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the driver writes to the chip, as vendor requests on endpoint 0. Addresses and
 * bits are typed from openwrt/mt76 mt792x_regs.h and mt792x_usb.c; nothing here comes
 * from mt76u_regs.h but the functions.
 */

#include <errno.h>
#include <string.h>

#include "cunit_run.h"

#include "mt76u.h"
#include "mt76u_hw.h"
#include "mt76u_regs.h"

#define CHIPID		0x70010200u
#define WLCFG_1		0x7400000cu
#define WLCFG_0		0x74000018u
#define MDP_DCR0	0x820cd000u
#define MDP_DCR1	0x820cd004u
#define RFCR		0x820e5000u
#define RFCR1		0x820e5004u
#define DMA_DCR0	0x820e7000u

/* A chip that stores what it is told. */
static struct {
	uint32_t addr, value;
} regs[] = {
	{ CHIPID, 0 }, { WLCFG_1, 0 }, { WLCFG_0, 0 }, { MDP_DCR0, 0 }, { MDP_DCR1, 0 },
	{ RFCR, 0 }, { RFCR1, 0 }, { DMA_DCR0, 0 },
};
static unsigned int nb_requests, nb_writes, fail_from;
static int fail_with;
static uint32_t stuck_at;	/* an address that does not take what is written */

static uint32_t *
reg(uint32_t addr)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(regs); i++)
		if (regs[i].addr == addr)
			return &regs[i].value;
	printf("    no register 0x%08x\n", addr);
	CU_FAIL_FATAL("a register that nobody knows");
	return NULL;
}

static int
chip_control(struct usb_transport *t, const struct usb_request *req, void *data,
	     unsigned int timeout_ms)
{
	uint32_t addr = (uint32_t)req->wValue << 16 | req->wIndex;
	uint8_t *bytes = data;
	uint32_t value;

	CU_ASSERT_EQUAL(req->wLength, 4);
	CU_ASSERT_EQUAL(timeout_ms, 300);
	if (++nb_requests > fail_from)
		return fail_with;
	if (req->bRequest == 0x66) {
		CU_ASSERT_EQUAL(req->bmRequestType, 0x5f);
		nb_writes++;
		value = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
		if (addr != stuck_at)
			*reg(addr) = value;
		return 4;
	}
	CU_ASSERT_EQUAL(req->bRequest, 0x63);
	CU_ASSERT_EQUAL(req->bmRequestType, 0xdf);
	value = *reg(addr);
	bytes[0] = value;
	bytes[1] = value >> 8;
	bytes[2] = value >> 16;
	bytes[3] = value >> 24;
	return 4;
}

static const struct usb_transport_ops chip_ops = { .name = "chip", .control = chip_control };
static const struct usb_transport_ops capture_ops = { .name = "capture" };
static struct usb_transport usb;
static struct wport port;
static struct mt76u_hw hw;

static void
plug_in(uint32_t fill)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(regs); i++)
		regs[i].value = fill;
	*reg(CHIPID) = 0x00007961 | (fill & 0xffff0000);
	memset(&port, 0, sizeof(port));
	nb_requests = 0;
	fail_from = UINT32_MAX;
	stuck_at = UINT32_MAX;
	usb.ops = &chip_ops;
	memset(&hw, 0, sizeof(hw));
	port.usb = &usb;
	port.hw = &hw;
	port.name = "test";
	port.family = &mt76u_family;
	port.chip = mt76u_chip_at(0);
	port.usb_shared.speed_mbps = 5000;
	port.conf.hold_us = WPORT_UNSET;
	port.conf.agg_kib = WPORT_UNSET;
	port.conf.agg_count = WPORT_UNSET;
}

/* As the port does it, from its devargs on. */
static struct wport_agg agg, agg_now;

static int
set_agg(void)
{
	wport_hold_init(&port);
	agg = wport_agg_limits(&port);
	memset(&agg_now, 0xa5, sizeof(agg_now));
	return mt76u_hw_set_agg(&port, &agg, &agg_now);
}

static bool
reads_back(void)
{
	return memcmp(&agg, &agg_now, sizeof(agg)) == 0;
}

/* What test_up.c sees among all the rest. */
static int
set_up(void)
{
	int ret = mt76u_check_chip(&port);

	if (ret == 0)
		ret = mt76u_set_up_usb(&port);
	return ret == 0 ? mt76u_set_up_mac(&port) : ret;
}

/* Bits beside the ones that are meant stay as they were: all clear, all set. */
static void
test_init_values(void)
{
	static const struct {
		uint32_t addr;
		bool monitor;
		uint32_t from_zeros, from_ones;
	} rows[] = {
		/* RX_EN, TX_EN, TICK_1US_EN, MPSZ_PAD0 on; AGG_EN, RX_FLUSH, limits off */
		{ WLCFG_0, false, 0x00d40000, 0xffd70000 },
		{ WLCFG_1, false, 0x00000000, 0xffffff00 },
		/* A-MSDUs taken apart, headers translated; longest frame 1536 */
		{ MDP_DCR0, false, 0x00088000, 0xffffffff },
		{ MDP_DCR0, true, 0x00000000, 0xfff77fff },
		{ MDP_DCR1, false, 0x00003000, 0xffff3007 },
		/* ... and group 5 in monitor mode alone */
		{ DMA_DCR0, false, 0x00003000, 0xff7f3007 },
		{ DMA_DCR0, true, 0x00803000, 0xffff3007 },
	};
	unsigned int i, ones;

	for (ones = 0; ones < 2; ones++) {
		for (i = 0; i < RTE_DIM(rows); i++) {
			plug_in(ones ? 0xffffffff : 0);
			port.monitor = rows[i].monitor;
			CU_ASSERT_EQUAL(set_up(), 0);
			CU_ASSERT_EQUAL(*reg(rows[i].addr),
					ones ? rows[i].from_ones : rows[i].from_zeros);
		}
	}
}

static void
test_another_chip(void)
{
	static const uint32_t ids[] = { 0, 0x7925, 0x00007960, 0xffffffff };
	unsigned int i;

	for (i = 0; i < RTE_DIM(ids); i++) {
		plug_in(0);
		*reg(CHIPID) = ids[i];
		CU_ASSERT_EQUAL(set_up(), -ENODEV);
		CU_ASSERT_EQUAL(*reg(WLCFG_0), 0);
	}
}

/* The low half names the chip, the high one its revision. */
static void
test_each_bit_of_the_chip_id(void)
{
	unsigned int bit;

	for (bit = 0; bit < 32; bit++) {
		plug_in(0);
		*reg(CHIPID) = 0x00007961 ^ 1u << bit;
		CU_ASSERT_EQUAL(set_up(), bit < 16 ? -ENODEV : 0);
	}
}

static void
test_rx_on_and_off(void)
{
	plug_in(0);
	CU_ASSERT_EQUAL(mt76u_hw_set_rx(&port, true), 0);
	CU_ASSERT_EQUAL(*reg(WLCFG_0), 0x00400000);
	CU_ASSERT_EQUAL(mt76u_hw_set_rx(&port, false), 0);
	CU_ASSERT_EQUAL(*reg(WLCFG_0), 0);
	*reg(WLCFG_0) = 0xffffffff;
	CU_ASSERT_EQUAL(mt76u_hw_set_rx(&port, false), 0);
	CU_ASSERT_EQUAL(*reg(WLCFG_0), 0xffbfffff);
}

static void
test_aggregation_values(void)
{
	const uint32_t unset = WPORT_UNSET;
	const struct {
		uint32_t mbps, hold, kib, count, wlcfg0, wlcfg1;
	} rows[] = {
		/* off, as Linux leaves it */
		{ 5000, unset, unset, unset, 0, 0 },
		{ 480, unset, unset, unset, 0, 0 },
		{ 5000, 0, unset, unset, 0, 0 },
		/* us [7:0], KiB [15:8], AGG_EN 21; units [7:0] of the other */
		{ 5000, 100, unset, unset, 0x00202064, 30 },
		{ 480, 1, unset, unset, 0x00202001, 30 },
		{ 5000, 255, 255, 255, 0x0020ffff, 255 },
		{ 5000, 100, 1, 1, 0x00200164, 1 },
		{ 5000, 64, 13, 2, 0x00200d40, 2 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in(0);
		port.usb_shared.speed_mbps = rows[i].mbps;
		port.conf.hold_us = rows[i].hold;
		port.conf.agg_kib = rows[i].kib;
		port.conf.agg_count = rows[i].count;
		CU_ASSERT_EQUAL(set_agg(), 0);
		CU_ASSERT_TRUE(reads_back());
		CU_ASSERT_EQUAL(*reg(WLCFG_0), rows[i].wlcfg0);
		CU_ASSERT_EQUAL(*reg(WLCFG_1), rows[i].wlcfg1);
		*reg(WLCFG_0) = 0xffffffff;
		*reg(WLCFG_1) = 0xffffffff;
		CU_ASSERT_EQUAL(set_agg(), 0);
		CU_ASSERT_TRUE(reads_back());
		CU_ASSERT_EQUAL(*reg(WLCFG_0), 0xffdf0000 | rows[i].wlcfg0);
		CU_ASSERT_EQUAL(*reg(WLCFG_1), 0xffffff00 | rows[i].wlcfg1);
	}
}

static void
test_register_that_does_not_take(void)
{
	plug_in(0);
	port.conf.hold_us = 100;
	stuck_at = WLCFG_0;
	CU_ASSERT_EQUAL(set_agg(), 0);
	CU_ASSERT_EQUAL(agg_now.hold_us, 0);
	plug_in(0);
	port.conf.hold_us = 100;
	stuck_at = WLCFG_1;
	CU_ASSERT_EQUAL(set_agg(), -EIO);
	/* The switch is not thrown over limits that did not take. */
	CU_ASSERT_EQUAL(*reg(WLCFG_0), 0);
}

/* What is in the register is what is told. */
static void
test_read_back(void)
{
	static const struct {
		uint32_t wrong, hold, bytes;
	} rows[] = {
		{ 0x00202064, 100, 32768 }, { 0xffffffff, 255, 261120 }, { 0xffdfffff, 0, 32768 },
		{ 0x00200110, 16, 1024 }, { 0x00206401, 1, 102400 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in(0);
		port.conf.hold_us = 99;
		stuck_at = WLCFG_0;
		*reg(WLCFG_0) = rows[i].wrong;
		CU_ASSERT_EQUAL(set_agg(), 0);
		CU_ASSERT_EQUAL(agg_now.hold_us, rows[i].hold);
		CU_ASSERT_EQUAL(agg_now.bytes, rows[i].bytes);
		CU_ASSERT_EQUAL(agg_now.count, 30);
	}
}

/* Another hold is one write: what has its value already is not written again. */
static void
test_another_hold(void)
{
	plug_in(0);
	port.conf.hold_us = 100;
	CU_ASSERT_EQUAL(set_agg(), 0);
	port.conf.hold_us = 64;
	nb_writes = 0;
	CU_ASSERT_EQUAL(set_agg(), 0);
	CU_ASSERT_EQUAL(nb_writes, 1);
	CU_ASSERT_EQUAL(*reg(WLCFG_0), 0x00202040);
}

/* Bit n of RFCR drops a class. Both modes: 1 wrong FCS. Ethernet also: 3, 4, 7, 11 to 16,
 * 19 to 21. Never 17 other BSS and 18 other unicast: the chip compares with
 * what the port does not have. The queue looks for the port's address instead. */
static void
test_filter_values(void)
{
	static const struct {
		bool monitor;
		uint8_t promiscuous, allmulticast;
		enum wport_bad_fcs bad_fcs;
		uint32_t value;
		bool looks;
	} rows[] = {
		{ false, 0, 0, WPORT_BAD_FCS_DROP, 0x0039f89a, true },
		{ false, 0, 1, WPORT_BAD_FCS_DROP, 0x0039f81a, true },
		{ false, 1, 0, WPORT_BAD_FCS_DROP, 0x0039f81a, false },
		{ false, 1, 1, WPORT_BAD_FCS_DROP, 0x0039f81a, false },
		{ true, 0, 0, WPORT_BAD_FCS_DROP, 0x00000002, false },
		{ true, 1, 1, WPORT_BAD_FCS_DROP, 0x00000002, false },
		{ true, 0, 0, WPORT_BAD_FCS_KEEP, 0x00000000, false },
	};
	static const uint8_t mac[6] = { 0x02, 1, 2, 3, 4, 5 };
	static const uint8_t ra[8] = { 0x02, 1, 2, 3, 4, 5 }, none[8];
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in(0xffffffff);
		port.monitor = rows[i].monitor;
		port.promiscuous = rows[i].promiscuous;
		port.allmulticast = rows[i].allmulticast;
		port.conf.bad_fcs = rows[i].bad_fcs;
		memcpy(&port.mac, mac, sizeof(mac));
		port.rxq.own_ra = 0x1234;
		CU_ASSERT_EQUAL(mt76u_hw_set_filter(&port), 0);
		CU_ASSERT_EQUAL(memcmp(&port.rxq.own_ra, rows[i].looks ? ra : none, 8), 0);
		CU_ASSERT_EQUAL(*reg(RFCR), rows[i].value);
		CU_ASSERT_EQUAL(*reg(RFCR1), rows[i].monitor ? 0 : 0xffffffff);
	}
}

/* A filter that did not take leaves the queue's as it was. */
static void
test_filter_that_fails(void)
{
	plug_in(0);
	port.rxq.own_ra = 0x1234;
	fail_from = 0;
	fail_with = -ENODEV;
	CU_ASSERT_EQUAL(mt76u_hw_set_filter(&port), -ENODEV);
	CU_ASSERT_EQUAL(port.rxq.own_ra, 0x1234);
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

	plug_in(0);
	CU_ASSERT_EQUAL(set_up(), 0);
	total = nb_requests;
	CU_ASSERT_EQUAL(total, 11);
	for (i = 0; i < RTE_DIM(rows); i++) {
		for (n = 0; n < total; n++) {
			plug_in(0);
			fail_from = n;
			fail_with = rows[i].error;
			CU_ASSERT_EQUAL(set_up(), rows[i].error);
			CU_ASSERT_EQUAL(nb_requests, n + rows[i].tries);
		}
	}
	plug_in(0);
	fail_from = 0;
	fail_with = 2;		/* half a register */
	CU_ASSERT_EQUAL(set_up(), -EIO);
}

static void
test_capture_has_no_registers(void)
{
	plug_in(0);
	usb.ops = &capture_ops;
	CU_ASSERT_EQUAL(mt76u_hw_init(&port), 0);
	CU_ASSERT(rte_is_valid_assigned_ether_addr(&port.mac));
	CU_ASSERT_EQUAL(wport_hold_apply(&port), 0);
	CU_ASSERT_EQUAL(mt76u_hw_set_filter(&port), 0);
	CU_ASSERT_EQUAL(port.rxq.own_ra, 0);	/* what is in it was let through */
	CU_ASSERT_EQUAL(mt76u_hw_set_rx(&port, true), 0);
	CU_ASSERT_EQUAL(nb_requests, 0);
}

/* The table: endpoints as the dongles' descriptors have them. */
static void
test_chip_row(void)
{
	static const uint8_t ep_out[4] = { 0x04, 0x05, 0x06, 0x07 };
	const struct wport_chip *chip = mt76u_chip_at(0);

	CU_ASSERT_STRING_EQUAL(chip->name, "mt7921u");
	CU_ASSERT_EQUAL(chip->ep_in, 0x84);
	CU_ASSERT_EQUAL(chip->ep_event, 0x85);
	CU_ASSERT_EQUAL(memcmp(chip->ep_out, ep_out, sizeof(ep_out)), 0);
	CU_ASSERT_EQUAL(chip->ep_mgmt, 0x09);
	CU_ASSERT_FALSE(chip->fcs);
	CU_ASSERT_EQUAL(chip->hold_us, 0);
	CU_ASSERT_EQUAL(chip->hold_us_super, 0);
	/* 144 and 6 before it, gap of up to 11 behind it */
	CU_ASSERT(chip->unit_max >= 144 + 6 + 11454 + 11);
	CU_ASSERT_PTR_NULL(mt76u_chip_at(1));
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "init values", test_init_values },
		{ "another chip", test_another_chip },
		{ "each bit of the chip id", test_each_bit_of_the_chip_id },
		{ "reception on and off", test_rx_on_and_off },
		{ "aggregation values", test_aggregation_values },
		{ "a register that does not take", test_register_that_does_not_take },
		{ "read back", test_read_back },
		{ "another hold", test_another_hold },
		{ "filter values", test_filter_values },
		{ "a filter that fails", test_filter_that_fails },
		{ "each request fails", test_each_request_fails },
		{ "a capture has no registers", test_capture_has_no_registers },
		{ "chip row", test_chip_row },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_regs", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
