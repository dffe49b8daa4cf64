/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <usbredirparser.h>

#include "emu.h"
#include "peer.h"

#define HELD_MAX (256ull << 20)	/* bytes of all requests: a peer cannot take all memory */

static int
status_of(int error)
{
	switch (error) {
	case 0:
		return usb_redir_success;
	case -ENOENT:
		return usb_redir_cancelled;
	case -EPIPE:
		return usb_redir_stall;
	case -EOVERFLOW:
		return usb_redir_babble;
	case -ETIMEDOUT:
		return usb_redir_timeout;
	default:
		return usb_redir_ioerror;
	}
}

struct transfer *
transfer_new(struct emu *emu, struct pipe *pipe, uint32_t len)
{
	struct transfer *t = calloc(1, sizeof(*t) + len);

	if (t == NULL) {
		emu->count.no_memory++;
		return NULL;
	}
	t->pipe = pipe;
	t->urb.data = t->data;
	t->urb.size = len;
	t->urb.owner = t;
	return t;
}

bool
pipe_withdraw(struct emu *emu, struct transfer *t)
{
	if (!t->submitted)
		return true;
	if (!emu->ops->cancel_urb(emu->dev, &t->urb))
		return false;
	transfers_remove(&t->pipe->submitted, t);
	t->submitted = false;
	return true;
}

/* No more transfers of IN than there are requests for them. */
void
pipe_trim(struct emu *emu, struct pipe *pipe)
{
	struct transfer *t;

	while (pipe_is_in(pipe) && (t = pipe->submitted.last) != NULL &&
	       pipe->done.n + pipe->submitted.n > pipe->requests.n &&
	       pipe_withdraw(emu, t))
		free(t);
}

/* Behind an error: what is not answered by what is done, the youngest first. */
static void
park(struct emu *emu, struct pipe *pipe)
{
	struct request *r;

	while (pipe->requests.n > pipe->done.n) {
		r = pipe->requests.last;
		if (r->transfer != NULL && !pipe_withdraw(emu, r->transfer))
			break;
		requests_remove(&pipe->requests, r);
		requests_put_first(&pipe->parked, r);
	}
	pipe_trim(emu, pipe);
}

/* The transfer's answer is ready to go. */
void
pipe_end(struct emu *emu, struct transfer *t)
{
	struct pipe *pipe = t->pipe;

	t->submitted = false;
	transfers_add(&pipe->done, t);
	pipe->broken = pipe->broken || t->status != usb_redir_success;
	if (pipe->broken)
		park(emu, pipe);
}

void
pipe_completed(struct emu *emu, struct usb_urb *urb)
{
	struct transfer *t = urb->owner;

	transfers_remove(&t->pipe->submitted, t);
	t->status = status_of(urb->status);
	pipe_end(emu, t);
	if (urb->status == 0)
		pipe_fault_over(emu, t);
}

static bool
submit(struct emu *emu, struct transfer *t)
{
	struct pipe *pipe = t->pipe;
	int rc;

	rc = pipe_is_in(pipe) ?
		emu->ops->submit_in(emu->dev, emu->now_ns, pipe->ep, &t->urb) :
		emu->ops->submit_out(emu->dev, emu->now_ns, pipe->ep, &t->urb);
	pipe->absent = rc == -ENOENT;
	if (rc != 0)
		return false;
	t->submitted = true;
	transfers_add(&pipe->submitted, t);
	return true;
}

static bool
submit_next(struct emu *emu, struct pipe *pipe, const struct request *r)
{
	struct transfer *t = r->transfer;

	if (t == NULL)
		t = transfer_new(emu, pipe, r->len);
	if (t == NULL)
		return false;
	if (submit(emu, t))
		return true;
	if (t != r->transfer)
		free(t);
	return false;
}

void
pipe_pump(struct emu *emu, struct pipe *pipe)
{
	uint32_t next;

	if (emu->dev == NULL)
		return;
	pipe_fault_next(emu, pipe);
	while (!pipe->broken && !pipe->hung && !pipe->absent) {
		next = pipe->done.n + pipe->submitted.n;
		if (next >= pipe->requests.n || pipe->submitted.n == USB_DEVICE_URBS_MAX ||
		    !submit_next(emu, pipe, requests_at(&pipe->requests, next)))
			return;
	}
}

static bool
fill(struct emu *emu, struct pipe *pipe, struct request *r, const uint8_t *data)
{
	if (pipe_is_in(pipe))
		return true;
	r->transfer = transfer_new(emu, pipe, r->len);
	if (r->transfer == NULL)
		return false;
	if (r->len != 0)
		memcpy(r->transfer->data, data, r->len);
	return true;
}

