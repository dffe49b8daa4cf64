/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* mode=monitor: which frames wait for a status and until when, in what order they
 * come, and what stands in front of them. */

#include <errno.h>

#include <rte_cycles.h>

#include "bench.h"
#include "radiotap.h"

#define NB_MBUFS	1023u
#define MPDU_MAX	11454u
#define FCS		4u

static struct bench *
open_mbufs(unsigned int nb_mbufs)
{
	struct bench *b = bench_open(nb_mbufs, 0, 0);

	bench_lengths(b, MPDU_MAX + WLAN_RADIOTAP_MAX, true);
	CU_ASSERT_EQUAL_FATAL(wport_monitor_init(&b->q, 0), 0);
	/* 20 ms; here for ever, but where a test says other. */
	CU_ASSERT_EQUAL(b->q.wait_tsc, rte_get_tsc_hz() / 1000 * 20);
	b->q.wait_tsc = UINT64_MAX;
	return b;
}

static struct bench *
open_bench(void)
{
	return open_mbufs(NB_MBUFS);
}

/* A frame of len bytes, FCS included, whose bytes tell its number. */
static void
add_frame(struct bench *b, struct toy_unit u, uint32_t serial, uint32_t len)
{
	static uint8_t bytes[16384];
	uint32_t i;

	for (i = 0; i < len; i++)
		bytes[i] = bench_byte(serial, i);
	bench_unit(b, u, bytes, len);
}

static void
add(struct bench *b, uint8_t ppdu, uint32_t serial)
{
	add_frame(b, (struct toy_unit){ .ppdu = ppdu, .mcs = 5 }, serial, 100);
}

/* Two chains: -ppdu and -ppdu - 1 dBm, channel 36. */
static void
add_status(struct bench *b, uint8_t ppdu)
{
	const uint8_t status[TOY_ST_LEN] = {
		0, 0x5, (uint8_t)-ppdu, 0, (uint8_t)(-ppdu - 1), 0, 0, 0,
		5180 & 0xff, 5180 >> 8,
	};

	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS, .ppdu = ppdu }, status,
		   sizeof(status));
}

/* The frame with that number, len bytes of it, behind radiotap. */
static bool
is_frame(struct rte_mbuf *m, uint32_t serial, uint32_t len, struct radiotap *r)
{
	static uint8_t copy[16384];
	const uint8_t *p = rte_pktmbuf_read(m, 0, m->pkt_len, copy);
	const struct rte_mbuf *s;
	uint32_t i, sum = 0, nb = 0;

	for (s = m; s != NULL; s = s->next, nb++)
		sum += s->data_len;
	if (!rtap_read(p, r) || sum != m->pkt_len || nb != m->nb_segs ||
	    m->pkt_len != r->len + len || m->port != PORT_ID || m->packet_type != 0 ||
	    m->ol_flags != 0)
		return false;
	for (i = 0; i < len; i++)
		if (p[r->len + i] != bench_byte(serial, i))
			return false;
	return true;
}

/* One frame comes, and no more. */
static void
take_one(struct bench *b, uint32_t serial, uint32_t len, struct radiotap *r)
{
	struct rte_mbuf *pkts[32];
	uint16_t n = toy_monitor_burst(&b->q, pkts, 32);

	CU_ASSERT_EQUAL_FATAL(n, 1);
	CU_ASSERT_TRUE(is_frame(pkts[0], serial, len, r));
	rte_pktmbuf_free(pkts[0]);
}

/* Those numbers come out in bursts of nb, and no more; with a status or without. */
static void
take(struct bench *b, uint16_t nb, uint32_t first, uint32_t count, bool status)
{
	struct rte_mbuf *pkts[512];
	struct radiotap r;
	uint32_t got = 0;
	uint16_t n, i;

	do {
		n = toy_monitor_burst(&b->q, pkts, nb);
		CU_ASSERT(n <= nb);
		for (i = 0; i < n; i++, got++) {
			CU_ASSERT_TRUE(is_frame(pkts[i], first + got, 100 - FCS, &r));
			CU_ASSERT_EQUAL(r.nb_chains, status ? 2 : 0);
		}
		rte_pktmbuf_free_bulk(pkts, n);
	} while (n != 0 || wport_rxq_count(&b->q) != 0);
	CU_ASSERT_EQUAL(got, count);
}

