/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * The modelled chip brought up from nothing with made-up firmware, and tuned: as an
 * application does it, through ethdev and rte_pmd_mt76u.h.
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

#include "../mt76u/fw_build.h"
#include "rte_pmd_mt76u.h"

#define NO_PORT	RTE_MAX_ETHPORTS
#define BURST	32
#define AIR	",air=gen:rate:20/size:300,air-set=start:0"

static char folder[] = "/tmp/test_mt76u_channel.XXXXXX";
static char args[512];
static struct rte_mempool *pool;

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
	static const struct fw_section sections[] = {
		{ 0x00900000, 5000, 0xffffffff }, { 0x00201000, 1030, 0x01000001 },
	};
	static const struct fw_region regions[] = {
		{ 0x00915000, 9000, 0x20, 0 }, { 0, 200, 0x40, 2 }, { 0x02000000, 4097, 0x03, 0 },
	};

	if (mkdtemp(folder) == NULL)
		return 1;
	write_file("WIFI_MT7961_patch_mcu_1_2_hdr.bin", fw_patch(sections, 2));
	write_file("WIFI_RAM_CODE_MT7961_1.bin", fw_ram(regions, 3));
	return 0;
}

static int
tear_down(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/WIFI_MT7961_patch_mcu_1_2_hdr.bin", folder);
	unlink(path);
	snprintf(path, sizeof(path), "%s/WIFI_RAM_CODE_MT7961_1.bin", folder);
	unlink(path);
	return rmdir(folder);
}

static uint16_t
port_add(const char *more)
{
	static unsigned int number;
	char name[RTE_ETH_NAME_MAX_LEN];
	uint16_t port;

	snprintf(name, sizeof(name), "net_mt76u_channel%u", number++);
	snprintf(args, sizeof(args), "model=mt7921u%s", more);
	if (rte_eal_hotplug_add("vdev", name, args) != 0 ||
	    rte_eth_dev_get_port_by_name(name, &port) != 0)
		return NO_PORT;
	return port;
}

static uint16_t
port_add_set(const char *switches, const char *more)
{
	char all[400];

	snprintf(all, sizeof(all), ",model-set=boot:cold%s,firmware=%s%s", switches, folder, more);
	return port_add(all);
}

static uint16_t
port_add_cold(const char *more)
{
	return port_add_set("", more);
}

static void
port_start(uint16_t port)
{
	const struct rte_eth_conf conf = { .rxmode = { .mtu = RTE_ETHER_MTU } };

	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_configure(port, 1, 1, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_tx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
}

static void
port_remove(uint16_t port)
{
	char name[RTE_ETH_NAME_MAX_LEN];

	CU_ASSERT_FATAL(port != NO_PORT && rte_eth_dev_get_name_by_port(port, name) == 0);
	rte_eth_dev_stop(port);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", name), 0);
}

static uint64_t
xstat(uint16_t port, const char *name)
{
	uint64_t id, value = UINT64_MAX;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) == 0)
		rte_eth_xstats_get_by_id(port, &id, &value, 1);
	return value;
}

/* Radiotap's channel field: 8 bytes of TSFT, flags, maybe a rate, then on 2 the MHz. */
static uint16_t
mhz_of(const struct rte_mbuf *m)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	uint32_t present = p[4] | p[5] << 8 | p[6] << 16 | (uint32_t)p[7] << 24, at = 8;

	if ((present & 8) == 0)
		return 0;
	while ((p[at - 1] & 0x80) != 0)
		at += 4;
	if ((present & 1) != 0)
		at = (at + 7) / 8 * 8 + 8;
	at += (present & 2) != 0;
	at += (present & 4) != 0;
	at = (at + 1) / 2 * 2;
	return p[at] | p[at + 1] << 8;
}

/* Frames until want of them came on mhz; others are those that were under way. False after
 * ten seconds. */
