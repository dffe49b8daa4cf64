/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * net_mt76u as a user has it, natively: ethdev, the driver, the real libusb, usbfs
 * answered in the process (tests/usbfs), and behind it the modelled chip as it is plugged
 * in. Brought up, pulled out in the middle, plugged in again, put to sleep.
 */

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <rte_cycles.h>
#include <rte_dev.h>
#include <rte_eal.h>
#include <rte_ethdev.h>

#include "cunit_run.h"
#include "fake_bus.h"
#include "fake_model.h"

#include "../mt76u/fw_build.h"

#define NAME	"net_mt76u0"
#define BURST	32
#define TIMES	100u
#define NB_MBUFS 2047u

static char folder[] = "/tmp/test_mt76u_usb.XXXXXX";
static char args[256];
static struct rte_mempool *pool;
static struct fake_usbfs *dev;
static uint16_t port;
static unsigned int nb_rmv;	/* atomic */

static const struct fake_model_args chip = {
	.chip = "mt7921u", .switches = "boot:cold", .air = "gen:rate:20/size:300",
	.air_options = "start:0",
};

static void
write_file(const char *name, struct fw_image f)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	out = fopen(path, "w");
	if (out == NULL || fwrite(f.data, 1, f.len, out) != f.len || fclose(out) != 0)
		abort();
	fw_free(&f);
}

static int
set_up(void)
{
	static const struct fw_section sections[] = { { 0x00900000, 5000, 0xffffffff } };
	static const struct fw_region regions[] = { { 0x00915000, 9000, 0x20, 0 } };
	const char *err;

	if (mkdtemp(folder) == NULL)
		return 1;
	write_file("WIFI_MT7961_patch_mcu_1_2_hdr.bin", fw_patch(sections, 1));
	write_file("WIFI_RAM_CODE_MT7961_1.bin", fw_ram(regions, 1));
	snprintf(args, sizeof(args), "usb=0e8d:7961,firmware=%s,mode=monitor,channel=36", folder);
	dev = fake_model_create(&chip, NULL, &err);
	if (dev == NULL)
		return 1;
	fake_bus_add(dev);
	return 0;
}

static int
tear_down(void)
{
	char path[128];

	fake_bus_forget(dev);
	fake_usbfs_destroy(dev);
	snprintf(path, sizeof(path), "%s/WIFI_MT7961_patch_mcu_1_2_hdr.bin", folder);
	unlink(path);
	snprintf(path, sizeof(path), "%s/WIFI_RAM_CODE_MT7961_1.bin", folder);
	unlink(path);
	return rmdir(folder);
}

static int
told(uint16_t port_id, enum rte_eth_event_type type, void *arg, void *ret_param)
{
	__atomic_fetch_add(&nb_rmv, 1, __ATOMIC_ACQ_REL);
	return 0;
}

static bool
port_add(void)
{
	return rte_eal_hotplug_add("vdev", NAME, args) == 0 &&
		rte_eth_dev_get_port_by_name(NAME, &port) == 0;
}

static void
port_start(void)
{
	const struct rte_eth_conf conf = {
		.rxmode = { .mtu = RTE_ETHER_MTU }, .intr_conf = { .rmv = 1 },
	};

	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_configure(port, 1, 1, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_tx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL), 0);
	rte_eth_dev_callback_register(port, RTE_ETH_EVENT_INTR_RMV, told, NULL);
	__atomic_store_n(&nb_rmv, 0, __ATOMIC_RELEASE);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
}

static void
port_remove(void)
{
	rte_eth_dev_callback_unregister(port, RTE_ETH_EVENT_INTR_RMV, told, NULL);
	rte_eth_dev_stop(port);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", NAME), 0);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
}

/* Takes packets until there are so many more, or ten seconds are over. */
static bool
hears(unsigned int want)
{
	uint64_t end = rte_get_timer_cycles() + 10 * rte_get_timer_hz();
	struct rte_mbuf *pkts[BURST];
	unsigned int got = 0;
	uint16_t n;

	while (got < want && rte_get_timer_cycles() < end) {
		n = rte_eth_rx_burst(port, 0, pkts, RTE_MIN(want - got, (unsigned int)BURST));
		rte_pktmbuf_free_bulk(pkts, n);
		got += n;
	}
	return got >= want;
}

static uint64_t
xstat(const char *name)
{
	uint64_t id, value = UINT64_MAX;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) == 0)
		rte_eth_xstats_get_by_id(port, &id, &value, 1);
	return value;
}

