/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What goes wrong is worked off by a thread of its own, which may wait: halts are cleared,
 * transfers that failed are armed again with a growing pause, a device that does not
 * answer is told from one that is gone. It sleeps until a completion wakes it, and looks
 * four times a second by itself, so that an unplugged device is noticed where nobody
 * polls.
 */

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <rte_malloc.h>

#include "usb_libusb.h"

#define TICK_MS		250u
/* A hub takes its time to notice that a device is gone. */
#define PROBES		4u
#define PROBE_PAUSE_MS	100u

void
usb_libusb_wake(struct usb_libusb *u)
{
	uint64_t one = 1;

	if (__atomic_exchange_n(&u->woken, true, __ATOMIC_ACQ_REL))
		return;
	if (write(u->wake_fd, &one, sizeof(one)) < 0)
		return;		/* then it looks with the next tick */
}

void
usb_libusb_suspect(struct usb_libusb *u, bool no_device)
{
	if (no_device)
		__atomic_store_n(&u->no_device, true, __ATOMIC_RELEASE);
	__atomic_store_n(&u->suspect, true, __ATOMIC_RELEASE);
	usb_libusb_wake(u);
}

/* The sick ring has a place for every transfer: this cannot fail. */
void
usb_libusb_sicken(struct usb_libusb_in *in, int why)
{
	in->failed = why;
	__atomic_store_n(&in->place, LU_SICK, __ATOMIC_RELEASE);
	rte_ring_mp_enqueue(in->u->sick, in);
	usb_libusb_wake(in->u);
}

void
usb_libusb_collect(struct usb_libusb *u)
{
	struct usb_libusb_in *in;

	while (rte_ring_sc_dequeue(u->sick, (void **)&in) == 0)
		u->patients[u->nb_patients++] = in;
}

void
usb_libusb_care_home(struct usb_libusb *u)
{
	uint32_t i;

	usb_libusb_collect(u);
	for (i = 0; i < u->nb_patients; i++)
		__atomic_store_n(&u->patients[i]->place, LU_HOME, __ATOMIC_RELEASE);
	u->nb_patients = 0;
}

void
usb_libusb_set_state(struct usb_libusb *u, enum usb_state state)
{
	enum usb_state old = usb_libusb_state(u);

	if (old == state || old == USB_GONE)
		return;
	if (state == USB_LIVE)
		__atomic_store_n(&u->state_told, USB_LIVE, __ATOMIC_RELEASE);
	__atomic_store_n(&u->t.shared->state, state, __ATOMIC_RELEASE);
	u->t.shared->counters[LU_STATE].value = state;
	if (state == USB_GONE)
		USB_LOG(NOTICE, u->port, "%s: the device is gone", u->where);
	else if (state == USB_AWAY)
		USB_LOG(NOTICE, u->port, "%s: the device was away", u->where);
	if (state != USB_LIVE)
		usb_libusb_wake(u);
}

/* All of it, whatever ends in the meantime. */
static void
wait_ms(struct usb_libusb *u, unsigned int ms)
{
	uint64_t now = usb_libusb_now_ms(), until = now + ms;

	for (; now < until; now = usb_libusb_now_ms())
		usb_libusb_events_wait(u, until - now);
}

/* 0: it answers. */
int
usb_libusb_is_there(struct usb_libusb *u)
{
	unsigned int i;
	int ret = usb_libusb_probe(u);

	for (i = 1; i < PROBES && ret != 0 && ret != -ENODEV; i++) {
		wait_ms(u, PROBE_PAUSE_MS);
		ret = usb_libusb_probe(u);
	}
	return ret;
}

/* It is not gone, after something that says that it went: it slept, or it only does not
 * answer any more (0: it does). */
static void
may_have_been_away(struct usb_libusb *u, int ret)
{
	if (__atomic_exchange_n(&u->no_device, false, __ATOMIC_ACQ_REL)) {
		usb_libusb_set_state(u, USB_AWAY);
	} else if (ret != 0 && usb_libusb_state(u) == USB_LIVE) {
		USB_LOG(ERR, u->port, "%s: the device does not answer; stop and start the "
			"port to try again", u->where);
		usb_libusb_set_state(u, USB_FAILED);
	}
}

