/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_TX_BENCH_H
#define WPORT_TX_BENCH_H

/* A transmit queue without a port, and mbufs of every kind to send. */

#include "bench.h"

#define TX_MAX_LEN	1522u
#define TX_MBUFS	255u

struct tx_bench {
	struct script *s;
	struct wport port;
	struct wport_txq *q;
	struct rte_mempool *mp, *other;
};

static inline struct tx_bench *
tx_open(unsigned int queue, uint16_t nb_desc, bool monitor, uint32_t max_len)
{
	struct tx_bench *b = aligned_alloc(RTE_CACHE_LINE_SIZE, sizeof(*b));

	CU_ASSERT_PTR_NOT_NULL_FATAL(b);
	memset(b, 0, sizeof(*b));
	b->s = script_open(0, 0, 0);
	b->mp = bench_pool(TX_MBUFS, ROOM);
	b->other = bench_pool(TX_MBUFS, ROOM);
	b->port.family = &toy_family;
	b->port.chip = toy_family.chip_at(0);
	b->port.usb = &b->s->t;
	b->port.name = "port0";
	b->port.monitor = monitor;
	b->port.conf.bssid = (struct rte_ether_addr){ { 0x02, 0, 0, 0, 0, 0xb2 } };
	b->q = &b->port.txq[queue];
	CU_ASSERT_EQUAL_FATAL(wport_txq_setup(&b->port, queue, nb_desc, max_len), 0);
	return b;
}

/* Both pools are whole again. */
static inline void
tx_check_home(const struct tx_bench *b)
{
	CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), TX_MBUFS);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(b->other), TX_MBUFS);
}

static inline void
tx_close(struct tx_bench *b)
{
	unsigned int i;

	tx_check_home(b);
	for (i = 0; i < WPORT_TX_QUEUES; i++)
		wport_txq_release(&b->port, i);
	for (i = 0; i < USB_TX_QUEUES; i++)
		CU_ASSERT_EQUAL(b->s->tx[i].nb, 0);
	script_close(b->s);
	rte_mempool_free(b->mp);
	rte_mempool_free(b->other);
	free(b);
}

/* Bytes in segments of the given lengths, the rest in as many more as it takes;
 * lengths end with -1. */
static inline struct rte_mbuf *
tx_segments(struct rte_mempool *mp, const uint8_t *bytes, uint32_t len, const int *lengths)
{
	struct rte_mbuf *head = NULL, **next = &head, *m;
	uint32_t n, left = len, nb = 0;

	do {
		n = *lengths < 0 ? RTE_MIN(left, ROOM) : (uint32_t)*lengths++;
		m = rte_pktmbuf_alloc(mp);
		CU_ASSERT_FATAL(m != NULL && n <= left && n <= rte_pktmbuf_tailroom(m));
		if (n != 0)
			memcpy(rte_pktmbuf_mtod(m, void *), bytes + len - left, n);
		m->data_len = n;
		left -= n;
		*next = m;
		next = &m->next;
		nb++;
	} while (left != 0 || *lengths >= 0);
	head->pkt_len = len;
	head->nb_segs = nb;
	return head;
}

static inline struct rte_mbuf *
tx_mbuf(struct rte_mempool *mp, const uint8_t *bytes, uint32_t len)
{
	return tx_segments(mp, bytes, len, (const int[]){ -1 });
}

static inline struct rte_mbuf *
tx_packet(struct rte_mempool *mp, uint32_t serial, uint32_t len)
{
	static uint8_t eth[16384];

	bench_ethernet(eth, serial, RTE_MAX(len, 14u));
	return tx_mbuf(mp, eth, len);
}

#endif /* WPORT_TX_BENCH_H */
