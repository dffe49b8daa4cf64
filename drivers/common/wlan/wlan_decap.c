/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "wlan_decap.h"

static const struct {
	const char *name;
	bool error;
} drops[WLAN_DROP_MAX] = {
	[WLAN_DROP_NONE] = { "none", false },
	[WLAN_DROP_SHORT] = { "short", true },
	[WLAN_DROP_VERSION] = { "version", true },
	[WLAN_DROP_MGMT] = { "mgmt", false },
	[WLAN_DROP_CTRL] = { "ctrl", false },
	[WLAN_DROP_EXTENSION] = { "extension", false },
	[WLAN_DROP_NO_DATA] = { "no_data", false },
	[WLAN_DROP_CF] = { "cf", true },
	[WLAN_DROP_FCS_ERROR] = { "fcs_error", true },
	[WLAN_DROP_ICV_ERROR] = { "icv_error", true },
	[WLAN_DROP_PROTECTED] = { "protected", true },
	[WLAN_DROP_CIPHER] = { "cipher", true },
	[WLAN_DROP_FRAGMENT] = { "fragment", true },
	[WLAN_DROP_AMSDU] = { "amsdu", true },
	[WLAN_DROP_4ADDR] = { "4addr", true },
	[WLAN_DROP_MESH] = { "mesh", true },
	[WLAN_DROP_LLC] = { "llc", true },
	[WLAN_DROP_NOT_FOR_US] = { "not_for_us", false },
};

const char *
wlan_drop_name(enum wlan_drop drop)
{
	return drops[drop].name;
}

bool
wlan_drop_is_error(enum wlan_drop drop)
{
	return drops[drop].error;
}

static enum wlan_drop
drop_by_type(uint16_t fc)
{
	if ((fc & WLAN_FC_VERSION) != 0)
		return WLAN_DROP_VERSION;
	switch (fc & WLAN_FC_TYPE) {
	case WLAN_FC_TYPE_MGMT:
		return WLAN_DROP_MGMT;
	case WLAN_FC_TYPE_CTRL:
		return WLAN_DROP_CTRL;
	case WLAN_FC_TYPE_DATA:
		break;
	default:
		return WLAN_DROP_EXTENSION;
	}
	if ((fc & WLAN_FC_NO_DATA) != 0)
		return WLAN_DROP_NO_DATA;
	if ((fc & WLAN_FC_CF) != 0)
		return WLAN_DROP_CF;
	return WLAN_DROP_NONE;
}

/* Mesh control is announced by a QoS bit that means something else in a frame
 * to an access point, and nothing in a frame from one to a station. */
static bool
is_mesh(uint16_t fc, uint16_t qos, const uint8_t *a1)
{
	bool group = (a1[0] & 1) != 0;
	bool from_only = (fc & (WLAN_FC_TO_DS | WLAN_FC_FROM_DS)) == WLAN_FC_FROM_DS;
	bool both = (fc & (WLAN_FC_TO_DS | WLAN_FC_FROM_DS)) ==
		(WLAN_FC_TO_DS | WLAN_FC_FROM_DS);

	return (qos & WLAN_QOS_MESH) != 0 && (both || (from_only && group));
}

/* The 802.11 header, taken apart. */
struct header {
	uint32_t len;
	uint16_t fc, qos;	/* qos 0 where there is none */
};

static bool
is_four(uint16_t fc)
{
	const uint16_t both_ds = WLAN_FC_TO_DS | WLAN_FC_FROM_DS;

	return (fc & both_ds) == both_ds;
}

/* len: without FCS. */
static enum wlan_drop
read_header(const uint8_t *frame, uint32_t len, struct header *hdr)
{
	hdr->len = WLAN_HDR_LEN + (is_four(hdr->fc) ? RTE_ETHER_ADDR_LEN : 0);
	hdr->qos = 0;
	if ((hdr->fc & WLAN_FC_QOS) != 0) {
		if (len < hdr->len + WLAN_QOS_LEN)
			return WLAN_DROP_SHORT;
		hdr->qos = wlan_le16(frame + hdr->len);
		hdr->len += WLAN_QOS_LEN;
		if ((hdr->fc & WLAN_FC_HTC) != 0)
			hdr->len += WLAN_HTC_LEN;
	}
	return len < hdr->len ? WLAN_DROP_SHORT : WLAN_DROP_NONE;
}

/* What makes a data frame one that is not for us to take apart. */
static enum wlan_drop
drop_by_header(const uint8_t *frame, const struct header *hdr)
{
	if (is_mesh(hdr->fc, hdr->qos, frame + WLAN_OFF_A1))
		return WLAN_DROP_MESH;
	if (is_four(hdr->fc))
		return WLAN_DROP_4ADDR;
	if ((hdr->fc & WLAN_FC_MORE_FRAG) != 0 ||
	    (frame[WLAN_OFF_SEQ] & WLAN_SEQ_FRAG) != 0)
		return WLAN_DROP_FRAGMENT;
	return WLAN_DROP_NONE;
}

