/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The hold of a port while it lives, in the three ways in which a user has it: the calls of
 * rte_pmd_rtw89u.h, telemetry, and testpmd's commands, with modelled chips.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <rte_dev.h>
#include <rte_eal.h>
#include <rte_log.h>

#include "cunit_run.h"

#include "../wport/fake_tel.h"
#include "../wport/fake_testpmd.h"
#include "port.h"
#include "rte_pmd_rtw89u.h"

#define KEEP	RTE_WLAN_HOLD_KEEP
#define FIXED	RTE_WLAN_HOLD_FIXED
#define AX	"model=rtl8852bu"

#define GET	"/rtw89u/rx_hold"
#define SET	"/rtw89u/rx_hold_set"

/* What a port has by itself on SuperSpeed. */
static const struct rte_wlan_rx_hold of_8922 = { FIXED, 32, 20480, 255 };

static bool
has(uint16_t port, const struct rte_wlan_rx_hold *want)
{
	struct rte_wlan_rx_hold got = { .policy = 99 };
	bool same;

	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_get(port, &got), 0);
	same = got.policy == want->policy && got.hold_us == want->hold_us &&
		got.size == want->size && got.count == want->count;
	if (!same)
		printf("    policy %d, hold %u, size %u, count %u\n", got.policy, got.hold_us,
		       got.size, got.count);
	return same;
}

static uint16_t
port_add_stopped(const char *args)
{
	uint16_t port = port_add(args);

	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL_FATAL(port_setup(port, 0, 0), 0);
	return port;
}

static void
test_default(void)
{
	static const struct { const char *args; struct rte_wlan_rx_hold hold; } rows[] = {
		{ MODEL, { FIXED, 32, 20480, 255 } },
		{ MODEL ",speed=high", { FIXED, 1024, 20480, 255 } },
		{ MODEL ",hold=500,agg-size=19,agg-count=7", { FIXED, 512, 19456, 7 } },
		{ MODEL ",hold=0", { FIXED, 0, 20480, 255 } },
		{ AX, { FIXED, 1024, 20480, 0 } },
		{ AX ",agg-size=23", { FIXED, 1024, 20480, 0 } },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint16_t port = port_run(rows[i].args, 0);

		CU_ASSERT_TRUE(has(port, &rows[i].hold));
		port_remove(port);
	}
}

/* Rounded to the chip's steps, and what is to stay stays. */
static const struct {
	const char *args;
	struct rte_wlan_rx_hold set, is;
} steps[] = {
	{ MODEL, { FIXED, 500, KEEP, KEEP }, { FIXED, 512, 20480, 255 } },
	{ MODEL, { FIXED, 1, KEEP, KEEP }, { FIXED, 32, 20480, 255 } },
	{ MODEL, { FIXED, 47, KEEP, KEEP }, { FIXED, 32, 20480, 255 } },
	{ MODEL, { FIXED, 48, KEEP, KEEP }, { FIXED, 64, 20480, 255 } },
	{ MODEL, { FIXED, 8160, KEEP, KEEP }, { FIXED, 8160, 20480, 255 } },
	{ MODEL, { FIXED, KEEP, 5000, 9 }, { FIXED, 32, 4096, 9 } },
	{ MODEL, { FIXED, KEEP, 1024, 1 }, { FIXED, 32, 1024, 1 } },
	{ MODEL, { FIXED, KEEP, KEEP, KEEP }, { FIXED, 32, 20480, 255 } },
	{ AX, { FIXED, 64, 9000, 3 }, { FIXED, 64, 8192, 3 } },
	{ AX ",agg-count=5", { FIXED, KEEP, KEEP, 0 }, { FIXED, 1024, 20480, 0 } },
};

static void
test_set(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(steps); i++) {
		uint16_t port = port_run(steps[i].args, 0);

		CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &steps[i].set), 0);
		CU_ASSERT_TRUE(has(port, &steps[i].is));
		/* It is the port's, not one start's. */
		CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
		CU_ASSERT_TRUE(has(port, &steps[i].is));
		CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
		CU_ASSERT_TRUE(has(port, &steps[i].is));
		port_remove(port);
	}
}

static void
test_set_stopped(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(steps); i++) {
		uint16_t port = port_add_stopped(steps[i].args);

		CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &steps[i].set), 0);
		CU_ASSERT_TRUE(has(port, &steps[i].is));
		CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
		CU_ASSERT_TRUE(has(port, &steps[i].is));
		port_remove(port);
	}
}

