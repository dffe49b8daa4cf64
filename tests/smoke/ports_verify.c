/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Several ports in one process: one of them is stopped, started again, closed or
 * removed while the others go on, which must deliver every byte of their capture.
 *
 *   ports_verify EAL... -- CAPTURE ACTION
 *
 * Port 0 is the one that something is done to: ACTION is stop, restart, close or
 * remove. All ports hear CAPTURE. Each port has a line, "pass NAME ..." or "FAIL NAME:
 * why". "again DEVARGS": no ports, but a probe and a removal of DEVARGS, 20 times.
 *
 * Exit status: 0 all is right; 1 could not run; 2 something is wrong.
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_bus.h>
#include <rte_cycles.h>
#include <rte_dev.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>

#include "expect.h"
#include "rx_verify.h"

#define BURST		32u
#define PORTS_MAX	8u
#define MBUFS		8191u
#define TIMEOUT_S	15u
#define AGAIN		20u

enum status { STATUS_OK, STATUS_CANNOT, STATUS_WRONG };

struct port {
	char name[RTE_ETH_NAME_MAX_LEN];
	struct rx_result result;
	bool gone;			/* stopped or worse: nothing more is expected */
	const char *why;		/* what is wrong, NULL nothing */
};

static struct port ports[PORTS_MAX];
static unsigned int nb_ports;
static struct expect expected;

