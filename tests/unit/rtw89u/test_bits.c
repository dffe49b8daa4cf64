/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Each bit of a word alone, all 32 of them, against what one field means: the field's
 * bits change it, all others do not. Positions typed from morrownr/rtw89 txrx.h, core.c,
 * phy.c.
 */

#include "cunit_run.h"
#include "hexbytes.h"

#include "rtw89u_ppdu.h"
#include "rtw89u_rxd_ax.h"
#include "rtw89u_txd.h"

/* Descriptor words, and those of a PPDU status. */
struct words {
	uint32_t w[24];
};

static struct wlan_rxinfo
ax_info(const struct words *d)
{
	uint8_t rxd[sizeof(d->w)];
	unsigned int i;

	for (i = 0; i < sizeof(rxd); i++)
		rxd[i] = d->w[i / 4] >> 8 * (i % 4);
	return rtw89u_ax_decode_info(rxd, d->w[0]);
}

#define MEANING(name, value) \
	static uint64_t \
	name(const struct words *d) \
	{ \
		return value; \
	}

/* As the vendor lays a unit out. */
MEANING(ax_len, rtw89u_ax_len(d->w[0]))
MEANING(ax_payload, rtw89u_ax_payload_len(d->w[0]))
MEANING(ax_type, rtw89u_ax_type(d->w[0]))
MEANING(ax_gap, rtw89u_ax_gap(d->w[0], rtw89u_ax_layout(false, false)))
MEANING(ax_tail, rtw89u_ax_tail(d->w[0], d->w[3], rtw89u_ax_layout(false, false)))
MEANING(ax_mac_id, ax_info(d).mac_id)
MEANING(ax_cipher, ax_info(d).cipher)
MEANING(be_len, rtw89u_rxd_len(d->w[0]))
MEANING(be_payload, rtw89u_rxd_payload_len(d->w[0]))
MEANING(be_type, rtw89u_rxd_type(d->w[0]))
MEANING(be_gap, rtw89u_rxd_gap(d->w[0]))

#define LONG	(1u << 31)

struct row {
	const char *name;
	uint64_t (*get)(const struct words *d);
	unsigned int word;
	uint32_t mask;		/* of the bits that change it, over this base */
	struct words base;
};

static const struct row rxd_rows[] = {
	{ "AX: LONG_RXD", ax_len, 0, LONG, { { 0 } } },
	{ "AX: RPKT_LEN", ax_payload, 0, 0x00003fff, { { 0 } } },
	{ "AX: RPKT_TYPE", ax_type, 0, 0x0f000000, { { 0 } } },
	{ "AX: SHIFT, MAC_INFO_VLD, DRV_INFO", ax_gap, 0, 0x7080c000, { { 0 } } },
	/* type 1 has no such part */
	{ "AX: MAC_INFO_VLD of type 0", ax_gap, 0, 0x7180c000, { { 1u << 23 } } },
	{ "AX: checksum, long", ax_tail, 3, 0x01000000, { { LONG } } },
	{ "AX: checksum, short", ax_tail, 3, 0, { { 0 } } },
	{ "AX: LONG_RXD of a checksum", ax_tail, 0, LONG, { { [3] = 1u << 24 } } },
	{ "AX: ADDR_CAM_VLD", ax_mac_id, 5, 1u << 28, { { LONG, [5] = 0x005a0000 } } },
	{ "AX: MAC_ID", ax_mac_id, 5, 0x10ff0000, { { LONG, [5] = 0x105a0000 } } },
	{ "AX: LONG_RXD of MAC_ID", ax_mac_id, 0, LONG, { { 0, [5] = 0x105a0000 } } },
	{ "AX: SEC_TYPE 6", ax_cipher, 7, 0x001e0000, { { LONG, [7] = 6u << 17 } } },
	{ "BE: LONG_RXD", be_len, 0, LONG, { { 0 } } },
	{ "BE: RPKT_LEN", be_payload, 0, 0x00003fff, { { 0 } } },
	{ "BE: RPKT_TYPE", be_type, 0, 0x3f000000, { { 0 } } },
	{ "BE: SHIFT, DRV_INFO, HDR_CNV, PHY_RPT", be_gap, 0, 0x00fcc000, { { 0 } } },
};

