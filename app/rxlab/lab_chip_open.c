/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "air.h"

#include "lab_chip.h"
#include "lab_chip_kind.h"

#define TEXT_MAX 512

/* The chip's own options of an air, the radio's, the seed. */
static int
air_options(const struct lab_chip *chip, const struct lab_conf *conf, char *text)
{
	const char *own = chip->ops->air_defaults, *radio = conf->radio->air;
	int len = snprintf(text, TEXT_MAX, "%s%s%s%sseed:%llu", own != NULL ? own : "",
			   own != NULL ? "/" : "", radio != NULL ? radio : "",
			   radio != NULL ? "/" : "", (unsigned long long)conf->seed);

	return len >= 0 && len < TEXT_MAX ? 0 : -EINVAL;
}

static int
open_air(struct lab_chip *chip, const struct lab_conf *conf, char *err, size_t err_size)
{
	char spec[32] = "live", options[TEXT_MAX];

	if (air_options(chip, conf, options) != 0) {
		snprintf(err, err_size, "radio %s: its options are too long",
			 conf->radio->name);
		return -EINVAL;
	}
	if (conf->radio->queue != 0)
		snprintf(spec, sizeof(spec), "live:queue:%u", conf->radio->queue);
	chip->air = air_open(spec, options, err, err_size);
	return chip->air != NULL ? 0 : -EINVAL;
}

static int
set_switch(struct lab_chip *chip, const char *text, char *err, size_t err_size)
{
	char copy[TEXT_MAX], *value;
	int ret = -EINVAL;

	snprintf(copy, sizeof(copy), "%s", text);
	value = strchr(copy, ':');
	if (value != NULL) {
		*value++ = '\0';
		ret = chip->ops->set_switch(chip->dev, copy, value);
	}
	if (ret != 0)
		snprintf(err, err_size, "switch \"%s\": %s", text, ret == -ENOENT ?
			 "the model has none of that name" : "not NAME:VALUE as it must be");
	return ret;
}

static int
set_switches(struct lab_chip *chip, const char *text, char *err, size_t err_size)
{
	char copy[TEXT_MAX], *one, *rest = NULL;
	int ret = 0;

	if (text == NULL)
		return 0;
	snprintf(copy, sizeof(copy), "%s", text);
	for (one = strtok_r(copy, "/", &rest); one != NULL && ret == 0;
	     one = strtok_r(NULL, "/", &rest))
		ret = set_switch(chip, one, err, err_size);
	return ret;
}

/* Of the model's counters: which is which. */
enum {
	C_TRANSFERS, C_FRAMES, C_BYTES, C_TIMER, C_SIZE, C_COUNT, C_OFF, C_FLUSH, C_FULL,
	C_LOST, C_QUEUE_DROPS, C_GAVE_UP, C_NB,
};

static const char *const names[C_NB] = {
	[C_TRANSFERS] = "urbs_done", [C_FRAMES] = "frames_delivered", [C_BYTES] = "urb_bytes",
	[C_TIMER] = "agg_closed_timer", [C_SIZE] = "agg_closed_size",
	[C_COUNT] = "agg_closed_count", [C_OFF] = "agg_closed_off",
	[C_FLUSH] = "agg_closed_flush", [C_FULL] = "agg_closed_full",
	[C_LOST] = "fifo_overflow_frames", [C_QUEUE_DROPS] = "air_queue_drops",
	[C_GAVE_UP] = "air_dropped_retries",
};

_Static_assert(C_NB <= LAB_CHIP_NAMES, "a place for each counter");

static int
find_counters(struct lab_chip *chip, char *err, size_t err_size)
{
	const char *name;
	uint64_t value;
	unsigned int i, c;

	for (c = 0; c < C_NB; c++) {
		i = 0;
		while (chip->ops->counter(chip->dev, i, &name, &value) &&
		       strcmp(name, names[c]) != 0)
			i++;
		chip->number[c] = i;
		if (!chip->ops->counter(chip->dev, i, &name, &value)) {
			snprintf(err, err_size, "the model has no counter %s", names[c]);
			return -ENOENT;
		}
	}
	return 0;
}

