/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>

#include <rte_common.h>

#include "wport.h"

#include "analyse_print.h"

/* Stamps of whole microseconds, and airtimes from rates. */
#define FUZZ_US 3u
/* So few of a thousand are not worth a word. */
#define AGAINST_PERMILLE 2u

static void
print_segments(const struct an_result *r, FILE *to)
{
	unsigned int i;

	for (i = 0; i < r->nb_segments; i++) {
		const struct an_segment *s = &r->segments[i];

		fprintf(to, "           from %.3f s, %" PRIu64 " transfers: ",
			(s->from_us - r->first_us) / 1e6, s->transfers);
		an_print_agg(&s->agg, s->by_register, to);
		fputs(s->by_register ? "\n" : ", inferred\n", to);
	}
	if (r->segments_more != 0)
		fprintf(to, "           %" PRIu64 " changes more are not listed\n",
			r->segments_more);
}

static void
print_by_register(const struct an *an, FILE *to)
{
	fputs("registers  ", to);
	an_print_agg(&an->reg_agg, true, to);
	fprintf(to, ": written %" PRIu64 " times, read %" PRIu64 " times in this capture",
		an->reg_writes, an->reg_reads);
	if (an->reg_failed != 0)
		fprintf(to, "; %" PRIu64 " requests failed", an->reg_failed);
	fputc('\n', to);
	if (an->result.nb_segments > 1)
		print_segments(&an->result, to);
}

void
an_print_limits(const struct an *an, FILE *to)
{
	const struct an_guess *guess = &an->guess;

	if (an->by_register) {
		print_by_register(an, to);
		return;
	}
	fprintf(to, "registers  not in this capture (%" PRIu64 " requests of others): plug the "
		"device in while capturing\n", an->reg_requests);
	fputs("limits     inferred: ", to);
	if (guess->single) {
		fputs("no transfer has two units\n", to);
		return;
	}
	if (guess->agg.size != 0)
		fprintf(to, "size %u KiB, ", guess->agg.size / 1024);
	else
		fputs("size ", to);
	fprintf(to, "%s\n           ", guess->why_size);
	if (guess->agg.units != 0)
		fprintf(to, "count %u, ", guess->agg.units);
	else
		fputs("count ", to);
	fprintf(to, "%s\n", guess->why_units);
}

struct an_values
an_values_in(const struct an_hold_range *range, uint32_t step)
{
	uint32_t low = range->low_us > FUZZ_US ? range->low_us - FUZZ_US : 0;
	struct an_values v = { .first = RTE_ALIGN_MUL_CEIL(low, step) };

	v.last = RTE_ALIGN_MUL_FLOOR(range->high_us + FUZZ_US, step);
	v.nb = v.last < v.first ? 0 : (v.last - v.first) / step + 1;
	return v;
}

static bool
is_in(const struct an_hold_range *range, uint32_t hold_us)
{
	return hold_us + FUZZ_US >= range->low_us && hold_us <= range->high_us + FUZZ_US;
}

/* What drivers set goes before what they might. */
static void
print_usual(const struct an *an, FILE *to)
{
	const struct an_hold_range *range = an->result.range;
	const struct wport_chip *port = an->chip.port;

	if (port->hold_us != 0 && is_in(range, port->hold_us))
		fprintf(to, "; the usual %u us is among them", port->hold_us);
	else if (port->hold_us_super != 0 && is_in(range, port->hold_us_super))
		fprintf(to, "; the usual %u us is among them", port->hold_us_super);
}

static void
print_range(const struct an *an, FILE *to)
{
	const struct an_hold_range *range = an->result.range;

	if (range->high_us >= AN_HOLD_MAX_US)
		fprintf(to, "cannot tell: %u us or more; no transfer followed another soon enough "
			"to limit it", range->low_us);
	else if (range->high_us > 2 * range->low_us + an->chip.port->hold_unit_us)
		fprintf(to, "cannot tell: from %u to %u us, frames came too far apart to say more",
			range->low_us, range->high_us);
	else
		fprintf(to, "between %u and %u us", range->low_us, range->high_us);
	print_usual(an, to);
}

static void
print_estimate(const struct an *an, FILE *to)
{
	const struct an_hold_range *range = an->result.range;
	uint32_t step = an->chip.port->hold_unit_us;
	struct an_values v = an_values_in(range, step);

	if (an_range_is_bad(range)) {
		fprintf(to, "cannot tell: no single hold explains the times; the best, %u to "
			"%u us, is against %" PRIu64 " of %" PRIu64 "\n", range->low_us,
			range->high_us, range->against, range->samples);
		return;
	}
	if (v.nb == 0)
		fprintf(to, "cannot tell: it would be %u to %u us, which is no step of %u us; "
			"a limit that does not show may be at work", range->low_us, range->high_us,
			step);
	else if (v.nb == 1 && v.first == 0)
		fprintf(to, "none: frames that came %u us after another travelled apart",
			range->high_us);
	else if (v.nb == 1)
		fprintf(to, "%u us: the only step of %u us between %u and %u us", v.first, step,
			range->low_us, range->high_us);
	else
		print_range(an, to);
	if (range->against * 1000 > range->samples * AGAINST_PERMILLE)
		fprintf(to, " (%" PRIu64 " of %" PRIu64 " times speak against it)", range->against,
			range->samples);
	fputc('\n', to);
}

static void
print_agreement(const struct an *an, FILE *to)
{
	const struct an_hold_range *restart = &an->result.ranges[AN_TIMER_RESTART];
	uint32_t hold = an->reg_agg.hold_us;

	if (is_in(an->result.range, hold))
		return;
	fprintf(to, "           which does NOT agree with the %u us of the registers", hold);
	if (!an_range_is_bad(restart) && is_in(restart, hold))
		fprintf(to, ", unless every frame starts the timer anew: then it is between %u and "
			"%u us", restart->low_us, restart->high_us);
	fputc('\n', to);
}

bool
an_may_be_in_force(const struct an *an, uint32_t hold_us)
{
	if (an->by_register)
		return hold_us == an->reg_agg.hold_us;
	if (!an->timed || !an->result.range->known || an_range_is_bad(an->result.range))
		return false;
	return is_in(an->result.range, hold_us);
}

void
an_print_hold(const struct an *an, FILE *to)
{
	const struct an_hold_range *range = an->result.range;

	fputs("hold       by the times: ", to);
	if (!an->timed) {
		fputs("cannot tell: the device's clock is not known\n", to);
		return;
	}
	if (!range->known) {
		fputs("cannot tell: no transfer that a timer can have closed has a next one\n", to);
		return;
	}
	if (range->spans * 2 < range->samples - range->spans) {
		fprintf(to, "cannot tell: the capture lacks most of the units; some transfers "
			"began %u us after another\n", range->high_us);
		return;
	}
	print_estimate(an, to);
	if (range == &an->result.ranges[AN_TIMER_RESTART])
		fputs("           with a timer that every frame starts anew, not the first alone\n",
		      to);
	if (an->by_register && !an_range_is_bad(range))
		print_agreement(an, to);
}
