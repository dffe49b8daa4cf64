/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "wport_ethdev.h"
#include "wport_hold.h"
#include "wport_pmd.h"

/* Calls of an application and of telemetry come from threads that know nothing of each
 * other: a port goes when none of them is at it. */
static pthread_rwlock_t in_use = PTHREAD_RWLOCK_INITIALIZER;

void
wport_pmd_enter(void)
{
	pthread_rwlock_rdlock(&in_use);
}

void
wport_pmd_leave(void)
{
	pthread_rwlock_unlock(&in_use);
}

void
wport_pmd_forget(uint16_t port_id)
{
	pthread_rwlock_wrlock(&in_use);
	wport_ports_remove(port_id);
	pthread_rwlock_unlock(&in_use);
}

struct wport *
wport_pmd_port(const struct wport_family *family, uint16_t port_id)
{
	const struct rte_eth_dev *dev;

	if (!rte_eth_dev_is_valid_port(port_id) || !wport_ports_has(port_id))
		return NULL;
	dev = &rte_eth_devices[port_id];
	return dev->dev_ops == &wport_primary_ops && dev->process_private == family ?
		wport_of(dev) : NULL;
}

int
wport_pmd_hold_set(const struct wport_family *family, uint16_t port_id,
		   const struct rte_wlan_rx_hold *hold)
{
	struct wport *port;
	int ret = -ENODEV;

	wport_pmd_enter();
	port = wport_pmd_port(family, port_id);
	if (port != NULL)
		ret = hold == NULL ? -EINVAL : wport_hold_set(port, hold);
	wport_pmd_leave();
	return ret;
}

int
wport_pmd_hold_get(const struct wport_family *family, uint16_t port_id,
		   struct rte_wlan_rx_hold *hold)
{
	struct wport *port;
	int ret = -ENODEV;

	wport_pmd_enter();
	port = wport_pmd_port(family, port_id);
	if (port != NULL)
		ret = hold == NULL ? -EINVAL : wport_hold_get(port, hold);
	wport_pmd_leave();
	return ret;
}

void
wport_pmd_hold_why(struct wport *port, const struct rte_wlan_rx_hold *hold, int err, char *text,
		   size_t size)
{
	static const struct rte_wlan_rx_hold nothing = {
		.policy = (enum rte_wlan_hold_policy)RTE_WLAN_HOLD_KEEP,
		.hold_us = RTE_WLAN_HOLD_KEEP,
		.size = RTE_WLAN_HOLD_KEEP,
		.count = RTE_WLAN_HOLD_KEEP,
	};

	/* Nothing wrong with what was asked for: the device did not do it. */
	if (wport_hold_check(port, hold == NULL ? &nothing : hold, text, size) == 0)
		snprintf(text, size, "it could not be done: %s", strerror(-err));
}
