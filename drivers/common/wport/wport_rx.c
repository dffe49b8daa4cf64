/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The rare branches of the receive path, and a queue's life. */

#include <rte_ip.h>

#include "usb_bufs.h"

#include "wport_gro.h"
#include "wport_monitor.h"
#include "wport_rx.h"

/* The pool is asked for a batch, then for one, so that a nearly empty pool still
 * serves. False when there is none. */
bool
wport_spare_refill(struct wport_rxq *q)
{
	void **spare = (void **)q->spare;

	q->next_spare = 0;
	if (likely(rte_mempool_get_bulk(q->mp, spare, WPORT_SPARE) == 0))
		q->nb_spare = WPORT_SPARE;
	else
		q->nb_spare = rte_mempool_get(q->mp, spare) == 0;
	return q->nb_spare != 0;
}

/* Append len bytes to the chain that starts at head and ends at *tail. */
bool
wport_append(struct wport_rxq *q, struct rte_mbuf *head, struct rte_mbuf **tail,
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
		m = wport_spare_take(q);
		if (unlikely(m == NULL))
			return false;
		wport_mbuf_init(q, m, 0);
		(*tail)->next = m;
		*tail = m;
		head->nb_segs++;
	}
	return true;
}

/* A packet longer than one mbuf, as a chain. NULL when the pool is empty; then
 * nothing is held. */
static struct rte_mbuf *
write_chain(struct wport_rxq *q, const struct wlan_msdu *msdu, uint32_t len)
{
	struct rte_mbuf *head = wport_spare_take(q), *tail = head;

	if (head == NULL)
		return NULL;
	wport_mbuf_init(q, head, len);
	wlan_write_head(rte_pktmbuf_mtod(head, uint8_t *), msdu);
	head->data_len = wlan_ethernet_head(msdu);
	if (!wport_append(q, head, &tail, msdu->body, msdu->body_len)) {
		rte_pktmbuf_free(head);
		return NULL;
	}
	head->packet_type = pkt_type_full(head);
	return head;
}

/* Longer than one mbuf or than the MTU. */
enum wport_fate
wport_rx_long(struct wport_rxq *q, const struct wlan_msdu *msdu, uint32_t len,
	      struct rte_mbuf **pkt)
{
	if (len > q->max_len) {
		q->stats.too_long++;
		return WPORT_DROPPED;
	}
	if (!q->scatter) {
		q->stats.no_scatter++;
		return WPORT_DROPPED;
	}
	*pkt = write_chain(q, msdu, len);
	return *pkt == NULL ? WPORT_NO_MBUF : WPORT_PACKET;
}

/*
 * The packet stays where it arrived: the mbuf gets the unit, and nothing beyond it,
 * as its buffer. The Ethernet header is written over the end of the 802.11 one.
 */
static struct rte_mbuf *
attach(struct wport_rxq *q, const struct wport_unit *unit, const struct wlan_msdu *msdu,
       uint32_t len)
{
	uint8_t *start = (uint8_t *)(uintptr_t)unit->rxd;
	uint32_t offset = msdu->body - wlan_ethernet_head(msdu) - unit->rxd;
	uint32_t room = unit->payload + unit->len - unit->rxd;
	rte_iova_t iova = q->xfer->iova;
	struct rte_mbuf_ext_shared_info *shinfo = usb_bufs_shinfo(q->xfer);
	struct rte_mbuf *m = wport_spare_take(q);
	uint8_t head[RTE_ETHER_HDR_LEN];

	if (m == NULL)
		return NULL;
	wport_mbuf_init(q, m, len);
	rte_mbuf_ext_refcnt_update(shinfo, 1);
	if (iova != RTE_BAD_IOVA)
		iova += start - q->xfer->data;
	rte_pktmbuf_attach_extbuf(m, start, iova, room, shinfo);
	m->data_off = offset;
	m->data_len = len;
	wlan_write_head(head, msdu);
	memcpy(start + offset, head, wlan_ethernet_head(msdu));
	if (q->csum && !msdu->llc)
		m->ol_flags |= pkt_csum_flags(start + offset, len,
					      rte_raw_cksum(msdu->body, msdu->body_len));
	m->packet_type = pkt_type_full(m);
	return m;
}

/* The transfer in hand can be attached to, from now on if not before. */
static bool
can_attach(struct wport_rxq *q)
{
	if (!q->shared)
		q->shared = usb_bufs_share(q->usb->bufs, q->xfer);
	return q->shared;
}

/* Counted when it is done: what finds no mbuf comes again. */
static enum wport_fate
copy_instead(struct wport_rxq *q, const struct wlan_msdu *msdu, uint32_t len,
	     struct rte_mbuf **pkt)
{
	enum wport_fate fate = WPORT_PACKET;

	if (len > q->plain_len)
		fate = wport_rx_long(q, msdu, len, pkt);
	else if ((*pkt = wport_spare_take(q)) == NULL)
		fate = WPORT_NO_MBUF;
	else
		wport_write_plain(q, *pkt, msdu, len);
	q->stats.attach_copied += fate == WPORT_PACKET;
	return fate;
}

/* A packet that is to be attached: copied all the same when transfers run short. */
enum wport_fate
wport_rx_attach(struct wport_rxq *q, const struct wport_unit *unit,
		const struct wlan_msdu *msdu, uint32_t len, struct rte_mbuf **pkt)
{
	if (len > q->max_len || !can_attach(q))
		return copy_instead(q, msdu, len, pkt);
	*pkt = attach(q, unit, msdu, len);
	if (*pkt == NULL)
		return WPORT_NO_MBUF;
	q->stats.attached++;
	return WPORT_PACKET;
}

