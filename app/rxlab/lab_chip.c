/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "air.h"
#include "bytes.h"
#include "wport_bits.h"

#include "lab_chip.h"
#include "lab_chip_kind.h"

/* RXAGG_0 and RXAGG_1: morrownr/rtw89 reg.h, usb.c. */
#define RXAGG_0_EN	0x80000000u
#define RXAGG_0_COUNT	16
#define RXAGG_0_HOLD	8
#define RXAGG_1_SML_OFF	0x1fu
#define RXAGG_1_SIZE_HIGH 16

/* Vendor requests (morrownr/rtw89 usb.c): wValue address [15:0], wIndex [31:16]. */
#define REQ_READ	0xc0
#define REQ_WRITE	0x40
#define REQ		0x05

static int
register_access(struct lab_chip *chip, uint64_t now_ns, uint8_t type, uint32_t address,
		uint8_t data[4])
{
	struct usb_setup setup = {
		.bmRequestType = type, .bRequest = REQ, .wLength = 4,
		.wValue = (uint16_t)address, .wIndex = (uint16_t)(address >> 16),
	};
	int moved = chip->ops->control(chip->dev, now_ns, &setup, data);

	chip->next_known = false;
	if (moved < 0)
		return moved;
	return moved == 4 ? 0 : -EIO;
}

static int
write_register(struct lab_chip *chip, uint64_t now_ns, uint32_t address, uint32_t value)
{
	uint8_t data[4];

	put_le32(data, value);
	return register_access(chip, now_ns, REQ_WRITE, address, data);
}

uint32_t
lab_chip_hold_step_us(const struct lab_chip *chip)
{
	return chip->kind->hold_step_us;
}

uint32_t
lab_chip_window(const struct lab_chip *chip)
{
	return chip->kind->window;
}

int
lab_chip_set_hold(struct lab_chip *chip, uint64_t now_ns, uint32_t us)
{
	const struct lab_chip_kind *kind = chip->kind;
	uint32_t size = chip->agg_kib / kind->size_step_kib;
	uint32_t hold = (us + kind->hold_step_us / 2) / kind->hold_step_us;

	if (hold == 0 && us != 0)
		hold = 1;
	if (hold > kind->hold_max_us / kind->hold_step_us)
		return -EINVAL;
	return write_register(chip, now_ns, kind->rxagg_0,
			      (hold != 0 ? RXAGG_0_EN : 0) |
			      chip->agg_count << RXAGG_0_COUNT |
			      hold << RXAGG_0_HOLD | (size & 0xff));
}

int
lab_chip_get_hold(struct lab_chip *chip, uint64_t now_ns, uint32_t *us)
{
	uint8_t data[4];
	int ret = register_access(chip, now_ns, REQ_READ, chip->kind->rxagg_0, data);
	uint32_t value;

	if (ret != 0)
		return ret;
	value = get_le32(data);
	*us = (value & RXAGG_0_EN) != 0 ?
		(value >> RXAGG_0_HOLD & 0xff) * chip->kind->hold_step_us : 0;
	return 0;
}

static int
write_all(struct lab_chip *chip, const struct lab_setting *list, unsigned int n)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < n && list[i].address != 0 && ret == 0; i++)
		ret = write_register(chip, 0, list[i].address, list[i].value);
	return ret;
}

int
lab_chip_set_up(struct lab_chip *chip, uint32_t hold_us)
{
	const struct lab_chip_kind *kind = chip->kind;
	uint32_t size = chip->agg_kib / kind->size_step_kib;
	int ret;

	ret = write_all(chip, kind->before, sizeof(kind->before) / sizeof(kind->before[0]));
	if (ret == 0 && kind->rxagg_1 != 0)
		ret = write_register(chip, 0, kind->rxagg_1,
				     RXAGG_1_SML_OFF | size >> 8 << RXAGG_1_SIZE_HIGH);
	if (ret == 0)
		ret = lab_chip_set_hold(chip, 0, hold_us);
	if (ret == 0)
		ret = write_all(chip, kind->after,
				sizeof(kind->after) / sizeof(kind->after[0]));
	return ret;
}

uint64_t
lab_chip_next(struct lab_chip *chip)
{
	if (!chip->next_known) {
		chip->next_ns = chip->ops->next_event(chip->dev);
		chip->next_known = true;
	}
	return chip->next_ns;
}

void
lab_chip_advance(struct lab_chip *chip, uint64_t now_ns)
{
	chip->ops->advance(chip->dev, now_ns);
	chip->next_known = false;
}

int
lab_chip_submit(struct lab_chip *chip, uint64_t now_ns, struct usb_urb *urb)
{
	chip->next_known = false;
	return chip->ops->submit(chip->dev, now_ns, urb);
}

int
lab_chip_push(struct lab_chip *chip, uint64_t now_ns, const struct lab_packet *packet)
{
	lab_packet_write(packet, chip->bytes);
	chip->next_known = false;
	return air_push(chip->air, now_ns, chip->bytes, packet->len);
}

static struct lab_frame *
room_for(struct lab_chip *chip, uint32_t n)
{
	struct lab_frame *frames = chip->frames;

	if (n < chip->room)
		return &frames[n];
	frames = realloc(frames, (chip->room + 64) * sizeof(*frames));
	if (frames == NULL)
		return NULL;
	chip->frames = frames;
	chip->room += 64;
	return &frames[n];
}

static bool
read_frame(const struct lab_chip *chip, const struct wport_unit *unit,
	   struct lab_frame *frame)
{
	struct wlan_msdu msdu;

	if (wlan_decap(unit->payload, unit->len, WLAN_FCS_LEN, chip->kind->info(unit),
		       &msdu) != WLAN_DROP_NONE)
		return false;
	frame->sn = wlan_le16(unit->payload + WLAN_OFF_SEQ) >> 4;
	return lab_packet_read(&frame->packet, msdu.body, msdu.body_len);
}

bool
lab_chip_walk(struct lab_chip *chip, const struct usb_urb *urb, struct lab_transfer *t)
{
	struct lab_frame *frame;
	struct wport_unit unit;
	struct wport_walk walk;

	*t = (struct lab_transfer){ .bytes = urb->actual };
	wport_walk_start(&walk, urb->data, urb->actual);
	while (chip->kind->next(&walk, &unit)) {
		t->units++;
		if (!chip->kind->is_frame(&unit))
			continue;
		frame = room_for(chip, t->nb_frames);
		if (frame == NULL)
			return false;
		if (read_frame(chip, &unit, frame))
			t->nb_frames++;
		else
			t->nb_strange++;
	}
	t->nb_strange += !wport_all_zero(walk.pos, walk.end);
	t->frames = chip->frames;
	return true;
}
