/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "access.h"
#include "phy.h"

void
air_access_init(struct air_access *a, const struct air_options *o)
{
	a->shared = o->access_given;
	a->min_ns = o->access_min_us * 1000ull;
	a->range_ns = (o->access_max_us - o->access_min_us) * 1000ull;
	a->random = o->seed;
	a->wait_ns = 0;
}

/* splitmix64 (Steele, Lea, Flood 2014): good for any seed, small ones too. */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

void
air_access_next(struct air_access *a)
{
	if (a->shared)
		a->wait_ns = a->min_ns + next_random(&a->random) % (a->range_ns + 1);
}

/* A medium that nobody else wants has been idle for long enough when a packet comes late;
 * one that others have a share in has to be waited for then too. */
uint64_t
air_access_start(const struct air_access *a, uint64_t free_ns, uint64_t arrival_ns)
{
	uint64_t start_ns = free_ns + (a->shared ? 0 : PHY_AIFS_NS + PHY_BACKOFF_NS);

	if (arrival_ns > start_ns)
		start_ns = arrival_ns;
	return start_ns + a->wait_ns;
}
