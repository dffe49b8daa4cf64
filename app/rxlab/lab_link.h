/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_LINK_H
#define LAB_LINK_H

/*
 * Between server and chip. Down: the path, then the access point. Up: what the host has
 * sent waits for the medium, what has come by then travels together, then the path.
 */

#include "lab_ring.h"
#include "lab_world.h"

/* Most that travel together. */
#define LAB_BURST 64u

struct lab_link {
	struct lab_ring down, up;	/* on the path */
	struct lab_ring radio;		/* to be sent by the host's radio */
	bool medium;			/* it waits for the medium, or has it */
	uint32_t burst;			/* packets that it sends now */
	struct lab_chance chance;
};

/* A packet of the server's. */
void lab_link_down(struct lab_run *run, const struct lab_packet *packet);
/* One of the host's: at the server it becomes lab_flow_returns(), and when it has left the
 * host lab_flow_left(). */
void lab_link_up(struct lab_run *run, const struct lab_packet *packet);

void lab_link_close(struct lab_run *run);

#endif /* LAB_LINK_H */
