/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Transfers, their buffers and their rings. */

#include <errno.h>
#include <stdio.h>

#include <rte_errno.h>
#include <rte_malloc.h>

#include "usb_libusb.h"

/* Names of ports are longer than those of rings: a number tells them apart. The other
 * driver's plugin counts for itself. */
struct rte_ring *
usb_libusb_ring(const char *what, uint32_t n, int socket_id, unsigned int flags)
{
	static unsigned int number;
	char name[RTE_RING_NAMESIZE];

	do {
		snprintf(name, sizeof(name), "usb_lu_%s_%u", what,
			 __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED));
	} while (rte_ring_lookup(name) != NULL);
	return rte_ring_create(name, rte_align32pow2(n + 1), socket_id, flags);
}

/* The completed ring's producers are serialised by libusb's event lock. */
static int
create_rings(struct usb_libusb *u)
{
	u->completed = usb_libusb_ring("done", u->nb_ins, u->socket_id,
				       RING_F_SP_ENQ | RING_F_SC_DEQ);
	u->sick = usb_libusb_ring("sick", u->nb_ins, u->socket_id, RING_F_SC_DEQ);
	u->ins = rte_calloc_socket("usb_libusb", u->nb_ins, sizeof(*u->ins), 0, u->socket_id);
	if (u->completed != NULL && u->sick != NULL && u->ins != NULL)
		return 0;
	USB_LOG(ERR, u->port, "no transfer rings: %s", rte_strerror(rte_errno));
	return -ENOMEM;
}

/* Of the kernel's memory, or what there is else. False: not even that. */
static bool
own_buffer(struct usb_libusb *u, struct usb_libusb_in *in, bool kernel)
{
	if (kernel)
		in->own.data = libusb_dev_mem_alloc(u->handle, u->buf_size);
	in->dev_mem = in->own.data != NULL;
	if (!in->dev_mem)
		in->own.data = rte_malloc_socket("usb_libusb", u->buf_size,
						 RTE_CACHE_LINE_SIZE, u->socket_id);
	in->own.size = u->buf_size;
	in->own.iova = RTE_BAD_IOVA;
	in->xfer = &in->own;
	return in->own.data != NULL;
}

static int
own_buffers(struct usb_libusb *u)
{
	uint32_t i, nb_kernel = 0;

	for (i = 0; i < u->nb_ins; i++) {
		/* After the first that it does not have there is no asking on. */
		if (!own_buffer(u, &u->ins[i], nb_kernel == i)) {
			USB_LOG(ERR, u->port, "no memory for %u transfer buffers of %u bytes",
				u->nb_ins, u->buf_size);
			return -ENOMEM;
		}
		nb_kernel += u->ins[i].dev_mem;
	}
	if (nb_kernel < u->nb_ins)
		USB_LOG(WARNING, u->port, "%s: buffer-memory=usbfs: the kernel has memory for "
			"%u of %u buffers of %u bytes, the others are plain memory", u->where,
			nb_kernel, u->nb_ins, u->buf_size);
	return 0;
}

static int
dpdk_buffers(struct usb_libusb *u, const struct usb_transport_conf *conf)
{
	int ret = usb_bufs_create(&u->bufs, conf);
	uint32_t i;

	if (ret != 0)
		return ret;
	for (i = 0; i < u->nb_ins; i++)
		u->ins[i].xfer = u->bufs.xfers[i];
	u->t.bufs = &u->bufs;
	return 0;
}

static int
create_transfers(struct usb_libusb *u, const struct usb_transport_conf *conf)
{
	uint32_t i;

	for (i = 0; i < u->nb_ins; i++) {
		struct usb_libusb_in *in = &u->ins[i];

		in->u = u;
		in->ep = &u->eps[i < conf->nb_bufs ? 0 : 1];
		in->xfer->ep = in->ep->conf;
		in->xfer->priv = in;
		in->urb = libusb_alloc_transfer(0);
		if (in->urb == NULL) {
			USB_LOG(ERR, u->port, "no memory for %u transfers", u->nb_ins);
			return -ENOMEM;
		}
		libusb_fill_bulk_transfer(in->urb, u->handle, in->ep->addr, in->xfer->data,
					  u->buf_size, usb_libusb_rx_done, in, 0);
	}
	return 0;
}

int
usb_libusb_create_memory(struct usb_libusb *u, const struct usb_transport_conf *conf,
			 bool kernel)
{
	int ret = create_rings(u);

	if (ret == 0)
		ret = kernel ? own_buffers(u) : dpdk_buffers(u, conf);
	return ret != 0 ? ret : create_transfers(u, conf);
}

void
usb_libusb_free_memory(struct usb_libusb *u)
{
	uint32_t i;

	for (i = 0; u->ins != NULL && i < u->nb_ins; i++) {
		struct usb_libusb_in *in = &u->ins[i];

		if (in->urb != NULL)
			libusb_free_transfer(in->urb);
		if (in->dev_mem)
			libusb_dev_mem_free(u->handle, in->own.data, u->buf_size);
		else
			rte_free(in->own.data);
	}
	usb_bufs_free(&u->bufs);
	rte_ring_free(u->completed);
	rte_ring_free(u->sick);
	rte_free(u->ins);
}
