/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef USB_LIBUSB_H
#define USB_LIBUSB_H

/*
 * Between the parts of the libusb back end:
 *
 *   usb_libusb_find.c    which device         usb_libusb_interface.c  ... of it
 *   usb_libusb_name.c    ... as usb= says
 *   usb_libusb_open.c    open, wrap, close    usb_libusb_memory.c     transfers
 *   usb_libusb_run.c     start and stop
 *   usb_libusb.c         receive
 *   usb_libusb_tx.c      transmit
 *   usb_libusb_sync.c    what the control context asks of the device
 *   usb_libusb_care.c    what goes wrong      usb_libusb_heal.c       ... with transfers
 *
 * Who runs libusb's events: whoever needs a completion and finds the event lock free.
 * The receive context in rx_poll(), a transmit context that has no free transfer, the
 * control context while it waits for an answer, the care thread now and then. The
 * contexts of bursts only try the lock: who holds it does their work too.
 *
 * Completions stay in order, whoever reaps them: the kernel queues them in the order in
 * which they ended, libusb takes them from there one by one and calls back before it takes
 * the next, all of it under the event lock. So the completed ring has one producer at a
 * time, and each sees what the one before has written.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <libusb.h>

#include <rte_cycles.h>
#include <rte_ring.h>

#include "rxb_compat.h"

#include "usb_bufs.h"
#include "usb_log.h"
#include "usb_transport.h"

/* Counters, in the order of usb_shared. */
enum usb_libusb_counter {
	LU_TRANSFERS,		/* IN transfers that ended, however */
	LU_STALLS,		/* ... so: IN, and OUT below */
	LU_OVERFLOWS,
	LU_TIMEOUTS,
	LU_PROTOCOL,
	LU_CANCELLED,
	LU_NO_DEVICE,
	LU_UNKNOWN,
	LU_SUBMIT_FAILED,
	LU_SUBMIT_MEMORY,	/* the kernel had none for it */
	LU_RETRIES,		/* transfers armed again after a failure */
	LU_HALTS,		/* cleared */
	LU_HALT_ERRORS,		/* could not be */
	LU_LOST_AT_STOP,	/* completed with data, not polled */
	LU_LEAKED,		/* transfers that never came home */
	LU_RESUMES,
	LU_TX_TRANSFERS,	/* OUT transfers that the device took */
	LU_TX_STALLS,
	LU_TX_ERRORS,
	LU_TX_SHORT,		/* the device took a part */
	LU_TX_SUBMIT_FAILED,
	LU_TX_SUBMIT_MEMORY,
	LU_TX_CANCELLED,	/* on their way at stop, or behind a stall */
	LU_TX_STOPPED,		/* submitted while nothing moves */
	LU_IN_FLIGHT,		/* gauges */
	LU_WAITING,
	LU_BUFFERS_OUT,
	LU_STATE,
	LU_COUNTERS
};

/* Where an IN transfer is. Whoever has it moves it on; atomic, because who has it is
 * told by a ring or by this word. */
enum usb_libusb_place {
	LU_HOME,	/* nobody's: start() arms it */
	LU_FLYING,	/* the kernel's */
	LU_UP,		/* in the completed ring, or with the receive context */
	LU_SICK,	/* in the sick ring, or with the care thread */
};

/* OUT transfers that failed in a row: something is wrong for good. */
#define USB_LIBUSB_BAD_MAX 256u

struct usb_libusb;

/* A bulk-IN endpoint with armed transfers. */
struct usb_libusb_ep {
	uint8_t addr;		/* the device's */
	uint8_t conf;		/* as the driver names it */
	bool stalled;		/* atomic: its halt is to be cleared */
	uint32_t nb_flying;	/* atomic */
	uint32_t rounds;	/* atomic: of tries since it last completed well */
	uint64_t due_ms;	/* care thread: the next one */
};

struct usb_libusb_in {
	struct libusb_transfer *urb;
	struct usb_xfer *xfer;
	struct usb_libusb *u;
	struct usb_libusb_ep *ep;
	uint32_t place;		/* atomic */
	int failed;		/* why it is sick, or could not be armed again: a negative
				 * errno, never 0 */
	struct usb_xfer own;	/* where there is no usb_bufs */
	bool dev_mem;		/* own.data is the kernel's */
};

struct usb_libusb_out {
	struct libusb_transfer *urb;
	struct usb_xfer *xfer;
	struct usb_libusb_queue *q;
	uint32_t flying;	/* atomic */
	bool cancelled;		/* atomic: by us, since it flies */
};

/* A context of bursts is inside: start() and stop() wait until it is out. */
struct usb_libusb_gate {
	uint32_t busy;		/* atomic */
} __rte_cache_aligned;

