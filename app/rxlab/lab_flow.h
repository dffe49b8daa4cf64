/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_FLOW_H
#define LAB_FLOW_H

/*
 * Traffic. A flow lives for one phase; packets that come later than that are no longer its.
 * Each kind of traffic is a table of what happens.
 */

#include "lab.h"
#include "lab_packet.h"

struct lab_run;
struct lab_flow;

/* Those of one struct lab_flows. */
struct lab_group {
	const struct lab_flows *conf;
	struct lab_flow **flows;	/* conf->nb */
	uint32_t flying;		/* TCP: segments on their way */
	uint32_t next;			/* whose turn it is */
};

struct lab_flow {
	const struct lab_flow_ops *ops;
	struct lab_group *group;
	uint16_t id;			/* over all phases */
	uint8_t phase;
	uint32_t number;		/* in its group */
	bool alive;			/* its phase is on */
	bool touched;			/* by the batch in hand */
};

/* All but size and start may be NULL. */
struct lab_flow_ops {
	size_t size;			/* of what begins with struct lab_flow; zeroed */
	int (*init)(struct lab_flow *flow);
	void (*start)(struct lab_run *run, struct lab_flow *flow);
	/* On again, after the half of an on/off period in which it was to be silent. */
	void (*resume)(struct lab_run *run, struct lab_flow *flow);
	/* A packet has come to the host; all of a batch have. */
	void (*arrives)(struct lab_run *run, struct lab_flow *flow,
			const struct lab_packet *packet);
	void (*batch_ends)(struct lab_run *run, struct lab_flow *flow);
	/* ... has come to the server. */
	void (*returns)(struct lab_run *run, struct lab_flow *flow,
			const struct lab_packet *packet);
	/* A packet of the flow's has left the host. */
	void (*left)(struct lab_run *run, struct lab_flow *flow);
	void (*free)(struct lab_flow *flow);
};

extern const struct lab_flow_ops lab_rpc_ops, lab_tcp_ops, lab_tcp_up_ops, lab_udp_ops;

#define LAB_TOUCHED_MAX 64u

/* All there are, of all phases. */
struct lab_flow_table {
	struct lab_flow **flow;		/* by id */
	uint32_t nb;
	struct lab_group group[LAB_PHASES_MAX][LAB_FLOWS_MAX];
	struct lab_flow *touched[LAB_TOUCHED_MAX];
	uint32_t nb_touched;
};

int lab_flow_open(struct lab_run *run, char *err, size_t err_size);
void lab_flow_close(struct lab_run *run);

void lab_flow_phase_begins(struct lab_run *run, unsigned int phase);
void lab_flow_phase_ends(struct lab_run *run, unsigned int phase);

/* From below. */
void lab_flow_arrives(struct lab_run *run, const struct lab_packet *packet);
void lab_flow_batch_ends(struct lab_run *run);
void lab_flow_returns(struct lab_run *run, const struct lab_packet *packet);
void lab_flow_left(struct lab_run *run, const struct lab_packet *packet);

/* May it send something new now? */
bool lab_flow_is_on(const struct lab_run *run, const struct lab_flow *flow);

#endif /* LAB_FLOW_H */
