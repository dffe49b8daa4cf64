/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_RXD_H
#define RTW89U_RXD_H

/*
 * Receive descriptor "v2" of the RTL8922A (BE generation), words little-endian.
 * Source of every mask: struct rtw89_rxdesc_short_v2 and _long_v2 and their BE_RXD
 * masks in morrownr/rtw89 txrx.h, used in core.c; derv82/wifit3
 * src/wifit3/chips/rtl8922au/rx.py agrees for the fields that it reads. That
 * Linux reads them so was seen with its rtw89 driver on an emulated 8922AU.
 *
 * Fields that repeat what the 802.11 header says (type, TID, sequence number,
 * fragment, QoS, HTC ...) are not read: the header is at hand and is the truth.
 */

#include <stdint.h>
#include <string.h>

#include <rte_bitops.h>
#include <rte_byteorder.h>
#include <rte_common.h>

#include "wlan_radiotap.h"
#include "wlan_rxinfo.h"

#include "wport_bits.h"

#define RTW89U_RXD_SHORT_LEN	24u
#define RTW89U_RXD_LONG_LEN	40u

/* Word 0: what the walk needs. */
#define RTW89U_RXD0_RPKT_LEN	0x00003fffu	/* payload, bytes, FCS included */
#define RTW89U_RXD0_SHIFT	0x0000c000u	/* 2-byte units */
#define RTW89U_RXD0_DRV_INFO	0x000c0000u	/* 8-byte units */
#define RTW89U_RXD0_HDR_CNV	0x00300000u	/* 16-byte units */
#define RTW89U_RXD0_PHY_RPT	0x00c00000u	/* 8-byte units */
#define RTW89U_RXD0_RPKT_TYPE	0x3f000000u
#define RTW89U_RXD0_BB_SEL	0x40000000u
#define RTW89U_RXD0_LONG	0x80000000u

/* Word 2. */
#define RTW89U_RXD2_MAC_ID	0x000000ffu
#define RTW89U_RXD2_LAST_MSDU	0x00001000u
#define RTW89U_RXD2_AMSDU_CUT	0x00002000u

/* Word 3. */
#define RTW89U_RXD3_SEC_TYPE	0x0000000fu
#define RTW89U_RXD3_CRC32_ERR	0x00000040u
#define RTW89U_RXD3_ICV_ERR	0x00000080u
#define RTW89U_RXD3_HW_DEC	0x00000100u
#define RTW89U_RXD3_SW_DEC	0x00000200u
#define RTW89U_RXD3_A1_MATCH	0x00000400u
#define RTW89U_RXD3_AMPDU	0x00000800u
#define RTW89U_RXD3_AMPDU_EOF	0x00001000u
#define RTW89U_RXD3_AMSDU	0x00002000u

/* Word 4. */
#define RTW89U_RXD4_PPDU_TYPE	0x000000ffu
#define RTW89U_RXD4_PPDU_CNT	0x00000700u
#define RTW89U_RXD4_BW		0x00007000u
#define RTW89U_RXD4_GI_LTF	0x00070000u
#define RTW89U_RXD4_DATARATE	0xfff00000u

/* Word 5 is FREERUN_CNT, microseconds. */

/* Word 0 of the PHY report, which stands right behind the descriptor. */
#define RTW89U_PHY0_RSSI	0x00000fffu	/* quarter dB, biased by 110 dB */

/* RPKT_TYPE (morrownr/rtw89 core.h). Others exist; none carries a packet. */
#define RTW89U_RPKT_WIFI	0u
#define RTW89U_RPKT_PPDU_STAT	1u
#define RTW89U_RPKT_C2H		10u

static inline uint32_t
rtw89u_rxd_len(uint32_t rxd0)
{
	return (rxd0 & RTW89U_RXD0_LONG) != 0 ? RTW89U_RXD_LONG_LEN : RTW89U_RXD_SHORT_LEN;
}

static inline uint32_t
rtw89u_rxd_gap(uint32_t rxd0)
{
	return WPORT_GET(RTW89U_RXD0_SHIFT, rxd0) * 2 +
	       WPORT_GET(RTW89U_RXD0_DRV_INFO, rxd0) * 8 +
	       WPORT_GET(RTW89U_RXD0_PHY_RPT, rxd0) * 8 +
	       WPORT_GET(RTW89U_RXD0_HDR_CNV, rxd0) * 16;
}

static inline uint32_t
rtw89u_rxd_payload_len(uint32_t rxd0)
{
	return WPORT_GET(RTW89U_RXD0_RPKT_LEN, rxd0);
}

static inline uint32_t
rtw89u_rxd_type(uint32_t rxd0)
{
	return WPORT_GET(RTW89U_RXD0_RPKT_TYPE, rxd0);
}

/*
 * RX_DATARATE: [10:8] family, below it MCS and streams. Legacy codes 0..11 are
 * CCK 1, 2, 5.5, 11 and OFDM 6 .. 54 Mbit/s. False for a code that cannot be;
 * then nothing is set.
 */
