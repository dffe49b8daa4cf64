/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "rxb_join.h"
#include "rxb_out.h"
#include "rxb_slice.h"
#include "rxb_table.h"

/*
 * A flow is merged from its first packet in the slice to its last, then the next flow. There
 * are two ways:
 *
 *   light  nothing is held, the burst is one slice: a flow's aggregate lives in *light, the
 *          table is not touched. Each packet keeps its place in the burst, those that were
 *          appended vanish from it; so no packet overtakes another of its flow.
 *   table  aggregates live in the table, and reach the output when they are closed.
 *
 * Functions of both take light, NULL for the table: the compiler makes two of each.
 */

static __rte_always_inline void
close_agg(struct rxb_gro *gro, struct rxb_agg *agg, uint64_t *counter, struct rxb_agg *light,
	  struct rxb_out *out)
{
	uint16_t packets = agg->packets;

	(*counter)++;
	if (packets > 1)
		rxb_seal(agg, rxb_capacity(gro, agg->shape, agg->seg_len) - agg->room);
	if (light == NULL) {
		rxb_table_remove(gro, agg);
		rxb_give(gro, out, agg->head, packets);
	} else if (packets > 1) {
		gro->stats.aggregates++;
		gro->stats.merged += packets;
	}
}

static __rte_always_inline void
pass(struct rxb_gro *gro, struct rte_mbuf *m, struct rxb_agg *light, struct rxb_out *out)
{
	if (light == NULL)
		rxb_give(gro, out, m, 1);
}

/* A candidate of a flow that has none open. NULL: it passes alone. */
static __rte_always_inline struct rxb_agg *
open_agg(struct rxb_gro *gro, const struct rxb_look *lk, struct rxb_agg *light,
	 struct rxb_out *out)
{
	struct rxb_agg *agg = light != NULL ? light : rxb_table_add(gro, lk->hash);

	if (unlikely(agg == NULL)) {
		gro->stats.why[RXB_GRO_WHY_TABLE]++;
		rxb_give(gro, out, lk->m, 1);
		return NULL;
	}
	rxb_begin(gro, agg, lk);
	if (light == NULL) {
		rxb_pair_add(gro, agg);
		agg->due = gro->now + gro->hold;
	}
	return agg;
}

/* A packet of a flow that has agg open, or NULL. Returns what it has open then. *appended
 * says what became of it. */
static __rte_always_inline struct rxb_agg *
merge_odd(struct rxb_gro *gro, struct rxb_look *lk, struct rxb_agg *agg, struct rxb_agg *light,
	  struct rxb_out *out, bool *appended)
{
	bool counted = false;

	if (agg != NULL && lk->kind == RXB_KIND_CANDIDATE) {
		unsigned int why = rxb_join_any(gro, agg, lk);

		if (why == RXB_FITS) {
			*appended = true;
			if (!rxb_is_complete(gro, agg, lk))
				return agg;
			close_agg(gro, agg, &gro->stats.closed_end, light, out);
			return NULL;
		}
		if (why == RXB_OTHER) {
			gro->stats.why[RXB_GRO_WHY_TABLE]++;
			pass(gro, lk->m, light, out);
			return agg;
		}
		gro->stats.why[why]++;
		counted = true;
	}
	if (agg != NULL)
		close_agg(gro, agg, &gro->stats.closed_packet, light, out);
	if (lk->kind == RXB_KIND_CANDIDATE) {
		if ((lk->bits & RXB_BITS_LAST) == 0)
			return open_agg(gro, lk, light, out);
		if (!counted)
			gro->stats.why[RXB_GRO_WHY_TCP_FLAGS]++;
	}
	pass(gro, lk->m, light, out);
	return NULL;
}

static __rte_noinline struct rxb_agg *
merge_odd_light(struct rxb_gro *gro, struct rxb_look *lk, struct rxb_agg *agg,
		struct rxb_agg *light, bool *appended)
{
	return merge_odd(gro, lk, agg, light, NULL, appended);
}

static __rte_noinline struct rxb_agg *
merge_odd_table(struct rxb_gro *gro, struct rxb_look *lk, struct rxb_agg *agg,
		struct rxb_out *out)
{
	bool appended;

	return merge_odd(gro, lk, agg, NULL, out, &appended);
}

/* The i-th packet of the slice, m. */
static __rte_always_inline struct rxb_agg *
merge_packet(struct rxb_gro *gro, const struct rxb_slice *s, unsigned int i, struct rte_mbuf *m,
	     struct rxb_agg *agg, struct rxb_agg *light, struct rxb_out *out,
	     bool *appended)
{
	struct rxb_look *lk = &gro->look[i];

	*appended = false;
	if (likely((s->filled & RTE_BIT64(i)) == 0)) {
		if (agg != NULL && likely(rxb_join_usual(gro, agg, m))) {
			*appended = true;
			return agg;
		}
		rxb_plain_look(m, lk);
		if (agg == NULL && likely((lk->bits & RXB_BITS_LAST) == 0))
			return open_agg(gro, lk, light, out);
	}
	return light != NULL ? merge_odd_light(gro, lk, agg, light, appended) :
			       merge_odd_table(gro, lk, agg, out);
}

