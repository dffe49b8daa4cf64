/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* libudev, as far as libusb goes (libudev.h), in the program's own name. */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake_bus_internal.h"

#define EXPORTED __attribute__((visibility("default")))

struct udev { int nothing; };
struct udev_monitor { int nothing; };

struct udev_list_entry {
	struct udev_list_entry *next;
	char path[96];
};

struct udev_enumerate {
	struct udev_list_entry entries[FAKE_DEVICES_MAX];
	unsigned int nb;
};

static struct udev the_udev;
static struct udev_monitor the_monitor;
static int monitor[2];

struct udev *udev_new(void);
struct udev *udev_unref(struct udev *u);
struct udev_monitor *udev_monitor_new_from_netlink(struct udev *u, const char *name);
struct udev_monitor *udev_monitor_unref(struct udev_monitor *m);
int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *m, const char *subsystem,
						    const char *devtype);
int udev_monitor_enable_receiving(struct udev_monitor *m);
int udev_monitor_get_fd(struct udev_monitor *m);
struct udev_device *udev_monitor_receive_device(struct udev_monitor *m);
struct udev_enumerate *udev_enumerate_new(struct udev *u);
struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *e);
int udev_enumerate_add_match_subsystem(struct udev_enumerate *e, const char *subsystem);
int udev_enumerate_add_match_property(struct udev_enumerate *e, const char *name,
				      const char *value);
int udev_enumerate_scan_devices(struct udev_enumerate *e);
struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *e);
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry);
const char *udev_list_entry_get_name(struct udev_list_entry *entry);
struct udev_device *udev_device_new_from_syspath(struct udev *u, const char *path);
struct udev_device *udev_device_unref(struct udev_device *d);
const char *udev_device_get_action(struct udev_device *d);
const char *udev_device_get_devnode(struct udev_device *d);
const char *udev_device_get_sysname(struct udev_device *d);

EXPORTED struct udev *
udev_new(void)
{
	return &the_udev;
}

EXPORTED struct udev *
udev_unref(struct udev *u)
{
	(void)u;
	return NULL;
}

EXPORTED struct udev_monitor *
udev_monitor_new_from_netlink(struct udev *u, const char *name)
{
	(void)u;
	(void)name;
	if (pipe2(monitor, O_NONBLOCK | O_CLOEXEC) != 0)
		abort();
	fake_bus_listen(monitor[1]);
	return &the_monitor;
}

EXPORTED struct udev_monitor *
udev_monitor_unref(struct udev_monitor *m)
{
	struct udev_device *d;

	fake_bus_listen(-1);
	while ((d = udev_monitor_receive_device(m)) != NULL)
		free(d);
	close(monitor[0]);
	close(monitor[1]);
	return NULL;
}

EXPORTED int
udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *m, const char *subsystem,
						const char *devtype)
{
	(void)m;
	(void)subsystem;
	(void)devtype;
	return 0;
}

EXPORTED int
udev_monitor_enable_receiving(struct udev_monitor *m)
{
	(void)m;
	return 0;
}

EXPORTED int
udev_monitor_get_fd(struct udev_monitor *m)
{
	(void)m;
	return monitor[0];
}

EXPORTED struct udev_device *
udev_monitor_receive_device(struct udev_monitor *m)
{
	struct udev_device *d;

	(void)m;
	return read(monitor[0], &d, sizeof(d)) == (ssize_t)sizeof(d) ? d : NULL;
}

EXPORTED struct udev_enumerate *
udev_enumerate_new(struct udev *u)
{
	(void)u;
	return calloc(1, sizeof(struct udev_enumerate));
}

EXPORTED struct udev_enumerate *
udev_enumerate_unref(struct udev_enumerate *e)
{
	free(e);
	return NULL;
}

EXPORTED int
udev_enumerate_add_match_subsystem(struct udev_enumerate *e, const char *subsystem)
{
	(void)e;
	(void)subsystem;
	return 0;
}

EXPORTED int
udev_enumerate_add_match_property(struct udev_enumerate *e, const char *name, const char *value)
{
	(void)e;
	(void)name;
	(void)value;
	return 0;
}

EXPORTED int
udev_enumerate_scan_devices(struct udev_enumerate *e)
{
	char paths[FAKE_DEVICES_MAX][96];
	unsigned int i;

	e->nb = fake_bus_paths(paths);
	for (i = 0; i < e->nb; i++) {
		memcpy(e->entries[i].path, paths[i], sizeof(paths[i]));
		e->entries[i].next = i + 1 == e->nb ? NULL : &e->entries[i + 1];
	}
	return 0;
}

EXPORTED struct udev_list_entry *
udev_enumerate_get_list_entry(struct udev_enumerate *e)
{
	return e->nb == 0 ? NULL : e->entries;
}

EXPORTED struct udev_list_entry *
udev_list_entry_get_next(struct udev_list_entry *entry)
{
	return entry->next;
}

EXPORTED const char *
udev_list_entry_get_name(struct udev_list_entry *entry)
{
	return entry->path;
}

EXPORTED struct udev_device *
udev_device_new_from_syspath(struct udev *u, const char *path)
{
	(void)u;
	return fake_bus_find(path + strlen(FAKE_ATTRIBUTES));
}

EXPORTED struct udev_device *
udev_device_unref(struct udev_device *d)
{
	free(d);
	return NULL;
}

EXPORTED const char *
udev_device_get_action(struct udev_device *d)
{
	return d->action;
}

EXPORTED const char *
udev_device_get_devnode(struct udev_device *d)
{
	return d->node;
}

EXPORTED const char *
udev_device_get_sysname(struct udev_device *d)
{
	return d->name;
}
