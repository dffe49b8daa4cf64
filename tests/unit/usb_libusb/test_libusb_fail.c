/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Each allocation, each call of the kernel and each control request of an opening, a run
 * and a closing fails in turn. Either the op fails with one line and nothing is left
 * behind, or it goes on and all is well in the end. The program is linked with --wrap.
 */

#include <libusb.h>

#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_ring.h>

#include "libusb_fixture.h"

/* Allocations that still succeed, -1: all of them; and those that there were. */
static int left = -1;
static unsigned int nb_allocations;

static bool
fails(void)
{
	nb_allocations++;
	if (left < 0)
		return false;
	return left-- == 0;
}

#define WRAP(type, name, params, args)					\
type __real_##name params;						\
type __wrap_##name params;						\
									\
type									\
__wrap_##name params							\
{									\
	return fails() ? NULL : __real_##name args;			\
}

WRAP(void *, rte_zmalloc_socket, (const char *what, size_t n, unsigned int align, int socket),
     (what, n, align, socket))
WRAP(void *, rte_malloc_socket, (const char *what, size_t n, unsigned int align, int socket),
     (what, n, align, socket))
WRAP(void *, rte_calloc_socket,
     (const char *what, size_t nb, size_t n, unsigned int align, int socket),
     (what, nb, n, align, socket))
WRAP(void *, rte_calloc, (const char *what, size_t nb, size_t n, unsigned int align),
     (what, nb, n, align))
WRAP(struct rte_ring *, rte_ring_create,
     (const char *name, unsigned int nb, int socket, unsigned int flags),
     (name, nb, socket, flags))
WRAP(struct rte_mempool *, rte_mempool_create,
     (const char *name, unsigned int nb, unsigned int size, unsigned int cache,
      unsigned int priv, rte_mempool_ctor_t *init, void *init_arg, rte_mempool_obj_cb_t *obj,
      void *obj_arg, int socket, unsigned int flags),
     (name, nb, size, cache, priv, init, init_arg, obj, obj_arg, socket, flags))
WRAP(struct libusb_transfer *, libusb_alloc_transfer, (int packets), (packets))

int __real_libusb_init(libusb_context **ctx);
int __wrap_libusb_init(libusb_context **ctx);

int
__wrap_libusb_init(libusb_context **ctx)
{
	return fails() ? LIBUSB_ERROR_NO_MEM : __real_libusb_init(ctx);
}

int __real_eventfd(unsigned int value, int flags);
int __wrap_eventfd(unsigned int value, int flags);

int
__wrap_eventfd(unsigned int value, int flags)
{
	return fails() ? -1 : __real_eventfd(value, flags);
}

int __real_rte_ctrl_thread_create(pthread_t *thread, const char *name,
				  const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __wrap_rte_ctrl_thread_create(pthread_t *thread, const char *name,
				  const pthread_attr_t *attr, void *(*run)(void *), void *arg);

int
__wrap_rte_ctrl_thread_create(pthread_t *thread, const char *name, const pthread_attr_t *attr,
			      void *(*run)(void *), void *arg)
{
	return fails() ? -EAGAIN : __real_rte_ctrl_thread_create(thread, name, attr, run, arg);
}

#define FEW 4u	/* transfers: the failures are tried one by one */

static struct usb_transport_conf
small(void)
{
	struct usb_transport_conf conf = lu_conf();

	conf.nb_bufs = FEW;
	conf.ep_event = EP_EVENT;
	conf.nb_event = 2;
	return conf;
}

/* Of either memory; how many there were, 0: it failed. */
static unsigned int
open_with(int k, bool usbfs)
{
	const struct usb_libusb_args args = { .usbfs_memory = usbfs };
	const struct usb_transport_conf conf = small();
	int ret;

	nb_allocations = 0;
	left = k;
	ret = lu_wrap(&conf, &args);
	left = -1;
	if (ret == 0)
		return nb_allocations;
	CU_ASSERT_TRUE(ret < 0);
	CU_ASSERT_PTR_NULL(fx_t);
	fx_one_line();
	return 0;
}

static void
each_allocation_of_open(void)
{
	struct lu_used before;
	unsigned int k, all;
	int usbfs;

	for (usbfs = 0; usbfs < 2; usbfs++) {
		lu_plug(NULL, NULL);
		before = lu_used_now();
		all = open_with(-1, usbfs);
		CU_ASSERT_TRUE_FATAL(all > 8);
		fx_t->ops->close(fx_t);
		for (k = 0; k < all; k++) {
			close(lu_fd);
			CU_ASSERT_EQUAL(open_with((int)k, usbfs), 0);
			lu_nothing_left(before);
		}
		close(lu_fd);
		CU_ASSERT_NOT_EQUAL(open_with((int)k, usbfs), 0);
		lu_close();
	}
}

static void
each_allocation_of_tx(void)
{
	unsigned int k, i;
	struct usb_xfer *x;
	int ret = -1;

	lu_open(NULL, NULL);
	for (k = 0; k < 100 && ret != 0; k++) {
		lu_forget();
		left = (int)k;
		ret = fx_t->ops->tx_setup(fx_t, 0, EP_OUT, FEW, OUT_ROOM);
		left = -1;
		if (ret == 0)
			break;
		CU_ASSERT_EQUAL(ret, -ENOMEM);
		fx_one_line();
		CU_ASSERT_EQUAL(fx_t->ops->tx_get(fx_t, 0, &x, 1), 0);
		CU_ASSERT_EQUAL(fx_t->ops->tx_count(fx_t, 0), 0);
	}
	CU_ASSERT_TRUE(k > FEW);
	for (i = 0; i < FEW; i++)
		CU_ASSERT_EQUAL(fx_t->ops->tx_get(fx_t, 0, &x, 1), 1);
	lu_close();
}

static void
allocation_of_a_request(void)
{
	const struct usb_request req = { 0xdf, 0x63, 0, 0, 4 };
	uint8_t data[1024];

	lu_open(NULL, NULL);
	left = 0;
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &req, data, 100), -ENOMEM);
	left = 0;
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 100), -ENOMEM);
	left = -1;
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &req, data, 100), 4);
	lu_close();
}

