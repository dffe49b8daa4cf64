/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PKT_CSUM_H
#define PKT_CSUM_H

/*
 * Receive checksums in software, folded into the copy out of the transfer: the
 * bytes are summed while they pass, and the headers are taken off the sum
 * afterwards (rxb_sum.h).
 */

#include <stdint.h>

#include "rxb_sum.h"

#include "pkt_type.h"

/*
 * RTE_MBUF_F_RX_IP_CKSUM_... and _L4_CKSUM_... of an Ethernet packet of len
 * contiguous bytes, sum being rxb_copy_sum() of all but its first 12.
 *
 * Checked: the IPv4 header, and TCP or UDP over IPv4 and over IPv6 without
 * extension headers, below any number of 802.1Q tags up to two. What was not
 * checked is UNKNOWN: fragments, other protocols, lengths that do not fit, UDP
 * over IPv4 without a checksum. GOOD means that the sum was computed and is
 * right, BAD that it was computed and is wrong (or is 0 in UDP over IPv6, which
 * RFC 8200 8.1 forbids).
 */
uint64_t pkt_csum_flags(const uint8_t *pkt, uint32_t len, uint32_t sum);

/*
 * The plain packets need less. A sum is right when it is a multiple of 0xffff (and it is not 0:
 * the header has a version and a protocol). The addresses stay in it, as the pseudo header's;
 * of what stands in front of them the length stays, short of the IPv4 header's.
 */
#define PKT_CSUM_RIGHT(sum) ((sum) % 0xffff == 0)
/* A multiple of 0xffff: nothing below 2^34 that is taken off makes this negative. */
#define PKT_CSUM_ZERO ((uint64_t)0xffff << 20)

static inline uint32_t
pkt_csum_word32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32_t
pkt_csum_word16(const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t
pkt_csum_tcp4(const uint8_t *ip, uint32_t sum)
{
	const uint64_t extra = PKT_CSUM_ZERO + rte_cpu_to_be_16(IPPROTO_TCP) -
		rte_cpu_to_be_16(RTE_ETHER_TYPE_IPV4) -
		rte_cpu_to_be_16(sizeof(struct rte_ipv4_hdr));
	uint64_t front = (uint64_t)pkt_csum_word32(ip) + pkt_csum_word32(ip + 4) +
			 pkt_csum_word32(ip + 8);
	uint64_t whole = front + pkt_csum_word32(ip + 12) + pkt_csum_word32(ip + 16);
	uint64_t l4 = extra + sum + pkt_csum_word16(ip + 2) - front;

	return (PKT_CSUM_RIGHT(whole) ? RTE_MBUF_F_RX_IP_CKSUM_GOOD :
		RTE_MBUF_F_RX_IP_CKSUM_BAD) |
	       (PKT_CSUM_RIGHT(l4) ? RTE_MBUF_F_RX_L4_CKSUM_GOOD : RTE_MBUF_F_RX_L4_CKSUM_BAD);
}

static inline uint64_t
pkt_csum_tcp6(const uint8_t *ip, uint32_t sum)
{
	const uint64_t extra = PKT_CSUM_ZERO + rte_cpu_to_be_16(IPPROTO_TCP) -
		rte_cpu_to_be_16(RTE_ETHER_TYPE_IPV6);
	uint64_t front = (uint64_t)pkt_csum_word32(ip) + pkt_csum_word16(ip + 6);

	return PKT_CSUM_RIGHT(extra + sum - front) ? RTE_MBUF_F_RX_L4_CKSUM_GOOD :
	       RTE_MBUF_F_RX_L4_CKSUM_BAD;
}

/* pkt_csum_flags() of a packet whose pkt_type_plain() is known: quick for TCP that ends with
 * the packet. */
static inline uint64_t
pkt_csum_plain(uint32_t type, const uint8_t *pkt, uint32_t len, uint32_t sum)
{
	const uint8_t *ip = pkt + sizeof(struct rte_ether_hdr);
	uint32_t left = len - sizeof(struct rte_ether_hdr);

	if (likely(type == (RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 | RTE_PTYPE_L4_TCP))) {
		if (likely(pkt_be16(ip + 2) == left))
			return pkt_csum_tcp4(ip, sum);
	} else if (type == (RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV6 | RTE_PTYPE_L4_TCP)) {
		if (likely(pkt_be16(ip + 4) + sizeof(struct rte_ipv6_hdr) == left &&
			   ip[0] >> 4 == 6))
			return pkt_csum_tcp6(ip, sum);
	}
	return pkt_csum_flags(pkt, len, sum);
}

#endif /* PKT_CSUM_H */
