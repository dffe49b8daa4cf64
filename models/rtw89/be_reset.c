/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "be.h"
#include "be_regs.h"

/*
 * What registers hold after plug-in. None of these values is published, except
 * that Linux reads 0x9C00 as part of setting its bit 0. They are a choice: a
 * host that programs nothing but the aggregation registers receives every
 * frame, with its FCS, without PHY report and without PPDU status.
 *
 * RXAGG_0 = 0 (EN clear, one unit per transfer): rtw89 ran for months without
 * writing it and took exactly one frame from each transfer
 * (morrownr/rtw89 before commit 5148d7f).
 */
const struct rtw89_reset be_reset[N_BE_RESET] = {
	{ REG_RXAGG_0, 0 },
	{ REG_RXAGG_1, 0 },
	{ REG_HCI_FUNC_EN, 0x3 },
	{ REG_MPDU_PROC, 0x1 },
	{ REG_HW_PPDU_STATUS, 0 },
	{ REG_RCR, 0 },
	/* Linux's own monitor value: sniffer mode, 23 x 512 bytes. */
	{ REG_RX_FLTR_OPT, 0x0F174039 },
	{ REG_CTRL_FLTR, 0xFFFF },
	{ REG_MGNT_FLTR, 0xFFFF },
	{ REG_DATA_FLTR, 0xFFFF },
	{ REG_PPDU_STAT, 0 },
	{ REG_DRV_INFO_OPTION, 0 },
};
