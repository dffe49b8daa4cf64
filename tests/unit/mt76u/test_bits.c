/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Each bit of a word alone, all 32 of them, against what one field means: the field's
 * bits change it, all others do not. Positions typed from openwrt/mt76
 * mt76_connac2_mac.h and mt792x_regs.h.
 */

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u_agg.h"
#include "mt76u_txd.h"

#include "unit_build.h"

#define HAS_123	(HAS_1 | HAS_2 | HAS_3)

/* A descriptor, decoded: every group is there, said or not. */
struct seen {
	struct wlan_rxinfo info;
	struct rte_wlan_rx rx;
	struct wlan_monitor mon;
};

static struct seen
decode(const struct unit_desc *d)
{
	struct mt76u_ampdu ampdu = { 0 };
	struct transfer t = { 0 };
	struct unit_desc frame = *d;
	struct seen s;

	/* Whoever looks further than the groups finds zeros. */
	frame.dw[0] = 2u << 27;
	transfer_add_desc(&t, &frame);
	transfer_add(&t, NULL, 200);
	memset(&s, 0, sizeof(s));
	s.info = mt76u_rxd_decode(t.data, &ampdu, &s.rx);
	mt76u_rxd_decode_monitor(t.data, d->dw[1], s.info, &ampdu, &s.rx, &s.mon);
	transfer_free(&t);
	return s;
}

static uint64_t
translated_flag(const struct unit_desc *d, bool (*ask)(const uint8_t *, const struct unit_desc *))
{
	struct transfer t = { 0 };
	bool answer;

	transfer_add_desc(&t, d);
	transfer_add(&t, NULL, 200);
	answer = ask(t.data, d);
	transfer_free(&t);
	return answer;
}

static bool
is_fragment(const uint8_t *rxd, const struct unit_desc *d)
{
	return mt76u_rxd_translated_fragment(rxd, d->dw[1], d->dw[2]);
}

static bool
is_to_ap(const uint8_t *rxd, const struct unit_desc *d)
{
	return mt76u_rxd_translated_to_ap(rxd, d->dw[1]);
}

/* One meaning each. */
#define MEANING(name, value) \
	static uint64_t \
	name(const struct unit_desc *d) \
	{ \
		return value; \
	}

MEANING(type, mt76u_rxd_type(d->dw[0]))
MEANING(frame, mt76u_rxd_is_frame(d->dw[0]))
MEANING(step, mt76u_unit_step(d->dw[0]))
MEANING(head, mt76u_rxd_head(d->dw[1], d->dw[2]))
MEANING(drop, mt76u_rxd_drop(d->dw[1], d->dw[2]))
MEANING(translated, mt76u_rxd_is_translated(d->dw[2]))
MEANING(fragment, translated_flag(d, is_fragment))
MEANING(to_ap, translated_flag(d, is_to_ap))
MEANING(station, decode(d).info.mac_id)
MEANING(cipher, decode(d).info.cipher)
MEANING(decrypted, decode(d).info.flags & (WLAN_RXF_HW_DEC | WLAN_RXF_STRIPPED))
MEANING(integrity, decode(d).info.flags & WLAN_RXF_ICV_ERROR)
MEANING(fcs_error, decode(d).info.flags & WLAN_RXF_FCS_ERROR)
MEANING(to_us, decode(d).info.flags & WLAN_RXF_A1_MATCH)
MEANING(ampdu, decode(d).info.flags & WLAN_RXF_AMPDU)
MEANING(cut, decode(d).info.flags & (WLAN_RXF_AMSDU_CUT | WLAN_RXF_LAST_MSDU))
MEANING(mode, decode(d).rx.mode)
MEANING(nss, decode(d).rx.nss)
MEANING(bw, decode(d).rx.bw_mhz)
MEANING(gi, decode(d).rx.gi)
MEANING(freq, decode(d).mon.freq_mhz)
MEANING(stbc, decode(d).mon.stbc)
MEANING(ru, decode(d).mon.he_ru)
MEANING(he_format, decode(d).mon.he_format)
MEANING(ldpc, decode(d).mon.flags & WLAN_MON_LDPC)
MEANING(beamformed, decode(d).mon.flags & WLAN_MON_BEAMFORMED)
MEANING(dcm, decode(d).mon.flags & WLAN_MON_DCM)
MEANING(preamble, decode(d).mon.flags & WLAN_MON_SHORT_PREAMBLE)

