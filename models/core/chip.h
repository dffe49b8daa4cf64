/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CORE_CHIP_H
#define CORE_CHIP_H

/*
 * What every modelled chip has: the pipes of its USB side, a receive buffer, an
 * aggregator, the order of events. A chip brings what makes it that chip in a
 * struct chip_ops, and embeds struct usb_device as its first member.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"
#include "../usb_bus.h"
#include "../usb_device.h"
#include "bulk_out.h"
#include "counters.h"
#include "log.h"
#include "standard.h"
#include "switches.h"

#define CORE_NEVER UINT64_MAX
#define CORE_PIPES_IN 2

struct usb_device;

/* A closed aggregate, or the one that is being filled, or a single event. */
struct core_transfer {
	struct core_transfer *next;
	uint8_t *data;
	uint32_t room, len;
	uint32_t next_unit;	/* where a further unit would begin */
	uint32_t pos;		/* bytes that the host has */
	uint32_t units, frames;
	uint32_t footprint;	/* bytes that it took of the FIFO */
	uint32_t released;	/* ... and gave back */
	uint32_t largest;	/* of its units */
};

/* How the chip aggregates at this moment. */
struct core_agg_limits {
	bool enabled;		/* false: one unit per transfer */
	uint32_t size;		/* of a transfer, bytes, 0: no limit */
	uint32_t units;		/* of a transfer, 0: no limit */
	uint64_t hold_ns;	/* from its first unit (or last: switch timer) */
	uint32_t small;		/* a transfer of nothing but units shorter than
				 * this never ends by itself; 0: it does */
};

/* What a chip brings. Called with the time of the model at dev->now_ns, from
 * inside the calls of struct usb_device_ops. */
struct chip_ops {
	/* Tables of the chip's switches, before those of the core. Each ends with a
	 * nameless one; NULL: no table. */
	const struct core_switch *switches[2];
	/* Addresses of the bulk-IN endpoints, [0] the first: frames. 0: none. */
	uint8_t in_endpoints[CORE_PIPES_IN];

	/* Does the chip take frames at all (receive DMA on)? */
	bool (*rx_enabled)(const struct usb_device *dev);
	/* FIFO bytes that frame, and what may follow it, take at most. */
	uint32_t (*rx_need)(const struct usb_device *dev, const struct air_frame *frame);
	/* A frame has arrived; the chip filters it and adds units
	 * (core_rx_add_unit). It counts what it filters. */
	void (*frame_arrives)(struct usb_device *dev, const struct air_frame *frame,
			      uint64_t now_ns);
	/* A frame passed while rx_enabled() was false. May be NULL. */
	void (*frame_missed)(struct usb_device *dev);

	void (*agg_limits)(const struct usb_device *dev, struct core_agg_limits *limits);
	/* From the first byte of a unit of len bytes to where the next may begin:
	 * len or more. */
	uint32_t (*unit_step)(const struct usb_device *dev, uint32_t len, bool is_frame);
	/* The transfer is about to be closed: bytes behind its last unit, by
	 * core_transfer_append(). May be NULL. */
	void (*finish)(struct usb_device *dev, struct core_transfer *transfer);

	/* As usb_device_ops.descriptors. NULL, or giving NULL: the chip gets the standard
	 * requests too, and stalls them. */
	const struct usb_descriptors *(*descriptors)(const struct usb_device *dev);
	/* A control request; as usb_device_ops.control, at dev->now_ns. */
	int (*control)(struct usb_device *dev, const struct usb_setup *setup,
		       uint8_t *data);
	/* Counter number i of the chip, false past the last. May be NULL. */
	bool (*counter)(const struct usb_device *dev, unsigned int i, const char **name,
			uint64_t *value);

	/* Addresses of the bulk-OUT endpoints, 0 behind the last. May be NULL. */
	const uint8_t *out_endpoints;
	/* The chip learns the end of an OUT transfer from a length in its first
	 * bytes, not from a short or zero-length packet. */
	bool out_has_length;
	/*
	 * A transfer to ep has arrived. Time until which it takes room in the
	 * transmit buffer: dev->now_ns or earlier when it is done with.
	 */
	uint64_t (*out_transfer)(struct usb_device *dev, uint8_t ep, const uint8_t *data,
				 uint32_t len, uint64_t now_ns);