static void
frames_wait(void)
{
	struct bench *b = open_bench();

	add(b, 7, 0);
	add(b, 7, 1);
	bench_send(b);
	take(b, 32, 0, 0, true);
	CU_ASSERT_EQUAL(b->s->returned, 1);
	add_status(b, 7);
	bench_send(b);
	take(b, 32, 0, 2, true);
	CU_ASSERT_EQUAL(b->q.stats.packets, 2);
	CU_ASSERT_EQUAL(b->q.stats.bursts, 1);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
	CU_ASSERT_EQUAL(b->q.stats.units[TOY_STATUS], 1);
	bench_close(b);
}

/* PPDUs one behind the other in one transfer; the last one's status in the next. */
static void
several_ppdus(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[8];
	struct radiotap r;
	unsigned int i;

	add(b, 1, 0);
	add(b, 1, 1);
	add_status(b, 1);
	add(b, 2, 2);
	add_status(b, 2);
	add(b, 3, 3);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 8), 3);
	for (i = 0; i < 3; i++) {
		int dbm = i == 2 ? -2 : -1;

		CU_ASSERT_TRUE(is_frame(pkts[i], i, 96, &r));
		CU_ASSERT_EQUAL_FATAL(r.nb_chains, 2);
		CU_ASSERT(r.dbm[0] == dbm && r.dbm[1] == dbm - 1);
		CU_ASSERT(r.antenna[0] == 0 && r.antenna[1] == 2);
		CU_ASSERT_EQUAL(r.mhz, 5180);
	}
	rte_pktmbuf_free_bulk(pkts, 3);
	add_status(b, 3);
	add(b, 4, 4);
	add_status(b, 4);
	bench_send(b);
	take(b, 8, 3, 2, true);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
	bench_close(b);
}

/* Ready frames wait behind nobody and overtake nobody, whatever the burst's size. */
static void
order_and_small_bursts(void)
{
	static const uint16_t sizes[] = { 1, 2, 3, 31, 32, 64 };
	unsigned int i, j;

	for (i = 0; i < RTE_DIM(sizes); i++) {
		struct bench *b = open_bench();

		for (j = 0; j < 600; j++) {
			add(b, j / 5, j);
			if (j % 5 == 4)
				add_status(b, j / 5);
			if (j % 17 == 16)
				bench_send(b);
		}
		bench_send(b);
		take(b, sizes[i], 0, 600, true);
		CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
		CU_ASSERT_EQUAL(b->q.stats.packets, 600);
		bench_close(b);
	}
}

/* No bytes are asked for: nothing is taken. */
static void
burst_of_none(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *none;

	add(b, 1, 0);
	add_status(b, 1);
	bench_send(b);
	CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, &none, 0), 0);
	CU_ASSERT_EQUAL(b->s->polled, 0);
	take(b, 1, 0, 1, true);
	bench_close(b);
}

/* A status that is there before its frames is nobody's; nor does one that cannot be
 * read let a frame go. */
static void
wrong_status(void)
{
	static const uint8_t cut[TOY_ST_LEN - 1] = { 0 };
	struct bench *b = open_bench();

	add_status(b, 1);
	add(b, 1, 0);
	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS, .ppdu = 2 }, cut, sizeof(cut));
	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS, .ppdu = 1 }, cut, sizeof(cut));
	bench_unit(b, (struct toy_unit){ .type = TOY_EVENT, .ppdu = 1 }, cut, sizeof(cut));
	bench_send(b);
	take(b, 32, 0, 0, true);
	CU_ASSERT_EQUAL(b->q.stats.units[TOY_STATUS], 3);
	add_status(b, 1);
	bench_send(b);
	take(b, 32, 0, 1, true);
	bench_close(b);
}

/* A status of another PPDU ends the waiting: the next one of their number is of frames
 * that come later, and says nothing of these. */
static void
status_of_another(void)
{
	struct bench *b = open_bench();

	add(b, 1, 0);
	add(b, 1, 1);
	add_status(b, 2);
	bench_send(b);
	take(b, 32, 0, 2, false);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 2);
	add_status(b, 1);
	add(b, 1, 2);
	add_status(b, 1);
	bench_send(b);
	take(b, 32, 2, 1, true);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 2);
	bench_close(b);
}

/* So does a frame that is not handed up: its descriptor can be believed, its bytes
 * cannot. It belongs to its PPDU all the same. */
