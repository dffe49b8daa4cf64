/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <bus_vdev_driver.h>
#include <ethdev_driver.h>
#include <ethdev_vdev.h>
#include <rte_mbuf_dyn.h>

#include "rtw89u.h"
#include "rtw89u_logs.h"
#include "rtw89u_open.h"
#include "rtw89u_regs.h"

#define RX_OFFLOADS (RTE_ETH_RX_OFFLOAD_CHECKSUM | RTE_ETH_RX_OFFLOAD_SCATTER)

static struct rtw89u_port *
port_of(const struct rte_eth_dev *dev)
{
	return dev->data->dev_private;
}

static int
dev_configure(struct rte_eth_dev *dev)
{
	struct rtw89u_port *port = port_of(dev);

	port->rx_offloads = dev->data->dev_conf.rxmode.offloads;
	return 0;
}

static int
dev_infos_get(struct rte_eth_dev *dev, struct rte_eth_dev_info *info)
{
	const struct rtw89u_port *port = port_of(dev);

	info->max_mac_addrs = 1;
	info->max_rx_queues = 1;
	info->max_tx_queues = 0;
	info->min_rx_bufsize = RTE_ETHER_MIN_LEN;
	info->max_rx_pktlen = RTW89U_PKT_MAX;
	info->min_mtu = RTE_ETHER_MIN_MTU;
	info->max_mtu = RTW89U_PKT_MAX - RTW89U_L2_OVERHEAD;
	info->rx_offload_capa = RX_OFFLOADS;
	info->rx_queue_offload_capa = 0;
	info->speed_capa = port->usb_shared.speed_mbps == RTE_ETH_SPEED_NUM_5G ?
		RTE_ETH_LINK_SPEED_5G : 0;
	info->rx_desc_lim = (struct rte_eth_desc_lim){
		.nb_min = 1, .nb_max = UINT16_MAX, .nb_align = 1,
	};
	info->default_rxportconf = (struct rte_eth_dev_portconf){
		.burst_size = 32, .nb_queues = 1, .ring_size = port->conf.buffers,
	};
	return 0;
}

static const uint32_t *
supported_ptypes_get(RXB_PTYPES_ARGS(dev))
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
	struct rtw89u_port *port = port_of(dev);
	struct rtw89u_rxq *q = &port->rxq;
	uint32_t max_len = mtu + RTW89U_L2_OVERHEAD;
	bool scatter = (port->rx_offloads & RTE_ETH_RX_OFFLOAD_SCATTER) != 0;

	/* The tags of the overhead are a grace: what must fit is the plain frame. */
	if (port->rxq_set && !scatter && (uint32_t)mtu + RTE_ETHER_HDR_LEN > q->room) {
		RTW89U_LOG(ERR, port->name, "MTU %u needs mbufs of more than the %u bytes they "
			   "have, or RTE_ETH_RX_OFFLOAD_SCATTER", mtu, q->room);
		return -EINVAL;
	}
	if (port->rxq_set && (uint64_t)q->mp->size * q->room < max_len) {
		RTW89U_LOG(ERR, port->name, "mempool %s: %u mbufs do not hold one packet of "
			   "%u bytes", q->mp->name, q->mp->size, max_len);
		return -EINVAL;
	}
	q->scatter = scatter;
	q->max_len = max_len;
	q->plain_len = RTE_MIN(max_len, q->room);
	return 0;
}

static int
mtu_set(struct rte_eth_dev *dev, uint16_t mtu)
{
	if (dev->data->dev_started) {
		RTW89U_LOG(ERR, port_of(dev)->name, "stop the port before changing its MTU");
		return -EBUSY;
	}
	return set_lengths(dev, mtu);
}

static bool
wants_csum(const struct rtw89u_port *port)
{
	return port->conf.rx_csum == RTW89U_CSUM_SW &&
		(port->rx_offloads & RTE_ETH_RX_OFFLOAD_CHECKSUM) != 0;
}

/* TSFT, rate and signal are the primary's to fill; -1 where no room was left. */
static int
dyn_register(const char *name)
{
	static const struct rte_mbuf_dynfield field = {
		.name = RTE_WLAN_RX_DYNFIELD,
		.size = sizeof(struct rte_wlan_rx),
		.align = __alignof__(struct rte_wlan_rx),
	};
	int off = rte_mbuf_dynfield_register(&field);

	RTE_BUILD_BUG_ON(sizeof(struct rte_wlan_rx) != 16);
	if (off < 0)
		RTW89U_LOG(WARNING, name, "no room in mbufs for %s: rate, signal and time "
			   "are not handed up", RTE_WLAN_RX_DYNFIELD);
	return off;
}

