/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WLAN_80211_H
#define WLAN_80211_H

/*
 * Frame layout of IEEE Std 802.11-2020, 9.2 and 9.3.2. On the air every field is
 * little-endian; offsets are bytes from the start of the MAC header.
 *
 *  0       2        4       10      16      22   24      [30] [26]   [28]
 *  | FC    | dur    | A1    | A2    | A3    | SC | [A4]  [QoS] [HTC] | body | FCS |
 */

#define WLAN_FC_VERSION		0x0003u
#define WLAN_FC_TYPE		0x000cu
#define WLAN_FC_TYPE_MGMT	0x0000u
#define WLAN_FC_TYPE_CTRL	0x0004u
#define WLAN_FC_TYPE_DATA	0x0008u
#define WLAN_FC_NO_DATA		0x0040u	/* data subtypes that carry none */
#define WLAN_FC_CF		0x0030u	/* data subtypes with CF-Ack, CF-Poll */
#define WLAN_FC_QOS		0x0080u	/* of a data frame */
#define WLAN_FC_TO_DS		0x0100u
#define WLAN_FC_FROM_DS		0x0200u
#define WLAN_FC_MORE_FRAG	0x0400u
#define WLAN_FC_PROTECTED	0x4000u
#define WLAN_FC_HTC		0x8000u	/* of a QoS data frame; else Order */

#define WLAN_OFF_A1		4u
#define WLAN_OFF_A2		10u
#define WLAN_OFF_A3		16u
#define WLAN_OFF_SEQ		22u
#define WLAN_OFF_QOS		24u	/* of a 3-address frame */
#define WLAN_SEQ_FRAG		0x000fu
#define WLAN_SEQ_MAX		0x0fffu	/* largest sequence number */

#define WLAN_HDR_LEN		24u	/* 3 addresses, no QoS */
#define WLAN_QOS_LEN		2u
#define WLAN_HTC_LEN		4u
#define WLAN_FCS_LEN		4u

#define WLAN_QOS_TID		0x0007u	/* of a prioritized, not a parameterized stream */
#define WLAN_QOS_NO_ACK		0x0020u	/* ack policy No Ack, Block Ack: none at once */
#define WLAN_QOS_AMSDU		0x0080u
#define WLAN_QOS_MESH		0x0100u	/* mesh control present, 9.2.4.5.9 */

/* In front of each subframe of an A-MSDU, 9.3.2.2.2: DA, SA, length of what follows
 * (big-endian); behind each but the last, padding up to 4 bytes. */
#define WLAN_SUBFRAME_LEN	14u
#define WLAN_SUBFRAME_PAD_MAX	3u

/* LLC/SNAP in front of an EtherType: RFC 1042, and the bridge tunnel of
 * IEEE Std 802.1H for the protocols that RFC 1042 would make ambiguous. */
#define WLAN_SNAP_LEN		6u
#define WLAN_ETHERTYPE_AARP	0x80f3u
#define WLAN_ETHERTYPE_IPX	0x8137u
#define WLAN_ETHERTYPE_MIN	0x0600u	/* below it is a length, IEEE Std 802.3, 3.2.6 */
#define WLAN_8023_LEN_MAX	1500u	/* IEEE Std 802.3, 3.2.6 */

#endif /* WLAN_80211_H */
