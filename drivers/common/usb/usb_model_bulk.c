/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The control context's own requests: control, bulk, halts and the port's reset. One at a
 * time: who calls holds the port's lock.
 *
 * Started, the host thread carries a bulk transfer along with all others, in real time.
 * Stopped, there is no thread: the caller moves the model's time itself, from event to
 * event without waiting for any of them, so a time-out of seconds takes none. Between two
 * requests as much of it goes by as of the real one: a driver that sleeps and looks again
 * finds the device as much older.
 */

#include <errno.h>
#include <time.h>

#include <rte_cycles.h>

#include "usb_log.h"
#include "usb_model.h"

#define NS_PER_MS	1000000ull
/* Of real time between two requests, that the model sees: who was away longer was not
 * waiting for it. */
#define IDLE_MAX_NS	(1000 * NS_PER_MS)

/* The host thread gives way to whoever is counted. */
static void
enter(struct usb_model *m)
{
	__atomic_fetch_add(&m->nb_waiting, 1, __ATOMIC_ACQ_REL);
	pthread_mutex_lock(&m->lock);
	__atomic_fetch_sub(&m->nb_waiting, 1, __ATOMIC_ACQ_REL);
}

static void
leave(struct usb_model *m)
{
	pthread_mutex_unlock(&m->lock);
}

static void
move_to(struct usb_model *m, uint64_t now_ns)
{
	m->now_ns = now_ns;
	m->ops->advance(m->dev, now_ns);
	usb_model_reap(m);
}

/* Stopped: what has passed since the last request. */
static void
catch_up(struct usb_model *m)
{
	uint64_t real = usb_model_clock_ns(), idle = real - m->idle_from_ns;

	if (m->running)
		return;
	if (m->idle_from_ns != 0 && idle != 0)
		move_to(m, m->now_ns + RTE_MIN(idle, IDLE_MAX_NS));
	m->idle_from_ns = real;
}

bool
usb_model_bulk_is(const struct usb_model *m, const struct usb_urb *urb)
{
	return urb == &m->bulk.urb;
}

bool
usb_model_bulk_waiting(const struct usb_model *m)
{
	return __atomic_load_n(&m->bulk.state, __ATOMIC_ACQUIRE) == BULK_ASKED;
}

static void
set_state(struct usb_model *m, enum model_bulk_state state)
{
	__atomic_store_n(&m->bulk.state, state, __ATOMIC_RELEASE);
}

/* Who waits has to get the lock before the host thread takes it again. */
void
usb_model_bulk_done(struct usb_model *m)
{
	bool in = (m->bulk.ep & USB_DIR_IN) != 0;

	/* A request that was cancelled moved nothing. */
	if (m->bulk.urb.status != -ENOENT)
		m->t.shared->counters[in ? BULK_IN : BULK_OUT].value++;
	set_state(m, BULK_DONE);
	if (!m->running)
		return;
	__atomic_fetch_add(&m->nb_waiting, 1, __ATOMIC_ACQ_REL);
	pthread_cond_signal(&m->bulk.wake);
}

static int
submit(struct usb_model *m)
{
	struct model_bulk *b = &m->bulk;

	if ((b->ep & USB_DIR_IN) == 0)
		return m->ops->submit_out == NULL ? -ENOENT :
			m->ops->submit_out(m->dev, m->now_ns, b->ep, &b->urb);
	if (b->ep == m->ep_in)
		return m->ops->submit(m->dev, m->now_ns, &b->urb);
	return m->ops->submit_in == NULL ? -ENOENT :
		m->ops->submit_in(m->dev, m->now_ns, b->ep, &b->urb);
}

void
usb_model_bulk_give(struct usb_model *m)
{
	int ret;

	if (!usb_model_bulk_waiting(m))
		return;
	set_state(m, BULK_GIVEN);
	ret = submit(m);
	if (ret == 0)
		return;
	m->bulk.urb.status = ret;
	usb_model_bulk_done(m);
}

/* From event to event, no further than end_ns. */
static void
run_stopped(struct usb_model *m, uint64_t end_ns)
{
	uint64_t next;

	usb_model_bulk_give(m);
	while (m->bulk.state != BULK_DONE) {
		next = m->ops->next_event(m->dev);
		if (next > end_ns)
			break;
		move_to(m, RTE_MAX(next, m->now_ns));
	}
	if (m->bulk.state != BULK_DONE)
		move_to(m, end_ns);
	m->idle_from_ns = usb_model_clock_ns();
}

