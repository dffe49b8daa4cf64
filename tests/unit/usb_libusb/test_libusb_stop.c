/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Stop and close of the libusb back end: in bounded time, whatever is on its way and
 * whatever a cancelled transfer does (libusb issues 138, 369, 703). */

#include <pthread.h>

#include "libusb_fixture.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#define LEAKS_BEGIN	__lsan_disable()
#define LEAKS_END	__lsan_enable()
#else
#define LEAKS_BEGIN
#define LEAKS_END
#endif

/* That a stop may take with what is well, and with what never comes home. */
#define STOP_MS		PATIENCE_MS
#define STUCK_MS	(2 * PATIENCE_MS)

static void
stop_within(unsigned int ms, int want)
{
	uint64_t begin = lu_ms();

	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), want);
	CU_ASSERT_TRUE(lu_ms() - begin < ms);
}

static void
nothing_after_stop(void)
{
	struct usb_xfer *x[4];

	CU_ASSERT_EQUAL(lu_armed(), 0);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fx_poll(x, 4), 0);
}

static void
all_in_flight(void)
{
	lu_open(NULL, NULL);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	stop_within(STOP_MS, 0);
	nothing_after_stop();
	stop_within(STOP_MS, 0);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	lu_close();
}

/* Some end well although they are cancelled, some had just ended, some bring a part. */
static void
cancel_races(void)
{
	static struct fake_step steps[4 * NB];
	unsigned int i, round;

	for (i = 0; i < RTE_DIM(steps); i++)
		steps[i] = (struct fake_step){ i % 4 == 0 ? FAKE_LATE : i % 4 == 1 ? FAKE_RACE :
					       FAKE_HOLD, 0, i % 3 == 0 ? 0 : LEN };
	lu_open(NULL, NULL);
	for (round = 0; round < 4; round++) {
		fake_script(lu_f, EP_IN, steps + round * NB, NB, fake_hold);
		lu_start();
		CU_ASSERT_EQUAL(lu_armed(), NB);
		stop_within(STOP_MS, 0);
		nothing_after_stop();
	}
	/* And none of them has been mixed up with another. */
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(fake_script_done(lu_f, EP_IN));
	lu_start();
	CU_ASSERT_TRUE(lu_receive(lu_next + 10 * NB));
	lu_close();
}

/* What came with the cancel and is not handed out is counted. */
static void
cancelled_with_data(void)
{
	const struct fake_step late = { FAKE_LATE, 0, LEN };

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, NULL, 0, late);
	lu_start();
	stop_within(STOP_MS, 0);
	CU_ASSERT_EQUAL(lu_counter("usb_lost_at_stop"), NB);
	lu_close();
}

/* One that never comes back: the stop ends, says so, and the close leaves its memory. */
static void
never_comes_back(void)
{
	const struct fake_step steps[] = { lu_good, { FAKE_DEAF, 0, 0 } };

	LEAKS_BEGIN;
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, 2, fake_hold);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(1));
	stop_within(STUCK_MS, -ETIMEDOUT);
	CU_ASSERT_EQUAL(lu_armed(), 1);
	CU_ASSERT_EQUAL(lu_counter("usb_leaked"), 1);
	CU_ASSERT_TRUE(ftell(fx_log) > 0);
	CU_ASSERT_TRUE(fx_t->ops->start(fx_t) < 0);
	CU_ASSERT_EQUAL(lu_armed(), 1);
	stop_within(STUCK_MS, 0);
	fx_t->ops->close(fx_t);
	LEAKS_END;
	/* It comes in the end, when nobody is there any more: the kernel writes. */
	fake_script_end(lu_f, EP_IN, 0, 0, LEN);
	close(lu_fd);
	lu_fd = -1;
	fake_usbfs_destroy(lu_f);
}

/* Without a stop, with all of them in flight; as an application does that just ends. */
static void
close_alone(void)
{
	struct lu_used before = lu_used_now();
	unsigned int i;

	for (i = 0; i < 20; i++) {
		lu_open(NULL, NULL);
		fake_script(lu_f, EP_IN, NULL, 0, i % 2 == 0 ? fake_hold : lu_good);
		lu_start();
		fx_t->ops->close(fx_t);
		lu_unplug();
	}
	lu_nothing_left(before);
}

/* Under traffic both ways, a thousand times, each in its time. */
static void
thousand_restarts(void)
{
	const struct fake_script_conf script = { .pace_us = 20, .burst = 4 };
	struct usb_xfer *x[4];
	uint64_t begin, longest = 0, all = lu_ms();
	unsigned int i, n, j;

	lu_open(NULL, &script);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	fake_script(lu_f, EP_OUT, NULL, 0, lu_sent);
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->tx_setup(fx_t, 0, EP_OUT, OUTS, OUT_ROOM), 0);
	for (i = 0; i < 1000 && lu_ms() - all < 150000; i++) {
		begin = lu_ms();
		lu_begin(fake_script_done(lu_f, EP_IN));
		lu_start();
		n = fx_t->ops->tx_get(fx_t, 0, x, RTE_DIM(x));
		for (j = 0; j < n; j++) {
			x[j]->len = 64;
			x[j]->zlp = false;
		}
		fx_t->ops->tx_submit(fx_t, 0, x, n);
		for (j = 0; j < i % 7; j++)
			lu_burst();
		CU_ASSERT_EQUAL_FATAL(fx_t->ops->stop(fx_t), 0);
		CU_ASSERT_EQUAL(lu_armed(), 0);
		longest = RTE_MAX(longest, lu_ms() - begin);
	}
	CU_ASSERT_EQUAL(i, 1000);
	CU_ASSERT_TRUE(longest < STOP_MS);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

