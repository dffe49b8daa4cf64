/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the chip hands up, and the PPDU status behind it. */

#include <string.h>

#include "../cunit_run.h"
#include "bench.h"
#include "fake_air.h"

struct filter_row {
	const char *name;
	uint32_t fltr;
	uint16_t fc;
	const uint8_t *ra;
	uint32_t len;
	bool fcs_bad;
	const char *counter;	/* that the frame is in */
};

#define UP "frames_delivered"
/* 0x0F1740BE: Linux's value for a station; 23 x 512 = 11776 bytes. */
static const struct filter_row filter_rows[] = {
	{ "sniffer takes others", 0x0F174039, 0x288, bench_other, 100, false, UP },
	{ "sniffer, A1 match too", 0x0F17403B, 0x288, bench_other, 100, false, UP },
	{ "own address", 0x0F1740BE, 0x288, bench_mac, 100, false, UP },
	{ "somebody else", 0x0F1740BE, 0x288, bench_other, 100, false, "filtered_address" },
	{ "no A1 match", 0x0F1740BC, 0x288, bench_other, 100, false, UP },
	{ "broadcast", 0x0F1740BE, 0x208, bench_broadcast, 100, false, UP },
	{ "multicast", 0x0F1740BE, 0x208, bench_group, 100, false, UP },
	{ "bad FCS", 0x0F1740BE, 0x288, bench_mac, 100, true, "filtered_crc" },
	{ "bad FCS, sniffer", 0x0F174039, 0x288, bench_mac, 100, true, "filtered_crc" },
	{ "bad FCS wanted", 0x0F1748BE, 0x288, bench_mac, 100, true, UP },
	{ "longest", 0x0F0240BE, 0x288, bench_mac, 1024, false, UP },
	{ "one too long", 0x0F0240BE, 0x288, bench_mac, 1025, false, "filtered_length" },
	{ "largest of all", 0x0F1740BE, 0x288, bench_mac, 11454, false, UP },
};

static void
test_filter(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(filter_rows) / sizeof(filter_rows[0]); i++) {
		const struct filter_row *row = &filter_rows[i];
		struct air *air = fake_air_new(false);
		struct bench *b = bench_open(USB_SPEED_SUPER, air);
		struct air_frame f = { .end_ns = 1000, .fcs_bad = row->fcs_bad,
				       .rate = { AIR_OFDM, 0, 1, 0, 0 }, .last = true };
		uint8_t bytes[AIR_MPDU_MAX];

		bench_frame_bytes(bytes, row->len, row->fc, row->ra, 0);
		fake_air_add(air, &f, bytes, row->len);
		bench_write(b, 0x11420, row->fltr);
		bench_submit(b, 1, 32768);
		bench_drain(b);
		if (bench_counter(b, row->counter) != 1)
			printf("  %s\n", row->name);
		CU_ASSERT_EQUAL(bench_counter(b, row->counter), 1);
		CU_ASSERT_EQUAL(bench_counter(b, "frames_air"), 1);
		CU_ASSERT_EQUAL(b->n_transfers, strcmp(row->counter, UP) == 0);
		bench_close(b);
	}
}

static void
test_type_filters(void)
{
	static const struct { uint16_t fc; uint32_t address, mask; } rows[] = {
		{ 0x0080, 0x11428, 1u << 8 },	/* beacon */
		{ 0x00D4, 0x11424, 1u << 13 },	/* Ack */
		{ 0x0288, 0x1142C, 1u << 8 },	/* QoS data */
		{ 0x0208, 0x1142C, 1u << 0 },
	};
	unsigned int i, keep;

	for (i = 0; i < 4; i++) {
		for (keep = 0; keep < 2; keep++) {
			struct air *air = fake_air_new(false);
			struct bench *b = bench_open(USB_SPEED_SUPER, air);
			struct air_frame f = { .end_ns = 1000, .last = true,
					       .rate = { AIR_OFDM, 0, 1, 0, 0 } };
			uint8_t bytes[60];

			bench_frame_bytes(bytes, 60, rows[i].fc, bench_other, 0);
			fake_air_add(air, &f, bytes, 60);
			bench_write(b, rows[i].address,
				    keep ? rows[i].mask : 0xffff & ~rows[i].mask);
			bench_submit(b, 1, 32768);
			bench_drain(b);
			CU_ASSERT_EQUAL(bench_counter(b, "filtered_type"), !keep);
			CU_ASSERT_EQUAL(b->n_transfers, keep);
			bench_close(b);
		}
	}
}

