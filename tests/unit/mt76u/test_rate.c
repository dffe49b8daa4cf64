/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the receive vector's numbers mean: every rate code, signal, channel, A-MPDU
 * and what monitor mode makes of the rest. Expected values are typed from
 * openwrt/mt76 mt76_connac_mac.c, mac80211.c, mt792x_mac.c.
 */

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u_agg.h"

#include "unit_build.h"

#define CCK	0u
#define OFDM	1u
#define HT	2u
#define HT_GF	3u
#define VHT	4u
#define HE_SU	8u
#define HE_ER	9u
#define HE_TB	10u
#define HE_MU	11u

/* P-RXV word 0 with this mode and TX_RATE, RCPI of no chain. */
static struct rte_wlan_rx
decode(uint32_t mode, uint32_t rate, uint32_t more)
{
	struct rte_wlan_rx rx;

	memset(&rx, 0xa5, sizeof(rx));
	mt76u_ppdu_decode(0xffffffffull << 32 | mode << 24 | rate | more, &rx);
	CU_ASSERT_EQUAL(rx.reserved, 0);
	CU_ASSERT_EQUAL(rx.tsft_us, 0);
	return rx;
}

static void
expect_rate(struct rte_wlan_rx rx, uint8_t mode, uint8_t mcs, uint8_t nss)
{
	CU_ASSERT_EQUAL(rx.flags, RTE_WLAN_RX_RATE);
	CU_ASSERT_EQUAL(rx.mode, mode);
	CU_ASSERT_EQUAL(rx.mcs, mcs);
	CU_ASSERT_EQUAL(rx.nss, nss);
}

static void
expect_none(struct rte_wlan_rx rx)
{
	const struct rte_wlan_rx none = { 0 };

	CU_ASSERT_EQUAL(memcmp(&rx, &none, sizeof(rx)), 0);
}

static void
test_cck(void)
{
	uint32_t code;

	for (code = 0; code < 128; code++) {
		struct rte_wlan_rx rx = decode(CCK, code, 0);

		if (code < 8)	/* 4 and more: short preamble */
			expect_rate(rx, RTE_WLAN_CCK, code % 4, 1);
		else
			expect_none(rx);
	}
}

static void
test_ofdm(void)
{
	/* 8 = 48, 9 = 24, 10 = 12, 11 = 6, 12 = 54, 13 = 36, 14 = 18, 15 = 9 Mbit/s */
	static const int8_t mcs[16] = {
		-1, -1, -1, -1, -1, -1, -1, -1, 6, 4, 2, 0, 7, 5, 3, 1,
	};
	uint32_t code;

	for (code = 0; code < 128; code++) {
		struct rte_wlan_rx rx = decode(OFDM, code, 0);

		if (code < 16 && mcs[code] >= 0)
			expect_rate(rx, RTE_WLAN_OFDM, mcs[code], 1);
		else
			expect_none(rx);
	}
}

static void
test_ht(void)
{
	uint32_t code, mode;

	for (mode = HT; mode <= HT_GF; mode++) {
		for (code = 0; code < 128; code++) {
			/* NSTS says 8 streams: of HT it is not asked. */
			struct rte_wlan_rx rx = decode(mode, code, 7u << 7);

			if (code < 32)
				expect_rate(rx, RTE_WLAN_HT, code, code / 8 + 1);
			else
				expect_none(rx);
		}
	}
}

static void
test_vht(void)
{
	uint32_t code, nsts;

	for (nsts = 0; nsts < 8; nsts++) {
		for (code = 0; code < 128; code++) {
			struct rte_wlan_rx rx = decode(VHT, code, nsts << 7);

			if (code < 12)
				expect_rate(rx, RTE_WLAN_VHT, code, nsts + 1);
			else
				expect_none(rx);
		}
	}
}

