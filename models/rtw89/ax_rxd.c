/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "ax_rxd.h"
#include "facts.h"

/* Fields that no frame decides stay 0: SR_EN, USER_ID, NON_SRG_PPDU, INTER_PPDU,
 * AMSDU_CUT and LAST_MSDU (hardware A-MSDU cut is off), BYPASS, ICV_ERR, the wake fields,
 * GET_CH_INFO, PATTERN_IDX, TARGET_IDC, WITH_LLC, RX_STATISTICS, SEC_CAM_IDX, ADDR_CAM,
 * RX_PL_*, ADDR_FWD_EN, SMART_ANT, HDR_CNV, HDR_OFFSET, BIP_*. */
enum ax_dw0 {
	AX_DW0_SHIFT = 14, AX_DW0_WL_HD_IV_LEN = 16, AX_DW0_BB_SEL = 22,
	AX_DW0_MAC_INFO_VLD = 23, AX_DW0_RPKT_TYPE = 24, AX_DW0_DRV_INFO_SIZE = 28,
	AX_DW0_LONG_RXD = 31,
};
/* The 8852C has a bandwidth of three bits, and a PHY report bit where the others have
 * NON_SRG_PPDU. */
enum ax_dw1 {
	AX_DW1_PPDU_TYPE = 0, AX_DW1_PPDU_CNT = 4, AX_DW1_DATARATE = 16,
	AX_DW1_GI_LTF = 25, AX_DW1_BW = 30, AX_DW1_BW_V1 = 29, AX_DW1_PHY_RPT_V1 = 28,
};
enum ax_dw3 {
	AX_DW3_A1_MATCH = 0, AX_DW3_SW_DEC = 1, AX_DW3_HW_DEC = 2, AX_DW3_AMPDU = 3,
	AX_DW3_AMPDU_END = 4, AX_DW3_AMSDU = 5, AX_DW3_CRC32_ERR = 9, AX_DW3_CSUM = 24,
};
enum ax_dw4 {
	AX_DW4_TYPE = 0, AX_DW4_MC = 2, AX_DW4_BC = 3, AX_DW4_MD = 4, AX_DW4_MF = 5,
	AX_DW4_PWR = 6, AX_DW4_QOS = 7, AX_DW4_TID = 8, AX_DW4_EOSP = 12, AX_DW4_HTC = 13,
	AX_DW4_QNULL = 14, AX_DW4_SEQ = 16, AX_DW4_FRAG = 28,
};
enum ax_dw5 { AX_DW5_MAC_ID = 16, AX_DW5_ADDR_CAM_VLD = 28 };
enum ax_dw7 { AX_DW7_SEC_TYPE = 17 };

/* What the vendor driver takes without an address CAM entry. */
#define AX_MAC_ID_NONE 0xffu
#define FILLER 0xee

uint16_t
ax_rate_code(const struct air_rate *rate)
{
	uint16_t streams = (uint16_t)((rate->nss - 1u) << 4);

	switch (rate->mode) {
	case AIR_CCK:
		return rate->mcs;
	case AIR_OFDM:
		return (uint16_t)(4 + rate->mcs);
	case AIR_HT:
		return (uint16_t)(0x080 | rate->mcs);
	case AIR_VHT:
		return (uint16_t)(0x100 | streams | rate->mcs);
	case AIR_HE:
		return (uint16_t)(0x180 | streams | rate->mcs);
	default:
		return AX_RATE_NONE;
	}
}

/* morrownr/rtw89 core.h. Of each kind the first: long CCK, mixed HT, VHT and HE for one
 * user; the air does not say more. */
static uint32_t
ppdu_type(const struct air_rate *rate)
{
	static const uint8_t codes[] = {
		[AIR_CCK] = 0, [AIR_OFDM] = 2, [AIR_HT] = 3, [AIR_VHT] = 5, [AIR_HE] = 7,
		[AIR_EHT] = 15,
	};

	return codes[rate->mode];
}

