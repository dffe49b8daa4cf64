/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stddef.h>

#include "lab_run.h"
#include "lab_tcp.h"

static struct lab_tcp *
tcp_of(struct lab_flow *flow)
{
	return (struct lab_tcp *)flow;	/* its first member */
}

void
lab_tcp_emit(struct lab_run *run, struct lab_tcp *tcp, struct lab_packet *packet)
{
	packet->flow = tcp->flow.id;
	if (packet->is_ack == tcp->up) {
		lab_link_down(run, packet);
		return;
	}
	tcp->queued += tcp->up;
	lab_host_send(run, packet);
}

static int
init(struct lab_flow *flow)
{
	uint32_t window = flow->group->conf->window;
	struct lab_tcp *tcp = tcp_of(flow);

	tcp->up = flow->group->conf->kind == LAB_TCP_UP;
	return lab_tcp_sender_init(&tcp->sender, (window != 0 ? window : LAB_TCP_WINDOW) /
				   LAB_TCP_MSS);
}

static void
start(struct lab_run *run, struct lab_flow *flow)
{
	lab_tcp_push(run, tcp_of(flow));
}

static void
release(struct lab_flow *flow)
{
	lab_tcp_sender_free(&tcp_of(flow)->sender);
}

/* Down: data at the host, ACKs at the server. */

static void
data(struct lab_run *run, struct lab_flow *flow, const struct lab_packet *packet)
{
	if (flow->alive)
		lab_tcp_data(run, tcp_of(flow), packet);
}

static void
batch_ends(struct lab_run *run, struct lab_flow *flow)
{
	if (flow->alive)
		lab_tcp_answer(run, tcp_of(flow));
}

static void
ack(struct lab_run *run, struct lab_flow *flow, const struct lab_packet *packet)
{
	if (flow->alive)
		lab_tcp_acked(run, tcp_of(flow), packet);
}

const struct lab_flow_ops lab_tcp_ops = {
	.size = sizeof(struct lab_tcp),
	.init = init, .start = start, .resume = start, .free = release,
	.arrives = data, .batch_ends = batch_ends, .returns = ack,
};

/* Up: the other way round, and the server has no batches. */

static void
data_at_server(struct lab_run *run, struct lab_flow *flow, const struct lab_packet *packet)
{
	data(run, flow, packet);
	batch_ends(run, flow);
}

static void
left(struct lab_run *run, struct lab_flow *flow)
{
	tcp_of(flow)->queued--;
	if (flow->alive)
		lab_tcp_push(run, tcp_of(flow));
}

const struct lab_flow_ops lab_tcp_up_ops = {
	.size = sizeof(struct lab_tcp),
	.init = init, .start = start, .resume = start, .free = release,
	.arrives = ack, .returns = data_at_server, .left = left,
};
