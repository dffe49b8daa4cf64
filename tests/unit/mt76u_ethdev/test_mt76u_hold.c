/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The hold of a modelled MT7921U while it lives: rte_pmd_mt76u.h, telemetry, testpmd. What is
 * alike for all drivers is tested with net_rtw89u. */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_dev.h>
#include <rte_eal.h>
#include <rte_ethdev.h>

#include "cunit_run.h"

#include "../wport/fake_tel.h"
#include "../wport/fake_testpmd.h"
#include "rte_pmd_mt76u.h"

#define KEEP	RTE_WLAN_HOLD_KEEP
#define FIXED	RTE_WLAN_HOLD_FIXED

#define GET	"/mt76u/rx_hold"
#define SET	"/mt76u/rx_hold_set"

static struct rte_mempool *pool;

static uint16_t
port_add(const char *args)
{
	uint16_t port = RTE_MAX_ETHPORTS;

	CU_ASSERT_EQUAL_FATAL(rte_eal_hotplug_add("vdev", "net_mt76u_hold", args), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_get_port_by_name("net_mt76u_hold", &port), 0);
	CU_ASSERT_EQUAL_FATAL(port, 0);
	return port;
}

static uint16_t
port_run(const char *args)
{
	const struct rte_eth_conf conf = { .rxmode = { .mtu = RTE_ETHER_MTU } };
	uint16_t port = port_add(args);

	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_configure(port, 1, 0, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
	return port;
}

static void
port_remove(void)
{
	rte_eth_dev_stop(0);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", "net_mt76u_hold"), 0);
}

static int
set(enum rte_wlan_hold_policy policy, uint32_t hold_us, uint32_t size, uint32_t count)
{
	const struct rte_wlan_rx_hold hold = { policy, hold_us, size, count };

	return rte_pmd_mt76u_rx_hold_set(0, &hold);
}

static bool
is(enum rte_wlan_hold_policy policy, uint32_t hold_us, uint32_t size, uint32_t count)
{
	struct rte_wlan_rx_hold got = { .policy = 99 };
	int ret = rte_pmd_mt76u_rx_hold_get(0, &got);

	if (ret == 0 && got.policy == policy && got.hold_us == hold_us &&
	    (hold_us == 0 || (got.size == size && got.count == count)))
		return true;
	printf("    %d: policy %d, hold %u, size %u, count %u\n", ret, got.policy, got.hold_us,
	       got.size, got.count);
	return false;
}

static void
test_calls(void)
{
	port_run("model=mt7921u,hold=100");
	CU_ASSERT_TRUE(is(FIXED, 100, 32768, 30));
	CU_ASSERT_EQUAL(set(FIXED, 200, KEEP, KEEP), 0);
	CU_ASSERT_TRUE(is(FIXED, 200, 32768, 30));
	CU_ASSERT_EQUAL(set(FIXED, KEEP, 9000, 7), 0);
	CU_ASSERT_TRUE(is(FIXED, 200, 8192, 7));
	CU_ASSERT_EQUAL(set(FIXED, 255, KEEP, KEEP), 0);
	CU_ASSERT_TRUE(is(FIXED, 255, 8192, 7));
	CU_ASSERT_EQUAL(set(RTE_WLAN_HOLD_LATENCY, 64, KEEP, KEEP), 0);
	CU_ASSERT_TRUE(is(RTE_WLAN_HOLD_LATENCY, 64, 8192, 7));
	port_remove();
}

/* Off by itself, as Linux leaves it, with transfers for one unit; on and off while it runs:
 * what they have room for. */
static void
test_on(void)
{
	port_run("model=mt7921u");
	CU_ASSERT_TRUE(is(FIXED, 0, 0, 0));
	CU_ASSERT_EQUAL(set(FIXED, 200, KEEP, KEEP), 0);
	CU_ASSERT_TRUE(is(FIXED, 200, 4096, 30));
	CU_ASSERT_EQUAL(set(FIXED, KEEP, 5120, KEEP), -EINVAL);
	CU_ASSERT_TRUE(is(FIXED, 200, 4096, 30));
	CU_ASSERT_EQUAL(set(FIXED, 0, KEEP, KEEP), 0);
	CU_ASSERT_TRUE(is(FIXED, 0, 0, 0));
	CU_ASSERT_EQUAL(set(RTE_WLAN_HOLD_BALANCED, KEEP, KEEP, KEEP), 0);
	port_remove();
	port_run("model=mt7921u,buffer-size=65536");
	CU_ASSERT_TRUE(is(FIXED, 0, 0, 0));
	CU_ASSERT_EQUAL(set(FIXED, 200, KEEP, KEEP), 0);
	CU_ASSERT_TRUE(is(FIXED, 200, 32768, 30));
	port_remove();
}

static void
test_refused(void)
{
	static const struct { uint32_t hold_us, size, count; } rows[] = {
		{ 256, KEEP, KEEP }, { 1024, KEEP, KEEP }, { 64, 1023, KEEP }, { 64, 0, KEEP },
		{ 64, 256 * 1024, KEEP }, { 64, KEEP, 256 }, { 64, KEEP, 0 },
	};
	struct rte_wlan_rx_hold hold;
	unsigned int i;

	port_run("model=mt7921u,hold=100");
	for (i = 0; i < RTE_DIM(rows); i++) {
		CU_ASSERT_EQUAL(set(FIXED, rows[i].hold_us, rows[i].size, rows[i].count), -EINVAL);
		CU_ASSERT_TRUE(is(FIXED, 100, 32768, 30));
	}
	CU_ASSERT_EQUAL(rte_pmd_mt76u_rx_hold_set(0, NULL), -EINVAL);
	CU_ASSERT_EQUAL(rte_pmd_mt76u_rx_hold_get(0, NULL), -EINVAL);
	CU_ASSERT_EQUAL(rte_pmd_mt76u_rx_hold_get(1, &hold), -ENODEV);
	port_remove();
	CU_ASSERT_EQUAL(rte_pmd_mt76u_rx_hold_get(0, &hold), -ENODEV);
	port_add("null=mt7921u");
	CU_ASSERT_EQUAL(set(FIXED, 64, KEEP, KEEP), -ENOTSUP);
	CU_ASSERT_EQUAL(rte_pmd_mt76u_rx_hold_get(0, &hold), -ENOTSUP);
	port_remove();
}

static void
test_telemetry(void)
{
	const struct rte_tel_data *d;

	port_run("model=mt7921u");
	CU_ASSERT_EQUAL(tel_number(tel_ask(GET, "0"), "hold_us"), 0);
	d = tel_ask(SET, "0,100,4096,5");
	CU_ASSERT(tel_number(d, "hold_us") == 100 && tel_number(d, "size") == 4096 &&
		  tel_number(d, "count") == 5);
	CU_ASSERT_PTR_NOT_NULL(tel_text(tel_ask(SET, "0,256"), "error"));
	CU_ASSERT_PTR_NOT_NULL(tel_text(tel_ask(SET, "1,64"), "error"));
	CU_ASSERT_TRUE(is(FIXED, 100, 4096, 5));
	/* Another driver's commands are not here. */
	CU_ASSERT_PTR_NULL(tel_ask("/rtw89u/rx_hold", "0"));
	port_remove();
}

static void
test_telemetry_channel(void)
{
	static const char * const refused[] = {
		NULL, "", "0,37,5,20", "0,36,5", "0,36,5,20,1", "0,x,5,20", "7,36,5,20",
		"65536,36,5,20", "0,292,5,20", "0,36,261,20", "0,36,5,65556", "0,36,5,20 ",
	};
	unsigned int i;

	port_run("model=mt7921u,mode=monitor,channel=36");
	for (i = 0; i < RTE_DIM(refused); i++)
		CU_ASSERT_PTR_NULL(tel_ask("/mt76u/channel_set", refused[i]));
	CU_ASSERT_PTR_NOT_NULL(tel_ask("/mt76u/channel_set", "0,40,5,20"));
	CU_ASSERT_PTR_NOT_NULL(tel_ask("/mt76u/channel", "0"));
	CU_ASSERT_PTR_NULL(tel_ask("/mt76u/channel", "65536"));
	port_remove();
}

static void
test_testpmd(void)
{
	const char *said;

	port_run("model=mt7921u");
	said = testpmd_say("show port 0 rx_hold");
	CU_ASSERT_PTR_NOT_NULL_FATAL(said);
	CU_ASSERT_STRING_EQUAL(said, "Port 0: rx_hold 0: no aggregation\n");
	said = testpmd_say("set port 0 rx_hold 100 size 4096 count 5");
	CU_ASSERT_PTR_NOT_NULL_FATAL(said);
	CU_ASSERT_STRING_EQUAL(said,
		"Port 0: rx_hold 100 us (fixed), size 4096 bytes, count 5\n");
	CU_ASSERT_PTR_NOT_NULL(strstr(testpmd_help(), "net_mt76u"));
	port_remove();
}

int
main(int argc __rte_unused, char **argv)
{
	CU_TestInfo tests[] = {
		{ "calls", test_calls },
		{ "on and off", test_on },
		{ "refused", test_refused },
		{ "telemetry", test_telemetry },
		{ "telemetry: a channel", test_telemetry_channel },
		{ "testpmd", test_testpmd },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_hold", NULL, NULL, NULL, NULL, tests },
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
