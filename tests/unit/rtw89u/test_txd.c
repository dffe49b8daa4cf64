/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Transmit descriptors, word by word. Positions typed from the TXWD and BE_TXD masks
 * of morrownr/rtw89 txrx.h and from what Linux 7.3.4 was seen to write; nothing comes
 * from the driver's masks.
 */

#include <inttypes.h>

#include "cunit_run.h"

#include "rtw89u_txd.h"

/* Descriptors: bytes of body and info. */
static const struct {
	enum rtw89u_txd_format format;
	uint32_t body, info;
} formats[] = {
	{ RTW89U_TXD_AX, 24, 24 },
	{ RTW89U_TXD_AX_8852C, 32, 24 },
	{ RTW89U_TXD_BE, 32, 32 },
};

static const struct rtw89u_txd_conf conf_data = {
	.dma = 2, .mac_id = 0, .agg_num = 63, .density = 5,
};

/* QoS data, TID 5 of VI, 26-byte header, sequence number 0x123. */
static const struct wlan_txinfo info_data = {
	.len = 1000, .flags = WLAN_TXF_QOS, .fc = 0x0188, .seq = 0x123, .hdr_len = 26,
	.tid = 5, .ac = WLAN_AC_VI, .retries = 0xff,
};

/* A probe request. */
static const struct wlan_txinfo info_mgmt = {
	.len = 100, .fc = 0x0040, .seq = 0x456, .hdr_len = 24, .ac = WLAN_AC_MGMT,
	.retries = 0xff,
};

/* body[], info[]: what stands there, CPU order. Bytes behind stay untouched. */
static void
write_txd(unsigned int f, struct rtw89u_txd_conf conf, const struct wlan_txinfo *info,
	  uint32_t *body, uint32_t *info_words)
{
	uint8_t bytes[80];
	uint32_t len, i;

	memset(bytes, 0xee, sizeof(bytes));
	memset(body, 0, 8 * sizeof(*body));
	memset(info_words, 0, 8 * sizeof(*info_words));
	conf.format = formats[f].format;
	len = rtw89u_txd_write(bytes, &conf, info);
	CU_ASSERT_EQUAL(len, formats[f].body + formats[f].info);
	CU_ASSERT_EQUAL(rtw89u_txd_len(conf.format), len);
	for (i = 0; i < len; i++) {
		uint32_t *words = i < formats[f].body ? body : info_words;
		uint32_t at = i < formats[f].body ? i : i - formats[f].body;

		words[at / 4] |= (uint32_t)bytes[i] << 8 * (at % 4);
	}
	for (; i < sizeof(bytes); i++)
		CU_ASSERT_EQUAL(bytes[i], 0xee);
}

static void
expect_words(const char *what, unsigned int f, const uint32_t *got, const uint32_t *want,
	     uint32_t bytes)
{
	uint32_t i;

	for (i = 0; i < bytes / 4; i++) {
		CU_ASSERT_EQUAL(got[i], want[i]);
		if (got[i] != want[i])
			printf("    format %u, %s %u: 0x%08" PRIx32 ", not 0x%08" PRIx32 "\n", f,
			       what, i, got[i], want[i]);
	}
}

static void
expect_txd(const struct rtw89u_txd_conf *conf, const struct wlan_txinfo *info,
	   const uint32_t want[3][2][8])
{
	uint32_t body[8], words[8];
	unsigned int f;

	for (f = 0; f < RTE_DIM(formats); f++) {
		write_txd(f, *conf, info, body, words);
		expect_words("body", f, body, want[f][0], formats[f].body);
		expect_words("info", f, words, want[f][1], formats[f].info);
	}
}

/*
 * Body 0: info b22, channel [19:16], header in 2-byte units [15:11], STF b10, page b7.
 * Body 2: size [13:0], QSEL [22:17], TID b23. Sequence body 3. A-MPDU: AX body 3 b12,
 * BE body 2 b14; info 1 [7:0], info 2 [20:18]. Lowest rate info 1 from bit 16. RTS
 * info 4 b27, b31.
 */
#define DATA_BODY0 (1u << 22 | 2u << 16 | 13u << 11 | 1u << 10 | 1u << 7)
#define DATA_BODY2 (1000u | 2u << 17 | 1u << 23)

