/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_RXD_H
#define MT76U_RXD_H

/*
 * Receive descriptor of the connac2 generation (MT7921), words little-endian:
 *
 *   | words 0..5 | group 4 | group 1 | group 2 | group 3 | group 5 | pad | frame |
 *     24 bytes      16        16        8         8         72     0..6
 *
 * A group is there or not by its bit in word 1, in this order and no other. Source
 * of masks, order and sizes: openwrt/mt76 mt76_connac2_mac.h and mt7921/mac.c. Linux
 * 6.1 and 7.3.4 on an emulated MT7921 agree for every field that they read.
 *
 * Fields that repeat what the 802.11 header says are not read: the header is at
 * hand and is the truth. The checksum bits are not read: Linux trusts them on PCIe
 * and never on USB.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>

#include "wlan_80211.h"
#include "wlan_radiotap.h"
#include "wlan_rxinfo.h"
#include "wport_bits.h"

#define MT76U_RXD_LEN		24u	/* words 0..5 */
#define MT76U_GROUP_1_LEN	16u	/* packet number */
#define MT76U_GROUP_2_LEN	8u	/* time stamp */
#define MT76U_GROUP_3_LEN	8u	/* P-RXV: rate and signal */
#define MT76U_GROUP_4_LEN	16u	/* what header translation took off */
#define MT76U_GROUP_5_LEN	72u	/* C-RXV: more of the radio */
#define MT76U_RXD_LEN_MAX	(MT76U_RXD_LEN + MT76U_GROUP_1_LEN + MT76U_GROUP_2_LEN + \
				 MT76U_GROUP_3_LEN + MT76U_GROUP_4_LEN + MT76U_GROUP_5_LEN)

/* Word 0. */
#define MT76U_RXD0_LENGTH	0x0000ffffu	/* descriptor and frame, no USB pad, no FCS */
#define MT76U_RXD0_PKT_FLAG	0x000f0000u	/* of an event */
#define MT76U_RXD0_PKT_TYPE	0xf8000000u

/* Word 1. */
#define MT76U_RXD1_WLAN_IDX	0x000003ffu
#define MT76U_RXD1_GROUP_1	0x00000800u
#define MT76U_RXD1_GROUP_2	0x00001000u
#define MT76U_RXD1_GROUP_3	0x00002000u
#define MT76U_RXD1_GROUP_4	0x00004000u
#define MT76U_RXD1_GROUP_5	0x00008000u
#define MT76U_RXD1_SEC_MODE	0x001f0000u
#define MT76U_RXD1_CM		0x00800000u	/* cipher mismatch */
#define MT76U_RXD1_CLM		0x01000000u	/* cipher length mismatch */
#define MT76U_RXD1_ICV_ERR	0x02000000u	/* also the MIC of CCMP, BIP, WPI */
#define MT76U_RXD1_TKIP_MIC_ERR	0x04000000u
#define MT76U_RXD1_FCS_ERR	0x08000000u
#define MT76U_RXD1_BAND_IDX	0x10000000u

/* Word 2. */
#define MT76U_RXD2_HDR_TRANS	0x00002000u	/* the frame is 802.3 already */
#define MT76U_RXD2_HDR_OFFSET	0x0000c000u	/* pad before the frame, 2-byte units */
#define MT76U_RXD2_AMSDU_ERR	0x00800000u
#define MT76U_RXD2_MAX_LEN_ERR	0x01000000u
#define MT76U_RXD2_FRAG		0x08000000u
#define MT76U_RXD2_NON_AMPDU	0x40000000u

/* Word 3. */
#define MT76U_RXD3_CH_FREQ	0x0000ff00u
#define MT76U_RXD3_ADDR_TYPE	0x00030000u
#define MT76U_ADDR_TYPE_US	1u		/* unicast to us */

/* Word 4. */
#define MT76U_RXD4_PAYLOAD	0x00000003u	/* place in an A-MSDU that the chip cut */
#define MT76U_PAYLOAD_LAST	1u
#define MT76U_PAYLOAD_FIRST	3u		/* 2 middle, 0 no A-MSDU */

/* Group 4: the translated frame's header. Word 0 holds its frame control, word 2: */
#define MT76U_GROUP_4_SEQ	0x0000fff0u	/* sequence number */

