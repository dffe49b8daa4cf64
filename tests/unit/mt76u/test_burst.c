/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* rx_burst on good transfers: every packet whole, in order, with what the radio
 * knew of it; one frame in a transfer or many, translated or not. */

#include "burst_fixture.h"

static const uint16_t bursts[] = { 1, 2, 7, 32, 255 };

/* As Linux leaves the chip: a transfer is one frame and a few bytes of no meaning. */
static void
test_one_frame_in_a_transfer(void)
{
	unsigned int i, n, translate;

	for (translate = 0; translate < 2; translate++) {
		for (i = 0; i < RTE_DIM(bursts); i++) {
			struct bench *b = bench_open(511);
			struct transfer t = { 0 };

			b->translate = translate;
			for (n = 0; n < 60; n++) {
				bench_frame(b, &t, 60 + 23 * n, true);
				transfer_fill(&t, 0xee, n % 5);
				bench_add(b, &t, BENCH_SIZE, 0);
			}
			bench_drain(b, bursts[i]);
			CU_ASSERT_EQUAL(b->q.stats.ends[MT76U_WALK_END], 60);
			CU_ASSERT_EQUAL(b->q.stats.abandoned_bytes, 0);
			bench_check_sums(b);
			bench_close(b);
		}
	}
}

static void
test_aggregates(void)
{
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(bursts); i++) {
		struct bench *b = bench_open(511);
		struct transfer t = { 0 };

		for (n = 2; n <= 30; n++) {
			b->translate = n % 2;
			bench_frames(b, &t, n, 60 + 31 * n);
			bench_add(b, &t, 65536, n % 3);
		}
		bench_drain(b, bursts[i]);
		CU_ASSERT_EQUAL(b->q.stats.packets, 464);
		CU_ASSERT_EQUAL(b->q.stats.ends[MT76U_WALK_END], 29);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* Every length of packet once. */
static void
test_every_length(void)
{
	unsigned int translate;

	for (translate = 0; translate < 2; translate++) {
		struct bench *b = bench_open(511);
		struct transfer t = { 0 };
		uint32_t len;

		b->translate = translate;
		for (len = 14; len <= 1522; len++) {
			bench_frame(b, &t, len, true);
			if (len % 31 == 0)
				bench_add(b, &t, 65536, len % 64);
		}
		bench_add(b, &t, 65536, 0);
		bench_drain(b, 32);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* Whatever groups the chip was told to send. */
static void
test_all_groups(void)
{
	struct bench *b = bench_open(511);
	struct transfer t = { 0 };
	uint32_t groups, offset;
	struct rte_mbuf *m;

	for (groups = 0; groups < 32; groups++) {
		for (offset = 0; offset < 4; offset++) {
			static const uint8_t body[50] = { 0x88, 0xb5, 1, 2, 3 };
			struct unit_desc d = unit_frame();
			uint32_t len;
			uint8_t *mpdu = bench_mpdu(body, sizeof(body), &len);

			d.dw[1] = groups << 11;
			d.dw[2] = offset << 14;
			bench_unit(&t, &d, mpdu, len);
			free(mpdu);
		}
	}
	bench_add(b, &t, 65536, 0);
	while (b->burst(&b->q, &m, 1) == 1) {
		CU_ASSERT_EQUAL(m->pkt_len, 62);
		CU_ASSERT(memcmp(rte_pktmbuf_mtod_offset(m, uint8_t *, 12),
				 "\x88\xb5\x01\x02\x03", 5) == 0);
		rte_pktmbuf_free(m);
	}
	CU_ASSERT_EQUAL(b->q.stats.packets, 128);
	/* Half of them say no rate. */
	CU_ASSERT_EQUAL(b->q.stats.bad_rate, 64);
	bench_close(b);
}

static void
add_event(struct transfer *t, uint32_t type, uint32_t len)
{
	static const uint8_t bytes[64] = { 0x0c, 0x00, 0x00, 0xe0, 0x01, 0x01 };
	struct unit_desc d = unit_type(type);

	bench_unit(t, &d, bytes, len);
}

/* Events come on the frames' endpoint too: counted, never packets. */
static void
test_other_units_between_frames(void)
{
	static const uint32_t unknown[] = { 1, 3, 4, 5, 6, 9, 12, 16, 24, 31 };
	struct bench *b = bench_open(64);
	struct transfer t = { 0 };
	unsigned int i;

	bench_frame(b, &t, 200, true);
	add_event(&t, 7, 12);
	bench_frame(b, &t, 201, true);
	add_event(&t, 7, 20);
	add_event(&t, 7, 11);	/* shorter than its header */
	add_event(&t, 7, 0);
	bench_frame(b, &t, 202, true);
	add_event(&t, 0, 16);
	add_event(&t, 0, 48);
	bench_frame(b, &t, 203, true);
	for (i = 0; i < RTE_DIM(unknown); i++)
		add_event(&t, unknown[i], 13);
	bench_frame(b, &t, 204, true);
	bench_add(b, &t, BENCH_SIZE, 0);
	/* An event alone, on its own endpoint. */
	add_event(&t, 7, 12);
	bench_add(b, &t, BENCH_SIZE, 0);
	bench_drain(b, 32);
	CU_ASSERT_EQUAL(b->q.stats.packets, 5);
	CU_ASSERT_EQUAL(b->q.stats.units[MT76U_UNIT_EVENT], 5);
	CU_ASSERT_EQUAL(b->q.stats.notes[MT76U_NOTE_EVENT_SHORT], 2);
	CU_ASSERT_EQUAL(b->q.stats.units[MT76U_UNIT_TX_STATUS], 2);
	CU_ASSERT_EQUAL(b->q.stats.units[MT76U_UNIT_OTHER], RTE_DIM(unknown));
	CU_ASSERT_EQUAL(b->q.stats.ends[MT76U_WALK_END], 2);
	bench_check_sums(b);
	bench_close(b);
}

/* What one frame said must not be seen on the next, nor what its mbuf said before. */
static void
test_radio_of_each_frame(void)
{
	static const struct {
		uint32_t groups, rxv0, rcpi, tsft, dw2;
		uint16_t flags;
		uint8_t mode, mcs, ppdu;
		int8_t rssi;
	} rows[] = {
		{ HAS_2 | HAS_3, 4u << 24 | 3, 0xff64, 50, 0, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI |
		  RTE_WLAN_RX_TSFT | RTE_WLAN_RX_AMPDU, RTE_WLAN_VHT, 3, 1, -60 },
		{ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
		{ HAS_2 | HAS_3, 4u << 24 | 3, 0xff64, 50, 0, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI |
		  RTE_WLAN_RX_TSFT | RTE_WLAN_RX_AMPDU, RTE_WLAN_VHT, 3, 1, -60 },
		{ HAS_2 | HAS_3, 4u << 24 | 3, 0xff66, 60, 1u << 30, RTE_WLAN_RX_RATE |
		  RTE_WLAN_RX_RSSI | RTE_WLAN_RX_TSFT, RTE_WLAN_VHT, 3, 0, -59 },
		{ HAS_3, 4u << 24 | 4, 0xff66, 0, 0, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI,
		  RTE_WLAN_VHT, 4, 0, -59 },
		{ HAS_2, 0, 0, 70, 0, RTE_WLAN_RX_TSFT | RTE_WLAN_RX_AMPDU, 0, 0, 2, 0 },
		{ HAS_3, 5u << 24 | 4, 0xff66, 0, 0, RTE_WLAN_RX_RSSI, 0, 0, 0, -59 },
		{ HAS_3, 2u << 24 | 4, 0xffff, 0, 0, RTE_WLAN_RX_RATE, RTE_WLAN_HT, 4, 0, 0 },
	};
	struct bench *b = bench_open(2);
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		static const uint8_t body[50] = { 0x88, 0xb5 };
		struct unit_desc d = { .dw = { 2u << 27, rows[i].groups, rows[i].dw2 } };
		uint32_t len;
		uint8_t *mpdu = bench_mpdu(body, sizeof(body), &len);

		d.g2[0] = rows[i].tsft;
		d.g3[0] = rows[i].rxv0;
		d.g3[1] = rows[i].rcpi;
		bench_unit(&t, &d, mpdu, len);
		free(mpdu);
	}
	bench_add(b, &t, BENCH_SIZE, 0);
	for (i = 0; i < RTE_DIM(rows); i++) {
		const struct rte_wlan_rx *rx;
		struct rte_mbuf *m;

		CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
		rx = RTE_MBUF_DYNFIELD(m, b->q.dyn_off, const struct rte_wlan_rx *);
		CU_ASSERT_EQUAL(rx->flags, rows[i].flags);
		CU_ASSERT_EQUAL(rx->mode, rows[i].mode);
		CU_ASSERT_EQUAL(rx->mcs, rows[i].mcs);
		CU_ASSERT_EQUAL(rx->ppdu, rows[i].ppdu);
		CU_ASSERT_EQUAL(rx->rssi_dbm, rows[i].rssi);
		CU_ASSERT_EQUAL(rx->tsft_us, rows[i].tsft);
		rte_pktmbuf_free(m);
	}
	CU_ASSERT_EQUAL(b->q.stats.bad_rate, 3);
	bench_close(b);
}

/* Decrypted by the chip, IV and MIC gone, the Protected bit still there. */
static void
test_decrypted(void)
{
	static const uint8_t body[50] = { 0x88, 0xb5 };
	struct bench *b = bench_open(8);
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 1; i < 13; i++) {
		struct unit_desc d = unit_frame();
		uint32_t len;
		uint8_t *mpdu = bench_mpdu(body, sizeof(body), &len);
		struct rte_mbuf *m;

		mpdu[1] |= 0x40;
		d.dw[1] |= i << 16 | 1u << 31;
		bench_unit(&t, &d, mpdu, len);
		bench_add(b, &t, BENCH_SIZE, 0);
		free(mpdu);
		CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
		CU_ASSERT_EQUAL(m->pkt_len, 62);
		CU_ASSERT((RTE_MBUF_DYNFIELD(m, b->q.dyn_off, struct rte_wlan_rx *)->flags &
			   RTE_WLAN_RX_DECRYPTED) != 0);
		rte_pktmbuf_free(m);
	}
	bench_close(b);
}

/* A subframe that the chip cut out of an A-MSDU, two bytes behind its header. */
static void
test_amsdu_part(void)
{
	static const uint8_t mpdu[] = {
		0x88, 0x02, 0, 0, 0x02, 0, 0, 0, 0, 0x11, 0x02, 0, 0, 0, 0, 0x22,
		0x02, 0, 0, 0, 0, 0x22, 0x30, 0, 0x80, 0,
		0xee, 0xee,
		0x02, 0, 0, 0, 0, 0xa1, 0x02, 0, 0, 0, 0, 0xc3, 0, 12,
		0xaa, 0xaa, 0x03, 0, 0, 0, 0x88, 0xb5, 9, 8, 7, 6,
	};
	uint32_t format;

	for (format = 1; format < 4; format++) {
		struct bench *b = bench_open(8);
		struct unit_desc d = unit_frame();
		struct transfer t = { 0 };

		d.dw[4] = format;
		bench_unit(&t, &d, mpdu, sizeof(mpdu));
		bench_expect(b, mpdu + 48, 6, d.g2[0]);
		bench_add(b, &t, BENCH_SIZE, 0);
		bench_drain(b, 4);
		CU_ASSERT_EQUAL(b->q.stats.packets, 1);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* The pool runs dry in the middle of an aggregate: the rest comes later. */
static void
test_no_mbuf(void)
{
	struct bench *b = bench_open(3);
	struct rte_mbuf *pkts[8];
	struct transfer t = { 0 };
	unsigned int i;

	bench_frames(b, &t, 5, 300);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL(b->burst(&b->q, pkts, 8), 3);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 1);
	for (i = 0; i < 3; i++) {
		bench_check_packet(b, pkts[i]);
		rte_pktmbuf_free(pkts[i]);
	}
	bench_drain(b, 8);
	CU_ASSERT_EQUAL(b->q.stats.packets, 5);
	bench_check_sums(b);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "one frame in a transfer", test_one_frame_in_a_transfer },
		{ "aggregates of 2 to 30", test_aggregates },
		{ "every length", test_every_length },
		{ "all groups and offsets", test_all_groups },
		{ "other units between frames", test_other_units_between_frames },
		{ "radio of each frame", test_radio_of_each_frame },
		{ "decrypted by the chip", test_decrypted },
		{ "part of an A-MSDU", test_amsdu_part },
		{ "no mbuf", test_no_mbuf },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_burst", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
