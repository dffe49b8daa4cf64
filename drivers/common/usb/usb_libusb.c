/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The receive direction of the libusb back end. A transfer is in one place at a time:
 *
 *   start(), rx_return() --> [kernel] --> completed ring --> rx_poll()
 *                               |                               |
 *                               +--> sick ring --> care thread  +--> rx_return()
 *                                                      |
 *                                                      +--> [kernel]
 */

#include <errno.h>

#include "usb_libusb.h"

static void
move(struct usb_libusb_in *in, enum usb_libusb_place place)
{
	__atomic_store_n(&in->place, place, __ATOMIC_RELEASE);
}

int
usb_libusb_errno(int error)
{
	switch (error) {
	case LIBUSB_SUCCESS:
		return 0;
	case LIBUSB_ERROR_INVALID_PARAM:
		return -EINVAL;
	case LIBUSB_ERROR_ACCESS:
		return -EACCES;
	case LIBUSB_ERROR_NO_DEVICE:
		return -ENODEV;
	case LIBUSB_ERROR_NOT_FOUND:
		return -ENOENT;
	case LIBUSB_ERROR_BUSY:
		return -EBUSY;
	case LIBUSB_ERROR_TIMEOUT:
		return -ETIMEDOUT;
	case LIBUSB_ERROR_OVERFLOW:
		return -EOVERFLOW;
	case LIBUSB_ERROR_PIPE:
		return -EPIPE;
	case LIBUSB_ERROR_INTERRUPTED:
		return -EINTR;
	case LIBUSB_ERROR_NO_MEM:
		return -ENOMEM;
	case LIBUSB_ERROR_NOT_SUPPORTED:
		return -ENOTSUP;
	default:
		return -EIO;
	}
}

int
usb_libusb_status_errno(int status)
{
	switch (status) {
	case LIBUSB_TRANSFER_COMPLETED:
		return 0;
	case LIBUSB_TRANSFER_TIMED_OUT:
		return -ETIMEDOUT;
	case LIBUSB_TRANSFER_CANCELLED:
		return -ECANCELED;
	case LIBUSB_TRANSFER_STALL:
		return -EPIPE;
	case LIBUSB_TRANSFER_NO_DEVICE:
		return -ENODEV;
	case LIBUSB_TRANSFER_OVERFLOW:
		return -EOVERFLOW;
	case LIBUSB_TRANSFER_ERROR:
		return -EPROTO;
	default:
		return -EIO;	/* of a libusb to come: certainly not well */
	}
}

static enum usb_libusb_counter
counter_of(int err)
{
	switch (err) {
	case -ETIMEDOUT:
		return LU_TIMEOUTS;
	case -ECANCELED:
		return LU_CANCELLED;
	case -EPIPE:
		return LU_STALLS;
	case -ENODEV:
		return LU_NO_DEVICE;
	case -EOVERFLOW:
		return LU_OVERFLOWS;
	case -EPROTO:
		return LU_PROTOCOL;
	default:
		return LU_UNKNOWN;
	}
}

void
usb_libusb_events(struct usb_libusb *u)
{
	struct timeval zero = { 0 };

	if (libusb_try_lock_events(u->ctx) != 0)
		return;
	if (libusb_event_handling_ok(u->ctx))
		libusb_handle_events_locked(u->ctx, &zero);
	libusb_unlock_events(u->ctx);
}

void
usb_libusb_events_wait(struct usb_libusb *u, unsigned int ms)
{
	struct timeval tv = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };
	int ret = libusb_handle_events_timeout_completed(u->ctx, &tv, NULL);

	/* Whatever is wrong with it, this is not to become a busy loop. */
	if (ret != 0 && ret != LIBUSB_ERROR_INTERRUPTED)
		rte_delay_us_sleep(1000);
}

