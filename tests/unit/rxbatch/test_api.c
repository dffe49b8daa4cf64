/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What rxbatch.h says of every function, limit and error. */

#include <inttypes.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_malloc.h>

#include "gro_check.h"

static const struct rxb_gro_conf zero = { .socket_id = SOCKET_ID_ANY };

static void
taken(const struct rxb_gro_conf *conf)
{
	struct rxb_gro *gro = rxb_gro_create(conf);

	CU_ASSERT_PTR_NOT_NULL(gro);
	CU_ASSERT(rxb_gro_size(conf) > 0);
	rxb_gro_free(gro);
}

static void
refused(const struct rxb_gro_conf *conf)
{
	struct rxb_gro *gro;

	rte_errno = 0;
	gro = rxb_gro_create(conf);
	CU_ASSERT_PTR_NULL(gro);
	CU_ASSERT_EQUAL(rte_errno, EINVAL);
	rxb_gro_free(gro);
	if (conf != NULL)
		CU_ASSERT_EQUAL(rxb_gro_size(conf), 0);
}

static void
create_zero(void)
{
	struct rxb_gro_conf conf;

	memset(&conf, 0, sizeof(conf));
	taken(&conf);
	taken(&zero);
}

static void
create_mode(void)
{
	struct rxb_gro_conf conf = zero;

	refused(NULL);
	conf.mode = RXB_GRO_LIST;
	taken(&conf);
	conf.mode = (enum rxb_gro_mode)2;
	refused(&conf);
	conf.mode = (enum rxb_gro_mode)255;
	refused(&conf);
}

static void
create_types(void)
{
	struct rxb_gro_conf conf = zero;
	unsigned int bit;

	for (conf.types = 0; conf.types <= 3; conf.types++)
		taken(&conf);
	for (bit = 4; bit < 32; bit++) {
		conf.types = 1u << bit;
		refused(&conf);
		conf.types |= RXB_GRO_TCP4;
		refused(&conf);
	}
}

static void
create_flags(void)
{
	struct rxb_gro_conf conf = zero;
	unsigned int bit;

	for (conf.flags = 0; conf.flags <= 15; conf.flags++)
		taken(&conf);
	for (bit = 4; bit < 32; bit++) {
		conf.flags = 1u << bit;
		refused(&conf);
		conf.flags |= RXB_GRO_EAGER;
		refused(&conf);
	}
}

static void
create_max_flows(void)
{
	static const uint16_t good[] = { 0, 1, 2, 3, 63, 64, 65, 1024, 16383, 16384 };
	struct rxb_gro_conf conf = zero;
	unsigned int i;

	for (i = 0; i < RTE_DIM(good); i++) {
		conf.max_flows = good[i];
		taken(&conf);
	}
	conf.max_flows = 16385;
	refused(&conf);
	conf.max_flows = 65535;
	refused(&conf);
}

static void
create_max_segs(void)
{
	struct rxb_gro_conf conf = zero;

	conf.max_segs = 1;
	taken(&conf);
	conf.max_segs = 1024;
	taken(&conf);
	conf.max_segs = 1025;
	refused(&conf);
	conf.max_segs = 65535;
	refused(&conf);
}

static void
create_max_len(void)
{
	struct rxb_gro_conf conf = zero;

	conf.max_len = 1;
	taken(&conf);
	conf.max_len = 65535 + 22;
	taken(&conf);
	conf.max_len = 65535 + 23;
	refused(&conf);
	conf.max_len = UINT32_MAX;
	refused(&conf);
}

static void
create_hold(void)
{
	struct rxb_gro_conf conf = zero;

	conf.hold_cycles = 1;
	taken(&conf);
	conf.hold_cycles = UINT64_MAX;
	taken(&conf);
	conf.mode = RXB_GRO_LIST;
	refused(&conf);
	conf.hold_cycles = 1;
	refused(&conf);
	conf.hold_cycles = 0;
	taken(&conf);
}

static void
create_list(void)
{
	struct rxb_gro_conf conf = zero;

	/* The other limits are those of merging. */
	conf.mode = RXB_GRO_LIST;
	conf.types = 0x10;
	refused(&conf);
	conf.types = 0;
	conf.flags = 0x10;
	refused(&conf);
	conf.flags = 0;
	conf.max_flows = 16385;
	refused(&conf);
	conf.max_flows = 0;
	conf.max_segs = 1025;
	refused(&conf);
	conf.max_segs = 0;
	conf.max_len = 65535 + 23;
	refused(&conf);
	conf.max_len = 0;
	taken(&conf);
}

