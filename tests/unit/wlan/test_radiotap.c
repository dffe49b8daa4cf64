/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Radiotap headers of received frames, byte by byte after
 * https://www.radiotap.org/fields/defined, and as the model's parser reads them. */

#include "cunit_run.h"
#include "hexbytes.h"

#include <rte_common.h>

#include "air/radiotap.h"
#include "wlan_radiotap.h"

#define RATE(m, i, n, b, g) .rx = { .flags = RTE_WLAN_RX_RATE, .mode = RTE_WLAN_##m, \
	.mcs = (i), .nss = (n), .bw_mhz = (b), .gi = RTE_WLAN_GI_##g }
#define ZERO8	" 00 00 00 00 00 00 00 00"

struct write_row {
	const char *name;
	struct wlan_monitor mon;
	const char *bytes;
};

static const struct write_row rows[] = {
	{ "nothing known", { 0 }, "00 00 0c 00 02 00 00 00" " 00" " 00 00 00" },
	{ "wrong FCS, which is not there", { .flags = WLAN_MON_FCS_BAD },
	  "00 00 0c 00 02 00 00 00" " 40" " 00 00 00" },
	{ "CCK 11, all of its fields",
	  { .flags = WLAN_MON_TSFT | WLAN_MON_FCS | WLAN_MON_FCS_BAD | WLAN_MON_SIGNAL |
		     WLAN_MON_SHORT_PREAMBLE,
	    .tsft_us = 0x0102030405060708, .freq_mhz = 2412, .signal_dbm = -42,
	    RATE(CCK, 3, 1, 20, LONG) },
	  "00 00 18 00 2f 00 00 00" " 08 07 06 05 04 03 02 01" " 52" " 16" " 6c 09 a0 00"
	  " d6" " 00" },
	{ "OFDM 54, 5 GHz",
	  { .flags = WLAN_MON_FCS, .freq_mhz = 5180, RATE(OFDM, 7, 1, 20, LONG) },
	  "00 00 10 00 0e 00 00 00" " 10" " 6c" " 3c 14 40 01" " 00 00" },
	{ "OFDM 6, 2.4 GHz",
	  { .freq_mhz = 2437, RATE(OFDM, 0, 1, 20, LONG) },
	  "00 00 10 00 0e 00 00 00" " 00" " 0c" " 85 09 c0 00" " 00 00" },
	{ "a rate that is none",
	  { .freq_mhz = 2437, RATE(OFDM, 8, 1, 20, LONG) },
	  "00 00 10 00 0a 00 00 00" " 00" " 00" " 85 09 c0 00" " 00 00" },
	{ "rate not known, 2.4 GHz",
	  { .freq_mhz = 2484, .rx = { .mode = RTE_WLAN_HT, .mcs = 7 } },
	  "00 00 10 00 0a 00 00 00" " 00" " 00" " b4 09 80 00" " 00 00" },
	{ "rate not known, 6 GHz", { .freq_mhz = 5955 },
	  "00 00 10 00 0a 00 00 00" " 00" " 00" " 43 17 00 01" " 00 00" },

	{ "HT, all of its fields",
	  { .flags = WLAN_MON_FCS | WLAN_MON_SIGNAL | WLAN_MON_STBC_KNOWN |
		     WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC | WLAN_MON_HT_GREENFIELD |
		     WLAN_MON_AMPDU | WLAN_MON_AMPDU_LAST_KNOWN | WLAN_MON_AMPDU_LAST,
	    .freq_mhz = 2462, .signal_dbm = -1, .stbc = 1, .ampdu_ref = 0x11223344,
	    RATE(HT, 15, 2, 40, SHORT) },
	  "00 00 1c 00 2a 00 18 00" " 90" " 00" " 9e 09 80 04" " ff" " 3f 3d 0f" " 00 00"
	  " 44 33 22 11 0c 00 00 00" },
	{ "HT, least known", { RATE(HT, 0, 1, 0, UNKNOWN) },
	  "00 00 0c 00 02 00 08 00" " 00" " 02 00 00" },
	{ "HT, 20 MHz, long GI, BCC, no STBC",
	  { .flags = WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN, RATE(HT, 31, 4, 20, LONG) },
	  "00 00 0c 00 02 00 08 00" " 00" " 37 00 1f" },
	{ "HT, greenfield alone", { .flags = WLAN_MON_HT_GREENFIELD, RATE(HT, 0, 1, 0, UNKNOWN) },
	  "00 00 0c 00 02 00 08 00" " 00" " 0a 08 00" },
	{ "HT, LDPC alone",
	  { .flags = WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC, RATE(HT, 0, 1, 0, UNKNOWN) },
	  "00 00 0c 00 02 00 08 00" " 00" " 12 10 00" },
	{ "HT, STBC alone", { .flags = WLAN_MON_STBC_KNOWN, .stbc = 2, RATE(HT, 0, 1, 0, UNKNOWN) },
	  "00 00 0c 00 02 00 08 00" " 00" " 22 40 00" },
	{ "HT, short GI alone", { RATE(HT, 0, 1, 0, SHORT) },
	  "00 00 0c 00 02 00 08 00" " 80" " 06 04 00" },
	{ "HT, 40 MHz alone", { RATE(HT, 0, 1, 40, UNKNOWN) },
	  "00 00 0c 00 02 00 08 00" " 00" " 03 01 00" },
	{ "HT, values without their known bits",
	  { .flags = WLAN_MON_LDPC | WLAN_MON_BEAMFORMED, .stbc = 3,
	    RATE(HT, 0, 1, 80, UNKNOWN) },
	  "00 00 0c 00 02 00 08 00" " 00" " 02 00 00" },
	{ "HT, STBC 3", { .flags = WLAN_MON_STBC_KNOWN, .stbc = 3, RATE(HT, 1, 1, 20, SHORT) },
	  "00 00 0c 00 02 00 08 00" " 80" " 27 64 01" },
	{ "HT, 5 GHz", { .freq_mhz = 5180, RATE(HT, 0, 1, 20, LONG) },
	  "00 00 14 00 0a 00 08 00" " 00" " 00" " 3c 14 40 01" " 07 00 00" " 00 00 00" },
	{ "A-MPDU, not the last", { .flags = WLAN_MON_AMPDU | WLAN_MON_AMPDU_LAST_KNOWN,
				    .ampdu_ref = 1 },
	  "00 00 14 00 02 00 10 00" " 00" " 00 00 00" " 01 00 00 00 04 00 00 00" },
	{ "A-MPDU, last or not", { .flags = WLAN_MON_AMPDU | WLAN_MON_AMPDU_LAST },
	  "00 00 14 00 02 00 10 00" " 00" " 00 00 00" " 00 00 00 00 00 00 00 00" },

	{ "VHT, all of its fields",
	  { .flags = WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC |
		     WLAN_MON_BF_KNOWN | WLAN_MON_BEAMFORMED,
	    .stbc = 1, RATE(VHT, 9, 2, 80, SHORT) },
	  "00 00 18 00 02 00 20 00" " 80" " 00"
	  " 65 00 25 04 92 00 00 00 01 00 00 00" " 00 00" },
	{ "VHT, known and not so",
	  { .flags = WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN | WLAN_MON_BF_KNOWN,
	    RATE(VHT, 11, 8, 160, LONG) },
	  "00 00 18 00 02 00 20 00" " 00" " 00"
	  " 65 00 00 0b b8 00 00 00 00 00 00 00" " 00 00" },
	{ "VHT, 40 MHz", { RATE(VHT, 0, 1, 40, LONG) },
	  "00 00 18 00 02 00 20 00" " 00" " 00"
	  " 44 00 00 01 01 00 00 00 00 00 00 00" " 00 00" },
	{ "VHT, 20 MHz", { RATE(VHT, 0, 1, 20, LONG) },
	  "00 00 18 00 02 00 20 00" " 00" " 00"
	  " 44 00 00 00 01 00 00 00 00 00 00 00" " 00 00" },
	{ "VHT, least known", { RATE(VHT, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 20 00" " 00" " 00"
	  " 00 00 00 00 01 00 00 00 00 00 00 00" " 00 00" },

	{ "VHT, STBC alone",
	  { .flags = WLAN_MON_STBC_KNOWN, .stbc = 2, RATE(VHT, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 20 00" " 00" " 00" " 01 00 01 00 01 00 00 00 00 00 00 00" " 00 00" },
	{ "VHT, short GI alone", { RATE(VHT, 0, 1, 0, SHORT) },
	  "00 00 18 00 02 00 20 00" " 80" " 00" " 04 00 04 00 01 00 00 00 00 00 00 00" " 00 00" },
	{ "VHT, beamformed alone", { .flags = WLAN_MON_BF_KNOWN | WLAN_MON_BEAMFORMED,
	    RATE(VHT, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 20 00" " 00" " 00" " 20 00 20 00 01 00 00 00 00 00 00 00" " 00 00" },
	{ "VHT, LDPC alone", { .flags = WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC,
	    RATE(VHT, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 20 00" " 00" " 00" " 00 00 00 00 01 00 00 00 01 00 00 00" " 00 00" },
	{ "VHT, 80 MHz alone", { RATE(VHT, 0, 1, 80, UNKNOWN) },
	  "00 00 18 00 02 00 20 00" " 00" " 00" " 40 00 00 04 01 00 00 00 00 00 00 00" " 00 00" },
	{ "VHT, values without their known bits",
	  { .flags = WLAN_MON_LDPC | WLAN_MON_BEAMFORMED, .stbc = 1,
	    RATE(VHT, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 20 00" " 00" " 00" " 00 00 00 00 01 00 00 00 00 00 00 00" " 00 00" },

	{ "HE SU", { .flags = WLAN_MON_FCS | WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN |
			      WLAN_MON_LDPC | WLAN_MON_BF_KNOWN,
		     RATE(HE, 11, 2, 160, 2X_08) },
	  "00 00 18 00 02 00 80 00" " 10" " 00"
	  " a0 42 12 00 00 2b 00 00 83 00 02 00" " 00 00" },
	{ "HE TB, 996 tones, DCM, STBC, beamformed",
	  { .flags = WLAN_MON_STBC_KNOWN | WLAN_MON_BF_KNOWN | WLAN_MON_BEAMFORMED |
		     WLAN_MON_DCM,
	    .stbc = 1, .he_format = WLAN_HE_TB, .he_ru = 9, RATE(HE, 1, 1, 80, 4X_32) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 63 42 12 00 00 91 00 00 e9 40 01 00" " 00 00" },
	{ "HE MU, 26 tones", { .he_format = WLAN_HE_MU, .he_ru = 4, RATE(HE, 4, 1, 20, 4X_08) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 22 40 02 00 00 04 00 00 c4 00 01 00" " 00 00" },
	{ "HE extended range", { .he_format = WLAN_HE_EXT_SU, RATE(HE, 0, 1, 20, 1X_08) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 21 40 02 00 00 00 00 00 40 00 01 00" " 00 00" },
	{ "HE, 2x LTF, 1.6 us, 80 MHz", { RATE(HE, 0, 1, 80, 2X_16) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 20 40 02 00 00 00 00 00 92 00 01 00" " 00 00" },
	{ "HE, least known", { .he_format = WLAN_HE_UNKNOWN, RATE(HE, 5, 3, 0, UNKNOWN) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 20 00 00 00 00 05 00 00 00 00 03 00" " 00 00" },
	{ "HE, 1.6 us, LTF not known", { RATE(HE, 0, 1, 0, 16) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 20 00 02 00 00 00 00 00 10 00 01 00" " 00 00" },
	{ "HE, 0.8 us, LTF not known", { RATE(HE, 0, 1, 0, 08) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 20 00 02 00 00 00 00 00 00 00 01 00" " 00 00" },
	{ "HE, no such guard interval", { RATE(HE, 5, 3, 40, LONG) },
	  "00 00 18 00 02 00 80 00" " 00" " 00"
	  " 20 40 00 00 00 05 00 00 01 00 03 00" " 00 00" },

	{ "HE, LDPC alone", { .flags = WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC,
	    RATE(HE, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 80 00" " 00" " 00" " a0 00 00 00 00 20 00 00 00 00 01 00" " 00 00" },
	{ "HE, STBC alone", { .flags = WLAN_MON_STBC_KNOWN, .stbc = 2, RATE(HE, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 80 00" " 00" " 00" " 20 02 00 00 00 80 00 00 00 00 01 00" " 00 00" },
	{ "HE, DCM alone", { .flags = WLAN_MON_DCM, RATE(HE, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 80 00" " 00" " 00" " 60 00 00 00 00 10 00 00 00 00 01 00" " 00 00" },
	{ "HE, beamformed alone", { .flags = WLAN_MON_BF_KNOWN | WLAN_MON_BEAMFORMED,
	    RATE(HE, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 80 00" " 00" " 00" " 20 00 10 00 00 00 00 00 00 40 01 00" " 00 00" },
	{ "HE, guard interval alone", { RATE(HE, 0, 1, 0, 2X_08) },
	  "00 00 18 00 02 00 80 00" " 00" " 00" " 20 00 02 00 00 00 00 00 80 00 01 00" " 00 00" },
	{ "HE, values without their known bits",
	  { .flags = WLAN_MON_LDPC | WLAN_MON_BEAMFORMED, .stbc = 1,
	    RATE(HE, 0, 1, 0, UNKNOWN) },
	  "00 00 18 00 02 00 80 00" " 00" " 00" " 20 00 00 00 00 00 00 00 00 00 01 00" " 00 00" },

	{ "EHT",
	  { .flags = WLAN_MON_FCS | WLAN_MON_SIGNAL | WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC |
		     WLAN_MON_BF_KNOWN | WLAN_MON_BEAMFORMED,
	    .freq_mhz = 5955, .signal_dbm = -60, RATE(EHT, 13, 2, 80, 1X_16) },
	  "00 00 50 00 2a 00 00 10" " 10" " 00" " 43 17 40 01" " c4" " 00"
	  " 21 00 0c 00" " 03 00 01 00" ZERO8
	  " 22 00 2c 00" " 04 00 00 00" " 80 02 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " b6 00 d8 21" },
	{ "EHT, least known", { RATE(EHT, 0, 1, 0, UNKNOWN) },
	  "00 00 4c 00 02 00 00 10" " 00" " 00 00 00"
	  " 21 00 0c 00" " 01 00 00 00" ZERO8
	  " 22 00 2c 00" " 00 00 00 00" " 00 00 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " 92 00 00 00" },
	{ "EHT, LDPC alone",
	  { .flags = WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC,
	    RATE(EHT, 0, 0, 0, UNKNOWN) },
	  "00 00 4c 00 02 00 00 10" " 00" " 00 00 00"
	  " 21 00 0c 00" " 01 00 00 00" ZERO8
	  " 22 00 2c 00" " 00 00 00 00" " 00 00 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " 86 00 08 00" },
	{ "EHT, beamformed alone",
	  { .flags = WLAN_MON_BF_KNOWN | WLAN_MON_BEAMFORMED,
	    RATE(EHT, 0, 0, 0, UNKNOWN) },
	  "00 00 4c 00 02 00 00 10" " 00" " 00 00 00"
	  " 21 00 0c 00" " 01 00 00 00" ZERO8
	  " 22 00 2c 00" " 00 00 00 00" " 00 00 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " a2 00 00 20" },
	{ "EHT, 8 streams, values without their known bits",
	  { .flags = WLAN_MON_LDPC | WLAN_MON_BEAMFORMED,
	    RATE(EHT, 0, 8, 0, UNKNOWN) },
	  "00 00 4c 00 02 00 00 10" " 00" " 00 00 00"
	  " 21 00 0c 00" " 01 00 00 00" ZERO8
	  " 22 00 2c 00" " 00 00 00 00" " 00 00 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " 92 00 00 07" },
	{ "EHT, guard interval alone",
	  { RATE(EHT, 0, 0, 0, 2X_16) },
	  "00 00 4c 00 02 00 00 10" " 00" " 00 00 00"
	  " 21 00 0c 00" " 01 00 00 00" ZERO8
	  " 22 00 2c 00" " 04 00 00 00" " 80 04 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " 82 00 00 00" },
	{ "EHT, 40 MHz alone",
	  { RATE(EHT, 0, 0, 40, UNKNOWN) },
	  "00 00 4c 00 02 00 00 10" " 00" " 00 00 00"
	  " 21 00 0c 00" " 03 80 00 00" ZERO8
	  " 22 00 2c 00" " 00 00 00 00" " 00 00 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " 82 00 00 00" },
	{ "EHT, 160 MHz, BCC, not beamformed, 4x LTF, 3.2 us",
	  { .flags = WLAN_MON_LDPC_KNOWN | WLAN_MON_BF_KNOWN, RATE(EHT, 15, 4, 160, 4X_32) },
	  "00 00 4c 00 02 00 00 10" " 00" " 00 00 00"
	  " 21 00 0c 00" " 03 80 01 00" ZERO8
	  " 22 00 2c 00" " 04 00 00 00" " 00 07 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " b6 00 f0 03" },

	{ "three chains of four",
	  { .flags = WLAN_MON_SIGNAL, .signal_dbm = -9, .chains = 0x0b,
	    .chain_dbm = { -10, -20, -30, -40 } },
	  "00 00 1c 00 22 00 00 a0 20 08 00 a0 20 08 00 a0 20 08 00 00" " 00" " f7"
	  " f6 00" " ec 01" " d8 03" },
	{ "VHT, one chain", { .chains = 0x01, .chain_dbm = { -10 }, RATE(VHT, 0, 1, 0, UNKNOWN) },
	  "00 00 1c 00 02 00 20 a0 20 08 00 00" " 00" " 00"
	  " 00 00 00 00 01 00 00 00 00 00 00 00" " f6 00" },
	{ "HE, one chain", { .chains = 0x01, .chain_dbm = { -10 }, RATE(HE, 0, 1, 0, UNKNOWN) },
	  "00 00 1c 00 02 00 80 a0 20 08 00 00" " 00" " 00"
	  " 20 00 00 00 00 00 00 00 00 00 01 00" " f6 00" },
	{ "a chain that there is not", { .chains = 0xf0 },
	  "00 00 0c 00 02 00 00 00" " 00" " 00 00 00" },
	{ "EHT, two chains, TSFT",
	  { .flags = WLAN_MON_TSFT, .tsft_us = 1, .chains = 0x03, .chain_dbm = { -10, -20 },
	    RATE(EHT, 0, 1, 0, UNKNOWN) },
	  "00 00 60 00 03 00 00 a0 20 08 00 a0 20 08 00 10" " 01 00 00 00 00 00 00 00" " 00"
	  " f6 00" " ec 01" " 00 00 00"
	  " 21 00 0c 00" " 01 00 00 00" ZERO8
	  " 22 00 2c 00" " 00 00 00 00" " 00 00 00 00" ZERO8 ZERO8 ZERO8 ZERO8
	  " 92 00 00 00" },
	{ "one chain: the gap before TSFT",
	  { .flags = WLAN_MON_TSFT, .tsft_us = 0xff00000000000000, .chains = 0x04,
	    .chain_dbm = { 0, 0, -128 } },
	  "00 00 1c 00 03 00 00 a0 20 08 00 00" " 00 00 00 00" " 00 00 00 00 00 00 00 ff" " 00"
	  " 80 02" " 00" },
};

static void
print_bytes(const char *what, const uint8_t *p, uint32_t len)
{
	uint32_t i;

	printf("    %s:", what);
	for (i = 0; i < len; i++)
		printf(" %02x", p[i]);
	printf("\n");
}

/* Gaps are zeros whatever stood there, and nothing is written behind the end. */
static void
check_write(const struct write_row *row)
{
	uint8_t room[WLAN_RADIOTAP_MAX + 1];
	uint32_t want_len, len, i;
	uint8_t *want = hex_bytes(row->bytes, &want_len);
	bool same;

	memset(room, 0xa5, sizeof(room));
	len = wlan_radiotap_write(room + 1, &row->mon);
	same = len == want_len && memcmp(room + 1, want, len) == 0;
	CU_ASSERT_TRUE(same);
	if (!same) {
		print_bytes(row->name, room + 1, len);
		print_bytes("wanted", want, want_len);
	}
	CU_ASSERT_EQUAL(len % 4, 0);
	for (i = len + 1; i < sizeof(room); i++)
		CU_ASSERT_EQUAL(room[i], 0xa5);
	free(want);
}

static void
test_write(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++)
		check_write(&rows[i]);
}

/* All that can be known of a frame, in each mode. */
static void
test_longest(void)
{
	struct wlan_monitor mon = {
		.flags = 0xffff, .freq_mhz = 5180, .chains = 0x0f, .he_ru = 9,
		RATE(CCK, 0, 1, 20, LONG),
	};
	uint8_t mode;

	for (mode = RTE_WLAN_CCK; mode <= RTE_WLAN_EHT; mode++) {
		uint8_t *room = malloc(WLAN_RADIOTAP_MAX);

		CU_ASSERT_PTR_NOT_NULL_FATAL(room);
		mon.rx.mode = mode;
		CU_ASSERT(wlan_radiotap_write(room, &mon) <= WLAN_RADIOTAP_MAX);
		free(room);
	}
}

/* The model counts widths from 0, and guard intervals before HE as short or not. */
static void
check_rate(const struct wlan_monitor *mon, const struct air_rate *got)
{
	static const uint16_t widths[] = { 20, 40, 80, 160 };
	uint8_t gi = mon->rx.gi >= RTE_WLAN_GI_4X_32 ? mon->rx.gi - RTE_WLAN_GI_4X_32 :
		     mon->rx.gi == RTE_WLAN_GI_SHORT;

	/* Both list the modes in the order of their age. */
	CU_ASSERT_EQUAL(got->mode, mon->rx.mode);
	CU_ASSERT_EQUAL(got->mcs, mon->rx.mcs);
	CU_ASSERT_EQUAL(got->nss, mon->rx.nss);
	CU_ASSERT_EQUAL(widths[got->bw & 3], mon->rx.bw_mhz);
	CU_ASSERT_EQUAL(got->gi_ltf, gi);
}

static void
check_round_trip(const struct wlan_monitor *mon)
{
	uint8_t room[WLAN_RADIOTAP_MAX], *exact;
	uint32_t len = wlan_radiotap_write(room, mon);
	struct wlan_txinfo info = WLAN_TXINFO_NONE;
	struct radiotap rt;
	bool fcs = false;

	exact = exact_copy(room, len);
	CU_ASSERT_TRUE_FATAL(air_radiotap_parse(exact, len, &rt));
	CU_ASSERT_EQUAL(rt.len, len);
	CU_ASSERT_TRUE(rt.has_flags && rt.fcs_present && !rt.data_pad);
	CU_ASSERT_TRUE(rt.has_rssi && rt.rssi_dbm == -33);
	CU_ASSERT_TRUE(rt.in_ampdu && rt.ampdu_ref == 0x89abcdef);
	CU_ASSERT_EQUAL(rt.has_rate, mon->rx.mode != RTE_WLAN_EHT);
	if (rt.has_rate)
		check_rate(mon, &rt.rate);
	/* And what we write, we read. */
	CU_ASSERT_EQUAL(wlan_radiotap_read(exact, len, &info, &fcs), (int)len);
	CU_ASSERT_TRUE(fcs);
	CU_ASSERT_EQUAL(info.flags & WLAN_TXF_RATE, rt.has_rate ? WLAN_TXF_RATE : 0);
	if (rt.has_rate)
		CU_ASSERT_TRUE(info.rate.mode == mon->rx.mode && info.rate.mcs == mon->rx.mcs &&
			       info.rate.nss == mon->rx.nss && info.rate.gi == mon->rx.gi &&
			       info.rate.bw_mhz == mon->rx.bw_mhz);
	free(exact);
}

static const struct {
	uint8_t mode, mcs_max, nss_max, widths, gi_min, gi_max;
} modes[] = {
	{ RTE_WLAN_CCK, 3, 1, 1, RTE_WLAN_GI_LONG, RTE_WLAN_GI_LONG },
	{ RTE_WLAN_OFDM, 7, 1, 1, RTE_WLAN_GI_LONG, RTE_WLAN_GI_LONG },
	{ RTE_WLAN_HT, 31, 0, 2, RTE_WLAN_GI_LONG, RTE_WLAN_GI_SHORT },
	{ RTE_WLAN_VHT, 9, 8, 4, RTE_WLAN_GI_LONG, RTE_WLAN_GI_SHORT },
	{ RTE_WLAN_HE, 11, 8, 4, RTE_WLAN_GI_4X_32, RTE_WLAN_GI_1X_08 },
	{ RTE_WLAN_EHT, 15, 8, 4, RTE_WLAN_GI_4X_32, RTE_WLAN_GI_1X_08 },
};

/* One MCS and NSS at every width and guard interval. */
static void
check_widths(unsigned int m, struct wlan_monitor *mon)
{
	unsigned int bw, gi;

	for (bw = 0; bw < modes[m].widths; bw++) {
		for (gi = modes[m].gi_min; gi <= modes[m].gi_max; gi++) {
			mon->rx.bw_mhz = 20 << bw;
			mon->rx.gi = gi;
			check_round_trip(mon);
		}
	}
}

static void
check_mode(unsigned int m, struct wlan_monitor *mon)
{
	unsigned int mcs, nss;

	mon->rx.mode = modes[m].mode;
	for (mcs = 0; mcs <= modes[m].mcs_max; mcs++) {
		mon->rx.mcs = mcs;
		mon->rx.nss = mcs / 8 + 1;	/* HT's */
		if (modes[m].nss_max == 0)
			check_widths(m, mon);
		for (nss = 1; nss <= modes[m].nss_max; nss++) {
			mon->rx.nss = nss;
			check_widths(m, mon);
		}
	}
}

/* Every rate, with fields before and behind it. */
static void
test_model_reads_it(void)
{
	struct wlan_monitor mon = {
		.flags = WLAN_MON_TSFT | WLAN_MON_FCS | WLAN_MON_SIGNAL | WLAN_MON_AMPDU,
		.ampdu_ref = 0x89abcdef, .freq_mhz = 5180, .signal_dbm = -33, .chains = 0x03,
		.chain_dbm = { -34, -35 }, .rx = { .flags = RTE_WLAN_RX_RATE },
	};
	unsigned int m;

	for (m = 0; m < RTE_DIM(modes); m++)
		check_mode(m, &mon);
}

static void
test_channels(void)
{
	static const struct { uint8_t band, channel; uint16_t mhz; } good[] = {
		{ 2, 1, 2412 }, { 2, 6, 2437 }, { 2, 13, 2472 }, { 2, 14, 2484 },
		{ 5, 36, 5180 }, { 5, 64, 5320 }, { 5, 100, 5500 }, { 5, 144, 5720 },
		{ 5, 149, 5745 }, { 5, 165, 5825 }, { 5, 177, 5885 },
		{ 6, 1, 5955 }, { 6, 2, 5935 }, { 6, 5, 5975 }, { 6, 233, 7115 },
	};
	static const struct { uint8_t band, channel; } bad[] = {
		{ 2, 0 }, { 2, 15 }, { 2, 36 }, { 5, 0 }, { 5, 1 }, { 5, 32 }, { 5, 38 },
		{ 5, 68 }, { 5, 96 }, { 5, 145 }, { 5, 148 }, { 5, 150 }, { 5, 181 },
		{ 6, 0 }, { 6, 3 }, { 6, 6 }, { 6, 237 }, { 0, 1 }, { 3, 1 }, { 4, 36 },
	};
	unsigned int i, channel, n[8] = { 0 }, band;

	for (i = 0; i < RTE_DIM(good); i++)
		CU_ASSERT_EQUAL(wlan_channel_mhz(good[i].band, good[i].channel), good[i].mhz);
	for (i = 0; i < RTE_DIM(bad); i++)
		CU_ASSERT_EQUAL(wlan_channel_mhz(bad[i].band, bad[i].channel), 0);
	for (band = 0; band < 8; band++)
		for (channel = 0; channel < 1000; channel++)
			n[band] += wlan_channel_mhz(band, channel) != 0;
	CU_ASSERT_EQUAL(n[2], 14);
	/* 36 to 64, 100 to 144, 149 to 177 */
	CU_ASSERT_EQUAL(n[5], 8 + 12 + 8);
	CU_ASSERT_EQUAL(n[6], 59 + 1);
	CU_ASSERT_EQUAL(n[0] + n[1] + n[3] + n[4] + n[7], 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "headers", test_write },
		{ "the longest", test_longest },
		{ "the model reads every rate", test_model_reads_it },
		{ "channels", test_channels },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "wlan_radiotap", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