/* Returns the packets that were appended. */
static uint64_t
merge_light(struct rxb_gro *gro, const struct rxb_slice *s, struct rte_mbuf **pkts,
	    unsigned int first)
{
	unsigned int i = first, last = rxb_slice_last(gro, s, first);
	struct rxb_agg light, *agg = NULL;
	uint64_t all = 0;
	bool appended;

	for (;; i = gro->look[i].next) {
		agg = merge_packet(gro, s, i, pkts[i], agg, &light, NULL, &appended);
		all |= (uint64_t)appended << i;
		if (i == last)
			break;
	}
	if (agg != NULL)
		close_agg(gro, agg, &gro->stats.closed_burst, &light, NULL);
	return all;
}

static inline void
merge_table(struct rxb_gro *gro, const struct rxb_slice *s, unsigned int first,
	    struct rxb_out *out)
{
	unsigned int i = first, last = rxb_slice_last(gro, s, first);
	struct rxb_agg *agg = rxb_table_find(gro, gro->look[first].hash);
	bool appended;

	for (;; i = gro->look[i].next) {
		agg = merge_packet(gro, s, i, gro->burst[i], agg, NULL, out, &appended);
		if (i == last)
			break;
	}
}

static void
end_pair(struct rxb_gro *gro, uint32_t hash, struct rxb_out *out)
{
	uint16_t index = gro->pairs[hash & gro->pair_mask];

	while (index != RXB_NONE) {
		struct rxb_agg *agg = &gro->aggs[index];

		index = agg->pair_next;
		if (rxb_agg_pair(gro, agg) == hash)
			close_agg(gro, agg, &gro->stats.closed_barrier, NULL, out);
	}
}

static void
end_all(struct rxb_gro *gro, uint64_t *counter, struct rxb_out *out)
{
	while (gro->open_first != RXB_NONE)
		close_agg(gro, &gro->aggs[gro->open_first], counter, NULL, out);
}

/* Also when the clock has jumped. */
static inline bool
is_due(uint64_t due, uint64_t now, uint64_t hold)
{
	return due - now - 1 >= hold;
}

/* Deadlines are in the order of opening as long as the clock goes forward. When it goes
 * back, all is due. */
static void
end_due(struct rxb_gro *gro, uint64_t now, struct rxb_out *out)
{
	if (unlikely((int64_t)(now - gro->now) < 0))
		end_all(gro, &gro->stats.closed_hold, out);
	gro->now = now;
	while (gro->open_first != RXB_NONE) {
		struct rxb_agg *agg = &gro->aggs[gro->open_first];

		if (!is_due(agg->due, now, gro->hold))
			break;
		close_agg(gro, agg, &gro->stats.closed_hold, NULL, out);
	}
}

/* Those that are alone of their flow pass, a candidate as if it had been opened and closed. */
static inline void
count_alone(struct rxb_gro *gro, const struct rxb_slice *s, uint32_t n)
{
	uint64_t alone = rxb_slice_all(n) & ~(s->first | s->later | s->others);

	gro->stats.closed_burst += __builtin_popcountll(alone & ~s->ends);
	gro->stats.why[RXB_GRO_WHY_TCP_FLAGS] += __builtin_popcountll(alone & s->ends);
}

static uint16_t
process_light(struct rxb_gro *gro, const struct rxb_slice *s, struct rte_mbuf **pkts,
	      uint32_t nb_pkts)
{
	uint64_t appended = 0, bits;
	uint32_t n;

	for (bits = s->first; bits != 0; bits &= bits - 1)
		appended |= merge_light(gro, s, pkts, __builtin_ctzll(bits));
	if (appended == 0)
		return nb_pkts;
	n = __builtin_ctzll(appended);
	bits = rxb_slice_all(nb_pkts) & ~appended & ~(RTE_BIT64(n) - 1);
	for (; bits != 0; bits &= bits - 1)
		pkts[n++] = pkts[__builtin_ctzll(bits)];
	return n;
}

/* Of a filled look. */
static inline bool
is_of_flow(const struct rxb_slice *s, unsigned int i, const struct rxb_look *lk)
{
	return (s->aliens & RTE_BIT64(i)) == 0 && lk->kind >= RXB_KIND_FLOW;
}

static void
process_slice(struct rxb_gro *gro, const struct rxb_slice *s, uint32_t n, struct rxb_out *out)
{
	uint64_t bits = rxb_slice_all(n) & ~s->later;

	rxb_ready_drain(gro, out);
	for (; bits != 0; bits &= bits - 1) {
		unsigned int i = __builtin_ctzll(bits);
		struct rxb_look *lk = &gro->look[i];

		if (unlikely((s->early & RTE_BIT64(i)) != 0))
			rxb_fill_short(gro, gro->burst[i], lk);
		if (likely((s->filled & RTE_BIT64(i)) == 0) || is_of_flow(s, i, lk)) {
			merge_table(gro, s, i, out);
			continue;
		}
		if ((s->barriers & RTE_BIT64(i)) != 0)
			end_pair(gro, lk->hash, out);
		rxb_give(gro, out, gro->burst[i], 1);
	}
}

