/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "chip.h"

/*
 * CE and extended commands (openwrt/mt76 mt76_connac_mcu.h, mt7921/mcu.c). Which of them
 * are answered: those that Linux 6.1.192 and 7.3.4 wait for.
 */

enum ce {
	CE_START_HW_SCAN = 0x03, CE_SET_RX_FILTER = 0x0a, CE_SET_CHAN_DOMAIN = 0x0f,
	CE_SET_BSS_ABORT = 0x17, CE_SET_EDCA_PARMS = 0x1d, CE_SET_RATE_TX_POWER = 0x5d,
	CE_GET_NIC_CAPAB = 0x8a, CE_REG = 0xc0, CE_FWLOG_2_HOST = 0xc5, CE_CHIP_CONFIG = 0xca,
};
enum ext {
	EXT_EFUSE_ACCESS = 0x01, EXT_CHANNEL_SWITCH = 0x08, EXT_EFUSE_BUFFER_MODE = 0x21,
	EXT_PROTECT_CTRL = 0x3e, EXT_MAC_INIT_CTRL = 0x46, EXT_SET_RX_PATH = 0x4e,
};

#define SCAN_NS 50000000u	/* an estimate */
#define EFUSE_BLOCK 16u
#define EFUSE_MAC 4u		/* where it lies: as in other chips of the family */
#define EFUSE_SIZE 0x600u	/* an estimate */
/* 7.5 to 9.4 ms were measured (Network-Weather/mt76-usb-macos). */
#define CHANNEL_SWITCH_NS 8000000u

/* Classes of frames that a flag lets through: what Linux 6.1 writes to the registers for
 * the same flags (seen on an emulated device). */
#define FILTER_ENABLE (1u << 31)
#define FILTER_FCS_FAIL (1u << 2)
#define FILTER_CONTROL (1u << 5)
#define FILTER_OTHER_BSS (1u << 6)
#define RFCR_FCS_FAIL 0x00000002u
#define RFCR_CONTROL 0x0010e000u
#define RFCR_OTHER_BSS 0x00080300u
#define RFCR1_CONTROL 0x000001f0u
#define FILTER_FLAGS 1
#define FILTER_BITMAP 2

static void
drop_class(struct mt7921 *m, uint32_t address, uint32_t bits, bool drop)
{
	uint32_t value = mt7921_regs_get(&m->regs, address);

	mt7921_regs_set(&m->regs, address, drop ? value | bits : value & ~bits);
}

static void
set_rx_filter(struct mt7921 *m, const uint8_t *body)
{
	uint32_t flags = get_le32(body + 8), bitmap = get_le32(body + 12);

	switch (body[4]) {
	case FILTER_FLAGS:
		if ((flags & FILTER_ENABLE) == 0)
			break;
		drop_class(m, REG_RFCR, RFCR_FCS_FAIL, (flags & FILTER_FCS_FAIL) == 0);
		drop_class(m, REG_RFCR, RFCR_CONTROL, (flags & FILTER_CONTROL) == 0);
		drop_class(m, REG_RFCR1, RFCR1_CONTROL, (flags & FILTER_CONTROL) == 0);
		drop_class(m, REG_RFCR, RFCR_OTHER_BSS, (flags & FILTER_OTHER_BSS) == 0);
		break;
	case FILTER_BITMAP:
		if (body[16] == 1 || body[16] == 2)
			drop_class(m, REG_RFCR, bitmap, body[16] == 1);
		else
			mt7921_mcu_fault(m, FAULT_mcu_bad_body);
		break;
	default:
		mt7921_mcu_fault(m, FAULT_mcu_bad_body);
	}
}

static uint8_t *
put_element(uint8_t *p, uint32_t type, const uint8_t *data, uint32_t len)
{
	put_le32(p, type);
	put_le32(p + 4, len);
	memcpy(p + 8, data, len);
	return p + 8 + len;
}

/* Elements: MAC address 7, PHY 8, 6 GHz 0x18. PHY: HT, VHT, 5 GHz, bandwidth (2: 80 MHz),
 * streams, DBDC, LDPC and STBC of both directions, bands 2.4 and 5 GHz, HE. */
static void
nic_capability(struct mt7921 *m, const struct mcu_command *cmd)
{
	static const uint8_t phy[12] = { 1, 1, 1, 2, 2, 0, 1, 1, 1, 1, 3, 1 };
	static const uint8_t six_ghz[1] = { 1 };
	uint8_t body[MCU_ANSWER_MAX] = { 3 }, *p = body + 4;
	struct mcu_reply reply = { .eid = EID_RESULT, .body = body };

	p = put_element(p, 0x07, m->sw.mac, 6);
	p = put_element(p, 0x08, phy, sizeof(phy));
	p = put_element(p, 0x18, six_ghz, sizeof(six_ghz));
	reply.len = (uint32_t)(p - body);
	mt7921_mcu_reply(m, cmd, &reply);
}

static void
register_access(struct mt7921 *m, const struct mcu_command *cmd)
{
	uint32_t address = get_le32(cmd->body);
	uint8_t body[8];
	const struct mcu_reply reply = { .eid = EID_REG, .body = body, .len = sizeof(body) };

	if (address % 4 != 0) {
		mt7921_mcu_fault(m, FAULT_mcu_bad_body);
		return;
	}
	if (!cmd->query) {
		mt7921_register_write(m, address, get_le32(cmd->body + 4), false);
		mt7921_mcu_generic(m, cmd);
		return;
	}
	put_le32(body, address);
	put_le32(body + 4, mt7921_register_read(m, address));
	mt7921_mcu_reply(m, cmd, &reply);
}

