/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_RX_H
#define WPORT_RX_H

/*
 * The receive path, top to bottom as a byte takes it backwards: burst, transfer,
 * unit, frame, mbuf. Runs in the application's lcore; nothing here logs, sleeps
 * or makes a system call of its own.
 *
 * A family instantiates the burst with its own descriptor: a static const struct
 * wport_rx_ops of static inline functions, which the compiler then inlines.
 *
 *   uint16_t
 *   rtw89u_rx_burst_be(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
 *   {
 *           return wport_rx_burst(queue, pkts, nb_pkts, &be_ops);
 *   }
 */

#include <rte_branch_prediction.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_prefetch.h>

#include "rxb_sum.h"

#include "pkt_csum.h"
#include "pkt_type.h"

#include "wport.h"

struct wport_rx_ops {
	/* The unit at the walk's position, and one step. False when there is none, or
	 * none that can be believed: then the position stays. */
	bool (*next)(const struct wport_rxq *q, struct wport_walk *w,
		     struct wport_unit *unit);
	/* Does the unit hold a frame? */
	bool (*is_frame)(const struct wport_unit *unit);
	/* Count a unit that does not. */
	void (*other)(struct wport_rxq *q, const struct wport_unit *unit);
	/* What the descriptor says of the frame, for the steps that follow. */
	struct wlan_rxinfo (*info)(const struct wport_unit *unit);
	/* Look at the frame: enum wlan_drop, or WLAN_DROP_MAX + n for the family's own
	 * drop n. On WLAN_DROP_NONE msdu is set. */
	unsigned int (*decap)(struct wport_rxq *q, const struct wport_unit *unit,
			      struct wlan_rxinfo info, struct wlan_msdu *msdu);
	/* What the frames of one PPDU share: the bits that say it, and them decoded.
	 * Writes all of ppdu; RTE_WLAN_RX_RATE clear: a rate that cannot be. */
	uint64_t (*ppdu_key)(const struct wport_unit *unit);
	void (*ppdu)(uint64_t key, struct rte_wlan_rx *ppdu);
	/* What this frame's descriptor says on top of that. */
	void (*radio)(struct wport_rxq *q, const struct wport_unit *unit,
		      struct wlan_rxinfo info, struct rte_wlan_rx *radio);

	/* Why next() found no unit: index of ends[], 0: all is well. */
	unsigned int (*why)(const struct wport_rxq *q, const struct wport_walk *w);
	/* Whole length of the unit at the walk's position where it goes on past the
	 * end, 0 when nobody can say. */
	uint32_t (*claimed)(const struct wport_rxq *q, const struct wport_walk *w);
	/* Bit n: after ends[n] of a full transfer the unit goes on in the next one. */
	uint32_t goes_on;
	/* Bytes from the descriptor's first to look at while the one before is copied. */
	uint32_t prefetch;
};

/* What became of a frame. */
enum wport_fate { WPORT_PACKET, WPORT_DROPPED, WPORT_NO_MBUF };

/* wport_rx.c: the rare branches. */
bool wport_spare_refill(struct wport_rxq *q);
/* Append len bytes to the chain that starts at head and ends at *tail; pkt_len is the
 * caller's. False when the pool is empty. */
bool wport_append(struct wport_rxq *q, struct rte_mbuf *head, struct rte_mbuf **tail,
		  const uint8_t *src, uint32_t len);
enum wport_fate wport_rx_long(struct wport_rxq *q, const struct wlan_msdu *msdu,
			      uint32_t len, struct rte_mbuf **pkt);
enum wport_fate wport_rx_attach(struct wport_rxq *q, const struct wport_unit *unit,
				const struct wlan_msdu *msdu, uint32_t len,
				struct rte_mbuf **pkt);
bool wport_transfer_begin(struct wport_rxq *q, uint16_t nb_rx);
void wport_transfer_end(struct wport_rxq *q, const struct wport_rx_ops *ops);

