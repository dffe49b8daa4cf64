/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "ax_efuse.h"

#define FIRST_RECORD 4u
#define RECORD_LEN 8u		/* two bytes of header, three words */
#define WORD_3_ABSENT 0x8u
#define BLANK 0xffu

uint8_t
ax_efuse_byte(uint32_t logical, const uint8_t mac[6], uint32_t address)
{
	uint8_t record[RECORD_LEN];
	uint32_t block = logical / 8;

	if (address < FIRST_RECORD || address >= FIRST_RECORD + RECORD_LEN)
		return BLANK;
	record[0] = (uint8_t)(block >> 4 & 0xf);
	record[1] = (uint8_t)((block & 0xf) << 4 | WORD_3_ABSENT);
	memcpy(record + 2, mac, 6);
	return record[address - FIRST_RECORD];
}

uint32_t
ax_efuse_answer(uint32_t logical, const uint8_t mac[6], uint32_t value)
{
	uint32_t address = value >> 16 & 0x7ff;

	if ((value & AX_EFUSE_READY) != 0)
		return value;
	return (address << 16) | AX_EFUSE_READY | ax_efuse_byte(logical, mac, address);
}
