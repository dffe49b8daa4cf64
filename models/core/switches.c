/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <string.h>

#include "../parse.h"
#include "chip.h"

#define FIFO_MIN 2048u

bool
core_switch_either(const char *value, const char *no, const char *yes, bool *out)
{
	if (strcmp(value, no) != 0 && strcmp(value, yes) != 0)
		return false;
	*out = strcmp(value, yes) == 0;
	return true;
}

bool
core_switch_number(const char *value, uint64_t min, uint64_t max, uint32_t *out)
{
	uint64_t v;

	if (!model_parse_u64(value, min, max, &v))
		return false;
	*out = (uint32_t)v;
	return true;
}

bool
core_switch_small(const char *value, uint64_t max, uint8_t *out)
{
	uint32_t v;

	if (!core_switch_number(value, 0, max, &v))
		return false;
	*out = (uint8_t)v;
	return true;
}

#define EVERY(name) \
	CORE_SWITCH_SETTER(name, core_switch_number(value, 0, UINT32_MAX, &dev->sw.name))

CORE_SWITCH_SETTER(timer, core_switch_either(value, "first", "restart",
					     &dev->sw.timer_restart))
CORE_SWITCH_SETTER(size, core_switch_either(value, "before", "after",
					    &dev->sw.size_after))
CORE_SWITCH_SETTER(full, core_switch_either(value, "close", "wait", &dev->sw.full_wait))
EVERY(eproto)
EVERY(shorten)
EVERY(zlt)
EVERY(outstall)
EVERY(outeproto)
CORE_SWITCH_SETTER(txfifo, core_switch_number(value, FIFO_MIN, 1u << 30,
					      &dev->sw.txfifo_bytes))

bool
core_set_fifo(struct usb_device *dev, const char *value)
{
	return core_switch_number(value, FIFO_MIN, 1u << 30, &dev->sw.fifo_bytes);
}

static bool
set_zlp(struct usb_device *dev, const char *value)
{
	if (strcmp(value, "ideal") == 0)
		dev->sw.zlp = ZLP_IDEAL;
	else if (strcmp(value, "sent") == 0)
		dev->sw.zlp = ZLP_SENT;
	else if (strcmp(value, "join") == 0)
		dev->sw.zlp = ZLP_JOIN;
	else
		return false;
	return true;
}

static const struct core_switch list[] = {
	{ "timer", "first|restart", "hold counts from the first unit, or from the last",
	  set_timer },
	{ "size", "before|after", "size limit: never exceeded, or by one unit", set_size },
	{ "zlp", "ideal|sent|join", "transfer of whole packets: request ends anyhow, "
	  "by a zero-length packet, or with a later transfer", set_zlp },
	{ "full", "close|wait", "a full FIFO closes the open aggregate", set_full },
	{ "fifo", "BYTES", "receive buffer, 2048 up", core_set_fifo },
	{ "txfifo", "65536|BYTES", "transmit buffer, 2048 up", set_txfifo },
	{ "eproto", "0|N", "fault: every N-th request ends with -EPROTO", set_eproto },
	{ "shorten", "0|N", "fault: every N-th transfer lacks its last quarter",
	  set_shorten },
	{ "zlt", "0|N", "fault: every N-th request ends with length 0", set_zlt },
	{ "outstall", "0|N", "fault: every N-th OUT transfer ends with -EPIPE",
	  set_outstall },
	{ "outeproto", "0|N", "fault: ... with -EPROTO", set_outeproto },
	{ NULL, NULL, NULL, NULL },
};

static const struct core_switch *
find(const struct core_switch *table, const char *name)
{
	for (; table != NULL && table->name != NULL; table++)
		if (strcmp(table->name, name) == 0)
			return table;
	return NULL;
}

static const struct core_switch *
find_in_chip(const struct chip_ops *chip, const char *name)
{
	const struct core_switch *s = find(chip->switches[0], name);

	return s != NULL ? s : find(chip->switches[1], name);
}

int
core_switch_set(struct usb_device *dev, const char *name, const char *value)
{
	const struct core_switch *s = find_in_chip(dev->chip, name);

	if (s == NULL)
		s = find(list, name);
	if (s == NULL)
		return -ENOENT;
	return s->set(dev, value) ? 0 : -EINVAL;
}

/* Number *i of a table, which becomes so much less when the table is shorter.
 * Those that the chip has itself are left out of the core's. */
static const struct core_switch *
pick(const struct core_switch *table, const struct chip_ops *chip, unsigned int *i)
{
	for (; table != NULL && table->name != NULL; table++) {
		if (table >= list && table < list + sizeof(list) / sizeof(list[0]) &&
		    find_in_chip(chip, table->name) != NULL)
			continue;
		if ((*i)-- == 0)
			return table;
	}
	return NULL;
}

bool
core_switch_list(const struct chip_ops *chip, unsigned int i, const char **name,
		 const char **values, const char **help)
{
	const struct core_switch *s = pick(chip->switches[0], chip, &i);

	if (s == NULL)
		s = pick(chip->switches[1], chip, &i);
	if (s == NULL)
		s = pick(list, chip, &i);
	if (s == NULL)
		return false;
	*name = s->name;
	*values = s->values;
	*help = s->help;
	return true;
}
