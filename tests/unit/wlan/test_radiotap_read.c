/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Radiotap headers of frames to inject, byte by byte after
 * https://www.radiotap.org/fields/defined. */

#include <errno.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include <rte_common.h>

#include "wlan_radiotap.h"

#define R	WLAN_TXF_RATE
#define NOACK	WLAN_TXF_NO_ACK
#define OWN	WLAN_TXF_OWN_SEQ
#define RATE(m, i, n, b, g) { .mode = RTE_WLAN_##m, .mcs = (i), .nss = (n), \
	.bw_mhz = (b), .gi = RTE_WLAN_GI_##g }

struct read_row {
	const char *name;
	const char *bytes;
	uint16_t flags;
	struct wlan_rate rate;
	uint8_t retries;
	bool fcs;
};

static const struct read_row rows[] = {
	{ "nothing", "00 00 08 00 00 00 00 00", 0, { 0 }, 0xff, false },
	{ "nothing, and room", "00 00 0b 00 00 00 00 00 aa bb cc", 0, { 0 }, 0xff, false },
	/* Linux Documentation/networking/mac80211-injection.rst */
	{ "rate, power, antenna", "00 00 0b 00 04 0c 00 00 6c 0c 01",
	  R, RATE(OFDM, 7, 1, 20, LONG), 0xff, false },
	/* As aireplay-ng writes it. */
	{ "rate, TX flags", "00 00 0c 00 04 80 00 00 02 00 18 00",
	  R | NOACK | OWN, RATE(CCK, 0, 1, 20, LONG), 0xff, false },
	{ "rate, TX flags, retries", "00 00 0d 00 04 80 02 00 0b 00 08 00 07",
	  R | NOACK, RATE(CCK, 2, 1, 20, LONG), 7, false },
	{ "RTS", "00 00 0a 00 00 80 00 00 04 00", WLAN_TXF_RTS, { 0 }, 0xff, false },
	{ "own sequence number", "00 00 0a 00 00 80 00 00 10 00", OWN, { 0 }, 0xff, false },
	{ "TX flags that nobody asks for", "00 00 0a 00 00 80 00 00 e3 ff",
	  0, { 0 }, 0xff, false },
	{ "FCS at end, short preamble", "00 00 0a 00 06 00 00 00 12 04",
	  R | WLAN_TXF_SHORT_PREAMBLE, RATE(CCK, 1, 1, 20, LONG), 0xff, true },
	{ "all other flags", "00 00 09 00 02 00 00 00 ed", 0, { 0 }, 0xff, false },
	{ "rate 0", "00 00 09 00 04 00 00 00 00", 0, { 0 }, 0xff, false },

	{ "MCS, all of it", "00 00 0d 00 00 80 08 00 08 00 37 35 0b",
	  R | NOACK | WLAN_TXF_LDPC | WLAN_TXF_STBC, RATE(HT, 11, 2, 40, SHORT), 0xff, false },
	{ "MCS, nothing known but it", "00 00 0b 00 00 00 08 00 02 ff 1f",
	  R, RATE(HT, 31, 4, 20, LONG), 0xff, false },
	{ "MCS, known and not so", "00 00 0b 00 00 00 08 00 3f 00 08",
	  R, RATE(HT, 8, 2, 20, LONG), 0xff, false },
	{ "MCS, upper 20 of 40 MHz", "00 00 0b 00 00 00 08 00 03 03 07",
	  R, RATE(HT, 7, 1, 20, LONG), 0xff, false },
	{ "MCS, 40 MHz, and not known", "00 00 0b 00 00 00 08 00 02 01 00",
	  R, RATE(HT, 0, 1, 20, LONG), 0xff, false },
	{ "MCS, 40 MHz, greenfield, streams not known", "00 00 0b 00 00 00 08 00 03 c9 00",
	  R, RATE(HT, 0, 1, 40, LONG), 0xff, false },
	{ "MCS, STBC of 2", "00 00 0b 00 00 00 08 00 22 40 00",
	  R | WLAN_TXF_STBC, RATE(HT, 0, 1, 20, LONG), 0xff, false },
	{ "MCS, extension streams only", "00 00 0b 00 00 00 08 00 e2 80 00",
	  R, RATE(HT, 0, 1, 20, LONG), 0xff, false },
	{ "MCS not known", "00 00 0b 00 00 00 08 00 fd ff ff", 0, { 0 }, 0xff, false },
	{ "rate and MCS: the later", "00 00 0c 00 04 00 08 00 0c 02 00 05",
	  R, RATE(HT, 5, 1, 20, LONG), 0xff, false },

	{ "VHT, all of it", "00 00 16 00 00 80 20 00 08 00 45 00 05 04 92 00 00 00 01 00 00 00",
	  R | NOACK | WLAN_TXF_LDPC | WLAN_TXF_STBC, RATE(VHT, 9, 2, 80, SHORT), 0xff, false },
	{ "VHT, nothing known", "00 00 14 00 00 00 20 00 00 00 ff ff 01 00 00 00 00 00 00 00",
	  R, RATE(VHT, 0, 1, 20, LONG), 0xff, false },
	{ "VHT, 160 MHz", "00 00 14 00 00 00 20 00 40 00 00 0b b8 00 00 00 fe 00 00 00",
	  R, RATE(VHT, 11, 8, 160, LONG), 0xff, false },
	{ "VHT, 40 MHz", "00 00 14 00 00 00 20 00 40 00 00 01 01 00 00 00 00 00 00 00",
	  R, RATE(VHT, 0, 1, 40, LONG), 0xff, false },
	{ "VHT, no user", "00 00 14 00 00 00 20 00 40 00 00 01 90 22 22 22 00 00 00 00",
	  0, { 0 }, 0xff, false },
	{ "MCS and VHT: no LDPC of the former",
	  "00 00 18 00 00 00 28 00 12 10 00 00 40 00 00 01 01 00 00 00 00 00 00 00",
	  R, RATE(VHT, 0, 1, 40, LONG), 0xff, false },

	{ "HE, all of it", "00 00 14 00 00 00 80 00 a0 42 02 00 00 a7 00 00 e2 00 02 00",
	  R | WLAN_TXF_LDPC | WLAN_TXF_STBC, RATE(HE, 7, 2, 80, 4X_32), 0xff, false },
	{ "HE, nothing known but MCS",
	  "00 00 14 00 00 00 80 00 20 00 00 00 ff fb ff ff ff ff 00 00",
	  R, RATE(HE, 11, 1, 20, 2X_08), 0xff, false },
	{ "HE, MCS not known", "00 00 14 00 00 00 80 00 df ff ff ff ff ff ff ff ff ff ff ff",
	  0, { 0 }, 0xff, false },
	{ "HE, 160 MHz, 1x LTF, 1.6 us",
	  "00 00 14 00 00 00 80 00 20 40 02 00 00 00 00 00 53 00 08 00",
	  R, RATE(HE, 0, 8, 160, 1X_16), 0xff, false },
	{ "HE, LTF not known, 3.2 us",
	  "00 00 14 00 00 00 80 00 20 00 02 00 00 00 00 00 20 00 01 00",
	  R, RATE(HE, 0, 1, 20, 4X_32), 0xff, false },
	{ "HE, LTF not known, 1.6 us",
	  "00 00 14 00 00 00 80 00 20 00 02 00 00 00 00 00 10 00 01 00",
	  R, RATE(HE, 0, 1, 20, 2X_16), 0xff, false },

	/* A header that was captured, with a word for one chain. */
	{ "two presence words", "00 00 11 00 26 00 00 a0 20 08 00 00 10 30 d0 d0 00",
	  R, RATE(OFDM, 4, 1, 20, LONG), 0xff, true },
	{ "a word that has nothing, then one that has",
	  "00 00 12 00 00 00 00 a0 00 80 00 00 00 00 00 00 08 00", 0, { 0 }, 0xff, false },
	{ "fields from 32 on: nobody knows them",
	  "00 00 12 00 04 00 00 80 01 80 00 00 0c ff ff ff ff ff",
	  R, RATE(OFDM, 0, 1, 20, LONG), 0xff, false },
	{ "no fields from 32 on, then again from 0",
	  "00 00 12 00 00 00 00 80 00 00 00 a0 00 80 00 00 08 00", NOACK, { 0 }, 0xff, false },
	{ "a vendor's fields, then ours again",
	  "00 00 20 00 04 00 00 c0 0f 00 00 a0 00 80 00 00 16 00 00 11 22 01 05 00"
	  " aa bb cc dd ee 00 08 00",
	  R | NOACK, RATE(CCK, 3, 1, 20, LONG), 0xff, false },
	{ "two words of a vendor's",
	  "00 00 18 00 00 00 00 c0 ff ff ff 9f ff ff ff 1f 00 11 22 01 02 00 aa bb",
	  0, { 0 }, 0xff, false },
	{ "one vendor, then another, then ours",
	  "00 00 23 00 00 00 00 c0 ff 00 00 c0 ff 00 00 a0 04 00 00 00"
	  " 00 11 22 01 00 00 33 44 55 01 02 00 aa bb 6c",
	  R, RATE(OFDM, 7, 1, 20, LONG), 0xff, false },
	{ "TLVs", "00 00 1c 00 04 00 00 10 6c 00 00 00 21 00 0c 00 ff ff ff ff ff ff ff ff"
	  " ff ff ff ff", R, RATE(OFDM, 7, 1, 20, LONG), 0xff, false },
	{ "TLVs, padding, and an empty one",
	  "00 00 14 00 00 00 00 10 1e 00 01 00 ff 00 00 00 1c 00 00 00",
	  0, { 0 }, 0xff, false },
	{ "TLVs, padding left out", "00 00 0d 00 00 00 00 10 1e 00 01 00 ff",
	  0, { 0 }, 0xff, false },
	{ "TLVs, half of the padding", "00 00 0e 00 00 00 00 10 1e 00 01 00 ff 00",
	  0, { 0 }, 0xff, false },
	{ "no TLVs where they are said to be", "00 00 08 00 00 00 00 10", 0, { 0 }, 0xff, false },
};

