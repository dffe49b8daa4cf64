/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * PPDU status: every part of it, each field alone, each length wrong, each cut. Every
 * status is decoded from a heap block that ends with it. Positions typed from
 * morrownr/rtw89 txrx.h, core.c, phy.c.
 */

#include <string.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "rtw89u.h"

#include "golden.h"
#include "unit_build.h"

/* A status in the making; len is that of the MAC part so far. */
struct status {
	struct transfer t;
	uint32_t phy_at;	/* of the PHY header */
};

/* In the order of the table. */
enum chip { CHIP_22A, CHIP_52C, CHIP_52B, CHIP_52A, CHIP_51B, CHIPS };

static const struct rtw89u_ppdu_rules *
rules_of(enum chip chip)
{
	return &rtw89u_chip_of(rtw89u_chip_at(chip))->ppdu;
}

/* MAC info word 0, word 1, and what they announce: users, counters, PLCP. */
static void
add_mac(struct status *s, uint32_t w0, uint32_t w1, uint32_t rest)
{
	transfer_add_word(&s->t, w0);
	transfer_add_word(&s->t, w1);
	transfer_add(&s->t, NULL, rest);
	memset(s->t.data + s->t.len - rest, 0x77, rest);
}

/* Valid; average 120, paths 130, 128, 126, 124 half dB: -45, -46, -47, -48 dBm. */
static void
add_phy(struct status *s)
{
	s->phy_at = s->t.len;
	transfer_add_word(&s->t, 120u << 24 | 1u << 7 | 11);
	transfer_add_word(&s->t, 124u << 24 | 126u << 16 | 128u << 8 | 130u);
}

static void
add_ie(struct status *s, const uint32_t *words, uint32_t len)
{
	uint32_t i;

	for (i = 0; i < len / 4; i++)
		transfer_add_word(&s->t, words[i]);
}

/* The PHY header's length, as the generation counts: AX with the header. */
static void
close_phy(struct status *s, bool be)
{
	uint32_t units = (s->t.len - s->phy_at) / 8 - (be ? 1 : 0);

	s->t.data[s->phy_at + 1] = units;
}

static enum rtw89u_ppdu_end
decode_bytes(const uint8_t *bytes, uint32_t len, enum chip chip,
	     const struct rtw89u_ppdu_desc *desc, struct rtw89u_ppdu *ppdu)
{
	uint8_t *block = exact_copy(bytes, len);
	enum rtw89u_ppdu_end end;

	memset(ppdu, 0xa5, sizeof(*ppdu));
	end = rtw89u_ppdu_decode(rules_of(chip), desc, block, len, ppdu);
	free(block);
	return end;
}

/* Decode and forget. */
static enum rtw89u_ppdu_end
decode(struct status *s, enum chip chip, const struct rtw89u_ppdu_desc *desc,
       struct rtw89u_ppdu *ppdu)
{
	enum rtw89u_ppdu_end end = decode_bytes(s->t.data, s->t.len, chip, desc, ppdu);

	transfer_free(&s->t);
	return end;
}

static const struct rtw89u_ppdu_desc ofdm_desc = {
	.mac_info = true, .to_self = true, .ppdu_cnt = 3, .phy = 1,
};

/* Element 1 of 2437 MHz (channel 6), both paths, average 100 half dB. */
#define IE01_WORDS(be) { \
	[0] = 1u | 100u << 8 | 6u << 16 | 3u << 28, \
	[5] = (be) ? 4u << 29 : 0, \
	[8] = (be) ? 90u << 4 | 80u << 16 : 0, \
	[9] = (be) ? 70u << 4 | 60u << 16 : 0, \
}

static uint32_t
ie01_len(bool be)
{
	return be ? 40 : 32;
}

/* A status of one user with one element 1, for any chip. */
static void
make_ofdm(struct status *s, enum chip chip)
{
	bool be = chip == CHIP_22A;
	uint32_t words[10] = IE01_WORDS(be);

	add_mac(s, 1, 0, 8);
	add_phy(s);
	add_ie(s, words, ie01_len(be));
	close_phy(s, be);
}

