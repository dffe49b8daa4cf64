/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_RING_H
#define LAB_RING_H

/* Packets that wait, first in, first out, each with a time that is the asker's. */

#include <stdbool.h>

#include "lab_packet.h"

struct lab_waiting {
	uint64_t at_ns;
	struct lab_packet packet;
};

struct lab_ring {
	struct lab_waiting *entry;	/* room of them, a power of two */
	uint32_t room, head, nb;
};

/* False without memory. */
bool lab_ring_put(struct lab_ring *ring, const struct lab_packet *packet, uint64_t at_ns);
/* There is one. */
const struct lab_waiting *lab_ring_first(const struct lab_ring *ring);
void lab_ring_drop(struct lab_ring *ring);
void lab_ring_free(struct lab_ring *ring);

#endif /* LAB_RING_H */
