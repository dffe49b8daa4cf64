/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_cycles.h>

#include "wport_gro.h"

#define STOP_BATCH	32u

/* Whoever asks for counters, in another thread or process, must not need the context: it may
 * go meanwhile. */
static inline void
publish(struct wport_rxq *q)
{
	rxb_gro_stats_get(q->gro.ctx, &q->gro.now);
}

static uint16_t
merge_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	struct wport_rxq *q = queue;
	struct rxb_gro *ctx = q->gro.ctx;
	uint32_t budget = nb_pkts + WPORT_GRO_READ_MORE;
	bool more = true;
	uint16_t nb = 0;

	/* What has waited long enough goes first: it may be more than comes. */
	if (rxb_gro_held(ctx) != 0)
		nb = rxb_gro_flush_due(ctx, pkts, nb_pkts, rte_rdtsc());
	while (more && nb < nb_pkts && budget > 0) {
		uint16_t room = RTE_MIN(nb_pkts - nb, (int)budget);
		uint16_t n = q->gro.read(q, pkts + nb, room);

		more = n == room;
		budget -= n;
		if (likely(n != 0))
			nb += rxb_gro_process(ctx, pkts + nb, n, rte_rdtsc());
	}
	if (!more || (nb == 0 && nb_pkts != 0))
		nb += rxb_gro_flush(ctx, pkts + nb, nb_pkts - nb);
	if (nb != 0)
		publish(q);
	return nb;
}

/* Each packet is told how many of its group come, itself included. */
static void
mark_groups(struct rte_mbuf **pkts, const uint16_t *lens, uint16_t nb_groups, int offset)
{
	uint16_t i, left;

	for (i = 0; i < nb_groups; i++)
		for (left = lens[i]; left != 0; left--)
			*rxb_gro_group_left(*pkts++, offset) = left;
}

static uint16_t
list_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	struct wport_rxq *q = queue;
	uint16_t nb = q->gro.read(q, pkts, nb_pkts);
	uint16_t lens[WPORT_GRO_GROUP_MAX];
	uint16_t at, n, nb_groups;

	for (at = 0; at < nb; at += n) {
		n = RTE_MIN(nb - at, (int)WPORT_GRO_GROUP_MAX);
		nb_groups = rxb_gro_group(q->gro.ctx, pkts + at, n, lens);
		mark_groups(pkts + at, lens, nb_groups, q->gro.group_off);
	}
	if (nb != 0)
		publish(q);
	return nb;
}

eth_rx_burst_t
wport_gro_burst_of(const struct wport *port)
{
	if (port->rxq.gro.ctx == NULL)
		return port->family->rx_burst(port);
	return port->conf.gro == WPORT_GRO_LIST ? list_burst : merge_burst;
}

int
wport_gro_configure(struct wport *port)
{
	int off;

	if (!wport_gro_on(port) || port->conf.gro != WPORT_GRO_LIST)
		return 0;
	off = rxb_gro_group_offset();
	if (off < 0)
		WPORT_LOG(ERR, port, "LRO: no room in mbufs for %s: %s", RXB_GRO_GROUP_DYNFIELD,
			  rte_strerror(-off));
	port->rxq.gro.group_off = off;
	return RTE_MIN(off, 0);
}

/* ethdev makes the longest frame of no wish; that is no length for an aggregate. */
static uint32_t
wished_len(const struct rte_eth_dev_data *data)
{
	uint32_t mtu = RTE_MAX(data->mtu, data->dev_conf.rxmode.mtu);
	uint32_t wish = data->dev_conf.rxmode.max_lro_pkt_size;

	return wish <= mtu + WPORT_L2_OVERHEAD ? WPORT_GRO_LEN_MAX : wish;
}

/* Packets whose sum nobody knows are summed when they fit, whoever sums the others: a
 * chain, or IPv6 with extension headers, is not. */
static struct rxb_gro_conf
conf_of(const struct wport *port, const struct rte_eth_dev_data *data)
{
	const struct wport_conf *conf = &port->conf;
	bool list = conf->gro == WPORT_GRO_LIST;
	uint64_t hold_cycles = conf->gro_hold_us * rte_get_tsc_hz() / US_PER_S;

	return (struct rxb_gro_conf){
		.mode = list ? RXB_GRO_LIST : RXB_GRO_MERGE,
		.types = RXB_GRO_TCP4 | RXB_GRO_TCP6 |
			(conf->gro_udp ? RXB_GRO_UDP4 | RXB_GRO_UDP6 : 0),
		.flags = RXB_GRO_VERIFY,
		.max_flows = conf->gro_flows,
		.max_len = list ? 0 : wished_len(data),
		.hold_cycles = list ? 0 : hold_cycles,
		.socket_id = data->numa_node,
	};
}

int
wport_gro_apply(struct wport *port, const struct rte_eth_dev_data *data)
{
	struct wport_gro *gro = &port->rxq.gro;
	const struct rxb_gro_conf conf = conf_of(port, data);
	int err;

	/* All else is the port's for life. */
	if (gro->ctx != NULL && wport_gro_on(port) && gro->max_len == conf.max_len)
		return 0;
	wport_gro_free(&port->rxq);
	if (!wport_gro_on(port))
		return 0;
	gro->read = port->family->rx_burst(port);
	gro->max_len = conf.max_len;
	gro->ctx = rxb_gro_create(&conf);
	if (gro->ctx != NULL)
		return 0;
	err = rte_errno;
	WPORT_LOG(ERR, port, "LRO: no context for %u flows: %s", conf.max_flows,
		  rte_strerror(err));
	return -err;
}

void
wport_gro_stop(struct wport_rxq *q)
{
	struct rte_mbuf *pkts[STOP_BATCH];
	uint16_t n, i;

	if (q->gro.ctx == NULL)
		return;
	while (rxb_gro_held(q->gro.ctx) != 0) {
		n = rxb_gro_flush(q->gro.ctx, pkts, STOP_BATCH);
		for (i = 0; i < n; i++)
			q->stats.gro_stopped += rxb_gro_packets(pkts[i]);
		rte_pktmbuf_free_bulk(pkts, n);
	}
	publish(q);
}

void
wport_gro_count(const struct wport_rxq *q, struct rxb_gro_stats *stats)
{
	const uint64_t *past = (const uint64_t *)&q->gro.past;
	uint64_t *sum = (uint64_t *)stats;
	unsigned int i;

	*stats = q->gro.now;
	for (i = 0; i < sizeof(*stats) / sizeof(*sum); i++)
		sum[i] += past[i];
}

/* The queue is stopped: all is published. */
void
wport_gro_free(struct wport_rxq *q)
{
	struct rxb_gro_stats all;

	if (q->gro.ctx == NULL)
		return;
	wport_gro_count(q, &all);
	rxb_gro_free(q->gro.ctx);
	q->gro.ctx = NULL;
	memset(&q->gro.now, 0, sizeof(q->gro.now));
	q->gro.past = all;
}
