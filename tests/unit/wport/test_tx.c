/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The transmit burst: what it takes it sends or counts, and frees; what it does not
 * take it does not touch. */

#include <errno.h>

#include "tx_bench.h"

#define BE 0

/* The transfer of packet serial, len bytes: descriptor, 802.11, the packet, tail. */
static bool
is_sent(const struct script_sent *s, uint32_t serial, uint32_t len, uint8_t ac, uint8_t tid,
	uint16_t seq)
{
	static uint8_t eth[16384];
	const uint32_t frame_len = len - 12 + 26 + 6;
	const uint8_t want[] = {
		frame_len & 0xff, frame_len >> 8, ac, tid, seq & 0xff, seq >> 8,
		0x01, 0x00,				/* QoS */
		0x88, 0x01, 0x00, 0x00,			/* QoS data, to the DS */
		0x02, 0, 0, 0, 0, 0xb2,			/* A1: the access point */
		0x02, 0, 0, 0, 0, 0xc3,			/* A2: source */
		0x02, 0, 0, 0, 0, 0xa1,			/* A3: destination */
		seq << 4 & 0xff, seq >> 4,
		tid, 0,
		0xaa, 0xaa, 0x03, 0, 0, 0,		/* LLC/SNAP */
	};

	bench_ethernet(eth, serial, len);
	return s->len == sizeof(want) + len - 12 + TOY_TAIL_LEN &&
		memcmp(s->bytes, want, sizeof(want)) == 0 &&
		memcmp(s->bytes + sizeof(want), eth + 12, len - 12) == 0 &&
		s->bytes[s->len - 2] == TOY_TAIL && s->bytes[s->len - 1] == TOY_TAIL && s->zlp;
}

/* Each queue with its endpoint, access category and TID. */
static void
queues(void)
{
	static const struct { uint8_t ep, tid; } want[] = {
		{ 5, 0 }, { 6, 1 }, { 7, 5 }, { 8, 6 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(want); i++) {
		struct tx_bench *b = tx_open(i, 16, false, TX_MAX_LEN);
		struct rte_mbuf *m = tx_packet(b->mp, i, 300);

		CU_ASSERT_EQUAL(b->s->tx[i].nb, 16);
		/* 1522, descriptor 8, headers 32, tail 2: on a cache line. */
		CU_ASSERT_EQUAL(b->s->tx[i].size, 1600);
		CU_ASSERT_EQUAL(toy_tx_burst(b->q, &m, 1), 1);
		CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, 1);
		CU_ASSERT_TRUE(is_sent(&b->s->sent[0], i, 300, i, want[i].tid, 0));
		CU_ASSERT_EQUAL(b->s->sent[0].queue, i);
		CU_ASSERT_EQUAL(b->s->sent[0].ep, want[i].ep);
		tx_close(b);
	}
}

/* More than a batch: all of them, in order, numbered. */
static void
large_bursts(void)
{
	static const uint16_t sizes[] = { 0, 1, 31, 32, 33, 64, 100 };
	struct tx_bench *b = tx_open(BE, 128, false, TX_MAX_LEN);
	struct rte_mbuf *pkts[100];
	unsigned int i, j, sent = 0;
	uint64_t bytes = 0;

	for (i = 0; i < RTE_DIM(sizes); i++) {
		for (j = 0; j < sizes[i]; j++)
			pkts[j] = tx_packet(b->mp, sent + j, 60 + j);
		CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts, sizes[i]), sizes[i]);
		CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, sent + sizes[i]);
		for (j = 0; j < sizes[i]; j++, sent++) {
			CU_ASSERT_TRUE(is_sent(&b->s->sent[sent], sent, 60 + j, 0, 0, sent));
			bytes += 60 + j;
		}
		tx_check_home(b);
	}
	CU_ASSERT_EQUAL(b->q->stats.packets, sent);
	CU_ASSERT_EQUAL(b->q->stats.bytes, bytes);
	CU_ASSERT_EQUAL(b->q->stats.bursts, RTE_DIM(sizes) - 1);
	CU_ASSERT_EQUAL(b->q->stats.full, 0);
	tx_close(b);
}

