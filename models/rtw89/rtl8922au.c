/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "be.h"
#include "be_regs.h"
#include "be_rx_encode.h"
#include "rtl8922au.h"

/* PLE quota of cma0_dma, least and most, pages of 256 bytes (morrownr/rtw89 rtw8922a.c,
 * mac.c): in the tables for both bands, with which Linux brings the chip up, and in those
 * for one. */
#define PAGES(least, most, scc_least, scc_most) { \
	.min = (least) * 256u, .max = (most) * 256u, \
	.scc_min = (scc_least) * 256u, .scc_max = (scc_most) * 256u, \
}

static const struct rtw89_kind kind = {
	.ops = {
		.switches = { be_switches, rtw89_switches },
		/* A second one exists and is never used: what it is for is not
		 * published. */
		.in_endpoints = { 0x84 },
		RTW89_CHIP_OPS,
	},
	.unit_align = 16,	/* morrownr/rtw89 rtw8922au.c: receive alignment */
	.rxagg_0 = REG_RXAGG_0,
	.rxagg_1 = REG_RXAGG_1,
	.agg_size_step = 1024,
	.agg_size_high = true,
	.agg_small = true,
	.hci_func_en = REG_HCI_FUNC_EN,
	.macid = REG_MACID,
	.rx_fltr_opt = REG_RX_FLTR_OPT,
	.type_filter = { REG_MGNT_FLTR, REG_CTRL_FLTR, REG_DATA_FLTR },
	.type_filter_bits = 1,
	.mpdu_proc = REG_MPDU_PROC,
	.ppdu_stat = REG_PPDU_STAT,
	.status_report = REG_HW_PPDU_STATUS,
	.status_report_mask = 0xff,
	.status_report_value = 3,	/* to the host */
	.quota = {
		[USB_SPEED_HIGH] = PAGES(57, 932, 57, 1509),
		[USB_SPEED_SUPER] = PAGES(99, 127, 57, 70),
	},
	.tx = {
		.form = &rtw89_tx_form_be,
		.routes = rtw89_tx_routes_6,
		/* What rate control would choose with a strong signal. */
		.rate = { AIR_EHT, 11, 2, 2, 3 },
	},
	.reset = be_reset,
	.n_reset = N_BE_RESET,
	.encode_frame = be_rx_encode_frame,
	.encode_status = be_rx_encode_ppdu_status,
	.encode_c2h = be_rx_encode_c2h,
	.encode_short = be_rx_encode_short,
	.signal_in_frame = be_rx_signal_in_frame,
	.status_room = be_rx_status_room,
	.c2h_room = 48,
};

static struct usb_device *
create(enum usb_speed speed, struct air *air)
{
	return rtw89_create(&kind, speed, air);
}

static bool
list_switches(unsigned int i, const char **name, const char **values, const char **help)
{
	return core_switch_list(&kind.ops, i, name, values, help);
}

const struct usb_device_ops rtl8922au_ops = {
	.chip = "rtl8922au",
	.about = "Realtek RTL8922AU, 802.11be 2x2 160 MHz",
	.create = create,
	.list_switches = list_switches,
	CORE_USB_DEVICE_OPS,
};
