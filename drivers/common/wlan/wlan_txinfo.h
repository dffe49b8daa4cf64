/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WLAN_TXINFO_H
#define WLAN_TXINFO_H

/*
 * What a transmit descriptor needs to know of a frame, in nobody's dialect: filled
 * from an Ethernet packet (wlan_encap.h) or from the radiotap header of an injected
 * frame (wlan_radiotap.h), read by the chip's descriptor builder (_txd.h).
 */

#include <stdint.h>

/* Access categories in the order of the transmit queues. */
enum wlan_ac { WLAN_AC_BE, WLAN_AC_BK, WLAN_AC_VI, WLAN_AC_VO, WLAN_AC_MAX };

/* In wlan_txinfo.ac: the queue of management and of injected frames. */
#define WLAN_AC_MGMT WLAN_AC_MAX

/* Bits of wlan_txinfo.flags. */
#define WLAN_TXF_QOS		0x0001u	/* has a QoS control field */
#define WLAN_TXF_GROUP		0x0002u	/* address 1 is a group address */
#define WLAN_TXF_NO_ACK		0x0004u	/* no acknowledgement is expected */
#define WLAN_TXF_RATE		0x0008u	/* rate is wished for, else the chip chooses */
#define WLAN_TXF_OWN_SEQ	0x0010u	/* the sequence number in the frame stays */
#define WLAN_TXF_STBC		0x0020u
#define WLAN_TXF_LDPC		0x0040u
#define WLAN_TXF_SHORT_PREAMBLE	0x0080u
#define WLAN_TXF_RTS		0x0100u	/* RTS/CTS first */

/* As struct rte_wlan_rx counts (rte_pmd_wlan.h). */
struct wlan_rate {
	uint8_t mode;		/* enum rte_wlan_mode */
	uint8_t mcs;
	uint8_t nss;		/* 1.. */
	uint8_t gi;		/* enum rte_wlan_gi */
	uint16_t bw_mhz;
};

struct wlan_txinfo {
	uint32_t len;		/* 802.11 header to body, no FCS, bytes */
	uint16_t flags;		/* WLAN_TXF_... */
	uint16_t fc;		/* frame control, CPU order */
	uint16_t seq;		/* sequence number, 0..4095 */
	uint8_t frag;		/* fragment number, 0..15; fc says whether more follow */
	uint8_t hdr_len;	/* of the 802.11 header, bytes, even */
	uint8_t tid;		/* 0..7 */
	uint8_t ac;		/* enum wlan_ac, or WLAN_AC_MGMT: which queue sends it */
	uint8_t retries;	/* wished for; 0xff: the chip's default */
	struct wlan_rate rate;	/* with WLAN_TXF_RATE */
};

/* Nothing is known and nothing is wished for. */
#define WLAN_RETRIES_DEFAULT	0xffu
#define WLAN_TXINFO_NONE ((struct wlan_txinfo){ .retries = WLAN_RETRIES_DEFAULT })

#endif /* WLAN_TXINFO_H */
