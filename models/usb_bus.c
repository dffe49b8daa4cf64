/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "usb_bus.h"

/*
 * What the figures rest on:
 * - packet sizes: USB 2.0 table 5-9, USB 3.2 table 9-24;
 * - high speed: two figures published with the change that gave Linux's driver receive
 *   aggregation (morrownr/rtw89 c2d0a6d, RTL8832CU at 6 GHz, TCP): 342 Mbit/s with a frame
 *   of 1448 bytes of payload in each transfer, 356 with twelve in one. A frame and its
 *   descriptor are 1576 bytes, so it takes 33.9 and 32.5 us: 1.6 us for each transfer and
 *   48.8 MB/s. Taken: 2 us, and 12 packets of 512 bytes in a microframe of 125 us, which
 *   give 341 and 359. USB 2.0 table 5-10 allows 13, which no published figure shows;
 *   acknowledgements that TCP sends the other way are in it;
 *   what that predicts of others: same chip at 5 GHz 341 and 359 (published 327, 349);
 *   RTL8922AU 356 (328 on a PC, 297 on a Raspberry Pi 5: 5148d7f). Hosts differ in what
 *   this model has no place for;
 * - SuperSpeed, bytes per second: an estimate, 5 Gbit/s less 8b/10b coding
 *   (500 MB/s) less about a fifth for packet headers, acknowledgements and
 *   credits. No published figure of these chips comes near it;
 * - SuperSpeed, the fixed part: an estimate. A frame in each transfer gave 847 Mbit/s
 *   (c2d0a6d), where it may be 9.7 us at most.
 */
static const struct usb_bus_timing timings[] = {
	[USB_SPEED_HIGH] = { 512, 2000, 49152000 },
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
