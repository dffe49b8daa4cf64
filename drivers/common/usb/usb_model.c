/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A device model in real time. The model itself has no clock and no thread
 * (models/usb_device.h): here are both. One thread plays the host controller:
 *
 *   rx_return() -> armed ring -> submit(), advance(now), reap() -> completed ring -> rx_poll()
 *
 * The rings have one producer and one consumer each. OUT transfers have rings of
 * their own: usb_model_tx.c. Control requests (usb_model_bulk.c) come from
 * other threads and share the device through a mutex that the host thread drops
 * between steps. A mutex goes to who asks first, and a busy host thread would ask
 * again before a sleeper is awake: it gives way while somebody waits.
 */

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include <rte_cycles.h>
#include <rte_malloc.h>
#include <rte_pause.h>

#include "usb_log.h"
#include "usb_model.h"

#define NS_PER_US	1000ull

/* A late model catches up in steps of this much model time, so that the host's
 * returned transfers reach it in between as they would have in time. */
#define CATCH_UP_NS	(20 * NS_PER_US)
/* Sleep when the next event is further away than a timer's usual error; not for
 * long when the device has no request left, because the host may give it one. */
#define SLEEP_MIN_NS	(200 * NS_PER_US)
#define SLEEP_MARGIN_NS	(100 * NS_PER_US)
#define SLEEP_MAX_NS	(1000 * NS_PER_US)
#define SLEEP_STARVED_NS (5 * NS_PER_US)
/* Of real time that stop() leaves the device to take what was sent. */
#define DRAIN_MS	100
#define TIMER_SLACK_NS	1000ul
#define PUBLISH_NS	(500 * NS_PER_US)

void
usb_model_publish(struct usb_model *m)
{
	struct usb_shared *shared = m->t.shared;
	const char *name;
	uint64_t value;
	unsigned int i;

	for (i = 0; i + OWN_COUNTERS < shared->nb_counters; i++) {
		m->ops->counter(m->dev, i, &name, &value);
		shared->counters[i + OWN_COUNTERS].value = value;
	}
	shared->counters[BUFFERS_OUT].value = usb_bufs_out(&m->bufs);
	if (m->missed_at != 0)
		shared->rx_missed = shared->counters[m->missed_at].value;
	m->published_ns = m->now_ns;
}

/* How late the first event of a backlog is; the steps that work it off are the
 * same lateness, not more of it. */
static void
count_lateness(struct usb_model *m, uint64_t due, uint64_t now)
{
	struct usb_counter *c = m->t.shared->counters;
	uint64_t late = now - due;

	c[LATE_MAX].value = RTE_MAX(c[LATE_MAX].value, late);
	if (m->behind)
		return;
	c[LATE_SUM].value += late;
	c[LATE_EVENTS].value++;
}

static bool
is_event(const struct usb_model *m, const struct usb_xfer *xfer)
{
	return m->ep_event != 0 && xfer->ep == m->ep_event;
}

/* Never -ENOSPC nor -ENOENT: usb_model_open() has seen to the numbers and asked for
 * the endpoint. */
static void
submit_one(struct usb_model *m, struct usb_urb *urb)
{
	if (is_event(m, urb->owner)) {
		m->ops->submit_in(m->dev, m->now_ns, m->ep_event, urb);
		return;
	}
	m->ops->submit(m->dev, m->now_ns, urb);
	m->nb_in_device++;
}

static void
submit_armed(struct usb_model *m)
{
	struct usb_urb *urbs[16];
	unsigned int i, n;

	do {
		n = rte_ring_sc_dequeue_burst(m->armed, (void **)urbs, RTE_DIM(urbs), NULL);
		for (i = 0; i < n; i++)
			submit_one(m, urbs[i]);
	} while (n == RTE_DIM(urbs));
}

/* The completed ring has a place for every transfer: this cannot fail. */
static void
complete(struct usb_model *m, struct usb_urb *urb)
{
	struct usb_xfer *xfer = urb->owner;

	if (usb_model_bulk_is(m, urb)) {
		usb_model_bulk_done(m);
		return;
	}
	xfer->len = urb->actual;
	xfer->status = urb->status;
	xfer->full = urb->actual == urb->size;
	m->nb_in_device -= !is_event(m, xfer);
	rte_ring_sp_enqueue(m->completed, xfer);
}

void
usb_model_reap(struct usb_model *m)
{
	struct usb_urb *urb;

	while ((urb = m->ops->reap(m->dev)) != NULL)
		complete(m, urb);
	usb_model_tx_reap(m);
}

/*
 * One look at the device; returns when to look again. OUT transfers are given after
 * the time has moved: a host controller would have given them just now, not when the
 * thread last looked, and what comes of them is not late.
 */
static uint64_t
host_step(struct usb_model *m, uint64_t real_ns)
{
	uint64_t next;

	submit_armed(m);
	next = m->ops->next_event(m->dev);
	if (next <= real_ns)
		count_lateness(m, RTE_MAX(next, m->now_ns), real_ns);
	m->now_ns = RTE_MIN(real_ns, RTE_MAX(next, m->now_ns) + CATCH_UP_NS);
	if (next > real_ns)
		m->now_ns = real_ns;
	m->behind = m->now_ns < real_ns;
	m->ops->advance(m->dev, m->now_ns);
	usb_model_reap(m);
	usb_model_tx_give(m);
	usb_model_bulk_give(m);
	if (m->now_ns - m->published_ns >= PUBLISH_NS)
		usb_model_publish(m);
	return m->ops->next_event(m->dev);
}

