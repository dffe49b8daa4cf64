/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_MODEL_H
#define USB_MODEL_H

/* Between the two halves of the model back end: usb_model_open.c makes it,
 * usb_model.c runs it. */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <rte_ring.h>

#include "air.h"
#include "usb_device.h"

#include "rxb_compat.h"

#include "usb_bufs.h"
#include "usb_transport.h"

/* Counters of ours in front of the device's. */
enum { LATE_MAX, LATE_SUM, LATE_EVENTS, LOST_AT_STOP, OWN_COUNTERS };

struct usb_model {
	struct usb_transport t;
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	struct air *air;
	char port[RTE_ETH_NAME_MAX_LEN];

	struct usb_bufs bufs;
	struct usb_urb *urbs;		/* one per buffer; owner is its usb_xfer */
	struct rte_ring *armed;		/* struct usb_urb, receive context to host thread */
	struct rte_ring *completed;	/* and back */

	pthread_mutex_t lock;		/* dev and air */
	unsigned int nb_waiting;	/* atomic: control requests that want the lock */
	rxb_thread_t thread;
	bool running;
	bool stop;			/* atomic */
	bool behind;			/* catching up with real time */
	unsigned int nb_in_device;	/* URBs submitted and not reaped */
	unsigned int missed_at;		/* counter that is the port's imissed, 0: none */
	uint64_t now_ns;		/* model time */
	uint64_t published_ns;
};

extern const struct usb_transport_ops usb_model_ops;

/* Free all of it, whatever of it was made. */
void usb_model_free(struct usb_model *m);

#endif /* USB_MODEL_H */
