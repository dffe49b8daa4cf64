/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_GRO_H
#define RXB_GRO_H

/*
 * A context's memory: one piece, in this order.
 *
 *   struct rxb_gro            configuration, counters, the burst being looked at
 *   struct rxb_agg[flows]     64 bytes each: open aggregates and free ones
 *   struct rxb_bucket[..]     32 bytes for each flow: where to find a flow's aggregate
 *   struct rte_mbuf *[..]     closed, waiting for room (hold)
 *   uint16_t [..]             ... and how many packets each was made from
 *   uint16_t pairs[..]        first aggregate of an address pair
 */

#include <stddef.h>
#include <stdint.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_mbuf.h>
#include <rte_prefetch.h>

/* Whoever includes this header first may define what rxbatch.h declares for others. */
#pragma GCC visibility push(default)
#include "rxbatch.h"
#pragma GCC visibility pop

/* A burst is worked on in slices of so many packets. */
#define RXB_SLICE	64u
#define RXB_NONE	UINT16_MAX

/* A packet's shape: the lengths of its headers as they stand in the first 24 bits of
 * tx_offload, and its type, one of RXB_GRO_TCP4.... Equal shapes have equal layouts. */
#define RXB_SHAPE(l2, l3, l4, type) \
	((uint32_t)(l2) | (uint32_t)(l3) << 7 | (uint32_t)(l4) << 16 | (uint32_t)(type) << 24)

/* Untagged TCP over IPv4. */
#define RXB_PLAIN(l4)	RXB_SHAPE(14, 20, l4, RXB_GRO_TCP4)

static inline bool
rxb_is_plain(uint32_t shape)
{
	return (shape & ~RXB_SHAPE(0, 0, 0xff, 0)) == RXB_PLAIN(0);
}

static inline uint32_t
rxb_l2_len(uint32_t shape)
{
	return shape & 0x7f;
}

static inline uint32_t
rxb_l3_len(uint32_t shape)
{
	return shape >> 7 & 0x1ff;
}

static inline uint32_t
rxb_l4_len(uint32_t shape)
{
	return shape >> 16 & 0xff;
}

static inline uint32_t
rxb_type(uint32_t shape)
{
	return shape >> 24;
}

static inline uint32_t
rxb_header_len(uint32_t shape)
{
	return rxb_l2_len(shape) + rxb_l3_len(shape) + rxb_l4_len(shape);
}

static inline bool
rxb_is_tcp(uint32_t shape)
{
	return (rxb_type(shape) & (RXB_GRO_TCP4 | RXB_GRO_TCP6)) != 0;
}

static inline bool
rxb_is_ip4(uint32_t shape)
{
	return (rxb_type(shape) & (RXB_GRO_TCP4 | RXB_GRO_UDP4)) != 0;
}

/* What a packet is to the table. */
enum rxb_kind {
	RXB_KIND_ALIEN,		/* of no flow: passes */
	RXB_KIND_BARRIER,	/* of any flow of its address pair, whose hash it has */
	RXB_KIND_FLOW,		/* of this flow, but cannot be part of an aggregate */
	RXB_KIND_CANDIDATE,
};

/* Bits of rxb_look.bits; FIN, PSH and CWR are TCP's own. */
#define RXB_BIT_FIN	0x01u
#define RXB_BIT_PSH	0x08u
#define RXB_BIT_IP_GOOD	0x10u	/* IPv4 header was summed here */
#define RXB_BIT_CHAIN	0x20u	/* several segments */
#define RXB_BIT_UNKNOWN	0x40u	/* TCP or UDP checksum not verified yet */
#define RXB_BIT_CWR	0x80u
#define RXB_BITS_LAST	(RXB_BIT_FIN | RXB_BIT_PSH)

/* Segments that all packets of an aggregate together may have beyond one each. */
#define RXB_SEGMENTS_MAX	(RTE_MBUF_MAX_NB_SEGS - RXB_GRO_SEGS_MAX)

/* What a look at a packet tells. Of a plain one (rxb_look_plain()) the first look fills in
 * nothing but the hash. */
