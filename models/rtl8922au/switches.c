/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "../parse.h"
#include "chip.h"
#include "switch_set.h"

/*
 * Each switch is a question that nothing public answers, or a fault to try a
 * driver with. The first value is the default.
 */

/* PLE maximum quota of cma0_dma, pages of 256 bytes, in the tables that Linux
 * uses when the chip runs both bands (morrownr/rtw89 rtw8922a.c, mac.c). */
#define FIFO_SUPER (127u * 256)
#define FIFO_HIGH (932u * 256)
#define FIFO_MIN 2048u

void
r8922_switches_default(struct switches *sw, enum usb_speed speed)
{
	memset(sw, 0, sizeof(*sw));
	sw->fifo_bytes = speed == USB_SPEED_SUPER ? FIFO_SUPER : FIFO_HIGH;
	sw->c2h_ppdus = 50;
	sw->ctrl_long = true;	/* as every WIFI unit (rtl8852cu rxdesc.h) */
}

typedef bool (*setter)(struct usb_device *dev, const char *value);

/* value is one of two words: which one. */
static bool
either(const char *value, const char *no, const char *yes, bool *out)
{
	if (strcmp(value, no) != 0 && strcmp(value, yes) != 0)
		return false;
	*out = strcmp(value, yes) == 0;
	return true;
}

static bool
number(const char *value, uint64_t min, uint64_t max, uint32_t *out)
{
	uint64_t v;

	if (!model_parse_u64(value, min, max, &v))
		return false;
	*out = (uint32_t)v;
	return true;
}

static bool
small_number(const char *value, uint64_t max, uint8_t *out)
{
	uint32_t v;

	if (!number(value, 0, max, &v))
		return false;
	*out = (uint8_t)v;
	return true;
}

#define SETTER(name, expression) \
	static bool set_##name(struct usb_device *dev, const char *value) \
	{ \
		return expression; \
	}

SETTER(timer, either(value, "first", "restart", &dev->sw.timer_restart))
SETTER(size, either(value, "before", "after", &dev->sw.size_after))
SETTER(pad, either(value, "0", "1", &dev->sw.pad_last))
SETTER(need_en, either(value, "0", "1", &dev->sw.need_en))
SETTER(smallpkt, either(value, "ignore", "stall", &dev->sw.small_stall))
SETTER(full, either(value, "close", "wait", &dev->sw.full_wait))
SETTER(rxcnt, either(value, "0", "1", &dev->sw.rx_cnt))
SETTER(bb, either(value, "0", "1", &dev->sw.bb_sel))
SETTER(ctrlrxd, either(value, "short", "long", &dev->sw.ctrl_long))
SETTER(fifo, number(value, FIFO_MIN, 1u << 30, &dev->sw.fifo_bytes))
SETTER(c2h, number(value, 0, UINT32_MAX, &dev->sw.c2h_ppdus))
SETTER(ehttype, small_number(value, 255, &dev->sw.eht_type))
SETTER(shift, small_number(value, 3, &dev->sw.shift))
SETTER(drvinfo, small_number(value, 3, &dev->sw.drv_info))
SETTER(hdrcnv, small_number(value, 3, &dev->sw.hdr_cnv))
SETTER(plcp, small_number(value, 255, &dev->sw.plcp))
SETTER(eproto, number(value, 0, UINT32_MAX, &dev->sw.eproto))
SETTER(badlen, number(value, 0, UINT32_MAX, &dev->sw.badlen))
SETTER(zerolen, number(value, 0, UINT32_MAX, &dev->sw.zerolen))
SETTER(unknown, number(value, 0, UINT32_MAX, &dev->sw.unknown))

static bool
set_zlp(struct usb_device *dev, const char *value)
{
	if (strcmp(value, "ideal") == 0)
		dev->sw.zlp = ZLP_IDEAL;
	else if (strcmp(value, "sent") == 0)
		dev->sw.zlp = ZLP_SENT;
	else if (strcmp(value, "join") == 0)
		dev->sw.zlp = ZLP_JOIN;
	else
		return false;
	return true;
}

static bool
set_register(struct usb_device *dev, uint32_t address, const char *value)
{
	uint64_t v;

	return model_parse_u64(value, 0, UINT32_MAX, &v) &&
	       r8922_regs_set(&dev->regs, address, (uint32_t)v);
}

