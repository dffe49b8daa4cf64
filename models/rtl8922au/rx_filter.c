/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "chip.h"

/* RX_FLTR_OPT 0x11420 (morrownr/rtw89 reg.h, mac_be.c). BC and MC are stored
 * but not obeyed: group-addressed frames always pass, because what the chip
 * does with them clear is not published. */
#define SNIFFER_MODE 0x00000001u
#define A1_MATCH 0x00000002u
#define CRC32_ERR 0x00000800u
#define MPDU_MAX_LEN(v) (((v) >> 16 & 0x3f) * 512)

bool
r8922_filter_a1_match(const struct usb_device *dev, const struct air_frame *frame)
{
	uint8_t mac[6];

	if (frame->len < 10 + 4)
		return false;
	r8922_regs_get_bytes(&dev->regs, REG_MACID, mac, 6);
	return memcmp(frame->data + 4, mac, 6) == 0;
}

/* One bit per subtype, 1 to the host (0x11424, 0x11428, 0x1142C). */
static bool
type_wanted(const struct usb_device *dev, const struct air_frame *frame)
{
	static const uint32_t registers[] = {
		REG_MGNT_FLTR, REG_CTRL_FLTR, REG_DATA_FLTR, REG_DATA_FLTR,
	};
	uint8_t type = frame->data[0] >> 2 & 3, subtype = frame->data[0] >> 4;

	return r8922_regs_get(&dev->regs, registers[type]) >> subtype & 1;
}

bool
r8922_filter_accepts(struct usb_device *dev, const struct air_frame *frame)
{
	uint32_t options = r8922_regs_get(&dev->regs, REG_RX_FLTR_OPT);
	bool group = frame->len >= 10 + 4 && (frame->data[4] & 1) != 0;

	if (frame->fcs_bad && (options & CRC32_ERR) == 0)
		dev->count.filtered_crc++;
	else if (frame->len > MPDU_MAX_LEN(options))
		dev->count.filtered_length++;
	else if (!type_wanted(dev, frame))
		dev->count.filtered_type++;
	else if ((options & SNIFFER_MODE) == 0 && (options & A1_MATCH) != 0 &&
		 !group && !r8922_filter_a1_match(dev, frame))
		dev->count.filtered_address++;
	else
		return true;
	return false;
}
