/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chan_idx.h"
#include "rtw89.h"

/* The least that a status can say. */
#define LEAST_DBM (-110)

static int32_t
at_least(int32_t dbm)
{
	return dbm > LEAST_DBM ? dbm : LEAST_DBM;
}

/* What the PPDU status will tell, if there is one. */
static void
add_status(const struct rtw89 *chip, const struct air_frame *frame,
	   struct core_frame_facts *facts)
{
	bool one_path = chip->kind->paths == 1;

	facts->signal_dbm = at_least(frame->rssi_dbm);
	facts->chain0_dbm = facts->signal_dbm;
	if (!one_path)
		facts->chain1_dbm = at_least(frame->rssi_dbm - chip->sw.path_b_db);
	if (frame->rate.mode == AIR_CCK)
		return;		/* IE00 has neither channel nor coding */
	facts->freq_mhz = chan_idx_mhz(chip->sw.chan_idx);
	facts->stbc = 0;
	facts->ldpc = frame->rate.mode >= AIR_HT;
}

void
rtw89_log_frame(struct rtw89 *chip, const struct air_frame *frame)
{
	bool fcs = rtw89_regs_get(&chip->regs, chip->kind->mpdu_proc) & 1;
	struct core_frame_facts facts = {
		.data = frame->data,
		.len = frame->len - (fcs ? 0 : 4),
		.tsft_us = (uint32_t)(frame->start_ns / 1000),
		.rate = &frame->rate,
		.signal_dbm = CORE_LOG_NONE,
		.chain0_dbm = CORE_LOG_NONE,
		.chain1_dbm = CORE_LOG_NONE,
		.freq_mhz = CORE_LOG_NONE,
		.ampdu = frame->ampdu,
		.ppdu = frame->ppdu & 7,
		.fcs_present = fcs,
		.fcs_bad = frame->fcs_bad,
		.stbc = CORE_LOG_NONE,
		.ldpc = CORE_LOG_NONE,
	};

	if (chip->dev.log == NULL)
		return;
	if (chip->kind->signal_in_frame != NULL && chip->kind->signal_in_frame(chip))
		facts.signal_dbm = frame->rssi_dbm;
	if (rtw89_status_wanted(chip))
		add_status(chip, frame, &facts);
	core_log_frame(&chip->dev, &facts);
}
