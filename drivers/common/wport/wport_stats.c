/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include <rte_common.h>

#include "wport.h"
#include "wport_gro.h"
#include "wport_line.h"

/*
 * xstats come in parts: what every family counts, what this family counts under
 * names of its own, one line per 802.11 drop, LRO, aggregation, what is sent, the bus speed,
 * and what the back end counts. Names are rx_<step>_<what> and tx_<step>_<what>.
 */
struct counter {
	const char *name;
	size_t offset;		/* in struct wport_rx_stats, wport_tx_stats, rxb_gro_stats */
};

static const struct counter rx_counters[] = {
#define COUNTER(name, member) { name, offsetof(struct wport_rx_stats, member) }
	COUNTER("rx_usb_transfers", transfers),
	COUNTER("rx_usb_bytes", transfer_bytes),
	COUNTER("rx_usb_errors", transfer_errors),
	COUNTER("rx_usb_stopped", stopped),
	COUNTER("rx_usb_unread", unread),
	COUNTER("rx_agg_abandoned_bytes", abandoned_bytes),
	COUNTER("rx_agg_split", splits),
	COUNTER("rx_agg_split_bytes", split_bytes),
	COUNTER("rx_rxd_bad_rate", bad_rate),
	COUNTER("rx_burst_nonempty", bursts),
	COUNTER("rx_mbuf_nombuf", nombuf),
	COUNTER("rx_mbuf_too_long", too_long),
	COUNTER("rx_mbuf_no_scatter", no_scatter),
	COUNTER("rx_attach_packets", attached),
	COUNTER("rx_attach_copied", attach_copied),
	COUNTER("rx_monitor_no_status", no_status),
	COUNTER("rx_monitor_stopped", monitor_stopped),
	COUNTER("rx_monitor_icv_error", icv_errors),
	COUNTER("rx_gro_stopped", gro_stopped),
#undef COUNTER
};

static const struct counter gro_counters[] = {
#define COUNTER(member) { "rx_gro_" #member, offsetof(struct rxb_gro_stats, member) }
	COUNTER(packets_in),
	COUNTER(bytes_in),
	COUNTER(packets_out),
	COUNTER(aggregates),
	COUNTER(merged),
	COUNTER(groups),
	COUNTER(grouped),
	COUNTER(closed_packet),
	COUNTER(closed_end),
	COUNTER(closed_barrier),
	COUNTER(closed_burst),
	COUNTER(closed_flush),
	COUNTER(closed_hold),
	COUNTER(verified),
#undef COUNTER
};

static const struct counter tx_counters[] = {
#define COUNTER(name, member) { name, offsetof(struct wport_tx_stats, member) }
	COUNTER("tx_burst_nonempty", bursts),
	COUNTER("tx_burst_full", full),
	COUNTER("tx_mbuf_too_short", too_short),
	COUNTER("tx_mbuf_too_long", too_long),
	COUNTER("tx_inject_bad_radiotap", bad_radiotap),
	COUNTER("tx_inject_bad_frame", bad_frame),
	COUNTER("tx_inject_bad_rate", bad_rate),
	COUNTER("tx_usb_no_device", no_device),
#undef COUNTER
};

/* Other processes have the family at an address of their own. */
static const struct wport_family *
family_of(const struct rte_eth_dev *dev)
{
	return dev->process_private;
}

static uint64_t
value_at(const void *stats, size_t offset)
{
	return *(const uint64_t *)((const char *)stats + offset);
}

static uint64_t
tx_sum(const struct wport *port, size_t offset)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < RTE_DIM(port->txq); i++)
		sum += value_at(&port->txq[i].stats, offset) -
			value_at(&port->txq[i].base, offset);
	return sum;
}

static bool
line_of_table(const struct counter *table, unsigned int n, unsigned int *i,
	      struct wport_line *line, size_t *offset)
{
	if (*i >= n) {
		*i -= n;
		return false;
	}
	snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "%s", table[*i].name);
	*offset = table[*i].offset;
	return true;
}

/* Line i of a list of names that belongs to an array of counters. */
static bool
line_of_list(const char *prefix, const char * const *names, const uint64_t *now,
	     const uint64_t *base, unsigned int *i, struct wport_line *line)
{
	for (; *names != NULL; names++, now++, base++) {
		if ((*i)-- != 0)
			continue;
		snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "%s%s", prefix, *names);
		line->value = *now - *base;
		return true;
	}
	return false;
}

