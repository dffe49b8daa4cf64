/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <rte_common.h>

#include "rtw89u_agg.h"
#include "rtw89u_chip.h"
#include "rtw89u_regs.h"

#define ALL_BITS UINT32_MAX

/* First set-up of the receive side, in order (morrownr/rtw89 mac.c, mac_be.c; values
 * that Linux 7.3.4 was seen to write). */
static const struct wport_reg_set init_ax[] = {
	{ RTW89U_MPDU_PROC, RTW89U_MPDU_PROC_AX, RTW89U_MPDU_PROC_AX },
	{ RTW89U_HW_RPT_FWD_AX, RTW89U_HW_RPT_FWD_TO, RTW89U_HW_RPT_FWD_HOST },
	{ RTW89U_PPDU_STAT_AX, ALL_BITS, RTW89U_PPDU_STAT_AX_ON },
	{ RTW89U_FLTR_CTRL_AX, ALL_BITS, RTW89U_FLTR_TO_HOST_AX },
	{ RTW89U_FLTR_MGNT_AX, ALL_BITS, RTW89U_FLTR_TO_HOST_AX },
	{ RTW89U_FLTR_DATA_AX, ALL_BITS, RTW89U_FLTR_TO_HOST_AX },
};

static const struct wport_reg_set init_be[] = {
	{ RTW89U_MPDU_PROC, RTW89U_MPDU_PROC_FCS, RTW89U_MPDU_PROC_FCS },
	/* PHY report of 8 bytes behind every descriptor. */
	{ RTW89U_RCR, RTW89U_RCR_PHY_RPT_SZ, 0x00000010u },
	{ RTW89U_DRV_INFO_OPTION, RTW89U_DRV_INFO_PHYRPT, RTW89U_DRV_INFO_PHYRPT },
	/* PPDU status units behind the frames of each PPDU. */
	{ RTW89U_HW_PPDU_STATUS, RTW89U_HW_PPDU_TO_HOST, RTW89U_HW_PPDU_HOST },
	{ RTW89U_PPDU_STAT_BE, ALL_BITS, RTW89U_PPDU_STAT_BE_ON },
	{ RTW89U_FLTR_CTRL_BE, ALL_BITS, RTW89U_FLTR_TO_HOST_BE },
	{ RTW89U_FLTR_MGNT_BE, ALL_BITS, RTW89U_FLTR_TO_HOST_BE },
	{ RTW89U_FLTR_DATA_BE, ALL_BITS, RTW89U_FLTR_TO_HOST_BE },
};

/*
 * Endpoints: morrownr/rtw89 usb.c, rtw8*u.c, and the descriptors in lwfinger/rtw89
 * issues 89 and 108. The other bulk-IN endpoint of the 8922A is used by nobody. DMA
 * channels of the queues: core.c, rtw89_core_get_ch_dma() and, for USB chips with
 * fewer of them, rtw89_core_get_ch_dma_v2().
 */
#define EP_FOUR_CHANNELS \
	.ep_out = { [WLAN_AC_BE] = 0x09, [WLAN_AC_BK] = 0x0a, [WLAN_AC_VI] = 0x0b, \
		    [WLAN_AC_VO] = 0x0c }, .ep_mgmt = 0x05
#define DMA_FOUR_CHANNELS \
	.dma = { [WLAN_AC_BE] = 0, [WLAN_AC_BK] = 1, [WLAN_AC_VI] = 2, [WLAN_AC_VO] = 3, \
		 [WLAN_AC_MGMT] = 8 }
#define EP_TWO_CHANNELS \
	.ep_out = { [WLAN_AC_BE] = 0x09, [WLAN_AC_BK] = 0x0b, [WLAN_AC_VI] = 0x0b, \
		    [WLAN_AC_VO] = 0x09 }, .ep_mgmt = 0x05
#define DMA_TWO_CHANNELS \
	.dma = { [WLAN_AC_BE] = 0, [WLAN_AC_BK] = 2, [WLAN_AC_VI] = 2, [WLAN_AC_VO] = 0, \
		 [WLAN_AC_MGMT] = 8 }

/* Room: the size limit and one largest MPDU, so that an aggregate that passes its
 * limit by one frame still arrives whole. */
#define BUF_SIZE (32u * 1024)

/* Holds that a policy may choose: from one unit to what Linux writes. */
#define HOLD \
	.hold_unit_us = RTW89U_RXAGG_HOLD_UNIT_US, .hold_max_us = RTW89U_RXAGG_HOLD_MAX_US, \
	.rung_min_us = RTW89U_RXAGG_HOLD_UNIT_US, .rung_max_us = 1024
/* RXAGG_0 at 0x8900: units of 4 KiB, count 0 is no limit; Linux writes 0x80002005. */
#define AGG_4K \
	.hold_us_super = 1024, .hold_us = 1024, HOLD, \
	.agg_unit = 4096, .agg_bytes = 20 * 1024, .agg_max_kib = 255 * 4, \
	.agg_count = 0, .agg_count_max = RTW89U_RXAGG_COUNT_MAX
