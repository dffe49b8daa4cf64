/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_CHANNEL_H
#define WPORT_CHANNEL_H

/* Which channels there are. What a chip and its country allow is another question. */

#include <stdint.h>

#include "rte_pmd_wlan.h"

/* Why there is no such channel, NULL: there is. centre is not looked at. */
const char *wport_channel_wrong(const struct rte_wlan_channel *chan);

/* The band that a number is in when nobody says: 2 or 5, or 0: it may be of 6 GHz alone. */
uint8_t wport_channel_band(uint8_t control);

#endif /* WPORT_CHANNEL_H */
