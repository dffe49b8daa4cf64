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

/* The MPDU that goes next, NULL: none. What failed goes before what is new. */
static struct air_mpdu *
ahead(struct air_ppdu *ppdu)
{
	struct air_mpdu *m = &ppdu->fresh;

	if (ppdu->again.first != NULL)
		m = &ppdu->again.first->mpdu;
	else if (!ppdu->have_fresh)
		ppdu->have_fresh = air_ap_next(ppdu->ap, m);
	if (ppdu->again.first == NULL && !ppdu->have_fresh)
		return NULL;
	if (m->via.controlled)
		m->via.rate = ppdu->ap->rate.now;
	return m;
}

static void
forget_ahead(struct air_ppdu *ppdu)
{
	if (ppdu->again.first != NULL)
		air_retries_drop_first(&ppdu->again);
	else
		ppdu->have_fresh = false;
}

static uint32_t
bytes_with(const struct air_ppdu *ppdu, const struct air_mpdu *m)
{
	return round_up32(ppdu->ampdu_bytes, 4) + DELIMITER + m->len;
}

static bool
add(struct air_ppdu *ppdu, const struct air_mpdu *m)
{
	struct ppdu_entry *e;

	if (!have_room(ppdu, m->len))
		return false;
	e = &ppdu->entries[ppdu->count++];
	e->offset = (uint32_t)ppdu->n_bytes;
	e->via = m->via;
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
	ppdu->ampdu_bytes = bytes_with(ppdu, m);
	forget_ahead(ppdu);
	return true;
}

static bool
same_rate(const struct air_rate *a, const struct air_rate *b)
{
	return a->mode == b->mode && a->mcs == b->mcs && a->nss == b->nss &&
	       a->bw == b->bw && a->gi_ltf == b->gi_ltf;
}

/* While an old MPDU goes again, the receiver's window does not move on. */
static bool
in_window(const struct air_ppdu *ppdu, const struct air_mpdu *m)
{
	const struct ppdu_entry *first = &ppdu->entries[0];
	uint8_t tid, tid_first;
	uint16_t seq, seq_first;

	if (first->via.retries == 0)
		return true;
	seq = air_retry_seq(m->data, &tid);
	seq_first = air_retry_seq(ppdu->bytes + first->offset, &tid_first);
	return tid != tid_first ||
	       ((seq - seq_first) & 0xfff) < air_phy_window(&m->via.rate);
}

/*
 * May the MPDU ahead join the PPDU? On the air all MPDUs of a PPDU have one receiver.
 * Here they need not: a capture of both directions of a connection would otherwise never
 * make an A-MPDU, and its packets must stay in order.
 */
static bool
joins(const struct air_ppdu *ppdu, const struct air_mpdu *m)
{
	const struct air_travel *first = &ppdu->entries[0].via;
	uint32_t bytes = bytes_with(ppdu, m);

	if (!m->via.aggregable || !same_rate(&m->via.rate, &first->rate) ||
	    m->via.freq_mhz != first->freq_mhz ||
	    m->via.fixed_ref != first->fixed_ref ||
	    m->via.arrival_ns + ppdu->shift_ns > ppdu->start_ns)
		return false;
	if (m->via.fixed_ref)
		return m->via.ampdu_ref == first->ampdu_ref &&
		       ppdu->count < AIR_AMPDU_MAX;
	return ppdu->count < ppdu->ap->options->ampdu && in_window(ppdu, m) &&
	       bytes <= air_phy_ampdu_max(&m->via.rate) &&
	       air_phy_preamble_ns(&m->via.rate) +
	       air_phy_data_ns(&m->via.rate, SERVICE_BITS + 8ull * bytes) <= PHY_PPDU_MAX_NS;
}

/* Those that have no times yet get them; the first one moves when it gets company. */
static void
set_times(struct air_ppdu *ppdu)
{
	const struct air_rate *rate = &ppdu->entries[0].frame.rate;
	uint64_t data_ns = ppdu->start_ns + air_phy_preamble_ns(rate);
	bool ampdu = ppdu->count > 1;
	uint32_t i, pos;

	if (ppdu->timed != 0)
		ppdu->entries[ppdu->timed - 1].frame.last = false;
	if (ppdu->timed == 1)
		ppdu->timed = 0;
	pos = ppdu->timed != 0 ? ppdu->timed_bytes : 0;
	for (i = ppdu->timed; i < ppdu->count; i++) {
		struct air_frame *f = &ppdu->entries[i].frame;

		if (ampdu)
			pos = round_up32(pos, 4) + DELIMITER;
		f->start_ns = data_ns +
			      air_phy_bits_ns(rate, SERVICE_BITS + 8ull * pos);
		pos += f->len;
		f->end_ns = data_ns + air_phy_bits_ns(rate, SERVICE_BITS + 8ull * pos);
		f->ampdu = ampdu;
	}
	ppdu->timed = ppdu->count;
	ppdu->timed_bytes = pos;
	ppdu->entries[ppdu->count - 1].frame.last = true;
	ppdu->free_ns = data_ns + air_phy_data_ns(rate, SERVICE_BITS + 8ull * pos);
	if (ppdu->entries[0].via.answered)
		ppdu->free_ns += air_phy_response_ns(rate, ampdu);
}