/* The shortest body of each that Linux sends. */
static uint32_t
ce_length(const struct mcu_command *cmd)
{
	switch (cmd->id) {
	case CE_REG:
		return 8;
	case CE_SET_RX_FILTER:
		return 68;
	case CE_CHIP_CONFIG:
		return 328;
	case CE_SET_CHAN_DOMAIN:
		return 12;
	case CE_FWLOG_2_HOST:
	case CE_SET_BSS_ABORT:
		return 4;
	default:
		return 0;
	}
}

void
mt7921_ce_command(struct mt7921 *m, const struct mcu_command *cmd)
{
	if (cmd->len < ce_length(cmd)) {
		mt7921_mcu_fault(m, FAULT_mcu_bad_body);
		return;
	}
	switch (cmd->id) {
	case CE_GET_NIC_CAPAB:
		nic_capability(m, cmd);
		break;
	case CE_REG:
		register_access(m, cmd);
		break;
	case CE_SET_RX_FILTER:
		set_rx_filter(m, cmd->body);
		break;
	case CE_FWLOG_2_HOST:
		m->mcu.log = cmd->body[0] != 0;
		break;
	case CE_START_HW_SCAN:
		mt7921_mcu_scan(m, m->dev.now_ns + SCAN_NS);
		break;
	case CE_SET_CHAN_DOMAIN:
	case CE_SET_BSS_ABORT:
	case CE_SET_EDCA_PARMS:
	case CE_SET_RATE_TX_POWER:
	case CE_CHIP_CONFIG:
		break;	/* nothing here depends on them, nobody waits */
	default:
		m->count.mcu_unknown++;
		mt7921_mcu_generic(m, cmd);
	}
}

/* 76 bytes: control channel, centre, bandwidth; at 10 the band, 0 to 2. */
static void
channel_info(struct mt7921 *m, const struct mcu_command *cmd)
{
	static const uint8_t bands[] = { 2, 5, 6 };
	const uint8_t *p = cmd->body;
	struct mcu_channel c = { .control = p[0], .centre = p[1], .bandwidth = p[2] };
	struct mcu_reply reply = { .eid = EID_RESULT };

	if (p[10] < sizeof(bands))
		c.band = bands[p[10]];
	if (mt7921_channel_exists(c.band, c.control)) {
		mt7921_tune(m, &c);
		if (cmd->id == EXT_CHANNEL_SWITCH) {
			reply.takes_ns = CHANNEL_SWITCH_NS;
			m->mcu.sniffer = m->mcu.sniffer && !m->sw.hopmute;
		}
	} else {
		mt7921_mcu_fault(m, FAULT_mcu_bad_channel);
	}
	mt7921_mcu_reply(m, cmd, &reply);
	m->mcu.deaf_until_ns = m->mcu.busy_until_ns;
}

static uint8_t
efuse_byte(const struct mt7921 *m, uint32_t address)
{
	static const uint8_t id[2] = { 0x61, 0x79 };

	if (address < sizeof(id))
		return id[address];
	if (address >= EFUSE_MAC && address < EFUSE_MAC + 6)
		return m->sw.mac[address - EFUSE_MAC];
	return 0;
}

static void
efuse_access(struct mt7921 *m, const struct mcu_command *cmd)
{
	uint32_t address = get_le32(cmd->body) / EFUSE_BLOCK * EFUSE_BLOCK, i;
	uint8_t body[8 + EFUSE_BLOCK] = { 0 };
	const struct mcu_reply reply = { .eid = EID_EXT, .status = EXT_EFUSE_ACCESS,
					 .body = body, .len = sizeof(body) };

	put_le32(body, address);
	put_le32(body + 4, address < EFUSE_SIZE);
	for (i = 0; i < EFUSE_BLOCK && address < EFUSE_SIZE; i++)
		body[8 + i] = efuse_byte(m, address + i);
	mt7921_mcu_reply(m, cmd, &reply);
}

static uint32_t
ext_length(const struct mcu_command *cmd)
{
	switch (cmd->id) {
	case EXT_CHANNEL_SWITCH:
	case EXT_SET_RX_PATH:
		return 76;
	case EXT_EFUSE_ACCESS:
		return 8;
	case EXT_PROTECT_CTRL:
		return 12;
	default:
		return 4;
	}
}

void
mt7921_ext_command(struct mt7921 *m, const struct mcu_command *cmd)
{
	if (cmd->len < ext_length(cmd)) {
		mt7921_mcu_fault(m, FAULT_mcu_bad_body);
		return;
	}
	switch (cmd->id) {
	case EXT_CHANNEL_SWITCH:
	case EXT_SET_RX_PATH:
		channel_info(m, cmd);
		return;
	case EXT_EFUSE_ACCESS:
		efuse_access(m, cmd);
		return;
	case EXT_EFUSE_BUFFER_MODE:
		/* Mode 0, format 1: all of it from the fuses. */
		if (cmd->body[0] == 0 && cmd->body[1] == 1)
			m->mcu.efuse = true;
		else
			mt7921_mcu_fault(m, FAULT_mcu_bad_body);
		break;
	case EXT_PROTECT_CTRL:
	case EXT_MAC_INIT_CTRL:
		break;
	default:
		m->count.mcu_unknown++;
	}
	mt7921_mcu_generic(m, cmd);
}
