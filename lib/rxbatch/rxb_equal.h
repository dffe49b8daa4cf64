/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RXB_EQUAL_H
#define RXB_EQUAL_H

/* Short pieces of two headers side by side, without a call. */

#include <stdbool.h>
#include <stdint.h>

#include "rxb_look.h"

/* len is even. */
static inline bool
rxb_equal(const uint8_t *a, const uint8_t *b, uint32_t len)
{
	uint64_t differ = 0;

	for (; len >= 8; len -= 8, a += 8, b += 8)
		differ |= rxb_load64(a) ^ rxb_load64(b);
	if ((len & 4) != 0) {
		differ |= rxb_load32(a) ^ rxb_load32(b);
		a += 4;
		b += 4;
	}
	if ((len & 2) != 0)
		differ |= rxb_load16(a) ^ rxb_load16(b);
	return differ == 0;
}

#endif /* RXB_EQUAL_H */