/* Off, and on again. */
static void
test_off(void)
{
	const struct rte_wlan_rx_hold off = { FIXED, 0, KEEP, KEEP };
	const struct rte_wlan_rx_hold on = { FIXED, 64, KEEP, KEEP };
	const struct rte_wlan_rx_hold is_on = { FIXED, 64, 20480, 255 };
	struct rte_wlan_rx_hold got;
	uint16_t port = port_run(MODEL, 0);

	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &off), 0);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_get(port, &got), 0);
	CU_ASSERT(got.hold_us == 0 && got.policy == FIXED);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &on), 0);
	CU_ASSERT_TRUE(has(port, &is_on));
	port_remove(port);
}

/* Nothing of what is refused is done. */
static void
test_refused(void)
{
	static const struct { struct rte_wlan_rx_hold set; int ret; } rows[] = {
		{ { FIXED, 8161, KEEP, KEEP }, -EINVAL },
		{ { FIXED, 9000, KEEP, KEEP }, -EINVAL },
		{ { FIXED, 64, 1023, KEEP }, -EINVAL },
		{ { FIXED, 64, 0, KEEP }, -EINVAL },
		{ { FIXED, 64, 1024 * 1024, KEEP }, -EINVAL },
		{ { FIXED, 64, 1023 * 1024, KEEP }, -EINVAL },	/* no room in the transfers */
		{ { FIXED, 64, KEEP, 256 }, -EINVAL },
		{ { FIXED, 64, KEEP, 0 }, -EINVAL },
		{ { RTE_WLAN_HOLD_CPU + 1, 64, KEEP, KEEP }, -EINVAL },
		{ { RTE_WLAN_HOLD_CPU, 0, KEEP, KEEP }, -EINVAL },
	};
	struct rte_wlan_rx_hold hold = of_8922;
	uint16_t port = port_run(MODEL, 0), null;
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(rows); i++) {
		ret = rte_pmd_rtw89u_rx_hold_set(port, &rows[i].set);
		CU_ASSERT_EQUAL(ret, rows[i].ret);
		if (ret != rows[i].ret)
			printf("    row %u: %d\n", i, ret);
		CU_ASSERT_TRUE(has(port, &of_8922));
	}
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, NULL), -EINVAL);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_get(port, NULL), -EINVAL);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(NO_PORT, &hold), -ENODEV);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_get(NO_PORT, &hold), -ENODEV);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(UINT16_MAX, &hold), -ENODEV);
	port_remove(port);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &hold), -ENODEV);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_get(port, &hold), -ENODEV);
	null = port_add("null=rtl8922au");
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(null, &hold), -ENOTSUP);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_get(null, &hold), -ENOTSUP);
	port_remove(null);
}

/* A port of somebody else's. */
static void
test_foreign(void)
{
	struct rte_wlan_rx_hold hold = of_8922;
	uint16_t port;

	if (rte_eal_hotplug_add("vdev", "net_null0", "") != 0 ||
	    rte_eth_dev_get_port_by_name("net_null0", &port) != 0) {
		skip("DPDK's net_null is not here");
		return;
	}
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &hold), -ENODEV);
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_get(port, &hold), -ENODEV);
	CU_ASSERT_PTR_NOT_NULL(tel_text(tel_ask(GET, "0"), "error"));
	CU_ASSERT_PTR_NOT_NULL_FATAL(testpmd_say("show port 0 rx_hold"));
	CU_ASSERT_STRING_EQUAL(testpmd_say("show port 0 rx_hold"),
		"Port 0 (net_null0) has no rx_hold: it is another driver's\n");
	CU_ASSERT_STRING_EQUAL(testpmd_say("set port 0 rx_hold 64"),
		"Port 0 (net_null0) has no rx_hold: it is another driver's\n");
	rte_eal_hotplug_remove("vdev", "net_null0");
}

