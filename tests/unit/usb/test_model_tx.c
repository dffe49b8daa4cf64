/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The OUT direction of the model back end, where the device and the time are the
 * test's: what reaches the device and in which order, what is counted when it does
 * not, what is not late, who wakes whom. */

#include "model_fixture.h"

#define NB	8u
#define ROOM	512u

static void
begin_stopped(void)
{
	fx_conf.nb_bufs = 2;
	fx_conf.buf_size = 256;
	CU_ASSERT_EQUAL_FATAL(model_open(&fake_args), 0);
}

static void
setup(unsigned int queue, uint8_t ep, uint32_t nb)
{
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->tx_setup(fx_t, queue, ep, nb, ROOM), 0);
}

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
begin(void)
{
	begin_stopped();
	setup(0, FAKE_EP_A, NB);
	start();
}

static void
stop(void)
{
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_FALSE(fake.two_inside);
	CU_ASSERT_FALSE(fake.time_ran_back);
	CU_ASSERT_EQUAL(fake.nb_outs_in, 0);
}

static unsigned int
get(unsigned int queue, struct usb_xfer **x, unsigned int n)
{
	return fx_t->ops->tx_get(fx_t, queue, x, n);
}

static unsigned int
count(unsigned int queue)
{
	return fx_t->ops->tx_count(fx_t, queue);
}

/* Everything is home and can be had. */
static void
all_free(unsigned int queue, unsigned int nb)
{
	struct usb_xfer *x[2 * NB];
	unsigned int n, i;

	CU_ASSERT_EQUAL(count(queue), 0);
	n = get(queue, x, RTE_DIM(x));
	CU_ASSERT_EQUAL(n, nb);
	for (i = 0; i < n; i++)
		x[i]->len = 0;
	fx_t->ops->tx_submit(fx_t, queue, x, n);
}

/* One transfer with this first byte and length; false: none is free. */
static bool
send_one(unsigned int queue, uint8_t first, uint32_t len)
{
	struct usb_xfer *x;

	if (get(queue, &x, 1) != 1)
		return false;
	memset(x->data, first, len);
	x->len = len;
	x->zlp = len % 2 != 0;
	fx_t->ops->tx_submit(fx_t, queue, &x, 1);
	return true;
}

static unsigned int
given(void)
{
	return __atomic_load_n(&fake.nb_outs, __ATOMIC_ACQUIRE);
}

/* Until the device has been given so many, or patience ends. */
static bool
wait_given(unsigned int n)
{
	unsigned int i;

	for (i = 0; i < 50000 && given() < n; i++)
		usleep(100);
	return given() == n;
}

static bool
wait_count(unsigned int queue, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < 50000 && count(queue) != n; i++)
		usleep(100);
	return count(queue) == n;
}

static void
failed_are(uint64_t errors, uint64_t cancelled, uint64_t stopped)
{
	CU_ASSERT_EQUAL(fx_counter("model_tx_errors"), errors);
	CU_ASSERT_EQUAL(fx_counter("model_tx_cancelled_at_stop"), cancelled);
	CU_ASSERT_EQUAL(fx_counter("model_tx_while_stopped"), stopped);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, errors + cancelled + stopped);
}

static void
no_out_endpoint(void)
{
	struct usb_xfer *x[2];

	fake_reset();
	fake.no_out = true;
	begin_stopped();
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 0, FAKE_EP_A, NB, ROOM), -ENOENT);
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 0, FAKE_EP_A, 0, ROOM), 0);
	start();
	CU_ASSERT_EQUAL(get(0, x, 2), 0);
	CU_ASSERT_EQUAL(count(0), 0);
	fx_close();
}

/* Asked for its endpoints, the device has seen nothing of it. */
static void
another_endpoint(void)
{
	struct usb_xfer *x[2];

	fake_reset();
	begin_stopped();
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 0, 0x07, NB, ROOM), -ENOENT);
	CU_ASSERT_EQUAL(get(0, x, 2), 0);
	setup(0, FAKE_EP_B, NB);
	CU_ASSERT_EQUAL(fake.nb_outs_in, 0);
	CU_ASSERT_EQUAL(fake.devices, 1);
	all_free(0, NB);
	/* Where it had some, it has none. */
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 0, 0x07, NB, ROOM), -ENOENT);
	CU_ASSERT_EQUAL(get(0, x, 2), 0);
	fx_close();
	failed_are(0, 0, 0);
}

