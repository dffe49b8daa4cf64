/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../bytes.h"
#include "chip.h"

/*
 * Aggregation: UDMA_WLCFG_0 RX_AGG_EN, RX_AGG_LMT in KiB and RX_AGG_TO in microseconds
 * (TICK_1US_EN is taken as set), UDMA_WLCFG_1 RX_AGG_PKT_LMT (openwrt/mt76 mt792x_regs.h,
 * mt792x_usb.c). Linux leaves it off for this chip. Steps: MediaTek's gen4m driver,
 * cmm_asic_connac2x.c.
 */
void
mt7921_agg_limits(const struct usb_device *dev, struct core_agg_limits *limits)
{
	const struct mt7921 *m = mt7921_of_const(dev);
	uint32_t wlcfg_0 = mt7921_regs_get(&m->regs, REG_UDMA_WLCFG_0);
	uint32_t wlcfg_1 = mt7921_regs_get(&m->regs, REG_UDMA_WLCFG_1);

	limits->enabled = (wlcfg_0 & WLCFG_0_RX_AGG_EN) != 0;
	limits->size = WLCFG_0_RX_AGG_LMT(wlcfg_0) * 1024;
	limits->units = WLCFG_1_RX_AGG_PKT_LMT(wlcfg_1);
	limits->hold_ns = WLCFG_0_RX_AGG_TO(wlcfg_0) * 1000ull;
}

/* The unit is in m->unit. */
uint32_t
mt7921_unit_step(const struct usb_device *dev, uint32_t len, bool is_frame)
{
	uint32_t type = get_le32(mt7921_of_const(dev)->unit) >> 27;

	(void)is_frame;
	return type == RXD_NORMAL ? round_up32(len, 8) + 4 : round_up32(len, 4);
}

static uint32_t
trailer(const struct mt7921 *m, uint32_t len)
{
	uint32_t to_4 = round_up32(len, 4) - len;

	switch (m->sw.pad) {
	case PAD_NONE:
		return 0;
	case PAD_ALIGN4:
		return to_4;
	case PAD_4:
		return 4;
	default:
		return to_4 + 4;
	}
}

/* Bytes behind the last unit; then one more word where the transfer would end without a
 * short packet (RX_MPSZ_PAD0, a remark in gen4m's headers). Without memory for them the
 * transfer ends with its last unit. */
void
mt7921_finish(struct usb_device *dev, struct core_transfer *t)
{
	const struct mt7921 *m = mt7921_of_const(dev);
	uint32_t wlcfg_0 = mt7921_regs_get(&m->regs, REG_UDMA_WLCFG_0);

	core_transfer_append(t, m->sw.pad_byte, trailer(m, t->len));
	if ((wlcfg_0 & WLCFG_0_RX_MPSZ_PAD0) != 0 && t->len % dev->timing->max_packet == 0)
		core_transfer_append(t, 0, 4);
}