static void
bad_frame_of_another(void)
{
	struct bench *b = open_bench();

	add(b, 1, 0);
	add_frame(b, (struct toy_unit){ .ppdu = 2, .flags = TOY_FCS_BAD }, 9, 100);
	bench_send(b);
	take(b, 32, 0, 1, false);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_FCS_ERROR], 1);
	add(b, 2, 1);
	add_frame(b, (struct toy_unit){ .ppdu = 3 }, 9, 3);
	add_status(b, 2);
	bench_send(b);
	take(b, 32, 1, 1, false);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 2);
	bench_close(b);
}

static void
add_of(struct bench *b, uint8_t phy, uint8_t ppdu, uint32_t serial)
{
	add_frame(b, (struct toy_unit){ .ppdu = ppdu, .more = phy, .flags = TOY_AMPDU }, serial,
		  100);
}

static void
add_status_of(struct bench *b, uint8_t phy, uint8_t ppdu, int8_t dbm)
{
	const uint8_t status[TOY_ST_LEN] = { (uint8_t)dbm, [TOY_ST_FLAGS] = TOY_ST_HAS_SIGNAL };

	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS, .ppdu = ppdu, .more = phy }, status,
		   sizeof(status));
}

/* Two radios, mixed: each PPDU keeps its frames, its status and its reference, though the
 * numbers are the same, and nothing overtakes. */
static void
two_radios(void)
{
	static const struct { uint8_t phy, ppdu; } frames[] = {
		{ 0, 0 }, { 1, 0 }, { 0, 0 }, { 1, 0 }, { 1, 4 }, { 0, 0 }, { 1, 4 },
	};
	static const int8_t dbm[] = { -50, -60, -50, -60, -61, -50, -61 };
	static const uint8_t first_of_ppdu[] = { 0, 1, 0, 1, 4, 0, 4 };
	struct bench *b = open_bench();
	uint32_t refs[RTE_DIM(frames)];
	struct rte_mbuf *pkts[8];
	struct radiotap r;
	unsigned int i, j;

	for (i = 0; i < RTE_DIM(frames); i++) {
		if (i == 4)
			add_status_of(b, 1, 0, -60);
		add_of(b, frames[i].phy, frames[i].ppdu, i);
	}
	add_status_of(b, 1, 4, -61);
	bench_send(b);
	/* The first waits, and all behind it. */
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 8), 0);
	add_status_of(b, 0, 0, -50);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 8), RTE_DIM(frames));
	for (i = 0; i < RTE_DIM(frames); i++) {
		CU_ASSERT_TRUE(is_frame(pkts[i], i, 96, &r));
		CU_ASSERT((r.present & RTAP_SIGNAL) != 0 && r.signal == dbm[i]);
		refs[i] = r.ampdu_ref;
		for (j = 0; j < i; j++)
			CU_ASSERT_EQUAL(refs[i] == refs[j],
					first_of_ppdu[i] == first_of_ppdu[j]);
	}
	rte_pktmbuf_free_bulk(pkts, RTE_DIM(frames));
	CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
	bench_close(b);
}

/* One radio's next PPDU, status and lost frame end no waiting of the other's. */
static void
radios_apart(void)
{
	struct bench *b = open_bench();
	struct radiotap r;

	add_of(b, 0, 1, 0);
	add_of(b, 1, 7, 1);
	add_of(b, 1, 8, 2);
	add_status_of(b, 1, 1, -99);
	add_frame(b, (struct toy_unit){ .ppdu = 2, .more = 1, .flags = TOY_FCS_BAD }, 9, 100);
	bench_send(b);
	take(b, 32, 0, 0, false);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 2);
	add_status_of(b, 0, 1, -40);
	bench_send(b);
	{
		struct rte_mbuf *pkts[4];

		CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 4), 3);
		CU_ASSERT_TRUE(is_frame(pkts[0], 0, 96, &r));
		CU_ASSERT((r.present & RTAP_SIGNAL) != 0 && r.signal == -40);
		CU_ASSERT_TRUE(is_frame(pkts[2], 2, 96, &r));
		CU_ASSERT_EQUAL(r.present & RTAP_SIGNAL, 0);
		rte_pktmbuf_free_bulk(pkts, 3);
	}
	bench_close(b);
}

/* The next PPDU says that no status comes. */
static void
missing_status(void)
{
	struct bench *b = open_bench();

	add(b, 1, 0);
	add(b, 1, 1);
	add(b, 2, 2);
	bench_send(b);
	take(b, 32, 0, 2, false);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 2);
	add_status(b, 2);
	bench_send(b);
	take(b, 32, 2, 1, true);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 2);
	bench_close(b);
}