/*
 * A unit that goes on past the end of a transfer that was full goes on in the next
 * one (OpenIPC/devourer docs/rtl8733b.md saw it), and its rest must not be read as
 * a descriptor there. Where word 0 itself is cut nobody can say how long that rest
 * is: then it is all of the next transfer, and no more.
 */
#define CARRY_TRANSFER UINT32_MAX

static void
rx_split(struct wport_rxq *q, uint32_t left, const struct wport_rx_ops *ops)
{
	uint32_t claimed = ops->claimed(q, &q->walk);

	q->stats.splits++;
	q->carry_epoch = q->xfers_epoch;
	q->carry = claimed > left ? claimed - left : CARRY_TRANSFER;
}

/* Back to the transport, with a fresh buffer where mbufs lie in this one. */
static void
return_xfer(struct wport_rxq *q)
{
	struct usb_xfer *xfer = q->xfer;

	if (unlikely(q->shared))
		usb_bufs_unshare(q->usb->bufs, xfer);
	q->shared = false;
	q->xfer = NULL;
	q->usb->ops->rx_return(q->usb, &xfer, 1);
}

/* A transfer of events alone, as a capture has, is none of the aggregator's. */
static inline void
see_transfer(struct wport_rxq *q)
{
	if (likely(q->xfer->ep == q->ep_in)) {
		wport_hold_see_transfer(&q->seen, q->xfer->len);
	} else {
		q->seen.frames = 0;
		q->seen.others = 0;
	}
}

/* The walk of the transfer in hand is over. */
void
wport_transfer_end(struct wport_rxq *q, const struct wport_rx_ops *ops)
{
	unsigned int why = ops->why(q, &q->walk);
	uint32_t left = wport_walk_left(&q->walk);
	bool more = q->xfer->full && q->xfer->ep == q->ep_in;

	q->stats.ends[why]++;
	if (unlikely(why != 0)) {
		q->stats.abandoned_bytes += left;
		if (more && (ops->goes_on & RTE_BIT32(why)) != 0)
			rx_split(q, left, ops);
	}
	see_transfer(q);
	return_xfer(q);
}

static void
skip_carry(struct wport_rxq *q, const struct usb_xfer *xfer)
{
	uint32_t n = RTE_MIN(q->carry, xfer->len);

	/* The device was away in between: the rest never comes. */
	if (q->carry_epoch != q->xfers_epoch) {
		q->carry = 0;
		return;
	}
	q->walk.pos += n;
	q->stats.split_bytes += n;
	/* Padding of the split unit may be missing at the end of its aggregate. */
	q->carry = xfer->full && q->carry != CARRY_TRANSFER ? q->carry - n : 0;
}

/* A batch that is full may not be all that there is. */
static inline uint32_t
nb_filled(const struct wport_rxq *q)
{
	if (likely(q->nb_xfers < WPORT_XFER_BATCH))
		return q->nb_xfers;
	return q->nb_xfers + q->usb->ops->rx_count(q->usb);
}

/* Take the next completed transfer in hand, for a burst that has nb_rx packets already; false
 * when there is none. */
bool
wport_transfer_begin(struct wport_rxq *q, uint16_t nb_rx)
{
	struct usb_xfer *xfer;

	if (unlikely(!q->running))
		return false;
	if (q->next_xfer == q->nb_xfers) {
		q->next_xfer = 0;
		/* Before the poll: of what is in hand, however late it is looked at. */
		q->xfers_epoch = __atomic_load_n(&q->epoch, __ATOMIC_ACQUIRE);
		q->nb_xfers = q->usb->ops->rx_poll(q->usb, q->xfers, WPORT_XFER_BATCH);
		if (q->nb_xfers != 0 || nb_rx == 0)
			wport_hold_see_poll(&q->seen, nb_filled(q));
		if (q->nb_xfers == 0)
			return false;
	}
	xfer = q->xfers[q->next_xfer++];
	q->xfer = xfer;
	q->stats.transfers++;
	q->stats.transfer_bytes += xfer->len;
	if (unlikely(xfer->status != 0))
		q->stats.transfer_errors++;
	wport_walk_start(&q->walk, xfer->data, xfer->len);
	if (unlikely(q->carry != 0) && xfer->ep == q->ep_in)
		skip_carry(q, xfer);
	return true;
}

void
wport_rxq_start(struct wport_rxq *q)
{
	q->xfer = NULL;
	q->shared = false;
	q->carry = 0;
	q->next_xfer = 0;
	q->nb_xfers = 0;
	q->ppdu_key = UINT64_MAX;	/* no chip's key */
	q->chip_state = 0;
	q->amsdu = 0;
	wport_seen_start(&q->seen);
	q->running = true;
}

void
wport_rxq_stop(struct wport_rxq *q)
{
	q->running = false;
	if (q->xfer != NULL) {
		if (wport_walk_left(&q->walk) == 0) {
			q->stats.ends[0]++;
			see_transfer(q);
		} else {
			q->stats.stopped++;
		}
		return_xfer(q);
	}
	wport_monitor_stop(q);
	wport_gro_stop(q);
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
wport_rxq_count(const struct wport_rxq *q)
{
	/* Asked from another thread, the two may be of different moments. */
	int in_hand = RTE_MAX(q->nb_xfers - q->next_xfer, 0);

	return (q->xfer != NULL) + in_hand + q->usb->ops->rx_count(q->usb);
}