/* Numbers of 12 bits. */
static void
sequence_wraps(void)
{
	struct tx_bench *b = tx_open(BE, 4, false, TX_MAX_LEN);
	struct rte_mbuf *pkts[3];
	unsigned int i;

	b->q->seq = 4094;
	for (i = 0; i < 3; i++)
		pkts[i] = tx_packet(b->mp, i, 60);
	CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts, 3), 3);
	CU_ASSERT_TRUE(is_sent(&b->s->sent[0], 0, 60, 0, 0, 4094));
	CU_ASSERT_TRUE(is_sent(&b->s->sent[1], 1, 60, 0, 0, 4095));
	CU_ASSERT_TRUE(is_sent(&b->s->sent[2], 2, 60, 0, 0, 0));
	b->q->seq = 4095;
	CU_ASSERT_EQUAL(wport_tx_seq(b->q), 4095);
	CU_ASSERT_EQUAL(wport_tx_seq(b->q), 0);
	tx_close(b);
}

/* Fewer transfers than packets: those that are not taken are as they were. */
static void
queue_full(void)
{
	static const uint16_t descs[] = { 1, 5, 32, 33, 40 };
	unsigned int i, j, fast;

	for (i = 0; i < 2 * RTE_DIM(descs); i++) {
		uint16_t nb = descs[i / 2];
		struct tx_bench *b = tx_open(BE, nb, false, TX_MAX_LEN);
		struct rte_mbuf *pkts[64], *before[64];

		fast = i % 2;
		b->q->fast_free = fast != 0;
		b->s->hold = true;
		for (j = 0; j < 64; j++)
			before[j] = pkts[j] = tx_packet(b->mp, j, 100);
		CU_ASSERT_EQUAL_FATAL(toy_tx_burst(b->q, pkts, 64), nb);
		CU_ASSERT_EQUAL(memcmp(pkts, before, sizeof(pkts)), 0);
		CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), TX_MBUFS - 64 + nb);
		CU_ASSERT_EQUAL(b->q->stats.full, 1);
		CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts + nb, 64 - nb), 0);
		CU_ASSERT_EQUAL(b->q->stats.full, 2);
		CU_ASSERT_EQUAL(b->q->stats.bursts, 1);
		CU_ASSERT_EQUAL(b->q->stats.packets, nb);
		for (j = nb; j < 64; j++) {
			CU_ASSERT(rte_mbuf_refcnt_read(pkts[j]) == 1 &&
				  pkts[j]->pkt_len == 100);
			rte_pktmbuf_free(pkts[j]);
		}
		tx_close(b);
	}
}

/* What cannot be sent is taken, counted and freed, and takes nobody with it. */
static void
errors(void)
{
	static const struct { uint32_t len; bool sent; } cases[] = {
		{ 14, true }, { 13, false }, { 1, false }, { TX_MAX_LEN, true },
		{ TX_MAX_LEN + 1, false }, { 2000, false }, { 60, true },
	};
	struct tx_bench *b = tx_open(BE, 32, false, TX_MAX_LEN);
	struct rte_mbuf *pkts[RTE_DIM(cases) + 1];
	unsigned int i, sent = 0;

	for (i = 0; i < RTE_DIM(cases); i++)
		pkts[i] = tx_packet(b->mp, i, cases[i].len);
	/* No bytes at all. */
	pkts[i] = rte_pktmbuf_alloc(b->mp);
	CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts, RTE_DIM(pkts)), RTE_DIM(pkts));
	tx_check_home(b);
	CU_ASSERT_EQUAL(b->q->stats.too_short, 3);
	CU_ASSERT_EQUAL(b->q->stats.too_long, 2);
	CU_ASSERT_EQUAL(b->q->stats.packets, 3);
	CU_ASSERT_EQUAL(b->q->stats.bytes, 14 + TX_MAX_LEN + 60);
	CU_ASSERT_EQUAL(b->s->nb_unused, 5);
	CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, 3);
	for (i = 0; i < RTE_DIM(cases); i++)
		if (cases[i].sent) {
			/* What is not sent has no number. */
			CU_ASSERT_TRUE(is_sent(&b->s->sent[sent], i, cases[i].len, 0, 0, sent));
			sent++;
		}
	/* The transfers of those are free again. */
	CU_ASSERT_EQUAL(b->s->tx[BE].nb_free, 32);
	tx_close(b);
}

