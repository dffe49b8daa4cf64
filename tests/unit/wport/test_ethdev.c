/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The port of every family through ethdev, on the transport of script.h: the back ends
 * of model= and replay= are this file's. */

#include <errno.h>

#include <bus_vdev_driver.h>
#include <ethdev_driver.h>
#include <rte_dev.h>

#include "bench.h"
#include "radiotap.h"

#define PORT_NAME	"net_mt76u0"
#define NO_PORT		RTE_MAX_ETHPORTS
#define NB_MBUFS	1023u
#define FAST_FREE	RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE

static struct rte_mempool *pool;
static struct script *script;	/* of the port that was probed last */
static uint32_t buf_size;	/* that it was asked for */
static int open_ret;

int
usb_model_open(const struct usb_transport_conf *conf, const struct usb_model_args *args,
	       struct usb_transport **t)
{
	if (open_ret != 0)
		return open_ret;
	script = script_open(conf->nb_bufs, conf->nb_spare, conf->buf_size);
	script->t.shared = conf->shared;
	conf->shared->speed_mbps = 480;
	buf_size = conf->buf_size;
	*t = &script->t;
	return 0;
}

int
usb_replay_open(const struct usb_transport_conf *conf, const char *file, const char *device,
		bool loop, struct usb_transport **t)
{
	script = script_open(conf->nb_bufs, conf->nb_spare, conf->buf_size);
	script->t.shared = conf->shared;
	script->ops.control = NULL;
	script->ops.tx_setup = NULL;
	*t = &script->t;
	return 0;
}

static const struct wport_family *probed = &toy_family;

static int
toy_probe(struct rte_vdev_device *vdev)
{
	return wport_probe(vdev, probed);
}

static struct rte_vdev_driver toy_driver = { .probe = toy_probe, .remove = wport_remove };

/* The name of a driver that sends by this transmit path. */
RTE_PMD_REGISTER_VDEV(net_mt76u, toy_driver);

static uint16_t
port_add(const char *args)
{
	uint16_t port;

	script = NULL;
	if (rte_eal_hotplug_add("vdev", PORT_NAME, args) != 0 ||
	    rte_eth_dev_get_port_by_name(PORT_NAME, &port) != 0)
		return NO_PORT;
	return port;
}

/* Removed while it runs or not; its transport is closed by then. */
static void
port_remove(struct script *s)
{
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", PORT_NAME), 0);
	CU_ASSERT_TRUE(s->closed);
	CU_ASSERT_FALSE(s->started);
	script_close(s);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
}

static int
port_configure(uint16_t port, uint64_t rx, uint64_t tx, unsigned int nb_tx, uint32_t mtu)
{
	struct rte_eth_conf conf = {
		.rxmode = { .offloads = rx, .mtu = mtu }, .txmode = { .offloads = tx },
	};

	return rte_eth_dev_configure(port, 1, nb_tx, &conf);
}

static int
port_setup(uint16_t port, uint64_t rx, uint64_t tx, unsigned int nb_tx,
	   const struct rte_eth_rxconf *rxconf)
{
	int ret = port_configure(port, rx, tx, nb_tx, 1500);
	unsigned int i;

	if (ret == 0)
		ret = rte_eth_rx_queue_setup(port, 0, 32, SOCKET_ID_ANY, rxconf, pool);
	for (i = 0; i < nb_tx && ret == 0; i++)
		ret = rte_eth_tx_queue_setup(port, i, 8, SOCKET_ID_ANY, NULL);
	return ret;
}

static uint16_t
port_run(const char *args, uint64_t rx, unsigned int nb_tx)
{
	uint16_t port = port_add(args);

	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL_FATAL(port_setup(port, rx, 0, nb_tx, NULL), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
	return port;
}

static uint64_t
xstat(uint16_t port, const char *name)
{
	uint64_t id, value = UINT64_MAX;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) == 0)
		rte_eth_xstats_get_by_id(port, &id, &value, 1);
	return value;
}

static const struct wport_txq *
txq(uint16_t port, uint16_t queue)
{
	return rte_eth_devices[port].data->tx_queues[queue];
}

/* A transfer of n frames of 100 bytes. */
static void
deliver(uint32_t serial, unsigned int n)
{
	struct bench *b = calloc(1, sizeof(*b));
	unsigned int i;

	b->s = script;
	for (i = 0; i < n; i++)
		bench_frame(b, serial + i, 100);
	bench_send(b);
	free(b);
}

/* One of PPDU 0 that says no more than that there was one. */
static void
deliver_status(void)
{
	static const uint8_t status[TOY_ST_LEN] = { 0 };
	struct bench *b = calloc(1, sizeof(*b));

	b->s = script;
	bench_unit(b, (struct toy_unit){ .type = TOY_STATUS }, status, sizeof(status));
	bench_send(b);
	free(b);
}

static bool
is_packet(struct rte_mbuf *m, uint32_t serial, uint32_t len)
{
	uint8_t want[2048];

	bench_ethernet(want, serial, len);
	return m->pkt_len == len && m->data_len == len &&
		memcmp(rte_pktmbuf_mtod(m, void *), want, len) == 0;
}

