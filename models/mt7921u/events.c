/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "chip.h"
#include "rxd.h"

/*
 * What is no frame: events of the processor, transmit status, other packet types.
 * Event header (openwrt/mt76 mt76_connac_mcu.h): length and packet type id, 2 bytes each,
 * event id, sequence number, option, reserved; extended event id, 2 reserved, direction.
 */
#define EVENT_HEADER 12u
#define EVENT_TYPE_ID 0xe000u
#define EID_DEBUG 0x27		/* unsolicited by its number */
#define DEBUG_BODY 8u
#define MCU_QUEUE_UNASKED 16u	/* events on endpoint 0x85; an estimate */
#define MCU_QUEUE_MAX 64u	/* ... and answers */

/* Transmit status: two words, then records of eight (mt7921/mac.c, mt76_connac2_mac.h). */
#define TXS_LEN (8u + 32u)
#define TXS_HOST (1u << 15)
#define TXS_BW 29
#define TXS_WCID 16
#define TXS_PID 24

uint32_t
mt7921_event_put(uint8_t *out, const struct event *event, const uint8_t *body,
		 uint32_t body_len)
{
	uint32_t len = RXD_BASE + EVENT_HEADER + body_len;

	memset(out, 0, RXD_BASE + EVENT_HEADER);
	put_le32(out, len | (uint32_t)RXD_EVENT << 27);
	put_le16(out + 24, (uint16_t)(len - RXD_BASE));
	put_le16(out + 26, EVENT_TYPE_ID);
	out[28] = event->eid;
	out[29] = event->seq;
	out[30] = event->option;
	out[32] = event->ext_eid;
	if (body_len != 0)
		memcpy(out + RXD_BASE + EVENT_HEADER, body, body_len);
	return len;
}

/* The unit in m->unit, to the data endpoint. */
static bool
add_unit(struct mt7921 *m, uint32_t len, uint64_t now_ns)
{
	return core_rx_add_unit(&m->dev, m->unit, len, false,
				&m->count.fifo_overflow_events, now_ns);
}

/* Transfers that wait on the second endpoint. */
static unsigned int
mcu_queue(const struct mt7921 *m)
{
	const struct core_transfer *t = m->dev.in[PIPE_MCU].first;
	unsigned int n = 0;

	for (; t != NULL; t = t->next)
		n++;
	return n;
}

/* Transfers of the second endpoint end as those of the first. */
static bool
add_to_mcu_endpoint(struct mt7921 *m, uint32_t len, uint64_t now_ns)
{
	uint8_t transfer[MCU_ANSWER_MAX + 8] = { 0 };

	memcpy(transfer, m->unit, len);
	if (core_bulk_in_event(&m->dev, PIPE_MCU, transfer, round_up32(len, 4) + 4, now_ns))
		return true;
	m->dev.count.no_memory_units++;
	return false;
}

static bool
on_data_endpoint(const struct mt7921 *m)
{
	return (mt7921_regs_get(&m->regs, REG_WFDMA_HOST_CONFIG) &
		HOST_CONFIG_USB_RXEVT_EP4_EN) != 0;
}

bool
mt7921_event_fits(const struct mt7921 *m, uint32_t len)
{
	if (!mt7921_rx_enabled(&m->dev))
		return true;	/* it is lost */
	return on_data_endpoint(m) ?
	       core_fifo_room(&m->dev, m->dev.now_ns) >= round_up32(len, 4) :
	       mcu_queue(m) < MCU_QUEUE_MAX;
}

bool
mt7921_event_send(struct mt7921 *m, const uint8_t *event, uint32_t len, uint64_t now_ns)
{
	if (!mt7921_rx_enabled(&m->dev)) {
		m->count.events_off++;
		return false;
	}
	memcpy(m->unit, event, len);
	return on_data_endpoint(m) ? add_unit(m, len, now_ns) :
	       add_to_mcu_endpoint(m, len, now_ns);
}

/* Nobody asked for it: a host that never reads there must not fill the memory, and
 * answers to commands must find room. */
bool
mt7921_event_unasked(struct mt7921 *m, const uint8_t *event, uint32_t len, uint64_t now_ns)
{
	if (on_data_endpoint(m) || mcu_queue(m) < MCU_QUEUE_UNASKED)
		return mt7921_event_send(m, event, len, now_ns);
	m->count.fifo_overflow_events++;
	return false;
}

/* Part of the firmware's log. */
void
mt7921_event_debug(struct mt7921 *m, uint64_t now_ns)
{
	const struct event event = { .eid = EID_DEBUG };
	uint8_t body[DEBUG_BODY], unit[EVENT_UNIT_MAX];
	uint32_t len;

	if (!m->mcu.log)
		return;
	put_le32(body, (uint32_t)m->ppdus);
	put_le32(body + 4, (uint32_t)(now_ns / 1000));
	len = mt7921_event_put(unit, &event, body, DEBUG_BODY);
	m->count.units_event += mt7921_event_unasked(m, unit, len, now_ns);
}

/* Types that are no frame, in turn; what they hold is made up. */
void
mt7921_unknown_unit(struct mt7921 *m, uint64_t now_ns)
{
	static const uint8_t types[] = {
		RXD_TXS, RXD_DUP_RFB, RXD_TMR, RXD_RETRIEVE, RXD_TXRX_NOTIFY,
		RXD_FW_MONITOR, RXD_NOTIFY_V0, RXD_TXRXV,
	};
	uint32_t type = types[m->frames / m->sw.unknown % sizeof(types)];

	memset(m->unit, 0xdb, TXS_LEN);
	put_le32(m->unit, TXS_LEN | type << 27);
	m->count.units_unknown += add_unit(m, TXS_LEN, now_ns);
}

/* Acknowledged: bits 18:16 of word 0 are zero. */
void
mt7921_tx_status(struct mt7921 *m, const struct txd *txd, const struct air_rate *rate,
		 uint64_t now_ns)
{
	uint8_t *record = m->unit + 8;

	memset(m->unit, 0, TXS_LEN);
	put_le32(m->unit, TXS_LEN | (uint32_t)RXD_TXS << 27);
	put_le32(record, (uint32_t)(rate->bw & 3) << TXS_BW | TXS_HOST |
		 mt7921_tx_rate_word(rate));
	put_le32(record + 8, (uint32_t)txd->wlan_idx << TXS_WCID);
	put_le32(record + 12, (uint32_t)txd->pid << TXS_PID);
	m->count.units_tx_status += add_unit(m, TXS_LEN, now_ns);
}
