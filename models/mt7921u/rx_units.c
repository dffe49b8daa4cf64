/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "msdu.h"
#include "rx_units.h"

#define WLAN_IDX_AP 1
#define WLAN_IDX_NONE 0x3ff
#define BEACON 8		/* subtype */

/* ADDR_TYPE: 1 is in openwrt/mt76 mt76_connac2_mac.h, the others are guesses. */
enum addr_type { ADDR_OTHER = 0, ADDR_OWN = 1, ADDR_MULTICAST = 2, ADDR_BROADCAST = 3 };

static enum addr_type
addr_type(const struct rx_setup *setup, const struct mpdu *m)
{
	if (m->a1 == NULL)
		return ADDR_OTHER;
	if (m->broadcast)
		return ADDR_BROADCAST;
	if (m->group)
		return ADDR_MULTICAST;
	return memcmp(m->a1, setup->mac, 6) == 0 ? ADDR_OWN : ADDR_OTHER;
}

/* SEC_MODE stays 0 for a frame that the chip has no key of. */
static void
decrypt(struct rx_units *u, const struct air_frame *frame, enum rx_flaw flaw)
{
	struct rxd *r = &u->rxd;
	uint8_t mode = frame->decrypted && !frame->fcs_bad && u->mpdu.protect ?
		       mt7921_sec_mode(frame->sec_type) : SEC_NONE;

	if (mode == SEC_NONE || !mt7921_mpdu_body(&u->mpdu, mode, &u->body)) {
		mt7921_mpdu_body(&u->mpdu, SEC_NONE, &u->body);
		return;
	}
	r->sec_mode = mode;
	r->cm = flaw == FLAW_CM;
	r->clm = flaw == FLAW_CLM;
	if (r->cm || r->clm) {
		mt7921_mpdu_body(&u->mpdu, SEC_NONE, &u->body);
		return;
	}
	r->icv_err = flaw == FLAW_ICV;
	r->tkip_mic_err = flaw == FLAW_MIC;
	r->sec_done = true;
	r->pn = u->body.pn;
	r->key_id = u->body.key_id;
}

static bool
plain(const struct rx_units *u)
{
	return !u->rxd.fcs_err && (!u->mpdu.protect || u->rxd.sec_done);
}

/* Whole MSDUs for the own station, from the distribution system, three addresses. The
 * chip's own list of conditions is not published. */
static bool
translates(const struct rx_units *u, const struct rx_setup *setup)
{
	const struct mpdu *m = &u->mpdu;

	if (!setup->translate || u->rxd.addr_type != ADDR_OWN || !plain(u))
		return false;
	if (m->type != TYPE_DATA || m->null || m->a3 == NULL || !m->from_ds || m->to_ds)
		return false;
	if (m->frag != 0 || (m->more_frag && !setup->translate_frag))
		return false;
	return !m->amsdu || u->subframes;
}

/* An A-MSDU for the own station becomes its subframes. One alone has no code of its own
 * in PAYLOAD_FORMAT: it is taken as no A-MSDU. */
static void
count_subframes(struct rx_units *u, const struct rx_setup *setup)
{
	const struct mpdu *m = &u->mpdu;

	u->n = 1;
	if (!m->amsdu || !setup->split_amsdu || u->rxd.addr_type != ADDR_OWN || !plain(u) ||
	    m->more_frag || m->frag != 0)
		return;
	u->n = mt7921_subframes(u->body.data, u->body.len);
	u->subframes = u->n != 0;
	u->rxd.amsdu_err = !u->subframes;
	if (!u->subframes)
		u->n = 1;
}

static void
put_header_facts(struct rxd *r, const struct mpdu *m)
{
	r->mac_hdr_len = (uint8_t)(m->hdr_len / 2);
	r->tid = m->tid;
	r->frag = m->more_frag || m->frag != 0;
	r->null_frame = m->null;
	r->amsdu = m->amsdu;
	r->frame_control = m->fc;
	r->seq_control = m->seq_control;
	r->qos_control = m->qos_control;
	r->ht_control = m->ht_control;
	if (m->a2 != NULL)
		memcpy(r->ta, m->a2, 6);
	r->beacon_mc = m->type == TYPE_MGMT && m->subtype == BEACON && m->group;
	r->beacon_uc = m->type == TYPE_MGMT && m->subtype == BEACON && m->a1 != NULL &&
		       !m->group;
}

