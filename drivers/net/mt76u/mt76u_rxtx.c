/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The bursts of wport_rx.h, wport_monitor.h and wport_tx.h with this family's
 * descriptors. */

#include "wport_monitor.h"
#include "wport_rx.h"
#include "wport_tx.h"

#include "mt76u.h"
#include "mt76u_amsdu.h"
#include "mt76u_txd.h"

/* An event's header behind the descriptor: 12 bytes (openwrt/mt76
 * mt76_connac_mcu.h). Events have no taker yet. */
#define EVENT_HDR_LEN 12u

static inline bool
connac2_next(const struct wport_rxq *q __rte_unused, struct wport_walk *w,
	     struct wport_unit *unit)
{
	return mt76u_walk_next(w, unit);
}

static inline bool
connac2_is_frame(const struct wport_unit *unit)
{
	return mt76u_rxd_is_frame(unit->rxd0);
}

static void
connac2_other(struct wport_rxq *q, const struct wport_unit *unit)
{
	switch (mt76u_rxd_type(unit->rxd0)) {
	case MT76U_PKT_EVENT:
		q->stats.units[MT76U_UNIT_EVENT]++;
		if (unit->len < EVENT_HDR_LEN)
			q->stats.notes[MT76U_NOTE_EVENT_SHORT]++;
		break;
	case MT76U_PKT_TXS:
		q->stats.units[MT76U_UNIT_TX_STATUS]++;
		break;
	default:
		q->stats.units[MT76U_UNIT_OTHER]++;
		break;
	}
}

static inline struct wlan_rxinfo
connac2_info(const struct wport_unit *unit)
{
	return mt76u_rxd_decode_info(unit->rxd);
}

/* As counters and callers of decap() count drops. */
static inline unsigned int
family_drop(enum mt76u_drop drop)
{
	return WLAN_DROP_MAX + drop - 1;
}

/* A frame that is Ethernet already, and may still be one that nobody can use. */
static inline enum wlan_drop
take_translated(const struct wport_unit *unit, uint32_t rxd2, struct wlan_rxinfo info,
		struct wlan_msdu *msdu)
{
	bool encrypted = (unit->aux & MT76U_RXD1_SEC_MODE) != 0;

	if (unlikely((info.flags & WLAN_RXF_FCS_ERROR) != 0))
		return WLAN_DROP_FCS_ERROR;
	if (unlikely((info.flags & WLAN_RXF_ICV_ERROR) != 0))
		return WLAN_DROP_ICV_ERROR;
	if (unlikely(encrypted && (info.flags & WLAN_RXF_HW_DEC) == 0))
		return WLAN_DROP_PROTECTED;
	if (unlikely(mt76u_rxd_translated_fragment(unit->rxd, unit->aux, rxd2)))
		return WLAN_DROP_FRAGMENT;
	return wlan_translated(unit->payload, unit->len, msdu);
}

/* Sequence number of a part of an A-MSDU, 0 where nobody says it. */
static uint32_t
part_seq(const struct wport_unit *unit, bool translated)
{
	if (!translated)
		return unit->len < WLAN_HDR_LEN ? 0 :
			wlan_le16(unit->payload + WLAN_OFF_SEQ) >> 4;
	if ((unit->aux & MT76U_RXD1_GROUP_4) == 0)
		return 0;
	return WPORT_GET(MT76U_GROUP_4_SEQ, wport_word(unit->rxd + MT76U_RXD_LEN, 2));
}

/* Out of line: A-MSDUs that the chip took apart, and what follows one. */
static __rte_noinline bool
is_forged(struct wport_rxq *q, const struct wport_unit *unit, struct wlan_rxinfo info)
{
	uint32_t payload = WPORT_GET(MT76U_RXD4_PAYLOAD, wport_word(unit->rxd, 4));
	bool translated = mt76u_rxd_is_translated(wport_word(unit->rxd, 2));
	bool snap = translated ? wlan_is_snap(unit->payload, unit->len) :
		wlan_body_is_snap(unit->payload, unit->len, info);

	return mt76u_amsdu_part(&q->amsdu, payload, part_seq(unit, translated), snap);
}

