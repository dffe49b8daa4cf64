/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_REGS_H
#define RTW89_REGS_H

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

#define REGS_PAGE 4096u
#define REGS_PAGES 4096u		/* 24 address bits */

/* Pages appear with the first write to them; what was never written reads 0. */
struct regs {
	uint8_t *pages[REGS_PAGES];
};

void rtw89_regs_free(struct regs *regs);

uint32_t rtw89_regs_get(const struct regs *regs, uint32_t address);
bool rtw89_regs_set(struct regs *regs, uint32_t address, uint32_t value);
void rtw89_regs_get_bytes(const struct regs *regs, uint32_t address, uint8_t *to,
			  uint32_t len);
bool rtw89_regs_set_bytes(struct regs *regs, uint32_t address, const uint8_t *from,
			  uint32_t len);

/* A request for registers. */
struct rtw89_access {
	bool write;
	uint32_t address;
	uint32_t len;		/* 1, 2 or 4 */
};

/* False for a request that the chip stalls. */
bool rtw89_regs_request(const struct usb_setup *setup, struct rtw89_access *access);

#endif /* RTW89_REGS_H */
