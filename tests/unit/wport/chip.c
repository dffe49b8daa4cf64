/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include <rte_cycles.h>

#include "chip.h"
#include "wport_hold_work.h"

int toy_logtype;
struct toy_hw toy_hw;

static inline bool
next(const struct wport_rxq *q, struct wport_walk *w, struct wport_unit *unit)
{
	uint32_t left = wport_walk_left(w), len;

	if (left < TOY_DESC)
		return false;
	len = wlan_le16(w->pos);
	if (len == 0 || len > left - TOY_DESC)
		return false;
	unit->rxd = w->pos;
	unit->payload = w->pos + TOY_DESC;
	unit->len = len;
	unit->rxd0 = len;
	w->pos += RTE_MIN(RTE_ALIGN_CEIL(TOY_DESC + len, 8u), left);
	return true;
}

static inline bool
is_frame(const struct wport_unit *unit)
{
	return unit->rxd[2] == TOY_FRAME;
}

static void
other(struct wport_rxq *q, const struct wport_unit *unit)
{
	q->stats.units[unit->rxd[2]]++;
	q->stats.notes[0] += unit->len;
}

static inline struct wlan_rxinfo
info(const struct wport_unit *unit)
{
	struct wlan_rxinfo info = { 0 };

	if ((unit->rxd[4] & TOY_FCS_BAD) != 0)
		info.flags |= WLAN_RXF_FCS_ERROR;
	return info;
}

static inline unsigned int
decap(struct wport_rxq *q __rte_unused, const struct wport_unit *unit, struct wlan_rxinfo info,
      struct wlan_msdu *msdu)
{
	if ((unit->rxd[4] & TOY_FORGED) != 0)
		return WLAN_DROP_MAX;
	return wlan_decap(unit->payload, unit->len, WLAN_FCS_LEN, info, msdu);
}

static inline uint64_t
ppdu_key(const struct wport_unit *unit)
{
	return unit->rxd[6] | (unit->rxd[4] & TOY_NO_RATE) << 8;
}

static inline void
ppdu(uint64_t key, struct rte_wlan_rx *ppdu)
{
	*ppdu = (struct rte_wlan_rx){ 0 };
	if ((key >> 8) != 0)
		return;
	*ppdu = (struct rte_wlan_rx){
		.flags = RTE_WLAN_RX_RATE, .mode = RTE_WLAN_VHT, .mcs = key & 0xff,
		.nss = 1, .bw_mhz = 20,
	};
}

static uint32_t
clock_of(const struct wport_unit *unit)
{
	return wlan_le16(unit->rxd + 8) | (uint32_t)wlan_le16(unit->rxd + 10) << 16;
}

static inline void
radio(struct wport_rxq *q, const struct wport_unit *unit, struct wlan_rxinfo info,
      struct rte_wlan_rx *radio)
{
	radio->tsft_us = clock_of(unit);
	radio->flags |= RTE_WLAN_RX_TSFT;
	radio->ppdu = unit->rxd[3];
}

static unsigned int
why(const struct wport_rxq *q, const struct wport_walk *w)
{
	uint32_t left = wport_walk_left(w);

	if (left == 0)
		return TOY_GOOD;
	if (left < TOY_DESC)
		return TOY_SHORT_DESC;
	return wlan_le16(w->pos) == 0 ? TOY_ZERO : TOY_OVERRUN;
}

static uint32_t
claimed(const struct wport_rxq *q, const struct wport_walk *w)
{
	/* Word 0 is cut. */
	if (wport_walk_left(w) < 4)
		return 0;
	return RTE_ALIGN_CEIL(TOY_DESC + wlan_le16(w->pos), 8u);
}

static const struct wport_rx_ops rx_ops = {
	.next = next,
	.is_frame = is_frame,
	.other = other,
	.info = info,
	.decap = decap,
	.ppdu_key = ppdu_key,
	.ppdu = ppdu,
	.radio = radio,
	.why = why,
	.claimed = claimed,
	.goes_on = RTE_BIT32(TOY_SHORT_DESC) | RTE_BIT32(TOY_OVERRUN),
	.prefetch = 64,
};

