/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A port on the real libusb, whose usbfs is answered in the process (tests/usbfs): probed
 * and removed again and again, unplugged and put to sleep under an lcore that polls. */

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include <bus_vdev_driver.h>
#include <ethdev_driver.h>
#include <rte_cycles.h>
#include <rte_dev.h>

#include "bench.h"
#include "fake_bus.h"
#include "fake_script.h"

#define PORT_NAME	"net_toy0"
#define ARGS		"usb=1-1,chip=toy1,buffers=8"
#define NB_MBUFS	2047u
#define FRAMES		3u	/* of a transfer */
#define LEN		200u
#define PATIENCE_MS	8000u

static struct rte_mempool *pool;
static struct fake_usbfs *dev;
static struct transfer frames;

static int
toy_probe(struct rte_vdev_device *vdev)
{
	return wport_probe(vdev, &toy_family);
}

static struct rte_vdev_driver toy_driver = { .probe = toy_probe, .remove = wport_remove };

RTE_PMD_REGISTER_VDEV(net_toy, toy_driver);

static void
fill(void *arg, uint8_t ep, uint64_t number, uint8_t *data, uint32_t len)
{
	memcpy(data, frames.bytes, RTE_MIN(len, frames.len));
}

static uint64_t
now_ms(void)
{
	return rte_get_timer_cycles() * MS_PER_S / rte_get_timer_hz();
}

/* The application. */
static uint16_t port;
static bool polling;		/* atomic */
static uint64_t nb_packets;	/* atomic */
static unsigned int nb_rmv;	/* atomic */

static int
told(uint16_t port_id, enum rte_eth_event_type type, void *arg, void *ret_param)
{
	__atomic_fetch_add(&nb_rmv, 1, __ATOMIC_RELAXED);
	return 0;
}

static void
send_one(void)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	if (m == NULL)
		return;
	memset(rte_pktmbuf_append(m, 100), 0x5a, 100);
	if (rte_eth_tx_burst(port, 0, &m, 1) == 0)
		rte_pktmbuf_free(m);
}

static void *
poll_thread(void *arg)
{
	struct rte_mbuf *pkts[32];
	uint16_t n, i;

	while (__atomic_load_n(&polling, __ATOMIC_ACQUIRE)) {
		n = rte_eth_rx_burst(port, 0, pkts, 32);
		for (i = 0; i < n; i++)
			if (pkts[i]->pkt_len == LEN)
				__atomic_fetch_add(&nb_packets, 1, __ATOMIC_RELAXED);
		rte_pktmbuf_free_bulk(pkts, n);
		send_one();
	}
	return NULL;
}

static uint64_t
packets(void)
{
	return __atomic_load_n(&nb_packets, __ATOMIC_RELAXED);
}

/* More of them than there may have been in the driver before. */
static bool
flows(void)
{
	uint64_t until = now_ms() + PATIENCE_MS, want = packets() + 1000;

	while (packets() < want && now_ms() < until)
		usleep(1000);
	return packets() >= want;
}

/* What the device has to bring. */
static void
make_frames(void)
{
	struct bench *b = calloc(1, sizeof(*b));
	unsigned int i;

	CU_ASSERT_PTR_NOT_NULL_FATAL(b);
	for (i = 0; i < FRAMES; i++)
		bench_frame(b, i, LEN);
	frames = b->t;
	free(b);
	fake_script(dev, 0x84, NULL, 0, (struct fake_step){ FAKE_DONE, 0, frames.len });
}

static bool
port_add(void)
{
	if (frames.len == 0)
		make_frames();
	return rte_eal_hotplug_add("vdev", PORT_NAME, ARGS) == 0 &&
		rte_eth_dev_get_port_by_name(PORT_NAME, &port) == 0;
}

static void
port_start(void)
{
	const struct rte_eth_conf conf = {
		.rxmode = { .mtu = 1500 }, .intr_conf = { .rmv = 1 },
	};

	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_configure(port, 1, 1, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_queue_setup(port, 0, 32, SOCKET_ID_ANY, NULL, pool), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_tx_queue_setup(port, 0, 16, SOCKET_ID_ANY, NULL), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
}

static uint64_t
xstat(const char *name)
{
	uint64_t id, value = UINT64_MAX;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) == 0)
		rte_eth_xstats_get_by_id(port, &id, &value, 1);
	return value;
}

