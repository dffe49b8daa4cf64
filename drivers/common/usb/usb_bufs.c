/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>

#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_mempool.h>

#include "usb_bufs.h"
#include "usb_log.h"

/* An object: its usb_xfer, then the data on a cache line of its own. */
#define DATA_OFF RTE_ALIGN_CEIL(sizeof(struct usb_xfer), RTE_CACHE_LINE_SIZE)

static void
init_xfer(struct usb_xfer *xfer, uint32_t size)
{
	*xfer = (struct usb_xfer){
		.data = (uint8_t *)xfer + DATA_OFF,
		.size = size,
		.iova = rte_mempool_virt2iova(xfer) + DATA_OFF,
	};
}

int
usb_bufs_create(struct usb_bufs *bufs, const struct usb_transport_conf *conf)
{
	static unsigned int number;
	char name[RTE_MEMPOOL_NAMESIZE];
	uint32_t i;

	/* Names of ports are longer than those of pools: a number tells them apart. */
	snprintf(name, sizeof(name), "usb_bufs_%u", number++);
	bufs->nb = conf->nb_bufs;
	bufs->xfers = rte_zmalloc(NULL, bufs->nb * sizeof(*bufs->xfers), 0);
	bufs->pool = rte_mempool_create(name, bufs->nb, DATA_OFF + conf->buf_size, 0, 0,
					NULL, NULL, NULL, NULL, conf->socket_id, 0);
	if (bufs->xfers == NULL || bufs->pool == NULL) {
		USB_LOG(ERR, conf->port, "no memory for %u transfer buffers of %u bytes: %s",
			bufs->nb, conf->buf_size, rte_strerror(rte_errno));
		usb_bufs_free(bufs);
		return -ENOMEM;
	}
	for (i = 0; i < bufs->nb; i++) {
		/* As many objects as asked for: the pool cannot be empty here. */
		rte_mempool_get(bufs->pool, (void **)&bufs->xfers[i]);
		init_xfer(bufs->xfers[i], conf->buf_size);
	}
	return 0;
}

void
usb_bufs_free(struct usb_bufs *bufs)
{
	rte_mempool_free(bufs->pool);
	rte_free(bufs->xfers);
	bufs->pool = NULL;
	bufs->xfers = NULL;
	bufs->nb = 0;
}
