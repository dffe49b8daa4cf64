/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_EFUSE_H
#define RTW89U_EFUSE_H

/*
 * The AX chips keep their MAC address in a one-time memory, the efuse, which is read
 * byte by byte through a register (morrownr/rtw89 efuse.c, reg.h). Its bytes are
 * records that patch a logical map of blocks of 8 bytes, each 4 words of 2:
 *
 *   | h1: - [7:4], block high [3:0] | h2: block low [7:4], words left out [3:0] |
 *   | 2 bytes for each word that is not left out |
 *
 * The first 4 bytes are something else; 0xff in the place of h1 ends the list. Of
 * two records of one word the later one counts.
 */

#include <stdint.h>

#define RTW89U_EFUSE_SIZE	1216u	/* bytes */
#define RTW89U_EFUSE_START	4u

#define RTW89U_EFUSE_CTRL	0x0030u
#define RTW89U_EFUSE_ADDR	0x07ff0000u
#define RTW89U_EFUSE_RDY	0x20000000u
#define RTW89U_EFUSE_DATA	0x000000ffu
#define RTW89U_EFUSE_POLLS	100u

/* The byte at addr; 0 or a negative errno. */
typedef int (*rtw89u_efuse_read_t)(void *ctx, uint32_t addr, uint8_t *byte);

/*
 * n bytes of the logical map from place on; a byte that no record writes is 0xff.
 * 0, or what read() returned; then bytes are as far as they were known. A record that
 * goes on past the end of the memory is taken as far as it goes.
 */
int rtw89u_efuse_get(rtw89u_efuse_read_t read, void *ctx, uint32_t place, uint8_t *bytes,
		     uint32_t n);

#endif /* RTW89U_EFUSE_H */
