/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the driver writes to the chip, as vendor requests on endpoint 0. Values are
 * typed from what Linux 7.3.4 was seen to write on emulated devices, and from the
 * field tables of morrownr/rtw89 reg.h; nothing here comes from rtw89u_regs.h.
 */

#include <errno.h>
#include <string.h>

#include "cunit_run.h"
#include "chip_by_name.h"

#include "rtw89u.h"
#include "rtw89u_regs.h"

/* Registers of a chip that stores what it is told, by address / 4. */
static uint32_t regs[0x12000 / 4];
static unsigned int nb_requests, nb_writes, fail_from;
static int fail_with;
static uint32_t stuck_at;	/* an address that does not take what is written */
static uint32_t flip_at, flip_bits;	/* ... that takes it but for these bits */
static uint8_t efuse[1216];	/* of an AX chip */
static bool efuse_dead;
static unsigned int asleep;	/* reads of the CMAC that it still sleeps through */

/* 0x0030: address in [26:16]; the byte in [7:0] and b29 when it is there. */
static void
chip_write(uint32_t addr, uint32_t value)
{
	if (addr == 0x30 && !efuse_dead)
		value = (value & 0x07ff0000) | 0x20000000 | efuse[value >> 16 & 0x7ff];
	if (addr == 0xc004 && value == 0xffffffff && asleep > 0)
		asleep--;
	if (addr != stuck_at)
		regs[addr / 4] = addr == flip_at ? value ^ flip_bits : value;
}

static uint32_t
chip_read(uint32_t addr)
{
	return addr >= 0xc000 && addr < 0x10000 && asleep > 0 ? 0xdeadbeef : regs[addr / 4];
}