/* Headers and payload in pieces, empty ones among them. */
static void
segments(void)
{
	static const int pieces[][6] = {
		{ 14, -1 }, { 1, -1 }, { 13, -1 }, { 12, -1 }, { 0, -1 }, { 7, 7, -1 },
		{ 0, 0, 14, 0, -1 }, { 1, 2, 3, 4, 5, -1 }, { 500, 0, 0, 1, -1 },
		{ 6, 6, 2, 1, -1 },
	};
	struct tx_bench *b = tx_open(BE, 32, false, 9022);
	uint8_t eth[5000];
	unsigned int i;

	for (i = 0; i < 2 * RTE_DIM(pieces); i++) {
		/* The larger ones take one segment more. */
		uint32_t len = i % 2 == 0 ? 600 : 2500;
		struct rte_mbuf *m;

		bench_ethernet(eth, i, len);
		m = tx_segments(b->mp, eth, len, pieces[i / 2]);
		CU_ASSERT_EQUAL(toy_tx_burst(b->q, &m, 1), 1);
		CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, i + 1);
		CU_ASSERT_TRUE(is_sent(&b->s->sent[i], i, len, 0, 0, i));
		tx_check_home(b);
	}
	tx_close(b);
}

/* 802.3 with a length: as many bytes as it says, also none, also in pieces. */
static void
length_field(void)
{
	static const int pieces[][4] = { { -1 }, { 7, -1 }, { 14, -1 }, { 14, 0, -1 }, { 7, 7, -1 } };
	struct tx_bench *b = tx_open(BE, 32, false, TX_MAX_LEN);
	uint8_t eth[60];
	unsigned int i, whole;

	for (i = 0; i < 2 * RTE_DIM(pieces); i++) {
		const struct script_sent *sent = &b->s->sent[i];
		uint32_t len = 14, body = 0;
		struct rte_mbuf *m;

		whole = i % 2;
		bench_ethernet(eth, i, sizeof(eth));
		eth[12] = 0;
		eth[13] = 5;
		if (whole) {
			len = 60;
			body = 5;
		}
		m = tx_segments(b->mp, eth, len, pieces[i / 2]);
		CU_ASSERT_EQUAL(toy_tx_burst(b->q, &m, 1), 1);
		CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, i + 1);
		CU_ASSERT_EQUAL(sent->len, TOY_TX_DESC + 26 + body + TOY_TAIL_LEN);
		CU_ASSERT_EQUAL(sent->bytes[0], 26 + body);
		CU_ASSERT_EQUAL(memcmp(sent->bytes + 34, eth + 14, body), 0);
		CU_ASSERT_EQUAL(sent->bytes[34 + body], TOY_TAIL);
	}
	tx_close(b);
}

struct external {
	struct rte_mbuf_ext_shared_info shinfo;
	unsigned int freed;
	uint8_t bytes[256];
};

static void
external_freed(void *addr, void *arg)
{
	((struct external *)arg)->freed++;
}

static struct rte_mbuf *
external_mbuf(struct rte_mempool *mp, struct external *e, uint32_t serial)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(mp);

	e->freed = 0;
	e->shinfo.free_cb = external_freed;
	e->shinfo.fcb_opaque = e;
	rte_mbuf_ext_refcnt_set(&e->shinfo, 1);
	bench_ethernet(e->bytes, serial, sizeof(e->bytes));
	rte_pktmbuf_attach_extbuf(m, e->bytes, RTE_BAD_IOVA, sizeof(e->bytes), &e->shinfo);
	m->data_len = sizeof(e->bytes);
	m->pkt_len = sizeof(e->bytes);
	return m;
}