/* The transfer may have another buffer than before. */
int
usb_libusb_submit(struct usb_libusb_in *in)
{
	struct usb_libusb *u = in->u;
	uint32_t old = __atomic_load_n(&in->place, __ATOMIC_RELAXED);
	int ret;

	in->urb->buffer = in->xfer->data;
	in->urb->length = in->xfer->size;
	/* Before it flies: it may be home before this returns. */
	__atomic_fetch_add(&u->nb_flying, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&in->ep->nb_flying, 1, __ATOMIC_RELAXED);
	move(in, LU_FLYING);
	ret = libusb_submit_transfer(in->urb);
	if (likely(ret == 0))
		return 0;
	move(in, old);
	__atomic_fetch_sub(&in->ep->nb_flying, 1, __ATOMIC_RELAXED);
	__atomic_fetch_sub(&u->nb_flying, 1, __ATOMIC_RELEASE);
	usb_libusb_count(u, ret == LIBUSB_ERROR_NO_MEM ? LU_SUBMIT_MEMORY : LU_SUBMIT_FAILED, 1);
	return usb_libusb_errno(ret);
}

void
usb_libusb_arm(struct usb_libusb_in *in)
{
	int ret = usb_libusb_submit(in);

	if (unlikely(ret != 0))
		usb_libusb_sicken(in, ret);
}

/* The completed ring has a place for every transfer: this cannot fail. */
static void
hand_up(struct usb_libusb *u, struct usb_libusb_in *in)
{
	move(in, LU_UP);
	rte_ring_sp_enqueue(u->completed, in);
}

/* What comes while nothing is open is what stop() waits for. */
static void
come_home(struct usb_libusb *u, struct usb_libusb_in *in)
{
	if (in->xfer->len != 0)
		usb_libusb_count(u, LU_LOST_AT_STOP, 1);
	move(in, LU_HOME);
}

/* An endpoint in trouble: what it brought is good, the care thread arms it next. */
static void
note_trouble(struct usb_libusb *u, struct usb_libusb_in *in, int err)
{
	if (err == -EPIPE)
		__atomic_store_n(&in->ep->stalled, true, __ATOMIC_RELEASE);
	/* Before a halt is cleared the care thread cancels the others. */
	if (err == -ENODEV)
		usb_libusb_suspect(u, true);
	else if (err == -ECANCELED && !__atomic_load_n(&in->ep->stalled, __ATOMIC_ACQUIRE))
		usb_libusb_suspect(u, false);
}

static void
end(struct usb_libusb *u, struct usb_libusb_in *in, int err)
{
	struct usb_xfer *xfer = in->xfer;

	if (likely(err == 0)) {
		__atomic_store_n(&in->ep->rounds, 0, __ATOMIC_RELAXED);
		hand_up(u, in);
		return;
	}
	note_trouble(u, in, err);
	if (err == -EOVERFLOW) {
		/* Of a babbling device nobody knows which bytes are good. */
		xfer->len = 0;
		__atomic_fetch_add(&u->t.shared->rx_lost, 1, __ATOMIC_RELAXED);
	}
	if (xfer->len != 0)
		hand_up(u, in);
	else
		usb_libusb_sicken(in, err);
}

/* In whatever thread runs the events, under libusb's event lock: enqueues, no more. */
void LIBUSB_CALL
usb_libusb_rx_done(struct libusb_transfer *urb)
{
	struct usb_libusb_in *in = urb->user_data;
	struct usb_libusb *u = in->u;
	struct usb_xfer *xfer = in->xfer;
	int err = usb_libusb_status_errno(urb->status);

	xfer->len = RTE_MIN((uint32_t)RTE_MAX(urb->actual_length, 0), xfer->size);
	xfer->status = err;
	xfer->full = xfer->len == xfer->size;
	usb_libusb_count(u, LU_TRANSFERS, 1);
	if (unlikely(err != 0))
		usb_libusb_count(u, counter_of(err), 1);
	if (likely(__atomic_load_n(&u->open, __ATOMIC_ACQUIRE)))
		end(u, in, err);
	else
		come_home(u, in);
	__atomic_fetch_sub(&in->ep->nb_flying, 1, __ATOMIC_RELEASE);
	/* Last: who reads 0 finds every transfer where it belongs. */
	__atomic_fetch_sub(&u->nb_flying, 1, __ATOMIC_RELEASE);
}

