/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>

#include "rtw89.h"

void
rtw89_destroy(struct usb_device *dev)
{
	struct rtw89 *chip = rtw89_of(dev);

	rtw89_regs_free(&chip->regs);
	free(chip);
}

struct usb_device *
rtw89_create(const struct rtw89_kind *kind, enum usb_speed speed, struct air *air)
{
	struct rtw89 *chip = calloc(1, sizeof(*chip));

	if (chip == NULL)
		return NULL;
	core_init(&chip->dev, &kind->ops, speed, air);
	chip->kind = kind;
	rtw89_switches_default(chip, speed);
	if (!rtw89_reset_open(chip)) {
		core_destroy(&chip->dev);
		return NULL;
	}
	return &chip->dev;
}

/* Registers that do something when they are written. */
static void
register_written(struct rtw89 *chip, uint32_t address, uint32_t len)
{
	rtw89_agg_written(chip, address, len);
	if (rtw89_touches(chip->kind->hci_func_en, address, len))
		core_engine_unblock(&chip->dev, chip->dev.now_ns);
	if (chip->kind->written != NULL)
		chip->kind->written(chip, address, len);
}

static bool
read_by_kind(struct rtw89 *chip, const struct rtw89_access *access, uint8_t *data)
{
	return chip->kind->read != NULL &&
	       chip->kind->read(chip, access->address, data, access->len);
}

static int
stall(struct rtw89 *chip)
{
	chip->count.control_stalls++;
	return -EPIPE;
}

static int
write_register(struct rtw89 *chip, const struct rtw89_access *access, const uint8_t *data)
{
	enum rtw89_agg_reg fault = rtw89_agg_reg_fault(chip, access->address, access->len);

	chip->count.agg_reg_faults += fault == AGG_REG_DEAD || fault == AGG_REG_STALL;
	if (fault == AGG_REG_STALL ||
	    (fault != AGG_REG_DEAD &&
	     !rtw89_regs_set_bytes(&chip->regs, access->address, data, access->len)))
		return stall(chip);
	if (fault == AGG_REG_CLAMP)
		rtw89_agg_reg_clamp(chip);
	if (fault != AGG_REG_DEAD)
		register_written(chip, access->address, access->len);
	return (int)access->len;
}

int
rtw89_control(struct usb_device *dev, const struct usb_setup *setup, uint8_t *data)
{
	struct rtw89 *chip = rtw89_of(dev);
	struct rtw89_access access;

	if (!rtw89_regs_request(setup, &access))
		return stall(chip);
	if (access.write)
		return write_register(chip, &access, data);
	if (!read_by_kind(chip, &access, data))
		rtw89_regs_get_bytes(&chip->regs, access.address, data, access.len);
	return (int)access.len;
}

#define NAME(name) #name,

bool
rtw89_counter(const struct usb_device *dev, unsigned int i, const char **name,
	      uint64_t *value)
{
	static const char *const names[] = { RTW89_COUNTERS(NAME) };

	_Static_assert(sizeof(names) / sizeof(names[0]) ==
		       sizeof(struct rtw89_counters) / sizeof(uint64_t),
		       "one name for each counter");
	if (i >= sizeof(names) / sizeof(names[0]))
		return false;
	*name = names[i];
	*value = ((const uint64_t *)&rtw89_of_const(dev)->count)[i];
	return true;
}