static uint64_t
counter(const struct lab_chip *chip, unsigned int c)
{
	const char *name;
	uint64_t value = 0;

	chip->ops->counter(chip->dev, chip->number[c], &name, &value);
	return value;
}

void
lab_chip_count(const struct lab_chip *chip, struct lab_chip_count *count)
{
	count->transfers = counter(chip, C_TRANSFERS);
	count->frames = counter(chip, C_FRAMES);
	count->bytes = counter(chip, C_BYTES);
	count->closed[RXB_HOLD_BY_TIMER] = counter(chip, C_TIMER);
	count->closed[RXB_HOLD_BY_SIZE] = counter(chip, C_SIZE);
	count->closed[RXB_HOLD_BY_COUNT] = counter(chip, C_COUNT);
	count->closed_other = counter(chip, C_OFF) + counter(chip, C_FLUSH) +
			      counter(chip, C_FULL);
	count->lost = counter(chip, C_LOST);
	count->ap_dropped = counter(chip, C_QUEUE_DROPS) + counter(chip, C_GAVE_UP);
}

static int
check_limits(const struct lab_chip *chip, uint32_t hold_us, char *err, size_t err_size)
{
	const struct lab_chip_kind *kind = chip->kind;

	if (chip->agg_kib % kind->size_step_kib != 0 || chip->agg_kib > kind->size_max_kib ||
	    chip->agg_count > 255) {
		snprintf(err, err_size, "%s: %u KiB and %u units: steps of %u up to %u KiB, "
			 "up to 255 units", kind->name, chip->agg_kib, chip->agg_count,
			 kind->size_step_kib, kind->size_max_kib);
		return -EINVAL;
	}
	if (hold_us > kind->hold_max_us) {
		snprintf(err, err_size, "%s: a hold of %u us: %u at most", kind->name, hold_us,
			 kind->hold_max_us);
		return -EINVAL;
	}
	return 0;
}

static int
open_model(struct lab_chip *chip, const struct lab_conf *conf, char *err, size_t err_size)
{
	int ret;

	chip->ops = usb_device_find(chip->kind->name);
	if (chip->ops == NULL) {
		snprintf(err, err_size, "no model of a chip \"%s\"", chip->kind->name);
		return -EINVAL;
	}
	ret = open_air(chip, conf, err, err_size);
	if (ret != 0)
		return ret;
	chip->dev = chip->ops->create(conf->host->speed, chip->air);
	if (chip->dev == NULL) {
		snprintf(err, err_size, "no memory for the model");
		return -ENOMEM;
	}
	return set_switches(chip, conf->switches, err, err_size);
}

int
lab_chip_open(struct lab_chip *chip, const struct lab_conf *conf, char *err, size_t err_size)
{
	const char *name = conf->chip != NULL ? conf->chip : "rtl8922au";
	int ret;

	memset(chip, 0, sizeof(*chip));
	chip->agg_kib = conf->agg_kib != 0 ? conf->agg_kib : 20;
	chip->agg_count = conf->agg_count != 0 ? conf->agg_count : 255;
	chip->kind = lab_chip_kind_find(name);
	if (chip->kind == NULL) {
		snprintf(err, err_size, "no set-up of a chip \"%s\" is known", name);
		return -EINVAL;
	}
	ret = check_limits(chip, conf->policy.hold_us, err, err_size);
	if (ret == 0)
		ret = open_model(chip, conf, err, err_size);
	if (ret == 0)
		ret = find_counters(chip, err, err_size);
	if (ret != 0)
		return ret;
	ret = lab_chip_set_up(chip, conf->policy.hold_us);
	if (ret != 0)
		snprintf(err, err_size, "%s does not take its registers: %s", name,
			 strerror(-ret));
	return ret;
}

void
lab_chip_close(struct lab_chip *chip)
{
	if (chip->dev != NULL)
		chip->ops->destroy(chip->dev);
	if (chip->air != NULL)
		air_close(chip->air);
	free(chip->frames);
}
