/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Buffers that an application keeps: who holds which, when they come back, and when
 * the memory goes. */

#include <errno.h>
#include <pthread.h>

#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_memzone.h>

#include "usb_bufs.h"

#include "replay_fixture.h"

#define NB	4u
#define SPARE	3u
#define ROOM	2048u
#define THREADS	3u
#define EACH	150u	/* mbufs that a thread keeps */

static struct rte_mempool *mbufs;
static struct usb_bufs bufs;

/* Of DPDK's heap. */
struct used {
	unsigned int objects, zones;
};

static void
count_zone(const struct rte_memzone *zone, void *arg)
{
	(*(unsigned int *)arg)++;
}

static struct used
used_now(void)
{
	struct rte_malloc_socket_stats stats;
	struct used used = { 0 };

	CU_ASSERT_EQUAL(rte_malloc_get_socket_stats(0, &stats), 0);
	used.objects = stats.alloc_count;
	rte_memzone_walk(count_zone, &used.zones);
	return used;
}

static bool
same(struct used a, struct used b)
{
	return a.objects == b.objects && a.zones == b.zones;
}

static void
create(uint32_t nb_spare)
{
	const struct usb_transport_conf conf = {
		.port = "net_test0", .socket_id = -1, .nb_bufs = NB,
		.nb_spare = nb_spare, .buf_size = ROOM,
	};

	fflush(fx_log);
	rewind(fx_log);
	CU_ASSERT_EQUAL_FATAL(usb_bufs_create(&bufs, &conf), 0);
	CU_ASSERT_EQUAL(bufs.nb, NB);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
}

/* As a receive context does it. */
static struct rte_mbuf *
attach(struct usb_xfer *x, uint32_t at, uint16_t len)
{
	struct rte_mbuf_ext_shared_info *shinfo = usb_bufs_shinfo(x);
	struct rte_mbuf *m = rte_pktmbuf_alloc(mbufs);

	CU_ASSERT_PTR_NOT_NULL_FATAL(m);
	rte_mbuf_ext_refcnt_update(shinfo, 1);
	rte_pktmbuf_attach_extbuf(m, x->data + at, x->iova + at, len, shinfo);
	m->data_off = 0;
	m->data_len = len;
	m->pkt_len = len;
	return m;
}

static bool
all_bytes_are(const struct rte_mbuf *m, uint8_t byte)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	uint16_t i;

	for (i = 0; i < m->data_len; i++)
		if (p[i] != byte)
			return false;
	return m->data_len != 0;
}

static void
distinct_and_writable(void)
{
	uint32_t i, j;

	create(SPARE);
	for (i = 0; i < NB; i++) {
		struct usb_xfer *x = bufs.xfers[i];

		CU_ASSERT_EQUAL(x->size, ROOM);
		CU_ASSERT_EQUAL((uintptr_t)x->data % RTE_CACHE_LINE_SIZE, 0);
		CU_ASSERT_EQUAL(x->iova, rte_mem_virt2iova(x->data));
		CU_ASSERT_EQUAL(x->len + x->status + x->full + x->zlp, 0);
		CU_ASSERT_PTR_NULL(x->priv);
		memset(x->data, (int)i, ROOM);
	}
	for (i = 0; i < NB; i++)
		for (j = 0; j < ROOM; j++)
			if (bufs.xfers[i]->data[j] != i) {
				CU_FAIL("two buffers overlap");
				break;
			}
	/* Nor does one reach over the end of its object. */
	for (i = 0; i < NB; i++)
		CU_ASSERT_TRUE(bufs.xfers[i]->data + ROOM <=
			       (uint8_t *)usb_bufs_shinfo(bufs.xfers[i]) +
			       bufs.pool->elt_size);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	usb_bufs_free(&bufs);
}

