/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "ppdu.h"

struct air {
	struct air_options options;
	struct air_source *source;
	struct air_ap ap;
	struct air_ppdu ppdu;
	struct air_out out;
	uint64_t taken;
	uint64_t fcs_bad;
	uint64_t delayed_ns;
	bool begun;		/* somebody has listened */
	bool held;
	uint64_t until_hold;	/* frames, 0: it is not counted */
};

static bool
silence_next(struct air_source *source, struct air_packet *packet)
{
	(void)source;
	(void)packet;
	return false;
}

static void
silence_close(struct air_source *source)
{
	free(source);
}

static struct air_source *
silence(char *err, size_t err_size)
{
	static const struct air_source_ops ops = { silence_next, silence_close };
	struct air_source *source = calloc(1, sizeof(*source));

	if (source == NULL)
		snprintf(err, err_size, "air: no memory");
	else
		source->ops = &ops;
	return source;
}

static struct air_source *
make_source(struct air *air, const char *spec, char *err, size_t err_size)
{
	if (spec == NULL)
		return silence(err, err_size);
	if (strncmp(spec, "pcap:", 5) == 0)
		return air_source_pcap(spec + 5, &air->options, err, err_size);
	return air_source_gen(spec + (spec[3] == ':' ? 4 : 3), &air->options, err,
			      err_size);
}

static bool
open_source(struct air *air, const char *spec, const char *options, char *err,
	    size_t err_size)
{
	bool pcap = spec != NULL && strncmp(spec, "pcap:", 5) == 0;

	if (spec != NULL && !pcap && strncmp(spec, "gen:", 4) != 0 && strcmp(spec, "gen") != 0) {
		snprintf(err, err_size, "air \"%s\" is neither pcap:FILE nor gen:...",
			 spec);
		return false;
	}
	air_options_default(&air->options, pcap);
	if (!air_options_parse(&air->options, options, err, err_size))
		return false;
	air->source = make_source(air, spec, err, err_size);
	return air->source != NULL;
}

struct air *
air_open(const char *spec, const char *options, char *err, size_t err_size)
{
	struct air *air = calloc(1, sizeof(*air));

	if (air == NULL) {
		snprintf(err, err_size, "air: no memory");
		return NULL;
	}
	if (!open_source(air, spec, options, err, err_size)) {
		free(air);
		return NULL;
	}
	air->ap.options = &air->options;
	air->ap.source = air->source;
	air->ppdu.ap = &air->ap;
	air->ppdu.free_ns = air->options.start_ms * 1000000ull;
	air->ppdu.shift_ns = air->ppdu.free_ns;
	air->held = air->options.start_never;
	return air;
}

void
air_close(struct air *air)
{
	if (air == NULL)
		return;
	air_out_close(&air->out);
	air->source->ops->close(air->source);
	free(air->ppdu.entries);
	free(air->ppdu.bytes);
	free(air);
}

const struct air_frame *
air_peek(struct air *air)
{
	return air->held ? NULL : air_ppdu_peek(&air->ppdu);
}

void
air_take(struct air *air)
{
	const struct air_frame *frame = air_ppdu_peek(&air->ppdu);

	if (frame == NULL)
		return;
	air->taken++;
	air->fcs_bad += frame->fcs_bad;
	air->ppdu.next++;
	if (air->until_hold != 0 && --air->until_hold == 0)
		air->held = true;
}

bool
air_lossless(const struct air *air)
{
	return air->options.lossless;
}

void
air_delay(struct air *air, uint64_t until_ns)
{
	uint64_t before = air->ppdu.shift_ns;

	air_ppdu_delay(&air->ppdu, until_ns);
	air->delayed_ns += air->ppdu.shift_ns - before;
}

/* The next MPDU begins at now_ns or later. */
static void
not_before(struct air *air, uint64_t now_ns)
{
	const struct air_frame *frame = air_peek(air);

	if (frame != NULL)
		air_delay(air, now_ns + (frame->end_ns - frame->start_ns));
}

void
air_begin(struct air *air, uint64_t now_ns)
{
	const struct air_frame *frame = air_peek(air);

	if (frame == NULL)
		return;
	if (air->begun)
		not_before(air, now_ns);
	else
		air_delay(air, now_ns + frame->end_ns);
	air->begun = true;
}

void
air_hold(struct air *air)
{
	air->held = true;
}

void
air_hold_after(struct air *air, uint64_t frames)
{
	air->until_hold = frames;
}

void
air_release(struct air *air, uint64_t now_ns)
{
	if (!air->held)
		return;
	air->held = false;
	air->begun = true;
	not_before(air, now_ns);
}

bool
air_held(const struct air *air)
{
	return air->held;
}

bool
air_out_open(struct air *air, const char *file, char *err, size_t err_size)
{
	return air_out_file(&air->out, file, err, err_size);
}

uint64_t
air_send(struct air *air, uint64_t now_ns, const struct air_tx *tx)
{
	return air_out_send(&air->out, now_ns, tx);
}

void
air_out_advance(struct air *air, uint64_t now_ns)
{
	air_out_time(&air->out, now_ns);
}

bool
air_counter(const struct air *air, unsigned int i, const char **name,
	    uint64_t *value)
{
	const struct { const char *name; uint64_t value; } list[] = {
		{ "air_packets", air->ap.packets },
		{ "air_mpdus", air->taken },
		{ "air_ppdus", air->ppdu.number },
		{ "air_fcs_bad", air->fcs_bad },
		{ "air_loops", air->source->loops },
		{ "air_skipped_snapped", air->source->snapped },
		{ "air_skipped_oversize", air->source->oversize + air->ap.oversize },
		{ "air_skipped_malformed", air->source->malformed },
		{ "air_delayed_ns", air->delayed_ns },
		{ "air_tx_frames", air->out.frames },
		{ "air_tx_bytes", air->out.bytes },
		{ "air_tx_write_errors", air->out.write_errors },
	};

	if (i >= sizeof(list) / sizeof(list[0]))
		return false;
	*name = list[i].name;
	*value = list[i].value;
	return true;
}
