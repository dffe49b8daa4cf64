/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WLAN_DECAP_H
#define WLAN_DECAP_H

/*
 * An 802.11 data frame becomes an Ethernet packet, in two steps: wlan_decap()
 * looks and decides, wlan_write_ethernet() copies. Between them the caller knows
 * the length and can choose where to write.
 *
 * Neither reads outside frame[0..len), keeps a pointer, or allocates.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_byteorder.h>
#include <rte_common.h>
#include <rte_ether.h>
#include <rte_memcpy.h>

#include "wlan_80211.h"
#include "wlan_rxinfo.h"

/* Why a frame does not become a packet. Each has a counter of its own, named
 * rx_decap_ and wlan_drop_name(). */
enum wlan_drop {
	WLAN_DROP_NONE,
	WLAN_DROP_SHORT,	/* ends inside its own headers */
	WLAN_DROP_VERSION,	/* protocol version is not 0 */
	WLAN_DROP_MGMT,
	WLAN_DROP_CTRL,
	WLAN_DROP_EXTENSION,	/* frame type 3 */
	WLAN_DROP_NO_DATA,	/* Null, QoS Null, CF-Poll ... */
	WLAN_DROP_CF,		/* contention-free data, obsolete */
	WLAN_DROP_FCS_ERROR,
	WLAN_DROP_ICV_ERROR,
	WLAN_DROP_PROTECTED,	/* encrypted, and the chip did not decrypt */
	WLAN_DROP_CIPHER,	/* decrypted, with a cipher whose framing is unknown */
	WLAN_DROP_FRAGMENT,
	WLAN_DROP_AMSDU,
	WLAN_DROP_4ADDR,
	WLAN_DROP_MESH,
	WLAN_DROP_LLC,		/* no EtherType, and longer than 802.3 can say */
	WLAN_DROP_NOT_FOR_US,	/* unicast to another address: the caller looks */
	WLAN_DROP_MAX
};

/* "short", "fcs_error", ...; drop < WLAN_DROP_MAX. */
const char *wlan_drop_name(enum wlan_drop drop);

/* A drop of these is an error or a frame that we cannot take apart; the others
 * are frames that carry no packet at all. */
bool wlan_drop_is_error(enum wlan_drop drop);

/* Where the parts of the Ethernet packet stand in the frame. */
struct wlan_msdu {
	const uint8_t *da;	/* 6 bytes */
	const uint8_t *sa;	/* 6 bytes */
	const uint8_t *body;	/* EtherType onwards; or LLC onwards, see llc */
	uint32_t body_len;	/* bytes, at least 2 */
	bool llc;		/* body has no EtherType: 802.3 with a length field */
};

/* IV before and MIC behind the plain text of a frame that the chip decrypted:
 * the stack takes them off (morrownr/rtw89 core.c leaves them in the frame), unless
 * the chip did (WLAN_RXF_STRIPPED; openwrt/mt76 mt7921/mac.c). */
struct wlan_cipher_room {
	uint8_t head, tail;
};

static inline bool
wlan_cipher_room(enum wlan_cipher cipher, struct wlan_cipher_room *room)
{
	static const struct wlan_cipher_room rooms[] = {
		[WLAN_CIPHER_WEP] = { 4, 4 },
		[WLAN_CIPHER_TKIP] = { 8, 8 + 4 },	/* Michael and ICV */
		[WLAN_CIPHER_CCMP] = { 8, 8 },
		[WLAN_CIPHER_CCMP_256] = { 8, 16 },
		[WLAN_CIPHER_GCMP] = { 8, 16 },
	};

	if (cipher == WLAN_CIPHER_NONE || cipher >= RTE_DIM(rooms))
		return false;
	*room = rooms[cipher];
	return true;
}

static inline uint16_t
wlan_le16(const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return rte_le_to_cpu_16(v);
}

/* Everything about a data frame that is not the plain case. Out of line so that
 * the plain case stays small. */
