/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTL8922AU_SWITCH_SET_H
#define RTL8922AU_SWITCH_SET_H

#include <stdbool.h>

struct usb_device;

int r8922_switch_set(struct usb_device *dev, const char *name, const char *value);

/* Switch number i: name, values with the default first, and a line of help. */
bool r8922_switch_list(unsigned int i, const char **name, const char **values,
		       const char **help);

#endif /* RTL8922AU_SWITCH_SET_H */
