/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <string.h>

#include "../bytes.h"
#include "event.h"

void
event_put(const struct rtw89 *chip, uint8_t *out)
{
	memset(out, 0, EVENT_LEN);
	put_le32(out, 1u | 3u << 8 | (uint32_t)chip->c2h_seq << 24);
	put_le32(out + 4, EVENT_LEN);
	put_le32(out + 8, chip->ppdus);
}
