/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* How a model comes to be, or does not: one line, an errno, nothing left behind. */

#include <rte_mempool.h>

#include "model_fixture.h"

/* usb_transport.h and models/usb_device.h */
#define COUNTERS_MAX	160
#define OWN_COUNTERS	10
#define BUFS_MAX	256

static void
refused(const struct usb_model_args *args, int err, const char *words)
{
	struct used before = used_now();

	CU_ASSERT_EQUAL(model_open(args), err);
	CU_ASSERT_PTR_NULL_FATAL(fx_t);
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_one_line(), words));
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_log_text, fx_conf.port));
	nothing_left(before);
}

static void
accepted(const struct usb_model_args *args)
{
	struct used before = used_now();

	CU_ASSERT_EQUAL_FATAL(model_open(args), 0);
	CU_ASSERT_EQUAL(ftell(fx_log), 0);
	CU_ASSERT_EQUAL(fake.devices, 1);
	CU_ASSERT_EQUAL(fake.airs, args->air != NULL || args->air_out != NULL);
	fx_close();
	nothing_left(before);
}

static void
unknown_chip(void)
{
	const struct usb_model_args args = { .chip = "fak" };

	fake_reset();
	refused(&args, -ENODEV, "no model of fak; there are: fake faked\n");
}

static void
speeds(void)
{
	static const struct { const char *speed; uint32_t mbps; int usb; } good[] = {
		{ NULL, 5000, 1 }, { "super", 5000, 1 }, { "high", 480, 0 },
	};
	static const char *const bad[] = { "", "full", "highest", "SUPER", "5000" };
	struct usb_model_args args = fake_args;
	unsigned int i;

	fake_reset();
	for (i = 0; i < RTE_DIM(good); i++) {
		args.speed = good[i].speed;
		accepted(&args);
		CU_ASSERT_EQUAL(fx_shared.speed_mbps, good[i].mbps);
		CU_ASSERT_EQUAL(fake.speed, good[i].usb);
	}
	for (i = 0; i < RTE_DIM(bad); i++) {
		args.speed = bad[i];
		refused(&args, -EINVAL, "need high or super");
	}
}

static void
switches(void)
{
	static const struct { const char *text; int err; const char *words; } bad[] = {
		{ "good", -EINVAL, "model switch good:" },
		{ "good:1/good", -EINVAL, "model switch good:" },
		{ "bad:1", -ENOENT, "model switch bad:1: no such switch" },
		{ "good:1/bad:1", -ENOENT, "no such switch" },
		{ "bad:1/worse:1", -ENOENT, "model switch bad:1" },
		{ "good:2", -EINVAL, "model switch good:2: no such value" },
		{ "good:", -EINVAL, "no such value" },
		{ ":1", -ENOENT, "no such switch" },
		{ "good:1:1", -EINVAL, "model switch good:1:1" },
	};
	struct usb_model_args args = fake_args;
	unsigned int i;

	fake_reset();
	args.switches = "good:1/good:1";
	accepted(&args);
	for (i = 0; i < RTE_DIM(bad); i++) {
		args.switches = bad[i].text;
		refused(&args, bad[i].err, bad[i].words);
	}
}

static void
air_and_its_options(void)
{
	struct usb_model_args args = { .chip = "fake", .air = "gen:rate:1" };
	char options[700];

	fake_reset();
	accepted(&args);
	CU_ASSERT_STRING_EQUAL(fake.air_options, "start:100/most:fake");
	args.air_options = "start:0/loop:1";
	accepted(&args);
	CU_ASSERT_STRING_EQUAL(fake.air_options, "start:100/most:fake/start:0/loop:1");
	/* A chip that has no options of its own. */
	fake.no_out = true;
	accepted(&args);
	CU_ASSERT_STRING_EQUAL(fake.air_options, "start:100/start:0/loop:1");
	fake.no_out = false;
	memset(options, 'a', sizeof(options));
	options[sizeof(options) - 1] = '\0';
	args.air_options = options;
	refused(&args, -EINVAL, "air-set= is too long");
	args.air_options = NULL;
	fake.no_air = true;
	refused(&args, -EINVAL, "no air in gen:rate:1\n");
}

/* What is sent has an air to go to, be it a silent one. */
static void
air_out(void)
{
	struct usb_model_args args = { .chip = "fake", .air_out = "/tmp/out.pcap" };

	fake_reset();
	accepted(&args);
	CU_ASSERT_STRING_EQUAL(fake.air_spec, "");
	CU_ASSERT_STRING_EQUAL(fake.air_out, "/tmp/out.pcap");
	args.air = "gen:rate:1";
	accepted(&args);
	CU_ASSERT_STRING_EQUAL(fake.air_spec, "gen:rate:1");
	CU_ASSERT_STRING_EQUAL(fake.air_out, "/tmp/out.pcap");
	args.air_out = NULL;
	fake_reset();
	accepted(&args);
	CU_ASSERT_STRING_EQUAL(fake.air_out, "");
	fake.no_air_out = true;
	accepted(&args);
	args.air_out = "/no/such/place";
	refused(&args, -EINVAL, "air-out: cannot write /no/such/place\n");
	args.air = NULL;
	refused(&args, -EINVAL, "air-out: cannot write /no/such/place\n");
	fake.no_air = true;
	refused(&args, -EINVAL, "air: no air in (null)\n");
}

static void
no_memory_for_the_device(void)
{
	const struct usb_model_args args = { .chip = "fake", .air = "gen" };

	fake_reset();
	fake.no_device = true;
	refused(&args, -ENOMEM, "no memory for the model");
}

