/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_RXD_AX_H
#define RTW89U_RXD_AX_H

/*
 * Receive descriptor of the AX generation (RTL8851B, 8852A, 8852B, 8852C), words
 * little-endian. Source of every mask: the AX_RXD masks of morrownr/rtw89 txrx.h as
 * core.c uses them; morrownr/rtl8852cu-20251113 phl/hal_g6/mac/rxdesc.h agrees. That
 * Linux reads them so was seen with its rtw89 driver on emulated devices.
 *
 * As in rtw89u_rxd.h, what the 802.11 header says too is not read.
 */

#include <assert.h>

#include "rtw89u_rxd.h"

#define RTW89U_AX_SHORT_LEN	16u
#define RTW89U_AX_LONG_LEN	32u

/* Word 0: what the walk needs. */
#define RTW89U_AX0_RPKT_LEN	0x00003fffu	/* payload, bytes, FCS included */
#define RTW89U_AX0_SHIFT	0x0000c000u	/* 2-byte units */
#define RTW89U_AX0_BB_SEL	0x00400000u
#define RTW89U_AX0_MAC_INFO_VLD	0x00800000u
#define RTW89U_AX0_RPKT_TYPE	0x0f000000u
#define RTW89U_AX0_DRV_INFO	0x70000000u	/* units of the layout */
#define RTW89U_AX0_LONG		0x80000000u

/* Word 1: the same for every frame of a PPDU. */
#define RTW89U_AX1_PPDU_TYPE	0x0000000fu
#define RTW89U_AX1_PPDU_CNT	0x00000070u
#define RTW89U_AX1_DATARATE	0x01ff0000u
#define RTW89U_AX1_GI_LTF	0x0e000000u
#define RTW89U_AX1_BW		0xc0000000u	/* not 8852C */
#define RTW89U_AX1_BW_8852C	0xe0000000u

/* Word 2 is FREERUN_CNT, microseconds. */

/* Word 3. */
#define RTW89U_AX3_A1_MATCH	0x00000001u
#define RTW89U_AX3_SW_DEC	0x00000002u
#define RTW89U_AX3_HW_DEC	0x00000004u
#define RTW89U_AX3_AMPDU	0x00000008u
#define RTW89U_AX3_AMPDU_END	0x00000010u	/* last MPDU of its A-MPDU */
#define RTW89U_AX3_AMSDU	0x00000020u
#define RTW89U_AX3_AMSDU_CUT	0x00000040u
#define RTW89U_AX3_LAST_MSDU	0x00000080u
#define RTW89U_AX3_CRC32_ERR	0x00000200u
#define RTW89U_AX3_ICV_ERR	0x00000400u
#define RTW89U_AX3_CHKSUM_EN	0x01000000u

/* Words 5 and 7 are there in a long descriptor. */
#define RTW89U_AX5_MAC_ID	0x00ff0000u
#define RTW89U_AX5_ADDR_CAM_VLD	0x10000000u
#define RTW89U_AX7_SEC_TYPE	0x001e0000u

#define RTW89U_AX_NO_MAC_ID	0xffu

/*
 * How the chip lays a unit out where sources disagree, as numbers that the walk
 * multiplies and adds. RTW89U_AX_LAYOUT_VENDOR is what the vendor's drivers read
 * (morrownr/rtl8852cu-20251113 and lwfinger/rtl8852au phl/hal_g6/.../hal_trx_*.c) and
 * what OpenIPC/devourer issues 294 and 295 saw on silicon; ..._LINUX is what
 * morrownr/rtw89 core.c reads: no shift, 8 bytes on every chip, nothing else.
 */
struct rtw89u_ax_layout {
	uint8_t drv_unit;	/* bytes of a unit of DRV_INFO_SIZE */
	uint8_t shift_unit;	/* bytes of a unit of SHIFT */
	uint8_t mac_info;	/* bytes more with MAC_INFO_VLD, but for PPDU status */
	uint8_t csum;		/* bytes behind the padded frame with CHKSUM_OFFLOAD_EN */
	uint8_t wide_bw;	/* BW has 3 bits, not 2 (8852C) */
	uint8_t chip;		/* place of the chip in its table: not read here */
	uint8_t zero[2];
};

static_assert(sizeof(struct rtw89u_ax_layout) == sizeof(uint64_t), "kept in one word");

