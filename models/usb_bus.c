/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "usb_bus.h"

/*
 * What the figures rest on:
 * - packet sizes: USB 2.0 table 5-9, USB 3.2 table 9-24;
 * - high speed, bytes per second: USB 2.0 table 5-10, 13 packets of 512 bytes
 *   in a microframe of 125 us. With it one TCP flow comes to about 380 Mbit/s;
 *   published for these chips at high speed: 327 to 356;
 * - SuperSpeed, bytes per second: an estimate, 5 Gbit/s less 8b/10b coding
 *   (500 MB/s) less about a fifth for packet headers, acknowledgements and
 *   credits. No published figure of these chips comes near it;
 * - the fixed part: an estimate, nothing published. Half a microframe of
 *   waiting would be 62 us and is not what a busy bulk pipe sees.
 */
static const struct usb_bus_timing timings[] = {
	[USB_SPEED_HIGH] = { 512, 8000, 53248000 },
	[USB_SPEED_SUPER] = { 1024, 2000, 400000000 },
};

const struct usb_bus_timing *
usb_bus_timing(enum usb_speed speed)
{
	return &timings[speed];
}

uint64_t
usb_bus_ns(const struct usb_bus_timing *timing, uint32_t bytes)
{
	return timing->transfer_ns +
	       (bytes * 1000000000ull + timing->bytes_per_second - 1) /
	       timing->bytes_per_second;
}

uint32_t
usb_bus_bytes(const struct usb_bus_timing *timing, uint64_t ns)
{
	uint64_t bytes;

	if (ns <= timing->transfer_ns)
		return 0;
	/* Longer than any transfer: the product below would not fit. */
	if (ns > 10000000000ull)
		return UINT32_MAX;
	bytes = (ns - timing->transfer_ns) * timing->bytes_per_second / 1000000000ull;
	return bytes > UINT32_MAX ? UINT32_MAX :
	       (uint32_t)(bytes / timing->max_packet * timing->max_packet);
}
