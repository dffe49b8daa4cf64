/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Each field of the AX receive descriptor alone: exactly what it means changes. */

#include <inttypes.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "rtw89u_agg.h"

#include "ax_build.h"
#include "ax_fields.h"

static const struct ax_desc bases[BASE_MAX] = {
	[BASE_HE] = { { [0] = 0x800003e8, [1] = 0x01800000 } },
	[BASE_CCK] = { { [0] = 0x800003e8 } },
	[BASE_HT] = { { [0] = 0x800003e8, [1] = 0x00800000 } },
	[BASE_HW_DEC] = { { [0] = 0x800003e8, [1] = 0x01800000, [3] = 0x00000004 } },
	[BASE_KNOWN] = { { [0] = 0x800003e8, [1] = 0x01800000, [5] = 0x10000000 } },
	[BASE_STATUS] = { { [0] = 0x810003e8, [1] = 0x01800000 } },
	[BASE_SHORT] = { { [0] = 0x000003e8, [1] = 0x01800000 } },
};

static void
outs_of_info(struct wlan_rxinfo info, int64_t *out)
{
	static const uint32_t flags[] = {
		WLAN_RXF_FCS_ERROR, WLAN_RXF_ICV_ERROR, WLAN_RXF_HW_DEC, WLAN_RXF_SW_DEC,
		WLAN_RXF_A1_MATCH, WLAN_RXF_AMPDU, WLAN_RXF_AMSDU, WLAN_RXF_LAST_MSDU,
		WLAN_RXF_AMSDU_CUT,
	};
	uint32_t known = 0;
	unsigned int i;

	for (i = 0; i < RTE_DIM(flags); i++) {
		out[OUT_FCS_ERROR + i] = (info.flags & flags[i]) != 0;
		known |= flags[i];
	}
	out[OUT_OTHER_FLAGS] = info.flags & ~known;
	out[OUT_CIPHER] = info.cipher;
	out[OUT_MAC_ID] = info.mac_id;
}

static void
outs_of_radio(const struct rte_wlan_rx *rx, int64_t *out)
{
	static const uint16_t flags[] = {
		RTE_WLAN_RX_RATE, RTE_WLAN_RX_TSFT, RTE_WLAN_RX_AMPDU, RTE_WLAN_RX_DECRYPTED,
	};
	uint32_t known = 0;
	unsigned int i;

	for (i = 0; i < RTE_DIM(flags); i++) {
		out[OUT_RX_RATE + i] = (rx->flags & flags[i]) != 0;
		known |= flags[i];
	}
	out[OUT_RX_OTHER_FLAGS] = rx->flags & ~known;
	out[OUT_TSFT_US] = rx->tsft_us;
	out[OUT_MODE] = rx->mode;
	out[OUT_MCS] = rx->mcs;
	out[OUT_NSS] = rx->nss;
	out[OUT_GI] = rx->gi;
	out[OUT_BW_MHZ] = rx->bw_mhz;
	out[OUT_RSSI_DBM] = rx->rssi_dbm;
	out[OUT_PPDU] = rx->ppdu;
	out[OUT_PHY] = rx->phy;
	out[OUT_RESERVED] = rx->reserved;
}

/* A descriptor from a heap block that ends with it. */
static void
decode(const struct ax_desc *d, bool wide, int64_t *out)
{
	struct rtw89u_ax_layout layout = rtw89u_ax_layout(false, wide);
	struct wlan_monitor mon = { 0 };
	struct transfer t = { 0 };
	struct rte_wlan_rx rx;
	uint8_t *block;
	uint32_t rxd0;

	ax_add_desc(&t, d, 0);
	block = exact_copy(t.data, t.len);
	rxd0 = wport_word(block, 0);
	memset(&rx, 0xa5, sizeof(rx));
	memset(out, 0, OUT_MAX * sizeof(*out));
	CU_ASSERT_EQUAL(rtw89u_ax_len(rxd0), t.len);
	out[OUT_HEAD] = rtw89u_ax_len(rxd0) + rtw89u_ax_gap(rxd0, layout);
	out[OUT_LEN] = rtw89u_ax_payload_len(rxd0);
	out[OUT_TYPE] = rtw89u_ax_type(rxd0);
	out[OUT_TAIL] = rtw89u_ax_tail(rxd0, wport_word(block, 3), layout);
	outs_of_info(rtw89u_ax_decode(block, rxd0, wide, &rx), out);
	outs_of_radio(&rx, out);
	out[OUT_LAST_MPDU] = rtw89u_ax_ampdu_last(block);
	rtw89u_ppdu_type(wport_word(block, 1) & 15, &mon);
	out[OUT_MON_FLAGS] = mon.flags;
	/* Type 0 and 15 alike name no HE format. */
	out[OUT_HE_FORMAT] = mon.he_format;
	free(block);
	transfer_free(&t);
}

