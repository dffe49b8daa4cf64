/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_LOOK_H
#define RXB_LOOK_H

/*
 * One look at a packet: its flow, its shape, and whether it may be part of an aggregate.
 */

#include <netinet/in.h>
#include <string.h>

#include <rte_byteorder.h>
#include <rte_ether.h>

#include "rxb_gro.h"

static inline uint16_t
rxb_load16(const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32_t
rxb_load32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t
rxb_load64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint16_t
rxb_be16(const uint8_t *p)
{
	return rte_be_to_cpu_16(rxb_load16(p));
}

static inline uint32_t
rxb_be32(const uint8_t *p)
{
	return rte_be_to_cpu_32(rxb_load32(p));
}

/* Both halves of a product, each bit of which depends on all lower ones of both. Unlike
 * a CRC it is not linear: who does not know the key can choose no collisions. */
static inline uint64_t
rxb_mix(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	uint64_t high = (unsigned __int128)a * b >> 64;

	return high ^ a * b;
#else
	uint64_t p0 = (a & UINT32_MAX) * (b & UINT32_MAX), p3 = (a >> 32) * (b >> 32);
	uint64_t p1 = (a & UINT32_MAX) * (b >> 32), p2 = (a >> 32) * (b & UINT32_MAX);

	return p0 ^ rte_bswap64(p1) ^ (p2 << 32 | p2 >> 32) ^ p3;
#endif
}

/* For factors that count, a product's own bits are regular here and there; the upper ones
 * of another are not (Knuth: The Art of Computer Programming 6.4, multiplicative hashing). */
static inline uint32_t
rxb_mix32(uint64_t a, uint64_t b)
{
	return rxb_mix(a, b) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

/* addr: where the IP header's source address stands; ports: both as they stand there;
 * type: RXB_GRO_TCP4.... */
static inline uint32_t
rxb_hash4(const uint64_t *key, const uint8_t *addr, uint32_t ports, uint32_t type)
{
	return rxb_mix32(rxb_load64(addr) ^ key[0], (ports | (uint64_t)type << 32) ^ key[1]);
}

static inline uint64_t
rxb_pair6(const uint64_t *key, const uint8_t *addr)
{
	return rxb_mix(rxb_load64(addr) ^ key[0], rxb_load64(addr + 8) ^ key[1]) ^
	       rxb_mix(rxb_load64(addr + 16) ^ key[2], rxb_load64(addr + 24) ^ key[3]);
}

static inline uint32_t
rxb_hash6(const uint64_t *key, const uint8_t *addr, uint32_t ports, uint32_t type)
{
	return rxb_mix32(rxb_pair6(key, addr) ^ key[4],
			 (ports | (uint64_t)type << 32) ^ key[5]);
}

/* Of the address pair. */
static inline uint32_t
rxb_pair_hash(const uint64_t *key, const uint8_t *addr, bool ip4)
{
	return ip4 ? rxb_mix32(rxb_load64(addr) ^ key[2], key[3]) :
		     rxb_mix32(rxb_pair6(key, addr) ^ key[2], key[3]);
}

/* A type that was asked for; 0: another. */
static inline uint32_t
rxb_wanted(const struct rxb_gro *gro, uint8_t proto, bool ip4)
{
	uint32_t type = 0;

	if (proto == IPPROTO_TCP)
		type = ip4 ? RXB_GRO_TCP4 : RXB_GRO_TCP6;
	else if (proto == IPPROTO_UDP)
		type = ip4 ? RXB_GRO_UDP4 : RXB_GRO_UDP6;
	return type & gro->types;
}

/* An untagged packet of a protocol that was not asked for: RXB_KIND_ALIEN, as rxb_look_at() would
 * say later. p, len: as below. False: any packet. */
static __rte_always_inline bool
rxb_look_alien(const struct rxb_gro *gro, const uint8_t *p, uint32_t len)
{
	uint16_t ether;

	if (unlikely(len < 14 + 40)) /* either header can be read */
		return false;
	ether = rxb_load16(p + 12);
	if (ether == RTE_BE16(RTE_ETHER_TYPE_IPV4))
		return p[14] == 0x45 && (rxb_load16(p + 20) & RTE_BE16(0xbfff)) == 0 &&
		       rxb_wanted(gro, p[23], true) == 0;
	/* Other headers may extend IPv6's. */
	return ether == RTE_BE16(RTE_ETHER_TYPE_IPV6) && p[14] >> 4 == 6 &&
	       (p[20] == IPPROTO_TCP || p[20] == IPPROTO_UDP) &&
	       rxb_wanted(gro, p[20], false) == 0;
}

/* Any packet: all of *lk but the links. */
void rxb_look_at(const struct rxb_gro *gro, struct rte_mbuf *m, struct rxb_look *lk);

/* Plain packets are nearly all: untagged TCP over IPv4 in one mbuf, found good by the chip. p: its
 * first byte, len: data_len. Candidates, if their payload is long enough. Any no is a
 * question to rxb_look_at(); none is likely, so each costs a branch and no more. */
static __rte_always_inline bool
rxb_look_plain(const struct rxb_gro *gro, const struct rte_mbuf *m, const uint8_t *p,
	       uint32_t len)
{
	if (unlikely(len - (14 + 20 + 20) > gro->plain_range))
		return false;
	if (unlikely(rxb_load32((const uint8_t *)&m->refcnt) != 0x00010001 || /* and nb_segs */
		     (m->ol_flags & gro->ol_plain) != gro->ol_good))
		return false;
	/* EtherType to identification at once; what stands in that and TOS is all the same. */
	if (unlikely((rte_be_to_cpu_64(rxb_load64(p + 12)) & UINT64_C(0xffffff00ffff0000)) !=
		     (UINT64_C(0x080045) << 40 | (uint64_t)(len - 14) << 16)))
		return false;
	if (unlikely((rxb_load32(p + 20) & RTE_BE32(0xbfff00ff)) != RTE_BE32(0x00000006) ||
		     p[46] < 0x50 || (p[47] & 0x26) != 0)) /* SYN, RST, URG */
		return false;
	return likely(rxb_load16(p + 24) != 0xffff && rxb_load16(p + 50) != 0xffff);
}

static inline uint32_t
rxb_plain_l4_len(const uint8_t *p)
{
	return (p[46] & 0xf0) >> 2;
}

/* Negative: the header is longer than the packet. */
static inline int32_t
rxb_plain_payload(const uint8_t *p, uint32_t len)
{
	return (int32_t)len - (14 + 20) - (int32_t)rxb_plain_l4_len(p);
}

static inline uint32_t
rxb_plain_hash(const struct rxb_gro *gro, const uint8_t *p)
{
	return rxb_hash4(gro->key, p + 26, rxb_load32(p + 34), RXB_GRO_TCP4);
}

/* All about a plain candidate whose hash is known. */
static inline void
rxb_plain_look(struct rte_mbuf *m, struct rxb_look *lk)
{
	const uint8_t *p = rte_pktmbuf_mtod(m, const uint8_t *);

	lk->m = m;
	lk->hdr = p;
	lk->shape = RXB_PLAIN(rxb_plain_l4_len(p));
	lk->payload = rxb_plain_payload(p, m->data_len);
	lk->kind = RXB_KIND_CANDIDATE;
	lk->why = 0;
	lk->bits = p[47] & (RXB_BITS_LAST | RXB_BIT_CWR);
}

#endif /* RXB_LOOK_H */