/* A spare mbuf, raw from the pool: its next is NULL and its nb_segs 1. NULL when
 * the pool is empty. In the order of the pool's cache: what was freed last is
 * what the processor's cache still holds. */
static inline struct rte_mbuf *
wport_spare_take(struct wport_rxq *q)
{
	if (unlikely(q->next_spare == q->nb_spare) && !wport_spare_refill(q))
		return NULL;
	return q->spare[q->next_spare++];
}

static inline void
wport_mbuf_init(const struct wport_rxq *q, struct rte_mbuf *m, uint32_t len)
{
	rxb_mbuf_rearm(m, q->rearm);
	m->ol_flags = 0;
	m->data_len = len;
	m->pkt_len = len;
}

/* The frames of an A-MPDU share what ppdu_key() returns: it is decoded once. */
static __rte_always_inline const struct rte_wlan_rx *
wport_ppdu_of(struct wport_rxq *q, const struct wport_unit *unit,
	      const struct wport_rx_ops *ops)
{
	uint64_t key = ops->ppdu_key(unit);

	if (unlikely(key != q->ppdu_key)) {
		ops->ppdu(key, &q->ppdu);
		q->ppdu_key = key;
	}
	return &q->ppdu;
}

static __rte_always_inline void
wport_set_radio(struct wport_rxq *q, struct rte_mbuf *m, const struct wport_unit *unit,
		struct wlan_rxinfo info, const struct wport_rx_ops *ops)
{
	const struct rte_wlan_rx *ppdu = wport_ppdu_of(q, unit, ops);
	struct rte_wlan_rx *radio;

	if (unlikely((ppdu->flags & RTE_WLAN_RX_RATE) == 0))
		q->stats.bad_rate++;
	if (unlikely(q->dyn_off < 0))
		return;
	radio = RTE_MBUF_DYNFIELD(m, q->dyn_off, struct rte_wlan_rx *);
	*radio = *ppdu;
	ops->radio(q, unit, info, radio);
}

/*
 * How far to move the packet in its mbuf so that the copy runs from cache line
 * to cache line: source and destination then have the same place in a line, and
 * no load crosses two. Worth 15 of 140 cycles for 1514 bytes on a Zen 3; costs at
 * most 63 bytes of room, and nothing where the room is needed.
 */
static inline uint32_t
wport_copy_shift(const struct wport_rxq *q, const struct rte_mbuf *m,
		 const struct wlan_msdu *msdu, uint32_t len)
{
	uintptr_t src = (uintptr_t)msdu->body - wlan_ethernet_head(msdu);
	uintptr_t dst = (uintptr_t)m->buf_addr + RTE_PKTMBUF_HEADROOM;
	uint32_t shift = (src - dst) & (RTE_CACHE_LINE_SIZE - 1);

	return likely(len + RTE_CACHE_LINE_SIZE <= q->room) ? shift : 0;
}

/* One mbuf holds the packet: the plain case. */
static __rte_always_inline void
wport_write_plain(struct wport_rxq *q, struct rte_mbuf *m, const struct wlan_msdu *msdu,
		  uint32_t len)
{
	/* Headers are read where the bytes come from: that need not wait for the copy. */
	uint32_t type = msdu->llc ? 0 : pkt_type_plain(msdu->body, msdu->body_len);
	uint8_t *dst;

	wport_mbuf_init(q, m, len);
	m->data_off += wport_copy_shift(q, m, msdu, len);
	dst = rte_pktmbuf_mtod(m, uint8_t *);
	if (unlikely(q->csum) && likely(!msdu->llc)) {
		uint32_t head = wlan_ethernet_head(msdu);
		uint32_t sum = rxb_copy_sum(dst + head, msdu->body, msdu->body_len);

		wlan_write_head(dst, msdu);
		m->ol_flags = pkt_csum_plain(type, msdu->body - head, len, sum);
	} else {
		wlan_write_ethernet(dst, msdu);
	}
	m->packet_type = type;
	if (unlikely(type == 0))
		m->packet_type = pkt_type_full(m);
}

