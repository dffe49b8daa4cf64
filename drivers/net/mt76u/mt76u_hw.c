/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the shared rooms call when a port comes, changes its channel, wakes and goes. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mt76u.h"
#include "mt76u_chan.h"
#include "mt76u_dma.h"
#include "mt76u_fw_file.h"
#include "mt76u_hw.h"
#include "mt76u_mcu.h"
#include "mt76u_regs.h"
#include "mt76u_up.h"

#define RUNNING "running"

/* A model comes with its firmware unless it is told otherwise. */
static bool
uses_running(const struct wport *port)
{
	const struct wport_conf *conf = &port->conf;

	if (conf->firmware == NULL)
		return conf->model != NULL;
	return strcmp(conf->firmware, RUNNING) == 0;
}

/* What no capability of the chip need be known for. */
static int
check_wish(struct wport *port)
{
	const char *wrong;

	if (port->channel.control == 0)
		return 0;
	wrong = mt76u_chan_check(&port->channel);
	if (wrong == NULL)
		return 0;
	WPORT_LOG(ERR, port, "channel %u, band %u, %u MHz: %s", port->channel.control,
		  port->channel.band, port->channel.width_mhz, wrong);
	return -EINVAL;
}

/* The files first: what is wrong with them leaves the chip as it was. */
static int
load_and_run(struct wport *port)
{
	struct mt76u_fw_files files;
	int ret = mt76u_fw_files_read(port, &files);

	if (ret != 0)
		return ret;
	ret = mt76u_up_cold(port, &files);
	mt76u_fw_files_free(&files);
	if (ret == 0 && !wport_is_monitor(port))
		WPORT_LOG(WARNING, port, "mode=ethernet: no packets arrive without an "
			  "association, which this driver does not make yet");
	return ret;
}

static int
bring_up(struct wport *port)
{
	int ret = mt76u_check_chip(port);

	if (ret == 0)
		ret = check_wish(port);
	if (ret != 0)
		return ret;
	return uses_running(port) ? mt76u_up_warm(port) : load_and_run(port);
}

int
mt76u_hw_init(struct wport *port)
{
	int ret;

	if (!wport_has_device(port)) {
		rte_eth_random_addr(port->mac.addr_bytes);
		return 0;
	}
	port->hw = calloc(1, sizeof(struct mt76u_hw));
	if (port->hw == NULL) {
		WPORT_LOG(ERR, port, "no memory for what is known of the chip");
		return -ENOMEM;
	}
	ret = bring_up(port);
	if (ret != 0)
		mt76u_hw_close(port);
	return ret;
}

/*
 * Chip and firmware may have been without power, or have slept through it. The address
 * stays the port's, whoever gave it.
 */
int
mt76u_hw_resume(struct wport *port)
{
	const struct rte_ether_addr mac = port->mac;
	uint32_t state;
	int ret;

	if (!wport_has_device(port))
		return 0;
	mt76u_hw_of(port)->rx_dma = false;
	mt76u_hw_of(port)->halted = 0;
	ret = mt76u_state(port, &state);
	if (ret != 0)
		return ret;
	if ((state & MT76U_CONN_N9_RDY) == MT76U_CONN_N9_RDY || uses_running(port))
		ret = mt76u_up_warm(port);
	else
		ret = -EIO;
	if (ret != 0 && ret != -ENODEV && !uses_running(port))
		ret = load_and_run(port);
	port->mac = mac;
	return ret;
}

void
mt76u_hw_close(struct wport *port)
{
	free(port->hw);
	port->hw = NULL;
}

int
mt76u_hw_check_channel(struct wport *port)
{
	const struct rte_wlan_channel *chan = &port->channel;
	const char *wrong;
	int ret = check_wish(port);

	if (ret != 0)
		return ret;
	wrong = mt76u_chan_supported(chan, &mt76u_hw_of(port)->caps, port->chip);
	if (wrong == NULL)
		return 0;
	WPORT_LOG(ERR, port, "channel %u, band %u, %u MHz: %s", chan->control, chan->band,
		  chan->width_mhz, wrong);
	return -ENOTSUP;
}

/* The firmware may set the filter as it thinks right for a new channel. */
static int
tune_and_filter(struct wport *port)
{
	int ret = mt76u_chan_set_rx_path(port);

	if (ret == 0)
		ret = mt76u_chan_switch(port);
	return ret == 0 ? mt76u_hw_set_filter(port) : ret;
}

/* Answers come through receive DMA, which is off while the port is stopped. */
int
mt76u_hw_set_channel(struct wport *port)
{
	bool was_on;
	int ret, off = 0;

	if (!wport_has_device(port)) {
		WPORT_LOG(ERR, port, "there is no radio to tune");
		return -ENOTSUP;
	}
	ret = mt76u_hw_check_channel(port);
	if (ret != 0)
		return ret;
	was_on = mt76u_hw_of(port)->rx_dma;
	if (!was_on)
		ret = mt76u_hw_set_rx(port, true);
	if (ret != 0)
		return ret;
	mt76u_mcu_unsettle(port);
	ret = tune_and_filter(port);
	if (!was_on && ret != -ENODEV)
		off = mt76u_hw_set_rx(port, false);
	return ret != 0 ? ret : off;
}
