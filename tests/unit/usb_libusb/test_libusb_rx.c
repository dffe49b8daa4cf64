/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Receiving through the libusb back end, whatever becomes of a transfer. */

#include <pthread.h>

#include "libusb_fixture.h"

static void
arms_all(void)
{
	lu_open(NULL, NULL);
	CU_ASSERT_EQUAL(lu_armed(), 0);
	CU_ASSERT_EQUAL(fx_shared.speed_mbps, 5000);
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	CU_ASSERT_EQUAL(fx_count(), 0);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(lu_armed(), 0);
	lu_close();
	CU_ASSERT_EQUAL(ftell(fx_log), 0);
}

static void
high_speed(void)
{
	const struct fake_conf conf = { .speed_mbps = 480 };

	lu_open(&conf, NULL);
	CU_ASSERT_EQUAL(fx_shared.speed_mbps, 480);
	lu_close();
}

static void
in_order(void)
{
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(5000));
	CU_ASSERT_EQUAL(lu_nb_status, 0);
	lu_close();
}

static void
lengths(void)
{
	static const struct fake_step steps[] = {
		{ FAKE_DONE, 0, 1 + 9 }, { FAKE_DONE, 0, 511 }, { FAKE_DONE, 0, 1024 },
		{ FAKE_DONE, 0, ROOM - 1 }, { FAKE_DONE, 0, ROOM }, { FAKE_DONE, 0, 12 },
	};

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(RTE_DIM(steps)));
	CU_ASSERT_EQUAL(lu_bytes, 10 + 511 + 1024 + ROOM - 1 + ROOM + 12);
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	lu_close();
}

/* Empty transfers are armed again, however many. */
static void
empty_ones(void)
{
	static struct fake_step steps[10 * NB + 1];
	unsigned int i;

	for (i = 0; i < 10 * NB; i++)
		steps[i] = (struct fake_step){ FAKE_DONE, 0, 0 };
	steps[i] = lu_good;
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lu_begin(10 * NB);	/* empty ones are numbered too */
	lu_start();
	CU_ASSERT_TRUE(lu_receive(10 * NB + 1));
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	lu_close();
}

/* Transfers that end badly, n of them in a row; all goes on, none is lost, one is named. */
static void
bad_ones(int status, unsigned int n, const char *counter)
{
	static struct fake_step steps[8 + NB];
	unsigned int i, halts;
	uint64_t before;

	for (i = 0; i < RTE_DIM(steps); i++)
		steps[i] = i < 4 || i >= 4 + n ? lu_good :
			   (struct fake_step){ FAKE_DONE, status, 0 };
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, 8 + n, lu_good);
	lu_begin(0);
	before = lu_counter(counter);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(8 + 4 * NB));
	fake_script(lu_f, EP_IN, NULL, 0, fake_hold);
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_counter(counter) - before, n);
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	/* A device that stalls again after it is asked again. */
	halts = fake_usbfs_seen(lu_f).clear_halts[EP_IN];
	CU_ASSERT_TRUE(status == -EPIPE ? halts >= 1 && halts <= n : halts == 0);
	lu_close();
}

static void
each_status(void)
{
	static const struct { int status; const char *counter; } rows[] = {
		{ -EPROTO, "usb_protocol_errors" }, { -EILSEQ, "usb_protocol_errors" },
		{ -ETIME, "usb_protocol_errors" }, { -EOVERFLOW, "usb_overflows" },
		{ -EPIPE, "usb_stalls" }, { -ECOMM, "usb_protocol_errors" },
		/* What libusb knows no word for is an error. */
		{ -EIO, "usb_protocol_errors" }, { -EREMOTEIO + 1, "usb_protocol_errors" },
		{ -ETIMEDOUT, "usb_protocol_errors" }, { -12345, "usb_protocol_errors" },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		bad_ones(rows[i].status, 1, rows[i].counter);
		bad_ones(rows[i].status, NB, rows[i].counter);
	}
}

