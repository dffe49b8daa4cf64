/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <bus_vdev_driver.h>
#include <ethdev_driver.h>
#include <ethdev_vdev.h>
#include <rte_mbuf_dyn.h>

#include "usb_bufs.h"

#include "wlan_radiotap.h"

#include "wport.h"
#include "wport_monitor.h"

/* What an application gets when it does not ask: transfers of one transmit queue. */
#define TX_DESC_DEFAULT	256u
#define TX_DESC_MAX	4096u

static struct wport *
port_of(const struct rte_eth_dev *dev)
{
	return dev->data->dev_private;
}

static int
dev_configure(struct rte_eth_dev *dev)
{
	struct wport *port = port_of(dev);

	port->rx_offloads = dev->data->dev_conf.rxmode.offloads;
	port->tx_offloads = dev->data->dev_conf.txmode.offloads;
	return 0;
}

/* In monitor mode a packet is an MPDU behind radiotap; checksums are the business
 * of whoever takes it apart. */
static uint64_t
rx_offload_capa(const struct wport *port)
{
	if (!wport_is_monitor(port))
		return RTE_ETH_RX_OFFLOAD_CHECKSUM | RTE_ETH_RX_OFFLOAD_SCATTER;
	return RTE_ETH_RX_OFFLOAD_SCATTER |
		(port->fcs ? RTE_ETH_RX_OFFLOAD_KEEP_CRC : 0);
}

static uint32_t
max_packet(const struct wport *port)
{
	return wport_is_monitor(port) ? WPORT_MPDU_MAX + WLAN_RADIOTAP_MAX : WPORT_PKT_MAX;
}

static int
dev_infos_get(struct rte_eth_dev *dev, struct rte_eth_dev_info *info)
{
	const struct wport *port = port_of(dev);

	info->max_mac_addrs = 1;
	info->max_rx_queues = 1;
	info->max_tx_queues = wport_is_monitor(port) ? 1 : WPORT_TX_QUEUES;
	info->min_rx_bufsize = RTE_ETHER_MIN_LEN;
	info->max_rx_pktlen = max_packet(port);
	info->min_mtu = RTE_ETHER_MIN_MTU;
	info->max_mtu = max_packet(port) - WPORT_L2_OVERHEAD;
	info->rx_offload_capa = rx_offload_capa(port);
	info->tx_offload_capa = RTE_ETH_TX_OFFLOAD_MULTI_SEGS |
		RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE;
	info->speed_capa = port->usb_shared.speed_mbps == RTE_ETH_SPEED_NUM_5G ?
		RTE_ETH_LINK_SPEED_5G : 0;
	info->rx_desc_lim = (struct rte_eth_desc_lim){
		.nb_min = 1, .nb_max = UINT16_MAX, .nb_align = 1,
	};
	info->tx_desc_lim = (struct rte_eth_desc_lim){
		.nb_min = 1, .nb_max = TX_DESC_MAX, .nb_align = 1,
	};
	info->default_txportconf = (struct rte_eth_dev_portconf){
		.burst_size = 32, .nb_queues = 1, .ring_size = TX_DESC_DEFAULT,
	};
	info->default_rxportconf = (struct rte_eth_dev_portconf){
		.burst_size = 32, .nb_queues = 1, .ring_size = port->conf.buffers,
	};
	return 0;
}

static const uint32_t *
supported_ptypes_get(RXB_PTYPES_ARGS(dev __rte_unused))
{
	static const uint32_t ptypes[] = {
		RTE_PTYPE_L2_ETHER,
		RTE_PTYPE_L2_ETHER_VLAN,
		RTE_PTYPE_L2_ETHER_QINQ,
		RTE_PTYPE_L2_ETHER_MPLS,
		RTE_PTYPE_L3_IPV4,
		RTE_PTYPE_L3_IPV4_EXT,
		RTE_PTYPE_L3_IPV6,
		RTE_PTYPE_L3_IPV6_EXT,
		RTE_PTYPE_L4_TCP,
		RTE_PTYPE_L4_UDP,
		RTE_PTYPE_L4_SCTP,
		RTE_PTYPE_L4_FRAG,
		RXB_PTYPES_END
	};

	RXB_PTYPES_RETURN(ptypes);
}

