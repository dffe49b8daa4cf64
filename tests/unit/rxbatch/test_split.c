/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * An aggregate whose headers were edited becomes the packets that the same edit makes of
 * each packet that came: built anew from their fields, with sums of the tests' own.
 */

#include "chain_glue.h"

#include <errno.h>
#include <string.h>

#include "rxbatch.h"

static struct rte_mbuf *m[GLUE_MAX], *out[GLUE_MAX];
static struct pkt list[GLUE_MAX], edited[GLUE_MAX];

/* What an application does to a packet. */
struct edit {
	const char *name;
	void (*make)(struct pkt *p);
};

static void
edit_nothing(struct pkt *p)
{
}

static void
edit_mac(struct pkt *p)
{
	memcpy(p->src, "\x02\xaa\xbb\xcc\xdd\xee", 6);
	memcpy(p->dst, "\x02\x11\x22\x33\x44\x55", 6);
}

static void
edit_ttl(struct pkt *p)
{
	p->ttl--;
}

static void
edit_tos(struct pkt *p)
{
	p->tos = 0xb8 | 0x03;
}

static void
edit_label(struct pkt *p)
{
	p->label ^= 0x54321;
}

static void
edit_source(struct pkt *p)
{
	p->saddr[p->ip == 4 ? 3 : 15] = 99;
	p->saddr[0] = 0xff;
}

static void
edit_destination(struct pkt *p)
{
	p->daddr[p->ip == 4 ? 2 : 14] = 0xfe;
}

/* No sum changes, both addresses do. */
static void
edit_swapped(struct pkt *p)
{
	uint8_t was[16];

	memcpy(was, p->saddr, 16);
	memcpy(p->saddr, p->daddr, 16);
	memcpy(p->daddr, was, 16);
}

static void
edit_source_port(struct pkt *p)
{
	p->sport = 40000;
}

static void
edit_destination_port(struct pkt *p)
{
	p->dport = 0xffff;
}

static void
edit_ack(struct pkt *p)
{
	p->ack += 0xf0000001;
}

static void
edit_window(struct pkt *p)
{
	p->win = 0xffff;
}

static void
edit_options(struct pkt *p)
{
	if (p->topt_len != 0)
		p->topt[p->topt_len - 1] ^= 0x5a;
}

static void
edit_seq(struct pkt *p)
{
	p->seq += 0xf8765432;
}

static void
edit_push(struct pkt *p)
{
	pkt_tag(p, 0x8100, 0x6abc);
}

static void
edit_push_two(struct pkt *p)
{
	pkt_tag(p, 0x88a8, 0x0fff);
	pkt_tag(p, 0x8100, 0x2001);
}

static void
edit_pop(struct pkt *p)
{
	p->nb_tags = 0;
}

static const struct edit edits[] = {
	{ "nothing", edit_nothing },
	{ "mac", edit_mac },
	{ "ttl", edit_ttl },
	{ "tos", edit_tos },
	{ "label", edit_label },
	{ "source", edit_source },
	{ "destination", edit_destination },
	{ "swapped", edit_swapped },
	{ "source port", edit_source_port },
	{ "destination port", edit_destination_port },
	{ "ack", edit_ack },
	{ "window", edit_window },
	{ "options", edit_options },
	{ "seq", edit_seq },
	{ "pop", edit_pop },
	{ "push", edit_push },
	{ "push two", edit_push_two },
};
#define ALL_EDITS	RTE_BIT32(RTE_DIM(edits))

static uint16_t
header_len(const struct pkt *p)
{
	return 14 + 4 * p->nb_tags + (p->ip == 4 ? 20 : 40 + p->ext_len) +
	       (p->l4 == PKT_TCP ? 20 + p->topt_len : 8);
}

static uint16_t
l4_at(const struct pkt *p)
{
	return 14 + 4 * p->nb_tags + (p->ip == 4 ? 20 : 40 + p->ext_len);
}

