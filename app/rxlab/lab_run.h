/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_RUN_H
#define LAB_RUN_H

/* One run: all that is in the drawing of lab.h. */

#include "lab.h"
#include "lab_chip.h"
#include "lab_count.h"
#include "lab_flow.h"
#include "lab_host.h"
#include "lab_link.h"
#include "lab_order.h"
#include "lab_policy.h"
#include "lab_world.h"

struct lab_run {
	const struct lab_conf *conf;
	struct lab_world world;
	struct lab_chip chip;
	struct lab_processor host;
	struct lab_order order;
	struct lab_link link;
	struct lab_flow_table flows;
	struct lab_chooser policy;
	struct lab_count count;
	struct lab_chance chance;	/* of the traffic */
	int error;			/* the run is over because of it */
	const char *why;
};

/* The first one counts. */
void lab_fail(struct lab_run *run, int error, const char *why);

#endif /* LAB_RUN_H */