/* Until the value is there; polling all the while. */
static bool
comes_to(const char *name, uint64_t want)
{
	uint64_t end = rte_get_timer_cycles() + 10 * rte_get_timer_hz();
	struct rte_mbuf *pkts[BURST];
	uint16_t n;

	while (xstat(name) != want && rte_get_timer_cycles() < end) {
		n = rte_eth_rx_burst(port, 0, pkts, BURST);
		rte_pktmbuf_free_bulk(pkts, n);
	}
	return xstat(name) == want;
}

static void
nothing_left(void)
{
	struct fake_seen seen = fake_usbfs_seen(dev);

	CU_ASSERT_EQUAL(seen.opens, seen.closes);
	CU_ASSERT_EQUAL(seen.memory, 0);
	CU_ASSERT_EQUAL(seen.bad_sizes, 0);
}

/* From plug-in to frames; the model has no fault to find with its host. */
static void
test_cold(void)
{
	CU_ASSERT_TRUE_FATAL(port_add());
	CU_ASSERT_EQUAL(fake_model_counter(dev, "fw_patch_bytes_now"), 5000);
	CU_ASSERT_EQUAL(fake_model_counter(dev, "fw_ram_bytes_now"), 9000);
	port_start();
	CU_ASSERT_TRUE(hears(500));
	CU_ASSERT_EQUAL(xstat("usb_speed_mbps"), 5000);
	CU_ASSERT_TRUE(xstat("usb_transfers") >= 500);
	CU_ASSERT_EQUAL(xstat("rx_mcu_stale"), 0);
	CU_ASSERT_EQUAL(xstat("rx_mcu_bad"), 0);
	port_remove();
	nothing_left();
	CU_ASSERT_EQUAL(fake_usbfs_seen(dev).unclaimed, 0);
}

static void
test_injection(void)
{
	static const uint8_t frame[] = {
		0, 0, 8, 0, 0, 0, 0, 0,
		0x08, 0x00, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0, 1,
		2, 0, 0, 0, 0, 2, 0, 0, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0, 1, 2, 3, 4,
	};
	struct rte_mbuf *m;
	unsigned int i;

	CU_ASSERT_TRUE_FATAL(port_add());
	port_start();
	m = rte_pktmbuf_alloc(pool);
	CU_ASSERT_PTR_NOT_NULL_FATAL(m);
	memcpy(rte_pktmbuf_append(m, sizeof(frame)), frame, sizeof(frame));
	CU_ASSERT_EQUAL(rte_eth_tx_burst(port, 0, &m, 1), 1);
	for (i = 0; i < 5000 && fake_model_counter(dev, "tx_frames") == 0; i++)
		rte_delay_us_sleep(1000);
	CU_ASSERT_EQUAL(fake_model_counter(dev, "tx_frames"), 1);
	port_remove();
	nothing_left();
}

/* With the same arguments, by EAL's words of today. The firmware that the one before has
 * left is reset and loaded anew. */
static void
test_again_and_again(void)
{
	char devargs[300];
	struct rte_eth_dev_info info;
	unsigned int i;

	snprintf(devargs, sizeof(devargs), "vdev:" NAME ",%s", args);
	for (i = 0; i < TIMES; i++) {
		CU_ASSERT_EQUAL_FATAL(rte_dev_probe(devargs), 0);
		CU_ASSERT_EQUAL_FATAL(rte_eth_dev_get_port_by_name(NAME, &port), 0);
		if (i % 10 == 0) {
			port_start();
			CU_ASSERT_TRUE(hears(20));
			rte_eth_dev_callback_unregister(port, RTE_ETH_EVENT_INTR_RMV, told, NULL);
			CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
		}
		CU_ASSERT_EQUAL_FATAL(rte_eth_dev_info_get(port, &info), 0);
		CU_ASSERT_EQUAL_FATAL(rte_dev_remove(info.device), 0);
	}
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
	nothing_left();
}

/* Pulled out after k packets, and plugged in again: each time it is told once, closes and
 * works again. */