/* A halted endpoint ends all that it is given until the halt is cleared, which is asked
 * for once. */
static void
halted(void)
{
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(100));
	fake_script_halt(lu_f, EP_IN);
	CU_ASSERT_TRUE(lu_receive(lu_next + 1000));
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).clear_halts[EP_IN], 1);
	/* Again, and nothing of the first is remembered. */
	fake_script_halt(lu_f, EP_IN);
	CU_ASSERT_TRUE(lu_receive(lu_next + 1000));
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).clear_halts[EP_IN], 2);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

/* One alone says so, the others wait: a host controller resets no endpoint that has
 * something to do (Linux drivers/usb/host/xhci.c), they are taken back first. */
static void
halted_with_others_waiting(void)
{
	static const struct fake_step steps[] = { { FAKE_DONE, 0, LEN }, { FAKE_DONE, -EPIPE, 0 } };

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(1));
	CU_ASSERT_TRUE(LU_UNTIL(fake_usbfs_seen(lu_f).clear_halts[EP_IN] == 1, PATIENCE_MS));
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).busy_halts, 0);
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	lu_close();
}

/* Nobody polls meanwhile: the halt is cleared all the same. */
static void
halted_and_nobody_polls(void)
{
	lu_open(NULL, NULL);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	fake_script_halt(lu_f, EP_IN);
	CU_ASSERT_TRUE(LU_WAIT(fake_usbfs_seen(lu_f).clear_halts[EP_IN] == 1, PATIENCE_MS));
	CU_ASSERT_TRUE(LU_WAIT(lu_armed() == NB, PATIENCE_MS));
	lu_close();
}

/* For ever: few tries, one word of it, and a restart tries again. */
static void
for_ever(int status)
{
	const struct fake_step bad = { FAKE_DONE, status, 0 };
	struct fake_seen seen;

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, NULL, 0, bad);
	lu_start();
	CU_ASSERT_TRUE(LU_UNTIL(lu_state() == USB_FAILED, PATIENCE_MS));
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_FAILED) == 1, PATIENCE_MS));
	seen = fake_usbfs_seen(lu_f);
	CU_ASSERT_TRUE(seen.submits[EP_IN] >= NB && seen.submits[EP_IN] < 100 * NB);
	CU_ASSERT_TRUE(seen.clear_halts[EP_IN] < 50);
	CU_ASSERT_EQUAL(seen.clear_halts[EP_IN] != 0, status == -EPIPE);
	usleep(300000);
	CU_ASSERT_EQUAL(lu_burst(), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).submits[EP_IN], seen.submits[EP_IN]);
	CU_ASSERT_EQUAL(lu_nb_events, 1);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_TRUE(lu_receive(1000));
	CU_ASSERT_EQUAL(lu_nb_events, 1);
	lu_close();
}

static void
failed_for_ever(void)
{
	static const int statuses[] = { -EPIPE, -EPROTO, -EOVERFLOW, -EIO };
	unsigned int i;

	for (i = 0; i < RTE_DIM(statuses); i++)
		for_ever(statuses[i]);
}

/* One of a hundred, for a long time: never given up, none lost, the order kept. */
static void
one_of_a_hundred(void)
{
	static const int statuses[] = { -EPROTO, -EILSEQ, -ETIME, -EIO, -EOVERFLOW };
	static struct fake_step steps[20000];
	unsigned int i, bad = 0;

	srand(1);
	for (i = 0; i < RTE_DIM(steps); i++) {
		steps[i] = lu_good;
		if (rand() % 100 == 0)
			steps[i] = (struct fake_step){ FAKE_DONE, statuses[bad++ % 5], 0 };
	}
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(RTE_DIM(steps) - bad));
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	lu_close();
}

/* Failures that good transfers lie between are not in a row, however many: each is mended
 * as fast as the first. */
