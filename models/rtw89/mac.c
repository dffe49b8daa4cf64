/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rtw89.h"

void
rtw89_mac_get(const struct rtw89 *chip, uint8_t mac[6])
{
	if (chip->kind->macid != 0)
		rtw89_regs_get_bytes(&chip->regs, chip->kind->macid, mac, 6);
	else
		memcpy(mac, chip->efuse_mac, 6);
}

bool
rtw89_mac_set(struct rtw89 *chip, const uint8_t mac[6])
{
	if (chip->kind->macid != 0)
		return rtw89_regs_set_bytes(&chip->regs, chip->kind->macid, mac, 6);
	memcpy(chip->efuse_mac, mac, 6);
	return true;
}
