/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef BURST_FIXTURE_H
#define BURST_FIXTURE_H

/*
 * A receive queue without a port: transfers of the test's own making come out of
 * a scripted transport, and the chip's receive burst takes them apart. What is expected
 * is written down while a transfer is made and compared while it is received.
 */

#include <errno.h>

#include <rte_eal.h>
#include <rte_mbuf.h>
#include <rte_net.h>

#include "cunit_run.h"
#include "hexbytes.h"

#include "mt76u.h"
#include "wport_monitor.h"

#include "unit_build.h"

#define BENCH_XFERS	64
#define BENCH_EXPECTED	2048
#define BENCH_PORT	7
#define BENCH_ROOM	2048	/* of one mbuf, behind the headroom */
#define BENCH_SIZE	32768	/* of one transfer */

struct bench_packet {
	uint8_t *bytes;
	uint32_t len;
	uint32_t tsft_us;
};

struct bench {
	struct usb_transport usb;	/* first: the transport is the bench */
	struct usb_xfer xfers[BENCH_XFERS];
	uint8_t *blocks[BENCH_XFERS];
	unsigned int nb_xfers, polled, returned;
	bool out[BENCH_XFERS];		/* with the receiver */
	uint64_t xfer_bytes;

	struct wport_rxq q;
	eth_rx_burst_t burst;
	struct rte_mempool *mp;
	unsigned int nb_mbufs;

	struct bench_packet expected[BENCH_EXPECTED];
	unsigned int nb_expected, nb_seen;
	uint64_t seen_bytes;
	uint32_t serial;		/* of the next frame */
	bool translate;			/* headers: frames are 802.3 */
	unsigned int ppdus_unseen;	/* A-MPDUs whose frames were taken by hand */
};

#include "scripted_transport.h"

static inline struct bench *
bench_open_mode(unsigned int nb_mbufs, bool monitor)
{
	static const struct rte_mbuf_dynfield field = {
		.name = RTE_WLAN_RX_DYNFIELD,
		.size = sizeof(struct rte_wlan_rx),
		.align = __alignof__(struct rte_wlan_rx),
	};
	static unsigned int serial;
	static struct wport port;
	struct bench *b = aligned_alloc(RTE_CACHE_LINE_SIZE, sizeof(*b));
	char name[32];

	CU_ASSERT_PTR_NOT_NULL_FATAL(b);
	memset(b, 0, sizeof(*b));
	snprintf(name, sizeof(name), "bench%u", serial++);
	b->usb.ops = &bench_ops;
	b->nb_mbufs = nb_mbufs;
	/* No cache: what the pool counts is what there is. */
	b->mp = rte_pktmbuf_pool_create(name, nb_mbufs, 0, 0,
					BENCH_ROOM + RTE_PKTMBUF_HEADROOM, SOCKET_ID_ANY);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b->mp);
	b->q.mp = b->mp;
	b->q.usb = &b->usb;
	b->q.room = BENCH_ROOM;
	b->q.rearm = rxb_mbuf_rearm_value(RTE_PKTMBUF_HEADROOM, BENCH_PORT);
	b->q.attach_len = UINT32_MAX;
	b->q.dyn_off = rte_mbuf_dynfield_register(&field);
	CU_ASSERT(b->q.dyn_off >= 0);
	/* MTU 1500: Ethernet header and two tags. */
	bench_lengths(b, 1522, false);
	port.chip = mt76u_chip_at(0);
	port.monitor = monitor;
	b->burst = mt76u_rx_burst_of(&port);
	if (monitor)
		CU_ASSERT_EQUAL_FATAL(wport_monitor_init(&b->q, SOCKET_ID_ANY), 0);
	wport_rxq_start(&b->q);
	return b;
}

static inline struct bench *
bench_open(unsigned int nb_mbufs)
{
	return bench_open_mode(nb_mbufs, false);
}

/* Everything home: mbufs in the pool, transfers with the transport, and each unit
 * either a packet or a drop with a name. */
static inline void
bench_close(struct bench *b)
{
	unsigned int i;

	wport_rxq_stop(&b->q);
	wport_monitor_free(&b->q);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), b->nb_mbufs);
	CU_ASSERT_EQUAL(b->returned, b->polled);
	for (i = 0; i < b->nb_xfers; i++)
		free(b->blocks[i]);
	for (i = 0; i < b->nb_expected; i++)
		free(b->expected[i].bytes);
	rte_mempool_free(b->mp);
	free(b);
}

/* A transfer of these bytes, at offset lead from malloc()'s alignment. The
 * transfer is emptied. */
