/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_LOG_H
#define USB_LOG_H

#include <rte_log.h>

extern int usb_logtype;	/* pmd.common.usb */

#define USB_LOG(level, port, fmt, ...) \
	rte_log(RTE_LOG_ ## level, usb_logtype, "USB: %s: " fmt "\n", \
		port, ## __VA_ARGS__)

#endif /* USB_LOG_H */
