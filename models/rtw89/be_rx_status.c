/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../bytes.h"
#include "be_rx_encode.h"
#include "event.h"
#include "status.h"

/* One user, the longer element. */
uint32_t
be_rx_status_room(const struct rtw89 *chip)
{
	return RXD_SHORT + STATUS_MAX(chip->sw.plcp * 8u, chip->sw.rx_cnt);
}

uint32_t
be_rx_encode_ppdu_status(const struct rtw89 *chip, const struct air_frame *last,
			    uint8_t *out)
{
	struct status_facts facts = rtw89_status_facts(chip);
	uint32_t len;

	facts.mac_info = true;	/* no bit of this descriptor says otherwise */
	len = status_put(&status_form_be, &facts, last, out + RXD_SHORT);
	be_rx_short_descriptor(out, RPKT_PPDU_STAT, len);
	/* rtw89 takes "to self" from here, not from the MAC info. */
	put_le32(out + 12, chip->ppdu.a1_match ? RXD_DW3_A1_MATCH : 0);
	be_rx_put_ppdu_words(chip, last, out);
	return RXD_SHORT + len;
}

uint32_t
be_rx_encode_c2h(const struct rtw89 *chip, const struct air_frame *last,
		    uint8_t *out)
{
	be_rx_short_descriptor(out, RPKT_C2H, EVENT_LEN);
	put_le32(out + 20, (uint32_t)(last->end_ns / 1000));
	event_put(chip, out + RXD_SHORT);
	return RXD_SHORT + EVENT_LEN;
}