/* Which outputs differ between the base and the base with these bits. */
static uint64_t
changes(enum base base, unsigned int word, uint32_t mask, uint32_t bits, bool wide)
{
	int64_t before[OUT_MAX], after[OUT_MAX];
	struct ax_desc d = bases[base];
	uint64_t diff = 0;
	unsigned int i;

	decode(&d, wide, before);
	d.dw[word] = (d.dw[word] & ~mask) | bits;
	decode(&d, wide, after);
	for (i = 0; i < OUT_MAX; i++)
		diff |= before[i] != after[i] ? 1ull << i : 0;
	return diff;
}

static void
report(const char *name, uint32_t bits, uint64_t wrong)
{
	unsigned int i;

	printf("    %s, bits 0x%08" PRIx32 ":", name, bits);
	for (i = 0; i < OUT_MAX; i++)
		if ((wrong & (1ull << i)) != 0)
			printf(" %s", out_names[i]);
	printf("\n");
}

static void
check_field(const struct ax_field *f, bool wide)
{
	uint64_t diff = changes(f->base, f->word, f->mask, f->mask, wide);

	CU_ASSERT_EQUAL(diff, f->outs);
	if (diff != f->outs)
		report(f->name, f->mask, diff ^ f->outs);
}

static void
test_each_field_alone(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(ax_fields); i++) {
		if ((ax_fields[i].chips & NARROW) != 0)
			check_field(&ax_fields[i], false);
		if ((ax_fields[i].chips & WIDE) != 0)
			check_field(&ax_fields[i], true);
	}
}

/* What PPDU_TYPE's bits alone mean is a table of its own. */
static uint64_t
may_change(const struct ax_field *f)
{
	if (f->word == 1 && f->mask == 0x01ff0000)
		return f->outs | RATE;
	if (f->word == 1 && f->mask == 0x0000000f)
		return O(MON_FLAGS) | O(HE_FORMAT);
	return f->outs;
}

/* No bit of a field is dead, none reaches further than its field. */
static void
test_each_bit_alone(void)
{
	unsigned int i, bit;

	for (i = 0; i < RTE_DIM(ax_fields); i++) {
		const struct ax_field *f = &ax_fields[i];
		uint64_t may = may_change(f);

		for (bit = 0; bit < 32; bit++) {
			bool wide = f->chips == WIDE, ok;
			uint64_t diff;

			if ((f->mask & (1u << bit)) == 0)
				continue;
			diff = changes(f->base, f->word, f->mask, 1u << bit, wide);
			ok = (diff & ~may) == 0;
			if (f->mask != 0x0000000f)
				ok = ok && (diff != 0) == (may != 0);
			CU_ASSERT(ok);
			if (!ok)
				report(f->name, 1u << bit, diff);
		}
	}
}

static void
test_reserved_bits(void)
{
	uint32_t used[AX_WORDS] = { [0] = 0x80000000 };
	unsigned int i, word, bit, reserved = 0;

	for (i = 0; i < RTE_DIM(ax_fields); i++)
		used[ax_fields[i].word] |= ax_fields[i].mask;
	for (word = 0; word < RTE_DIM(used); word++) {
		for (bit = 0; bit < 32; bit++) {
			uint32_t mask = 1u << bit;

			if ((used[word] & mask) != 0)
				continue;
			reserved++;
			CU_ASSERT_EQUAL(changes(BASE_KNOWN, word, mask, mask, false), NONE);
			CU_ASSERT_EQUAL(changes(BASE_KNOWN, word, mask, mask, true), NONE);
		}
	}
	/* DW3 31:27; DW4 15; DW5 31; DW7 31:29. */
	CU_ASSERT_EQUAL(reserved, 5 + 1 + 1 + 3);
}

