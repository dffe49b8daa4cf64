/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Set-up of the queues, start and stop. */

#include <errno.h>
#include <inttypes.h>

#include <ethdev_driver.h>

#include "wport_ethdev.h"
#include "wport_gro.h"
#include "wport_monitor.h"

/* Room that an mbuf must have behind its headroom. */
uint32_t
wport_least_room(const struct wport *port)
{
	return RTE_ETHER_MIN_LEN + (wport_is_monitor(port) ? WLAN_RADIOTAP_MAX : 0);
}

/* Longest packet. */
uint32_t
wport_max_packet(const struct wport *port)
{
	return wport_is_monitor(port) ? WPORT_MPDU_MAX + WLAN_RADIOTAP_MAX : WPORT_PKT_MAX;
}

/* Packet length limits of the queue, from the pool's room and the MTU. */
static int
set_lengths(struct rte_eth_dev *dev, uint16_t mtu)
{
	struct wport *port = wport_of(dev);
	struct wport_rxq *q = &port->rxq;
	bool monitor = wport_is_monitor(port);
	/* The MTU is Ethernet's: what a radio hears has its own sizes. */
	uint32_t max_len = monitor ? wport_max_packet(port) : mtu + (uint32_t)WPORT_L2_OVERHEAD;
	bool scatter = (port->rx_offloads & RTE_ETH_RX_OFFLOAD_SCATTER) != 0;

	/* The tags of the overhead are a grace: what must fit is the plain frame. */
	if (port->rxq_set && !scatter && !monitor && (uint32_t)mtu + RTE_ETHER_HDR_LEN > q->room) {
		WPORT_LOG(ERR, port, "MTU %u needs mbufs of more than the %u bytes they "
			   "have, or RTE_ETH_RX_OFFLOAD_SCATTER", mtu, q->room);
		return -EINVAL;
	}
	if (port->rxq_set && (uint64_t)q->mp->size * q->room < max_len) {
		WPORT_LOG(ERR, port, "mempool %s: %u mbufs do not hold one packet of "
			   "%u bytes", q->mp->name, q->mp->size, max_len);
		return -EINVAL;
	}
	q->scatter = scatter;
	q->max_len = max_len;
	q->plain_len = RTE_MIN(max_len, q->room);
	return 0;
}

static uint32_t
tx_max_len(const struct wport *port, uint16_t mtu)
{
	/* The chip adds the FCS. */
	return wport_is_monitor(port) ? WPORT_MPDU_MAX - WLAN_FCS_LEN :
		mtu + (uint32_t)WPORT_L2_OVERHEAD;
}

/* The transfers of the transmit queues are as long as the MTU asks for. */
static int
resize_txqs(struct wport *port, uint16_t mtu)
{
	uint32_t max_len = tx_max_len(port, mtu);
	unsigned int i;
	int ret = 0;

	for (i = 0; i < RTE_DIM(port->txq) && ret == 0; i++)
		if (port->txq[i].set && port->txq[i].max_len != max_len)
			ret = wport_txq_setup(port, i, port->txq[i].nb_desc, max_len);
	return ret;
}

int
wport_mtu_set(struct rte_eth_dev *dev, uint16_t mtu)
{
	int ret;

	if (dev->data->dev_started) {
		WPORT_LOG(ERR, wport_of(dev), "stop the port before changing its MTU");
		return -EBUSY;
	}
	ret = set_lengths(dev, mtu);
	if (ret == 0)
		ret = resize_txqs(wport_of(dev), mtu);
	/* All goes on as it was: ethdev keeps the old MTU. */
	if (ret != 0 && set_lengths(dev, dev->data->mtu) == 0)
		resize_txqs(wport_of(dev), dev->data->mtu);
	return ret;
}

static bool
wants_csum(const struct wport *port)
{
	return port->conf.rx_csum == WPORT_CSUM_SW && !wport_is_monitor(port) &&
		(port->rx_offloads & RTE_ETH_RX_OFFLOAD_CHECKSUM) != 0;
}

