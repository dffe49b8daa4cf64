/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "ax.h"
#include "ax_regs.h"

/*
 * What registers hold after plug-in. None of these values is published. As on the BE
 * generation they are a choice: a host that programs nothing but the aggregation registers
 * receives every frame, with its FCS and without PPDU status.
 */
#define OPEN_VALUES(rxagg_0, rxagg_1, hci_func_en) { \
	{ rxagg_0, 0 }, \
	{ rxagg_1, 0 }, \
	{ hci_func_en, 0x3 }, \
	{ AX_MPDU_PROC, 0x3 }, \
	{ AX_HW_RPT_FWD, 0 }, \
	/* Linux's own monitor value: sniffer mode, 23 x 512 bytes. */ \
	{ AX_RX_FLTR_OPT, 0x03174439 }, \
	{ AX_CTRL_FLTR, 0x55555555 }, \
	{ AX_MGNT_FLTR, 0x55555555 }, \
	{ AX_DATA_FLTR, 0x55555555 }, \
	{ AX_PPDU_STAT, 0 }, \
}
#define N_OPEN_VALUES 10

static const struct rtw89_reset open_values[N_OPEN_VALUES] =
	OPEN_VALUES(AX_RXAGG_0, AX_RXAGG_1, AX_HCI_FUNC_EN);
static const struct rtw89_reset open_values_v1[N_OPEN_VALUES] =
	OPEN_VALUES(AX_RXAGG_0_V1, AX_RXAGG_1_V1, AX_HCI_FUNC_EN_V1);

/* PLE quota of cma0_dma, least and most, pages of 128 bytes, by bus speed (morrownr/rtw89
 * rtw8851b.c, rtw8852a.c, rtw8852b.c, rtw8852c.c, mac.c). */
#define PAGES(least, most) { .min = (least) * 128u, .max = (most) * 128u }
#define QUOTA(high, super) { [USB_SPEED_HIGH] = high, [USB_SPEED_SUPER] = super }

/* Where the efuse has the MAC address of a USB chip (same files). */
#define MAC_AT 0x488u
#define MAC_AT_8852A 0x438u

/* Data frames of no fixed rate (.tx) go out with the best that the radio has: what rate
 * control would choose with a strong signal. Alike for all: */
#define AX_KIND \
	.ops = { \
		.switches = { ax_switches, rtw89_switches }, \
		.in_endpoints = { 0x84 }, \
		RTW89_CHIP_OPS, \
	}, \
	.unit_align = AX_UNIT_ALIGN, \
	.rx_fltr_opt = AX_RX_FLTR_OPT, \
	.type_filter = { AX_MGNT_FLTR, AX_CTRL_FLTR, AX_DATA_FLTR }, \
	.type_filter_bits = 2, \
	.mpdu_proc = AX_MPDU_PROC, \
	.ppdu_stat = AX_PPDU_STAT, \
	.status_report = AX_HW_RPT_FWD, \
	.status_report_mask = 0x3, \
	.status_report_value = 1,	/* to the host */ \
	.n_reset = N_OPEN_VALUES, \
	.encode_frame = ax_encode_frame, \
	.encode_status = ax_encode_status, \
	.encode_c2h = ax_encode_c2h, \
	.encode_short = ax_encode_short, \
	.status_room = ax_status_room, \
	.c2h_room = 40, \
	.read = ax_register_read, \
	.written = ax_register_written, \
	.defaults = ax_switches_default

/* 8851B, 8852A, 8852B: size limit in 4 KiB, count 0 for none. */
#define AX_V0 \
	.rxagg_0 = AX_RXAGG_0, \
	.rxagg_1 = AX_RXAGG_1, \
	.agg_size_step = 4096, \
	.hci_func_en = AX_HCI_FUNC_EN, \
	.reset = open_values, \
	.ax_drv_unit = 8

#define AX_V1 \
	.rxagg_0 = AX_RXAGG_0_V1, \
	.rxagg_1 = AX_RXAGG_1_V1, \
	.agg_size_step = 1024, \
	.agg_size_high = true, \
	.agg_small = true, \
	.hci_func_en = AX_HCI_FUNC_EN_V1, \
	.reset = open_values_v1, \
	.ax_v1 = true, \
	.ax_drv_unit = 16

static const struct rtw89_kind kind_8851b = {
	AX_KIND, AX_V0,
	.quota = QUOTA(PAGES(370, 403), PAGES(178, 208)),
	.radio = { AIR_HE, 1, 2 }, .paths = 1, .efuse_mac_at = MAC_AT,
	.tx = { &rtw89_tx_form_ax, rtw89_tx_routes_4, { AIR_HE, 11, 1, 2, 3 } },
};

static const struct rtw89_kind kind_8852a = {
	AX_KIND, AX_V0,
	.quota = QUOTA(PAGES(360, 1478), PAGES(360, 1478)),
	.radio = { AIR_HE, 2, 2 }, .paths = 2, .efuse_mac_at = MAC_AT_8852A,
	.tx = { &rtw89_tx_form_ax, rtw89_tx_routes_6, { AIR_HE, 11, 2, 2, 3 } },
};

static const struct rtw89_kind kind_8852b = {
	AX_KIND, AX_V0,
	.quota = QUOTA(PAGES(178, 208), PAGES(178, 208)),
	.radio = { AIR_HE, 2, 2 }, .paths = 2, .efuse_mac_at = MAC_AT,
	.tx = { &rtw89_tx_form_ax, rtw89_tx_routes_4, { AIR_HE, 11, 2, 2, 3 } },
};

static const struct rtw89_kind kind_8852c = {
	AX_KIND, AX_V1,
	.quota = QUOTA(PAGES(390, 1630), PAGES(178, 178)),
	.radio = { AIR_HE, 2, 3 }, .paths = 2, .efuse_mac_at = MAC_AT,
	.tx = { &rtw89_tx_form_ax_v1, rtw89_tx_routes_6, { AIR_HE, 11, 2, 3, 3 } },
};

#define AX_CHIP(number, text, most) \
	static struct usb_device * \
	create_##number(enum usb_speed speed, struct air *air) \
	{ \
		return rtw89_create(&kind_##number, speed, air); \
	} \
	static bool \
	list_switches_##number(unsigned int i, const char **name, const char **values, \
			       const char **help) \
	{ \
		return core_switch_list(&kind_##number.ops, i, name, values, help); \
	} \
	const struct usb_device_ops rtl##number##u_ops = { \
		.chip = "rtl" #number "u", \
		.about = "Realtek RTL" text, \
		.air_defaults = "most:" most, \
		.create = create_##number, \
		.list_switches = list_switches_##number, \
		CORE_USB_DEVICE_OPS, \
	}

AX_CHIP(8851b, "8851BU, 802.11ax 1x1 80 MHz", "he-1-80");
AX_CHIP(8852a, "8852AU, 802.11ax 2x2 80 MHz", "he-2-80");
AX_CHIP(8852b, "8852BU, 802.11ax 2x2 80 MHz", "he-2-80");
AX_CHIP(8852c, "8852CU, 802.11ax 2x2 160 MHz", "he-2-160");