static void
now_and_then(void)
{
	uint64_t retries;
	unsigned int i;

	lu_open(NULL, NULL);
	lu_begin(0);
	lu_start();
	for (i = 0; i < 40; i++) {
		retries = lu_counter("usb_retries");
		CU_ASSERT_TRUE(fake_script_end(lu_f, EP_IN, 0, i % 2 == 0 ? -EPROTO : -EPIPE, 0));
		CU_ASSERT_TRUE_FATAL(LU_UNTIL(lu_counter("usb_retries") > retries &&
					      lu_armed() == NB, PATIENCE_MS));
		CU_ASSERT_TRUE(fake_script_end(lu_f, EP_IN, 0, 0, LEN));
		CU_ASSERT_TRUE_FATAL(lu_receive(i + 1));
		CU_ASSERT_TRUE_FATAL(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	}
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

/* Bytes that came with an error are handed up, but those of a babbling device. */
static void
data_with_an_error(void)
{
	static const struct fake_step steps[] = {
		{ FAKE_DONE, 0, LEN }, { FAKE_DONE, -EPROTO, 200 }, { FAKE_DONE, -EPIPE, 300 },
		{ FAKE_DONE, -EOVERFLOW, 512 }, { FAKE_DONE, -ETIME, 300 }, { FAKE_DONE, 0, LEN },
	};
	uint64_t lost;

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lost = fx_shared.rx_lost;
	lu_begin(0);
	lu_start();
	lu_lost = 3;
	CU_ASSERT_TRUE(lu_receive(6));
	CU_ASSERT_EQUAL(fx_shared.rx_lost, lost + 1);
	CU_ASSERT_EQUAL(lu_bytes, 2 * LEN + 200 + 300 + 300);
	CU_ASSERT_EQUAL(lu_nb_status, 3);
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	lu_close();
}

/* A completion that overtakes another, as no host controller should let it: each comes
 * once. */
static void
overtaken(void)
{
	static struct fake_step steps[40];
	struct usb_xfer *x[8];
	bool seen[40] = { false };
	unsigned int i, n, got = 0;
	uint64_t until, number;

	for (i = 0; i < RTE_DIM(steps); i++)
		steps[i] = (struct fake_step){ i % 3 == 0 && i < 39 ? FAKE_SWAP : FAKE_DONE, 0,
					       LEN };
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lu_start();
	for (until = lu_ms() + PATIENCE_MS; got < RTE_DIM(steps) && lu_ms() < until; ) {
		n = fx_poll(x, RTE_DIM(x));
		for (i = 0; i < n; i++, got++) {
			number = fake_number(x[i]->data, x[i]->len);
			CU_ASSERT_TRUE_FATAL(number < RTE_DIM(seen) && !seen[number]);
			seen[number] = true;
		}
		fx_return(x, n);
	}
	CU_ASSERT_EQUAL(got, RTE_DIM(steps));
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	lu_close();
}

/* What rx_return() cannot give to the kernel is kept and tried again. */
static void
refused(int error, unsigned int pass, unsigned int count)
{
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	fake_fail(lu_f, FAKE_CALL_SUBMIT, EP_IN, pass, count, error);
	CU_ASSERT_TRUE(lu_receive(10 * NB + 20 * count));
	CU_ASSERT_EQUAL(fake_failed(lu_f), count);
	fake_script(lu_f, EP_IN, NULL, 0, fake_hold);
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

static void
refused_by_the_kernel(void)
{
	static const int errors[] = { ENOMEM, EBUSY, EIO };
	unsigned int i;

	for (i = 0; i < RTE_DIM(errors); i++) {
		refused(errors[i], 0, 1);
		refused(errors[i], 7, NB / 2);
	}
}

/* What ails an endpoint is what its last submission was refused for, and not what began
 * it. First memory, then something that a wait does not mend: given up. */
static void
memory_and_then_worse(void)
{
	lu_open(NULL, NULL);
	fake_fail(lu_f, FAKE_CALL_SUBMIT, EP_IN, NB - 1, 2, ENOMEM);
	fake_fail(lu_f, FAKE_CALL_SUBMIT, EP_IN, NB - 1, UINT32_MAX, EBUSY);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB - 1);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_FAILED) == 1, PATIENCE_MS));
	CU_ASSERT_TRUE(fake_failed(lu_f) < 100);
	fake_fail_no_more(lu_f);
	lu_close();
}

