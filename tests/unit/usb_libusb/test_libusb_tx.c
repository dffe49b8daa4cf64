/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Sending through the libusb back end, and the control context's own requests. */

#include <pthread.h>

#include "libusb_fixture.h"

/* What the device has been sent, in order. */
static struct { uint8_t ep, first; uint32_t len; bool zlp; } sent[20000];
static unsigned int nb_sent;
static uint8_t last_bytes[OUT_ROOM];

static void
take(void *arg, uint8_t ep, const uint8_t *data, uint32_t len, bool zlp)
{
	unsigned int i = __atomic_load_n(&nb_sent, __ATOMIC_RELAXED);

	if (i < RTE_DIM(sent)) {
		sent[i].ep = ep;
		sent[i].first = len == 0 ? 0 : data[0];
		sent[i].len = len;
		sent[i].zlp = zlp;
		memcpy(last_bytes, data, RTE_MIN(len, OUT_ROOM));
	}
	__atomic_store_n(&nb_sent, i + 1, __ATOMIC_RELEASE);
}

static int
answer(void *arg, uint8_t type, uint8_t request, uint16_t value, uint16_t index, uint8_t *data,
       uint16_t len)
{
	if (request == 0xee)
		return -EPIPE;
	if ((type & 0x80) != 0)
		memset(data, request, len);
	return request == 0x11 ? len / 2 : len;
}

static const struct fake_script_conf at_once = { .sent = take, .control = answer };
static const struct fake_script_conf slowly = {
	.sent = take, .control = answer, .pace_us = 100, .burst = 4,
};

static void
open_with_ring(const struct fake_script_conf *script, unsigned int outs)
{
	nb_sent = 0;
	lu_open(NULL, script);
	fake_script(lu_f, EP_OUT, NULL, 0, lu_sent);
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->tx_setup(fx_t, 0, EP_OUT, outs, OUT_ROOM), 0);
}

static void
open_to_send(const struct fake_script_conf *script)
{
	open_with_ring(script, OUTS);
}

static unsigned int
get(struct usb_xfer **x, unsigned int n)
{
	return fx_t->ops->tx_get(fx_t, 0, x, n);
}

static unsigned int
on_their_way(void)
{
	return fx_t->ops->tx_count(fx_t, 0);
}

/* One with a number, len bytes. */
static bool
send_one(unsigned int number, uint32_t len)
{
	struct usb_xfer *x;

	if (get(&x, 1) == 0)
		return false;
	x->data[0] = (uint8_t)number;
	x->len = len;
	x->zlp = false;
	fx_t->ops->tx_submit(fx_t, 0, &x, 1);
	return true;
}

/* Nothing is received, and nobody asks for anything but to send. */
static void
only_sends(void)
{
	unsigned int n = 0;
	uint64_t until;

	open_to_send(&slowly);
	lu_start();
	for (until = lu_ms() + 20000; n < 5000 && lu_ms() < until; )
		if (send_one(n, 64))
			n++;
	CU_ASSERT_EQUAL(n, 5000);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(nb_sent + fx_shared.tx_failed, 5000);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 0);	/* a stop leaves them some time */
	for (n = 0; n < 5000; n++)
		CU_ASSERT_EQUAL(sent[n].first, n & 0xff);
	lu_close();
}

static void
bytes_and_ends(void)
{
	static const uint32_t lengths[] = { 1, 64, 1023, 1024, 1025, OUT_ROOM };
	struct usb_xfer *x;
	unsigned int i, j;

	open_to_send(&at_once);
	lu_start();
	for (i = 0; i < 2 * RTE_DIM(lengths); i++) {
		CU_ASSERT_TRUE_FATAL(LU_UNTIL(get(&x, 1) == 1, PATIENCE_MS));
		for (j = 0; j < x->size; j++)
			x->data[j] = (uint8_t)(i * 7 + j);
		x->len = lengths[i / 2];
		x->zlp = i % 2 != 0;
		fx_t->ops->tx_submit(fx_t, 0, &x, 1);
		CU_ASSERT_TRUE(LU_UNTIL(nb_sent == i + 1, PATIENCE_MS));
		CU_ASSERT_EQUAL(sent[i].len, lengths[i / 2]);
		CU_ASSERT_EQUAL(sent[i].zlp, i % 2 != 0);
		for (j = 0; j < sent[i].len; j++)
			CU_ASSERT_EQUAL(last_bytes[j], (uint8_t)(i * 7 + j));
	}
	lu_close();
}

