/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "be.h"

#define SMALL(name, max, field) \
	CORE_SWITCH_SETTER(name, core_switch_small(value, max, &rtw89_of(dev)->be.field))

SMALL(ehttype, 255, eht_type)
SMALL(shift, 3, shift)
SMALL(drvinfo, 3, drv_info)
SMALL(hdrcnv, 3, hdr_cnv)

/* What only the BE generation asks. */
const struct core_switch be_switches[] = {
	{ "fifo", "BYTES", "receive buffer, 2048 up; default 32512 SuperSpeed, 238592 "
	  "high speed", core_set_fifo },
	{ "ehttype", "0|N", "PPDU_TYPE of EHT PPDUs", set_ehttype },
	{ "shift", "0|1..3", "SHIFT, 2 bytes each before the packet", set_shift },
	{ "drvinfo", "0|1..3", "DRV_INFO_SZ, 8 bytes each", set_drvinfo },
	{ "hdrcnv", "0|1..3", "HDR_CNV_SZ, 16 bytes each", set_hdrcnv },
	{ NULL, NULL, NULL, NULL },
};
