/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "rxb_sum.h"
#include "rxb_walk.h"
#include "rxb_gro.h"

bool
rxb_gro_is_aggregate(const struct rte_mbuf *m)
{
	return rxb_gro_packets(m) > 1;
}

uint16_t
rxb_gro_packets(const struct rte_mbuf *m)
{
	struct rxb_walk w;

	/* The walk writes nothing. */
	return rxb_walk((struct rte_mbuf *)(uintptr_t)m, NULL, 0, &w) == 0 ? w.nb_pkts : 1;
}

/* The chain is whole; is the head's header the one that the merge left? */
static bool
head_is_untouched(const struct rte_mbuf *agg, const struct rxb_walk *w)
{
	const uint8_t *ip = rte_pktmbuf_mtod_offset(agg, const uint8_t *, agg->l2_len);

	return agg->l2_len == w->l2_len && agg->l3_len == w->l3_len &&
	       agg->l4_len == w->l4_len && w->head_hdr == w->l2_len + w->l3_len + w->l4_len &&
	       rxb_walk_ip_len_is(ip, agg->pkt_len - agg->l2_len);
}

/* The field's two bytes as they lie in memory, and what the checksum says of the rest
 * (RFC 1624, equation 3). */
static inline void
write_ip_len(uint8_t *ip, uint16_t len)
{
	struct rte_ipv4_hdr *v4 = (struct rte_ipv4_hdr *)ip;
	struct rte_ipv6_hdr *v6 = (struct rte_ipv6_hdr *)ip;
	rte_be16_t be = rte_cpu_to_be_16(len);

	if ((ip[0] >> 4) == 6) {
		v6->payload_len = rte_cpu_to_be_16(len - sizeof(*v6));
		return;
	}
	v4->hdr_checksum = ~rxb_sum_fold((uint64_t)(uint16_t)~v4->hdr_checksum +
					 (uint16_t)~v4->total_length + be);
	v4->total_length = be;
}

/* Header and marks of the first packet as they were. */
static void
restore_head(struct rte_mbuf *head, const struct rxb_walk *w)
{
	uint8_t *ip = rte_pktmbuf_mtod_offset(head, uint8_t *, w->l2_len);
	uint8_t *l4 = ip + w->l3_len;

	write_ip_len(ip, w->l3_len + w->l4_len + w->size);
	if (w->udp)
		((struct rte_udp_hdr *)l4)->dgram_len = rte_cpu_to_be_16(w->l4_len + w->size);
	else
		((struct rte_tcp_hdr *)l4)->tcp_flags &= ~RXB_WALK_LAST_FLAGS;
	head->ol_flags &= ~(w->flag | RXB_WALK_TX_FLAGS | RTE_MBUF_F_RX_L4_CKSUM_MASK);
	head->ol_flags |= RTE_MBUF_F_RX_L4_CKSUM_GOOD;
	head->pkt_len = w->head_hdr + w->size;
}

int
rxb_gro_undo(struct rte_mbuf *agg, struct rte_mbuf **pkts, uint16_t room)
{
	struct rxb_walk w;
	uint16_t hdr, i;

	if (rxb_walk(agg, pkts, room, &w) < 0 || !head_is_untouched(agg, &w))
		return -EINVAL;
	if (w.nb_pkts > room)
		return -ENOSPC;
	hdr = w.head_hdr;
	restore_head(agg, &w);
	rxb_walk_cut(agg, pkts[1]);
	for (i = 1; i < w.nb_pkts - 1; i++) {
		rte_prefetch0(pkts[i + 1]);
		rxb_walk_cut_later(pkts[i], pkts[i + 1], hdr);
	}
	rxb_walk_cut_later(pkts[i], NULL, hdr);
	return w.nb_pkts;
}
