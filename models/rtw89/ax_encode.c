/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../bytes.h"
#include "ax.h"
#include "ax_regs.h"
#include "chan_idx.h"
#include "event.h"
#include "status.h"

/* PPDU_STAT 0xCE40: b1 puts the MAC info in front (morrownr/rtw89 reg.h, mac.c).
 * OpenIPC/devourer clears it and gets a status without. */
#define APP_MAC_INFO_RPT 0x2u

static struct ax_rxd
rxd_of(const struct rtw89 *chip)
{
	return (struct ax_rxd){
		.layout = chip->ax.layout,
		.v1 = chip->kind->ax_v1,
		.fcs = rtw89_regs_get(&chip->regs, AX_MPDU_PROC) & 1,
		.short_ctrl = !chip->sw.ctrl_long,
		.bb_sel = chip->sw.bb_sel,
		.channel = chan_idx_channel(chip->sw.chan_idx),
	};
}

uint32_t
ax_encode_frame(const struct rtw89 *chip, const struct air_frame *frame, uint8_t *out)
{
	struct ax_rxd rxd = rxd_of(chip);

	rxd.own = rtw89_filter_a1_match(chip, frame);
	return ax_rxd_put_frame(&rxd, frame, out);
}

uint32_t
ax_encode_status(const struct rtw89 *chip, const struct air_frame *last, uint8_t *out)
{
	struct ax_rxd rxd = rxd_of(chip);
	struct status_facts facts = rtw89_status_facts(chip);
	uint32_t len;

	facts.mac_info = rtw89_regs_get(&chip->regs, AX_PPDU_STAT) & APP_MAC_INFO_RPT;
	len = status_put(&status_form_ax, &facts, last, out + AX_RXD_SHORT);
	ax_rxd_put_short(out, RPKT_PPDU_STAT, len, facts.mac_info);
	ax_rxd_put_ppdu_words(&rxd, last, out);
	/* rtw89 takes "to self" from here, not from the MAC info. */
	put_le32(out + 12, facts.a1_match ? AX_RXD_DW3_A1_MATCH : 0);
	return AX_RXD_SHORT + len;
}

uint32_t
ax_encode_c2h(const struct rtw89 *chip, const struct air_frame *last, uint8_t *out)
{
	ax_rxd_put_short(out, RPKT_C2H, EVENT_LEN, false);
	put_le32(out + 8, (uint32_t)(last->end_ns / 1000));
	event_put(chip, out + AX_RXD_SHORT);
	return AX_RXD_SHORT + EVENT_LEN;
}

uint32_t
ax_encode_short(const struct rtw89 *chip, unsigned int rpkt_type, uint32_t packet_len,
		uint8_t *out)
{
	(void)chip;
	ax_rxd_put_short(out, rpkt_type, packet_len, false);
	return AX_RXD_SHORT;
}

uint32_t
ax_status_room(const struct rtw89 *chip)
{
	return AX_RXD_SHORT + STATUS_MAX(chip->sw.plcp * 8u, chip->sw.rx_cnt);
}
