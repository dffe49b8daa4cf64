/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A model in real time, where the time is the test's: how far each step goes, what
 * is late, what is lost, who may be inside. */

#include <rte_cycles.h>

#include "usb_bufs.h"

#include "model_fixture.h"

/* Of model time, that a late model catches up in one step. */
#define STEP_US 20

static unsigned int nb_received;

/* The thread takes its zero when it begins: the clock must not move before. */
static void
start(void)
{
	unsigned int before = fake_looks(), i;

	CU_ASSERT_EQUAL_FATAL(fx_t->ops->start(fx_t), 0);
	for (i = 0; i < 50000 && fake_looks() == before; i++)
		usleep(100);
	CU_ASSERT_NOT_EQUAL_FATAL(fake_looks(), before);
}

static void
begin(uint32_t nb_bufs)
{
	fx_conf.nb_bufs = nb_bufs;
	fx_conf.buf_size = 256;
	nb_received = 0;
	CU_ASSERT_EQUAL_FATAL(model_open(&fake_args), 0);
	start();
}

/* With requests on the second endpoint too. */
static void
begin_both(uint32_t nb_bufs, uint32_t nb_event)
{
	fx_conf.ep_event = FAKE_EP_EVENT;
	fx_conf.nb_event = nb_event;
	begin(nb_bufs);
	fx_conf.ep_event = 0;
	fx_conf.nb_event = 0;
}

static void
end(void)
{
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_FALSE(fake.two_inside);
	CU_ASSERT_FALSE(fake.time_ran_back);
	fx_close();
	CU_ASSERT_EQUAL(fake.devices, 0);
}

/* The receiver: everything, at once back. In the host's thread, between two steps. */
static void
receive_all(void)
{
	struct usb_xfer *x[16];
	unsigned int n;

	while ((n = fx_poll(x, RTE_DIM(x))) != 0) {
		fx_return(x, n);
		nb_received += n;
	}
}

/* The test goes on when the model has come as far as the clock. */
static void
clock_to(uint64_t us)
{
	fake_clock_set(us * US);
	CU_ASSERT_TRUE_FATAL(fake_wait(us * US));
}

static void
lateness_is(uint64_t events, uint64_t sum_us, uint64_t max_us)
{
	CU_ASSERT_EQUAL(fx_counter("model_late_events"), events);
	CU_ASSERT_EQUAL(fx_counter("model_late_sum_ns"), sum_us * US);
	CU_ASSERT_EQUAL(fx_counter("model_late_max_ns"), max_us * US);
}

static void
lateness_once_per_backlog(void)
{
	static const uint64_t due_us[] = { 1000, 1100, 1200, 1300, 3000, 4000, 4001, 6000 };
	unsigned int i;

	fake_reset();
	fake.on_clock = receive_all;
	fake.nb_due = RTE_DIM(due_us);
	for (i = 0; i < fake.nb_due; i++)
		fake.due_ns[i] = due_us[i] * US;
	begin(4);
	clock_to(500);
	clock_to(999);
	lateness_is(0, 0, 0);
	/* Four events in one backlog, the first of them 500 us late. */
	clock_to(1500);
	lateness_is(1, 500, 500);
	/* One that is less late leaves the maximum. */
	clock_to(3010);
	lateness_is(2, 510, 500);
	clock_to(5000);
	lateness_is(3, 1510, 1000);
	clock_to(6001);
	lateness_is(4, 1511, 1000);
	/* The receiver looks once more. */
	clock_to(6100);
	end();
	CU_ASSERT_EQUAL(nb_received, RTE_DIM(due_us));
}