static __rte_always_inline enum wport_fate
wport_rx_frame(struct wport_rxq *q, const struct wport_unit *unit, struct rte_mbuf **pkt,
	       const struct wport_rx_ops *ops)
{
	struct wlan_rxinfo info = ops->info(unit);
	struct wlan_msdu msdu;
	enum wport_fate fate = WPORT_PACKET;
	unsigned int drop;
	uint32_t len;

	drop = ops->decap(q, unit, info, &msdu);
	if (unlikely(drop != WLAN_DROP_NONE)) {
		q->stats.drops[drop]++;
		return WPORT_DROPPED;
	}
	len = wlan_ethernet_len(&msdu);
	if (unlikely(len >= q->attach_len)) {
		fate = wport_rx_attach(q, unit, &msdu, len, pkt);
	} else if (likely(len <= q->plain_len)) {
		*pkt = wport_spare_take(q);
		if (unlikely(*pkt == NULL))
			return WPORT_NO_MBUF;
		wport_write_plain(q, *pkt, &msdu, len);
	} else {
		fate = wport_rx_long(q, &msdu, len, pkt);
	}
	if (unlikely(fate != WPORT_PACKET))
		return fate;
	wport_set_radio(q, *pkt, unit, info, ops);
	return WPORT_PACKET;
}

/*
 * Units of the transfer in hand become packets until pkts is full, the transfer
 * is at its end, or the pool is empty (*starved: the unit stays for next time).
 */
static __rte_always_inline uint16_t
wport_rx_transfer(struct wport_rxq *q, struct rte_mbuf **pkts, uint16_t nb_pkts,
		  bool *starved, const struct wport_rx_ops *ops)
{
	struct wport_walk walk = q->walk;
	struct wport_unit unit;
	uint64_t bytes = 0, nb_frames = 0;
	uint16_t nb_rx = 0;
	bool ended = false;

	while (nb_rx < nb_pkts) {
		enum wport_fate fate;

		if (unlikely(!ops->next(q, &walk, &unit))) {
			ended = true;
			break;
		}
		/* The next descriptor and headers, while this payload is copied. */
		rte_prefetch0(walk.pos);
		rte_prefetch0(walk.pos + ops->prefetch);
		if (unlikely(!ops->is_frame(&unit))) {
			ops->other(q, &unit);
			q->seen.others++;
			continue;
		}
		fate = wport_rx_frame(q, &unit, &pkts[nb_rx], ops);
		if (unlikely(fate == WPORT_NO_MBUF)) {
			q->stats.nombuf++;
			walk.pos = unit.rxd;
			*starved = true;
			break;
		}
		if (likely(fate == WPORT_PACKET))
			bytes += pkts[nb_rx++]->pkt_len;
		nb_frames++;
	}
	q->walk = walk;
	q->stats.units[0] += nb_frames;
	q->seen.frames += nb_frames;
	q->stats.bytes += bytes;
	if (ended)
		wport_transfer_end(q, ops);
	return nb_rx;
}

static __rte_always_inline uint16_t
wport_rx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts,
	       const struct wport_rx_ops *ops)
{
	struct wport_rxq *q = queue;
	bool starved = false;
	uint16_t nb_rx = 0;
	uint32_t budget;

	/* Transfers may hold nothing but events: a burst ends all the same. */
	for (budget = nb_pkts + WPORT_XFER_BATCH;
	     nb_rx < nb_pkts && !starved && budget > 0; budget--) {
		if (q->xfer == NULL && !wport_transfer_begin(q, nb_rx))
			break;
		nb_rx += wport_rx_transfer(q, pkts + nb_rx, nb_pkts - nb_rx, &starved,
					   ops);
	}
	q->stats.packets += nb_rx;
	q->stats.bursts += nb_rx != 0;
	return nb_rx;
}

#endif /* WPORT_RX_H */
