/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Open nodes, and all of ioctl() but the requests. */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_internal.h"

/* Not in every version of the header: drivers/usb/core/devio.c. */
#define GET_SPEED	_IO('U', 31)
#define SPEED_HIGH	3
#define SPEED_SUPER	5

#define PIPE_BYTES 4096

static struct fake_file *
free_file(struct fake_usbfs *f)
{
	unsigned int i;

	for (i = 0; i < FAKE_FILES_MAX; i++)
		if (f->files[i].fd == -1)
			return &f->files[i];
	return NULL;
}

static int
open_file(struct fake_usbfs *f)
{
	struct fake_file *file = free_file(f);
	int error, ends[2];

	if (f->gone)
		return -ENODEV;
	if (fake_fails(f, FAKE_CALL_OPEN, FAKE_EP_ANY, &error))
		return -error;
	if (file == NULL || pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
		return -EMFILE;
	if (ends[1] >= FAKE_FD_MAX)
		abort();
	fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
	memset(file, 0, sizeof(*file));
	file->f = f;
	file->fd = ends[1];
	file->drain = ends[0];
	file->writable = true;
	TAILQ_INIT(&file->pending);
	TAILQ_INIT(&file->done);
	fake_file_wake(file);
	f->seen.opens++;
	fake_file_register(file->fd, file);
	return file->fd;
}

int
fake_usbfs_open(struct fake_usbfs *f)
{
	int ret;

	fake_lock(f);
	ret = open_file(f);
	fake_unlock(f);
	if (ret >= 0)
		return ret;
	errno = -ret;
	return -1;
}

void
fake_file_close(struct fake_file *file)
{
	struct fake_usbfs *f = file->f;
	void *user;
	int fd;

	fake_lock(f);
	fake_end_all(f, file, -ENOENT);
	while (fake_reap(file, &user) == 1)
		;
	fd = file->fd;
	fake_file_register(fd, NULL);
	if (file->drain != -1)
		syscall(SYS_close, file->drain);
	syscall(SYS_close, fd);
	file->fd = -1;
	f->seen.closes++;
	fake_unlock(f);
}

ssize_t
fake_file_read(struct fake_file *file, void *to, size_t n)
{
	struct fake_usbfs *f = file->f;
	size_t len = 18 + fake_config_len(f), i;
	ssize_t ret = -ENODEV;
	int error;

	fake_lock(f);
	if (fake_fails(f, FAKE_CALL_READ, FAKE_EP_ANY, &error)) {
		ret = -error;
	} else if (!f->gone) {
		for (i = 0; i < n && (size_t)file->at < len; i++, file->at++)
			((uint8_t *)to)[i] = file->at < 18 ? f->conf.device[file->at] :
					     f->conf.config[file->at - 18];
		ret = (ssize_t)i;
	}
	fake_unlock(f);
	return ret;
}

int
fake_claim(struct fake_file *file, unsigned int number)
{
	struct fake_usbfs *f = file->f;
	unsigned int i;

	if (number >= 32 || !fake_has_interface(f, number))
		return number >= 32 ? -EINVAL : -ENOENT;
	if ((file->claimed & 1u << number) != 0)
		return 0;
	for (i = 0; i < FAKE_FILES_MAX; i++)
		if (f->files[i].fd != -1 && (f->files[i].claimed & 1u << number) != 0)
			return -EBUSY;
	if (((f->bound | f->conf.taken) & 1u << number) != 0)
		return -EBUSY;
	file->claimed |= 1u << number;
	f->seen.claims++;
	return 0;
}

/* Requests of its endpoints end with the interface. */
static int
release(struct fake_file *file, unsigned int number)
{
	if (number >= 32 || (file->claimed & 1u << number) == 0)
		return -EINVAL;
	file->claimed &= ~(1u << number);
	file->f->seen.releases++;
	fake_end_all(file->f, file, -ENOENT);
	return 0;
}

static int
get_driver(struct fake_file *file, struct usbdevfs_getdriver *get)
{
	const char *name = (file->claimed & 1u << get->interface) != 0 ||
			   (file->f->conf.taken & 1u << get->interface) != 0 ? "usbfs" :
			   (file->f->bound & 1u << get->interface) != 0 ? "mt7921u" : NULL;

	if (name == NULL)
		return -ENODATA;
	memset(get->driver, 0, sizeof(get->driver));
	strcpy(get->driver, name);
	return 0;
}

static int
detach(struct fake_file *file, unsigned int number)
{
	if (number >= 32 || !fake_has_interface(file->f, number))
		return -EINVAL;
	if ((file->f->bound & 1u << number) == 0)
		return -ENODATA;
	file->f->bound &= ~(1u << number);
	file->f->seen.detaches++;
	return 0;
}

/* A kernel driver exists for what had one at first. */
static int
attach(struct fake_file *file, unsigned int number)
{
	if (number >= 32 || (file->claimed & 1u << number) != 0)
		return -EBUSY;
	if ((file->f->conf.bound & 1u << number) == 0)
		return 0;
	file->f->seen.attaches++;
	file->f->bound |= 1u << number;
	return 1;
}

static int
detach_and_claim(struct fake_file *file, const struct usbdevfs_disconnect_claim *dc)
{
	int ret;

	if ((file->f->conf.taken & 1u << dc->interface) != 0)
		return -EBUSY;
	ret = detach(file, dc->interface);
	if (ret != 0 && ret != -ENODATA)
		return ret;
	return fake_claim(file, dc->interface);
}

static int
driver_ioctl(struct fake_file *file, const struct usbdevfs_ioctl *cmd)
{
	switch ((unsigned int)cmd->ioctl_code) {
	case USBDEVFS_DISCONNECT:
		return detach(file, (unsigned int)cmd->ifno);
	case USBDEVFS_CONNECT:
		return attach(file, (unsigned int)cmd->ifno);
	default:
		return -ENOTTY;
	}
}

static int
clear_halt(struct fake_file *file, uint8_t ep)
{
	struct fake_usbfs *f = file->f;
	int interface = fake_interface_of(f, ep), ret;

	if (interface < 0)
		return -ENOENT;
	if ((file->claimed & 1u << interface) == 0) {
		ret = fake_claim(file, (unsigned int)interface);
		if (ret != 0)
			return ret;
		f->seen.implicit++;
	}
	f->seen.clear_halts[ep]++;
	f->seen.busy_halts += f->seen.in_flight[ep] != 0;
	if (f->back != NULL && f->back->clear_halt != NULL)
		f->back->clear_halt(f, ep);
	return 0;
}

static int
reset(struct fake_usbfs *f)
{
	unsigned int i;

	f->seen.resets++;
	for (i = 0; i < FAKE_FILES_MAX; i++)
		if (f->files[i].fd != -1)
			fake_end_all(f, &f->files[i], -ESHUTDOWN);
	return f->back == NULL || f->back->reset == NULL ? 0 : f->back->reset(f);
}

static int
control_ioctl(struct fake_usbfs *f, const struct usbdevfs_ctrltransfer *ctrl)
{
	const struct fake_setup setup = { ctrl->bRequestType, ctrl->bRequest, ctrl->wValue,
		ctrl->wIndex, ctrl->wLength };

	return fake_control(f, NULL, &setup, ctrl->data);
}

static int
connect_info(const struct fake_usbfs *f, struct usbdevfs_connectinfo *ci)
{
	ci->devnum = f->conf.address;
	ci->slow = 0;
	return 0;
}

static int
do_ioctl(struct fake_file *file, unsigned long request, void *arg)
{
	struct fake_usbfs *f = file->f;

	switch (request) {
	case USBDEVFS_CONNECTINFO:
		return connect_info(f, arg);
	case USBDEVFS_GET_CAPABILITIES:
		*(uint32_t *)arg = f->conf.caps;
		return 0;
	case GET_SPEED:
		return f->conf.speed_mbps == 480 ? SPEED_HIGH : SPEED_SUPER;
	case USBDEVFS_CLAIMINTERFACE:
		return fake_claim(file, *(unsigned int *)arg);
	case USBDEVFS_RELEASEINTERFACE:
		return release(file, *(unsigned int *)arg);
	case USBDEVFS_GETDRIVER:
		return get_driver(file, arg);
	case USBDEVFS_DISCONNECT_CLAIM:
		return detach_and_claim(file, arg);
	case USBDEVFS_IOCTL:
		return driver_ioctl(file, arg);
	case USBDEVFS_SETINTERFACE:
	case USBDEVFS_SETCONFIGURATION:
		return 0;
	case USBDEVFS_CLEAR_HALT:
	case USBDEVFS_RESETEP:
		return clear_halt(file, (uint8_t)*(unsigned int *)arg);
	case USBDEVFS_RESET:
		return reset(f);
	case USBDEVFS_CONTROL:
		return control_ioctl(f, arg);
	case USBDEVFS_SUBMITURB:
		return fake_submit(file, arg);
	default:
		return -ENOTTY;
	}
}

static int
ioctl_locked(struct fake_file *file, unsigned long request, void *arg)
{
	const struct usbdevfs_urb *urb = arg;
	int error, ep = request == USBDEVFS_SUBMITURB ? urb->endpoint : FAKE_EP_ANY;

	if (request == USBDEVFS_REAPURBNDELAY)
		return fake_reap(file, arg) == 1 ? 0 : file->f->gone ? -ENODEV : -EAGAIN;
	if (file->f->gone)
		return -ENODEV;
	if (request == USBDEVFS_DISCARDURB)
		return fake_discard(file, arg);
	if (fake_fails(file->f, request == USBDEVFS_SUBMITURB ? FAKE_CALL_SUBMIT : request, ep,
		       &error))
		return -error;
	return do_ioctl(file, request, arg);
}

int
fake_file_ioctl(struct fake_file *file, unsigned long request, void *arg)
{
	struct fake_usbfs *f = file->f;
	int ret;

	fake_lock(f);
	ret = ioctl_locked(file, request & 0xffffffff, arg);
	fake_unlock(f);
	return ret;
}
