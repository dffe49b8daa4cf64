/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXBATCH_H
#define RXBATCH_H

/*
 * rxbatch: generic receive offload for any DPDK application.
 *
 * A context (struct rxb_gro) belongs to one receive queue and one thread at a time;
 * contexts share nothing. It takes the bursts of that queue and gives bursts back:
 *
 *   RXB_GRO_MERGE  segments of a flow that follow each other become one packet, an
 *                  mbuf chain, exactly when the packets that came in can be had back
 *                  byte for byte: rxb_gro_undo(), or rxb_gro_split() after the
 *                  headers were edited.
 *   RXB_GRO_LIST   packets stay what they are; those of a flow are put next to each
 *                  other, and the application is told how long each group is.
 *
 * The order of a flow's packets is always kept, merged or not. Between flows it is not
 * promised. Payload is never copied nor written. No function but rxb_gro_create() and
 * the first rxb_gro_group_offset() allocates, and none logs, sleeps or reads a clock.
 *
 * Packets are Ethernet: mbufs as a driver's rx_burst returns them, the headers up to the
 * end of TCP's or UDP's in the first segment (others pass unmerged). What is merged:
 * TCP and UDP over IPv4 without options and over IPv6 (hop-by-hop, destination and
 * routing headers must be equal), untagged, behind one or two VLAN tags, or stripped.
 * An mbuf is only written when it is the caller's alone: reference count 1 and direct
 * (external buffers: RXB_GRO_EXTBUF).
 *
 * All lengths are bytes, all numbers in CPU order; times are cycles of whatever
 * clock the caller passes, rte_rdtsc() for one.
 *
 * EXPERIMENTAL: until version 1.0 any of this may change; the shared object's name
 * (librxbatch.so.0.1) changes with it.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_mbuf.h>
#include <rte_mbuf_dyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What becomes of a flow's packets. */
enum rxb_gro_mode {
	RXB_GRO_MERGE,
	RXB_GRO_LIST,
};

/* Bits of rxb_gro_conf.types. */
#define RXB_GRO_TCP4	0x1u
#define RXB_GRO_TCP6	0x2u
#define RXB_GRO_UDP4	0x4u
#define RXB_GRO_UDP6	0x8u

/* Bits of rxb_gro_conf.flags. */
/** Sum packets whose checksum the driver left unverified (..._CKSUM_UNKNOWN), the held
 * one not before a second one fits. Without it they pass unmerged. */
#define RXB_GRO_VERIFY	0x1u
/** External buffers may be written too: whoever attached them says that the range of
 * each mbuf is its own, though the buffers' reference counts are shared. */
#define RXB_GRO_EXTBUF	0x2u
/** No back-off: look at every packet, however long nothing has merged. (With a hold there
 * is none anyway unless the context is empty: what is held must not be overtaken.) */
#define RXB_GRO_EAGER	0x4u
/** Merge datagrams of UDP tunnels too (VXLAN 4789, GENEVE 6081, GTP-U 2152). */
#define RXB_GRO_TUNNEL	0x8u

/* Limits of the configuration. */
#define RXB_GRO_FLOWS_MAX	16384u
#define RXB_GRO_SEGS_MAX	1024u
#define RXB_GRO_UDP_SEGS_MAX	64u	/* datagrams, as Linux's UDP_MAX_SEGMENTS was */

/** What a context is made from. All zero is a good start where the driver has checked the
 * sums; where it has not (net_pcap, net_tap ...), nothing merges without RXB_GRO_VERIFY. */
struct rxb_gro_conf {
	enum rxb_gro_mode mode;
	uint32_t types;		/**< RXB_GRO_TCP4 | ...; 0: TCP over IPv4 and IPv6 */
	uint32_t flags;		/**< RXB_GRO_VERIFY | ... */
	uint16_t max_flows;	/**< aggregates open at a time; 0: 64 */
	uint16_t max_segs;	/**< packets in an aggregate; 0: 128. Datagrams: at most 64 */
	uint32_t max_len;	/**< longest aggregate, from its first Ethernet byte; 0: as long
				 * as IP allows (65535 from the IP header). Less than two
				 * packets: nothing merges */
	uint16_t min_payload;	/**< shorter payloads neither open nor join; 0: 1 */
	/** An aggregate may stay open after process() for so long, to be flushed by the first
	 * flush() or process() that sees it older; 0: nothing stays open. RXB_GRO_LIST: 0. */
	uint64_t hold_cycles;
	int socket_id;		/**< NUMA node of the memory, or SOCKET_ID_ANY (-1) */
	uint64_t reserved[4];	/**< 0 */
};

