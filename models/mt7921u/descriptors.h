/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_DESCRIPTORS_H
#define MT7921U_DESCRIPTORS_H

#include "../usb_device.h"

/* composite: Bluetooth on interfaces 0 - 2, Wi-Fi on 3. */
const struct usb_descriptors *mt7921_usb_descriptors(enum usb_speed speed, bool composite);

#endif /* MT7921U_DESCRIPTORS_H */
