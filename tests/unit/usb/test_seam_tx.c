/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * What usb_transport.h promises of the OUT direction, asked of every back end that
 * has one. Built twice: with the models behind the model back end, and with the
 * device of model_fake.c (SEAM_FAKE).
 */

#include <pthread.h>

#ifdef SEAM_FAKE
#include "model_fake.h"
#else
#include "seam_libusb.h"
#endif
#include "replay_fixture.h"

#define NB	16u
#define ROOM	1024u
#define ASKED	(2 * NB)
#define EACH	5000u	/* transfers of a thread */

struct back_end {
	const char *name;
	int (*open)(const struct usb_transport_conf *conf, struct usb_transport **t);
	uint8_t ep[2];		/* of two queues */
};

static const struct back_end *be;	/* whose turn it is */
static struct usb_shared shared;
static struct usb_transport *t;

static int
open_model(const struct usb_transport_conf *conf, struct usb_transport **to)
{
#ifdef SEAM_FAKE
	const struct usb_model_args args = { .chip = "fake" };

	fake_reset();
	fake.real_clock = true;
	fake.out_ns = 1000;
#else
	const struct usb_model_args args = { .chip = "rtl8922au" };
#endif
	return usb_model_open(conf, &args, to);
}

/* The first two of rtl8922au: descriptors in morrownr/USB-WiFi issue 494. */
static const struct back_end back_ends[] = {
	{ "null", usb_null_open, { 0x05, 0x06 } },
	{ "model", open_model, { 0x05, 0x06 } },
#ifndef SEAM_FAKE
	{ "libusb", seam_libusb_open, { 0x05, 0x06 } },
#endif
};

static int
setup(unsigned int queue, uint32_t nb, uint32_t size)
{
	return t->ops->tx_setup(t, queue, be->ep[queue % 2], nb, size);
}

static bool
open_one(void)
{
	const struct usb_transport_conf conf = {
		.port = "net_seam0", .socket_id = -1, .nb_bufs = 4, .buf_size = 4096,
		.ep_in = 0x84, .shared = &shared,
	};
	int ret;

	memset(&shared, 0, sizeof(shared));
	CU_ASSERT_EQUAL_FATAL(be->open(&conf, &t), 0);
	ret = setup(0, NB, ROOM);
	if (ret == 0)
		return true;
	CU_ASSERT_EQUAL_FATAL(ret, -ENOENT);
	skip("no OUT endpoint");
	t->ops->close(t);
	return false;
}

static void
start(void)
{
	CU_ASSERT_EQUAL_FATAL(t->ops->start(t), 0);
}

static void
stop(void)
{
	CU_ASSERT_EQUAL_FATAL(t->ops->stop(t), 0);
}

static void
close_one(void)
{
	t->ops->close(t);
}

static unsigned int
get(unsigned int queue, struct usb_xfer **x, unsigned int n)
{
	unsigned int got = t->ops->tx_get(t, queue, x, n);

	CU_ASSERT_TRUE_FATAL(got <= n);
	return got;
}

static void
submit(unsigned int queue, struct usb_xfer **x, unsigned int n, uint32_t len)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		x[i]->len = len;
		x[i]->zlp = false;
	}
	t->ops->tx_submit(t, queue, x, n);
}

/* All of a queue can be had, each once; given back unused. */
static void
all_free(unsigned int queue, unsigned int nb, uint32_t size)
{
	struct usb_xfer *x[ASKED];
	unsigned int n, i, j;

	CU_ASSERT_EQUAL(t->ops->tx_count(t, queue), 0);
	n = get(queue, x, ASKED);
	CU_ASSERT_EQUAL(n, nb);
	for (i = 0; i < n; i++) {
		CU_ASSERT_EQUAL(x[i]->size, size);
		CU_ASSERT_PTR_NOT_NULL_FATAL(x[i]->data);
		memset(x[i]->data, (int)i, size);
		for (j = 0; j < i; j++)
			CU_ASSERT_PTR_NOT_EQUAL(x[i], x[j]);
	}
	for (i = 0; i < n; i++)
		CU_ASSERT_TRUE(x[i]->data[0] == i && x[i]->data[size - 1] == i);
	CU_ASSERT_EQUAL(get(queue, x + n, ASKED - n), 0);
	CU_ASSERT_EQUAL(t->ops->tx_count(t, queue), 0);
	submit(queue, x, n, 0);
}