/* A frame of the next PPDU that is not handed up says it as well, unless it is none
 * that can be believed. */
static void
missing_status_and_drop(void)
{
	struct bench *b = open_bench();

	add(b, 1, 0);
	add_frame(b, (struct toy_unit){ .ppdu = 2, .flags = TOY_FORGED }, 9, 100);
	bench_send(b);
	take(b, 32, 0, 0, false);
	add_frame(b, (struct toy_unit){ .ppdu = 2 }, 9, MPDU_MAX + FCS + 1);
	bench_send(b);
	take(b, 32, 0, 1, false);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_MAX], 1);
	CU_ASSERT_EQUAL(b->q.stats.too_long, 1);
	bench_close(b);
}

static void
time_out(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *none;

	add(b, 1, 0);
	bench_send(b);
	take(b, 32, 0, 0, false);
	b->q.wait_tsc = 0;
	take(b, 32, 0, 1, false);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 1);
	CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, &none, 1), 0);
	bench_close(b);
}

/* Asked for late, and the status is there: it counts. */
static void
late_and_in_time(void)
{
	struct bench *b = open_bench();

	add(b, 1, 0);
	bench_send(b);
	take(b, 32, 0, 0, false);
	add(b, 1, 1);
	bench_send(b);
	add_status(b, 1);
	bench_send(b);
	b->q.wait_tsc = 0;
	take(b, 32, 0, 2, true);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
	bench_close(b);
}

/* As many as can wait; then they go without. */
static void
as_many_as_can_wait(void)
{
	struct bench *b = open_bench();
	unsigned int i;

	for (i = 0; i < 300; i++)
		add(b, 1, i);
	bench_send(b);
	take(b, 512, 0, 256, false);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 256);
	add_status(b, 1);
	bench_send(b);
	take(b, 512, 256, 44, true);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 256);
	CU_ASSERT_EQUAL(b->q.stats.packets, 300);
	bench_close(b);
}

/* Round and round the places where frames wait, with small bursts. */
static void
around_the_corner(void)
{
	struct bench *b = open_bench();
	unsigned int i, j;

	for (i = 0; i < 20; i++) {
		for (j = 0; j < 255; j++)
			add(b, i, 255 * i + j);
		add_status(b, i);
		bench_send(b);
		take(b, 7, 255 * i, 255, true);
	}
	CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
	bench_close(b);
}

/* Frames that wait hold the last mbufs: they go without a status, nothing is lost. */
static void
starved(void)
{
	struct bench *b = open_mbufs(5);
	struct rte_mbuf *pkts[32];
	struct radiotap r;
	unsigned int i;

	for (i = 0; i < 12; i++)
		add(b, 1, i);
	add_status(b, 1);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 32), 5);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 1);
	CU_ASSERT_EQUAL(b->q.stats.units[0], 5);
	for (i = 0; i < 5; i++)
		CU_ASSERT_TRUE(is_frame(pkts[i], i, 96, &r));
	rte_pktmbuf_free_bulk(pkts, 5);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 32), 5);
	rte_pktmbuf_free_bulk(pkts, 5);
	take(b, 32, 10, 2, true);
	CU_ASSERT_EQUAL(b->q.stats.no_status, 10);
	CU_ASSERT_EQUAL(b->q.stats.units[0], 12);
	bench_close(b);
}

/* In the middle of a chain: its first part goes back. */
static void
starved_in_a_chain(void)
{
	struct bench *b = open_mbufs(7);
	struct rte_mbuf *pkts[2], *m;
	struct radiotap r;

	add_frame(b, (struct toy_unit){ .ppdu = 1, .flags = TOY_TSFT, .tsft = 5 }, 0, 7000);
	add_frame(b, (struct toy_unit){ .ppdu = 1, .flags = TOY_TSFT, .tsft = 6 }, 1, 7000);
	add_status(b, 1);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 2), 1);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), 3);
	rte_pktmbuf_free(pkts[0]);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, &m, 1), 1);
	CU_ASSERT_TRUE(is_frame(m, 1, 6996, &r));
	CU_ASSERT_EQUAL(r.tsft, 6);
	CU_ASSERT_EQUAL(r.nb_chains, 2);
	rte_pktmbuf_free(m);
	bench_close(b);
}