/* Bits 4 (DCM), 5 (106 tones) and 6 are no part of the MCS. */
static void
test_he(void)
{
	static const uint32_t modes[] = { HE_SU, HE_ER, HE_TB, HE_MU };
	uint32_t code, nsts, m;

	for (m = 0; m < RTE_DIM(modes); m++) {
		for (nsts = 0; nsts < 8; nsts++) {
			for (code = 0; code < 128; code++) {
				struct rte_wlan_rx rx = decode(modes[m], code, nsts << 7);

				if (code % 16 < 12)
					expect_rate(rx, RTE_WLAN_HE, code % 16, nsts + 1);
				else
					expect_none(rx);
			}
		}
	}
}

static void
test_modes_that_cannot_be(void)
{
	static const uint32_t modes[] = { 5, 6, 7, 12, 13, 14, 15 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(modes); i++)
		expect_none(decode(modes[i], 0, 0));
}

/* NSTS counts space-time streams: STBC makes two of one. */
static void
test_stbc(void)
{
	static const uint8_t halves[8] = { 1, 1, 1, 2, 2, 3, 3, 4 };
	uint32_t nsts, stbc;

	for (nsts = 0; nsts < 8; nsts++) {
		for (stbc = 1; stbc < 4; stbc++) {
			uint32_t more = nsts << 7 | stbc << 22;

			CU_ASSERT_EQUAL(decode(VHT, 0, more).nss, halves[nsts]);
			CU_ASSERT_EQUAL(decode(HE_SU, 0, more).nss, halves[nsts]);
			CU_ASSERT_EQUAL(decode(HT, 9, more).nss, 2);
		}
	}
}

static void
test_bandwidth(void)
{
	static const uint16_t mhz[8] = { 20, 40, 80, 160, 0, 0, 0, 0 };
	uint32_t code;

	for (code = 0; code < 8; code++) {
		CU_ASSERT_EQUAL(decode(VHT, 0, code << 12).bw_mhz, mhz[code]);
		CU_ASSERT_EQUAL(decode(HE_SU, 0, code << 12).bw_mhz, mhz[code]);
		CU_ASSERT_EQUAL(decode(VHT, 0, code << 12).flags, RTE_WLAN_RX_RATE);
	}
}

static void
test_guard_interval(void)
{
	static const uint8_t he[4] = {
		RTE_WLAN_GI_08, RTE_WLAN_GI_16, RTE_WLAN_GI_4X_32, RTE_WLAN_GI_UNKNOWN,
	};
	uint32_t gi;

	for (gi = 0; gi < 4; gi++) {
		uint8_t ht = gi == 0 ? RTE_WLAN_GI_LONG : RTE_WLAN_GI_SHORT;

		CU_ASSERT_EQUAL(decode(CCK, 0, gi << 15).gi, RTE_WLAN_GI_LONG);
		CU_ASSERT_EQUAL(decode(OFDM, 11, gi << 15).gi, RTE_WLAN_GI_LONG);
		CU_ASSERT_EQUAL(decode(HT, 0, gi << 15).gi, ht);
		CU_ASSERT_EQUAL(decode(VHT, 0, gi << 15).gi, ht);
		CU_ASSERT_EQUAL(decode(HE_SU, 0, gi << 15).gi, he[gi]);
		CU_ASSERT_EQUAL(decode(HE_MU, 0, gi << 15).gi, he[gi]);
	}
}

/* A whole descriptor through the decoder, as monitor mode does it. */
struct all {
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;
	struct wlan_monitor mon;
};

static struct all
decode_all(const struct unit_desc *d, struct mt76u_ampdu *ampdu)
{
	struct transfer t = { 0 };
	struct all all;
	uint8_t *rxd;

	transfer_add_desc(&t, d);
	rxd = exact_copy(t.data, t.len);
	all.info = mt76u_rxd_decode(rxd, ampdu, &all.rx);
	mt76u_rxd_decode_monitor(rxd, d->dw[1], all.info, ampdu, &all.rx, &all.mon);
	free(rxd);
	transfer_free(&t);
	return all;
}

