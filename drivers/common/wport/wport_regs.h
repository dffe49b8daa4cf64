/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef WPORT_REGS_H
#define WPORT_REGS_H

/* A chip's registers: 32 bits each, read and written by a vendor request on endpoint 0
 * with 4 bytes, little-endian. How a family does it is in its struct wport_reg_access. */

#include <stdint.h>

struct wport;
struct wport_agg;

struct wport_reg_access {
	uint8_t read_type;		/* bmRequestType ... */
	uint8_t read_request;		/* ... and bRequest */
	uint8_t write_type;
	uint8_t write_request;
	uint8_t value_shift;		/* wValue is 16 bits of the address from here on */
	uint8_t index_shift;		/* ... wIndex these */
	uint16_t timeout_ms;		/* of one try */
	unsigned int tries;		/* of a request; none more when the device is gone */
	/*
	 * Looks at what was read. 0: it is good. 1: it was no answer, and something
	 * was done about that: read again, at most tries times. Else a negative errno.
	 * Control context. NULL: every answer is good.
	 */
	int (*look)(struct wport *port, uint32_t addr, uint32_t value);
};

/* A step of a set-up: the bits of mask become value. */
struct wport_reg_set {
	uint32_t addr;
	uint32_t mask;		/* all ones: written without a look at it */
	uint32_t value;		/* in its place */
};

/*
 * Control context; the port has a device and its family a reg_access. Values in CPU
 * order. 0, or a negative errno with an error line: that of the last try, -EIO for an
 * answer of another length, -ENODEV at once when the device is gone. *value is written
 * when all went well, and may be in the middle of something when not. With port->reg_brief
 * there is one try, and the line is a debug one.
 */
int wport_reg_read(struct wport *port, uint32_t addr, uint32_t *value);
int wport_reg_write(struct wport *port, uint32_t addr, uint32_t value);
/* Set the bits of mask to value, which is already in its place; others stay. A mask of
 * all ones writes without a look at the old value. */
int wport_reg_mask(struct wport *port, uint32_t addr, uint32_t mask, uint32_t value);
/* The same for n of them in order, as far as the first that fails. */
int wport_reg_apply(struct wport *port, const struct wport_reg_set *sets, unsigned int n);
/* See that the bits of mask are those of value; -EIO when not. Others may be as they
 * like: who knows what they mean. */
int wport_reg_check(struct wport *port, uint32_t addr, uint32_t mask, uint32_t value);

/* The line that tells which limits the chip has. */
void wport_log_agg(const struct wport *port, const struct wport_agg *agg);

#endif /* WPORT_REGS_H */
