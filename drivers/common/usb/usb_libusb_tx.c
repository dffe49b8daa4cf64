/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The OUT direction of the libusb back end. A transfer is in one place at a time: free
 * ring, transmit context, kernel. What fails is counted and not sent again: a packet is
 * late soon enough.
 */

#include <errno.h>

#include <rte_errno.h>
#include <rte_malloc.h>

#include "usb_libusb.h"

static void
count_failed(struct usb_libusb *u, enum usb_libusb_counter why)
{
	usb_libusb_count(u, why, 1);
	__atomic_fetch_add(&u->t.shared->tx_failed, 1, __ATOMIC_RELAXED);
}

static enum usb_libusb_counter
counter_of(int err)
{
	return err == -EPIPE ? LU_TX_STALLS :
		err == -ECANCELED ? LU_TX_CANCELLED : LU_TX_ERRORS;
}

static void
end_badly(struct usb_libusb *u, struct usb_libusb_out *out, int err)
{
	struct usb_libusb_queue *q = out->q;

	count_failed(u, counter_of(err));
	if (!__atomic_load_n(&u->open, __ATOMIC_ACQUIRE))
		return;
	/* A halt takes all that is on its way with it: the endpoint's rounds count it. */
	if (err == -EPIPE) {
		if (!__atomic_exchange_n(&q->stalled, true, __ATOMIC_ACQ_REL))
			usb_libusb_wake(u);
		return;
	}
	if (err == -ECANCELED && __atomic_load_n(&out->cancelled, __ATOMIC_ACQUIRE))
		return;
	if (err == -ENODEV || err == -ECANCELED)
		usb_libusb_suspect(u, err == -ENODEV);
	if (__atomic_add_fetch(&q->bad, 1, __ATOMIC_RELAXED) == USB_LIBUSB_BAD_MAX)
		usb_libusb_wake(u);
}

/* The free ring has a place for every transfer: this cannot fail. */
static void
bring_home(struct usb_libusb_out *out)
{
	struct usb_libusb_queue *q = out->q;

	__atomic_store_n(&out->flying, 0, __ATOMIC_RELEASE);
	__atomic_fetch_add(&q->nb_done, 1, __ATOMIC_RELEASE);
	rte_ring_mp_enqueue(q->free, out->xfer);
	__atomic_fetch_sub(&q->u->nb_flying, 1, __ATOMIC_RELEASE);
}

static void LIBUSB_CALL
tx_done(struct libusb_transfer *urb)
{
	struct usb_libusb_out *out = urb->user_data;
	struct usb_libusb_queue *q = out->q;
	int err = usb_libusb_status_errno(urb->status);

	/* All of it has gone, whatever became of it then. */
	if (likely((err == 0 || err == -ECANCELED) && urb->actual_length == urb->length)) {
		usb_libusb_count(q->u, LU_TX_TRANSFERS, 1);
		__atomic_store_n(&q->bad, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&q->rounds, 0, __ATOMIC_RELAXED);
	} else if (err == 0) {
		count_failed(q->u, LU_TX_SHORT);
	} else {
		end_badly(q->u, out, err);
	}
	bring_home(out);
}

static void
submit_one(struct usb_libusb *u, struct usb_libusb_queue *q, struct usb_xfer *xfer)
{
	struct usb_libusb_out *out = xfer->priv;
	int ret;

	out->urb->length = xfer->len;
	out->urb->flags = xfer->zlp ? LIBUSB_TRANSFER_ADD_ZERO_PACKET : 0;
	__atomic_fetch_add(&u->nb_flying, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&q->nb_submitted, 1, __ATOMIC_RELEASE);
	__atomic_store_n(&out->cancelled, false, __ATOMIC_RELAXED);
	__atomic_store_n(&out->flying, 1, __ATOMIC_RELEASE);
	ret = libusb_submit_transfer(out->urb);
	if (likely(ret == 0))
		return;
	count_failed(u, ret == LIBUSB_ERROR_NO_MEM ? LU_TX_SUBMIT_MEMORY :
		     LU_TX_SUBMIT_FAILED);
	if (ret == LIBUSB_ERROR_NO_DEVICE)
		usb_libusb_suspect(u, false);
	bring_home(out);
}

/* Back at once: nothing to send, or nobody who sends it. */
static void
return_unsent(struct usb_libusb *u, struct usb_libusb_queue *q, struct usb_xfer *xfer)
{
	if (xfer->len != 0)
		count_failed(u, LU_TX_STOPPED);
	rte_ring_mp_enqueue(q->free, xfer);
}

unsigned int
usb_libusb_tx_get(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers,
		  unsigned int n)
{
	struct usb_libusb *u = usb_libusb_of(t);
	struct usb_libusb_queue *q = &u->queues[queue];
	unsigned int got = 0;
	bool open;

	if (q->nb == 0)
		return 0;
	open = usb_libusb_enter(u, &q->gate);
	if (likely(!__atomic_load_n(&q->stalled, __ATOMIC_ACQUIRE) || !open)) {
		got = rte_ring_sc_dequeue_burst(q->free, (void **)xfers, n, NULL);
		/* A port that only sends has nobody else who brings them home. */
		if (got < n && open) {
			usb_libusb_events(u);
			got += rte_ring_sc_dequeue_burst(q->free, (void **)(xfers + got),
							 n - got, NULL);
		}
	}
	usb_libusb_leave(&q->gate);
	return got;
}

