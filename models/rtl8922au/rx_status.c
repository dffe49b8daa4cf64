/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "rx_encode.h"

/*
 * PPDU status packet, morrownr/rtw89 core.c, txrx.h, phy.c, phy.h, mac.c:
 * MAC info 8, users 4 each to a multiple of 8, receive counters 128, PLCP copy,
 * PHY status header 8, information elements.
 */
#define MAC_INFO_PLCP_LEN 16
#define MAC_INFO_TO_SELF 0x10000000u
#define MAC_INFO_RX_CNT 0x20000000u
#define RX_CNT_LEN 128u
#define IE00_LEN 32u
#define IE01_LEN 40u
#define PATHS_AB 0x3u
#define NOISE_DBM (-95)		/* made up, for the SNR alone */

/* Half dB above -110 dBm. */
static uint8_t
rssi_raw(const struct air_frame *frame)
{
	return (uint8_t)((frame->rssi_dbm + 110) * 2);
}

static uint32_t
put_mac_info(const struct usb_device *dev, uint8_t *p)
{
	const struct ppdu_state *s = &dev->ppdu;
	uint32_t len = 8 + 8, plcp = dev->sw.plcp;
	uint8_t mac_id = s->a1_match ? 0 : 0xff;

	memset(p, 0, len);
	put_le32(p, 1 /* user */ | plcp << MAC_INFO_PLCP_LEN |
		 (s->a1_match ? MAC_INFO_TO_SELF : 0) |
		 (dev->sw.rx_cnt ? MAC_INFO_RX_CNT : 0));
	put_le32(p + 8, (uint32_t)s->a1_match | (uint32_t)s->data << 1 |
		 (uint32_t)s->ctrl << 2 | (uint32_t)s->mgmt << 3 |
		 (uint32_t)s->beacon << 4 | (uint32_t)mac_id << 8);
	/* One user: four bytes of padding make it even. */
	if (dev->sw.rx_cnt) {
		memset(p + len, 0, RX_CNT_LEN);
		len += RX_CNT_LEN;
	}
	memset(p + len, 0, plcp * 8);
	return len + plcp * 8;
}

static void
put_phy_header(const struct air_frame *frame, uint8_t *p, uint32_t ie_len)
{
	uint8_t raw = rssi_raw(frame);

	put_le32(p, 1u << 7 /* valid */ | ie_len / 8 << 8 | (uint32_t)raw << 24);
	put_le32(p + 4, raw | (uint32_t)raw << 8);	/* two paths, equal */
}

/* CCK. Received power levels carry one more bit than they mean. */
static void
put_ie00(const struct air_frame *frame, uint8_t *p)
{
	uint32_t rpl = (uint32_t)rssi_raw(frame) << 1;

	memset(p, 0, IE00_LEN);
	put_le32(p, rpl << 7);
	put_le32(p + 12, PATHS_AB << 28);
	put_le32(p + 16, rpl | rpl << 9);
}

/* OFDM and later. rtw89 adds {0,0,0,6,12,18,0}[bandwidth index] half dB to
 * RPL on this chip, so RPL is that much below the signal. */
static void
put_ie01(const struct air_frame *frame, uint8_t *p)
{
	static const uint8_t index[] = { 2, 3, 4, 5 };
	static const uint8_t below[] = { 0, 6, 12, 18 };
	unsigned int bw = frame->rate.bw & 3;
	uint8_t raw = rssi_raw(frame);
	uint32_t rpl = raw > below[bw] ? (uint32_t)(raw - below[bw]) : 0;
	int snr = frame->rssi_dbm - NOISE_DBM;

	memset(p, 0, IE01_LEN);
	put_le32(p, 1 | (uint32_t)raw << 8 | PATHS_AB << 28);
	put_le32(p + 8, (uint32_t)(snr < 0 ? 0 : snr > 63 ? 63 : snr) |
		 1u << 27 /* single user */ |
		 (frame->rate.mode >= AIR_HT ? 1u << 28 /* LDPC */ : 0));
	put_le32(p + 20, (uint32_t)index[bw] << 29);
	put_le32(p + 32, rpl << 4 | rpl << 16);
}

uint32_t
r8922_rx_encode_ppdu_status(const struct usb_device *dev, const struct air_frame *last,
			    uint8_t *out)
{
	bool cck = last->rate.mode == AIR_CCK;
	uint32_t ie_len = cck ? IE00_LEN : IE01_LEN;
	uint8_t *p = out + RXD_SHORT;

	p += put_mac_info(dev, p);
	put_phy_header(last, p, ie_len);
	p += 8;
	if (cck)
		put_ie00(last, p);
	else
		put_ie01(last, p);
	p += ie_len;
	r8922_rx_short_descriptor(out, RPKT_PPDU_STAT, (uint32_t)(p - out) - RXD_SHORT);
	/* rtw89 takes "to self" from here, not from the MAC info. */
	put_le32(out + 12, dev->ppdu.a1_match ? RXD_DW3_A1_MATCH : 0);
	r8922_rx_put_ppdu_words(dev, last, out);
	return (uint32_t)(p - out);
}

/* A beacon-count event: category 1 (MAC), class 0 (info), function 3, which
 * every driver ignores in peace (morrownr/rtw89 fw.h, mac.h). */
uint32_t
r8922_rx_encode_c2h(const struct usb_device *dev, const struct air_frame *last,
		    uint8_t *out)
{
	const uint32_t len = 24;
	uint8_t *p = out + RXD_SHORT;

	r8922_rx_short_descriptor(out, RPKT_C2H, len);
	put_le32(out + 20, (uint32_t)(last->end_ns / 1000));
	memset(p, 0, len);
	put_le32(p, 1u | 3u << 8 | (uint32_t)dev->c2h_seq << 24);
	put_le32(p + 4, len);
	put_le32(p + 8, dev->ppdus);
	return RXD_SHORT + len;
}