/* An event every 5 us, all of them late: more of them than there are requests. */
static void
catches_up_in_small_steps(void)
{
	const struct fake_step *s;
	unsigned int i, late = 0;
	uint64_t from;

	fake_reset();
	fake.on_clock = receive_all;
	fake.nb_due = 200;
	for (i = 0; i < fake.nb_due; i++)
		fake.due_ns[i] = (1000 + 5 * i) * US;
	begin(8);
	clock_to(900);
	clock_to(3000);
	clock_to(3100);
	end();
	CU_ASSERT_EQUAL(fake.nb_missed, 0);
	CU_ASSERT_EQUAL(nb_received, 200);
	for (i = 1; i < fake.nb_steps; i++) {
		s = &fake.steps[i];
		if (s->due_ns > s->now_ns)
			continue;
		late++;
		from = RTE_MAX(s->due_ns, s[-1].now_ns);
		CU_ASSERT_TRUE(s->now_ns <= from + STEP_US * US);
		/* What the receiver gave back meanwhile is in the device. */
		CU_ASSERT_TRUE(late == 1 || s->submitted > 0);
	}
	/* 995 us of events, a step is 20 us behind its first. */
	CU_ASSERT_TRUE(late >= 995 / (STEP_US + 5));
}

static void
step_by_step_on_time(void)
{
	unsigned int us;

	fake_reset();
	fake.on_clock = receive_all;
	fake.nb_due = 1;
	fake.due_ns[0] = 1000000 * US;
	begin(2);
	for (us = 1; us < 100; us++)
		clock_to(us * 100);
	/* Nothing is due: no step is kept short, none is late. */
	lateness_is(0, 0, 0);
	CU_ASSERT_EQUAL(nb_received, 0);
	end();
}

static void
lost_at_stop(void)
{
	struct usb_xfer *x[8];

	fake_reset();
	fake.nb_due = 3;
	fake.due_ns[0] = 100 * US;
	fake.due_ns[1] = 110 * US;
	fake.due_ns[2] = 120 * US;
	fake.done_at_cancel = true;
	begin(8);
	clock_to(200);
	CU_ASSERT_EQUAL(fx_count(), 3);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 1), 1);
	fx_return(x, 1);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	/* Two in the ring, one that ended while the others were cancelled. */
	CU_ASSERT_EQUAL(fx_counter("model_lost_at_stop_transfers"), 3);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fx_poll(x, 8), 0);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_counter("model_lost_at_stop_transfers"), 3);
	end();
}

/* Transfers of both endpoints come out as they ended, and go back to their own. */
static void
both_endpoints_in_order(void)
{
	static const struct { uint8_t ep, first; } want[] = {
		{ 0x84, 0 }, { FAKE_EP_EVENT, 0xc0 }, { FAKE_EP_EVENT, 0xc1 }, { 0x84, 1 },
		{ FAKE_EP_EVENT, 0xc2 }, { 0x84, 2 }, { 0x84, 3 }, { FAKE_EP_EVENT, 0xc3 },
	};
	struct usb_xfer *x[9];
	unsigned int i, lap;

	fake_reset();
	for (i = 0; i < RTE_DIM(want); i++) {
		if (want[i].ep == FAKE_EP_EVENT)
			fake.event_due_ns[fake.nb_event_due++] = (i + 1) * 100 * US;
		else
			fake.due_ns[fake.nb_due++] = (i + 1) * 100 * US;
	}
	begin_both(3, 2);
	CU_ASSERT_EQUAL(fake.nb_in, 3);
	CU_ASSERT_EQUAL(fake.nb_event_in, 2);
	for (lap = 0; lap < 2; lap++) {
		clock_to(lap * 400 + 450);
		CU_ASSERT_EQUAL(fx_count(), 4);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 9), 4);
		for (i = 0; i < 4; i++) {
			CU_ASSERT_EQUAL(x[i]->ep, want[4 * lap + i].ep);
			CU_ASSERT_EQUAL(x[i]->data[0], want[4 * lap + i].first);
			CU_ASSERT_EQUAL(x[i]->len, 256);
			CU_ASSERT_TRUE(x[i]->full);
		}
		fx_return(x, 4);
		clock_to(lap * 400 + 460);
		CU_ASSERT_EQUAL(fake.nb_in, 3);
		CU_ASSERT_EQUAL(fake.nb_event_in, 2);
	}
	end();
	CU_ASSERT_EQUAL(fake.nb_missed, 0);
	CU_ASSERT_EQUAL(fx_counter("model_lost_at_stop_transfers"), 0);
}