static int
chip_control(struct usb_transport *t __rte_unused, const struct usb_request *req,
	     void *data, unsigned int timeout_ms)
{
	uint32_t addr = req->wValue | (uint32_t)req->wIndex << 16;
	uint8_t *bytes = data;
	uint32_t value;

	CU_ASSERT_EQUAL(req->bRequest, 0x05);
	CU_ASSERT_EQUAL(req->wLength, 4);
	CU_ASSERT_EQUAL(timeout_ms, 500);
	CU_ASSERT_FATAL(addr < sizeof(regs) && addr % 4 == 0);
	if (++nb_requests > fail_from)
		return fail_with;
	if (req->bmRequestType == 0x40) {
		nb_writes++;
		chip_write(addr, bytes[0] | bytes[1] << 8 | bytes[2] << 16 |
			   (uint32_t)bytes[3] << 24);
		return 4;
	}
	CU_ASSERT_EQUAL(req->bmRequestType, 0xc0);
	value = chip_read(addr);
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

static void
plug_in_chip(const char *chip, uint32_t speed_mbps)
{
	memset(regs, 0, sizeof(regs));
	memset(&port, 0, sizeof(port));
	nb_requests = 0;
	fail_from = UINT32_MAX;
	stuck_at = UINT32_MAX;
	flip_at = UINT32_MAX;
	usb.ops = &chip_ops;
	port.usb = &usb;
	port.name = "test";
	port.family = &rtw89u_family;
	port.chip = chip_by_name(chip);
	memset(efuse, 0xff, sizeof(efuse));
	efuse_dead = false;
	asleep = 0;
	port.usb_shared.speed_mbps = speed_mbps;
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
	return rtw89u_hw_set_agg(&port, &agg, &agg_now);
}

static bool
reads_back(void)
{
	return memcmp(&agg, &agg_now, sizeof(agg)) == 0;
}

static void
plug_in(uint32_t speed_mbps)
{
	plug_in_chip("rtl8922au", speed_mbps);
}

static void
test_aggregation_values(void)
{
	const uint32_t unset = WPORT_UNSET;
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
		/* The vendor's small-packet mode. */
		{ 480, 32, 1, unset, 0x80ff0101, 0x0000001f },
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
		CU_ASSERT_EQUAL(set_agg(), 0);
		CU_ASSERT_TRUE(reads_back());
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
		/* Every subtype of every frame type to the host. */
		{ 0x11424, 0x0000ffff, 0x0000ffff },
		{ 0x11428, 0x0000ffff, 0x0000ffff },
		{ 0x1142c, 0x0000ffff, 0x0000ffff },
		{ 0x7880, 0x00000001, 0xfffffffd },	/* TXDMA on, RXDMA off until start */
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
		CU_ASSERT_EQUAL(regs[0x7880 / 4], ones ? 0xffffffff : 0x00000003);
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

/* mode=monitor: as Linux has it, whatever else the port asks for; a wrong FCS by
 * bit 11. */
static void
test_monitor_filter(void)
{
	static const struct {
		const char *chip;
		uint32_t addr, drop, keep;
	} rows[] = {
		{ "rtl8922au", 0x11420, 0x0f174039, 0x0f174839 },
		{ "rtl8852cu", 0xce20, 0x03174439, 0x03174c39 },
		{ "rtl8852bu", 0xce20, 0x03174439, 0x03174c39 },
		{ "rtl8852au", 0xce20, 0x03174439, 0x03174c39 },
		{ "rtl8851bu", 0xce20, 0x03174439, 0x03174c39 },
	};
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (n = 0; n < 8; n++) {
			plug_in_chip(rows[i].chip, 5000);
			port.monitor = true;
			port.promiscuous = n & 1;
			port.allmulticast = n >> 1 & 1;
			port.conf.bad_fcs = n >> 2 & 1 ? WPORT_BAD_FCS_KEEP :
				WPORT_BAD_FCS_DROP;
			CU_ASSERT_EQUAL(rtw89u_hw_set_filter(&port), 0);
			CU_ASSERT_EQUAL(regs[rows[i].addr / 4],
					n >> 2 & 1 ? rows[i].keep : rows[i].drop);
		}
	}
}

static const char * const ax_chips[] = {
	"rtl8852cu", "rtl8852bu", "rtl8852au", "rtl8851bu",
};

static void
test_ax_filter(void)
{
	static const struct {
		uint8_t promiscuous, allmulticast;
		uint32_t value;
	} rows[] = {
		{ 0, 0, 0x031744be }, { 0, 1, 0x031744b6 },
		{ 1, 0, 0x031744b0 }, { 1, 1, 0x031744b0 },
	};
	unsigned int i, c;

	for (c = 0; c < RTE_DIM(ax_chips); c++) {
		for (i = 0; i < RTE_DIM(rows); i++) {
			plug_in_chip(ax_chips[c], 5000);
			port.promiscuous = rows[i].promiscuous;
			port.allmulticast = rows[i].allmulticast;
			CU_ASSERT_EQUAL(rtw89u_hw_set_filter(&port), 0);
			CU_ASSERT_EQUAL(regs[0xce20 / 4], rows[i].value);
		}
	}
}

/* What Linux 7.3.4 writes: 0x8900 alone, in units of 4 KiB; 8852C 0x6000 as on BE. */
static void
test_ax_aggregation(void)
{
	const uint32_t unset = WPORT_UNSET;
	const struct {
		const char *chip;
		uint32_t mbps, hold, kib, count, addr, value;
	} rows[] = {
		{ "rtl8851bu", 480, unset, unset, unset, 0x8900, 0x80002005 },
		{ "rtl8852au", 5000, unset, unset, unset, 0x8900, 0x80002005 },
		{ "rtl8852bu", 5000, unset, unset, unset, 0x8900, 0x80002005 },
		{ "rtl8852bu", 480, unset, unset, unset, 0x8900, 0x80002005 },
		{ "rtl8852cu", 5000, unset, unset, unset, 0x6000, 0x80ff2014 },
		{ "rtl8852cu", 480, unset, unset, unset, 0x6000, 0x80ff2014 },
		{ "rtl8852bu", 5000, 32, unset, unset, 0x8900, 0x80000105 },
		/* The vendor's small-packet mode: one unit of time, one of size. */
		{ "rtl8852cu", 5000, 32, 1, unset, 0x6000, 0x80ff0101 },
		{ "rtl8852bu", 480, 32, 4, unset, 0x8900, 0x80000101 },
		{ "rtl8852au", 5000, 500, unset, unset, 0x8900, 0x80001005 },
		{ "rtl8852bu", 5000, 0, unset, unset, 0x8900, 0x00000005 },
		{ "rtl8852bu", 5000, unset, 4, 7, 0x8900, 0x80072001 },
		/* down to whole units */
		{ "rtl8852bu", 5000, unset, 7, unset, 0x8900, 0x80002001 },
		{ "rtl8852bu", 5000, unset, 1020, 255, 0x8900, 0x80ff20ff },
		{ "rtl8852cu", 5000, unset, 1023, 1, 0x6000, 0x800120ff },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in_chip(rows[i].chip, rows[i].mbps);
		port.conf.hold_us = rows[i].hold;
		port.conf.agg_kib = rows[i].kib;
		port.conf.agg_count = rows[i].count;
		regs[0x8904 / 4] = 0x12345678;
		CU_ASSERT_EQUAL(set_agg(), 0);
		CU_ASSERT_TRUE(reads_back());
		CU_ASSERT_EQUAL(regs[rows[i].addr / 4], rows[i].value);
		CU_ASSERT_EQUAL(regs[0x8904 / 4], 0x12345678);
		CU_ASSERT_EQUAL(regs[(rows[i].addr ^ 0xe900) / 4], 0);
	}
	CU_ASSERT_EQUAL(regs[0x6004 / 4], 0x0003001f);
}

static void
test_ax_init(void)
{
	static const struct {
		uint32_t addr, from_zeros, from_ones;
	} rows[] = {
		{ 0x9c00, 0x00000003, 0xffffffff },	/* FCS appended */
		{ 0x9c18, 0x00000001, 0xfffffffd },	/* status to the host ... */
		{ 0xce40, 0x0000002b, 0x0000002b },	/* ... as Linux has it */
		{ 0xce24, 0x55555555, 0x55555555 },
		{ 0xce28, 0x55555555, 0x55555555 },
		{ 0xce2c, 0x55555555, 0x55555555 },
	};
	unsigned int c, i, ones, super;

	for (c = 0; c < RTE_DIM(ax_chips); c++) {
		/* 8852C 0x7880, else 0x8380 */
		uint32_t hci = c == 0 ? 0x7880 : 0x8380;

		for (ones = 0; ones < 2; ones++) {
			for (super = 0; super < 2; super++) {
				plug_in_chip(ax_chips[c], super ? 5000 : 480);
				memset(regs, ones ? 0xff : 0, sizeof(regs));
				CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
				for (i = 0; i < RTE_DIM(rows); i++)
					CU_ASSERT_EQUAL(regs[rows[i].addr / 4],
							ones ? rows[i].from_ones :
							rows[i].from_zeros);
				/* 1024 bytes on SuperSpeed: 0, 512: 1 */
				CU_ASSERT_EQUAL(regs[0x8908 / 4],
						(ones ? 0xfffffffc : 0) | !super);
				CU_ASSERT_EQUAL(regs[hci / 4], ones ? 0xfffffffd : 1);
				CU_ASSERT_EQUAL(rtw89u_hw_set_rx(&port, true), 0);
				CU_ASSERT_EQUAL(regs[hci / 4], ones ? 0xffffffff : 3);
				CU_ASSERT_EQUAL(rtw89u_hw_set_rx(&port, false), 0);
				CU_ASSERT_EQUAL(regs[hci / 4], ones ? 0xfffffffd : 1);
			}
		}
	}
}

/* The efuse's records: block 0x91 (0x488 / 8), words 0 to 2; 0x438 is block 0x87. */
static void
test_efuse_mac(void)
{
	static const uint8_t mac[] = { 0x00, 0xe0, 0x4c, 0x12, 0x34, 0x56 };
	unsigned int c;

	for (c = 0; c < RTE_DIM(ax_chips); c++) {
		bool is_52a = strcmp(ax_chips[c], "rtl8852au") == 0;

		plug_in_chip(ax_chips[c], 5000);
		/* The first four bytes are no record. A record of another block. */
		memcpy(efuse + 4, "\x00\x1e\xaa\xbb", 4);
		/* One of ours with a wrong first word, patched by a later one. */
		memcpy(efuse + 8, is_52a ? "\x08\x78" : "\x09\x18", 2);
		memcpy(efuse + 10, "\x11\x22\x4c\x12\x34\x56", 6);
		memcpy(efuse + 16, is_52a ? "\x08\x7e" : "\x09\x1e", 2);
		memcpy(efuse + 18, mac, 2);
		CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
		CU_ASSERT_EQUAL(memcmp(port.mac.addr_bytes, mac, sizeof(mac)), 0);
	}
}

/* An efuse that is empty, has no end, or does not answer: a local address. */
static void
test_efuse_without_mac(void)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		plug_in_chip("rtl8852cu", 5000);
		if (i == 1)
			memset(efuse, 0x00, sizeof(efuse));
		efuse_dead = i == 2;
		CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
		CU_ASSERT(rte_is_valid_assigned_ether_addr(&port.mac));
		CU_ASSERT(rte_is_local_admin_ether_addr(&port.mac));
	}
}

