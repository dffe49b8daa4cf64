/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_REGS_H
#define MT7921U_REGS_H

/*
 * The register file and the control requests that reach it (openwrt/mt76 mt76.h,
 * mt792x_usb.c): wValue address [31:16], wIndex address [15:0], words of 4 bytes, little
 * endian.
 *   READ_EXT 0x63 type 0xdf, WRITE_EXT 0x66 type 0x5f: one word, or several in a row
 *   UHW 0x01 type 0xde reads, 0x02 type 0x5e writes: the same registers by another way
 *   POWER_ON 0x04 type 0x5f, wValue 0, wIndex 1: no data
 */

#include <stdbool.h>
#include <stdint.h>

#include "../usb_device.h"

/* openwrt/mt76 mt792x_regs.h, mt792x_usb.c. */
#define REG_SWDEF_MODE 0x0041f23cu
#define REG_WFDMA_DUMMY_CR 0x54000120u
#define REG_WFSYS_RST 0x70002600u
#define REG_HW_CHIPID 0x70010200u
#define REG_HW_REV 0x70010204u
#define REG_UDMA_TX_QSEL 0x74000008u
#define REG_UDMA_WLCFG_1 0x7400000cu
#define REG_UDMA_WLCFG_0 0x74000018u
#define REG_CONN_INFRA_STATUS 0x74000a20u
#define REG_CONN_INFRA_STATUS_SEL 0x74000a24u
#define REG_EP_RST_OPT 0x74011890u
#define REG_UWFDMA0_GLO_CFG 0x7c024208u
#define REG_WFDMA_HOST_CONFIG 0x7c027030u
#define REG_CONN_ON_MISC 0x7c0600f0u
#define REG_MDP_DCR0 0x820cd000u
#define REG_WTBL_UPDATE 0x820d4230u
#define REG_RFCR 0x820e5000u
#define REG_RFCR1 0x820e5004u
#define REG_DMA_DCR0 0x820e7000u

#define WFSYS_RST_WHOLE_PATH (1u << 0)
#define TX_QSEL_FW_DL_EN (1u << 3)
#define CONN_INFRA_STATUS_INIT_DONE (1u << 22)
#define EP_RST_OPT_ALL 0x007003f0u	/* OUT 4 to 9, IN 4, 5 and the interrupt */
#define GLO_CFG_TX_DMA_EN (1u << 0)
#define GLO_CFG_TX_BUSY (1u << 1)
#define GLO_CFG_RX_DMA_EN (1u << 2)
#define GLO_CFG_RX_BUSY (1u << 3)
#define CONN_ON_MISC_FW_PWR_ON (1u << 0)
#define CONN_ON_MISC_FW_N9_ON (1u << 1)
#define WLCFG_0_RX_AGG_TO(v) ((v) & 0xff)
#define WLCFG_0_RX_AGG_LMT(v) ((v) >> 8 & 0xff)
#define WLCFG_0_RX_MPSZ_PAD0 (1u << 18)
#define WLCFG_0_RX_FLUSH (1u << 19)
#define WLCFG_0_RX_AGG_EN (1u << 21)
#define WLCFG_0_RX_EN (1u << 22)
#define WLCFG_0_TX_EN (1u << 23)
#define WLCFG_0_RX_BUSY (1u << 30)
#define WLCFG_0_TX_BUSY (1u << 31)
#define WLCFG_1_RX_AGG_PKT_LMT(v) ((v) & 0xff)
#define HOST_CONFIG_USB_RXEVT_EP4_EN (1u << 6)
#define MDP_DCR0_DAMSDU_EN (1u << 15)
#define MDP_DCR0_RX_HDR_TRANS_EN (1u << 19)
#define DMA_DCR0_RXD_G5_EN (1u << 23)

#define REGS_MAX 1024u		/* different registers that can hold something */

struct regs {
	struct { uint32_t address, value; bool used; } entries[REGS_MAX];
	uint32_t used;
	uint64_t stalls;
};

/* What was never written reads 0. False when the file is full. */
uint32_t mt7921_regs_get(const struct regs *regs, uint32_t address);
bool mt7921_regs_set(struct regs *regs, uint32_t address, uint32_t value);

/* Every register that which() names reads 0 again. */
void mt7921_regs_clear(struct regs *regs, bool (*which)(uint32_t address));

/* After plug-in; what firmware, and a driver behind it, leave. See the functions for what
 * each value rests on. */
bool mt7921_regs_plug_in(struct regs *regs);
bool mt7921_regs_firmware(struct regs *regs);
bool mt7921_regs_ready(struct regs *regs);

/* What a request did beside moving bytes. */
struct regs_access {
	bool power_on;		/* POWER_ON */
	bool uhw;
	uint32_t first;		/* register written */
	unsigned int count;	/* ... and how many in a row */
};

/* Serve a request: bytes moved or -EPIPE. */
int mt7921_regs_control(struct regs *regs, const struct usb_setup *setup, uint8_t *data,
			struct regs_access *access);

#endif /* MT7921U_REGS_H */