static uint64_t
mcs(const struct unit_desc *d)
{
	struct seen s = decode(d);

	return (s.rx.flags & RTE_WLAN_RX_RATE) != 0 ? s.rx.mcs : 255;
}

/* Where the word stands. */
enum place { DW0, DW1, DW2, DW3, DW4, G4, G3_0, G3_1, G5_0 };

static uint32_t *
word_at(struct unit_desc *d, enum place place)
{
	switch (place) {
	case G4: return &d->g4[0];
	case G3_0: return &d->g3[0];
	case G3_1: return &d->g3[1];
	case G5_0: return &d->g5[0];
	default: return &d->dw[place];
	}
}

#define VHT(more)	{ .dw = { 2u << 27, HAS_123 }, .g3 = { 4u << 24 | (more) } }
#define HE(mode, more)	{ .dw = { 2u << 27, HAS_123 }, .g3 = { (mode) << 24 | (more) } }
#define MU(more, high)	{ .dw = { 2u << 27, HAS_123 }, \
			  .g3 = { 11u << 24 | (uint32_t)(more) << 28, (high) } }
#define TRANS(fc)	{ .dw = { 2u << 27, HAS_123 | HAS_4, 1u << 13 }, .g4 = { fc } }

/* mask: the bits that change it, over this base. A rate that cannot be says nothing:
 * TX_RATE [6:0], TX_MODE [27:24]. */
static const struct row {
	const char *name;
	uint64_t (*get)(const struct unit_desc *d);
	enum place place;
	uint32_t mask;
	struct unit_desc base;
} rows[] = {
	{ "PKT_TYPE", type, DW0, 0xf8000000, { .dw = { 0 } } },
	{ "PKT_TYPE, PKT_FLAG of an event", frame, DW0, 0xf80f0000,
	  { .dw = { 7u << 27 | 1u << 16 } } },
	/* type: what is no packet has another gap */
	{ "LENGTH", step, DW0, 0xf800ffff, { .dw = { 2u << 27 | 64 } } },
	{ "groups", head, DW1, 0x0000f800, { .dw = { 2u << 27 } } },
	{ "HDR_OFFSET", head, DW2, 0x0000c000, { .dw = { 2u << 27 } } },
	{ "WLAN_IDX", station, DW1, 0x000003ff, VHT(0) },
	{ "SEC_MODE 4", cipher, DW1, 0x001f0000,
	  { .dw = { 2u << 27, HAS_123 | 4u << 16 } } },
	{ "CM, CLM, SEC_MODE 4 to 0", decrypted, DW1, 0x01840000,
	  { .dw = { 2u << 27, HAS_123 | 4u << 16 } } },
	{ "SEC_MODE 0", decrypted, DW1, 0x001f0000, VHT(0) },
	{ "ICV_ERR, TKIP_MIC_ERR", integrity, DW1, 0x06000000, VHT(0) },
	{ "FCS_ERR", fcs_error, DW1, 0x08000000, VHT(0) },
	{ "BAND_IDX", drop, DW1, 0x10000000, VHT(0) },
	{ "BAND_IDX, CM", drop, DW1, 0x10800000, TRANS(0) },
	{ "AMSDU_ERR, MAX_LEN_ERROR", drop, DW2, 0x01800000, VHT(0) },
	{ "AMSDU_ERR, MAX_LEN_ERROR, HDR_TRANS", drop, DW2, 0x01802000,
	  { .dw = { 2u << 27, HAS_123 | 1u << 23 } } },
	{ "HDR_TRANS", translated, DW2, 0x00002000, VHT(0) },
	{ "FRAG", fragment, DW2, 0x08000000, TRANS(0) },
	{ "More Fragments", fragment, G4, 0x00000400, TRANS(0) },
	{ "To DS, From DS", to_ap, G4, 0x00000300, TRANS(0x0100) },
	{ "group 4 of To DS", to_ap, DW1, HAS_4, TRANS(0x0100) },
	{ "NON_AMPDU", ampdu, DW2, 0x40000000, VHT(0) },
	{ "group 2 of an A-MPDU", ampdu, DW1, HAS_2, VHT(0) },
	{ "ADDR_TYPE 1", to_us, DW3, 0x00030000,
	  { .dw = { 2u << 27, HAS_123, 0, 1u << 16 } } },
	{ "CH_FREQ 36", freq, DW3, 0x0000ff00, { .dw = { 2u << 27, HAS_123, 0, 36 << 8 } } },
	{ "PAYLOAD_FORMAT 0", cut, DW4, 0x00000003, VHT(0) },
	{ "PAYLOAD_FORMAT 1", cut, DW4, 0x00000003,
	  { .dw = { 2u << 27, HAS_123, 0, 0, 1 } } },

	{ "TX_RATE of VHT", mcs, G3_0, 0x0f00007f, VHT(5) },
	/* 8 to 9 and 10 are HE too */
	{ "TX_RATE of HE", mcs, G3_0, 0x0c00000f, HE(8u, 5) },
	/* 1 is a rate of HT, VHT and HE as well */
	{ "TX_RATE of CCK", mcs, G3_0, 0x0100007b, HE(0u, 1) },
	{ "TX_MODE", mode, G3_0, 0x0f000070, VHT(0) },
	{ "TX_MODE of HE", he_format, G3_0, 0x0f000000, HE(8u, 0) },
	{ "NSTS, STBC", nss, G3_0, 0x0fc003f0, VHT(3u << 7) },
	/* mode 0 has 20 MHz too */
	{ "FRAME_MODE", bw, G3_0, 0x0b007070, VHT(0) },
	{ "GI of VHT", gi, G3_0, 0x00018000, VHT(0) },
	{ "GI of HE", gi, G3_0, 0x0c018000, HE(8u, 0) },
	{ "LTF", gi, G5_0, 0x00060000,
	  { .dw = { 2u << 27, HAS_123 | HAS_5 }, .g3 = { 8u << 24 } } },
	{ "STBC", stbc, G3_0, 0x00c00000, VHT(0) },
	{ "LDPC", ldpc, G3_0, 0x00000800, VHT(0) },
	{ "TXBF", beamformed, G3_0, 0x00000400, VHT(0) },
	{ "DCM of HE", dcm, G3_0, 0x00000010, HE(8u, 0) },
	{ "short preamble", preamble, G3_0, 0x00000004, HE(0u, 0) },
	/* mode 11 has a unit of its own */
	{ "106 tones", ru, G3_0, 0x02000020, HE(9u, 0) },
	/* 36 is the last but one of 26 tones, 33 is 4 before the first of 52 */
	{ "RU 36, low", ru, G3_0, 0xbe000000, MU(4, 2) },
	{ "RU 33, low", ru, G3_0, 0xce000000, MU(1, 2) },
	{ "RU 52, high", ru, G3_1, 0x0000000f, MU(4, 3) },
};