/* What waits is lost, and counted; the next run begins with nothing. */
static void
stop_while_waiting(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[1];

	add(b, 1, 0);
	add_status(b, 1);
	add(b, 2, 1);
	add_status(b, 2);
	add(b, 3, 2);
	add(b, 3, 3);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 1), 1);
	rte_pktmbuf_free(pkts[0]);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 1), 1);
	rte_pktmbuf_free(pkts[0]);
	CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, pkts, 1), 0);
	wport_rxq_stop(&b->q);
	CU_ASSERT_EQUAL(b->q.stats.monitor_stopped, 2);
	bench_check_sums(b);
	CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, pkts, 1), 0);
	wport_rxq_start(&b->q);
	add(b, 3, 4);
	add_status(b, 3);
	bench_send(b);
	take(b, 32, 4, 1, true);
	/* Set up anew: what was there before goes. */
	CU_ASSERT_EQUAL(wport_monitor_init(&b->q, 0), 0);
	add(b, 3, 5);
	add_status(b, 3);
	bench_send(b);
	take(b, 32, 5, 1, true);
	bench_close(b);
}

/* The frame knows better; what it does not know the status adds. */
static void
status_merges(void)
{
	const uint8_t all[TOY_ST_LEN] = {
		(uint8_t)-70, 1, (uint8_t)-71, 0, 0, 0, 2,
		TOY_ST_HAS_SIGNAL | TOY_ST_HAS_STBC | TOY_ST_HAS_LDPC | TOY_ST_LDPC,
		2437 & 0xff, 2437 >> 8,
	};
	const struct toy_unit units[] = {
		{ .ppdu = 1, .flags = TOY_SIGNAL | TOY_PLAIN, .signal = -33 },
		{ .ppdu = 1 },
	};
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[2];
	struct radiotap r;

	add_frame(b, units[0], 0, 100);
	add_frame(b, units[1], 1, 100);
	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS, .ppdu = 1 }, all, sizeof(all));
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 2), 2);
	CU_ASSERT_TRUE(is_frame(pkts[0], 0, 96, &r));
	CU_ASSERT((r.present & RTAP_SIGNAL) != 0 && r.signal == -33);
	CU_ASSERT((r.vht_known & 0x21) == 0x21 && (r.vht_flags & 0x21) == 0);
	CU_ASSERT_EQUAL(r.vht_coding, 0);
	CU_ASSERT_EQUAL(r.mhz, 2437);
	CU_ASSERT(r.nb_chains == 1 && r.dbm[0] == -71);
	CU_ASSERT_TRUE(is_frame(pkts[1], 1, 96, &r));
	CU_ASSERT((r.present & RTAP_SIGNAL) != 0 && r.signal == -70);
	CU_ASSERT((r.vht_known & 0x21) == 1 && (r.vht_flags & 0x21) == 1);
	CU_ASSERT_EQUAL(r.vht_coding & 1, 1);
	rte_pktmbuf_free_bulk(pkts, 2);
	bench_close(b);
}

/* A status that says nothing adds nothing. */
static void
status_of_nothing(void)
{
	static const uint8_t nothing[TOY_ST_LEN] = { (uint8_t)-70, 0, (uint8_t)-1 };
	struct bench *b = open_bench();
	struct radiotap r;

	add(b, 1, 0);
	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS, .ppdu = 1 }, nothing,
		   sizeof(nothing));
	bench_send(b);
	take_one(b, 0, 96, &r);
	CU_ASSERT_EQUAL(r.present & (RTAP_SIGNAL | RTAP_CHANNEL | RTAP_TSFT | RTAP_AMPDU), 0);
	CU_ASSERT_EQUAL(r.nb_chains, 0);
	CU_ASSERT_EQUAL(r.vht_known & 0x21, 0);
	bench_close(b);
}

static void
fcs(void)
{
	static const struct {
		uint8_t flags;		/* of the unit */
		bool keep_fcs, keep_bad;
		uint32_t len;		/* of 100 come; 0: dropped */
		uint8_t rtap;
	} cases[] = {
		{ 0, false, false, 96, 0x00 },
		{ 0, true, false, 100, 0x10 },
		{ TOY_FCS_BAD, false, false, 0, 0 },
		{ TOY_FCS_BAD, true, false, 0, 0 },
		{ TOY_FCS_BAD, false, true, 96, 0x40 },
		{ TOY_FCS_BAD, true, true, 100, 0x50 },
		{ TOY_NO_FCS, false, false, 100, 0x00 },
		{ TOY_NO_FCS, true, false, 100, 0x00 },
	};
	struct bench *b = open_bench();
	struct radiotap r;
	struct rte_mbuf *none;
	unsigned int i, dropped = 0;

	for (i = 0; i < RTE_DIM(cases); i++) {
		b->q.keep_fcs = cases[i].keep_fcs;
		b->q.keep_bad = cases[i].keep_bad;
		add_frame(b, (struct toy_unit){ .flags = cases[i].flags }, i, 100);
		add_status(b, 0);
		bench_send(b);
		if (cases[i].len == 0) {
			CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, &none, 1), 0);
			dropped++;
			continue;
		}
		take_one(b, i, cases[i].len, &r);
		CU_ASSERT_EQUAL(r.flags & 0x50, cases[i].rtap);
	}
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_FCS_ERROR], dropped);
	bench_close(b);
}

