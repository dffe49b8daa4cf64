/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* net_mt76u as an application sees it: through ethdev, with the modelled chip. */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <pcap/pcap.h>
#include <rte_byteorder.h>
#include <rte_cycles.h>
#include <rte_dev.h>
#include <rte_eal.h>
#include <rte_ethdev.h>
#include <rte_malloc.h>

#include "cunit_run.h"

#include "rte_pmd_wlan.h"

#define NO_PORT	RTE_MAX_ETHPORTS
#define BURST	32
#define MODEL	"model=mt7921u"
/* From the first moment on: by itself the air is silent for a while. */
#define GEN(spec, set) MODEL ",air=gen:" spec ",air-set=start:0/lossless:1" set

static struct rte_mempool *pool;

static uint16_t
port_add(const char *args)
{
	static unsigned int number;
	char name[RTE_ETH_NAME_MAX_LEN];
	uint16_t port;

	snprintf(name, sizeof(name), "net_mt76u%u", number++);
	if (rte_eal_hotplug_add("vdev", name, args) != 0 ||
	    rte_eth_dev_get_port_by_name(name, &port) != 0)
		return NO_PORT;
	return port;
}

static void
port_remove(uint16_t port)
{
	char name[RTE_ETH_NAME_MAX_LEN];

	CU_ASSERT_FATAL(port != NO_PORT && rte_eth_dev_get_name_by_port(port, name) == 0);
	rte_eth_dev_stop(port);
	CU_ASSERT_EQUAL(rte_eal_hotplug_remove("vdev", name), 0);
	if (rte_eth_dev_count_avail() == 0)
		CU_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 0);
}

/* Where the generator's packets go. */
static struct rte_ether_addr destination = { { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x01 } };

/* With the address that it was probed with, the chip's. */
static uint16_t
port_run_own(const char *args, unsigned int nb_txq)
{
	const struct rte_eth_conf conf = { .rxmode = { .mtu = RTE_ETHER_MTU } };
	uint16_t port = port_add(args), q;

	CU_ASSERT_FATAL(port != NO_PORT);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_configure(port, 1, nb_txq, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_rx_queue_setup(port, 0, 64, SOCKET_ID_ANY, NULL, pool), 0);
	for (q = 0; q < nb_txq; q++)
		CU_ASSERT_EQUAL_FATAL(rte_eth_tx_queue_setup(port, q, 64, SOCKET_ID_ANY, NULL), 0);
	CU_ASSERT_EQUAL_FATAL(rte_eth_dev_start(port), 0);
	return port;
}

static uint16_t
port_run(const char *args, unsigned int nb_txq)
{
	uint16_t port = port_run_own(args, nb_txq);

	CU_ASSERT_EQUAL(rte_eth_dev_default_mac_addr_set(port, &destination), 0);
	return port;
}

static uint64_t
xstat(uint16_t port, const char *name)
{
	static struct rte_eth_xstat_name names[512];
	static struct rte_eth_xstat values[512];
	int n = rte_eth_xstats_get_names(port, names, RTE_DIM(names)), i;

	CU_ASSERT_FATAL(n > 0 && n <= (int)RTE_DIM(names));
	CU_ASSERT_EQUAL_FATAL(rte_eth_xstats_get(port, values, RTE_DIM(names)), n);
	for (i = 0; i < n; i++)
		if (strcmp(names[i].name, name) == 0)
			return values[i].value;
	return UINT64_MAX;
}

typedef void (*packet_fn)(const struct rte_mbuf *m, void *arg);

/* Receive until want packets are there or nothing came for quiet_ms. */
static uint64_t
port_take(uint16_t port, uint64_t want, unsigned int quiet_ms, packet_fn fn, void *arg)
{
	uint64_t quiet = quiet_ms * rte_get_timer_hz() / 1000, got = 0;
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
	}
	return got;
}

/* All of want packets, however slow the machine is, and whatever comes more. */
static uint64_t
port_take_all(uint16_t port, uint64_t want, packet_fn fn, void *arg)
{
	uint64_t got = port_take(port, want, 5000, fn, arg);

	return got + port_take(port, UINT64_MAX, 100, fn, arg);
}

/* The generator numbers its packets, big endian, behind Ethernet, IPv4 and UDP. */
struct order {
	uint64_t next, wrong;
	uint16_t flags;			/* of all packets' radio, and-ed */
	int off;
};

