/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_POLICY_H
#define LAB_POLICY_H

/* Who chooses the hold is asked each RXB_HOLD_STEP_NS; what it wants is written by a
 * control request, which takes its time, and read back. */

#include "lab.h"
#include "lab_world.h"

struct lab_chooser {
	const struct lab_policy_ops *ops;
	void *state;
	uint32_t hold_us;	/* in the register */
	uint64_t changes;
	uint64_t settled_ns;	/* of the last change */
	bool writes;		/* a request is under way */
};

int lab_policy_open(struct lab_run *run, char *err, size_t err_size);
void lab_policy_close(struct lab_run *run);
void lab_policy_result(const struct lab_run *run, struct lab_result *result);

#endif /* LAB_POLICY_H */