static bool
hears_on(uint16_t port, uint16_t mhz, unsigned int want)
{
	uint64_t end = rte_get_timer_cycles() + 10 * rte_get_timer_hz();
	struct rte_mbuf *pkts[BURST];
	unsigned int got = 0;
	uint16_t n, i, seen = 0;

	while (got < want && rte_get_timer_cycles() < end) {
		n = rte_eth_rx_burst(port, 0, pkts, BURST);
		for (i = 0; i < n; i++) {
			seen = mhz_of(pkts[i]);
			got += seen == mhz;
		}
		rte_pktmbuf_free_bulk(pkts, n);
	}
	if (got < want)
		printf("    %u frames on %u MHz, the last on %u\n", got, mhz, seen);
	return got >= want;
}

static int
tune(uint16_t port, uint8_t control, uint8_t band, uint16_t width)
{
	const struct rte_wlan_channel c = { .control = control, .band = band,
					    .width_mhz = width };

	return rte_pmd_mt76u_channel_set(port, &c);
}

static void
is_on(uint16_t port, uint8_t control, uint8_t band, uint16_t width, uint8_t centre)
{
	struct rte_wlan_channel c;

	CU_ASSERT_EQUAL_FATAL(rte_pmd_mt76u_channel_get(port, &c), 0);
	CU_ASSERT_EQUAL(c.control, control);
	CU_ASSERT_EQUAL(c.band, band);
	CU_ASSERT_EQUAL(c.width_mhz, width);
	CU_ASSERT_EQUAL(c.centre, centre);
}

/* From plug-in to frames. */
static void
test_cold(void)
{
	uint16_t port = port_add_cold(",mode=monitor,channel=36,bandwidth=80" AIR);
	struct rte_ether_addr mac;
	const struct rte_ether_addr chip = { { 0x02, 0x22, 0x8a, 0, 0, 0x01 } };

	CU_ASSERT_FATAL(port != NO_PORT);
	is_on(port, 36, 5, 80, 42);
	CU_ASSERT_EQUAL(rte_eth_macaddr_get(port, &mac), 0);
	CU_ASSERT_TRUE(rte_is_same_ether_addr(&mac, &chip));
	CU_ASSERT_EQUAL(xstat(port, "model_fw_patch_bytes_now"), 6030);
	CU_ASSERT_EQUAL(xstat(port, "model_fw_ram_bytes_now"), 13097);
	port_start(port);
	CU_ASSERT_TRUE(hears_on(port, 5180, 50));
	CU_ASSERT_EQUAL(xstat(port, "rx_mcu_stale"), 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_mcu_bad"), 0);
	port_remove(port);
}

/* A data frame to a group behind 8 bytes of radiotap that wish for nothing. */
static void
test_cold_injection(void)
{
	static const uint8_t injected[] = {
		0, 0, 8, 0, 0, 0, 0, 0,
		0x08, 0x00, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0, 1,
		2, 0, 0, 0, 0, 2, 0, 0, 0xaa, 0xaa, 3, 0, 0, 0, 8, 0, 1, 2, 3, 4,
	};
	uint16_t port = port_add_cold(",mode=monitor,channel=36");
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);
	unsigned int i;

	CU_ASSERT_PTR_NOT_NULL_FATAL(m);
	memcpy(rte_pktmbuf_append(m, sizeof(injected)), injected, sizeof(injected));
	port_start(port);
	CU_ASSERT_EQUAL(rte_eth_tx_burst(port, 0, &m, 1), 1);
	for (i = 0; i < 5000 && xstat(port, "model_tx_frames") == 0; i++)
		rte_delay_us_sleep(1000);
	CU_ASSERT_EQUAL(xstat(port, "model_tx_frames"), 1);
	CU_ASSERT_EQUAL(xstat(port, "tx_errors"), 0);
	port_remove(port);
}

/* Without a wish a chip that was just started is where Linux begins. */
static void
test_cold_default(void)
{
	uint16_t port = port_add_cold(",mode=monitor" AIR);

	CU_ASSERT_FATAL(port != NO_PORT);
	is_on(port, 1, 2, 20, 1);
	port_start(port);
	CU_ASSERT_TRUE(hears_on(port, 2412, 20));
	port_remove(port);
	/* Ethernet comes up too, and says that it is alone. */
	port = port_add_cold("");
	CU_ASSERT_FATAL(port != NO_PORT);
	port_remove(port);
}

