/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "state.h"

#define COUNTERS_MAX 32

struct counter { const char *name; uint64_t value; };

static unsigned int
common_counters(const struct air *air, struct counter *list)
{
	const struct counter own[] = {
		{ "air_packets", air->ap.packets },
		{ "air_mpdus", air->sent },
		{ "air_ppdus", air->ppdu.number },
		{ "air_fcs_bad", air->fcs_bad },
		{ "air_loops", air->source->loops },
		{ "air_skipped_snapped", air->source->snapped },
		{ "air_skipped_oversize", air->source->oversize + air->ap.oversize },
		{ "air_skipped_malformed", air->source->malformed },
		{ "air_delayed_ns", air->delayed_ns },
		{ "air_tx_frames", air->out.frames },
		{ "air_tx_bytes", air->out.bytes },
		{ "air_tx_write_errors", air->out.write_errors },
	};

	memcpy(list, own, sizeof(own));
	return sizeof(own) / sizeof(own[0]);
}

static unsigned int
live_counters(const struct air *air, struct counter *list)
{
	const struct counter own[] = {
		{ "air_queue_drops", air->queue_drops },
		{ "air_retries", air->ppdu.retries },
		{ "air_dropped_retries", air->ppdu.dropped_retries },
		{ "air_rate_changes", air->ap.rate.changes },
		{ "air_mcs_now", air->ap.rate.now.mcs },
	};

	memcpy(list, own, sizeof(own));
	return sizeof(own) / sizeof(own[0]);
}

static unsigned int
ping_counters(const struct air *air, struct counter *list)
{
	const struct air_ping *p = &air->ping;
	const struct counter own[] = {
		{ "air_ping_sent", p->sent },
		{ "air_ping_done", p->rtt.count },
		{ "air_ping_lost", p->lost },
		{ "air_ping_late", p->late },
		{ "air_ping_bad", p->bad },
		{ "air_ping_rtt_sum_ns", p->rtt.sum_ns },
		{ "air_ping_rtt_max_ns_now", p->rtt.max_ns },
		{ "air_ping_p50_ns_now", p->rtt.p50_ns },
		{ "air_ping_p99_ns_now", p->rtt.p99_ns },
	};

	memcpy(list, own, sizeof(own));
	return sizeof(own) / sizeof(own[0]);
}

bool
air_counter(const struct air *air, unsigned int i, const char **name,
	    uint64_t *value)
{
	struct counter list[COUNTERS_MAX];
	unsigned int n = common_counters(air, list);

	if (air->options.live)
		n += live_counters(air, list + n);
	if (air->ping.on)
		n += ping_counters(air, list + n);
	if (i >= n)
		return false;
	*name = list[i].name;
	*value = list[i].value;
	return true;
}
