/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_REGS_H
#define RTW89U_REGS_H

/*
 * Registers that the receive side writes; which chip has which is data of
 * rtw89u_chip.c. Names and masks: morrownr/rtw89 reg.h, usb.c, mac.c, mac_be.c;
 * "vendor" is morrownr/rtl8852cu-20251113 phl/hal_g6/mac/mac_reg_ax.h. Values that
 * Linux 7.3.4 writes were seen on emulated devices.
 */

#include <stdint.h>

#include "wport_regs.h"

struct wport;
struct rtw89u_chip;

/* Vendor request of a register: address [15:0] in wValue, [23:16] in wIndex (usb.c). */
#define RTW89U_REQ_TYPE_READ	0xc0
#define RTW89U_REQ_TYPE_WRITE	0x40
#define RTW89U_REQ		0x05
#define RTW89U_REQ_TIMEOUT_MS	500
#define RTW89U_REQ_TRIES	10

/* CMAC registers of AX answer so until they are woken by a write (usb.c). */
#define RTW89U_CMAC_START	0xc000u
#define RTW89U_CMAC_END		0xffffu
#define RTW89U_CMAC_ASLEEP	0xdeadbeefu
#define RTW89U_CMAC_WAKE	0xc004u

/* RX aggregation. */
#define RTW89U_RXAGG_0		0x8900u
#define RTW89U_RXAGG_0_V1	0x6000u		/* 8852C, 8922A */
#define RTW89U_RXAGG_0_EN	0x80000000u
#define RTW89U_RXAGG_0_NUM_TH	0x00ff0000u	/* units in one transfer */
#define RTW89U_RXAGG_0_TIME_TH	0x0000ff00u	/* hold, 32 us */
#define RTW89U_RXAGG_0_BUF_SZ	0x000000ffu	/* size, 4 KiB; V1: KiB, low 8 bits */
/* Bits 30 to 28 are a vendor's: 29 has no known meaning, 28 is a trigger. */
#define RTW89U_RXAGG_1_V1	0x6004u
#define RTW89U_RXAGG_1_LEN_HIGH	0x00030000u	/* size, KiB, high 2 bits (vendor) */
#define RTW89U_RXAGG_1_SML_OFF	0x0000001fu	/* small-packet function off (vendor) */
#define RTW89U_RXAGG_1_FIELDS	0x000300ffu	/* that function is [7:0] */
#define RTW89U_RXAGG_HOLD_UNIT_US 32u
#define RTW89U_RXAGG_HOLD_MAX_US (255u * RTW89U_RXAGG_HOLD_UNIT_US)
#define RTW89U_RXAGG_COUNT_MAX	255u

/* DMA. */
#define RTW89U_HCI_FUNC_EN	0x8380u
#define RTW89U_HCI_FUNC_EN_V1	0x7880u		/* 8852C, 8922A */
#define RTW89U_HCI_TXDMA_EN	0x00000001u
#define RTW89U_HCI_RXDMA_EN	0x00000002u
#define RTW89U_RXDMA_SETTING	0x8908u		/* AX */
#define RTW89U_RXDMA_BULK_SIZE	0x00000003u
#define RTW89U_RXDMA_BULK_1024	0u
#define RTW89U_RXDMA_BULK_512	1u

/* Receive filter. */
#define RTW89U_FLTR_OPT_AX	0xce20u
#define RTW89U_FLTR_OPT_BE	0x11420u
#define RTW89U_FLTR_A1_MATCH	0x00000002u	/* unicast for us only */
#define RTW89U_FLTR_BC		0x00000004u
#define RTW89U_FLTR_MC		0x00000008u	/* multicast by list */
#define RTW89U_FLTR_CRC_ERR	0x00000800u	/* frames with a wrong FCS too */
#define RTW89U_FLTR_STATION_AX	0x031744beu	/* Linux, station mode */
#define RTW89U_FLTR_MONITOR_AX	0x03174439u	/* Linux, monitor mode */
#define RTW89U_FLTR_STATION_BE	0x0f1740beu
#define RTW89U_FLTR_MONITOR_BE	0x0f174039u
#define RTW89U_FLTR_MPDU_MAX	(23 * 512)	/* MPDU_MAX_LEN of all four, bytes */

/* By frame type: which subtypes go to the host; all. */
#define RTW89U_FLTR_CTRL_AX	0xce24u
#define RTW89U_FLTR_MGNT_AX	0xce28u
#define RTW89U_FLTR_DATA_AX	0xce2cu
#define RTW89U_FLTR_TO_HOST_AX	0x55555555u
#define RTW89U_FLTR_CTRL_BE	0x11424u
#define RTW89U_FLTR_MGNT_BE	0x11428u
#define RTW89U_FLTR_DATA_BE	0x1142cu
#define RTW89U_FLTR_TO_HOST_BE	0x0000ffffu

/* MPDU path: bit 0 hands the 4 bytes of the FCS up. */
#define RTW89U_MPDU_PROC	0x9c00u
#define RTW89U_MPDU_PROC_FCS	0x00000001u
#define RTW89U_MPDU_PROC_AX	0x00000003u	/* as Linux has it on AX */

/* PHY report (BE). */
#define RTW89U_RCR		0x11400u
#define RTW89U_RCR_PHY_RPT_SZ	0x00000030u
#define RTW89U_DRV_INFO_OPTION	0x11470u
#define RTW89U_DRV_INFO_PHYRPT	0x00000001u

/* PPDU status units. */
#define RTW89U_PPDU_STAT_AX	0xce40u
#define RTW89U_PPDU_STAT_AX_ON	0x0000002bu
#define RTW89U_HW_RPT_FWD_AX	0x9c18u
#define RTW89U_HW_RPT_FWD_TO	0x00000003u
#define RTW89U_HW_RPT_FWD_HOST	0x00000001u
#define RTW89U_PPDU_STAT_BE	0x11440u
#define RTW89U_PPDU_STAT_BE_ON	0x0000006du
#define RTW89U_HW_PPDU_STATUS	0x9c30u
#define RTW89U_HW_PPDU_TO_HOST	0x000000ffu
#define RTW89U_HW_PPDU_HOST	0x00000003u

/* MAC address, 6 bytes (rtw8922a.c). */
#define RTW89U_MAC_ADDR_BE	0x4078u

/* Largest unit: longest descriptor, a gap that a chip has reason for, the largest
 * MPDU that the filter lets pass, and what stands behind it. */
#define RTW89U_UNIT_MAX_AX	(32u + 16u + 4u + RTW89U_FLTR_MPDU_MAX + 8u)
#define RTW89U_UNIT_MAX_BE	(40u + 8u + RTW89U_FLTR_MPDU_MAX)

/* For the family. */
extern const struct wport_reg_access rtw89u_reg_access;

/* Control context. 0, or a negative errno with an error line. */

/* MAC address and first set-up of the receive side. */
int rtw89u_hw_init(struct wport *port);
/* Aggregation limits, read back. */
int rtw89u_hw_set_agg(struct wport *port, const struct wport_agg *agg, struct wport_agg *now);
/* Receive filter as the port's mode, promiscuous and allmulticast state have it. */
int rtw89u_hw_set_filter(struct wport *port);
/* Receive DMA on or off. */
int rtw89u_hw_set_rx(struct wport *port, bool on);

#endif /* RTW89U_REGS_H */
