/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What becomes of endpoints and transfers that fail:
 *
 *   stall      the endpoint's other transfers are cancelled, the halt is cleared once for
 *              all of them, they are armed again
 *   overflow, protocol error, time-out, refused by the kernel: armed again
 *   no memory  armed again, without end: somebody else's device has it
 *   refused because the kernel has given the interface to a driver of its own, as it may
 *              after a sleep: USB_AWAY
 *   no device, cancelled by nobody here: the device is asked. There is none: USB_GONE.
 *              Else, to the first: USB_AWAY, because a system that goes to sleep ends
 *              transfers in this way too. Mute, to the second: USB_FAILED.
 *
 * Each time without a transfer that went well in between doubles the pause; after
 * ROUNDS_MAX it is USB_FAILED. No transfer is ever let go.
 */

#include <errno.h>

#include "usb_libusb.h"

#define ROUNDS_MAX	12u
#define PAUSE_MAX_MS	256u
#define NO_MEMORY_MS	200u
/* For cancelled transfers, before a halt is cleared. */
#define CANCEL_MS	500u

/* Present and of no use, or gone. */
static void
give_up(struct usb_libusb *u, const char *what, uint8_t ep)
{
	if (usb_libusb_is_there(u) == -ENODEV) {
		usb_libusb_set_state(u, USB_GONE);
		return;
	}
	USB_LOG(ERR, u->port, "%s: endpoint 0x%02x: %s, given up; stop and start the port to "
		"try again", u->where, ep, what);
	usb_libusb_set_state(u, USB_FAILED);
}

static uint64_t
pause_ms(uint32_t rounds)
{
	return RTE_MIN(1ull << RTE_MIN(rounds, 16u), (uint64_t)PAUSE_MAX_MS);
}

static void
cancel_endpoint(struct usb_libusb *u, const struct usb_libusb_ep *ep)
{
	uint32_t i;

	for (i = 0; i < u->nb_ins; i++)
		if (u->ins[i].ep == ep &&
		    __atomic_load_n(&u->ins[i].place, __ATOMIC_ACQUIRE) == LU_FLYING)
			libusb_cancel_transfer(u->ins[i].urb);
}

/* The kernel resets no endpoint that has something to do. */
static void
clear_halt(struct usb_libusb *u, uint8_t addr)
{
	int ret = libusb_clear_halt(u->handle, addr);

	usb_libusb_count(u, ret == 0 ? LU_HALTS : LU_HALT_ERRORS, 1);
	if (ret == LIBUSB_ERROR_NO_DEVICE)
		usb_libusb_suspect(u, false);
}

static void
heal_endpoint(struct usb_libusb *u, struct usb_libusb_ep *ep)
{
	uint64_t until = usb_libusb_now_ms() + CANCEL_MS;

	cancel_endpoint(u, ep);
	while (__atomic_load_n(&ep->nb_flying, __ATOMIC_ACQUIRE) != 0 &&
	       usb_libusb_now_ms() < until)
		usb_libusb_events_wait(u, 2);
	clear_halt(u, ep->addr);
	__atomic_store_n(&ep->stalled, false, __ATOMIC_RELEASE);
	usb_libusb_collect(u);
}

/* Patient i is on its way again; the last one takes its place. */
static void
discharge(struct usb_libusb *u, uint32_t i)
{
	u->patients[i] = u->patients[--u->nb_patients];
}

/* 0, or why it stopped in the middle: that is what ails the rest from now on. */
static int
arm_patients(struct usb_libusb *u, const struct usb_libusb_ep *ep)
{
	uint32_t i = 0;
	int ret = 0;

	while (i < u->nb_patients) {
		struct usb_libusb_in *in = u->patients[i];

		if (in->ep == ep && ret == 0)
			ret = usb_libusb_submit(in);
		if (in->ep == ep && ret == 0) {
			usb_libusb_count(u, LU_RETRIES, 1);
			discharge(u, i);
			continue;
		}
		if (in->ep == ep)
			in->failed = ret;
		i++;
	}
	return ret;
}

bool
usb_libusb_has_patients(const struct usb_libusb *u, const struct usb_libusb_ep *ep)
{
	uint32_t i;

	for (i = 0; i < u->nb_patients; i++)
		if (u->patients[i]->ep == ep)
			return true;
	return false;
}

/* All that ail it is memory: that is no fault of the device's. */
static bool
only_memory(const struct usb_libusb *u, const struct usb_libusb_ep *ep)
{
	uint32_t i;

	for (i = 0; i < u->nb_patients; i++)
		if (u->patients[i]->ep == ep && u->patients[i]->failed != -ENOMEM)
			return false;
	return true;
}

static void
treat(struct usb_libusb *u, struct usb_libusb_ep *ep)
{
	uint64_t now = usb_libusb_now_ms();
	bool memory = only_memory(u, ep);
	uint32_t rounds;
	int ret;

	rounds = memory ? 0 : __atomic_fetch_add(&ep->rounds, 1, __ATOMIC_RELAXED);
	if (rounds >= ROUNDS_MAX) {
		give_up(u, "failed too often in a row", ep->addr);
		return;
	}
	if (__atomic_load_n(&ep->stalled, __ATOMIC_ACQUIRE))
		heal_endpoint(u, ep);
	ret = arm_patients(u, ep);
	if (ret == -ENODEV || usb_libusb_is_taken(u, ret))
		usb_libusb_suspect(u, ret != -ENODEV);
	ep->due_ms = now + (ret == -ENOMEM ? NO_MEMORY_MS : pause_ms(rounds));
}

static void
treat_queue(struct usb_libusb *u, struct usb_libusb_queue *q)
{
	uint64_t now = usb_libusb_now_ms(), until = now + CANCEL_MS;
	uint32_t rounds = __atomic_fetch_add(&q->rounds, 1, __ATOMIC_RELAXED);

	if (rounds >= ROUNDS_MAX) {
		give_up(u, "stalled too often in a row", q->addr);
		return;
	}
	usb_libusb_tx_cancel(q);
	while (usb_libusb_tx_flying(q) != 0 && usb_libusb_now_ms() < until)
		usb_libusb_events_wait(u, 2);
	clear_halt(u, q->addr);
	q->due_ms = now + pause_ms(rounds);
	__atomic_store_n(&q->stalled, false, __ATOMIC_RELEASE);
}

void
usb_libusb_look_after_endpoints(struct usb_libusb *u)
{
	uint64_t now = usb_libusb_now_ms();
	unsigned int i;

	for (i = 0; i < RTE_DIM(u->eps) && usb_libusb_state(u) == USB_LIVE; i++)
		if (now >= u->eps[i].due_ms && usb_libusb_has_patients(u, &u->eps[i]))
			treat(u, &u->eps[i]);
	for (i = 0; i < USB_TX_QUEUES && usb_libusb_state(u) == USB_LIVE; i++) {
		struct usb_libusb_queue *q = &u->queues[i];

		if (q->nb == 0)
			continue;
		if (__atomic_load_n(&q->bad, __ATOMIC_RELAXED) >= USB_LIBUSB_BAD_MAX)
			give_up(u, "every transfer failed", q->addr);
		else if (__atomic_load_n(&q->stalled, __ATOMIC_ACQUIRE) && now >= q->due_ms)
			treat_queue(u, q);
	}
}
