/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../parse.h"
#include "chan_idx.h"
#include "rtw89.h"

/* Each switch is a question that nothing public answers, or a fault to try a
 * driver with. The first value is the default. */

void
rtw89_switches_default(struct rtw89 *chip, enum usb_speed speed)
{
	chip->dev.sw.fifo_bytes = chip->kind->quota[speed].max;
	chip->sw.c2h_ppdus = 50;
	chip->sw.chan_idx = 0x20;	/* channel 36 */
	chip->sw.ctrl_long = true;	/* as every WIFI unit (rtl8852cu rxdesc.h) */
	if (chip->kind->defaults != NULL)
		chip->kind->defaults(chip);
}

#define EITHER(name, no, yes, field) \
	CORE_SWITCH_SETTER(name, core_switch_either(value, no, yes, \
						    &rtw89_of(dev)->sw.field))
#define NUMBER(name, field) \
	CORE_SWITCH_SETTER(name, core_switch_number(value, 0, UINT32_MAX, \
						    &rtw89_of(dev)->sw.field))

EITHER(need_en, "0", "1", need_en)
EITHER(smallpkt, "ignore", "stall", small_stall)
EITHER(rxcnt, "0", "1", rx_cnt)
EITHER(bb, "0", "1", bb_sel)
EITHER(ctrlrxd, "short", "long", ctrl_long)
NUMBER(c2h, c2h_ppdus)
NUMBER(agg_reg_from, agg_reg_from)
NUMBER(badlen, badlen)
NUMBER(zerolen, zerolen)
NUMBER(unknown, unknown)
CORE_SWITCH_SETTER(pad, core_switch_either(value, "0", "1", &dev->sw.pad_last))
CORE_SWITCH_SETTER(channel, chan_idx_parse(value, &rtw89_of(dev)->sw.chan_idx))
CORE_SWITCH_SETTER(pathb, core_switch_small(value, 60, &rtw89_of(dev)->sw.path_b_db))
CORE_SWITCH_SETTER(plcp, core_switch_small(value, 255, &rtw89_of(dev)->sw.plcp))

static bool
set_register(struct usb_device *dev, uint32_t address, const char *value)
{
	uint64_t v;

	return model_parse_u64(value, 0, UINT32_MAX, &v) &&
	       rtw89_regs_set(&rtw89_of(dev)->regs, address, (uint32_t)v);
}

CORE_SWITCH_SETTER(rxagg0, set_register(dev, rtw89_of(dev)->kind->rxagg_0, value))
CORE_SWITCH_SETTER(rxagg1, set_register(dev, rtw89_of(dev)->kind->rxagg_1, value))
CORE_SWITCH_SETTER(fltr, set_register(dev, rtw89_of(dev)->kind->rx_fltr_opt, value))

/* fifo:, by what the bytes are called in the driver's tables. */
static bool
set_quota(struct usb_device *dev, const char *value)
{
	const struct rtw89_quota *q = &rtw89_of(dev)->kind->quota[dev->speed];
	const struct { const char *name; uint32_t bytes; } list[] = {
		{ "max", q->max }, { "min", q->min },
		{ "scc-max", q->scc_max }, { "scc-min", q->scc_min },
	};
	unsigned int i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (strcmp(value, list[i].name) == 0 && list[i].bytes != 0) {
			dev->sw.fifo_bytes = list[i].bytes;
			return true;
		}
	return false;
}

static bool
set_reset(struct usb_device *dev, const char *value)
{
	if (strcmp(value, "open") == 0)
		return rtw89_reset_open(rtw89_of(dev));
	return strcmp(value, "cold") == 0 && rtw89_reset_cold(rtw89_of(dev));
}

static bool
set_mac(struct usb_device *dev, const char *value)
{
	struct rtw89 *chip = rtw89_of(dev);
	uint8_t mac[6];

	return model_parse_mac(value, mac) && rtw89_mac_set(chip, mac);
}

const struct core_switch rtw89_switches[] = {
	{ "pad", "0|1", "last unit of a transfer padded too", set_pad },
	{ "need_en", "0|1", "nothing is received while RXAGG EN is 0", set_need_en },
	{ "smallpkt", "ignore|stall", "RXAGG_1 other than 0x1F holds small units for good",
	  set_smallpkt },
	{ "c2h", "50|N", "a C2H event after every N PPDUs, 0 none", set_c2h },
	{ "mac", "02:22:8a:00:00:01", "own MAC address", set_mac },
	{ "reset", "open|cold", "registers after plug-in: a chip that receives, or all 0",
	  set_reset },
	{ "quota", "max|min|scc-max|scc-min", "receive buffer: most or least of cma0_dma's "
	  "pages, 8922A also of one band", set_quota },
	{ "agg-reg", "ok|dead|clamp|stall", "fault: writes to RXAGG are ignored, hold 4 at "
	  "most, refused", rtw89_agg_reg_set },
	{ "agg-reg-from", "1|N", "... from the N-th write on", set_agg_reg_from },
	{ "rxagg0", "0", "RXAGG_0 after plug-in", set_rxagg0 },
	{ "rxagg1", "0", "RXAGG_1 after plug-in", set_rxagg1 },
	{ "fltr", "V", "RX_FLTR_OPT after plug-in", set_fltr },
	{ "plcp", "0|N", "PLCP copy in PPDU status, 8 bytes each", set_plcp },
	{ "rxcnt", "0|1", "receive counters in PPDU status", set_rxcnt },
	{ "channel", "5g36|2g1..2g14|5gN|6gN", "channel in PPDU status", set_channel },
	{ "pathb", "0|N", "path B receives N dB less, to 60", set_pathb },
	{ "bb", "0|1", "BB_SEL: frames come from the second PHY", set_bb },
	{ "ctrlrxd", "long|short", "descriptor of control frames", set_ctrlrxd },
	{ "badlen", "0|N", "fault: every N-th frame claims 16383 bytes", set_badlen },
	{ "zerolen", "0|N", "fault: a unit of length 0 after every N-th frame",
	  set_zerolen },
	{ "unknown", "0|N", "fault: a unit of type 15 after every N-th frame",
	  set_unknown },
	{ NULL, NULL, NULL, NULL },
};