static void
no_memory(void)
{
	static struct rxb_gro *all[4096];
	struct rxb_gro_conf conf = zero;
	unsigned int n = 0, before, i;

	conf.max_flows = RXB_GRO_FLOWS_MAX;
	rte_errno = 0;
	for (before = 0; before < 2; before++) {
		for (n = 0; n < RTE_DIM(all); n++) {
			all[n] = rxb_gro_create(&conf);
			if (all[n] == NULL)
				break;
		}
		CU_ASSERT(n > 0 && n < RTE_DIM(all));
		CU_ASSERT_EQUAL(rte_errno, ENOMEM);
		for (i = 0; i < n; i++)
			rxb_gro_free(all[i]);
		rte_errno = 0;
	}
	taken(&conf);
}

static size_t
allocated(void)
{
	struct rte_malloc_socket_stats stats;

	CU_ASSERT_EQUAL(rte_malloc_get_socket_stats(0, &stats), 0);
	return stats.heap_allocsz_bytes;
}

static void
sizes(void)
{
	static const uint16_t flows[] = { 1, 64, 1024, 16384 };
	struct rxb_gro_conf conf = zero;
	size_t size, before, took;
	struct rxb_gro *gro;
	unsigned int i, mode, hold;

	for (i = 0; i < RTE_DIM(flows); i++)
		for (mode = 0; mode < 2; mode++)
			for (hold = 0; hold < 2 - mode; hold++) {
				conf.max_flows = flows[i];
				conf.mode = (enum rxb_gro_mode)mode;
				conf.hold_cycles = hold;
				conf.types = GRO_ALL & 3;
				conf.flags = 15;
				size = rxb_gro_size(&conf);
				CU_ASSERT(size > 0);
				CU_ASSERT(size <= 8192u + 128u * flows[i]);
				/* What it says is what it takes, but for the heap's own. */
				before = allocated();
				gro = rxb_gro_create(&conf);
				took = allocated() - before;
				CU_ASSERT(took >= size / 2 && took <= size + 1024);
				rxb_gro_free(gro);
				CU_ASSERT_EQUAL(allocated(), before);
			}
	conf = zero;
	size = rxb_gro_size(&conf);
	conf.max_flows = 64;
	CU_ASSERT_EQUAL(rxb_gro_size(&conf), size);
	CU_ASSERT_EQUAL(rxb_gro_size(NULL), 0);
	/* UDP takes no more. */
	conf.types = GRO_ALL;
	CU_ASSERT(rxb_gro_size(&conf) <= 8192 + 128 * 64);
}

static void
free_nothing(void)
{
	rxb_gro_free(NULL);
	CU_PASS("survived");
}

static void
held_and_room(void)
{
	struct rxb_gro_conf conf = zero;
	struct rte_mbuf *m;
	struct rxb_gro *gro;

	conf.hold_cycles = 10;
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	m = pkt_mbuf(&pkt_tcp4, gro_pool);
	CU_ASSERT_EQUAL(rxb_gro_process(gro, &m, 1, 0), 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 1);
	CU_ASSERT_EQUAL(rxb_gro_flush(gro, NULL, 0), 0);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 1);
	m = NULL;
	CU_ASSERT_EQUAL(rxb_gro_flush(gro, &m, 1), 1);
	CU_ASSERT_PTR_NOT_NULL(m);
	rte_pktmbuf_free(m);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	rxb_gro_free(gro);
}

static void
hold_of_a_list(void)
{
	struct rxb_gro_conf conf = zero;
	struct rte_mbuf *pkts[2];
	struct rxb_gro_stats stats;
	uint16_t lens[2] = { 0, 0 };
	struct rxb_gro *gro;

	conf.mode = RXB_GRO_LIST;
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	rxb_gro_set_hold(gro, 1000, 1);
	pkts[0] = pkt_mbuf(&pkt_tcp4, gro_pool);
	pkts[1] = pkt_mbuf(&pkt_tcp4, gro_pool);
	CU_ASSERT_EQUAL(rxb_gro_group(gro, pkts, 2, lens), 1);
	CU_ASSERT_EQUAL(lens[0], 2);
	CU_ASSERT_EQUAL(rxb_gro_held(gro), 0);
	rxb_gro_stats_get(gro, &stats);
	CU_ASSERT_EQUAL(stats.groups, 1);
	CU_ASSERT_EQUAL(stats.grouped, 2);
	CU_ASSERT_EQUAL(stats.packets_in, 2);
	rte_pktmbuf_free_bulk(pkts, 2);
	rxb_gro_free(gro);
}

