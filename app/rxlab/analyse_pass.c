/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "wport.h"

#include "analyse.h"
#include "options.h"

static const uint32_t ladder_us[] = { 0, 32, 64, 128, 256, 512, 1024 };

static bool
no_memory(const struct an *an)
{
	return options_wrong("%s: no memory", an->options.wish.file);
}

bool
an_measure(struct an *an)
{
	static struct an_limits limits;
	struct an_reader r;
	bool ok;

	if (!an_reader_open(&r, an->options.wish.file, an->device, &an->chip))
		return false;
	an_limits_init(&limits, &an->chip);
	while (an_reader_next(&r))
		an_limits_see(&limits, &r.transfer, r.units);
	an->timed = an_clock_good(&r.clock);
	an->request = r.request;
	an->by_register = an_regs_agg(&r.regs, &an->reg_agg);
	an->reg_writes = r.regs.writes;
	an->reg_reads = r.regs.reads;
	an->reg_requests = r.regs.requests_seen;
	an->reg_failed = r.regs.failed;
	an_limits_guess(&limits, an->timed, &an->guess);
	ok = !r.no_memory;
	an_reader_close(&r);
	return ok || no_memory(an);
}

static bool
has_rung(const struct an_result *result, uint32_t hold_us)
{
	unsigned int i;

	for (i = 0; i < result->nb_rungs; i++)
		if (result->rungs[i].hold_us == hold_us)
			return true;
	return false;
}

/* Kept in order. */
static bool
add_rung(struct an_result *result, uint32_t hold_us, const struct an_agg *limits)
{
	unsigned int i = result->nb_rungs;

	if (has_rung(result, hold_us))
		return true;
	for (; i > 0 && result->rungs[i - 1].hold_us > hold_us; i--)
		result->rungs[i] = result->rungs[i - 1];
	result->nb_rungs++;
	return an_rung_init(&result->rungs[i], hold_us, limits);
}

static bool
make_rungs(struct an *an)
{
	const struct wport_chip *port = an->chip.port;
	struct an_agg limits = an->by_register ? an->reg_agg : an->guess.agg;
	unsigned int i;
	bool ok = true;

	/* What does not show would still be there for a longer hold. */
	if (limits.size == 0)
		limits.size = port->agg_bytes;
	if (limits.units == 0)
		limits.units = port->agg_count;
	for (i = 0; i < RTE_DIM(ladder_us); i++)
		if (ladder_us[i] <= port->hold_max_us)
			ok = ok && add_rung(&an->result, ladder_us[i], &limits);
	if (port->hold_max_us < ladder_us[RTE_DIM(ladder_us) - 1])
		ok = ok && add_rung(&an->result, port->hold_max_us, &limits);
	if (an->by_register)
		ok = ok && add_rung(&an->result, an->reg_agg.hold_us, &limits);
	return ok;
}

unsigned int
an_log2_bucket(uint64_t value)
{
	unsigned int bucket = value <= 1 ? 0 : 64 - (unsigned int)__builtin_clzll(value - 1);

	return RTE_MIN(bucket, AN_LOG2 - 1u);
}

static void
log2_add(struct an_log2 *log2, uint64_t value)
{
	log2->nb++;
	log2->sum += value;
	log2->bucket[an_log2_bucket(value)]++;
}

static bool
same_agg(const struct an_agg *a, const struct an_agg *b)
{
	return a->enabled == b->enabled && a->hold_us == b->hold_us && a->size == b->size &&
		a->units == b->units;
}

/* The limits that the transfer was made with. */
static struct an_segment *
segment_of(struct an *an, const struct an_reader *r)
{
	struct an_result *result = &an->result;
	struct an_segment *s = result->nb_segments == 0 ? NULL :
		&result->segments[result->nb_segments - 1];
	struct an_segment now = { .from_us = r->transfer.time_us };

	now.by_register = an_regs_agg(&r->regs, &now.agg);
	if (!now.by_register)
		now.agg = an->guess.agg;
	if (s != NULL && s->by_register == now.by_register &&
	    same_agg(&s->agg, &now.agg))
		return s;
	an_hold_init(&result->hold);
	if (result->nb_segments == AN_SEGMENTS)
		result->segments_more++;
	else
		s = &result->segments[result->nb_segments++];
	*s = now;
	return s;
}

