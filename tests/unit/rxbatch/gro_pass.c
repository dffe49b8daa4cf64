/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gro_pass.h"

static void *
room_for(size_t n, size_t size)
{
	void *p = calloc(n != 0 ? n : 1, size);

	if (p == NULL)
		abort();
	return p;
}

static void
save(struct gro_saved *s, const struct pkt *p, uint8_t *buf)
{
	struct rte_mbuf *seg;
	uint16_t i = 0;

	s->p = p;
	s->len = pkt_bytes(p, buf);
	s->hdr_len = s->len + p->cut - p->trailer - p->len;
	s->bytes = room_for(s->len, 1);
	memcpy(s->bytes, buf, s->len);
	s->m = pkt_mbuf_of(p, gro_pool, s->bytes, s->len);
	s->nb_segs = s->m->nb_segs;
	s->ol_flags = s->m->ol_flags;
	s->segs = room_for(s->nb_segs, sizeof(*s->segs));
	for (seg = s->m; seg != NULL; seg = seg->next, i++) {
		s->segs[i].m = seg;
		s->segs[i].buf = seg->buf_addr;
		s->segs[i].data_off = seg->data_off;
		s->segs[i].data_len = seg->data_len;
	}
}

static void
link_flows(struct gro_pass *pass)
{
	struct gro_saved *s, **last;
	unsigned int flows = 0, i;

	for (i = 0; i < pass->nb_in; i++)
		flows = RTE_MAX(flows, pass->in[i].p->flow + 1);
	last = room_for(flows, sizeof(*last));
	for (i = 0; i < pass->nb_in; i++) {
		s = &pass->in[i];
		s->before = last[s->p->flow];
		if (s->before != NULL)
			s->before->after = s;
		last[s->p->flow] = s;
	}
	free(last);
}

static int
compare_mbufs(const void *a, const void *b)
{
	const struct gro_saved *const *x = a, *const *y = b;

	return (*x)->m < (*y)->m ? -1 : (*x)->m > (*y)->m;
}

void
gro_pass_make(struct gro_pass *pass, const struct rxb_gro_conf *conf, const struct pkt *pkts,
	      unsigned int n)
{
	uint8_t *buf = room_for(1, PKT_LEN_MAX);
	unsigned int i;

	pass->conf = conf;
	pass->pool_before = rte_mempool_avail_count(gro_pool);
	pass->in = room_for(n, sizeof(*pass->in));
	pass->out = room_for(n, sizeof(*pass->out));
	pass->nb_in = n;
	pass->nb_out = 0;
	for (i = 0; i < n; i++)
		save(&pass->in[i], &pkts[i], buf);
	free(buf);
	link_flows(pass);
	pass->by_mbuf = room_for(n, sizeof(*pass->by_mbuf));
	for (i = 0; i < n; i++)
		pass->by_mbuf[i] = &pass->in[i];
	qsort(pass->by_mbuf, n, sizeof(*pass->by_mbuf), compare_mbufs);
}

void
gro_pass_free(struct gro_pass *pass)
{
	unsigned int i;

	for (i = 0; i < pass->nb_in; i++) {
		free(pass->in[i].bytes);
		free(pass->in[i].segs);
	}
	free(pass->by_mbuf);
	free(pass->in);
	free(pass->out);
	CU_ASSERT_EQUAL(rte_mempool_avail_count(gro_pool), pass->pool_before);
}

struct gro_saved *
gro_pass_find(const struct gro_pass *pass, const struct rte_mbuf *m)
{
	struct gro_saved key = { .m = (struct rte_mbuf *)(uintptr_t)m }, *at = &key, **found;

	found = bsearch(&at, pass->by_mbuf, pass->nb_in, sizeof(at), compare_mbufs);
	return found != NULL ? *found : NULL;
}

static bool
wrong(const struct gro_pass *pass, const struct gro_saved *s, const char *what)
{
	printf("  %s: packet %u: %s\n", CU_get_current_test()->pName,
	       (unsigned int)(s - pass->in), what);
	CU_FAIL("packet");
	return false;
}

/* The n-th packet of s's flow from it on, s itself being the 0th. */
static const struct gro_saved *
later(const struct gro_saved *s, unsigned int n)
{
	while (n-- > 0 && s != NULL)
		s = s->after;
	return s;
}

