/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef OPTIONS_H
#define OPTIONS_H

/* The command line. */

#include <stdbool.h>
#include <stdint.h>

#include "fault.h"
#include "usb_device.h"

#define SWITCHES_MAX 64
#define SWITCH_WORD_MAX 64

struct model_switch {
	char name[SWITCH_WORD_MAX], value[SWITCH_WORD_MAX];
};

/* In the order in which they are set; one of a name. */
struct model_switches {
	struct model_switch list[SWITCHES_MAX];
	unsigned int n;
};

struct options {
	const struct usb_device_ops *ops;
	enum usb_speed speed;
	const char *socket, *control;
	const char *air, *air_options, *air_out;
	bool air_hold;
	const char *log, *frames;
	struct model_switches switches;
	struct faults faults;
	uint64_t pace;		/* bulk-IN transfers a ms, 0: no limit */
};

/* False after a line on stderr: exit with *status. */
bool options_parse(int argc, char **argv, struct options *options, int *status);

/* False when there are too many or one is too long. */
bool switches_put(struct model_switches *switches, const char *name, const char *value);

#endif /* OPTIONS_H */
