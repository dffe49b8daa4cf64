/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The port as ethdev sees it: what it is and can, its link, its filter, its end. */

#include <ethdev_driver.h>

#include "wport_ethdev.h"
#include "wport_gro.h"
#include "wport_monitor.h"
#include "wport_pmd.h"

/* What an application gets when it does not ask: transfers of one transmit queue. */
#define TX_DESC_DEFAULT	256u
#define TX_DESC_MAX	4096u

static int
dev_configure(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);

	port->rx_offloads = dev->data->dev_conf.rxmode.offloads;
	port->tx_offloads = dev->data->dev_conf.txmode.offloads;
	return wport_gro_configure(port);
}

/* In monitor mode a packet is an MPDU behind radiotap; checksums are the business
 * of whoever takes it apart. */
static uint64_t
rx_offload_capa(const struct wport *port)
{
	if (!wport_is_monitor(port))
		return RTE_ETH_RX_OFFLOAD_CHECKSUM | RTE_ETH_RX_OFFLOAD_SCATTER |
			(wport_gro_offered(port) ? RTE_ETH_RX_OFFLOAD_TCP_LRO : 0);
	return RTE_ETH_RX_OFFLOAD_SCATTER |
		(port->fcs ? RTE_ETH_RX_OFFLOAD_KEEP_CRC : 0);
}

static int
dev_infos_get(struct rte_eth_dev *dev, struct rte_eth_dev_info *info)
{
	const struct wport *port = wport_of(dev);

	info->max_mac_addrs = 1;
	info->max_rx_queues = 1;
	info->max_tx_queues = wport_is_monitor(port) ? 1 : WPORT_TX_QUEUES;
	info->min_rx_bufsize = wport_least_room(port);
	info->max_rx_pktlen = wport_max_packet(port);
	info->max_lro_pkt_size = wport_gro_offered(port) ? WPORT_GRO_LEN_MAX : 0;
	info->min_mtu = RTE_ETHER_MIN_MTU;
	info->max_mtu = wport_max_packet(port) - WPORT_L2_OVERHEAD;
	info->rx_offload_capa = rx_offload_capa(port);
	info->tx_offload_capa = RTE_ETH_TX_OFFLOAD_MULTI_SEGS |
		RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE;
	info->speed_capa = port->usb_shared.speed_mbps == RTE_ETH_SPEED_NUM_5G ?
		RTE_ETH_LINK_SPEED_5G :
		port->usb_shared.speed_mbps == RTE_ETH_SPEED_NUM_10G ? RTE_ETH_LINK_SPEED_10G : 0;
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

	/* Radiotap and 802.11 have no packet type: no list, which ethdev calls none. */
	if (wport_is_monitor(wport_of(dev)))
		return NULL;
	RXB_PTYPES_RETURN(ptypes);
}

/* The speed is the bus's, which bounds what arrives; ethdev has no word for the
 * 480 Mbit/s of USB 2 (xstat usb_speed_mbps). */
int
wport_set_link(struct rte_eth_dev *dev, bool up)
{
	const struct wport *port = wport_of(dev);
	uint32_t mbps = port->usb_shared.speed_mbps;
	struct rte_eth_link link = {
		.link_speed = mbps == RTE_ETH_SPEED_NUM_5G || mbps == RTE_ETH_SPEED_NUM_10G ?
			mbps : RTE_ETH_SPEED_NUM_UNKNOWN,
		.link_duplex = RTE_ETH_LINK_HALF_DUPLEX,
		.link_autoneg = RTE_ETH_LINK_FIXED,
		.link_status = up ? RTE_ETH_LINK_UP : RTE_ETH_LINK_DOWN,
	};

	return rte_eth_linkstatus_set(dev, &link);
}

/* A model has an access point at its side and a capture was taken with one:
 * up from the start. A real device is, as long as it is there. */
static int
link_update(struct rte_eth_dev *dev, int wait_to_complete __rte_unused)
{
	const struct wport *port = wport_of(dev);

	return wport_set_link(dev, dev->data->dev_started && !port->usb_lost &&
			      wport_usb_state(port) == USB_LIVE);
}

