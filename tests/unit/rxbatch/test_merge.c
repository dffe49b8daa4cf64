/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* What stands behind the contract: the table, the ring of packets without room, the links of
 * a slice, the hash. */

#include <string.h>

#include "gro_check.h"
#include "rxb_out.h"
#include "rxb_slice.h"
#include "rxb_table.h"

static const uint8_t header[54];

static struct rxb_gro *
context(uint16_t max_flows)
{
	struct rxb_gro_conf conf = { .max_flows = max_flows, .socket_id = SOCKET_ID_ANY };
	struct rxb_gro *gro = rxb_gro_create(&conf);

	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	return gro;
}

static struct rxb_agg *
add(struct rxb_gro *gro, uint32_t hash)
{
	struct rxb_agg *agg = rxb_table_add(gro, hash);

	if (agg != NULL) {
		agg->hdr = header;
		agg->shape = RXB_SHAPE(14, 20, 20, RXB_GRO_TCP4);
		rxb_pair_add(gro, agg);
	}
	return agg;
}

/* Hashes this small all have bucket 0. */
static void
full_bucket(void)
{
	struct rxb_gro *gro = context(64);
	struct rxb_agg *aggs[8];
	uint32_t i;

	for (i = 0; i < 8; i++) {
		aggs[i] = add(gro, 2 * i);
		CU_ASSERT_PTR_NOT_NULL_FATAL(aggs[i]);
	}
	CU_ASSERT_PTR_NULL(add(gro, 16));
	CU_ASSERT_PTR_NOT_NULL(add(gro, UINT32_MAX));
	for (i = 0; i < 8; i++)
		CU_ASSERT_PTR_EQUAL(rxb_table_find(gro, 2 * i), aggs[i]);
	rxb_table_remove(gro, aggs[3]);
	CU_ASSERT_PTR_NULL(rxb_table_find(gro, 6));
	CU_ASSERT_PTR_EQUAL(rxb_table_find(gro, 8), aggs[4]);
	CU_ASSERT_PTR_NOT_NULL(add(gro, 16));
	CU_ASSERT_PTR_NULL(rxb_table_find(gro, 6));
	CU_ASSERT_EQUAL(gro->nb_open, 9);
	while (gro->open_first != RXB_NONE)
		rxb_table_remove(gro, &gro->aggs[gro->open_first]);
	rxb_gro_free(gro);
}

/* 2 and 3 have the same bucket and the same tag. */
static void
equal_tags(void)
{
	struct rxb_gro *gro = context(64);
	struct rxb_agg *a = add(gro, 2), *b = add(gro, 3);

	CU_ASSERT_PTR_EQUAL(rxb_table_find(gro, 2), a);
	CU_ASSERT_PTR_EQUAL(rxb_table_find(gro, 3), b);
	rxb_table_remove(gro, a);
	CU_ASSERT_PTR_NULL(rxb_table_find(gro, 2));
	CU_ASSERT_PTR_EQUAL(rxb_table_find(gro, 3), b);
	rxb_table_remove(gro, b);
	rxb_gro_free(gro);
}

static void
no_more_flows(void)
{
	struct rxb_gro *gro = context(3);

	CU_ASSERT_PTR_NOT_NULL(add(gro, 0x10000000));
	CU_ASSERT_PTR_NOT_NULL(add(gro, 0x20000000));
	CU_ASSERT_PTR_NOT_NULL(add(gro, 0x30000000));
	CU_ASSERT_PTR_NULL(add(gro, 0x40000000));
	while (gro->open_first != RXB_NONE)
		rxb_table_remove(gro, &gro->aggs[gro->open_first]);
	CU_ASSERT_EQUAL(gro->open_last, RXB_NONE);
	CU_ASSERT_PTR_NOT_NULL(add(gro, 0x40000000));
	rxb_table_remove(gro, &gro->aggs[gro->open_first]);
	rxb_gro_free(gro);
}

/* Out of the middle, from the end, from the start: of the list by age and of the pair's. */
static void
removed_anywhere(void)
{
	static const unsigned int orders[][4] = {
		{ 0, 1, 2, 3 }, { 3, 2, 1, 0 }, { 1, 2, 0, 3 }, { 2, 0, 3, 1 }, { 1, 3, 0, 2 },
	};
	struct rxb_gro *gro = context(64);
	unsigned int o, i, k, n;

	for (o = 0; o < RTE_DIM(orders); o++) {
		struct rxb_agg *aggs[4];
		uint32_t pair;

		for (i = 0; i < 4; i++)
			aggs[i] = add(gro, i << 28);
		pair = rxb_agg_pair(gro, aggs[0]) & gro->pair_mask;
		for (i = 0; i < 4; i++) {
			uint16_t at;
			bool gone[4] = { false };

			for (k = 0; k <= i; k++)
				gone[orders[o][k]] = true;
			rxb_table_remove(gro, aggs[orders[o][i]]);
			/* Oldest first. */
			for (at = gro->open_first, k = 0; at != RXB_NONE; at = gro->aggs[at].next) {
				while (gone[k])
					k++;
				CU_ASSERT_PTR_EQUAL(&gro->aggs[at], aggs[k]);
				k++;
			}
			for (at = gro->pairs[pair], n = 0; at != RXB_NONE;
			     at = gro->aggs[at].pair_next)
				n++;
			CU_ASSERT_EQUAL(n, 3 - i);
			CU_ASSERT_EQUAL(gro->nb_open, 3 - i);
		}
	}
	rxb_gro_free(gro);
}

