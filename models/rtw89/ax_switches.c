/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../parse.h"
#include "ax.h"

void
ax_switches_default(struct rtw89 *chip)
{
	chip->ax.layout = (struct ax_layout){ .drv_unit = chip->kind->ax_drv_unit };
}

/* vendor: what the vendor driver is ready for beyond Linux: MAC info before the frame and
 * one unit of drv_info, with a PHY report in it on the 8852C. */
static bool
set_layout(struct usb_device *dev, const char *value)
{
	struct rtw89 *chip = rtw89_of(dev);

	if (strcmp(value, "plain") != 0 && strcmp(value, "vendor") != 0)
		return false;
	ax_switches_default(chip);
	if (strcmp(value, "vendor") != 0)
		return true;
	chip->ax.layout.mac_info = true;
	chip->ax.layout.drv_info = 1;
	chip->ax.layout.phy_report = true;
	return true;
}

static bool
set_drvunit(struct usb_device *dev, const char *value)
{
	uint8_t unit = strcmp(value, "16") == 0 ? 16 : 8;

	if (unit == 8 && strcmp(value, "8") != 0)
		return false;
	rtw89_of(dev)->ax.layout.drv_unit = unit;
	return true;
}

/* Only the 8852C has one, and it lies in drv_info. */
static bool
set_phyrpt(struct usb_device *dev, const char *value)
{
	struct ax_layout *layout = &rtw89_of(dev)->ax.layout;
	bool on;

	if (!model_parse_bool(value, &on) || (on && !rtw89_of(dev)->kind->ax_v1))
		return false;
	layout->phy_report = on;
	if (on && layout->drv_info == 0)
		layout->drv_info = 1;
	return true;
}

#define LAYOUT(dev) (rtw89_of(dev)->ax.layout)

CORE_SWITCH_SETTER(shift, core_switch_small(value, 3, &LAYOUT(dev).shift))
CORE_SWITCH_SETTER(drvinfo, core_switch_small(value, 7, &LAYOUT(dev).drv_info))
CORE_SWITCH_SETTER(macinfo, core_switch_either(value, "0", "1", &LAYOUT(dev).mac_info))
CORE_SWITCH_SETTER(reading, core_switch_either(value, "vendor", "linux",
					       &LAYOUT(dev).linux_reading))
CORE_SWITCH_SETTER(csum, core_switch_either(value, "0", "1", &LAYOUT(dev).csum))
CORE_SWITCH_SETTER(cmac, core_switch_either(value, "on", "off",
					    &rtw89_of(dev)->ax.cmac_off))

/* What only the AX generation asks. */
const struct core_switch ax_switches[] = {
	{ "fifo", "BYTES", "receive buffer, 2048 up; default by chip and speed",
	  core_set_fifo },
	{ "layout", "plain|vendor", "nothing between descriptor and packet, or MAC info and "
	  "a unit of drv_info", set_layout },
	{ "shift", "0|1..3", "SHIFT, 2 bytes each before the packet", set_shift },
	{ "drvinfo", "0|1..7", "DRV_INFO_SIZE", set_drvinfo },
	{ "drvunit", "8|16", "bytes of a DRV_INFO_SIZE unit; default 16 on the 8852C",
	  set_drvunit },
	{ "macinfo", "0|1", "MAC_INFO_VLD on frames, 4 bytes before the packet",
	  set_macinfo },
	{ "reading", "vendor|linux", "the packet stands where the vendor driver looks for "
	  "it, or behind drv_info x 8", set_reading },
	{ "phyrpt", "0|1", "8852C: PHY report in drv_info", set_phyrpt },
	{ "csum", "0|1", "CHKSUM_OFFLOAD_EN, and 8 bytes behind the padded frame",
	  set_csum },
	{ "cmac", "on|off", "registers 0xC000 to 0xFFFF read 0xDEADBEEF until 0xC004 is "
	  "written", set_cmac },
	{ NULL, NULL, NULL, NULL },
};