static inline bool
rtw89u_rate(uint32_t code, struct rte_wlan_rx *phy)
{
	static const struct {
		uint8_t mode, mcs_max;
	} families[] = {
		{ RTE_WLAN_OFDM, 0 },
		{ RTE_WLAN_HT, 31 },
		{ RTE_WLAN_VHT, 11 },	/* 10 and 11 are a vendor's */
		{ RTE_WLAN_HE, 11 },
		{ RTE_WLAN_EHT, 15 },
	};
	uint32_t family = code >> 8, low = code & 0xff;
	uint32_t mcs, nss;

	if (family >= RTE_DIM(families))
		return false;
	if (family == 0) {
		if (low > 11)
			return false;
		phy->mode = low < 4 ? RTE_WLAN_CCK : RTE_WLAN_OFDM;
		phy->mcs = low < 4 ? low : low - 4;
		phy->nss = 1;
		return true;
	}
	mcs = low & 31;
	nss = family == 1 ? (mcs >> 3) + 1 : (low >> 5) + 1;
	if (mcs > families[family].mcs_max || (family == 1 && low > 31))
		return false;
	phy->mode = families[family].mode;
	phy->mcs = mcs;
	phy->nss = nss;
	return true;
}

/* Codes below are CCK. */
#define RTW89U_RATE_OFDM6	4u

/* What PPDU_TYPE adds for monitor mode (morrownr/rtw89 core.h): flags are set, none
 * cleared. Types of EHT are not published. */
static inline void
rtw89u_ppdu_type(uint32_t type, struct wlan_monitor *mon)
{
	mon->he_format = WLAN_HE_UNKNOWN;
	switch (type) {
	case 1:
		mon->flags |= WLAN_MON_SHORT_PREAMBLE;
		break;
	case 4:
		mon->flags |= WLAN_MON_HT_GREENFIELD;
		break;
	case 7:
		mon->he_format = WLAN_HE_SU;
		break;
	case 8:
		mon->he_format = WLAN_HE_EXT_SU;
		break;
	case 9:
		mon->he_format = WLAN_HE_MU;
		break;
	case 10:
		mon->he_format = WLAN_HE_TB;
		break;
	}
}

/* BW: 0..3 are 20..160 MHz, the others are unpublished. */
static inline uint16_t
rtw89u_bw_mhz(uint32_t code)
{
	return code <= 3 ? 20u << code : 0;
}

/* GI_LTF: six codes for HE and EHT; for HT and VHT any but 0 is the short one. */
static inline uint8_t
rtw89u_gi(uint32_t code, uint8_t mode)
{
	if (mode < RTE_WLAN_HT)
		return RTE_WLAN_GI_LONG;
	if (mode < RTE_WLAN_HE)
		return code == 0 ? RTE_WLAN_GI_LONG : RTE_WLAN_GI_SHORT;
	return code <= 5 ? RTE_WLAN_GI_4X_32 + code : RTE_WLAN_GI_UNKNOWN;
}

/* SEC_TYPE counts as enum rtw89_sec_key_type (morrownr/rtw89 core.h). */
static inline uint8_t
rtw89u_cipher(uint32_t sec_type)
{
	static const uint8_t ciphers[16] = {
		[0] = WLAN_CIPHER_NONE,
		[1] = WLAN_CIPHER_WEP,		/* WEP40 */
		[2] = WLAN_CIPHER_WEP,		/* WEP104 */
		[3] = WLAN_CIPHER_TKIP,
		[4] = WLAN_CIPHER_OTHER,	/* WAPI */
		[5] = WLAN_CIPHER_OTHER,	/* GCM-SMS4 */
		[6] = WLAN_CIPHER_CCMP,
		[7] = WLAN_CIPHER_CCMP_256,
		[8] = WLAN_CIPHER_GCMP,
		[9] = WLAN_CIPHER_GCMP,
		[10] = WLAN_CIPHER_OTHER,	/* BIP protects no data */
		[11] = WLAN_CIPHER_OTHER, [12] = WLAN_CIPHER_OTHER,
		[13] = WLAN_CIPHER_OTHER, [14] = WLAN_CIPHER_OTHER,
		[15] = WLAN_CIPHER_OTHER,
	};

	return ciphers[sec_type];
}

/* The neutral flags stand in this chip's order: the compiler makes two shifts and
 * two masks of all this. */
static inline uint32_t
rtw89u_rxd_flags(uint32_t rxd2, uint32_t rxd3)
{
	uint32_t flags = 0;

	flags |= (rxd3 & RTW89U_RXD3_CRC32_ERR) != 0 ? WLAN_RXF_FCS_ERROR : 0;
	flags |= (rxd3 & RTW89U_RXD3_ICV_ERR) != 0 ? WLAN_RXF_ICV_ERROR : 0;
	flags |= (rxd3 & RTW89U_RXD3_HW_DEC) != 0 ? WLAN_RXF_HW_DEC : 0;
	flags |= (rxd3 & RTW89U_RXD3_SW_DEC) != 0 ? WLAN_RXF_SW_DEC : 0;
	flags |= (rxd3 & RTW89U_RXD3_A1_MATCH) != 0 ? WLAN_RXF_A1_MATCH : 0;
	flags |= (rxd3 & RTW89U_RXD3_AMPDU) != 0 ? WLAN_RXF_AMPDU : 0;
	flags |= (rxd3 & RTW89U_RXD3_AMPDU_EOF) != 0 ? WLAN_RXF_AMPDU_EOF : 0;
	flags |= (rxd3 & RTW89U_RXD3_AMSDU) != 0 ? WLAN_RXF_AMSDU : 0;
	flags |= (rxd2 & RTW89U_RXD2_AMSDU_CUT) != 0 ? WLAN_RXF_AMSDU_CUT : 0;
	flags |= (rxd2 & RTW89U_RXD2_LAST_MSDU) != 0 ? WLAN_RXF_LAST_MSDU : 0;
	return flags;
}

