/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* An aggregate taken apart is the packets that came, mbuf for mbuf. */

#include "chain_glue.h"

#include <errno.h>
#include <string.h>

#include <rte_ether.h>

#include "rxbatch.h"

static struct rte_mbuf *m[GLUE_MAX], *out[GLUE_MAX];
static struct pkt list[GLUE_MAX];

static void
check_undo(unsigned int n)
{
	struct rte_mbuf *agg = glue_train(m, list, n);
	unsigned int i;
	int rc;

	CU_ASSERT(rxb_gro_is_aggregate(agg));
	CU_ASSERT_EQUAL(rxb_gro_packets(agg), n);
	memset(out, 0, sizeof(out));
	rc = rxb_gro_undo(agg, out, n);
	CU_ASSERT_EQUAL_FATAL(rc, (int)n);
	for (i = 0; i < n; i++) {
		CU_ASSERT_PTR_EQUAL(out[i], m[i]);
		glue_check_packet(out[i], list + i);
		CU_ASSERT_EQUAL(out[i]->ol_flags, list[i].ol_flags |
				(list[i].mem == PKT_MEM_EXT ? RTE_MBUF_F_EXTERNAL : 0));
		CU_ASSERT_FALSE(rxb_gro_is_aggregate(out[i]));
		CU_ASSERT_EQUAL(out[i]->data_off, list[i].headroom);
		pkt_free(list + i, out[i]);
	}
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(glue_pool), 0);
}

static void
check_train(const struct pkt *first, unsigned int n, uint32_t last, uint16_t flags)
{
	glue_list(list, n, first, last, flags);
	check_undo(n);
}

static void
every_count(void)
{
	struct pkt p = pkt_tcp4;
	unsigned int n;

	p.len = 1000;
	for (n = 2; n <= 60; n++)
		check_train(&p, n, 1000, 0);
}

static void
shorter_last_one(void)
{
	check_train(&pkt_tcp4, 2, 1, 0);
	check_train(&pkt_tcp4, 3, 99, 0);
	check_train(&pkt_tcp6, 5, 50, 0);
	check_train(&pkt_udp4, 5, 1, 0);
}

static void
fin_and_psh(void)
{
	check_train(&pkt_tcp4, 3, 100, PKT_PSH);
	check_train(&pkt_tcp4, 2, 100, PKT_FIN);
	check_train(&pkt_tcp6, 4, 7, PKT_FIN | PKT_PSH);
}

static void
cwr_of_the_first(void)
{
	glue_list(list, 3, &pkt_tcp4, 100, 0);
	list[0].flags |= PKT_CWR | PKT_ECE;
	list[1].flags |= PKT_ECE;
	list[2].flags |= PKT_ECE;
	check_undo(3);
}

static void
ids_of_every_kind(void)
{
	struct pkt p = pkt_tcp4;
	unsigned int i;

	p.id = 0xfffe;
	check_train(&p, 5, 100, 0);
	glue_list(list, 5, &p, 100, 0);
	for (i = 0; i < 5; i++)
		list[i].id = 77;
	check_undo(5);
}

static void
tags(void)
{
	struct pkt p = pkt_tcp4;

	pkt_tag(&p, 0x8100, 0xa123);
	check_train(&p, 3, 100, 0);
	pkt_tag(&p, 0x8100, 7);
	p.tpid[0] = 0x88a8;
	check_train(&p, 3, 100, 0);
	p = pkt_udp6;
	pkt_tag(&p, 0x8100, 0xa123);
	check_train(&p, 3, 100, 0);
}

static void
extension_headers(void)
{
	struct pkt p = pkt_tcp6;

	pkt_ext(&p, PKT_HOPOPTS, 0, 0);
	pkt_ext(&p, PKT_DSTOPTS, 2, 1);
	check_train(&p, 4, 33, 0);
}

static void
tcp_options(void)
{
	struct pkt p = pkt_tcp4;

	pkt_timestamps(&p, 1, 2);
	check_train(&p, 4, 33, PKT_PSH);
	p = pkt_tcp6;
	memset(p.topt, 1, 40);
	p.topt_len = 40;
	check_train(&p, 4, 33, 0);
}