static inline struct rtw89u_ax_layout
rtw89u_ax_layout(bool linux_reading, bool is_8852c)
{
	struct rtw89u_ax_layout layout = { .drv_unit = 8, .wide_bw = is_8852c };

	if (!linux_reading) {
		layout.drv_unit = is_8852c ? 16 : 8;
		layout.shift_unit = 2;
		layout.mac_info = 4;
		layout.csum = 8;
	}
	return layout;
}

static inline uint32_t
rtw89u_ax_len(uint32_t rxd0)
{
	return (rxd0 & RTW89U_AX0_LONG) != 0 ? RTW89U_AX_LONG_LEN : RTW89U_AX_SHORT_LEN;
}

static inline uint32_t
rtw89u_ax_payload_len(uint32_t rxd0)
{
	return WPORT_GET(RTW89U_AX0_RPKT_LEN, rxd0);
}

static inline uint32_t
rtw89u_ax_type(uint32_t rxd0)
{
	return WPORT_GET(RTW89U_AX0_RPKT_TYPE, rxd0);
}

/* Between descriptor and payload. */
static inline uint32_t
rtw89u_ax_gap(uint32_t rxd0, struct rtw89u_ax_layout layout)
{
	bool mac_info = (rxd0 & RTW89U_AX0_MAC_INFO_VLD) != 0 &&
		rtw89u_ax_type(rxd0) != RTW89U_RPKT_PPDU_STAT;

	return WPORT_GET(RTW89U_AX0_SHIFT, rxd0) * layout.shift_unit +
	       WPORT_GET(RTW89U_AX0_DRV_INFO, rxd0) * layout.drv_unit +
	       (mac_info ? layout.mac_info : 0);
}

/* Behind the padded payload: the checksum result, which the vendor's driver looks
 * for where the descriptor is long. */
static inline uint32_t
rtw89u_ax_tail(uint32_t rxd0, uint32_t rxd3, struct rtw89u_ax_layout layout)
{
	return (rxd0 & RTW89U_AX0_LONG) != 0 && (rxd3 & RTW89U_AX3_CHKSUM_EN) != 0 ?
		layout.csum : 0;
}

/*
 * RX_DATARATE: [8:7] family, below it MCS and streams, legacy codes as in
 * rtw89u_rate(). False for a code that cannot be; then nothing is set.
 */
static inline bool
rtw89u_ax_rate(uint32_t code, struct rte_wlan_rx *phy)
{
	uint32_t family = code >> 7, low = code & 0x7f;
	uint32_t mcs = low & 15, nss = (low >> 4) + 1;

	switch (family) {
	case 0:
		return low <= 11 && rtw89u_rate(low, phy);
	case 1:
		if (low > 31)
			return false;
		mcs = low;
		nss = (low >> 3) + 1;
		break;
	default:
		if (mcs > 11)	/* 10 and 11 of VHT are a vendor's */
			return false;
		break;
	}
	phy->mode = family == 1 ? RTE_WLAN_HT : family == 2 ? RTE_WLAN_VHT : RTE_WLAN_HE;
	phy->mcs = mcs;
	phy->nss = nss;
	return true;
}

/*
 * What word 1 says of the radio: the same for every frame of a PPDU. wide_bw: see
 * struct rtw89u_ax_layout. Writes all of phy; RTE_WLAN_RX_RATE is clear for a rate
 * that cannot be.
 */
static inline void
rtw89u_ax_decode_ppdu(uint32_t rxd1, bool wide_bw, struct rte_wlan_rx *phy)
{
	uint32_t bw = wide_bw ? WPORT_GET(RTW89U_AX1_BW_8852C, rxd1) :
		WPORT_GET(RTW89U_AX1_BW, rxd1);

	memset(phy, 0, sizeof(*phy));
	phy->ppdu = WPORT_GET(RTW89U_AX1_PPDU_CNT, rxd1);
	if (!rtw89u_ax_rate(WPORT_GET(RTW89U_AX1_DATARATE, rxd1), phy))
		return;
	phy->flags = RTE_WLAN_RX_RATE;
	phy->bw_mhz = rtw89u_bw_mhz(bw);
	phy->gi = rtw89u_gi(WPORT_GET(RTW89U_AX1_GI_LTF, rxd1), phy->mode);
}

/* AMPDU_END is not here: it says "last MPDU", which is not the end-of-frame mark
 * that WLAN_RXF_AMPDU_EOF stands for. */
