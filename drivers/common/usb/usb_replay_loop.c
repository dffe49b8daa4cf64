/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A capture that repeats for ever. All transfers lie in one arena, loaded at
 * open and never written again; rx_poll() hands out pointers and nothing else.
 * A transfer that is out is marked by its priv and never given twice.
 */

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include "usb_capture.h"
#include "usb_log.h"
#include "usb_replay.h"

struct replay_loop {
	struct replay r;
	struct usb_xfer *xfers;
	uint64_t nb_xfers;
	uint64_t next;		/* the one to hand out */
	uint8_t *arena;
};

static inline struct replay_loop *
to_loop(struct usb_transport *t)
{
	return container_of(t, struct replay_loop, r.t);
}

static unsigned int
replay_loop_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct replay_loop *l = to_loop(t);
	uint64_t bytes = 0;
	unsigned int i;

	if (unlikely(!replay_started(&l->r)))
		return 0;
	for (i = 0; i < n; i++) {
		struct usb_xfer *x = &l->xfers[l->next];

		if (unlikely(x->priv != NULL))
			break;
		x->priv = x;
		bytes += x->len;
		xfers[i] = x;
		if (unlikely(++l->next == l->nb_xfers)) {
			l->next = 0;
			l->r.counters[REPLAY_LOOPS].value++;
		}
	}
	replay_handed_out(&l->r, i, bytes);
	return i;
}

static void
replay_loop_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct replay_loop *l = to_loop(t);
	uint64_t back = 0;
	unsigned int i;

	for (i = 0; i < n; i++) {
		back += xfers[i]->priv != NULL;
		xfers[i]->priv = NULL;
	}
	replay_store(&l->r.nb_out, l->r.nb_out - back);
}

static unsigned int
replay_loop_count(const struct usb_transport *t)
{
	const struct replay_loop *l = container_of(t, const struct replay_loop, r.t);
	uint64_t home = l->nb_xfers - replay_load(&l->r.nb_out);

	/* A device would complete no more than that ahead of the receiver. */
	return replay_started(&l->r) ? (unsigned int)RTE_MIN(home, l->r.nb_bufs) : 0;
}

static int
replay_loop_start(struct usb_transport *t)
{
	struct replay_loop *l = to_loop(t);
	uint64_t i;

	for (i = 0; i < l->nb_xfers; i++)
		l->xfers[i].priv = NULL;
	l->next = 0;
	replay_store(&l->r.nb_out, 0);
	replay_set_started(&l->r, true);
	return 0;
}

/* What repeats for ever loses nothing by a stop. */
static int
replay_loop_stop(struct usb_transport *t)
{
	replay_set_started(&to_loop(t)->r, false);
	return 0;
}

static void
replay_loop_close(struct usb_transport *t)
{
	struct replay_loop *l = to_loop(t);

	rte_free(l->arena);
	rte_free(l->xfers);
	replay_fini(&l->r);
	rte_free(l);
}

static const struct usb_transport_ops replay_loop_ops = {
	.name = "replay",
	.start = replay_loop_start,
	.stop = replay_loop_stop,
	.close = replay_loop_close,
	.rx_poll = replay_loop_poll,
	.rx_return = replay_loop_return,
	.rx_count = replay_loop_count,
};

/* With physical addresses a transfer across two pages has none. */
static rte_iova_t
contiguous_iova(const uint8_t *data, uint32_t len)
{
	const struct rte_memseg *page;
	uintptr_t into;

	if (rte_eal_iova_mode() == RTE_IOVA_VA)
		return (uintptr_t)data;
	page = rte_mem_virt2memseg(data, NULL);
	if (page == NULL || page->iova == RTE_BAD_IOVA)
		return RTE_BAD_IOVA;
	into = (uintptr_t)data - (uintptr_t)page->addr;
	return into + len <= page->len ? page->iova + into : RTE_BAD_IOVA;
}

