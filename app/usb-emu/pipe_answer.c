/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <usbredirparser.h>

#include "emu.h"
#include "peer.h"

#define BURST 4		/* answers at once when none went for a while */

static void
answer(struct emu *emu, struct pipe *pipe, struct request *r, int status, uint32_t len,
       const uint8_t *data)
{
	peer_send_bulk(emu, r->id, pipe->ep, r->stream, status, len, data);
	emu->held_bytes -= r->len;
	free(r);
}

static void
count_late(struct emu *emu, const struct transfer *t)
{
	uint64_t late = emu->now_ns > t->urb.done_ns ? emu->now_ns - t->urb.done_ns : 0;

	if (t->urb.done_ns == 0)	/* a fault's, never on the bus */
		return;
	if (late > emu->count.late_max_ns)
		emu->count.late_max_ns = late;
	emu->count.late_sum_ns += late;
	emu->count.late_n++;
}

static void
answered(struct pipe *pipe, struct transfer *t)
{
	if (t->status != usb_redir_success)
		pipe->broken = false;
	transfers_remove(&pipe->done, t);
	free(t);
}

static void
answer_in(struct emu *emu, struct pipe *pipe, struct request *r)
{
	struct transfer *t = pipe->done.first;
	uint32_t len = t->urb.actual - t->pos;

	if (len > r->len)
		len = r->len;
	emu->count.in_transfers++;
	emu->count.in_bytes += len;
	emu->count.in_errors += t->status != usb_redir_success;
	trace_bulk(emu, pipe->ep, t->data + t->pos, len);
	answer(emu, pipe, r, t->status, len, t->data + t->pos);
	t->pos += len;
	if (t->pos < t->urb.actual)
		return;
	count_late(emu, t);
	answered(pipe, t);
}

static void
answer_out(struct emu *emu, struct pipe *pipe, struct request *r)
{
	struct transfer *t = pipe->done.first;

	emu->count.out_transfers++;
	emu->count.out_bytes += t->urb.actual;
	emu->count.out_errors += t->status != usb_redir_success;
	trace_bulk(emu, pipe->ep, t->data, t->urb.actual);
	answer(emu, pipe, r, t->status, t->urb.actual, NULL);
	answered(pipe, t);
}

/* One answer, if one may go. */
static bool
answer_one(struct emu *emu, struct pipe *pipe)
{
	struct transfer *t = pipe->done.first;
	struct request *r = pipe->requests.first;

	if (t == NULL || r == NULL || t->not_before_ns > emu->now_ns)
		return false;
	requests_remove(&pipe->requests, r);
	if (pipe_is_in(pipe))
		answer_in(emu, pipe, r);
	else
		answer_out(emu, pipe, r);
	pipe_pump(emu, pipe);
	return true;
}

static uint64_t
pace_step(const struct emu *emu)
{
	return emu->options->pace != 0 ? 1000000 / emu->options->pace : 0;
}

static bool
may_go(const struct emu *emu, const struct pipe *pipe)
{
	return !pipe_is_in(pipe) || emu->pace_ns <= emu->now_ns;
}

/* The endpoints take turns. */
void
pipes_answer(struct emu *emu)
{
	uint64_t step = pace_step(emu), least;
	unsigned int i;
	bool more = true;

	least = emu->now_ns > BURST * step ? emu->now_ns - BURST * step : 0;
	if (emu->pace_ns < least)
		emu->pace_ns = least;
	while (more) {
		more = false;
		for (i = 0; i < ENDPOINTS && emu->dev != NULL; i++) {
			struct pipe *pipe = &emu->pipes[i];

			if (!may_go(emu, pipe) || !answer_one(emu, pipe))
				continue;
			more = true;
			if (pipe_is_in(pipe))
				emu->pace_ns += step;
		}
	}
}

uint64_t
pipes_next(const struct emu *emu)
{
	uint64_t next = NEVER, at;
	unsigned int i;

	for (i = 0; i < ENDPOINTS; i++) {
		const struct pipe *pipe = &emu->pipes[i];

		if (pipe->done.n == 0 || pipe->requests.n == 0)
			continue;
		at = pipe->done.first->not_before_ns;
		if (pipe_is_in(pipe) && at < emu->pace_ns)
			at = emu->pace_ns;
		if (at < next)
			next = at;
	}
	return next;
}
