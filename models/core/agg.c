/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "chip.h"

/* Units become transfers. What the limits are and where a unit may begin is the
 * chip's; all units count towards the count limit, not frames alone. */

void
core_agg_close(struct usb_device *dev, enum core_agg_reason reason, uint64_t now_ns)
{
	uint64_t *const counter[] = {
		[CORE_AGG_TIMER] = &dev->count.agg_closed_timer,
		[CORE_AGG_SIZE] = &dev->count.agg_closed_size,
		[CORE_AGG_COUNT] = &dev->count.agg_closed_count,
		[CORE_AGG_OFF] = &dev->count.agg_closed_off,
		[CORE_AGG_FLUSH] = &dev->count.agg_closed_flush,
		[CORE_AGG_FULL] = &dev->count.agg_closed_full,
	};
	struct core_transfer *t = dev->agg.open;

	if (t == NULL)
		return;
	dev->agg.open = NULL;
	dev->agg.deadline_ns = CORE_NEVER;
	if (dev->chip->finish != NULL)
		dev->chip->finish(dev, t);
	(*counter[reason])++;
	dev->count.agg_units += t->units;
	dev->count.agg_bytes += t->len;
	core_bulk_in_queue(dev, 0, t, now_ns);
}

/* The length that the transfer would have with one more unit. */
static uint32_t
length_with(const struct usb_device *dev, uint32_t len, uint32_t step)
{
	uint32_t before = dev->agg.open != NULL ? dev->agg.open->next_unit : 0;

	return before + (dev->sw.pad_last ? step : len);
}

static struct core_transfer *
open_with_room(struct usb_device *dev, uint32_t total)
{
	struct core_transfer *t = dev->agg.open;

	if (t == NULL)
		t = core_transfer_get(dev);
	if (t == NULL)
		return NULL;
	if (!core_transfer_room(t, total)) {
		if (t->units == 0)	/* nothing in it: as if never opened */
			core_transfer_put(dev, t);
		return NULL;
	}
	dev->agg.open = t;
	return t;
}

static bool
append(struct usb_device *dev, const uint8_t *unit, uint32_t len, uint32_t step,
       bool is_frame)
{
	uint32_t pos, total = length_with(dev, len, step);
	struct core_transfer *t = open_with_room(dev, total);

	if (t == NULL)
		return false;
	pos = t->next_unit;
	memset(t->data + t->len, dev->sw.fill, pos - t->len);
	memcpy(t->data + pos, unit, len);
	memset(t->data + pos + len, dev->sw.fill, total - pos - len);
	t->len = total;
	t->next_unit = pos + step;
	t->units++;
	t->frames += is_frame;
	t->footprint += step;
	if (len > t->largest)
		t->largest = len;
	dev->fifo_used += step;
	dev->frames_inside += is_frame;
	return true;
}

static bool
held_for_good(const struct usb_device *dev, const struct core_agg_limits *limits)
{
	return dev->agg.open->largest < limits->small;
}

static void
run_timer(struct usb_device *dev, const struct core_agg_limits *limits, uint64_t now_ns)
{
	if (dev->agg.deadline_ns == CORE_NEVER || dev->sw.timer_restart)
		dev->agg.deadline_ns = now_ns + limits->hold_ns;
	if (held_for_good(dev, limits))
		dev->agg.deadline_ns = CORE_NEVER;
}

/* True when no further unit may join. */
static bool
limits_reached(const struct usb_device *dev, const struct core_agg_limits *limits,
	       enum core_agg_reason *reason)
{
	const struct core_transfer *t = dev->agg.open;
	uint32_t size = limits->size;

	*reason = CORE_AGG_SIZE;
	if (size != 0 && (dev->sw.size_after ? t->len > size : t->len >= size))
		return true;
	*reason = CORE_AGG_COUNT;
	return limits->units != 0 && t->units >= limits->units;
}

bool
core_agg_add(struct usb_device *dev, const uint8_t *unit, uint32_t len, bool is_frame,
	     uint64_t now_ns)
{
	uint32_t step = dev->chip->unit_step(dev, len, is_frame);
	struct core_agg_limits limits = { 0 };
	enum core_agg_reason reason;

	dev->chip->agg_limits(dev, &limits);
	if (limits.enabled && !dev->sw.size_after && limits.size != 0 &&
	    dev->agg.open != NULL && length_with(dev, len, step) > limits.size)
		core_agg_close(dev, CORE_AGG_SIZE, now_ns);
	if (!append(dev, unit, len, step, is_frame))
		return false;
	if (!limits.enabled) {
		core_agg_close(dev, CORE_AGG_OFF, now_ns);
		return true;
	}
	run_timer(dev, &limits, now_ns);
	if (!held_for_good(dev, &limits) && limits_reached(dev, &limits, &reason))
		core_agg_close(dev, reason, now_ns);
	return true;
}

void
core_agg_expire(struct usb_device *dev, uint64_t now_ns)
{
	if (dev->agg.open != NULL && dev->agg.deadline_ns <= now_ns)
		core_agg_close(dev, CORE_AGG_TIMER, now_ns);
}
