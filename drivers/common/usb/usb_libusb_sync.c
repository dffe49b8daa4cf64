/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What the control context asks of the device. Not by libusb's synchronous functions:
 * those wait for a cancelled transfer for ever, and would then write to memory of a caller
 * who has long gone. A request has memory of its own here, and who comes too late, the
 * answer or the caller, frees it.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "usb_libusb.h"

/* For a cancelled request to come back. */
#define GRACE_MS	1000
/* Other threads run the events too: look again now and then. */
#define SLICE_MS	100
#define PROBE_MS	300

#define REQ_GET_STATUS	0	/* USB 2.0 table 9-4 */

struct request {
	struct libusb_transfer *urb;
	uint8_t *data;
	uint32_t refs;		/* atomic: of the caller, and of the transfer on its way */
	int done;		/* libusb's completed, written under its event lock */
};

static void
request_unref(struct request *r)
{
	if (__atomic_sub_fetch(&r->refs, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	if (r->urb != NULL)
		libusb_free_transfer(r->urb);
	free(r->data);
	free(r);
}

static void LIBUSB_CALL
request_done(struct libusb_transfer *urb)
{
	struct request *r = urb->user_data;

	__atomic_store_n(&r->done, 1, __ATOMIC_RELEASE);
	request_unref(r);
}

static struct request *
request_new(uint32_t len)
{
	struct request *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->refs = 1;
	r->urb = libusb_alloc_transfer(0);
	r->data = malloc(RTE_MAX(len, 1u));
	if (r->urb != NULL && r->data != NULL)
		return r;
	request_unref(r);
	return NULL;
}

static bool
is_done(struct request *r)
{
	return __atomic_load_n(&r->done, __ATOMIC_ACQUIRE) != 0;
}

static void
wait_until(struct usb_libusb *u, struct request *r, uint64_t until_ms)
{
	uint64_t now = usb_libusb_now_ms();
	struct timeval tv;
	uint64_t left;
	int ret;

	do {
		left = RTE_MIN(until_ms - RTE_MIN(now, until_ms), (uint64_t)SLICE_MS);
		tv = (struct timeval){ .tv_usec = left * 1000 };
		ret = libusb_handle_events_timeout_completed(u->ctx, &tv, &r->done);
		if (ret != 0 && ret != LIBUSB_ERROR_INTERRUPTED)
			rte_delay_us_sleep(1000);
		now = usb_libusb_now_ms();
	} while (!is_done(r) && now < until_ms);
}

/* Bytes, or a negative errno; -ESHUTDOWN where the request ended for lack of a device: that
 * may be a system that goes to sleep. Who is refused a request, -ENODEV, has none. */
static int
result(struct usb_libusb *u, const struct libusb_transfer *urb, bool cancelled)
{
	int err = usb_libusb_status_errno(urb->status);

	if (err == 0)
		return urb->actual_length;
	if (err == -ENODEV) {
		usb_libusb_suspect(u, true);
		return -ESHUTDOWN;
	}
	if (err == -ETIMEDOUT || (err == -ECANCELED && cancelled))
		return urb->actual_length > 0 ? urb->actual_length : -ETIMEDOUT;
	if (err != -ECANCELED)
		return err == -EPROTO ? -EIO : err;
	/* Nobody here has: the device goes, or the kernel took it away. */
	usb_libusb_suspect(u, false);
	return -EIO;
}

/* Send it and wait for its end; r->urb is filled. The caller unrefs. */
static int
run(struct usb_libusb *u, struct request *r, unsigned int timeout_ms)
{
	uint64_t until = usb_libusb_now_ms() + timeout_ms;
	int ret;

	r->refs++;
	ret = libusb_submit_transfer(r->urb);
	if (ret != 0) {
		r->refs--;
		if (ret == LIBUSB_ERROR_NO_DEVICE)
			usb_libusb_suspect(u, false);
		return usb_libusb_errno(ret);
	}
	wait_until(u, r, until);
	if (is_done(r))
		return result(u, r->urb, false);
	libusb_cancel_transfer(r->urb);
	wait_until(u, r, usb_libusb_now_ms() + GRACE_MS);
	if (is_done(r))
		return result(u, r->urb, true);
	usb_libusb_count(u, LU_LEAKED, 1);
	return -ETIMEDOUT;
}

static bool
is_gone(const struct usb_libusb *u)
{
	return usb_libusb_state(u) == USB_GONE ||
		__atomic_load_n(&u->left, __ATOMIC_ACQUIRE);
}

static int
do_control(struct usb_libusb *u, const struct usb_request *req, void *data,
	   unsigned int timeout_ms)
{
	bool in = (req->bmRequestType & LIBUSB_ENDPOINT_IN) != 0;
	struct request *r = request_new(LIBUSB_CONTROL_SETUP_SIZE + req->wLength);
	uint8_t *payload;
	int ret;

	if (r == NULL)
		return -ENOMEM;
	payload = r->data + LIBUSB_CONTROL_SETUP_SIZE;
	libusb_fill_control_setup(r->data, req->bmRequestType, req->bRequest, req->wValue,
				  req->wIndex, req->wLength);
	if (!in && req->wLength != 0)
		memcpy(payload, data, req->wLength);
	libusb_fill_control_transfer(r->urb, u->handle, r->data, request_done, r, 0);
	ret = run(u, r, timeout_ms);
	if (in && ret > 0)
		memcpy(data, payload, ret);
	request_unref(r);
	return ret;
}

/* To a caller it is the same. */
static int
told(int ret)
{
	return ret == -ESHUTDOWN ? -ENODEV : ret;
}

int
usb_libusb_control(struct usb_transport *t, const struct usb_request *req, void *data,
		   unsigned int timeout_ms)
{
	struct usb_libusb *u = usb_libusb_of(t);

	return is_gone(u) ? -ENODEV : told(do_control(u, req, data, timeout_ms));
}

int
usb_libusb_bulk(struct usb_transport *t, uint8_t ep, void *data, uint32_t len,
		unsigned int timeout_ms)
{
	struct usb_libusb *u = usb_libusb_of(t);
	bool in = (ep & LIBUSB_ENDPOINT_IN) != 0;
	uint8_t addr = usb_libusb_ep_of(u, ep);
	struct request *r;
	int ret;

	if (addr == 0)
		return -ENOENT;
	if (is_gone(u))
		return -ENODEV;
	r = request_new(len);
	if (r == NULL)
		return -ENOMEM;
	if (!in && len != 0)
		memcpy(r->data, data, len);
	libusb_fill_bulk_transfer(r->urb, u->handle, addr, r->data, len, request_done, r, 0);
	ret = run(u, r, timeout_ms);
	if (in && ret > 0)
		memcpy(data, r->data, ret);
	request_unref(r);
	return told(ret);
}

/* A stall is an answer. */
int
usb_libusb_probe(struct usb_libusb *u)
{
	static const struct usb_request req = {
		.bmRequestType = LIBUSB_ENDPOINT_IN, .bRequest = REQ_GET_STATUS, .wLength = 2,
	};
	uint8_t status[2];
	int ret;

	if (is_gone(u))
		return -ENODEV;
	ret = do_control(u, &req, status, PROBE_MS);
	return ret >= 0 || ret == -EPIPE ? 0 : ret;
}

int
usb_libusb_clear_halt(struct usb_transport *t, uint8_t ep)
{
	struct usb_libusb *u = usb_libusb_of(t);
	uint8_t addr = usb_libusb_ep_of(u, ep);
	int ret;

	if (addr == 0)
		return -ENOENT;
	if (is_gone(u))
		return -ENODEV;
	ret = libusb_clear_halt(u->handle, addr);
	usb_libusb_count(u, ret == 0 ? LU_HALTS : LU_HALT_ERRORS, 1);
	return usb_libusb_errno(ret);
}

int
usb_libusb_reset(struct usb_transport *t)
{
	struct usb_libusb *u = usb_libusb_of(t);
	int ret;

	if (is_gone(u))
		return -ENODEV;
	pthread_mutex_lock(&u->lock);
	if (u->open) {
		pthread_mutex_unlock(&u->lock);
		return -EBUSY;
	}
	ret = libusb_reset_device(u->handle);
	if (ret == LIBUSB_ERROR_NOT_FOUND || ret == LIBUSB_ERROR_NO_DEVICE) {
		/* It came back as another, which is not this one's any more. */
		__atomic_store_n(&u->left, true, __ATOMIC_RELEASE);
		usb_libusb_wake(u);
		ret = LIBUSB_ERROR_NO_DEVICE;
	}
	pthread_mutex_unlock(&u->lock);
	return usb_libusb_errno(ret);
}

bool
usb_libusb_is_taken(struct usb_libusb *u, int ret)
{
	return ret == -EIO && libusb_kernel_driver_active(u->handle, u->interface) == 1;
}

/*
 * Is the interface ours? After a resume with a reset it may not be: usbfs had no
 * reset_resume for long, so the kernel takes the interface from it and may give it to a
 * driver of its own. libusb still believes in its claim then, and a claim does nothing; a
 * release fails because the kernel knows of none. Whatever speaks to an endpoint claims
 * its interface again (Linux drivers/usb/core/devio.c, checkintf): clear_halt does, which
 * sets the data toggles right besides. The kernel driver must not come back with the
 * release.
 */
static int
claim_again(struct usb_libusb *u)
{
	int ret;

	libusb_set_auto_detach_kernel_driver(u->handle, 0);
	libusb_detach_kernel_driver(u->handle, u->interface);
	ret = libusb_release_interface(u->handle, u->interface);
	if (ret == 0 || ret == LIBUSB_ERROR_NOT_FOUND)
		ret = libusb_claim_interface(u->handle, u->interface);
	else
		ret = libusb_clear_halt(u->handle, u->eps[0].addr);
	libusb_set_auto_detach_kernel_driver(u->handle, 1);
	return ret;
}

int
usb_libusb_resume(struct usb_transport *t)
{
	struct usb_libusb *u = usb_libusb_of(t);
	int ret;

	pthread_mutex_lock(&u->lock);
	ret = usb_libusb_probe(u);
	if (ret == 0)
		ret = usb_libusb_errno(claim_again(u));
	if (ret == 0 && usb_libusb_state(u) == USB_AWAY) {
		usb_libusb_count(u, LU_RESUMES, 1);
		usb_libusb_set_state(u, USB_LIVE);
	}
	if (ret == -ENODEV) {
		__atomic_store_n(&u->left, true, __ATOMIC_RELEASE);
		usb_libusb_wake(u);
	}
	pthread_mutex_unlock(&u->lock);
	return ret == 0 || ret == -ENODEV ? ret : -EAGAIN;
}
