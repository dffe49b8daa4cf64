/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_USBFS_H
#define FAKE_USBFS_H

/*
 * Linux's usbfs, answered inside the process: the program exports its own ioctl(),
 * read(), lseek(), mmap(), munmap() and close(), which catch what libusb does with the
 * device nodes made here and pass the rest on. Everything above is the real libusb-1.0.
 *
 *   back end --> libusb --> ioctl() --> struct fake_usbfs --> a script  (fake_script.h)
 *                                                         or a model   (fake_model.h)
 *
 * What usbfs does is as in torvalds/linux drivers/usb/core/devio.c: a completed request
 * is on a list until it is reaped, data reach the caller's buffer then and not before, a
 * node is writable while something can be reaped, and in error once the device is gone.
 *
 * A node is the writing end of a pipe: writable when it is drained, in error when the
 * reading end is closed. Its number is not that of a usbfs node and nothing of the
 * machine is touched; no privilege is needed. Any thread may call anything.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fake_usbfs;	/* a device that is plugged in */
struct fake_urb;	/* a request of it that the back end has */

/* What of it is asked; endpoints by their address. */
struct fake_seen {
	unsigned int opens, closes;
	/* unclaimed: used without; implicit: clear-halt of what is not claimed, which
	 * makes usbfs claim it. */
	unsigned int claims, releases, unclaimed, implicit;
	unsigned int detaches, attaches;	/* of a kernel driver */
	unsigned int resets, maps, unmaps;
	unsigned int controls;			/* that descriptors do not answer */
	unsigned int submits[256], discards[256], clear_halts[256];
	unsigned int in_flight[256], in_flight_max[256];
	unsigned int busy_halts;		/* cleared with requests pending: xHCI refuses */
	unsigned int bad_discards;		/* of what was not pending */
	unsigned int bad_sizes;			/* IN, not whole packets; on endpoint 0 too */
	size_t memory, memory_max;		/* usbfs has for requests and maps */
	size_t mapped;				/* maps alone */
};

struct fake_conf {
	const uint8_t *device;		/* 18 bytes; NULL: fake_wifi_device */
	const uint8_t *config;		/* wTotalLength bytes; NULL: fake_wifi_config */
	unsigned int speed_mbps;	/* 0: 5000 */
	uint32_t caps;			/* USBDEVFS_CAP_...; 0: of xHCI */
	size_t memory_limit;		/* of usbfs, 0: none */
	uint32_t bound;			/* interfaces that a kernel driver has, a mask */
	uint32_t taken;			/* interfaces that another program has, a mask */
	unsigned int bus, address;	/* 0: 1, 2 */
	const char *path;		/* of ports, "2.3", "" a root hub; NULL: "1" */
};

/* A MT7921AU-like device: 0e8d:7961, one vendor interface, bulk-IN 0x84 and 0x85, six
 * bulk-OUT from 0x08 on; the numbers are those reported in morrownr/USB-WiFi #87. */
extern const uint8_t fake_wifi_device[18];
extern const uint8_t fake_wifi_config[];

/* Plug in; NULL: no memory. Nothing answers yet but the standard requests. conf may be
 * NULL, what it points to must outlive the device. */
struct fake_usbfs *fake_usbfs_create(const struct fake_conf *conf);

/* No file of it open. */
void fake_usbfs_destroy(struct fake_usbfs *f);

/* A file of the device, as open() of its node gives one; close() ends it. -1 and errno. */
int fake_usbfs_open(struct fake_usbfs *f);

/* How requests in flight end when the device is pulled out. */
#define FAKE_VANISH	0	/* not at all: libusb itself has to see to them */

/* Pull it out: what is in flight ends so (a negative errno, or FAKE_VANISH), all that is
 * asked from here on fails with ENODEV. */
void fake_usbfs_unplug(struct fake_usbfs *f, int status);

/* The same device, or another that is like it, is there again for those that open it. */
void fake_usbfs_replug(struct fake_usbfs *f);

/* The system sleeps: what is in flight ends with -ESHUTDOWN, and so does what is
 * submitted until fake_usbfs_wake(). Control requests are answered meanwhile when
 * awake_control, else they end so too. */
void fake_usbfs_sleep(struct fake_usbfs *f, bool awake_control);
void fake_usbfs_wake(struct fake_usbfs *f);

/* The same after a reset: usbfs has lost its claims, as seen with Linux 6.1; and, with
 * bound, the kernel's own driver has been faster than anybody else. */
void fake_usbfs_wake_reset(struct fake_usbfs *f, bool bound);

/* A snapshot. */
struct fake_seen fake_usbfs_seen(struct fake_usbfs *f);

/* Requests on an endpoint that are neither done nor discarded. */
unsigned int fake_usbfs_pending(struct fake_usbfs *f, uint8_t ep);

/* Calls that can be made to fail, besides the other USBDEVFS_... numbers of ioctl(). */
#define FAKE_CALL_ANY	0ul
#define FAKE_CALL_OPEN	1ul
#define FAKE_CALL_READ	2ul
#define FAKE_CALL_MMAP	3ul
#define FAKE_CALL_CONTROL 4ul	/* the request itself: error is its status */

#define FAKE_CALL_SUBMIT 5ul	/* USBDEVFS_SUBMITURB */

#define FAKE_EP_ANY	(-1)

/*
 * Let so many calls pass, counted from now, and count more of them fail with errno
 * error. ep is that of FAKE_CALL_SUBMIT and else FAKE_EP_ANY. FAKE_CALL_ANY: every
 * call but those that reap and discard, and unmapping, which have no excuse to fail.
 */
void fake_fail(struct fake_usbfs *f, unsigned long call, int ep, unsigned int pass,
	       unsigned int count, int error);
void fake_fail_no_more(struct fake_usbfs *f);
/* Calls that failed so since the last fake_fail_no_more(). */
unsigned int fake_failed(struct fake_usbfs *f);

#endif /* FAKE_USBFS_H */