/* A status that has n words, for a chip of four paths. */
static struct rtw89u_ppdu
status(const struct words *d, unsigned int n, bool be, bool cck, enum rtw89u_rssi_rule rssi)
{
	const struct rtw89u_ppdu_rules rules = {
		.be = be, .channel = true, .users_max = 4, .paths = 4, .rssi = rssi,
	};
	const struct rtw89u_ppdu_desc desc = { .mac_info = true, .to_self = true, .cck = cck };
	uint8_t bytes[sizeof(d->w)], *block;
	struct rtw89u_ppdu p;
	unsigned int i;

	for (i = 0; i < 4 * n; i++)
		bytes[i] = d->w[i / 4] >> 8 * (i % 4);
	block = exact_copy(bytes, 4 * n);
	/* What was refused has no path, and no frequency. */
	rtw89u_ppdu_decode(&rules, &desc, block, 4 * n, &p);
	free(block);
	return p;
}

/* MAC info 2 words, PHY header 2, an element 8, 10 or, of CCK, 4 and 8 on BE. */
MEANING(ax_freq, status(d, 12, false, false, RTW89U_RSSI_HEADER).freq_mhz)
MEANING(be_freq, status(d, 14, true, false, RTW89U_RSSI_ELEMENT).freq_mhz)
MEANING(ax_moved, (uint8_t)status(d, 12, false, false, RTW89U_RSSI_HEADER_RPL).chain_dbm[0])
MEANING(ax_cck, (uint8_t)status(d, 8, false, true, RTW89U_RSSI_HEADER_RPL).chain_dbm[0])
MEANING(be_chains, status(d, 14, true, false, RTW89U_RSSI_ELEMENT).chains)
MEANING(be_cck_chains, status(d, 12, true, true, RTW89U_RSSI_ELEMENT).chains)
MEANING(be_hdr2_chains, status(d, 16, true, false, RTW89U_RSSI_ELEMENT).chains)
MEANING(after_variable, status(d, 14, false, false, RTW89U_RSSI_HEADER).freq_mhz)

/* The four paths in one number. */
static uint64_t
paths(struct rtw89u_ppdu p)
{
	uint64_t all = 0;
	unsigned int i;

	for (i = 0; i < 4; i++)
		all |= (uint64_t)(uint8_t)p.chain_dbm[i] << 8 * i;
	return all;
}

MEANING(ax_signal, paths(status(d, 12, false, false, RTW89U_RSSI_HEADER)))
MEANING(be_signal, paths(status(d, 14, true, false, RTW89U_RSSI_ELEMENT)))
MEANING(be_cck_signal, paths(status(d, 12, true, true, RTW89U_RSSI_ELEMENT)))

/* PHY header: valid, its length in units of 8, average 120 half dB. */
#define PHY(units)	(120u << 24 | (units) << 8 | 1u << 7)
/* Element 1: channel 6, average 100 half dB, all four paths. */
#define IE01		(1u | 100u << 8 | 6u << 16 | 15u << 28)
#define AX_OFDM(path_a)	{ { [2] = PHY(5u), [3] = 0x7e7c7a00u | (path_a), [4] = IE01 } }
#define AX_CCK(path_a)	{ { [2] = PHY(3u), [3] = (path_a), [4] = 100u << 8 } }
/* Paths A to D 90, 80, 70, 60 half dB; 80 MHz. */
#define BE_OFDM		{ { [2] = PHY(5u), [4] = IE01, [9] = 4u << 29, \
			    [12] = 90u << 4 | 80u << 16, [13] = 70u << 4 | 60u << 16 } }
/* ... 180, 160, 140, 120 quarter dB. */
#define BE_CCK(a, b, c, d) \
	{ { [2] = PHY(4u), [4] = 100u << 8, [7] = 15u << 28, \
	    [8] = (a) | (b) << 9 | (uint32_t)(c) << 18, [9] = (d) } }
