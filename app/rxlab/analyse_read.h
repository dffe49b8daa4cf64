/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_READ_H
#define ANALYSE_READ_H

/* One device's transfers from a capture, one by one, taken apart; and what its registers
 * said at that moment. One transfer is in memory at a time. */

#include "usb_capture.h"

#include "analyse_clock.h"
#include "analyse_regs.h"
#include "analyse_scan.h"

/* A chip's size limit is 1023 KiB, its smallest descriptor has 16 bytes. */
#define AN_UNITS_MAX 65536u

enum an_cause {
	AN_GOOD,
	AN_UNLINKED,	/* the host took its request back: nothing is lost */
	AN_ERROR
};

struct an_transfer {
	uint64_t number;	/* from 1 on */
	uint64_t time_us;	/* of its completion */
	enum an_cause cause;
	int32_t status;
	uint32_t len;		/* bytes that the device moved */
	uint32_t held;		/* ... that the capture has */
	bool full;		/* no more would have fitted in the request */
	bool follows;		/* nothing is missing since the transfer before it */
	uint32_t carried;	/* bytes at its start of a unit that began before it */
	uint32_t nb_units, nb_frames;
	enum an_end end;
	uint32_t abandoned;	/* bytes that were not understood */
	bool split;		/* its last unit goes on in the next transfer */
};

/* What went wrong, over all of them. */
struct an_losses {
	uint64_t errors, unlinked, error_bytes;
	int32_t last_error;
	uint64_t submit_errors;
	uint64_t snapped;		/* transfers of which the capture lacks bytes */
	uint64_t snapped_bytes;
	uint64_t splits, bad_ends, abandoned;
	uint64_t bad_records;
};

struct an_reader {
	struct usb_capture capture;
	const struct an_chip *chip;
	uint16_t bus;
	uint8_t device;
	uint32_t request;	/* longest, 0: not known */
	struct an_clock clock;
	struct an_regs regs;
	struct an_transfer transfer;
	struct an_unit *units;	/* of the transfer */
	uint32_t room;
	uint32_t carry;
	bool gap;		/* something is missing before the next transfer */
	struct an_losses losses;
	bool no_memory;
};

/* False: one line was printed. */
bool an_reader_open(struct an_reader *r, const char *file, const struct an_device *device,
		    const struct an_chip *chip);
/* The next transfer that ended with data, or with an error; false at the end. */
bool an_reader_next(struct an_reader *r);
void an_reader_close(struct an_reader *r);

/* Do its units make up all of it? */
static inline bool
an_transfer_whole(const struct an_transfer *t)
{
	return t->cause == AN_GOOD && t->held == t->len;
}

#endif /* ANALYSE_READ_H */
