/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef UNIT_BUILD_H
#define UNIT_BUILD_H

/*
 * Transfers of an MT7921 put together by hand. The numbers are typed anew from
 * openwrt/mt76 mt76_connac2_mac.h and mt7921/mac.c, not taken from the driver: a
 * test that shared the driver's masks would agree with its mistakes.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* DW1: which groups are there. */
#define HAS_1	(1u << 11)
#define HAS_2	(1u << 12)
#define HAS_3	(1u << 13)
#define HAS_4	(1u << 14)
#define HAS_5	(1u << 15)

/* Words in CPU order; DW0[15:0] is written when the unit is, see transfer_add_unit(). */
struct unit_desc {
	uint32_t dw[6];
	uint32_t g4[4], g1[4], g2[2], g3[2], g5[18];
};

/* A frame of an A-MPDU to us, as in station mode: groups 1, 2 and 3; channel 36;
 * VHT, 2 streams (NSTS 1), MCS 9, 80 MHz; RCPI 140 / 136: -40 and -42 dBm. */
static inline struct unit_desc
unit_frame(void)
{
	return (struct unit_desc){
		.dw = { [0] = 2u << 27, [1] = HAS_1 | HAS_2 | HAS_3 | 1,
			[3] = 36u << 8 | 1u << 16 },
		.g2 = { 0x12345678 },
		.g3 = { 4u << 24 | 2u << 12 | 1u << 7 | 9, 140 | 136 << 8 },
	};
}

/* Nothing but a type. */
static inline struct unit_desc
unit_type(uint32_t type)
{
	return (struct unit_desc){ .dw = { [0] = type << 27 } };
}

/* Type 2, 8, or 7 with PKT_FLAG 1. */
static inline bool
unit_is_frame(const struct unit_desc *d)
{
	uint32_t type = d->dw[0] >> 27, flag = d->dw[0] >> 16 & 15;

	return type == 2 || type == 8 || (type == 7 && flag == 1);
}

/* Bytes before the frame, header offset included. */
static inline uint32_t
unit_head(const struct unit_desc *d)
{
	uint32_t head = 24;

	if (!unit_is_frame(d))
		return head;
	head += (d->dw[1] & HAS_4) != 0 ? 16 : 0;
	head += (d->dw[1] & HAS_1) != 0 ? 16 : 0;
	head += (d->dw[1] & HAS_2) != 0 ? 8 : 0;
	head += (d->dw[1] & HAS_3) != 0 ? 8 : 0;
	head += (d->dw[1] & HAS_5) != 0 ? 72 : 0;
	return head + 2 * (d->dw[2] >> 14 & 3);
}

struct transfer {
	uint8_t *data;		/* grows */
	uint32_t len;
};

static inline void
transfer_add(struct transfer *t, const void *bytes, uint32_t len)
{
	t->data = realloc(t->data, t->len + len + 1);
	if (t->data == NULL)
		abort();
	if (bytes != NULL)
		memcpy(t->data + t->len, bytes, len);
	else
		memset(t->data + t->len, 0, len);
	t->len += len;
}

static inline void
transfer_fill(struct transfer *t, uint8_t byte, uint32_t len)
{
	while (len-- > 0)
		transfer_add(t, &byte, 1);
}

static inline void
transfer_add_words(struct transfer *t, const uint32_t *words, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		const uint8_t le[4] = { words[i] & 0xff, words[i] >> 8 & 0xff,
					words[i] >> 16 & 0xff, words[i] >> 24 };

		transfer_add(t, le, sizeof(le));
	}
}

/* Descriptor, groups in the order of memory, header offset of 0xee. */
static inline void
transfer_add_desc(struct transfer *t, const struct unit_desc *d)
{
	transfer_add_words(t, d->dw, 6);
	if (!unit_is_frame(d))
		return;
	if ((d->dw[1] & HAS_4) != 0)
		transfer_add_words(t, d->g4, 4);
	if ((d->dw[1] & HAS_1) != 0)
		transfer_add_words(t, d->g1, 4);
	if ((d->dw[1] & HAS_2) != 0)
		transfer_add_words(t, d->g2, 2);
	if ((d->dw[1] & HAS_3) != 0)
		transfer_add_words(t, d->g3, 2);
	if ((d->dw[1] & HAS_5) != 0)
		transfer_add_words(t, d->g5, 18);
	transfer_fill(t, 0xee, 2 * (d->dw[2] >> 14 & 3));
}

/* A whole unit that says the truth about its length, no gap behind it. */
static inline void
transfer_add_unit(struct transfer *t, const struct unit_desc *d, const void *payload,
		  uint32_t len)
{
	struct unit_desc said = *d;

	said.dw[0] = (said.dw[0] & 0xffff0000) | (unit_head(d) + len);
	transfer_add_desc(t, &said);
	transfer_add(t, payload, len);
}

/* What lies between two units: a packet is filled up to 8 and 4 more, any other
 * to 4; length: of the unit. */
static inline uint32_t
unit_gap(const struct unit_desc *d, uint32_t length)
{
	if (d->dw[0] >> 27 == 2)
		return (8 - length % 8) % 8 + 4;
	return (4 - length % 4) % 4;
}

static inline void
transfer_free(struct transfer *t)
{
	free(t->data);
	*t = (struct transfer){ 0 };
}

#endif /* UNIT_BUILD_H */