/* A second header in between names all paths, element 1 none. */
#define BE_HDR_2	{ { [2] = PHY(6u) | 1u << 5, [4] = 15u << 16, [6] = 1, \
			    [14] = 90u << 4 | 80u << 16, [15] = 70u << 4 | 60u << 16 } }

/* TYPE [4:0] of an element is in each mask of its word: it becomes another. */
static const struct row status_rows[] = {
	{ "AX: users, counters", ax_freq, 0, 0x2000000f, AX_OFDM(130) },
	{ "AX: PLCP", ax_freq, 1, 0x00ff0000, AX_OFDM(130) },
	{ "BE: users, PLCP, INVALID, counters", be_freq, 0, 0x28ff001f, BE_OFDM },
	{ "BE: nothing in MAC word 1", be_freq, 1, 0, BE_OFDM },
	{ "AX: second header, VALID, length", ax_freq, 2, 0x0000ffa0, AX_OFDM(130) },
	{ "not VALID", ax_freq, 2, 1u << 7, { { [2] = PHY(5u) & ~(1u << 7), [4] = IE01 } } },
	/* What is even loses a whole dB with one half less. */
	{ "average moves path A", ax_moved, 2, 0xff00ffa0, AX_OFDM(130) },
	{ "element 1's average", ax_moved, 4, 0x0000ff1f, AX_OFDM(131) },
	{ "channel", ax_freq, 4, 0x00ff001f, AX_OFDM(130) },
	/* Half dB: the lowest bit is less than one. */
	{ "header's paths", ax_signal, 3, 0xfefefefe, AX_OFDM(130) },
	{ "element 0's average", ax_cck, 4, 0x0000ff1f, AX_CCK(131) },
	{ "BE: paths of element 1", be_chains, 4, 0xf000001f, BE_OFDM },
	{ "BE: paths of element 0", be_cck_chains, 7, 0xf0000000, BE_CCK(180, 160, 140, 120) },
	{ "BE: paths of the second header", be_hdr2_chains, 4, 0x000f0000, BE_HDR_2 },
	{ "BE: width", be_signal, 9, 0xe0000000, BE_OFDM },
	{ "BE: RPL of A, B", be_signal, 12, 0x00fe0fe0, BE_OFDM },
	{ "BE: RPL of C, D", be_signal, 13, 0x00fe0fe0, BE_OFDM },
	/* Quarter dB. */
	{ "BE: CCK, RPL of A, B, C", be_cck_signal, 8, 0x07f3f9fc, BE_CCK(180, 160, 140, 120) },
	{ "BE: CCK, RPL of D", be_cck_signal, 9, 0x000001fc, BE_CCK(180, 160, 140, 120) },
	/* 2 is the least that is a signal at all. */
	{ "BE: CCK, least RPL of A, B, C", be_cck_chains, 8, 0x00080402, BE_CCK(2, 2, 2, 2) },
	{ "BE: CCK, least RPL of D", be_cck_chains, 9, 0x00000002, BE_CCK(2, 2, 2, 2) },
	/* Types 9, 10 and 12 are as long here as 8 is. */
	{ "element 8's length", after_variable, 4, 0x00000ff8,
	  { { [2] = PHY(6u), [4] = 8u | 1u << 5, [6] = IE01 } } },
};

static void
check_rows(const struct row *rows, unsigned int n)
{
	unsigned int i, bit;

	for (i = 0; i < n; i++) {
		uint64_t before = rows[i].get(&rows[i].base);
		uint32_t changed = 0;

		for (bit = 0; bit < 32; bit++) {
			struct words d = rows[i].base;

			d.w[rows[i].word] ^= 1u << bit;
			changed |= rows[i].get(&d) != before ? 1u << bit : 0;
		}
		CU_ASSERT_EQUAL(changed, rows[i].mask);
		if (changed != rows[i].mask)
			printf("    %s: 0x%08x, not 0x%08x\n", rows[i].name, changed,
			       rows[i].mask);
	}
}

static void
test_each_bit_of_a_descriptor(void)
{
	check_rows(rxd_rows, RTE_DIM(rxd_rows));
}

