/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Receive checksums in software against DPDK's own checksum functions. */

#include "cunit_run.h"

#include <rte_mbuf.h>

#include "pkt_csum.h"
#include "rxb_sum.h"
#include "pkt_type.h"

#include "captures.h"

#define IP_GOOD		RTE_MBUF_F_RX_IP_CKSUM_GOOD
#define IP_BAD		RTE_MBUF_F_RX_IP_CKSUM_BAD
#define L4_GOOD		RTE_MBUF_F_RX_L4_CKSUM_GOOD
#define L4_BAD		RTE_MBUF_F_RX_L4_CKSUM_BAD
#define UNKNOWN		0ull

/* How often each verdict came up: a comparison that never saw one proves little. */
static uint32_t nb_good, nb_bad, nb_unknown;
static bool no_trailers;	/* the sums cover each packet to its end */

static __rte_noinline uint64_t
plain_flags(const uint8_t *pkt, uint32_t len, uint32_t sum)
{
	return pkt_csum_plain(pkt_type_plain(pkt + 12, len - 12), pkt, len, sum);
}

/* Copy and verdict, source and destination exact heap blocks. */
static uint64_t
flags_of(const uint8_t *pkt, uint32_t len)
{
	uint8_t *src = exact_copy(pkt, len), *dst = malloc(len);
	uint64_t flags;
	uint32_t sum;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dst);
	memcpy(dst, src, 12);
	sum = rxb_copy_sum(dst + 12, src + 12, len - 12);
	CU_ASSERT(memcmp(dst, src, len) == 0);
	flags = pkt_csum_flags(dst, len, sum);
	CU_ASSERT_EQUAL(plain_flags(dst, len, sum), flags);
	free(src);
	free(dst);
	return flags;
}

static uint64_t
referee_l4(const void *ip, const uint8_t *l4, uint32_t l4_len, uint8_t proto, bool ip6)
{
	bool right;

	if (proto == IPPROTO_UDP) {
		if (l4_len < 8 || (uint32_t)(l4[4] << 8 | l4[5]) != l4_len)
			return UNKNOWN;
		if (l4[6] == 0 && l4[7] == 0)
			return ip6 ? L4_BAD : UNKNOWN;
	} else if (proto != IPPROTO_TCP || l4_len < 20) {
		return UNKNOWN;
	}
	right = ip6 ? rte_ipv6_udptcp_cksum_verify(ip, l4) == 0 :
		rte_ipv4_udptcp_cksum_verify(ip, l4) == 0;
	return right ? L4_GOOD : L4_BAD;
}

static uint64_t
referee_ip4(const uint8_t *ip, uint32_t left)
{
	struct rte_ipv4_hdr *hdr = (struct rte_ipv4_hdr *)exact_copy(ip, left);
	uint32_t hdr_len, total;
	uint64_t flags = UNKNOWN;

	if (left < 20 || ip[0] >> 4 != 4)
		goto out;
	hdr_len = (ip[0] & 15) * 4;
	if (hdr_len < 20 || hdr_len > left)
		goto out;
	flags = rte_ipv4_cksum(hdr) == 0 ? IP_GOOD : IP_BAD;
	total = ip[2] << 8 | ip[3];
	/* more fragments, or an offset */
	if (total < hdr_len || total > left || (ip[6] & 0x3f) != 0 || ip[7] != 0)
		goto out;
	flags |= referee_l4(hdr, (uint8_t *)hdr + hdr_len, total - hdr_len, ip[9], false);
out:
	free(hdr);
	return flags;
}

static uint64_t
referee_ip6(const uint8_t *ip, uint32_t left)
{
	struct rte_ipv6_hdr *hdr = (struct rte_ipv6_hdr *)exact_copy(ip, left);
	uint64_t flags = UNKNOWN;
	uint32_t l4_len;

	if (left >= 40 && ip[0] >> 4 == 6) {
		l4_len = ip[4] << 8 | ip[5];
		if (l4_len <= left - 40)
			flags = referee_l4(hdr, (uint8_t *)(hdr + 1), l4_len, ip[6], true);
	}
	free(hdr);
	return flags;
}

/* The verdict by pkt_csum.h's words, the sums by DPDK. */
static uint64_t
referee(const uint8_t *pkt, uint32_t len)
{
	uint32_t off = 12, tags = 0;

	while (tags++ < 2 && len >= off + 6 &&
	       ((pkt[off] == 0x81 && pkt[off + 1] == 0x00) ||
		(pkt[off] == 0x88 && pkt[off + 1] == 0xa8)))
		off += 4;
	if (pkt[off] == 0x08 && pkt[off + 1] == 0x00)
		return referee_ip4(pkt + off + 2, len - off - 2);
	if (pkt[off] == 0x86 && pkt[off + 1] == 0xdd)
		return referee_ip6(pkt + off + 2, len - off - 2);
	return UNKNOWN;
}

static uint64_t
compare(const uint8_t *pkt, uint32_t len)
{
	uint64_t flags = flags_of(pkt, len), want = referee(pkt, len);

	CU_ASSERT_EQUAL(flags, want);
	if ((want & L4_GOOD) != 0)
		nb_good++;
	else if ((want & L4_BAD) != 0)
		nb_bad++;
	else
		nb_unknown++;
	return flags;
}

static void
compare_whole(const uint8_t *pkt, uint32_t len, uint32_t nr)
{
	compare(pkt, len);
}

static void
compare_cuts(const uint8_t *pkt, uint32_t len, uint32_t nr)
{
	uint32_t n;

	if (nr % 37 != 0)
		return;
	for (n = 14; n <= len; n += n < 100 ? 1 : 97)
		compare(pkt, n);
}

/* One wrong bit: whatever it hits, the referee's verdict; in what a sum covers,
 * never GOOD. */
