/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "prop_check.h"
#include "prop_mem.h"

static void
nothing_to_free(void *addr __rte_unused, void *opaque __rte_unused)
{
}

static struct rte_mbuf_ext_shared_info shared = { .free_cb = nothing_to_free };

/* Not the whole of what attaching does: the flag and the counts are all that a reader
 * has to go by. */
static void
set_own(struct rte_mbuf *seg, enum prop_own own)
{
	switch (own) {
	case OWN_MINE:
		break;
	case OWN_REFERENCED:
		rte_mbuf_refcnt_set(seg, 2);
		break;
	case OWN_INDIRECT:
		seg->ol_flags |= RTE_MBUF_F_INDIRECT;
		break;
	case OWN_EXTERNAL:
		rte_mbuf_ext_refcnt_set(&shared, 1000);
		seg->shinfo = &shared;
		seg->ol_flags |= RTE_MBUF_F_EXTERNAL;
		break;
	}
}

/* What an mbuf may remember of its time in an aggregate (rxb_chain.h): drivers that take
 * mbufs without resetting them leave it there. A packet that says LRO of itself is
 * another's aggregate, and in order. */
static void
set_stale(const struct prop_pkt *p, struct rte_mbuf *seg)
{
	seg->tx_offload = 0;
	if (p->ol_flags & RTE_MBUF_F_RX_LRO)
		return;
	seg->l2_len = 18;
	seg->l3_len = 20;
	seg->l4_len = 32;
	seg->tso_segsz = 0x1234;
	seg->outer_l2_len = 0x52;
	seg->outer_l3_len = 0x1b7;
}

struct rte_mbuf *
prop_mbuf_make(struct prop_pkt *p)
{
	struct rte_mbuf *head = NULL, *last = NULL, *seg;
	uint32_t at = 0;
	uint8_t i;

	for (i = 0; i < p->nb_segs; i++) {
		seg = prop_mem_get(i == 0 ? p->headroom : 0, p->seg_len[i], p->roomy);
		seg->data_len = p->seg_len[i];
		if (p->seg_len[i] != 0)
			memcpy(rte_pktmbuf_mtod(seg, void *), p->bytes + at, p->seg_len[i]);
		at += p->seg_len[i];
		prop_priv(seg)->pkt = i == 0 ? p : NULL;
		set_stale(p, seg);
		if (i == p->own_seg)
			set_own(seg, p->own);
		if (last != NULL)
			last->next = seg;
		else
			head = seg;
		last = seg;
	}
	head->nb_segs = p->nb_segs;
	head->pkt_len = p->len;
	head->ol_flags |= p->ol_flags;
	head->packet_type = p->packet_type;
	head->hash.rss = p->rss;
	head->hash.fdir.hi = p->mark;
	head->vlan_tci = p->vlan_tci;
	head->vlan_tci_outer = p->vlan_tci_outer;
	head->port = p->port;
	p->m = head;
	return head;
}

void
prop_mbuf_free(struct prop_pkt *p)
{
	struct rte_mbuf *seg = p->m, *next;

	for (; seg != NULL; seg = next) {
		next = seg->next;
		seg->next = NULL;
		seg->nb_segs = 1;
		seg->ol_flags = 0;
		seg->tx_offload = 0;
		rte_mbuf_refcnt_set(seg, 1);
		prop_mem_put(seg);
	}
	p->m = NULL;
}