static uint32_t
plain_sum(const uint8_t *p, uint32_t len)
{
	uint32_t sum = 0, i;

	for (i = 0; i < len; i += 2)
		sum += gro_get16(p + i);
	while (sum >> 16 != 0)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

static void
set16(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

/* What the header of an aggregate of s and those to last, of payload bytes, has to be. */
static void
expected_header(uint8_t *hdr, const struct gro_saved *s, const struct gro_saved *last,
		uint32_t payload)
{
	const struct pkt *p = s->p;
	uint8_t *ip = hdr + 14 + 4 * p->nb_tags;
	uint8_t *l4 = hdr + s->hdr_len - (p->l4 == PKT_UDP ? 8 : 20 + p->topt_len);
	uint32_t len = s->hdr_len + payload - (uint32_t)(ip - hdr);

	memcpy(hdr, s->bytes, s->hdr_len);
	set16(ip + (p->ip == 4 ? 2 : 4), p->ip == 4 ? len : len - 40);
	if (p->ip == 4) {
		set16(ip + 10, 0);
		set16(ip + 10, 0xffff - plain_sum(ip, 20));
	}
	if (p->l4 == PKT_UDP)
		set16(l4 + 4, 8 + payload);
	else
		l4[13] |= last->p->flags & (PKT_FIN | PKT_PSH);
}

static bool
lengths_right(const struct rte_mbuf *m)
{
	const struct rte_mbuf *seg;
	uint32_t len = 0, n = 0;

	for (seg = m; seg != NULL; seg = seg->next, n++)
		len += seg->data_len;
	return len == m->pkt_len && n == m->nb_segs;
}

static bool
aggregate_flag(const struct rte_mbuf *m)
{
	int bit = rte_mbuf_dynflag_lookup(RXB_GRO_DYNFLAG, NULL);

	return bit >= 0 && (m->ol_flags & 1ull << bit) != 0;
}

static bool
aggregate_check(const struct gro_pass *pass, const struct gro_saved *s, struct rte_mbuf *m)
{
	uint16_t n = rxb_gro_packets(m);
	const struct gro_saved *last = later(s, n - 1u);
	const struct pkt *p = s->p;
	uint32_t l4_len = p->l4 == PKT_UDP ? 8 : 20u + p->topt_len;
	uint8_t hdr[14 + 12 + 40 + PKT_EXT_MAX + 60];
	uint64_t checks = m->ol_flags;

	if (n < 2 || last == NULL)
		return wrong(pass, s, "number of packets in it");
	if (!lengths_right(m) || m->pkt_len <= s->len)
		return wrong(pass, s, "lengths of the chain");
	if (((m->ol_flags & RTE_MBUF_F_RX_LRO) != 0) != (p->l4 == PKT_TCP) || !aggregate_flag(m))
		return wrong(pass, s, "flag of an aggregate");
	if ((p->ip == 4 && (checks & RTE_MBUF_F_RX_IP_CKSUM_MASK) != RTE_MBUF_F_RX_IP_CKSUM_GOOD) ||
	    (checks & RTE_MBUF_F_RX_L4_CKSUM_MASK) != RTE_MBUF_F_RX_L4_CKSUM_NONE)
		return wrong(pass, s, "flags of checksums");
	if (m->tso_segsz != p->len)
		return wrong(pass, s, "tso_segsz");
	if (m->l2_len != 14u + 4u * p->nb_tags || m->l4_len != l4_len ||
	    (uint32_t)m->l2_len + m->l3_len + m->l4_len != s->hdr_len)
		return wrong(pass, s, "l2_len, l3_len, l4_len");
	expected_header(hdr, s, last, m->pkt_len - s->hdr_len);
	if (m->data_len < s->hdr_len || memcmp(rte_pktmbuf_mtod(m, void *), hdr, s->hdr_len) != 0)
		return wrong(pass, s, "header of the aggregate");
	return true;
}

static bool
sum_flags_kept(const struct gro_pass *pass, uint64_t was, uint64_t is, uint64_t mask,
	       uint64_t good, uint64_t bad)
{
	if ((was & mask) == (is & mask))
		return true;
	if (mask == RTE_MBUF_F_RX_L4_CKSUM_MASK && (pass->conf->flags & RXB_GRO_VERIFY) == 0)
		return false;
	return (was & mask) == 0 && ((is & mask) == good || (is & mask) == bad);
}

/* Segments, lengths and marks as they came. */
static bool
mbuf_as_it_was(const struct gro_pass *pass, const struct gro_saved *s)
{
	const uint64_t sums = RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK;
	const struct rte_mbuf *m = s->m, *seg = m;
	const struct pkt *p = s->p;
	uint16_t i;

	if (m->nb_segs != s->nb_segs || m->pkt_len != s->len)
		return wrong(pass, s, "nb_segs or pkt_len");
	for (i = 0; i < s->nb_segs; i++, seg = seg->next)
		if (seg != s->segs[i].m || seg->buf_addr != s->segs[i].buf ||
		    seg->data_off != s->segs[i].data_off || seg->data_len != s->segs[i].data_len)
			return wrong(pass, s, "segments");
	if (seg != NULL)
		return wrong(pass, s, "more segments than it came with");
	if ((m->ol_flags & ~sums) != (s->ol_flags & ~sums) ||
	    !sum_flags_kept(pass, s->ol_flags, m->ol_flags, RTE_MBUF_F_RX_IP_CKSUM_MASK,
			    RTE_MBUF_F_RX_IP_CKSUM_GOOD, RTE_MBUF_F_RX_IP_CKSUM_BAD) ||
	    !sum_flags_kept(pass, s->ol_flags, m->ol_flags, RTE_MBUF_F_RX_L4_CKSUM_MASK,
			    RTE_MBUF_F_RX_L4_CKSUM_GOOD, RTE_MBUF_F_RX_L4_CKSUM_BAD))
		return wrong(pass, s, "ol_flags");
	if (m->packet_type != p->packet_type || m->hash.rss != p->rss ||
	    m->hash.fdir.hi != p->mark || m->port != p->port || m->vlan_tci != p->vlan_tci ||
	    m->vlan_tci_outer != p->vlan_tci_outer)
		return wrong(pass, s, "marks");
	return true;
}

static bool
bytes_equal(const struct rte_mbuf *m, const struct gro_saved *s)
{
	const struct rte_mbuf *seg;
	uint32_t at = 0;

	if (m->pkt_len != s->len)
		return false;
	for (seg = m; seg != NULL; seg = seg->next) {
		if (at + seg->data_len > s->len ||
		    memcmp(rte_pktmbuf_mtod(seg, void *), s->bytes + at, seg->data_len) != 0)
			return false;
		at += seg->data_len;
	}
	return at == s->len;
}

bool
gro_marks_check(const struct gro_pass *pass, struct rte_mbuf *m)
{
	struct gro_saved *s = gro_pass_find(pass, m);

	if (s == NULL) {
		CU_FAIL("an output that is no input");
		return false;
	}
	if (rxb_gro_is_aggregate(m))
		return aggregate_check(pass, s, m);
	if (rxb_gro_packets(m) != 1)
		return wrong(pass, s, "no aggregate, but not one packet");
	if (!bytes_equal(m, s))
		return wrong(pass, s, "bytes of a packet that passed alone");
	if (m->tx_offload != 0)
		return wrong(pass, s, "marks of an aggregate on a packet that passed alone");
	return mbuf_as_it_was(pass, s);
}

/* Whose bytes they are, of those that have not come out. */
static struct gro_saved *
find_bytes(const struct gro_pass *pass, const struct rte_mbuf *m)
{
	unsigned int i;

	for (i = 0; i < pass->nb_in; i++)
		if (!pass->in[i].seen && bytes_equal(m, &pass->in[i]))
			return &pass->in[i];
	return NULL;
}

/* The packet is the next of one flow. */
static bool
comes_next(struct gro_pass *pass, struct rte_mbuf *m, bool same_mbuf)
{
	struct gro_saved *s = same_mbuf ? gro_pass_find(pass, m) : find_bytes(pass, m);

	if (s == NULL || s->seen) {
		printf("  %s: a packet that is none of those that went in\n",
		       CU_get_current_test()->pName);
		CU_FAIL("bytes");
		return false;
	}
	if (s->before != NULL && !s->before->seen)
		return wrong(pass, s, "out before an earlier packet of its flow");
	if (!bytes_equal(m, s))
		return wrong(pass, s, "bytes");
	s->seen = true;
	return same_mbuf ? mbuf_as_it_was(pass, s) : lengths_right(m);
}

static int
take_apart(struct rte_mbuf *m, struct rte_mbuf **pkts, uint16_t room, bool split)
{
	if (!rxb_gro_is_aggregate(m)) {
		pkts[0] = m;
		return 1;
	}
	return split ? rxb_gro_split(m, pkts, room) : rxb_gro_undo(m, pkts, room);
}

/* References that the test took are given back before an mbuf goes. */
static void
drop(struct gro_pass *pass, struct rte_mbuf *m)
{
	struct gro_saved *s = gro_pass_find(pass, m);

	if (s != NULL)
		pkt_free(s->p, m);
	else
		rte_pktmbuf_free(m);
}

bool
gro_apart_check(struct gro_pass *pass, bool split)
{
	struct rte_mbuf **pkts = room_for(pass->nb_in, sizeof(*pkts)), *m;
	unsigned int i, nb_seen = 0;
	bool right = true;
	int n, k;

	for (i = 0; i < pass->nb_out; i++) {
		m = pass->out[i];
		n = take_apart(m, pkts, (uint16_t)RTE_MIN(pass->nb_in, 65535u), split);
		if (n < 1) {
			printf("  %s: output %u: %s() gives %d\n", CU_get_current_test()->pName, i,
			       split ? "split" : "undo", n);
			CU_FAIL("taken apart");
			pkts[0] = m;
			n = 1;
			right = false;
		}
		for (k = 0; k < n; k++, nb_seen++)
			right = right && comes_next(pass, pkts[k], !split);
		for (k = 0; k < n; k++)
			drop(pass, pkts[k]);
	}
	free(pkts);
	if (right && nb_seen != pass->nb_in) {
		CU_FAIL("packets lost");
		right = false;
	}
	return right;
}
