/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

/*
 * Who has the bus. It is given in the order in which pipes ask, and a pipe asks
 * again when its transfer is over, so busy pipes take turns. At high speed both
 * directions share it (USB 2.0 is half duplex); SuperSpeed has a pair of wires
 * for each.
 */

uint64_t
core_bus_take(struct usb_device *dev, uint64_t *free_ns, uint64_t now_ns, uint32_t bytes,
	      uint64_t *end_ns)
{
	uint64_t start_ns = *free_ns > now_ns ? *free_ns : now_ns;

	*end_ns = start_ns + usb_bus_ns(dev->timing, bytes);
	*free_ns = *end_ns;
	if (dev->speed == USB_SPEED_HIGH)
		dev->bus_in_free_ns = dev->bus_out_free_ns = *end_ns;
	return start_ns;
}

void
core_bus_give_back(struct usb_device *dev, uint64_t *free_ns, uint64_t end_ns)
{
	if (*free_ns != end_ns || end_ns <= dev->now_ns)
		return;
	*free_ns = dev->now_ns;
	if (dev->speed == USB_SPEED_HIGH)
		dev->bus_in_free_ns = dev->bus_out_free_ns = dev->now_ns;
}
