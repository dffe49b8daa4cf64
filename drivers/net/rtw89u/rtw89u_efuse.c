/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "rtw89u_efuse.h"

#define LIST_END	0xffu
#define BLOCK_LEN	8u
#define WORD_LEN	2u
#define WORDS		4u

/* What is wanted of the logical map. */
struct window {
	uint8_t *bytes;
	uint32_t start, n;
};

static void
put(const struct window *w, uint32_t place, uint8_t byte)
{
	if (place >= w->start && place - w->start < w->n)
		w->bytes[place - w->start] = byte;
}

/* The words of one record, from *addr on. */
static int
read_words(rtw89u_efuse_read_t read, void *ctx, uint32_t *addr, uint32_t block,
	   uint32_t left_out, const struct window *w)
{
	uint32_t i;

	for (i = 0; i < WORDS * WORD_LEN; i++) {
		uint8_t byte;
		int ret;

		if ((left_out & 1u << i / WORD_LEN) != 0)
			continue;
		if (*addr >= RTW89U_EFUSE_SIZE)
			return 0;
		ret = read(ctx, (*addr)++, &byte);
		if (ret != 0)
			return ret;
		put(w, block * BLOCK_LEN + i, byte);
	}
	return 0;
}

int
rtw89u_efuse_get(rtw89u_efuse_read_t read, void *ctx, uint32_t place, uint8_t *bytes,
		 uint32_t n)
{
	const struct window w = { bytes, place, n };
	uint32_t addr = RTW89U_EFUSE_START;
	uint8_t h1, h2;
	int ret;

	memset(bytes, 0xff, n);
	while (addr + 1 < RTW89U_EFUSE_SIZE) {
		ret = read(ctx, addr++, &h1);
		if (ret != 0 || h1 == LIST_END)
			return ret;
		ret = read(ctx, addr++, &h2);
		if (ret == 0)
			ret = read_words(read, ctx, &addr, (h1 & 0xfu) << 4 | h2 >> 4,
					 h2 & 0xfu, &w);
		if (ret != 0)
			return ret;
	}
	return 0;
}
