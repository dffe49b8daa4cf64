/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

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

/* What follows the word that spec begins with, NULL when it is another. */
static const char *
after(const char *spec, const char *word)
{
	size_t n = strlen(word);

	return spec != NULL && strncmp(spec, word, n) == 0 &&
	       (spec[n] == ':' || spec[n] == '\0') ? spec + n : NULL;
}

static struct air_source *
make_source(struct air *air, const char *spec, char *err, size_t err_size)
{
	const char *rest;

	if (spec == NULL)
		return silence(err, err_size);
	if (strncmp(spec, "pcap:", 5) == 0)
		return air_source_pcap(spec + 5, &air->options, err, err_size);
	rest = after(spec, "live");
	if (rest != NULL)
		return air_source_live(rest, err, err_size);
	rest = after(spec, "ping");
	if (rest != NULL)
		return air_ping_init(&air->ping, rest, &air->options, err, err_size) ?
			air_source_live("", err, err_size) : NULL;
	rest = after(spec, "gen");
	return air_source_gen(rest + (*rest == ':'), &air->options, err, err_size);
}

static bool
open_source(struct air *air, const char *spec, const char *options, char *err,
	    size_t err_size)
{
	bool pcap = spec != NULL && strncmp(spec, "pcap:", 5) == 0;
	bool live = after(spec, "live") != NULL || after(spec, "ping") != NULL;

	if (spec != NULL && !pcap && !live && after(spec, "gen") == NULL) {
		snprintf(err, err_size, "air \"%s\" is none of pcap:FILE, gen:..., live:..., "
			 "ping:...",
			 spec);
		return false;
	}
	air_options_default(&air->options, pcap, live);
	if (!air_options_parse(&air->options, options, err, err_size))
		return false;
	/* A packet is not sent before it came. */
	if (live)
		air->options.pace = AIR_PACE_CAPTURE;
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
	air_ap_init(&air->ap, &air->options, air->source);
	air_ppdu_init(&air->ppdu, &air->ap);
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
	air_ppdu_free(&air->ppdu);
	free(air);
}

const struct air_frame *
air_peek(struct air *air)
{
	const struct air_frame *frame;

	if (air->held)
		return NULL;
	frame = air_ppdu_peek(&air->ppdu);
	if (frame == NULL && air->ping.on && air_ping_next(&air->ping, air->source))
		frame = air_ppdu_peek(&air->ppdu);
	return frame;
}

static void
sent(struct air *air, bool acknowledged)
{
	const struct air_frame *frame = air_ppdu_peek(&air->ppdu);

	if (frame == NULL)
		return;
	air->sent++;
	air->fcs_bad += frame->fcs_bad;
	if (air->ping.on)
		air_ping_sent(&air->ping, frame->data);
	air_ppdu_sent(&air->ppdu, acknowledged);
	if (air->until_hold != 0 && --air->until_hold == 0)
		air->held = true;
}

void
air_take(struct air *air)
{
	sent(air, true);
}

void
air_unacknowledged(struct air *air)
{
	sent(air, false);
}

int
air_push(struct air *air, uint64_t now_ns, const uint8_t *packet, uint32_t len)
{
	int rc;

	if (!air->options.live || air->ping.on)
		return -ENOTSUP;
	if (!air_ap_carries(&air->ap, len))
		return -EMSGSIZE;
	rc = air_source_live_push(air->source, now_ns, packet, len);
	if (rc == 0)
		air_ppdu_join(&air->ppdu);
	else
		air->queue_drops++;
	return rc;
}

bool
air_lossless(const struct air *air)
{
	return air->options.lossless;
}

void
air_delay(struct air *air, uint64_t until_ns)
{
	air->delayed_ns += air_ppdu_delay(&air->ppdu, until_ns);
}

/* The next MPDU begins at now_ns or later. */
static void
not_before(struct air *air, uint64_t now_ns)
{
	const struct air_frame *frame;

	if (air->options.live) {
		air_ping_not_before(&air->ping, now_ns);
		air_ppdu_not_before(&air->ppdu, now_ns);
		return;
	}
	frame = air_peek(air);
	if (frame != NULL)
		air_delay(air, now_ns + (frame->end_ns - frame->start_ns));
}

/* A live air has no zero of its own, but silence at first. */
static void
begin_live(struct air *air, uint64_t now_ns)
{
	uint64_t silence_ns = air->begun ? 0 : air->options.start_ms * 1000000ull;

	not_before(air, now_ns + silence_ns);
	air->begun = true;
}

void
air_begin(struct air *air, uint64_t now_ns)
{
	const struct air_frame *frame;

	if (air->options.live) {
		begin_live(air, now_ns);
		return;
	}
	frame = air_peek(air);
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
	uint64_t frames = air->out.frames, end_ns = air_out_send(&air->out, now_ns, tx);

	/* The next request was due when this reply would have been lost. */
	if (air->ping.on && air->out.frames != frames &&
	    air_ping_heard(&air->ping, end_ns, tx, air->options.bssid) &&
	    air->ping.pending)
		air_ppdu_arrived(&air->ppdu, air->ping.due_ns);
	return end_ns;
}

void
air_out_advance(struct air *air, uint64_t now_ns)
{
	air_out_time(&air->out, now_ns);
	air_ping_time(&air->ping, now_ns);
}