static void
test_data(void)
{
	static const uint32_t want[3][2][8] = {
		{ { DATA_BODY0, 0, DATA_BODY2, 0x123 | 1u << 12 },
		  { 0, 4u << 16 | 63, 5u << 18, 0, 1u << 27 | 1u << 31 } },
		{ { DATA_BODY0, 0, DATA_BODY2, 0x123 | 1u << 12 },
		  { 0, 4u << 16 | 63, 5u << 18, 0, 1u << 27 | 1u << 31 } },
		{ { DATA_BODY0, 0, DATA_BODY2 | 1u << 14, 0x123 },
		  { 0, 4u << 16 | 63, 5u << 18, 0, 1u << 27 | 1u << 31 } },
	};

	expect_txd(&conf_data, &info_data, want);
}

/* Management: QSEL 18, OFDM 6 Mbit/s (code 4) fixed, no fallback info 0 b10, sequence
 * by hardware (body 0 [3:0] = 5) where the body has 24 bytes. */
#define MGMT_BODY0 (1u << 22 | 8u << 16 | 1u << 10 | 1u << 7)
#define MGMT_INFO4 (1u << 27 | 1u << 31)

static void
test_management(void)
{
	static const uint32_t want[3][2][8] = {
		{ { MGMT_BODY0 | 5, 0, 100 | 18u << 17, 0x456 },
		  { 1u << 30 | 4u << 16 | 1u << 10, 4u << 16, 0, 0, MGMT_INFO4 } },
		{ { MGMT_BODY0, 0, 100 | 18u << 17, 0x456, 0, 0, 0, 1u << 31 | 4u << 16 },
		  { 1u << 10, 4u << 16, 0, 0, MGMT_INFO4 } },
		{ { MGMT_BODY0, 0, 100 | 18u << 17, 0x456, 0, 0, 0, 1u << 31 | 4u << 16 },
		  { 1u << 10, 4u << 16, 0, 0, MGMT_INFO4 } },
	};
	const struct rtw89u_txd_conf conf = { .dma = 8, .agg_num = 63, .density = 5 };

	expect_txd(&conf, &info_mgmt, want);
}

/* A frame that brings its own sequence number keeps it. */
static void
test_own_sequence(void)
{
	struct wlan_txinfo info = info_mgmt;
	uint32_t body[8], words[8];
	unsigned int f;

	info.flags = WLAN_TXF_OWN_SEQ;
	for (f = 0; f < RTE_DIM(formats); f++) {
		write_txd(f, conf_data, &info, body, words);
		CU_ASSERT_EQUAL(body[0] & 0xf, 0);
		CU_ASSERT_EQUAL(body[3] & 0xfff, 0x456);
	}
}

/* What goes by the management queue without a number of its own: the hardware numbers
 * management frames where the body has 24 bytes, and nothing else. Control frames have
 * no place for a number, data has its number from the queue. */
static void
test_hardware_sequence(void)
{
	static const struct {
		uint16_t fc, len;
		uint8_t hdr_len;
		bool numbered;
	} rows[] = {
		{ 0x0040, 100, 24, true },	/* probe request */
		{ 0x00c0, 26, 24, true },	/* deauthentication */
		{ 0x0084, 24, 16, false },	/* BlockAck request */
		{ 0x0094, 32, 16, false },	/* BlockAck */
		{ 0x00a4, 16, 16, false },	/* PS-Poll */
		{ 0x00b4, 16, 16, false },	/* RTS */
		{ 0x00c4, 10, 10, false },	/* CTS */
		{ 0x00d4, 10, 10, false },	/* acknowledgement */
		{ 0x0188, 100, 26, false },	/* QoS data */
	};
	unsigned int i, f;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (f = 0; f < RTE_DIM(formats); f++) {
			struct wlan_txinfo info = info_mgmt;
			uint32_t body[8], words[8];

			info.fc = rows[i].fc;
			info.len = rows[i].len;
			info.hdr_len = rows[i].hdr_len;
			write_txd(f, conf_data, &info, body, words);
			CU_ASSERT_EQUAL(body[0] & 0xf, f == 0 && rows[i].numbered ? 5 : 0);
			CU_ASSERT_EQUAL(body[2] >> 17 & 0x3f, 18);
			CU_ASSERT_EQUAL(body[2] & 0x3fff, rows[i].len);
		}
	}
}

