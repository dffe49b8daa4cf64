/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>
#include <string.h>

#include "wport.h"

#include "analyse.h"
#include "analyse_print.h"
#include "table.h"

#define BAR 40

static double
percent(uint64_t part, uint64_t all)
{
	return all == 0 ? 0 : 100.0 * part / all;
}

static void
print_source(const struct an *an, FILE *to)
{
	const struct an_device *d = an->device;
	const struct an_result *r = &an->result;

	fprintf(to, "capture    %s: %" PRIu64 " records", an->options.wish.file,
		an->scan.records);
	if (an->scan.damaged)
		fprintf(to, "; cut or damaged behind them (%s)", an->scan.damage);
	if (an->scan.bad_records != 0)
		fprintf(to, "; %" PRIu64 " of them damaged", an->scan.bad_records);
	fprintf(to, "\ndevice     %u.%u, %s", d->bus, d->device, an->chip.port->name);
	if (d->has_ids)
		fprintf(to, ", %04x:%04x, %s", d->vendor, d->product,
			d->super ? "SuperSpeed" : "not SuperSpeed");
	else
		fputs(" as you say; its descriptor was not captured", to);
	if (an->request != 0)
		fprintf(to, ", requests of %u bytes", an->request);
	fprintf(to, "\ntransfers  %" PRIu64 " in %.3f s: %" PRIu64 " bytes, %" PRIu64
		" frames, %" PRIu64 " other units\n", r->transfers, an_seconds(r), r->bytes,
		r->frames, r->units - r->frames);
	if (r->losses.bad_ends * 10 > r->transfers)
		fprintf(to, "           of these %" PRIu64 " are not understood to their end: "
			"is it really an %s?\n", r->losses.bad_ends, an->chip.port->name);
}

static void
print_clock(const struct an *an, FILE *to)
{
	const struct an_clock *c = &an->result.clock;

	if (!an->timed) {
		fprintf(to, "times      of completions: %s, so all frames of a transfer count as "
			"arrived when it was complete\n", c->stamped == 0 ?
			"the device stamps no frames" :
			"the device's stamps do not count microseconds");
		return;
	}
	fprintf(to, "times      of frames, by the device's stamps, to 1 us");
	if (c->shared != 0)
		fprintf(to, "; %.0f %% share the one before's and follow it at their rate",
			percent(c->shared, c->stamped));
	if (c->restarts != 0)
		fprintf(to, "; the clock was started anew %" PRIu64 " times", c->restarts);
	fputc('\n', to);
}

void
an_print_agg(const struct an_agg *agg, bool hold_known, FILE *to)
{
	if (!agg->enabled) {
		fputs("no aggregation", to);
		return;
	}
	if (hold_known)
		fprintf(to, "hold %u us, ", agg->hold_us);
	if (agg->size != 0)
		fprintf(to, "size %u KiB, ", agg->size / 1024);
	else
		fputs("no limit of size, ", to);
	if (agg->units != 0)
		fprintf(to, "count %u", agg->units);
	else
		fputs("no limit of count", to);
}

static void
print_log2(const char *what, const struct an_log2 *log2, FILE *to)
{
	uint64_t most = 0;
	unsigned int i;

	if (log2->nb == 0)
		return;
	fprintf(to, "\n%s: mean %.1f\n", what, (double)log2->sum / log2->nb);
	for (i = 0; i < AN_LOG2; i++)
		most = RTE_MAX(most, log2->bucket[i]);
	for (i = 0; i < AN_LOG2; i++) {
		char range[32];
		unsigned int n;

		if (log2->bucket[i] == 0)
			continue;
		if (i < 2)
			snprintf(range, sizeof(range), "%s", i == 0 ? "0 or 1" : "2");
		else
			snprintf(range, sizeof(range), "%u to %u", (1u << (i - 1)) + 1, 1u << i);
		fprintf(to, "  %16s %9" PRIu64 " %5.1f %% ", range, log2->bucket[i],
			percent(log2->bucket[i], log2->nb));
		for (n = 0; n < log2->bucket[i] * BAR / most; n++)
			fputc('#', to);
		fputc('\n', to);
	}
}

