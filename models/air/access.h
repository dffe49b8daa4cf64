/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_ACCESS_H
#define AIR_ACCESS_H

/* How long the access point waits for the medium. */

#include "options.h"

struct air_access {
	bool shared;		/* others want the medium too: option access */
	uint64_t min_ns, range_ns;
	uint64_t random;	/* state of its waiting times, and of nothing else */
	uint64_t wait_ns;	/* before this PPDU */
};

void air_access_init(struct air_access *access, const struct air_options *options);

/* Another PPDU. */
void air_access_next(struct air_access *access);

/* When it begins, whose first MPDU came at arrival_ns; the medium is free from free_ns on. */
uint64_t air_access_start(const struct air_access *access, uint64_t free_ns,
			  uint64_t arrival_ns);

#endif /* AIR_ACCESS_H */
