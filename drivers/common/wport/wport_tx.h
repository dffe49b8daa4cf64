/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_TX_H
#define WPORT_TX_H

/*
 * The transmit path: a packet becomes one bulk-OUT transfer by a copy,
 *
 *   | the chip's descriptor | 802.11 header, LLC/SNAP | payload | the chip's tail |
 *
 * and its mbuf is free at once: nothing of the application's is held. A burst takes
 * as many packets as the queue has free transfers; what it took it frees, also what
 * cannot be sent (counted); what it did not take it does not touch.
 *
 * A family instantiates the bursts with its own descriptor, as in wport_rx.h.
 */

#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_prefetch.h>

#include "wlan_encap.h"
#include "wlan_radiotap.h"

#include "wport.h"

#define WPORT_TX_BATCH 32u

struct wport_tx_ops {
	/*
	 * Write to dst all that stands in front of the packet's own bytes; returns how
	 * many bytes that are, at most the family's tx_overhead less the tail. *skip:
	 * bytes of the packet that they stand for; *body: bytes of it that follow.
	 * eth: its first RTE_ETHER_HDR_LEN bytes, of len.
	 */
	uint32_t (*head)(struct wport_txq *q, uint8_t *dst, const uint8_t *eth,
			 uint32_t len, uint32_t *skip, uint32_t *body);
	/* The same for an 802.11 frame that goes out as it is: the descriptor alone. */
	uint32_t (*inject)(struct wport_txq *q, uint8_t *dst, struct wlan_txinfo *info);
	/* All but the tail is written, len bytes from start: write it; the length of
	 * the whole transfer. */
	uint32_t (*tail)(uint8_t *start, uint32_t len);
	/* The chip learns of the end of a transfer of whole USB packets from an empty
	 * one behind it. */
	bool zlp;
};

/* wport_tx.c: the rare branches. */
void wport_tx_copy_chain(uint8_t *dst, const struct rte_mbuf *m, uint32_t skip,
			 uint32_t len);
bool wport_tx_inject_info(struct wport_txq *q, const struct rte_mbuf *m,
			  struct wlan_txinfo *info, uint32_t *skip);

/* The mbufs of what was taken. An application that promised direct mbufs of one
 * pool (MBUF_FAST_FREE) gets the short way; a broken promise is seen, not obeyed. */
static inline void
wport_tx_free(const struct wport_txq *q, struct rte_mbuf **pkts, uint16_t n)
{
	struct rte_mempool *pool = pkts[0]->pool;
	struct rte_mbuf *plain[WPORT_TX_BATCH];
	uint16_t i, nb = 0;

	if (!q->fast_free) {
		rte_pktmbuf_free_bulk(pkts, n);
		return;
	}
	for (i = 0; i < n; i++) {
		struct rte_mbuf *m = pkts[i];

		if (likely(RTE_MBUF_DIRECT(m) && m->nb_segs == 1 &&
			   rte_mbuf_refcnt_read(m) == 1 && m->pool == pool))
			plain[nb++] = m;
		else
			rte_pktmbuf_free(m);
	}
	if (likely(nb != 0))
		rte_mempool_put_bulk(pool, (void **)plain, nb);
}

static __rte_always_inline void
wport_tx_body(uint8_t *dst, const struct rte_mbuf *m, uint32_t skip, uint32_t len)
{
	if (likely(skip + len <= m->data_len))
		memcpy(dst, rte_pktmbuf_mtod_offset(m, const uint8_t *, skip), len);
	else
		wport_tx_copy_chain(dst, m, skip, len);
}

/* One packet into one transfer: bytes to send, 0 when it cannot be sent. */
static __rte_always_inline uint32_t
wport_tx_ethernet(struct wport_txq *q, const struct rte_mbuf *m, uint8_t *dst,
		  const struct wport_tx_ops *ops)
{
	uint8_t copy[RTE_ETHER_HDR_LEN];
	uint32_t head, skip, body;
	const uint8_t *eth;

	if (unlikely(m->pkt_len < RTE_ETHER_HDR_LEN)) {
		q->stats.too_short++;
		return 0;
	}
	if (unlikely(m->pkt_len > q->max_len)) {
		q->stats.too_long++;
		return 0;
	}
	eth = rte_pktmbuf_read(m, 0, RTE_ETHER_HDR_LEN, copy);
	head = ops->head(q, dst, eth, m->pkt_len, &skip, &body);
	wport_tx_body(dst + head, m, skip, body);
	return ops->tail(dst, head + body);
}

static __rte_always_inline uint32_t
wport_tx_monitor(struct wport_txq *q, const struct rte_mbuf *m, uint8_t *dst,
		 const struct wport_tx_ops *ops)
{
	struct wlan_txinfo info;
	uint32_t head, skip;

	if (!wport_tx_inject_info(q, m, &info, &skip))
		return 0;
	head = ops->inject(q, dst, &info);
	wport_tx_body(dst + head, m, skip, info.len);
	return ops->tail(dst, head + info.len);
}

static __rte_always_inline uint16_t
wport_tx_batch(struct wport_txq *q, struct rte_mbuf **pkts, uint16_t n,
	       const struct wport_tx_ops *ops, bool monitor)
{
	struct usb_xfer *xfers[WPORT_TX_BATCH];
	uint64_t bytes = 0, packets = 0;
	uint16_t i, got = q->usb->ops->tx_get(q->usb, q->queue, xfers, n);

	for (i = 0; i < got; i++) {
		struct usb_xfer *xfer = xfers[i];

		if (likely(i + 1 < got))
			rte_prefetch0(rte_pktmbuf_mtod(pkts[i + 1], void *));
		xfer->zlp = ops->zlp;
		xfer->len = monitor ? wport_tx_monitor(q, pkts[i], xfer->data, ops) :
			wport_tx_ethernet(q, pkts[i], xfer->data, ops);
		packets += xfer->len != 0;
		bytes += xfer->len != 0 ? pkts[i]->pkt_len : 0;
	}
	if (likely(got != 0)) {
		q->usb->ops->tx_submit(q->usb, q->queue, xfers, got);
		wport_tx_free(q, pkts, got);
	}
	q->stats.packets += packets;
	q->stats.bytes += bytes;
	return got;
}

static __rte_always_inline uint16_t
wport_tx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts,
	       const struct wport_tx_ops *ops, bool monitor)
{
	struct wport_txq *q = queue;
	uint16_t nb_tx = 0;

	while (nb_tx < nb_pkts) {
		uint16_t n = RTE_MIN((uint16_t)(nb_pkts - nb_tx), (uint16_t)WPORT_TX_BATCH);
		uint16_t got = wport_tx_batch(q, pkts + nb_tx, n, ops, monitor);

		nb_tx += got;
		if (unlikely(got < n)) {
			q->stats.full++;
			break;
		}
	}
	q->stats.bursts += nb_tx != 0;
	return nb_tx;
}

/* Next sequence number of the queue's TID. */
static inline uint16_t
wport_tx_seq(struct wport_txq *q)
{
	return q->seq++ & 0xfff;
}

#endif /* WPORT_TX_H */
