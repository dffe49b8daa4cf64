/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_SEAL_H
#define RXB_SEAL_H

/*
 * A chain becomes an aggregate: the header of its first packet, the only one that is ever
 * written, tells the whole length.
 */

#include "rxb_look.h"
#include "rxb_sum.h"

static inline void
rxb_store_be16(uint8_t *p, uint16_t v)
{
	v = rte_cpu_to_be_16(v);
	memcpy(p, &v, sizeof(v));
}

/* RFC 1624: what one word's change does to the checksum. */
static inline void
rxb_seal_ip4(uint8_t *ip, uint16_t len)
{
	uint16_t was = rxb_load16(ip + 2), is = rte_cpu_to_be_16(len);
	uint16_t sum = ~rxb_load16(ip + 10);

	sum = ~rxb_sum_fold((uint64_t)sum + (uint16_t)~was + is);
	memcpy(ip + 2, &is, sizeof(is));
	memcpy(ip + 10, &sum, sizeof(sum));
}

static inline void
rxb_seal_header(const struct rxb_agg *agg, uint8_t *hdr, uint32_t payload)
{
	uint32_t l3_len = rxb_l3_len(agg->shape), l4_len = rxb_l4_len(agg->shape);
	uint8_t *ip = hdr + rxb_l2_len(agg->shape), *l4 = ip + l3_len;

	if (rxb_is_ip4(agg->shape))
		rxb_seal_ip4(ip, l3_len + l4_len + payload);
	else
		rxb_store_be16(ip + 4, l3_len - 40 + l4_len + payload);
	if (rxb_is_tcp(agg->shape))
		l4[13] |= agg->bits & RXB_BITS_LAST;
	else
		rxb_store_be16(l4 + 4, l4_len + payload);
}

static inline void
rxb_seal_marks(const struct rxb_agg *agg, struct rte_mbuf *m, uint32_t payload)
{
	uint64_t ol = m->ol_flags & ~RTE_MBUF_F_RX_L4_CKSUM_MASK;

	ol |= RTE_MBUF_F_RX_L4_CKSUM_NONE | rxb_gro_flag;
	if (rxb_is_tcp(agg->shape))
		ol |= RTE_MBUF_F_RX_LRO;
	if (rxb_is_ip4(agg->shape))
		ol |= RTE_MBUF_F_RX_IP_CKSUM_GOOD;
	m->ol_flags = ol;
	m->pkt_len = rxb_header_len(agg->shape) + payload;
	m->nb_segs += agg->packets - 1;
	m->tx_offload = rte_mbuf_tx_offload(rxb_l2_len(agg->shape), rxb_l3_len(agg->shape),
					    rxb_l4_len(agg->shape), agg->seg_len, 0, 0, 0);
}

/* payload: of all its packets. */
static inline void
rxb_seal(const struct rxb_agg *agg, uint32_t payload)
{
	rxb_seal_header(agg, rte_pktmbuf_mtod(agg->head, uint8_t *), payload);
	rxb_seal_marks(agg, agg->head, payload);
}

#endif /* RXB_SEAL_H */