static void
check_row(const struct read_row *row)
{
	struct wlan_txinfo info = { .len = 1, .fc = 2, .seq = 3, .hdr_len = 4, .tid = 5, .ac = 6,
				    .retries = 0xff };
	struct wlan_txinfo before = info;
	uint32_t len;
	uint8_t *hdr = hex_bytes(row->bytes, &len);
	bool fcs = !row->fcs, same;
	int ret = wlan_radiotap_read(hdr, len, &info, &fcs);

	CU_ASSERT_EQUAL(ret, (int)len);
	same = info.flags == row->flags && info.retries == row->retries && fcs == row->fcs &&
	       memcmp(&info.rate, &row->rate, sizeof(info.rate)) == 0;
	CU_ASSERT_TRUE(same);
	if (!same || ret != (int)len)
		printf("    %s: %d, flags %#x, mode %u mcs %u nss %u bw %u gi %u\n", row->name,
		       ret, info.flags, info.rate.mode, info.rate.mcs, info.rate.nss,
		       info.rate.bw_mhz, info.rate.gi);
	before.flags = info.flags;
	before.retries = info.retries;
	before.rate = info.rate;
	CU_ASSERT_EQUAL(memcmp(&before, &info, sizeof(info)), 0);
	free(hdr);
}

static void
test_read(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++)
		check_row(&rows[i]);
}

