/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "ax_bench.h"

const struct ax_reading ax_linux = { 0, 8, 0, false };
const struct ax_reading ax_vendor = { 2, 8, 4, true };
const struct ax_reading ax_vendor_8852c = { 2, 16, 4, true };

struct bench *
ax_bench_open(const char *chip, enum usb_speed speed, struct air *air)
{
	struct bench *b = calloc(1, sizeof(*b));

	if (b == NULL)
		abort();
	b->ops = usb_device_find(chip);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b->ops);
	CU_ASSERT_STRING_EQUAL(b->ops->chip, chip);
	b->air = air;
	b->hungry = true;
	b->dev = b->ops->create(speed, air);
	if (b->dev == NULL)
		abort();
	return b;
}

static uint32_t
word(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

bool
ax_unit(const struct bench_transfer *t, const struct ax_reading *how, uint32_t *pos,
	struct unit *u)
{
	unsigned int i;
	uint32_t dw0;

	if (*pos >= t->len)
		return false;
	CU_ASSERT_FATAL(*pos % 8 == 0 && t->len - *pos >= 16);
	u->desc = t->data + *pos;
	dw0 = word(u->desc);
	u->desc_len = dw0 >> 31 ? 32 : 16;
	CU_ASSERT_FATAL(t->len - *pos >= u->desc_len);
	memset(u->dw, 0, sizeof(u->dw));
	for (i = 0; i < u->desc_len / 4; i++)
		u->dw[i] = word(u->desc + 4 * i);
	u->type = dw0 >> 24 & 0xf;
	u->packet_len = dw0 & 0x3fff;
	u->gap_len = (dw0 >> 14 & 3) * how->shift + (dw0 >> 28 & 7) * how->drv_info;
	if ((dw0 >> 23 & 1) != 0 && u->type != 1)
		u->gap_len += how->mac_info;
	u->gap = u->desc + u->desc_len;
	u->packet = u->gap + u->gap_len;
	u->end = *pos + u->desc_len + u->gap_len + u->packet_len;
	CU_ASSERT_FATAL(u->end <= t->len);
	*pos = (u->end + 7) / 8 * 8;
	if (how->csum && (u->dw[3] >> 24 & 1) != 0) {
		*pos += 8;
		CU_ASSERT_FATAL(*pos <= t->len);
	}
	return true;
}

bool
ax_nth(const struct bench *b, const struct ax_reading *how, unsigned int type,
       unsigned int i, struct unit *u)
{
	unsigned int t;
	uint32_t pos;

	for (t = 0; t < b->n_transfers; t++)
		for (pos = 0; ax_unit(&b->transfers[t], how, &pos, u);)
			if (u->type == type && i-- == 0)
				return true;
	return false;
}
