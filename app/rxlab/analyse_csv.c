/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <inttypes.h>

#include "analyse.h"

const char *
an_close_name(unsigned int close)
{
	static const char * const names[AN_CLOSES] = {
		[RXB_HOLD_BY_TIMER] = "timer",
		[RXB_HOLD_BY_SIZE] = "size",
		[RXB_HOLD_BY_COUNT] = "count",
		[AN_BY_OFF] = "off",
		[AN_BY_SNAP] = "not captured",
	};

	return names[close];
}

void
an_csv_head(FILE *csv)
{
	fputs("transfer,time_us,status,bytes,captured,units,frames,close,gap_us,first_us,span_us,"
	      "hold_us,carried,abandoned,split\n", csv);
}

/* first_us and span_us are by the device's clock, empty where it is not known. */
void
an_csv_line(FILE *csv, const struct an_reader *r, const struct an_agg *agg, const char *close,
	    uint64_t begin_us, uint64_t gap_us, bool timed)
{
	const struct an_transfer *t = &r->transfer;

	fprintf(csv, "%" PRIu64 ",%" PRId64 ",%d,%u,%u,%u,%u,%s,%" PRIu64 ",", t->number,
		(int64_t)(t->time_us - begin_us), t->status, t->len, t->held, t->nb_units,
		t->nb_frames, close, gap_us);
	if (timed && t->nb_units != 0)
		fprintf(csv, "%.3f,%.3f,", r->units[0].arrival_ns / 1e3 - AN_CLOCK_BEGIN_US,
			(r->units[t->nb_units - 1].arrival_ns - r->units[0].arrival_ns) / 1e3);
	else
		fputs(",,", csv);
	fprintf(csv, "%u,%u,%u,%d\n", agg->hold_us, t->carried, t->abandoned, t->split);
}
