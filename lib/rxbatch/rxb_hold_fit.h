/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_HOLD_FIT_H
#define RXB_HOLD_FIT_H

/* What a transfer and a frame cost, from samples y = k * transfer + n * frame: least
 * squares that forget. Where all samples have as many frames in a transfer, and nobody
 * can tell the two costs apart, their ratio stays as it was. */

/* The one part that other programs may see. */
#pragma GCC visibility push(default)
#include "rxb_hold.h"
#pragma GCC visibility pop

void rxb_hold_fit_init(struct rxb_hold_fit *fit);

/* What came since the last look: the sums of its samples. */
void rxb_hold_fit_add(struct rxb_hold_fit *fit, uint64_t now_ns,
		      const struct rxb_hold_seen *since);

/* Enough samples for the functions below. */
bool rxb_hold_fit_knows(const struct rxb_hold_fit *fit);

/* Processor time for so many transfers and frames in a second. */
uint32_t rxb_hold_fit_permille(const struct rxb_hold_fit *fit, uint64_t hz,
			       uint64_t transfers, uint64_t frames);

/* Nanoseconds of a cost in the fit's cycles. */
uint32_t rxb_hold_fit_ns(uint64_t cost, uint64_t hz);

#endif /* RXB_HOLD_FIT_H */
