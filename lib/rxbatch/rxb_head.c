/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <netinet/in.h>

#include "rxb_head.h"

static inline uint16_t
be16(const uint8_t *p)
{
	return p[0] << 8 | p[1];
}

static inline bool
is_tag(uint16_t type)
{
	return type == RTE_ETHER_TYPE_VLAN || type == RTE_ETHER_TYPE_QINQ ||
	       type == RTE_ETHER_TYPE_QINQ1 || type == RTE_ETHER_TYPE_QINQ2 ||
	       type == RTE_ETHER_TYPE_QINQ3;
}

/* Any number of tags, then IP's EtherType right in front of IP. */
static bool
l2_fits(const struct rxb_head *head)
{
	uint16_t at = 2 * RTE_ETHER_ADDR_LEN, end = head->l2_len - sizeof(uint16_t);

	while (at < end && is_tag(be16(head->eth + at)))
		at += sizeof(struct rte_vlan_hdr);
	return at == end &&
	       be16(head->eth + at) == (head->v6 ? RTE_ETHER_TYPE_IPV6 : RTE_ETHER_TYPE_IPV4);
}

static bool
v4_fits(const uint8_t *ip, uint16_t l3_len, uint8_t proto)
{
	const struct rte_ipv4_hdr *v4 = (const struct rte_ipv4_hdr *)ip;

	return v4->version_ihl == RTE_IPV4_VHL_DEF && l3_len == sizeof(*v4) &&
	       v4->next_proto_id == proto &&
	       (v4->fragment_offset & ~rte_cpu_to_be_16(RTE_IPV4_HDR_DF_FLAG)) == 0;
}

/* Extension headers as long as they were: the last one ends at l3_len and names proto. */
static bool
v6_fits(const uint8_t *ip, uint16_t l3_len, uint8_t proto)
{
	uint16_t at = sizeof(struct rte_ipv6_hdr);
	uint8_t next = ip[6];

	while (at + 8 <= l3_len) {
		if (next != IPPROTO_HOPOPTS && next != IPPROTO_ROUTING &&
		    next != IPPROTO_DSTOPTS)
			return false;
		next = ip[at];
		at += 8 + 8 * ip[at + 1];
	}
	return at == l3_len && next == proto;
}

int
rxb_head_find(struct rte_mbuf *agg, const struct rxb_walk *w, struct rxb_head *head)
{
	uint8_t proto = w->udp ? IPPROTO_UDP : IPPROTO_TCP;

	*head = (struct rxb_head){ .eth = rte_pktmbuf_mtod(agg, uint8_t *) };
	head->l2_len = w->head_hdr - w->l3_len - w->l4_len;
	head->ip = head->eth + head->l2_len;
	head->l4 = head->ip + w->l3_len;
	head->v6 = (head->ip[0] >> 4) == 6;
	if (!rxb_walk_ip_len_is(head->ip, agg->pkt_len - head->l2_len) || !l2_fits(head))
		return -EBADMSG;
	if (!(head->v6 ? v6_fits(head->ip, w->l3_len, proto) : v4_fits(head->ip, w->l3_len, proto)))
		return -EBADMSG;
	if (!w->udp && (((const struct rte_tcp_hdr *)head->l4)->data_off >> 4) * 4 != w->l4_len)
		return -EBADMSG;
	return 0;
}
