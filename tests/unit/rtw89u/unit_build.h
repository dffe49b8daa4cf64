/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef UNIT_BUILD_H
#define UNIT_BUILD_H

/*
 * Transfers of an RTL8922A put together by hand. The numbers are typed anew
 * from morrownr/rtw89 txrx.h and core.c, not taken from the driver: a test that
 * shared the driver's masks would agree with its mistakes.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UNIT_WORDS	10u	/* of a long descriptor */

/* Descriptor words, CPU order. */
struct unit_desc {
	uint32_t dw[UNIT_WORDS];
	uint32_t report[2];	/* PHY report, when DW0 announces one */
};

/* A data frame of an A-MPDU to us: long descriptor, PHY report of 8 bytes with
 * raw RSSI 280 (280 / 4 - 110 = -40 dBm), EHT 2 streams MCS 13, 80 MHz, gi 1. */
static inline struct unit_desc
unit_wifi(uint32_t len)
{
	return (struct unit_desc){
		.dw = { [0] = 0x80400000u | len, [3] = 0x00000c00u, [4] = 0x42d12300u,
			[5] = 0x12345678u },
		.report = { 280 },
	};
}

/* Short descriptor, nothing in the gap: C2H (10), PPDU status (1) ... */
static inline struct unit_desc
unit_short(uint32_t type, uint32_t len)
{
	return (struct unit_desc){ .dw = { [0] = type << 24 | len } };
}

static inline uint32_t
unit_desc_len(const struct unit_desc *d)
{
	return (d->dw[0] >> 31) != 0 ? 40 : 24;
}

static inline uint32_t
unit_gap(const struct unit_desc *d)
{
	return ((d->dw[0] >> 14) & 3) * 2 + ((d->dw[0] >> 18) & 3) * 8 +
		((d->dw[0] >> 20) & 3) * 16 + ((d->dw[0] >> 22) & 3) * 8;
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
transfer_add_word(struct transfer *t, uint32_t word)
{
	const uint8_t le[4] = { word & 0xff, (word >> 8) & 0xff, (word >> 16) & 0xff,
				word >> 24 };

	transfer_add(t, le, sizeof(le));
}

static inline void
transfer_pad(struct transfer *t)
{
	transfer_add(t, NULL, (16 - t->len % 16) % 16);
}

/* Descriptor and gap; the report at the gap's start, 0xee behind it. */
static inline void
transfer_add_desc(struct transfer *t, const struct unit_desc *d)
{
	uint32_t gap = unit_gap(d), i, rest = gap;

	for (i = 0; i < unit_desc_len(d) / 4; i++)
		transfer_add_word(t, d->dw[i]);
	if (((d->dw[0] >> 22) & 3) != 0) {
		transfer_add_word(t, d->report[0]);
		transfer_add_word(t, d->report[1]);
		rest -= 8;
	}
	for (i = 0; i < rest; i++)
		transfer_add(t, "\xee", 1);
}

/* A whole unit on its alignment of 16 bytes, unpadded. */
static inline void
transfer_add_unit(struct transfer *t, const struct unit_desc *d, const void *payload,
		  uint32_t len)
{
	transfer_pad(t);
	transfer_add_desc(t, d);
	transfer_add(t, payload, len);
}

static inline void
transfer_free(struct transfer *t)
{
	free(t->data);
	*t = (struct transfer){ 0 };
}

#endif /* UNIT_BUILD_H */
