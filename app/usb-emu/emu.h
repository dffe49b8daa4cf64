/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef EMU_H
#define EMU_H

/*
 * A modelled chip behind a usbredir socket: who holds what.
 *
 *     control sockets (control.c) --orders--> order.c
 *                                               |
 *     peer (QEMU) <-> peer.c, peer_send.c <-> pipe.c (one for each endpoint) <-> model
 *                                               device.c: plugged or not
 *
 * One thread. Time is the real one, in nanoseconds since the program began; the model
 * and the air share it.
 */

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "air.h"
#include "options.h"
#include "pipe.h"
#include "usb_device.h"

#define ENDPOINTS 32		/* number, IN 16 above: as usbredir counts */
#define PIPE_INDEX(ep) (((ep) & 0xf) + (((ep) & 0x80) != 0 ? 16 : 0))
#define NEVER UINT64_MAX

struct usbredirparser;
struct control;

struct emu_counters {
	uint64_t control, control_stalls;
	uint64_t in_transfers, in_bytes, out_transfers, out_bytes;
	uint64_t in_errors, out_errors;
	uint64_t cancelled;	/* requests that the peer took back */
	uint64_t cancelled_late;	/* ... too late: they were answered already */
	uint64_t refused;	/* no such endpoint, or more bytes at once than allowed */
	uint64_t no_memory;
	uint64_t dropped;	/* packets for a device that is not there */
	uint64_t resets, plugs, peers, peers_refused, peer_errors;
	uint64_t late_max_ns;	/* from the end on the bus to the answer: bulk IN */
	uint64_t late_sum_ns, late_n;
	uint64_t log_errors;
};

struct emu {
	struct options *options;
	const struct usb_device_ops *ops;
	uint64_t start_ns, now_ns;
	bool stop;

	/* device.c */
	struct air *air;
	struct usb_device *dev;	/* NULL: not on the bus */
	bool plugged;		/* as the orders want it */
	bool unplug_due;	/* a fault wants it */
	const struct usb_descriptors *descriptors;
	uint8_t first_in;	/* the first bulk-IN endpoint */

	/* peer.c */
	int listener, peer_fd;	/* -1: none */
	struct usbredirparser *parser;
	bool hello;		/* the peer has said it */
	bool peer_broken;	/* to be closed */
	bool awaiting_ack;	/* of the last disconnect: what comes is for the past */
	uint8_t configuration, alt[ENDPOINTS];

	struct pipe pipes[ENDPOINTS];
	uint64_t held_bytes;	/* of all requests */
	uint64_t pace_ns;	/* the next bulk-IN answer may go */
	struct answer *answers;	/* to control requests, later */

	struct control *control;
	struct faults faults;
	FILE *log, *frames;
	struct emu_counters count;
};

/* main.c */
uint64_t emu_clock(struct emu *emu);	/* also sets emu->now_ns */

/* device.c */
bool device_init(struct emu *emu, char *err, size_t err_size);
void device_fini(struct emu *emu);
/* Power on, in the state after plug-in. False without memory. */
bool device_power_on(struct emu *emu);
void device_power_off(struct emu *emu);
int device_control(struct emu *emu, const struct usb_setup *setup, uint8_t *data);
/* SET_FEATURE or CLEAR_FEATURE of the endpoint's halt. */
void device_halt(struct emu *emu, uint8_t ep);
/* Everything up to now; completed requests go to their pipes. */
void device_run(struct emu *emu);
/* The model has completed requests since: true. */
bool device_reap(struct emu *emu);
uint64_t device_next(const struct emu *emu);

/* stats.c: "name=value ..." */
size_t stats_print(const struct emu *emu, char *text, size_t size);

/* trace.c: lines of the log; nothing without one. */
void trace_control(struct emu *emu, const struct usb_setup *setup, int result,
		   const uint8_t *data);
void trace_bulk(struct emu *emu, uint8_t ep, const uint8_t *data, uint32_t len);
void trace_event(struct emu *emu, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* EMU_H */
