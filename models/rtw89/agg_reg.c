/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rtw89.h"

/*
 * Faults of the aggregation registers, switch agg-reg. What a driver or its user meets
 * when a chip does not do as it is told: drivers of other chips have met all three (ENA
 * clamps, amzn-drivers issue 290).
 *   dead   a write is taken and does nothing
 *   clamp  the hold stops at HOLD_MOST
 *   stall  a write is refused
 * Switch agg-reg-from tells which write is the first one to fail.
 */

#define HOLD_SHIFT 8
#define HOLD_MASK (0xffu << HOLD_SHIFT)
#define HOLD_MOST (4u << HOLD_SHIFT)	/* 128 us */

bool
rtw89_agg_reg_set(struct usb_device *dev, const char *value)
{
	static const char *const names[] = {
		[AGG_REG_OK] = "ok", [AGG_REG_DEAD] = "dead",
		[AGG_REG_CLAMP] = "clamp", [AGG_REG_STALL] = "stall",
	};
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(value, names[i]) == 0) {
			rtw89_of(dev)->sw.agg_reg = (enum rtw89_agg_reg)i;
			return true;
		}
	return false;
}

enum rtw89_agg_reg
rtw89_agg_reg_fault(struct rtw89 *chip, uint32_t address, uint32_t len)
{
	if (!rtw89_touches(chip->kind->rxagg_0, address, len) &&
	    !rtw89_touches(chip->kind->rxagg_1, address, len))
		return AGG_REG_OK;
	chip->agg_reg_writes++;
	return chip->agg_reg_writes >= chip->sw.agg_reg_from ? chip->sw.agg_reg : AGG_REG_OK;
}

void
rtw89_agg_reg_clamp(struct rtw89 *chip)
{
	uint32_t agg0 = rtw89_regs_get(&chip->regs, chip->kind->rxagg_0);

	if ((agg0 & HOLD_MASK) <= HOLD_MOST)
		return;
	chip->count.agg_reg_faults++;
	rtw89_regs_set(&chip->regs, chip->kind->rxagg_0,
		       (agg0 & ~HOLD_MASK) | HOLD_MOST);
}
