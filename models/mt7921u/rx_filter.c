/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "chip.h"

/*
 * RFCR and RFCR1 (openwrt/mt76 mt792x_regs.h): a set bit drops a class of frames. What
 * each class is exactly follows from the names alone; a frame that the chip would drop by
 * two bits is counted by the first one in the order below.
 *
 * Stored, not obeyed: STBC multicast 0, filtered multicast 7 (there is no list), frame
 * report 12, duplicate 16, other TIM 19.
 */
enum rfcr {
	DROP_FCS_FAIL = 1, DROP_VERSION = 3, DROP_PROBE_REQ = 4, DROP_MULTICAST = 5,
	DROP_BROADCAST = 6, DROP_A3_MAC = 8, DROP_A3_BSSID = 9, DROP_A2_BSSID = 10,
	DROP_OTHER_BEACON = 11, DROP_CTL_RSV = 13, DROP_CTS = 14, DROP_RTS = 15,
	DROP_OTHER_BSS = 17, DROP_OTHER_UC = 18, DROP_NDPA = 20, DROP_UNWANTED_CTL = 21,
};
enum rfcr1 {
	DROP_ACK = 4, DROP_BF_POLL = 5, DROP_BA = 6, DROP_CFEND = 7, DROP_CFACK = 8,
};

#define BIT_OF(word, bit) ((word) >> (bit) & 1)

static bool
is(const uint8_t *address, const uint8_t *wanted)
{
	return address != NULL && memcmp(address, wanted, 6) == 0;
}

/* A class of its own, or unwanted when it is for somebody else. */
static bool
control_dropped(const struct mpdu *m, uint32_t rfcr, uint32_t rfcr1, bool own)
{
	switch (m->subtype) {
	case 0:
	case 1:
		return BIT_OF(rfcr, DROP_CTL_RSV);
	case 4:
		return BIT_OF(rfcr1, DROP_BF_POLL);
	case 5:
		return BIT_OF(rfcr, DROP_NDPA);
	case 9:
		return BIT_OF(rfcr1, DROP_BA);
	case 11:
		return BIT_OF(rfcr, DROP_RTS);
	case 12:
		return BIT_OF(rfcr, DROP_CTS);
	case 13:
		return BIT_OF(rfcr1, DROP_ACK);
	case 14:
		return BIT_OF(rfcr1, DROP_CFEND);
	case 15:
		return BIT_OF(rfcr1, DROP_CFACK);
	default:
		return !own && BIT_OF(rfcr, DROP_UNWANTED_CTL);
	}
}

static bool
type_dropped(const struct mpdu *m, uint32_t rfcr, uint32_t rfcr1, bool own)
{
	if ((m->fc & 3) != 0)
		return BIT_OF(rfcr, DROP_VERSION);
	if (m->type == TYPE_MGMT && m->subtype == 4 && BIT_OF(rfcr, DROP_PROBE_REQ))
		return true;
	return m->type == TYPE_CTRL && control_dropped(m, rfcr, rfcr1, own);
}

static const uint8_t *
bssid_of(const struct mpdu *m)
{
	if (m->type == TYPE_MGMT || (!m->to_ds && !m->from_ds))
		return m->a3;
	if (m->to_ds && m->from_ds)
		return NULL;
	return m->from_ds ? m->a2 : m->a1;
}

static bool
bss_dropped(const struct mpdu *m, uint32_t rfcr, const struct mt7921 *chip)
{
	const uint8_t *bssid = bssid_of(m);
	bool ours = is(bssid, chip->bssid);

	return (is(m->a3, chip->mac) && BIT_OF(rfcr, DROP_A3_MAC)) ||
	       (is(m->a3, chip->bssid) && BIT_OF(rfcr, DROP_A3_BSSID)) ||
	       (is(m->a2, chip->bssid) && BIT_OF(rfcr, DROP_A2_BSSID)) ||
	       (m->type == TYPE_MGMT && m->subtype == 8 && !ours &&
		BIT_OF(rfcr, DROP_OTHER_BEACON)) ||
	       (bssid != NULL && !ours && BIT_OF(rfcr, DROP_OTHER_BSS));
}

static bool
address_dropped(const struct mpdu *m, uint32_t rfcr, const struct mt7921 *chip)
{
	if (m->type == TYPE_CTRL || m->a1 == NULL)
		return false;
	if (m->broadcast && BIT_OF(rfcr, DROP_BROADCAST))
		return true;
	if (m->group && !m->broadcast && BIT_OF(rfcr, DROP_MULTICAST))
		return true;
	if (!m->group && !is(m->a1, chip->mac) && BIT_OF(rfcr, DROP_OTHER_UC))
		return true;
	return bss_dropped(m, rfcr, chip);
}

/* Without the sniffer's command opening RFCR alone passes no beacons
 * (Network-Weather/mt76-usb-macos). */
static bool
firmware_hands_up(struct mt7921 *m, const struct air_frame *frame)
{
	if (!m->mcu.sniffer)
		m->count.filtered_sniffer++;
	else if (m->mcu.suspended)
		m->count.filtered_suspended++;
	else if (!mt7921_channel_hears(m, frame->freq_mhz))
		m->count.filtered_channel++;
	else
		return true;
	return false;
}

bool
mt7921_filter_accepts(struct mt7921 *m, const struct air_frame *frame)
{
	uint32_t rfcr = mt7921_regs_get(&m->regs, REG_RFCR);
	uint32_t rfcr1 = mt7921_regs_get(&m->regs, REG_RFCR1);
	struct mpdu mpdu;

	if (!firmware_hands_up(m, frame))
		return false;
	if (!mt7921_rxv_can(&frame->rate)) {
		m->count.filtered_rate++;
		return false;
	}
	mt7921_mpdu_parse(&mpdu, frame->data, frame->len >= 4 ? frame->len - 4 : 0);
	if (frame->fcs_bad && BIT_OF(rfcr, DROP_FCS_FAIL))
		m->dev.count.filtered_crc++;
	else if (type_dropped(&mpdu, rfcr, rfcr1, is(mpdu.a1, m->mac)))
		m->dev.count.filtered_type++;
	else if (address_dropped(&mpdu, rfcr, m))
		m->dev.count.filtered_address++;
	else
		return true;
	return false;
}
