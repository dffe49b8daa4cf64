/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* mode=monitor sends frames as they are: radiotap comes off, what it asks for goes to
 * the descriptor. */

#include "tx_bench.h"

#define MPDU_MAX 11454u

/* Radiotap headers, radiotap.org: version, pad, length, presence, fields. */
static const uint8_t bare[] = { 0, 0, 8, 0, 0, 0, 0, 0 };
static const uint8_t with_fcs[] = { 0, 0, 9, 0, 0x02, 0, 0, 0, 0x10 };
static const uint8_t no_ack[] = { 0, 0, 10, 0, 0, 0x80, 0, 0, 0x08, 0 };
static const uint8_t version1[] = { 1, 0, 8, 0, 0, 0, 0, 0 };

static struct tx_bench *
open_bench(void)
{
	return tx_open(0, 16, true, MPDU_MAX);
}

/* Data to the DS without QoS, sequence number 0x123, len bytes. */
static uint32_t
frame(uint8_t *dst, const uint8_t *radiotap, uint32_t radiotap_len, uint32_t len)
{
	static const uint8_t head[24] = {
		0x08, 0x01, 0, 0, 0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2,
		0x02, 0, 0, 0, 0, 3, 0x30, 0x12,
	};
	uint32_t i;

	memcpy(dst, radiotap, radiotap_len);
	for (i = 0; i < len; i++)
		dst[radiotap_len + i] = i < sizeof(head) ? head[i] : bench_byte(1, i);
	return radiotap_len + len;
}

static struct rte_mbuf *
frame_mbuf(struct rte_mempool *mp, const uint8_t *radiotap, uint32_t radiotap_len,
	   uint32_t len)
{
	static uint8_t bytes[16384];

	return tx_mbuf(mp, bytes, frame(bytes, radiotap, radiotap_len, len));
}

/* len bytes of that frame, with these flags. */
static bool
is_sent(const struct script_sent *s, uint32_t len, uint16_t flags)
{
	static uint8_t want[16384];
	const uint8_t desc[] = {
		len & 0xff, len >> 8, 4 /* management queue */, 0, 0x23, 0x01,
		flags & 0xff, flags >> 8,
	};

	frame(want, bare, 0, len);
	return s->len == 8 + len + TOY_TAIL_LEN && memcmp(s->bytes, desc, 8) == 0 &&
		memcmp(s->bytes + 8, want, len) == 0 && s->bytes[8 + len] == TOY_TAIL &&
		s->ep == 9;
}

#define OWN_SEQ	0x10
#define NO_ACK	0x04

static void
as_it_is(void)
{
	struct tx_bench *b = open_bench();
	struct rte_mbuf *pkts[3];

	/* 11454, descriptor 8, headers 32, tail 2: on a cache line. */
	CU_ASSERT_EQUAL(b->s->tx[0].size, 11520);
	pkts[0] = frame_mbuf(b->mp, bare, sizeof(bare), 24);
	pkts[1] = frame_mbuf(b->mp, no_ack, sizeof(no_ack), 500);
	pkts[2] = frame_mbuf(b->mp, with_fcs, sizeof(with_fcs), 504);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, pkts, 3), 3);
	CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, 3);
	CU_ASSERT_TRUE(is_sent(&b->s->sent[0], 24, OWN_SEQ));
	CU_ASSERT_TRUE(is_sent(&b->s->sent[1], 500, OWN_SEQ | NO_ACK));
	CU_ASSERT_TRUE(is_sent(&b->s->sent[2], 500, OWN_SEQ));
	CU_ASSERT_EQUAL(b->q->stats.packets, 3);
	CU_ASSERT_EQUAL(b->q->stats.bytes, 8 + 24 + 10 + 500 + 9 + 504);
	tx_close(b);
}

/* What one asks for the next does not get. */
static void
nothing_is_carried_over(void)
{
	struct tx_bench *b = open_bench();
	struct rte_mbuf *pkts[2];

	pkts[0] = frame_mbuf(b->mp, no_ack, sizeof(no_ack), 100);
	pkts[1] = frame_mbuf(b->mp, bare, sizeof(bare), 100);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, pkts, 2), 2);
	CU_ASSERT_TRUE(is_sent(&b->s->sent[1], 100, OWN_SEQ));
	tx_close(b);
}