static void
test_values_of_all_ones(void)
{
	static const struct {
		const char *name;
		unsigned int word;
		uint32_t mask;
		enum out out;
		int64_t narrow, wide;
	} rows[] = {
		{ "RPKT_LEN", 0, 0x00003fff, OUT_LEN, 16383, 16383 },
		{ "SHIFT", 0, 0x0000c000, OUT_HEAD, 32 + 6, 32 + 6 },
		{ "MAC_INFO_VLD", 0, 0x00800000, OUT_HEAD, 32 + 4, 32 + 4 },
		{ "DRV_INFO_SIZE", 0, 0x70000000, OUT_HEAD, 32 + 56, 32 + 112 },
		{ "RPKT_TYPE", 0, 0x0f000000, OUT_TYPE, 15, 15 },
		{ "PPDU_CNT", 1, 0x00000070, OUT_PPDU, 7, 7 },
		{ "GI_LTF", 1, 0x0e000000, OUT_GI, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN },
		{ "streams", 1, 0x00700000, OUT_NSS, 8, 8 },
		{ "BW 31:30", 1, 0xc0000000, OUT_BW_MHZ, 160, 0 },
		{ "BW 30:29", 1, 0x60000000, OUT_BW_MHZ, 40, 160 },
		{ "FREERUN_CNT", 2, 0xffffffff, OUT_TSFT_US, 0xffffffff, 0xffffffff },
		{ "CHKSUM_OFFLOAD_EN", 3, 0x01000000, OUT_TAIL, 8, 8 },
		{ "MAC_ID, valid", 5, 0x10ff0000, OUT_MAC_ID, 255, 255 },
		{ "MAC_ID 0x5a, valid", 5, 0x105a0000, OUT_MAC_ID, 0x5a, 0x5a },
		{ "SEC_TYPE", 7, 0x001e0000, OUT_CIPHER, WLAN_CIPHER_OTHER,
		  WLAN_CIPHER_OTHER },
		{ "SEC_TYPE 6", 7, 0x000c0000, OUT_CIPHER, WLAN_CIPHER_CCMP, WLAN_CIPHER_CCMP },
	};
	int64_t out[OUT_MAX];
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct ax_desc d = bases[BASE_HE];

		d.dw[rows[i].word] |= rows[i].mask;
		decode(&d, false, out);
		CU_ASSERT_EQUAL(out[rows[i].out], rows[i].narrow);
		decode(&d, true, out);
		CU_ASSERT_EQUAL(out[rows[i].out], rows[i].wide);
	}
}

/* All 512 codes: 0x000 legacy, 0x080 HT, 0x100 VHT, 0x180 HE; [6:4] streams - 1. */
static void
test_rates(void)
{
	uint32_t code, good = 0;

	for (code = 0; code < 512; code++) {
		struct ax_desc d = { { [0] = 0x800003e8, [1] = code << 16 } };
		uint32_t low = code & 0x7f, mcs = code & 15, nss = (code >> 4 & 7) + 1;
		int64_t out[OUT_MAX];

		decode(&d, false, out);
		good += out[OUT_RX_RATE];
		if (code < 4) {
			CU_ASSERT(out[OUT_MODE] == RTE_WLAN_CCK && out[OUT_MCS] == code);
		} else if (code < 12) {
			CU_ASSERT(out[OUT_MODE] == RTE_WLAN_OFDM && out[OUT_MCS] == code - 4);
		} else if (code >= 0x80 && code < 0xa0) {
			CU_ASSERT(out[OUT_MODE] == RTE_WLAN_HT && out[OUT_MCS] == low);
			CU_ASSERT_EQUAL(out[OUT_NSS], low / 8 + 1);
		} else if (code >= 0x100 && mcs < 12) {
			CU_ASSERT_EQUAL(out[OUT_MODE], code < 0x180 ? RTE_WLAN_VHT :
					RTE_WLAN_HE);
			CU_ASSERT(out[OUT_MCS] == mcs && out[OUT_NSS] == nss);
		} else {
			CU_ASSERT_EQUAL(out[OUT_RX_RATE], 0);
			CU_ASSERT(out[OUT_MODE] == 0 && out[OUT_NSS] == 0);
		}
	}
	CU_ASSERT_EQUAL(good, 12 + 32 + 2 * 8 * 12);
}

