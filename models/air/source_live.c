/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../parse.h"
#include "source.h"

#define QUEUE 256
#define QUEUE_MAX 1000000
#define TEXT_MAX 64
#define ROOM 2048		/* bytes of a packet at least, so that room is used again */

struct waiting {
	struct waiting *next;
	uint64_t since_ns;
	uint32_t len, room;
	uint8_t data[];
};

struct live_source {
	struct air_source base;
	uint32_t count, max;
	struct waiting *first, **end;
	/* Taken: two, as the source's promise about data asks. */
	struct waiting *given[2];
	struct waiting *spare;	/* the last one used first: it is in the cache */
};

static void
put_spare(struct live_source *s, struct waiting *w)
{
	if (w == NULL)
		return;
	w->next = s->spare;
	s->spare = w;
}

static bool
live_next(struct air_source *base, struct air_packet *packet)
{
	struct live_source *s = (struct live_source *)base;
	struct waiting *w = s->first;

	if (w == NULL)
		return false;
	s->first = w->next;
	if (s->first == NULL)
		s->end = &s->first;
	s->count--;
	put_spare(s, s->given[0]);
	s->given[0] = s->given[1];
	s->given[1] = w;
	memset(packet, 0, sizeof(*packet));
	packet->data = w->data;
	packet->len = w->len;
	packet->capture_ns = w->since_ns;
	return true;
}

static void
free_list(struct waiting *w)
{
	struct waiting *next;

	for (; w != NULL; w = next) {
		next = w->next;
		free(w);
	}
}

static void
live_close(struct air_source *base)
{
	struct live_source *s = (struct live_source *)base;

	free_list(s->first);
	free_list(s->spare);
	free(s->given[0]);
	free(s->given[1]);
	free(s);
}

static struct waiting *
get_room(struct live_source *s, uint32_t len)
{
	uint32_t room = len > ROOM ? len : ROOM;
	struct waiting *w = s->spare;

	if (w != NULL)
		s->spare = w->next;
	if (w != NULL && w->room >= len)
		return w;
	free(w);
	w = malloc(sizeof(*w) + room);
	if (w != NULL)
		w->room = room;
	return w;
}

int
air_source_live_push(struct air_source *base, uint64_t now_ns, const uint8_t *packet,
		     uint32_t len)
{
	struct live_source *s = (struct live_source *)base;
	struct waiting *w;

	if (s->count == s->max)
		return -ENOBUFS;
	w = get_room(s, len);
	if (w == NULL)
		return -ENOMEM;
	memcpy(w->data, packet, len);
	w->len = len;
	w->since_ns = now_ns;
	w->next = NULL;
	*s->end = w;
	s->end = &w->next;
	s->count++;
	return 0;
}

static const struct air_source_ops live_source_ops = {
	.next = live_next,
	.close = live_close,
};

/* "" or ":queue:N" */
static bool
set_queue(struct live_source *s, const char *spec)
{
	char name[TEXT_MAX], value[TEXT_MAX];
	uint64_t v;

	s->max = QUEUE;
	if (*spec == '\0')
		return true;
	spec++;
	if (air_option_next(&spec, name, value, TEXT_MAX) != 1 || *spec != '\0' ||
	    strcmp(name, "queue") != 0 || !model_parse_u64(value, 1, QUEUE_MAX, &v))
		return false;
	s->max = (uint32_t)v;
	return true;
}

struct air_source *
air_source_live(const char *spec, char *err, size_t err_size)
{
	struct live_source *s = calloc(1, sizeof(*s));

	if (s == NULL) {
		snprintf(err, err_size, "live: no memory");
		return NULL;
	}
	if (!set_queue(s, spec)) {
		snprintf(err, err_size, "live: \"%s\" is not :queue:1..%d", spec, QUEUE_MAX);
		free(s);
		return NULL;
	}
	s->base.ops = &live_source_ops;
	s->end = &s->first;
	return &s->base;
}