/* First an error, then no memory for another try: waited for without end. */
static void
worse_and_then_memory(void)
{
	const struct fake_step bad = { FAKE_DONE, -EPROTO, 0 };

	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, &bad, 1, fake_hold);
	fake_fail(lu_f, FAKE_CALL_SUBMIT, EP_IN, NB, UINT32_MAX, ENOMEM);
	lu_start();
	/* Longer than all rounds of tries take. */
	CU_ASSERT_FALSE(LU_WAIT(lu_nb_events != 0, 4000));
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(lu_armed(), NB - 1);
	fake_fail_no_more(lu_f);
	CU_ASSERT_TRUE(LU_WAIT(lu_armed() == NB, PATIENCE_MS));
	lu_close();
}

/* The kth of the first: either nothing is armed, or all of it in the end. */
static void
refused_at_start(void)
{
	static const int errors[] = { ENOMEM, EBUSY, ENODEV };
	unsigned int k, i;
	int ret;

	for (i = 0; i < RTE_DIM(errors); i++) {
		for (k = 0; k < NB; k += 1 + k / 4) {
			lu_open(NULL, NULL);
			fake_fail(lu_f, FAKE_CALL_SUBMIT, EP_IN, k, 1, errors[i]);
			ret = fx_t->ops->start(fx_t);
			if (ret != 0) {
				CU_ASSERT_TRUE(ret < 0);
				CU_ASSERT_EQUAL(lu_armed(), 0);
				CU_ASSERT_TRUE(ftell(fx_log) > 0);
			} else {
				CU_ASSERT_EQUAL(errors[i], ENOMEM);
				CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
			}
			if (ret != 0 && errors[i] != ENODEV) {
				lu_start();
				CU_ASSERT_EQUAL(lu_armed(), NB);
			}
			lu_close();
		}
	}
}

/* An application that never polls loses what came, and says how much. */
static void
never_polled(void)
{
	lu_open(NULL, NULL);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_start();
	usleep(300000);
	CU_ASSERT_EQUAL(fake_script_done(lu_f, EP_IN), NB);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(lu_counter("usb_lost_at_stop"), NB);
	fake_script(lu_f, EP_IN, NULL, 0, fake_hold);
	lu_start();
	CU_ASSERT_EQUAL(lu_armed(), NB);
	lu_close();
}

/* It stands still for a while, as one that scans, and everything comes then. */
static void
silence_in_between(void)
{
	unsigned int i;

	lu_open(NULL, NULL);
	lu_begin(0);
	lu_start();
	CU_ASSERT_FALSE(LU_UNTIL(lu_next != 0, 400));
	for (i = 0; i < NB; i++)
		CU_ASSERT_TRUE(fake_script_end(lu_f, EP_IN, 0, 0, LEN));
	CU_ASSERT_TRUE(lu_receive(NB));
	CU_ASSERT_TRUE(LU_UNTIL(lu_armed() == NB, PATIENCE_MS));
	lu_close();
}

