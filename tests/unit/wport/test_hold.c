/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What a caller sets and gets, what is refused, and what stays: stop and start, a device that
 * was away. The controller is fake_hold.h's. toy1: steps of 32 us, 64 us on SuperSpeed and
 * 256 us else, 20 KiB and no count, transfers of 32 KiB. */

#include "fake_hold.h"
#include "hold_bench.h"

static void
as_devargs_say(void)
{
	static const struct {
		const char *args;
		enum rte_wlan_hold_policy policy;
		uint32_t us, size, count;
	} rows[] = {
		{ "model=toy1", FIXED, 64, 20480, 0 },
		{ "model=toy1,speed=high", FIXED, 256, 20480, 0 },
		{ "model=toy1,hold=500,agg-size=7,agg-count=9", FIXED, 512, 7168, 9 },
		{ "model=toy1,hold=32,agg-size=1", FIXED, 32, 1024, 0 },
		{ "model=toy1,hold=0", FIXED, 0, 20480, 0 },
		{ "model=toy1,hold=auto", BALANCED, 64, 20480, 0 },
		{ "model=toy1,speed=high,hold=auto:cpu", CPU, 256, 20480, 0 },
		{ "model=toy1,hold=auto:latency,agg-count=3", LATENCY, 64, 20480, 3 },
		/* Off by itself. */
		{ "model=toy9", FIXED, 0, 4096, 10 },
		{ "model=toy9,hold=auto", BALANCED, 16, 8192, 10 },
	};
	unsigned int i;
	uint16_t port;

	for (i = 0; i < RTE_DIM(rows); i++) {
		port = port_setup(rows[i].args);
		is_in_use(port, rows[i].policy, rows[i].us, rows[i].size, rows[i].count);
		CU_ASSERT_EQUAL(toy_hw.nb_agg, 0);
		CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
		is_in_use(port, rows[i].policy, rows[i].us, rows[i].size, rows[i].count);
		CU_ASSERT_EQUAL(toy_hw.nb_agg, 1);
		CU_ASSERT_EQUAL(toy_hw.agg.hold_us, rows[i].us);
		CU_ASSERT_EQUAL(toy_hw.agg.bytes, rows[i].size);
		CU_ASSERT_EQUAL(toy_hw.agg.count, rows[i].count);
		port_remove(port);
	}
}

/* By which the queue tells what closed a transfer. */
static bool
queue_knows(uint16_t port, uint32_t size, uint32_t units)
{
	struct rxb_hold_limits limits;

	memcpy(&limits, &wport_at(port)->rxq.seen.limits, sizeof(limits));
	return limits.size == size && limits.units == units;
}

/* Rounded as get tells; what is KEEP stays. */
static void
set_while_it_runs(void)
{
	uint16_t port = port_run("model=toy1");

	CU_ASSERT_TRUE(queue_knows(port, 20480, 0));
	CU_ASSERT_EQUAL(set(port, FIXED, 500, KEEP, KEEP), 0);
	is_in_use(port, FIXED, 512, 20480, 0);
	CU_ASSERT_EQUAL(set(port, KEEP, 47, KEEP, 7), 0);
	is_in_use(port, FIXED, 32, 20480, 7);
	CU_ASSERT_EQUAL(set(port, KEEP, 48, 5119, KEEP), 0);
	is_in_use(port, FIXED, 64, 4096, 7);
	/* Never to none, and the vendor's small packets. */
	CU_ASSERT_EQUAL(set(port, KEEP, 1, 1024, 0), 0);
	is_in_use(port, FIXED, 32, 1024, 0);
	CU_ASSERT_EQUAL(set(port, KEEP, 8160, 20480, 255), 0);
	is_in_use(port, FIXED, 8160, 20480, 255);
	CU_ASSERT_EQUAL(set(port, KEEP, 0, KEEP, KEEP), 0);
	is_in_use(port, FIXED, 0, 20480, 255);
	CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 0);
	/* A transfer of one unit is full. */
	CU_ASSERT_TRUE(queue_knows(port, 0, 1));
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 7);
	CU_ASSERT_EQUAL(log_lines(), 0);
	/* Nothing to do. */
	CU_ASSERT_EQUAL(set(port, KEEP, KEEP, KEEP, KEEP), 0);
	CU_ASSERT_EQUAL(set(port, FIXED, KEEP, 20480, 255), 0);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 7);
	CU_ASSERT_EQUAL(fake_hold.nb_steps, 0);
	port_remove(port);
}

static void
refused(uint16_t port, int err, const char *word, struct rte_wlan_rx_hold hold)
{
	struct rte_wlan_rx_hold before = in_use(port);
	unsigned int nb_agg = toy_hw.nb_agg;
	char why[160] = "";

	log_clear();
	CU_ASSERT_EQUAL(wport_hold_set(wport_at(port), &hold), err);
	CU_ASSERT_EQUAL(log_lines(), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), word));
	CU_ASSERT_EQUAL(wport_hold_check(wport_at(port), &hold, why, sizeof(why)), err);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), why));
	CU_ASSERT(strlen(why) > 10 && strlen(why) <= 120);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, nb_agg);
	is_in_use(port, before.policy, before.hold_us, before.size, before.count);
}

