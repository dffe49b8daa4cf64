/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/*
 * Commands, code and requests to the MT7921U model, which was plugged in, brought up to its
 * ROM, or is ready. Input: how (one byte), then pieces {kind, 16-bit length, bytes}.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mt7921u/chip.h"
#include "mt7921u/mt7921u.h"

#define MS 1000000ull
#define PIECE_MAX 5000u
#define PIECES_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct usb_device *dev;
static uint64_t now_ns;

static void
put_word(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

static void
request(uint8_t type, uint8_t number, uint32_t address, uint16_t len, uint8_t *data)
{
	const struct usb_setup setup = { type, number, (uint16_t)(address >> 16),
					 (uint16_t)address, len };
	int moved = mt7921u_ops.control(dev, now_ns, &setup, data);

	if (moved > (int)len)
		abort();
}

static void
write_register(uint32_t address, uint32_t value)
{
	uint8_t data[4];

	put_word(data, value);
	request(0x5f, 0x66, address, 4, data);
}

static void
begin(unsigned int how)
{
	now_ns = 0;
	dev = mt7921u_ops.create(USB_SPEED_SUPER, NULL);
	if (dev == NULL)
		abort();
	if (how == 0)
		return;
	mt7921u_ops.set_switch(dev, "boot", "cold");
	if (how == 1)
		return;
	request(0x5f, 0x04, 1, 0, NULL);
	now_ns = 5 * MS;
	write_register(0x7c024208, 0x10200205);
	write_register(0x74000018, 0x00d40000);
	write_register(0x0041f23c, 0);
	write_register(0x74000008, 8);
}

/* What must hold whatever the host does. */
static void
check(void)
{
	const struct mt7921 *m = mt7921_of_const(dev);
	const struct mcu_loader *l = &m->mcu.loader;
	const struct mcu_channel *c = &m->mcu.channel;

	if (l->arrived > l->announced || l->n_regions > MCU_REGIONS_MAX)
		abort();
	if (c->band != 0 && !mt7921_channel_exists(c->band, c->control))
		abort();
	if (m->mcu.count > MCU_ANSWERS)
		abort();
	if (m->boot.phase == BOOT_RUNNING && !l->patched)
		abort();
}

/* An answer is an event, whole, with a command's number or, unsolicited, none. */
static void
read_answers(uint8_t ep)
{
	uint8_t room[1024];
	struct usb_urb urb = { .data = room, .size = sizeof(room) }, *got;

	if (mt7921u_ops.submit_in(dev, now_ns, ep, &urb) != 0)
		return;
	now_ns += 10 * MS;
	mt7921u_ops.advance(dev, now_ns);
	got = mt7921u_ops.reap(dev);
	if (got == NULL)
		mt7921u_ops.cancel(dev);
	else if (got->status == 0 && (got->actual < 36 || room[3] >> 3 != 7 || room[29] > 15 ||
				      (uint32_t)(room[0] | room[1] << 8) > got->actual))
		abort();
}

static void
send(uint8_t ep, const uint8_t *transfer, uint32_t len)
{
	/* Ends with its block, and begins at no alignment. */
	uint8_t *block = malloc(len + 1u);
	struct usb_urb urb = { .size = len };

	if (block == NULL)
		return;
	urb.data = block + 1;
	memcpy(urb.data, transfer, len);
	mt7921u_ops.submit_out(dev, now_ns, ep, &urb);
	now_ns += MS;
	mt7921u_ops.advance(dev, now_ns);
	if (mt7921u_ops.reap_out(dev) == NULL)
		mt7921u_ops.cancel_out(dev);
	free(block);
}

/* With a right USB word, padding and end mark. */
static void
send_content(uint8_t ep, const uint8_t *content, uint32_t len)
{
	static uint8_t p[PIECE_MAX + 100];
	uint32_t padded = (len + 3) / 4 * 4;

	memset(p, 0, padded + 8);
	put_word(p, len);
	memcpy(p + 4, content, len);
	send(ep, p, padded + 8);
}

/* With a right descriptor: kind (UNI, or set/query), id, extended id, number, body. */
static void
send_command(const uint8_t *piece, uint32_t len)
{
	static uint8_t d[PIECE_MAX + 64];
	uint32_t head;

	if (len < 4)
		return;
	head = piece[0] == 0xff ? 48 : 64;
	memset(d, 0, 64);
	len -= 4;
	put_word(d, 0x41000000 | (head + len));
	put_word(d + 4, 0x80010000);
	d[32] = (uint8_t)(head + len - 32);
	d[33] = (uint8_t)((head + len - 32) >> 8);
	d[37] = 0xa0;
	d[39] = piece[3];
	if (head == 48) {
		d[34] = piece[1];
		d[43] = 7;
	} else {
		d[35] = 0x80;
		d[36] = piece[1];
		d[38] = piece[0];
		d[41] = piece[2];
		d[43] = piece[2] != 0;
	}
	memcpy(d + head, piece + 4, len);
	send_content(0x08, d, head + len);
}

static void
send_request(const uint8_t *piece, uint32_t len)
{
	uint8_t data[64] = { 0 };

	if (len < 6)
		return;
	memcpy(data, piece + 6, len - 6 < sizeof(data) ? len - 6 : sizeof(data));
	request(piece[0], piece[1], (uint32_t)(piece[2] | piece[3] << 8) << 16 |
		(uint32_t)(piece[4] | piece[5] << 8), piece[1] == 4 ? 0 : sizeof(data), data);
}

static void
do_piece(uint8_t kind, const uint8_t *piece, uint32_t len)
{
	switch (kind & 7) {
	case 0:
		send(0x08, piece, len);
		break;
	case 1:
		send_content(0x08, piece, len);
		break;
	case 2:
	case 3:
		send_command(piece, len);
		break;
	case 4:
		send_content(0x04, piece, len);
		break;
	case 5:
		send(0x04, piece, len);
		break;
	case 6:
		send_request(piece, len);
		break;
	default:
		now_ns += 30 * MS;
		if (len == 1)
			mt7921u_ops.reset(dev, now_ns);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t pos = 1, len;
	unsigned int i;

	if (size == 0)
		return 0;
	begin(data[0] % 3);
	for (i = 0; i < PIECES_MAX && size - pos >= 3; i++) {
		len = (size_t)(data[pos + 1] | data[pos + 2] << 8);
		len = len > size - pos - 3 ? size - pos - 3 : len;
		len = len > PIECE_MAX ? PIECE_MAX : len;
		do_piece(data[pos], data + pos + 3, (uint32_t)len);
		read_answers(0x85);
		check();
		pos += 3 + len;
	}
	mt7921u_ops.destroy(dev);
	return 0;
}