static void __rte_noreturn __rte_format_printf(1, 2)
cannot(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("ports_verify: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(STATUS_CANNOT);
}

static void
port_up(uint16_t id, struct rte_mempool *mp)
{
	struct rte_eth_conf conf = { 0 };
	int ret;

	conf.rxmode.mtu = RTE_ETHER_MTU;
	ret = rte_eth_dev_configure(id, 1, 0, &conf);
	if (ret == 0)
		ret = rte_eth_rx_queue_setup(id, 0, 512, SOCKET_ID_ANY, NULL, mp);
	if (ret == 0)
		ret = rte_eth_promiscuous_enable(id);
	if (ret == 0)
		ret = rte_eth_dev_start(id);
	if (ret != 0)
		cannot("port %u: cannot start: %s", id, rte_strerror(-ret));
}

/* A port that was stopped in between has a hole, the others have none. */
static void
check_packet(struct port *p, const struct rte_mbuf *m, bool whole)
{
	const struct expect_packet *want;

	if (p->result.packets >= expected.n) {
		p->why = "a packet too many";
		return;
	}
	want = &expected.packets[p->result.packets];
	if (whole && (m->pkt_len != want->len || m->nb_segs != 1 ||
		      memcmp(rte_pktmbuf_mtod(m, void *), want->data, want->len) != 0))
		p->why = "another packet";
}

static uint16_t
poll_port(uint16_t id)
{
	struct rte_mbuf *pkts[BURST];
	struct port *p = &ports[id];
	uint16_t n, i;

	if (p->gone)
		return 0;
	n = rte_eth_rx_burst(id, 0, pkts, BURST);
	for (i = 0; i < n; i++) {
		check_packet(p, pkts[i], id != 0);
		p->result.packets++;
		p->result.bytes += pkts[i]->pkt_len;
	}
	rte_pktmbuf_free_bulk(pkts, n);
	return n;
}

static void
check_counters(uint16_t id)
{
	struct port *p = &ports[id];

	/* Port 0 was stopped with packets on the way. */
	if (p->why == NULL && !counters_right(id, &p->result, expected.dropped, id == 0, NULL))
		p->why = "counters do not add up";
}

static void
act(const char *action)
{
	struct rte_eth_dev_info info;
	int ret = 0;

	if (strcmp(action, "remove") == 0) {
		ret = rte_eth_dev_info_get(0, &info);
		if (ret == 0)
			ret = rte_dev_remove(info.device);
		ports[0].gone = true;
	} else {
		ret = rte_eth_dev_stop(0);
		ports[0].gone = true;
	}
	if (ret == 0 && strcmp(action, "stop") == 0)
		check_counters(0);
	if (ret == 0 && strcmp(action, "close") == 0)
		ret = rte_eth_dev_close(0);
	if (ret == 0 && strcmp(action, "restart") == 0) {
		ret = rte_eth_dev_start(0);
		ports[0].gone = false;
	}
	if (ret != 0)
		ports[0].why = "it cannot be done";
}

static bool
all_here(void)
{
	unsigned int i;

	for (i = 1; i < nb_ports; i++)
		if (ports[i].result.packets < expected.n && ports[i].why == NULL)
			return false;
	return true;
}

static void
receive_all(const char *action)
{
	uint64_t end = rte_get_timer_cycles() + TIMEOUT_S * rte_get_timer_hz();
	uint64_t at_restart = 0;
	bool done = false;
	unsigned int i;

	while (!all_here() && rte_get_timer_cycles() < end) {
		for (i = 0; i < nb_ports; i++)
			poll_port(i);
		if (!done && ports[nb_ports - 1].result.packets >= expected.n / 4) {
			act(action);
			at_restart = ports[0].result.packets;
			done = true;
		}
	}
	if (!done)
		ports[0].why = "its turn never came";
	if (strcmp(action, "restart") == 0 && ports[0].result.packets == at_restart)
		ports[0].why = "nothing after it was started again";
	for (i = 1; i < nb_ports; i++)
		if (ports[i].result.packets < expected.n && ports[i].why == NULL)
			ports[i].why = "packets are missing";
}

static bool
end_port(uint16_t id, const char *action)
{
	struct port *p = &ports[id];

	if (!p->gone) {
		if (rte_eth_dev_stop(id) != 0)
			p->why = "it does not stop";
		check_counters(id);
	}
	printf("%s %s: %" PRIu64 " packets of %" PRIu64 "%s%s\n",
	       p->why == NULL ? "pass" : "FAIL", p->name, p->result.packets, expected.n,
	       p->why == NULL ? "" : ": ", p->why == NULL ? "" : p->why);
	if (!p->gone || strcmp(action, "stop") == 0)
		rte_eth_dev_close(id);
	return p->why == NULL;
}

static enum status
several(const char *file, const char *action)
{
	struct rte_mempool *mp;
	bool ok = true;
	unsigned int i;

	nb_ports = rte_eth_dev_count_avail();
	if (nb_ports < 2 || nb_ports > PORTS_MAX || !expect_load(&expected, file, RTE_ETHER_MTU))
		cannot("%s, and 2 to %u ports", file, PORTS_MAX);
	mp = rte_pktmbuf_pool_create("ports", MBUFS, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
				     SOCKET_ID_ANY);
	if (mp == NULL)
		cannot("no memory for %u mbufs", MBUFS);
	for (i = 0; i < nb_ports; i++) {
		rte_eth_dev_get_name_by_port(i, ports[i].name);
		port_up(i, mp);
	}
	receive_all(action);
	for (i = 0; i < nb_ports; i++)
		ok &= end_port(i, action);
	if (rte_mempool_in_use_count(mp) != 0) {
		printf("FAIL %u mbufs are not home\n", rte_mempool_in_use_count(mp));
		ok = false;
	}
	return ok ? STATUS_OK : STATUS_WRONG;
}

/* Nothing stays behind: the last time as good as the first, the heap as full. */
static enum status
again(const char *devargs)
{
	struct rte_malloc_socket_stats stats;
	uint64_t used = 0;
	unsigned int i;

	for (i = 0; i < AGAIN; i++) {
		struct rte_eth_dev_info info;
		uint16_t id;

		if (rte_dev_probe(devargs) != 0) {
			printf("FAIL probe %u\n", i);
			return STATUS_WRONG;
		}
		id = rte_eth_find_next(0);
		if (id >= RTE_MAX_ETHPORTS || rte_eth_dev_info_get(id, &info) != 0 ||
		    rte_dev_remove(info.device) != 0 || rte_eth_dev_count_avail() != 0) {
			printf("FAIL removal %u\n", i);
			return STATUS_WRONG;
		}
		rte_malloc_get_socket_stats(rte_socket_id(), &stats);
		/* EAL keeps something of the first. */
		if (i == 1)
			used = stats.heap_allocsz_bytes;
		if (i > 1 && stats.heap_allocsz_bytes != used) {
			printf("FAIL round %u: %zu bytes of the heap, %" PRIu64 " before\n", i,
			       stats.heap_allocsz_bytes, used);
			return STATUS_WRONG;
		}
	}
	printf("pass %u times\n", AGAIN);
	return STATUS_OK;
}

int
main(int argc, char **argv)
{
	int used = rte_eal_init(argc, argv);
	enum status status;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (used < 0)
		cannot("EAL does not start: %s", rte_strerror(rte_errno));
	argc -= used;
	argv += used;
	if (argc != 3)
		cannot("CAPTURE stop|restart|close|remove, or: again DEVARGS");
	status = strcmp(argv[1], "again") == 0 ? again(argv[2]) : several(argv[1], argv[2]);
	rte_eal_cleanup();
	return status;
}
