/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A device that goes, comes and sleeps; and what has been seen of it. */

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_internal.h"

void
fake_usbfs_unplug(struct fake_usbfs *f, int status)
{
	struct fake_file *file;
	unsigned int i;

	fake_lock(f);
	f->gone = true;
	for (i = 0; i < FAKE_FILES_MAX; i++) {
		file = &f->files[i];
		if (file->fd == -1)
			continue;
		fake_end_all(f, file, status);
		/* In error, and writable as long as there is something to reap. */
		syscall(SYS_close, file->drain);
		file->drain = -1;
	}
	fake_unlock(f);
}

void
fake_usbfs_replug(struct fake_usbfs *f)
{
	fake_lock(f);
	f->gone = false;
	f->bound = f->conf.bound;
	if (f->back != NULL && f->back->replug != NULL)
		f->back->replug(f);
	fake_unlock(f);
}

void
fake_usbfs_sleep(struct fake_usbfs *f, bool awake_control)
{
	unsigned int i;

	fake_lock(f);
	f->asleep = true;
	f->control_asleep = !awake_control;
	for (i = 0; i < FAKE_FILES_MAX; i++)
		if (f->files[i].fd != -1)
			fake_end_all(f, &f->files[i], -ESHUTDOWN);
	fake_unlock(f);
}

void
fake_usbfs_wake(struct fake_usbfs *f)
{
	fake_lock(f);
	f->asleep = false;
	fake_unlock(f);
}

void
fake_usbfs_wake_reset(struct fake_usbfs *f, bool bound)
{
	unsigned int i;

	fake_lock(f);
	f->asleep = false;
	for (i = 0; i < FAKE_FILES_MAX; i++)
		f->files[i].claimed = 0;
	if (bound)
		f->bound = f->conf.bound;
	fake_unlock(f);
}

struct fake_seen
fake_usbfs_seen(struct fake_usbfs *f)
{
	struct fake_seen seen;

	fake_lock(f);
	seen = f->seen;
	fake_unlock(f);
	return seen;
}

unsigned int
fake_usbfs_pending(struct fake_usbfs *f, uint8_t ep)
{
	unsigned int n;

	fake_lock(f);
	n = f->seen.in_flight[ep];
	fake_unlock(f);
	return n;
}