static void
receive(uint16_t port, uint32_t serial, unsigned int n)
{
	struct rte_mbuf *pkts[64];
	unsigned int i;

	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_burst(port, 0, pkts, 64), n);
	for (i = 0; i < n; i++) {
		CU_ASSERT_TRUE(is_packet(pkts[i], serial + i, 100));
		CU_ASSERT_EQUAL(pkts[i]->port, port);
	}
	rte_pktmbuf_free_bulk(pkts, n);
}

static struct rte_mbuf *
packet(uint32_t len)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	CU_ASSERT_PTR_NOT_NULL_FATAL(m);
	bench_ethernet((uint8_t *)rte_pktmbuf_append(m, len), 0, len);
	return m;
}

static uint16_t
transmit(uint16_t port, uint16_t queue, uint32_t len)
{
	struct rte_mbuf *m = packet(len);
	uint16_t n = rte_eth_tx_burst(port, queue, &m, 1);

	if (n == 0)
		rte_pktmbuf_free(m);
	return n;
}

static void
life(void)
{
	uint16_t port = port_run("model=toy1", 0, 4);
	struct rte_eth_stats stats;
	struct script *s = script;
	unsigned int i;

	CU_ASSERT_TRUE(s->started && toy_hw.rx_on);
	CU_ASSERT_FALSE(txq(port, 0)->fast_free);
	/* An aggregate of 20 KiB and one more unit of 11500, in whole KiB. */
	CU_ASSERT_EQUAL(buf_size, 32768);
	for (i = 0; i < 4; i++) {
		CU_ASSERT_EQUAL(s->tx[i].nb, 8);
		CU_ASSERT_EQUAL(transmit(port, i, 200), 1);
		CU_ASSERT_EQUAL(s->sent[i].ep, 5 + i);
	}
	deliver(0, 5);
	receive(port, 0, 5);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT(stats.ipackets == 5 && stats.opackets == 4 && stats.ierrors == 0);
	CU_ASSERT(stats.ibytes == 500 && stats.obytes == 800 && stats.oerrors == 0);
	CU_ASSERT_EQUAL(rte_eth_stats_reset(port), 0);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT_EQUAL(stats.ipackets + stats.opackets, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_FALSE(s->started || toy_hw.rx_on);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	deliver(5, 3);
	receive(port, 5, 3);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(s);
}

static void
close_twice(void)
{
	uint16_t port = port_run("model=toy1", 0, 1);
	struct script *s = script;

	deliver(0, 3);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_close(port), 0);
	CU_ASSERT_TRUE(s->closed);
	CU_ASSERT_EQUAL(rte_eth_dev_close(port), -ENODEV);
	port_remove(s);
	/* The name is free again. */
	port = port_run("model=toy1", 0, 1);
	deliver(0, 3);
	receive(port, 0, 3);
	port_remove(script);	/* while it runs */
}

/* The receive queue stops and starts; sending goes on. */
static void
queue_stop_while_sending(void)
{
	uint16_t port = port_run("model=toy1", 0, 2);
	struct rte_mbuf *m;
	struct script *s = script;

	deliver(0, 4);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_burst(port, 0, &m, 1), 1);
	rte_pktmbuf_free(m);
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_stop(port, 0), 0);
	CU_ASSERT_FALSE(toy_hw.rx_on);
	CU_ASSERT_TRUE(s->started);
	CU_ASSERT_EQUAL(s->nb_stops, 0);
	CU_ASSERT_EQUAL(s->polled, s->returned);
	CU_ASSERT_EQUAL(xstat(port, "rx_usb_stopped"), 1);
	CU_ASSERT_EQUAL(transmit(port, 0, 100), 1);
	CU_ASSERT_EQUAL(transmit(port, 1, 100), 1);
	/* What comes meanwhile is let go when the queue starts. */
	deliver(10, 1);
	deliver(11, 1);
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_stop(port, 0), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_start(port, 0), 0);
	CU_ASSERT_TRUE(toy_hw.rx_on);
	CU_ASSERT_EQUAL(s->nb_starts, 1);
	CU_ASSERT_EQUAL(xstat(port, "rx_usb_unread"), 2);
	CU_ASSERT_EQUAL(s->polled, s->returned);
	deliver(20, 2);
	receive(port, 20, 2);
	CU_ASSERT_EQUAL(transmit(port, 1, 100), 1);
	CU_ASSERT_EQUAL(s->nb_sent, 3);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(s);
}

/* Not started with the port; sending works, receiving begins when it is asked for. */
static void
deferred_queue(void)
{
	const struct rte_eth_rxconf rxconf = { .rx_deferred_start = 1 };
	uint16_t port = port_add("model=toy1");
	struct script *s = script;

	CU_ASSERT_EQUAL_FATAL(port_setup(port, 0, 0, 1, &rxconf), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_TRUE(s->started);
	CU_ASSERT_FALSE(toy_hw.rx_on);
	CU_ASSERT_EQUAL(transmit(port, 0, 100), 1);
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_start(port, 0), 0);
	CU_ASSERT_TRUE(toy_hw.rx_on);
	CU_ASSERT_EQUAL(s->nb_starts, 1);
	deliver(0, 1);
	receive(port, 0, 1);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_FALSE(toy_hw.rx_on);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(s);
}

