/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "mt7921u/mt7921u.h"
#include "rtw89/ax.h"
#include "rtw89/rtl8922au.h"
#include "usb_device.h"

static const struct usb_device_ops *const chips[] = {
	&rtl8922au_ops,
	&rtl8852cu_ops,
	&rtl8852bu_ops,
	&rtl8852au_ops,
	&rtl8851bu_ops,
	&mt7921u_ops,
};

#define N_CHIPS (sizeof(chips) / sizeof(chips[0]))

const struct usb_device_ops *
usb_device_find(const char *chip)
{
	unsigned int i;

	for (i = 0; i < N_CHIPS; i++)
		if (strcmp(chips[i]->chip, chip) == 0)
			return chips[i];
	return NULL;
}

const char *
usb_device_chip(unsigned int i)
{
	return i < N_CHIPS ? chips[i]->chip : NULL;
}