/* Running and stopped, on every band. */
static void
test_run_time(void)
{
	static const struct {
		uint8_t control, band;
		uint16_t width;
		uint8_t centre;
		uint16_t mhz;
	} rows[] = {
		{ 6, 2, 20, 6, 2437 }, { 36, 5, 80, 42, 5180 }, { 53, 6, 20, 53, 6215 },
		{ 165, 5, 20, 165, 5825 }, { 1, 2, 40, 3, 2412 }, { 149, 5, 40, 151, 5745 },
	};
	uint16_t port = port_add_cold(",mode=monitor,channel=1" AIR);
	unsigned int i;

	port_start(port);
	for (i = 0; i < RTE_DIM(rows); i++) {
		if (i % 2 == 1)
			CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
		CU_ASSERT_EQUAL(tune(port, rows[i].control, rows[i].band, rows[i].width), 0);
		if (i % 2 == 1)
			CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
		is_on(port, rows[i].control, rows[i].band, rows[i].width, rows[i].centre);
		CU_ASSERT_TRUE(hears_on(port, rows[i].mhz, 20));
	}
	port_remove(port);
}

/* What is refused leaves the port where it is. */
static void
test_refused(void)
{
	uint16_t port = port_add(",mode=monitor,channel=36" AIR);
	static const struct {
		uint8_t control, band;
		uint16_t width;
		int ret;
	} rows[] = {
		{ 0, 5, 20, -EINVAL }, { 37, 5, 20, -EINVAL }, { 36, 4, 20, -EINVAL },
		{ 36, 5, 30, -EINVAL }, { 36, 5, 160, -ENOTSUP }, { 36, 5, 320, -EINVAL },
		{ 1, 6, 320, -ENOTSUP },
	};
	struct rte_wlan_channel c = { 0 };
	unsigned int i;

	port_start(port);
	for (i = 0; i < RTE_DIM(rows); i++) {
		CU_ASSERT_EQUAL(tune(port, rows[i].control, rows[i].band, rows[i].width),
				rows[i].ret);
		is_on(port, 36, 5, 20, 36);
	}
	CU_ASSERT_TRUE(hears_on(port, 5180, 10));
	CU_ASSERT_EQUAL(rte_pmd_mt76u_channel_set(port, NULL), -EINVAL);
	CU_ASSERT_EQUAL(rte_pmd_mt76u_channel_get(port, NULL), -EINVAL);
	CU_ASSERT_EQUAL(rte_pmd_mt76u_channel_set(NO_PORT, &c), -ENODEV);
	CU_ASSERT_EQUAL(rte_pmd_mt76u_channel_get(port + 1, &c), -ENODEV);
	port_remove(port);
	CU_ASSERT_EQUAL(rte_pmd_mt76u_channel_get(port, &c), -ENODEV);
}

/* Nobody said where: the port is where the chip is, and can be tuned all the same. */
static void
test_running_firmware(void)
{
	uint16_t port = port_add(",mode=monitor" AIR);

	CU_ASSERT_FATAL(port != NO_PORT);
	is_on(port, 0, 0, 0, 0);
	port_start(port);
	CU_ASSERT_EQUAL(tune(port, 48, 5, 80), 0);
	is_on(port, 48, 5, 80, 42);
	CU_ASSERT_TRUE(hears_on(port, 5240, 20));
	port_remove(port);
	port = port_add(",model-set=boot:cold,firmware=running");
	CU_ASSERT_EQUAL(port, NO_PORT);
	port = port_add(",model-set=boot:cold");
	CU_ASSERT_EQUAL(port, NO_PORT);
	port = port_add(",model-set=boot:cold,firmware=/nonexistent");
	CU_ASSERT_EQUAL(port, NO_PORT);
}

/* Events that the chip makes of its own accord wait for the next command, which counts
 * them and goes on. */