static void
test_gi_and_bw(void)
{
	static const uint8_t he[8] = {
		RTE_WLAN_GI_4X_32, RTE_WLAN_GI_4X_08, RTE_WLAN_GI_2X_16, RTE_WLAN_GI_2X_08,
		RTE_WLAN_GI_1X_16, RTE_WLAN_GI_1X_08, RTE_WLAN_GI_UNKNOWN, RTE_WLAN_GI_UNKNOWN,
	};
	static const uint16_t mhz[8] = { 20, 40, 80, 160, 0, 0, 0, 0 };
	int64_t out[OUT_MAX];
	uint32_t code;

	for (code = 0; code < 8; code++) {
		struct ax_desc d = bases[BASE_HE];

		d.dw[1] |= code << 25;
		decode(&d, false, out);
		CU_ASSERT_EQUAL(out[OUT_GI], he[code]);
		d = bases[BASE_HT];
		d.dw[1] |= code << 25;
		decode(&d, false, out);
		CU_ASSERT_EQUAL(out[OUT_GI], code == 0 ? RTE_WLAN_GI_LONG : RTE_WLAN_GI_SHORT);
		d = bases[BASE_HE];
		d.dw[1] |= code << 29;
		decode(&d, true, out);
		CU_ASSERT_EQUAL(out[OUT_BW_MHZ], mhz[code]);
		decode(&d, false, out);
		CU_ASSERT_EQUAL(out[OUT_BW_MHZ], mhz[code >> 1]);
	}
}

static void
test_ppdu_types(void)
{
	static const struct {
		uint16_t flags;
		uint8_t he;
	} types[16] = {
		[0] = { 0, WLAN_HE_UNKNOWN },				/* CCK, long */
		[1] = { WLAN_MON_SHORT_PREAMBLE, WLAN_HE_UNKNOWN },	/* CCK, short */
		[2] = { 0, WLAN_HE_UNKNOWN }, [3] = { 0, WLAN_HE_UNKNOWN },
		[4] = { WLAN_MON_HT_GREENFIELD, WLAN_HE_UNKNOWN },
		[5] = { 0, WLAN_HE_UNKNOWN }, [6] = { 0, WLAN_HE_UNKNOWN },
		[7] = { 0, WLAN_HE_SU }, [8] = { 0, WLAN_HE_EXT_SU },
		[9] = { 0, WLAN_HE_MU }, [10] = { 0, WLAN_HE_TB },
		[11] = { 0, WLAN_HE_UNKNOWN }, [12] = { 0, WLAN_HE_UNKNOWN },
		[13] = { 0, WLAN_HE_UNKNOWN }, [14] = { 0, WLAN_HE_UNKNOWN },
		[15] = { 0, WLAN_HE_UNKNOWN },
	};
	uint32_t type;

	for (type = 0; type < 16; type++) {
		struct wlan_monitor mon = { .flags = WLAN_MON_FCS };

		rtw89u_ppdu_type(type, &mon);
		CU_ASSERT_EQUAL(mon.flags, WLAN_MON_FCS | types[type].flags);
		CU_ASSERT_EQUAL(mon.he_format, types[type].he);
	}
}

