/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXD_FIELDS_H
#define RXD_FIELDS_H

/*
 * Every field of the RTL8922A receive descriptor "v2" and what the decoder must
 * make of it. Positions typed from struct rtw89_rxdesc_long_v2 and the BE_RXD
 * masks of morrownr/rtw89 txrx.h. A field that is read by nobody is here too:
 * it must change nothing. Bits in no row are reserved and must change nothing.
 */

#include <stdint.h>

/* What comes out of walk and decoder, one by one. */
enum out {
	OUT_HEAD,		/* bytes before the payload */
	OUT_LEN, OUT_TYPE,
	OUT_FCS_ERROR, OUT_ICV_ERROR, OUT_HW_DEC, OUT_SW_DEC, OUT_A1_MATCH,
	OUT_AMPDU, OUT_AMPDU_EOF, OUT_AMSDU, OUT_LAST_MSDU, OUT_AMSDU_CUT,
	OUT_OTHER_FLAGS,	/* wlan_rxinfo.flags without a name */
	OUT_CIPHER, OUT_MAC_ID,
	/* struct rte_wlan_rx */
	OUT_RX_RATE, OUT_RX_RSSI, OUT_RX_TSFT, OUT_RX_AMPDU, OUT_RX_AMPDU_EOF,
	OUT_RX_DECRYPTED, OUT_RX_OTHER_FLAGS,
	OUT_TSFT_US, OUT_MODE, OUT_MCS, OUT_NSS, OUT_GI, OUT_BW_MHZ, OUT_RSSI_DBM,
	OUT_PPDU, OUT_PHY, OUT_RESERVED,
	OUT_MAX
};

static const char * const out_names[OUT_MAX] = {
	"head", "payload length", "type",
	"fcs_error", "icv_error", "hw_dec", "sw_dec", "a1_match", "ampdu", "ampdu_eof",
	"amsdu", "last_msdu", "amsdu_cut", "unnamed info flags", "cipher", "mac_id",
	"RATE", "RSSI", "TSFT", "AMPDU", "AMPDU_EOF", "DECRYPTED", "unnamed radio flags",
	"tsft_us", "mode", "mcs", "nss", "gi", "bw_mhz", "rssi_dbm", "ppdu", "phy",
	"reserved",
};

#define O(name)	(1ull << OUT_ ## name)
#define NONE	0ull
/* One fact in six members: what the rate was. */
#define RATE	(O(RX_RATE) | O(MODE) | O(MCS) | O(NSS) | O(GI) | O(BW_MHZ))

/* Descriptors over which a field is set. All: long, length 1000, 20 MHz. */
enum base {
	BASE_HE,		/* nothing but HE, 1 stream, MCS 0 */
	BASE_CCK,		/* 1 Mbit/s */
	BASE_HT,		/* MCS 0 */
	BASE_REPORT,		/* HE, a PHY report with raw RSSI 40 */
	BASE_HW_DEC,		/* HE, decrypted by the chip */
	BASE_SHORT_REPORT,	/* HE, short descriptor, report */
	BASE_MAX
};

#define WORD_REPORT0	10	/* of the PHY report, behind the descriptor */
#define WORD_REPORT1	11

struct rxd_field {
	const char *name;
	unsigned int word;
	uint32_t mask;
	uint64_t outs;		/* what changes, all of it, when all its bits are set */
	enum base base;
};