static uint8_t
groups(const struct rx_setup *setup, bool translated)
{
	uint8_t list = RXD_GROUP(1) | RXD_GROUP(2) | RXD_GROUP(3);

	if (setup->groups != GROUPS_AUTO)
		return setup->groups;
	if (translated)
		list |= RXD_GROUP(4);
	if (setup->group5)
		list |= RXD_GROUP(5);
	return list;
}

void
mt7921_rx_begin(struct rx_units *u, const struct rx_setup *setup,
		const struct air_frame *frame, uint64_t start_ns, enum rx_flaw flaw)
{
	struct rxd *r = &u->rxd;
	uint32_t len = frame->len >= 4 ? frame->len - 4 : 0;

	memset(u, 0, sizeof(*u));
	mt7921_mpdu_parse(&u->mpdu, frame->data, len);
	r->type = RXD_NORMAL;
	r->addr_type = addr_type(setup, &u->mpdu);
	r->wlan_idx = r->addr_type == ADDR_OWN ? WLAN_IDX_AP : WLAN_IDX_NONE;
	r->fcs_err = frame->fcs_bad;
	r->non_ampdu = !frame->ampdu;
	r->rxv_seq = (uint8_t)frame->ppdu;
	r->ch_freq = setup->channel;
	r->timestamp = (uint32_t)(start_ns / 1000);
	put_header_facts(r, &u->mpdu);
	decrypt(u, frame, flaw);
	count_subframes(u, setup);
	r->hdr_trans = translates(u, setup);
	r->hdr_offset = r->hdr_trans ? 1 : 0;	/* IP header at a multiple of 4 */
	r->groups = groups(setup, r->hdr_trans);
	mt7921_p_rxv(&setup->rxv, &frame->rate, frame->rssi_dbm, r->p_rxv);
	mt7921_c_rxv(&setup->rxv, &frame->rate, frame->rssi_dbm, r->c_rxv);
	u->room = u->n * (mt7921_rxd_len(r) + 2u * r->hdr_offset + 2 + u->mpdu.hdr_len + 14) +
		  u->body.len;
}

static uint8_t
payload_format(const struct rx_units *u)
{
	if (u->n == 1)
		return RXD_NOT_AMSDU;
	if (u->next == 0)
		return RXD_AMSDU_FIRST;
	return u->next == u->n - 1 ? RXD_AMSDU_LAST : RXD_AMSDU_MIDDLE;
}

/* 802.3 behind the descriptor. An A-MSDU of one subframe is one too. */
static uint32_t
put_ethernet(const struct rx_units *u, const uint8_t *msdu, uint32_t len, uint8_t *out)
{
	if (u->subframes)
		return mt7921_msdu_to_ethernet(msdu, msdu + 6, msdu + SUBFRAME_HEADER,
					       len - SUBFRAME_HEADER, out);
	return mt7921_msdu_to_ethernet(u->mpdu.a1, u->mpdu.a3, msdu, len, out);
}

/* 802.11: between the header and a subframe of an A-MSDU stand two bytes. */
static uint32_t
put_dot11(const struct rx_units *u, const uint8_t *msdu, uint32_t len, uint8_t *out)
{
	uint32_t pad = u->n > 1 ? 2 : 0, hdr = u->mpdu.hdr_len;

	memcpy(out, u->mpdu.data, hdr);
	memset(out + hdr, 0, pad);
	memcpy(out + hdr + pad, msdu, len);
	return hdr + pad + len;
}

uint32_t
mt7921_rx_next(struct rx_units *u, uint8_t *out)
{
	const uint8_t *msdu = u->body.data;
	uint32_t len = u->body.len, head, payload;

	if (u->next == u->n)
		return 0;
	if (u->n > 1 || (u->rxd.hdr_trans && u->subframes)) {
		msdu += u->pos;
		len = mt7921_subframe(u->body.data, u->body.len, &u->pos);
	}
	u->rxd.payload_format = payload_format(u);
	u->next++;
	head = mt7921_rxd_len(&u->rxd) + 2u * u->rxd.hdr_offset;
	payload = u->rxd.hdr_trans ? put_ethernet(u, msdu, len, out + head) :
		  put_dot11(u, msdu, len, out + head);
	mt7921_rxd_put(&u->rxd, payload, out);
	return head + payload;
}