static void
test_each_bit_of_a_received_word(void)
{
	unsigned int i, bit;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint64_t before = rows[i].get(&rows[i].base);
		uint32_t changed = 0;

		for (bit = 0; bit < 32; bit++) {
			struct unit_desc d = rows[i].base;

			*word_at(&d, rows[i].place) ^= 1u << bit;
			changed |= rows[i].get(&d) != before ? 1u << bit : 0;
		}
		CU_ASSERT_EQUAL(changed, rows[i].mask);
		if (changed != rows[i].mask)
			printf("    %s: 0x%08x, not 0x%08x\n", rows[i].name, changed,
			       rows[i].mask);
	}
}

/* All ones in NUM_RX and beside it, where the decoder keeps the LTF: not told, 1x, 2x,
 * 4x, and a code that nobody has. */
static void
test_he_ltf(void)
{
	static const uint8_t want[4] = {
		RTE_WLAN_GI_1X_08, RTE_WLAN_GI_2X_08, RTE_WLAN_GI_4X_08, RTE_WLAN_GI_UNKNOWN,
	};
	unsigned int ltf;

	for (ltf = 0; ltf < 4; ltf++) {
		struct unit_desc d = { .dw = { 2u << 27, HAS_123 | HAS_5 },
				       .g3 = { 8u << 24 | 0x001e0000 },
				       .g5 = { 0xfff9ffff | ltf << 17 } };

		CU_ASSERT_EQUAL(gi(&d), want[ltf]);
		d.dw[1] = HAS_123;
		CU_ASSERT_EQUAL(gi(&d), RTE_WLAN_GI_08);
	}
}

/* The words of a transmit descriptor. */
struct words {
	uint32_t usb, w[16];
};

static struct words
words_of(const uint8_t *dst)
{
	struct words h;
	unsigned int i;

	h.usb = wport_word(dst, 0);
	for (i = 0; i < 16; i++)
		h.w[i] = wport_word(dst, i + 1);
	return h;
}

static struct words
tx_frame(const struct wlan_txinfo *info, uint32_t wlan_idx)
{
	uint8_t dst[68];

	mt76u_txd_80211(dst, info, wlan_idx);
	return words_of(dst);
}

