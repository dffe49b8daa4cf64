/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What usb_transport.h promises, asked of every back end in the same way. */

#include <ctype.h>
#include <errno.h>

#include "usb_bufs.h"

#include "seam_fixture.h"

static void
table_is_complete(void)
{
	open_one();
	CU_ASSERT_TRUE(t->ops->name != NULL && t->ops->name[0] != '\0');
	CU_ASSERT_PTR_NOT_NULL(t->ops->start);
	CU_ASSERT_PTR_NOT_NULL(t->ops->stop);
	CU_ASSERT_PTR_NOT_NULL(t->ops->rx_poll);
	CU_ASSERT_PTR_NOT_NULL(t->ops->rx_return);
	CU_ASSERT_PTR_NOT_NULL(t->ops->rx_count);
	CU_ASSERT_PTR_NOT_NULL_FATAL(t->ops->close);
	/* All of the OUT direction or nothing of it. */
	CU_ASSERT_EQUAL(t->ops->tx_setup != NULL, be->sends);
	CU_ASSERT_EQUAL(t->ops->tx_get != NULL, be->sends);
	CU_ASSERT_EQUAL(t->ops->tx_submit != NULL, be->sends);
	CU_ASSERT_EQUAL(t->ops->tx_count != NULL, be->sends);
	/* What the control context has besides. */
	CU_ASSERT_EQUAL(t->ops->bulk != NULL, t->ops->control != NULL);
	CU_ASSERT_EQUAL(t->ops->clear_halt != NULL, t->ops->control != NULL);
	CU_ASSERT_EQUAL(t->ops->reset != NULL, t->ops->control != NULL);
	CU_ASSERT_EQUAL(t->bufs != NULL, be->keeps);
	CU_ASSERT_PTR_EQUAL(t->shared, &shared[0]);
	close_one();
}

static void
silent_before_start(void)
{
	open_one();
	nothing_comes();
	CU_ASSERT_EQUAL(t->ops->rx_count(t), 0);
	start();
	CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	stop();
	close_one();
}

static void
silent_after_stop(void)
{
	open_one();
	start();
	CU_ASSERT_EQUAL(receive(be->transfers / 2), be->transfers / 2);
	/* Some that have been completed and are never polled. */
	usleep(QUIET_US);
	stop();
	nothing_comes();
	CU_ASSERT_EQUAL(t->ops->rx_count(t), 0);
	close_one();
}

static void
stop_twice(void)
{
	open_one();
	start();
	stop();
	stop();
	start();
	CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	stop();
	stop();
	close_one();
}

static void
ten_restarts(void)
{
	unsigned int i, n;

	open_one();
	for (i = 0; i < 10; i++) {
		/* Not to the end, where a lap is. */
		n = be->transfers - RTE_MIN(i, be->transfers);
		start();
		CU_ASSERT_EQUAL(receive(n), n);
		stop();
	}
	close_one();
}

static void
ten_restarts_without_a_poll(void)
{
	unsigned int i;

	open_one();
	for (i = 0; i < 10; i++) {
		start();
		usleep(1000);
		stop();
	}
	start();
	CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	stop();
	close_one();
}

static void
each_is_handed_out_once(void)
{
	struct usb_xfer *held[HELD_MAX], *one;
	int first[HELD_MAX];
	unsigned int n, i, rest;

	open_one();
	/* Nor is one armed twice, wherever the stop found it. */
	for (i = 0; i < 10; i++) {
		start();
		usleep(50 * i);
		stop();
	}
	start();
	n = hold_all(held);
	for (i = 0; i < n; i++)
		first[i] = seam_number(held[i]);
	nothing_comes();
	CU_ASSERT_EQUAL(t->ops->rx_count(t), 0);
	/* What is held stays as it was. */
	for (i = 0; i < n; i++)
		CU_ASSERT_EQUAL(seam_number(held[i]), first[i]);
	/* Back in another order than they came in. */
	for (i = n; i > 0; i--) {
		one = held[i - 1];
		t->ops->rx_return(t, &one, 1);
	}
	rest = be->repeats ? be->transfers : be->transfers - n;
	CU_ASSERT_EQUAL(receive(rest), rest);
	stop();
	close_one();
}

