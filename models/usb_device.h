/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_DEVICE_H
#define USB_DEVICE_H

/*
 * A modelled USB device, as the host at the other end of the cable sees it.
 *
 * Plain C, no DPDK, no threads, no clock: every call that may move the model
 * brings the time. Times are nanoseconds since the model's own zero and never
 * run backwards. One thread at a time may be inside a model.
 *
 * The host's loop is always the same, in real time (drivers/common/usb) or in
 * virtual time (tests, devtools/model2usbmon.c):
 *
 *     submit() free URBs -> advance(now) -> reap() until NULL
 *     -> sleep or work until next_event()
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct air;

enum usb_speed {
	USB_SPEED_HIGH,		/* USB 2, 480 Mbit/s, 512-byte bulk packets */
	USB_SPEED_SUPER,	/* USB 3 gen 1, 5 Gbit/s, 1024-byte bulk packets */
};

/* One bulk request of the host. The host owns it before submit() or submit_out()
 * and after reap() or reap_out(); the model owns it, and writes to (IN) or reads
 * (OUT) data, in between. */
struct usb_urb {
	uint8_t *data;		/* room for the transfer; OUT: its bytes */
	uint32_t size;		/* of the room, bytes; OUT: bytes to send */
	uint32_t actual;	/* set by the model: bytes that arrived or were taken */
	bool zlp;		/* OUT: the host ends a transfer of whole packets with
				 * a zero-length packet */
	int status;		/* set by the model: 0 or a negative errno */
	uint64_t done_ns;	/* set by the model: when the transfer ended on the bus */
	void *owner;		/* the host's, never read by the model */
};

/*
 * What a device says of itself, as bytes on the wire (USB 2.0 9.6, USB 3.2 9.6), for the
 * speed that it was made with.
 */
struct usb_descriptors {
	const uint8_t *device;		/* 18 bytes */
	const uint8_t *config;		/* the configuration with all behind it */
	uint16_t config_len;		/* wTotalLength */
	const uint8_t *bos;		/* NULL: none */
	uint16_t bos_len;
	const uint8_t *qualifier;	/* 10 bytes, high speed; NULL: none */
	const char *const *strings;	/* ASCII; [0] is string 1; NULL behind the last */
};

/* A SETUP packet, fields in CPU order. */
struct usb_setup {
	uint8_t bmRequestType;
	uint8_t bRequest;
	uint16_t wValue;
	uint16_t wIndex;
	uint16_t wLength;
};

struct usb_device;	/* one modelled device, opaque */

struct usb_device_ops {
	/* What a user types after model=, e.g. "rtl8922au". */
	const char *chip;
	/* One line for help texts. */
	const char *about;

	/* Options of the air that this chip can receive (air.h: most:...), for whoever
	 * opens its air to put before the user's; NULL: none. */
	const char *air_defaults;

	/* NULL: nobody has looked at one of these, it cannot be plugged in. */
	const struct usb_descriptors *(*descriptors)(const struct usb_device *dev);

	/*
	 * Make a device in its state after plug-in, or ready for frames as firmware and a
	 * driver leave it where the chip's switch boot (ready|cold) says so. air may be NULL (nothing is
	 * ever received); it is borrowed and must outlive the device.
	 * NULL when memory is short.
	 */
	struct usb_device *(*create)(enum usb_speed speed, struct air *air);

	/* Forget the device. URBs still submitted are not touched again. */
	void (*destroy)(struct usb_device *dev);

	/*
	 * Set a switch: an open question of the chip's documentation, or a fault.
	 * Names and values are listed in doc/models.rst and printed by
	 * list_switches. 0, -ENOENT for an unknown name, -EINVAL for a value
	 * that the switch does not take.
	 */
	int (*set_switch)(struct usb_device *dev, const char *name, const char *value);

	/* Switch number i: true with its name, its values (default first) and a
	 * line of help, or false past the last. */
	bool (*list_switches)(unsigned int i, const char **name,
			      const char **values, const char **help);

