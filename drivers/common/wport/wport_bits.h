/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_BITS_H
#define WPORT_BITS_H

/* Fields of 32-bit words. Descriptors and registers of all chips are little-endian. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_byteorder.h>

/* Field of a word, and a word with that field alone; the mask is a constant. */
#define WPORT_GET(mask, word) (((word) & (mask)) >> __builtin_ctz(mask))
#define WPORT_PUT(mask, value) (((uint32_t)(value) << __builtin_ctz(mask)) & (mask))

/* Word n from p on, in CPU order; p need not be aligned, and all four bytes are there. */
static inline uint32_t
wport_word(const uint8_t *p, unsigned int n)
{
	uint32_t w;

	memcpy(&w, p + 4 * n, sizeof(w));
	return rte_le_to_cpu_32(w);
}

/* Nothing but zeros from p to end: padding. True where there is nothing at all. */
static inline bool
wport_all_zero(const uint8_t *p, const uint8_t *end)
{
	while (p < end && *p == 0)
		p++;
	return p == end;
}

#endif /* WPORT_BITS_H */
