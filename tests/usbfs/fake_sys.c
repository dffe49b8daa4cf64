/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The C library's calls that libusb makes, in the program's own name: what the program
 * exports goes before what a library has. Passed on by syscall(), because the next
 * definition may be a sanitizer's that is not ready yet.
 */

/* The names as they are: a build for large files has others for them. */
#undef _FILE_OFFSET_BITS

#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_internal.h"

/* A sanitizer that has something to say calls these itself. */
#define EXPORTED __attribute__((visibility("default"), \
				no_sanitize("address"), no_sanitize("undefined")))

static struct fake_file *files[FAKE_FD_MAX];	/* atomic, by descriptor */
static unsigned int nb_maps_hint;

struct fake_file *
fake_file_of(int fd)
{
	if (fd < 0 || fd >= FAKE_FD_MAX)
		return NULL;
	return __atomic_load_n(&files[fd], __ATOMIC_ACQUIRE);
}

void
fake_file_register(int fd, struct fake_file *file)
{
	__atomic_store_n(&files[fd], file, __ATOMIC_RELEASE);
}

static int
with_errno(int ret)
{
	if (ret >= 0)
		return ret;
	errno = -ret;
	return -1;
}

EXPORTED int
ioctl(int fd, unsigned long request, ...)
{
	struct fake_file *file = fake_file_of(fd);
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (file == NULL)
		return (int)syscall(SYS_ioctl, fd, request, arg);
	return with_errno(fake_file_ioctl(file, request, arg));
}

EXPORTED ssize_t
read(int fd, void *to, size_t n)
{
	struct fake_file *file = fake_file_of(fd);
	ssize_t ret;

	if (file == NULL)
		return syscall(SYS_read, fd, to, n);
	ret = fake_file_read(file, to, n);
	if (ret < 0) {
		errno = (int)-ret;
		return -1;
	}
	return ret;
}

EXPORTED off_t
lseek(int fd, off_t offset, int whence)
{
	struct fake_file *file = fake_file_of(fd);

	if (file == NULL)
		return syscall(SYS_lseek, fd, offset, whence);
	if (whence != SEEK_SET) {
		errno = EINVAL;
		return -1;
	}
	file->at = offset;
	return offset;
}

EXPORTED void *
mmap(void *at, size_t len, int prot, int flags, int fd, off_t offset)
{
	struct fake_file *file = (flags & MAP_ANONYMOUS) != 0 ? NULL : fake_file_of(fd);
	void *map;

	if (file == NULL)
		return (void *)syscall(SYS_mmap, at, len, prot, flags, fd, offset);
	map = fake_file_mmap(file, len);
	if (map == NULL)
		return MAP_FAILED;
	__atomic_fetch_add(&nb_maps_hint, 1, __ATOMIC_RELEASE);
	return map;
}

EXPORTED int
munmap(void *at, size_t len)
{
	if (__atomic_load_n(&nb_maps_hint, __ATOMIC_ACQUIRE) != 0 && fake_munmap(at, len) != 0)
		__atomic_fetch_sub(&nb_maps_hint, 1, __ATOMIC_RELEASE);
	return (int)syscall(SYS_munmap, at, len);
}

EXPORTED int
close(int fd)
{
	struct fake_file *file = fake_file_of(fd);

	if (file == NULL)
		return (int)syscall(SYS_close, fd);
	fake_file_close(file);
	return 0;
}

/* What a libusb that was built for large files calls. */
EXPORTED off_t lseek64(int fd, off_t offset, int whence) __attribute__((alias("lseek")));
EXPORTED void *mmap64(void *at, size_t len, int prot, int flags, int fd, off_t offset)
	__attribute__((alias("mmap")));