static void
table_is_complete(void)
{
	if (!open_one())
		return;
	CU_ASSERT_PTR_NOT_NULL(t->ops->tx_setup);
	CU_ASSERT_PTR_NOT_NULL(t->ops->tx_get);
	CU_ASSERT_PTR_NOT_NULL(t->ops->tx_submit);
	CU_ASSERT_PTR_NOT_NULL(t->ops->tx_count);
	CU_ASSERT_PTR_NOT_NULL(t->bufs);
	close_one();
}

static void
free_and_distinct(void)
{
	unsigned int i;

	if (!open_one())
		return;
	start();
	/* What is not used comes again, however often. */
	for (i = 0; i < 5; i++)
		all_free(0, NB, ROOM);
	stop();
	all_free(0, NB, ROOM);
	CU_ASSERT_EQUAL(shared.tx_failed, 0);
	close_one();
}

static void
none_without_setup(void)
{
	struct usb_xfer *x[2];

	if (!open_one())
		return;
	CU_ASSERT_EQUAL(setup(0, 0, 0), 0);
	start();
	CU_ASSERT_EQUAL(get(0, x, 2), 0);
	CU_ASSERT_EQUAL(get(USB_TX_QUEUES - 1, x, 2), 0);
	CU_ASSERT_EQUAL(t->ops->tx_count(t, 0), 0);
	CU_ASSERT_EQUAL(t->ops->tx_count(t, USB_TX_QUEUES - 1), 0);
	t->ops->tx_submit(t, 0, x, 0);
	stop();
	close_one();
}

static void
setup_twice(void)
{
	static const struct { uint32_t nb, size; } cases[] = {
		{ 1, 64 }, { 16, 4096 }, { 0, 0 }, { 5, 100 }, { 5, 100 },
	};
	unsigned int i;

	if (!open_one())
		return;
	for (i = 0; i < RTE_DIM(cases); i++) {
		CU_ASSERT_EQUAL_FATAL(setup(0, cases[i].nb, cases[i].size), 0);
		all_free(0, cases[i].nb, cases[i].size);
		start();
		all_free(0, cases[i].nb, cases[i].size);
		stop();
	}
	CU_ASSERT_EQUAL(shared.tx_failed, 0);
	close_one();
}

static void
counted_before_start_and_after_stop(void)
{
	struct usb_xfer *x[NB];

	if (!open_one())
		return;
	CU_ASSERT_EQUAL_FATAL(get(0, x, 5), 5);
	submit(0, x, 5, 100);
	CU_ASSERT_EQUAL(shared.tx_failed, 5);
	all_free(0, NB, ROOM);
	start();
	stop();
	CU_ASSERT_EQUAL(shared.tx_failed, 5);
	CU_ASSERT_EQUAL_FATAL(get(0, x, 3), 3);
	submit(0, x, 3, ROOM);
	CU_ASSERT_EQUAL_FATAL(get(0, x, 2), 2);
	submit(0, x, 2, 0);
	CU_ASSERT_EQUAL(shared.tx_failed, 8);
	all_free(0, NB, ROOM);
	close_one();
}

/* Handed out while it ran, submitted after it. */
static void
held_over_a_stop(void)
{
	struct usb_xfer *x[NB];

	if (!open_one())
		return;
	start();
	CU_ASSERT_EQUAL_FATAL(get(0, x, NB), NB);
	stop();
	submit(0, x, 7, 10);
	submit(0, x + 7, NB - 7, 0);
	CU_ASSERT_EQUAL(shared.tx_failed, 7);
	all_free(0, NB, ROOM);
	close_one();
}

/* As much as goes while the other end takes it: how much was sent. */
static unsigned int
send_for(unsigned int queue, unsigned int rounds)
{
	struct usb_xfer *x[7];
	unsigned int i, n, sent = 0;

	for (i = 0; i < rounds; i++) {
		n = get(queue, x, RTE_DIM(x));
		/* One in between that is not used. */
		if (n > 1) {
			submit(queue, x, 1, 0);
			submit(queue, x + 1, n - 1, 64 + i % 100);
			sent += n - 1;
		} else {
			submit(queue, x, n, 64);
			sent += n;
			usleep(10);
		}
		CU_ASSERT_TRUE(t->ops->tx_count(t, queue) <= NB);
	}
	return sent;
}

