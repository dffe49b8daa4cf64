/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Receive checksums, case by case: packets made here, their checksums filled in
 * by DPDK's functions. DPDK/grout#724: GOOD only after a check, a wrong one is
 * BAD, no check is UNKNOWN.
 */

#include "cunit_run.h"

#include <rte_mbuf.h>

#include "pkt_csum.h"
#include "rxb_sum.h"
#include "pkt_type.h"

#include "hexbytes.h"

#define IP_GOOD		RTE_MBUF_F_RX_IP_CKSUM_GOOD
#define IP_BAD		RTE_MBUF_F_RX_IP_CKSUM_BAD
#define L4_GOOD		RTE_MBUF_F_RX_L4_CKSUM_GOOD
#define L4_BAD		RTE_MBUF_F_RX_L4_CKSUM_BAD

#define ROOM 2048

struct pkt {
	uint8_t bytes[ROOM];
	uint32_t len;
	uint32_t l3, l4;	/* offsets */
};

static uint64_t
flags_of(const struct pkt *p)
{
	uint8_t *src = exact_copy(p->bytes, p->len), *dst = malloc(p->len);
	uint64_t flags;
	uint32_t sum;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dst);
	memcpy(dst, src, 12);
	sum = rxb_copy_sum(dst + 12, src + 12, p->len - 12);
	flags = pkt_csum_flags(dst, p->len, sum);
	CU_ASSERT_EQUAL(pkt_csum_plain(pkt_type_plain(dst + 12, p->len - 12), dst, p->len, sum),
			flags);
	free(src);
	free(dst);
	return flags;
}

static void
put_be16(uint8_t *at, uint32_t v)
{
	at[0] = v >> 8;
	at[1] = v & 0xff;
}

static void
fill(uint8_t *at, uint32_t len)
{
	uint32_t i;

	for (i = 0; i < len; i++)
		at[i] = (uint8_t)(7 + 13 * i);
}

static void
sum_ip4(struct pkt *p)
{
	uint16_t sum;

	memset(p->bytes + p->l3 + 10, 0, 2);
	sum = rte_ipv4_cksum((struct rte_ipv4_hdr *)(p->bytes + p->l3));
	memcpy(p->bytes + p->l3 + 10, &sum, 2);
}

static void
sum_l4(struct pkt *p)
{
	bool ip6 = p->bytes[p->l3] >> 4 == 6;
	uint8_t proto = p->bytes[p->l3 + (ip6 ? 6 : 9)];
	uint32_t at = p->l4 + (proto == IPPROTO_UDP ? 6 : 16);
	uint16_t sum;

	memset(p->bytes + at, 0, 2);
	sum = ip6 ? rte_ipv6_udptcp_cksum((void *)(p->bytes + p->l3), p->bytes + p->l4) :
		rte_ipv4_udptcp_cksum((void *)(p->bytes + p->l3), p->bytes + p->l4);
	memcpy(p->bytes + at, &sum, 2);
}

/* IPv4 with options of opt bytes; payload behind the UDP or TCP header. */
static struct pkt
make_ip4(uint8_t proto, uint32_t opt, uint32_t payload)
{
	uint32_t l4_len = (proto == IPPROTO_UDP ? 8 : 20) + payload;
	struct pkt p = { .l3 = 14, .l4 = 34 + opt, .len = 34 + opt + l4_len };
	uint8_t *ip = p.bytes + p.l3;

	put_be16(p.bytes + 12, 0x0800);
	ip[0] = 0x45 + opt / 4;
	put_be16(ip + 2, 20 + opt + l4_len);
	ip[8] = 64;
	ip[9] = proto;
	fill(ip + 12, 8 + opt + l4_len);
	if (proto == IPPROTO_UDP)
		put_be16(p.bytes + p.l4 + 4, l4_len);
	sum_ip4(&p);
	sum_l4(&p);
	return p;
}

static struct pkt
make_ip6(uint8_t proto, uint32_t payload)
{
	uint32_t l4_len = (proto == IPPROTO_UDP ? 8 : 20) + payload;
	struct pkt p = { .l3 = 14, .l4 = 54, .len = 54 + l4_len };
	uint8_t *ip = p.bytes + p.l3;

	put_be16(p.bytes + 12, 0x86dd);
	ip[0] = 0x60;
	put_be16(ip + 4, l4_len);
	ip[6] = proto;
	ip[7] = 64;
	fill(ip + 8, 32 + l4_len);
	if (proto == IPPROTO_UDP)
		put_be16(p.bytes + p.l4 + 4, l4_len);
	sum_l4(&p);
	return p;
}