enum wlan_drop wlan_decap_odd(const uint8_t *frame, uint32_t len, uint32_t fcs_len,
			      struct wlan_rxinfo info, struct wlan_msdu *msdu);

/* RFC 1042's LLC/SNAP in the place of a subframe's destination address. */
static inline bool
wlan_is_snap(const uint8_t *p, uint32_t len)
{
	static const uint8_t snap[WLAN_SNAP_LEN] = { 0xaa, 0xaa, 0x03, 0, 0, 0 };

	return len >= WLAN_SNAP_LEN && memcmp(p, snap, WLAN_SNAP_LEN) == 0;
}

/* Does the body of a data frame, len bytes without FCS, begin so? Any bytes will do;
 * false where the body ends before. */
bool wlan_body_is_snap(const uint8_t *frame, uint32_t len, struct wlan_rxinfo info);

/* A frame for the station with address own, 6 bytes in memory's order and two zeros,
 * from its receiver address: its own or a group's. */
static inline bool
wlan_ra_is_for(const uint8_t *ra, uint64_t own)
{
	uint64_t to = 0;

	memcpy(&to, ra, RTE_ETHER_ADDR_LEN);
	return likely(to == own) || (ra[0] & 1) != 0;
}

/* LLC/SNAP comes off, or stays behind an 802.3 length field. len >= 2. */
static inline enum wlan_drop
wlan_strip_llc(const uint8_t *body, uint32_t len, struct wlan_msdu *msdu)
{
	static const uint8_t rfc1042[WLAN_SNAP_LEN] = { 0xaa, 0xaa, 0x03, 0, 0, 0 };
	static const uint8_t bridge_tunnel[WLAN_SNAP_LEN] = { 0xaa, 0xaa, 0x03, 0, 0, 0xf8 };
	bool snap = false;

	if (likely(len >= WLAN_SNAP_LEN + 2)) {
		uint16_t type = body[6] << 8 | body[7];

		snap = type >= WLAN_ETHERTYPE_MIN &&
			(memcmp(body, rfc1042, WLAN_SNAP_LEN) == 0 ?
			 type != WLAN_ETHERTYPE_AARP && type != WLAN_ETHERTYPE_IPX :
			 memcmp(body, bridge_tunnel, WLAN_SNAP_LEN) == 0);
	}
	msdu->llc = !snap;
	msdu->body = snap ? body + WLAN_SNAP_LEN : body;
	msdu->body_len = snap ? len - WLAN_SNAP_LEN : len;
	return likely(snap) || len <= WLAN_8023_LEN_MAX ? WLAN_DROP_NONE : WLAN_DROP_LLC;
}

/*
 * Look at one frame, len bytes: header, body and fcs_len bytes of FCS, which is a
 * constant: WLAN_FCS_LEN or 0. On WLAN_DROP_NONE all of msdu is set and points into
 * frame; else its content is undefined.
 *
 * An A-MSDU is dropped, but for the one whose only subframe the chip left in it
 * (WLAN_RXF_AMSDU_CUT). Where that begins like LLC/SNAP the QoS bit was forged
 * (CVE-2020-24588): it is dropped, and so should be its fellows of the same A-MSDU,
 * which only the caller knows. WLAN_DROP_NOT_FOR_US never comes from here.
 *
 * The plain case is what bulk traffic from an access point is made of: QoS data,
 * from the DS, three addresses, not protected, not a fragment, no A-MSDU.
 */
static __rte_always_inline enum wlan_drop
wlan_decap(const uint8_t *frame, uint32_t len, uint32_t fcs_len,
	   struct wlan_rxinfo info, struct wlan_msdu *msdu)
{
	const uint32_t hdr_len = WLAN_HDR_LEN + WLAN_QOS_LEN;
	const uint16_t plain_mask = WLAN_FC_VERSION | WLAN_FC_TYPE | 0x00f0 |
		WLAN_FC_TO_DS | WLAN_FC_FROM_DS | WLAN_FC_MORE_FRAG |
		WLAN_FC_PROTECTED | WLAN_FC_HTC;
	const uint32_t odd_flags = WLAN_RXF_FCS_ERROR | WLAN_RXF_ICV_ERROR |
		WLAN_RXF_AMSDU | WLAN_RXF_AMSDU_CUT | WLAN_RXF_PAD2;
	struct wlan_msdu copy = { 0 };
	enum wlan_drop drop;

