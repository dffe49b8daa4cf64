/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_PPDU_H
#define AIR_PPDU_H

/* PPDUs: which MPDUs travel together, and when each of their bytes arrives. */

#include "ap.h"

struct ppdu_entry {
	uint32_t offset, len;	/* in bytes[] */
	struct air_frame frame;	/* data is set when the frame is looked at */
};

struct air_ppdu {
	struct air_ap *ap;
	uint32_t number;	/* of the PPDU built last, from 1 */
	uint64_t free_ns;	/* the medium is free from here on */
	uint64_t shift_ns;	/* the source's times are this much later */
	uint32_t count, next;	/* entries built, the first one not yet taken */
	uint32_t room;
	struct ppdu_entry *entries;
	size_t n_bytes, bytes_room;
	uint8_t *bytes;
	bool have_ahead;	/* the MPDU that did not fit any more */
	struct air_mpdu ahead;
};

/* The frame that is next, NULL at the end or without memory. */
const struct air_frame *air_ppdu_peek(struct air_ppdu *ppdu);

/* Everything not yet taken moves: the next MPDU ends at until_ns or later. */
void air_ppdu_delay(struct air_ppdu *ppdu, uint64_t until_ns);

#endif /* AIR_PPDU_H */