static void
test_rxdma_off(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);

	fake_air_add_one(air, 1000, 100, 1);
	fake_air_add_one(air, 100000, 100, 2);
	bench_write(b, 0x7880, 0x1);
	bench_submit(b, 1, 32768);
	bench_run(b, 50000);
	CU_ASSERT_EQUAL(bench_counter(b, "rx_off_frames"), 1);
	bench_write(b, 0x7880, 0x2);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	bench_close(b);
}

static void
test_rxdma_off_patient_air(void)
{
	struct air *air = fake_air_new(true);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);

	fake_air_add_one(air, 1000, 100, 1);
	bench_write(b, 0x7880, 0x1);
	bench_submit(b, 1, 32768);
	bench_run(b, 50000);
	CU_ASSERT_EQUAL(fake_air_taken(air), 0);
	bench_write(b, 0x7880, 0x3);
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "frames_delivered"), 1);
	bench_close(b);
}

static void
test_cold_reset(void)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);

	bench_switch(b, "reset", "cold");
	CU_ASSERT_EQUAL(bench_read(b, 0x7880), 0);
	CU_ASSERT_EQUAL(bench_read(b, 0x9C00), 0);
	CU_ASSERT_EQUAL(bench_read(b, 0x11420), 0);
	CU_ASSERT_NOT_EQUAL(bench_read(b, 0x4078), 0);
	bench_switch(b, "fltr", "0x0F1740BE");
	bench_switch(b, "rxagg0", "0x80FF2014");
	bench_switch(b, "rxagg1", "31");
	CU_ASSERT_EQUAL(bench_read(b, 0x11420), 0x0F1740BE);
	CU_ASSERT_EQUAL(bench_read(b, 0x6000), 0x80FF2014);
	CU_ASSERT_EQUAL(bench_read(b, 0x6004), 0x1F);
	bench_switch(b, "reset", "open");
	CU_ASSERT_EQUAL(bench_read(b, 0x7880), 3);
	bench_close(b);
}

/* One PPDU of n MPDUs with the status switched on. */
static struct bench *
one_ppdu(const struct air_rate *rate, int8_t dbm, const uint8_t *ra, unsigned int n)
{
	struct air *air = fake_air_new(false);
	struct bench *b = bench_open(USB_SPEED_SUPER, air);
	uint8_t bytes[100];
	unsigned int i;

	bench_frame_bytes(bytes, 100, BENCH_FC_QOS, ra, 0);
	for (i = 0; i < n; i++) {
		struct air_frame f = {
			.start_ns = 1000000 + i * 1000, .end_ns = 1000500 + i * 1000,
			.rate = *rate, .rssi_dbm = dbm, .ppdu = 5, .ampdu = n > 1,
			.last = i + 1 == n,
		};

		fake_air_add(air, &f, bytes, 100);
	}
	bench_write(b, 0x11440, 0x6D);
	bench_write(b, 0x9C30, 3);
	bench_write(b, 0x6000, 0x80FF0114);
	bench_submit(b, 4, 32768);
	return b;
}

static uint32_t
word(const uint8_t *p, unsigned int i)
{
	p += 4 * i;
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static void
test_status_ofdm(void)
{
	/* 160 MHz: RPL is 18 half dB below the signal. */
	const struct air_rate rate = { AIR_EHT, 11, 2, 3, 3 };
	struct bench *b = one_ppdu(&rate, -50, bench_mac, 1);
	struct unit u;

	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 1, 0, &u));
	CU_ASSERT_EQUAL(u.desc_len, 24);
	CU_ASSERT_EQUAL_FATAL(u.packet_len, 8 + 8 + 8 + 40);
	CU_ASSERT_EQUAL(u.dw[3], 0x00000400);		/* A1_MATCH: to self */
	CU_ASSERT_EQUAL(u.dw[4], 0x42B33500);
	CU_ASSERT_EQUAL(word(u.packet, 0), 0x10000001);	/* one user, to self */
	CU_ASSERT_EQUAL(word(u.packet, 2), 0x00000003);	/* MAC_ID valid, data */
	CU_ASSERT_EQUAL(word(u.packet, 3), 0);
	/* IE map 16: EHT; 120 >> 1 - 110 = -50 */
	CU_ASSERT_EQUAL(word(u.packet, 4), 0x78000590);
	CU_ASSERT_EQUAL(word(u.packet, 5), 0x00007878);
	CU_ASSERT_EQUAL(word(u.packet, 6), 0x30207801);	/* channel 36 */
	CU_ASSERT_EQUAL(word(u.packet, 11) >> 29, 5);	/* bandwidth index */
	CU_ASSERT_EQUAL(word(u.packet, 14) >> 4 & 0xff, 102);
	CU_ASSERT_EQUAL(word(u.packet, 14) >> 16 & 0xff, 102);
	bench_close(b);
}

