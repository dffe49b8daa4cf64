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

/* At the head of each object; the data follows on the next cache line. */
struct usb_buf {
	struct rte_mbuf_ext_shared_info shinfo;
} __rte_cache_aligned;

#define DATA_OFF sizeof(struct usb_buf)

/* A line each: the receive context writes one while a back end fills the next. */
struct usb_buf_xfer {
	struct usb_xfer xfer;
	struct usb_buf *buf;		/* where xfer.data is */
	struct usb_buf *spare;		/* its replacement, NULL: not shared */
} __rte_cache_aligned;

/* In the pool's private data: it is there as long as the pool. */
struct pool_state {
	uint32_t refs;			/* atomic: one for the transport, one per buffer out */
};

static struct pool_state *
state_of(struct rte_mempool *pool)
{
	return rte_mempool_get_priv(pool);
}

static struct usb_buf_xfer *
buf_xfer_of(struct usb_xfer *xfer)
{
	return container_of(xfer, struct usb_buf_xfer, xfer);
}

static void
pool_unref(struct rte_mempool *pool)
{
	if (__atomic_sub_fetch(&state_of(pool)->refs, 1, __ATOMIC_ACQ_REL) == 0)
		rte_mempool_free(pool);
}

/* The last reference is gone. Whoever had it may be far from the port, in any thread,
 * after close: a buffer knows its pool. */
static void
buf_release(struct usb_buf *buf)
{
	struct rte_mempool *pool = rte_mempool_from_obj(buf);

	rte_mempool_put(pool, buf);
	pool_unref(pool);
}

static void
buf_free_cb(void *addr, void *buf)
{
	RTE_SET_USED(addr);
	buf_release(buf);
}

static void
set_buf(struct usb_buf_xfer *bx, struct usb_buf *buf)
{
	rte_iova_t iova = rte_mempool_virt2iova(buf);

	bx->buf = buf;
	bx->xfer.data = (uint8_t *)buf + DATA_OFF;
	bx->xfer.iova = iova == RTE_BAD_IOVA ? iova : iova + DATA_OFF;
}

static uint32_t
nb_event(const struct usb_transport_conf *conf)
{
	return conf->ep_event != 0 ? conf->nb_event : 0;
}

static void
init_xfers(struct usb_bufs *bufs, const struct usb_transport_conf *conf)
{
	struct usb_buf_xfer *bx;
	void *buf;
	uint32_t i;

	for (i = 0; i < bufs->nb; i++) {
		bx = &bufs->memory[i];
		/* More objects than transfers: the pool cannot be empty here. */
		rte_mempool_get(bufs->pool, &buf);
		set_buf(bx, buf);
		bx->xfer.size = conf->buf_size;
		bx->xfer.ep = i < conf->nb_bufs ? conf->ep_in : conf->ep_event;
		bufs->xfers[i] = &bx->xfer;
	}
}

static struct rte_mempool *
create_pool(const struct usb_transport_conf *conf, uint32_t nb)
{
	static unsigned int number;
	char name[RTE_MEMPOOL_NAMESIZE];
	struct rte_mempool *pool;

	/* Names of ports are longer than those of pools: a number tells them apart. The
	 * other driver's plugin counts for itself. */
	do {
		snprintf(name, sizeof(name), "usb_bufs_%u",
			 __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED));
	} while (rte_mempool_lookup(name) != NULL);
	pool = rte_mempool_create(name, nb, DATA_OFF + conf->buf_size, 0,
				  sizeof(struct pool_state), NULL, NULL, NULL, NULL,
				  conf->socket_id, 0);
	if (pool != NULL)
		state_of(pool)->refs = 1;
	return pool;
}

int
usb_bufs_create(struct usb_bufs *bufs, const struct usb_transport_conf *conf)
{
	uint32_t nb_pool;

	bufs->nb = conf->nb_bufs + nb_event(conf);
	nb_pool = bufs->nb + conf->nb_spare;
	bufs->xfers = rte_calloc_socket("usb_bufs", bufs->nb, sizeof(*bufs->xfers), 0,
					conf->socket_id);
	bufs->memory = rte_calloc_socket("usb_bufs", bufs->nb, sizeof(*bufs->memory),
					 RTE_CACHE_LINE_SIZE, conf->socket_id);
	bufs->pool = create_pool(conf, nb_pool);
	if (bufs->xfers == NULL || bufs->memory == NULL || bufs->pool == NULL) {
		USB_LOG(ERR, conf->port, "no memory for %u transfer buffers of %u bytes: %s",
			nb_pool, conf->buf_size, rte_strerror(rte_errno));
		bufs->nb = 0;
		usb_bufs_free(bufs);
		return -ENOMEM;
	}
	init_xfers(bufs, conf);
	return 0;
}

void
usb_bufs_free(struct usb_bufs *bufs)
{
	uint32_t i;

	for (i = 0; i < bufs->nb; i++)
		usb_bufs_unshare(bufs, bufs->xfers[i]);
	if (bufs->pool != NULL)
		pool_unref(bufs->pool);
	rte_free(bufs->memory);
	rte_free(bufs->xfers);
	*bufs = (struct usb_bufs){ 0 };
}

bool
usb_bufs_share(struct usb_bufs *bufs, struct usb_xfer *xfer)
{
	struct usb_buf_xfer *bx = buf_xfer_of(xfer);
	struct rte_mbuf_ext_shared_info *shinfo;
	void *spare;

	if (bx->spare != NULL)
		return true;
	if (rte_mempool_get(bufs->pool, &spare) != 0)
		return false;
	bx->spare = spare;
	shinfo = &bx->buf->shinfo;
	shinfo->free_cb = buf_free_cb;
	shinfo->fcb_opaque = bx->buf;
	rte_mbuf_ext_refcnt_set(shinfo, 1);
	__atomic_add_fetch(&state_of(bufs->pool)->refs, 1, __ATOMIC_RELAXED);
	return true;
}

struct rte_mbuf_ext_shared_info *
usb_bufs_shinfo(struct usb_xfer *xfer)
{
	return &buf_xfer_of(xfer)->buf->shinfo;
}

void
usb_bufs_unshare(struct usb_bufs *bufs, struct usb_xfer *xfer)
{
	struct usb_buf_xfer *bx = buf_xfer_of(xfer);
	struct usb_buf *buf = bx->buf;

	RTE_SET_USED(bufs);
	if (bx->spare == NULL)
		return;
	set_buf(bx, bx->spare);
	bx->spare = NULL;
	if (rte_mbuf_ext_refcnt_update(&buf->shinfo, -1) == 0)
		buf_release(buf);
}

uint32_t
usb_bufs_out(const struct usb_bufs *bufs)
{
	return __atomic_load_n(&state_of(bufs->pool)->refs, __ATOMIC_RELAXED) - 1;
}