/* The head's header becomes that of p, of the same aggregate. Checksums are left to a NIC. */
static void
edit_head(struct rte_mbuf *agg, const struct pkt *was, const struct pkt *p)
{
	static uint8_t bytes[PKT_LEN_MAX];
	uint16_t old_len = header_len(was), len = header_len(p), ip = 14 + 4 * p->nb_tags;
	uint8_t keep[16], *old = rte_pktmbuf_mtod(agg, uint8_t *) + 14 + 4 * was->nb_tags, *now;
	uint8_t *old_l4 = rte_pktmbuf_mtod(agg, uint8_t *) + l4_at(was);
	uint8_t fin_psh = old_l4[13] & (PKT_FIN | PKT_PSH), udp_len[2];

	memcpy(keep, old, sizeof(keep));
	memcpy(udp_len, old_l4 + 4, 2);
	if (len > old_len)
		CU_ASSERT_PTR_NOT_NULL_FATAL(rte_pktmbuf_prepend(agg, len - old_len));
	if (len < old_len)
		CU_ASSERT_PTR_NOT_NULL_FATAL(rte_pktmbuf_adj(agg, old_len - len));
	pkt_bytes(p, bytes);
	now = rte_pktmbuf_mtod(agg, uint8_t *);
	memcpy(now, bytes, len);
	if (p->ip == 4) {
		memcpy(now + ip + 2, keep + 2, 2);
		memcpy(now + ip + 10, "\xde\xad", 2);
	} else {
		memcpy(now + ip + 4, keep + 4, 2);
	}
	now += l4_at(p);
	if (p->l4 == PKT_TCP)
		now[13] |= fin_psh;
	else
		memcpy(now + 4, udp_len, 2);
	memcpy(now + (p->l4 == PKT_TCP ? 16 : 6), "\xbe\xef", 2);
}

/* What a sender of aggregates may have set. */
static void
mark_for_tso(struct rte_mbuf *agg, const struct pkt *p)
{
	agg->ol_flags |= RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_VLAN;
	agg->ol_flags |= p->ip == 4 ? RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IP_CKSUM :
				      RTE_MBUF_F_TX_IPV6;
	agg->port = 9;
	agg->vlan_tci = 0x777;
	agg->vlan_tci_outer = 0x888;
	agg->hash.fdir.hi = 4711;
	agg->ol_flags |= RTE_MBUF_F_RX_FDIR | RTE_MBUF_F_RX_FDIR_ID;
	agg->packet_type = 0x321;
}

static void
check_marks(const struct rte_mbuf *p, const struct pkt *from)
{
	uint64_t want = from->ol_flags | RTE_MBUF_F_TX_VLAN | RTE_MBUF_F_RX_FDIR |
			RTE_MBUF_F_RX_FDIR_ID;

	if (from->mem == PKT_MEM_EXT)
		want |= RTE_MBUF_F_EXTERNAL;
	CU_ASSERT_EQUAL(p->ol_flags, want);
	CU_ASSERT_EQUAL(p->port, 9);
	CU_ASSERT_EQUAL(p->vlan_tci, 0x777);
	CU_ASSERT_EQUAL(p->vlan_tci_outer, 0x888);
	CU_ASSERT_EQUAL(p->hash.fdir.hi, 4711);
	CU_ASSERT_EQUAL(p->packet_type, 0x321);
}

/* list[0..n) as one aggregate, these edits made. */
static void
check_edits(unsigned int n, uint32_t which)
{
	unsigned int failed = CU_get_number_of_failures(), i, e;
	struct rte_mbuf *agg;

	/* Enough is known. */
	if (failed > 200)
		return;
	agg = glue_train(m, list, n);
	memcpy(edited, list, n * sizeof(*list));
	for (i = 0; i < n; i++)
		for (e = 0; e < RTE_DIM(edits); e++)
			if ((which & RTE_BIT32(e)) != 0)
				edits[e].make(edited + i);
	edit_head(agg, list, edited);
	mark_for_tso(agg, list);
	CU_ASSERT_EQUAL_FATAL(rxb_gro_split(agg, out, n), (int)n);
	for (i = 0; i < n; i++) {
		CU_ASSERT_PTR_EQUAL(out[i], m[i]);
		glue_check_packet(out[i], edited + i);
		check_marks(out[i], list + i);
		CU_ASSERT_FALSE(rxb_gro_is_aggregate(out[i]));
		pkt_free(list + i, out[i]);
	}
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(glue_pool), 0);
	if (CU_get_number_of_failures() == failed)
		return;
	printf("  %u packets of %u, IPv%u, protocol %u, edits:", n, list[0].len, list[0].ip,
	       list[0].l4);
	for (e = 0; e < RTE_DIM(edits); e++)
		if ((which & RTE_BIT32(e)) != 0)
			printf(" %s,", edits[e].name);
	printf("\n");
}

