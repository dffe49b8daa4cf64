/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef UP_CHIP_H
#define UP_CHIP_H

/*
 * A chip by script behind a transport of the test's: registers that keep what is written, a
 * boot loader and a firmware that answer. Requests and commands are typed from openwrt/mt76
 * mt76.h, mt792x_usb.c and mt76_connac_mcu.h, not taken from the driver.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_log.h>

#include "mt76u.h"
#include "mt76u_hw.h"

#define CHIP_REGS	256
#define CHIP_CMDS	128
#define CHIP_ANSWERS	32
#define CHIP_FW		65536

struct chip_answer {
	uint8_t bytes[256];
	uint32_t len;
};

/* How a command may go wrong. */
enum chip_fault {
	CHIP_WELL,
	CHIP_MUTE,		/* no answer */
	CHIP_OTHER_SEQ,		/* to another command */
	CHIP_STATUS,		/* status byte, or result, of chip.status */
	CHIP_SHORT,		/* cut behind chip.status bytes */
	CHIP_OTHER_CID,		/* a result of another command */
	CHIP_ASIDES,		/* three events and a frame before the answer */
};

struct chip {
	struct {
		uint32_t addr, value;
	} regs[CHIP_REGS];
	unsigned int nb_regs;
	bool never_powers, never_starts, never_resets, loader_silent, rx_never_idle;
	bool mac_zero, no_6g;

	/* Requests: from number fail_at on, fail_count of them end with fail_with. */
	unsigned int nb_control, nb_bulk;
	unsigned int fail_at, fail_count;
	unsigned int bulk_fail_at, bulk_fail_count;
	int fail_with;
	int reset_with;
	unsigned int nb_resets;		/* of the port */
	unsigned int nb_wfsys;		/* of the Wi-Fi side */
	unsigned int nb_halts;		/* cleared */
	uint8_t halted;			/* endpoint that stalls until then */

	/* Commands: id, or for extended ones 0xed00 + id, for UNI 0x10000 + id. */
	uint32_t cmds[CHIP_CMDS];
	bool rx_on[CHIP_CMDS];		/* answers could come then */
	unsigned int nb_cmds;
	uint32_t fault_cmd;
	enum chip_fault fault;
	unsigned int fault_count;
	uint8_t status;
	struct chip_answer answers[CHIP_ANSWERS];
	unsigned int nb_answers, next_answer;

	uint8_t fw[CHIP_FW];		/* what came on endpoint 4 */
	uint32_t fw_len;
	uint32_t slept_us, longest_us;
};

#define CHIP_EXT(id) (0xed00u + (id))
#define CHIP_UNI(id) (0x10000u + (id))

#define CONN_ON_MISC	0x7c0600f0u
#define HOST_CONFIG	0x7c027030u
#define GLO_CFG		0x7c024208u
#define DUMMY_CR	0x54000120u
#define WLCFG_0		0x74000018u
#define TX_QSEL		0x74000008u
#define RFCR		0x820e5000u

#define WFSYS_RST	0x70002600u
#define CONN_STATUS	0x74000a20u

static struct chip chip;
static struct wport chip_port;

static struct usb_transport usb;
static FILE *log_file;
static char *log_text;
static size_t log_size;

/* In the place of DPDK's: a chip by script needs no time. */
void
rte_delay_us_sleep(unsigned int us)
{
	chip.slept_us += us;
	chip.longest_us = RTE_MAX(chip.longest_us, us);
}

static inline uint32_t *
chip_reg(uint32_t addr)
{
	unsigned int i;

	for (i = 0; i < chip.nb_regs; i++)
		if (chip.regs[i].addr == addr)
			return &chip.regs[i].value;
	CU_ASSERT_FATAL(chip.nb_regs < CHIP_REGS);
	chip.regs[chip.nb_regs].addr = addr;
	chip.regs[chip.nb_regs].value = 0;
	return &chip.regs[chip.nb_regs++].value;
}

