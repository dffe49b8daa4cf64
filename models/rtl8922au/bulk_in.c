/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "chip.h"

/*
 * The first bulk-IN endpoint. (The second one of this chip is never used: what
 * it is for is not published.)
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

void
r8922_bulk_in_queue(struct usb_device *dev, struct transfer *t)
{
	t->next = NULL;
	if (dev->in.last != NULL)
		dev->in.last->next = t;
	else
		dev->in.first = t;
	dev->in.last = t;
}

struct transfer *
r8922_bulk_in_transfer(struct usb_device *dev)
{
	struct transfer *t = dev->in.spare;
	uint8_t *data;
	uint32_t room;

	if (t == NULL)
		return calloc(1, sizeof(*t));
	dev->in.spare = t->next;
	data = t->data;
	room = t->room;
	memset(t, 0, sizeof(*t));
	t->data = data;
	t->room = room;
	return t;
}

static void
release(struct usb_device *dev, struct transfer *t, uint32_t up_to)
{
	if (up_to > t->footprint)
		up_to = t->footprint;
	dev->fifo_used -= up_to - t->released;
	t->released = up_to;
}

/* The transfer is over, delivered or lost. */
static void
drop_first(struct usb_device *dev)
{
	struct transfer *t = dev->in.first;

	release(dev, t, t->footprint);
	dev->frames_inside -= t->frames;
	dev->in.first = t->next;
	if (dev->in.first == NULL)
		dev->in.last = NULL;
	t->next = dev->in.spare;
	dev->in.spare = t;
}

static struct usb_urb *
head_urb(const struct bulk_in *in)
{
	return in->waiting[in->waiting_head];
}

static struct usb_urb *
pop_waiting(struct bulk_in *in)
{
	struct usb_urb *urb = head_urb(in);

	in->waiting_head = (in->waiting_head + 1) % USB_DEVICE_URBS_MAX;
	in->waiting_count--;
	return urb;
}

static void
complete(struct usb_device *dev, int status)
{
	struct bulk_in *in = &dev->in;
	struct usb_urb *urb = pop_waiting(in);

	urb->status = status;
	urb->done_ns = in->end_ns;
	in->done[(in->done_head + in->done_count++) % USB_DEVICE_URBS_MAX] = urb;
	dev->count.urbs_done++;
	dev->count.urb_bytes += urb->actual;
}

static bool
every(uint32_t n, uint64_t number)
{
	return n != 0 && number % n == 0;
}

/* What the next transfer on the bus will be: its bytes in in->chunk. */
static void
plan(struct usb_device *dev)
{
	struct bulk_in *in = &dev->in;
	struct usb_urb *urb = head_urb(in);
	const struct transfer *t = in->first;
	uint32_t room = urb->size - urb->actual;

	in->fault = 0;
	in->chunk = 0;
	if (every(dev->sw.eproto, ++in->urbs)) {
		in->fault = -EPROTO;
		return;
	}
	if (in->zlp_due)
		return;
	in->chunk = t->len - t->pos;
	if (in->chunk <= room)
		return;
	in->chunk = room;
	if (urb->size % in->timing->max_packet != 0)
		in->fault = -EOVERFLOW;
}

void
r8922_bulk_in_start(struct usb_device *dev, uint64_t now_ns)
{
	struct bulk_in *in = &dev->in;
	struct usb_urb *urb;

	if (in->busy || in->waiting_count == 0 || (in->first == NULL && !in->zlp_due))
		return;
	plan(dev);
	urb = head_urb(in);
	if (in->chunk != 0)
		memcpy(urb->data + urb->actual, in->first->data + in->first->pos,
		       in->chunk);
	in->busy = true;
	in->start_ns = now_ns;
	in->end_ns = now_ns + usb_bus_ns(in->timing, in->chunk);
}

static void
end_with_fault(struct usb_device *dev)
{
	struct bulk_in *in = &dev->in;

	head_urb(in)->actual = 0;
	if (in->fault == -EOVERFLOW) {
		dev->count.urbs_babble++;
		dev->count.frames_lost_bus += in->first->frames;
		drop_first(dev);
	} else {
		dev->count.urbs_eproto++;	/* the chip keeps what was not acknowledged */
	}
	complete(dev, in->fault);
}

/* The first transfer has all its bytes over. */
static void
end_transfer(struct usb_device *dev)
{
	struct bulk_in *in = &dev->in;
	const struct usb_urb *urb = head_urb(in);
	bool exact = in->first->len % in->timing->max_packet == 0;
	bool full = urb->actual == urb->size;

	dev->count.frames_delivered += in->first->frames;
	drop_first(dev);
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
	complete(dev, 0);
}

void
r8922_bulk_in_end(struct usb_device *dev)
{
	struct bulk_in *in = &dev->in;
	struct usb_urb *urb = head_urb(in);
	struct transfer *t = in->first;

	in->busy = false;
	if (in->fault != 0) {
		end_with_fault(dev);
	} else if (in->zlp_due) {
		in->zlp_due = false;
		dev->count.zlps++;
		complete(dev, 0);
	} else {
		urb->actual += in->chunk;
		t->pos += in->chunk;
		release(dev, t, t->pos);
		if (t->pos == t->len) {
			end_transfer(dev);
		} else {
			dev->count.transfers_split++;
			complete(dev, 0);
		}
	}
	r8922_bulk_in_start(dev, in->end_ns);
}

int
r8922_bulk_in_submit(struct usb_device *dev, struct usb_urb *urb)
{
	struct bulk_in *in = &dev->in;

	if (in->waiting_count + in->done_count >= USB_DEVICE_URBS_MAX)
		return -ENOSPC;
	urb->actual = 0;
	urb->status = 0;
	in->waiting[(in->waiting_head + in->waiting_count++) % USB_DEVICE_URBS_MAX] = urb;
	return 0;
}

struct usb_urb *
r8922_bulk_in_reap(struct usb_device *dev)
{
	struct bulk_in *in = &dev->in;
	struct usb_urb *urb;

	if (in->done_count == 0)
		return NULL;
	urb = in->done[in->done_head];
	in->done_head = (in->done_head + 1) % USB_DEVICE_URBS_MAX;
	in->done_count--;
	return urb;
}

/* A request on the bus takes its bytes with it; the chip has no
 * acknowledgement for them and sends them again in the next one. */
struct usb_urb *
r8922_bulk_in_cancel(struct usb_device *dev)
{
	struct bulk_in *in = &dev->in;
	struct usb_urb *urb;

	if (in->waiting_count == 0)
		return NULL;
	if (in->busy) {
		in->busy = false;
		dev->count.urbs_aborted++;
	}
	urb = pop_waiting(in);
	urb->actual = 0;
	urb->status = -ENOENT;
	urb->done_ns = dev->now_ns;
	return urb;
}

static void
free_list(struct transfer *t)
{
	struct transfer *next;

	for (; t != NULL; t = next) {
		next = t->next;
		free(t->data);
		free(t);
	}
}

void
r8922_bulk_in_free(struct usb_device *dev)
{
	free_list(dev->in.first);
	free_list(dev->in.spare);
	free_list(dev->agg.open);
}