static void
no_memory_for_the_buffers(void)
{
	uint32_t size = fx_conf.buf_size;

	fake_reset();
	fx_conf.buf_size = 1u << 28;
	refused(&fake_args, -ENOMEM, "no memory for 8 transfer buffers");
	fx_conf.buf_size = size;
}

static void
as_many_counters_as_there_is_room_for(void)
{
	fake_reset();
	fake.nb_counters = COUNTERS_MAX - OWN_COUNTERS;
	accepted(&fake_args);
	CU_ASSERT_EQUAL(fx_shared.nb_counters, COUNTERS_MAX);
	CU_ASSERT_STRING_EQUAL(fx_shared.counters[COUNTERS_MAX - 1].name, "model_counter_149");
	fake.nb_counters++;
	refused(&fake_args, -E2BIG, "more than 150 counters");
}

static void
as_many_buffers_as_a_device_takes(void)
{
	uint32_t bufs = fx_conf.nb_bufs;

	fake_reset();
	fx_conf.buf_size = 64;
	fx_conf.nb_bufs = BUFS_MAX;
	accepted(&fake_args);
	fx_conf.nb_bufs = BUFS_MAX + 1;
	refused(&fake_args, -EINVAL, "buffers=257: a model takes no more than 256");
	fx_conf.nb_bufs = bufs;
	fx_conf.buf_size = 32768;
}

/* A second IN endpoint: asked for before anything runs. */
static void
second_endpoint(void)
{
	fake_reset();
	fx_conf.buf_size = 64;
	fx_conf.ep_event = FAKE_EP_EVENT;
	fx_conf.nb_event = 4;
	accepted(&fake_args);
	CU_ASSERT_EQUAL(fake.nb_event_in, 0);
	fx_conf.nb_event = BUFS_MAX;
	accepted(&fake_args);
	fx_conf.nb_event = BUFS_MAX + 1;
	refused(&fake_args, -EINVAL, "257 buffers for events: a model takes no more than 256");
	fx_conf.nb_event = 4;
	fx_conf.ep_event = 0x86;
	refused(&fake_args, -ENOENT,
		"endpoint 0x86 of the model of fake: no such bulk-IN endpoint\n");
	fake.no_out = true;
	refused(&fake_args, -ENOTSUP,
		"endpoint 0x86 of the model of fake: it has one bulk-IN endpoint\n");
	/* Who does not listen does not ask. */
	fx_conf.ep_event = 0;
	accepted(&fake_args);
	fx_conf.nb_event = 0;
	fx_conf.buf_size = 32768;
}

static void
counters_and_what_they_are(void)
{
	static const struct { const char *name; bool gauge; } want[] = {
		{ "model_late_max_ns", true },
		{ "model_late_sum_ns", false },
		{ "model_late_events", false },
		{ "model_lost_at_stop_transfers", false },
		{ "model_tx_errors", false },
		{ "model_tx_cancelled_at_stop", false },
		{ "model_tx_while_stopped", false },
		{ "model_control_out_transfers", false },
		{ "model_control_in_transfers", false },
		{ "usb_buffers_out", true },
		{ "model_counter_0", false },
		{ "model_fifo_overflow_frames", false },
		{ "model_depth_now", true },
		{ "model_counter_3", false },
	};
	unsigned int i;

	fake_reset();
	fake.nb_counters = 4;
	CU_ASSERT_EQUAL_FATAL(model_open(&fake_args), 0);
	CU_ASSERT_EQUAL_FATAL(fx_shared.nb_counters, RTE_DIM(want));
	for (i = 0; i < RTE_DIM(want); i++) {
		CU_ASSERT_STRING_EQUAL(fx_shared.counters[i].name, want[i].name);
		CU_ASSERT_EQUAL(fx_shared.counters[i].gauge, want[i].gauge);
	}
	fx_close();
}

/* Ports whose names differ only behind what the names of DPDK's objects hold. */
static void
two_ports_with_names_alike(void)
{
	struct used before = used_now();
	struct usb_transport *first;

	fake_reset();
	fx_conf.port = "net_a_port_with_quite_a_long_name_that_ends_in_1";
	CU_ASSERT_EQUAL_FATAL(model_open(&fake_args), 0);
	first = fx_t;
	fx_conf.port = "net_a_port_with_quite_a_long_name_that_ends_in_2";
	CU_ASSERT_EQUAL_FATAL(model_open(&fake_args), 0);
	CU_ASSERT_EQUAL(fake.devices, 2);
	CU_ASSERT_EQUAL(ftell(fx_log), 0);
	first->ops->close(first);
	CU_ASSERT_EQUAL(fx_t->ops->start(fx_t), 0);
	fx_close();
	fx_conf.port = "net_test0";
	nothing_left(before);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "unknown_chip", unknown_chip },
		{ "speeds", speeds },
		{ "switches", switches },
		{ "air_and_its_options", air_and_its_options },
		{ "air_out", air_out },
		{ "no_memory_for_the_device", no_memory_for_the_device },
		{ "no_memory_for_the_buffers", no_memory_for_the_buffers },
		{ "as_many_counters_as_there_is_room_for",
		  as_many_counters_as_there_is_room_for },
		{ "as_many_buffers_as_a_device_takes", as_many_buffers_as_a_device_takes },
		{ "second_endpoint", second_endpoint },
		{ "counters_and_what_they_are", counters_and_what_they_are },
		{ "two_ports_with_names_alike", two_ports_with_names_alike },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "model_open", .pTests = tests },
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
