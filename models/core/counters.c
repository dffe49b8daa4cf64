/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include "chip.h"

#define NAME(name) #name,

static const char *const names[] = {
	CORE_COUNTERS(NAME)
};

#define N_NAMES (sizeof(names) / sizeof(names[0]))

_Static_assert(sizeof(struct core_counters) == N_NAMES * sizeof(uint64_t),
	       "one name for each counter");

/* States, which are no counters of their own. */
static unsigned int
state(const struct usb_device *dev, unsigned int i, const char **name, uint64_t *value)
{
	const struct { const char *name; uint64_t value; } list[] = {
		{ "frames_inside_now", dev->frames_inside },
		{ "fifo_bytes_now", dev->fifo_used },
		{ "tx_fifo_now", dev->tx.fifo_used },
	};
	const unsigned int n = sizeof(list) / sizeof(list[0]);

	if (i < n) {
		*name = list[i].name;
		*value = list[i].value;
	}
	return n;
}

static unsigned int
chip_counters(const struct usb_device *dev)
{
	const char *name;
	uint64_t value;
	unsigned int n = 0;

	while (dev->chip->counter != NULL && dev->chip->counter(dev, n, &name, &value))
		n++;
	return n;
}

bool
core_counter(const struct usb_device *dev, unsigned int i, const char **name,
	     uint64_t *value)
{
	unsigned int n;

	if (i < N_NAMES) {
		*name = names[i];
		*value = ((const uint64_t *)&dev->count)[i];
		return true;
	}
	i -= N_NAMES;
	n = state(dev, i, name, value);
	if (i < n)
		return true;
	i -= n;
	if (dev->chip->counter != NULL && dev->chip->counter(dev, i, name, value))
		return true;
	n = chip_counters(dev);
	return dev->air != NULL && i >= n && air_counter(dev->air, i - n, name, value);
}