/* Each is counted once, and all of them are free again. */
static void
errors(void)
{
	static const int statuses[] = { -EPROTO, -EILSEQ, -ETIME, -EIO, -EOVERFLOW, -12345 };
	static struct fake_step steps[2 * RTE_DIM(statuses)];
	unsigned int i, n = 0;
	uint64_t until;

	for (i = 0; i < RTE_DIM(statuses); i++) {
		steps[2 * i] = (struct fake_step){ FAKE_DONE, statuses[i], 0 };
		steps[2 * i + 1] = lu_sent;
	}
	open_to_send(&at_once);
	fake_script(lu_f, EP_OUT, steps, RTE_DIM(steps), lu_sent);
	lu_start();
	for (until = lu_ms() + PATIENCE_MS; n < 200 && lu_ms() < until; )
		if (send_one(n, 64))
			n++;
	CU_ASSERT_EQUAL(n, 200);
	CU_ASSERT_TRUE(LU_WAIT(on_their_way() == 0, PATIENCE_MS));
	CU_ASSERT_EQUAL(fx_shared.tx_failed, RTE_DIM(statuses));
	CU_ASSERT_EQUAL(nb_sent, 200 - RTE_DIM(statuses));
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	lu_close();
}

/* A part of it does not count as sent. */
static void
short_one(void)
{
	static const struct fake_step steps[] = { { FAKE_DONE, 0, 30 }, { FAKE_DONE, 0, 64 } };

	open_to_send(&at_once);
	fake_script(lu_f, EP_OUT, steps, 2, fake_hold);
	lu_start();
	CU_ASSERT_TRUE(send_one(0, 64) && send_one(1, 64));
	CU_ASSERT_TRUE(LU_WAIT(on_their_way() == 0, PATIENCE_MS));
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 1);
	lu_close();
}

/* With a full ring on its way the device stalls them all, or one, and the others are taken
 * back: cleared once, all counted, and on it goes. However large the ring: that is one
 * failure of the endpoint's and not so many. */
static void
halted_with(unsigned int outs, bool one)
{
	const struct fake_step stall = { FAKE_DONE, -EPIPE, 0 };
	unsigned int i, n = 0;
	uint64_t until, failed;

	open_with_ring(&at_once, outs);
	fake_script(lu_f, EP_OUT, NULL, 0, fake_hold);
	lu_start();
	for (i = 0; i < outs - one; i++)
		CU_ASSERT_TRUE(send_one(i, 64));
	if (one)
		fake_script(lu_f, EP_OUT, &stall, 1, lu_sent);
	else
		fake_script_halt(lu_f, EP_OUT);
	if (one)
		CU_ASSERT_TRUE(send_one(i, 64));
	fake_script(lu_f, EP_OUT, NULL, 0, lu_sent);
	CU_ASSERT_TRUE(LU_WAIT(fake_usbfs_seen(lu_f).clear_halts[EP_OUT] == 1, PATIENCE_MS));
	CU_ASSERT_TRUE(LU_WAIT(on_their_way() == 0, PATIENCE_MS));
	CU_ASSERT_EQUAL(fx_shared.tx_failed, outs);
	for (until = lu_ms() + PATIENCE_MS; n < 100 && lu_ms() < until; )
		n += send_one(n, 64);
	CU_ASSERT_EQUAL(n, 100);
	CU_ASSERT_TRUE(LU_WAIT(on_their_way() == 0, PATIENCE_MS));
	failed = fx_shared.tx_failed;
	CU_ASSERT_EQUAL(failed, outs);
	CU_ASSERT_EQUAL(nb_sent, 100);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).clear_halts[EP_OUT], 1);
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

static void
halted(void)
{
	/* 256 is the default of nb_desc, 4096 the most. */
	static const unsigned int rings[] = { OUTS, 256, 4096 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(rings); i++) {
		halted_with(rings[i], false);
		halted_with(rings[i], true);
	}
}

