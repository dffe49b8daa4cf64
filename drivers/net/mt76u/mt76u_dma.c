/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include <rte_cycles.h>
#include <rte_errno.h>

#include "wport_bits.h"

#include "mt76u.h"
#include "mt76u_dma.h"
#include "mt76u_regs.h"

#define ALL_BITS	UINT32_MAX

#define POWER_ON_MS	500u
#define STATE_STEP_MS	10u
#define RESET_US	20u
#define RESET_STEP_MS	100u
#define RESET_TRIES	2u
#define RX_IDLE_US	1000u
#define RX_IDLE_STEP_US	100u

int
mt76u_state(struct wport *port, uint32_t *state)
{
	return wport_reg_read(port, MT76U_CONN_ON_MISC, state);
}

int
mt76u_wait_state(struct wport *port, uint32_t mask, uint32_t value,
		 unsigned int timeout_ms, bool loud)
{
	uint32_t state;
	unsigned int ms;
	int ret;

	for (ms = 0; ; ms += STATE_STEP_MS) {
		ret = mt76u_state(port, &state);
		if (ret != 0)
			return ret;
		if ((state & mask) == value)
			return 0;
		if (ms >= timeout_ms)
			break;
		rte_delay_us_sleep(STATE_STEP_MS * 1000);
	}
	if (loud)
		WPORT_LOG(ERR, port, "register 0x%x reads 0x%08x after %u ms, not 0x%x in 0x%x",
			  MT76U_CONN_ON_MISC, state, timeout_ms, value, mask);
	return -EIO;
}

int
mt76u_power_on(struct wport *port)
{
	const struct usb_request req = {
		.bmRequestType = MT76U_REQ_WRITE_TYPE, .bRequest = MT76U_REQ_POWER_ON,
		.wValue = 0, .wIndex = 1,
	};
	unsigned int i;
	int ret = 0;

	for (i = 0; i < MT76U_REQ_TRIES; i++) {
		ret = usb_control(port->usb, &req, NULL, MT76U_REQ_TIMEOUT_MS);
		if (ret >= 0 || ret == -ENODEV)
			break;
	}
	if (ret < 0) {
		WPORT_LOG(ERR, port, "power-on request: %s", rte_strerror(-ret));
		return ret;
	}
	return mt76u_wait_state(port, MT76U_CONN_PWR_ON, MT76U_CONN_PWR_ON, POWER_ON_MS, true);
}

int
mt76u_keep_endpoints(struct wport *port)
{
	uint32_t option;
	int ret = mt76u_uhw_read(port, MT76U_UHW_EP_RST_OPT, &option);

	return ret != 0 ? ret : mt76u_uhw_write(port, MT76U_UHW_EP_RST_OPT,
						option & ~MT76U_UHW_EP_RST);
}

static int
pulse_reset(struct wport *port)
{
	uint32_t rst;
	int ret = mt76u_uhw_read(port, MT76U_UHW_WFSYS_RST, &rst);

	if (ret == 0)
		ret = mt76u_uhw_write(port, MT76U_UHW_WFSYS_RST, rst | MT76U_UHW_WFSYS_RST_ON);
	if (ret != 0)
		return ret;
	rte_delay_us_sleep(RESET_US);
	return mt76u_uhw_write(port, MT76U_UHW_WFSYS_RST, rst & ~MT76U_UHW_WFSYS_RST_ON);
}

static int
wait_reset(struct wport *port)
{
	uint32_t status;
	unsigned int i;
	int ret;

	for (i = 0; i < RESET_TRIES; i++) {
		rte_delay_us_sleep(RESET_STEP_MS * 1000);
		ret = mt76u_uhw_read(port, MT76U_UHW_CONN_STATUS, &status);
		if (ret != 0)
			return ret;
		if ((status & MT76U_UHW_CONN_INIT_DONE) != 0)
			return 0;
	}
	WPORT_LOG(ERR, port, "register 0x%x reads 0x%08x %u ms after a reset, not 0x%x",
		  MT76U_UHW_CONN_STATUS, status, RESET_TRIES * RESET_STEP_MS,
		  MT76U_UHW_CONN_INIT_DONE);
	return -EIO;
}

int
mt76u_reset(struct wport *port)
{
	int ret = mt76u_keep_endpoints(port);

	if (ret == 0)
		ret = pulse_reset(port);
	if (ret == 0)
		ret = mt76u_uhw_write(port, MT76U_UHW_CONN_SEL, 0);
	return ret == 0 ? wait_reset(port) : ret;
}

