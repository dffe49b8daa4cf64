/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT7921U_H
#define MT7921U_H

#include "../usb_device.h"

extern const struct usb_device_ops mt7921u_ops;

#endif /* MT7921U_H */
