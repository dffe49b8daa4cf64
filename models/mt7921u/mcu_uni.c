/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "chip.h"

/*
 * Unified commands: a head of 4 bytes, then tags {le16 tag, le16 length with these 4}
 * (openwrt/mt76 mt76_connac_mcu.c, mt7921/mcu.c). All are answered.
 */

enum uni {
	UNI_DEV_INFO = 0x01, UNI_BSS_INFO = 0x02, UNI_STA_REC = 0x03, UNI_OFFLOAD = 0x06,
	UNI_HIF_CTRL = 0x07, UNI_SNIFFER = 0x24,
};

#define HEAD 4u
#define STATION_HEAD 8u	/* of STA_REC, and of what lies in its tag 13 */
#define TAG_HEAD 4u
#define STA_REC_WTBL 13
#define WTBL_HDR_TRANS 6
#define SNIFFER_ENABLE 0
#define SNIFFER_CONFIG 1
#define HIF_USB 1
/* 6 to 7 ms were measured (Network-Weather/mt76-usb-macos). */
#define SNIFFER_NS 6000000u

static void
bad_body(struct mt7921 *m)
{
	mt7921_mcu_fault(m, FAULT_mcu_bad_body);
}

static bool
is_zero(const uint8_t *address)
{
	static const uint8_t zero[6];

	return memcmp(address, zero, 6) == 0;
}

/* Tag 0, 12 bytes: active, link, own address. A monitor's is zero. */
static void
dev_info(struct mt7921 *m, uint16_t tag, const uint8_t *p, uint32_t len)
{
	if (tag != 0 || len != 12)
		bad_body(m);
	else if (p[4] != 0 && !is_zero(p + 6))
		memcpy(m->mac, p + 6, 6);
}

/* Tag 0, 32 bytes: at 14 the BSSID. Others are left alone. */
static void
bss_info(struct mt7921 *m, uint16_t tag, const uint8_t *p, uint32_t len)
{
	if (tag == 0 && len != 32)
		bad_body(m);
	else if (tag == 0 && !is_zero(p + 14))
		memcpy(m->bssid, p + 14, 6);
}

/* 16 bytes: at 6 band (1 to 3), bandwidth, control channel, side of the second channel,
 * centre. */
static void
sniffer_config(struct mt7921 *m, const uint8_t *p)
{
	static const uint8_t bands[] = { 0, 2, 5, 6 };
	struct mcu_channel c = { .bandwidth = p[7], .control = p[8], .centre = p[10] };

	if (p[6] < sizeof(bands))
		c.band = bands[p[6]];
	if (mt7921_channel_exists(c.band, c.control))
		mt7921_tune(m, &c);
	else
		mt7921_mcu_fault(m, FAULT_mcu_bad_channel);
}

static void
sniffer(struct mt7921 *m, uint16_t tag, const uint8_t *p, uint32_t len)
{
	if (tag == SNIFFER_ENABLE && len == 8)
		m->mcu.sniffer = p[4] != 0;
	else if (tag == SNIFFER_CONFIG && len == 16)
		sniffer_config(m, p);
	else
		bad_body(m);
}

/* Tag 0: suspend. 12 bytes by openwrt/mt76 and Linux 7.3, 5 by Linux 6.1. */
static void
hif_control(struct mt7921 *m, uint16_t tag, const uint8_t *p, uint32_t len)
{
	if (tag == 0 && len >= 5)
		m->mcu.suspended = p[4] != 0;
	else
		bad_body(m);
	core_engine_unblock(&m->dev, m->dev.now_ns);
}

typedef void (*take_tag)(struct mt7921 *m, uint16_t tag, const uint8_t *p, uint32_t len);

static void
for_each_tag(struct mt7921 *m, const uint8_t *body, uint32_t body_len, uint32_t head,
	     take_tag take)
{
	uint32_t pos = head, len;

	if (body_len < head + TAG_HEAD) {
		bad_body(m);
		return;
	}
	for (; pos < body_len; pos += len) {
		const uint8_t *p = body + pos;

		len = body_len - pos >= TAG_HEAD ? get_le16(p + 2) : 0;
		if (len < TAG_HEAD || len > body_len - pos) {
			bad_body(m);
			return;
		}
		take(m, get_le16(p), p, len);
	}
}

/* Tag 6, 8 bytes: to DS, from DS, no translation. */
static void
table_entry(struct mt7921 *m, uint16_t tag, const uint8_t *p, uint32_t len)
{
	if (tag == WTBL_HDR_TRANS && len >= 8)
		m->mcu.translate = p[6] == 0;
}

/* Tag 13 holds a head and tags of the hardware's table; others are left alone. */
static void
station(struct mt7921 *m, uint16_t tag, const uint8_t *p, uint32_t len)
{
	if (tag == STA_REC_WTBL)
		for_each_tag(m, p + TAG_HEAD, len - TAG_HEAD, STATION_HEAD, table_entry);
}

static void
answer_sniffer(struct mt7921 *m, const struct mcu_command *cmd)
{
	uint8_t body[8] = { UNI_SNIFFER };
	const struct mcu_reply reply = { .eid = EID_RESULT, .option = 2, .body = body,
					 .len = sizeof(body), .takes_ns = SNIFFER_NS };

	put_le32(body + 4, mt7921_mcu_status(m, 0, 1));
	mt7921_mcu_reply(m, cmd, &reply);
	m->mcu.deaf_until_ns = m->mcu.busy_until_ns;
}

void
mt7921_uni_command(struct mt7921 *m, const struct mcu_command *cmd)
{
	switch (cmd->id) {
	case UNI_DEV_INFO:
		for_each_tag(m, cmd->body, cmd->len, HEAD, dev_info);
		break;
	case UNI_BSS_INFO:
		for_each_tag(m, cmd->body, cmd->len, HEAD, bss_info);
		break;
	case UNI_SNIFFER:
		for_each_tag(m, cmd->body, cmd->len, HEAD, sniffer);
		answer_sniffer(m, cmd);
		return;
	case UNI_HIF_CTRL:
		if (cmd->len < 1 || cmd->body[0] != HIF_USB)
			bad_body(m);
		else
			for_each_tag(m, cmd->body, cmd->len, HEAD, hif_control);
		break;
	case UNI_STA_REC:
		for_each_tag(m, cmd->body, cmd->len, STATION_HEAD, station);
		break;
	case UNI_OFFLOAD:
		break;
	default:
		m->count.mcu_unknown++;
	}
	mt7921_mcu_generic(m, cmd);
}
