/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_RTT_H
#define AIR_RTT_H

/* Round trips: the sum of all, and where the last ones lie, so that a change shows soon. */

#include <stdint.h>

#define RTT_RECENT 256

struct air_rtt {
	uint64_t count, sum_ns, max_ns;
	uint64_t p50_ns, p99_ns;	/* of the last RTT_RECENT; 0 without any */
	uint64_t recent[RTT_RECENT];	/* the oldest one goes */
	uint64_t sorted[RTT_RECENT];	/* the same, shortest first */
};

void air_rtt_add(struct air_rtt *rtt, uint64_t ns);

#endif /* AIR_RTT_H */