/* The order, over several rounds, by bursts of one. */
static void
in_order(void)
{
	unsigned int rounds = be->repeats ? 3 : 1, i;
	struct usb_xfer *x;

	open_one();
	start();
	for (i = 0; i < rounds * be->transfers; i++) {
		if (wait_for(&x, 1, PATIENCE_US) != 1) {
			CU_FAIL("too few transfers");
			break;
		}
		t->ops->rx_return(t, &x, 1);
	}
	if (!be->repeats)
		nothing_comes();
	stop();
	close_one();
}

/* Both endpoints bring something in each of several laps, whatever a stop has cut, and
 * all that was armed is still there at the end. */
static void
both_endpoints_bring(void)
{
	unsigned int lap, i, want = be->transfers;
	struct usb_xfer *held[HELD_MAX];

	open_one();
	for (lap = 0; lap < 5; lap++) {
		start();
		nb_of_event = 0;
		CU_ASSERT_EQUAL(receive(want), want);
		if (be->events == SEAM_NO_EVENTS || want == 0) {
			CU_ASSERT_EQUAL(nb_of_event, 0);
		} else {
			CU_ASSERT_TRUE(nb_of_event > 0 && nb_of_event < want);
		}
		/* Requests of both are in flight, or done and not polled. */
		if (lap % 2 != 0)
			usleep(2000);
		stop();
	}
	start();
	nb_of_event = 0;
	i = hold_all(held);
	if (be->events == SEAM_OWN_SEQUENCE)
		CU_ASSERT_EQUAL(nb_of_event, SEAM_EVENTS);
	t->ops->rx_return(t, held, i);
	stop();
	close_one();
}

/* What is counted is there. */
static void
count_tells_what_can_be_polled(void)
{
	unsigned int i, count;

	open_one();
	start();
	for (i = 0; i < 20; i++) {
		usleep(200);
		count = t->ops->rx_count(t);
		CU_ASSERT_TRUE(count <= count_max());
		CU_ASSERT_EQUAL(receive(count), count);
	}
	stop();
	close_one();
}

static void
nothing_asked_nothing_given(void)
{
	struct usb_xfer *x = NULL;

	open_one();
	start();
	usleep(QUIET_US);
	CU_ASSERT_EQUAL(t->ops->rx_poll(t, &x, 0), 0);
	CU_ASSERT_PTR_NULL(x);
	t->ops->rx_return(t, &x, 0);
	CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	stop();
	close_one();
}

static bool
name_is_good(const char *name, size_t size)
{
	size_t len = strnlen(name, size), i;

	for (i = 0; i < len; i++)
		if (!islower((unsigned char)name[i]) && !isdigit((unsigned char)name[i]) &&
		    name[i] != '_')
			return false;
	return len > 0 && len < size;
}

static void
counters_are_named(void)
{
	uint32_t i, j;

	open_one();
	CU_ASSERT_TRUE_FATAL(shared[0].nb_counters <= USB_COUNTERS_MAX);
	for (i = 0; i < shared[0].nb_counters; i++) {
		CU_ASSERT_TRUE(name_is_good(shared[0].counters[i].name,
					    sizeof(shared[0].counters[i].name)));
		for (j = 0; j < i; j++)
			CU_ASSERT_STRING_NOT_EQUAL(shared[0].counters[i].name,
						   shared[0].counters[j].name);
	}
	close_one();
}

/* The same counters as before, and what counts up has not gone down. */
static void
still(struct usb_shared *before)
{
	const struct usb_shared *now = &shared[0];
	uint32_t i;

	CU_ASSERT_EQUAL_FATAL(now->nb_counters, before->nb_counters);
	CU_ASSERT_EQUAL(now->speed_mbps, before->speed_mbps);
	CU_ASSERT_TRUE(now->rx_missed >= before->rx_missed);
	for (i = 0; i < now->nb_counters; i++) {
		CU_ASSERT_STRING_EQUAL(now->counters[i].name, before->counters[i].name);
		CU_ASSERT_EQUAL(now->counters[i].gauge, before->counters[i].gauge);
		CU_ASSERT_TRUE(now->counters[i].gauge ||
			       now->counters[i].value >= before->counters[i].value);
	}
	*before = *now;
}

