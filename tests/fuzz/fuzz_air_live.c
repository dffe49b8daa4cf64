/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * A live air, or one that pings, and all that can be done to it. Up to the first byte 0:
 * what it is opened with, "SPEC OPTIONS"; then one byte for what is done, one for how much.
 * A frame that the radio sends is the rest of the input from there.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "air.h"
#include "air/fcs.h"
#include "air/phy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TEXT_MAX 200
#define STEPS_MAX 2000

struct run {
	struct air *air;
	uint64_t now_ns;
	uint64_t end_ns;	/* of the frame taken last */
	uint64_t pushed, packets;
};

static uint64_t
counter(const struct air *air, const char *name)
{
	const char *is;
	uint64_t value;
	unsigned int i;

	for (i = 0; air_counter(air, i, &is, &value); i++)
		if (strcmp(is, name) == 0)
			return value;
	return 0;
}

static void
push(struct run *r, uint8_t how)
{
	static const uint8_t group[6] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
	static uint8_t packet[12000];
	uint32_t len = how * 48u;

	packet[0] = 0x02;
	if (how % 16 == 3)
		memcpy(packet, group, 6);
	packet[12] = 0x08;
	packet[15] = how;
	r->pushed += air_push(r->air, r->now_ns, packet, len) == 0;
}

/* Good, in order, and not before anything that has been. */
static void
check_frame(struct run *r, const struct air_frame *f)
{
	if (f->len < 14 || f->len > AIR_MPDU_MAX || !air_phy_rate_valid(&f->rate))
		abort();
	if (f->start_ns > f->end_ns || f->end_ns < r->end_ns)
		abort();
	if (f->fcs_bad == (air_fcs_crc32(f->data, f->len) == 0x2144DF1C))
		abort();
}

static void
take(struct run *r, uint8_t how)
{
	const struct air_frame *f = air_peek(r->air);

	if (f == NULL)
		return;
	check_frame(r, f);
	r->end_ns = f->end_ns;
	if (f->end_ns > r->now_ns)
		r->now_ns = f->end_ns;
	if (how % 4 == 1)
		air_unacknowledged(r->air);
	else
		air_take(r->air);
}

static void
radio(struct run *r, const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size);	/* to the byte: a sanitizer sees the end */
	const struct air_tx tx = {
		.data = copy, .len = (uint32_t)size, .rate = { AIR_OFDM, 4, 1, 0, 0 },
	};

	if (copy == NULL)
		abort();
	memcpy(copy, data, size);
	air_send(r->air, r->now_ns, &tx);
	free(copy);
}

static void
step(struct run *r, uint8_t what, uint8_t how, const uint8_t *rest, size_t size)
{
	switch (what % 16) {
	case 0: case 1: case 2: case 3:
		push(r, how);
		break;
	case 4: case 5: case 6: case 7: case 8:
		take(r, how);
		break;
	case 9:
		r->now_ns += how * 10000ull;
		break;
	case 10:
		air_hold(r->air);
		break;
	case 11:
		air_release(r->air, r->now_ns);
		break;
	case 12:
		air_delay(r->air, r->now_ns + how * 1000ull);
		break;
	case 13:
		air_begin(r->air, r->now_ns);
		break;
	case 14:
		air_out_advance(r->air, r->now_ns);
		break;
	default:
		radio(r, rest, size);
	}
}

/* All that was pushed comes out, or is counted. */
static void
drain(struct run *r)
{
	unsigned int n;

	air_release(r->air, r->now_ns);
	air_hold_after(r->air, 0);
	for (n = 0; n < 100000 && air_peek(r->air) != NULL; n++)
		take(r, 0);
	if (n == 100000)
		abort();
	if (counter(r->air, "air_packets") + counter(r->air, "air_skipped_oversize") <
	    r->pushed)
		abort();
}

static struct air *
open_air(char *text)
{
	char err[256] = "", *options = strchr(text, ' ');
	struct air *air;

	if (strncmp(text, "live", 4) != 0 && strncmp(text, "ping", 4) != 0)
		return NULL;
	if (options != NULL)
		*options++ = '\0';
	air = air_open(text, options, err, sizeof(err));
	/* A reason, in one line, and only then. */
	if ((air == NULL) != (err[0] != '\0') || strchr(err, '\n') != NULL)
		abort();
	return air;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = memchr(data, '\0', size);
	char text[TEXT_MAX];
	struct run r = { 0 };
	size_t i, n;

	if (end == NULL || end - data >= TEXT_MAX)
		return 0;
	memcpy(text, data, (size_t)(end - data) + 1);
	if (strchr(text, '\n') != NULL)
		return 0;
	r.air = open_air(text);
	if (r.air == NULL)
		return 0;
	n = (size_t)(end - data) + 1;
	for (i = 0; i < STEPS_MAX && n + 2 <= size; i++, n += 2)
		step(&r, data[n], data[n + 1], data + n + 2, size - n - 2);
	if (strncmp(text, "live", 4) == 0)	/* the other one goes on for ever */
		drain(&r);
	air_close(r.air);
	return 0;
}
