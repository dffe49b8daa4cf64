/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "chip.h"

/*
 * Each endpoint serves its requests in order; the endpoints take turns. A request
 * whose bytes do not fit into the transmit buffer waits: the chip answers with
 * NAK, which costs the bus nothing here. One that is larger than the whole buffer
 * passes when nothing else is in it.
 *
 * A chip that finds the length in the transfer's first bytes
 * (chip_ops.out_has_length) knows its end. Another one learns of it by a short or
 * zero-length packet: whole packets without one behind are joined with the next
 * transfer on that endpoint.
 */

static struct usb_urb *
head_urb(const struct core_bulk_out *out)
{
	return out->waiting[out->waiting_head];
}

static struct usb_urb **
slot(struct core_bulk_out *out, unsigned int i)
{
	return &out->waiting[(out->waiting_head + i) % USB_DEVICE_URBS_MAX];
}

static struct usb_urb *
pop_waiting(struct core_bulk_out *out)
{
	struct usb_urb *urb = head_urb(out);

	out->waiting_head = (out->waiting_head + 1) % USB_DEVICE_URBS_MAX;
	out->waiting_count--;
	out->refused = false;
	return urb;
}

static void
complete(struct core_bulk_out *out, int status, uint32_t actual)
{
	struct usb_urb *urb = pop_waiting(out);

	urb->status = status;
	urb->actual = actual;
	urb->done_ns = out->end_ns;
	out->done[(out->done_head + out->done_count++) % USB_DEVICE_URBS_MAX] = urb;
}

/* Nothing would ever make room: what is in the buffer waits for more. */
static bool
stuck(const struct usb_device *dev)
{
	return dev->tx.first == NULL && dev->tx.n_busy == 0;
}

static bool
fits(const struct usb_device *dev, uint32_t bytes)
{
	return dev->tx.fifo_used + (uint64_t)bytes <= dev->sw.txfifo_bytes || stuck(dev);
}

static bool
halted(const struct usb_device *dev, const struct core_bulk_out *out)
{
	return core_halted(dev, dev->chip->out_endpoints[out - dev->tx.pipe]);
}

static int
fault_now(const struct usb_device *dev, uint64_t number)
{
	if (core_every(dev->sw.outstall, number))
		return -EPIPE;
	return core_every(dev->sw.outeproto, number) ? -EPROTO : 0;
}

static void
start(struct usb_device *dev, struct core_bulk_out *out, uint64_t now_ns)
{
	uint32_t bytes;

	if (out->busy || out->waiting_count == 0)
		return;
	out->fault = halted(dev, out) ? -EPIPE : fault_now(dev, dev->tx.urbs + 1);
	bytes = out->fault != 0 ? 0 : head_urb(out)->size;
	if (out->fault == 0 && !fits(dev, bytes)) {
		dev->count.tx_naks += !out->refused;
		out->refused = true;
		return;
	}
	dev->tx.urbs++;
	dev->tx.fifo_used += bytes;
	out->busy = true;
	dev->tx.n_busy++;
	core_bus_take(dev, &dev->bus_out_free_ns, now_ns, bytes, &out->end_ns);
}

void
core_out_start(struct usb_device *dev, uint64_t now_ns)
{
	struct core_tx *tx = &dev->tx;
	unsigned int i;

	tx->turn++;
	for (i = 0; i < CORE_PIPES_OUT; i++)
		start(dev, &tx->pipe[(tx->turn + i) % CORE_PIPES_OUT], now_ns);
}

static struct core_tx_release *
new_release(struct core_tx *tx)
{
	struct core_tx_release *r = tx->spare;

	if (r == NULL)
		return malloc(sizeof(*r));
	tx->spare = r->next;
	return r;
}

/* Where a release of that time goes: nearly always the end. */
static struct core_tx_release **
place(struct core_tx *tx, uint64_t at_ns)
{
	struct core_tx_release **p = &tx->first;

	if (tx->last != NULL && tx->last->at_ns <= at_ns)
		return &tx->last->next;
	while (*p != NULL && (*p)->at_ns <= at_ns)
		p = &(*p)->next;
	return p;
}