SETTER(rxagg0, set_register(dev, REG_RXAGG_0, value))
SETTER(rxagg1, set_register(dev, REG_RXAGG_1, value))
SETTER(fltr, set_register(dev, REG_RX_FLTR_OPT, value))

static bool
set_reset(struct usb_device *dev, const char *value)
{
	if (strcmp(value, "open") == 0)
		return r8922_reset_registers(&dev->regs);
	return strcmp(value, "cold") == 0 && r8922_reset_cold(&dev->regs);
}

static bool
set_mac(struct usb_device *dev, const char *value)
{
	uint8_t mac[6];

	return model_parse_mac(value, mac) && r8922_regs_set_bytes(&dev->regs, REG_MACID, mac, 6);
}

static const struct {
	const char *name, *values, *help;
	setter set;
} list[] = {
	{ "timer", "first|restart", "hold counts from the first unit, or from the last",
	  set_timer },
	{ "size", "before|after", "size limit: never exceeded, or by one unit", set_size },
	{ "pad", "0|1", "last unit of a transfer padded to 16 bytes", set_pad },
	{ "zlp", "ideal|sent|join", "transfer of whole packets: request ends anyhow, "
	  "by a zero-length packet, or with a later transfer", set_zlp },
	{ "need_en", "0|1", "nothing is received while RXAGG EN is 0", set_need_en },
	{ "smallpkt", "ignore|stall", "RXAGG_1 other than 0x1F holds small units for good",
	  set_smallpkt },
	{ "full", "close|wait", "a full FIFO closes the open aggregate", set_full },
	{ "fifo", "BYTES", "receive buffer, 2048 up; default 32512 SuperSpeed, 238592 "
	  "high speed", set_fifo },
	{ "c2h", "50|N", "a C2H event after every N PPDUs, 0 none", set_c2h },
	{ "mac", "02:22:8a:00:00:01", "own MAC address", set_mac },
	{ "reset", "open|cold", "registers after plug-in: a chip that receives, or all 0",
	  set_reset },
	{ "rxagg0", "0", "RXAGG_0 after plug-in", set_rxagg0 },
	{ "rxagg1", "0", "RXAGG_1 after plug-in", set_rxagg1 },
	{ "fltr", "0x0F174039", "RX_FLTR_OPT after plug-in", set_fltr },
	{ "ehttype", "0|N", "PPDU_TYPE of EHT PPDUs", set_ehttype },
	{ "shift", "0|1..3", "SHIFT, 2 bytes each before the packet", set_shift },
	{ "drvinfo", "0|1..3", "DRV_INFO_SZ, 8 bytes each", set_drvinfo },
	{ "hdrcnv", "0|1..3", "HDR_CNV_SZ, 16 bytes each", set_hdrcnv },
	{ "plcp", "0|N", "PLCP copy in PPDU status, 8 bytes each", set_plcp },
	{ "rxcnt", "0|1", "128 bytes of receive counters in PPDU status", set_rxcnt },
	{ "bb", "0|1", "BB_SEL: frames come from the second PHY", set_bb },
	{ "ctrlrxd", "long|short", "descriptor of control frames", set_ctrlrxd },
	{ "eproto", "0|N", "fault: every N-th request ends with -EPROTO", set_eproto },
	{ "badlen", "0|N", "fault: every N-th frame claims 16383 bytes", set_badlen },
	{ "zerolen", "0|N", "fault: a unit of length 0 after every N-th frame",
	  set_zerolen },
	{ "unknown", "0|N", "fault: a unit of type 15 after every N-th frame",
	  set_unknown },
};

#define N_SWITCHES (sizeof(list) / sizeof(list[0]))

int
r8922_switch_set(struct usb_device *dev, const char *name, const char *value)
{
	unsigned int i;

	for (i = 0; i < N_SWITCHES; i++)
		if (strcmp(list[i].name, name) == 0)
			return list[i].set(dev, value) ? 0 : -EINVAL;
	return -ENOENT;
}

bool
r8922_switch_list(unsigned int i, const char **name, const char **values,
		  const char **help)
{
	if (i >= N_SWITCHES)
		return false;
	*name = list[i].name;
	*values = list[i].values;
	*help = list[i].help;
	return true;
}
