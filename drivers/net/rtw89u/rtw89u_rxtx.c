/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The receive path, top to bottom as a byte takes it backwards: burst, transfer,
 * unit, frame, mbuf. Runs in the application's lcore; nothing here logs, sleeps
 * or makes a system call of its own.
 */

#include <rte_branch_prediction.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_prefetch.h>

#include "pkt_csum.h"
#include "pkt_type.h"

#include "rtw89u.h"

/* The pool is asked for a batch, then for one, so that a nearly empty pool still
 * serves. False when there is none. */
static bool
spare_refill(struct rtw89u_rxq *q)
{
	void **spare = (void **)q->spare;

	q->next_spare = 0;
	if (likely(rte_mempool_get_bulk(q->mp, spare, RTW89U_SPARE) == 0))
		q->nb_spare = RTW89U_SPARE;
	else
		q->nb_spare = rte_mempool_get(q->mp, spare) == 0;
	return q->nb_spare != 0;
}

/* A spare mbuf, raw from the pool: its next is NULL and its nb_segs 1. NULL when
 * the pool is empty. In the order of the pool's cache: what was freed last is
 * what the processor's cache still holds. */
static inline struct rte_mbuf *
spare_take(struct rtw89u_rxq *q)
{
	if (unlikely(q->next_spare == q->nb_spare) && !spare_refill(q))
		return NULL;
	return q->spare[q->next_spare++];
}

static inline void
mbuf_init(const struct rtw89u_rxq *q, struct rte_mbuf *m, uint32_t len)
{
	rxb_mbuf_rearm(m, q->rearm);
	m->ol_flags = 0;
	m->data_len = len;
	m->pkt_len = len;
}

/* The frames of an A-MPDU share descriptor word 4: it is decoded once. */
static inline const struct rte_wlan_rx *
ppdu_of(struct rtw89u_rxq *q, uint32_t rxd4)
{
	if (unlikely(rxd4 != q->ppdu_word)) {
		rtw89u_rxd_decode_ppdu(rxd4, &q->ppdu);
		q->ppdu_word = rxd4;
	}
	return &q->ppdu;
}

static inline void
mbuf_set_radio(struct rtw89u_rxq *q, struct rte_mbuf *m, const struct rtw89u_unit *unit,
	       struct wlan_rxinfo info)
{
	const struct rte_wlan_rx *ppdu = ppdu_of(q, rtw89u_rxd_word(unit->rxd, 4));
	struct rte_wlan_rx *radio;

	if (unlikely((ppdu->flags & RTE_WLAN_RX_RATE) == 0))
		q->stats.bad_rate++;
	if (unlikely(q->dyn_off < 0))
		return;
	radio = RTE_MBUF_DYNFIELD(m, q->dyn_off, struct rte_wlan_rx *);
	*radio = *ppdu;
	rtw89u_rxd_decode_radio(unit->rxd, unit->rxd0, info, radio);
}

/*
 * How far to move the packet in its mbuf so that the copy runs from cache line
 * to cache line: source and destination then have the same place in a line, and
 * no load crosses two. Worth 15 of 140 cycles for 1514 bytes on a Zen 3; costs at
 * most 63 bytes of room, and nothing where the room is needed.
 */
static inline uint32_t
copy_shift(const struct rtw89u_rxq *q, const struct rte_mbuf *m,
	   const struct wlan_msdu *msdu, uint32_t len)
{
	uintptr_t src = (uintptr_t)msdu->body - wlan_ethernet_head(msdu);
	uintptr_t dst = (uintptr_t)m->buf_addr + RTE_PKTMBUF_HEADROOM;
	uint32_t shift = (src - dst) & (RTE_CACHE_LINE_SIZE - 1);

	return likely(len + RTE_CACHE_LINE_SIZE <= q->room) ? shift : 0;
}

