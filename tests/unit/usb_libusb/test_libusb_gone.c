/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A device that is pulled out, and one that was away: the libusb back end says so once,
 * stops and closes in bounded time, and the next one works. */

#include "libusb_fixture.h"

/* Limits of the back end's add up to less than 2 s, the rest is for a busy machine. */
#define STOP_MS PATIENCE_MS

/* How its transfers end then (libusb issues 1206, 1364); all of it means the same. */
static const int ends[] = { -ESHUTDOWN, -EPROTO, -ENOENT, FAKE_VANISH };

static void
gone_within(unsigned int ms)
{
	CU_ASSERT_TRUE(LU_UNTIL(lu_state() == USB_GONE, ms));
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_GONE) == 1, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_nb_events, 1);
}

static void
gone_for_good(void)
{
	const struct usb_request req = { 0xdf, 0x63, 0, 0, 4 };
	uint64_t begin = lu_ms();
	struct usb_xfer *x[4];
	unsigned int i, n;
	uint8_t data[4];

	/* What had completed can still be polled. */
	for (i = 0; i < NB && (n = fx_poll(x, 4)) != 0; i++)
		fx_return(x, n);
	CU_ASSERT_EQUAL(fx_poll(x, 4), 0);
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &req, data, 100), -ENODEV);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_COMMAND, data, 4, 100), -ENODEV);
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, EP_IN), -ENODEV);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_t->ops->reset(fx_t), -ENODEV);
	CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), -ENODEV);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), -ENODEV);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fx_t->ops->close(fx_t);
	CU_ASSERT_TRUE(lu_ms() - begin < STOP_MS);
	CU_ASSERT_EQUAL(fx_shared.state, USB_GONE);
	CU_ASSERT_EQUAL(lu_nb_events, 1);
	lu_unplug();
}

/* With all in flight, polled or not. */
static void
each_way_out(void)
{
	unsigned int i;

	for (i = 0; i < 2 * RTE_DIM(ends); i++) {
		lu_open(NULL, NULL);
		lu_start();
		CU_ASSERT_EQUAL(lu_armed(), NB);
		fake_usbfs_unplug(lu_f, ends[i / 2]);
		if (i % 2 == 0)
			gone_within(PATIENCE_MS);
		else
			CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_GONE) == 1, PATIENCE_MS));
		CU_ASSERT_EQUAL(lu_nb_events, 1);
		gone_for_good();
	}
}

/* After k transfers, for each k; what came before is handed up. */
static void
after_k_transfers(void)
{
	static struct fake_step steps[20];
	unsigned int k, i;

	for (i = 0; i < RTE_DIM(steps); i++)
		steps[i] = lu_good;
	for (k = 0; k <= 20; k++) {
		lu_open(NULL, NULL);
		fake_script(lu_f, EP_IN, steps, k, fake_hold);
		lu_begin(0);
		lu_start();
		CU_ASSERT_TRUE(lu_receive(k));
		fake_usbfs_unplug(lu_f, ends[k % RTE_DIM(ends)]);
		gone_within(PATIENCE_MS);
		CU_ASSERT_EQUAL(lu_next, k);
		gone_for_good();
	}
}

/* Those that had completed and were not polled yet are not lost with the device. */
static void
what_had_come(void)
{
	static struct fake_step steps[5];
	unsigned int i;

	for (i = 0; i < RTE_DIM(steps); i++)
		steps[i] = lu_good;
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lu_begin(0);
	lu_start();
	fake_usbfs_unplug(lu_f, -EPROTO);
	CU_ASSERT_TRUE(lu_receive(RTE_DIM(steps)));
	gone_within(PATIENCE_MS);
	gone_for_good();
}

/* A stopped port has nothing in flight: the next who asks learns it. */
static void
while_stopped(void)
{
	const struct usb_request req = { 0xdf, 0x63, 0, 0, 4 };
	uint8_t data[4];
	int ret;

	lu_open(NULL, NULL);
	lu_start();
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fake_usbfs_unplug(lu_f, -EPROTO);
	ret = fx_t->ops->start(fx_t);
	CU_ASSERT_TRUE(ret < 0);
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &req, data, 100), -ENODEV);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_GONE) == 1, PATIENCE_MS));
	gone_for_good();
}

/* In the middle of a request: it ends at once. */
static void
while_it_is_asked(void)
{
	lu_open(NULL, NULL);
	fake_usbfs_unplug(lu_f, -EPROTO);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, (uint8_t[1024]){ 0 }, 1024, 5000),
			-ENODEV);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_GONE) == 1, PATIENCE_MS));
	gone_for_good();
}

