/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The bus as udev, sysfs and /dev show it. */

/* The names as they are: a build for large files has others for them. */
#undef _FILE_OFFSET_BITS

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/magic.h>

#include "fake_bus.h"
#include "fake_bus_internal.h"
#include "fake_internal.h"

/* A sanitizer that has something to say calls these itself. */
#define EXPORTED __attribute__((visibility("default"), \
				no_sanitize("address"), no_sanitize("undefined")))

struct device {
	struct fake_usbfs *f;
	unsigned int address;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct device devices[FAKE_DEVICES_MAX];
static bool muted;
static int listener = -1;

/* "1-2.3", "usb1". */
static void
name_of(const struct fake_usbfs *f, char *name, size_t size)
{
	if (f->conf.path[0] == '\0')
		snprintf(name, size, "usb%u", f->conf.bus);
	else
		snprintf(name, size, "%u-%s", f->conf.bus, f->conf.path);
}

/* Lock held. */
static struct device *
device_of(const struct fake_usbfs *f)
{
	unsigned int i;

	for (i = 0; i < FAKE_DEVICES_MAX; i++)
		if (devices[i].f == f)
			return &devices[i];
	return NULL;
}

static struct device *
device_at(unsigned int bus, unsigned int address)
{
	unsigned int i;

	for (i = 0; i < FAKE_DEVICES_MAX; i++)
		if (devices[i].f != NULL && devices[i].f->conf.bus == bus &&
		    devices[i].address == address)
			return &devices[i];
	return NULL;
}

static struct device *
device_named(const char *name, size_t len)
{
	char its[64];
	unsigned int i;

	for (i = 0; i < FAKE_DEVICES_MAX; i++) {
		if (devices[i].f == NULL || devices[i].f->gone)
			continue;
		name_of(devices[i].f, its, sizeof(its));
		if (strlen(its) == len && memcmp(its, name, len) == 0)
			return &devices[i];
	}
	return NULL;
}

static struct udev_device *
udev_device_make(const struct device *d, const char *action)
{
	struct udev_device *u = calloc(1, sizeof(*u));

	if (u == NULL)
		abort();
	u->action = action;
	name_of(d->f, u->name, sizeof(u->name));
	snprintf(u->node, sizeof(u->node), FAKE_NODES "%03u/%03u", d->f->conf.bus, d->address);
	return u;
}

static void
tell(const struct device *d, const char *action)
{
	struct udev_device *u;

	if (muted || listener == -1)
		return;
	u = udev_device_make(d, action);
	if (write(listener, &u, sizeof(u)) != (ssize_t)sizeof(u))
		abort();
}

void
fake_bus_add(struct fake_usbfs *f)
{
	struct device *d;

	pthread_mutex_lock(&lock);
	d = device_of(NULL);
	if (d == NULL)
		abort();
	d->f = f;
	d->address = f->conf.address;
	tell(d, "add");
	pthread_mutex_unlock(&lock);
}

void
fake_bus_forget(struct fake_usbfs *f)
{
	struct device *d;

	pthread_mutex_lock(&lock);
	d = device_of(f);
	if (d != NULL)
		d->f = NULL;
	pthread_mutex_unlock(&lock);
}

void
fake_bus_unplug(struct fake_usbfs *f, int status)
{
	fake_usbfs_unplug(f, status);
	pthread_mutex_lock(&lock);
	tell(device_of(f), "remove");
	pthread_mutex_unlock(&lock);
}

void
fake_bus_replug(struct fake_usbfs *f)
{
	unsigned int address;
	struct device *d;

	fake_usbfs_replug(f);
	pthread_mutex_lock(&lock);
	d = device_of(f);
	address = d->address;
	do
		address = address % 127 + 1;
	while (device_at(f->conf.bus, address) != NULL);
	d->address = address;
	f->conf.address = address;
	tell(d, "add");
	pthread_mutex_unlock(&lock);
}

void
fake_bus_mute(bool mute)
{
	pthread_mutex_lock(&lock);
	muted = mute;
	pthread_mutex_unlock(&lock);
}

struct fake_usbfs *
fake_bus_hub(unsigned int bus, const char *path, unsigned int address)
{
	/* A hub of the Linux Foundation's. */
	static const uint8_t device[18] = {
		18, 1, 0x00, 0x03, 9, 0, 3, 9, 0x6b, 0x1d, 0x03, 0x00, 0, 6, 0, 0, 0, 1,
	};
	static const uint8_t config[] = {
		9, 2, 25, 0, 1, 1, 0, 0xe0, 0,
		9, 4, 0, 0, 1, 9, 0, 0, 0,
		7, 5, 0x81, 3, 4, 0, 12,
	};
	const struct fake_conf conf = {
		.device = device, .config = config, .bus = bus, .path = path,
		.address = address, .bound = 1,
	};

	return fake_usbfs_create(&conf);
}

struct udev_device *
fake_bus_find(const char *name)
{
	struct udev_device *made = NULL;
	const struct device *d;

	pthread_mutex_lock(&lock);
	d = device_named(name, strlen(name));
	if (d != NULL)
		made = udev_device_make(d, NULL);
	pthread_mutex_unlock(&lock);
	return made;
}

unsigned int
fake_bus_paths(char (*paths)[96])
{
	unsigned int i, nb = 0;
	char name[64];

	pthread_mutex_lock(&lock);
	for (i = 0; i < FAKE_DEVICES_MAX; i++) {
		if (devices[i].f == NULL || devices[i].f->gone)
			continue;
		name_of(devices[i].f, name, sizeof(name));
		snprintf(paths[nb++], sizeof(paths[0]), FAKE_ATTRIBUTES "%s", name);
	}
	pthread_mutex_unlock(&lock);
	return nb;
}

void
fake_bus_listen(int fd)
{
	pthread_mutex_lock(&lock);
	listener = fd;
	pthread_mutex_unlock(&lock);
}

static int
memory_file(const void *bytes, size_t n)
{
	int fd = memfd_create("attribute", MFD_CLOEXEC);

	if (fd < 0 || syscall(SYS_write, fd, bytes, n) != (long)n)
		abort();
	syscall(SYS_lseek, fd, 0, SEEK_SET);
	return fd;
}

static int
number_file(unsigned int number)
{
	char text[16];

	return memory_file(text, (size_t)snprintf(text, sizeof(text), "%u\n", number));
}

static int
descriptors_file(const struct fake_usbfs *f)
{
	uint8_t bytes[18 + 65535];

	memcpy(bytes, f->conf.device, 18);
	memcpy(bytes + 18, f->conf.config, fake_config_len(f));
	return memory_file(bytes, 18 + fake_config_len(f));
}

static int
open_attribute(const char *path)
{
	const char *name = path + strlen(FAKE_ATTRIBUTES), *attribute = strchr(name, '/');
	const struct device *d;

	d = attribute == NULL ? NULL : device_named(name, (size_t)(attribute - name));
	if (d == NULL)
		return -ENOENT;
	attribute++;
	if (strcmp(attribute, "busnum") == 0)
		return number_file(d->f->conf.bus);
	if (strcmp(attribute, "devnum") == 0)
		return number_file(d->address);
	if (strcmp(attribute, "speed") == 0)
		return number_file(d->f->conf.speed_mbps);
	if (strcmp(attribute, "bConfigurationValue") == 0)
		return number_file(d->f->conf.config[5]);
	if (strcmp(attribute, "descriptors") == 0)
		return descriptors_file(d->f);
	return -ENOENT;
}

static struct fake_usbfs *
node(const char *path)
{
	unsigned int bus, address;
	const struct device *d;

	if (sscanf(path, FAKE_NODES "%u/%u", &bus, &address) != 2)
		return NULL;
	d = device_at(bus, address);
	return d == NULL || d->f->gone ? NULL : d->f;
}

/* 1: not of the bus; a descriptor, or -1 and errno. */
static int
open_here(const char *path, int *fd)
{
	struct fake_usbfs *f = NULL;

	if (strncmp(path, FAKE_ATTRIBUTES, strlen(FAKE_ATTRIBUTES)) != 0 &&
	    strncmp(path, FAKE_NODES, strlen(FAKE_NODES)) != 0)
		return 1;
	pthread_mutex_lock(&lock);
	*fd = -ENOENT;
	if (path[1] == 's')
		*fd = open_attribute(path);
	else
		f = node(path);
	pthread_mutex_unlock(&lock);
	if (f != NULL) {
		*fd = fake_usbfs_open(f);
	} else if (*fd < 0) {
		errno = -*fd;
		*fd = -1;
	}
	return 0;
}

static int
do_open(const char *path, int flags, mode_t mode)
{
	int fd;

	if (open_here(path, &fd) == 0)
		return fd;
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

EXPORTED int
open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		va_end(ap);
	}
	return do_open(path, flags, mode);
}

EXPORTED int open64(const char *path, int flags, ...) __attribute__((alias("open")));

int __open_2(const char *path, int flags);

EXPORTED int
__open_2(const char *path, int flags)
{
	return do_open(path, flags, 0);
}

EXPORTED int
statfs(const char *path, struct statfs *s)
{
	if (strcmp(path, "/sys") != 0)
		return (int)syscall(SYS_statfs, path, s);
	memset(s, 0, sizeof(*s));
	s->f_type = SYSFS_MAGIC;
	return 0;
}