/* One mbuf holds the packet: the plain case. */
static inline void
write_plain(struct rtw89u_rxq *q, struct rte_mbuf *m, const struct wlan_msdu *msdu,
	    uint32_t len)
{
	uint8_t *dst;

	mbuf_init(q, m, len);
	m->data_off += copy_shift(q, m, msdu, len);
	dst = rte_pktmbuf_mtod(m, uint8_t *);
	if (unlikely(q->csum) && likely(!msdu->llc)) {
		uint32_t head = wlan_ethernet_head(msdu);
		uint32_t sum = pkt_copy_sum(dst + head, msdu->body, msdu->body_len);

		wlan_write_head(dst, msdu);
		m->ol_flags = pkt_csum_flags(dst, len, sum);
	} else {
		wlan_write_ethernet(dst, msdu);
	}
	/* Read where the bytes came from: they need not wait for the copy. */
	m->packet_type = msdu->llc ? 0 : pkt_type_plain(msdu->body, msdu->body_len);
	if (unlikely(m->packet_type == 0))
		m->packet_type = pkt_type_full(m);
}

/* Append len bytes to the chain that starts at head and ends at *tail. */
static bool
append(struct rtw89u_rxq *q, struct rte_mbuf *head, struct rte_mbuf **tail,
       const uint8_t *src, uint32_t len)
{
	while (len != 0) {
		uint32_t room = q->room - (*tail)->data_len;
		uint32_t n = RTE_MIN(room, len);
		struct rte_mbuf *m;

		memcpy(rte_pktmbuf_mtod_offset(*tail, uint8_t *, (*tail)->data_len),
		       src, n);
		(*tail)->data_len += n;
		src += n;
		len -= n;
		if (len == 0)
			break;
		m = spare_take(q);
		if (unlikely(m == NULL))
			return false;
		mbuf_init(q, m, 0);
		(*tail)->next = m;
		*tail = m;
		head->nb_segs++;
	}
	return true;
}

/* A packet longer than one mbuf, as a chain. NULL when the pool is empty; then
 * nothing is held. */
static struct rte_mbuf *
write_chain(struct rtw89u_rxq *q, const struct wlan_msdu *msdu, uint32_t len)
{
	struct rte_mbuf *head = spare_take(q), *tail = head;

	if (head == NULL)
		return NULL;
	mbuf_init(q, head, len);
	wlan_write_head(rte_pktmbuf_mtod(head, uint8_t *), msdu);
	head->data_len = wlan_ethernet_head(msdu);
	if (!append(q, head, &tail, msdu->body, msdu->body_len)) {
		rte_pktmbuf_free(head);
		return NULL;
	}
	head->packet_type = pkt_type_full(head);
	return head;
}

/* What became of a frame. */
enum frame_fate { FRAME_PACKET, FRAME_DROPPED, FRAME_NO_MBUF };

/* Longer than one mbuf or than the MTU. */
static enum frame_fate
rx_long_frame(struct rtw89u_rxq *q, const struct wlan_msdu *msdu, uint32_t len,
	      struct rte_mbuf **pkt)
{
	if (len > q->max_len) {
		q->stats.too_long++;
		return FRAME_DROPPED;
	}
	if (!q->scatter) {
		q->stats.no_scatter++;
		return FRAME_DROPPED;
	}
	*pkt = write_chain(q, msdu, len);
	return *pkt == NULL ? FRAME_NO_MBUF : FRAME_PACKET;
}

static __rte_always_inline enum frame_fate
rx_frame(struct rtw89u_rxq *q, const struct rtw89u_unit *unit, struct rte_mbuf **pkt)
{
	struct wlan_rxinfo info = rtw89u_rxd_decode_info(unit->rxd);
	struct wlan_msdu msdu;
	enum frame_fate fate;
	enum wlan_drop drop;
	uint32_t len;

	drop = wlan_decap(unit->payload, unit->len, WLAN_FCS_LEN, info, &msdu);
	if (unlikely(drop != WLAN_DROP_NONE)) {
		q->stats.drops[drop]++;
		return FRAME_DROPPED;
	}
	len = wlan_ethernet_len(&msdu);
	if (likely(len <= q->plain_len)) {
		*pkt = spare_take(q);
		if (unlikely(*pkt == NULL))
			return FRAME_NO_MBUF;
		write_plain(q, *pkt, &msdu, len);
	} else {
		fate = rx_long_frame(q, &msdu, len, pkt);
		if (fate != FRAME_PACKET)
			return fate;
	}
	mbuf_set_radio(q, *pkt, unit, info);
	return FRAME_PACKET;
}

