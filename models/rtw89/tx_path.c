/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "rtw89.h"

const uint8_t rtw89_out_endpoints[] = { 0x05, 0x06, 0x07, 0x09, 0x0A, 0x0B, 0x0C, 0 };

/* Channels: 0 to 7 data, 8 and 10 management, 9 and 11 high queue of the first and
 * second band, 12 commands. */
const struct rtw89_tx_route rtw89_tx_routes_4[] = {
	{ 0, 0x09 }, { 1, 0x0A }, { 2, 0x0B }, { 3, 0x0C },
	{ 8, 0x05 }, { 9, 0x06 }, { 12, RTW89_EP_COMMANDS }, { 0, 0 },
};

const struct rtw89_tx_route rtw89_tx_routes_6[] = {
	{ 0, 0x09 }, { 2, 0x0B }, { 4, 0x0A }, { 6, 0x0C },
	{ 8, 0x05 }, { 9, 0x05 }, { 10, 0x06 }, { 11, 0x06 },
	{ 12, RTW89_EP_COMMANDS }, { 0, 0 },
};

/* Queue selection, morrownr/rtw89 core.h: 0 to 15 four access categories of four
 * interfaces, then queues of beacons and management (18: of the first band). */
static enum core_tx_queue
queue_of(uint8_t queue)
{
	static const enum core_tx_queue of[] = {
		CORE_TX_BE, CORE_TX_BK, CORE_TX_VI, CORE_TX_VO,
	};

	return queue < 16 ? of[queue & 3] : CORE_TX_MGMT;
}

static bool
routed(const struct rtw89 *chip, uint8_t channel, uint8_t ep)
{
	const struct rtw89_tx_route *r = chip->kind->tx.routes;

	for (; r->ep != 0; r++)
		if (r->channel == channel)
			return r->ep == ep;
	return false;
}

/* The first thing that is wrong: its counter. NULL: nothing. */
static uint64_t *
fault(struct rtw89 *chip, uint8_t ep, const struct rtw89_txd *txd, const uint8_t *frame,
      uint32_t len)
{
	struct core_counters *count = &chip->dev.count;
	uint32_t header = rtw89_tx_header_len(frame, len);

	if (txd->size != len)
		return &count->tx_bad_length;
	if (!routed(chip, txd->channel, ep))
		return &count->tx_bad_endpoint;
	if (header == 0 || (txd->header_len != 0 && txd->header_len != header))
		return &count->tx_bad_frame;
	return NULL;
}

static bool
choose_rate(const struct rtw89 *chip, const struct rtw89_txd *txd, struct air_rate *rate)
{
	static const struct air_rate basic = { .mode = AIR_OFDM, .nss = 1 };

	if (txd->fixed_rate)
		return rtw89_tx_rate(chip->kind->tx.form, txd, rate);
	*rate = queue_of(txd->queue) == CORE_TX_MGMT ? basic : chip->kind->tx.rate;
	return true;
}

/* The number comes from the descriptor, or from the chip's counter; the fragment
 * number stays. Control frames have none. */
static void
put_sequence(struct rtw89 *chip, const struct rtw89_txd *txd, uint8_t *frame, uint32_t len)
{
	uint16_t seq = txd->seq;

	if (len < 24 || (frame[0] & 0x04) != 0)
		return;
	if (txd->hw_seq)
		seq = chip->tx_seq++ & 0xfff;
	else
		chip->count.tx_seq_differs += get_le16(frame + 22) >> 4 != seq;
	put_le16(frame + 22, (uint16_t)(seq << 4 | (frame[22] & 0xf)));
}

static uint64_t
send(struct rtw89 *chip, const struct rtw89_txd *txd, const uint8_t *frame, uint32_t len)
{
	struct air_tx tx = {
		.data = chip->tx_frame, .len = len, .no_ack = txd->no_ack,
	};

	if (!choose_rate(chip, txd, &tx.rate)) {
		chip->dev.count.tx_bad_rate++;
		return chip->dev.now_ns;
	}
	chip->count.tx_reports_wanted += txd->report;
	memcpy(chip->tx_frame, frame, len);
	put_sequence(chip, txd, chip->tx_frame, len);
	return core_tx_send(&chip->dev, queue_of(txd->queue), &tx);
}

uint64_t
rtw89_out_transfer(struct usb_device *dev, uint8_t ep, const uint8_t *data, uint32_t len,
		   uint64_t now_ns)
{
	struct rtw89 *chip = rtw89_of(dev);
	struct rtw89_txd txd;
	uint64_t *wrong;

	if (ep == RTW89_EP_COMMANDS) {
		dev->count.tx_commands++;
		return now_ns;
	}
	if (!rtw89_tx_decode(chip->kind->tx.form, data, len, &txd)) {
		dev->count.tx_bad_descriptor++;
		return now_ns;
	}
	wrong = fault(chip, ep, &txd, data + txd.len, len - txd.len);
	if (wrong != NULL) {
		(*wrong)++;
		return now_ns;
	}
	return send(chip, &txd, data + txd.len, len - txd.len);
}
