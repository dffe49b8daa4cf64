/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>

#include "lab_ring.h"

static bool
grow(struct lab_ring *ring)
{
	uint32_t room = ring->room == 0 ? 64 : ring->room * 2, i;
	struct lab_waiting *entry = malloc(room * sizeof(*entry));

	if (entry == NULL)
		return false;
	for (i = 0; i < ring->nb; i++)
		entry[i] = ring->entry[(ring->head + i) & (ring->room - 1)];
	free(ring->entry);
	ring->entry = entry;
	ring->room = room;
	ring->head = 0;
	return true;
}

bool
lab_ring_put(struct lab_ring *ring, const struct lab_packet *packet, uint64_t at_ns)
{
	if (ring->nb == ring->room && !grow(ring))
		return false;
	ring->entry[(ring->head + ring->nb++) & (ring->room - 1)] =
		(struct lab_waiting){ .at_ns = at_ns, .packet = *packet };
	return true;
}

const struct lab_waiting *
lab_ring_first(const struct lab_ring *ring)
{
	return &ring->entry[ring->head];
}

void
lab_ring_drop(struct lab_ring *ring)
{
	ring->head = (ring->head + 1) & (ring->room - 1);
	ring->nb--;
}

void
lab_ring_free(struct lab_ring *ring)
{
	free(ring->entry);
}
