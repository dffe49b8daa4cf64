/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_ETHDEV_H
#define WPORT_ETHDEV_H

/* What wport_ethdev.c, wport_queue.c and wport_probe.c have of each other. Control
 * context. Operations are as ethdev_driver.h says. */

#include <ethdev_driver.h>

#include "wport.h"

static inline struct wport *
wport_of(const struct rte_eth_dev *dev)
{
	return dev->data->dev_private;
}

/* wport_ethdev.c. The second needs no more than the shared memory. */
extern const struct eth_dev_ops wport_primary_ops;
extern const struct eth_dev_ops wport_secondary_ops;
int wport_dev_close(struct rte_eth_dev *dev);
/* 0 when it was so before, else -1. */
int wport_set_link(struct rte_eth_dev *dev, bool up);

/* wport_queue.c. Longest packet, and room that an mbuf must have behind its headroom,
 * bytes. */
uint32_t wport_max_packet(const struct wport *port);
uint32_t wport_least_room(const struct wport *port);
int wport_mtu_set(struct rte_eth_dev *dev, uint16_t mtu);
int wport_rx_queue_setup(struct rte_eth_dev *dev, uint16_t queue_id, uint16_t nb_desc,
			 unsigned int socket_id, const struct rte_eth_rxconf *rx_conf,
			 struct rte_mempool *mp);
void wport_rx_queue_release(struct rte_eth_dev *dev, uint16_t queue_id);
int wport_tx_queue_setup(struct rte_eth_dev *dev, uint16_t queue_id, uint16_t nb_desc,
			 unsigned int socket_id, const struct rte_eth_txconf *tx_conf);
void wport_tx_queue_release(struct rte_eth_dev *dev, uint16_t queue_id);
void wport_rxq_info_get(struct rte_eth_dev *dev, uint16_t queue_id,
			struct rte_eth_rxq_info *info);
void wport_txq_info_get(struct rte_eth_dev *dev, uint16_t queue_id,
			struct rte_eth_txq_info *info);
rxb_rx_count_t wport_rx_queue_count(void *queue);
int wport_rx_burst_mode_get(struct rte_eth_dev *dev, uint16_t queue_id,
			    struct rte_eth_burst_mode *mode);
int wport_tx_burst_mode_get(struct rte_eth_dev *dev, uint16_t queue_id,
			    struct rte_eth_burst_mode *mode);
int wport_rx_queue_start(struct rte_eth_dev *dev, uint16_t queue_id);
int wport_rx_queue_stop(struct rte_eth_dev *dev, uint16_t queue_id);
int wport_dev_start(struct rte_eth_dev *dev);
int wport_dev_stop(struct rte_eth_dev *dev);
/* Port's lock held. The transport alone, and receive DMA as the queue's state says. */
int wport_transport_on(struct wport *port);
int wport_transport_off(struct wport *port);

/* wport_event.c. Port's lock held, transport stopped: take the device back and set it up
 * again, from whatever state it is in. 0 or a negative errno with an error line. */
int wport_revive(struct wport *port);
/* The port is set up: events of the transport have somebody to whom they matter. */
void wport_ready(struct rte_eth_dev *dev);
/* The device and the transport, if there are any. No lock held: an event that is on its
 * way is waited for, and it takes the lock. */
void wport_close(struct wport *port);

#endif /* WPORT_ETHDEV_H */
