/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../air/phy.h"
#include "rxv.h"
#include "txd.h"

/* TX_RATE, 14 bits: STBC 13, NSS [12:10], mode [9:6], index [5:0]; modes as in a receive
 * vector. Word 6 beside it: GI [15:14], HE LTF [13:12], BW [1:0]. openwrt/mt76
 * mt76_connac2_mac.h, mt7915/mac.c. */
#define NSS 10
#define MODE 6
#define INDEX_MASK 0x3fu
#define CCK_SHORT_PREAMBLE 4u

static uint16_t
mode_code(enum air_mode mode)
{
	static const uint8_t codes[] = {
		[AIR_CCK] = RXV_CCK, [AIR_OFDM] = RXV_OFDM, [AIR_HT] = RXV_HT,
		[AIR_VHT] = RXV_VHT, [AIR_HE] = RXV_HE_SU,
	};

	return codes[mode <= AIR_HE ? mode : AIR_HE];
}

uint16_t
mt7921_tx_rate_word(const struct air_rate *rate)
{
	uint16_t nss = rate->mode >= AIR_VHT ? rate->nss - 1u :
		       rate->mode == AIR_HT ? rate->mcs / 8u : 0;

	return (uint16_t)(nss << NSS | mode_code(rate->mode) << MODE |
			  mt7921_rate_index(rate));
}

static bool
air_mode(unsigned int code, enum air_mode *mode)
{
	switch (code) {
	case RXV_CCK:
		*mode = AIR_CCK;
		return true;
	case RXV_OFDM:
		*mode = AIR_OFDM;
		return true;
	case RXV_HT:
	case RXV_HT_GF:
		*mode = AIR_HT;
		return true;
	case RXV_VHT:
		*mode = AIR_VHT;
		return true;
	case RXV_HE_SU:
	case RXV_HE_ER_SU:
		*mode = AIR_HE;
		return true;
	default:
		return false;
	}
}

static bool
ofdm_index(unsigned int code, uint8_t *mcs)
{
	struct air_rate rate = { .mode = AIR_OFDM };

	for (rate.mcs = 0; rate.mcs < 8; rate.mcs++)
		if (mt7921_rate_index(&rate) == code) {
			*mcs = rate.mcs;
			return true;
		}
	return false;
}

/* GI 0 0.8, 1 1.6, 2 3.2 us; LTF 0 1x, 1 2x, 2 4x: as air.h numbers the pairs, or 0xff. */
static uint8_t
he_gi_ltf(unsigned int gi, unsigned int ltf)
{
	static const uint8_t codes[3][3] = {
		{ 5, 3, 1 }, { 4, 2, 0xff }, { 0xff, 0xff, 0 },
	};

	return gi < 3 && ltf < 3 ? codes[gi][ltf] : 0xff;
}

bool
mt7921_tx_rate(uint16_t word, uint32_t word6, struct air_rate *rate)
{
	unsigned int index = word & INDEX_MASK, gi = word6 >> 14 & 3, ltf = word6 >> 12 & 3;

	if (!air_mode(word >> MODE & 0xf, &rate->mode))
		return false;
	rate->mcs = (uint8_t)index;
	rate->nss = (uint8_t)((word >> NSS & 7) + 1);
	rate->bw = rate->mode >= AIR_HT ? word6 & 3 : 0;
	rate->gi_ltf = gi != 0 && rate->mode >= AIR_HT;
	if (rate->mode == AIR_CCK)
		rate->mcs = (uint8_t)(index & ~CCK_SHORT_PREAMBLE);
	if (rate->mode == AIR_OFDM && !ofdm_index(index, &rate->mcs))
		return false;
	if (rate->mode == AIR_HE)
		rate->gi_ltf = he_gi_ltf(gi, ltf);
	if (rate->mode == AIR_HT && rate->nss != rate->mcs / 8 + 1)
		return false;
	return rate->nss <= 2 && air_phy_rate_valid(rate);
}
