/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The control context's transfers with a model: stopped, where time is what the test and
 * the device make of it, and started, beside those of the receiver. */

#include <pthread.h>

#include "model_fixture.h"

#define MS (1000 * US)

static uint8_t data[512];

static void
begin(void)
{
	fx_conf.nb_bufs = 4;
	fx_conf.buf_size = 256;
	fx_conf.ep_in = 0x84;
	CU_ASSERT_EQUAL_FATAL(model_open(&fake_args), 0);
}

static void
end(void)
{
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_FALSE(fake.two_inside);
	CU_ASSERT_FALSE(fake.time_ran_back);
	CU_ASSERT_EQUAL(fake.nb_outs_in, 0);
	CU_ASSERT_EQUAL(fake.nb_event_in, 0);
	fx_close();
}

static int
bulk(uint8_t ep, uint32_t len, unsigned int timeout_ms)
{
	return fx_t->ops->bulk(fx_t, ep, data, len, timeout_ms);
}

static int
control(void)
{
	const struct usb_request req = { .bRequest = FAKE_REQUEST, .wLength = 6 };
	uint8_t answer[6];

	return usb_control(fx_t, &req, answer, 100);
}

/* The device takes its time, and nobody else does. */
static void
out_stopped(void)
{
	fake_reset();
	fake.out_ns = 3 * MS;
	begin();
	data[0] = 0x5a;
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 100), 5);
	CU_ASSERT_EQUAL(fake.nb_outs, 1);
	CU_ASSERT_EQUAL(fake.outs[0].ep, FAKE_EP_A);
	CU_ASSERT_EQUAL(fake.outs[0].first, 0x5a);
	CU_ASSERT_EQUAL(fake.outs[0].len, 5);
	CU_ASSERT_FALSE(fake.outs[0].zlp);
	CU_ASSERT_EQUAL(fake.now_ns, 3 * MS);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_B, 1, 100), 1);
	CU_ASSERT_EQUAL(fake.now_ns, 6 * MS);
	CU_ASSERT_EQUAL(fake_clock(), 0);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 0);
	end();
}

static void
out_stopped_fails(void)
{
	fake_reset();
	begin();
	CU_ASSERT_EQUAL(bulk(0x01, 5, 100), -ENOENT);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 0), -ETIMEDOUT);
	CU_ASSERT_EQUAL(fake.nb_outs, 0);
	fake.out_ns = FAKE_NEVER;
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 100), -ETIMEDOUT);
	CU_ASSERT_EQUAL(fake.now_ns, 100 * MS);
	CU_ASSERT_EQUAL(fake.nb_outs_in, 0);
	/* Just not in time, and just in time. */
	fake.out_ns = 100 * MS + 1;
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 100), -ETIMEDOUT);
	fake.out_ns = 100 * MS;
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 100), 5);
	fake.out_status = -EPIPE;
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 100), -EPIPE);
	fake.out_status = 0;
	fake.out_short_by = 2;
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 100), 3);
	end();
	fake_reset();
	fake.no_out = true;
	begin();
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 100), -ENOENT);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_EVENT, 256, 100), -ENOENT);
	end();
}

static void
in_stopped(void)
{
	fake_reset();
	fake.nb_event_due = 2;
	fake.event_due_ns[0] = 2 * MS;
	fake.event_due_ns[1] = 5000 * MS;
	fake.short_by = 200;
	begin();
	CU_ASSERT_EQUAL(bulk(FAKE_EP_EVENT, 256, 100), 56);
	CU_ASSERT_EQUAL(data[0], FAKE_EVENT_BYTE(0));
	CU_ASSERT_EQUAL(fake.now_ns, 2 * MS);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_EVENT, 256, 3000), -ETIMEDOUT);
	CU_ASSERT_EQUAL(fake.now_ns, 3002 * MS);
	CU_ASSERT_EQUAL(fake.nb_event_in, 0);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_EVENT, 256, 3000), 56);
	CU_ASSERT_EQUAL(data[0], FAKE_EVENT_BYTE(1));
	CU_ASSERT_EQUAL(bulk(0x86, 256, 10), -ENOENT);
	end();
	/* The endpoint of frames too. */
	fake_reset();
	fake.nb_due = 1;
	fake.due_ns[0] = 1 * MS;
	begin();
	CU_ASSERT_EQUAL(bulk(0x84, 256, 10), 256);
	CU_ASSERT_EQUAL(bulk(0x84, 256, 10), -ETIMEDOUT);
	CU_ASSERT_EQUAL(fake.nb_in, 0);
	end();
	fx_conf.ep_in = 0;
}

/* Who waits between two requests finds the device older, but not by what was before the
 * first one, nor by more than a second. */
static void
time_between_requests(void)
{
	fake_reset();
	fake_clock_set(7000 * MS);
	begin();
	CU_ASSERT_EQUAL(control(), 6);
	CU_ASSERT_EQUAL(fake.now_ns, 0);
	fake_clock_set(7010 * MS);
	CU_ASSERT_EQUAL(control(), 6);
	CU_ASSERT_EQUAL(fake.now_ns, 10 * MS);
	CU_ASSERT_EQUAL(control(), 6);
	CU_ASSERT_EQUAL(fake.now_ns, 10 * MS);
	fake_clock_set(7030 * MS);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_EVENT, 256, 5), -ETIMEDOUT);
	CU_ASSERT_EQUAL(fake.now_ns, 35 * MS);
	fake_clock_set(90000 * MS);
	CU_ASSERT_EQUAL(control(), 6);
	CU_ASSERT_EQUAL(fake.now_ns, 1035 * MS);
	fake_clock_set(90100 * MS);
	CU_ASSERT_EQUAL(fx_t->ops->reset(fx_t), 0);
	CU_ASSERT_EQUAL(fake.nb_resets, 1);
	CU_ASSERT_EQUAL(fake.now_ns, 1135 * MS);
	end();
}

