/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The transmit descriptor, word for word. Whole frames: the words that Linux 7.3.4's
 * mt7921u sent to an emulated chip; positions typed from openwrt/mt76
 * mt76_connac2_mac.h.
 */

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u_txd.h"

struct head {
	uint32_t usb;
	uint32_t w[16];
};

static struct head
read_head(const uint8_t *dst)
{
	struct head h;
	unsigned int i;

	for (i = 0; i < 17; i++) {
		const uint8_t *p = dst + 4 * i;
		uint32_t word = p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;

		if (i == 0)
			h.usb = word;
		else
			h.w[i - 1] = word;
	}
	return h;
}

static struct head
ethernet(uint32_t len, uint16_t type, const struct wlan_txinfo *info)
{
	uint8_t *dst = malloc(68);
	struct head h;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dst);
	memset(dst, 0xa5, 68);
	mt76u_txd_ethernet(dst, len, type, info);
	h = read_head(dst);
	free(dst);
	return h;
}

static struct head
frame(const struct wlan_txinfo *info, uint32_t wlan_idx)
{
	uint8_t *dst = malloc(68);
	struct head h;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dst);
	memset(dst, 0xa5, 68);
	mt76u_txd_80211(dst, info, wlan_idx);
	h = read_head(dst);
	free(dst);
	return h;
}

static void
expect_zero(const struct head *h, uint32_t words)
{
	unsigned int i;

	for (i = 0; i < 16; i++)
		if ((words & (1u << i)) != 0)
			CU_ASSERT_EQUAL(h->w[i], 0);
}

/* Data of a station: w1 0x80008001, w2 0x28, w5 1, w7 0x00280400. */
static void
test_ethernet_data(void)
{
	const struct wlan_txinfo info = { .flags = WLAN_TXF_QOS, .ac = WLAN_AC_BE };
	struct head h = ethernet(1514, 0x0800, &info);

	CU_ASSERT_EQUAL(h.usb, 1514 + 64);
	CU_ASSERT_EQUAL(h.w[0], 1u << 25 | 1u << 23 | (1514 + 64));
	CU_ASSERT_EQUAL(h.w[1], 0x80008001);
	CU_ASSERT_EQUAL(h.w[2], 0x28);
	CU_ASSERT_EQUAL(h.w[3], 15u << 11);
	CU_ASSERT_EQUAL(h.w[5], 1);
	CU_ASSERT_EQUAL(h.w[7], 0x00280400);
	expect_zero(&h, 0xff50);
}

static void
test_ethernet_fields(void)
{
	static const struct {
		uint8_t ac;
		uint32_t q_idx;
	} rows[] = {
		{ WLAN_AC_BE, 1 }, { WLAN_AC_BK, 0 }, { WLAN_AC_VI, 2 }, { WLAN_AC_VO, 3 },
	};
	struct wlan_txinfo info = { .flags = WLAN_TXF_QOS };
	struct head h;
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		info.ac = rows[i].ac;
		h = ethernet(60, 0x0800, &info);
		CU_ASSERT_EQUAL(h.w[0], rows[i].q_idx << 25 | 1u << 23 | 124);
	}
	for (i = 0; i < 8; i++) {
		info.tid = i;
		h = ethernet(60, 0x0800, &info);
		CU_ASSERT_EQUAL(h.w[1], 0x80008001 | i << 20);
	}
	info = (struct wlan_txinfo){ 0 };
	h = ethernet(60, 0x0600, &info);
	CU_ASSERT_EQUAL(h.w[1], 0x80008001);
	CU_ASSERT_EQUAL(h.w[2], 0x20);
	CU_ASSERT_EQUAL(h.w[7], 0x00200400);
	h = ethernet(60, 0x05ff, &info);	/* a length */
	CU_ASSERT_EQUAL(h.w[1], 0x80000001);
}

/* What Linux sends for an authentication frame: w1 0x80726001, w2 0x8000200b, w3
 * 0x10007800, w6 0x004b0004, w8 0x0b. (It also asks for a status in w5.) */
static void
test_auth(void)
{
	const struct wlan_txinfo info = {
		.len = 30, .fc = 0x00b0, .hdr_len = 24, .tid = 7, .ac = WLAN_AC_MGMT,
		.retries = 0xff,
	};
	struct head h = frame(&info, 1);

	CU_ASSERT_EQUAL(h.usb, 94);
	CU_ASSERT_EQUAL(h.w[0], 0x10u << 25 | 1u << 23 | 94);
	CU_ASSERT_EQUAL(h.w[1], 0x80726001);
	CU_ASSERT_EQUAL(h.w[2], 0x8000200b);
	CU_ASSERT_EQUAL(h.w[3], 0x10007800);
	CU_ASSERT_EQUAL(h.w[5], 1);
	CU_ASSERT_EQUAL(h.w[6], 0x004b0004);
	CU_ASSERT_EQUAL(h.w[8], 0x0b);
	expect_zero(&h, 0xfe90);
}