static struct all
decode_one(const struct unit_desc *d)
{
	struct mt76u_ampdu ampdu = { 0 };

	return decode_all(d, &ampdu);
}

static struct unit_desc
he_with_group_5(uint32_t gi, uint32_t ltf)
{
	return (struct unit_desc){
		.dw = { 2u << 27, HAS_3 | HAS_5 },
		.g3 = { HE_SU << 24 | gi << 15 },
		.g5 = { [0] = ltf << 17 },
	};
}

static void
test_ltf_of_group_5(void)
{
	static const uint8_t codes[4][4] = {
		{ RTE_WLAN_GI_1X_08, RTE_WLAN_GI_2X_08, RTE_WLAN_GI_4X_08, RTE_WLAN_GI_UNKNOWN },
		{ RTE_WLAN_GI_1X_16, RTE_WLAN_GI_2X_16, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN },
		{ RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_4X_32,
		  RTE_WLAN_GI_UNKNOWN },
		{ RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN,
		  RTE_WLAN_GI_UNKNOWN },
	};
	uint32_t gi, ltf;

	for (gi = 0; gi < 4; gi++) {
		for (ltf = 0; ltf < 4; ltf++) {
			struct unit_desc d = he_with_group_5(gi, ltf);

			CU_ASSERT_EQUAL(decode_one(&d).rx.gi, codes[gi][ltf]);
		}
	}
}

/* Half a dB a step, rounded down; from 222 on more than 0 dBm. */
static void
test_rcpi(void)
{
	static const struct {
		uint8_t rcpi;
		int dbm;
	} rows[] = {
		{ 0, -110 }, { 1, -110 }, { 2, -109 }, { 116, -52 }, { 120, -50 }, { 121, -50 },
		{ 218, -1 }, { 219, -1 }, { 220, 0 }, { 221, 0 }, { 222, 1 }, { 254, 17 },
		{ 255, 17 },
	};
	unsigned int i, chain;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (chain = 0; chain < 4; chain++) {
			uint32_t others = ~(0xffu << 8 * chain) & 0x5a5a5a5a;

			CU_ASSERT_EQUAL(mt76u_rcpi_dbm(others | (uint32_t)rows[i].rcpi << 8 * chain,
						       chain), rows[i].dbm);
		}
	}
}

