/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_WALK_H
#define USB_WALK_H

/* Interfaces and endpoints out of a configuration's bytes (USB 2.0 9.6.3 - 9.6.6). */

#include <stdbool.h>
#include <stdint.h>

#include "usb_device.h"

#define USB_ENDPOINT_TYPE 3	/* of attributes: 0 control, 1 isochronous, 2 bulk, 3 interrupt */

struct usb_walk_interface {
	uint8_t number, alt;
	uint8_t class, subclass, protocol;
};

struct usb_walk_endpoint {
	uint8_t interface, alt;	/* that it belongs to */
	uint8_t address, attributes, interval;
	uint16_t max_packet;
};

/* Number i of the configuration in descriptor order; false past the last. */
bool usb_walk_interface(const struct usb_descriptors *d, unsigned int i,
			struct usb_walk_interface *interface);
bool usb_walk_endpoint(const struct usb_descriptors *d, unsigned int i,
		       struct usb_walk_endpoint *endpoint);

#endif /* USB_WALK_H */
