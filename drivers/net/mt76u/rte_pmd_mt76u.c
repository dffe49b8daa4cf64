/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Calls and telemetry commands that an application has beyond ethdev. */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include <rte_telemetry.h>

#include "wport_ethdev.h"

#include "mt76u.h"
#include "mt76u_hw.h"
#include "rte_pmd_mt76u.h"

#define EXPORTED __attribute__((visibility("default")))

/* A port of this driver in this process; NULL: none. */
static struct wport *
port_of(uint16_t port_id)
{
	const struct rte_eth_dev *dev;

	if (!rte_eth_dev_is_valid_port(port_id))
		return NULL;
	dev = &rte_eth_devices[port_id];
	return dev->dev_ops == &wport_primary_ops && dev->process_private == &mt76u_family ?
		dev->data->dev_private : NULL;
}

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
	struct wport *port = port_of(port_id);
	int ret;

	if (port == NULL)
		return -ENODEV;
	if (channel == NULL)
		return -EINVAL;
	pthread_mutex_lock(&port->lock);
	ret = set_locked(port, channel);
	pthread_mutex_unlock(&port->lock);
	return ret;
}

EXPORTED int
rte_pmd_mt76u_channel_get(uint16_t port_id, struct rte_wlan_channel *channel)
{
	struct wport *port = port_of(port_id);

	if (port == NULL)
		return -ENODEV;
	if (channel == NULL)
		return -EINVAL;
	pthread_mutex_lock(&port->lock);
	*channel = port->channel;
	pthread_mutex_unlock(&port->lock);
	return 0;
}

/* So many whole numbers with commas between them, and nothing else. */
static bool
take_numbers(const char *text, unsigned int *numbers, unsigned int n)
{
	unsigned long value;
	unsigned int i;
	char *end;

	if (text == NULL)
		return false;
	for (i = 0; i < n; i++, text = end + 1) {
		if (*text < '0' || *text > '9')
			return false;
		value = strtoul(text, &end, 10);
		if (value > UINT16_MAX || *end != (i + 1 < n ? ',' : '\0'))
			return false;
		numbers[i] = value;
	}
	return true;
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
	unsigned int port_id;

	return take_numbers(params, &port_id, 1) ? tell_channel(port_id, d) : -EINVAL;
}

/* PORT,CHANNEL,BAND,WIDTH */
static int
handle_channel_set(const char *cmd __rte_unused, const char *params, struct rte_tel_data *d)
{
	enum { PORT, CHANNEL, BAND, WIDTH, NUMBERS };
	struct rte_wlan_channel channel;
	unsigned int n[NUMBERS];
	int ret;

	if (!take_numbers(params, n, NUMBERS) || n[CHANNEL] > UINT8_MAX || n[BAND] > UINT8_MAX)
		return -EINVAL;
	channel = (struct rte_wlan_channel){
		.control = n[CHANNEL], .band = n[BAND], .width_mhz = n[WIDTH],
	};
	ret = rte_pmd_mt76u_channel_set(n[PORT], &channel);
	return ret == 0 ? tell_channel(n[PORT], d) : ret;
}

RTE_INIT(mt76u_telemetry)
{
	rte_telemetry_register_cmd("/mt76u/channel", handle_channel,
		"Where a port is tuned to. Parameter: port");
	rte_telemetry_register_cmd("/mt76u/channel_set", handle_channel_set,
		"Tune a port. Parameters: port,channel,band (2, 5 or 6),width in MHz");
}
