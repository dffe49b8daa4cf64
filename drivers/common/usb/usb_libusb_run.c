/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Start and stop. Stop takes its time from the clock, not from what libusb promises: a
 * cancelled transfer may end as a completed one, its callback may come late or never
 * (libusb issues 138, 369, 703), and a device may be gone in the middle of it.
 */

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "usb_libusb.h"

/* That stop() leaves the device to take what was sent. */
#define DRAIN_MS	100
/* ... and the kernel to bring home what was cancelled; asked again now and then. */
#define HOME_MS		1000
#define ASK_AGAIN_MS	100

/* The clocks are read one after the other. */
#define SLEPT_MIN_MS	50

#define USBFS_MEMORY	"/sys/module/usbcore/parameters/usbfs_memory_mb"

static bool
is_busy(const struct usb_libusb_gate *gate)
{
	return __atomic_load_n(&gate->busy, __ATOMIC_ACQUIRE) != 0;
}

/* What has entered before the last change of u->open is out. */
static void
wait_contexts(struct usb_libusb *u)
{
	unsigned int i;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	while (is_busy(&u->rx_gate))
		sched_yield();
	for (i = 0; i < USB_TX_QUEUES; i++)
		while (is_busy(&u->queues[i].gate))
			sched_yield();
}

static void
set_open(struct usb_libusb *u, bool open)
{
	__atomic_store_n(&u->open, open, __ATOMIC_SEQ_CST);
	wait_contexts(u);
}

static uint32_t
nb_flying(const struct usb_libusb *u)
{
	return __atomic_load_n(&u->nb_flying, __ATOMIC_ACQUIRE);
}

static void
cancel_all(struct usb_libusb *u)
{
	unsigned int i;

	for (i = 0; i < u->nb_ins; i++)
		if (__atomic_load_n(&u->ins[i].place, __ATOMIC_ACQUIRE) == LU_FLYING)
			libusb_cancel_transfer(u->ins[i].urb);
	for (i = 0; i < USB_TX_QUEUES; i++)
		usb_libusb_tx_cancel(&u->queues[i]);
}

static bool
tx_pending(const struct usb_libusb *u)
{
	unsigned int i;

	for (i = 0; i < USB_TX_QUEUES; i++)
		if (usb_libusb_tx_flying(&u->queues[i]) != 0)
			return true;
	return false;
}

static void
drain_tx(struct usb_libusb *u)
{
	uint64_t until = usb_libusb_now_ms() + DRAIN_MS;

	while (usb_libusb_state(u) == USB_LIVE && tx_pending(u) &&
	       usb_libusb_now_ms() < until)
		usb_libusb_events_wait(u, 1);
}

/* Everything is cancelled and home, or overdue: how many are. */
static uint32_t
bring_home(struct usb_libusb *u)
{
	uint64_t now = usb_libusb_now_ms(), until = now + HOME_MS, ask = now;

	while (nb_flying(u) != 0 && now < until) {
		if (now >= ask) {
			cancel_all(u);
			ask = now + ASK_AGAIN_MS;
		}
		usb_libusb_events_wait(u, 5);
		now = usb_libusb_now_ms();
	}
	return nb_flying(u);
}

/* The receive context is out: this is the one consumer now. */
static void
empty_completed(struct usb_libusb *u)
{
	struct usb_libusb_in *in;

	while (rte_ring_sc_dequeue(u->completed, (void **)&in) == 0) {
		if (in->xfer->len != 0)
			usb_libusb_count(u, LU_LOST_AT_STOP, 1);
		__atomic_store_n(&in->place, LU_HOME, __ATOMIC_RELEASE);
	}
}

/* Lock held. */
static int
stop_all(struct usb_libusb *u)
{
	uint32_t overdue;

	set_open(u, false);
	drain_tx(u);
	overdue = bring_home(u);
	empty_completed(u);
	usb_libusb_care_home(u);
	usb_libusb_publish(u);
	if (overdue == 0)
		return 0;
	USB_LOG(ERR, u->port, "%s: %u transfers did not come home in %u ms, their memory "
		"is left to them", u->where, overdue, HOME_MS);
	usb_libusb_count(u, LU_LEAKED, overdue);
	u->dead = true;
	return -ETIMEDOUT;
}

/* 0: unlimited or not known. */
static unsigned int
usbfs_memory_mb(void)
{
	FILE *f = fopen(USBFS_MEMORY, "r");
	unsigned int mb = 0;

	if (f == NULL)
		return 0;
	if (fscanf(f, "%u", &mb) != 1)
		mb = 0;
	fclose(f);
	return mb;
}

/* The limit is one for all devices of the machine: who comes last gets the error, and a
 * strange one. */
static void
tell_memory(struct usb_libusb *u, uint32_t armed)
{
	uint64_t need = (uint64_t)u->nb_ins * u->buf_size;
	unsigned int mb = usbfs_memory_mb();
	char limit[64] = "of unknown size";

	if (mb != 0)
		snprintf(limit, sizeof(limit), "%u MiB for all devices together", mb);
	rte_log(armed == 0 ? RTE_LOG_ERR : RTE_LOG_WARNING, usb_logtype,
		"USB: %s: %s: the kernel has USB memory for %u of %u buffers of %u bytes: "
		"%" PRIu64 " KiB are needed, usbfs_memory_mb is %s (%s)%s\n", u->port, u->where,
		armed, u->nb_ins, u->buf_size, need / 1024, limit, USBFS_MEMORY,
		armed == 0 ? "" : "; it goes on with fewer");
}