struct usb_libusb_queue {
	struct usb_libusb_gate gate;
	struct usb_libusb *u;
	struct usb_bufs bufs;
	struct usb_libusb_out *outs;
	struct rte_ring *free;	/* struct usb_xfer; producers: contexts, callbacks, stop() */
	uint32_t nb;
	uint8_t addr;
	bool stalled;		/* atomic: nothing is sent until the halt is cleared */
	uint32_t rounds;	/* atomic, as of an endpoint */
	uint32_t bad;		/* atomic: failed since one went well, but for halts */
	uint64_t due_ms;
	uint32_t nb_submitted;	/* atomic */
	uint32_t nb_done;	/* atomic */
};

struct usb_libusb {
	struct usb_transport t;
	struct usb_libusb_gate rx_gate;
	bool open;		/* atomic: between start() and stop() */
	uint32_t nb_flying;	/* atomic: IN and OUT */

	libusb_context *ctx;
	libusb_device_handle *handle;
	libusb_hotplug_callback_handle hotplug;
	bool has_hotplug;
	bool claimed;
	int interface;
	int alt;
	uint8_t map_in[16], map_out[16];	/* device's address by the driver's; 0: none */
	char port[RTE_ETH_NAME_MAX_LEN];
	char where[32];		/* "1-2.3", for log lines */
	char node[40];		/* its device node */
	int socket_id;

	struct usb_bufs bufs;	/* unless usbfs memory was asked for */
	struct usb_libusb_in *ins;
	uint32_t nb_ins;
	uint32_t buf_size;
	struct usb_libusb_ep eps[2];
	struct rte_ring *completed;	/* struct usb_libusb_in */
	struct rte_ring *sick;		/* the same; anyone to the care thread */
	struct usb_libusb_queue queues[USB_TX_QUEUES];

	pthread_mutex_t lock;	/* start, stop, reset, resume and the care thread's work */
	bool dead;		/* stop() left something behind */
	int64_t slept_ms;	/* of the system's life so far, when it was last awake for us */

	/* Care. */
	rxb_thread_t thread;
	pthread_t thread_id;	/* atomic: its own */
	bool has_thread;
	int wake_fd;
	bool quit;		/* atomic */
	bool woken;		/* atomic: and has not looked yet */
	bool orphan;		/* close() was called from the event callback */
	bool left;		/* atomic: libusb says that the device went */
	bool suspect;		/* atomic: a transfer says that it may have gone */
	bool no_device;		/* atomic: ... and was it for lack of a device that it ended? */
	struct usb_libusb_in **patients;	/* out of the sick ring */
	uint32_t nb_patients;
	usb_event_fn event;
	void *event_arg;
	uint32_t state_told;	/* atomic */
};

static inline struct usb_libusb *
usb_libusb_of(struct usb_transport *t)
{
	return container_of(t, struct usb_libusb, t);
}

static inline void
usb_libusb_count(struct usb_libusb *u, enum usb_libusb_counter c, uint64_t n)
{
	__atomic_fetch_add(&u->t.shared->counters[c].value, n, __ATOMIC_RELAXED);
}

static inline uint64_t
usb_libusb_now_ms(void)
{
	return rte_get_timer_cycles() / (rte_get_timer_hz() / MS_PER_S);
}

static inline enum usb_state
usb_libusb_state(const struct usb_libusb *u)
{
	return (enum usb_state)__atomic_load_n(&u->t.shared->state, __ATOMIC_ACQUIRE);
}

/*
 * start() and stop() may come while the contexts of bursts run: after USB_AWAY the port
 * re-initialises itself under a polling lcore, and applications stop an unplugged port
 * from another thread. Either the context sees that it is closed, or stop() sees that it
 * is inside: each writes its own word and then reads the other's, with a full fence
 * between. What a context is inside for never waits.
 */
