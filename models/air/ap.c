/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "ap.h"
#include "dot11.h"
#include "fcs.h"

#define ETHERNET_HEADER 14

/* Group-addressed frames go at a basic rate and are not answered. */
static const struct air_rate basic_rate = { AIR_OFDM, 4, 1, 0, 0 };

static bool
is_group(const uint8_t *address)
{
	return (address[0] & 1) != 0;
}

static bool
look_ahead(struct air_ap *ap)
{
	const struct air_options *o = ap->options;

	if (ap->have_pending)
		return true;
	if (!ap->source->ops->next(ap->source, &ap->pending))
		return false;
	ap->have_pending = true;
	ap->null_sent = false;
	ap->pending_arrival_ns = o->pace == AIR_PACE_CAPTURE ?
				 ap->pending.capture_ns : 0;
	if (o->rate_mbps != 0) {
		uint64_t due = ap->offered_bytes * 8000 / o->rate_mbps;

		if (due > ap->pending_arrival_ns)
			ap->pending_arrival_ns = due;
	}
	return true;
}

static void
take_pending(struct air_ap *ap)
{
	ap->have_pending = false;
	ap->packets++;
	ap->offered_bytes += ap->pending.len;
}

static uint8_t
packet_tid(const struct air_ap *ap, const uint8_t *packet, uint32_t len)
{
	uint16_t type = get_be16(packet + 12);

	if (ap->options->tid >= 0)
		return (uint8_t)ap->options->tid;
	if (type == 0x0800 && len > 15)
		return packet[15] >> 5;
	if (type == 0x86dd && len > 15)
		return packet[14] >> 1 & 7;
	return 0;
}

static uint16_t
next_seq(struct air_ap *ap, bool qos, uint8_t tid)
{
	uint16_t *seq = &ap->seq[qos ? tid : AIR_SEQ_OTHER];
	uint16_t now = *seq;

	*seq = (uint16_t)((now + 1) & 0xfff);
	return now;
}

static void
start_mpdu(const struct air_ap *ap, struct air_mpdu *m, uint64_t arrival_ns)
{
	m->len = 0;
	m->via.arrival_ns = arrival_ns;
	m->via.rate = ap->options->rate;
	m->via.freq_mhz = 0;
	m->rssi_dbm = ap->options->rssi_dbm;
	m->via.aggregable = false;
	m->via.answered = true;
	m->via.fixed_ref = false;
	m->via.ampdu_ref = 0;
	m->via.controlled = false;
	m->via.retries = 0;
	m->fcs_bad = false;
	m->decrypted = false;
	m->sec_type = 0;
}

static void
append_fcs(struct air_ap *ap, struct air_mpdu *m)
{
	uint32_t fcs = air_fcs_crc32(m->data, m->len);

	ap->mpdus++;
	if (ap->options->fcsbad != 0 && ap->mpdus % ap->options->fcsbad == 0) {
		fcs ^= 0x00010000;
		m->fcs_bad = true;
	}
	put_le32(m->data + m->len, fcs);
	m->len += 4;
}

/* Body, cipher framing and FCS behind the header that is there. The body may be in its
 * place already where there is no cipher. */
static void
finish_mpdu(struct air_ap *ap, struct air_mpdu *m, const uint8_t *body, uint32_t len)
{
	enum air_protect cipher = ap->options->protect;
	uint8_t *iv = m->data + m->len, *text = iv + air_protect_iv_len(cipher);

	if (cipher == AIR_PROTECT_NONE || len == 0) {
		if (body != iv)
			memcpy(iv, body, len);
		m->len += len;
		append_fcs(ap, m);
		return;
	}
	ap->pn++;
	air_protect_write_iv(iv, cipher, ap->pn);
	memcpy(text, body, len);
	air_protect_write_mic(text + len, cipher, ap->pn, body, len);
	m->decrypted = !ap->options->undecrypted;
	m->sec_type = air_protect_sec_type(cipher);
	if (ap->options->undecrypted)
		air_protect_scramble(text, len + air_protect_mic_len(cipher), ap->pn);
	m->len += air_protect_iv_len(cipher) + len + air_protect_mic_len(cipher);
	append_fcs(ap, m);
}