static void
test_header_alone(void)
{
	struct rtw89u_ppdu p;
	struct status s = { 0 };

	/* 8852C: header bytes are the signal, element or not. */
	add_mac(&s, 0, 0, 0);
	add_phy(&s);
	close_phy(&s, false);
	CU_ASSERT_EQUAL(decode(&s, CHIP_52C, &ofdm_desc, &p), RTW89U_PPDU_OK);
	CU_ASSERT_EQUAL(p.chains, 3);
	CU_ASSERT(p.chain_dbm[0] == -45 && p.chain_dbm[1] == -46);
	CU_ASSERT_EQUAL(p.signal_dbm, -45);
	CU_ASSERT(p.has_average && p.average_dbm == -50);
	CU_ASSERT(p.ppdu_cnt == 3 && p.phy == 1 && p.to_self);
	CU_ASSERT(p.freq_mhz == 0 && !p.has_coding);
}

static void
test_signal_by_chip(void)
{
	static const struct {
		enum chip chip;
		uint8_t chains;
		int8_t a, b, signal, average;
		uint16_t mhz;
	} rows[] = {
		/* RPL 90 and 80 half dB, 80 MHz (index 4) + 12: 102, 92 */
		{ CHIP_22A, 3, -59, -64, -59, -60, 2437 },
		{ CHIP_52C, 3, -45, -46, -45, -50, 2437 },
		/* moved by 100 - 120: 110, 108 */
		{ CHIP_52B, 3, -55, -56, -55, -60, 2437 },
		{ CHIP_52A, 3, -45, -46, -45, -50, 0 },
		{ CHIP_51B, 1, -45, 0, -45, -50, 2437 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		make_ofdm(&s, rows[i].chip);
		CU_ASSERT_EQUAL(decode(&s, rows[i].chip, &ofdm_desc, &p), RTW89U_PPDU_OK);
		CU_ASSERT_EQUAL(p.chains, rows[i].chains);
		CU_ASSERT_EQUAL(p.chain_dbm[0], rows[i].a);
		CU_ASSERT_EQUAL(p.chain_dbm[1], rows[i].b);
		CU_ASSERT(p.chain_dbm[2] == 0 && p.chain_dbm[3] == 0);
		CU_ASSERT_EQUAL(p.signal_dbm, rows[i].signal);
		CU_ASSERT_EQUAL(p.average_dbm, rows[i].average);
		CU_ASSERT_EQUAL(p.freq_mhz, rows[i].mhz);
		CU_ASSERT_TRUE(p.has_coding);
	}
}

/* 5, 10, 20: 0; 40: 6; 80: 12; 160: 18; 80 + 80 and 7: 0. Half dB. */
static void
test_bandwidth_compensation(void)
{
	static const uint8_t half_db[8] = { 0, 0, 0, 6, 12, 18, 0, 0 };
	uint32_t bw;

	for (bw = 0; bw < 8; bw++) {
		uint32_t words[10] = IE01_WORDS(true);
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		words[5] = bw << 29;
		add_mac(&s, 0, 0, 0);
		add_phy(&s);
		add_ie(&s, words, 40);
		close_phy(&s, true);
		CU_ASSERT_EQUAL(decode(&s, CHIP_22A, &ofdm_desc, &p), RTW89U_PPDU_OK);
		CU_ASSERT_EQUAL(p.chain_dbm[0], (90 + half_db[bw]) / 2 - 110);
	}
}

/* The 8922A's RPL of a path that did not receive is no signal; and 0 is none. */
static void
test_paths_of_8922a(void)
{
	uint32_t paths;

	for (paths = 0; paths < 16; paths++) {
		uint32_t words[10] = IE01_WORDS(true);
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		words[0] = (words[0] & 0x0fffffff) | paths << 28;
		add_mac(&s, 0, 0, 0);
		add_phy(&s);
		add_ie(&s, words, 40);
		close_phy(&s, true);
		CU_ASSERT_EQUAL(decode(&s, CHIP_22A, &ofdm_desc, &p), RTW89U_PPDU_OK);
		CU_ASSERT_EQUAL(p.chains, paths & 3);
		CU_ASSERT_EQUAL(p.signal_dbm, (paths & 1) ? -59 : (paths & 2) ? -64 : 0);
	}
}

/* A second header names the paths, before any element can. */
static void
test_second_header(void)
{
	uint32_t words[10] = IE01_WORDS(true);
	struct status s = { 0 };
	struct rtw89u_ppdu p;

	add_mac(&s, 0, 0, 0);
	add_phy(&s);
	s.t.data[s.phy_at] |= 1u << 5;
	transfer_add_word(&s.t, 2u << 16);
	transfer_add_word(&s.t, 0);
	add_ie(&s, words, 40);
	close_phy(&s, true);
	CU_ASSERT_EQUAL(decode(&s, CHIP_22A, &ofdm_desc, &p), RTW89U_PPDU_OK);
	CU_ASSERT_EQUAL(p.chains, 2);
	CU_ASSERT_EQUAL(p.chain_dbm[1], -64);
	/* Announced, and not there. */
	add_mac(&s, 0, 0, 0);
	add_phy(&s);
	s.t.data[s.phy_at] |= 1u << 5;
	close_phy(&s, true);
	CU_ASSERT_EQUAL(decode(&s, CHIP_22A, &ofdm_desc, &p), RTW89U_PPDU_LENGTH);
}

/* CCK: element 0, RPL at [15:7] in quarter dB; BE has one for each path. */
static void
test_cck(void)
{
	const struct rtw89u_ppdu_desc desc = { .mac_info = true, .cck = true };
	uint32_t ax[4] = { 0u | 200u << 7, 0, 0, 3u << 28 };
	uint32_t be[8] = { 0u | 200u << 7, 0, 0, 3u << 28, 180u | 160u << 9, 0 };
	struct status s = { 0 };
	struct rtw89u_ppdu p;

	add_mac(&s, 0, 0, 0);
	add_phy(&s);
	add_ie(&s, ax, 16);
	close_phy(&s, false);
	CU_ASSERT_EQUAL(decode(&s, CHIP_52B, &desc, &p), RTW89U_PPDU_OK);
	/* 130 + 100 - 120 */
	CU_ASSERT(p.chain_dbm[0] == -55 && p.chain_dbm[1] == -56);
	CU_ASSERT(!p.to_self && !p.has_coding && p.freq_mhz == 0);
	add_mac(&s, 0, 0, 0);
	add_phy(&s);
	add_ie(&s, be, 32);
	close_phy(&s, true);
	CU_ASSERT_EQUAL(decode(&s, CHIP_22A, &desc, &p), RTW89U_PPDU_OK);
	CU_ASSERT(p.chain_dbm[0] == -65 && p.chain_dbm[1] == -70 && p.chains == 3);
	CU_ASSERT_EQUAL(p.average_dbm, -60);
}

/* Without an average the 8852B's and without an element the 8922A's signal is not
 * known: Linux says -110 dBm then. */
static void
test_signal_not_known(void)
{
	static const enum chip chips[] = { CHIP_22A, CHIP_52B };
	unsigned int i;

	for (i = 0; i < RTE_DIM(chips); i++) {
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		add_mac(&s, 0, 0, 0);
		add_phy(&s);
		close_phy(&s, chips[i] == CHIP_22A);
		CU_ASSERT_EQUAL(decode(&s, chips[i], &ofdm_desc, &p), RTW89U_PPDU_OK);
		CU_ASSERT(p.chains == 0 && p.signal_dbm == 0 && !p.has_average);
	}
}

/* A foreign PPDU has its signal too. */
static void
test_not_to_self(void)
{
	const struct rtw89u_ppdu_desc desc = { .mac_info = true };
	enum chip chip;

	for (chip = 0; chip < CHIPS; chip++) {
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		make_ofdm(&s, chip);
		CU_ASSERT_EQUAL(decode(&s, chip, &desc, &p), RTW89U_PPDU_OK);
		CU_ASSERT(p.chains != 0 && !p.to_self && !p.su);
	}
}

/* Every bit of element 1's words 0, 2 and 3: exactly what it means changes. */
static void
test_coding_bits(void)
{
	uint32_t bit;

	for (bit = 0; bit < 64; bit++) {
		uint32_t words[10] = IE01_WORDS(false);
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		words[bit < 32 ? 2 : 3] = 1u << bit % 32;
		add_mac(&s, 0, 0, 0);
		add_phy(&s);
		add_ie(&s, words, 32);
		close_phy(&s, false);
		CU_ASSERT_EQUAL(decode(&s, CHIP_52C, &ofdm_desc, &p), RTW89U_PPDU_OK);
		CU_ASSERT_EQUAL(p.su, bit == 27);
		CU_ASSERT_EQUAL(p.ldpc, bit == 28);
		CU_ASSERT_EQUAL(p.stbc, bit == 30);
		CU_ASSERT_EQUAL(p.beamformed, bit == 32 + 8);
		CU_ASSERT(p.signal_dbm == -45 && p.freq_mhz == 2437);
	}
}

/* MAC part: users rounded to an even number, counters, PLCP copy, per generation. */
static void
test_mac_part(void)
{
	static const struct {
		enum chip chip;
		uint32_t w0, w1, rest;
	} rows[] = {
		{ CHIP_52B, 0, 0, 0 }, { CHIP_52B, 1, 0, 8 }, { CHIP_52B, 2, 0, 8 },
		{ CHIP_52B, 3, 0, 16 }, { CHIP_52B, 4, 0, 16 }, { CHIP_52C, 8, 0, 32 },
		{ CHIP_22A, 16, 0, 64 }, { CHIP_22A, 15, 0, 64 },
		{ CHIP_52B, 1u << 29, 0, 96 }, { CHIP_22A, 1u << 29, 0, 128 },
		{ CHIP_52B, 0, 5u << 16, 40 }, { CHIP_22A, 5u << 16, 0, 40 },
		/* The other generation's place of the PLCP length is something else. */
		{ CHIP_52B, 5u << 16, 0, 0 }, { CHIP_22A, 0, 5u << 16, 0 },
		/* INVALID is BE's alone; to self, SERVICE and FW_DEFINE move nothing. */
		{ CHIP_52B, 1u << 27, 0, 0 },
		{ CHIP_52B, 1u << 28 | 0xff00, 0xffff, 0 },
		{ CHIP_22A, 1u << 28 | 0xff00, 0xffff, 0 },
		{ CHIP_52C, 1u << 29 | 7, 255u << 16, 32 + 96 + 255 * 8 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		bool be = rows[i].chip == CHIP_22A;
		uint32_t words[10] = IE01_WORDS(be);
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		add_mac(&s, rows[i].w0, rows[i].w1, rows[i].rest);
		add_phy(&s);
		add_ie(&s, words, ie01_len(be));
		close_phy(&s, be);
		CU_ASSERT_EQUAL(decode(&s, rows[i].chip, &ofdm_desc, &p), RTW89U_PPDU_OK);
		CU_ASSERT_TRUE(p.has_coding);
	}
}

/* Without MAC info the PHY header is first; BE always has it. */
static void
test_no_mac_part(void)
{
	const struct rtw89u_ppdu_desc desc = { .to_self = true };
	uint32_t words[10] = IE01_WORDS(false);
	struct status s = { 0 };
	struct rtw89u_ppdu p;

	add_phy(&s);
	add_ie(&s, words, 32);
	close_phy(&s, false);
	CU_ASSERT_EQUAL(decode(&s, CHIP_52C, &desc, &p), RTW89U_PPDU_OK);
	CU_ASSERT_EQUAL(p.signal_dbm, -45);
	make_ofdm(&s, CHIP_22A);
	CU_ASSERT_EQUAL(decode(&s, CHIP_22A, &desc, &p), RTW89U_PPDU_OK);
}

static void
test_refusals(void)
{
	static const struct {
		const char *name;
		enum chip chip;
		uint32_t at, mask, value;	/* word of the status, counted in bytes */
		enum rtw89u_ppdu_end end;
	} rows[] = {
		{ "BE marked invalid", CHIP_22A, 0, 1u << 27, 1u << 27, RTW89U_PPDU_INVALID },
		{ "5 users on 8852B", CHIP_52B, 0, 0xf, 5, RTW89U_PPDU_USERS },
		{ "5 users on 8852A", CHIP_52A, 0, 0xf, 5, RTW89U_PPDU_USERS },
		{ "5 users on 8851B", CHIP_51B, 0, 0xf, 5, RTW89U_PPDU_USERS },
		{ "9 users on 8852C", CHIP_52C, 0, 0xf, 9, RTW89U_PPDU_USERS },
		{ "17 users on 8922A", CHIP_22A, 0, 0x1f, 17, RTW89U_PPDU_USERS },
		{ "counters that are not there", CHIP_52C, 0, 1u << 29, 1u << 29,
		  RTW89U_PPDU_MAC_INFO },
		{ "PLCP copy that is not there", CHIP_52C, 4, 0xff0000, 0xff0000,
		  RTW89U_PPDU_MAC_INFO },
		{ "not valid", CHIP_52C, 16, 1u << 7, 0, RTW89U_PPDU_INVALID },
		{ "one unit too long", CHIP_52C, 16, 0xff00, 6u << 8, RTW89U_PPDU_LENGTH },
		{ "one unit too short", CHIP_52C, 16, 0xff00, 4u << 8, RTW89U_PPDU_LENGTH },
		{ "BE counts without the header", CHIP_22A, 16, 0xff00, 6u << 8,
		  RTW89U_PPDU_LENGTH },
		{ "element of length 0", CHIP_52C, 24, 0x1f, 23, RTW89U_PPDU_ELEMENT },
		{ "variable element of length 0", CHIP_52C, 24, 0xfff, 8,
		  RTW89U_PPDU_ELEMENT },
		{ "variable element past the end", CHIP_52C, 24, 0xfff, 8u | 5u << 5,
		  RTW89U_PPDU_ELEMENT },
		{ "element longer than the rest", CHIP_52C, 24, 0x1f, 11,
		  RTW89U_PPDU_ELEMENT },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct status s = { 0 };
		enum rtw89u_ppdu_end end;
		struct rtw89u_ppdu p;
		uint32_t word;

		make_ofdm(&s, rows[i].chip);
		memcpy(&word, s.t.data + rows[i].at, 4);
		word = (word & ~rows[i].mask) | rows[i].value;
		memcpy(s.t.data + rows[i].at, &word, 4);
		end = decode(&s, rows[i].chip, &ofdm_desc, &p);
		CU_ASSERT_EQUAL(end, rows[i].end);
		if (end != rows[i].end)
			printf("    %s: %u\n", rows[i].name, end);
		/* What is known of it is what its descriptor said. */
		CU_ASSERT(p.ppdu_cnt == 3 && p.phy == 1 && p.to_self);
		CU_ASSERT(p.chains == 0 && p.freq_mhz == 0 && !p.has_coding);
		CU_ASSERT(!p.has_average && p.signal_dbm == 0);
	}
}

/* Element lengths of each generation: a row of all of them, with element 1 last. */
static void
test_element_lengths(void)
{
	/* 0: not there; 1: variable. */
	static const uint16_t ax[32] = {
		16, 32, 24, 24, 8, 8, 8, 8, 1, 8, 1, 176, 1, 1, 1, 1, 1, 1, 16, 24, 1, 1, 1, 0,
		24, 24, 24, 24, 32, 32, 32, 32,
	};
	static const uint16_t be[32] = {
		32, 40, 24, 24, 8, 8, 8, 8, 1, 8, 1, 176, 1, 1, 1, 1, 1, 1, 88, 56, 1, 1, 1, 0,
		24, 24, 24, 24, 32, 32, 32, 32,
	};
	uint32_t type, variable;
	unsigned int is_be;

	for (is_be = 0; is_be < 2; is_be++) {
		for (type = 0; type < 32; type++) {
			for (variable = 1; variable < 4; variable++) {
				uint32_t len = (is_be ? be : ax)[type];
				uint32_t words[10] = IE01_WORDS(is_be), w0 = type;
				struct status s = { 0 };
				struct rtw89u_ppdu p;

				if (len == 0)
					continue;
				if (len == 1) {
					len = variable * 8;
					w0 |= variable << 5;
				}
				add_mac(&s, 0, 0, 0);
				add_phy(&s);
				transfer_add_word(&s.t, w0);
				transfer_add(&s.t, NULL, len - 4);
				add_ie(&s, words, ie01_len(is_be));
				close_phy(&s, is_be);
				CU_ASSERT_EQUAL(decode(&s, is_be ? CHIP_22A : CHIP_52C,
						       &ofdm_desc, &p), RTW89U_PPDU_OK);
				CU_ASSERT_EQUAL(p.freq_mhz, 2437);
			}
		}
	}
}

/* Any cut is refused: the PHY header's length gives it away, if nothing before. */
static void
test_cut_anywhere(void)
{
	enum chip chip;
	uint32_t n;

	for (chip = 0; chip < CHIPS; chip++) {
		struct status s = { 0 };
		struct rtw89u_ppdu p;

		make_ofdm(&s, chip);
		for (n = 0; n < s.t.len; n++) {
			enum rtw89u_ppdu_end end = decode_bytes(s.t.data, n, chip, &ofdm_desc,
								&p);

			CU_ASSERT(end != RTW89U_PPDU_OK && end < RTW89U_PPDU_MAX);
		}
		CU_ASSERT_EQUAL(decode(&s, chip, &ofdm_desc, &p), RTW89U_PPDU_OK);
	}
}

/* The header is right about the bytes, an element's first word is cut. */
static void
test_short_last_element(void)
{
	struct status s = { 0 };
	struct rtw89u_ppdu p;

	add_mac(&s, 0, 0, 0);
	add_phy(&s);
	transfer_add_word(&s.t, 2);	/* 24 bytes long */
	transfer_add_word(&s.t, 0);
	close_phy(&s, false);
	CU_ASSERT_EQUAL(decode(&s, CHIP_52C, &ofdm_desc, &p), RTW89U_PPDU_ELEMENT);
}

/* Every index. 2.4 GHz from 0x01; 5 GHz bases 36, 100, 132, 149 at 0x2. .. 0x5.; 6 GHz
 * from 1 in steps of 32 at 0x7. .. 0xe. */
static void
test_channel_index(void)
{
	static const struct {
		uint8_t index;
		uint16_t mhz;
	} rows[] = {
		{ 0x00, 0 }, { 0x01, 2412 }, { 0x06, 2437 }, { 0x0b, 2462 }, { 0x0d, 2472 },
		{ 0x0e, 2484 }, { 0x0f, 0 }, { 0x10, 0 }, { 0x20, 5180 }, { 0x22, 5200 },
		{ 0x2e, 5320 }, { 0x30, 5500 }, { 0x3e, 5640 }, { 0x40, 5660 }, { 0x46, 5720 },
		{ 0x50, 5745 }, { 0x58, 5825 }, { 0x5e, 5885 }, { 0x60, 0 }, { 0x70, 5955 },
		{ 0x72, 5975 }, { 0x80, 6115 }, { 0xe0, 7075 }, { 0xe4, 7115 }, { 0xf0, 0 },
		{ 0xff, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		CU_ASSERT_EQUAL(rtw89u_channel_mhz(rows[i].index), rows[i].mhz);
		if (rtw89u_channel_mhz(rows[i].index) != rows[i].mhz)
			printf("    index 0x%02x: %u\n", rows[i].index,
			       rtw89u_channel_mhz(rows[i].index));
	}
}

static void
test_to_monitor(void)
{
	struct wlan_monitor mon = { .flags = WLAN_MON_FCS, .freq_mhz = 5180 };
	struct rtw89u_ppdu p = { 0 };

	rtw89u_ppdu_to_monitor(&p, &mon);
	CU_ASSERT(mon.flags == WLAN_MON_FCS && mon.freq_mhz == 5180 && mon.chains == 0);
	p = (struct rtw89u_ppdu){
		.chains = 2, .chain_dbm = { 0, -50 }, .signal_dbm = -50, .freq_mhz = 2412,
		.has_coding = true, .ldpc = true, .stbc = true, .beamformed = true,
	};
	rtw89u_ppdu_to_monitor(&p, &mon);
	CU_ASSERT_EQUAL(mon.flags, WLAN_MON_FCS | WLAN_MON_SIGNAL | WLAN_MON_STBC_KNOWN |
			WLAN_MON_LDPC_KNOWN | WLAN_MON_LDPC | WLAN_MON_BF_KNOWN |
			WLAN_MON_BEAMFORMED);
	CU_ASSERT(mon.chains == 2 && mon.chain_dbm[1] == -50 && mon.signal_dbm == -50);
	CU_ASSERT(mon.freq_mhz == 2412 && mon.stbc == 1);
}

/* The files that hold the model to the same bytes: -50 and -55 dBm. */
static void
test_golden_files(void)
{
	static const struct {
		const char *name;
		bool cck, coding;
		uint16_t mhz;
	} rows[] = {
		{ "rtl8852b-ppdu-48.hex", true, false, 0 },
		{ "rtl8852b-ppdu-56.hex", false, true, 2462 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		const struct rtw89u_ppdu_desc desc = { .mac_info = true, .cck = rows[i].cck,
						       .to_self = true };
		struct rtw89u_ppdu p;
		uint32_t len;
		uint8_t *unit = golden_read(rows[i].name, &len);

		CU_ASSERT_PTR_NOT_NULL_FATAL(unit);
		CU_ASSERT_EQUAL(decode_bytes(unit + 16, len - 16, CHIP_52B, &desc, &p),
				RTW89U_PPDU_OK);
		CU_ASSERT(p.chains == 3 && p.chain_dbm[0] == -50 && p.chain_dbm[1] == -55);
		CU_ASSERT(p.signal_dbm == -50 && p.freq_mhz == rows[i].mhz);
		CU_ASSERT(p.has_coding == rows[i].coding && p.ldpc == rows[i].coding);
		CU_ASSERT(p.su == rows[i].coding && !p.stbc && !p.beamformed);
		free(unit);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "header alone", test_header_alone },
		{ "signal by chip", test_signal_by_chip },
		{ "8922A: bandwidth compensation", test_bandwidth_compensation },
		{ "8922A: paths that received", test_paths_of_8922a },
		{ "second header", test_second_header },
		{ "CCK", test_cck },
		{ "signal that is not known", test_signal_not_known },
		{ "foreign PPDU", test_not_to_self },
		{ "coding bits", test_coding_bits },
		{ "MAC part", test_mac_part },
		{ "no MAC part", test_no_mac_part },
		{ "refusals", test_refusals },
		{ "element lengths", test_element_lengths },
		{ "cut anywhere", test_cut_anywhere },
		{ "short last element", test_short_last_element },
		{ "channel index", test_channel_index },
		{ "to monitor", test_to_monitor },
		{ "golden files", test_golden_files },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_ppdu", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