/* s: the looks at the first slice. */
static uint16_t
process_table(struct rxb_gro *gro, struct rxb_slice *s, struct rte_mbuf **pkts,
	      uint32_t nb_pkts, uint64_t now)
{
	struct rxb_out out = { .pkts = pkts };
	uint32_t at = 0, n = RTE_MIN(nb_pkts, RXB_SLICE);

	end_due(gro, now, &out);
	while (n != 0) {
		memcpy(gro->burst, pkts + at, n * sizeof(pkts[0]));
		at += n;
		out.limit = at;
		process_slice(gro, s, n, &out);
		n = RTE_MIN(nb_pkts - at, RXB_SLICE);
		if (n != 0)
			rxb_look_slice(gro, pkts + at, n, s);
	}
	if (gro->hold == 0)
		end_all(gro, &gro->stats.closed_burst, &out);
	rxb_ready_drain(gro, &out);
	return out.n;
}

static uint16_t
process(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t nb_pkts, uint64_t now)
{
	struct rxb_slice s;

	rxb_look_slice(gro, pkts, RTE_MIN(nb_pkts, RXB_SLICE), &s);
	if (gro->hold != 0 || rxb_gro_held(gro) != 0 || nb_pkts > RXB_SLICE || s.barriers != 0 ||
	    (uint32_t)__builtin_popcountll(s.first) > gro->max_flows)
		return process_table(gro, &s, pkts, nb_pkts, now);
	if (nb_pkts == 0)
		return 0;
	count_alone(gro, &s, nb_pkts);
	return s.first != 0 ? process_light(gro, &s, pkts, nb_pkts) : nb_pkts;
}

/* Back-off: nothing has merged for long, and this burst is one of those not looked at. */
static inline bool
is_skipped(struct rxb_gro *gro, uint16_t nb_pkts)
{
	if (likely(gro->skip == 0) || nb_pkts == 0)
		return false;
	gro->skip--;
	gro->stats.why[RXB_GRO_WHY_BACKOFF] += nb_pkts;
	return true;
}

#define BACKOFF_CALLS	32u

/* After a burst that was looked at: 32 without a merge, then one in 2, 4, 8. */
static inline void
count_idle(struct rxb_gro *gro)
{
	if (gro->stats.merged != gro->merged_before || rxb_gro_held(gro) != 0) {
		gro->merged_before = gro->stats.merged;
		gro->idle = 0;
	} else if (++gro->idle >= BACKOFF_CALLS && (gro->flags & RXB_GRO_EAGER) == 0) {
		unsigned int level = RTE_MIN(gro->idle / BACKOFF_CALLS, 3u);

		gro->skip = (1u << level) - 1;
		gro->idle = RTE_MIN(gro->idle, 3 * BACKOFF_CALLS);
	}
}

uint16_t
rxb_gro_process(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t nb_pkts, uint64_t now)
{
	uint16_t n;

	if (unlikely(gro->mode != RXB_GRO_MERGE))
		return nb_pkts;
	gro->stats.packets_in += nb_pkts;
	if (is_skipped(gro, nb_pkts)) {
		gro->stats.packets_out += nb_pkts;
		return nb_pkts;
	}
	n = process(gro, pkts, nb_pkts, now);
	gro->stats.packets_out += n;
	if (nb_pkts != 0)
		count_idle(gro);
	return n;
}

uint16_t
rxb_gro_flush(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t room)
{
	struct rxb_out out = { .pkts = pkts, .limit = room };

	rxb_ready_drain(gro, &out);
	end_all(gro, &gro->stats.closed_flush, &out);
	gro->stats.packets_out += out.n;
	return out.n;
}

uint16_t
rxb_gro_flush_due(struct rxb_gro *gro, struct rte_mbuf **pkts, uint16_t room, uint64_t now)
{
	struct rxb_out out = { .pkts = pkts, .limit = room };

	rxb_ready_drain(gro, &out);
	end_due(gro, now, &out);
	gro->stats.packets_out += out.n;
	return out.n;
}

void
rxb_gro_set_hold(struct rxb_gro *gro, uint64_t hold_cycles, uint64_t now)
{
	uint16_t i;

	if (gro->mode != RXB_GRO_MERGE)
		return;
	for (i = gro->open_first; i != RXB_NONE; i = gro->aggs[i].next) {
		struct rxb_agg *agg = &gro->aggs[i];
		uint64_t left = is_due(agg->due, now, gro->hold) ? 0 : agg->due - now;

		agg->due = now + RTE_MIN(left, hold_cycles);
	}
	gro->hold = hold_cycles;
	/* A process() before this time, or the one before, sees the clock go back. */
	if ((int64_t)(now - gro->now) > 0)
		gro->now = now;
}
