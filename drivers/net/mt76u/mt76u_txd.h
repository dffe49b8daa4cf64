/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_TXD_H
#define MT76U_TXD_H

/*
 * Transmit framing of the connac2 generation (MT7921), words little-endian:
 *
 *   | USB word | descriptor, 16 words | frame | 0..3 zero | 4 zero |
 *     4          64
 *
 * One frame in a transfer. The USB word counts what follows it up to the frame's
 * end; the last four zero bytes are the device's end mark. Source of masks and
 * values: openwrt/mt76 mt76_connac2_mac.h, mt76_connac_mac.c, mt7921/usb.c; the
 * words of whole frames are those that Linux 7.3.4 sent to an emulated MT7921.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_byteorder.h>
#include <rte_common.h>

#include "wlan_80211.h"
#include "wlan_txinfo.h"

#include "mt76u_rxd.h"

#define MT76U_TXD_LEN		64u
#define MT76U_TX_HEAD_LEN	(4u + MT76U_TXD_LEN)	/* USB word and descriptor */
#define MT76U_TX_TAIL_MAX	(3u + 4u)		/* to a whole word, and the end mark */

/* Word 0. */
#define MT76U_TXD0_TX_BYTES	0x0000ffffu	/* descriptor and frame */
#define MT76U_TXD0_PKT_FMT	0x01800000u
#define MT76U_TXD0_Q_IDX	0xfe000000u
#define MT76U_PKT_FMT_SF	1u		/* store and forward */
#define MT76U_Q_ALTX0		0x10u		/* management */

/* Word 1. */
#define MT76U_TXD1_WLAN_IDX	0x000003ffu
#define MT76U_TXD1_HDR_INFO	0x0000f800u	/* 802.11 header, 2-byte units */
#define MT76U_TXD1_ETH_II	0x00008000u	/* of 802.3: an EtherType, no length */
#define MT76U_TXD1_HDR_FORMAT	0x00030000u
#define MT76U_TXD1_TID		0x00700000u
#define MT76U_TXD1_LONG		0x80000000u
#define MT76U_HDR_802_3		0u
#define MT76U_HDR_802_11	2u

/* Word 2. */
#define MT76U_TXD2_SUB_TYPE	0x0000000fu
#define MT76U_TXD2_TYPE		0x00000030u
#define MT76U_TXD2_RTS		0x00000200u
#define MT76U_TXD2_MULTICAST	0x00000400u
#define MT76U_TXD2_HTC_VLD	0x00002000u	/* goes with FIX_RATE */
#define MT76U_TXD2_FRAG		0x0000c000u
#define MT76U_TXD2_FIX_RATE	0x80000000u

/* Word 3. */
#define MT76U_TXD3_NO_ACK	0x00000001u
#define MT76U_TXD3_TX_COUNT	0x0000f800u	/* tries */
#define MT76U_TXD3_SEQ		0x0fff0000u
#define MT76U_TXD3_BA_DISABLE	0x10000000u	/* goes with FIX_RATE */
#define MT76U_TXD3_SN_VALID	0x80000000u
#define MT76U_TX_COUNT_MAX	15u		/* what Linux asks for */

/* Word 5: 1 is the packet number of a frame that nobody asks after. */
#define MT76U_TXD5_PID		0x000000ffu
#define MT76U_PID_NO_STATUS	1u

/* Word 6. */
#define MT76U_TXD6_BW		0x00000003u
#define MT76U_TXD6_FIXED_BW	0x00000004u
#define MT76U_TXD6_LDPC		0x00000800u
#define MT76U_TXD6_HE_LTF	0x00003000u
#define MT76U_TXD6_GI		0x0000c000u
#define MT76U_TXD6_TX_RATE	0x3fff0000u
/* ... of TX_RATE. MODE is as in the receive vector. */
#define MT76U_RATE_IDX		0x003fu
#define MT76U_RATE_MODE		0x03c0u
#define MT76U_RATE_NSS		0x1c00u		/* space-time streams - 1 */
#define MT76U_RATE_STBC		0x2000u

