/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_WALK_H
#define RXB_WALK_H

/*
 * An aggregate on its way back into packets: one walk along the chain that believes
 * nothing and writes nothing, then one cut for each packet. rxb_chain.h says what stands
 * where.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_mbuf.h>
#include <rte_tcp.h>
#include <rte_udp.h>

#include "rxb_chain.h"

/* What is asked of a NIC that gets an aggregate: none of it is for a packet. */
#define RXB_WALK_TX_FLAGS \
	(RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_UDP_SEG | RTE_MBUF_F_TX_L4_MASK | \
	 RTE_MBUF_F_TX_IP_CKSUM | RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IPV6)

/* What the walk found. */
struct rxb_walk {
	uint16_t nb_pkts;
	uint16_t size;		/* payload of each packet but the last */
	uint16_t room;		/* least headroom in front of a later packet's payload */
	uint16_t head_hdr;	/* header bytes of the head as it is now */
	uint16_t l2_len, l3_len, l4_len;	/* of the later packets as they came */
	uint64_t flag;		/* of ol_flags: all that marks it as an aggregate */
	bool udp;
};

/**
 * Walk along agg. The first mbufs of its packets are left in pkts, as far as room goes.
 *
 * @return 0; -EINVAL: no aggregate, cut, or not the caller's alone
 */
int rxb_walk(struct rte_mbuf *agg, struct rte_mbuf **pkts, uint16_t room, struct rxb_walk *w);

/* IP length as the header writes it: IPv4 whole, IPv6 without its fixed header. */
static inline bool
rxb_walk_ip_len_is(const uint8_t *ip, uint32_t len)
{
	if ((ip[0] >> 4) == 4)
		return len <= UINT16_MAX && ip[2] == len >> 8 && ip[3] == (len & 0xff);
	len -= sizeof(struct rte_ipv6_hdr);
	return (ip[0] >> 4) == 6 && len <= UINT16_MAX &&
	       ip[4] == len >> 8 && ip[5] == (len & 0xff);
}

/* m is the first mbuf of a packet, end that of the next one or NULL: part them. */
static inline void
rxb_walk_cut(struct rte_mbuf *m, const struct rte_mbuf *end)
{
	struct rte_mbuf *last = m;
	uint16_t nb_segs = 1;

	while (last->next != end) {
		last = last->next;
		nb_segs++;
	}
	last->next = NULL;
	m->nb_segs = nb_segs;
	m->tx_offload = 0;
}

/* ... a later packet, which gets its header back. */
static inline void
rxb_walk_cut_later(struct rte_mbuf *m, const struct rte_mbuf *end, uint16_t hdr)
{
	rxb_walk_cut(m, end);
	m->data_off -= hdr;
	m->data_len += hdr;
	m->pkt_len += hdr;
}

/* FIN and PSH of the last packet stand in the head: away, the first never has them. */
#define RXB_WALK_LAST_FLAGS	(RTE_TCP_FIN_FLAG | RTE_TCP_PSH_FLAG)

#endif /* RXB_WALK_H */
