/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_byteorder.h>
#include <rte_common.h>

#include "mt76u.h"
#include "mt76u_regs.h"

static int
reg_request(struct wport *port, uint8_t type, uint8_t request, uint32_t addr,
	    rte_le32_t *data)
{
	const struct usb_request req = {
		.bmRequestType = type,
		.bRequest = request,
		.wValue = addr >> 16,
		.wIndex = addr & 0xffff,
		.wLength = sizeof(*data),
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
	WPORT_LOG(ERR, port, "register 0x%08x: %s", addr,
		  ret < 0 ? rte_strerror(-ret) : "short answer");
	return ret < 0 ? ret : -EIO;
}

int
mt76u_reg_read(struct wport *port, uint32_t addr, uint32_t *value)
{
	rte_le32_t data = 0;
	int ret = reg_request(port, MT76U_REQ_READ_TYPE, MT76U_REQ_READ_EXT, addr, &data);

	if (ret == 0)
		*value = rte_le_to_cpu_32(data);
	return ret;
}

int
mt76u_reg_write(struct wport *port, uint32_t addr, uint32_t value)
{
	rte_le32_t data = rte_cpu_to_le_32(value);

	return reg_request(port, MT76U_REQ_WRITE_TYPE, MT76U_REQ_WRITE_EXT, addr, &data);
}

int
mt76u_reg_mask(struct wport *port, uint32_t addr, uint32_t mask, uint32_t value)
{
	uint32_t old;
	int ret = mt76u_reg_read(port, addr, &old);

	return ret != 0 ? ret : mt76u_reg_write(port, addr, (old & ~mask) | value);
}

static int
check_chip(struct wport *port)
{
	uint32_t id;
	int ret = mt76u_reg_read(port, MT76U_HW_CHIPID, &id);

	if (ret == 0 && (id & MT76U_HW_CHIPID_MASK) != MT76U_CHIPID_MT7921) {
		WPORT_LOG(ERR, port, "chip id 0x%08x is not that of an MT7921", id);
		ret = -ENODEV;
	}
	return ret;
}

/* A word of set-up: where, which bits, to what. */
struct setting {
	uint32_t addr, mask, value;
};

static int
apply(struct wport *port, const struct setting *settings, unsigned int n)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < n && ret == 0; i++)
		ret = mt76u_reg_mask(port, settings[i].addr, settings[i].mask,
				     settings[i].value);
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
	const struct setting settings[] = {
		{ MT76U_MDP_DCR1, MT76U_MDP_DCR1_MAX_LEN,
		  MT76U_PUT(MT76U_MDP_DCR1_MAX_LEN, MT76U_MAX_LEN) },
		{ MT76U_MDP_DCR0, mdp, monitor ? 0 : mdp },
		{ MT76U_DMA_DCR0, MT76U_DMA_DCR0_MAX_LEN | MT76U_DMA_DCR0_GROUP_5,
		  MT76U_PUT(MT76U_DMA_DCR0_MAX_LEN, MT76U_MAX_LEN) |
		  (monitor ? MT76U_DMA_DCR0_GROUP_5 : 0) },
	};

	return apply(port, settings, RTE_DIM(settings));
}

/* No aggregation until mt76u_hw_set_agg(), no reception until mt76u_hw_set_rx(). */
static int
set_up_usb(struct wport *port)
{
	const struct setting settings[] = {
		{ MT76U_WLCFG_0, MT76U_WLCFG_0_RX_FLUSH | MT76U_WLCFG_0_RX_EN |
		  MT76U_WLCFG_0_AGG | MT76U_WLCFG_0_ON, MT76U_WLCFG_0_ON },
		{ MT76U_WLCFG_1, MT76U_WLCFG_1_PKT_LMT, 0 },
	};

	return apply(port, settings, RTE_DIM(settings));
}

/* The chip tells its address to who speaks to its firmware: this driver does not, so
 * the address is one of our own. */
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
	uint32_t back;
	int ret = mt76u_reg_mask(port, addr, mask, value);

	if (ret == 0)
		ret = mt76u_reg_read(port, addr, &back);
	if (ret == 0 && (back & mask) != value) {
		WPORT_LOG(ERR, port, "register 0x%08x: wrote 0x%08x, reads 0x%08x",
			  addr, value, back & mask);
		ret = -EIO;
	}
	return ret;
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
			MT76U_PUT(MT76U_WLCFG_0_AGG_TO, agg.hold_us) |
			MT76U_PUT(MT76U_WLCFG_0_AGG_LMT, agg.bytes / 1024);
		wlcfg1 = MT76U_PUT(MT76U_WLCFG_1_PKT_LMT, agg.count);
	}
	ret = set_and_check(port, MT76U_WLCFG_1, MT76U_WLCFG_1_PKT_LMT, wlcfg1);
	if (ret == 0)
		ret = set_and_check(port, MT76U_WLCFG_0, MT76U_WLCFG_0_AGG, wlcfg0);
	if (ret != 0)
		return ret;
	if (agg.hold_us == 0)
		WPORT_LOG(INFO, port, "rx aggregation off");
	else
		WPORT_LOG(INFO, port, "rx aggregation: hold %u us, size %u bytes, count %u",
			  agg.hold_us, agg.bytes, agg.count);
	return 0;
}

/*
 * Monitor: what hardware was seen to work with (Network-Weather/mt76-usb-macos
 * docs/ERROR_FRAME_CAPTURE.md). Ethernet: also without what carries no packet for
 * us.
 */
int
mt76u_hw_set_filter(struct wport *port)
{
	uint32_t filter = MT76U_RFCR_MONITOR;
	int ret;

	if (!wport_has_device(port))
		return 0;
	if (wport_is_monitor(port)) {
		if (port->conf.bad_fcs == WPORT_BAD_FCS_KEEP)
			filter &= ~MT76U_RFCR_FCS_FAIL;
	} else {
		filter |= MT76U_RFCR_STATION;
		if (port->promiscuous)
			filter &= ~(MT76U_RFCR_OTHER_BSS | MT76U_RFCR_OTHER_UC |
				    MT76U_RFCR_MC_FILTERED);
		if (port->allmulticast)
			filter &= ~MT76U_RFCR_MC_FILTERED;
	}
	ret = mt76u_reg_write(port, MT76U_RFCR, filter);
	if (ret == 0 && wport_is_monitor(port))
		ret = mt76u_reg_write(port, MT76U_RFCR1, 0);
	return ret;
}

int
mt76u_hw_set_rx(struct wport *port, bool on)
{
	if (!wport_has_device(port))
		return 0;
	return mt76u_reg_mask(port, MT76U_WLCFG_0, MT76U_WLCFG_0_RX_EN,
			      on ? MT76U_WLCFG_0_RX_EN : 0);
}
