/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXD_FIELDS_H
#define RXD_FIELDS_H

/*
 * Every field of the MT7921 receive descriptor and what the decoder must make of
 * it. Positions typed from openwrt/mt76 mt76_connac2_mac.h. A field that is read by
 * nobody is here too: it must change nothing. Bits in no row are reserved and must
 * change nothing. Fields that say where the frame begins are test_walk.c's.
 */

#include <stdint.h>

/* What comes out of the decoder, one by one. */
enum out {
	OUT_TYPE, OUT_IS_FRAME, OUT_DROP, OUT_TRANSLATED, OUT_FRAGMENT,
	OUT_FCS_ERROR, OUT_ICV_ERROR, OUT_HW_DEC, OUT_SW_DEC, OUT_A1_MATCH,
	OUT_AMPDU, OUT_AMPDU_EOF, OUT_AMSDU, OUT_LAST_MSDU, OUT_AMSDU_CUT,
	OUT_STRIPPED, OUT_PAD2,
	OUT_OTHER_FLAGS,	/* wlan_rxinfo.flags without a name */
	OUT_CIPHER, OUT_MAC_ID,
	/* struct rte_wlan_rx */
	OUT_RX_RATE, OUT_RX_RSSI, OUT_RX_TSFT, OUT_RX_AMPDU, OUT_RX_AMPDU_EOF,
	OUT_RX_DECRYPTED, OUT_RX_OTHER_FLAGS,
	OUT_TSFT_US, OUT_MODE, OUT_MCS, OUT_NSS, OUT_GI, OUT_BW_MHZ, OUT_RSSI_DBM,
	OUT_PPDU, OUT_PHY, OUT_RESERVED,
	/* struct wlan_monitor, what is not in the above */
	OUT_MON_FLAGS,		/* each bit has a test of its own, test_monitor.c */
	OUT_FREQ, OUT_CHAINS, OUT_CHAIN_0, OUT_CHAIN_1, OUT_CHAIN_2, OUT_CHAIN_3,
	OUT_STBC, OUT_HE_FORMAT, OUT_HE_RU,
	OUT_MAX
};

static const char * const out_names[OUT_MAX] = {
	"type", "is frame", "drop", "translated", "fragment",
	"fcs_error", "icv_error", "hw_dec", "sw_dec", "a1_match", "ampdu", "ampdu_eof",
	"amsdu", "last_msdu", "amsdu_cut", "stripped", "pad2", "unnamed info flags",
	"cipher", "mac_id",
	"RATE", "RSSI", "TSFT", "AMPDU", "AMPDU_EOF", "DECRYPTED", "unnamed radio flags",
	"tsft_us", "mode", "mcs", "nss", "gi", "bw_mhz", "rssi_dbm", "ppdu", "phy",
	"reserved",
	"monitor flags", "freq", "chains", "chain 0", "chain 1", "chain 2", "chain 3",
	"stbc", "he_format", "he_ru",
};

#define O(name)	(1ull << OUT_ ## name)
#define NONE	0ull
#define MON	O(MON_FLAGS)
/* One fact in six members: what the rate was; in monitor mode also STBC and more. */
#define RATE	(O(RX_RATE) | O(MODE) | O(MCS) | O(NSS) | O(GI) | O(BW_MHZ))
#define SIGNAL	(O(RX_RSSI) | O(RSSI_DBM) | MON)
#define DECRYPTED (O(HW_DEC) | O(STRIPPED) | O(RX_DECRYPTED))
#define AMPDU	(O(AMPDU) | O(RX_AMPDU) | O(PPDU) | MON)
#define CUT	(O(AMSDU_CUT) | O(PAD2))

/* Descriptors over which a field is set. NON_AMPDU in all but BASE_AMPDU; groups 1
 * to 3; rates of MCS 0, 20 MHz, long GI; RCPI 100 / 20 on chains 0 / 1. */
enum base {
	BASE_VHT,
	BASE_HE,		/* SU */
	BASE_HE_MU,		/* RCPI as group 5 has it, RU 0 */
	BASE_HE_5,		/* SU, and group 5: 0.8 us, 1x LTF */
	BASE_HT,
	BASE_CCK,		/* 1 Mbit/s */
	BASE_AMPDU,		/* VHT */
	BASE_CCMP,		/* VHT, decrypted by the chip */
	BASE_TRANS,		/* VHT, header translated, group 4 */
	BASE_EVENT,		/* type 7 */
	BASE_MAX
};

/* Words behind those of the descriptor. */
#define W_G4	6
#define W_G1	10
#define W_G2	14
#define W_G3	16
#define W_G5	18
#define W_MAX	36

