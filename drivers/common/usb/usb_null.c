/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The back end that does nothing. It shows what the least is that a back end
 * must provide, and lets a driver be tested up to the seam. Whatever is sent has
 * arrived at once.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <rte_malloc.h>

#include "usb_bufs.h"
#include "usb_log.h"
#include "usb_transport.h"

#define USB_DIR_IN	0x80	/* bit 7 of bmRequestType and of an endpoint's address, USB
				 * 2.0 tables 9-2 and 9-13 */

/* OUT transfers of a queue. The one context that gets them gives them back: a ring
 * without atomics. As with a device, the one that was used last comes last. */
struct null_queue {
	struct usb_bufs bufs;
	struct usb_xfer **free;
	uint32_t mask;
	uint32_t head;			/* given back so far */
	uint32_t tail;			/* handed out so far */
} __rte_cache_aligned;

struct usb_null {
	struct usb_transport t;
	bool started;			/* atomic */
	char port[RTE_ETH_NAME_MAX_LEN];
	int socket_id;
	struct usb_bufs bufs;
	struct null_queue queues[USB_TX_QUEUES];
};

static struct usb_null *
null_of(struct usb_transport *t)
{
	return container_of(t, struct usb_null, t);
}

static int
usb_null_start(struct usb_transport *t)
{
	__atomic_store_n(&null_of(t)->started, true, __ATOMIC_RELAXED);
	return 0;
}

static int
usb_null_stop(struct usb_transport *t)
{
	__atomic_store_n(&null_of(t)->started, false, __ATOMIC_RELAXED);
	return 0;
}

static void
free_queue(struct null_queue *q)
{
	usb_bufs_free(&q->bufs);
	rte_free(q->free);
	*q = (struct null_queue){ 0 };
}

static void
usb_null_close(struct usb_transport *t)
{
	struct usb_null *null = null_of(t);
	unsigned int i;

	for (i = 0; i < USB_TX_QUEUES; i++)
		free_queue(&null->queues[i]);
	usb_bufs_free(&null->bufs);
	rte_free(null);
}

static unsigned int
usb_null_rx_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	RTE_SET_USED(t);
	RTE_SET_USED(xfers);
	RTE_SET_USED(n);
	return 0;
}

static void
usb_null_rx_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	RTE_SET_USED(t);
	RTE_SET_USED(xfers);
	RTE_SET_USED(n);
}

static unsigned int
usb_null_rx_count(const struct usb_transport *t)
{
	RTE_SET_USED(t);
	return 0;
}

static int
fill_queue(struct usb_null *null, struct null_queue *q, uint32_t nb, uint32_t buf_size)
{
	const struct usb_transport_conf conf = {
		.port = null->port, .socket_id = null->socket_id,
		.nb_bufs = nb, .buf_size = buf_size,
	};
	uint32_t room = rte_align32pow2(nb);
	int ret = usb_bufs_create(&q->bufs, &conf);

	if (ret != 0)
		return ret;
	q->free = rte_calloc_socket("usb_null", room, sizeof(*q->free), 0, null->socket_id);
	if (q->free == NULL) {
		USB_LOG(ERR, null->port, "null: no memory for %u OUT transfers", nb);
		return -ENOMEM;
	}
	memcpy(q->free, q->bufs.xfers, nb * sizeof(*q->free));
	q->mask = room - 1;
	q->head = nb;
	return 0;
}

static int
usb_null_tx_setup(struct usb_transport *t, unsigned int queue, uint8_t ep, uint32_t nb,
		  uint32_t buf_size)
{
	struct usb_null *null = null_of(t);
	struct null_queue *q = &null->queues[queue];
	int ret;

	RTE_SET_USED(ep);
	free_queue(q);
	ret = nb == 0 ? 0 : fill_queue(null, q, nb, buf_size);
	if (ret != 0)
		free_queue(q);
	return ret;
}

static unsigned int
usb_null_tx_get(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers,
		unsigned int n)
{
	struct null_queue *q = &null_of(t)->queues[queue];
	unsigned int i;

	n = RTE_MIN(n, q->head - q->tail);
	for (i = 0; i < n; i++)
		xfers[i] = q->free[q->tail++ & q->mask];
	return n;
}

static void
count_failed(struct usb_shared *shared, struct usb_xfer **xfers, unsigned int n)
{
	uint64_t failed = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		failed += xfers[i]->len != 0;
	__atomic_fetch_add(&shared->tx_failed, failed, __ATOMIC_RELAXED);
}

static void
usb_null_tx_submit(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers,
		   unsigned int n)
{
	struct usb_null *null = null_of(t);
	struct null_queue *q = &null->queues[queue];
	unsigned int i;

	if (unlikely(!__atomic_load_n(&null->started, __ATOMIC_RELAXED)))
		count_failed(t->shared, xfers, n);
	for (i = 0; i < n; i++)
		q->free[q->head++ & q->mask] = xfers[i];
}

static unsigned int
usb_null_tx_count(const struct usb_transport *t, unsigned int queue)
{
	RTE_SET_USED(t);
	RTE_SET_USED(queue);
	return 0;
}

static int
usb_null_control(struct usb_transport *t, const struct usb_request *req,
		 void *data, unsigned int timeout_ms)
{
	RTE_SET_USED(t);
	RTE_SET_USED(timeout_ms);
	if ((req->bmRequestType & USB_DIR_IN) && req->wLength != 0)
		memset(data, 0, req->wLength);
	return req->wLength;
}

/* Takes all, says nothing. */
static int
usb_null_bulk(struct usb_transport *t, uint8_t ep, void *data, uint32_t len,
	      unsigned int timeout_ms)
{
	RTE_SET_USED(t);
	RTE_SET_USED(data);
	RTE_SET_USED(timeout_ms);
	return (ep & USB_DIR_IN) != 0 ? -ETIMEDOUT : (int)len;
}

static int
usb_null_clear_halt(struct usb_transport *t, uint8_t ep)
{
	RTE_SET_USED(t);
	RTE_SET_USED(ep);
	return 0;
}

static int
usb_null_reset(struct usb_transport *t)
{
	RTE_SET_USED(t);
	return 0;
}

static const struct usb_transport_ops usb_null_ops = {
	.name = "null",
	.start = usb_null_start,
	.stop = usb_null_stop,
	.close = usb_null_close,
	.rx_poll = usb_null_rx_poll,
	.rx_return = usb_null_rx_return,
	.rx_count = usb_null_rx_count,
	.tx_setup = usb_null_tx_setup,
	.tx_get = usb_null_tx_get,
	.tx_submit = usb_null_tx_submit,
	.tx_count = usb_null_tx_count,
	.control = usb_null_control,
	.bulk = usb_null_bulk,
	.clear_halt = usb_null_clear_halt,
	.reset = usb_null_reset,
};

int
usb_null_open(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	struct usb_null *null = rte_zmalloc_socket("usb_null", sizeof(*null),
						   RTE_CACHE_LINE_SIZE, conf->socket_id);
	int ret;

	if (null == NULL) {
		USB_LOG(ERR, conf->port, "null: no memory");
		return -ENOMEM;
	}
	ret = usb_bufs_create(&null->bufs, conf);
	if (ret != 0) {
		rte_free(null);
		return ret;
	}
	snprintf(null->port, sizeof(null->port), "%s", conf->port);
	null->socket_id = conf->socket_id;
	null->t.ops = &usb_null_ops;
	null->t.bufs = &null->bufs;
	null->t.shared = conf->shared;
	conf->shared->speed_mbps = 0;
	conf->shared->nb_counters = 0;
	*t = &null->t;
	return 0;
}
