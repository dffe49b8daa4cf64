/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A capture that is played once per start. Records are read from the file inside
 * rx_poll() and copied into one of the buffers, as a host controller would fill
 * them; the endpoints share them, so that none gets ahead of the other. A buffer
 * that is out is marked by its priv.
 */

#include <errno.h>
#include <string.h>

#include <rte_common.h>
#include <rte_malloc.h>

#include "usb_bufs.h"
#include "usb_capture.h"
#include "usb_log.h"
#include "usb_replay.h"

/* A burst must not read a whole file in search of its next transfer. */
#define RECORDS_PER_POLL	256

struct replay_once {
	struct replay r;
	struct usb_bufs bufs;
	struct usb_xfer **home;		/* stack of the empty ones */
	uint64_t remaining;		/* transfers still in the file */
	struct usb_capture capture;	/* closed at the end */
};

static inline struct replay_once *
to_once(struct usb_transport *t)
{
	return container_of(t, struct replay_once, r.t);
}

/* The next transfer of the file, false: none now. */
static bool
next_transfer(struct replay_once *o, unsigned int *budget, struct usbmon_urb *urb)
{
	struct usb_counter *counters = o->r.counters;
	enum usbmon_verdict verdict;
	int rc;

	while (o->capture.pcap != NULL && *budget > 0) {
		rc = usb_capture_next(&o->capture, urb, &verdict);
		if (rc <= 0) {
			counters[rc == 0 ? REPLAY_LOOPS : REPLAY_READ_ERRORS].value++;
			usb_capture_close(&o->capture);
			return false;
		}
		(*budget)--;
		if (replay_accept(&o->r.filter, verdict, urb, counters))
			return true;
	}
	return false;
}

static void
fill(struct usb_xfer *x, const struct usbmon_urb *urb, bool full)
{
	if (urb->data_len != 0)
		memcpy(x->data, urb->data, urb->data_len);
	x->len = urb->data_len;
	x->status = replay_status(urb);
	x->full = full;
	x->ep = urb->endpoint;
	x->priv = x;
}

/* The scan's count is out of date where the file was changed after it. */
static uint64_t
still_remaining(struct replay_once *o, unsigned int handed_out)
{
	uint64_t left = o->remaining - RTE_MIN(handed_out, o->remaining);

	if (o->capture.pcap != NULL)
		return left;
	o->r.counters[REPLAY_UNREAD].value += left;
	return 0;
}

static unsigned int
replay_once_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	unsigned int budget = RECORDS_PER_POLL, i;
	struct replay_once *o = to_once(t);
	uint64_t home = o->bufs.nb - o->r.nb_out;
	struct usbmon_urb urb;
	uint64_t bytes = 0;

	if (!replay_started(&o->r))
		return 0;
	for (i = 0; i < n && home > 0 && next_transfer(o, &budget, &urb); i++) {
		xfers[i] = o->home[--home];
		fill(xfers[i], &urb, replay_is_full(&o->r.filter, &urb));
		bytes += urb.data_len;
	}
	replay_handed_out(&o->r, i, bytes);
	replay_store(&o->remaining, still_remaining(o, i));
	replay_publish_lost(&o->r);
	o->r.counters[REPLAY_BUFFERS_OUT].value = usb_bufs_out(&o->bufs);
	return i;
}

static void
replay_once_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct replay_once *o = to_once(t);
	uint64_t home = o->bufs.nb - o->r.nb_out;
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (xfers[i]->priv == NULL)
			continue;
		xfers[i]->priv = NULL;
		o->home[home++] = xfers[i];
	}
	replay_store(&o->r.nb_out, o->bufs.nb - home);
}

static unsigned int
replay_once_count(const struct usb_transport *t)
{
	const struct replay_once *o = container_of(t, const struct replay_once, r.t);

	return (unsigned int)RTE_MIN(replay_load(&o->remaining),
				     o->bufs.nb - replay_load(&o->r.nb_out));
}

static int
replay_once_start(struct usb_transport *t)
{
	struct replay_once *o = to_once(t);
	uint32_t i;
	int err;

	err = usb_capture_open(&o->capture, o->r.port, o->r.file);
	if (err != 0)
		return err;
	for (i = 0; i < o->bufs.nb; i++) {
		o->home[i] = o->bufs.xfers[i];
		o->home[i]->priv = NULL;
	}
	replay_store(&o->r.nb_out, 0);
	replay_store(&o->remaining, o->r.need.transfers);
	replay_set_started(&o->r, true);
	return 0;
}

static int
replay_once_stop(struct usb_transport *t)
{
	struct replay_once *o = to_once(t);

	replay_set_started(&o->r, false);
	o->r.counters[REPLAY_UNREAD].value += o->remaining;
	replay_store(&o->remaining, 0);
	usb_capture_close(&o->capture);
	o->r.counters[REPLAY_BUFFERS_OUT].value = usb_bufs_out(&o->bufs);
	return 0;
}

static void
replay_once_close(struct usb_transport *t)
{
	struct replay_once *o = to_once(t);

	usb_capture_close(&o->capture);
	usb_bufs_free(&o->bufs);
	rte_free(o->home);
	replay_fini(&o->r);
	rte_free(o);
}

static const struct usb_transport_ops replay_once_ops = {
	.name = "replay",
	.start = replay_once_start,
	.stop = replay_once_stop,
	.close = replay_once_close,
	.rx_poll = replay_once_poll,
	.rx_return = replay_once_return,
	.rx_count = replay_once_count,
};

static int
once_alloc(struct replay_once *o, int socket)
{
	o->home = rte_calloc_socket("usb_replay", o->bufs.nb, sizeof(*o->home), 0, socket);
	if (o->home != NULL)
		return 0;
	USB_LOG(ERR, o->r.port, "%s: no memory", o->r.file);
	return -ENOMEM;
}

int
replay_once_open(const struct replay_source *src, struct usb_transport **t)
{
	const struct usb_transport_conf *conf = src->conf;
	struct replay_once *o;
	int err;

	o = rte_zmalloc_socket("usb_replay", sizeof(*o), 0, conf->socket_id);
	if (o == NULL) {
		USB_LOG(ERR, conf->port, "%s: no memory", src->file);
		return -ENOMEM;
	}
	o->r.t.ops = &replay_once_ops;
	err = replay_init(&o->r, src);
	if (err == 0)
		err = usb_bufs_create(&o->bufs, conf);
	if (err == 0)
		err = once_alloc(o, conf->socket_id);
	if (err != 0) {
		replay_once_close(&o->r.t);
		return err;
	}
	o->r.t.bufs = &o->bufs;
	*t = &o->r.t;
	return 0;
}
