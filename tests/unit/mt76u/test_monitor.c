/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* mode=monitor: radiotap in front of the frame as it was on the air. What radiotap
 * makes of each fact is tested with the writer; here, that the facts of a frame arrive
 * with it. Field places are typed from radiotap.org. */

#include "burst_fixture.h"

static const uint8_t beacon[50] = { 0x80, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3 };

static uint32_t
le(const uint8_t *p, unsigned int n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

/* A radiotap header, taken apart as far as the fields that stand before the chains. */
struct tap {
	uint32_t len, present;
	uint32_t tsft, tsft_high;
	uint8_t flags, rate;
	uint16_t mhz;
	int8_t signal;
};

static struct tap
read_tap(const uint8_t *p, uint32_t len)
{
	struct tap tap = { .len = le(p + 2, 2), .present = le(p + 4, 4) };
	uint32_t at = 8, more = tap.present;

	CU_ASSERT_EQUAL(p[0], 0);
	CU_ASSERT_FATAL(tap.len <= len);
	while ((more & 1u << 31) != 0) {
		more = le(p + at, 4);
		at += 4;
	}
	if ((tap.present & 1) != 0) {
		at = (at + 7) & ~7u;
		tap.tsft = le(p + at, 4);
		tap.tsft_high = le(p + at + 4, 4);
		at += 8;
	}
	if ((tap.present & 2) != 0)
		tap.flags = p[at++];
	if ((tap.present & 4) != 0)
		tap.rate = p[at++];
	if ((tap.present & 8) != 0) {
		at = (at + 1) & ~1u;
		tap.mhz = le(p + at, 2);
		at += 4;
	}
	if ((tap.present & 1 << 5) != 0)
		tap.signal = (int8_t)p[at++];
	return tap;
}

static void
add(struct bench *b, const struct unit_desc *d, const void *frame, uint32_t len)
{
	struct transfer t = { 0 };

	bench_unit(&t, d, frame, len);
	bench_add(b, &t, BENCH_SIZE, 0);
}

/* The beacon of 56 + 50 bytes: channel 6, OFDM 6 Mbit/s, -50 and -52 dBm. */
static struct unit_desc
beacon_desc(void)
{
	return (struct unit_desc){
		.dw = { 2u << 27, HAS_1 | HAS_2 | HAS_3 | 0x3ff, 1u << 30, 6 << 8 },
		.g2 = { 0x00123456 },
		.g3 = { 0x0100000b, 0x7478 },
	};
}

static void
test_beacon(void)
{
	struct bench *b = bench_open_mode(8, true);
	struct unit_desc d = beacon_desc();
	const struct rte_wlan_rx *rx;
	const uint8_t *p;
	struct rte_mbuf *m;
	struct tap tap;

	add(b, &d, beacon, sizeof(beacon));
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	p = rte_pktmbuf_mtod(m, const uint8_t *);
	tap = read_tap(p, m->pkt_len);
	CU_ASSERT_EQUAL_FATAL(m->pkt_len, tap.len + sizeof(beacon));
	CU_ASSERT(memcmp(p + tap.len, beacon, sizeof(beacon)) == 0);
	CU_ASSERT_EQUAL(tap.present & 0x2f, 0x2f);
	CU_ASSERT_EQUAL(tap.tsft, 0x123456);
	CU_ASSERT_EQUAL(tap.flags, 0);		/* no FCS, none wrong */
	CU_ASSERT_EQUAL(tap.rate, 12);		/* 500 kbit/s each */
	CU_ASSERT_EQUAL(tap.mhz, 2437);
	CU_ASSERT_EQUAL(tap.signal, -48);
	/* Each chain with its antenna is in a presence word of its own. */
	CU_ASSERT(tap.len >= 8 + 2 * 4 + 8 + 2 + 4 + 1 + 2 * 2);
	rx = RTE_MBUF_DYNFIELD(m, b->q.dyn_off, const struct rte_wlan_rx *);
	CU_ASSERT_EQUAL(rx->mode, RTE_WLAN_OFDM);
	CU_ASSERT_EQUAL(rx->rssi_dbm, -48);
	CU_ASSERT_EQUAL(rx->tsft_us, 0x123456);
	CU_ASSERT_EQUAL(b->q.stats.packets, 1);
	CU_ASSERT_EQUAL(b->q.stats.bytes, m->pkt_len);
	CU_ASSERT_EQUAL(b->q.stats.bad_rate, 0);
	rte_pktmbuf_free(m);
	bench_close(b);
}

/* With group 5, as the driver asks for in this mode: the same, and the signal of
 * group 5. */
static void
test_group_5(void)
{
	struct bench *b = bench_open_mode(8, true);
	struct unit_desc d = beacon_desc();
	struct rte_mbuf *m;
	struct tap tap;

	d.dw[1] |= HAS_5;
	d.g5[6] = 100 | 20 << 8;
	add(b, &d, beacon, sizeof(beacon));
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	tap = read_tap(rte_pktmbuf_mtod(m, const uint8_t *), m->pkt_len);
	CU_ASSERT_EQUAL(m->pkt_len, tap.len + sizeof(beacon));
	CU_ASSERT_EQUAL(tap.signal, -60);
	rte_pktmbuf_free(m);
	bench_close(b);
}

/* The device's clock has 32 bits, radiotap's 64. */
static void
test_clock_wraps(void)
{
	static const uint32_t tsfts[] = { 0xfffffff0, 0xfffffffe, 5, 0x80000000, 3 };
	static const uint32_t high[] = { 0, 0, 1, 1, 2 };
	struct bench *b = bench_open_mode(8, true);
	unsigned int i;

	for (i = 0; i < RTE_DIM(tsfts); i++) {
		struct unit_desc d = beacon_desc();
		struct rte_mbuf *m;
		struct tap tap;

		d.g2[0] = tsfts[i];
		add(b, &d, beacon, sizeof(beacon));
		CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
		tap = read_tap(rte_pktmbuf_mtod(m, const uint8_t *), m->pkt_len);
		CU_ASSERT_EQUAL(tap.tsft, tsfts[i]);
		CU_ASSERT_EQUAL(tap.tsft_high, high[i]);
		rte_pktmbuf_free(m);
	}
	bench_close(b);
}

/* Frames of any kind and length, runts too, whole and in order; A-MPDU references
 * follow the time stamps. */
static void
test_every_kind(void)
{
	struct bench *b = bench_open_mode(64, true);
	struct transfer t = { 0 };
	struct rte_mbuf *pkts[64];
	uint8_t frame[64];
	uint16_t n, i;

	for (i = 1; i < 50; i++) {
		struct unit_desc d = unit_frame();

		d.g2[0] = i / 4;
		memset(frame, i, sizeof(frame));
		frame[0] = i * 4;
		bench_unit(&t, &d, frame, i);
	}
	bench_add(b, &t, 65536, 0);
	n = b->burst(&b->q, pkts, 64);
	CU_ASSERT_EQUAL_FATAL(n, 49);
	for (i = 0; i < n; i++) {
		const uint8_t *p = rte_pktmbuf_mtod(pkts[i], const uint8_t *);
		const struct rte_wlan_rx *rx =
			RTE_MBUF_DYNFIELD(pkts[i], b->q.dyn_off, const struct rte_wlan_rx *);
		struct tap tap = read_tap(p, pkts[i]->pkt_len);

		CU_ASSERT_EQUAL(pkts[i]->pkt_len, tap.len + i + 1);
		CU_ASSERT_EQUAL(p[tap.len], (uint8_t)((i + 1) * 4));
		CU_ASSERT(i == 0 || p[pkts[i]->pkt_len - 1] == i + 1);
		CU_ASSERT_EQUAL(tap.present >> 20 & 3, 3);	/* A-MPDU status, VHT */
		CU_ASSERT_EQUAL(rx->ppdu, (i + 1) / 4 + 1);
		rte_pktmbuf_free(pkts[i]);
	}
	bench_close(b);
}

/* What is no longer what was on the air, or marked, is counted and not handed up. */
static void
test_drops(void)
{
	static const struct {
		uint32_t dw1, dw2, dw4;
		bool keep_bad;
		unsigned int drop;	/* 0: handed up */
	} rows[] = {
		{ 1u << 28, 0, 0, false, WLAN_DROP_MAX + 0 },
		{ 0, 1u << 23, 0, false, WLAN_DROP_MAX + 1 },
		{ 1u << 23, 1u << 13, 0, false, WLAN_DROP_MAX + 2 },
		{ 0, 1u << 24, 0, false, WLAN_DROP_MAX + 3 },
		{ 0, 1u << 13, 0, false, WLAN_DROP_MAX + 4 },
		{ 0, 0, 3, false, WLAN_DROP_MAX + 5 },
		{ 0, 0, 2, false, WLAN_DROP_MAX + 5 },
		{ 0, 0, 1, false, WLAN_DROP_MAX + 5 },
		{ 1u << 27, 0, 0, false, WLAN_DROP_FCS_ERROR },
		{ 1u << 27, 0, 0, true, 0 },
		/* not ours to judge */
		{ 1u << 25, 0, 0, false, 0 },
		{ 1u << 23 | 4u << 16, 0, 0, false, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct bench *b = bench_open_mode(8, true);
		struct unit_desc d = beacon_desc();
		struct rte_mbuf *m;
		uint16_t got;

		b->q.keep_bad = rows[i].keep_bad;
		d.dw[1] |= rows[i].dw1;
		d.dw[2] |= rows[i].dw2;
		d.dw[4] |= rows[i].dw4;
		add(b, &d, beacon, sizeof(beacon));
		got = b->burst(&b->q, &m, 1);
		CU_ASSERT_EQUAL(got, rows[i].drop == 0);
		if (rows[i].drop != 0)
			CU_ASSERT_EQUAL(b->q.stats.drops[rows[i].drop], 1);
		if (got == 1) {
			struct tap tap = read_tap(rte_pktmbuf_mtod(m, const uint8_t *),
						  m->pkt_len);

			CU_ASSERT_EQUAL(tap.flags & 0x40, rows[i].keep_bad ? 0x40 : 0);
			rte_pktmbuf_free(m);
		}
		bench_close(b);
	}
}

/* Events between frames are counted as in the other mode. */
static void
test_events(void)
{
	struct bench *b = bench_open_mode(8, true);
	struct unit_desc d = beacon_desc(), event = unit_type(7);
	struct transfer t = { 0 };
	struct rte_mbuf *pkts[4];

	bench_unit(&t, &event, beacon, 12);
	bench_unit(&t, &d, beacon, sizeof(beacon));
	bench_unit(&t, &event, beacon, 20);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, pkts, 4), 1);
	rte_pktmbuf_free(pkts[0]);
	CU_ASSERT_EQUAL(b->q.stats.units[MT76U_UNIT_EVENT], 2);
	CU_ASSERT_EQUAL(b->q.stats.units[MT76U_UNIT_FRAME], 1);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "a beacon", test_beacon },
		{ "group 5", test_group_5 },
		{ "the clock wraps", test_clock_wraps },
		{ "every kind of frame", test_every_kind },
		{ "drops", test_drops },
		{ "events", test_events },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_monitor", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