static void
of_two_endpoints(void)
{
	struct usb_transport_conf conf = {
		.port = "net_test0", .socket_id = -1, .nb_bufs = NB, .nb_spare = SPARE,
		.buf_size = ROOM, .ep_in = 0x84, .ep_event = 0x85, .nb_event = 2,
	};
	uint32_t i;

	CU_ASSERT_EQUAL_FATAL(usb_bufs_create(&bufs, &conf), 0);
	CU_ASSERT_EQUAL_FATAL(bufs.nb, NB + 2);
	for (i = 0; i < bufs.nb; i++) {
		CU_ASSERT_EQUAL(bufs.xfers[i]->ep, i < NB ? 0x84 : 0x85);
		CU_ASSERT_EQUAL(bufs.xfers[i]->size, ROOM);
		memset(bufs.xfers[i]->data, (int)i, ROOM);
	}
	/* Spare ones are for all. */
	for (i = 0; i < SPARE; i++)
		CU_ASSERT_TRUE(usb_bufs_share(&bufs, bufs.xfers[NB + 1 - i]));
	CU_ASSERT_FALSE(usb_bufs_share(&bufs, bufs.xfers[0]));
	usb_bufs_free(&bufs);
	conf.ep_event = 0;
	CU_ASSERT_EQUAL_FATAL(usb_bufs_create(&bufs, &conf), 0);
	CU_ASSERT_EQUAL(bufs.nb, NB);
	usb_bufs_free(&bufs);
}

/* Shared and kept by nobody: the transfer goes on with another buffer, all come back. */
static void
shared_and_not_attached(void)
{
	struct usb_xfer *x;
	unsigned int i;
	uint8_t *before;

	create(1);
	x = bufs.xfers[0];
	for (i = 0; i < 100; i++) {
		before = x->data;
		CU_ASSERT_TRUE(usb_bufs_share(&bufs, x));
		CU_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(usb_bufs_shinfo(x)), 1);
		CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 1);
		/* Once more for the next unit. */
		CU_ASSERT_TRUE(usb_bufs_share(&bufs, x));
		CU_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(usb_bufs_shinfo(x)), 1);
		CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 1);
		CU_ASSERT_PTR_EQUAL(x->data, before);
		usb_bufs_unshare(&bufs, x);
		CU_ASSERT_PTR_NOT_EQUAL(x->data, before);
		CU_ASSERT_EQUAL(x->iova, rte_mem_virt2iova(x->data));
		CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	}
	usb_bufs_free(&bufs);
}

/* What was never shared stays as it is. */
static void
unshared_without_share(void)
{
	struct usb_xfer before;

	create(SPARE);
	before = *bufs.xfers[2];
	usb_bufs_unshare(&bufs, bufs.xfers[2]);
	CU_ASSERT_EQUAL(memcmp(&before, bufs.xfers[2], sizeof(before)), 0);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	usb_bufs_free(&bufs);
}

/* Two mbufs in one transfer: the buffer is out until both are free. */
static void
references(void)
{
	struct rte_mbuf_ext_shared_info *shinfo;
	struct rte_mbuf *a, *b, *clone;
	struct usb_xfer *x;

	create(SPARE);
	x = bufs.xfers[1];
	memset(x->data, 0x5a, ROOM);
	CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, x));
	shinfo = usb_bufs_shinfo(x);
	a = attach(x, 0, 100);
	b = attach(x, 100, 200);
	CU_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(shinfo), 3);
	usb_bufs_unshare(&bufs, x);
	CU_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(shinfo), 2);
	CU_ASSERT_PTR_NOT_EQUAL(usb_bufs_shinfo(x), shinfo);
	memset(x->data, 0xa5, ROOM);
	CU_ASSERT_TRUE(all_bytes_are(a, 0x5a) && all_bytes_are(b, 0x5a));
	clone = rte_pktmbuf_clone(b, mbufs);
	CU_ASSERT_PTR_NOT_NULL_FATAL(clone);
	rte_pktmbuf_free(a);
	rte_pktmbuf_free(b);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 1);
	CU_ASSERT_TRUE(all_bytes_are(clone, 0x5a));
	rte_pktmbuf_free(clone);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	usb_bufs_free(&bufs);
}

/* All mbufs are free before the transfer is: it still has its bytes. */
static void
mbufs_first(void)
{
	struct usb_xfer *x;
	uint8_t *data;

	create(SPARE);
	x = bufs.xfers[0];
	data = x->data;
	CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, x));
	rte_pktmbuf_free(attach(x, 0, 64));
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 1);
	CU_ASSERT_PTR_EQUAL(x->data, data);
	CU_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(usb_bufs_shinfo(x)), 1);
	usb_bufs_unshare(&bufs, x);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	usb_bufs_free(&bufs);
}