/* The ring goes round; what waits leaves first, and no other before it. */
static void
ring_of_the_ready(void)
{
	struct rxb_gro *gro = context(1);
	struct rte_mbuf m[200], *pkts[200];
	struct rxb_out out = { .pkts = pkts };
	uint32_t in = 0, expected = 0, round, i;

	CU_ASSERT_EQUAL_FATAL(gro->ready_size, 65);
	for (round = 0; round < 4; round++) {
		out.n = 0;
		out.limit = 0;
		for (i = 0; i < 40; i++)
			rxb_give(gro, &out, &m[in++], i == 7 ? 3 : 1);
		CU_ASSERT_EQUAL(gro->nb_ready, 40);
		CU_ASSERT_EQUAL(gro->stats.aggregates, round);
		out.limit = 20;
		rxb_ready_drain(gro, &out);
		CU_ASSERT_EQUAL(out.n, 20);
		out.limit = 45;
		rxb_give(gro, &out, &m[in++], 1);
		CU_ASSERT_EQUAL(out.n, 20);
		rxb_ready_drain(gro, &out);
		CU_ASSERT_EQUAL(out.n, 41);
		rxb_give(gro, &out, &m[in++], 1);
		CU_ASSERT_EQUAL(out.n, 42);
		for (i = 0; i < out.n; i++)
			CU_ASSERT_PTR_EQUAL(pkts[i], &m[expected++]);
	}
	CU_ASSERT_EQUAL(gro->stats.aggregates, 4);
	CU_ASSERT_EQUAL(gro->stats.merged, 12);
	rxb_gro_free(gro);
}

/* A stamp that comes again must not bring back what stood under it. */
static void
stamps_wrap(void)
{
	struct rxb_gro *gro = context(1);
	struct rxb_slice s = { 0 };
	unsigned int i;

	gro->look[0].hash = 5;
	gro->look[1].hash = 5;
	rxb_forget_links(gro);
	rxb_link(gro, 5, 0, true, &s);
	rxb_link(gro, 5, 1, true, &s);
	CU_ASSERT_EQUAL(s.first, 1);
	CU_ASSERT_EQUAL(s.later, 2);
	for (i = 0; i < 1023; i++) {
		rxb_forget_links(gro);
		CU_ASSERT_NOT_EQUAL(gro->stamp, 0);
	}
	memset(&s, 0, sizeof(s));
	rxb_link(gro, 5, 1, true, &s);
	CU_ASSERT_EQUAL(s.first, 0);
	CU_ASSERT_EQUAL(s.later, 0);
	rxb_gro_free(gro);
}

/* Different hashes of one place: each finds its own. */
static void
links_of_one_place(void)
{
	struct rxb_gro *gro = context(1);
	struct rxb_slice s = { 0 };
	unsigned int i;

	rxb_forget_links(gro);
	for (i = 0; i < 64; i++) {
		gro->look[i].hash = (i % 32) * RXB_SEEN;
		rxb_link(gro, gro->look[i].hash, i, true, &s);
	}
	CU_ASSERT_EQUAL(s.first, 0xffffffff);
	CU_ASSERT_EQUAL(s.later, 0xffffffff00000000);
	for (i = 0; i < 32; i++) {
		CU_ASSERT_EQUAL(gro->look[i].next, i + 32);
		CU_ASSERT_EQUAL(gro->look[i].last, i + 32);
	}
	rxb_gro_free(gro);
}

