/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTL8922AU_REGS_H
#define RTL8922AU_REGS_H

/*
 * The register file and the control request that reaches it.
 *
 * Request (morrownr/rtw89 usb.c, usb.h): bmRequestType 0xC0 read, 0x40 write,
 * bRequest 0x05, wValue address [15:0], wIndex address [23:16], wLength 1, 2
 * or 4, little endian.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../usb_device.h"

/* Addresses: morrownr/rtw89 reg.h. */
#define REG_MACID 0x4078u		/* own MAC address, six bytes */
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

#define REGS_PAGE 4096u
#define REGS_PAGES 4096u		/* 24 address bits */

/* Pages appear with the first write to them; what was never written reads 0. */
struct regs {
	uint8_t *pages[REGS_PAGES];
	uint64_t stalls;
};

void r8922_regs_free(struct regs *regs);

uint32_t r8922_regs_get(const struct regs *regs, uint32_t address);
bool r8922_regs_set(struct regs *regs, uint32_t address, uint32_t value);
void r8922_regs_get_bytes(const struct regs *regs, uint32_t address, uint8_t *to,
			  uint32_t len);
bool r8922_regs_set_bytes(struct regs *regs, uint32_t address, const uint8_t *from,
			  uint32_t len);

/*
 * Serve a request: bytes moved or -EPIPE. *written is the address that was
 * written and its length in *written_len, 0 when nothing was.
 */
int r8922_regs_control(struct regs *regs, const struct usb_setup *setup, uint8_t *data,
		       uint32_t *written, uint32_t *written_len);

#endif /* RTL8922AU_REGS_H */
