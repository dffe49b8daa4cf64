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
static const char *const mcu_fault_names[] = {
	MCU_FRAMING_FAULTS(NAME) MCU_ORDER_FAULTS(NAME)
};

#define N_NAMES (sizeof(names) / sizeof(names[0]))

_Static_assert(sizeof(struct counters) == N_NAMES * sizeof(uint64_t),
	       "one name for each counter");

/* States, which are no counters of their own: what was downloaded since the last reset, and
 * its CRC-32. */
static unsigned int
state(const struct mt7921 *m, unsigned int i, const char **name, uint64_t *value)
{
	const struct mcu_loader *l = &m->mcu.loader;
	const struct { const char *name; uint64_t value; } list[] = {
		{ "control_stalls", m->regs.stalls },
		{ "fw_patch_bytes_now", l->patch_bytes },
		{ "fw_patch_crc_now", l->patch_crc },
		{ "fw_ram_bytes_now", l->ram_bytes },
		{ "fw_ram_crc_now", l->ram_crc },
	};
	const unsigned int n = sizeof(list) / sizeof(list[0]);

	if (i < n) {
		*name = list[i].name;
		*value = list[i].value;
	}
	return n;
}

static bool
table(const char *const *names_of, const uint64_t *values, unsigned int n, unsigned int *i,
      const char **name, uint64_t *value)
{
	if (*i >= n) {
		*i -= n;
		return false;
	}
	*name = names_of[*i];
	*value = values[*i];
	return true;
}

bool
mt7921_counter(const struct usb_device *dev, unsigned int i, const char **name,
	       uint64_t *value)
{
	const struct mt7921 *m = mt7921_of_const(dev);

	return table(names, (const uint64_t *)&m->count, N_NAMES, &i, name, value) ||
	       table(fault_names, m->tx_faults, TXD_N_FAULTS, &i, name, value) ||
	       table(mcu_fault_names, m->mcu.faults, MCU_N_FAULTS, &i, name, value) ||
	       i < state(m, i, name, value);
}
