/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "../bytes.h"
#include "rx_encode.h"

/* From a frame in the air to units in the aggregate. */

#define RXDMA_EN 0x2u		/* HCI_FUNC_EN 0x7880 b1, morrownr/rtw89 reg.h */
#define PPDU_STAT_EN 0x1u	/* PPDU_STAT 0x11440 b0 */
#define STATUS_TO_HOST 3u	/* HW_PPDU_STATUS 0x9C30 [7:0] */
/* Status of one user with the longer element, and an event. */
#define STATUS_ROOM(plcp, cnt) (24 + 16 + 8 + 40 + 8 * (plcp) + ((cnt) ? 128 : 0))
#define C2H_ROOM 48u

bool
r8922_rx_dma_on(const struct usb_device *dev)
{
	return (r8922_regs_get(&dev->regs, REG_HCI_FUNC_EN) & RXDMA_EN) != 0;
}

static bool
status_wanted(const struct usb_device *dev)
{
	return (r8922_regs_get(&dev->regs, REG_PPDU_STAT) & PPDU_STAT_EN) != 0 &&
	       (r8922_regs_get(&dev->regs, REG_HW_PPDU_STATUS) & 0xff) == STATUS_TO_HOST;
}

/* Room that the frame and what may follow it take at most. */
static uint32_t
need(const struct usb_device *dev, const struct air_frame *frame)
{
	uint32_t bytes = r8922_agg_footprint(UNIT_MAX - AIR_MPDU_MAX + frame->len);

	if (frame->last)
		bytes += r8922_agg_footprint(STATUS_ROOM(dev->sw.plcp, dev->sw.rx_cnt)) +
			 C2H_ROOM;
	return bytes < dev->sw.fifo_bytes ? bytes : dev->sw.fifo_bytes;
}

/* A buffer full of nothing but the open aggregate that waits for its hold timer
 * helps nobody: the chip is taken to hand up what it has (switch full:wait: it
 * does not). With closed aggregates before it the bus will make room anyhow. */
static void
make_room(struct usb_device *dev, uint64_t now_ns)
{
	if (!dev->sw.full_wait && dev->in.first == NULL)
		r8922_agg_close(dev, AGG_FULL, now_ns);
}

/* The unit in dev->unit; lost counts it where there is no room. */
static bool
add_unit(struct usb_device *dev, uint32_t len, bool is_frame, uint64_t *lost,
	 uint64_t now_ns)
{
	if (r8922_fifo_room(dev, now_ns) < r8922_agg_footprint(len)) {
		(*lost)++;
		make_room(dev, now_ns);
		return false;
	}
	if (r8922_agg_add(dev, dev->unit, len, is_frame, now_ns))
		return true;
	if (is_frame)
		dev->count.no_memory_frames++;
	else
		dev->count.no_memory_units++;
	return false;
}

static bool
every(uint32_t n, uint64_t number)
{
	return n != 0 && number % n == 0;
}

/* Damaged and foreign units, as the fault switches ask. */
static void
add_faults(struct usb_device *dev, uint64_t now_ns)
{
	uint64_t *lost = &dev->count.fifo_overflow_faults, number = dev->count.units_wifi;

	if (every(dev->sw.zerolen, number)) {
		r8922_rx_short_descriptor(dev->unit, RPKT_WIFI, 0);
		dev->count.units_fault += add_unit(dev, RXD_SHORT, false, lost, now_ns);
	}
	if (every(dev->sw.unknown, number)) {
		r8922_rx_short_descriptor(dev->unit, (enum rpkt_type)15, 8);
		put_le32(dev->unit + RXD_SHORT, 0xdeadbeef);
		put_le32(dev->unit + RXD_SHORT + 4, 0xdeadbeef);
		dev->count.units_fault += add_unit(dev, RXD_SHORT + 8, false, lost,
						   now_ns);
	}
}

static void
add_frame(struct usb_device *dev, const struct air_frame *frame, uint64_t now_ns)
{
	uint32_t len = r8922_rx_encode_frame(dev, frame, dev->unit);

	if (every(dev->sw.badlen, dev->count.units_wifi + 1)) {
		put_le32(dev->unit, get_le32(dev->unit) | 0x3fff);
		dev->count.units_fault++;
	}
	if (!add_unit(dev, len, true, &dev->count.fifo_overflow_frames, now_ns))
		return;
	dev->count.units_wifi++;
	add_faults(dev, now_ns);
}

static void
note_for_status(struct ppdu_state *s, const struct usb_device *dev,
		const struct air_frame *frame)
{
	uint8_t type = frame->data[0] >> 2 & 3;

	s->accepted++;
	s->a1_match |= r8922_filter_a1_match(dev, frame);
	s->mgmt |= type == 0;
	s->ctrl |= type == 1;
	s->data |= type == 2;
	s->beacon |= frame->data[0] == 0x80;
}

static void
end_ppdu(struct usb_device *dev, const struct air_frame *last, uint64_t now_ns)
{
	uint32_t len;

	if (dev->ppdu.accepted != 0 && status_wanted(dev)) {
		len = r8922_rx_encode_ppdu_status(dev, last, dev->unit);
		dev->count.units_ppdu_status +=
			add_unit(dev, len, false, &dev->count.fifo_overflow_status,
				 now_ns);
	}
	dev->ppdu = (struct ppdu_state){ 0 };
	dev->ppdus++;
	if (!every(dev->sw.c2h_ppdus, dev->ppdus))
		return;
	len = r8922_rx_encode_c2h(dev, last, dev->unit);
	dev->c2h_seq++;
	dev->count.units_c2h += add_unit(dev, len, false,
					 &dev->count.fifo_overflow_c2h, now_ns);
}

/* A patient access point sends again what the chip could not take. */
static bool
must_wait(struct usb_device *dev, const struct air_frame *frame, uint64_t now_ns)
{
	uint32_t bytes = need(dev, frame);

	if (!air_lossless(dev->air))
		return false;
	if (r8922_rx_dma_on(dev) && r8922_fifo_room(dev, now_ns) >= bytes)
		return false;
	if (r8922_rx_dma_on(dev))
		make_room(dev, now_ns);
	if (r8922_rx_dma_on(dev) && r8922_fifo_room(dev, now_ns) >= bytes)
		return false;
	dev->air_blocked = true;
	dev->air_need = bytes;
	return true;
}

void
r8922_rx_frame_arrives(struct usb_device *dev, uint64_t now_ns)
{
	const struct air_frame *frame = air_peek(dev->air);

	if (must_wait(dev, frame, now_ns))
		return;
	dev->count.frames_air++;
	if (!r8922_rx_dma_on(dev)) {
		dev->count.rx_off_frames++;
		dev->ppdu = (struct ppdu_state){ 0 };
	} else if (dev->sw.need_en && !r8922_agg_enabled(dev)) {
		dev->count.agg_disabled_frames++;
		dev->ppdu = (struct ppdu_state){ 0 };
	} else {
		if (r8922_filter_accepts(dev, frame)) {
			note_for_status(&dev->ppdu, dev, frame);
			add_frame(dev, frame, now_ns);
		}
		if (frame->last)
			end_ppdu(dev, frame, now_ns);
	}
	air_take(dev->air);
}
