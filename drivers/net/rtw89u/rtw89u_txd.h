/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_TXD_H
#define RTW89U_TXD_H

/*
 * Transmit descriptors, words little-endian. One frame in one bulk-OUT transfer:
 *
 *   | body: 24 or 32 | info: 24 or 32 | 802.11 header to body, no FCS |
 *
 * Source: the TXWD and BE_TXD masks of morrownr/rtw89 txrx.h, core.c (which fields
 * Linux sets) and usb.c (STF_MODE). NO_ACK of the 8852C is a vendor's name alone:
 * AX_TXD_NO_ACK of phl/hal_g6/mac/txdesc.h in the driver of the 8852C. That Linux
 * writes the rest so was seen on emulated devices.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_byteorder.h>
#include <rte_common.h>

#include "rte_pmd_wlan.h"
#include "wlan_80211.h"
#include "wlan_txinfo.h"

#include "rtw89u_rxd.h"

/* Body, word 0. */
#define RTW89U_TXB0_HWSEQ_MODE	0x00000003u	/* AX, 24-byte body */
#define RTW89U_TXB0_HWSEQ_SEL	0x0000000cu
#define RTW89U_TXB0_WD_PAGE	0x00000080u
#define RTW89U_TXB0_STF_MODE	0x00000400u
#define RTW89U_TXB0_HDR_LEN	0x0000f800u	/* 2-byte units */
#define RTW89U_TXB0_CH_DMA	0x000f0000u
#define RTW89U_TXB0_INFO_EN	0x00400000u
#define RTW89U_TXB0_NO_ACK	0x80000000u	/* 8852C */
/* Body, word 2. */
#define RTW89U_TXB2_SIZE	0x00003fffu	/* behind the descriptor, bytes */
#define RTW89U_TXB2_AGG_EN_BE	0x00004000u
#define RTW89U_TXB2_QSEL	0x007e0000u
#define RTW89U_TXB2_TID_IND	0x00800000u	/* the other of the queue's two TIDs */
#define RTW89U_TXB2_MAC_ID	0x7f000000u
#define RTW89U_TXB2_MAC_ID_BE	0xff000000u
/* Body, word 3. */
#define RTW89U_TXB3_SEQ		0x00000fffu
#define RTW89U_TXB3_AGG_EN	0x00001000u
/* Body, word 6. */
#define RTW89U_TXB6_NO_ACK_BE	0x00001000u
/* Body, word 7: the rate, but for the 24-byte body. */
#define RTW89U_TXB7_USE_RATE	0x80000000u
#define RTW89U_TXB7_BW		0x30000000u
#define RTW89U_TXB7_GI_LTF	0x0e000000u
#define RTW89U_TXB7_RATE	0x01ff0000u
#define RTW89U_TXB7_BW_BE	0x70000000u
#define RTW89U_TXB7_GI_LTF_BE	0x0000e000u
#define RTW89U_TXB7_RATE_BE	0x0fff0000u

/* Info, word 0. */
#define RTW89U_TXI0_NO_FALLBACK	0x00000400u
#define RTW89U_TXI0_LDPC	0x00000800u
#define RTW89U_TXI0_STBC	0x00001000u
#define RTW89U_TXI0_RATE	0x01ff0000u	/* AX, 24-byte body */
#define RTW89U_TXI0_GI_LTF	0x0e000000u
#define RTW89U_TXI0_BW		0x30000000u
#define RTW89U_TXI0_USE_RATE	0x40000000u
#define RTW89U_TXI0_TXCNT_BE	0x003f0000u	/* times to try */
#define RTW89U_TXI0_TXCNT_SEL_BE 0x00400000u
/* Info, word 1. */
#define RTW89U_TXI1_AGG_NUM	0x000000ffu
#define RTW89U_TXI1_LOWEST	0x01ff0000u	/* lowest rate of a fallback */
#define RTW89U_TXI1_TXCNT	0x7e000000u
#define RTW89U_TXI1_TXCNT_SEL	0x80000000u
#define RTW89U_TXI1_LOWEST_BE	0x0fff0000u
/* Info, word 2. */
#define RTW89U_TXI2_DENSITY	0x001c0000u	/* as the HT capability counts */
/* Info, word 4. */
#define RTW89U_TXI4_RTS		0x08000000u
#define RTW89U_TXI4_HW_RTS	0x80000000u