static void
datagrams(void)
{
	check_train(&pkt_udp4, 64, 100, 0);
	check_train(&pkt_udp6, 64, 3, 0);
}

/* Spellings of zero: each packet's own is back. */
static void
zero_checksums(void)
{
	struct pkt p = pkt_udp4;

	p.l4_sum = PKT_SUM_FFFF;
	check_train(&p, 4, 100, 0);
	p = pkt_tcp4;
	p.l4_sum = PKT_SUM_ZERO;
	p.ip_sum = PKT_SUM_ZERO;
	check_train(&p, 4, 100, 0);
	/* The aggregate's IPv4 checksum may be the one that is 0. */
	p = pkt_tcp4;
	for (p.id = 0; p.id < 0xffff; p.id++) {
		struct rte_mbuf *agg;
		const uint8_t *ip;

		glue_list(list, 2, &p, 100, 0);
		agg = glue_train(m, list, 2);
		ip = rte_pktmbuf_mtod_offset(agg, const uint8_t *, 14);
		rte_pktmbuf_free(agg);
		if (ip[10] == 0 && ip[11] == 0)
			break;
	}
	CU_ASSERT_NOT_EQUAL(p.id, 0xffff);
	check_undo(2);
}

static void
payload_of_one_byte(void)
{
	struct pkt p = pkt_tcp4;

	p.len = 1;
	check_train(&p, 100, 1, PKT_PSH);
}

static void
as_long_as_ip_allows(void)
{
	struct pkt p = pkt_tcp4;

	p.len = 100;
	check_train(&p, 655, 65535 - 40 - 654 * 100, 0);
	p = pkt_udp6;
	p.len = 1100;
	check_train(&p, 60, 65535 - 8 - 59 * 1100, 0);
}

/* Headers in the first mbuf, payload in up to five. */
static void
packets_that_are_chains(void)
{
	struct pkt p = pkt_tcp4;
	unsigned int i;

	p.len = 1001;
	p.seg_at[0] = 54;
	p.seg_at[1] = 55;
	p.seg_at[2] = 700;
	check_train(&p, 7, 1000, PKT_PSH);
	glue_list(list, 7, &p, 300, 0);
	for (i = 0; i < 7; i++)
		memset(list[i].seg_at, 0, i * sizeof(p.seg_at[0]) / 2);
	check_undo(7);
}

static void
no_headroom(void)
{
	struct pkt p = pkt_tcp4;

	p.headroom = 0;
	check_train(&p, 3, 100, 0);
	p.headroom = 7;
	check_train(&p, 3, 100, 0);
}

static void
external_buffers(void)
{
	struct pkt p = pkt_tcp6;

	p.mem = PKT_MEM_EXT;
	p.headroom = 3;
	check_train(&p, 5, 100, PKT_PSH);
}

/* Marks stay as they came: what the driver had not verified, the merge had. */
static void
marks_are_each_packets_own(void)
{
	unsigned int i;

	glue_list(list, 3, &pkt_tcp4, 100, 0);
	for (i = 0; i < 3; i++) {
		list[i].rss = 100 + i;
		list[i].port = 3;
		list[i].packet_type = 0x111;
		list[i].vlan_tci = 0x123;
		list[i].ol_flags |= RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_VLAN_STRIPPED |
				    RTE_MBUF_F_RX_RSS_HASH;
	}
	glue_train(m, list, 3);
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 3), 3);
	for (i = 0; i < 3; i++) {
		CU_ASSERT_EQUAL(out[i]->hash.rss, 100 + i);
		CU_ASSERT_EQUAL(out[i]->port, 3);
		CU_ASSERT_EQUAL(out[i]->packet_type, 0x111);
		CU_ASSERT_EQUAL(out[i]->vlan_tci, 0x123);
		CU_ASSERT_EQUAL(out[i]->ol_flags, list[i].ol_flags);
		rte_pktmbuf_free(out[i]);
	}
}