static const struct rxd_field rxd_fields[] = {
	{ "RPKT_LEN", 0, 0x00003fff, O(LEN), BASE_HE },
	{ "SHIFT", 0, 0x0000c000, O(HEAD), BASE_HE },
	{ "SHIFT, PHY report before it", 0, 0x0000c000, O(HEAD), BASE_REPORT },
	{ "DRV_INFO_SZ", 0, 0x000c0000, O(HEAD), BASE_HE },
	{ "DRV_INFO_SZ, PHY report before it", 0, 0x000c0000, O(HEAD), BASE_REPORT },
	{ "HDR_CNV_SZ", 0, 0x00300000, O(HEAD), BASE_HE },
	{ "HDR_CNV_SZ, PHY report before it", 0, 0x00300000, O(HEAD), BASE_REPORT },
	{ "PHY_RPT_SZ, report says nothing", 0, 0x00c00000, O(HEAD), BASE_HE },
	{ "RPKT_TYPE", 0, 0x3f000000, O(TYPE), BASE_HE },
	{ "BB_SEL", 0, 0x40000000, O(PHY), BASE_HE },
	/* LONG_RXD is tested by itself: a base has it or not. */

	{ "PKT_ID", 1, 0x00000fff, NONE, BASE_HE },
	{ "FWD_TARGET", 1, 0x00ff0000, NONE, BASE_HE },
	{ "BCN_FW_INFO", 1, 0x03000000, NONE, BASE_HE },
	{ "FW_RLS", 1, 0x04000000, NONE, BASE_HE },

	{ "MAC_ID", 2, 0x000000ff, O(MAC_ID), BASE_HE },
	{ "TYPE", 2, 0x00000c00, NONE, BASE_HE },
	{ "LAST_MSDU", 2, 0x00001000, O(LAST_MSDU), BASE_HE },
	{ "AMSDU_CUT", 2, 0x00002000, O(AMSDU_CUT), BASE_HE },
	{ "ADDR_CAM_VLD", 2, 0x00004000, NONE, BASE_HE },
	{ "REORDER", 2, 0x00008000, NONE, BASE_HE },
	{ "SEQ", 2, 0x0fff0000, NONE, BASE_HE },
	{ "TID", 2, 0xf0000000, NONE, BASE_HE },

	{ "SEC_TYPE", 3, 0x0000000f, O(CIPHER), BASE_HE },
	{ "BIP_KEYID", 3, 0x00000010, NONE, BASE_HE },
	{ "BIP_ENC", 3, 0x00000020, NONE, BASE_HE },
	{ "CRC32_ERR", 3, 0x00000040, O(FCS_ERROR), BASE_HE },
	{ "ICV_ERR", 3, 0x00000080, O(ICV_ERROR), BASE_HE },
	{ "ICV_ERR of a decrypted frame", 3, 0x00000080, O(ICV_ERROR) | O(RX_DECRYPTED),
	  BASE_HW_DEC },
	{ "HW_DEC", 3, 0x00000100, O(HW_DEC) | O(RX_DECRYPTED), BASE_HE },
	{ "SW_DEC", 3, 0x00000200, O(SW_DEC), BASE_HE },
	{ "SW_DEC of a decrypted frame", 3, 0x00000200, O(SW_DEC) | O(RX_DECRYPTED),
	  BASE_HW_DEC },
	{ "A1_MATCH", 3, 0x00000400, O(A1_MATCH), BASE_HE },
	{ "AMPDU", 3, 0x00000800, O(AMPDU) | O(RX_AMPDU), BASE_HE },
	{ "AMPDU_EOF", 3, 0x00001000, O(AMPDU_EOF) | O(RX_AMPDU_EOF), BASE_HE },
	{ "AMSDU", 3, 0x00002000, O(AMSDU), BASE_HE },
	{ "MC", 3, 0x00004000, NONE, BASE_HE },
	{ "BC", 3, 0x00008000, NONE, BASE_HE },
	{ "MD", 3, 0x00010000, NONE, BASE_HE },
	{ "MF", 3, 0x00020000, NONE, BASE_HE },
	{ "PWR", 3, 0x00040000, NONE, BASE_HE },
	{ "QOS", 3, 0x00080000, NONE, BASE_HE },
	{ "EOSP", 3, 0x00100000, NONE, BASE_HE },
	{ "HTC", 3, 0x00200000, NONE, BASE_HE },
	{ "QNULL", 3, 0x00400000, NONE, BASE_HE },
	{ "A4_FRAME", 3, 0x00800000, NONE, BASE_HE },
	{ "FRAG", 3, 0x0f000000, NONE, BASE_HE },
	{ "GET_CH_INFO", 3, 0xc0000000, NONE, BASE_HE },

	{ "PPDU_TYPE", 4, 0x000000ff, NONE, BASE_HE },
	{ "PPDU_CNT", 4, 0x00000700, O(PPDU), BASE_HE },
	{ "PPDU_CNT without a rate", 4, 0x00000700, O(PPDU), BASE_CCK },
	{ "BW", 4, 0x00007000, O(BW_MHZ), BASE_HE },
	{ "RX_GI_LTF of HE", 4, 0x00070000, O(GI), BASE_HE },
	{ "RX_GI_LTF of HT", 4, 0x00070000, O(GI), BASE_HT },
	{ "RX_GI_LTF of CCK", 4, 0x00070000, NONE, BASE_CCK },
	{ "RX_REORDER_FIELD_EN", 4, 0x00080000, NONE, BASE_HE },
	/* All ones is no rate: it must void all that the rate says. */
	{ "RX_DATARATE", 4, 0xfff00000, RATE & ~O(MCS), BASE_HE },
	{ "RX_DATARATE, streams of HE", 4, 0x0e000000, O(NSS), BASE_HE },
	{ "RX_DATARATE, MCS bits 3 and 1 of HE", 4, 0x00a00000, O(MCS), BASE_HE },
	{ "RX_DATARATE, MCS of HT", 4, 0x01f00000, O(MCS) | O(NSS), BASE_HT },

	{ "FREERUN_CNT", 5, 0xffffffff, O(TSFT_US), BASE_HE },

	{ "ADDR_CAM", 6, 0x000000ff, NONE, BASE_HE },
	{ "SR_EN", 6, 0x00002000, NONE, BASE_HE },
	{ "NON_SRG_PPDU", 6, 0x00004000, NONE, BASE_HE },
	{ "INTER_PPDU", 6, 0x00008000, NONE, BASE_HE },
	{ "USER_ID", 6, 0x003f0000, NONE, BASE_HE },
	{ "RX_STATISTICS", 6, 0x00400000, NONE, BASE_HE },
	{ "SMART_ANT", 6, 0x00800000, NONE, BASE_HE },
	{ "SEC_CAM_IDX", 6, 0xff000000, NONE, BASE_HE },
	{ "PATTERN_IDX", 7, 0x0000001f, NONE, BASE_HE },
	{ "MAGIC_WAKE", 7, 0x00000020, NONE, BASE_HE },
	{ "UNICAST_WAKE", 7, 0x00000040, NONE, BASE_HE },
	{ "PATTERN_WAKE", 7, 0x00000080, NONE, BASE_HE },
	{ "RX_PL_MATCH", 7, 0x00000100, NONE, BASE_HE },
	{ "RX_PL_ID", 7, 0x0000f000, NONE, BASE_HE },
	{ "HDR_CNV", 7, 0x00010000, NONE, BASE_HE },
	{ "NAT25_HIT", 7, 0x00020000, NONE, BASE_HE },
	{ "IS_DA", 7, 0x00040000, NONE, BASE_HE },
	{ "CHKSUM_OFFLOAD_EN", 7, 0x00080000, NONE, BASE_HE },
	{ "RXSC_ENTRY", 7, 0x00700000, NONE, BASE_HE },
	{ "RXSC_HIT", 7, 0x00800000, NONE, BASE_HE },
	{ "WITH_LLC", 7, 0x01000000, NONE, BASE_HE },
	{ "RX_AGG_FIELD_EN", 7, 0x02000000, NONE, BASE_HE },
	{ "MAC_ADDR", 8, 0xffffffff, NONE, BASE_HE },
	{ "MAC_ADDR_H", 9, 0x0000ffff, NONE, BASE_HE },
	{ "HDR_OFFSET", 9, 0x001f0000, NONE, BASE_HE },
	{ "WL_HD_IV_LEN", 9, 0x07e00000, NONE, BASE_HE },

	/* All ones is more than can be: the report then says nothing. */
	{ "report RSSI", WORD_REPORT0, 0x00000fff, O(RX_RSSI) | O(RSSI_DBM), BASE_REPORT },
	{ "report RSSI, short", WORD_REPORT0, 0x00000fff, O(RX_RSSI) | O(RSSI_DBM),
	  BASE_SHORT_REPORT },
	{ "report, rest of word 0", WORD_REPORT0, 0xfffff000, NONE, BASE_REPORT },
	{ "report, rest of word 0, short", WORD_REPORT0, 0xfffff000, NONE,
	  BASE_SHORT_REPORT },
	{ "report, word 1", WORD_REPORT1, 0xffffffff, NONE, BASE_REPORT },
};

#endif /* RXD_FIELDS_H */
