/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The thread of a policy that adapts. It never waits for the port's lock: somebody who has it
 * for long (a device that comes back) may be the one who has to end the thread next. A
 * register is asked once and not ten times, so that a mute device is not waited for either:
 * the policy comes again by itself.
 */

#include <errno.h>
#include <stdlib.h>

#include <rte_cycles.h>

#include "wport.h"
#include "wport_hold_work.h"

/* Lock held. */
static void
move(struct wport *port, uint32_t us)
{
	struct wport_hold *h = &port->hold;
	struct wport_agg agg = wport_agg_limits(port);
	uint32_t before = h->now.hold_us;
	int ret;

	agg.hold_us = us;
	port->reg_brief = true;
	ret = wport_hold_write(port, &agg);
	port->reg_brief = false;
	rxb_hold_written(&h->ctl, wport_hold_clock_ns(), h->now.hold_us, ret);
	wport_hold_publish(port);
	WPORT_LOG(DEBUG, port, "hold %u us -> %u us (%s; load %u permille): %s", before, us,
		  rxb_hold_why_name(h->state.why), h->state.load_permille,
		  ret != 0 ? rte_strerror(-ret) : h->now.hold_us == us ? "done" : "not taken");
}

/* A line when it begins and when it ends, and none in between. */
static void
tell_stuck(const struct wport *port, bool was)
{
	const struct wport_hold *h = &port->hold;

	if (h->state.stuck == was)
		return;
	if (h->state.stuck)
		WPORT_LOG(WARNING, port, "rx aggregation: the hold does not follow, %u us were "
			  "wished for and it is %u us; it is tried again now and then",
			  h->state.wanted_us, h->now.hold_us);
	else
		WPORT_LOG(NOTICE, port, "rx aggregation: the hold follows again, %u us",
			  h->now.hold_us);
}

/* Lock held. Lost for want of room is what the device says; an mbuf that was missing has only
 * delayed its packet. */
static void
look(struct wport *port)
{
	struct wport_hold *h = &port->hold;
	bool was_stuck = h->state.stuck;
	struct rxb_hold_input in;
	uint32_t us;

	if (!h->adapts || !wport_hold_runs(port))
		return;
	in = (struct rxb_hold_input){
		.now_ns = wport_hold_clock_ns(),
		.seen = &port->rxq.seen.all,
		.drops = port->usb_shared.rx_missed,
		.backlog = port->rxq_set ? wport_rxq_count(&port->rxq) : 0,
	};
	if (rxb_hold_step(&h->ctl, &in, &us))
		move(port, us);
	else
		wport_hold_publish(port);
	tell_stuck(port, was_stuck);
}

static RXB_THREAD_RET
hold_thread(void *arg)
{
	struct wport *port = arg;

	while (!__atomic_load_n(&port->hold.stop, __ATOMIC_ACQUIRE)) {
		if (pthread_mutex_trylock(&port->lock) == 0) {
			look(port);
			pthread_mutex_unlock(&port->lock);
		}
		rte_delay_us_sleep(RXB_HOLD_STEP_NS / 1000);
	}
	return RXB_THREAD_END;
}

int
wport_hold_thread_run(struct wport *port)
{
	struct wport_hold *h = &port->hold;
	int ret;

	if (h->has_thread || !h->started)
		return 0;
	__atomic_store_n(&h->stop, false, __ATOMIC_RELEASE);
	ret = abs(rxb_thread_create(&h->thread, "wport-hold", hold_thread, port));
	h->has_thread = ret == 0;
	if (ret != 0)
		WPORT_LOG(ERR, port, "rx aggregation: no thread for a policy: %s",
			  rte_strerror(ret));
	return -ret;
}

void
wport_hold_thread_end(struct wport *port)
{
	struct wport_hold *h = &port->hold;

	if (!h->has_thread)
		return;
	__atomic_store_n(&h->stop, true, __ATOMIC_RELEASE);
	rxb_thread_join(h->thread);
	h->has_thread = false;
}
