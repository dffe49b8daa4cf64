/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_AX_EFUSE_H
#define RTW89_AX_EFUSE_H

/*
 * The memory that holds the MAC address of an AX chip (morrownr/rtw89 efuse.c, mac.c).
 * Physical bytes are read one by one: write EFUSE_CTRL 0x0030 with the address in [26:16]
 * and b29 clear; when b29 is set the byte is in [7:0].
 *
 * Behind the first 4 bytes stand records: h1, h2, then two bytes for each word that is
 * there. h1 [3:0] and h2 [7:4] number a block of 8 logical bytes; h2 [3:0] has a bit for
 * each of its four words that is not there. 0xFF as h1 ends them.
 */

#include <stdint.h>

#define AX_EFUSE_SIZE 1216u
#define AX_EFUSE_CTRL 0x0030u
#define AX_EFUSE_READY 0x20000000u

/* The byte at a physical address, of a memory with the MAC address and nothing else;
 * logical is where a chip looks for it, a multiple of 8. */
uint8_t ax_efuse_byte(uint32_t logical, const uint8_t mac[6], uint32_t address);

/* What EFUSE_CTRL reads after value was written to it. */
uint32_t ax_efuse_answer(uint32_t logical, const uint8_t mac[6], uint32_t value);

#endif /* RTW89_AX_EFUSE_H */
