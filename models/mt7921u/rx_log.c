/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

/* A line of the log for the unit in m->unit. The chip tells chains, no level of the whole,
 * and counts no PPDUs: their frames share a timestamp. */

#define DBM_MIN (-110)

static int32_t
channel_mhz(uint8_t code)
{
	if (code > 180)
		return 5950 + 5 * ((code - 181) * 4 + 1);
	if (code > 14)
		return 5000 + 5 * code;
	return code == 14 ? 2484 : 2407 + 5 * code;
}

static int32_t
chain_dbm(const struct rxv_kind *rxv, int32_t rssi_dbm, int32_t chain)
{
	int32_t dbm = rssi_dbm + chain * rxv->chain_step_db;

	return dbm < DBM_MIN ? DBM_MIN : dbm;
}

void
mt7921_log_unit(struct mt7921 *m, const struct rx_units *u, const struct air_frame *frame,
		uint32_t len)
{
	const struct rxd *r = &u->rxd;
	uint32_t head = mt7921_rxd_len(r) + 2u * r->hdr_offset;
	bool vector = (r->groups & RXD_GROUP(3)) != 0, ht = frame->rate.mode >= AIR_HT;
	struct core_frame_facts f = {
		.data = m->unit + head, .len = len - head,
		.tsft_us = (r->groups & RXD_GROUP(2)) != 0 ? (int64_t)r->timestamp :
			   CORE_LOG_NONE,
		.rate = vector ? &frame->rate : NULL,
		.signal_dbm = CORE_LOG_NONE,
		.chain0_dbm = vector ? chain_dbm(&m->sw.rxv, frame->rssi_dbm, 0) :
			      CORE_LOG_NONE,
		.chain1_dbm = vector ? chain_dbm(&m->sw.rxv, frame->rssi_dbm, 1) :
			      CORE_LOG_NONE,
		.freq_mhz = channel_mhz(r->ch_freq),
		.ampdu = frame->ampdu,
		.ppdu = CORE_LOG_NONE,
		.fcs_bad = frame->fcs_bad,
		.stbc = vector ? (ht ? m->sw.rxv.stbc : 0) : CORE_LOG_NONE,
		.ldpc = vector ? ht && m->sw.rxv.ldpc : CORE_LOG_NONE,
	};

	core_log_frame(&m->dev, &f);
}