/* The receiver address of a translated frame is gone: it is the destination, or, to an
 * access point, not ours. Frames too short for an address have a drop of their own. */
static inline bool
is_for_us(uint64_t own_ra, const struct wport_unit *unit, bool translated)
{
	if (!translated)
		return unlikely(unit->len < WLAN_OFF_A2) ||
			wlan_ra_is_for(unit->payload + WLAN_OFF_A1, own_ra);
	return unlikely(unit->len < RTE_ETHER_ADDR_LEN) ||
		(wlan_ra_is_for(unit->payload, own_ra) &&
		 likely(!mt76u_rxd_translated_to_ap(unit->rxd, unit->aux)));
}

static inline unsigned int
connac2_decap(struct wport_rxq *q, const struct wport_unit *unit,
	      struct wlan_rxinfo info, struct wlan_msdu *msdu)
{
	uint64_t own_ra = __atomic_load_n(&q->own_ra, __ATOMIC_RELAXED);
	uint32_t rxd2 = wport_word(unit->rxd, 2);
	enum mt76u_drop drop = mt76u_rxd_drop(unit->aux, rxd2);
	bool translated = mt76u_rxd_is_translated(rxd2);

	if (unlikely((info.flags & WLAN_RXF_AMSDU_CUT) != 0 || q->amsdu != 0) &&
	    is_forged(q, unit, info))
		return family_drop(MT76U_DROP_AMSDU_FORGED);
	if (own_ra != 0 && unlikely(!is_for_us(own_ra, unit, translated)))
		return WLAN_DROP_NOT_FOR_US;
	if (unlikely(drop != MT76U_DROP_NONE))
		return family_drop(drop);
	if (translated)
		return take_translated(unit, rxd2, info, msdu);
	return wlan_decap(unit->payload, unit->len, 0, info, msdu);
}

static inline uint64_t
connac2_ppdu_key(const struct wport_unit *unit)
{
	return mt76u_ppdu_key(unit->rxd, unit->aux);
}

static inline void
connac2_ppdu(uint64_t key, struct rte_wlan_rx *ppdu)
{
	mt76u_ppdu_decode(key, ppdu);
}

static inline void
connac2_radio(struct wport_rxq *q, const struct wport_unit *unit,
	      struct wlan_rxinfo info, struct rte_wlan_rx *radio)
{
	struct mt76u_ampdu ampdu;

	RTE_BUILD_BUG_ON(sizeof(ampdu) != sizeof(q->chip_state));
	memcpy(&ampdu, &q->chip_state, sizeof(ampdu));
	mt76u_rxd_decode_radio(unit->rxd, unit->aux, info, &ampdu, radio);
	memcpy(&q->chip_state, &ampdu, sizeof(ampdu));
}

static unsigned int
connac2_why(const struct wport_rxq *q, const struct wport_walk *w)
{
	return mt76u_walk_why(w, q->xfer->data, q->xfer->full);
}

static uint32_t
connac2_claimed(const struct wport_rxq *q __rte_unused, const struct wport_walk *w)
{
	return mt76u_walk_claimed(w);
}

static const struct wport_rx_ops connac2_rx_ops = {
	.next = connac2_next,
	.is_frame = connac2_is_frame,
	.other = connac2_other,
	.info = connac2_info,
	.decap = connac2_decap,
	.ppdu_key = connac2_ppdu_key,
	.ppdu = connac2_ppdu,
	.radio = connac2_radio,
	.why = connac2_why,
	.claimed = connac2_claimed,
	.goes_on = RTE_BIT32(MT76U_WALK_SHORT_DESC) | RTE_BIT32(MT76U_WALK_OVERRUN),
	.prefetch = RTE_CACHE_LINE_SIZE,
};

static uint16_t
connac2_rx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_rx_burst(queue, pkts, nb_pkts, &connac2_rx_ops);
}

/* Monitor mode. */

static enum mt76u_drop
monitor_drop(const struct wport_unit *unit, struct wlan_rxinfo info)
{
	uint32_t rxd2 = wport_word(unit->rxd, 2);
	enum mt76u_drop drop = mt76u_rxd_drop(unit->aux, rxd2);

	if (drop != MT76U_DROP_NONE)
		return drop;
	if (mt76u_rxd_is_translated(rxd2))
		return MT76U_DROP_TRANSLATED;
	return (info.flags & WLAN_RXF_AMSDU_CUT) != 0 ? MT76U_DROP_AMSDU_PART :
		MT76U_DROP_NONE;
}

