/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>

#include "lab_run.h"

static const struct lab_flow_ops *const kinds[] = {
	[LAB_RPC] = &lab_rpc_ops, [LAB_TCP] = &lab_tcp_ops, [LAB_UDP] = &lab_udp_ops,
	[LAB_TCP_UP] = &lab_tcp_up_ops,
};

bool
lab_flow_is_on(const struct lab_run *run, const struct lab_flow *flow)
{
	uint32_t hz = flow->group->conf->on_off_hz;
	uint64_t ns = run->world.now_ns - run->count.phase[flow->phase].begin_ns;

	return flow->alive && (hz == 0 || ns * 2 * hz / LAB_S % 2 == 0);
}

/* Into the next half of a period. */
static void
turn(struct lab_run *run, void *what, uint64_t half)
{
	struct lab_group *group = what;
	uint32_t hz = group->conf->on_off_hz, i;
	struct lab_flow *flow;

	for (i = 0; i < group->conf->nb; i++) {
		flow = group->flows[i];
		if (!flow->alive)
			return;
		if (half % 2 == 0 && flow->ops->resume != NULL)
			flow->ops->resume(run, flow);
	}
	half++;
	lab_at(&run->world, run->count.phase[group->flows[0]->phase].begin_ns +
	       (half * LAB_S + 2 * hz - 1) / (2 * hz), turn, group, half);
}

void
lab_flow_phase_begins(struct lab_run *run, unsigned int phase)
{
	struct lab_group *group;
	uint32_t g, i;

	for (g = 0; g < LAB_FLOWS_MAX; g++) {
		group = &run->flows.group[phase][g];
		for (i = 0; group->conf != NULL && i < group->conf->nb; i++)
			group->flows[i]->alive = true;
		for (i = 0; group->conf != NULL && i < group->conf->nb; i++)
			group->flows[i]->ops->start(run, group->flows[i]);
		if (group->conf != NULL && group->conf->on_off_hz != 0)
			turn(run, group, 0);
	}
}

void
lab_flow_phase_ends(struct lab_run *run, unsigned int phase)
{
	uint32_t i;

	for (i = 0; i < run->flows.nb; i++)
		if (run->flows.flow[i]->phase == phase)
			run->flows.flow[i]->alive = false;
}

static struct lab_flow *
flow_of(const struct lab_run *run, const struct lab_packet *packet)
{
	return packet->flow < run->flows.nb ? run->flows.flow[packet->flow] : NULL;
}

void
lab_flow_arrives(struct lab_run *run, const struct lab_packet *packet)
{
	struct lab_flow_table *flows = &run->flows;
	struct lab_flow *flow = flow_of(run, packet);

	if (flow == NULL || flow->ops->arrives == NULL)
		return;
	flow->ops->arrives(run, flow, packet);
	if (flow->touched || flow->ops->batch_ends == NULL)
		return;
	if (flows->nb_touched == LAB_TOUCHED_MAX)
		lab_flow_batch_ends(run);
	flow->touched = true;
	flows->touched[flows->nb_touched++] = flow;
}

void
lab_flow_batch_ends(struct lab_run *run)
{
	struct lab_flow_table *flows = &run->flows;
	uint32_t i, n = flows->nb_touched;

	flows->nb_touched = 0;
	for (i = 0; i < n; i++) {
		flows->touched[i]->touched = false;
		flows->touched[i]->ops->batch_ends(run, flows->touched[i]);
	}
}

void
lab_flow_returns(struct lab_run *run, const struct lab_packet *packet)
{
	struct lab_flow *flow = flow_of(run, packet);

	if (flow != NULL && flow->ops->returns != NULL)
		flow->ops->returns(run, flow, packet);
}

void
lab_flow_left(struct lab_run *run, const struct lab_packet *packet)
{
	struct lab_flow *flow = flow_of(run, packet);

	if (flow != NULL && flow->ops->left != NULL)
		flow->ops->left(run, flow);
}

static int
make_flow(struct lab_run *run, struct lab_group *group, unsigned int phase, uint32_t number)
{
	struct lab_flow_table *table = &run->flows;
	const struct lab_flow_ops *ops = kinds[group->conf->kind];
	struct lab_flow *flow = calloc(1, ops->size);

	if (flow == NULL)
		return -ENOMEM;
	flow->ops = ops;
	flow->group = group;
	flow->id = (uint16_t)table->nb;
	flow->phase = (uint8_t)phase;
	flow->number = number;
	group->flows[number] = flow;
	table->flow[table->nb++] = flow;
	return ops->init != NULL ? ops->init(flow) : 0;
}

static int
make_group(struct lab_run *run, const struct lab_flows *conf, unsigned int phase,
	   unsigned int g)
{
	struct lab_group *group = &run->flows.group[phase][g];
	uint32_t i;
	int ret = 0;

	group->conf = conf;
	group->flows = calloc(conf->nb, sizeof(struct lab_flow *));
	if (group->flows == NULL)
		return -ENOMEM;
	for (i = 0; i < conf->nb && ret == 0; i++)
		ret = make_flow(run, group, phase, i);
	return ret;
}

static uint32_t
flows_of(const struct lab_workload *w)
{
	uint32_t n = 0;
	unsigned int p, g;

	for (p = 0; p < LAB_PHASES_MAX && w->phases[p].length_ns != 0; p++)
		for (g = 0; g < LAB_FLOWS_MAX && w->phases[p].flows[g].nb != 0; g++)
			n += w->phases[p].flows[g].nb;
	return n;
}

int
lab_flow_open(struct lab_run *run, char *err, size_t err_size)
{
	const struct lab_workload *w = run->conf->workload;
	unsigned int p, g;
	int ret = 0;

	if (flows_of(w) > UINT16_MAX) {
		snprintf(err, err_size, "workload %s: more than %d flows", w->name,
			 UINT16_MAX);
		return -EINVAL;
	}
	run->flows.flow = calloc(flows_of(w) + 1, sizeof(struct lab_flow *));
	if (run->flows.flow == NULL)
		ret = -ENOMEM;
	for (p = 0; p < LAB_PHASES_MAX && w->phases[p].length_ns != 0; p++)
		for (g = 0; ret == 0 && g < LAB_FLOWS_MAX &&
		     w->phases[p].flows[g].nb != 0; g++)
			ret = make_group(run, &w->phases[p].flows[g], p, g);
	if (ret != 0)
		snprintf(err, err_size, "workload %s: no memory", w->name);
	return ret;
}

void
lab_flow_close(struct lab_run *run)
{
	struct lab_flow *flow;
	unsigned int p, g;
	uint32_t i;

	for (i = 0; i < run->flows.nb; i++) {
		flow = run->flows.flow[i];
		if (flow->ops->free != NULL)
			flow->ops->free(flow);
		free(flow);
	}
	for (p = 0; p < LAB_PHASES_MAX; p++)
		for (g = 0; g < LAB_FLOWS_MAX; g++)
			free(run->flows.group[p][g].flows);
	free(run->flows.flow);
}
