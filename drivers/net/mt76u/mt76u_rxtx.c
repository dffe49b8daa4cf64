/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The bursts of wport_rx.h, wport_monitor.h and wport_tx.h with this family's
 * descriptors. */

#include "wport_monitor.h"
#include "wport_rx.h"
#include "wport_tx.h"

#include "mt76u.h"
#include "mt76u_txd.h"

/* An event's header behind the descriptor: 12 bytes (openwrt/mt76
 * mt76_connac_mcu.h). Events have no taker yet. */
#define EVENT_HDR_LEN 12u

static inline bool
next(const struct wport_rxq *q __rte_unused, struct wport_walk *w, struct wport_unit *unit)
{
	return mt76u_walk_next(w, unit);
}

static inline bool
is_frame(const struct wport_unit *unit)
{
	return mt76u_rxd_is_frame(unit->rxd0);
}

static void
other(struct wport_rxq *q, const struct wport_unit *unit)
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
rx_info(const struct wport_unit *unit)
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

static inline unsigned int
decap(const struct wport_unit *unit, struct wlan_rxinfo info, struct wlan_msdu *msdu)
{
	uint32_t rxd2 = mt76u_word(unit->rxd, 2);
	enum mt76u_drop drop = mt76u_rxd_drop(unit->aux, rxd2);

	if (unlikely(drop != MT76U_DROP_NONE))
		return family_drop(drop);
	if (mt76u_rxd_is_translated(rxd2))
		return take_translated(unit, rxd2, info, msdu);
	return wlan_decap(unit->payload, unit->len, 0, info, msdu);
}

static inline uint64_t
ppdu_key(const struct wport_unit *unit)
{
	return mt76u_ppdu_key(unit->rxd, unit->aux);
}

static inline void
decode_ppdu(uint64_t key, struct rte_wlan_rx *ppdu)
{
	mt76u_ppdu_decode(key, ppdu);
}

static inline void
decode_radio(struct wport_rxq *q, const struct wport_unit *unit, struct wlan_rxinfo info,
	     struct rte_wlan_rx *radio)
{
	struct mt76u_ampdu ampdu;

	RTE_BUILD_BUG_ON(sizeof(ampdu) != sizeof(q->chip_state));
	memcpy(&ampdu, &q->chip_state, sizeof(ampdu));
	mt76u_rxd_decode_radio(unit->rxd, unit->aux, info, &ampdu, radio);
	memcpy(&q->chip_state, &ampdu, sizeof(ampdu));
}

static unsigned int
why(const struct wport_rxq *q, const struct wport_walk *w)
{
	return mt76u_walk_why(w, q->xfer->data);
}

static uint32_t
claimed(const struct wport_rxq *q __rte_unused, const struct wport_walk *w)
{
	return mt76u_walk_claimed(w);
}

static const struct wport_rx_ops rx_ops = {
	.next = next,
	.is_frame = is_frame,
	.other = other,
	.info = rx_info,
	.decap = decap,
	.ppdu_key = ppdu_key,
	.ppdu = decode_ppdu,
	.radio = decode_radio,
	.why = why,
	.claimed = claimed,
	.goes_on = RTE_BIT32(MT76U_WALK_OVERRUN),
	.prefetch = RTE_CACHE_LINE_SIZE,
};

static uint16_t
rx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_rx_burst(queue, pkts, nb_pkts, &rx_ops);
}

/* Monitor mode. */

static enum mt76u_drop
monitor_drop(const struct wport_unit *unit, struct wlan_rxinfo info)
{
	uint32_t rxd2 = mt76u_word(unit->rxd, 2);
	enum mt76u_drop drop = mt76u_rxd_drop(unit->aux, rxd2);

	if (drop != MT76U_DROP_NONE)
		return drop;
	if (mt76u_rxd_is_translated(rxd2))
		return MT76U_DROP_TRANSLATED;
	return (info.flags & WLAN_RXF_AMSDU_CUT) != 0 ? MT76U_DROP_AMSDU_PART :
		MT76U_DROP_NONE;
}

static unsigned int
facts(struct wport_rxq *q, const struct wport_unit *unit, struct wlan_monitor *mon,
      uint32_t *ppdu, const uint8_t **frame, uint32_t *len)
{
	struct wlan_rxinfo info = rx_info(unit);
	enum mt76u_drop drop = monitor_drop(unit, info);
	struct mt76u_ampdu ampdu;
	struct rte_wlan_rx phy;

	if (drop != MT76U_DROP_NONE)
		return family_drop(drop);
	decode_ppdu(ppdu_key(unit), &phy);
	decode_radio(q, unit, info, &phy);
	memcpy(&ampdu, &q->chip_state, sizeof(ampdu));
	mt76u_rxd_decode_monitor(unit->rxd, unit->aux, info, &ampdu, &phy, mon);
	*ppdu = (info.flags & WLAN_RXF_AMPDU) != 0 ? ampdu.ref : 0;
	*frame = unit->payload;
	*len = unit->len;
	return WLAN_DROP_NONE;
}

static const struct wport_monitor_ops monitor_ops = {
	.facts = facts,
	.status = NULL,
};

static uint16_t
monitor_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_monitor_burst(queue, pkts, nb_pkts, &rx_ops, &monitor_ops);
}

/* Transmit. */

/* The packet goes as it is: the chip makes the 802.11 frame. */
static inline uint32_t
tx_head(struct wport_txq *q, uint8_t *dst, const uint8_t *eth, uint32_t len,
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
tx_inject(struct wport_txq *q __rte_unused, uint8_t *dst, struct wlan_txinfo *info)
{
	mt76u_txd_80211(dst, info, MT76U_WLAN_IDX_NONE);
	return MT76U_TX_HEAD_LEN;
}

/* The head is whole words: what the frame lacks, the transfer lacks. */
static inline uint32_t
tx_tail(uint8_t *start, uint32_t len)
{
	uint32_t tail = mt76u_tx_tail_len(len);

	memset(start + len, 0, tail);
	return len + tail;
}

static const struct wport_tx_ops tx_ops = {
	.head = tx_head,
	.inject = tx_inject,
	.tail = tx_tail,
	.zlp = false,		/* the first word says how long it is */
};

static uint16_t
tx_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_tx_burst(queue, pkts, nb_pkts, &tx_ops, false);
}

static uint16_t
inject_burst(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_tx_burst(queue, pkts, nb_pkts, &tx_ops, true);
}

static const struct {
	eth_rx_burst_t rx, monitor;
	eth_tx_burst_t tx, inject;
} bursts[] = {
	[MT76U_CONNAC2] = { rx_burst, monitor_burst, tx_burst, inject_burst },
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