static bool
line_of_family(const struct wport_family *f, const struct wport_rx_stats *now,
	       const struct wport_rx_stats *base, unsigned int *i, struct wport_line *line)
{
	return line_of_list("rx_agg_", f->ends, now->ends, base->ends, i, line) ||
		line_of_list("rx_unit_", f->units, now->units, base->units, i, line) ||
		line_of_list("rx_rxd_", f->drops, &now->drops[WLAN_DROP_MAX],
			     &base->drops[WLAN_DROP_MAX], i, line) ||
		line_of_list("rx_", f->notes, now->notes, base->notes, i, line);
}

static bool
line_of_decap(const struct wport_rx_stats *now, const struct wport_rx_stats *base,
	      unsigned int *i, struct wport_line *line)
{
	const unsigned int n = WLAN_DROP_MAX - 1;	/* WLAN_DROP_NONE has no line */

	if (*i >= n) {
		*i -= n;
		return false;
	}
	snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "rx_decap_%s",
		 wlan_drop_name(*i + 1));
	line->value = now->drops[*i + 1] - base->drops[*i + 1];
	return true;
}

/* All of them, whether LRO is on or off: names do not come and go. */
static bool
line_of_gro(const struct wport_rxq *q, unsigned int *i, struct wport_line *line)
{
	struct rxb_gro_stats now;
	size_t offset;

	if (!line_of_table(gro_counters, RTE_DIM(gro_counters), i, line, &offset)) {
		if (*i >= RXB_GRO_WHY_MAX) {
			*i -= RXB_GRO_WHY_MAX;
			return false;
		}
		snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "rx_gro_why_%s",
			 rxb_gro_why_name(*i));
		offset = offsetof(struct rxb_gro_stats, why[*i]);
	}
	wport_gro_count(q, &now);
	line->value = value_at(&now, offset) - value_at(&q->gro.base, offset);
	return true;
}

static bool
line_of_usb(const struct wport *port, unsigned int i, struct wport_line *line)
{
	const struct usb_counter *now, *base;

	if (i == 0) {
		/* 0 for a capture. */
		snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "usb_speed_mbps");
		line->value = port->usb_shared.speed_mbps;
		return true;
	}
	if (i == 1) {
		snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "tx_usb_failed");
		line->value = port->usb_shared.tx_failed - port->usb_base.tx_failed;
		return true;
	}
	i -= 2;
	if (i >= port->usb_shared.nb_counters)
		return false;
	now = &port->usb_shared.counters[i];
	base = &port->usb_base.counters[i];
	snprintf(line->name, RTE_ETH_XSTATS_NAME_SIZE, "%s", now->name);
	line->value = now->gauge ? now->value : now->value - base->value;
	return true;
}

/* Line i, false past the last. */
static bool
xstat_line(const struct rte_eth_dev *dev, unsigned int i, struct wport_line *line)
{
	const struct wport *port = dev->data->dev_private;
	const struct wport_rx_stats *now = &port->rxq.stats, *base = &port->rxq.base;
	size_t offset;

	if (line_of_table(rx_counters, RTE_DIM(rx_counters), &i, line, &offset)) {
		line->value = value_at(now, offset) - value_at(base, offset);
		return true;
	}
	if (line_of_family(family_of(dev), now, base, &i, line) ||
	    line_of_decap(now, base, &i, line) || line_of_gro(&port->rxq, &i, line) ||
	    wport_hold_line(port, &i, line))
		return true;
	if (line_of_table(tx_counters, RTE_DIM(tx_counters), &i, line, &offset)) {
		line->value = tx_sum(port, offset);
		return true;
	}
	return line_of_usb(port, i, line);
}

static unsigned int
nb_xstats(const struct rte_eth_dev *dev)
{
	char name[RTE_ETH_XSTATS_NAME_SIZE];
	struct wport_line line = { .name = name };
	unsigned int n = 0;

	while (xstat_line(dev, n, &line))
		n++;
	return n;
}

int
wport_xstats_get(struct rte_eth_dev *dev, struct rte_eth_xstat *xstats, unsigned int n)
{
	char name[RTE_ETH_XSTATS_NAME_SIZE];
	struct wport_line line = { .name = name };
	unsigned int i, total = nb_xstats(dev);

	if (n < total)
		return total;
	for (i = 0; i < total && xstat_line(dev, i, &line); i++) {
		xstats[i].id = i;
		xstats[i].value = line.value;
	}
	return total;
}