/*
 * Why a packet was not appended to an aggregate: one reason for each packet that passed
 * alone, or that closed the aggregate it might have joined.
 */
enum rxb_gro_why {
	/* The packet itself cannot be part of an aggregate. */
	RXB_GRO_WHY_NOT_IP,		/* another EtherType, LLC, more than two tags, cut */
	RXB_GRO_WHY_NOT_L4,		/* neither TCP nor UDP, or a type not asked for */
	RXB_GRO_WHY_IP_OPTIONS,	/* IPv4 options; IPv6 extension headers that move the address or
				 * hide what follows (AH, mobility, HIP, shim6) */
	RXB_GRO_WHY_FRAGMENT,	/* also the reserved flag */
	RXB_GRO_WHY_LENGTH,	/* lengths disagree with the frame: padding, cut, header length */
	RXB_GRO_WHY_HEADERS,	/* headers not in the first mbuf, or nothing else in it */
	RXB_GRO_WHY_IP_CSUM,	/* IPv4 header checksum wrong */
	RXB_GRO_WHY_L4_CSUM,	/* TCP or UDP checksum wrong */
	RXB_GRO_WHY_CSUM_UNKNOWN,	/* ... not verified by anyone, RXB_GRO_VERIFY not set */
	RXB_GRO_WHY_CSUM_ZERO,	/* UDP without a checksum; 0 written as 0xffff (or UDP's
				 * 0xffff as nothing else): no sum gives it back */
	RXB_GRO_WHY_TCP_FLAGS,	/* SYN, RST or URG; the first with FIN or PSH; a later with CWR */
	RXB_GRO_WHY_PAYLOAD,	/* none, or less than min_payload */
	RXB_GRO_WHY_TUNNEL,		/* UDP port of a tunnel */
	RXB_GRO_WHY_SHARED,		/* mbuf or buffer not the caller's alone */
	RXB_GRO_WHY_META,	/* mbuf marks that cannot be joined: LRO, security, IEEE 1588 */
	/* It could, but not of the one that its flow has open. */
	RXB_GRO_WHY_L2_DIFFERS,	/* MAC addresses, VLAN tags, stripped tags */
	RXB_GRO_WHY_META_DIFFERS,	/* port, RSS hash, mark, packet type, other mbuf flags */
	RXB_GRO_WHY_TOS_DIFFERS,	/* DSCP or ECN, of either IP; IPv6 flow label */
	RXB_GRO_WHY_TTL_DIFFERS,	/* ... hop limit */
	RXB_GRO_WHY_IP_DIFFERS,	/* DF, extension headers */
	RXB_GRO_WHY_IP_ID,		/* neither counting nor, with DF, the same in all */
	RXB_GRO_WHY_SEQ,		/* not the next byte of the stream */
	RXB_GRO_WHY_ACK_DIFFERS,
	RXB_GRO_WHY_WINDOW_DIFFERS,
	RXB_GRO_WHY_FLAGS_DIFFER,	/* TCP: other flags, reserved bits */
	RXB_GRO_WHY_URG_DIFFERS,	/* urgent pointer */
	RXB_GRO_WHY_OPTIONS_DIFFER,	/* TCP options or header length */
	RXB_GRO_WHY_LONGER,		/* payload longer than the first one's */
	RXB_GRO_WHY_FULL,		/* longer than the room that is left to max_len or 65535 */
	RXB_GRO_WHY_COUNT,	/* max_segs is 1, or the chain has as many mbufs as can be */
	/* No fault of its own. */
	RXB_GRO_WHY_TABLE,		/* no room for one more flow, or for one with this hash */
	RXB_GRO_WHY_BACKOFF,	/* not looked at */
	RXB_GRO_WHY_MAX
};
/** Reasons that struct rxb_gro_stats has room for. */
#define RXB_GRO_WHY_ROOM	64

/** Counters since create or reset. Written by the context's thread; another may read
 * them, each is then some value that it had. */
struct rxb_gro_stats {
	uint64_t packets_in;
	uint64_t bytes_in;		/**< of the packets looked at: not under back-off */
	uint64_t packets_out;		/**< given back; aggregates count once */
	uint64_t aggregates;		/**< given back, of two packets and more */
	uint64_t merged;		/**< packets in them */
	uint64_t groups;		/**< RXB_GRO_LIST: of two packets and more */
	uint64_t grouped;		/**< packets in them */
	/* What closed an aggregate, also one of a single packet. */
	uint64_t closed_packet;		/**< the next packet of its flow: see why[] */
	uint64_t closed_end;		/**< its last: shorter, PSH or FIN, max_segs, no room for
					 * min_payload more */
	uint64_t closed_barrier;	/**< a fragment, or what else hides its ports */
	uint64_t closed_burst;		/**< the end of the burst, hold 0 */
	uint64_t closed_flush;		/**< flush() */
	uint64_t closed_hold;		/**< hold_cycles */
	uint64_t verified;		/**< packets summed here */
	uint64_t why[RXB_GRO_WHY_ROOM];
};

