/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_BENCH_H
#define WPORT_BENCH_H

/* A receive queue without a port, the frames of its tests, an EAL, the log caught. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal.h>
#include <rte_log.h>
#include <rte_mbuf.h>

#include "cunit_run.h"

#include "chip.h"
#include "script.h"

#define ROOM	2048u	/* of one mbuf, behind the headroom */
#define PORT_ID	7

/* A transfer in the making. */
struct transfer {
	uint32_t len;
	uint8_t bytes[128 * 1024];
};

struct bench {
	struct script *s;
	struct wport_rxq q;
	struct rte_mempool *mp;
	unsigned int nb_mbufs;
	struct transfer t;
	uint64_t xfer_bytes;
};

static inline int
bench_dyn_off(void)
{
	static const struct rte_mbuf_dynfield field = {
		.name = RTE_WLAN_RX_DYNFIELD,
		.size = sizeof(struct rte_wlan_rx),
		.align = __alignof__(struct rte_wlan_rx),
	};

	return rte_mbuf_dynfield_register(&field);
}

/* No cache: what the pool counts is what there is. */
static inline struct rte_mempool *
bench_pool(unsigned int nb_mbufs, uint32_t room)
{
	static unsigned int serial;
	struct rte_mempool *mp;
	char name[32];

	snprintf(name, sizeof(name), "bench%u", serial++);
	mp = rte_pktmbuf_pool_create(name, nb_mbufs, 0, 0, room + RTE_PKTMBUF_HEADROOM,
				     SOCKET_ID_ANY);
	CU_ASSERT_PTR_NOT_NULL_FATAL(mp);
	return mp;
}

/* What a packet's length may be and still be received. */
static inline void
bench_lengths(struct bench *b, uint32_t max_len, bool scatter)
{
	b->q.max_len = max_len;
	b->q.plain_len = RTE_MIN(max_len, b->q.room);
	b->q.scatter = scatter;
}

static inline struct bench *
bench_open(unsigned int nb_mbufs, unsigned int nb_bufs, unsigned int nb_spare)
{
	struct bench *b = aligned_alloc(RTE_CACHE_LINE_SIZE, sizeof(*b));

	CU_ASSERT_PTR_NOT_NULL_FATAL(b);
	memset(b, 0, sizeof(*b));
	b->s = script_open(nb_bufs, nb_spare, 65536);
	b->mp = bench_pool(nb_mbufs, ROOM);
	b->nb_mbufs = nb_mbufs;
	b->q.mp = b->mp;
	b->q.usb = &b->s->t;
	b->q.ep_in = SCRIPT_EP;
	b->q.room = ROOM;
	b->q.rearm = rxb_mbuf_rearm_value(RTE_PKTMBUF_HEADROOM, PORT_ID);
	b->q.dyn_off = bench_dyn_off();
	b->q.attach_len = UINT32_MAX;
	/* MTU 1500: Ethernet header and two tags. */
	bench_lengths(b, 1522, false);
	wport_rxq_start(&b->q);
	return b;
}

/* Every transfer has come to one end, every frame to one fate, and what was borrowed
 * is back. */
static inline void
bench_check_sums(const struct bench *b)
{
	const struct wport_rx_stats *s = &b->q.stats;
	uint64_t frames = s->packets + s->too_long + s->no_scatter + s->monitor_stopped;
	uint64_t ends = s->stopped, seen = s->stopped;
	unsigned int i;

	for (i = 0; i < RTE_DIM(s->drops); i++)
		frames += s->drops[i];
	for (i = 0; i < RTE_DIM(s->ends); i++)
		ends += s->ends[i];
	CU_ASSERT_EQUAL(s->units[0], frames);
	for (i = 0; i < WPORT_SEEN_BUCKETS; i++)
		seen += b->q.seen.filled[i];
	/* Those of another endpoint are none of the aggregator's. */
	for (i = 0; i < b->s->polled; i++)
		seen += b->s->xfers[i].ep != SCRIPT_EP;
	CU_ASSERT_EQUAL(s->transfers, seen);
	CU_ASSERT_EQUAL(s->transfers, ends);
	CU_ASSERT_EQUAL(s->transfers + s->unread, b->s->polled);
	CU_ASSERT_EQUAL(b->s->returned, b->s->polled);
	CU_ASSERT_EQUAL(s->drops[WLAN_DROP_NONE], 0);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(b->mp), b->nb_mbufs);
}

static inline void
bench_close(struct bench *b)
{
	wport_rxq_stop(&b->q);
	bench_check_sums(b);
	wport_monitor_free(&b->q);
	script_close(b->s);
	rte_mempool_free(b->mp);
	free(b);
}

static inline void
bench_unit(struct bench *b, struct toy_unit u, const uint8_t *payload, uint32_t len)
{
	struct transfer *t = &b->t;
	uint32_t pad = RTE_ALIGN_CEIL(len, 8u) - len;
	uint8_t desc[TOY_DESC] = {
		len & 0xff, len >> 8, u.type, u.ppdu, u.flags, (uint8_t)u.signal, u.mcs, u.more,
		u.tsft & 0xff, u.tsft >> 8 & 0xff, u.tsft >> 16 & 0xff, u.tsft >> 24,
	};

	CU_ASSERT_FATAL(t->len + TOY_DESC + len + pad <= sizeof(t->bytes));
	memcpy(t->bytes + t->len, desc, TOY_DESC);
	if (len != 0)
		memcpy(t->bytes + t->len + TOY_DESC, payload, len);
	memset(t->bytes + t->len + TOY_DESC + len, 0x99, pad);
	t->len += TOY_DESC + len + pad;
}

