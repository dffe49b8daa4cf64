/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_JOIN_H
#define RXB_JOIN_H

/*
 * An aggregate's life: a packet opens it, others are appended, the seal ends it.
 */

#include "rxb_chain.h"
#include "rxb_same.h"
#include "rxb_seal.h"

/* Continuation segments carry no marks of a former life (rxb_chain.h). Returns the last. */
static inline struct rte_mbuf *
rxb_clear_chain(struct rte_mbuf *m)
{
	while (m->next != NULL) {
		m = m->next;
		m->tx_offload = 0;
	}
	return m;
}

/* Payload that finds place behind headers like these: by size, and by the number of packets,
 * all of which but the last are seg_len long. */
static inline uint32_t
rxb_capacity(const struct rxb_gro *gro, uint32_t shape, uint32_t seg_len)
{
	uint32_t ip = rxb_l3_len(shape) + rxb_l4_len(shape);
	uint32_t size = RTE_MIN(gro->max_len - rxb_l2_len(shape), (uint32_t)UINT16_MAX) - ip;
	uint32_t packets = rxb_is_tcp(shape) ? gro->max_segs : gro->max_datagrams;

	return RTE_MIN(size, packets * seg_len);
}

static __rte_always_inline void
rxb_begin_shape(const struct rxb_gro *gro, struct rxb_agg *agg, const struct rxb_look *lk,
		uint32_t shape)
{
	const uint8_t *ip = lk->hdr + rxb_l2_len(shape);

	agg->head = lk->m;
	agg->tail = lk->m;
	agg->hdr = lk->hdr;
	agg->shape = shape;
	agg->room = rxb_capacity(gro, shape, lk->payload) - lk->payload;
	agg->seg_len = lk->payload;
	agg->packets = 1;
	agg->bits = lk->bits;
	agg->id_step = 1;
	agg->next_id = rxb_is_ip4(shape) ? rxb_be16(ip + 4) + 1 : 0;
	agg->next_seq = rxb_is_tcp(shape) ?
			rxb_be32(ip + rxb_l3_len(shape) + 4) + lk->payload : 0;
	agg->usual_len = 0;
	if (rxb_is_plain(shape) && rxb_header_len(shape) <= RXB_USUAL_MAX && lk->bits == 0)
		agg->usual_len = rxb_header_len(shape) + lk->payload;
}

static __rte_always_inline void
rxb_begin(const struct rxb_gro *gro, struct rxb_agg *agg, const struct rxb_look *lk)
{
	if (likely(rxb_is_plain(lk->shape)))
		rxb_begin_shape(gro, agg, lk, RXB_PLAIN(rxb_l4_len(lk->shape)));
	else
		rxb_begin_shape(gro, agg, lk, lk->shape);
	if (unlikely((lk->bits & RXB_BIT_CHAIN) != 0))
		agg->tail = rxb_clear_chain(lk->m);
	if (unlikely((lk->bits & RXB_BIT_IP_GOOD) != 0))
		lk->m->ol_flags |= RTE_MBUF_F_RX_IP_CKSUM_GOOD;
}

/* tx_offload of a later packet. A shape's lengths already stand in their places where
 * bit-fields begin at the lowest bit. */
static __rte_always_inline uint64_t
rxb_chain_marks(uint32_t shape, uint16_t head_sum)
{
	uint64_t marks = rte_mbuf_tx_offload(0, 0, 0, head_sum, RXB_CHAIN_L3, RXB_CHAIN_L2, 0);

	if (RTE_MBUF_L2_LEN_OFS == 0)
		return marks | (shape & RXB_SHAPE(0x7f, 0x1ff, 0xff, 0));
	return marks | rte_mbuf_tx_offload(rxb_l2_len(shape), rxb_l3_len(shape),
					   rxb_l4_len(shape), 0, 0, 0, 0);
}

static __rte_always_inline void
rxb_link_packet(struct rxb_agg *agg, struct rte_mbuf *m, uint32_t hdr_len, uint32_t payload,
		uint16_t head_sum)
{
	m->data_off += hdr_len;
	m->data_len -= hdr_len;
	m->pkt_len = payload;
	m->tx_offload = rxb_chain_marks(agg->shape, head_sum);
	agg->tail->next = m;
	agg->tail = m;
	agg->packets++;
	agg->room -= payload;
}

/* The usual case of a plain packet: one more of the same size, with no flags of its own,
 * and room for another. False: it may be something else. */
static __rte_always_inline bool
rxb_join_usual(const struct rxb_gro *gro, struct rxb_agg *agg, struct rte_mbuf *m)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);
	uint32_t seg_len = agg->seg_len, hdr_len = agg->usual_len - seg_len;
	uint16_t head_sum = 0;

	if (unlikely(m->data_len != agg->usual_len || agg->room < seg_len + gro->min_payload))
		return false;
	if (unlikely(!rxb_same_usual(gro, agg, m, p, hdr_len)))
		return false;
	if (unlikely(agg->packets == 1))
		head_sum = rxb_load16(agg->hdr + 50);
	rxb_link_packet(agg, m, hdr_len, seg_len, head_sum);
	agg->next_id += agg->id_step;
	agg->next_seq += seg_len;
	return true;
}

/* Any case. RXB_FITS: appended. Else the reason why not; a candidate whose checksum is
 * wrong is none any more. */
unsigned int rxb_join_any(struct rxb_gro *gro, struct rxb_agg *agg, struct rxb_look *lk);

/* Nothing can follow the packet that was appended. */
static inline bool
rxb_is_complete(const struct rxb_gro *gro, const struct rxb_agg *agg, const struct rxb_look *lk)
{
	return (lk->bits & RXB_BITS_LAST) != 0 || lk->payload < agg->seg_len ||
	       agg->room < gro->min_payload;
}

#endif /* RXB_JOIN_H */