/* Group 3, word 0. Word 1 holds RCPI of chain 0..3, a byte each. */
#define MT76U_RXV0_TX_RATE	0x0000007fu
#define MT76U_RXV0_HE_MCS	0x0000000fu	/* of TX_RATE, HE */
#define MT76U_RXV0_HE_DCM	0x00000010u
#define MT76U_RXV0_HE_106	0x00000020u	/* extended range SU on 106 tones */
#define MT76U_RXV0_NSTS		0x00000380u	/* space-time streams - 1 */
#define MT76U_RXV0_TXBF		0x00000400u
#define MT76U_RXV0_LDPC		0x00000800u
#define MT76U_RXV0_BW		0x00007000u
#define MT76U_RXV0_GI		0x00018000u
#define MT76U_RXV0_STBC		0x00c00000u
#define MT76U_RXV0_MODE		0x0f000000u
#define MT76U_RXV0_RU_LOW	0xf0000000u	/* HE MU and TB */
#define MT76U_RXV1_RU_HIGH	0x0000000fu	/* ... where RCPI of chain 0 stands too */
#define MT76U_RXV0_CCK_SHORT	0x00000004u	/* of TX_RATE, CCK: short preamble */

/* Group 5, word 0, and the word that holds RCPI as word 1 of group 3 does. */
#define MT76U_CRXV0_LTF		0x00060000u	/* HE: 0 1x, 1 2x, 2 4x */
#define MT76U_CRXV_RCPI		6u

/* PKT_TYPE. Others exist; none carries a frame (openwrt/mt76 mt76_connac.h). */
#define MT76U_PKT_TXS		0u		/* transmit status */
#define MT76U_PKT_NORMAL	2u
#define MT76U_PKT_EVENT		7u		/* of the firmware; PKT_FLAG 1: a frame */
#define MT76U_PKT_NORMAL_MCU	8u
#define MT76U_PKT_FLAG_FRAME	1u

/* TX_MODE. */
#define MT76U_MODE_CCK		0u
#define MT76U_MODE_OFDM		1u
#define MT76U_MODE_HT		2u
#define MT76U_MODE_HT_GF	3u
#define MT76U_MODE_VHT		4u
#define MT76U_MODE_HE_SU	8u
#define MT76U_MODE_HE_EXT_SU	9u
#define MT76U_MODE_HE_TB	10u
#define MT76U_MODE_HE_MU	11u

static inline uint32_t
mt76u_rxd_type(uint32_t rxd0)
{
	return WPORT_GET(MT76U_RXD0_PKT_TYPE, rxd0);
}

/* An 802.11 or 802.3 frame, from the air or handed on by the firmware. */
static inline bool
mt76u_rxd_is_frame(uint32_t rxd0)
{
	uint32_t type = mt76u_rxd_type(rxd0);

	if (likely(type == MT76U_PKT_NORMAL))
		return true;
	return type == MT76U_PKT_NORMAL_MCU ||
		(type == MT76U_PKT_EVENT &&
		 WPORT_GET(MT76U_RXD0_PKT_FLAG, rxd0) == MT76U_PKT_FLAG_FRAME);
}

/*
 * The groups. Group 5 without group 3 takes its room like any other; it is not
 * read, for the two are one vector in two parts. (Linux does not pass over it, and
 * begins such a frame 72 bytes early: openwrt/mt76 mt7921/mac.c.)
 */
static inline uint32_t
mt76u_group_len(uint32_t rxd1, uint32_t group, uint32_t len)
{
	return (rxd1 & group) != 0 ? len : 0;
}

static inline uint32_t
mt76u_group2_at(uint32_t rxd1)
{
	return MT76U_RXD_LEN +
		mt76u_group_len(rxd1, MT76U_RXD1_GROUP_4, MT76U_GROUP_4_LEN) +
		mt76u_group_len(rxd1, MT76U_RXD1_GROUP_1, MT76U_GROUP_1_LEN);
}

static inline uint32_t
mt76u_group3_at(uint32_t rxd1)
{
	return mt76u_group2_at(rxd1) +
		mt76u_group_len(rxd1, MT76U_RXD1_GROUP_2, MT76U_GROUP_2_LEN);
}

static inline uint32_t
mt76u_group5_at(uint32_t rxd1)
{
	return mt76u_group3_at(rxd1) +
		mt76u_group_len(rxd1, MT76U_RXD1_GROUP_3, MT76U_GROUP_3_LEN);
}