/* What is not the caller's to arm is with the receive context. */
static bool
claim_home(struct usb_libusb_in *in)
{
	uint32_t home = LU_HOME;

	return __atomic_compare_exchange_n(&in->place, &home, LU_SICK, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_RELAXED);
}

static int
arm_all(struct usb_libusb *u)
{
	uint32_t i, armed = 0;
	int ret = 0;

	for (i = 0; i < u->nb_ins && (ret == 0 || armed != 0); i++) {
		if (!claim_home(&u->ins[i]))
			continue;
		if (ret == 0)
			ret = usb_libusb_submit(&u->ins[i]);
		if (ret == 0) {
			armed++;
			continue;
		}
		__atomic_store_n(&u->ins[i].place, LU_HOME, __ATOMIC_RELEASE);
		if (ret != -ENOMEM)
			break;
		if (armed == 0)
			break;
		/* Fewer do; should others give memory back, these get it. */
		usb_libusb_sicken(&u->ins[i], ret);
	}
	if (ret == -ENOMEM)
		tell_memory(u, armed);
	return ret == -ENOMEM && armed != 0 ? 0 : ret;
}

static void
make_well(struct usb_libusb *u)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(u->eps); i++) {
		struct usb_libusb_ep *ep = &u->eps[i];

		if (ep->addr != 0 && ep->stalled && libusb_clear_halt(u->handle, ep->addr) == 0)
			usb_libusb_count(u, LU_HALTS, 1);
		ep->stalled = false;
		ep->rounds = 0;
		ep->due_ms = 0;
	}
	for (i = 0; i < USB_TX_QUEUES; i++) {
		struct usb_libusb_queue *q = &u->queues[i];

		if (q->nb != 0 && q->stalled && libusb_clear_halt(u->handle, q->addr) == 0)
			usb_libusb_count(u, LU_HALTS, 1);
		q->stalled = false;
		q->rounds = 0;
		q->bad = 0;
		q->due_ms = 0;
	}
	if (usb_libusb_state(u) == USB_FAILED)
		usb_libusb_set_state(u, USB_LIVE);
}

/* Lock held. */
static int
start_all(struct usb_libusb *u)
{
	int ret;

	make_well(u);
	/* Those that the receive context still has from before find it open from here on;
	 * the others are at home. */
	set_open(u, true);
	ret = arm_all(u);
	if (ret == 0) {
		usb_libusb_publish(u);
		return 0;
	}
	if (usb_libusb_is_taken(u, ret)) {
		stop_all(u);
		usb_libusb_set_state(u, USB_AWAY);
		return -EAGAIN;
	}
	if (ret != -ENOMEM)
		USB_LOG(ERR, u->port, "%s: cannot give the kernel its transfers: %s", u->where,
			strerror(-ret));
	stop_all(u);
	return ret;
}

/* How long the machine has slept, ever: what the one clock counts and the other not. */
static int64_t
slept_ms(void)
{
	struct timespec boot, mono;

	clock_gettime(CLOCK_MONOTONIC, &mono);
	clock_gettime(CLOCK_BOOTTIME, &boot);
	return (boot.tv_sec - mono.tv_sec) * (int64_t)MS_PER_S +
		(boot.tv_nsec - mono.tv_nsec) / 1000000;
}

/* For a port that has nothing with the kernel: no transfer of it ends when the system goes
 * to sleep. */
bool
usb_libusb_has_slept(struct usb_libusb *u)
{
	int64_t slept = slept_ms();
	bool has = slept - u->slept_ms > SLEPT_MIN_MS;

	u->slept_ms = slept;
	return has;
}

static enum usb_state
state_at_start(struct usb_libusb *u)
{
	/* Before the care thread has looked. */
	if (usb_libusb_has_slept(u))
		usb_libusb_set_state(u, USB_AWAY);
	return usb_libusb_state(u);
}

int
usb_libusb_start(struct usb_transport *t)
{
	struct usb_libusb *u = usb_libusb_of(t);
	enum usb_state state;
	int ret;

	pthread_mutex_lock(&u->lock);
	state = u->open ? USB_LIVE : state_at_start(u);
	if (state == USB_GONE || state == USB_AWAY)
		ret = state == USB_GONE ? -ENODEV : -EAGAIN;
	else
		ret = u->dead ? -EIO : u->open ? 0 : start_all(u);
	pthread_mutex_unlock(&u->lock);
	return ret;
}

int
usb_libusb_stop(struct usb_transport *t)
{
	struct usb_libusb *u = usb_libusb_of(t);
	int ret = 0;

	pthread_mutex_lock(&u->lock);
	if (u->open)
		ret = stop_all(u);
	pthread_mutex_unlock(&u->lock);
	return ret;
}