/* Shorter than its FCS. */
static void
short_frame(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *none;

	add_frame(b, (struct toy_unit){ 0 }, 0, 3);
	add_status(b, 0);
	bench_send(b);
	CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, &none, 1), 0);
	CU_ASSERT_EQUAL(b->q.stats.drops[WLAN_DROP_SHORT], 1);
	bench_close(b);
}

/* The largest MPDUs of 802.11 come whole with scatter, and without it where an mbuf has
 * the room for them and the largest radiotap header. */
static void
lengths(void)
{
	static const struct {
		uint32_t len;		/* without FCS */
		bool scatter, comes;
	} cases[] = {
		{ 3839, true, true }, { 7935, true, true }, { MPDU_MAX, true, true },
		{ MPDU_MAX + 1, true, false }, { 10, false, true },
		{ ROOM - 120, false, true }, { ROOM - 119, false, false },
		{ ROOM - 119, true, true }, { 3839, false, false },
	};
	struct bench *b = open_bench();
	unsigned int i, lost = 0;
	struct rte_mbuf *m;
	struct radiotap r;

	for (i = 0; i < RTE_DIM(cases); i++) {
		b->q.scatter = cases[i].scatter;
		add_frame(b, (struct toy_unit){ 0 }, i, cases[i].len + FCS);
		add_status(b, 0);
		bench_send(b);
		CU_ASSERT_EQUAL(toy_monitor_burst(&b->q, &m, 1), cases[i].comes);
		if (!cases[i].comes) {
			lost++;
			continue;
		}
		CU_ASSERT_TRUE(is_frame(m, i, cases[i].len, &r));
		CU_ASSERT(m->data_off >= RTE_PKTMBUF_HEADROOM);
		rte_pktmbuf_free(m);
	}
	CU_ASSERT_EQUAL(lost, 3);
	CU_ASSERT_EQUAL(b->q.stats.too_long, 1);
	CU_ASSERT_EQUAL(b->q.stats.no_scatter, 2);
	bench_close(b);
}

/* The room in front of a frame is what the longest header takes, and no more. */
static void
room_for_radiotap(void)
{
	uint8_t header[1024];
	uint32_t len, longest = 0;
	unsigned int mode, chains;

	for (mode = 0; mode <= RTE_WLAN_EHT; mode++) {
		for (chains = 0; chains < 16; chains++) {
			const struct wlan_monitor mon = {
				.flags = UINT16_MAX, .freq_mhz = 5180, .chains = chains,
				.rx = { .flags = RTE_WLAN_RX_RATE, .mode = mode, .mcs = 1,
					.nss = 1, .bw_mhz = 20 },
			};

			len = wlan_radiotap_write(header, &mon);
			longest = RTE_MAX(longest, len);
		}
	}
	CU_ASSERT_EQUAL(longest, WLAN_RADIOTAP_MAX);
}

/* 32 bits of the device become 64: over the wrap, back before it, and on. */
static void
clock_of_64_bits(void)
{
	static const struct {
		uint32_t device;
		uint64_t tsft;
	} steps[] = {
		{ 0x00000010, 0x000000010 }, { 0xf0000000, 0x0f0000000 },
		{ 0xfffffff0, 0x0fffffff0 }, { 0xffffffe0, 0x0ffffffe0 },
		{ 0x00000005, 0x100000005 }, { 0xfffffff8, 0x0fffffff8 },
		{ 0x00000006, 0x100000006 }, { 0x00000002, 0x100000002 },
		{ 0x00000002, 0x100000002 }, { 0xa0000000, 0x1a0000000 },
		{ 0x9ffffff0, 0x19ffffff0 }, { 0x10000000, 0x210000000 },
		{ 0x0fffffff, 0x20fffffff }, { 0x7fffffff, 0x27fffffff },
		{ 0x7fff0000, 0x27fff0000 }, { 0x00000000, 0x300000000 },
	};
	struct bench *b = open_bench();
	struct radiotap r;
	unsigned int i;

	for (i = 0; i < RTE_DIM(steps); i++) {
		add_frame(b, (struct toy_unit){ .flags = TOY_TSFT, .tsft = steps[i].device },
			  i, 100);
		add_status(b, 0);
		bench_send(b);
		take_one(b, i, 96, &r);
		CU_ASSERT_EQUAL(r.present & RTAP_TSFT, RTAP_TSFT);
		CU_ASSERT_EQUAL(r.tsft, steps[i].tsft);
	}
	bench_close(b);
}