/* As many as there are spares; the next is copied; one that comes back can be had. */
static void
no_spare_left(void)
{
	struct rte_mbuf *kept[SPARE];
	struct usb_xfer *x;
	unsigned int i;
	uint8_t *data;

	create(SPARE);
	for (i = 0; i < SPARE; i++) {
		x = bufs.xfers[i % 2];
		CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, x));
		kept[i] = attach(x, 64 * i, 64);
		usb_bufs_unshare(&bufs, x);
	}
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), SPARE);
	x = bufs.xfers[3];
	data = x->data;
	CU_ASSERT_FALSE(usb_bufs_share(&bufs, x));
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), SPARE);
	usb_bufs_unshare(&bufs, x);
	CU_ASSERT_PTR_EQUAL(x->data, data);
	rte_pktmbuf_free(kept[1]);
	CU_ASSERT_TRUE(usb_bufs_share(&bufs, x));
	CU_ASSERT_FALSE(usb_bufs_share(&bufs, bufs.xfers[2]));
	usb_bufs_unshare(&bufs, x);
	rte_pktmbuf_free(kept[0]);
	rte_pktmbuf_free(kept[2]);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	usb_bufs_free(&bufs);
}

static void
none_to_spare(void)
{
	create(0);
	CU_ASSERT_FALSE(usb_bufs_share(&bufs, bufs.xfers[0]));
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	usb_bufs_free(&bufs);
}

/* An application that keeps some for long and writes to all of them: what it keeps is
 * its own, lap after lap. */
static void
bytes_are_right_on_every_lap(void)
{
	struct rte_mbuf *kept[2] = { NULL, NULL };
	unsigned int lap, slot;
	struct usb_xfer *x;

	create(SPARE);
	for (lap = 0; lap < 200; lap++) {
		x = bufs.xfers[lap % NB];
		slot = lap % RTE_DIM(kept);
		memset(x->data, (int)lap, ROOM);
		CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, x));
		if (kept[slot] != NULL) {
			CU_ASSERT_TRUE(all_bytes_are(kept[slot], (uint8_t)~(lap - 2)));
			rte_pktmbuf_free(kept[slot]);
		}
		kept[slot] = attach(x, 0, 1500);
		CU_ASSERT_TRUE(all_bytes_are(kept[slot], (uint8_t)lap));
		memset(rte_pktmbuf_mtod(kept[slot], void *), ~lap, 1500);
		usb_bufs_unshare(&bufs, x);
	}
	rte_pktmbuf_free(kept[0]);
	rte_pktmbuf_free(kept[1]);
	usb_bufs_free(&bufs);
}

/* Closed with nothing out: all of it goes at once. */
static void
close_frees(void)
{
	struct used before = used_now();

	create(SPARE);
	CU_ASSERT_FALSE(same(before, used_now()));
	usb_bufs_free(&bufs);
	CU_ASSERT_TRUE(same(before, used_now()));
	CU_ASSERT_PTR_NULL(bufs.xfers);
	usb_bufs_free(&bufs);
	CU_ASSERT_TRUE(same(before, used_now()));
}

/* Closed with mbufs out: the pool goes with the last of them, not before. */
static void
close_with_buffers_out(void)
{
	struct used before = used_now(), closed;
	struct rte_mbuf *a, *b, *c;

	create(SPARE);
	memset(bufs.xfers[0]->data, 1, ROOM);
	memset(bufs.xfers[1]->data, 2, ROOM);
	CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, bufs.xfers[0]));
	CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, bufs.xfers[1]));
	a = attach(bufs.xfers[0], 0, 500);
	b = attach(bufs.xfers[1], 0, 500);
	c = attach(bufs.xfers[1], 500, 500);
	usb_bufs_unshare(&bufs, bufs.xfers[0]);
	/* The other one is still shared. */
	usb_bufs_free(&bufs);
	closed = used_now();
	CU_ASSERT_FALSE(same(before, closed));
	CU_ASSERT_TRUE(all_bytes_are(a, 1) && all_bytes_are(b, 2) && all_bytes_are(c, 2));
	memset(rte_pktmbuf_mtod(c, void *), 3, 500);
	rte_pktmbuf_free(b);
	rte_pktmbuf_free(a);
	CU_ASSERT_TRUE(same(closed, used_now()));
	CU_ASSERT_TRUE(all_bytes_are(c, 3));
	rte_pktmbuf_free(c);
	CU_ASSERT_TRUE(same(before, used_now()));
}

