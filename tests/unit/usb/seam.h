/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef SEAM_H
#define SEAM_H

/* The back ends that test_seam.c holds to usb_transport.h: a new one is a row. */

#include <stdbool.h>

#include "usb_transport.h"

#define SEAM_BUFS	8u
#define SEAM_SPARE	5u
#define SEAM_ROOM	4096u
#define SEAM_EP		0x84
#define SEAM_EP_EVENT	0x85
#define SEAM_EVENTS	3u	/* buffers there */

/* Each back end gives transfers with one number each, 0, 1, ... SEAM_NUMBERS - 1,
 * and those that repeat begin again. Where the second endpoint is that of a device,
 * what it brings has a sequence of its own, which rises and has gaps. */
#define SEAM_NUMBERS	64u

/* What is asked of the second endpoint. */
enum seam_events { SEAM_NO_EVENTS, SEAM_NUMBERED, SEAM_OWN_SEQUENCE };

struct seam_back_end {
	const char *name;
	int (*open)(const struct usb_transport_conf *conf, struct usb_transport **t);
	unsigned int transfers;	/* that a start brings at least, 0: none ever */
	unsigned int most_out;	/* that the receiver can hold at a time */
	bool repeats;		/* there is always one more */
	bool rewinds;		/* a start begins at number 0 */
	bool sends;		/* test_seam_tx.c asks how */
	bool keeps;		/* an application may keep buffers */
	enum seam_events events;
};

extern const struct seam_back_end seam_back_ends[];
extern const unsigned int seam_nb_back_ends;

/* The files that back ends read: in a folder, gone again. 0 or -1. */
int seam_files_make(const char *dir);
void seam_files_remove(void);

/* The number in a transfer, -1: it has none. */
int seam_number(const struct usb_xfer *x);

/* Of SEAM_OWN_SEQUENCE. */
uint32_t seam_sequence(const struct usb_xfer *x);

#endif /* SEAM_H */
