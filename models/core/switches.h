/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef CORE_SWITCHES_H
#define CORE_SWITCHES_H

/* Switches: open questions of a chip's documentation, and faults. */

#include <stdbool.h>
#include <stdint.h>

struct usb_device;
struct chip_ops;

struct core_switch {
	const char *name, *values, *help;	/* values: the default first */
	bool (*set)(struct usb_device *dev, const char *value);
};

/* Those that the core obeys. What each means: switches.c. A chip that has no
 * question of that kind leaves the default, 0, or sets what it does. */
struct core_switches {
	bool timer_restart;	/* hold timer starts again with each unit */
	bool size_after;	/* size limit checked after adding */
	bool pad_last;		/* last unit of a transfer padded too */
	enum { ZLP_IDEAL, ZLP_SENT, ZLP_JOIN } zlp;
	bool full_wait;		/* a full FIFO does not close the aggregate */
	uint8_t fill;		/* byte between units */
	uint32_t fifo_bytes;	/* the chip sets it */
	uint32_t txfifo_bytes;
	uint32_t eproto, shorten, zlt, outstall, outeproto;	/* every so many, 0: never */
};

/* As the entries of struct usb_device_ops; a switch of the chip goes before one
 * of the core of the same name. */
int core_switch_set(struct usb_device *dev, const char *name, const char *value);
bool core_switch_list(const struct chip_ops *chip, unsigned int i, const char **name,
		      const char **values, const char **help);

/* For setters: false when value is not as it must be. */
bool core_switch_either(const char *value, const char *no, const char *yes, bool *out);
bool core_switch_number(const char *value, uint64_t min, uint64_t max, uint32_t *out);
bool core_switch_small(const char *value, uint64_t max, uint8_t *out);

/* Setter of the receive buffer's size, for a chip that tells its default. */
bool core_set_fifo(struct usb_device *dev, const char *value);

#define CORE_SWITCH_SETTER(name, expression) \
	static bool set_##name(struct usb_device *dev, const char *value) \
	{ \
		return expression; \
	}

#endif /* CORE_SWITCHES_H */
