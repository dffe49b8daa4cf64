/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CORE_BULK_OUT_H
#define CORE_BULK_OUT_H

/* The bulk-OUT endpoints and the transmit buffer behind them. */

#include <stdbool.h>
#include <stdint.h>

#include "../usb_device.h"

#define CORE_PIPES_OUT 8

/* Requests in order: waiting, then done. */
struct core_bulk_out {
	struct usb_urb *waiting[USB_DEVICE_URBS_MAX];
	struct usb_urb *done[USB_DEVICE_URBS_MAX];
	unsigned int waiting_head, waiting_count;
	unsigned int done_head, done_count;
	bool busy;		/* the first waiting request is on the bus */
	bool refused;		/* it has met a NAK */
	int fault;		/* errno that it will end with */
	uint64_t end_ns;
	/* Transfers whose end the chip has not seen. */
	uint8_t *joined;
	uint32_t joined_len, joined_room;
};

/* Bytes of the transmit buffer that become free at a time. */
struct core_tx_release {
	struct core_tx_release *next;
	uint64_t at_ns;
	uint32_t bytes;
};

struct core_tx {
	struct core_bulk_out pipe[CORE_PIPES_OUT];
	unsigned int turn;	/* which pipe is asked first */
	unsigned int n_busy;	/* pipes that are */
	uint64_t urbs;		/* for faults that come every so many */
	uint32_t fifo_used;
	struct core_tx_release *first, *last, *spare;	/* earliest first */
};

/* As the entries of struct usb_device_ops. */
int core_submit_out(struct usb_device *dev, uint64_t now_ns, uint8_t ep,
		    struct usb_urb *urb);
struct usb_urb *core_reap_out(struct usb_device *dev);
struct usb_urb *core_cancel_out(struct usb_device *dev);
bool core_cancel_out_urb(struct usb_device *dev, struct usb_urb *urb);

/* For the engine: when the next OUT transfer ends, when buffer becomes free;
 * UINT64_MAX for never. */
uint64_t core_out_bus_event(const struct usb_device *dev);
uint64_t core_out_free_event(const struct usb_device *dev);
void core_out_bus_end(struct usb_device *dev);
void core_out_free(struct usb_device *dev, uint64_t now_ns);
void core_out_close(struct usb_device *dev);

/* Requests wait that may go on now. */
void core_out_start(struct usb_device *dev, uint64_t now_ns);
/* Transfers whose end the chip has not seen will have none. */
void core_out_forget(struct usb_device *dev);

#endif /* CORE_BULK_OUT_H */
