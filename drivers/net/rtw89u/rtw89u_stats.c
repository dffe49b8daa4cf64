/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include <rte_common.h>

#include "rtw89u.h"
#include "rtw89u_logs.h"

/*
 * xstats come in four parts: this table, one line per 802.11 drop, the bus speed,
 * and what the back end counts. Names are rx_<step>_<what>.
 */
static const struct {
	const char *name;
	size_t offset;		/* in struct rtw89u_rx_stats */
} counters[] = {
#define COUNTER(name, member) { name, offsetof(struct rtw89u_rx_stats, member) }
	COUNTER("rx_usb_transfers", transfers),
	COUNTER("rx_usb_bytes", transfer_bytes),
	COUNTER("rx_usb_errors", transfer_errors),
	COUNTER("rx_usb_stopped", stopped),
	COUNTER("rx_usb_unread", unread),
	COUNTER("rx_agg_end", walk[RTW89U_WALK_END]),
	COUNTER("rx_agg_short_descriptor", walk[RTW89U_WALK_SHORT_DESC]),
	COUNTER("rx_agg_zero_length", walk[RTW89U_WALK_ZERO_LEN]),
	COUNTER("rx_agg_overrun", walk[RTW89U_WALK_OVERRUN]),
	COUNTER("rx_agg_abandoned_bytes", abandoned_bytes),
	COUNTER("rx_agg_split", splits),
	COUNTER("rx_agg_split_bytes", split_bytes),
	COUNTER("rx_unit_wifi", units[RTW89U_UNIT_WIFI]),
	COUNTER("rx_unit_ppdu_status", units[RTW89U_UNIT_PPDU_STAT]),
	COUNTER("rx_unit_c2h", units[RTW89U_UNIT_C2H]),
	COUNTER("rx_unit_c2h_short", c2h_short),
	COUNTER("rx_unit_other", units[RTW89U_UNIT_OTHER]),
	COUNTER("rx_rxd_bad_rate", bad_rate),
	COUNTER("rx_burst_nonempty", bursts),
	COUNTER("rx_mbuf_nombuf", nombuf),
	COUNTER("rx_mbuf_too_long", too_long),
	COUNTER("rx_mbuf_no_scatter", no_scatter),
#undef COUNTER
};

#define NB_COUNTERS RTE_DIM(counters)
#define NB_DROPS (WLAN_DROP_MAX - 1)	/* WLAN_DROP_NONE has no line */
#define NB_STATES 1			/* usb_speed_mbps: 0 for a capture */

static uint64_t
counter_at(const struct rtw89u_rx_stats *stats, unsigned int i)
{
	return *(const uint64_t *)((const char *)stats + counters[i].offset);
}

static uint64_t
xstat_value(const struct rtw89u_port *port, unsigned int i)
{
	const struct rtw89u_rx_stats *now = &port->rxq.stats, *base = &port->rxq.base;

	if (i < NB_COUNTERS)
		return counter_at(now, i) - counter_at(base, i);
	i -= NB_COUNTERS;
	if (i < NB_DROPS)
		return now->drops[i + 1] - base->drops[i + 1];
	i -= NB_DROPS;
	if (i < NB_STATES)
		return port->usb_shared.speed_mbps;
	i -= NB_STATES;
	if (port->usb_shared.counters[i].gauge)
		return port->usb_shared.counters[i].value;
	return port->usb_shared.counters[i].value - port->usb_base.counters[i].value;
}

static void
xstat_name(const struct rtw89u_port *port, unsigned int i, char *name)
{
	if (i < NB_COUNTERS) {
		snprintf(name, RTE_ETH_XSTATS_NAME_SIZE, "%s", counters[i].name);
	} else if (i < NB_COUNTERS + NB_DROPS) {
		snprintf(name, RTE_ETH_XSTATS_NAME_SIZE, "rx_decap_%s",
			 wlan_drop_name(i - NB_COUNTERS + 1));
	} else if (i < NB_COUNTERS + NB_DROPS + NB_STATES) {
		snprintf(name, RTE_ETH_XSTATS_NAME_SIZE, "usb_speed_mbps");
	} else {
		i -= NB_COUNTERS + NB_DROPS + NB_STATES;
		snprintf(name, RTE_ETH_XSTATS_NAME_SIZE, "%s",
			 port->usb_shared.counters[i].name);
	}
}

static unsigned int
nb_xstats(const struct rtw89u_port *port)
{
	return NB_COUNTERS + NB_DROPS + NB_STATES + port->usb_shared.nb_counters;
}

int
rtw89u_xstats_get(struct rte_eth_dev *dev, struct rte_eth_xstat *xstats, unsigned int n)
{
	const struct rtw89u_port *port = dev->data->dev_private;
	unsigned int i, total = nb_xstats(port);

	if (n < total)
		return total;
	for (i = 0; i < total; i++) {
		xstats[i].id = i;
		xstats[i].value = xstat_value(port, i);
	}
	return total;
}

int
rtw89u_xstats_get_names(struct rte_eth_dev *dev, struct rte_eth_xstat_name *names,
			unsigned int n)
{
	const struct rtw89u_port *port = dev->data->dev_private;
	unsigned int i, total = nb_xstats(port);

	if (names == NULL || n < total)
		return total;
	for (i = 0; i < total; i++)
		xstat_name(port, i, names[i].name);
	return total;
}

/* Packets that were here and went wrong; each has a line of its own above. */
static uint64_t
errors(const struct rtw89u_rx_stats *s)
{
	uint64_t sum = s->transfer_errors + s->too_long + s->no_scatter +
		s->walk[RTW89U_WALK_SHORT_DESC] + s->walk[RTW89U_WALK_ZERO_LEN] +
		s->walk[RTW89U_WALK_OVERRUN];
	unsigned int i;

	for (i = 0; i < WLAN_DROP_MAX; i++)
		sum += wlan_drop_is_error(i) ? s->drops[i] : 0;
	return sum;
}

void
rtw89u_log_losses(struct rtw89u_port *port)
{
	uint64_t bad = errors(&port->rxq.stats) + port->usb_shared.rx_lost;
	uint64_t missed = port->usb_shared.rx_missed;

	if (bad > port->errors_logged || missed > port->missed_logged)
		RTW89U_LOG(WARNING, port->name, "%" PRIu64 " receive errors, %" PRIu64
			   " frames missed by the device; xstats name the reasons",
			   bad - port->errors_logged, missed - port->missed_logged);
	port->errors_logged = bad;
	port->missed_logged = missed;
}

int
rtw89u_stats_get(RXB_STATS_ARGS(dev, stats))
{
	const struct rtw89u_port *port = dev->data->dev_private;
	const struct rtw89u_rx_stats *now = &port->rxq.stats, *base = &port->rxq.base;

	stats->ipackets = now->packets - base->packets;
	stats->ibytes = now->bytes - base->bytes;
	stats->rx_nombuf = now->nombuf - base->nombuf;
	stats->ierrors = errors(now) - errors(base) +
		port->usb_shared.rx_lost - port->usb_base.rx_lost;
	stats->imissed = port->usb_shared.rx_missed - port->usb_base.rx_missed;
	rxb_stats_one_queue(stats);
	return 0;
}

/* The receive context goes on counting: zero is what it shows now. */
int
rtw89u_stats_reset(struct rte_eth_dev *dev)
{
	struct rtw89u_port *port = dev->data->dev_private;

	port->rxq.base = port->rxq.stats;
	port->usb_base = port->usb_shared;
	return 0;
}