	/*
	 * A control request on endpoint 0. data has room for, or holds,
	 * setup->wLength bytes. Number of bytes moved, or -EPIPE when the device
	 * stalls the request. Standard requests too (USB 2.0 9.4) where there are
	 * descriptors.
	 */
	int (*control)(struct usb_device *dev, uint64_t now_ns,
		       const struct usb_setup *setup, uint8_t *data);

	/* The host has reset the port: endpoints are not halted, what they still had to
	 * move is lost where the chip loses it; the chip keeps its power and its firmware.
	 * Requests of the host are cancelled before. */
	void (*reset)(struct usb_device *dev, uint64_t now_ns);

	/*
	 * Give the device room for one bulk-IN transfer on its first IN
	 * endpoint. Served in the order of submission. 0, or -ENOSPC when
	 * USB_DEVICE_URBS_MAX are already waiting.
	 */
	int (*submit)(struct usb_device *dev, uint64_t now_ns, struct usb_urb *urb);

	/*
	 * The same on a further bulk-IN endpoint, by its address: -ENOENT when the
	 * device has none there. reap() and cancel() give the requests of all IN
	 * endpoints. NULL: the chip has, or uses, one.
	 */
	int (*submit_in)(struct usb_device *dev, uint64_t now_ns, uint8_t ep,
			 struct usb_urb *urb);

	/* Let everything happen that happens up to and including now_ns. */
	void (*advance)(struct usb_device *dev, uint64_t now_ns);

	/* Next completed URB in bus order, whose done_ns is not after the time
	 * of the last advance(); NULL when there is none. */
	struct usb_urb *(*reap)(struct usb_device *dev);

	/* Cancel: the next URB that is still submitted, unfilled, with status
	 * -ENOENT and actual 0; NULL when none is left. */
	struct usb_urb *(*cancel)(struct usb_device *dev);

	/*
	 * A bulk-OUT transfer to endpoint ep. Served in the order of submission of
	 * its endpoint; one that the chip has no room for waits, as a NAK makes it
	 * wait. 0, -ENOENT no such endpoint, -ENOSPC when USB_DEVICE_URBS_MAX are
	 * already waiting on it.
	 */
	int (*submit_out)(struct usb_device *dev, uint64_t now_ns, uint8_t ep,
			  struct usb_urb *urb);

	/* Next completed OUT URB, status and actual set, whose done_ns is not after
	 * the time of the last advance(); NULL when there is none. */
	struct usb_urb *(*reap_out)(struct usb_device *dev);

	/* Cancel: the next OUT URB that is still submitted, with status -ENOENT,
	 * none of it taken; NULL when none is left. */
	struct usb_urb *(*cancel_out)(struct usb_device *dev);

	/*
	 * Cancel this one, IN or OUT, as the two above do: true, or false when it is not
	 * submitted or has completed. The others of its endpoint keep their order.
	 */
	bool (*cancel_urb)(struct usb_device *dev, struct usb_urb *urb);

	/*
	 * From now on a line of comma-separated values for each frame that the chip
	 * hands up goes to file, a FILE * of the caller's that outlives the device or
	 * the next call; NULL: no more. Times, rates and signals in units of the air,
	 * "-" where the chip says nothing; the first line names the columns. May be
	 * NULL: the model has no such log.
	 */
	void (*log_frames)(struct usb_device *dev, void *file);

	/* Time of the next thing that advance() would do without further input
	 * from the host; UINT64_MAX when it would do nothing for ever. */
	uint64_t (*next_event)(const struct usb_device *dev);

	/* Counter number i: true and its name and value, or false past the last.
	 * The list and its order never change for one chip. A name that ends in
	 * _now is a state; all others count up. */
	bool (*counter)(const struct usb_device *dev, unsigned int i,
			const char **name, uint64_t *value);
};

#define USB_DEVICE_URBS_MAX 256

/* The model of a chip, NULL when there is none. usb_device_chip(i) names the
 * i-th chip for error messages, NULL past the last. */
const struct usb_device_ops *usb_device_find(const char *chip);
const char *usb_device_chip(unsigned int i);

#endif /* USB_DEVICE_H */