static void
test_unasked(void)
{
	uint16_t port = port_add(",mode=monitor,channel=36,model-set=event:1" AIR);

	port_start(port);
	CU_ASSERT_TRUE(hears_on(port, 5180, 20));
	CU_ASSERT_EQUAL(xstat(port, "rx_unit_event"), 0);
	CU_ASSERT_EQUAL(tune(port, 40, 5, 20), 0);
	CU_ASSERT(xstat(port, "rx_mcu_unasked") > 0);
	CU_ASSERT_TRUE(hears_on(port, 5200, 20));
	port_remove(port);
}

/* A firmware that hears nothing after a change of channel until it is told again to listen
 * (morrownr/mt76 pull request 22). */
static void
test_listens_again(void)
{
	uint16_t port = port_add_set("/hop:mute", ",mode=monitor,channel=36" AIR);

	port_start(port);
	CU_ASSERT_TRUE(hears_on(port, 5180, 20));
	CU_ASSERT_EQUAL(tune(port, 40, 5, 20), 0);
	CU_ASSERT_TRUE(hears_on(port, 5200, 20));
	port_remove(port);
}

/* One that does not answer: an error after two times three seconds of the model's time,
 * which take none of ours, and nothing is left. */
static void
test_mute(void)
{
	static const char * const switches[] = {
		"/mcusilent:1", "/mcusilent:5", "/mcubadseq:2", "/mcushort:3", "/poweron:never",
		"/nosem:1", "/fwrefuse:1",
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(switches); i++) {
		uint64_t before = rte_get_timer_cycles();
		uint16_t port = port_add_set(switches[i], ",mode=monitor");

		if (port != NO_PORT) {
			printf("    %s: came up\n", switches[i]);
			port_remove(port);
		}
		CU_ASSERT_EQUAL(port, NO_PORT);
		CU_ASSERT(rte_get_timer_cycles() - before < 20 * rte_get_timer_hz());
	}
	CU_ASSERT_EQUAL(rte_eth_dev_count_avail(), 0);
}

struct tuner {
	uint16_t port;
	unsigned int done, failed;
	uint32_t stop;
};

static void *
tune_around(void *arg)
{
	static const uint8_t channels[] = { 36, 40, 44, 48 };
	struct tuner *t = arg;

	while (!__atomic_load_n(&t->stop, __ATOMIC_ACQUIRE)) {
		t->failed += tune(t->port, channels[t->done % 4], 5, 20) != 0;
		t->done++;
	}
	return NULL;
}

/* From two threads while a third receives. */
static void
test_threads(void)
{
	uint16_t port = port_add_cold(",mode=monitor,channel=36" AIR);
	struct tuner t[2] = { { .port = port }, { .port = port } };
	pthread_t thread[2];
	struct rte_mbuf *pkts[BURST];
	uint64_t end = rte_get_timer_cycles() + rte_get_timer_hz();
	unsigned int i, got = 0;
	uint16_t n;

	port_start(port);
	for (i = 0; i < 2; i++)
		CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, tune_around, &t[i]), 0);
	while (rte_get_timer_cycles() < end) {
		n = rte_eth_rx_burst(port, 0, pkts, BURST);
		rte_pktmbuf_free_bulk(pkts, n);
		got += n;
	}
	for (i = 0; i < 2; i++)
		__atomic_store_n(&t[i].stop, 1, __ATOMIC_RELEASE);
	for (i = 0; i < 2; i++) {
		pthread_join(thread[i], NULL);
		CU_ASSERT(t[i].done > 0);
		CU_ASSERT_EQUAL(t[i].failed, 0);
	}
	CU_ASSERT(got > 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_mcu_stale"), 0);
	port_remove(port);
}

int
main(int argc __rte_unused, char **argv)
{
	CU_TestInfo tests[] = {
		{ "cold", test_cold },
		{ "cold, no channel asked for", test_cold_default },
		{ "cold, injection", test_cold_injection },
		{ "channels at run time", test_run_time },
		{ "refused channels", test_refused },
		{ "a firmware that runs", test_running_firmware },
		{ "unasked events", test_unasked },
		{ "told to listen again", test_listens_again },
		{ "a firmware that is mute", test_mute },
		{ "two threads tune", test_threads },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_channel", set_up, tear_down, NULL, NULL, tests },
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
