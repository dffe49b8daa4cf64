/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_HOLD_WORK_H
#define WPORT_HOLD_WORK_H

/* What the files of wport_hold.h have of each other. Port's lock held, where nothing else is
 * said. */

#include <stdbool.h>
#include <stdint.h>

struct wport;
struct wport_agg;
struct wport_hold_wish;

/* wport_hold_limits.c */

/* How long an aggregate may be: behind it there is room for one unit more, as where a chip
 * lets the last frame cross the limit. No bound before the transfers have a size. */
uint32_t wport_hold_room(const struct wport *port);
struct wport_agg wport_hold_limits(const struct wport *port, const struct wport_hold_wish *wish);
/* Two that are off are the same. */
bool wport_hold_is_same(const struct wport_agg *a, const struct wport_agg *b);

/* wport_hold.c */

/* As is wished for, or where a policy has come to. In use now; of a port that does not run,
 * what it would start with. */
struct wport_agg wport_hold_to_write(const struct wport *port);
struct wport_agg wport_hold_in_use(const struct wport *port);
/* The port runs, and its device can be asked. */
bool wport_hold_runs(const struct wport *port);
/* Write these and read back what is in use then: 0 also when that is something else, or a
 * negative errno. */
int wport_hold_write(struct wport *port, const struct wport_agg *agg);
/* The same for what is wished for, -EIO with an error line when it is something else. A hold
 * that does not take is a policy's own business, a limit that the transfers may not have room
 * for is not. */
int wport_hold_write_wish(struct wport *port, bool hold_matters);
/* The policy is told what is in use, and the queue that it is watched; without one that
 * adapts, that it is not. 0 or a negative errno with an error line. */
int wport_hold_adapt(struct wport *port);
/* No policy is at work: its time in the rungs stays. */
void wport_hold_retire(struct wport *port);
/* What a policy has come to, for statistics. */
void wport_hold_publish(struct wport *port);
/* Anyone. */
uint64_t wport_hold_clock_ns(void);

/* wport_hold_thread.c. life held and not the lock: see that there is a thread (0 or a negative
 * errno with an error line), that there is none. */
int wport_hold_thread_run(struct wport *port);
void wport_hold_thread_end(struct wport *port);

#endif /* WPORT_HOLD_WORK_H */
