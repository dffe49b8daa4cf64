/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Check sums and times on the air. */

#include <string.h>

#include "../cunit_run.h"
#include "air.h"
#include "air/fcs.h"
#include "air/phy.h"

static void
test_crc32(void)
{
	uint8_t bytes[64];
	unsigned int i;

	/* The check value of this CRC in every catalogue. */
	CU_ASSERT_EQUAL(air_fcs_crc32((const uint8_t *)"123456789", 9), 0xCBF43926);
	CU_ASSERT_EQUAL(air_fcs_crc32(bytes, 0), 0);
	/* A frame and its FCS leave the known residue, at every length. */
	for (i = 0; i < 60; i++) {
		uint32_t crc;

		memset(bytes, (int)i, sizeof(bytes));
		crc = air_fcs_crc32(bytes, i);
		bytes[i] = (uint8_t)crc;
		bytes[i + 1] = (uint8_t)(crc >> 8);
		bytes[i + 2] = (uint8_t)(crc >> 16);
		bytes[i + 3] = (uint8_t)(crc >> 24);
		CU_ASSERT_EQUAL(air_fcs_crc32(bytes, i + 4), 0x2144DF1C);
	}
}

/* Long data goes another way than short: as bit by bit, at any place and of any length. */
static void
test_crc32_long(void)
{
	static uint8_t bytes[2100];
	uint32_t bit_by_bit = ~0u;
	unsigned int i, bit, at;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * 7 + i / 13);
	for (at = 0; at < 17; at++)
		for (i = 0, bit_by_bit = ~0u; i < 2000; i++) {
			CU_ASSERT_EQUAL(air_fcs_crc32(bytes + at, i), ~bit_by_bit);
			bit_by_bit ^= bytes[at + i];
			for (bit = 0; bit < 8; bit++)
				bit_by_bit = bit_by_bit >> 1 ^
					     (bit_by_bit & 1 ? 0xEDB88320u : 0);
		}
	CU_ASSERT_EQUAL(air_fcs_crc32_more(air_fcs_crc32(bytes, 700), bytes + 700, 1400),
			air_fcs_crc32(bytes, 2100));
}

static void
test_rates(void)
{
	/* Figures of the standards' rate tables, kbit/s. */
	static const struct { struct air_rate rate; uint64_t kbps; } rows[] = {
		{ { AIR_CCK, 2, 1, 0, 0 }, 5500 }, { { AIR_OFDM, 0, 1, 0, 0 }, 6000 },
		{ { AIR_OFDM, 7, 1, 0, 0 }, 54000 }, { { AIR_HT, 0, 1, 0, 0 }, 6500 },
		{ { AIR_HT, 15, 2, 1, 1 }, 300000 }, { { AIR_HT, 31, 4, 1, 0 }, 540000 },
		{ { AIR_VHT, 9, 2, 2, 1 }, 866666 }, { { AIR_VHT, 9, 1, 3, 0 }, 780000 },
		{ { AIR_HE, 11, 2, 2, 1 }, 1200980 }, { { AIR_HE, 0, 1, 0, 0 }, 7312 },
		{ { AIR_HE, 11, 2, 3, 3 }, 2401960 }, { { AIR_EHT, 13, 2, 3, 3 }, 2882352 },
		{ { AIR_EHT, 11, 2, 3, 5 }, 2401960 }, { { AIR_EHT, 13, 1, 2, 2 }, 680555 },
		{ { AIR_EHT, 15, 1, 0, 1 }, 4301 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CU_ASSERT(air_phy_rate_valid(&rows[i].rate));
		CU_ASSERT_EQUAL(air_phy_bits_per_second(&rows[i].rate) / 1000, rows[i].kbps);
	}
}

static void
test_impossible_rates(void)
{
	static const struct air_rate rows[] = {
		{ AIR_CCK, 4, 1, 0, 0 }, { AIR_OFDM, 8, 1, 0, 0 }, { AIR_HT, 32, 1, 0, 0 },
		{ AIR_HT, 7, 1, 2, 0 }, { AIR_VHT, 10, 1, 0, 0 }, { AIR_VHT, 9, 0, 0, 0 },
		{ AIR_HE, 12, 1, 0, 0 }, { AIR_HE, 11, 9, 0, 0 }, { AIR_EHT, 16, 1, 0, 0 },
		{ AIR_EHT, 0, 1, 4, 0 }, { AIR_EHT, 0, 1, 0, 6 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CU_ASSERT_FALSE(air_phy_rate_valid(&rows[i]));
}

static void
test_preambles(void)
{
	static const struct { struct air_rate rate; uint64_t ns; } rows[] = {
		{ { AIR_CCK, 0, 1, 0, 0 }, 192000 }, { { AIR_OFDM, 0, 1, 0, 0 }, 20000 },
		{ { AIR_HT, 0, 1, 0, 0 }, 36000 }, { { AIR_HT, 23, 3, 0, 0 }, 48000 },
		{ { AIR_VHT, 0, 2, 0, 0 }, 44000 },
		/* 36 + 2 x (6.4 + 0.8), 44 + 2 x (12.8 + 3.2) */
		{ { AIR_HE, 0, 2, 0, 3 }, 50400 }, { { AIR_EHT, 0, 2, 0, 0 }, 76000 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CU_ASSERT_EQUAL(air_phy_preamble_ns(&rows[i].rate), rows[i].ns);
}

static void
test_symbols_are_whole(void)
{
	const struct air_rate ofdm6 = { AIR_OFDM, 0, 1, 0, 0 };	/* 24 bits in 4 us */

	CU_ASSERT_EQUAL(air_phy_data_ns(&ofdm6, 24), 4000);
	CU_ASSERT_EQUAL(air_phy_data_ns(&ofdm6, 25), 8000);
	CU_ASSERT_EQUAL(air_phy_bits_ns(&ofdm6, 12), 2000);
	/* SIFS 16, preamble 20; Ack 14 bytes 134 bits 8 us; BlockAck 278 bits 12 us */
	CU_ASSERT_EQUAL(air_phy_response_ns(&ofdm6, false), 16000 + 20000 + 8000);
	CU_ASSERT_EQUAL(air_phy_response_ns(&ofdm6, true), 16000 + 20000 + 12000);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "CRC-32", test_crc32 },
		{ "CRC-32 of long data", test_crc32_long },
		{ "rates of the standards", test_rates },
		{ "impossible rates", test_impossible_rates },
		{ "preambles", test_preambles },
		{ "symbols are whole", test_symbols_are_whole },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "air PHY", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
