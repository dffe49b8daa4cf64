/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AX_FIELDS_H
#define AX_FIELDS_H

/*
 * Every field of the AX receive descriptor and what the decoder must make of it.
 * Positions typed from the AX_RXD masks of morrownr/rtw89 txrx.h. A field that is
 * read by nobody is here too: it must change nothing. Bits in no row are reserved and
 * must change nothing.
 */

#include <stdint.h>

enum out {
	OUT_HEAD,		/* bytes before the payload, vendor's layout */
	OUT_LEN, OUT_TYPE,
	OUT_TAIL,		/* bytes behind the padded payload */
	OUT_FCS_ERROR, OUT_ICV_ERROR, OUT_HW_DEC, OUT_SW_DEC, OUT_A1_MATCH,
	OUT_AMPDU, OUT_AMSDU, OUT_LAST_MSDU, OUT_AMSDU_CUT,
	OUT_OTHER_FLAGS,	/* wlan_rxinfo.flags without a name */
	OUT_CIPHER, OUT_MAC_ID, OUT_LAST_MPDU,
	/* struct rte_wlan_rx */
	OUT_RX_RATE, OUT_RX_TSFT, OUT_RX_AMPDU, OUT_RX_DECRYPTED, OUT_RX_OTHER_FLAGS,
	OUT_TSFT_US, OUT_MODE, OUT_MCS, OUT_NSS, OUT_GI, OUT_BW_MHZ, OUT_RSSI_DBM,
	OUT_PPDU, OUT_PHY, OUT_RESERVED,
	/* struct wlan_monitor */
	OUT_MON_FLAGS, OUT_HE_FORMAT,
	OUT_MAX
};

static const char * const out_names[OUT_MAX] = {
	"head", "payload length", "type", "tail",
	"fcs_error", "icv_error", "hw_dec", "sw_dec", "a1_match", "ampdu", "amsdu",
	"last_msdu", "amsdu_cut", "unnamed info flags", "cipher", "mac_id", "last mpdu",
	"RATE", "TSFT", "AMPDU", "DECRYPTED", "unnamed radio flags",
	"tsft_us", "mode", "mcs", "nss", "gi", "bw_mhz", "rssi_dbm", "ppdu", "phy",
	"reserved", "monitor flags", "he_format",
};

#define O(name)	(1ull << OUT_ ## name)
#define NONE	0ull
/* One fact in six members: what the rate was. */
#define RATE	(O(RX_RATE) | O(MODE) | O(MCS) | O(NSS) | O(GI) | O(BW_MHZ))

/* Descriptors over which a field is set: length 1000, 20 MHz. */
enum base {
	BASE_HE,		/* long, nothing but HE, 1 stream, MCS 0 */
	BASE_CCK,		/* long, 1 Mbit/s */
	BASE_HT,		/* long, MCS 0 */
	BASE_HW_DEC,		/* long, HE, decrypted by the chip */
	BASE_KNOWN,		/* long, HE, ADDR_CAM_VLD */
	BASE_STATUS,		/* long, PPDU status */
	BASE_SHORT,		/* short, HE */
	BASE_MAX
};

/* Chips by the width of BW. */
#define NARROW	1u
#define WIDE	2u
#define BOTH	3u

struct ax_field {
	const char *name;
	unsigned int word;
	uint32_t mask;
	uint64_t outs;		/* what changes, all of it, when all its bits are set */
	enum base base;
	unsigned int chips;
};

