/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A device that goes, and one that comes back. The transport's own thread calls, which may
 * wait and take the port's lock.
 *
 *   USB_GONE    link down, RTE_ETH_EVENT_INTR_RMV, once; stop and close work, nothing else
 *               does. No RTE_ETH_EVENT_INTR_LSC beside it: the application may close the
 *               port in the callback of either, and the other would come too late. It is
 *               raised whatever intr_conf.rmv says, as nothing has to be armed for it: who
 *               has a callback wants to know
 *   USB_FAILED  link down, RTE_ETH_EVENT_INTR_LSC where it was asked for
 *   USB_AWAY    the system slept: the port sets the device up again and goes on
 *
 * Meanwhile an lcore may poll. Its bursts are no business of this file's: the transport's
 * stop() and start() are safe under them, rx_poll() finds nothing in between, and a
 * transfer that the lcore has in hand stays its own until it gives it back. The queue is
 * not touched but for its epoch, which tells it that a unit cut by the end of a transfer
 * has no rest.
 */

#include <errno.h>

#include <ethdev_driver.h>
#include <rte_cycles.h>

#include "wport_ethdev.h"

/* For a device that has come back to answer. */
#define RESUME_MS	5000u
#define RESUME_PAUSE_MS	50u

static int
take_back(struct wport *port)
{
	unsigned int waited;
	int ret = port->usb->ops->resume(port->usb);

	for (waited = 0; ret == -EAGAIN && waited < RESUME_MS; waited += RESUME_PAUSE_MS) {
		rte_delay_us_sleep(RESUME_PAUSE_MS * 1000);
		ret = port->usb->ops->resume(port->usb);
	}
	if (ret != 0)
		WPORT_LOG(ERR, port, "the device does not come back: %s", rte_strerror(-ret));
	return ret;
}

int
wport_revive(struct wport *port)
{
	const struct wport_family *f = port->family;
	int ret = take_back(port);

	if (ret == 0)
		ret = f->hw_resume != NULL ? f->hw_resume(port) : f->hw_init(port);
	if (ret == 0)
		WPORT_LOG(NOTICE, port, "the device was away and is set up again");
	return ret;
}

/* Lock held. As dev_start, without a look at the queues: they have never stopped. */
static int
go_on(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	const struct wport_family *f = port->family;
	int ret = wport_hold_apply(port);

	if (ret == 0)
		ret = f->hw_set_filter(port);
	if (ret == 0 && dev->data->rx_queue_state[0] == RTE_ETH_QUEUE_STATE_STARTED)
		ret = f->hw_set_rx(port, true);
	return ret != 0 ? ret : wport_transport_on(port);
}

/* Lock held. */
static int
come_back(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	bool on = port->usb_on;
	int ret = wport_transport_off(port);

	if (ret != 0) {
		port->usb_lost = true;
		return ret;
	}
	__atomic_fetch_add(&port->rxq.epoch, 1, __ATOMIC_RELAXED);
	ret = wport_revive(port);
	if (ret == 0 && on)
		ret = go_on(dev);
	/* Stop and start try again. */
	port->usb_on |= on;
	port->usb_lost = ret != 0;
	return ret;
}

/* Lock held. Which event the application gets, RTE_ETH_EVENT_MAX: none. */
static enum rte_eth_event_type
take_event(struct rte_eth_dev *dev, enum usb_state state)
{
	struct wport *port = wport_of(dev);
	bool lsc = dev->data->dev_conf.intr_conf.lsc != 0;

	if (port->usb == NULL || !port->usb_ready)
		return RTE_ETH_EVENT_MAX;
	/* A start may have seen to it before us. */
	if (state == USB_AWAY &&
	    (wport_usb_state(port) != USB_AWAY || come_back(dev) == 0))
		return RTE_ETH_EVENT_MAX;
	wport_set_link(dev, false);
	if (state == USB_GONE && port->usb_removed)
		return RTE_ETH_EVENT_MAX;	/* wport_ready() has seen it first */
	port->usb_removed = state == USB_GONE;
	if (state == USB_GONE)
		return RTE_ETH_EVENT_INTR_RMV;
	return lsc ? RTE_ETH_EVENT_INTR_LSC : RTE_ETH_EVENT_MAX;
}

/* The application may close and remove the port from its callback: behind it nothing of
 * the port's is touched, and no lock is held. */
static void
tell(struct rte_eth_dev *dev, enum usb_state state)
{
	struct wport *port = wport_of(dev);
	enum rte_eth_event_type event;

	pthread_mutex_lock(&port->lock);
	event = take_event(dev, state);
	pthread_mutex_unlock(&port->lock);
	if (event != RTE_ETH_EVENT_MAX)
		rte_eth_dev_callback_process(dev, event, NULL);
}

void
wport_usb_event(void *arg, enum usb_state state)
{
	tell(arg, state);
}

void
wport_ready(struct rte_eth_dev *dev)
{
	struct wport *port = wport_of(dev);
	enum usb_state state;

	pthread_mutex_lock(&port->lock);
	port->usb_ready = true;
	state = wport_usb_state(port);
	pthread_mutex_unlock(&port->lock);
	/* While it was set up. Whoever has set it up finds out about the rest. */
	if (state == USB_GONE)
		tell(dev, state);
}

void
wport_close(struct wport *port)
{
	struct usb_transport *usb;

	pthread_mutex_lock(&port->lock);
	if (port->family->hw_close != NULL)
		port->family->hw_close(port);
	usb = port->usb;
	port->usb = NULL;
	pthread_mutex_unlock(&port->lock);
	if (usb != NULL)
		usb->ops->close(usb);
}
