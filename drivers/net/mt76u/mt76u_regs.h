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
#define MT76U_REQ_UHW_READ	0x01	/* the same of the USB side, which a reset leaves */
#define MT76U_REQ_UHW_READ_TYPE	0xde
#define MT76U_REQ_UHW_WRITE	0x02
#define MT76U_REQ_UHW_WRITE_TYPE 0x5e
#define MT76U_REQ_POWER_ON	0x04	/* wValue 0, wIndex 1, no data */
#define MT76U_REQ_TIMEOUT_MS	300
#define MT76U_REQ_TRIES		10

/* Which chip it is. */
#define MT76U_HW_CHIPID		0x70010200u
#define MT76U_HW_CHIPID_MASK	0x0000ffffu
#define MT76U_CHIPID_MT7921	0x7961u

/* What runs in it. */
#define MT76U_CONN_ON_MISC	0x7c0600f0u
#define MT76U_CONN_PWR_ON	0x00000001u
#define MT76U_CONN_N9_ON	0x00000002u
#define MT76U_CONN_N9_RDY	(MT76U_CONN_PWR_ON | MT76U_CONN_N9_ON)
#define MT76U_CONN_STATE	0x00000007u
/* What the firmware is to do: its ordinary work is 0. */
#define MT76U_SWDEF_MODE	0x0041f23cu

/* Reset of the Wi-Fi side; requests of the USB side. */
#define MT76U_UHW_WFSYS_RST	0x70002600u
#define MT76U_UHW_WFSYS_RST_ON	0x00000001u
#define MT76U_UHW_CONN_STATUS	0x74000a20u
#define MT76U_UHW_CONN_INIT_DONE 0x00400000u
#define MT76U_UHW_CONN_SEL	0x74000a24u
#define MT76U_UHW_EP_RST_OPT	0x74011890u
#define MT76U_UHW_EP_RST	0x007003f0u	/* OUT 4 to 9, IN 4 and 5, interrupt IN 6 */

/* DMA between USB and the rest of the chip. */
#define MT76U_GLO_CFG		0x7c024208u
#define MT76U_GLO_CFG_TX_EN	0x00000001u
#define MT76U_GLO_CFG_RX_EN	0x00000004u
#define MT76U_GLO_CFG_RX_BUSY	0x00000008u
#define MT76U_GLO_CFG_FW_BYPASS	0x00000200u
#define MT76U_GLO_CFG_NO_RX_PFET2 0x00200000u
#define MT76U_GLO_CFG_NO_RX_INFO 0x08000000u
#define MT76U_GLO_CFG_NO_TX_INFO 0x10000000u
#define MT76U_TX_RING(n)	(0x7c024600u + 4u * (n))
/* Which endpoint events take: set, that of frames; clear, their own. */
#define MT76U_HOST_CONFIG	0x7c027030u
#define MT76U_HOST_CONFIG_EP4	0x00000040u
#define MT76U_DUMMY_CR		0x54000120u
#define MT76U_DUMMY_CR_REINIT	0x00000002u	/* lost when the DMA lost its set-up */

/* Scheduler of the transmit DMA. */
#define MT76U_SHDL_PAGE		0x7c02600cu
#define MT76U_SHDL_PAGE_ORDER	0x00010000u
#define MT76U_SHDL_REFILL	0x7c026010u
#define MT76U_SHDL_REFILL_OFF	0xffff0000u
#define MT76U_SHDL_PKT_MAX	0x7c02601cu
#define MT76U_SHDL_PKT_MAX_ALL	0x0fff0fffu
#define MT76U_SHDL_QUOTA(n)	(0x7c026020u + 4u * (n))
#define MT76U_SHDL_Q_MAP(n)	(0x7c026060u + 4u * (n))
#define MT76U_SHDL_SCHED(n)	(0x7c026070u + 4u * (n))

/* USB DMA. */
#define MT76U_TX_QSEL		0x74000008u
#define MT76U_TX_QSEL_FW_DL	0x00000008u	/* what comes on the first data endpoint is
						 * firmware */
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
/* What a station has no use for. Not OTHER_BSS (17) and OTHER_UC (18): it compares
 * with an address and a BSS of its own, and the port has another address and no BSS. */
#define MT76U_RFCR_STATION	(MT76U_RFCR_FCS_FAIL | MT76U_RFCR_VERSION | \
				 MT76U_RFCR_PROBE_REQ | MT76U_RFCR_MC_FILTERED | \
				 MT76U_RFCR_OTHER_BEACON | MT76U_RFCR_FRAME_REPORT | \
				 MT76U_RFCR_CTRL_RSV | MT76U_RFCR_CTS | MT76U_RFCR_RTS | \
				 MT76U_RFCR_DUPLICATE | MT76U_RFCR_OTHER_TIM | \
				 MT76U_RFCR_NDPA | MT76U_RFCR_UNWANTED_CTL)
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

/* Of both bands: DMA_DCR0 as above, and more that Linux sets up with it. */
#define MT76U_BAND_1		0x00010000u	/* from a register of band 0 to that of 1 */
#define MT76U_TMAC_CTCR0	0x820e40f4u
#define MT76U_TMAC_CTCR0_DDLMT	0x0006003fu	/* delimiters between short subframes */
#define MT76U_RSCR		0x820e9008u
#define MT76U_RSCR_RCPI		0xc3000000u	/* how the signal of a frame is measured */
#define MT76U_RSCR_RCPI_FRAME	0x03000000u

/* For the family. */
extern const struct wport_reg_access mt76u_reg_access;

/* Control context. 0, or a negative errno with an error line. */

/* Registers of the USB side. */
int mt76u_uhw_read(struct wport *port, uint32_t addr, uint32_t *value);
int mt76u_uhw_write(struct wport *port, uint32_t addr, uint32_t value);

/* -ENODEV when the chip is another. */
int mt76u_check_chip(struct wport *port);
/* USB DMA: both directions on, no aggregation until mt76u_hw_set_agg(). */
int mt76u_set_up_usb(struct wport *port);
/* Receive path as the port's mode wants it. */
int mt76u_set_up_mac(struct wport *port);
/* Aggregation limits, read back. */
int mt76u_hw_set_agg(struct wport *port, const struct wport_agg *agg, struct wport_agg *now);
/* Receive filter as the port's mode, promiscuous and allmulticast state has it, in the
 * chip and in the receive queue: own_ra is port->mac, or 0 where anybody's frames pass. */
int mt76u_hw_set_filter(struct wport *port);
/* Receive DMA on or off: frames, and the answers to commands. */
int mt76u_hw_set_rx(struct wport *port, bool on);

#endif /* MT76U_REGS_H */