/* Bytes before the frame: descriptor, groups, pad. */
static inline uint32_t
mt76u_rxd_head(uint32_t rxd1, uint32_t rxd2)
{
	return mt76u_group5_at(rxd1) +
		mt76u_group_len(rxd1, MT76U_RXD1_GROUP_5, MT76U_GROUP_5_LEN) +
		2 * WPORT_GET(MT76U_RXD2_HDR_OFFSET, rxd2);
}

/*
 * Frames that are not handed up for what the chip did with them; each has a counter of
 * its own. First what the chip marks as not to be used, in the order in which Linux
 * looks (openwrt/mt76 mt7921/mac.c).
 */
enum mt76u_drop {
	MT76U_DROP_NONE,
	MT76U_DROP_BAND,		/* of a second radio, which this chip has not */
	MT76U_DROP_AMSDU_ERROR,		/* the chip could not take the A-MSDU apart */
	MT76U_DROP_CIPHER_MISMATCH,	/* translated, and not with our cipher */
	MT76U_DROP_MAX_LEN,		/* longer than the chip's limit: cut */
	/* Monitor mode: no longer what was on the air, though the chip was told to
	 * leave it so. */
	MT76U_DROP_TRANSLATED,		/* made 802.3 */
	MT76U_DROP_AMSDU_PART,		/* cut out of an A-MSDU */
	/* Ethernet: what the parts of one A-MSDU tell together (mt76u_amsdu.h). */
	MT76U_DROP_AMSDU_FORGED,
	MT76U_DROP_MAX
};

static inline enum mt76u_drop
mt76u_rxd_drop_why(uint32_t rxd1, uint32_t rxd2)
{
	if ((rxd1 & MT76U_RXD1_BAND_IDX) != 0)
		return MT76U_DROP_BAND;
	if ((rxd2 & MT76U_RXD2_AMSDU_ERR) != 0)
		return MT76U_DROP_AMSDU_ERROR;
	if ((rxd2 & MT76U_RXD2_HDR_TRANS) != 0 && (rxd1 & MT76U_RXD1_CM) != 0)
		return MT76U_DROP_CIPHER_MISMATCH;
	if ((rxd2 & MT76U_RXD2_MAX_LEN_ERR) != 0)
		return MT76U_DROP_MAX_LEN;
	return MT76U_DROP_NONE;
}

static inline enum mt76u_drop
mt76u_rxd_drop(uint32_t rxd1, uint32_t rxd2)
{
	if (likely((rxd1 & (MT76U_RXD1_BAND_IDX | MT76U_RXD1_CM)) == 0) &&
	    likely((rxd2 & (MT76U_RXD2_AMSDU_ERR | MT76U_RXD2_MAX_LEN_ERR)) == 0))
		return MT76U_DROP_NONE;
	return mt76u_rxd_drop_why(rxd1, rxd2);
}

/* The frame begins with its destination address: 802.3. */
static inline bool
mt76u_rxd_is_translated(uint32_t rxd2)
{
	return (rxd2 & MT76U_RXD2_HDR_TRANS) != 0;
}

/* Frame control of a frame that was translated, 0 where it is not told. */
static inline uint32_t
mt76u_translated_fc(const uint8_t *rxd, uint32_t rxd1)
{
	return (rxd1 & MT76U_RXD1_GROUP_4) != 0 ?
		wport_word(rxd + MT76U_RXD_LEN, 0) & 0xffff : 0;
}

/* Its 802.11 header, gone, said that it is one part of a longer one. */
static inline bool
mt76u_rxd_translated_fragment(const uint8_t *rxd, uint32_t rxd1, uint32_t rxd2)
{
	return (rxd2 & MT76U_RXD2_FRAG) != 0 ||
		(mt76u_translated_fc(rxd, rxd1) & WLAN_FC_MORE_FRAG) != 0;
}

/* ... or one from a station to its access point. */
static inline bool
mt76u_rxd_translated_to_ap(const uint8_t *rxd, uint32_t rxd1)
{
	const uint32_t both = WLAN_FC_TO_DS | WLAN_FC_FROM_DS;

	return (mt76u_translated_fc(rxd, rxd1) & both) == WLAN_FC_TO_DS;
}