static void
test_each_bit_of_a_status(void)
{
	check_rows(status_rows, RTE_DIM(status_rows));
}

/* Transmit words by format: info stands behind 6 or 8 words of body. */
struct txd {
	uint32_t body[8], info[8];
};

static struct txd
txd(enum rtw89u_txd_format format, struct rtw89u_txd_conf conf, const struct wlan_txinfo *info)
{
	uint32_t nb_body = format == RTW89U_TXD_AX ? 6 : 8, i, len;
	uint8_t bytes[80];
	struct txd t = { 0 };

	conf.format = format;
	len = rtw89u_txd_write(bytes, &conf, info);
	for (i = 0; i < len / 4; i++) {
		uint32_t word = wport_word(bytes, i);

		if (i < nb_body)
			t.body[i] = word;
		else
			t.info[i - nb_body] = word;
	}
	return t;
}

/* Body 0: page 7, STF 10, info 22 in each; channel [19:16], data's header [15:11]. */
#define ALWAYS	(1u << 22 | 1u << 10 | 1u << 7)

static void
test_tx_body_0(void)
{
	enum rtw89u_txd_format f;
	unsigned int bit;

	for (f = RTW89U_TXD_AX; f <= RTW89U_TXD_BE; f++) {
		struct wlan_txinfo info = { .fc = 0x0008 };

		for (bit = 0; bit < 8; bit++) {
			const struct rtw89u_txd_conf conf = { .dma = 1u << bit };

			CU_ASSERT_EQUAL(txd(f, conf, &info).body[0],
					ALWAYS | (bit < 4 ? 0x10000u << bit : 0));
		}
		for (bit = 1; bit < 6; bit++) {
			const struct rtw89u_txd_conf conf = { 0 };

			info.hdr_len = 1u << bit;
			CU_ASSERT_EQUAL(txd(f, conf, &info).body[0], ALWAYS | 0x400u << bit);
		}
	}
}

/* Body 2: size [13:0], queue [22:17], second TID 23, MAC ID from 24; A-MPDU of BE 14, of
 * AX body 3 bit 12. */
static void
test_tx_body_2(void)
{
	enum rtw89u_txd_format f;
	unsigned int bit, agg;

	for (f = RTW89U_TXD_AX; f <= RTW89U_TXD_BE; f++) {
		bool be = f == RTW89U_TXD_BE;

		for (bit = 0; bit < 32; bit++) {
			const struct wlan_txinfo info = { .fc = 0x0008, .len = 1u << bit };
			const struct rtw89u_txd_conf none = { 0 };

			CU_ASSERT_EQUAL(txd(f, none, &info).body[2], bit < 14 ? 1u << bit : 0);
		}
		for (bit = 0; bit < 8; bit++) {
			const struct wlan_txinfo info = { .fc = 0x0008 };
			const struct rtw89u_txd_conf conf = { .mac_id = 1u << bit };

			CU_ASSERT_EQUAL(txd(f, conf, &info).body[2],
					bit < 7 || be ? 0x1000000u << bit : 0);
		}
		for (agg = 0; agg < 2; agg++) {
			struct wlan_txinfo info = { .fc = 0x0088, .flags = WLAN_TXF_QOS };
			const struct rtw89u_txd_conf conf = { .agg_num = agg };
			struct txd t = txd(f, conf, &info);

			CU_ASSERT_EQUAL(t.body[2], be && agg ? 1u << 14 : 0);
			CU_ASSERT_EQUAL(t.body[3], !be && agg ? 1u << 12 : 0);
			info.tid = 2;
			CU_ASSERT_EQUAL(txd(f, conf, &info).body[2],
					1u << 23 | (be && agg ? 1u << 14 : 0));
		}
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each bit of a descriptor", test_each_bit_of_a_descriptor },
		{ "each bit of a PPDU status", test_each_bit_of_a_status },
		{ "transmit: body word 0", test_tx_body_0 },
		{ "transmit: body words 2, 3", test_tx_body_2 },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_bits", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
