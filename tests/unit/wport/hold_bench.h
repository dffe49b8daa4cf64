/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_HOLD_BENCH_H
#define WPORT_HOLD_BENCH_H

/* A toy port through ethdev, on the transport of script.h, whose device can go and come. The
 * registers of aggregation are chip.h's. */

#include <errno.h>

#include <bus_vdev_driver.h>
#include <ethdev_driver.h>
#include <rte_dev.h>

#include "bench.h"
#include "wport_hold_work.h"

#define PORT_NAME	"net_toy0"
#define NO_PORT		RTE_MAX_ETHPORTS
#define NB_MBUFS	1023u
#define KEEP		RTE_WLAN_HOLD_KEEP
#define FIXED		RTE_WLAN_HOLD_FIXED
#define LATENCY		RTE_WLAN_HOLD_LATENCY
#define BALANCED	RTE_WLAN_HOLD_BALANCED
#define CPU		RTE_WLAN_HOLD_CPU

static struct rte_mempool *pool;
static struct script *script;
static usb_event_fn event;
static void *event_arg;

static int
resume(struct usb_transport *t)
{
	t->shared->state = USB_LIVE;
	return 0;
}

static int
open_script(const struct usb_transport_conf *conf, uint32_t mbps, struct usb_transport **t)
{
	script = script_open(conf->nb_bufs, conf->nb_spare, conf->buf_size);
	script->t.shared = conf->shared;
	script->ops.resume = resume;
	conf->shared->speed_mbps = mbps;
	event = conf->event;
	event_arg = conf->event_arg;
	*t = &script->t;
	return 0;
}

int
usb_model_open(const struct usb_transport_conf *conf, const struct usb_model_args *args,
	       struct usb_transport **t)
{
	return open_script(conf, args->speed != NULL ? 480 : 5000, t);
}

int
usb_replay_open(const struct usb_transport_conf *conf, const char *file, const char *device,
		bool loop, struct usb_transport **t)
{
	int ret = open_script(conf, 0, t);

	script->ops.control = NULL;
	script->ops.tx_setup = NULL;
	script->ops.resume = NULL;
	return ret;
}

static int
toy_probe(struct rte_vdev_device *vdev)
{
	return wport_probe(vdev, &toy_family);
}

static struct rte_vdev_driver toy_driver = { .probe = toy_probe, .remove = wport_remove };

RTE_PMD_REGISTER_VDEV(net_toy, toy_driver);

static struct wport *
wport_at(uint16_t port)
{
	return rte_eth_devices[port].data->dev_private;
}

/* The registers are as a device has them that was just plugged in. */
static uint16_t
port_add(const char *args)
{
	uint16_t port;

	toy_hw = (struct toy_hw){ 0 };
	log_clear();
	if (rte_eal_hotplug_add("vdev", PORT_NAME, args) != 0 ||
	    rte_eth_dev_get_port_by_name(PORT_NAME, &port) != 0)
		return NO_PORT;
	return port;
}

static uint16_t
port_setup(const char *args)
{
	const struct rte_eth_conf conf = { .rxmode = { .mtu = 1500 } };
	uint16_t port = port_add(args);

	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_configure(port, 1, 0, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_queue_setup(port, 0, 32, SOCKET_ID_ANY, NULL, pool), 0);
	return port;
}

static uint16_t
port_run(const char *args)
{
	uint16_t port = port_setup(args);

	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
	return port;
}

static void
port_remove(uint16_t port)
{
	struct script *s = script;

	rte_eth_dev_stop(port);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", PORT_NAME), 0);
	CU_ASSERT_TRUE(s->closed);
	script_close(s);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
}

/* As the transport does it: the state, then the call. */
static void
become(enum usb_state state)
{
	__atomic_store_n(&script->t.shared->state, state, __ATOMIC_RELEASE);
	event(event_arg, state);
}

static struct rte_wlan_rx_hold
in_use(uint16_t port)
{
	struct rte_wlan_rx_hold hold = { .hold_us = 4242 };

	CU_ASSERT_EQUAL(wport_hold_get(wport_at(port), &hold), 0);
	return hold;
}

static inline void
is_in_use(uint16_t port, enum rte_wlan_hold_policy policy, uint32_t us, uint32_t size,
	  uint32_t count)
{
	struct rte_wlan_rx_hold hold = in_use(port);
	bool ok = hold.policy == policy && hold.hold_us == us && hold.size == size &&
		hold.count == count;

	CU_ASSERT_TRUE(ok);
	if (!ok)
		printf("    in use: policy %u, %u us, %u bytes, count %u; not %u, %u, %u, %u\n",
		       hold.policy, hold.hold_us, hold.size, hold.count, policy, us, size,
		       count);
}

static inline int
set(uint16_t port, uint32_t policy, uint32_t us, uint32_t size, uint32_t count)
{
	const struct rte_wlan_rx_hold hold = {
		.policy = policy, .hold_us = us, .size = size, .count = count,
	};

	log_clear();
	return wport_hold_set(wport_at(port), &hold);
}

static uint64_t
xstat(uint16_t port, const char *name)
{
	uint64_t id, value = UINT64_MAX;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) == 0)
		rte_eth_xstats_get_by_id(port, &id, &value, 1);
	return value;
}

/* Under the lock, as the thread that may be there sees it. */
#define LOCKED(port, statement) \
	do { \
		pthread_mutex_lock(&wport_at(port)->lock); \
		statement; \
		pthread_mutex_unlock(&wport_at(port)->lock); \
	} while (0)

/* Until the condition holds, for a busy machine's sake at most 5 seconds. */
#define WAIT_FOR(port, condition) \
	do { \
		bool done_ = false; \
		unsigned int ms_; \
		for (ms_ = 0; ms_ < 5000 && !done_; ms_++) { \
			LOCKED(port, done_ = (condition)); \
			if (!done_) \
				rte_delay_us_sleep(1000); \
		} \
		CU_ASSERT_TRUE(done_); \
	} while (0)

static int
make_all(void)
{
	rte_log_set_level_pattern("lib.*", RTE_LOG_EMERG);
	rte_log_set_global_level(RTE_LOG_NOTICE);
	pool = rte_pktmbuf_pool_create("tests", NB_MBUFS, 0, 0, ROOM + RTE_PKTMBUF_HEADROOM,
				       SOCKET_ID_ANY);
	return pool == NULL;
}

static int
free_all(void)
{
	rte_mempool_free(pool);
	return 0;
}

#endif /* WPORT_HOLD_BENCH_H */
