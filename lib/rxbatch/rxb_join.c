/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rxb_join.h"
#include "rxb_verify.h"

/* Two packets that nobody verified would fit. RXB_FITS: both are good. */
static unsigned int
verify_both(struct rxb_gro *gro, struct rxb_agg *agg, struct rxb_look *lk)
{
	if ((agg->bits & RXB_BIT_UNKNOWN) != 0) {
		agg->bits &= ~RXB_BIT_UNKNOWN;
		gro->stats.verified++;
		if (!rxb_verify(agg->head, agg->hdr, agg->shape, agg->seg_len))
			return RXB_GRO_WHY_L4_CSUM;
	}
	if ((lk->bits & RXB_BIT_UNKNOWN) != 0) {
		lk->bits &= ~RXB_BIT_UNKNOWN;
		gro->stats.verified++;
		if (!rxb_verify(lk->m, lk->hdr, lk->shape, lk->payload)) {
			lk->kind = RXB_KIND_FLOW;
			return RXB_GRO_WHY_L4_CSUM;
		}
	}
	return RXB_FITS;
}

static bool
fits(const struct rxb_gro *gro, const struct rxb_agg *agg, const struct rxb_look *lk)
{
	if (agg->shape != lk->shape || lk->payload > agg->seg_len || lk->payload > agg->room ||
	    (lk->bits & (RXB_BIT_CWR | RXB_BIT_CHAIN)) != 0)
		return false;
	return rxb_same(gro, agg, lk);
}

/* The second packet tells whether IPv4 identifications count, and keeps the head's TCP or
 * UDP checksum, which this returns. */
static uint16_t
second(struct rxb_agg *agg, const struct rxb_look *lk)
{
	uint32_t l2_len = rxb_l2_len(agg->shape);
	const uint8_t *ip = agg->hdr + l2_len;

	if (rxb_is_ip4(agg->shape))
		agg->id_step = rxb_load16(ip + 4) != rxb_load16(lk->hdr + l2_len + 4);
	return rxb_load16(ip + rxb_l3_len(agg->shape) + (rxb_is_tcp(agg->shape) ? 16 : 6));
}

static void
append(struct rxb_agg *agg, const struct rxb_look *lk)
{
	uint32_t shape = lk->shape;
	uint16_t head_sum = agg->packets == 1 ? second(agg, lk) : 0;

	rxb_link_packet(agg, lk->m, rxb_header_len(shape), lk->payload, head_sum);
	agg->bits = (agg->bits & RXB_BIT_CWR) | (lk->bits & RXB_BITS_LAST);
	if (rxb_is_ip4(shape))
		agg->next_id = rxb_be16(lk->hdr + rxb_l2_len(shape) + 4) + agg->id_step;
	if (rxb_is_tcp(shape))
		agg->next_seq += lk->payload;
	if ((lk->bits & RXB_BIT_CHAIN) != 0) {
		agg->tail = rxb_clear_chain(lk->m);
		agg->head->nb_segs += lk->m->nb_segs - 1;
	}
	if ((lk->bits & RXB_BIT_IP_GOOD) != 0)
		lk->m->ol_flags |= RTE_MBUF_F_RX_IP_CKSUM_GOOD;
}

unsigned int
rxb_join_any(struct rxb_gro *gro, struct rxb_agg *agg, struct rxb_look *lk)
{
	unsigned int why = fits(gro, agg, lk) ? RXB_FITS : rxb_why_not(agg, lk);

	if (likely(why == RXB_FITS) && unlikely(((agg->bits | lk->bits) & RXB_BIT_UNKNOWN) != 0))
		why = verify_both(gro, agg, lk);
	if (likely(why == RXB_FITS))
		append(agg, lk);
	return why;
}
