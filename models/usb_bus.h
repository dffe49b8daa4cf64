/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_BUS_H
#define USB_BUS_H

/*
 * How long a bulk transfer keeps the bus busy: a fixed part for each
 * transfer and a part that goes with its bytes. One device alone on the bus,
 * no errors, a host controller that polls without pause.
 */

#include <stdint.h>

#include "usb_device.h"

struct usb_bus_timing {
	uint32_t max_packet;	/* of a bulk endpoint, bytes */
	uint32_t transfer_ns;	/* for each transfer */
	uint64_t bytes_per_second;
};

const struct usb_bus_timing *usb_bus_timing(enum usb_speed speed);

/* From the start of a transfer until so many of its bytes are over. */
uint64_t usb_bus_ns(const struct usb_bus_timing *timing, uint32_t bytes);

/* Whole packets that are over when a transfer has run for so long. */
uint32_t usb_bus_bytes(const struct usb_bus_timing *timing, uint64_t ns);

#endif /* USB_BUS_H */