/*
 * PHY report: RSSI in quarter dB above -110 dBm. The chip writes 0 or 1 where it
 * measured nothing, and more than 110 dB above the bias cannot be
 * (morrownr/rtw89 rtw8922a.c).
 */
static inline bool
rtw89u_phy_rssi(const uint8_t *report, int8_t *dbm)
{
	uint32_t raw = WPORT_GET(RTW89U_PHY0_RSSI, wport_word(report, 0));

	if (raw <= 1 || raw >> 2 > 110)
		return false;
	*dbm = (int)(raw >> 2) - 110;
	return true;
}

/*
 * What word 4 says of the radio: the same for every frame of a PPDU, so a caller
 * may keep the result for as long as the word stays the same. Writes all of phy.
 * RTE_WLAN_RX_RATE is clear for a rate that cannot be.
 */
static inline void
rtw89u_rxd_decode_ppdu(uint32_t rxd4, struct rte_wlan_rx *phy)
{
	memset(phy, 0, sizeof(*phy));
	phy->ppdu = WPORT_GET(RTW89U_RXD4_PPDU_CNT, rxd4);
	if (!rtw89u_rate(WPORT_GET(RTW89U_RXD4_DATARATE, rxd4), phy))
		return;
	phy->flags = RTE_WLAN_RX_RATE;
	phy->bw_mhz = rtw89u_bw_mhz(WPORT_GET(RTW89U_RXD4_BW, rxd4));
	phy->gi = rtw89u_gi(WPORT_GET(RTW89U_RXD4_GI_LTF, rxd4), phy->mode);
}

/* What the descriptor and the report behind it say of this frame's radio, on top
 * of what its PPDU has said. */
static inline void
rtw89u_rxd_decode_radio(const uint8_t *rxd, uint32_t rxd0, struct wlan_rxinfo info,
			struct rte_wlan_rx *phy)
{
	uint16_t flags = phy->flags | RTE_WLAN_RX_TSFT;

	phy->tsft_us = wport_word(rxd, 5);
	phy->phy = (rxd0 & RTW89U_RXD0_BB_SEL) != 0;
	flags |= (info.flags & WLAN_RXF_AMPDU) != 0 ? RTE_WLAN_RX_AMPDU : 0;
	flags |= (info.flags & WLAN_RXF_AMPDU_EOF) != 0 ? RTE_WLAN_RX_AMPDU_EOF : 0;
	flags |= (info.flags & (WLAN_RXF_HW_DEC | WLAN_RXF_SW_DEC | WLAN_RXF_ICV_ERROR)) ==
		WLAN_RXF_HW_DEC ? RTE_WLAN_RX_DECRYPTED : 0;

	/* Only the layout that morrownr/rtw89 core.c reads: one unit of 8 bytes. */
	if (WPORT_GET(RTW89U_RXD0_PHY_RPT, rxd0) == 1 &&
	    rtw89u_phy_rssi(rxd + rtw89u_rxd_len(rxd0), &phy->rssi_dbm))
		flags |= RTE_WLAN_RX_RSSI;
	phy->flags = flags;
}

/* What the next steps need to know of the frame. */
static inline struct wlan_rxinfo
rtw89u_rxd_decode_info(const uint8_t *rxd)
{
	uint32_t rxd2 = wport_word(rxd, 2);
	uint32_t rxd3 = wport_word(rxd, 3);

	return (struct wlan_rxinfo){
		.flags = rtw89u_rxd_flags(rxd2, rxd3),
		.cipher = rtw89u_cipher(WPORT_GET(RTW89U_RXD3_SEC_TYPE, rxd3)),
		.mac_id = WPORT_GET(RTW89U_RXD2_MAC_ID, rxd2),
	};
}

/*
 * All that a descriptor says of a frame, at once. rxd holds the descriptor and
 * the gap behind it as word 0 (rxd0) announces them: the walk has seen to that.
 */
static inline struct wlan_rxinfo
rtw89u_rxd_decode(const uint8_t *rxd, uint32_t rxd0, struct rte_wlan_rx *phy)
{
	struct wlan_rxinfo info = rtw89u_rxd_decode_info(rxd);

	rtw89u_rxd_decode_ppdu(wport_word(rxd, 4), phy);
	rtw89u_rxd_decode_radio(rxd, rxd0, info, phy);
	return info;
}

#endif /* RTW89U_RXD_H */