/* Packet length limits of the queue, from the pool's room and the MTU. */
static int
set_lengths(struct rte_eth_dev *dev, uint16_t mtu)
{
	struct wport *port = port_of(dev);
	struct wport_rxq *q = &port->rxq;
	bool monitor = wport_is_monitor(port);
	/* The MTU is Ethernet's: what a radio hears has its own sizes. */
	uint32_t max_len = monitor ? max_packet(port) : mtu + (uint32_t)WPORT_L2_OVERHEAD;
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
	return wport_is_monitor(port) ? WPORT_MPDU_MAX : mtu + (uint32_t)WPORT_L2_OVERHEAD;
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

static int
mtu_set(struct rte_eth_dev *dev, uint16_t mtu)
{
	int ret;

	if (dev->data->dev_started) {
		WPORT_LOG(ERR, port_of(dev), "stop the port before changing its MTU");
		return -EBUSY;
	}
	ret = set_lengths(dev, mtu);
	if (ret == 0)
		ret = resize_txqs(port_of(dev), mtu);
	/* All goes on as it was: ethdev keeps the old MTU. */
	if (ret != 0 && set_lengths(dev, dev->data->mtu) == 0)
		resize_txqs(port_of(dev), dev->data->mtu);
	return ret;
}

static bool
wants_csum(const struct wport *port)
{
	return port->conf.rx_csum == WPORT_CSUM_SW && !wport_is_monitor(port) &&
		(port->rx_offloads & RTE_ETH_RX_OFFLOAD_CHECKSUM) != 0;
}

/* TSFT, rate and signal are the primary's to fill; -1 where no room was left. */
static int
dyn_register(const struct wport *port)
{
	static const struct rte_mbuf_dynfield field = {
		.name = RTE_WLAN_RX_DYNFIELD,
		.size = sizeof(struct rte_wlan_rx),
		.align = __alignof__(struct rte_wlan_rx),
	};
	int off = rte_mbuf_dynfield_register(&field);

	RTE_BUILD_BUG_ON(sizeof(struct rte_wlan_rx) != 16);
	if (off < 0)
		WPORT_LOG(WARNING, port, "no room in mbufs for %s: rate, signal and time "
			   "are not handed up", RTE_WLAN_RX_DYNFIELD);
	return off;
}

static int
rx_queue_setup(struct rte_eth_dev *dev, uint16_t queue_id, uint16_t nb_desc,
	       unsigned int socket_id __rte_unused,
	       const struct rte_eth_rxconf *rx_conf, struct rte_mempool *mp)
{
	struct wport *port = port_of(dev);
	struct wport_rxq *q = &port->rxq;
	uint32_t room, least;

	if (mp == NULL) {
		WPORT_LOG(ERR, port, "a receive queue needs a mempool");
		return -EINVAL;
	}
	room = rte_pktmbuf_data_room_size(mp);
	least = RTE_PKTMBUF_HEADROOM + RTE_ETHER_MIN_LEN +
		(wport_is_monitor(port) ? WLAN_RADIOTAP_MAX : 0);
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
	q->attach_len = port->conf.rx_attach != 0 && port->usb->bufs != NULL ?
		port->conf.rx_attach : UINT32_MAX;
	if (port->family->rxq_init != NULL)
		port->family->rxq_init(port, q);
	port->rxq_deferred = rx_conf->rx_deferred_start != 0;
	dev->data->rx_queues[queue_id] = q;
	return 0;
}

static void
rx_queue_release(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	wport_monitor_free(&port_of(dev)->rxq);
	port_of(dev)->rxq_set = false;
}

static int
tx_queue_setup(struct rte_eth_dev *dev, uint16_t queue_id, uint16_t nb_desc,
	       unsigned int socket_id __rte_unused, const struct rte_eth_txconf *tx_conf)
{
	struct wport *port = port_of(dev);
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

static void
tx_queue_release(struct rte_eth_dev *dev, uint16_t queue_id)
{
	wport_txq_release(port_of(dev), queue_id);
}

static void
txq_info_get(struct rte_eth_dev *dev, uint16_t queue_id, struct rte_eth_txq_info *info)
{
	const struct wport *port = port_of(dev);

	info->nb_desc = port->txq[queue_id].nb_desc;
	info->conf.offloads = port->tx_offloads;
	info->queue_state = dev->data->tx_queue_state[queue_id];
}

static rxb_rx_count_t
rx_queue_count(void *queue)
{
	return wport_rxq_count(queue);
}

static void
rxq_info_get(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused,
	     struct rte_eth_rxq_info *info)
{
	const struct wport *port = port_of(dev);

	info->mp = port->rxq.mp;
	info->nb_desc = port->rxq.nb_desc;
	info->scattered_rx = port->rxq.scatter;
	info->conf.offloads = port->rx_offloads;
	info->conf.rx_deferred_start = port->rxq_deferred;
	info->queue_state = dev->data->rx_queue_state[0];
}

static int
rx_burst_mode_get(struct rte_eth_dev *dev __rte_unused, uint16_t queue_id __rte_unused,
		  struct rte_eth_burst_mode *mode)
{
	snprintf(mode->info, sizeof(mode->info), "Copy");
	return 0;
}

static int
transport_on(struct wport *port)
{
	int ret;

	if (port->usb_on)
		return 0;
	ret = port->usb->ops->start(port->usb);
	port->usb_on = ret == 0;
	return ret;
}

/* What came for a queue that is stopped: counted and let go. Its lcore does not
 * poll, so this is the receive context now. A capture waits. */
static void
drain(struct wport *port)
{
	struct usb_xfer *xfers[WPORT_XFER_BATCH];
	unsigned int n;

	if (!wport_has_device(port))
		return;
	while ((n = port->usb->ops->rx_poll(port->usb, xfers, RTE_DIM(xfers))) != 0) {
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
	ret = transport_on(port);
	if (ret != 0)
		port->family->hw_set_rx(port, false);
	return ret;
}

/* The transport goes on: transmit queues may be at work. */
static int
rx_off(struct wport *port)
{
	int ret = port->family->hw_set_rx(port, false);

	wport_rxq_stop(&port->rxq);
	drain(port);
	wport_log_losses(port);
	return ret;
}

static int
transport_off(struct wport *port)
{
	int ret;

	if (!port->usb_on)
		return 0;
	port->usb_on = false;
	ret = port->usb->ops->stop(port->usb);
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
		ret = rx_on(port_of(dev));
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
	return rx_off(port_of(dev));
}

static int
rx_queue_start(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	struct wport *port = port_of(dev);
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = queue_on(dev);
	pthread_mutex_unlock(&port->lock);
	return ret;
}

static int
rx_queue_stop(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	struct wport *port = port_of(dev);
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = queue_off(dev);
	pthread_mutex_unlock(&port->lock);
	return ret;
}

/* The speed is the bus's, which bounds what arrives; ethdev has no word for the
 * 480 Mbit/s of USB 2 (xstat usb_speed_mbps). */
static int
set_link(struct rte_eth_dev *dev, bool up)
{
	const struct wport *port = port_of(dev);
	struct rte_eth_link link = {
		.link_speed = port->usb_shared.speed_mbps == RTE_ETH_SPEED_NUM_5G ?
			RTE_ETH_SPEED_NUM_5G : RTE_ETH_SPEED_NUM_UNKNOWN,
		.link_duplex = RTE_ETH_LINK_HALF_DUPLEX,
		.link_autoneg = RTE_ETH_LINK_FIXED,
		.link_status = up ? RTE_ETH_LINK_UP : RTE_ETH_LINK_DOWN,
	};

	return rte_eth_linkstatus_set(dev, &link);
}

/* A model has an access point at its side and a capture was taken with one:
 * up from the start. */
static int
link_update(struct rte_eth_dev *dev, int wait_to_complete __rte_unused)
{
	return set_link(dev, dev->data->dev_started);
}

/* What the queue takes over from the port's configuration, which may have changed
 * since the queue was set up. */
static int
queue_apply(struct rte_eth_dev *dev)
{
	struct wport *port = port_of(dev);
	int ret = set_lengths(dev, dev->data->mtu);

	if (ret != 0)
		return ret;
	port->rxq.csum = wants_csum(port);
	port->rxq.keep_fcs = (port->rx_offloads & RTE_ETH_RX_OFFLOAD_KEEP_CRC) != 0;
	port->rxq.keep_bad = port->conf.bad_fcs == WPORT_BAD_FCS_KEEP;
	dev->data->scattered_rx = port->rxq.scatter;
	return 0;
}

/* Drivers whose transmit path looks before it frees: those of this port. */
static bool
frees_with_care(const struct rte_eth_dev *dev)
{
	static const char * const drivers[] = { "net_rtw89u", "net_mt76u" };
	const char *name = dev->data->name;
	unsigned int i;

	for (i = 0; i < RTE_DIM(drivers); i++)
		if (strncmp(name, drivers[i], strlen(drivers[i])) == 0)
			return true;
	return false;
}

/* A port that frees by MBUF_FAST_FREE puts an attached mbuf into its pool as if it
 * were a direct one. One such port is enough to say no. */
static int
check_attach(const struct wport *port)
{
	uint16_t id;

	if (port->conf.rx_attach == 0)
		return 0;
	RTE_ETH_FOREACH_DEV(id) {
		const struct rte_eth_dev *other = &rte_eth_devices[id];

		if ((other->data->dev_conf.txmode.offloads &
		     RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE) == 0 || frees_with_care(other))
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

static int
dev_start(struct rte_eth_dev *dev)
{
	struct wport *port = port_of(dev);
	int ret = check_attach(port);

	if (ret == 0)
		ret = queue_apply(dev);
	if (ret != 0)
		return ret;
	pthread_mutex_lock(&port->lock);
	ret = port->family->hw_set_agg(port);
	if (ret == 0)
		ret = port->family->hw_set_filter(port);
	if (ret == 0 && port->rxq_set && !port->rxq_deferred)
		ret = queue_on(dev);
	if (ret == 0)
		ret = transport_on(port);
	pthread_mutex_unlock(&port->lock);
	if (ret != 0)
		return ret;
	set_tx_state(dev, RTE_ETH_QUEUE_STATE_STARTED);
	set_link(dev, true);
	return 0;
}

static int
dev_stop(struct rte_eth_dev *dev)
{
	struct wport *port = port_of(dev);
	int rx, usb;

	set_tx_state(dev, RTE_ETH_QUEUE_STATE_STOPPED);
	pthread_mutex_lock(&port->lock);
	rx = queue_off(dev);
	usb = transport_off(port);
	pthread_mutex_unlock(&port->lock);
	set_link(dev, false);
	return usb != 0 ? usb : rx;
}

static int
set_filter(struct rte_eth_dev *dev, uint8_t *state, uint8_t value)
{
	struct wport *port = port_of(dev);
	uint8_t old = *state;
	int ret = 0;

	pthread_mutex_lock(&port->lock);
	*state = value;
	ret = port->family->hw_set_filter(port);
	if (ret != 0)
		*state = old;
	pthread_mutex_unlock(&port->lock);
	return ret;
}

static int
promiscuous_enable(struct rte_eth_dev *dev)
{
	return set_filter(dev, &port_of(dev)->promiscuous, 1);
}

static int
promiscuous_disable(struct rte_eth_dev *dev)
{
	return set_filter(dev, &port_of(dev)->promiscuous, 0);
}

static int
allmulticast_enable(struct rte_eth_dev *dev)
{
	return set_filter(dev, &port_of(dev)->allmulticast, 1);
}

static int
allmulticast_disable(struct rte_eth_dev *dev)
{
	return set_filter(dev, &port_of(dev)->allmulticast, 0);
}

static int
dev_close(struct rte_eth_dev *dev)
{
	struct wport *port = port_of(dev);
	int ret = 0;

	if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		return 0;
	if (dev->data->dev_started)
		ret = dev_stop(dev);
	pthread_mutex_lock(&port->lock);
	if (port->usb != NULL)
		port->usb->ops->close(port->usb);
	port->usb = NULL;
	wport_monitor_free(&port->rxq);
	wport_conf_free(&port->conf);
	pthread_mutex_unlock(&port->lock);
	pthread_mutex_destroy(&port->lock);
	/* mac_addrs lies inside dev_private. */
	dev->data->mac_addrs = NULL;
	return ret;
}

static const struct eth_dev_ops primary_ops = {
	.dev_configure = dev_configure,
	.dev_start = dev_start,
	.dev_stop = dev_stop,
	.dev_close = dev_close,
	.dev_infos_get = dev_infos_get,
	.dev_supported_ptypes_get = supported_ptypes_get,
	.mtu_set = mtu_set,
	.link_update = link_update,
	.promiscuous_enable = promiscuous_enable,
	.promiscuous_disable = promiscuous_disable,
	.allmulticast_enable = allmulticast_enable,
	.allmulticast_disable = allmulticast_disable,
	.rx_queue_setup = rx_queue_setup,
	.rx_queue_release = rx_queue_release,
	.rx_queue_start = rx_queue_start,
	.rx_queue_stop = rx_queue_stop,
	.rxq_info_get = rxq_info_get,
	.tx_queue_setup = tx_queue_setup,
	.tx_queue_release = tx_queue_release,
	.txq_info_get = txq_info_get,
	.rx_burst_mode_get = rx_burst_mode_get,
	.stats_get = wport_stats_get,
	.stats_reset = wport_stats_reset,
	.xstats_get = wport_xstats_get,
	.xstats_get_names = wport_xstats_get_names,
	.xstats_reset = wport_stats_reset,
};

/* What needs no more than the shared memory. */
static const struct eth_dev_ops secondary_ops = {
	.dev_close = dev_close,
	.dev_infos_get = dev_infos_get,
	.dev_supported_ptypes_get = supported_ptypes_get,
	.link_update = link_update,
	.stats_get = wport_stats_get,
	.stats_reset = wport_stats_reset,
	.xstats_get = wport_xstats_get,
	.xstats_get_names = wport_xstats_get_names,
	.xstats_reset = wport_stats_reset,
};

static uint16_t
no_burst(void *queue __rte_unused, struct rte_mbuf **pkts __rte_unused,
	 uint16_t nb_pkts __rte_unused)
{
	return 0;
}

static int
attach_secondary(struct rte_vdev_device *vdev, const char *name,
		 const struct wport_family *family)
{
	struct rte_eth_dev *dev = rte_eth_dev_attach_secondary(name);

	if (dev == NULL)
		return -ENODEV;
	dev->process_private = (void *)(uintptr_t)family;
	dev->dev_ops = &secondary_ops;
	dev->device = &vdev->device;
	dev->rx_pkt_burst = no_burst;
	dev->tx_pkt_burst = no_burst;
	rte_eth_dev_probing_finish(dev);
	return 0;
}

/* From the name to a port that answers register reads. */
static int
port_init(struct rte_eth_dev *dev, const char *args)
{
	struct wport *port = port_of(dev);
	int ret;

	ret = wport_conf_parse(port, args);
	port->monitor = port->conf.mode == WPORT_MODE_MONITOR;
	if (ret == 0)
		ret = wport_open(port, dev->data->numa_node);
	if (ret == 0)
		ret = port->family->hw_init(port);
	if (ret != 0)
		return ret;
	port->fcs = port->chip->fcs;
	port->dyn_off = dyn_register(port);
	dev->data->mac_addrs = &port->mac;
	dev->data->promiscuous = 0;
	dev->dev_ops = &primary_ops;
	dev->rx_queue_count = rx_queue_count;
	dev->rx_pkt_burst = port->family->rx_burst(port);
	dev->tx_pkt_burst = port->usb->ops->tx_setup == NULL ? wport_tx_sink :
		port->family->tx_burst(port);
	return 0;
}

static void
port_undo(struct rte_eth_dev *dev)
{
	struct wport *port = port_of(dev);

	if (port->usb != NULL)
		port->usb->ops->close(port->usb);
	wport_conf_free(&port->conf);
	pthread_mutex_destroy(&port->lock);
	dev->data->mac_addrs = NULL;
	rte_eth_dev_release_port(dev);
}

int
wport_probe(struct rte_vdev_device *vdev, const struct wport_family *family)
{
	const char *name = rte_vdev_device_name(vdev);
	struct rte_eth_dev *dev;
	struct wport *port;
	int ret;

	if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		return attach_secondary(vdev, name, family);
	dev = rte_eth_vdev_allocate(vdev, sizeof(*port));
	if (dev == NULL) {
		rte_log(RTE_LOG_ERR, *family->logtype, "%s: %s: no memory for the port, or "
			"its name is taken\n", family->tag, name);
		return -ENOMEM;
	}
	port = port_of(dev);
	port->family = family;
	port->name = dev->data->name;
	pthread_mutex_init(&port->lock, NULL);
	dev->process_private = (void *)(uintptr_t)family;
	ret = port_init(dev, rte_vdev_device_args(vdev));
	if (ret != 0) {
		port_undo(dev);
		return ret;
	}
	rte_eth_dev_probing_finish(dev);
	return 0;
}

int
wport_remove(struct rte_vdev_device *vdev)
{
	struct rte_eth_dev *dev = rte_eth_dev_allocated(rte_vdev_device_name(vdev));

	if (dev == NULL)
		return 0;
	if (rte_eal_process_type() == RTE_PROC_PRIMARY)
		dev_close(dev);
	return rte_eth_dev_release_port(dev);
}
