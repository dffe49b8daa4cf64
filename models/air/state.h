/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_STATE_H
#define AIR_STATE_H

/* All of an air, for those that look at it as a whole: air.c, counters.c. */

#include "out.h"
#include "ping.h"
#include "ppdu.h"

struct air {
	struct air_options options;
	struct air_source *source;
	struct air_ap ap;
	struct air_ppdu ppdu;
	struct air_out out;
	struct air_ping ping;
	uint64_t sent;		/* MPDUs */
	uint64_t queue_drops;
	uint64_t fcs_bad;
	uint64_t delayed_ns;
	bool begun;		/* somebody has listened */
	bool held;
	uint64_t until_hold;	/* frames, 0: it is not counted */
};

#endif /* AIR_STATE_H */