	/* A moment of the chip's own, CORE_NEVER without one, and what happens then, at
	 * dev->now_ns. Both may be NULL. */
	uint64_t (*timer)(const struct usb_device *dev);
	void (*timer_due)(struct usb_device *dev);

	/* The host has reset the port; the IN pipes are empty. May be NULL. */
	void (*reset)(struct usb_device *dev);

	/* Free what the chip has, and dev itself. */
	void (*destroy)(struct usb_device *dev);
};

struct core_aggregator {
	struct core_transfer *open;
	uint64_t deadline_ns;	/* CORE_NEVER: no timer runs */
};

/* A bulk-IN pipe: transfers in order, requests in order. */
struct core_bulk_in {
	struct core_transfer *first, *last;	/* closed, oldest first */
	struct usb_urb *waiting[USB_DEVICE_URBS_MAX];
	struct usb_urb *done[USB_DEVICE_URBS_MAX];
	unsigned int waiting_head, waiting_count;
	unsigned int done_head, done_count;
	bool busy;		/* the first waiting request is on the bus */
	bool zlp_due;		/* the device still has to end a full transfer */
	bool empty;		/* fault: what is on the bus has no bytes */
	int fault;		/* errno that the transfer on the bus will end with */
	uint64_t start_ns, end_ns;
	uint32_t chunk;		/* bytes on the bus now */
	uint64_t urbs;		/* for faults that come every so many */
	uint64_t queued;
};

struct usb_device {
	const struct chip_ops *chip;
	struct air *air;
	enum usb_speed speed;
	const struct usb_bus_timing *timing;
	uint64_t bus_in_free_ns;	/* until then the bus is taken, this way */
	uint64_t bus_out_free_ns;
	uint64_t now_ns;
	struct core_standard standard;
	struct core_switches sw;
	struct core_counters count;
	bool on_air;		/* the host has submitted its first request */
	bool air_blocked;	/* the patient access point waits for room */
	uint32_t air_need;	/* ... for so many bytes */
	uint32_t fifo_used;
	uint32_t frames_inside;	/* in the FIFO, not yet with the host */
	struct core_aggregator agg;
	struct core_bulk_in in[CORE_PIPES_IN];	/* [0]: what the aggregator makes */
	struct core_transfer *spare;
	struct core_tx tx;
	void *log;		/* FILE, or NULL */
	uint64_t logged;
};

/* device.c: for the chip's create() (dev is all zero) and destroy(). The chip
 * frees dev itself. */
void core_init(struct usb_device *dev, const struct chip_ops *chip, enum usb_speed speed,
	       struct air *air);
void core_free(struct usb_device *dev);

/* device.c: the entries of struct usb_device_ops that are alike for all chips. */
void core_destroy(struct usb_device *dev);
int core_control(struct usb_device *dev, uint64_t now_ns, const struct usb_setup *setup,
		 uint8_t *data);
void core_reset(struct usb_device *dev, uint64_t now_ns);
int core_submit(struct usb_device *dev, uint64_t now_ns, struct usb_urb *urb);
int core_submit_in(struct usb_device *dev, uint64_t now_ns, uint8_t ep,
		   struct usb_urb *urb);
bool core_cancel_urb(struct usb_device *dev, struct usb_urb *urb);

#define CORE_USB_DEVICE_OPS \
	.destroy = core_destroy, \
	.set_switch = core_switch_set, \
	.control = core_control, \
	.reset = core_reset, \
	.submit = core_submit, \
	.submit_in = core_submit_in, \
	.advance = core_engine_run, \
	.reap = core_bulk_in_reap, \
	.cancel = core_bulk_in_cancel, \
	.submit_out = core_submit_out, \
	.reap_out = core_reap_out, \
	.cancel_out = core_cancel_out, \
	.cancel_urb = core_cancel_urb, \
	.log_frames = core_log_frames, \
	.next_event = core_engine_next, \
	.counter = core_counter

/* rx.c */
/* The frame that air_peek() shows has arrived. */
void core_rx_frame_arrives(struct usb_device *dev, uint64_t now_ns);
/*
 * A unit of the frame that arrives joins the aggregate; false when it does not:
 * without room *lost counts it, without memory a counter of the core does.
 */