/* Halts that good transfers lie between are not in a row, however many. */
static void
halted_now_and_then(void)
{
	const struct fake_step stall = { FAKE_DONE, -EPIPE, 0 };
	unsigned int i;

	open_to_send(&at_once);
	lu_start();
	for (i = 0; i < 30; i++) {
		fake_script(lu_f, EP_OUT, &stall, 1, lu_sent);
		CU_ASSERT_TRUE_FATAL(LU_WAIT(send_one(0, 64), PATIENCE_MS));
		CU_ASSERT_TRUE_FATAL(LU_WAIT(fake_usbfs_seen(lu_f).clear_halts[EP_OUT] == i + 1,
					     PATIENCE_MS));
		CU_ASSERT_TRUE_FATAL(LU_WAIT(send_one(1, 64), PATIENCE_MS));
		CU_ASSERT_TRUE_FATAL(LU_WAIT(on_their_way() == 0, PATIENCE_MS));
		CU_ASSERT_EQUAL(nb_sent, i + 1);
	}
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 30);
	CU_ASSERT_EQUAL(lu_state(), USB_LIVE);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

/* For ever: it ends, with a word. */
static void
halted_for_ever(void)
{
	const struct fake_step stall = { FAKE_DONE, -EPIPE, 0 };
	unsigned int n = 0;
	uint64_t until;

	open_to_send(&at_once);
	fake_script(lu_f, EP_OUT, NULL, 0, stall);
	lu_start();
	for (until = lu_ms() + PATIENCE_MS; lu_state() == USB_LIVE && lu_ms() < until; )
		n += send_one(n, 64);
	CU_ASSERT_EQUAL(lu_state(), USB_FAILED);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_FAILED) == 1, PATIENCE_MS));
	CU_ASSERT_TRUE(fake_usbfs_seen(lu_f).clear_halts[EP_OUT] < 50);
	CU_ASSERT_TRUE(LU_WAIT(on_their_way() == 0, PATIENCE_MS));
	CU_ASSERT_EQUAL(fx_shared.tx_failed, n);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	fake_script(lu_f, EP_OUT, NULL, 0, lu_sent);
	lu_start();
	for (n = 0, until = lu_ms() + PATIENCE_MS; n < 100 && lu_ms() < until; )
		n += send_one(n, 64);
	CU_ASSERT_TRUE(LU_WAIT(nb_sent == 100, PATIENCE_MS));
	lu_close();
}

/* The k-th is refused by the kernel: counted, not sent, not lost. */
static void
refused(void)
{
	static const int errnos[] = { ENOMEM, EBUSY };
	unsigned int i, n;
	uint64_t until;

	for (i = 0; i < RTE_DIM(errnos); i++) {
		open_to_send(&at_once);
		lu_start();
		fake_fail(lu_f, FAKE_CALL_SUBMIT, EP_OUT, 5, 10, errnos[i]);
		for (n = 0, until = lu_ms() + PATIENCE_MS; n < 100 && lu_ms() < until; )
			n += send_one(n, 64);
		CU_ASSERT_TRUE(LU_WAIT(on_their_way() == 0, PATIENCE_MS));
		CU_ASSERT_EQUAL(fx_shared.tx_failed, 10);
		CU_ASSERT_EQUAL(nb_sent, 90);
		lu_close();
	}
}

/* What is on its way when the port stops is counted, and free again. */
static void
cancelled_at_stop(void)
{
	struct usb_xfer *x[OUTS];
	unsigned int i;

	open_to_send(&at_once);
	fake_script(lu_f, EP_OUT, NULL, 0, fake_hold);
	lu_start();
	for (i = 0; i < 10; i++)
		CU_ASSERT_TRUE(send_one(i, 64));
	CU_ASSERT_EQUAL(on_their_way(), 10);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 10);
	CU_ASSERT_EQUAL(on_their_way(), 0);
	CU_ASSERT_EQUAL(get(x, OUTS), OUTS);
	for (i = 0; i < OUTS; i++)
		x[i]->len = 0;
	fx_t->ops->tx_submit(fx_t, 0, x, OUTS);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 10);
	/* Those that had gone when they were cancelled have gone. */
	fake_script(lu_f, EP_OUT, NULL, 0, (struct fake_step){ FAKE_LATE, 0, FAKE_ALL });
	lu_start();
	for (i = 0; i < 10; i++)
		CU_ASSERT_TRUE(send_one(i, 64));
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 10);
	CU_ASSERT_EQUAL(nb_sent, 10);
	lu_close();
}

static void
no_such_endpoint(void)
{
	struct usb_xfer *x;

	lu_open(NULL, NULL);
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 0, 0x0f, OUTS, OUT_ROOM), -ENOENT);
	CU_ASSERT_EQUAL(fx_t->ops->tx_setup(fx_t, 1, EP_IN, OUTS, OUT_ROOM), -ENOENT);
	lu_start();
	CU_ASSERT_EQUAL(get(&x, 1), 0);
	lu_close();
}