static void
test_every_payload(void)
{
	uint32_t n;

	for (n = 0; n <= 1400; n++) {
		struct pkt p[] = {
			make_ip4(IPPROTO_TCP, 0, n), make_ip4(IPPROTO_UDP, 0, n),
			make_ip6(IPPROTO_TCP, n), make_ip6(IPPROTO_UDP, n),
		};
		unsigned int i;

		for (i = 0; i < 4; i++) {
			uint64_t ip = i < 2 ? IP_GOOD : 0;

			CU_ASSERT_EQUAL(flags_of(&p[i]), ip | L4_GOOD);
			p[i].bytes[p[i].l4] ^= 0x10;
			CU_ASSERT_EQUAL(flags_of(&p[i]), ip | L4_BAD);
			p[i].bytes[p[i].l4] ^= 0x10;
			p[i].bytes[p[i].len - 1] ^= 0x01;
			CU_ASSERT_EQUAL(flags_of(&p[i]), ip | L4_BAD);
		}
	}
}

/* Odd and even padding behind odd and even datagrams. */
static void
test_padding(void)
{
	uint32_t n, pad, v6;

	for (v6 = 0; v6 < 2; v6++) {
		for (n = 0; n < 8; n++) {
			for (pad = 0; pad <= 20; pad++) {
				uint64_t ip = v6 ? 0 : IP_GOOD;
				struct pkt p = v6 ? make_ip6(IPPROTO_UDP, n) :
					make_ip4(IPPROTO_UDP, 0, n);

				memset(p.bytes + p.len, 0x9d, pad);
				p.len += pad;
				CU_ASSERT_EQUAL(flags_of(&p), ip | L4_GOOD);
				p.bytes[p.l4 + 1] ^= 0x80;
				CU_ASSERT_EQUAL(flags_of(&p), ip | L4_BAD);
			}
		}
	}
}

static void
test_options(void)
{
	uint32_t opt;

	for (opt = 4; opt <= 40; opt += 4) {
		struct pkt p = make_ip4(IPPROTO_TCP, opt, 33);

		CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD | L4_GOOD);
		p.bytes[p.l3 + 20 + opt - 1] ^= 4;
		CU_ASSERT_EQUAL(flags_of(&p), IP_BAD | L4_GOOD);
	}
}

/* The two sums are told apart. */
static void
test_one_of_two_wrong(void)
{
	struct pkt p = make_ip4(IPPROTO_TCP, 0, 100);

	p.bytes[p.l3 + 8] ^= 1;		/* TTL: in the header's sum only */
	CU_ASSERT_EQUAL(flags_of(&p), IP_BAD | L4_GOOD);
	p.bytes[p.l4 + 40] ^= 1;
	CU_ASSERT_EQUAL(flags_of(&p), IP_BAD | L4_BAD);
	p.bytes[p.l3 + 8] ^= 1;
	CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD | L4_BAD);
	p.bytes[p.l4 + 40] ^= 1;
	p.bytes[p.l3 + 12] ^= 1;	/* address: in both */
	CU_ASSERT_EQUAL(flags_of(&p), IP_BAD | L4_BAD);
}

static void
test_udp_without_checksum(void)
{
	struct pkt p4 = make_ip4(IPPROTO_UDP, 0, 50), p6 = make_ip6(IPPROTO_UDP, 50);

	put_be16(p4.bytes + p4.l4 + 6, 0);
	CU_ASSERT_EQUAL(flags_of(&p4), IP_GOOD);
	/* RFC 8200 8.1 */
	put_be16(p6.bytes + p6.l4 + 6, 0);
	CU_ASSERT_EQUAL(flags_of(&p6), L4_BAD);
}

/* A payload word such that the computed sum is 0: UDP sends 0xffff, TCP 0; both
 * zeros of ones' complement are right for TCP. */
