/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stddef.h>

#include "lab_run.h"

/*
 * The server asks, the host answers, the server thinks and asks again. One that gets no
 * answer asks again after a while, as over TCP; its round trip began with the first.
 */
#define SIZE 98u		/* as ping's */
#define AGAIN_NS (200 * LAB_MS)
#define STAGGER_NS LAB_MS	/* the flows begin within it */

struct rpc {
	struct lab_flow flow;
	uint32_t seq;		/* of the question that is out */
	uint64_t asked_ns;	/* LAB_NEVER: none is */
	bool thinks;		/* it will ask */
};

static struct rpc *
rpc_of(struct lab_flow *flow)
{
	return (struct rpc *)flow;	/* its first member */
}

static struct lab_packet
packet_of(const struct rpc *rpc)
{
	uint32_t size = rpc->flow.group->conf->size;

	return (struct lab_packet){
		.flow = rpc->flow.id, .len = size != 0 ? size : SIZE, .seq = rpc->seq,
		.sent_ns = rpc->asked_ns,
	};
}

static void
overdue(struct lab_run *run, void *what, uint64_t seq)
{
	struct rpc *rpc = what;
	struct lab_packet packet = packet_of(rpc);

	if (!rpc->flow.alive || rpc->asked_ns == LAB_NEVER || rpc->seq != seq)
		return;
	lab_count_again(run, &rpc->flow);
	lab_link_down(run, &packet);
	lab_at(&run->world, run->world.now_ns + AGAIN_NS, overdue, rpc, seq);
}

static void
ask(struct lab_run *run, void *what, uint64_t arg)
{
	struct rpc *rpc = what;
	struct lab_packet packet;

	rpc->thinks = false;
	if (!lab_flow_is_on(run, &rpc->flow))
		return;
	rpc->seq++;
	rpc->asked_ns = run->world.now_ns;
	packet = packet_of(rpc);
	lab_count_sent(run, &rpc->flow);
	lab_link_down(run, &packet);
	lab_at(&run->world, run->world.now_ns + AGAIN_NS, overdue, rpc, rpc->seq);
}

static void
think(struct lab_run *run, struct rpc *rpc)
{
	uint32_t most_us = rpc->flow.group->conf->think_us;

	if (most_us == 0) {
		ask(run, rpc, 0);
		return;
	}
	rpc->thinks = true;
	lab_at(&run->world, run->world.now_ns +
	       lab_chance_between(&run->chance, 0, most_us * 1000ull), ask, rpc, 0);
}

static void
start(struct lab_run *run, struct lab_flow *flow)
{
	rpc_of(flow)->asked_ns = LAB_NEVER;
	rpc_of(flow)->thinks = true;
	lab_at(&run->world, run->world.now_ns +
	       lab_chance_between(&run->chance, 0, STAGGER_NS), ask, flow, 0);
}

static void
resume(struct lab_run *run, struct lab_flow *flow)
{
	if (!rpc_of(flow)->thinks && rpc_of(flow)->asked_ns == LAB_NEVER)
		ask(run, flow, 0);
}

static void
arrives(struct lab_run *run, struct lab_flow *flow, const struct lab_packet *packet)
{
	if (flow->alive)
		lab_host_send(run, packet);
}

static void
returns(struct lab_run *run, struct lab_flow *flow, const struct lab_packet *packet)
{
	struct rpc *rpc = rpc_of(flow);

	if (!flow->alive || rpc->asked_ns == LAB_NEVER || packet->seq != rpc->seq)
		return;
	lab_count_got(run, flow, 1, packet->len);
	lab_count_round_trip(run, flow, run->world.now_ns - rpc->asked_ns);
	rpc->asked_ns = LAB_NEVER;
	think(run, rpc);
}

const struct lab_flow_ops lab_rpc_ops = {
	.size = sizeof(struct rpc),
	.start = start, .resume = resume, .arrives = arrives, .returns = returns,
};
