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

/* How many bytes the cipher left before and behind the plain text. */
static enum wlan_drop
strip_cipher(struct wlan_rxinfo info, struct wlan_cipher_room *room)
{
	if ((info.flags & WLAN_RXF_ICV_ERROR) != 0)
		return WLAN_DROP_ICV_ERROR;
	if ((info.flags & (WLAN_RXF_HW_DEC | WLAN_RXF_SW_DEC)) != WLAN_RXF_HW_DEC)
		return WLAN_DROP_PROTECTED;
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

enum wlan_drop
wlan_decap_odd(const uint8_t *frame, uint32_t len, struct wlan_rxinfo info,
	       struct wlan_msdu *msdu)
{
	const uint16_t both_ds = WLAN_FC_TO_DS | WLAN_FC_FROM_DS;
	struct wlan_cipher_room room = { 0, 0 };
	uint32_t hdr_len = WLAN_HDR_LEN;
	enum wlan_drop drop;
	uint16_t fc, qos = 0;
	bool four;

	if ((info.flags & WLAN_RXF_FCS_ERROR) != 0)
		return WLAN_DROP_FCS_ERROR;
	if (len < 2)
		return WLAN_DROP_SHORT;
	fc = wlan_le16(frame);
	drop = drop_by_type(fc);
	if (drop != WLAN_DROP_NONE)
		return drop;

	four = (fc & both_ds) == both_ds;
	if (four)
		hdr_len += RTE_ETHER_ADDR_LEN;
	if ((fc & WLAN_FC_QOS) != 0) {
		if (len < hdr_len + WLAN_QOS_LEN)
			return WLAN_DROP_SHORT;
		qos = wlan_le16(frame + hdr_len);
		hdr_len += WLAN_QOS_LEN;
		if ((fc & WLAN_FC_HTC) != 0)
			hdr_len += WLAN_HTC_LEN;
	}
	if (len < hdr_len + WLAN_FCS_LEN)
		return WLAN_DROP_SHORT;

	if (is_mesh(fc, qos, frame + WLAN_OFF_A1))
		return WLAN_DROP_MESH;
	if (four)
		return WLAN_DROP_4ADDR;
	if ((fc & WLAN_FC_MORE_FRAG) != 0 || (frame[WLAN_OFF_SEQ] & WLAN_SEQ_FRAG) != 0)
		return WLAN_DROP_FRAGMENT;
	if ((fc & WLAN_FC_PROTECTED) != 0) {
		drop = strip_cipher(info, &room);
		if (drop != WLAN_DROP_NONE)
			return drop;
	} else if ((info.flags & WLAN_RXF_ICV_ERROR) != 0) {
		return WLAN_DROP_ICV_ERROR;
	}
	if ((qos & WLAN_QOS_AMSDU) != 0 ||
	    (info.flags & (WLAN_RXF_AMSDU | WLAN_RXF_AMSDU_CUT)) != 0)
		return WLAN_DROP_AMSDU;
	if (len < hdr_len + room.head + 2 + room.tail + WLAN_FCS_LEN)
		return WLAN_DROP_SHORT;

	addresses(frame, fc, msdu);
	return wlan_strip_llc(frame + hdr_len + room.head,
			      len - hdr_len - room.head - room.tail - WLAN_FCS_LEN,
			      msdu);
}
