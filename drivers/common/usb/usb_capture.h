/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_CAPTURE_H
#define USB_CAPTURE_H

/* A usbmon capture file being read, through libpcap. Knows no transport. */

#include <stdbool.h>
#include <stdint.h>

#include <pcap/pcap.h>

#include "usbmon.h"

struct usb_capture {
	pcap_t *pcap;
	bool mmapped;		/* link type 220 */
	uint64_t records;	/* read so far */
};

/* 0, or -ENOENT and friends from the file system, -EBADMSG not a capture,
 * -EPROTONOSUPPORT another link type; one error line logged under port. */
int usb_capture_open(struct usb_capture *c, const char *port, const char *file);

/*
 * 1: a record was read, urb set as the verdict says, its data good until the
 * next call. 0: end of the file. -EBADMSG: cut or damaged, see
 * usb_capture_error(). Logs nothing.
 */
int usb_capture_next(struct usb_capture *c, struct usbmon_urb *urb,
		     enum usbmon_verdict *verdict);

/* What was wrong, for a log line. */
const char *usb_capture_error(const struct usb_capture *c);

/* May be called twice, and on a zeroed structure. */
void usb_capture_close(struct usb_capture *c);

#endif /* USB_CAPTURE_H */