/* Each edit alone, then all. */
static void
check_every_edit(unsigned int n)
{
	unsigned int e;

	for (e = 0; e < RTE_DIM(edits); e++)
		check_edits(n, RTE_BIT32(e));
	check_edits(n, ALL_EDITS - 1);
}

static void
check_train(const struct pkt *first, unsigned int n, uint32_t last, uint16_t flags)
{
	glue_list(list, n, first, last, flags);
	check_every_edit(n);
}

static void
tcp_over_ipv4(void)
{
	struct pkt p = pkt_tcp4;

	check_train(&p, 2, 100, 0);
	check_train(&p, 5, 99, PKT_PSH);
	pkt_timestamps(&p, 0x01020304, 0xfffefdfc);
	p.len = 1448;
	check_train(&p, 44, 1, PKT_FIN | PKT_PSH);
}

static void
tcp_over_ipv6(void)
{
	struct pkt p = pkt_tcp6;

	check_train(&p, 2, 100, 0);
	check_train(&p, 5, 99, PKT_PSH);
	pkt_timestamps(&p, 0x01020304, 0xfffefdfc);
	p.len = 1428;
	check_train(&p, 44, 1, PKT_FIN | PKT_PSH);
}

static void
datagrams(void)
{
	struct pkt p = pkt_udp4;

	check_train(&p, 64, 100, 0);
	check_train(&p, 3, 1, 0);
	check_train(&pkt_udp6, 64, 100, 0);
	check_train(&pkt_udp6, 3, 1, 0);
}

static void
odd_payloads(void)
{
	struct pkt p = pkt_tcp4;

	p.len = 101;
	check_train(&p, 7, 101, 0);
	check_train(&p, 7, 100, 0);
	p.len = 1;
	check_train(&p, 30, 1, 0);
	p = pkt_udp6;
	p.len = 333;
	check_train(&p, 4, 7, 0);
}

static void
tags(void)
{
	struct pkt p = pkt_tcp4;

	pkt_tag(&p, 0x8100, 0xe123);
	check_train(&p, 3, 100, 0);
	p = pkt_tcp6;
	pkt_tag(&p, 0x88a8, 0x123);
	pkt_tag(&p, 0x8100, 0x456);
	/* Two tags there, one more pushed: all but the pushing of two. */
	glue_list(list, 3, &p, 50, 0);
	check_edits(3, RTE_BIT32(RTE_DIM(edits) - 2));
	check_edits(3, RTE_BIT32(RTE_DIM(edits) - 3));
	check_edits(3, (ALL_EDITS - 1) & ~RTE_BIT32(RTE_DIM(edits) - 1));
}

static void
extension_headers(void)
{
	struct pkt p = pkt_tcp6;

	pkt_ext(&p, PKT_HOPOPTS, 0, 1);
	pkt_ext(&p, PKT_ROUTING, 2, 0);
	/* No segments left: at its destination. */
	p.ext[8 + 3] = 0;
	pkt_ext(&p, PKT_DSTOPTS, 3, 2);
	check_train(&p, 4, 100, PKT_PSH);
	p = pkt_udp6;
	pkt_ext(&p, PKT_HOPOPTS, 1, 1);
	check_train(&p, 4, 100, 0);
}

static void
ids_of_every_kind(void)
{
	struct pkt p = pkt_tcp4;
	unsigned int i;

	p.id = 0xfffd;
	check_train(&p, 6, 100, 0);
	glue_list(list, 6, &p, 100, 0);
	for (i = 0; i < 6; i++)
		list[i].id = 4711;
	check_every_edit(6);
	p.frag = 0;
	check_train(&p, 6, 100, 0);
}

static void
cwr_of_the_first(void)
{
	unsigned int i;

	glue_list(list, 4, &pkt_tcp4, 100, PKT_PSH);
	for (i = 0; i < 4; i++)
		list[i].flags |= PKT_ECE | PKT_NS | (i == 0 ? PKT_CWR : 0);
	check_every_edit(4);
}

