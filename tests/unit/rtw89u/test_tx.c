/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The transmit bursts of each chip, through a transport that keeps what it is given:
 * descriptor, 802.11 header and every byte of the packet. */

#include "burst_fixture.h"

#define XFERS	64
#define XFER_SIZE 4096

static struct tx_bench {
	struct usb_transport usb;	/* first: the transport is the bench */
	struct usb_xfer xfers[XFERS];
	uint8_t room[XFERS][XFER_SIZE];
	unsigned int nb_free, nb_out, nb_sent;
	struct usb_xfer *sent[XFERS];
	struct wport port;
	struct wport_txq q;
	eth_tx_burst_t burst;
	struct rte_mempool *mp;
} *tx;

static unsigned int
tx_get(struct usb_transport *t, unsigned int queue, struct usb_xfer **xfers, unsigned int n)
{
	unsigned int i;

	CU_ASSERT_PTR_EQUAL(t, &tx->usb);
	CU_ASSERT_EQUAL(queue, tx->q.queue);
	for (i = 0; i < n && tx->nb_free > 0; i++, tx->nb_free--) {
		struct usb_xfer *x = &tx->xfers[tx->nb_out++];

		*x = (struct usb_xfer){ .data = tx->room[x - tx->xfers], .size = XFER_SIZE };
		memset(x->data, 0xee, XFER_SIZE);
		xfers[i] = x;
	}
	return i;
}

static void
tx_submit(struct usb_transport *t __rte_unused, unsigned int queue __rte_unused,
	  struct usb_xfer **xfers, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		tx->sent[tx->nb_sent++] = xfers[i];
}

static const struct usb_transport_ops tx_ops = {
	.name = "scripted", .tx_get = tx_get, .tx_submit = tx_submit,
};

static void
tx_open(const char *chip, bool monitor, uint8_t ac, unsigned int nb_free)
{
	static const uint8_t tids[] = { 0, 1, 5, 6, 0 };
	static struct rte_mempool *mp;

	if (mp == NULL)
		mp = rte_pktmbuf_pool_create("tx", 255, 0, 0, 2048 + 128, SOCKET_ID_ANY);
	CU_ASSERT_PTR_NOT_NULL_FATAL(mp);
	tx = calloc(1, sizeof(*tx));
	CU_ASSERT_PTR_NOT_NULL_FATAL(tx);
	tx->mp = mp;
	tx->usb.ops = &tx_ops;
	tx->nb_free = nb_free;
	tx->port.chip = chip_by_name(chip);
	tx->port.monitor = monitor;
	tx->q.chip = tx->port.chip;
	tx->q.usb = &tx->usb;
	tx->q.ac = ac;
	tx->q.queue = monitor ? 0 : ac;
	tx->q.tid = tids[ac];
	tx->q.max_len = 1522;
	tx->q.bssid = (struct rte_ether_addr){ { 0x02, 0, 0, 0, 0, 0xb2 } };
	tx->burst = rtw89u_tx_burst_of(&tx->port);
}

/* Every mbuf is home. */
static void
tx_close(void)
{
	CU_ASSERT_EQUAL(rte_mempool_avail_count(tx->mp), 255);
	free(tx);
	tx = NULL;
}

static struct rte_mbuf *
packet(const void *bytes, uint32_t len)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(tx->mp);
	char *p;

	CU_ASSERT_PTR_NOT_NULL_FATAL(m);
	p = rte_pktmbuf_append(m, len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(p);
	memcpy(p, bytes, len);
	return m;
}

static uint32_t
word(const struct usb_xfer *x, uint32_t n)
{
	return x->data[4 * n] | x->data[4 * n + 1] << 8 | x->data[4 * n + 2] << 16 |
		(uint32_t)x->data[4 * n + 3] << 24;
}

