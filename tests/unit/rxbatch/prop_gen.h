/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef PROP_GEN_H
#define PROP_GEN_H

#include "prop_case.h"

/* What a kind of case is like. Shares are per mille. */
struct prop_profile {
	const char *name;
	uint16_t flows;		/* at most */
	uint16_t calls;		/* at most */
	uint16_t burst;		/* at most */
	uint16_t change;	/* share of packets before which their flow changes for good */
	uint16_t odd;		/* ... which are special */
	uint16_t own;		/* ... in odd mbufs: shared, segmented, without headroom */
	uint16_t udp;		/* share of flows */
	uint16_t mss;		/* payload at most */
	uint32_t bytes;		/* of a case, at most */
	bool hold;
	bool list;
	bool verify;		/* sums are not known */
	bool dull;		/* long stretches in which nothing merges */
	bool tight;		/* small limits */
};

struct prop_rng {
	uint64_t state;
};

static inline uint64_t
prop_rnd(struct prop_rng *r)
{
	r->state ^= r->state >> 12;
	r->state ^= r->state << 25;
	r->state ^= r->state >> 27;
	return r->state * UINT64_C(0x2545f4914f6cdd1d) >> 8;
}

static inline uint32_t
prop_below(struct prop_rng *r, uint32_t n)
{
	return n == 0 ? 0 : (uint32_t)(prop_rnd(r) % n);
}

static inline bool
prop_chance(struct prop_rng *r, uint32_t per_mille)
{
	return prop_below(r, 1000) < per_mille;
}

/* The case of this seed. Its bytes are good until the next call. */
void prop_gen(struct prop_case *c, const struct prop_profile *profile, uint64_t seed);

/* prop_flow.c */

#define PROP_FRAME_MAX	9600u

struct prop_flow {
	bool v6;
	bool udp;
	bool df;
	bool id_fixed;
	uint8_t nb_tags;
	uint8_t mac[12];
	uint8_t tags[8];
	uint8_t src[16], dst[16];
	uint16_t sport, dport;
	uint8_t ttl;
	uint8_t tos;
	uint32_t label;
	uint16_t id;
	uint8_t next_header;	/* the first of ext; else unused */
	uint8_t ext_len;
	uint8_t ext[40];
	uint32_t seq, ack;
	uint16_t window, urgent;
	uint8_t flags;		/* of all its packets */
	uint8_t reserved;	/* low four bits of TCP's offset byte */
	uint8_t options_len;
	uint8_t options[40];
	uint16_t mss;
	uint16_t headroom;
	uint16_t verdict_unknown;	/* per mille */
	struct prop_pkt marks;
};

void prop_flow_make(struct prop_rng *r, const struct prop_profile *profile,
		    struct prop_flow *f);
/* Something changes for all that follows. @return in a word */
const char *prop_flow_change(struct prop_rng *r, struct prop_flow *f);
/* A frame with these TCP flags besides the flow's, sums right. @return its length */
uint32_t prop_flow_frame(struct prop_rng *r, struct prop_flow *f, uint8_t flags,
			 uint16_t payload, uint8_t *to);
/* prop_odd.c: make the packet special. bytes may grow to PROP_FRAME_MAX. */
void prop_odd(struct prop_rng *r, struct prop_flow *f, struct prop_pkt *p, uint8_t *bytes);
void prop_odd_mbuf(struct prop_rng *r, struct prop_pkt *p);
/* Checksum flags that say the truth, or nothing. */
void prop_verdict(struct prop_rng *r, uint16_t unknown, struct prop_pkt *p);
void prop_word(struct prop_pkt *p, const char *word);

#endif /* PROP_GEN_H */