static void
look_after_device(struct usb_libusb *u)
{
	int ret;

	if (__atomic_load_n(&u->left, __ATOMIC_ACQUIRE)) {
		usb_libusb_set_state(u, USB_GONE);
		return;
	}
	if (usb_libusb_has_slept(u))
		usb_libusb_suspect(u, true);
	if (!__atomic_exchange_n(&u->suspect, false, __ATOMIC_ACQ_REL))
		return;
	ret = usb_libusb_is_there(u);
	if (ret == -ENODEV)
		usb_libusb_set_state(u, USB_GONE);
	else
		may_have_been_away(u, ret);
}

/* All of it, once; lock held. */
static void
care(struct usb_libusb *u)
{
	usb_libusb_events(u);
	usb_libusb_collect(u);
	look_after_device(u);
	if (u->open && usb_libusb_state(u) == USB_LIVE)
		usb_libusb_look_after_endpoints(u);
	/* Nothing moves: what there is waits for start(). */
	if (usb_libusb_state(u) != USB_LIVE)
		usb_libusb_care_home(u);
	usb_libusb_publish(u);
}

/* When to look again, at the latest. */
static unsigned int
next_look_ms(const struct usb_libusb *u)
{
	uint64_t now = usb_libusb_now_ms(), due = now + TICK_MS;
	unsigned int i;

	for (i = 0; i < RTE_DIM(u->eps); i++)
		if (usb_libusb_has_patients(u, &u->eps[i]))
			due = RTE_MIN(due, u->eps[i].due_ms);
	for (i = 0; i < USB_TX_QUEUES; i++)
		if (u->queues[i].nb != 0 && u->queues[i].stalled)
			due = RTE_MIN(due, u->queues[i].due_ms);
	return due > now ? due - now : 1;
}

static void
sleep_until_woken(struct usb_libusb *u, unsigned int ms)
{
	struct pollfd fd = { .fd = u->wake_fd, .events = POLLIN };
	uint64_t n;

	/* Nothing can be taken from a counter that is zero: it does not block. */
	if (poll(&fd, 1, ms) > 0 && read(u->wake_fd, &n, sizeof(n)) < 0)
		return;
	__atomic_store_n(&u->woken, false, __ATOMIC_SEQ_CST);
}

/* No lock held: it may stop, resume, start and close. */
static void
tell(struct usb_libusb *u)
{
	enum usb_state state = usb_libusb_state(u);

	if (state == __atomic_load_n(&u->state_told, __ATOMIC_ACQUIRE))
		return;
	__atomic_store_n(&u->state_told, state, __ATOMIC_RELEASE);
	if (state != USB_LIVE && u->event != NULL)
		u->event(u->event_arg, state);
}

static RXB_THREAD_RET
care_thread(void *arg)
{
	struct usb_libusb *u = arg;
	unsigned int ms = TICK_MS;

	__atomic_store_n(&u->thread_id, pthread_self(), __ATOMIC_RELEASE);
	while (!__atomic_load_n(&u->quit, __ATOMIC_ACQUIRE)) {
		sleep_until_woken(u, ms);
		if (__atomic_load_n(&u->quit, __ATOMIC_ACQUIRE))
			break;
		pthread_mutex_lock(&u->lock);
		care(u);
		ms = next_look_ms(u);
		pthread_mutex_unlock(&u->lock);
		tell(u);
	}
	/* close() was called from the callback, and left us the rest. */
	if (u->orphan)
		usb_libusb_free_last(u);
	return RXB_THREAD_END;
}

int
usb_libusb_care_start(struct usb_libusb *u)
{
	int ret;

	u->patients = rte_calloc("usb_libusb", u->nb_ins, sizeof(*u->patients), 0);
	u->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (u->patients == NULL || u->wake_fd < 0) {
		USB_LOG(ERR, u->port, "no memory or no descriptor for the care of transfers");
		return -ENOMEM;
	}
	ret = rxb_thread_create(&u->thread, "usb-care", care_thread, u);
	if (ret != 0) {
		USB_LOG(ERR, u->port, "no thread: %s", strerror(abs(ret)));
		return -abs(ret);
	}
	u->has_thread = true;
	return 0;
}

bool
usb_libusb_care_stop(struct usb_libusb *u)
{
	pthread_t id = __atomic_load_n(&u->thread_id, __ATOMIC_ACQUIRE);

	if (!u->has_thread)
		return true;
	__atomic_store_n(&u->quit, true, __ATOMIC_RELEASE);
	if (pthread_equal(id, pthread_self())) {
		pthread_detach(id);
		return false;
	}
	__atomic_store_n(&u->woken, false, __ATOMIC_RELEASE);
	usb_libusb_wake(u);
	rxb_thread_join(u->thread);
	u->has_thread = false;
	return true;
}