/* Before the first time that it has heard there is none. */
static void
clock_begins(void)
{
	static const uint32_t device[] = { 5, 0xfffffff0, 0xefffffff, 1 };
	static const uint64_t tsft[] = { 5, 0xfffffff0, 0x1efffffff, 0x200000001 };
	struct bench *b = open_bench();
	struct radiotap r;
	unsigned int i;

	for (i = 0; i < RTE_DIM(device); i++) {
		add_frame(b, (struct toy_unit){ .flags = TOY_TSFT, .tsft = device[i] }, 0, 100);
		add_status(b, 0);
		bench_send(b);
		take_one(b, 0, 96, &r);
		CU_ASSERT_EQUAL(r.tsft, tsft[i]);
	}
	bench_close(b);
}

/* Frames of a PPDU share a reference, those of the next have another, and the same
 * number again later is another too. */
static void
ampdu_references(void)
{
	static const uint8_t ppdus[] = { 3, 3, 3, 4, 4, 7, 0, 0, 3 };
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[RTE_DIM(ppdus)];
	uint32_t refs[RTE_DIM(ppdus)];
	struct radiotap r;
	unsigned int i, j;

	for (i = 0; i < RTE_DIM(ppdus); i++) {
		add_frame(b, (struct toy_unit){ .ppdu = ppdus[i], .flags = TOY_AMPDU }, i, 100);
		if (i + 1 == RTE_DIM(ppdus) || ppdus[i] != ppdus[i + 1])
			add_status(b, ppdus[i]);
	}
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, RTE_DIM(pkts)), RTE_DIM(pkts));
	for (i = 0; i < RTE_DIM(ppdus); i++) {
		CU_ASSERT_TRUE(is_frame(pkts[i], i, 96, &r));
		CU_ASSERT_EQUAL(r.present & RTAP_AMPDU, RTAP_AMPDU);
		refs[i] = r.ampdu_ref;
		for (j = 0; j < i; j++)
			CU_ASSERT_EQUAL(refs[i] == refs[j],
					i - j < 3 && ppdus[i] == ppdus[j]);
	}
	rte_pktmbuf_free_bulk(pkts, RTE_DIM(pkts));
	bench_close(b);
}

/* The dynamic field says what radiotap says. */
static void
dynamic_field(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[2];
	const struct rte_wlan_rx *rx;

	add_frame(b, (struct toy_unit){ .ppdu = 1, .mcs = 8, .tsft = 77, .signal = -40,
		  .flags = TOY_SIGNAL | TOY_TSFT | TOY_AMPDU, .more = TOY_EOF | TOY_PHY1 },
		  0, 100);
	add_frame(b, (struct toy_unit){ .ppdu = 1, .mcs = 8, .tsft = 77, .signal = -40,
		  .flags = TOY_NO_RATE, .more = TOY_DECRYPTED | TOY_PHY1 }, 1, 100);
	add_status_of(b, 1, 1, -9);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_burst(&b->q, pkts, 2), 2);
	rx = RTE_MBUF_DYNFIELD(pkts[0], b->q.dyn_off, const struct rte_wlan_rx *);
	CU_ASSERT_EQUAL(rx->flags, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI | RTE_WLAN_RX_TSFT |
			RTE_WLAN_RX_AMPDU | RTE_WLAN_RX_AMPDU_EOF);
	CU_ASSERT_EQUAL(rx->phy, 1);
	CU_ASSERT(rx->mode == RTE_WLAN_VHT && rx->mcs == 8 && rx->bw_mhz == 20);
	CU_ASSERT(rx->tsft_us == 77 && rx->rssi_dbm == -40);
	rx = RTE_MBUF_DYNFIELD(pkts[1], b->q.dyn_off, const struct rte_wlan_rx *);
	CU_ASSERT_EQUAL(rx->flags, RTE_WLAN_RX_DECRYPTED | RTE_WLAN_RX_RSSI);
	CU_ASSERT(rx->mode == 0 && rx->mcs == 0 && rx->tsft_us == 0 && rx->rssi_dbm == -9);
	CU_ASSERT_EQUAL(b->q.stats.bad_rate, 1);
	rte_pktmbuf_free_bulk(pkts, 2);
	/* No room for it. */
	b->q.dyn_off = -1;
	add(b, 1, 0);
	add_status(b, 1);
	bench_send(b);
	take(b, 32, 0, 1, true);
	bench_close(b);
}

