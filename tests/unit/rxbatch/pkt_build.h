/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PKT_BUILD_H
#define PKT_BUILD_H

/*
 * Packets for tests: a struct of what stands in the headers, with defaults, becomes bytes or
 * an mbuf. Everything that can be wrong in a packet can be said here. Nothing of the
 * library is used: constants are typed, sums are the plain ones of RFC 1071.
 *
 *	struct pkt p = pkt_tcp4;	100 bytes of payload, checksums right and GOOD
 *
 *	p.ttl = 63;
 *	m = pkt_mbuf(&p, pool);
 *	pkt_next(&p);			what its sender sends next
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_mbuf.h>
#include <rte_mempool.h>

#define PKT_TAGS_MAX	3
#define PKT_OPT_MAX	40
#define PKT_EXT_MAX	128
#define PKT_SEGS_MAX	4
/* Longest frame: 65535 of IP, Ethernet, three tags, and a trailer. */
#define PKT_LEN_MAX	(65535 + 14 + 12 + 64)

/* Bits of pkt.flags, TCP's 12 beside the data offset. */
#define PKT_FIN	0x001u
#define PKT_SYN	0x002u
#define PKT_RST	0x004u
#define PKT_PSH	0x008u
#define PKT_ACK	0x010u
#define PKT_URG	0x020u
#define PKT_ECE	0x040u
#define PKT_CWR	0x080u
#define PKT_NS	0x100u
#define PKT_RES	0xe00u

/* Bits of pkt.frag. */
#define PKT_RF	0x8000u
#define PKT_DF	0x4000u
#define PKT_MF	0x2000u

/* pkt.l4 and pkt.proto; IPv6 extension headers for pkt_ext(). */
#define PKT_NO_L4	0
#define PKT_TCP		6
#define PKT_UDP		17
#define PKT_HOPOPTS	0
#define PKT_ROUTING	43
#define PKT_FRAGMENT	44
#define PKT_DSTOPTS	60

enum pkt_sum {
	PKT_SUM_RIGHT,
	/* The packet is made such that the right checksum is 0 (IPv4: by its id, TCP and UDP:
	 * by the first two bytes of payload), and 0xffff is written. UDP has no other way. */
	PKT_SUM_FFFF,
	/* The same with 0 written: right for IPv4 and TCP. UDP: 0, no checksum, the payload
	 * as ever. */
	PKT_SUM_ZERO,
};

enum pkt_mem {
	PKT_MEM_POOL,
	PKT_MEM_SHARED,		/* reference count 2: pkt_free() takes both */
	PKT_MEM_INDIRECT,	/* attached to another mbuf, which nobody else holds */
	PKT_MEM_EXT,		/* external buffers of the heap, one for each segment */
	PKT_MEM_GUARD,		/* the same, behind the last byte of each a page without rights */
};

struct pkt {
	/* Tests' own: packets of one flow keep their order. No byte of the packet. */
	unsigned int flow;

	/* Ethernet, each tag with its tpid in front of its tci. */
	uint8_t dst[6], src[6];
	uint8_t nb_tags;
	uint16_t tpid[PKT_TAGS_MAX], tci[PKT_TAGS_MAX];
	uint16_t type;		/* EtherType behind the tags */
	bool llc;		/* a length instead, LLC and SNAP behind it */

	/* IP */
	uint8_t ip;		/* layout: 4, 6; 0: the payload follows at once */
	uint8_t version;	/* as written */
	uint8_t ihl;		/* as written, words; 0: what it is */
	uint8_t tos, ttl;
	uint32_t label;
	uint16_t id, frag;
	uint8_t proto;		/* as written: of the L4 header, or whatever follows IP's */
	uint8_t saddr[16], daddr[16];	/* IPv4: the first four */
	uint8_t opt4[PKT_OPT_MAX], opt4_len;
	uint8_t ext_first;	/* IPv6: next header of the fixed header, if ext_len */
	uint8_t ext[PKT_EXT_MAX], ext_len;
	int32_t ip_len_add;	/* the length written is wrong by this */
	enum pkt_sum ip_sum;
	uint16_t ip_sum_xor;	/* bits turned over after that */

	/* TCP, UDP */
	uint8_t l4;		/* layout: PKT_TCP, PKT_UDP, PKT_NO_L4 */
	uint16_t sport, dport;
	uint32_t seq, ack;
	uint16_t flags, win, urp;
	uint8_t doff;		/* as written, words; 0: what it is */
	uint8_t topt[PKT_OPT_MAX], topt_len;
	int32_t udp_len_add;
	enum pkt_sum l4_sum;
	uint16_t l4_sum_xor;

	/* Payload: byte i is a function of fill + i. */
	uint32_t len, fill;
	uint32_t trailer;	/* zeros behind the IP packet */
	uint32_t cut;		/* bytes missing at the end of the frame */

	/* mbuf */
	enum pkt_mem mem;
	uint16_t headroom;
	uint32_t seg_at[PKT_SEGS_MAX];	/* frame offsets, rising: a new segment begins; 0: end.
					 * Pool: also wherever an mbuf is full */
	uint64_t ol_flags;
	uint32_t packet_type, rss, mark;
	uint16_t port, vlan_tci, vlan_tci_outer;
};

/* 100 bytes of payload from 10.0.0.1 or 2001:db8::1 port 1000 to ...2 port 2000; DF. */
extern const struct pkt pkt_tcp4, pkt_tcp6, pkt_udp4, pkt_udp6;

/* The frame's bytes into buf, which has room for PKT_LEN_MAX. Returns their number. */
uint32_t pkt_bytes(const struct pkt *p, uint8_t *buf);

/* Never NULL: a test without memory ends. */
struct rte_mbuf *pkt_mbuf(const struct pkt *p, struct rte_mempool *pool);

/* Chain of these bytes with p's mbuf members: for bytes that were edited. */
struct rte_mbuf *pkt_mbuf_of(const struct pkt *p, struct rte_mempool *pool, const uint8_t *bytes,
			     uint32_t len);

/* m was made from p. */
void pkt_free(const struct pkt *p, struct rte_mbuf *m);

/* What follows it in its flow: seq and fill go on by the payload, id by one. */
void pkt_next(struct pkt *p);

/* list[0..n) are first and what follows it. */
void pkt_train(struct pkt *list, unsigned int n, const struct pkt *first);

/* One more tag, the innermost. */
void pkt_tag(struct pkt *p, uint16_t tpid, uint16_t tci);

/* TCP option bytes; padding is the caller's. */
void pkt_topt(struct pkt *p, const void *bytes, uint8_t len);

/* NOP, NOP, timestamps: the usual twelve bytes. */
void pkt_timestamps(struct pkt *p, uint32_t value, uint32_t echo);

/* One more IPv6 extension header of 8 bytes and 8 * units more, filled. */
void pkt_ext(struct pkt *p, uint8_t type, uint8_t units, uint8_t fill);

/* Bytes of payload from fill on, as a packet has them. */
void pkt_fill(uint8_t *to, uint32_t len, uint32_t fill);

#endif /* PKT_BUILD_H */