/* max_segs 1 and a max_len without room for a second byte: nothing merges, and it is said. */
static void
limits_of_one(void)
{
	struct rxb_gro_conf conf = gro_conf;
	struct gro_want count = { "100 100", "count 2", NULL };
	struct gro_want full = { "100 100", "full 2", NULL };
	struct gro_want two = { "150/2", "", NULL };
	struct pkt pkts[2];

	conf.types = RXB_GRO_TCP4;
	pkt_train(pkts, 2, &pkt_tcp4);
	conf.max_segs = 1;
	gro_check_conf(&conf, pkts, 2, &count);
	conf.max_segs = 0;
	conf.max_len = 14 + 20 + 20 + 100;
	gro_check_conf(&conf, pkts, 2, &full);
	conf.max_len += 50;
	pkts[1].len = 50;
	gro_check_conf(&conf, pkts, 2, &two);
}

/* A function of the other mode changes nothing and counts nothing. */
static void
other_mode(void)
{
	struct rxb_gro_conf conf = zero;
	struct rxb_gro_stats stats;
	struct rte_mbuf *pkts[3], *was[3];
	uint16_t lens[3] = { 9, 9, 9 };
	struct pkt p = pkt_tcp4;
	struct rxb_gro *gro;
	unsigned int i, mode;

	for (i = 0; i < 3; i++) {
		was[i] = pkts[i] = pkt_mbuf(&p, gro_pool);
		pkt_next(&p);
	}
	for (mode = 0; mode < 2; mode++) {
		conf.mode = (enum rxb_gro_mode)mode;
		gro = rxb_gro_create(&conf);
		CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
		if (mode == RXB_GRO_LIST)
			CU_ASSERT_EQUAL(rxb_gro_process(gro, pkts, 3, 0), 3)
		else
			CU_ASSERT_EQUAL(rxb_gro_group(gro, pkts, 3, lens), 3);
		CU_ASSERT_EQUAL(memcmp(pkts, was, sizeof(was)), 0);
		CU_ASSERT_PTR_NULL(pkts[0]->next);
		rxb_gro_stats_get(gro, &stats);
		CU_ASSERT_EQUAL(stats.packets_in, 0);
		CU_ASSERT_EQUAL(rxb_gro_flush(gro, pkts, 3), 0);
		CU_ASSERT_EQUAL(rxb_gro_flush_due(gro, pkts, 3, 0), 0);
		rxb_gro_free(gro);
	}
	for (i = 0; i < 3; i++)
		CU_ASSERT_EQUAL(lens[i], 1);
	rte_pktmbuf_free_bulk(was, 3);
}

static void
create_reserved(void)
{
	struct rxb_gro_conf conf = zero;
	unsigned int i;

	for (i = 0; i < RTE_DIM(conf.reserved); i++) {
		conf.reserved[i] = 1;
		refused(&conf);
		conf.reserved[i] = 1ull << 63;
		refused(&conf);
		conf.reserved[i] = 0;
	}
	taken(&conf);
}

static CU_TestInfo tests[] = {
	{ "create: all zero", create_zero },
	{ "create: no conf, modes", create_mode },
	{ "create: types", create_types },
	{ "create: flags", create_flags },
	{ "create: max_flows", create_max_flows },
	{ "create: max_segs", create_max_segs },
	{ "create: max_len", create_max_len },
	{ "create: hold_cycles", create_hold },
	{ "create: limits of a list", create_list },
	{ "create: reserved", create_reserved },
	{ "create: no memory", no_memory },
	{ "size: 128 bytes for a flow above 8 KiB", sizes },
	{ "free: nothing", free_nothing },
	{ "held, flush: no room", held_and_room },
	{ "set_hold: of a list", hold_of_a_list },
	{ "process, group: of the other mode", other_mode },
	{ "max_segs 1, max_len of one packet", limits_of_one },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "API", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