/* Chips: length of the descriptor, channel of BE, BK, VI, VO, management. */
static const struct {
	const char *name;
	uint32_t txd_len;
	uint8_t dma[5];
} chips[] = {
	{ "rtl8922au", 64, { 0, 2, 2, 0, 8 } },
	{ "rtl8852cu", 56, { 0, 2, 2, 0, 8 } },
	{ "rtl8852bu", 48, { 0, 1, 2, 3, 8 } },
	{ "rtl8852au", 48, { 0, 2, 2, 0, 8 } },
	{ "rtl8851bu", 48, { 0, 1, 2, 3, 8 } },
};

static void
test_ethernet(void)
{
	uint8_t eth[200], head[32] = {
		0x88, 0x01, 0, 0, 0x02, 0, 0, 0, 0, 0xb2, 0x02, 0, 0, 0, 0, 0xc3,
		0x02, 0, 0, 0, 0, 0xa1, 0, 0, 0, 0, 0xaa, 0xaa, 0x03, 0, 0, 0,
	};
	static const uint8_t tids[] = { 0, 1, 5, 6 };
	unsigned int c, ac, i;

	for (i = 0; i < sizeof(eth); i++)
		eth[i] = i;
	memcpy(eth, bench_da, 6);
	memcpy(eth + 6, bench_sa, 6);
	eth[12] = 0x08;
	eth[13] = 0x00;
	for (c = 0; c < RTE_DIM(chips); c++) {
		for (ac = 0; ac < 4; ac++) {
			uint32_t txd = chips[c].txd_len, info = txd == 48 ? 6 : 8;
			struct rte_mbuf *pkts[3];
			unsigned int seq;

			tx_open(chips[c].name, false, ac, XFERS);
			for (i = 0; i < 3; i++)
				pkts[i] = packet(eth, sizeof(eth));
			CU_ASSERT_EQUAL(tx->burst(&tx->q, pkts, 3), 3);
			CU_ASSERT_EQUAL_FATAL(tx->nb_sent, 3);
			for (seq = 0; seq < 3; seq++) {
				struct usb_xfer *x = tx->sent[seq];

				/* 200 less both addresses, plus header and LLC/SNAP */
				CU_ASSERT_EQUAL(x->len, txd + 188 + 32);
				CU_ASSERT_TRUE(x->zlp);
				CU_ASSERT_EQUAL(word(x, 2) & 0x3fff, 188 + 32);
				CU_ASSERT_EQUAL(word(x, 2) >> 17 & 0x3f, ac);
				CU_ASSERT_EQUAL(word(x, 0) >> 16 & 0xf, chips[c].dma[ac]);
				/* The number alone: no BlockAck agreement, no
				 * A-MPDU (AX body 3 b12, BE body 2 b14, info 1). */
				CU_ASSERT_EQUAL(word(x, 3), seq);
				CU_ASSERT_EQUAL(word(x, 2) >> 14 & 1, 0);
				CU_ASSERT_EQUAL(word(x, info + 1) & 0xff, 0);
				CU_ASSERT_EQUAL(word(x, info + 2), 0);
				head[22] = seq << 4;
				head[24] = tids[ac];
				CU_ASSERT_EQUAL(memcmp(x->data + txd, head, 32), 0);
				CU_ASSERT_EQUAL(memcmp(x->data + txd + 32, eth + 12, 188), 0);
				CU_ASSERT_EQUAL(x->data[x->len], 0xee);
			}
			CU_ASSERT_EQUAL(tx->q.stats.packets, 3);
			CU_ASSERT_EQUAL(tx->q.stats.bytes, 600);
			tx_close();
		}
	}
}

/* What fits is taken and freed; the rest is untouched. */
static void
test_back_pressure(void)
{
	uint8_t eth[60] = { 0x02 };
	unsigned int c, i;

	for (c = 0; c < RTE_DIM(chips); c++) {
		struct rte_mbuf *pkts[8];

		tx_open(chips[c].name, false, WLAN_AC_BE, 5);
		for (i = 0; i < 8; i++)
			pkts[i] = packet(eth, sizeof(eth));
		CU_ASSERT_EQUAL(tx->burst(&tx->q, pkts, 8), 5);
		CU_ASSERT_EQUAL(rte_mempool_avail_count(tx->mp), 255 - 3);
		CU_ASSERT_EQUAL(tx->burst(&tx->q, pkts + 5, 3), 0);
		CU_ASSERT_EQUAL(tx->q.stats.full, 2);
		for (i = 5; i < 8; i++) {
			CU_ASSERT_EQUAL(rte_mbuf_refcnt_read(pkts[i]), 1);
			rte_pktmbuf_free(pkts[i]);
		}
		tx_close();
	}
}