static void
no_memory_for_transfers(void)
{
	struct usb_xfer *x[2];
	struct used before;

	fake_reset();
	begin_stopped();
	before = used_now();
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 1, FAKE_EP_A, 4, 1u << 28), -ENOMEM);
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_one_line(), "no memory for 4 transfer buffers"));
	CU_ASSERT_EQUAL(used_now().objects, before.objects);
	CU_ASSERT_EQUAL(get(1, x, 2), 0);
	fake.no_device = true;
	rewind(fx_log);
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 1, FAKE_EP_A, 4, ROOM), -ENOMEM);
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_one_line(), "no memory to ask the model"));
	CU_ASSERT_EQUAL(get(1, x, 2), 0);
	fx_close();
}

static void
what_reaches_the_device(void)
{
	static const uint32_t len[] = { 1, 512, 64, 511, 2, 512, 3, 4 };
	unsigned int i, probes;

	fake_reset();
	begin();
	probes = given();
	for (i = 0; i < RTE_DIM(len); i++)
		CU_ASSERT_TRUE(send_one(0, (uint8_t)(0x10 + i), len[i]));
	CU_ASSERT_TRUE_FATAL(wait_given(probes + RTE_DIM(len)));
	for (i = 0; i < RTE_DIM(len); i++) {
		const struct fake_out *out = &fake.outs[probes + i];

		CU_ASSERT_EQUAL(out->ep, FAKE_EP_A);
		CU_ASSERT_EQUAL(out->len, len[i]);
		CU_ASSERT_EQUAL(out->first, 0x10 + i);
		CU_ASSERT_EQUAL(out->zlp, len[i] % 2 != 0);
	}
	CU_ASSERT_TRUE(wait_count(0, 0));
	stop();
	all_free(0, NB);
	fx_close();
	failed_are(0, 0, 0);
}

/* Each queue in the order of its submission, to its endpoint. */
static void
order_of_each_queue(void)
{
	static const uint8_t ep[] = { FAKE_EP_B, FAKE_EP_A };
	unsigned int sent[2] = { 0, 0 }, seen[2] = { 0, 0 }, i, queue, probes;

	fake_reset();
	begin_stopped();
	setup(0, ep[0], NB);
	setup(3, ep[1], NB);
	probes = given();
	start();
	for (i = 0; sent[0] + sent[1] < 2000; i++) {
		queue = i * 7 % 3 == 0;
		if (send_one(queue * 3, (uint8_t)sent[queue], 8))
			sent[queue]++;
		else
			usleep(10);
	}
	CU_ASSERT_TRUE_FATAL(wait_given(probes + 2000));
	stop();
	for (i = probes; i < given(); i++) {
		queue = fake.outs[i].ep == ep[1];
		CU_ASSERT_EQUAL(fake.outs[i].ep, ep[queue]);
		CU_ASSERT_EQUAL(fake.outs[i].first, (uint8_t)seen[queue]);
		seen[queue]++;
	}
	CU_ASSERT_EQUAL(seen[0], sent[0]);
	CU_ASSERT_EQUAL(seen[1], sent[1]);
	all_free(0, NB);
	all_free(3, NB);
	fx_close();
	failed_are(0, 0, 0);
}

/* A device that takes its time: no more than there are transfers, then they go on. */
static void
back_pressure(void)
{
	unsigned int n = 0, probes;

	fake_reset();
	fake.out_ns = 100 * US;
	begin();
	probes = given();
	while (send_one(0, (uint8_t)n, 10))
		n++;
	CU_ASSERT_EQUAL(n, NB);
	CU_ASSERT_TRUE_FATAL(wait_given(probes + NB));
	CU_ASSERT_EQUAL(count(0), NB);
	fake_clock_set(250 * US);
	CU_ASSERT_TRUE(wait_count(0, NB - 2));
	CU_ASSERT_TRUE(send_one(0, 0xaa, 10));
	CU_ASSERT_TRUE(send_one(0, 0xab, 10));
	CU_ASSERT_FALSE(send_one(0, 0xac, 10));
	CU_ASSERT_TRUE(wait_given(probes + NB + 2));
	fake_clock_set(10000 * US);
	CU_ASSERT_TRUE(wait_count(0, 0));
	stop();
	all_free(0, NB);
	fx_close();
	failed_are(0, 0, 0);
}

