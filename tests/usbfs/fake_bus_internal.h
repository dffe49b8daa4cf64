/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_BUS_INTERNAL_H
#define FAKE_BUS_INTERNAL_H

/* Between the bus and what stands for libudev. */

#include <stddef.h>

#define FAKE_DEVICES_MAX	16
#define FAKE_NODES		"/dev/bus/usb/"
#define FAKE_ATTRIBUTES		"/sys/bus/usb/devices/"

/* One that came, went or was looked for. */
struct udev_device {
	const char *action;	/* "add", "remove"; NULL: looked for */
	char name[64], node[64];
};

/* A new one, NULL: no such device is plugged in. */
struct udev_device *fake_bus_find(const char *name);

/* Paths in sysfs of what is plugged in, at most FAKE_DEVICES_MAX; how many. */
unsigned int fake_bus_paths(char (*paths)[96]);

/* Where events go: fd takes pointers to struct udev_device; -1: nobody listens. */
void fake_bus_listen(int fd);

#endif /* FAKE_BUS_INTERNAL_H */
