/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_TABLE_H
#define RXB_TABLE_H

/*
 * Where the open aggregates are found: by flow in a bucket, by address pair in a chain, by
 * age in a list.
 *
 *   hash -> bucket  tag[8] agg[8]         one vector compare finds the tag
 *                          |
 *                          +--> struct rxb_agg --next--> younger aggregate
 *                                   |
 *                                   +--pair_next--> another of the same pairs[]
 *
 * One bucket is looked at, none is ever searched further: a full one has no room.
 */

#include "rxb_look.h"

typedef uint16_t rxb_tags __attribute__((vector_size(16)));
typedef int16_t rxb_hits __attribute__((vector_size(16)));
typedef int8_t rxb_bytes __attribute__((vector_size(8)));

static inline struct rxb_bucket *
rxb_bucket_of(const struct rxb_gro *gro, uint32_t hash)
{
	return &gro->buckets[(uint64_t)hash * gro->nb_buckets >> 32];
}

static inline uint16_t
rxb_tag(uint32_t hash)
{
	return hash | 1;
}

/* Places with this tag: a byte for each, all ones or zero. */
static inline uint64_t
rxb_ways(const struct rxb_bucket *bucket, uint16_t tag)
{
	rxb_tags tags, same = { tag, tag, tag, tag, tag, tag, tag, tag };
	rxb_bytes bytes;
	uint64_t ways;

	memcpy(&tags, bucket->tag, sizeof(tags));
	bytes = __builtin_convertvector((rxb_hits)(tags == same), rxb_bytes);
	memcpy(&ways, &bytes, sizeof(ways));
	return rte_le_to_cpu_64(ways);
}

/* The open aggregate with this hash, of which there is one at most. */
static inline struct rxb_agg *
rxb_table_find(const struct rxb_gro *gro, uint32_t hash)
{
	const struct rxb_bucket *bucket = rxb_bucket_of(gro, hash);
	uint64_t ways = rxb_ways(bucket, rxb_tag(hash));

	while (ways != 0) {
		unsigned int way = __builtin_ctzll(ways) / 8;
		struct rxb_agg *agg = &gro->aggs[bucket->agg[way]];

		if (likely(agg->hash == hash))
			return agg;
		ways &= ~(UINT64_C(0xff) << 8 * way);
	}
	return NULL;
}

static inline void
rxb_age_append(struct rxb_gro *gro, struct rxb_agg *agg, uint16_t index)
{
	agg->next = RXB_NONE;
	agg->prev = gro->open_last;
	if (gro->open_last == RXB_NONE)
		gro->open_first = index;
	else
		gro->aggs[gro->open_last].next = index;
	gro->open_last = index;
}

static inline void
rxb_age_remove(struct rxb_gro *gro, const struct rxb_agg *agg)
{
	if (agg->prev == RXB_NONE)
		gro->open_first = agg->next;
	else
		gro->aggs[agg->prev].next = agg->next;
	if (agg->next == RXB_NONE)
		gro->open_last = agg->prev;
	else
		gro->aggs[agg->next].prev = agg->prev;
}

/* A place for a new aggregate, in the bucket and youngest. NULL: no room. The caller fills
 * the rest, then calls rxb_pair_add(). */
static inline struct rxb_agg *
rxb_table_add(struct rxb_gro *gro, uint32_t hash)
{
	struct rxb_bucket *bucket = rxb_bucket_of(gro, hash);
	uint64_t ways = rxb_ways(bucket, 0);
	uint16_t index = gro->free_first;
	struct rxb_agg *agg;

	if (unlikely(ways == 0 || index == RXB_NONE))
		return NULL;
	agg = &gro->aggs[index];
	gro->free_first = agg->next;
	agg->hash = hash;
	agg->way = __builtin_ctzll(ways) / 8;
	bucket->tag[agg->way] = rxb_tag(hash);
	bucket->agg[agg->way] = index;
	rxb_age_append(gro, agg, index);
	gro->nb_open++;
	return agg;
}

static inline uint32_t
rxb_agg_pair(const struct rxb_gro *gro, const struct rxb_agg *agg)
{
	bool ip4 = rxb_is_ip4(agg->shape);

	return rxb_pair_hash(gro->key, agg->hdr + rxb_l2_len(agg->shape) + (ip4 ? 12 : 8), ip4);
}

/* agg has its header. */
static inline void
rxb_pair_add(struct rxb_gro *gro, struct rxb_agg *agg)
{
	uint16_t index = agg - gro->aggs;
	uint32_t pair = rxb_agg_pair(gro, agg) & gro->pair_mask;

	agg->pair_prev = RXB_PAIR_FIRST + pair;
	agg->pair_next = gro->pairs[pair];
	if (agg->pair_next != RXB_NONE)
		gro->aggs[agg->pair_next].pair_prev = index;
	gro->pairs[pair] = index;
}

static inline void
rxb_pair_remove(struct rxb_gro *gro, const struct rxb_agg *agg)
{
	if (agg->pair_prev >= RXB_PAIR_FIRST)
		gro->pairs[agg->pair_prev - RXB_PAIR_FIRST] = agg->pair_next;
	else
		gro->aggs[agg->pair_prev].pair_next = agg->pair_next;
	if (agg->pair_next != RXB_NONE)
		gro->aggs[agg->pair_next].pair_prev = agg->pair_prev;
}

/* From everywhere; its place is free. */
static inline void
rxb_table_remove(struct rxb_gro *gro, struct rxb_agg *agg)
{
	rxb_bucket_of(gro, agg->hash)->tag[agg->way] = 0;
	rxb_age_remove(gro, agg);
	rxb_pair_remove(gro, agg);
	agg->next = gro->free_first;
	gro->free_first = agg - gro->aggs;
	gro->nb_open--;
}

#endif /* RXB_TABLE_H */
