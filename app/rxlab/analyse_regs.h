/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_REGS_H
#define ANALYSE_REGS_H

/* The chip's aggregation registers, from the control requests that a capture holds: what
 * was written to them, and what was read from them. */

#include <stdbool.h>
#include <stdint.h>

#include "usbmon.h"

#include "analyse_chip.h"

/* What the registers say. */
struct an_agg {
	bool enabled;
	uint32_t hold_us;	/* 0 without aggregation */
	uint32_t size;		/* bytes, 0: no limit */
	uint32_t units;		/* 0: no limit */
};

#define AN_REGS 2
#define AN_REQUESTS 16

/* A request that has not been answered yet. */
struct an_request {
	uint64_t id;
	bool used, is_write;
	uint32_t address, len;
	uint8_t data[4];	/* of a write */
};

struct an_regs {
	const struct an_chip *chip;
	uint8_t bytes[AN_REGS][4];
	uint8_t known[AN_REGS];		/* bit n: bytes[][n] */
	struct an_request requests[AN_REQUESTS];
	unsigned int next;
	uint64_t writes, reads;		/* of these registers, that succeeded */
	uint64_t failed;
	uint64_t requests_seen;		/* register requests of any address */
};

void an_regs_init(struct an_regs *regs, const struct an_chip *chip);

/* A record of a control request of the device; true: a register of aggregation may have
 * another value now. */
bool an_regs_see(struct an_regs *regs, const struct usbmon_urb *urb);

/* False while it is not known. */
bool an_regs_agg(const struct an_regs *regs, struct an_agg *agg);

#endif /* ANALYSE_REGS_H */
