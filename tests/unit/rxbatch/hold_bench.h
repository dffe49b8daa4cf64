/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef HOLD_BENCH_H
#define HOLD_BENCH_H

/* One context, flows by number, a clock that the test says, and what has come out. */

#include <inttypes.h>
#include <string.h>

#include "gro_check.h"

#define HOLD	100
#define OUT_MAX	256

static struct rxb_gro *gro;
static struct pkt flows[64];
static struct rte_mbuf *out[OUT_MAX];
static unsigned int nb_out, pool_before;

static inline void
start_with(const struct rxb_gro_conf *base, uint64_t hold)
{
	struct rxb_gro_conf conf = *base;
	unsigned int i;

	conf.hold_cycles = hold;
	pool_before = rte_mempool_avail_count(gro_pool);
	gro = rxb_gro_create(&conf);
	CU_ASSERT_PTR_NOT_NULL_FATAL(gro);
	nb_out = 0;
	for (i = 0; i < RTE_DIM(flows); i++) {
		flows[i] = i % 2 == 0 ? pkt_tcp4 : pkt_tcp6;
		flows[i].flow = i;
		flows[i].sport = (uint16_t)(100 + i);
	}
}

static inline void
start(uint64_t hold)
{
	start_with(&gro_conf, hold);
}

static inline void
drop(void)
{
	rte_pktmbuf_free_bulk(out, nb_out);
	nb_out = 0;
}

static inline void
stop(void)
{
	drop();
	rxb_gro_free(gro);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(gro_pool), pool_before);
}

/* The flow's next packet, alone in a burst. Returns what came out. */
static inline unsigned int
feed(unsigned int f, uint64_t now)
{
	struct rte_mbuf *m = pkt_mbuf(&flows[f], gro_pool);
	unsigned int n;

	pkt_next(&flows[f]);
	n = rxb_gro_process(gro, &m, 1, now);
	CU_ASSERT_FATAL(n <= 1 && nb_out < OUT_MAX);
	if (n == 1)
		out[nb_out++] = m;
	return n;
}

static inline unsigned int
flush(unsigned int room)
{
	unsigned int n = rxb_gro_flush(gro, out + nb_out, (uint16_t)room);

	CU_ASSERT_FATAL(n <= room && nb_out + n <= OUT_MAX);
	nb_out += n;
	return n;
}

static inline unsigned int
flush_due(unsigned int room, uint64_t now)
{
	unsigned int n = rxb_gro_flush_due(gro, out + nb_out, (uint16_t)room, now);

	CU_ASSERT_FATAL(n <= room && nb_out + n <= OUT_MAX);
	nb_out += n;
	return n;
}

/* The flow of the i-th output, by its source port; none: a number that no flow has. */
static inline unsigned int
out_flow(unsigned int i)
{
	const uint8_t *eth;

	if (i >= nb_out)
		return UINT32_MAX;
	eth = rte_pktmbuf_mtod(out[i], const uint8_t *);
	return gro_get16(eth + 14 + (eth[12] == 0x08 ? 20 : 40)) - 100;
}

static inline unsigned int
out_packets(unsigned int i)
{
	return i < nb_out ? rxb_gro_packets(out[i]) : 0;
}

#endif /* HOLD_BENCH_H */
