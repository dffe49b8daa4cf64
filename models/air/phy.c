/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "phy.h"

/* Bits per subcarrier and stream, times 12 so that every code rate is whole. */
static const uint8_t coded_bits_x12[] = {
	6, 12, 18, 24, 36, 48, 54, 60,	/* BPSK 1/2 .. 64-QAM 5/6 */
	72, 80, 90, 100,		/* 256-QAM 3/4, 5/6; 1024-QAM 3/4, 5/6 */
	108, 120,			/* 4096-QAM 3/4, 5/6 */
	/* MCS 14 (EHT DUP) and 15 (DCM) spread BPSK over more subcarriers. */
	2, 3,
};

static const uint16_t cck_100kbps[] = { 10, 20, 55, 110 };
static const uint8_t ofdm_mbps[] = { 6, 9, 12, 18, 24, 36, 48, 54 };
static const uint16_t subcarriers_vht[] = { 52, 108, 234, 468 };
static const uint16_t subcarriers_he[] = { 234, 468, 980, 1960 };

bool
air_phy_rate_valid(const struct air_rate *rate)
{
	switch (rate->mode) {
	case AIR_CCK:
		return rate->mcs < 4;
	case AIR_OFDM:
		return rate->mcs < 8;
	case AIR_HT:
		return rate->mcs < 32 && rate->bw <= 1;
	case AIR_VHT:
		return rate->mcs < 10 && rate->nss >= 1 && rate->nss <= 8 &&
		       rate->bw <= 3;
	case AIR_HE:
		return rate->mcs < 12 && rate->nss >= 1 && rate->nss <= 8 &&
		       rate->bw <= 3 && rate->gi_ltf <= 5;
	case AIR_EHT:
		return rate->mcs < 16 && rate->nss >= 1 && rate->nss <= 8 &&
		       rate->bw <= 3 && rate->gi_ltf <= 5;
	}
	return false;
}

static unsigned int
streams(const struct air_rate *rate)
{
	return rate->mode == AIR_HT ? rate->mcs / 8 + 1u : rate->nss;
}

static uint32_t
guard_ns(const struct air_rate *rate)
{
	static const uint16_t he_guard[] = { 3200, 800, 1600, 800, 1600, 800 };

	if (rate->mode >= AIR_HE)
		return he_guard[rate->gi_ltf <= 5 ? rate->gi_ltf : 0];
	return rate->gi_ltf != 0 ? 400 : 800;
}

static uint32_t
symbol_ns(const struct air_rate *rate)
{
	if (rate->mode == AIR_CCK || rate->mode == AIR_OFDM)
		return 4000;
	return (rate->mode >= AIR_HE ? 12800 : 3200) + guard_ns(rate);
}

static uint64_t
symbol_bits_x12(const struct air_rate *rate)
{
	switch (rate->mode) {
	case AIR_CCK:	/* no symbols of this kind: as if there were 4 us ones */
		return (uint64_t)cck_100kbps[rate->mcs & 3] * 4 * 12 / 10;
	case AIR_OFDM:
		return (uint64_t)ofdm_mbps[rate->mcs & 7] * 4 * 12;
	case AIR_HT:
		return (uint64_t)subcarriers_vht[rate->bw & 1] * streams(rate) *
		       coded_bits_x12[rate->mcs & 7];
	case AIR_VHT:
		return (uint64_t)subcarriers_vht[rate->bw & 3] * streams(rate) *
		       coded_bits_x12[rate->mcs & 15];
	default:
		return (uint64_t)subcarriers_he[rate->bw & 3] * streams(rate) *
		       coded_bits_x12[rate->mcs & 15];
	}
}

/* Training symbols for so many streams. */
static unsigned int
training(unsigned int nss)
{
	static const uint8_t count[] = { 0, 1, 2, 4, 4, 6, 6, 8, 8 };

	return count[nss <= 8 ? nss : 8];
}

static uint64_t
he_training_ns(const struct air_rate *rate)
{
	static const uint16_t ltf_ns[] = { 12800, 12800, 6400, 6400, 3200, 3200 };
	uint8_t gi_ltf = rate->gi_ltf <= 5 ? rate->gi_ltf : 0;

	return (uint64_t)training(streams(rate)) * (ltf_ns[gi_ltf] + guard_ns(rate));
}

uint64_t
air_phy_preamble_ns(const struct air_rate *rate)
{
	switch (rate->mode) {
	case AIR_CCK:
		return 192000;	/* long preamble */
	case AIR_OFDM:
		return 20000;
	case AIR_HT:	/* L-* 20, HT-SIG 8, HT-STF 4, HT-LTF 4 each */
		return 32000 + 4000ull * training(streams(rate));
	case AIR_VHT:	/* L-* 20, SIG-A 8, STF 4, LTF 4 each, SIG-B 4 */
		return 36000 + 4000ull * training(streams(rate));
	case AIR_HE:	/* L-* 20, RL-SIG 4, SIG-A 8, STF 4, LTF */
		return 36000 + he_training_ns(rate);
	default:	/* L-* 20, RL-SIG 4, U-SIG 8, EHT-SIG 8, STF 4, LTF */
		return 44000 + he_training_ns(rate);
	}
}

uint64_t
air_phy_bits_ns(const struct air_rate *rate, uint64_t bits)
{
	return bits * 12 * symbol_ns(rate) / symbol_bits_x12(rate);
}

uint64_t
air_phy_data_ns(const struct air_rate *rate, uint64_t bits)
{
	uint64_t per_symbol = symbol_bits_x12(rate);

	if (rate->mode == AIR_CCK)
		return air_phy_bits_ns(rate, bits);
	return (bits * 12 + per_symbol - 1) / per_symbol * symbol_ns(rate);
}

uint64_t
air_phy_response_ns(const struct air_rate *rate, bool ampdu)
{
	/* At 24 Mbit/s, 96 bits per 4 us symbol: Ack 14 bytes, BlockAck 32. */
	const struct air_rate basic = { .mode = AIR_OFDM, .mcs = 4 };
	uint32_t bytes = ampdu ? 32 : 14;

	if (rate->mode == AIR_CCK)
		return PHY_SIFS_NS + 192000 + 56000;
	return PHY_SIFS_NS + air_phy_preamble_ns(&basic) +
	       air_phy_data_ns(&basic, 16 + 8 * bytes + 6);
}

uint64_t
air_phy_bits_per_second(const struct air_rate *rate)
{
	return symbol_bits_x12(rate) * 1000000000ull / 12 / symbol_ns(rate);
}

uint32_t
air_phy_ampdu_max(const struct air_rate *rate)
{
	switch (rate->mode) {
	case AIR_HT:
		return 65535;
	case AIR_VHT:
		return 1048575;
	case AIR_HE:
		return 6500631;
	default:
		return 15523200;
	}
}

uint32_t
air_phy_window(const struct air_rate *rate)
{
	return rate->mode >= AIR_EHT ? 1024 : rate->mode == AIR_HE ? 256 : 64;
}