static void
test_status_bandwidths(void)
{
	static const struct { uint8_t index, rpl; } rows[] = {
		{ 2, 120 }, { 3, 114 }, { 4, 108 }, { 5, 102 },
	};
	uint8_t bw;

	for (bw = 0; bw < 4; bw++) {
		const struct air_rate rate = { AIR_HE, 3, 1, bw, 0 };
		struct bench *b = one_ppdu(&rate, -50, bench_mac, 1);
		struct unit u;

		bench_drain(b);
		CU_ASSERT_FATAL(bench_nth(b, 1, 0, &u));
		CU_ASSERT_EQUAL(word(u.packet, 11) >> 29, rows[bw].index);
		CU_ASSERT_EQUAL(word(u.packet, 14) >> 4 & 0xff, rows[bw].rpl);
		bench_close(b);
	}
}

static void
test_status_cck(void)
{
	const struct air_rate rate = { AIR_CCK, 3, 1, 0, 0 };
	struct bench *b = one_ppdu(&rate, -80, bench_other, 1);
	struct unit u;

	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 1, 0, &u));
	CU_ASSERT_EQUAL_FATAL(u.packet_len, 8 + 8 + 8 + 32);
	CU_ASSERT_EQUAL(u.dw[3], 0);			/* not to self */
	CU_ASSERT_EQUAL(word(u.packet, 0), 0x00000001);
	CU_ASSERT_EQUAL(word(u.packet, 4), 0x3C00048B);	/* IE map 11: CCK */
	CU_ASSERT_EQUAL(word(u.packet, 6) & 0x1f, 0);
	CU_ASSERT_EQUAL(word(u.packet, 6) >> 7 & 0x1ff, 120);	/* 60 << 1 */
	CU_ASSERT_EQUAL(word(u.packet, 9), 0x30000000);
	CU_ASSERT_EQUAL(word(u.packet, 10), 120 | 120 << 9);
	bench_close(b);
}

static void
test_status_blocks(void)
{
	const struct air_rate rate = { AIR_EHT, 11, 2, 3, 3 };
	struct bench *b = one_ppdu(&rate, -50, bench_mac, 1);
	struct unit u;

	bench_switch(b, "plcp", "3");
	bench_switch(b, "rxcnt", "1");
	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 1, 0, &u));
	CU_ASSERT_EQUAL_FATAL(u.packet_len, 8 + 8 + 128 + 24 + 8 + 40);
	CU_ASSERT_EQUAL(word(u.packet, 0), 0x30030001);
	CU_ASSERT_EQUAL(word(u.packet, (8 + 8 + 128 + 24) / 4), 0x78000590);
	bench_close(b);
}

static void
test_status_follows_last_mpdu(void)
{
	const struct air_rate rate = { AIR_EHT, 11, 2, 3, 3 };
	struct bench *b = one_ppdu(&rate, -50, bench_mac, 3);
	uint32_t pos = 0;
	struct unit u;
	unsigned int i;

	bench_drain(b);
	CU_ASSERT_EQUAL_FATAL(b->n_transfers, 1);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_FATAL(bench_unit(&b->transfers[0], &pos, &u));
		CU_ASSERT_EQUAL(u.type, 0);
		CU_ASSERT_EQUAL(u.dw[4], 0x42B33500);
		/* AMPDU, and AMPDU_EOF on the last */
		CU_ASSERT_EQUAL(u.dw[3] & 0x1800, i == 2 ? 0x1800 : 0x0800);
	}
	CU_ASSERT_FATAL(bench_unit(&b->transfers[0], &pos, &u));
	CU_ASSERT_EQUAL(u.type, 1);
	CU_ASSERT_EQUAL(u.dw[4], 0x42B33500);
	CU_ASSERT_FALSE(bench_unit(&b->transfers[0], &pos, &u));
	bench_close(b);
}

