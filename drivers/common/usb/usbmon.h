/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USBMON_H
#define USBMON_H

/*
 * One record of a usbmon capture. Two link types exist: 189 with a header of 48
 * bytes and 220 with one of 64 (Documentation/usb/usbmon.rst in torvalds/linux;
 * LINKTYPE_USB_LINUX and LINKTYPE_USB_LINUX_MMAPPED of the libpcap project).
 * Header fields have the byte order of the capturing host.
 */

#include <stdbool.h>
#include <stdint.h>

struct usbmon_urb {
	uint64_t id;		/* pairs submission and completion */
	char event;		/* 'S' submit, 'C' complete, 'E' submit error */
	uint8_t xfer_type;	/* 0 iso, 1 interrupt, 2 control, 3 bulk */
	uint8_t endpoint;	/* address, bit 7 set for IN */
	uint8_t device;
	uint16_t bus;
	uint64_t time_us;	/* of the capturing host's clock, since 1970 */
	int32_t status;		/* of a completion: 0 or a negative Linux errno */
	uint32_t urb_len;	/* bytes that the device moved */
	uint32_t data_len;	/* bytes of data that the record holds */
	const uint8_t *data;	/* inside the record; NULL when data_len is 0 */
	uint8_t setup[8];	/* submission of a control request: USB 2.0 9.3, as on
				 * the wire; else it means nothing */
};

enum usbmon_verdict {
	USBMON_OK,
	USBMON_SHORT,		/* record shorter than its header */
	USBMON_BAD_LENGTH,	/* lengths or iso descriptors that cannot be */
	USBMON_TRUNCATED,	/* header is good, data cut by the snap length */
};

/*
 * Read one record of caplen bytes at any alignment. mmapped: link type 220.
 * swapped: the file's byte order is not this host's. On USBMON_OK and
 * USBMON_TRUNCATED all of urb is set, else nothing of it.
 */
enum usbmon_verdict usbmon_parse(const uint8_t *rec, uint32_t caplen,
				 bool mmapped, bool swapped,
				 struct usbmon_urb *urb);

#endif /* USBMON_H */