#define RTW89U_TX_TRIES_MAX	63u
#define RTW89U_TX_LOWEST_RATE	4u		/* OFDM 6 Mbit/s: good in every band */

#define RTW89U_TXD_MAX		64u

enum rtw89u_txd_format {
	RTW89U_TXD_AX,		/* 24 + 24: 8851B, 8852A, 8852B */
	RTW89U_TXD_AX_8852C,	/* 32 + 24 */
	RTW89U_TXD_BE,		/* 32 + 32: 8922A */
};

/* What the driver knows and the frame does not say. */
struct rtw89u_txd_conf {
	enum rtw89u_txd_format format;
	uint8_t dma;		/* channel of the endpoint that the transfer goes to */
	uint8_t mac_id;		/* chip's number of the peer */
	uint8_t agg_num;	/* most MPDUs in an A-MPDU; 0: none allowed */
	uint8_t density;	/* least spacing in one, as the peer's HT capability says */
};

static __rte_always_inline uint32_t
rtw89u_txd_body_words(enum rtw89u_txd_format format)
{
	return format == RTW89U_TXD_AX ? 6 : 8;
}

static __rte_always_inline uint32_t
rtw89u_txd_len(enum rtw89u_txd_format format)
{
	return 4 * (rtw89u_txd_body_words(format) + (format == RTW89U_TXD_BE ? 8 : 6));
}

/*
 * The rate's code: rtw89u_rate() and rtw89u_ax_rate() the other way. Reads mode, mcs
 * and nss; those cannot be wrong in a rate that came from radiotap. EHT on an AX chip
 * becomes HE with the largest MCS that it has.
 */
static inline uint32_t
rtw89u_rate_code(const struct wlan_rate *rate, bool be)
{
	uint32_t mcs = rate->mcs, nss = rate->nss - 1u, mode = rate->mode;

	if (mode == RTE_WLAN_CCK)
		return mcs & 3;
	if (mode == RTE_WLAN_OFDM)
		return 4 + (mcs & 7);
	if (mode == RTE_WLAN_HT)
		return (be ? 0x100 : 0x80) | (mcs & 31);
	if (be)
		return (mode == RTE_WLAN_VHT ? 0x200 : mode == RTE_WLAN_HE ? 0x300 : 0x400) |
			(nss & 7) << 5 | (mcs & 31);
	return (mode == RTE_WLAN_VHT ? 0x100 : 0x180) | (nss & 7) << 4 | RTE_MIN(mcs, 11u);
}

static inline uint32_t
rtw89u_bw_code(uint16_t bw_mhz)
{
	return bw_mhz >= 160 ? 3 : bw_mhz >= 80 ? 2 : bw_mhz >= 40 ? 1 : 0;
}

/* enum rte_wlan_gi as GI_LTF; an unknown one is the long one. */
static inline uint32_t
rtw89u_gi_code(uint8_t gi)
{
	if (gi < RTE_WLAN_GI_4X_32)
		return gi == RTE_WLAN_GI_SHORT;
	return gi < RTE_WLAN_GI_UNKNOWN ? gi - RTE_WLAN_GI_4X_32 : 0;
}

/* Times to try; 0: as many as the chip thinks fit. A chip without a bit for "no
 * acknowledgement" tries once. */
static inline uint32_t
rtw89u_tx_tries(enum rtw89u_txd_format format, const struct wlan_txinfo *info)
{
	if ((info->flags & WLAN_TXF_NO_ACK) != 0 && format == RTW89U_TXD_AX)
		return 1;
	return info->retries == 0xff ? 0 : RTE_MIN(info->retries + 1u, RTW89U_TX_TRIES_MAX);
}

static inline bool
rtw89u_tx_may_aggregate(const struct rtw89u_txd_conf *conf, const struct wlan_txinfo *info)
{
	const uint16_t never = WLAN_TXF_GROUP | WLAN_TXF_NO_ACK | WLAN_TXF_RATE |
		WLAN_TXF_OWN_SEQ;

	return conf->agg_num != 0 && info->ac != WLAN_AC_MGMT &&
		(info->flags & (WLAN_TXF_QOS | never)) == WLAN_TXF_QOS;
}

