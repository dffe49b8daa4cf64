/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The bursts of wport_rx.h, wport_monitor.h and wport_tx.h with this family's descriptors. */

#include "wport_monitor.h"
#include "wport_rx.h"
#include "wport_tx.h"

#include "rtw89u.h"
#include "rtw89u_txd.h"

/* C2H: category, class, function, sequence, then a length that counts these 8
 * bytes (morrownr/rtw89 fw.h). Events have no taker yet. */
#define C2H_HDR_LEN 8u

static void
count_other(struct wport_rxq *q, uint32_t type, uint32_t len)
{
	switch (type) {
	case RTW89U_RPKT_PPDU_STAT:
		q->stats.units[RTW89U_UNIT_PPDU_STAT]++;
		break;
	case RTW89U_RPKT_C2H:
		q->stats.units[RTW89U_UNIT_C2H]++;
		if (len < C2H_HDR_LEN)
			q->stats.notes[RTW89U_NOTE_C2H_SHORT]++;
		break;
	default:
		q->stats.units[RTW89U_UNIT_OTHER]++;
		break;
	}
}

static inline unsigned int
decap(struct wport_rxq *q __rte_unused, const struct wport_unit *unit, struct wlan_rxinfo info,
      struct wlan_msdu *msdu)
{
	return wlan_decap(unit->payload, unit->len, WLAN_FCS_LEN, info, msdu);
}

#define GOES_ON (RTE_BIT32(RTW89U_WALK_SHORT_DESC) | RTE_BIT32(RTW89U_WALK_OVERRUN))

/* How the chip lays out a descriptor, and which chip it is. */
static inline struct rtw89u_ax_layout
layout_of(const struct wport_rxq *q)
{
	struct rtw89u_ax_layout layout;

	memcpy(&layout, &q->layout, sizeof(layout));
	return layout;
}

void
rtw89u_rxq_init(const struct wport *port, struct wport_rxq *q)
{
	struct rtw89u_ax_layout layout =
		rtw89u_ax_layout(port->conf.family_arg[0] == RTW89U_LAYOUT_LINUX,
				 rtw89u_chip_of(port->chip)->is_8852c);

	layout.chip = rtw89u_chip_index(port->chip);
	memcpy(&q->layout, &layout, sizeof(layout));
}

/* BE: RTL8922A. */

static inline bool
be_next(const struct wport_rxq *q __rte_unused, struct wport_walk *w,
	struct wport_unit *unit)
{
	return rtw89u_walk_next(w, unit);
}

static inline bool
be_is_frame(const struct wport_unit *unit)
{
	return rtw89u_rxd_type(unit->rxd0) == RTW89U_RPKT_WIFI;
}

static void
be_other(struct wport_rxq *q, const struct wport_unit *unit)
{
	count_other(q, rtw89u_rxd_type(unit->rxd0), unit->len);
}

static inline struct wlan_rxinfo
be_info(const struct wport_unit *unit)
{
	return rtw89u_rxd_decode_info(unit->rxd);
}

static inline uint64_t
be_ppdu_key(const struct wport_unit *unit)
{
	return wport_word(unit->rxd, 4);
}

static inline void
be_ppdu(uint64_t key, struct rte_wlan_rx *ppdu)
{
	rtw89u_rxd_decode_ppdu(key, ppdu);
}

static inline void
be_radio(struct wport_rxq *q __rte_unused, const struct wport_unit *unit,
	 struct wlan_rxinfo info, struct rte_wlan_rx *radio)
{
	rtw89u_rxd_decode_radio(unit->rxd, unit->rxd0, info, radio);
}

static unsigned int
be_why(const struct wport_rxq *q __rte_unused, const struct wport_walk *w)
{
	return rtw89u_walk_why(w);
}

static uint32_t
be_claimed(const struct wport_rxq *q __rte_unused, const struct wport_walk *w)
{
	return rtw89u_walk_claimed(w);
}

static const struct wport_rx_ops be_rx_ops = {
	.next = be_next,
	.is_frame = be_is_frame,
	.other = be_other,
	.info = be_info,
	.decap = decap,
	.ppdu_key = be_ppdu_key,
	.ppdu = be_ppdu,
	.radio = be_radio,
	.why = be_why,
	.claimed = be_claimed,
	.goes_on = GOES_ON,
	.prefetch = RTE_CACHE_LINE_SIZE,
};

static uint16_t
rx_burst_be(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_rx_burst(queue, pkts, nb_pkts, &be_rx_ops);
}

/* AX: RTL8851B, 8852A, 8852B, 8852C. */

