/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>

#include "lab_run.h"
#include "lab_tcp.h"

#define FIRST_WINDOW 10u
/* Segments of one flow in the host's queues: Linux (TCP small queues) leaves about a
 * millisecond's worth there. */
#define QUEUED_MAX 64u

int
lab_tcp_sender_init(struct lab_tcp_sender *s, uint32_t window)
{
	uint32_t room = 64;

	/* Transmissions of a window, and of the segments behind it that were lost. */
	while (room < 2 * window + 64)
		room *= 2;
	s->window = window != 0 ? window : 1;
	s->cwnd = FIRST_WINDOW;
	s->ssthresh = UINT32_MAX;
	s->rto_ns = LAB_S;
	s->deadline_ns = LAB_NEVER;
	s->mask = room - 1;
	s->segment = calloc(room, sizeof(*s->segment));
	s->out = calloc(room, sizeof(*s->out));
	return s->segment != NULL && s->out != NULL ? 0 : -ENOMEM;
}

void
lab_tcp_sender_free(struct lab_tcp_sender *s)
{
	free(s->segment);
	free(s->out);
}

static void
transmit(struct lab_run *run, struct lab_tcp *tcp, uint32_t seq)
{
	struct lab_tcp_sender *s = &tcp->sender;
	struct lab_segment *segment = &s->segment[seq & s->mask];
	struct lab_packet packet = {
		.len = LAB_TCP_MSS + LAB_TCP_HEADERS, .seq = seq,
		.sent_ns = run->world.now_ns,
	};

	segment->tx = s->tx_next;
	segment->state = LAB_SEG_FLYING;
	s->out[(s->out_head + s->out_nb++) & s->mask] =
		(struct lab_transmission){ .seq = seq, .tx = s->tx_next };
	s->tx_next++;
	s->flying++;
	tcp->flow.group->flying++;
	lab_count_sent(run, &tcp->flow);
	lab_tcp_emit(run, tcp, &packet);
}

/* The first segment that is to be sent again. There is one. */
static uint32_t
first_lost(struct lab_tcp_sender *s)
{
	while (s->segment[s->lost_from & s->mask].state != LAB_SEG_LOST)
		s->lost_from++;
	return s->lost_from;
}

static bool
may_send(const struct lab_run *run, const struct lab_tcp *tcp)
{
	const struct lab_tcp_sender *s = &tcp->sender;
	uint32_t shared = tcp->flow.group->conf->shared_window / LAB_TCP_MSS;

	if (s->flying >= s->cwnd || s->out_nb > s->mask)
		return false;
	if (shared != 0 && tcp->flow.group->flying >= shared)
		return false;
	if (tcp->up && tcp->queued >= QUEUED_MAX)
		return false;
	return s->lost != 0 || (s->nxt - s->una < s->window &&
				lab_flow_is_on(run, &tcp->flow));
}

void
lab_tcp_push(struct lab_run *run, struct lab_tcp *tcp)
{
	struct lab_tcp_sender *s = &tcp->sender;

	while (may_send(run, tcp)) {
		if (s->lost == 0) {
			transmit(run, tcp, s->nxt++);
			continue;
		}
		s->lost--;
		lab_count_again(run, &tcp->flow);
		transmit(run, tcp, first_lost(s));
	}
	lab_tcp_watch(run, tcp);
}