/* ... and opened and closed. */
static void
hundred_openings(void)
{
	const struct fake_script_conf script = { .pace_us = 20, .burst = 4 };
	struct lu_used before = lu_used_now();
	uint64_t begin;
	unsigned int i, j;

	for (i = 0; i < 100; i++) {
		begin = lu_ms();
		lu_open(NULL, &script);
		fake_script(lu_f, EP_IN, NULL, 0, lu_good);
		lu_begin(0);
		lu_start();
		for (j = 0; j < i % 5; j++)
			lu_burst();
		lu_close();
		CU_ASSERT_TRUE(lu_ms() - begin < STOP_MS);
	}
	lu_nothing_left(before);
}

struct poller {
	bool stop;
	unsigned int polls;
};

static void *
poll_always(void *arg)
{
	struct poller *p = arg;
	struct usb_xfer *x[8];
	unsigned int n;

	fx_any_processor();
	while (!__atomic_load_n(&p->stop, __ATOMIC_ACQUIRE)) {
		n = fx_t->ops->rx_poll(fx_t, x, RTE_DIM(x));
		fx_t->ops->rx_return(fx_t, x, n);
		p->polls++;
	}
	return NULL;
}

/* Traffic taken by another thread until just before each stop. */
static void
stop_right_after_polling(void)
{
	const struct fake_script_conf script = { .pace_us = 20, .burst = 8 };
	struct poller p;
	pthread_t thread;
	unsigned int i;

	lu_open(NULL, &script);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	for (i = 0; i < 50; i++) {
		p = (struct poller){ false, 0 };
		lu_start();
		CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, poll_always, &p), 0);
		usleep(1000 + 100 * i);
		__atomic_store_n(&p.stop, true, __ATOMIC_RELEASE);
		pthread_join(thread, NULL);
		stop_within(STOP_MS, 0);
		nothing_after_stop();
	}
	lu_close();
}

/* Stopped with an endpoint halted, and with one whose transfers fail. */
static void
stopped_in_trouble(void)
{
	const struct fake_step bad = { FAKE_DONE, -EPROTO, 0 };
	unsigned int i;

	lu_open(NULL, NULL);
	for (i = 0; i < 20; i++) {
		fake_script(lu_f, EP_IN, NULL, 0, i % 2 == 0 ? bad : fake_hold);
		lu_start();
		if (i % 2 != 0)
			fake_script_halt(lu_f, EP_IN);
		usleep(i * 500);
		stop_within(STOP_MS, 0);
		nothing_after_stop();
	}
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(fake_script_done(lu_f, EP_IN));
	lu_start();
	CU_ASSERT_TRUE(lu_receive(lu_next + 10 * NB));
	lu_close();
}

/* Two of them, and one stops. */
static void
two_devices(void)
{
	const struct usb_transport_conf conf = lu_conf();
	static struct usb_shared other_shared;
	struct usb_transport_conf other_conf = lu_conf();
	struct fake_usbfs *other;
	struct usb_transport *o;
	int fd;

	lu_plug(NULL, NULL);
	other = lu_f;
	fake_script(other, EP_IN, NULL, 0, lu_good);
	fd = fake_usbfs_open(other);
	memset(&other_shared, 0, sizeof(other_shared));
	other_conf.shared = &other_shared;
	other_conf.port = "net_test1";
	CU_ASSERT_EQUAL_FATAL(usb_libusb_wrap(&other_conf, &(struct usb_libusb_args){ 0 }, fd,
					      &o), 0);
	lu_plug(NULL, NULL);
	CU_ASSERT_EQUAL_FATAL(lu_wrap(&conf, NULL), 0);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	CU_ASSERT_EQUAL(o->ops->start(o), 0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(1000));
	CU_ASSERT_EQUAL(o->ops->stop(o), 0);
	CU_ASSERT_TRUE(lu_receive(2000));
	CU_ASSERT_EQUAL(o->ops->start(o), 0);
	fake_usbfs_unplug(other, -ESHUTDOWN);
	CU_ASSERT_TRUE(LU_UNTIL(other_shared.state == USB_GONE, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(o->ops->stop(o), 0);
	o->ops->close(o);
	close(fd);
	fake_usbfs_destroy(other);
	CU_ASSERT_TRUE(lu_receive(lu_next + 1000));
	lu_close();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "all_in_flight", all_in_flight },
		{ "cancel_races", cancel_races },
		{ "cancelled_with_data", cancelled_with_data },
		{ "never_comes_back", never_comes_back },
		{ "close_alone", close_alone },
		{ "thousand_restarts", thousand_restarts },
		{ "hundred_openings", hundred_openings },
		{ "stop_right_after_polling", stop_right_after_polling },
		{ "stopped_in_trouble", stopped_in_trouble },
		{ "two_devices", two_devices },
		CU_TEST_INFO_NULL,
	};

	return lu_run(tests, "libusb_stop");
}
