/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89_EVENT_H
#define RTW89_EVENT_H

/* The event that the model sends from time to time: beacon count, category 1 (MAC),
 * class 0 (INFO), function 3, which every driver ignores in peace (morrownr/rtw89 fw.h,
 * mac.h). */

#include "rtw89.h"

#define EVENT_LEN 24u

/* The packet of a C2H unit, EVENT_LEN bytes. */
void event_put(const struct rtw89 *chip, uint8_t *out);

#endif /* RTW89_EVENT_H */