static unsigned int
close_of(const struct an_transfer *t, const struct an_agg *agg)
{
	const struct rxb_hold_limits limits = { .size = agg->size, .units = agg->units };

	if (t->held < t->len)
		return AN_BY_SNAP;
	if (!agg->enabled)
		return AN_BY_OFF;
	return rxb_hold_close_of(&limits, t->len, t->nb_units);
}

/* Units to all rungs; what was cut from the capture has none. */
static void
pack_again(struct an_result *result, const struct an_reader *r)
{
	uint32_t i, rung;

	for (rung = 0; rung < result->nb_rungs; rung++) {
		if (!r->transfer.follows)
			an_rung_flush(&result->rungs[rung]);
		for (i = 0; i < r->transfer.nb_units; i++)
			an_rung_add(&result->rungs[rung], &r->units[i]);
	}
}

/* Without a clock of the device's, all of a transfer arrived when it was complete. */
static void
time_by_completion(struct an_reader *r, uint64_t now_us)
{
	uint32_t i;

	for (i = 0; i < r->transfer.nb_units; i++)
		r->units[i].arrival_ns = now_us * 1000;
}

static void
count(struct an_result *result, const struct an_reader *r, unsigned int close)
{
	const struct an_transfer *t = &r->transfer;

	result->transfers++;
	result->bytes += t->len;
	result->closed[close]++;
	result->closed_bytes[close] += t->len;
	log2_add(&result->bytes_per, t->len);
	result->frames += t->nb_frames;
	result->units += t->nb_units;
	if (!an_transfer_whole(t))
		return;
	result->whole++;
	log2_add(&result->frames_per, t->nb_frames);
	if (t->nb_units != 0)
		lab_hist_add(&result->span, r->units[t->nb_units - 1].arrival_ns -
			     r->units[0].arrival_ns);
}

static void
see(struct an *an, struct an_reader *r, FILE *csv)
{
	struct an_result *result = &an->result;
	const struct an_transfer *t = &r->transfer;
	uint64_t gap_us = t->time_us > result->last_us ? t->time_us - result->last_us : 0;
	struct an_segment *segment;
	unsigned int close;

	if (result->first_us == 0) {
		result->first_us = t->time_us;
		gap_us = 0;
	} else {
		lab_hist_add(&result->gap, gap_us * 1000);
	}
	result->last_us = RTE_MAX(result->last_us, t->time_us);
	segment = segment_of(an, r);
	close = close_of(t, &segment->agg);
	if (!an->timed)
		time_by_completion(r, result->last_us);
	if (t->cause == AN_GOOD) {
		segment->transfers++;
		segment->frames += t->nb_frames;
		count(result, r, close);
		pack_again(result, r);
	}
	if (an->timed)
		an_hold_see(&result->hold, t, r->units, &segment->agg);
	if (csv != NULL)
		an_csv_line(csv, r, &segment->agg, t->cause == AN_GOOD ?
			    an_close_name(close) : "error", result->first_us, gap_us, an->timed);
}

/* That the first frame starts the timer is the plain reading: the other one only where it
 * explains what this cannot. */
static void
choose_timer(struct an_result *result)
{
	struct an_hold_range *first = &result->ranges[AN_TIMER_FIRST];
	struct an_hold_range *restart = &result->ranges[AN_TIMER_RESTART];

	an_hold_range(&result->hold, AN_TIMER_FIRST, first);
	an_hold_range(&result->hold, AN_TIMER_RESTART, restart);
	result->range = an_range_is_bad(first) && !an_range_is_bad(restart) ? restart : first;
}

bool
an_pass(struct an *an, FILE *csv)
{
	struct an_result *result = &an->result;
	struct an_reader r;
	unsigned int i;
	bool ok;

	if (!make_rungs(an))
		return no_memory(an);
	if (!an_reader_open(&r, an->options.wish.file, an->device, &an->chip))
		return false;
	if (csv != NULL)
		an_csv_head(csv);
	while (an_reader_next(&r))
		see(an, &r, csv);
	ok = !r.no_memory;
	for (i = 0; i < result->nb_rungs; i++) {
		an_rung_flush(&result->rungs[i]);
		ok = ok && !result->rungs[i].no_memory;
	}
	choose_timer(result);
	result->losses = r.losses;
	result->clock = r.clock;
	an_reader_close(&r);
	return ok || no_memory(an);
}

void
an_result_fini(struct an_result *result)
{
	unsigned int i;

	for (i = 0; i < result->nb_rungs; i++)
		an_rung_fini(&result->rungs[i]);
}