static uint32_t
bandwidth(const struct ax_rxd *rxd, const struct air_rate *rate)
{
	return rxd->v1 ? (rate->bw & 7u) << AX_DW1_BW_V1 : (rate->bw & 3u) << AX_DW1_BW;
}

void
ax_rxd_put_ppdu_words(const struct ax_rxd *rxd, const struct air_frame *frame,
		      uint8_t *desc)
{
	put_le32(desc + 4,
		 ppdu_type(&frame->rate) << AX_DW1_PPDU_TYPE |
		 (frame->ppdu & 7) << AX_DW1_PPDU_CNT |
		 (ax_rate_code(&frame->rate) & 0x1ffu) << AX_DW1_DATARATE |
		 (facts_gi_code(&frame->rate) & 7u) << AX_DW1_GI_LTF |
		 bandwidth(rxd, &frame->rate));
	/* FREERUN_CNT: microseconds, at the start of the frame. */
	put_le32(desc + 8, (uint32_t)(frame->start_ns / 1000));
}

void
ax_rxd_put_short(uint8_t *desc, unsigned int rpkt_type, uint32_t len, bool mac_info)
{
	memset(desc, 0, AX_RXD_SHORT);
	put_le32(desc, len | (uint32_t)rpkt_type << AX_DW0_RPKT_TYPE |
		 (uint32_t)mac_info << AX_DW0_MAC_INFO_VLD);
}

uint32_t
ax_gap_bytes(const struct ax_layout *l)
{
	if (l->linux_reading)
		return l->drv_info * 8u;
	return l->shift * 2u + l->drv_info * (uint32_t)l->drv_unit + (l->mac_info ? 4 : 0);
}

static bool
has_phy_report(const struct ax_rxd *rxd)
{
	return rxd->v1 && rxd->layout.phy_report && rxd->layout.drv_info != 0;
}

/* 8852C: first word of drv_info, rx_pwr_dbm [11:0], rx_sc [15:12], central_ch [23:16]
 * (rtl8852cu-20251113 hal_trx_8852c.h). The unit of the power is not published: quarter
 * dB above -110 dBm, as the 12 bits of the 8922A's PHY report. */
static void
put_phy_report(const struct ax_rxd *rxd, const struct air_frame *frame, uint8_t *p)
{
	memset(p, 0, 8);
	put_le32(p, (uint32_t)((frame->rssi_dbm + 110) * 4) |
		 (uint32_t)rxd->channel << 16);
}

/* drv_info comes first: it is read right behind the descriptor. The order of the rest is
 * not published. */
static uint32_t
put_gap(const struct ax_rxd *rxd, const struct air_frame *frame, uint8_t *p)
{
	uint32_t len = ax_gap_bytes(&rxd->layout);

	memset(p, FILLER, len);
	if (has_phy_report(rxd))
		put_phy_report(rxd, frame, p);
	return len;
}

static uint32_t
word0(const struct ax_rxd *rxd, const struct facts *f, uint32_t len, bool is_long)
{
	const struct ax_layout *l = &rxd->layout;

	return len |
	       (uint32_t)l->shift << AX_DW0_SHIFT |
	       f->hd_iv_len << AX_DW0_WL_HD_IV_LEN |
	       (uint32_t)rxd->bb_sel << AX_DW0_BB_SEL |
	       (uint32_t)l->mac_info << AX_DW0_MAC_INFO_VLD |
	       (uint32_t)l->drv_info << AX_DW0_DRV_INFO_SIZE |
	       (uint32_t)is_long << AX_DW0_LONG_RXD;
}

static bool
decrypted(const struct facts *f, const struct air_frame *frame)
{
	return f->protected && frame->decrypted;
}