	if (unlikely(len < hdr_len + WLAN_SNAP_LEN + 2 + fcs_len) ||
	    unlikely((wlan_le16(frame) & plain_mask) !=
		     (WLAN_FC_TYPE_DATA | WLAN_FC_QOS | WLAN_FC_FROM_DS)) ||
	    unlikely((info.flags & odd_flags) != 0) ||
	    unlikely((frame[WLAN_OFF_SEQ] & WLAN_SEQ_FRAG) != 0) ||
	    unlikely((wlan_le16(frame + WLAN_OFF_QOS) &
		      (WLAN_QOS_AMSDU | WLAN_QOS_MESH)) != 0))
		goto odd;

	msdu->da = frame + WLAN_OFF_A1;
	msdu->sa = frame + WLAN_OFF_A3;
	return wlan_strip_llc(frame + hdr_len, len - hdr_len - fcs_len, msdu);
odd:
	/* Through a copy, so that the plain case keeps msdu in registers. */
	drop = wlan_decap_odd(frame, len, fcs_len, info, &copy);
	*msdu = copy;
	return drop;
}

/*
 * The chip translated the header: len bytes of an Ethernet packet as it is, no FCS.
 * A length field in the place of the EtherType stays where it is, as part of the
 * body. WLAN_DROP_NONE, or WLAN_DROP_SHORT below 14 bytes.
 */
static __rte_always_inline enum wlan_drop
wlan_translated(const uint8_t *frame, uint32_t len, struct wlan_msdu *msdu)
{
	if (unlikely(len < RTE_ETHER_HDR_LEN))
		return WLAN_DROP_SHORT;
	msdu->da = frame;
	msdu->sa = frame + RTE_ETHER_ADDR_LEN;
	msdu->body = frame + 2 * RTE_ETHER_ADDR_LEN;
	msdu->body_len = len - 2 * RTE_ETHER_ADDR_LEN;
	msdu->llc = false;
	return WLAN_DROP_NONE;
}

/* Bytes of the Ethernet packet, without FCS. */
static inline uint32_t
wlan_ethernet_len(const struct wlan_msdu *msdu)
{
	return 2 * RTE_ETHER_ADDR_LEN + (msdu->llc ? 2 : 0) + msdu->body_len;
}

/* Bytes in front of the body. */
static inline uint32_t
wlan_ethernet_head(const struct wlan_msdu *msdu)
{
	return 2 * RTE_ETHER_ADDR_LEN + (msdu->llc ? 2 : 0);
}

/* Write what stands in front of the body: addresses, and a length field where
 * the body has no EtherType. dst has room for wlan_ethernet_head() bytes. */
static inline void
wlan_write_head(uint8_t *dst, const struct wlan_msdu *msdu)
{
	memcpy(dst, msdu->da, RTE_ETHER_ADDR_LEN);
	memcpy(dst + RTE_ETHER_ADDR_LEN, msdu->sa, RTE_ETHER_ADDR_LEN);
	if (unlikely(msdu->llc)) {
		dst[12] = msdu->body_len >> 8;
		dst[13] = msdu->body_len & 0xff;
	}
}

/* Write the packet; dst has room for wlan_ethernet_len() bytes and does not
 * overlap the frame. */
static inline void
wlan_write_ethernet(uint8_t *dst, const struct wlan_msdu *msdu)
{
	wlan_write_head(dst, msdu);
	memcpy(dst + wlan_ethernet_head(msdu), msdu->body, msdu->body_len);
}

#endif /* WLAN_DECAP_H */