static void
test_signal(void)
{
	static const struct {
		unsigned int chains;
		uint8_t rcpi[4];
		bool there;
		int dbm;
	} rows[] = {
		/* one chain */
		{ 1, { 120 }, true, -50 }, { 1, { 0 }, true, -110 }, { 1, { 221 }, true, 0 },
		{ 1, { 222 }, false, 0 }, { 1, { 255 }, false, 0 },
		/* 0, 1, 2, 3, 6, 7 dB apart, both ways */
		{ 2, { 120, 120 }, true, -47 }, { 2, { 120, 118 }, true, -48 },
		{ 2, { 120, 116 }, true, -48 }, { 2, { 116, 120 }, true, -48 },
		{ 2, { 120, 114 }, true, -49 }, { 2, { 120, 108 }, true, -49 },
		{ 2, { 108, 120 }, true, -49 }, { 2, { 120, 106 }, true, -50 },
		{ 2, { 106, 120 }, true, -50 }, { 2, { 120, 0 }, true, -50 },
		{ 2, { 220, 220 }, true, 3 },
		/* more than 0 dBm is no chain */
		{ 2, { 120, 255 }, true, -50 }, { 2, { 255, 120 }, true, -50 },
		{ 2, { 255, 222 }, false, 0 },
		/* the third is held against the sum: -47, -47: 3 more, and -50: 1 more */
		{ 3, { 120, 120, 126 }, true, -44 }, { 4, { 120, 120, 126, 120 }, true, -43 },
		{ 4, { 120, 120, 120, 120 }, true, -45 },	/* -47, -46, -45 */
		{ 4, { 255, 255, 255, 100 }, true, -60 }, { 4, { 255, 255, 255, 255 }, false, 0 },
		/* what is behind the chains does not count */
		{ 2, { 100, 90, 120, 120 }, true, -59 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint32_t rcpi = rows[i].rcpi[0] | rows[i].rcpi[1] << 8 |
			rows[i].rcpi[2] << 16 | (uint32_t)rows[i].rcpi[3] << 24;
		int8_t dbm = 99;

		CU_ASSERT_EQUAL(mt76u_signal(rcpi, rows[i].chains, &dbm), rows[i].there);
		if (rows[i].there && dbm != rows[i].dbm)
			printf("    row %u: %d\n", i, dbm);
		CU_ASSERT(!rows[i].there || dbm == rows[i].dbm);
	}
}

/* An MT7921 has two chains; without one that counts there is no signal. */
static void
test_signal_of_the_chip(void)
{
	struct unit_desc d = { .dw = { 2u << 27, HAS_3 }, .g3 = { VHT << 24, 0 } };
	struct all all;

	d.g3[1] = 100 | 90 << 8 | 120u << 16 | 120u << 24;
	all = decode_one(&d);
	CU_ASSERT_EQUAL(all.rx.flags, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI);
	CU_ASSERT_EQUAL(all.rx.rssi_dbm, -59);
	CU_ASSERT_EQUAL(all.mon.signal_dbm, -59);
	CU_ASSERT_EQUAL(all.mon.chains, 3);
	CU_ASSERT_EQUAL(all.mon.chain_dbm[0], -60);
	CU_ASSERT_EQUAL(all.mon.chain_dbm[1], -65);
	CU_ASSERT_EQUAL(all.mon.chain_dbm[2], 0);
	d.g3[1] = 255 | 90 << 8;
	all = decode_one(&d);
	CU_ASSERT_EQUAL(all.mon.chains, 2);
	CU_ASSERT_EQUAL(all.mon.chain_dbm[0], 0);
	CU_ASSERT_EQUAL(all.rx.rssi_dbm, -65);
	d.g3[1] = 255 | 230 << 8;
	all = decode_one(&d);
	CU_ASSERT_EQUAL(all.rx.flags, RTE_WLAN_RX_RATE);
	CU_ASSERT_EQUAL(all.rx.rssi_dbm, 0);
	CU_ASSERT_EQUAL(all.mon.flags & WLAN_MON_SIGNAL, 0);
	CU_ASSERT_EQUAL(all.mon.chains, 0);
}

static void
test_channels(void)
{
	static const struct {
		uint8_t code;
		uint16_t mhz;
	} rows[] = {
		{ 0, 0 }, { 1, 2412 }, { 6, 2437 }, { 13, 2472 }, { 14, 2484 },
		{ 36, 5180 }, { 40, 5200 }, { 100, 5500 }, { 149, 5745 }, { 165, 5825 },
		{ 181, 5955 }, { 182, 5975 }, { 194, 6215 }, { 233, 6995 }, { 239, 7115 },
		/* channels 237, 253 and 297 are not there */
		{ 240, 0 }, { 244, 0 }, { 245, 0 }, { 255, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = { .dw = { 2u << 27, 0, 0, (uint32_t)rows[i].code << 8 } };
		uint16_t mhz = decode_one(&d).mon.freq_mhz;

		if (mhz != rows[i].mhz)
			printf("    code %u: %u MHz\n", rows[i].code, mhz);
		CU_ASSERT_EQUAL(mhz, rows[i].mhz);
	}
}

/* Frames of an A-MPDU share their time; a frame of its own has no part in it. */
static void
test_ampdu_reference(void)
{
	static const struct {
		uint32_t tsft;
		bool ampdu;
		uint32_t ref;
	} rows[] = {
		{ 0, true, 1 }, { 0, true, 1 }, { 50, true, 2 }, { 50, true, 2 },
		{ 60, false, 0 }, { 50, true, 2 }, { 70, true, 3 }, { 0xffffffff, true, 4 },
		{ 0, true, 5 },
	};
	struct mt76u_ampdu ampdu = { 0 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = unit_frame();
		struct all all;

		d.dw[2] = rows[i].ampdu ? 0 : 1u << 30;
		d.g2[0] = rows[i].tsft;
		all = decode_all(&d, &ampdu);
		CU_ASSERT_EQUAL((all.rx.flags & RTE_WLAN_RX_AMPDU) != 0, rows[i].ampdu);
		CU_ASSERT_EQUAL((all.mon.flags & WLAN_MON_AMPDU) != 0, rows[i].ampdu);
		CU_ASSERT_EQUAL(all.rx.ppdu, rows[i].ref);
		CU_ASSERT_EQUAL(all.mon.ampdu_ref, rows[i].ref);
		CU_ASSERT_EQUAL(all.mon.tsft_us, rows[i].tsft);
	}
	ampdu.ref = UINT32_MAX;
	CU_ASSERT_EQUAL(mt76u_ampdu_ref(&ampdu, 1000), 1);	/* 0 is none */
}

static void
test_monitor_flags(void)
{
	const uint16_t known = WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN | WLAN_MON_BF_KNOWN;
	static const struct {
		uint32_t rxv0;
		uint16_t flags;		/* but for the three that are known from HT on */
		uint8_t stbc;
	} rows[] = {
		{ CCK << 24, 0, 0 },
		{ CCK << 24 | 4, WLAN_MON_SHORT_PREAMBLE, 0 },
		{ CCK << 24 | 7, WLAN_MON_SHORT_PREAMBLE, 0 },
		{ OFDM << 24 | 12, 0, 0 },
		{ CCK << 24 | 3u << 22 | 3u << 10, 0, 0 },
		{ HT << 24 | 4, 0, 0 },
		{ HT_GF << 24, WLAN_MON_HT_GREENFIELD, 0 },
		{ HT << 24 | 1u << 11, WLAN_MON_LDPC, 0 },
		{ HT << 24 | 1u << 22, 0, 1 },
		{ VHT << 24 | 2u << 22, 0, 2 },
		{ HE_SU << 24 | 3u << 22, 0, 3 },
		{ VHT << 24 | 1u << 10, WLAN_MON_BEAMFORMED, 0 },
		{ HE_SU << 24 | 1u << 4, WLAN_MON_DCM, 0 },
		{ HE_MU << 24 | 1u << 4, WLAN_MON_DCM, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = { .dw = { 2u << 27, HAS_3 },
				       .g3 = { rows[i].rxv0, 0xffffffff } };
		struct all all = decode_one(&d);
		uint16_t want = rows[i].flags;

		want |= rows[i].rxv0 >> 24 >= HT ? known : 0;
		CU_ASSERT_EQUAL(all.mon.flags, want);
		CU_ASSERT_EQUAL(all.mon.stbc, rows[i].stbc);
		CU_ASSERT_EQUAL(all.mon.rx.flags, RTE_WLAN_RX_RATE);
	}
}

/* Without a rate nothing is known that a rate goes with. */
static void
test_monitor_without_a_rate(void)
{
	struct unit_desc d = { .dw = { 2u << 27, HAS_3 },
			       .g3 = { VHT << 24 | 0x00c00c7f, 120 | 120 << 8 } };
	struct all all = decode_one(&d);

	CU_ASSERT_EQUAL(all.mon.flags, WLAN_MON_SIGNAL);
	CU_ASSERT_EQUAL(all.mon.stbc, 0);
	CU_ASSERT_EQUAL(all.mon.chains, 3);
}

static void
test_monitor_errors(void)
{
	struct unit_desc d = { .dw = { 2u << 27 } };

	CU_ASSERT_EQUAL(decode_one(&d).mon.flags, 0);
	d.dw[1] = 1u << 27;
	CU_ASSERT_EQUAL(decode_one(&d).mon.flags, WLAN_MON_FCS_BAD);
	d.dw[1] = 1u << 25;
	CU_ASSERT_EQUAL(decode_one(&d).mon.flags, WLAN_MON_ICV_ERROR);
	d.dw[1] = 1u << 26;
	CU_ASSERT_EQUAL(decode_one(&d).mon.flags, WLAN_MON_ICV_ERROR);
}

static void
test_he_format(void)
{
	static const struct {
		uint32_t mode, format;
	} rows[] = {
		{ HE_SU, WLAN_HE_SU }, { HE_ER, WLAN_HE_EXT_SU }, { HE_TB, WLAN_HE_TB },
		{ HE_MU, WLAN_HE_MU }, { VHT, WLAN_HE_UNKNOWN },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = { .dw = { 2u << 27, HAS_3 }, .g3 = { rows[i].mode << 24 } };

		CU_ASSERT_EQUAL(decode_one(&d).mon.he_format, rows[i].format);
	}
}

/* Bit 5 of the rate is 106 tones in extended range, whatever the bandwidth; nowhere
 * else. */
static void
test_106_tones(void)
{
	static const uint32_t modes[] = { HE_SU, HE_ER };
	unsigned int i, bw;

	for (i = 0; i < RTE_DIM(modes); i++) {
		for (bw = 0; bw < 4; bw++) {
			struct unit_desc d = { .dw = { 2u << 27, HAS_3 },
					       .g3 = { modes[i] << 24 | bw << 12 | 1u << 5 } };

			CU_ASSERT_EQUAL(decode_one(&d).mon.he_ru, modes[i] == HE_ER ? 6 : 0);
			d.g3[0] &= ~(1u << 5);
			CU_ASSERT_EQUAL(decode_one(&d).mon.he_ru, 0);
		}
	}
}

/* RU number, low four bits in word 0, high four in word 1: as radiotap counts. */
static void
test_resource_units(void)
{
	static const uint32_t modes[] = { HE_TB, HE_MU };
	uint32_t ru, i;

	for (i = 0; i < RTE_DIM(modes); i++) {
		for (ru = 0; ru < 256; ru++) {
			struct unit_desc d = {
				.dw = { 2u << 27, HAS_3 },
				.g3 = { modes[i] << 24 | (ru & 15) << 28, ru >> 4 },
			};
			uint8_t want = ru <= 36 ? 4 : ru <= 52 ? 5 : ru <= 60 ? 6 : ru <= 64 ? 7 :
				ru <= 66 ? 8 : ru == 67 ? 9 : ru == 68 ? 10 : 0;

			CU_ASSERT_EQUAL(decode_one(&d).mon.he_ru, want);
		}
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "CCK", test_cck },
		{ "OFDM", test_ofdm },
		{ "HT", test_ht },
		{ "VHT", test_vht },
		{ "HE", test_he },
		{ "modes that cannot be", test_modes_that_cannot_be },
		{ "STBC halves the streams", test_stbc },
		{ "bandwidth", test_bandwidth },
		{ "guard interval", test_guard_interval },
		{ "LTF of group 5", test_ltf_of_group_5 },
		{ "RCPI", test_rcpi },
		{ "signal of chains together", test_signal },
		{ "signal of an MT7921", test_signal_of_the_chip },
		{ "channel codes", test_channels },
		{ "A-MPDU reference", test_ampdu_reference },
		{ "monitor: flags of the rate", test_monitor_flags },
		{ "monitor: no rate", test_monitor_without_a_rate },
		{ "monitor: errors", test_monitor_errors },
		{ "monitor: HE format", test_he_format },
		{ "monitor: 106 tones", test_106_tones },
		{ "monitor: resource units", test_resource_units },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_rate", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
