/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Receive vectors: every rate family, guard intervals, streams, levels. Numbers from
 * openwrt/mt76 mt76_connac_mac.c and mt76_connac2_mac.h. */

#include <string.h>

#include "../cunit_run.h"
#include "mt7921u/txd.h"
#include "mt_receive.h"

struct row {
	const char *name;
	struct air_rate rate;
	const char *switch_name, *switch_value;
	uint32_t p_rxv;		/* word 0 */
	uint32_t c_rxv;		/* word 0 */
};

static const struct row rows[] = {
	{ "1 Mbit/s", { AIR_CCK, 0, 1, 0, 0 }, NULL, NULL, 0x00000000, 0x00000000 },
	{ "11 Mbit/s", { AIR_CCK, 3, 1, 0, 0 }, NULL, NULL, 0x00000003, 0x00000000 },
	{ "6 Mbit/s", { AIR_OFDM, 0, 1, 0, 0 }, NULL, NULL, 0x0100000b, 0x00000010 },
	{ "9", { AIR_OFDM, 1, 1, 0, 0 }, NULL, NULL, 0x0100000f, 0x00000010 },
	{ "12", { AIR_OFDM, 2, 1, 0, 0 }, NULL, NULL, 0x0100000a, 0x00000010 },
	{ "18", { AIR_OFDM, 3, 1, 0, 0 }, NULL, NULL, 0x0100000e, 0x00000010 },
	{ "24", { AIR_OFDM, 4, 1, 0, 0 }, NULL, NULL, 0x01000009, 0x00000010 },
	{ "36", { AIR_OFDM, 5, 1, 0, 0 }, NULL, NULL, 0x0100000d, 0x00000010 },
	{ "48", { AIR_OFDM, 6, 1, 0, 0 }, NULL, NULL, 0x01000008, 0x00000010 },
	{ "54", { AIR_OFDM, 7, 1, 0, 0 }, NULL, NULL, 0x0100000c, 0x00000010 },
	{ "OFDM takes no LDPC", { AIR_OFDM, 7, 1, 0, 0 }, "ldpc", "1", 0x0100000c,
	  0x00000010 },
	{ "OFDM takes no STBC", { AIR_OFDM, 7, 1, 0, 0 }, "stbc", "1", 0x0100000c,
	  0x00000010 },
	{ "HT 7", { AIR_HT, 7, 1, 0, 0 }, NULL, NULL, 0x02000007, 0x00000020 },
	{ "HT 15, 40 MHz, short", { AIR_HT, 15, 2, 1, 1 }, NULL, NULL, 0x0200908f,
	  0x00002120 },
	{ "HT 31", { AIR_HT, 31, 4, 0, 0 }, NULL, NULL, 0x0200019f, 0x00000020 },
	{ "HT 7 LDPC", { AIR_HT, 7, 1, 0, 0 }, "ldpc", "1", 0x02000807, 0x00000020 },
	{ "HT 7 STBC", { AIR_HT, 7, 1, 0, 0 }, "stbc", "1", 0x02400087, 0x00000021 },
	{ "VHT 9 NSS 2, 80 MHz, short", { AIR_VHT, 9, 2, 2, 1 }, NULL, NULL, 0x0400a089,
	  0x00002240 },
	{ "VHT 0 NSS 1, 160 MHz", { AIR_VHT, 0, 1, 3, 0 }, NULL, NULL, 0x04003000,
	  0x00000340 },
	{ "VHT 9 NSS 2 STBC 3", { AIR_VHT, 9, 2, 0, 0 }, "stbc", "3", 0x04c00189,
	  0x00000043 },
	{ "HE 11 NSS 2, 80 MHz, 2x 0.8", { AIR_HE, 11, 2, 2, 3 }, NULL, NULL, 0x0800208b,
	  0x00020280 },
	{ "HE 4x 3.2", { AIR_HE, 0, 1, 0, 0 }, NULL, NULL, 0x08010000, 0x00044080 },
	{ "HE 4x 0.8", { AIR_HE, 0, 1, 0, 1 }, NULL, NULL, 0x08000000, 0x00040080 },
	{ "HE 2x 1.6", { AIR_HE, 0, 1, 0, 2 }, NULL, NULL, 0x08008000, 0x00022080 },
	{ "HE 1x 1.6", { AIR_HE, 0, 1, 0, 4 }, NULL, NULL, 0x08008000, 0x00002080 },
	{ "HE 1x 0.8", { AIR_HE, 0, 1, 0, 5 }, NULL, NULL, 0x08000000, 0x00000080 },
	{ "HE 8 streams", { AIR_HE, 0, 8, 0, 1 }, NULL, NULL, 0x08000380, 0x00040080 },
	{ "HE ER", { AIR_HE, 0, 1, 0, 1 }, "he", "er", 0x09000000, 0x00040090 },
	{ "HE TB", { AIR_HE, 0, 1, 0, 1 }, "he", "tb", 0x0a000000, 0x000400a0 },
	{ "HE MU", { AIR_HE, 0, 1, 0, 1 }, "he", "mu", 0x0b000000, 0x000400b0 },
};

static struct bench *
receive(const struct air_rate *rate, const char *name, const char *value)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
	struct air_frame f = mt_air_frame(2000000);
	uint8_t frame[104];

	mt_qos_frame(frame, 66);
	f.rate = *rate;
	bench_switch(b, "groups", "1235");
	if (name != NULL)
		bench_switch(b, name, value);
	mt_put(b, &f, frame, sizeof(frame));
	return b;
}

