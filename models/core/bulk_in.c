/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "chip.h"

/*
 * The bulk-IN pipes. They share the bus.
 *
 * A transfer ends on the bus with a short packet. When its length is a multiple
 * of the packet size there is none, and whether the chip then sends a
 * zero-length packet is not published (switch zlp):
 *   ideal  no packet, but the request ends with the transfer all the same, as
 *          if the host had been told. A host with larger requests receives it.
 *   sent   the chip sends one. A request that is exactly full is over before
 *          it comes, so it ends the next request, with length 0.
 *   join   none, and the request stays open until a later transfer ends it:
 *          what a host controller does with such a chip.
 * A transfer longer than its request fills it; the rest goes into the next
 * one. The host must ask for whole packets, otherwise that is babble.
 */

static void
release(struct usb_device *dev, struct core_transfer *t, uint32_t up_to)
{
	if (up_to > t->footprint)
		up_to = t->footprint;
	dev->fifo_used -= up_to - t->released;
	t->released = up_to;
}

/* The transfer is over, delivered or lost. */
static void
drop_first(struct usb_device *dev, struct core_bulk_in *in)
{
	struct core_transfer *t = in->first;

	release(dev, t, t->footprint);
	dev->frames_inside -= t->frames;
	in->first = t->next;
	if (in->first == NULL)
		in->last = NULL;
	core_transfer_put(dev, t);
}

static struct usb_urb *
head_urb(const struct core_bulk_in *in)
{
	return in->waiting[in->waiting_head];
}

static struct usb_urb **
slot(struct core_bulk_in *in, unsigned int i)
{
	return &in->waiting[(in->waiting_head + i) % USB_DEVICE_URBS_MAX];
}

static struct usb_urb *
pop_waiting(struct core_bulk_in *in)
{
	struct usb_urb *urb = head_urb(in);

	in->waiting_head = (in->waiting_head + 1) % USB_DEVICE_URBS_MAX;
	in->waiting_count--;
	return urb;
}

static void
complete(struct usb_device *dev, struct core_bulk_in *in, int status)
{
	struct usb_urb *urb = pop_waiting(in);

	urb->status = status;
	urb->done_ns = in->end_ns;
	in->done[(in->done_head + in->done_count++) % USB_DEVICE_URBS_MAX] = urb;
	dev->count.urbs_done++;
	dev->count.urb_bytes += urb->actual;
}

static bool
halted(const struct usb_device *dev, const struct core_bulk_in *in)
{
	uint8_t ep = dev->chip->in_endpoints[in - dev->in];

	return ep != 0 && core_halted(dev, ep);
}

/* What the next transfer on the bus will be: its bytes in in->chunk. */
static void
plan(struct usb_device *dev, struct core_bulk_in *in)
{
	struct usb_urb *urb = head_urb(in);
	const struct core_transfer *t = in->first;
	uint32_t room = urb->size - urb->actual;

	in->fault = 0;
	in->empty = false;
	in->chunk = 0;
	if (halted(dev, in)) {
		in->fault = -EPIPE;
		return;
	}
	if (core_every(dev->sw.eproto, ++in->urbs)) {
		in->fault = -EPROTO;
		return;
	}
	in->empty = core_every(dev->sw.zlt, in->urbs);
	if (in->zlp_due || in->empty)
		return;
	in->chunk = t->len - t->pos;
	if (in->chunk <= room)
		return;
	in->chunk = room;
	if (urb->size % dev->timing->max_packet != 0)
		in->fault = -EOVERFLOW;
}

void
core_bulk_in_start(struct usb_device *dev, struct core_bulk_in *in, uint64_t now_ns)
{
	struct usb_urb *urb;

	if (in->busy || in->waiting_count == 0)
		return;
	if (in->first == NULL && !in->zlp_due && !halted(dev, in))
		return;
	plan(dev, in);
	urb = head_urb(in);
	if (in->chunk != 0)
		memcpy(urb->data + urb->actual, in->first->data + in->first->pos,
		       in->chunk);
	in->busy = true;
	in->start_ns = core_bus_take(dev, &dev->bus_in_free_ns, now_ns, in->chunk,
				     &in->end_ns);
}

static void
end_with_fault(struct usb_device *dev, struct core_bulk_in *in)
{
	head_urb(in)->actual = 0;
	if (in->fault == -EOVERFLOW) {
		dev->count.urbs_babble++;
		dev->count.frames_lost_bus += in->first->frames;
		drop_first(dev, in);
	} else {	/* the chip keeps what was not acknowledged */
		dev->count.urbs_eproto += in->fault == -EPROTO;
		dev->count.urbs_stalled += in->fault == -EPIPE;
	}
	complete(dev, in, in->fault);
}

/* The first transfer has all its bytes over. */
static void
end_transfer(struct usb_device *dev, struct core_bulk_in *in)
{
	const struct usb_urb *urb = head_urb(in);
	bool exact = in->first->len % dev->timing->max_packet == 0;
	bool full = urb->actual == urb->size;

	dev->count.frames_delivered += in->first->frames;
	drop_first(dev, in);
	if (exact && dev->sw.zlp == ZLP_SENT) {
		if (full)
			in->zlp_due = true;
		else
			dev->count.zlps++;
	}
	if (exact && !full && dev->sw.zlp == ZLP_JOIN) {
		dev->count.transfers_joined++;
		return;
	}
	complete(dev, in, 0);
}

