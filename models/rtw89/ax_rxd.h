/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_AX_RXD_H
#define RTW89_AX_RXD_H

/*
 * Receive descriptor of the AX generation (RTL8851B, 8852A, 8852B, 8852C): 16 bytes
 * short, 32 long. Field positions: morrownr/rtw89 txrx.h and core.c; vendor driver
 * morrownr/rtl8852cu-20251113 phl/hal_g6/mac/rxdesc.h agrees.
 *
 * Where the packet stands behind the descriptor is told in two ways:
 *   vendor  SHIFT x 2 + DRV_INFO_SIZE x U + 4 when MAC_INFO_VLD and no PPDU status; U is 8,
 *           on the 8852C 16 (rtl8852cu-20251113 hal_trx_8852c.c, lwfinger/rtl8852au
 *           hal_trx_8852a.c; OpenIPC/devourer issues #294, #295)
 *   linux   DRV_INFO_SIZE x 8, nothing else (morrownr/rtw89 core.c)
 * With all three fields 0 both mean the same, which is the default here.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"

#define AX_RXD_SHORT 16u
#define AX_RXD_LONG 32u
#define AX_UNIT_ALIGN 8u
#define AX_CSUM_LEN 8u		/* checksum result behind the padded frame */
/* The most that stands between descriptor and packet. */
#define AX_GAP_MAX (3 * 2 + 7 * 16 + 4)

#define AX_RXD_DW3_A1_MATCH 0x00000001u

struct ax_layout {
	uint8_t shift;		/* SHIFT, 2-byte units, 0..3 */
	uint8_t drv_info;	/* DRV_INFO_SIZE, 0..7 */
	uint8_t drv_unit;	/* bytes of a DRV_INFO_SIZE unit in the vendor's reading */
	bool mac_info;		/* MAC_INFO_VLD on frames */
	bool linux_reading;	/* the packet stands where Linux looks for it */
	bool csum;		/* CHKSUM_OFFLOAD_EN and 8 bytes behind the frame */
	bool phy_report;	/* 8852C: PHY report in the first unit of drv_info */
};

/* What the descriptor says beside the frame itself. */
struct ax_rxd {
	struct ax_layout layout;
	bool v1;		/* masks of the 8852C */
	bool fcs;		/* the packet ends with the FCS */
	bool own;		/* address 1 is the chip's own */
	bool short_ctrl;	/* short descriptor on control frames */
	bool bb_sel;
	uint8_t channel;	/* for the PHY report */
};

/* Rate code, 9 bits. EHT has none: AX_RATE_NONE. */
#define AX_RATE_NONE 0xffffu
uint16_t ax_rate_code(const struct air_rate *rate);

/* Bytes between descriptor and packet of a frame. */
uint32_t ax_gap_bytes(const struct ax_layout *layout);

/* Words 1 and 2: what belongs to the PPDU, and the time of the frame. */
void ax_rxd_put_ppdu_words(const struct ax_rxd *rxd, const struct air_frame *frame,
			   uint8_t *desc);

/* A short descriptor of a packet of len bytes, words 1 to 3 zero. */
void ax_rxd_put_short(uint8_t *desc, unsigned int rpkt_type, uint32_t len, bool mac_info);

/* One Wi-Fi unit, without padding behind: its length. */
uint32_t ax_rxd_put_frame(const struct ax_rxd *rxd, const struct air_frame *frame,
			  uint8_t *out);

#endif /* RTW89_AX_RXD_H */