/* Words 7 and 8: type and subtype once more, for 802.3 and for 802.11 frames. */
#define MT76U_TXD7_HW_AMSDU	0x00000400u	/* the chip may put it into an A-MSDU */
#define MT76U_TXD7_SUB_TYPE	0x000f0000u
#define MT76U_TXD7_TYPE		0x00300000u
#define MT76U_TXD8_SUB_TYPE	0x0000000fu
#define MT76U_TXD8_TYPE		0x00000030u

/* Of the access point that a station talks to, and of nobody in particular. */
#define MT76U_WLAN_IDX_PEER	1u
#define MT76U_WLAN_IDX_NONE	0u

/* Zero bytes behind a frame of len bytes. */
static inline uint32_t
mt76u_tx_tail_len(uint32_t len)
{
	return RTE_ALIGN_CEIL(len, 4u) - len + 4;
}

/* BE, BK, VI, VO as the chip's scheduler counts them: BK is the lowest. */
static inline uint32_t
mt76u_q_idx(uint8_t ac)
{
	static const uint8_t queues[] = {
		[WLAN_AC_BE] = 1, [WLAN_AC_BK] = 0, [WLAN_AC_VI] = 2, [WLAN_AC_VO] = 3,
		[WLAN_AC_MGMT] = MT76U_Q_ALTX0,
	};

	return queues[ac];
}

static inline void
mt76u_txd_store(uint8_t *dst, const uint32_t *txd)
{
	uint32_t usb = rte_cpu_to_le_32(txd[0] & MT76U_TXD0_TX_BYTES);
	unsigned int i;

	memcpy(dst, &usb, sizeof(usb));
	for (i = 0; i < MT76U_TXD_LEN / 4; i++) {
		uint32_t word = rte_cpu_to_le_32(txd[i]);

		memcpy(dst + 4 + 4 * i, &word, sizeof(word));
	}
}

static inline uint32_t
mt76u_txd0(uint32_t len, uint32_t q_idx)
{
	return WPORT_PUT(MT76U_TXD0_TX_BYTES, MT76U_TXD_LEN + len) |
		WPORT_PUT(MT76U_TXD0_PKT_FMT, MT76U_PKT_FMT_SF) |
		WPORT_PUT(MT76U_TXD0_Q_IDX, q_idx);
}

/*
 * USB word and descriptor of an Ethernet packet that the chip makes an 802.11 frame
 * of, as it does for Linux. len: of the packet, bytes; type: what stands at byte 12,
 * CPU order. Of info only ac, tid and flag WLAN_TXF_QOS are read. dst has room for
 * MT76U_TX_HEAD_LEN bytes.
 */
static inline void
mt76u_txd_ethernet(uint8_t *dst, uint32_t len, uint16_t type,
		   const struct wlan_txinfo *info)
{
	const uint32_t data = 2;
	uint32_t sub_type = (info->flags & WLAN_TXF_QOS) != 0 ? 8 : 0;
	const uint32_t txd[MT76U_TXD_LEN / 4] = {
		[0] = mt76u_txd0(len, mt76u_q_idx(info->ac)),
		[1] = MT76U_TXD1_LONG |
			WPORT_PUT(MT76U_TXD1_TID, info->tid) |
			WPORT_PUT(MT76U_TXD1_HDR_FORMAT, MT76U_HDR_802_3) |
			(type >= WLAN_ETHERTYPE_MIN ? MT76U_TXD1_ETH_II : 0) |
			WPORT_PUT(MT76U_TXD1_WLAN_IDX, MT76U_WLAN_IDX_PEER),
		[2] = WPORT_PUT(MT76U_TXD2_TYPE, data) |
			WPORT_PUT(MT76U_TXD2_SUB_TYPE, sub_type),
		[3] = WPORT_PUT(MT76U_TXD3_TX_COUNT, MT76U_TX_COUNT_MAX),
		[5] = WPORT_PUT(MT76U_TXD5_PID, MT76U_PID_NO_STATUS),
		[7] = WPORT_PUT(MT76U_TXD7_TYPE, data) |
			WPORT_PUT(MT76U_TXD7_SUB_TYPE, sub_type) | MT76U_TXD7_HW_AMSDU,
	};

	mt76u_txd_store(dst, txd);
}

