/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CORE_STANDARD_H
#define CORE_STANDARD_H

/* The requests of USB 2.0 9.4 and USB 3.2 9.4, and what they set. */

#include <stdbool.h>
#include <stdint.h>

#include "../usb_device.h"

#define CORE_INTERFACES_MAX 8

struct core_standard {
	uint8_t configuration;		/* 0: none yet */
	uint8_t alt[CORE_INTERFACES_MAX];
	bool remote_wakeup;
	bool u1, u2;			/* SuperSpeed: link states that the device may ask for */
	uint32_t halted;		/* endpoints: bit number, IN 16 above */
};

/* Is the request one of these? Not where the chip has no descriptors. */
bool core_standard_takes(const struct usb_device *dev, const struct usb_setup *setup);

/* As usb_device_ops.control. */
int core_standard_control(struct usb_device *dev, const struct usb_setup *setup, uint8_t *data);

/* Does the endpoint answer with STALL? */
bool core_halted(const struct usb_device *dev, uint8_t ep);

/* As after plug-in. */
void core_standard_reset(struct usb_device *dev);

#endif /* CORE_STANDARD_H */
