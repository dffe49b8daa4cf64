/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_MODEL_H
#define USB_MODEL_H

/* Between the parts of the model back end: usb_model_open.c makes it, usb_model.c
 * runs it, usb_model_tx.c is its OUT direction, usb_model_bulk.c what the control context
 * asks, usb_model_sleep.c its sleep. */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <rte_cycles.h>
#include <rte_ring.h>

#include "air.h"
#include "usb_device.h"

#include "rxb_compat.h"

#include "usb_bufs.h"
#include "usb_transport.h"

/* Counters of ours in front of the device's. */
enum {
	LATE_MAX, LATE_SUM, LATE_EVENTS, LOST_AT_STOP,
	TX_ERRORS,		/* the device ended them so */
	TX_CANCELLED,		/* not taken in time when the port stopped */
	TX_STOPPED,		/* submitted while stopped */
	BULK_OUT,		/* of the control context, over on the bus */
	BULK_IN,
	BUFFERS_OUT,
	OWN_COUNTERS
};

/* One OUT transfer; xfer.priv and urb.owner are it. */
struct model_out {
	struct usb_urb urb;
	struct usb_xfer *xfer;
	struct model_queue *queue;
};

/*
 * A transmit queue.
 *
 *   tx_submit() -> submitted ring -> submit_out(), advance(), reap_out() -> free ring -> tx_get()
 *
 * All zero: there is none.
 */
struct model_queue {
	struct usb_bufs bufs;
	struct model_out *outs;		/* one per transfer */
	struct rte_ring *free;		/* struct usb_xfer, also from tx_submit(): multi-producer */
	struct rte_ring *submitted;	/* struct model_out, transmit context to host thread */
	struct model_out *held;		/* host thread: the device had no place for it */
	uint32_t nb;
	uint8_t ep;
	uint32_t nb_submitted __rte_cache_aligned;	/* written by the transmit context */
	uint32_t nb_done __rte_cache_aligned;		/* and by the host thread */
};

#define USB_DIR_IN	0x80	/* bit 7 of an endpoint's address, USB 2.0 table 9-13 */

enum model_bulk_state {
	BULK_NONE,
	BULK_ASKED,	/* the host thread, or who plays it, is to give it to the device */
	BULK_GIVEN,
	BULK_DONE,
};

/* The control context's transfer. Under the lock; state is atomic besides. */
struct model_bulk {
	struct usb_urb urb;
	uint8_t ep;
	enum model_bulk_state state;
	pthread_cond_t wake;		/* done; of the monotonic clock */
};

struct usb_model {
	struct usb_transport t;
	const struct usb_device_ops *ops;
	struct usb_device *dev;
	enum usb_speed speed;
	struct air *air;
	char port[RTE_ETH_NAME_MAX_LEN];
	int socket_id;

	struct usb_bufs bufs;
	struct usb_urb *urbs;		/* one per transfer; owner is its usb_xfer */
	struct rte_ring *armed;		/* struct usb_urb, receive context to host thread */
	struct rte_ring *completed;	/* and back */
	uint8_t ep_in;			/* first IN endpoint */
	uint8_t ep_event;		/* second IN endpoint, 0: none */
	struct model_queue queues[USB_TX_QUEUES];

	pthread_mutex_t lock;		/* dev and air */
	unsigned int nb_waiting;	/* atomic: control requests that want the lock */
	struct model_bulk bulk;
	uint64_t idle_from_ns;		/* real time of the last request while stopped, 0: none */
	rxb_thread_t thread;
	bool running;
	bool tx_open;			/* atomic: what is submitted goes to the host thread */
	bool stop;			/* atomic */
	bool behind;			/* catching up with real time */
	unsigned int nb_in_device;	/* URBs of the first IN endpoint submitted and not reaped */
	unsigned int missed_at;		/* counter that is the port's imissed, 0: none */
	uint64_t now_ns;		/* model time */
	uint64_t published_ns;

	uint32_t asleep __rte_cache_aligned;	/* atomic, a futex: usb_model_sleep.c */
};

extern const struct usb_transport_ops usb_model_ops;

static inline struct usb_model *
usb_model_of(struct usb_transport *t)
{
	return container_of(t, struct usb_model, t);
}

static inline uint64_t
usb_model_clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

/* Free all of it, whatever of it was made. */
void usb_model_free(struct usb_model *m);

/* A ring for n transfers with a name of its own. NULL when memory is short. */
struct rte_ring *usb_model_ring(const char *what, uint32_t n, int socket_id,
				unsigned int flags);

/* Counters of the device to where others see them. Lock held. */
void usb_model_publish(struct usb_model *m);

/* Bring home what the device has done with, of all endpoints. Lock held; host thread, or
 * there is none. */
void usb_model_reap(struct usb_model *m);

/* Of struct usb_transport_ops. */
int usb_model_control(struct usb_transport *t, const struct usb_request *req, void *data,
		      unsigned int timeout_ms);
int usb_model_bulk(struct usb_transport *t, uint8_t ep, void *data, uint32_t len,
		   unsigned int timeout_ms);
int usb_model_clear_halt(struct usb_transport *t, uint8_t ep);
int usb_model_reset(struct usb_transport *t);
int usb_model_tx_setup(struct usb_transport *t, unsigned int queue, uint8_t ep,
		       uint32_t nb, uint32_t buf_size);
unsigned int usb_model_tx_get(struct usb_transport *t, unsigned int queue,
			      struct usb_xfer **xfers, unsigned int n);
void usb_model_tx_submit(struct usb_transport *t, unsigned int queue,
			 struct usb_xfer **xfers, unsigned int n);
unsigned int usb_model_tx_count(const struct usb_transport *t, unsigned int queue);

/* Host thread, lock held: give the device what was submitted, as of now_ns. */
void usb_model_tx_give(struct usb_model *m);

/* Host thread, lock held: bring home what the device has done with. */
void usb_model_tx_reap(struct usb_model *m);

/* Is something on its way? Anyone. */
bool usb_model_tx_pending(const struct usb_model *m);

/* Is something submitted that usb_model_tx_give() has not seen? Host thread. */
bool usb_model_tx_waiting(const struct usb_model *m);

/* The host thread is gone: cancel, count and bring home all that is on its way. */
void usb_model_tx_cancel(struct usb_model *m);

/* Free the OUT transfers of all queues. */
void usb_model_tx_free(struct usb_model *m);

/* The control context's transfer: is it this one, does it wait for usb_model_bulk_give(),
 * give it to the device, it is over. Lock held but for the second. */
bool usb_model_bulk_is(const struct usb_model *m, const struct usb_urb *urb);
bool usb_model_bulk_waiting(const struct usb_model *m);
void usb_model_bulk_give(struct usb_model *m);
void usb_model_bulk_done(struct usb_model *m);

/* Host thread: sleep so long, or until usb_model_wake(), not at all when something
 * waits. */
void usb_model_sleep(struct usb_model *m, uint64_t ns);

/* Cheap when the host thread is awake: a fence and a load. What the caller wrote
 * before it is seen by usb_model_tx_waiting() and usb_model_bulk_waiting(). Anyone. */
void usb_model_wake(struct usb_model *m);

#endif /* USB_MODEL_H */
