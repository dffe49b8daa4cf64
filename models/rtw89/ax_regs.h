/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_AX_REGS_H
#define RTW89_AX_REGS_H

/* Registers of the AX generation, morrownr/rtw89 reg.h; _V1: the 8852C's. */

#define AX_RXAGG_0 0x8900u
#define AX_RXAGG_1 0x8904u
#define AX_RXAGG_0_V1 0x6000u
#define AX_RXAGG_1_V1 0x6004u
#define AX_HCI_FUNC_EN 0x8380u
#define AX_HCI_FUNC_EN_V1 0x7880u
#define AX_MPDU_PROC 0x9C00u
#define AX_HW_RPT_FWD 0x9C18u
#define AX_CMAC_FIRST 0xC000u
#define AX_CMAC_CLK_EN 0xC004u
#define AX_RX_FLTR_OPT 0xCE20u
#define AX_CTRL_FLTR 0xCE24u
#define AX_MGNT_FLTR 0xCE28u
#define AX_DATA_FLTR 0xCE2Cu
#define AX_PPDU_STAT 0xCE40u
#define AX_CMAC_LAST 0xFFFFu

#endif /* RTW89_AX_REGS_H */
