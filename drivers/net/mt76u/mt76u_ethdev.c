/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <bus_vdev_driver.h>

#include "mt76u.h"
#include "mt76u_hw.h"
#include "mt76u_regs.h"
#include "mt76u_txd.h"

RTE_LOG_REGISTER(mt76u_logtype, pmd.net.mt76u, INFO);

static const char * const keys[] = { WPORT_KEYS, NULL };

static const char * const ends[] = {
	[MT76U_WALK_END] = "end",
	[MT76U_WALK_SHORT_DESC] = "short_descriptor",
	[MT76U_WALK_ZERO_LEN] = "zero_length",
	[MT76U_WALK_SHORT_LEN] = "short_length",
	[MT76U_WALK_OVERRUN] = "overrun",
	[MT76U_WALK_MAX] = NULL
};

static const char * const units[] = {
	[MT76U_UNIT_FRAME] = "wifi",
	[MT76U_UNIT_EVENT] = "event",
	[MT76U_UNIT_TX_STATUS] = "tx_status",
	[MT76U_UNIT_OTHER] = "other",
	NULL
};

/* Without the first, which is none. */
static const char * const drops[] = {
	[MT76U_DROP_BAND - 1] = "band",
	[MT76U_DROP_AMSDU_ERROR - 1] = "amsdu_error",
	[MT76U_DROP_CIPHER_MISMATCH - 1] = "cipher_mismatch",
	[MT76U_DROP_MAX_LEN - 1] = "max_len",
	[MT76U_DROP_TRANSLATED - 1] = "translated",
	[MT76U_DROP_AMSDU_PART - 1] = "amsdu_part",
	[MT76U_DROP_AMSDU_FORGED - 1] = "amsdu_forged",
	[MT76U_DROP_MAX - 1] = NULL
};

static const char * const notes[] = {
	[MT76U_NOTE_EVENT_SHORT] = "unit_event_short",
	[MT76U_NOTE_MCU_UNASKED] = "mcu_unasked",
	[MT76U_NOTE_MCU_STALE] = "mcu_stale",
	[MT76U_NOTE_MCU_OTHER] = "mcu_other",
	[MT76U_NOTE_MCU_BAD] = "mcu_bad",
	NULL
};

const struct wport_family mt76u_family = {
	.tag = "MT76U",
	.logtype = &mt76u_logtype,
	.keys = keys,
	.chip_at = mt76u_chip_at,
	.ends = ends,
	.units = units,
	.drops = drops,
	.notes = notes,
	.end_is_error = RTE_BIT32(MT76U_WALK_SHORT_DESC) | RTE_BIT32(MT76U_WALK_ZERO_LEN) |
		RTE_BIT32(MT76U_WALK_SHORT_LEN) | RTE_BIT32(MT76U_WALK_OVERRUN),
	.rx_burst = mt76u_rx_burst_of,
	.tx_burst = mt76u_tx_burst_of,
	.tx_overhead = MT76U_TX_HEAD_LEN + MT76U_TX_TAIL_MAX,
	.brings_up = true,
	.reg_access = &mt76u_reg_access,
	.hw_init = mt76u_hw_init,
	.hw_set_agg = mt76u_hw_set_agg,
	.hw_set_filter = mt76u_hw_set_filter,
	.hw_set_mac = mt76u_hw_set_filter,	/* the receive queue's filter, not the chip */
	.hw_set_rx = mt76u_hw_set_rx,
	.hw_set_channel = mt76u_hw_set_channel,
	.hw_resume = mt76u_hw_resume,
	.hw_close = mt76u_hw_close,
};

static int
vdev_probe(struct rte_vdev_device *vdev)
{
	return wport_probe(vdev, &mt76u_family);
}

static struct rte_vdev_driver mt76u_vdev_driver = {
	.probe = vdev_probe,
	.remove = wport_remove,
};

#define MT76U_PARAMS WPORT_PARAMS

RTE_PMD_REGISTER_VDEV(net_mt76u, mt76u_vdev_driver);
RTE_PMD_REGISTER_PARAM_STRING(net_mt76u, MT76U_PARAMS);

/* What DPDK's build makes of the two lines above, for dpdk-pmdinfo.py. */
static const char pmd_info[] __rte_used =
	"PMD_INFO_STRING= {\"name\" : \"net_mt76u\", \"params\" : \"" MT76U_PARAMS
	"\", \"pci_ids\" : []}";