/* The transfer as it is, or its first len bytes; a new one begins. */
static inline struct usb_xfer *
bench_send_part(struct bench *b, uint32_t len, bool full)
{
	b->xfer_bytes += len;
	b->t.len = 0;
	return script_add(b->s, b->t.bytes, len, full);
}

static inline struct usb_xfer *
bench_send(struct bench *b)
{
	return bench_send_part(b, b->t.len, false);
}

static inline uint8_t
bench_byte(uint32_t serial, uint32_t i)
{
	return (uint8_t)(serial * 31 + i * 7 + (i >> 8));
}

/* The Ethernet packet of that number, len bytes (14 or more). */
static inline void
bench_ethernet(uint8_t *dst, uint32_t serial, uint32_t len)
{
	static const uint8_t head[14] = {
		0x02, 0, 0, 0, 0, 0xa1, 0x02, 0, 0, 0, 0, 0xc3,
		0x88, 0xb5,	/* EtherType for local experiments, IEEE Std 802 */
	};
	uint32_t i;

	memcpy(dst, head, sizeof(head));
	for (i = sizeof(head); i < len; i++)
		dst[i] = bench_byte(serial, i);
}

/* An MPDU from an access point with that packet: QoS data, LLC/SNAP, body, FCS. */
static inline uint32_t
bench_mpdu(uint8_t *dst, const uint8_t *eth, uint32_t len)
{
	static const uint8_t bssid[6] = { 0x02, 0, 0, 0, 0, 0xb2 };
	static const uint8_t snap[6] = { 0xaa, 0xaa, 0x03, 0, 0, 0 };

	memset(dst, 0, 26);
	dst[0] = 0x88;
	dst[1] = 0x02;
	memcpy(dst + 4, eth, 6);
	memcpy(dst + 10, bssid, 6);
	memcpy(dst + 16, eth + 6, 6);
	memcpy(dst + 26, snap, 6);
	memcpy(dst + 32, eth + 12, len - 12);
	memset(dst + 32 + len - 12, 0xfc, 4);
	return 32 + len - 12 + 4;
}

static inline void
bench_packet(struct bench *b, struct toy_unit u, const uint8_t *eth, uint32_t len)
{
	static uint8_t mpdu[16384];

	bench_unit(b, u, mpdu, bench_mpdu(mpdu, eth, len));
}

/* A frame whose packet has that number and length. */
static inline void
bench_frame(struct bench *b, uint32_t serial, uint32_t len)
{
	const struct toy_unit u = { .mcs = 5, .tsft = serial };
	static uint8_t eth[16384];

	bench_ethernet(eth, serial, len);
	bench_packet(b, u, eth, len);
}

/* The packet of that number and nothing else, in segments as they must be. */
static inline bool
bench_is(struct rte_mbuf *m, uint32_t serial, uint32_t len)
{
	static uint8_t want[16384], copy[16384];
	const struct rte_mbuf *s;
	uint32_t sum = 0, nb = 0;

	bench_ethernet(want, serial, len);
	for (s = m; s != NULL; s = s->next, nb++)
		sum += s->data_len;
	return m->pkt_len == len && sum == len && nb == m->nb_segs && m->port == PORT_ID &&
		rte_mbuf_refcnt_read(m) == 1 &&
		memcmp(rte_pktmbuf_read(m, 0, len, copy), want, len) == 0;
}

/* The numbers from first on come out in bursts of nb, count of them, and no more. */
static inline void
bench_take(struct bench *b, uint16_t nb, uint32_t first, uint32_t count, uint32_t len)
{
	struct rte_mbuf *pkts[512];
	uint32_t got = 0;
	uint16_t n, i;

	while ((n = toy_rx_burst(&b->q, pkts, nb)) != 0) {
		CU_ASSERT(n <= nb);
		for (i = 0; i < n; i++, got++)
			CU_ASSERT_TRUE(bench_is(pkts[i], first + got, len));
		rte_pktmbuf_free_bulk(pkts, n);
	}
	CU_ASSERT_EQUAL(got, count);
}

/* The log, since the last call of log_clear(). */
static char *log_text;
static size_t log_len;
static FILE *log_stream;

static inline void
log_clear(void)
{
	fflush(log_stream);
	rewind(log_stream);
}

static inline const char *
log_get(void)
{
	fflush(log_stream);
	/* Older and longer text would stand behind. */
	log_text[ftell(log_stream)] = '\0';
	return log_text;
}

static inline unsigned int
log_lines(void)
{
	const char *p = log_get();
	unsigned int n = 0;

	for (; *p != '\0'; p++)
		n += *p == '\n';
	return n;
}

/* EAL on ordinary memory, no devices; the log goes to log_stream. */
static inline int
bench_main(CU_SuiteInfo *suites)
{
	char args[][20] = { "unit", "--no-huge", "-m", "256", "--no-pci", "--no-telemetry",
			    "--no-shconf", "--log-level=5" };
	char *argv[RTE_DIM(args)];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(args); i++)
		argv[i] = args[i];
	if (rte_eal_init(RTE_DIM(args), argv) < 0 || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	toy_logtype = rte_log_register("pmd.net.toy");
	rte_log_set_level(toy_logtype, RTE_LOG_NOTICE);
	log_stream = open_memstream(&log_text, &log_len);
	/* A stream has no text before it has been written to. */
	fputc('\0', log_stream);
	rte_openlog_stream(log_stream);
	log_clear();
	ret = cunit_run();
	rte_openlog_stream(NULL);
	fclose(log_stream);
	free(log_text);
	rte_eal_cleanup();
	return ret;
}

#endif /* WPORT_BENCH_H */