/* Injected data leaves by the management queue: its header length goes along. */
static void
test_data_by_management_queue(void)
{
	struct wlan_txinfo info = info_data;
	uint32_t body[8], words[8];
	unsigned int f;

	info.ac = WLAN_AC_MGMT;
	for (f = 0; f < RTE_DIM(formats); f++) {
		write_txd(f, conf_data, &info, body, words);
		CU_ASSERT_EQUAL(body[2] >> 17 & 0x3f, 18);
		CU_ASSERT_EQUAL(body[0] >> 11 & 0x1f, 13);
		CU_ASSERT_EQUAL(body[2] >> 23 & 1, 0);
		CU_ASSERT_EQUAL(body[f == 2 ? 2 : 3] >> (f == 2 ? 14 : 12) & 1, 0);
	}
}

/* QSEL of each category, channel, mac id, and the second TID of a queue. */
static void
test_queues(void)
{
	static const struct {
		uint8_t tid, ac, indicate;
	} rows[] = {
		{ 0, WLAN_AC_BE, 0 }, { 3, WLAN_AC_BE, 1 }, { 1, WLAN_AC_BK, 0 },
		{ 2, WLAN_AC_BK, 1 }, { 4, WLAN_AC_VI, 0 }, { 5, WLAN_AC_VI, 1 },
		{ 6, WLAN_AC_VO, 0 }, { 7, WLAN_AC_VO, 1 },
	};
	unsigned int i, f;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (f = 0; f < RTE_DIM(formats); f++) {
			struct rtw89u_txd_conf conf = { .dma = 15 - i, .mac_id = 0x7f };
			struct wlan_txinfo info = info_data;
			uint32_t body[8], words[8];

			info.tid = rows[i].tid;
			info.ac = rows[i].ac;
			write_txd(f, conf, &info, body, words);
			/* BE 0, BK 1, VI 2, VO 3 */
			CU_ASSERT_EQUAL(body[2] >> 17 & 0x3f, i / 2);
			CU_ASSERT_EQUAL(body[2] >> 23 & 1, rows[i].indicate);
			CU_ASSERT_EQUAL(body[0] >> 16 & 0xf, 15 - i);
			CU_ASSERT_EQUAL(body[2] >> 24, 0x7f);
		}
	}
}

/* The longest of each: no field reaches into its neighbour. */
static void
test_field_widths(void)
{
	struct rtw89u_txd_conf conf = { .dma = 0xff, .mac_id = 0xff };
	struct wlan_txinfo info = info_data;
	uint32_t body[8], words[8];
	unsigned int f;

	info.len = 16383;
	info.seq = 0xffff;
	info.hdr_len = 62;
	info.flags |= WLAN_TXF_NO_ACK;
	for (f = 0; f < RTE_DIM(formats); f++) {
		write_txd(f, conf, &info, body, words);
		CU_ASSERT_EQUAL(body[2] & 0x3fff, 16383);
		CU_ASSERT_EQUAL(body[2] >> 14 & 7, 0);
		CU_ASSERT_EQUAL(body[2] >> 24, f == 2 ? 0xff : 0x7f);
		CU_ASSERT_EQUAL(body[3], 0xfff);
		CU_ASSERT_EQUAL(body[0] & 0x7fffffff, 1u << 22 | 0xfu << 16 | 31u << 11 |
				1u << 10 | 1u << 7);
	}
}

/* Which frames may go in an A-MPDU. */
static void
test_aggregation(void)
{
	static const struct {
		uint16_t flags;
		uint8_t agg_num;
		bool may;
	} rows[] = {
		{ WLAN_TXF_QOS, 63, true },
		{ WLAN_TXF_QOS, 0, false },
		{ 0, 63, false },
		{ WLAN_TXF_QOS | WLAN_TXF_GROUP, 63, false },
		{ WLAN_TXF_QOS | WLAN_TXF_NO_ACK, 63, false },
		{ WLAN_TXF_QOS | WLAN_TXF_RATE, 63, false },
		{ WLAN_TXF_QOS | WLAN_TXF_OWN_SEQ, 63, false },
		{ WLAN_TXF_QOS | WLAN_TXF_STBC | WLAN_TXF_LDPC, 63, true },
	};
	unsigned int i, f;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (f = 0; f < RTE_DIM(formats); f++) {
			struct rtw89u_txd_conf conf = conf_data;
			struct wlan_txinfo info = info_data;
			uint32_t body[8], words[8];

			conf.agg_num = rows[i].agg_num;
			info.flags = rows[i].flags;
			info.rate.nss = 1;
			write_txd(f, conf, &info, body, words);
			CU_ASSERT_EQUAL(body[f == 2 ? 2 : 3] >> (f == 2 ? 14 : 12) & 1,
					rows[i].may);
			CU_ASSERT_EQUAL(words[1] & 0xff, rows[i].may ? 63 : 0);
			CU_ASSERT_EQUAL(words[2], rows[i].may ? 5u << 18 : 0);
		}
	}
}