static unsigned int
connac2_facts(struct wport_rxq *q, const struct wport_unit *unit,
	      struct wlan_monitor *mon, uint32_t *ppdu, const uint8_t **frame,
	      uint32_t *len)
{
	struct wlan_rxinfo info = connac2_info(unit);
	enum mt76u_drop drop = monitor_drop(unit, info);
	struct mt76u_ampdu ampdu;
	struct rte_wlan_rx phy;

	if (drop != MT76U_DROP_NONE)
		return family_drop(drop);
	connac2_ppdu(connac2_ppdu_key(unit), &phy);
	connac2_radio(q, unit, info, &phy);
	memcpy(&ampdu, &q->chip_state, sizeof(ampdu));
	mt76u_rxd_decode_monitor(unit->rxd, unit->aux, info, &ampdu, &phy, mon);
	*ppdu = (info.flags & WLAN_RXF_AMPDU) != 0 ? ampdu.ref : 0;
	*frame = unit->payload;
	*len = unit->len;
	return WLAN_DROP_NONE;
}

static const struct wport_monitor_ops connac2_monitor_ops = {
	.facts = connac2_facts,
	.status = NULL,
};

static uint16_t
connac2_monitor_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_monitor_burst(queue, pkts, nb_pkts, &connac2_rx_ops, &connac2_monitor_ops);
}

/* Transmit. */

/* The packet goes as it is: the chip makes the 802.11 frame. */
static inline uint32_t
connac2_tx_head(struct wport_txq *q, uint8_t *dst, const uint8_t *eth, uint32_t len,
		uint32_t *skip, uint32_t *body)
{
	const struct wlan_txinfo info = {
		.flags = WLAN_TXF_QOS, .ac = q->ac, .tid = q->tid,
	};
	const uint8_t *type = eth + 2 * RTE_ETHER_ADDR_LEN;

	mt76u_txd_ethernet(dst, len, type[0] << 8 | type[1], &info);
	*skip = 0;
	*body = len;
	return MT76U_TX_HEAD_LEN;
}

static inline uint32_t
connac2_tx_inject(struct wport_txq *q __rte_unused, uint8_t *dst, struct wlan_txinfo *info)
{
	mt76u_txd_80211(dst, info, MT76U_WLAN_IDX_NONE);
	return MT76U_TX_HEAD_LEN;
}

/* The head is whole words: what the frame lacks, the transfer lacks. */
static inline uint32_t
connac2_tx_tail(uint8_t *start, uint32_t len)
{
	uint32_t tail = mt76u_tx_tail_len(len);

	memset(start + len, 0, tail);
	return len + tail;
}

static const struct wport_tx_ops connac2_tx_ops = {
	.head = connac2_tx_head,
	.inject = connac2_tx_inject,
	.tail = connac2_tx_tail,
	.zlp = false,		/* the first word says how long it is */
};

static uint16_t
connac2_tx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_tx_burst(queue, pkts, nb_pkts, &connac2_tx_ops, false);
}

static uint16_t
connac2_inject_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_tx_burst(queue, pkts, nb_pkts, &connac2_tx_ops, true);
}

static const struct {
	eth_rx_burst_t rx, monitor;
	eth_tx_burst_t tx, inject;
} bursts[] = {
	[MT76U_CONNAC2] = {
		connac2_rx_burst, connac2_monitor_burst,
		connac2_tx_burst, connac2_inject_burst,
	},
};

eth_rx_burst_t
mt76u_rx_burst_of(const struct wport *port)
{
	enum mt76u_gen gen = mt76u_chip_of(port->chip)->gen;

	return wport_is_monitor(port) ? bursts[gen].monitor : bursts[gen].rx;
}

eth_tx_burst_t
mt76u_tx_burst_of(const struct wport *port)
{
	enum mt76u_gen gen = mt76u_chip_of(port->chip)->gen;

	return wport_is_monitor(port) ? bursts[gen].inject : bursts[gen].tx;
}
