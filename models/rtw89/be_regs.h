/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef BE_REGS_H
#define BE_REGS_H

/* Registers of the BE generation, morrownr/rtw89 reg.h. */

#define REG_MACID 0x4078u
#define REG_RXAGG_0 0x6000u
#define REG_RXAGG_1 0x6004u
#define REG_HCI_FUNC_EN 0x7880u
#define REG_MPDU_PROC 0x9C00u
#define REG_HW_PPDU_STATUS 0x9C30u
#define REG_RCR 0x11400u
#define REG_RX_FLTR_OPT 0x11420u
#define REG_CTRL_FLTR 0x11424u
#define REG_MGNT_FLTR 0x11428u
#define REG_DATA_FLTR 0x1142Cu
#define REG_PPDU_STAT 0x11440u
#define REG_DRV_INFO_OPTION 0x11470u

#endif /* BE_REGS_H */
