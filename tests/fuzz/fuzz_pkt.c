/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Checksums folded into the copy, and the plain packet type. Byte 0: where in a
 * word source and destination begin; the rest is the Ethernet packet.
 *
 * The verdicts are compared with a slow way to say the same: RFC 1071 over
 * exactly the bytes that the headers name.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <rte_mbuf.h>

#include "pkt_csum.h"
#include "rxb_sum.h"
#include "rxb_sum_impl.h"
#include "pkt_type.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t
be16(const uint8_t *p)
{
	return (uint32_t)p[0] << 8 | p[1];
}

/* Of big-endian words, an odd last byte with a zero behind it; not folded. */
static uint64_t
slow_sum(const uint8_t *p, uint32_t len)
{
	uint64_t sum = 0;
	uint32_t i;

	for (i = 0; i < len; i++)
		sum += (i & 1) != 0 ? p[i] : (uint32_t)p[i] << 8;
	return sum;
}

static uint32_t
slow_fold(uint64_t sum)
{
	while (sum > 0xffff)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint32_t)sum;
}

static uint64_t
slow_l4(const uint8_t *ip, bool ip6, const uint8_t *l4, uint32_t len)
{
	uint8_t proto = ip[ip6 ? 6 : 9];
	uint64_t sum = slow_sum(ip + (ip6 ? 8 : 12), ip6 ? 32 : 8) + len + proto;

	switch (proto) {
	case 17:
		if (len < 8 || be16(l4 + 4) != len)
			return 0;
		if (be16(l4 + 6) == 0)
			return ip6 ? RTE_MBUF_F_RX_L4_CKSUM_BAD : 0;
		break;
	case 6:
		if (len < 20)
			return 0;
		break;
	default:
		return 0;
	}
	return slow_fold(sum + slow_sum(l4, len)) == 0xffff ?
	       RTE_MBUF_F_RX_L4_CKSUM_GOOD : RTE_MBUF_F_RX_L4_CKSUM_BAD;
}

static uint64_t
slow_ip4(const uint8_t *ip, uint32_t left)
{
	uint32_t head, total;
	uint64_t flags;

	if (left < 20 || ip[0] >> 4 != 4)
		return 0;
	head = (ip[0] & 0xf) * 4u;
	if (head < 20 || head > left)
		return 0;
	flags = slow_fold(slow_sum(ip, head)) == 0xffff ?
		RTE_MBUF_F_RX_IP_CKSUM_GOOD : RTE_MBUF_F_RX_IP_CKSUM_BAD;
	total = be16(ip + 2);
	/* More fragments, or not the first of them. */
	if (total < head || total > left || (be16(ip + 6) & 0x3fff) != 0)
		return flags;
	return flags | slow_l4(ip, false, ip + head, total - head);
}

static uint64_t
slow_flags(const uint8_t *pkt, uint32_t len)
{
	uint32_t off = 12, tags, left;

	for (tags = 0; tags < 2 && len >= off + 6; tags++, off += 4)
		if (be16(pkt + off) != 0x8100 && be16(pkt + off) != 0x88a8)
			break;
	if (len < off + 2)
		return 0;
	left = len - off - 2;
	if (be16(pkt + off) == 0x0800)
		return slow_ip4(pkt + off + 2, left);
	if (be16(pkt + off) != 0x86dd || left < 40 || pkt[off + 2] >> 4 != 6 ||
	    be16(pkt + off + 6) > left - 40)
		return 0;
	return slow_l4(pkt + off + 2, true, pkt + off + 42, be16(pkt + off + 6));
}

static uint32_t
slow_plain(const uint8_t *type, uint32_t len)
{
	uint32_t head, l3;
	uint8_t proto;

	if (len >= 22 && be16(type) == 0x0800 && type[2] == 0x45 &&
	    (be16(type + 8) & 0x3fff) == 0) {
		head = 22;
		l3 = RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4;
		proto = type[11];
	} else if (len >= 42 && be16(type) == 0x86dd) {
		head = 42;
		l3 = RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV6;
		proto = type[8];
	} else {
		return 0;
	}
	if (proto == 6 && len >= head + 20)
		return l3 | RTE_PTYPE_L4_TCP;
	return proto == 17 && len >= head + 8 ? l3 | RTE_PTYPE_L4_UDP : 0;
}

/* The sum is of words as they lie in memory. */
static void
check_sum(const uint8_t *p, uint32_t len, uint32_t sum)
{
	if (sum > 0xffff || rte_cpu_to_be_16((uint16_t)sum) != slow_fold(slow_sum(p, len)))
		abort();
}

/* Nothing of DPDK is here to ask. */
const struct rxb_sum_impl *
rxb_sum_choose(bool *final)
{
	*final = true;
	return &rxb_sum_base;
}

static void
check_impl(const struct rxb_sum_impl *impl, uint8_t *dst, const uint8_t *src, uint32_t len)
{
	memset(dst, 0, len);
	check_sum(src, len, impl->copy_sum(dst, src, len));
	if (memcmp(dst, src, len) != 0)
		abort();
	check_sum(src, len, impl->sum(src, len));
}

static void
check_impls(uint8_t *dst, const uint8_t *src, uint32_t len)
{
	check_impl(&rxb_sum_base, dst, src, len);
#ifdef RXB_SUM_AVX2
	if (__builtin_cpu_supports("avx2"))
		check_impl(&rxb_sum_avx2, dst, src, len);
#endif
}

static void
check_packet(uint8_t *dst, const uint8_t *src, uint32_t len)
{
	uint32_t sum, type;

	check_impls(dst, src, len);
	memcpy(dst, src, 12);
	sum = rxb_copy_sum(dst + 12, src + 12, len - 12);
	if (memcmp(dst, src, len) != 0)
		abort();
	check_sum(src + 12, len - 12, sum);
	if (pkt_csum_flags(dst, len, sum) != slow_flags(src, len))
		abort();
	type = pkt_type_plain(dst + 12, len - 12);
	if (type != slow_plain(src + 12, len - 12))
		abort();
	if (pkt_csum_plain(type, dst, len, sum) != slow_flags(src, len))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t len, from, to;
	uint8_t *src, *dst;

	if (size < 1 + 12)
		return 0;
	len = (uint32_t)(size - 1);
	from = data[0] & 15;
	to = data[0] >> 4;
	/* Both blocks end with the packet. */
	src = malloc(from + len);
	dst = malloc(to + len);
	if (src != NULL && dst != NULL) {
		memcpy(src + from, data + 1, len);
		check_packet(dst + to, src + from, len);
	}
	free(src);
	free(dst);
	return 0;
}