/* Transfers are as long as the MTU asks for, of the queues that are set up. */
static void
mtu(void)
{
	uint16_t port = port_add("model=toy1"), mtu;
	struct script *s = script;

	CU_ASSERT_EQUAL_FATAL(port_setup(port, RTE_ETH_RX_OFFLOAD_SCATTER, 0, 2, NULL), 0);
	/* 1500 + 22 + 42 on a cache line. */
	CU_ASSERT(s->tx[0].size == 1600 && s->tx[1].size == 1600 && s->tx[2].nb == 0);
	CU_ASSERT_EQUAL(s->nb_setups, 2);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 9000), 0);
	CU_ASSERT(s->tx[0].size == 9088 && s->tx[1].size == 9088 && s->tx[2].nb == 0);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 9000), 0);
	CU_ASSERT_EQUAL(s->nb_setups, 4);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 1000), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 1500), -EBUSY);
	CU_ASSERT_EQUAL(transmit(port, 0, 1022), 1);
	CU_ASSERT_EQUAL(transmit(port, 1, 1023), 1);
	CU_ASSERT_EQUAL(xstat(port, "tx_mbuf_too_long"), 1);
	CU_ASSERT_EQUAL(s->nb_sent, 1);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_get_mtu(port, &mtu), 0);
	CU_ASSERT_EQUAL(mtu, 1000);
	port_remove(s);
}

/* By a configure, behind the queues' back: they are kept, and grow at start. */
static void
mtu_by_configure(void)
{
	const uint64_t rx = RTE_ETH_RX_OFFLOAD_SCATTER;
	uint16_t port = port_add("model=toy1");
	struct script *s = script;
	struct rte_mbuf *m;

	CU_ASSERT_EQUAL_FATAL(port_setup(port, rx, RTE_ETH_TX_OFFLOAD_MULTI_SEGS, 2, NULL), 0);
	CU_ASSERT_EQUAL(port_configure(port, rx, RTE_ETH_TX_OFFLOAD_MULTI_SEGS, 2, 9000), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT(s->tx[0].size == 9088 && s->tx[1].size == 9088);
	m = packet(1800);
	while (m->pkt_len < 9000)
		CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_chain(m, packet(1800)), 0);
	CU_ASSERT_EQUAL(rte_eth_tx_burst(port, 1, &m, 1), 1);
	CU_ASSERT_EQUAL_FATAL(s->nb_sent, 1);
	/* 8 + 26 + 6 + 9000 - 12 + 2 */
	CU_ASSERT_EQUAL(s->sent[0].len, 9030);
	CU_ASSERT_EQUAL(xstat(port, "tx_mbuf_too_long"), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(port_configure(port, rx, 0, 2, 1500), 0);
	s->setup_ret = -ENOMEM;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -ENOMEM);
	CU_ASSERT_FALSE(s->started);
	s->setup_ret = 0;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(s->tx[1].size, 1600);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(s);
}

static int
fails_once(struct usb_transport *t, unsigned int queue, uint8_t ep, uint32_t nb, uint32_t size)
{
	static int (*real)(struct usb_transport *, unsigned int, uint8_t, uint32_t, uint32_t);
	struct script *s = (struct script *)t;

	if (real == NULL) {
		struct script *other = script_open(0, 0, 0);

		real = other->ops.tx_setup;
		script_close(other);
	}
	/* The second queue, when it is to grow. */
	s->setup_ret = queue == 1 && size > 2000 ? -ENOMEM : 0;
	return real(t, queue, ep, nb, size);
}

/* No memory for longer transfers: everything goes on with the old ones. */
static void
mtu_without_memory(void)
{
	uint16_t port = port_add("model=toy1"), mtu;
	struct script *s = script;

	CU_ASSERT_EQUAL_FATAL(port_setup(port, RTE_ETH_RX_OFFLOAD_SCATTER, 0, 3, NULL), 0);
	s->ops.tx_setup = fails_once;
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 9000), -ENOMEM);
	CU_ASSERT_EQUAL(rte_eth_dev_get_mtu(port, &mtu), 0);
	CU_ASSERT_EQUAL(mtu, 1500);
	CU_ASSERT(s->tx[0].size == 1600 && s->tx[1].size == 1600 && s->tx[2].size == 1600);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT(transmit(port, 0, 1522) == 1 && transmit(port, 1, 1522) == 1);
	CU_ASSERT_EQUAL(transmit(port, 0, 1523), 1);
	CU_ASSERT_EQUAL(s->nb_sent, 2);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(s);
}

