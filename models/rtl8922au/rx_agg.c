/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include "../bytes.h"
#include "chip.h"

/* RXAGG_0 0x6000 (morrownr/rtw89 reg.h, usb.c; vendor names from
 * morrownr/rtl8852cu-20251113 mac_8852c/_usb_8852c.c): b31 EN, [23:16] count
 * limit, [15:8] hold in 32 us, [7:0] size limit in 1 KiB with two more bits in
 * RXAGG_1 [17:16]. RXAGG_1 [7:0] = 0x1F: small-packet function off.
 *
 * Not published, chosen here: all units count towards the count limit, not
 * frames alone; a size or count of 0 is no limit; a hold of 0 closes at once
 * what arrived at once; DMA_STORE (b30) and SW_EN (b29) have no effect. */
#define EN(v) ((v) >> 31)
#define NUM_TH(v) ((v) >> 16 & 0xff)
#define HOLD_NS(v) (((v) >> 8 & 0xff) * 32000ull)
#define LEN_TH(v0, v1) (((v0) & 0xff) | ((v1) >> 16 & 3) << 8)
#define SMALL_OFF 0x1fu
#define SMALL_BYTES 512u

uint32_t
r8922_agg_footprint(uint32_t len)
{
	return round_up32(len, UNIT_ALIGN);
}

bool
r8922_agg_enabled(const struct usb_device *dev)
{
	return EN(r8922_regs_get(&dev->regs, REG_RXAGG_0));
}

static bool
small_packets_stall(const struct usb_device *dev)
{
	return dev->sw.small_stall &&
	       (r8922_regs_get(&dev->regs, REG_RXAGG_1) & 0xff) != SMALL_OFF;
}

void
r8922_agg_close(struct usb_device *dev, enum agg_reason reason, uint64_t now_ns)
{
	uint64_t *const counter[] = {
		[AGG_TIMER] = &dev->count.agg_closed_timer,
		[AGG_SIZE] = &dev->count.agg_closed_size,
		[AGG_COUNT] = &dev->count.agg_closed_count,
		[AGG_OFF] = &dev->count.agg_closed_off,
		[AGG_FLUSH] = &dev->count.agg_closed_flush,
		[AGG_FULL] = &dev->count.agg_closed_full,
	};
	struct transfer *t = dev->agg.open;

	if (t == NULL)
		return;
	dev->agg.open = NULL;
	dev->agg.deadline_ns = NEVER;
	(*counter[reason])++;
	dev->count.agg_units += t->units;
	dev->count.agg_bytes += t->len;
	r8922_bulk_in_queue(dev, t);
	r8922_bulk_in_start(dev, now_ns);
}

/* The length that the transfer would have with one more unit. */
static uint32_t
length_with(const struct usb_device *dev, uint32_t len)
{
	uint32_t before = dev->agg.open != NULL ? dev->agg.open->len : 0;

	len += round_up32(before, UNIT_ALIGN);
	return dev->sw.pad_last ? round_up32(len, UNIT_ALIGN) : len;
}

static bool
have_room(struct transfer *t, uint32_t len)
{
	uint8_t *data;

	if (len <= t->room)
		return true;
	data = realloc(t->data, len + 32768);
	if (data == NULL)
		return false;
	t->data = data;
	t->room = len + 32768;
	return true;
}

static bool
append(struct usb_device *dev, const uint8_t *unit, uint32_t len, bool is_frame)
{
	struct transfer *t = dev->agg.open;
	uint32_t pos, total = length_with(dev, len);

	if (t == NULL) {
		t = r8922_bulk_in_transfer(dev);
		if (t == NULL)
			return false;
		t->all_small = true;
		dev->agg.open = t;
	}
	if (!have_room(t, total)) {
		if (t->units == 0) {	/* nothing in it: as if never opened */
			t->next = dev->in.spare;
			dev->in.spare = t;
			dev->agg.open = NULL;
		}
		return false;
	}
	pos = round_up32(t->len, UNIT_ALIGN);
	memset(t->data + t->len, 0, pos - t->len);
	memcpy(t->data + pos, unit, len);
	memset(t->data + pos + len, 0, total - pos - len);
	t->len = total;
	t->units++;
	t->frames += is_frame;
	t->footprint += r8922_agg_footprint(len);
	t->all_small = t->all_small && len < SMALL_BYTES;
	dev->fifo_used += r8922_agg_footprint(len);
	dev->frames_inside += is_frame;
	return true;
}

static void
run_timer(struct usb_device *dev, uint32_t agg0, uint64_t now_ns)
{
	if (dev->agg.deadline_ns == NEVER || dev->sw.timer_restart)
		dev->agg.deadline_ns = now_ns + HOLD_NS(agg0);
	if (small_packets_stall(dev) && dev->agg.open->all_small)
		dev->agg.deadline_ns = NEVER;
}

/* True when no further unit may join. */
static bool
limits_reached(const struct usb_device *dev, uint32_t agg0, uint32_t size,
	       enum agg_reason *reason)
{
	const struct transfer *t = dev->agg.open;

	*reason = AGG_SIZE;
	if (size != 0 && (dev->sw.size_after ? t->len > size : t->len >= size))
		return true;
	*reason = AGG_COUNT;
	return NUM_TH(agg0) != 0 && t->units >= NUM_TH(agg0);
}

bool
r8922_agg_add(struct usb_device *dev, const uint8_t *unit, uint32_t len, bool is_frame,
	      uint64_t now_ns)
{
	uint32_t agg0 = r8922_regs_get(&dev->regs, REG_RXAGG_0);
	uint32_t size = LEN_TH(agg0, r8922_regs_get(&dev->regs, REG_RXAGG_1)) * 1024;
	enum agg_reason reason;
	bool stall;

	if (EN(agg0) && !dev->sw.size_after && size != 0 && dev->agg.open != NULL &&
	    length_with(dev, len) > size)
		r8922_agg_close(dev, AGG_SIZE, now_ns);
	if (!append(dev, unit, len, is_frame))
		return false;
	if (!EN(agg0)) {
		r8922_agg_close(dev, AGG_OFF, now_ns);
		return true;
	}
	run_timer(dev, agg0, now_ns);
	stall = small_packets_stall(dev) && dev->agg.open->all_small;
	if (!stall && limits_reached(dev, agg0, size, &reason))
		r8922_agg_close(dev, reason, now_ns);
	return true;
}

void
r8922_agg_expire(struct usb_device *dev, uint64_t now_ns)
{
	if (dev->agg.open != NULL && dev->agg.deadline_ns <= now_ns)
		r8922_agg_close(dev, AGG_TIMER, now_ns);
}