static void
sequence_that_wraps(void)
{
	struct pkt p = pkt_tcp6;

	p.seq = 0xffffff9c;
	check_train(&p, 4, 100, 0);
	p.seq = 0xffffff9d;
	check_train(&p, 4, 100, 0);
}

static void
packets_that_are_chains(void)
{
	struct pkt p = pkt_tcp4;

	p.len = 901;
	p.seg_at[0] = 54;
	p.seg_at[1] = 77;
	p.seg_at[2] = 500;
	check_train(&p, 5, 300, 0);
	p = pkt_udp6;
	p.len = 901;
	p.seg_at[0] = 77;
	check_train(&p, 5, 7, 0);
}

static void
external_buffers(void)
{
	struct pkt p = pkt_tcp4;

	p.mem = PKT_MEM_EXT;
	p.headroom = 13;
	check_train(&p, 5, 100, 0);
	/* Where its bytes lie is each mbuf's own matter. */
	glue_list(list, 3, &p, 100, 0);
	list[1].mem = PKT_MEM_POOL;
	check_every_edit(3);
	list[0].mem = PKT_MEM_POOL;
	check_every_edit(3);
}

/* Headers at odd addresses too. */
static void
just_enough_headroom(void)
{
	struct pkt p = pkt_tcp4;

	p.headroom = 0;
	glue_list(list, 3, &p, 100, 0);
	check_edits(3, RTE_BIT32(RTE_DIM(edits) - 2) - 1);
	for (p.headroom = 12; p.headroom < 20; p.headroom++)
		check_train(&p, 3, 100, 0);
}

static uint16_t
checksum_of(const struct pkt *p)
{
	static uint8_t bytes[PKT_LEN_MAX];
	const uint8_t *at = bytes + l4_at(p) + (p->l4 == PKT_TCP ? 16 : 6);

	pkt_bytes(p, bytes);
	return at[0] << 8 | at[1];
}

/* The source port with which p's checksum field is csum; that edit is undone later. */
static void
find_port(struct pkt *p, uint16_t csum)
{
	for (p->sport = 1; checksum_of(p) != csum; p->sport++)
		if (p->sport == 0xffff)
			break;
	CU_ASSERT_EQUAL(checksum_of(p), csum);
}

/* A checksum of zero before the edit: TCP writes 0, UDP 0xffff. */
static void
zero_checksums_before(void)
{
	struct pkt p = pkt_tcp4;

	find_port(&p, 0);
	check_train(&p, 3, 100, 0);
	p = pkt_udp4;
	find_port(&p, 0xffff);
	check_train(&p, 3, 100, 0);
	p = pkt_udp6;
	find_port(&p, 0xffff);
	check_train(&p, 3, 100, 0);
	/* ... in the second one. */
	pkt_next(&p);
	find_port(&p, 0xffff);
	glue_list(list, 3, &p, 100, 0);
	list[2] = list[1];
	list[1] = p;
	list[0] = pkt_udp6;
	list[0].sport = p.sport;
	check_every_edit(3);
}

/* A checksum of zero after it. */
static void
check_zero_after(const struct pkt *base, uint16_t csum)
{
	struct pkt p = *base, e;
	unsigned int i;

	for (i = 1; i < 0xffff; i++) {
		p.sport = i;
		e = p;
		edit_source(&e);
		if (checksum_of(&e) == csum)
			break;
	}
	CU_ASSERT_NOT_EQUAL(i, 0xffff);
	glue_list(list, 4, &p, 100, 0);
	check_edits(4, RTE_BIT32(5));
	/* Now the third one's. */
	list[2] = p;
	list[0].fill = 1;
	check_edits(4, RTE_BIT32(5));
}

static void
zero_checksums_after(void)
{
	CU_ASSERT_STRING_EQUAL(edits[5].name, "source");
	check_zero_after(&pkt_udp4, 0xffff);
	check_zero_after(&pkt_udp6, 0xffff);
}

/* IPv4's own: identifications from 0 on cover every sum. */
static void
ip_checksums_of_every_value(void)
{
	struct pkt p = pkt_tcp4;
	uint32_t id;

	p.len = 1;
	for (id = 0; id < 65536; id += 600) {
		p.id = id;
		glue_list(list, 600, &p, 1, 0);
		check_edits(600, RTE_BIT32(2));
	}
}