/* Rates by code: AX 9 bits, BE 12. */
static void
test_rates(void)
{
	static const struct {
		struct wlan_rate rate;
		uint32_t ax, be, bw, gi;
	} rows[] = {
		{ { RTE_WLAN_CCK, 0, 1, RTE_WLAN_GI_LONG, 20 }, 0x000, 0x000, 0, 0 },
		{ { RTE_WLAN_CCK, 3, 1, RTE_WLAN_GI_LONG, 20 }, 0x003, 0x003, 0, 0 },
		{ { RTE_WLAN_OFDM, 0, 1, RTE_WLAN_GI_LONG, 20 }, 0x004, 0x004, 0, 0 },
		{ { RTE_WLAN_OFDM, 7, 1, RTE_WLAN_GI_LONG, 20 }, 0x00b, 0x00b, 0, 0 },
		{ { RTE_WLAN_HT, 0, 1, RTE_WLAN_GI_LONG, 20 }, 0x080, 0x100, 0, 0 },
		{ { RTE_WLAN_HT, 15, 2, RTE_WLAN_GI_SHORT, 40 }, 0x08f, 0x10f, 1, 1 },
		{ { RTE_WLAN_HT, 31, 4, RTE_WLAN_GI_SHORT, 40 }, 0x09f, 0x11f, 1, 1 },
		{ { RTE_WLAN_VHT, 0, 1, RTE_WLAN_GI_LONG, 80 }, 0x100, 0x200, 2, 0 },
		{ { RTE_WLAN_VHT, 9, 2, RTE_WLAN_GI_SHORT, 160 }, 0x119, 0x229, 3, 1 },
		{ { RTE_WLAN_HE, 0, 1, RTE_WLAN_GI_4X_32, 20 }, 0x180, 0x300, 0, 0 },
		{ { RTE_WLAN_HE, 11, 2, RTE_WLAN_GI_4X_08, 80 }, 0x19b, 0x32b, 2, 1 },
		{ { RTE_WLAN_HE, 7, 8, RTE_WLAN_GI_2X_16, 80 }, 0x1f7, 0x3e7, 2, 2 },
		{ { RTE_WLAN_HE, 7, 1, RTE_WLAN_GI_2X_08, 80 }, 0x187, 0x307, 2, 3 },
		{ { RTE_WLAN_HE, 7, 1, RTE_WLAN_GI_1X_16, 80 }, 0x187, 0x307, 2, 4 },
		{ { RTE_WLAN_HE, 7, 1, RTE_WLAN_GI_1X_08, 80 }, 0x187, 0x307, 2, 5 },
		/* EHT: what an AX chip can say instead is HE */
		{ { RTE_WLAN_EHT, 13, 2, RTE_WLAN_GI_4X_08, 160 }, 0x19b, 0x42d, 3, 1 },
		{ { RTE_WLAN_EHT, 15, 1, RTE_WLAN_GI_4X_32, 20 }, 0x18b, 0x40f, 0, 0 },
		/* no such width: the widest that there is */
		{ { RTE_WLAN_EHT, 0, 1, RTE_WLAN_GI_4X_32, 320 }, 0x180, 0x400, 3, 0 },
		{ { RTE_WLAN_HE, 0, 1, RTE_WLAN_GI_UNKNOWN, 0 }, 0x180, 0x300, 0, 0 },
	};
	unsigned int i, f;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (f = 0; f < RTE_DIM(formats); f++) {
			struct wlan_txinfo info = info_mgmt;
			uint32_t body[8], words[8], want7 = 0, want0 = 1u << 10;
			uint32_t bw = rows[i].bw, gi = rows[i].gi;

			info.flags = WLAN_TXF_RATE;
			info.rate = rows[i].rate;
			write_txd(f, conf_data, &info, body, words);
			if (f == 0)
				want0 |= 1u << 30 | bw << 28 | gi << 25 | rows[i].ax << 16;
			else if (f == 1)
				want7 = 1u << 31 | bw << 28 | gi << 25 | rows[i].ax << 16;
			else
				want7 = 1u << 31 | bw << 28 | gi << 13 | rows[i].be << 16;
			CU_ASSERT_EQUAL(words[0], want0);
			CU_ASSERT_EQUAL(f == 0 ? 0 : body[7], want7);
		}
	}
}