/* Radiotap in the first segment, the frame anywhere. */
static void
segments(void)
{
	static const int pieces[][6] = {
		{ 9, -1 }, { 10, -1 }, { 9, 23, -1 }, { 9, 24, -1 }, { 9, 0, 1, 2, 3, -1 },
		{ 9, 200, -1 }, { 9 + 500, -1 }, { 9 + 499, -1 }, { 9 + 500, 3, -1 },
		{ 9, 500, 4, -1 },
	};
	struct tx_bench *b = open_bench();
	uint8_t bytes[600];
	uint32_t len = frame(bytes, with_fcs, sizeof(with_fcs), 504);
	struct rte_mbuf *m;
	unsigned int i;

	for (i = 0; i < RTE_DIM(pieces); i++) {
		m = tx_segments(b->mp, bytes, len, pieces[i]);
		CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, &m, 1), 1);
		CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, i + 1);
		CU_ASSERT_TRUE(is_sent(&b->s->sent[i], 500, OWN_SEQ));
		tx_check_home(b);
	}
	tx_close(b);
}

static void
bad_radiotap(void)
{
	static const int cut[] = { 7, -1 }, none[] = { 0, -1 }, before_the_field[] = { 8, -1 };
	struct tx_bench *b = open_bench();
	struct rte_mbuf *pkts[6];
	uint8_t bytes[128];
	uint32_t len = frame(bytes, with_fcs, sizeof(with_fcs), 100);

	pkts[0] = frame_mbuf(b->mp, version1, sizeof(version1), 100);
	pkts[1] = tx_segments(b->mp, bytes, len, cut);
	pkts[2] = tx_segments(b->mp, bytes, len, none);
	pkts[3] = tx_segments(b->mp, bytes, len, before_the_field);
	pkts[4] = tx_mbuf(b->mp, bare, 7);
	pkts[5] = rte_pktmbuf_alloc(b->mp);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, pkts, 6), 6);
	CU_ASSERT_EQUAL(b->q->stats.bad_radiotap, 6);
	CU_ASSERT_EQUAL(b->q->stats.packets, 0);
	CU_ASSERT_EQUAL(b->q->stats.bytes, 0);
	CU_ASSERT_EQUAL(b->s->nb_unused, 6);
	CU_ASSERT_EQUAL(b->s->nb_sent, 0);
	tx_close(b);
}

/* toy1 has two streams, 80 MHz and VHT. */
static void
rates(void)
{
	static const struct { uint8_t header[24], len; bool sent; } wishes[] = {
		/* Rate, bit 2: 11 Mbit/s, 54 Mbit/s. */
		{ { 0, 0, 9, 0, 0x04, 0, 0, 0, 22 }, 9, true },
		{ { 0, 0, 9, 0, 0x04, 0, 0, 0, 108 }, 9, true },
		/* MCS, bit 19: known 0x02 the index; 15 has two streams, 16 three. */
		{ { 0, 0, 11, 0, 0, 0, 0x08, 0, 0x02, 0, 15 }, 11, true },
		{ { 0, 0, 11, 0, 0, 0, 0x08, 0, 0x02, 0, 16 }, 11, false },
		/* VHT, bit 21: known 0x40 bandwidth, 4 is 80 MHz, 11 is 160; MCS 7. */
		{ { 0, 0, 20, 0, 0, 0, 0x20, 0, 0x40, 0, 0, 4, 0x72 }, 20, true },
		{ { 0, 0, 20, 0, 0, 0, 0x20, 0, 0x40, 0, 0, 11, 0x72 }, 20, false },
		{ { 0, 0, 20, 0, 0, 0, 0x20, 0, 0x40, 0, 0, 4, 0x73 }, 20, false },
		/* HE, bit 23: data1 0x20 the MCS; data6 streams. */
		{ { 0, 0, 20, 0, 0, 0, 0x80, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }, 20, false },
	};
	struct tx_bench *b = open_bench();
	unsigned int i, sent = 0;
	struct rte_mbuf *m;

	for (i = 0; i < RTE_DIM(wishes); i++) {
		m = frame_mbuf(b->mp, wishes[i].header, wishes[i].len, 100);
		CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, &m, 1), 1);
		sent += wishes[i].sent;
		CU_ASSERT_EQUAL(b->s->nb_sent, sent);
		CU_ASSERT_EQUAL(b->q->stats.bad_rate, i + 1 - sent);
	}
	CU_ASSERT_EQUAL(b->q->stats.bad_radiotap + b->q->stats.bad_frame, 0);
	/* The other chip has HE. */
	b->q->chip = toy_family.chip_at(1);
	m = frame_mbuf(b->mp, wishes[7].header, wishes[7].len, 100);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, &m, 1), 1);
	CU_ASSERT_EQUAL(b->s->nb_sent, sent + 1);
	tx_close(b);
}