/* SEC_MODE (openwrt/mt76 mt76_connac_mcu.h). */
static inline uint8_t
mt76u_cipher(uint32_t sec_mode)
{
	static const uint8_t ciphers[] = {
		[0] = WLAN_CIPHER_NONE,
		[1] = WLAN_CIPHER_WEP,		/* WEP40 */
		[2] = WLAN_CIPHER_TKIP,
		[3] = WLAN_CIPHER_OTHER,	/* TKIP without MIC */
		[4] = WLAN_CIPHER_CCMP,
		[5] = WLAN_CIPHER_WEP,		/* WEP104 */
		[6] = WLAN_CIPHER_OTHER,	/* BIP protects no data */
		[7] = WLAN_CIPHER_WEP,		/* WEP128 */
		[8] = WLAN_CIPHER_OTHER,	/* WAPI */
		[9] = WLAN_CIPHER_CCMP,		/* CCMP-CCX */
		[10] = WLAN_CIPHER_CCMP_256,
		[11] = WLAN_CIPHER_GCMP,
		[12] = WLAN_CIPHER_GCMP,	/* GCMP-256 */
	};

	return sec_mode < RTE_DIM(ciphers) ? ciphers[sec_mode] : WLAN_CIPHER_OTHER;
}

/* Its place in an A-MSDU that the chip took apart. */
static inline uint32_t
mt76u_rxd_amsdu_flags(uint32_t rxd2, uint32_t payload)
{
	/* Between header and body of a subframe; translation has taken it away. */
	uint32_t pad = mt76u_rxd_is_translated(rxd2) ? 0 : WLAN_RXF_PAD2;

	return WLAN_RXF_AMSDU_CUT | pad |
		(payload == MT76U_PAYLOAD_LAST ? WLAN_RXF_LAST_MSDU : 0);
}

/* A Michael error is one of integrity, as an ICV's is. */
static inline uint32_t
mt76u_rxd_error_flags(uint32_t rxd1)
{
	const uint32_t integrity = MT76U_RXD1_ICV_ERR | MT76U_RXD1_TKIP_MIC_ERR;

	return ((rxd1 & MT76U_RXD1_FCS_ERR) != 0 ? WLAN_RXF_FCS_ERROR : 0) |
		((rxd1 & integrity) != 0 ? WLAN_RXF_ICV_ERROR : 0);
}

/*
 * What is rare stands behind a branch. Not an A-MPDU where the chip says so, or where
 * it gives no time: then nobody can tell which.
 */
static inline uint32_t
mt76u_rxd_flags(uint32_t rxd1, uint32_t rxd2, uint32_t rxd3, uint32_t rxd4)
{
	const uint32_t errors = MT76U_RXD1_FCS_ERR | MT76U_RXD1_ICV_ERR |
		MT76U_RXD1_TKIP_MIC_ERR;
	const uint32_t mismatch = MT76U_RXD1_CM | MT76U_RXD1_CLM;
	uint32_t payload = WPORT_GET(MT76U_RXD4_PAYLOAD, rxd4);
	uint32_t flags = 0;

	if (unlikely((rxd1 & errors) != 0))
		flags |= mt76u_rxd_error_flags(rxd1);
	if ((rxd1 & MT76U_RXD1_SEC_MODE) != 0 && likely((rxd1 & mismatch) == 0))
		flags |= WLAN_RXF_HW_DEC | WLAN_RXF_STRIPPED;
	if (WPORT_GET(MT76U_RXD3_ADDR_TYPE, rxd3) == MT76U_ADDR_TYPE_US)
		flags |= WLAN_RXF_A1_MATCH;
	if ((rxd2 & MT76U_RXD2_NON_AMPDU) == 0 && (rxd1 & MT76U_RXD1_GROUP_2) != 0)
		flags |= WLAN_RXF_AMPDU;
	if (unlikely(payload != 0))
		flags |= mt76u_rxd_amsdu_flags(rxd2, payload);
	return flags;
}