static void
release_at(struct usb_device *dev, uint64_t at_ns, uint32_t bytes)
{
	struct core_tx *tx = &dev->tx;
	struct core_tx_release *r, **p;

	r = at_ns > dev->now_ns ? new_release(tx) : NULL;
	if (r == NULL) {	/* over already, or no memory to remember it */
		tx->fifo_used -= bytes;
		return;
	}
	r->at_ns = at_ns;
	r->bytes = bytes;
	p = place(tx, at_ns);
	r->next = *p;
	*p = r;
	if (r->next == NULL)
		tx->last = r;
}

void
core_out_free(struct usb_device *dev, uint64_t now_ns)
{
	struct core_tx *tx = &dev->tx;
	struct core_tx_release *r;

	while ((r = tx->first) != NULL && r->at_ns <= now_ns) {
		tx->fifo_used -= r->bytes;
		tx->first = r->next;
		if (tx->first == NULL)
			tx->last = NULL;
		r->next = tx->spare;
		tx->spare = r;
	}
	core_out_start(dev, now_ns);
}

static bool
join(struct core_bulk_out *out, const uint8_t *data, uint32_t len)
{
	uint32_t total = out->joined_len + len;

	if (total > out->joined_room) {
		uint8_t *more = realloc(out->joined, total);

		if (more == NULL)
			return false;
		out->joined = more;
		out->joined_room = total;
	}
	memcpy(out->joined + out->joined_len, data, len);
	out->joined_len = total;
	return true;
}

static void
to_chip(struct usb_device *dev, uint8_t ep, const uint8_t *data, uint32_t len)
{
	release_at(dev, dev->chip->out_transfer(dev, ep, data, len, dev->now_ns), len);
}

static void
arrived(struct usb_device *dev, struct core_bulk_out *out, uint8_t ep)
{
	const struct usb_urb *urb = head_urb(out);
	bool whole = dev->chip->out_has_length || urb->zlp ||
		     urb->size % dev->timing->max_packet != 0 || urb->size == 0;

	dev->count.tx_transfers++;
	dev->count.tx_bytes += urb->size;
	if (whole && out->joined_len == 0) {
		to_chip(dev, ep, urb->data, urb->size);
		return;
	}
	if (!join(out, urb->data, urb->size)) {
		dev->count.tx_no_memory++;
		dev->tx.fifo_used -= urb->size;
		return;
	}
	dev->count.tx_joined += !whole;
	if (whole) {
		to_chip(dev, ep, out->joined, out->joined_len);
		out->joined_len = 0;
	}
}

uint64_t
core_out_bus_event(const struct usb_device *dev)
{
	uint64_t next = CORE_NEVER;
	unsigned int i;

	if (dev->tx.n_busy == 0)
		return CORE_NEVER;
	for (i = 0; i < CORE_PIPES_OUT; i++)
		if (dev->tx.pipe[i].busy && dev->tx.pipe[i].end_ns < next)
			next = dev->tx.pipe[i].end_ns;
	return next;
}

uint64_t
core_out_free_event(const struct usb_device *dev)
{
	return dev->tx.first != NULL ? dev->tx.first->at_ns : CORE_NEVER;
}

void
core_out_bus_end(struct usb_device *dev)
{
	uint64_t end_ns = core_out_bus_event(dev);
	struct core_bulk_out *out;
	unsigned int i;

	for (i = 0; i < CORE_PIPES_OUT - 1; i++)
		if (dev->tx.pipe[i].busy && dev->tx.pipe[i].end_ns == end_ns)
			break;
	out = &dev->tx.pipe[i];
	out->busy = false;
	dev->tx.n_busy--;
	if (out->fault == 0) {
		arrived(dev, out, dev->chip->out_endpoints[i]);
		complete(out, 0, head_urb(out)->size);
	} else {
		dev->count.tx_stalls += out->fault == -EPIPE;
		dev->count.tx_eproto += out->fault == -EPROTO;
		complete(out, out->fault, 0);
	}
	core_out_start(dev, dev->now_ns);
}

static struct core_bulk_out *
pipe_of(struct usb_device *dev, uint8_t ep)
{
	const uint8_t *list = dev->chip->out_endpoints;
	unsigned int i;

	for (i = 0; list != NULL && i < CORE_PIPES_OUT && list[i] != 0; i++)
		if (list[i] == ep)
			return &dev->tx.pipe[i];
	return NULL;
}

