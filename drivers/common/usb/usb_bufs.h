/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_BUFS_H
#define USB_BUFS_H

/*
 * Transfer buffers: objects of a mempool of their own, so that each is one piece
 * of memory that any device can read, with a known IOVA.
 */

#include "usb_transport.h"

struct usb_bufs {
	struct rte_mempool *pool;
	struct usb_xfer **xfers;	/* all of them, nb */
	uint32_t nb;
};

/*
 * conf->nb_bufs buffers of conf->buf_size bytes, each with a struct usb_xfer
 * whose data, size and iova are set. 0, or -ENOMEM with one error line.
 */
int usb_bufs_create(struct usb_bufs *bufs, const struct usb_transport_conf *conf);

/* Nobody may hold a buffer. May be called on what was never created. */
void usb_bufs_free(struct usb_bufs *bufs);

#endif /* USB_BUFS_H */
