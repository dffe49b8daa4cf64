/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Rates, guard intervals, bandwidths and ciphers: the codes of the RTL8922A,
 * typed from morrownr/rtw89 core.h and core.c. */

#include <inttypes.h>

#include "cunit_run.h"

#include "rtw89u_rxd.h"

/* morrownr/rtw89 core.c: bits 10:8 of RX_DATARATE are the family. MCS 10 and 11
 * of VHT are no standard's, but vendors send them. */
static const struct family {
	uint32_t code, mcs_max;
	uint8_t mode;
} families[] = {
	{ 0x200, 11, RTE_WLAN_VHT },
	{ 0x300, 11, RTE_WLAN_HE },
	{ 0x400, 15, RTE_WLAN_EHT },
};

static const struct rte_wlan_rx untouched = { .mode = 0x77, .mcs = 0x77, .nss = 0x77 };

static void
expect(uint32_t code, uint8_t mode, uint8_t mcs, uint8_t nss)
{
	struct rte_wlan_rx rx = untouched;
	bool good = rtw89u_rate(code, &rx);

	CU_ASSERT_TRUE(good);
	CU_ASSERT_EQUAL(rx.mode, mode);
	CU_ASSERT_EQUAL(rx.mcs, mcs);
	CU_ASSERT_EQUAL(rx.nss, nss);
	if (!good || rx.mode != mode || rx.mcs != mcs || rx.nss != nss)
		printf("    code 0x%03" PRIx32 "\n", code);
}

static void
test_legacy(void)
{
	uint32_t i;

	for (i = 0; i < 4; i++)
		expect(i, RTE_WLAN_CCK, i, 1);
	for (i = 0; i < 8; i++)
		expect(4 + i, RTE_WLAN_OFDM, i, 1);
}

static void
test_ht(void)
{
	uint32_t mcs;

	for (mcs = 0; mcs < 32; mcs++)
		expect(0x100 + mcs, RTE_WLAN_HT, mcs, mcs / 8 + 1);
}

static void
test_vht_he_eht(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(families); i++) {
		uint32_t nss, mcs;

		for (nss = 1; nss <= 8; nss++)
			for (mcs = 0; mcs <= families[i].mcs_max; mcs++)
				expect(families[i].code + 32 * (nss - 1) + mcs,
				       families[i].mode, mcs, nss);
	}
	expect(0x42d, RTE_WLAN_EHT, 13, 2);
	expect(0x40e, RTE_WLAN_EHT, 14, 1);
	expect(0x40f, RTE_WLAN_EHT, 15, 1);
}

/* lwfinger/rtw88#229: a rate that cannot be is said to be none, and sets
 * nothing. All 4096 codes: the good ones counted, so none is good by mistake. */
static void
test_every_code(void)
{
	unsigned int good = 0;
	uint32_t code;

	for (code = 0; code < 4096; code++) {
		struct rte_wlan_rx rx = untouched;

		if (rtw89u_rate(code, &rx)) {
			good++;
			CU_ASSERT(rx.nss >= 1 && rx.nss <= 8);
			CU_ASSERT(rx.mcs <= 31);
			CU_ASSERT(rx.mode <= RTE_WLAN_EHT);
		} else {
			CU_ASSERT(memcmp(&rx, &untouched, sizeof(rx)) == 0);
		}
	}
	CU_ASSERT_EQUAL(good, 12 + 32 + 8 * 12 + 8 * 12 + 8 * 16);
}