/* Both halves of a transfer that the kernel takes in pieces of 16 KiB. */
static void
in_pieces(void)
{
	const struct fake_conf conf = { .caps = 0x02 };	/* USBDEVFS_CAP_BULK_CONTINUATION */
	struct usb_transport_conf ours = lu_conf();
	static const struct fake_step steps[] = {
		{ FAKE_DONE, 0, FAKE_ALL }, { FAKE_DONE, 0, 100 }, { FAKE_DONE, 0, 700 },
		{ FAKE_DONE, 0, FAKE_ALL }, { FAKE_DONE, 0, FAKE_ALL },
	};
	struct usb_xfer *x;
	uint32_t len[3];
	unsigned int i;

	ours.nb_bufs = 1;
	ours.buf_size = 32768;
	lu_plug(&conf, NULL);
	CU_ASSERT_EQUAL_FATAL(lu_wrap(&ours, NULL), 0);
	fake_script(lu_f, EP_IN, steps, RTE_DIM(steps), fake_hold);
	lu_start();
	for (i = 0; i < 3; i++) {
		uint64_t until = lu_ms() + PATIENCE_MS;

		while (fx_poll(&x, 1) == 0 && lu_ms() < until)
			usleep(50);
		CU_ASSERT_TRUE_FATAL(lu_ms() < until);
		len[i] = x->len;
		CU_ASSERT_EQUAL(x->full, x->len == 32768);
		fx_return(&x, 1);
	}
	CU_ASSERT_EQUAL(len[0], 16384 + 100);
	CU_ASSERT_EQUAL(len[1], 700);
	CU_ASSERT_EQUAL(len[2], 32768);
	lu_close();
}

struct asker {
	unsigned int asked, failed;
	bool stop;
};

static void *
ask(void *arg)
{
	const struct usb_request req = { 0xdf, 0x63, 0x7001, 0x0200, 4 };
	struct asker *a = arg;
	uint8_t data[4];

	fx_any_processor();
	while (!__atomic_load_n(&a->stop, __ATOMIC_ACQUIRE)) {
		memset(data, 0, 4);
		a->failed += fx_t->ops->control(fx_t, &req, data, 1000) != 4;
		a->failed += data[0] != 0x63 || data[3] != 0x70;
		a->asked++;
	}
	return NULL;
}

/* Not zeros: the request and its value. */
static int
answer(void *arg, uint8_t type, uint8_t request, uint16_t value, uint16_t index, uint8_t *data,
       uint16_t len)
{
	if ((type & 0x80) == 0)
		return len;
	memset(data, request, len);
	if (len > 1)
		data[len - 1] = (uint8_t)(value >> 8);
	return len;
}

/* Whoever reaps: the order stays, and each has its answer. */
static void
asked_from_another_thread(void)
{
	const struct fake_script_conf script = { .pace_us = 50, .burst = 8, .control = answer };
	struct asker a = { 0 };
	pthread_t thread;

	lu_open(NULL, &script);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, ask, &a), 0);
	CU_ASSERT_TRUE(LU_UNTIL(lu_next >= 20000, 20000));
	__atomic_store_n(&a.stop, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	CU_ASSERT_TRUE(a.asked > 100);
	CU_ASSERT_EQUAL(a.failed, 0);
	lu_close();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "arms_all", arms_all },
		{ "high_speed", high_speed },
		{ "in_order", in_order },
		{ "lengths", lengths },
		{ "empty_ones", empty_ones },
		{ "each_status", each_status },
		{ "halted", halted },
		{ "halted_with_others_waiting", halted_with_others_waiting },
		{ "halted_and_nobody_polls", halted_and_nobody_polls },
		{ "failed_for_ever", failed_for_ever },
		{ "one_of_a_hundred", one_of_a_hundred },
		{ "now_and_then", now_and_then },
		{ "data_with_an_error", data_with_an_error },
		{ "overtaken", overtaken },
		{ "refused_by_the_kernel", refused_by_the_kernel },
		{ "memory_and_then_worse", memory_and_then_worse },
		{ "worse_and_then_memory", worse_and_then_memory },
		{ "refused_at_start", refused_at_start },
		{ "never_polled", never_polled },
		{ "silence_in_between", silence_in_between },
		{ "in_pieces", in_pieces },
		{ "asked_from_another_thread", asked_from_another_thread },
		CU_TEST_INFO_NULL,
	};

	return lu_run(tests, "libusb_rx");
}
