/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <rte_byteorder.h>
#include <rte_common.h>
#include <rte_errno.h>

#include "wport_bits.h"

#include "mt76u.h"
#include "mt76u_hw.h"
#include "mt76u_regs.h"

const struct wport_reg_access mt76u_reg_access = {
	.read_type = MT76U_REQ_READ_TYPE,
	.read_request = MT76U_REQ_READ_EXT,
	.write_type = MT76U_REQ_WRITE_TYPE,
	.write_request = MT76U_REQ_WRITE_EXT,
	.value_shift = 16,
	.index_shift = 0,
	.timeout_ms = MT76U_REQ_TIMEOUT_MS,
	.tries = MT76U_REQ_TRIES,
};

static int
uhw(struct wport *port, uint8_t type, uint8_t number, uint32_t addr, rte_le32_t *data)
{
	const struct usb_request req = {
		.bmRequestType = type, .bRequest = number,
		.wValue = addr >> 16, .wIndex = addr & 0xffff, .wLength = sizeof(*data),
	};
	unsigned int i;
	int ret = 0;

	for (i = 0; i < MT76U_REQ_TRIES; i++) {
		ret = usb_control(port->usb, &req, data, MT76U_REQ_TIMEOUT_MS);
		if (ret == (int)sizeof(*data))
			return 0;
		if (ret == -ENODEV)
			break;
	}
	WPORT_LOG(ERR, port, "register 0x%x of the USB side: %s", addr,
		  ret < 0 ? rte_strerror(-ret) : "short answer");
	return ret < 0 ? ret : -EIO;
}

int
mt76u_uhw_read(struct wport *port, uint32_t addr, uint32_t *value)
{
	rte_le32_t data = 0;
	int ret = uhw(port, MT76U_REQ_UHW_READ_TYPE, MT76U_REQ_UHW_READ, addr, &data);

	*value = rte_le_to_cpu_32(data);
	return ret;
}

int
mt76u_uhw_write(struct wport *port, uint32_t addr, uint32_t value)
{
	rte_le32_t data = rte_cpu_to_le_32(value);

	return uhw(port, MT76U_REQ_UHW_WRITE_TYPE, MT76U_REQ_UHW_WRITE, addr, &data);
}

int
mt76u_check_chip(struct wport *port)
{
	uint32_t id;
	int ret = wport_reg_read(port, MT76U_HW_CHIPID, &id);

	if (ret == 0 && (id & MT76U_HW_CHIPID_MASK) != MT76U_CHIPID_MT7921) {
		WPORT_LOG(ERR, port, "chip id 0x%08x is not that of an MT7921", id);
		ret = -ENODEV;
	}
	return ret;
}

/*
 * Ethernet: the chip takes A-MSDUs apart and translates headers, as Linux sets it
 * up. Monitor: frames stay as they were on the air, and the whole receive vector comes
 * with them.
 */
int
mt76u_set_up_mac(struct wport *port)
{
	const uint32_t mdp = MT76U_MDP_DCR0_DAMSDU | MT76U_MDP_DCR0_HDR_TRANS;
	bool monitor = wport_is_monitor(port);
	const struct wport_reg_set sets[] = {
		{ MT76U_MDP_DCR1, MT76U_MDP_DCR1_MAX_LEN,
		  WPORT_PUT(MT76U_MDP_DCR1_MAX_LEN, MT76U_MAX_LEN) },
		{ MT76U_MDP_DCR0, mdp, monitor ? 0 : mdp },
		{ MT76U_DMA_DCR0, MT76U_DMA_DCR0_MAX_LEN | MT76U_DMA_DCR0_GROUP_5,
		  WPORT_PUT(MT76U_DMA_DCR0_MAX_LEN, MT76U_MAX_LEN) |
		  (monitor ? MT76U_DMA_DCR0_GROUP_5 : 0) },
	};

	return wport_reg_apply(port, sets, RTE_DIM(sets));
}

int
mt76u_set_up_usb(struct wport *port)
{
	const struct wport_reg_set sets[] = {
		{ MT76U_WLCFG_0, MT76U_WLCFG_0_RX_FLUSH | MT76U_WLCFG_0_RX_EN |
		  MT76U_WLCFG_0_AGG | MT76U_WLCFG_0_ON,
		  MT76U_WLCFG_0_ON | MT76U_WLCFG_0_RX_EN },
		{ MT76U_WLCFG_1, MT76U_WLCFG_1_PKT_LMT, 0 },
	};
	int ret = wport_reg_apply(port, sets, RTE_DIM(sets));

	if (ret == 0)
		mt76u_hw_of(port)->rx_dma = true;
	return ret;
}

