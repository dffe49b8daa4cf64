/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTL8922AU_H
#define RTL8922AU_H

#include "../usb_device.h"

extern const struct usb_device_ops rtl8922au_ops;

#endif /* RTL8922AU_H */