/* Of a sender. */
#define EACH 1500u

struct sender {
	unsigned int queue, n;
};

static void *
send_many(void *arg)
{
	struct sender *s = arg;
	struct usb_xfer *x[4];
	unsigned int got, i;
	uint64_t until = lu_ms() + 60000;

	fx_any_processor();
	while (s->n < EACH && lu_ms() < until) {
		got = fx_t->ops->tx_get(fx_t, s->queue, x,
					RTE_MIN(EACH - s->n, (unsigned int)RTE_DIM(x)));
		for (i = 0; i < got; i++, s->n++) {
			x[i]->data[0] = (uint8_t)s->n;
			x[i]->len = 64 + s->queue;
			x[i]->zlp = false;
		}
		fx_t->ops->tx_submit(fx_t, s->queue, x, got);
		if (got == 0)
			usleep(50);	/* a busy machine has others who want to run */
	}
	return NULL;
}

/* Two queues, a receiver and one who asks, at the same time; each keeps its order. */
static void
all_at_once(void)
{
	struct sender senders[2] = { { 0, 0 }, { 1, 0 } };
	const struct usb_request req = { 0xdf, 0x63, 0, 0, 4 };
	unsigned int i, next[2] = { 0, 0 }, asked = 0, q;
	pthread_t threads[2];
	uint8_t data[4];

	open_to_send(&slowly);
	CU_ASSERT_EQUAL_FATAL(fx_t->ops->tx_setup(fx_t, 1, 0x05, OUTS, OUT_ROOM), 0);
	fake_script(lu_f, 0x05, NULL, 0, lu_sent);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, send_many, &senders[i]);
	while (asked < 500) {
		lu_burst();
		CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &req, data, PATIENCE_MS), 4);
		CU_ASSERT_EQUAL(data[3], 0x63);
		asked++;
	}
	for (i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
		CU_ASSERT_EQUAL(senders[i].n, EACH);
	}
	CU_ASSERT_TRUE(LU_UNTIL(on_their_way() == 0 && fx_t->ops->tx_count(fx_t, 1) == 0,
				PATIENCE_MS));
	CU_ASSERT_EQUAL(nb_sent, 2 * EACH);
	for (i = 0; i < nb_sent; i++) {
		q = sent[i].ep == EP_OUT ? 0 : 1;
		CU_ASSERT_EQUAL(sent[i].first, next[q] & 0xff);
		CU_ASSERT_EQUAL(sent[i].len, 64 + q);
		next[q]++;
	}
	CU_ASSERT_EQUAL(fx_shared.tx_failed, 0);
	lu_close();
}

static void
control_requests(void)
{
	const struct usb_request read = { 0xdf, 0x63, 1, 2, 64 }, stall = { 0x40, 0xee, 0, 0, 0 },
		half = { 0xc0, 0x11, 0, 0, 64 }, write = { 0x5f, 0x66, 1, 2, 4 };
	uint8_t data[64];
	uint64_t begin;

	lu_open(NULL, &at_once);
	memset(data, 0, sizeof(data));
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &read, data, 100), 64);
	CU_ASSERT_TRUE(data[0] == 0x63 && data[63] == 0x63);
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &half, data, 100), 32);
	CU_ASSERT_TRUE(data[31] == 0x11 && data[32] == 0x63);
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &write, data, 100), 4);
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &stall, data, 100), -EPIPE);
	fake_script_hold_control(lu_f, true);
	begin = lu_ms();
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &read, data, 60), -ETIMEDOUT);
	CU_ASSERT_TRUE(lu_ms() - begin >= 59 && lu_ms() - begin < 1500);
	fake_script_hold_control(lu_f, false);
	fake_fail(lu_f, FAKE_CALL_CONTROL, FAKE_EP_ANY, 0, 1, EPROTO);
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &read, data, 100), -EIO);
	fake_fail(lu_f, FAKE_CALL_SUBMIT, 0, 0, 1, EBUSY);
	CU_ASSERT_TRUE(fx_t->ops->control(fx_t, &read, data, 100) < 0);
	CU_ASSERT_EQUAL(fx_t->ops->control(fx_t, &read, data, 100), 64);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