static struct words
tx_ethernet(uint32_t len, uint16_t ether_type, const struct wlan_txinfo *info)
{
	uint8_t dst[68];

	mt76u_txd_ethernet(dst, len, ether_type, info);
	return words_of(dst);
}

/* TX_BYTES [15:0], PKT_FMT 1 at bit 23, Q_IDX [31:25]. */
static void
test_tx_word_0(void)
{
	struct wlan_txinfo info = { .ac = WLAN_AC_BK };
	unsigned int bit;

	for (bit = 0; bit < 7; bit++)
		CU_ASSERT_EQUAL(mt76u_txd0(0, 1u << bit), 1u << (25 + bit) | 1u << 23 | 64);
	for (bit = 0; bit < 16; bit++) {
		CU_ASSERT_EQUAL(mt76u_txd0((1u << bit) - 64, 0), 1u << 23 | 1u << bit);
		info.len = (1u << bit) - 64;
		CU_ASSERT_EQUAL(tx_frame(&info, 0).usb, 1u << bit);
	}
	CU_ASSERT_EQUAL(mt76u_txd0(UINT32_MAX - 64, 0), 1u << 23 | 0xffff);
	CU_ASSERT_EQUAL(mt76u_txd0(0, UINT32_MAX), 127u << 25 | 1u << 23 | 64);
}

/* WLAN_IDX [9:0], HDR_INFO [15:11], HDR_FORMAT 2 at [17:16], TID [22:20], LONG 31;
 * Ethernet II 15. */
static void
test_tx_word_1(void)
{
	struct wlan_txinfo info = { 0 };
	unsigned int bit;

	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[1], 0x80020000);
	for (bit = 0; bit < 10; bit++)
		CU_ASSERT_EQUAL(tx_frame(&info, 1u << bit).w[1], 0x80020000 | 1u << bit);
	CU_ASSERT_EQUAL(tx_frame(&info, UINT32_MAX).w[1], 0x800203ff);
	for (bit = 0; bit < 5; bit++) {
		info.hdr_len = 2u << bit;
		CU_ASSERT_EQUAL(tx_frame(&info, 0).w[1], 0x80020000 | 0x800u << bit);
	}
	info.hdr_len = 255;
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[1], 0x8002f800);
	info.hdr_len = 0;
	for (bit = 0; bit < 3; bit++) {
		info.tid = 1u << bit;
		CU_ASSERT_EQUAL(tx_frame(&info, 0).w[1], 0x80020000 | 0x100000u << bit);
		CU_ASSERT_EQUAL(tx_ethernet(60, 0x05dc, &info).w[1],
				0x80000001 | 0x100000u << bit);
	}
	info.tid = 255;
	CU_ASSERT_EQUAL(tx_ethernet(60, 0x0800, &info).w[1], 0x80708001);
}

/* Frame control bit by bit: subtype [3:0], type [5:4], More Fragments 14; once more in
 * word 8. Control and management frames have a fixed rate: bits 13, 31. */
static void
test_tx_frame_control(void)
{
	static const uint32_t w2[16] = {
		[2] = 1u << 4, [3] = 1u << 5, [4] = 1, [5] = 2, [6] = 4, [7] = 8,
		[10] = 1u << 14,
	};
	unsigned int bit;

	for (bit = 0; bit < 16; bit++) {
		const struct wlan_txinfo info = { .fc = 1u << bit };
		struct words h = tx_frame(&info, 0);

		CU_ASSERT_EQUAL(h.w[2], w2[bit] | (bit == 3 ? 0 : 1u << 31 | 1u << 13));
		CU_ASSERT_EQUAL(h.w[8], w2[bit] & 0x3f);
	}
}

/* Number [27:16] bit by bit, and the flags beside two numbers of tries [15:11]. */
static void
test_tx_word_3(void)
{
	unsigned int bit, tries, n;

	for (bit = 0; bit < 16; bit++) {
		const struct wlan_txinfo info = { .fc = 0x0008, .flags = WLAN_TXF_OWN_SEQ,
						  .seq = 1u << bit };

		CU_ASSERT_EQUAL(tx_frame(&info, 0).w[3],
				1u << 31 | 0x800 | (bit < 12 ? 0x10000u << bit : 0));
	}
	for (tries = 1; tries <= 15; tries++) {
		for (n = 0; n < 8; n++) {
			const struct wlan_txinfo info = {
				.fc = (n & 1) != 0 ? 0x0000 : 0x0008, .retries = tries - 1,
				.flags = ((n & 2) != 0 ? WLAN_TXF_OWN_SEQ : 0) |
					((n & 4) != 0 ? WLAN_TXF_NO_ACK : 0),
			};

			CU_ASSERT_EQUAL(tx_frame(&info, 0).w[3],
					tries << 11 | ((n & 1) != 0 ? 1u << 28 : 0) |
					((n & 2) != 0 ? 1u << 31 : 0) | ((n & 4) != 0));
		}
	}
}