static void
test_status_of_mixed_receivers(void)
{
	/* One of three MPDUs is ours, the middle one. */
	const struct air_rate rate = { AIR_EHT, 11, 2, 3, 3 };
	struct bench *b = one_ppdu(&rate, -50, bench_other, 1);
	struct air_frame f = { .rate = rate, .rssi_dbm = -50, .ppdu = 6, .ampdu = true };
	uint8_t bytes[100];
	struct unit u;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		f.end_ns = 2000000 + i * 1000;
		f.last = i == 2;
		bench_frame_bytes(bytes, 100, BENCH_FC_QOS, i == 1 ? bench_mac : bench_other, 0);
		fake_air_add(b->air, &f, bytes, 100);
	}
	bench_drain(b);
	CU_ASSERT_FATAL(bench_nth(b, 1, 0, &u));
	CU_ASSERT_EQUAL(u.dw[3], 0);
	CU_ASSERT_FATAL(bench_nth(b, 1, 1, &u));
	CU_ASSERT_EQUAL(u.dw[3], 0x00000400);
	bench_close(b);
}

static void
test_status_needs_both_registers(void)
{
	static const struct { uint32_t stat, forward; unsigned int n; } rows[] = {
		{ 0x6D, 3, 1 }, { 0x6C, 3, 0 }, { 0x6D, 0, 0 }, { 0x6D, 1, 0 },
		{ 0x01, 0xffffff03, 1 },
	};
	const struct air_rate rate = { AIR_OFDM, 0, 1, 0, 0 };
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bench *b = one_ppdu(&rate, -50, bench_mac, 1);

		bench_write(b, 0x11440, rows[i].stat);
		bench_write(b, 0x9C30, rows[i].forward);
		bench_drain(b);
		CU_ASSERT_EQUAL(bench_counter(b, "units_ppdu_status"), rows[i].n);
		bench_close(b);
	}
}

static void
test_no_status_without_frames(void)
{
	const struct air_rate rate = { AIR_OFDM, 0, 1, 0, 0 };
	struct bench *b = one_ppdu(&rate, -50, bench_other, 2);

	bench_write(b, 0x11420, 0x0F1740BE);	/* own frames only */
	bench_drain(b);
	CU_ASSERT_EQUAL(bench_counter(b, "filtered_address"), 2);
	CU_ASSERT_EQUAL(bench_counter(b, "units_ppdu_status"), 0);
	bench_close(b);
}

static void
test_c2h_every_so_many(void)
{
	static const struct { const char *value; unsigned int n; } rows[] = {
		{ "0", 0 }, { "1", 100 }, { "3", 33 }, { "50", 2 }, { NULL, 2 },
	};
	unsigned int i, k;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct air *air = fake_air_new(false);
		struct bench *b = bench_open(USB_SPEED_SUPER, air);

		for (k = 0; k < 100; k++)
			fake_air_add_one(air, 1000000 + k * 100000, 100, k);
		if (rows[i].value != NULL)
			bench_switch(b, "c2h", rows[i].value);
		bench_submit(b, 4, 4096);
		bench_drain(b);
		CU_ASSERT_EQUAL(bench_counter(b, "units_c2h"), rows[i].n);
		bench_close(b);
	}
}

int
main(void)
{
	CU_TestInfo filter[] = {
		{ "RX_FLTR_OPT", test_filter },
		{ "type and subtype", test_type_filters },
		{ "RXDMA off", test_rxdma_off },
		{ "RXDMA off, patient access point", test_rxdma_off_patient_air },
		{ "cold reset and reset switches", test_cold_reset },
		CU_TEST_INFO_NULL,
	};
	CU_TestInfo status[] = {
		{ "OFDM and later", test_status_ofdm },
		{ "bandwidths", test_status_bandwidths },
		{ "CCK", test_status_cck },
		{ "switches plcp, rxcnt", test_status_blocks },
		{ "follows the last MPDU", test_status_follows_last_mpdu },
		{ "PPDU with several receivers", test_status_of_mixed_receivers },
		{ "needs both registers", test_status_needs_both_registers },
		{ "none when nothing passed", test_no_status_without_frames },
		{ "C2H every so many PPDUs", test_c2h_every_so_many },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ "rtl8922au filter", NULL, NULL, NULL, NULL, filter },
		{ "rtl8922au PPDU status", NULL, NULL, NULL, NULL, status },
		CU_SUITE_INFO_NULL,
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