/* agg is refused with rc, and nothing of it has changed. */
static void
check_refused(struct rte_mbuf *agg, uint16_t room, int want)
{
	struct glue_copy *copy = glue_copy(agg);

	CU_ASSERT_EQUAL(rxb_gro_undo(agg, out, room), want);
	CU_ASSERT(glue_copy_same(copy));
	if (want == -EINVAL) {
		CU_ASSERT_EQUAL(rxb_gro_split(agg, out, room), want);
		CU_ASSERT(glue_copy_same(copy));
		CU_ASSERT_FALSE(rxb_gro_is_aggregate(agg));
		CU_ASSERT_EQUAL(rxb_gro_packets(agg), 1);
	}
	glue_copy_free(copy);
}

/* An aggregate of n, broken by one assignment and mended again. */
#define CHECK_BROKEN(n, lvalue, value) do { \
	__typeof__(m[0]->pkt_len) was_; \
	glue_train(m, list, n); \
	was_ = lvalue; \
	lvalue = value; \
	check_refused(m[0], n, -EINVAL); \
	lvalue = was_; \
	CU_ASSERT(rxb_gro_is_aggregate(m[0])); \
	rte_pktmbuf_free(m[0]); \
} while (0)

static void
too_little_room(void)
{
	glue_list(list, 5, &pkt_tcp4, 100, 0);
	glue_train(m, list, 5);
	check_refused(m[0], 4, -ENOSPC);
	check_refused(m[0], 1, -ENOSPC);
	check_refused(m[0], 0, -ENOSPC);
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], NULL, 0), -ENOSPC);
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 6), 5);
	rte_pktmbuf_free_bulk(out, 5);
}

static void
no_aggregate(void)
{
	struct pkt p = pkt_tcp4;
	struct rte_mbuf *one = pkt_mbuf(&p, glue_pool);

	check_refused(one, 9, -EINVAL);
	one->ol_flags |= RTE_MBUF_F_RX_LRO;
	one->tso_segsz = 50;
	check_refused(one, 9, -EINVAL);
	rte_pktmbuf_free(one);
	/* Another one's LRO: a chain of many mbufs without our marks. */
	p.len = 1500;
	p.seg_at[0] = 554;
	p.seg_at[1] = 1054;
	one = pkt_mbuf(&p, glue_pool);
	one->ol_flags |= RTE_MBUF_F_RX_LRO;
	one->tso_segsz = 500;
	one->l2_len = 14;
	one->l3_len = 20;
	one->l4_len = 20;
	check_refused(one, 9, -EINVAL);
	rte_pktmbuf_free(one);
}

static void
marks_that_are_gone(void)
{
	glue_list(list, 4, &pkt_tcp4, 100, 0);
	CHECK_BROKEN(4, m[0]->tso_segsz, 0);
	CHECK_BROKEN(4, m[2]->outer_l2_len, 0);
	CHECK_BROKEN(4, m[2]->outer_l3_len, 0);
	CHECK_BROKEN(4, m[3]->outer_l3_len, 0);
	CHECK_BROKEN(4, m[3]->l2_len, 18);
	CHECK_BROKEN(4, m[2]->l3_len, 40);
	CHECK_BROKEN(4, m[1]->l4_len, 32);
	/* The second's payload could be the head's, with a longer header. */
	glue_train(m, list, 4);
	m[1]->outer_l2_len = 0;
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 4), -EINVAL);
	CU_ASSERT_EQUAL(rxb_gro_split(m[0], out, 4), -EBADMSG);
	rte_pktmbuf_free(m[0]);
	glue_train(m, list, 4);
	m[0]->ol_flags &= ~RTE_MBUF_F_RX_LRO;
	check_refused(m[0], 4, -EINVAL);
	rte_pktmbuf_free(m[0]);
	/* Hardware merged them, in mbufs that an aggregate of ours once had. */
	glue_train(m, list, 4);
	m[0]->ol_flags &= ~glue_flag;
	check_refused(m[0], 4, -EINVAL);
	rte_pktmbuf_free(m[0]);
	glue_list(list, 4, &pkt_udp4, 100, 0);
	glue_train(m, list, 4);
	m[0]->ol_flags &= ~glue_flag;
	check_refused(m[0], 4, -EINVAL);
	rte_pktmbuf_free(m[0]);
}

