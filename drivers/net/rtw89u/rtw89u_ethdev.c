/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <bus_vdev_driver.h>

#include "wlan_encap.h"

#include "rtw89u.h"
#include "rtw89u_regs.h"
#include "rtw89u_txd.h"

RTE_LOG_REGISTER(rtw89u_logtype, pmd.net.rtw89u, INFO);

static const char * const keys[] = { WPORT_KEYS, RTW89U_ARG_RXD_LAYOUT, NULL };

static bool
has_layouts(const struct wport_chip *chip)
{
	return !rtw89u_chip_of(chip)->be;
}

static const struct wport_word words[] = {
	{ RTW89U_ARG_RXD_LAYOUT, "vendor|linux", has_layouts },
	{ NULL, NULL, NULL }
};

static const char * const ends[] = {
	[RTW89U_WALK_END] = "end",
	[RTW89U_WALK_SHORT_DESC] = "short_descriptor",
	[RTW89U_WALK_ZERO_LEN] = "zero_length",
	[RTW89U_WALK_OVERRUN] = "overrun",
	[RTW89U_WALK_MAX] = NULL
};

static const char * const units[] = {
	[RTW89U_UNIT_WIFI] = "wifi",
	[RTW89U_UNIT_PPDU_STAT] = "ppdu_status",
	[RTW89U_UNIT_C2H] = "c2h",
	[RTW89U_UNIT_OTHER] = "other",
	NULL
};

static const char * const drops[] = { NULL };

static const char * const notes[] = {
	[RTW89U_NOTE_C2H_SHORT] = "unit_c2h_short",
	[RTW89U_NOTE_OF(RTW89U_PPDU_SHORT)] = "unit_ppdu_status_short",
	[RTW89U_NOTE_OF(RTW89U_PPDU_INVALID)] = "unit_ppdu_status_invalid",
	[RTW89U_NOTE_OF(RTW89U_PPDU_USERS)] = "unit_ppdu_status_users",
	[RTW89U_NOTE_OF(RTW89U_PPDU_MAC_INFO)] = "unit_ppdu_status_mac_info",
	[RTW89U_NOTE_OF(RTW89U_PPDU_LENGTH)] = "unit_ppdu_status_length",
	[RTW89U_NOTE_OF(RTW89U_PPDU_ELEMENT)] = "unit_ppdu_status_element",
	[RTW89U_NOTE_MAX] = NULL
};

const struct wport_family rtw89u_family = {
	.tag = "RTW89U",
	.logtype = &rtw89u_logtype,
	.keys = keys,
	.words = words,
	.chip_at = rtw89u_chip_at,
	.ends = ends,
	.units = units,
	.drops = drops,
	.notes = notes,
	.end_is_error = RTE_BIT32(RTW89U_WALK_SHORT_DESC) |
		RTE_BIT32(RTW89U_WALK_ZERO_LEN) | RTE_BIT32(RTW89U_WALK_OVERRUN),
	.rx_burst = rtw89u_rx_burst_of,
	.tx_burst = rtw89u_tx_burst_of,
	.tx_overhead = RTW89U_TXD_MAX + WLAN_ENCAP_HEAD_MAX,
	.reg_access = &rtw89u_reg_access,
	.hw_init = rtw89u_hw_init,
	.hw_set_agg = rtw89u_hw_set_agg,
	.hw_set_filter = rtw89u_hw_set_filter,
	.hw_set_rx = rtw89u_hw_set_rx,
	.rxq_init = rtw89u_rxq_init,
};

static int
vdev_probe(struct rte_vdev_device *vdev)
{
	return wport_probe(vdev, &rtw89u_family);
}

static struct rte_vdev_driver rtw89u_vdev_driver = {
	.probe = vdev_probe,
	.remove = wport_remove,
};

#define RTW89U_PARAMS WPORT_PARAMS " " RTW89U_ARG_RXD_LAYOUT "=vendor|linux"

RTE_PMD_REGISTER_VDEV(net_rtw89u, rtw89u_vdev_driver);
RTE_PMD_REGISTER_PARAM_STRING(net_rtw89u, RTW89U_PARAMS);

/* What DPDK's build makes of the two lines above, for dpdk-pmdinfo.py. */
static const char pmd_info[] __rte_used =
	"PMD_INFO_STRING= {\"name\" : \"net_rtw89u\", \"params\" : \"" RTW89U_PARAMS
	"\", \"pci_ids\" : []}";
