/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROP_REF_H
#define PROP_REF_H

#include "prop_case.h"
#include "prop_view.h"

/* The rules that say what merges, as plain as they can be written. */

/* An aggregate as far as it has come. */
struct ref_agg {
	struct prop_pkt *first;
	struct prop_view v;	/* of the first */
	uint32_t count;
	uint32_t len;		/* of the whole, from the first Ethernet byte */
	uint32_t seq;		/* next */
	uint16_t id_step;	/* 0 or 1, once a second packet has come */
};

/* What keeps p out of every aggregate, WHY() bits. *bad: its checksum is wrong, which a
 * context that verifies may not have noticed. */
uint64_t ref_faults(const struct rxb_gro_conf *conf, const struct prop_pkt *p,
		    const struct prop_view *v, bool *bad);
/* What keeps p out of this one; 0: it goes on. */
uint64_t ref_differs(const struct rxb_gro_conf *conf, const struct ref_agg *a,
		     const struct prop_pkt *p, const struct prop_view *v);
void ref_open(struct ref_agg *a, struct prop_pkt *p, const struct prop_view *v);
void ref_append(struct ref_agg *a, const struct prop_pkt *p, const struct prop_view *v);
/* p, in an aggregate of payloads of S bytes, is its last. */
bool ref_is_last(const struct ref_agg *a, const struct prop_pkt *p, const struct prop_view *v);
/* No other packet has a place in it: FULL, COUNT. */
uint64_t ref_is_full(const struct rxb_gro_conf *conf, const struct ref_agg *a);
bool ref_type_wanted(const struct rxb_gro_conf *conf, const struct prop_view *v);
/* VLAN marks of the mbufs agree; ... all others but those of checksums do. */
bool ref_same_vlan(const struct prop_pkt *a, const struct prop_pkt *b);
bool ref_same_marks(const struct prop_pkt *a, const struct prop_pkt *b);

#endif /* PROP_REF_H */