bool core_rx_add_unit(struct usb_device *dev, const uint8_t *unit, uint32_t len,
		      bool is_frame, uint64_t *lost, uint64_t now_ns);

/*
 * tx.c: the chip's radio sends an MPDU that came from an OUT endpoint; counts it
 * with its queue. What air_send() returns; dev->now_ns without an air.
 */
enum core_tx_queue { CORE_TX_BE, CORE_TX_BK, CORE_TX_VI, CORE_TX_VO, CORE_TX_MGMT };

uint64_t core_tx_send(struct usb_device *dev, enum core_tx_queue queue,
		      const struct air_tx *tx);

/* rx_fifo.c: the receive buffer, which is emptied by pipe 0. */
uint32_t core_fifo_room(const struct usb_device *dev, uint64_t now_ns);
uint64_t core_fifo_room_time(const struct usb_device *dev, uint32_t need);

/* agg.c */
enum core_agg_reason {
	CORE_AGG_TIMER, CORE_AGG_SIZE, CORE_AGG_COUNT, CORE_AGG_OFF, CORE_AGG_FLUSH,
	CORE_AGG_FULL,
};

/* False without memory. Looks at no FIFO: core_rx_add_unit() does. */
bool core_agg_add(struct usb_device *dev, const uint8_t *unit, uint32_t len,
		  bool is_frame, uint64_t now_ns);
void core_agg_close(struct usb_device *dev, enum core_agg_reason reason, uint64_t now_ns);
void core_agg_expire(struct usb_device *dev, uint64_t now_ns);

/* transfer.c */
/* An empty one, NULL without memory. */
struct core_transfer *core_transfer_get(struct usb_device *dev);
void core_transfer_put(struct usb_device *dev, struct core_transfer *transfer);
/* len bytes of value; false without memory. */
bool core_transfer_append(struct core_transfer *transfer, uint8_t value, uint32_t len);
bool core_transfer_room(struct core_transfer *transfer, uint32_t len);
void core_transfer_free_list(struct core_transfer *transfer);

/*
 * bus.c: bytes in the direction of free_ns (bus_in_free_ns or bus_out_free_ns),
 * as soon as the bus is free. Returns when they begin; they end at *end_ns.
 */
uint64_t core_bus_take(struct usb_device *dev, uint64_t *free_ns, uint64_t now_ns,
		       uint32_t bytes, uint64_t *end_ns);
/* The transfer that would end at end_ns is cancelled: if it was the last in the
 * queue the bus is free again. */
void core_bus_give_back(struct usb_device *dev, uint64_t *free_ns, uint64_t end_ns);

/* bulk_in.c */
void core_bulk_in_queue(struct usb_device *dev, unsigned int pipe,
			struct core_transfer *transfer, uint64_t now_ns);
/* A transfer of its own that takes nothing of the FIFO, such as an answer of the
 * chip's processor. False without memory. */
bool core_bulk_in_event(struct usb_device *dev, unsigned int pipe, const uint8_t *data,
			uint32_t len, uint64_t now_ns);
void core_bulk_in_end(struct usb_device *dev, struct core_bulk_in *in);
int core_bulk_in_submit(struct usb_device *dev, struct core_bulk_in *in,
			struct usb_urb *urb);
struct usb_urb *core_bulk_in_reap(struct usb_device *dev);
struct usb_urb *core_bulk_in_cancel(struct usb_device *dev);
bool core_bulk_in_cancel_urb(struct usb_device *dev, struct usb_urb *urb);
/* What the pipe still had to move is lost. */
void core_bulk_in_flush(struct usb_device *dev, struct core_bulk_in *in);
void core_bulk_in_start(struct usb_device *dev, struct core_bulk_in *in, uint64_t now_ns);

/* engine.c: everything that happens up to and including now_ns. */
void core_engine_run(struct usb_device *dev, uint64_t now_ns);
uint64_t core_engine_next(const struct usb_device *dev);
/* Something changed that the air may have waited for. */
void core_engine_unblock(struct usb_device *dev, uint64_t now_ns);

/* A fault that comes every n-th time, 0 never: is it the time? */
static inline bool
core_every(uint32_t n, uint64_t number)
{
	return n != 0 && number % n == 0;
}

#endif /* CORE_CHIP_H */
