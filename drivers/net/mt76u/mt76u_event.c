/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <rte_common.h>

#include "mt76u_event.h"
#include "wport_bits.h"

#define DW0_LENGTH	0x0000ffffu
#define DW0_FLAG	0x000f0000u
#define DW0_TYPE	0xf8000000u
#define TYPE_EVENT	7u
#define FLAG_FRAME	1u		/* an event that is a frame, forwarded by the firmware */

#define OPTION_ASIDE	0x04u
#define EXT_RATE_REPORT	0x87

#define UNI_CID		0u
#define UNI_STATUS	4u
#define UNI_LEN		8u

/* Answers no command, whatever its sequence number (openwrt/mt76 mt7921/mcu.c). */
static bool
is_aside(const struct mt76u_event *event)
{
	static const uint8_t asides[] = {
		0x07,	/* low power */
		0x0d,	/* scan done */
		0x0f,	/* sent */
		0x13,	/* beacons lost */
		0x23,	/* scheduled scan done */
		0x27,	/* debug text */
		0x96,	/* signal */
		0xf0,	/* core dump */
	};
	unsigned int i;

	if (event->seq == 0 || (event->option & OPTION_ASIDE) != 0 ||
	    event->ext_id == EXT_RATE_REPORT)
		return true;
	for (i = 0; i < RTE_DIM(asides); i++)
		if (event->id == asides[i])
			return true;
	return false;
}

enum mt76u_event_kind
mt76u_event_next(const uint8_t *data, uint32_t len, uint32_t *pos, struct mt76u_event *event)
{
	const uint8_t *p = data + *pos;
	uint32_t left = len - *pos, dw0, length;

	if (wport_all_zero(p, data + len))
		return MT76U_EVENT_NONE;
	*pos = len;
	if (left < 4)
		return MT76U_EVENT_BAD;
	dw0 = wport_word(p, 0);
	length = WPORT_GET(DW0_LENGTH, dw0);
	if (length == 0 || length > left)
		return MT76U_EVENT_BAD;
	*pos = len - left + RTE_MIN(RTE_ALIGN_CEIL(length, 4u), left);
	if (WPORT_GET(DW0_TYPE, dw0) != TYPE_EVENT || WPORT_GET(DW0_FLAG, dw0) == FLAG_FRAME)
		return MT76U_EVENT_UNIT;
	if (length < MT76U_EVENT_LEN)
		return MT76U_EVENT_BAD;
	*event = (struct mt76u_event){
		.id = p[28], .seq = p[29], .option = p[30], .ext_id = p[32],
		.body = p + MT76U_EVENT_LEN, .body_len = length - MT76U_EVENT_LEN,
	};
	return is_aside(event) ? MT76U_EVENT_ASIDE : MT76U_EVENT_ANSWER;
}

bool
mt76u_event_uni_status(const struct mt76u_event *event, uint8_t cid, uint32_t *status)
{
	if (event->body_len < UNI_LEN || event->body[UNI_CID] != cid)
		return false;
	*status = wport_word(event->body + UNI_STATUS, 0);
	return true;
}