static void
look_at_number(const struct rte_mbuf *m, void *arg)
{
	struct order *o = arg;
	rte_be64_t raw;

	memcpy(&raw, rte_pktmbuf_mtod_offset(m, const uint8_t *, 42), sizeof(raw));
	o->wrong += rte_be_to_cpu_64(raw) != o->next++;
	o->flags &= RTE_MBUF_DYNFIELD(m, o->off, const struct rte_wlan_rx *)->flags;
}

/* Every packet of the generator arrives, once, in order, whatever the chip does. */
static void
test_every_packet(void)
{
	static const struct {
		const char *args;
		bool aggregates;	/* fewer transfers than frames */
	} rows[] = {
		/* as Linux leaves the chip: one frame in a transfer */
		{ GEN("count:200/size:500", ""), false },
		{ GEN("count:200/size:500", ",speed=high"), false },
		{ GEN("count:200/size:500", ",hold=100"), true },
		{ GEN("count:200/size:500", ",hold=255,agg-count=255,agg-size=64"), true },
		{ GEN("count:200/size:200", ",hold=100,agg-count=2"), true },
		{ GEN("count:200/size:1514", ",hold=100,agg-size=4"), true },
		{ GEN("count:200/size:500", ",hold=100,model-set=size:before"), true },
		/* 802.11 frames instead of translated ones; no groups, all groups */
		{ GEN("count:200/size:500", ",model-set=xlat:0"), false },
		{ GEN("count:200/size:500", ",hold=100,model-set=xlat:0/groups:none"), true },
		{ GEN("count:200/size:500", ",model-set=groups:12345"), false },
		{ GEN("count:200/size:500", ",hold=100,model-set=xlat:0/groups:12345"), true },
		/* whatever lies behind a unit */
		{ GEN("count:200/size:500", ",model-set=pad:0"), false },
		{ GEN("count:200/size:501", ",model-set=pad:4/padbyte:238"), false },
		{ GEN("count:200/size:503", ",hold=100,model-set=padbyte:255"), true },
		/* events: none between the frames, whatever the chip was set to before; units of
		 * other types */
		{ GEN("count:200/size:500", ",hold=100,model-set=event:1"), true },
		{ GEN("count:200/size:500", ",model-set=event:1/eventep:mcu"), false },
		{ GEN("count:200/size:500", ",hold=100,model-set=unknown:3"), true },
		/* decrypted by the chip, IV and MIC gone; A-MSDUs taken apart */
		{ GEN("count:200/size:500", "/protect:ccmp128"), false },
		{ GEN("count:200/size:500", "/protect:gcmp256,model-set=xlat:0"), false },
		{ GEN("count:200/size:500", "/protect:tkip,hold=100,model-set=xlat:0"), true },
		{ GEN("count:200/size:500", "/amsdu:3"), false },
		{ GEN("count:200/size:500", "/amsdu:3,model-set=xlat:0"), false },
		{ GEN("count:200/size:500", "/amsdu:4/protect:ccmp128,hold=100,model-set=xlat:0"),
		  true },
		/* packets that stay where they arrived */
		{ GEN("count:200/size:500", ",rx-attach=256"), false },
		{ GEN("count:200/size:500", ",rx-attach=256,hold=100"), true },
		{ GEN("count:200/size:500", ",rx-attach=256,hold=100,model-set=xlat:0"), true },
		{ GEN("count:200/size:500", "/amsdu:3,rx-attach=256,hold=100,model-set=xlat:0"),
		  true },
		{ GEN("count:200/size:500", "/ampdu:1/qos:0"), false },
		{ GEN("count:200/size:500", "/htc:1"), false },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint16_t port = port_run(rows[i].args, 0);
		struct order o = { .flags = 0xffff, .off = rte_wlan_rx_offset() };
		uint64_t got = port_take_all(port, 200, look_at_number, &o);
		uint64_t units, transfers = xstat(port, "rx_usb_transfers");

		units = xstat(port, "rx_unit_wifi") + xstat(port, "rx_unit_event") +
			xstat(port, "rx_unit_other");
		if (got != 200 || o.wrong != 0)
			printf("    %s: %ju packets, %ju wrong\n", rows[i].args,
			       (uintmax_t)got, (uintmax_t)o.wrong);
		CU_ASSERT_EQUAL(got, 200);
		CU_ASSERT_EQUAL(o.wrong, 0);
		CU_ASSERT_EQUAL(transfers < units, rows[i].aggregates);
		CU_ASSERT_EQUAL(xstat(port, "rx_agg_end"), transfers);
		CU_ASSERT_EQUAL(xstat(port, "rx_agg_abandoned_bytes"), 0);
		if (strstr(rows[i].args, "groups:none") == NULL)
			CU_ASSERT_EQUAL(o.flags & 7, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI |
					RTE_WLAN_RX_TSFT);
		if (strstr(rows[i].args, "event") != NULL)
			CU_ASSERT_EQUAL(xstat(port, "rx_unit_event"), 0);
		if (strstr(rows[i].args, "rx-attach") != NULL)
			CU_ASSERT_EQUAL(xstat(port, "rx_attach_packets"), 200);
		if (strstr(rows[i].args, "protect") != NULL)
			CU_ASSERT((o.flags & RTE_WLAN_RX_DECRYPTED) != 0);
		port_remove(port);
	}
}

