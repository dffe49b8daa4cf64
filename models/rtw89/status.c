/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "status.h"

#define MAC_INFO_PLCP_LEN 16
#define MAC_INFO_TO_SELF 0x10000000u
#define MAC_INFO_RX_CNT 0x20000000u
#define PHY_HEADER_LEN 8u
#define PHY_HEADER_VALID (1u << 7)
#define NOISE_DBM (-95)		/* made up, for SNR and EVM alone */

const struct status_form status_form_ax = {
	.rx_cnt_len = 96, .ie00_len = 16, .ie01_len = 32,
};

const struct status_form status_form_be = {
	.rx_cnt_len = 128, .ie00_len = 32, .ie01_len = 40,
	.plcp_in_word0 = true, .header_apart = true, .path_rpl = true,
};

/* Half dB above -110 dBm, 0 where there is less. */
static uint32_t
rssi_raw(int dbm)
{
	return dbm > -110 ? (uint32_t)(dbm + 110) * 2 : 0;
}

static uint32_t
path_raw(const struct status_facts *s, const struct air_frame *frame, unsigned int path)
{
	if (path >= s->paths)
		return 0;
	return rssi_raw(frame->rssi_dbm - (path == 0 ? 0 : s->path_b_db));
}

static uint32_t
average_raw(const struct status_facts *s, const struct air_frame *frame)
{
	uint32_t sum = path_raw(s, frame, 0) + path_raw(s, frame, 1);

	return sum / s->paths;
}

static uint32_t
path_enable(const struct status_facts *s)
{
	return (1u << s->paths) - 1;
}

static uint32_t
put_user(const struct status_facts *s, uint8_t *p)
{
	uint32_t mac_id = s->a1_match ? 0 : 0xff;

	put_le32(p, (uint32_t)s->a1_match | (uint32_t)s->data << 1 |
		 (uint32_t)s->ctrl << 2 | (uint32_t)s->mgmt << 3 |
		 (uint32_t)s->beacon << 4 | mac_id << 8);
	put_le32(p + 4, 0);	/* an odd number of users: four bytes make it even */
	return 8;
}

static uint32_t
put_mac_info(const struct status_form *form, const struct status_facts *s, uint8_t *p)
{
	uint32_t plcp = (uint32_t)s->plcp << MAC_INFO_PLCP_LEN, len = 8;

	put_le32(p, 1 /* user */ | (form->plcp_in_word0 ? plcp : 0) |
		 (s->a1_match ? MAC_INFO_TO_SELF : 0) |
		 (s->rx_cnt ? MAC_INFO_RX_CNT : 0));
	put_le32(p + 4, form->plcp_in_word0 ? 0 : plcp);
	len += put_user(s, p + len);
	if (s->rx_cnt) {
		memset(p + len, 0, form->rx_cnt_len);
		len += form->rx_cnt_len;
	}
	memset(p + len, 0, s->plcp * 8u);
	return len + s->plcp * 8u;
}

/* Which elements are there, by the kind of packet (phy.h). Linux takes a number below
 * that of CCK for a report of something that was no packet, and reads no element. */
static uint32_t
ie_map(const struct air_frame *frame)
{
	static const uint8_t map[] = {
		[AIR_CCK] = 11, [AIR_OFDM] = 12, [AIR_HT] = 13, [AIR_VHT] = 14,
		[AIR_HE] = 15, [AIR_EHT] = 16,
	};

	return map[frame->rate.mode];
}

static uint32_t
put_phy_header(const struct status_form *form, const struct status_facts *s,
	       const struct air_frame *frame, uint32_t ie_len, uint8_t *p)
{
	uint32_t len = ie_len + (form->header_apart ? 0 : PHY_HEADER_LEN);

	put_le32(p, ie_map(frame) | PHY_HEADER_VALID | len / 8 << 8 |
		 average_raw(s, frame) << 24);
	put_le32(p + 4, path_raw(s, frame, 0) | path_raw(s, frame, 1) << 8);
	return PHY_HEADER_LEN;
}

/* CCK. Received power levels carry one more bit than they mean. */
static uint32_t
put_ie00(const struct status_form *form, const struct status_facts *s,
	 const struct air_frame *frame, uint8_t *p)
{
	memset(p, 0, form->ie00_len);
	put_le32(p, average_raw(s, frame) << 1 << 7);
	put_le32(p + 12, path_enable(s) << 28);
	if (form->path_rpl)
		put_le32(p + 16, path_raw(s, frame, 0) << 1 |
			 path_raw(s, frame, 1) << 1 << 9);
	return form->ie00_len;
}

/* rtw89 adds {0,0,0,6,12,18,0}[bandwidth index] half dB to RPL on the 8922A, so RPL is
 * that much below the signal. */
static void
put_path_rpl(const struct status_facts *s, const struct air_frame *frame, uint8_t *p)
{
	static const uint8_t index[] = { 2, 3, 4, 5 };
	static const uint8_t below[] = { 0, 6, 12, 18 };
	unsigned int bw = frame->rate.bw & 3, i;
	uint32_t rpl[2];

	for (i = 0; i < 2; i++) {
		uint32_t raw = path_raw(s, frame, i);

		rpl[i] = raw > below[bw] ? raw - below[bw] : 0;
	}
	put_le32(p + 20, (uint32_t)index[bw] << 29);
	put_le32(p + 32, rpl[0] << 4 | rpl[1] << 16);
}

/* Whole dB, six bits. */
static uint32_t
snr(const struct air_frame *frame)
{
	int db = frame->rssi_dbm - NOISE_DBM;

	return (uint32_t)(db < 0 ? 0 : db > 63 ? 63 : db);
}

/* OFDM and later. EVM in quarter dB (debug.c); the smallest and the largest are equal. */
static uint32_t
put_ie01(const struct status_form *form, const struct status_facts *s,
	 const struct air_frame *frame, uint8_t *p)
{
	uint32_t db = snr(frame);

	memset(p, 0, form->ie01_len);
	put_le32(p, 1 /* type */ | average_raw(s, frame) << 8 |
		 (uint32_t)s->chan_idx << 16 | path_enable(s) << 28);
	put_le32(p + 8, db | db * 4 << 8 | db * 4 << 16 | 1u << 27 /* single user */ |
		 (frame->rate.mode >= AIR_HT ? 1u << 28 /* LDPC */ : 0));
	if (form->path_rpl)
		put_path_rpl(s, frame, p);
	return form->ie01_len;
}

uint32_t
status_put(const struct status_form *form, const struct status_facts *s,
	   const struct air_frame *last, uint8_t *out)
{
	bool cck = last->rate.mode == AIR_CCK;
	uint8_t *p = out;

	if (s->mac_info)
		p += put_mac_info(form, s, p);
	p += put_phy_header(form, s, last, cck ? form->ie00_len : form->ie01_len, p);
	p += cck ? put_ie00(form, s, last, p) : put_ie01(form, s, last, p);
	return (uint32_t)(p - out);
}

struct status_facts
rtw89_status_facts(const struct rtw89 *chip)
{
	return (struct status_facts){
		.paths = chip->kind->paths == 1 ? 1 : 2,
		.path_b_db = chip->sw.path_b_db,
		.chan_idx = chip->sw.chan_idx,
		.rx_cnt = chip->sw.rx_cnt,
		.plcp = chip->sw.plcp,
		.a1_match = chip->ppdu.a1_match,
		.data = chip->ppdu.data,
		.ctrl = chip->ppdu.ctrl,
		.mgmt = chip->ppdu.mgmt,
		.beacon = chip->ppdu.beacon,
	};
}
