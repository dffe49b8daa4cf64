/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The radiotap header of a captured frame. The input is the record. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "air/phy.h"
#include "air/radiotap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the source of the air builds on. */
static void
check(uint32_t len, const struct radiotap *rt)
{
	if (rt->len < 8 || rt->len > len)
		abort();
	if (rt->has_rate && !air_phy_rate_valid(&rt->rate))
		abort();
	if (rt->has_rssi && rt->rssi_dbm > 0)
		abort();
	if (!rt->has_flags && (rt->fcs_present || rt->data_pad))
		abort();
	if (!rt->in_ampdu && rt->ampdu_ref != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct radiotap rt;
	uint8_t *block = malloc(size + 1), *record;

	if (block == NULL)
		return 0;
	/* Ends with the block, and begins at no alignment at all. */
	record = block + 1;
	memcpy(record, data, size);
	memset(&rt, 0xa5, sizeof(rt));
	if (air_radiotap_parse(record, (uint32_t)size, &rt))
		check((uint32_t)size, &rt);
	free(block);
	return 0;
}
