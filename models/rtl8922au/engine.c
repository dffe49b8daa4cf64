/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

/*
 * What happens next, and when. At equal times: the bus first (it makes room),
 * then the hold timer, then the air; so a frame that arrives in the very
 * nanosecond in which the hold ends is in the next aggregate.
 */

static uint64_t
bus_event(const struct usb_device *dev)
{
	return dev->in.busy ? dev->in.end_ns : NEVER;
}

static uint64_t
room_event(const struct usb_device *dev)
{
	/* With RXDMA off it waits for that, not for room. */
	return dev->air_blocked && r8922_rx_dma_on(dev) ?
		r8922_fifo_room_time(dev, dev->air_need) : NEVER;
}

static uint64_t
air_event(const struct usb_device *dev)
{
	const struct air_frame *frame;

	if (dev->air == NULL || !dev->on_air || dev->air_blocked)
		return NEVER;
	frame = air_peek(dev->air);
	return frame != NULL ? frame->end_ns : NEVER;
}

static uint64_t
min64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t
r8922_engine_next(const struct usb_device *dev)
{
	return min64(min64(bus_event(dev), room_event(dev)),
		     min64(dev->agg.deadline_ns, air_event(dev)));
}

void
r8922_engine_unblock(struct usb_device *dev, uint64_t now_ns)
{
	if (!dev->air_blocked)
		return;
	dev->air_blocked = false;
	air_delay(dev->air, now_ns);
}

/* One event at its time; false when none is due. */
static bool
step(struct usb_device *dev, uint64_t now_ns)
{
	uint64_t next = r8922_engine_next(dev);

	if (next > now_ns)
		return false;
	/* Room may have been there before anybody asked. */
	if (next > dev->now_ns)
		dev->now_ns = next;
	if (bus_event(dev) == next) {
		r8922_bulk_in_end(dev);
		r8922_engine_unblock(dev, dev->now_ns);
	} else if (room_event(dev) == next) {
		r8922_engine_unblock(dev, dev->now_ns);
	} else if (dev->agg.deadline_ns == next) {
		r8922_agg_expire(dev, dev->now_ns);
	} else {
		r8922_rx_frame_arrives(dev, dev->now_ns);
	}
	return true;
}

void
r8922_engine_run(struct usb_device *dev, uint64_t now_ns)
{
	while (step(dev, now_ns))
		;
	if (now_ns > dev->now_ns)
		dev->now_ns = now_ns;
}