/* Another driver's port that frees by MBUF_FAST_FREE. */
static struct rte_eth_dev *
other_port(const char *name, uint64_t offloads)
{
	static const struct eth_dev_ops ops;
	struct rte_eth_dev *dev = rte_eth_dev_allocate(name);

	CU_ASSERT_PTR_NOT_NULL_FATAL(dev);
	dev->dev_ops = &ops;
	dev->data->dev_conf.txmode.offloads = offloads;
	rte_eth_dev_probing_finish(dev);
	return dev;
}

static void
fast_free_and_attach(void)
{
	struct rte_eth_dev *other = other_port("other0", FAST_FREE);
	struct script *s, *second;
	uint16_t port;

	/* Those of this kind look at what they free, whatever their names. */
	CU_ASSERT_EQUAL(rte_eal_hotplug_add("vdev", "net_mt76u7", "model=toy1"), 0);
	second = script;
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_get_port_by_name("net_mt76u7", &port), 0);
	CU_ASSERT_EQUAL(port_setup(port, 0, FAST_FREE, 1, NULL), 0);
	port = port_add("model=toy1,rx-attach=100");
	s = script;
	CU_ASSERT_EQUAL_FATAL(port_setup(port, 0, FAST_FREE, 1, NULL), 0);
	log_clear();
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EINVAL);
	CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "other0"));
	CU_ASSERT_FALSE(s->started);
	other->data->dev_conf.txmode.offloads = RTE_ETH_TX_OFFLOAD_MULTI_SEGS;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", "net_mt76u7"), 0);
	script_close(second);
	/* Another's port in its place is not taken for it, nor one that has our name. */
	rte_eth_dev_release_port(other);
	other = other_port("net_mt76u8", FAST_FREE);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EINVAL);
	port_remove(s);
	/* Without rx-attach nobody asks. */
	other->data->dev_conf.txmode.offloads = FAST_FREE;
	port_run("model=toy1", 0, 0);
	port_remove(script);
	rte_eth_dev_release_port(other);
}

/* Attached packets go out again by the same port, and outlive it. */
static void
attach(void)
{
	uint16_t port = port_add("model=toy1,rx-attach=100,buffers=2");
	struct script *s = script;
	struct rte_mbuf *pkts[6];

	CU_ASSERT_EQUAL_FATAL(port_setup(port, 0, FAST_FREE, 1, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	deliver(0, 6);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_burst(port, 0, pkts, 6), 6);
	CU_ASSERT_TRUE(RTE_MBUF_HAS_EXTBUF(pkts[0]) && RTE_MBUF_HAS_EXTBUF(pkts[5]));
	CU_ASSERT_EQUAL(xstat(port, "rx_attach_packets"), 6);
	CU_ASSERT_TRUE(txq(port, 0)->fast_free);
	CU_ASSERT_EQUAL(rte_eth_tx_burst(port, 0, pkts, 3), 3);
	CU_ASSERT_EQUAL(s->nb_sent, 3);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS - 3 - (WPORT_SPARE - 6));
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", PORT_NAME), 0);
	CU_ASSERT_TRUE(is_packet(pkts[3], 3, 100) && is_packet(pkts[5], 5, 100));
	rte_pktmbuf_free_bulk(pkts + 3, 3);
	script_close(s);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
}

/* mode=monitor: frames go out by the management endpoint and come with their FCS; what
 * waits when the port stops is counted. */
static void
monitor(void)
{
	static uint8_t frame[9 + 104] = { 0, 0, 9, 0, 0x02, 0, 0, 0, 0x10, 0x08, 0x01 };
	uint16_t port = port_add("model=toy1,mode=monitor");
	struct script *s = script;
	struct rte_mbuf *m;
	struct radiotap r;

	CU_ASSERT_EQUAL_FATAL(port_setup(port, RTE_ETH_RX_OFFLOAD_KEEP_CRC, 0, 1, NULL), 0);
	CU_ASSERT_EQUAL(s->tx[0].ep, 9);
	CU_ASSERT_EQUAL(s->tx[0].size, 11520);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	m = rte_pktmbuf_alloc(pool);
	memcpy(rte_pktmbuf_append(m, sizeof(frame)), frame, sizeof(frame));
	CU_ASSERT_EQUAL(rte_eth_tx_burst(port, 0, &m, 1), 1);
	CU_ASSERT_EQUAL_FATAL(s->nb_sent, 1);
	CU_ASSERT_EQUAL(s->sent[0].len, 8 + 100 + 2);
	deliver(0, 2);
	CU_ASSERT_EQUAL(rte_eth_rx_burst(port, 0, &m, 1), 0);
	deliver_status();
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_burst(port, 0, &m, 1), 1);
	CU_ASSERT_TRUE(rtap_read(rte_pktmbuf_mtod(m, const uint8_t *), &r));
	CU_ASSERT_EQUAL(r.flags, 0x10);
	/* 26 + 6 + 88 + 4 */
	CU_ASSERT_EQUAL(m->pkt_len, r.len + 124);
	rte_pktmbuf_free(m);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_monitor_stopped"), 1);
	port_remove(s);
}