static uint32_t
word3(const struct ax_rxd *rxd, const struct facts *f, const struct air_frame *frame)
{
	bool hw_dec = decrypted(f, frame);

	return (uint32_t)rxd->own << AX_DW3_A1_MATCH |
	       (uint32_t)(f->protected && !hw_dec) << AX_DW3_SW_DEC |
	       (uint32_t)hw_dec << AX_DW3_HW_DEC |
	       (uint32_t)frame->ampdu << AX_DW3_AMPDU |
	       (uint32_t)(frame->ampdu && frame->last) << AX_DW3_AMPDU_END |
	       (uint32_t)f->amsdu << AX_DW3_AMSDU |
	       (uint32_t)frame->fcs_bad << AX_DW3_CRC32_ERR |
	       (uint32_t)rxd->layout.csum << AX_DW3_CSUM;
}

static uint32_t
word4(const struct facts *f)
{
	return (uint32_t)f->type << AX_DW4_TYPE |
	       (uint32_t)f->mc << AX_DW4_MC | (uint32_t)f->bc << AX_DW4_BC |
	       (uint32_t)f->md << AX_DW4_MD | (uint32_t)f->mf << AX_DW4_MF |
	       (uint32_t)f->pwr << AX_DW4_PWR | (uint32_t)f->qos << AX_DW4_QOS |
	       (uint32_t)f->tid << AX_DW4_TID | (uint32_t)f->eosp << AX_DW4_EOSP |
	       (uint32_t)f->htc << AX_DW4_HTC | (uint32_t)f->qnull << AX_DW4_QNULL |
	       (uint32_t)f->seq << AX_DW4_SEQ | (uint32_t)f->frag << AX_DW4_FRAG;
}

/* MAC_ADDR: which of the addresses is not published; taken to be the transmitter, as the
 * entry that an address CAM would have found. */
static void
put_long_words(const struct ax_rxd *rxd, const struct facts *f,
	       const struct air_frame *frame, uint8_t *desc)
{
	uint32_t sec_type = f->protected ? frame->sec_type & 0xf : 0;
	uint32_t high = 0;

	put_le32(desc + 16, word4(f));
	put_le32(desc + 20, (rxd->own ? 0 : AX_MAC_ID_NONE) << AX_DW5_MAC_ID |
		 (uint32_t)rxd->own << AX_DW5_ADDR_CAM_VLD);
	if (f->a2 != NULL) {
		put_le32(desc + 24, get_le32(f->a2));
		high = get_le16(f->a2 + 4);
	}
	put_le32(desc + 28, high | sec_type << AX_DW7_SEC_TYPE);
}

/* The vendor driver finds the checksum result in 8 bytes behind the padded frame; what
 * they say is not published. */
static uint32_t
put_csum(uint8_t *out, uint32_t pos)
{
	uint32_t padded = round_up32(pos, AX_UNIT_ALIGN);

	memset(out + pos, 0, padded - pos);
	memset(out + padded, FILLER, AX_CSUM_LEN);
	return padded + AX_CSUM_LEN;
}

uint32_t
ax_rxd_put_frame(const struct ax_rxd *rxd, const struct air_frame *frame, uint8_t *out)
{
	struct facts f = facts_of_frame(frame->data, frame->len - 4);
	uint32_t len = frame->len - (rxd->fcs ? 0 : 4);
	bool is_long = f.type != 1 || !rxd->short_ctrl;
	uint32_t pos = is_long ? AX_RXD_LONG : AX_RXD_SHORT;
	uint32_t dw1;

	memset(out, 0, pos);
	put_le32(out, word0(rxd, &f, len, is_long));
	ax_rxd_put_ppdu_words(rxd, frame, out);
	if (has_phy_report(rxd)) {
		dw1 = get_le32(out + 4);
		put_le32(out + 4, dw1 | 1u << AX_DW1_PHY_RPT_V1);
	}
	put_le32(out + 12, word3(rxd, &f, frame));
	if (is_long)
		put_long_words(rxd, &f, frame, out);
	pos += put_gap(rxd, frame, out + pos);
	memcpy(out + pos, frame->data, len);
	pos += len;
	return rxd->layout.csum ? put_csum(out, pos) : pos;
}
