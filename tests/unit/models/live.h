/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LIVE_H
#define LIVE_H

/* Packets for a live air, and what comes out of it. */

#include <stdbool.h>
#include <stdint.h>

#include "air.h"

#define LIVE_US 1000ull
#define LIVE_MS 1000000ull
#define LIVE_PACKET 1514
/* Of an MPDU of such a packet: 26 header, 8 LLC/SNAP, 1500, 4 FCS. */
#define LIVE_MPDU (26 + 8 + 1500 + 4)

/* Fails the test when it cannot be opened. */
struct air *live_open(const char *spec, const char *options);
/* False, with a reason of one line, as it must be for what is wrong. */
bool live_refused(const char *spec, const char *options);

/* An Ethernet packet of 1514 bytes to one station, its number in it. What air_push() says. */
int live_push(struct air *air, uint64_t now_ns, uint32_t number);

/* Of the frame that air_peek() shows, which must be there and have a good FCS: */
const struct air_frame *live_peek(struct air *air);
uint32_t live_number(const struct air_frame *frame);
uint16_t live_seq(const struct air_frame *frame);
bool live_again(const struct air_frame *frame);	/* Retry bit */

/* UINT64_MAX when there is no such counter. */
uint64_t live_counter(const struct air *air, const char *name);

#endif /* LIVE_H */