/* Queues and offloads of mode=monitor; without an FCS there is none to keep. */
static void
monitor_info(void)
{
	static const uint64_t offloads[] = {
		RTE_ETH_RX_OFFLOAD_SCATTER | RTE_ETH_RX_OFFLOAD_KEEP_CRC,
		RTE_ETH_RX_OFFLOAD_SCATTER,
	};
	static const char * const args[] = {
		"model=toy1,mode=monitor", "model=toy2,mode=monitor",
	};
	struct rte_eth_dev_info info;
	unsigned int i;

	for (i = 0; i < RTE_DIM(args); i++) {
		uint16_t port = port_add(args[i]);

		CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
		CU_ASSERT_EQUAL(info.max_tx_queues, 1);
		CU_ASSERT_EQUAL(info.rx_offload_capa, offloads[i]);
		/* The largest MPDU and radiotap header. */
		CU_ASSERT_EQUAL(info.max_rx_pktlen, 11454 + 120);
		port_remove(script);
	}
}

/* Room for radiotap in front of the shortest frame; no packet types; sent frames are as
 * long as an MPDU without its FCS. */
static void
monitor_limits(void)
{
	static const uint8_t radiotap[8] = { 0, 0, 8 };
	uint32_t least, ptypes[32];
	struct rte_eth_dev_info info;
	struct rte_mempool *small;
	uint16_t port = port_add("model=toy1");
	struct rte_mbuf *m;
	unsigned int i;

	CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
	CU_ASSERT_EQUAL(info.min_rx_bufsize, 64);
	CU_ASSERT(rte_eth_dev_get_supported_ptypes(port, RTE_PTYPE_ALL_MASK, ptypes, 32) > 8);
	port_remove(script);
	port = port_add("model=toy1,mode=monitor");
	CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
	least = info.min_rx_bufsize;
	CU_ASSERT_EQUAL(least, 64 + WLAN_RADIOTAP_MAX);
	CU_ASSERT_EQUAL(rte_eth_dev_get_supported_ptypes(port, RTE_PTYPE_ALL_MASK, ptypes, 32),
			0);
	CU_ASSERT_EQUAL_FATAL(port_setup(port, RTE_ETH_RX_OFFLOAD_SCATTER, 0, 1, NULL), 0);
	for (i = 0; i < 2; i++) {
		small = rte_pktmbuf_pool_create("small", 255, 0, 0,
						RTE_PKTMBUF_HEADROOM + least - i, SOCKET_ID_ANY);
		CU_ASSERT_EQUAL(rte_eth_rx_queue_setup(port, 0, 32, SOCKET_ID_ANY, NULL, small),
				i == 0 ? 0 : -EINVAL);
		rte_mempool_free(small);
	}
	CU_ASSERT_EQUAL(rte_eth_rx_queue_setup(port, 0, 32, SOCKET_ID_ANY, NULL, pool), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	/* 11454 - 4, and one more. */
	for (i = 0; i < 2; i++) {
		m = packet(2000);
		memcpy(rte_pktmbuf_mtod(m, void *), radiotap, 8);
		memcpy(rte_pktmbuf_mtod_offset(m, void *, 8), "\x08\x01", 2);
		while (m->pkt_len < 10000)
			CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_chain(m, packet(2000)), 0);
		CU_ASSERT_EQUAL_FATAL(rte_pktmbuf_chain(m, packet(1458 + i)), 0);
		CU_ASSERT_EQUAL(rte_eth_tx_burst(port, 0, &m, 1), 1);
		CU_ASSERT_EQUAL(xstat(port, "tx_mbuf_too_long"), i);
		CU_ASSERT_EQUAL(script->nb_sent, 1);
	}
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(script);
}

/* How packets come, in the words of testpmd's "show rxq info". */
static void
burst_modes(void)
{
	static const struct { const char *args, *rx; } modes[] = {
		{ "model=toy1", "Copy" }, { "model=toy1,rx-attach=100", "Attach" },
		{ "model=toy1,mode=monitor", "Monitor" },
	};
	struct rte_eth_burst_mode mode;
	unsigned int i;

	for (i = 0; i < RTE_DIM(modes); i++) {
		uint16_t port = port_run(modes[i].args, 0, 1);

		CU_ASSERT_EQUAL(rte_eth_rx_burst_mode_get(port, 0, &mode), 0);
		CU_ASSERT_STRING_EQUAL(mode.info, modes[i].rx);
		CU_ASSERT_EQUAL(rte_eth_tx_burst_mode_get(port, 0, &mode), 0);
		CU_ASSERT_STRING_EQUAL(mode.info, "Copy");
		port_remove(script);
	}
}

/* ethdev shows a queue's packets where the driver says that it counts them. */
static void
queue_xstats(void)
{
	uint16_t port = port_run("model=toy1", 0, 2);

	deliver(0, 3);
	receive(port, 0, 3);
	CU_ASSERT_EQUAL(transmit(port, 1, 100), 1);
	CU_ASSERT_EQUAL(xstat(port, "rx_q0_packets"), 3);
	CU_ASSERT_EQUAL(xstat(port, "tx_q1_packets"), 1);
	port_remove(script);
}