/* Fewer bytes than the header says it has. */
static void
test_every_cut(void)
{
	const struct wlan_txinfo none = WLAN_TXINFO_NONE;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint32_t len, n;
		uint8_t *hdr = hex_bytes(rows[i].bytes, &len);

		for (n = 0; n < len; n++) {
			struct wlan_txinfo info = none;
			uint8_t *cut = exact_copy(hdr, n);
			bool fcs = false;

			CU_ASSERT_EQUAL(wlan_radiotap_read(cut, n, &info, &fcs), -EINVAL);
			CU_ASSERT_EQUAL(memcmp(&info, &none, sizeof(info)), 0);
			CU_ASSERT_FALSE(fcs);
			free(cut);
		}
		free(hdr);
	}
}

static void
test_bad(void)
{
	static const char *const bad[] = {
		"01 00 08 00 00 00 00 00",			/* version */
		"00 00 07 00 00 00 00 00",			/* shorter than itself */
		"00 00 00 00 00 00 00 00",
		"00 00 09 00 00 00 00 00",			/* longer than there is */
		"00 00 08 00 00 00 00 80",			/* a word past the end */
		"00 00 0b 00 00 00 00 80 00 00 00",
		"00 00 0c 00 00 00 00 80 00 00 00 80",
		"00 00 08 00 04 00 00 00",			/* a field past the end */
		"00 00 0b 00 08 00 00 00 6c 09 80",
		"00 00 0f 00 01 00 00 00 00 00 00 00 00 00 00",
		"00 00 0b 00 04 80 00 00 02 00 08",
		"00 00 09 00 04 00 00 00 01",			/* rates */
		"00 00 09 00 04 00 00 00 82",
		"00 00 09 00 04 00 00 00 6d",
		"00 00 0b 00 00 00 08 00 02 00 20",
		"00 00 0b 00 00 00 08 00 02 00 ff",
		"00 00 14 00 00 00 20 00 40 00 00 00 c1 00 00 00 00 00 00 00",
		"00 00 14 00 00 00 20 00 40 00 00 00 09 00 00 00 00 00 00 00",
		"00 00 14 00 00 00 20 00 40 00 00 1a 01 00 00 00 00 00 00 00",
		"00 00 14 00 00 00 20 00 40 00 00 1f 01 00 00 00 00 00 00 00",
		"00 00 14 00 00 00 80 00 20 40 02 00 00 0c 00 00 80 00 01 00",
		"00 00 14 00 00 00 80 00 20 40 02 00 00 00 00 00 80 00 09 00",
		"00 00 14 00 00 00 80 00 20 40 02 00 00 00 00 00 84 00 01 00",
		"00 00 14 00 00 00 80 00 20 40 02 00 00 00 00 00 60 00 01 00",	/* 1x, 3.2 */
		"00 00 14 00 00 00 80 00 20 40 02 00 00 00 00 00 a0 00 01 00",	/* 2x, 3.2 */
		"00 00 14 00 00 00 80 00 20 40 02 00 00 00 00 00 d0 00 01 00",	/* 4x, 1.6 */
		"00 00 14 00 00 00 80 00 20 40 02 00 00 00 00 00 30 00 01 00",
		"00 00 0c 00 00 00 00 e0 00 00 00 00",		/* two namespaces */
		"00 00 12 00 00 00 00 e0 00 00 00 00 00 11 22 01 00 00",
		"00 00 0c 00 00 00 00 b0 00 00 00 00",		/* something after TLVs */
		"00 00 0c 00 00 00 00 90 00 00 00 00",
		"00 00 0e 00 00 00 00 50 00 11 22 01 00 00",
		"00 00 0c 00 00 00 00 10 21 00 01 00",		/* a TLV past the end */
		"00 00 0c 00 00 00 00 10 21 00 ff ff",
		"00 00 0b 00 00 00 00 10 21 00 00",
		"00 00 12 00 00 00 00 10 21 00 01 00 00 00 00 00 21 00",
		"00 00 0c 00 00 00 00 c0 00 00 00 00",		/* a vendor's past the end */
		"00 00 12 00 00 00 00 c0 00 00 00 00 00 11 22 01 01 00",
		"00 00 12 00 00 00 00 c0 00 00 00 00 00 11 22 01 ff ff",
		"00 00 0d 00 00 00 00 40 00 11 22 01 00",
	};
	const struct wlan_txinfo none = WLAN_TXINFO_NONE;
	unsigned int i;

	for (i = 0; i < RTE_DIM(bad); i++) {
		struct wlan_txinfo info = none;
		uint32_t len;
		uint8_t *hdr = hex_bytes(bad[i], &len);
		bool fcs = true;
		int ret = wlan_radiotap_read(hdr, len, &info, &fcs);

		CU_ASSERT_EQUAL(ret, -EINVAL);
		if (ret != -EINVAL)
			printf("    %s: %d\n", bad[i], ret);
		CU_ASSERT_EQUAL(memcmp(&info, &none, sizeof(info)), 0);
		CU_ASSERT_TRUE(fcs);
		free(hdr);
	}
}