static void
counters_stay_and_count_up(void)
{
	struct usb_shared before;
	uint64_t sum = 0;
	unsigned int i;

	open_one();
	before = shared[0];
	for (i = 0; i < 3; i++) {
		start();
		still(&before);
		CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
		still(&before);
		stop();
		still(&before);
	}
	close_one();
	/* The memory is the driver's: it is there when the transport is not. */
	still(&before);
	for (i = 0; i < before.nb_counters; i++)
		sum += before.counters[i].value;
	CU_ASSERT_TRUE(be->transfers == 0 || sum >= 3 * be->transfers);
	CU_ASSERT_TRUE(before.speed_mbps == 0 || before.speed_mbps == 480 ||
		       before.speed_mbps == 5000);
}

/* A request that no device knows, and no byte more than it has room for. */
static void
ask(uint16_t len)
{
	const struct usb_request req = {
		.bmRequestType = 0xc0, .bRequest = 0xee, .wValue = 0x1234, .wLength = len,
	};
	uint8_t data[9];
	unsigned int i;
	int ret;

	memset(data, 0x5a, sizeof(data));
	ret = usb_control(t, &req, data, 100);
	if (t->ops->control == NULL) {
		CU_ASSERT_EQUAL(ret, -ENOTSUP);
	} else {
		CU_ASSERT_TRUE((ret >= 0 && ret <= len) || ret == -EPIPE ||
			       ret == -ETIMEDOUT || ret == -ENODEV);
	}
	for (i = len; i < sizeof(data); i++)
		CU_ASSERT_EQUAL(data[i], 0x5a);
}

static void
control_answers(void)
{
	static const uint16_t lengths[] = { 0, 1, 4, 8 };
	unsigned int i;

	open_one();
	for (i = 0; i < RTE_DIM(lengths); i++)
		ask(lengths[i]);
	start();
	for (i = 0; i < RTE_DIM(lengths); i++)
		ask(lengths[i]);
	CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	stop();
	ask(4);
	close_one();
}

static void
close_without_start(void)
{
	open_one();
	close_one();
	open_one();
	stop();
	close_one();
}

/* Two ports at a time, their names alike for longer than those of DPDK's objects. */
/* Nothing is on that endpoint, so nothing comes, started or stopped, and in no time too;
 * it is not asked where transfers are armed there. */
static void
bulk_ends_in_time(void)
{
	bool quiet = be->events == SEAM_NO_EVENTS;
	uint8_t data[1024];
	unsigned int started;

	open_one();
	for (started = 0; started < 2 && t->ops->bulk != NULL; started++) {
		if (started)
			start();
		CU_ASSERT_TRUE(!quiet || t->ops->bulk(t, 0x85, data, sizeof(data), 0) ==
			       -ETIMEDOUT);
		if (!started)
			CU_ASSERT_EQUAL(t->ops->reset(t), 0);
		CU_ASSERT_EQUAL(t->ops->clear_halt(t, SEAM_EP), 0);
		if (started)
			stop();
	}
	close_one();
}

static void
two_of_a_kind(void)
{
	struct usb_transport *other, *first;

	open_one();
	CU_ASSERT_EQUAL_FATAL(open_as("net_seam_of_a_port_with_a_rather_long_name_1",
				      &shared[0], &other), 0);
	first = t;
	CU_ASSERT_EQUAL_FATAL(open_as("net_seam_of_a_port_with_a_rather_long_name_2",
				      &shared[1], &t), 0);
	first->ops->close(first);
	start();
	CU_ASSERT_EQUAL(other->ops->start(other), 0);
	CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	CU_ASSERT_EQUAL(other->ops->stop(other), 0);
	other->ops->close(other);
	if (be->repeats)
		CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	stop();
	close_one();
}

/* What an application holds of a transfer: as an mbuf does it, without one. */
struct keep {
	struct rte_mbuf_ext_shared_info *shinfo;
	struct usb_xfer seen;
	int number;
};

/* The transfer goes back without its buffer. */
static void
keep_one(struct keep *k, struct usb_xfer *x)
{
	CU_ASSERT_TRUE_FATAL(usb_bufs_share(t->bufs, x));
	k->shinfo = usb_bufs_shinfo(x);
	k->seen = *x;
	k->number = seam_number(x);
	rte_mbuf_ext_refcnt_update(k->shinfo, 1);
	usb_bufs_unshare(t->bufs, x);
	CU_ASSERT_PTR_NOT_EQUAL(x->data, k->seen.data);
	t->ops->rx_return(t, &x, 1);
}

