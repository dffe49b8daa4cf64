/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

#define NAME(name) #name,

static const char *const names[] = {
	RTL8922AU_COUNTERS(NAME)
};

#define N_NAMES (sizeof(names) / sizeof(names[0]))

_Static_assert(sizeof(struct counters) == N_NAMES * sizeof(uint64_t),
	       "one name for each counter");

bool
r8922_counters_get(const struct usb_device *dev, unsigned int i, const char **name,
		   uint64_t *value)
{
	const struct { const char *name; uint64_t value; } extra[] = {
		{ "frames_inside_now", dev->frames_inside },
		{ "fifo_bytes_now", dev->fifo_used },
		{ "control_stalls", dev->regs.stalls },
	};
	const unsigned int n_extra = sizeof(extra) / sizeof(extra[0]);

	if (i < N_NAMES) {
		*name = names[i];
		*value = ((const uint64_t *)&dev->count)[i];
		return true;
	}
	if (i < N_NAMES + n_extra) {
		*name = extra[i - N_NAMES].name;
		*value = extra[i - N_NAMES].value;
		return true;
	}
	return dev->air != NULL &&
	       air_counter(dev->air, i - N_NAMES - n_extra, name, value);
}
