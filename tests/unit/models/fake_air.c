/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "fake_air.h"

struct entry {
	struct air_frame frame;
	uint8_t *bytes;
};

struct air {
	struct entry *entries;
	size_t count, next;
	bool lossless;
	uint64_t delays;
	uint64_t unacknowledged;
	struct fake_air_sent *sent;
	size_t n_sent;
	uint64_t airtime_ns, radio_free_ns;
};

struct air *
fake_air_new(bool lossless)
{
	struct air *air = calloc(1, sizeof(*air));

	if (air == NULL)
		abort();
	air->lossless = lossless;
	return air;
}

void
fake_air_add(struct air *air, const struct air_frame *template, const uint8_t *bytes,
	     uint32_t len)
{
	struct entry *e;

	air->entries = realloc(air->entries, (air->count + 1) * sizeof(*e));
	if (air->entries == NULL)
		abort();
	e = &air->entries[air->count++];
	e->frame = *template;
	e->bytes = malloc(len);
	if (e->bytes == NULL)
		abort();
	memcpy(e->bytes, bytes, len);
	e->frame.data = e->bytes;
	e->frame.len = len;
}

uint64_t
fake_air_taken(const struct air *air)
{
	return air->next;
}

uint64_t
fake_air_delays(const struct air *air)
{
	return air->delays;
}

struct air *
air_open(const char *spec, const char *options, char *err, size_t err_size)
{
	(void)spec;
	(void)options;
	(void)err;
	(void)err_size;
	return NULL;
}

void
air_close(struct air *air)
{
	size_t i;

	for (i = 0; i < air->count; i++)
		free(air->entries[i].bytes);
	for (i = 0; i < air->n_sent; i++)
		free(air->sent[i].bytes);
	free(air->sent);
	free(air->entries);
	free(air);
}

const struct air_frame *
air_peek(struct air *air)
{
	return air->next < air->count ? &air->entries[air->next].frame : NULL;
}

void
air_take(struct air *air)
{
	/* The promise ends here: whoever looks later must be seen. */
	if (air->next < air->count)
		memset(air->entries[air->next].bytes, 0xdb,
		       air->entries[air->next].frame.len);
	air->next++;
}

/* Nobody sends anything again here. */
void
air_unacknowledged(struct air *air)
{
	air->unacknowledged++;
	air_take(air);
}

uint64_t
fake_air_unacknowledged(const struct air *air)
{
	return air->unacknowledged;
}

bool
air_lossless(const struct air *air)
{
	return air->lossless;
}

void
air_delay(struct air *air, uint64_t until_ns)
{
	const struct air_frame *frame = air_peek(air);
	uint64_t by;
	size_t i;

	if (frame == NULL || frame->end_ns >= until_ns)
		return;
	by = until_ns - frame->end_ns;
	air->delays++;
	for (i = air->next; i < air->count; i++) {
		air->entries[i].frame.start_ns += by;
		air->entries[i].frame.end_ns += by;
	}
}

void
air_begin(struct air *air, uint64_t now_ns)
{
	const struct air_frame *frame = air_peek(air);

	if (frame != NULL)
		air_delay(air, now_ns + frame->end_ns);
}

/* Frames go out one after another, each for as long as the test says. */
uint64_t
air_send(struct air *air, uint64_t now_ns, const struct air_tx *tx)
{
	struct fake_air_sent *s;

	air->sent = realloc(air->sent, (air->n_sent + 1) * sizeof(*air->sent));
	if (air->sent == NULL)
		abort();
	s = &air->sent[air->n_sent++];
	s->tx = *tx;
	s->bytes = malloc(tx->len);
	if (s->bytes == NULL)
		abort();
	memcpy(s->bytes, tx->data, tx->len);
	s->tx.data = s->bytes;
	s->now_ns = now_ns;
	air->radio_free_ns = air->airtime_ns +
			     (now_ns > air->radio_free_ns ? now_ns : air->radio_free_ns);
	return air->radio_free_ns;
}

void
air_out_advance(struct air *air, uint64_t now_ns)
{
	(void)air;
	(void)now_ns;
}

void
fake_air_airtime(struct air *air, uint64_t ns)
{
	air->airtime_ns = ns;
}

const struct fake_air_sent *
fake_air_sent(const struct air *air, size_t i)
{
	return i < air->n_sent ? &air->sent[i] : NULL;
}

bool
air_counter(const struct air *air, unsigned int i, const char **name, uint64_t *value)
{
	(void)air;
	(void)i;
	(void)name;
	(void)value;
	return false;
}

void
fake_air_add_one(struct air *air, uint64_t end_ns, uint32_t len, uint32_t ppdu)
{
	struct air_frame f = {
		.start_ns = end_ns >= 1000 ? end_ns - 1000 : 0,
		.end_ns = end_ns,
		.rate = { AIR_EHT, 11, 2, 3, 3 },
		.rssi_dbm = -50,
		.ppdu = ppdu,
		.last = true,
	};
	uint8_t bytes[AIR_MPDU_MAX];

	bench_frame_bytes(bytes, len, BENCH_FC_QOS, bench_mac, (uint16_t)(ppdu << 4));
	fake_air_add(air, &f, bytes, len);
}