static void
test_codes_that_cannot_be(void)
{
	static const uint32_t codes[] = {
		12, 0x0f, 0x80, 0xff,			/* no such legacy rate */
		0x120, 0x1ff,				/* HT has 32 */
		0x20c, 0x21f, 0x2ec, 0x2ff,		/* VHT, MCS 12 .. 31 */
		0x30c, 0x31f, 0x3ff,			/* HE */
		0x410, 0x41f, 0x4ff,			/* EHT */
		0x500, 0x600, 0x700, 0x7ff,		/* no such family */
		0x800, 0x804, 0x900, 0xb00, 0xc00, 0xfff, /* bit 11 */
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(codes); i++) {
		struct rte_wlan_rx rx;

		CU_ASSERT_FALSE(rtw89u_rate(codes[i], &rx));
		/* Through the decoder: no rate, and nothing that a rate would say;
		 * BW 3, GI 5, PPDU_CNT 6 beside it. */
		rtw89u_rxd_decode_ppdu(codes[i] << 20 | 0x00053600, &rx);
		CU_ASSERT_EQUAL(rx.flags & RTE_WLAN_RX_RATE, 0);
		CU_ASSERT(rx.mode == 0 && rx.mcs == 0 && rx.nss == 0);
		CU_ASSERT(rx.bw_mhz == 0 && rx.gi == 0);
		CU_ASSERT_EQUAL(rx.ppdu, 6);
	}
}

static void
test_gi(void)
{
	static const uint8_t he[8] = {
		RTE_WLAN_GI_4X_32, RTE_WLAN_GI_4X_08, RTE_WLAN_GI_2X_16,
		RTE_WLAN_GI_2X_08, RTE_WLAN_GI_1X_16, RTE_WLAN_GI_1X_08,
		RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN,
	};
	uint32_t code;

	for (code = 0; code < 8; code++) {
		uint8_t ht = code == 0 ? RTE_WLAN_GI_LONG : RTE_WLAN_GI_SHORT;

		CU_ASSERT_EQUAL(rtw89u_gi(code, RTE_WLAN_CCK), RTE_WLAN_GI_LONG);
		CU_ASSERT_EQUAL(rtw89u_gi(code, RTE_WLAN_OFDM), RTE_WLAN_GI_LONG);
		CU_ASSERT_EQUAL(rtw89u_gi(code, RTE_WLAN_HT), ht);
		CU_ASSERT_EQUAL(rtw89u_gi(code, RTE_WLAN_VHT), ht);
		CU_ASSERT_EQUAL(rtw89u_gi(code, RTE_WLAN_HE), he[code]);
		CU_ASSERT_EQUAL(rtw89u_gi(code, RTE_WLAN_EHT), he[code]);
	}
}

/* Codes 4 .. 7 are unpublished: not 320 MHz, not 20 either. */
static void
test_bw(void)
{
	static const uint16_t mhz[8] = { 20, 40, 80, 160, 0, 0, 0, 0 };
	uint32_t code;

	for (code = 0; code < 8; code++)
		CU_ASSERT_EQUAL(rtw89u_bw_mhz(code), mhz[code]);
}

/* enum rtw89_sec_key_type, morrownr/rtw89 core.h. */
static void
test_ciphers(void)
{
	static const uint8_t ciphers[16] = {
		WLAN_CIPHER_NONE,
		WLAN_CIPHER_WEP,	/* WEP40 */
		WLAN_CIPHER_WEP,	/* WEP104 */
		WLAN_CIPHER_TKIP,
		WLAN_CIPHER_OTHER,	/* WAPI */
		WLAN_CIPHER_OTHER,	/* GCMSMS4 */
		WLAN_CIPHER_CCMP,	/* CCMP128 */
		WLAN_CIPHER_CCMP_256,
		WLAN_CIPHER_GCMP,	/* GCMP128 */
		WLAN_CIPHER_GCMP,	/* GCMP256 */
		WLAN_CIPHER_OTHER,	/* BIP_CCMP128 */
		WLAN_CIPHER_OTHER, WLAN_CIPHER_OTHER, WLAN_CIPHER_OTHER,
		WLAN_CIPHER_OTHER, WLAN_CIPHER_OTHER,
	};
	uint32_t type;

	for (type = 0; type < 16; type++)
		CU_ASSERT_EQUAL(rtw89u_cipher(type), ciphers[type]);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "legacy rates", test_legacy },
		{ "HT rates", test_ht },
		{ "VHT, HE and EHT rates", test_vht_he_eht },
		{ "each of 4096 codes", test_every_code },
		{ "rates that cannot be", test_codes_that_cannot_be },
		{ "guard intervals", test_gi },
		{ "bandwidths", test_bw },
		{ "ciphers", test_ciphers },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_rate", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
