/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* From a devarg string to a port, and back. */

#include <errno.h>

#include <bus_vdev_driver.h>
#include <ethdev_driver.h>
#include <ethdev_vdev.h>
#include <rte_mbuf_dyn.h>

#include "wport_ethdev.h"
#include "wport_monitor.h"

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
	dev->dev_ops = &wport_secondary_ops;
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
	struct wport *port = wport_of(dev);
	int ret;

	ret = wport_conf_parse(port, args);
	port->monitor = port->conf.mode == WPORT_MODE_MONITOR;
	port->channel = port->conf.channel;
	wport_hold_init(port);
	if (ret == 0)
		ret = wport_open(port, dev);
	if (ret == 0)
		ret = port->family->hw_init(port);
	if (ret != 0)
		return ret;
	wport_hold_opened(port);
	port->fcs = port->chip->fcs;
	port->dyn_off = dyn_register(port);
	dev->data->mac_addrs = &port->mac;
	dev->data->promiscuous = 0;
	dev->data->dev_flags |= RTE_ETH_DEV_AUTOFILL_QUEUE_XSTATS;
	/* One that can go and come. */
	if (port->usb->ops->resume != NULL)
		dev->data->dev_flags |= RTE_ETH_DEV_INTR_RMV | RTE_ETH_DEV_INTR_LSC;
	dev->dev_ops = &wport_primary_ops;
	dev->rx_queue_count = wport_rx_queue_count;
	dev->rx_pkt_burst = port->family->rx_burst(port);
	dev->tx_pkt_burst = port->usb->ops->tx_setup == NULL ? wport_tx_sink :
		port->family->tx_burst(port);
	return 0;
}

static void
port_undo(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);

	wport_close(port);
	wport_conf_free(&port->conf);
	wport_hold_free(port);
	pthread_mutex_destroy(&port->lock);
	dev->data->mac_addrs = NULL;
	rte_eth_dev_release_port(dev);
}

static bool
fits(const char * const *names, unsigned int max)
{
	unsigned int n = 0;

	while (names[n] != NULL)
		n++;
	return n <= max;
}

/* The counters that a family names have their places. */
static bool
family_fits(const struct wport_family *f)
{
	return fits(f->ends, WPORT_ENDS_MAX) && fits(f->units, WPORT_UNITS_MAX) &&
		fits(f->drops, WPORT_DROPS_MAX) && fits(f->notes, WPORT_NOTES_MAX);
}

int
wport_probe(struct rte_vdev_device *vdev, const struct wport_family *family)
{
	const char *name = rte_vdev_device_name(vdev);
	struct rte_eth_dev *dev;
	struct wport *port;
	int ret;

	if (!family_fits(family)) {
		rte_log(RTE_LOG_ERR, *family->logtype, "%s: %s: more names of counters "
			"than there are places (wport.h)\n", family->tag, name);
		return -EINVAL;
	}
	if (rte_eal_process_type() != RTE_PROC_PRIMARY)
		return attach_secondary(vdev, name, family);
	dev = rte_eth_vdev_allocate(vdev, sizeof(*port));
	if (dev == NULL) {
		rte_log(RTE_LOG_ERR, *family->logtype, "%s: %s: no memory for the port, or "
			"its name is taken\n", family->tag, name);
		return -ENOMEM;
	}
	port = wport_of(dev);
	port->family = family;
	port->name = dev->data->name;
	pthread_mutex_init(&port->lock, NULL);
	wport_hold_make(port);
	dev->process_private = (void *)(uintptr_t)family;
	ret = port_init(dev, rte_vdev_device_args(vdev));
	if (ret != 0) {
		port_undo(dev);
		return ret;
	}
	wport_ports_add(dev->data->port_id);
	rte_eth_dev_probing_finish(dev);
	/* What became of the device until now is told from here on. */
	wport_ready(dev);
	return 0;
}

int
wport_remove(struct rte_vdev_device *vdev)
{
	struct rte_eth_dev *dev = rte_eth_dev_allocated(rte_vdev_device_name(vdev));

	if (dev == NULL)
		return 0;
	if (rte_eal_process_type() == RTE_PROC_PRIMARY)
		wport_dev_close(dev);
	return rte_eth_dev_release_port(dev);
}
