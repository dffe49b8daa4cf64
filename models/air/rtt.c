/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rtt.h"

/* How many of n sorted values are less than value. */
static uint32_t
rank(const uint64_t *sorted, uint32_t n, uint64_t value)
{
	uint32_t i = 0;

	while (i < n && sorted[i] < value)
		i++;
	return i;
}

static void
take_out(uint64_t *sorted, uint32_t n, uint64_t value)
{
	uint32_t at = rank(sorted, n, value);

	memmove(sorted + at, sorted + at + 1, (n - at - 1) * sizeof(*sorted));
}

static void
put_in(uint64_t *sorted, uint32_t n, uint64_t value)
{
	uint32_t at = rank(sorted, n, value);

	memmove(sorted + at + 1, sorted + at, (n - at) * sizeof(*sorted));
	sorted[at] = value;
}

/* The shortest that so many of a hundred do not exceed. */
static uint64_t
percentile(const uint64_t *sorted, uint32_t n, unsigned int percent)
{
	return sorted[(n * percent + 99) / 100 - 1];
}

void
air_rtt_add(struct air_rtt *rtt, uint64_t ns)
{
	uint64_t *oldest = &rtt->recent[rtt->count % RTT_RECENT];
	uint32_t n = rtt->count < RTT_RECENT ? (uint32_t)rtt->count : RTT_RECENT;

	if (n == RTT_RECENT)
		take_out(rtt->sorted, n--, *oldest);
	put_in(rtt->sorted, n++, ns);
	*oldest = ns;
	rtt->count++;
	rtt->sum_ns += ns;
	if (ns > rtt->max_ns)
		rtt->max_ns = ns;
	rtt->p50_ns = percentile(rtt->sorted, n, 50);
	rtt->p99_ns = percentile(rtt->sorted, n, 99);
}
