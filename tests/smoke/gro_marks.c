/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The marks of an aggregate against its bytes and DPDK's own parser and sums, and the
 * counters of LRO. */

#include <inttypes.h>
#include <stdio.h>

#include <rte_ethdev.h>
#include <rte_ip.h>
#include <rte_net.h>
#include <rte_tcp.h>

#include "rxbatch.h"

#include "gro_verify.h"

#define LAYERS (RTE_PTYPE_L2_MASK | RTE_PTYPE_L3_MASK | RTE_PTYPE_L4_MASK)
#define SUMS (RTE_MBUF_F_RX_IP_CKSUM_MASK | RTE_MBUF_F_RX_L4_CKSUM_MASK)

/* As an application sets them that sends it on with TSO. */
static bool
tso_refuses(struct rte_mbuf *m, bool v4)
{
	uint64_t flags = m->ol_flags;
	int ret;

	m->ol_flags |= RTE_MBUF_F_TX_TCP_SEG |
		(v4 ? RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IP_CKSUM : RTE_MBUF_F_TX_IPV6);
	ret = rte_validate_tx_offload(m);
	m->ol_flags = flags;
	return ret != 0;
}

static const char *
ip4_wrong(const struct rte_mbuf *m)
{
	const struct rte_ipv4_hdr *ip = rte_pktmbuf_mtod_offset(m, const struct rte_ipv4_hdr *,
							       m->l2_len);

	if (rte_be_to_cpu_16(ip->total_length) != m->pkt_len - m->l2_len)
		return "IPv4: wrong length";
	if (rte_ipv4_cksum(ip) != 0)
		return "IPv4: wrong checksum";
	if ((m->ol_flags & SUMS) != (RTE_MBUF_F_RX_IP_CKSUM_GOOD | RTE_MBUF_F_RX_L4_CKSUM_NONE))
		return "wrong checksum flags";
	return NULL;
}

static const char *
ip6_wrong(const struct rte_mbuf *m)
{
	const struct rte_ipv6_hdr *ip = rte_pktmbuf_mtod_offset(m, const struct rte_ipv6_hdr *,
							       m->l2_len);

	if (rte_be_to_cpu_16(ip->payload_len) != m->pkt_len - m->l2_len - sizeof(*ip))
		return "IPv6: wrong length";
	return (m->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK) == RTE_MBUF_F_RX_L4_CKSUM_NONE ?
		NULL : "wrong checksum flags";
}

static const char *
aggregate_wrong(struct rte_mbuf *m, bool tcp)
{
	struct rte_net_hdr_lens lens;
	uint32_t type = rte_net_get_ptype(m, &lens, LAYERS), payload;
	bool v4 = RTE_ETH_IS_IPV4_HDR(m->packet_type) != 0;
	uint16_t n = rxb_gro_packets(m);

	if (m->packet_type != type)
		return "packet_type is not what rte_net_get_ptype says";
	if (m->l2_len != lens.l2_len || m->l3_len != lens.l3_len || m->l4_len != lens.l4_len)
		return "wrong header lengths";
	payload = m->pkt_len - m->l2_len - m->l3_len - m->l4_len;
	if (payload > n * m->tso_segsz || payload <= (n - 1u) * m->tso_segsz)
		return "tso_segsz is not the payload of each";
	if (tcp && tso_refuses(m, v4))
		return "rte_validate_tx_offload() refuses it with TSO";
	return v4 ? ip4_wrong(m) : ip6_wrong(m);
}

const char *
marks_wrong(struct rte_mbuf *m, uint32_t max_len)
{
	int bit = rte_mbuf_dynflag_lookup(RXB_GRO_DYNFLAG, NULL);
	bool ours = bit >= 0 && (m->ol_flags & RTE_BIT64(bit)) != 0;
	bool lro = (m->ol_flags & RTE_MBUF_F_RX_LRO) != 0;
	bool tcp = (m->packet_type & RTE_PTYPE_L4_MASK) == RTE_PTYPE_L4_TCP;
	const char *why;

	if (rte_mbuf_check(m, 1, &why) != 0)
		return why;
	if (!rxb_gro_is_aggregate(m))
		return lro || ours ? "the mark of an aggregate, on a single packet" : NULL;
	if (m->pkt_len > max_len)
		return "longer than wished";
	if (!ours)
		return "an aggregate without its mark";
	if (lro != tcp)
		return "TCP's mark on datagrams, or datagrams' on TCP";
	return aggregate_wrong(m, tcp);
}

static uint64_t
xstat(uint16_t port, const char *name)
{
	uint64_t id, value = UINT64_MAX;

	if (rte_eth_xstats_get_id_by_name(port, name, &id) != 0 ||
	    rte_eth_xstats_get_by_id(port, &id, &value, 1) != 1)
		printf("  no counter %s\n", name);
	return value;
}

static bool
is(uint16_t port, const char *name, uint64_t want)
{
	uint64_t value = xstat(port, name);

	if (value != want)
		printf("  %s: %" PRIu64 " is not %" PRIu64 "\n", name, value, want);
	return value == want;
}

bool
gro_counters_right(uint16_t port, const struct rx_result *result, uint64_t handed_up,
		   uint64_t aggregates)
{
	uint64_t grouped = xstat(port, "rx_gro_grouped"), merged = xstat(port, "rx_gro_merged");
	bool ok;

	ok = is(port, "rx_gro_packets_in", result->packets);
	ok &= is(port, "rx_gro_packets_out", handed_up);
	ok &= is(port, "rx_gro_aggregates", aggregates);
	ok &= is(port, "rx_gro_stopped", 0);
	if (handed_up - aggregates + merged != result->packets) {
		printf("  %" PRIu64 " packets are not %" PRIu64 " merged and the rest\n",
		       result->packets, merged);
		ok = false;
	}
	return ok && (grouped == 0 || aggregates == 0);
}
