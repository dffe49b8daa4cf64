/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include "analyse_ladder.h"

#define SECOND_NS 1000000000ull

bool
an_rung_init(struct an_rung *rung, uint32_t hold_us, const struct an_agg *limits)
{
	memset(rung, 0, sizeof(*rung));
	rung->hold_us = hold_us;
	rung->limits = *limits;
	rung->delays = calloc(AN_DELAY_MAX_US + 1, sizeof(*rung->delays));
	return rung->delays != NULL;
}

void
an_rung_fini(struct an_rung *rung)
{
	free(rung->delays);
	free(rung->arrival_ns);
	rung->delays = NULL;
	rung->arrival_ns = NULL;
}

static void
end_second(struct an_rung *rung)
{
	if (rung->second_transfers > rung->busy_transfers) {
		rung->busy_transfers = rung->second_transfers;
		rung->busy_frames = rung->second_frames;
	}
	rung->second_transfers = 0;
	rung->second_frames = 0;
}

static void
close_at(struct an_rung *rung, uint64_t now_ns)
{
	uint64_t delay_ns;
	uint32_t i;

	if (now_ns / SECOND_NS != rung->second)
		end_second(rung);
	rung->second = now_ns / SECOND_NS;
	rung->second_transfers++;
	rung->second_frames += rung->frames;
	rung->transfers++;
	rung->nb_frames += rung->frames;
	rung->nb_units += rung->units;
	for (i = 0; i < rung->frames; i++) {
		delay_ns = now_ns - rung->arrival_ns[i];
		rung->delay_sum_ns += delay_ns;
		rung->delays[RTE_MIN(delay_ns / 1000, AN_DELAY_MAX_US)]++;
	}
	rung->units = 0;
	rung->frames = 0;
	rung->len = 0;
}

static uint64_t
deadline(const struct an_rung *rung)
{
	return rung->first_ns + rung->hold_us * 1000ull;
}

static bool
keep_arrival(struct an_rung *rung, uint64_t arrival_ns)
{
	uint32_t room = rung->room == 0 ? 256 : rung->room * 2;
	uint64_t *bigger;

	if (rung->frames == rung->room) {
		bigger = realloc(rung->arrival_ns, room * sizeof(*bigger));
		if (bigger == NULL)
			return false;
		rung->arrival_ns = bigger;
		rung->room = room;
	}
	rung->arrival_ns[rung->frames++] = arrival_ns;
	return true;
}

static void
append(struct an_rung *rung, const struct an_unit *unit)
{
	if (rung->units == 0)
		rung->first_ns = unit->arrival_ns;
	rung->units++;
	rung->len += unit->bytes;
	if (unit->is_frame && !keep_arrival(rung, unit->arrival_ns))
		rung->no_memory = true;
}

/* No further unit may join; nor one that memory would have to be found for without end. */
static bool
is_full(const struct an_rung *rung)
{
	return (rung->limits.size != 0 && rung->len >= rung->limits.size) ||
		(rung->limits.units != 0 && rung->units >= rung->limits.units) ||
		rung->units == AN_UNITS_MAX;
}

void
an_rung_add(struct an_rung *rung, const struct an_unit *unit)
{
	uint64_t now_ns = unit->arrival_ns;

	if (rung->units != 0 && now_ns >= deadline(rung))
		close_at(rung, deadline(rung));
	if (rung->units != 0 && rung->limits.size != 0 &&
	    rung->len + unit->bytes > rung->limits.size)
		close_at(rung, now_ns);
	append(rung, unit);
	if (is_full(rung))
		close_at(rung, now_ns);
}

void
an_rung_flush(struct an_rung *rung)
{
	if (rung->units != 0)
		close_at(rung, deadline(rung));
	end_second(rung);
}

uint64_t
an_rung_delay_mean_ns(const struct an_rung *rung)
{
	return rung->nb_frames == 0 ? 0 : rung->delay_sum_ns / rung->nb_frames;
}

uint32_t
an_rung_delay_us(const struct an_rung *rung, uint32_t permille)
{
	uint64_t nb = 0, wanted = (rung->nb_frames * permille + 999) / 1000;
	uint32_t us;

	for (us = 0; us < AN_DELAY_MAX_US; us++) {
		nb += rung->delays[us];
		if (nb >= wanted)
			break;
	}
	return us;
}
