/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef SEAM_LIBUSB_H
#define SEAM_LIBUSB_H

/* The libusb back end on a scripted device that always has something. */

#include "usb_transport.h"

int seam_libusb_open(const struct usb_transport_conf *conf, struct usb_transport **t);

/* The devices: none of them is open any more. */
void seam_libusb_remove(void);

#endif /* SEAM_LIBUSB_H */