/* What the next steps need to know of the frame. */
static inline struct wlan_rxinfo
mt76u_rxd_decode_info(const uint8_t *rxd)
{
	uint32_t rxd1 = wport_word(rxd, 1), rxd2 = wport_word(rxd, 2);
	uint32_t rxd3 = wport_word(rxd, 3), rxd4 = wport_word(rxd, 4);
	uint32_t wlan_idx = WPORT_GET(MT76U_RXD1_WLAN_IDX, rxd1);

	return (struct wlan_rxinfo){
		.flags = mt76u_rxd_flags(rxd1, rxd2, rxd3, rxd4),
		.cipher = mt76u_cipher(WPORT_GET(MT76U_RXD1_SEC_MODE, rxd1)),
		.mac_id = RTE_MIN(wlan_idx, 255u),	/* the chip knows 20 stations */
	};
}

/* RCPI of one chain in dBm, half a dB a step, rounded down: -110 .. 17. More than
 * 0 is no signal that a radio can have received; such a chain does not count. */
static inline int8_t
mt76u_rcpi_dbm(uint32_t rcpi, unsigned int chain)
{
	return (int)(rcpi >> (8 * chain) & 0xff) / 2 - 110;
}

/*
 * The chains together, as openwrt/mt76 mac80211.c adds them: the stronger of the
 * sum so far and the next chain, and 3, 2 or 1 dB for one that is as strong, up to
 * 2 or up to 6 dB weaker. False when no chain counts.
 */
static inline bool
mt76u_signal(uint32_t rcpi, unsigned int chains, int8_t *dbm)
{
	int sum = -128;
	unsigned int i;

	for (i = 0; i < chains; i++) {
		int chain = mt76u_rcpi_dbm(rcpi, i);
		int diff = RTE_MAX(sum, chain) - RTE_MIN(sum, chain);

		if (chain > 0)
			continue;
		sum = RTE_MAX(sum, chain);
		sum += diff == 0 ? 3 : diff <= 2 ? 2 : diff <= 6 ? 1 : 0;
	}
	*dbm = sum;
	return sum > -128;
}

/* Legacy codes: CCK 0..3 (bit 2 is the preamble), OFDM as the PLCP header has it. */
static inline bool
mt76u_legacy_rate(uint32_t mode, uint32_t code, struct rte_wlan_rx *phy)
{
	/* 48, 24, 12, 6, 54, 36, 18, 9 Mbit/s, codes 8..15. */
	static const uint8_t ofdm[8] = { 6, 4, 2, 0, 7, 5, 3, 1 };

	phy->nss = 1;
	if (mode == MT76U_MODE_CCK) {
		phy->mode = RTE_WLAN_CCK;
		phy->mcs = code & ~MT76U_RXV0_CCK_SHORT;
		return phy->mcs <= 3;
	}
	phy->mode = RTE_WLAN_OFDM;
	phy->mcs = ofdm[code & 7];
	return code >> 3 == 1;
}

/* NSTS counts space-time streams: with STBC two of them are one spatial stream. */
static inline uint8_t
mt76u_nss(uint32_t rxv0)
{
	uint32_t nsts = WPORT_GET(MT76U_RXV0_NSTS, rxv0) + 1;

	if (WPORT_GET(MT76U_RXV0_STBC, rxv0) != 0)
		nsts = RTE_MAX(nsts / 2, 1u);
	return nsts;
}

/* Sets mode, mcs and nss; false for a rate that cannot be. */
static inline bool
mt76u_rate(uint32_t rxv0, struct rte_wlan_rx *phy)
{
	uint32_t mode = WPORT_GET(MT76U_RXV0_MODE, rxv0);
	uint32_t code = WPORT_GET(MT76U_RXV0_TX_RATE, rxv0);

	switch (mode) {
	case MT76U_MODE_CCK:
	case MT76U_MODE_OFDM:
		return mt76u_legacy_rate(mode, code, phy);
	case MT76U_MODE_HT:
	case MT76U_MODE_HT_GF:
		phy->mode = RTE_WLAN_HT;
		phy->mcs = code;
		phy->nss = (code >> 3) + 1;
		return code <= 31;
	case MT76U_MODE_VHT:
		phy->mode = RTE_WLAN_VHT;
		break;
	case MT76U_MODE_HE_SU:
	case MT76U_MODE_HE_EXT_SU:
	case MT76U_MODE_HE_TB:
	case MT76U_MODE_HE_MU:
		phy->mode = RTE_WLAN_HE;
		code &= MT76U_RXV0_HE_MCS;
		break;
	default:
		return false;
	}
	phy->mcs = code;
	phy->nss = mt76u_nss(rxv0);
	return code <= 11;
}