/* Info 0: LDPC b11, STBC b12. */
static void
test_coding(void)
{
	uint32_t body[8], words[8];
	unsigned int f;

	for (f = 0; f < RTE_DIM(formats); f++) {
		struct wlan_txinfo info = info_data;

		info.flags = WLAN_TXF_QOS | WLAN_TXF_LDPC;
		write_txd(f, conf_data, &info, body, words);
		CU_ASSERT_EQUAL(words[0], 1u << 11);
		info.flags = WLAN_TXF_QOS | WLAN_TXF_STBC;
		write_txd(f, conf_data, &info, body, words);
		CU_ASSERT_EQUAL(words[0], 1u << 12);
	}
}

/* Retries are tries less one. AX info 1 b31 and [30:25], BE info 0 b22 and [21:16]. */
static void
test_retries(void)
{
	static const struct {
		uint8_t retries;
		uint32_t tries;
	} rows[] = { { 0, 1 }, { 7, 8 }, { 62, 63 }, { 63, 63 }, { 254, 63 } };
	uint32_t body[8], words[8];
	unsigned int i, f;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (f = 0; f < RTE_DIM(formats); f++) {
			struct wlan_txinfo info = info_data;

			info.retries = rows[i].retries;
			info.flags = 0;
			write_txd(f, conf_data, &info, body, words);
			CU_ASSERT_EQUAL(words[0], f == 2 ? 1u << 22 | rows[i].tries << 16 : 0);
			CU_ASSERT_EQUAL(words[1], 4u << 16 |
					(f == 2 ? 0 : 1u << 31 | rows[i].tries << 25));
		}
	}
}

/* BE body 6 b12, 8852C body 0 b31; the others try once. No RTS for what nobody
 * answers. */
static void
test_no_ack(void)
{
	struct wlan_txinfo info = info_data;
	uint32_t body[8], words[8];
	unsigned int f;

	info.flags |= WLAN_TXF_NO_ACK;
	for (f = 0; f < RTE_DIM(formats); f++) {
		write_txd(f, conf_data, &info, body, words);
		CU_ASSERT_EQUAL(body[0] >> 31, f == 1);
		CU_ASSERT_EQUAL(body[6], f == 2 ? 1u << 12 : 0);
		CU_ASSERT_EQUAL(words[1], 4u << 16 | (f == 0 ? 1u << 31 | 1u << 25 : 0));
		CU_ASSERT_EQUAL(words[0], 0);
		CU_ASSERT_EQUAL(words[4], 0);
	}
}

static void
test_rts(void)
{
	static const struct {
		uint16_t flags;
		bool rts;
	} rows[] = {
		{ WLAN_TXF_QOS, true },
		{ WLAN_TXF_QOS | WLAN_TXF_GROUP, false },
		{ WLAN_TXF_QOS | WLAN_TXF_RATE, false },
		{ WLAN_TXF_QOS | WLAN_TXF_RATE | WLAN_TXF_RTS, true },
		{ WLAN_TXF_QOS | WLAN_TXF_NO_ACK | WLAN_TXF_RTS, true },
	};
	uint32_t body[8], words[8];
	unsigned int i, f;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (f = 0; f < RTE_DIM(formats); f++) {
			struct wlan_txinfo info = info_data;

			info.flags = rows[i].flags;
			info.rate = (struct wlan_rate){ RTE_WLAN_OFDM, 0, 1, 0, 20 };
			write_txd(f, conf_data, &info, body, words);
			CU_ASSERT_EQUAL(words[4], rows[i].rts ? 1u << 27 | 1u << 31 : 0);
		}
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "data", test_data },
		{ "management", test_management },
		{ "own sequence number", test_own_sequence },
		{ "sequence numbers by hardware", test_hardware_sequence },
		{ "data by the management queue", test_data_by_management_queue },
		{ "queues", test_queues },
		{ "field widths", test_field_widths },
		{ "aggregation", test_aggregation },
		{ "rates", test_rates },
		{ "coding", test_coding },
		{ "retries", test_retries },
		{ "no acknowledgement", test_no_ack },
		{ "RTS", test_rts },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_txd", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