int
wport_rx_queue_setup(struct rte_eth_dev *dev, uint16_t queue_id, uint16_t nb_desc,
	       unsigned int socket_id __rte_unused,
	       const struct rte_eth_rxconf *rx_conf, struct rte_mempool *mp)
{
	struct wport *port = wport_of(dev);
	struct wport_rxq *q = &port->rxq;
	uint32_t room, least;

	if (mp == NULL) {
		WPORT_LOG(ERR, port, "a receive queue needs a mempool");
		return -EINVAL;
	}
	room = rte_pktmbuf_data_room_size(mp);
	least = RTE_PKTMBUF_HEADROOM + wport_least_room(port);
	if (room < least) {
		WPORT_LOG(ERR, port, "mempool %s: mbufs of %u bytes are too small, need "
			  "at least %u", mp->name, room, least);
		return -EINVAL;
	}
	if (mp->size < WPORT_SPARE)
		WPORT_LOG(NOTICE, port, "mempool %s: %u mbufs are fewer than the %u taken "
			   "at once", mp->name, mp->size, WPORT_SPARE);

	q->mp = mp;
	q->room = room - RTE_PKTMBUF_HEADROOM;
	port->rxq_set = true;
	if (set_lengths(dev, dev->data->mtu) != 0) {
		port->rxq_set = false;
		return -EINVAL;
	}
	if (wport_is_monitor(port) && wport_monitor_init(q, dev->data->numa_node) != 0) {
		WPORT_LOG(ERR, port, "no memory for the receive queue");
		port->rxq_set = false;
		return -ENOMEM;
	}
	q->rearm = rxb_mbuf_rearm_value(RTE_PKTMBUF_HEADROOM, dev->data->port_id);
	q->usb = port->usb;
	q->ep_in = port->chip->ep_in;
	q->dyn_off = port->dyn_off;
	q->nb_desc = nb_desc;
	q->seen.buffers = port->conf.buffers;
	q->attach_len = port->conf.rx_attach != 0 && port->usb->bufs != NULL ?
		port->conf.rx_attach : UINT32_MAX;
	if (port->family->rxq_init != NULL)
		port->family->rxq_init(port, q);
	port->rxq_deferred = rx_conf->rx_deferred_start != 0;
	dev->data->rx_queues[queue_id] = q;
	return 0;
}

void
wport_rx_queue_release(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	wport_monitor_free(&wport_of(dev)->rxq);
	wport_gro_free(&wport_of(dev)->rxq);
	wport_of(dev)->rxq_set = false;
}

int
wport_tx_queue_setup(struct rte_eth_dev *dev, uint16_t queue_id, uint16_t nb_desc,
	       unsigned int socket_id __rte_unused, const struct rte_eth_txconf *tx_conf)
{
	struct wport *port = wport_of(dev);
	struct wport_txq *q = &port->txq[queue_id];
	uint64_t offloads = port->tx_offloads | tx_conf->offloads;
	int ret;

	if (tx_conf->tx_deferred_start) {
		WPORT_LOG(ERR, port, "transmit queues start with the port, not later");
		return -EINVAL;
	}
	ret = wport_txq_setup(port, queue_id, nb_desc, tx_max_len(port, dev->data->mtu));
	if (ret != 0)
		return ret;
	q->fast_free = (offloads & RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE) != 0;
	dev->data->tx_queues[queue_id] = q;
	return 0;
}

void
wport_tx_queue_release(struct rte_eth_dev *dev, uint16_t queue_id)
{
	wport_txq_release(wport_of(dev), queue_id);
}

void
wport_txq_info_get(struct rte_eth_dev *dev, uint16_t queue_id, struct rte_eth_txq_info *info)
{
	const struct wport *port = wport_of(dev);

	info->nb_desc = port->txq[queue_id].nb_desc;
	info->conf.offloads = port->tx_offloads;
	info->queue_state = dev->data->tx_queue_state[queue_id];
}

/* An aggregate is a chain too. */
static bool
hands_up_chains(const struct wport *port)
{
	return port->rxq.scatter ||
		(wport_gro_on(port) && port->conf.gro == WPORT_GRO_MERGE);
}

rxb_rx_count_t
wport_rx_queue_count(void *queue)
{
	return wport_rxq_count(queue);
}

void
wport_rxq_info_get(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused,
	     struct rte_eth_rxq_info *info)
{
	const struct wport *port = wport_of(dev);

	info->mp = port->rxq.mp;
	info->nb_desc = port->rxq.nb_desc;
	info->scattered_rx = hands_up_chains(port);
	info->conf.offloads = port->rx_offloads;
	info->conf.rx_deferred_start = port->rxq_deferred;
	info->queue_state = dev->data->rx_queue_state[0];
}