struct rxb_look {
	struct rte_mbuf *m;
	const uint8_t *hdr;	/* its first byte; NULL: headers not in the first mbuf */
	uint32_t hash;		/* of the flow; barrier: of the address pair */
	uint32_t shape;		/* l4_len 0: RXB_KIND_FLOW without a sane one */
	uint16_t payload;	/* candidates only */
	uint8_t kind;		/* enum rxb_kind */
	uint8_t why;		/* enum rxb_gro_why, but of candidates */
	uint8_t bits;		/* 0, but of candidates */
	/* Links of a flow's packets in a slice (rxb_slice.h). */
	uint8_t next;
	uint8_t last;
	uint8_t unused;
};

/* An open aggregate, or a free one (then only next). The header of its first packet
 * stays where it is, unwritten until the seal. */
struct rxb_agg {
	struct rte_mbuf *head;
	struct rte_mbuf *tail;	/* last segment */
	const uint8_t *hdr;
	uint64_t due;		/* hold: when it leaves */
	uint32_t hash;
	uint32_t shape;
	uint32_t next_seq;	/* TCP, CPU order */
	uint16_t room;		/* for payload that may still come, by size and count */
	uint16_t seg_len;	/* payload of each packet but the last */
	uint16_t packets;
	uint16_t next_id;	/* IPv4 */
	uint16_t next, prev;	/* in order of opening */
	uint16_t pair_next;	/* of the same pairs[] */
	uint16_t pair_prev;	/* RXB_PAIR_FIRST + index of pairs[]: none before */
	uint16_t usual_len;	/* data_len of a plain packet that may follow; 0: ask */
	uint8_t id_step : 4;
	uint8_t way : 4;	/* place in its bucket */
	uint8_t bits;		/* of the last packet, and of the first UNKNOWN and CWR */
} __rte_aligned(64);
#define RXB_PAIR_FIRST	0x8000u

/* Tag 0: free. */
#define RXB_WAYS	8u
struct rxb_bucket {
	uint16_t tag[RXB_WAYS];
	uint16_t agg[RXB_WAYS];
} __rte_aligned(32);

/* Which flows a slice has: stamp | index of the first packet. A new stamp empties it. */
#define RXB_SEEN	512u

/* Bytes of an mbuf that are compared: the second to fourth quarter of its first line. */
#define RXB_MARKS_AT	offsetof(struct rte_mbuf, rearm_data)
#define RXB_MARKS_LEN	48u

struct rxb_gro {
	/* Configuration, and what follows from it. */
	uint32_t types;
	uint32_t flags;
	uint64_t hold;
	uint64_t now;			/* of the last process() */
	uint64_t key[6];
	uint64_t ol_plain, ol_mask;	/* ol_flags that must be ol_good, ... */
	uint64_t ol_good;		/* or the packet gets a second look */
	uint64_t ol_strange;		/* RXB_GRO_WHY_META */
	uint64_t ol_shared;		/* RXB_GRO_WHY_SHARED */
	uint32_t max_len;
	uint32_t max_frame;		/* of a packet that has room for more behind it */
	uint32_t plain_range;		/* rxb_look_plain(): its lengths above 54 */
	uint32_t min_payload;
	uint16_t max_segs;
	uint16_t max_datagrams;
	uint16_t max_flows;
	uint16_t mode;
	uint16_t stamp;			/* of seen[]: a multiple of RXB_SLICE */
	uint32_t nb_buckets;
	uint32_t pair_mask;

	struct rxb_agg *aggs;
	struct rxb_bucket *buckets;
	struct rte_mbuf **ready;
	uint16_t *ready_packets;	/* in each of them */
	uint16_t *pairs;

	/* Open aggregates, oldest first; free ones. */
	uint16_t open_first, open_last;
	uint16_t nb_open;
	uint16_t free_first;
	/* Closed ones: a ring of ready_size places. */
	uint32_t ready_size;
	uint32_t ready_first;
	uint32_t nb_ready;
	/* Back-off. */
	uint64_t merged_before;		/* stats.merged at the last look */
	uint16_t idle;			/* process() calls that merged nothing */
	uint16_t skip;			/* calls not to be looked at from now on */

	struct rxb_gro_stats stats;
	uint8_t marks[RXB_MARKS_LEN] __rte_aligned(16); /* which bits of an mbuf must agree */
	uint16_t seen[RXB_SEEN];
	struct rxb_look look[RXB_SLICE];
	struct rte_mbuf *burst[RXB_SLICE];	/* table: the slice, as it came */
} __rte_cache_aligned;

/* The mbuf flag of UDP aggregates; 0: not registered. */
extern uint64_t rxb_gro_flag;

#endif /* RXB_GRO_H */
