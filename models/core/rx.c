/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

/* From a frame in the air to units in the aggregate: what is alike for all. */

/* A buffer full of nothing but the open aggregate that waits for its hold timer
 * helps nobody: the chip is taken to hand up what it has (switch full:wait: it
 * does not). With closed aggregates before it the bus will make room anyhow. */
static void
make_room(struct usb_device *dev, uint64_t now_ns)
{
	if (!dev->sw.full_wait && dev->in[0].first == NULL)
		core_agg_close(dev, CORE_AGG_FULL, now_ns);
}

bool
core_rx_add_unit(struct usb_device *dev, const uint8_t *unit, uint32_t len,
		 bool is_frame, uint64_t *lost, uint64_t now_ns)
{
	if (core_fifo_room(dev, now_ns) < dev->chip->unit_step(dev, len, is_frame)) {
		(*lost)++;
		make_room(dev, now_ns);
		return false;
	}
	if (core_agg_add(dev, unit, len, is_frame, now_ns))
		return true;
	if (is_frame)
		dev->count.no_memory_frames++;
	else
		dev->count.no_memory_units++;
	return false;
}

static uint32_t
need(const struct usb_device *dev, const struct air_frame *frame)
{
	uint32_t bytes = dev->chip->rx_need(dev, frame);

	return bytes < dev->sw.fifo_bytes ? bytes : dev->sw.fifo_bytes;
}

/* A patient access point sends again what the chip could not take. */
static bool
must_wait(struct usb_device *dev, const struct air_frame *frame, uint64_t now_ns)
{
	bool on = dev->chip->rx_enabled(dev);
	uint32_t bytes;

	if (!air_lossless(dev->air))
		return false;
	bytes = need(dev, frame);
	if (on && core_fifo_room(dev, now_ns) >= bytes)
		return false;
	if (on)
		make_room(dev, now_ns);
	if (on && core_fifo_room(dev, now_ns) >= bytes)
		return false;
	dev->air_blocked = true;
	dev->air_need = bytes;
	return true;
}

void
core_rx_frame_arrives(struct usb_device *dev, uint64_t now_ns)
{
	const struct air_frame *frame = air_peek(dev->air);
	uint64_t lost = dev->count.fifo_overflow_frames;

	if (must_wait(dev, frame, now_ns))
		return;
	dev->count.frames_air++;
	if (dev->chip->rx_enabled(dev)) {
		dev->chip->frame_arrives(dev, frame, now_ns);
	} else {
		dev->count.rx_off_frames++;
		if (dev->chip->frame_missed != NULL)
			dev->chip->frame_missed(dev);
	}
	if (dev->count.fifo_overflow_frames == lost)
		air_take(dev->air);
	else
		air_unacknowledged(dev->air);
}
