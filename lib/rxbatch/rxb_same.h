/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_SAME_H
#define RXB_SAME_H

/*
 * May a packet be appended to its flow's aggregate? What must be equal is compared in one
 * sweep over both headers; only when it is not, somebody asks what it was.
 */

#include "rxb_look.h"

/* Reads mbufs and masks whatever their members are. */
typedef uint64_t rxb_vec __attribute__((vector_size(16), may_alias));

/* What must be equal: two tags' room, IPv4 or IPv6, TCP with all options or UDP. A packet
 * with fewer tags starts that much later. Not compared: IP length, identification and
 * checksum, TCP sequence, FIN, PSH, CWR and checksum, UDP length and checksum. */
#define RXB_MASK_L2	22u
extern const uint8_t rxb_masks[4][RXB_MASK_L2 + 40 + 60];

/* Of plain packets with headers up to so many bytes, and no FIN, PSH or CWR. */
#define RXB_USUAL_MAX	80u
extern const uint8_t rxb_mask_usual[RXB_USUAL_MAX] __rte_aligned(16);

static inline const uint8_t *
rxb_mask(uint32_t shape)
{
	return rxb_masks[__builtin_ctz(rxb_type(shape))] + RXB_MASK_L2 - rxb_l2_len(shape);
}

static inline rxb_vec
rxb_load_vec(const uint8_t *p)
{
	rxb_vec v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline rxb_vec
rxb_differ_at(const uint8_t *a, const uint8_t *b, const uint8_t *mask, uint32_t i)
{
	return (rxb_load_vec(a + i) ^ rxb_load_vec(b + i)) & rxb_load_vec(mask + i);
}

/* len >= 16; the last step goes over some bytes a second time. */
static __rte_always_inline rxb_vec
rxb_differ(const uint8_t *a, const uint8_t *b, const uint8_t *mask, uint32_t len)
{
	rxb_vec d = rxb_differ_at(a, b, mask, len - 16);
	uint32_t i;

	for (i = 0; i < len - 16; i += 16)
		d |= rxb_differ_at(a, b, mask, i);
	return d;
}

/* IPv6 with extension headers between. */
static inline rxb_vec
rxb_differ_long(const uint8_t *a, const uint8_t *b, uint32_t shape)
{
	const uint8_t *mask = rxb_mask(shape);
	uint32_t ext = rxb_l2_len(shape) + 40, l4 = rxb_l2_len(shape) + rxb_l3_len(shape);
	rxb_vec d = rxb_differ(a, b, mask, ext);

	d[0] |= memcmp(a + ext, b + ext, l4 - ext) != 0;
	if (!rxb_is_tcp(shape))
		d[0] |= rxb_load32(a + l4) ^ rxb_load32(b + l4);
	else
		d |= rxb_differ(a + l4, b + l4, mask + ext, rxb_l4_len(shape));
	return d;
}

static __rte_always_inline rxb_vec
rxb_headers_differ(const uint8_t *a, const uint8_t *b, uint32_t shape)
{
	if (unlikely(rxb_l3_len(shape) > 40))
		return rxb_differ_long(a, b, shape);
	return rxb_differ(a, b, rxb_mask(shape), rxb_header_len(shape));
}

/* Marks of two first mbufs; those that are not valid may make a difference here that
 * rxb_why_not() does not find. */
static __rte_always_inline rxb_vec
rxb_marks_differ(const struct rxb_gro *gro, const struct rte_mbuf *a, const struct rte_mbuf *b)
{
	const rxb_vec *va = (const rxb_vec *)RTE_PTR_ADD(a, RXB_MARKS_AT);
	const rxb_vec *vb = (const rxb_vec *)RTE_PTR_ADD(b, RXB_MARKS_AT);
	const rxb_vec *mask = (const rxb_vec *)gro->marks;

	return ((va[0] ^ vb[0]) & mask[0]) | ((va[1] ^ vb[1]) & mask[1]) |
	       ((va[2] ^ vb[2]) & mask[2]);
}

/* The quick answer: a yes is one, a no is a question to rxb_why_not(). Their shape is the
 * same; size and bits are not looked at. */
static inline bool
rxb_same(const struct rxb_gro *gro, const struct rxb_agg *agg, const struct rxb_look *lk)
{
	uint32_t shape = lk->shape;
	const uint8_t *ip = lk->hdr + rxb_l2_len(shape);
	rxb_vec d = rxb_marks_differ(gro, agg->head, lk->m) |
		    rxb_headers_differ(agg->hdr, lk->hdr, shape);
	uint32_t no = 0;

	if (rxb_is_tcp(shape))
		no |= agg->next_seq ^ rxb_be32(ip + rxb_l3_len(shape) + 4);
	if (rxb_is_ip4(shape))
		no |= agg->next_id ^ rxb_be16(ip + 4);
	return (d[0] | d[1] | no) == 0;
}

/* The same for a plain packet, p, after a plain one without CWR: 54 to 80 bytes of header,
 * which five steps cover. */
static __rte_always_inline bool
rxb_same_usual(const struct rxb_gro *gro, const struct rxb_agg *agg, const struct rte_mbuf *m,
	       const uint8_t *p, uint32_t hdr_len)
{
	const rxb_vec *mask = (const rxb_vec *)rxb_mask_usual;
	const uint8_t *a = agg->hdr;
	rxb_vec d = rxb_marks_differ(gro, agg->head, m);

	d |= (rxb_load_vec(a) ^ rxb_load_vec(p)) & mask[0];
	d |= (rxb_load_vec(a + 16) ^ rxb_load_vec(p + 16)) & mask[1];
	d |= (rxb_load_vec(a + 32) ^ rxb_load_vec(p + 32)) & mask[2];
	d |= rxb_differ_at(a, p, rxb_mask_usual, hdr_len - 32);
	d |= rxb_differ_at(a, p, rxb_mask_usual, hdr_len - 16);
	d[0] |= agg->next_seq ^ rxb_be32(p + 38);
	d[0] |= agg->next_id ^ rxb_be16(p + 18);
	return likely((d[0] | d[1]) == 0);
}

/* What rxb_why_not() answers beside a reason. */
#define RXB_FITS	((unsigned int)RXB_GRO_WHY_MAX)
#define RXB_OTHER	((unsigned int)RXB_GRO_WHY_MAX + 1)	/* flow */

unsigned int rxb_why_not(const struct rxb_agg *agg, const struct rxb_look *lk);

#endif /* RXB_SAME_H */