/* A CMAC that sleeps is woken, at most ten times; a BE chip has nothing to wake. */
static void
test_cmac_asleep(void)
{
	uint32_t value;

	plug_in_chip("rtl8852cu", 5000);
	regs[0xce20 / 4] = 0x11223344;
	asleep = 3;
	CU_ASSERT_EQUAL(wport_reg_read(&port, 0xce20, &value), 0);
	CU_ASSERT_EQUAL(value, 0x11223344);
	CU_ASSERT_EQUAL(nb_requests, 1 + 3 * 2);
	plug_in_chip("rtl8852cu", 5000);
	asleep = 100;
	CU_ASSERT_EQUAL(wport_reg_read(&port, 0xce20, &value), 0);
	CU_ASSERT_EQUAL(value, 0xdeadbeef);
	CU_ASSERT_EQUAL(nb_requests, 1 + 10 * 2);
	/* The device goes while it is woken. */
	plug_in_chip("rtl8852cu", 5000);
	asleep = 3;
	fail_from = 1;
	fail_with = -ENODEV;
	CU_ASSERT_EQUAL(wport_reg_read(&port, 0xce20, &value), -ENODEV);
	CU_ASSERT_EQUAL(nb_requests, 2);
	plug_in_chip("rtl8852cu", 5000);
	regs[0x8908 / 4] = 0xdeadbeef;
	CU_ASSERT_EQUAL(wport_reg_read(&port, 0x8908, &value), 0);
	CU_ASSERT_EQUAL(nb_requests, 1);
	plug_in(5000);
	asleep = 100;
	CU_ASSERT_EQUAL(wport_reg_read(&port, 0xce20, &value), 0);
	CU_ASSERT_EQUAL(nb_requests, 1);
}

