/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rxb_hold.h"
#include "wport.h"

#include "analyse_limits.h"

/* So few may be chance ... */
#define NEAR_USUAL_MIN 3u
#define PILE_MIN 20u
/* ... and so small a limit nobody sets. */
#define SIZE_MIN (4u * 1024)
/* What a chip puts behind the last unit. */
#define TRAILER_MAX 12u

void
an_limits_init(struct an_limits *limits, const struct an_chip *chip)
{
	memset(limits, 0, sizeof(*limits));
	limits->chip = chip;
}

static void
add(struct an_pile *pile, uint32_t span_us)
{
	pile->span_min_us = pile->nb == 0 ? span_us : RTE_MIN(pile->span_min_us, span_us);
	pile->span_max_us = RTE_MAX(pile->span_max_us, span_us);
	pile->nb++;
}

static void
add_next(struct an_pile *pile, uint64_t next_us)
{
	pile->next_us += next_us;
	pile->nb_next++;
}

/* When the one that follows begins. */
static void
see_next(struct an_limits *limits, const struct an_transfer *t, const struct an_unit *first)
{
	uint64_t next_us = (first->arrival_ns - limits->first_ns) / 1000;

	if (!limits->pending || !t->follows)
		return;
	add_next(&limits->by_kib[limits->kib], next_us);
	add_next(&limits->by_units[limits->units], next_us);
}

void
an_limits_see(struct an_limits *limits, const struct an_transfer *t,
	      const struct an_unit *units)
{
	const struct rxb_hold_limits usual = { .size = limits->chip->port->agg_bytes };
	uint64_t span_ns;
	uint32_t span_us, i;

	limits->max_len = RTE_MAX(limits->max_len, t->cause == AN_GOOD ? t->len : 0);
	/* The end of a request is no limit of the device's. */
	if (!an_transfer_whole(t) || t->nb_units == 0 || t->split || t->carried != 0) {
		limits->pending = false;
		return;
	}
	see_next(limits, t, units);
	span_ns = units[t->nb_units - 1].arrival_ns - units[0].arrival_ns;
	span_us = (uint32_t)RTE_MIN(span_ns / 1000, UINT32_MAX);
	for (i = 0; i < t->nb_units; i++)
		limits->max_unit = RTE_MAX(limits->max_unit, units[i].bytes);
	limits->transfers++;
	limits->single += t->nb_units == 1;
	limits->max_units = RTE_MAX(limits->max_units, t->nb_units);
	limits->max_span_us = RTE_MAX(limits->max_span_us, span_us);
	limits->near_usual += t->nb_units > 1 &&
		rxb_hold_close_of(&usual, t->len, t->nb_units) == RXB_HOLD_BY_SIZE;
	limits->pending = true;
	limits->first_ns = units[0].arrival_ns;
	limits->kib = RTE_MIN((t->len + 1023) / 1024, AN_KIB_MAX);
	limits->units = RTE_MIN(t->nb_units, AN_COUNT_MAX);
	add(&limits->by_kib[limits->kib], span_us);
	add(&limits->by_units[limits->units], span_us);
}

static struct an_pile
sum(const struct an_pile *piles, uint32_t first, uint32_t last)
{
	struct an_pile s = { 0 };
	uint32_t i;

	for (i = first; i <= last; i++) {
		if (piles[i].nb == 0)
			continue;
		s.span_min_us = s.nb == 0 ? piles[i].span_min_us :
			RTE_MIN(s.span_min_us, piles[i].span_min_us);
		s.span_max_us = RTE_MAX(s.span_max_us, piles[i].span_max_us);
		s.nb += piles[i].nb;
		s.nb_next += piles[i].nb_next;
		s.next_us += piles[i].next_us;
	}
	return s;
}

/* Filled in very different times: it was not the timer. */
static bool
uneven(const struct an_pile *pile)
{
	return pile->span_max_us > pile->span_min_us + pile->span_min_us / 2 + 16;
}

/* Over when others still went on. */
static bool
early(const struct an_limits *limits, const struct an_pile *pile)
{
	return pile->nb_next != 0 &&
		pile->next_us * 10 < pile->nb_next * limits->max_span_us * 9;
}

/* Enough of them, and not by the timer: more than fewer units or bytes would have. */
static bool
is_limit(const struct an_limits *limits, const struct an_pile *pile, uint64_t nb_below)
{
	return pile->nb >= PILE_MIN &&
		(early(limits, pile) || (uneven(pile) && pile->nb >= 2 * nb_below));
}

