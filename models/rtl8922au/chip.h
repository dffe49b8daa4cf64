/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTL8922AU_CHIP_H
#define RTL8922AU_CHIP_H

/* The rooms of the modelled chip and the doors between them. */

#include <stdbool.h>
#include <stdint.h>

#include "../air.h"
#include "../usb_bus.h"
#include "../usb_device.h"
#include "counters.h"
#include "regs.h"

#define NEVER UINT64_MAX
#define UNIT_ALIGN 16u	/* morrownr/rtw89 rtw8922au.c: receive alignment */
/* The largest unit: gaps of every kind, an MPDU of the largest size. */
#define UNIT_MAX (40 + 24 + 24 + 48 + 6 + AIR_MPDU_MAX)

/* Open questions and faults; what each means: switches.c. */
struct switches {
	bool timer_restart;	/* hold timer starts again with each unit */
	bool size_after;	/* size limit checked after adding */
	bool pad_last;		/* last unit of a transfer padded too */
	enum { ZLP_IDEAL, ZLP_SENT, ZLP_JOIN } zlp;
	bool need_en;		/* nothing is received while EN is 0 */
	bool small_stall;
	bool full_wait;		/* a full FIFO does not close the aggregate */
	uint32_t fifo_bytes;
	uint32_t c2h_ppdus;	/* a C2H after every so many PPDUs, 0: none */
	uint8_t eht_type;	/* PPDU_TYPE of an EHT PPDU */
	uint8_t shift, drv_info, hdr_cnv;	/* gap before the packet */
	uint8_t plcp;		/* PLCP copy in PPDU status, 8-byte units */
	bool rx_cnt;		/* receive counters in PPDU status */
	bool bb_sel;
	bool ctrl_long;		/* long descriptor on control frames too */
	uint32_t eproto, badlen, zerolen, unknown;	/* every so many, 0: never */
};

/* A closed aggregate, or the one that is being filled. */
struct transfer {
	struct transfer *next;
	uint8_t *data;
	uint32_t room, len;
	uint32_t pos;		/* bytes that the host has */
	uint32_t units, frames;
	uint32_t footprint;	/* bytes that it took of the FIFO */
	uint32_t released;	/* ... and gave back */
	bool all_small;
};

struct aggregator {
	struct transfer *open;
	uint64_t deadline_ns;	/* NEVER: no timer runs */
};

/* The bulk-IN pipe: transfers in order, requests in order. */
struct bulk_in {
	const struct usb_bus_timing *timing;
	struct transfer *first, *last;	/* closed, oldest first */
	struct transfer *spare;
	struct usb_urb *waiting[USB_DEVICE_URBS_MAX];
	struct usb_urb *done[USB_DEVICE_URBS_MAX];
	unsigned int waiting_head, waiting_count;
	unsigned int done_head, done_count;
	bool busy;		/* the first waiting request is on the bus */
	bool zlp_due;		/* the device still has to end a full transfer */
	int fault;		/* errno that the transfer on the bus will end with */
	uint64_t start_ns, end_ns;
	uint32_t chunk;		/* bytes on the bus now */
	uint64_t urbs;		/* for faults that come every so many */
};

/* What the PPDU status will say about the PPDU that is arriving. */
struct ppdu_state {
	uint32_t accepted;	/* MPDUs that passed the filter */
	bool a1_match, data, ctrl, mgmt, beacon;
};

struct usb_device {
	struct switches sw;
	struct regs regs;
	struct counters count;
	struct air *air;
	enum usb_speed speed;
	uint64_t now_ns;
	bool on_air;		/* the host has submitted its first request */
	bool air_blocked;	/* the patient access point waits for room */
	uint32_t air_need;	/* ... for so many bytes */
	uint32_t fifo_used;
	uint32_t frames_inside;	/* in the FIFO, not yet with the host */
	struct ppdu_state ppdu;
	uint32_t ppdus;
	uint8_t c2h_seq;
	struct aggregator agg;
	struct bulk_in in;
	uint8_t unit[UNIT_MAX];
};

/* switches.c */
void r8922_switches_default(struct switches *sw, enum usb_speed speed);

/* reset.c: what the registers hold after plug-in. */
bool r8922_reset_registers(struct regs *regs);
bool r8922_reset_cold(struct regs *regs);

/* rx_filter.c: does the chip hand this frame up? Counts when not. */
bool r8922_filter_accepts(struct usb_device *dev, const struct air_frame *frame);
bool r8922_filter_a1_match(const struct usb_device *dev, const struct air_frame *frame);

/* rx_path.c: the frame that air_peek() shows has arrived. */
void r8922_rx_frame_arrives(struct usb_device *dev, uint64_t now_ns);

/* rx_fifo.c */
uint32_t r8922_fifo_room(const struct usb_device *dev, uint64_t now_ns);
uint64_t r8922_fifo_room_time(const struct usb_device *dev, uint32_t need);

/* rx_agg.c */
enum agg_reason { AGG_TIMER, AGG_SIZE, AGG_COUNT, AGG_OFF, AGG_FLUSH, AGG_FULL };

/* False without memory. */
bool r8922_agg_add(struct usb_device *dev, const uint8_t *unit, uint32_t len,
		   bool is_frame, uint64_t now_ns);
void r8922_agg_close(struct usb_device *dev, enum agg_reason reason, uint64_t now_ns);
void r8922_agg_expire(struct usb_device *dev, uint64_t now_ns);
bool r8922_agg_enabled(const struct usb_device *dev);
/* Bytes that the FIFO gives for a unit. */
uint32_t r8922_agg_footprint(uint32_t len);

/* bulk_in.c */
void r8922_bulk_in_queue(struct usb_device *dev, struct transfer *transfer);
void r8922_bulk_in_start(struct usb_device *dev, uint64_t now_ns);
void r8922_bulk_in_end(struct usb_device *dev);
struct transfer *r8922_bulk_in_transfer(struct usb_device *dev);
void r8922_bulk_in_free(struct usb_device *dev);
int r8922_bulk_in_submit(struct usb_device *dev, struct usb_urb *urb);
struct usb_urb *r8922_bulk_in_reap(struct usb_device *dev);
struct usb_urb *r8922_bulk_in_cancel(struct usb_device *dev);

/* engine.c: everything that happens up to and including now_ns. */
void r8922_engine_run(struct usb_device *dev, uint64_t now_ns);
uint64_t r8922_engine_next(const struct usb_device *dev);
/* Does the chip take frames at all? */
bool r8922_rx_dma_on(const struct usb_device *dev);
void r8922_engine_unblock(struct usb_device *dev, uint64_t now_ns);

#endif /* RTL8922AU_CHIP_H */
