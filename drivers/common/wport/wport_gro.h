/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_GRO_H
#define WPORT_GRO_H

/*
 * The receive path with RTE_ETH_RX_OFFLOAD_TCP_LRO: a burst above the family's own, which
 * it calls for packets and hands to lib/rxbatch.
 *
 *   transfers --> the family's burst --> rxb_gro_process() --> pkts[0 .. nb)
 *                   into pkts[nb ..)              |
 *                        ^                        | merged, or held
 *                        +------------------------+ again, while there is room
 *
 * gro=merge: What is open stays open as long as more input is visible, over several
 * calls of the burst too, but no longer than gro-hold=. A read that brings less than was
 * asked for has seen the end of the input (or of the pool): everything held goes up. So
 * an application that polls gets every packet by the first poll that finds nothing more.
 *
 * gro=list: One read, and the packets of each flow next to each other in it.
 *
 * Without the offload none of this is called.
 */

#include <ethdev_driver.h>

#include "wport.h"

/*
 * Packets that a burst reads beyond as many as it was asked for. Where all of them merge
 * a burst of 32 costs nine times one without LRO at most: with the copy that is the time of
 * the default hold. If not one is ready by then, what is open is closed: a burst that has
 * read something never comes back empty.
 */
#define WPORT_GRO_READ_MORE	256u

/* gro=list: flows are grouped in that many packets of a burst, no more than the library
 * looks at at once. */
#define WPORT_GRO_GROUP_MAX	64u

/* Largest aggregate that is offered, from its first Ethernet byte. */
#define WPORT_GRO_LEN_MAX	65535u

/* Not for 802.11 frames, and not for packets that lie in a transfer: what waits to be merged
 * would keep it. */
static inline bool
wport_gro_offered(const struct wport *port)
{
	return !wport_is_monitor(port) && port->conf.rx_attach == 0;
}

/* Does the configuration that the port was given ask for LRO? */
static inline bool
wport_gro_on(const struct wport *port)
{
	return (port->rx_offloads & RTE_ETH_RX_OFFLOAD_TCP_LRO) != 0;
}

/*
 * Control context, queue stopped. configure: 0, or a negative errno with an error line when
 * LRO cannot be had by this port. apply: a context as the configuration asks for, or none;
 * 0 or a negative errno with an error line and no context.
 */
int wport_gro_configure(struct wport *port);
int wport_gro_apply(struct wport *port, const struct rte_eth_dev_data *data);

/* The burst of the port, as applied: the family's own where LRO is off. */
eth_rx_burst_t wport_gro_burst_of(const struct wport *port);

/* The queue stops: what is held is freed and counted (rx_gro_stopped). */
void wport_gro_stop(struct wport_rxq *q);
/* The context goes, what it counted stays. May be called twice. */
void wport_gro_free(struct wport_rxq *q);

/* All that the queue's contexts have counted. Any process. */
void wport_gro_count(const struct wport_rxq *q, struct rxb_gro_stats *stats);

#endif /* WPORT_GRO_H */