/* GI of HE is a time; which LTF goes with it only group 5 tells, but for 3.2 us, which
 * goes with one alone. ltf: LTF code + 1, 0 where it is not told. */
static inline uint8_t
mt76u_he_gi(uint32_t gi, uint32_t ltf)
{
	static const uint8_t codes[3][4] = {
		/* not told		1x			2x			4x */
		{ RTE_WLAN_GI_08, RTE_WLAN_GI_1X_08, RTE_WLAN_GI_2X_08,
		  RTE_WLAN_GI_4X_08 },
		{ RTE_WLAN_GI_16, RTE_WLAN_GI_1X_16, RTE_WLAN_GI_2X_16,
		  RTE_WLAN_GI_UNKNOWN },
		{ RTE_WLAN_GI_4X_32, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN,
		  RTE_WLAN_GI_4X_32 },
	};

	return gi < RTE_DIM(codes) && ltf < RTE_DIM(codes[0]) ? codes[gi][ltf] :
		RTE_WLAN_GI_UNKNOWN;
}

static inline uint8_t
mt76u_gi(uint32_t gi, uint32_t ltf, uint8_t mode)
{
	if (mode < RTE_WLAN_HT)
		return RTE_WLAN_GI_LONG;
	if (mode < RTE_WLAN_HE)
		return gi == 0 ? RTE_WLAN_GI_LONG : RTE_WLAN_GI_SHORT;
	return mt76u_he_gi(gi, ltf);
}

/*
 * What groups 3 and 5 say of a PPDU, in one key: as long as it stays the same, so
 * does what it means. Low half: word 0 of group 3, where bits that nobody needs make
 * room for the LTF. High half: RCPI, of group 5 where that is there. The key of a
 * descriptor without group 3 is a rate that cannot be, and no chain.
 */
#define MT76U_KEY_LTF		0x001c0000u	/* LTF code + 1, 0: not told */
#define MT76U_KEY_NOTHING	0xffffffff0f000000ull

#define MT76U_CHAINS		2u	/* of an MT7921; the bytes of others mean nothing */

static inline uint64_t
mt76u_ppdu_key(const uint8_t *rxd, uint32_t rxd1)
{
	const uint8_t *group3 = rxd + mt76u_group3_at(rxd1);
	uint32_t low, high;

	if (unlikely((rxd1 & MT76U_RXD1_GROUP_3) == 0))
		return MT76U_KEY_NOTHING;
	low = wport_word(group3, 0) & ~MT76U_KEY_LTF;
	high = wport_word(group3, 1);
	if (unlikely((rxd1 & MT76U_RXD1_GROUP_5) != 0)) {
		const uint8_t *group5 = group3 + MT76U_GROUP_3_LEN;
		uint32_t ltf = WPORT_GET(MT76U_CRXV0_LTF, wport_word(group5, 0));

		low |= WPORT_PUT(MT76U_KEY_LTF, ltf + 1);
		high = wport_word(group5, MT76U_CRXV_RCPI);
	}
	return (uint64_t)high << 32 | low;
}

/* Rate and signal, all of phy written. RTE_WLAN_RX_RATE is clear for a rate that
 * cannot be; a bandwidth that nobody has published is 0. */
static inline void
mt76u_ppdu_decode(uint64_t key, struct rte_wlan_rx *phy)
{
	uint32_t rxv0 = (uint32_t)key, bw = WPORT_GET(MT76U_RXV0_BW, rxv0);
	struct rte_wlan_rx rate = { 0 };

	memset(phy, 0, sizeof(*phy));
	if (mt76u_rate(rxv0, &rate)) {
		phy->flags = RTE_WLAN_RX_RATE;
		phy->mode = rate.mode;
		phy->mcs = rate.mcs;
		phy->nss = rate.nss;
		phy->bw_mhz = bw <= 3 ? 20u << bw : 0;
		phy->gi = mt76u_gi(WPORT_GET(MT76U_RXV0_GI, rxv0),
				   WPORT_GET(MT76U_KEY_LTF, rxv0), rate.mode);
	}
	if (mt76u_signal(key >> 32, MT76U_CHAINS, &phy->rssi_dbm))
		phy->flags |= RTE_WLAN_RX_RSSI;
	else
		phy->rssi_dbm = 0;
}

