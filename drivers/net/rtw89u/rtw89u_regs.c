/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <rte_byteorder.h>
#include <rte_common.h>

#include "wport_bits.h"

#include "rtw89u_chip.h"
#include "rtw89u_efuse.h"
#include "rtw89u_regs.h"

static const struct rtw89u_regmap *
regs_of(const struct wport *port)
{
	return &rtw89u_chip_of(port->chip)->regs;
}

/* A CMAC that sleeps answers with a number of its own, and wakes when it is told to. */
static int
wake_cmac(struct wport *port, uint32_t addr, uint32_t value)
{
	const struct rtw89u_regmap *regs = regs_of(port);
	int ret;

	if (regs->cmac_end == 0 || addr < regs->cmac_start || addr > regs->cmac_end ||
	    value != RTW89U_CMAC_ASLEEP)
		return 0;
	ret = wport_reg_write(port, RTW89U_CMAC_WAKE, UINT32_MAX);
	return ret != 0 ? ret : 1;
}

const struct wport_reg_access rtw89u_reg_access = {
	.read_type = RTW89U_REQ_TYPE_READ,
	.read_request = RTW89U_REQ,
	.write_type = RTW89U_REQ_TYPE_WRITE,
	.write_request = RTW89U_REQ,
	.value_shift = 0,
	.index_shift = 16,
	.timeout_ms = RTW89U_REQ_TIMEOUT_MS,
	.tries = RTW89U_REQ_TRIES,
	.look = wake_cmac,
};

static int
read_mac_register(struct wport *port, uint32_t addr)
{
	uint32_t low, high;
	int ret;

	ret = wport_reg_read(port, addr, &low);
	if (ret == 0)
		ret = wport_reg_read(port, addr + 4, &high);
	if (ret != 0)
		return ret;
	low = rte_cpu_to_le_32(low);
	high = rte_cpu_to_le_32(high);
	memcpy(&port->mac.addr_bytes[0], &low, 4);
	memcpy(&port->mac.addr_bytes[4], &high, 2);
	return 0;
}

/* -EBUSY: the chip answers, the byte does not come. */
static int
read_efuse_byte(void *ctx, uint32_t addr, uint8_t *byte)
{
	struct wport *port = ctx;
	uint32_t value;
	unsigned int i;
	int ret;

	ret = wport_reg_write(port, RTW89U_EFUSE_CTRL, WPORT_PUT(RTW89U_EFUSE_ADDR, addr));
	for (i = 0; ret == 0 && i < RTW89U_EFUSE_POLLS; i++) {
		ret = wport_reg_read(port, RTW89U_EFUSE_CTRL, &value);
		if (ret == 0 && (value & RTW89U_EFUSE_RDY) != 0) {
			*byte = value & RTW89U_EFUSE_DATA;
			return 0;
		}
	}
	return ret != 0 ? ret : -EBUSY;
}

static int
read_mac(struct wport *port)
{
	const struct rtw89u_regmap *regs = regs_of(port);
	int ret;

	if (regs->mac_addr != 0)
		return read_mac_register(port, regs->mac_addr);
	ret = rtw89u_efuse_get(read_efuse_byte, port, regs->efuse_mac, port->mac.addr_bytes,
			       RTE_ETHER_ADDR_LEN);
	if (ret != -EBUSY)
		return ret;
	/* A chip that answers requests but not this one works without. */
	WPORT_LOG(WARNING, port, "efuse does not answer");
	memset(&port->mac, 0, sizeof(port->mac));
	return 0;
}

static int
set_mac(struct wport *port)
{
	int ret = read_mac(port);

	if (ret == 0 && !rte_is_valid_assigned_ether_addr(&port->mac)) {
		WPORT_LOG(WARNING, port, "device has no MAC address, taking a random one");
		rte_eth_random_addr(port->mac.addr_bytes);
	}
	return ret;
}

/* How long a packet of the bulk-IN endpoint is: the chip does not find out. */
static int
set_bulk_size(struct wport *port)
{
	uint32_t addr = regs_of(port)->rxdma_setting;

	if (addr == 0)
		return 0;
	return wport_reg_mask(port, addr, RTW89U_RXDMA_BULK_SIZE,
			      port->usb_shared.speed_mbps >= 5000 ? RTW89U_RXDMA_BULK_1024 :
			      RTW89U_RXDMA_BULK_512);
}

