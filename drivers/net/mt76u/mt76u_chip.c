/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <rte_common.h>

#include "mt76u_chip.h"
#include "mt76u_rxd.h"

/* Largest unit: all groups, the largest pad, the largest MPDU, and the gap. */
#define UNIT_MAX RTE_ALIGN_CEIL(MT76U_RXD_LEN_MAX + 6u + WPORT_MPDU_MAX + 12u, 16u)

/* openwrt/mt76 mt7921/usb.c: MediaTek's own, and those of Comfast, Netgear and TP-Link. */
static const struct usb_id mt7921u_ids[] = {
	{ 0x0e8d, 0x7961 },
	{ 0x3574, 0x6211 },
	{ 0x0846, 0x9060 },
	{ 0x0846, 0x9065 },
	{ 0x35bc, 0x0107 },
	{ 0, 0 }
};

static const struct usb_endpoints mt7921u_endpoints = {
	.in = { 0x84, 0x85 },
	.out = { 0x08, 0x04, 0x05, 0x06, 0x07, 0x09 },
};

static const struct mt76u_chip chips[] = {
	{
		/* Endpoints by their place in the descriptor, as openwrt/mt76 usb.c
		 * takes them: morrownr/USB-WiFi issues 87 and 107 show 0x84, 0x85 IN
		 * and 0x08 (commands), 0x04, 0x05, 0x06, 0x07, 0x09 OUT. Aggregation:
		 * off, as Linux leaves it; limits of the fields of WLCFG_0 and
		 * WLCFG_1, defaults of the vendor's gen4m hif/usb/hif.h: 32 KiB, 30
		 * units. A policy's holds: doubled from one that is hardly any, as far
		 * as the field goes. Room: as Linux has it with scatter-gather; a port
		 * that aggregates takes more. */
		.port = {
			.name = "mt7921u",
			.usb_ids = mt7921u_ids,
			.endpoints = &mt7921u_endpoints,
			.ep_in = 0x84,
			.ep_event = 0x85,
			.ep_out = {
				[WLAN_AC_BE] = 0x04, [WLAN_AC_BK] = 0x05,
				[WLAN_AC_VI] = 0x06, [WLAN_AC_VO] = 0x07,
			},
			.ep_mgmt = 0x09,
			.fcs = false,
			.chip_csum = false,
			.buf_size = 16 * 1024,
			.unit_max = UNIT_MAX,
			.nss_max = 2,
			.bw_max_mhz = 80,
			.modes = WPORT_MODES_HE,
			.hold_us_super = 0,
			.hold_us = 0,
			.hold_unit_us = 1,
			.hold_max_us = 255,
			.rung_min_us = 16,
			.rung_max_us = 128,
			.agg_unit = 1024,
			.agg_bytes = 32 * 1024,
			.agg_max_kib = 255,
			.agg_count = 30,
			.agg_count_max = 255,
		},
		.gen = MT76U_CONNAC2,
		.ep_cmd = 0x08,
		.patch_file = "WIFI_MT7961_patch_mcu_1_2_hdr.bin",
		.ram_file = "WIFI_RAM_CODE_MT7961_1.bin",
	},
};

const struct wport_chip *
mt76u_chip_at(unsigned int i)
{
	return i < RTE_DIM(chips) ? &chips[i].port : NULL;
}