static void
out_in_flight(void)
{
	struct usb_xfer *x[OUTS];
	unsigned int i;

	lu_open(NULL, NULL);
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->tx_setup(fx_t, 0, EP_OUT, OUTS, OUT_ROOM), 0);
	lu_start();
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->tx_get(fx_t, 0, x, OUTS), OUTS);
	for (i = 0; i < OUTS; i++)
		x[i]->len = 64;
	fx_t->ops->tx_submit(fx_t, 0, x, OUTS);
	CU_ASSERT_EQUAL(fx_t->ops->tx_count(fx_t, 0), OUTS);
	fake_usbfs_unplug(lu_f, -ESHUTDOWN);
	gone_within(PATIENCE_MS);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, OUTS);
	CU_ASSERT_EQUAL(fx_t->ops->tx_count(fx_t, 0), 0);
	gone_for_good();
}

/* The callback closes the transport. */
static bool closed;

static void
close_it(void *arg, enum usb_state state)
{
	fx_t->ops->stop(fx_t);
	fx_t->ops->close(fx_t);
	__atomic_store_n(&closed, true, __ATOMIC_RELEASE);
}

static void
closed_by_its_own_event(void)
{
	struct usb_transport_conf conf = lu_conf();
	struct lu_used before = lu_used_now();
	unsigned int i;

	for (i = 0; i < 10; i++) {
		conf.event = close_it;
		closed = false;
		lu_plug(NULL, NULL);
		CU_ASSERT_EQUAL_FATAL(lu_wrap(&conf, NULL), 0);
		lu_start();
		fake_usbfs_unplug(lu_f, -ESHUTDOWN);
		CU_ASSERT_TRUE(LU_WAIT(__atomic_load_n(&closed, __ATOMIC_ACQUIRE), PATIENCE_MS));
		/* Behind the callback the thread that called it frees the rest. */
		CU_ASSERT_TRUE(LU_WAIT(lu_used_now().objects == before.objects, PATIENCE_MS));
		lu_unplug();
	}
	lu_nothing_left(before);
}

/* Close waits for the callback that runs. */
static bool inside, left;

static void
slow(void *arg, enum usb_state state)
{
	__atomic_store_n(&inside, true, __ATOMIC_RELEASE);
	usleep(300000);
	__atomic_store_n(&left, true, __ATOMIC_RELEASE);
}

static void
close_waits_for_the_event(void)
{
	struct usb_transport_conf conf = lu_conf();

	conf.event = slow;
	inside = left = false;
	lu_plug(NULL, NULL);
	CU_ASSERT_EQUAL_FATAL(lu_wrap(&conf, NULL), 0);
	lu_start();
	fake_usbfs_unplug(lu_f, -ESHUTDOWN);
	CU_ASSERT_TRUE(LU_WAIT(__atomic_load_n(&inside, __ATOMIC_ACQUIRE), PATIENCE_MS));
	fx_t->ops->stop(fx_t);
	fx_t->ops->close(fx_t);
	CU_ASSERT_TRUE(__atomic_load_n(&left, __ATOMIC_ACQUIRE));
	lu_unplug();
}

/* The system sleeps and wakes: away, resumed, all as before. */
static void
sleep_and_wake(bool polled)
{
	unsigned int i;

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, NULL, 0, polled ? lu_good : fake_hold);
	lu_begin(0);
	for (i = 0; i < 3; i++) {
		lu_start();
		CU_ASSERT_TRUE(!polled || lu_receive(lu_next + 200));
		fake_usbfs_sleep(lu_f, true);
		if (polled)
			CU_ASSERT_TRUE(LU_UNTIL(lu_told(USB_AWAY) == i + 1, PATIENCE_MS));
		CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_AWAY) == i + 1, PATIENCE_MS));
		CU_ASSERT_EQUAL(lu_state(), USB_AWAY);
		CU_ASSERT_EQUAL(lu_nb_events, i + 1);
		fake_usbfs_wake(lu_f);
		CU_ASSERT_TRUE(fx_t->ops->start(fx_t) <= 0);
		CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
		CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), 0);
		CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
		lu_begin(fake_script_done(lu_f, EP_IN));
	}
	lu_start();
	CU_ASSERT_EQUAL(polled || lu_armed() == NB, true);
	CU_ASSERT_TRUE(!polled || lu_receive(lu_next + 200));
	lu_close();
}

static void
away_and_back(void)
{
	sleep_and_wake(true);
	sleep_and_wake(false);
}

/* Resumed by a reset: the claim is lost, and the kernel's driver may have taken the
 * interface; it comes back when the port is closed. Stopped or started before. */