static void
lengths_that_disagree(void)
{
	glue_list(list, 4, &pkt_tcp4, 60, 0);
	CHECK_BROKEN(4, m[0]->tso_segsz, 99);
	CHECK_BROKEN(4, m[0]->tso_segsz, 101);
	CHECK_BROKEN(4, m[0]->tso_segsz, 154);
	CHECK_BROKEN(4, m[0]->tso_segsz, 155);
	CHECK_BROKEN(4, m[0]->pkt_len, 154 + 259);
	CHECK_BROKEN(4, m[0]->pkt_len, 154 + 261);
	CHECK_BROKEN(4, m[0]->nb_segs, 3);
	CHECK_BROKEN(4, m[0]->nb_segs, 5);
	CHECK_BROKEN(4, m[0]->nb_segs, 65535);
	CHECK_BROKEN(4, m[0]->data_len, 153);
	CHECK_BROKEN(4, m[1]->pkt_len, 99);
	CHECK_BROKEN(4, m[3]->pkt_len, 61);
	CHECK_BROKEN(4, m[3]->data_len, 59);
	CHECK_BROKEN(4, m[2]->data_off, 53);
	/* Four bytes of the head's header are in its second mbuf. */
	list[0].seg_at[0] = 54;
	glue_train(m, list, 4);
	m[0]->data_len = 50;
	m[0]->next->data_off -= 4;
	m[0]->next->data_len += 4;
	check_refused(m[0], 4, -EINVAL);
	rte_pktmbuf_free(m[0]);
}

/* Sums are right, sizes are not those that a train has. */
static void
sizes_that_no_train_has(void)
{
	glue_list(list, 4, &pkt_tcp4, 100, 0);
	list[2].len = 99;
	glue_train(m, list, 4);
	check_refused(m[0], 4, -EINVAL);
	rte_pktmbuf_free(m[0]);
	glue_list(list, 4, &pkt_tcp4, 101, 0);
	glue_train(m, list, 4);
	check_refused(m[0], 4, -EINVAL);
	rte_pktmbuf_free(m[0]);
	glue_list(list, 4, &pkt_tcp4, 0, 0);
	glue_train(m, list, 4);
	check_refused(m[0], 4, -EINVAL);
	rte_pktmbuf_free(m[0]);
}

static void
chain_cut_or_longer(void)
{
	struct rte_mbuf *more;

	glue_list(list, 4, &pkt_tcp4, 100, 0);
	glue_train(m, list, 4);
	m[1]->next = NULL;
	check_refused(m[0], 4, -EINVAL);
	m[1]->next = m[2];
	more = pkt_mbuf(&pkt_tcp4, glue_pool);
	m[3]->next = more;
	check_refused(m[0], 4, -EINVAL);
	m[3]->next = NULL;
	/* Round and round. */
	m[3]->next = m[1];
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 4), -EINVAL);
	m[3]->next = m[3];
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 4), -EINVAL);
	m[3]->next = NULL;
	/* A packet out of the middle. */
	m[1]->next = m[3];
	check_refused(m[0], 4, -EINVAL);
	m[0]->nb_segs = 3;
	m[0]->pkt_len -= 100;
	/* Now all agrees but the length in the IP header. */
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 4), -EINVAL);
	rte_pktmbuf_free(m[0]);
	rte_pktmbuf_free(m[2]);
	rte_pktmbuf_free(more);
}