/* C2H: category, class, function, sequence, then a length that counts these 8
 * bytes (morrownr/rtw89 fw.h). Events have no taker yet. */
#define C2H_HDR_LEN 8u

static void
rx_other_unit(struct rtw89u_rxq *q, const struct rtw89u_unit *unit)
{
	switch (rtw89u_rxd_type(unit->rxd0)) {
	case RTW89U_RPKT_PPDU_STAT:
		q->stats.units[RTW89U_UNIT_PPDU_STAT]++;
		break;
	case RTW89U_RPKT_C2H:
		q->stats.units[RTW89U_UNIT_C2H]++;
		if (unit->len < C2H_HDR_LEN)
			q->stats.c2h_short++;
		break;
	default:
		q->stats.units[RTW89U_UNIT_OTHER]++;
		break;
	}
}

/*
 * A unit that goes on past the end of a transfer that was full goes on in the next
 * one (OpenIPC/devourer docs/rtl8733b.md saw it), and its rest must not be read as
 * a descriptor there. Where word 0 itself is cut nobody can say how long that rest
 * is: then it is all of the next transfer, and no more.
 */
#define CARRY_TRANSFER UINT32_MAX

static void
rx_split(struct rtw89u_rxq *q, uint32_t left)
{
	uint32_t claimed = rtw89u_walk_claimed(&q->walk);

	q->stats.splits++;
	q->carry = claimed > left ? claimed - left : CARRY_TRANSFER;
}

/* The walk of the transfer in hand is over. */
static void
rx_transfer_end(struct rtw89u_rxq *q)
{
	enum rtw89u_walk_end why = rtw89u_walk_why(&q->walk);
	struct usb_xfer *xfer = q->xfer;
	uint32_t left = rtw89u_walk_left(&q->walk);

	q->stats.walk[why]++;
	if (unlikely(why != RTW89U_WALK_END)) {
		q->stats.abandoned_bytes += left;
		if (xfer->full && why != RTW89U_WALK_ZERO_LEN)
			rx_split(q, left);
	}
	q->xfer = NULL;
	q->usb->ops->rx_return(q->usb, &xfer, 1);
}

static void
skip_carry(struct rtw89u_rxq *q, const struct usb_xfer *xfer)
{
	uint32_t n = RTE_MIN(q->carry, xfer->len);

	q->walk.pos += n;
	q->stats.split_bytes += n;
	/* Padding of the split unit may be missing at the end of its aggregate. */
	q->carry = xfer->full && q->carry != CARRY_TRANSFER ? q->carry - n : 0;
}

/* Take the next completed transfer in hand; false when there is none. */
static bool
rx_transfer_begin(struct rtw89u_rxq *q)
{
	struct usb_xfer *xfer;

	if (q->next_xfer == q->nb_xfers) {
		q->next_xfer = 0;
		q->nb_xfers = q->usb->ops->rx_poll(q->usb, q->xfers, RTW89U_XFER_BATCH);
		if (q->nb_xfers == 0)
			return false;
	}
	xfer = q->xfers[q->next_xfer++];
	q->xfer = xfer;
	q->stats.transfers++;
	q->stats.transfer_bytes += xfer->len;
	if (unlikely(xfer->status != 0))
		q->stats.transfer_errors++;
	rtw89u_walk_start(&q->walk, xfer->data, xfer->len);
	if (unlikely(q->carry != 0))
		skip_carry(q, xfer);
	return true;
}

/*
 * Units of the transfer in hand become packets until pkts is full, the transfer
 * is at its end, or the pool is empty (*starved: the unit stays for next time).
 */