static void
claim_lost(bool bound, bool stopped)
{
	const struct fake_conf conf = { .bound = bound ? 1 : 0 };
	unsigned int attaches;

	lu_open(&conf, NULL);
	lu_start();
	fake_usbfs_sleep(lu_f, true);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_AWAY) == 1, PATIENCE_MS));
	fake_usbfs_wake_reset(lu_f, bound);
	if (stopped)
		CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	attaches = fake_usbfs_seen(lu_f).attaches;
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).attaches, attaches);
	lu_begin(fake_script_done(lu_f, EP_IN));
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(lu_next + 200));
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fx_t->ops->close(fx_t);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).attaches, bound ? 1 : 0);
	lu_unplug();
}

static void
resumed_by_a_reset(void)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		claim_lost((i & 1) != 0, (i & 2) != 0);
}

/* Away, and it does not answer yet; then it does. */
static void
not_back_yet(void)
{
	lu_open(NULL, NULL);
	lu_start();
	fake_usbfs_sleep(lu_f, true);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_AWAY) == 1, PATIENCE_MS));
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fake_script_hold_control(lu_f, true);
	fake_fail(lu_f, FAKE_CALL_CONTROL, FAKE_EP_ANY, 0, 1, ETIMEDOUT);
	CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), -EAGAIN);
	CU_ASSERT_EQUAL(lu_state(), USB_AWAY);
	fake_script_hold_control(lu_f, false);
	fake_usbfs_wake(lu_f);
	CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), 0);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	lu_close();
}

/* Away, and pulled out meanwhile. */
static void
away_and_gone(void)
{
	lu_open(NULL, NULL);
	lu_start();
	fake_usbfs_sleep(lu_f, true);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_AWAY) == 1, PATIENCE_MS));
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fake_usbfs_unplug(lu_f, -ESHUTDOWN);
	CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), -ENODEV);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_GONE) == 1, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_nb_events, 2);
	fx_t->ops->close(fx_t);
	lu_unplug();
}

/* The answer to a question that nobody has: a device whose transfers end cancelled, and
 * that is still there, goes on. */
static void
cancelled_by_nobody(void)
{
	static const struct fake_step steps[] = { { FAKE_DONE, -ENOENT, 0 },
		{ FAKE_DONE, -ECONNRESET, 0 } };

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, 2, lu_good);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(200));
	fake_script(lu_f, EP_IN, NULL, 0, fake_hold);
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	lu_close();
}

/* On its bus, and it answers nothing, as firmware that hangs: of no use, and not gone.
 * When it answers again a stop and a start are enough. */
static void
deaf(void)
{
	const struct fake_step bad = { FAKE_DONE, -EPROTO, 0 };

	lu_open(NULL, NULL);
	fake_script_hold_control(lu_f, true);
	fake_script(lu_f, EP_IN, NULL, 0, bad);
	lu_start();
	CU_ASSERT_TRUE(LU_WAIT(lu_nb_events != 0, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_told(USB_FAILED), 1);
	CU_ASSERT_EQUAL(lu_state(), USB_FAILED);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fake_script_hold_control(lu_f, false);
	fake_script(lu_f, EP_IN, NULL, 0, fake_hold);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	CU_ASSERT_EQUAL(lu_nb_events, 1);
	lu_close();
}

/* All of it ended as in a sleep, and it takes its time to answer again. */
static void
slow_to_come_back(void)
{
	lu_open(NULL, NULL);
	lu_start();
	fake_script_hold_control(lu_f, true);
	fake_usbfs_sleep(lu_f, true);
	CU_ASSERT_TRUE(LU_WAIT(lu_nb_events != 0, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_told(USB_AWAY), 1);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), -EAGAIN);
	fake_script_hold_control(lu_f, false);
	fake_usbfs_wake(lu_f);
	CU_ASSERT_EQUAL(fx_t->ops->resume(fx_t), 0);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	CU_ASSERT_EQUAL(lu_nb_events, 1);
	lu_close();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "each_way_out", each_way_out },
		{ "after_k_transfers", after_k_transfers },
		{ "what_had_come", what_had_come },
		{ "while_stopped", while_stopped },
		{ "while_it_is_asked", while_it_is_asked },
		{ "out_in_flight", out_in_flight },
		{ "closed_by_its_own_event", closed_by_its_own_event },
		{ "close_waits_for_the_event", close_waits_for_the_event },
		{ "away_and_back", away_and_back },
		{ "resumed_by_a_reset", resumed_by_a_reset },
		{ "not_back_yet", not_back_yet },
		{ "away_and_gone", away_and_gone },
		{ "cancelled_by_nobody", cancelled_by_nobody },
		{ "deaf", deaf },
		{ "slow_to_come_back", slow_to_come_back },
		CU_TEST_INFO_NULL,
	};

	return lu_run(tests, "libusb_gone");
}