/* Unicast data without a wish: the chip chooses the rate. w1 0x80026801. */
static void
test_data_frame(void)
{
	const struct wlan_txinfo info = {
		.len = 100, .fc = 0x0188, .flags = WLAN_TXF_QOS, .hdr_len = 26, .retries = 0xff,
		.ac = WLAN_AC_BE,
	};
	struct head h = frame(&info, 1);

	CU_ASSERT_EQUAL(h.w[0], 1u << 25 | 1u << 23 | 164);
	CU_ASSERT_EQUAL(h.w[1], 0x80026801);
	CU_ASSERT_EQUAL(h.w[2], 0x28);
	CU_ASSERT_EQUAL(h.w[3], 0x7800);
	CU_ASSERT_EQUAL(h.w[6], 0);
	CU_ASSERT_EQUAL(h.w[8], 0x28);
}

/* Each flag alone over that frame: which words change, and by which bits. */
static void
test_each_flag(void)
{
	static const struct {
		uint16_t flag;
		uint32_t w2, w3, w6;
	} rows[] = {
		{ WLAN_TXF_GROUP, 1u << 10 | 1u << 31 | 1u << 13, 1u << 28, 0x004b0004 },
		{ WLAN_TXF_NO_ACK, 0, 1, 0 },
		{ WLAN_TXF_OWN_SEQ, 0, 1u << 31 | 0xabcu << 16, 0 },
		{ WLAN_TXF_RTS, 1u << 9, 0, 0 },
		{ WLAN_TXF_RATE, 1u << 31 | 1u << 13, 1u << 28, 8u << 22 | 9u << 16 | 4 },
		/* without a rate they mean nothing */
		{ WLAN_TXF_STBC, 0, 0, 0 }, { WLAN_TXF_LDPC, 0, 0, 0 },
		{ WLAN_TXF_SHORT_PREAMBLE, 0, 0, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wlan_txinfo info = {
			.len = 100, .fc = 0x0188, .hdr_len = 26, .retries = 0xff, .seq = 0xabc,
			.ac = WLAN_AC_BE,
			.rate = { .mode = RTE_WLAN_HE, .mcs = 9, .nss = 1, .bw_mhz = 20 },
		};
		struct head plain = frame(&info, 1), h;

		info.flags = rows[i].flag;
		h = frame(&info, 1);
		CU_ASSERT_EQUAL(h.w[0], plain.w[0]);
		CU_ASSERT_EQUAL(h.w[1], plain.w[1]);
		CU_ASSERT_EQUAL(h.w[2] ^ plain.w[2], rows[i].w2);
		CU_ASSERT_EQUAL(h.w[3] ^ plain.w[3], rows[i].w3);
		CU_ASSERT_EQUAL(h.w[5], plain.w[5]);
		CU_ASSERT_EQUAL(h.w[6], rows[i].w6);
		CU_ASSERT_EQUAL(h.w[8], plain.w[8]);
	}
}

static void
test_fixed_rates(void)
{
	static const struct {
		struct wlan_rate rate;
		uint16_t flags;
		uint32_t tx_rate, more;		/* [29:16] and what else is in word 6 */
	} rows[] = {
		/* 1 and 11 Mbit/s, long and short preamble */
		{ { RTE_WLAN_CCK, 0, 1, 0, 20 }, 0, 0x0000, 0 },
		{ { RTE_WLAN_CCK, 3, 1, 0, 20 }, 0, 0x0003, 0 },
		{ { RTE_WLAN_CCK, 3, 1, 0, 20 }, WLAN_TXF_SHORT_PREAMBLE, 0x0007, 0 },
		/* 6, 9, 12, 18, 24, 36, 48, 54 Mbit/s: mode 1 in [9:6] */
		{ { RTE_WLAN_OFDM, 0, 1, 0, 20 }, 0, 0x004b, 0 },
		{ { RTE_WLAN_OFDM, 1, 1, 0, 20 }, 0, 0x004f, 0 },
		{ { RTE_WLAN_OFDM, 2, 1, 0, 20 }, 0, 0x004a, 0 },
		{ { RTE_WLAN_OFDM, 3, 1, 0, 20 }, 0, 0x004e, 0 },
		{ { RTE_WLAN_OFDM, 4, 1, 0, 20 }, 0, 0x0049, 0 },
		{ { RTE_WLAN_OFDM, 5, 1, 0, 20 }, 0, 0x004d, 0 },
		{ { RTE_WLAN_OFDM, 6, 1, 0, 20 }, 0, 0x0048, 0 },
		{ { RTE_WLAN_OFDM, 7, 1, 0, 20 }, WLAN_TXF_SHORT_PREAMBLE, 0x004c, 0 },
		{ { RTE_WLAN_OFDM, 7, 1, 0, 20 }, WLAN_TXF_STBC | WLAN_TXF_LDPC, 0x004c, 0 },
		/* HT MCS 15: mode 2, two streams; short GI [15:14] = 1; 40 MHz [1:0] = 1 */
		{ { RTE_WLAN_HT, 15, 2, RTE_WLAN_GI_SHORT, 40 }, 0,
		  1u << 10 | 2u << 6 | 15, 1u << 14 | 1 },
		{ { RTE_WLAN_HT, 7, 1, RTE_WLAN_GI_LONG, 20 }, WLAN_TXF_LDPC,
		  2u << 6 | 7, 1u << 11 },
		/* STBC bit 13, and two space-time streams */
		{ { RTE_WLAN_VHT, 9, 1, RTE_WLAN_GI_LONG, 80 }, WLAN_TXF_STBC,
		  1u << 13 | 1u << 10 | 4u << 6 | 9, 2 },
		{ { RTE_WLAN_VHT, 9, 2, RTE_WLAN_GI_LONG, 160 }, WLAN_TXF_STBC,
		  1u << 10 | 4u << 6 | 9, 3 },
		/* HE SU, mode 8: GI [15:14], LTF [13:12] */
		{ { RTE_WLAN_HE, 11, 2, RTE_WLAN_GI_4X_32, 80 }, 0,
		  1u << 10 | 8u << 6 | 11, 2u << 14 | 2u << 12 | 2 },
		{ { RTE_WLAN_HE, 0, 1, RTE_WLAN_GI_2X_16, 20 }, 0, 8u << 6, 1u << 14 | 1u << 12 },
		{ { RTE_WLAN_HE, 0, 1, RTE_WLAN_GI_1X_08, 20 }, 0, 8u << 6, 0 },
		{ { RTE_WLAN_HE, 0, 1, RTE_WLAN_GI_08, 20 }, 0, 8u << 6, 1u << 12 },
		{ { RTE_WLAN_HE, 0, 1, RTE_WLAN_GI_16, 20 }, 0, 8u << 6, 1u << 14 | 1u << 12 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wlan_txinfo info = {
			.len = 100, .fc = 0x0040, .hdr_len = 24, .retries = 0xff,
			.flags = WLAN_TXF_RATE | rows[i].flags, .rate = rows[i].rate,
			.ac = WLAN_AC_MGMT,
		};
		uint32_t want = rows[i].tx_rate << 16 | 1u << 2 | rows[i].more;
		struct head h = frame(&info, 0);

		if (h.w[6] != want)
			printf("    row %u: 0x%08x, not 0x%08x\n", i, h.w[6], want);
		CU_ASSERT_EQUAL(h.w[6], want);
		CU_ASSERT_EQUAL(h.w[1], 0x80026000);
	}
}

static void
test_retries(void)
{
	static const struct {
		uint8_t retries;
		uint32_t count;
	} rows[] = { { 0, 1 }, { 1, 2 }, { 7, 8 }, { 14, 15 }, { 15, 15 }, { 254, 15 },
		     { 255, 15 } };
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wlan_txinfo info = { .len = 30, .fc = 0x0040, .hdr_len = 24,
					    .retries = rows[i].retries };

		CU_ASSERT_EQUAL(frame(&info, 0).w[3] >> 11 & 31, rows[i].count);
	}
}

static void
test_fragments(void)
{
	static const struct {
		uint16_t fc;
		uint8_t frag;
		uint32_t code;
	} rows[] = { { 0x0008, 0, 0 }, { 0x0408, 0, 1 }, { 0x0408, 3, 2 }, { 0x0008, 4, 3 } };
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wlan_txinfo info = { .len = 30, .fc = rows[i].fc, .hdr_len = 24,
					    .frag = rows[i].frag };

		CU_ASSERT_EQUAL(frame(&info, 0).w[2], rows[i].code << 14 | 0x20);
	}
}