/* A bad rate after good wishes undoes them. */
static void
test_bad_undoes(void)
{
	const struct wlan_txinfo none = WLAN_TXINFO_NONE;
	struct wlan_txinfo info = none;
	uint32_t len;
	/* flags: FCS; rate 54; TX flags: no ack; retries 3; MCS 32 */
	uint8_t *hdr = hex_bytes("00 00 10 00 06 80 0a 00 10 6c 08 00 03 02 00 20", &len);
	bool fcs = false;

	CU_ASSERT_EQUAL(wlan_radiotap_read(hdr, len, &info, &fcs), -EINVAL);
	CU_ASSERT_EQUAL(memcmp(&info, &none, sizeof(info)), 0);
	CU_ASSERT_FALSE(fcs);
	hdr[15] = 31;
	CU_ASSERT_EQUAL(wlan_radiotap_read(hdr, len, &info, &fcs), 16);
	CU_ASSERT_EQUAL(info.flags, R | NOACK);
	CU_ASSERT_EQUAL(info.rate.mcs, 31);
	CU_ASSERT_EQUAL(info.retries, 3);
	CU_ASSERT_TRUE(fcs);
	free(hdr);
}

/* All 28 fields one behind the other; a wrong size or alignment of any would move
 * the last one, or the HE field, or the end. */
