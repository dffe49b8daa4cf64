/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * tx_burst: each packet becomes one transfer, and the bytes of it are right: USB word,
 * descriptor, the packet as it is, tail. The words are test_txd.c's matter; here they
 * are compared with a few typed ones.
 */

#include <rte_eal.h>

#include "cunit_run.h"

#include "mt76u.h"
#include "wport_tx.h"

#define XFERS	16u
#define SIZE	2048u

static struct sender {
	struct usb_transport usb;	/* first: the transport is the sender */
	struct usb_xfer xfers[XFERS];
	uint8_t bytes[XFERS][SIZE];
	unsigned int nb_got, nb_sent;
	unsigned int nb_free;
} s;

static unsigned int
tx_get(struct usb_transport *t __rte_unused, unsigned int queue __rte_unused,
       struct usb_xfer **xfers, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n && s.nb_got < s.nb_free; i++) {
		struct usb_xfer *x = &s.xfers[s.nb_got];

		memset(s.bytes[s.nb_got], 0xa5, SIZE);
		*x = (struct usb_xfer){ .data = s.bytes[s.nb_got], .size = SIZE };
		xfers[i] = x;
		s.nb_got++;
	}
	return i;
}

static void
tx_submit(struct usb_transport *t __rte_unused, unsigned int queue __rte_unused,
	  struct usb_xfer **xfers __rte_unused, unsigned int n)
{
	s.nb_sent += n;
}

static const struct usb_transport_ops ops = {
	.name = "sender", .tx_get = tx_get, .tx_submit = tx_submit,
};
static struct rte_mempool *mp;

static struct wport_txq
open_queue(uint8_t ac, uint8_t tid)
{
	s = (struct sender){ .usb.ops = &ops, .nb_free = XFERS };
	return (struct wport_txq){ .usb = &s.usb, .ac = ac, .tid = tid, .max_len = 1522,
				   .chip = mt76u_chip_at(0) };
}

static eth_tx_burst_t
burst_of(bool monitor)
{
	static struct wport port;

	port.chip = mt76u_chip_at(0);
	port.monitor = monitor;
	return mt76u_tx_burst_of(&port);
}

/* A packet of len bytes in segments of at most seg. */
static struct rte_mbuf *
packet(const void *bytes, uint32_t len, uint32_t seg)
{
	struct rte_mbuf *head = NULL, *tail = NULL;
	uint32_t at, n;

	for (at = 0; at < len; at += n) {
		struct rte_mbuf *m = rte_pktmbuf_alloc(mp);

		CU_ASSERT_PTR_NOT_NULL_FATAL(m);
		n = RTE_MIN(len - at, seg);
		memcpy(rte_pktmbuf_append(m, n), (const uint8_t *)bytes + at, n);
		if (head == NULL)
			head = m;
		else
			CU_ASSERT_EQUAL(rte_pktmbuf_chain(head, m), 0);
		tail = m;
	}
	(void)tail;
	return head;
}

