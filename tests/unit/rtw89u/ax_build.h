/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AX_BUILD_H
#define AX_BUILD_H

/*
 * Units of the AX chips put together by hand, with numbers typed anew from
 * morrownr/rtw89 txrx.h and from the vendor's reading of the gap
 * (morrownr/rtl8852cu-20251113 phl/hal_g6/rtl8852c/hal_trx_8852c.c).
 */

#include "unit_build.h"

#define AX_WORDS 8u		/* of a long descriptor */

struct ax_desc {
	uint32_t dw[AX_WORDS];
};

/* A data frame of an A-MPDU to us: long descriptor, HE 2 streams MCS 11, 80 MHz,
 * gi 1, ppdu_cnt 3. */
static inline struct ax_desc
ax_wifi(uint32_t len)
{
	return (struct ax_desc){ .dw = { 0x80000000u | len, 0x839b0037u, 0x12345678u,
					 0x00000009u } };
}

/* Short descriptor: C2H (10), PPDU status (1) ... */
static inline struct ax_desc
ax_short(uint32_t type, uint32_t len)
{
	return (struct ax_desc){ .dw = { type << 24 | len } };
}

static inline uint32_t
ax_desc_len(const struct ax_desc *d)
{
	return (d->dw[0] >> 31) != 0 ? 32 : 16;
}

static inline void
ax_pad(struct transfer *t)
{
	transfer_add(t, NULL, (8 - t->len % 8) % 8);
}

/* Descriptor and a gap of gap bytes of 0xee, on its alignment. */
static inline void
ax_add_desc(struct transfer *t, const struct ax_desc *d, uint32_t gap)
{
	uint32_t i;

	ax_pad(t);
	for (i = 0; i < ax_desc_len(d) / 4; i++)
		transfer_add_word(t, d->dw[i]);
	for (i = 0; i < gap; i++)
		transfer_add(t, "\xee", 1);
}

/* A whole unit, unpadded; each byte of its payload is nr + 1. */
static inline void
ax_add_unit(struct transfer *t, const struct ax_desc *d, uint32_t gap, uint32_t len,
	    uint32_t nr)
{
	ax_add_desc(t, d, gap);
	transfer_add(t, NULL, len);
	memset(t->data + t->len - len, (int)(nr + 1), len);
}

#endif /* AX_BUILD_H */
