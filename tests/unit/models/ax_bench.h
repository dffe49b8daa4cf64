/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef AX_BENCH_H
#define AX_BENCH_H

/* The bench for chips of the AX generation: their units by the rules of the descriptor
 * alone. */

#include "bench.h"

struct bench *ax_bench_open(const char *chip, enum usb_speed speed, struct air *air);

/* How the bytes between descriptor and packet are counted, and what follows it. */
struct ax_reading {
	unsigned int shift, drv_info;	/* bytes of a unit */
	unsigned int mac_info;		/* bytes, unless it is a PPDU status */
	bool csum;			/* DW3 b24: 8 bytes behind the padded frame */
};

extern const struct ax_reading ax_linux, ax_vendor, ax_vendor_8852c;

/* The unit at *pos; false at the end of the transfer. Fails the test when it does not
 * fit. *pos moves to the next 8-byte boundary. */
bool ax_unit(const struct bench_transfer *t, const struct ax_reading *how, uint32_t *pos,
	     struct unit *u);

/* The i-th unit of a type over all transfers; false when there are fewer. */
bool ax_nth(const struct bench *b, const struct ax_reading *how, unsigned int type,
	    unsigned int i, struct unit *u);

#endif /* AX_BENCH_H */