static unsigned int
take(struct usb_libusb *u, struct usb_xfer **xfers, unsigned int n)
{
	struct usb_libusb_in *in;
	unsigned int i;

	for (i = 0; i < n && rte_ring_sc_dequeue(u->completed, (void **)&in) == 0; i++)
		xfers[i] = in->xfer;
	return i;
}

/* A system call only when nothing has been reaped yet. */
static unsigned int
usb_libusb_rx_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct usb_libusb *u = usb_libusb_of(t);
	unsigned int got = 0;

	if (likely(usb_libusb_enter(u, &u->rx_gate))) {
		got = take(u, xfers, n);
		if (got == 0 && __atomic_load_n(&u->nb_flying, __ATOMIC_RELAXED) != 0) {
			usb_libusb_events(u);
			got = take(u, xfers, n);
		}
	}
	usb_libusb_leave(&u->rx_gate);
	return got;
}

/* To the kernel, to the care thread, or home. */
static void
give_back(struct usb_libusb *u, struct usb_libusb_in *in, bool open)
{
	if (unlikely(!open || usb_libusb_state(u) != USB_LIVE))
		move(in, LU_HOME);
	else if (unlikely(in->xfer->status != 0 ||
			  __atomic_load_n(&in->ep->stalled, __ATOMIC_ACQUIRE)))
		usb_libusb_sicken(in, in->xfer->status != 0 ? in->xfer->status : -EPIPE);
	else
		usb_libusb_arm(in);
}

static void
usb_libusb_rx_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	struct usb_libusb *u = usb_libusb_of(t);
	bool open = usb_libusb_enter(u, &u->rx_gate);
	unsigned int i;

	for (i = 0; i < n; i++)
		give_back(u, xfers[i]->priv, open);
	if (t->bufs != NULL)
		t->shared->counters[LU_BUFFERS_OUT].value = usb_bufs_out(t->bufs);
	usb_libusb_leave(&u->rx_gate);
}

static unsigned int
usb_libusb_rx_count(const struct usb_transport *t)
{
	const struct usb_libusb *u = container_of(t, const struct usb_libusb, t);

	return rte_ring_count(u->completed);
}

void
usb_libusb_publish(struct usb_libusb *u)
{
	struct usb_counter *c = u->t.shared->counters;

	c[LU_IN_FLIGHT].value = __atomic_load_n(&u->nb_flying, __ATOMIC_RELAXED);
	c[LU_WAITING].value = u->nb_patients + rte_ring_count(u->sick);
	c[LU_STATE].value = usb_libusb_state(u);
	if (u->t.bufs != NULL)
		c[LU_BUFFERS_OUT].value = usb_bufs_out(u->t.bufs);
}

static void
usb_libusb_close(struct usb_transport *t)
{
	struct usb_libusb *u = usb_libusb_of(t);

	usb_libusb_stop(t);
	if (!usb_libusb_care_stop(u))
		u->orphan = true;
	usb_libusb_free(u);
}

const struct usb_transport_ops usb_libusb_ops = {
	.name = "libusb",
	.start = usb_libusb_start,
	.stop = usb_libusb_stop,
	.close = usb_libusb_close,
	.rx_poll = usb_libusb_rx_poll,
	.rx_return = usb_libusb_rx_return,
	.rx_count = usb_libusb_rx_count,
	.tx_setup = usb_libusb_tx_setup,
	.tx_get = usb_libusb_tx_get,
	.tx_submit = usb_libusb_tx_submit,
	.tx_count = usb_libusb_tx_count,
	.control = usb_libusb_control,
	.bulk = usb_libusb_bulk,
	.clear_halt = usb_libusb_clear_halt,
	.reset = usb_libusb_reset,
	.resume = usb_libusb_resume,
};
