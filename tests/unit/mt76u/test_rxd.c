/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Each field of the receive descriptor alone: exactly what it means changes. */

#include <inttypes.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u_agg.h"

#include "rxd_fields.h"
#include "unit_build.h"

#define HAS_123	(HAS_1 | HAS_2 | HAS_3)
#define NON_AMPDU (1u << 30)
#define RCPIS	(100 | 20 << 8)

static const struct unit_desc bases[BASE_MAX] = {
	[BASE_VHT] = { .dw = { 2u << 27, HAS_123, NON_AMPDU, 36 << 8 },
		       .g3 = { 4u << 24, RCPIS } },
	[BASE_HE] = { .dw = { 2u << 27, HAS_123, NON_AMPDU, 36 << 8 },
		      .g3 = { 8u << 24, RCPIS } },
	[BASE_HE_MU] = { .dw = { 2u << 27, HAS_123 | HAS_5, NON_AMPDU, 36 << 8 },
			 .g3 = { 11u << 24 }, .g5 = { [6] = RCPIS } },
	[BASE_HE_5] = { .dw = { 2u << 27, HAS_123 | HAS_5, NON_AMPDU, 36 << 8 },
			.g3 = { 8u << 24 }, .g5 = { [6] = RCPIS } },
	[BASE_HT] = { .dw = { 2u << 27, HAS_123, NON_AMPDU, 36 << 8 },
		      .g3 = { 2u << 24, RCPIS } },
	[BASE_CCK] = { .dw = { 2u << 27, HAS_123, NON_AMPDU, 36 << 8 },
		       .g3 = { 0, RCPIS } },
	[BASE_AMPDU] = { .dw = { 2u << 27, HAS_123, 0, 36 << 8 },
			 .g3 = { 4u << 24, RCPIS } },
	[BASE_CCMP] = { .dw = { 2u << 27, HAS_123 | 4u << 16, NON_AMPDU, 36 << 8 },
			.g3 = { 4u << 24, RCPIS } },
	[BASE_TRANS] = { .dw = { 2u << 27, HAS_123 | HAS_4, NON_AMPDU | 1u << 13, 36 << 8 },
			 .g3 = { 4u << 24, RCPIS } },
	[BASE_EVENT] = { .dw = { 7u << 27, HAS_123, NON_AMPDU, 36 << 8 },
			 .g3 = { 4u << 24, RCPIS } },
};