/* A port has the chip's address, or the one that the application gave it, and hears what
 * is to that and to groups. What the chip itself takes for its own means nothing then. */
static void
test_own_address(void)
{
#define CHIP(mac)	",model-set=mac:" mac
#define ANOTHER		"02-22-8a-00-00-77"
#define THE_SAME	"02-22-8a-00-00-01"
#define GROUP		"/da:01-00-5e-00-00-fb"
	static const struct {
		const char *args;
		bool set, promiscuous;
		uint64_t packets;
	} rows[] = {
		{ GEN("count:100", CHIP(ANOTHER)), true, false, 100 },
		{ GEN("count:100", CHIP(ANOTHER) "/xlat:0"), true, false, 100 },
		{ GEN("count:100", CHIP(THE_SAME)), true, false, 100 },
		{ GEN("count:100", CHIP(THE_SAME)), false, false, 100 },
		{ GEN("count:100", CHIP(THE_SAME) "/xlat:0"), false, false, 100 },
		{ GEN("count:100", CHIP(ANOTHER)), false, false, 0 },
		{ GEN("count:100", CHIP(ANOTHER)), false, true, 100 },
		{ GEN("count:100", CHIP(ANOTHER) "/xlat:0"), false, true, 100 },
		{ GEN("count:100", GROUP CHIP(ANOTHER)), false, false, 100 },
		{ GEN("count:100", CHIP(ANOTHER) ",mode=monitor"), false, false, 100 },
		/* another access point than the chip's, which has none */
		{ GEN("count:100", "/bssid:02-22-8a-a9-00-77" CHIP(ANOTHER)), true, false, 100 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		struct rte_eth_stats stats;
		uint64_t got, other;
		uint16_t port;

		port = rows[i].set ? port_run(rows[i].args, 0) : port_run_own(rows[i].args, 0);
		if (rows[i].promiscuous)
			CU_ASSERT_EQUAL(rte_eth_promiscuous_enable(port), 0);
		got = port_take_all(port, rows[i].packets, NULL, NULL);
		got += port_take(port, UINT64_MAX, rows[i].packets == 0 ? 500 : 0, NULL, NULL);
		other = xstat(port, "rx_decap_not_for_us");
		if (got != rows[i].packets || other != 100 - got)
			printf("    %s, row %u: %ju packets, %ju to others\n", rows[i].args, i,
			       (uintmax_t)got, (uintmax_t)other);
		CU_ASSERT_EQUAL(got, rows[i].packets);
		CU_ASSERT_EQUAL(other, 100 - rows[i].packets);
		CU_ASSERT_EQUAL(xstat(port, "model_filtered_address"), 0);
		CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
		CU_ASSERT_EQUAL(stats.ierrors, 0);
		port_remove(port);
	}
}

/* While it runs; and what was set stays through stop and start. */
static void
test_address_changes(void)
{
	const struct rte_ether_addr chip = { { 0x02, 0x22, 0x8a, 0, 0, 0x77 } };
	struct rte_ether_addr other = { { 0x02, 0, 0, 0, 0, 0x55 } }, now;
	uint16_t port = port_run_own(GEN("rate:20/size:300", CHIP(ANOTHER)), 0);

	CU_ASSERT_EQUAL(rte_eth_macaddr_get(port, &now), 0);
	CU_ASSERT(rte_is_same_ether_addr(&now, &chip));
	CU_ASSERT_EQUAL(port_take(port, 20, 100, NULL, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_default_mac_addr_set(port, &destination), 0);
	CU_ASSERT_EQUAL(rte_eth_macaddr_get(port, &now), 0);
	CU_ASSERT(rte_is_same_ether_addr(&now, &destination));
	CU_ASSERT_EQUAL(port_take(port, 20, 5000, NULL, NULL), 20);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	CU_ASSERT_EQUAL(port_take(port, 20, 5000, NULL, NULL), 20);
	CU_ASSERT_EQUAL(rte_eth_dev_default_mac_addr_set(port, &other), 0);
	CU_ASSERT_EQUAL(port_take(port, UINT64_MAX, 100, NULL, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_promiscuous_enable(port), 0);
	CU_ASSERT_EQUAL(port_take(port, 20, 5000, NULL, NULL), 20);
	CU_ASSERT_EQUAL(rte_eth_promiscuous_disable(port), 0);
	CU_ASSERT_EQUAL(port_take(port, UINT64_MAX, 100, NULL, NULL), 0);
	port_remove(port);
}

/* Frames that carry no packet for us: each under its name. */
static void
test_named_drops(void)
{
	static const struct {
		const char *args, *name;
		uint64_t dropped;
	} rows[] = {
		{ GEN("count:100", "/protect:ccmp128,model-set=icv:10"), "rx_decap_icv_error", 10 },
		{ GEN("count:100", "/protect:ccmp128,model-set=icv:10/xlat:0"),
		  "rx_decap_icv_error", 10 },
		{ GEN("count:100", "/protect:tkip,model-set=mic:5"), "rx_decap_icv_error", 20 },
		{ GEN("count:100", "/protect:ccmp128,model-set=cm:4"), NULL, 25 },
		{ GEN("count:100", "/protect:ccmp128/undecrypted:1"), "rx_decap_protected", 100 },
		{ GEN("count:100", "/nulls:10"), "rx_decap_no_data", 10 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint16_t port = port_run(rows[i].args, 0);
		uint64_t got = port_take(port, UINT64_MAX, 300, NULL, NULL);
		uint64_t want = 100 - (strstr(rows[i].args, "nulls") != NULL ? 0 : rows[i].dropped);

		if (got != want)
			printf("    %s: %ju packets\n", rows[i].args, (uintmax_t)got);
		CU_ASSERT_EQUAL(got, want);
		if (rows[i].name != NULL) {
			uint64_t n = xstat(port, rows[i].name);

			if (n != rows[i].dropped)
				printf("    %s: %ju\n", rows[i].args, (uintmax_t)n);
			CU_ASSERT_EQUAL(n, rows[i].dropped);
		}
		port_remove(port);
	}
}

/* Lengths that cannot be, cut and failed transfers: what is whole arrives, the rest is
 * counted. */
static void
test_faults(void)
{
	static const char * const faults[] = {
		"badlen:7", "shorten:7", "zlt:7", "eproto:7", "badlen:5/eproto:9/zlt:11",
	};
	char args[256];
	unsigned int i, hold;

	for (i = 0; i < RTE_DIM(faults); i++) {
		for (hold = 0; hold < 2; hold++) {
			uint64_t got;
			uint16_t port;

			snprintf(args, sizeof(args), GEN("count:400/size:300", "%s,model-set=%s"),
				 hold ? ",hold=100" : "", faults[i]);
			port = port_run(args, 0);
			got = port_take(port, UINT64_MAX, 300, NULL, NULL);
			CU_ASSERT(got > 40 && got <= 400);
			if (strstr(faults[i], "badlen") != NULL)
				CU_ASSERT(xstat(port, "rx_agg_overrun") +
					  xstat(port, "rx_agg_short_length") +
					  xstat(port, "rx_agg_zero_length") > 0);
			if (strcmp(faults[i], "shorten:7") == 0)
				CU_ASSERT(xstat(port, "rx_agg_overrun") > 0);
			port_remove(port);
		}
	}
}

static const char *
temporary(char *file)
{
	int fd;

	strcpy(file, "/tmp/test_mt76u_XXXXXX");
	fd = mkstemp(file);
	CU_ASSERT_FATAL(fd >= 0);
	close(fd);
	return file;
}

static void
fill_packet(uint8_t *p, uint32_t len, uint32_t number)
{
	static const uint8_t head[14] = {
		0x02, 0, 0, 0, 0, 9, 0x02, 0x22, 0x8a, 0, 0, 1, 0x88, 0xb5,
	};
	uint32_t i;

	memcpy(p, head, sizeof(head));
	for (i = sizeof(head); i < len; i++)
		p[i] = (uint8_t)(number * 5 + i * 3);
}

static struct rte_mbuf *
packet_new(const uint8_t *bytes, uint32_t len)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	CU_ASSERT_PTR_NOT_NULL_FATAL(m);
	memcpy(rte_pktmbuf_append(m, len), bytes, len);
	return m;
}

/* All of them, however often the queue is full. */
static void
port_send(uint16_t port, uint16_t queue, struct rte_mbuf *m)
{
	unsigned int tries;

	for (tries = 0; tries < 3000; tries++) {
		if (rte_eth_tx_burst(port, queue, &m, 1) == 1)
			return;
		rte_delay_ms(1);
	}
	CU_FAIL_FATAL("the queue stays full");
}

/* Frames of a capture behind their radiotap headers; returns how many. */
static unsigned int
read_air(const char *file, void (*look)(const uint8_t *frame, uint32_t len, unsigned int i,
					const uint8_t *tap))
{
	char why[PCAP_ERRBUF_SIZE];
	pcap_t *pcap = pcap_open_offline(file, why);
	struct pcap_pkthdr *h;
	unsigned int n = 0;
	const u_char *p;

	CU_ASSERT_PTR_NOT_NULL_FATAL(pcap);
	CU_ASSERT_EQUAL(pcap_datalink(pcap), DLT_IEEE802_11_RADIO);
	while (pcap_next_ex(pcap, &h, &p) == 1) {
		uint32_t tap = p[2] | p[3] << 8;

		look(p + tap, h->caplen - tap, n++, p);
	}
	pcap_close(pcap);
	return n;
}

static uint32_t
sent_length(unsigned int i)
{
	return 14 + i * 37 % 1501;
}

static void
look_at_sent(const uint8_t *frame, uint32_t len, unsigned int i, const uint8_t *tap)
{
	uint8_t packet[1600];
	uint32_t n = sent_length(i);

	(void)tap;
	fill_packet(packet, n, i);
	CU_ASSERT_EQUAL_FATAL(len, 26 + 6 + n - 12);
	CU_ASSERT_EQUAL(frame[0], 0x88);
	CU_ASSERT_EQUAL(frame[1] & 3, 1);			/* to the DS */
	CU_ASSERT(memcmp(frame + 10, packet + 6, 6) == 0);	/* A2: source */
	CU_ASSERT(memcmp(frame + 16, packet, 6) == 0);		/* A3: destination */
	CU_ASSERT(memcmp(frame + 32, packet + 12, n - 12) == 0);
}

/* What is sent is on the air: as many, whole, in order. */
static void
test_transmit(void)
{
	static const char * const speeds[] = { "super", "high" };
	char file[64], args[256];
	uint8_t packet[1600];
	unsigned int i, s, n = 300;

	for (s = 0; s < RTE_DIM(speeds); s++) {
		struct rte_eth_stats stats;
		uint16_t port;

		snprintf(args, sizeof(args), MODEL ",speed=%s,air-out=%s", speeds[s],
			 temporary(file));
		port = port_run(args, 4);
		for (i = 0; i < n; i++) {
			fill_packet(packet, sent_length(i), i);
			port_send(port, 0, packet_new(packet, sent_length(i)));
		}
		rte_delay_ms(100);
		CU_ASSERT_EQUAL(rte_eth_stats_get(port, &stats), 0);
		CU_ASSERT_EQUAL(stats.opackets, n);
		CU_ASSERT_EQUAL(stats.oerrors, 0);
		CU_ASSERT_EQUAL(xstat(port, "model_tx_frames"), n);
		CU_ASSERT_EQUAL(xstat(port, "model_tx_be"), n);
		port_remove(port);
		CU_ASSERT_EQUAL(read_air(file, look_at_sent), n);
		unlink(file);
	}
}

/* Each queue is an access category. */
static void
test_transmit_queues(void)
{
	static const char * const names[] = {
		"model_tx_be", "model_tx_bk", "model_tx_vi", "model_tx_vo",
	};
	uint16_t port = port_run(MODEL, 4);
	uint8_t packet[60];
	unsigned int q, i;

	fill_packet(packet, sizeof(packet), 0);
	for (q = 0; q < 4; q++)
		for (i = 0; i <= q; i++)
			port_send(port, q, packet_new(packet, sizeof(packet)));
	rte_delay_ms(100);
	for (q = 0; q < 4; q++)
		CU_ASSERT_EQUAL(xstat(port, names[q]), q + 1);
	CU_ASSERT_EQUAL(xstat(port, "model_tx_frames"), 10);
	port_remove(port);
}

/* Radiotap of 12 bytes, rate and TX flags, then a probe request. */
static const uint8_t injected[12 + 30] = {
	0, 0, 12, 0, 0x04, 0x80, 0, 0, 48, 0, 0x18, 0,
	0x40, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	2, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x30, 0x12,
	0, 0, 1, 4, 2, 4,
};

static void
look_at_injected(const uint8_t *frame, uint32_t len, unsigned int i, const uint8_t *tap)
{
	CU_ASSERT_EQUAL(i, 0);
	CU_ASSERT_EQUAL_FATAL(len, 30);
	CU_ASSERT(memcmp(frame, injected + 12, 30) == 0);
	/* TSFT, then the rate as it was wished for: 24 Mbit/s. */
	CU_ASSERT_EQUAL(tap[4] & 5, 5);
	CU_ASSERT_EQUAL(tap[16 + (tap[4] & 2) / 2], 48);
}

static void
test_injection(void)
{
	char file[64], args[256];
	uint16_t port;

	snprintf(args, sizeof(args), MODEL ",mode=monitor,air-out=%s", temporary(file));
	port = port_run(args, 1);
	port_send(port, 0, packet_new(injected, sizeof(injected)));
	rte_delay_ms(100);
	CU_ASSERT_EQUAL(xstat(port, "model_tx_frames"), 1);
	port_remove(port);
	CU_ASSERT_EQUAL(read_air(file, look_at_injected), 1);
	unlink(file);
}

/* --- monitor mode --- */

struct seen {
	uint64_t frames, bad_fcs, ampdu, he, other_length;
	uint32_t body;
};

static void
look_at_radiotap(const struct rte_mbuf *m, void *arg)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	uint32_t present = p[4] | p[5] << 8 | p[6] << 16 | (uint32_t)p[7] << 24;
	uint32_t tap = p[2] | p[3] << 8, at = 8;
	struct seen *s = arg;

	CU_ASSERT_FATAL(p[0] == 0 && tap < m->pkt_len);
	while ((p[at - 1] & 0x80) != 0)
		at += 4;
	at = (at + 7) / 8 * 8 + 8;		/* TSFT */
	s->frames++;
	s->bad_fcs += (present & 2) != 0 && (p[at] & 0x40) != 0;
	s->ampdu += (present >> 20 & 1) != 0;
	s->he += (present >> 23 & 1) != 0;
	s->other_length += m->pkt_len - tap != s->body;
}

/* Frames as they are on the air: the chip translates nothing and takes nothing apart. */
static void
test_monitor(void)
{
	static const struct {
		const char *args;
		uint64_t frames, bad_fcs;
		uint32_t body;
	} rows[] = {
		{ GEN("count:100/size:500", ",mode=monitor"), 100, 0, 26 + 6 + 488 },
		{ GEN("count:100/size:500", ",mode=monitor,hold=100"), 100, 0, 26 + 6 + 488 },
		{ GEN("count:100/size:500", "/fcsbad:10,mode=monitor"), 90, 0, 26 + 6 + 488 },
		{ GEN("count:100/size:500", "/fcsbad:10,mode=monitor,rx-bad-fcs=keep"), 100, 10,
		  26 + 6 + 488 },
		/* two subframes of 14 + 6 + 488 = 508, 4-byte aligned */
		{ GEN("count:100/size:500", "/amsdu:2,mode=monitor"), 50, 0, 26 + 508 * 2 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(rows); i++) {
		uint16_t port = port_run(rows[i].args, 0);
		struct seen s = { .body = rows[i].body };

		port_take_all(port, rows[i].frames, look_at_radiotap, &s);
		if (s.frames != rows[i].frames || s.other_length != 0)
			printf("    %s: %ju frames, %ju of another length\n", rows[i].args,
			       (uintmax_t)s.frames, (uintmax_t)s.other_length);
		CU_ASSERT_EQUAL(s.frames, rows[i].frames);
		CU_ASSERT_EQUAL(s.bad_fcs, rows[i].bad_fcs);
		CU_ASSERT_EQUAL(s.other_length, 0);
		CU_ASSERT_EQUAL(s.he, s.frames);
		port_remove(port);
	}
}

/* --- what the radio knew --- */

struct radio {
	int off;
	uint64_t frames, wrong;
	struct rte_wlan_rx want, seen;
};

static void
look_at_radio(const struct rte_mbuf *m, void *arg)
{
	struct radio *r = arg;
	struct rte_wlan_rx rx = *RTE_MBUF_DYNFIELD(m, r->off, const struct rte_wlan_rx *);

	r->frames++;
	if ((rx.flags & 7) != 7 || rx.mode != r->want.mode || rx.mcs != r->want.mcs ||
	    rx.nss != r->want.nss || rx.gi != r->want.gi || rx.bw_mhz != r->want.bw_mhz ||
	    rx.rssi_dbm != r->want.rssi_dbm) {
		r->seen = rx;
		r->wrong++;
	}
}

/* As the radio has it on the air. -50 dBm on the first chain and -52 on the second are
 * -48 together. */
static void
test_radio(void)
{
	static const struct {
		const char *set;
		struct rte_wlan_rx want;
		uint8_t monitor_gi;	/* group 5 tells the LTF */
	} rows[] = {
		{ "mode:he/mcs:11/nss:2/bw:80/gi:3", { .mode = RTE_WLAN_HE, .mcs = 11, .nss = 2,
		  .bw_mhz = 80, .gi = RTE_WLAN_GI_08, .rssi_dbm = -48 }, RTE_WLAN_GI_2X_08 },
		{ "mode:he/mcs:3/nss:1/bw:20/gi:0", { .mode = RTE_WLAN_HE, .mcs = 3, .nss = 1,
		  .bw_mhz = 20, .gi = RTE_WLAN_GI_4X_32, .rssi_dbm = -48 }, RTE_WLAN_GI_4X_32 },
		{ "mode:he/mcs:0/nss:1/bw:40/gi:4", { .mode = RTE_WLAN_HE, .mcs = 0, .nss = 1,
		  .bw_mhz = 40, .gi = RTE_WLAN_GI_16, .rssi_dbm = -48 }, RTE_WLAN_GI_1X_16 },
		{ "mode:vht/mcs:9/nss:2/bw:80/gi:1", { .mode = RTE_WLAN_VHT, .mcs = 9, .nss = 2,
		  .bw_mhz = 80, .gi = RTE_WLAN_GI_SHORT, .rssi_dbm = -48 }, RTE_WLAN_GI_SHORT },
		{ "mode:ht/mcs:12/bw:40/gi:0", { .mode = RTE_WLAN_HT, .mcs = 12, .nss = 2,
		  .bw_mhz = 40, .gi = RTE_WLAN_GI_LONG, .rssi_dbm = -48 }, RTE_WLAN_GI_LONG },
		{ "mode:ofdm/mcs:4/rssi:-71", { .mode = RTE_WLAN_OFDM, .mcs = 4, .nss = 1,
		  .bw_mhz = 20, .rssi_dbm = -69 }, RTE_WLAN_GI_LONG },
		{ "mode:cck/mcs:2/rssi:-90", { .mode = RTE_WLAN_CCK, .mcs = 2, .nss = 1,
		  .bw_mhz = 20, .rssi_dbm = -88 }, RTE_WLAN_GI_LONG },
	};
	char args[256];
	unsigned int i, monitor;

	for (i = 0; i < RTE_DIM(rows); i++) {
		for (monitor = 0; monitor < 2; monitor++) {
			struct radio r = { .want = rows[i].want };
			uint16_t port;

			snprintf(args, sizeof(args), MODEL ",air=gen:count:50/size:300,"
				 "air-set=start:0/lossless:1/%s%s", rows[i].set,
				 monitor ? ",mode=monitor" : "");
			port = port_run(args, 0);
			r.off = rte_wlan_rx_offset();
			r.want.gi = monitor ? rows[i].monitor_gi : r.want.gi;
			port_take_all(port, 50, look_at_radio, &r);
			if (r.wrong != 0)
				printf("    %s: mode %u mcs %u nss %u gi %u bw %u rssi %d\n", args,
				       r.seen.mode, r.seen.mcs, r.seen.nss, r.seen.gi,
				       r.seen.bw_mhz, r.seen.rssi_dbm);
			CU_ASSERT_EQUAL(r.frames, 50);
			CU_ASSERT_EQUAL(r.wrong, 0);
			port_remove(port);
		}
	}
}

/* --- a port's life --- */

static size_t
memory_in_use(void)
{
	struct rte_malloc_socket_stats stats;

	CU_ASSERT_EQUAL(rte_malloc_get_socket_stats(0, &stats), 0);
	return stats.heap_allocsz_bytes;
}

static void
test_probe_remove(void)
{
	size_t before = 0;
	unsigned int i;

	for (i = 0; i < 40; i++) {
		uint16_t port = i % 2 == 0 ? port_add(MODEL ",speed=high") :
			port_run(GEN("size:100", ""), 4);

		CU_ASSERT_FATAL(port != NO_PORT);
		port_remove(port);
		/* The first ones leave what is there once: the dynamic field. */
		if (i == 3)
			before = memory_in_use();
	}
	CU_ASSERT_EQUAL(memory_in_use(), before);
	CU_ASSERT_EQUAL(rte_eth_dev_count_avail(), 0);
}

static void
test_refused_probe(void)
{
	static const char * const bad[] = {
		"", "model=nix", "model=rtl8922au", MODEL ",hold=256", MODEL ",hold=x",
		MODEL ",agg-size=256", MODEL ",rx-csum=chip", MODEL ",rxd-layout=linux",
		MODEL ",hold=100,buffer-size=16384",
	};
	size_t before = memory_in_use();
	unsigned int i;

	for (i = 0; i < RTE_DIM(bad); i++) {
		uint16_t port = port_add(bad[i]);

		if (port != NO_PORT) {
			printf("    \"%s\" is accepted\n", bad[i]);
			port_remove(port);
		}
		CU_ASSERT_EQUAL(port, NO_PORT);
	}
	CU_ASSERT_EQUAL(memory_in_use(), before);
}

static void
test_start_stop(void)
{
	uint16_t port = port_run(GEN("rate:0/size:400", ",hold=100"), 0);
	unsigned int i;

	for (i = 0; i < 50; i++) {
		/* Stops with a transfer in hand, and with none. */
		port_take(port, i % 3 * 5, 20, NULL, NULL);
		CU_ASSERT_EQUAL(rte_eth_dev_stop(port), 0);
		CU_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 0);
		CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	}
	CU_ASSERT_EQUAL(port_take(port, 200, 5000, NULL, NULL), 200);
	port_remove(port);
}

static void
test_two_ports(void)
{
	uint16_t one = port_run(GEN("rate:20/size:300", ""), 0);
	uint16_t two = port_run(GEN("rate:20/size:300", ",mode=monitor"), 1);

	CU_ASSERT_EQUAL(port_take(one, 20, 5000, NULL, NULL), 20);
	CU_ASSERT_EQUAL(port_take(two, 20, 5000, NULL, NULL), 20);
	CU_ASSERT_EQUAL(rte_eth_dev_stop(one), 0);
	CU_ASSERT_EQUAL(port_take(two, 50, 5000, NULL, NULL), 50);
	port_remove(one);
	CU_ASSERT_EQUAL(port_take(two, 50, 5000, NULL, NULL), 50);
	port_remove(two);
}

int
main(int argc __rte_unused, char **argv)
{
	CU_TestInfo tests[] = {
		{ "every packet, whatever the chip does", test_every_packet },
		{ "packets to the port's address", test_own_address },
		{ "the address changes", test_address_changes },
		{ "drops by name", test_named_drops },
		{ "faults", test_faults },
		{ "transmit", test_transmit },
		{ "transmit queues", test_transmit_queues },
		{ "injection", test_injection },
		{ "monitor mode", test_monitor },
		{ "what the radio knew", test_radio },
		{ "probe and remove, memory flat", test_probe_remove },
		{ "refused devargs leave nothing", test_refused_probe },
		{ "start and stop under traffic", test_start_stop },
		{ "two ports, two modes, one stops", test_two_ports },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_ethdev", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};
	char args[][28] = { "", "--no-huge", "-m256", "--no-pci", "--no-telemetry", "--no-shconf",
			    "-l0", "--log-level=lib.eal:error" };
	char *eal[RTE_DIM(args)];
	unsigned int i;
	int failed;

	for (i = 0; i < RTE_DIM(args); i++)
		eal[i] = i == 0 ? argv[0] : args[i];
	if (rte_eal_init(RTE_DIM(args), eal) < 0)
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
