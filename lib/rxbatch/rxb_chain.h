/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_CHAIN_H
#define RXB_CHAIN_H

/*
 * What an aggregate's chain remembers of the packets in it, so that they can be had back
 * without a copy of anything. The merge writes it, undo and split read it.
 *
 *  head             packet 2          packet 3                packet 4
 *  +-----+------+   :hdr:+------+     :hdr:+---+   +------+   :hdr:+------+
 *  | hdr | data |-->:   :| data |---->:   :|   |-->| data |-->:   :| data |
 *  +-----+------+   :...:+------+     :...:+---+   +------+   :...:+------+
 *
 * The old headers of later packets stay where they arrived, in front of the data. Members
 * of the first mbuf of each packet but the head, which nobody else reads in a later
 * segment of a chain:
 *
 *  pkt_len                 payload of this packet
 *  l2_len, l3_len, l4_len  its headers, in front of data_off
 *  outer_l2_len, outer_l3_len   RXB_CHAIN_L2, RXB_CHAIN_L3: this is the first mbuf of a packet
 *  tso_segsz               in packet 2: the head's L4 checksum as it arrived, the two bytes
 *                          read as a native uint16_t; else 0
 *  all other marks (ol_flags, packet_type, vlan_tci, hash, port)   as they came
 *
 * The head's data_len tells its own payload (its chain goes on until a mark). Its header as
 * it arrived: what is there now, but IP length and IPv4 checksum for its own payload,
 * UDP length likewise, and TCP without FIN and PSH, which the first of several never has.
 */

#include <stdbool.h>

#include <rte_mbuf.h>

/* The writer may be in another copy of the library (a driver's) than the reader: who changes
 * the layout changes these. */
#define RXB_CHAIN_L2	0x52u
#define RXB_CHAIN_L3	0x1b7u

/* m is the first mbuf of a later packet. */
static inline bool
rxb_chain_is_first(const struct rte_mbuf *m)
{
	return m->outer_l2_len == RXB_CHAIN_L2 && m->outer_l3_len == RXB_CHAIN_L3;
}

#endif /* RXB_CHAIN_H */