static uint32_t
word(const uint8_t *p, unsigned int n)
{
	p += 4 * n;
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* What follows the frame: 4 to 7 zeros, up to the transfer's end at a whole word. */
static void
check_tail(const struct usb_xfer *x, uint32_t len)
{
	uint32_t whole = 68 + (len + 3) / 4 * 4 + 4, i;

	CU_ASSERT_EQUAL(x->len, whole);
	for (i = 68 + len; i < whole; i++)
		CU_ASSERT_EQUAL(x->data[i], 0);
	CU_ASSERT_EQUAL(x->data[whole], 0xa5);
	CU_ASSERT_FALSE(x->zlp);
}

static void
fill(uint8_t *bytes, uint32_t len)
{
	uint32_t i;

	for (i = 0; i < len; i++)
		bytes[i] = (uint8_t)(i * 7 + 1);
	bytes[12] = 0x08;
	bytes[13] = 0x00;
}

static void
test_every_length(void)
{
	static const uint32_t segs[] = { 2000, 100, 13 };
	uint8_t bytes[1600];
	unsigned int g;
	uint32_t len;

	fill(bytes, sizeof(bytes));
	for (g = 0; g < RTE_DIM(segs); g++) {
		for (len = 14; len <= 1522; len += g == 0 ? 1 : 53) {
			struct wport_txq q = open_queue(WLAN_AC_BE, 0);
			struct rte_mbuf *m = packet(bytes, len, segs[g]);
			const uint8_t *p = s.bytes[0];

			CU_ASSERT_EQUAL(burst_of(false)(&q, &m, 1), 1);
			CU_ASSERT_EQUAL(s.nb_sent, 1);
			CU_ASSERT_EQUAL(word(p, 0), 64 + len);
			CU_ASSERT_EQUAL(word(p, 1), 1u << 25 | 1u << 23 | (64 + len));
			CU_ASSERT_EQUAL(word(p, 2), 0x80008001);
			CU_ASSERT_EQUAL(word(p, 8), 0x00280400);
			CU_ASSERT(memcmp(p + 68, bytes, len) == 0);
			check_tail(&s.xfers[0], len);
			CU_ASSERT_EQUAL(q.stats.packets, 1);
			CU_ASSERT_EQUAL(q.stats.bytes, len);
		}
	}
}

static void
test_access_categories(void)
{
	static const struct {
		uint8_t ac, tid;
		uint32_t q_idx;
	} rows[] = {
		{ WLAN_AC_BE, 0, 1 }, { WLAN_AC_BK, 1, 0 }, { WLAN_AC_VI, 5, 2 },
		{ WLAN_AC_VO, 6, 3 },
	};
	uint8_t bytes[60];
	unsigned int i;

	fill(bytes, sizeof(bytes));
	for (i = 0; i < RTE_DIM(rows); i++) {
		struct wport_txq q = open_queue(rows[i].ac, rows[i].tid);
		struct rte_mbuf *m = packet(bytes, 60, 60);

		CU_ASSERT_EQUAL(burst_of(false)(&q, &m, 1), 1);
		CU_ASSERT_EQUAL(word(s.bytes[0], 1) >> 25, rows[i].q_idx);
		CU_ASSERT_EQUAL(word(s.bytes[0], 2) >> 20 & 7, rows[i].tid);
	}
}

/* As many as there are transfers; the rest stays the caller's. */
static void
test_back_pressure(void)
{
	struct wport_txq q = open_queue(WLAN_AC_BE, 0);
	struct rte_mbuf *pkts[20];
	uint8_t bytes[60];
	unsigned int i;

	fill(bytes, sizeof(bytes));
	for (i = 0; i < 20; i++)
		pkts[i] = packet(bytes, 60, 60);
	CU_ASSERT_EQUAL(burst_of(false)(&q, pkts, 20), XFERS);
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(mp), 20 - XFERS);
	for (i = XFERS; i < 20; i++) {
		CU_ASSERT_EQUAL(pkts[i]->pkt_len, 60);
		rte_pktmbuf_free(pkts[i]);
	}
	CU_ASSERT_EQUAL(q.stats.full, 1);
}

/* What cannot be sent is freed and counted. */
static void
test_odd_lengths(void)
{
	struct wport_txq q = open_queue(WLAN_AC_BE, 0);
	struct rte_mbuf *pkts[3];
	uint8_t bytes[1600];

	fill(bytes, sizeof(bytes));
	pkts[0] = packet(bytes, 13, 13);
	pkts[1] = packet(bytes, 1523, 1600);
	pkts[2] = packet(bytes, 100, 100);
	CU_ASSERT_EQUAL(burst_of(false)(&q, pkts, 3), 3);
	CU_ASSERT_EQUAL(q.stats.too_short, 1);
	CU_ASSERT_EQUAL(q.stats.too_long, 1);
	CU_ASSERT_EQUAL(q.stats.packets, 1);
	CU_ASSERT_EQUAL(s.xfers[0].len, 0);
	CU_ASSERT_EQUAL(s.xfers[1].len, 0);
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(mp), 0);
}