static void
test_header_lengths(void)
{
	static const uint8_t lens[] = { 10, 16, 24, 26, 30, 32, 36 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(lens); i++) {
		struct wlan_txinfo info = { .len = 100, .fc = 0x0088, .hdr_len = lens[i] };

		CU_ASSERT_EQUAL(frame(&info, 0x3ff).w[1],
				0x80020000u | lens[i] / 2u << 11 | 0x3ff);
	}
}

/* Filled up to a whole word, and four more. */
static void
test_tail(void)
{
	static const uint8_t tails[4] = { 4, 7, 6, 5 };
	uint32_t len;

	for (len = 10; len < 600; len++)
		CU_ASSERT_EQUAL(mt76u_tx_tail_len(len), tails[len % 4]);
	CU_ASSERT_EQUAL(MT76U_TX_TAIL_MAX, 7);
	CU_ASSERT_EQUAL(MT76U_TX_HEAD_LEN, 68);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "Ethernet packet of a station", test_ethernet_data },
		{ "Ethernet: category, TID, type", test_ethernet_fields },
		{ "authentication frame", test_auth },
		{ "data frame, no rate wished for", test_data_frame },
		{ "each flag alone", test_each_flag },
		{ "fixed rates", test_fixed_rates },
		{ "retries", test_retries },
		{ "fragments", test_fragments },
		{ "header lengths", test_header_lengths },
		{ "tail", test_tail },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_txd", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