static void
both_endpoints_lost_at_stop(void)
{
	fake_reset();
	fake.nb_due = 3;
	fake.nb_event_due = 2;
	fake.due_ns[0] = fake.event_due_ns[0] = 100 * US;
	fake.due_ns[1] = fake.event_due_ns[1] = 110 * US;
	fake.due_ns[2] = 120 * US;
	fake.done_at_cancel = true;
	begin_both(8, 4);
	clock_to(200);
	CU_ASSERT_EQUAL(fx_count(), 5);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	/* Five in the ring, one of each that ended while the others were cancelled. */
	CU_ASSERT_EQUAL(fx_counter("model_lost_at_stop_transfers"), 7);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fake.nb_in, 0);
	CU_ASSERT_EQUAL(fake.nb_event_in, 0);
	end();
}

/* As many as a device takes on each. */
static void
both_endpoints_armed_at_each_start(void)
{
	struct usb_xfer *x[3];
	unsigned int i, n;

	fake_reset();
	fake.nb_due = 30;
	fake.nb_event_due = 30;
	for (i = 0; i < fake.nb_due; i++)
		fake.due_ns[i] = fake.event_due_ns[i] = (10 + i) * 100 * US;
	begin_both(256, 256);
	for (i = 1; i <= 5; i++) {
		clock_to(i * 300);
		CU_ASSERT_EQUAL(fake.nb_in + fake.nb_event_in + fx_count(), 512);
		n = fx_poll(x, 3);
		fx_return(x, n);
		CU_ASSERT_EQUAL_FATAL(fx_t->ops->stop(fx_t), 0);
		CU_ASSERT_EQUAL(fake.nb_in, 0);
		CU_ASSERT_EQUAL(fake.nb_event_in, 0);
		start();
		CU_ASSERT_EQUAL(fake.nb_in, 256);
		CU_ASSERT_EQUAL(fake.nb_event_in, 256);
	}
	end();
	CU_ASSERT_EQUAL(fake.nb_missed, 0);
}

/* How long the host's thread sleeps after it has looked again. */
static long
sleep_us_now(void)
{
	unsigned int before = fake_looks(), i;

	for (i = 0; i < 50000 && fake_looks() < before + 3; i++)
		usleep(100);
	return __atomic_load_n(&fake.sleep_ns, __ATOMIC_SEQ_CST) / 1000;
}

/* Requests for events do not feed a device that has none for frames. */
static void
starved_of_one_endpoint(void)
{
	struct usb_xfer *x[3];

	fake_reset();
	fake.nb_due = 2;
	fake.due_ns[0] = 10 * US;
	fake.due_ns[1] = 20 * US;
	fake.nb_event_due = 1;
	fake.event_due_ns[0] = 30 * US;
	begin_both(2, 3);
	clock_to(100);
	CU_ASSERT_EQUAL_FATAL(fx_poll(x, 3), 3);
	CU_ASSERT_EQUAL(fake.nb_event_in, 2);
	CU_ASSERT_EQUAL(sleep_us_now(), 5);
	fx_return(&x[2], 1);
	CU_ASSERT_EQUAL(sleep_us_now(), 5);
	fx_return(x, 1);
	CU_ASSERT_EQUAL(sleep_us_now(), 1000);
	fx_return(&x[1], 1);
	end();
}

/* Every buffer is armed at each start, whatever had become of it. */
static void
all_armed_at_each_start(void)
{
	unsigned int i;

	fake_reset();
	fake.nb_due = 30;
	for (i = 0; i < fake.nb_due; i++)
		fake.due_ns[i] = (10 + i) * 100 * US;
	begin(256);
	for (i = 1; i <= 5; i++) {
		clock_to(i * 300);
		CU_ASSERT_EQUAL(fake.nb_in + fx_count(), 256);
		CU_ASSERT_EQUAL_FATAL(fx_t->ops->stop(fx_t), 0);
		CU_ASSERT_EQUAL(fake.nb_in, 0);
		start();
	}
	end();
	CU_ASSERT_EQUAL(fake.nb_missed, 0);
}