static inline bool
usb_libusb_enter(const struct usb_libusb *u, struct usb_libusb_gate *gate)
{
	__atomic_store_n(&gate->busy, 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return __atomic_load_n(&u->open, __ATOMIC_ACQUIRE);
}

static inline void
usb_libusb_leave(struct usb_libusb_gate *gate)
{
	__atomic_store_n(&gate->busy, 0, __ATOMIC_RELEASE);
}

extern const struct usb_transport_ops usb_libusb_ops;

/* usb_libusb.c. Give it to the kernel; the caller has it. 0 or a negative errno: then it
 * is the caller's still. */
int usb_libusb_submit(struct usb_libusb_in *in);
/* The same, and what cannot be submitted is sick. */
void usb_libusb_arm(struct usb_libusb_in *in);
void usb_libusb_rx_done(struct libusb_transfer *urb);
/* Work off what has completed, unless somebody does it. Never waits. */
void usb_libusb_events(struct usb_libusb *u);
/* The same, up to so long. Control context and care thread. */
void usb_libusb_events_wait(struct usb_libusb *u, unsigned int ms);
/* A negative errno of a libusb_error, or of a libusb_transfer_status. */
int usb_libusb_errno(int error);
int usb_libusb_status_errno(int status);
void usb_libusb_publish(struct usb_libusb *u);

/* usb_libusb_run.c */
int usb_libusb_start(struct usb_transport *t);
int usb_libusb_stop(struct usb_transport *t);
/* Lock held. Has the system slept since it was last asked? */
bool usb_libusb_has_slept(struct usb_libusb *u);

/* usb_libusb_tx.c */
int usb_libusb_tx_setup(struct usb_transport *t, unsigned int queue, uint8_t ep,
			uint32_t nb, uint32_t buf_size);
unsigned int usb_libusb_tx_get(struct usb_transport *t, unsigned int queue,
			       struct usb_xfer **xfers, unsigned int n);
void usb_libusb_tx_submit(struct usb_transport *t, unsigned int queue,
			  struct usb_xfer **xfers, unsigned int n);
unsigned int usb_libusb_tx_count(const struct usb_transport *t, unsigned int queue);
/* Cancel what is on its way. */
void usb_libusb_tx_cancel(struct usb_libusb_queue *q);
uint32_t usb_libusb_tx_flying(const struct usb_libusb_queue *q);
/* What the kernel still has is left where it is. */
void usb_libusb_tx_free(struct usb_libusb *u);

/* usb_libusb_sync.c */
int usb_libusb_control(struct usb_transport *t, const struct usb_request *req, void *data,
		       unsigned int timeout_ms);
int usb_libusb_bulk(struct usb_transport *t, uint8_t ep, void *data, uint32_t len,
		    unsigned int timeout_ms);
int usb_libusb_clear_halt(struct usb_transport *t, uint8_t ep);
int usb_libusb_reset(struct usb_transport *t);
int usb_libusb_resume(struct usb_transport *t);
/* Does the device answer? 0, -ENODEV gone, else it did not. */
int usb_libusb_probe(struct usb_libusb *u);

/* A submission has ended so: because a driver of the kernel's has the interface? */
bool usb_libusb_is_taken(struct usb_libusb *u, int ret);

/* usb_libusb_care.c */
int usb_libusb_care_start(struct usb_libusb *u);
/* False: this is the care thread itself. */
bool usb_libusb_care_stop(struct usb_libusb *u);
void usb_libusb_wake(struct usb_libusb *u);
void usb_libusb_suspect(struct usb_libusb *u, bool no_device);
/* It is sick: to the care thread. */
void usb_libusb_sicken(struct usb_libusb_in *in, int why);
/* Care thread, lock held. What has become sick to the patients. */
void usb_libusb_collect(struct usb_libusb *u);
/* 0: the device answers, now or a little later; -ENODEV gone, else it is mute. */
int usb_libusb_is_there(struct usb_libusb *u);
/* Lock held: what is sick is at home. */
void usb_libusb_care_home(struct usb_libusb *u);
/* Lock held. */
void usb_libusb_set_state(struct usb_libusb *u, enum usb_state state);

/* usb_libusb_heal.c. Care thread, lock held. */
bool usb_libusb_has_patients(const struct usb_libusb *u, const struct usb_libusb_ep *ep);
void usb_libusb_look_after_endpoints(struct usb_libusb *u);

/* usb_libusb_find.c. A device by usb_libusb_args.device, its reference the caller's; 0 or
 * as usb_libusb_identify(). Again: without a word where there is none. */
int usb_libusb_find(libusb_context *ctx, const char *port, const char *device, bool again,
		    libusb_device **dev);
/* "BUS-PORT[.PORT...]" */
void usb_libusb_where(libusb_device *dev, char *where, size_t size);
/* usb_libusb_interface.c. Fills interface, alt, map_in and map_out. 0, -ENOENT, -EIO, each
 * with a line. */
int usb_libusb_pick_interface(struct usb_libusb *u, const struct usb_transport_conf *conf);
/* Device's address, 0: no such endpoint. */
uint8_t usb_libusb_ep_of(const struct usb_libusb *u, uint8_t ep);

/* usb_libusb_memory.c. 0 or -ENOMEM with a line; what there is is freed by the other. */
int usb_libusb_create_memory(struct usb_libusb *u, const struct usb_transport_conf *conf,
			     bool kernel);
void usb_libusb_free_memory(struct usb_libusb *u);
struct rte_ring *usb_libusb_ring(const char *what, uint32_t n, int socket_id,
				 unsigned int flags);

/* usb_libusb_open.c. All but what the kernel still has, and what an orphaned care thread
 * needs. */
void usb_libusb_free(struct usb_libusb *u);
void usb_libusb_free_last(struct usb_libusb *u);

#endif /* USB_LIBUSB_H */
