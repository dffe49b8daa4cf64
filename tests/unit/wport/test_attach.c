/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Packets that stay where they arrived: whose bytes an mbuf may write, how long they
 * are good, and what happens when buffers run short. */

#include <pthread.h>

#include <rte_ip.h>

#include "bench.h"

#define NB_MBUFS	255u
#define NB_BUFS		4u
#define THRESHOLD	200u

static struct bench *
open_bench(unsigned int nb_spare)
{
	struct bench *b = bench_open(NB_MBUFS, NB_BUFS, nb_spare);

	b->q.attach_len = THRESHOLD;
	return b;
}

static bool
attached(const struct rte_mbuf *m)
{
	return RTE_MBUF_HAS_EXTBUF(m);
}

/* n frames of len bytes in one transfer, received. */
static void
take_frames(struct bench *b, uint32_t serial, unsigned int n, uint32_t len,
	    struct rte_mbuf **pkts)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		bench_frame(b, serial + i, len);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, n), n);
	for (i = 0; i < n; i++)
		CU_ASSERT_TRUE(bench_is(pkts[i], serial + i, len));
}

/* The transfer in hand goes back. */
static void
return_transfer(struct bench *b)
{
	struct rte_mbuf *none;

	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &none, 1), 0);
	CU_ASSERT_PTR_NULL(b->q.xfer);
}

/* The mbuf's buffer is the unit, to the byte: descriptor, 802.11 header, packet, FCS. */
static void
exactly_the_unit(void)
{
	struct bench *b = open_bench(8);
	const uint8_t *data = b->s->home[0]->data;
	struct rte_mbuf *pkts[2], *m;
	unsigned int i;

	take_frames(b, 0, 2, 1000, pkts);
	for (i = 0; i < 2; i++) {
		m = pkts[i];
		CU_ASSERT_TRUE(attached(m));
		CU_ASSERT_PTR_EQUAL(m->buf_addr, data + i * 1040);
		/* 16 + 26 + 6 + 988 + 4 */
		CU_ASSERT_EQUAL(m->buf_len, 1040);
		CU_ASSERT_EQUAL(rte_pktmbuf_headroom(m), 16 + 26 + 6 - 12);
		CU_ASSERT_EQUAL(rte_pktmbuf_tailroom(m), 4);
		CU_ASSERT_EQUAL(rte_mbuf_buf_addr(m, m->pool) == m->buf_addr, 0);
		CU_ASSERT_EQUAL(rte_pktmbuf_iova(m),
				rte_mem_virt2iova(rte_pktmbuf_mtod(m, void *)));
		CU_ASSERT_EQUAL(m->nb_segs, 1);
		CU_ASSERT_PTR_NULL(m->next);
		CU_ASSERT_EQUAL(m->ol_flags, RTE_MBUF_F_EXTERNAL);
		CU_ASSERT_EQUAL(m->packet_type, RTE_PTYPE_L2_ETHER);
	}
	CU_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(pkts[0]->shinfo), 3);
	CU_ASSERT_EQUAL(b->q.stats.attached, 2);
	CU_ASSERT_EQUAL(b->q.stats.attach_copied, 0);
	rte_pktmbuf_free_bulk(pkts, 2);
	bench_close(b);
}

/* An address that is not known for the buffer is not known for the packet, in the buffer
 * that a transfer begins with and in its replacement. */
static void
no_iova(void)
{
	struct bench *b = open_bench(8);
	struct rte_mbuf *m;
	unsigned int i;
	void *objs[12];

	/* All that the pool still has. */
	for (i = 0; i < RTE_DIM(objs) && rte_mempool_get(b->s->bufs.pool, &objs[i]) == 0; i++)
		rte_mempool_get_header(objs[i])->iova = RTE_BAD_IOVA;
	CU_ASSERT_EQUAL(i, 8);
	rte_mempool_put_bulk(b->s->bufs.pool, objs, i);
	b->s->home[0]->iova = RTE_BAD_IOVA;
	take_frames(b, 0, 1, 1000, &m);
	CU_ASSERT_TRUE(attached(m));
	CU_ASSERT_EQUAL(m->buf_iova, RTE_BAD_IOVA);
	rte_pktmbuf_free(m);
	return_transfer(b);
	for (i = 0; i < b->s->nb_home && b->s->home[i]->iova != RTE_BAD_IOVA; i++)
		;
	CU_ASSERT(i < b->s->nb_home);
	bench_close(b);
}

