/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../bytes.h"
#include "chip.h"

/*
 * The receive packet buffer. A unit takes its bytes, up to where the
 * next may begin, from its arrival until those bytes have passed the bus; the
 * aggregate that is being filled lies in it too.
 */

/* Bytes of the transfer on the bus that have passed it by now_ns. */
static uint32_t
passed(const struct usb_device *dev, uint64_t now_ns)
{
	const struct core_bulk_in *in = &dev->in[0];
	uint32_t bytes;

	if (!in->busy || in->first == NULL || now_ns <= in->start_ns)
		return 0;
	bytes = usb_bus_bytes(dev->timing, now_ns - in->start_ns);
	return bytes < in->chunk ? bytes : in->chunk;
}

uint32_t
core_fifo_room(const struct usb_device *dev, uint64_t now_ns)
{
	uint32_t used = dev->fifo_used - passed(dev, now_ns);

	return used < dev->sw.fifo_bytes ? dev->sw.fifo_bytes - used : 0;
}

uint64_t
core_fifo_room_time(const struct usb_device *dev, uint32_t need)
{
	const struct core_bulk_in *in = &dev->in[0];
	uint64_t missing = (uint64_t)dev->fifo_used + need;
	uint32_t bytes;

	if (!in->busy)
		return CORE_NEVER;
	if (missing <= dev->sw.fifo_bytes)
		return in->start_ns;
	missing -= dev->sw.fifo_bytes;
	if (missing >= in->chunk)
		return in->end_ns;
	bytes = round_up32((uint32_t)missing, dev->timing->max_packet);
	if (bytes >= in->chunk)
		return in->end_ns;
	return in->start_ns + usb_bus_ns(dev->timing, bytes);
}