static void
hundred_restarts_in_flight(void)
{
	uint64_t failed = 0;
	unsigned int i, sent;

	if (!open_one())
		return;
	for (i = 0; i < 100; i++) {
		start();
		sent = send_for(0, 1 + i % 5);
		CU_ASSERT_TRUE(sent != 0);
		stop();
		CU_ASSERT_TRUE(shared.tx_failed >= failed);
		CU_ASSERT_TRUE(shared.tx_failed - failed <= sent);
		failed = shared.tx_failed;
		all_free(0, NB, ROOM);
		CU_ASSERT_EQUAL(shared.tx_failed, failed);
	}
	stop();
	close_one();
}

static void
close_with_some_in_flight(void)
{
	if (!open_one())
		return;
	start();
	CU_ASSERT_TRUE(send_for(0, 3) != 0);
	stop();
	close_one();
}

struct sender {
	unsigned int queue;
	unsigned int sent, given_up;
	bool mixed_up;
};

/* Each transfer bears the mark of its thread from the first time on. */
static void *
send_many(void *arg)
{
	struct sender *s = arg;
	struct usb_xfer *x[5];
	unsigned int n, i;

	fx_any_processor();
	while (s->sent < EACH && s->given_up < 50000) {
		n = t->ops->tx_get(t, s->queue, x, RTE_DIM(x));
		for (i = 0; i < n; i++) {
			s->mixed_up |= x[i]->data[0] != 0 && x[i]->data[0] != s->queue + 1;
			x[i]->data[0] = (uint8_t)(s->queue + 1);
			x[i]->len = 1 + s->sent++ % ROOM;
			x[i]->zlp = false;
		}
		t->ops->tx_submit(t, s->queue, x, n);
		if (n == 0) {
			s->given_up++;
			usleep(20);
		}
	}
	return NULL;
}

static void
clear(unsigned int queue)
{
	struct usb_xfer *x[NB];
	unsigned int n = get(queue, x, NB), i;

	for (i = 0; i < n; i++)
		memset(x[i]->data, 0, ROOM);
	submit(queue, x, n, 0);
}

static void
two_queues_two_threads(void)
{
	struct sender senders[2] = { { .queue = 0 }, { .queue = 1 } };
	pthread_t threads[2];
	unsigned int i;

	if (!open_one())
		return;
	CU_ASSERT_EQUAL_FATAL(setup(1, NB, ROOM), 0);
	clear(0);
	clear(1);
	start();
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, send_many, &senders[i]);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	stop();
	for (i = 0; i < 2; i++) {
		CU_ASSERT_TRUE(senders[i].sent >= NB);
		CU_ASSERT_FALSE(senders[i].mixed_up);
		all_free(i, NB, ROOM);
	}
	CU_ASSERT_TRUE(shared.tx_failed <= 2 * NB);
	close_one();
}

static int
next_back_end(void)
{
	be = be == NULL ? back_ends : be + 1;
	return 0;
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "table_is_complete", table_is_complete },
		{ "free_and_distinct", free_and_distinct },
		{ "none_without_setup", none_without_setup },
		{ "setup_twice", setup_twice },
		{ "counted_before_start_and_after_stop", counted_before_start_and_after_stop },
		{ "held_over_a_stop", held_over_a_stop },
		{ "hundred_restarts_in_flight", hundred_restarts_in_flight },
		{ "close_with_some_in_flight", close_with_some_in_flight },
		{ "two_queues_two_threads", two_queues_two_threads },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pInitFunc = next_back_end, .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	unsigned int i;
	int rc;

	if (fx_init() != 0 || CU_initialize_registry() != CUE_SUCCESS)
		return EXIT_FAILURE;
	for (i = 0; i < RTE_DIM(back_ends); i++) {
		suites[0].pName = back_ends[i].name;
		if (CU_register_suites(suites) != CUE_SUCCESS)
			return EXIT_FAILURE;
	}
	rc = cunit_run();
#ifndef SEAM_FAKE
	seam_libusb_remove();
#endif
	fx_fini();
	return rc;
}