/* May the hardware number the frame? Management frames alone, as Linux has it: data has
 * its number from the queue, a control frame has no place for one. */
static inline bool
rtw89u_tx_hw_seq(const struct rtw89u_txd_conf *conf, const struct wlan_txinfo *info)
{
	return conf->format == RTW89U_TXD_AX &&
		(info->fc & WLAN_FC_TYPE) == WLAN_FC_TYPE_MGMT &&
		(info->flags & WLAN_TXF_OWN_SEQ) == 0;
}

/* The rate in the place that the format has for it. */
static inline void
rtw89u_txd_rate(uint32_t *body, uint32_t *info0, enum rtw89u_txd_format format,
		const struct wlan_rate *rate)
{
	uint32_t code = rtw89u_rate_code(rate, format == RTW89U_TXD_BE);
	uint32_t bw = rtw89u_bw_code(rate->bw_mhz), gi = rtw89u_gi_code(rate->gi);

	*info0 |= RTW89U_TXI0_NO_FALLBACK;
	switch (format) {
	case RTW89U_TXD_AX:
		*info0 |= RTW89U_TXI0_USE_RATE | WPORT_PUT(RTW89U_TXI0_RATE, code) |
			WPORT_PUT(RTW89U_TXI0_BW, bw) | WPORT_PUT(RTW89U_TXI0_GI_LTF, gi);
		break;
	case RTW89U_TXD_AX_8852C:
		body[7] |= RTW89U_TXB7_USE_RATE | WPORT_PUT(RTW89U_TXB7_RATE, code) |
			WPORT_PUT(RTW89U_TXB7_BW, bw) | WPORT_PUT(RTW89U_TXB7_GI_LTF, gi);
		break;
	case RTW89U_TXD_BE:
		body[7] |= RTW89U_TXB7_USE_RATE | WPORT_PUT(RTW89U_TXB7_RATE_BE, code) |
			WPORT_PUT(RTW89U_TXB7_BW_BE, bw) |
			WPORT_PUT(RTW89U_TXB7_GI_LTF_BE, gi);
		break;
	}
}

static inline void
rtw89u_txd_body(uint32_t *body, const struct rtw89u_txd_conf *conf,
		const struct wlan_txinfo *info, bool aggregate)
{
	bool be = conf->format == RTW89U_TXD_BE, mgmt = info->ac == WLAN_AC_MGMT;
	bool no_ack = (info->flags & WLAN_TXF_NO_ACK) != 0;

	/* QSEL counts BE, BK, VI, VO from 0, as enum wlan_ac does; 18 is management. */
	body[0] = RTW89U_TXB0_INFO_EN | RTW89U_TXB0_WD_PAGE | RTW89U_TXB0_STF_MODE |
		WPORT_PUT(RTW89U_TXB0_CH_DMA, conf->dma);
	body[2] = WPORT_PUT(RTW89U_TXB2_SIZE, info->len) |
		WPORT_PUT(RTW89U_TXB2_QSEL, mgmt ? 18 : info->ac);
	body[2] |= be ? WPORT_PUT(RTW89U_TXB2_MAC_ID_BE, conf->mac_id) :
		WPORT_PUT(RTW89U_TXB2_MAC_ID, conf->mac_id);
	body[3] = WPORT_PUT(RTW89U_TXB3_SEQ, info->seq);
	if ((info->fc & WLAN_FC_TYPE) == WLAN_FC_TYPE_DATA)
		body[0] |= WPORT_PUT(RTW89U_TXB0_HDR_LEN, info->hdr_len / 2);
	/* TIDs 2, 3, 5, 7 are the second of their queue. */
	if (!mgmt && (0xacu >> (info->tid & 7) & 1) != 0)
		body[2] |= RTW89U_TXB2_TID_IND;
	if (rtw89u_tx_hw_seq(conf, info)) {
		body[0] |= WPORT_PUT(RTW89U_TXB0_HWSEQ_MODE, 1) |
			WPORT_PUT(RTW89U_TXB0_HWSEQ_SEL, 1);
	}
	if (aggregate)
		body[be ? 2 : 3] |= be ? RTW89U_TXB2_AGG_EN_BE : RTW89U_TXB3_AGG_EN;
	if (no_ack && conf->format == RTW89U_TXD_AX_8852C)
		body[0] |= RTW89U_TXB0_NO_ACK;
	if (no_ack && be)
		body[6] = RTW89U_TXB6_NO_ACK_BE;
}

