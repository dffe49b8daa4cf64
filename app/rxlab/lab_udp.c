/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stddef.h>

#include "lab_run.h"

/* Datagrams from the server at a constant rate, which the flows of a group share. */
#define PAYLOAD 1470u
#define HEADERS 42u

struct udp {
	struct lab_flow flow;
	uint32_t seq;
	uint64_t from_ns;	/* of the row of times that it is in */
	uint64_t number;	/* in that row */
};

static struct udp *
udp_of(struct lab_flow *flow)
{
	return (struct udp *)flow;	/* its first member */
}

static uint32_t
payload(const struct lab_flow *flow)
{
	uint32_t size = flow->group->conf->size;

	return size != 0 ? size : PAYLOAD;
}

/* When number n of a row is due: without error that adds up. The flows take turns. */
static uint64_t
due_ns(const struct udp *udp)
{
	const struct lab_flows *conf = udp->flow.group->conf;
	uint64_t n = udp->number * conf->nb + udp->flow.number;

	return udp->from_ns + n * payload(&udp->flow) * 8000000 / conf->rate_kbps;
}

static void
send(struct lab_run *run, void *what, uint64_t from_ns)
{
	struct udp *udp = what;
	struct lab_packet packet = {
		.flow = udp->flow.id, .len = payload(&udp->flow) + HEADERS,
		.seq = udp->seq, .sent_ns = run->world.now_ns,
	};

	if (from_ns != udp->from_ns || !lab_flow_is_on(run, &udp->flow))
		return;
	udp->seq++;
	udp->number++;
	lab_count_sent(run, &udp->flow);
	lab_link_down(run, &packet);
	lab_at(&run->world, due_ns(udp), send, udp, from_ns);
}

static void
start(struct lab_run *run, struct lab_flow *flow)
{
	struct udp *udp = udp_of(flow);

	udp->from_ns = run->world.now_ns;
	udp->number = 0;
	lab_at(&run->world, due_ns(udp), send, udp, udp->from_ns);
}

static void
resume(struct lab_run *run, struct lab_flow *flow)
{
	if (udp_of(flow)->from_ns != run->world.now_ns)
		start(run, flow);
}

static void
arrives(struct lab_run *run, struct lab_flow *flow, const struct lab_packet *packet)
{
	lab_count_got(run, flow, 1, payload(flow));
	lab_count_one_way(run, flow, packet->sent_ns);
}

const struct lab_flow_ops lab_udp_ops = {
	.size = sizeof(struct udp),
	.start = start, .resume = resume, .arrives = arrives,
};
