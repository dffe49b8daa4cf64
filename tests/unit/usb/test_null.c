/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>

#include "replay_fixture.h"

static struct usb_shared shared;
static struct usb_transport *t;

static int
open_null(void)
{
	const struct usb_transport_conf conf = {
		.port = "net_test0", .socket_id = -1, .nb_bufs = 4, .buf_size = 512,
		.ep_in = 0x84,
		.shared = &shared,
	};

	memset(&shared, 0xa5, sizeof(shared));
	t = NULL;
	return usb_null_open(&conf, &t);
}

static void
table_is_complete(void)
{
	CU_ASSERT_EQUAL_FATAL(open_null(), 0);
	CU_ASSERT_STRING_EQUAL(t->ops->name, "null");
	CU_ASSERT_PTR_NOT_NULL(t->ops->start);
	CU_ASSERT_PTR_NOT_NULL(t->ops->stop);
	CU_ASSERT_PTR_NOT_NULL(t->ops->close);
	CU_ASSERT_PTR_NOT_NULL(t->ops->rx_poll);
	CU_ASSERT_PTR_NOT_NULL(t->ops->rx_return);
	CU_ASSERT_PTR_NOT_NULL(t->ops->rx_count);
	CU_ASSERT_PTR_NOT_NULL(t->ops->tx_setup);
	CU_ASSERT_PTR_NOT_NULL(t->ops->control);
	CU_ASSERT_PTR_EQUAL(t->shared, &shared);
	CU_ASSERT_EQUAL(shared.nb_counters, 0);
	CU_ASSERT_EQUAL(shared.speed_mbps, 0);
	t->ops->close(t);
}

static void
nothing_is_received(void)
{
	struct usb_xfer *x[4];
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(open_null(), 0);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_EQUAL(t->ops->start(t), 0);
		CU_ASSERT_EQUAL(t->ops->rx_count(t), 0);
		CU_ASSERT_EQUAL(t->ops->rx_poll(t, x, 4), 0);
		t->ops->rx_return(t, x, 0);
		CU_ASSERT_EQUAL(t->ops->stop(t), 0);
	}
	t->ops->close(t);
}

static void
control_reads_zero_and_no_further(void)
{
	struct usb_request req = { .bmRequestType = 0xc0, .bRequest = 5, .wLength = 4 };
	uint8_t data[5] = { 1, 2, 3, 4, 5 };

	CU_ASSERT_EQUAL_FATAL(open_null(), 0);
	CU_ASSERT_EQUAL(usb_control(t, &req, data, 100), 4);
	CU_ASSERT_EQUAL(memcmp(data, "\0\0\0\0\5", 5), 0);
	req.wLength = 0;
	CU_ASSERT_EQUAL(usb_control(t, &req, NULL, 100), 0);
	t->ops->close(t);
}

static void
control_write_leaves_the_data(void)
{
	struct usb_request req = { .bmRequestType = 0x40, .bRequest = 5, .wLength = 4 };
	uint8_t data[4] = { 1, 2, 3, 4 };

	CU_ASSERT_EQUAL_FATAL(open_null(), 0);
	CU_ASSERT_EQUAL(usb_control(t, &req, data, 100), 4);
	CU_ASSERT_EQUAL(memcmp(data, "\1\2\3\4", 4), 0);
	t->ops->close(t);
}

/* As with a device, a transfer comes again when all others have been. */
static void
whatever_is_sent_has_arrived(void)
{
	struct usb_xfer *x[4], *first[6];
	unsigned int i, j, n = 0;

	CU_ASSERT_EQUAL_FATAL(open_null(), 0);
	shared.tx_failed = 0;
	CU_ASSERT_EQUAL_FATAL(t->ops->tx_setup(t, 2, 0x09, 6, 2048), 0);
	CU_ASSERT_EQUAL(t->ops->start(t), 0);
	for (i = 0; i < 1000; i++) {
		CU_ASSERT_EQUAL_FATAL(t->ops->tx_get(t, 2, x, 4), 4);
		for (j = 0; j < 4; j++, n++) {
			if (n < 6)
				first[n] = x[j];
			CU_ASSERT_PTR_EQUAL(x[j], first[n % 6]);
			x[j]->len = 2048;
		}
		t->ops->tx_submit(t, 2, x, 4);
		CU_ASSERT_EQUAL(t->ops->tx_count(t, 2), 0);
	}
	CU_ASSERT_EQUAL(t->ops->stop(t), 0);
	CU_ASSERT_EQUAL(shared.tx_failed, 0);
	t->ops->close(t);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "table_is_complete", table_is_complete },
		{ "nothing_is_received", nothing_is_received },
		{ "control_reads_zero_and_no_further", control_reads_zero_and_no_further },
		{ "control_write_leaves_the_data", control_write_leaves_the_data },
		{ "whatever_is_sent_has_arrived", whatever_is_sent_has_arrived },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "null", .pTests = tests },
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
