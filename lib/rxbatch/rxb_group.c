/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <rte_errno.h>

#include "rxb_gro.h"

/* Registering it again gives the same offset: two threads may both be the first. */
int
rxb_gro_group_offset(void)
{
	static const struct rte_mbuf_dynfield field = {
		.name = RXB_GRO_GROUP_DYNFIELD,
		.size = sizeof(uint16_t),
		.align = __alignof__(uint16_t),
	};
	static int offset = -1;
	int known = __atomic_load_n(&offset, __ATOMIC_RELAXED);

	if (known >= 0)
		return known;
	known = rte_mbuf_dynfield_register(&field);
	if (known < 0)
		return -rte_errno;
	__atomic_store_n(&offset, known, __ATOMIC_RELAXED);
	return known;
}
