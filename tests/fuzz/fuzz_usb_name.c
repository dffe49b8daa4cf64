/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What usb= says. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "usb/usb_libusb_name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

/* As lsusb writes it. */
static void
write_name(const struct usb_libusb_name *name, char *text, size_t size)
{
	size_t at;
	int i;

	if (name->by_id) {
		snprintf(text, size, "%04x:%04x", name->id.vendor, name->id.product);
		return;
	}
	at = snprintf(text, size, "%u", name->bus);
	for (i = 0; i < name->nb_ports; i++)
		at += snprintf(text + at, size - at, "%c%u", i == 0 ? '-' : '.',
			       name->ports[i]);
	must(at < size);
}

/* What usb_libusb_name.h promises, and that it means the same when it is written again. */
static void
check(const struct usb_libusb_name *name, size_t len)
{
	struct usb_libusb_name again;
	char text[64];
	int i;

	if (name->by_id) {
		must(len == 9 && name->nb_ports == 0 && name->bus == 0);
	} else {
		must(name->bus != 0 && name->nb_ports >= 1 &&
		     name->nb_ports <= USB_LIBUSB_PORTS_MAX);
		for (i = 0; i < name->nb_ports; i++)
			must(name->ports[i] != 0);
	}
	write_name(name, text, sizeof(text));
	must(usb_libusb_name_parse(text, &again));
	must(again.by_id == name->by_id && again.id.vendor == name->id.vendor &&
	     again.id.product == name->id.product && again.bus == name->bus &&
	     again.nb_ports == name->nb_ports &&
	     memcmp(again.ports, name->ports, sizeof(again.ports)) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct usb_libusb_name name;
	char *s = malloc(size + 1);

	if (s == NULL)
		return 0;
	memcpy(s, data, size);
	s[size] = '\0';
	if (usb_libusb_name_parse(s, &name))
		check(&name, strlen(s));
	free(s);
	return 0;
}