static void
print_times(const char *what, const struct lab_hist *hist, FILE *to)
{
	static const uint32_t permille[] = { 10, 100, 500, 900, 990 };
	unsigned int i;

	if (hist->nb == 0)
		return;
	fprintf(to, "%s: mean %.0f us", what, lab_hist_mean(hist) / 1e3);
	for (i = 0; i < RTE_DIM(permille); i++)
		fprintf(to, ", %u %% %.0f", permille[i] / 10,
			lab_hist_permille(hist, permille[i]) / 1e3);
	fputc('\n', to);
}

/* As the drivers count: from the transfer alone. */
static void
print_closes(const struct an_result *r, FILE *to)
{
	unsigned int i;

	fputs("\nclosed by  ", to);
	for (i = 0; i < AN_CLOSES; i++)
		if (r->closed[i] != 0)
			fprintf(to, "%s %" PRIu64 " (%.1f %%, %.0f bytes)  ", an_close_name(i),
				r->closed[i], percent(r->closed[i], r->transfers),
				(double)r->closed_bytes[i] / r->closed[i]);
	fputs(r->closed[AN_BY_SNAP] == r->transfers ? "\n" : "as the drivers count\n", to);
}

/* ... and from what came next, which they cannot wait for. */
static void
print_closes_by_next(const struct an *an, FILE *to)
{
	const struct an_result *r = &an->result;
	struct an_hold_closes closes;
	uint64_t all;

	if (!an->timed || r->nb_segments != 1 || r->range == &r->ranges[AN_TIMER_RESTART] ||
	    !r->segments[0].agg.enabled || !r->range->known)
		return;
	an_hold_closes(&r->hold, an->by_register ? an->reg_agg.hold_us : r->range->high_us,
		       &closes);
	all = closes.timer + closes.size + closes.count;
	fprintf(to, "           timer %" PRIu64 " (%.1f %%)  size %" PRIu64 " (%.1f %%)  count %"
		PRIu64 " (%.1f %%)  by what came next\n",
		closes.timer, percent(closes.timer, all), closes.size, percent(closes.size, all),
		closes.count, percent(closes.count, all));
}

static void
print_losses(const struct an *an, FILE *to)
{
	const struct an_losses *l = &an->result.losses;

	fprintf(to, "\nlost       %" PRIu64 " transfers with errors", l->errors);
	if (l->errors != 0)
		fprintf(to, " (the last: %d; %" PRIu64 " bytes)", l->last_error, l->error_bytes);
	fprintf(to, ", %" PRIu64 " requests refused, %" PRIu64 " taken back\n           %" PRIu64
		" units cut by the end of a full transfer; %" PRIu64
		" transfers not understood to their end (%" PRIu64 " bytes)\n", l->submit_errors,
		l->unlinked, l->splits, l->bad_ends, l->abandoned);
	if (l->splits != 0)
		fprintf(to, "split      the device sends more at once than the host's requests "
			"of %u bytes hold\n", an->request);
	if (l->snapped != 0)
		fprintf(to, "snap       the capture lacks %" PRIu64 " bytes of %" PRIu64
			" transfers (%.1f %%): capture with a longer snap length (tcpdump -s 0)\n",
			l->snapped_bytes, l->snapped, percent(l->snapped, an->result.transfers));
}

void
an_print(const struct an *an, FILE *to)
{
	const struct an_result *r = &an->result;

	print_source(an, to);
	print_clock(an, to);
	an_print_limits(an, to);
	an_print_hold(an, to);
	print_closes(r, to);
	print_closes_by_next(an, to);
	print_log2("frames in a transfer", &r->frames_per, to);
	print_log2("bytes in a transfer", &r->bytes_per, to);
	fputc('\n', to);
	print_times("between transfers", &r->gap, to);
	if (an->timed)
		print_times("first to last frame of a transfer", &r->span, to);
	an_print_ladder(an, to);
	print_losses(an, to);
}
