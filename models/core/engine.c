/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

/*
 * What happens next, and when. At equal times: the bus first (it makes room; IN
 * before OUT), then the transmit buffer, then the hold timer, then the air; so a
 * frame that arrives in the very nanosecond in which the hold ends is in the next
 * aggregate.
 */

static uint64_t
in_bus_event(const struct usb_device *dev)
{
	uint64_t next = CORE_NEVER;
	unsigned int i;

	for (i = 0; i < CORE_PIPES_IN; i++)
		if (dev->in[i].busy && dev->in[i].end_ns < next)
			next = dev->in[i].end_ns;
	return next;
}

static uint64_t
room_event(const struct usb_device *dev)
{
	/* With receive DMA off it waits for that, not for room. */
	return dev->air_blocked && dev->chip->rx_enabled(dev) ?
		core_fifo_room_time(dev, dev->air_need) : CORE_NEVER;
}

static uint64_t
air_event(const struct usb_device *dev)
{
	const struct air_frame *frame;

	if (dev->air == NULL || !dev->on_air || dev->air_blocked)
		return CORE_NEVER;
	frame = air_peek(dev->air);
	return frame != NULL ? frame->end_ns : CORE_NEVER;
}

static uint64_t
chip_event(const struct usb_device *dev)
{
	return dev->chip->timer != NULL ? dev->chip->timer(dev) : CORE_NEVER;
}

/* The pipe whose transfer ends first. */
static struct core_bulk_in *
ending_pipe(struct usb_device *dev)
{
	unsigned int i;

	for (i = 0; i < CORE_PIPES_IN - 1; i++)
		if (dev->in[i].busy && dev->in[i].end_ns == in_bus_event(dev))
			break;
	return &dev->in[i];
}

static uint64_t
min64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t
core_engine_next(const struct usb_device *dev)
{
	uint64_t bus = min64(in_bus_event(dev), core_out_bus_event(dev));
	uint64_t room = min64(core_out_free_event(dev), room_event(dev));

	return min64(min64(bus, room),
		     min64(min64(dev->agg.deadline_ns, chip_event(dev)), air_event(dev)));
}

void
core_engine_unblock(struct usb_device *dev, uint64_t now_ns)
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
	uint64_t next = core_engine_next(dev), chip = chip_event(dev);

	if (next > now_ns)
		return false;
	/* Room may have been there before anybody asked. */
	if (next > dev->now_ns)
		dev->now_ns = next;
	if (in_bus_event(dev) == next) {
		core_bulk_in_end(dev, ending_pipe(dev));
		core_engine_unblock(dev, dev->now_ns);
	} else if (core_out_bus_event(dev) == next) {
		core_out_bus_end(dev);
	} else if (core_out_free_event(dev) == next) {
		core_out_free(dev, dev->now_ns);
	} else if (room_event(dev) == next) {
		core_engine_unblock(dev, dev->now_ns);
	} else if (dev->agg.deadline_ns == next) {
		core_agg_expire(dev, dev->now_ns);
	} else if (chip == next) {
		dev->chip->timer_due(dev);
	} else {
		core_rx_frame_arrives(dev, dev->now_ns);
	}
	return true;
}

void
core_engine_run(struct usb_device *dev, uint64_t now_ns)
{
	while (step(dev, now_ns))
		;
	if (now_ns > dev->now_ns)
		dev->now_ns = now_ns;
	if (dev->air != NULL)
		air_out_advance(dev->air, dev->now_ns);
}
