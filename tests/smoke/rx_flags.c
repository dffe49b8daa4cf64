/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* Packet type and checksum flags against DPDK's own parser and sums. */

#include <netinet/in.h>

#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_net.h>
#include <rte_tcp.h>
#include <rte_udp.h>

#include "rx_verify.h"

#define LAYERS (RTE_PTYPE_L2_MASK | RTE_PTYPE_L3_MASK | RTE_PTYPE_L4_MASK)

/* The sum behind a plain IP header: is it there, and is it right? */
static uint64_t
l4_verdict(const struct rte_mbuf *m, uint32_t at, uint8_t proto, bool ip6, bool right)
{
	const struct rte_udp_hdr *udp;

	if (proto == IPPROTO_TCP && m->pkt_len >= at + sizeof(struct rte_tcp_hdr))
		return right ? RTE_MBUF_F_RX_L4_CKSUM_GOOD : RTE_MBUF_F_RX_L4_CKSUM_BAD;
	if (proto != IPPROTO_UDP || m->pkt_len < at + sizeof(*udp))
		return UINT64_MAX;
	udp = rte_pktmbuf_mtod_offset(m, const struct rte_udp_hdr *, at);
	if (udp->dgram_cksum == 0)
		return ip6 ? RTE_MBUF_F_RX_L4_CKSUM_BAD : RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN;
	return right ? RTE_MBUF_F_RX_L4_CKSUM_GOOD : RTE_MBUF_F_RX_L4_CKSUM_BAD;
}

/* Flags of a packet that DPDK can sum by itself; UINT64_MAX: another packet. */
static uint64_t
wanted_l4(const struct rte_mbuf *m)
{
	const struct rte_ether_hdr *eth = rte_pktmbuf_mtod(m, const struct rte_ether_hdr *);
	const struct rte_ipv4_hdr *ip4 = (const struct rte_ipv4_hdr *)(eth + 1);
	const struct rte_ipv6_hdr *ip6 = (const struct rte_ipv6_hdr *)(eth + 1);
	uint32_t room = m->pkt_len - sizeof(*eth);

	if (m->nb_segs != 1)
		return UINT64_MAX;
	if (eth->ether_type == RTE_BE16(RTE_ETHER_TYPE_IPV4) && room >= sizeof(*ip4) &&
	    ip4->version_ihl == 0x45 && (ip4->fragment_offset & RTE_BE16(0x3fff)) == 0 &&
	    rte_be_to_cpu_16(ip4->total_length) == room)
		return l4_verdict(m, sizeof(*eth) + sizeof(*ip4), ip4->next_proto_id, false,
				  rte_ipv4_udptcp_cksum_verify(ip4, ip4 + 1) == 0);
	if (eth->ether_type == RTE_BE16(RTE_ETHER_TYPE_IPV6) && room >= sizeof(*ip6) &&
	    rte_be_to_cpu_16(ip6->payload_len) == room - sizeof(*ip6))
		return l4_verdict(m, sizeof(*eth) + sizeof(*ip6), ip6->proto, true,
				  rte_ipv6_udptcp_cksum_verify(ip6, ip6 + 1) == 0);
	return UINT64_MAX;
}

const char *
flags_wrong(const struct rte_mbuf *m, enum csum_wanted csum)
{
	const uint64_t sums = RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK;
	uint64_t wanted;

	if (m->packet_type != rte_net_get_ptype(m, NULL, LAYERS))
		return "packet_type is not what rte_net_get_ptype says";
	if (csum != CSUM_SW)
		return (m->ol_flags & sums) == 0 ? NULL : "a checksum flag without a check";
	wanted = wanted_l4(m);
	if (wanted == UINT64_MAX || (m->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK) == wanted)
		return NULL;
	return "the flag of the L4 checksum is wrong";
}