/* Every kind of mbuf in one burst, at every place of it, with FAST_FREE (whose promise
 * they break) and without: each goes to where it came from, once. */
static void
kinds_of_mbufs(void)
{
	static const int two[] = { 100, -1 };
	unsigned int round, i;

	for (round = 0; round < 14; round++) {
		struct tx_bench *b = tx_open(BE, 32, false, TX_MAX_LEN);
		struct rte_mbuf *kinds[7], *pkts[7], *shared, *original;
		struct external external;
		uint8_t eth[256];

		b->q->fast_free = round >= 7;
		bench_ethernet(eth, 9, sizeof(eth));
		kinds[0] = tx_mbuf(b->mp, eth, sizeof(eth));
		kinds[1] = tx_mbuf(b->other, eth, sizeof(eth));
		kinds[2] = tx_segments(b->mp, eth, sizeof(eth), two);
		kinds[3] = shared = tx_mbuf(b->mp, eth, sizeof(eth));
		rte_mbuf_refcnt_update(shared, 1);
		original = tx_segments(b->other, eth, sizeof(eth), two);
		kinds[4] = rte_pktmbuf_clone(original, b->mp);
		kinds[5] = external_mbuf(b->mp, &external, 9);
		kinds[6] = tx_mbuf(b->mp, eth, sizeof(eth));
		for (i = 0; i < 7; i++)
			pkts[i] = kinds[(i + round) % 7];
		CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts, 7), 7);
		CU_ASSERT_EQUAL_FATAL(b->s->nb_sent, 7);
		for (i = 0; i < 7; i++)
			CU_ASSERT_TRUE(is_sent(&b->s->sent[i], 9, sizeof(eth), 0, 0, i));
		CU_ASSERT_EQUAL(rte_mbuf_refcnt_read(shared), 1);
		CU_ASSERT_EQUAL(rte_mbuf_refcnt_read(original), 1);
		CU_ASSERT_EQUAL(external.freed, 1);
		CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), TX_MBUFS - 1);
		CU_ASSERT_EQUAL(rte_mempool_avail_count(b->other), TX_MBUFS - 2);
		rte_pktmbuf_free(shared);
		rte_pktmbuf_free(original);
		tx_close(b);
	}
}

/* An mbuf that came back through the short way is as good as new. */
static void
fast_free_then_alloc(void)
{
	struct tx_bench *b = tx_open(BE, 64, false, TX_MAX_LEN);
	struct rte_mbuf *pkts[64];
	unsigned int i, round;

	b->q->fast_free = true;
	for (round = 0; round < 8; round++) {
		for (i = 0; i < 64; i++)
			pkts[i] = tx_packet(b->mp, i, 60);
		CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts, 64), 64);
		b->s->nb_sent = 0;
		for (i = 0; i < 64; i++)
			free(b->s->sent[i].bytes);
	}
	tx_check_home(b);
	for (i = 0; i < 64; i++) {
		pkts[i] = rte_pktmbuf_alloc(b->mp);
		CU_ASSERT(rte_mbuf_refcnt_read(pkts[i]) == 1 && pkts[i]->next == NULL &&
			  pkts[i]->nb_segs == 1 && pkts[i]->ol_flags == 0);
	}
	rte_pktmbuf_free_bulk(pkts, 64);
	tx_close(b);
}

