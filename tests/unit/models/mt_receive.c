/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "mt_receive.h"

struct air_frame
mt_air_frame(uint64_t end_ns)
{
	struct air_frame f = {
		.start_ns = end_ns - 1000, .end_ns = end_ns,
		.rate = { AIR_OFDM, 0, 1, 0, 0 }, .rssi_dbm = -50, .last = true,
	};

	return f;
}

void
mt_put(struct bench *b, const struct air_frame *frame, const uint8_t *bytes, uint32_t len)
{
	fake_air_add(b->air, frame, bytes, len);
	bench_submit(b, 8, 65536);
	bench_drain(b);
}

struct bench *
mt_receive(const struct air_frame *frame, const uint8_t *bytes, uint32_t len)
{
	struct bench *b = mt_open(USB_SPEED_SUPER, fake_air_new(false));

	mt_put(b, frame, bytes, len);
	return b;
}