static void
halts_and_reset(void)
{
	fake_reset();
	begin();
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, FAKE_EP_A), 0);
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, FAKE_EP_EVENT), 0);
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, 0x0f), -EPIPE);
	CU_ASSERT_EQUAL(fake.nb_halts, 2);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	CU_ASSERT_EQUAL(fx_t->ops->reset(fx_t), -EBUSY);
	CU_ASSERT_EQUAL(fake.nb_resets, 0);
	end();
	/* One that knows no standard requests halts nothing either. */
	fake_reset();
	fake.no_out = true;
	begin();
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, FAKE_EP_A), 0);
	CU_ASSERT_EQUAL(fx_t->ops->reset(fx_t), 0);
	CU_ASSERT_EQUAL(fake.nb_controls, 0);
	end();
}

/* In real time, in the host's thread, and back before the time is over. */
static void
started(void)
{
	unsigned int i;

	fake_reset();
	fake.real_clock = true;
	fake.out_ns = 1 * MS;
	fake.nb_event_due = 100;
	for (i = 0; i < fake.nb_event_due; i++)
		fake.event_due_ns[i] = (i + 1) * 20 * MS;
	begin();
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	for (i = 0; i < 20; i++) {
		CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 5000), 5);
		CU_ASSERT_EQUAL(bulk(FAKE_EP_EVENT, 256, 5000), 256);
		CU_ASSERT_EQUAL(control(), 6);
	}
	CU_ASSERT_EQUAL(fake.nb_outs, 20);
	CU_ASSERT_EQUAL(bulk(0x01, 5, 5000), -ENOENT);
	CU_ASSERT_EQUAL(bulk(0x86, 256, 5000), -ENOENT);
	fake.out_status = -EPIPE;
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 5000), -EPIPE);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 0);
	end();
}

/* The receiver's transfers stay armed, in order. */
static void
started_times_out(void)
{
	struct usb_xfer *x[4];
	unsigned int i, n = 0;

	fake_reset();
	fake.real_clock = true;
	fake.out_ns = FAKE_NEVER;
	fake.nb_due = 4;
	for (i = 0; i < 4; i++)
		fake.due_ns[i] = (100 + i) * MS;
	begin();
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_EVENT, 256, 10), -ETIMEDOUT);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 10), -ETIMEDOUT);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 0), -ETIMEDOUT);
	for (i = 0; i < 50000 && n < 4; i++, usleep(100))
		n += fx_poll(x + n, 4 - n);
	CU_ASSERT_EQUAL_FATAL(n, 4);
	for (i = 0; i < 4; i++)
		CU_ASSERT_EQUAL(x[i]->data[0], i);
	end();
}

/* It is over in the moment in which it is given up; the model goes on then. */
static void
started_over_at_last(void)
{
	struct usb_xfer *x;
	unsigned int i, n = 0;

	fake_reset();
	fake.real_clock = true;
	fake.out_ns = FAKE_NEVER;
	fake.urb_done_at_cancel = true;
	fake.nb_due = 1;
	fake.due_ns[0] = 100 * MS;
	begin();
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 10), 5);
	for (i = 0; i < 50000 && n == 0; i++, usleep(100))
		n = fx_poll(&x, 1);
	CU_ASSERT_EQUAL_FATAL(n, 1);
	end();
}

static void
receive_all(void)
{
	struct usb_xfer *x[16];
	unsigned int n;

	while ((n = fx_poll(x, RTE_DIM(x))) != 0)
		fx_return(x, n);
}

/* Beside a receiver that never rests. */
static void
started_under_traffic(void)
{
	unsigned int i;

	fake_reset();
	fake.real_clock = true;
	fake.on_next_event = receive_all;
	fake.out_ns = 100 * US;
	fake.nb_due = FAKE_EVENTS;
	for (i = 0; i < fake.nb_due; i++)
		fake.due_ns[i] = i * 100 * US;
	begin();
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	for (i = 0; i < 100; i++)
		CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 5000), 5);
	end();
}

/* A model that sleeps is woken. */
static void
started_asleep(void)
{
	fake_reset();
	fake.real_clock = true;
	begin();
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	while (__atomic_load_n(&fake.nb_sleeps, __ATOMIC_SEQ_CST) == 0)
		usleep(100);
	__atomic_store_n(&fake.long_sleep, true, __ATOMIC_SEQ_CST);
	usleep(5000);
	CU_ASSERT_EQUAL(bulk(FAKE_EP_A, 5, 5000), 5);
	__atomic_store_n(&fake.long_sleep, false, __ATOMIC_SEQ_CST);
	end();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "out_stopped", out_stopped },
		{ "out_stopped_fails", out_stopped_fails },
		{ "in_stopped", in_stopped },
		{ "time_between_requests", time_between_requests },
		{ "halts_and_reset", halts_and_reset },
		{ "started", started },
		{ "started_times_out", started_times_out },
		{ "started_over_at_last", started_over_at_last },
		{ "started_under_traffic", started_under_traffic },
		{ "started_asleep", started_asleep },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "usb_model_bulk", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	int rc;

	if (fx_init() != 0 || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	rc = cunit_run();
	fx_fini();
	return rc;
}