/* Radiotap of 12 bytes: rate 48 (24 Mbit/s), TX flags no-ack and own sequence number,
 * then a probe request of 30 bytes with sequence number 0x123. */
static void
test_injection(void)
{
	static const uint8_t bytes[12 + 30] = {
		0, 0, 12, 0, 0x04, 0x80, 0, 0, 48, 0, 0x18, 0,
		0x40, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		2, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x30, 0x12,
		0, 0, 1, 4, 2, 4,
	};
	struct wport_txq q = open_queue(WLAN_AC_MGMT, 0);
	struct rte_mbuf *m = packet(bytes, sizeof(bytes), 64);
	const uint8_t *p = s.bytes[0];

	CU_ASSERT_EQUAL(burst_of(true)(&q, &m, 1), 1);
	CU_ASSERT_EQUAL(q.stats.packets, 1);
	CU_ASSERT_EQUAL(word(p, 0), 94);
	CU_ASSERT_EQUAL(word(p, 1), 0x10u << 25 | 1u << 23 | 94);
	CU_ASSERT_EQUAL(word(p, 2) & 0xff8fffff, 0x80026000);
	/* FIX_RATE, HTC_VLD, MULTICAST, subtype 4 */
	CU_ASSERT_EQUAL(word(p, 3), 0x80002404);
	/* SN_VALID, SN, BA_DISABLE, count, NO_ACK */
	CU_ASSERT_EQUAL(word(p, 4) & ~(31u << 11), 1u << 31 | 0x123u << 16 | 1u << 28 | 1);
	CU_ASSERT_EQUAL(word(p, 7), 0x0049u << 16 | 4);
	CU_ASSERT_EQUAL(word(p, 9), 4);
	CU_ASSERT(memcmp(p + 68, bytes + 12, 30) == 0);
	check_tail(&s.xfers[0], 30);
}

static void
test_bad_injection(void)
{
	static const uint8_t no_radiotap[20] = { 1, 0, 8, 0 };
	static const uint8_t no_frame[12] = { 0, 0, 8, 0, 0, 0, 0, 0, 0x40 };
	struct wport_txq q = open_queue(WLAN_AC_MGMT, 0);
	struct rte_mbuf *pkts[2];

	pkts[0] = packet(no_radiotap, sizeof(no_radiotap), 64);
	pkts[1] = packet(no_frame, sizeof(no_frame), 64);
	CU_ASSERT_EQUAL(burst_of(true)(&q, pkts, 2), 2);
	CU_ASSERT_EQUAL(q.stats.bad_radiotap, 1);
	CU_ASSERT_EQUAL(q.stats.bad_frame, 1);
	CU_ASSERT_EQUAL(q.stats.packets, 0);
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(mp), 0);
}

static int
open_pool(void)
{
	mp = rte_pktmbuf_pool_create("tx", 255, 0, 0, 2048 + RTE_PKTMBUF_HEADROOM,
				     SOCKET_ID_ANY);
	return mp == NULL;
}

static void
check_pool(void)
{
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(mp), 0);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "every length, one segment and many", test_every_length },
		{ "access categories", test_access_categories },
		{ "back-pressure", test_back_pressure },
		{ "too short, too long", test_odd_lengths },
		{ "injection", test_injection },
		{ "bad injection", test_bad_injection },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "mt76u_tx", open_pool, NULL, NULL, check_pool, tests },
		CU_SUITE_INFO_NULL
	};
	char args[][20] = { "unit", "--no-huge", "-m", "64", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	char *argv[RTE_DIM(args)];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	if (rte_eal_init(RTE_DIM(args), argv) < 0 || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_mempool_free(mp);
	rte_eal_cleanup();
	return ret;
}