/* How many bytes the cipher left before and behind the plain text. */
static enum wlan_drop
strip_cipher(struct wlan_rxinfo info, uint16_t fc, struct wlan_cipher_room *room)
{
	*room = (struct wlan_cipher_room){ 0, 0 };
	if ((info.flags & WLAN_RXF_ICV_ERROR) != 0)
		return WLAN_DROP_ICV_ERROR;
	if ((fc & WLAN_FC_PROTECTED) == 0)
		return WLAN_DROP_NONE;
	if ((info.flags & (WLAN_RXF_HW_DEC | WLAN_RXF_SW_DEC)) != WLAN_RXF_HW_DEC)
		return WLAN_DROP_PROTECTED;
	if ((info.flags & WLAN_RXF_STRIPPED) != 0)
		return WLAN_DROP_NONE;
	return wlan_cipher_room(info.cipher, room) ? WLAN_DROP_NONE : WLAN_DROP_CIPHER;
}

static void
addresses(const uint8_t *frame, uint16_t fc, struct wlan_msdu *msdu)
{
	bool to_ds = (fc & WLAN_FC_TO_DS) != 0;
	bool from_ds = (fc & WLAN_FC_FROM_DS) != 0;

	msdu->da = frame + (to_ds ? WLAN_OFF_A3 : WLAN_OFF_A1);
	msdu->sa = frame + (from_ds ? WLAN_OFF_A3 : WLAN_OFF_A2);
}

/* The only subframe of an A-MSDU; what is behind it can be padding only. */
static enum wlan_drop
only_subframe(const uint8_t *body, uint32_t len, struct wlan_msdu *msdu)
{
	uint32_t sub_len;

	if (len < WLAN_SUBFRAME_LEN)
		return WLAN_DROP_SHORT;
	if (wlan_is_snap(body, len))
		return WLAN_DROP_AMSDU;
	sub_len = body[12] << 8 | body[13];
	len -= WLAN_SUBFRAME_LEN;
	if (sub_len < 2 || sub_len > len)
		return WLAN_DROP_SHORT;
	if (len - sub_len > WLAN_SUBFRAME_PAD_MAX)
		return WLAN_DROP_AMSDU;
	msdu->da = body;
	msdu->sa = body + RTE_ETHER_ADDR_LEN;
	return wlan_strip_llc(body + WLAN_SUBFRAME_LEN, sub_len, msdu);
}

/* What stands between the 802.11 header and the plain text. */
static uint32_t
pad_len(struct wlan_rxinfo info)
{
	return (info.flags & WLAN_RXF_PAD2) != 0 ? 2 : 0;
}

bool
wlan_body_is_snap(const uint8_t *frame, uint32_t len, struct wlan_rxinfo info)
{
	struct wlan_cipher_room room;
	struct header hdr;
	uint32_t head;

	if (len < 2)
		return false;
	hdr.fc = wlan_le16(frame);
	if (read_header(frame, len, &hdr) != WLAN_DROP_NONE)
		return false;
	strip_cipher(info, hdr.fc, &room);
	head = hdr.len + room.head + pad_len(info);
	return len > head && wlan_is_snap(frame + head, len - head);
}

/* body: plain text, without IV and MIC. */
static enum wlan_drop
take_body(const uint8_t *frame, const struct header *hdr, const uint8_t *body,
	  uint32_t len, uint32_t flags, struct wlan_msdu *msdu)
{
	bool amsdu = (hdr->qos & WLAN_QOS_AMSDU) != 0;

	if (amsdu && (flags & WLAN_RXF_AMSDU_CUT) != 0)
		return only_subframe(body, len, msdu);
	if (len < 2)
		return WLAN_DROP_SHORT;
	addresses(frame, hdr->fc, msdu);
	return wlan_strip_llc(body, len, msdu);
}

/* An A-MSDU, or a claim of one that the frame does not bear out. */
static bool
is_whole_amsdu(uint16_t qos, uint32_t flags)
{
	if ((qos & WLAN_QOS_AMSDU) != 0)
		return (flags & WLAN_RXF_AMSDU_CUT) == 0;
	return (flags & (WLAN_RXF_AMSDU | WLAN_RXF_AMSDU_CUT)) != 0;
}

enum wlan_drop
wlan_decap_odd(const uint8_t *frame, uint32_t len, uint32_t fcs_len,
	       struct wlan_rxinfo info, struct wlan_msdu *msdu)
{
	struct wlan_cipher_room room;
	enum wlan_drop drop;
	struct header hdr;
	uint32_t head;

	if ((info.flags & WLAN_RXF_FCS_ERROR) != 0)
		return WLAN_DROP_FCS_ERROR;
	if (len < 2)
		return WLAN_DROP_SHORT;
	hdr.fc = wlan_le16(frame);
	drop = drop_by_type(hdr.fc);
	if (drop != WLAN_DROP_NONE)
		return drop;
	if (len < fcs_len)
		return WLAN_DROP_SHORT;
	len -= fcs_len;
	drop = read_header(frame, len, &hdr);
	if (drop == WLAN_DROP_NONE)
		drop = drop_by_header(frame, &hdr);
	if (drop == WLAN_DROP_NONE)
		drop = strip_cipher(info, hdr.fc, &room);
	if (drop != WLAN_DROP_NONE)
		return drop;
	if (is_whole_amsdu(hdr.qos, info.flags))
		return WLAN_DROP_AMSDU;
	head = hdr.len + room.head + pad_len(info);
	if (len < head + room.tail)
		return WLAN_DROP_SHORT;
	return take_body(frame, &hdr, frame + head, len - head - room.tail, info.flags,
			 msdu);
}
