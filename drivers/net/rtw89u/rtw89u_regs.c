/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_byteorder.h>
#include <rte_common.h>

#include "rtw89u.h"
#include "rtw89u_logs.h"
#include "rtw89u_regs.h"

static int
reg_request(struct rtw89u_port *port, uint8_t type, uint32_t addr, rte_le32_t *data)
{
	const struct usb_request req = {
		.bmRequestType = type,
		.bRequest = RTW89U_REQ,
		.wValue = addr & 0xffff,
		.wIndex = addr >> 16 & 0xff,
		.wLength = sizeof(*data),
	};
	unsigned int i;
	int ret = 0;

	for (i = 0; i < RTW89U_REQ_TRIES; i++) {
		ret = usb_control(port->usb, &req, data, RTW89U_REQ_TIMEOUT_MS);
		if (ret == (int)sizeof(*data))
			return 0;
		if (ret == -ENODEV)
			break;
	}
	RTW89U_LOG(ERR, port->name, "register 0x%x: %s", addr,
		   ret < 0 ? rte_strerror(-ret) : "short answer");
	return ret < 0 ? ret : -EIO;
}

int
rtw89u_reg_read(struct rtw89u_port *port, uint32_t addr, uint32_t *value)
{
	rte_le32_t data = 0;
	int ret = reg_request(port, RTW89U_REQ_TYPE_READ, addr, &data);

	if (ret == 0)
		*value = rte_le_to_cpu_32(data);
	return ret;
}

int
rtw89u_reg_write(struct rtw89u_port *port, uint32_t addr, uint32_t value)
{
	rte_le32_t data = rte_cpu_to_le_32(value);

	return reg_request(port, RTW89U_REQ_TYPE_WRITE, addr, &data);
}

int
rtw89u_reg_mask(struct rtw89u_port *port, uint32_t addr, uint32_t mask, uint32_t value)
{
	uint32_t old;
	int ret = rtw89u_reg_read(port, addr, &old);

	return ret != 0 ? ret : rtw89u_reg_write(port, addr, (old & ~mask) | value);
}

static bool
has_registers(const struct rtw89u_port *port)
{
	return port->usb->ops->control != NULL;
}

static int
read_mac(struct rtw89u_port *port)
{
	uint32_t low, high;
	int ret;

	ret = rtw89u_reg_read(port, RTW89U_MAC_ADDR_0, &low);
	if (ret == 0)
		ret = rtw89u_reg_read(port, RTW89U_MAC_ADDR_4, &high);
	if (ret != 0)
		return ret;
	low = rte_cpu_to_le_32(low);
	high = rte_cpu_to_le_32(high);
	memcpy(&port->mac.addr_bytes[0], &low, 4);
	memcpy(&port->mac.addr_bytes[4], &high, 2);
	return 0;
}

int
rtw89u_hw_init(struct rtw89u_port *port)
{
	int ret;

	if (!has_registers(port)) {
		rte_eth_random_addr(port->mac.addr_bytes);
		return 0;
	}
	ret = read_mac(port);
	if (ret == 0 && !rte_is_valid_assigned_ether_addr(&port->mac)) {
		RTW89U_LOG(WARNING, port->name, "device has no MAC address, taking a random one");
		rte_eth_random_addr(port->mac.addr_bytes);
	}
	if (ret == 0)
		ret = rtw89u_reg_mask(port, RTW89U_MPDU_PROC, RTW89U_MPDU_PROC_FCS,
				      RTW89U_MPDU_PROC_FCS);
	if (ret == 0)
		ret = rtw89u_reg_mask(port, RTW89U_RCR, RTW89U_RCR_PHY_RPT_SZ,
				      RTW89U_PUT(RTW89U_RCR_PHY_RPT_SZ, 1));
	if (ret == 0)
		ret = rtw89u_reg_mask(port, RTW89U_DRV_INFO_OPTION, RTW89U_DRV_INFO_PHYRPT,
				      RTW89U_DRV_INFO_PHYRPT);
	if (ret == 0)
		ret = rtw89u_reg_mask(port, RTW89U_HW_PPDU_STATUS, RTW89U_HW_PPDU_TO_HOST,
				      RTW89U_HW_PPDU_HOST);
	if (ret == 0)
		ret = rtw89u_reg_write(port, RTW89U_PPDU_STAT, RTW89U_PPDU_STAT_ON);
	if (ret == 0)
		ret = rtw89u_hw_set_rx(port, false);
	return ret;
}

