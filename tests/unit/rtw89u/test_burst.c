/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* rx_burst on good transfers: every packet whole, in order, with what the radio
 * knew of it, whatever the burst size and wherever the bytes stand. */

#include <rte_tcp.h>

#include "burst_fixture.h"

static const uint16_t bursts[] = { 1, 2, 4, 7, 32, 64, 255 };

static void
test_burst_sizes(void)
{
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(bursts); i++) {
		struct bench *b = bench_open(511);
		struct transfer t = { 0 };

		for (n = 1; n <= 20; n++) {
			bench_frames(b, &t, n, 60 + 61 * n);
			if (n % 2 == 0)
				transfer_pad(&t);
			bench_add(b, &t, BENCH_SIZE, 0);
		}
		bench_drain(b, bursts[i]);
		CU_ASSERT_EQUAL(b->q.stats.packets, 210);
		CU_ASSERT_EQUAL(b->q.stats.ends[RTW89U_WALK_END], 20);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* 255 units in one transfer; a burst ends inside and begins there again. */
static void
test_255_units(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(bursts); i++) {
		struct bench *b = bench_open(511);
		struct transfer t = { 0 };
		uint16_t left = 255;

		bench_frames(b, &t, 255, 64);
		bench_add(b, &t, BENCH_SIZE, 0);
		while (left != 0) {
			uint16_t got = bench_burst(b, bursts[i]);

			/* Never fewer than asked for while there is input. */
			CU_ASSERT_EQUAL_FATAL(got, RTE_MIN(bursts[i], left));
			left -= got;
		}
		bench_drain(b, bursts[i]);
		/* Bursts that brought something: the empty ones do not count. */
		CU_ASSERT_EQUAL(b->q.stats.bursts, (255u + bursts[i] - 1) / bursts[i]);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* One burst takes from many transfers. */
static void
test_burst_across_transfers(void)
{
	struct bench *b = bench_open(511);
	struct transfer t = { 0 };
	unsigned int i;

	for (i = 0; i < 60; i++) {
		bench_frames(b, &t, 1, 1514);
		bench_add(b, &t, BENCH_SIZE, 0);
	}
	CU_ASSERT_EQUAL(wport_rxq_count(&b->q), 60);
	CU_ASSERT_EQUAL(bench_burst(b, 50), 50);
	/* The fiftieth stays in hand: its end has not been looked at. */
	CU_ASSERT_EQUAL(wport_rxq_count(&b->q), 11);
	bench_drain(b, 50);
	CU_ASSERT_EQUAL(wport_rxq_count(&b->q), 0);
	bench_check_sums(b);
	bench_close(b);
}

static void
test_nothing_there(void)
{
	struct bench *b = bench_open(32);

	CU_ASSERT_EQUAL(bench_burst(b, 32), 0);
	CU_ASSERT_EQUAL(bench_burst(b, 0), 0);
	bench_check_sums(b);
	bench_close(b);
}

/* Source at each place of a cache line, lengths around what an mbuf holds with
 * and without the room that the alignment takes. */
static void
test_alignment(void)
{
	static const uint32_t lengths[] = { 14, 60, 1514, 1983, 1984, 1985, 2047, 2048 };
	uint32_t lead;

	for (lead = 0; lead < 64; lead += 3) {
		struct bench *b = bench_open(64);
		struct transfer t = { 0 };
		unsigned int i;

		bench_lengths(b, 4000, false);
		for (i = 0; i < RTE_DIM(lengths); i++)
			bench_frame(b, &t, lengths[i], true);
		bench_add(b, &t, BENCH_SIZE, lead);
		bench_drain(b, 32);
		bench_check_sums(b);
		bench_close(b);
	}
}

/* Every length of packet once. */
static void
test_every_length(void)
{
	struct bench *b = bench_open(511);
	struct transfer t = { 0 };
	uint32_t len;

	for (len = 14; len <= 1522; len++) {
		bench_frame(b, &t, len, true);
		if (len % 31 == 0)
			bench_add(b, &t, 65536, 0);
	}
	bench_add(b, &t, 65536, 0);
	bench_drain(b, 32);
	bench_check_sums(b);
	bench_close(b);
}

/* No dynamic field: packets all the same. */
static void
test_without_dynfield(void)
{
	struct bench *b = bench_open(32);
	struct rte_mbuf *m;
	struct transfer t = { 0 };

	b->q.dyn_off = -1;
	bench_frame(b, &t, 100, true);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	CU_ASSERT_EQUAL(m->pkt_len, 100);
	rte_pktmbuf_free(m);
	bench_close(b);
}

/* OpenIPC/devourer#409: of an A-MPDU only the last has a report. What one frame
 * said must not be seen on the next, nor what its mbuf said before. */
static void
test_radio_of_each_frame(void)
{
	struct bench *b = bench_open(8);
	unsigned int round, i;

	for (round = 0; round < 3; round++) {
		struct transfer t = { 0 };

		for (i = 0; i < 8; i++) {
			static const uint8_t body[50] = { 0x88, 0xb5 };
			uint32_t len;
			uint8_t *mpdu = bench_mpdu(body, sizeof(body), &len);
			struct unit_desc d = unit_wifi(len);

			if (i != 7)
				d.dw[0] &= ~0x00c00000u;
			/* Another PPDU each round; the fourth has no rate that can be. */
			d.dw[4] = (i == 3 ? 0x7ff00000 : 0x30100000) | (round + 1) << 8;
			d.dw[5] = 10 * round + i;
			transfer_add_unit(&t, &d, mpdu, len);
			free(mpdu);
		}
		bench_add(b, &t, BENCH_SIZE, 0);
		for (i = 0; i < 8; i++) {
			const struct rte_wlan_rx *rx;
			struct rte_mbuf *m;

			CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
			rx = RTE_MBUF_DYNFIELD(m, b->q.dyn_off, const struct rte_wlan_rx *);
			CU_ASSERT_EQUAL((rx->flags & RTE_WLAN_RX_RSSI) != 0, i == 7);
			CU_ASSERT_EQUAL(rx->rssi_dbm, i == 7 ? -40 : 0);
			CU_ASSERT_EQUAL((rx->flags & RTE_WLAN_RX_RATE) != 0, i != 3);
			CU_ASSERT_EQUAL(rx->mode, i == 3 ? 0 : RTE_WLAN_HE);
			CU_ASSERT_EQUAL(rx->mcs, i == 3 ? 0 : 1);
			CU_ASSERT_EQUAL(rx->ppdu, round + 1);
			CU_ASSERT_EQUAL(rx->tsft_us, 10 * round + i);
			rte_pktmbuf_free(m);
		}
	}
	CU_ASSERT_EQUAL(b->q.stats.bad_rate, 3);
	CU_ASSERT_EQUAL(b->q.stats.packets, 24);
	bench_close(b);
}

/* An IPv4 TCP packet of 100 bytes payload, from the EtherType on. */
static uint32_t
tcp_body(uint8_t *body)
{
	struct rte_ipv4_hdr *ip = (struct rte_ipv4_hdr *)(body + 2);
	struct rte_tcp_hdr *tcp = (struct rte_tcp_hdr *)(ip + 1);
	uint32_t i;

	memset(body, 0, 142);
	body[0] = 0x08;
	ip->version_ihl = 0x45;
	ip->total_length = rte_cpu_to_be_16(140);
	ip->time_to_live = 64;
	ip->next_proto_id = IPPROTO_TCP;
	ip->src_addr = rte_cpu_to_be_32(0x0a000001);
	ip->dst_addr = rte_cpu_to_be_32(0x0a000002);
	ip->hdr_checksum = rte_ipv4_cksum(ip);
	for (i = 42; i < 142; i++)
		body[i] = (uint8_t)(i * 3);
	tcp->data_off = 0x50;
	tcp->cksum = rte_ipv4_udptcp_cksum(ip, tcp);
	return 142;
}

static uint64_t
flags_of_body(bool csum, const uint8_t *body, uint32_t len)
{
	struct bench *b = bench_open(32);
	struct transfer t = { 0 };
	struct rte_mbuf *m;
	uint64_t flags;

	b->q.csum = csum;
	bench_body(b, &t, body, len, true);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	flags = m->ol_flags;
	bench_check_packet(b, m);
	rte_pktmbuf_free(m);
	bench_close(b);
	return flags;
}

static void
test_checksum_flags(void)
{
	static const uint8_t arp[30] = { 0x08, 0x06, 0, 1, 8, 0 };
	uint8_t body[256];
	uint32_t len = tcp_body(body);

	CU_ASSERT_EQUAL(flags_of_body(true, body, len),
			RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_GOOD);
	body[100] ^= 1;
	CU_ASSERT_EQUAL(flags_of_body(true, body, len),
			RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_BAD);
	body[2 + 8] ^= 1;
	CU_ASSERT_EQUAL(flags_of_body(true, body, len),
			RTE_MBUF_F_RX_IP_CKSUM_BAD | RTE_MBUF_F_RX_L4_CKSUM_BAD);
	/* Nobody asked: unknown, right or wrong. */
	CU_ASSERT_EQUAL(flags_of_body(false, body, len), 0);
	tcp_body(body);
	CU_ASSERT_EQUAL(flags_of_body(false, body, len), 0);
	CU_ASSERT_EQUAL(flags_of_body(true, arp, sizeof(arp)), 0);
}

/* Flags of a packet do not stay on its mbuf. */
static void
test_flags_do_not_stay(void)
{
	struct bench *b = bench_open(1);
	struct transfer t = { 0 };
	uint8_t body[256];
	struct rte_mbuf *m;
	uint32_t len = tcp_body(body);

	b->q.csum = true;
	bench_body(b, &t, body, len, true);
	bench_frame(b, &t, 100, true);
	bench_add(b, &t, BENCH_SIZE, 0);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	CU_ASSERT(m->ol_flags != 0);
	m->ol_flags |= RTE_MBUF_F_RX_VLAN;
	rte_pktmbuf_free(m);
	CU_ASSERT_EQUAL_FATAL(b->burst(&b->q, &m, 1), 1);
	CU_ASSERT_EQUAL(m->ol_flags, 0);
	rte_pktmbuf_free(m);
	bench_close(b);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "burst sizes", test_burst_sizes },
		{ "255 units in one transfer", test_255_units },
		{ "a burst across transfers", test_burst_across_transfers },
		{ "nothing there", test_nothing_there },
		{ "alignment of source and mbuf", test_alignment },
		{ "every length", test_every_length },
		{ "without the dynamic field", test_without_dynfield },
		{ "radio of each frame", test_radio_of_each_frame },
		{ "checksum flags", test_checksum_flags },
		{ "flags do not stay", test_flags_do_not_stay },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_burst", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