static uint32_t
below(uint64_t *seed, uint32_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((*seed >> 33) % n);
}

static void
random_one(uint64_t *seed)
{
	static const struct pkt *const kinds[] = { &pkt_tcp4, &pkt_tcp6, &pkt_udp4, &pkt_udp6 };
	struct pkt p = *kinds[below(seed, 4)];
	unsigned int n = 2 + below(seed, 40), i;
	uint32_t which = below(seed, ALL_EDITS) & below(seed, ALL_EDITS);

	p.len = 1 + below(seed, 1400);
	if (below(seed, 3) == 0)
		pkt_timestamps(&p, below(seed, 1000), *seed >> 32);
	if (p.ip == 6 && below(seed, 3) == 0)
		pkt_ext(&p, PKT_DSTOPTS, below(seed, 4), 3);
	if (below(seed, 3) == 0) {
		pkt_tag(&p, 0x8100, below(seed, 65536));
		/* A packet of the tests' has room for three. */
		which &= ~RTE_BIT32(RTE_DIM(edits) - 1);
	}
	p.seq = *seed >> 30;
	p.fill = *seed >> 31;
	p.headroom = 12 + below(seed, 100);
	for (i = 0; i < 3 && below(seed, 2) == 0; i++)
		p.seg_at[i] = header_len(&p) + i * 200 + below(seed, 200);
	glue_list(list, n, &p, 1 + below(seed, p.len), below(seed, 2) * PKT_PSH);
	for (i = 0; i < n; i++)
		list[i].id = below(seed, 65536);
	check_edits(n, which);
}

static void
random_ones(void)
{
	uint64_t seed = 1;
	unsigned int i;

	for (i = 0; i < 2000; i++)
		random_one(&seed);
}

/* agg is refused with rc; nothing of it has changed. It is freed. */
static void
check_refused(struct rte_mbuf *agg, uint16_t room, int want)
{
	struct glue_copy *copy = glue_copy(agg);

	CU_ASSERT_EQUAL(rxb_gro_split(agg, out, room), want);
	CU_ASSERT(glue_copy_same(copy));
	glue_copy_free(copy);
	rte_pktmbuf_free(agg);
}

static void
too_little_room(void)
{
	glue_list(list, 5, &pkt_tcp4, 100, 0);
	check_refused(glue_train(m, list, 5), 4, -ENOSPC);
	check_refused(glue_train(m, list, 5), 0, -ENOSPC);
}

/* A tag more needs four bytes in front of every packet, not just of the head. */
static void
too_little_headroom(void)
{
	struct pkt to;
	unsigned int i;

	for (i = 1; i < 4; i++) {
		glue_list(list, 4, &pkt_tcp4, 100, 0);
		list[i].headroom = 3;
		to = list[0];
		edit_push(&to);
		edit_head(glue_train(m, list, 4), list, &to);
		check_refused(m[0], 4, -ENOBUFS);
		list[i].headroom = 4;
		check_edits(4, RTE_BIT32(RTE_DIM(edits) - 2));
	}
}

/* One byte of the head becomes another: no longer the headers of this aggregate. */
static void
check_byte(const struct pkt *first, unsigned int at, uint8_t value)
{
	glue_list(list, 3, first, 100, 0);
	glue_train(m, list, 3);
	CU_ASSERT_NOT_EQUAL(rte_pktmbuf_mtod(m[0], uint8_t *)[at], value);
	rte_pktmbuf_mtod(m[0], uint8_t *)[at] = value;
	check_refused(m[0], 3, -EBADMSG);
}

