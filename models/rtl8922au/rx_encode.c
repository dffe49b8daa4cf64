/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "rx_encode.h"

/* Field positions: morrownr/rtw89 txrx.h, descriptor of the BE generation,
 * version 2. Fields that no frame decides stay 0: PKT_ID, FWD_TARGET,
 * BCN_FW_INFO, FW_RLS, LAST_MSDU and AMSDU_CUT (hardware A-MSDU cut is off),
 * REORDER, BIP_*, ICV_ERR, GET_CH_INFO, SR and wake fields, RX_PL_*, RXSC_*,
 * SEC_CAM_IDX, HDR_OFFSET. */
enum dw0 {
	DW0_SHIFT = 14, DW0_DRV_INFO_SZ = 18, DW0_HDR_CNV_SZ = 20,
	DW0_PHY_RPT_SZ = 22, DW0_RPKT_TYPE = 24, DW0_BB_SEL = 30, DW0_LONG_RXD = 31,
};
enum dw2 {
	DW2_MAC_ID = 0, DW2_TYPE = 10, DW2_ADDR_CAM_VLD = 14, DW2_SEQ = 16,
	DW2_TID = 28,
};
enum dw3 {
	DW3_SEC_TYPE = 0, DW3_CRC32_ERR = 6, DW3_HW_DEC = 8, DW3_SW_DEC = 9,
	DW3_A1_MATCH = 10, DW3_AMPDU = 11, DW3_AMPDU_EOF = 12, DW3_AMSDU = 13,
	DW3_MC = 14, DW3_BC = 15, DW3_MD = 16, DW3_MF = 17, DW3_PWR = 18,
	DW3_QOS = 19, DW3_EOSP = 20, DW3_HTC = 21, DW3_QNULL = 22, DW3_A4 = 23,
	DW3_FRAG = 24,
};
enum dw4 {
	DW4_PPDU_TYPE = 0, DW4_PPDU_CNT = 8, DW4_BW = 12, DW4_GI_LTF = 16,
	DW4_RATE = 20,
};
enum dw9 { DW9_WL_HD_IV_LEN = 21 };

#define MAC_ID_NONE 0xff	/* what the vendor driver takes without address CAM */

/* What the descriptor repeats from the 802.11 header. */
struct facts {
	uint8_t type, subtype;
	bool bc, mc, md, mf, pwr, protected, a4;
	bool qos, qnull, amsdu, eosp, htc;
	uint8_t tid, frag;
	uint16_t seq;
	const uint8_t *a2;	/* or NULL */
	uint32_t hd_iv_len;
};

uint16_t
r8922_rx_rate_code(const struct air_rate *rate)
{
	uint16_t streams = (uint16_t)((rate->nss - 1u) << 5);

	switch (rate->mode) {
	case AIR_CCK:
		return rate->mcs;
	case AIR_OFDM:
		return (uint16_t)(4 + rate->mcs);
	case AIR_HT:
		return (uint16_t)(0x100 | rate->mcs);
	case AIR_VHT:
		return (uint16_t)(0x200 | streams | rate->mcs);
	case AIR_HE:
		return (uint16_t)(0x300 | streams | rate->mcs);
	default:
		return (uint16_t)(0x400 | streams | rate->mcs);
	}
}

/* morrownr/rtw89 core.h names no value for EHT: a switch. */
static uint8_t
ppdu_type(const struct usb_device *dev, const struct air_rate *rate)
{
	static const uint8_t codes[] = {
		[AIR_CCK] = 0, [AIR_OFDM] = 2, [AIR_HT] = 3, [AIR_VHT] = 5, [AIR_HE] = 7,
	};

	return rate->mode == AIR_EHT ? dev->sw.eht_type : codes[rate->mode];
}

static uint8_t
gi_code(const struct air_rate *rate)
{
	return rate->mode >= AIR_HE ? rate->gi_ltf : rate->gi_ltf != 0;
}