void
usb_libusb_tx_submit(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers,
		     unsigned int n)
{
	struct usb_libusb *u = usb_libusb_of(t);
	struct usb_libusb_queue *q = &u->queues[queue];
	bool open = usb_libusb_enter(u, &q->gate) && usb_libusb_state(u) == USB_LIVE &&
		!__atomic_load_n(&q->stalled, __ATOMIC_ACQUIRE);
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (unlikely(!open || xfers[i]->len == 0))
			return_unsent(u, q, xfers[i]);
		else
			submit_one(u, q, xfers[i]);
	}
	usb_libusb_leave(&q->gate);
}

uint32_t
usb_libusb_tx_flying(const struct usb_libusb_queue *q)
{
	/* In this order: what is done was submitted before. */
	uint32_t done = __atomic_load_n(&q->nb_done, __ATOMIC_ACQUIRE);

	return __atomic_load_n(&q->nb_submitted, __ATOMIC_ACQUIRE) - done;
}

unsigned int
usb_libusb_tx_count(const struct usb_transport *t, unsigned int queue)
{
	const struct usb_libusb *u = container_of(t, const struct usb_libusb, t);
	const struct usb_libusb_queue *q = &u->queues[queue];

	/* A snapshot of two counts at two moments. */
	return RTE_MIN(usb_libusb_tx_flying(q), q->nb);
}

void
usb_libusb_tx_cancel(struct usb_libusb_queue *q)
{
	struct usb_libusb_out *out;
	uint32_t i;

	for (i = 0; i < q->nb; i++) {
		out = &q->outs[i];
		if (__atomic_load_n(&out->flying, __ATOMIC_ACQUIRE) == 0)
			continue;
		__atomic_store_n(&out->cancelled, true, __ATOMIC_RELEASE);
		libusb_cancel_transfer(out->urb);
	}
}

/* The numbers of the queue and its gate stay: a context may look at them. */
static void
free_queue(struct usb_libusb_queue *q)
{
	uint32_t i, nb = q->nb;

	q->nb = 0;
	if (usb_libusb_tx_flying(q) != 0)
		return;
	for (i = 0; q->outs != NULL && i < nb; i++)
		libusb_free_transfer(q->outs[i].urb);
	usb_bufs_free(&q->bufs);
	rte_ring_free(q->free);
	rte_free(q->outs);
	q->free = NULL;
	q->outs = NULL;
}

void
usb_libusb_tx_free(struct usb_libusb *u)
{
	unsigned int i;

	for (i = 0; i < USB_TX_QUEUES; i++)
		free_queue(&u->queues[i]);
}

static int
init_outs(struct usb_libusb *u, struct usb_libusb_queue *q, uint32_t nb)
{
	struct usb_libusb_out *out;
	struct usb_xfer *xfer;
	uint32_t i;

	for (i = 0; i < nb; i++) {
		out = &q->outs[i];
		xfer = q->bufs.xfers[i];
		out->urb = libusb_alloc_transfer(0);
		if (out->urb == NULL)
			return -ENOMEM;
		libusb_fill_bulk_transfer(out->urb, u->handle, q->addr, xfer->data, 0, tx_done,
					  out, 0);
		out->xfer = xfer;
		out->q = q;
		xfer->priv = out;
		rte_ring_mp_enqueue(q->free, xfer);
	}
	return 0;
}

static int
fill_queue(struct usb_libusb *u, struct usb_libusb_queue *q, uint32_t nb, uint32_t buf_size)
{
	const struct usb_transport_conf conf = {
		.port = u->port, .socket_id = u->socket_id,
		.nb_bufs = nb, .buf_size = buf_size,
	};
	int ret = usb_bufs_create(&q->bufs, &conf);

	if (ret != 0)
		return ret;
	q->outs = rte_calloc_socket("usb_libusb", nb, sizeof(*q->outs), 0, u->socket_id);
	q->free = usb_libusb_ring("txfree", nb, u->socket_id, RING_F_SC_DEQ);
	ret = q->outs == NULL || q->free == NULL ? -ENOMEM : init_outs(u, q, nb);
	if (ret != 0)
		USB_LOG(ERR, u->port, "no memory for %u OUT transfers", nb);
	return ret;
}

int
usb_libusb_tx_setup(struct usb_transport *t, unsigned int queue, uint8_t ep, uint32_t nb,
		    uint32_t buf_size)
{
	struct usb_libusb *u = usb_libusb_of(t);
	struct usb_libusb_queue *q = &u->queues[queue];
	int ret;

	free_queue(q);
	if (nb == 0)
		return 0;
	q->addr = usb_libusb_ep_of(u, ep);
	if (q->addr == 0 || (ep & LIBUSB_ENDPOINT_IN) != 0)
		return -ENOENT;
	q->u = u;
	q->stalled = false;
	q->bad = 0;
	q->rounds = 0;
	ret = fill_queue(u, q, nb, buf_size);
	if (ret != 0) {
		q->nb = nb;	/* what there is of them is freed */
		free_queue(q);
		return ret;
	}
	q->nb = nb;
	return 0;
}
