/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <stdbool.h>

#include "../bytes.h"
#include "fcs.h"

#define POLYNOMIAL 0xEDB88320u
#define SLICES 8

/* table[k][b]: what byte b does to the CRC when k more bytes follow it, so
 * that eight bytes are taken at a time; the model must not be the slow part
 * of a benchmark. */
static uint32_t table[SLICES][256];

__attribute__((constructor)) static void
fill_table(void)
{
	unsigned int b, bit, k;

	for (b = 0; b < 256; b++) {
		uint32_t crc = b;

		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
		table[0][b] = crc;
	}
	for (k = 1; k < SLICES; k++)
		for (b = 0; b < 256; b++)
			table[k][b] = table[k - 1][b] >> 8 ^
				      table[0][table[k - 1][b] & 0xff];
}

static uint32_t
by_table(uint32_t crc, const uint8_t *data, size_t len)
{
	for (; len >= 8; len -= 8, data += 8) {
		uint32_t low = get_le32(data) ^ crc;
		uint32_t high = get_le32(data + 4);

		crc = table[7][low & 0xff] ^ table[6][low >> 8 & 0xff] ^
		      table[5][low >> 16 & 0xff] ^ table[4][low >> 24] ^
		      table[3][high & 0xff] ^ table[2][high >> 8 & 0xff] ^
		      table[1][high >> 16 & 0xff] ^ table[0][high >> 24];
	}
	for (; len > 0; len--, data++)
		crc = crc >> 8 ^ table[0][(crc ^ *data) & 0xff];
	return crc;
}

uint32_t
air_fcs_crc32_more(uint32_t crc, const uint8_t *data, size_t len)
{
	uint8_t folded[16];
	size_t n;

	crc = ~crc;
	n = air_fcs_fold(crc, data, len, folded);
	if (n != 0)
		crc = by_table(0, folded, sizeof(folded));
	return ~by_table(crc, data + n, len - n);
}

uint32_t
air_fcs_crc32(const uint8_t *data, size_t len)
{
	return air_fcs_crc32_more(0, data, len);
}