struct rxb_gro;

/**
 * Make a context. Control context.
 *
 * @return the context, the caller's to free; NULL with rte_errno:
 *   EINVAL  conf is NULL, an unknown mode, type or flag, reserved not 0; max_flows above
 *           RXB_GRO_FLOWS_MAX, max_segs above RXB_GRO_SEGS_MAX; max_len above 65535 + 22;
 *           hold_cycles with RXB_GRO_LIST
 *   ENOMEM  no memory on that node
 *   ENOSPC  RXB_GRO_MERGE: no mbuf flag left for RXB_GRO_DYNFLAG
 */
struct rxb_gro *rxb_gro_create(const struct rxb_gro_conf *conf);

/** Free a context and the packets that it holds. NULL is nothing. Control context. */
void rxb_gro_free(struct rxb_gro *gro);

/** Bytes of memory that a context of this configuration takes; 0: rxb_gro_create() would
 * refuse it. At most 128 for each flow above 8 KiB. */
size_t rxb_gro_size(const struct rxb_gro_conf *conf);

/**
 * Take a burst and give one back, in place. RXB_GRO_MERGE.
 *
 * @param pkts     nb_pkts packets in; the context owns them. On return the first n are
 *                 the caller's: packets and aggregates.
 * @param now      the caller's clock; looked at when hold_cycles is not 0. When it has gone
 *                 back, all that is held is due
 * @return n, at most nb_pkts. What is not among them is merged, or held; with hold_cycles
 *         0 nothing is opened that stays. Aggregates that are due leave as far as there is
 *         room; rxb_gro_flush_due() makes room for all of them.
 *
 * A context of RXB_GRO_LIST changes and counts nothing and returns nb_pkts.
 */
uint16_t rxb_gro_process(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t nb_pkts,
			 uint64_t now);

/**
 * Close what is open and give it back, oldest first: to be called when a poll brought
 * nothing, and at the end. What finds no room stays, closed, and is the first to
 * leave with the next call or process().
 *
 * @return packets in pkts, now the caller's, at most room. RXB_GRO_LIST: 0
 */
uint16_t rxb_gro_flush(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t room);

/**
 * Give back what is older than hold_cycles and what found no room before, oldest first, and
 * leave the rest open. Called before each poll, with the whole array as room, it keeps
 * the bound also where closed aggregates are more than the packets that come:
 *
 *     n = rxb_gro_flush_due(gro, pkts, BURST, now);
 *     k = rte_eth_rx_burst(port, queue, pkts + n, BURST - n);
 *     n += rxb_gro_process(gro, pkts + n, k, now);
 *
 * @return packets in pkts, now the caller's, at most room
 */
uint16_t rxb_gro_flush_due(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t room,
			   uint64_t now);

/** Packets and aggregates that the context holds. */
uint16_t rxb_gro_held(const struct rxb_gro *gro);

/**
 * Change hold_cycles. What is open leaves when it was promised to, or earlier.
 * The context's thread. RXB_GRO_LIST: nothing happens.
 */
void rxb_gro_set_hold(struct rxb_gro *gro, uint64_t hold_cycles, uint64_t now);

/**
 * Put the packets of each flow next to each other. RXB_GRO_LIST.
 *
 * A group's packets agree in all that a router looks at: Ethernet header and tags,
 * IP addresses, TOS, TTL, DF, flow label, extension headers, protocol, ports; lengths, IPv4
 * identification, checksums and what stands in TCP's header are each packet's own. Whatever
 * has no ports to be seen (a fragment, another protocol) is a group of one. Bytes and mbufs
 * are not changed. A group does not reach across 64 packets: of a longer burst each 64 are
 * grouped by themselves.
 *
 * @param pkts  nb_pkts packets, permuted; always the caller's
 * @param lens  room for nb_pkts; lens[i] becomes the number of packets of the i-th group
 * @return number of groups. A context of RXB_GRO_MERGE groups nothing: nb_pkts.
 */
uint16_t rxb_gro_group(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t nb_pkts,
		       uint16_t *lens);

