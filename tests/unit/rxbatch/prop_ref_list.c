/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "prop_ref.h"

/* All that a router looks at is the same. */
static bool
same_for_router(const struct prop_pkt *a, const struct prop_pkt *b)
{
	const uint8_t *one, *two;
	struct prop_view va, vb;

	prop_view(a->bytes, a->len, &va);
	prop_view(b->bytes, b->len, &vb);
	if (a->flow != b->flow || va.l3 != vb.l3 || memcmp(a->bytes, b->bytes, va.l3) != 0 ||
	    !ref_same_vlan(a, b))
		return false;
	one = a->bytes + va.l3;
	two = b->bytes + vb.l3;
	if (va.version == 4)
		return one[1] == two[1] && one[8] == two[8];
	return ((get16(one) ^ get16(two)) & 0x0ff0) == 0 && one[7] == two[7];
}

/* It can be in a group; *sure: it must. */
static bool
groupable(const struct rxb_gro_conf *conf, const struct prop_pkt *p, bool *sure)
{
	struct prop_view v;

	prop_view(p->bytes, p->len, &v);
	*sure = v.why == 0 && ref_type_wanted(conf, &v) && !v.unsure &&
		(p->nb_segs == 1 || p->seg_len[0] > v.payload);
	return p->flow != 0 && !p->hidden && ref_type_wanted(conf, &v);
}

/* Nothing between the two in the burst that parts them for order's sake; *sure: nor might. */
static bool
none_between(const struct prop_pkt *a, const struct prop_pkt *b, bool *sure)
{
	const struct prop_pkt *p;
	struct prop_view v;

	for (p = a + 1; p < b; p++) {
		if (p->pair != a->pair)
			continue;
		if (p->hidden && p->proto == a->proto)
			return false;
		prop_view(p->bytes, p->len, &v);
		if (p->hidden || v.odd)
			*sure = false;
	}
	return true;
}

/* Members of a group are the same for a router, and can be in one. */
static void
check_group(const struct prop_case *c, struct prop_pkt **pkts, uint16_t len)
{
	uint16_t i;
	bool sure;

	for (i = 0; i < len && len > 1; i++) {
		PROP_CHECK(groupable(&c->conf, pkts[i], &sure),
			   "packet %u is no candidate and in a group of %u", pkts[i]->nr, len);
		PROP_CHECK(same_for_router(pkts[0], pkts[i]),
			   "packets %u and %u of a group differ", pkts[0]->nr, pkts[i]->nr);
		/* For check_maximal(). */
		pkts[i]->head = pkts[0];
	}
	if (len > 1)
		pkts[0]->head = pkts[0];
}

/* The group of p goes on with the next of its flow, if it can. */
static void
check_maximal(const struct prop_case *c, const struct prop_op *op, const struct prop_pkt *p)
{
	uint32_t limit = c->conf.max_segs == 0 ? 128 : c->conf.max_segs, size = 0;
	const struct prop_pkt *end = op->pkts + op->nb_pkts, *q, *s;
	bool sure_p, sure_q, sure = true;
	struct prop_view vp, vq;

	if (!groupable(&c->conf, p, &sure_p))
		return;
	for (q = p + 1; q < end && q->flow != p->flow; q++)
		;
	if (q == end || !groupable(&c->conf, q, &sure_q) || !same_for_router(p, q) ||
	    !none_between(p, q, &sure) || !ref_same_marks(p, q))
		return;
	for (s = op->pkts; s <= p; s++)
		size += s->head == p->head;
	/* DF, flow label and extension headers are not a group's matter, but may part it. */
	prop_view(p->bytes, p->len, &vp);
	prop_view(q->bytes, q->len, &vq);
	if (vp.version == 4 && ((p->bytes[vp.l3 + 6] ^ q->bytes[vq.l3 + 6]) & 0x40))
		sure = false;
	sure &= vp.version == 4 || (get32(p->bytes + vp.l3) == get32(q->bytes + vq.l3) &&
				    p->bytes[vp.l3 + 6] == q->bytes[vq.l3 + 6] &&
				    vp.l4 - vp.l3 == vq.l4 - vq.l3 &&
				    memcmp(p->bytes + vp.l3 + 40, q->bytes + vq.l3 + 40,
					   vp.l4 - vp.l3 - 40) == 0);
	/* Groups may end every 64 packets. */
	sure &= (p - op->pkts) / 64 == (q - op->pkts) / 64;
	if (sure && sure_p && sure_q && size < limit && op->table == 0)
		PROP_CHECK(p->head == q->head, "packets %u and %u are not in one group, and "
			   "nothing forbids it", p->nr, q->nr);
}

void
prop_ref_list(const struct prop_case *c, struct prop_op *op, struct prop_pkt **out,
	      const uint16_t *lens, uint16_t nb_groups)
{
	uint32_t at = 0;
	uint16_t i;

	for (i = 0; i < nb_groups; i++) {
		if (lens[i] == 0 || at + lens[i] > op->nb_pkts) {
			prop_fail("group %u has %u packets, after %u of %u", i, lens[i], at,
				  op->nb_pkts);
			return;
		}
		check_group(c, out + at, lens[i]);
		at += lens[i];
	}
	PROP_CHECK(at == op->nb_pkts, "groups of %u packets, not %u", at, op->nb_pkts);
	for (i = 0; i < op->nb_pkts; i++)
		check_maximal(c, op, &op->pkts[i]);
}
