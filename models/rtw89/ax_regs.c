/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "ax.h"
#include "ax_efuse.h"
#include "ax_regs.h"

/*
 * 0xC000 to 0xFFFF is read as whole words only, and a host that gets 0xDEADBEEF there
 * writes 0xFFFFFFFF to 0xC004 and tries again (morrownr/rtw89 usb.c). What a chip answers
 * to a read of another kind is not published: parts of the same word, so that a host which
 * does so finds out.
 */
#define DEAD 0xDEADBEEFu
#define WAKE 0xFFFFFFFFu

bool
ax_register_read(struct rtw89 *chip, uint32_t address, uint8_t *data, uint32_t len)
{
	uint8_t dead[4];
	uint32_t i;

	if (address < AX_CMAC_FIRST || address > AX_CMAC_LAST)
		return false;
	if (len == 4 && address % 4 == 0 && !chip->ax.cmac_off)
		return false;
	put_le32(dead, DEAD);
	for (i = 0; i < len; i++)
		data[i] = dead[(address + i) % 4];
	return true;
}

void
ax_register_written(struct rtw89 *chip, uint32_t address, uint32_t len)
{
	uint32_t value;

	if (rtw89_touches(AX_CMAC_CLK_EN, address, len) &&
	    rtw89_regs_get(&chip->regs, AX_CMAC_CLK_EN) == WAKE)
		chip->ax.cmac_off = false;
	if (!rtw89_touches(AX_EFUSE_CTRL, address, len))
		return;
	value = rtw89_regs_get(&chip->regs, AX_EFUSE_CTRL);
	rtw89_regs_set(&chip->regs, AX_EFUSE_CTRL,
		       ax_efuse_answer(chip->kind->efuse_mac_at, chip->efuse_mac, value));
}
