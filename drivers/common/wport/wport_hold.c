/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What the device is told, and what becomes of it. */

#include <errno.h>
#include <time.h>

#include <rte_cycles.h>

#include "wport.h"
#include "wport_hold_work.h"
#include "wport_regs.h"

uint64_t
wport_hold_clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

void
wport_hold_make(struct wport *port)
{
	pthread_mutex_init(&port->hold.life, NULL);
}

void
wport_hold_free(struct wport *port)
{
	pthread_mutex_destroy(&port->hold.life);
}

struct wport_agg
wport_hold_to_write(const struct wport *port)
{
	struct wport_agg agg = wport_agg_limits(port);
	struct rxb_hold_state state;

	if (port->hold.adapts) {
		rxb_hold_state(&port->hold.ctl, wport_hold_clock_ns(), &state);
		agg.hold_us = state.wanted_us;
	}
	return agg;
}

struct wport_agg
wport_hold_in_use(const struct wport *port)
{
	return port->usb_on ? port->hold.now : wport_hold_to_write(port);
}

bool
wport_hold_runs(const struct wport *port)
{
	return port->usb != NULL && port->usb_on && !port->usb_lost &&
		wport_usb_state(port) == USB_LIVE;
}

/* Without aggregation a transfer is full when it has one unit. */
static void
tell_queue(struct wport *port)
{
	const struct wport_agg *now = &port->hold.now;
	const struct rxb_hold_limits limits = {
		.size = now->hold_us != 0 ? now->bytes : 0,
		.units = now->hold_us != 0 ? now->count : 1,
	};

	wport_seen_limit(&port->rxq.seen, &limits);
}

int
wport_hold_write(struct wport *port, const struct wport_agg *agg)
{
	struct wport_hold *h = &port->hold;
	struct wport_agg now = *agg;
	int ret;

	h->past.writes++;
	ret = port->family->hw_set_agg(port, agg, &now);
	if (ret != 0) {
		h->past.failed++;
		return ret;
	}
	h->past.ignored += !wport_hold_is_same(agg, &now);
	h->past.changes += h->known && now.hold_us != h->now.hold_us;
	h->known = true;
	h->now = now;
	tell_queue(port);
	return 0;
}

/* Whoever reads it in the meantime, in another thread or process, finds each counter as it
 * was or as it is. */
void
wport_hold_publish(struct wport *port)
{
	struct rxb_hold_state state;

	rxb_hold_state(&port->hold.ctl, wport_hold_clock_ns(), &state);
	port->hold.state = state;
}

void
wport_hold_retire(struct wport *port)
{
	struct wport_hold *h = &port->hold;
	unsigned int i;

	for (i = 0; i < RTE_DIM(h->past.rung_ns); i++)
		h->past.rung_ns[i] += h->state.rung_ns[i];
	memset(&h->state, 0, sizeof(h->state));
	h->adapts = false;
	__atomic_store_n(&port->rxq.seen.watch, 0, __ATOMIC_RELAXED);
}

static enum rxb_hold_preset
preset_of(enum rte_wlan_hold_policy policy)
{
	switch (policy) {
	case RTE_WLAN_HOLD_LATENCY:
		return RXB_HOLD_LATENCY;
	case RTE_WLAN_HOLD_CPU:
		return RXB_HOLD_CPU;
	default:
		return RXB_HOLD_BALANCED;
	}
}

static int
begin(struct wport *port)
{
	struct rxb_hold ctl;
	const struct rxb_hold_conf conf = {
		.step_us = port->chip->hold_unit_us,
		.min_us = port->chip->rung_min_us,
		.max_us = port->chip->rung_max_us,
		.start_us = port->hold.now.hold_us,
		.cycles_hz = rte_get_tsc_hz(),
		.preset = preset_of(port->hold.wish.policy),
		.buffers = port->conf.buffers,
	};
	int ret = rxb_hold_init(&ctl, &conf, wport_hold_clock_ns());

	if (ret != 0) {
		WPORT_LOG(ERR, port, "rx aggregation: no policy for holds from %u to %u us: %s",
			  conf.min_us, conf.max_us, rte_strerror(-ret));
		return ret;
	}
	wport_hold_retire(port);
	port->hold.ctl = ctl;
	return 0;
}

/* What the queue has begun to time is forgotten: the device may have been away. */
int
wport_hold_adapt(struct wport *port)
{
	struct wport_hold *h = &port->hold;
	int ret = 0;

	if (!wport_hold_is_adaptive(h->wish.policy)) {
		wport_hold_retire(port);
		return 0;
	}
	if (h->adapts)
		rxb_hold_restarted(&h->ctl, wport_hold_clock_ns(), h->now.hold_us);
	else
		ret = begin(port);
	if (ret != 0)
		return ret;
	h->adapts = true;
	h->watch += h->watch == UINT32_MAX ? 2 : 1;
	__atomic_store_n(&port->rxq.seen.watch, h->watch, __ATOMIC_RELAXED);
	wport_hold_publish(port);
	return 0;
}

int
wport_hold_write_wish(struct wport *port, bool hold_matters)
{
	const struct wport_agg want = wport_hold_to_write(port), *now = &port->hold.now;
	struct wport_agg lenient = want;
	int ret = wport_hold_write(port, &want);

	if (ret != 0)
		return ret;
	if (!hold_matters)
		lenient.hold_us = now->hold_us;
	if (wport_hold_is_same(&lenient, now))
		return 0;
	WPORT_LOG(ERR, port, "rx aggregation: set to hold %u us, size %u bytes, count %u, it is "
		  "hold %u us, size %u bytes, count %u", want.hold_us, want.bytes, want.count,
		  now->hold_us, now->bytes, now->count);
	return -EIO;
}

int
wport_hold_apply(struct wport *port)
{
	int ret;

	if (!port->hold.device)
		return 0;
	ret = wport_hold_write_wish(port, !wport_hold_is_adaptive(port->hold.wish.policy));
	if (ret == 0)
		ret = wport_hold_adapt(port);
	if (ret == 0)
		wport_log_agg(port, &port->hold.now);
	return ret;
}

int
wport_hold_start(struct wport *port)
{
	bool adaptive;
	int ret = 0;

	pthread_mutex_lock(&port->hold.life);
	port->hold.started = true;
	pthread_mutex_lock(&port->lock);
	adaptive = port->hold.device && wport_hold_is_adaptive(port->hold.wish.policy);
	pthread_mutex_unlock(&port->lock);
	if (adaptive)
		ret = wport_hold_thread_run(port);
	port->hold.started = ret == 0;
	pthread_mutex_unlock(&port->hold.life);
	return ret;
}

void
wport_hold_stop(struct wport *port)
{
	pthread_mutex_lock(&port->hold.life);
	port->hold.started = false;
	wport_hold_thread_end(port);
	pthread_mutex_unlock(&port->hold.life);
}