static inline uint32_t
rtw89u_ax_flags(uint32_t rxd3)
{
	uint32_t flags = 0;

	flags |= (rxd3 & RTW89U_AX3_CRC32_ERR) != 0 ? WLAN_RXF_FCS_ERROR : 0;
	flags |= (rxd3 & RTW89U_AX3_ICV_ERR) != 0 ? WLAN_RXF_ICV_ERROR : 0;
	flags |= (rxd3 & RTW89U_AX3_HW_DEC) != 0 ? WLAN_RXF_HW_DEC : 0;
	flags |= (rxd3 & RTW89U_AX3_SW_DEC) != 0 ? WLAN_RXF_SW_DEC : 0;
	flags |= (rxd3 & RTW89U_AX3_A1_MATCH) != 0 ? WLAN_RXF_A1_MATCH : 0;
	flags |= (rxd3 & RTW89U_AX3_AMPDU) != 0 ? WLAN_RXF_AMPDU : 0;
	flags |= (rxd3 & RTW89U_AX3_AMSDU) != 0 ? WLAN_RXF_AMSDU : 0;
	flags |= (rxd3 & RTW89U_AX3_AMSDU_CUT) != 0 ? WLAN_RXF_AMSDU_CUT : 0;
	flags |= (rxd3 & RTW89U_AX3_LAST_MSDU) != 0 ? WLAN_RXF_LAST_MSDU : 0;
	return flags;
}

/* Is this the last MPDU of its A-MPDU? */
static inline bool
rtw89u_ax_ampdu_last(const uint8_t *rxd)
{
	return (wport_word(rxd, 3) & RTW89U_AX3_AMPDU_END) != 0;
}

/*
 * What the next steps need to know of the frame. A short descriptor names neither
 * cipher nor sender; a sender without a valid address entry is none (vendor).
 */
static inline struct wlan_rxinfo
rtw89u_ax_decode_info(const uint8_t *rxd, uint32_t rxd0)
{
	struct wlan_rxinfo info = {
		.flags = rtw89u_ax_flags(wport_word(rxd, 3)),
		.cipher = WLAN_CIPHER_NONE,
		.mac_id = RTW89U_AX_NO_MAC_ID,
	};

	if ((rxd0 & RTW89U_AX0_LONG) != 0) {
		uint32_t rxd5 = wport_word(rxd, 5);
		uint32_t rxd7 = wport_word(rxd, 7);

		info.cipher = rtw89u_cipher(WPORT_GET(RTW89U_AX7_SEC_TYPE, rxd7));
		if ((rxd5 & RTW89U_AX5_ADDR_CAM_VLD) != 0)
			info.mac_id = WPORT_GET(RTW89U_AX5_MAC_ID, rxd5);
	} else if ((info.flags & WLAN_RXF_HW_DEC) != 0) {
		/* How many bytes to take off nobody said. */
		info.cipher = WLAN_CIPHER_OTHER;
	}
	return info;
}

/*
 * What the descriptor says of this frame's radio, on top of what its PPDU has
 * said. The signal stands in the PPDU status that follows, not here.
 */
static inline void
rtw89u_ax_decode_radio(const uint8_t *rxd, uint32_t rxd0, struct wlan_rxinfo info,
		       struct rte_wlan_rx *phy)
{
	uint16_t flags = phy->flags | RTE_WLAN_RX_TSFT;

	phy->tsft_us = wport_word(rxd, 2);
	phy->phy = (rxd0 & RTW89U_AX0_BB_SEL) != 0;
	flags |= (info.flags & WLAN_RXF_AMPDU) != 0 ? RTE_WLAN_RX_AMPDU : 0;
	flags |= (info.flags & (WLAN_RXF_HW_DEC | WLAN_RXF_SW_DEC | WLAN_RXF_ICV_ERROR)) ==
		WLAN_RXF_HW_DEC ? RTE_WLAN_RX_DECRYPTED : 0;
	phy->flags = flags;
}

/*
 * All that a descriptor says of a frame, at once. rxd holds the whole descriptor
 * as word 0 (rxd0) announces it: the walk has seen to that.
 */
static inline struct wlan_rxinfo
rtw89u_ax_decode(const uint8_t *rxd, uint32_t rxd0, bool wide_bw, struct rte_wlan_rx *phy)
{
	struct wlan_rxinfo info = rtw89u_ax_decode_info(rxd, rxd0);

	rtw89u_ax_decode_ppdu(wport_word(rxd, 1), wide_bw, phy);
	rtw89u_ax_decode_radio(rxd, rxd0, info, phy);
	return info;
}

#endif /* RTW89U_RXD_AX_H */
