/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef LAB_CHIP_KIND_H
#define LAB_CHIP_KIND_H

/* What one chip has that another has not: registers, and how a transfer is framed. */

#include <stdbool.h>
#include <stdint.h>

#include "wlan_decap.h"
#include "wport_walk.h"

struct lab_setting {
	uint32_t address, value;	/* address 0: the last one was before */
};

struct lab_chip_kind {
	const char *name;
	struct lab_setting before[8], after[6];	/* before and after those of aggregation */
	uint32_t rxagg_0, rxagg_1;		/* rxagg_1 0: it has none */
	uint32_t size_step_kib, size_max_kib;
	uint32_t hold_step_us, hold_max_us;
	uint32_t window;	/* of a BlockAck agreement with its generation */
	/* The next unit; false at the end, also where something odd begins. */
	bool (*next)(struct wport_walk *walk, struct wport_unit *unit);
	bool (*is_frame)(const struct wport_unit *unit);
	struct wlan_rxinfo (*info)(const struct wport_unit *unit);
};

/* NULL: there is none of this name. Number i, NULL past the last. */
const struct lab_chip_kind *lab_chip_kind_find(const char *name);
const struct lab_chip_kind *lab_chip_kind_at(unsigned int i);

#endif /* LAB_CHIP_KIND_H */
