/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include <rte_mbuf.h>

#include "rxb_sum.h"

#include "pkt_csum.h"
#include "pkt_type.h"

/* Sum of what stands behind the datagram, as it entered the whole sum: bytes
 * behind an odd length stand in the other half of their words (RFC 1071 2B). */
static uint32_t
sum_of_trailer(const uint8_t *p, uint32_t len, uint32_t at)
{
	uint32_t sum = rxb_sum(p, len);

	return (at & 1) != 0 ? rte_bswap16(sum) : sum;
}

static uint32_t
skip_tags(const uint8_t *pkt, uint32_t len)
{
	uint32_t off = 12, tags;

	for (tags = 0; tags < 2 && len >= off + 6; tags++) {
		uint16_t type = pkt_be16(pkt + off);

		if (type != RTE_ETHER_TYPE_VLAN && type != RTE_ETHER_TYPE_QINQ)
			break;
		off += 4;
	}
	return off;
}

/* sum: of the L4 header and payload and the pseudo header, checksum included. */
static uint64_t
l4_flags(const uint8_t *l4, uint32_t l4_len, uint8_t proto, bool ip6, uint32_t sum)
{
	if (proto == IPPROTO_UDP) {
		const uint32_t at = offsetof(struct rte_udp_hdr, dgram_len);

		if (l4_len < sizeof(struct rte_udp_hdr) || pkt_be16(l4 + at) != l4_len)
			return RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN;
		if (l4[6] == 0 && l4[7] == 0)
			return ip6 ? RTE_MBUF_F_RX_L4_CKSUM_BAD : RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN;
	} else if (proto != IPPROTO_TCP || l4_len < sizeof(struct rte_tcp_hdr)) {
		return RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN;
	}
	return sum == 0xffff ? RTE_MBUF_F_RX_L4_CKSUM_GOOD : RTE_MBUF_F_RX_L4_CKSUM_BAD;
}

/* Ones' complement sum of the pseudo header: addresses, length, protocol. */
static uint32_t
pseudo_sum(const uint8_t *addrs, uint32_t addrs_len, uint32_t l4_len, uint8_t proto)
{
	return rxb_sum_fold((uint64_t)rxb_sum_head(addrs, addrs_len) +
		    rte_cpu_to_be_16(l4_len) + rte_cpu_to_be_16(proto));
}

/* Where the sums of one packet stand. */
struct l3 {
	const uint8_t *hdr;
	uint32_t left;		/* bytes from hdr to the end of the packet */
	uint32_t sum;		/* of these bytes */
};

static uint64_t
ip4_flags(const struct l3 *ip)
{
	uint32_t hdr_len, total, l4_len, sum;
	uint64_t flags;

	if (ip->left < sizeof(struct rte_ipv4_hdr) || ip->hdr[0] >> 4 != 4)
		return 0;
	hdr_len = (ip->hdr[0] & 15) * 4;
	total = pkt_be16(ip->hdr + 2);
	if (hdr_len < sizeof(struct rte_ipv4_hdr) || hdr_len > ip->left)
		return 0;
	sum = rxb_sum_head(ip->hdr, hdr_len);
	flags = sum == 0xffff ? RTE_MBUF_F_RX_IP_CKSUM_GOOD : RTE_MBUF_F_RX_IP_CKSUM_BAD;
	if (total < hdr_len || total > ip->left ||
	    (pkt_be16(ip->hdr + 6) & 0x3fff) != 0)
		return flags;

	l4_len = total - hdr_len;
	sum = rxb_sum_sub(rxb_sum_sub(ip->sum, sum),
		      sum_of_trailer(ip->hdr + total, ip->left - total, total));
	sum = rxb_sum_fold((uint64_t)sum + pseudo_sum(ip->hdr + 12, 8, l4_len, ip->hdr[9]));
	return flags | l4_flags(ip->hdr + hdr_len, l4_len, ip->hdr[9], false, sum);
}

static uint64_t
ip6_flags(const struct l3 *ip)
{
	const uint32_t hdr_len = sizeof(struct rte_ipv6_hdr);
	uint32_t l4_len, sum;

	if (ip->left < hdr_len || ip->hdr[0] >> 4 != 6)
		return 0;
	l4_len = pkt_be16(ip->hdr + 4);
	if (l4_len > ip->left - hdr_len)
		return 0;
	sum = rxb_sum_sub(ip->sum, rxb_sum_head(ip->hdr, hdr_len));
	sum = rxb_sum_sub(sum, sum_of_trailer(ip->hdr + hdr_len + l4_len,
					  ip->left - hdr_len - l4_len, l4_len));
	sum = rxb_sum_fold((uint64_t)sum + pseudo_sum(ip->hdr + 8, 32, l4_len, ip->hdr[6]));
	return l4_flags(ip->hdr + hdr_len, l4_len, ip->hdr[6], true, sum);
}

uint64_t
pkt_csum_flags(const uint8_t *pkt, uint32_t len, uint32_t sum)
{
	uint32_t off = skip_tags(pkt, len);
	struct l3 ip;

	if (len < off + 2)
		return 0;
	ip.hdr = pkt + off + 2;
	ip.left = len - off - 2;
	ip.sum = rxb_sum_sub(sum, rxb_sum_head(pkt + 12, off + 2 - 12));
	switch (pkt_be16(pkt + off)) {
	case RTE_ETHER_TYPE_IPV4:
		return ip4_flags(&ip);
	case RTE_ETHER_TYPE_IPV6:
		return ip6_flags(&ip);
	default:
		return 0;
	}
}