static void
bad_frame(void)
{
	static const uint8_t extension[24] = { 0x0c }, protocol1[24] = { 0x01 };
	struct tx_bench *b = open_bench();
	struct rte_mbuf *pkts[7];
	uint8_t bytes[64];
	unsigned int n = 0;

	pkts[n++] = frame_mbuf(b->mp, bare, sizeof(bare), 0);
	pkts[n++] = frame_mbuf(b->mp, bare, sizeof(bare), 23);
	pkts[n++] = frame_mbuf(b->mp, with_fcs, sizeof(with_fcs), 3);
	pkts[n++] = frame_mbuf(b->mp, with_fcs, sizeof(with_fcs), 4);
	pkts[n++] = frame_mbuf(b->mp, with_fcs, sizeof(with_fcs), 27);
	memcpy(bytes, bare, 8);
	memcpy(bytes + 8, extension, 24);
	pkts[n++] = tx_mbuf(b->mp, bytes, 32);
	memcpy(bytes + 8, protocol1, 24);
	pkts[n++] = tx_mbuf(b->mp, bytes, 32);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, pkts, n), n);
	CU_ASSERT_EQUAL(b->q->stats.bad_frame, n);
	CU_ASSERT_EQUAL(b->s->nb_sent, 0);
	tx_close(b);
}

/* The longest MPDU, its FCS not counted. */
static void
lengths(void)
{
	static const int pieces[] = { 2000, 2000, 2000, 2000, 2000, -1 };
	struct tx_bench *b = open_bench();
	static uint8_t bytes[12000];
	struct rte_mbuf *pkts[4];

	pkts[0] = tx_segments(b->mp, bytes, frame(bytes, bare, 8, MPDU_MAX), pieces);
	pkts[1] = tx_segments(b->mp, bytes, frame(bytes, bare, 8, MPDU_MAX + 1), pieces);
	pkts[2] = tx_segments(b->mp, bytes, frame(bytes, with_fcs, 9, MPDU_MAX + 4), pieces);
	pkts[3] = tx_segments(b->mp, bytes, frame(bytes, with_fcs, 9, MPDU_MAX + 5), pieces);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, pkts, 4), 4);
	CU_ASSERT_EQUAL(b->q->stats.too_long, 2);
	CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, 2);
	CU_ASSERT_TRUE(is_sent(&b->s->sent[0], MPDU_MAX, OWN_SEQ));
	CU_ASSERT_TRUE(is_sent(&b->s->sent[1], MPDU_MAX, OWN_SEQ));
	tx_close(b);
}

/* A header of the largest size, 4 addresses, QoS and HT control, in pieces of 5. */
static void
longest_header(void)
{
	static const int pieces[] = { 8, 5, 5, 5, 5, -1 };
	struct tx_bench *b = open_bench();
	uint8_t bytes[8 + 36 + 10] = { 0, 0, 8 };
	struct rte_mbuf *m;

	bytes[8] = 0x88;
	bytes[9] = 0x83;	/* to and from the DS, +HTC */
	bytes[8 + 30] = 0x05;	/* TID 5 */
	m = tx_segments(b->mp, bytes, sizeof(bytes), pieces);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, &m, 1), 1);
	CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, 1);
	CU_ASSERT_EQUAL(b->s->sent[0].bytes[3], 5);
	CU_ASSERT_EQUAL(memcmp(b->s->sent[0].bytes + 8, bytes + 8, 46), 0);
	m = tx_segments(b->mp, bytes, 8 + 35, pieces);
	CU_ASSERT_EQUAL(toy_tx_inject_burst(b->q, &m, 1), 1);
	CU_ASSERT_EQUAL(b->q->stats.bad_frame, 1);
	tx_close(b);
}

static CU_TestInfo tests[] = {
	{ "as it is", as_it_is },
	{ "nothing is carried over", nothing_is_carried_over },
	{ "segments", segments },
	{ "bad radiotap", bad_radiotap },
	{ "rates", rates },
	{ "bad frame", bad_frame },
	{ "lengths", lengths },
	{ "longest header", longest_header },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_inject", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
