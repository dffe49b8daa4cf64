/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What stands beside the bytes of a packet: types, checksums, radio; and which
 * packets arrive at all. */

#include <stdio.h>
#include <string.h>

#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_tcp.h>
#include <rte_udp.h>

#include "rte_pmd_wlan.h"

#include "port.h"

/* --- packet types --- */

struct types {
	uint32_t list[32];
	int n;
	uint64_t packets, unlisted, seen_tcp, seen_vlan, seen_arp;
};

static bool
listed(const struct types *t, uint32_t type)
{
	int i;

	for (i = 0; i < t->n; i++)
		if (t->list[i] == type)
			return true;
	return type == 0;
}

static void
look_at_type(const struct rte_mbuf *m, void *arg)
{
	struct types *t = arg;
	uint32_t type = m->packet_type;

	t->packets++;
	t->unlisted += !listed(t, type & RTE_PTYPE_L2_MASK) ||
		       !listed(t, type & RTE_PTYPE_L3_MASK) ||
		       !listed(t, type & RTE_PTYPE_L4_MASK) ||
		       (type & ~(RTE_PTYPE_L2_MASK | RTE_PTYPE_L3_MASK | RTE_PTYPE_L4_MASK)) != 0;
	t->seen_tcp += (type & RTE_PTYPE_L4_MASK) == RTE_PTYPE_L4_TCP;
	t->seen_vlan += (type & RTE_PTYPE_L2_MASK) == RTE_PTYPE_L2_ETHER_VLAN;
	t->seen_arp += type == RTE_PTYPE_L2_ETHER;
}

static struct types
types_of(const char *file)
{
	struct types t = { 0 };
	char args[512];
	uint16_t port;

	snprintf(args, sizeof(args), MODEL ",air-set=start:0,air=pcap:" SOURCE_ROOT
		 "/tests/captures/%s", file);
	port = port_run(args, 0);
	t.n = rte_eth_dev_get_supported_ptypes(port, UINT32_MAX, t.list, RTE_DIM(t.list));
	port_take(port, UINT64_MAX, 60, look_at_type, &t);
	port_remove(port);
	return t;
}

static void
test_packet_types(void)
{
	struct types t = types_of("small.pcap");

	CU_ASSERT(t.n >= 8);
	CU_ASSERT_EQUAL(t.packets, 1683);
	CU_ASSERT_EQUAL(t.seen_tcp, 699);
	/* rte_net gives a bare L2 type to ARP. */
	CU_ASSERT_EQUAL(t.seen_arp, 2);
	CU_ASSERT_EQUAL(t.unlisted, 0);
	t = types_of("tcp4-vlan.pcap");
	CU_ASSERT_EQUAL(t.packets, 313);
	CU_ASSERT_EQUAL(t.seen_vlan, 313);
	CU_ASSERT_EQUAL(t.unlisted, 0);
}

/* --- checksums --- */

#define SUMS 5

static void
fill_udp(uint8_t *p, uint32_t len)
{
	static const uint8_t head[] = {
		0x02, 0x22, 0x8a, 0x00, 0x00, 0x01, 0x02, 0, 0, 0, 0, 9, 0x08, 0x00,
		0x45, 0, 0, 0, 0, 1, 0x40, 0, 64, 17, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2,
		0x30, 0x39, 0, 9, 0, 0, 0, 0,
	};
	struct rte_ipv4_hdr *ip = (struct rte_ipv4_hdr *)(p + 14);
	struct rte_udp_hdr *udp = (struct rte_udp_hdr *)(p + 34);
	uint32_t i;

	memcpy(p, head, sizeof(head));
	for (i = sizeof(head); i < len; i++)
		p[i] = i * 7;
	ip->total_length = rte_cpu_to_be_16(len - 14);
	udp->dgram_len = rte_cpu_to_be_16(len - 34);
	ip->hdr_checksum = rte_ipv4_cksum(ip);
	udp->dgram_cksum = rte_ipv4_udptcp_cksum(ip, udp);
}

