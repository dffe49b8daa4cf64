/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pcap/pcap.h>
#include <rte_cycles.h>
#include <rte_dev.h>

#include "port.h"

#define BUSY_MACHINE 5
#define BURST		32
#define XSTATS_MAX	512

struct rte_mempool *pool;

uint16_t
port_add(const char *args)
{
	static unsigned int number;
	char name[RTE_ETH_NAME_MAX_LEN];
	uint16_t port;

	snprintf(name, sizeof(name), "net_rtw89u%u", number++);
	if (rte_eal_hotplug_add("vdev", name, args) != 0 ||
	    rte_eth_dev_get_port_by_name(name, &port) != 0)
		return NO_PORT;
	return port;
}

void
port_remove(uint16_t port)
{
	char name[RTE_ETH_NAME_MAX_LEN];

	CU_ASSERT_FATAL(port != NO_PORT && rte_eth_dev_get_name_by_port(port, name) == 0);
	rte_eth_dev_stop(port);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", name), 0);
	/* Another port may hold some. */
	if (rte_eth_dev_count_avail() == 0)
		CU_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 0);
}

int
port_setup(uint16_t port, uint64_t offloads, uint16_t mtu)
{
	struct rte_eth_conf conf = {
		.rxmode = { .offloads = offloads, .mtu = mtu != 0 ? mtu : RTE_ETHER_MTU },
	};
	int ret = rte_eth_dev_configure(port, 1, 0, &conf);

	return ret != 0 ? ret :
	       rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool);
}

uint16_t
port_run(const char *args, uint64_t offloads)
{
	uint16_t port = port_add(args);

	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL_FATAL(port_setup(port, offloads, 0), 0);
	CU_ASSERT_EQUAL(rte_eth_promiscuous_enable(port), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
	return port;
}

uint64_t
port_take(uint16_t port, uint64_t want, unsigned int quiet_ms, packet_fn fn, void *arg)
{
	/* The model's thread wants a processor too, and a busy machine makes it wait. */
	uint64_t quiet = BUSY_MACHINE * quiet_ms * rte_get_timer_hz() / 1000, got = 0;
	uint64_t end = rte_get_timer_cycles() + quiet;
	struct rte_mbuf *pkts[BURST];
	uint16_t n, i;

	while (got < want && rte_get_timer_cycles() < end) {
		n = rte_eth_rx_burst(port, 0, pkts, RTE_MIN(want - got, (uint64_t)BURST));
		for (i = 0; i < n && fn != NULL; i++)
			fn(pkts[i], arg);
		rte_pktmbuf_free_bulk(pkts, n);
		got += n;
		if (n != 0)
			end = rte_get_timer_cycles() + quiet;
		else
			rte_delay_us_sleep(20);
	}
	return got;
}

uint64_t
xstat(uint16_t port, const char *name)
{
	static struct rte_eth_xstat_name names[XSTATS_MAX];
	static struct rte_eth_xstat values[XSTATS_MAX];
	int n = rte_eth_xstats_get_names(port, names, XSTATS_MAX), i;

	CU_ASSERT_FATAL(n > 0 && n <= XSTATS_MAX);
	CU_ASSERT_EQUAL_FATAL(rte_eth_xstats_get(port, values, XSTATS_MAX), n);
	for (i = 0; i < n; i++)
		if (strcmp(names[i].name, name) == 0)
			return values[i].value;
	return UINT64_MAX;
}

struct capture {
	char file[64];
	char args[512];
	pcap_t *pcap;
	pcap_dumper_t *dump;
};

struct capture *
capture_new(void)
{
	struct capture *c = calloc(1, sizeof(*c));
	int fd;

	CU_ASSERT_FATAL(c != NULL);
	strcpy(c->file, "/tmp/test_ethdev_XXXXXX");
	fd = mkstemp(c->file);
	CU_ASSERT_FATAL(fd >= 0);
	close(fd);
	c->pcap = pcap_open_dead(DLT_EN10MB, 65535);
	c->dump = pcap_dump_open(c->pcap, c->file);
	CU_ASSERT_FATAL(c->dump != NULL);
	return c;
}

void
capture_add(struct capture *c, const void *packet, uint32_t len)
{
	struct pcap_pkthdr h = { .caplen = len, .len = len };

	pcap_dump((u_char *)c->dump, &h, packet);
}

const char *
capture_args(struct capture *c, const char *more)
{
	pcap_dump_flush(c->dump);
	snprintf(c->args, sizeof(c->args), MODEL ",air-set=start:0,air=pcap:%s%s", c->file, more);
	return c->args;
}

void
capture_free(struct capture *c)
{
	pcap_dump_close(c->dump);
	pcap_close(c->pcap);
	unlink(c->file);
	free(c);
}
