/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_OUT_H
#define RXB_OUT_H

/*
 * Packets on their way to the caller. What finds no room goes to a ring, and leaves before
 * all others. The ring cannot overflow: when it has packets at the end of a call, the call
 * gave back as many as it took; so all that is held is max_flows at most between calls,
 * and a slice more within one.
 */

#include "rxb_gro.h"

struct rxb_out {
	struct rte_mbuf **pkts;
	uint32_t n;
	uint32_t limit;		/* room in pkts; may grow */
};

/* Made from so many packets. */
static inline void
rxb_out_put(struct rxb_gro *gro, struct rxb_out *out, struct rte_mbuf *m, uint16_t packets)
{
	out->pkts[out->n++] = m;
	if (packets > 1) {
		gro->stats.aggregates++;
		gro->stats.merged += packets;
	}
}

static inline void
rxb_ready_push(struct rxb_gro *gro, struct rte_mbuf *m, uint16_t packets)
{
	uint32_t at = gro->ready_first + gro->nb_ready;

	if (at >= gro->ready_size)
		at -= gro->ready_size;
	gro->ready[at] = m;
	gro->ready_packets[at] = packets;
	gro->nb_ready++;
}

static inline void
rxb_ready_drain(struct rxb_gro *gro, struct rxb_out *out)
{
	while (gro->nb_ready != 0 && out->n < out->limit) {
		uint32_t at = gro->ready_first;

		rxb_out_put(gro, out, gro->ready[at], gro->ready_packets[at]);
		gro->nb_ready--;
		gro->ready_first = at + 1 < gro->ready_size ? at + 1 : 0;
	}
}

static inline void
rxb_give(struct rxb_gro *gro, struct rxb_out *out, struct rte_mbuf *m, uint16_t packets)
{
	if (likely(gro->nb_ready == 0 && out->n < out->limit))
		rxb_out_put(gro, out, m, packets);
	else
		rxb_ready_push(gro, m, packets);
}

#endif /* RXB_OUT_H */