/* Model time goes on where it was, and nothing has become late by that. */
static void
time_stands_still_while_stopped(void)
{
	fake_reset();
	fake.nb_due = 1;
	fake.due_ns[0] = 2000 * US;
	begin(2);
	clock_to(1000);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fake_clock_set(5000000 * US);
	start();
	fake_clock_set(5000100 * US);
	CU_ASSERT_TRUE(fake_wait(1100 * US));
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fake.steps[fake.nb_steps - 1].now_ns, 1100 * US);
	lateness_is(0, 0, 0);
	end();
	CU_ASSERT_EQUAL(fake.nb_done, 0);
}

static void
what_a_transfer_says(void)
{
	static const struct { uint32_t short_by; int status; bool full; } cases[] = {
		{ 0, 0, true }, { 1, 0, false }, { 256, 0, false }, { 56, -EPROTO, false },
	};
	struct usb_xfer *x[2];
	unsigned int i;

	for (i = 0; i < RTE_DIM(cases); i++) {
		fake_reset();
		fake.nb_due = 1;
		fake.due_ns[0] = 10 * US;
		fake.short_by = cases[i].short_by;
		fake.status = cases[i].status;
		begin(2);
		clock_to(100);
		CU_ASSERT_EQUAL_FATAL(fx_poll(x, 2), 1);
		CU_ASSERT_EQUAL(x[0]->size, 256);
		CU_ASSERT_EQUAL(x[0]->len, 256 - cases[i].short_by);
		CU_ASSERT_EQUAL(x[0]->status, cases[i].status);
		CU_ASSERT_EQUAL(x[0]->full, cases[i].full);
		fx_return(x, 1);
		end();
	}
}

static bool
filled_with(const uint8_t *data, uint8_t byte)
{
	unsigned int i;

	for (i = 0; i < 256; i++)
		if (data[i] != byte)
			return false;
	return true;
}

/* One transfer, whose buffer is kept each time: the device fills another one. */
static void
another_buffer_is_filled(void)
{
	struct rte_mbuf_ext_shared_info *shinfo[4];
	struct usb_xfer *x;
	struct used before;
	uint8_t *data[4];
	unsigned int i;

	fake_reset();
	fake.nb_due = 4;
	for (i = 0; i < 4; i++)
		fake.due_ns[i] = (i + 1) * 100 * US;
	fx_conf.nb_spare = 4;
	before = used_now();
	begin(1);
	for (i = 0; i < 4; i++) {
		clock_to((i + 1) * 100);
		CU_ASSERT_EQUAL_FATAL(fx_poll(&x, 1), 1);
		data[i] = x->data;
		CU_ASSERT_TRUE_FATAL(usb_bufs_share(fx_t->bufs, x));
		shinfo[i] = usb_bufs_shinfo(x);
		rte_mbuf_ext_refcnt_update(shinfo[i], 1);
		usb_bufs_unshare(fx_t->bufs, x);
		fx_return(&x, 1);
		/* It reaches the device. */
		clock_to((i + 1) * 100 + 50);
	}
	for (i = 0; i < 4; i++)
		CU_ASSERT_TRUE(filled_with(data[i], (uint8_t)i));
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_counter("usb_buffers_out"), 4);
	end();
	fx_conf.nb_spare = 0;
	for (i = 0; i < 4; i++) {
		CU_ASSERT_EQUAL(rte_mbuf_ext_refcnt_update(shinfo[i], -1), 0);
		shinfo[i]->free_cb(data[i], shinfo[i]->fcb_opaque);
	}
	nothing_left(before);
}

/* The time runs, as fast as the host's thread looks at it. */
static void
tick(void)
{
	receive_all();
	fake_clock_set(fake_clock() + 100);
}

