/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which chip a real device has: the one whose list has its id. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "wport.h"

static bool
has_id(const struct wport_chip *chip, const struct usb_id *id)
{
	const struct usb_id *known = chip->usb_ids;

	for (; known != NULL && known->vendor != 0; known++)
		if (known->vendor == id->vendor && known->product == id->product)
			return true;
	return false;
}

static void
list_ids(const struct wport_chip *chip, char *text, size_t size)
{
	const struct usb_id *known = chip->usb_ids;
	size_t len;

	for (; known != NULL && known->vendor != 0; known++) {
		len = strlen(text);
		snprintf(text + len, size - len, "%s%04x:%04x", len == 0 ? "" : ", ",
			 known->vendor, known->product);
	}
}

static int
find_chip_by_id(struct wport *port, const struct usb_id *id)
{
	char text[512] = "";
	const struct wport_chip *chip;
	unsigned int i;

	for (i = 0; (chip = port->family->chip_at(i)) != NULL; i++) {
		if (has_id(chip, id)) {
			port->chip = chip;
			return 0;
		}
		list_ids(chip, text, sizeof(text));
	}
	WPORT_LOG(ERR, port, "usb=%s: %04x:%04x is none of the devices that are known: %s; "
		  "chip= says which it is all the same", port->conf.usb, id->vendor,
		  id->product, text);
	return -ENODEV;
}

int
wport_find_usb_chip(struct wport *port)
{
	struct usb_id id;
	int ret;

	if (!port->family->brings_up) {
		WPORT_LOG(ERR, port, "usb=: this driver brings up no real device; use model= or "
			  "replay=");
		return -EINVAL;
	}
	ret = usb_libusb_identify(port->name, port->conf.usb, &id);
	return ret != 0 ? ret : find_chip_by_id(port, &id);
}