static struct dot11_header
header_for(const struct air_ap *ap, const struct air_packet *packet)
{
	const struct air_options *o = ap->options;
	bool group = is_group(packet->data);

	return (struct dot11_header){
		.da = packet->data,
		.sa = packet->data + 6,
		.qos = o->qos && !group,
		.htc = o->htc && !group,
		.a4 = o->a4 && !group,
		.protected = o->protect != AIR_PROTECT_NONE,
		.tid = packet_tid(ap, packet->data, packet->len),
	};
}

static void
send_null(struct air_ap *ap, struct air_mpdu *m)
{
	struct dot11_header h = header_for(ap, &ap->pending);

	start_mpdu(ap, m, ap->pending_arrival_ns);
	h.qos = h.null = true;
	h.htc = h.a4 = h.protected = false;
	m->via.controlled = true;
	h.seq = next_seq(ap, true, h.tid);
	m->len = air_dot11_write_header(m->data, &h, ap->options->bssid);
	append_fcs(ap, m);
	ap->null_sent = true;
}

/* The most body bytes that still make an MPDU of the size allowed. */
static uint32_t
body_max(const struct air_ap *ap)
{
	enum air_protect cipher = ap->options->protect;

	return AIR_MPDU_MAX - DOT11_HEADER_MAX - 4 - air_protect_iv_len(cipher) -
	       air_protect_mic_len(cipher);
}

static void
send_fragment(struct air_ap *ap, struct air_mpdu *m)
{
	struct dot11_header h = header_for(ap, &ap->frag_packet);
	uint32_t left = ap->body_len - ap->frag_pos;
	uint32_t len = left < ap->options->frag ? left : ap->options->frag;

	/* Sixteen fragment numbers: the last one takes what is left. */
	if (ap->frag_number == 15)
		len = left;
	start_mpdu(ap, m, ap->frag_arrival_ns);
	m->via.controlled = true;
	h.seq = ap->frag_seq;
	h.frag = (uint8_t)ap->frag_number++;
	h.more_frag = len < left;
	m->len = air_dot11_write_header(m->data, &h, ap->options->bssid);
	finish_mpdu(ap, m, ap->body + ap->frag_pos, len);
	ap->frag_pos += len;
	ap->in_fragments = h.more_frag;
}

static bool
start_fragments(struct air_ap *ap, struct air_mpdu *m)
{
	struct dot11_header h = header_for(ap, &ap->pending);

	if (ap->options->frag == 0 || ap->body_len <= ap->options->frag ||
	    is_group(ap->pending.data))
		return false;
	ap->frag_packet = ap->pending;
	ap->frag_arrival_ns = ap->pending_arrival_ns;
	ap->frag_seq = next_seq(ap, h.qos, h.tid);
	ap->frag_pos = ap->frag_number = 0;
	take_pending(ap);
	send_fragment(ap, m);
	return true;
}

static bool
joins_amsdu(const struct air_ap *ap, uint64_t arrival_ns, uint8_t tid, uint32_t room)
{
	const struct air_packet *p = &ap->pending;

	return !p->dot11 && !is_group(p->data) &&
	       ap->pending_arrival_ns <= arrival_ns &&
	       packet_tid(ap, p->data, p->len) == tid && p->len + 3 + 8 <= room;
}

/* The pending packet and those after it that fit. False when it stays alone. */
static bool
fill_amsdu(struct air_ap *ap, struct air_mpdu *m)
{
	struct dot11_header h = header_for(ap, &ap->pending);
	uint8_t receiver[6];
	uint32_t n = 0, len;

	if (ap->options->amsdu < 2 || is_group(ap->pending.data) ||
	    ap->pending.len + 8 > body_max(ap))
		return false;
	start_mpdu(ap, m, ap->pending_arrival_ns);
	memcpy(receiver, ap->pending.data, 6);
	ap->body_len = 0;
	do {
		uint32_t pos = round_up32(ap->body_len, 4);

		memset(ap->body + ap->body_len, 0, pos - ap->body_len);
		memcpy(ap->body + pos, ap->pending.data, 12);
		len = air_dot11_write_msdu(ap->body + pos + 14, ap->pending.data,
					   ap->pending.len);
		put_be16(ap->body + pos + 12, (uint16_t)len);
		ap->body_len = pos + 14 + len;
		take_pending(ap);
	} while (++n < ap->options->amsdu && look_ahead(ap) &&
		 joins_amsdu(ap, m->via.arrival_ns, h.tid, body_max(ap) - ap->body_len));
	h.da = receiver;
	h.sa = ap->options->bssid;
	h.amsdu = true;
	h.seq = next_seq(ap, true, h.tid);
	m->len = air_dot11_write_header(m->data, &h, ap->options->bssid);
	m->via.aggregable = m->via.controlled = true;
	finish_mpdu(ap, m, ap->body, ap->body_len);
	return true;
}