int
core_submit_out(struct usb_device *dev, uint64_t now_ns, uint8_t ep, struct usb_urb *urb)
{
	struct core_bulk_out *out = pipe_of(dev, ep);

	core_engine_run(dev, now_ns);
	if (out == NULL) {
		dev->count.tx_unknown_endpoint++;
		return -ENOENT;
	}
	if (out->waiting_count + out->done_count >= USB_DEVICE_URBS_MAX)
		return -ENOSPC;
	urb->actual = 0;
	urb->status = 0;
	out->waiting[(out->waiting_head + out->waiting_count++) % USB_DEVICE_URBS_MAX] = urb;
	start(dev, out, dev->now_ns);
	return 0;
}

struct usb_urb *
core_reap_out(struct usb_device *dev)
{
	struct core_bulk_out *first = NULL;
	struct usb_urb *urb;
	unsigned int i;

	for (i = 0; i < CORE_PIPES_OUT; i++) {
		struct core_bulk_out *out = &dev->tx.pipe[i];

		if (out->done_count != 0 &&
		    (first == NULL || out->done[out->done_head]->done_ns <
				      first->done[first->done_head]->done_ns))
			first = out;
	}
	if (first == NULL)
		return NULL;
	urb = first->done[first->done_head];
	first->done_head = (first->done_head + 1) % USB_DEVICE_URBS_MAX;
	first->done_count--;
	return urb;
}

static struct usb_urb *
cancelled(struct usb_device *dev, struct usb_urb *urb)
{
	urb->status = -ENOENT;
	urb->actual = 0;
	urb->done_ns = dev->now_ns;
	return urb;
}

static struct usb_urb *
cancel(struct usb_device *dev, struct core_bulk_out *out)
{
	struct usb_urb *urb = head_urb(out);

	if (out->busy) {
		out->busy = false;
		dev->tx.n_busy--;
		core_bus_give_back(dev, &dev->bus_out_free_ns, out->end_ns);
		dev->tx.fifo_used -= out->fault != 0 ? 0 : urb->size;
		dev->count.tx_aborted++;
	}
	return cancelled(dev, pop_waiting(out));
}

struct usb_urb *
core_cancel_out(struct usb_device *dev)
{
	unsigned int i;

	for (i = 0; i < CORE_PIPES_OUT; i++)
		if (dev->tx.pipe[i].waiting_count != 0)
			return cancel(dev, &dev->tx.pipe[i]);
	return NULL;
}

static bool
cancel_at(struct usb_device *dev, struct core_bulk_out *out, unsigned int i)
{
	struct usb_urb *urb = *slot(out, i);

	if (i == 0) {
		cancel(dev, out);
		core_out_start(dev, dev->now_ns);
		return true;
	}
	for (; i + 1 < out->waiting_count; i++)
		*slot(out, i) = *slot(out, i + 1);
	out->waiting_count--;
	cancelled(dev, urb);
	return true;
}

bool
core_cancel_out_urb(struct usb_device *dev, struct usb_urb *urb)
{
	unsigned int pipe, i;

	for (pipe = 0; pipe < CORE_PIPES_OUT; pipe++)
		for (i = 0; i < dev->tx.pipe[pipe].waiting_count; i++)
			if (*slot(&dev->tx.pipe[pipe], i) == urb)
				return cancel_at(dev, &dev->tx.pipe[pipe], i);
	return false;
}

static void
free_releases(struct core_tx_release *r)
{
	struct core_tx_release *next;

	for (; r != NULL; r = next) {
		next = r->next;
		free(r);
	}
}

void
core_out_forget(struct usb_device *dev)
{
	unsigned int i;

	for (i = 0; i < CORE_PIPES_OUT; i++) {
		dev->tx.fifo_used -= dev->tx.pipe[i].joined_len;
		dev->tx.pipe[i].joined_len = 0;
	}
}

void
core_out_close(struct usb_device *dev)
{
	unsigned int i;

	free_releases(dev->tx.first);
	free_releases(dev->tx.spare);
	for (i = 0; i < CORE_PIPES_OUT; i++)
		free(dev->tx.pipe[i].joined);
}
