/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* A port's life: found, started, stopped, closed, removed, plugged in again. */

#include <inttypes.h>
#include <stdio.h>

#include <rte_cycles.h>
#include <rte_dev.h>
#include <rte_devargs.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_mbuf.h>

#include "usb_port.h"

#define RETRY_MS	50u
#define CYCLE_MS	50u	/* for a first packet after a start */

static int
on_event(uint16_t id, enum rte_eth_event_type type, void *arg __rte_unused,
	 void *more __rte_unused)
{
	if (id >= PORTS_MAX)
		return 0;
	if (type == RTE_ETH_EVENT_INTR_RMV)
		atomic_fetch_add(&ports[id].removals, 1);
	else if (type == RTE_ETH_EVENT_INTR_LSC)
		atomic_fetch_add(&ports[id].link_changes, 1);
	return 0;
}

static void
find(struct port *p)
{
	const struct rte_devargs *devargs;
	struct rte_eth_dev_info info;

	if (!rte_eth_dev_is_valid_port(p->id) ||
	    rte_eth_dev_get_name_by_port(p->id, p->name) != 0 ||
	    rte_eth_dev_info_get(p->id, &info) != 0)
		return;
	devargs = rte_dev_devargs(info.device);
	/* A copy: the device's own goes with it. */
	if (devargs != NULL)
		snprintf(p->args, sizeof(p->args), "%s", devargs->args);
}

void
ports_find(void)
{
	unsigned int i;

	for (i = 0; i < PORTS_MAX; i++) {
		ports[i].id = i;
		find(&ports[i]);
	}
	if (rte_eth_dev_callback_register(RTE_ETH_ALL, RTE_ETH_EVENT_INTR_RMV, on_event,
					  NULL) != 0 ||
	    rte_eth_dev_callback_register(RTE_ETH_ALL, RTE_ETH_EVENT_INTR_LSC, on_event,
					  NULL) != 0)
		wrong("no events");
}

static bool
configure(struct port *p)
{
	struct rte_eth_conf conf = { 0 };
	struct rte_eth_dev_info info;
	int ret = rte_eth_dev_info_get(p->id, &info);

	if (ret != 0)
		return wrong("no port: %s", rte_strerror(-ret));
	conf.rxmode.mtu = RTE_ETHER_MTU;
	conf.rxmode.offloads = RTE_ETH_RX_OFFLOAD_SCATTER;
	conf.intr_conf.rmv = (*info.dev_flags & RTE_ETH_DEV_INTR_RMV) != 0;
	ret = rte_eth_dev_configure(p->id, 1, 1, &conf);
	if (ret == 0)
		ret = rte_eth_rx_queue_setup(p->id, 0, 512, SOCKET_ID_ANY, NULL, pool);
	if (ret == 0)
		ret = rte_eth_tx_queue_setup(p->id, 0, 64, SOCKET_ID_ANY, NULL);
	if (ret == 0)
		ret = rte_eth_promiscuous_enable(p->id);
	p->configured = ret == 0;
	return ret == 0 || wrong("cannot be set up: %s", rte_strerror(-ret));
}

/* One that runs already, after a case that failed or did not, is left alone. */
bool
step_start(struct port *p, const char *arg __rte_unused)
{
	int ret;

	if (p->up)
		return true;
	if (!p->configured && !configure(p))
		return false;
	mark_seen(p);
	ret = rte_eth_dev_start(p->id);
	p->up = ret == 0;
	return ret == 0 || wrong("%s", rte_strerror(-ret));
}

bool
step_start_fails(struct port *p, const char *arg __rte_unused)
{
	uint64_t start = now_ms();

	if (!p->configured && !configure(p))
		return false;
	if (rte_eth_dev_start(p->id) == 0) {
		p->up = true;
		return wrong("it starts");
	}
	note("refused after %" PRIu64 " ms", now_ms() - start);
	return now_ms() - start <= limit_ms || wrong("it took too long");
}

static bool
in_time(const char *what, uint64_t start, int ret)
{
	uint64_t ms = now_ms() - start;

	note("%s %" PRIu64 " ms", what, ms);
	if (ret != 0)
		return wrong("%s: %s", what, rte_strerror(-ret));
	return ms <= limit_ms || wrong("%s took %" PRIu64 " ms", what, ms);
}

bool
step_stop(struct port *p, const char *arg __rte_unused)
{
	uint64_t start = now_ms();

	p->up = false;
	return in_time("stop", start, rte_eth_dev_stop(p->id));
}

bool
step_close(struct port *p, const char *arg __rte_unused)
{
	uint64_t start = now_ms();

	p->up = p->configured = false;
	return in_time("close", start, rte_eth_dev_close(p->id));
}

/* Works with the port closed, too: then it is the device that is left. */
bool
step_remove(struct port *p, const char *arg __rte_unused)
{
	uint64_t start = now_ms();

	p->up = p->configured = false;
	return in_time("remove", start, rte_eal_hotplug_remove("vdev", p->name));
}

/* The system needs a moment for a device that was plugged in. */
bool
step_replug(struct port *p, const char *arg __rte_unused)
{
	uint64_t start = now_ms();
	uint16_t id;
	int ret;

	p->packets = p->bytes = p->seen = 0;
	p->removals = p->link_changes = 0;
	do {
		ret = rte_eal_hotplug_add("vdev", p->name, p->args);
		if (ret == 0)
			break;
		rte_delay_us_sleep(RETRY_MS * 1000);
	} while (now_ms() - start < limit_ms);
	if (!in_time("replug", start, ret))
		return false;
	return (rte_eth_dev_get_port_by_name(p->name, &id) == 0 && id == p->id) ||
	       wrong("the port has another number");
}

/* One start and stop; *heard: a packet came between. */
static bool
cycle(struct port *p, bool *heard, uint64_t *stop_ms)
{
	uint64_t before = p->packets, end, start;
	int ret;

	if (!step_start(p, ""))
		return false;
	end = now_ms() + CYCLE_MS;
	while (p->packets == before && now_ms() < end)
		poll_ports(p);
	*heard = p->packets != before;
	p->up = false;
	start = now_ms();
	ret = rte_eth_dev_stop(p->id);
	*stop_ms = now_ms() - start;
	if (ret != 0)
		return wrong("stop: %s", rte_strerror(-ret));
	if (*stop_ms > limit_ms)
		return wrong("a stop took %" PRIu64 " ms", *stop_ms);
	return rte_mempool_in_use_count(pool) == 0 ||
	       wrong("%u mbufs are not home", rte_mempool_in_use_count(pool));
}

bool
step_cycles(struct port *p, const char *arg)
{
	uint64_t n, i, nb_heard = 0, stop_ms, longest = 0;
	bool heard = false;

	if (!number_of(arg, &n))
		return false;
	for (i = 0; i < n; i++) {
		if (!cycle(p, &heard, &stop_ms)) {
			note("round %" PRIu64, i);
			return false;
		}
		nb_heard += heard;
		longest = RTE_MAX(longest, stop_ms);
	}
	note("%" PRIu64 " starts, packets in %" PRIu64 ", longest stop %" PRIu64 " ms", n,
	     nb_heard, longest);
	/* A start in the pause between two transfers may see nothing. */
	return nb_heard >= n / 2 || wrong("packets after %" PRIu64 " of %" PRIu64, nb_heard, n);
}
