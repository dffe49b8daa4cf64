/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef GRO_CHECK_H
#define GRO_CHECK_H

/*
 * One list of packets through the library in every way that is to give the same, and
 * what comes out beside what the test says.
 *
 * Ways: nothing held, held in one burst, held in bursts of one; each taken apart by undo();
 * nothing held and taken apart by split(). In each:
 *
 *  - the outputs are those that the test wrote down, in this order
 *  - an aggregate's header is the first packet's but for what the contract names, its marks
 *    are as the contract says
 *  - what is no aggregate has not changed in a bit
 *  - taken apart, each flow's packets are those that went in: bytes, order, mbufs, marks
 *  - counters tell the same: in, out, aggregates, merged, reasons, what closed
 *  - every mbuf comes back to its pool
 */

#include "cunit_run.h"

#include <rte_common.h>

#include "pkt_build.h"
#include "rxbatch.h"

#define GRO_ALL	(RXB_GRO_TCP4 | RXB_GRO_TCP6 | RXB_GRO_UDP4 | RXB_GRO_UDP6)

#define GRO_HOLD	1000000ull

/*
 * out: "300/3P 100 4*50": payload, packets of an aggregate, flags but ACK of what has a TCP
 * header (F S R P U E C N, the reserved bits as x); four and more equal ones as n*. Flow by
 * flow, " | " between: nothing is promised of the order of two.
 * why: reasons and how often, in the order of the enum: "ttl_differs 1, seq 2". "": none.
 * closed: "packet 1, end 1, barrier 1, last 1"; last is the burst's end or the flush. NULL where
 * the contract leaves it open. All NULL: whatever comes out, the rest is looked at.
 */
struct gro_want {
	const char *out;
	const char *why;
	const char *closed;
};

#define GRO_WAYS	4

extern struct rte_mempool *gro_pool;

/* All types, each packet looked at. */
extern const struct rxb_gro_conf gro_conf;

void gro_check_conf(const struct rxb_gro_conf *conf, const struct pkt *pkts, unsigned int n,
		    const struct gro_want *want);

/* The same; counters of each way, for a test that has to reckon. */
void gro_check_stats(const struct rxb_gro_conf *conf, const struct pkt *pkts, unsigned int n,
		     const struct gro_want *want, struct rxb_gro_stats stats[GRO_WAYS]);

/* With gro_conf, the same out whether held or not. */
void gro_check(const struct pkt *pkts, unsigned int n, const char *out, const char *why,
	       const char *closed);

/* The second of two differs: nothing merges, and this is why. */
void gro_check_differs(const struct pkt *first, const struct pkt *second, const char *why);

/* Nobody looks for another one of its flow: it passes, and this is why. */
void gro_check_alone(const struct pkt *p, const char *why);

/* The same, and in the middle of three of the flow: order is kept, nothing merges across it. */
void gro_check_never(const struct pkt *odd, const struct pkt *usual, const char *why);

/* Alone, and in the middle of three of a flow that it is not of: those merge. */
void gro_check_other(const struct pkt *odd, const struct pkt *usual, const char *why);

/* n of them in a row merge: n times len in one. */
void gro_check_merges(const struct pkt *first, unsigned int n);

/* Counters as words, into text. */
void gro_why_text(const struct rxb_gro_stats *stats, char *text, size_t room);

/* Compare words; says both when they differ. */
bool gro_same(const char *what, const char *got, const char *want);

/* One register of suites; EAL on ordinary memory, the pool. Exit status. */
int gro_main(CU_SuiteInfo *suites);

/* Of a header: words in network order. */
static inline uint32_t
gro_get16(const uint8_t *at)
{
	return (uint32_t)at[0] << 8 | at[1];
}

#endif /* GRO_CHECK_H */