/* Each flag of words 2 and 6 alone, over words that have as little as can be. */
static void
test_tx_flags(void)
{
	struct wlan_txinfo info = { .fc = 0x0008, .flags = WLAN_TXF_RTS };

	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[2], 0x20 | 1u << 9);
	info.flags = WLAN_TXF_GROUP;
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[2], 0x20 | 1u << 10 | 1u << 13 | 1u << 31);
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[5], 1);
	info.flags = WLAN_TXF_RATE;
	info.rate = (struct wlan_rate){ RTE_WLAN_CCK, 0, 1, RTE_WLAN_GI_LONG, 20 };
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 1u << 2);
	info.rate.mode = RTE_WLAN_HT;
	info.flags = WLAN_TXF_RATE | WLAN_TXF_LDPC;
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 1u << 2 | 1u << 11 | 2u << 22);
	info.flags = WLAN_TXF_RATE | WLAN_TXF_STBC;
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 1u << 2 | 2u << 22 | 1u << 26 | 1u << 29);
}

/* Index [5:0], mode [9:6], streams - 1 [12:10], bit by bit; widths and guard intervals
 * one by one. */
static void
test_tx_rate(void)
{
	struct wlan_txinfo info = { .fc = 0x0008, .flags = WLAN_TXF_RATE };
	unsigned int bit;

	for (bit = 0; bit < 8; bit++) {
		info.rate = (struct wlan_rate){ RTE_WLAN_HT, 1u << bit, 1, 0, 20 };
		CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6],
				4 | 2u << 22 | (bit < 6 ? 1u << (16 + bit) : 0));
		info.rate = (struct wlan_rate){ RTE_WLAN_VHT, 0, (1u << bit) + 1, 0, 20 };
		CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6],
				4 | 4u << 22 | (bit < 3 ? 1u << (26 + bit) : 0));
	}
	info.rate = (struct wlan_rate){ RTE_WLAN_HE, 0, 1, RTE_WLAN_GI_4X_32, 20 };
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 4 | 8u << 22 | 2u << 12 | 2u << 14);
	info.rate.gi = RTE_WLAN_GI_4X_08;
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 4 | 8u << 22 | 2u << 12);
	info.rate.gi = RTE_WLAN_GI_2X_08;
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 4 | 8u << 22 | 1u << 12);
	info.rate.gi = RTE_WLAN_GI_1X_16;
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 4 | 8u << 22 | 1u << 14);
	info.rate = (struct wlan_rate){ RTE_WLAN_VHT, 0, 1, 0, 160 };
	CU_ASSERT_EQUAL(tx_frame(&info, 0).w[6], 4 | 4u << 22 | 3);
}

/* Data of a station, with and without QoS: type 2 [5:4], [21:20], A-MSDU bit 10. */
static void
test_tx_ethernet(void)
{
	struct wlan_txinfo info = { 0 };
	struct words h = tx_ethernet(60, 0x0800, &info);

	CU_ASSERT_EQUAL(h.w[2], 0x20);
	CU_ASSERT_EQUAL(h.w[3], 0x7800);
	CU_ASSERT_EQUAL(h.w[7], 0x00200400);
	info.flags = WLAN_TXF_QOS;
	h = tx_ethernet(60, 0x0800, &info);
	CU_ASSERT_EQUAL(h.w[2], 0x28);
	CU_ASSERT_EQUAL(h.w[7], 0x00280400);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each bit of a received word", test_each_bit_of_a_received_word },
		{ "HE LTF among ones", test_he_ltf },
		{ "transmit word 0", test_tx_word_0 },
		{ "transmit word 1", test_tx_word_1 },
		{ "transmit: frame control", test_tx_frame_control },
		{ "transmit word 3", test_tx_word_3 },
		{ "transmit: flags", test_tx_flags },
		{ "transmit: rate", test_tx_rate },
		{ "transmit: Ethernet", test_tx_ethernet },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_bits", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