static int
rx_queue_setup(struct rte_eth_dev *dev, uint16_t queue_id, uint16_t nb_desc,
	       unsigned int socket_id __rte_unused,
	       const struct rte_eth_rxconf *rx_conf, struct rte_mempool *mp)
{
	struct rtw89u_port *port = port_of(dev);
	struct rtw89u_rxq *q = &port->rxq;
	uint16_t room;

	if (mp == NULL) {
		RTW89U_LOG(ERR, port->name, "a receive queue needs a mempool");
		return -EINVAL;
	}
	room = rte_pktmbuf_data_room_size(mp);
	if (room < RTE_PKTMBUF_HEADROOM + RTE_ETHER_MIN_LEN) {
		RTW89U_LOG(ERR, port->name, "mempool %s: mbufs of %u bytes are too small, need "
			   "at least %u", mp->name, room, RTE_PKTMBUF_HEADROOM + RTE_ETHER_MIN_LEN);
		return -EINVAL;
	}
	if (mp->size < RTW89U_SPARE)
		RTW89U_LOG(NOTICE, port->name, "mempool %s: %u mbufs are fewer than the %u taken "
			   "at once", mp->name, mp->size, RTW89U_SPARE);

	q->mp = mp;
	q->room = room - RTE_PKTMBUF_HEADROOM;
	port->rxq_set = true;
	if (set_lengths(dev, dev->data->mtu) != 0) {
		port->rxq_set = false;
		return -EINVAL;
	}
	q->rearm = rxb_mbuf_rearm_value(RTE_PKTMBUF_HEADROOM, dev->data->port_id);
	q->usb = port->usb;
	q->dyn_off = port->dyn_off;
	q->nb_desc = nb_desc;
	port->rxq_deferred = rx_conf->rx_deferred_start != 0;
	dev->data->rx_queues[queue_id] = q;
	return 0;
}

static void
rx_queue_release(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	port_of(dev)->rxq_set = false;
}

static rxb_rx_count_t
rx_queue_count(void *queue)
{
	return rtw89u_rxq_count(queue);
}

static void
rxq_info_get(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused,
	     struct rte_eth_rxq_info *info)
{
	const struct rtw89u_port *port = port_of(dev);

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

/* Receive DMA and transfers run; the burst function may be called. DMA first: the
 * chip's FIFO holds what comes until the transfers are armed. */
static int
rx_on(struct rtw89u_port *port)
{
	int ret = rtw89u_hw_set_rx(port, true);

	if (ret != 0)
		return ret;
	rtw89u_rxq_start(&port->rxq);
	ret = port->usb->ops->start(port->usb);
	if (ret != 0)
		rtw89u_hw_set_rx(port, false);
	return ret;
}

static int
rx_off(struct rtw89u_port *port)
{
	int dma = rtw89u_hw_set_rx(port, false), ret;

	rtw89u_rxq_stop(&port->rxq);
	ret = port->usb->ops->stop(port->usb);
	if (ret != 0)
		RTW89U_LOG(ERR, port->name, "transfers did not come home: %s",
			   rte_strerror(-ret));
	rtw89u_log_losses(port);
	return ret != 0 ? ret : dma;
}

/* Both with the port's lock held. */
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
	struct rtw89u_port *port = port_of(dev);
	int ret;

	pthread_mutex_lock(&port->lock);
	ret = queue_on(dev);
	pthread_mutex_unlock(&port->lock);
	return ret;
}

static int
rx_queue_stop(struct rte_eth_dev *dev, uint16_t queue_id __rte_unused)
{
	struct rtw89u_port *port = port_of(dev);
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
	const struct rtw89u_port *port = port_of(dev);
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
	struct rtw89u_port *port = port_of(dev);
	int ret = set_lengths(dev, dev->data->mtu);

	if (ret != 0)
		return ret;
	port->rxq.csum = wants_csum(port);
	dev->data->scattered_rx = port->rxq.scatter;
	return 0;
}

static int
dev_start(struct rte_eth_dev *dev)
{
	struct rtw89u_port *port = port_of(dev);
	int ret = queue_apply(dev);

	if (ret != 0)
		return ret;
	pthread_mutex_lock(&port->lock);
	ret = rtw89u_hw_set_agg(port);
	if (ret == 0)
		ret = rtw89u_hw_set_filter(port);
	if (ret == 0 && port->rxq_set && !port->rxq_deferred)
		ret = queue_on(dev);
	pthread_mutex_unlock(&port->lock);
	if (ret == 0)
		set_link(dev, true);
	return ret;
}

static int
dev_stop(struct rte_eth_dev *dev)
{
	int ret = rx_queue_stop(dev, 0);

	set_link(dev, false);
	return ret;
}