static void
take_control_fields(struct facts *f, const uint8_t *p)
{
	static const uint8_t broadcast[6] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

	f->type = p[0] >> 2 & 3;
	f->subtype = p[0] >> 4;
	f->mf = p[1] >> 2 & 1;
	f->pwr = p[1] >> 4 & 1;
	f->md = p[1] >> 5 & 1;
	f->protected = p[1] >> 6 & 1;
	f->a4 = f->type == 2 && (p[1] & 3) == 3;
	f->bc = memcmp(p + 4, broadcast, 6) == 0;
	f->mc = (p[4] & 1) != 0 && !f->bc;
}

static uint32_t
take_qos(struct facts *f, const uint8_t *p, uint32_t len, uint32_t header)
{
	if (f->type != 2 || (f->subtype & 8) == 0 || header + 2 > len)
		return header;
	f->qos = true;
	f->qnull = f->subtype == 12;
	f->tid = p[header] & 0xf;
	f->eosp = p[header] >> 4 & 1;
	f->amsdu = p[header] >> 7;
	return header + 2;
}

/* body ends before the FCS. */
static struct facts
frame_facts(const uint8_t *p, uint32_t len)
{
	struct facts f = { 0 };
	uint32_t header = 24;

	if (len < 10)
		return f;
	take_control_fields(&f, p);
	if (len >= 16)
		f.a2 = p + 10;
	if (f.type == 1 || f.type == 3 || len < 24)
		return f;
	f.seq = get_le16(p + 22) >> 4;
	f.frag = p[22] & 0xf;
	header += f.a4 ? 6 : 0;
	header = take_qos(&f, p, len, header);
	if ((p[1] & 0x80) != 0 && (f.qos || f.type == 0)) {
		f.htc = true;
		header += 4;
	}
	if (f.protected && header + 4 <= len)
		header += p[header + 3] & 0x20 ? 8 : 4;
	f.hd_iv_len = header <= 63 ? header : 63;
	return f;
}

void
r8922_rx_put_ppdu_words(const struct usb_device *dev, const struct air_frame *frame,
			uint8_t *desc)
{
	put_le32(desc + 16,
		 (uint32_t)ppdu_type(dev, &frame->rate) << DW4_PPDU_TYPE |
		 (frame->ppdu & 7) << DW4_PPDU_CNT |
		 (uint32_t)(frame->rate.bw & 7) << DW4_BW |
		 (uint32_t)(gi_code(&frame->rate) & 7) << DW4_GI_LTF |
		 (uint32_t)r8922_rx_rate_code(&frame->rate) << DW4_RATE);
	/* FREERUN_CNT: microseconds, at the start of the frame. */
	put_le32(desc + 20, (uint32_t)(frame->start_ns / 1000));
}

void
r8922_rx_short_descriptor(uint8_t *out, enum rpkt_type type, uint32_t len)
{
	memset(out, 0, RXD_SHORT);
	put_le32(out, len | (uint32_t)type << DW0_RPKT_TYPE);
}

static uint32_t
word2(const struct facts *f, bool own)
{
	return (own ? 0u : MAC_ID_NONE) << DW2_MAC_ID |
	       (uint32_t)f->type << DW2_TYPE |
	       (uint32_t)own << DW2_ADDR_CAM_VLD |
	       (uint32_t)f->seq << DW2_SEQ |
	       (uint32_t)f->tid << DW2_TID;
}

static uint32_t
word3(const struct facts *f, const struct air_frame *frame, bool own)
{
	bool hw_dec = f->protected && frame->decrypted;

	return (uint32_t)(f->protected ? frame->sec_type & 0xf : 0) << DW3_SEC_TYPE |
	       (uint32_t)frame->fcs_bad << DW3_CRC32_ERR |
	       (uint32_t)hw_dec << DW3_HW_DEC |
	       (uint32_t)(f->protected && !hw_dec) << DW3_SW_DEC |
	       (uint32_t)own << DW3_A1_MATCH |
	       (uint32_t)frame->ampdu << DW3_AMPDU |
	       (uint32_t)(frame->ampdu && frame->last) << DW3_AMPDU_EOF |
	       (uint32_t)f->amsdu << DW3_AMSDU |
	       (uint32_t)f->mc << DW3_MC | (uint32_t)f->bc << DW3_BC |
	       (uint32_t)f->md << DW3_MD | (uint32_t)f->mf << DW3_MF |
	       (uint32_t)f->pwr << DW3_PWR | (uint32_t)f->qos << DW3_QOS |
	       (uint32_t)f->eosp << DW3_EOSP | (uint32_t)f->htc << DW3_HTC |
	       (uint32_t)f->qnull << DW3_QNULL | (uint32_t)f->a4 << DW3_A4 |
	       (uint32_t)f->frag << DW3_FRAG;
}

