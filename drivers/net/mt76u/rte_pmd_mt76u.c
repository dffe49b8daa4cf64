/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Calls and commands that there are beyond ethdev. */

#include <errno.h>

#include <rte_telemetry.h>

#include "wport_pmd.h"
#include "wport_text.h"

#include "mt76u.h"
#include "mt76u_hw.h"
#include "rte_pmd_mt76u.h"

#define EXPORTED __attribute__((visibility("default")))

static int
set_locked(struct wport *port, const struct rte_wlan_channel *channel)
{
	struct rte_wlan_channel old = port->channel;
	int ret;

	if (port->usb == NULL)
		return -ENODEV;
	/* 0 is no channel, though not to a port that was just made. */
	if (channel->control == 0)
		return -EINVAL;
	port->channel = *channel;
	ret = mt76u_hw_set_channel(port);
	if (ret != 0)
		port->channel = old;
	return ret;
}

EXPORTED int
rte_pmd_mt76u_channel_set(uint16_t port_id, const struct rte_wlan_channel *channel)
{
	struct wport *port;
	int ret = -ENODEV;

	wport_pmd_enter();
	port = wport_pmd_port(&mt76u_family, port_id);
	if (port != NULL && channel != NULL) {
		pthread_mutex_lock(&port->lock);
		ret = set_locked(port, channel);
		pthread_mutex_unlock(&port->lock);
	} else if (port != NULL) {
		ret = -EINVAL;
	}
	wport_pmd_leave();
	return ret;
}

EXPORTED int
rte_pmd_mt76u_channel_get(uint16_t port_id, struct rte_wlan_channel *channel)
{
	struct wport *port;
	int ret = -ENODEV;

	wport_pmd_enter();
	port = wport_pmd_port(&mt76u_family, port_id);
	if (port != NULL && channel != NULL) {
		pthread_mutex_lock(&port->lock);
		*channel = port->channel;
		pthread_mutex_unlock(&port->lock);
		ret = 0;
	} else if (port != NULL) {
		ret = -EINVAL;
	}
	wport_pmd_leave();
	return ret;
}

EXPORTED int
rte_pmd_mt76u_rx_hold_set(uint16_t port_id, const struct rte_wlan_rx_hold *hold)
{
	return wport_pmd_hold_set(&mt76u_family, port_id, hold);
}

EXPORTED int
rte_pmd_mt76u_rx_hold_get(uint16_t port_id, struct rte_wlan_rx_hold *hold)
{
	return wport_pmd_hold_get(&mt76u_family, port_id, hold);
}

static int
tell_channel(uint16_t port_id, struct rte_tel_data *d)
{
	struct rte_wlan_channel channel;
	int ret = rte_pmd_mt76u_channel_get(port_id, &channel);

	if (ret != 0)
		return ret;
	rte_tel_data_start_dict(d);
	rte_tel_data_add_dict_int(d, "channel", channel.control);
	rte_tel_data_add_dict_int(d, "band", channel.band);
	rte_tel_data_add_dict_int(d, "width_mhz", channel.width_mhz);
	rte_tel_data_add_dict_int(d, "centre", channel.centre);
	return 0;
}

static int
handle_channel(const char *cmd __rte_unused, const char *params, struct rte_tel_data *d)
{
	uint32_t port_id;

	return wport_text_numbers(params, &port_id, 1) && port_id <= UINT16_MAX ?
		tell_channel(port_id, d) : -EINVAL;
}

/* PORT,CHANNEL,BAND,WIDTH */
static int
handle_channel_set(const char *cmd __rte_unused, const char *params, struct rte_tel_data *d)
{
	enum { PORT, CHANNEL, BAND, WIDTH, NUMBERS };
	struct rte_wlan_channel channel;
	uint32_t n[NUMBERS];
	int ret;

	if (!wport_text_numbers(params, n, NUMBERS) || n[PORT] > UINT16_MAX ||
	    n[CHANNEL] > UINT8_MAX || n[BAND] > UINT8_MAX || n[WIDTH] > UINT16_MAX)
		return -EINVAL;
	channel = (struct rte_wlan_channel){
		.control = n[CHANNEL], .band = n[BAND], .width_mhz = n[WIDTH],
	};
	ret = rte_pmd_mt76u_channel_set(n[PORT], &channel);
	return ret == 0 ? tell_channel(n[PORT], d) : ret;
}

static int
handle_rx_hold(const char *cmd __rte_unused, const char *params, struct rte_tel_data *d)
{
	return wport_hold_tel_get(&mt76u_family, params, d);
}

static int
handle_rx_hold_set(const char *cmd __rte_unused, const char *params, struct rte_tel_data *d)
{
	return wport_hold_tel_set(&mt76u_family, params, d);
}

RTE_INIT(mt76u_commands)
{
	rte_telemetry_register_cmd("/mt76u/channel", handle_channel,
		"Where a port is tuned to. Parameter: port");
	rte_telemetry_register_cmd("/mt76u/channel_set", handle_channel_set,
		"Tune a port. Parameters: port,channel,band (2, 5 or 6),width in MHz");
	rte_telemetry_register_cmd("/mt76u/rx_hold", handle_rx_hold, WPORT_HOLD_TEL_HELP);
	rte_telemetry_register_cmd("/mt76u/rx_hold_set", handle_rx_hold_set,
				   WPORT_HOLD_TEL_SET_HELP);
	wport_testpmd_add(&mt76u_family, WPORT_TESTPMD_SHOW_HELP("net_mt76u"),
			  WPORT_TESTPMD_SET_HELP("net_mt76u"));
}
