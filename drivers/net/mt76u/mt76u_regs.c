/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <rte_common.h>

#include "wport_bits.h"

#include "mt76u.h"
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
check_chip(struct wport *port)
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
static int
set_up_mac(struct wport *port)
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

/* No aggregation until mt76u_hw_set_agg(), no reception until mt76u_hw_set_rx(). */
static int
set_up_usb(struct wport *port)
{
	const struct wport_reg_set sets[] = {
		{ MT76U_WLCFG_0, MT76U_WLCFG_0_RX_FLUSH | MT76U_WLCFG_0_RX_EN |
		  MT76U_WLCFG_0_AGG | MT76U_WLCFG_0_ON, MT76U_WLCFG_0_ON },
		{ MT76U_WLCFG_1, MT76U_WLCFG_1_PKT_LMT, 0 },
	};

	return wport_reg_apply(port, sets, RTE_DIM(sets));
}

/* The chip tells its address to who speaks to its firmware: this driver does not, so
 * the address is one of our own, and the chip does not know it. */
int
mt76u_hw_init(struct wport *port)
{
	int ret;

	rte_eth_random_addr(port->mac.addr_bytes);
	if (!wport_has_device(port))
		return 0;
	ret = check_chip(port);
	if (ret == 0)
		ret = set_up_usb(port);
	if (ret == 0)
		ret = set_up_mac(port);
	return ret;
}

/* Write a field, and see that it is there. */
static int
set_and_check(struct wport *port, uint32_t addr, uint32_t mask, uint32_t value)
{
	int ret = wport_reg_mask(port, addr, mask, value);

	return ret != 0 ? ret : wport_reg_check(port, addr, mask, value);
}

int
mt76u_hw_set_agg(struct wport *port)
{
	uint32_t wlcfg0 = 0, wlcfg1 = 0;
	struct wport_agg agg;
	int ret;

	if (!wport_has_device(port))
		return 0;
	agg = wport_agg_limits(port);
	if (agg.hold_us != 0) {
		wlcfg0 = MT76U_WLCFG_0_AGG_EN |
			WPORT_PUT(MT76U_WLCFG_0_AGG_TO, agg.hold_us) |
			WPORT_PUT(MT76U_WLCFG_0_AGG_LMT, agg.bytes / 1024);
		wlcfg1 = WPORT_PUT(MT76U_WLCFG_1_PKT_LMT, agg.count);
	}
	ret = set_and_check(port, MT76U_WLCFG_1, MT76U_WLCFG_1_PKT_LMT, wlcfg1);
	if (ret == 0)
		ret = set_and_check(port, MT76U_WLCFG_0, MT76U_WLCFG_0_AGG, wlcfg0);
	if (ret == 0)
		wport_log_agg(port, &agg);
	return ret;
}

/* Monitor: what hardware was seen to work with (Network-Weather/mt76-usb-macos
 * docs/ERROR_FRAME_CAPTURE.md). Ethernet: also without what carries no packet for us. */
static uint32_t
filter_value(const struct wport *port)
{
	uint32_t filter = MT76U_RFCR_MONITOR;

	if (wport_is_monitor(port))
		return port->conf.bad_fcs == WPORT_BAD_FCS_KEEP ?
			filter & ~MT76U_RFCR_FCS_FAIL : filter;
	filter |= MT76U_RFCR_STATION;
	if (port->promiscuous || port->allmulticast)
		filter &= ~MT76U_RFCR_MC_FILTERED;
	return filter;
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
	if (!wport_has_device(port))
		return 0;
	return wport_reg_mask(port, MT76U_WLCFG_0, MT76U_WLCFG_0_RX_EN,
			      on ? MT76U_WLCFG_0_RX_EN : 0);
}
