/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

/* The records of an AX chip's efuse. The input is the memory; what is missing reads
 * as 0xff, and a read at its last byte may fail. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rtw89u_efuse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct memory {
	const uint8_t *data;
	size_t size;
	uint32_t reads;
};

static int
read_byte(void *ctx, uint32_t addr, uint8_t *byte)
{
	struct memory *m = ctx;

	/* In order, once each, and never outside. */
	if (addr >= RTW89U_EFUSE_SIZE || addr != RTW89U_EFUSE_START + m->reads)
		abort();
	m->reads++;
	*byte = addr < m->size ? m->data[addr] : 0xff;
	return addr + 1 == m->size && m->data[addr] == 0xee ? -1 : 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint32_t places[] = { 0, 0x438, 0x488, 0x7fa, 0x10000 };
	unsigned int i;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct memory m = { data, size, 0 };
		uint8_t *bytes = malloc(6);
		int ret;

		if (bytes == NULL)
			return 0;
		ret = rtw89u_efuse_get(read_byte, &m, places[i], bytes, 6);
		if (ret != 0 && ret != -1)
			abort();
		/* Beyond 256 blocks of 8 there is nothing. */
		if (places[i] >= 2048 && (bytes[0] & bytes[5]) != 0xff)
			abort();
		free(bytes);
	}
	return 0;
}