static inline uint32_t
mt76u_tx_mode(const struct wlan_rate *rate)
{
	static const uint8_t modes[] = {
		[RTE_WLAN_CCK] = MT76U_MODE_CCK,
		[RTE_WLAN_OFDM] = MT76U_MODE_OFDM,
		[RTE_WLAN_HT] = MT76U_MODE_HT,
		[RTE_WLAN_VHT] = MT76U_MODE_VHT,
		[RTE_WLAN_HE] = MT76U_MODE_HE_SU,
	};

	return modes[rate->mode];
}

static inline uint32_t
mt76u_tx_index(const struct wlan_rate *rate, bool short_preamble)
{
	/* 6, 9, 12, 18, 24, 36, 48, 54 Mbit/s. */
	static const uint8_t ofdm[8] = { 11, 15, 10, 14, 9, 13, 8, 12 };

	if (rate->mode == RTE_WLAN_OFDM)
		return ofdm[rate->mcs & 7];
	if (rate->mode == RTE_WLAN_CCK && short_preamble)
		return rate->mcs | MT76U_RXV0_CCK_SHORT;
	return rate->mcs;
}

/* STBC needs two space-time streams for one. */
static inline uint32_t
mt76u_tx_rate(const struct wlan_rate *rate, uint16_t flags)
{
	bool stbc = (flags & WLAN_TXF_STBC) != 0 && rate->mode >= RTE_WLAN_HT &&
		rate->nss == 1;
	uint32_t nsts = stbc ? 2 : rate->nss;

	return WPORT_PUT(MT76U_RATE_IDX,
			 mt76u_tx_index(rate, (flags & WLAN_TXF_SHORT_PREAMBLE) != 0)) |
		WPORT_PUT(MT76U_RATE_MODE, mt76u_tx_mode(rate)) |
		WPORT_PUT(MT76U_RATE_NSS, nsts - 1) | (stbc ? MT76U_RATE_STBC : 0);
}

/* Guard interval: 0 long or 0.8 us, 1 short or 1.6 us, 2 3.2 us; and the LTF. */
static inline uint32_t
mt76u_tx_gi(const struct wlan_rate *rate)
{
	static const struct {
		uint8_t gi, ltf;
	} codes[] = {
		[RTE_WLAN_GI_LONG] = { 0, 0 },
		[RTE_WLAN_GI_SHORT] = { 1, 0 },
		[RTE_WLAN_GI_4X_32] = { 2, 2 },
		[RTE_WLAN_GI_4X_08] = { 0, 2 },
		[RTE_WLAN_GI_2X_16] = { 1, 1 },
		[RTE_WLAN_GI_2X_08] = { 0, 1 },
		[RTE_WLAN_GI_1X_16] = { 1, 0 },
		[RTE_WLAN_GI_1X_08] = { 0, 0 },
		[RTE_WLAN_GI_UNKNOWN] = { 0, 0 },
		[RTE_WLAN_GI_08] = { 0, 1 },
		[RTE_WLAN_GI_16] = { 1, 1 },
	};
	uint8_t gi = rate->gi < RTE_DIM(codes) ? rate->gi : RTE_WLAN_GI_UNKNOWN;

	if (rate->mode < RTE_WLAN_HT)
		return 0;
	return WPORT_PUT(MT76U_TXD6_GI, codes[gi].gi) |
		WPORT_PUT(MT76U_TXD6_HE_LTF, codes[gi].ltf);
}

static inline uint32_t
mt76u_tx_bw(uint16_t mhz)
{
	return mhz >= 160 ? 3 : mhz >= 80 ? 2 : mhz >= 40 ? 1 : 0;
}

/* The rate that is wished for; or 6 Mbit/s, which every band has. */
static inline uint32_t
mt76u_txd6(const struct wlan_txinfo *info)
{
	static const struct wlan_rate lowest = {
		.mode = RTE_WLAN_OFDM, .mcs = 0, .nss = 1, .gi = RTE_WLAN_GI_LONG, .bw_mhz = 20,
	};
	const struct wlan_rate *rate = (info->flags & WLAN_TXF_RATE) != 0 ? &info->rate :
		&lowest;
	bool ldpc = (info->flags & WLAN_TXF_LDPC) != 0 && rate->mode >= RTE_WLAN_HT;

	return MT76U_TXD6_FIXED_BW |
		WPORT_PUT(MT76U_TXD6_BW, mt76u_tx_bw(rate->bw_mhz)) |
		WPORT_PUT(MT76U_TXD6_TX_RATE, mt76u_tx_rate(rate, info->flags)) |
		mt76u_tx_gi(rate) | (ldpc ? MT76U_TXD6_LDPC : 0);
}