static const struct ax_field ax_fields[] = {
	{ "RPKT_LEN", 0, 0x00003fff, O(LEN), BASE_HE, BOTH },
	{ "SHIFT", 0, 0x0000c000, O(HEAD), BASE_HE, BOTH },
	{ "WL_HD_IV_LEN", 0, 0x003f0000, NONE, BASE_HE, BOTH },
	{ "BB_SEL", 0, 0x00400000, O(PHY), BASE_HE, BOTH },
	{ "MAC_INFO_VLD", 0, 0x00800000, O(HEAD), BASE_HE, BOTH },
	{ "MAC_INFO_VLD of PPDU status", 0, 0x00800000, NONE, BASE_STATUS, BOTH },
	{ "RPKT_TYPE", 0, 0x0f000000, O(TYPE), BASE_HE, BOTH },
	{ "DRV_INFO_SIZE", 0, 0x70000000, O(HEAD), BASE_HE, BOTH },
	/* LONG_RXD is tested by itself: a base has it or not. */

	{ "PPDU_TYPE", 1, 0x0000000f, NONE, BASE_HE, BOTH },
	{ "PPDU_CNT", 1, 0x00000070, O(PPDU), BASE_HE, BOTH },
	{ "SR_EN", 1, 0x00000080, NONE, BASE_HE, BOTH },
	{ "USER_ID", 1, 0x0000ff00, NONE, BASE_HE, NARROW },
	{ "USER_ID, NON_SRG, INTER", 1, 0x0000ff00, NONE, BASE_HE, WIDE },
	{ "RX_DATARATE", 1, 0x01ff0000, RATE & ~O(MCS), BASE_HE, BOTH },
	{ "RX_DATARATE, streams of HE", 1, 0x00700000, O(NSS), BASE_HE, BOTH },
	{ "RX_DATARATE, MCS bits 3 and 1 of HE", 1, 0x000a0000, O(MCS), BASE_HE, BOTH },
	{ "RX_DATARATE, MCS of HT", 1, 0x001f0000, O(MCS) | O(NSS), BASE_HT, BOTH },
	{ "RX_GI_LTF of HE", 1, 0x0e000000, O(GI), BASE_HE, BOTH },
	{ "RX_GI_LTF of HT", 1, 0x0e000000, O(GI), BASE_HT, BOTH },
	{ "RX_GI_LTF of CCK", 1, 0x0e000000, NONE, BASE_CCK, BOTH },
	{ "NON_SRG_PPDU", 1, 0x10000000, NONE, BASE_HE, NARROW },
	{ "INTER_PPDU", 1, 0x20000000, NONE, BASE_HE, NARROW },
	{ "BW", 1, 0xc0000000, O(BW_MHZ), BASE_HE, NARROW },
	{ "PHY report", 1, 0x10000000, NONE, BASE_HE, WIDE },
	{ "BW of 8852C", 1, 0xe0000000, O(BW_MHZ), BASE_HE, WIDE },

	{ "FREERUN_CNT", 2, 0xffffffff, O(TSFT_US), BASE_HE, BOTH },

	{ "A1_MATCH", 3, 0x00000001, O(A1_MATCH), BASE_HE, BOTH },
	{ "SW_DEC", 3, 0x00000002, O(SW_DEC), BASE_HE, BOTH },
	{ "SW_DEC of a decrypted frame", 3, 0x00000002, O(SW_DEC) | O(RX_DECRYPTED),
	  BASE_HW_DEC, BOTH },
	{ "HW_DEC", 3, 0x00000004, O(HW_DEC) | O(RX_DECRYPTED), BASE_HE, BOTH },
	{ "HW_DEC, short", 3, 0x00000004, O(HW_DEC) | O(RX_DECRYPTED) | O(CIPHER),
	  BASE_SHORT, BOTH },
	{ "AMPDU", 3, 0x00000008, O(AMPDU) | O(RX_AMPDU), BASE_HE, BOTH },
	{ "AMPDU_END_PKT", 3, 0x00000010, O(LAST_MPDU), BASE_HE, BOTH },
	{ "AMSDU", 3, 0x00000020, O(AMSDU), BASE_HE, BOTH },
	{ "AMSDU_CUT", 3, 0x00000040, O(AMSDU_CUT), BASE_HE, BOTH },
	{ "LAST_MSDU", 3, 0x00000080, O(LAST_MSDU), BASE_HE, BOTH },
	{ "BYPASS", 3, 0x00000100, NONE, BASE_HE, BOTH },
	{ "CRC32_ERR", 3, 0x00000200, O(FCS_ERROR), BASE_HE, BOTH },
	{ "ICV_ERR", 3, 0x00000400, O(ICV_ERROR), BASE_HE, BOTH },
	{ "ICV_ERR of a decrypted frame", 3, 0x00000400, O(ICV_ERROR) | O(RX_DECRYPTED),
	  BASE_HW_DEC, BOTH },
	{ "MAGIC_WAKE", 3, 0x00000800, NONE, BASE_HE, BOTH },
	{ "UNICAST_WAKE", 3, 0x00001000, NONE, BASE_HE, BOTH },
	{ "PATTERN_WAKE", 3, 0x00002000, NONE, BASE_HE, BOTH },
	{ "GET_CH_INFO", 3, 0x0000c000, NONE, BASE_HE, BOTH },
	{ "PATTERN_IDX", 3, 0x001f0000, NONE, BASE_HE, BOTH },
	{ "TARGET_IDC", 3, 0x00e00000, NONE, BASE_HE, BOTH },
	{ "CHKSUM_OFFLOAD_EN", 3, 0x01000000, O(TAIL), BASE_HE, BOTH },
	{ "CHKSUM_OFFLOAD_EN, short", 3, 0x01000000, NONE, BASE_SHORT, BOTH },
	{ "WITH_LLC", 3, 0x02000000, NONE, BASE_HE, BOTH },
	{ "RX_STATISTICS", 3, 0x04000000, NONE, BASE_HE, BOTH },

	{ "TYPE", 4, 0x00000003, NONE, BASE_HE, BOTH },
	{ "MC .. QOS", 4, 0x000000fc, NONE, BASE_HE, BOTH },
	{ "TID", 4, 0x00000f00, NONE, BASE_HE, BOTH },
	{ "EOSP, HTC, QNULL", 4, 0x00007000, NONE, BASE_HE, BOTH },
	{ "SEQ", 4, 0x0fff0000, NONE, BASE_HE, BOTH },
	{ "FRAG", 4, 0xf0000000, NONE, BASE_HE, BOTH },

	{ "SEC_CAM_IDX", 5, 0x000000ff, NONE, BASE_KNOWN, BOTH },
	{ "ADDR_CAM", 5, 0x0000ff00, NONE, BASE_KNOWN, BOTH },
	{ "MAC_ID", 5, 0x00ff0000, O(MAC_ID), BASE_KNOWN, BOTH },
	{ "MAC_ID without ADDR_CAM_VLD", 5, 0x00ff0000, NONE, BASE_HE, BOTH },
	{ "RX_PL_ID", 5, 0x0f000000, NONE, BASE_KNOWN, BOTH },
	{ "ADDR_CAM_VLD", 5, 0x10000000, O(MAC_ID), BASE_HE, BOTH },
	{ "ADDR_FWD_EN, RX_PL_MATCH", 5, 0x60000000, NONE, BASE_KNOWN, BOTH },

	{ "MAC_ADDR", 6, 0xffffffff, NONE, BASE_HE, BOTH },
	{ "MAC_ADDR_H", 7, 0x0000ffff, NONE, BASE_HE, BOTH },
	{ "SMART_ANT", 7, 0x00010000, NONE, BASE_HE, BOTH },
	{ "SEC_TYPE", 7, 0x001e0000, O(CIPHER), BASE_HE, BOTH },
	{ "HDR_CNV", 7, 0x00200000, NONE, BASE_HE, BOTH },
	{ "HDR_OFFSET", 7, 0x07c00000, NONE, BASE_HE, BOTH },
	{ "BIP_KEYID, BIP_ENC", 7, 0x18000000, NONE, BASE_HE, BOTH },
};

#endif /* AX_FIELDS_H */