/* A new port has its pool while the old one's is not gone. */
static void
open_again_with_buffers_out(void)
{
	struct used before = used_now();
	struct rte_mbuf *old;

	create(SPARE);
	CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, bufs.xfers[0]));
	old = attach(bufs.xfers[0], 0, 500);
	memset(rte_pktmbuf_mtod(old, void *), 7, 500);
	usb_bufs_free(&bufs);
	create(SPARE);
	memset(bufs.xfers[0]->data, 8, ROOM);
	CU_ASSERT_TRUE(all_bytes_are(old, 7));
	rte_pktmbuf_free(old);
	CU_ASSERT_EQUAL(usb_bufs_out(&bufs), 0);
	usb_bufs_free(&bufs);
	CU_ASSERT_TRUE(same(before, used_now()));
}

struct heap {
	struct rte_mbuf *mbufs[EACH];
	unsigned int n;
};

static unsigned int nb_ready;	/* atomic */

/* The threads and their maker: a barrier that wakes nobody late. */
static void
all_together(void)
{
	__atomic_fetch_add(&nb_ready, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&nb_ready, __ATOMIC_SEQ_CST) != THREADS + 1)
		sched_yield();
}

static void *
free_all(void *arg)
{
	struct heap *heap = arg;
	unsigned int i;

	fx_any_processor();
	all_together();
	for (i = 0; i < heap->n; i++)
		rte_pktmbuf_free(heap->mbufs[i]);
	return NULL;
}

/* Each in a buffer of its own, but that every fourth shares one with the next. */
static void
hand_out(struct heap *heaps)
{
	struct usb_xfer *x = bufs.xfers[0];
	unsigned int i;

	for (i = 0; i < THREADS * EACH; i++) {
		struct heap *heap = &heaps[i % THREADS];

		CU_ASSERT_TRUE_FATAL(usb_bufs_share(&bufs, x));
		heap->mbufs[heap->n++] = attach(x, i % 4 * 64, 64);
		if (i % 4 != 0)
			usb_bufs_unshare(&bufs, x);
	}
}

/* Threads that EAL does not know free what they hold while the port closes. */
static void
last_one_in_any_thread(void)
{
	struct used before = used_now();
	struct heap heaps[THREADS];
	pthread_t threads[THREADS];
	unsigned int round, i;

	for (round = 0; round < 100; round++) {
		create(THREADS * EACH);
		nb_ready = 0;
		memset(heaps, 0, sizeof(heaps));
		hand_out(heaps);
		for (i = 0; i < THREADS; i++)
			pthread_create(&threads[i], NULL, free_all, &heaps[i]);
		all_together();
		usb_bufs_free(&bufs);
		for (i = 0; i < THREADS; i++)
			pthread_join(threads[i], NULL);
		if (!same(before, used_now())) {
			CU_FAIL("memory is left, or more than it is gone");
			break;
		}
	}
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(mbufs), 0);
}

static void
no_memory(void)
{
	const struct usb_transport_conf conf = {
		.port = "net_test0", .socket_id = -1, .nb_bufs = 4, .nb_spare = 4,
		.buf_size = 1u << 28,
	};
	struct used before = used_now();

	fflush(fx_log);
	rewind(fx_log);
	CU_ASSERT_EQUAL(usb_bufs_create(&bufs, &conf), -ENOMEM);
	CU_ASSERT_PTR_NOT_NULL(strstr(fx_one_line(), "no memory for 8 transfer buffers"));
	CU_ASSERT_TRUE(same(before, used_now()));
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "distinct_and_writable", distinct_and_writable },
		{ "of_two_endpoints", of_two_endpoints },
		{ "shared_and_not_attached", shared_and_not_attached },
		{ "unshared_without_share", unshared_without_share },
		{ "references", references },
		{ "mbufs_first", mbufs_first },
		{ "no_spare_left", no_spare_left },
		{ "none_to_spare", none_to_spare },
		{ "bytes_are_right_on_every_lap", bytes_are_right_on_every_lap },
		{ "close_frees", close_frees },
		{ "close_with_buffers_out", close_with_buffers_out },
		{ "open_again_with_buffers_out", open_again_with_buffers_out },
		{ "last_one_in_any_thread", last_one_in_any_thread },
		{ "no_memory", no_memory },
		CU_TEST_INFO_NULL,
	};
	CU_SuiteInfo suites[] = {
		{ .pName = "bufs", .pTests = tests },
		CU_SUITE_INFO_NULL,
	};
	int rc;

	if (fx_init() != 0 || CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	mbufs = rte_pktmbuf_pool_create("mbufs", 1023, 0, 0, 0, 0);
	rc = mbufs == NULL ? EXIT_FAILURE : cunit_run();
	rte_mempool_free(mbufs);
	fx_fini();
	return rc;
}