/* Where each ring's prefetched descriptors lie, and how many. */
static int
set_up_rings(struct wport *port)
{
	const struct wport_reg_set sets[] = {
		{ MT76U_TX_RING(0), ALL_BITS, 0x00800004 },
		{ MT76U_TX_RING(1), ALL_BITS, 0x00c00004 },
		{ MT76U_TX_RING(2), ALL_BITS, 0x01000004 },
		{ MT76U_TX_RING(3), ALL_BITS, 0x01400004 },
		{ MT76U_TX_RING(4), ALL_BITS, 0x01800004 },
		{ MT76U_TX_RING(16), ALL_BITS, 0x02800004 },
		{ MT76U_TX_RING(17), ALL_BITS, 0x02c00004 },
	};

	return wport_reg_apply(port, sets, RTE_DIM(sets));
}

/* Who may send how much: five groups of queues share the room. */
static int
set_up_scheduler(struct wport *port)
{
	static const uint32_t maps[] = { 0x32013201, 0x32013201, 0x55555444, 0x55555444 };
	static const uint32_t schedule[] = { 0x76540132, 0xfedcba98 };
	const struct wport_reg_set sets[] = {
		{ MT76U_SHDL_REFILL, MT76U_SHDL_REFILL_OFF, 0xffe00000 },
		{ MT76U_SHDL_PAGE, MT76U_SHDL_PAGE_ORDER, 0 },
		{ MT76U_SHDL_PKT_MAX, MT76U_SHDL_PKT_MAX_ALL, 0x00000001 },
	};
	unsigned int i;
	int ret = wport_reg_apply(port, sets, RTE_DIM(sets));

	for (i = 0; i < 16 && ret == 0; i++)
		ret = wport_reg_write(port, MT76U_SHDL_QUOTA(i), i < 5 ? 0x0fff0003 : 0);
	for (i = 0; i < RTE_DIM(maps) && ret == 0; i++)
		ret = wport_reg_write(port, MT76U_SHDL_Q_MAP(i), maps[i]);
	for (i = 0; i < RTE_DIM(schedule) && ret == 0; i++)
		ret = wport_reg_write(port, MT76U_SHDL_SCHED(i), schedule[i]);
	return ret;
}

int
mt76u_set_up_dma(struct wport *port)
{
	const struct wport_reg_set on = {
		MT76U_GLO_CFG, MT76U_GLO_CFG_NO_RX_INFO | MT76U_GLO_CFG_NO_TX_INFO |
		MT76U_GLO_CFG_NO_RX_PFET2 | MT76U_GLO_CFG_FW_BYPASS | MT76U_GLO_CFG_TX_EN |
		MT76U_GLO_CFG_RX_EN,
		MT76U_GLO_CFG_NO_TX_INFO | MT76U_GLO_CFG_NO_RX_PFET2 |
		MT76U_GLO_CFG_FW_BYPASS | MT76U_GLO_CFG_TX_EN | MT76U_GLO_CFG_RX_EN,
	};
	int ret = set_up_rings(port);

	if (ret == 0)
		ret = wport_reg_apply(port, &on, 1);
	if (ret == 0)
		ret = set_up_scheduler(port);
	/* The chip forgets it with the rest. */
	return ret != 0 ? ret : wport_reg_mask(port, MT76U_DUMMY_CR, MT76U_DUMMY_CR_REINIT,
					       MT76U_DUMMY_CR_REINIT);
}

static int
wait_rx_idle(struct wport *port)
{
	uint32_t glo = 0;
	unsigned int us;
	int ret;

	for (us = 0; us <= RX_IDLE_US; us += RX_IDLE_STEP_US) {
		ret = wport_reg_read(port, MT76U_GLO_CFG, &glo);
		if (ret != 0 || (glo & MT76U_GLO_CFG_RX_BUSY) == 0)
			return ret;
		rte_delay_us_sleep(RX_IDLE_STEP_US);
	}
	WPORT_LOG(ERR, port, "register 0x%x reads 0x%08x: receive DMA does not come to rest",
		  MT76U_GLO_CFG, glo);
	return -EIO;
}

/* Linux sets the bit, and finds events among the frames. Here they are fetched by the
 * control context, also when nobody polls the receive queue. */
int
mt76u_events_apart(struct wport *port)
{
	uint32_t config;
	int ret = wport_reg_read(port, MT76U_HOST_CONFIG, &config);

	if (ret != 0 || (config & MT76U_HOST_CONFIG_EP4) == 0)
		return ret;
	ret = wait_rx_idle(port);
	if (ret == 0)
		ret = wport_reg_mask(port, MT76U_GLO_CFG, MT76U_GLO_CFG_RX_EN, 0);
	if (ret == 0)
		ret = wport_reg_write(port, MT76U_HOST_CONFIG, config & ~MT76U_HOST_CONFIG_EP4);
	return ret != 0 ? ret : wport_reg_mask(port, MT76U_GLO_CFG, MT76U_GLO_CFG_RX_EN,
					       MT76U_GLO_CFG_RX_EN);
}