static void
test_adapts(void)
{
	static const enum rte_wlan_hold_policy policies[] = {
		RTE_WLAN_HOLD_LATENCY, RTE_WLAN_HOLD_BALANCED, RTE_WLAN_HOLD_CPU,
	};
	struct rte_wlan_rx_hold hold = { .hold_us = KEEP, .size = KEEP, .count = KEEP };
	uint16_t port = port_run(MODEL, 0);
	unsigned int i;

	for (i = 0; i < RTE_DIM(policies); i++) {
		struct rte_wlan_rx_hold is = of_8922;

		hold.policy = policies[i];
		CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &hold), 0);
		is.policy = policies[i];
		CU_ASSERT_TRUE(has(port, &is));
	}
	hold = (struct rte_wlan_rx_hold){ FIXED, 256, KEEP, KEEP };
	CU_ASSERT_EQUAL(rte_pmd_rtw89u_rx_hold_set(port, &hold), 0);
	hold = (struct rte_wlan_rx_hold){ FIXED, 256, 20480, 255 };
	CU_ASSERT_TRUE(has(port, &hold));
	port_remove(port);
}

static bool
tells(const struct rte_tel_data *d, const char *policy, uint64_t hold_us, uint64_t size,
      uint64_t count)
{
	const char *got = tel_text(d, "policy");

	if (got != NULL && strcmp(got, policy) == 0 && tel_number(d, "hold_us") == hold_us &&
	    tel_number(d, "size") == size && tel_number(d, "count") == count)
		return true;
	printf("    policy %s, hold %d, size %d, count %d, error %s\n", got == NULL ? "-" : got,
	       (int)tel_number(d, "hold_us"), (int)tel_number(d, "size"),
	       (int)tel_number(d, "count"), tel_text(d, "error"));
	return false;
}

static void
test_telemetry(void)
{
	uint16_t port = port_run(MODEL, 0);

	CU_ASSERT_EQUAL_FATAL(port, 0);
	CU_ASSERT_TRUE(tells(tel_ask(GET, "0"), "fixed", 32, 20480, 255));
	CU_ASSERT_TRUE(tells(tel_ask(SET, "0,500"), "fixed", 512, 20480, 255));
	CU_ASSERT_TRUE(tells(tel_ask(SET, "0,64,5000"), "fixed", 64, 4096, 255));
	CU_ASSERT_TRUE(tells(tel_ask(SET, "0,96,8192,30"), "fixed", 96, 8192, 30));
	CU_ASSERT_TRUE(tells(tel_ask(GET, "0"), "fixed", 96, 8192, 30));
	CU_ASSERT_TRUE(tells(tel_ask(SET, "0,auto"), "auto:balanced", 96, 8192, 30));
	CU_ASSERT_TRUE(tells(tel_ask(SET, "0,auto:latency,20480"), "auto:latency", 96, 20480, 30));
	CU_ASSERT_TRUE(tells(tel_ask(SET, "0,auto:cpu,20480,255"), "auto:cpu", 96, 20480, 255));
	CU_ASSERT_TRUE(tells(tel_ask(SET, "0,32"), "fixed", 32, 20480, 255));
	port_remove(port);
}

/* Numbers of what adapts: there is one for each. */
static void
test_telemetry_state(void)
{
	static const char * const numbers[] = {
		"changes", "writes", "write_failed", "ignored", "stuck", "wanted_us",
		"load_permille", "cost_transfer_ns", "cost_frame_ns",
	};
	static const char * const rungs[] = { "32", "64", "128", "256", "512", "1024" };
	uint16_t port = port_run(MODEL, 0);
	const struct rte_tel_data *d;
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(port, 0);
	d = tel_ask(SET, "0,128");
	CU_ASSERT_EQUAL(tel_number(d, "changes"), 1);
	CU_ASSERT_EQUAL(tel_number(d, "wanted_us"), 128);
	CU_ASSERT_PTR_NULL(tel_dict(d, "rungs_ms"));
	d = tel_ask(SET, "0,auto");
	for (i = 0; i < RTE_DIM(numbers); i++)
		CU_ASSERT_NOT_EQUAL(tel_number(d, numbers[i]), UINT64_MAX);
	CU_ASSERT_PTR_NOT_NULL(tel_text(d, "why"));
	CU_ASSERT_PTR_NOT_NULL_FATAL(tel_dict(d, "rungs_ms"));
	for (i = 0; i < RTE_DIM(rungs); i++)
		CU_ASSERT_NOT_EQUAL(tel_number(tel_dict(d, "rungs_ms"), rungs[i]), UINT64_MAX);
	port_remove(port);
}

