/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rtw89.h"

bool
rtw89_reset_open(struct rtw89 *chip)
{
	/* Locally administered, made up. */
	static const uint8_t mac[6] = { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 };
	const struct rtw89_kind *kind = chip->kind;
	unsigned int i;

	for (i = 0; i < kind->n_reset; i++)
		if (!rtw89_regs_set(&chip->regs, kind->reset[i].address,
				    kind->reset[i].value))
			return false;
	return rtw89_mac_set(chip, mac);
}

bool
rtw89_reset_cold(struct rtw89 *chip)
{
	const struct rtw89_kind *kind = chip->kind;
	unsigned int i;

	for (i = 0; i < kind->n_reset; i++)
		if (!rtw89_regs_set(&chip->regs, kind->reset[i].address, 0))
			return false;
	return true;
}