static void
control_while_the_thread_runs(void)
{
	struct usb_request req = { .bmRequestType = 0xc0, .bRequest = FAKE_REQUEST };
	uint8_t data[6];
	unsigned int i;

	fake_reset();
	fake.on_clock = tick;
	fake.nb_due = FAKE_EVENTS;
	for (i = 0; i < fake.nb_due; i++)
		fake.due_ns[i] = i * 300;
	begin(4);
	for (i = 0; i < 3000; i++) {
		req.wValue = (uint16_t)i;
		req.wIndex = (uint16_t)~i;
		req.wLength = 6;
		CU_ASSERT_EQUAL(usb_control(fx_t, &req, data, 100), 6);
		CU_ASSERT_EQUAL(memcmp(data, &req.wValue, 2), 0);
		CU_ASSERT_EQUAL(memcmp(data + 2, &req.wIndex, 2), 0);
		CU_ASSERT_EQUAL(data[4], 0xc0);
		req.wLength = 5;
		CU_ASSERT_EQUAL(usb_control(fx_t, &req, data, 100), -EPIPE);
		/* The host's turn: it gives way while there is a request. */
		rte_delay_us_block(5);
	}
	end();
	CU_ASSERT_EQUAL(fake.nb_controls, 6000);
	/* It got on too. */
	CU_ASSERT_TRUE(fake.nb_steps > 1);
}

static void
control_while_stopped(void)
{
	const struct usb_request req = { .bRequest = FAKE_REQUEST, .wLength = 6 };
	uint8_t data[6];

	fake_reset();
	CU_ASSERT_EQUAL_FATAL(model_open(&fake_args), 0);
	CU_ASSERT_EQUAL(usb_control(fx_t, &req, data, 100), 6);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(usb_control(fx_t, &req, data, 100), 6);
	end();
}

static void
counters_are_published(void)
{
	fake_reset();
	begin(2);
	CU_ASSERT_EQUAL(fx_shared.rx_missed, 0);
	/* Now and then while it runs, and at the end. */
	clock_to(100000);
	CU_ASSERT_EQUAL(fx_shared.rx_missed, FAKE_MISSED);
	CU_ASSERT_EQUAL(fx_counter("model_depth_now"), FAKE_DEPTH);
	end();

	fake_reset();
	fake.nb_counters = 12;
	begin(2);
	end();
	CU_ASSERT_EQUAL(fx_shared.rx_missed, FAKE_MISSED);
	CU_ASSERT_EQUAL(fx_counter("model_counter_11"), 11);
}

/* A device that counts no lost frames has lost none, however late it was. */
static void
no_counter_of_lost_frames(void)
{
	fake_reset();
	fake.no_missed = true;
	fake.nb_due = 1;
	fake.due_ns[0] = 100 * US;
	begin(2);
	clock_to(99);
	clock_to(100000);
	end();
	CU_ASSERT_EQUAL(fx_counter("model_late_events"), 1);
	CU_ASSERT_EQUAL(fx_shared.rx_missed, 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "lateness_once_per_backlog", lateness_once_per_backlog },
		{ "catches_up_in_small_steps", catches_up_in_small_steps },
		{ "step_by_step_on_time", step_by_step_on_time },
		{ "lost_at_stop", lost_at_stop },
		{ "all_armed_at_each_start", all_armed_at_each_start },
		{ "both_endpoints_in_order", both_endpoints_in_order },
		{ "both_endpoints_lost_at_stop", both_endpoints_lost_at_stop },
		{ "both_endpoints_armed_at_each_start", both_endpoints_armed_at_each_start },
		{ "starved_of_one_endpoint", starved_of_one_endpoint },
		{ "time_stands_still_while_stopped", time_stands_still_while_stopped },
		{ "what_a_transfer_says", what_a_transfer_says },
		{ "another_buffer_is_filled", another_buffer_is_filled },
		{ "control_while_the_thread_runs", control_while_the_thread_runs },
		{ "control_while_stopped", control_while_stopped },
		{ "counters_are_published", counters_are_published },
		{ "no_counter_of_lost_frames", no_counter_of_lost_frames },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "model", .pTests = tests },
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
