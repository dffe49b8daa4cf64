/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_RXD_H
#define MT7921U_RXD_H

/*
 * The receive descriptor of connac2: 6 words, then the groups that word 1 names, in
 * the order 4, 1, 2, 3, 5. Layout: openwrt/mt76 mt76_connac2_mac.h, mt7921/mac.c.
 */

#include <stdbool.h>
#include <stdint.h>

#define RXD_BASE 24u
#define RXD_MAX 144u		/* with all groups */

/* PKT_TYPE: openwrt/mt76 mt76_connac.h. */
enum rxd_type {
	RXD_TXS = 0, RXD_TXRXV = 1, RXD_NORMAL = 2, RXD_DUP_RFB = 3, RXD_TMR = 4,
	RXD_RETRIEVE = 5, RXD_TXRX_NOTIFY = 6, RXD_EVENT = 7, RXD_FW_MONITOR = 0x0c,
	RXD_NOTIFY_V0 = 0x18,
};

enum rxd_payload_format { RXD_NOT_AMSDU, RXD_AMSDU_LAST, RXD_AMSDU_MIDDLE, RXD_AMSDU_FIRST };

/* Bits of struct rxd.groups. */
#define RXD_GROUP(n) (1u << (n))

/* What a descriptor says, in CPU order. */
struct rxd {
	uint8_t type;
	uint8_t groups;
	uint16_t wlan_idx;
	uint8_t sec_mode, key_id;
	bool cm, clm, icv_err, tkip_mic_err, fcs_err, sec_done;
	uint8_t mac_hdr_len;	/* in units of 2 bytes */
	bool hdr_trans;
	uint8_t hdr_offset;	/* in units of 2 bytes */
	uint8_t tid;
	bool amsdu_err, frag, null_frame, non_ampdu;
	uint8_t rxv_seq, ch_freq, addr_type;
	bool beacon_mc, beacon_uc, amsdu;
	uint8_t payload_format;
	/* Group 4: the header that translation took away. */
	uint16_t frame_control, seq_control, qos_control;
	uint8_t ta[6];
	uint32_t ht_control;
	uint64_t pn;		/* group 1, 48 bits */
	uint32_t timestamp;	/* group 2, microseconds */
	uint32_t p_rxv[2];	/* group 3 */
	uint32_t c_rxv[18];	/* group 5 */
};

/* Bytes of the descriptor with its groups, HDR_OFFSET's padding not counted. */
uint32_t mt7921_rxd_len(const struct rxd *rxd);

/*
 * Descriptor and header offset padding for payload_len bytes behind them; LENGTH counts
 * all three. out has RXD_MAX + 6 bytes. Bytes written.
 */
uint32_t mt7921_rxd_put(const struct rxd *rxd, uint32_t payload_len, uint8_t *out);

#endif /* MT7921U_RXD_H */
