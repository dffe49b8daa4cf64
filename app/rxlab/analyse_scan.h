/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef ANALYSE_SCAN_H
#define ANALYSE_SCAN_H

/* The first look at a capture: which devices are in it, and which one is meant. */

#include <stdbool.h>
#include <stdint.h>

#include "analyse_chip.h"

/* A bus cannot hold more; what is behind so many is not looked at. */
#define AN_DEVICES 128
/* Endpoints that bulk data came from, of one device. */
#define AN_ENDPOINTS 4

struct an_device {
	uint16_t bus;
	uint8_t device;
	bool has_ids;		/* its device descriptor was captured */
	uint16_t vendor, product;
	bool super;		/* ... and says SuperSpeed; else high speed or less */
	struct {
		uint8_t address;
		uint64_t transfers, bytes;	/* completed with data */
		uint32_t max_len, max_request;
	} in[AN_ENDPOINTS];
};

/* What the user said. */
struct an_wish {
	const char *file;
	const char *chip;	/* NULL: by the device's ids */
	bool any_device;
	uint16_t bus;
	uint8_t device;
	bool linux_layout;
};

struct an_scan {
	uint64_t records, bad_records;
	bool damaged;		/* the file ends in the middle of something */
	char damage[256];
	unsigned int nb_devices;
	bool more_devices;
	struct an_device devices[AN_DEVICES];
};

/* False: one line was printed. A damaged file is looked at as far as it goes. */
bool an_scan_file(const char *file, struct an_scan *scan);

/* The device that is meant, and its chip; NULL: one line was printed. */
const struct an_device *an_scan_choose(const struct an_scan *scan, const struct an_wish *wish,
				       struct an_chip *chip);

/* Its transfers on the chip's endpoint: longest request, 0 where none was captured. */
uint32_t an_device_request(const struct an_device *device, uint8_t endpoint);

#endif /* ANALYSE_SCAN_H */