static void
headers_of_something_else(void)
{
	struct pkt p = pkt_tcp6;

	check_byte(&pkt_tcp4, 12, 0x86);	/* EtherType */
	check_byte(&pkt_tcp4, 13, 0x06);
	check_byte(&pkt_tcp4, 14, 0x46);	/* header length */
	check_byte(&pkt_tcp4, 14, 0x65);	/* version */
	check_byte(&pkt_tcp4, 16, 0x02);	/* length */
	check_byte(&pkt_tcp4, 17, 0x00);
	check_byte(&pkt_tcp4, 20, 0x60);	/* fragment */
	check_byte(&pkt_tcp4, 20, 0xc0);
	check_byte(&pkt_tcp4, 21, 0x01);
	check_byte(&pkt_tcp4, 23, 17);		/* protocol */
	check_byte(&pkt_tcp4, 46, 0x60);	/* data offset */
	check_byte(&pkt_udp4, 23, 6);
	check_byte(&pkt_tcp6, 14, 0x40);
	check_byte(&pkt_tcp6, 18, 0x02);
	check_byte(&pkt_tcp6, 20, 44);		/* next header */
	check_byte(&pkt_tcp6, 20, 0);
	pkt_ext(&p, PKT_DSTOPTS, 0, 0);
	check_byte(&p, 20, 44);
	check_byte(&p, 20, 6);
	check_byte(&p, 54, 17);			/* of the extension header */
	check_byte(&p, 55, 1);			/* its length */
	check_byte(&p, 55, 255);
}

/* Bytes more or less that are no tag. */
static void
lengths_of_something_else(void)
{
	struct rte_mbuf *agg;

	glue_list(list, 3, &pkt_tcp4, 100, 0);
	agg = glue_train(m, list, 3);
	CU_ASSERT_PTR_NOT_NULL(rte_pktmbuf_prepend(agg, 4));
	memset(rte_pktmbuf_mtod(agg, void *), 0, 18);
	check_refused(agg, 3, -EBADMSG);
	/* IP's EtherType, but IP is not right behind it. */
	agg = glue_train(m, list, 3);
	CU_ASSERT_PTR_NOT_NULL(rte_pktmbuf_prepend(agg, 4));
	memmove(rte_pktmbuf_mtod(agg, uint8_t *), rte_pktmbuf_mtod_offset(agg, uint8_t *, 4), 14);
	check_refused(agg, 3, -EBADMSG);
	agg = glue_train(m, list, 3);
	CU_ASSERT_PTR_NOT_NULL(rte_pktmbuf_adj(agg, 1));
	check_refused(agg, 3, -EINVAL);
	agg = glue_train(m, list, 3);
	CU_ASSERT_EQUAL(rte_pktmbuf_trim(agg, 1), 0);
	check_refused(agg, 3, -EINVAL);
}

static void
packets_are_fit_for_the_pool(void)
{
	const char *reason = NULL;
	unsigned int i;

	glue_list(list, 60, &pkt_tcp6, 100, 0);
	glue_train(m, list, 60);
	CU_ASSERT_EQUAL_FATAL(rxb_gro_split(m[0], out, 60), 60);
	for (i = 0; i < 60; i++)
		CU_ASSERT_EQUAL(rte_mbuf_check(out[i], 1, &reason), 0);
	rte_pktmbuf_free_bulk(out, 60);
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(glue_pool), 0);
}

static CU_TestInfo split_tests[] = {
	{ "TCP over IPv4", tcp_over_ipv4 },
	{ "TCP over IPv6", tcp_over_ipv6 },
	{ "datagrams", datagrams },
	{ "odd payloads", odd_payloads },
	{ "tags", tags },
	{ "IPv6 extension headers", extension_headers },
	{ "identifications of every kind", ids_of_every_kind },
	{ "CWR of the first", cwr_of_the_first },
	{ "sequence number that wraps", sequence_that_wraps },
	{ "packets that are chains", packets_that_are_chains },
	{ "external buffers", external_buffers },
	{ "just enough headroom", just_enough_headroom },
	{ "checksums that were zero", zero_checksums_before },
	{ "checksums that become zero", zero_checksums_after },
	{ "IPv4 checksums of every value", ip_checksums_of_every_value },
	{ "random packets, random edits", random_ones },
	{ "packets are fit for the pool", packets_are_fit_for_the_pool },
	CU_TEST_INFO_NULL,
};

static CU_TestInfo refused_tests[] = {
	{ "too little room", too_little_room },
	{ "too little headroom", too_little_headroom },
	{ "headers of something else", headers_of_something_else },
	{ "lengths of something else", lengths_of_something_else },
	CU_TEST_INFO_NULL,
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "split", NULL, NULL, NULL, NULL, split_tests },
		{ "split refuses", NULL, NULL, NULL, NULL, refused_tests },
		CU_SUITE_INFO_NULL,
	};

	return glue_main(suites);
}
