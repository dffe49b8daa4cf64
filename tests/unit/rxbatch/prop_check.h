/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROP_CHECK_H
#define PROP_CHECK_H

#include "prop_case.h"

/* The mbufs of a packet, made and taken apart. */
struct rte_mbuf *prop_mbuf_make(struct prop_pkt *p);
void prop_mbuf_free(struct prop_pkt *p);

/* m is p as it came, but for checksum flags that the context may have settled. */
void prop_check_whole(const struct rxb_gro_conf *conf, const struct prop_pkt *p,
		     const struct rte_mbuf *m);
/* m is the aggregate of these n packets. */
void prop_check_aggregate(const struct rte_mbuf *m, struct prop_pkt *const *pkts, uint16_t n);
/* Take it apart and check what comes. */
void prop_check_undo(const struct rxb_gro_conf *conf, struct rte_mbuf *m,
		    struct prop_pkt *const *pkts, uint16_t n);
void prop_check_split(struct rte_mbuf *m, struct prop_pkt *const *pkts, uint16_t n,
		     uint32_t edits);

#endif /* PROP_CHECK_H */
