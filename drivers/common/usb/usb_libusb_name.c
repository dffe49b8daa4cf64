/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A device by its id, or by its place as lsusb -t and sysfs number it. */

#include <ctype.h>
#include <stdlib.h>

#include "usb_libusb_name.h"

/* "HHHH:HHHH" */
static bool
parse_id(const char *s, struct usb_libusb_name *name)
{
	unsigned int i;

	for (i = 0; i < 9; i++)
		if (i == 4 ? s[i] != ':' : !isxdigit((unsigned char)s[i]))
			return false;
	if (s[9] != '\0')
		return false;
	name->by_id = true;
	name->id.vendor = strtoul(s, NULL, 16);
	name->id.product = strtoul(s + 5, NULL, 16);
	return true;
}

/* 1 to 255, and what stands behind; NULL: it is no such number. */
static const char *
parse_number(const char *s, uint8_t *n)
{
	unsigned int v = 0, digits;

	for (digits = 0; digits < 3 && isdigit((unsigned char)s[digits]); digits++)
		v = v * 10 + s[digits] - '0';
	*n = v;
	return digits == 0 || v == 0 || v > UINT8_MAX || isdigit((unsigned char)s[digits]) ?
		NULL : s + digits;
}

/* "BUS-PORT[.PORT...]" */
static bool
parse_path(const char *s, struct usb_libusb_name *name)
{
	char before = '-';

	s = parse_number(s, &name->bus);
	for (; s != NULL && *s == before && name->nb_ports < USB_LIBUSB_PORTS_MAX; before = '.')
		s = parse_number(s + 1, &name->ports[name->nb_ports++]);
	return s != NULL && *s == '\0' && name->nb_ports != 0;
}

bool
usb_libusb_name_parse(const char *s, struct usb_libusb_name *name)
{
	*name = (struct usb_libusb_name){ 0 };
	return parse_id(s, name) || parse_path(s, name);
}