/* Those within a unit of the longest. */
static bool
size_piles_up(const struct an_limits *limits, struct an_pile *pile)
{
	uint32_t top = (limits->max_len + 1023) / 1024, wide;
	struct an_pile below;

	wide = RTE_MIN((limits->max_unit + 1023) / 1024, top / 4);
	if (wide == 0 || top > AN_KIB_MAX)
		return false;
	*pile = sum(limits->by_kib, top - wide + 1, top);
	below = sum(limits->by_kib, top - 2 * wide + 1, top - wide);
	return is_limit(limits, pile, below.nb);
}

/* Some chips may go past the limit with the last unit, some may not: the roundest size
 * that is possible. */
static uint32_t
roundest(const struct an_limits *limits)
{
	uint32_t step = limits->chip->port->agg_unit;
	uint32_t low = limits->max_len - RTE_MIN(limits->max_len, limits->max_unit + TRAILER_MAX);
	uint32_t high = limits->max_len - RTE_MIN(limits->max_len, TRAILER_MAX) + step - 1;
	uint32_t best = RTE_ALIGN_MUL_FLOOR(high, step);

	while (RTE_ALIGN_MUL_FLOOR(high, 2 * step) > low) {
		step *= 2;
		best = RTE_ALIGN_MUL_FLOOR(high, step);
	}
	return best;
}

/* The longest transfers may be the longest of those that a count ended; where they are the
 * same ones, all units being of one size, it is size: counts that low nobody sets. */
static bool
by_count(const struct an_limits *limits, const struct an_guess *guess,
	 const struct an_pile *pile)
{
	return guess->agg.units != 0 && limits->by_units[guess->agg.units].nb > pile->nb;
}

static void
no_units(const struct an_limits *limits, struct an_guess *guess)
{
	guess->agg.units = 0;
	snprintf(guess->why_units, sizeof(guess->why_units),
		 "none shows: at most %u units in a transfer", limits->max_units);
}

static void
guess_size(const struct an_limits *limits, bool timed, struct an_guess *guess)
{
	const struct wport_chip *port = limits->chip->port;
	uint32_t usual = port->agg_bytes, limit = roundest(limits);
	struct an_pile pile;

	if (limits->near_usual >= NEAR_USUAL_MIN &&
	    limits->max_len <= usual + limits->max_unit + TRAILER_MAX) {
		guess->agg.size = usual;
		snprintf(guess->why_size, sizeof(guess->why_size),
			 "%" PRIu64 " transfers end within a unit of the usual limit, none is "
			 "longer",
			 limits->near_usual);
	} else if (timed && limit >= SIZE_MIN && size_piles_up(limits, &pile) &&
		   !by_count(limits, guess, &pile)) {
		guess->agg.size = limit;
		snprintf(guess->why_size, sizeof(guess->why_size), "%" PRIu64
			 " transfers pile up there, filled in %u to %u us; the longest has "
			 "%u bytes", pile.nb, pile.span_min_us, pile.span_max_us, limits->max_len);
		no_units(limits, guess);
	} else {
		snprintf(guess->why_size, sizeof(guess->why_size),
			 "none shows: the longest transfer has %u bytes", limits->max_len);
	}
}

static void
guess_units(const struct an_limits *limits, bool timed, struct an_guess *guess)
{
	uint32_t n = limits->max_units;
	const struct an_pile *pile = &limits->by_units[RTE_MIN(n, AN_COUNT_MAX)];

	if (timed && n > 1 && n < AN_COUNT_MAX &&
	    pile->nb >= 2 * limits->by_units[n - 1].nb &&
	    is_limit(limits, pile, limits->by_units[n - 1].nb)) {
		guess->agg.units = n;
		snprintf(guess->why_units, sizeof(guess->why_units), "%" PRIu64
			 " transfers have so many, none has more; filled in %u to %u us",
			 pile->nb, pile->span_min_us, pile->span_max_us);
		return;
	}
	no_units(limits, guess);
}

void
an_limits_guess(const struct an_limits *limits, bool timed, struct an_guess *guess)
{
	memset(guess, 0, sizeof(*guess));
	guess->agg.enabled = true;
	if (limits->transfers == 0) {
		snprintf(guess->why_size, sizeof(guess->why_size),
			 "cannot be told: no transfer was captured whole; the longest has %u bytes",
			 limits->max_len);
		snprintf(guess->why_units, sizeof(guess->why_units), "cannot be told");
		return;
	}
	guess->single = limits->single == limits->transfers;
	guess->agg.enabled = !guess->single;
	guess_units(limits, timed, guess);
	guess_size(limits, timed, guess);
}
