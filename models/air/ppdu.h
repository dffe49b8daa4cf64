/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_PPDU_H
#define AIR_PPDU_H

/* PPDUs: which MPDUs travel together, and when each of their bytes arrives. */

#include "access.h"
#include "ap.h"
#include "retry.h"

struct ppdu_entry {
	uint32_t offset;	/* in bytes[] */
	struct air_frame frame;	/* data is set when the frame is looked at */
	struct air_travel via;
};

struct air_ppdu {
	struct air_ap *ap;
	uint32_t number;	/* of the PPDU built last, from 1 */
	uint64_t free_ns;	/* the medium is free from here on */
	uint64_t shift_ns;	/* the source's times are this much later */
	struct air_access access;
	/* The PPDU built last. */
	uint64_t before_ns;	/* the medium was free from there on */
	uint64_t start_ns;
	uint32_t count, next;	/* entries, the first one not yet taken */
	uint32_t timed;		/* those that have their times */
	uint32_t timed_bytes;	/* ... and where their last one ends */
	uint32_t acknowledged;
	uint32_t ampdu_bytes;	/* its length, delimiters included, were it an A-MPDU */
	uint32_t room;
	struct ppdu_entry *entries;
	size_t n_bytes, bytes_room;
	uint8_t *bytes;
	/* What did not fit any more: what goes again, and then what is new. */
	struct air_retries again;
	bool have_fresh;
	struct air_mpdu fresh;
	uint64_t retries, dropped_retries;
};

void air_ppdu_init(struct air_ppdu *ppdu, struct air_ap *ap);
void air_ppdu_free(struct air_ppdu *ppdu);

/* The frame that is next, NULL where there is none or without memory. */
const struct air_frame *air_ppdu_peek(struct air_ppdu *ppdu);

/* The frame that is next has been sent; to be called after air_ppdu_peek(). */
void air_ppdu_sent(struct air_ppdu *ppdu, bool acknowledged);

/* A live source has more: what comes before the PPDU begins may join it. */
void air_ppdu_join(struct air_ppdu *ppdu);

/* The first packet of a PPDU that has not begun comes at arrival_ns, and not when it was
 * thought to. */
void air_ppdu_arrived(struct air_ppdu *ppdu, uint64_t arrival_ns);

/* Everything not yet taken moves: the next MPDU ends at until_ns or later. By how much. */
uint64_t air_ppdu_delay(struct air_ppdu *ppdu, uint64_t until_ns);

/* The medium is not ours before now_ns. */
void air_ppdu_not_before(struct air_ppdu *ppdu, uint64_t now_ns);

#endif /* AIR_PPDU_H */