static void
outs_of_info(struct wlan_rxinfo info, int64_t *out)
{
	static const uint32_t flags[] = {
		WLAN_RXF_FCS_ERROR, WLAN_RXF_ICV_ERROR, WLAN_RXF_HW_DEC, WLAN_RXF_SW_DEC,
		WLAN_RXF_A1_MATCH, WLAN_RXF_AMPDU, WLAN_RXF_AMPDU_EOF, WLAN_RXF_AMSDU,
		WLAN_RXF_LAST_MSDU, WLAN_RXF_AMSDU_CUT, WLAN_RXF_STRIPPED, WLAN_RXF_PAD2,
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

static void
outs_of_monitor(const struct wlan_monitor *mon, int64_t *out)
{
	unsigned int i;

	out[OUT_MON_FLAGS] = mon->flags;
	out[OUT_FREQ] = mon->freq_mhz;
	out[OUT_CHAINS] = mon->chains;
	for (i = 0; i < 4; i++)
		out[OUT_CHAIN_0 + i] = mon->chain_dbm[i];
	out[OUT_STBC] = mon->stbc;
	out[OUT_HE_FORMAT] = mon->he_format;
	out[OUT_HE_RU] = mon->he_ru;
}

/* A descriptor from a heap block that ends with its last group. */
static void
decode(const struct unit_desc *d, int64_t *out)
{
	struct mt76u_ampdu ampdu = { 0 };
	struct transfer t = { 0 };
	struct wlan_monitor mon;
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;
	uint8_t *rxd;

	memset(out, 0, OUT_MAX * sizeof(*out));
	out[OUT_TYPE] = mt76u_rxd_type(d->dw[0]);
	out[OUT_IS_FRAME] = mt76u_rxd_is_frame(d->dw[0]);
	if (!out[OUT_IS_FRAME])
		return;
	transfer_add_desc(&t, d);
	rxd = exact_copy(t.data, t.len);
	out[OUT_DROP] = mt76u_rxd_drop(d->dw[1], d->dw[2]);
	out[OUT_TRANSLATED] = mt76u_rxd_is_translated(d->dw[2]);
	if (out[OUT_TRANSLATED])
		out[OUT_FRAGMENT] = mt76u_rxd_translated_fragment(rxd, d->dw[1], d->dw[2]);
	memset(&rx, 0xa5, sizeof(rx));
	info = mt76u_rxd_decode(rxd, &ampdu, &rx);
	outs_of_info(info, out);
	outs_of_radio(&rx, out);
	memset(&mon, 0xa5, sizeof(mon));
	mt76u_rxd_decode_monitor(rxd, d->dw[1], info, &ampdu, &rx, &mon);
	outs_of_monitor(&mon, out);
	free(rxd);
	transfer_free(&t);
}

static uint32_t *
word_of(struct unit_desc *d, unsigned int word)
{
	if (word < W_G4)
		return &d->dw[word];
	if (word < W_G1)
		return &d->g4[word - W_G4];
	if (word < W_G2)
		return &d->g1[word - W_G1];
	if (word < W_G3)
		return &d->g2[word - W_G2];
	if (word < W_G5)
		return &d->g3[word - W_G3];
	return &d->g5[word - W_G5];
}

/* Which outputs differ between the base and the base with these bits. The outputs of
 * an event that becomes a frame are not compared but for that. */
static uint64_t
changes(enum base base, unsigned int word, uint32_t mask, uint32_t bits)
{
	int64_t before[OUT_MAX], after[OUT_MAX];
	struct unit_desc d = bases[base];
	uint64_t diff = 0;
	unsigned int i;

	decode(&d, before);
	*word_of(&d, word) = (*word_of(&d, word) & ~mask) | bits;
	decode(&d, after);
	for (i = 0; i < OUT_MAX; i++)
		diff |= before[i] != after[i] ? 1ull << i : 0;
	if (before[OUT_IS_FRAME] != after[OUT_IS_FRAME])
		diff &= O(TYPE) | O(IS_FRAME);
	return diff;
}

static void
report(const char *name, uint32_t bits, uint64_t wrong)
{
	unsigned int i;

	printf("    %s, bits 0x%08" PRIx32 ":", name, bits);
	for (i = 0; i < OUT_MAX; i++)
		if ((wrong & (1ull << i)) != 0)
			printf(" %s,", out_names[i]);
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

/* Numbers: no bit of them is dead, none reaches further than its field. */
static void
test_each_bit_of_a_number(void)
{
	static const struct rxd_field numbers[] = {
		{ "WLAN_IDX, low part", 1, 0x000000ff, O(MAC_ID), BASE_VHT },
		{ "CH_FREQ", 3, 0x0000ff00, O(FREQ), BASE_VHT },
		{ "time stamp", W_G2, 0xffffffff, O(TSFT_US), BASE_VHT },
		{ "NSTS", W_G3, 0x00000380, O(NSS), BASE_VHT },
		{ "FRAME_MODE", W_G3, 0x00007000, O(BW_MHZ), BASE_VHT },
		{ "GI", W_G3, 0x00018000, O(GI), BASE_VHT },
		{ "STBC", W_G3, 0x00c00000, O(STBC), BASE_VHT },
		{ "PAYLOAD_FORMAT", 4, 0x00000003, CUT | O(LAST_MSDU), BASE_VHT },
	};
	unsigned int i, bit;

	for (i = 0; i < RTE_DIM(numbers); i++) {
		const struct rxd_field *f = &numbers[i];

		for (bit = 0; bit < 32; bit++) {
			uint64_t diff;

			if ((f->mask & (1u << bit)) == 0)
				continue;
			diff = changes(f->base, f->word, f->mask, 1u << bit);
			CU_ASSERT(diff != 0 && (diff & ~f->outs) == 0);
			if (diff == 0 || (diff & ~f->outs) != 0)
				report(f->name, 1u << bit, diff);
		}
	}
}

/* Bits of the descriptor's words in no row of the table. */
static void
test_reserved_bits(void)
{
	/* Where the frame begins, and what LENGTH is, the walk decides. */
	uint32_t used[6] = { [0] = 0x0000ffff, [1] = 0x0000f800, [2] = 0x0000c000 };
	unsigned int i, word, bit, reserved = 0;

	for (i = 0; i < RTE_DIM(rxd_fields); i++)
		if (rxd_fields[i].word < 6)
			used[rxd_fields[i].word] |= rxd_fields[i].mask;
	for (word = 0; word < 6; word++) {
		for (bit = 0; bit < 32; bit++) {
			uint32_t mask = 1u << bit;

			if ((used[word] & mask) != 0)
				continue;
			reserved++;
			CU_ASSERT_EQUAL(changes(BASE_CCMP, word, mask, mask), NONE);
		}
	}
	/* DW0 26:25; DW1 10; DW2 20; DW3 18; DW4 8:2, 31:29. */
	CU_ASSERT_EQUAL(reserved, 2 + 1 + 1 + 1 + 10);
}

static void
test_values(void)
{
	static const struct {
		const char *name;
		enum base base;
		unsigned int word;
		uint32_t bits;
		enum out out;
		int64_t value;
	} rows[] = {
		{ "WLAN_IDX 254", BASE_VHT, 1, HAS_123 | 254, OUT_MAC_ID, 254 },
		{ "WLAN_IDX 255", BASE_VHT, 1, HAS_123 | 255, OUT_MAC_ID, 255 },
		{ "WLAN_IDX 256", BASE_VHT, 1, HAS_123 | 256, OUT_MAC_ID, 255 },
		{ "WLAN_IDX 1023", BASE_VHT, 1, HAS_123 | 1023, OUT_MAC_ID, 255 },
		{ "BAND_IDX", BASE_VHT, 1, HAS_123 | 1u << 28, OUT_DROP, MT76U_DROP_BAND },
		{ "AMSDU_ERR", BASE_VHT, 2, 1u << 23, OUT_DROP, MT76U_DROP_AMSDU_ERROR },
		{ "CM", BASE_TRANS, 1, HAS_123 | HAS_4 | 1u << 23, OUT_DROP,
		  MT76U_DROP_CIPHER_MISMATCH },
		{ "MAX_LEN_ERROR", BASE_VHT, 2, 1u << 24, OUT_DROP, MT76U_DROP_MAX_LEN },
		{ "AMSDU_ERR first", BASE_VHT, 2, 3u << 23, OUT_DROP, MT76U_DROP_AMSDU_ERROR },
		{ "time stamp", BASE_VHT, W_G2, 0x89abcdef, OUT_TSFT_US, 0x89abcdef },
		{ "type 8", BASE_VHT, 0, 8u << 27, OUT_IS_FRAME, 1 },
		{ "type 7", BASE_VHT, 0, 7u << 27, OUT_IS_FRAME, 0 },
		{ "type 7, flag 1", BASE_VHT, 0, 7u << 27 | 1u << 16, OUT_IS_FRAME, 1 },
		{ "type 7, flag 3", BASE_VHT, 0, 7u << 27 | 3u << 16, OUT_IS_FRAME, 0 },
		{ "type 3, flag 1", BASE_VHT, 0, 3u << 27 | 1u << 16, OUT_IS_FRAME, 0 },
		{ "type 2, flag 9", BASE_VHT, 0, 2u << 27 | 9u << 16, OUT_IS_FRAME, 1 },
		{ "type 31", BASE_VHT, 0, 31u << 27, OUT_TYPE, 31 },
	};
	int64_t out[OUT_MAX];
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct unit_desc d = bases[rows[i].base];

		*word_of(&d, rows[i].word) = rows[i].bits;
		decode(&d, out);
		CU_ASSERT_EQUAL(out[rows[i].out], rows[i].value);
		if (out[rows[i].out] != rows[i].value)
			printf("    %s: %" PRId64 "\n", rows[i].name, out[rows[i].out]);
	}
}

static void
test_ciphers(void)
{
	static const uint8_t ciphers[32] = {
		WLAN_CIPHER_NONE, WLAN_CIPHER_WEP, WLAN_CIPHER_TKIP, WLAN_CIPHER_OTHER,
		WLAN_CIPHER_CCMP, WLAN_CIPHER_WEP, WLAN_CIPHER_OTHER, WLAN_CIPHER_WEP,
		WLAN_CIPHER_OTHER, WLAN_CIPHER_CCMP, WLAN_CIPHER_CCMP_256, WLAN_CIPHER_GCMP,
		WLAN_CIPHER_GCMP, [13 ... 31] = WLAN_CIPHER_OTHER,
	};
	uint32_t mode;

	for (mode = 0; mode < 32; mode++) {
		struct unit_desc d = bases[BASE_VHT];
		int64_t out[OUT_MAX];

		d.dw[1] |= mode << 16;
		decode(&d, out);
		CU_ASSERT_EQUAL(out[OUT_CIPHER], ciphers[mode]);
		CU_ASSERT_EQUAL(out[OUT_HW_DEC], mode != 0);
		CU_ASSERT_EQUAL(out[OUT_STRIPPED], mode != 0);
		CU_ASSERT_EQUAL(out[OUT_RX_DECRYPTED], mode != 0);
	}
}

/* What is not there says nothing; what is there stands at its own place. */
static void
test_groups_alone(void)
{
	uint32_t groups;

	for (groups = 0; groups < 32; groups++) {
		struct unit_desc d = bases[BASE_HE_5];
		bool two = (groups & 2) != 0, three = (groups & 4) != 0;
		bool five = (groups & 16) != 0;
		int64_t out[OUT_MAX];

		d.dw[1] = groups << 11;
		d.dw[2] = 0;	/* an A-MPDU, if there is a time stamp */
		d.g2[0] = 0xabcd;
		d.g3[0] |= 2u << 7 | 5;
		d.g3[1] = 80 | 60 << 8;
		d.g5[0] = 1u << 17;
		decode(&d, out);
		CU_ASSERT_EQUAL(out[OUT_RX_TSFT], two);
		CU_ASSERT_EQUAL(out[OUT_TSFT_US], two ? 0xabcd : 0);
		CU_ASSERT_EQUAL(out[OUT_RX_AMPDU], two);
		CU_ASSERT_EQUAL(out[OUT_AMPDU], two);
		CU_ASSERT_EQUAL(out[OUT_PPDU], two);
		CU_ASSERT_EQUAL(out[OUT_RX_RATE], three);
		CU_ASSERT_EQUAL(out[OUT_MODE], three ? RTE_WLAN_HE : 0);
		CU_ASSERT_EQUAL(out[OUT_MCS], three ? 5 : 0);
		CU_ASSERT_EQUAL(out[OUT_NSS], three ? 3 : 0);
		CU_ASSERT_EQUAL(out[OUT_GI], !three ? 0 : five ? RTE_WLAN_GI_2X_08 :
				RTE_WLAN_GI_08);
		/* 80 / 2 - 110; and 100 / 2 - 110 in group 5 */
		CU_ASSERT_EQUAL(out[OUT_RX_RSSI], three);
		CU_ASSERT_EQUAL(out[OUT_RSSI_DBM], !three ? 0 : five ? -60 : -70);
		CU_ASSERT_EQUAL(out[OUT_CHAINS], three ? 3 : 0);
		CU_ASSERT_EQUAL(out[OUT_CHAIN_1], !three ? 0 : five ? -100 : -80);
		CU_ASSERT_EQUAL(out[OUT_FREQ], 5180);
	}
}

/* The published layout of a beacon in monitor mode, 112 bytes on the bus. */
static void
test_golden_beacon(void)
{
	static const char text[] =
		"6a000010 ff3b0000 000c0040 00061300 00000000 00000000"
		"00000000 00000000 00000000 00000000"
		"56341200 00000000 0b000001 78740000 8000";
	struct mt76u_ampdu ampdu = { 0 };
	struct wport_unit unit = { 0 };
	struct wport_walk walk;
	struct wlan_rxinfo info;
	struct wlan_monitor mon;
	struct rte_wlan_rx rx;
	uint8_t *head, *block = calloc(1, 112);
	uint32_t len;

	CU_ASSERT_PTR_NOT_NULL_FATAL(block);
	head = hex_bytes(text, &len);
	memcpy(block, head, len);
	wport_walk_start(&walk, block, 112);
	CU_ASSERT_FATAL(mt76u_walk_next(&walk, &unit));
	CU_ASSERT_PTR_EQUAL(unit.payload, block + 0x38);
	CU_ASSERT_EQUAL(unit.len, 50);
	CU_ASSERT_EQUAL(unit.payload[0], 0x80);
	CU_ASSERT_FALSE(mt76u_walk_next(&walk, &unit));
	CU_ASSERT_EQUAL(mt76u_walk_why(&walk, block, false), MT76U_WALK_END);
	info = mt76u_rxd_decode(block, &ampdu, &rx);
	CU_ASSERT_EQUAL(info.flags, 0);
	CU_ASSERT_EQUAL(info.mac_id, 255);
	CU_ASSERT_EQUAL(rx.flags, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI | RTE_WLAN_RX_TSFT);
	CU_ASSERT_EQUAL(rx.tsft_us, 0x123456);
	CU_ASSERT_EQUAL(rx.mode, RTE_WLAN_OFDM);
	CU_ASSERT_EQUAL(rx.mcs, 0);
	CU_ASSERT_EQUAL(rx.bw_mhz, 20);
	CU_ASSERT_EQUAL(rx.rssi_dbm, -48);	/* -50, -52: 2 dB more */
	mt76u_rxd_decode_monitor(block, wport_word(block, 1), info, &ampdu, &rx, &mon);
	CU_ASSERT_EQUAL(mon.freq_mhz, 2437);
	CU_ASSERT_EQUAL(mon.flags, WLAN_MON_TSFT | WLAN_MON_SIGNAL);
	CU_ASSERT_EQUAL(mon.chains, 3);
	CU_ASSERT_EQUAL(mon.chain_dbm[0], -50);
	CU_ASSERT_EQUAL(mon.chain_dbm[1], -52);
	free(head);
	free(block);
}

/* The published layout of a QoS data frame, header translated, 108 bytes. */
static void
test_golden_translated(void)
{
	static const char text[] =
		"6c000010 01780480 006d0500 00240100 00000000 00000000"
		"88420200 00000001 20010500 00000000"
		"01000000 00000000 00000000 00000000"
		"00401200 00000000 07800002 6e700000 0000"
		"020000000002 020000000003 0800 45";
	struct mt76u_ampdu ampdu = { 0 };
	struct wport_unit unit = { 0 };
	struct wport_walk walk;
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;
	uint8_t *head, *block = calloc(1, 108);
	uint32_t len, rxd2;

	CU_ASSERT_PTR_NOT_NULL_FATAL(block);
	head = hex_bytes(text, &len);
	CU_ASSERT_EQUAL(len, 0x4a + 15);
	memcpy(block, head, len);
	wport_walk_start(&walk, block, 108);
	CU_ASSERT_FATAL(mt76u_walk_next(&walk, &unit));
	CU_ASSERT_PTR_EQUAL(unit.payload, block + 0x4a);
	CU_ASSERT_EQUAL(unit.len, 34);
	CU_ASSERT_EQUAL(unit.payload[14], 0x45);
	rxd2 = wport_word(block, 2);
	CU_ASSERT_TRUE(mt76u_rxd_is_translated(rxd2));
	CU_ASSERT_FALSE(mt76u_rxd_translated_fragment(block, unit.aux, rxd2));
	CU_ASSERT_EQUAL(mt76u_rxd_drop(unit.aux, rxd2), MT76U_DROP_NONE);
	info = mt76u_rxd_decode(block, &ampdu, &rx);
	CU_ASSERT_EQUAL(info.flags, WLAN_RXF_HW_DEC | WLAN_RXF_STRIPPED | WLAN_RXF_A1_MATCH |
			WLAN_RXF_AMPDU);
	CU_ASSERT_EQUAL(info.cipher, WLAN_CIPHER_CCMP);
	CU_ASSERT_EQUAL(info.mac_id, 1);
	CU_ASSERT_EQUAL(rx.flags, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI | RTE_WLAN_RX_TSFT |
			RTE_WLAN_RX_AMPDU | RTE_WLAN_RX_DECRYPTED);
	CU_ASSERT_EQUAL(rx.tsft_us, 0x124000);
	CU_ASSERT_EQUAL(rx.mode, RTE_WLAN_HT);
	CU_ASSERT_EQUAL(rx.mcs, 7);
	CU_ASSERT_EQUAL(rx.nss, 1);
	CU_ASSERT_EQUAL(rx.gi, RTE_WLAN_GI_SHORT);
	CU_ASSERT_EQUAL(rx.rssi_dbm, -52);	/* -55, -54: 2 dB above the stronger */
	free(head);
	free(block);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each field alone changes what it means", test_each_field_alone },
		{ "each bit of a number", test_each_bit_of_a_number },
		{ "reserved bits change nothing", test_reserved_bits },
		{ "values", test_values },
		{ "ciphers", test_ciphers },
		{ "groups alone", test_groups_alone },
		{ "golden beacon", test_golden_beacon },
		{ "golden translated frame", test_golden_translated },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_rxd", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
