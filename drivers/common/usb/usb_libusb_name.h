/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_LIBUSB_NAME_H
#define USB_LIBUSB_NAME_H

/* What usb_libusb_args.device says. */

#include <stdbool.h>
#include <stdint.h>

#include "usb_transport.h"

#define USB_LIBUSB_PORTS_MAX	7	/* tiers below a root hub, USB 3.2 10.1 */

struct usb_libusb_name {
	bool by_id;
	struct usb_id id;			/* by_id */
	uint8_t bus;				/* else, from 1 on ... */
	uint8_t ports[USB_LIBUSB_PORTS_MAX];	/* ... as these */
	int nb_ports;				/* at least 1 */
};

/* "VID:PID" or "BUS-PORT[.PORT...]"; false: of neither form. */
bool usb_libusb_name_parse(const char *s, struct usb_libusb_name *name);

#endif /* USB_LIBUSB_NAME_H */