static bool
is_error(const char *command, const char *params, const char *word)
{
	const struct rte_tel_data *d = tel_ask(command, params);
	const char *text = tel_text(d, "error");

	if (text != NULL && strstr(text, word) != NULL && tel_text(d, "policy") == NULL)
		return true;
	printf("    %s,%s: %s\n", command, params == NULL ? "" : params, text);
	return false;
}

/* Each says what is wrong, and nothing is changed. */
static void
test_telemetry_refused(void)
{
	static const char * const shapes[] = {
		NULL, "", "0", "x,32", "0,", "0,32,", "0,32,4096,", "0,32,4096,5,6", "0,x", "0,-1",
		"0,auto:x", "0,auto:", "0,32,x", "0,32,4096,x", "0,32us", "-1,32", " 0,32",
		/* Longer than any that is meant. */
		"0,00000000000000000000000000000000000000000000000000000000000000000000000064",
	};
	uint16_t port = port_run(MODEL, 0);
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(port, 0);
	for (i = 0; i < RTE_DIM(shapes); i++)
		CU_ASSERT_TRUE(is_error(SET, shapes[i], "need PORT,US|auto"));
	CU_ASSERT_TRUE(is_error(SET, "0,9000", "8160"));
	CU_ASSERT_TRUE(is_error(SET, "0,32,100", "size"));
	CU_ASSERT_TRUE(is_error(SET, "0,32,1047552", "size"));
	CU_ASSERT_TRUE(is_error(SET, "0,32,4096,256", "count"));
	CU_ASSERT_TRUE(is_error(SET, "1,32", "port 1"));
	CU_ASSERT_TRUE(is_error(SET, "70000,32", "port 70000"));
	CU_ASSERT_TRUE(is_error(GET, NULL, "port"));
	CU_ASSERT_TRUE(is_error(GET, "", "port"));
	CU_ASSERT_TRUE(is_error(GET, "0,1", "port"));
	CU_ASSERT_TRUE(is_error(GET, "7", "port 7"));
	CU_ASSERT_TRUE(is_error(GET, "65536", "port 65536"));
	CU_ASSERT_TRUE(has(port, &of_8922));
	port_remove(port);
	port = port_add("null=rtl8922au");
	CU_ASSERT_TRUE(is_error(GET, "0", "device"));
	CU_ASSERT_TRUE(is_error(SET, "0,32", ""));
	port_remove(port);
}

static bool
said(const char *line, const char *want)
{
	const char *got = testpmd_say(line);

	if (got != NULL && strncmp(got, want, strlen(want)) == 0)
		return true;
	printf("    %s: %s\n", line, got == NULL ? "no such command" : got);
	return false;
}