/* No fragment, first, middle, last. frag: fragment number. */
static inline uint32_t
mt76u_tx_frag(uint16_t fc, uint8_t frag)
{
	if ((fc & WLAN_FC_MORE_FRAG) != 0)
		return frag == 0 ? 1 : 2;
	return frag == 0 ? 0 : 3;
}

static inline uint32_t
mt76u_txd2(const struct wlan_txinfo *info, bool fixed)
{
	return (fixed ? MT76U_TXD2_FIX_RATE | MT76U_TXD2_HTC_VLD : 0) |
		WPORT_PUT(MT76U_TXD2_FRAG, mt76u_tx_frag(info->fc, info->frag)) |
		((info->flags & WLAN_TXF_GROUP) != 0 ? MT76U_TXD2_MULTICAST : 0) |
		((info->flags & WLAN_TXF_RTS) != 0 ? MT76U_TXD2_RTS : 0) |
		WPORT_PUT(MT76U_TXD2_TYPE, info->fc >> 2) |
		WPORT_PUT(MT76U_TXD2_SUB_TYPE, info->fc >> 4);
}

/* retries counts the tries behind the first; 0xff: the chip's default. */
static inline uint32_t
mt76u_txd3(const struct wlan_txinfo *info, bool fixed)
{
	uint32_t count = RTE_MIN(info->retries + 1u, MT76U_TX_COUNT_MAX);

	return ((info->flags & WLAN_TXF_OWN_SEQ) != 0 ?
		MT76U_TXD3_SN_VALID | WPORT_PUT(MT76U_TXD3_SEQ, info->seq) : 0) |
		(fixed ? MT76U_TXD3_BA_DISABLE : 0) |
		WPORT_PUT(MT76U_TXD3_TX_COUNT, count) |
		((info->flags & WLAN_TXF_NO_ACK) != 0 ? MT76U_TXD3_NO_ACK : 0);
}

/*
 * USB word and descriptor of an 802.11 frame, which goes out as it is. All of info
 * is read. Data to one receiver goes at the rate that is wished for or that the chip
 * chooses, all else at a fixed one. dst has room for MT76U_TX_HEAD_LEN bytes.
 */
static inline void
mt76u_txd_80211(uint8_t *dst, const struct wlan_txinfo *info, uint32_t wlan_idx)
{
	bool data = (info->fc & WLAN_FC_TYPE) == WLAN_FC_TYPE_DATA;
	bool fixed = !data || (info->flags & (WLAN_TXF_RATE | WLAN_TXF_GROUP)) != 0;
	const uint32_t txd[MT76U_TXD_LEN / 4] = {
		[0] = mt76u_txd0(info->len, mt76u_q_idx(info->ac)),
		[1] = MT76U_TXD1_LONG |
			WPORT_PUT(MT76U_TXD1_TID, info->tid) |
			WPORT_PUT(MT76U_TXD1_HDR_FORMAT, MT76U_HDR_802_11) |
			WPORT_PUT(MT76U_TXD1_HDR_INFO, info->hdr_len / 2) |
			WPORT_PUT(MT76U_TXD1_WLAN_IDX, wlan_idx),
		[2] = mt76u_txd2(info, fixed),
		[3] = mt76u_txd3(info, fixed),
		[5] = WPORT_PUT(MT76U_TXD5_PID, MT76U_PID_NO_STATUS),
		[6] = fixed ? mt76u_txd6(info) : 0,
		[8] = WPORT_PUT(MT76U_TXD8_TYPE, info->fc >> 2) |
			WPORT_PUT(MT76U_TXD8_SUB_TYPE, info->fc >> 4),
	};

	mt76u_txd_store(dst, txd);
}

#endif /* MT76U_TXD_H */