/* RXAGG_0_V1 at 0x6000: units of 1 KiB, two bits more in LEN_TH_HIGH; Linux writes
 * 0x80FF2014, to the 8922A on SuperSpeed 0x80FF0114. */
#define AGG_1K(super_us) \
	.hold_us_super = (super_us), .hold_us = 1024, HOLD, \
	.agg_unit = 1024, .agg_bytes = 20 * 1024, .agg_max_kib = 1023, \
	.agg_count = 255, .agg_count_max = RTW89U_RXAGG_COUNT_MAX

/* Streams, width, modes: morrownr/rtw89 rtw8922a.c, rtw8852c.c, rtw8852b.c, rtw8852a.c,
 * rtw8851b.c: tx_nss and support_bandwidths of struct rtw89_chip_info. */
#define RATES_BE \
	.nss_max = 2, .bw_max_mhz = 160, .modes = WPORT_MODES_EHT
#define RATES_AX(nss, bw) \
	.nss_max = (nss), .bw_max_mhz = (bw), .modes = WPORT_MODES_HE

/* What is the same for all AX chips. */
#define BASE_AX \
	.ep_in = 0x84, .fcs = true, .chip_csum = false, .buf_size = BUF_SIZE, \
	.unit_max = RTW89U_UNIT_MAX_AX
#define REGS_AX \
	.rxdma_setting = RTW89U_RXDMA_SETTING, .fltr_opt = RTW89U_FLTR_OPT_AX, \
	.fltr_station = RTW89U_FLTR_STATION_AX, .fltr_monitor = RTW89U_FLTR_MONITOR_AX, \
	.cmac_start = RTW89U_CMAC_START, .cmac_end = RTW89U_CMAC_END, \
	.init = init_ax, .nb_init = RTE_DIM(init_ax)
/* The older three, the 8852C. */
#define REGS_AX_8900 \
	REGS_AX, .rxagg_0 = RTW89U_RXAGG_0, .hci_func_en = RTW89U_HCI_FUNC_EN
#define REGS_AX_6000 \
	REGS_AX, .rxagg_0 = RTW89U_RXAGG_0_V1, .rxagg_1 = RTW89U_RXAGG_1_V1, \
	.hci_func_en = RTW89U_HCI_FUNC_EN_V1

/*
 * Devices: morrownr/rtw89 rtw8922au.c, rtw8852cu.c, rtw8852bu.c, rtw8852au.c and
 * rtw8851bu.c. Endpoints are meant by their address: some devices have one less than the
 * others, so that their place in the descriptor says nothing.
 */
static const struct usb_id rtl8922au_ids[] = {
	{ 0x0411, 0x03ef }, { 0x0502, 0x76d7 }, { 0x056e, 0x4025 }, { 0x056e, 0x4026 },
	{ 0x057c, 0x8701 }, { 0x0b05, 0x1bcf }, { 0x0b05, 0x1bd2 }, { 0x0b05, 0x1d84 },
	{ 0x0bda, 0x8912 }, { 0x0db0, 0xda0e }, { 0x2001, 0x332b }, { 0x2c4e, 0x0125 },
	{ 0x3625, 0x010a }, { 0x37ad, 0x0100 }, { 0x37ad, 0x0101 }, { 0x7392, 0x3822 },
	{ 0x7392, 0x4822 }, { 0x7392, 0x5822 },
	{ 0, 0 }
};

static const struct usb_id rtl8852cu_ids[] = {
	{ 0x0411, 0x03a6 }, { 0x056e, 0x4024 }, { 0x0bda, 0xc832 }, { 0x0bda, 0xc85a },
	{ 0x0bda, 0xc85d }, { 0x0db0, 0x991d }, { 0x2357, 0x014d }, { 0x28de, 0x2432 },
	{ 0x2c4e, 0x0127 }, { 0x2c7c, 0x8206 }, { 0x35b2, 0x0502 }, { 0x35bc, 0x0101 },
	{ 0x35bc, 0x0102 }, { 0x37ad, 0x0103 },
	{ 0, 0 }
};

static const struct usb_id rtl8852bu_ids[] = {
	{ 0x04bb, 0x095b }, { 0x0586, 0x3428 }, { 0x0b05, 0x1a62 }, { 0x0b05, 0x1cb6 },
	{ 0x0bda, 0xa85b }, { 0x0bda, 0xb832 }, { 0x0bda, 0xb83a }, { 0x0bda, 0xb852 },
	{ 0x0bda, 0xb85a }, { 0x0db0, 0x6931 }, { 0x0db0, 0xf0c8 }, { 0x2001, 0x3327 },
	{ 0x3574, 0x6121 }, { 0x35bc, 0x0100 }, { 0x35bc, 0x0108 }, { 0x7392, 0x6822 },
	{ 0, 0 }
};