static void
out_of_range(void)
{
	static const struct {
		struct rte_wlan_rx_hold hold;
		const char *word;
	} rows[] = {
		{ { 4, KEEP, KEEP, KEEP }, "policy 4: need a number from 0 to 3" },
		{ { FIXED, 8161, KEEP, KEEP }, "hold 8161: need a number from 0 to 8160" },
		{ { FIXED, UINT32_MAX - 1, KEEP, KEEP }, "from 0 to 8160" },
		{ { FIXED, 32, 1023, KEEP }, "size 1023: need a number from 1024 to 102400" },
		{ { FIXED, 32, 0, KEEP }, "from 1024 to 102400" },
		{ { FIXED, 32, 102401, KEEP }, "from 1024 to 102400" },
		{ { FIXED, 32, KEEP, 256 }, "count 256: need a number from 0 to 255" },
		{ { BALANCED, 0, KEEP, KEEP }, "nothing that a policy could adapt" },
		/* 32768 of which one unit is 11500 */
		{ { FIXED, 32, 22528, KEEP }, "needs transfers of 34028 bytes; these have 32768" },
		{ { LATENCY, KEEP, 102400, KEEP }, "these have 32768" },
	};
	uint16_t port;
	unsigned int i;

	port = port_run("model=toy1,agg-size=4");
	for (i = 0; i < RTE_DIM(rows); i++)
		refused(port, -EINVAL, rows[i].word, rows[i].hold);
	/* The same of a port that is stopped. */
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	for (i = 0; i < RTE_DIM(rows); i++)
		refused(port, -EINVAL, rows[i].word, rows[i].hold);
	/* What just fits: 21268 bytes are there. */
	CU_ASSERT_EQUAL(set(port, FIXED, 32, 20480, KEEP), 0);
	port_remove(port);
	/* This one always has a limit. */
	port = port_run("model=toy9,hold=64");
	refused(port, -EINVAL, "count 0: need a number from 1 to 31",
		(struct rte_wlan_rx_hold){ KEEP, KEEP, KEEP, 0 });
	port_remove(port);
	port = port_run("model=toy1,buffer-size=65536");
	CU_ASSERT_EQUAL(set(port, FIXED, KEEP, 54036, KEEP), 0);
	is_in_use(port, FIXED, 64, 53248, 0);
	port_remove(port);
}

/* No device, one that cannot, one that is gone. */
static void
cannot(void)
{
	const struct rte_wlan_rx_hold hold = { FIXED, 64, KEEP, KEEP };
	struct rte_wlan_rx_hold got;
	struct rxb_hold_state state;
	uint16_t port;

	port = port_run("replay=f.pcap,chip=toy1");
	CU_ASSERT_EQUAL(wport_hold_get(wport_at(port), &got), -ENOTSUP);
	CU_ASSERT_EQUAL(wport_hold_state(wport_at(port), &state), -ENOTSUP);
	log_clear();
	CU_ASSERT_EQUAL(wport_hold_set(wport_at(port), &hold), -ENOTSUP);
	CU_ASSERT_EQUAL(log_lines(), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "no device that could aggregate"));
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 0);
	port_remove(port);
	port = port_run("model=toy0");
	CU_ASSERT_EQUAL(wport_hold_get(wport_at(port), &got), -ENOTSUP);
	CU_ASSERT_EQUAL(set(port, BALANCED, KEEP, KEEP, KEEP), -ENOTSUP);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "no register of the toy0 is known"));
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 0);
	CU_ASSERT_FALSE(wport_at(port)->hold.has_thread);
	port_remove(port);
	port = port_run("model=toy1");
	become(USB_GONE);
	refused(port, -ENODEV, "the device is gone", hold);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	refused(port, -ENODEV, "the device is gone", hold);
	port_remove(port);
}

/* Remembered, and set when the port starts. */
static void
set_while_stopped(void)
{
	uint16_t port = port_setup("model=toy1");

	CU_ASSERT_EQUAL(set(port, FIXED, 500, 4096, 9), 0);
	is_in_use(port, FIXED, 512, 4096, 9);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 1);
	is_in_use(port, FIXED, 512, 4096, 9);
	CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 512);
	/* And again after a stop. */
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	toy_hw.agg = (struct wport_agg){ 0 };
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 512);
	CU_ASSERT_EQUAL(toy_hw.agg.bytes, 4096);
	CU_ASSERT_EQUAL(toy_hw.agg.count, 9);
	port_remove(port);
}

/* A register that does not take, one that takes less, one that does not answer: nothing has
 * changed. */
