/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_INTERNAL_H
#define FAKE_INTERNAL_H

/* Between the parts of the fake usbfs, and for what plays the device behind it. */

#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/queue.h>
#include <sys/types.h>

#include <linux/usbdevice_fs.h>

#include "fake_usbfs.h"

#define FAKE_FILES_MAX	4
#define FAKE_FAULTS_MAX	16
#define FAKE_FD_MAX	1024

TAILQ_HEAD(fake_urbs, fake_urb);

struct fake_setup {
	uint8_t bmRequestType;
	uint8_t bRequest;
	uint16_t wValue;
	uint16_t wIndex;
	uint16_t wLength;
};

/* One request. Pending from SUBMITURB until fake_urb_done(), then reaped and freed. */
struct fake_urb {
	TAILQ_ENTRY(fake_urb) link;	/* of its file: pending or done */
	TAILQ_ENTRY(fake_urb) held;	/* the back end's own list */
	struct fake_file *file;
	struct usbdevfs_urb *user;	/* written when it is reaped, as usbfs does it */
	uint8_t ep;			/* 0: control */
	uint8_t *data;			/* bytes: the kernel's copy, or the map itself */
	uint8_t *copy;			/* the kernel's copy, NULL: in a map or none made */
	uint32_t size;
	size_t charged;
	bool zlp;			/* OUT */
	bool pending, discarded;
	int status;
	uint32_t actual;
	uint64_t number;		/* of its endpoint, from 0 */
	uint64_t back[6];		/* the back end's own, zero when it is submitted */
};

/*
 * What plays the device. Every call has the lock of the device held. A call may end
 * requests by fake_urb_done().
 */
struct fake_back_end {
	/* Bulk. 0, or a negative errno for ioctl(). */
	int (*submit)(struct fake_usbfs *f, struct fake_urb *u);
	/* Of what is pending. 0, and it ends now, later or never; or a negative errno. */
	int (*discard)(struct fake_usbfs *f, struct fake_urb *u);
	/* Unplugged or asleep: forget u, which is about to end without it. */
	void (*forget)(struct fake_usbfs *f, struct fake_urb *u);
	/* Write the bytes of a good IN request to the caller's buffer; NULL: from u->data. */
	void (*fetch)(struct fake_usbfs *f, struct fake_urb *u, uint8_t *to);
	/* Bytes moved, a negative errno, or FAKE_PENDING: fake_urb_done() will come. */
	int (*control)(struct fake_usbfs *f, struct fake_urb *u, const struct fake_setup *setup,
		       uint8_t *data);
	void (*clear_halt)(struct fake_usbfs *f, uint8_t ep);
	/* 0 or a negative errno. */
	int (*reset)(struct fake_usbfs *f);
	/* Plugged in again; NULL: as it was. */
	void (*replug)(struct fake_usbfs *f);
	void (*destroy)(struct fake_usbfs *f);
	/* The requests need a copy of the kernel's for the data of IN. */
	bool copies;
};

#define FAKE_PENDING	(-100000)

struct fake_fault {
	unsigned long call;
	int ep;
	unsigned int pass, count;
	int error;
};

struct fake_map {
	uint8_t *at;
	size_t len;
	SLIST_ENTRY(fake_map) link;
};

/* An open node. */
struct fake_file {
	struct fake_usbfs *f;
	int fd;			/* the writing end of the pipe; -1: this one is free */
	int drain;		/* the reading end */
	bool writable;
	off_t at;
	uint32_t claimed;
	bool disabled[256];	/* endpoints where a split transfer has ended early */
	struct fake_urbs pending, done;
};

struct fake_usbfs {
	pthread_mutex_t lock;
	struct fake_conf conf;
	struct fake_file files[FAKE_FILES_MAX];
	uint32_t bound;			/* interfaces of a kernel driver now */
	bool gone, asleep, control_asleep;
	struct fake_fault faults[FAKE_FAULTS_MAX];
	unsigned int nb_faults, failed;
	SLIST_HEAD(, fake_map) maps;
	uint64_t numbers[256];
	struct fake_seen seen;
	const struct fake_back_end *back;
	void *priv;			/* the back end's */
	struct fake_urbs spare;		/* freed requests, for the next */
};

static inline void
fake_lock(struct fake_usbfs *f)
{
	pthread_mutex_lock(&f->lock);
}

static inline void
fake_unlock(struct fake_usbfs *f)
{
	pthread_mutex_unlock(&f->lock);
}

/* Who plays the device; before anything is opened. */
void fake_set_back_end(struct fake_usbfs *f, const struct fake_back_end *back, void *priv);

/* Lock held, u pending: it is over and can be reaped. */
void fake_urb_done(struct fake_usbfs *f, struct fake_urb *u, int status, uint32_t actual);

/* fake_sys.c: the file of a descriptor, NULL: it is none of ours. */
struct fake_file *fake_file_of(int fd);
void fake_file_register(int fd, struct fake_file *file);

/* fake_files.c, lock taken inside. 0 or more, or a negative errno. */
int fake_file_ioctl(struct fake_file *file, unsigned long request, void *arg);
ssize_t fake_file_read(struct fake_file *file, void *to, size_t n);
void *fake_file_mmap(struct fake_file *file, size_t len);	/* NULL: errno */
int fake_munmap(void *at, size_t len);		/* 1: it was one of ours */
void fake_file_close(struct fake_file *file);

/* fake_maps.c: no more of this one, which has none left. */
void fake_maps_forget(const struct fake_usbfs *f);

/* Lock held. */
bool fake_fails(struct fake_usbfs *f, unsigned long call, int ep, int *error);
int fake_submit(struct fake_file *file, struct usbdevfs_urb *user);
int fake_discard(struct fake_file *file, const struct usbdevfs_urb *user);
int fake_reap(struct fake_file *file, void **user);
int fake_claim(struct fake_file *file, unsigned int number);
int fake_control(struct fake_usbfs *f, struct fake_urb *u, const struct fake_setup *setup,
		 uint8_t *data);
void fake_end_all(struct fake_usbfs *f, struct fake_file *file, int status);
void fake_file_wake(struct fake_file *file);

/* fake_desc.c. The interface that has an endpoint, -1: none. */
int fake_interface_of(const struct fake_usbfs *f, uint8_t ep);
uint16_t fake_packet_of(const struct fake_usbfs *f, uint8_t ep);
bool fake_has_interface(const struct fake_usbfs *f, unsigned int number);
size_t fake_config_len(const struct fake_usbfs *f);
/* Standard requests of endpoint 0 that descriptors answer; -EPIPE: none of those. */
int fake_standard(struct fake_usbfs *f, const struct fake_setup *setup, uint8_t *data);

#endif /* FAKE_INTERNAL_H */