void
pipe_request(struct emu *emu, struct pipe *pipe, uint64_t id, uint32_t stream, uint32_t len,
	     const uint8_t *data)
{
	struct request *r = NULL;

	if (emu->held_bytes + len <= HELD_MAX)
		r = calloc(1, sizeof(*r));
	if (r != NULL) {
		r->id = id;
		r->stream = stream;
		r->len = len;
	}
	if (r == NULL || !fill(emu, pipe, r, data)) {
		free(r);
		emu->count.refused++;
		peer_send_bulk(emu, id, pipe->ep, stream, usb_redir_ioerror, 0, NULL);
		return;
	}
	emu->held_bytes += len;
	requests_add(pipe->broken ? &pipe->parked : &pipe->requests, r);
	pipe_pump(emu, pipe);
}

static void
forget(struct emu *emu, struct request *r)
{
	emu->held_bytes -= r->len;
	free(r->transfer);
	free(r);
}

/* The error had a request, which is gone: nobody will hear of it. */
static void
forget_error(struct emu *emu, struct pipe *pipe)
{
	struct transfer *t;

	for (t = pipe->done.first; t != NULL && t->status == usb_redir_success; t = t->next)
		;
	if (t != NULL && transfers_remove(&pipe->done, t))
		free(t);
	pipe->broken = false;
	pipe_unpark(emu, pipe);
}

/* Of an OUT request: true when the model takes no part of it. */
static bool
take_back(struct emu *emu, struct pipe *pipe, struct transfer *t)
{
	if (!pipe_withdraw(emu, t))
		return false;
	if (transfers_remove(&pipe->done, t))
		pipe->broken = pipe->broken && t->status == usb_redir_success;
	return true;
}

bool
pipe_cancel(struct emu *emu, struct pipe *pipe, uint64_t id)
{
	struct request *r = requests_find(&pipe->parked, id);
	bool was_broken = pipe->broken;

	if (r != NULL) {
		requests_remove(&pipe->parked, r);
		forget(emu, r);
		return true;
	}
	r = requests_find(&pipe->requests, id);
	if (r == NULL || (r->transfer != NULL && !take_back(emu, pipe, r->transfer)))
		return false;
	if (r == pipe->requests.first)
		pipe->hung = false;
	requests_remove(&pipe->requests, r);
	forget(emu, r);
	pipe_trim(emu, pipe);
	if (pipe->broken && pipe->done.n > pipe->requests.n)
		forget_error(emu, pipe);
	else if (was_broken && !pipe->broken)
		pipe_unpark(emu, pipe);
	pipe_pump(emu, pipe);
	return true;
}

void
pipe_unpark(struct emu *emu, struct pipe *pipe)
{
	struct request *r;

	if (pipe->broken)
		return;
	while ((r = pipe->parked.first) != NULL) {
		requests_remove(&pipe->parked, r);
		requests_add(&pipe->requests, r);
	}
	pipe_pump(emu, pipe);
}

static void
clear_submitted(struct emu *emu, struct pipe *pipe, bool in_model)
{
	struct transfer *t;

	while ((t = pipe->submitted.first) != NULL) {
		if (in_model)
			emu->ops->cancel_urb(emu->dev, &t->urb);
		transfers_remove(&pipe->submitted, t);
		t->submitted = false;
		if (pipe_is_in(pipe))
			free(t);
	}
}

static void
clear_done(struct pipe *pipe)
{
	struct transfer *t;

	while ((t = pipe->done.first) != NULL) {
		transfers_remove(&pipe->done, t);
		if (pipe_is_in(pipe))
			free(t);
	}
}

static void
clear_requests(struct emu *emu, struct pipe *pipe, struct requests *list, bool to_peer)
{
	struct request *r;

	while ((r = list->first) != NULL) {
		requests_remove(list, r);
		if (to_peer)
			peer_send_bulk(emu, r->id, pipe->ep, r->stream, usb_redir_cancelled,
				       0, NULL);
		forget(emu, r);
	}
}

void
pipe_clear(struct emu *emu, struct pipe *pipe, bool to_peer)
{
	/* None has ended that is not among the done: then the model has them all. Without
	 * the peer it is about to go, and does not look at them any more. */
	if (to_peer)
		device_reap(emu);
	clear_submitted(emu, pipe, to_peer);
	clear_done(pipe);
	clear_requests(emu, pipe, &pipe->requests, to_peer);
	clear_requests(emu, pipe, &pipe->parked, to_peer);
	pipe->hung = pipe->broken = pipe->absent = false;
}