static void
host_wait(struct usb_model *m, uint64_t real_ns, uint64_t next_ns, bool starved)
{
	uint64_t wait = next_ns > real_ns ? next_ns - real_ns : 0;

	if (wait < SLEEP_MIN_NS) {
		rte_pause();
		return;
	}
	usb_model_sleep(m, starved ? SLEEP_STARVED_NS :
			RTE_MIN(wait - SLEEP_MARGIN_NS, SLEEP_MAX_NS));
}

static void
give_way(const struct usb_model *m)
{
	while (__atomic_load_n(&m->nb_waiting, __ATOMIC_ACQUIRE) != 0)
		sched_yield();
}

/* Until it is told to stop, and then while the device takes what was sent before. */
static bool
host_goes_on(const struct usb_model *m, uint64_t *drain_until)
{
	if (!__atomic_load_n(&m->stop, __ATOMIC_ACQUIRE))
		return true;
	if (!usb_model_tx_pending(m))
		return false;
	if (*drain_until == 0)
		*drain_until = rte_get_timer_cycles() + rte_get_timer_hz() / MS_PER_S * DRAIN_MS;
	return rte_get_timer_cycles() < *drain_until;
}

static RXB_THREAD_RET
host_thread(void *arg)
{
	struct usb_model *m = arg;
	uint64_t zero = usb_model_clock_ns() - m->now_ns, drain_until = 0;

	/* Short sleeps that are short; without it 50 us more. */
	prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS, 0, 0, 0);
	while (host_goes_on(m, &drain_until)) {
		uint64_t real_ns, next_ns;
		bool starved;

		give_way(m);
		pthread_mutex_lock(&m->lock);
		real_ns = usb_model_clock_ns() - zero;
		next_ns = host_step(m, real_ns);
		starved = m->nb_in_device == 0;
		pthread_mutex_unlock(&m->lock);
		host_wait(m, real_ns, next_ns, starved);
	}
	return RXB_THREAD_END;
}

/* The transfer may have another buffer than before. The armed ring has a place for
 * every transfer. */
static void
arm(struct usb_model *m, struct usb_xfer *xfer)
{
	struct usb_urb *urb = xfer->priv;

	urb->data = xfer->data;
	rte_ring_sp_enqueue(m->armed, urb);
}

static int
model_start(struct usb_transport *t)
{
	struct usb_model *m = usb_model_of(t);
	uint32_t i;
	int ret;

	for (i = 0; i < m->bufs.nb; i++)
		arm(m, m->bufs.xfers[i]);
	__atomic_store_n(&m->stop, false, __ATOMIC_RELEASE);
	__atomic_store_n(&m->tx_open, true, __ATOMIC_RELEASE);
	ret = rxb_thread_create(&m->thread, "usb-model", host_thread, m);
	if (ret != 0) {
		USB_LOG(ERR, m->port, "no thread for the model: %s", strerror(abs(ret)));
		__atomic_store_n(&m->tx_open, false, __ATOMIC_RELEASE);
		rte_ring_reset(m->armed);
		return -abs(ret);
	}
	m->running = true;
	return 0;
}

/* The thread is home: everything is in one of two rings or in the device. */
static int
model_stop(struct usb_transport *t)
{
	struct usb_model *m = usb_model_of(t);

	if (!m->running)
		return 0;
	__atomic_store_n(&m->tx_open, false, __ATOMIC_RELEASE);
	__atomic_store_n(&m->stop, true, __ATOMIC_RELEASE);
	usb_model_wake(m);
	rxb_thread_join(m->thread);
	m->running = false;
	m->idle_from_ns = 0;
	usb_model_tx_cancel(m);
	while (m->ops->cancel(m->dev) != NULL)
		;
	while (m->ops->reap(m->dev) != NULL)
		t->shared->counters[LOST_AT_STOP].value++;
	t->shared->counters[LOST_AT_STOP].value += rte_ring_count(m->completed);
	rte_ring_reset(m->completed);
	rte_ring_reset(m->armed);
	m->nb_in_device = 0;
	m->behind = false;
	usb_model_publish(m);
	return 0;
}

void
usb_model_free(struct usb_model *m)
{
	if (m->dev != NULL)
		m->ops->destroy(m->dev);
	if (m->air != NULL)
		air_close(m->air);
	rte_ring_free(m->armed);
	rte_ring_free(m->completed);
	rte_free(m->urbs);
	usb_model_tx_free(m);
	usb_bufs_free(&m->bufs);
	pthread_cond_destroy(&m->bulk.wake);
	pthread_mutex_destroy(&m->lock);
	rte_free(m);
}

static void
model_close(struct usb_transport *t)
{
	usb_model_free(usb_model_of(t));
}

static unsigned int
model_rx_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	return rte_ring_sc_dequeue_burst(usb_model_of(t)->completed, (void **)xfers, n, NULL);
}

static void
model_rx_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct usb_model *m = usb_model_of(t);
	unsigned int i;

	for (i = 0; i < n; i++)
		arm(m, xfers[i]);
}

static unsigned int
model_rx_count(const struct usb_transport *t)
{
	const struct usb_model *m = (const struct usb_model *)
		RTE_PTR_SUB(t, offsetof(struct usb_model, t));

	return rte_ring_count(m->completed);
}

const struct usb_transport_ops usb_model_ops = {
	.name = "model",
	.start = model_start,
	.stop = model_stop,
	.close = model_close,
	.rx_poll = model_rx_poll,
	.rx_return = model_rx_return,
	.rx_count = model_rx_count,
	.tx_setup = usb_model_tx_setup,
	.tx_get = usb_model_tx_get,
	.tx_submit = usb_model_tx_submit,
	.tx_count = usb_model_tx_count,
	.control = usb_model_control,
	.bulk = usb_model_bulk,
	.clear_halt = usb_model_clear_halt,
	.reset = usb_model_reset,
};
