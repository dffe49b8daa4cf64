/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "mpdu.h"
#include "txd.h"

#define USB_WORD 4u
#define END_MARK 4u
#define FIELD(word, high, low) ((word) >> (low) & ((1u << ((high) - (low) + 1)) - 1))

#define PKT_FMT_SF 1
#define HDR_802_3 0
#define HDR_802_11 2
#define Q_ALTX0 0x10
#define WLAN_IDX_AP 1

/* The words of the descriptor that the model reads. */
struct words {
	uint32_t w[9];
};

static uint32_t
padded(uint32_t tx_bytes)
{
	return USB_WORD + round_up32(tx_bytes, 4) + END_MARK;
}

/* Lengths: USB word, transfer, descriptor; padding and end mark. */
static enum txd_fault
check_framing(const uint8_t *data, uint32_t len, uint32_t *tx_bytes)
{
	uint32_t word, i;

	if (len < padded(TXD_LEN + 1))
		return TXD_tx_bad_descriptor;
	word = get_le32(data);
	*tx_bytes = word & 0xffff;
	if (word >> 16 != 0)
		return TXD_tx_bad_usb_word;
	if (*tx_bytes <= TXD_LEN || padded(*tx_bytes) != len)
		return TXD_tx_bad_transfer;
	for (i = USB_WORD + *tx_bytes; i < len; i++)
		if (data[i] != 0)
			return TXD_tx_bad_tail;
	if ((get_le32(data + USB_WORD) & 0xffff) != *tx_bytes)
		return TXD_tx_bad_length;
	return TXD_OK;
}

/* WMM set x 4 + 3 - AC, Linux's AC numbers: voice 0 to background 3. Linux 6.1 sends
 * management frames of queue ALTX0 to the voice endpoint. */
static bool
queue_fits(uint8_t ep, uint8_t q)
{
	switch (ep) {
	case EP_BE:
		return q < 16 && q % 4 == 1;
	case EP_BK:
		return q < 16 && q % 4 == 0;
	case EP_VI:
		return q < 16 && q % 4 == 2;
	case EP_VO:
		return (q < 16 && q % 4 == 3) || q == Q_ALTX0;
	default:
		return q == Q_ALTX0;
	}
}

static void
take_fields(struct txd *t, const struct words *d)
{
	t->q_idx = (uint8_t)FIELD(d->w[0], 31, 25);
	t->own_mac = (uint8_t)FIELD(d->w[1], 29, 24);
	t->tid = (uint8_t)FIELD(d->w[1], 22, 20);
	t->ethernet = FIELD(d->w[1], 17, 16) == HDR_802_3;
	t->wlan_idx = (uint16_t)FIELD(d->w[1], 9, 0);
	t->fix_rate = FIELD(d->w[2], 31, 31);
	t->type = (uint8_t)FIELD(d->w[2], 5, 4);
	t->subtype = (uint8_t)FIELD(d->w[2], 3, 0);
	t->sn_valid = FIELD(d->w[3], 31, 31);
	t->seq = (uint16_t)FIELD(d->w[3], 27, 16);
	t->no_ack = FIELD(d->w[3], 0, 0);
	t->tx_status_host = FIELD(d->w[5], 10, 10);
	t->pid = (uint8_t)FIELD(d->w[5], 7, 0);
	t->rate_word = (uint16_t)FIELD(d->w[6], 29, 16);
}

static enum txd_fault
check_common(struct txd *t, const struct words *d, uint8_t ep)
{
	uint32_t format = FIELD(d->w[1], 17, 16);

	if (FIELD(d->w[0], 24, 23) != PKT_FMT_SF || FIELD(d->w[1], 31, 31) != 1)
		return TXD_tx_bad_descriptor;
	if (!queue_fits(ep, t->q_idx))
		return TXD_tx_bad_endpoint;
	if (format != HDR_802_3 && format != HDR_802_11)
		return TXD_tx_bad_header_format;
	if (FIELD(d->w[3], 15, 11) == 0)
		return TXD_tx_no_attempts;
	if (FIELD(d->w[3], 1, 1) != 0)
		return TXD_tx_no_key;
	if (t->fix_rate && !mt7921_tx_rate(t->rate_word, d->w[6], &t->rate))
		return TXD_tx_bad_rate;
	return TXD_OK;
}

/* Type and subtype stand in word 7 too; the frame has no header that could tell. */
static enum txd_fault
check_ethernet(const struct txd *t, const struct words *d)
{
	uint16_t type;

	if (t->frame_len < 14 || t->frame_len - 14 + 26 + 8 > TX_MPDU_MAX)
		return TXD_tx_bad_frame;
	type = get_be16(t->frame + 12);
	if (FIELD(d->w[1], 15, 15) != (type >= 0x0600))
		return TXD_tx_bad_ethertype;
	if (t->type != TYPE_DATA || (t->subtype != 0 && t->subtype != 8) ||
	    FIELD(d->w[7], 21, 20) != t->type || FIELD(d->w[7], 19, 16) != t->subtype)
		return TXD_tx_bad_type;
	return t->wlan_idx == WLAN_IDX_AP ? TXD_OK : TXD_tx_no_station;
}

/* 0 whole, 1 first, 2 middle, 3 last. */
static uint32_t
fragment_code(const struct mpdu *m)
{
	if (m->frag == 0)
		return m->more_frag ? 1 : 0;
	return m->more_frag ? 2 : 3;
}

static enum txd_fault
check_dot11(const struct txd *t, const struct words *d)
{
	struct mpdu m;

	mt7921_mpdu_parse(&m, t->frame, t->frame_len);
	if (m.hdr_len == 0 || t->frame_len > TX_MPDU_MAX ||
	    (m.a3 == NULL && m.type != TYPE_CTRL))
		return TXD_tx_bad_frame;
	if (FIELD(d->w[1], 15, 11) * 2 != m.hdr_len)
		return TXD_tx_bad_header_len;
	if (t->type != m.type || t->subtype != m.subtype ||
	    FIELD(d->w[8], 5, 4) != m.type || FIELD(d->w[8], 3, 0) != m.subtype)
		return TXD_tx_bad_type;
	if (FIELD(d->w[2], 10, 10) != m.group)
		return TXD_tx_bad_multicast;
	if (FIELD(d->w[2], 15, 14) != fragment_code(&m))
		return TXD_tx_bad_fragment;
	return TXD_OK;
}

enum txd_fault
mt7921_txd_decode(struct txd *t, uint8_t ep, const uint8_t *data, uint32_t len)
{
	struct words d;
	uint32_t tx_bytes;
	enum txd_fault fault = check_framing(data, len, &tx_bytes);
	unsigned int i;

	memset(t, 0, sizeof(*t));
	if (fault != TXD_OK)
		return fault;
	for (i = 0; i < 9; i++)
		d.w[i] = get_le32(data + USB_WORD + 4 * i);
	take_fields(t, &d);
	t->frame = data + USB_WORD + TXD_LEN;
	t->frame_len = tx_bytes - TXD_LEN;
	fault = check_common(t, &d, ep);
	if (fault != TXD_OK)
		return fault;
	return t->ethernet ? check_ethernet(t, &d) : check_dot11(t, &d);
}