/* A clone's or a mirrored packet's headers are somebody else's too. */
static void
not_the_callers_alone(void)
{
	struct rte_mbuf *clone;

	glue_list(list, 3, &pkt_tcp4, 100, 0);
	glue_train(m, list, 3);
	clone = rte_pktmbuf_clone(m[0], glue_pool);
	CU_ASSERT_PTR_NOT_NULL_FATAL(clone);
	check_refused(clone, 3, -EINVAL);
	check_refused(m[0], 3, -EINVAL);
	rte_pktmbuf_free(clone);
	rte_mbuf_refcnt_update(m[2], 1);
	check_refused(m[0], 3, -EINVAL);
	rte_mbuf_refcnt_update(m[2], -1);
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 3), 3);
	rte_pktmbuf_free_bulk(out, 3);
}

/* Headers that were moved or written: not undo's to take, though split's. */
static void
headers_that_were_edited(void)
{
	struct glue_copy *copy;

	glue_list(list, 3, &pkt_tcp4, 100, 0);
	glue_train(m, list, 3);
	CU_ASSERT_EQUAL(rte_vlan_insert(m), 0);
	m[0]->l2_len = 14;
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 3), -EINVAL);
	m[0]->l2_len = 18;
	copy = glue_copy(m[0]);
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 3), -EINVAL);
	CU_ASSERT(glue_copy_same(copy));
	glue_copy_free(copy);
	CU_ASSERT(rxb_gro_is_aggregate(m[0]));
	rte_pktmbuf_free(m[0]);
	glue_train(m, list, 3);
	rte_pktmbuf_mtod(m[0], uint8_t *)[17]++;
	CU_ASSERT_EQUAL(rxb_gro_undo(m[0], out, 3), -EINVAL);
	rte_pktmbuf_free(m[0]);
}

/* A burst of applications' own: what has been given back can be freed and used again. */
static void
mbufs_are_fit_for_the_pool(void)
{
	unsigned int i, n;

	glue_list(list, 60, &pkt_tcp4, 100, 0);
	for (n = 0; n < 100; n++) {
		glue_train(m, list, 60);
		CU_ASSERT_EQUAL_FATAL(rxb_gro_undo(m[0], out, 60), 60);
		for (i = 0; i < 60; i++) {
			const char *reason = NULL;

			CU_ASSERT_EQUAL(rte_mbuf_check(out[i], 1, &reason), 0);
		}
		rte_pktmbuf_free_bulk(out, 60);
	}
	CU_ASSERT_EQUAL(rte_mempool_in_use_count(glue_pool), 0);
}

static CU_TestInfo undo_tests[] = {
	{ "two to sixty packets", every_count },
	{ "shorter last one", shorter_last_one },
	{ "FIN and PSH go back to the last", fin_and_psh },
	{ "CWR stays on the first", cwr_of_the_first },
	{ "identifications of every kind", ids_of_every_kind },
	{ "tags", tags },
	{ "IPv6 extension headers", extension_headers },
	{ "TCP options", tcp_options },
	{ "datagrams", datagrams },
	{ "checksums that are zero", zero_checksums },
	{ "payload of one byte", payload_of_one_byte },
	{ "as long as IP allows", as_long_as_ip_allows },
	{ "packets that are chains", packets_that_are_chains },
	{ "no headroom", no_headroom },
	{ "external buffers", external_buffers },
	{ "marks are each packet's own", marks_are_each_packets_own },
	{ "mbufs are fit for the pool", mbufs_are_fit_for_the_pool },
	CU_TEST_INFO_NULL,
};

static CU_TestInfo refused_tests[] = {
	{ "too little room", too_little_room },
	{ "no aggregate", no_aggregate },
	{ "marks that are gone", marks_that_are_gone },
	{ "lengths that disagree", lengths_that_disagree },
	{ "sizes that no train has", sizes_that_no_train_has },
	{ "chain cut or longer", chain_cut_or_longer },
	{ "not the caller's alone", not_the_callers_alone },
	{ "headers that were edited", headers_that_were_edited },
	CU_TEST_INFO_NULL,
};

int
main(void)
{
	CU_SuiteInfo suites[] = {
		{ "undo", NULL, NULL, NULL, NULL, undo_tests },
		{ "undo refuses", NULL, NULL, NULL, NULL, refused_tests },
		CU_SUITE_INFO_NULL,
	};

	return glue_main(suites);
}
