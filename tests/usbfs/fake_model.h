/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef FAKE_MODEL_H
#define FAKE_MODEL_H

/* A device model (models/usb_device.h) behind the fake usbfs, in real time. */

#include "fake_usbfs.h"

struct usb_device;

/* As typed; NULL where not given. */
struct fake_model_args {
	const char *chip;		/* "mt7921u" */
	const char *speed;		/* "high" or "super"; NULL: super */
	const char *air;		/* "pcap:FILE" or "gen:..."; NULL: silence */
	const char *air_options;	/* NAME:VALUE[/NAME:VALUE...] */
	const char *switches;		/* the same */
};

/* Plugged in, where conf says; its descriptors are the model's, where it has some.
 * conf may be NULL. args are borrowed until it is destroyed. NULL: *err says why. */
struct fake_usbfs *fake_model_create(const struct fake_model_args *args,
				     const struct fake_conf *conf, const char **err);

/* A counter of the model's; UINT64_MAX: it has none of that name. */
uint64_t fake_model_counter(struct fake_usbfs *f, const char *name);

#endif /* FAKE_MODEL_H */