static __rte_always_inline uint16_t
rx_transfer(struct rtw89u_rxq *q, struct rte_mbuf **pkts, uint16_t nb_pkts, bool *starved)
{
	struct rtw89u_walk walk = q->walk;
	struct rtw89u_unit unit;
	uint64_t bytes = 0, nb_frames = 0;
	uint16_t nb_rx = 0;
	bool ended = false;

	while (nb_rx < nb_pkts) {
		enum frame_fate fate;

		if (unlikely(!rtw89u_walk_next(&walk, &unit))) {
			ended = true;
			break;
		}
		/* The next descriptor and headers, while this payload is copied. */
		rte_prefetch0(walk.pos);
		rte_prefetch0(walk.pos + RTE_CACHE_LINE_SIZE);
		if (unlikely(rtw89u_rxd_type(unit.rxd0) != RTW89U_RPKT_WIFI)) {
			rx_other_unit(q, &unit);
			continue;
		}
		fate = rx_frame(q, &unit, &pkts[nb_rx]);
		if (unlikely(fate == FRAME_NO_MBUF)) {
			q->stats.nombuf++;
			walk.pos = unit.rxd;
			*starved = true;
			break;
		}
		if (likely(fate == FRAME_PACKET))
			bytes += pkts[nb_rx++]->pkt_len;
		nb_frames++;
	}
	q->walk = walk;
	q->stats.units[RTW89U_UNIT_WIFI] += nb_frames;
	q->stats.bytes += bytes;
	if (ended)
		rx_transfer_end(q);
	return nb_rx;
}

uint16_t
rtw89u_rx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	struct rtw89u_rxq *q = queue;
	bool starved = false;
	uint16_t nb_rx = 0;
	uint32_t budget;

	/* Transfers may hold nothing but events: a burst ends all the same. */
	for (budget = nb_pkts + RTW89U_XFER_BATCH;
	     nb_rx < nb_pkts && !starved && budget > 0; budget--) {
		if (q->xfer == NULL && !rx_transfer_begin(q))
			break;
		nb_rx += rx_transfer(q, pkts + nb_rx, nb_pkts - nb_rx, &starved);
	}
	q->stats.packets += nb_rx;
	q->stats.bursts += nb_rx != 0;
	return nb_rx;
}

void
rtw89u_rxq_start(struct rtw89u_rxq *q)
{
	q->xfer = NULL;
	q->carry = 0;
	q->next_xfer = 0;
	q->nb_xfers = 0;
	q->ppdu_word = 0;
	rtw89u_rxd_decode_ppdu(q->ppdu_word, &q->ppdu);
}

void
rtw89u_rxq_stop(struct rtw89u_rxq *q)
{
	if (q->xfer != NULL) {
		if (rtw89u_walk_left(&q->walk) == 0)
			q->stats.walk[RTW89U_WALK_END]++;
		else
			q->stats.stopped++;
		q->usb->ops->rx_return(q->usb, &q->xfer, 1);
		q->xfer = NULL;
	}
	if (q->next_xfer < q->nb_xfers) {
		q->stats.unread += q->nb_xfers - q->next_xfer;
		q->usb->ops->rx_return(q->usb, &q->xfers[q->next_xfer],
				       q->nb_xfers - q->next_xfer);
	}
	q->next_xfer = 0;
	q->nb_xfers = 0;
	q->carry = 0;
	if (q->next_spare < q->nb_spare)
		rte_mempool_put_bulk(q->mp, (void **)&q->spare[q->next_spare],
				     q->nb_spare - q->next_spare);
	q->next_spare = 0;
	q->nb_spare = 0;
}

/* Transfers, the one in hand included: what a transfer holds is known when it is
 * taken apart. */
int
rtw89u_rxq_count(const struct rtw89u_rxq *q)
{
	/* Asked from another thread, the two may be of different moments. */
	int in_hand = RTE_MAX(q->nb_xfers - q->next_xfer, 0);

	return (q->xfer != NULL) + in_hand + q->usb->ops->rx_count(q->usb);
}
