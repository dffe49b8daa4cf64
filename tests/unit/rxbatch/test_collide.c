/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Flows chosen such that a hash which is no secret puts them all into one place. */

#include <inttypes.h>
#include <string.h>

#include <rte_cycles.h>

#include "gro_check.h"

#define FLOWS	1024
#define EACH	4
#define ALL	(FLOWS * EACH)
#define BURST	64

/* The n-th flow of a set. */
typedef void flow_fn(unsigned int n, struct pkt *p);

static void
put32(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 24);
	at[1] = (uint8_t)(value >> 16);
	at[2] = (uint8_t)(value >> 8);
	at[3] = (uint8_t)value;
}

static void
scattered(unsigned int n, struct pkt *p)
{
	put32(p->saddr, 0x0a000000 + (n * 2654435761u >> 12));
	p->sport = (uint16_t)(n * 40503u >> 3);
}

static void
counted_ports(unsigned int n, struct pkt *p)
{
	p->sport = (uint16_t)(1024 + n);
}

static void
counted_addresses(unsigned int n, struct pkt *p)
{
	put32(p->saddr, 0x0a000000 + n);
}

static void
high_addresses(unsigned int n, struct pkt *p)
{
	put32(p->saddr, 0x0a000001 ^ n << 22);
}

/* Sum and exclusive or of the two ports are the same for all. */
static void
equal_sum(unsigned int n, struct pkt *p)
{
	p->sport = (uint16_t)(20000 + n);
	p->dport = (uint16_t)(20000 - n);
}

static void
equal_xor(unsigned int n, struct pkt *p)
{
	p->sport = (uint16_t)(0x5555 ^ n);
	p->dport = (uint16_t)(0x1234 ^ n);
}

static void
equal_xor_of_addresses(unsigned int n, struct pkt *p)
{
	put32(p->saddr, 0x0a000001 ^ n << 6);
	put32(p->daddr, 0x0a000002 ^ n << 6);
}

static void
equal_xor_of_all(unsigned int n, struct pkt *p)
{
	put32(p->saddr, 0x0a000001 ^ n << 16);
	p->sport = (uint16_t)(1000 ^ n);
}

static uint32_t
crc32c(const uint8_t *bytes, unsigned int len)
{
	uint32_t crc = 0;
	unsigned int i, bit;

	for (i = 0; i < len; i++) {
		crc ^= bytes[i];
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82f63b78 : 0);
	}
	return crc;
}

/*
 * Differences of source address and port, 48 bits, that CRC-32C of addresses and ports does
 * not see, from whatever value it starts: 16 of them are independent. Elimination: each bit's
 * CRC is brought down by those with the same leading bit; what becomes 0 is a difference.
 */
static unsigned int
crc_blind(uint64_t *blind, unsigned int room)
{
	uint64_t made_of[32] = { 0 }, from;
	uint32_t lead[32] = { 0 }, crc;
	unsigned int i, bit, n = 0;
	uint8_t key[12];

	for (i = 0; i < 48 && n < room; i++) {
		memset(key, 0, sizeof(key));
		key[i < 32 ? i / 8 : 8 + (i - 32) / 8] = (uint8_t)(1 << i % 8);
		crc = crc32c(key, sizeof(key));
		from = 1ull << i;
		for (bit = 32; bit-- > 0 && crc != 0;) {
			if ((crc & 1u << bit) == 0)
				continue;
			if (lead[bit] == 0) {
				lead[bit] = crc;
				made_of[bit] = from;
				break;
			}
			crc ^= lead[bit];
			from ^= made_of[bit];
		}
		if (crc == 0)
			blind[n++] = from;
	}
	return n;
}

static void
equal_crc(unsigned int n, struct pkt *p)
{
	static uint64_t blind[10];
	static unsigned int nb_blind;
	uint64_t diff = 0;
	unsigned int i;

	if (nb_blind == 0)
		nb_blind = crc_blind(blind, RTE_DIM(blind));
	CU_ASSERT_EQUAL_FATAL(nb_blind, RTE_DIM(blind));
	for (i = 0; i < RTE_DIM(blind); i++)
		if ((n & 1u << i) != 0)
			diff ^= blind[i];
	for (i = 0; i < 4; i++)
		p->saddr[i] ^= (uint8_t)(diff >> 8 * i);
	/* As it stands in the packet. */
	p->sport ^= (uint16_t)((diff >> 32 & 0xff) << 8 | (diff >> 40 & 0xff));
}

/* The same differences really are none for that hash. */
static void
crc_is_blind(void)
{
	struct pkt p;
	uint8_t key[12] = { 0 };
	uint32_t first = 0, crc;
	unsigned int n;

	for (n = 0; n < FLOWS; n++) {
		p = pkt_tcp4;
		equal_crc(n, &p);
		memcpy(key, p.saddr, 4);
		key[8] = (uint8_t)(p.sport >> 8);
		key[9] = (uint8_t)p.sport;
		crc = crc32c(key, sizeof(key));
		if (n == 0)
			first = crc;
		CU_ASSERT_EQUAL(crc, first);
	}
}

struct run {
	struct rxb_gro *gro;
	struct rte_mbuf *pkts[ALL], *burst[BURST];
	uint64_t best;		/* cycles */
	uint32_t table, merged;	/* worst round */
};