/* The chip gives an A-MPDU no number; its frames share their time stamp. */
struct mt76u_ampdu {
	uint32_t tsft_us;	/* of the A-MPDU last seen ... */
	uint32_t ref;		/* ... and its number; 0: none seen */
};

static inline uint32_t
mt76u_ampdu_ref(struct mt76u_ampdu *ampdu, uint32_t tsft_us)
{
	if (tsft_us != ampdu->tsft_us || ampdu->ref == 0) {
		ampdu->tsft_us = tsft_us;
		if (++ampdu->ref == 0)
			ampdu->ref = 1;
	}
	return ampdu->ref;
}

/*
 * What the descriptor says of this frame's radio, on top of what its PPDU has said.
 * rxd holds the groups that word 1 announces: the walk has seen to that. ampdu is
 * the queue's, and sees the frames in their order.
 */
static inline void
mt76u_rxd_decode_radio(const uint8_t *rxd, uint32_t rxd1, struct wlan_rxinfo info,
		       struct mt76u_ampdu *ampdu, struct rte_wlan_rx *phy)
{
	uint16_t flags = phy->flags;

	if (likely((rxd1 & MT76U_RXD1_GROUP_2) != 0)) {
		phy->tsft_us = wport_word(rxd + mt76u_group2_at(rxd1), 0);
		flags |= RTE_WLAN_RX_TSFT;
	}
	if ((info.flags & WLAN_RXF_AMPDU) != 0) {	/* never without group 2 */
		phy->ppdu = mt76u_ampdu_ref(ampdu, phy->tsft_us);
		flags |= RTE_WLAN_RX_AMPDU;
	}
	flags |= (info.flags & (WLAN_RXF_HW_DEC | WLAN_RXF_ICV_ERROR)) == WLAN_RXF_HW_DEC ?
		RTE_WLAN_RX_DECRYPTED : 0;
	phy->flags = flags;
}

/* All that a descriptor says of a frame, at once. */
static inline struct wlan_rxinfo
mt76u_rxd_decode(const uint8_t *rxd, struct mt76u_ampdu *ampdu, struct rte_wlan_rx *phy)
{
	struct wlan_rxinfo info = mt76u_rxd_decode_info(rxd);
	uint32_t rxd1 = wport_word(rxd, 1);

	mt76u_ppdu_decode(mt76u_ppdu_key(rxd, rxd1), phy);
	mt76u_rxd_decode_radio(rxd, rxd1, info, ampdu, phy);
	return info;
}

/* Channel code: 2.4 GHz up to 14, 5 GHz up to 180, then every fourth channel of
 * 6 GHz (openwrt/mt76 mt792x_mac.c). 0 for a channel that its band does not have. */
static inline uint16_t
mt76u_freq_mhz(uint32_t code)
{
	if (code <= 14)
		return wlan_channel_mhz(2, code);
	if (code <= 180)
		return wlan_channel_mhz(5, code);
	return wlan_channel_mhz(6, (code - 181) * 4 + 1);
}

/* Resource unit by its number: 37 of 26 tones, 16 of 52, 8 of 106, 4 of 242, 2 of
 * 484, 1 of 996, 1 of 2x996; as radiotap counts sizes, 0 for one that cannot be. */
static inline uint8_t
mt76u_he_ru(uint32_t ru)
{
	static const uint8_t first[] = { 0, 37, 53, 61, 65, 67, 68, 69 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(first) - 1; i++)
		if (ru < first[i + 1])
			return 4 + i;
	return 0;
}

static inline void
mt76u_monitor_he(uint32_t rxv0, uint32_t rxv1, struct wlan_monitor *mon)
{
	uint32_t ru = WPORT_GET(MT76U_RXV0_RU_LOW, rxv0) |
		WPORT_GET(MT76U_RXV1_RU_HIGH, rxv1) << 4;

	mon->flags |= (rxv0 & MT76U_RXV0_HE_DCM) != 0 ? WLAN_MON_DCM : 0;
	switch (WPORT_GET(MT76U_RXV0_MODE, rxv0)) {
	case MT76U_MODE_HE_SU:
		mon->he_format = WLAN_HE_SU;
		break;
	case MT76U_MODE_HE_EXT_SU:
		mon->he_format = WLAN_HE_EXT_SU;
		if ((rxv0 & MT76U_RXV0_HE_106) != 0)
			mon->he_ru = mt76u_he_ru(53);
		break;
	case MT76U_MODE_HE_MU:
		mon->he_format = WLAN_HE_MU;
		mon->he_ru = mt76u_he_ru(ru);
		break;
	case MT76U_MODE_HE_TB:
		mon->he_format = WLAN_HE_TB;
		mon->he_ru = mt76u_he_ru(ru);
		break;
	}
}