int
wport_rx_burst_mode_get(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused,
		  struct rte_eth_burst_mode *mode)
{
	const struct wport *port = wport_of(dev);
	const char *gro = port->rxq.gro.ctx == NULL ? "" :
		port->conf.gro == WPORT_GRO_LIST ? ", GRO list" : ", GRO merge";

	snprintf(mode->info, sizeof(mode->info), "%s%s", wport_is_monitor(port) ? "Monitor" :
		 port->rxq.attach_len != UINT32_MAX ? "Attach" : "Copy", gro);
	return 0;
}

int
wport_tx_burst_mode_get(struct rte_eth_dev *dev __rte_unused, uint16_t queue_id __rte_unused,
		  struct rte_eth_burst_mode *mode)
{
	snprintf(mode->info, sizeof(mode->info), "Copy");
	return 0;
}

int
wport_transport_on(struct wport *port)
{
	int ret;

	if (port->usb_on)
		return 0;
	ret = port->usb->ops->start(port->usb);
	port->usb_on = ret == 0;
	return ret;
}

/* What came for a queue that is stopped: counted and let go. Its lcore does not
 * poll, so this is the receive context now. A capture waits. Each transfer once: a
 * device that still sends fills them again as fast as they are returned. */
static void
drain(struct wport *port)
{
	struct usb_xfer *xfers[WPORT_XFER_BATCH];
	uint32_t left = port->conf.buffers + WPORT_EVENT_BUFS;
	unsigned int n;

	if (!wport_has_device(port))
		return;
	for (; left != 0; left -= n) {
		n = port->usb->ops->rx_poll(port->usb, xfers,
					    RTE_MIN(left, RTE_DIM(xfers)));
		if (n == 0)
			break;
		port->rxq.stats.unread += n;
		port->usb->ops->rx_return(port->usb, xfers, n);
	}
}

/* Receive DMA and transfers run; the burst function may be called. DMA first: the
 * chip's FIFO holds what comes until the transfers are armed. */
static int
rx_on(struct wport *port)
{
	int ret;

	if (port->usb_on)
		drain(port);
	ret = port->family->hw_set_rx(port, true);
	if (ret != 0)
		return ret;
	wport_rxq_start(&port->rxq);
	ret = wport_transport_on(port);
	if (ret != 0) {
		wport_rxq_stop(&port->rxq);
		port->family->hw_set_rx(port, false);
	}
	return ret;
}

/* The transport goes on: transmit queues may be at work. */
static int
rx_off(struct wport *port)
{
	bool gone = wport_usb_state(port) == USB_GONE;
	int ret = gone ? 0 : port->family->hw_set_rx(port, false);

	wport_rxq_stop(&port->rxq);
	drain(port);
	return ret;
}

int
wport_transport_off(struct wport *port)
{
	uint64_t failed = port->usb_shared.tx_failed;
	int ret;

	if (!port->usb_on)
		return 0;
	port->usb_on = false;
	ret = port->usb->ops->stop(port->usb);
	failed = port->usb_shared.tx_failed - failed;
	if (failed != 0)
		WPORT_LOG(WARNING, port, "%" PRIu64 " packets were still waiting to be sent "
			  "and are lost", failed);
	if (ret != 0)
		WPORT_LOG(ERR, port, "transfers did not come home: %s", rte_strerror(-ret));
	wport_log_losses(port);
	return ret;
}

/* All with the port's lock held. */
static int
queue_on(struct rte_eth_dev *dev)
{
	int ret = 0;

	if (dev->data->rx_queue_state[0] != RTE_ETH_QUEUE_STATE_STARTED)
		ret = rx_on(wport_of(dev));
	if (ret == 0)
		dev->data->rx_queue_state[0] = RTE_ETH_QUEUE_STATE_STARTED;
	return ret;
}

static int
queue_off(struct rte_eth_dev *dev)
{
	if (dev->data->rx_queue_state[0] == RTE_ETH_QUEUE_STATE_STOPPED)
		return 0;
	dev->data->rx_queue_state[0] = RTE_ETH_QUEUE_STATE_STOPPED;
	return rx_off(wport_of(dev));
}