int
rtw89u_hw_init(struct wport *port)
{
	const struct rtw89u_regmap *regs = regs_of(port);
	int ret;

	if (!wport_has_device(port)) {
		rte_eth_random_addr(port->mac.addr_bytes);
		return 0;
	}
	ret = set_mac(port);
	if (ret == 0)
		ret = wport_reg_apply(port, regs->init, regs->nb_init);
	if (ret == 0)
		ret = set_bulk_size(port);
	if (ret == 0)
		ret = wport_reg_mask(port, regs->hci_func_en,
				     RTW89U_HCI_RXDMA_EN | RTW89U_HCI_TXDMA_EN,
				     RTW89U_HCI_TXDMA_EN);
	return ret;
}

/* The whole word, as Linux does; looked at are the fields that have a meaning. */
static int
write_and_check(struct wport *port, uint32_t addr, uint32_t fields, uint32_t value)
{
	int ret = wport_reg_write(port, addr, value);

	return ret != 0 ? ret : wport_reg_check(port, addr, fields, value);
}

/* Two bits of the size, and the small-packet function off. Seldom another value: a policy
 * changes the hold alone. */
static int
set_rxagg_1(struct wport *port, uint32_t units)
{
	uint32_t addr = regs_of(port)->rxagg_1;
	uint32_t value = RTW89U_RXAGG_1_SML_OFF | WPORT_PUT(RTW89U_RXAGG_1_LEN_HIGH, units >> 8);
	uint32_t old;
	int ret;

	if (addr == 0)
		return 0;
	ret = wport_reg_read(port, addr, &old);
	if (ret != 0 || (old & RTW89U_RXAGG_1_FIELDS) == value)
		return ret;
	return write_and_check(port, addr, RTW89U_RXAGG_1_FIELDS, value);
}

static int
read_agg(struct wport *port, uint32_t units_high, struct wport_agg *now)
{
	uint32_t value, units;
	int ret = wport_reg_read(port, regs_of(port)->rxagg_0, &value);

	if (ret != 0)
		return ret;
	units = units_high | WPORT_GET(RTW89U_RXAGG_0_BUF_SZ, value);
	now->hold_us = (value & RTW89U_RXAGG_0_EN) == 0 ? 0 :
		WPORT_GET(RTW89U_RXAGG_0_TIME_TH, value) * RTW89U_RXAGG_HOLD_UNIT_US;
	now->bytes = units * port->chip->agg_unit;
	now->count = WPORT_GET(RTW89U_RXAGG_0_NUM_TH, value);
	return 0;
}

int
rtw89u_hw_set_agg(struct wport *port, const struct wport_agg *agg, struct wport_agg *now)
{
	uint32_t units = agg->bytes / port->chip->agg_unit;
	uint32_t value = WPORT_PUT(RTW89U_RXAGG_0_NUM_TH, agg->count) |
		WPORT_PUT(RTW89U_RXAGG_0_TIME_TH, agg->hold_us / RTW89U_RXAGG_HOLD_UNIT_US) |
		WPORT_PUT(RTW89U_RXAGG_0_BUF_SZ, units);
	int ret;

	if (agg->hold_us != 0)
		value |= RTW89U_RXAGG_0_EN;
	/* The limits before the switch (lwfinger/rtw88 issue 224). */
	ret = set_rxagg_1(port, units);
	if (ret == 0)
		ret = wport_reg_write(port, regs_of(port)->rxagg_0, value);
	return ret != 0 ? ret : read_agg(port, units & ~0xffu, now);
}

static uint32_t
filter_value(const struct wport *port)
{
	const struct rtw89u_regmap *regs = regs_of(port);
	uint32_t filter = regs->fltr_station;

	if (wport_is_monitor(port))
		return regs->fltr_monitor |
			(port->conf.bad_fcs == WPORT_BAD_FCS_KEEP ? RTW89U_FLTR_CRC_ERR : 0);
	if (port->promiscuous)
		filter &= ~(RTW89U_FLTR_A1_MATCH | RTW89U_FLTR_BC | RTW89U_FLTR_MC);
	if (port->allmulticast)
		filter &= ~RTW89U_FLTR_MC;
	return filter;
}

int
rtw89u_hw_set_filter(struct wport *port)
{
	if (!wport_has_device(port))
		return 0;
	return wport_reg_write(port, regs_of(port)->fltr_opt, filter_value(port));
}

int
rtw89u_hw_set_rx(struct wport *port, bool on)
{
	if (!wport_has_device(port))
		return 0;
	return wport_reg_mask(port, regs_of(port)->hci_func_en, RTW89U_HCI_RXDMA_EN,
			      on ? RTW89U_HCI_RXDMA_EN : 0);
}
