/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rtw89.h"

/* RX_FLTR_OPT (morrownr/rtw89 reg.h, mac_be.c). BC and MC are stored
 * but not obeyed: group-addressed frames always pass, because what the chip
 * does with them clear is not published. */
#define SNIFFER_MODE 0x00000001u
#define A1_MATCH 0x00000002u
#define CRC32_ERR 0x00000800u
#define MPDU_MAX_LEN(v) (((v) >> 16 & 0x3f) * 512)

bool
rtw89_filter_a1_match(const struct rtw89 *chip, const struct air_frame *frame)
{
	uint8_t mac[6];

	if (frame->len < 10 + 4)
		return false;
	rtw89_mac_get(chip, mac);
	return memcmp(frame->data + 4, mac, 6) == 0;
}

/* A field per subtype, 1 to the host; extension frames count as data. */
static bool
type_wanted(const struct rtw89 *chip, const struct air_frame *frame)
{
	const struct rtw89_kind *kind = chip->kind;
	uint8_t type = frame->data[0] >> 2 & 3, subtype = frame->data[0] >> 4;
	uint32_t bits = kind->type_filter_bits;
	uint32_t value = rtw89_regs_get(&chip->regs,
					kind->type_filter[type < 2 ? type : 2]);

	return (value >> subtype * bits & ((1u << bits) - 1)) == 1;
}

static bool
heard(const struct rtw89_radio *radio, const struct air_rate *rate)
{
	uint8_t streams = rate->mode == AIR_HT ? rate->mcs / 8 + 1 : rate->nss;

	return radio->streams == 0 ||
	       (rate->mode <= radio->mode && streams <= radio->streams &&
		rate->bw <= radio->bw);
}

bool
rtw89_filter_accepts(struct rtw89 *chip, const struct air_frame *frame)
{
	uint32_t options = rtw89_regs_get(&chip->regs, chip->kind->rx_fltr_opt);
	bool group = frame->len >= 10 + 4 && (frame->data[4] & 1) != 0;

	if (!heard(&chip->kind->radio, &frame->rate))
		chip->count.filtered_rate++;
	else if (frame->fcs_bad && (options & CRC32_ERR) == 0)
		chip->dev.count.filtered_crc++;
	else if (frame->len > MPDU_MAX_LEN(options))
		chip->dev.count.filtered_length++;
	else if (!type_wanted(chip, frame))
		chip->dev.count.filtered_type++;
	else if ((options & SNIFFER_MODE) == 0 && (options & A1_MATCH) != 0 &&
		 !group && !rtw89_filter_a1_match(chip, frame))
		chip->dev.count.filtered_address++;
	else
		return true;
	return false;
}