/* Padding of a unit is nobody's: the tail of the buffer ends before it. */
static void
not_the_padding(void)
{
	struct bench *b = open_bench(8);
	struct rte_mbuf *pkts[3];

	take_frames(b, 0, 3, 1001, pkts);
	CU_ASSERT_EQUAL(pkts[0]->buf_len, 1041);
	CU_ASSERT_EQUAL((uint8_t *)pkts[1]->buf_addr - (uint8_t *)pkts[0]->buf_addr, 1048);
	rte_pktmbuf_free_bulk(pkts, 3);
	bench_close(b);
}

/* Whoever has an mbuf may write all of its buffer, before its neighbour is received
 * and after. */
static void
neighbours(void)
{
	struct bench *b = open_bench(8);
	struct rte_mbuf *pkts[3];
	unsigned int i;

	for (i = 0; i < 3; i++)
		bench_frame(b, i, 900 + i);
	bench_send(b);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &pkts[i], 1), 1);
		CU_ASSERT_TRUE(bench_is(pkts[i], i, 900 + i));
		if (i != 1)
			memset(pkts[i]->buf_addr, 0xa5, pkts[i]->buf_len);
	}
	CU_ASSERT_TRUE(bench_is(pkts[1], 1, 901));
	memset(pkts[1]->buf_addr, 0x5a, pkts[1]->buf_len);
	for (i = 0; i < 3; i += 2) {
		uint8_t *p = pkts[i]->buf_addr;

		CU_ASSERT(p[0] == 0xa5 && p[pkts[i]->buf_len - 1] == 0xa5);
	}
	rte_pktmbuf_free_bulk(pkts, 3);
	bench_close(b);
}

/* Some are kept while the transfers come round again and again. */
static void
kept_over_laps(void)
{
	struct bench *b = open_bench(12);
	struct rte_mbuf *kept[12], *pkts[3];
	unsigned int i, j, nb_kept = 0;

	for (i = 0; i < 3 * (NB_BUFS + 12); i++) {
		take_frames(b, 3 * i, 3, 700, pkts);
		return_transfer(b);
		CU_ASSERT_TRUE(attached(pkts[0]) && attached(pkts[2]));
		for (j = 0; j < 3; j++) {
			if (j == i % 3 && i % 4 == 0 && nb_kept < 11)
				kept[nb_kept++] = pkts[j];
			else
				rte_pktmbuf_free(pkts[j]);
		}
		CU_ASSERT_EQUAL(usb_bufs_out(b->s->t.bufs), nb_kept);
	}
	CU_ASSERT_EQUAL(nb_kept, 11);
	for (j = 0; j < nb_kept; j++) {
		i = 4 * j;
		CU_ASSERT_TRUE(bench_is(kept[j], 3 * i + i % 3, 700));
		rte_pktmbuf_free(kept[j]);
		CU_ASSERT_EQUAL(usb_bufs_out(b->s->t.bufs), nb_kept - j - 1);
	}
	bench_close(b);
}

/* No buffer is left to replace the transfer's: its packets are copied, and counted. */
static void
no_spare_buffer(void)
{
	struct bench *b = open_bench(2);
	struct rte_mbuf *kept[2], *pkts[3];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		take_frames(b, i, 1, 700, &kept[i]);
		return_transfer(b);
	}
	take_frames(b, 2, 3, 700, pkts);
	CU_ASSERT_FALSE(attached(pkts[0]) || attached(pkts[1]) || attached(pkts[2]));
	CU_ASSERT_EQUAL(b->q.stats.attached, 2);
	CU_ASSERT_EQUAL(b->q.stats.attach_copied, 3);
	rte_pktmbuf_free_bulk(pkts, 3);
	return_transfer(b);
	rte_pktmbuf_free(kept[0]);
	take_frames(b, 5, 1, 700, pkts);
	CU_ASSERT_TRUE(attached(pkts[0]));
	rte_pktmbuf_free(pkts[0]);
	rte_pktmbuf_free(kept[1]);
	CU_ASSERT_EQUAL(b->q.stats.packets, 6);
	bench_close(b);
}

/* Longer than one mbuf, and no buffer: a chain; without scatter it is lost, and not
 * said to be copied. */