/* The same name and the same arguments, a hundred times; each second time it runs. */
static void
add_and_remove(void)
{
	struct fake_seen seen;
	unsigned int i;

	for (i = 0; i < 100; i++) {
		CU_ASSERT_TRUE_FATAL(port_add());
		if (i % 2 == 1) {
			port_start();
			CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
		}
		CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", PORT_NAME), 0);
	}
	seen = fake_usbfs_seen(dev);
	CU_ASSERT_EQUAL(seen.opens, 100);
	CU_ASSERT_EQUAL(seen.closes, 100);
	CU_ASSERT_EQUAL(seen.claims, seen.releases);
	CU_ASSERT_EQUAL(seen.memory, 0);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
}

static void
start_polling(pthread_t *thread)
{
	CU_ASSERT_TRUE_FATAL(port_add());
	port_start();
	rte_eth_dev_callback_register(port, RTE_ETH_EVENT_INTR_RMV, told, NULL);
	nb_rmv = 0;
	polling = true;
	CU_ASSERT_EQUAL_FATAL(pthread_create(thread, NULL, poll_thread, NULL), 0);
	CU_ASSERT_TRUE(flows());
}

static void
stop_polling(pthread_t thread)
{
	__atomic_store_n(&polling, false, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
}

static void
remove_port(void)
{
	rte_eth_dev_callback_unregister(port, RTE_ETH_EVENT_INTR_RMV, told, NULL);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", PORT_NAME), 0);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
}

/* The system sleeps under a polling lcore; every time the port comes back by itself. */
static void
sleep_and_wake(void)
{
	uint64_t until, resumes;
	pthread_t thread;
	unsigned int i;

	start_polling(&thread);
	for (i = 1; i <= 20; i++) {
		resumes = xstat("usb_resumes");
		fake_usbfs_sleep(dev, i % 2 == 1);
		usleep(1000 * (i % 4));
		fake_usbfs_wake(dev);
		/* Once or, where it was asleep still, twice; or nothing was with the
		 * kernel, and nobody knows. */
		until = now_ms() + 500;
		while (xstat("usb_resumes") == resumes && now_ms() < until)
			usleep(1000);
		CU_ASSERT_TRUE(flows());
	}
	CU_ASSERT_TRUE(xstat("usb_resumes") >= 10);
	CU_ASSERT_EQUAL(nb_rmv, 0);
	CU_ASSERT_EQUAL(xstat("usb_leaked"), 0);
	stop_polling(thread);
	remove_port();
	CU_ASSERT_EQUAL(fake_usbfs_seen(dev).memory, 0);
}

/* Pulled out under a polling lcore, in several ways; plugged in, it works again. */
static void
unplug(void)
{
	static const int ways[] = { -ESHUTDOWN, -EPROTO, -ENOENT, FAKE_VANISH };
	struct rte_mbuf *none;
	uint64_t until;
	pthread_t thread;
	unsigned int i;

	for (i = 0; i < RTE_DIM(ways); i++) {
		start_polling(&thread);
		fake_bus_unplug(dev, ways[i]);
		until = now_ms() + PATIENCE_MS;
		while (__atomic_load_n(&nb_rmv, __ATOMIC_RELAXED) == 0 && now_ms() < until)
			usleep(1000);
		CU_ASSERT_EQUAL(nb_rmv, 1);
		CU_ASSERT_EQUAL(rte_eth_dev_is_removed(port), 1);
		stop_polling(thread);
		CU_ASSERT_EQUAL(rte_eth_rx_burst(port, 0, &none, 1), 0);
		remove_port();
		CU_ASSERT_FALSE(port_add());
		fake_bus_replug(dev);
	}
	start_polling(&thread);
	stop_polling(thread);
	remove_port();
}

static int
make_all(void)
{
	static const struct fake_script_conf script = {
		.pace_us = 200, .burst = 4, .fill = fill,
	};
	static const struct fake_step sent = { FAKE_DONE, 0, FAKE_ALL };
	unsigned int i;

	rte_log_set_level_pattern("lib.*", RTE_LOG_EMERG);
	rte_log_set_level_pattern("pmd.common.usb", RTE_LOG_EMERG);
	pool = rte_pktmbuf_pool_create("tests", NB_MBUFS, 0, 0, ROOM + RTE_PKTMBUF_HEADROOM,
				       SOCKET_ID_ANY);
	dev = fake_usbfs_create(NULL);
	if (pool == NULL || dev == NULL || fake_script_attach(dev, &script) != 0)
		return -1;
	for (i = 4; i <= 9; i++)
		fake_script(dev, i, NULL, 0, sent);
	fake_bus_add(dev);
	return 0;
}

static int
free_all(void)
{
	fake_bus_forget(dev);
	fake_usbfs_destroy(dev);
	rte_mempool_free(pool);
	return 0;
}

static CU_TestInfo tests[] = {
	{ "add and remove", add_and_remove },
	{ "sleep and wake", sleep_and_wake },
	{ "unplug", unplug },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_usb_port", make_all, free_all, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