static void
does_not_take(void)
{
	uint16_t port = port_run("model=toy1");

	toy_hw.clamp_us = 128;
	CU_ASSERT_EQUAL(set(port, KEEP, 512, KEEP, KEEP), -EIO);
	CU_ASSERT_EQUAL(log_lines(), 1);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "set to hold 512 us, size 20480 bytes, count 0, "
				      "it is hold 128 us, size 20480 bytes, count 0"));
	is_in_use(port, FIXED, 64, 20480, 0);
	CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 64);
	toy_hw.clamp_us = 0;
	toy_hw.agg_dead = true;
	CU_ASSERT_EQUAL(set(port, FIXED, 32, KEEP, KEEP), -EIO);
	is_in_use(port, FIXED, 64, 20480, 0);
	CU_ASSERT_EQUAL(set(port, BALANCED, 32, KEEP, KEEP), -EIO);
	is_in_use(port, FIXED, 64, 20480, 0);
	CU_ASSERT_FALSE(wport_at(port)->hold.has_thread);
	toy_hw.agg_dead = false;
	toy_hw.agg_ret = -ETIMEDOUT;
	CU_ASSERT_EQUAL(set(port, FIXED, 32, KEEP, 3), -ETIMEDOUT);
	is_in_use(port, FIXED, 64, 20480, 0);
	toy_hw.agg_ret = 0;
	/* Nor at a start. */
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	toy_hw.clamp_bytes = 4096;
	log_clear();
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EIO);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "size 4096 bytes"));
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_ignored"), 4 + 1);
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_write_failed"), 1);
	port_remove(port);
}

/* What was set by hand survives a sleep of the device; what is set meanwhile is set when it
 * is back. */
static void
away_and_back(void)
{
	uint16_t port = port_run("model=toy1");

	CU_ASSERT_EQUAL(set(port, FIXED, 512, KEEP, 7), 0);
	toy_hw.agg = (struct wport_agg){ 0 };
	become(USB_AWAY);
	CU_ASSERT_EQUAL(toy_hw.agg.hold_us, 512);
	CU_ASSERT_EQUAL(toy_hw.agg.count, 7);
	is_in_use(port, FIXED, 512, 20480, 7);
	CU_ASSERT_EQUAL(xstat(port, "rx_hold_changes"), 1);
	toy_hw.nb_agg = 0;
	__atomic_store_n(&script->t.shared->state, USB_AWAY, __ATOMIC_RELEASE);
	CU_ASSERT_EQUAL(set(port, FIXED, 96, KEEP, KEEP), 0);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 0);
	event(event_arg, USB_AWAY);
	CU_ASSERT_EQUAL(toy_hw.nb_agg, 1);
	is_in_use(port, FIXED, 96, 20480, 7);
	port_remove(port);
}

/* A chip that does not aggregate gets what its transfers have room for, unless told. */
static void
off_by_itself(void)
{
	uint16_t port = port_run("model=toy9");

	is_in_use(port, FIXED, 0, 4096, 10);
	CU_ASSERT_EQUAL(set(port, FIXED, 100, KEEP, KEEP), 0);
	is_in_use(port, FIXED, 100, 4096, 10);
	CU_ASSERT_EQUAL(set(port, FIXED, 0, KEEP, KEEP), 0);
	CU_ASSERT_EQUAL(set(port, CPU, KEEP, KEEP, KEEP), 0);
	is_in_use(port, CPU, 16, 4096, 10);
	refused(port, -EINVAL, "these have 8192", (struct rte_wlan_rx_hold){ KEEP, KEEP, 8192, KEEP });
	port_remove(port);
}

static void
told(void)
{
	uint16_t port;

	rte_log_set_global_level(RTE_LOG_INFO);
	rte_log_set_level(toy_logtype, RTE_LOG_INFO);
	port = port_run("model=toy1");
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "TOY: " PORT_NAME ": rx aggregation: hold 64 us, "
				      "size 20480 bytes\n"));
	CU_ASSERT_EQUAL(set(port, KEEP, 500, KEEP, 3), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), ": hold 512 us, size 20480 bytes, count 3\n"));
	CU_ASSERT_EQUAL(set(port, LATENCY, KEEP, KEEP, KEEP), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), ", count 3, auto:latency\n"));
	CU_ASSERT_EQUAL(set(port, FIXED, 0, KEEP, KEEP), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "rx aggregation off\n"));
	port_remove(port);
	rte_log_set_level(toy_logtype, RTE_LOG_NOTICE);
	rte_log_set_global_level(RTE_LOG_NOTICE);
}

static CU_TestInfo tests[] = {
	{ "as devargs say", as_devargs_say },
	{ "set while it runs", set_while_it_runs },
	{ "out of range", out_of_range },
	{ "cannot", cannot },
	{ "set while stopped", set_while_stopped },
	{ "does not take", does_not_take },
	{ "away and back", away_and_back },
	{ "off by itself", off_by_itself },
	{ "told", told },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_hold", make_all, free_all, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