void rxb_gro_stats_get(const struct rxb_gro *gro, struct rxb_gro_stats *stats);
/** The context's thread. */
void rxb_gro_stats_reset(struct rxb_gro *gro);
/** Name of a reason, as in xstats ("ttl_differs"); NULL: no such reason. */
const char *rxb_gro_why_name(unsigned int why);

/*
 * An aggregate is an mbuf chain: the first packet whole, of the others the payload;
 * rte_pktmbuf_free() frees them all. Its first mbuf has
 *   the flag RXB_GRO_DYNFLAG, TCP RTE_MBUF_F_RX_LRO beside it, tso_segsz the payload
 *   of each packet but the last, l2_len, l3_len, l4_len, pkt_len, nb_segs filled;
 *   IP length and checksum rewritten, RTE_MBUF_F_RX_IP_CKSUM_GOOD (IPv4);
 *   RTE_MBUF_F_RX_L4_CKSUM_NONE: the field still holds the first packet's checksum, all
 *   packets' were found good; UDP's length is the whole;
 *   FIN and PSH of the last packet.
 * An application that sends it with TSO sets RTE_MBUF_F_TX_TCP_SEG, RTE_MBUF_F_TX_IPV4 or
 * _IPV6, _IP_CKSUM and the pseudo-header sum, as always, and asks rte_eth_tx_prepare();
 * max_segs is to be no more than the device's nb_seg_max. Hardware counts the IPv4
 * identification up, also where all packets had the same.
 *
 * The functions below keep what they need in the chain: tx_offload and pkt_len of later
 * segments, and the old headers before their data, are not to be written.
 */

/** True for a whole chain with the marks of an aggregate, which undo() and split() take unless
 * its header disagrees; not for a clone. Walks the chain, as they do: who wants the packets
 * calls them and looks at the result. In any process and any copy of the library. */
bool rxb_gro_is_aggregate(const struct rte_mbuf *m);
/** Packets that it was made from; 1: no aggregate. */
uint16_t rxb_gro_packets(const struct rte_mbuf *m);

/**
 * The packets that came in, byte for byte and mbuf for mbuf, in their order. Allowed as
 * long as nobody has written to the aggregate's headers (a TTL, the pseudo-header sum for
 * TSO: that is rxb_gro_split()'s) or cut the chain: who does it all the same gets packets
 * of which only the first has the edit. Any thread that owns agg.
 *
 * Flags of checksums are those that the packets had, or GOOD where the context verified.
 *
 * @param pkts  room for them
 * @return their number, all the caller's then, or, agg being as it was:
 *   -EINVAL  agg is no aggregate, its chain was cut, or one of its mbufs is shared
 *   -ENOSPC  room is less than rxb_gro_packets()
 */
int rxb_gro_undo(struct rte_mbuf *agg, struct rte_mbuf **pkts, uint16_t room);

/**
 * The aggregate as it is now becomes the packets that would have left without GRO: each
 * gets the Ethernet header, tags, and IP and TCP or UDP header of the aggregate, with
 * its own length, IPv4 identification, sequence number, flags and correct checksums.
 *
 * May have been edited: Ethernet header, VLAN tags (pushed and popped too), TOS,
 * TTL, addresses, flow label, ports, TCP's acknowledgement, window and option values;
 * mbuf VLAN fields. Not: lengths of IP and TCP headers, payload. The aggregate's own
 * L4 checksum field is not looked at. Each packet gets the mbuf marks of the
 * aggregate (port, VLAN, mark) and checksum flags GOOD. Any thread that owns agg.
 *
 * @return as rxb_gro_undo(), and:
 *   -EBADMSG  its headers are no longer those of an aggregate of this length
 *   -ENOBUFS  a packet has no headroom for longer headers
 */
int rxb_gro_split(struct rte_mbuf *agg, struct rte_mbuf **pkts, uint16_t room);

/** mbuf flag of aggregates: rte_mbuf_dynflag_lookup(). Registered by the first context that
 * merges. Without RTE_MBUF_F_RX_LRO beside it the packets are datagrams. */
#define RXB_GRO_DYNFLAG "rxbatch_dynflag_aggregate"

/** mbuf field, uint16_t, of drivers that group (gro=list): packets of this one's group
 * from this one on, itself included: 3 2 1 for a group of three. */
#define RXB_GRO_GROUP_DYNFIELD "rxbatch_dynfield_group"

/** Offset of that field, registered at the first call; negative errno: no room. */
int rxb_gro_group_offset(void);

static inline uint16_t *
rxb_gro_group_left(struct rte_mbuf *m, int offset)
{
	return RTE_MBUF_DYNFIELD(m, offset, uint16_t *);
}

#ifdef __cplusplus
}
#endif

#endif /* RXBATCH_H */
