/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

#define NAME(name) #name,

static const char *const names[] = {
	MT7921_COUNTERS(NAME)
};
static const char *const fault_names[] = {
	TXD_FAULTS(NAME)
};

#define N_NAMES (sizeof(names) / sizeof(names[0]))

_Static_assert(sizeof(struct counters) == N_NAMES * sizeof(uint64_t),
	       "one name for each counter");

bool
mt7921_counter(const struct usb_device *dev, unsigned int i, const char **name,
	       uint64_t *value)
{
	const struct mt7921 *m = mt7921_of_const(dev);

	if (i < N_NAMES) {
		*name = names[i];
		*value = ((const uint64_t *)&m->count)[i];
	} else if (i < N_NAMES + TXD_N_FAULTS) {
		*name = fault_names[i - N_NAMES];
		*value = m->tx_faults[i - N_NAMES];
	} else if (i == N_NAMES + TXD_N_FAULTS) {
		*name = "control_stalls";
		*value = m->regs.stalls;
	} else {
		return false;
	}
	return true;
}
