/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../bytes.h"
#include "rtw89.h"

/* From a frame in the air to units in the aggregate. */

#define RXDMA_EN 0x2u		/* HCI_FUNC_EN b1, morrownr/rtw89 reg.h */
#define PPDU_STAT_EN 0x1u	/* PPDU_STAT b0 */
#define FAULT_TYPE 15u		/* no rpkt_type of any source */

bool
rtw89_rx_enabled(const struct usb_device *dev)
{
	const struct rtw89 *chip = rtw89_of_const(dev);

	return (rtw89_regs_get(&chip->regs, chip->kind->hci_func_en) & RXDMA_EN) != 0;
}

bool
rtw89_status_wanted(const struct rtw89 *chip)
{
	const struct rtw89_kind *kind = chip->kind;

	return (rtw89_regs_get(&chip->regs, kind->ppdu_stat) & PPDU_STAT_EN) != 0 &&
	       (rtw89_regs_get(&chip->regs, kind->status_report) &
		kind->status_report_mask) == kind->status_report_value;
}

uint32_t
rtw89_rx_need(const struct usb_device *dev, const struct air_frame *frame)
{
	const struct rtw89 *chip = rtw89_of_const(dev);
	const struct rtw89_kind *kind = chip->kind;
	uint32_t bytes = rtw89_unit_step(dev, RTW89_UNIT_MAX - AIR_MPDU_MAX + frame->len,
					 true);

	if (frame->last)
		bytes += rtw89_unit_step(dev, kind->status_room(chip), false) +
			 rtw89_unit_step(dev, kind->c2h_room, false);
	return bytes;
}

/* The unit in chip->unit; lost counts it where there is no room. */
static bool
add_unit(struct rtw89 *chip, uint32_t len, bool is_frame, uint64_t *lost,
	 uint64_t now_ns)
{
	return core_rx_add_unit(&chip->dev, chip->unit, len, is_frame, lost, now_ns);
}

/* Damaged and foreign units, as the fault switches ask. */
static void
add_faults(struct rtw89 *chip, uint64_t now_ns)
{
	struct core_counters *count = &chip->dev.count;
	uint64_t *lost = &count->fifo_overflow_faults, number = count->units_wifi;
	uint32_t len;

	if (core_every(chip->sw.zerolen, number)) {
		len = chip->kind->encode_short(chip, RPKT_WIFI, 0, chip->unit);
		count->units_fault += add_unit(chip, len, false, lost, now_ns);
	}
	if (core_every(chip->sw.unknown, number)) {
		len = chip->kind->encode_short(chip, FAULT_TYPE, 8, chip->unit);
		put_le32(chip->unit + len, 0xdeadbeef);
		put_le32(chip->unit + len + 4, 0xdeadbeef);
		count->units_fault += add_unit(chip, len + 8, false, lost, now_ns);
	}
}

static void
add_frame(struct rtw89 *chip, const struct air_frame *frame, uint64_t now_ns)
{
	struct core_counters *count = &chip->dev.count;
	uint32_t len = chip->kind->encode_frame(chip, frame, chip->unit);

	if (core_every(chip->sw.badlen, count->units_wifi + 1)) {
		put_le32(chip->unit, get_le32(chip->unit) | 0x3fff);
		count->units_fault++;
	}
	if (!add_unit(chip, len, true, &count->fifo_overflow_frames, now_ns))
		return;
	count->units_wifi++;
	rtw89_log_frame(chip, frame);
	add_faults(chip, now_ns);
}

static void
note_for_status(struct rtw89 *chip, const struct air_frame *frame)
{
	struct rtw89_ppdu *s = &chip->ppdu;
	uint8_t type = frame->data[0] >> 2 & 3;

	s->accepted++;
	s->a1_match |= rtw89_filter_a1_match(chip, frame);
	s->mgmt |= type == 0;
	s->ctrl |= type == 1;
	s->data |= type == 2;
	s->beacon |= frame->data[0] == 0x80;
}

static void
end_ppdu(struct rtw89 *chip, const struct air_frame *last, uint64_t now_ns)
{
	struct rtw89_counters *count = &chip->count;
	uint32_t len;

	if (chip->ppdu.accepted != 0 && rtw89_status_wanted(chip)) {
		len = chip->kind->encode_status(chip, last, chip->unit);
		count->units_ppdu_status +=
			add_unit(chip, len, false, &count->fifo_overflow_status, now_ns);
	}
	chip->ppdu = (struct rtw89_ppdu){ 0 };
	chip->ppdus++;
	if (!core_every(chip->sw.c2h_ppdus, chip->ppdus))
		return;
	len = chip->kind->encode_c2h(chip, last, chip->unit);
	chip->c2h_seq++;
	count->units_c2h += add_unit(chip, len, false, &count->fifo_overflow_c2h, now_ns);
}

void
rtw89_frame_missed(struct usb_device *dev)
{
	rtw89_of(dev)->ppdu = (struct rtw89_ppdu){ 0 };
}

static bool
agg_missing(const struct rtw89 *chip)
{
	struct core_agg_limits limits = { 0 };

	if (!chip->sw.need_en)
		return false;
	rtw89_agg_limits(&chip->dev, &limits);
	return !limits.enabled;
}

void
rtw89_frame_arrives(struct usb_device *dev, const struct air_frame *frame,
		    uint64_t now_ns)
{
	struct rtw89 *chip = rtw89_of(dev);

	if (agg_missing(chip)) {
		dev->count.agg_disabled_frames++;
		rtw89_frame_missed(dev);
		return;
	}
	if (rtw89_filter_accepts(chip, frame)) {
		note_for_status(chip, frame);
		add_frame(chip, frame, now_ns);
	}
	if (frame->last)
		end_ppdu(chip, frame, now_ns);
}