int
wport_rx_queue_start(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	struct wport *port = wport_of(dev);
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = queue_on(dev);
	pthread_mutex_unlock(&port->lock);
	return ret;
}

int
wport_rx_queue_stop(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	struct wport *port = wport_of(dev);
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = queue_off(dev);
	wport_log_losses(port);
	pthread_mutex_unlock(&port->lock);
	return ret;
}

/* What the queue takes over from the port's configuration, which may have changed
 * since the queue was set up. */
static int
queue_apply(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	int ret = set_lengths(dev, dev->data->mtu);

	/* A configure may bring another MTU without a word to the port. */
	if (ret == 0)
		ret = resize_txqs(port, dev->data->mtu);
	if (ret == 0)
		ret = wport_gro_apply(port, dev->data);
	if (ret != 0)
		return ret;
	dev->rx_pkt_burst = wport_gro_burst_of(port);
	port->rxq.csum = wants_csum(port);
	port->rxq.keep_fcs = (port->rx_offloads & RTE_ETH_RX_OFFLOAD_KEEP_CRC) != 0;
	port->rxq.keep_bad = port->conf.bad_fcs == WPORT_BAD_FCS_KEEP;
	dev->data->scattered_rx = hands_up_chains(port);
	return 0;
}

/* A port that frees by MBUF_FAST_FREE puts an attached mbuf into its pool as if it
 * were a direct one. One such port is enough to say no; those of this kind look before
 * they free. */
static int
check_attach(const struct wport *port)
{
	uint16_t id;

	if (port->conf.rx_attach == 0)
		return 0;
	RTE_ETH_FOREACH_DEV(id) {
		const struct rte_eth_dev *other = &rte_eth_devices[id];

		if ((other->data->dev_conf.txmode.offloads &
		     RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE) == 0 || wport_ports_has(id))
			continue;
		WPORT_LOG(ERR, port, "rx-attach=: port %u (%s) transmits with MBUF_FAST_FREE, "
			  "which must never see an attached mbuf", id, other->data->name);
		return -EINVAL;
	}
	return 0;
}

static void
set_tx_state(struct rte_eth_dev *dev, uint8_t state)
{
	uint16_t i;

	for (i = 0; i < dev->data->nb_tx_queues; i++)
		dev->data->tx_queue_state[i] = state;
}

/* Lock held. What was begun stays: wport_dev_start() undoes it or goes on with it. */
static int
port_on(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	int ret = wport_hold_apply(port);

	if (ret == 0)
		ret = port->family->hw_set_filter(port);
	if (ret == 0 && port->rxq_set && !port->rxq_deferred)
		ret = queue_on(dev);
	if (ret == 0)
		ret = wport_transport_on(port);
	return ret;
}

static bool
may_have_been_away(const struct wport *port)
{
	return port->usb->ops->resume != NULL && wport_usb_state(port) != USB_GONE;
}

/* Lock held. A device that was away while the port was stopped has forgotten all, and it
 * is now that this shows. */
static int
port_on_again(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	int ret;

	wport_transport_off(port);
	ret = wport_revive(port);
	return ret != 0 ? ret : port_on(dev);
}

int
wport_dev_start(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	int ret = check_attach(port);

	if (ret == 0)
		ret = queue_apply(dev);
	if (ret == 0)
		ret = wport_hold_start(port);
	if (ret != 0)
		return ret;
	pthread_mutex_lock(&port->lock);
	ret = port_on(dev);
	if (ret != 0 && may_have_been_away(port))
		ret = port_on_again(dev);
	port->usb_lost = ret != 0;
	pthread_mutex_unlock(&port->lock);
	if (ret != 0) {
		wport_hold_stop(port);
		return ret;
	}
	set_tx_state(dev, RTE_ETH_QUEUE_STATE_STARTED);
	wport_set_link(dev, true);
	return 0;
}

/* A device that does not obey has told so by its own line, and is stopped all the same: a
 * port that cannot be stopped could not be started again either. */
int
wport_dev_stop(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	int ret;

	set_tx_state(dev, RTE_ETH_QUEUE_STATE_STOPPED);
	wport_hold_stop(port);
	pthread_mutex_lock(&port->lock);
	queue_off(dev);
	ret = wport_transport_off(port);
	pthread_mutex_unlock(&port->lock);
	wport_set_link(dev, false);
	return ret;
}