static void
test_rates(void)
{
	unsigned int i, w;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bench *b = receive(&rows[i].rate, rows[i].switch_name,
					  rows[i].switch_value);
		struct mt_unit u;

		mt_first(b, 0, &u);
		if (mt_word(u.group[3]) != rows[i].p_rxv ||
		    mt_word(u.group[5]) != rows[i].c_rxv)
			printf("  %s: %08x %08x\n", rows[i].name, mt_word(u.group[3]),
			       mt_word(u.group[5]));
		CU_ASSERT_EQUAL(mt_word(u.group[3]), rows[i].p_rxv);
		CU_ASSERT_EQUAL(mt_word(u.group[5]), rows[i].c_rxv);
		for (w = 1; w < 18; w++)
			CU_ASSERT_EQUAL(mt_word(u.group[5] + 4 * w), w == 6 ? 0x7478 : 0);
		bench_close(b);
	}
}

static void
test_levels(void)
{
	static const struct { const char *name, *value; int8_t dbm; uint32_t word; } levels[] = {
		{ "chains", "2", -50, 0x00007478 },
		{ "chains", "4", -50, 0x6c707478 },
		{ "chainstep", "0", -1, 0x0000dada },
		{ "chainstep", "0", 0, 0x0000dcdc },
		{ "chains", "2", -110, 0x00000000 },	/* not below 0 */
		{ "chainstep", "30", 0, 0x0000ffdc },	/* not above 255 */
		{ "chainstep", "18", 0, 0x0000ffdc },	/* 256 */
		{ "chainstep", "17", 0, 0x0000fedc },
	};
	uint8_t frame[104];
	unsigned int i;

	mt_qos_frame(frame, 66);
	for (i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));
		struct air_frame f = mt_air_frame(2000000);
		struct mt_unit u;

		f.rssi_dbm = levels[i].dbm;
		bench_switch(b, levels[i].name, levels[i].value);
		mt_put(b, &f, frame, sizeof(frame));
		mt_first(b, 0, &u);
		CU_ASSERT_EQUAL(mt_word(u.group[3] + 4), levels[i].word);
		bench_close(b);
	}
}

/* Older than EHT. */
static void
test_eht(void)
{
	static const struct air_rate eht = { AIR_EHT, 11, 2, 2, 3 };
	struct bench *b = receive(&eht, NULL, NULL);

	CU_ASSERT_EQUAL(b->n_transfers, 0);
	CU_ASSERT_EQUAL(bench_counter(b, "filtered_rate"), 1);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 1);
	CU_ASSERT_STRING_EQUAL(b->ops->air_defaults, "most:he-2-80");
	bench_close(b);
}

/* A transmit descriptor's rate word is a receive vector's rate. */
static void
test_tx_words(void)
{
	static const struct { struct air_rate rate; uint16_t word; uint32_t word6; } words[] = {
		{ { AIR_CCK, 0, 1, 0, 0 }, 0x0000, 0x4 },
		{ { AIR_OFDM, 0, 1, 0, 0 }, 0x004b, 0x4 },
		{ { AIR_OFDM, 7, 1, 0, 0 }, 0x004c, 0x4 },
		{ { AIR_HT, 7, 1, 1, 1 }, 0x0087, 0x4005 },
		{ { AIR_HT, 15, 2, 0, 0 }, 0x048f, 0x4 },
		{ { AIR_VHT, 9, 2, 2, 0 }, 0x0509, 0x6 },
		{ { AIR_HE, 11, 2, 2, 3 }, 0x060b, 0x1006 },
		{ { AIR_HE, 3, 1, 0, 0 }, 0x0203, 0xa004 },
	};
	struct air_rate rate;
	unsigned int i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		CU_ASSERT_EQUAL(mt7921_tx_rate_word(&words[i].rate), words[i].word);
		memset(&rate, 0, sizeof(rate));
		CU_ASSERT(mt7921_tx_rate(words[i].word, words[i].word6, &rate));
		CU_ASSERT_EQUAL(rate.mode, words[i].rate.mode);
		CU_ASSERT_EQUAL(rate.mcs, words[i].rate.mcs);
		CU_ASSERT_EQUAL(rate.nss, words[i].rate.nss);
		CU_ASSERT_EQUAL(rate.bw, words[i].rate.bw);
		CU_ASSERT_EQUAL(rate.gi_ltf, words[i].rate.gi_ltf);
	}
}

static void
test_tx_words_refused(void)
{
	static const struct { uint16_t word; uint32_t word6; } bad[] = {
		{ 0x0044 | 1, 4 },	/* OFDM index 5 */
		{ 0x0340, 4 },		/* mode 13 */
		{ 0x0140, 4 },		/* mode 5 */
		{ 0x048f - 0x400, 4 },	/* HT 15 with one stream */
		{ 0x0909, 4 },		/* three streams */
		{ 0x020c, 4 },		/* HE 12 */
		{ 0x0203, 0xc004 },	/* HE GI 3 */
		{ 0x0203, 0x8004 },	/* 1x LTF with 3.2 us */
		{ 0x0087, 6 },		/* HT 80 MHz */
	};
	struct air_rate rate;
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CU_ASSERT_FALSE(mt7921_tx_rate(bad[i].word, bad[i].word6, &rate));
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "rates", test_rates },
		{ "levels", test_levels },
		{ "EHT is not received", test_eht },
		{ "rates to send", test_tx_words },
		{ "no rates to send", test_tx_words_refused },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "mt7921u rates", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
