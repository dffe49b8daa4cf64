/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Which device is meant. Without hot-plug: containers have none (libusb issues 168, 1571). */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "usb_libusb.h"
#include "usb_libusb_name.h"

/* Dongles that show a disk with their driver for another system until they are told
 * (lwfinger/rtw89 issue 108). */
static const struct usb_id disks[] = { { 0x0bda, 0x1a2b }, { 0x0bda, 0xa192 } };

static int
parse(const char *port, const char *device, struct usb_libusb_name *name)
{
	if (device != NULL && usb_libusb_name_parse(device, name))
		return 0;
	USB_LOG(ERR, port, "usb=%s: need VID:PID, four hexadecimal digits each, or "
		"BUS-PORT[.PORT...] as lsusb -t and sysfs number them",
		device == NULL ? "" : device);
	return -EINVAL;
}

void
usb_libusb_where(libusb_device *dev, char *where, size_t size)
{
	uint8_t ports[USB_LIBUSB_PORTS_MAX + 1];
	int i, n = libusb_get_port_numbers(dev, ports, RTE_DIM(ports));
	size_t len;

	snprintf(where, size, "%u", libusb_get_bus_number(dev));
	for (i = 0; i < n; i++) {
		len = strlen(where);
		snprintf(where + len, size - len, "%c%u", i == 0 ? '-' : '.', ports[i]);
	}
}

static bool
id_of(libusb_device *dev, struct usb_id *id)
{
	struct libusb_device_descriptor desc;

	if (libusb_get_device_descriptor(dev, &desc) != 0)
		return false;
	*id = (struct usb_id){ desc.idVendor, desc.idProduct };
	return true;
}

static bool
same_id(const struct usb_id *a, const struct usb_id *b)
{
	return a->vendor == b->vendor && a->product == b->product;
}

static bool
is_disk(const struct usb_id *id)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(disks); i++)
		if (same_id(id, &disks[i]))
			return true;
	return false;
}

static bool
matches(libusb_device *dev, const struct usb_libusb_name *name)
{
	uint8_t ports[USB_LIBUSB_PORTS_MAX + 1];
	struct usb_id id;

	if (name->by_id)
		return id_of(dev, &id) && same_id(&id, &name->id);
	return libusb_get_bus_number(dev) == name->bus &&
		libusb_get_port_numbers(dev, ports, RTE_DIM(ports)) == name->nb_ports &&
		memcmp(ports, name->ports, name->nb_ports) == 0;
}

static void
append(char *text, size_t size, const char *word)
{
	size_t len = strlen(text);

	snprintf(text + len, size - len, " %s", word);
}

static int
tell_several(libusb_device **list, const char *port, const char *device,
	     const struct usb_libusb_name *name)
{
	char all[256] = "", where[32];

	for (; *list != NULL; list++) {
		if (!matches(*list, name))
			continue;
		usb_libusb_where(*list, where, sizeof(where));
		append(all, sizeof(all), where);
	}
	USB_LOG(ERR, port, "usb=%s: several devices, at%s; name one so", device, all);
	return -ENOTUNIQ;
}

static void
tell_none(libusb_device **list, const char *port, const char *device)
{
	char disk[128] = "", where[32];
	struct usb_id id;

	for (; *list != NULL; list++) {
		if (!id_of(*list, &id) || !is_disk(&id))
			continue;
		usb_libusb_where(*list, where, sizeof(where));
		snprintf(disk, sizeof(disk), "; %04x:%04x at %s is a dongle that still shows "
			 "a disk and needs a mode switch (usb_modeswitch)", id.vendor,
			 id.product, where);
		break;
	}
	USB_LOG(ERR, port, "usb=%s: no such device%s", device, disk);
}

/* By its place: what is there may not be what is meant. */
static int
check_disk(libusb_device *dev, const char *port, const char *device,
	   const struct usb_libusb_name *name)
{
	struct usb_id id;

	if (name->by_id || !id_of(dev, &id) || !is_disk(&id))
		return 0;
	USB_LOG(ERR, port, "usb=%s: %04x:%04x is a dongle that still shows a disk and needs a "
		"mode switch (usb_modeswitch)", device, id.vendor, id.product);
	return -ENODEV;
}

static int
pick(libusb_device **list, const char *port, const char *device,
     const struct usb_libusb_name *name, bool again, libusb_device **dev)
{
	unsigned int i, n = 0;
	int ret;

	for (i = 0; list[i] != NULL; i++) {
		if (!matches(list[i], name))
			continue;
		*dev = list[i];
		n++;
	}
	if (n == 0 && !again)
		tell_none(list, port, device);
	if (n == 0)
		return -ENODEV;
	if (n > 1)
		return tell_several(list, port, device, name);
	ret = check_disk(*dev, port, device, name);
	if (ret == 0)
		libusb_ref_device(*dev);
	return ret;
}

int
usb_libusb_find(libusb_context *ctx, const char *port, const char *device, bool again,
		libusb_device **dev)
{
	libusb_device **list;
	struct usb_libusb_name name;
	ssize_t n;
	int ret = parse(port, device, &name);

	if (ret != 0)
		return ret;
	n = libusb_get_device_list(ctx, &list);
	if (n < 0) {
		USB_LOG(ERR, port, "usb=%s: no list of devices: %s", device,
			libusb_strerror((int)n));
		return usb_libusb_errno((int)n);
	}
	ret = pick(list, port, device, &name, again, dev);
	libusb_free_device_list(list, 1);
	return ret;
}

int
usb_libusb_identify(const char *port, const char *device, struct usb_id *id)
{
	libusb_device *dev;
	libusb_context *ctx;
	int ret = libusb_init(&ctx);

	if (ret != 0) {
		USB_LOG(ERR, port, "libusb: %s", libusb_strerror(ret));
		return usb_libusb_errno(ret);
	}
	ret = usb_libusb_find(ctx, port, device, false, &dev);
	if (ret == 0) {
		if (!id_of(dev, id))
			ret = -EIO;
		libusb_unref_device(dev);
	}
	libusb_exit(ctx);
	return ret;
}