static void
commands(void)
{
	static const struct fake_step in[] = {
		{ FAKE_DONE, 0, 44 }, { FAKE_DONE, 0, FAKE_ALL }, { FAKE_HOLD, 0, 0 },
		{ FAKE_HOLD, 0, 60 }, { FAKE_DONE, -EPIPE, 0 }, { FAKE_DONE, -EOVERFLOW, 9 },
		{ FAKE_DONE, -EPROTO, 0 }, { FAKE_DONE, 0, 12 },
	};
	uint8_t data[2048], out[76];
	unsigned int i;
	uint64_t begin;

	lu_open(NULL, &at_once);
	nb_sent = 0;
	for (i = 0; i < sizeof(out); i++)
		out[i] = (uint8_t)i;
	fake_script(lu_f, EP_COMMAND, NULL, 0, lu_sent);
	fake_script(lu_f, EP_EVENT, in, RTE_DIM(in), fake_hold);
	for (i = 0; i < 2; i++) {
		CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_COMMAND, out, 76, 100), 76);
		CU_ASSERT_EQUAL(nb_sent, i + 1);
		CU_ASSERT_EQUAL(sent[i].len, 76);
		CU_ASSERT_FALSE(sent[i].zlp);
		CU_ASSERT_EQUAL(memcmp(last_bytes, out, 76), 0);
		if (i == 0)
			lu_start();	/* running or not */
	}
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 2048, 100), 44);
	CU_ASSERT_TRUE(fake_filled(data, 44, EP_EVENT, 0));
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 2048, 100), 2048);
	begin = lu_ms();
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 50), -ETIMEDOUT);
	CU_ASSERT_TRUE(lu_ms() - begin >= 49 && lu_ms() - begin < 1500);
	/* Bytes that came with the time-out are not lost. */
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 0), 60);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 100), -EPIPE);
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, EP_EVENT), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).clear_halts[EP_EVENT], 1);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 100), -EOVERFLOW);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 100), -EIO);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 100), 12);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, EP_EVENT, data, 1024, 0), -ETIMEDOUT);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, 0x0f, data, 4, 100), -ENOENT);
	CU_ASSERT_EQUAL(fx_t->ops->bulk(fx_t, 0x8f, data, 1024, 100), -ENOENT);
	CU_ASSERT_EQUAL(fx_t->ops->clear_halt(fx_t, 0x0f), -ENOENT);
	CU_ASSERT_EQUAL(lu_armed(), NB);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	lu_close();
}

static void
reset_and_go_on(void)
{
	lu_open(NULL, &at_once);
	fake_script(lu_f, EP_IN, NULL, 0, lu_good);
	lu_begin(0);
	lu_start();
	CU_ASSERT_TRUE(lu_receive(100));
	CU_ASSERT_EQUAL(fx_t->ops->reset(fx_t), -EBUSY);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).resets, 0);
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(fx_t->ops->reset(fx_t), 0);
	CU_ASSERT_EQUAL(fake_usbfs_seen(lu_f).resets, 1);
	lu_begin(fake_script_done(lu_f, EP_IN));
	lu_start();
	CU_ASSERT_TRUE(lu_receive(lu_next + 100));
	CU_ASSERT_EQUAL(fx_t->ops->stop(fx_t), 0);
	CU_ASSERT_EQUAL(lu_nb_events, 0);
	/* It comes back as another. */
	fake_fail(lu_f, USBDEVFS_RESET, FAKE_EP_ANY, 0, 1, ENODEV);
	CU_ASSERT_EQUAL(fx_t->ops->reset(fx_t), -ENODEV);
	CU_ASSERT_TRUE(LU_WAIT(lu_told(USB_GONE) == 1, PATIENCE_MS));
	lu_close();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "only_sends", only_sends },
		{ "bytes_and_ends", bytes_and_ends },
		{ "errors", errors },
		{ "short_one", short_one },
		{ "halted", halted },
		{ "halted_now_and_then", halted_now_and_then },
		{ "halted_for_ever", halted_for_ever },
		{ "refused", refused },
		{ "cancelled_at_stop", cancelled_at_stop },
		{ "no_such_endpoint", no_such_endpoint },
		{ "all_at_once", all_at_once },
		{ "control_requests", control_requests },
		{ "commands", commands },
		{ "reset_and_go_on", reset_and_go_on },
		CU_TEST_INFO_NULL,
	};

	return lu_run(tests, "libusb_tx");
}
