/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef MT76U_CHIP_H
#define MT76U_CHIP_H

/* What differs between the chips of the family, as data. */

#include <stdint.h>

#include "wport.h"

/* Descriptor generations. A new one is a _rxd file of its own, and bursts. */
enum mt76u_gen { MT76U_CONNAC2 };

struct mt76u_chip {
	struct wport_chip port;	/* the first member */
	enum mt76u_gen gen;
	uint8_t ep_cmd;			/* bulk-OUT endpoint of commands; answers: ep_event */
	const char *patch_file, *ram_file;
};

static inline const struct mt76u_chip *
mt76u_chip_of(const struct wport_chip *chip)
{
	return (const struct mt76u_chip *)chip;
}

/* Walks the table; NULL past its end. */
const struct wport_chip *mt76u_chip_at(unsigned int i);

#endif /* MT76U_CHIP_H */