static int
set_filter(struct rte_eth_dev *dev, uint8_t *state, uint8_t value)
{
	struct rtw89u_port *port = port_of(dev);
	uint8_t old = *state;
	int ret = 0;

	pthread_mutex_lock(&port->lock);
	*state = value;
	ret = rtw89u_hw_set_filter(port);
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
	struct rtw89u_port *port = port_of(dev);
	int ret = 0;

	if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		return 0;
	if (dev->data->dev_started)
		ret = dev_stop(dev);
	pthread_mutex_lock(&port->lock);
	if (port->usb != NULL)
		port->usb->ops->close(port->usb);
	port->usb = NULL;
	rtw89u_conf_free(&port->conf);
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
	.rx_burst_mode_get = rx_burst_mode_get,
	.stats_get = rtw89u_stats_get,
	.stats_reset = rtw89u_stats_reset,
	.xstats_get = rtw89u_xstats_get,
	.xstats_get_names = rtw89u_xstats_get_names,
	.xstats_reset = rtw89u_stats_reset,
};

/* What needs no more than the shared memory. */
static const struct eth_dev_ops secondary_ops = {
	.dev_close = dev_close,
	.dev_infos_get = dev_infos_get,
	.dev_supported_ptypes_get = supported_ptypes_get,
	.link_update = link_update,
	.stats_get = rtw89u_stats_get,
	.stats_reset = rtw89u_stats_reset,
	.xstats_get = rtw89u_xstats_get,
	.xstats_get_names = rtw89u_xstats_get_names,
	.xstats_reset = rtw89u_stats_reset,
};

static uint16_t
no_burst(void *queue __rte_unused, struct rte_mbuf **pkts __rte_unused,
	 uint16_t nb_pkts __rte_unused)
{
	return 0;
}

static int
attach_secondary(struct rte_vdev_device *vdev, const char *name)
{
	struct rte_eth_dev *dev = rte_eth_dev_attach_secondary(name);

	if (dev == NULL)
		return -ENODEV;
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
	struct rtw89u_port *port = port_of(dev);
	int ret;

	port->name = dev->data->name;
	pthread_mutex_init(&port->lock, NULL);
	ret = rtw89u_conf_parse(&port->conf, args, port->name);
	if (ret == 0)
		ret = rtw89u_open(port, dev->data->numa_node);
	if (ret == 0)
		ret = rtw89u_hw_init(port);
	if (ret != 0)
		return ret;
	port->dyn_off = dyn_register(port->name);
	dev->data->mac_addrs = &port->mac;
	dev->data->promiscuous = 0;
	dev->dev_ops = &primary_ops;
	dev->rx_queue_count = rx_queue_count;
	dev->rx_pkt_burst = rtw89u_rx_burst;
	dev->tx_pkt_burst = no_burst;	/* no TX queue is offered */
	return 0;
}

static void
port_undo(struct rte_eth_dev *dev)
{
	struct rtw89u_port *port = port_of(dev);

	if (port->usb != NULL)
		port->usb->ops->close(port->usb);
	rtw89u_conf_free(&port->conf);
	pthread_mutex_destroy(&port->lock);
	dev->data->mac_addrs = NULL;
	rte_eth_dev_release_port(dev);
}

static int
vdev_probe(struct rte_vdev_device *vdev)
{
	const char *name = rte_vdev_device_name(vdev);
	struct rte_eth_dev *dev;
	int ret;

	if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		return attach_secondary(vdev, name);
	dev = rte_eth_vdev_allocate(vdev, sizeof(struct rtw89u_port));
	if (dev == NULL) {
		RTW89U_LOG(ERR, name, "no memory for the port, or its name is taken");
		return -ENOMEM;
	}
	ret = port_init(dev, rte_vdev_device_args(vdev));
	if (ret != 0) {
		port_undo(dev);
		return ret;
	}
	rte_eth_dev_probing_finish(dev);
	return 0;
}

static int
vdev_remove(struct rte_vdev_device *vdev)
{
	struct rte_eth_dev *dev = rte_eth_dev_allocated(rte_vdev_device_name(vdev));

	if (dev == NULL)
		return 0;
	if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		return rte_eth_dev_release_port(dev);
	dev_close(dev);
	return rte_eth_dev_release_port(dev);
}

static struct rte_vdev_driver rtw89u_vdev_driver = {
	.probe = vdev_probe,
	.remove = vdev_remove,
};

RTE_PMD_REGISTER_VDEV(net_rtw89u, rtw89u_vdev_driver);
RTE_PMD_REGISTER_PARAM_STRING(net_rtw89u, RTW89U_PARAMS);

/* What DPDK's build makes of the two lines above, for dpdk-pmdinfo.py. */
static const char pmd_info[] __rte_used =
	"PMD_INFO_STRING= {\"name\" : \"net_rtw89u\", \"params\" : \"" RTW89U_PARAMS
	"\", \"pci_ids\" : []}";

RTE_LOG_REGISTER(rtw89u_logtype, pmd.net.rtw89u, INFO);
