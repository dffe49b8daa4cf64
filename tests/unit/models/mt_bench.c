/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "mt_bench.h"

struct bench *
mt_open(enum usb_speed speed, struct air *air)
{
	struct bench *b = calloc(1, sizeof(*b));

	if (b == NULL)
		abort();
	b->ops = usb_device_find("mt7921u");
	b->air = air;
	b->hungry = true;
	b->dev = b->ops->create(speed, air);
	if (b->dev == NULL)
		abort();
	return b;
}

void
mt_write(struct bench *b, uint32_t address, uint32_t value)
{
	uint8_t data[4] = { (uint8_t)value, (uint8_t)(value >> 8),
			    (uint8_t)(value >> 16), (uint8_t)(value >> 24) };

	CU_ASSERT_EQUAL_FATAL(bench_request(b, 0x5f, 0x66, (uint16_t)(address >> 16),
					    (uint16_t)address, 4, data), 4);
}

uint32_t
mt_read(struct bench *b, uint32_t address)
{
	uint8_t d[4];

	CU_ASSERT_EQUAL_FATAL(bench_request(b, 0xdf, 0x63, (uint16_t)(address >> 16),
					    (uint16_t)address, 4, d), 4);
	return mt_word(d);
}

/* Groups in the order in which they lie, with their bytes. */
static uint32_t
find_groups(struct mt_unit *u, const uint8_t *desc)
{
	static const uint8_t order[5][2] = { { 4, 16 }, { 1, 16 }, { 2, 8 }, { 3, 8 },
					     { 5, 72 } };
	uint32_t pos = 24;
	unsigned int i;

	for (i = 0; i < 5; i++) {
		if (mt_field(u->dw[1], 10 + order[i][0], 10 + order[i][0]) == 0)
			continue;
		u->group[order[i][0]] = desc + pos;
		pos += order[i][1];
	}
	return pos;
}

void
mt_unit_at(const struct bench_transfer *t, uint32_t pos, struct mt_unit *u)
{
	unsigned int i;

	memset(u, 0, sizeof(*u));
	CU_ASSERT_FATAL(pos % 4 == 0 && t->len >= 24 && pos <= t->len - 24);
	for (i = 0; i < 6; i++)
		u->dw[i] = mt_word(t->data + pos + 4 * i);
	u->length = u->dw[0] & 0xffff;
	u->type = mt_field(u->dw[0], 31, 27);
	CU_ASSERT_FATAL(u->length >= 24 && u->length <= t->len - pos);
	if (u->type == 2)
		i = find_groups(u, t->data + pos) + 2 * mt_field(u->dw[2], 15, 14);
	else
		i = 24;
	CU_ASSERT_FATAL(i <= u->length);
	u->frame = t->data + pos + i;
	u->frame_len = u->length - i;
}

void
mt_first(const struct bench *b, unsigned int i, struct mt_unit *u)
{
	CU_ASSERT_FATAL(i < b->n_transfers);
	mt_unit_at(&b->transfers[i], 0, u);
}

uint32_t
mt_qos_frame(uint8_t *p, uint32_t payload_len)
{
	static const uint8_t llc[8] = { 0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0x00 };
	uint32_t len = 26 + 8 + payload_len + 4;

	bench_frame_bytes(p, len, BENCH_FC_QOS, bench_mac, 0x0120);
	memcpy(p + 26, llc, 8);
	memset(p + len - 4, 0, 4);
	return len;
}
