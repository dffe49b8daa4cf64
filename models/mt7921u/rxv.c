/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rxv.h"

enum p_rxv0 {
	P0_TX_RATE = 0, P0_NSTS = 7, P0_LDPC = 11, P0_FRAME_MODE = 12, P0_GI = 15,
	P0_STBC = 22, P0_TX_MODE = 24,
};
enum c_rxv0 {
	C0_STBC = 0, C0_TX_MODE = 4, C0_FRAME_MODE = 8, C0_GI = 13, C0_HE_LTF = 17,
};
#define C_RXV_RCPI 6		/* word */

#define GI_800_NS 0
#define GI_1600_NS 1
#define GI_3200_NS 2

bool
mt7921_rxv_can(const struct air_rate *rate)
{
	return rate->mode <= AIR_HE;
}

/* OFDM: the RATE bits of the SIGNAL field. */
uint8_t
mt7921_rate_index(const struct air_rate *rate)
{
	static const uint8_t ofdm[] = { 11, 15, 10, 14, 9, 13, 8, 12 };

	return rate->mode == AIR_OFDM ? ofdm[rate->mcs & 7] : rate->mcs & 0x3f;
}

static uint32_t
tx_mode(const struct rxv_kind *kind, const struct air_rate *rate)
{
	static const uint8_t modes[] = {
		[AIR_CCK] = RXV_CCK, [AIR_OFDM] = RXV_OFDM, [AIR_HT] = RXV_HT,
		[AIR_VHT] = RXV_VHT,
	};

	return rate->mode >= AIR_HE ? kind->he_mode : modes[rate->mode];
}

static uint32_t
gi(const struct air_rate *rate)
{
	static const uint8_t he[] = {
		GI_3200_NS, GI_800_NS, GI_1600_NS, GI_800_NS, GI_1600_NS, GI_800_NS,
	};

	return rate->mode >= AIR_HE ? he[rate->gi_ltf <= 5 ? rate->gi_ltf : 0] :
	       rate->gi_ltf != 0;
}

/* 0 1x, 1 2x, 2 4x. */
static uint32_t
he_ltf(const struct air_rate *rate)
{
	static const uint8_t size[] = { 2, 2, 1, 1, 0, 0 };

	return size[rate->gi_ltf <= 5 ? rate->gi_ltf : 0];
}

static uint32_t
stbc(const struct rxv_kind *kind, const struct air_rate *rate)
{
	return rate->mode >= AIR_HT ? kind->stbc & 3 : 0;
}

/* Space-time streams less one. With STBC two of them carry one stream. */
static uint32_t
nsts(const struct rxv_kind *kind, const struct air_rate *rate)
{
	uint32_t streams = rate->mode < AIR_HT ? 1 :
			   rate->mode == AIR_HT ? rate->mcs / 8u + 1 : rate->nss;

	if (stbc(kind, rate) != 0)
		streams *= 2;
	return (streams - 1) & 7;
}

/* RCPI: half dB above -110 dBm. */
static uint32_t
rcpi(const struct rxv_kind *kind, int8_t rssi_dbm)
{
	uint32_t word = 0;
	int chain;

	for (chain = 0; chain < kind->chains && chain < RXV_CHAINS; chain++) {
		int half_db = 220 + 2 * (rssi_dbm + chain * kind->chain_step_db);

		half_db = half_db < 0 ? 0 : half_db > 255 ? 255 : half_db;
		word |= (uint32_t)half_db << 8 * chain;
	}
	return word;
}

void
mt7921_p_rxv(const struct rxv_kind *kind, const struct air_rate *rate, int8_t rssi_dbm,
	     uint32_t words[2])
{
	bool ht = rate->mode >= AIR_HT;

	words[0] = (uint32_t)mt7921_rate_index(rate) << P0_TX_RATE |
		   nsts(kind, rate) << P0_NSTS |
		   (uint32_t)(ht && kind->ldpc) << P0_LDPC |
		   (ht ? (uint32_t)(rate->bw & 3) << P0_FRAME_MODE : 0) |
		   (ht ? gi(rate) << P0_GI : 0) |
		   stbc(kind, rate) << P0_STBC |
		   tx_mode(kind, rate) << P0_TX_MODE;
	words[1] = rcpi(kind, rssi_dbm);
}

/* The HE extras that no PPDU of the air decides stay 0: RU, users, colour, TXOP,
 * spatial reuse, doppler, uplink. */
void
mt7921_c_rxv(const struct rxv_kind *kind, const struct air_rate *rate, int8_t rssi_dbm,
	     uint32_t words[18])
{
	bool ht = rate->mode >= AIR_HT;

	memset(words, 0, 18 * sizeof(words[0]));
	words[0] = stbc(kind, rate) << C0_STBC |
		   tx_mode(kind, rate) << C0_TX_MODE |
		   (ht ? (uint32_t)(rate->bw & 3) << C0_FRAME_MODE : 0) |
		   (ht ? gi(rate) << C0_GI : 0) |
		   (rate->mode >= AIR_HE ? he_ltf(rate) << C0_HE_LTF : 0);
	words[C_RXV_RCPI] = rcpi(kind, rssi_dbm);
}
