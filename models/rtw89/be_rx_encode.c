/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "be_rx_encode.h"
#include "be_regs.h"
#include "facts.h"

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

uint16_t
be_rx_rate_code(const struct air_rate *rate)
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
ppdu_type(const struct rtw89 *chip, const struct air_rate *rate)
{
	static const uint8_t codes[] = {
		[AIR_CCK] = 0, [AIR_OFDM] = 2, [AIR_HT] = 3, [AIR_VHT] = 5, [AIR_HE] = 7,
	};

	return rate->mode == AIR_EHT ? chip->be.eht_type : codes[rate->mode];
}

void
be_rx_put_ppdu_words(const struct rtw89 *chip, const struct air_frame *frame,
			uint8_t *desc)
{
	put_le32(desc + 16,
		 (uint32_t)ppdu_type(chip, &frame->rate) << DW4_PPDU_TYPE |
		 (frame->ppdu & 7) << DW4_PPDU_CNT |
		 (uint32_t)(frame->rate.bw & 7) << DW4_BW |
		 (uint32_t)(facts_gi_code(&frame->rate) & 7) << DW4_GI_LTF |
		 (uint32_t)be_rx_rate_code(&frame->rate) << DW4_RATE);
	/* FREERUN_CNT: microseconds, at the start of the frame. */
	put_le32(desc + 20, (uint32_t)(frame->start_ns / 1000));
}

void
be_rx_short_descriptor(uint8_t *out, unsigned int type, uint32_t len)
{
	memset(out, 0, RXD_SHORT);
	put_le32(out, len | (uint32_t)type << DW0_RPKT_TYPE);
}

uint32_t
be_rx_encode_short(const struct rtw89 *chip, unsigned int rpkt_type, uint32_t packet_len,
		   uint8_t *out)
{
	(void)chip;
	be_rx_short_descriptor(out, rpkt_type, packet_len);
	return RXD_SHORT;
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
phy_report_units(const struct rtw89 *chip)
{
	if ((rtw89_regs_get(&chip->regs, REG_DRV_INFO_OPTION) & 1) == 0)
		return 0;
	return rtw89_regs_get(&chip->regs, REG_RCR) >> 4 & 3;
}

bool
be_rx_signal_in_frame(const struct rtw89 *chip)
{
	return phy_report_units(chip) != 0;
}

/* Between descriptor and packet: PHY report first, as rtw89 reads it; the
 * order of the rest is not published. Bytes written. */
static uint32_t
put_gap(const struct rtw89 *chip, const struct air_frame *frame, uint8_t *p,
	uint32_t phy_units)
{
	uint32_t len = phy_units * 8 + chip->be.drv_info * 8u + chip->be.hdr_cnv * 16u +
		       chip->be.shift * 2u;

	memset(p, 0xee, len);
	if (phy_units != 0) {
		memset(p, 0, phy_units * 8);
		put_le32(p, (uint32_t)(frame->rssi_dbm + 110) << 2);
	}
	return len;
}

uint32_t
be_rx_encode_frame(const struct rtw89 *chip, const struct air_frame *frame,
		      uint8_t *out)
{
	bool append_fcs = rtw89_regs_get(&chip->regs, REG_MPDU_PROC) & 1;
	uint32_t len = frame->len - (append_fcs ? 0 : 4);
	struct facts f = facts_of_frame(frame->data, frame->len - 4);
	bool own = rtw89_filter_a1_match(chip, frame);
	bool is_long = f.type == 0 || f.type == 2 || chip->sw.ctrl_long;
	uint32_t pos = is_long ? RXD_LONG : RXD_SHORT;
	uint32_t phy_units = phy_report_units(chip);

	memset(out, 0, pos);
	put_le32(out, len |
		 (uint32_t)chip->be.shift << DW0_SHIFT |
		 (uint32_t)chip->be.drv_info << DW0_DRV_INFO_SZ |
		 (uint32_t)chip->be.hdr_cnv << DW0_HDR_CNV_SZ |
		 phy_units << DW0_PHY_RPT_SZ |
		 (uint32_t)RPKT_WIFI << DW0_RPKT_TYPE |
		 (uint32_t)chip->sw.bb_sel << DW0_BB_SEL |
		 (uint32_t)is_long << DW0_LONG_RXD);
	put_le32(out + 8, word2(&f, own));
	put_le32(out + 12, word3(&f, frame, own));
	be_rx_put_ppdu_words(chip, frame, out);
	if (is_long)
		put_long_words(&f, out);
	pos += put_gap(chip, frame, out + pos, phy_units);
	memcpy(out + pos, frame->data, len);
	return pos + len;
}