static const struct usb_id rtl8852au_ids[] = {
	{ 0x0411, 0x0312 }, { 0x056e, 0x4020 }, { 0x0b05, 0x1997 }, { 0x0bda, 0x8832 },
	{ 0x0bda, 0x885a }, { 0x0bda, 0x885c }, { 0x2001, 0x3321 }, { 0x2001, 0x3323 },
	{ 0x2001, 0x332c }, { 0x2357, 0x013f }, { 0x2357, 0x0140 }, { 0x2357, 0x0141 },
	{ 0x2c4e, 0x0124 }, { 0x3625, 0x010d }, { 0x3625, 0x010f }, { 0x37ad, 0x0102 },
	{ 0, 0 }
};

static const struct usb_id rtl8851bu_ids[] = {
	{ 0x056e, 0x4027 }, { 0x056e, 0x4028 }, { 0x0bda, 0xb831 }, { 0x0bda, 0xb851 },
	{ 0x2001, 0x332a }, { 0x2c4e, 0x0128 }, { 0x3625, 0x010b }, { 0x7392, 0xe611 },
	{ 0, 0 }
};

/* Most users, paths, where the signal stands: morrownr/rtw89 rtw8851b.c, rtw8852a.c,
 * rtw8852b.c, rtw8852b_common.c, rtw8852c.c, rtw8922a.c. Place of the MAC address in
 * the efuse: the same files. The first is what a capture is taken for. */
static const struct rtw89u_chip chips[] = {
	{
		.port = {
			.name = "rtl8922au", .usb_ids = rtl8922au_ids,
			.ep_in = 0x84, EP_TWO_CHANNELS,
			.fcs = true, .chip_csum = false, .buf_size = BUF_SIZE,
			.unit_max = RTW89U_UNIT_MAX_BE, AGG_1K(32), RATES_BE,
		},
		.be = true,
		.txd = RTW89U_TXD_BE,
		DMA_TWO_CHANNELS,
		.ppdu = { .be = true, .channel = true, .users_max = 16, .paths = 2,
			  .rssi = RTW89U_RSSI_ELEMENT },
		.regs = {
			.rxagg_0 = RTW89U_RXAGG_0_V1, .rxagg_1 = RTW89U_RXAGG_1_V1,
			.hci_func_en = RTW89U_HCI_FUNC_EN_V1,
			.fltr_opt = RTW89U_FLTR_OPT_BE,
			.fltr_station = RTW89U_FLTR_STATION_BE,
			.fltr_monitor = RTW89U_FLTR_MONITOR_BE,
			.mac_addr = RTW89U_MAC_ADDR_BE,
			.init = init_be, .nb_init = RTE_DIM(init_be),
		},
	},
	{
		.port = { .name = "rtl8852cu", .usb_ids = rtl8852cu_ids,
			  EP_TWO_CHANNELS, BASE_AX, AGG_1K(1024), RATES_AX(2, 160) },
		.is_8852c = true,
		.txd = RTW89U_TXD_AX_8852C,
		DMA_TWO_CHANNELS,
		.ppdu = { .channel = true, .users_max = 8, .paths = 2,
			  .rssi = RTW89U_RSSI_HEADER },
		.regs = { REGS_AX_6000, .efuse_mac = 0x488 },
	},
	{
		.port = { .name = "rtl8852bu", .usb_ids = rtl8852bu_ids,
			  EP_FOUR_CHANNELS, BASE_AX, AGG_4K, RATES_AX(2, 80) },
		.txd = RTW89U_TXD_AX,
		DMA_FOUR_CHANNELS,
		.ppdu = { .channel = true, .users_max = 4, .paths = 2,
			  .rssi = RTW89U_RSSI_HEADER_RPL },
		.regs = { REGS_AX_8900, .efuse_mac = 0x488 },
	},
	{
		.port = { .name = "rtl8852au", .usb_ids = rtl8852au_ids,
			  EP_TWO_CHANNELS, BASE_AX, AGG_4K, RATES_AX(2, 80) },
		.txd = RTW89U_TXD_AX,
		DMA_TWO_CHANNELS,
		.ppdu = { .channel = false, .users_max = 4, .paths = 2,
			  .rssi = RTW89U_RSSI_HEADER },
		.regs = { REGS_AX_8900, .efuse_mac = 0x438 },
	},
	{
		.port = { .name = "rtl8851bu", .usb_ids = rtl8851bu_ids,
			  EP_FOUR_CHANNELS, BASE_AX, AGG_4K, RATES_AX(1, 80) },
		.txd = RTW89U_TXD_AX,
		DMA_FOUR_CHANNELS,
		.ppdu = { .channel = true, .users_max = 4, .paths = 1,
			  .rssi = RTW89U_RSSI_HEADER },
		.regs = { REGS_AX_8900, .efuse_mac = 0x488 },
	},
};

const struct wport_chip *
rtw89u_chip_at(unsigned int i)
{
	return i < RTE_DIM(chips) ? &chips[i].port : NULL;
}

unsigned int
rtw89u_chip_index(const struct wport_chip *chip)
{
	return rtw89u_chip_of(chip) - chips;
}