/* Good, bad IP, bad UDP, no UDP sum, a fragment. */
static struct capture *
sums_capture(void)
{
	struct capture *c = capture_new();
	uint8_t p[SUMS][101];
	struct rte_ipv4_hdr *ip;
	unsigned int i;

	for (i = 0; i < SUMS; i++)
		fill_udp(p[i], sizeof(p[i]));
	p[1][24] ^= 0x01;
	p[2][80] ^= 0x40;
	p[3][40] = p[3][41] = 0;
	ip = (struct rte_ipv4_hdr *)(p[4] + 14);
	ip->fragment_offset = RTE_BE16(0x2000);
	ip->hdr_checksum = 0;
	ip->hdr_checksum = rte_ipv4_cksum(ip);
	for (i = 0; i < SUMS; i++)
		capture_add(c, p[i], sizeof(p[i]));
	return c;
}

struct flags {
	uint64_t ip[SUMS], l4[SUMS];
	unsigned int n;
};

static void
look_at_flags(const struct rte_mbuf *m, void *arg)
{
	struct flags *f = arg;

	if (f->n == SUMS)
		return;
	f->ip[f->n] = m->ol_flags & RTE_MBUF_F_RX_IP_CKSUM_MASK;
	f->l4[f->n++] = m->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK;
}

static struct flags
flags_with(const char *more, uint64_t offloads)
{
	struct capture *c = sums_capture();
	uint16_t port = port_run(capture_args(c, more), offloads);
	struct flags f = { 0 };

	CU_ASSERT_EQUAL(port_take(port, SUMS, 200, look_at_flags, &f), SUMS);
	port_remove(port);
	capture_free(c);
	return f;
}

static void
test_checksums_sw(void)
{
	static const uint64_t ip[SUMS] = {
		RTE_MBUF_F_RX_IP_CKSUM_GOOD, RTE_MBUF_F_RX_IP_CKSUM_BAD,
		RTE_MBUF_F_RX_IP_CKSUM_GOOD, RTE_MBUF_F_RX_IP_CKSUM_GOOD,
		RTE_MBUF_F_RX_IP_CKSUM_GOOD,
	};
	struct flags f = flags_with(",rx-csum=sw", RTE_ETH_RX_OFFLOAD_CHECKSUM);

	CU_ASSERT_EQUAL(memcmp(f.ip, ip, sizeof(ip)), 0);
	CU_ASSERT_EQUAL(f.l4[0], RTE_MBUF_F_RX_L4_CKSUM_GOOD);
	CU_ASSERT_EQUAL(f.l4[2], RTE_MBUF_F_RX_L4_CKSUM_BAD);
	CU_ASSERT_EQUAL(f.l4[3], RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN);
	CU_ASSERT_EQUAL(f.l4[4], RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN);
}

static void
check_unknown(const struct flags *f)
{
	unsigned int i;

	for (i = 0; i < SUMS; i++)
		CU_ASSERT(f->ip[i] == RTE_MBUF_F_RX_IP_CKSUM_UNKNOWN &&
			  f->l4[i] == RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN);
}

static void
test_checksums_off(void)
{
	struct flags f = flags_with("", RTE_ETH_RX_OFFLOAD_CHECKSUM);

	check_unknown(&f);
	f = flags_with(",rx-csum=off", RTE_ETH_RX_OFFLOAD_CHECKSUM);
	check_unknown(&f);
	/* Not asked for: not done. */
	f = flags_with(",rx-csum=sw", 0);
	check_unknown(&f);
}

/* --- radio --- */

struct radio {
	struct rte_wlan_rx first;
	uint64_t packets, other, changes, backwards;
	uint32_t last_tsft;
	uint8_t last_ppdu;
	int off;
};

static void
look_at_radio(const struct rte_mbuf *m, void *arg)
{
	struct radio *r = arg;
	struct rte_wlan_rx rx = *RTE_MBUF_DYNFIELD(m, r->off, const struct rte_wlan_rx *);

	if (r->packets++ == 0) {
		r->first = rx;
	} else {
		r->changes += rx.ppdu != r->last_ppdu;
		r->backwards += (int32_t)(rx.tsft_us - r->last_tsft) < 0;
	}
	r->last_ppdu = rx.ppdu;
	r->last_tsft = rx.tsft_us;
	/* The rest is the same for each, but for the mark of the last subframe. */
	rx.flags &= ~RTE_WLAN_RX_AMPDU_EOF;
	rx.ppdu = r->first.ppdu;
	rx.tsft_us = r->first.tsft_us;
	r->other += memcmp(&rx, &r->first, sizeof(rx)) != 0;
}