void
core_bulk_in_end(struct usb_device *dev, struct core_bulk_in *in)
{
	struct usb_urb *urb = head_urb(in);
	struct core_transfer *t = in->first;

	in->busy = false;
	if (in->fault != 0) {
		end_with_fault(dev, in);
	} else if (in->zlp_due || in->empty) {
		in->zlp_due = in->zlp_due && in->empty;
		dev->count.zlps++;
		complete(dev, in, 0);
	} else {
		urb->actual += in->chunk;
		t->pos += in->chunk;
		release(dev, t, t->pos);
		if (t->pos == t->len) {
			end_transfer(dev, in);
		} else {
			dev->count.transfers_split++;
			complete(dev, in, 0);
		}
	}
	core_bulk_in_start(dev, in, in->end_ns);
}

int
core_bulk_in_submit(struct usb_device *dev, struct core_bulk_in *in, struct usb_urb *urb)
{
	if (in->waiting_count + in->done_count >= USB_DEVICE_URBS_MAX)
		return -ENOSPC;
	urb->actual = 0;
	urb->status = 0;
	in->waiting[(in->waiting_head + in->waiting_count++) % USB_DEVICE_URBS_MAX] = urb;
	return 0;
}

static struct usb_urb *
reap(struct core_bulk_in *in)
{
	struct usb_urb *urb = in->done[in->done_head];

	in->done_head = (in->done_head + 1) % USB_DEVICE_URBS_MAX;
	in->done_count--;
	return urb;
}

/* Of all pipes, in the order of the bus. */
struct usb_urb *
core_bulk_in_reap(struct usb_device *dev)
{
	struct core_bulk_in *first = NULL;
	unsigned int i;

	for (i = 0; i < CORE_PIPES_IN; i++) {
		struct core_bulk_in *in = &dev->in[i];

		if (in->done_count != 0 &&
		    (first == NULL || in->done[in->done_head]->done_ns <
				      first->done[first->done_head]->done_ns))
			first = in;
	}
	return first != NULL ? reap(first) : NULL;
}

static struct usb_urb *
cancelled(struct usb_device *dev, struct usb_urb *urb)
{
	urb->actual = 0;
	urb->status = -ENOENT;
	urb->done_ns = dev->now_ns;
	return urb;
}

/* A request on the bus takes its bytes with it; the chip has no
 * acknowledgement for them and sends them again in the next one. */
static struct usb_urb *
cancel(struct usb_device *dev, struct core_bulk_in *in)
{
	if (in->busy) {
		in->busy = false;
		core_bus_give_back(dev, &dev->bus_in_free_ns, in->end_ns);
		dev->count.urbs_aborted++;
	}
	return cancelled(dev, pop_waiting(in));
}

struct usb_urb *
core_bulk_in_cancel(struct usb_device *dev)
{
	unsigned int i;

	for (i = 0; i < CORE_PIPES_IN; i++)
		if (dev->in[i].waiting_count != 0)
			return cancel(dev, &dev->in[i]);
	return NULL;
}

static bool
cancel_at(struct usb_device *dev, struct core_bulk_in *in, unsigned int i)
{
	struct usb_urb *urb = *slot(in, i);

	if (i == 0) {
		cancel(dev, in);
		core_bulk_in_start(dev, in, dev->now_ns);
		return true;
	}
	for (; i + 1 < in->waiting_count; i++)
		*slot(in, i) = *slot(in, i + 1);
	in->waiting_count--;
	cancelled(dev, urb);
	return true;
}

bool
core_bulk_in_cancel_urb(struct usb_device *dev, struct usb_urb *urb)
{
	unsigned int pipe, i;

	for (pipe = 0; pipe < CORE_PIPES_IN; pipe++)
		for (i = 0; i < dev->in[pipe].waiting_count; i++)
			if (*slot(&dev->in[pipe], i) == urb)
				return cancel_at(dev, &dev->in[pipe], i);
	return false;
}

void
core_bulk_in_flush(struct usb_device *dev, struct core_bulk_in *in)
{
	if (in->busy) {	/* what has passed the bus is nobody's */
		in->busy = false;
		core_bus_give_back(dev, &dev->bus_in_free_ns, in->end_ns);
	}
	if (in->waiting_count != 0)
		head_urb(in)->actual = 0;
	in->zlp_due = false;
	while (in->first != NULL) {
		dev->count.frames_lost_bus += in->first->frames;
		drop_first(dev, in);
	}
}

void
core_bulk_in_queue(struct usb_device *dev, unsigned int pipe, struct core_transfer *t,
		   uint64_t now_ns)
{
	struct core_bulk_in *in = &dev->in[pipe];

	if (core_every(dev->sw.shorten, ++in->queued) && t->len >= 4) {
		t->len -= t->len / 4;
		dev->count.transfers_shortened++;
	}
	t->next = NULL;
	if (in->last != NULL)
		in->last->next = t;
	else
		in->first = t;
	in->last = t;
	core_bulk_in_start(dev, in, now_ns);
}

bool
core_bulk_in_event(struct usb_device *dev, unsigned int pipe, const uint8_t *data,
		   uint32_t len, uint64_t now_ns)
{
	struct core_transfer *t = core_transfer_get(dev);

	if (t == NULL)
		return false;
	if (!core_transfer_room(t, len)) {
		core_transfer_put(dev, t);
		return false;
	}
	memcpy(t->data, data, len);
	t->len = len;
	core_bulk_in_queue(dev, pipe, t, now_ns);
	return true;
}