static void
test_pulled_out(void)
{
	static const int ends[] = { -EPROTO, -ESHUTDOWN, -ENOENT, FAKE_VANISH };
	struct rte_mbuf *pkts[BURST];
	unsigned int k, i;
	uint16_t n;

	for (k = 0; k <= 20; k++) {
		CU_ASSERT_TRUE_FATAL(port_add());
		port_start();
		CU_ASSERT_TRUE(hears(k));
		fake_bus_unplug(dev, ends[k % RTE_DIM(ends)]);
		for (i = 0; i < 10000 && __atomic_load_n(&nb_rmv, __ATOMIC_ACQUIRE) == 0; i++) {
			n = rte_eth_rx_burst(port, 0, pkts, BURST);
			rte_pktmbuf_free_bulk(pkts, n);
			rte_delay_us_sleep(1000);
		}
		CU_ASSERT_EQUAL(__atomic_load_n(&nb_rmv, __ATOMIC_ACQUIRE), 1);
		CU_ASSERT_EQUAL(rte_eth_dev_is_removed(port), 1);
		port_remove();
		/* Not there: refused, in bounded time. */
		CU_ASSERT_FALSE(k % 5 == 0 && port_add());
		fake_bus_replug(dev);
	}
	nothing_left();
}

/* The system sleeps while the port runs and something is in flight, and wakes. */
static void
test_sleep(void)
{
	unsigned int i;

	CU_ASSERT_TRUE_FATAL(port_add());
	port_start();
	for (i = 1; i <= 5; i++) {
		CU_ASSERT_TRUE(hears(50));
		while (fake_usbfs_pending(dev, 0x84) < 8 && hears(1))
			;
		fake_usbfs_sleep(dev, true);
		rte_delay_us_sleep(2000);
		if (i % 2 == 0)
			fake_usbfs_wake(dev);
		else
			fake_usbfs_wake_reset(dev, false);
		CU_ASSERT_TRUE(comes_to("usb_resumes", i));
		CU_ASSERT_TRUE(hears(50));
	}
	CU_ASSERT_EQUAL(__atomic_load_n(&nb_rmv, __ATOMIC_ACQUIRE), 0);
	port_remove();
	nothing_left();
}

/* The firmware is not there, or the chip is none of ours: refused, nothing stays open. */
static void
test_refused(void)
{
	CU_ASSERT_NOT_EQUAL(rte_eal_hotplug_add("vdev", NAME,
			"usb=0e8d:7961,firmware=/nowhere,mode=monitor"), 0);
	CU_ASSERT_NOT_EQUAL(rte_eal_hotplug_add("vdev", NAME, "usb=0e8d:7662"), 0);
	CU_ASSERT_NOT_EQUAL(rte_eal_hotplug_add("vdev", NAME, "usb=1-7"), 0);
	CU_ASSERT_NOT_EQUAL(rte_eal_hotplug_add("vdev", NAME, "usb=nonsense"), 0);
	nothing_left();
}

/* Each control request of the bring-up fails in turn: once it is tried again, for ever it
 * is an error; nothing stays open and nothing hangs. */
static void
test_requests_fail(void)
{
	unsigned int k;
	bool added;

	for (k = 0; k < 100; k += 1 + k / 3) {
		fake_fail(dev, FAKE_CALL_CONTROL, FAKE_EP_ANY, k, 1, k % 2 == 0 ? EPIPE : EPROTO);
		added = port_add();
		fake_fail_no_more(dev);
		if (added)
			port_remove();
		fake_fail(dev, FAKE_CALL_CONTROL, FAKE_EP_ANY, k, 1000000, EPROTO);
		added = port_add();
		CU_ASSERT_TRUE(!added || fake_failed(dev) == 0);
		fake_fail_no_more(dev);
		if (added)
			port_remove();
	}
	CU_ASSERT_TRUE(port_add());
	port_remove();
	nothing_left();
}

int
main(int argc __rte_unused, char **argv)
{
	CU_TestInfo tests[] = {
		{ "cold", test_cold },
		{ "injection", test_injection },
		{ "added and removed, again and again", test_again_and_again },
		{ "pulled out after k packets", test_pulled_out },
		{ "sleep", test_sleep },
		{ "refused", test_refused },
		{ "requests fail", test_requests_fail },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_usb", set_up, tear_down, NULL, NULL, tests },
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
	rte_log_set_level_pattern("pmd.*", RTE_LOG_EMERG);
	rte_log_set_level_pattern("lib.*", RTE_LOG_EMERG);
	pool = rte_pktmbuf_pool_create("tests", NB_MBUFS, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				       SOCKET_ID_ANY);
	if (pool == NULL || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	failed = cunit_run();
	rte_mempool_free(pool);
	rte_eal_cleanup();
	return failed;
}
