/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Devices that are plugged in, and what of them is to fail. */

#include <stdlib.h>

#include "fake_internal.h"

#define XHCI_CAPS (USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_NO_PACKET_SIZE_LIM | \
		   USBDEVFS_CAP_BULK_SCATTER_GATHER | USBDEVFS_CAP_REAP_AFTER_DISCONNECT | \
		   USBDEVFS_CAP_MMAP | USBDEVFS_CAP_DROP_PRIVILEGES)

struct fake_usbfs *
fake_usbfs_create(const struct fake_conf *conf)
{
	struct fake_usbfs *f = calloc(1, sizeof(*f));
	unsigned int i;

	if (f == NULL)
		return NULL;
	if (conf != NULL)
		f->conf = *conf;
	f->conf.device = f->conf.device == NULL ? fake_wifi_device : f->conf.device;
	f->conf.config = f->conf.config == NULL ? fake_wifi_config : f->conf.config;
	f->conf.speed_mbps = f->conf.speed_mbps == 0 ? 5000 : f->conf.speed_mbps;
	f->conf.caps = f->conf.caps == 0 ? XHCI_CAPS : f->conf.caps;
	f->conf.bus = f->conf.bus == 0 ? 1 : f->conf.bus;
	f->conf.address = f->conf.address == 0 ? 2 : f->conf.address;
	f->conf.path = f->conf.path == NULL ? "1" : f->conf.path;
	f->bound = f->conf.bound;
	pthread_mutex_init(&f->lock, NULL);
	SLIST_INIT(&f->maps);
	TAILQ_INIT(&f->spare);
	for (i = 0; i < FAKE_FILES_MAX; i++)
		f->files[i].fd = -1;
	return f;
}

void
fake_set_back_end(struct fake_usbfs *f, const struct fake_back_end *back, void *priv)
{
	f->back = back;
	f->priv = priv;
}

void
fake_usbfs_destroy(struct fake_usbfs *f)
{
	struct fake_urb *u;

	if (f == NULL)
		return;
	if (f->back != NULL && f->back->destroy != NULL)
		f->back->destroy(f);
	fake_maps_forget(f);
	while ((u = TAILQ_FIRST(&f->spare)) != NULL) {
		TAILQ_REMOVE(&f->spare, u, link);
		free(u);
	}
	pthread_mutex_destroy(&f->lock);
	free(f);
}

bool
fake_fails(struct fake_usbfs *f, unsigned long call, int ep, int *error)
{
	struct fake_fault *fault;
	unsigned int i;

	for (i = 0; i < f->nb_faults; i++) {
		fault = &f->faults[i];
		if ((fault->call != FAKE_CALL_ANY && fault->call != call) ||
		    (fault->ep != FAKE_EP_ANY && fault->ep != ep))
			continue;
		if (fault->pass != 0) {
			fault->pass--;
			continue;
		}
		if (fault->count == 0)
			continue;
		fault->count--;
		f->failed++;
		*error = fault->error;
		return true;
	}
	return false;
}

void
fake_fail(struct fake_usbfs *f, unsigned long call, int ep, unsigned int pass,
	  unsigned int count, int error)
{
	const struct fake_fault fault = { call, ep, pass, count, error };

	fake_lock(f);
	if (f->nb_faults == FAKE_FAULTS_MAX)
		abort();
	f->faults[f->nb_faults++] = fault;
	fake_unlock(f);
}

void
fake_fail_no_more(struct fake_usbfs *f)
{
	fake_lock(f);
	f->nb_faults = 0;
	f->failed = 0;
	fake_unlock(f);
}

unsigned int
fake_failed(struct fake_usbfs *f)
{
	unsigned int n;

	fake_lock(f);
	n = f->failed;
	fake_unlock(f);
	return n;
}