/* A short descriptor has no words 5 and 7: no sender, no cipher. */
static void
test_short_descriptor(void)
{
	int64_t out[OUT_MAX];

	decode(&bases[BASE_SHORT], false, out);
	CU_ASSERT_EQUAL(out[OUT_HEAD], 16);
	CU_ASSERT_EQUAL(out[OUT_MAC_ID], 0xff);
	CU_ASSERT_EQUAL(out[OUT_CIPHER], WLAN_CIPHER_NONE);
	CU_ASSERT_EQUAL(out[OUT_MODE], RTE_WLAN_HE);
}

static void
test_layouts(void)
{
	static const struct {
		bool linux_reading, is_8852c;
		uint32_t rxd0, gap;
	} rows[] = {
		/* SHIFT 2, DRV_INFO 3, MAC_INFO_VLD, WIFI */
		{ false, false, 0x80000000 | 2 << 14 | 3u << 28 | 1 << 23, 4 + 24 + 4 },
		{ false, true, 0x80000000 | 2 << 14 | 3u << 28 | 1 << 23, 4 + 48 + 4 },
		{ true, false, 0x80000000 | 2 << 14 | 3u << 28 | 1 << 23, 24 },
		{ true, true, 0x80000000 | 2 << 14 | 3u << 28 | 1 << 23, 24 },
		/* C2H with MAC_INFO_VLD, PPDU status with it */
		{ false, false, 10u << 24 | 1 << 23, 4 },
		{ false, false, 1u << 24 | 1 << 23, 0 },
		{ false, true, 1u << 24 | 1 << 23 | 1u << 28, 16 },
		{ true, true, 1u << 24 | 1 << 23 | 1u << 28, 8 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct rtw89u_ax_layout layout = rtw89u_ax_layout(rows[i].linux_reading,
								  rows[i].is_8852c);

		CU_ASSERT_EQUAL(rtw89u_ax_gap(rows[i].rxd0, layout), rows[i].gap);
		CU_ASSERT_EQUAL(layout.wide_bw, rows[i].is_8852c);
		CU_ASSERT_EQUAL(rtw89u_ax_tail(0x80000000, 0x01000000, layout),
				rows[i].linux_reading ? 0 : 8);
	}
}

/* DW0 0x80000604, DW1 0x839b0037, DW3 0x00000019: HE, 2 streams, MCS 11, 80 MHz. */
static void
test_golden_he_frame(void)
{
	const struct ax_desc d = { { 0x80000604, 0x839b0037, 0, 0x00000019 } };
	int64_t out[OUT_MAX];

	decode(&d, false, out);
	CU_ASSERT_EQUAL(out[OUT_HEAD], 32);
	CU_ASSERT_EQUAL(out[OUT_LEN], 1540);
	CU_ASSERT_EQUAL(out[OUT_TYPE], 0);
	CU_ASSERT_EQUAL(out[OUT_MODE], RTE_WLAN_HE);
	CU_ASSERT_EQUAL(out[OUT_NSS], 2);
	CU_ASSERT_EQUAL(out[OUT_MCS], 11);
	CU_ASSERT_EQUAL(out[OUT_BW_MHZ], 80);
	CU_ASSERT_EQUAL(out[OUT_GI], RTE_WLAN_GI_4X_08);
	CU_ASSERT_EQUAL(out[OUT_PPDU], 3);
	CU_ASSERT_EQUAL(out[OUT_HE_FORMAT], WLAN_HE_SU);
	CU_ASSERT(out[OUT_A1_MATCH] && out[OUT_AMPDU] && out[OUT_LAST_MPDU]);
	CU_ASSERT(out[OUT_RX_AMPDU] && !out[OUT_FCS_ERROR]);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each field alone changes what it means", test_each_field_alone },
		{ "each bit of each field alone", test_each_bit_alone },
		{ "reserved bits change nothing", test_reserved_bits },
		{ "values of all ones", test_values_of_all_ones },
		{ "all rate codes", test_rates },
		{ "guard interval and bandwidth codes", test_gi_and_bw },
		{ "PPDU types", test_ppdu_types },
		{ "short descriptor", test_short_descriptor },
		{ "layouts", test_layouts },
		{ "golden HE frame", test_golden_he_frame },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_rxd_ax", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
