/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../bytes.h"
#include "rtw89.h"

/* RXAGG_0 (morrownr/rtw89 reg.h, usb.c; vendor names from
 * morrownr/rtl8852cu-20251113 mac_8852c/_usb_8852c.c): b31 EN, [23:16] count
 * limit, [15:8] hold in 32 us, [7:0] size limit in steps of the chip, in 1 KiB
 * with two more bits in RXAGG_1 [17:16] where it stands at 0x6000. There RXAGG_1
 * [7:0] = 0x1F means: small-packet function off.
 *
 * Not published, chosen here: all units count towards the count limit, not
 * frames alone; a size or count of 0 is no limit; a hold of 0 closes at once
 * what arrived at once; DMA_STORE (b30) and SW_EN (b29) have no effect. */
#define EN(v) ((v) >> 31)
#define NUM_TH(v) ((v) >> 16 & 0xff)
#define HOLD_NS(v) (((v) >> 8 & 0xff) * 32000ull)
#define LEN_TH(v) ((v) & 0xff)
#define LEN_TH_HIGH(v1) (((v1) >> 16 & 3) << 8)
#define SMALL_OFF 0x1fu
#define SMALL_BYTES 512u
#define SW_TRIG 0x10000000u	/* b28, vendor name; taken as "flush" */

uint32_t
rtw89_unit_step(const struct usb_device *dev, uint32_t len, bool is_frame)
{
	(void)is_frame;
	return round_up32(len, rtw89_of_const(dev)->kind->unit_align);
}

void
rtw89_agg_limits(const struct usb_device *dev, struct core_agg_limits *limits)
{
	const struct rtw89 *chip = rtw89_of_const(dev);
	const struct rtw89_kind *kind = chip->kind;
	uint32_t agg0 = rtw89_regs_get(&chip->regs, kind->rxagg_0);
	uint32_t agg1 = rtw89_regs_get(&chip->regs, kind->rxagg_1);

	limits->enabled = EN(agg0);
	limits->size = (LEN_TH(agg0) | (kind->agg_size_high ? LEN_TH_HIGH(agg1) : 0)) *
		       kind->agg_size_step;
	limits->units = NUM_TH(agg0);
	limits->hold_ns = HOLD_NS(agg0);
	if (chip->sw.small_stall && kind->agg_small && (agg1 & 0xff) != SMALL_OFF)
		limits->small = SMALL_BYTES;
}

void
rtw89_agg_written(struct rtw89 *chip, uint32_t address, uint32_t len)
{
	uint32_t reg = chip->kind->rxagg_0;
	uint32_t agg0 = rtw89_regs_get(&chip->regs, reg);

	if (!rtw89_touches(reg, address, len))
		return;
	if ((agg0 & SW_TRIG) != 0)
		rtw89_regs_set(&chip->regs, reg, agg0 & ~SW_TRIG);
	if ((agg0 & SW_TRIG) != 0 || !EN(agg0))
		core_agg_close(&chip->dev, CORE_AGG_FLUSH, chip->dev.now_ns);
}