/* More than can wait in the device: held back, and in order when there is a place. */
static void
no_place_in_the_device(void)
{
	unsigned int i, probes;

	fake_reset();
	fake.out_ns = 100 * US;
	fake.out_places = 3;
	begin();
	probes = given();
	for (i = 0; i < NB; i++)
		CU_ASSERT_TRUE(send_one(0, (uint8_t)i, 10));
	CU_ASSERT_TRUE_FATAL(wait_given(probes + 3));
	usleep(5000);
	CU_ASSERT_EQUAL(given(), probes + 3);
	CU_ASSERT_EQUAL(count(0), NB);
	for (i = 1; i <= 20; i++) {
		fake_clock_set(i * 100 * US);
		CU_ASSERT_TRUE_FATAL(fake_wait(i * 100 * US));
	}
	CU_ASSERT_TRUE_FATAL(wait_given(probes + NB));
	for (i = 0; i < NB; i++)
		CU_ASSERT_EQUAL(fake.outs[probes + i].first, i);
	stop();
	all_free(0, NB);
	fx_close();
	failed_are(0, 0, 0);
}

/* Of the two that are held when the port stops each is counted once. */
static void
stopped_with_some_held(void)
{
	unsigned int i, probes;

	fake_reset();
	fake.out_ns = FAKE_NEVER;
	fake.out_places = 3;
	begin();
	probes = given();
	for (i = 0; i < 5; i++)
		CU_ASSERT_TRUE(send_one(0, (uint8_t)i, 10));
	CU_ASSERT_TRUE(wait_given(probes + 3));
	stop();
	failed_are(0, 5, 0);
	all_free(0, NB);
	/* Nothing of them comes later. */
	fake.out_ns = 0;
	start();
	CU_ASSERT_TRUE(send_one(0, 0x77, 10));
	CU_ASSERT_TRUE(wait_given(probes + 4));
	CU_ASSERT_EQUAL(fake.outs[probes + 3].first, 0x77);
	stop();
	all_free(0, NB);
	fx_close();
	failed_are(0, 5, 0);
}

static void
errors_are_counted(void)
{
	static const struct { int status; uint32_t short_by; uint64_t failed; } cases[] = {
		{ 0, 0, 0 }, { -EPIPE, 10, 1 }, { -EPROTO, 0, 1 }, { 0, 1, 1 },
	};
	unsigned int i, probes;

	for (i = 0; i < RTE_DIM(cases); i++) {
		fake_reset();
		begin();
		fake.out_status = cases[i].status;
		fake.out_short_by = cases[i].short_by;
		probes = given();
		CU_ASSERT_TRUE(send_one(0, 1, 10));
		CU_ASSERT_TRUE(wait_given(probes + 1));
		CU_ASSERT_TRUE(wait_count(0, 0));
		stop();
		failed_are(cases[i].failed, 0, 0);
		all_free(0, NB);
		fx_close();
	}
}

static void
submitted_while_stopped(void)
{
	unsigned int i, probes;

	fake_reset();
	begin_stopped();
	setup(0, FAKE_EP_A, NB);
	probes = given();
	for (i = 0; i < 3; i++)
		CU_ASSERT_TRUE(send_one(0, 1, 10));
	CU_ASSERT_TRUE(send_one(0, 1, 0));
	failed_are(0, 0, 3);
	start();
	CU_ASSERT_TRUE(send_one(0, 2, 10));
	CU_ASSERT_TRUE(wait_given(probes + 1));
	CU_ASSERT_EQUAL(fake.outs[probes].first, 2);
	stop();
	CU_ASSERT_TRUE(send_one(0, 3, 10));
	CU_ASSERT_TRUE(send_one(0, 3, 0));
	all_free(0, NB);
	CU_ASSERT_EQUAL(given(), probes + 1);
	fx_close();
	failed_are(0, 0, 4);
}

