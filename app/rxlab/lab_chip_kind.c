/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stddef.h>
#include <string.h>

#include "rtw89u_agg.h"

#include "lab_chip_kind.h"

static bool
next_be(struct wport_walk *walk, struct wport_unit *unit)
{
	return rtw89u_walk_next(walk, unit);
}

static bool
is_frame_be(const struct wport_unit *unit)
{
	return rtw89u_rxd_type(unit->rxd0) == RTW89U_RPKT_WIFI;
}

static struct wlan_rxinfo
info_be(const struct wport_unit *unit)
{
	return rtw89u_rxd_decode_info(unit->rxd);
}

/* What the 8852C has of its own is not in what frames a unit. */
static bool
next_ax(struct wport_walk *walk, struct wport_unit *unit)
{
	return rtw89u_walk_next_ax(walk, rtw89u_ax_layout(false, false), unit);
}

static bool
is_frame_ax(const struct wport_unit *unit)
{
	return rtw89u_ax_type(unit->rxd0) == RTW89U_RPKT_WIFI;
}

static struct wlan_rxinfo
info_ax(const struct wport_unit *unit)
{
	return rtw89u_ax_decode_info(unit->rxd, unit->rxd0);
}

/* What Linux's driver leaves in the registers of the receive path, with its values for a
 * monitor: morrownr/rtw89 mac.c, mac_be.c, usb.c. devtools/model2usbmon.c has them too. */
#define AX_BEFORE(hci_func_en) { \
	{ hci_func_en, 0x3 }, { 0x9C00, 0x3 }, { 0xCE28, 0x55555555 }, \
	{ 0xCE24, 0x55555555 }, { 0xCE2C, 0x55555555 }, { 0xCE20, 0x03174439 }, }
#define AX_AFTER { { 0x9C18, 0x1 }, { 0xCE40, 0x2B } }
#define HOLD .hold_step_us = 32, .hold_max_us = 255 * 32
#define BE .next = next_be, .is_frame = is_frame_be, .info = info_be
#define AX .next = next_ax, .is_frame = is_frame_ax, .info = info_ax
#define AX_8900(chip) { \
	.name = chip, .before = AX_BEFORE(0x8380), .after = AX_AFTER, .rxagg_0 = 0x8900, \
	.size_step_kib = 4, .size_max_kib = 1020, HOLD, .window = 256, AX, }

static const struct lab_chip_kind kinds[] = {
	{
		.name = "rtl8922au",
		.before = {
			{ 0x7880, 0x3 }, { 0x9C00, 0x1 }, { 0x11428, 0xFFFF },
			{ 0x11424, 0xFFFF }, { 0x1142C, 0xFFFF }, { 0x11420, 0x0F174039 },
		},
		.after = {
			{ 0x9C30, 0x3 }, { 0x11440, 0x6D }, { 0x11400, 0x20F28010 },
			{ 0x11470, 0x1 },
		},
		.rxagg_0 = 0x6000, .rxagg_1 = 0x6004,
		.size_step_kib = 1, .size_max_kib = 1023, HOLD, .window = 1024,
		BE,
	},
	{
		.name = "rtl8852cu",
		.before = AX_BEFORE(0x7880), .after = AX_AFTER,
		.rxagg_0 = 0x6000, .rxagg_1 = 0x6004,
		.size_step_kib = 1, .size_max_kib = 1023, HOLD, .window = 256,
		AX,
	},
	AX_8900("rtl8852bu"),
	AX_8900("rtl8852au"),
	AX_8900("rtl8851bu"),
};

const struct lab_chip_kind *
lab_chip_kind_at(unsigned int i)
{
	return i < sizeof(kinds) / sizeof(kinds[0]) ? &kinds[i] : NULL;
}

const struct lab_chip_kind *
lab_chip_kind_find(const char *name)
{
	const struct lab_chip_kind *kind;
	unsigned int i;

	for (i = 0; (kind = lab_chip_kind_at(i)) != NULL; i++)
		if (strcmp(kind->name, name) == 0)
			return kind;
	return NULL;
}