/* MAC_ADDR: which of the addresses is not published; taken to be the
 * transmitter, as the entry that an address CAM would have found. */
static void
put_long_words(const struct facts *f, uint8_t *desc)
{
	uint32_t high = 0;

	if (f->a2 != NULL) {
		put_le32(desc + 32, get_le32(f->a2));
		high = get_le16(f->a2 + 4);
	}
	put_le32(desc + 36, high | f->hd_iv_len << DW9_WL_HD_IV_LEN);
}

/* PHY report: RSSI in quarter dB above -110 dBm, 12 bits. morrownr/rtw89 sets
 * its size, in 8-byte units, by RCR [5:4] and switches it on by
 * DRV_INFO_OPTION b0. */
static uint32_t
phy_report_units(const struct usb_device *dev)
{
	if ((r8922_regs_get(&dev->regs, REG_DRV_INFO_OPTION) & 1) == 0)
		return 0;
	return r8922_regs_get(&dev->regs, REG_RCR) >> 4 & 3;
}

/* Between descriptor and packet: PHY report first, as rtw89 reads it; the
 * order of the rest is not published. Bytes written. */
static uint32_t
put_gap(const struct usb_device *dev, const struct air_frame *frame, uint8_t *p,
	uint32_t phy_units)
{
	uint32_t len = phy_units * 8 + dev->sw.drv_info * 8u + dev->sw.hdr_cnv * 16u +
		       dev->sw.shift * 2u;

	memset(p, 0xee, len);
	if (phy_units != 0) {
		memset(p, 0, phy_units * 8);
		put_le32(p, (uint32_t)(frame->rssi_dbm + 110) << 2);
	}
	return len;
}

uint32_t
r8922_rx_encode_frame(const struct usb_device *dev, const struct air_frame *frame,
		      uint8_t *out)
{
	bool append_fcs = r8922_regs_get(&dev->regs, REG_MPDU_PROC) & 1;
	uint32_t len = frame->len - (append_fcs ? 0 : 4);
	struct facts f = frame_facts(frame->data, frame->len - 4);
	bool own = r8922_filter_a1_match(dev, frame);
	bool is_long = f.type == 0 || f.type == 2 || dev->sw.ctrl_long;
	uint32_t pos = is_long ? RXD_LONG : RXD_SHORT;
	uint32_t phy_units = phy_report_units(dev);

	memset(out, 0, pos);
	put_le32(out, len |
		 (uint32_t)dev->sw.shift << DW0_SHIFT |
		 (uint32_t)dev->sw.drv_info << DW0_DRV_INFO_SZ |
		 (uint32_t)dev->sw.hdr_cnv << DW0_HDR_CNV_SZ |
		 phy_units << DW0_PHY_RPT_SZ |
		 (uint32_t)RPKT_WIFI << DW0_RPKT_TYPE |
		 (uint32_t)dev->sw.bb_sel << DW0_BB_SEL |
		 (uint32_t)is_long << DW0_LONG_RXD);
	put_le32(out + 8, word2(&f, own));
	put_le32(out + 12, word3(&f, frame, own));
	r8922_rx_put_ppdu_words(dev, frame, out);
	if (is_long)
		put_long_words(&f, out);
	pos += put_gap(dev, frame, out + pos, phy_units);
	memcpy(out + pos, frame->data, len);
	return pos + len;
}