int
wport_xstats_get_names(struct rte_eth_dev *dev, struct rte_eth_xstat_name *names,
		       unsigned int n)
{
	unsigned int i, total = nb_xstats(dev);

	if (names == NULL || n < total)
		return total;
	for (i = 0; i < total; i++) {
		struct wport_line line = { .name = names[i].name };

		xstat_line(dev, i, &line);
	}
	return total;
}

/* Packets that were here and went wrong; each has a line of its own above. */
static uint64_t
rx_errors(const struct wport_family *f, const struct wport_rx_stats *s)
{
	uint64_t sum = s->transfer_errors + s->too_long + s->no_scatter;
	unsigned int i;

	for (i = 0; i < RTE_DIM(s->ends); i++)
		sum += (f->end_is_error & RTE_BIT32(i)) != 0 ? s->ends[i] : 0;
	for (i = 0; i < RTE_DIM(s->drops); i++)
		sum += i >= WLAN_DROP_MAX || wlan_drop_is_error(i) ? s->drops[i] : 0;
	return sum;
}

static uint64_t
tx_errors(const struct wport_tx_stats *s)
{
	return s->too_short + s->too_long + s->bad_radiotap + s->bad_frame + s->bad_rate +
		s->no_device;
}

void
wport_log_losses(struct wport *port)
{
	uint64_t bad = rx_errors(port->family, &port->rxq.stats) + port->usb_shared.rx_lost;
	uint64_t missed = port->usb_shared.rx_missed;

	if (bad > port->errors_logged || missed > port->missed_logged)
		WPORT_LOG(WARNING, port, "%" PRIu64 " receive errors, %" PRIu64
			  " frames missed by the device; xstats name the reasons",
			  bad - port->errors_logged, missed - port->missed_logged);
	port->errors_logged = bad;
	port->missed_logged = missed;
}

/* What the queues gave to the transport, less what it could not bring to the device:
 * which queue that was it does not say. */
static void
tx_stats_get(const struct wport *port, struct rte_eth_stats *stats)
{
	uint64_t failed = port->usb_shared.tx_failed - port->usb_base.tx_failed;
	unsigned int i;

	for (i = 0; i < RTE_DIM(port->txq); i++) {
		const struct wport_tx_stats *now = &port->txq[i].stats;
		const struct wport_tx_stats *base = &port->txq[i].base;
		uint64_t packets = now->packets - base->packets;
		uint64_t bytes = now->bytes - base->bytes;

		stats->opackets += packets;
		stats->obytes += bytes;
		stats->oerrors += tx_errors(now) - tx_errors(base);
		rxb_stats_tx_queue(stats, i, packets, bytes);
	}
	/* A transfer may have been given before a reset and have failed after it. */
	stats->opackets -= RTE_MIN(failed, stats->opackets);
	stats->oerrors += failed;
}

int
wport_stats_get(RXB_STATS_ARGS(dev, stats))
{
	const struct wport *port = dev->data->dev_private;
	const struct wport_family *f = family_of(dev);
	const struct wport_rx_stats *now = &port->rxq.stats, *base = &port->rxq.base;

	stats->ipackets = now->packets - base->packets;
	stats->ibytes = now->bytes - base->bytes;
	stats->rx_nombuf = now->nombuf - base->nombuf;
	stats->ierrors = rx_errors(f, now) - rx_errors(f, base) +
		port->usb_shared.rx_lost - port->usb_base.rx_lost;
	stats->imissed = port->usb_shared.rx_missed - port->usb_base.rx_missed;
	rxb_stats_one_queue(stats);
	tx_stats_get(port, stats);
	return 0;
}

/* The contexts go on counting: zero is what they show now. */
int
wport_stats_reset(struct rte_eth_dev *dev)
{
	struct wport *port = dev->data->dev_private;
	unsigned int i;

	port->rxq.base = port->rxq.stats;
	wport_gro_count(&port->rxq, &port->rxq.gro.base);
	wport_hold_reset(port);
	for (i = 0; i < RTE_DIM(port->txq); i++)
		port->txq[i].base = port->txq[i].stats;
	port->usb_base = port->usb_shared;
	return 0;
}