static unsigned int nb_endless;

/* A device that fills each transfer as soon as it is returned. */
static unsigned int
endless_poll(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
	static struct usb_xfer xfer;
	unsigned int i;

	for (i = 0; i < n && nb_endless < 10000; i++, nb_endless++)
		xfers[i] = &xfer;
	return i;
}

static void
endless_return(struct usb_transport *t, struct usb_xfer **xfers, unsigned int n)
{
}

static void
endless_device(void)
{
	uint16_t port = port_run("model=toy1,buffers=20", 0, 1);
	struct script *s = script;

	s->ops.rx_poll = endless_poll;
	s->ops.rx_return = endless_return;
	nb_endless = 0;
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_stop(port, 0), 0);
	CU_ASSERT(nb_endless >= 20 && nb_endless <= 20 + WPORT_EVENT_BUFS);
	CU_ASSERT_EQUAL(xstat(port, "rx_usb_unread"), nb_endless);
	port_remove(s);
}

static int
start_fails(struct usb_transport *t)
{
	return -EIO;
}

/* The queue does not run then, and takes nothing. */
static void
transport_does_not_start(void)
{
	uint16_t port = port_add("model=toy1");
	struct script *s = script;
	int (*real)(struct usb_transport *) = s->ops.start;
	const struct wport_rxq *q;

	CU_ASSERT_EQUAL_FATAL(port_setup(port, 0, 0, 1, NULL), 0);
	q = rte_eth_devices[port].data->rx_queues[0];
	s->ops.start = start_fails;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EIO);
	CU_ASSERT_FALSE(q->running || toy_hw.rx_on);
	s->ops.start = real;
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	deliver(0, 1);
	receive(port, 0, 1);
	port_remove(s);
}

/* A family whose lists are longer than their counters, in each of them. */
static void
too_many_names(void)
{
	static const char * const names[] = {
		"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", NULL,
	};
	const char * const *end = &names[RTE_DIM(names) - 1];
	struct wport_family bad[4];
	unsigned int i;

	for (i = 0; i < RTE_DIM(bad); i++)
		bad[i] = toy_family;
	bad[0].ends = end - WPORT_ENDS_MAX - 1;
	bad[1].units = end - WPORT_UNITS_MAX - 1;
	bad[2].drops = end - WPORT_DROPS_MAX - 1;
	bad[3].notes = end - WPORT_NOTES_MAX - 1;
	for (i = 0; i < RTE_DIM(bad); i++) {
		probed = &bad[i];
		log_clear();
		CU_ASSERT_EQUAL(port_add("model=toy1"), NO_PORT);
		CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "more names"));
	}
	/* As many as there are places. */
	bad[0].ends = end - WPORT_ENDS_MAX;
	bad[0].units = end - WPORT_UNITS_MAX;
	bad[0].notes = end - WPORT_NOTES_MAX;
	probed = &bad[0];
	CU_ASSERT_NOT_EQUAL(port_add("model=toy1"), NO_PORT);
	probed = &toy_family;
	CU_ASSERT_PTR_NOT_NULL_FATAL(script);
	port_remove(script);
}

#define LRO	RTE_ETH_RX_OFFLOAD_TCP_LRO

static int
configure_lro(uint16_t port, uint64_t rx, uint32_t max_lro_pkt_size)
{
	struct rte_eth_conf conf = {
		.rxmode = { .offloads = rx, .max_lro_pkt_size = max_lro_pkt_size },
	};

	return rte_eth_dev_configure(port, 1, 1, &conf);
}

static uint32_t
lro_len(uint16_t port)
{
	const struct wport *w = rte_eth_devices[port].data->dev_private;

	return w->rxq.gro.ctx == NULL ? 0 : w->rxq.gro.max_len;
}

