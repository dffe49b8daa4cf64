/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_HOLD_CHOOSE_H
#define RXB_HOLD_CHOOSE_H

/* Which rung is wanted. */

#include "rxb_hold_fit.h"

/* From one look to the next. */
struct rxb_hold_look {
	struct rxb_hold_seen since;
	uint64_t drops;
	uint32_t backlog;
	uint64_t now_ns, ns;
};

void rxb_hold_choose_init(struct rxb_hold *h);

/* The hold is another: what is measured begins anew. */
void rxb_hold_choose_anew(struct rxb_hold *h);

/* Of the budget, where nothing was measured. */
#define RXB_HOLD_ROOM_PERMILLE 900u

void rxb_hold_want(struct rxb_hold *h, uint32_t rung, enum rxb_hold_why why);

/* rxb_hold_try.c: something new was measured with the rung of now: the next one to be looked
 * at, or the best of all. */
void rxb_hold_try(struct rxb_hold *h, uint64_t now_ns);

/* Sets h->wanted and h->why. */
void rxb_hold_choose(struct rxb_hold *h, const struct rxb_hold_look *look);

#endif /* RXB_HOLD_CHOOSE_H */
