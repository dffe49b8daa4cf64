/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_REGS_H
#define RTW89U_REGS_H

/*
 * Registers of the BE generation that the receive side writes. Names and masks:
 * morrownr/rtw89 reg.h, usb.c, mac_be.c; "vendor" is morrownr/rtl8852cu-20251113
 * phl/hal_g6/mac/mac_reg_ax.h. Values that Linux 7.3.4 writes were seen on an
 * emulated device.
 */

#include <stdint.h>

struct rtw89u_port;

/* A register is read or written by a vendor request on endpoint 0: address
 * [15:0] in wValue, [23:16] in wIndex, 4 bytes little-endian (usb.c). */
#define RTW89U_REQ_TYPE_READ	0xc0
#define RTW89U_REQ_TYPE_WRITE	0x40
#define RTW89U_REQ		0x05
#define RTW89U_REQ_TIMEOUT_MS	500
#define RTW89U_REQ_TRIES	10

/* RX aggregation. */
#define RTW89U_RXAGG_0		0x6000u
#define RTW89U_RXAGG_0_EN	0x80000000u
#define RTW89U_RXAGG_0_NUM_TH	0x00ff0000u	/* units in one transfer */
#define RTW89U_RXAGG_0_TIME_TH	0x0000ff00u	/* hold, 32 us */
#define RTW89U_RXAGG_0_BUF_SZ	0x000000ffu	/* size, KiB, low 8 bits */
#define RTW89U_RXAGG_1		0x6004u
#define RTW89U_RXAGG_1_LEN_HIGH	0x00030000u	/* size, KiB, high 2 bits (vendor) */
#define RTW89U_RXAGG_1_SML_OFF	0x0000001fu	/* small-packet function off (vendor) */
#define RTW89U_RXAGG_HOLD_UNIT_US 32u
#define RTW89U_RXAGG_HOLD_MAX_US (255u * RTW89U_RXAGG_HOLD_UNIT_US)
#define RTW89U_RXAGG_COUNT_MAX	255u

/* Receive DMA. */
#define RTW89U_HCI_FUNC_EN	0x7880u
#define RTW89U_HCI_RXDMA_EN	0x00000002u

/* Receive filter. */
#define RTW89U_RX_FLTR_OPT	0x11420u
#define RTW89U_RX_FLTR_A1_MATCH	0x00000002u	/* unicast for us only */
#define RTW89U_RX_FLTR_BC	0x00000004u
#define RTW89U_RX_FLTR_MC	0x00000008u	/* multicast by list */
#define RTW89U_RX_FLTR_STATION	0x0f1740beu	/* Linux, station mode */
#define RTW89U_RX_FLTR_MPDU_MAX	(23 * 512)	/* its MPDU_MAX_LEN, bytes */

/* MPDU path: the 4 bytes of the FCS are handed up. */
#define RTW89U_MPDU_PROC	0x9c00u
#define RTW89U_MPDU_PROC_FCS	0x00000001u

/* PHY report of 8 bytes behind every descriptor (mac_be.c). */
#define RTW89U_RCR		0x11400u
#define RTW89U_RCR_PHY_RPT_SZ	0x00000030u
#define RTW89U_DRV_INFO_OPTION	0x11470u
#define RTW89U_DRV_INFO_PHYRPT	0x00000001u

/* PPDU status units behind the frames of each PPDU (mac_be.c). */
#define RTW89U_PPDU_STAT	0x11440u
#define RTW89U_PPDU_STAT_ON	0x0000006du
#define RTW89U_HW_PPDU_STATUS	0x9c30u
#define RTW89U_HW_PPDU_TO_HOST	0x000000ffu
#define RTW89U_HW_PPDU_HOST	0x00000003u

/* MAC address, 6 bytes (rtw8922a.c). */
#define RTW89U_MAC_ADDR_0	0x4078u
#define RTW89U_MAC_ADDR_4	0x407cu

/* Control context. 0, or a negative errno after RTW89U_REQ_TRIES tries. */
int rtw89u_reg_read(struct rtw89u_port *port, uint32_t addr, uint32_t *value);
int rtw89u_reg_write(struct rtw89u_port *port, uint32_t addr, uint32_t value);
/* Set the bits of mask to value, which is already in its place. */
int rtw89u_reg_mask(struct rtw89u_port *port, uint32_t addr, uint32_t mask,
		    uint32_t value);

/* MAC address and first set-up of the receive side. */
int rtw89u_hw_init(struct rtw89u_port *port);
/* Aggregation limits as the port's configuration has them, read back. */
int rtw89u_hw_set_agg(struct rtw89u_port *port);
/* Receive filter as the port's promiscuous and allmulticast state has it. */
int rtw89u_hw_set_filter(struct rtw89u_port *port);
/* Receive DMA on or off. */
int rtw89u_hw_set_rx(struct rtw89u_port *port, bool on);

#endif /* RTW89U_REGS_H */
