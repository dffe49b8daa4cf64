/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WLAN_RXINFO_H
#define WLAN_RXINFO_H

/*
 * What a chip's descriptor said of one frame, in CPU order and in nobody's
 * dialect: struct wlan_rxinfo is what the next steps need to know, small enough
 * to be passed in a register; struct rte_wlan_rx (rte_pmd_wlan.h) goes up to the
 * application. A descriptor decoder fills both; nothing behind it knows the chip.
 */

#include <stdint.h>

#include "rte_pmd_wlan.h"

/* Bits of wlan_rxinfo.flags. */
#define WLAN_RXF_FCS_ERROR	0x0001u	/* frame check sequence is wrong */
#define WLAN_RXF_ICV_ERROR	0x0002u	/* decryption failed its integrity check */
#define WLAN_RXF_HW_DEC		0x0004u	/* the chip decrypted; IV and MIC: see STRIPPED */
#define WLAN_RXF_SW_DEC		0x0008u	/* the chip wants software to decrypt */
#define WLAN_RXF_A1_MATCH	0x0010u	/* address 1 is ours */
#define WLAN_RXF_AMPDU		0x0020u	/* came in an A-MPDU */
#define WLAN_RXF_AMPDU_EOF	0x0040u	/* ... in an end-of-frame subframe */
#define WLAN_RXF_AMSDU		0x0080u	/* the chip saw an A-MSDU */
#define WLAN_RXF_LAST_MSDU	0x0100u	/* the last MSDU that the chip cut out of one */
#define WLAN_RXF_AMSDU_CUT	0x0200u	/* an MSDU that the chip cut out of one */
#define WLAN_RXF_STRIPPED	0x0400u	/* with HW_DEC: the chip took IV and MIC off,
					 * though the Protected bit stays */
#define WLAN_RXF_PAD2		0x0800u	/* two bytes between 802.11 header and body */

enum wlan_cipher {
	WLAN_CIPHER_NONE,
	WLAN_CIPHER_WEP,	/* 40 or 104 bits: same framing */
	WLAN_CIPHER_TKIP,
	WLAN_CIPHER_CCMP,	/* 128-bit key, 8-byte MIC */
	WLAN_CIPHER_CCMP_256,	/* 16-byte MIC */
	WLAN_CIPHER_GCMP,	/* 128- or 256-bit key, 16-byte MIC */
	WLAN_CIPHER_OTHER,	/* framing unknown to us */
};

struct wlan_rxinfo {
	uint32_t flags;			/* WLAN_RXF_... */
	uint8_t cipher;			/* enum wlan_cipher, when decrypted */
	uint8_t mac_id;			/* chip's number of the sender */
};

#endif /* WLAN_RXINFO_H */