static int
loop_alloc(struct replay_loop *l, int socket)
{
	/* A transfer of no bytes still needs an address. */
	uint64_t room = l->r.need.room + RTE_CACHE_LINE_SIZE;

	l->nb_xfers = l->r.need.transfers;
	if (room <= SIZE_MAX && l->nb_xfers <= SIZE_MAX / sizeof(*l->xfers)) {
		l->arena = rte_malloc_socket("usb_replay", room,
					     RTE_CACHE_LINE_SIZE, socket);
		l->xfers = rte_calloc_socket("usb_replay", l->nb_xfers,
					     sizeof(*l->xfers),
					     RTE_CACHE_LINE_SIZE, socket);
	}
	if (l->arena != NULL && l->xfers != NULL)
		return 0;
	USB_LOG(ERR, l->r.port, "%s: no memory for %" PRIu64 " transfers of %" PRIu64
		" bytes in all; give EAL more, or play it without loop=1",
		l->r.file, l->nb_xfers, l->r.need.bytes);
	return -ENOMEM;
}

static void
load_transfer(struct usb_xfer *x, uint8_t *data, const struct usbmon_urb *urb, bool full)
{
	x->data = data;
	x->len = urb->data_len;
	x->size = urb->data_len;
	x->full = full;
	x->ep = urb->endpoint;
	x->status = replay_status(urb);
	x->iova = contiguous_iova(data, urb->data_len);
	if (urb->data_len != 0)
		memcpy(data, urb->data, urb->data_len);
}

/* Transfers loaded, which may be fewer than the scan saw. */
static uint64_t
load_all(struct replay_loop *l, struct usb_capture *c)
{
	enum usbmon_verdict verdict;
	struct usbmon_urb urb;
	uint64_t n = 0, used = 0;

	while (usb_capture_next(c, &urb, &verdict) > 0) {
		if (!replay_accept(&l->r.filter, verdict, &urb, l->r.counters))
			continue;
		if (n == l->nb_xfers || used + urb.data_len > l->r.need.room)
			return 0;
		load_transfer(&l->xfers[n++], l->arena + used, &urb,
			      replay_is_full(&l->r.filter, &urb));
		used += replay_room(urb.data_len);
	}
	return n;
}

/* What follows the last one of an endpoint is its first: nothing goes on there. */
static void
end_lap(struct replay_loop *l, uint8_t ep)
{
	uint64_t i = l->nb_xfers;

	while (i > 0 && l->xfers[i - 1].ep != ep)
		i--;
	if (i > 0)
		l->xfers[i - 1].full = false;
}

static int
loop_load(struct replay_loop *l)
{
	struct usb_capture c;
	uint64_t n;
	int err;

	err = usb_capture_open(&c, l->r.port, l->r.file);
	if (err != 0)
		return err;
	n = load_all(l, &c);
	usb_capture_close(&c);
	if (n == l->nb_xfers) {
		end_lap(l, l->r.filter.ep_in);
		end_lap(l, l->r.filter.ep_event);
		replay_publish_lost(&l->r);
		return 0;
	}
	USB_LOG(ERR, l->r.port, "%s: changed while it was read", l->r.file);
	return -EBADMSG;
}

int
replay_loop_open(const struct replay_source *src, struct usb_transport **t)
{
	struct replay_loop *l;
	int err;

	l = rte_zmalloc_socket("usb_replay", sizeof(*l), RTE_CACHE_LINE_SIZE,
			       src->conf->socket_id);
	if (l == NULL) {
		USB_LOG(ERR, src->conf->port, "%s: no memory", src->file);
		return -ENOMEM;
	}
	l->r.t.ops = &replay_loop_ops;
	err = replay_init(&l->r, src);
	if (err == 0)
		err = loop_alloc(l, src->conf->socket_id);
	if (err == 0)
		err = loop_load(l);
	if (err != 0) {
		replay_loop_close(&l->r.t);
		return err;
	}
	*t = &l->r.t;
	return 0;
}
