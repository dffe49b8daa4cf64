/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <usbredirparser.h>

#include "emu.h"

/* The transfer that the next unanswered request would get, out of the model; NULL when
 * there is no request for it, or no memory. */
static struct transfer *
take_next(struct emu *emu, struct pipe *pipe)
{
	struct request *r = requests_at(&pipe->requests, pipe->done.n);

	if (r == NULL)
		return NULL;
	if (pipe_is_in(pipe))
		return transfer_new(emu, pipe, 0);
	return pipe_withdraw(emu, r->transfer) ? r->transfer : NULL;
}

static bool
end_next(struct emu *emu, struct pipe *pipe, int status)
{
	struct transfer *t = take_next(emu, pipe);

	if (t == NULL)
		return false;
	t->status = status;
	t->urb.actual = 0;
	pipe_end(emu, t);
	pipe_trim(emu, pipe);
	return true;
}

static void
withdraw_all(struct emu *emu, struct pipe *pipe)
{
	struct transfer *t;

	while ((t = pipe->submitted.last) != NULL && pipe_withdraw(emu, t))
		if (pipe_is_in(pipe))
			free(t);
}

static bool
hang_next(struct emu *emu, struct pipe *pipe)
{
	if (pipe->requests.n == 0 || pipe->done.n != 0)
		return false;
	pipe->hung = true;
	withdraw_all(emu, pipe);
	return true;
}

static bool
meet(struct emu *emu, struct pipe *pipe, enum fault_kind kind)
{
	switch (kind) {
	case FAULT_STALL:	/* the model does the rest */
		if (pipe->requests.n == pipe->done.n)
			return false;
		device_halt(emu, pipe->ep);
		return true;
	case FAULT_IOERROR:
		return end_next(emu, pipe, usb_redir_ioerror);
	case FAULT_TIMEOUT:
		return end_next(emu, pipe, usb_redir_timeout);
	case FAULT_BABBLE:
		return end_next(emu, pipe, usb_redir_babble);
	case FAULT_ZERO:
		return end_next(emu, pipe, usb_redir_success);
	case FAULT_HANG:
		return hang_next(emu, pipe);
	default:
		return false;
	}
}

void
pipe_fault_next(struct emu *emu, struct pipe *pipe)
{
	struct fault *fault;

	while (!pipe->broken && !pipe->hung &&
	       (fault = faults_next(&emu->faults, pipe->ep)) != NULL) {
		enum fault_kind kind = fault->kind;

		if (!meet(emu, pipe, kind))
			return;
		trace_event(emu, "FAULT %s ep=%02x", fault_name(kind), pipe->ep);
		faults_met(&emu->faults, fault);
		if (kind == FAULT_STALL)	/* until the peer has seen it */
			return;
	}
}

static void
shorten(struct transfer *t)
{
	if ((t->pipe->ep & 0x80) != 0 && t->urb.actual >= 4)
		t->urb.actual -= t->urb.actual / 4;
}

void
pipe_fault_over(struct emu *emu, struct transfer *t)
{
	struct pipe *pipe = t->pipe;
	struct fault *fault;
	bool unplug = false;
	unsigned int i;

	for (i = 0; (fault = faults_over(&emu->faults, pipe->ep, i)) != NULL; i++) {
		trace_event(emu, "FAULT %s ep=%02x", fault_name(fault->kind), pipe->ep);
		if (fault->kind == FAULT_SHORT)
			shorten(t);
		else if (fault->kind == FAULT_DELAY)
			t->not_before_ns = emu->now_ns + fault->value * 1000000ull;
		else
			unplug = true;
		faults_met(&emu->faults, fault);
	}
	emu->unplug_due = emu->unplug_due || unplug;
}