static inline bool
ax_next(const struct wport_rxq *q, struct wport_walk *w, struct wport_unit *unit)
{
	return rtw89u_walk_next_ax(w, layout_of(q), unit);
}

static inline bool
ax_is_frame(const struct wport_unit *unit)
{
	return rtw89u_ax_type(unit->rxd0) == RTW89U_RPKT_WIFI;
}

static void
ax_other(struct wport_rxq *q, const struct wport_unit *unit)
{
	count_other(q, rtw89u_ax_type(unit->rxd0), unit->len);
}

static inline struct wlan_rxinfo
ax_info(const struct wport_unit *unit)
{
	return rtw89u_ax_decode_info(unit->rxd, unit->rxd0);
}

/* Word 1, and above it how wide its BW is. */
static inline uint64_t
ax_ppdu_key(const struct wport_unit *unit)
{
	return (uint64_t)unit->aux << 32 | wport_word(unit->rxd, 1);
}

static inline void
ax_ppdu(uint64_t key, struct rte_wlan_rx *ppdu)
{
	rtw89u_ax_decode_ppdu(key, key >> 32 != 0, ppdu);
}

static inline void
ax_radio(struct wport_rxq *q __rte_unused, const struct wport_unit *unit,
	 struct wlan_rxinfo info, struct rte_wlan_rx *radio)
{
	rtw89u_ax_decode_radio(unit->rxd, unit->rxd0, info, radio);
}

static unsigned int
ax_why(const struct wport_rxq *q __rte_unused, const struct wport_walk *w)
{
	return rtw89u_walk_why_ax(w);
}

static uint32_t
ax_claimed(const struct wport_rxq *q, const struct wport_walk *w)
{
	return rtw89u_walk_claimed_ax(w, layout_of(q));
}

static const struct wport_rx_ops ax_rx_ops = {
	.next = ax_next,
	.is_frame = ax_is_frame,
	.other = ax_other,
	.info = ax_info,
	.decap = decap,
	.ppdu_key = ax_ppdu_key,
	.ppdu = ax_ppdu,
	.radio = ax_radio,
	.why = ax_why,
	.claimed = ax_claimed,
	.goes_on = GOES_ON,
	.prefetch = RTE_CACHE_LINE_SIZE,
};

static uint16_t
rx_burst_ax(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_rx_burst(queue, pkts, nb_pkts, &ax_rx_ops);
}

/* Monitor mode. */

/* Decryption in monitor mode is nobody's: no key is ever given to the chip. */
static void
monitor_flags(struct wlan_rxinfo info, struct wlan_monitor *mon)
{
	mon->flags |= WLAN_MON_FCS | WLAN_MON_TSFT;
	mon->flags |= (info.flags & WLAN_RXF_FCS_ERROR) != 0 ? WLAN_MON_FCS_BAD : 0;
	mon->flags |= (info.flags & WLAN_RXF_ICV_ERROR) != 0 ? WLAN_MON_ICV_ERROR : 0;
	mon->flags |= (info.flags & WLAN_RXF_AMPDU) != 0 ? WLAN_MON_AMPDU : 0;
	mon->tsft_us = mon->rx.tsft_us;
}

/*
 * What frames and status of one PPDU have in common: the counter of 3 bits, the
 * radio, and the rate, as Linux asks for too.
 */
static inline uint32_t
be_ppdu_number(const struct wport_unit *unit)
{
	const uint32_t mask = RTW89U_RXD4_PPDU_CNT | RTW89U_RXD4_BW | RTW89U_RXD4_GI_LTF |
		RTW89U_RXD4_DATARATE;

	return (wport_word(unit->rxd, 4) & mask) |
		((unit->rxd0 & RTW89U_RXD0_BB_SEL) != 0);
}

static inline uint32_t
ax_ppdu_number(const struct wport_unit *unit)
{
	const uint32_t mask = RTW89U_AX1_PPDU_CNT | RTW89U_AX1_DATARATE | RTW89U_AX1_GI_LTF |
		RTW89U_AX1_BW;

	return (wport_word(unit->rxd, 1) & mask) |
		((unit->rxd0 & RTW89U_AX0_BB_SEL) != 0);
}

static unsigned int
be_facts(struct wport_rxq *q __rte_unused, const struct wport_unit *unit,
	 struct wlan_monitor *mon, uint32_t *ppdu, const uint8_t **frame, uint32_t *len)
{
	struct wlan_rxinfo info = rtw89u_rxd_decode(unit->rxd, unit->rxd0, &mon->rx);