/* See that a field has its value, and write it only where it has not: a policy changes the
 * hold alone. */
static int
settle(struct wport *port, uint32_t addr, uint32_t mask, uint32_t value)
{
	uint32_t old;
	int ret = wport_reg_read(port, addr, &old);

	if (ret != 0 || (old & mask) == value)
		return ret;
	ret = wport_reg_write(port, addr, (old & ~mask) | value);
	return ret != 0 ? ret : wport_reg_check(port, addr, mask, value);
}

static int
read_agg(struct wport *port, const struct wport_agg *agg, struct wport_agg *now)
{
	uint32_t value;
	int ret = wport_reg_read(port, MT76U_WLCFG_0, &value);

	if (ret != 0)
		return ret;
	*now = *agg;
	now->hold_us = 0;
	/* Switched off it has no limits to be read. */
	if ((value & MT76U_WLCFG_0_AGG_EN) != 0) {
		now->hold_us = WPORT_GET(MT76U_WLCFG_0_AGG_TO, value);
		now->bytes = WPORT_GET(MT76U_WLCFG_0_AGG_LMT, value) * 1024;
	}
	return 0;
}

int
mt76u_hw_set_agg(struct wport *port, const struct wport_agg *agg, struct wport_agg *now)
{
	uint32_t wlcfg0 = 0, wlcfg1 = 0;
	int ret;

	if (agg->hold_us != 0) {
		wlcfg0 = MT76U_WLCFG_0_AGG_EN |
			WPORT_PUT(MT76U_WLCFG_0_AGG_TO, agg->hold_us) |
			WPORT_PUT(MT76U_WLCFG_0_AGG_LMT, agg->bytes / 1024);
		wlcfg1 = WPORT_PUT(MT76U_WLCFG_1_PKT_LMT, agg->count);
	}
	ret = settle(port, MT76U_WLCFG_1, MT76U_WLCFG_1_PKT_LMT, wlcfg1);
	if (ret == 0)
		ret = wport_reg_mask(port, MT76U_WLCFG_0, MT76U_WLCFG_0_AGG, wlcfg0);
	return ret != 0 ? ret : read_agg(port, agg, now);
}

/* Monitor: all, as Linux 6.1 was seen to set it on an emulated device; with a wrong FCS
 * where it is asked for. Ethernet: without what carries no packet for us. */
static uint32_t
filter_value(const struct wport *port)
{
	if (wport_is_monitor(port))
		return port->conf.bad_fcs == WPORT_BAD_FCS_KEEP ? 0 : MT76U_RFCR_FCS_FAIL;
	if (port->promiscuous || port->allmulticast)
		return MT76U_RFCR_STATION & ~MT76U_RFCR_MC_FILTERED;
	return MT76U_RFCR_STATION;
}

/* What the chip leaves to the bursts: it cannot compare with an address that it does
 * not know. They may be running. */
static void
set_own_ra(struct wport *port)
{
	uint64_t ra = 0;

	if (!wport_is_monitor(port) && !port->promiscuous)
		memcpy(&ra, &port->mac, sizeof(port->mac));
	__atomic_store_n(&port->rxq.own_ra, ra, __ATOMIC_RELAXED);
}

int
mt76u_hw_set_filter(struct wport *port)
{
	int ret;

	if (!wport_has_device(port))
		return 0;
	ret = wport_reg_write(port, MT76U_RFCR, filter_value(port));
	if (ret == 0 && wport_is_monitor(port))
		ret = wport_reg_write(port, MT76U_RFCR1, 0);
	if (ret == 0)
		set_own_ra(port);
	return ret;
}

int
mt76u_hw_set_rx(struct wport *port, bool on)
{
	int ret;

	if (!wport_has_device(port))
		return 0;
	ret = wport_reg_mask(port, MT76U_WLCFG_0, MT76U_WLCFG_0_RX_EN,
			     on ? MT76U_WLCFG_0_RX_EN : 0);
	if (ret == 0)
		mt76u_hw_of(port)->rx_dma = on;
	return ret;
}