/* Limits in the chip's units. */
struct agg {
	uint32_t hold_us, units, count;
};

static struct agg
agg_limits(const struct rtw89u_port *port)
{
	const struct rtw89u_conf *conf = &port->conf;
	const struct rtw89u_chip *chip = port->chip;
	const uint32_t unit = RTW89U_RXAGG_HOLD_UNIT_US;
	struct agg agg;

	agg.hold_us = conf->hold_us != RTW89U_UNSET ? conf->hold_us :
		port->usb_shared.speed_mbps >= 5000 ? chip->hold_us_super : chip->hold_us;
	if (agg.hold_us != 0)
		agg.hold_us = RTE_MAX((agg.hold_us + unit / 2) / unit, 1u) * unit;
	agg.units = (conf->agg_kib != RTW89U_UNSET ? conf->agg_kib * 1024 : chip->agg_bytes) /
		chip->agg_unit;
	agg.count = conf->agg_count != RTW89U_UNSET ? conf->agg_count : chip->agg_count;
	return agg;
}

static int
write_and_check(struct rtw89u_port *port, uint32_t addr, uint32_t value)
{
	uint32_t back;
	int ret = rtw89u_reg_write(port, addr, value);

	if (ret == 0)
		ret = rtw89u_reg_read(port, addr, &back);
	if (ret == 0 && back != value) {
		RTW89U_LOG(ERR, port->name, "register 0x%x: wrote 0x%08x, reads 0x%08x",
			   addr, value, back);
		ret = -EIO;
	}
	return ret;
}

int
rtw89u_hw_set_agg(struct rtw89u_port *port)
{
	struct agg agg;
	uint32_t rxagg0, rxagg1;
	int ret;

	if (!has_registers(port))
		return 0;
	agg = agg_limits(port);
	rxagg1 = RTW89U_RXAGG_1_SML_OFF |
		RTW89U_PUT(RTW89U_RXAGG_1_LEN_HIGH, agg.units >> 8);
	rxagg0 = RTW89U_PUT(RTW89U_RXAGG_0_NUM_TH, agg.count) |
		RTW89U_PUT(RTW89U_RXAGG_0_TIME_TH, agg.hold_us / RTW89U_RXAGG_HOLD_UNIT_US) |
		RTW89U_PUT(RTW89U_RXAGG_0_BUF_SZ, agg.units);
	if (agg.hold_us != 0)
		rxagg0 |= RTW89U_RXAGG_0_EN;

	/* The limits before the switch (lwfinger/rtw88 issue 224). */
	ret = write_and_check(port, RTW89U_RXAGG_1, rxagg1);
	if (ret == 0)
		ret = write_and_check(port, RTW89U_RXAGG_0, rxagg0);
	if (ret != 0)
		return ret;
	if (agg.hold_us == 0)
		RTW89U_LOG(INFO, port->name, "rx aggregation off");
	else
		RTW89U_LOG(INFO, port->name, "rx aggregation: hold %u us, size %u bytes, count %u",
			   agg.hold_us, agg.units * port->chip->agg_unit, agg.count);
	return 0;
}

int
rtw89u_hw_set_filter(struct rtw89u_port *port)
{
	uint32_t filter = RTW89U_RX_FLTR_STATION;

	if (!has_registers(port))
		return 0;
	if (port->promiscuous)
		filter &= ~(RTW89U_RX_FLTR_A1_MATCH | RTW89U_RX_FLTR_BC | RTW89U_RX_FLTR_MC);
	if (port->allmulticast)
		filter &= ~RTW89U_RX_FLTR_MC;
	return rtw89u_reg_write(port, RTW89U_RX_FLTR_OPT, filter);
}

int
rtw89u_hw_set_rx(struct rtw89u_port *port, bool on)
{
	if (!has_registers(port))
		return 0;
	return rtw89u_reg_mask(port, RTW89U_HCI_FUNC_EN, RTW89U_HCI_RXDMA_EN,
			       on ? RTW89U_HCI_RXDMA_EN : 0);
}