static inline struct usb_xfer *
bench_add(struct bench *b, struct transfer *t, uint32_t size, uint32_t lead)
{
	struct usb_xfer *x = &b->xfers[b->nb_xfers];

	CU_ASSERT_FATAL(b->nb_xfers < BENCH_XFERS);
	b->blocks[b->nb_xfers] = malloc(lead + t->len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b->blocks[b->nb_xfers]);
	*x = (struct usb_xfer){
		.data = b->blocks[b->nb_xfers] + lead, .len = t->len, .size = size,
		.full = t->len == size,
	};
	if (t->len != 0)
		memcpy(x->data, t->data, t->len);
	b->nb_xfers++;
	b->xfer_bytes += t->len;
	transfer_free(t);
	return x;
}

static const uint8_t bench_da[6] = { 0x02, 0, 0, 0, 0, 0xa1 };
static const uint8_t bench_sa[6] = { 0x02, 0, 0, 0, 0, 0xc3 };

/* An MPDU from an access point: QoS data, LLC, body (EtherType onwards), no FCS. */
static inline uint8_t *
bench_mpdu(const uint8_t *body, uint32_t body_len, uint32_t *len)
{
	static const uint8_t bssid[6] = { 0x02, 0, 0, 0, 0, 0xb2 };
	static const uint8_t snap[6] = { 0xaa, 0xaa, 0x03, 0, 0, 0 };
	uint8_t *f = calloc(1, 26 + 6 + body_len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	f[0] = 0x88;
	f[1] = 0x02;
	memcpy(f + 4, bench_da, 6);
	memcpy(f + 10, bssid, 6);
	memcpy(f + 16, bench_sa, 6);
	memcpy(f + 26, snap, 6);
	memcpy(f + 32, body, body_len);
	*len = 26 + 6 + body_len;
	return f;
}

/* The next packet that must come out. */
static inline void
bench_expect(struct bench *b, const uint8_t *body, uint32_t body_len, uint32_t tsft_us)
{
	struct bench_packet *p = &b->expected[b->nb_expected++];

	CU_ASSERT_FATAL(b->nb_expected <= BENCH_EXPECTED);
	p->len = 12 + body_len;
	p->tsft_us = tsft_us;
	p->bytes = malloc(p->len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(p->bytes);
	memcpy(p->bytes, bench_da, 6);
	memcpy(p->bytes + 6, bench_sa, 6);
	memcpy(p->bytes + 12, body, body_len);
}

/* The packet as the chip makes it where it translates headers. */
static inline uint8_t *
bench_translated(const uint8_t *body, uint32_t body_len, uint32_t *len)
{
	uint8_t *f = calloc(1, 12 + body_len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	memcpy(f, bench_da, 6);
	memcpy(f + 6, bench_sa, 6);
	memcpy(f + 12, body, body_len);
	*len = 12 + body_len;
	return f;
}

/* A unit and what lies between it and the next. */
static inline void
bench_unit(struct transfer *t, const struct unit_desc *d, const uint8_t *payload,
	   uint32_t len)
{
	transfer_add_unit(t, d, payload, len);
	transfer_fill(t, 0xee, unit_gap(d, unit_head(d) + len));
}

/* One more frame of the transfer: body is EtherType onwards. With expect it is
 * one that must come out. */
static inline void
bench_body(struct bench *b, struct transfer *t, const uint8_t *body, uint32_t body_len,
	   bool expect)
{
	struct unit_desc d = unit_frame();
	uint32_t len;
	uint8_t *frame;

	d.g2[0] = 1000 + b->serial++;
	if (b->translate) {
		d.dw[1] |= HAS_4;
		d.dw[2] |= 1u << 13 | 1u << 14;		/* and two bytes before it */
		frame = bench_translated(body, body_len, &len);
	} else {
		frame = bench_mpdu(body, body_len, &len);
	}
	bench_unit(t, &d, frame, len);
	if (expect)
		bench_expect(b, body, body_len, d.g2[0]);
	free(frame);
}

/* A frame whose Ethernet packet has pkt_len bytes (14 or more). */
static inline void
bench_frame(struct bench *b, struct transfer *t, uint32_t pkt_len, bool expect)
{
	uint32_t len = pkt_len - 12, i;
	uint8_t *body = malloc(len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(body);
	for (i = 0; i < len; i++)
		body[i] = (uint8_t)(b->serial * 31 + i * 7 + (i >> 8));
	/* EtherType for local experiments, IEEE Std 802. */
	body[0] = 0x88;
	body[1] = 0xb5;
	bench_body(b, t, body, len, expect);
	free(body);
}

static inline void
bench_frames(struct bench *b, struct transfer *t, unsigned int n, uint32_t pkt_len)
{
	while (n-- > 0)
		bench_frame(b, t, pkt_len, true);
}

static inline void
bench_check_segments(const struct rte_mbuf *m)
{
	const struct rte_mbuf *s;
	uint32_t len = 0, segs = 0;

	for (s = m; s != NULL; s = s->next) {
		CU_ASSERT_EQUAL(rte_mbuf_refcnt_read(s), 1);
		CU_ASSERT(s->data_off >= RTE_PKTMBUF_HEADROOM);
		CU_ASSERT((uint32_t)s->data_off + s->data_len <= s->buf_len);
		CU_ASSERT(s->data_len != 0);
		len += s->data_len;
		segs++;
	}
	CU_ASSERT_EQUAL(len, m->pkt_len);
	CU_ASSERT_EQUAL(segs, m->nb_segs);
}

/* What bench_frame()'s descriptor says, in the dynamic field. */
static inline void
bench_check_radio(const struct bench *b, struct rte_mbuf *m, uint32_t tsft_us)
{
	const struct rte_wlan_rx *rx =
		RTE_MBUF_DYNFIELD(m, b->q.dyn_off, const struct rte_wlan_rx *);

	CU_ASSERT_EQUAL(rx->tsft_us, tsft_us);
	CU_ASSERT_EQUAL(rx->flags, RTE_WLAN_RX_RATE | RTE_WLAN_RX_RSSI | RTE_WLAN_RX_TSFT |
			RTE_WLAN_RX_AMPDU);
	CU_ASSERT(rx->mode == RTE_WLAN_VHT && rx->mcs == 9 && rx->nss == 2);
	CU_ASSERT(rx->bw_mhz == 80 && rx->gi == RTE_WLAN_GI_LONG);
	CU_ASSERT_EQUAL(rx->rssi_dbm, -38);	/* -40 and -42 together */
	CU_ASSERT(rx->phy == 0 && rx->reserved == 0);
	/* Each frame of its own time is an A-MPDU of its own. */
	CU_ASSERT_EQUAL(rx->ppdu, (uint8_t)(b->nb_seen + b->ppdus_unseen));
}

static inline void
bench_check_packet(struct bench *b, struct rte_mbuf *m)
{
	const uint32_t layers = RTE_PTYPE_L2_MASK | RTE_PTYPE_L3_MASK | RTE_PTYPE_L4_MASK;
	const struct bench_packet *p = &b->expected[b->nb_seen];
	static uint8_t copy[16384];
	const void *bytes;

	CU_ASSERT_FATAL(b->nb_seen < b->nb_expected);
	b->nb_seen++;
	b->seen_bytes += m->pkt_len;
	bench_check_segments(m);
	CU_ASSERT_EQUAL(m->port, BENCH_PORT);
	CU_ASSERT_EQUAL_FATAL(m->pkt_len, p->len);
	bytes = rte_pktmbuf_read(m, 0, m->pkt_len, copy);
	CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
	CU_ASSERT(memcmp(bytes, p->bytes, p->len) == 0);
	CU_ASSERT_EQUAL(m->packet_type, rte_net_get_ptype(m, NULL, layers));
	bench_check_radio(b, m, p->tsft_us);
}

/* One burst, checked and freed. */
static inline uint16_t
bench_burst(struct bench *b, uint16_t n)
{
	struct rte_mbuf *pkts[512];
	uint16_t got = b->burst(&b->q, pkts, n), i;

	CU_ASSERT(got <= n);
	for (i = 0; i < got; i++) {
		bench_check_packet(b, pkts[i]);
		rte_pktmbuf_free(pkts[i]);
	}
	return got;
}

/* Bursts until nothing comes, and everything that was expected has come. */
static inline void
bench_drain(struct bench *b, uint16_t n)
{
	while (bench_burst(b, n) != 0)
		;
	CU_ASSERT_EQUAL(b->nb_seen, b->nb_expected);
}

/* Frames are packets or drops, bytes are the packets' bytes. */
static inline void
bench_check_sums(const struct bench *b)
{
	const struct wport_rx_stats *s = &b->q.stats;
	uint64_t frames = s->packets + s->too_long + s->no_scatter, ends = 0;
	unsigned int i;

	for (i = 0; i < RTE_DIM(s->drops); i++)
		frames += s->drops[i];
	for (i = 0; i < MT76U_WALK_MAX; i++)
		ends += s->ends[i];
	CU_ASSERT_EQUAL(s->units[MT76U_UNIT_FRAME], frames);
	CU_ASSERT_EQUAL(s->packets, b->nb_seen);
	CU_ASSERT_EQUAL(s->bytes, b->seen_bytes);
	CU_ASSERT_EQUAL(s->transfers, ends);
	CU_ASSERT_EQUAL(s->transfers, b->nb_xfers);
	CU_ASSERT_EQUAL(s->transfer_bytes, b->xfer_bytes);
	CU_ASSERT_EQUAL(s->drops[WLAN_DROP_NONE], 0);
}

/* EAL on ordinary memory and no devices. */
static inline bool
bench_eal(void)
{
	char args[][20] = { "unit", "--no-huge", "-m", "256", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	char *argv[RTE_DIM(args)];
	unsigned int i;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	return rte_eal_init(RTE_DIM(args), argv) >= 0;
}

static inline int
bench_main(CU_SuiteInfo *suites)
{
	int ret;

	if (!bench_eal() || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	ret = cunit_run();
	rte_eal_cleanup();
	return ret;
}

#endif /* BURST_FIXTURE_H */