static void
no_spare_buffer_and_long(void)
{
	struct bench *b = open_bench(1);
	struct rte_mbuf *kept, *m;

	bench_lengths(b, 9000, true);
	take_frames(b, 0, 1, 5000, &kept);
	CU_ASSERT_TRUE(attached(kept));
	CU_ASSERT_EQUAL(kept->nb_segs, 1);
	return_transfer(b);
	take_frames(b, 1, 1, 5000, &m);
	CU_ASSERT_EQUAL(m->nb_segs, 3);
	rte_pktmbuf_free(m);
	return_transfer(b);
	CU_ASSERT_EQUAL(b->q.stats.attach_copied, 1);
	bench_lengths(b, 9000, false);
	bench_frame(b, 2, 5000);
	bench_send(b);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &m, 1), 0);
	CU_ASSERT_EQUAL(b->q.stats.no_scatter, 1);
	CU_ASSERT_EQUAL(b->q.stats.attach_copied, 1);
	rte_pktmbuf_free(kept);
	bench_close(b);
}

/* Without an mbuf nothing has happened: next time it is received whole. A packet that
 * is to be copied is counted when it is. */
static void
starved(void)
{
	struct bench *b = bench_open(2, NB_BUFS, 2);
	struct rte_mbuf *pkts[3], *m;

	b->q.attach_len = THRESHOLD;
	bench_frame(b, 0, 700);
	bench_send(b);
	bench_frame(b, 1, 700);
	bench_frame(b, 2, 700);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 3), 2);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &m, 1), 0);
	CU_ASSERT_EQUAL(b->q.stats.nombuf, 2);
	CU_ASSERT_EQUAL(b->q.stats.attached, 2);
	rte_pktmbuf_free(pkts[1]);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &m, 1), 1);
	CU_ASSERT_TRUE(bench_is(m, 2, 700) && attached(m));
	return_transfer(b);
	/* Both mbufs and both spare buffers are out now. */
	bench_frame(b, 3, 700);
	bench_send(b);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &pkts[1], 1), 0);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &pkts[1], 1), 0);
	CU_ASSERT_EQUAL(b->q.stats.attach_copied, 0);
	rte_pktmbuf_free(m);
	/* Its buffer is back, but this transfer is to be copied if any is missing. */
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &pkts[1], 1), 1);
	CU_ASSERT_TRUE(bench_is(pkts[1], 3, 700));
	CU_ASSERT_EQUAL(b->q.stats.attached + b->q.stats.attach_copied, 4);
	rte_pktmbuf_free_bulk(pkts, 2);
	bench_close(b);
}

static void *
free_them(void *arg)
{
	struct rte_mbuf **pkts = arg;
	unsigned int i;

	rte_thread_register();
	for (i = 0; i < 60; i++)
		rte_pktmbuf_free(pkts[i]);
	rte_thread_unregister();
	return NULL;
}

/* Freed in two other threads while the receiver goes on. */
static void
other_threads(void)
{
	struct bench *b = open_bench(30);
	struct rte_mbuf *first[60], *second[60], *pkts[6];
	pthread_t threads[2];
	unsigned int i, j;

	for (i = 0; i < 20; i++) {
		take_frames(b, 6 * i, 6, 600, pkts);
		for (j = 0; j < 3; j++) {
			first[3 * i + j] = pkts[2 * j];
			second[3 * i + j] = pkts[2 * j + 1];
		}
	}
	CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[0], NULL, free_them, first), 0);
	CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[1], NULL, free_them, second), 0);
	for (; i < 100; i++) {
		take_frames(b, 6 * i, 6, 600, pkts);
		rte_pktmbuf_free_bulk(pkts, 6);
	}
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return_transfer(b);
	CU_ASSERT_EQUAL(usb_bufs_out(b->s->t.bufs), 0);
	bench_close(b);
}

static void
count_pool(struct rte_mempool *mp, void *arg)
{
	*(unsigned int *)arg += strncmp(mp->name, "usb_bufs", 8) == 0;
}

static unsigned int
buffer_pools(void)
{
	unsigned int n = 0;

	rte_mempool_walk(count_pool, &n);
	return n;
}

/* The transport is closed while mbufs are out: they stay good, the last takes the
 * buffers' pool with it. */