uint16_t
toy_rx_burst(void *q, struct rte_mbuf **pkts, uint16_t n)
{
	return wport_rx_burst(q, pkts, n, &rx_ops);
}

static unsigned int
facts(struct wport_rxq *q, const struct wport_unit *unit, struct wlan_monitor *mon,
      uint32_t *number, const uint8_t **frame, uint32_t *len)
{
	uint8_t flags = unit->rxd[4], more = unit->rxd[7];

	*number = unit->rxd[3];
	*frame = unit->payload;
	*len = unit->len;
	ppdu(ppdu_key(unit), &mon->rx);
	mon->flags = (flags & TOY_NO_FCS) != 0 ? 0 : WLAN_MON_FCS;
	mon->rx.phy = more & TOY_PHY1;
	if ((more & TOY_ICV) != 0)
		mon->flags |= WLAN_MON_ICV_ERROR;
	if ((more & TOY_EOF) != 0)
		mon->rx.flags |= RTE_WLAN_RX_AMPDU_EOF;
	if ((more & TOY_DECRYPTED) != 0)
		mon->rx.flags |= RTE_WLAN_RX_DECRYPTED;
	if ((flags & TOY_FCS_BAD) != 0)
		mon->flags |= WLAN_MON_FCS_BAD;
	if ((flags & TOY_AMPDU) != 0)
		mon->flags |= WLAN_MON_AMPDU;
	if ((flags & TOY_SIGNAL) != 0)
		mon->flags |= WLAN_MON_SIGNAL;
	if ((flags & TOY_TSFT) != 0)
		mon->flags |= WLAN_MON_TSFT;
	if ((flags & TOY_PLAIN) != 0)
		mon->flags |= WLAN_MON_STBC_KNOWN | WLAN_MON_LDPC_KNOWN | WLAN_MON_BF_KNOWN;
	mon->signal_dbm = (int8_t)unit->rxd[5];
	mon->tsft_us = clock_of(unit);
	return (flags & TOY_FORGED) != 0 ? (unsigned int)WLAN_DROP_MAX : WLAN_DROP_NONE;
}

static bool
status(struct wport_rxq *q, const struct wport_unit *unit, struct wport_status *status)
{
	const uint8_t *p = unit->payload;
	uint8_t flags;

	if (unit->rxd[2] != TOY_STATUS || unit->len < TOY_ST_LEN)
		return false;
	flags = p[TOY_ST_FLAGS];
	status->ppdu = unit->rxd[3];
	status->phy = unit->rxd[7] & TOY_PHY1;
	status->add.signal_dbm = (int8_t)p[TOY_ST_SIGNAL];
	status->add.chains = p[TOY_ST_CHAINS];
	memcpy(status->add.chain_dbm, p + TOY_ST_CHAIN0, 4);
	status->add.stbc = p[TOY_ST_STBC];
	status->add.freq_mhz = wlan_le16(p + TOY_ST_FREQ);
	if ((flags & TOY_ST_HAS_SIGNAL) != 0)
		status->add.flags |= WLAN_MON_SIGNAL;
	if ((flags & TOY_ST_HAS_STBC) != 0)
		status->add.flags |= WLAN_MON_STBC_KNOWN;
	if ((flags & TOY_ST_HAS_LDPC) != 0)
		status->add.flags |= WLAN_MON_LDPC_KNOWN;
	if ((flags & TOY_ST_LDPC) != 0)
		status->add.flags |= WLAN_MON_LDPC;
	return true;
}

uint16_t
toy_monitor_burst(void *q, struct rte_mbuf **pkts, uint16_t n)
{
	static const struct wport_monitor_ops ops = { .facts = facts, .status = status };

	return wport_monitor_burst(q, pkts, n, &rx_ops, &ops);
}

uint16_t
toy_monitor_plain_burst(void *q, struct rte_mbuf **pkts, uint16_t n)
{
	static const struct wport_monitor_ops ops = { .facts = facts };

	return wport_monitor_burst(q, pkts, n, &rx_ops, &ops);
}

