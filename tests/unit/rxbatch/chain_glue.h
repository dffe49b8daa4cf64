/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CHAIN_GLUE_H
#define CHAIN_GLUE_H

/*
 * Aggregates made by hand, as rxb_chain.h says that the merge makes them: undo and split
 * are tested without it. The numbers are typed here once more.
 */

#include "cunit_run.h"

#include <rte_mbuf.h>

#include "pkt_build.h"

/* More than an aggregate of 65535 bytes in payloads of 100 has. */
#define GLUE_MAX	700u

extern struct rte_mempool *glue_pool;
/* RXB_GRO_DYNFLAG's. */
extern uint64_t glue_flag;

/* m[0..n), made from list[0..n), become one aggregate: m[0]. */
struct rte_mbuf *glue(struct rte_mbuf **m, const struct pkt *list, unsigned int n);

/* The same with mbufs that it makes. */
struct rte_mbuf *glue_train(struct rte_mbuf **m, const struct pkt *list, unsigned int n);

/* A train of n whose last packet has last bytes of payload and these flags more. */
void glue_list(struct pkt *list, unsigned int n, const struct pkt *first, uint32_t last,
	       uint16_t flags);

/* A packet's bytes are those of p, its own mbuf members what one packet's are. */
void glue_check_packet(struct rte_mbuf *m, const struct pkt *p);

/* All mbufs and bytes of a chain, and whether they still are the same. */
struct glue_copy;
struct glue_copy *glue_copy(struct rte_mbuf *m);
bool glue_copy_same(const struct glue_copy *copy);
void glue_copy_free(struct glue_copy *copy);

/* One register of suites; EAL on ordinary memory, the pool, the flag. Exit status. */
int glue_main(CU_SuiteInfo *suites);

#endif /* CHAIN_GLUE_H */
