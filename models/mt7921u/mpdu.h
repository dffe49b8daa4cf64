/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_MPDU_H
#define MT7921U_MPDU_H

/* What the chip reads in an 802.11 header (IEEE 802.11-2020 9.2), and what its cipher
 * engine leaves of a body. */

#include <stdbool.h>
#include <stdint.h>

#define TYPE_MGMT 0
#define TYPE_CTRL 1
#define TYPE_DATA 2

struct mpdu {
	const uint8_t *data;
	uint32_t len;		/* header and body, no FCS */
	uint16_t fc;
	uint8_t type, subtype;
	bool group, broadcast;	/* receiver address */
	bool to_ds, from_ds, more_frag, protect;
	bool qos, null, amsdu;
	uint8_t tid, frag;
	uint16_t seq_control, qos_control;
	uint32_t ht_control;
	uint32_t hdr_len;	/* header with QoS and HT control, no IV */
	const uint8_t *a1, *a2, *a3, *a4;	/* NULL where the frame has none */
};

/* A frame that is too short for a field has 0 or NULL there. Nothing outside of data
 * and len is read. */
void mt7921_mpdu_parse(struct mpdu *m, const uint8_t *data, uint32_t len);

/* Body with IV and MIC taken off. */
struct mpdu_body {
	const uint8_t *data;
	uint32_t len;
	uint64_t pn;
	uint8_t key_id;
};

/*
 * sec_mode: SEC_MODE of the cipher (openwrt/mt76 mt76_connac.h), 0 leaves the body as it
 * is. False when the body is too short for IV and MIC.
 */
bool mt7921_mpdu_body(const struct mpdu *m, uint8_t sec_mode, struct mpdu_body *body);

enum sec_mode {
	SEC_NONE = 0, SEC_WEP40 = 1, SEC_TKIP = 2, SEC_CCMP = 4, SEC_CCMP_256 = 10,
	SEC_GCMP = 11, SEC_GCMP_256 = 12,
};

/* SEC_MODE of the air's cipher (struct air_frame.sec_type), 0 for one that it has not. */
uint8_t mt7921_sec_mode(uint8_t sec_type);

#endif /* MT7921U_MPDU_H */