static inline void
rtw89u_txd_info(uint32_t *info_words, const struct rtw89u_txd_conf *conf,
		const struct wlan_txinfo *info, bool aggregate)
{
	uint32_t tries = rtw89u_tx_tries(conf->format, info);
	bool be = conf->format == RTW89U_TXD_BE;
	/* As Linux: the chip protects unicast as it thinks fit. Not so a frame whose
	 * sender chose everything. */
	bool rts = (info->flags & WLAN_TXF_RTS) != 0 ||
		(info->flags & (WLAN_TXF_GROUP | WLAN_TXF_NO_ACK | WLAN_TXF_RATE)) == 0;

	info_words[0] = (info->flags & WLAN_TXF_LDPC) != 0 ? RTW89U_TXI0_LDPC : 0;
	info_words[0] |= (info->flags & WLAN_TXF_STBC) != 0 ? RTW89U_TXI0_STBC : 0;
	info_words[1] = be ? WPORT_PUT(RTW89U_TXI1_LOWEST_BE, RTW89U_TX_LOWEST_RATE) :
		WPORT_PUT(RTW89U_TXI1_LOWEST, RTW89U_TX_LOWEST_RATE);
	if (tries != 0 && be)
		info_words[0] |= RTW89U_TXI0_TXCNT_SEL_BE |
			WPORT_PUT(RTW89U_TXI0_TXCNT_BE, tries);
	if (tries != 0 && !be)
		info_words[1] |= RTW89U_TXI1_TXCNT_SEL | WPORT_PUT(RTW89U_TXI1_TXCNT, tries);
	if (aggregate) {
		info_words[1] |= WPORT_PUT(RTW89U_TXI1_AGG_NUM, conf->agg_num);
		info_words[2] = WPORT_PUT(RTW89U_TXI2_DENSITY, conf->density);
	}
	info_words[4] = rts ? RTW89U_TXI4_RTS | RTW89U_TXI4_HW_RTS : 0;
}

/*
 * Write the descriptor of a frame to dst, rtw89u_txd_len(conf->format) bytes, which
 * it returns; the frame's info->len bytes (at most 16383) follow. info->ac names the
 * queue. A rate that is wished for is the only one that the chip tries; without a wish
 * the management queue sends at OFDM 6 Mbit/s, the others as the chip chooses.
 * WLAN_TXF_SHORT_PREAMBLE has no field. Any thread.
 */
static inline uint32_t
rtw89u_txd_write(uint8_t *dst, const struct rtw89u_txd_conf *conf,
		 const struct wlan_txinfo *info)
{
	static const struct wlan_rate lowest = {
		.mode = RTE_WLAN_OFDM, .nss = 1, .gi = RTE_WLAN_GI_LONG, .bw_mhz = 20,
	};
	uint32_t words[RTW89U_TXD_MAX / 4] = { 0 };
	uint32_t *info_words = words + rtw89u_txd_body_words(conf->format);
	uint32_t len = rtw89u_txd_len(conf->format), i;
	bool aggregate = rtw89u_tx_may_aggregate(conf, info);

	rtw89u_txd_body(words, conf, info, aggregate);
	rtw89u_txd_info(info_words, conf, info, aggregate);
	if ((info->flags & WLAN_TXF_RATE) != 0)
		rtw89u_txd_rate(words, info_words, conf->format, &info->rate);
	else if (info->ac == WLAN_AC_MGMT)
		rtw89u_txd_rate(words, info_words, conf->format, &lowest);
	for (i = 0; i < len / 4; i++)
		words[i] = rte_cpu_to_le_32(words[i]);
	memcpy(dst, words, len);
	return len;
}

#endif /* RTW89U_TXD_H */