/* What group 3 says beside the rate. */
static inline void
mt76u_monitor_rxv(uint32_t rxv0, uint32_t rxv1, struct wlan_monitor *mon)
{
	uint32_t flags = 0;

	if (mon->rx.mode == RTE_WLAN_CCK &&
	    (rxv0 & MT76U_RXV0_CCK_SHORT) != 0)
		flags |= WLAN_MON_SHORT_PREAMBLE;
	if (mon->rx.mode >= RTE_WLAN_HT) {
		flags |= WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN | WLAN_MON_BF_KNOWN;
		flags |= (rxv0 & MT76U_RXV0_LDPC) != 0 ? WLAN_MON_LDPC : 0;
		flags |= (rxv0 & MT76U_RXV0_TXBF) != 0 ? WLAN_MON_BEAMFORMED : 0;
		mon->stbc = WPORT_GET(MT76U_RXV0_STBC, rxv0);
	}
	if (WPORT_GET(MT76U_RXV0_MODE, rxv0) == MT76U_MODE_HT_GF)
		flags |= WLAN_MON_HT_GREENFIELD;
	mon->flags |= flags;
	if (mon->rx.mode == RTE_WLAN_HE)
		mt76u_monitor_he(rxv0, rxv1, mon);
}

static inline void
mt76u_monitor_chains(uint32_t rcpi, struct wlan_monitor *mon)
{
	unsigned int i;

	for (i = 0; i < MT76U_CHAINS; i++) {
		int8_t dbm = mt76u_rcpi_dbm(rcpi, i);

		if (dbm > 0)
			continue;
		mon->chain_dbm[i] = dbm;
		mon->chains |= 1u << i;
	}
}

/*
 * All that is known of a frame, for radiotap; all of mon is written. The chip hands
 * up no FCS. phy and ampdu: what mt76u_rxd_decode_radio() made of this very frame.
 */
static inline void
mt76u_rxd_decode_monitor(const uint8_t *rxd, uint32_t rxd1, struct wlan_rxinfo info,
			 const struct mt76u_ampdu *ampdu, const struct rte_wlan_rx *phy,
			 struct wlan_monitor *mon)
{
	const uint8_t *group3 = rxd + mt76u_group3_at(rxd1);

	memset(mon, 0, sizeof(*mon));
	mon->rx = *phy;
	mon->he_format = WLAN_HE_UNKNOWN;
	mon->freq_mhz = mt76u_freq_mhz(WPORT_GET(MT76U_RXD3_CH_FREQ, wport_word(rxd, 3)));
	mon->flags |= (info.flags & WLAN_RXF_FCS_ERROR) != 0 ? WLAN_MON_FCS_BAD : 0;
	mon->flags |= (info.flags & WLAN_RXF_ICV_ERROR) != 0 ? WLAN_MON_ICV_ERROR : 0;
	if ((phy->flags & RTE_WLAN_RX_TSFT) != 0) {
		mon->flags |= WLAN_MON_TSFT;
		mon->tsft_us = phy->tsft_us;
	}
	if ((phy->flags & RTE_WLAN_RX_AMPDU) != 0) {
		mon->flags |= WLAN_MON_AMPDU;
		mon->ampdu_ref = ampdu->ref;
	}
	if ((phy->flags & RTE_WLAN_RX_RSSI) != 0) {
		mon->flags |= WLAN_MON_SIGNAL;
		mon->signal_dbm = phy->rssi_dbm;
	}
	if ((rxd1 & MT76U_RXD1_GROUP_3) == 0)
		return;
	mt76u_monitor_chains(mt76u_ppdu_key(rxd, rxd1) >> 32, mon);
	if ((phy->flags & RTE_WLAN_RX_RATE) != 0)
		mt76u_monitor_rxv(wport_word(group3, 0), wport_word(group3, 1), mon);
}

#endif /* MT76U_RXD_H */