/* A whole life with a failure somewhere in it: what is wrong must not be worse than that. */
static bool
a_life(void)
{
	const struct usb_request req = { 0xdf, 0x63, 0, 0, 4 };
	const struct usb_transport_conf conf = small();
	struct lu_used before = lu_used_now();
	struct usb_xfer *x[2];
	uint8_t data[4];
	bool worked = false;
	unsigned int n, i;
	uint64_t first;

	if (lu_wrap(&conf, NULL) != 0) {
		lu_nothing_left(before);
		return false;
	}
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	fake_script(lu_f, EP_OUT, NULL, 0, lu_sent);
	lu_begin(fake_script_done(lu_f, EP_IN));
	first = lu_next;
	if (fx_t->ops->tx_setup(fx_t, 0, EP_OUT, FEW, OUT_ROOM) == 0 &&
	    fx_t->ops->start(fx_t) == 0) {
		n = fx_t->ops->tx_get(fx_t, 0, x, 2);
		for (i = 0; i < n; i++)
			x[i]->len = 64;
		fx_t->ops->tx_submit(fx_t, 0, x, n);
		worked = LU_UNTIL(lu_next > first + 3 * FEW || lu_state() != USB_LIVE, PATIENCE_MS) &&
			lu_state() == USB_LIVE;
		if (fx_t->ops->control(fx_t, &req, data, 100) != 4)
			worked = false;
	}
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fx_t->ops->close(fx_t);
	lu_nothing_left(before);
	return worked;
}

static void
each_call(unsigned long call, int error)
{
	unsigned int k, failed = 1;

	for (k = 0; k < 400 && failed != 0; k++) {
		lu_plug(NULL, NULL);
		fake_fail(lu_f, call, FAKE_EP_ANY, k + (call == FAKE_CALL_ANY), 1, error);
		if (!a_life()) {
			CU_ASSERT_TRUE(fake_failed(lu_f) != 0);
			close(lu_fd);
			/* The next is none the worse for it, unless it is gone. */
			if (error != ENODEV && !a_life())
				CU_ASSERT_TRUE(false);
		}
		failed = fake_failed(lu_f);
		lu_unplug();
		/* A device that is used on is used for ever: it has enough of failures. */
		if (k > 60)
			break;
	}
	CU_ASSERT_TRUE(k > 2);
}

static void
each_call_of_the_kernel(void)
{
	static const int errors[] = { ENODEV, EIO, ENOMEM, EBUSY };
	unsigned int i;

	for (i = 0; i < RTE_DIM(errors); i++)
		each_call(FAKE_CALL_ANY, errors[i]);
}

/* All control requests of the device fail: each in bounded time, with the cause. */
static void
all_requests_fail(void)
{
	static const struct { int status, error; } rows[] = {
		{ EPROTO, -EIO }, { EPIPE, -EPIPE }, { ETIME, -EIO }, { ESHUTDOWN, -ENODEV },
	};
	const struct usb_request req = { 0xdf, 0x63, 0, 0, 4 };
	uint64_t begin;
	uint8_t data[4];
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		lu_open(NULL, NULL);
		fake_fail(lu_f, FAKE_CALL_CONTROL, FAKE_EP_ANY, 0, UINT32_MAX, rows[i].status);
		begin = lu_ms();
		CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &req, data, 2 * PATIENCE_MS),
				rows[i].error);
		/* At once, and not when the time is over. */
		CU_ASSERT_TRUE(lu_ms() - begin < PATIENCE_MS);
		lu_close();
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each_allocation_of_open", each_allocation_of_open },
		{ "each_allocation_of_tx", each_allocation_of_tx },
		{ "allocation_of_a_request", allocation_of_a_request },
		{ "each_call_of_the_kernel", each_call_of_the_kernel },
		{ "all_requests_fail", all_requests_fail },
		CU_TEST_INFO_NULL,
	};

	return lu_run(tests, "libusb_fail");
}