/* The time runs while the thread looks at it: what was sent is taken before the end. */
static void
tick(void)
{
	fake_clock_set(fake_clock() + 5 * US);
}

static void
stop_sends_what_is_taken(void)
{
	unsigned int i;

	fake_reset();
	fake.out_ns = 100 * US;
	fake.on_clock = tick;
	begin();
	for (i = 0; i < NB; i++)
		CU_ASSERT_TRUE(send_one(0, (uint8_t)i, 10));
	stop();
	failed_are(0, 0, 0);
	all_free(0, NB);
	fx_close();
}

/* The time stands still: the rest is cancelled all the same, one ends meanwhile. */
static void
stop_cancels_the_rest(void)
{
	unsigned int i;

	fake_reset();
	fake.out_ns = 100 * US;
	begin_stopped();
	setup(0, FAKE_EP_A, NB);
	setup(1, FAKE_EP_B, NB);
	fake.out_done_at_cancel = true;
	start();
	for (i = 0; i < NB; i++)
		CU_ASSERT_TRUE(send_one(i % 2, (uint8_t)i, 10));
	stop();
	failed_are(0, NB - 1, 0);
	all_free(0, NB);
	all_free(1, NB);
	/* A second stop counts nothing again. */
	stop();
	fx_close();
	failed_are(0, NB - 1, 0);
}

/* The model slept when the transfer was sent: nothing is late by that. */
static void
what_was_sent_just_now_is_not_late(void)
{
	unsigned int i, probes;
	uint64_t us;

	fake_reset();
	fake.out_ns = 10 * US;
	begin();
	probes = given();
	for (i = 1; i <= 50; i++) {
		us = i * 1000;
		fake_clock_set(us * US);
		CU_ASSERT_TRUE(send_one(0, (uint8_t)i, 10));
		CU_ASSERT_TRUE_FATAL(wait_given(probes + i));
		CU_ASSERT_EQUAL(fake.outs[probes + i - 1].at_ns, us * US);
		fake_clock_set((us + 10) * US);
		CU_ASSERT_TRUE_FATAL(wait_count(0, 0));
	}
	CU_ASSERT_EQUAL(fx_counter("model_late_max_ns"), 0);
	CU_ASSERT_EQUAL(fx_counter("model_late_sum_ns"), 0);
	CU_ASSERT_EQUAL(fx_counter("model_late_events"), 50);
	/* What is due and not looked at in time is late. */
	CU_ASSERT_TRUE(send_one(0, 0, 10));
	CU_ASSERT_TRUE_FATAL(wait_given(probes + 51));
	fake_clock_set(fake_clock() + 500 * US);
	CU_ASSERT_TRUE(wait_count(0, 0));
	stop();
	CU_ASSERT_EQUAL(fx_counter("model_late_max_ns"), 490 * US);
	fx_close();
	failed_are(0, 0, 0);
}

static unsigned int
sleeps(void)
{
	return __atomic_load_n(&fake.nb_sleeps, __ATOMIC_SEQ_CST);
}

static unsigned int
wakes(void)
{
	return __atomic_load_n(&fake.nb_wakes, __ATOMIC_SEQ_CST);
}

static void
sleep_long(bool on)
{
	__atomic_store_n(&fake.long_sleep, on, __ATOMIC_SEQ_CST);
}

/* The device has nothing to do: until its host's thread is about to sleep. */
static bool
wait_sleep(unsigned int before)
{
	unsigned int i;

	for (i = 0; i < 50000 && sleeps() == before; i++)
		usleep(100);
	return sleeps() != before;
}