/* Each bit of addresses, ports and type is in the hash, and the key is. */
static void
hash_has_all(void)
{
	struct rxb_gro *gro = context(1), *other = context(1);
	uint8_t addr[32] = { 10, 0, 0, 1, 10, 0, 0, 2 };
	uint32_t h4 = rxb_hash4(gro->key, addr, 0x1234, RXB_GRO_TCP4);
	uint32_t h6 = rxb_hash6(gro->key, addr, 0x1234, RXB_GRO_TCP6);
	unsigned int i;

	CU_ASSERT_NOT_EQUAL(h4, rxb_hash4(other->key, addr, 0x1234, RXB_GRO_TCP4));
	CU_ASSERT_NOT_EQUAL(h6, rxb_hash6(other->key, addr, 0x1234, RXB_GRO_TCP6));
	CU_ASSERT_NOT_EQUAL(h4, rxb_hash4(gro->key, addr, 0x1234, RXB_GRO_UDP4));
	CU_ASSERT_NOT_EQUAL(h6, rxb_hash6(gro->key, addr, 0x1234, RXB_GRO_UDP6));
	for (i = 0; i < 32; i++) {
		CU_ASSERT_NOT_EQUAL(h4, rxb_hash4(gro->key, addr, 0x1234 ^ 1u << i,
						  RXB_GRO_TCP4));
		CU_ASSERT_NOT_EQUAL(h6, rxb_hash6(gro->key, addr, 0x1234 ^ 1u << i,
						  RXB_GRO_TCP6));
	}
	for (i = 0; i < 8 * sizeof(addr); i++) {
		addr[i / 8] ^= 1 << i % 8;
		if (i < 64)
			CU_ASSERT_NOT_EQUAL(h4, rxb_hash4(gro->key, addr, 0x1234, RXB_GRO_TCP4));
		CU_ASSERT_NOT_EQUAL(h6, rxb_hash6(gro->key, addr, 0x1234, RXB_GRO_TCP6));
		addr[i / 8] ^= 1 << i % 8;
	}
	rxb_gro_free(gro);
	rxb_gro_free(other);
}

/* As many flows as there may be, that count in one byte or another: hardly a bucket of eight
 * is too small for the flows of one in the mean. */
static void
hash_spreads(void)
{
	unsigned int contexts, at, i, refused = 0;

	for (contexts = 0; contexts < 300; contexts++) {
		struct rxb_gro *gro = context(64);

		for (at = 0; at < 12; at++) {
			for (i = 0; i < 64; i++) {
				uint8_t bytes[12] = { 10, 0, 0, 1, 10, 0, 0, 2, 4, 0, 0, 80 };

				bytes[at] += i;
				refused += add(gro, rxb_hash4(gro->key, bytes,
							      rxb_load32(bytes + 8),
							      RXB_GRO_TCP4)) == NULL;
			}
			while (gro->open_first != RXB_NONE)
				rxb_table_remove(gro, &gro->aggs[gro->open_first]);
		}
		rxb_gro_free(gro);
	}
	/* Of 230400: one or none with a hash that spreads like chance. */
	CU_ASSERT(refused < 12);
}

/* Two flows of one hash: the one that opened merges, the other passes, in order. hold:
 * by way of the table. */
static void
equal_hashes(uint64_t hold)
{
	struct rxb_gro_conf conf = { .hold_cycles = hold, .socket_id = SOCKET_ID_ANY };
	struct rxb_gro *gro = rxb_gro_create(&conf);
	struct rte_mbuf *pkts[6], *b[3];
	struct pkt flows[2] = { pkt_tcp4, pkt_tcp4 };
	uint16_t i, n;

	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	flows[1].sport ^= 1;
	/* With this key all ports between these addresses have the hash 0. */
	memcpy((uint8_t *)&gro->key[0], flows[0].saddr, 4);
	memcpy((uint8_t *)&gro->key[0] + 4, flows[0].daddr, 4);
	for (i = 0; i < 6; i++) {
		pkts[i] = pkt_mbuf(&flows[i % 2], gro_pool);
		if (i % 2 == 1)
			b[i / 2] = pkts[i];
		pkt_next(&flows[i % 2]);
	}
	n = rxb_gro_process(gro, pkts, 6, 1);
	n += rxb_gro_flush(gro, pkts + n, 6 - n);
	CU_ASSERT_EQUAL_FATAL(n, 4);
	CU_ASSERT_EQUAL(gro->stats.merged, 3);
	CU_ASSERT_EQUAL(gro->stats.why[RXB_GRO_WHY_TABLE], 3);
	for (i = 0, n = 0; i < 4; i++)
		if (n < 3 && pkts[i] == b[n])
			n++;
	CU_ASSERT_EQUAL(n, 3);
	for (i = 0; i < 4; i++)
		rte_pktmbuf_free(pkts[i]);
	rxb_gro_free(gro);
}

static void
equal_hashes_light(void)
{
	equal_hashes(0);
}

static void
equal_hashes_table(void)
{
	equal_hashes(1000);
}

static CU_TestInfo tests[] = {
	{ "a full bucket has no room, and has it again", full_bucket },
	{ "equal tags, other hashes", equal_tags },
	{ "no more than max_flows", no_more_flows },
	{ "removed anywhere, lists stay whole", removed_anywhere },
	{ "the ring of what waits for room", ring_of_the_ready },
	{ "stamps wrap", stamps_wrap },
	{ "links of one place", links_of_one_place },
	{ "hash: all bits and the key", hash_has_all },
	{ "hash: flows that count are spread", hash_spreads },
	{ "equal hashes without the table", equal_hashes_light },
	{ "equal hashes in the table", equal_hashes_table },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "merge", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