static struct radio
radio_of(const char *air_set, const char *more)
{
	struct radio r = { .off = rte_wlan_rx_offset() };
	char args[256];
	uint16_t port;

	snprintf(args, sizeof(args), GEN_SET("count:48/size:600", "/%s") "%s", air_set, more);
	port = port_run(args, 0);
	r.off = rte_wlan_rx_offset();
	CU_ASSERT_FATAL(r.off >= 0);
	CU_ASSERT_EQUAL(port_take(port, 48, 300, look_at_radio, &r), 48);
	port_remove(port);
	return r;
}

static void
test_radio_rates(void)
{
	static const struct {
		const char *air_set;
		uint8_t mode, mcs, nss, gi;
		uint16_t bw;
	} cases[] = {
		{ "mode:eht/mcs:13/nss:2/bw:160/gi:3", RTE_WLAN_EHT, 13, 2, RTE_WLAN_GI_2X_08, 160 },
		{ "mode:eht/mcs:0/nss:1/bw:20/gi:0", RTE_WLAN_EHT, 0, 1, RTE_WLAN_GI_4X_32, 20 },
		{ "mode:he/mcs:11/nss:2/bw:80/gi:5", RTE_WLAN_HE, 11, 2, RTE_WLAN_GI_1X_08, 80 },
		{ "mode:he/mcs:4/nss:1/bw:40/gi:1", RTE_WLAN_HE, 4, 1, RTE_WLAN_GI_4X_08, 40 },
		{ "mode:vht/mcs:9/nss:2/bw:80/gi:1", RTE_WLAN_VHT, 9, 2, RTE_WLAN_GI_SHORT, 80 },
		{ "mode:ht/mcs:12/bw:40/gi:0", RTE_WLAN_HT, 12, 2, RTE_WLAN_GI_LONG, 40 },
		{ "mode:ofdm/mcs:7/bw:20", RTE_WLAN_OFDM, 7, 1, RTE_WLAN_GI_LONG, 20 },
		{ "mode:cck/mcs:3/bw:20", RTE_WLAN_CCK, 3, 1, RTE_WLAN_GI_LONG, 20 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(cases); i++) {
		struct radio r = radio_of(cases[i].air_set, "");

		CU_ASSERT_EQUAL(r.other, 0);
		CU_ASSERT(r.first.flags & RTE_WLAN_RX_RATE);
		CU_ASSERT_EQUAL(r.first.mode, cases[i].mode);
		CU_ASSERT_EQUAL(r.first.mcs, cases[i].mcs);
		CU_ASSERT_EQUAL(r.first.nss, cases[i].nss);
		CU_ASSERT_EQUAL(r.first.gi, cases[i].gi);
		CU_ASSERT_EQUAL(r.first.bw_mhz, cases[i].bw);
	}
}

static void
test_radio_signal(void)
{
	static const int dbm[] = { -30, -50, -75, -100 };
	unsigned int i;
	char set[32];

	for (i = 0; i < RTE_DIM(dbm); i++) {
		struct radio r;

		snprintf(set, sizeof(set), "rssi:%d", dbm[i]);
		r = radio_of(set, "");
		CU_ASSERT(r.first.flags & RTE_WLAN_RX_RSSI);
		CU_ASSERT_EQUAL(r.first.rssi_dbm, dbm[i]);
		CU_ASSERT_EQUAL(r.other, 0);
	}
}

static void
test_radio_ppdus(void)
{
	struct radio r = radio_of("ampdu:8", "");

	/* 48 packets in A-MPDUs of 8: five times another PPDU. */
	CU_ASSERT(r.first.flags & RTE_WLAN_RX_AMPDU);
	CU_ASSERT_EQUAL(r.changes, 5);
	CU_ASSERT(r.first.flags & RTE_WLAN_RX_TSFT);
	CU_ASSERT_EQUAL(r.backwards, 0);
	CU_ASSERT(r.last_tsft > r.first.tsft_us);
	CU_ASSERT_EQUAL(r.first.phy, 0);
	r = radio_of("mode:ofdm", ",model-set=bb:1");
	CU_ASSERT_EQUAL(r.first.flags & RTE_WLAN_RX_AMPDU, 0);
	CU_ASSERT_EQUAL(r.changes, 47);
	CU_ASSERT_EQUAL(r.first.phy, 1);
	r = radio_of("protect:ccmp128", "");
	CU_ASSERT(r.first.flags & RTE_WLAN_RX_DECRYPTED);
}

/* --- receive filter --- */

enum { TO_US, TO_OTHER, TO_ALL, TO_GROUP, NB_TO };

struct heard {
	uint64_t n[NB_TO];
};

static void
look_at_address(const struct rte_mbuf *m, void *arg)
{
	struct heard *h = arg;

	h->n[rte_pktmbuf_mtod(m, const uint8_t *)[11] % NB_TO]++;
}

/* Four of each; the last byte of the source address says which. */
static struct heard
heard_with(int promiscuous, int allmulticast)
{
	static const uint8_t to[NB_TO][6] = {
		OWN_MAC, { 0x02, 0x22, 0x8a, 0x00, 0x00, 0x77 },
		{ 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, { 0x01, 0x00, 0x5e, 0x01, 0x02, 0x03 },
	};
	struct capture *c = capture_new();
	struct heard h = { 0 };
	uint8_t packet[80];
	unsigned int i;
	uint16_t port;

	for (i = 0; i < 4 * NB_TO; i++) {
		fill_udp(packet, sizeof(packet));
		memcpy(packet, to[i % NB_TO], 6);
		packet[11] = i % NB_TO;
		capture_add(c, packet, sizeof(packet));
	}
	port = port_add(capture_args(c, ""));
	CU_ASSERT_EQUAL(port_setup(port, 0, 0), 0);
	if (promiscuous >= 0)
		CU_ASSERT_EQUAL(rte_eth_promiscuous_enable(port), 0);
	if (promiscuous == 0)
		CU_ASSERT_EQUAL(rte_eth_promiscuous_disable(port), 0);
	if (allmulticast >= 0)
		CU_ASSERT_EQUAL(rte_eth_allmulticast_enable(port), 0);
	if (allmulticast == 0)
		CU_ASSERT_EQUAL(rte_eth_allmulticast_disable(port), 0);
	CU_ASSERT_EQUAL(rte_eth_promiscuous_get(port), promiscuous > 0);
	CU_ASSERT_EQUAL(rte_eth_dev_start(port), 0);
	port_take(port, UINT64_MAX, 60, look_at_address, &h);
	CU_ASSERT_EQUAL(xstat(port, "model_filtered_address"), promiscuous > 0 ? 0 : 4);
	port_remove(port);
	capture_free(c);
	return h;
}

static void
test_filter(void)
{
	static const struct {
		int promiscuous, allmulticast;
		uint64_t other;
	} cases[] = { { -1, -1, 0 }, { 0, 0, 0 }, { 1, -1, 4 }, { -1, 1, 0 }, { 1, 1, 4 } };
	unsigned int i;

	for (i = 0; i < RTE_DIM(cases); i++) {
		struct heard h = heard_with(cases[i].promiscuous, cases[i].allmulticast);

		CU_ASSERT_EQUAL(h.n[TO_US], 4);
		CU_ASSERT_EQUAL(h.n[TO_OTHER], cases[i].other);
		CU_ASSERT_EQUAL(h.n[TO_ALL], 4);
		/* The model lets groups pass: what its chip does is not known. */
		CU_ASSERT_EQUAL(h.n[TO_GROUP], 4);
	}
}

static void
test_filter_while_running(void)
{
	uint16_t port = port_run(GEN_SET("rate:0/size:100", "/da:02:00:00:00:00:55"), 0);

	CU_ASSERT_EQUAL(port_take(port, 100, 300, NULL, NULL), 100);
	CU_ASSERT_EQUAL(rte_eth_promiscuous_disable(port), 0);
	/* What is on its way, then silence. */
	port_take(port, UINT64_MAX, 40, NULL, NULL);
	CU_ASSERT_EQUAL(port_take(port, 1, 40, NULL, NULL), 0);
	CU_ASSERT_EQUAL(rte_eth_promiscuous_enable(port), 0);
	CU_ASSERT_EQUAL(port_take(port, 100, 300, NULL, NULL), 100);
	port_remove(port);
}

CU_TestInfo packet_tests[] = {
	{ "packet types are of the list", test_packet_types },
	{ "checksums in software", test_checksums_sw },
	{ "checksums off", test_checksums_off },
	{ "radio: rates", test_radio_rates },
	{ "radio: signal", test_radio_signal },
	{ "radio: PPDUs and time", test_radio_ppdus },
	{ "receive filter", test_filter },
	{ "receive filter while running", test_filter_while_running },
	CU_TEST_INFO_NULL,
};
