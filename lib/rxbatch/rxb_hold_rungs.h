/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_HOLD_RUNGS_H
#define RXB_HOLD_RUNGS_H

/* What is known of each rung with the traffic of now, and what is thought of the others. */

#include "rxb_hold_fit.h"

/* More work than this, and the processor is the bottleneck. */
#define RXB_HOLD_SATURATED 920u

void rxb_hold_forget(struct rxb_hold *h);

/* The window was measured with this rung. False: it is other traffic than before, and
 * what other rungs did with that is forgotten. */
bool rxb_hold_remember(struct rxb_hold *h, uint32_t rung, const struct rxb_hold_sum *sum);

/* Of a window, while it is busy. */
struct rxb_hold_rung rxb_hold_measure(const struct rxb_hold_sum *sum);
uint32_t rxb_hold_busy_load(const struct rxb_hold *h, const struct rxb_hold_rung *rung);
/* ... and with its pauses: what a budget is about. */
uint32_t rxb_hold_load(const struct rxb_hold *h, const struct rxb_hold_rung *rung);
bool rxb_hold_is_saturated(const struct rxb_hold *h, const struct rxb_hold_rung *rung);

/* What rung i would do with the traffic that was measured with rung from. */
struct rxb_hold_rung rxb_hold_predict(const struct rxb_hold *h, uint32_t from, uint32_t i);

/* Of the rungs visited: the shortest within budget of those that lose no goodput. At
 * least one was visited. */
uint32_t rxb_hold_best(const struct rxb_hold *h);

#endif /* RXB_HOLD_RUNGS_H */