static void
write_desc(uint8_t *dst, const struct wlan_txinfo *info)
{
	wlan_put_le16(dst, info->len);
	dst[2] = info->ac;
	dst[3] = info->tid;
	wlan_put_le16(dst + 4, info->seq);
	wlan_put_le16(dst + 6, info->flags);
}

static uint32_t
head(struct wport_txq *q, uint8_t *dst, const uint8_t *eth, uint32_t len, uint32_t *skip,
     uint32_t *body)
{
	struct wlan_txinfo info;
	uint32_t n = wlan_encap(dst + TOY_TX_DESC, eth, len, &q->bssid, q->ac, q->tid,
				wport_tx_seq(q), skip, body, &info);

	write_desc(dst, &info);
	return TOY_TX_DESC + n;
}

static uint32_t
inject(struct wport_txq *q, uint8_t *dst, struct wlan_txinfo *info)
{
	write_desc(dst, info);
	return TOY_TX_DESC;
}

static uint32_t
tail(uint8_t *start, uint32_t len)
{
	memset(start + len, TOY_TAIL, TOY_TAIL_LEN);
	return len + TOY_TAIL_LEN;
}

static const struct wport_tx_ops tx_ops = {
	.head = head,
	.inject = inject,
	.tail = tail,
	.zlp = true,
};

uint16_t
toy_tx_burst(void *q, struct rte_mbuf **pkts, uint16_t n)
{
	return wport_tx_burst(q, pkts, n, &tx_ops, false);
}

uint16_t
toy_tx_inject_burst(void *q, struct rte_mbuf **pkts, uint16_t n)
{
	return wport_tx_burst(q, pkts, n, &tx_ops, true);
}

#define TOY_MODES_VHT 0xfu	/* CCK, OFDM, HT, VHT */

static const struct usb_id toy1_ids[] = { { 0x1234, 0x0001 }, { 0x1234, 0x0011 }, { 0, 0 } };
static const struct usb_id toy2_ids[] = { { 0x1234, 0x0002 }, { 0, 0 } };

static const struct wport_chip chips[] = {
	{
		.name = "toy1", .usb_ids = toy1_ids, .ep_in = 0x84, .ep_out = { 5, 6, 7, 8 }, .ep_mgmt = 9,
		.fcs = true, .buf_size = 32768, .unit_max = 11500,
		.hold_us_super = 64, .hold_us = 256, .hold_unit_us = 32,
		.hold_max_us = 8160, .rung_min_us = 32, .rung_max_us = 1024,
		.agg_unit = 1024, .agg_bytes = 20480,
		.agg_max_kib = 100, .agg_count_max = 255,
		.nss_max = 2, .bw_max_mhz = 80, .modes = TOY_MODES_VHT,
	},
	{
		.name = "toy2", .usb_ids = toy2_ids, .ep_in = 0x84, .ep_event = 0x85, .ep_out = { 4, 4, 4, 4 },
		.ep_mgmt = 4, .chip_csum = true, .buf_size = 8192, .unit_max = 4000,
		.hold_us_super = 0, .hold_us = 100, .hold_unit_us = 1, .hold_max_us = 255,
		.rung_min_us = 20, .rung_max_us = 255,
		.agg_unit = 4096, .agg_bytes = 4096, .agg_max_kib = 31,
		.agg_count = 10, .agg_count_max = 31,
		.nss_max = 4, .bw_max_mhz = 160, .modes = WPORT_MODES_HE,
	},
	{
		.name = "toy9", .ep_in = 0x84, .ep_out = { 4, 4, 4, 4 }, .ep_mgmt = 4,
		.buf_size = 8192, .unit_max = 4000, .hold_unit_us = 1, .hold_max_us = 255,
		.rung_min_us = 16, .rung_max_us = 128,
		.agg_unit = 1024, .agg_bytes = 8192, .agg_max_kib = 31,
		.agg_count = 10, .agg_count_max = 31,
	},
	{
		.name = "toy0", .ep_in = 0x84, .ep_out = { 4, 4, 4, 4 }, .ep_mgmt = 4,
		.buf_size = 8192, .unit_max = 4000,
		.hold_unit_us = 1, .agg_unit = 1024, .agg_bytes = 4096, .agg_max_kib = 31,
		.agg_count_max = 31,
	},
};