	monitor_flags(info, mon);
	rtw89u_ppdu_type(wport_word(unit->rxd, 4) & RTW89U_RXD4_PPDU_TYPE, mon);
	if ((mon->rx.flags & RTE_WLAN_RX_RSSI) != 0) {
		mon->flags |= WLAN_MON_SIGNAL;
		mon->signal_dbm = mon->rx.rssi_dbm;
	}
	*ppdu = be_ppdu_number(unit);
	*frame = unit->payload;
	*len = unit->len;
	return WLAN_DROP_NONE;
}

static unsigned int
ax_facts(struct wport_rxq *q __rte_unused, const struct wport_unit *unit,
	 struct wlan_monitor *mon, uint32_t *ppdu, const uint8_t **frame, uint32_t *len)
{
	struct wlan_rxinfo info = rtw89u_ax_decode(unit->rxd, unit->rxd0, unit->aux != 0,
						   &mon->rx);

	monitor_flags(info, mon);
	rtw89u_ppdu_type(wport_word(unit->rxd, 1) & RTW89U_AX1_PPDU_TYPE, mon);
	if ((info.flags & WLAN_RXF_AMPDU) != 0) {
		mon->flags |= WLAN_MON_AMPDU_LAST_KNOWN;
		mon->flags |= rtw89u_ax_ampdu_last(unit->rxd) ? WLAN_MON_AMPDU_LAST : 0;
	}
	*ppdu = ax_ppdu_number(unit);
	*frame = unit->payload;
	*len = unit->len;
	return WLAN_DROP_NONE;
}

static bool
read_status(struct wport_rxq *q, const struct wport_unit *unit,
	    const struct rtw89u_ppdu_desc *desc, struct wport_status *status)
{
	const struct wport_chip *chip = rtw89u_chip_at(layout_of(q).chip);
	enum rtw89u_ppdu_end end;
	struct rtw89u_ppdu ppdu;

	end = rtw89u_ppdu_decode(&rtw89u_chip_of(chip)->ppdu, desc, unit->payload, unit->len,
				 &ppdu);
	if (end != RTW89U_PPDU_OK) {
		q->stats.notes[RTW89U_NOTE_OF(end)]++;
		return false;
	}
	rtw89u_ppdu_to_monitor(&ppdu, &status->add);
	return true;
}

static bool
be_status(struct wport_rxq *q, const struct wport_unit *unit, struct wport_status *status)
{
	uint32_t rxd3, rxd4;

	if (rtw89u_rxd_type(unit->rxd0) != RTW89U_RPKT_PPDU_STAT)
		return false;
	rxd3 = wport_word(unit->rxd, 3);
	rxd4 = wport_word(unit->rxd, 4);
	status->ppdu = be_ppdu_number(unit);
	status->phy = (unit->rxd0 & RTW89U_RXD0_BB_SEL) != 0;
	return read_status(q, unit, &(struct rtw89u_ppdu_desc){
		.to_self = (rxd3 & RTW89U_RXD3_A1_MATCH) != 0,
		.cck = WPORT_GET(RTW89U_RXD4_DATARATE, rxd4) < RTW89U_RATE_OFDM6,
		.ppdu_cnt = WPORT_GET(RTW89U_RXD4_PPDU_CNT, rxd4),
		.phy = (unit->rxd0 & RTW89U_RXD0_BB_SEL) != 0,
	}, status);
}

static bool
ax_status(struct wport_rxq *q, const struct wport_unit *unit, struct wport_status *status)
{
	uint32_t rxd1, rxd3;

	if (rtw89u_ax_type(unit->rxd0) != RTW89U_RPKT_PPDU_STAT)
		return false;
	rxd1 = wport_word(unit->rxd, 1);
	rxd3 = wport_word(unit->rxd, 3);
	status->ppdu = ax_ppdu_number(unit);
	status->phy = (unit->rxd0 & RTW89U_AX0_BB_SEL) != 0;
	return read_status(q, unit, &(struct rtw89u_ppdu_desc){
		.mac_info = (unit->rxd0 & RTW89U_AX0_MAC_INFO_VLD) != 0,
		.to_self = (rxd3 & RTW89U_AX3_A1_MATCH) != 0,
		.cck = WPORT_GET(RTW89U_AX1_DATARATE, rxd1) < RTW89U_RATE_OFDM6,
		.ppdu_cnt = WPORT_GET(RTW89U_AX1_PPDU_CNT, rxd1),
		.phy = (unit->rxd0 & RTW89U_AX0_BB_SEL) != 0,
	}, status);
}

