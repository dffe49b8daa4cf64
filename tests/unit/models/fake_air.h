/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_AIR_H
#define FAKE_AIR_H

/* An air whose every frame and time the test decides: stands in for models/air
 * in programs that link this file. */

#include "air.h"

struct air *fake_air_new(bool lossless);

/* Append a frame: template is copied, data and its length are set from bytes. */
void fake_air_add(struct air *air, const struct air_frame *template,
		  const uint8_t *bytes, uint32_t len);

/* A frame to bench_mac, alone in its PPDU, len bytes, ending at the time given. */
void fake_air_add_one(struct air *air, uint64_t end_ns, uint32_t len, uint32_t ppdu);

/* What the chip has sent, oldest first; NULL past the last. bytes is a heap copy of
 * exactly the frame's length. */
struct fake_air_sent {
	struct air_tx tx;
	uint8_t *bytes;
	uint64_t now_ns;
};

const struct fake_air_sent *fake_air_sent(const struct air *air, size_t i);
/* How long each takes, 0 at first. */
void fake_air_airtime(struct air *air, uint64_t ns);

uint64_t fake_air_taken(const struct air *air);
uint64_t fake_air_delays(const struct air *air);
/* Frames that the chip had no room for. */
uint64_t fake_air_unacknowledged(const struct air *air);

#endif /* FAKE_AIR_H */
