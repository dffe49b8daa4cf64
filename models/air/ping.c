/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdio.h>
#include <string.h>

#include "../parse.h"
#include "ping.h"

#define TEXT_MAX 64
#define SIZE 98			/* what ping sends: 56 bytes of data */
#define GAP_US 10000
#define GAP_MAX_US 60000000
#define LOST_NS 1000000000ull

static bool
option(struct air_ping *p, const char *name, const char *value, uint32_t *size)
{
	uint64_t v;

	if (strcmp(name, "count") == 0)
		return model_parse_u64(value, 0, UINT64_MAX, &p->count);
	if (strcmp(name, "size") == 0 &&
	    model_parse_u64(value, PING_PACKET_MIN, PING_PACKET_MAX, &v))
		*size = (uint32_t)v;
	else if (strcmp(name, "gap") == 0 && model_parse_u64(value, 0, GAP_MAX_US, &v))
		p->gap_ns = v * 1000;
	else
		return false;
	return true;
}

bool
air_ping_init(struct air_ping *p, const char *spec, const struct air_options *options,
	      char *err, size_t err_size)
{
	char name[TEXT_MAX], value[TEXT_MAX];
	uint32_t size = SIZE;
	int got;

	p->gap_ns = GAP_US * 1000ull;
	spec += *spec == ':';
	while ((got = air_option_next(&spec, name, value, TEXT_MAX)) > 0) {
		if (option(p, name, value, &size))
			continue;
		snprintf(err, err_size, "ping: \"%s:%s\" is none of size:%d..%d, "
			 "gap:US up to %d, count:N", name, value, PING_PACKET_MIN,
			 PING_PACKET_MAX, GAP_MAX_US);
		return false;
	}
	if (got < 0) {
		snprintf(err, err_size, "ping: \"%s\" is not NAME:VALUE", spec);
		return false;
	}
	if (options->frag != 0 || options->nulls != 0) {
		snprintf(err, err_size, "ping: frag and nulls are not for ping");
		return false;
	}
	air_ping_fill(&p->packet, size, options->da);
	p->due_ns = options->start_ms * 1000000ull;
	p->on = true;
	return true;
}

bool
air_ping_next(struct air_ping *p, struct air_source *source)
{
	if (p->pending || (p->count != 0 && p->sent == p->count))
		return false;
	air_ping_number(&p->packet, (uint16_t)(p->sent + 1));
	p->pending = air_source_live_push(source, p->due_ns, p->packet.bytes,
					  p->packet.size) == 0;
	return p->pending;
}

void
air_ping_sent(struct air_ping *p, const uint8_t *mpdu)
{
	bool null = (mpdu[0] & 0x40) != 0;	/* one of those without a body */

	if (!p->pending || null)
		return;
	p->pending = false;
	p->lost += p->waiting;
	p->waiting = true;
	p->sent++;
	p->since_ns = p->due_ns;
	p->due_ns += LOST_NS;
}

bool
air_ping_heard(struct air_ping *p, uint64_t end_ns, const struct air_tx *tx,
	       const uint8_t bssid[6])
{
	uint16_t number = 0;
	int is = air_ping_reply(tx->data, tx->len, bssid, &number);

	if (is == 0)
		return false;
	if (is < 0) {
		p->bad++;
		return false;
	}
	air_ping_time(p, end_ns);
	if (!p->waiting || number != (uint16_t)p->sent) {
		p->late++;
		return false;
	}
	air_rtt_add(&p->rtt, end_ns - p->since_ns);
	p->waiting = false;
	p->due_ns = end_ns + p->gap_ns;
	return true;
}

void
air_ping_not_before(struct air_ping *p, uint64_t now_ns)
{
	if (!p->waiting && p->due_ns < now_ns)
		p->due_ns = now_ns;
}

void
air_ping_time(struct air_ping *p, uint64_t now_ns)
{
	if (!p->waiting || now_ns <= p->since_ns + LOST_NS)
		return;
	p->waiting = false;
	p->lost++;
}