/* Radiotap with a rate (OFDM 24 Mbit/s, 0x30 half Mbit/s) and no-ack in front of a
 * beacon: by the management queue, the rate fixed. */
static void
test_inject(void)
{
	static const uint8_t frame[] = {
		0, 0, 12, 0, 0x04, 0x80, 0, 0, 0x30, 0, 0x08, 0x00,	/* radiotap */
		0x80, 0x00, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0, 0, 0, 0, 0xb2,
		0x02, 0, 0, 0, 0, 0xb2, 0x50, 0x12, 1, 2, 3, 4, 5, 6, 7, 8,
	};
	unsigned int c;

	for (c = 0; c < RTE_DIM(chips); c++) {
		uint32_t txd = chips[c].txd_len, body7, info0;
		struct rte_mbuf *m;
		struct usb_xfer *x;

		tx_open(chips[c].name, true, WLAN_AC_MGMT, XFERS);
		m = packet(frame, sizeof(frame));
		CU_ASSERT_EQUAL(tx->burst(&tx->q, &m, 1), 1);
		CU_ASSERT_EQUAL_FATAL(tx->nb_sent, 1);
		x = tx->sent[0];
		CU_ASSERT_EQUAL(x->len, txd + sizeof(frame) - 12);
		CU_ASSERT_EQUAL(memcmp(x->data + txd, frame + 12, sizeof(frame) - 12), 0);
		CU_ASSERT_EQUAL(word(x, 2) & 0x3fff, sizeof(frame) - 12);
		CU_ASSERT_EQUAL(word(x, 2) >> 17 & 0x3f, 18);
		CU_ASSERT_EQUAL(word(x, 0) >> 16 & 0xf, 8);
		/* OFDM 24: code 8. Body 7 where there is one, else info 0. */
		body7 = txd == 48 ? 0 : word(x, 7);
		info0 = word(x, txd == 48 ? 6 : 8);
		CU_ASSERT_EQUAL(info0 >> 10 & 1, 1);
		CU_ASSERT_EQUAL((txd == 48 ? info0 : body7) >> 16 & 0x1ff, 8);
		CU_ASSERT_EQUAL(txd == 48 ? info0 >> 30 & 1 : body7 >> 31, 1);
		/* Nobody answers: 8922A body 6 b12, 8852C body 0 b31, else one try. */
		if (txd == 64)
			CU_ASSERT_EQUAL(word(x, 6) >> 12 & 1, 1);
		if (txd == 56)
			CU_ASSERT_EQUAL(word(x, 0) >> 31, 1);
		if (txd == 48)
			CU_ASSERT_EQUAL(word(x, 7) >> 25, 1u << 6 | 1);
		tx_close();
	}
}

/* Radiotap that lies about its length: freed, counted, nothing sent. */
static void
test_inject_bad(void)
{
	static const uint8_t frame[40] = { 0, 0, 200, 0 };
	struct rte_mbuf *m;

	tx_open("rtl8852cu", true, WLAN_AC_MGMT, XFERS);
	m = packet(frame, sizeof(frame));
	CU_ASSERT_EQUAL(tx->burst(&tx->q, &m, 1), 1);
	CU_ASSERT_EQUAL(tx->sent[0]->len, 0);
	CU_ASSERT_EQUAL(tx->q.stats.bad_radiotap, 1);
	CU_ASSERT_EQUAL(tx->q.stats.packets, 0);
	tx_close();
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "Ethernet, every chip and category", test_ethernet },
		{ "back-pressure", test_back_pressure },
		{ "injection", test_inject },
		{ "injection that cannot be", test_inject_bad },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "rtw89u_tx", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
