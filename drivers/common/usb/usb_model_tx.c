/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The OUT direction of the model back end. A transfer is in one place at a time:
 * free ring, transmit context, submitted ring, held, device. A device that has no
 * room lets transfers wait; then the free ring runs empty and the driver stops.
 */

#include <errno.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_malloc.h>

#include "usb_log.h"
#include "usb_model.h"

/* Several transmit contexts count, and the host thread. */
static void
count_failed(struct usb_model *m, unsigned int why)
{
	struct usb_shared *shared = m->t.shared;

	__atomic_fetch_add(&shared->counters[why].value, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&shared->tx_failed, 1, __ATOMIC_RELAXED);
}

static bool
queue_waiting(const struct model_queue *q)
{
	return q->submitted != NULL && !rte_ring_empty(q->submitted);
}

static uint32_t
queue_count(const struct model_queue *q)
{
	/* In this order: what is done was submitted before. */
	uint32_t done = __atomic_load_n(&q->nb_done, __ATOMIC_ACQUIRE);

	return __atomic_load_n(&q->nb_submitted, __ATOMIC_ACQUIRE) - done;
}

/* The free ring has a place for every transfer: this cannot fail. */
static void
bring_home(struct model_out *out)
{
	struct model_queue *q = out->queue;

	rte_ring_mp_enqueue(q->free, out->xfer);
	__atomic_store_n(&q->nb_done, q->nb_done + 1, __ATOMIC_RELEASE);
}

static void
bring_home_failed(struct usb_model *m, struct model_out *out, unsigned int why)
{
	count_failed(m, why);
	bring_home(out);
}

/* False: the device has no place for more on that endpoint now. */
static bool
give_one(struct usb_model *m, struct model_out *out)
{
	int ret = m->ops->submit_out(m->dev, m->now_ns, out->queue->ep, &out->urb);

	if (ret == -ENOSPC) {
		out->queue->held = out;
		return false;
	}
	if (ret != 0)
		bring_home_failed(m, out, TX_ERRORS);
	return true;
}

static void
give_queue(struct usb_model *m, struct model_queue *q)
{
	struct model_out *out = q->held;

	q->held = NULL;
	if (out != NULL && !give_one(m, out))
		return;
	while (rte_ring_sc_dequeue(q->submitted, (void **)&out) == 0)
		if (!give_one(m, out))
			return;
}

void
usb_model_tx_give(struct usb_model *m)
{
	unsigned int i;

	for (i = 0; i < USB_TX_QUEUES; i++)
		if (m->queues[i].held != NULL || queue_waiting(&m->queues[i]))
			give_queue(m, &m->queues[i]);
}

void
usb_model_tx_reap(struct usb_model *m)
{
	struct model_out *out;
	struct usb_urb *urb;

	if (m->ops->reap_out == NULL)
		return;
	while ((urb = m->ops->reap_out(m->dev)) != NULL) {
		if (usb_model_bulk_is(m, urb)) {
			usb_model_bulk_done(m);
			continue;
		}
		out = urb->owner;
		if (urb->status == 0 && urb->actual == urb->size)
			bring_home(out);
		else
			bring_home_failed(m, out, TX_ERRORS);
	}
}

bool
usb_model_tx_pending(const struct usb_model *m)
{
	unsigned int i;

	for (i = 0; i < USB_TX_QUEUES; i++)
		if (queue_count(&m->queues[i]) != 0)
			return true;
	return false;
}

bool
usb_model_tx_waiting(const struct usb_model *m)
{
	unsigned int i;

	/* Behind one that is held nothing can be done. */
	for (i = 0; i < USB_TX_QUEUES; i++)
		if (m->queues[i].held == NULL && queue_waiting(&m->queues[i]))
			return true;
	return false;
}

static void
cancel_queue(struct usb_model *m, struct model_queue *q)
{
	struct model_out *out;

	if (q->held != NULL)
		bring_home_failed(m, q->held, TX_CANCELLED);
	q->held = NULL;
	while (q->submitted != NULL && rte_ring_sc_dequeue(q->submitted, (void **)&out) == 0)
		bring_home_failed(m, out, TX_CANCELLED);
}

void
usb_model_tx_cancel(struct usb_model *m)
{
	struct usb_urb *urb;
	unsigned int i;

	if (m->ops->cancel_out == NULL)
		return;
	while ((urb = m->ops->cancel_out(m->dev)) != NULL)
		bring_home_failed(m, urb->owner, TX_CANCELLED);
	usb_model_tx_reap(m);
	for (i = 0; i < USB_TX_QUEUES; i++)
		cancel_queue(m, &m->queues[i]);
}

static void
free_queue(struct model_queue *q)
{
	usb_bufs_free(&q->bufs);
	rte_ring_free(q->free);
	rte_ring_free(q->submitted);
	rte_free(q->outs);
	*q = (struct model_queue){ 0 };
}