/* All that may join the first one. */
static void
fill(struct air_ppdu *ppdu)
{
	const struct air_mpdu *m;

	while (ppdu->entries[0].via.aggregable && (m = ahead(ppdu)) != NULL &&
	       joins(ppdu, m) && add(ppdu, m))
		;
	if (ppdu->timed != ppdu->count)
		set_times(ppdu);
}

static bool
build(struct air_ppdu *ppdu)
{
	const struct air_mpdu *m;

	ppdu->count = ppdu->next = ppdu->timed = ppdu->acknowledged = 0;
	ppdu->n_bytes = 0;
	ppdu->ampdu_bytes = 0;
	m = ahead(ppdu);
	if (m == NULL)
		return false;
	ppdu->number++;
	ppdu->before_ns = ppdu->free_ns;
	air_access_next(&ppdu->access);
	ppdu->start_ns = air_access_start(&ppdu->access, ppdu->before_ns,
					  m->via.arrival_ns + ppdu->shift_ns);
	if (!add(ppdu, m))
		return false;
	fill(ppdu);
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

static void
send_again(struct air_ppdu *ppdu, const struct ppdu_entry *e)
{
	if (e->via.retries < ppdu->ap->options->retry &&
	    air_retries_add(&ppdu->again, &e->via, &e->frame, ppdu->bytes + e->offset))
		ppdu->retries++;
	else
		ppdu->dropped_retries++;
}

void
air_ppdu_sent(struct air_ppdu *ppdu, bool acknowledged)
{
	const struct ppdu_entry *e = &ppdu->entries[ppdu->next++];

	ppdu->acknowledged += acknowledged && !e->frame.fcs_bad;
	if (!acknowledged && e->via.answered && ppdu->ap->options->live)
		send_again(ppdu, e);
	if (ppdu->next == ppdu->count && ppdu->entries[0].via.controlled)
		air_rate_answered(&ppdu->ap->rate, e->frame.end_ns, ppdu->count,
				  ppdu->acknowledged);
}

void
air_ppdu_join(struct air_ppdu *ppdu)
{
	if (ppdu->count != 0 && ppdu->next == 0)
		fill(ppdu);
}

/* What is not yet taken, and the medium behind it. The difference may be a negative one. */
static void
move(struct air_ppdu *ppdu, uint64_t by)
{
	uint32_t i;

	for (i = ppdu->next; i < ppdu->count; i++) {
		ppdu->entries[i].frame.start_ns += by;
		ppdu->entries[i].frame.end_ns += by;
	}
	ppdu->free_ns += by;
	if (ppdu->next == 0)
		ppdu->start_ns += by;
	if (!ppdu->ap->options->live)
		ppdu->shift_ns += by;
}

void
air_ppdu_arrived(struct air_ppdu *ppdu, uint64_t arrival_ns)
{
	if (ppdu->count == 0 || ppdu->next != 0)
		return;
	ppdu->entries[0].via.arrival_ns = arrival_ns;
	move(ppdu, air_access_start(&ppdu->access, ppdu->before_ns, arrival_ns) -
	     ppdu->start_ns);
}

uint64_t
air_ppdu_delay(struct air_ppdu *ppdu, uint64_t until_ns)
{
	const struct air_frame *next = air_ppdu_peek(ppdu);
	uint64_t by;

	if (next == NULL || next->end_ns >= until_ns)
		return 0;
	by = until_ns - next->end_ns;
	move(ppdu, by);
	if (ppdu->ap->options->live)
		air_ppdu_join(ppdu);
	return by;
}

void
air_ppdu_not_before(struct air_ppdu *ppdu, uint64_t now_ns)
{
	const struct air_frame *next;

	if (ppdu->next == ppdu->count && ppdu->free_ns < now_ns)
		ppdu->free_ns = now_ns;
	if (ppdu->next == 0 && ppdu->before_ns < now_ns)
		ppdu->before_ns = now_ns;
	next = air_ppdu_peek(ppdu);
	if (next != NULL)
		air_ppdu_delay(ppdu, now_ns + (next->end_ns - next->start_ns));
}

void
air_ppdu_init(struct air_ppdu *ppdu, struct air_ap *ap)
{
	ppdu->ap = ap;
	air_access_init(&ppdu->access, ap->options);
	ppdu->free_ns = ap->options->start_ms * 1000000ull;
	if (!ap->options->live)
		ppdu->shift_ns = ppdu->free_ns;
}

void
air_ppdu_free(struct air_ppdu *ppdu)
{
	air_retries_free(&ppdu->again);
	free(ppdu->entries);
	free(ppdu->bytes);
}
