/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "script.h"

static struct script *
script_of(const struct usb_transport *t)
{
	return (struct script *)(uintptr_t)t;
}

static int
start(struct usb_transport *t)
{
	CU_ASSERT_FALSE(script_of(t)->started);
	script_of(t)->started = true;
	script_of(t)->nb_starts++;
	return 0;
}

/* Everything that was handed out has come back. */
static int
stop(struct usb_transport *t)
{
	struct script *s = script_of(t);

	CU_ASSERT_EQUAL(s->polled, s->returned);
	s->started = false;
	s->nb_stops++;
	return 0;
}

/* In the buffer of a transfer that is at home. */
static struct usb_xfer *
fill_buffer(struct script *s, const struct usb_xfer *script)
{
	struct usb_xfer *x;

	if (s->nb_home == 0)
		return NULL;
	x = s->home[0];
	memmove(s->home, s->home + 1, --s->nb_home * sizeof(*s->home));
	CU_ASSERT_FATAL(script->len <= x->size);
	memcpy(x->data, script->data, script->len);
	x->len = script->len;
	x->full = script->full;
	x->status = script->status;
	x->ep = script->ep;
	return x;
}

static unsigned int
rx_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct script *s = script_of(t);
	unsigned int i;

	for (i = 0; i < n && s->polled < s->added; i++) {
		xfers[i] = &s->xfers[s->polled];
		if (t->bufs != NULL)
			xfers[i] = fill_buffer(s, xfers[i]);
		if (xfers[i] == NULL)
			break;
		s->polled++;
	}
	return i;
}

static void
return_block(struct script *s, const struct usb_xfer *x)
{
	size_t at = x - s->xfers;

	CU_ASSERT_FATAL(at < s->polled);
	CU_ASSERT_PTR_NOT_NULL(s->blocks[at]);
	free(s->blocks[at]);
	s->blocks[at] = NULL;
}

/* The device may write there from now on. */
static void
return_buffer(struct script *s, struct usb_xfer *x)
{
	memset(x->data, 0xdb, x->size);
	s->home[s->nb_home++] = x;
}

static void
rx_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct script *s = script_of(t);
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (t->bufs != NULL)
			return_buffer(s, xfers[i]);
		else
			return_block(s, xfers[i]);
		s->returned++;
	}
	CU_ASSERT(s->returned <= s->polled);
}

static unsigned int
rx_count(const struct usb_transport *t)
{
	return script_of(t)->added - script_of(t)->polled;
}

static void
tx_free(struct script_tx *tx)
{
	unsigned int i;

	for (i = 0; i < tx->nb; i++)
		free(tx->blocks[i]);
	free(tx->blocks);
	free(tx->xfers);
	free(tx->free);
	*tx = (struct script_tx){ 0 };
}

static int
tx_setup(struct usb_transport *t, unsigned int queue, uint8_t ep, uint32_t nb, uint32_t size)
{
	struct script *s = script_of(t);
	struct script_tx *tx = &s->tx[queue];
	unsigned int i;

	CU_ASSERT_FATAL(queue < USB_TX_QUEUES);
	CU_ASSERT_FALSE(s->started);
	tx_free(tx);
	if (nb != 0 && s->setup_ret != 0)
		return s->setup_ret;
	s->nb_setups += nb != 0;
	tx->nb = nb;
	tx->size = size;
	tx->ep = ep;
	tx->xfers = calloc(nb + 1, sizeof(*tx->xfers));
	tx->free = calloc(nb + 1, sizeof(*tx->free));
	tx->blocks = calloc(nb + 1, sizeof(*tx->blocks));
	for (i = 0; i < nb; i++) {
		tx->blocks[i] = malloc(size);
		tx->xfers[i] = (struct usb_xfer){ .data = tx->blocks[i], .size = size };
		tx->free[tx->nb_free++] = &tx->xfers[i];
	}
	return 0;
}

static unsigned int
tx_get(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers, unsigned int n)
{
	struct script_tx *tx = &script_of(t)->tx[queue];
	unsigned int i;

	for (i = 0; i < n && tx->nb_free != 0; i++) {
		xfers[i] = tx->free[--tx->nb_free];
		/* What was there before is not the driver's to send. */
		memset(xfers[i]->data, 0xdb, tx->size);
		xfers[i]->len = UINT32_MAX;
	}
	return i;
}