/* Where the CMAC begins and ends: 0xc000 to 0xffff. */
static void
test_cmac_ends(void)
{
	static const struct {
		uint32_t addr;
		bool wakes;
	} rows[] = { { 0xbffc, false }, { 0xc000, true }, { 0xfffc, true }, { 0x10000, false } };
	unsigned int i;
	uint32_t value;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in_chip("rtl8852cu", 5000);
		regs[rows[i].addr / 4] = 0xdeadbeef;
		CU_ASSERT_EQUAL(wport_reg_read(&port, rows[i].addr, &value), 0);
		CU_ASSERT_EQUAL(regs[0xc004 / 4], rows[i].wakes ? 0xffffffff : 0);
	}
}

/* The table: endpoints and channels of each chip. */
static void
test_chip_rows(void)
{
	static const struct {
		const char *name;
		bool be, is_8852c;
		enum rtw89u_txd_format txd;
		uint8_t dma[4], ep[4];
		uint32_t unit;
	} rows[] = {
		/* BE, BK, VI, VO */
		{ "rtl8922au", true, false, RTW89U_TXD_BE,
		  { 0, 2, 2, 0 }, { 0x09, 0x0b, 0x0b, 0x09 }, 1024 },
		{ "rtl8852cu", false, true, RTW89U_TXD_AX_8852C,
		  { 0, 2, 2, 0 }, { 0x09, 0x0b, 0x0b, 0x09 }, 1024 },
		{ "rtl8852bu", false, false, RTW89U_TXD_AX,
		  { 0, 1, 2, 3 }, { 0x09, 0x0a, 0x0b, 0x0c }, 4096 },
		{ "rtl8852au", false, false, RTW89U_TXD_AX,
		  { 0, 2, 2, 0 }, { 0x09, 0x0b, 0x0b, 0x09 }, 4096 },
		{ "rtl8851bu", false, false, RTW89U_TXD_AX,
		  { 0, 1, 2, 3 }, { 0x09, 0x0a, 0x0b, 0x0c }, 4096 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		const struct wport_chip *port_chip = rtw89u_chip_at(i);
		const struct rtw89u_chip *chip = rtw89u_chip_of(port_chip);

		CU_ASSERT_STRING_EQUAL(port_chip->name, rows[i].name);
		CU_ASSERT_EQUAL(rtw89u_chip_index(port_chip), i);
		CU_ASSERT_EQUAL(chip->be, rows[i].be);
		CU_ASSERT_EQUAL(chip->ppdu.be, rows[i].be);
		CU_ASSERT_EQUAL(chip->is_8852c, rows[i].is_8852c);
		CU_ASSERT_EQUAL(chip->txd, rows[i].txd);
		CU_ASSERT_EQUAL(memcmp(chip->dma, rows[i].dma, 4), 0);
		CU_ASSERT_EQUAL(chip->dma[4], 8);
		CU_ASSERT_EQUAL(memcmp(port_chip->ep_out, rows[i].ep, 4), 0);
		CU_ASSERT_EQUAL(port_chip->ep_mgmt, 0x05);
		CU_ASSERT_EQUAL(port_chip->ep_in, 0x84);
		CU_ASSERT_EQUAL(port_chip->ep_event, 0);
		CU_ASSERT_TRUE(port_chip->fcs);
		CU_ASSERT_EQUAL(port_chip->agg_unit, rows[i].unit);
		/* An aggregate and one largest unit fit. */
		CU_ASSERT(port_chip->agg_bytes + port_chip->unit_max <= port_chip->buf_size);
	}
	CU_ASSERT_PTR_NULL(rtw89u_chip_at(i));
}

static void
test_register_that_does_not_take(void)
{
	plug_in(5000);
	stuck_at = 0x6000;
	CU_ASSERT_EQUAL(set_agg(), 0);
	CU_ASSERT_EQUAL(agg_now.hold_us, 0);
	plug_in(5000);
	stuck_at = 0x6004;
	CU_ASSERT_EQUAL(set_agg(), -EIO);
	/* The switch is not thrown over limits that did not take. */
	CU_ASSERT_EQUAL(regs[0x6000 / 4], 0);
}

/* What is read back is told where it has a meaning: switch, count, hold, size. Others are
 * the chip's. What stands in the second register, size [17:16] and the small-packet function
 * [7:0], has to be there. */
static void
test_bits_that_do_not_take(void)
{
	static const struct {
		const char *chip;
		uint32_t addr, fields;
	} rows[] = {
		{ "rtl8922au", 0x6000, 0x80ffffff },
		{ "rtl8922au", 0x6004, 0x000300ff },
		{ "rtl8852cu", 0x6000, 0x80ffffff },
		{ "rtl8852bu", 0x8900, 0x80ffffff },
	};
	unsigned int i, bit;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (bit = 0; bit < 32; bit++) {
			bool matters = (rows[i].fields >> bit & 1) != 0;
			bool second = rows[i].addr == 0x6004;

			plug_in_chip(rows[i].chip, 5000);
			flip_at = rows[i].addr;
			flip_bits = 1u << bit;
			CU_ASSERT_EQUAL(set_agg(), matters && second ? -EIO : 0);
			CU_ASSERT_EQUAL(reads_back(), !matters);
		}
	}
}