static void
wait_running(struct usb_model *m, unsigned int timeout_ms)
{
	struct timespec end;
	uint64_t ns;
	int ret = 0;

	clock_gettime(CLOCK_MONOTONIC, &end);
	ns = end.tv_nsec + timeout_ms * NS_PER_MS;
	end.tv_sec += ns / NS_PER_S;
	end.tv_nsec = ns % NS_PER_S;
	usb_model_wake(m);
	while (m->bulk.state != BULK_DONE && ret == 0)
		ret = pthread_cond_timedwait(&m->bulk.wake, &m->lock, &end);
	if (m->bulk.state == BULK_DONE)
		__atomic_fetch_sub(&m->nb_waiting, 1, __ATOMIC_ACQ_REL);
}

/* Not over in time: what has moved until now is lost to the host, as it would be to one
 * that cancels. */
static int
give_up(struct usb_model *m)
{
	if (m->bulk.state == BULK_GIVEN && !m->ops->cancel_urb(m->dev, &m->bulk.urb)) {
		usb_model_reap(m);
		/* Counted for one who waits, and nobody does. */
		if (m->bulk.state == BULK_DONE && m->running)
			__atomic_fetch_sub(&m->nb_waiting, 1, __ATOMIC_ACQ_REL);
	}
	return m->bulk.state == BULK_DONE && m->bulk.urb.status == 0 ?
		(int)m->bulk.urb.actual : -ETIMEDOUT;
}

int
usb_model_bulk(struct usb_transport *t, uint8_t ep, void *data, uint32_t len,
	       unsigned int timeout_ms)
{
	struct usb_model *m = usb_model_of(t);
	int ret;

	if (timeout_ms == 0)
		return -ETIMEDOUT;
	/* What cannot be taken back would write to the caller's memory later. */
	if (m->ops->cancel_urb == NULL)
		return -ENOENT;
	enter(m);
	catch_up(m);
	m->bulk.urb = (struct usb_urb){ .data = data, .size = len };
	m->bulk.ep = ep;
	set_state(m, BULK_ASKED);
	if (m->running)
		wait_running(m, timeout_ms);
	else
		run_stopped(m, m->now_ns + timeout_ms * NS_PER_MS);
	ret = m->bulk.state != BULK_DONE ? give_up(m) :
		m->bulk.urb.status != 0 ? m->bulk.urb.status : (int)m->bulk.urb.actual;
	set_state(m, BULK_NONE);
	usb_model_publish(m);
	leave(m);
	return ret;
}

int
usb_model_control(struct usb_transport *t, const struct usb_request *req, void *data,
		  unsigned int timeout_ms __rte_unused)
{
	const struct usb_setup setup = {
		.bmRequestType = req->bmRequestType,
		.bRequest = req->bRequest,
		.wValue = req->wValue,
		.wIndex = req->wIndex,
		.wLength = req->wLength,
	};
	struct usb_model *m = usb_model_of(t);
	int ret;

	enter(m);
	catch_up(m);
	ret = m->ops->control(m->dev, m->now_ns, &setup, data);
	leave(m);
	return ret;
}

/* CLEAR_FEATURE(ENDPOINT_HALT), USB 2.0 9.4.1, of a device that knows such requests. */
int
usb_model_clear_halt(struct usb_transport *t, uint8_t ep)
{
	const struct usb_request req = { .bmRequestType = 0x02, .bRequest = 1, .wIndex = ep };
	int ret;

	if (usb_model_of(t)->ops->descriptors == NULL)
		return 0;
	ret = usb_model_control(t, &req, NULL, 0);
	return RTE_MIN(ret, 0);
}

int
usb_model_reset(struct usb_transport *t)
{
	struct usb_model *m = usb_model_of(t);

	if (m->running)
		return -EBUSY;
	enter(m);
	catch_up(m);
	if (m->ops->reset != NULL)
		m->ops->reset(m->dev, m->now_ns);
	leave(m);
	return 0;
}