static const struct wport_monitor_ops be_monitor_ops = { be_facts, be_status };
static const struct wport_monitor_ops ax_monitor_ops = { ax_facts, ax_status };

static uint16_t
rx_monitor_be(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_monitor_burst(queue, pkts, nb_pkts, &be_rx_ops, &be_monitor_ops);
}

static uint16_t
rx_monitor_ax(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts)
{
	return wport_monitor_burst(queue, pkts, nb_pkts, &ax_rx_ops, &ax_monitor_ops);
}

eth_rx_burst_t
rtw89u_rx_burst_of(const struct wport *port)
{
	bool be = rtw89u_chip_of(port->chip)->be;

	if (wport_is_monitor(port))
		return be ? rx_monitor_be : rx_monitor_ax;
	return be ? rx_burst_be : rx_burst_ax;
}

/*
 * Transmit. There is no association, and so no peer that the chip knows: its number
 * is 0. Nor is there a BlockAck agreement, without which no frame may go in an A-MPDU:
 * Linux allows it for a TID after ADDBA alone (morrownr/rtw89 core.c).
 */
static __rte_always_inline struct rtw89u_txd_conf
txd_conf(const struct wport_txq *q, enum rtw89u_txd_format format)
{
	return (struct rtw89u_txd_conf){
		.format = format,
		.dma = rtw89u_chip_of(q->chip)->dma[q->ac],
		.agg_num = 0,
	};
}

static __rte_always_inline uint32_t
tx_head(struct wport_txq *q, uint8_t *dst, const uint8_t *eth, uint32_t len, uint32_t *skip,
	uint32_t *body, enum rtw89u_txd_format format)
{
	const struct rtw89u_txd_conf conf = txd_conf(q, format);
	struct wlan_txinfo info;
	uint32_t head;

	head = wlan_encap(dst + rtw89u_txd_len(format), eth, len, &q->bssid, q->ac, q->tid,
			  wport_tx_seq(q), skip, body, &info);
	return head + rtw89u_txd_write(dst, &conf, &info);
}

static __rte_always_inline uint32_t
tx_inject(struct wport_txq *q, uint8_t *dst, const struct wlan_txinfo *info,
	  enum rtw89u_txd_format format)
{
	const struct rtw89u_txd_conf conf = txd_conf(q, format);

	return rtw89u_txd_write(dst, &conf, info);
}

static inline uint32_t
tx_tail(uint8_t *start __rte_unused, uint32_t len)
{
	return len;
}

/* Two bursts for each descriptor. */
#define TX_BURSTS(name, format) \
static inline uint32_t \
name ## _head(struct wport_txq *q, uint8_t *dst, const uint8_t *eth, uint32_t len, \
	      uint32_t *skip, uint32_t *body) \
{ \
	return tx_head(q, dst, eth, len, skip, body, format); \
} \
static inline uint32_t \
name ## _inject(struct wport_txq *q, uint8_t *dst, struct wlan_txinfo *info) \
{ \
	return tx_inject(q, dst, info, format); \
} \
static const struct wport_tx_ops name ## _tx_ops = { \
	.head = name ## _head, \
	.inject = name ## _inject, \
	.tail = tx_tail, \
	.zlp = true, \
}; \
static uint16_t \
tx_burst_ ## name(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts) \
{ \
	return wport_tx_burst(queue, pkts, nb_pkts, &name ## _tx_ops, false); \
} \
static uint16_t \
tx_monitor_ ## name(void *queue, struct rte_mbuf **pkts, uint16_t nb_pkts) \
{ \
	return wport_tx_burst(queue, pkts, nb_pkts, &name ## _tx_ops, true); \
}

TX_BURSTS(ax, RTW89U_TXD_AX)
TX_BURSTS(ax_8852c, RTW89U_TXD_AX_8852C)
TX_BURSTS(be, RTW89U_TXD_BE)

eth_tx_burst_t
rtw89u_tx_burst_of(const struct wport *port)
{
	static const struct {
		eth_tx_burst_t ethernet, monitor;
	} bursts[] = {
		[RTW89U_TXD_AX] = { tx_burst_ax, tx_monitor_ax },
		[RTW89U_TXD_AX_8852C] = { tx_burst_ax_8852c, tx_monitor_ax_8852c },
		[RTW89U_TXD_BE] = { tx_burst_be, tx_monitor_be },
	};
	enum rtw89u_txd_format format = rtw89u_chip_of(port->chip)->txd;

	return wport_is_monitor(port) ? bursts[format].monitor : bursts[format].ethernet;
}