static void
compare_flips(const uint8_t *pkt, uint32_t len, uint32_t nr)
{
	uint8_t *copy;
	uint64_t before;
	uint32_t bit;

	if (nr % 61 != 0)
		return;
	copy = exact_copy(pkt, len);
	before = compare(copy, len);
	for (bit = 12 * 8; bit < len * 8; bit += bit < 70 * 8 ? 1 : 1 + nr % 89) {
		uint64_t after;

		copy[bit / 8] ^= 1u << bit % 8;
		after = compare(copy, len);
		/* Behind all IP headers. */
		if (no_trailers && (before & L4_GOOD) != 0 && bit >= 8 * 58)
			CU_ASSERT((after & L4_GOOD) == 0);
		copy[bit / 8] ^= 1u << bit % 8;
	}
	free(copy);
}

/* Tags in front, padding behind: the same verdict. */
static void
compare_wrapped(const uint8_t *pkt, uint32_t len, uint32_t nr)
{
	static const uint8_t tags[3][12] = {
		{ 0x81, 0x00, 0x60, 0x12 },
		{ 0x88, 0xa8, 0x00, 0x64, 0x81, 0x00, 0xff, 0xff },
		{ 0x81, 0x00, 0, 1, 0x81, 0x00, 0, 2, 0x81, 0x00, 0, 3 },
	};
	uint8_t *wrapped;
	uint64_t plain;
	uint32_t n, pad, i;

	if (nr % 11 != 0 || (pkt[12] == 0x81 && pkt[13] == 0))
		return;
	plain = compare(pkt, len);
	wrapped = malloc(len + 12 + 7);
	CU_ASSERT_PTR_NOT_NULL_FATAL(wrapped);
	for (n = 0; n <= 3; n++) {
		memcpy(wrapped, pkt, 12);
		if (n != 0)
			memcpy(wrapped + 12, tags[n - 1], 4 * n);
		memcpy(wrapped + 12 + 4 * n, pkt + 12, len - 12);
		for (pad = 0; pad <= 7; pad++) {
			uint64_t flags;

			for (i = 0; i < pad; i++)
				wrapped[len + 4 * n + i] = 0xa7 + 31 * i;
			flags = compare(wrapped, len + 4 * n + pad);
			/* A cut datagram could be completed by padding; these are whole. */
			CU_ASSERT_EQUAL(flags, n == 3 ? UNKNOWN : plain);
		}
	}
	free(wrapped);
}

static void
reset_counts(void)
{
	nb_good = nb_bad = nb_unknown = 0;
}

static void
test_our_captures(void)
{
	reset_counts();
	CU_ASSERT(capture_each_of_ours(compare_whole) > 4000);
	/* The captures were checked when they were recorded. */
	CU_ASSERT_EQUAL(nb_bad, 0);
	CU_ASSERT(nb_good > 4000);
}

static void
test_our_captures_harmed(void)
{
	reset_counts();
	no_trailers = true;
	capture_each_of_ours(compare_flips);
	no_trailers = false;
	CU_ASSERT(nb_bad > 10000);
	reset_counts();
	capture_each_of_ours(compare_cuts);
	CU_ASSERT(nb_unknown > 1000);
}

static void
test_our_captures_wrapped(void)
{
	reset_counts();
	capture_each_of_ours(compare_wrapped);
	CU_ASSERT(nb_good > 1000);
}

static void
test_public_captures(void)
{
	if (capture_each_public(compare_whole) == 0) {
		skip(NO_PUBLIC_CAPTURES);
		return;
	}
	capture_each_public(compare_flips);
	capture_each_public(compare_cuts);
}

/* Every length, every alignment of source and destination, and the longest. */
static void
test_copy_sum(void)
{
	uint32_t len, s, d, i;
	uint8_t *noise = malloc(65540);

	CU_ASSERT_PTR_NOT_NULL_FATAL(noise);
	for (i = 0; i < 65540; i++)
		noise[i] = (uint8_t)(i * 2654435761u >> 13);
	for (len = 0; len <= 1601; len++) {
		uint32_t n = len <= 1600 ? len : 65535;

		for (s = 0; s < 4; s++) {
			for (d = 0; d < 4; d++) {
				uint8_t *src = exact_copy(noise, n + s);
				uint8_t *dst = calloc(1, n + d);
				uint32_t sum = rxb_copy_sum(dst + d, src + s, n);

				CU_ASSERT(memcmp(dst + d, src + s, n) == 0);
				while (sum >> 16 != 0)
					sum = (sum & 0xffff) + (sum >> 16);
				CU_ASSERT_EQUAL(sum, rte_raw_cksum(src + s, n));
				free(src);
				free(dst);
			}
		}
	}
	memset(noise, 0xff, 65535);
	CU_ASSERT_EQUAL(rxb_copy_sum(noise, noise, 65535) & 0xffff,
			rte_raw_cksum(noise, 65535));
	free(noise);
}

int
main(void)
{
	CU_TestInfo tests[] = {
		{ "copy and sum, lengths and alignments", test_copy_sum },
		{ "our captures", test_our_captures },
		{ "our captures, cut and one bit wrong", test_our_captures_harmed },
		{ "our captures, tagged and padded", test_our_captures_wrapped },
		{ "public captures", test_public_captures },
		CU_TEST_INFO_NULL
	};
	CU_SuiteInfo suites[] = {
		{ "pkt_csum", NULL, NULL, NULL, NULL, tests },
		CU_SUITE_INFO_NULL
	};

	if (CU_initialize_registry() != CUE_SUCCESS ||
	    CU_register_suites(suites) != CUE_SUCCESS)
		return EXIT_FAILURE;
	return cunit_run();
}
