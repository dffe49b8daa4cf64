/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Each field of the receive descriptor alone: exactly what it means changes. */

#include <inttypes.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "rtw89u_agg.h"

#include "golden.h"
#include "rxd_fields.h"
#include "unit_build.h"

/* Word 0 alone is long, length 1000; word 4 alone HE, 1 stream, MCS 0, 20 MHz. */
static const struct unit_desc bases[BASE_MAX] = {
	[BASE_HE] = { .dw = { [0] = 0x800003e8, [4] = 0x30000000 } },
	[BASE_CCK] = { .dw = { [0] = 0x800003e8 } },
	[BASE_HT] = { .dw = { [0] = 0x800003e8, [4] = 0x10000000 } },
	[BASE_REPORT] = { .dw = { [0] = 0x804003e8, [4] = 0x30000000 }, .report = { 40 } },
	[BASE_HW_DEC] = { .dw = { [0] = 0x800003e8, [3] = 0x00000100, [4] = 0x30000000 } },
	[BASE_SHORT_REPORT] = { .dw = { [0] = 0x004003e8, [4] = 0x30000000 },
				.report = { 40 } },
};

static void
outs_of_info(struct wlan_rxinfo info, int64_t *out)
{
	static const uint32_t flags[] = {
		WLAN_RXF_FCS_ERROR, WLAN_RXF_ICV_ERROR, WLAN_RXF_HW_DEC, WLAN_RXF_SW_DEC,
		WLAN_RXF_A1_MATCH, WLAN_RXF_AMPDU, WLAN_RXF_AMPDU_EOF, WLAN_RXF_AMSDU,
		WLAN_RXF_LAST_MSDU, WLAN_RXF_AMSDU_CUT,
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
		RTE_WLAN_RX_RATE, RTE_WLAN_RX_RSSI, RTE_WLAN_RX_TSFT, RTE_WLAN_RX_AMPDU,
		RTE_WLAN_RX_AMPDU_EOF, RTE_WLAN_RX_DECRYPTED,
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

/* A unit through walk and decoder, from a heap block that ends with it. */
static void
decode(const struct unit_desc *d, int64_t *out, struct rte_wlan_rx *rx)
{
	uint32_t len = d->dw[0] & 0x3fff;
	struct transfer t = { 0 };
	struct wport_unit unit = { 0 };
	struct wport_walk walk;
	struct wlan_rxinfo info;
	uint8_t *block;

	transfer_add_unit(&t, d, NULL, len);
	block = exact_copy(t.data, t.len);
	wport_walk_start(&walk, block, t.len);
	memset(rx, 0xa5, sizeof(*rx));
	memset(out, 0, OUT_MAX * sizeof(*out));
	if (rtw89u_walk_next(&walk, &unit)) {
		out[OUT_HEAD] = unit.payload - unit.rxd;
		out[OUT_LEN] = unit.len;
		out[OUT_TYPE] = rtw89u_rxd_type(unit.rxd0);
		info = rtw89u_rxd_decode(unit.rxd, unit.rxd0, rx);
		outs_of_info(info, out);
		outs_of_radio(rx, out);
	} else {
		CU_FAIL("a whole unit is refused");
	}
	free(block);
	transfer_free(&t);
}

static void
set_field(struct unit_desc *d, unsigned int word, uint32_t mask, uint32_t bits)
{
	uint32_t *w = word < UNIT_WORDS ? &d->dw[word] : &d->report[word - UNIT_WORDS];

	*w = (*w & ~mask) | bits;
}

/* Which outputs differ between the base and the base with these bits. */
static uint64_t
changes(enum base base, unsigned int word, uint32_t mask, uint32_t bits)
{
	int64_t before[OUT_MAX], after[OUT_MAX];
	struct unit_desc d = bases[base];
	struct rte_wlan_rx rx;
	uint64_t diff = 0;
	unsigned int i;

	decode(&d, before, &rx);
	set_field(&d, word, mask, bits);
	decode(&d, after, &rx);
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
test_each_field_alone(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(rxd_fields); i++) {
		const struct rxd_field *f = &rxd_fields[i];
		uint64_t diff = changes(f->base, f->word, f->mask, f->mask);

		CU_ASSERT_EQUAL(diff, f->outs);
		if (diff != f->outs)
			report(f->name, f->mask, diff ^ f->outs);
	}
}

/* No bit of a field is dead, none reaches further than its field. RSSI codes
 * need not differ bit by bit; they have a test of their own. */
static void
test_each_bit_alone(void)
{
	unsigned int i, bit;

	for (i = 0; i < RTE_DIM(rxd_fields); i++) {
		const struct rxd_field *f = &rxd_fields[i];

		for (bit = 0; bit < 32; bit++) {
			uint64_t diff, may = f->outs | (f->mask == 0xfff00000 ? RATE : 0);

			if ((f->mask & (1u << bit)) == 0)
				continue;
			diff = changes(f->base, f->word, f->mask, 1u << bit);
			CU_ASSERT((diff & ~may) == 0 && (diff != 0) == (may != 0));
			if ((diff & ~may) != 0 || (diff != 0) != (may != 0))
				report(f->name, 1u << bit, diff);
		}
	}
}

static void
test_reserved_bits(void)
{
	uint32_t used[12] = { [0] = 0x80000000 };
	unsigned int i, word, bit, reserved = 0;

	for (i = 0; i < RTE_DIM(rxd_fields); i++)
		used[rxd_fields[i].word] |= rxd_fields[i].mask;
	for (word = 0; word < RTE_DIM(used); word++) {
		for (bit = 0; bit < 32; bit++) {
			uint32_t mask = 1u << bit;

			if ((used[word] & mask) != 0)
				continue;
			reserved++;
			CU_ASSERT_EQUAL(changes(BASE_REPORT, word, mask, mask), NONE);
		}
	}
	/* DW0 17:16; DW1 15:12, 31:27; DW2 9:8; DW3 29:28; DW4 11, 15;
	 * DW6 12:8; DW7 11:9, 31:26; DW9 31:27. */
	CU_ASSERT_EQUAL(reserved, 2 + 4 + 5 + 2 + 2 + 2 + 5 + 3 + 6 + 5);
}

/* What all ones in a field say, where it is a number. */
static void
test_values_of_all_ones(void)
{
	static const struct {
		const char *name;
		unsigned int word;
		uint32_t mask;
		enum out out;
		int64_t value;
	} rows[] = {
		{ "RPKT_LEN", 0, 0x00003fff, OUT_LEN, 16383 },
		{ "RPKT_TYPE", 0, 0x3f000000, OUT_TYPE, 63 },
		{ "BB_SEL", 0, 0x40000000, OUT_PHY, 1 },
		{ "MAC_ID", 2, 0x000000ff, OUT_MAC_ID, 255 },
		{ "SEC_TYPE", 3, 0x0000000f, OUT_CIPHER, WLAN_CIPHER_OTHER },
		{ "PPDU_CNT", 4, 0x00000700, OUT_PPDU, 7 },
		{ "BW", 4, 0x00007000, OUT_BW_MHZ, 0 },
		{ "RX_GI_LTF", 4, 0x00070000, OUT_GI, RTE_WLAN_GI_UNKNOWN },
		{ "streams", 4, 0x0e000000, OUT_NSS, 8 },
		{ "FREERUN_CNT", 5, 0xffffffff, OUT_TSFT_US, 0xffffffff },
	};
	int64_t out[OUT_MAX];
	struct rte_wlan_rx rx;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = bases[BASE_HE];

		set_field(&d, rows[i].word, rows[i].mask, rows[i].mask);
		decode(&d, out, &rx);
		CU_ASSERT_EQUAL(out[rows[i].out], rows[i].value);
	}
}

/* Units of 2, 8, 16 and 8 bytes behind a descriptor of 24 or 40. */
static void
test_payload_offsets(void)
{
	static const uint32_t shift[4] = { 0, 2, 4, 6 };
	static const uint32_t drv_info[4] = { 0, 8, 16, 24 };
	static const uint32_t hdr_cnv[4] = { 0, 16, 32, 48 };
	static const uint32_t phy_rpt[4] = { 0, 8, 16, 24 };
	uint32_t code;

	for (code = 0; code < 512; code++) {
		uint32_t s = code & 3, d = code >> 2 & 3, h = code >> 4 & 3, p = code >> 6 & 3;
		uint32_t is_long = code >> 8;
		struct unit_desc desc = {
			.dw = { [0] = is_long << 31 | p << 22 | h << 20 | d << 18 | s << 14 | 9 },
		};
		int64_t out[OUT_MAX];
		struct rte_wlan_rx rx;

		decode(&desc, out, &rx);
		CU_ASSERT_EQUAL(out[OUT_HEAD], (is_long ? 40 : 24) + shift[s] + drv_info[d] +
				hdr_cnv[h] + phy_rpt[p]);
		CU_ASSERT_EQUAL(out[OUT_LEN], 9);
	}
}

/* Only its own bit makes a descriptor long: each other bit of word 0 over a short
 * one moves the payload by what its own field says, and no further. */
static void
test_long_descriptor(void)
{
	unsigned int bit;

	for (bit = 0; bit < 32; bit++) {
		struct unit_desc d = { .dw = { 1u << bit | 1u } };
		uint32_t head = 24;
		int64_t out[OUT_MAX];
		struct rte_wlan_rx rx;

		switch (bit) {
		case 14: head += 2; break;		/* SHIFT */
		case 15: head += 4; break;
		case 18: head += 8; break;		/* DRV_INFO_SZ */
		case 19: head += 16; break;
		case 20: head += 16; break;		/* HDR_CNV_SZ */
		case 21: head += 32; break;
		case 22: head += 8; break;		/* PHY_RPT_SZ */
		case 23: head += 16; break;
		case 31: head = 40; break;
		}
		decode(&d, out, &rx);
		CU_ASSERT_EQUAL(out[OUT_HEAD], head);
	}
}

static void
test_rssi_sweep(void)
{
	uint32_t is_long, raw;

	for (is_long = 0; is_long < 2; is_long++) {
		for (raw = 0; raw < 4096; raw++) {
			struct unit_desc d = {
				.dw = { [0] = is_long << 31 | 0x00400008 },
				.report = { 0xfffff000u | raw, 0xffffffffu },
			};
			bool there = raw >= 2 && raw <= 443;
			int64_t out[OUT_MAX];
			struct rte_wlan_rx rx;

			decode(&d, out, &rx);
			CU_ASSERT_EQUAL(out[OUT_RX_RSSI], there);
			CU_ASSERT_EQUAL(out[OUT_RSSI_DBM], there ? (int)raw / 4 - 110 : 0);
		}
	}
}

static void
test_rssi_edges(void)
{
	static const struct {
		uint32_t raw;
		bool there;
		int dbm;
	} rows[] = {
		{ 0, false, 0 }, { 1, false, 0 }, { 2, true, -110 }, { 3, true, -110 },
		{ 4, true, -109 }, { 200, true, -60 }, { 280, true, -40 }, { 439, true, -1 },
		{ 440, true, 0 }, { 443, true, 0 }, { 444, false, 0 }, { 4095, false, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = { .dw = { 0x80400008 }, .report = { rows[i].raw } };
		int64_t out[OUT_MAX];
		struct rte_wlan_rx rx;

		decode(&d, out, &rx);
		CU_ASSERT_EQUAL(out[OUT_RX_RSSI], rows[i].there);
		CU_ASSERT_EQUAL(out[OUT_RSSI_DBM], rows[i].dbm);
	}
}

/* OpenIPC/devourer#409: bytes where a report could stand, and none announced, or
 * one of a size that nobody has described. */
static void
test_no_report_no_rssi(void)
{
	static const uint32_t sizes[] = { 0, 2, 3 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(sizes); i++) {
		struct unit_desc d = {
			/* DRV_INFO of 24 bytes: the gap is there, and 0xee in it. */
			.dw = { [0] = 0x800c0008 | sizes[i] << 22 }, .report = { 280, 280 },
		};
		int64_t out[OUT_MAX];
		struct rte_wlan_rx rx;

		decode(&d, out, &rx);
		CU_ASSERT_EQUAL(out[OUT_RX_RSSI], 0);
		CU_ASSERT_EQUAL(out[OUT_RSSI_DBM], 0);
	}
}

/* An A-MPDU of eight with a report behind the last alone. */
static void
test_report_on_the_last_only(void)
{
	unsigned int i;

	for (i = 0; i < 8; i++) {
		struct unit_desc d = unit_wifi(100);
		int64_t out[OUT_MAX];
		struct rte_wlan_rx rx;

		if (i != 7)
			d.dw[0] &= ~0x00c00000u;
		decode(&d, out, &rx);
		CU_ASSERT_EQUAL(out[OUT_RX_RSSI], i == 7);
		CU_ASSERT_EQUAL(out[OUT_RSSI_DBM], i == 7 ? -40 : 0);
	}
}

static void
test_golden_eht_frame(void)
{
	struct wport_walk walk;
	struct wport_unit unit = { 0 };
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;
	uint8_t *head, *block;
	uint32_t len;

	head = golden_read("rtl8922a-eht-1540.hex", &len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(head);
	CU_ASSERT_EQUAL_FATAL(len, 48);
	block = calloc(1, 1600);
	CU_ASSERT_PTR_NOT_NULL_FATAL(block);
	memcpy(block, head, len);
	wport_walk_start(&walk, block, 1600);
	CU_ASSERT_FATAL(rtw89u_walk_next(&walk, &unit));
	CU_ASSERT_PTR_EQUAL(unit.payload, block + 48);
	CU_ASSERT_EQUAL(unit.len, 1540);
	CU_ASSERT_PTR_EQUAL(walk.pos, block + 1600);
	CU_ASSERT_EQUAL(rtw89u_rxd_type(unit.rxd0), 0);
	info = rtw89u_rxd_decode(unit.rxd, unit.rxd0, &rx);
	CU_ASSERT_EQUAL(info.flags, 0);
	CU_ASSERT_EQUAL(rx.flags, RTE_WLAN_RX_RATE | RTE_WLAN_RX_TSFT);
	CU_ASSERT_EQUAL(rx.mode, RTE_WLAN_EHT);
	CU_ASSERT_EQUAL(rx.nss, 2);
	CU_ASSERT_EQUAL(rx.mcs, 13);
	CU_ASSERT_EQUAL(rx.bw_mhz, 80);
	CU_ASSERT_EQUAL(rx.gi, RTE_WLAN_GI_4X_08);
	CU_ASSERT_EQUAL(rx.ppdu, 3);
	free(block);
	free(head);
}

static void
test_golden_c2h(void)
{
	struct wport_walk walk;
	struct wport_unit unit = { 0 };
	uint32_t len;
	uint8_t *block = golden_read("rtl8922a-c2h-24.hex", &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(block);
	CU_ASSERT_EQUAL_FATAL(len, 48);
	wport_walk_start(&walk, block, len);
	CU_ASSERT_FATAL(rtw89u_walk_next(&walk, &unit));
	CU_ASSERT_PTR_EQUAL(unit.payload, block + 24);
	CU_ASSERT_EQUAL(unit.len, 24);
	CU_ASSERT_EQUAL(rtw89u_rxd_type(unit.rxd0), 10);
	CU_ASSERT_PTR_EQUAL(walk.pos, block + 48);
	free(block);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each field alone changes what it means", test_each_field_alone },
		{ "each bit of each field alone", test_each_bit_alone },
		{ "reserved bits change nothing", test_reserved_bits },
		{ "values of all ones", test_values_of_all_ones },
		{ "fields that move the payload", test_payload_offsets },
		{ "what makes a descriptor long", test_long_descriptor },
		{ "RSSI: all codes", test_rssi_sweep },
		{ "RSSI: edges", test_rssi_edges },
		{ "no PHY report, no RSSI", test_no_report_no_rssi },
		{ "PHY report on the last of an A-MPDU", test_report_on_the_last_only },
		{ "golden EHT frame", test_golden_eht_frame },
		{ "golden C2H", test_golden_c2h },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_rxd", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
