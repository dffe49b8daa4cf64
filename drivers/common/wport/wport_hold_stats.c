/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * xstats of aggregation: what is in use and what a policy thinks of it (gauges), what was
 * done to it, and what the transfers looked like. Read without the lock, in any process.
 */

#include <inttypes.h>
#include <stdio.h>

#include <rte_cycles.h>

#include "wport.h"
#include "wport_line.h"

void
wport_hold_count(const struct wport *port, struct wport_hold_counts *counts)
{
	const struct wport_hold *h = &port->hold;
	unsigned int i;

	counts->changes = h->past.changes - h->base.changes;
	counts->writes = h->past.writes - h->base.writes;
	counts->failed = h->past.failed - h->base.failed;
	counts->ignored = h->past.ignored - h->base.ignored;
	for (i = 0; i < RTE_DIM(counts->rung_ns); i++)
		counts->rung_ns[i] = h->past.rung_ns[i] + h->state.rung_ns[i] -
			h->base.rung_ns[i];
}

void
wport_hold_reset(struct wport *port)
{
	struct wport_hold *h = &port->hold;
	struct wport_hold_counts now = h->past;
	unsigned int i;

	for (i = 0; i < RTE_DIM(now.rung_ns); i++)
		now.rung_ns[i] += h->state.rung_ns[i];
	h->base = now;
	port->rxq.seen_base = port->rxq.seen;
}

struct value {
	const char *name;
	uint64_t value;
};

static bool
line_of_values(const struct value *values, unsigned int n, unsigned int *i,
	       struct wport_line *line)
{
	if (*i >= n) {
		*i -= n;
		return false;
	}
	snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "%s", values[*i].name);
	line->value = values[*i].value;
	return true;
}

static bool
line_of_hold(const struct wport *port, const struct wport_hold_counts *counts, unsigned int *i,
	     struct wport_line *line)
{
	const struct wport_hold *h = &port->hold;
	const struct value values[] = {
		{ "rx_hold_us", h->now.hold_us },
		{ "rx_hold_size", h->now.bytes },
		{ "rx_hold_count", h->now.count },
		{ "rx_hold_policy", h->wish.policy },
		{ "rx_hold_load_permille", h->state.load_permille },
		{ "rx_hold_cost_transfer_ns", h->state.transfer_ns },
		{ "rx_hold_cost_frame_ns", h->state.frame_ns },
		{ "rx_hold_stuck", h->state.stuck },
		{ "rx_hold_changes", counts->changes },
		{ "rx_hold_writes", counts->writes },
		{ "rx_hold_write_failed", counts->failed },
		{ "rx_hold_ignored", counts->ignored },
	};

	return line_of_values(values, RTE_DIM(values), i, line);
}

static bool
line_of_rungs(const struct wport *port, const struct wport_hold_counts *counts,
	      unsigned int *i, struct wport_line *line)
{
	const struct wport_hold *h = &port->hold;

	if (*i >= h->rungs) {
		*i -= h->rungs;
		return false;
	}
	snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "rx_hold_at_%" PRIu32 "_ms",
		 h->rung_us[*i]);
	line->value = counts->rung_ns[*i] / (NS_PER_S / MS_PER_S);
	return true;
}

/* What closed a transfer is told from limits that are known: not a capture's. */
static bool
line_of_closes(const struct wport *port, unsigned int *i, struct wport_line *line)
{
	static const char * const names[] = {
		[RXB_HOLD_BY_TIMER] = "rx_agg_closed_timer",
		[RXB_HOLD_BY_SIZE] = "rx_agg_closed_size",
		[RXB_HOLD_BY_COUNT] = "rx_agg_closed_count",
	};
	const uint64_t *now = port->rxq.seen.all.closed, *base = port->rxq.seen_base.all.closed;
	bool known = port->hold.device;
	struct value values[RTE_DIM(names)];
	unsigned int n;

	for (n = 0; n < RTE_DIM(names); n++)
		values[n] = (struct value){ names[n], known ? now[n] - base[n] : 0 };
	return line_of_values(values, RTE_DIM(values), i, line);
}

static bool
line_of_frames(const struct wport *port, unsigned int *i, struct wport_line *line)
{
	static const char * const names[WPORT_SEEN_BUCKETS] = {
		"rx_agg_frames_0", "rx_agg_frames_1", "rx_agg_frames_2", "rx_agg_frames_3_4",
		"rx_agg_frames_5_8", "rx_agg_frames_9_16", "rx_agg_frames_17_32",
		"rx_agg_frames_33",
	};
	const uint64_t *now = port->rxq.seen.filled, *base = port->rxq.seen_base.filled;
	struct value values[RTE_DIM(names)];
	unsigned int n;

	for (n = 0; n < RTE_DIM(names); n++)
		values[n] = (struct value){ names[n], now[n] - base[n] };
	return line_of_values(values, RTE_DIM(values), i, line);
}

bool
wport_hold_line(const struct wport *port, unsigned int *i, struct wport_line *line)
{
	struct wport_hold_counts counts;

	wport_hold_count(port, &counts);
	return line_of_hold(port, &counts, i, line) || line_of_rungs(port, &counts, i, line) ||
		line_of_closes(port, i, line) || line_of_frames(port, i, line);
}