static int
is_removed(struct rte_eth_dev *dev)
{
	return wport_usb_state(wport_of(dev)) == USB_GONE;
}

static int
set_filter(struct rte_eth_dev *dev, uint8_t *state, uint8_t value)
{
	struct wport *port = wport_of(dev);
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
	return set_filter(dev, &wport_of(dev)->promiscuous, 1);
}

static int
promiscuous_disable(struct rte_eth_dev *dev)
{
	return set_filter(dev, &wport_of(dev)->promiscuous, 0);
}

static int
allmulticast_enable(struct rte_eth_dev *dev)
{
	return set_filter(dev, &wport_of(dev)->allmulticast, 1);
}

static int
allmulticast_disable(struct rte_eth_dev *dev)
{
	return set_filter(dev, &wport_of(dev)->allmulticast, 0);
}

/* ethdev restores the address at each start: the one that is there is no change. */
static int
mac_addr_set(struct rte_eth_dev *dev, struct rte_ether_addr *addr)
{
	struct wport *port = wport_of(dev);
	struct rte_ether_addr old = port->mac;
	int ret;

	if (rte_is_same_ether_addr(addr, &old))
		return 0;
	if (port->family->hw_set_mac == NULL)
		return -ENOTSUP;
	pthread_mutex_lock(&port->lock);
	port->mac = *addr;
	ret = port->family->hw_set_mac(port);
	if (ret != 0)
		port->mac = old;
	pthread_mutex_unlock(&port->lock);
	return ret;
}

int
wport_dev_close(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	int ret = 0;

	if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		return 0;
	if (dev->data->dev_started)
		ret = wport_dev_stop(dev);
	wport_pmd_forget(dev->data->port_id);
	wport_close(port);
	wport_monitor_free(&port->rxq);
	wport_gro_free(&port->rxq);
	wport_conf_free(&port->conf);
	wport_hold_free(port);
	pthread_mutex_destroy(&port->lock);
	/* mac_addrs lies inside dev_private. */
	dev->data->mac_addrs = NULL;
	return ret;
}

const struct eth_dev_ops wport_primary_ops = {
	.dev_configure = dev_configure,
	.dev_start = wport_dev_start,
	.dev_stop = wport_dev_stop,
	.dev_close = wport_dev_close,
	.dev_infos_get = dev_infos_get,
	.dev_supported_ptypes_get = supported_ptypes_get,
	.mtu_set = wport_mtu_set,
	.link_update = link_update,
	.is_removed = is_removed,
	.promiscuous_enable = promiscuous_enable,
	.promiscuous_disable = promiscuous_disable,
	.allmulticast_enable = allmulticast_enable,
	.allmulticast_disable = allmulticast_disable,
	.mac_addr_set = mac_addr_set,
	.rx_queue_setup = wport_rx_queue_setup,
	.rx_queue_release = wport_rx_queue_release,
	.rx_queue_start = wport_rx_queue_start,
	.rx_queue_stop = wport_rx_queue_stop,
	.rxq_info_get = wport_rxq_info_get,
	.tx_queue_setup = wport_tx_queue_setup,
	.tx_queue_release = wport_tx_queue_release,
	.txq_info_get = wport_txq_info_get,
	.rx_burst_mode_get = wport_rx_burst_mode_get,
	.tx_burst_mode_get = wport_tx_burst_mode_get,
	.stats_get = wport_stats_get,
	.stats_reset = wport_stats_reset,
	.xstats_get = wport_xstats_get,
	.xstats_get_names = wport_xstats_get_names,
	.xstats_reset = wport_stats_reset,
};

/* What needs no more than the shared memory. */
const struct eth_dev_ops wport_secondary_ops = {
	.dev_close = wport_dev_close,
	.dev_infos_get = dev_infos_get,
	.dev_supported_ptypes_get = supported_ptypes_get,
	.link_update = link_update,
	.is_removed = is_removed,
	.stats_get = wport_stats_get,
	.stats_reset = wport_stats_reset,
	.xstats_get = wport_xstats_get,
	.xstats_get_names = wport_xstats_get_names,
	.xstats_reset = wport_stats_reset,
};