/* No time ends this sleep: one submission does, however the two meet. */
static void
a_submission_wakes_the_thread(void)
{
	unsigned int i, probes, before;

	fake_reset();
	begin();
	probes = given();
	sleep_long(true);
	for (i = 1; i <= 200; i++) {
		before = sleeps();
		CU_ASSERT_TRUE(send_one(0, (uint8_t)i, 10));
		CU_ASSERT_TRUE_FATAL(wait_given(probes + i));
		/* Sometimes asleep, sometimes on the way there. */
		if (i % 2 != 0)
			CU_ASSERT_TRUE_FATAL(wait_sleep(before));
	}
	CU_ASSERT_TRUE(wakes() != 0);
	sleep_long(false);
	stop();
	fx_close();
	failed_are(0, 0, 0);
}

static unsigned int sent_awake;

/* In the host's thread, which is awake then. */
static void
send_awake(void)
{
	if (sent_awake < 100)
		sent_awake += send_one(0, 1, 10);
}

static void
no_system_call_for_who_is_awake(void)
{
	unsigned int probes;

	fake_reset();
	fake.on_clock = send_awake;
	sent_awake = 100;
	begin();
	probes = given();
	sent_awake = 0;
	CU_ASSERT_TRUE(wait_given(probes + 100));
	CU_ASSERT_EQUAL(wakes(), 0);
	stop();
	fx_close();
}

/* Sent when the step is over and the thread does not sleep yet. */
static void
not_missed_on_the_way_to_sleep(void)
{
	unsigned int probes;

	fake_reset();
	fake.on_next_event = send_awake;
	/* Nothing that has been given keeps the thread awake. */
	fake.out_ns = FAKE_NEVER;
	sent_awake = 100;
	begin();
	probes = given();
	sleep_long(true);
	sent_awake = 100 - NB;
	CU_ASSERT_TRUE(wait_given(probes + NB));
	sleep_long(false);
	stop();
	fx_close();
	failed_are(0, NB, 0);
}

/* Nor does the thread run hot for what cannot be given. */
static void
sleeps_while_the_device_has_no_place(void)
{
	unsigned int i, probes;

	fake_reset();
	fake.out_ns = FAKE_NEVER;
	fake.out_places = 1;
	begin();
	probes = given();
	for (i = 0; i < NB; i++)
		CU_ASSERT_TRUE(send_one(0, (uint8_t)i, 10));
	CU_ASSERT_TRUE(wait_given(probes + 1));
	CU_ASSERT_TRUE(wait_sleep(sleeps()));
	stop();
	fx_close();
	failed_are(0, NB, 0);
}

static void
nothing_is_left(void)
{
	struct used before;
	unsigned int i;

	fake_reset();
	before = used_now();
	begin_stopped();
	for (i = 0; i < USB_TX_QUEUES; i++)
		setup(i, FAKE_EP_A, NB + i);
	for (i = 0; i < USB_TX_QUEUES; i++)
		setup(i, FAKE_EP_B, NB);
	start();
	for (i = 0; i < USB_TX_QUEUES; i++)
		CU_ASSERT_TRUE(send_one(i, 1, 10));
	fx_close();
	nothing_left(before);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "no_out_endpoint", no_out_endpoint },
		{ "another_endpoint", another_endpoint },
		{ "no_memory_for_transfers", no_memory_for_transfers },
		{ "what_reaches_the_device", what_reaches_the_device },
		{ "order_of_each_queue", order_of_each_queue },
		{ "back_pressure", back_pressure },
		{ "no_place_in_the_device", no_place_in_the_device },
		{ "stopped_with_some_held", stopped_with_some_held },
		{ "errors_are_counted", errors_are_counted },
		{ "submitted_while_stopped", submitted_while_stopped },
		{ "stop_sends_what_is_taken", stop_sends_what_is_taken },
		{ "stop_cancels_the_rest", stop_cancels_the_rest },
		{ "what_was_sent_just_now_is_not_late", what_was_sent_just_now_is_not_late },
		{ "a_submission_wakes_the_thread", a_submission_wakes_the_thread },
		{ "no_system_call_for_who_is_awake", no_system_call_for_who_is_awake },
		{ "not_missed_on_the_way_to_sleep", not_missed_on_the_way_to_sleep },
		{ "sleeps_while_the_device_has_no_place", sleeps_while_the_device_has_no_place },
		{ "nothing_is_left", nothing_is_left },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "model_tx", .pTests = tests },
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