bool
air_ap_carries(const struct air_ap *ap, uint32_t len)
{
	return len >= ETHERNET_HEADER && len - ETHERNET_HEADER + 8 <= body_max(ap);
}

/* False: too large for an MPDU, dropped and counted. */
static bool
send_ethernet(struct air_ap *ap, struct air_mpdu *m)
{
	struct dot11_header h = header_for(ap, &ap->pending);
	uint8_t *body;

	if (!air_ap_carries(ap, ap->pending.len)) {
		ap->oversize++;
		take_pending(ap);
		return false;
	}
	if (fill_amsdu(ap, m))
		return true;
	if (ap->options->frag != 0) {
		ap->body_len = air_dot11_write_msdu(ap->body, ap->pending.data,
						    ap->pending.len);
		if (start_fragments(ap, m))
			return true;
	}
	start_mpdu(ap, m, ap->pending_arrival_ns);
	m->via.controlled = !is_group(ap->pending.data);
	if (!m->via.controlled) {
		m->via.rate = m->via.rate.mode == AIR_CCK ? m->via.rate : basic_rate;
		m->via.answered = false;
	}
	h.seq = next_seq(ap, h.qos, h.tid);
	m->len = air_dot11_write_header(m->data, &h, ap->options->bssid);
	m->via.aggregable = h.qos && m->via.rate.mode >= AIR_HT;
	body = ap->options->protect == AIR_PROTECT_NONE ? m->data + m->len : ap->body;
	finish_mpdu(ap, m, body,
		    air_dot11_write_msdu(body, ap->pending.data, ap->pending.len));
	take_pending(ap);
	return true;
}

/* A captured frame goes out as it is. */
static void
send_dot11(struct air_ap *ap, struct air_mpdu *m)
{
	const struct air_packet *p = &ap->pending;

	start_mpdu(ap, m, ap->pending_arrival_ns);
	memcpy(m->data, p->data, p->len);
	m->len = p->len;
	if (p->has_rate)
		m->via.rate = p->rate;
	if (p->has_rssi)
		m->rssi_dbm = p->rssi_dbm;
	m->via.freq_mhz = p->freq_mhz;
	m->via.aggregable = m->via.fixed_ref = p->in_ampdu && m->via.rate.mode >= AIR_HT;
	m->via.ampdu_ref = p->ampdu_ref;
	/* Control frames and group-addressed ones get no answer. */
	m->via.answered = (p->data[0] & 0x0c) != 0x04 && !is_group(p->data + 4);
	if (p->has_fcs) {
		m->len -= 4;
		m->fcs_bad = air_fcs_crc32(m->data, m->len) != get_le32(m->data + m->len);
		if (m->fcs_bad) {	/* kept as captured */
			m->len += 4;
			ap->mpdus++;
			take_pending(ap);
			return;
		}
	}
	append_fcs(ap, m);
	take_pending(ap);
}

bool
air_ap_next(struct air_ap *ap, struct air_mpdu *m)
{
	uint32_t nulls = ap->options->nulls;

	if (ap->in_fragments) {
		send_fragment(ap, m);
		return true;
	}
	while (look_ahead(ap)) {
		if (ap->pending.dot11) {
			send_dot11(ap, m);
			return true;
		}
		if (nulls != 0 && !ap->null_sent && ap->packets % nulls == nulls - 1) {
			send_null(ap, m);
			return true;
		}
		if (send_ethernet(ap, m))
			return true;
	}
	return false;
}

void
air_ap_mark_retry(struct air_mpdu *m)
{
	put_le16(m->data, get_le16(m->data) | DOT11_RETRY);
	put_le32(m->data + m->len - 4, air_fcs_crc32(m->data, m->len - 4));
}

void
air_ap_init(struct air_ap *ap, const struct air_options *options, struct air_source *source)
{
	ap->options = options;
	ap->source = source;
	air_rate_init(&ap->rate, &options->rate, options->rate_ewma);
}
