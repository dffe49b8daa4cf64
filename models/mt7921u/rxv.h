/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_RXV_H
#define MT7921U_RXV_H

/*
 * Receive vectors: P-RXV (group 3, 2 words) and C-RXV (group 5, 18 words). Layout:
 * openwrt/mt76 mt76_connac2_mac.h, mt76_connac_mac.c.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

#define RXV_CHAINS 4

/* TX_MODE. */
enum rxv_mode {
	RXV_CCK = 0, RXV_OFDM = 1, RXV_HT = 2, RXV_HT_GF = 3, RXV_VHT = 4, RXV_HE_SU = 8,
	RXV_HE_ER_SU = 9, RXV_HE_TB = 10, RXV_HE_MU = 11,
};

/* What the air does not say of a PPDU, or not to this chip. */
struct rxv_kind {
	bool ldpc;		/* from HT on */
	uint8_t stbc;		/* 0 to 3; not 0 doubles the space-time streams */
	uint8_t he_mode;	/* TX_MODE of an HE PPDU */
	uint8_t chains;		/* that report a level, up to RXV_CHAINS */
	int8_t chain_step_db;	/* each chain is so much stronger than the one before */
};

/* Is there a P-RXV for this rate? The chip is older than EHT. */
bool mt7921_rxv_can(const struct air_rate *rate);

void mt7921_p_rxv(const struct rxv_kind *kind, const struct air_rate *rate, int8_t rssi_dbm,
		  uint32_t words[2]);
void mt7921_c_rxv(const struct rxv_kind *kind, const struct air_rate *rate, int8_t rssi_dbm,
		  uint32_t words[18]);

/* Rate index as TX_RATE and a transmit descriptor number it. */
uint8_t mt7921_rate_index(const struct air_rate *rate);

#endif /* MT7921U_RXV_H */
