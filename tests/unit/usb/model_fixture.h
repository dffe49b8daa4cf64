/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MODEL_FIXTURE_H
#define MODEL_FIXTURE_H

/* The model back end with a fake device behind it, and what it leaves behind. */

#include <errno.h>

#include <rte_malloc.h>
#include <rte_memzone.h>

#include "model_fake.h"
#include "replay_fixture.h"

#define US 1000ull

static const struct usb_model_args fake_args = { .chip = "fake" };

static inline int
model_open(const struct usb_model_args *args)
{
	fx_t = NULL;
	memset(&fx_shared, 0, sizeof(fx_shared));
	fflush(fx_log);
	rewind(fx_log);
	return usb_model_open(&fx_conf, args, &fx_t);
}

/* Of DPDK's heap: objects and memory zones. What malloc() gave is ASan's. */
struct used {
	unsigned int objects, bytes, zones;
};

static inline void
count_zone(const struct rte_memzone *zone, void *arg)
{
	(*(unsigned int *)arg)++;
}

static inline struct used
used_now(void)
{
	struct rte_malloc_socket_stats stats;
	struct used used = { 0 };

	CU_ASSERT_EQUAL(rte_malloc_get_socket_stats(0, &stats), 0);
	used.objects = stats.alloc_count;
	used.bytes = (unsigned int)stats.heap_allocsz_bytes;
	rte_memzone_walk(count_zone, &used.zones);
	return used;
}

static inline void
nothing_left(struct used before)
{
	struct used now = used_now();

	CU_ASSERT_EQUAL(now.objects, before.objects);
	CU_ASSERT_EQUAL(now.bytes, before.bytes);
	CU_ASSERT_EQUAL(now.zones, before.zones);
	CU_ASSERT_EQUAL(fake.devices, 0);
	CU_ASSERT_EQUAL(fake.airs, 0);
}

#endif /* MODEL_FIXTURE_H */