static void
test_all_fields(void)
{
	static const uint8_t start[] = { 0, 0, 128, 0, 0xff, 0xff, 0xff, 0x0f };
	uint8_t *hdr = calloc(1, 128);
	struct wlan_txinfo info = WLAN_TXINFO_NONE;
	bool fcs = false;
	uint32_t len;

	CU_ASSERT_PTR_NOT_NULL_FATAL(hdr);
	memcpy(hdr, start, sizeof(start));
	hdr[16] = 0x10;		/* flags */
	hdr[17] = 2;		/* rate */
	hdr[38] = 0x0c;		/* TX flags */
	hdr[41] = 9;		/* data retries */
	hdr[52] = 0x02;		/* MCS */
	hdr[54] = 7;
	hdr[68] = 0x11;		/* VHT, MCS and NSS */
	hdr[92] = 0x20;		/* HE, data1 */
	hdr[97] = 0x03;		/* data3 */
	hdr[102] = 2;		/* data6 */
	CU_ASSERT_EQUAL(wlan_radiotap_read(hdr, 128, &info, &fcs), 128);
	CU_ASSERT_EQUAL(info.flags, R | NOACK | WLAN_TXF_RTS);
	CU_ASSERT_EQUAL(info.retries, 9);
	CU_ASSERT_TRUE(fcs);
	CU_ASSERT_TRUE(info.rate.mode == RTE_WLAN_HE && info.rate.mcs == 3 && info.rate.nss == 2);
	for (len = 8; len < 128; len++) {
		hdr[2] = len;
		CU_ASSERT_EQUAL(wlan_radiotap_read(hdr, 128, &info, &fcs), -EINVAL);
	}
	free(hdr);
}

/* Each field alone: exactly its size and alignment behind a header of 8, and behind
 * one that the flags field has made odd. */
static void
test_each_field(void)
{
	static const struct { uint8_t field, at8, at9; } ends[] = {
		{ 0, 16, 24 }, { 2, 9, 10 }, { 3, 12, 14 }, { 4, 10, 12 }, { 5, 9, 10 },
		{ 6, 9, 10 }, { 7, 10, 12 }, { 8, 10, 12 }, { 9, 10, 12 }, { 10, 9, 10 },
		{ 11, 9, 10 }, { 12, 9, 10 }, { 13, 9, 10 }, { 14, 10, 12 }, { 15, 10, 12 },
		{ 16, 9, 10 }, { 17, 9, 10 }, { 18, 16, 20 }, { 19, 11, 12 }, { 20, 16, 20 },
		{ 21, 20, 22 }, { 22, 20, 28 }, { 23, 20, 22 }, { 24, 20, 22 }, { 25, 14, 16 },
		{ 26, 9, 10 }, { 27, 12, 14 },
	};
	unsigned int i, odd;

	for (i = 0; i < RTE_DIM(ends); i++) {
		for (odd = 0; odd < 2; odd++) {
			uint8_t hdr[32] = { 0 };
			/* TSFT stands before flags. */
			uint8_t len = odd ? ends[i].at9 : ends[i].at8;
			uint32_t present = 1u << ends[i].field | odd << 1;
			struct wlan_txinfo info = WLAN_TXINFO_NONE;
			bool fcs;

			if (ends[i].field == 0 && odd)
				len = 17;
			hdr[2] = len;
			memcpy(hdr + 4, &present, 4);
			CU_ASSERT_EQUAL(wlan_radiotap_read(hdr, len, &info, &fcs), len);
			hdr[2] = len - 1;
			CU_ASSERT_EQUAL(wlan_radiotap_read(hdr, len, &info, &fcs), -EINVAL);
		}
	}
}

/* Codes of the VHT bandwidth: the signal's width where it is a part of the channel. */
static void
test_vht_widths(void)
{
	static const uint8_t mhz[] = {
		20, 40, 20, 20, 80, 40, 40, 20, 20, 20, 20, 160, 80, 80, 40, 40, 40, 40,
		20, 20, 20, 20, 20, 20, 20, 20,
	};
	uint8_t hdr[] = { 0, 0, 20, 0, 0, 0, 0x20, 0, 0x40, 0, 0, 0, 0x01, 0, 0, 0, 0, 0, 0, 0 };
	unsigned int code;

	for (code = 0; code < 256; code++) {
		struct wlan_txinfo info = WLAN_TXINFO_NONE;
		bool fcs, good = code % 32 < RTE_DIM(mhz);
		int ret;

		hdr[11] = code;
		ret = wlan_radiotap_read(hdr, sizeof(hdr), &info, &fcs);
		CU_ASSERT_EQUAL(ret, good ? 20 : -EINVAL);
		CU_ASSERT_EQUAL(info.rate.bw_mhz, good ? mhz[code % 32] : 0);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "headers and what they wish for", test_read },
		{ "every cut of every header", test_every_cut },
		{ "what is refused", test_bad },
		{ "a bad end undoes all", test_bad_undoes },
		{ "all fields at once", test_all_fields },
		{ "each field", test_each_field },
		{ "VHT bandwidths", test_vht_widths },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "wlan_radiotap_read", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