static void
closed_before_freed(void)
{
	struct bench *b = open_bench(8);
	struct rte_mbuf *pkts[4];

	take_frames(b, 0, 2, 700, pkts);
	return_transfer(b);
	take_frames(b, 2, 2, 700, pkts + 2);
	wport_rxq_stop(&b->q);
	b->s->t.ops->close(&b->s->t);
	CU_ASSERT_EQUAL(buffer_pools(), 1);
	CU_ASSERT_TRUE(bench_is(pkts[0], 0, 700) && bench_is(pkts[3], 3, 700));
	rte_pktmbuf_free_bulk(pkts, 3);
	CU_ASSERT_EQUAL(buffer_pools(), 1);
	CU_ASSERT_TRUE(bench_is(pkts[3], 3, 700));
	memset(pkts[3]->buf_addr, 0, pkts[3]->buf_len);
	rte_pktmbuf_free(pkts[3]);
	CU_ASSERT_EQUAL(buffer_pools(), 0);
	bench_close(b);
}

/* From the threshold on. */
static void
threshold(void)
{
	struct bench *b = open_bench(8);
	struct rte_mbuf *pkts[3];
	uint32_t i;

	for (i = 0; i < 3; i++)
		bench_frame(b, i, THRESHOLD - 1 + i);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 3), 3);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_TRUE(bench_is(pkts[i], i, THRESHOLD - 1 + i));
		CU_ASSERT_EQUAL(attached(pkts[i]), i != 0);
	}
	CU_ASSERT_EQUAL(b->q.stats.attached, 2);
	CU_ASSERT_EQUAL(b->q.stats.packets, 3);
	rte_pktmbuf_free_bulk(pkts, 3);
	bench_close(b);
}

/* Nothing to attach: the buffer is not replaced. */
static void
below_the_threshold(void)
{
	struct bench *b = open_bench(8);
	const uint8_t *data = b->s->home[0]->data;
	struct rte_mbuf *m;

	take_frames(b, 0, 1, THRESHOLD - 1, &m);
	rte_pktmbuf_free(m);
	return_transfer(b);
	CU_ASSERT_PTR_EQUAL(b->s->home[NB_BUFS - 1]->data, data);
	bench_close(b);
}

static void
too_long(void)
{
	struct bench *b = open_bench(8);
	struct rte_mbuf *pkts[3];

	bench_frame(b, 0, 1522);
	bench_frame(b, 1, 1523);
	bench_frame(b, 2, 1522);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 3), 2);
	CU_ASSERT_TRUE(bench_is(pkts[0], 0, 1522) && bench_is(pkts[1], 2, 1522));
	CU_ASSERT_EQUAL(b->q.stats.too_long, 1);
	CU_ASSERT_EQUAL(b->q.stats.attach_copied, 0);
	rte_pktmbuf_free_bulk(pkts, 2);
	bench_close(b);
}

/* 802.3 with a length field: written in front of the LLC, over the 802.11 header. */
static void
without_ethertype(void)
{
	struct bench *b = open_bench(8);
	uint8_t mpdu[24 + 300 + 4] = { 0x08, 0x02 };
	static const uint8_t da[6] = { 2, 0, 0, 0, 0, 1 }, sa[6] = { 2, 0, 0, 0, 0, 3 };
	struct rte_mbuf *m;
	const uint8_t *p;
	uint32_t i;

	memcpy(mpdu + 4, da, 6);
	memcpy(mpdu + 16, sa, 6);
	for (i = 0; i < 300; i++)
		mpdu[24 + i] = (uint8_t)(0x42 + i);
	bench_unit(b, (struct toy_unit){ 0 }, mpdu, sizeof(mpdu));
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &m, 1), 1);
	CU_ASSERT_TRUE(attached(m));
	CU_ASSERT_EQUAL(m->pkt_len, 314);
	CU_ASSERT_EQUAL(m->data_len, 314);
	p = rte_pktmbuf_mtod(m, const uint8_t *);
	CU_ASSERT(memcmp(p, da, 6) == 0 && memcmp(p + 6, sa, 6) == 0);
	CU_ASSERT(p[12] == 1 && p[13] == 44);	/* 300 */
	CU_ASSERT_EQUAL(memcmp(p + 14, mpdu + 24, 300), 0);
	rte_pktmbuf_free(m);
	bench_close(b);
}

