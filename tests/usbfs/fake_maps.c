/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Memory of the kernel's, as usbfs gives it by mmap(). */

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_internal.h"

/* Devices that were asked for maps, for munmap(), which is given no descriptor. */
static struct fake_usbfs *mapped[FAKE_FD_MAX];
static pthread_mutex_t mapped_lock = PTHREAD_MUTEX_INITIALIZER;

static void
remember(struct fake_usbfs *f)
{
	unsigned int i;

	pthread_mutex_lock(&mapped_lock);
	for (i = 0; mapped[i] != NULL && mapped[i] != f; i++)
		;
	mapped[i] = f;
	pthread_mutex_unlock(&mapped_lock);
}

void
fake_maps_forget(const struct fake_usbfs *f)
{
	unsigned int i, last;

	pthread_mutex_lock(&mapped_lock);
	for (i = 0; mapped[i] != NULL && mapped[i] != f; i++)
		;
	for (last = i; mapped[last] != NULL; last++)
		mapped[last] = mapped[last + 1];
	pthread_mutex_unlock(&mapped_lock);
}

static void *
make_map(struct fake_usbfs *f, size_t len, int *error)
{
	struct fake_map *map;

	if (f->gone || (f->conf.caps & USBDEVFS_CAP_MMAP) == 0) {
		*error = f->gone ? ENODEV : EINVAL;
		return NULL;
	}
	if (fake_fails(f, FAKE_CALL_MMAP, FAKE_EP_ANY, error))
		return NULL;
	*error = ENOMEM;
	if (f->conf.memory_limit != 0 && f->seen.memory + len > f->conf.memory_limit)
		return NULL;
	map = calloc(1, sizeof(*map));
	if (map == NULL)
		return NULL;
	map->len = len;
	map->at = (uint8_t *)syscall(SYS_mmap, NULL, len, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	SLIST_INSERT_HEAD(&f->maps, map, link);
	f->seen.maps++;
	f->seen.mapped += len;
	f->seen.memory += len;
	if (f->seen.memory > f->seen.memory_max)
		f->seen.memory_max = f->seen.memory;
	return map->at;
}

void *
fake_file_mmap(struct fake_file *file, size_t len)
{
	struct fake_usbfs *f = file->f;
	int error = 0;
	void *at;

	remember(f);
	fake_lock(f);
	at = make_map(f, len, &error);
	fake_unlock(f);
	if (at == NULL)
		errno = error;
	return at;
}

static int
forget_map(struct fake_usbfs *f, const void *at)
{
	struct fake_map *map;
	int found = 0;

	fake_lock(f);
	SLIST_FOREACH(map, &f->maps, link)
		if (map->at == at)
			break;
	if (map != NULL) {
		SLIST_REMOVE(&f->maps, map, fake_map, link);
		f->seen.unmaps++;
		f->seen.mapped -= map->len;
		f->seen.memory -= map->len;
		free(map);
		found = 1;
	}
	fake_unlock(f);
	return found;
}

int
fake_munmap(void *at, size_t len)
{
	unsigned int i;
	int found = 0;

	(void)len;
	pthread_mutex_lock(&mapped_lock);
	for (i = 0; mapped[i] != NULL && !found; i++)
		found = forget_map(mapped[i], at);
	pthread_mutex_unlock(&mapped_lock);
	return found;
}