static void
let_go(struct keep *k)
{
	CU_ASSERT_EQUAL(seam_number(&k->seen), k->number);
	if (rte_mbuf_ext_refcnt_update(k->shinfo, -1) == 0)
		k->shinfo->free_cb(k->seen.data, k->shinfo->fcb_opaque);
}

static uint64_t
buffers_out(void)
{
	uint32_t i;

	for (i = 0; i < shared[0].nb_counters; i++)
		if (strcmp(shared[0].counters[i].name, USB_BUFS_OUT_NAME) == 0) {
			CU_ASSERT_TRUE(shared[0].counters[i].gauge);
			return shared[0].counters[i].value;
		}
	return UINT64_MAX;
}

/* What is kept is not filled again while it is; others are. The last goes after close. */
static void
kept_buffers_stay(void)
{
	struct keep keep[SEAM_SPARE];
	struct usb_xfer *x;
	unsigned int i;

	if (!be->keeps || be->transfers == 0)
		return;
	open_one();
	start();
	for (i = 0; i < SEAM_SPARE; i++) {
		CU_ASSERT_EQUAL_FATAL(wait_for(&x, 1, PATIENCE_US), 1);
		keep_one(&keep[i], x);
	}
	CU_ASSERT_EQUAL_FATAL(wait_for(&x, 1, PATIENCE_US), 1);
	CU_ASSERT_FALSE(usb_bufs_share(t->bufs, x));
	t->ops->rx_return(t, &x, 1);
	i = be->transfers - SEAM_SPARE - 1;
	CU_ASSERT_EQUAL(receive(i), i);
	/* One comes back and is used. */
	let_go(&keep[0]);
	stop();
	CU_ASSERT_EQUAL(buffers_out(), SEAM_SPARE - 1);
	start();
	CU_ASSERT_EQUAL(receive(be->transfers), be->transfers);
	stop();
	for (i = 1; i < SEAM_SPARE - 1; i++)
		let_go(&keep[i]);
	CU_ASSERT_EQUAL(usb_bufs_out(t->bufs), 1);
	close_one();
	let_go(&keep[SEAM_SPARE - 1]);
}

static int
next_back_end(void)
{
	be = be == NULL ? seam_back_ends : be + 1;
	return 0;
}

static int
add_suites(CU_TestInfo *tests)
{
	CU_SuiteInfo suites[] = {
		{ .pInitFunc = next_back_end, .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	unsigned int i;

	for (i = 0; i < seam_nb_back_ends; i++) {
		suites[0].pName = seam_back_ends[i].name;
		if (CU_register_suites(suites) != CUE_SUCCESS)
			return -1;
	}
	return 0;
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "table_is_complete", table_is_complete },
		{ "close_without_start", close_without_start },
		{ "silent_before_start", silent_before_start },
		{ "silent_after_stop", silent_after_stop },
		{ "stop_twice", stop_twice },
		{ "ten_restarts", ten_restarts },
		{ "ten_restarts_without_a_poll", ten_restarts_without_a_poll },
		{ "each_is_handed_out_once", each_is_handed_out_once },
		{ "in_order", in_order },
		{ "both_endpoints_bring", both_endpoints_bring },
		{ "count_tells_what_can_be_polled", count_tells_what_can_be_polled },
		{ "nothing_asked_nothing_given", nothing_asked_nothing_given },
		{ "counters_are_named", counters_are_named },
		{ "counters_stay_and_count_up", counters_stay_and_count_up },
		{ "control_answers", control_answers },
		{ "bulk_ends_in_time", bulk_ends_in_time },
		{ "two_of_a_kind", two_of_a_kind },
		{ "kept_buffers_stay", kept_buffers_stay },
		CU_TEST_INFO_NULL,
	};
	int rc;

	if (fx_init() != 0 || seam_files_make(fx_dir) != 0 ||
	    CU_initialize_registry() != CUE_SUCCESS || add_suites(tests) != 0)
		return EXIT_FAILURE;
	rc = cunit_run();
	seam_files_remove();
	fx_fini();
	return rc;
}