/* IPv4 and UDP with checksums that are right; len bytes of packet. */
static void
udp_packet(uint8_t *p, uint16_t len)
{
	struct rte_ipv4_hdr *ip = (struct rte_ipv4_hdr *)(p + 14);
	struct { uint16_t src, dst, len, sum; } *udp = (void *)(p + 34);

	memset(p, 0, len);
	bench_ethernet(p, 1, len);
	p[12] = 0x08;
	p[13] = 0x00;
	*ip = (struct rte_ipv4_hdr){
		.version_ihl = 0x45, .time_to_live = 9, .next_proto_id = 17,
		.total_length = rte_cpu_to_be_16(len - 14), .src_addr = 1, .dst_addr = 2,
	};
	ip->hdr_checksum = rte_ipv4_cksum(ip);
	udp->len = rte_cpu_to_be_16(len - 34);
	udp->sum = 0;
	udp->sum = rte_ipv4_udptcp_cksum(ip, udp);
}

/* Good, bad in the payload, bad in the header; attached and copied say the same. */
static void
checksums(void)
{
	static const struct {
		uint32_t at;	/* byte that is spoilt, 0: none */
		uint64_t flags;
	} cases[] = {
		{ 0, RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_GOOD },
		{ 299, RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_BAD },
		{ 22, RTE_MBUF_F_RX_IP_CKSUM_BAD | RTE_MBUF_F_RX_L4_CKSUM_GOOD },
	};
	struct bench *b = open_bench(8);
	uint8_t p[301] __rte_aligned(2);
	struct rte_mbuf *m;
	unsigned int i, copy;

	for (i = 0; i < 2 * RTE_DIM(cases); i++) {
		copy = i % 2;
		b->q.csum = true;
		b->q.attach_len = copy ? UINT32_MAX : THRESHOLD;
		/* An odd length too. */
		udp_packet(p, 300 + copy);
		p[cases[i / 2].at] ^= cases[i / 2].at != 0;
		bench_packet(b, (struct toy_unit){ 0 }, p, 300 + copy);
		bench_send(b);
		CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, &m, 1), 1);
		CU_ASSERT_EQUAL(m->ol_flags, cases[i / 2].flags |
				(copy ? 0 : RTE_MBUF_F_EXTERNAL));
		CU_ASSERT_EQUAL(m->packet_type, RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 |
				RTE_PTYPE_L4_UDP);
		CU_ASSERT_EQUAL(memcmp(rte_pktmbuf_mtod(m, void *), p, 300 + copy), 0);
		rte_pktmbuf_free(m);
	}
	bench_close(b);
}

/* The queue stops while a transfer is half attached. */
static void
stop_in_the_middle(void)
{
	struct bench *b = open_bench(8);
	struct rte_mbuf *pkts[2], *none;
	unsigned int i;

	for (i = 0; i < 4; i++)
		bench_frame(b, i, 700);
	bench_send(b);
	CU_ASSERT_EQUAL_FATAL(toy_rx_burst(&b->q, pkts, 2), 2);
	wport_rxq_stop(&b->q);
	CU_ASSERT_EQUAL(b->s->nb_home, NB_BUFS);
	CU_ASSERT_EQUAL(b->q.stats.stopped, 1);
	CU_ASSERT_EQUAL(usb_bufs_out(b->s->t.bufs), 1);
	wport_rxq_start(&b->q);
	CU_ASSERT_EQUAL(toy_rx_burst(&b->q, &none, 1), 0);
	/* Lap after lap, and these two are as they were. */
	for (i = 0; i < 40; i++) {
		take_frames(b, 100 + i, 1, 700, &none);
		rte_pktmbuf_free(none);
	}
	CU_ASSERT_TRUE(bench_is(pkts[0], 0, 700) && bench_is(pkts[1], 1, 700));
	rte_pktmbuf_free_bulk(pkts, 2);
	bench_close(b);
}

static CU_TestInfo tests[] = {
	{ "exactly the unit", exactly_the_unit },
	{ "no iova", no_iova },
	{ "not the padding", not_the_padding },
	{ "neighbours", neighbours },
	{ "kept over laps", kept_over_laps },
	{ "no spare buffer", no_spare_buffer },
	{ "no spare buffer and long", no_spare_buffer_and_long },
	{ "starved", starved },
	{ "other threads", other_threads },
	{ "closed before freed", closed_before_freed },
	{ "threshold", threshold },
	{ "below the threshold", below_the_threshold },
	{ "too long", too_long },
	{ "without EtherType", without_ethertype },
	{ "checksums", checksums },
	{ "stop in the middle", stop_in_the_middle },
	CU_TEST_INFO_NULL
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "wport_attach", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	return bench_main(suites);
}
