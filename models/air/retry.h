/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AIR_RETRY_H
#define AIR_RETRY_H

/* MPDUs that got no acknowledgement, the lowest sequence number first. */

#include "ap.h"

struct air_retry {
	struct air_retry *next;
	struct air_mpdu mpdu;
};

struct air_retries {
	struct air_retry *first, *spare;
};

/* A copy of the MPDU, data of which is at bytes, marked. False without memory. */
bool air_retries_add(struct air_retries *retries, const struct air_travel *via,
		     const struct air_frame *frame, const uint8_t *bytes);
/* The first one is on its way. */
void air_retries_drop_first(struct air_retries *retries);
void air_retries_free(struct air_retries *retries);

/* Sequence number, and the TID that it counts for (AIR_SEQ_OTHER without one). */
uint16_t air_retry_seq(const uint8_t *mpdu, uint8_t *tid);

#endif /* AIR_RETRY_H */
