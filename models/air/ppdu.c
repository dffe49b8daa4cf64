/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "../bytes.h"
#include "phy.h"
#include "ppdu.h"

#define SERVICE_BITS 16
#define DELIMITER 4		/* before each MPDU of an A-MPDU; they start on 4 bytes */

static bool
have_room(struct air_ppdu *ppdu, uint32_t len)
{
	if (ppdu->count == ppdu->room) {
		uint32_t room = ppdu->room == 0 ? 64 : ppdu->room * 2;
		void *p = realloc(ppdu->entries, room * sizeof(*ppdu->entries));

		if (p == NULL)
			return false;
		ppdu->entries = p;
		ppdu->room = room;
	}
	if (ppdu->n_bytes + len > ppdu->bytes_room) {
		size_t room = ppdu->bytes_room * 2 + 65536;
		void *p = realloc(ppdu->bytes, room);

		if (p == NULL)
			return false;
		ppdu->bytes = p;
		ppdu->bytes_room = room;
	}
	return true;
}

static bool
fetch(struct air_ppdu *ppdu)
{
	if (!ppdu->have_ahead)
		ppdu->have_ahead = air_ap_next(ppdu->ap, &ppdu->ahead);
	return ppdu->have_ahead;
}

static bool
add_ahead(struct air_ppdu *ppdu)
{
	const struct air_mpdu *m = &ppdu->ahead;
	struct ppdu_entry *e;

	if (!have_room(ppdu, m->len))
		return false;
	e = &ppdu->entries[ppdu->count++];
	e->offset = (uint32_t)ppdu->n_bytes;
	e->len = m->len;
	e->frame = (struct air_frame){
		.len = m->len,
		.rate = m->via.rate,
		.rssi_dbm = m->rssi_dbm,
		.freq_mhz = m->via.freq_mhz,
		.ppdu = ppdu->number,
		.fcs_bad = m->fcs_bad,
		.decrypted = m->decrypted,
		.sec_type = m->sec_type,
	};
	memcpy(ppdu->bytes + ppdu->n_bytes, m->data, m->len);
	ppdu->n_bytes += m->len;
	ppdu->have_ahead = false;
	return true;
}

static bool
same_rate(const struct air_rate *a, const struct air_rate *b)
{
	return a->mode == b->mode && a->mcs == b->mcs && a->nss == b->nss &&
	       a->bw == b->bw && a->gi_ltf == b->gi_ltf;
}

/*
 * May the MPDU ahead join a PPDU that first began and that has so many bytes?
 * On the air all MPDUs of a PPDU have one receiver. Here they need not: a
 * capture of both directions of a connection would otherwise never make an
 * A-MPDU, and its packets must stay in order.
 */
static bool
joins(const struct air_ppdu *ppdu, const struct air_travel *first,
      uint64_t start_ns, uint32_t ampdu_bytes)
{
	const struct air_mpdu *m = &ppdu->ahead;
	uint32_t bytes = round_up32(ampdu_bytes, 4) + DELIMITER + m->len;

	if (!m->via.aggregable || !same_rate(&m->via.rate, &first->rate) ||
	    m->via.freq_mhz != first->freq_mhz ||
	    m->via.fixed_ref != first->fixed_ref ||
	    m->via.arrival_ns + ppdu->shift_ns > start_ns)
		return false;
	if (m->via.fixed_ref)
		return m->via.ampdu_ref == first->ampdu_ref &&
		       ppdu->count < AIR_AMPDU_MAX;
	return ppdu->count < ppdu->ap->options->ampdu &&
	       bytes <= air_phy_ampdu_max(&m->via.rate) &&
	       air_phy_preamble_ns(&m->via.rate) +
	       air_phy_data_ns(&m->via.rate, SERVICE_BITS + 8ull * bytes) <= PHY_PPDU_MAX_NS;
}

static void
set_times(struct air_ppdu *ppdu, uint64_t start_ns, bool ampdu)
{
	const struct air_rate *rate = &ppdu->entries[0].frame.rate;
	uint64_t data_ns = start_ns + air_phy_preamble_ns(rate);
	uint32_t i, pos = 0;

	for (i = 0; i < ppdu->count; i++) {
		struct air_frame *f = &ppdu->entries[i].frame;

		if (ampdu)
			pos = round_up32(pos, 4) + DELIMITER;
		f->start_ns = data_ns +
			      air_phy_bits_ns(rate, SERVICE_BITS + 8ull * pos);
		pos += f->len;
		f->end_ns = data_ns + air_phy_bits_ns(rate, SERVICE_BITS + 8ull * pos);
		f->ampdu = ampdu;
	}
	ppdu->entries[ppdu->count - 1].frame.last = true;
	ppdu->free_ns = data_ns + air_phy_data_ns(rate, SERVICE_BITS + 8ull * pos);
}

static bool
build(struct air_ppdu *ppdu)
{
	struct air_travel first;
	uint32_t bytes;
	uint64_t start_ns;

	ppdu->count = ppdu->next = 0;
	ppdu->n_bytes = 0;
	if (!fetch(ppdu))
		return false;
	ppdu->number++;
	first = ppdu->ahead.via;
	start_ns = ppdu->free_ns + PHY_AIFS_NS + PHY_BACKOFF_NS;
	if (first.arrival_ns + ppdu->shift_ns > start_ns)
		start_ns = first.arrival_ns + ppdu->shift_ns;
	bytes = DELIMITER + ppdu->ahead.len;
	if (!add_ahead(ppdu))
		return false;
	while (first.aggregable && fetch(ppdu) &&
	       joins(ppdu, &first, start_ns, bytes)) {
		bytes = round_up32(bytes, 4) + DELIMITER + ppdu->ahead.len;
		if (!add_ahead(ppdu))
			break;
	}
	set_times(ppdu, start_ns, ppdu->count > 1);
	if (first.answered)
		ppdu->free_ns += air_phy_response_ns(&first.rate, ppdu->count > 1);
	return true;
}

const struct air_frame *
air_ppdu_peek(struct air_ppdu *ppdu)
{
	struct ppdu_entry *e;

	if (ppdu->next == ppdu->count && !build(ppdu))
		return NULL;
	e = &ppdu->entries[ppdu->next];
	e->frame.data = ppdu->bytes + e->offset;
	return &e->frame;
}

void
air_ppdu_delay(struct air_ppdu *ppdu, uint64_t until_ns)
{
	const struct air_frame *next = air_ppdu_peek(ppdu);
	uint64_t by;
	uint32_t i;

	if (next == NULL || next->end_ns >= until_ns)
		return;
	by = until_ns - next->end_ns;
	for (i = ppdu->next; i < ppdu->count; i++) {
		ppdu->entries[i].frame.start_ns += by;
		ppdu->entries[i].frame.end_ns += by;
	}
	ppdu->free_ns += by;
	ppdu->shift_ns += by;
}