/* A train of EACH of every flow. */
static void
run_start(struct run *run, flow_fn *fn)
{
	struct rxb_gro_conf conf = gro_conf;
	unsigned int n, k;
	struct pkt p;

	conf.max_flows = FLOWS;
	conf.hold_cycles = GRO_HOLD;
	run->gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(run->gro);
	run->best = UINT64_MAX;
	run->table = 0;
	run->merged = ALL;
	for (n = 0; n < FLOWS; n++) {
		p = pkt_tcp4;
		fn(n, &p);
		for (k = 0; k < EACH; k++) {
			run->pkts[n * EACH + k] = pkt_mbuf(&p, gro_pool);
			pkt_next(&p);
		}
	}
}

/* Held over all bursts, as if all flows were open at a time; what it took. */
static void
run_round(struct run *run)
{
	struct rte_mbuf *out[ALL];
	struct rxb_gro_stats stats;
	unsigned int i, n, nb_out = 0;
	uint64_t cycles;

	rxb_gro_stats_reset(run->gro);
	cycles = rte_rdtsc();
	for (i = 0; i < ALL; i += BURST) {
		memcpy(run->burst, run->pkts + i, sizeof(run->burst));
		n = rxb_gro_process(run->gro, run->burst, BURST, 0);
		memcpy(out + nb_out, run->burst, n * sizeof(*out));
		nb_out += n;
	}
	nb_out += rxb_gro_flush(run->gro, out + nb_out, (uint16_t)(ALL - nb_out));
	cycles = rte_rdtsc() - cycles;
	run->best = RTE_MIN(run->best, cycles);
	rxb_gro_stats_get(run->gro, &stats);
	run->table = RTE_MAX(run->table, (uint32_t)stats.why[RXB_GRO_WHY_TABLE]);
	run->merged = RTE_MIN(run->merged, (uint32_t)stats.merged);
	for (i = 0; i < nb_out; i++)
		if (rxb_gro_is_aggregate(out[i]))
			CU_ASSERT(rxb_gro_undo(out[i], run->burst, BURST) > 1);
}

static void
run_stop(struct run *run)
{
	rte_pktmbuf_free_bulk(run->pkts, ALL);
	rxb_gro_free(run->gro);
}

/* Beside scattered flows, round by round: no dearer than 3 times, next to nothing refused. */
static void
like_any(flow_fn *fn)
{
	static struct run any, chosen;
	unsigned int before = rte_mempool_avail_count(gro_pool), round;

	run_start(&any, scattered);
	run_start(&chosen, fn);
	for (round = 0; round < 25; round++) {
		run_round(&any);
		run_round(&chosen);
	}
	CU_ASSERT(chosen.best <= 3 * any.best);
	if (chosen.best > 3 * any.best)
		printf("  %" PRIu64 " cycles, and %" PRIu64 " chosen\n", any.best, chosen.best);
	CU_ASSERT(any.table <= ALL / 25);
	CU_ASSERT(chosen.table <= ALL / 25);
	CU_ASSERT_EQUAL(chosen.merged + chosen.table, ALL);
	run_stop(&any);
	run_stop(&chosen);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(gro_pool), before);
}

#define TEST(fn) \
	static void \
	test_ ## fn(void) \
	{ \
		like_any(fn); \
	}

TEST(counted_ports)
TEST(counted_addresses)
TEST(high_addresses)
TEST(equal_sum)
TEST(equal_xor)
TEST(equal_xor_of_addresses)
TEST(equal_xor_of_all)
TEST(equal_crc)

/* The same flows, through everything that gro_check looks at. */
static void
exact(void)
{
	static flow_fn *const fns[] = {
		counted_ports, high_addresses, equal_sum, equal_xor_of_addresses,
		equal_xor_of_all, equal_crc
	};
	static const struct gro_want whatever;
	static struct pkt pkts[256 * 3];
	struct rxb_gro_stats stats[GRO_WAYS];
	struct rxb_gro_conf conf = gro_conf;
	unsigned int i, n, k;

	conf.max_flows = 256;
	for (i = 0; i < RTE_DIM(fns); i++) {
		for (n = 0; n < 256; n++) {
			pkts[n] = pkt_tcp4;
			pkts[n].flow = n;
			fns[i](n, &pkts[n]);
		}
		for (k = 1; k < 3; k++)
			for (n = 0; n < 256; n++) {
				pkts[k * 256 + n] = pkts[(k - 1) * 256 + n];
				pkt_next(&pkts[k * 256 + n]);
			}
		gro_check_stats(&conf, pkts, RTE_DIM(pkts), &whatever, stats);
		for (k = 0; k < GRO_WAYS; k++)
			CU_ASSERT(stats[k].merged >= RTE_DIM(pkts) * 24 / 25);
	}
}

static CU_TestInfo tests[] = {
	{ "60: the chosen differences are none for CRC-32C", crc_is_blind },
	{ "60: ports that count", test_counted_ports },
	{ "60: addresses that count", test_counted_addresses },
	{ "60: addresses that differ in front", test_high_addresses },
	{ "60: ports of equal sum", test_equal_sum },
	{ "60: ports of equal exclusive or", test_equal_xor },
	{ "60: addresses of equal exclusive or", test_equal_xor_of_addresses },
	{ "60: address and port of equal exclusive or", test_equal_xor_of_all },
	{ "60: equal CRC-32C", test_equal_crc },
	{ "60: exact and in order, all of them", exact },
	CU_TEST_INFO_NULL,
};

static CU_SuiteInfo suites[] = {
	{ "collisions", NULL, NULL, NULL, NULL, tests },
	CU_SUITE_INFO_NULL,
};

int
main(void)
{
	return gro_main(suites);
}
