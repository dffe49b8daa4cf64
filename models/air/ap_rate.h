/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_AP_RATE_H
#define AIR_AP_RATE_H

/* What the access point's rate is, and what missing acknowledgements do to it. */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

struct air_rate_control {
	struct air_rate now;
	struct air_rate best;	/* where it starts, and goes back to */
	bool adapts;
	uint32_t share;		/* mean of the acknowledged ones, permille */
	uint64_t good_ns;	/* the mean has been good since, or the rate has changed */
	uint64_t changes;
};

void air_rate_init(struct air_rate_control *rate, const struct air_rate *best, bool adapts);

/* A PPDU of sent MPDUs that ended at now_ns has been answered. */
void air_rate_answered(struct air_rate_control *rate, uint64_t now_ns, uint32_t sent,
		       uint32_t acknowledged);

#endif /* AIR_AP_RATE_H */