/* What is offered; what an application wishes; on, off and on again. */
static void
lro(void)
{
	uint16_t port = port_add("model=toy1");
	struct rte_eth_rxq_info rxq;
	struct rte_eth_burst_mode mode;
	struct rte_eth_dev_info info;
	int nb_xstats;

	CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
	CU_ASSERT((info.rx_offload_capa & LRO) != 0);
	CU_ASSERT_EQUAL(info.max_lro_pkt_size, 65535);
	CU_ASSERT_EQUAL_FATAL(port_setup(port, LRO, 0, 1, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_rx_queue_info_get(port, 0, &rxq), 0);
	CU_ASSERT_EQUAL(rxq.scattered_rx, 1);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(lro_len(port), 65535);
	CU_ASSERT_EQUAL(rte_eth_rx_burst_mode_get(port, 0, &mode), 0);
	CU_ASSERT_STRING_EQUAL(mode.info, "Copy, GRO merge");
	nb_xstats = rte_eth_xstats_get(port, NULL, 0);
	/* What is no IP comes as ever. */
	deliver(0, 3);
	receive(port, 0, 3);
	CU_ASSERT_EQUAL(xstat(port, "rx_gro_why_not_ip"), 3);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);

	CU_ASSERT_EQUAL(configure_lro(port, LRO, 9000), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(lro_len(port), 9000);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	/* No wish, and what ethdev made of it is of a longer MTU than there is now. */
	CU_ASSERT_EQUAL(configure_lro(port, LRO, 0), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_set_mtu(port, 600), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(lro_len(port), 65535);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(configure_lro(port, LRO, 65536), -EINVAL);

	CU_ASSERT_EQUAL(port_setup(port, 0, 0, 1, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(lro_len(port), 0);
	CU_ASSERT_EQUAL(rte_eth_rx_burst_mode_get(port, 0, &mode), 0);
	CU_ASSERT_STRING_EQUAL(mode.info, "Copy");
	CU_ASSERT_EQUAL(rte_eth_xstats_get(port, NULL, 0), nb_xstats);
	deliver(3, 2);
	receive(port, 3, 2);
	CU_ASSERT_EQUAL(xstat(port, "rx_gro_why_not_ip"), 3);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);

	CU_ASSERT_EQUAL(configure_lro(port, LRO, 65535), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	deliver(5, 2);
	receive(port, 5, 2);
	CU_ASSERT_EQUAL(xstat(port, "rx_gro_why_not_ip"), 5);
	CU_ASSERT_EQUAL(rte_eth_xstats_reset(port), 0);
	CU_ASSERT_EQUAL(xstat(port, "rx_gro_why_not_ip"), 0);
	port_remove(script);	/* while it runs */
}

static void
lro_list(void)
{
	uint16_t port = port_add("model=toy1,gro=list");
	struct rte_eth_burst_mode mode;
	struct rte_mbuf *pkts[4];
	struct rte_eth_rxq_info rxq;

	CU_ASSERT_EQUAL_FATAL(port_setup(port, LRO, 0, 1, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_rx_queue_info_get(port, 0, &rxq), 0);
	CU_ASSERT_EQUAL(rxq.scattered_rx, 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(rte_eth_rx_burst_mode_get(port, 0, &mode), 0);
	CU_ASSERT_STRING_EQUAL(mode.info, "Copy, GRO list");
	CU_ASSERT(rte_mbuf_dynfield_lookup(RXB_GRO_GROUP_DYNFIELD, NULL) >= 0);
	deliver(0, 2);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_burst(port, 0, pkts, 4), 2);
	CU_ASSERT_EQUAL(*rxb_gro_group_left(pkts[0], rxb_gro_group_offset()), 1);
	rte_pktmbuf_free_bulk(pkts, 2);
	port_remove(script);
}

/* Not with attached packets, not in monitor mode. */
static void
lro_refused(void)
{
	uint16_t port = port_add("model=toy1,rx-attach=100");
	struct rte_eth_dev_info info;

	CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
	CU_ASSERT_EQUAL(info.rx_offload_capa & LRO, 0);
	CU_ASSERT_EQUAL(info.max_lro_pkt_size, 0);
	CU_ASSERT_EQUAL(port_setup(port, LRO, 0, 1, NULL), -EINVAL);
	CU_ASSERT_EQUAL(port_setup(port, 0, 0, 1, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	port_remove(script);
	port = port_add("model=toy1,mode=monitor");
	CU_ASSERT_EQUAL(rte_eth_dev_info_get(port, &info), 0);
	CU_ASSERT_EQUAL(info.rx_offload_capa & LRO, 0);
	CU_ASSERT_EQUAL(info.max_lro_pkt_size, 0);
	CU_ASSERT_EQUAL(port_setup(port, LRO, 0, 1, NULL), -EINVAL);
	port_remove(script);
}

/* Queues have cache lines of their own. */
static void
queues_apart(void)
{
	static const struct wport w;

	CU_ASSERT_EQUAL(sizeof(struct wport_rxq) % RTE_CACHE_LINE_SIZE, 0);
	CU_ASSERT_EQUAL(sizeof(struct wport_txq) % RTE_CACHE_LINE_SIZE, 0);
	CU_ASSERT_EQUAL((uintptr_t)&w.txq[1] % RTE_CACHE_LINE_SIZE, 0);
	CU_ASSERT_EQUAL((uintptr_t)&w.rxq % RTE_CACHE_LINE_SIZE, 0);
}

/* A capture: what is sent is taken and counted; the queue's stop leaves it where it is. */
static void
capture(void)
{
	uint16_t port = port_run("replay=f.pcap,chip=toy2", 0, 4);
	struct rte_eth_stats stats;
	struct script *s = script;

	CU_ASSERT_EQUAL(transmit(port, 3, 100), 1);
	CU_ASSERT_EQUAL(xstat(port, "tx_usb_no_device"), 1);
	CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
	CU_ASSERT(stats.opackets == 0 && stats.oerrors == 1);
	deliver(0, 2);
	receive(port, 0, 2);
	deliver(2, 2);
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_stop(port, 0), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_rx_queue_start(port, 0), 0);
	receive(port, 2, 2);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(s);
}

/* Registers do not answer: at probe, at start, later. */
static void
hardware_fails(void)
{
	uint16_t port;
	struct script *s;

	toy_hw = (struct toy_hw){ .init_ret = -EIO };
	CU_ASSERT_EQUAL(port_add("model=toy1"), NO_PORT);
	CU_ASSERT_TRUE(script->closed);
	script_close(script);
	open_ret = -ENOENT;
	CU_ASSERT_EQUAL(port_add("model=toy1"), NO_PORT);
	open_ret = 0;
	CU_ASSERT_EQUAL(port_add("model=toy1,mode=x"), NO_PORT);
	toy_hw = (struct toy_hw){ .agg_ret = -EIO };
	port = port_add("model=toy1");
	s = script;
	CU_ASSERT_EQUAL_FATAL(port_setup(port, 0, 0, 1, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EIO);
	toy_hw = (struct toy_hw){ .rx_ret = -EIO };
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), -EIO);
	CU_ASSERT_FALSE(s->started);
	toy_hw = (struct toy_hw){ 0 };
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(rte_eth_promiscuous_enable(port), 0);
	CU_ASSERT_EQUAL(toy_hw.promiscuous, 1);
	toy_hw.filter_ret = -EIO;
	CU_ASSERT_EQUAL(rte_eth_promiscuous_disable(port), -EIO);
	toy_hw.filter_ret = 0;
	CU_ASSERT_EQUAL(rte_eth_allmulticast_enable(port), 0);
	CU_ASSERT_EQUAL(toy_hw.promiscuous, 1);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	port_remove(s);
}

/* Sizes of buffers, and a checksum report that there is not. */
static void
open_refuses(void)
{
	static const char * const bad[] = {
		"model=toy1,rx-csum=chip",
		"model=toy1,buffer-size=31744",	/* 20480 + 11500 need 32768 */
		"model=toy1,buffer-size=33000",
		/* A limit of 7 KiB is one unit of the register, 4 KiB. */
		"model=toy2,agg-size=7,buffer-size=7168",
	};
	static const struct { const char *args; uint32_t size; } good[] = {
		{ "model=toy1,buffer-size=32768", 32768 },
		{ "model=toy1,agg-size=100", 114688 },
		{ "model=toy2,rx-csum=chip", 8192 },
		{ "model=toy2,agg-size=7,buffer-size=8192", 8192 },
		{ "model=toy2,agg-size=8", 12288 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(bad); i++) {
		log_clear();
		CU_ASSERT_EQUAL(port_add(bad[i]), NO_PORT);
		CU_ASSERT_PTR_NOT_NULL(strstr(log_get(), "TOY: " PORT_NAME ": "));
	}
	for (i = 0; i < RTE_DIM(good); i++) {
		CU_ASSERT_NOT_EQUAL_FATAL(port_add(good[i].args), NO_PORT);
		CU_ASSERT_EQUAL(buf_size, good[i].size);
		port_remove(script);
	}
}

/* null=: takes all that is sent, brings nothing, has no registers. */
static void
null_device(void)
{
	uint16_t port = port_run("null=toy1", 0, 4);
	struct rte_mbuf *none;
	unsigned int i;

	for (i = 0; i < 20; i++)
		CU_ASSERT_EQUAL(transmit(port, i % 4, 1000), 1);
	CU_ASSERT_EQUAL(rte_eth_rx_burst(port, 0, &none, 1), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", PORT_NAME), 0);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(pool), NB_MBUFS);
}

static int
make_pool(void)
{
	rte_log_set_level_pattern("lib.*", RTE_LOG_EMERG);
	pool = rte_pktmbuf_pool_create("tests", NB_MBUFS, 0, 0, ROOM + RTE_PKTMBUF_HEADROOM,
				       SOCKET_ID_ANY);
	return pool == NULL;
}

static int
free_pool(void)
{
	rte_mempool_free(pool);
	return 0;
}

static CU_TestInfo tests[] = {
	{ "life", life },
	{ "close twice", close_twice },
	{ "queue stop while sending", queue_stop_while_sending },
	{ "deferred queue", deferred_queue },
	{ "mtu", mtu },
	{ "mtu by configure", mtu_by_configure },
	{ "mtu without memory", mtu_without_memory },
	{ "fast free and attach", fast_free_and_attach },
	{ "attach", attach },
	{ "monitor", monitor },
	{ "monitor info", monitor_info },
	{ "monitor limits", monitor_limits },
	{ "burst modes", burst_modes },
	{ "queue xstats", queue_xstats },
	{ "endless device", endless_device },
	{ "transport does not start", transport_does_not_start },
	{ "too many names", too_many_names },
	{ "lro", lro },
	{ "lro, list", lro_list },
	{ "lro, refused", lro_refused },
	{ "queues apart", queues_apart },
	{ "capture", capture },
	{ "hardware fails", hardware_fails },
	{ "open refuses", open_refuses },
	{ "null device", null_device },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_ethdev", make_pool, free_pool, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
