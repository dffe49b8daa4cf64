/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_REGS_H
#define MT76U_REGS_H

/*
 * Registers of the MT7921 that the receive side reads and writes. Names and masks:
 * openwrt/mt76 mt792x_regs.h and mt792x_usb.c. Values that Linux 6.1 and 7.3.4 write
 * were seen on an emulated device.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wport_regs.h"

struct wport;

/* A register is read or written by a vendor request on endpoint 0: address [31:16]
 * in wValue, [15:0] in wIndex, 4 bytes little-endian (openwrt/mt76 mt792x_usb.c). */
#define MT76U_REQ_READ_EXT	0x63
#define MT76U_REQ_READ_TYPE	0xdf	/* IN, vendor, recipient 0x1f */
#define MT76U_REQ_WRITE_EXT	0x66
#define MT76U_REQ_WRITE_TYPE	0x5f	/* OUT, vendor, recipient 0x1f */
#define MT76U_REQ_TIMEOUT_MS	300
#define MT76U_REQ_TRIES		10

/* Which chip it is. */
#define MT76U_HW_CHIPID		0x70010200u
#define MT76U_HW_CHIPID_MASK	0x0000ffffu
#define MT76U_CHIPID_MT7921	0x7961u

/* USB DMA. */
#define MT76U_WLCFG_1		0x7400000cu
#define MT76U_WLCFG_1_PKT_LMT	0x000000ffu	/* units in one transfer, 0: no limit */
#define MT76U_WLCFG_0		0x74000018u
#define MT76U_WLCFG_0_AGG_TO	0x000000ffu	/* hold, 1 us with TICK_1US_EN */
#define MT76U_WLCFG_0_AGG_LMT	0x0000ff00u	/* size, KiB */
#define MT76U_WLCFG_0_MPSZ_PAD0	0x00040000u	/* a word more instead of an empty packet */
#define MT76U_WLCFG_0_RX_FLUSH	0x00080000u
#define MT76U_WLCFG_0_TICK_1US	0x00100000u
#define MT76U_WLCFG_0_AGG_EN	0x00200000u
#define MT76U_WLCFG_0_RX_EN	0x00400000u
#define MT76U_WLCFG_0_TX_EN	0x00800000u
#define MT76U_WLCFG_0_AGG	(MT76U_WLCFG_0_AGG_TO | MT76U_WLCFG_0_AGG_LMT | \
				 MT76U_WLCFG_0_AGG_EN)
#define MT76U_WLCFG_0_ON	(MT76U_WLCFG_0_MPSZ_PAD0 | MT76U_WLCFG_0_TICK_1US | \
				 MT76U_WLCFG_0_TX_EN)

/* MAC, band 0: receive filter, one bit for each class that is dropped; those that the
 * driver knows. */
#define MT76U_RFCR		0x820e5000u
#define MT76U_RFCR_FCS_FAIL	0x00000002u
#define MT76U_RFCR_VERSION	0x00000008u
#define MT76U_RFCR_PROBE_REQ	0x00000010u
#define MT76U_RFCR_MC_FILTERED	0x00000080u	/* multicast that no filter lets in */
#define MT76U_RFCR_OTHER_BEACON	0x00000800u
#define MT76U_RFCR_FRAME_REPORT	0x00001000u
#define MT76U_RFCR_CTRL_RSV	0x00002000u
#define MT76U_RFCR_CTS		0x00004000u
#define MT76U_RFCR_RTS		0x00008000u
#define MT76U_RFCR_DUPLICATE	0x00010000u
#define MT76U_RFCR_OTHER_TIM	0x00080000u
#define MT76U_RFCR_NDPA		0x00100000u
#define MT76U_RFCR_UNWANTED_CTL	0x00200000u
#define MT76U_RFCR_MONITOR	(MT76U_RFCR_FCS_FAIL | MT76U_RFCR_FRAME_REPORT | \
				 MT76U_RFCR_UNWANTED_CTL)
/* More of what a station has no use for. Not OTHER_BSS (17) and OTHER_UC (18): it compares
 * with an address and a BSS of its own, and the port has another address and no BSS. */
#define MT76U_RFCR_STATION	(MT76U_RFCR_VERSION | MT76U_RFCR_PROBE_REQ | \
				 MT76U_RFCR_MC_FILTERED | MT76U_RFCR_OTHER_BEACON | \
				 MT76U_RFCR_CTRL_RSV | MT76U_RFCR_CTS | MT76U_RFCR_RTS | \
				 MT76U_RFCR_DUPLICATE | MT76U_RFCR_OTHER_TIM | \
				 MT76U_RFCR_NDPA)
/* Control frames by their kind. */
#define MT76U_RFCR1		0x820e5004u

/* MDP: what becomes of data frames on their way up. */
#define MT76U_MDP_DCR0		0x820cd000u
#define MT76U_MDP_DCR0_DAMSDU	0x00008000u	/* A-MSDUs are taken apart */
#define MT76U_MDP_DCR0_HDR_TRANS 0x00080000u	/* 802.11 becomes 802.3 */
#define MT76U_MDP_DCR1		0x820cd004u
#define MT76U_MDP_DCR1_MAX_LEN	0x0000fff8u

/* Descriptor of band 0. */
#define MT76U_DMA_DCR0		0x820e7000u
#define MT76U_DMA_DCR0_MAX_LEN	0x0000fff8u
#define MT76U_DMA_DCR0_GROUP_5	0x00800000u
#define MT76U_MAX_LEN		1536u		/* in the field's unit; Linux writes it */

/* For the family. */
extern const struct wport_reg_access mt76u_reg_access;

/* Control context. 0, or a negative errno with an error line. */

/* MAC address and first set-up of the receive side. */
int mt76u_hw_init(struct wport *port);
/* Aggregation limits as the port's configuration has them, read back. */
int mt76u_hw_set_agg(struct wport *port);
/* Receive filter as the port's mode, promiscuous and allmulticast state has it, in the
 * chip and in the receive queue: own_ra is port->mac, or 0 where anybody's frames pass. */
int mt76u_hw_set_filter(struct wport *port);
/* Receive DMA on or off. */
int mt76u_hw_set_rx(struct wport *port, bool on);

#endif /* MT76U_REGS_H */
