/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "mpdu.h"

static void
take_control(struct mpdu *m)
{
	static const uint8_t all_ones[6] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

	m->type = m->fc >> 2 & 3;
	m->subtype = m->fc >> 4 & 0xf;
	m->to_ds = m->fc >> 8 & 1;
	m->from_ds = m->fc >> 9 & 1;
	m->more_frag = m->fc >> 10 & 1;
	m->protect = m->fc >> 14 & 1;
	m->group = (m->a1[0] & 1) != 0;
	m->broadcast = memcmp(m->a1, all_ones, 6) == 0;
}

static void
take_qos(struct mpdu *m)
{
	m->null = m->type == TYPE_DATA && (m->subtype & 4) != 0;
	if (m->type != TYPE_DATA || (m->subtype & 8) == 0 || m->hdr_len + 2 > m->len)
		return;
	m->qos = true;
	m->qos_control = get_le16(m->data + m->hdr_len);
	m->tid = m->qos_control & 0xf;
	m->amsdu = m->qos_control >> 7 & 1;
	m->hdr_len += 2;
}

/* The bit says HT control in QoS data and in management frames only. */
static void
take_ht_control(struct mpdu *m)
{
	if ((m->fc & 0x8000) == 0 || !(m->qos || m->type == TYPE_MGMT) ||
	    m->hdr_len + 4 > m->len)
		return;
	m->ht_control = get_le32(m->data + m->hdr_len);
	m->hdr_len += 4;
}

void
mt7921_mpdu_parse(struct mpdu *m, const uint8_t *data, uint32_t len)
{
	memset(m, 0, sizeof(*m));
	m->data = data;
	m->len = len;
	if (len < 10)
		return;
	m->fc = get_le16(data);
	m->a1 = data + 4;
	m->hdr_len = 10;
	take_control(m);
	if (len < 16)
		return;
	m->a2 = data + 10;
	if (m->type == TYPE_CTRL)	/* Ack and CTS end before address 2 */
		m->hdr_len = m->subtype == 12 || m->subtype == 13 ? 10 : 16;
	if (m->type == TYPE_CTRL || m->type == 3 || len < 24)
		return;
	m->a3 = data + 16;
	m->seq_control = get_le16(data + 22);
	m->frag = m->seq_control & 0xf;
	m->hdr_len = 24;
	if (m->type == TYPE_DATA && m->to_ds && m->from_ds && len >= 30) {
		m->a4 = data + 24;
		m->hdr_len = 30;
	}
	take_qos(m);
	take_ht_control(m);
}

static uint32_t
iv_len(uint8_t sec_mode)
{
	return sec_mode == SEC_NONE ? 0 : sec_mode == SEC_WEP40 ? 4 : 8;
}

static uint32_t
mic_len(uint8_t sec_mode)
{
	switch (sec_mode) {
	case SEC_NONE:
		return 0;
	case SEC_WEP40:
		return 4;	/* ICV */
	case SEC_TKIP:
		return 12;	/* Michael and ICV */
	case SEC_CCMP:
		return 8;
	default:
		return 16;
	}
}

/* IEEE 802.11-2020 12.5: the number of the packet, 24 bits with WEP. */
static uint64_t
packet_number(const uint8_t *iv, uint8_t sec_mode)
{
	if (sec_mode == SEC_WEP40)
		return (uint32_t)(iv[0] | iv[1] << 8 | iv[2] << 16);
	if (sec_mode == SEC_TKIP)
		return (uint64_t)get_le32(iv + 4) << 16 | (uint64_t)iv[0] << 8 | iv[2];
	return (uint64_t)get_le32(iv + 4) << 16 | get_le16(iv);
}

bool
mt7921_mpdu_body(const struct mpdu *m, uint8_t sec_mode, struct mpdu_body *body)
{
	uint32_t len = m->len - m->hdr_len, iv = iv_len(sec_mode), mic = mic_len(sec_mode);

	body->pn = 0;
	body->key_id = 0;
	body->data = m->data + m->hdr_len;
	body->len = len;
	if (len < iv + mic)
		return false;
	body->data += iv;
	body->len -= iv + mic;
	if (iv != 0) {
		body->pn = packet_number(m->data + m->hdr_len, sec_mode);
		body->key_id = m->data[m->hdr_len + 3] >> 6;
	}
	return true;
}

uint8_t
mt7921_sec_mode(uint8_t sec_type)
{
	static const uint8_t modes[] = {
		[1] = SEC_WEP40, [3] = SEC_TKIP, [6] = SEC_CCMP, [7] = SEC_CCMP_256,
		[8] = SEC_GCMP, [9] = SEC_GCMP_256,
	};

	return sec_type < sizeof(modes) ? modes[sec_type] : SEC_NONE;
}
