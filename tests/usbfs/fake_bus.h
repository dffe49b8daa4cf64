/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_BUS_H
#define FAKE_BUS_H

/*
 * A bus where libusb finds the devices of fake_usbfs.h by itself: the program exports the
 * part of libudev that libusb calls, and open() of /dev/bus/usb and /sys/bus/usb/devices.
 * Devices of the machine itself are not seen.
 */

#include "fake_usbfs.h"

/* Who listens is told of it (udev "add"). Its place: fake_conf. */
void fake_bus_add(struct fake_usbfs *f);

/* Forgotten, without a word to anybody: before fake_usbfs_destroy(). */
void fake_bus_forget(struct fake_usbfs *f);

/* fake_usbfs_unplug(), and who listens is told of it (udev "remove"). */
void fake_bus_unplug(struct fake_usbfs *f, int status);

/* Plugged in again: fake_usbfs_replug() at the next free address of the bus. */
void fake_bus_replug(struct fake_usbfs *f);

/* Nobody is told any more of what comes and goes, as in a container; and again. */
void fake_bus_mute(bool mute);

/* A hub of a bus, "" is the root's. Made to be looked at only. */
struct fake_usbfs *fake_bus_hub(unsigned int bus, const char *path, unsigned int address);

#endif /* FAKE_BUS_H */
