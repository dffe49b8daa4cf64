/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WLAN_ENCAP_H
#define WLAN_ENCAP_H

/*
 * An Ethernet packet becomes an 802.11 data frame of a station: what stands in
 * front of its payload is written, the payload is the caller's to copy.
 *
 *   | 802.11 header, QoS data, to the DS: 26 | LLC/SNAP: 6 | EtherType, payload |
 *
 * A1 is the access point, A2 the packet's source, A3 its destination. The station's
 * own packets have its own address as their source; another one stays as it is.
 *
 * Nothing here keeps a pointer, allocates, or reads outside what it is given; any
 * thread may call it.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_ether.h>

#include "wlan_80211.h"
#include "wlan_txinfo.h"

#define WLAN_ENCAP_HDR_LEN (WLAN_HDR_LEN + WLAN_QOS_LEN)
#define WLAN_ENCAP_HEAD_MAX (WLAN_ENCAP_HDR_LEN + WLAN_SNAP_LEN)

static inline void
wlan_put_le16(uint8_t *p, uint16_t v)
{
	p[0] = v & 0xff;
	p[1] = v >> 8;
}

/* The 26 bytes in front of LLC. dst may overlap eth. */
static inline void
wlan_write_data_header(uint8_t *dst, const uint8_t *eth,
		       const struct rte_ether_addr *bssid, uint8_t tid, uint16_t seq)
{
	uint64_t da, sa;

	/* Eight bytes each: the two too many are written over by what follows. */
	memcpy(&da, eth, sizeof(da));
	memcpy(&sa, eth + RTE_ETHER_ADDR_LEN, sizeof(sa));
	wlan_put_le16(dst, WLAN_FC_TYPE_DATA | WLAN_FC_QOS | WLAN_FC_TO_DS);
	wlan_put_le16(dst + 2, 0);	/* duration: the chip's */
	memcpy(dst + WLAN_OFF_A1, bssid, RTE_ETHER_ADDR_LEN);
	memcpy(dst + WLAN_OFF_A2, &sa, sizeof(sa));
	memcpy(dst + WLAN_OFF_A3, &da, sizeof(da));
	wlan_put_le16(dst + WLAN_OFF_SEQ, seq << 4);
	wlan_put_le16(dst + WLAN_OFF_QOS, tid);
}

/* LLC/SNAP in front of an EtherType. */
static inline void
wlan_write_snap(uint8_t *dst, uint16_t type)
{
	bool tunnel = type == WLAN_ETHERTYPE_AARP || type == WLAN_ETHERTYPE_IPX;

	wlan_put_le16(dst, 0xaaaa);
	wlan_put_le16(dst + 2, 0x0003);
	wlan_put_le16(dst + 4, unlikely(tunnel) ? 0xf800 : 0x0000);
}

/*
 * eth: the packet's first RTE_ETHER_HDR_LEN bytes, of len in all; len at least
 * that. An EtherType of 0x600 and more gets LLC/SNAP in front (bridge tunnel for
 * 0x80f3 and 0x8137); below that it is an 802.3 length, whose own LLC is the
 * payload: as many bytes go as it says, or as there are where it says more.
 *
 * bssid: address 1. ac: enum wlan_ac; tid: 0..7; seq: 0..4095, more is cut off.
 *
 * dst has room for WLAN_ENCAP_HEAD_MAX bytes; it may overlap eth, which is read
 * before the first byte is written. Returns the bytes written; *skip: how many bytes
 * of the packet they stand for (12 or 14); *body: how many bytes of the packet
 * follow, from *skip on. All of info is set; no rate and no retries are wished for,
 * and flags are QOS, with GROUP and NO_ACK where bssid is a group address.
 */
static __rte_always_inline uint32_t
wlan_encap(uint8_t *dst, const uint8_t *eth, uint32_t len,
	   const struct rte_ether_addr *bssid, uint8_t ac, uint8_t tid, uint16_t seq,
	   uint32_t *skip, uint32_t *body, struct wlan_txinfo *info)
{
	uint16_t type = eth[12] << 8 | eth[13];
	uint32_t head = WLAN_ENCAP_HDR_LEN;

	*info = WLAN_TXINFO_NONE;
	wlan_write_data_header(dst, eth, bssid, tid, seq);
	if (likely(type >= WLAN_ETHERTYPE_MIN)) {
		wlan_write_snap(dst + head, type);
		head += WLAN_SNAP_LEN;
		*skip = 2 * RTE_ETHER_ADDR_LEN;
		*body = len - 2 * RTE_ETHER_ADDR_LEN;
	} else {
		*skip = RTE_ETHER_HDR_LEN;
		*body = RTE_MIN(type, len - RTE_ETHER_HDR_LEN);
	}
	info->len = head + *body;
	info->flags = WLAN_TXF_QOS;
	if (unlikely((bssid->addr_bytes[0] & 1) != 0))
		info->flags |= WLAN_TXF_GROUP | WLAN_TXF_NO_ACK;
	info->fc = WLAN_FC_TYPE_DATA | WLAN_FC_QOS | WLAN_FC_TO_DS;
	info->seq = seq & WLAN_SEQ_MAX;
	info->hdr_len = WLAN_ENCAP_HDR_LEN;
	info->tid = tid;
	info->ac = ac;
	return head;
}

/*
 * A frame that goes out as it is, header first, len bytes without FCS, of which n
 * are at frame: its facts come from its header. info is WLAN_TXINFO_NONE, or that
 * and what wlan_radiotap_read() added: len, fc, seq, hdr_len, tid and ac are set,
 * flags are added:
 *
 *   QOS      QoS data
 *   OWN_SEQ  it has a sequence number (management, data)
 *   GROUP    address 1 is a group address
 *   NO_ACK   that, or QoS ack policy No Ack or Block Ack, or CTS and Ack, which
 *            nobody answers
 *
 * tid is 0 without QoS; ac is VO for management and control frames. False when it is
 * no frame that can be sent, and info is as it was: shorter than its header, or its
 * header longer than n; version not 0; type 3 (extension), whose headers other bands
 * use.
 */
bool wlan_tx_frame(const uint8_t *frame, uint32_t n, uint32_t len,
		   struct wlan_txinfo *info);

/* Access category of a TID (0..7, higher bits are not looked at) as user priorities
 * map, IEEE Std 802.11-2020, table 10-1. Returns enum wlan_ac. */
static inline uint8_t
wlan_tid_to_ac(uint8_t tid)
{
	static const uint8_t acs[8] = {
		WLAN_AC_BE, WLAN_AC_BK, WLAN_AC_BK, WLAN_AC_BE,
		WLAN_AC_VI, WLAN_AC_VI, WLAN_AC_VO, WLAN_AC_VO,
	};

	return acs[tid & 7];
}

/* The TID that stands for a category (enum wlan_ac, less than WLAN_AC_MAX): BE 0,
 * BK 1, VI 5, VO 6. */
static inline uint8_t
wlan_ac_to_tid(uint8_t ac)
{
	static const uint8_t tids[WLAN_AC_MAX] = {
		[WLAN_AC_BE] = 0, [WLAN_AC_BK] = 1, [WLAN_AC_VI] = 5, [WLAN_AC_VO] = 6,
	};

	return tids[ac];
}

#endif /* WLAN_ENCAP_H */
