/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The back end that does nothing. It shows what the least is that a back end
 * must provide, and lets a driver be tested up to the seam.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "usb_log.h"
#include "usb_transport.h"

#define USB_DIR_IN	0x80	/* bit 7 of bmRequestType, USB 2.0 table 9-2 */

static int
usb_null_start(struct usb_transport *t)
{
	RTE_SET_USED(t);
	return 0;
}

static int
usb_null_stop(struct usb_transport *t)
{
	RTE_SET_USED(t);
	return 0;
}

static void
usb_null_close(struct usb_transport *t)
{
	free(t);
}

static unsigned int
usb_null_rx_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	RTE_SET_USED(t);
	RTE_SET_USED(xfers);
	RTE_SET_USED(n);
	return 0;
}

static void
usb_null_rx_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	RTE_SET_USED(t);
	RTE_SET_USED(xfers);
	RTE_SET_USED(n);
}

static unsigned int
usb_null_rx_count(const struct usb_transport *t)
{
	RTE_SET_USED(t);
	return 0;
}

static int
usb_null_control(struct usb_transport *t, const struct usb_request *req,
		 void *data, unsigned int timeout_ms)
{
	RTE_SET_USED(t);
	RTE_SET_USED(timeout_ms);
	if ((req->bmRequestType & USB_DIR_IN) && req->wLength != 0)
		memset(data, 0, req->wLength);
	return req->wLength;
}

static const struct usb_transport_ops usb_null_ops = {
	.name = "null",
	.start = usb_null_start,
	.stop = usb_null_stop,
	.close = usb_null_close,
	.rx_poll = usb_null_rx_poll,
	.rx_return = usb_null_rx_return,
	.rx_count = usb_null_rx_count,
	.control = usb_null_control,
};

int
usb_null_open(const struct usb_transport_conf *conf, struct usb_transport **t)
{
	struct usb_transport *null = calloc(1, sizeof(*null));

	if (null == NULL) {
		USB_LOG(ERR, conf->port, "null: no memory");
		return -ENOMEM;
	}
	null->ops = &usb_null_ops;
	null->shared = conf->shared;
	conf->shared->speed_mbps = 0;
	conf->shared->nb_counters = 0;
	*t = null;
	return 0;
}