struct rxd_field {
	const char *name;
	unsigned int word;
	uint32_t mask;
	uint64_t outs;		/* what changes, all of it, when all its bits are set */
	enum base base;
};

static const struct rxd_field rxd_fields[] = {
	{ "ETH_TYPE_OFS", 0, 0x007f0000, NONE, BASE_VHT },
	{ "IP_SUM", 0, 0x00800000, NONE, BASE_VHT },
	{ "UDP_TCP_SUM", 0, 0x01000000, NONE, BASE_VHT },
	{ "PKT_TYPE", 0, 0xf8000000, O(TYPE) | O(IS_FRAME), BASE_VHT },
	{ "PKT_FLAG 1 of an event", 0, 0x00010000, O(IS_FRAME), BASE_EVENT },
	{ "PKT_FLAG 15 of an event", 0, 0x000f0000, NONE, BASE_EVENT },

	{ "WLAN_IDX", 1, 0x000003ff, O(MAC_ID), BASE_VHT },
	/* SEC_MODE of all ones is no cipher that anyone knows, and yet one. */
	{ "SEC_MODE", 1, 0x001f0000, DECRYPTED | O(CIPHER), BASE_VHT },
	{ "KEY_ID", 1, 0x00600000, NONE, BASE_VHT },
	{ "CM", 1, 0x00800000, NONE, BASE_VHT },
	{ "CM of a decrypted frame", 1, 0x00800000, DECRYPTED, BASE_CCMP },
	{ "CM of a translated frame", 1, 0x00800000, O(DROP), BASE_TRANS },
	{ "CLM", 1, 0x01000000, NONE, BASE_VHT },
	{ "CLM of a decrypted frame", 1, 0x01000000, DECRYPTED, BASE_CCMP },
	{ "CLM of a translated frame", 1, 0x01000000, NONE, BASE_TRANS },
	{ "ICV_ERR", 1, 0x02000000, O(ICV_ERROR) | MON, BASE_VHT },
	{ "ICV_ERR of a decrypted frame", 1, 0x02000000,
	  O(ICV_ERROR) | O(RX_DECRYPTED) | MON, BASE_CCMP },
	{ "TKIP_MIC_ERR", 1, 0x04000000, O(ICV_ERROR) | MON, BASE_VHT },
	{ "FCS_ERR", 1, 0x08000000, O(FCS_ERROR) | MON, BASE_VHT },
	{ "BAND_IDX", 1, 0x10000000, O(DROP), BASE_VHT },
	{ "SPP_EN", 1, 0x20000000, NONE, BASE_VHT },
	{ "ADD_OM", 1, 0x40000000, NONE, BASE_VHT },
	{ "SEC_DONE", 1, 0x80000000, NONE, BASE_VHT },
	{ "SEC_DONE of a decrypted frame", 1, 0x80000000, NONE, BASE_CCMP },

	{ "BSSID", 2, 0x0000003f, NONE, BASE_VHT },
	{ "CO_ANT", 2, 0x00000040, NONE, BASE_VHT },
	{ "BF_CQI", 2, 0x00000080, NONE, BASE_VHT },
	{ "MAC_HDR_LEN", 2, 0x00001f00, NONE, BASE_VHT },
	{ "HDR_TRANS", 2, 0x00002000, O(TRANSLATED), BASE_VHT },
	{ "TID", 2, 0x000f0000, NONE, BASE_VHT },
	{ "MU_BAR", 2, 0x00200000, NONE, BASE_VHT },
	{ "SW_BIT", 2, 0x00400000, NONE, BASE_VHT },
	{ "AMSDU_ERR", 2, 0x00800000, O(DROP), BASE_VHT },
	{ "MAX_LEN_ERROR", 2, 0x01000000, O(DROP), BASE_VHT },
	{ "HDR_TRANS_ERROR", 2, 0x02000000, NONE, BASE_VHT },
	{ "INT_FRAME", 2, 0x04000000, NONE, BASE_VHT },
	{ "FRAG", 2, 0x08000000, O(FRAGMENT), BASE_TRANS },
	{ "NULL_FRAME", 2, 0x10000000, NONE, BASE_VHT },
	{ "NDATA", 2, 0x20000000, NONE, BASE_VHT },
	{ "NON_AMPDU", 2, 0x40000000, AMPDU, BASE_AMPDU },
	{ "BF_REPORT", 2, 0x80000000, NONE, BASE_VHT },

	{ "RXV_SEQ", 3, 0x000000ff, NONE, BASE_VHT },
	/* All ones is no channel; the base has 36. */
	{ "CH_FREQ", 3, 0x0000ff00, O(FREQ), BASE_VHT },
	{ "ADDR_TYPE, broadcast", 3, 0x00030000, NONE, BASE_VHT },
	{ "ADDR_TYPE, to us", 3, 0x00010000, O(A1_MATCH), BASE_VHT },
	{ "ADDR_TYPE 2", 3, 0x00020000, NONE, BASE_VHT },
	{ "TSF_COMPARE_LOSS", 3, 0x00080000, NONE, BASE_VHT },
	{ "BEACON_MC", 3, 0x00100000, NONE, BASE_VHT },
	{ "BEACON_UC", 3, 0x00200000, NONE, BASE_VHT },
	{ "AMSDU", 3, 0x00400000, NONE, BASE_VHT },
	{ "MESH, MHCP", 3, 0x01800000, NONE, BASE_VHT },
	{ "NO_INFO_WB", 3, 0x02000000, NONE, BASE_VHT },
	{ "DISABLE_RX_HDR_TRANS", 3, 0x04000000, NONE, BASE_VHT },
	{ "POWER_SAVE_STAT, MORE", 3, 0x18000000, NONE, BASE_VHT },
	{ "UNWANT, RX_DROP, VLAN2ETH", 3, 0xe0000000, NONE, BASE_VHT },

	{ "PAYLOAD_FORMAT, first", 4, 0x00000003, CUT, BASE_VHT },
	{ "PAYLOAD_FORMAT, middle", 4, 0x00000002, CUT, BASE_VHT },
	{ "PAYLOAD_FORMAT, last", 4, 0x00000001, CUT | O(LAST_MSDU), BASE_VHT },
	{ "PAYLOAD_FORMAT, last, translated", 4, 0x00000001, O(AMSDU_CUT) | O(LAST_MSDU),
	  BASE_TRANS },
	{ "PATTERN_DROP, CLS", 4, 0x00000600, NONE, BASE_VHT },
	{ "OFLD, MAGIC_PKT, WOL", 4, 0x0007f800, NONE, BASE_VHT },
	{ "CLS_BITMAP", 4, 0x1ff80000, NONE, BASE_VHT },
	{ "word 5", 5, 0xffffffff, NONE, BASE_VHT },

	{ "group 4, More Fragments", W_G4, 0x00000400, O(FRAGMENT), BASE_TRANS },
	{ "group 4, rest of frame control", W_G4, 0x0000fbff, NONE, BASE_TRANS },
	{ "group 4, TA", W_G4, 0xffff0000, NONE, BASE_TRANS },
	{ "group 4, TA high", W_G4 + 1, 0xffffffff, NONE, BASE_TRANS },
	{ "group 4, sequence and QoS", W_G4 + 2, 0xffffffff, NONE, BASE_TRANS },
	{ "group 4, HT control", W_G4 + 3, 0xffffffff, NONE, BASE_TRANS },
	{ "group 1", W_G1, 0xffffffff, NONE, BASE_VHT },
	{ "group 1", W_G1 + 1, 0xffffffff, NONE, BASE_VHT },
	{ "group 1", W_G1 + 2, 0xffffffff, NONE, BASE_VHT },
	{ "group 1", W_G1 + 3, 0xffffffff, NONE, BASE_VHT },
	{ "group 2, time stamp", W_G2, 0xffffffff, O(TSFT_US), BASE_VHT },
	{ "group 2, word 1", W_G2 + 1, 0xffffffff, NONE, BASE_VHT },

	/* All ones is no rate: it must void all that the rate says. */
	{ "TX_RATE of VHT", W_G3, 0x0000007f, O(RX_RATE) | O(MODE) | O(NSS) | O(BW_MHZ) | MON,
	  BASE_VHT },
	{ "TX_RATE 10 of VHT", W_G3, 0x0000000a, O(MCS), BASE_VHT },
	{ "TX_RATE 31 of HT", W_G3, 0x0000001f, O(MCS) | O(NSS), BASE_HT },
	{ "TX_RATE 3 of CCK", W_G3, 0x00000003, O(MCS), BASE_CCK },
	{ "TX_RATE bit 2 of CCK", W_G3, 0x00000004, MON, BASE_CCK },
	{ "MCS of HE", W_G3, 0x0000000a, O(MCS), BASE_HE },
	{ "DCM of HE", W_G3, 0x00000010, MON, BASE_HE },
	{ "106 tones of HE SU", W_G3, 0x00000020, NONE, BASE_HE },
	{ "bit 6 of the rate of HE", W_G3, 0x00000040, NONE, BASE_HE },
	{ "NSTS", W_G3, 0x00000380, O(NSS), BASE_VHT },
	{ "NSTS of HT", W_G3, 0x00000380, NONE, BASE_HT },
	{ "NSTS of CCK", W_G3, 0x00000380, NONE, BASE_CCK },
	{ "TXBF", W_G3, 0x00000400, MON, BASE_VHT },
	{ "TXBF of CCK", W_G3, 0x00000400, NONE, BASE_CCK },
	{ "LDPC", W_G3, 0x00000800, MON, BASE_VHT },
	{ "LDPC of CCK", W_G3, 0x00000800, NONE, BASE_CCK },
	{ "FRAME_MODE 7", W_G3, 0x00007000, O(BW_MHZ), BASE_VHT },
	{ "FRAME_MODE 3", W_G3, 0x00003000, O(BW_MHZ), BASE_VHT },
	{ "GI of VHT", W_G3, 0x00018000, O(GI), BASE_VHT },
	{ "GI of HT", W_G3, 0x00018000, O(GI), BASE_HT },
	{ "GI of CCK", W_G3, 0x00018000, NONE, BASE_CCK },
	/* Without the LTF: a time; 3.2 us goes with one LTF alone. */
	{ "GI 3.2 us of HE", W_G3, 0x00010000, O(GI), BASE_HE },
	{ "GI 1.6 us of HE", W_G3, 0x00008000, O(GI), BASE_HE },
	{ "GI 1.6 us of HE, 1x LTF told", W_G3, 0x00008000, O(GI), BASE_HE_5 },
	{ "DCM of other chips", W_G3, 0x00020000, NONE, BASE_HE },
	{ "NUM_RX", W_G3, 0x001c0000, NONE, BASE_HE },
	{ "STBC", W_G3, 0x00c00000, O(STBC), BASE_VHT },
	{ "STBC of CCK", W_G3, 0x00c00000, NONE, BASE_CCK },
	{ "TX_MODE to HT-GF", W_G3, 0x01000000, MON, BASE_HT },
	{ "TX_MODE to extended range", W_G3, 0x01000000, O(HE_FORMAT), BASE_HE },
	{ "RU low of VHT", W_G3, 0xf0000000, NONE, BASE_VHT },
	{ "RU low of HE SU", W_G3, 0xf0000000, NONE, BASE_HE },
	/* 15: still 26 tones. 0xf0: none. */
	{ "RU low of HE MU", W_G3, 0xf0000000, NONE, BASE_HE_MU },
	{ "RU high of HE MU", W_G3 + 1, 0x0000000f, O(HE_RU), BASE_HE_MU },
	/* 255 is more than 0 dBm: that chain does not count. */
	{ "RCPI0", W_G3 + 1, 0x000000ff, O(RSSI_DBM) | O(CHAINS) | O(CHAIN_0), BASE_VHT },
	{ "RCPI1", W_G3 + 1, 0x0000ff00, O(CHAINS) | O(CHAIN_1), BASE_VHT },
	{ "RCPI2", W_G3 + 1, 0x00ff0000, NONE, BASE_VHT },
	{ "RCPI3", W_G3 + 1, 0xff000000, NONE, BASE_VHT },
	{ "RCPI of group 3 beside group 5", W_G3 + 1, 0xffffffff, NONE, BASE_HE_5 },

	{ "C-RXV HE LTF 2x", W_G5, 0x00020000, O(GI), BASE_HE_5 },
	{ "C-RXV HE LTF 4x", W_G5, 0x00040000, O(GI), BASE_HE_5 },
	{ "C-RXV HE LTF of all ones", W_G5, 0x00060000, O(GI), BASE_HE_5 },
	{ "C-RXV word 0, the rest", W_G5, 0xfff9ffff, NONE, BASE_HE_5 },
	{ "C-RXV word 1", W_G5 + 1, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 2", W_G5 + 2, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 3", W_G5 + 3, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 4", W_G5 + 4, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 5", W_G5 + 5, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV RCPI0", W_G5 + 6, 0x000000ff, O(RSSI_DBM) | O(CHAINS) | O(CHAIN_0),
	  BASE_HE_5 },
	{ "C-RXV RCPI1", W_G5 + 6, 0x0000ff00, O(CHAINS) | O(CHAIN_1), BASE_HE_5 },
	{ "C-RXV RCPI2, 3", W_G5 + 6, 0xffff0000, NONE, BASE_HE_5 },
	{ "C-RXV RCPI, no signal at all", W_G5 + 6, 0x0000ffff,
	  SIGNAL | O(CHAINS) | O(CHAIN_0) | O(CHAIN_1), BASE_HE_5 },
	{ "C-RXV word 7", W_G5 + 7, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 8", W_G5 + 8, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 9", W_G5 + 9, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 12", W_G5 + 12, 0xffffffff, NONE, BASE_HE_5 },
	{ "C-RXV word 17", W_G5 + 17, 0xffffffff, NONE, BASE_HE_5 },
};

#endif /* RXD_FIELDS_H */