void
usb_model_tx_free(struct usb_model *m)
{
	unsigned int i;

	for (i = 0; i < USB_TX_QUEUES; i++)
		free_queue(&m->queues[i]);
}

static void
init_outs(struct model_queue *q)
{
	struct usb_xfer *xfer;
	uint32_t i;

	for (i = 0; i < q->nb; i++) {
		xfer = q->bufs.xfers[i];
		q->outs[i].urb.data = xfer->data;
		q->outs[i].urb.owner = &q->outs[i];
		q->outs[i].xfer = xfer;
		q->outs[i].queue = q;
		xfer->priv = &q->outs[i];
		rte_ring_mp_enqueue(q->free, xfer);
	}
}

static int
fill_queue(struct usb_model *m, struct model_queue *q, uint32_t nb, uint32_t buf_size)
{
	const struct usb_transport_conf conf = {
		.port = m->port, .socket_id = m->socket_id,
		.nb_bufs = nb, .buf_size = buf_size,
	};
	int ret = usb_bufs_create(&q->bufs, &conf);

	if (ret != 0)
		return ret;
	q->outs = rte_calloc_socket("usb_model", nb, sizeof(*q->outs), RTE_CACHE_LINE_SIZE,
				    m->socket_id);
	q->free = usb_model_ring("txfree", nb, m->socket_id, RING_F_SC_DEQ);
	q->submitted = usb_model_ring("txsub", nb, m->socket_id,
				      RING_F_SP_ENQ | RING_F_SC_DEQ);
	if (q->outs == NULL || q->free == NULL || q->submitted == NULL) {
		USB_LOG(ERR, m->port, "no OUT transfer rings: %s", rte_strerror(rte_errno));
		return -ENOMEM;
	}
	q->nb = nb;
	init_outs(q);
	return 0;
}

/* A device says which endpoints it has when it is asked to take something. One of
 * the same kind is asked: ours would count what was never sent. */
static int
probe_endpoint(struct usb_model *m, uint8_t ep)
{
	uint8_t nothing[1] = { 0 };
	struct usb_urb urb = { .data = nothing };
	struct usb_device *dev;
	int ret;

	if (m->ops->submit_out == NULL)
		return -ENOENT;
	dev = m->ops->create(m->speed, NULL);
	if (dev == NULL) {
		USB_LOG(ERR, m->port, "no memory to ask the model for its endpoints");
		return -ENOMEM;
	}
	ret = m->ops->submit_out(dev, 0, ep, &urb);
	m->ops->destroy(dev);
	return ret;
}

int
usb_model_tx_setup(struct usb_transport *t, unsigned int queue, uint8_t ep, uint32_t nb,
		   uint32_t buf_size)
{
	struct usb_model *m = usb_model_of(t);
	struct model_queue *q = &m->queues[queue];
	int ret;

	free_queue(q);
	if (nb == 0)
		return 0;
	ret = probe_endpoint(m, ep);
	if (ret != 0)
		return ret;
	ret = fill_queue(m, q, nb, buf_size);
	if (ret != 0)
		free_queue(q);
	else
		q->ep = ep;
	return ret;
}

unsigned int
usb_model_tx_get(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers,
		 unsigned int n)
{
	struct model_queue *q = &usb_model_of(t)->queues[queue];

	return q->nb == 0 ? 0 : rte_ring_sc_dequeue_burst(q->free, (void **)xfers, n, NULL);
}

/* Back at once: nothing to send, or nobody who sends it. */
static void
return_unsent(struct usb_model *m, struct model_queue *q, struct usb_xfer *xfer)
{
	if (xfer->len != 0)
		count_failed(m, TX_STOPPED);
	rte_ring_mp_enqueue(q->free, xfer);
}

static void
submit_one(struct model_queue *q, struct usb_xfer *xfer)
{
	struct model_out *out = xfer->priv;

	out->urb.size = xfer->len;
	out->urb.zlp = xfer->zlp;
	rte_ring_sp_enqueue(q->submitted, out);
}

void
usb_model_tx_submit(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers,
		    unsigned int n)
{
	struct usb_model *m = usb_model_of(t);
	struct model_queue *q = &m->queues[queue];
	bool open = __atomic_load_n(&m->tx_open, __ATOMIC_ACQUIRE);
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (unlikely(!open || xfers[i]->len == 0)) {
			return_unsent(m, q, xfers[i]);
			continue;
		}
		__atomic_store_n(&q->nb_submitted, q->nb_submitted + 1, __ATOMIC_RELEASE);
		submit_one(q, xfers[i]);
	}
	usb_model_wake(m);
}

unsigned int
usb_model_tx_count(const struct usb_transport *t, unsigned int queue)
{
	const struct usb_model *m = (const struct usb_model *)
		RTE_PTR_SUB(t, offsetof(struct usb_model, t));
	const struct model_queue *q = &m->queues[queue];

	/* A snapshot of two counts at two moments. */
	return RTE_MIN(queue_count(q), q->nb);
}