/* What is in the register is what is told, each field in its own unit. */
static void
test_read_back(void)
{
	static const struct {
		const char *chip;
		uint32_t addr, wrong, hold, bytes, count;
	} rows[] = {
		{ "rtl8922au", 0x6000, 0x80ff0114, 32, 20480, 255 },
		{ "rtl8922au", 0x6000, 0x80072014, 1024, 20480, 7 },
		{ "rtl8922au", 0x6000, 0xf0ffff01, 8160, 1024, 255 },
		{ "rtl8922au", 0x6000, 0x00ff2014, 0, 20480, 255 },
		{ "rtl8852cu", 0x6000, 0x80ff10ff, 512, 261120, 255 },
		{ "rtl8852bu", 0x8900, 0x80002005, 1024, 20480, 0 },
		{ "rtl8852bu", 0x8900, 0x80ff01ff, 32, 1044480, 255 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		plug_in_chip(rows[i].chip, 480);
		stuck_at = rows[i].addr;
		regs[rows[i].addr / 4] = rows[i].wrong;
		CU_ASSERT_EQUAL(set_agg(), 0);
		CU_ASSERT_EQUAL(agg_now.hold_us, rows[i].hold);
		CU_ASSERT_EQUAL(agg_now.bytes, rows[i].bytes);
		CU_ASSERT_EQUAL(agg_now.count, rows[i].count);
	}
}

/* Another hold is one write: what has its value already is not written again. */
static void
test_another_hold(void)
{
	plug_in(5000);
	port.conf.agg_kib = 300;
	CU_ASSERT_EQUAL(set_agg(), 0);
	CU_ASSERT_EQUAL(regs[0x6004 / 4], 0x0001001f);
	port.conf.hold_us = 64;
	nb_writes = 0;
	CU_ASSERT_EQUAL(set_agg(), 0);
	CU_ASSERT_EQUAL(nb_writes, 1);
	CU_ASSERT_EQUAL(regs[0x6000 / 4], 0x80ff022c);
	CU_ASSERT_EQUAL(agg_now.bytes, 300 * 1024);
}

/* Asked briefly a register is tried once, and its silence is no error line. */
static void
test_brief(void)
{
	plug_in(5000);
	port.reg_brief = true;
	fail_from = 2;
	fail_with = -ETIMEDOUT;
	CU_ASSERT_EQUAL(set_agg(), -ETIMEDOUT);
	CU_ASSERT_EQUAL(nb_requests, 3);
}

/* Every request of the bring-up fails in turn: its error comes back, after ten
 * tries, and one when the device is gone. */
static void
check_each_request_fails(const char *chip)
{
	static const struct {
		int error;
		unsigned int tries;
	} rows[] = { { -EPIPE, 10 }, { -ETIMEDOUT, 10 }, { -ENODEV, 1 } };
	unsigned int i, n, total;

	plug_in_chip(chip, 5000);
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
	total = nb_requests;
	for (i = 0; i < RTE_DIM(rows); i++) {
		for (n = 0; n < total; n++) {
			plug_in_chip(chip, 5000);
			fail_from = n;
			fail_with = rows[i].error;
			CU_ASSERT_EQUAL(rtw89u_hw_init(&port), rows[i].error);
			CU_ASSERT_EQUAL(nb_requests, n + rows[i].tries);
		}
	}
	plug_in_chip(chip, 5000);
	fail_from = 0;
	fail_with = 2;		/* half a register */
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), -EIO);
}