/* A capture has nobody to send to. */
static void
sink(void)
{
	struct tx_bench *b = tx_open(BE, 4, false, TX_MAX_LEN);
	struct rte_mbuf *pkts[100];
	unsigned int i;

	wport_txq_release(&b->port, BE);
	b->s->ops.tx_setup = NULL;
	CU_ASSERT_EQUAL(wport_txq_setup(&b->port, BE, 4, TX_MAX_LEN), 0);
	for (i = 0; i < 100; i++)
		pkts[i] = tx_packet(i % 2 ? b->mp : b->other, i, 60);
	CU_ASSERT_EQUAL(wport_tx_sink(b->q, pkts, 100), 100);
	CU_ASSERT_EQUAL(wport_tx_sink(b->q, pkts, 0), 0);
	CU_ASSERT_EQUAL(b->q->stats.no_device, 100);
	CU_ASSERT_EQUAL(b->q->stats.packets, 0);
	CU_ASSERT_EQUAL(b->s->nb_sent + b->s->nb_unused, 0);
	wport_txq_release(&b->port, BE);
	tx_close(b);
}

/* No transfers: one line, and a queue that takes nothing until it is set up again. */
static void
setup_fails(void)
{
	struct tx_bench *b = tx_open(2, 8, false, TX_MAX_LEN);
	struct rte_mbuf *m;

	b->q->seq = 77;
	log_clear();
	b->s->setup_ret = -ENOMEM;
	CU_ASSERT_EQUAL(wport_txq_setup(&b->port, 2, 9, 4000), -ENOMEM);
	CU_ASSERT_EQUAL(log_lines(), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "port0"));
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "queue 2"));
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "0x07"));
	m = tx_packet(b->mp, 0, 60);
	CU_ASSERT_EQUAL(toy_tx_burst(b->q, &m, 1), 0);
	CU_ASSERT_EQUAL(b->q->max_len, 0);
	b->s->setup_ret = 0;
	CU_ASSERT_EQUAL(wport_txq_setup(&b->port, 2, 9, 4000), 0);
	CU_ASSERT_EQUAL(b->q->max_len, 4000);
	CU_ASSERT_EQUAL(toy_tx_burst(b->q, &m, 1), 1);
	/* It goes on counting where it was. */
	CU_ASSERT_TRUE(is_sent(&b->s->sent[0], 0, 60, 2, 5, 77));
	tx_close(b);
}

/* The null back end: a queue set up, filled over its size, released twice. */
static void
null_back_end(void)
{
	static struct usb_shared shared;
	const struct usb_transport_conf conf = {
		.port = "port0", .socket_id = -1, .nb_bufs = 2, .buf_size = 4096,
		.ep_in = 0x84, .shared = &shared,
	};
	struct tx_bench *b = tx_open(BE, 4, false, TX_MAX_LEN);
	struct rte_mbuf *pkts[10];
	unsigned int i;

	wport_txq_release(&b->port, BE);
	CU_ASSERT_EQUAL_FATAL(usb_null_open(&conf, &b->port.usb), 0);
	CU_ASSERT_EQUAL(wport_txq_setup(&b->port, BE, 4, TX_MAX_LEN), 0);
	CU_ASSERT_EQUAL(b->port.usb->ops->start(b->port.usb), 0);
	for (i = 0; i < 10; i++)
		pkts[i] = tx_packet(b->mp, i, 1500);
	CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts, 10), 4);
	CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts + 4, 4), 4);
	CU_ASSERT_EQUAL(toy_tx_burst(b->q, pkts + 8, 2), 2);
	CU_ASSERT_EQUAL(shared.tx_failed, 0);
	b->port.usb->ops->stop(b->port.usb);
	wport_txq_release(&b->port, BE);
	wport_txq_release(&b->port, BE);
	b->port.usb->ops->close(b->port.usb);
	b->port.usb = NULL;
	wport_txq_release(&b->port, BE);
	tx_close(b);
}

static CU_TestInfo tests[] = {
	{ "queues", queues },
	{ "large bursts", large_bursts },
	{ "sequence wraps", sequence_wraps },
	{ "queue full", queue_full },
	{ "errors", errors },
	{ "segments", segments },
	{ "length field", length_field },
	{ "kinds of mbufs", kinds_of_mbufs },
	{ "fast free then alloc", fast_free_then_alloc },
	{ "sink", sink },
	{ "setup fails", setup_fails },
	{ "null back end", null_back_end },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_tx", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
