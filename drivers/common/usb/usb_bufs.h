/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_BUFS_H
#define USB_BUFS_H

/*
 * Transfers and their buffers. A buffer is an object of a mempool of its own: one
 * piece of memory that any device can read, with a known IOVA, its data on a cache
 * line. A transfer has one buffer at a time; there may be more buffers than
 * transfers, so that an application can keep some while others are filled.
 *
 *   usb_bufs_share()     the transfer holds one reference to its buffer, and a
 *                        replacement for the time after
 *   attach               one more for each mbuf that points into it
 *   usb_bufs_unshare()   the transfer lets go and goes on with the replacement
 *
 * The last reference, the transfer's or that of an mbuf freed by any thread,
 * brings the buffer back to the pool. A pool outlives its transport until its last
 * buffer is back. Mbufs are freed in the process that attached them: the others
 * do not have the function that takes the buffer back at the same address.
 *
 * Contexts are those of usb_transport.h.
 */

#include <rte_mbuf.h>

#include "usb_transport.h"

struct usb_bufs {
	struct rte_mempool *pool;
	struct usb_xfer **xfers;	/* all transfers, nb, each with a buffer */
	uint32_t nb;
	struct usb_buf_xfer *memory;	/* of the transfers */
};

/*
 * conf->nb_bufs transfers of conf->ep_in, then conf->nb_event of conf->ep_event where
 * that is not 0, with a buffer of conf->buf_size bytes each: data, size, iova and ep
 * are set, the rest is zero. conf->nb_spare buffers more. Control context. 0, or
 * -ENOMEM with one error line and nothing left behind.
 */
int usb_bufs_create(struct usb_bufs *bufs, const struct usb_transport_conf *conf);

/*
 * Control context, no transfer is armed or polled. Frees all; what transfers still
 * share they let go. While mbufs hold buffers the pool stays, and the one that is
 * freed last frees it. May be called on what is all zero, and twice.
 */
void usb_bufs_free(struct usb_bufs *bufs);

/*
 * Make the buffer of a transfer that rx_poll() gave fit for mbufs to keep. May be
 * called again for each unit of the transfer. False when no buffer is left to
 * replace it: then nothing has changed and what is in it must be copied. Receive
 * context.
 */
bool usb_bufs_share(struct usb_bufs *bufs, struct usb_xfer *xfer);

/*
 * Of a transfer that is shared, for rte_pktmbuf_attach_extbuf(). The caller adds one
 * reference for each mbuf that it attaches, before it lets the mbuf out of its
 * hands: rte_mbuf_ext_refcnt_update(). Receive context.
 */
struct rte_mbuf_ext_shared_info *usb_bufs_shinfo(struct usb_xfer *xfer);

/*
 * Let go of a shared buffer: data and iova of the transfer are the replacement's
 * from here on. Nothing happens to a transfer that is not shared. Before
 * rx_return(), receive context.
 */
void usb_bufs_unshare(struct usb_bufs *bufs, struct usb_xfer *xfer);

/* Buffers that transfers share or mbufs hold. Anyone, before usb_bufs_free(); a
 * snapshot. */
uint32_t usb_bufs_out(const struct usb_bufs *bufs);

/* The counter of it in usb_shared, a gauge, where a back end publishes it. */
#define USB_BUFS_OUT_NAME "usb_buffers_out"

#endif /* USB_BUFS_H */