static void
write_down(struct script *s, unsigned int queue, const struct usb_xfer *x)
{
	struct script_sent *sent = &s->sent[s->nb_sent];

	CU_ASSERT_FATAL(x->len <= s->tx[queue].size);
	CU_ASSERT_FATAL(s->nb_sent < SCRIPT_SENT);
	*sent = (struct script_sent){
		.queue = queue, .ep = s->tx[queue].ep, .zlp = x->zlp, .len = x->len,
		.bytes = malloc(x->len),
	};
	memcpy(sent->bytes, x->data, x->len);
	s->nb_sent++;
}

static void
tx_submit(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers, unsigned int n)
{
	struct script *s = script_of(t);
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (xfers[i]->len != 0)
			write_down(s, queue, xfers[i]);
		else
			s->nb_unused++;
		if (!s->hold)
			s->tx[queue].free[s->tx[queue].nb_free++] = xfers[i];
	}
}

static unsigned int
tx_count(const struct usb_transport *t, unsigned int queue)
{
	const struct script_tx *tx = &script_of(t)->tx[queue];

	return tx->nb - tx->nb_free;
}

static int
control(struct usb_transport *t, const struct usb_request *req, void *data,
	unsigned int timeout_ms)
{
	if ((req->bmRequestType & 0x80) != 0)
		memset(data, 0, req->wLength);
	return req->wLength;
}

static void
transport_close(struct usb_transport *t)
{
	struct script *s = script_of(t);
	unsigned int i;

	CU_ASSERT_FALSE(s->closed);
	s->closed = true;
	for (i = 0; i < s->added; i++)
		free(s->blocks[i]);
	for (i = 0; i < USB_TX_QUEUES; i++)
		tx_free(&s->tx[i]);
	if (t->bufs != NULL)
		usb_bufs_free(&s->bufs);
	free(s->home);
	s->home = NULL;
}

static const struct usb_transport_ops script_ops = {
	.name = "script",
	.start = start,
	.stop = stop,
	.close = transport_close,
	.rx_poll = rx_poll,
	.rx_return = rx_return,
	.rx_count = rx_count,
	.tx_setup = tx_setup,
	.tx_get = tx_get,
	.tx_submit = tx_submit,
	.tx_count = tx_count,
	.control = control,
};

static void
open_bufs(struct script *s, unsigned int nb_bufs, unsigned int nb_spare, uint32_t size)
{
	const struct usb_transport_conf conf = {
		.port = "script", .socket_id = -1, .nb_bufs = nb_bufs,
		.nb_spare = nb_spare, .buf_size = size,
	};

	CU_ASSERT_EQUAL_FATAL(usb_bufs_create(&s->bufs, &conf), 0);
	s->t.bufs = &s->bufs;
	s->home = calloc(nb_bufs, sizeof(*s->home));
	memcpy(s->home, s->bufs.xfers, nb_bufs * sizeof(*s->home));
	s->nb_home = nb_bufs;
}

struct script *
script_open(unsigned int nb_bufs, unsigned int nb_spare, uint32_t size)
{
	struct script *s = calloc(1, sizeof(*s));

	CU_ASSERT_PTR_NOT_NULL_FATAL(s);
	s->ops = script_ops;
	s->t.ops = &s->ops;
	s->t.shared = &s->shared;
	if (nb_spare != 0)
		open_bufs(s, nb_bufs, nb_spare, size);
	return s;
}

struct usb_xfer *
script_add(struct script *s, const uint8_t *bytes, uint32_t len, bool full)
{
	struct usb_xfer *x = &s->xfers[s->added];
	uint8_t *block = malloc(len);

	CU_ASSERT_FATAL(s->added < SCRIPT_XFERS);
	if (len != 0)
		memcpy(block, bytes, len);
	s->blocks[s->added++] = block;
	*x = (struct usb_xfer){
		.data = block, .len = len, .size = len, .full = full, .ep = SCRIPT_EP,
		.iova = RTE_BAD_IOVA,
	};
	return x;
}

void
script_close(struct script *s)
{
	unsigned int i;

	if (!s->closed)
		s->t.ops->close(&s->t);
	for (i = 0; i < s->nb_sent; i++)
		free(s->sent[i].bytes);
	free(s);
}