static uint32_t
get32(const uint8_t *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static void
put32(uint8_t *p, uint32_t v)
{
	p[0] = v;
	p[1] = v >> 8;
	p[2] = v >> 16;
	p[3] = v >> 24;
}

static void
write_uhw(uint32_t addr, uint32_t value)
{
	if (addr == WFSYS_RST && (*chip_reg(addr) & 1) != 0 && (value & 1) == 0) {
		chip.nb_wfsys++;
		*chip_reg(CONN_ON_MISC) = 0;
		if (!chip.never_resets)
			*chip_reg(CONN_STATUS) = 0x00400000;
	}
	*chip_reg(addr) = value;
}

static bool
is_due(unsigned int n, unsigned int at, unsigned int count)
{
	return n > at && n - at <= count;
}

static int
chip_control(struct usb_transport *t, const struct usb_request *req, void *data,
	     unsigned int timeout_ms)
{
	uint32_t addr = (uint32_t)req->wValue << 16 | req->wIndex;

	CU_ASSERT_EQUAL(timeout_ms, 300);
	if (is_due(++chip.nb_control, chip.fail_at, chip.fail_count))
		return chip.fail_with;
	switch (req->bmRequestType << 8 | req->bRequest) {
	case 0x5f04:
		CU_ASSERT_EQUAL(addr, 1);
		CU_ASSERT_EQUAL(req->wLength, 0);
		if (!chip.never_powers)
			*chip_reg(CONN_ON_MISC) = 0x00000001;
		return 0;
	case 0xdf63:
		CU_ASSERT_EQUAL(req->wLength, 4);
		put32(data, *chip_reg(addr) | (addr == GLO_CFG && chip.rx_never_idle ? 8 : 0));
		return 4;
	case 0x5f66:
		*chip_reg(addr) = get32(data);
		return 4;
	case 0xde01:
		put32(data, *chip_reg(addr));
		return 4;
	case 0x5e02:
		write_uhw(addr, get32(data));
		return 4;
	default:
		CU_FAIL("a request that the chip does not know");
		return -EPIPE;
	}
}

/* An answer that waits before any command. */
static inline void
chip_say(const void *bytes, uint32_t len)
{
	struct chip_answer *a;

	CU_ASSERT_FATAL(chip.nb_answers < CHIP_ANSWERS && len <= sizeof(a->bytes));
	a = &chip.answers[chip.nb_answers++];
	memcpy(a->bytes, bytes, len);
	a->len = len;
}

/* Room for an event with a body of so many bytes; 3 and 4 more of padding. */
static uint32_t
event(uint8_t *p, uint8_t id, uint8_t seq, uint8_t option, uint8_t status, uint32_t body)
{
	memset(p, 0, 256);
	put32(p, 7u << 27 | (36 + body));
	put32(p + 24, 0xe0000000 | (12 + body));
	p[28] = id;
	p[29] = seq;
	p[30] = option;
	p[32] = status;
	return (36 + body + 3) / 4 * 4 + 4;
}

static void
say_asides(void)
{
	uint8_t p[256];

	chip_say(p, event(p, 0x27, 0, 0, 0, 20));	/* debug text */
	chip_say(p, event(p, 0x01, 5, 4, 0, 0));	/* says itself that it is unasked */
	memset(p, 0, 64);
	put32(p, 2u << 27 | 60);
	chip_say(p, 64);				/* a frame */
	chip_say("\x05", 1);				/* nothing */
}

/* MAC address, PHY of two antennas for 2.4 and 5 GHz, 6 GHz. */
static uint32_t
capabilities(uint8_t *p, uint8_t seq)
{
	static const uint8_t list[] = {
		3, 0, 0, 0,
		7, 0, 0, 0, 6, 0, 0, 0, 0x02, 0x00, 0x00, 0x79, 0x61, 0x01,
		8, 0, 0, 0, 12, 0, 0, 0, 1, 1, 1, 2, 2, 0, 1, 1, 1, 1, 3, 1,
		0x18, 0, 0, 0, 1, 0, 0, 0, 1,
	};
	uint32_t len = event(p, 1, seq, 0, 0, sizeof(list));

	memcpy(p + 36, list, sizeof(list));
	if (chip.mac_zero)
		memset(p + 36 + 12, 0, 6);
	if (chip.no_6g)
		p[36 + sizeof(list) - 1] = 0;
	return len;
}

static uint8_t
good_status(uint32_t cmd, const uint8_t *payload)
{
	if (cmd == 0x10)
		return payload[0] == 1 ? 2 : 3;
	return 0;
}

static uint32_t
answer(uint8_t *p, uint32_t cmd, uint8_t seq, const uint8_t *payload)
{
	uint32_t len;

	if (cmd == 0x8a)
		return capabilities(p, seq);
	if (cmd < CHIP_UNI(0))
		return event(p, cmd == 0x10 ? 4 : 1, seq, 0, good_status(cmd, payload), 0);
	len = event(p, 1, seq, 2, 0, 8);
	p[36] = cmd;
	return len;
}

static void
say_answer(uint32_t cmd, uint8_t seq, const uint8_t *payload)
{
	enum chip_fault fault = CHIP_WELL;
	uint8_t p[256];
	uint32_t len;

	if (cmd == chip.fault_cmd && chip.fault_count != 0) {
		chip.fault_count--;
		fault = chip.fault;
	}
	if (fault == CHIP_ASIDES)
		say_asides();
	len = answer(p, cmd, seq, payload);
	if (fault == CHIP_OTHER_SEQ)
		p[29] = seq % 15 + 1;
	if (fault == CHIP_STATUS)
		p[cmd >= CHIP_UNI(0) ? 40 : 32] = chip.status;
	if (fault == CHIP_OTHER_CID)
		p[36]++;
	if (fault == CHIP_SHORT) {
		len = chip.status;
		put32(p, 7u << 27 | len);
	}
	if (fault != CHIP_MUTE)
		chip_say(p, len);
}

static bool
is_answered(uint32_t cmd)
{
	return cmd != 0x04 && cmd != 0x0a && cmd != 0x17 && cmd != 0xca && cmd != 0xc5;
}

static void
take_command(const uint8_t *p, uint32_t len)
{
	bool uni = p[4 + 43] == 7;
	uint32_t cmd = uni ? CHIP_UNI(p[4 + 34] | p[4 + 35] << 8) :
		p[4 + 36] == 0xed ? CHIP_EXT(p[4 + 41]) : p[4 + 36];

	CU_ASSERT_EQUAL(get32(p) & 0xffff, get32(p + 4) & 0xffff);
	CU_ASSERT_EQUAL(len, (4 + get32(p) + 3) / 4 * 4 + 4);
	CU_ASSERT_FATAL(chip.nb_cmds < CHIP_CMDS);
	chip.rx_on[chip.nb_cmds] = (*chip_reg(WLCFG_0) & 0x00400000) != 0;
	chip.cmds[chip.nb_cmds++] = cmd;
	if (is_answered(cmd))
		say_answer(cmd, p[4 + 39], p + 4 + (uni ? 48 : 64));
	if (cmd == 0x04 && !chip.loader_silent)
		*chip_reg(CONN_ON_MISC) = 1;
	if (cmd == 0x04 && chip.loader_silent)
		*chip_reg(CONN_ON_MISC) = 5;
	if (cmd == 0x02 && !chip.never_starts)
		*chip_reg(CONN_ON_MISC) = 3;
}

static int
chip_bulk(struct usb_transport *t, uint8_t ep, void *data, uint32_t len,
	  unsigned int timeout_ms)
{
	const struct chip_answer *a;

	if (is_due(++chip.nb_bulk, chip.bulk_fail_at, chip.bulk_fail_count))
		return chip.fail_with;
	if (ep == chip.halted)
		return -EPIPE;
	CU_ASSERT_NOT_EQUAL(timeout_ms, 0);
	switch (ep) {
	case 0x08:
		take_command(data, len);
		return len;
	case 0x04:
		CU_ASSERT_FATAL(chip.fw_len + len <= CHIP_FW);
		CU_ASSERT_NOT_EQUAL(*chip_reg(TX_QSEL) & 8, 0);
		memcpy(chip.fw + chip.fw_len, (uint8_t *)data + 4, get32(data));
		chip.fw_len += get32(data);
		return len;
	case 0x85:
		CU_ASSERT(timeout_ms <= 3000);
		if (chip.next_answer == chip.nb_answers)
			return -ETIMEDOUT;
		a = &chip.answers[chip.next_answer++];
		CU_ASSERT_FATAL(a->len <= len);
		memcpy(data, a->bytes, a->len);
		len = a->len;
		if (chip.next_answer == chip.nb_answers)
			chip.next_answer = chip.nb_answers = 0;
		return len;
	default:
		CU_FAIL("an endpoint that is not for this");
		return -ENOENT;
	}
}

static int
chip_clear_halt(struct usb_transport *t, uint8_t ep)
{
	CU_ASSERT_EQUAL(ep, chip.halted);
	chip.nb_halts++;
	chip.halted = 0;
	return 0;
}

static int
chip_reset(struct usb_transport *t)
{
	chip.nb_resets++;
	return chip.reset_with;
}

static const struct usb_transport_ops chip_ops = {
	.name = "chip", .control = chip_control, .bulk = chip_bulk,
	.clear_halt = chip_clear_halt, .reset = chip_reset,
};

/* A cold one in monitor mode; no file is named. */
static inline void
chip_plug_in(void)
{
	memset(&chip, 0, sizeof(chip));
	memset(&chip_port, 0, sizeof(chip_port));
	chip.fail_at = chip.bulk_fail_at = UINT32_MAX;
	*chip_reg(0x70010200u) = 0x00007961;
	usb.ops = &chip_ops;
	chip_port.usb = &usb;
	chip_port.name = "test";
	chip_port.family = &mt76u_family;
	chip_port.chip = mt76u_chip_at(0);
	chip_port.monitor = true;
	chip_port.usb_shared.speed_mbps = 5000;
	chip_port.conf.hold_us = WPORT_UNSET;
	chip_port.conf.agg_kib = WPORT_UNSET;
	chip_port.conf.agg_count = WPORT_UNSET;
}

/* What the driver logs from here on, until the next call; free() it. */
static inline void
chip_log_begin(void)
{
	log_file = open_memstream(&log_text, &log_size);
	CU_ASSERT_PTR_NOT_NULL_FATAL(log_file);
	rte_openlog_stream(log_file);
}

static inline char *
chip_log_end(void)
{
	rte_openlog_stream(NULL);
	fclose(log_file);
	return log_text;
}

#endif /* UP_CHIP_H */