/* Handed up, and counted: not when it comes but when it goes. */
static void
icv_error(void)
{
	struct bench *b = open_bench();
	struct radiotap r;

	add_frame(b, (struct toy_unit){ .ppdu = 1, .more = TOY_ICV }, 0, 100);
	bench_send(b);
	take(b, 32, 0, 0, false);
	CU_ASSERT_EQUAL(b->q.stats.icv_errors, 0);
	add_status(b, 1);
	bench_send(b);
	take_one(b, 0, 96, &r);
	CU_ASSERT_EQUAL(b->q.stats.icv_errors, 1);
	add(b, 1, 1);
	add_status(b, 1);
	bench_send(b);
	take_one(b, 1, 96, &r);
	CU_ASSERT_EQUAL(b->q.stats.icv_errors, 1);
	bench_close(b);
}

/* A chip without a status: nothing waits. */
static void
chip_without_status(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[8];
	struct radiotap r;
	unsigned int i;

	for (i = 0; i < 4; i++)
		add(b, i / 2, i);
	add_status(b, 0);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_monitor_plain_burst(&b->q, pkts, 8), 4);
	for (i = 0; i < 4; i++)
		CU_ASSERT_TRUE(is_frame(pkts[i], i, 96, &r));
	CU_ASSERT_EQUAL(b->q.stats.no_status, 0);
	CU_ASSERT_EQUAL(b->q.stats.units[TOY_STATUS], 1);
	CU_ASSERT_EQUAL(b->q.stats.bytes, 4 * (r.len + 96));
	rte_pktmbuf_free_bulk(pkts, 4);
	bench_close(b);
}

/* Units that hold no frames, without end: a burst comes back all the same. */
static void
budget(void)
{
	struct bench *b = open_bench();
	struct rte_mbuf *pkts[32];
	unsigned int i, calls = 0;

	for (i = 0; i < 1000; i++)
		add_status(b, 1);
	add(b, 1, 0);
	add_status(b, 1);
	bench_send(b);
	while (toy_monitor_burst(&b->q, pkts, 1) == 0 && calls < 1000)
		calls++;
	CU_ASSERT(calls >= 1000 / (2 + WPORT_XFER_BATCH) - 1 && calls < 100);
	rte_pktmbuf_free(pkts[0]);
	bench_close(b);
}

static CU_TestInfo tests[] = {
	{ "frames wait", frames_wait },
	{ "several PPDUs", several_ppdus },
	{ "order and small bursts", order_and_small_bursts },
	{ "burst of none", burst_of_none },
	{ "wrong status", wrong_status },
	{ "status of another", status_of_another },
	{ "bad frame of another", bad_frame_of_another },
	{ "two radios", two_radios },
	{ "radios apart", radios_apart },
	{ "missing status", missing_status },
	{ "missing status and drop", missing_status_and_drop },
	{ "time-out", time_out },
	{ "late and in time", late_and_in_time },
	{ "as many as can wait", as_many_as_can_wait },
	{ "around the corner", around_the_corner },
	{ "starved", starved },
	{ "starved in a chain", starved_in_a_chain },
	{ "stop while waiting", stop_while_waiting },
	{ "status merges", status_merges },
	{ "status of nothing", status_of_nothing },
	{ "fcs", fcs },
	{ "short frame", short_frame },
	{ "lengths", lengths },
	{ "room for radiotap", room_for_radiotap },
	{ "clock of 64 bits", clock_of_64_bits },
	{ "clock begins", clock_begins },
	{ "A-MPDU references", ampdu_references },
	{ "dynamic field", dynamic_field },
	{ "icv error", icv_error },
	{ "chip without status", chip_without_status },
	{ "budget", budget },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_monitor", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