static const struct wport_chip *
chip_at(unsigned int i)
{
	return i < RTE_DIM(chips) ? &chips[i] : NULL;
}

static const char * const keys[] = { WPORT_KEYS, "toy-word", NULL };

static bool
has_word(const struct wport_chip *chip)
{
	return chip == &chips[0];
}

static const struct wport_word words[] = {
	{ "toy-word", "plain|fancy", has_word },
	{ NULL, NULL, NULL }
};
static const char * const ends[] = { "good", "short_desc", "overrun", "zero", NULL };
static const char * const units[] = { "frame", "status", "event", NULL };
static const char * const drops[] = { "forged", NULL };
static const char * const notes[] = { "other_bytes", NULL };

static eth_rx_burst_t
rx_burst(const struct wport *port)
{
	return wport_is_monitor(port) ? toy_monitor_burst : toy_rx_burst;
}

static eth_tx_burst_t
tx_burst(const struct wport *port)
{
	return wport_is_monitor(port) ? toy_tx_inject_burst : toy_tx_burst;
}

static int
hw_init(struct wport *port)
{
	port->mac = (struct rte_ether_addr){ { 2, 0, 0, 0, 0, 7 } };
	return toy_hw.init_ret;
}

static uint32_t
clamped(uint32_t value, uint32_t max)
{
	return max != 0 ? RTE_MIN(value, max) : value;
}

static int
hw_set_agg(struct wport *port, const struct wport_agg *agg, struct wport_agg *now)
{
	unsigned int i = toy_hw.nb_agg++;

	CU_ASSERT_EQUAL(pthread_mutex_trylock(&port->lock), EBUSY);
	if (i < TOY_WRITES) {
		toy_hw.writes[i].agg = *agg;
		toy_hw.writes[i].ns = wport_hold_clock_ns();
		toy_hw.writes[i].brief = port->reg_brief;
	}
	rte_delay_us_sleep(toy_hw.agg_takes_ms * 1000);
	if (toy_hw.agg_ret != 0)
		return toy_hw.agg_ret;
	if (!toy_hw.agg_dead) {
		toy_hw.agg = *agg;
		toy_hw.agg.hold_us = clamped(agg->hold_us, toy_hw.clamp_us);
		toy_hw.agg.bytes = clamped(agg->bytes, toy_hw.clamp_bytes);
	}
	*now = toy_hw.agg;
	return 0;
}

static int
hw_set_filter(struct wport *port)
{
	toy_hw.nb_filter++;
	toy_hw.promiscuous = port->promiscuous;
	return toy_hw.filter_ret;
}

static int
hw_set_rx(struct wport *port, bool on)
{
	if (toy_hw.rx_ret == 0)
		toy_hw.rx_on = on;
	return toy_hw.rx_ret;
}

const struct wport_family toy_family = {
	.tag = "TOY",
	.logtype = &toy_logtype,
	.brings_up = true,
	.keys = keys,
	.words = words,
	.chip_at = chip_at,
	.ends = ends,
	.units = units,
	.drops = drops,
	.notes = notes,
	.end_is_error = RTE_BIT32(TOY_SHORT_DESC) | RTE_BIT32(TOY_OVERRUN) |
			RTE_BIT32(TOY_ZERO),
	.rx_burst = rx_burst,
	.tx_burst = tx_burst,
	.tx_overhead = TOY_TX_DESC + WLAN_ENCAP_HEAD_MAX + TOY_TAIL_LEN,
	.hw_init = hw_init,
	.hw_set_agg = hw_set_agg,
	.hw_set_filter = hw_set_filter,
	.hw_set_rx = hw_set_rx,
};