static void
test_both_zeros(void)
{
	uint32_t i;

	for (i = 0; i < 4; i++) {
		bool udp = (i & 1) != 0;
		struct pkt p = (i & 2) != 0 ?
			make_ip6(udp ? IPPROTO_UDP : IPPROTO_TCP, 64) :
			make_ip4(udp ? IPPROTO_UDP : IPPROTO_TCP, 0, 64);
		uint64_t ip = (i & 2) != 0 ? 0 : IP_GOOD;
		uint32_t at = p.l4 + (udp ? 6 : 16), word = p.len - 2;

		/* The checksum becomes the word, and the word's place is 0. */
		memset(p.bytes + word, 0, 2);
		sum_l4(&p);
		memcpy(p.bytes + word, p.bytes + at, 2);
		memset(p.bytes + at, 0xff, 2);
		CU_ASSERT_EQUAL(flags_of(&p), ip | L4_GOOD);
		memset(p.bytes + at, 0, 2);
		CU_ASSERT_EQUAL(flags_of(&p), ip | (!udp ? L4_GOOD : ip == 0 ? L4_BAD : 0));
		put_be16(p.bytes + at, 0xfffe);
		CU_ASSERT_EQUAL(flags_of(&p), ip | L4_BAD);
	}
}

static void
test_fragments(void)
{
	static const uint16_t words[] = { 0x2000, 0x0001, 0x1000, 0x3fff, 0x2001 };
	struct pkt p;
	unsigned int i;

	for (i = 0; i < RTE_DIM(words); i++) {
		p = make_ip4(IPPROTO_UDP, 0, 100);
		put_be16(p.bytes + p.l3 + 6, words[i]);
		sum_ip4(&p);
		CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD);
	}
	/* Don't fragment, and the reserved bit, make none. */
	p = make_ip4(IPPROTO_UDP, 0, 100);
	put_be16(p.bytes + p.l3 + 6, 0xc000);
	sum_ip4(&p);
	CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD | L4_GOOD);
}

static void
test_lengths_that_do_not_fit(void)
{
	struct pkt p = make_ip4(IPPROTO_TCP, 0, 100);

	put_be16(p.bytes + p.l3 + 2, 141);	/* a byte more than there is */
	sum_ip4(&p);
	CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD);
	put_be16(p.bytes + p.l3 + 2, 19);	/* less than its header */
	sum_ip4(&p);
	CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD);
	put_be16(p.bytes + p.l3 + 2, 39);	/* TCP of 19 bytes */
	sum_ip4(&p);
	CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD);
	p = make_ip4(IPPROTO_TCP, 0, 0);
	p.bytes[p.l3] = 0x44;			/* header of 16 bytes */
	CU_ASSERT_EQUAL(flags_of(&p), 0);
	p.bytes[p.l3] = 0x4f;			/* header past the end */
	CU_ASSERT_EQUAL(flags_of(&p), 0);
	p.bytes[p.l3] = 0x65;			/* version 6 in EtherType 0x0800 */
	CU_ASSERT_EQUAL(flags_of(&p), 0);

	p = make_ip4(IPPROTO_UDP, 0, 100);
	put_be16(p.bytes + p.l4 + 4, 107);	/* UDP shorter than IP says */
	CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD);
	p = make_ip6(IPPROTO_TCP, 100);
	put_be16(p.bytes + p.l3 + 4, 121);
	CU_ASSERT_EQUAL(flags_of(&p), 0);
	p = make_ip6(IPPROTO_UDP, 100);
	put_be16(p.bytes + p.l3 + 4, 0);	/* jumbogram, or nothing */
	CU_ASSERT_EQUAL(flags_of(&p), 0);
}

static void
test_other_protocols(void)
{
	static const uint8_t protos[] = { 1, 2, 47, 50, 58, 132, 136, 255 };
	unsigned int i;

	for (i = 0; i < RTE_DIM(protos); i++) {
		struct pkt p = make_ip4(IPPROTO_TCP, 0, 100);

		p.bytes[p.l3 + 9] = protos[i];
		sum_ip4(&p);
		CU_ASSERT_EQUAL(flags_of(&p), IP_GOOD);
		p = make_ip6(IPPROTO_TCP, 100);
		p.bytes[p.l3 + 6] = protos[i];
		CU_ASSERT_EQUAL(flags_of(&p), 0);
	}
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "TCP and UDP with 0 to 1400 bytes", test_every_payload },
		{ "padding, odd and even", test_padding },
		{ "IPv4 options", test_options },
		{ "one of two sums wrong", test_one_of_two_wrong },
		{ "UDP without a checksum", test_udp_without_checksum },
		{ "the two zeros", test_both_zeros },
		{ "fragments", test_fragments },
		{ "lengths that do not fit", test_lengths_that_do_not_fit },
		{ "other protocols", test_other_protocols },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "pkt_csum_cases", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