static void
test_each_request_fails(void)
{
	check_each_request_fails("rtl8922au");
	check_each_request_fails("rtl8852bu");
	check_each_request_fails("rtl8852cu");
}

static void
test_capture_has_no_registers(void)
{
	plug_in(0);
	usb.ops = &capture_ops;
	CU_ASSERT_EQUAL(rtw89u_hw_init(&port), 0);
	CU_ASSERT(rte_is_valid_assigned_ether_addr(&port.mac));
	CU_ASSERT_EQUAL(wport_hold_apply(&port), 0);
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
		{ "filter of monitor mode", test_monitor_filter },
		{ "AX: filter values", test_ax_filter },
		{ "AX: aggregation values", test_ax_aggregation },
		{ "AX: init values", test_ax_init },
		{ "AX: MAC address in the efuse", test_efuse_mac },
		{ "AX: efuse without a MAC address", test_efuse_without_mac },
		{ "AX: CMAC asleep", test_cmac_asleep },
		{ "AX: ends of the CMAC", test_cmac_ends },
		{ "chip rows", test_chip_rows },
		{ "a register that does not take", test_register_that_does_not_take },
		{ "bits that do not take", test_bits_that_do_not_take },
		{ "read back", test_read_back },
		{ "another hold", test_another_hold },
		{ "brief", test_brief },
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
