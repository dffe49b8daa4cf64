/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PKT_TYPE_H
#define PKT_TYPE_H

/*
 * mbuf packet_type of an Ethernet packet. The plain cases are decided here; all
 * others, and so the meaning of every bit, are rte_net_get_ptype()'s.
 */

#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_byteorder.h>
#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_mbuf_ptype.h>
#include <rte_net.h>
#include <rte_tcp.h>
#include <rte_udp.h>

#define PKT_TYPE_LAYERS (RTE_PTYPE_L2_MASK | RTE_PTYPE_L3_MASK | RTE_PTYPE_L4_MASK)

static inline uint16_t
pkt_be16(const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return rte_be_to_cpu_16(v);
}

/* L4 bit of a protocol whose whole header stands in the packet; 0: not plain. */
static inline uint32_t
pkt_type_l4(uint8_t proto, uint32_t l4_len)
{
	if (likely(proto == IPPROTO_TCP) && l4_len >= sizeof(struct rte_tcp_hdr))
		return RTE_PTYPE_L4_TCP;
	if (proto == IPPROTO_UDP && l4_len >= sizeof(struct rte_udp_hdr))
		return RTE_PTYPE_L4_UDP;
	return 0;
}

/*
 * Type of an untagged IPv4 packet without options or IPv6 packet without
 * extensions that carries TCP or UDP and is no fragment; 0 for any other.
 * type: the EtherType and what follows it, len contiguous bytes.
 */
static inline uint32_t
pkt_type_plain(const uint8_t *type, uint32_t len)
{
	const uint32_t ip4 = 2 + sizeof(struct rte_ipv4_hdr);
	const uint32_t ip6 = 2 + sizeof(struct rte_ipv6_hdr);
	const uint8_t *ip = type + 2;
	uint32_t l4 = 0, l3 = 0;

	if (unlikely(len < ip4))
		return 0;
	switch (pkt_be16(type)) {
	case RTE_ETHER_TYPE_IPV4:
		if (ip[0] != 0x45 || (pkt_be16(ip + 6) & 0x3fff) != 0)
			return 0;
		l3 = RTE_PTYPE_L3_IPV4;
		l4 = pkt_type_l4(ip[9], len - ip4);
		break;
	case RTE_ETHER_TYPE_IPV6:
		if (len < ip6)
			return 0;
		l3 = RTE_PTYPE_L3_IPV6;
		l4 = pkt_type_l4(ip[6], len - ip6);
		break;
	}
	return l4 == 0 ? 0 : RTE_PTYPE_L2_ETHER | l3 | l4;
}

/* packet_type of m, whose bytes and lengths are in place. */
static inline uint32_t
pkt_type_full(const struct rte_mbuf *m)
{
	return rte_net_get_ptype(m, NULL, PKT_TYPE_LAYERS);
}

#endif /* PKT_TYPE_H */