static void
test_testpmd(void)
{
	uint16_t port = port_run(MODEL, 0);

	CU_ASSERT_EQUAL_FATAL(port, 0);
	CU_ASSERT_TRUE(said("show port 0 rx_hold",
		"Port 0: rx_hold 32 us (fixed), size 20480 bytes, count 255\n"));
	CU_ASSERT_TRUE(said("set port 0 rx_hold 1000",
		"Port 0: rx_hold 992 us (fixed), size 20480 bytes, count 255\n"));
	CU_ASSERT_TRUE(said("set port 0 rx_hold 64 size 8192 count 30",
		"Port 0: rx_hold 64 us (fixed), size 8192 bytes, count 30\n"));
	CU_ASSERT_TRUE(said("set port 0 rx_hold auto count 255 size 20480",
		"Port 0: rx_hold 64 us (auto:balanced), size 20480 bytes, count 255\n"
		"  wanted: "));
	CU_ASSERT_TRUE(said("set port 0 rx_hold auto:cpu", "Port 0: rx_hold 64 us (auto:cpu)"));
	CU_ASSERT_PTR_NOT_NULL_FATAL(testpmd_say("show port 0 rx_hold"));
	CU_ASSERT_PTR_NOT_NULL(strstr(testpmd_say("show port 0 rx_hold"), "\n  at 1024 us: "));
	CU_ASSERT_TRUE(said("set port 0 rx_hold 0", "Port 0: rx_hold 0: no aggregation\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(testpmd_help(), "show port (port_id) rx_hold\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(testpmd_help(), "set port (port_id) rx_hold (us)"));
	port_remove(port);
	port = port_run(AX, 0);
	CU_ASSERT_TRUE(said("show port 0 rx_hold",
		"Port 0: rx_hold 1024 us (fixed), size 20480 bytes, count without limit\n"));
	port_remove(port);
}

static void
test_testpmd_refused(void)
{
	static const char * const usage[] = {
		"x", "-1", "auto:x", "32 size", "32 size x", "32 4096", "32 size 4096 size 4096",
		"32 count", "32 size 4096 count", "32 weight 3", "32us", "4294967295",
	};
	uint16_t port = port_run(MODEL, 0);
	char line[80];
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(port, 0);
	for (i = 0; i < RTE_DIM(usage); i++) {
		snprintf(line, sizeof(line), "set port 0 rx_hold %s", usage[i]);
		CU_ASSERT_TRUE(said(line, "Usage: set port <port_id> rx_hold <us>|auto"));
	}
	CU_ASSERT_TRUE(said("set port 0 rx_hold 9000", "Port 0: rx_hold is not set: "));
	CU_ASSERT_PTR_NOT_NULL(strstr(testpmd_say("set port 0 rx_hold 9000"), "8160"));
	CU_ASSERT_TRUE(said("show port 5 rx_hold", "Invalid port 5\n"));
	CU_ASSERT_TRUE(said("set port 5 rx_hold 64", "Invalid port 5\n"));
	CU_ASSERT_PTR_NULL(testpmd_say("set port 0 rx_hold"));
	CU_ASSERT_PTR_NULL(testpmd_say("show port x rx_hold"));
	CU_ASSERT_PTR_NULL(testpmd_say("show port 0 rx_hold now"));
	CU_ASSERT_TRUE(has(port, &of_8922));
	port_remove(port);
	port = port_add("null=rtl8922au");
	CU_ASSERT_TRUE(said("show port 0 rx_hold", "Port 0 has no rx_hold: "));
	CU_ASSERT_TRUE(said("set port 0 rx_hold 64", "Port 0: rx_hold is not set: "));
	port_remove(port);
}

/* Of several plugins the last one answers for ports that are no one's, and each for its
 * own. */
static void
test_testpmd_plugins(void)
{
	uint16_t port = port_run(MODEL, 0);

	testpmd_plugin_add(false);
	CU_ASSERT_TRUE(said("show port 5 rx_hold", "Invalid port 5\n"));
	testpmd_plugin_remove();
	testpmd_plugin_add(true);
	CU_ASSERT_PTR_NULL(testpmd_say("show port 5 rx_hold"));
	CU_ASSERT_TRUE(said("show port 0 rx_hold", "Port 0: rx_hold 32 us"));
	testpmd_plugin_remove();
	port_remove(port);
}

static CU_TestInfo tests[] = {
	{ "defaults and devargs", test_default },
	{ "set while it runs", test_set },
	{ "set while it is stopped", test_set_stopped },
	{ "off and on", test_off },
	{ "refused", test_refused },
	{ "another driver's port", test_foreign },
	{ "policies that adapt", test_adapts },
	{ "telemetry", test_telemetry },
	{ "telemetry: state", test_telemetry_state },
	{ "telemetry: refused", test_telemetry_refused },
	{ "testpmd", test_testpmd },
	{ "testpmd: refused", test_testpmd_refused },
	{ "testpmd: two plugins", test_testpmd_plugins },
	CU_TEST_INFO_NULL
};

int
main(int argc __rte_unused, char **argv)
{
	CU_SuiteInfo suites[] = {
		{ "rx_hold", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};
	char words[][28] = { "", "--no-huge", "-m256", "--no-pci", "--no-telemetry",
			     "--no-shconf", "-l0", "--log-level=lib.eal:error" };
	char *eal[RTE_DIM(words)];
	unsigned int i;
	int failed;

	for (i = 0; i < RTE_DIM(words); i++)
		eal[i] = i == 0 ? argv[0] : words[i];
	if (rte_eal_init(RTE_DIM(words), eal) < 0)
		return EXIT_FAILURE;
	rte_log_set_level_pattern("pmd.*", RTE_LOG_CRIT);
	rte_log_set_level_pattern("lib.*", RTE_LOG_CRIT);
	pool = rte_pktmbuf_pool_create("tests", 2047, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				       SOCKET_ID_ANY);
	if (pool == NULL || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	failed = cunit_run();
	rte_mempool_free(pool);
	rte_eal_cleanup();
	return failed;
}
